//! How much of all that an article tells a summary has, and how much of what a summary tells is in the article's words.
//!
//! A few key points stand for the article, and other points may be meant by whoever looks for content in a summary: the
//! more of the whole is there, the likelier is any point that people look for. It bears on how likely a point is
//! covered, not on the share of it that is there.

use rustc_hash::FxHashMap;

use super::centrality::weight;
use super::repetition::distinct_bigram_ratio;
use super::{Article, Indexed, calibration};
use crate::text::Stem;

/// What each content word of an article weighs in all that it tells.
#[derive(Debug, Default)]
pub struct ContentMass {
    weights: FxHashMap<Stem, u32>,
    all: u64,
}

impl ContentMass {
    /// Weighs the words of an article.
    pub(super) fn new(article: &Indexed) -> ContentMass {
        let mut mentions: FxHashMap<Stem, (u32, u32)> = FxHashMap::default();
        for (_, token) in article.text.tokens().filter(|(_, token)| token.is_content()) {
            mentions.entry(token.stem).or_insert_with(|| (0, weight(token))).0 += 1;
        }
        // Each further mention adds less than the one before. Whole numbers, so that the order in which words are
        // summed up changes nothing.
        let weigh = |(said, weight): (u32, u32)| (f64::from(said).sqrt() * f64::from(weight)).round() as u32;
        let weights: FxHashMap<Stem, u32> =
            mentions.into_iter().map(|(stem, mention)| (stem, weigh(mention))).collect();
        ContentMass { all: weights.values().map(|weight| u64::from(*weight)).sum(), weights }
    }

    /// Share of it, by weight, that a text has, 0 to 1; 0 of an article without content.
    pub(super) fn share(&self, text: &Indexed) -> f64 {
        let has = |stem: &Stem| self.weights.get(stem).map_or(0, |weight| u64::from(*weight));
        text.positions.keys().map(has).sum::<u64>() as f64 / self.all.max(1) as f64
    }
}

/// What of the whole summary bears on each point and question.
#[derive(Debug)]
pub(super) struct SummaryFactors {
    /// Whether it says things once, 0 to 1.
    pub distinct_bigram_ratio: f64,
    /// How much of all that the article tells it has, as log-odds.
    pub content_share: f64,
    /// Share of a point's words, in percent, that a summary which covers the point is expected to have of what it would have in
    /// the article's words: all of it if the summary copies, half if it shares no word, since part of what is in other
    /// words says something else.
    pub expected_percent: usize,
}

impl SummaryFactors {
    /// Of a summary of an article.
    pub fn new(article: &Article, summary: &Indexed) -> SummaryFactors {
        SummaryFactors {
            distinct_bigram_ratio: distinct_bigram_ratio(summary),
            content_share: calibration::log_odds(article.profile.content_mass.share(summary)),
            expected_percent: usize::midpoint(100, copied_percent(&article.indexed, summary)),
        }
    }
}

/// Share of a sentence's content, in percent, under which it is of another matter and tells nothing of the wording.
const MIN_SHARED: usize = 25;

/// Share of a summary's content, in percent, that is in the article's words; a word that means the same counts half. Sentences
/// of another matter are left out, and numbers and names that the article lacks: these are no other words for what it says.
fn copied_percent(article: &Indexed, summary: &Indexed) -> usize {
    let worth = |stem: Stem| {
        let mut synonyms = article.synonyms.of_word(stem).chain(article.synonyms.phrases_of_word(stem));
        if article.has(stem) { 2 } else { usize::from(synonyms.next().is_some()) }
    };
    let (mut copied, mut all) = (0, 0);
    for sentence in 0..summary.text.sentences().len() {
        let (mut own_copied, mut own_all) = (0, 0);
        for at in summary.tokens_of(sentence).filter(|at| summary.token(*at).1.is_content()) {
            let (_, token) = summary.token(at);
            let is_exact = token.flags.digit || token.flags.capital && !summary.begins_sentence(at);
            let (weight, worth) = (weight(token) as usize, worth(token.stem));
            if worth > 0 || !is_exact {
                own_all += 2 * weight;
                own_copied += worth * weight;
            }
        }
        if 100 * own_copied >= MIN_SHARED * own_all {
            copied += own_copied;
            all += own_all;
        }
    }
    (100 * copied).checked_div(all).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    fn share(article: &str, summary: &str) -> f64 {
        let [article, summary] = [article, summary].map(|text| Indexed::new(Text::new(text)));
        ContentMass::new(&article).share(&summary)
    }

    #[test]
    fn the_whole_is_all_of_it_and_other_matter_none() {
        const ARTICLE: &str = "The mayor opened the bridge. Crowds cheered.";
        assert_eq!(share(ARTICLE, ARTICLE), 1.0);
        assert_eq!(share(ARTICLE, "Rain fell."), 0.0);
        assert_eq!((share("", "Rain fell."), share(ARTICLE, "")), (0.0, 0.0));
    }

    #[test]
    fn words_of_the_article_are_copied_and_synonyms_half() {
        let of = |article: &str, summary: &str| {
            let [article, summary] = [article, summary].map(|text| Indexed::new(Text::new(text)));
            copied_percent(&article, &summary)
        };
        assert_eq!(of("The mayor purchased a bridge.", "The mayor purchased it."), 100);
        let half = of("The mayor purchased a bridge.", "The mayor bought it.");
        assert!((51..100).contains(&half), "{half}");
        assert_eq!(of("The mayor purchased a bridge.", "Rain fell."), 100);
        assert_eq!(of("The mayor purchased a bridge.", ""), 100);
        let padded =
            of("The mayor purchased a bridge.", "The mayor bought it. Zebras graze beside quiet lakes.");
        assert_eq!(padded, half, "a sentence of another matter");
        assert_eq!(
            of("The mayor purchased 7 boats.", "The mayor purchased 9 boats in Selby."),
            100,
            "other facts"
        );
    }

    #[test]
    fn what_comes_back_weighs_more_but_not_twice_as_much() {
        const ARTICLE: &str = "Zorvane fell. Quillam rose. Thessery stood. Quillam sank.";
        let of = |word: &str| share(ARTICLE, word);
        assert!(of("Quillam") > of("Thessery"));
        assert!(of("Quillam") < 2.0 * of("Thessery"));
        assert!(of("Thessery") > 0.0);
    }
}
