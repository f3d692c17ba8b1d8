//! Scores a case with a lock: its metrics with their ledgers, its caps, its verdict.

use std::rc::Rc;

use super::cap_explainer::capped;
use super::caps::{Capped, Pass};
use super::change_evaluator::ChangeEvaluator;
use super::counts;
use super::fast_evaluator::{METRICS, place_of};
use super::formulas::{self, Exact, ListFormula, Sheet};
use super::lock::Lock;
use super::rules::{Rules, Target, printed};
use super::sample::Drawn;
use super::{Counted, LockOptions, SeverityBand, notes, verdict};
use crate::labels::{Label, LabelValue, Labels, List};
use crate::ledger::{Ledger, Quantity};
use crate::num::Num;
use crate::report::Metric;
use crate::rubric::draft::{Computed, MetricDraft};
use crate::rubric::flips::Evaluator;
use crate::rubric::words::{Asks, Docs, Printed};
use crate::rubric::{Evaluation, Input, Readings, Rubric};

impl Lock {
    /// Evaluates the condition of every cap, given the scores before caps.
    pub fn capped(
        &self,
        counted: &Counted,
        raw: [Option<Num>; 5],
    ) -> (Option<SeverityBand>, Vec<Capped<'_>>) {
        let severity = self.severity(counted);
        (severity, capped(self, counted, severity, raw))
    }

    /// Returns the severity band of the unsupported fraction.
    fn severity(&self, counted: &Counted) -> Option<SeverityBand> {
        let claims = *counted.of(List::Claims).as_ref().ok()?;
        let u =
            formulas::part(&Exact, &self.rules, counted, ListFormula::U, claims, || Ok(Num::ZERO)).ok()?;
        Some(formulas::severity(&Exact, &self.rules, counted, &u, claims))
    }

    /// Scores the counts.
    pub fn judge(&self, counted: &Counted) -> Evaluation {
        let mut parts = [None; 2];
        let mut raw = [None; METRICS];
        let mut drafts = Vec::with_capacity(METRICS);
        for target in &self.metrics {
            let mut traced = Traced::new(self, counted, *target);
            notes::of_metric(&mut traced.draft.notes, self, counted, *target);
            let score = formulas::metric(&self.rules, counted, *target, &mut traced);
            traced.draft.raw = score.map(|score| traced.draft.ledger.step("score", &score).value());
            if *target == Target::BiasToxicity {
                parts =
                    [ListFormula::Bias, ListFormula::Tox].map(|part| traced.known(part).map(Quantity::value));
            }
            raw[place_of(*target)] = traced.draft.raw.as_ref().ok().copied();
            drafts.push(traced.finish());
        }
        let (severity, capped) = self.capped(counted, raw);
        let pass = Pass { raw, parts, rows: &capped };
        let caps = pass.caps(counted.record);
        let finish = |(draft, target): (MetricDraft, &Target)| draft.finish(pass.last(*target));
        let metrics: Vec<Metric> = drafts.into_iter().zip(&self.metrics).map(finish).collect();
        let verdict = verdict::decide(self, counted, &metrics, &caps, &capped, severity);
        Evaluation { metrics, caps, verdict }
    }
}

/// A metric under construction, whose parts are recorded in its ledger.
struct Traced<'a, 'c> {
    lock: &'a Lock,
    counted: &'a Counted<'c>,
    draft: MetricDraft,
    known: Vec<(ListFormula, Quantity)>,
    target: Target,
}

impl<'a, 'c> Traced<'a, 'c> {
    fn new(lock: &'a Lock, counted: &'a Counted<'c>, target: Target) -> Traced<'a, 'c> {
        let mut draft = MetricDraft::new(target.key(), lock.rules.range, counted.record);
        draft.labels = counted.all_ids(&formulas::lists(&lock.rules, target));
        if let (true, Target::BiasToxicity, Some(tone)) = (counted.record, target, counted.input.labels.tone)
        {
            draft.parts.push(("tone", crate::report::PartValue::Word(tone.as_str())));
        }
        Traced { lock, counted, draft, known: Vec::new(), target }
    }

    fn known(&self, part: ListFormula) -> Option<&Quantity> {
        self.known.iter().find(|(known, _)| *known == part).map(|(_, value)| value)
    }

    /// Returns the draft, with the counts that the alignment shows beside its score.
    fn finish(mut self) -> MetricDraft {
        if let (true, Target::Alignment, Ok(tally)) =
            (self.counted.record, self.target, self.counted.of(List::Deviations))
        {
            let count = |place: usize| crate::report::PartValue::Number(Num::count(tally.at(place)));
            self.draft.parts = vec![("mild", count(0)), ("moderate", count(1)), ("severe", count(2))];
        }
        self.draft
    }
}

impl Sheet for Traced<'_, '_> {
    type To = Ledger;

    fn to(&self) -> &Ledger {
        &self.draft.ledger
    }

    fn part(&mut self, part: ListFormula) -> Computed<Quantity> {
        let u = self.known(ListFormula::U).cloned();
        let tally = self.counted.counts_of(part)?;
        let u = || Ok(u.unwrap_or_else(|| self.draft.ledger.number(Num::ZERO)));
        formulas::part(&self.draft.ledger, &self.lock.rules, self.counted, part, tally, u)
    }

    fn line(&mut self, part: ListFormula) -> Computed<Quantity> {
        let value = self.part(part)?;
        let value = self.draft.part(part.name(), &value);
        self.known.push((part, value.clone()));
        if let (true, ListFormula::U, Some(band)) =
            (self.counted.record, part, self.lock.severity(self.counted))
        {
            self.draft.parts.push(("severity", crate::report::PartValue::Word(band.as_str())));
        }
        Ok(value)
    }

    fn joined(&mut self, name: &'static str, value: Quantity) -> Quantity {
        self.draft.part(name, &value)
    }
}

impl Rubric for Lock {
    fn version(&self) -> &str {
        self.signed()
    }

    fn lists(&self) -> &'static [List] {
        self.reads()
    }

    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation {
        self.judge(&self.count(input, readings, record))
    }

    fn listed<'a>(&self, labels: &'a Labels, list: List, readings: &Readings) -> Option<&'a [Label]> {
        counts::listed(labels, list, LockOptions::new(readings)).ok()
    }

    fn trial(&self, input: &Input, readings: &Readings, search: &mut dyn FnMut(&mut dyn Evaluator)) -> bool {
        let counted = Rc::new(self.count(input, readings, false));
        let drawn = Drawn::certain(input, &counted.bands);
        search(&mut ChangeEvaluator::new(self, counted, &drawn, None, Exact));
        true
    }

    fn word(&self, label: &Label, readings: &Readings) -> Option<LabelValue> {
        self.bands(readings).word(label).ok().flatten()
    }

    fn asks(&self) -> Asks {
        let Rules { coverage, hallucination, questions, alignment, relevance, .. } = &self.rules;
        Asks {
            key_points: Some(coverage.key_points.count),
            point_tokens: coverage.key_points.min_tokens,
            claims: Some(hallucination.claims.most),
            questions: questions.as_ref().map(|questions| questions.count),
            statement_tokens: Some(alignment.statement_tokens),
            theme_tokens: Some(relevance.segments.theme_tokens),
            segment_tokens: relevance.segments.min_tokens,
        }
    }

    fn printed(&self) -> Vec<Printed<'_>> {
        printed(&self.rules, &self.metrics)
    }

    fn docs(&self) -> Docs<'_> {
        let rules = &self.rules;
        let words = [
            &rules.coverage.words,
            &rules.alignment.words,
            &rules.hallucination.words,
            &rules.relevance.words,
            &rules.bias_toxicity.words,
        ];
        Docs {
            words: &rules.about,
            metrics: self.metrics.iter().map(|target| (target.key(), words[place_of(*target)])).collect(),
            caps: self.caps.iter().map(|cap| cap.docs(&self.metrics)).collect(),
            verdict: &rules.verdict.words,
        }
    }
}
