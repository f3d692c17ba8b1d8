//! Compares judges' scores with people's numbers, metric by metric. If several people gave numbers, a
//! judge is compared with their mean, and each person with the mean of the others.

use super::{AgreementMeasure, Aspect, Measured};
use crate::agree::{HeadlineStatistic, MetricColumn, Row, resampled};
use crate::report::Better;
use crate::stats::{Resampling, deviation, mean};

/// The scores of one judge by sample, metric and case; more is better.
pub type JudgeScores = Vec<Vec<Vec<Option<f64>>>>;

/// Numbers of people and scores of judges.
pub struct ByScores {
    /// The article of each case, from 0.
    pub articles: Vec<usize>,
    /// The numbers of each person, by case.
    pub people: Vec<Vec<Option<f64>>>,
    pub metrics: Vec<String>,
    /// The metric that judges are sorted by.
    pub main: usize,
    /// For each judge, the index of the person, or the scores.
    pub judges: Vec<JudgeScore>,
    pub headline: HeadlineStatistic,
    /// How to resample articles.
    pub resampling: Resampling,
    aspects: Vec<Aspect>,
}

pub enum JudgeScore {
    /// A person, by index.
    Person(usize),
    /// Scores computed from the judge's labels.
    Scores {
        scores: JudgeScores,
        /// The cases that it gave labels for. If these lack a list that a metric needs, the metric has no
        /// score.
        answered: Vec<bool>,
    },
}

impl ByScores {
    /// Prepares the comparison. `main` is the metric that judges are sorted by; the default is the metric
    /// that most of them have scores for.
    pub fn new(
        articles: Vec<usize>,
        people: Vec<Vec<Option<f64>>>,
        metrics: Vec<String>,
        main: Option<usize>,
        judges: Vec<JudgeScore>,
        resampling: Resampling,
    ) -> ByScores {
        let mut found = ByScores {
            articles,
            people,
            metrics,
            main: 0,
            judges,
            headline: HeadlineStatistic::Pooled,
            resampling,
            aspects: Vec::new(),
        };
        let reference = found.reference(None);
        let all: Vec<Row> = found.rows(&reference).into_iter().flatten().collect();
        found.headline = crate::agree::headline(&all);
        found.main = main.unwrap_or_else(|| found.main_metric());
        found.aspects = found
            .metrics
            .iter()
            .enumerate()
            .map(|(at, key)| Aspect {
                key: key.clone(),
                statistic: found.headline.as_str(),
                weight: if at == found.main { 1.0 } else { 0.0 },
            })
            .collect();
        found
    }

    /// Returns the metric that most judges have scores for; on a tie, the first.
    fn main_metric(&self) -> usize {
        let has = |metric: usize| {
            let judges = self.judges.iter().filter(|judge| match judge {
                JudgeScore::Person(_) => false,
                JudgeScore::Scores { scores, .. } => {
                    scores.iter().any(|of| of[metric].iter().any(Option::is_some))
                }
            });
            judges.count()
        };
        (0..self.metrics.len()).rev().max_by_key(|metric| has(*metric)).unwrap_or(0)
    }

    /// Returns the mean of people's numbers, leaving out one person if `without` is given.
    fn reference(&self, without: Option<usize>) -> Vec<Option<f64>> {
        let of_case = |case: usize| {
            let others = self.people.iter().enumerate().filter(|(person, _)| Some(*person) != without);
            mean(others.filter_map(|(_, numbers)| numbers[case]))
        };
        (0..self.articles.len()).map(of_case).collect()
    }

    fn rows(&self, reference: &[Option<f64>]) -> Vec<Option<Row>> {
        let row = |(article, human): (&usize, &Option<f64>)| {
            human.map(|human| Row { article: *article, system: None, human })
        };
        self.articles.iter().zip(reference).map(row).collect()
    }

    fn own(&self, judge: usize) -> Option<usize> {
        match self.judges[judge] {
            JudgeScore::Person(person) => Some(person),
            JudgeScore::Scores { .. } => None,
        }
    }

    /// Returns the cases that people other than the judge gave numbers for and that satisfy a condition.
    fn judged_and(&self, judge: usize, holds: impl Fn(usize) -> bool) -> Vec<bool> {
        let reference = self.reference(self.own(judge));
        (0..reference.len()).map(|case| reference[case].is_some() && holds(case)).collect()
    }

    /// Returns the scores of a metric, one list for each sample.
    fn samples(&self, judge: usize, metric: usize) -> Vec<&[Option<f64>]> {
        match &self.judges[judge] {
            JudgeScore::Person(person) => vec![&self.people[*person]],
            JudgeScore::Scores { scores, .. } => scores.iter().map(|of| &of[metric][..]).collect(),
        }
    }
}

impl AgreementMeasure for ByScores {
    const ALIKE: &'static str = "standard deviation of a case's score over its samples, mean over cases";

    fn aspects(&self) -> &[Aspect] {
        &self.aspects
    }

    fn measure(&self, judge: usize, aspect: usize, within: &[bool]) -> Measured {
        let reference = self.reference(self.own(judge));
        let rows = self.rows(&reference);
        // A case without a judgement only keeps its article in the table, so that all judges are
        // resampled over the same articles.
        let placed: Vec<Row> = rows
            .iter()
            .zip(&self.articles)
            .map(|(row, article)| row.unwrap_or(Row { article: *article, system: None, human: 0.0 }))
            .collect();
        let (mut values, mut draws, mut n) = (Vec::new(), Vec::<Vec<Option<f64>>>::new(), 0);
        for scores in self.samples(judge, aspect) {
            let usable = |at: usize| rows[at].is_some() && within[at];
            let scores: Vec<Option<f64>> =
                scores.iter().enumerate().map(|(at, score)| score.filter(|_| usable(at))).collect();
            n = n.max(scores.iter().flatten().count());
            let column = MetricColumn { name: String::new(), better: Better::Higher, scores };
            let (value, drawn) = resampled(&placed, &column, self.headline, self.resampling);
            if let Some(value) = value {
                values.push(value);
                draws.push(drawn);
            }
        }
        let Some(value) = mean(values.iter().copied()) else {
            let answered = || self.answered(judge).iter().any(|answered| *answered);
            let why = if n == 0 && answered() {
                "its labels lack a list that the metric needs; --metric and --rubric choose others"
            } else if n == 0 {
                "no score of a case that people judged"
            } else {
                "all scores, or all judgements, are the same"
            };
            return Measured { n, ..Measured::undefined(why) };
        };
        let of_resample = |at: usize| {
            let drawn: Vec<f64> = draws.iter().filter_map(|of| of.get(at).copied().flatten()).collect();
            mean(drawn.iter().copied()).filter(|_| drawn.len() == draws.len())
        };
        Measured {
            value: Ok(value),
            n,
            draws: (0..self.resampling.samples).map(of_resample).collect(),
            samples: values,
            same: None,
        }
    }

    fn judged(&self) -> Vec<bool> {
        self.reference(None).iter().map(Option::is_some).collect()
    }

    fn answered(&self, judge: usize) -> Vec<bool> {
        self.judged_and(judge, |case| match &self.judges[judge] {
            JudgeScore::Person(person) => self.people[*person][case].is_some(),
            JudgeScore::Scores { answered, .. } => answered[case],
        })
    }

    fn comparable(&self, judge: usize) -> Vec<bool> {
        self.judged_and(judge, |case| match &self.judges[judge] {
            JudgeScore::Person(person) => self.people[*person][case].is_some(),
            JudgeScore::Scores { scores, .. } => scores.iter().flatten().any(|of| of[case].is_some()),
        })
    }

    fn unmatched(&self, _: usize) -> Option<f64> {
        None
    }

    fn alike(&self, judge: usize) -> Option<f64> {
        let samples = self.samples(judge, self.main);
        let of_case = |case: usize| {
            let scores: Vec<f64> = samples.iter().filter_map(|of| of[case]).collect();
            deviation(&scores)
        };
        mean((0..self.articles.len()).filter_map(of_case))
    }
}
