//! Content recall: how much of an article's content a summary has, and how much of the summary is in the
//! article's words.
//!
//! Key points are a small sample of the article, and readers may look for other points in a summary. The more
//! of the whole content is there, the more likely is any single point. So content recall influences the
//! probability that a point is covered, not the measured share of it.

use rustc_hash::FxHashMap;

use super::centrality::weight;
use super::repetition::distinct_bigram_ratio;
use super::{Article, Indexed, calibration};
use crate::text::Stem;

/// The weight of each content word of an article.
#[derive(Debug, Default)]
pub struct ContentMass {
    weights: FxHashMap<Stem, u32>,
    all: u64,
}

impl ContentMass {
    /// Computes the weights of an article's words.
    pub(super) fn new(article: &Indexed) -> ContentMass {
        let mut mentions: FxHashMap<Stem, (u32, u32)> = FxHashMap::default();
        for (_, token) in article.text.tokens().filter(|(_, token)| token.is_content()) {
            mentions.entry(token.stem).or_insert_with(|| (0, weight(token))).0 += 1;
        }
        // Each further mention adds less than the one before. The weights are integers, so that the order of
        // summation does not matter.
        let weigh = |(said, weight): (u32, u32)| (f64::from(said).sqrt() * f64::from(weight)).round() as u32;
        let weights: FxHashMap<Stem, u32> =
            mentions.into_iter().map(|(stem, mention)| (stem, weigh(mention))).collect();
        ContentMass { all: weights.values().map(|weight| u64::from(*weight)).sum(), weights }
    }

    /// Returns the share, by weight, that a text has, from 0 to 1; 0 if the article has no content.
    pub(super) fn share(&self, text: &Indexed) -> f64 {
        let has = |stem: &Stem| self.weights.get(stem).map_or(0, |weight| u64::from(*weight));
        text.positions.keys().map(has).sum::<u64>() as f64 / self.all.max(1) as f64
    }
}

/// Properties of the whole summary that influence each point and question.
#[derive(Debug)]
pub(super) struct SummaryFactors {
    /// Share of content word pairs that are not repetitions, from 0 to 1.
    pub distinct_bigram_ratio: f64,
    /// Share of the article's content that the summary has, as log-odds.
    pub content_share: f64,
    /// Percentage of a point's words that a summary covering the point is expected to have. It is 100 for a
    /// summary in the article's words and 50 for one that shares no word with it, since part of what is
    /// worded differently says something else.
    pub expected_percent: usize,
}

impl SummaryFactors {
    /// Computes the factors of a summary of an article.
    pub fn new(article: &Article, summary: &Indexed) -> SummaryFactors {
        SummaryFactors {
            distinct_bigram_ratio: distinct_bigram_ratio(summary),
            content_share: calibration::log_odds(article.profile.content_mass.share(summary)),
            expected_percent: usize::midpoint(100, copied_percent(&article.indexed, summary)),
        }
    }
}

/// Percentage of a sentence's content that must be shared. Below it the sentence is about another matter and
/// says nothing about the wording.
const MIN_SHARED: usize = 25;

/// Returns the percentage of a summary's content that is in the article's words; a synonym counts half.
/// Sentences about other matters are left out, and so are numbers and names that the article lacks, which are
/// not rewordings.
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
