//! What a reveal that is applied says of a gold case: how the annotator judged it until then, as one in the workbench does.

use crate::blind::{BlindSettings, GoldCases, JudgedGold};
use crate::project::queue_of;
use crate::rubric::RubricSet;
use crate::session::{Act, EventDraft, Recorder};
use crate::tui::queue::blind::Blind;

/// Marks the gold case that an event reveals, from what is recorded before it. An event that says it, and one of any other
/// case, stays as it is. `by` is the annotator where the event names none.
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
    // What cannot be read is reported where the event is recorded.
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
