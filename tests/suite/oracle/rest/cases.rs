//! Random cases with every field, and label files for them, determined by the seed.

use serde_json::{Map, Value, json};

use crate::dice::Dice;
use crate::oracle::Readings;

const WORDS: [&str; 24] = [
    "the", "council", "approved", "new", "budget", "on", "Tuesday", "7", "votes", "3.5", "million",
    "schools", "don't", "Café", "cafe\u{301}", "東京", "🗳", "1,200", "roads", "and", "of", "Harbour",
    "ÉTUDE", "is",
];

/// Every reading of the three rubrics, its values, the default first.
pub const READINGS: [(&str, &str, &[&str]); 13] = [
    ("protocol", "bands.edge", &["better", "worse"]),
    ("protocol", "outline", &["renormalise", "zero"]),
    ("protocol", "numref", &["in_range", "any"]),
    ("protocol", "sections", &["headings_or_paragraphs", "headings"]),
    ("synthlink", "targets", &["show", "gate"]),
    ("synthlink", "p5.denominator", &["five", "min"]),
    ("synthlink", "f1.tokens", &["multiset", "set"]),
    ("synthlink", "missing", &["renormalise", "zero"]),
    ("anchor", "hallucination.fail", &["0.5", "0.6"]),
    ("anchor", "idf", &["smooth", "plain"]),
    ("anchor", "drift", &["max", "add"]),
    ("anchor", "query", &["fallback", "required"]),
    ("anchor", "numbers", &["format_aware", "exact"]),
];

/// Returns random readings of a rubric: none, or each with some probability.
pub fn readings(seed: u64, rubric: &str) -> Readings {
    let mut dice = Dice::new(seed ^ 0x0a1c);
    let chance = [0, 25, 60][dice.below(3)];
    let own = READINGS.iter().filter(|(of, ..)| *of == rubric);
    own.filter_map(|(_, key, values)| {
        if dice.percent(chance) { Some(((*key).to_owned(), dice.pick(values).to_owned())) } else { None }
    })
    .collect()
}

/// Label files per case, since analysing a case costs more than scoring it.
const FILES_A_CASE: u64 = 25;

/// Returns a case, and the inner object of a label file for it.
pub fn case_and_labels(seed: u64) -> (Value, Value) {
    let first = seed - seed % FILES_A_CASE;
    let mut maker = Maker::new(first);
    let case = maker.case(first);
    maker.dice = Dice::new(seed ^ 0x1abe1);
    let labels = maker.labels();
    (case, labels)
}

struct Maker {
    dice: Dice,
    words: usize,
    /// Whether it is so good that nearly every target is met.
    fine: bool,
}

impl Maker {
    fn new(seed: u64) -> Maker {
        let mut dice = Dice::new(seed ^ 0xfeed);
        // A small vocabulary makes texts similar.
        let (fine, words) = (dice.percent(12), [6, 12, WORDS.len()][dice.below(3)]);
        Maker { dice, words, fine }
    }

    fn sentence(&mut self) -> String {
        let count = 1 + self.dice.below(9);
        let words: Vec<&str> = (0..count).map(|_| WORDS[self.dice.below(self.words)]).collect();
        format!("{}{}", words.join(" "), self.dice.pick(&[".", "!", "?", ";", " [1].", ""]))
    }

    fn text(&mut self, most: usize) -> String {
        let sentences = 1 + self.dice.below(most);
        (0..sentences).map(|_| self.sentence()).collect::<Vec<_>>().join(" ")
    }

    fn report(&mut self) -> String {
        let sections = 1 + self.dice.below(4);
        let heading = self.dice.percent(60);
        (0..sections)
            .map(|_| {
                let body = self.text(4);
                if heading { format!("## {}\n\n{body}", self.title()) } else { body }
            })
            .collect::<Vec<_>>()
            .join("\n\n")
    }

    fn title(&mut self) -> String {
        (0..1 + self.dice.below(3)).map(|_| WORDS[self.dice.below(self.words)]).collect::<Vec<_>>().join(" ")
    }

    fn case(&mut self, seed: u64) -> Value {
        let mut case = Map::new();
        let mut put = |key: &str, value: Value| drop(case.insert(key.to_owned(), value));
        put("id", json!(format!("rest-{seed}")));
        let article = self.text(8);
        put("article", json!(article));
        let summary = match self.dice.below(12) {
            0 => article.clone(),
            1 => "!?! — …".to_owned(),
            2 => "council".to_owned(),
            3..=6 => self.report(),
            _ => self.text(4),
        };
        put("summary", json!(summary));
        for key in ["title", "query"] {
            if self.dice.percent(50) {
                let value = match self.dice.below(10) {
                    0 => summary.clone(),
                    1 => "the of and is".to_owned(),
                    2 => "?!".to_owned(),
                    _ => self.title(),
                };
                put(key, json!(value));
            }
        }
        match self.dice.below(6) {
            0 => {}
            1 => put("reference", json!([])),
            2 => put("reference", json!(summary)),
            3 => put("reference", json!([self.text(3), "?!"])),
            _ => {
                put(
                    "reference",
                    (0..1 + self.dice.below(3)).map(|_| self.text(4)).collect::<Vec<_>>().into(),
                );
            }
        }
        if self.dice.percent(60) {
            let sources = (0..self.dice.below(4)).map(|n| {
                let text = if self.dice.percent(20) { summary.clone() } else { self.text(4) };
                if self.dice.percent(50) {
                    json!(text)
                } else {
                    json!({"id": format!("s{n}"), "title": self.title(), "text": text})
                }
            });
            put("sources", sources.collect::<Vec<_>>().into());
        }
        if self.dice.percent(40) {
            put("outline", (0..self.dice.below(4)).map(|_| self.title()).collect::<Vec<_>>().into());
        }
        let documents = ["d1", "d2", "d3", "d4", "d5", "d6", "d7"];
        for (key, most) in [("retrieved", 9), ("relevant", 7)] {
            if self.dice.percent(80) {
                let count = self.dice.below(most);
                put(
                    key,
                    (0..count).map(|_| self.dice.pick(&documents).to_owned()).collect::<Vec<_>>().into(),
                );
            }
        }
        if self.dice.percent(50) {
            put("reasoning_steps", (0..self.dice.below(6)).map(|_| self.title()).collect::<Vec<_>>().into());
        }
        if self.dice.percent(20) {
            put("explanation", json!(self.text(3)));
        }
        if self.dice.percent(85) {
            let all = [
                json!(1),
                json!(1),
                json!(1),
                json!(2),
                json!(2),
                json!(3),
                json!(5),
                json!(6),
                json!(1000),
                Value::Null,
                json!(0),
                json!(-1),
                json!(2.5),
                json!("2"),
                json!(true),
                json!([1]),
                json!({"k": 1}),
            ];
            put("iterations", all[self.dice.below(all.len())].clone());
        }
        if self.dice.percent(80) {
            let all = [
                json!(0),
                json!(12),
                json!(3.75),
                json!(1e6),
                json!(-0.5),
                json!("12"),
                Value::Null,
                json!(false),
                json!([3]),
                json!({}),
                json!(-3),
            ];
            put("generation_seconds", all[self.dice.below(all.len())].clone());
        }
        if self.fine {
            let five = ["d1", "d2", "d3", "d4", if self.dice.percent(50) { "d5" } else { "d4" }];
            put("reference", json!([summary, self.title()]));
            put("retrieved", json!(five));
            put("relevant", json!(["d5", "d4", "d3", "d2", "d1"]));
            put("iterations", json!(1 + self.dice.below(3)));
            put("reasoning_steps", json!(["one", "two"]));
        }
        Value::Object(case)
    }

    fn labels(&mut self) -> Value {
        let mut out = Map::new();
        let perfect = self.fine || self.dice.percent(25);
        for (list, field) in [
            ("grounding", "grounded"),
            ("citations", "valid"),
            ("steps", "present"),
            ("facts", "verified"),
            ("anchors", "supported"),
        ] {
            if let Some(value) = self.list(list, field, perfect) {
                out.insert(list.to_owned(), value);
            }
        }
        if self.dice.percent(40) {
            out.insert("theme".to_owned(), json!(self.title()));
        }
        Value::Object(out)
    }

    fn list(&mut self, list: &str, field: &str, perfect: bool) -> Option<Value> {
        if self.dice.percent(if perfect { 2 } else { 12 }) {
            return None;
        }
        // A length of twenty gives values at the edges of bands: 0.05, 0.10, 0.70, 0.85, 0.95.
        let length = [0, 1, 2, 4, 5, 10, 20, 20, 20, 50][self.dice.below(10)];
        let wrong = [0, 0, 1, 1, 2, 3, 5, 6, length / 2, length][self.dice.below(10)].min(length);
        let wrong = if perfect { wrong.min(1) } else { wrong };
        let mut entries: Vec<Value> = (0..length)
            .map(|at| {
                let mut entry = json!({"text": self.title(), field: at >= wrong});
                if list == "anchors" {
                    entry["kind"] = json!(self.dice.pick(&["number", "date", "claim"]));
                }
                if self.dice.percent(10) {
                    entry["source"] = json!("s1");
                }
                entry
            })
            .collect();
        if !perfect && self.dice.percent(10) {
            let fault = match self.dice.below(7) {
                0 => return Some(json!({"not": "a list"})),
                1 => return Some(json!("no list")),
                2 => json!({"text": "x", field: "true"}),
                3 => json!({"text": "x"}),
                4 => json!("a string"),
                5 => json!({"text": "x", field: 1}),
                _ => {
                    json!({"text": "x", field: true, "summary": [{"start": 0, "end": 3, "text": "never there"}]})
                }
            };
            let at = self.dice.below(entries.len() + 1);
            entries.insert(at, fault);
        }
        Some(Value::Array(entries))
    }
}

#[test]
fn cases_are_of_every_kind() {
    use std::collections::{BTreeMap, BTreeSet};
    let mut seen = BTreeMap::<String, usize>::new();
    for seed in 0..10_000 {
        let (case, labels) = case_and_labels(seed);
        assert_eq!(case_and_labels(seed), (case.clone(), labels.clone()), "seed {seed} twice");
        let stop: BTreeSet<String> = ["the", "of", "and", "is", "on"].map(str::to_owned).into();
        let all = [
            ("synthlink", super::synthlink::evaluate(&case, &labels, &readings(seed, "synthlink"))),
            (
                "anchor",
                super::anchor::evaluate(&case, &labels, "a council", &readings(seed, "anchor"), &stop),
            ),
            (
                "protocol",
                super::protocol::evaluate(&case, &labels, &readings(seed, "protocol"), [Ok(0.8), Ok(0.0)]),
            ),
        ];
        for (rubric, expected) in all {
            *seen.entry(format!("{rubric} {}", expected.decision)).or_default() += 1;
            for metric in expected.metrics {
                let kind = metric.got.err().map_or_else(|| "score".to_owned(), |gap| format!("{gap:?}"));
                *seen.entry(format!("{rubric} {} {kind}", metric.key)).or_default() += 1;
            }
        }
    }
    let decisions = ["PASS", "WARN", "FAIL", "INCOMPLETE"];
    for rubric in ["synthlink", "anchor", "protocol"] {
        for decision in decisions {
            let kind = format!("{rubric} {decision}");
            assert!(seen.get(&kind).is_some_and(|count| *count >= 5), "{kind} is too rare: {seen:#?}");
        }
    }
    for kind in [
        "synthlink f1 NotApplicable",
        "synthlink p_at_5 NotApplicable",
        "synthlink rqs Missing",
        "synthlink fcs Malformed",
        "synthlink ie Malformed",
        "synthlink ie NotApplicable",
        "anchor hallucination Malformed",
        "anchor completeness NotApplicable",
        "protocol generation_time Malformed",
        "protocol grounding_accuracy Missing",
        "protocol hallucinated_citation_rate NotApplicable",
    ] {
        assert!(seen.get(kind).is_some_and(|count| *count >= 20), "{kind} is too rare: {seen:#?}");
    }
}
