//! A sweep over labels and fields: evaluates points with the rubric, each once, and describes them.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::space::{
    EvidenceSetting, MOST, Point, SETTINGS, TOKENS, best, few_spreads, sizes, spreads, words,
};
use super::{DefectKind, Example, Level, LintFinding, number};
use crate::case::{Case, Texts};
use crate::labels::{List, file};
use crate::measures::Measures;
use crate::num::Num;
use crate::report::{Better, Cap, Decision, Fired, Metric};
use crate::rubric::{Evaluation, Input, Readings, Rubric};
use crate::text::Text;

/// A metric's score before and after caps.
#[derive(Clone, Copy, Debug)]
pub struct RawAndCapped {
    /// Before caps.
    pub raw: Num,
    /// After caps.
    pub last: Num,
}

/// The evaluation of a point.
#[derive(Clone, Debug)]
pub struct PointResult {
    /// In the rubric's order.
    pub metrics: Vec<Option<RawAndCapped>>,
    /// For each cap, whether it fired and whether it lowered the score.
    pub caps: Vec<(Option<bool>, bool)>,
    pub decision: Decision,
}

/// A point with its evaluation.
pub struct EvaluatedPoint {
    pub point: Point,
    pub seen: Rc<PointResult>,
}

/// Returns the metric that a cap limits, entirely or in one part.
pub fn metric_of(cap: &Cap) -> &'static str {
    cap.metric.split('.').next().unwrap_or(cap.metric)
}

/// Returns the same cap in another evaluation.
pub fn same<'a>(done: &'a Evaluation, cap: &Cap) -> Option<&'a Cap> {
    done.caps.iter().find(|other| other.slug == cap.slug && other.metric == cap.metric)
}

/// The texts and measures of one combination of field settings.
struct Prepared {
    case: Case,
    article: Text,
    summary: Text,
    measures: Measures,
}

/// Evaluates points of a rubric, each once.
pub struct ParameterSweep<'a> {
    pub rubric: &'a dyn Rubric,
    pub readings: &'a Readings,
    pub best: Point,
    /// Indices of the fields that affect a score.
    pub fields: Vec<usize>,
    /// The metrics in the best case.
    pub metrics: Vec<Metric>,
    /// The caps in the best case.
    pub caps: Vec<Cap>,
    measure: &'a mut dyn FnMut(&Case) -> Measures,
    prepared: FxHashMap<[u8; SETTINGS.len()], Prepared>,
    seen: FxHashMap<Point, Rc<PointResult>>,
}

impl<'a> ParameterSweep<'a> {
    /// A sweep for a rubric under readings.
    pub fn new(
        rubric: &'a dyn Rubric,
        readings: &'a Readings,
        measure: &'a mut dyn FnMut(&Case) -> Measures,
    ) -> ParameterSweep<'a> {
        let best = best(rubric);
        let mut sweep = ParameterSweep {
            rubric,
            readings,
            best,
            fields: Vec::new(),
            metrics: Vec::new(),
            caps: Vec::new(),
            measure,
            prepared: FxHashMap::default(),
            seen: FxHashMap::default(),
        };
        sweep.settle();
        sweep
    }

    /// Finds the best setting of each field, and records the fields that change a score.
    fn settle(&mut self) {
        let first = self.evaluate(&self.best.clone(), false);
        (self.metrics, self.caps) = (first.metrics, first.caps);
        for (at, settings) in SETTINGS.iter().enumerate() {
            let (mut chosen, mut matters) = (self.best, false);
            for setting in 0..=settings.most {
                let mut other = self.best;
                other.fields[at] = setting;
                matters |= self.standing(&other) != self.standing(&self.best.clone());
                if self.standing(&other) > self.standing(&chosen) {
                    chosen = other;
                }
            }
            self.best = chosen;
            if matters {
                self.fields.push(at);
            }
        }
    }

    /// Quality of a point: the decision, then the sum of its scores as shares of their ranges.
    fn standing(&mut self, point: &Point) -> (std::cmp::Reverse<Decision>, i64) {
        let seen = self.seen(point);
        let share = |(scored, metric): (&Option<RawAndCapped>, &Metric)| {
            let Some(scored) = scored else { return 0.0 };
            let [low, high] = metric.range.map(Num::to_f64);
            let share = (scored.last.to_f64() - low) / (high - low);
            if metric.better == Better::Higher { share } else { 1.0 - share }
        };
        let sum: f64 = seen.metrics.iter().zip(&self.metrics).map(share).filter(|s| s.is_finite()).sum();
        // Rounds to ten decimals, which distinguishes scores and makes sums of the same scores equal.
        (std::cmp::Reverse(seen.decision), (sum * 1e10).round() as i64)
    }

    fn evaluate(&mut self, point: &Point, record: bool) -> Evaluation {
        if !self.prepared.contains_key(&point.fields) {
            let case = point.case();
            let measures = (self.measure)(&case);
            let (article, summary) = (Text::new(&case.article), Text::new(&case.summary));
            self.prepared.insert(point.fields, Prepared { case, article, summary, measures });
        }
        let labels = point.labels(self.rubric.lists(), record);
        let Prepared { case, article, summary, measures } = &self.prepared[&point.fields];
        self.rubric.evaluate(
            &Input { case, article, summary, labels: &labels, measures },
            self.readings,
            record,
        )
    }

    /// Evaluates a point with its parts and notes.
    pub fn recorded(&mut self, point: &Point) -> Evaluation {
        self.evaluate(point, true)
    }

    /// Evaluates a point, or returns the cached result.
    pub fn seen(&mut self, point: &Point) -> Rc<PointResult> {
        if let Some(seen) = self.seen.get(point) {
            return Rc::clone(seen);
        }
        let done = self.evaluate(point, false);
        let scored = |metric: &Metric| Some(RawAndCapped { raw: metric.raw()?, last: metric.score()? });
        let state = |cap: &Cap| match same(&done, cap).map(|cap| &cap.fired) {
            Some(Fired::Yes { binding, .. }) => (Some(true), *binding),
            Some(Fired::No) => (Some(false), false),
            Some(Fired::Unknown(_)) | None => (None, false),
        };
        let seen = Rc::new(PointResult {
            metrics: done.metrics.iter().map(scored).collect(),
            caps: self.caps.iter().map(state).collect(),
            decision: done.verdict.decision,
        });
        self.seen.insert(*point, Rc::clone(&seen));
        seen
    }

    /// The numbers of labels of a list to try, in ascending order.
    fn totals(&self, list: List) -> impl Iterator<Item = usize> + use<> {
        let [from, to, _] = sizes(list, &self.rubric.asks());
        // The number of ways to label n units grows with n squared, so of large numbers only the largest is
        // tried.
        (from..=to).filter(move |total| *total <= MOST || *total == to)
    }

    /// Returns every label count of one list, with everything else as in `base`.
    pub fn of_list(&self, list: List, base: &Point) -> Vec<Point> {
        if list == List::Extraneous {
            return (0..=TOKENS).map(|extraneous| Point { extraneous, ..*base }).collect();
        }
        let rows = self.totals(list).flat_map(|total| spreads(total, words(list).len()));
        rows.map(|row| base.with(list, row)).collect()
    }

    /// Returns a few label counts of one list, for the size in the best case, or for up to two findings.
    fn few_of_list(&self, list: List, base: &Point) -> Vec<Point> {
        if list == List::Extraneous {
            return [0, 1, 2, TOKENS / 2, TOKENS].map(|extraneous| Point { extraneous, ..*base }).to_vec();
        }
        let [.., size] = sizes(list, &self.rubric.asks());
        let sizes = if list.is_finding() { 0..=2 } else { size..=size };
        let rows = sizes.flat_map(|size| few_spreads(size, words(list).len()));
        let mut points: Vec<Point> = rows.map(|row| base.with(list, row)).collect();
        points.dedup();
        points
    }

    /// Returns every setting of one field, with everything else as in `base`.
    pub fn of_field(&self, at: usize, base: &Point) -> Vec<Point> {
        let setting = |setting: u8| {
            let mut point = *base;
            point.fields[at] = setting;
            point
        };
        (0..=SETTINGS[at].most).map(setting).collect()
    }

    /// Returns the points to try: every count of each list alone, from a good, a middling and a bad case and
    /// with evidence apart, nowhere and together; and combinations of two lists. Points close to the best
    /// case come first.
    pub fn points(&mut self) -> Vec<Point> {
        let lists = self.rubric.lists();
        let best = self.best;
        let mut bases = vec![best];
        bases.push(Point { evidence: EvidenceSetting::Nowhere, ..best });
        bases.push(Point { evidence: EvidenceSetting::Together, ..best });
        bases.extend(lists.contains(&List::Issues).then_some(Point { direct: true, ..best }));
        for shift in [1, 2] {
            let mut base = best;
            for &list in lists.iter().filter(|list| !list.is_finding()) {
                // Half of the labels one word worse, or all at the worst word.
                let (mut row, last) = (best.of(list), words(list).len() - 1);
                let moved = if shift == 1 { row[0] / 2 } else { row[0] };
                row[0] -= moved;
                row[if shift == 1 { 1.min(last) } else { last }] += moved;
                base = base.with(list, row);
            }
            for &at in self.fields.iter().filter(|at| SETTINGS[**at].ordered) {
                base.fields[at] = if shift == 1 { SETTINGS[at].most / 2 } else { 0 };
            }
            bases.push(base);
        }
        let mut points = Vec::new();
        for base in &bases {
            points.push(*base);
            for &list in lists {
                points.extend(self.of_list(list, base));
            }
            for &at in &self.fields {
                points.extend(self.of_field(at, base));
            }
        }
        for (at, &one) in lists.iter().enumerate() {
            for &other in &lists[at + 1..] {
                for point in self.few_of_list(one, &best) {
                    points.extend(self.few_of_list(other, &point));
                }
            }
        }
        points.sort_by_key(|point| (point.distance(&best), *point));
        points.dedup();
        points
    }

    /// Evaluates all points.
    pub fn tried(&mut self) -> Vec<EvaluatedPoint> {
        self.points().into_iter().map(|point| EvaluatedPoint { point, seen: self.seen(&point) }).collect()
    }

    /// Describes a point: how it differs from the best case.
    pub fn words(&self, point: &Point) -> String {
        let mut said = Vec::new();
        for &list in self.rubric.lists().iter().filter(|list| point.of(**list) != self.best.of(**list)) {
            let row = point.of(list);
            let counts: Vec<String> = words(list)
                .iter()
                .zip(row)
                .filter(|(_, count)| *count > 0)
                .map(|(word, count)| format!("{count} {}", word.as_str()))
                .collect();
            let counts = if counts.is_empty() { "none".to_owned() } else { counts.join(", ") };
            said.push(format!("{}: {counts}", list.spec().key));
        }
        if point.extraneous != self.best.extraneous {
            said.push(format!("{} of {TOKENS} tokens extraneous", point.extraneous));
        }
        match point.evidence {
            _ if point.evidence == self.best.evidence => {}
            EvidenceSetting::Nowhere => said.push("no label names a place in the article".to_owned()),
            EvidenceSetting::Together => said.push("all labels name one place in the article".to_owned()),
            EvidenceSetting::Apart => said.push("each label names a place of its own".to_owned()),
        }
        if point.direct != self.best.direct {
            said.push("bias and tox given as 10".to_owned());
        }
        for (at, field) in
            SETTINGS.iter().enumerate().filter(|(at, _)| point.fields[*at] != self.best.fields[*at])
        {
            said.push((field.say)(point.fields[at]));
        }
        if said.is_empty() { "everything at its best".to_owned() } else { said.join("; ") }
    }

    /// Converts points to examples, with the scores of some metrics.
    pub fn examples(&mut self, points: &[Point], keys: &[&str]) -> Vec<Example> {
        points.iter().map(|point| self.example(point, keys, "")).collect()
    }

    /// Builds a finding about a metric, with these points as examples.
    pub fn finding(
        &mut self,
        level: Level,
        kind: DefectKind,
        of: &Metric,
        says: String,
        points: &[Point],
    ) -> LintFinding {
        LintFinding::new(level, kind, of.key, says, self.examples(points, &[of.key]))
    }

    /// Converts a point to an example: a description, some of its scores, and a case.
    pub fn example(&mut self, point: &Point, keys: &[&str], more: &str) -> Example {
        let seen = self.seen(point);
        let mut result: Vec<String> = self
            .metrics
            .iter()
            .zip(&seen.metrics)
            .filter(|(metric, _)| keys.contains(&metric.key))
            .map(|(metric, scored)| match scored {
                None => format!("{} has no score", metric.key),
                Some(scored) if scored.raw != scored.last => {
                    format!("{} {} (raw {})", metric.key, number(scored.last), number(scored.raw))
                }
                Some(scored) => format!("{} {}", metric.key, number(scored.last)),
            })
            .collect();
        if !more.is_empty() {
            result.push(more.to_owned());
        }
        result.push(seen.decision.as_str().to_owned());
        let mut case = point.case();
        let labels = point.labels(self.rubric.lists(), true);
        case.labels = Some(file::Wrapper::new(&case.id, "check", &labels, Texts::of(&case)).to_value());
        Example { what: self.words(point), result: result.join(", "), case: Some(case) }
    }
}
