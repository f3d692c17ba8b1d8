//! Exports as documents.

use std::collections::BTreeSet;

use crate::adjudication::{
    AnnotatorFeedback, DisputableUnit, Dispute, DisputeEffect, FeedbackItem, feedback, gold as gold_set,
};
use crate::annotation_rules::{AnnotationRule, RULES, about, anchor, rule};
use crate::case::Case;
use crate::document::{Block, Document, RichText, Table};
use crate::num::{pluralize, two_decimals};
use crate::session::{CAUSES, Ruling, RulingValue};
use crate::text::{Span, Text, capitalized};

use super::{Adjudicated, value_name};

/// Most characters quoted from a text.
const QUOTED: usize = 400;

/// Describes the gold set: how many units were agreed on and how many were decided.
pub fn gold(of: &Adjudicated) -> Document {
    let mut document = Document::new("Gold set");
    let gold = gold_set(of.of, of.rulings);
    let names: Vec<String> = (0..of.of.annotators.len()).map(|at| of.name(at)).collect();
    let from = if names.is_empty() { String::new() } else { format!(", from {}", names.join(", ")) };
    document.paragraph(format!(
        "{} with gold labels{from}; {}. A list is gold where its annotators agree on every unit, or where what they \
         differ on was decided.",
        capitalized(&pluralize(gold.lines.len(), "case")),
        of.decided()
    ));
    if of.of.single > 0 {
        document.paragraph(format!(
            "{} that one annotator judged alone {} left out.",
            pluralize(of.of.single, "case"),
            if of.of.single == 1 { "is" } else { "are" }
        ));
    }
    document.heading("What was decided");
    let ruled = of.disputes.all.iter().filter(|dispute| dispute.ruling.is_some());
    let rows: Vec<Vec<String>> = ruled.filter_map(|dispute| row(of, dispute)).collect();
    if rows.is_empty() {
        document.paragraph("Nothing yet.");
    }
    let heads = ["case", "unit", "given", "decided", "cause", "note"];
    document.table(Table::new(heads, heads.len(), rows));
    if !gold.open.is_empty() {
        document.heading("What is open");
        let rows = gold.open.iter().map(|(id, list, count)| {
            let list = list.map_or("Verdict", |list| list.spec().title);
            vec![id.clone(), list.to_owned(), count.to_string()]
        });
        document.table(Table::new(["case", "list left out", "disagreements"], 2, rows));
    }
    document
}

fn row(of: &Adjudicated, dispute: &Dispute) -> Option<Vec<String>> {
    let (unit, ruling) = (dispute.unit(of.of)?, dispute.ruling.as_ref()?);
    let case = &of.of.cases[dispute.place.case].case;
    let cause = ruling.cause.map_or("-", |cause| cause.spec().title);
    let stale = if dispute.is_stale(of.of) { " (an annotator has changed theirs since)" } else { "" };
    Some(vec![
        case.id.clone(),
        named(unit, unit.words(case)),
        given(of, unit),
        format!("{}{stale}", decided(ruling)),
        cause.to_owned(),
        ruling.note.clone().unwrap_or_else(|| "-".to_owned()),
    ])
}

/// Renders the feedback for each annotator.
pub fn report(of: &Adjudicated) -> Document {
    let all = feedback(of.of, of.rulings);
    let chosen: Vec<&AnnotatorFeedback> =
        all.iter().filter(|feedback| of.only.is_none_or(|only| only == feedback.annotator)).collect();
    let title = match of.only {
        Some(only) => format!("What was decided differently: {}", of.name(only)),
        None => "What was decided differently".to_owned(),
    };
    let mut document = Document::new(&title);
    let mut cited: BTreeSet<&str> = BTreeSet::new();
    document.paragraph(format!("{}.", between_annotators(of)));
    for feedback in chosen {
        if of.only.is_none() {
            document.heading(of.name(feedback.annotator));
        }
        summary(&mut document, feedback);
        for item in &feedback.items {
            decision(&mut document, of, item);
            cited.extend(rules_of(item).iter().map(|rule| rule.id.as_str()));
        }
    }
    if !cited.is_empty() {
        document.heading("The rules");
    }
    for rule in RULES.iter().filter(|rule| cited.contains(rule.id.as_str())) {
        document.place(2, anchor(&rule.id), rule.title.as_str());
        document.paragraph(rule.rule.as_str());
        document.paragraph(format!("Example: {}", rule.example));
    }
    document
}

/// Appends how many decisions went against an annotator, and their causes.
fn summary(document: &mut Document, feedback: &AnnotatorFeedback) {
    document.paragraph(match (feedback.rulings, feedback.items.len()) {
        (0, _) => "Nothing is decided yet of what you judged.".to_owned(),
        (rulings, 0) => {
            format!("{} on units that you judged, all as you had given.", pluralize(rulings, "decision"))
        }
        (rulings, against) => format!(
            "{} on units that you judged; {against} went against what you had given.",
            pluralize(rulings, "decision")
        ),
    });
    let causes = CAUSES.iter().zip(feedback.causes).filter(|(_, count)| *count > 0);
    let mut rows: Vec<Vec<String>> = causes
        .map(|(spec, count)| vec![spec.title.to_owned(), spec.about.to_owned(), count.to_string()])
        .collect();
    let without = feedback.causes[CAUSES.len()];
    if without > 0 {
        rows.push(vec!["no cause given".to_owned(), String::new(), without.to_string()]);
    }
    document.table(Table::new(["cause", "what it means", "decisions"], 2, rows));
}

/// Appends a decision against an annotator: their answer, the ruling and the rules it follows.
fn decision(document: &mut Document, of: &Adjudicated, item: &FeedbackItem) {
    let (unit, case) = (item.unit(of.of), &of.of.cases[item.place.case].case);
    document.subheading(format!("{}, {}", case.id, unit.name()));
    let words = unit.words(case);
    if !words.is_empty() {
        document.quote(cut(words));
    }
    let answer = unit.label().and_then(|label| label.answer.as_deref());
    answer.iter().for_each(|answer| document.paragraph(format!("Answer: {}", cut(answer))));
    document.blocks.extend(sentences(unit, case, words));
    document.blocks.extend(quoted(&item.ruling, words));
    let own = value_name(unit.list, item.own.value);
    let own = match item.own.left {
        false => format!("You gave: {own}."),
        true => format!("You left it as the engine had it: {own}."),
    };
    let cause = item.ruling.cause.map_or(String::new(), |cause| format!(" Cause: {}.", cause.spec().title));
    document.paragraph(format!("{own} Decided: {}.{cause}", decided(&item.ruling)));
    if let Some(note) = &item.ruling.note {
        document.paragraph(format!("Note: {note}"));
    }
    for rule in rules_of(item) {
        document.paragraph(RichText::new().link(format!("Rule: {}", rule.title), anchor(&rule.id)));
    }
}

/// Returns the annotation rules that a ruling follows: those of its label, or else those of its list.
fn rules_of(item: &FeedbackItem) -> Vec<&'static AnnotationRule> {
    let word = match item.ruling.to {
        RulingValue::Label(word) => rule(word.as_str()),
        RulingValue::Verdict(_) | RulingValue::Nothing => None,
    };
    let list = item.ruling.list;
    word.filter(|rule| rule.list == list).map_or_else(|| about(list).collect(), |rule| vec![rule])
}

/// Returns the sentences of the summary that contain a unit, unless the unit consists of these sentences.
fn sentences(unit: &DisputableUnit, case: &Case, words: &str) -> Vec<Block> {
    let Some(label) = unit.label() else { return Vec::new() };
    let text = Text::new(&case.summary);
    let mut found: Vec<&str> = text
        .sentences()
        .iter()
        .filter(|placed| {
            let place = Span::new(placed.start, placed.start + placed.sentence.text.len());
            label.summary.iter().any(|span| span.overlaps(place))
        })
        .map(|placed| placed.sentence.text.trim())
        .filter(|sentence| *sentence != words && sentence.trim_end_matches('.') != words)
        .collect();
    found.truncate(2);
    found
        .into_iter()
        .map(|sentence| Block::Paragraph(format!("The sentence: \u{201c}{}\u{201d}", cut(sentence)).into()))
        .collect()
}

/// Returns the evidence of a ruling's unit, unless it equals the unit's own words.
fn quoted(ruling: &Ruling, words: &str) -> Vec<Block> {
    let texts = |key: &str| -> Vec<String> {
        let spans = ruling.unit.get(key).and_then(serde_json::Value::as_array).into_iter().flatten();
        let texts = spans.filter_map(|span| span.get("text").and_then(serde_json::Value::as_str));
        texts
            .filter(|text| *text != words)
            .take(3)
            .map(|text| format!("\u{201c}{}\u{201d}", cut(text)))
            .collect()
    };
    let one = |(key, title): (&str, &str)| {
        let texts = texts(key);
        (!texts.is_empty()).then(|| Block::Paragraph(format!("{title}: {}", texts.join(" … ")).into()))
    };
    [("summary", "In the summary"), ("article", "In the article")].into_iter().filter_map(one).collect()
}

/// Describes how many disagreements are decided, as the beginning of a sentence.
fn between_annotators(of: &Adjudicated) -> String {
    match of.disputes.all.len() {
        0 => "No disagreement between annotators".to_owned(),
        _ => capitalized(&format!("{} so far", of.decided())),
    }
}

/// Renders the disputes in queue order.
pub fn queue(of: &Adjudicated) -> Document {
    let mut document = Document::new("Disagreements");
    let order = match of.disputes.all.len() {
        0 | 1 => "",
        _ => " What decides a verdict comes first, then what moves a score.",
    };
    document.paragraph(format!("{}.{order}", between_annotators(of)));
    let rows = of.disputes.all.iter().filter_map(|dispute| {
        let unit = dispute.unit(of.of)?;
        let case = &of.of.cases[dispute.place.case].case;
        let ruling = dispute.ruling.as_ref().map_or_else(|| "-".to_owned(), decided);
        Some(vec![
            case.id.clone(),
            named(unit, unit.words(case)),
            given(of, unit),
            effect(unit, &dispute.effect),
            ruling,
        ])
    });
    let heads = ["case", "unit", "given", "its effect", "decided"];
    document.table(Table::new(heads, heads.len(), rows));
    document
}

/// Describes the effect of a dispute in a few words.
fn effect(unit: &DisputableUnit, effect: &DisputeEffect) -> String {
    if unit.list.is_none() {
        return "the verdict".to_owned();
    }
    let metric = effect
        .metric
        .map(|(key, points)| format!("{} points of {}", two_decimals(points), key.replace('_', " ")));
    let mut parts = Vec::new();
    if effect.turns {
        let decisions: Vec<&str> = effect.outcomes.iter().map(|outcome| outcome.decision.as_str()).collect();
        parts.push(format!("the verdict: {}", decisions.join(" or ")));
    }
    if effect.score > 0.0 {
        parts.push(format!("{} points of the score", two_decimals(effect.score)));
    }
    parts.extend(metric);
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

fn named(unit: &DisputableUnit, words: &str) -> String {
    if words.is_empty() { unit.name() } else { format!("{}: {}", unit.name(), cut(words)) }
}

fn cut(words: &str) -> String {
    match words.char_indices().nth(QUOTED) {
        Some((at, _)) => format!("{} …", &words[..at]),
        None => words.to_owned(),
    }
}

fn given(of: &Adjudicated, unit: &DisputableUnit) -> String {
    let voices = unit.voices.iter().map(|voice| {
        let left = if voice.left { " (left to the engine)" } else { "" };
        let said = value_name(unit.list, voice.value);
        format!("{} {said}{left}", of.name(voice.annotator))
    });
    voices.collect::<Vec<_>>().join("; ")
}

fn decided(ruling: &Ruling) -> String {
    value_name(ruling.list, crate::adjudication::UnitValue::of(ruling))
}
