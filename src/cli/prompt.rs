//! `lockbench prompt`: writes the instructions for a language model, or a person, to judge by a rubric.

use std::sync::Arc;
use std::time::Instant;

use clap::ValueEnum;

use crate::case::{Case, Texts};
use crate::prompt::{AnswerFormat, Instructions, RequestOptions, anthropic, batch, messages};
use crate::report::json::line;
use crate::text::visible::{Shape, visible};

use super::batch::{BatchPlan, InputRecord, run as run_batch};
use super::destination::OutputArgs;
use super::formats::{blocks, error_record, lines};
use super::input::CaseArgs;
use super::output::{Content, notify};
use super::rendered::RenderedResult;
use super::score::finish;
use super::selection::{RubricArgs, of_one};
use super::shared_ids::SharedIds;
use super::{CliError, print_to};

/// Arguments of `prompt`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a FILE the instructions alone are printed. Answers go to `lockbench score --labels ANSWERS \
                        CASES` (labels), or to `lockbench audit ANSWERS --cases CASES` (metrics); the output of a batch may be \
                        given as it is.",
    mut_arg("rubric", of_one)
)]
pub struct Args {
    #[command(flatten)]
    cases: CaseArgs,
    #[command(flatten)]
    choice: RubricArgs,
    /// Form of the instructions
    #[arg(long, short, value_enum, default_value = "text")]
    format: Form,
    /// The model that a batch is for
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Batches: how freely the model draws words; `none` leaves it to the provider
    #[arg(long, value_name = "T", default_value = "0", value_parser = temperature)]
    temperature: Choosable<f64>,
    /// Batches: tokens of an answer at most; `none` leaves it to the provider, which Anthropic does not take
    #[arg(long, value_name = "N", default_value = "8192", value_parser = most)]
    max_tokens: Choosable<u32>,
    /// What is asked for
    #[arg(long, value_enum, default_value = "labels")]
    answer: Answer,
    #[command(flatten)]
    output: OutputArgs,
}

/// A given value, or the provider's default.
#[derive(Clone, Copy, Debug)]
struct Choosable<T>(Option<T>);

fn temperature(text: &str) -> Result<Choosable<f64>, String> {
    let number = || text.parse().ok().filter(|number| (0.0..=2.0).contains(number));
    match text {
        "none" => Ok(Choosable(None)),
        _ => number()
            .map(|number| Choosable(Some(number)))
            .ok_or_else(|| "write a number from 0 to 2, or `none`".to_owned()),
    }
}

fn most(text: &str) -> Result<Choosable<u32>, String> {
    let number = || text.parse().ok().filter(|number| *number > 0);
    match text {
        "none" => Ok(Choosable(None)),
        _ => number()
            .map(|number| Choosable(Some(number)))
            .ok_or_else(|| "write a whole number above 0, or `none`".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// One text a case, for a person or a chat
    Text,
    /// A line a case: messages, and the schema of the answer
    Messages,
    /// A line a case, as OpenAI's batch interface and those like it take it
    Batch,
    /// A line a case, as Anthropic's batch interface takes it in `requests`
    AnthropicBatch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Answer {
    /// Labels; the scores are computed from them
    Labels,
    /// The metric objects of twin-lock and judge-lock, with scores; `audit` recomputes them
    Metrics,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let instructions = instructions(args)?;
    let model = match (args.format, &args.model) {
        (Form::Batch | Form::AnthropicBatch, None) => {
            return Err(CliError::usage("a batch is for a model").hint("name it with --model"));
        }
        (Form::Batch | Form::AnthropicBatch, Some(model)) => model.clone(),
        (_, Some(_)) => {
            return Err(CliError::usage("--model is for a batch").hint("add --format batch"));
        }
        (_, None) => String::new(),
    };
    let request = RequestOptions { model, temperature: args.temperature.0, max_tokens: args.max_tokens.0 };
    if args.format == Form::AnthropicBatch && request.max_tokens.is_none() {
        return Err(CliError::usage("--max-tokens none: Anthropic's interface needs a number")
            .hint("as in --max-tokens 8192"));
    }
    let mut destination = args.output.open()?;
    if args.cases.files.is_empty() && args.cases.article.is_none() {
        if args.format != Form::Text {
            return Err(CliError::usage("no cases").hint("name a file, or - to read JSON lines from a pipe"));
        }
        return print_to(destination, &Content::text(instructions.alone()));
    }
    let (origins, fields, format) = (args.cases.origins()?, args.cases.fields()?, args.format);
    let framing = if format == Form::Text { blocks() } else { lines() };
    let ids = Arc::new(SharedIds::default());
    let seen = Arc::clone(&ids);
    let write = move |case: &Case, entry: &InputRecord| {
        seen.add(&case.id);
        if let Some(reason) = Texts::of(case).empty() {
            return refused(format, &case.id, &reason.to_string(), &entry.place.to_string());
        }
        let content = match format {
            Form::Text => Content::text(instructions.text(case).trim_end().to_owned()),
            Form::Messages => Content::Json(line(&messages(&instructions, case))),
            Form::Batch => Content::Json(line(&batch(&instructions, case, &request))),
            Form::AnthropicBatch => match anthropic(&instructions, case, &request) {
                Ok(value) => Content::Json(line(&value)),
                Err(error) => return refused(format, &case.id, &error.to_string(), &entry.place.to_string()),
            },
        };
        RenderedResult { content, ..RenderedResult::default() }
    };
    let plan = BatchPlan { origins, fields, out: destination.file()?, ..BatchPlan::new(framing) };
    let begun = Instant::now();
    let tally = run_batch(
        plan,
        Arc::new(move |_, found, entry| match found {
            Ok(found) => found.cases.iter().map(|case| write(case, entry)).collect(),
            Err(problem) => vec![refused(format, &problem.id, &problem.reason, &problem.place.to_string())],
        }),
    )
    .map_err(|error| destination.failed(&error))?;
    destination.keep()?;
    if format != Form::Text {
        ids.note("answers");
    }
    if args.output.verbose {
        notify(&tally.summary(begun.elapsed()));
    }
    Ok(finish(&tally, None, &[]))
}

/// Returns the instructions of the one requested rubric.
fn instructions(args: &Args) -> Result<Instructions, CliError> {
    let selection = args.choice.selection()?;
    let mut rubrics = selection.rubrics();
    let (Some((entry, rubric)), None) = (rubrics.next(), rubrics.next()) else {
        return Err(CliError::usage("a prompt is for one rubric").hint("name one with --rubric"));
    };
    let asked = match args.answer {
        Answer::Labels => AnswerFormat::Labels,
        Answer::Metrics => AnswerFormat::Metrics,
    };
    Instructions::new(entry, rubric, asked).ok_or_else(|| {
        CliError::usage(format!("{} has no printed metric objects", entry.slug))
            .hint("--answer metrics is for twin-lock and judge-lock; leave it out for labels")
    })
}

fn refused(format: Form, id: &str, reason: &str, place: &str) -> RenderedResult {
    let content = match format {
        Form::Text => {
            let message = format!("{id}: no prompt: {reason} ({place})");
            Content::text(visible(&message, Shape::Line).into_owned())
        }
        _ => Content::Json(line(&error_record(id, None, reason, place))),
    };
    RenderedResult { content, errors: 1, ..RenderedResult::default() }
}
