//! The features from which the probability of a claim is computed, together with the differences in facts
//! that contradict the article.
//!
//! Every feature is 0 if nothing speaks against the claim, and more of it never makes support more likely.
//! They are of three kinds, since no single kind serves every summary. The joints between copied runs matter
//! if the claim is made of the article's phrases. Words that the article does not have matter if it is worded
//! freely. Missing names and figures matter in both cases.

use super::Premise;
use super::matching::{Match, Matches};
use super::runs::Joints;
use crate::text::{Sentence, idf};

/// Number of features.
pub const COUNT: usize = 12;

/// Values of the features, in the order of [`FEATURES`].
pub type Features = [f64; COUNT];

/// The names of the features, by which the stored trees refer to them; beside each is what it measures.
pub const FEATURES: [&str; COUNT] = [
    "fragments", // runs copied from the article, and new words, but the first, per word
    "triples",   // share of its triples of words that the article does not have
    "disorder",  // share of its words that are not in one sentence of the article in their order
    "strangers", // share of its neighbouring content words that no sentence of the article has both
    "apart",     // share of them that are nowhere within twelve words of each other
    "missing",   // content words that the article does not have
    "names",     // names among them
    "figures",   // figures among them
    "splices",   // joints of copied runs that do not follow each other in the article
    "skipped",   // words of the article that are skipped between the others
    "torn",      // joints that skip the end of a sentence
    "wording",   // doubt by new words, unseen bigrams and pairs, as the reasons weigh them
];

/// Largest distance, in words of the article, of two words that are near each other.
const MAX_NEAR_GAP: u32 = 12;
/// Most occurrences of a word that are considered.
const MAX_PLACES: usize = 1_024;
/// Share of capitalized uses within sentences above which a word is a name.
const NAME: f64 = 0.6;

/// Returns the features of a clause whose first token in its sentence is `first`. `lcs` is the share of its
/// words in the longest common subsequence with one article sentence, `wording` the doubt from its wording.
pub fn of(
    article: Premise,
    sentence: &Sentence,
    first: usize,
    matches: &Matches,
    lcs: f64,
    wording: f64,
) -> Features {
    let tokens = first..first + matches.tokens.len();
    let Joints { length, fragments, triples, new_triples, splices, skipped, torn } =
        article.premise_index.runs.joints(sentence, tokens.clone());
    let share = |part: usize, all: usize| if all > 0 { part as f64 / all as f64 } else { 0.0 };
    let (strangers, apart, pairs) = pairs(article, matches);
    let missing = || tokens.clone().zip(&matches.tokens).filter(|(_, found)| found.is_missing());
    let is_figure = |at: usize| sentence.tokens[at].flags.digit;
    let is_name = |at: usize| {
        let token = &sentence.tokens[at];
        !token.flags.digit
            && (token.flags.capital && at > 0
                || idf::capital_share(token.stem).is_some_and(|share| share > NAME))
    };
    [
        share(fragments.saturating_sub(1), length),
        share(new_triples, triples),
        1.0 - lcs,
        share(strangers, pairs),
        share(apart, pairs),
        missing().count() as f64,
        missing().filter(|(at, _)| is_name(*at)).count() as f64,
        missing().filter(|(at, _)| is_figure(*at)).count() as f64,
        splices as f64,
        skipped as f64,
        torn as f64,
        wording,
    ]
}

/// Returns how many neighbouring pairs of content words no article sentence has both words of, how many are
/// never near each other, and how many pairs there are.
fn pairs(article: Premise, matches: &Matches) -> (usize, usize, usize) {
    let content: Vec<&Match> = matches.tokens.iter().filter(|found| found.content).collect();
    let (mut strangers, mut apart) = (0, 0);
    for pair in content.windows(2) {
        let (together, near) = met(article, pair[0], pair[1]);
        strangers += usize::from(!together);
        apart += usize::from(!near);
    }
    (strangers, apart, content.len().saturating_sub(1))
}

/// Returns whether an article sentence has both words, and whether they are near each other anywhere.
fn met(article: Premise, a: &Match, b: &Match) -> (bool, bool) {
    if a.borne_out || b.borne_out {
        return (true, true);
    }
    let indexed = article.indexed;
    let places = |found: &Match| -> Vec<&[u32]> {
        found.stems.iter().filter_map(|stem| indexed.positions.get(stem)).map(Vec::as_slice).collect()
    };
    let (mut together, mut near) = (false, false);
    let theirs = places(b);
    for place in places(a).into_iter().flat_map(|places| places.iter().take(MAX_PLACES)) {
        for other in &theirs {
            // The nearest positions on either side are enough to decide both questions.
            let at = other.partition_point(|other| other < place);
            let after = at + usize::from(other.get(at) == Some(place));
            let before = at.checked_sub(1);
            for other in [before, Some(after)].into_iter().flatten().filter_map(|at| other.get(at)) {
                near |= place.abs_diff(*other) <= MAX_NEAR_GAP;
                together |= indexed.sentence_of[*place as usize] == indexed.sentence_of[*other as usize];
            }
        }
        if near && together {
            break;
        }
    }
    (together, near)
}

/// Returns the features of a clause whose wording does not count against it.
pub fn unworded(features: Features) -> Features {
    const OF_WORDS: [&str; 3] = ["missing", "names", "figures"];
    std::array::from_fn(|at| if OF_WORDS.contains(&FEATURES[at]) { features[at] } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::calibration::trees;
    use crate::evidence::support::judge_alone;

    const ARTICLE: &str = "The city council approved a budget of $45 million on Tuesday. Mayor Anna Keller said the \
        plan would not raise taxes. No serious side effects were observed.";

    fn features(claim: &str) -> Features {
        judge_alone(ARTICLE, claim).features
    }

    fn value(claim: &str, name: &str) -> f64 {
        let at = FEATURES.iter().position(|feature| *feature == name).expect("a feature");
        features(claim)[at]
    }

    #[test]
    fn the_stored_trees_are_of_the_features_that_there_are() {
        assert_eq!(trees::shipped().features, FEATURES);
    }

    #[test]
    fn a_copy_has_nothing_against_it() {
        assert_eq!(features("The city council approved a budget of $45 million on Tuesday."), [0.0; COUNT]);
    }

    #[test]
    fn names_and_figures_are_counted_among_the_missing_words() {
        let claim = "The council of Lisbon approved 77 budgets for musicians.";
        assert_eq!(
            [value(claim, "missing"), value(claim, "names"), value(claim, "figures")],
            [3.0, 1.0, 1.0]
        );
    }

    #[test]
    fn words_of_different_sentences_are_strangers() {
        assert_eq!(value("The council approved a budget.", "strangers"), 0.0);
        assert!(value("The council observed taxes.", "strangers") > 0.9);
        assert!(value("The council observed taxes.", "splices") > 0.0);
    }
}
