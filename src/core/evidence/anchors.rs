//! Anchors of a summary: its figures and assertions, each searched for in the article and the sources.
//!
//! The rubric decides whether an anchor counts as supported. A label therefore records how a figure was
//! found, exactly or with which error, and how close together the subject and the object of an assertion were
//! found.

pub(super) mod assertions;
mod context;

use crate::text::sentence_number;
use std::sync::Arc;

use assertions::{Assertion, assertions};
use context::{Context, ContextPlace, Keys, Lacking};

use super::claims::{Claim, claims_with_mismatches, near};
use super::grounding::Prose;
use super::{AnalysisCache, Pair, parse};
use crate::labels::{Entry, Label, LabelValue, Labels, List, ThresholdMeasure};
use crate::num::Num;
use crate::text::figures::{Figure, figures};
use crate::text::{Placed, Recent, Span, recent, squeezed};

/// Number of sentences whose anchors are cached.
const CACHED_SENTENCES: usize = 2048;

/// The cached context, and an LRU cache of the anchors of single summary sentences.
#[derive(Debug)]
pub struct AnchorsCache {
    context: Option<Arc<Context>>,
    sentences: Recent<Arc<str>, Arc<SentenceAnchors>>,
}

impl Default for AnchorsCache {
    fn default() -> Self {
        AnchorsCache { context: None, sentences: recent(CACHED_SENTENCES) }
    }
}

/// The anchors of a sentence, and the subject that a pronoun in the next sentence may refer to.
#[derive(Debug)]
struct SentenceAnchors {
    /// The subject named before the sentence; the outer `None` if the result does not depend on it.
    before: Option<Option<NamedSubject>>,
    /// The labels; their summary spans are relative to the start of the sentence.
    labels: Vec<Label>,
    /// The last subject that the sentence names.
    after: Option<NamedSubject>,
}

/// A named subject.
#[derive(Clone, Debug, PartialEq)]
struct NamedSubject {
    text: String,
    keys: Keys,
}

/// Proposes the list of anchors.
pub(super) fn run(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    let kept = &mut cache.anchors;
    let context = Arc::clone(kept.context.get_or_insert_with(|| Arc::new(Context::new(pair))));
    let raw = pair.summary.text.raw();
    let prose = Prose::new(raw);
    let mut list = Vec::new();
    let mut named: Option<NamedSubject> = None;
    // Reference lists are not part of what the report says.
    for placed in pair.wording.text.sentences().iter().filter(|placed| !prose.lists(placed.span())) {
        let known = kept.sentences.get(&placed.sentence.text);
        let found = match known.filter(|found| found.before.as_ref().is_none_or(|before| *before == named)) {
            Some(found) => Arc::clone(found),
            None => {
                let found = Arc::new(SentenceAnchors::new(pair, &context, placed, named.as_ref()));
                kept.sentences.put(Arc::clone(&placed.sentence.text), Arc::clone(&found));
                found
            }
        };
        let labels = found.labels.iter().map(|label| {
            let mut label = label.clone();
            label.summary.iter_mut().for_each(|span| *span = placed.place(*span));
            label
        });
        let is_mark = |label: &Label| {
            label.kind == Some(NUMBER) && label.summary.iter().any(|at| is_list_mark(raw, *at))
        };
        list.extend(labels.filter(|label| !is_mark(label)));
        named = found.after.clone().or(named);
    }
    // An anchor that is missing from the context refers to the mismatches of its claim.
    let claims = claims_with_mismatches(pair, cache, labels);
    for label in list.iter_mut().filter(|label| label.word == Some(LabelValue::No)) {
        let Some(at) = label.summary.first().copied() else { continue };
        let of_claim = |claim: &Claim| claim.mismatches_at(at);
        label.mismatches = near(pair, &claims, at).iter().flat_map(of_claim).collect();
    }
    labels.set(List::Anchors, Entry::Given(list));
}

/// Whether a number is a list marker: "2." or "2)" at the beginning of a line or a heading.
fn is_list_mark(raw: &str, span: Span) -> bool {
    let leads = |c: char| c != '\n' && (c.is_whitespace() || matches!(c, '#' | '>' | '*' | '_'));
    let line = raw[..span.start].trim_end_matches(leads);
    let begins = line.is_empty() || line.ends_with('\n');
    let after = &raw[span.end..];
    let closes = after.starts_with(['.', ')']) && after[1..].starts_with([' ', '\t']);
    begins && closes && span.end - span.start <= 3 && raw[span.range()].bytes().all(|b| b.is_ascii_digit())
}

impl SentenceAnchors {
    fn new(pair: &Pair, context: &Context, placed: &Placed, named: Option<&NamedSubject>) -> SentenceAnchors {
        let sentence = &placed.sentence;
        let all = figures(sentence);
        let mut found: Vec<(Span, Label)> = all
            .iter()
            .filter(|figure| !figure.is_weak(sentence))
            .map(|figure| {
                (figure.span, of_figure(pair, context, figure, &sentence.text[figure.span.range()]))
            })
            .collect();
        let mut out = SentenceAnchors { before: None, labels: Vec::new(), after: None };
        let asks = sentence.text.trim_end_matches(['"', '\'', '”', '’', ')', ' ']).ends_with(['?', '？']);
        if !asks {
            let (first, count) = (placed.first_token, sentence.tokens.len());
            let words = parse::words(pair.wording, first, first + count);
            for assertion in assertions(&words) {
                let one = PlacedAssertion { words: &words, figures: &all, placed, assertion: &assertion };
                found.extend(one.label(pair, context, named, &mut out));
            }
        }
        found.sort_by_key(|(span, label)| (span.start, label.kind == Some(CLAIM), span.end));
        out.labels = found.into_iter().map(|(_, label)| label).collect();
        out
    }
}

const NUMBER: &str = "number";
const DATE: &str = "date";
const CLAIM: &str = "claim";

/// Largest error of an approximate figure, and largest distance in tokens between subject and object, as in
/// the rubric's defaults. The rubric applies its own thresholds again.
const DEFAULTS: (f64, usize) = (0.05, 12);

fn word(supported: bool) -> Option<LabelValue> {
    Some(if supported { LabelValue::Yes } else { LabelValue::No })
}

fn of_figure(pair: &Pair, context: &Context, figure: &Figure, written: &str) -> Label {
    let kind = if figure.is_date() { DATE } else { NUMBER };
    let held = context.figure(pair, figure, written);
    let off = held.as_ref().map(|held| {
        // Rounded up, so that an error above a threshold stays above it.
        const STEPS: f64 = 10_000.0;
        Num::ratio((held.off * STEPS).ceil().min(1e12) as usize, STEPS as usize)
    });
    let why = match &held {
        None => format!("{kind} {written} is not in {}", whole(pair)),
        Some(held) => {
            let theirs = quoted(pair, context, &held.place);
            let place = place(pair, context, &held.place);
            match (held.exact, held.off > 0.0) {
                (true, _) => format!("{written} is in {place}"),
                (_, true) => format!("{theirs} in {place} is {:.1} % off", held.off * 100.0),
                _ if figure.is_decade() && theirs.ends_with(|c: char| c.is_ascii_digit()) => {
                    format!("{theirs} in {place} is one of these years")
                }
                _ => format!("{theirs} in {place} says the same"),
            }
        }
    };
    let exact = held.as_ref().is_some_and(|held| held.exact);
    let near = held.as_ref().is_some_and(|held| held.off <= DEFAULTS.0);
    let mut label = Label {
        text: squeezed(written),
        kind: Some(kind),
        word: word(near),
        measure: Some(ThresholdMeasure::Figure { exact, off }),
        summary: vec![figure.span],
        why: vec![why],
        ..Label::default()
    };
    if let Some(held) = held {
        rest_on(pair, context, &held.place, &mut label);
    }
    label
}

/// Adds the place to a label: spans of the article, or the name of the source.
fn rest_on(pair: &Pair, context: &Context, place: &ContextPlace, label: &mut Label) {
    match context.source(pair, place.text) {
        None => label.article.clone_from(&place.spans),
        Some((source, _)) => label.source = Some(source_name(pair, source)),
    }
}

fn source_name(pair: &Pair, source: usize) -> String {
    let id = pair.case.sources.get(source).and_then(|source| source.id.clone());
    id.unwrap_or_else(|| (source + 1).to_string())
}

fn place(pair: &Pair, context: &Context, place: &ContextPlace) -> String {
    match context.source(pair, place.text) {
        None => format!("sentence {} of the article", sentence_number(place.sentence)),
        Some((source, true)) => format!("the title of source {}", source_name(pair, source)),
        Some((source, false)) => {
            format!("sentence {} of source {}", sentence_number(place.sentence), source_name(pair, source))
        }
    }
}

fn quoted(pair: &Pair, context: &Context, place: &ContextPlace) -> String {
    let text = &context.text(pair, place.text).text;
    let words = |span: &Span| squeezed(text.slice(*span));
    place.spans.iter().map(words).collect::<Vec<_>>().join(" and ")
}

fn whole(pair: &Pair) -> &'static str {
    match pair.sources.len() {
        0 => "the article",
        1 => "the article or its source",
        _ => "the article or its sources",
    }
}

/// An assertion with its sentence.
struct PlacedAssertion<'a> {
    words: &'a [parse::Word],
    figures: &'a [Figure],
    placed: &'a Placed,
    assertion: &'a Assertion,
}

impl PlacedAssertion<'_> {
    fn label(
        &self,
        pair: &Pair,
        context: &Context,
        named: Option<&NamedSubject>,
        found: &mut SentenceAnchors,
    ) -> Option<(Span, Label)> {
        let PlacedAssertion { words, figures, placed, assertion } = self;
        let first = placed.first_token;
        let slice = |from: usize, to: usize| {
            Span::new(words[from].span.start - placed.start, words[to - 1].span.end - placed.start)
        };
        let text = |span: Span| squeezed(&placed.sentence.text[span.range()]);
        let subject = match &assertion.subject {
            Some(phrase) => {
                let keys = Keys::of(words, phrase, figures, first);
                let text = text(slice(phrase.words.0, phrase.words.1));
                found.after = Some(NamedSubject { text, keys });
                found.after.clone()
            }
            None => match &found.after {
                Some(named) => Some(named.clone()),
                None => {
                    found.before = Some(named.cloned());
                    named.cloned()
                }
            },
        };
        let (subject, object) = (subject?, assertion.object.as_ref()?);
        let others = Keys::of(words, object, figures, first);
        let span = slice(assertion.start.min(assertion.verb.0), object.words.1);
        let object = text(slice(object.words.0, object.words.1));
        let mut label =
            Label { text: text(span), kind: Some(CLAIM), summary: vec![span], ..Label::default() };
        let both = format!("\"{}\" and \"{object}\"", subject.text);
        let mut together = context.together(pair, &subject.keys, &others);
        if assertion.subject.is_none() && !matches!(&together, Ok(Some(found)) if found.one_sentence) {
            // The context may use the pronoun as well.
            let word = &words[assertion.start];
            if word.tag == parse::Tag::Pronoun
                && let Ok(Some(found)) = context.together(pair, &Keys::pronoun(&word.lower), &others)
                && found.one_sentence
            {
                together = Ok(Some(found));
            }
        }
        let (one_sentence, within, why) = match together {
            Ok(Some(found)) => {
                rest_on(pair, context, &found.place, &mut label);
                let why = if found.one_sentence {
                    format!("{both} occur together in {}", place(pair, context, &found.place))
                } else {
                    format!("{both} are in no sentence together; {} tokens hold them at best", found.within)
                };
                (found.one_sentence, Some(found.within), why)
            }
            Ok(None) => (false, None, format!("{both} are not found together")),
            Err(missing) => {
                let lacking = if missing == Lacking::Subject { &subject.text } else { &object };
                (false, None, format!("\"{lacking}\" is not in {}", whole(pair)))
            }
        };
        label.word = word(one_sentence || within.is_some_and(|within| within <= DEFAULTS.1));
        label.measure = Some(ThresholdMeasure::Together { one_sentence, within });
        label.why = vec![why];
        Some((span, label))
    }
}

#[cfg(test)]
mod tests;
