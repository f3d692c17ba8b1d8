//! `lockbench explain`: a rule in words, with its source.

use crate::rubric::{CapDocs, READINGS, RUBRICS, Rubric, Words};

use super::{Failure, print};

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A metric, a cap, a rubric or a reading; `verdict` is the policy of the verdict
    #[arg(value_name = "METRIC|CAP|RUBRIC|READING")]
    name: String,
    /// Only as this rubric has it
    #[arg(long, short, value_name = "NAME")]
    rubric: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8, Failure> {
    if let Some(slug) = args.rubric.as_deref().filter(|slug| !RUBRICS.iter().any(|entry| entry.slug == *slug))
    {
        return Err(Failure::usage(format!("no rubric is called `{slug}`")));
    }
    let name = args.name.trim().to_lowercase().replace(' ', "_");
    let mut found = Vec::new();
    let mut known = Vec::new();
    for entry in RUBRICS.iter().filter(|entry| args.rubric.as_deref().is_none_or(|slug| slug == entry.slug)) {
        let rubric = (entry.load)(entry.toml).map_err(|error| Failure::usage(error.to_string()))?;
        known.extend(names(&*rubric));
        known.push(entry.slug.to_owned());
        if name.replace('_', "-") == entry.slug {
            found.push(whole(entry.slug, entry.title, &*rubric));
            continue;
        }
        let docs = rubric.docs();
        let metric = docs.metrics.iter().filter(|(key, _)| *key == name);
        found.extend(metric.map(|(key, words)| part(&format!("{key} ({})", entry.title), words)));
        found.extend(docs.caps.iter().filter(|docs| docs.slug == name).map(|docs| cap(docs, entry.title)));
        if name == "verdict" {
            found.push(part(&format!("verdict ({})", entry.title), docs.verdict));
        }
    }
    found.extend(READINGS.iter().filter(|reading| reading.key == name).map(reading));
    if found.is_empty() {
        known.extend(READINGS.iter().map(|reading| reading.key.to_owned()));
        known.push("verdict".to_owned());
        known.sort();
        known.dedup();
        return Err(Failure::usage(format!("nothing is called `{}`", args.name))
            .hint(format!("there are {}", known.join(", "))));
    }
    print(&found.join("\n"))
}

fn names(rubric: &dyn Rubric) -> Vec<String> {
    let docs = rubric.docs();
    let metrics = docs.metrics.iter().map(|(key, _)| (*key).to_owned());
    metrics.chain(docs.caps.iter().map(|cap| cap.slug.to_owned())).collect()
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
    text
}

fn cap(docs: &CapDocs, rubric: &str) -> String {
    let limits: Vec<String> =
        docs.limits.iter().map(|(target, limit)| format!("{target} <= {limit}")).collect();
    let mut text = part(&format!("{} (cap of {rubric})", docs.slug), docs.words);
    text.push_str(&format!("  {:<9}{}\n  {:<9}{}\n", "when", docs.when, "limit", limits.join(", ")));
    text
}

fn whole(slug: &str, title: &str, rubric: &dyn Rubric) -> String {
    let docs = rubric.docs();
    let mut text = part(&format!("{title} ({slug})"), docs.words);
    text.push_str("\n  Metrics\n");
    for (key, words) in &docs.metrics {
        text.push_str(&format!("    {key:<16}{}\n", words.what));
    }
    text.push_str("\n  Caps\n");
    for cap in &docs.caps {
        let limits: Vec<String> =
            cap.limits.iter().map(|(target, limit)| format!("{target} <= {limit}")).collect();
        text.push_str(&format!("    {:<21}{} -> {}\n", cap.slug, cap.when, limits.join(", ")));
    }
    text.push_str(&format!("\n  Verdict\n    {}\n\n  Readings\n", docs.verdict.formula));
    for reading in READINGS.iter().filter(|reading| reading.rubrics.contains(&slug)) {
        text.push_str(&format!("    {:<22}{}\n", reading.key, reading.values.join(", ")));
    }
    text
}

fn reading(reading: &crate::rubric::Reading) -> String {
    let mut text = format!("{} (reading)\n  {}\n\n", reading.key, reading.about);
    let mut row = |name: &str, said: &str| text.push_str(&format!("  {name:<9}{said}\n"));
    row("values", &format!("{}; the first is the default", reading.values.join(", ")));
    row("printed", reading.printed.unwrap_or("the documents print none"));
    row("rubrics", &reading.rubrics.join(", "));
    row("use", &format!("--reading {}={}", reading.key, reading.values.last().copied().unwrap_or_default()));
    text
}
