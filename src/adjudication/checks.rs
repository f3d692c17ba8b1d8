//! The checks of the engine that found a mismatch in a disputed unit.
//!
//! Neither labels typed by annotators nor stored proposals carry mismatches, so the texts are analysed
//! again.

use super::find::{DisputableUnit, DisputedCase};
use crate::case::Texts;
use crate::engine::{Engine, Selection};
use crate::labels::{Label, Labels, List, Side};

/// Returns, for each unit of a case, the ids of the checks that found a mismatch in it. The list is empty
/// for undisputed units and for lists that no selected rubric reads.
pub fn checks(of: &DisputedCase, engine: &mut Engine, selection: &Selection) -> Vec<Vec<&'static str>> {
    let texts = Texts::of(&of.case);
    if texts.empty().is_some() {
        return Vec::new();
    }
    let analysis = engine.analyse(&of.case, texts, selection.wanted());
    let own = |unit: &DisputableUnit| match unit.is_disputed() {
        true => of_unit(unit, &analysis.proposals),
        false => Vec::new(),
    };
    of.units.iter().map(own).collect()
}

/// Returns the checks of the proposals equal to the unit or, if there are none, of those that overlap it.
fn of_unit(unit: &DisputableUnit, proposals: &Labels) -> Vec<&'static str> {
    let (Some(list), Some(label)) = (unit.list, unit.label()) else { return Vec::new() };
    let all = proposals.get(list).unwrap_or_default();
    let is_same =
        |known: &&Label| is_at_one_place(list, known, label) && known.text.trim() == label.text.trim();
    let mut own: Vec<&Label> = all.iter().filter(is_same).collect();
    if own.is_empty() {
        own.extend(all.iter().filter(|known| is_at_one_place(list, known, label)));
    }
    let ids = own.into_iter().flat_map(|known| &known.mismatches);
    let mut checks: Vec<&'static str> =
        ids.filter_map(|id| Some(proposals.mismatches.get(id.0)?.check)).collect();
    checks.sort_unstable();
    checks.dedup();
    checks
}

/// Returns whether two labels overlap in the text that their list is about. A label without a span there
/// is located by its marked words.
fn is_at_one_place(list: List, a: &Label, b: &Label) -> bool {
    let [a_spans, b_spans] = [a, b].map(|label| match list.side() {
        Side::Article => label.article.clone(),
        // A claim is located by its own span only, without words that it shares with another claim.
        Side::Summary => label.own_span().into_iter().collect(),
    });
    if a_spans.is_empty() || b_spans.is_empty() {
        return a.text.trim() == b.text.trim();
    }
    a_spans.iter().any(|one| b_spans.iter().any(|other| one.overlaps(*other)))
}
