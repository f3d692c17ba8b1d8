//! `lockbench prompt`: what a language model, or a person, needs to judge by a rubric.

use std::sync::Arc;

use clap::ValueEnum;
use serde_json::json;

use crate::case::{Case, Texts};
use crate::prompt::{Asked, Instructions, batch, messages};
use crate::report::json::line;
use crate::text::visible::{Shape, visible};

use super::batch::{Entry, Plan, run as run_batch};
use super::forms::{blocks, lines};
use super::input::Cases;
use super::output::Content;
use super::piece::Piece;
use super::score::finish;
use super::selection::Choice;
use super::{Failure, print};

/// Arguments of `prompt`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a FILE the instructions alone are printed. Answers go to `lockbench score --labels ANSWERS \
                        CASES` (labels), or to `lockbench audit ANSWERS --cases CASES` (metrics); the output of a batch may be \
                        given as it is."
)]
pub struct Args {
    #[command(flatten)]
    cases: Cases,
    #[command(flatten)]
    choice: Choice,
    /// Form of the instructions
    #[arg(long, short, value_enum, default_value = "text")]
    format: Form,
    /// The model that a batch is for
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// What is asked for
    #[arg(long, value_enum, default_value = "labels")]
    answer: Answer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// One text a case, for a person or a chat
    Text,
    /// A line a case: messages, and the schema of the answer
    Messages,
    /// A line a case, as batch interfaces take it
    Batch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Answer {
    /// Labels; the scores are computed from them
    Labels,
    /// The metric objects of twin-lock and judge-lock, with scores; `audit` recomputes them
    Metrics,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8, Failure> {
    let instructions = instructions(args)?;
    let model = match (args.format, &args.model) {
        (Form::Batch, None) => {
            return Err(Failure::usage("a batch is for a model").hint("name it with --model"));
        }
        (Form::Batch, Some(model)) => model.clone(),
        (_, Some(_)) => {
            return Err(Failure::usage("--model is for a batch").hint("add --format batch"));
        }
        (_, None) => String::new(),
    };
    if args.cases.files.is_empty() && args.cases.article.is_none() {
        if args.format != Form::Text {
            return Err(Failure::usage("no cases").hint("name a file, or - to read JSON lines from a pipe"));
        }
        return print(&Content::text(instructions.system));
    }
    let (origins, fields, format) = (args.cases.origins()?, args.cases.fields()?, args.format);
    let framing = if format == Form::Text { blocks() } else { lines() };
    let write = move |case: &Case, entry: &Entry| {
        if let Some(reason) = Texts::of(case).empty() {
            return refused(format, &case.id, reason, &entry.place.to_string());
        }
        let content = match format {
            Form::Text => Content::text(instructions.text(case).trim_end().to_owned()),
            Form::Messages => Content::Json(line(&messages(&instructions, case))),
            Form::Batch => Content::Json(line(&batch(&instructions, case, &model))),
        };
        Piece { content, ..Piece::default() }
    };
    let plan = Plan { origins, fields, ..Plan::new(framing) };
    let tally = run_batch(
        plan,
        Arc::new(move |_, found, entry| match found {
            Ok(found) => found.cases.iter().map(|case| write(case, entry)).collect(),
            Err(problem) => vec![refused(format, &problem.id, &problem.reason, &problem.place.to_string())],
        }),
    )?;
    Ok(finish(&tally, None, &[]))
}

/// The instructions of the one rubric that is asked for.
fn instructions(args: &Args) -> Result<Instructions, Failure> {
    let selection = args.choice.selection()?;
    let mut rubrics = selection.rubrics();
    let (Some((entry, rubric)), None) = (rubrics.next(), rubrics.next()) else {
        return Err(Failure::usage("a prompt is for one rubric").hint("name one with --rubric"));
    };
    let asked = match args.answer {
        Answer::Labels => Asked::Labels,
        Answer::Metrics => Asked::Metrics,
    };
    Instructions::new(entry, rubric, asked).ok_or_else(|| {
        Failure::usage(format!("{} has no printed metric objects", entry.slug))
            .hint("--answer metrics is for twin-lock and judge-lock; leave it out for labels")
    })
}

fn refused(format: Form, id: &str, reason: &str, place: &str) -> Piece {
    let content = match format {
        Form::Text => {
            let message = format!("{id}: no prompt: {reason} ({place})");
            Content::text(visible(&message, Shape::Line).into_owned())
        }
        _ => Content::Json(line(&json!({"id": id, "error": reason, "where": place}))),
    };
    Piece { content, error: true, ..Piece::default() }
}
