//! Adds the result of a gold case to an applied reveal, as the workbench does.

use crate::blind::{BlindSettings, GoldCases, JudgedGold};
use crate::project::queue_of;
use crate::rubric::RubricSet;
use crate::session::{Act, EventDraft, Recorder};
use crate::tui::queue::blind::Blind;

/// Adds the result to a reveal of a gold case, from what is recorded before it. A reveal that already has
/// one, or of another case, stays unchanged. `by` is the annotator if the event names none.
pub fn marked(recorder: &mut Recorder, draft: EventDraft, by: Option<&str>) -> EventDraft {
    match judged(recorder, &draft, by) {
        Some(gold) => draft.with("gold", &gold),
        None => draft,
    }
}

fn judged(recorder: &mut Recorder, draft: &EventDraft, by: Option<&str>) -> Option<JudgedGold> {
    if draft.act != Act::Reveal || draft.fields.get("gold").is_some() {
        return None;
    }
    let (id, by) = (draft.case.as_str(), draft.by.as_deref().or(by)?);
    // A read error is reported when the event is recorded.
    let line = recorder.store().line().ok()?;
    let blind = Blind { settings: BlindSettings::read(&line, by)?, gold: GoldCases::read(&line) };
    blind.gold.labels(id)?;
    let (queue, training) = queue_of(recorder.store(), &line, by).ok()?;
    let place = queue.iter().position(|known| known == id)?;
    let rubric =
        [&draft.fields, &line].into_iter().find_map(|object| object.string("rubric").ok().flatten())?;
    let lists = RubricSet::shipped().get(&rubric).map(|(_, rubric)| rubric.lists())?;
    let folded = recorder.folded(id, by).ok()?;
    let feedback = blind.mark(id, folded, lists)?;
    Some(JudgedGold { tally: feedback.tally, training: place < training })
}
