//! Reads the content of a label file, list by list.

use serde_json::{Map, Value};
use unicode_segmentation::UnicodeSegmentation;

use super::fraction::Fraction;

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// A list is missing.
    Missing,
    /// A list or a value cannot be read.
    Malformed,
    /// One list is missing and another is malformed: either may be reported.
    MissingAndMalformed,
    /// A denominator is 0, or an input is missing.
    NotApplicable,
}

impl Gap {
    pub fn is_error(self) -> bool {
        self != Gap::NotApplicable
    }
}

/// A value that may be unknown.
pub type Known<T> = Result<T, Gap>;

/// A half-open range of Unicode scalar values.
pub type Range = (usize, usize);

/// One entry of a list.
#[derive(Clone, Debug)]
pub struct Unit {
    pub text: String,
    pub word: String,
    pub article: Vec<Range>,
}

/// What is known about the unsupported words.
#[derive(Clone, Copy, Debug)]
pub struct Extraneous {
    pub tokens: i128,
    pub of: i128,
}

/// A segment: the given label value, or its overlap.
#[derive(Clone, Debug)]
pub enum Segment {
    Word(String),
    Overlap(Fraction),
}

#[derive(Clone, Debug)]
pub struct Facts {
    pub key_points: Known<Vec<Unit>>,
    pub extraneous: Known<Extraneous>,
    pub coverage_qags: Known<Vec<Unit>>,
    pub claims: Known<Vec<Unit>>,
    pub claim_qags: Known<Vec<Unit>>,
    pub deviations: Known<Vec<Unit>>,
    pub segments: Known<Vec<Segment>>,
    pub issues: Known<Vec<Unit>>,
    /// `Err(Missing)` if no score was given.
    pub bias_score: Known<Fraction>,
    pub tox_score: Known<Fraction>,
}

/// The case's two texts, as characters.
struct Texts {
    article: Vec<char>,
    summary: Vec<char>,
}

impl Facts {
    pub fn read(case: &Value, labels: &Value) -> Facts {
        let text = |key: &str| case[key].as_str().unwrap_or_default().chars().collect();
        let texts = Texts { article: text("article"), summary: text("summary") };
        let units = |key: &str, field: &str, words: &[&str]| {
            let entries = list(labels, key)?;
            entries.iter().map(|entry| unit(&texts, entry, field, words)).collect::<Known<Vec<Unit>>>()
        };
        let questions = ["correct", "partial", "wrong"];
        Facts {
            key_points: units("key_points", "label", &["fully", "partial", "not"]),
            extraneous: extraneous(&texts, labels),
            coverage_qags: units("coverage_qags", "label", &questions),
            claims: units("claims", "label", &["supported", "partial", "unsupported"]),
            claim_qags: units("claim_qags", "label", &questions),
            deviations: units("deviations", "severity", &["mild", "moderate", "severe"]).and_then(|units| {
                let kinds = ["meaning", "sentiment", "focus", "framing"];
                for entry in list(labels, "deviations")? {
                    one_of(entry, "kind", &kinds)?;
                }
                Ok(units)
            }),
            segments: list(labels, "segments")
                .and_then(|entries| entries.iter().map(|entry| segment(&texts, entry)).collect()),
            issues: units(
                "issues",
                "kind",
                &["biased_wording", "stereotype", "insult", "mild_profanity", "strong_profanity", "slur"],
            ),
            bias_score: given_score(labels, "bias_score"),
            tox_score: given_score(labels, "tox_score"),
        }
    }
}

/// "One that is absent is a missing metric"; anything but a list is a wrong type.
fn list<'a>(labels: &'a Value, key: &str) -> Known<&'a Vec<Value>> {
    labels.get(key).ok_or(Gap::Missing)?.as_array().ok_or(Gap::Malformed)
}

fn object(entry: &Value) -> Known<&Map<String, Value>> {
    entry.as_object().ok_or(Gap::Malformed)
}

/// "A malformed label value (unknown word, wrong type) is the error of the metrics that use that list."
fn one_of(entry: &Value, field: &str, words: &[&str]) -> Known<String> {
    let word = object(entry)?.get(field).and_then(Value::as_str).ok_or(Gap::Malformed)?;
    if words.contains(&word) { Ok(word.to_owned()) } else { Err(Gap::Malformed) }
}

fn unit(texts: &Texts, entry: &Value, field: &str, words: &[&str]) -> Known<Unit> {
    let word = one_of(entry, field, words)?;
    spans(&texts.summary, entry, "summary")?;
    let article = spans(&texts.article, entry, "article")?;
    Ok(Unit { text: entry["text"].as_str().unwrap_or_default().to_owned(), word, article })
}

/// "Spans may be left out where only labels are known."
fn spans(text: &[char], entry: &Value, side: &str) -> Known<Vec<Range>> {
    let Some(spans) = entry.get(side) else { return Ok(Vec::new()) };
    spans.as_array().ok_or(Gap::Malformed)?.iter().map(|span| placed(text, span)).collect()
}

/// "Each span repeats its text, which is checked; a span whose text does not match is re-found by its text if that
/// is unique, else refused."
fn placed(text: &[char], span: &Value) -> Known<Range> {
    let span = object(span)?;
    let offset = |key: &str| span.get(key).and_then(Value::as_u64).ok_or(Gap::Malformed);
    let (start, end) = (offset("start")? as usize, offset("end")? as usize);
    let wanted: Vec<char> = span.get("text").and_then(Value::as_str).ok_or(Gap::Malformed)?.chars().collect();
    if start <= end && end <= text.len() && text[start..end] == wanted[..] {
        return Ok((start, end));
    }
    let mut found = (0..=text.len()).filter(|&at| !wanted.is_empty() && text[at..].starts_with(&wanted));
    match (found.next(), found.next()) {
        (Some(at), None) => Ok((at, at + wanted.len())),
        _ => Err(Gap::Malformed),
    }
}

/// Half-open ranges that share a character; "touching half-open spans do not overlap".
pub fn overlap(a: Range, b: Range) -> bool {
    a.0 < b.1 && b.0 < a.1
}

/// `extraneous` is a list of spans, or `{tokens, of}`: "`of` replaces the real count; ... `tokens > of` is malformed".
fn extraneous(texts: &Texts, labels: &Value) -> Known<Extraneous> {
    let given = labels.get("extraneous").ok_or(Gap::Missing)?;
    if let Some(counts) = given.as_object() {
        let count = |key: &str| counts.get(key).and_then(Value::as_u64).map(i128::from).ok_or(Gap::Malformed);
        let (tokens, of) = (count("tokens")?, count("of")?);
        return if tokens > of { Err(Gap::Malformed) } else { Ok(Extraneous { tokens, of }) };
    }
    let marked: Vec<Range> =
        list(labels, "extraneous")?.iter().map(|span| placed(&texts.summary, span)).collect::<Known<_>>()?;
    let tokens = tokens(&texts.summary.iter().collect::<String>());
    let hit = tokens.iter().filter(|&&token| marked.iter().any(|&mark| overlap(token, mark))).count();
    Ok(Extraneous { tokens: hit as i128, of: tokens.len() as i128 })
}

/// "Words follow the default UAX #29 rules without a dictionary, and need a letter or a digit."
pub fn tokens(text: &str) -> Vec<Range> {
    let mut found = Vec::new();
    let mut at = 0;
    for piece in text.split_word_bounds() {
        let length = piece.chars().count();
        if piece.chars().any(char::is_alphanumeric) {
            found.push((at, at + length));
        }
        at += length;
    }
    found
}

/// "`segments` of a label file may give `label` (`high|some|none`) instead of `overlap`."
fn segment(texts: &Texts, entry: &Value) -> Known<Segment> {
    spans(&texts.summary, entry, "summary")?;
    let entry_object = object(entry)?;
    if entry_object.contains_key("label") {
        return one_of(entry, "label", &["high", "some", "none"]).map(Segment::Word);
    }
    let overlap = number(entry_object.get("overlap").ok_or(Gap::Malformed)?)?;
    if overlap.is_below(Fraction::ZERO) || overlap.is_above(Fraction::ONE) {
        return Err(Gap::Malformed);
    }
    Ok(Segment::Overlap(overlap))
}

fn number(value: &Value) -> Known<Fraction> {
    match value {
        Value::Number(number) => Fraction::decimal(&number.to_string()).ok_or(Gap::Malformed),
        _ => Err(Gap::Malformed),
    }
}

/// A direct score must lie in [0, 10].
fn given_score(labels: &Value, key: &str) -> Known<Fraction> {
    let score = number(labels.get(key).ok_or(Gap::Missing)?)?;
    if score.is_below(Fraction::ZERO) || score.is_above(Fraction::whole(10)) {
        return Err(Gap::Malformed);
    }
    Ok(score)
}

/// Returns the number of units with a label value.
pub fn count(units: &[Unit], word: &str) -> i128 {
    units.iter().filter(|unit| unit.word == word).count() as i128
}
