//! Words of the summary that the article does not entail.

use super::claims::{Claim, ClaimMismatch, claims_with_mismatches, is_doubtful};
use super::mismatch::MismatchKind;
use super::{AnalysisCache, Pair, calibration};
use crate::labels::{Entry, Label, LabelValue, Labels, List};
use crate::text::Span;

/// Proposes the extraneous wording of every claim.
pub fn run(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    let claims = claims_with_mismatches(pair, cache, labels);
    labels.set(List::Extraneous, Entry::Given(of(pair, &claims)));
}

/// Returns the extraneous wording of the claims that are not supported, in text order. Consecutive words form
/// one label. A supported claim has none, since a synonym that no lexicon lists is not extraneous.
fn of(pair: &Pair, claims: &[Claim]) -> Vec<Label> {
    let mut out = Vec::new();
    for claim in claims.iter().filter(|c| is_doubtful(c.entailment())) {
        let mut marked: Vec<(Span, &ClaimMismatch)> = Vec::new();
        let is_wording = |mismatch: &ClaimMismatch| claim.worded(mismatch).kind == MismatchKind::Wording;
        let of_wording_alone = claim.mismatches.iter().all(is_wording);
        for mismatch in &claim.mismatches {
            let worded = claim.worded(mismatch);
            // Words that the article has, in another combination or place, are not extraneous.
            if is_wording(mismatch) && worded.max_support > 0.3 {
                continue;
            }
            // If other mismatches name the words, one about the clause as a whole adds nothing.
            if is_wording(mismatch) && !of_wording_alone {
                continue;
            }
            for span in &mismatch.spans {
                if !marked.iter().any(|(known, _)| known.overlaps(*span)) {
                    marked.push((*span, mismatch));
                }
            }
        }
        marked.sort_by_key(|(span, _)| *span);
        for (span, mismatch) in joined(pair, marked) {
            let within = |mismatch: &&ClaimMismatch| mismatch.spans.iter().any(|own| span.contains(*own));
            let mismatches = claim.mismatches.iter().filter(within).map(|mismatch| mismatch.id).collect();
            let wording = Label { summary: vec![span], mismatches, claim: claim.index, ..Label::default() };
            out.push(label(pair, claim, claim.entailment().support, mismatch, wording));
        }
    }
    out
}

/// Returns the label of an extraneous wording. The mismatch is its reason, and `support` is that of its
/// claim.
pub fn label(pair: &Pair, claim: &Claim, support: f64, mismatch: &ClaimMismatch, wording: Label) -> Label {
    let worded = claim.worded(mismatch);
    let fact = matches!(
        worded.kind,
        MismatchKind::Number | MismatchKind::Unit | MismatchKind::Date | MismatchKind::Name
    );
    let signals = [calibration::log_odds(1.0 - support), f64::from(u8::from(fact)), 0.0, 0.0];
    let first = wording.summary.first();
    Label {
        text: first.map_or_else(String::new, |span| pair.wording.text.slice(*span).to_owned()),
        why: vec![worded.why.clone()],
        summary: wording.summary,
        mismatches: wording.mismatches,
        claim: wording.claim,
        ..calibration::label(List::Extraneous, LabelValue::Extraneous, signals)
    }
}

/// Joins spans that have only white space between them.
fn joined<'a>(pair: &Pair, marked: Vec<(Span, &'a ClaimMismatch)>) -> Vec<(Span, &'a ClaimMismatch)> {
    let mut out: Vec<(Span, &ClaimMismatch)> = Vec::new();
    for (span, mismatch) in marked {
        match out.last_mut() {
            Some((last, _))
                if last.end <= span.start
                    && pair.wording.text.slice(Span::new(last.end, span.start)).trim().is_empty() =>
            {
                *last = last.join(span);
            }
            _ => out.push((span, mismatch)),
        }
    }
    out
}
