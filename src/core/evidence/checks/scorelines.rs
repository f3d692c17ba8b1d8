//! Scores of matches: "2-0".

use std::ops::Range;

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::text::numbers::{Number, Unit};
use crate::text::{Sentence, Span, in_word_list};

/// Support left to a claim with another score.
const OTHER_SCORE: f64 = 0.12;
/// Words by which a sentence tells how a match ended. Without one a pair of numbers may be a range: "2-3 weeks".
const RESULTS: &str = " beat beats beaten beating defeat defeats defeated win wins winning won victory victories victorious lose \
    loses losing lost loss losses draw draws drew drawn thrash thrashed hammer hammered triumph triumphed ";
/// Words of a score during the match, which a report may tell goal by goal.
const INTERIM: &str = " lead led leading ahead up down behind trail trailed half-time half interval break opened made equalised \
    equalized before ";

/// Two numbers joined by a dash.
struct Scoreline {
    span: Span,
    /// Smaller and larger number.
    goals: [i64; 2],
}

/// Reports the score of a claim where the article gives scores, but never this one, in either order.
pub fn scorelines(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let tokens = &pairing.clause.tokens;
    let has = |words: &str| tokens.clone().any(|at| in_word_list(words, &pairing.sentence.lower(at)));
    if !has(RESULTS) || has(INTERIM) {
        return Vec::new();
    }
    let own: Vec<Scoreline> = in_tokens(pairing.sentence, tokens).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let sentences = pairing.article.text().sentences().iter();
    let theirs: Vec<[i64; 2]> = sentences
        .flat_map(|placed| in_tokens(&placed.sentence, &placed.sentence.whole()))
        .map(|score| score.goals)
        .collect();
    let is_other = |score: &Scoreline| !theirs.is_empty() && !theirs.contains(&score.goals);
    own.into_iter()
        .filter(is_other)
        .map(|score| FoundMismatch::missing(MismatchDetail::NoNumber, OTHER_SCORE, score.span))
        .collect()
}

/// The scores among some tokens of a sentence.
fn in_tokens<'a>(sentence: &'a Sentence, tokens: &Range<usize>) -> impl Iterator<Item = Scoreline> + use<'a> {
    /// Largest number of a score: that of a game of basketball.
    const MAX_GOALS: i64 = 180;
    let goals = |number: &Number| {
        let whole = number.value.whole().filter(|goals| (0..=MAX_GOALS).contains(goals));
        whole.filter(|_| number.unit == Unit::Plain && number.about.is_none())
    };
    let tokens = tokens.clone();
    let is_within = move |pair: &&[Number]| tokens.start <= pair[0].first && pair[1].end <= tokens.end;
    sentence.numbers().windows(2).filter(is_within).filter_map(move |pair| {
        let gap = sentence.text[pair[0].span.end..pair[1].span.start].trim();
        let [first, second] = [goals(&pair[0])?, goals(&pair[1])?];
        matches!(gap, "-" | "–").then(|| Scoreline {
            span: pair[0].span.join(pair[1].span),
            goals: [first.min(second), first.max(second)],
        })
    })
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
