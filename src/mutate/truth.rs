//! Builds the mutant of an edit, with its true labels.

use super::{BY, Edit, Mutant, Pair, Truth};
use crate::evidence::{Statement, statements_of, words_at};
use crate::labels::{Entry, Label, LabelValue, Labels, List, Provenance};
use crate::text::{Span, Text};

/// Applies an edit; `None` if the labels would not be certain.
pub fn mutant(pair: &Pair, edit: &Edit, truth: Truth) -> Option<Mutant> {
    let old = pair.summary.raw();
    let summary = format!("{}{}{}", &old[..edit.span.start], edit.now, &old[edit.span.end..]);
    let place = trimmed(&edit.now, edit.span.start);
    let text = Text::new(&summary);
    let mut labels = Labels::default();
    if let Some(value) = truth.claim {
        labels.set(List::Claims, Entry::Given(claims(pair, &text, place, value)?));
    }
    if truth.wording {
        let span = without_stop(&summary, place);
        labels.set(List::Extraneous, Entry::Given(vec![label(LabelValue::Extraneous, "", vec![span])]));
    }
    if let Some((kind, severity)) = truth.deviation {
        let deviation = Label { kind: Some(kind), ..label(severity, "", vec![place]) };
        labels.set(List::Deviations, Entry::Given(vec![deviation]));
    }
    if let Some(kind) = truth.issue {
        labels.set(List::Issues, Entry::Given(vec![label(kind, "", vec![place])]));
    }
    if truth.dropped {
        labels.set(List::KeyPoints, Entry::Given(points(pair, edit)));
    }
    Some(Mutant {
        was: old[edit.span.range()].trim().to_owned(),
        now: summary[place.range()].to_owned(),
        spans: if place.is_empty() { Vec::new() } else { vec![place] },
        summary,
        labels,
    })
}

/// Returns the good summary with its labels: every claim supported, every sentence a covered key point,
/// no findings.
pub fn unspoilt(pair: &Pair) -> Mutant {
    let mut labels = Labels::default();
    let claims = statements(pair, pair.summary)
        .into_iter()
        .map(|places| claim(LabelValue::Supported, pair.summary, places));
    labels.set(List::Claims, Entry::Given(claims.collect()));
    let nothing = Edit::new(Span::new(pair.summary.raw().len(), pair.summary.raw().len()), "");
    labels.set(List::KeyPoints, Entry::Given(points(pair, &nothing)));
    for list in [List::Extraneous, List::Deviations, List::Issues] {
        labels.set(list, Entry::Given(Vec::new()));
    }
    Mutant {
        was: String::new(),
        now: String::new(),
        spans: Vec::new(),
        summary: pair.summary.raw().to_string(),
        labels,
    }
}

fn label(word: LabelValue, text: &str, summary: Vec<Span>) -> Label {
    let by = Provenance::Person(BY.to_owned());
    Label { text: text.to_owned(), word: Some(word), summary, by, ..Label::default() }
}

/// Returns the span of the new words without surrounding white space.
fn trimmed(now: &str, at: usize) -> Span {
    let start = at + (now.len() - now.trim_start().len());
    Span::new(start, start + now.trim().len())
}

/// Returns a span without the full stop at its end.
fn without_stop(text: &str, span: Span) -> Span {
    Span::new(span.start, span.start + text[span.range()].trim_end_matches('.').len())
}

/// Returns the claims of the new summary, that is, the facts it states. `None` if no claim contains the
/// new words.
fn claims(pair: &Pair, text: &Text, place: Span, value: LabelValue) -> Option<Vec<Label>> {
    let mut changed = false;
    let mut all = Vec::new();
    for places in statements(pair, text) {
        let here = places.iter().any(|own| own.overlaps(place));
        changed |= here;
        all.push(claim(if here { value } else { LabelValue::Supported }, text, places));
    }
    changed.then_some(all)
}

/// Returns the spans of each fact that a summary states, as split by the engine.
fn statements(pair: &Pair, text: &Text) -> Vec<Vec<Span>> {
    let mut out = Vec::new();
    for placed in text.sentences() {
        let factual = statements_of(&placed.sentence, pair.english).into_iter().filter(|one| one.factual);
        let of = |statement: Statement| {
            statement.places(&placed.sentence).into_iter().map(|own| placed.place(own)).collect()
        };
        out.extend(factual.map(of));
    }
    out
}

fn claim(value: LabelValue, text: &Text, places: Vec<Span>) -> Label {
    label(value, &words_at(text, &places), places)
}

/// Returns the key points: the sentences of the good summary. The removed one is not covered; the spans
/// of those after it are shifted by the removed length.
fn points(pair: &Pair, edit: &Edit) -> Vec<Label> {
    let of = |placed: &crate::text::Placed| {
        let (text, span) = (&placed.sentence.text, placed.span());
        if span.overlaps(edit.span) {
            return label(LabelValue::Not, text, Vec::new());
        }
        let gone = edit.span.len();
        let moved =
            if span.start >= edit.span.end { Span::new(span.start - gone, span.end - gone) } else { span };
        label(LabelValue::Fully, text, vec![moved])
    };
    pair.summary.sentences().iter().map(of).collect()
}
