//! Disagreements that are alike: in the same list, with the same answers, over the same kind of mismatch.

use super::find::{Adjudication, UnitValue};
use super::order::{Dispute, Disputes, UnitPosition};
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
    /// The pattern of a dispute; `None` where its unit is not there.
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
    /// The disputes without a ruling that are like one, in their order, without itself.
    pub fn alike(&self, of: &Adjudication, place: UnitPosition) -> Vec<UnitPosition> {
        let own = self.all.iter().find(|dispute| dispute.place == place);
        let Some(wanted) = own.and_then(|dispute| Pattern::of(dispute, of)) else { return Vec::new() };
        let open = self.all.iter().filter(|dispute| dispute.ruling.is_none() && dispute.place != place);
        let like = open.filter(|dispute| Pattern::of(dispute, of).as_ref() == Some(&wanted));
        like.map(|dispute| dispute.place).collect()
    }
}

/// The ruling on another unit of the same pattern: the same answer, cause and note.
pub fn same_ruling(of: &Adjudication, place: UnitPosition, model: &Ruling) -> Option<Ruling> {
    let case = of.cases.get(place.case)?;
    let unit = case.units.get(place.unit)?;
    let ruling = unit.ruling(&case.case, &of.annotators, UnitValue::of(model));
    Some(Ruling { cause: model.cause, note: model.note.clone(), ..ruling })
}
