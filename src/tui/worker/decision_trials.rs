//! Results of the current rubric if a person called a claim supported, with all labels that change with it. A
//! single key makes this decision, whereas a search over labels needs several changes.

use std::cmp::Ordering;

use crate::case::Texts;
use crate::engine::SideEffect;
use crate::labels::overrides::{LabelDecision, Override};
use crate::labels::{LabelId, LabelValue, Labels, List, Provenance};
use crate::report::FlipChange;

use super::trial_result::TrialResult;
use super::{RequestScorer, ScoreRequest, ScoredPart};

/// Most decisions that are tried.
const MAX_DECISIONS: usize = 5;

/// A decision on a label, with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionTrial {
    /// The label, with the old and the new word.
    pub change: FlipChange,
    /// Number of other labels of the rubric that change with it.
    pub follows: usize,
    /// The rubric's result.
    pub outcome: TrialResult,
}

impl RequestScorer {
    /// Tries to call each of the first claims supported that the engine does not find supported. Returns the
    /// decisions that give a better verdict or score, best first; fewer if the request becomes `stale`.
    pub(super) fn try_decisions(
        &mut self,
        request: &ScoreRequest,
        slug: &'static str,
        part: &ScoredPart,
        stale: &dyn Fn() -> bool,
    ) -> Vec<DecisionTrial> {
        let (Some(analysis), Some((_, rubric))) = (&part.analysis, self.numbers.rubrics.get(slug)) else {
            return Vec::new();
        };
        let verdict = |labels: &Labels| {
            let found = rubric.evaluate(&analysis.input(&request.case, labels), &request.readings, false);
            (found.verdict.decision, found.verdict.score)
        };
        let now = verdict(&part.labels);
        let texts = Texts { article: &request.article, summary: &request.summary };
        let given = request.given.as_deref();
        let mut decided = |overrides: &[Override]| {
            self.engine.decided(analysis, &request.case, given, &request.rules, overrides)
        };
        let followed =
            |all: &[SideEffect]| all.iter().filter(|one| rubric.lists().contains(&one.id.list)).count();
        let known = followed(&decided(&request.overrides).followed);
        let mut trials = Vec::new();
        let claims = part.labels.get(List::Claims).unwrap_or_default().iter().enumerate();
        let open = claims.filter(|(_, label)| label.by == Provenance::Engine);
        let doubted = open.filter_map(|(index, label)| {
            let from = label.word.filter(|word| *word != LabelValue::Supported)?;
            Some((LabelId { list: List::Claims, index }, label, from))
        });
        for (id, label, from) in doubted.take(MAX_DECISIONS) {
            if stale() {
                break;
            }
            let to = LabelValue::Supported;
            let mut overrides = request.overrides.to_vec();
            overrides.push(Override::new(id.list, label, LabelDecision::Value(to), texts, "if", 0));
            let then = decided(&overrides);
            let (decision, score) = verdict(&then.labels);
            if decision < now.0 || decision == now.0 && score > now.1 {
                let change = FlipChange { id, from, to, effects: Vec::new() };
                let follows = followed(&then.followed).saturating_sub(known);
                let outcome = TrialResult { decision, score, better: Vec::new() };
                trials.push(DecisionTrial { change, follows, outcome });
            }
        }
        trials.sort_by(|a, b| {
            let (a, b) = (&a.outcome, &b.outcome);
            let scores = b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal);
            a.decision.cmp(&b.decision).then(scores)
        });
        trials
    }
}
