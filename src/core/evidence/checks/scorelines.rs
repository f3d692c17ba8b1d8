//! Match scores that the article does not give.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::text::in_word_list;
use crate::text::scorelines::{self, Scoreline};

/// Support left to a claim with another score.
const OTHER_SCORE: f64 = 0.12;
/// Words by which a sentence tells how a match ended. Without one a pair of numbers may be a range: "2-3 weeks".
const RESULTS: &str = " beat beats beaten beating defeat defeats defeated win wins winning won victory victories victorious lose \
    loses losing lost loss losses draw draws drew drawn thrash thrashed hammer hammered triumph triumphed ";
/// Words of a score during the match, which a report may tell goal by goal.
const INTERIM: &str = " lead led leading ahead up down behind trail trailed half-time half interval break opened made equalised \
    equalized before ";

/// Reports the score of a claim where the article gives scores, but never this one, in either order.
pub fn scorelines(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let tokens = &pairing.clause.tokens;
    let has = |words: &str| tokens.clone().any(|at| in_word_list(words, &pairing.sentence.lower(at)));
    if !has(RESULTS) || has(INTERIM) {
        return Vec::new();
    }
    let given = &pairing.article.premise_index.scores;
    let is_other = |score: &Scoreline| {
        tokens.start <= score.first && score.end <= tokens.end && !given.contains(&score.points)
    };
    let others =
        scorelines::scorelines(pairing.sentence).filter(|score| !given.is_empty() && is_other(score));
    others.map(|score| FoundMismatch::missing(MismatchDetail::NoNumber, OTHER_SCORE, score.span)).collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn a_score_is_one_of_the_article() {
        const CUP: &str = "Vale beat Kingsmere 3-1 in the cup final on Sunday. Webb scored twice in the first half. Kingsmere had won \
            2-0 at home in March. The striker will be out for 4-6 weeks.";
        let cases = [
            ("Vale won the cup final 2-1 against Kingsmere.", true),
            ("Vale won the cup final 3-1 against Kingsmere.", false),
            ("Kingsmere lost the cup final 1-3.", false),
            ("Vale led 2-0 at half-time in the cup final.", false),
            ("The striker will miss 4-6 weeks.", false),
            ("Pages 2-6 of the winter issue tell of the cup final.", false),
        ];
        assert_found(CUP, MismatchKind::Number, &cases);
    }
}
