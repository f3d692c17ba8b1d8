//! Proposes labels again after a decision: those that depend on mismatches which a person retracted.
//!
//! The units stay the same. The ten claims and the questions on them were selected by the first results.

use std::collections::BTreeSet;

use super::claims::{self, Claim, claims};
use super::support::{Entailment, judge_without};
use super::{AnalysisCache, Pair, answers, calibration, deviations, extraneous, facts};
use crate::labels::{Label, LabelId, LabelValue, Labels, List, MismatchId};

/// The lists whose labels depend on mismatches.
pub const DEPENDENT_LISTS: [List; 7] = [
    List::Extraneous,
    List::Claims,
    List::ClaimQags,
    List::Deviations,
    List::Grounding,
    List::Facts,
    List::Anchors,
];

/// A label proposed again.
#[derive(Clone, Debug, PartialEq)]
pub struct Reproposal {
    /// Its place among the proposals.
    pub id: LabelId,
    /// The new proposal; `None` if there is no finding any more.
    pub label: Option<Label>,
}

/// A claim with retracted mismatches, and its result without them.
struct Restated<'a> {
    claim: &'a Claim,
    entailment: Entailment,
}

/// Proposes again the labels that depend on retracted mismatches, except those that a person decided.
pub fn repropose(
    pair: &Pair,
    cache: &mut AnalysisCache,
    labels: &Labels,
    struck: &BTreeSet<MismatchId>,
    is_decided: &dyn Fn(LabelId) -> bool,
) -> Vec<Reproposal> {
    let all = claims(pair, cache);
    let restated: Vec<Restated> = all.iter().filter_map(|claim| restated(pair, claim, struck)).collect();
    let mut out = Vec::new();
    for list in DEPENDENT_LISTS {
        for (index, label) in labels.get(list).unwrap_or_default().iter().enumerate() {
            let id = LabelId { list, index };
            if !label.mismatches.iter().any(|id| struck.contains(id)) || is_decided(id) {
                continue;
            }
            let left: Vec<MismatchId> =
                label.mismatches.iter().copied().filter(|id| !struck.contains(id)).collect();
            let of = |one: &&Restated| {
                one.claim.mismatches.iter().any(|mismatch| label.mismatches.contains(&mismatch.id))
            };
            let Some(one) = restated.iter().find(of) else { continue };
            let label = one.label(pair, list, label, left, struck);
            out.push(Reproposal { id, label });
        }
    }
    out
}

fn restated<'a>(pair: &Pair, claim: &'a Claim, struck: &BTreeSet<MismatchId>) -> Option<Restated<'a>> {
    let gone: Vec<MismatchId> = claim.mismatch_ids().into_iter().filter(|id| struck.contains(id)).collect();
    if gone.is_empty() {
        return None;
    }
    let entailment = if gone.len() == claim.mismatches.len() {
        claim.entailment().cleared()
    } else {
        let sentence = &pair.wording.text.sentences()[claim.sentence].sentence;
        judge_without(pair.article.premise(), sentence, &claim.entailment().statement, &claim.struck(&gone))
    };
    Some(Restated { claim, entailment })
}

impl Restated<'_> {
    /// Returns the new proposal for a label of this claim, given its remaining mismatches.
    fn label(
        &self,
        pair: &Pair,
        list: List,
        known: &Label,
        left: Vec<MismatchId>,
        struck: &BTreeSet<MismatchId>,
    ) -> Option<Label> {
        let Restated { claim, entailment } = self;
        let gone: Vec<MismatchId> = struck.iter().copied().collect();
        match list {
            List::Claims => Some(claims::label(pair, claim, entailment, left)),
            List::Extraneous => {
                let mismatch = claim.mismatches.iter().find(|mismatch| left.contains(&mismatch.id))?;
                let wording = Label { mismatches: left, ..known.clone() };
                Some(extraneous::label(pair, claim, entailment.support, mismatch, wording))
            }
            List::ClaimQags => {
                let of_answer = |mismatch: &claims::ClaimMismatch| {
                    let touches = |own| known.summary.iter().any(|span| span.overlaps(own));
                    struck.contains(&mismatch.id) && mismatch.spans.iter().any(|own| touches(*own))
                };
                let answered = left.is_empty() || claim.mismatches.iter().any(of_answer);
                let p_supported = if left.is_empty() {
                    1.0
                } else {
                    calibration::probability_supported(entailment.signals)
                };
                // Another mismatch of the answer remains.
                let concerns = |mismatch: &&claims::ClaimMismatch| {
                    left.contains(&mismatch.id)
                        && known
                            .summary
                            .iter()
                            .any(|answer| answers::concerns(&mismatch.spans, &[claim.span()], *answer))
                };
                let stands = claim
                    .mismatches
                    .iter()
                    .filter(concerns)
                    .map(|mismatch| claim.worded(mismatch).max_support);
                let p_supported =
                    if answered { p_supported } else { stands.fold(1.0, f64::min) * p_supported };
                Some(Label { mismatches: left, ..answers::recalibrate(known, p_supported, answered) })
            }
            List::Deviations => deviations::meaning(pair, claim, entailment, &gone),
            List::Facts => Some(facts::in_article(pair, claim, entailment, left)),
            // A label found in another way stays negative while any of its mismatches remains.
            _ if !left.is_empty() => Some(Label { mismatches: left, ..known.clone() }),
            _ => Some(Label {
                word: Some(LabelValue::Yes),
                measure: None,
                mismatches: Vec::new(),
                p: None,
                chances: None,
                why: Vec::new(),
                ..known.clone()
            }),
        }
    }
}
