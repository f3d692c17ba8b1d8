//! Blind review: which cases are hidden, the state of the training round, and the record of what the
//! annotator saw.

use crate::audit;
use crate::blind::{self, BlindSettings, GoldAccuracy, GoldCases, GoldMismatch, JudgedGold};
use crate::labels::{Label, Labels, List, Provenance};
use crate::session::{Act, Event, EventDraft, Folded, VERSION};

/// Settings of a blind review.
#[derive(Clone, Debug, Default)]
pub struct Blind {
    pub settings: BlindSettings,
    /// Cases with known labels.
    pub gold: GoldCases,
}

/// Whether the engine's judgement of a case is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// It is shown, and always was.
    #[default]
    Open,
    /// It is hidden until the annotator has given their labels.
    Hidden,
    /// It is shown because the annotator has given their labels.
    Revealed,
}

/// The state of a blind review.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlindStatus {
    /// Number of cases of the queue that were revealed to the annotator.
    pub revealed: usize,
    /// Number of all cases of the queue.
    pub cases: usize,
    /// Whether there are gold cases in the queue, and cases left to judge, so that the ids would tell which
    /// cases are gold.
    pub hides_ids: bool,
    /// Share of gold labels that have to be right, from 0 to 1.
    pub pass: f64,
    pub training: Option<TrainingStatus>,
    /// Accuracy on the gold cases of the queue. `None` until the whole queue is judged, since it would reveal
    /// which cases are gold.
    pub result: Option<GoldAccuracy>,
}

/// The state of a training round. The training cases are the first of the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrainingStatus {
    /// Number of training cases, including those of earlier rounds.
    pub cases: usize,
    pub round: usize,
    /// Number of cases of this round that were judged.
    pub done: usize,
    pub tally: GoldAccuracy,
    /// Whether the queue may be begun.
    pub passed: bool,
    /// Number of gold cases that no round has used yet.
    pub spare: usize,
}

impl TrainingStatus {
    /// Whether the whole round was judged, and not well enough.
    pub fn has_failed(&self) -> bool {
        self.done == self.round && !self.passed
    }
}

/// Feedback on a training case after it was judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback {
    /// Number of labels that are right.
    pub tally: GoldAccuracy,
    /// Labels that are wrong.
    pub misses: Vec<GoldMismatch>,
}

impl BlindStatus {
    /// Whether a case may be judged yet; cases of the queue may only be judged after the training round.
    pub fn may_open(&self, at: usize) -> bool {
        self.training.is_none_or(|training| training.passed || at < training.cases)
    }

    /// Describes a failed training round and how to begin another one; `None` if the round may still be
    /// passed. `reopens` is the command that opens the review.
    pub fn failed(&self, reopens: &str) -> Option<String> {
        let next = self.another_round(reopens)?;
        let right = self.training?.tally.share().unwrap_or(1.0) * 100.0;
        let needed = self.pass * 100.0;
        Some(format!("training not passed: {right:.0} % right, {needed:.0} % needed; {next}"))
    }

    /// Returns how to begin another training round; `None` if the last one was passed or may still be.
    pub fn another_round(&self, reopens: &str) -> Option<String> {
        let training = self.training.filter(TrainingStatus::has_failed)?;
        Some(match training.round.min(training.spare) {
            0 => format!("no gold case is left for another round; `{reopens} --training 0` opens the queue"),
            cases => format!("`{reopens} --training {cases}` begins another round"),
        })
    }
}

impl Blind {
    /// Computes the status of the review from the cases in queue order, the number of training cases at the
    /// start, and the recorded reveals.
    pub fn standing(&self, ids: &[String], training: usize, reveals: &[Event]) -> BlindStatus {
        let of = |id: &String| reveals.iter().find(|event| event.case == *id);
        let tally = |ids: &[String]| {
            let mut sum = GoldAccuracy::default();
            ids.iter().filter_map(of).filter_map(JudgedGold::of).for_each(|gold| sum += gold.tally);
            sum
        };
        let revealed = ids.iter().filter(|id| of(id).is_some()).count();
        let round = &ids[self.settings.training.start.min(training)..training];
        let done = round.iter().filter(|id| of(id).is_some()).count();
        let (pass, sum) = (self.settings.pass, tally(round));
        let has_gold = ids[training..].iter().any(|id| self.gold.labels(id).is_some());
        BlindStatus {
            revealed,
            cases: ids.len(),
            hides_ids: has_gold && revealed < ids.len(),
            pass,
            training: (!round.is_empty()).then(|| TrainingStatus {
                cases: training,
                round: round.len(),
                done,
                tally: sum,
                passed: done == round.len() && sum.passes(pass),
                spare: self.gold.ids().len().saturating_sub(self.settings.training.end),
            }),
            result: (has_gold && revealed == ids.len()).then(|| tally(&ids[training..])),
        }
    }

    /// Returns how an annotator judged a gold case so far, on the lists that a rubric reads; `None` if the
    /// case is no gold case, or its labels cannot be read.
    pub fn mark(&self, id: &str, folded: &Folded, lists: &[List]) -> Option<Feedback> {
        let base = folded.base();
        let mut gold = audit::read_labels(self.gold.labels(id)?, &base.article, &base.summary).ok()?.labels;
        // In files, wordings are given as spans only.
        for wording in gold.get_mut(List::Extraneous).into_iter().flatten() {
            let words = wording.summary.first().and_then(|span| base.summary.get(span.range()));
            wording.text = words.unwrap_or_default().to_owned();
        }
        let (tally, misses) = blind::compare(&folded.state().labels(), &gold, lists);
        Some(Feedback { tally, misses })
    }
}

/// Returns the record of what was hidden when a case was shown to its annotator.
pub(super) fn seen(id: &str, by: &str) -> EventDraft {
    let hidden = ["labels", "probabilities", "reasons", "scores", "caps", "verdict"];
    EventDraft::new(id, by, Act::Seen).with("blind", &true).with("hidden", &hidden).with("engine", &VERSION)
}

/// Returns the events for a case that an annotator has judged: the engine's findings that the annotator did
/// not adopt are rejected, and the case is revealed. If units were left without a label, lists in which the
/// annotator marked nothing keep the engine's findings, just as those units keep the engine's labels.
pub fn reveal(
    id: &str,
    folded: &Folded,
    asked: &FeedbackRequest,
    marked: Option<(&Feedback, bool)>,
) -> Vec<EventDraft> {
    let (state, by) = (folded.state(), folded.state().by());
    let mut drafts = Vec::new();
    let labels = state.labels();
    let marked_some = |list: List| {
        let own = |label: &Label| label.by != Provenance::Engine;
        labels.get(list).is_some_and(|labels| labels.iter().any(own))
    };
    let judged = |list: &&List| list.is_finding() && (asked.missing.is_empty() || marked_some(**list));
    for list in asked.lists.iter().filter(judged) {
        let before: Vec<_> = proposed(&labels, *list).map(|index| state.id(*list, index)).collect();
        if !before.is_empty() {
            drafts.push(EventDraft::new(id, by, Act::rejecting(*list, before)));
        }
    }
    let reveal = EventDraft::new(id, by, Act::Reveal)
        .with("rubric", &asked.rubric)
        .with("missing", &asked.missing)
        .with("engine", &state.engine);
    drafts.push(match marked {
        Some((Feedback { tally, .. }, training)) => {
            reveal.with("gold", &JudgedGold { tally: *tally, training })
        }
        None => reveal,
    });
    drafts
}

/// Returns the indices of the labels of a list that only the engine has given.
fn proposed(labels: &Labels, list: List) -> impl Iterator<Item = usize> {
    let labels = labels.get(list).unwrap_or_default().iter().enumerate();
    labels.filter(|(_, label)| label.by == Provenance::Engine).map(|(index, _)| index)
}

/// A request for feedback on a case that the annotator has judged.
#[derive(Clone, Debug)]
pub struct FeedbackRequest {
    /// The case, by its position in the queue.
    pub index: usize,
    /// Slug of the rubric that they judged by.
    pub rubric: &'static str,
    pub lists: &'static [List],
    /// Units that they gave no label, such as `claims/2`.
    pub missing: Vec<String>,
}
