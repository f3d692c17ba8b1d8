//! Twin-Lock: five independent metrics, two caps.

use serde::Deserialize;

use crate::labels::{Label, Labels, List, Word};
use crate::num::Num;
use crate::rubric::check::Printed;
use crate::rubric::draft::Draft;
use crate::rubric::flips::Trial;
use crate::rubric::locks::counts::{Bands, listed};
use crate::rubric::locks::metrics;
use crate::rubric::locks::rules::{
    Alignment, BiasToxicity, CapRule, Claims, Fall, KeyPoints, Needs, Policy, Segments, Severity, Target,
    check, parse, printed, signed_version,
};
use crate::rubric::locks::trial::Tallied;
use crate::rubric::locks::{self, Capped, Counted, Lock, On, SeverityBand, Shared, findings, notes};
use crate::rubric::words::{Asks, Docs, Words};
use crate::rubric::{Evaluation, Input, Readings, Rubric, RuleError};

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
/// Where a key is missing, unknown or of the wrong type; the message names it.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    let mut rules: Rules = parse(text)?;
    check(rules.range, &rules.alignment)?;
    if rules.coverage.decimals > 6 {
        return Err(RuleError("coverage.decimals: at most 6".into()));
    }
    rules.caps.extraneous_claim.settle("extraneous_claim", Needs::default())?;
    rules.caps.none_segment.settle("none_segment", Needs::default())?;
    let version = signed_version(&rules.version, text, TOML);
    Ok(Box::new(TwinLock { version, rules }))
}

impl Rubric for TwinLock {
    fn version(&self) -> &str {
        &self.version
    }

    fn lists(&self) -> &'static [List] {
        &[List::KeyPoints, List::Extraneous, List::Claims, List::Deviations, List::Segments, List::Issues]
    }

    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation {
        locks::evaluate(self, input, readings, record)
    }

    fn listed<'a>(&self, labels: &'a Labels, list: List, readings: &Readings) -> Option<&'a [Label]> {
        listed(labels, list, On::new(readings)).ok()
    }

    fn trial<'a>(&'a self, input: &'a Input<'a>, readings: &Readings) -> Option<Box<dyn Trial + 'a>> {
        Some(Box::new(Tallied::new(self, input, readings)))
    }

    fn word(&self, label: &Label, readings: &Readings) -> Option<Word> {
        self.shared(readings).bands.word(label).ok().flatten()
    }

    fn asks(&self) -> Asks {
        let rules = &self.rules;
        Asks {
            key_points: Some(rules.coverage.key_points.count),
            point_tokens: rules.coverage.key_points.min_tokens,
            claims: Some(rules.hallucination.claims.most),
            questions: None,
            statement_tokens: Some(rules.alignment.statement_tokens),
            theme_tokens: Some(rules.relevance.segments.theme_tokens),
            segment_tokens: rules.relevance.segments.min_tokens,
        }
    }

    fn printed(&self) -> Vec<Printed<'_>> {
        let rules = &self.rules;
        printed(
            rules.range,
            &rules.coverage.key_points,
            &rules.alignment,
            &rules.hallucination.severity,
            &rules.relevance.segments,
        )
    }

    fn docs(&self) -> Docs<'_> {
        let rules = &self.rules;
        Docs {
            words: &rules.about,
            metrics: vec![
                ("coverage", &rules.coverage.words),
                ("alignment", &rules.alignment.words),
                ("hallucination", &rules.hallucination.words),
                ("relevance", &rules.relevance.words),
                ("bias_toxicity", &rules.bias_toxicity.words),
            ],
            caps: vec![
                rules.caps.extraneous_claim.docs("extraneous_claim"),
                rules.caps.none_segment.docs("none_segment"),
            ],
            verdict: &rules.verdict.words,
        }
    }
}

impl Lock for TwinLock {
    fn shared(&self, readings: &Readings) -> Shared<'_> {
        let rules = &self.rules;
        Shared {
            range: rules.range,
            bands: Bands {
                points: &rules.coverage.key_points,
                segments: &rules.relevance.segments,
                on: On::new(readings),
            },
            alignment: &rules.alignment,
            claims: &rules.hallucination.claims,
            severity: &rules.hallucination.severity,
            bias_toxicity: &rules.bias_toxicity,
            verdict: &rules.verdict,
        }
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
        vec![
            Capped {
                slug: "extraneous_claim",
                rule: &rules.extraneous_claim,
                on: findings::over(&rules.extraneous_claim, |_| findings::extraneous_claim(counted)),
                fixed: false,
            },
            Capped {
                slug: "none_segment",
                rule: &rules.none_segment,
                on: findings::over(&rules.none_segment, |_| findings::none_segment(counted)),
                fixed: counted.on.none_fixed,
            },
        ]
    }
}
