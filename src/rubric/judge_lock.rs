//! Judge-Lock: Twin-Lock's five metrics, checked against questions, under many more caps.

use serde::Deserialize;

use crate::labels::List;
use crate::ledger::Quantity;
use crate::num::{Num, so_many};
use crate::rubric::bounds::{self, Wrong};
use crate::rubric::draft::{Draft, Fault, Got};
use crate::rubric::locks::counts::Tally;
use crate::rubric::locks::frame::Frame;
use crate::rubric::locks::metrics;
use crate::rubric::locks::rules::{
    Alignment, BOUNDS, BiasToxicity, CapRule, Claims, Fall, KeyPoints, Policy, Questions, Segments, Severity,
    Target, check, signed_version,
};
use crate::rubric::locks::{self, Capped, Counted, LISTS, Lock, SeverityBand, notes};
use crate::rubric::words::{CapDocs, Words};
use crate::rubric::{Rubric, RuleError};

mod caps;

/// Its numbers and words, as shipped.
pub const TOML: &str = include_str!("judge_lock.toml");

/// The TOML, typed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    pub(super) version: String,
    pub(super) range: [Num; 2],
    pub(super) about: Words,
    pub(super) questions: Questions,
    pub(super) coverage: Coverage,
    pub(super) alignment: Alignment,
    pub(super) hallucination: Hallucination,
    pub(super) relevance: Relevance,
    pub(super) bias_toxicity: BiasToxicity,
    pub(super) caps: Caps,
    pub(super) verdict: Policy,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Coverage {
    pub(super) words: Words,
    pub(super) key_points: KeyPoints,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hallucination {
    pub(super) words: Words,
    pub(super) claims: Claims,
    /// Where no claim is unsupported.
    pub(super) fall: Fall,
    /// Where one is.
    pub(super) fall_unsupported: Fall,
    pub(super) severity: Severity,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Relevance {
    pub(super) words: Words,
    pub(super) segments: Segments,
    /// Worth of a segment with some overlap under `some=0.5`.
    pub(super) some_as_twin_lock: Num,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Caps {
    pub(super) extraneous_claim: CapRule,
    pub(super) qag_incomplete: CapRule,
    pub(super) qag_duplicate: CapRule,
    pub(super) qag_short: CapRule,
    pub(super) low_precision: CapRule,
    pub(super) low_recall: CapRule,
    pub(super) severe_hallucination: CapRule,
    pub(super) none_segment: CapRule,
    pub(super) slur: CapRule,
    pub(super) mild_profanity: CapRule,
    pub(super) stereotype: CapRule,
    pub(super) perfect_ten_guard: CapRule,
}

/// Judge-Lock with its numbers loaded.
#[derive(Debug)]
pub struct JudgeLock {
    version: String,
    pub(super) rules: Rules,
}

/// Reads a TOML, shipped or the user's.
///
/// # Errors
/// Where a key is missing, unknown or of the wrong type; the message names it.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    let rules: Rules = bounds::read(text, &[BOUNDS], Rules::settle)?;
    let version = signed_version(&rules.version, text, TOML);
    Ok(Box::new(JudgeLock::new(rules, version)))
}

impl Rules {
    /// What several numbers must be together, and what the caps need.
    ///
    /// # Errors
    /// The first number that is missing or cannot be used.
    pub(super) fn settle(&mut self) -> Result<(), Wrong> {
        check(&self.coverage.key_points, &self.alignment)?;
        self.caps.settle()
    }
}

impl JudgeLock {
    /// A Judge-Lock of these rules, from its own file or from one that builds on it.
    pub(super) fn new(rules: Rules, version: String) -> JudgeLock {
        JudgeLock { version, rules }
    }

    /// The mean worth of a set's answers, as a step.
    fn qag(
        &self,
        counted: &Counted,
        list: List,
        set: &Got<Tally>,
        name: &'static str,
        draft: &mut Draft,
    ) -> Got<Quantity> {
        let set = metrics::given(set)?;
        let count = self.rules.questions.count;
        if counted.on.count_error && set.all() < count {
            let key = list.spec().key;
            return Err(Fault::Malformed(format!(
                "{key}: {} where the rubric asks for {count}",
                so_many(set.all(), "question")
            )));
        }
        let mean = metrics::answers(&draft.ledger, &self.rules.questions, set)?;
        Ok(draft.part(name, &mean))
    }

    /// `10 * HM(a, b)`, as the last step.
    fn scaled_mean(&self, draft: &mut Draft, a: &Quantity, b: &Quantity) -> Num {
        let ledger = &mut draft.ledger;
        let score = ledger.number(self.rules.range[1]) * ledger.harmonic_mean(a, b);
        ledger.step("score", &score).value()
    }
}

impl Lock for JudgeLock {
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
            questions: Some(rules.questions.count),
        }
    }

    fn cap_docs(&self) -> Vec<CapDocs<'_>> {
        let rules = &self.rules;
        rules.caps.list().into_iter().map(|(slug, rule)| rule.docs(slug)).collect()
    }

    fn counts(&self) -> &'static [List] {
        &LISTS
    }

    fn coverage(&self, counted: &Counted) -> Draft {
        let rule = &self.rules.coverage;
        let lists = [List::KeyPoints, List::Extraneous, List::CoverageQags];
        let mut draft = locks::draft(Target::Coverage, counted, &lists);
        if counted.record {
            notes::key_points(&mut draft.notes, counted, &rule.key_points);
            notes::questions(&mut draft.notes, counted, List::CoverageQags, self.rules.questions.count);
        }
        let f1 = metrics::f1(counted, &rule.key_points, &mut draft);
        let qag = self.qag(counted, List::CoverageQags, &counted.coverage_qags, "qag", &mut draft);
        draft.raw = metrics::both(f1, qag).map(|(f1, qag)| self.scaled_mean(&mut draft, &f1, &qag));
        draft
    }

    fn hallucination(&self, counted: &Counted) -> Draft {
        let rule = &self.rules.hallucination;
        let mut draft = locks::draft(Target::Hallucination, counted, &[List::Claims, List::ClaimQags]);
        if counted.record {
            notes::questions(&mut draft.notes, counted, List::ClaimQags, self.rules.questions.count);
        }
        let base = metrics::given(&counted.claims).map(|claims| {
            let u = metrics::u(counted, &rule.claims, &rule.severity, claims, &mut draft);
            let line = if claims.at(2) > 0 { &rule.fall_unsupported } else { &rule.fall };
            let line = metrics::fall(&draft.ledger, line, &u);
            let base = metrics::at_least(&draft.ledger, self.rules.range[0], &line);
            draft.part("base", &base)
        });
        let qag = if nothing_claimed(counted) {
            let one = draft.ledger.number(Num::ONE);
            Ok(draft.part("qag_precision", &one))
        } else {
            self.qag(counted, List::ClaimQags, &counted.claim_qags, "qag_precision", &mut draft)
        };
        draft.raw = metrics::both(base, qag).map(|(base, qag)| {
            let product = base * qag;
            let ledger = &mut draft.ledger;
            let score = if counted.on.integer { ledger.round(&product) } else { product };
            ledger.step("score", &score).value()
        });
        draft
    }

    fn relevance(&self, counted: &Counted) -> Draft {
        let rule = &self.rules.relevance;
        let mut draft = locks::draft(Target::Relevance, counted, &[List::Segments, List::CoverageQags]);
        let some = if counted.on.some_as_twin { rule.some_as_twin_lock } else { rule.segments.some };
        let overlap = metrics::overlap(counted, &rule.segments, some, &mut draft);
        let qag = self.qag(counted, List::CoverageQags, &counted.coverage_qags, "qag", &mut draft);
        draft.raw =
            metrics::both(overlap, qag).map(|(overlap, qag)| self.scaled_mean(&mut draft, &overlap, &qag));
        draft
    }

    fn caps(
        &self,
        counted: &Counted,
        severity: Option<SeverityBand>,
        raw: [Option<Num>; 5],
    ) -> Vec<Capped<'_>> {
        self.capped(counted, severity, raw)
    }

    fn spans_wanted(&self) -> usize {
        self.rules.caps.perfect_ten_guard.spans.unwrap_or(0)
    }
}

/// No claim and no question about one: nothing is wrong, and nothing was left out.
pub(super) fn nothing_claimed(counted: &Counted) -> bool {
    let empty = |set: &Got<Tally>| set.as_ref().is_ok_and(|set| set.all() == 0);
    empty(&counted.claims) && empty(&counted.claim_qags)
}
