//! `lockbench explain`: a rule in words, with its source; or the whole reference, `RUBRICS.md`.

mod markdown;

use crate::annotation_rules::{self, AnnotationRule, RULES};
use crate::rubric::{CapDocs, READINGS, RUBRICS, Reading, Rubric, RubricEntry, Words};

use super::destination::FileArgs;
use super::output::Content;
use super::{CliError, print_to};

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
    /// Plain text, or Markdown as in RUBRICS.md
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    output: FileArgs,
}

/// How it is written.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Format {
    /// For a terminal
    #[default]
    Text,
    /// Markdown
    Md,
}

/// Something that can be explained.
enum Page<'a> {
    /// A rubric in short, with the names of what is in it.
    Rubric(&'a RubricEntry, &'a dyn Rubric),
    /// A metric or the verdict, with its name and its rubric's title.
    Rule(&'a str, &'a str, &'a Words),
    /// A cap, with its rubric's title.
    Cap(&'a CapDocs<'a>, &'a str),
    /// A reading.
    Reading(&'a Reading),
    /// A rule for annotators.
    Annotation(&'a AnnotationRule),
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8, CliError> {
    if let Some(slug) = args.rubric.as_deref().filter(|slug| !RUBRICS.iter().any(|entry| entry.slug == *slug))
    {
        let known: Vec<&str> = RUBRICS.iter().map(|entry| entry.slug).collect();
        return Err(CliError::usage(format!("unknown rubric `{slug}` (known: {})", known.join(", "))));
    }
    let mut rubrics = Vec::new();
    for entry in RUBRICS.iter().filter(|entry| args.rubric.as_deref().is_none_or(|slug| slug == entry.slug)) {
        let rubric = (entry.load)(entry.toml).map_err(|error| CliError::usage(error.to_string()))?;
        rubrics.push((entry, rubric));
    }
    let wanted = args.name.as_deref();
    let print = |text: String| print_to(args.output.open()?, &Content::own(text));
    match (wanted, args.format) {
        (None, Format::Md) => print(markdown::reference(&rubrics)),
        (None, Format::Text) => pages(&rubrics, None, Format::Text).map_or(Ok(0), print),
        (Some(name), format) => match pages(&rubrics, Some(name), format) {
            Some(text) => print(text),
            None => Err(CliError::usage(format!("nothing is called `{name}`"))
                .hint(format!("there are {}", known(&rubrics).join(", ")))),
        },
    }
}

type Loaded = (&'static RubricEntry, Box<dyn Rubric>);

/// Everything of a name, or everything; `None` where there is nothing.
fn pages(rubrics: &[Loaded], name: Option<&str>, format: Format) -> Option<String> {
    let name = name.map(|name| name.trim().to_lowercase().replace(' ', "_"));
    // A rule for annotators is called by its id, also as its anchor has it.
    let name = name.map(|name| match name.strip_prefix("rule-") {
        Some(id) if annotation_rules::rule(id).is_some() => id.replace('-', "_"),
        _ if annotation_rules::rule(&name).is_some() => name.replace('-', "_"),
        _ => name,
    });
    let called = |known: &str| name.as_ref().is_none_or(|name| name == known);
    let mut found = Vec::new();
    let mut add = |page: Page| {
        found.push(match format {
            Format::Text => text(&page),
            Format::Md => markdown::page(&page),
        });
    };
    for (entry, rubric) in rubrics {
        if name.as_ref().is_none_or(|name| name.replace('_', "-") == entry.slug) {
            add(Page::Rubric(entry, rubric.as_ref()));
            if name.is_some() {
                continue;
            }
        }
        let docs = rubric.docs();
        for (key, words) in docs.metrics.iter().filter(|(key, _)| called(key)) {
            add(Page::Rule(key, entry.title, words));
        }
        for cap in docs.caps.iter().filter(|cap| called(cap.slug)) {
            add(Page::Cap(cap, entry.title));
        }
        if called("verdict") {
            add(Page::Rule("verdict", entry.title, docs.verdict));
        }
    }
    for reading in READINGS.iter().filter(|reading| called(reading.key)) {
        add(Page::Reading(reading));
    }
    let rule_called = |id: &str| called(&id.replace('-', "_"));
    for rule in RULES.iter().filter(|rule| rule_called(rule.id)) {
        add(Page::Annotation(rule));
    }
    (!found.is_empty()).then(|| found.join("\n"))
}

/// Every name, sorted.
fn known(rubrics: &[Loaded]) -> Vec<String> {
    let mut names: Vec<String> = READINGS.iter().map(|reading| reading.key.to_owned()).collect();
    names.push("verdict".to_owned());
    names.extend(RULES.iter().map(|rule| rule.id.to_owned()));
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

fn text(page: &Page) -> String {
    match page {
        Page::Rubric(entry, rubric) => whole(entry, *rubric),
        Page::Rule(name, rubric, words) => part(&format!("{name} ({rubric})"), words),
        Page::Cap(docs, rubric) => cap(docs, rubric),
        Page::Reading(of) => reading(of),
        Page::Annotation(rule) => format!(
            "{} (rule for annotators: {})\n  {}\n\n  {:<9}{}\n",
            rule.title, rule.id, rule.rule, "example", rule.example
        ),
    }
}

/// A rule in words.
fn part(title: &str, words: &Words) -> String {
    let mut text = format!("{title}\n  {}\n\n", words.what);
    let mut row = |name: &str, said: &str| {
        if !said.is_empty() {
            text.push_str(&format!("  {name:<9}{said}\n"));
        }
    };
    row("why", &words.why);
    row("rule", &words.formula);
    row("example", &words.example);
    row("source", &words.source);
    row("readings", &words.readings.join(", "));
    row("reads", &words.reads.join(", "));
    for (at, (name, what)) in words.parts.iter().enumerate() {
        row(if at == 0 { "parts" } else { "" }, &format!("{name}: {what}"));
    }
    text
}

/// What a cap limits, and to what.
fn limits(docs: &CapDocs) -> String {
    let each: Vec<String> =
        docs.limits.iter().map(|(target, limit)| format!("{target} <= {limit}")).collect();
    each.join(", ")
}

fn cap(docs: &CapDocs, rubric: &str) -> String {
    let mut text = part(&format!("{} (cap of {rubric})", docs.slug), docs.words);
    text.push_str(&format!("  {:<9}{}\n  {:<9}{}\n", "when", docs.when, "limit", limits(docs)));
    text
}

fn whole(entry: &RubricEntry, rubric: &dyn Rubric) -> String {
    let docs = rubric.docs();
    let mut text = part(&format!("{} ({})", entry.title, entry.slug), docs.words);
    text.push_str("\n  Metrics\n");
    for (key, words) in &docs.metrics {
        text.push_str(&format!("    {key:<27}{}\n", words.what));
    }
    if !docs.caps.is_empty() {
        text.push_str("\n  Caps\n");
    }
    for cap in &docs.caps {
        text.push_str(&format!("    {:<21}{} -> {}\n", cap.slug, cap.when, limits(cap)));
    }
    text.push_str(&format!("\n  Verdict\n    {}\n\n  Readings\n", docs.verdict.formula));
    for reading in READINGS.iter().filter(|reading| reading.bears_on(entry.slug)) {
        text.push_str(&format!("    {:<22}{}\n", reading.key, reading.values.join(", ")));
    }
    text
}

fn reading(reading: &Reading) -> String {
    let mut text = format!("{} (reading)\n  {}\n\n", reading.key, reading.about);
    let mut row = |name: &str, said: &str| text.push_str(&format!("  {name:<9}{said}\n"));
    row("values", &format!("{}; the first is the default", reading.values.join(", ")));
    row("printed", reading.printed.unwrap_or("the documents give none"));
    row("rubrics", &reading.rubrics.join(", "));
    row("use", &format!("--reading {}={}", reading.key, reading.values.last().copied().unwrap_or_default()));
    text
}
