//! Match scores that the article does not give, or gives to a match with another opponent.

use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, names};
use crate::text::scorelines::{self, Scoreline};
use crate::text::{Sentence, Span, in_word_list};

/// Support left to a claim with another score.
const OTHER_SCORE: f64 = 0.12;
/// Words by which a sentence tells how a match ended. Without one a pair of numbers may be a range: "2-3 weeks".
const RESULTS: &str = " beat beats beaten beating defeat defeats defeated win wins winning won victory victories victorious lose \
    loses losing lost loss losses draw draws drew drawn thrash thrashed hammer hammered triumph triumphed ";
/// Words of a score during the match, which a report may tell goal by goal.
const INTERIM: &str = " lead led leading ahead up down behind trail trailed half-time half interval break opened made equalised \
    equalized before ";

/// Words before the name of an opponent, in the claim and in the article.
const OPPONENTS: &str = " beat beats beating beaten defeat defeated against over ";
const PLAYED: &str = " beat beats beating beaten defeat defeated against over at to ";

/// Reports the score of a claim where the article gives scores, but never this one, in either order, or where all
/// sentences with this score name another opponent.
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
    if given.is_empty() {
        return Vec::new();
    }
    let found = |score: Scoreline| {
        if is_other(&score) {
            return Some(FoundMismatch::missing(MismatchDetail::NoNumber, OTHER_SCORE, score.span));
        }
        other_opponent(pairing, &score)
    };
    scorelines::scorelines(pairing.sentence).filter_map(found).collect()
}

/// Returns a mismatch of the opponent of a match: "beat Swansea 3-2" for "the 3-2 win at West Brom".
fn other_opponent(pairing: &ClaimPairing, score: &Scoreline) -> Option<FoundMismatch> {
    let own = opponent(pairing.sentence, OPPONENTS, |at| {
        pairing.clause.tokens.contains(&at) && names::is_name(pairing, at) && !pairing.found(at).is_missing()
    })?;
    let sentences = pairing.article.text().sentences();
    let mut found = None;
    for source in pairing.holding(score.first) {
        let article = &*sentences[source].sentence;
        let there: Vec<Scoreline> = scorelines::scorelines(article).collect();
        if there.iter().all(|other| other.points != score.points) {
            continue;
        }
        // Of several scores, one may be of a part of the match: "won the doubles 6-3 and the tie 3-2".
        if there.len() > 1 {
            return None;
        }
        let is_own =
            |at: usize| pairing.tokens().any(|(own, _)| pairing.stands_for(own, article.tokens[at].stem));
        let other =
            opponent(article, PLAYED, |at| article.tokens[at].flags.capital).filter(|at| !is_own(*at))?;
        if article.tokens.iter().any(|token| pairing.stands_for(own, token.stem)) {
            return None;
        }
        found = found.or_else(|| Some(pairing.place(source, name_from(article, other))));
    }
    let name = name_from(pairing.sentence, own);
    let found = FoundMismatch::new(MismatchDetail::OtherName, OTHER_SCORE, name, found?);
    Some(found.noting("against").noting("against"))
}

/// Returns the span of a name, given its first word: "West Brom".
fn name_from(sentence: &Sentence, first: usize) -> Span {
    let is_joined = |at: &usize| sentence.tokens[*at].flags.capital && sentence.gap_before(*at) == " ";
    let last = (first + 1..sentence.tokens.len()).take_while(is_joined).last().unwrap_or(first);
    sentence.tokens[first].span.join(sentence.tokens[last].span)
}

/// Returns the first word of the first name after one of some words.
fn opponent(sentence: &Sentence, before: &str, is_name: impl Fn(usize) -> bool) -> Option<usize> {
    let follows = |at: &usize| {
        let back = |by: usize| at.checked_sub(by).map(|at| sentence.lower(at)).unwrap_or_default();
        in_word_list(before, &back(1)) || &*back(1) == "the" && in_word_list(before, &back(2))
    };
    sentence.whole().find(|at| follows(at) && is_name(*at))
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
        const TABLE: &str = "Last week's 3-2 win at West Brom kept Leicester up. The Foxes host Swansea on Saturday. They had beaten \
            Swansea 2-0 in October.";
        let cases = [
            ("Leicester won 3-2 against Swansea last week.", true),
            ("Leicester won 3-2 against West Brom last week.", false),
            ("Leicester won 2-0 against Swansea in October.", false),
        ];
        assert_found(TABLE, MismatchKind::Name, &cases);
    }
}
