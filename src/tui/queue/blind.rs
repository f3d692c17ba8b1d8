//! A review in which the annotator judges first: which cases are hidden, how the training round stands, and what is
//! recorded of what was seen.

use crate::audit;
use crate::blind::{self, BlindSettings, GoldAccuracy, GoldCases, GoldMismatch, JudgedGold};
use crate::labels::{Label, Labels, List, Provenance};
use crate::session::{Act, Event, EventDraft, Folded, VERSION};

/// How the annotator of this run judges blind.
#[derive(Clone, Debug, Default)]
pub struct Blind {
    pub settings: BlindSettings,
    /// The cases whose labels are known.
    pub gold: GoldCases,
}

/// Whether the engine's judgement of a case is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// It is, and always was.
    #[default]
    Open,
    /// It is not, until the annotator has given theirs.
    Hidden,
    /// It is, since the annotator has given theirs.
    Revealed,
}

/// The state of a blind review.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlindStatus {
    /// Cases of the queue that were revealed to the annotator.
    pub revealed: usize,
    /// All cases of the queue.
    pub cases: usize,
    /// The share of gold labels that has to be right, 0 to 1.
    pub pass: f64,
    pub training: Option<TrainingStatus>,
    /// How the gold cases of the queue were judged; `None` before all of the queue is, since it would reveal which they
    /// are.
    pub result: Option<GoldAccuracy>,
}

/// The state of a training round. Its cases are the first of the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrainingStatus {
    /// The cases before this place are for training, those of earlier rounds among them.
    pub cases: usize,
    pub round: usize,
    /// Those of them that were judged.
    pub done: usize,
    pub tally: GoldAccuracy,
    /// Whether the queue may be begun.
    pub passed: bool,
    /// Gold cases that no round has used yet.
    pub spare: usize,
}

impl TrainingStatus {
    /// Whether all of the round was judged, and not well enough.
    pub fn has_failed(&self) -> bool {
        self.done == self.round && !self.passed
    }
}

/// The feedback of a training case after it was judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback {
    /// How many labels are right.
    pub tally: GoldAccuracy,
    /// Those that are not.
    pub misses: Vec<GoldMismatch>,
}

impl BlindStatus {
    /// Whether a case may be judged yet: those of the queue only after the training round.
    pub fn may_open(&self, at: usize) -> bool {
        self.training.is_none_or(|training| training.passed || at < training.cases)
    }

    /// What a training round that was not passed means, and what begins another one; `None` where it may still be passed. `reopens`
    /// is the command that opens the review.
    pub fn failed(&self, reopens: &str) -> Option<String> {
        let next = self.another_round(reopens)?;
        let right = self.training?.tally.share().unwrap_or(1.0) * 100.0;
        let needed = self.pass * 100.0;
        Some(format!("training not passed: {right:.0} % right, {needed:.0} % needed; {next}"))
    }

    /// What begins another training round; `None` where the last one was passed, or may still be.
    pub fn another_round(&self, reopens: &str) -> Option<String> {
        let training = self.training.filter(TrainingStatus::has_failed)?;
        Some(match training.round.min(training.spare) {
            0 => format!("no gold case is left for another round; `{reopens} --training 0` opens the queue"),
            cases => format!("`{reopens} --training {cases}` begins another round"),
        })
    }
}

impl Blind {
    /// How the review stands, from the cases in the order of the queue, the number that are for training and come first, and
    /// the reveals that are recorded.
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

    /// How an annotator judged a gold case, as it stands, on the lists that a rubric reads; `None` where the case is no
    /// gold case, or its labels cannot be read.
    pub fn mark(&self, id: &str, folded: &Folded, lists: &[List]) -> Option<Feedback> {
        let base = folded.base();
        let mut gold = audit::read_labels(self.gold.labels(id)?, &base.article, &base.summary).ok()?.labels;
        // Files have wordings as spans alone.
        for wording in gold.get_mut(List::Extraneous).into_iter().flatten() {
            let words = wording.summary.first().and_then(|span| base.summary.get(span.range()));
            wording.text = words.unwrap_or_default().to_owned();
        }
        let (tally, misses) = blind::compare(&folded.state().labels(), &gold, lists);
        Some(Feedback { tally, misses })
    }
}

/// What was seen when a case was put before its annotator.
pub(super) fn seen(id: &str, by: &str) -> EventDraft {
    let hidden = ["labels", "probabilities", "reasons", "scores", "caps", "verdict"];
    EventDraft::new(id, by, Act::Seen).with("blind", &true).with("hidden", &hidden).with("engine", &VERSION)
}

/// What is recorded when an annotator has judged a case: the engine's findings that are not theirs are rejected, and
/// the case is revealed. A case that was not judged whole keeps the findings of lists in which the annotator marked none,
/// as it keeps the engine's labels of the units without one.
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

/// The labels of a list that nobody but the engine has given, by index.
fn proposed(labels: &Labels, list: List) -> impl Iterator<Item = usize> {
    let labels = labels.get(list).unwrap_or_default().iter().enumerate();
    labels.filter(|(_, label)| label.by == Provenance::Engine).map(|(index, _)| index)
}

/// A request for feedback on a case that the annotator has judged.
#[derive(Clone, Debug)]
pub struct FeedbackRequest {
    /// The case, by its place in the queue.
    pub index: usize,
    /// The rubric that they judged by, by its slug.
    pub rubric: &'static str,
    pub lists: &'static [List],
    /// Units that have no label of theirs, as `claims/2`.
    pub missing: Vec<String>,
}
