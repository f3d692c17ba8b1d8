//! Disagreements that are alike: in the same list, with the same answers, over the same kind of mismatch.

use super::find::{Adjudication, DisputableUnit, UnitValue};
use super::order::{Disputes, UnitPosition};
use crate::labels::List;
use crate::session::{Ruling, RulingValue};

/// What disagreements have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// The list; `None` is the verdict.
    pub list: Option<List>,
    /// What annotators say, each once.
    pub answers: Vec<(RulingValue, Option<&'static str>)>,
    /// The checks of the engine that found a mismatch there.
    pub checks: Vec<&'static str>,
}

impl Pattern {
    /// The pattern of a unit.
    pub fn of(unit: &DisputableUnit) -> Pattern {
        let mut answers: Vec<_> =
            unit.voices.iter().map(|voice| (voice.value.answer, voice.value.kind)).collect();
        answers.sort_unstable();
        answers.dedup();
        Pattern { list: unit.list, answers, checks: unit.checks.clone() }
    }
}

impl Disputes {
    /// The disputes without a ruling that are like one, in their order, without itself.
    pub fn alike(&self, of: &Adjudication, place: UnitPosition) -> Vec<UnitPosition> {
        let pattern = |place: UnitPosition| of.cases.get(place.case)?.units.get(place.unit).map(Pattern::of);
        let Some(wanted) = pattern(place) else { return Vec::new() };
        let open = self.all.iter().filter(|dispute| dispute.ruling.is_none() && dispute.place != place);
        open.map(|dispute| dispute.place).filter(|place| pattern(*place).as_ref() == Some(&wanted)).collect()
    }
}

/// The ruling on another unit of the same pattern: the same answer, cause and note.
pub fn same_ruling(of: &Adjudication, place: UnitPosition, model: &Ruling) -> Option<Ruling> {
    let case = of.cases.get(place.case)?;
    let unit = case.units.get(place.unit)?;
    let ruling = unit.ruling(&case.case, &of.annotators, UnitValue::of(model));
    Some(Ruling { cause: model.cause, note: model.note.clone(), ..ruling })
}
