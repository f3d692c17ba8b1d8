//! `lockbench rubric check`: finds errors in a rubric's numbers.

use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::case::{Case, Texts};
use crate::cli::destination::FileArgs;
use crate::cli::error::status;
use crate::cli::output::Content;
use crate::cli::selection::{DEFAULT_RUBRIC, RubricArgs};
use crate::cli::{CliError, print_to};
use crate::engine::{Engine, Selection};
use crate::evidence::Wanted;
use crate::lint::{Copy, Level, LintFinding, check};
use crate::num::pluralize;
use crate::report::json::pretty;
use crate::rubric::Rubric;
use crate::text::visible::{Shape, visible};
use crate::tui::samples::SAMPLES;

/// Arguments of `rubric check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of a rubric, or `all` [default: judge-lock, or what --rubric-file is]
    #[arg(value_name = "NAME|all")]
    name: Option<String>,
    /// Check a rubric file of your own
    #[arg(long, value_name = "FILE")]
    rubric_file: Option<PathBuf>,
    /// Choose a reading of an unclear rule; `lockbench rubric list` names them
    #[arg(long, value_name = "KEY=VALUE")]
    reading: Vec<String>,
    /// Follow the printed rules to the letter; --reading still wins
    #[arg(long)]
    literal: bool,
    /// Format of the results
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
    /// Exit with status 1 if a finding is this severe
    #[arg(long, value_enum, value_name = "LEVEL")]
    fail_on: Option<FailOn>,
    #[command(flatten)]
    output: FileArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// One object, its examples ready to be scored
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// A rule that does what nobody can want of it
    Defect,
    /// Anything at all
    Remark,
}

/// The name of the format.
const SCHEMA: &str = "lockbench.rubric-check/1";

pub fn run(args: &Args) -> Result<u8, CliError> {
    let choice = RubricArgs {
        rubric: args.name.iter().cloned().collect(),
        reading: args.reading.clone(),
        literal: args.literal,
        rubric_file: args.rubric_file.clone(),
        ..RubricArgs::default()
    };
    let selection = choice.selection()?;
    let destination = args.output.open()?;
    let found: Vec<(&'static str, Vec<LintFinding>)> =
        selection.rubrics().map(|(entry, rubric)| (entry.slug, of(&selection, rubric))).collect();
    match args.format {
        Form::Text => print_to(destination, &Content::text(text(args, &found)))?,
        Form::Json => {
            let all: Vec<Value> = found
                .iter()
                .flat_map(|(slug, findings)| findings.iter().map(|finding| finding.to_value(slug)))
                .collect();
            let rubrics: Vec<&str> = found.iter().map(|(slug, _)| *slug).collect();
            let readings: Vec<&String> = args.reading.iter().collect();
            let value = json!({
                "schema": SCHEMA, "rubrics": rubrics, "literal": args.literal, "readings": readings,
                "findings": all,
            });
            print_to(destination, &Content::Json(pretty(&value) + "\n"))?
        }
    };
    let failing = |finding: &LintFinding| match args.fail_on {
        None => false,
        Some(FailOn::Defect) => finding.level == Level::Defect,
        Some(FailOn::Remark) => true,
    };
    let fails = found.iter().flat_map(|(_, findings)| findings).any(failing);
    Ok(if fails { status::FAIL_ON } else { status::SUCCESS })
}

/// Checks one rubric.
fn of(selection: &Selection, rubric: &dyn Rubric) -> Vec<LintFinding> {
    let wanted = Wanted::new(rubric.lists(), rubric.measures());
    let mut engine = Engine::default();
    let mut measure = |case: &Case| {
        let analysis = engine.read(case, Texts::of(case), wanted);
        std::sync::Arc::unwrap_or_clone(analysis.measures)
    };
    check(rubric, &selection.readings, &mut measure, &copies(rubric, wanted))
}

/// Returns the shipped articles, each used as its own summary.
fn copies(rubric: &dyn Rubric, wanted: Wanted) -> Vec<Copy> {
    let mut engine = Engine::default();
    let has_caps = !rubric.docs().caps.is_empty();
    let samples = SAMPLES.iter().filter(|_| has_caps).filter_map(|sample| sample.case().ok());
    samples
        .map(|sample| {
            let (id, article) = (sample.id, sample.article);
            let case = Case { id, summary: article.clone(), article, ..Case::default() };
            let analysis = engine.analyse(&case, Texts::of(&case), wanted);
            let labels = (*analysis.proposals).clone();
            let measures = std::sync::Arc::unwrap_or_clone(analysis.measures);
            Copy { case, article: analysis.article, summary: analysis.summary, labels, measures }
        })
        .collect()
}

fn text(args: &Args, found: &[(&'static str, Vec<LintFinding>)]) -> String {
    let mut out = String::new();
    for (slug, findings) in found {
        let count = |level| findings.iter().filter(|finding| finding.level == level).count();
        let (defects, remarks) = (count(Level::Defect), count(Level::Remark));
        out.push_str(&format!(
            "{slug}: {}, {}\n",
            pluralize(defects, "defect"),
            pluralize(remarks, "remark")
        ));
        for finding in findings {
            let head = format!("{} {}", finding.level.as_str(), finding.kind.as_str());
            let text = format!("{} {}", finding.subject, finding.says);
            out.push_str(&format!("  {head}: {}\n", visible(&text, Shape::Line)));
            for example in &finding.examples {
                let [what, result] = [&example.what, &example.result].map(|text| visible(text, Shape::Line));
                out.push_str(&format!("      {what}\n        -> {result}\n"));
            }
        }
    }
    if args.name.is_none() && args.rubric_file.is_none() {
        out.push_str(&format!(
            "\nThis was {DEFAULT_RUBRIC}; `lockbench rubric check all` tries every rubric.\n"
        ));
    }
    out
}
