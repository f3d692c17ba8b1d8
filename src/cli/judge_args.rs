//! Arguments for the user's own judge, and asking it about a record before the record is scored.

use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::judge::{Judge, JudgeQuestion, JudgeSettings, Pace, QuestionSettings, Reply, cache_folder};

use super::CliError;

/// Heading of these arguments in the help.
const HEADING: &str = "Judge of your own";

/// Arguments about a judge.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct JudgeArgs {
    /// Ask a program about each case: it reads a line of `prompt --format messages`, and writes lines {"id", "labels"} in any
    /// order; its labels take the place of the proposals
    #[arg(long, help_heading = HEADING, value_name = "COMMAND")]
    judge: Option<String>,
    /// The name of its labels and of its cached answers [default: its program's]
    #[arg(long, help_heading = HEADING, value_name = "NAME", requires = "judge")]
    judge_name: Option<String>,
    #[command(flatten)]
    how: JudgeRunArgs,
}

/// Arguments for running a judge.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct JudgeRunArgs {
    /// Processes of the judge at a time
    #[arg(long, help_heading = HEADING, value_name = "N", requires = "judge", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=512))]
    judge_jobs: u16,
    /// Questions sent ahead without waiting for answers
    #[arg(long, help_heading = HEADING, value_name = "N", requires = "judge", default_value = "8", value_parser = clap::value_parser!(u16).range(1..=4096))]
    judge_ahead: u16,
    /// Ask no more often than this: N/s, N/min or N/h
    #[arg(long, help_heading = HEADING, value_name = "N/UNIT", requires = "judge")]
    judge_rate: Option<Pace>,
    /// Seconds that a process may be silent while it is asked something
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", requires = "judge", default_value = "120", value_parser = seconds)]
    judge_timeout: Duration,
    /// Where answers are remembered, so that nothing is asked twice; `off` remembers nothing [default: the cache directory]
    #[arg(long, help_heading = HEADING, value_name = "DIR|off", requires = "judge")]
    judge_cache: Option<PathBuf>,
}

/// Longest silence of a judge, in seconds: a week.
const MAX_SILENCE: u64 = 7 * 24 * 3600;

/// Parses a number of seconds, which may be fractional.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).trim();
    let seconds = number.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|seconds| !seconds.is_zero() && seconds.as_secs() <= MAX_SILENCE).ok_or_else(|| {
        format!("write a number of seconds above 0, at most {MAX_SILENCE} (a week), as in 30 or 0.5")
    })
}

impl JudgeArgs {
    /// Returns whether a judge is given.
    pub fn is_asked(&self) -> bool {
        self.judge.is_some()
    }

    /// Returns the settings of the judge; `None` if none is given.
    pub fn settings(&self) -> Result<Option<JudgeSettings>, CliError> {
        let Some(command) = &self.judge else { return Ok(None) };
        self.how.settings(command, self.judge_name.as_deref()).map(Some)
    }
}

impl JudgeRunArgs {
    /// Returns the settings of a judge with this command and name.
    pub fn settings(&self, command: &str, name: Option<&str>) -> Result<JudgeSettings, CliError> {
        if command.trim().is_empty() {
            return Err(
                CliError::usage("--judge is given no command").hint("as in --judge 'python3 judge.py'")
            );
        }
        let name = name.map(str::trim);
        if name.is_some_and(|name| name.is_empty() || name == "engine") {
            return Err(CliError::usage(
                "--judge-name: `engine` is the engine's own name, and a judge needs one",
            )
            .hint("choose another name"));
        }
        let cache = match &self.judge_cache {
            None => cache_folder(),
            Some(folder) if folder.as_os_str() == "off" => None,
            Some(folder) => Some(folder.clone()),
        };
        Ok(JudgeSettings {
            command: command.to_owned(),
            name: name.map(str::to_owned),
            jobs: usize::from(self.judge_jobs),
            ahead: usize::from(self.judge_ahead),
            pace: self.judge_rate,
            timeout: self.judge_timeout,
            cache,
        })
    }
}

/// A judge of a batch before its start.
pub struct UnstartedJudge {
    pub settings: JudgeSettings,
    pub questions: QuestionSettings,
}

/// Collects the replies about the cases of a record.
struct Gathering<T> {
    left: usize,
    replies: Vec<Vec<Option<Reply>>>,
    then: Option<T>,
}

/// Asks the questions about each case of a record; `then` receives the replies once all have arrived.
pub fn ask(judge: &Judge, all: Vec<Vec<JudgeQuestion>>, then: impl FnOnce(Vec<Vec<Reply>>) + Send + 'static) {
    let left: usize = all.iter().map(Vec::len).sum();
    if left == 0 {
        return then(vec![Vec::new(); all.len()]);
    }
    let replies = all.iter().map(|of_case| of_case.iter().map(|_| None).collect()).collect();
    let gathering = Arc::new(Mutex::new(Gathering { left, replies, then: Some(then) }));
    for (case, questions) in all.into_iter().enumerate() {
        for (at, question) in questions.into_iter().enumerate() {
            let gathering = Arc::clone(&gathering);
            judge.ask(question, move |reply| {
                let mut gathering = gathering.lock().unwrap_or_else(PoisonError::into_inner);
                gathering.replies[case][at] = Some(reply);
                gathering.left -= 1;
                if gathering.left == 0
                    && let Some(then) = gathering.then.take()
                {
                    let replies = std::mem::take(&mut gathering.replies).into_iter();
                    then(replies.map(|of_case| of_case.into_iter().flatten().collect()).collect());
                }
            });
        }
    }
}

/// Asks about one case and waits for the replies.
pub fn ask_and_wait(judge: &Judge, questions: Vec<JudgeQuestion>) -> Vec<Reply> {
    let (replied, replies) = channel();
    ask(judge, vec![questions], move |all| drop(replied.send(all)));
    replies.recv().ok().and_then(|mut all| all.pop()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_read_or_refused() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("30s"), Ok(Duration::from_secs(30)));
        for wrong in ["0", "-1", "nan", "inf", "1e99", "", "soon"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
