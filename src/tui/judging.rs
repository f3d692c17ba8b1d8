//! The user's own judge beside the screen: a thread asks it about a case and reports the answer.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use crate::case::{Case, Texts};
use crate::judge::{Judge, JudgeSettings, QuestionSettings, Reply, Unreadable, over};
use crate::labels::overrides::SuppliedLabels;
use crate::rubric::RubricSet;
use crate::tui::jobs::Jobs;

/// A question to the judge about a case with its current texts.
#[derive(Clone, Debug)]
pub struct JudgeRequest {
    pub index: usize,
    pub versions: (u64, u64),
    /// The case, which supplies the fields that are not edited.
    pub case: Arc<Case>,
    pub article: Arc<str>,
    pub summary: Arc<str>,
    /// Slug of the rubric whose labels are asked for.
    pub rubric: &'static str,
    /// Labels supplied with the case, which take precedence over the judge's.
    pub given: Option<Arc<SuppliedLabels>>,
    /// Current labels used in place of the engine's proposals; the judge's labels replace them.
    pub proposed: Option<Arc<SuppliedLabels>>,
}

/// The judge's labels for a case.
#[derive(Clone, Debug)]
pub struct JudgeLabels {
    pub index: usize,
    /// Versions of article and summary that the judge was asked about.
    pub versions: (u64, u64),
    /// The judge's labels, with those that they do not replace; or why there are none.
    pub kept: Result<Arc<SuppliedLabels>, JudgingError>,
}

/// Reason why the judge gave no labels for a case.
#[derive(Clone, Debug, thiserror::Error)]
pub enum JudgingError {
    #[error("there is no text to judge")]
    NoText,
    #[error("{0}")]
    NoLabels(Arc<str>),
}

/// A message from the judge's thread.
#[derive(Debug)]
pub enum JudgeUpdate {
    Judged(JudgeLabels),
    Message(String),
}

/// Starts the thread that asks the judge. The judge's process is started by the first question, and ends when
/// the thread is dropped.
pub fn spawn(
    settings: JudgeSettings,
    rubrics: Arc<RubricSet>,
    send: impl Fn(JudgeUpdate) + Clone + Send + 'static,
) -> Jobs<JudgeRequest> {
    Jobs::spawn("asking", move |asked| work(settings, &rubrics, asked, send))
}

/// Asks questions until the channel closes; then the judge's process ends.
fn work(
    settings: JudgeSettings,
    rubrics: &RubricSet,
    asked: &Receiver<JudgeRequest>,
    send: impl Fn(JudgeUpdate) + Clone + Send + 'static,
) {
    let identity = settings.identity().to_owned();
    let send_message = send.clone();
    let judge = Judge::start(settings, move |words| send_message(JudgeUpdate::Message(words)));
    let mut questions: HashMap<&'static str, QuestionSettings> = HashMap::new();
    while let Ok(ask) = asked.recv() {
        let of = questions
            .entry(ask.rubric)
            .or_insert_with(|| QuestionSettings::new(rubrics.get(ask.rubric), &identity));
        let case = Case {
            article: ask.article.to_string(),
            summary: ask.summary.to_string(),
            ..(*ask.case).clone()
        };
        // A single rubric gives a single question.
        let Some(question) = of.of(&case).into_iter().next() else {
            let kept = Err(JudgingError::NoText);
            send(JudgeUpdate::Judged(JudgeLabels { index: ask.index, versions: ask.versions, kept }));
            continue;
        };
        let send = send.clone();
        judge.ask(question, move |reply| send(JudgeUpdate::Judged(judged(&ask, reply))));
    }
}

/// Combines a reply with the other labels of the case.
fn judged(ask: &JudgeRequest, reply: Reply) -> JudgeLabels {
    let texts = Texts { article: &ask.article, summary: &ask.summary };
    let under =
        |kept: &Option<Arc<SuppliedLabels>>| kept.as_ref().map(|kept| kept.over(texts)).unwrap_or_default();
    let kept = match &reply.given {
        Err(why) => Err(JudgingError::NoLabels(Arc::clone(why))),
        Ok(_) => {
            let mut before = under(&ask.proposed);
            // Notes on an earlier answer no longer apply.
            before.notes.clear();
            let labels =
                over(before, std::slice::from_ref(&reply), Unreadable::Proposals).overlaid(under(&ask.given));
            let (article, summary) = (Arc::clone(&ask.article), Arc::clone(&ask.summary));
            Ok(Arc::new(SuppliedLabels { labels, article, summary }))
        }
    };
    JudgeLabels { index: ask.index, versions: ask.versions, kept }
}
