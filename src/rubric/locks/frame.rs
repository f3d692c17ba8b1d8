//! What every lock is as a rubric, read off the parts of its TOML that all locks have.

use super::counts::{self, Bands};
use super::rules::{Alignment, BiasToxicity, Claims, KeyPoints, Policy, Segments, Severity, printed};
use super::session::LockSession;
use super::trial::IncrementalEvaluator;
use super::{Lock, LockOptions, Shared, evaluate};
use crate::labels::{Label, LabelValue, Labels, List};
use crate::num::Num;
use crate::rubric::flips::Trial;
use crate::rubric::session::EvaluationSession;
use crate::rubric::words::{Asks, Docs, Printed, Words};
use crate::rubric::{Evaluation, Input, Readings, Rubric};

/// The tables of a lock's TOML that every lock has.
#[expect(missing_docs, reason = "each is named for the table of the TOML that it is")]
pub struct Frame<'a> {
    pub version: &'a str,
    pub range: [Num; 2],
    pub about: &'a Words,
    /// Words of the metrics, in their printed order.
    pub metrics: [(&'static str, &'a Words); 5],
    pub points: &'a KeyPoints,
    pub alignment: &'a Alignment,
    pub claims: &'a Claims,
    pub severity: &'a Severity,
    pub segments: &'a Segments,
    pub bias_toxicity: &'a BiasToxicity,
    pub verdict: &'a Policy,
    /// How many questions it asks for in each set, where it asks for any.
    pub questions: Option<usize>,
}

/// The rules of a lock under the readings.
pub fn shared<'a>(frame: Frame<'a>, readings: &Readings) -> Shared<'a> {
    Shared {
        range: frame.range,
        bands: Bands { points: frame.points, segments: frame.segments, on: LockOptions::new(readings) },
        alignment: frame.alignment,
        claims: frame.claims,
        severity: frame.severity,
        bias_toxicity: frame.bias_toxicity,
        verdict: frame.verdict,
    }
}

impl<L: Lock + Send + Sync> Rubric for L {
    fn version(&self) -> &str {
        self.frame().version
    }

    fn lists(&self) -> &'static [List] {
        self.counts()
    }

    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation {
        evaluate(self, input, readings, record)
    }

    fn listed<'a>(&self, labels: &'a Labels, list: List, readings: &Readings) -> Option<&'a [Label]> {
        counts::listed(labels, list, LockOptions::new(readings)).ok()
    }

    fn trial<'a>(&'a self, input: &'a Input<'a>, readings: &Readings) -> Option<Box<dyn Trial + 'a>> {
        Some(Box::new(IncrementalEvaluator::new(self, input, readings)))
    }

    fn session<'a>(
        &'a self,
        input: &'a Input<'a>,
        readings: &Readings,
    ) -> Option<Box<dyn EvaluationSession + 'a>> {
        Some(Box::new(LockSession::new(self, input, readings)))
    }

    fn word(&self, label: &Label, readings: &Readings) -> Option<LabelValue> {
        self.shared(readings).bands.word(label).ok().flatten()
    }

    fn asks(&self) -> Asks {
        let frame = self.frame();
        Asks {
            key_points: Some(frame.points.count),
            point_tokens: frame.points.min_tokens,
            claims: Some(frame.claims.most),
            questions: frame.questions,
            statement_tokens: Some(frame.alignment.statement_tokens),
            theme_tokens: Some(frame.segments.theme_tokens),
            segment_tokens: frame.segments.min_tokens,
        }
    }

    fn printed(&self) -> Vec<Printed<'_>> {
        let Frame { range, points, alignment, severity, segments, .. } = self.frame();
        printed(range, points, alignment, severity, segments)
    }

    fn docs(&self) -> Docs<'_> {
        let frame = self.frame();
        Docs {
            words: frame.about,
            metrics: frame.metrics.to_vec(),
            caps: self.cap_docs(),
            verdict: &frame.verdict.words,
        }
    }
}
