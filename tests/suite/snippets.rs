//! Snippets: short texts with a reader's list of what must be found in them and what must not. The rates
//! of right proposals other than claims are written to `tests/data/rates.md`, which must be current, and
//! must not fall.
//!
//! Lines marked `held` are held out and only seen in totals, so that the rates are honest: print and fix
//! only the others. `LOCKBENCH_SNIPPETS=1 cargo test --test suite snippets -- --nocapture` prints the
//! errors.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use lockbench::case::{Case, Source, Texts};
use lockbench::engine::{Analysis, Engine};
use lockbench::evidence::{Article, Wanted};
use lockbench::labels::{Label, LabelValue, List, Tone};
use lockbench::text::{Span, Text};
use serde_json::Value;

use crate::rates;

/// The expectations of a snippet, in the order of the table, with the least percentages that must be
/// right, slightly below the current values over both halves.
const ASKED: [(&str, &str, usize); 20] = [
    ("bias", "found", 75),
    ("bias", "none", 80),
    ("insults", "found", 75),
    ("insults", "none", 82),
    ("profanity", "found", 76),
    ("profanity", "none", 93),
    ("slurs", "found", 80),
    ("slurs", "none", 94),
    ("tone", "subjective or hostile", 57),
    ("tone", "neutral", 91),
    ("deviations", "found", 78),
    ("deviations", "none", 94),
    ("article questions", "correct", 93),
    ("article questions", "wrong", 96),
    ("claim questions", "correct", 93),
    ("claim questions", "wrong", 63),
    ("key points", "headline fact among them, none twice", 78),
    ("citations", "of a source", 92),
    ("citations", "of none", 90),
    ("citations", "no citation", 89),
];

/// One expectation and whether it is met.
struct Row {
    asked: (String, &'static str),
    held: bool,
    right: bool,
    /// The snippet, and the engine's result.
    line: String,
}

/// Every snippet, analysed once for all tests.
static RESULTS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let (mut cases, mut result) = (BTreeMap::new(), Vec::new());
    let mut engine = Engine::default();
    for line in include_str!("../data/snippets.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| row[key].as_str().map(str::to_owned);
        if let Some(name) = text("text") {
            let sources = row["sources"].as_array().into_iter().flatten().map(source).collect();
            cases.insert(name, Case { article: text("article").unwrap(), sources, ..Case::default() });
            continue;
        }
        let inline = text("article").map(|article| Case { article, ..Case::default() });
        let case = inline.unwrap_or_else(|| cases[&row["of"].as_str().unwrap().to_owned()].clone());
        let summary = text("summary").unwrap_or_default();
        let analysis =
            engine.analyse(&case, Texts { article: &case.article, summary: &summary }, Wanted::ALL);
        let snippet = Snippet { row: &row, article: &case.article, summary: &summary, analysis };
        let kind = text("kind").unwrap();
        let found: Vec<Found> = match &*kind {
            "tone" => snippet.tone(),
            "deviations" => snippet.deviations(),
            "article questions" => snippet.questions(List::CoverageQags),
            "claim questions" => snippet.questions(List::ClaimQags),
            "key points" => snippet.key_points(),
            "citations" => snippet.citations(),
            _ => snippet.issues(),
        };
        for (side, right, says) in found {
            let line = format!(
                "{kind}, {side}: {} -> {says}",
                if summary.is_empty() { &case.article } else { &summary }
            );
            result.push(Row { asked: (kind.clone(), side), held: row["held"] == true, right, line });
        }
    }
    result
});

fn source(row: &Value) -> Source {
    let text = |key: &str| row[key].as_str().map(str::to_owned);
    Source { id: text("id"), title: text("title"), url: text("url"), text: text("text").unwrap_or_default() }
}

/// The expectation, whether it is met, and the engine's result.
type Found = (&'static str, bool, String);

struct Snippet<'a> {
    row: &'a Value,
    article: &'a str,
    summary: &'a str,
    analysis: Analysis,
}

impl Snippet<'_> {
    fn labels(&self, list: List) -> &[Label] {
        self.analysis.proposals.get(list).unwrap_or_default()
    }

    /// Returns the strings of a field; empty if it is absent.
    fn strings(&self, key: &str) -> Vec<&str> {
        self.row[key].as_array().into_iter().flatten().map(|value| value.as_str().unwrap()).collect()
    }

    /// Each expected phrase is an issue of one of its kinds, and there are no other issues.
    fn issues(&self) -> Vec<Found> {
        let wanted: Vec<(&str, Span)> = self
            .strings("issues")
            .iter()
            .map(|issue| {
                let (kinds, phrase) = issue.split_once(": ").unwrap();
                (kinds, place(self.summary, phrase))
            })
            .collect();
        let found = self.labels(List::Issues);
        let is = |label: &Label, (kinds, span): &(&str, Span)| {
            label.summary.iter().any(|s| s.overlaps(*span))
                && kinds.split('|').any(|k| label.word.map(LabelValue::as_str) == Some(k))
        };
        let right = wanted.iter().all(|issue| found.iter().any(|label| is(label, issue)))
            && found.iter().all(|label| wanted.iter().any(|issue| is(label, issue)));
        let says: Vec<_> =
            found.iter().map(|l| format!("{}: {}", l.word.map_or("", LabelValue::as_str), l.text)).collect();
        vec![(if wanted.is_empty() { "none" } else { "found" }, right, says.join("; "))]
    }

    fn tone(&self) -> Vec<Found> {
        let wanted = self.row["tone"].as_str().unwrap();
        let found = self.analysis.proposals.tone.map_or("", Tone::as_str);
        let side = if wanted == "neutral" { "neutral" } else { "subjective or hostile" };
        vec![(side, wanted.split('|').any(|tone| tone == found), found.to_owned())]
    }

    /// A deviation is found under one of its possible names; a faithful summary has none.
    fn deviations(&self) -> Vec<Found> {
        let (wanted, found) = (self.strings("deviations"), self.labels(List::Deviations));
        let says: Vec<_> = found.iter().map(|l| format!("{}: {}", l.kind.unwrap_or(""), l.text)).collect();
        if wanted.is_empty() {
            return vec![("none", found.is_empty(), says.join("; "))];
        }
        let right = found.iter().any(|label| label.kind.is_some_and(|kind| wanted.contains(&kind)));
        vec![("found", right, says.join("; "))]
    }

    /// The engine chooses the facts to ask about. Each question whose answer is listed as given or as
    /// missing in the other text is one expectation.
    fn questions(&self, list: List) -> Vec<Found> {
        let asked_of = |label: &Label| match list {
            List::CoverageQags => label.article.clone(),
            _ => label.summary.clone(),
        };
        let text = if list == List::CoverageQags { self.article } else { self.summary };
        let mut out = Vec::new();
        let asks_for = |key: &str, label: &Label| {
            let stretches: Vec<Span> = self.strings(key).iter().map(|phrase| place(text, phrase)).collect();
            asked_of(label).iter().any(|span| stretches.iter().any(|s| s.overlaps(*span)))
        };
        for (key, side, word) in
            [("given", "correct", LabelValue::Correct), ("lacking", "wrong", LabelValue::Wrong)]
        {
            // A question about a whole claim that is wrong in part asks for what is lacking.
            let is_on =
                |label: &&Label| asks_for(key, label) && (key == "lacking" || !asks_for("lacking", label));
            for label in self.labels(list).iter().filter(is_on) {
                let says = format!(
                    "{} {:?}: {}",
                    label.text,
                    label.answer,
                    label.word.map_or("", LabelValue::as_str)
                );
                out.push((side, label.word == Some(word), says));
            }
        }
        out
    }

    fn key_points(&self) -> Vec<Found> {
        let points: Vec<Span> =
            Article::new(Text::new(self.article)).profile.points.iter().map(|p| p.span).collect();
        let in_word_list =
            |phrase: &&str| points.iter().any(|point| point.overlaps(place(self.article, phrase)));
        let apart = points.iter().enumerate().all(|(i, a)| points[i + 1..].iter().all(|b| !a.overlaps(*b)));
        let twice = self.strings("once").iter().filter(|phrase| in_word_list(phrase)).count() > 1;
        let right = self.strings("point").iter().any(in_word_list) && apart && !twice;
        let says: Vec<&str> = points.iter().map(|point| &self.article[point.range()]).collect();
        vec![("headline fact among them, none twice", right, says.join(" | "))]
    }

    /// Each citation is found and refers to the right source or to none; there are no other citations.
    fn citations(&self) -> Vec<Found> {
        let spans =
            |key| -> Vec<Span> { self.strings(key).iter().map(|cited| place(self.summary, cited)).collect() };
        let (fine, bad) = (spans("fine"), spans("bad"));
        let found = self.labels(List::Citations);
        let on = |label: &Label, span: &Span| label.summary.iter().any(|s| s.overlaps(*span));
        let all = |spans: &[Span], word| {
            spans.iter().all(|span| {
                let mut here = found.iter().filter(|label| on(label, span)).peekable();
                here.peek().is_some() && here.all(|label| label.word == Some(word))
            })
        };
        let none_else = found.iter().all(|label| fine.iter().chain(&bad).any(|span| on(label, span)));
        let right = all(&fine, LabelValue::Yes) && all(&bad, LabelValue::No) && none_else;
        let side = match (fine.is_empty(), bad.is_empty()) {
            (true, true) => "no citation",
            (_, true) => "of a source",
            _ => "of none",
        };
        let says: Vec<_> =
            found.iter().map(|l| format!("{} {}", l.text, l.word.map_or("", LabelValue::as_str))).collect();
        vec![(side, right, says.join("; "))]
    }
}

/// Returns the first occurrence of a phrase in a text.
fn place(text: &str, phrase: &str) -> Span {
    let at = text.find(phrase).unwrap_or_else(|| panic!("{phrase:?} is not in {text:?}"));
    Span::new(at, at + phrase.len())
}

/// Returns the number of expectations of a kind, and of those that are met.
fn count(kind: &str, side: &str, held: impl Fn(bool) -> bool) -> (usize, usize) {
    let of =
        RESULTS.iter().filter(|result| result.asked.0 == kind && result.asked.1 == side && held(result.held));
    of.fold((0, 0), |(all, right), result| (all + 1, right + usize::from(result.right)))
}

#[test]
fn the_rates_of_snippets_are_current() {
    let mut table =
        "| label | expected | snippets | right | held back | right |\n|---|---|---:|---:|---:|---:|\n"
            .to_owned();
    for (kind, side, _) in ASKED {
        write!(table, "| {kind} | {side} ").unwrap();
        for half in [false, true] {
            let (all, right) = count(kind, side, |held| held == half);
            write!(table, "| {all} | {right} ").unwrap();
        }
        table.push_str("|\n");
    }
    rates::check("snippets", &table);
}

#[test]
fn each_kind_of_label_is_right_as_often_as_it_was() {
    for (kind, side, least) in ASKED {
        let (all, right) = count(kind, side, |_| true);
        assert!(all >= 10, "{kind}, {side}: only {all} snippets");
        assert!(right * 100 >= all * least, "{kind}, {side}: {right} of {all} are right");
    }
    let unknown = RESULTS.iter().find(|result| {
        !ASKED.iter().any(|(kind, side, _)| result.asked.0 == *kind && result.asked.1 == *side)
    });
    assert!(unknown.is_none(), "a snippet of no kind");
    if std::env::var_os("LOCKBENCH_SNIPPETS").is_some() {
        for result in RESULTS.iter().filter(|result| !result.held && !result.right) {
            eprintln!("{}", result.line);
        }
    }
}
