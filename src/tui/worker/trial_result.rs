//! A rubric's result after a trial change.

use crate::num::Num;
use crate::report::Decision;

/// The rubric's result after an edit or a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialResult {
    pub decision: Decision,
    pub score: Option<Num>,
    /// Keys of the metrics whose scores are better than before.
    pub better: Vec<&'static str>,
}

impl TrialResult {
    /// Whether its decision is worse than the given one, or its headline score lower.
    pub fn is_worse(&self, decision: Decision, score: Option<Num>) -> bool {
        let lower = self.score.zip(score).is_some_and(|(now, then)| now < then);
        self.decision > decision || lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_with_a_lower_score_is_worse_by_whatever_metric_it_is_better() {
        let score = |tenths: usize| Some(Num::ratio(tenths, 10));
        for (decision, then, worse) in [
            (Decision::Fail, score(13), true),
            (Decision::Fail, score(24), false),
            (Decision::Fail, score(25), false),
            (Decision::Warn, score(13), true),
            (Decision::Incomplete, score(25), true),
            (Decision::Fail, None, false),
        ] {
            let result = TrialResult { decision, score: then, better: vec!["coverage"] };
            assert_eq!(result.is_worse(Decision::Fail, score(24)), worse, "{result:?}");
        }
    }
}
