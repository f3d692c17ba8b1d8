//! Summary words that the article does not entail.

use super::claims::{Claim, is_doubtful};
use super::support::{View, ViewKind};
use super::{Pair, calibration};
use crate::labels::{Label, LabelValue, List};
use crate::text::Span;

/// The extraneous wording of every claim, in text order: what the views found in claims that are not supported.
/// Words in a row are one label. A supported claim has none: a synonym that no lexicon lists is not extraneous.
pub fn of(pair: &Pair, claims: &[Claim]) -> Vec<Label> {
    let mut out = Vec::new();
    for claim in claims.iter().filter(|c| is_doubtful(c.judged())) {
        let judged = claim.judged();
        let mut marked: Vec<(Span, &View)> = Vec::new();
        for view in &judged.views {
            // Words that the article has, joined or placed otherwise, are not extraneous.
            if matches!(view.kind, ViewKind::Wording | ViewKind::Elsewhere) && view.limit > 0.3 {
                continue;
            }
            for span in view.summary.iter().map(|s| s.shifted(claim.start)) {
                if !marked.iter().any(|(known, _)| known.overlaps(span)) {
                    marked.push((span, view));
                }
            }
        }
        marked.sort_by_key(|(span, _)| *span);
        for (span, view) in joined(pair, marked) {
            let fact =
                matches!(view.kind, ViewKind::Number | ViewKind::Unit | ViewKind::Date | ViewKind::Name);
            let signals = [calibration::log_odds(1.0 - judged.support), f64::from(u8::from(fact)), 0.0, 0.0];
            out.push(Label {
                text: pair.wording.text.slice(span).to_owned(),
                summary: vec![span],
                why: vec![view.why.clone()],
                claim: claim.index,
                ..calibration::label(List::Extraneous, LabelValue::Extraneous, signals)
            });
        }
    }
    out
}

/// Joins spans that have only white space between them.
fn joined<'a>(pair: &Pair, marked: Vec<(Span, &'a View)>) -> Vec<(Span, &'a View)> {
    let mut out: Vec<(Span, &View)> = Vec::new();
    for (span, view) in marked {
        match out.last_mut() {
            Some((last, _))
                if last.end <= span.start
                    && pair.wording.text.slice(Span::new(last.end, span.start)).trim().is_empty() =>
            {
                *last = last.join(span);
            }
            _ => out.push((span, view)),
        }
    }
    out
}
