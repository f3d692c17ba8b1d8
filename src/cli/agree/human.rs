//! `lockbench agree --human FIELD`: agreement of the rubrics with people.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::{AgreeFormat, Args, table};
use crate::agree::baselines::BASELINES;
use crate::agree::{MetricColumn, Row, agreement, headline};
use crate::case::{Case, CaseError, MemberError, Record, read};
use crate::cli::case_scorer::Judging;
use crate::cli::input::note_absent;
use crate::cli::judge_args::ask_and_wait;
use crate::cli::output::{Content, notify, print_note};
use crate::cli::selection::RubricArgs;
use crate::cli::{CliError, print_to, status};
use crate::engine::{Engine, Selection};
use crate::judge::{Judge, JudgeSettings, QuestionSettings, Reply};
use crate::num::counted;
use crate::report::Better;
use crate::rubric::{Rubric, RubricEntry};
use crate::stats::Resampling;
use crate::text::Text;
use crate::threads::{in_parts, one_by_one};

/// Default number of bootstrap resamples.
const RESAMPLES: u32 = 500;

/// Most cases that are compared: all are held in memory until the last is judged, about 4 KB each.
const MOST_CASES: usize = 100_000;
/// Most bytes of distinct articles among them.
const MOST_TEXT: usize = 512 << 20;

/// The data held for the cases.
#[derive(Default)]
struct ArticlePool {
    articles: HashSet<Arc<str>>,
    cases: usize,
    bytes: usize,
}

impl ArticlePool {
    /// Adds an article, sharing the memory of an equal one.
    fn add(&mut self, article: &str) -> Arc<str> {
        self.cases += 1;
        if let Some(known) = self.articles.get(article) {
            return Arc::clone(known);
        }
        let new: Arc<str> = Arc::from(article);
        self.bytes += article.len();
        self.articles.insert(Arc::clone(&new));
        new
    }

    /// Returns the limit that is exceeded, if any.
    fn full(&self) -> Option<String> {
        if self.cases > MOST_CASES {
            return Some(format!("more than {MOST_CASES} cases, the most that are compared at once"));
        }
        let text = MOST_TEXT >> 20;
        (self.bytes > MOST_TEXT)
            .then(|| format!("more than {text} MiB of articles, the most that are compared"))
    }
}

/// The scores of a case, and a person's judgement of it.
struct HumanJudgement {
    article: Arc<str>,
    system: Option<String>,
    human: f64,
    scores: Vec<(String, Better, Option<f64>)>,
}

/// Compares scores with the judgements in a field.
pub fn run(args: Args, human: &str) -> Result<u8, CliError> {
    if args.format == AgreeFormat::Html {
        return Err(no_html());
    }
    let destination = args.output.open()?;
    let selection = selection(&args)?;
    known(&args.metric, &selection)?;
    let AllJudgements { rows, problems, numbers } = judge_cases(&args, human, selection)?;
    // If every case lacks the field, one message is enough.
    for problem in problems.iter().take(if rows.is_empty() { 1 } else { problems.len() }) {
        print_note(format!("{} ({})", problem.reason, problem.place));
    }
    if rows.is_empty() {
        return Err(nothing_compared(human, numbers));
    }
    print_to(destination, &compared(&args, human, &rows))?;
    Ok(status::of(&problems))
}

/// Returns the rubrics that are named, or all. An external judge is only asked for the lists of the
/// default rubric, as in other commands; a judge that lacks one list of some rubric would leave every
/// case unjudged.
fn selection(args: &Args) -> Result<Selection, CliError> {
    let every = args.choice.rubric.is_empty() && args.choice.rubric_file.is_none() && !args.asking.is_asked();
    if every {
        RubricArgs { rubric: vec!["all".to_owned()], ..args.choice.clone() }.selection()
    } else {
        args.choice.selection()
    }
}

/// The judgements of all cases.
struct AllJudgements {
    rows: Vec<HumanJudgement>,
    problems: Vec<CaseError>,
    /// Number of cases with a person's number, scored or not.
    numbers: usize,
}

fn judge_cases(args: &Args, human: &str, selection: Selection) -> Result<AllJudgements, CliError> {
    let (origins, fields) = (args.cases.origins()?, args.cases.fields()?);
    let settings = args.asking.settings()?;
    let judge = settings.clone().map(|settings| {
        let questions = QuestionSettings::new(selection.rubrics(), settings.identity());
        let called = settings.called();
        (Judge::start(settings, |message| notify(&message)), questions, called)
    });
    let judging = Judging {
        wanted: selection.wanted(),
        selection,
        given: None,
        own_beside: false,
        labels_only: false,
        rules: Vec::new(),
        judge: settings.as_ref().map(JudgeSettings::mark),
        fallback: None,
        session: false,
    };
    // Threads that wait for a judge do not compute, so there is one for each line in flight.
    let threads = args.threads.count().max(settings.as_ref().map_or(0, JudgeSettings::lines));
    let held = Mutex::new(ArticlePool::default());
    let held = || held.lock().unwrap_or_else(PoisonError::into_inner);
    let records = origins.iter().flat_map(|origin| read(origin, &Arc::default()));
    let records = records.take_while(|_| held().full().is_none());
    let ask = |case: &Case| match &judge {
        Some((judge, questions, _)) => ask_and_wait(judge, questions.of(case)),
        None => Vec::new(),
    };
    let numbers = AtomicUsize::new(0);
    let work = |engine: &mut Engine, record: Record| -> Result<Vec<HumanJudgement>, CaseError> {
        record.note.iter().for_each(print_note);
        let place = record.place.clone();
        let problem = |reason: String| CaseError::new(place.clone(), reason);
        let cases = record.cases(&fields)?.cases;
        let keep = |article: &str| held().add(article);
        let system = args.system.as_str();
        cases
            .iter()
            .map(|case| {
                let number = judgement(case, human).map_err(|error| problem(error.to_string()))?;
                numbers.fetch_add(1, Ordering::Relaxed);
                judged(case, engine, (&judging, ask(case)), (number, system), &keep, &problem)
            })
            .collect()
    };
    let judged = one_by_one(records, threads, Engine::default, work);
    if let Some((judge, _, called)) = &judge {
        judge.end();
        notify(&format!("judge {called}: {}", judge.tally().summary()));
    }
    if let Some(reason) = held().full() {
        return Err(CliError::usage(reason).hint("compare a part of them"));
    }
    note_absent(&fields);
    let (mut rows, mut problems) = (Vec::new(), Vec::new());
    for outcome in judged {
        match outcome {
            Ok(found) => rows.extend(found),
            Err(problem) => problems.push(problem),
        }
    }
    Ok(AllJudgements { rows, problems, numbers: numbers.load(Ordering::Relaxed) })
}

/// Compares the scores of each metric with people's judgements, in the requested format.
fn compared(args: &Args, human: &str, rows: &[HumanJudgement]) -> Content {
    let (table, systems) = rows_of(rows);
    let columns: Vec<MetricColumn> =
        columns(rows).into_iter().filter(|column| chosen(&args.metric, &column.name)).collect();
    for name in args.metric.iter().filter(|name| !columns.iter().any(|column| is_called(&column.name, name)))
    {
        print_note(format!("no case has a score by `{name}`"));
    }
    let resampling = Resampling { samples: args.resamples.unwrap_or(RESAMPLES) as usize, seed: args.seed };
    let summed_up_by = headline(&table);
    let found = in_parts(&columns, args.threads.count(), |part| {
        part.iter().map(|column| agreement(&table, column, summed_up_by, resampling)).collect()
    });
    let result = table::Result {
        title: args.cases.files.iter().map(|name| name.display().to_string()).collect::<Vec<_>>().join(", "),
        human,
        rows: &table,
        systems: &systems,
        headline: summed_up_by,
        found: &found,
        columns: &columns,
        plot: args.plot,
    };
    match args.format {
        AgreeFormat::Text => Content::text(result.text()),
        AgreeFormat::Json => Content::Json(result.json()),
        AgreeFormat::Md | AgreeFormat::Html => Content::text(result.markdown()),
    }
}

fn judged(
    case: &Case,
    engine: &mut Engine,
    (judging, replies): (&Judging, Vec<Reply>),
    (human, system): (f64, &str),
    keep: &dyn Fn(&str) -> Arc<str>,
    problem: &dyn Fn(String) -> CaseError,
) -> Result<HumanJudgement, CaseError> {
    let reports =
        judging.judge(case, engine, replies).map_err(|reason| problem(format!("{}: {reason}", case.id)))?;
    let mut scores = Vec::new();
    for report in &reports {
        for metric in &report.metrics {
            let score = metric.score().map(crate::num::Num::to_f64);
            scores.push((format!("{}.{}", report.rubric, metric.key), metric.better, score));
        }
        if let Some(score) = report.verdict.score {
            scores.push((format!("{}.verdict", report.rubric), Better::Higher, Some(score.to_f64())));
        }
    }
    let (article, summary) = (Text::new(&case.article), Text::new(&case.summary));
    for baseline in BASELINES {
        scores.push((format!("floor.{}", baseline.name), Better::Higher, (baseline.of)(&article, &summary)));
    }
    let system =
        case.extra.value(system).and_then(Result::ok).and_then(|value| value.as_str().map(str::to_owned));
    Ok(HumanJudgement { article: keep(&case.article), system, human, scores })
}

/// Returns the error for a run without comparable cases; `with_number` cases have a person's number.
fn nothing_compared(human: &str, with_number: usize) -> CliError {
    match with_number {
        0 => CliError::usage(format!("no case has a number or true/false in `{human}`"))
            .hint("name the field that holds people's judgement; human.relevance looks into an object"),
        many => CliError::usage(format!(
            "{} with a number in `{human}`, but none could be scored",
            counted(many, "case")
        ))
        .hint("the note above says why; with --judge, --rubric NAME asks for the lists of that rubric alone"),
    }
}

/// Why a case has no judgement by a person.
#[derive(Debug, thiserror::Error)]
pub enum JudgementError {
    #[error("{case}: `{field}` {source}")]
    Field { case: String, field: String, source: MemberError },
    #[error("{case}: no number or true/false in `{field}`{}", there_is(.numbers))]
    NoNumber { case: String, field: String, numbers: Vec<String> },
}

fn there_is(numbers: &[String]) -> String {
    if numbers.is_empty() { String::new() } else { format!("; there is {}", numbers.join(", ")) }
}

pub fn judgement(case: &Case, field: &str) -> Result<f64, JudgementError> {
    const SHOWN: usize = 12;
    let value = case.extra.value(field).transpose().map_err(|source| JudgementError::Field {
        case: case.id.clone(),
        field: field.to_owned(),
        source,
    })?;
    value.as_ref().and_then(number).ok_or_else(|| JudgementError::NoNumber {
        case: case.id.clone(),
        field: field.to_owned(),
        numbers: case.extra.numbers().take(SHOWN).collect(),
    })
}

/// Parses a number, which may be a string if it came from a table.
fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Bool(yes) => f64::from(u8::from(*yes)),
        Value::String(text) => text.trim().parse().ok()?,
        value => value.as_f64()?,
    };
    number.is_finite().then_some(number)
}

/// Numbers articles and systems in the order of their names.
fn rows_of(judged: &[HumanJudgement]) -> (Vec<Row>, Vec<String>) {
    let mut articles: Vec<&str> = judged.iter().map(|row| &*row.article).collect();
    articles.sort_unstable();
    articles.dedup();
    let mut systems: Vec<String> = judged.iter().filter_map(|row| row.system.clone()).collect();
    systems.sort_unstable();
    systems.dedup();
    let row = |row: &HumanJudgement| Row {
        article: articles.binary_search(&&*row.article).unwrap_or_default(),
        system: row.system.as_ref().and_then(|name| systems.binary_search(name).ok()),
        human: row.human,
    };
    (judged.iter().map(row).collect(), systems)
}

/// Returns a column for each name, in the order of first occurrence.
fn columns(judged: &[HumanJudgement]) -> Vec<MetricColumn> {
    let mut columns: Vec<MetricColumn> = Vec::new();
    for (at, row) in judged.iter().enumerate() {
        for (name, better, score) in &row.scores {
            let found = columns.iter().position(|column| column.name == *name).unwrap_or_else(|| {
                let scores = vec![None; judged.len()];
                columns.push(MetricColumn { name: name.clone(), better: *better, scores });
                columns.len() - 1
            });
            columns[found].scores[at] = *score;
        }
    }
    columns.retain(|column| column.scores.iter().any(Option::is_some));
    columns
}

/// Fails if a metric is in none of the selected rubrics.
pub fn known(names: &[String], selection: &Selection) -> Result<(), CliError> {
    let of_rubric = |(entry, rubric): (&RubricEntry, &dyn Rubric)| {
        let metrics = rubric.docs().metrics.into_iter().map(|(key, _)| key).chain(["verdict"]);
        metrics.map(|key| format!("{}.{key}", entry.slug)).collect::<Vec<_>>()
    };
    // The names of the baselines in the output format.
    let baselines = BASELINES.iter().map(|baseline| format!("floor.{}", baseline.name));
    let all: Vec<String> = selection.rubrics().flat_map(of_rubric).chain(baselines).collect();
    match names.iter().find(|name| !all.iter().any(|known| is_called(known, name))) {
        None => Ok(()),
        Some(name) => Err(CliError::usage(format!("--metric {name}: no chosen rubric has such a metric"))
            .hint(format!("there are {}", all.join(", ")))),
    }
}

/// Returns whether a column has this name, with or without its rubric.
pub fn is_called(column: &str, name: &str) -> bool {
    column == name || column.split_once('.').is_some_and(|(_, metric)| metric == name)
}

fn chosen(names: &[String], column: &str) -> bool {
    names.is_empty() || column.starts_with("floor.") || names.iter().any(|name| is_called(column, name))
}

fn no_html() -> CliError {
    CliError::usage("--format html is for agreement between annotators").hint("with --human: text, json, md")
}
