//! Groups similar disagreements: same list, same answers, and mismatches found by the same checks.

use super::find::{Adjudication, UnitValue};
use super::order::{Dispute, Disputes, UnitPosition};
use crate::labels::List;
use crate::session::{Ruling, RulingValue};

/// The properties that similar disagreements share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// The list; `None` is the verdict.
    pub list: Option<List>,
    /// The distinct answers of the annotators.
    pub answers: Vec<(RulingValue, Option<&'static str>)>,
    /// The engine's checks that found a mismatch in the unit.
    pub checks: Vec<&'static str>,
}

impl Pattern {
    /// Returns the pattern of a dispute; `None` if its unit does not exist.
    pub fn of(dispute: &Dispute, of: &Adjudication) -> Option<Pattern> {
        let unit = dispute.unit(of)?;
        let mut answers: Vec<_> =
            unit.voices.iter().map(|voice| (voice.value.answer, voice.value.kind)).collect();
        answers.sort_unstable();
        answers.dedup();
        Some(Pattern { list: unit.list, answers, checks: dispute.checks.clone() })
    }
}

impl Disputes {
    /// Returns the other disputes of the same pattern without a ruling, in queue order.
    pub fn alike(&self, of: &Adjudication, place: UnitPosition) -> Vec<UnitPosition> {
        let own = self.all.iter().find(|dispute| dispute.place == place);
        let Some(wanted) = own.and_then(|dispute| Pattern::of(dispute, of)) else { return Vec::new() };
        let open = self.all.iter().filter(|dispute| dispute.ruling.is_none() && dispute.place != place);
        let like = open.filter(|dispute| Pattern::of(dispute, of).as_ref() == Some(&wanted));
        like.map(|dispute| dispute.place).collect()
    }
}

/// Builds the ruling on another unit of the same pattern, with the same answer, cause and note.
pub fn same_ruling(of: &Adjudication, place: UnitPosition, model: &Ruling) -> Option<Ruling> {
    let case = of.cases.get(place.case)?;
    let unit = case.units.get(place.unit)?;
    let ruling = unit.ruling(&case.case, &of.annotators, UnitValue::of(model));
    Some(Ruling { cause: model.cause, note: model.note.clone(), ..ruling })
}
