//! Which checks of the engine found a mismatch in a disputed unit.
//!
//! Neither labels that annotators typed nor stored proposals name mismatches, so they are those of an analysis of the texts.

use super::find::{DisputableUnit, DisputedCase};
use crate::case::Texts;
use crate::engine::{Engine, Selection};
use crate::labels::{Label, Labels, List, Side};

/// The checks that found a mismatch in each disputed unit of a case, by their ids; none in the others, nor in lists that no
/// rubric of the selection reads.
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

/// The checks of the proposals that are the unit, or else of those that share words with it.
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

/// Whether two labels share words of the text that their list is about. A label without a place is where its words are.
fn is_at_one_place(list: List, a: &Label, b: &Label) -> bool {
    let [a_spans, b_spans] = [a, b].map(|label| match list.side() {
        Side::Article => label.article.clone(),
        // Words that a claim shares with another are not its own.
        Side::Summary => label.own_span().into_iter().collect(),
    });
    if a_spans.is_empty() || b_spans.is_empty() {
        return a.text.trim() == b.text.trim();
    }
    a_spans.iter().any(|one| b_spans.iter().any(|other| one.overlaps(*other)))
}
