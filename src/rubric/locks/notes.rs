//! Notes beside a score: counts that the rubric did not ask for, texts that are too long, spans that are absent.

use crate::labels::{Label, Labels, List};
use crate::num::so_many;
use crate::rubric::draft::Got;
use crate::rubric::locks::Counted;
use crate::rubric::locks::counts::{Tally, without_spans};
use crate::rubric::locks::formulas::Part;
use crate::rubric::locks::lock::Lock;
use crate::rubric::locks::rules::{self, Target};
use crate::text::word_spans;

/// What a reader should know of a metric besides its score; nothing in a silent evaluation.
pub fn of_metric(notes: &mut Vec<String>, lock: &Lock, counted: &Counted, target: Target) {
    if !counted.record {
        return;
    }
    let (rules, labels) = (&lock.rules, counted.input.labels);
    let ask = |notes: &mut Vec<String>, list: List| {
        if let Some(asked) = &rules.questions {
            questions(notes, counted, list, asked.count);
        }
    };
    match target {
        Target::Coverage => {
            key_points(notes, counted, &rules.coverage.key_points);
            ask(notes, List::CoverageQags);
        }
        Target::Alignment => {
            statement(notes, "intent", &labels.intent, rules.alignment.statement_tokens);
            of_lists(notes, labels, &[List::Deviations]);
        }
        Target::Hallucination => {
            ask(notes, List::ClaimQags);
            if let Ok(tally) = counted.of(List::Claims) {
                claims(notes, counted, *tally, &rules.hallucination.claims);
            }
        }
        Target::Relevance if counted.of(List::Segments).is_ok() => {
            statement(notes, "theme", &labels.theme, rules.relevance.segments.theme_tokens);
            of_lists(notes, labels, &[List::Segments]);
            if counted.all_short() && !counted.on.short_error {
                notes.push(format!(
                    "every segment is shorter than {} tokens, so the whole summary is one",
                    rules.relevance.segments.min_tokens
                ));
            }
        }
        Target::Relevance => {}
        Target::Bias | Target::Tox | Target::BiasToxicity => {
            of_lists(notes, labels, &[List::Issues]);
            let given = [Part::Bias, Part::Tox].map(|part| counted.given_score(part));
            if let ([Ok(Some(_)), Ok(Some(_))], Err(fault)) = (&given, counted.of(List::Issues)) {
                notes.push(format!("{}: the caps on issues are not evaluated", fault.reason()));
            }
            for (key, _) in given.into_iter().filter_map(Got::ok).flatten() {
                notes.push(format!("{key} is given, and replaces the computed score"));
            }
        }
    }
}

/// A statement of more tokens than the rubric allows.
pub fn statement(notes: &mut Vec<String>, what: &str, text: &Option<String>, most: usize) {
    let Some(text) = text else { return };
    let tokens = word_spans(text).count();
    if tokens > most {
        notes.push(format!("the {what} has {tokens} tokens; the rubric allows {most}"));
    }
}

/// A number of labels that the rubric did not ask for.
pub fn count(notes: &mut Vec<String>, unit: &str, count: usize, [least, most]: [usize; 2]) {
    if (least..=most).contains(&count) {
        return;
    }
    let asked = match (least, most) {
        (0, most) => format!("at most {most}"),
        (least, most) if least == most => format!("{most}"),
        (least, most) => format!("{least} to {most}"),
    };
    if count == 0 {
        notes.push(format!("no {unit} where the rubric asks for {asked}"));
        return;
    }
    notes.push(format!("{} where the rubric asks for {asked}; used as given", so_many(count, unit)));
}

/// Key points shorter than the rubric asks for.
pub fn short_points(notes: &mut Vec<String>, points: &[Label], least: usize) {
    let short = points
        .iter()
        .filter(|point| !point.text.is_empty() && word_spans(&point.text).count() < least)
        .count();
    if short > 0 {
        let short = so_many(short, "key point");
        notes.push(format!("{short} of fewer than {least} tokens; used as given"));
    }
}

/// Labels whose article spans are absent, so that rules over spans cannot see them.
pub fn spans(notes: &mut Vec<String>, list: List, labels: &[Label], rule: &str) {
    let without = without_spans(labels);
    if without > 0 {
        let all = labels.len();
        let have = if without == 1 { "has" } else { "have" };
        notes.push(format!("{without} of {} {have} no article span; {rule}", so_many(all, list.spec().unit)));
    }
}

/// What the reader of a label file noted on these lists.
pub fn of_lists(notes: &mut Vec<String>, labels: &Labels, lists: &[List]) {
    for (list, note) in &labels.notes {
        if lists.contains(list) {
            notes.push(note.clone());
        }
    }
}

/// About the lists behind precision and recall.
pub fn key_points(notes: &mut Vec<String>, counted: &Counted, rule: &rules::KeyPoints) {
    let points = counted.labels(List::KeyPoints);
    of_lists(notes, counted.input.labels, &[List::KeyPoints, List::Extraneous]);
    if counted.input.labels.get(List::KeyPoints).is_some() {
        count(notes, "key point", points.len(), rule.count);
    }
    short_points(notes, points, rule.min_tokens);
    if let Some(counts) = counted.input.labels.extraneous_counts {
        notes.push(format!("extraneous tokens are given as a count: {} of {}", counts.tokens, counts.of));
        return;
    }
    let unmarked = counted.labels(List::Extraneous).iter().filter(|label| label.summary.is_empty()).count();
    if unmarked > 0 {
        let verbs = if unmarked == 1 { "marks no words and is" } else { "mark no words and are" };
        notes.push(format!("{} {verbs} not counted", so_many(unmarked, "extraneous label")));
    }
}

/// About a set of questions.
pub fn questions(notes: &mut Vec<String>, counted: &Counted, list: List, asked: usize) {
    let questions = counted.labels(list);
    of_lists(notes, counted.input.labels, &[list]);
    if counted.input.labels.get(list).is_some() {
        count(notes, list.spec().unit, questions.len(), [asked, asked]);
    }
    spans(notes, list, questions, "duplicates among them cannot be seen");
}

/// About the claims.
pub fn claims(notes: &mut Vec<String>, counted: &Counted, tally: Tally, rule: &rules::Claims) {
    of_lists(notes, counted.input.labels, &[List::Claims]);
    if tally.all() == 0 {
        notes.push("no claim, so nothing is unsupported: u = 0".to_owned());
    }
    count(notes, "claim", tally.all(), [0, rule.most]);
}
