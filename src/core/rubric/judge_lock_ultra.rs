//! Judge-Lock Ultra: Judge-Lock's arithmetic over probabilities instead of hard labels.
//!
//! Label sets are sampled from the labels' probabilities, and each is scored by Judge-Lock's rules. The
//! result consists of the mean scores, their intervals, and how often each cap fires and each decision
//! occurs. Labels about the article's support are sampled with a correlation, an extraneous wording follows
//! its claim, and the others are independent. If every label is certain, the result is exactly Judge-Lock's.

use std::rc::Rc;

use serde::Deserialize;

use crate::labels::{Label, LabelValue, Labels, List};
use crate::num::Num;
use crate::report::{Metric, MetricOutcome, PartValue};
use crate::rubric::bounds::{self, Bound, LEVEL, Row, RubricFileError, SHARE};
use crate::rubric::extends::RubricFile;
use crate::rubric::judge_lock;
use crate::rubric::locks;
use crate::rubric::locks::fast_evaluator::{FastEvaluator, METRICS};
use crate::rubric::locks::formulas::Float;
use crate::rubric::locks::lock::Lock;
use crate::rubric::locks::rules::{Rules, Target};
use crate::rubric::locks::sample::Drawn;
use crate::rubric::locks::sampler::StratifiedSampler;
use crate::rubric::session::EvaluationSession;
use crate::rubric::words::{Asks, Docs};
use crate::rubric::{Evaluation, Input, Readings, Rubric, RuleError};

mod decides;
mod run;
mod sampled_context;
mod session;

use run::SampleRun;
use sampled_context::SampledContext;
use session::UltraSession;

/// Its numbers and words, as shipped.
pub const TOML: &str = include_str!("judge_lock_ultra.toml");

/// Parameters of the sampling of labels.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// Number of label sets sampled.
    pub samples: usize,
    /// Seed for the order of the strata.
    pub seed: u64,
    /// Correlation of the labels about the article's support, 0 to 1; without it they are independent.
    #[serde(default = "independent")]
    pub shared: Num,
    /// Share of the samples that score below the interval.
    pub low: Num,
    /// Share of the samples that score below its upper end.
    pub high: Num,
    /// Largest number of labels that are named as deciding the verdict.
    pub decides: usize,
    /// Number of samples that a word needs before it can be said to turn the verdict; with fewer, chance may
    /// be the cause.
    pub enough: usize,
    /// Smallest probability for an event to be given as a reason of the verdict.
    pub told_from: Num,
}

/// The correlation if a file gives none.
fn independent() -> Num {
    Num::ZERO
}

/// The metrics, in the printed order.
const METRIC_KEYS: [&str; METRICS] = [
    Target::Coverage.key(),
    Target::Alignment.key(),
    Target::Hallucination.key(),
    Target::Relevance.key(),
    Target::BiasToxicity.key(),
];

/// Bounds of the sampling parameters.
pub(super) const BOUNDS: &[Row] = &[
    ("sampling.samples", Bound::Whole(1, 8192)),
    ("sampling.seed", Bound::Natural),
    ("sampling.shared", SHARE),
    ("sampling.low", SHARE),
    ("sampling.high", SHARE),
    ("sampling.decides", Bound::Whole(0, 1000)),
    ("sampling.enough", Bound::Whole(1, 8192)),
    ("sampling.told_from", LEVEL),
];

/// Judge-Lock Ultra with its numbers loaded.
pub struct Ultra {
    lock: Lock,
    sampling: Sampling,
    sampler: StratifiedSampler,
}

/// Loads a TOML file, shipped or a user's. With `extends = "judge-lock"` it takes over the numbers and
/// wording of the shipped Judge-Lock that the file omits; otherwise the file has to hold all of them.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    Ok(Box::new(read_ultra(text)?))
}

fn read_ultra(text: &str) -> Result<Ultra, RuleError> {
    let mut file = RubricFile::parse(text, ("judge-lock", judge_lock::TOML))?;
    let sampling = file.take::<Sampling>("sampling")?;
    let sampling = sampling.ok_or_else(|| RubricFileError::new("sampling", "it is missing").of(text))?;
    let rules: Rules = file.read()?;
    // Values taken over from Judge-Lock were checked against its own bounds.
    bounds::check(text, &[locks::rules::BOUNDS, BOUNDS], rules.range[1].to_f64())?;
    let lock = Lock::new(rules, text, TOML).map_err(|wrong| wrong.of(text))?;
    if sampling.low >= sampling.high {
        return Err(RubricFileError::new("sampling.low", "it must be below sampling.high").of(text));
    }
    let sampler = StratifiedSampler::new(sampling.samples, sampling.seed, sampling.shared.to_f64());
    Ok(Ultra { lock, sampling, sampler })
}

/// A case with its labels sampled and scored.
struct Sampled<'a> {
    /// Judge-Lock's evaluation of the words shown.
    hard: Evaluation,
    plain: FastEvaluator<'a, Float>,
    drawn: Rc<Drawn>,
    run: SampleRun,
}

impl Ultra {
    /// Samples and scores a case. Reuses the samples of the same case under other readings if these measure
    /// its labels alike.
    fn sample<'a>(
        &'a self,
        input: &'a Input<'a>,
        readings: &Readings,
        record: bool,
        other: Option<&Sampled>,
    ) -> Sampled<'a> {
        let mut counted = self.lock.count(input, readings, record);
        let hard = self.lock.judge(&counted);
        counted.record = false;
        let same = other.filter(|other| other.plain.counted.on.measures_as(&counted.on));
        let drawn = same.map_or_else(
            || Rc::new(Drawn::new(input, &counted.bands, &self.sampler, self.sampling.samples)),
            |other| Rc::clone(&other.drawn),
        );
        let plain = FastEvaluator::new(&self.lock, Rc::new(counted), Float);
        let run = SampleRun::new(&plain, &drawn);
        Sampled { hard, plain, drawn, run }
    }

    /// Replaces the evaluation of the words shown by that of the samples.
    fn evaluation(&self, input: &Input, sampled: &Sampled, record: bool) -> Evaluation {
        let certain = sampled.drawn.doubtful.is_empty();
        let Evaluation { metrics, caps, verdict } = sampled.hard.clone();
        let metrics: Vec<Metric> =
            metrics.into_iter().map(|metric| self.metric(metric, sampled, certain, record)).collect();
        let context = SampledContext { input, sampled, sampling: &self.sampling, certain, record };
        let caps = context.caps(caps);
        let verdict = context.verdict(verdict, &metrics, &caps);
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
        self.evaluation(input, &self.sample(input, readings, record, None), record)
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
    /// Replaces the scores of a metric by the expected ones.
    fn metric(&self, metric: Metric, of: &Sampled, certain: bool, record: bool) -> Metric {
        let MetricOutcome::Scored { score, .. } = metric.outcome else { return metric };
        if certain {
            return if record { sampled_context::with_interval(metric, score, score) } else { metric };
        }
        sampled_context::expected(place_of(metric.key), metric, of, &self.sampling, record)
    }
}

/// Returns the index of a metric in the printed order.
fn place_of(key: &str) -> usize {
    METRIC_KEYS.iter().position(|known| *known == key).unwrap_or_default()
}

fn part(name: &'static str, value: Num) -> (&'static str, PartValue) {
    (name, PartValue::Number(value))
}

#[cfg(test)]
mod tests;
