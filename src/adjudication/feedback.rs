//! Feedback for each annotator: where their answer differs from the ruling, and why.

use super::find::{Adjudication, AnnotatorAnswer, DisputableUnit, UnitValue};
use super::order::UnitPosition;
use crate::session::{CAUSES, Ruling};

#[derive(Clone, Debug, Default)]
pub struct AnnotatorFeedback {
    /// The annotator, by index.
    pub annotator: usize,
    /// Number of rulings on units that the annotator judged.
    pub rulings: usize,
    /// Rulings that differ from the annotator's answer, in the order of the cases.
    pub items: Vec<FeedbackItem>,
    /// Number of `items` for each cause, in the order of [`CAUSES`]; the last entry counts those without
    /// a cause.
    pub causes: [usize; CAUSES.len() + 1],
}

/// A ruling that differs from an annotator's answer.
#[derive(Clone, Debug)]
pub struct FeedbackItem {
    pub place: UnitPosition,
    pub own: AnnotatorAnswer,
    pub ruling: Ruling,
}

impl FeedbackItem {
    pub fn unit<'a>(&self, of: &'a Adjudication) -> &'a DisputableUnit {
        &of.cases[self.place.case].units[self.place.unit]
    }
}

/// Feedback for each annotator on the rulings on each case, in the order of their names.
pub fn feedback(of: &Adjudication, rulings: &[Vec<Ruling>]) -> Vec<AnnotatorFeedback> {
    let mut all: Vec<AnnotatorFeedback> = (0..of.annotators.len())
        .map(|annotator| AnnotatorFeedback { annotator, ..AnnotatorFeedback::default() })
        .collect();
    for (at, (case, rulings)) in of.cases.iter().zip(rulings).enumerate() {
        for (index, (unit, ruling)) in case.units.iter().zip(case.ruled(rulings)).enumerate() {
            let Some(ruling) = ruling.filter(|_| unit.is_disputed()) else { continue };
            for voice in &unit.voices {
                let feedback = &mut all[voice.annotator];
                feedback.rulings += 1;
                if voice.value == UnitValue::of(ruling) {
                    continue;
                }
                feedback.causes[ruling.cause.map_or(CAUSES.len(), |cause| cause as usize)] += 1;
                let place = UnitPosition { case: at, unit: index };
                feedback.items.push(FeedbackItem { place, own: voice.clone(), ruling: ruling.clone() });
            }
        }
    }
    all
}
