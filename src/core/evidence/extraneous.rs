//! Summary words that the article does not entail.

use super::claims::{Claim, Root, is_doubtful};
use super::support::MismatchKind;
use super::{Pair, calibration};
use crate::labels::{Label, LabelValue, List};
use crate::text::Span;

/// The extraneous wording of every claim, in text order: what the checks found in claims that are not supported.
/// Words in a row are one label. A supported claim has none: a synonym that no lexicon lists is not extraneous.
pub fn of(pair: &Pair, claims: &[Claim]) -> Vec<Label> {
    let mut out = Vec::new();
    for claim in claims.iter().filter(|c| is_doubtful(c.entailment())) {
        let mut marked: Vec<(Span, &Root)> = Vec::new();
        let is_wording = |root: &Root| claim.mismatch(root).kind == MismatchKind::Wording;
        let of_wording_alone = claim.roots.iter().all(is_wording);
        for root in &claim.roots {
            let mismatch = claim.mismatch(root);
            // Words that the article has, joined or placed otherwise, are not extraneous.
            if is_wording(root) && mismatch.max_support > 0.3 {
                continue;
            }
            // Where others name the words, the clause as a whole says no more.
            if is_wording(root) && !of_wording_alone {
                continue;
            }
            for span in &root.spans {
                if !marked.iter().any(|(known, _)| known.overlaps(*span)) {
                    marked.push((*span, root));
                }
            }
        }
        marked.sort_by_key(|(span, _)| *span);
        for (span, root) in joined(pair, marked) {
            let within = |root: &&Root| root.spans.iter().any(|own| span.contains(*own));
            let mismatches = claim.roots.iter().filter(within).map(|root| root.id).collect();
            let wording = Label { summary: vec![span], mismatches, claim: claim.index, ..Label::default() };
            out.push(label(pair, claim, claim.entailment().support, root, wording));
        }
    }
    out
}

/// The label of an extraneous wording, of which a root is the reason, of a claim with so much support.
pub fn label(pair: &Pair, claim: &Claim, support: f64, root: &Root, wording: Label) -> Label {
    let mismatch = claim.mismatch(root);
    let fact = matches!(
        mismatch.kind,
        MismatchKind::Number | MismatchKind::Unit | MismatchKind::Date | MismatchKind::Name
    );
    let signals = [calibration::log_odds(1.0 - support), f64::from(u8::from(fact)), 0.0, 0.0];
    let first = wording.summary.first();
    Label {
        text: first.map_or_else(String::new, |span| pair.wording.text.slice(*span).to_owned()),
        why: vec![mismatch.why.clone()],
        summary: wording.summary,
        mismatches: wording.mismatches,
        claim: wording.claim,
        ..calibration::label(List::Extraneous, LabelValue::Extraneous, signals)
    }
}

/// Joins spans that have only white space between them.
fn joined<'a>(pair: &Pair, marked: Vec<(Span, &'a Root)>) -> Vec<(Span, &'a Root)> {
    let mut out: Vec<(Span, &Root)> = Vec::new();
    for (span, root) in marked {
        match out.last_mut() {
            Some((last, _))
                if last.end <= span.start
                    && pair.wording.text.slice(Span::new(last.end, span.start)).trim().is_empty() =>
            {
                *last = last.join(span);
            }
            _ => out.push((span, root)),
        }
    }
    out
}
