//! Judge-Lock Ultra: Judge-Lock's arithmetic over probabilities instead of hard labels.
//!
//! Label sets are drawn by the labels' probabilities, each is scored by Judge-Lock's rules, and what comes out is the
//! mean, the interval and how often each cap fires and each decision falls. Labels are drawn apart from each other,
//! but for an extraneous wording, which stands and falls with its claim. Where every label is certain, the result is
//! Judge-Lock's own, exact.

use serde::Deserialize;

use crate::labels::{Label, Labels, List, Word};
use crate::num::Num;
use crate::report::{Decision, Flip, Metric, Odds, Outcome, Part};
use crate::rubric::flips::{Whole, flips};
use crate::rubric::judge_lock::{self, JudgeLock};
use crate::rubric::locks::rules::{Policy, Target};
use crate::rubric::locks::{Counted, Lock, metrics};
use crate::rubric::words::{Asks, Docs};
use crate::rubric::{Evaluation, Input, Readings, Rubric, RuleError};

mod decides;
mod draw;
mod grid;
mod run;
mod score;
mod tell;
mod turns;

use draw::Drawn;
use grid::Grid;
use run::Run;
use score::{METRICS, Scorer};
use tell::Told;
use turns::Turns;

/// Its numbers and words, as shipped.
pub const TOML: &str = include_str!("judge_lock_ultra.toml");

/// How labels are drawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// Label sets drawn.
    pub samples: usize,
    /// Orders the strata.
    pub seed: u64,
    /// Share of the draws that score below the interval.
    pub low: Num,
    /// Share of the draws that score below its upper end.
    pub high: Num,
    /// Labels named as deciding the verdict, at most.
    pub decides: usize,
    /// An event below this probability is no reason of the verdict.
    pub told_from: Num,
}

/// The metrics, in the printed order.
const METRIC_KEYS: [&str; METRICS] = [
    Target::Coverage.key(),
    Target::Alignment.key(),
    Target::Hallucination.key(),
    Target::Relevance.key(),
    Target::BiasToxicity.key(),
];

/// Draws that a file may ask for.
const SAMPLES: std::ops::RangeInclusive<usize> = 1..=8192;

/// Judge-Lock Ultra with its numbers loaded.
pub struct Ultra {
    lock: JudgeLock,
    sampling: Sampling,
    grid: Grid,
}

/// Reads a TOML, shipped or the user's.
///
/// # Errors
/// Where a key is missing, unknown or of the wrong type; the message names it.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    let mut lock = judge_lock::read(text, TOML)?;
    let Some(sampling) = lock.rules.sampling.take() else {
        return Err(RuleError("sampling is missing".to_owned()));
    };
    if !SAMPLES.contains(&sampling.samples) {
        let (least, most) = (SAMPLES.start(), SAMPLES.end());
        return Err(RuleError(format!("sampling.samples: it must be {least} to {most}")));
    }
    if !(sampling.low >= Num::ZERO && sampling.low < sampling.high && sampling.high <= Num::ONE) {
        return Err(RuleError("sampling.low, sampling.high: 0 <= low < high <= 1 must hold".to_owned()));
    }
    let grid = Grid::new(sampling.samples, sampling.seed);
    Ok(Box::new(Ultra { lock, sampling, grid }))
}

/// A case with its labels drawn and scored.
struct Sampled<'a> {
    /// Judge-Lock on the words shown.
    hard: Evaluation,
    drawn: Drawn,
    scorer: Scorer<'a>,
    run: Run,
    policy: &'a Policy,
}

impl Ultra {
    /// Draws and scores. `keep` is whether each draw is kept, for intervals and for what decides.
    fn sample<'a>(&'a self, input: &Input, readings: &Readings, record: bool, keep: bool) -> Sampled<'a> {
        let hard = self.lock.evaluate(input, readings, record);
        let shared = self.lock.shared(readings);
        let counted = Counted::new(input, shared.bands, shared.range, false);
        let severity = metrics::unsupported_fraction(&counted, shared.claims)
            .map(|(u, claims)| metrics::severity(&counted, shared.severity, u, claims));
        let mut raw = [None; METRICS];
        for (slot, metric) in raw.iter_mut().zip(&hard.metrics) {
            *slot = metric.raw();
        }
        let caps = self.lock.caps(&counted, severity, raw);
        let scorer = Scorer::new(&self.lock.rules, &counted, &caps, raw.map(|raw| raw.is_some()));
        let drawn = Drawn::new(input, &shared.bands, &self.grid, self.sampling.samples);
        let run = Run::new(&scorer, &drawn, keep);
        Sampled { hard, drawn, scorer, run, policy: &self.lock.rules.verdict }
    }
}

impl Rubric for Ultra {
    fn version(&self) -> &str {
        self.lock.version()
    }

    fn lists(&self) -> &'static [List] {
        self.lock.lists()
    }

    fn listed<'a>(&self, labels: &'a Labels, list: List, readings: &Readings) -> Option<&'a [Label]> {
        self.lock.listed(labels, list, readings)
    }

    fn word(&self, label: &Label, readings: &Readings) -> Option<Word> {
        self.lock.word(label, readings)
    }

    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation {
        let sampled = self.sample(input, readings, record, record);
        let certain = sampled.drawn.doubtful.is_empty();
        let Evaluation { metrics, caps, verdict } = sampled.hard.clone();
        let metrics: Vec<Metric> = metrics
            .into_iter()
            .enumerate()
            .map(|(place, metric)| self.metric(place, metric, &sampled.run, certain, record))
            .collect();
        let told = Told { input, sampled: &sampled, sampling: &self.sampling, certain, record };
        let caps = told.caps(caps);
        let verdict = told.verdict(verdict, &metrics, &caps);
        Evaluation { metrics, caps, verdict }
    }

    fn turns(&self, input: &Input, readings: &Readings, now: &Evaluation) -> Option<Vec<Flip>> {
        if matches!(now.verdict.decision, Decision::Incomplete | Decision::Error) {
            return None;
        }
        let sampled = self.sample(input, readings, false, true);
        if sampled.drawn.doubtful.is_empty() {
            return Some(flips(&self.lock, input, readings, now));
        }
        let turns = Turns::new(&sampled.drawn, &sampled.run, &self.grid);
        Some(turns.flips(&mut Whole::new(self, input, readings), now))
    }

    fn odds(&self, input: &Input, readings: &Readings) -> Option<Odds> {
        let sampled = self.sample(input, readings, false, true);
        let decision = sampled.hard.verdict.decision;
        if matches!(decision, Decision::Incomplete | Decision::Error) {
            return Some(Odds { of: None, decides: Vec::new(), others: Vec::new() });
        }
        if sampled.drawn.doubtful.is_empty() {
            let of = [Decision::Pass, Decision::Warn, Decision::Fail]
                .map(|known| f64::from(u8::from(known == decision)));
            return Some(Odds { of: Some(of), decides: Vec::new(), others: Vec::new() });
        }
        let decides = decides::rank(&sampled.drawn, &sampled.run, &self.grid, &self.sampling);
        Some(Odds { of: Some(sampled.run.odds()), decides, others: Vec::new() })
    }

    fn asks(&self) -> Asks {
        self.lock.asks()
    }

    fn compares_with(&self) -> &'static [&'static str] {
        &["twin-lock", "judge-lock"]
    }

    fn docs(&self) -> Docs<'_> {
        self.lock.docs()
    }
}

impl Ultra {
    /// A metric with its expected scores in the place of the hard ones.
    fn metric(&self, place: usize, metric: Metric, run: &Run, certain: bool, record: bool) -> Metric {
        let Outcome::Scored { score, .. } = metric.outcome else { return metric };
        if certain {
            return if record { tell::with_interval(metric, score, score) } else { metric };
        }
        tell::expected(place, metric, run, &self.sampling, record)
    }
}

/// A part as a number.
fn part(name: &'static str, value: Num) -> (&'static str, Part) {
    (name, Part::Number(value))
}

#[cfg(test)]
mod tests;
