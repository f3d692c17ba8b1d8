//! Random cases, label files and readings, determined by the seed.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::{Lock, READINGS, Readings, facts};
use crate::dice::Dice;

const TEXTS: [(&str, &str); 4] = [
    (
        "The council approved the new budget on Tuesday, by 7 votes to 2. Mayor Ann O'Neill said 3.5 million dollars \
         would go to schools; the rest, 1,200 dollars a home, pays for roads. Critics called the vote rushed. The \
         council meets again in March.",
        "The council approved the budget by 7 votes to 2; schools get 3.5 million dollars. Critics weren't pleased.",
    ),
    (
        "Die Wissenschaft 🧪 misst: 42 % der Proben hielten, naïve Schätzungen nicht. 東京の研究者は昨日、新しい結果を\
         発表した。Ein Café in Köln 👩‍👩‍👧‍👦 feierte. A cafe\u{301} too, said the cafe\u{301}.",
        "研究者は結果を発表した。42 % of the samples held 🧪👩‍👩‍👧‍👦, a naïve cafe\u{301} said; the rest didn't.",
    ),
    (
        "One. Two three? Four five six!\n\nSeven — eight, nine ten; eleven.",
        "Two three.\nFour — six; ten ten ten!",
    ),
    ("A single line of plain words and nothing else at all", "!?! — …"),
];

/// The kind of file to generate.
#[derive(Clone, Copy, PartialEq)]
enum Mood {
    /// Anything within reason.
    Ordinary,
    /// With missing and malformed lists.
    Faulty,
    /// So good that the guard may fire.
    Perfect,
}

/// Returns a case, and the inner object of a label file for it.
pub fn case_and_labels(seed: u64) -> (Value, Value) {
    let mut dice = Dice::new(seed);
    let (article, summary) = TEXTS[if dice.percent(4) { 3 } else { dice.below(3) }];
    let case = json!({"id": format!("seed-{seed}"), "article": article, "summary": summary});
    let mood = match dice.below(20) {
        0..=9 => Mood::Ordinary,
        10..=15 => Mood::Faulty,
        _ => Mood::Perfect,
    };
    let mut maker = Maker { dice, mood, article: Words::new(article), summary: Words::new(summary) };
    let labels = maker.labels();
    (case, Value::Object(labels))
}

/// Returns random readings: none, all printed ones, or each with some probability.
pub fn readings(seed: u64, lock: Lock) -> Readings {
    let mut dice = Dice::new(seed ^ 0x5eed);
    let chance = [0, 12, 50][dice.below(3)];
    let has = |twin, judge| if lock == Lock::Judge { judge } else { twin };
    READINGS
        .iter()
        .filter(|(_, _, twin, judge)| has(*twin, *judge))
        .filter_map(|(key, values, ..)| {
            if dice.percent(chance) { Some(((*key).to_owned(), dice.pick(values).to_owned())) } else { None }
        })
        .collect()
}

struct Maker {
    dice: Dice,
    mood: Mood,
    article: Words,
    summary: Words,
}

/// A text as characters, and the positions of its words.
#[derive(Clone)]
struct Words {
    chars: Rc<[char]>,
    words: Rc<[facts::Range]>,
}

impl Words {
    fn new(text: &str) -> Words {
        Words { chars: text.chars().collect(), words: facts::tokens(text).into() }
    }
}

impl Maker {
    fn labels(&mut self) -> Map<String, Value> {
        let mut out = Map::new();
        let six = if self.mood == Mood::Perfect { 6 } else { 0 };
        self.list(&mut out, "key_points", "label", &["fully", "partial", "not"], 9, six);
        self.list(&mut out, "coverage_qags", "label", &["correct", "partial", "wrong"], 8, six);
        self.list(&mut out, "claims", "label", &["supported", "partial", "unsupported"], 12, six);
        self.list(&mut out, "claim_qags", "label", &["correct", "partial", "wrong"], 8, six);
        self.list(&mut out, "deviations", "severity", &["mild", "moderate", "severe"], 6, 0);
        let issues = [
            "biased_wording", "stereotype", "insult", "mild_profanity", "strong_profanity", "slur", "insult",
        ];
        self.list(&mut out, "issues", "kind", &issues, 5, 0);
        self.segments(&mut out);
        self.extraneous(&mut out);
        for key in ["bias_score", "tox_score"] {
            if self.dice.percent(if self.mood == Mood::Perfect { 5 } else { 22 }) {
                let score = self.score();
                out.insert(key.to_owned(), score);
            }
        }
        if self.dice.percent(20) {
            let tone = self.dice.pick(&["neutral", "subjective", "hostile", "unclear"]);
            out.insert("tone".to_owned(), json!(tone));
            out.insert("theme".to_owned(), json!("A theme, in a few words"));
        }
        out
    }

    fn absent(&mut self) -> bool {
        self.mood == Mood::Faulty && self.dice.percent(10)
    }

    fn malformed(&mut self) -> bool {
        self.mood == Mood::Faulty && self.dice.percent(8)
    }

    fn list(
        &mut self,
        out: &mut Map<String, Value>,
        key: &str,
        field: &str,
        words: &[&str],
        most: usize,
        usual: usize,
    ) {
        if self.absent() {
            return;
        }
        let length = match self.dice.below(20) {
            _ if self.mood == Mood::Perfect && self.dice.percent(97) => usual,
            0 => 0,
            1..=8 => 6.min(most),
            9 => 4,
            _ => self.dice.below(most + 1),
        };
        // A list uses few different label values, so that exact edges (a quarter, a half, nine tenths)
        // occur often.
        let main = if self.dice.percent(60) { words[0] } else { self.dice.pick(words) };
        let spread = [0, 15, 60][self.dice.below(3)];
        let mut entries: Vec<Value> = (0..length)
            .map(|_| {
                let other = self.dice.percent(if self.mood == Mood::Perfect { 2 } else { spread });
                let word = if other { self.dice.pick(words) } else { main };
                let word = if self.mood == Mood::Perfect && !other { words[0] } else { word };
                self.entry(key, field, word)
            })
            .collect();
        if self.malformed() {
            let fault = self.fault(field);
            match fault {
                Value::Null => {
                    out.insert(key.to_owned(), json!("no list"));
                    return;
                }
                fault => {
                    let at = self.dice.below(entries.len() + 1);
                    entries.insert(at, fault);
                }
            }
        }
        out.insert(key.to_owned(), Value::Array(entries));
    }

    fn entry(&mut self, key: &str, field: &str, word: &str) -> Value {
        let text = self.dice.pick(&["Four words and more", "This point has quite a few more words", "—", ""]);
        let mut entry = json!({"text": text, field: word});
        if key.ends_with("qags") {
            entry = json!({"question": "Who said so?", "answer": text, field: word});
        }
        if key == "deviations" {
            entry["kind"] = json!(self.dice.pick(&["meaning", "sentiment", "focus", "framing"]));
            entry["why"] = json!("a reason");
        }
        for (side, text) in [("article", self.article.clone()), ("summary", self.summary.clone())] {
            let without = if self.mood == Mood::Perfect && side == "article" { 75 } else { 35 };
            if (key == "issues" && side == "article") || self.dice.percent(without) {
                continue;
            }
            let count = if self.dice.percent(80) { 1 } else { self.dice.below(4) };
            entry[side] = (0..count).map(|_| self.span(&text)).collect();
        }
        entry
    }

    /// Returns an unreadable entry; `null` stands for something that is not a list.
    fn fault(&mut self, field: &str) -> Value {
        match self.dice.below(9) {
            0 => Value::Null,
            1 => json!({field: "perhaps", "text": "x"}),
            2 => json!({field: 3, "text": "x"}),
            3 => json!({"text": "x"}),
            4 => json!("a string"),
            5 => json!({field: "x", "article": 7}),
            6 => json!({field: "x", "article": [{"start": 0, "end": 3, "text": "never there"}]}),
            7 => json!({field: "x", "summary": [{"start": "0", "end": 3, "text": "The"}]}),
            _ => json!({field: "x", "summary": [{"start": 0}]}),
        }
    }

    /// Returns a span of a text: mostly whole words, often adjacent to another span, occasionally with
    /// wrong offsets.
    fn span(&mut self, text: &Words) -> Value {
        let (text, words) = (&*text.chars, &*text.words);
        let (start, end) = if words.is_empty() || self.dice.percent(25) {
            let start = self.dice.below(text.len());
            (start, (start + 1 + self.dice.below(9)).min(text.len()))
        } else {
            // The span starts at one word and ends at the start of a later one, so that neighbours touch.
            let first = self.dice.below(words.len());
            let last = (first + 1 + self.dice.below(4)).min(words.len());
            (words[first].0, words.get(last).map_or(text.len(), |word| word.0))
        };
        let quote: String = text[start..end].iter().collect();
        let (mut shown_start, mut shown_end) = (start, end);
        if self.dice.percent(3) && self.mood == Mood::Faulty {
            let off = 1 + self.dice.below(30);
            (shown_start, shown_end) = (start + off, end + off);
        }
        json!({"start": shown_start, "end": shown_end, "text": quote})
    }

    fn segments(&mut self, out: &mut Map<String, Value>) {
        if self.absent() {
            return;
        }
        let length = if self.dice.percent(3) { 0 } else { 1 + self.dice.below(6) };
        let worst = self.dice.percent(40);
        let mut entries: Vec<Value> = (0..length)
            .map(|_| {
                let mut entry = if self.mood == Mood::Perfect && self.dice.percent(97) {
                    json!({"overlap": 1})
                } else if self.dice.percent(30) {
                    json!({"label": self.dice.pick(&["high", "high", "some", "none"])})
                } else {
                    let edges =
                        [0.8, 0.3, 0.25, 0.5, 1.0, 0.79, 0.799999999, 0.30000001, 0.29, 0.0, 1.0, 0.95];
                    let from = if worst { 12 } else { 7 };
                    json!({"overlap": edges[self.dice.below(from)]})
                };
                if self.dice.percent(60) {
                    let text = self.summary.clone();
                    entry["summary"] = json!([self.span(&text)]);
                }
                entry
            })
            .collect();
        if self.malformed() {
            let fault = match self.dice.below(6) {
                0 => json!({"overlap": "0.8"}),
                1 => json!({"overlap": -0.1}),
                2 => json!({"overlap": 1.5}),
                3 => json!({"label": "higher"}),
                4 => json!({}),
                _ => json!(0.8),
            };
            entries.push(fault);
        }
        out.insert("segments".to_owned(), Value::Array(entries));
    }

    fn extraneous(&mut self, out: &mut Map<String, Value>) {
        if self.absent() {
            return;
        }
        let value = if self.malformed() {
            match self.dice.below(6) {
                0 => json!({"tokens": 9, "of": 8}),
                1 => json!({"tokens": -1, "of": 8}),
                2 => json!({"tokens": 1.5, "of": 8}),
                3 => json!({"of": 8}),
                4 => json!([{"start": 0, "end": 2, "text": "never there"}]),
                _ => json!(3),
            }
        } else if self.mood == Mood::Perfect && self.dice.percent(90) {
            json!([])
        } else if self.dice.percent(50) {
            let shares = [(1, 20), (5, 100), (6, 100), (2, 38), (0, 58), (58, 58), (3, 58), (1, 3), (7, 9)];
            let (tokens, of) =
                if self.dice.percent(4) { (0, 0) } else { shares[self.dice.below(shares.len())] };
            json!({"tokens": tokens, "of": of})
        } else {
            let text = self.summary.clone();
            (0..self.dice.below(4)).map(|_| self.span(&text)).collect()
        };
        out.insert("extraneous".to_owned(), value);
    }

    fn score(&mut self) -> Value {
        match self.dice.below(if self.mood == Mood::Faulty { 14 } else { 9 }) {
            0 => json!(0),
            1 => json!(10),
            2 => json!(9.5),
            3 => json!(2.5),
            4 => json!(7.25),
            5 => json!(3),
            6 => json!(0.1),
            7 => json!(5.0),
            8 => json!(self.dice.below(11)),
            9 => json!(10.5),
            10 => json!(-1),
            11 => json!("9"),
            12 => json!([9]),
            _ => json!(true),
        }
    }
}

#[test]
fn files_are_of_every_kind() {
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for seed in 0..2_000 {
        let (case, labels) = case_and_labels(seed);
        assert_eq!(case_and_labels(seed), (case.clone(), labels.clone()), "seed {seed} twice");
        for lock in [Lock::Twin, Lock::Judge] {
            let expected = super::evaluate(lock, &case, &labels, &readings(seed, lock));
            *seen.entry(format!("{} {}", lock.slug(), expected.decision)).or_default() += 1;
            for row in &expected.caps {
                for (kind, holds) in [
                    ("fired", row.fired == Some(true)),
                    ("idle", row.fired == Some(false)),
                    ("unknown", row.fired.is_none()),
                    ("binding", row.binding),
                    ("shared", row.shared),
                ] {
                    *seen.entry(format!("{} {} {kind}", lock.slug(), row.slug)).or_default() +=
                        usize::from(holds);
                }
            }
        }
    }
    // These cannot occur, since they would need two rows with the same limit on one target.
    let never = ["stereotype shared", "mild_profanity shared", "perfect_ten_guard shared"];
    let rare: Vec<_> = seen
        .iter()
        .filter(|(kind, count)| **count < 5 && !never.iter().any(|name| kind.ends_with(name)))
        .collect();
    assert!(rare.is_empty(), "too rare: {rare:?} of {seen:#?}");
}
