//! `lockbench explain`: describes a rule, with its source, or prints the whole reference, `RUBRICS.md`.

mod reference;

use std::path::PathBuf;

use crate::annotation_rules::{self, RULES};
use crate::document::{Block, Document, text};
use crate::rubric::{CapDocs, READINGS, Rubric, RubricEntry};

use super::destination::FileArgs;
use super::output::Content;
use super::selection::RubricArgs;
use super::{CliError, print_to, similar};

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A metric, a cap, a rubric, a reading or a rule for annotators; `verdict` is the policy of the verdict
    #[arg(
        value_name = "METRIC|CAP|RUBRIC|READING|RULE",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    name: Option<String>,
    /// Everything: each rubric with its metrics, caps and verdict, and the readings
    #[arg(long)]
    all: bool,
    /// Only as this rubric has it
    #[arg(long, short, value_name = "NAME")]
    rubric: Option<String>,
    /// As this rubric file has it
    #[arg(long, value_name = "FILE")]
    rubric_file: Option<PathBuf>,
    /// Plain text, Markdown as in RUBRICS.md, or one page that needs nothing else
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    output: FileArgs,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Format {
    /// For a terminal
    #[default]
    Text,
    /// Markdown
    Md,
    /// A page
    Html,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let all = args.rubric_file.is_none().then(|| "all".to_owned());
    let choice = RubricArgs {
        rubric: args.rubric.clone().or(all).into_iter().collect(),
        rubric_file: args.rubric_file.clone(),
        ..RubricArgs::default()
    };
    let selection = choice.selection()?;
    let rubrics: Vec<Loaded> = selection.rubrics().collect();
    let wanted = args.name.as_deref();
    let print = |text: String| print_to(args.output.open()?, &Content::own(text));
    let document = match (wanted, args.format) {
        (None, Format::Md | Format::Html) => reference::reference(&rubrics),
        _ => named(&rubrics, wanted, args.format),
    };
    match (wanted, args.format) {
        (Some(name), _) if document.blocks.is_empty() => {
            let known = known(&rubrics);
            let hint = match similar(name, known.iter().map(String::as_str)) {
                Some(like) => format!("did you mean `{like}`? `lockbench explain --all` prints all of them"),
                None => format!("known: {}", known.join(", ")),
            };
            Err(CliError::usage(format!("unknown rule `{name}`")).hint(hint))
        }
        (_, Format::Text) => print(text::outline(&document.blocks)),
        (_, Format::Md) => print(document.markdown()),
        (Some(name), Format::Html) => print(Document { title: name.to_owned(), ..document }.html()),
        (None, Format::Html) => print(document.html()),
    }
}

type Loaded<'a> = (&'static RubricEntry, &'a dyn Rubric);

/// Returns everything with this name, or everything if no name is given; empty for an unknown name. In
/// text, a rubric is shown as an overview.
fn named(rubrics: &[Loaded], name: Option<&str>, format: Format) -> Document {
    let name = name.map(|name| name.trim().to_lowercase().replace(' ', "_"));
    // An annotation rule can be named by its id or by its anchor.
    let name = name.map(|name| match name.strip_prefix("rule-") {
        Some(id) if annotation_rules::rule(id).is_some() => id.replace('-', "_"),
        _ if annotation_rules::rule(&name).is_some() => name.replace('-', "_"),
        _ => name,
    });
    let called = |known: &str| name.as_ref().is_none_or(|name| name == known);
    let mut out = Document::default();
    for (entry, rubric) in rubrics {
        if name.as_ref().is_none_or(|name| name.replace('_', "-") == entry.slug) {
            match format {
                Format::Text => reference::overview(&mut out, entry, *rubric),
                Format::Md | Format::Html => whole(&mut out, entry, *rubric),
            }
            if name.is_some() {
                continue;
            }
        }
        let docs = rubric.docs();
        for (key, words) in docs.metrics.iter().filter(|(key, _)| called(key)) {
            out.heading(format!("{key} ({})", entry.title));
            reference::body(&mut out, words);
        }
        for (key, words) in docs.metrics.iter().filter(|_| name.is_some()) {
            for (part, what) in words.parts.iter().filter(|(part, _)| called(part)) {
                out.heading(format!("{part} (part of {key} in {})", entry.title));
                out.paragraph(what.as_str());
                out.facts([("Rule", words.formula.as_str().into())]);
            }
        }
        // Reports name a cap in words.
        let in_words = |cap: &CapDocs| cap.name.to_lowercase().replace(' ', "_");
        for cap in docs.caps.iter().filter(|cap| called(cap.slug) || called(&in_words(cap))) {
            out.heading(format!("{} (cap of {})", cap.slug, entry.title));
            reference::cap(&mut out, cap);
        }
        if called("verdict") {
            out.heading(format!("verdict ({})", entry.title));
            reference::body(&mut out, docs.verdict);
        }
    }
    for reading in READINGS.iter().filter(|reading| called(reading.key)) {
        out.heading(format!("{} (reading)", reading.key));
        reference::reading(&mut out, reading);
    }
    for rule in RULES.iter().filter(|rule| called(&rule.id.replace('-', "_"))) {
        out.heading(format!("{} (rule for annotators: {})", rule.title, rule.id));
        reference::annotation(&mut out, rule);
    }
    out
}

/// Appends a rubric with all its parts, without an anchor at its heading.
fn whole(out: &mut Document, entry: &RubricEntry, rubric: &dyn Rubric) {
    let at = out.blocks.len();
    reference::section(out, entry, rubric);
    if let Some(Block::Heading(heading)) = out.blocks.get_mut(at) {
        heading.anchor = None;
    }
}

/// Returns all names, sorted.
fn known(rubrics: &[Loaded]) -> Vec<String> {
    let mut names: Vec<String> = READINGS.iter().map(|reading| reading.key.to_owned()).collect();
    names.push("verdict".to_owned());
    names.extend(RULES.iter().map(|rule| rule.id.clone()));
    for (entry, rubric) in rubrics {
        let docs = rubric.docs();
        names.push(entry.slug.to_owned());
        names.extend(docs.metrics.iter().map(|(key, _)| (*key).to_owned()));
        names.extend(docs.caps.iter().map(|cap| cap.slug.to_owned()));
    }
    names.sort();
    names.dedup();
    names
}

fn limits(docs: &CapDocs) -> String {
    let each: Vec<String> =
        docs.limits.iter().map(|(target, limit)| format!("{target} <= {limit}")).collect();
    each.join(", ")
}
