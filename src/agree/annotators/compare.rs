//! Computes the agreement of annotators from their annotations.

use std::ops::Range;

use super::coefficients::{
    Family, OF_LABEL_PAIRS, OF_LISTS, OF_SCORE_PAIRS, OF_SCORES, RatingShape, overlap,
};
use super::given::{Annotation, Annotations, TextMark};
use super::group::group;
use super::ratings::{RatedUnit, Ratings};
use super::resample::{Draws, ResamplePlan, StatisticBlock, Sums};
use super::result::{AgreementResult, LabelAgreement, LabelPair, PairStats, ScoreAgreement};
use super::value::Stat;
use super::{tendency, trend};
use crate::labels::{LISTS, List, ListSpec};
use crate::report::{DECISIONS, Decision};
use crate::stats::Ranked;

/// A comparison whose sums are counted, from which several threads can draw resamples.
pub struct ResamplableComparison<'a> {
    given: &'a Annotations,
    plan: ResamplePlan,
    lists: Vec<(&'static str, Rated)>,
    verdicts: Vec<(&'static str, Rated)>,
    decisions: Rated,
    scores: Vec<(String, ScoredCases)>,
    spans: Vec<(&'static str, Vec<Pair>)>,
}

/// Positions of results in the plan.
type Places = Vec<Range<usize>>;

/// Two annotators, and the positions of their statistics.
type Pair = (usize, usize, Places);

struct Rated {
    title: String,
    ratings: Ratings,
    overall: Places,
    pairs: Vec<Pair>,
}

/// The scores of each case, by annotator.
type Scores = Vec<Vec<Option<f64>>>;

struct ScoredCases {
    scores: Scores,
    overall: Places,
    pairs: Vec<Pair>,
}

impl<'a> ResamplableComparison<'a> {
    /// Groups the units and counts sums, for the named lists or for all.
    pub fn new(
        given: &'a Annotations,
        wanted: Option<&[List]>,
        rubrics: &[&'static str],
    ) -> ResamplableComparison<'a> {
        let mut plan = ResamplePlan::default();
        let wanted = |list: List| wanted.is_none_or(|lists| lists.contains(&list));
        let specs = || LISTS.iter().filter(|spec| wanted(spec.list));
        let mut lists = Vec::new();
        for spec in specs().filter(|spec| !spec.list.is_finding()) {
            let ratings = rated(given, spec);
            if !ratings.units.is_empty() {
                lists.push((spec.key, Rated::new(spec.title.to_owned(), ratings, given, &mut plan)));
            }
        }
        let spans = specs().filter(|spec| spec.list.is_finding() && gave_findings(given, spec.list));
        let spans = spans.map(|spec| (spec.key, spans_of(given, spec.list, &mut plan))).collect();
        let verdicts = rubrics.iter().map(|slug| {
            let ratings = decided(given, |own| own.scored.get(slug).map(|scored| scored.decision));
            (*slug, Rated::new(format!("Verdict of {slug}"), ratings, given, &mut plan))
        });
        let verdicts = verdicts.collect();
        let decisions = decided(given, |own| own.decision);
        let decisions = Rated::new("Decisions".to_owned(), decisions, given, &mut plan);
        let mut scores = Vec::new();
        for slug in rubrics {
            for metric in metrics(given, slug) {
                let cases = ScoredCases::new(scores_of(given, slug, metric), given, &mut plan);
                scores.push((format!("{slug}.{metric}"), cases));
            }
        }
        ResamplableComparison { given, plan, lists, verdicts, decisions, scores, spans }
    }

    /// Computes the statistics of the resamples with these numbers.
    pub fn draw(&self, seed: u64, resamples: Range<usize>) -> Draws {
        self.plan.draw(self.given.cases.len(), seed, resamples)
    }

    /// Returns the result, with intervals from all resamples drawn.
    pub fn finish(&self, draws: &[Draws]) -> AgreementResult {
        let stats = self.plan.stats(self.given.cases.len(), draws);
        let order = trend::order(self.given);
        let finished = |one: &Rated| one.finish(self.given, &stats, &order);
        let of = |all: &[(&'static str, Rated)]| all.iter().map(|(key, one)| (*key, finished(one))).collect();
        AgreementResult {
            annotators: self.given.annotators.clone(),
            cases: self.given.cases.len(),
            shared: self.given.cases.iter().filter(|case| case.annotators() > 1).count(),
            lists: of(&self.lists),
            verdicts: of(&self.verdicts),
            decisions: finished(&self.decisions),
            scores: self
                .scores
                .iter()
                .map(|(key, scored)| (key.clone(), scored.finish(self.given, &stats)))
                .collect(),
            spans: self.spans.iter().map(|(key, pairs)| (*key, pair_stats(pairs, &stats))).collect(),
        }
    }
}

impl Rated {
    fn new(title: String, ratings: Ratings, given: &Annotations, plan: &mut ResamplePlan) -> Rated {
        let shape = RatingShape { annotators: given.annotators.len(), labels: ratings.labels.len() };
        let units: Vec<(usize, &[Option<usize>])> =
            ratings.units.iter().map(|unit| (unit.case, &*unit.ratings)).collect();
        let overall = families(OF_LISTS, shape, &units, plan);
        let pairs = pairs(shape.annotators)
            .map(|(a, b)| {
                let both = of_two(&units, a, b);
                let both: Vec<_> = both.iter().map(|(case, unit)| (*case, &unit[..])).collect();
                (a, b, families(OF_LABEL_PAIRS, RatingShape { annotators: 2, ..shape }, &both, plan))
            })
            .collect();
        Rated { title, ratings, overall, pairs }
    }

    fn finish(&self, given: &Annotations, stats: &[Stat], order: &[usize]) -> LabelAgreement {
        let annotators = given.annotators.len();
        let confusion = |a: usize, b: usize| {
            let mut counts = vec![vec![0; self.ratings.labels.len()]; self.ratings.labels.len()];
            for unit in &self.ratings.units {
                if let (Some(a), Some(b)) = (unit.ratings[a], unit.ratings[b]) {
                    counts[a][b] += 1;
                }
            }
            counts
        };
        let pairs = pair_stats(&self.pairs, stats);
        LabelAgreement {
            title: self.title.clone(),
            units: self.ratings.units.len(),
            rated_by_all: self.ratings.count(|unit| unit.raters() == annotators),
            unmatched: self.ratings.count(|unit| unit.raters() == 1),
            labels: self.ratings.labels.clone(),
            overall: at(&self.overall, stats),
            pairs: pairs
                .into_iter()
                .map(|pair| LabelPair { confusion: confusion(pair.a, pair.b), pair })
                .collect(),
            tendencies: tendency::of_labels(&self.ratings, annotators),
            trend: trend::trend(given, &self.ratings, order),
        }
    }
}

impl ScoredCases {
    fn new(scores: Scores, given: &Annotations, plan: &mut ResamplePlan) -> ScoredCases {
        let shape = RatingShape { annotators: given.annotators.len(), labels: 0 };
        let centre = scores.iter().flatten().flatten().next().copied().unwrap_or_default();
        // Only differences matter. Centred values keep the squares small and their rounding errors low.
        let centred: Scores = scores
            .iter()
            .map(|case| case.iter().map(|score| score.map(|score| score - centre)).collect())
            .collect();
        let units: Vec<(usize, &[Option<f64>])> =
            centred.iter().enumerate().map(|(case, scores)| (case, &**scores)).collect();
        let overall = families(OF_SCORES, shape, &units, plan);
        let pairs = pairs(shape.annotators)
            .map(|(a, b)| {
                let both = of_two(&units, a, b);
                let ranked: Vec<(usize, f64, f64)> =
                    both.iter().filter_map(|(case, [a, b])| Some((*case, (*a)?, (*b)?))).collect();
                let mut places = vec![plan.add(StatisticBlock::Ranks(Ranked::new(&ranked)))];
                let both: Vec<_> = both.iter().map(|(case, unit)| (*case, &unit[..])).collect();
                places.extend(families(OF_SCORE_PAIRS, shape, &both, plan));
                (a, b, places)
            })
            .collect();
        ScoredCases { scores, overall, pairs }
    }

    fn finish(&self, given: &Annotations, stats: &[Stat]) -> ScoreAgreement {
        ScoreAgreement {
            n: self.scores.iter().filter(|case| case.iter().flatten().count() > 1).count(),
            overall: at(&self.overall, stats),
            pairs: pair_stats(&self.pairs, stats),
            tendencies: tendency::of_numbers(&self.scores, given.annotators.len()),
        }
    }
}

fn families<T: Copy + 'static>(
    families: &'static [&'static Family<T>],
    shape: RatingShape,
    units: &[(usize, &[Option<T>])],
    plan: &mut ResamplePlan,
) -> Places {
    families
        .iter()
        .map(|family| plan.add(StatisticBlock::Sums(Sums::of(family, shape, units.iter().copied()))))
        .collect()
}

/// The answers of two annotators on each unit.
fn of_two<T: Copy>(units: &[(usize, &[Option<T>])], a: usize, b: usize) -> Vec<(usize, [Option<T>; 2])> {
    let both = units.iter().map(|(case, unit)| (*case, [unit[a], unit[b]]));
    both.filter(|(_, unit)| unit.iter().all(Option::is_some)).collect()
}

fn at(places: &Places, stats: &[Stat]) -> Vec<Stat> {
    places.iter().flat_map(|place| stats[place.clone()].iter().copied()).collect()
}

fn pair_stats(pairs: &[Pair], stats: &[Stat]) -> Vec<PairStats> {
    pairs.iter().map(|(a, b, places)| PairStats { a: *a, b: *b, stats: at(places, stats) }).collect()
}

fn pairs(annotators: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..annotators).flat_map(move |a| (a + 1..annotators).map(move |b| (a, b)))
}

pub fn rated(given: &Annotations, spec: &ListSpec) -> Ratings {
    let label = |value| spec.words.iter().position(|word| *word == value);
    let mut units = Vec::new();
    for (case, annotated) in given.cases.iter().enumerate() {
        let by: Vec<_> = annotated
            .by
            .iter()
            .map(|own| own.as_ref().and_then(|own| own.lists.get(&spec.list)).map(Vec::as_slice))
            .collect();
        for members in group(spec.list, &by) {
            let rating = |(units, index): (&Option<&[super::LabelledUnit]>, &Option<usize>)| {
                units.zip(*index).and_then(|(units, index)| label(units[index].value))
            };
            units.push(RatedUnit { case, ratings: by.iter().zip(&members).map(rating).collect() });
        }
    }
    Ratings { labels: spec.words.iter().map(|word| word.as_str()).collect(), units }
}

/// Returns the decisions on cases; a case without a decision is missing.
fn decided(given: &Annotations, of: impl Fn(&Annotation) -> Option<Decision>) -> Ratings {
    let rating = |own: &Option<Annotation>| {
        let decision = own.as_ref().and_then(&of)?;
        DECISIONS.iter().position(|known| *known == decision)
    };
    let unit = |(case, annotated): (usize, &super::AnnotatedCase)| RatedUnit {
        case,
        ratings: annotated.by.iter().map(rating).collect(),
    };
    let units = given.cases.iter().enumerate().map(unit).filter(|unit| unit.raters() > 0);
    Ratings { labels: DECISIONS.iter().map(|decision| decision.as_str()).collect(), units: units.collect() }
}

/// Returns the metrics of a rubric that at least one annotator has a score for, in the rubric's order.
fn metrics(given: &Annotations, slug: &str) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = Vec::new();
    let annotations = given.cases.iter().flat_map(|case| case.by.iter().flatten());
    for scored in annotations.filter_map(|own| own.scored.get(slug)) {
        let mut behind = 0;
        for (metric, _) in &scored.metrics {
            match found.iter().position(|known| known == metric) {
                Some(at) => behind = at + 1,
                None => {
                    found.insert(behind, metric);
                    behind += 1;
                }
            }
        }
    }
    found
}

fn scores_of(given: &Annotations, slug: &str, metric: &str) -> Scores {
    let score = |own: &Option<Annotation>| {
        let scored = own.as_ref()?.scored.get(slug)?;
        scored.metrics.iter().find(|(key, _)| *key == metric).map(|(_, score)| *score)
    };
    given.cases.iter().map(|case| case.by.iter().map(score).collect()).collect()
}

pub fn gave_findings(given: &Annotations, list: List) -> bool {
    given.cases.iter().flat_map(|case| case.by.iter().flatten()).any(|own| own.lists.contains_key(&list))
}

/// Returns the spans that each annotator marked as findings, by case; `None` if they did not look for
/// them.
pub fn marked(given: &Annotations, list: List) -> Vec<Vec<Option<Vec<TextMark>>>> {
    let marked = |own: &Option<Annotation>| -> Option<Vec<TextMark>> {
        let own = own.as_ref().filter(|own| !own.left.contains(&list))?;
        let units = own.lists.get(&list).map(Vec::as_slice).unwrap_or_default();
        Some(units.iter().flat_map(super::LabelledUnit::place).collect())
    };
    given.cases.iter().map(|case| case.by.iter().map(marked).collect()).collect()
}

/// Adds the span statistics of each pair, for the cases in which both looked for findings.
fn spans_of(given: &Annotations, list: List, plan: &mut ResamplePlan) -> Vec<Pair> {
    let cases = marked(given, list);
    let of = |(a, b): (usize, usize)| {
        let mut sums = Sums::new(overlap::WIDTH, overlap::STATISTICS);
        for (at, case) in cases.iter().enumerate() {
            if let (Some(a), Some(b)) = (&case[a], &case[b]) {
                overlap::add(a, b, sums.of_case(at));
            }
        }
        (a, b, vec![plan.add(StatisticBlock::Sums(sums))])
    };
    pairs(given.annotators.len()).map(of).collect()
}
