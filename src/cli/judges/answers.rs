//! Judges' answers on the cases, read from files or obtained from programs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;

use serde_json::Value;

use crate::agree::judges::{JudgeCost, JudgeKind};
use crate::audit;
use crate::case::{Case, FileLocation, LabelSets};
use crate::cli::CliError;
use crate::cli::judge_args::ask;
use crate::cli::output::{notify, print_note};
use crate::engine::Selection;
use crate::judge::{Judge, JudgeSettings, QuestionSettings, Reply, Spending, Unreadable, over, stated};
use crate::labels::Labels;
use crate::num::pluralize;

/// Questions in progress for each line that a judge has in flight.
const ASKED_AHEAD: usize = 4;

#[derive(Default)]
pub struct Answers {
    pub name: String,
    pub kind: Option<JudgeKind>,
    /// Answers to each case, one for each sample.
    pub of_case: Vec<Vec<JudgeAnswer>>,
    pub spent: JudgeCost,
    /// Why the first unanswered case has no answer.
    pub first_error: Option<String>,
    sum: Spending,
}

/// Why an answer has no labels.
#[derive(Debug, thiserror::Error)]
pub enum JudgeAnswerError {
    #[error("{case}: {source} ({place})")]
    Unreadable { case: String, source: Box<audit::AnswerError>, place: FileLocation },
    #[error("{case}: the answer holds no labels ({place})")]
    Empty { case: String, place: FileLocation },
}

pub enum JudgeAnswer {
    /// An answer as written in a file.
    Written(Value, FileLocation),
    /// Labels from a program.
    Labels(Arc<Labels>),
}

impl JudgeAnswer {
    /// Whether the judge says that it has no answer.
    fn is_failed(&self) -> bool {
        matches!(self, JudgeAnswer::Written(value, _) if audit::is_refusal(value))
    }

    pub fn labels(&self, case: &Case) -> Result<Arc<Labels>, JudgeAnswerError> {
        match self {
            JudgeAnswer::Labels(labels) => Ok(Arc::clone(labels)),
            JudgeAnswer::Written(value, place) => {
                let given = audit::read_labels(value, &case.article, &case.summary);
                let given = given.map_err(|source| JudgeAnswerError::Unreadable {
                    case: case.id.clone(),
                    source: Box::new(source),
                    place: place.clone(),
                })?;
                if given.labels.says_anything() {
                    Ok(Arc::new(given.labels))
                } else {
                    Err(JudgeAnswerError::Empty { case: case.id.clone(), place: place.clone() })
                }
            }
        }
    }
}

impl Answers {
    /// Returns the largest number of answers to a case.
    pub fn samples(&self) -> usize {
        self.of_case.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn finish(&mut self) {
        self.of_case.iter_mut().for_each(without_failed);
        let [cost, tokens, seconds] = self.sum.means();
        self.spent = JudgeCost { cost, tokens, seconds, measured: self.kind == Some(JudgeKind::Program) };
    }
}

/// Drops failed answers to a case that was answered again, as by a retry; of failed ones alone the first stays.
fn without_failed(answers: &mut Vec<JudgeAnswer>) {
    if answers.iter().all(JudgeAnswer::is_failed) {
        answers.truncate(1);
    } else {
        answers.retain(|answer| !answer.is_failed());
    }
}

/// Returns the judge with a name, adding it if necessary.
fn of_name<'a>(all: &'a mut Vec<Answers>, name: &str, kind: JudgeKind, cases: usize) -> &'a mut Answers {
    let at = all.iter().position(|one| one.name == name).unwrap_or_else(|| {
        let of_case = (0..cases).map(|_| Vec::new()).collect();
        all.push(Answers { name: name.to_owned(), of_case, ..Answers::default() });
        all.len() - 1
    });
    let one = &mut all[at];
    one.kind = Some(kind);
    one
}

/// Reads label files and outputs of batches.
///
/// # Errors
/// If a file cannot be read, or none of its cases is known.
pub fn of_files(files: &[PathBuf], cases: &[Arc<Case>]) -> Result<Vec<Answers>, CliError> {
    let places: HashMap<&str, usize> =
        cases.iter().enumerate().map(|(at, case)| (case.id.as_str(), at)).collect();
    let mut all = Vec::new();
    for path in files {
        let wrong = |error: crate::case::GivenError| {
            CliError::usage(format!("--labels {error}"))
                .hint("a file of labels, as `lockbench labels` writes it, or the output of a batch")
        };
        let mut sets = LabelSets::open(path).map_err(wrong)?;
        let (mut known, mut unknown) = (0, Vec::new());
        while let Some((value, place)) = sets.read().map_err(wrong)? {
            // In the output of a batch, `id` names the request and `custom_id` the case.
            let id = ["custom_id", "id"].iter().find_map(|key| match &value[*key] {
                Value::String(id) => Some(id.clone()),
                Value::Number(id) => Some(id.to_string()),
                _ => None,
            });
            let Some(id) = id else {
                return Err(CliError::usage(format!("--labels {place}: this answer has no `id`"))
                    .hint("an answer repeats the `id` of its case (`custom_id` in the output of a batch)"));
            };
            let Some(&at) = places.get(id.as_str()) else {
                unknown.push(id);
                continue;
            };
            known += 1;
            let one = of_name(&mut all, &named(&value, path), JudgeKind::File, cases.len());
            one.sum.add(stated(&value));
            one.of_case[at].push(JudgeAnswer::Written(value, place));
        }
        if known == 0 {
            let message = match unknown.first() {
                None => format!("--labels {}: there are no answers in it", path.display()),
                Some(first) => format!(
                    "--labels {}: none of its {} is for one of the cases (there {first:?}, here {:?})",
                    path.display(),
                    pluralize(unknown.len(), "answer"),
                    cases[0].id
                ),
            };
            return Err(CliError::usage(message).hint("answers are matched to cases by `id`"));
        }
        if !unknown.is_empty() {
            let shown = pluralize(unknown.len(), "answer");
            print_note(format!(
                "{}: {shown} to other cases left out, the first to `{}`",
                path.display(),
                unknown[0]
            ));
        }
    }
    all.iter_mut().for_each(Answers::finish);
    Ok(all)
}

/// Returns the judge of an answer: the one it names, or else the file's name. Only the engine gets the
/// engine's name.
fn named(value: &Value, path: &Path) -> String {
    let said = ["by", "judge"].iter().find_map(|key| value[*key].as_str()).map(str::trim);
    let file = || match path.file_name() {
        Some(name) if path.as_os_str() != "-" => name.to_string_lossy().into_owned(),
        _ => "stdin".to_owned(),
    };
    match said.filter(|name| !name.is_empty()) {
        Some(crate::session::ENGINE) => format!("engine of {}", file()),
        Some(name) => name.to_owned(),
        None => file(),
    }
}

/// Asks a program about every case, `samples` times.
pub fn of_program(
    settings: JudgeSettings,
    selection: &Selection,
    cases: &[Arc<Case>],
    samples: usize,
    all: &mut Vec<Answers>,
) {
    let name = settings.called();
    let most = (settings.lines() * ASKED_AHEAD).max(1);
    let questions: Vec<QuestionSettings> = (1..=samples)
        .map(|sample| {
            // The sample number is part of the judge's identity in the cache, so that each sample is
            // asked separately.
            let number = if sample == 1 { String::new() } else { format!("\0sample {sample}") };
            QuestionSettings::new(selection.rubrics(), &format!("{}{number}", settings.identity()))
        })
        .collect();
    let judge = Judge::start(settings, |message| notify(&message));
    let (replied, replies) = channel::<(usize, Vec<Reply>)>();
    let one = of_name(all, &name, JudgeKind::Program, cases.len());
    let mut first_error: Option<(usize, String)> = None;
    let mut take = |one: &mut Answers, (at, replies): (usize, Vec<Reply>)| {
        let labels = over(Labels::default(), &replies, Unreadable::Error);
        if labels.says_anything() {
            one.of_case[at].push(JudgeAnswer::Labels(Arc::new(labels)));
        } else {
            let why = replies.iter().find_map(|reply| reply.given.as_ref().err());
            let why = why.map_or_else(|| "no labels".to_owned(), ToString::to_string);
            if first_error.as_ref().is_none_or(|(first, _)| at < *first) {
                first_error = Some((at, format!("{}: {why}", cases[at].id)));
            }
        }
    };
    let mut under_way = 0;
    for of_sample in &questions {
        for (at, case) in cases.iter().enumerate() {
            if under_way == most
                && let Ok(reply) = replies.recv()
            {
                take(one, reply);
                under_way -= 1;
            }
            let replied = replied.clone();
            ask(&judge, vec![of_sample.of(case)], move |mut all| {
                replied.send((at, all.pop().unwrap_or_default())).ok();
            });
            under_way += 1;
        }
    }
    judge.finish();
    drop(replied);
    while let Ok(reply) = replies.recv() {
        take(one, reply);
    }
    judge.end();
    let tally = judge.tally();
    notify(&format!("judge {name}: {}", tally.summary()));
    one.sum = tally.spent;
    one.first_error = first_error.map(|(_, why)| why);
    one.finish();
}
