//! `lockbench audit`: recomputes another judge's metric objects from its own labels.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use clap::ValueEnum;
use serde_json::Value;

use crate::audit::{Auditor, CaseJudgement, Unsuited, write};
use crate::case::{
    ANSWER, CaseError, EmptyText, Fields, FileLocation, Origin, RUBRIC_FILE, origins, read, read_whole_text,
};
use crate::num::pluralize;
use crate::report::json::{line, pretty};
use crate::text::visible::{Shape, visible};

use super::destination::OutputArgs;
use super::formats::{Framing, blocks, error_record, lines, list};
use super::input::stdin_once;
use super::output::{Content, Results, notify, print_note};
use super::rendered::RenderedResult;
use super::selection::RubricArgs;
use super::sink::Sink;
use super::{CliError, status};

/// What sets the exit status to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AuditFailOn {
    /// A score that does not follow from the labels, or cannot be recomputed
    Score,
    /// Any broken rule
    Rule,
}

/// Forms of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// One object a line
    Jsonl,
    /// One object, or a list of several, indented
    Json,
    /// For people
    Text,
}

impl Form {
    fn framing(self) -> Box<dyn Framing> {
        match self {
            Form::Jsonl => lines(),
            Form::Json => list(),
            Form::Text => blocks(),
        }
    }
}

/// Description of a judgement for `audit --help`.
const SHAPE: &str = r#"A judgement is a JSON object with an `id` and the five metric objects, as they are, under `metrics`, or in a
string under `output` (Markdown fences, prose around the JSON and a comma too many are tolerated):

  {"id": "x", "by": "a-judge", "metrics": {
    "coverage": {"key_points": [{"text": "...", "label": "fully|partial|not", "evidence": "a quotation"}],
                 "extraneous": ["words"], "extraneous_tokens": 1, "total_summary_tokens": 40, "qags": [...],
                 "precision": 0.97, "recall": 0.8, "f1": 0.88, "qag_accuracy": 1.0, "overall_score": 9.3},
    "alignment": {"intent": "...", "deviations": [{"kind": "meaning", "severity": "mild|moderate|severe"}], ...},
    "hallucination": {"claims": [{"text": "...", "label": "supported|partial|unsupported", "evidence": "..."}],
                      "unsupported_fraction": 0.1, "severity": "minor", "qags": [...], "qag_precision": 1.0, ...},
    "relevance": {"theme": "...", "segments": [{"text": "...", "jaccard": 0.9, "label": "high|some|none"}], ...},
    "bias_toxicity": {"tone": "neutral", "issues": [{"kind": "slur", "quote": "..."}], "bias_score": 10, "tox_score": 10, ...}}}

Keys and words are compared by their letters alone, in lower case. Counts (`"unsupported": 1, "total_claims": 6`) stand
in for lists. Evidence is a quotation or {"start", "end", "text"}. A report of `lockbench score` can be audited too."#;

/// Arguments of `audit`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = SHAPE)]
pub struct Args {
    /// Judgements: JSON lines of metric objects, or of a model's raw answers; a .txt or .md is one raw answer; - is
    /// stdin
    #[arg(value_name = "JUDGED", required = true)]
    files: Vec<PathBuf>,
    /// Cases that were judged, matched by id; else a judgement's own `article` and `summary` are used
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// twin-lock or judge-lock [default: as the judgement says, else by whether it asks questions]
    #[arg(long, short, value_name = "NAME")]
    rubric: Option<String>,
    /// Choose a reading of an unclear rule; `lockbench rubric list` names them
    #[arg(long, value_name = "KEY=VALUE")]
    reading: Vec<String>,
    /// Follow the printed rules to the letter; --reading still wins
    #[arg(long)]
    literal: bool,
    /// Take the numbers of the rubric from a TOML file
    #[arg(long, value_name = "FILE")]
    rubric_file: Option<PathBuf>,
    /// Format of the audits
    #[arg(long, short, value_enum, default_value = "jsonl")]
    format: Form,
    /// Exit with 1 if a rule of this kind is broken
    #[arg(long, value_enum, value_name = "WHAT")]
    fail_on: Option<AuditFailOn>,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    stdin_once(args.files.iter().chain(&args.cases))?;
    let auditor = auditor(args)?;
    let inputs = args.files.iter().map(|path| sources(path)).collect::<Result<Vec<_>, _>>()?.concat();
    let mut cases = Cases::read(args.cases.as_deref())?;
    let mut destination = args.output.open()?;
    let mut sink = Sink::new(Results::to(destination.file()?), args.format.framing());
    let mut tally = AuditTotals::default();
    let outcome = inputs
        .iter()
        .try_for_each(|input| {
            each(input, &mut |judgement| {
                let content = tally.audit(&auditor, judgement, &mut cases, args.format);
                sink.write(RenderedResult { content, ..RenderedResult::default() })?;
                sink.flush()
            })
        })
        .and_then(|()| sink.finish(None));
    destination.heard(outcome)?;
    destination.keep()?;
    Ok(tally.finish(args.fail_on, cases.bad))
}

fn auditor(args: &Args) -> Result<Auditor, CliError> {
    let choice = RubricArgs { reading: args.reading.clone(), literal: args.literal, ..RubricArgs::default() };
    let numbers = match &args.rubric_file {
        None => None,
        Some(path) => Some(read_whole_text(path, RUBRIC_FILE).map_err(CliError::usage)?),
    };
    Auditor::new(args.rubric.as_deref(), choice.readings()?, numbers.as_deref()).map_err(|error| {
        match (&args.rubric_file, &error) {
            (Some(path), Unsuited::Numbers(error)) => CliError::file(path, &error.to_string())
                .hint("start from `lockbench rubric show NAME`, and change numbers only"),
            _ => CliError::usage(error),
        }
    })
}

/// The source of judgements.
#[derive(Clone, Debug)]
enum Input {
    /// Records of JSON.
    Records(Origin),
    /// The raw answer of a model.
    Answer(PathBuf),
}

/// Returns the sources that an argument names: one, or the files of a folder.
fn sources(path: &Path) -> Result<Vec<Input>, CliError> {
    let text = path.extension().is_some_and(|extension| extension == "txt" || extension == "md");
    if text && path.is_file() {
        return Ok(vec![Input::Answer(path.to_owned())]);
    }
    let found = origins(&[path.to_owned()]).map_err(CliError::usage)?;
    let source = |origin| match origin {
        origin @ (Origin::File(_) | Origin::Stdin) => Ok(Input::Records(origin)),
        _ => Err(CliError::usage(format!("{} holds no judgements", path.display()))),
    };
    found.into_iter().map(source).collect()
}

/// The location of a judgement, and the judgement or why there is none.
type Judgement = (FileLocation, Result<CaseJudgement, CaseError>);

fn each(input: &Input, then: &mut dyn FnMut(Judgement) -> io::Result<()>) -> io::Result<()> {
    match input {
        Input::Answer(path) => {
            let place = FileLocation::new(&Arc::from(path.display().to_string()), 1);
            let judged = read_whole_text(path, ANSWER)
                .map(|answer| CaseJudgement::read(&Value::from(answer)))
                .map_err(|reason| CaseError::new(place.clone(), reason));
            then((place, judged))
        }
        Input::Records(origin) => {
            for record in read(origin, &Arc::new(AtomicUsize::new(0))) {
                record.note.iter().for_each(print_note);
                let place = record.place.clone();
                let judged = match record.value() {
                    Ok(value) if are_judgements(&value) => {
                        let reason = "a list of judgements, where each line holds one: write them one a line, or name the file \
                                      *.json";
                        Err(CaseError::new(place.clone(), reason))
                    }
                    Ok(value) => match CaseJudgement::read(&value) {
                        judged if judged.is_of_no_judgement(&value) => {
                            let reason = "no judgement: there is no metric object in it (`lockbench audit --help` \
                                          shows them); `lockbench score` judges cases";
                            let id = judged.id.unwrap_or_else(|| place.id());
                            Err(CaseError { id, ..CaseError::new(place.clone(), reason) })
                        }
                        judged => Ok(judged),
                    },
                    // Not JSON as a whole: possibly a model's raw answer, or one that was cut off.
                    Err((problem, text)) => {
                        let mut judged =
                            text.map(|text| CaseJudgement::read(&Value::from(text))).unwrap_or_default();
                        judged.notes.push(format!("{}: {}", problem.place, problem.reason));
                        if judged.is_empty() { Err(problem) } else { Ok(judged) }
                    }
                };
                then((place, judged))?;
            }
            Ok(())
        }
    }
}

/// Whether a value is a list of several judgements, each with its metric objects.
fn are_judgements(value: &Value) -> bool {
    let Value::Array(items) = value else { return false };
    items.len() > 1 && items.iter().all(|item| item.get("metrics").is_some_and(Value::is_object))
}

/// Most bytes of texts held for the cases that were judged.
const MOST_TEXT: usize = 512 << 20;

#[derive(Default)]
struct Cases {
    /// Article and summary, by id.
    by_id: Option<HashMap<String, (String, String)>>,
    /// Number of records without a case.
    bad: usize,
}

impl Cases {
    fn read(path: Option<&Path>) -> Result<Cases, CliError> {
        let Some(path) = path else { return Ok(Cases::default()) };
        let (mut by_id, mut bad, mut bytes) = (HashMap::new(), 0, 0);
        let found = origins(&[path.to_owned()]).map_err(CliError::usage)?;
        for record in found.iter().flat_map(|origin| read(origin, &Arc::new(AtomicUsize::new(0)))) {
            record.note.iter().for_each(print_note);
            match record.cases(&Fields::default()) {
                Ok(found) => {
                    for case in found.cases {
                        bytes += case.article.len() + case.summary.len();
                        if bytes > MOST_TEXT {
                            let (path, most) = (path.display(), MOST_TEXT >> 20);
                            let reason = format!(
                                "--cases {path}: more than {most} MiB of texts, the most that are held"
                            );
                            return Err(CliError::usage(reason).hint("audit the judgements in parts"));
                        }
                        by_id.entry(case.id).or_insert((case.article, case.summary));
                    }
                }
                Err(problem) => {
                    bad += 1;
                    notify(&problem.to_string());
                }
            }
        }
        Ok(Cases { by_id: Some(by_id), bad })
    }

    fn texts(&self, judged: &mut CaseJudgement, id: &str) -> [Option<String>; 2] {
        let own = [judged.article.clone(), judged.summary.clone()];
        let Some(by_id) = &self.by_id else { return own };
        match by_id.get(id) {
            Some((article, summary)) => [Some(article.clone()), Some(summary.clone())],
            None => {
                judged.notes.push("no case has this id".to_owned());
                own
            }
        }
    }
}

#[derive(Default)]
struct AuditTotals {
    judgements: usize,
    errors: usize,
    broken: usize,
    wrong: usize,
    /// Number of judgements without a metric object, and the location of the first.
    empty: usize,
    first_empty: Option<FileLocation>,
}

impl AuditTotals {
    fn audit(
        &mut self,
        auditor: &Auditor,
        (place, judged): Judgement,
        cases: &mut Cases,
        format: Form,
    ) -> Content {
        self.judgements += 1;
        let mut judged = match judged {
            Ok(judged) => judged,
            Err(problem) => return self.error(&problem.id, &problem.reason, &problem.place, format),
        };
        let id = judged.id.clone().unwrap_or_else(|| place.id());
        let [article, summary] = cases.texts(&mut judged, &id);
        for (text, empty) in [(&article, EmptyText::Article), (&summary, EmptyText::Summary)] {
            if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
                return self.error(&id, &empty.to_string(), &place, format);
            }
        }
        if let Some(reason) = auditor.unsuited(&judged) {
            return self.error(&id, &reason.to_string(), &place, format);
        }
        if judged.is_empty() && judged.labels.is_none() {
            self.empty += 1;
            self.first_empty.get_or_insert_with(|| place.clone());
        }
        let audit = auditor.audit(&judged, &id, article.as_deref(), summary.as_deref());
        self.broken += usize::from(!audit.broken.is_empty());
        self.wrong += usize::from(!audit.scores_hold());
        match format {
            Form::Text => Content::text(write::text(&audit)),
            Form::Jsonl => Content::Json(line(&write::to_value(&audit))),
            Form::Json => Content::Json(pretty(&write::to_value(&audit))),
        }
    }

    fn error(&mut self, id: &str, reason: &str, place: &FileLocation, format: Form) -> Content {
        self.errors += 1;
        let value = Value::from(error_record(id, None, reason, place));
        match format {
            Form::Text => {
                let message = format!("{id}: not audited: {reason} ({place})");
                Content::text(visible(&message, Shape::Line).into_owned())
            }
            Form::Jsonl => Content::Json(line(&value)),
            Form::Json => Content::Json(pretty(&value)),
        }
    }

    fn finish(&self, fail_on: Option<AuditFailOn>, bad_cases: usize) -> u8 {
        match self.judgements - self.errors {
            0 if self.errors == 0 => print_note("there is no judgement to audit"),
            // Each error says what it is.
            0 => {}
            audited => notify(&format!(
                "{} of {} {} a rule; in {} a score does not follow from the labels",
                self.broken,
                pluralize(audited, "judgement"),
                if self.broken == 1 || audited == 1 { "breaks" } else { "break" },
                self.wrong
            )),
        }
        if let Some(first) = &self.first_empty {
            let objects = match self.empty {
                1 => "1 of them holds no metric object".to_owned(),
                many => format!("{many} of them hold no metric object"),
            };
            notify(&format!(
                "{objects} ({first}): every metric is missing, and there was nothing else to audit; `lockbench audit --help` \
                 shows what is read"
            ));
        }
        if self.errors > 0 {
            notify(&format!(
                "{} of {} could not be read; {} says why and where",
                self.errors,
                pluralize(self.judgements, "judgement"),
                if self.errors == 1 { "it" } else { "each" }
            ));
        }
        let met = match fail_on {
            None => false,
            Some(AuditFailOn::Score) => self.wrong > 0,
            Some(AuditFailOn::Rule) => self.broken > 0,
        };
        match (self.errors + bad_cases > 0, met) {
            (true, _) => status::UNSCORED,
            (false, true) => status::FAIL_ON,
            _ => status::SUCCESS,
        }
    }
}
