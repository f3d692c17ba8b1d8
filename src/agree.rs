//! Agreement of scores with people's judgements: how well a metric ranks summaries as people did.
//! Agreement between annotators is in [`annotators`].
//!
//! The input is a table of judged cases with one column for each metric; the output is an [`Agreement`]
//! for each column. This module knows neither rubrics nor files.
//!
//! Invariants: no I/O, no clock; resampling is seeded, so the same table gives the same intervals.

pub mod annotators;
pub mod baselines;
pub mod changes;
pub mod judges;

use crate::report::Better;
use crate::stats::{
    Correlations, Interval, Resampling, Threshold, auc, best_threshold, correlations, draws, interval, mean,
    pair_accuracy, pearson, spearman,
};

/// A judged case.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Index of the article, from 0.
    pub article: usize,
    /// Index of the system that wrote the summary, from 0; `None` if unknown.
    pub system: Option<usize>,
    /// The people's score; more is better.
    pub human: f64,
}

/// A metric's scores, in the order of the rows.
#[derive(Clone, Debug)]
pub struct MetricColumn {
    /// Name of the metric, including its rubric.
    pub name: String,
    /// The better end of the scale.
    pub better: Better,
    /// `None` where the metric has no score.
    pub scores: Vec<Option<f64>>,
}

/// Correlations within each article, averaged over articles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByArticle {
    /// Means over the articles for which they are defined.
    pub mean: Correlations,
    /// Number of articles in the mean.
    pub articles: usize,
    /// Number of articles left out because the people or the metric gave all their summaries the same
    /// score.
    pub constant: usize,
}

/// The statistic that summarizes a metric's agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadlineStatistic {
    /// Mean over articles of Spearman's correlation, where articles have several summaries.
    ByArticle,
    /// The area under the ROC curve, where people answered yes or no.
    Auc,
    /// Spearman's correlation over all rows.
    Pooled,
    /// Pearson's correlation over all rows.
    Pearson,
    /// The share of pairs of summaries of the same article that the metric orders as people did.
    Pairs,
}

impl HeadlineStatistic {
    /// Returns the name used in tables and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            HeadlineStatistic::ByArticle => "Spearman, mean over articles",
            HeadlineStatistic::Auc => "area under the ROC curve",
            HeadlineStatistic::Pooled => "Spearman over all cases",
            HeadlineStatistic::Pearson => "Pearson over all cases",
            HeadlineStatistic::Pairs => "pairs in the right order",
        }
    }
}

/// How well one metric agrees with people.
#[derive(Clone, Debug)]
pub struct Agreement {
    pub name: String,
    /// Cases with both a judgement and a score.
    pub cases: usize,
    /// Over all cases.
    pub pooled: Correlations,
    /// Within articles; `None` if fewer than [`FEWEST_ARTICLES`] have several summaries.
    pub by_article: Option<ByArticle>,
    /// Share of pairs of summaries of the same article, judged differently by people, that the metric
    /// orders as people did. Equal scores count as half.
    pub pairs: Option<f64>,
    /// Area under the ROC curve, where people answered yes or no.
    pub auc: Option<f64>,
    /// Best balanced accuracy of a threshold, where people answered yes or no.
    pub threshold: Option<Threshold>,
    /// The headline statistic, with its 95 % interval over resampled articles; no interval for a single article,
    /// since all its resamples are the same.
    pub headline: Option<(f64, Option<Interval>)>,
    /// The lowest headline statistic when one system is left out, and the index of that system.
    pub without_system: Option<(f64, usize)>,
}

/// Fewest articles with several summaries for a mean over articles.
pub const FEWEST_ARTICLES: usize = 5;
/// Fewest summaries of an article for a correlation within it.
const FEWEST_SUMMARIES: usize = 3;

/// Pairs of a score, oriented so that more is better, and a judgement, by article.
type Pairs = Vec<(f64, f64)>;

/// Chooses the headline statistic for these rows.
pub fn headline(rows: &[Row]) -> HeadlineStatistic {
    let mut summaries = std::collections::BTreeMap::new();
    for row in rows {
        *summaries.entry(row.article).or_insert(0_usize) += 1;
    }
    if summaries.values().filter(|count| **count >= FEWEST_SUMMARIES).count() >= FEWEST_ARTICLES
        && !rows.iter().all(is_binary)
    {
        HeadlineStatistic::ByArticle
    } else if rows.iter().all(is_binary) {
        HeadlineStatistic::Auc
    } else {
        HeadlineStatistic::Pooled
    }
}

fn is_binary(row: &Row) -> bool {
    row.human == 0.0 || row.human == 1.0
}

/// Computes how well a column agrees with the judgements.
pub fn agreement(
    rows: &[Row],
    column: &MetricColumn,
    headline: HeadlineStatistic,
    resampling: Resampling,
) -> Agreement {
    let articles = by_article(rows, column, None);
    let all: Pairs = articles.iter().flatten().copied().collect();
    let binary = rows.iter().all(is_binary);
    let sum_up = |articles: &[&Pairs]| sum_up(articles, headline);
    let refs: Vec<&Pairs> = articles.iter().collect();
    let value = sum_up(&refs);
    let systems = rows.iter().filter_map(|row| row.system).max().map_or(0, |last| last + 1);
    let without = (systems > 1).then(|| {
        let left_out = |system| {
            let articles = by_article(rows, column, Some(system));
            Some((sum_up(&articles.iter().collect::<Vec<_>>())?, system))
        };
        (0..systems).filter_map(left_out).min_by(|a, b| a.0.total_cmp(&b.0))
    });
    Agreement {
        name: column.name.clone(),
        cases: all.len(),
        pooled: correlations(&all),
        by_article: means(&articles),
        pairs: pair_accuracy(&articles),
        auc: binary.then(|| auc(&all)).flatten(),
        threshold: binary.then(|| best_threshold(&all)).flatten().map(|found| oriented(found, column.better)),
        headline: value.map(|value| {
            let ends = has_several(&articles).then(|| interval(&refs, sum_up, resampling));
            (value, ends.flatten())
        }),
        without_system: without.flatten(),
    }
}

/// Converts a threshold on scores of which more is better to the scale of the metric.
fn oriented(found: Threshold, better: Better) -> Threshold {
    Threshold { at: if better == Better::Higher { found.at } else { -found.at }, ..found }
}

/// Returns whether more than one article has a score and a judgement, so that resamples of them differ.
fn has_several(articles: &[Pairs]) -> bool {
    articles.iter().filter(|pairs| !pairs.is_empty()).count() > 1
}

/// Returns the headline of a column, and its value in each resample of the articles; no resamples of a single
/// article.
fn resampled(
    rows: &[Row],
    column: &MetricColumn,
    headline: HeadlineStatistic,
    resampling: Resampling,
) -> (Option<f64>, Vec<Option<f64>>) {
    let articles = by_article(rows, column, None);
    let refs: Vec<&Pairs> = articles.iter().collect();
    let sum_up = |articles: &[&Pairs]| sum_up(articles, headline);
    let drawn = if has_several(&articles) { draws(&refs, sum_up, resampling) } else { Vec::new() };
    (sum_up(&refs), drawn)
}

/// Returns the pairs of each article, in the order of the articles; `without` leaves out one system.
fn by_article(rows: &[Row], column: &MetricColumn, without: Option<usize>) -> Vec<Pairs> {
    let count = rows.iter().map(|row| row.article + 1).max().unwrap_or(0);
    let mut articles = vec![Pairs::new(); count];
    for (row, score) in rows.iter().zip(&column.scores) {
        if let Some(score) = score.filter(|_| without.is_none() || row.system != without) {
            let oriented = if column.better == Better::Higher { score } else { -score };
            articles[row.article].push((oriented, row.human));
        }
    }
    articles
}

fn means(articles: &[Pairs]) -> Option<ByArticle> {
    let several: Vec<&Pairs> = articles.iter().filter(|pairs| pairs.len() >= FEWEST_SUMMARIES).collect();
    if several.len() < FEWEST_ARTICLES {
        return None;
    }
    let found: Vec<Correlations> = several.iter().map(|pairs| correlations(pairs)).collect();
    let mean = |of: fn(&Correlations) -> Option<f64>| mean(found.iter().filter_map(of));
    let defined = found.iter().filter(|found| found.spearman.is_some()).count();
    Some(ByArticle {
        mean: Correlations {
            spearman: mean(|found| found.spearman),
            kendall: mean(|found| found.kendall),
            pearson: mean(|found| found.pearson),
        },
        articles: defined,
        constant: found.len() - defined,
    })
}

fn sum_up(articles: &[&Pairs], headline: HeadlineStatistic) -> Option<f64> {
    let all = || articles.iter().flat_map(|pairs| pairs.iter().copied()).collect::<Pairs>();
    match headline {
        HeadlineStatistic::ByArticle => {
            let several = articles.iter().filter(|pairs| pairs.len() >= FEWEST_SUMMARIES);
            mean(several.filter_map(|pairs| spearman(pairs)))
        }
        HeadlineStatistic::Pairs => {
            pair_accuracy(&articles.iter().map(|pairs| (*pairs).clone()).collect::<Vec<Pairs>>())
        }
        HeadlineStatistic::Auc => auc(&all()),
        HeadlineStatistic::Pooled => spearman(&all()),
        HeadlineStatistic::Pearson => pearson(&all()),
    }
}

#[cfg(test)]
mod tests;
