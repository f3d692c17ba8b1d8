//! Twin-Lock: five independent metrics, two caps.

use serde::Deserialize;

use crate::labels::List;
use crate::num::Num;
use crate::rubric::bounds;
use crate::rubric::draft::Draft;
use crate::rubric::locks::findings::{CapRows, extraneous_claim};
use crate::rubric::locks::frame::Frame;
use crate::rubric::locks::metrics;
use crate::rubric::locks::rules::{
    Alignment, BOUNDS, BiasToxicity, CapRule, Claims, Fall, KeyPoints, Needs, Policy, Segments, Severity,
    Target, check, signed_version,
};
use crate::rubric::locks::{self, Capped, Counted, Lock, SeverityBand, notes};
use crate::rubric::words::{CapDocs, Words};
use crate::rubric::{Rubric, RuleError};

/// Its numbers and words, as shipped.
pub const TOML: &str = include_str!("twin_lock.toml");

/// The TOML, typed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    version: String,
    range: [Num; 2],
    about: Words,
    coverage: Coverage,
    alignment: Alignment,
    hallucination: Hallucination,
    relevance: Relevance,
    bias_toxicity: BiasToxicity,
    caps: Caps,
    verdict: Policy,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Coverage {
    words: Words,
    key_points: KeyPoints,
    decimals: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hallucination {
    words: Words,
    claims: Claims,
    fall: Fall,
    severity: Severity,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Relevance {
    words: Words,
    segments: Segments,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Caps {
    extraneous_claim: CapRule,
    none_segment: CapRule,
}

/// Twin-Lock with its numbers loaded.
#[derive(Debug)]
pub struct TwinLock {
    version: String,
    rules: Rules,
}

/// Reads a TOML, shipped or the user's.
///
/// # Errors
/// Where a key is missing, unknown or of the wrong type, or a number is not allowed; the message names it.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    let rules: Rules = bounds::read(text, &[BOUNDS], |rules: &mut Rules| {
        check(&rules.coverage.key_points, &rules.alignment)?;
        rules.caps.extraneous_claim.settle("extraneous_claim", Needs::default())?;
        rules.caps.none_segment.settle("none_segment", Needs::default())
    })?;
    let version = signed_version(&rules.version, text, TOML);
    Ok(Box::new(TwinLock { version, rules }))
}

impl Lock for TwinLock {
    fn frame(&self) -> Frame<'_> {
        let rules = &self.rules;
        Frame {
            version: &self.version,
            range: rules.range,
            about: &rules.about,
            metrics: [
                ("coverage", &rules.coverage.words),
                ("alignment", &rules.alignment.words),
                ("hallucination", &rules.hallucination.words),
                ("relevance", &rules.relevance.words),
                ("bias_toxicity", &rules.bias_toxicity.words),
            ],
            points: &rules.coverage.key_points,
            alignment: &rules.alignment,
            claims: &rules.hallucination.claims,
            severity: &rules.hallucination.severity,
            segments: &rules.relevance.segments,
            bias_toxicity: &rules.bias_toxicity,
            verdict: &rules.verdict,
            questions: None,
        }
    }

    fn cap_docs(&self) -> Vec<CapDocs<'_>> {
        let rules = &self.rules;
        vec![
            rules.caps.extraneous_claim.docs("extraneous_claim"),
            rules.caps.none_segment.docs("none_segment"),
        ]
    }

    fn counts(&self) -> &'static [List] {
        &[List::KeyPoints, List::Extraneous, List::Claims, List::Deviations, List::Segments, List::Issues]
    }

    fn coverage(&self, counted: &Counted) -> Draft {
        let rule = &self.rules.coverage;
        let mut draft = locks::draft(Target::Coverage, counted, &[List::KeyPoints, List::Extraneous]);
        if counted.record {
            notes::key_points(&mut draft.notes, counted, &rule.key_points);
        }
        draft.raw = metrics::f1(counted, &rule.key_points, &mut draft).map(|f1| {
            let ledger = &mut draft.ledger;
            let scale = ledger.number(Num::int(10_i64.pow(rule.decimals)));
            let scaled = ledger.number(self.rules.range[1]) * &f1 * &scale;
            let whole = if counted.on.truncate { scaled.floor() } else { ledger.round(&scaled) };
            ledger.step("score", &(whole / scale)).value()
        });
        draft
    }

    fn hallucination(&self, counted: &Counted) -> Draft {
        let rule = &self.rules.hallucination;
        let mut draft = locks::draft(Target::Hallucination, counted, &[List::Claims]);
        draft.raw = metrics::given(&counted.claims).map(|claims| {
            let u = metrics::u(counted, &rule.claims, &rule.severity, claims, &mut draft);
            let ledger = &mut draft.ledger;
            let line = metrics::fall(ledger, &rule.fall, &u);
            let score = metrics::at_least(ledger, self.rules.range[0], &line);
            ledger.step("score", &score).value()
        });
        draft
    }

    fn relevance(&self, counted: &Counted) -> Draft {
        let rule = &self.rules.relevance.segments;
        let mut draft = locks::draft(Target::Relevance, counted, &[List::Segments]);
        draft.raw = metrics::overlap(counted, rule, rule.some, &mut draft).map(|overlap| {
            let score = draft.ledger.number(self.rules.range[1]) * overlap;
            draft.ledger.step("score", &score).value()
        });
        draft
    }

    fn caps(
        &self,
        counted: &Counted,
        _severity: Option<SeverityBand>,
        _raw: [Option<Num>; 5],
    ) -> Vec<Capped<'_>> {
        let rules = &self.rules.caps;
        let mut caps = CapRows(Vec::new());
        caps.plain("extraneous_claim", &rules.extraneous_claim, extraneous_claim(counted));
        caps.none_segment(&rules.none_segment, counted);
        caps.0
    }
}
