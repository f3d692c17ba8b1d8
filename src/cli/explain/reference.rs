//! The reference of the rubrics as a document, one rule at a time.

use super::{Loaded, limits};
use crate::annotation_rules::{AnnotationRule, PAGE, RULES, anchor};
use crate::document::{Document, RichText, Table};
use crate::rubric::{self, CapDocs, READINGS, Reading, Rubric, RubricEntry};

pub fn reference(rubrics: &[Loaded]) -> Document {
    let mut out = Document::new("The rubrics");
    out.paragraph(
        RichText::new()
            .text(
                "Every metric, cap, verdict and reading: what it does, why, the rule, a worked example and where it comes from. \
                 The words and numbers are those of the files in ",
            )
            .code("src/core/rubric/*.toml")
            .text(
                "; a test gives the case of each example to the rubric and holds what comes out against the numbers in the text. \
                 This page is written by",
            ),
    );
    out.code("$ lockbench explain --all --format md");
    out.paragraph(
        RichText::new()
            .text("and a test fails where it is out of date; ")
            .code("LOCKBENCH_BLESS=1 cargo test --test suite reference")
            .text(" writes it again. ")
            .code("lockbench explain NAME")
            .text(" prints a single rule."),
    );
    let row = |(entry, rubric): &Loaded| {
        let docs = rubric.docs();
        let link = |name: &str| RichText::new().code_link(name, id(entry.slug, name));
        let metrics = RichText::joined(docs.metrics.iter().map(|(key, _)| link(key)), " ");
        let caps = RichText::joined(docs.caps.iter().map(|cap| link(cap.slug)), " ");
        vec![RichText::new().link(entry.title, entry.slug), metrics, caps]
    };
    out.table(Table::new(["rubric", "metrics", "caps"], 3, rubrics.iter().map(row)));
    let about = RichText::new().text("What a label is given for is in the ").link("annotation rules", PAGE);
    out.paragraph(about.text("."));
    for (entry, rubric) in rubrics {
        section(&mut out, entry, *rubric);
    }
    out.place(1, PAGE, "Annotation rules");
    out.paragraph(
        RichText::new()
            .text(
                "What a label is given for. Lessons cite these rules, the exercises of the gym and the labels of ",
            )
            .code("lockbench mutate")
            .text(" follow them, and reports to annotators link them."),
    );
    for rule in RULES.iter() {
        out.place(2, anchor(&rule.id), rule.title.as_str());
        annotation(&mut out, rule);
    }
    out.place(1, "readings", "Readings");
    out.paragraph(
        RichText::new()
            .text("One switch for each rule that the printed documents leave unclear, ")
            .code("--reading KEY=VALUE")
            .text(". The first value is the default; the ")
            .emphasis("printed")
            .text(" one is taken by ")
            .code("--literal")
            .text("."),
    );
    let row = |reading: &Reading| {
        let key = RichText::new().anchor(id("reading", reading.key)).code(reading.key);
        vec![key, values(reading), reading.rubrics.join(", ").into(), reading.about.into()]
    };
    let heads = ["reading", "values", "rubrics", "what it settles"];
    out.table(Table::new(heads, heads.len(), READINGS.iter().map(row)));
    out
}

pub fn section(out: &mut Document, entry: &RubricEntry, rubric: &dyn Rubric) {
    let docs = rubric.docs();
    out.place(1, entry.slug, RichText::new().text(format!("{} (", entry.title)).code(entry.slug).text(")"));
    body(out, docs.words);
    for (key, words) in &docs.metrics {
        out.place(2, id(entry.slug, key), format!("{}: {key}", entry.title));
        body(out, words);
    }
    for docs in &docs.caps {
        out.place(2, id(entry.slug, docs.slug), format!("{}: cap {}", entry.title, docs.slug));
        cap(out, docs);
    }
    out.place(2, id(entry.slug, "verdict"), format!("{}: verdict", entry.title));
    body(out, docs.verdict);
}

/// Appends an overview of a rubric: the names of its parts.
pub fn overview(out: &mut Document, entry: &RubricEntry, rubric: &dyn Rubric) {
    let docs = rubric.docs();
    out.heading(format!("{} ({})", entry.title, entry.slug));
    body(out, docs.words);
    out.subheading("Metrics");
    let rows = docs.metrics.iter().map(|(key, words)| vec![(*key).to_owned(), words.what.clone()]);
    out.table(Table::new(["metric", "what it is"], 2, rows));
    if !docs.caps.is_empty() {
        out.subheading("Caps");
    }
    let rows =
        docs.caps.iter().map(|cap| vec![cap.slug.to_owned(), format!("{} -> {}", cap.when, limits(cap))]);
    out.table(Table::new(["cap", "when, and to what it limits"], 2, rows));
    out.subheading("Verdict");
    out.paragraph(&*docs.verdict.formula);
    out.subheading("Readings");
    let of_rubric = READINGS.iter().filter(|reading| reading.bears_on(entry.slug));
    let rows = of_rubric.map(|reading| vec![reading.key.to_owned(), reading.values.join(", ")]);
    out.table(Table::new(["reading", "values"], 2, rows));
}

/// Appends what a rule does, why, and its source.
pub fn body(out: &mut Document, words: &rubric::Documentation) {
    out.paragraph(&*words.what);
    let readings =
        words.readings.iter().map(|key| RichText::new().code_link(key.as_str(), id("reading", key)));
    let fields = words.reads.iter().map(|field| RichText::new().code(field.as_str()));
    out.facts([
        ("Why", (&*words.why).into()),
        ("Rule", (&*words.formula).into()),
        ("Example", (&*words.example).into()),
        ("Source", (&*words.source).into()),
        ("Readings", RichText::joined(readings, ", ")),
        ("Reads", RichText::joined(fields, ", ")),
    ]);
    let part =
        |(name, what): (&String, &String)| vec![RichText::new().code(name.as_str()), what.as_str().into()];
    out.table(Table::new(["part", "what it is"], 2, words.parts.iter().map(part)));
}

/// Appends when a cap fires, which metric it limits and to what, and its description.
pub fn cap(out: &mut Document, docs: &CapDocs) {
    out.paragraph(format!("Fires on {}: {}.", docs.when, limits(docs)));
    body(out, docs.words);
}

/// Appends an annotation rule.
pub fn annotation(out: &mut Document, rule: &AnnotationRule) {
    out.paragraph(rule.rule.as_str());
    out.facts([("Example", rule.example.as_str().into())]);
}

pub fn reading(out: &mut Document, reading: &Reading) {
    out.paragraph(reading.about);
    let last = reading.values.last().copied().unwrap_or_default();
    out.facts([
        ("Values", values(reading).text("; the first is the default")),
        ("Printed", reading.printed.unwrap_or("the documents give none").into()),
        ("Rubrics", reading.rubrics.join(", ").into()),
        ("Use", RichText::new().code(format!("--reading {}={last}", reading.key))),
    ]);
}

/// Returns the anchor of a rule.
fn id(of: &str, name: &str) -> String {
    format!("{of}-{}", name.replace(['.', '_'], "-"))
}

fn values(reading: &Reading) -> RichText {
    let value = |value: &&str| {
        let words = RichText::new().code(*value).text(format!(" {}", reading.meaning(value)));
        if reading.printed == Some(*value) { words.text(" ").emphasis("printed") } else { words }
    };
    RichText::joined(reading.values.iter().map(value), "; ")
}
