//! Judge-Lock Ultra: Judge-Lock's arithmetic over probabilities instead of hard labels.
//!
//! Label sets are drawn by the labels' probabilities, each is scored by Judge-Lock's rules, and what comes out is the
//! mean, the interval and how often each cap fires and each decision falls. Labels are drawn apart from each other,
//! but for an extraneous wording, which stands and falls with its claim. Where every label is certain, the result is
//! Judge-Lock's own, exact.

use serde::Deserialize;

use crate::labels::{Label, LabelValue, Labels, List};
use crate::num::Num;
use crate::report::{Metric, Outcome, Part};
use crate::rubric::bounds::{self, Bound, LEVEL, Row, SHARE, Wrong};
use crate::rubric::extends::RubricFile;
use crate::rubric::judge_lock::{self, JudgeLock, Rules};
use crate::rubric::locks::counts::Bands;
use crate::rubric::locks::rules::{Policy, Target, signed_version};
use crate::rubric::locks::{self, Counted, Lock, judge, metrics};
use crate::rubric::session::EvaluationSession;
use crate::rubric::words::{Asks, Docs};
use crate::rubric::{Evaluation, Input, Readings, Rubric, RuleError};

mod bits;
mod confirm;
mod decides;
mod draw;
mod grid;
mod recount;
mod rises;
mod run;
mod score;
mod session;
mod tell;
mod turns;

use draw::{Counts, Doubtful, Drawn};
use grid::Grid;
use rises::Rises;
use run::Run;
use score::{METRICS, Scorer};
use session::UltraSession;
use tell::Told;

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

/// What the numbers of the sampling may be.
pub(super) const BOUNDS: &[Row] = &[
    ("sampling.samples", Bound::Whole(1, 8192)),
    ("sampling.seed", Bound::Natural),
    ("sampling.low", SHARE),
    ("sampling.high", SHARE),
    ("sampling.decides", Bound::Whole(0, 1000)),
    ("sampling.told_from", LEVEL),
];

/// Judge-Lock Ultra with its numbers loaded.
pub struct Ultra {
    lock: JudgeLock,
    sampling: Sampling,
    grid: Grid,
    rises: Rises,
}

/// Reads a TOML, shipped or the user's. `extends = "judge-lock"` takes over the shipped Judge-Lock's numbers and words
/// where the file has none of its own; without it the file has to hold all of them.
///
/// # Errors
/// Where a key is missing, unknown or of the wrong type, or a number is not allowed; the message names it.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    Ok(Box::new(read_ultra(text)?))
}

fn read_ultra(text: &str) -> Result<Ultra, RuleError> {
    let mut file = RubricFile::parse(text, ("judge-lock", judge_lock::TOML))?;
    let sampling = file.take::<Sampling>("sampling")?;
    let sampling = sampling.ok_or_else(|| Wrong::new("sampling", "it is missing").of(text))?;
    let mut rules: Rules = file.read()?;
    // What is taken over was held against its bounds as Judge-Lock's own.
    bounds::check(text, &[locks::rules::BOUNDS, BOUNDS], rules.range[1].to_f64())?;
    rules.settle().map_err(|wrong| wrong.of(text))?;
    let version = signed_version(&rules.version, text, TOML);
    let lock = JudgeLock::new(rules, version);
    if sampling.low >= sampling.high {
        return Err(Wrong::new("sampling.low", "it must be below sampling.high").of(text));
    }
    let grid = Grid::new(sampling.samples, sampling.seed);
    let rises = Rises::new(&lock.rules);
    Ok(Ultra { lock, sampling, grid, rises })
}

/// A case with its labels drawn and scored.
struct Sampled<'a> {
    /// Judge-Lock on the words shown.
    hard: Evaluation,
    counted: Counted<'a>,
    drawn: Drawn,
    scorer: Scorer<'a>,
    run: Run,
    policy: &'a Policy,
}

impl Ultra {
    /// Draws and scores.
    fn sample<'a>(&'a self, input: &'a Input<'a>, readings: &Readings, record: bool) -> Sampled<'a> {
        let shared = self.lock.shared(readings);
        let counted = Counted::new(input, shared.bands, shared.range, record);
        let hard = judge(&self.lock, &shared, &counted);
        let counted = if record { counted.under(counted.on) } else { counted };
        let scorer = self.scorer(&counted, &hard);
        let drawn = Drawn::new(input, &shared.bands, &self.grid, self.sampling.samples);
        let run = Run::new(&scorer, &drawn);
        Sampled { hard, counted, drawn, scorer, run, policy: &self.lock.rules.verdict }
    }

    /// Draws the labels of a list.
    fn drawn(&self, input: &Input, list: List, bands: &Bands) -> (Counts, Vec<Doubtful>) {
        draw::of_list(input, list, bands, &self.grid, self.sampling.samples)
    }

    /// What draws are scored by, where the metrics that have a score are those of `hard`.
    fn scorer<'a>(&'a self, counted: &Counted, hard: &Evaluation) -> Scorer<'a> {
        let mut raw = [None; METRICS];
        for (slot, metric) in raw.iter_mut().zip(&hard.metrics) {
            *slot = metric.raw();
        }
        let rule = &self.lock.rules.hallucination;
        let severity = metrics::unsupported_fraction(counted, &rule.claims)
            .map(|(u, claims)| metrics::severity(counted, &rule.severity, u, claims));
        let caps = self.lock.caps(counted, severity, raw);
        Scorer::new(&self.lock.rules, counted, &caps, raw.map(|raw| raw.is_some()))
    }

    /// What the draws come to, in the place of what the words shown come to.
    fn told(&self, input: &Input, sampled: &Sampled, record: bool) -> Evaluation {
        let certain = sampled.drawn.doubtful.is_empty();
        let Evaluation { metrics, caps, verdict } = sampled.hard.clone();
        let metrics: Vec<Metric> = metrics
            .into_iter()
            .enumerate()
            .map(|(place, metric)| self.metric(place, metric, sampled, certain, record))
            .collect();
        let told = Told { input, sampled, sampling: &self.sampling, certain, record };
        let caps = told.caps(caps);
        let verdict = told.verdict(verdict, &metrics, &caps);
        Evaluation { metrics, caps, verdict }
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

    fn word(&self, label: &Label, readings: &Readings) -> Option<LabelValue> {
        self.lock.word(label, readings)
    }

    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation {
        self.told(input, &self.sample(input, readings, record), record)
    }

    fn session<'a>(
        &'a self,
        input: &'a Input<'a>,
        readings: &Readings,
    ) -> Option<Box<dyn EvaluationSession + 'a>> {
        Some(Box::new(UltraSession::new(self, input, readings)))
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
    fn metric(&self, place: usize, metric: Metric, of: &Sampled, certain: bool, record: bool) -> Metric {
        let Outcome::Scored { score, .. } = metric.outcome else { return metric };
        if certain {
            return if record { tell::with_interval(metric, score, score) } else { metric };
        }
        tell::expected(place, metric, of, &self.sampling, record)
    }
}

/// A part as a number.
fn part(name: &'static str, value: Num) -> (&'static str, Part) {
    (name, Part::Number(value))
}

#[cfg(test)]
mod tests;
