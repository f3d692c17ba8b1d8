//! How far the summary covers each key point of the article.
//!
//! The measure is the share of the point's content, by weight, that the summary says, in whichever sentences: a summary
//! spreads a point over several, and people find it there. A word that means the same counts half, for it seldom says
//! quite the same. A number that the summary gives otherwise counts against the point, not just as missing. Some of a
//! point's words are in summaries that do not say it, and some are missing where it is said in other words: the share
//! that counts is 0 where no more is there than that, and 1 where no less is. Both limits fall with the share of
//! the summary that is in other words than the article's.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::content_recall::SummaryFactors;
use super::figures::Figures;
use super::key_points::KeyPoint;
use super::profile::ArticleProfile;
use super::{AnalysisCache, Indexed, Pair, calibration};
use crate::labels::{Entry, Label, LabelValue, Labels, List, ThresholdMeasure};
use crate::num::Num;
use crate::text::{Span, Stem, squeezed};

/// Matched words of the summary shown at most; a point has seldom more.
const MATCHES_SHOWN: usize = 24;
/// Share of a point's weight, in percent, that summaries have which do not say it, and that summaries have which say
/// all of it. With these the printed bounds of the words, a quarter and three quarters, are at 36 and 68 % of the weight:
/// where a reader of 112 points (the tuned half of `tests/data/cases.jsonl`) drew them.
const BY_CHANCE: usize = 20;
const IN_OTHER_WORDS: usize = 84;
/// Missing words named in a reason.
const MISSING_NAMED: usize = 4;

/// Proposes the list of key points.
pub(super) fn run(pair: &Pair, _cache: &mut AnalysisCache, labels: &mut Labels) {
    let profile: &ArticleProfile = &pair.article.profile;
    let figures = Figures::of(pair.wording);
    let label = |point| label(&pair.article.indexed, pair.wording, &figures, pair.factors(), point);
    let points = profile.points.iter().map(label).collect();
    labels.set(List::KeyPoints, Entry::Given(points));
}

/// The word of a share under the printed bounds; the rubric grades again with its own.
pub(super) fn graded(share: Num) -> LabelValue {
    if share > Num::ratio(3, 4) {
        LabelValue::Fully
    } else if share >= Num::ratio(1, 4) {
        LabelValue::Partial
    } else {
        LabelValue::Not
    }
}

/// Share of a point that is covered, 0 to 1, where words of this weight of all its words are found. A summary that covers it is
/// expected to have `expected` percent of the words that a copying one has.
fn covered_share(found: u32, all: u32, expected: usize) -> Num {
    let (found, all) = (10_000 * found as usize, expected * all.max(1) as usize);
    let range = (IN_OTHER_WORDS - BY_CHANCE) * all;
    Num::ratio(found.saturating_sub(BY_CHANCE * all).min(range), range)
}

fn label(
    article: &Indexed,
    summary: &Indexed,
    figures: &Figures,
    factors: &SummaryFactors,
    point: &KeyPoint,
) -> Label {
    let found = PointCoverage::new(article, summary, figures, point);
    let share = |expected| covered_share(found.covered, point.weight(), expected);
    let mut why = found.reasons(article, point);
    let expected = factors.expected_percent;
    if graded(share(expected)) != graded(share(100)) {
        why.push(format!(
            "the summary uses its own words, so {expected} % of the usual share of words is enough"
        ));
    }
    let share = share(expected);
    Label {
        text: squeezed(article.text.slice(point.span)),
        measure: Some(ThresholdMeasure::Share(share)),
        article: vec![point.span],
        summary: found.spans(summary),
        why,
        ..calibration::label(
            List::KeyPoints,
            graded(share),
            [share.to_f64() * factors.distinct_bigram_ratio, 0.0, 0.0, 0.0],
        )
    }
}

/// What one sentence of the summary has of a point.
struct Row {
    sentence: u32,
    /// Content stems of the point, each with what it is worth here.
    matches: Vec<(Stem, u32)>,
    /// Tokens that match, each with the stem of the point that it matches.
    tokens: Vec<(Stem, usize)>,
}

/// What the summary has of a point.
#[derive(Default)]
struct PointCoverage {
    /// Weight of the content found, less what contradicts it.
    covered: u32,
    /// Content stems of the point that were found, each with what it was worth.
    had: Vec<(Stem, u32)>,
    /// Tokens of the summary that match, ascending.
    tokens: Vec<usize>,
    /// What the summary says in place of a number or a name of the point.
    otherwise: Vec<String>,
}

/// The sentences of the summary that have anything of a point.
fn rows(article: &Indexed, summary: &Indexed, point: &KeyPoint) -> Vec<Row> {
    let synonyms = &summary.synonyms;
    let mut rows: Vec<Row> = Vec::new();
    let mut row_of: FxHashMap<u32, usize> = FxHashMap::default();
    let mut note = |stem: Stem, worth: u32, word: Stem| {
        for &at in summary.positions.get(&word).map(Vec::as_slice).unwrap_or_default() {
            let sentence = summary.sentence_of[at as usize];
            let row = *row_of.entry(sentence).or_insert_with(|| {
                rows.push(Row { sentence, matches: Vec::new(), tokens: Vec::new() });
                rows.len() - 1
            });
            let row = &mut rows[row];
            // The matches of one stem are made one after the other.
            if row.matches.last().is_none_or(|(last, _)| *last != stem) {
                row.matches.push((stem, worth));
            }
            row.tokens.push((stem, at as usize));
        }
    };
    for &(stem, weight) in &point.content {
        if summary.has(stem) {
            note(stem, weight, stem);
        } else {
            for word in synonyms.of_word(stem).chain(synonyms.phrases_of_word(stem)) {
                note(stem, weight / 2, word);
            }
        }
    }
    for phrase in article.phrases_within(point.first..point.last) {
        let missing = point.content.iter().filter(|(stem, _)| !summary.has(*stem));
        let of_phrase = |stem: Stem| phrase.tokens.iter().any(|at| article.stems[*at] == stem);
        for (stem, weight) in missing.filter(|(stem, _)| of_phrase(*stem)) {
            synonyms.of_group(phrase.group).for_each(|word| note(*stem, weight / 2, word));
        }
    }
    rows
}

impl PointCoverage {
    fn new(article: &Indexed, summary: &Indexed, figures: &Figures, point: &KeyPoint) -> PointCoverage {
        let mut rows = rows(article, summary, point);
        let mut found = PointCoverage::default();
        loop {
            // The sentence that adds most; of equals the earlier.
            let gains = rows.iter().enumerate().map(|(i, row)| (found.gain(row), Reverse(row.sentence), i));
            let Some((gain, _, best)) = gains.max() else { break };
            if gain == 0 {
                break;
            }
            found.add(rows.swap_remove(best));
        }
        found.equate(article, summary, figures, point);
        found.tokens.sort_unstable();
        found.tokens.dedup();
        found.contradict(article, summary, figures, point);
        found
    }

    /// What a stem of the point was worth, if it was found.
    fn worth(&self, stem: Stem) -> Option<u32> {
        self.had.iter().find(|(had, _)| *had == stem).map(|(_, worth)| *worth)
    }

    fn gain(&self, row: &Row) -> u32 {
        row.matches.iter().filter(|(stem, _)| self.worth(*stem).is_none()).map(|(_, worth)| worth).sum()
    }

    /// Takes what the row adds; words that an earlier sentence gave already are not shown again.
    fn add(&mut self, row: Row) {
        let new = |(stem, _): &(Stem, u32)| self.worth(*stem).is_none();
        let added: Vec<(Stem, u32)> = row.matches.into_iter().filter(new).collect();
        let adds = |stem: Stem| added.iter().any(|(other, _)| *other == stem);
        self.tokens.extend(row.tokens.iter().filter(|(stem, _)| adds(*stem)).map(|(_, at)| *at));
        self.covered += added.iter().map(|(_, worth)| worth).sum::<u32>();
        self.had.extend(added);
    }

    /// Takes a number of the point as said where the summary writes it in another way: "5.4m" for "5.4 million".
    fn equate(&mut self, article: &Indexed, summary: &Indexed, figures: &Figures, point: &KeyPoint) {
        if point.content.len() == self.had.len() {
            return;
        }
        for &(said, first, end) in point.figures.iter() {
            let missing: Vec<(Stem, u32)> = point
                .content
                .iter()
                .filter(|(stem, _)| article.stems[first..end].contains(stem) && self.worth(*stem).is_none())
                .copied()
                .collect();
            let same = figures.iter().find(|(own, ..)| own.value == said.value && own.unit.agrees(said.unit));
            if let (Some((_, first, end)), false) = (same, missing.is_empty()) {
                let content = |at: &usize| summary.token(*at).1.is_content();
                self.tokens.extend((*first..*end).filter(content));
                self.covered += missing.iter().map(|(_, weight)| weight).sum::<u32>();
                self.had.extend(missing);
            }
        }
    }

    /// Takes off for a number that stands where the point has another.
    fn contradict(&mut self, article: &Indexed, summary: &Indexed, figures: &Figures, point: &KeyPoint) {
        let missing: Vec<u32> = (point.first..point.last)
            .filter_map(|at| {
                let (_, token) = article.token(at);
                (token.flags.digit && self.worth(token.stem).is_none())
                    .then(|| {
                        point.content.iter().find(|(stem, _)| *stem == token.stem).map(|(_, weight)| *weight)
                    })
                    .flatten()
            })
            .collect();
        let Some(&weight) = missing.first() else { return };
        // Next to matched wording and nowhere in the article: not another number that the article gives too.
        for &at in &self.tokens {
            for near in at.saturating_sub(2)..=(at + 2).min(summary.stems.len().saturating_sub(1)) {
                let (span, token) = summary.token(near);
                let other = token.flags.digit
                    && summary.sentence_of[near] == summary.sentence_of[at]
                    && !article.has(token.stem)
                    && !figures.give(&point.figures, near);
                if other {
                    self.otherwise.push(summary.text.slice(span).to_owned());
                }
            }
        }
        self.otherwise.dedup();
        if !self.otherwise.is_empty() {
            self.covered = self.covered.saturating_sub(weight);
        }
    }

    /// Runs of matched words as spans; words side by side, or with only function words between, are one.
    fn spans(&self, summary: &Indexed) -> Vec<Span> {
        runs(summary, &self.tokens).into_iter().take(MATCHES_SHOWN).collect()
    }

    fn reasons(&self, article: &Indexed, point: &KeyPoint) -> Vec<String> {
        let mut why = Vec::new();
        let mut missing: Vec<&str> = Vec::new();
        let mut seen: Vec<Stem> = Vec::new();
        for at in point.first..point.last {
            let (span, token) = article.token(at);
            let counts = point.content.iter().any(|(stem, _)| *stem == token.stem);
            if counts && self.worth(token.stem).is_none() && !seen.contains(&token.stem) {
                seen.push(token.stem);
                missing.push(article.text.slice(span));
            }
        }
        let (had, of) = (self.had.len(), point.content.len());
        let worth =
            |stem: &Stem| point.content.iter().find(|(s, _)| s == stem).map_or(0, |(_, worth)| *worth);
        let alike = self.had.iter().filter(|(stem, had)| *had < worth(stem)).count();
        let alike = if alike > 0 { format!(", {alike} by a word of like meaning") } else { String::new() };
        if had == 0 {
            why.push("none of its content words are in the summary".to_owned());
        } else if missing.is_empty() {
            why.push(format!("all {of} content words{alike}"));
        } else {
            let more = missing.len().saturating_sub(MISSING_NAMED);
            let named = missing[..missing.len().min(MISSING_NAMED)].join(", ");
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            why.push(format!("{had} of {of} content words{alike}; missing: {named}{more}"));
        }
        if !self.otherwise.is_empty() {
            let said = self.otherwise.join(", ");
            why.insert(0, format!("the summary has {said} where the article has another number"));
        }
        why
    }
}

/// Ascending tokens as spans, with those joined that have only function words between them.
pub(super) fn runs(text: &Indexed, tokens: &[usize]) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    let mut before: Option<usize> = None;
    for &at in tokens {
        let (span, _) = text.token(at);
        let joins = before.is_some_and(|b| {
            at <= b + 3
                && text.sentence_of[at] == text.sentence_of[b]
                && (b + 1..at).all(|between| !text.token(between).1.is_content())
        });
        match out.last_mut() {
            Some(last) if joins => *last = last.join(span),
            _ => out.push(span),
        }
        before = Some(at);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_chance_and_other_words_leave_is_none_and_all_of_a_point() {
        for (found, share) in [
            (0, Num::ZERO),
            (20, Num::ZERO),
            (36, Num::ratio(1, 4)),
            (52, Num::ratio(1, 2)),
            (68, Num::ratio(3, 4)),
            (84, Num::ONE),
            (100, Num::ONE),
        ] {
            assert_eq!(covered_share(found, 100, 100), share, "{found} %");
        }
        assert_eq!(covered_share(0, 0, 100), Num::ZERO);
        assert_eq!(covered_share(26, 100, 50), Num::ratio(1, 2), "in other words");
    }

    #[test]
    fn what_only_its_own_words_let_a_summary_cover_is_named() {
        use crate::engine::Engine;
        const ARTICLE: &str =
            "The elderly mayor purchased a derelict cinema beside the harbour for his grandchildren.";
        let why = |summary: &str| {
            let proposals = Engine::default().analyse_pair(ARTICLE, summary).proposals;
            proposals.get(List::KeyPoints).expect("points")[0].why.join("; ")
        };
        let free = "The mayor bought a cinema, a present that delights youngsters everywhere.";
        assert!(why(free).contains("uses its own words"), "{}", why(free));
        assert!(!why(ARTICLE).contains("uses its own words"));
    }

    #[test]
    fn a_point_is_likeliest_what_its_share_is_graded_as() {
        for percent in (0..=100).filter(|percent| ![25, 75].contains(percent)) {
            let share = Num::ratio(percent, 100);
            let word = graded(share);
            let label = calibration::label(List::KeyPoints, word, [share.to_f64(), 0.0, 0.0, 0.0]);
            let likeliest = label.chances.and_then(|chances| chances.likeliest(List::KeyPoints));
            assert_eq!(likeliest, Some(word), "{percent} %");
        }
    }
}
