//! Compares judges' labels with people's: Cohen's kappa for each list, the F1 of characters for findings.
//! A judge's value is the mean over persons; a person is compared with each other person.

use super::{AgreementMeasure, Aspect, Measured};
use crate::agree::annotators::coefficients::{RatingShape, cohen, overlap};
use crate::agree::annotators::{
    Annotations, Ratings, ResamplePlan, StatisticBlock, Sums, TextMark, gave_findings, marked, rated,
};
use crate::labels::{LISTS, List};
use crate::stats::{Resampling, mean};

/// The ratings of a list, or the marks of its findings, by annotator.
enum AspectRatings {
    /// Units with labels.
    Labels(Ratings),
    /// The marks of each case, by annotator.
    Findings(Vec<Vec<Option<Vec<TextMark>>>>),
}

/// Labels of people and judges. People are the first annotators.
pub struct ByLabels<'a> {
    given: &'a Annotations,
    people: usize,
    /// For each judge, the annotators that are its samples.
    columns: Vec<Vec<usize>>,
    aspects: Vec<Aspect>,
    lists: Vec<AspectRatings>,
    resampling: Resampling,
}

impl<'a> ByLabels<'a> {
    /// Prepares the wanted lists that people labelled.
    pub fn new(
        given: &'a Annotations,
        people: usize,
        columns: Vec<Vec<usize>>,
        wanted: Option<&[List]>,
        resampling: Resampling,
    ) -> ByLabels<'a> {
        let (mut aspects, mut lists) = (Vec::new(), Vec::new());
        for spec in LISTS.iter().filter(|spec| wanted.is_none_or(|lists| lists.contains(&spec.list))) {
            let key = spec.key.to_owned();
            if spec.list.is_finding() {
                let by_people = |case: &crate::agree::annotators::AnnotatedCase| {
                    case.by[..people].iter().flatten().any(|own| own.lists.contains_key(&spec.list))
                };
                if gave_findings(given, spec.list) && given.cases.iter().any(by_people) {
                    aspects.push(Aspect { key, statistic: "F1 of characters", weight: 0.0 });
                    lists.push(AspectRatings::Findings(marked(given, spec.list)));
                }
                continue;
            }
            let ratings = rated(given, spec);
            let units = ratings.count(|unit| unit.ratings[..people].iter().any(Option::is_some));
            if units > 0 {
                aspects.push(Aspect { key, statistic: "Cohen's kappa", weight: units as f64 });
                lists.push(AspectRatings::Labels(ratings));
            }
        }
        ByLabels { given, people, columns, aspects, lists, resampling }
    }

    /// Returns the persons that a judge is compared with.
    fn others(&self, judge: usize) -> Vec<usize> {
        (0..self.people).filter(|person| !self.columns[judge].contains(person)).collect()
    }

    /// Returns the statistics of an annotator with a person.
    fn block(&self, aspect: usize, (own, person): (usize, usize), within: &[bool]) -> StatisticBlock {
        match &self.lists[aspect] {
            AspectRatings::Labels(ratings) => {
                let both: Vec<(usize, [Option<usize>; 2])> = ratings
                    .units
                    .iter()
                    .filter(|unit| within[unit.case])
                    .map(|unit| (unit.case, [unit.ratings[own], unit.ratings[person]]))
                    .filter(|(_, both)| both.iter().all(Option::is_some))
                    .collect();
                let shape = RatingShape { annotators: 2, labels: ratings.labels.len() };
                let units = both.iter().map(|(case, unit)| (*case, &unit[..]));
                StatisticBlock::Sums(Sums::of(&cohen::KAPPAS, shape, units))
            }
            AspectRatings::Findings(cases) => {
                let mut sums = Sums::new(overlap::WIDTH, overlap::STATISTICS);
                for (at, case) in cases.iter().enumerate().filter(|(at, _)| within[*at]) {
                    if let (Some(a), Some(b)) = (&case[own], &case[person]) {
                        overlap::add(a, b, sums.of_case(at));
                    }
                }
                StatisticBlock::Sums(sums)
            }
        }
    }
}

/// Index of the share of equal labels in a block of statistics. The statistic itself, kappa or the F1 of
/// characters, is at index 1.
const SAME: usize = 0;
const MAIN: usize = 1;

impl AgreementMeasure for ByLabels<'_> {
    const ALIKE: &'static str = "share of units that two of its samples label alike";

    fn aspects(&self) -> &[Aspect] {
        &self.aspects
    }

    fn measure(&self, judge: usize, aspect: usize, within: &[bool]) -> Measured {
        let others = self.others(judge);
        if others.is_empty() {
            return Measured::undefined("nobody else labelled anything");
        }
        let cases = self.given.cases.len();
        let mut plan = ResamplePlan::default();
        let places: Vec<Vec<usize>> = self.columns[judge]
            .iter()
            .map(|&own| {
                let person = |&person: &usize| plan.add(self.block(aspect, (own, person), within)).start;
                others.iter().map(person).collect()
            })
            .collect();
        // All resamples of a single case are the same.
        let (seed, samples) = (self.resampling.seed, if cases > 1 { self.resampling.samples } else { 0 });
        let draws = plan.draw(cases, seed, 0..samples);
        let stats = plan.stats(cases, &[]);
        // Mean over persons, then over the samples of the judge.
        let of_sample = |of: &dyn Fn(usize) -> Option<f64>, places: &[usize]| {
            mean(places.iter().filter_map(|place| of(*place)))
        };
        let over = |of: &dyn Fn(usize) -> Option<f64>| {
            mean(places.iter().filter_map(|places| of_sample(of, places)))
        };
        let labels = matches!(self.lists[aspect], AspectRatings::Labels(_));
        let value = over(&|at| stats[at + MAIN].value.ok());
        let why = places.iter().flatten().find_map(|at| stats[at + MAIN].value.err());
        Measured {
            value: value.ok_or(why.unwrap_or("nothing was judged by both")),
            n: places.iter().flatten().map(|at| stats[at + MAIN].n).max().unwrap_or(0),
            draws: draws.iter().map(|values| over(&|at| values[at + MAIN].ok())).collect(),
            samples: places
                .iter()
                .filter_map(|places| of_sample(&|at| stats[at + MAIN].value.ok(), places))
                .collect(),
            same: if labels { over(&|at| stats[at + SAME].value.ok()) } else { None },
        }
    }

    fn judged(&self) -> Vec<bool> {
        self.given.cases.iter().map(|case| case.by[..self.people].iter().any(Option::is_some)).collect()
    }

    fn answered(&self, judge: usize) -> Vec<bool> {
        let others = self.others(judge);
        let case = |case: &crate::agree::annotators::AnnotatedCase| {
            others.iter().any(|person| case.by[*person].is_some())
                && self.columns[judge].iter().any(|own| case.by[*own].is_some())
        };
        self.given.cases.iter().map(case).collect()
    }

    fn unmatched(&self, judge: usize) -> Option<f64> {
        let (others, answered) = (self.others(judge), self.answered(judge));
        let own = &self.columns[judge];
        let (mut all, mut without) = (0, 0);
        for given in &self.lists {
            let AspectRatings::Labels(ratings) = given else { continue };
            let rated = |unit: &[Option<usize>], by: &[usize]| by.iter().any(|at| unit[*at].is_some());
            // A list that the judge never gives is not part of its agreement, so its units do not count
            // as unmatched.
            if !ratings.units.iter().any(|unit| rated(&unit.ratings, own)) {
                continue;
            }
            for unit in ratings.units.iter().filter(|unit| answered[unit.case]) {
                if rated(&unit.ratings, &others) {
                    all += 1;
                    without += usize::from(!rated(&unit.ratings, own));
                }
            }
        }
        (all > 0).then(|| without as f64 / all as f64)
    }

    fn alike(&self, judge: usize) -> Option<f64> {
        let own = &self.columns[judge];
        let (mut alike, mut all) = (0, 0);
        for given in &self.lists {
            let AspectRatings::Labels(ratings) = given else { continue };
            for unit in &ratings.units {
                let said: Vec<usize> = own.iter().filter_map(|at| unit.ratings[*at]).collect();
                for (at, one) in said.iter().enumerate() {
                    all += said.len() - at - 1;
                    alike += said[at + 1..].iter().filter(|other| *other == one).count();
                }
            }
        }
        (all > 0).then(|| alike as f64 / all as f64)
    }
}
