//! Tests articles written for the project, each with a faithful summary in other words and one with
//! several errors: `tests/data/written.jsonl`. `LOCKBENCH_BLESS=1` rewrites the table of docs/reading.md.

use std::fmt::Write as _;

use lockbench::engine::Engine;
use lockbench::labels::{Label, LabelValue, List};
use serde_json::Value;

use crate::marks::{hold_table, judge_lock_fails, marks, string};

/// Results for the articles of one half.
#[derive(Clone, Copy, Default)]
struct Half {
    articles: usize,
    /// Number of claims in faithful summaries, and of those called unsupported or partial.
    claims: usize,
    unsupported: usize,
    partial: usize,
    /// Number of faithful summaries that Judge-Lock does not fail, and of spoilt ones that it does.
    spared: usize,
    failed: usize,
    points: Graded,
    questions: Graded,
}

/// Proposals for faithful summaries, graded by a reader without seeing the engine's grades.
#[derive(Clone, Copy, Default)]
struct Graded {
    all: usize,
    /// Number of equal grades.
    same: usize,
    /// Sums of the grades, in halves, by the reader and by the engine.
    by_reader: usize,
    by_engine: usize,
    /// Number of proposals that the reader calls central, or a good question.
    good: usize,
}

impl Graded {
    /// Adds the proposals that are among a reader's marks: text, answer, grade and value of each.
    fn take(&mut self, labels: &[Label], marks: &Value) {
        let halves =
            |word: &str| ["not", "partial", "fully"].iter().position(|it| *it == word).expect("a grade");
        for label in labels {
            let is_of = |mark: &&Value| {
                mark["text"] == *label.text
                    && label.answer.as_deref().is_none_or(|own| mark["answer"] == *own)
            };
            let Some(mark) = marks.as_array().into_iter().flatten().find(is_of) else { continue };
            let grade = match label.word {
                Some(LabelValue::Fully | LabelValue::Correct) => 2,
                Some(LabelValue::Partial) => 1,
                _ => 0,
            };
            let read = halves(string(mark, "grade"));
            self.all += 1;
            self.same += usize::from(read == grade);
            self.by_reader += read;
            self.by_engine += grade;
            self.good += usize::from(mark["worth"] == "good");
        }
    }
}

fn measure(half: &mut Half, engine: &mut Engine, row: &Value) {
    let mut fails = |summary: &str, half: Option<&mut Half>| {
        let analysis = engine.analyse_pair(string(row, "article"), summary);
        if let Some(half) = half {
            let claims = analysis.proposals.get(List::Claims).unwrap_or_default();
            let count = |word| claims.iter().filter(|claim| claim.word == Some(word)).count();
            half.claims += claims.len();
            half.unsupported += count(LabelValue::Unsupported);
            half.partial += count(LabelValue::Partial);
            let list = |list| analysis.proposals.get(list).unwrap_or_default();
            half.points.take(list(List::KeyPoints), &row["points"]);
            half.questions.take(list(List::CoverageQags), &row["questions"]);
        }
        judge_lock_fails(&analysis)
    };
    half.articles += 1;
    half.spared += usize::from(!fails(string(row, "faithful"), Some(half)));
    half.failed += usize::from(fails(string(row, "spoilt"), None));
}

#[test]
fn faithful_summaries_in_other_words_are_told_from_spoilt_ones() {
    let rows = marks("written.jsonl");
    let mut halves = [Half::default(); 2];
    let mut engine = Engine::default();
    for row in &rows {
        measure(&mut halves[usize::from(string(row, "half") == "held_back")], &mut engine, row);
    }
    let mut table = String::from("| | read before | kept back |\n|---|---:|---:|\n");
    let of = |part: fn(&Half) -> usize, whole: fn(&Half) -> usize| {
        halves.map(|half| format!("{} of {}", part(&half), whole(&half))).join(" | ")
    };
    let graded = |of: fn(&Half) -> Graded| {
        let percent = |halves: usize, all: usize| 50 * halves / all.max(1);
        let cell = |half: &Half| {
            let Graded { all, by_reader, by_engine, .. } = of(half);
            format!("{}, {}", percent(by_reader, all), percent(by_engine, all))
        };
        halves.each_ref().map(cell).join(" | ")
    };
    for (name, cells) in [
        (
            "claims of faithful summaries that are called unsupported",
            of(|half| half.unsupported, |half| half.claims),
        ),
        ("those that are called partial", of(|half| half.partial, |half| half.claims)),
        ("faithful summaries that do not fail, Judge-Lock", of(|half| half.spared, |half| half.articles)),
        ("spoilt summaries that fail, Judge-Lock", of(|half| half.failed, |half| half.articles)),
        ("key points graded as a reader grades them", of(|half| half.points.same, |half| half.points.all)),
        ("percent of them covered, by the reader and by the engine", graded(|half| half.points)),
        ("key points that the reader calls central", of(|half| half.points.good, |half| half.points.all)),
        (
            "answers graded as the reader grades them",
            of(|half| half.questions.same, |half| half.questions.all),
        ),
        ("percent of them given, by the reader and by the engine", graded(|half| half.questions)),
        ("questions that the reader calls good", of(|half| half.questions.good, |half| half.questions.all)),
    ] {
        writeln!(table, "| {name} | {cells} |").expect("a string");
    }
    hold_table("written", &table);
}
