//! Messages of the queue's thread: cases, saving, and the rows of the table.

use crate::tui::component::ComponentEvent;
use crate::tui::msg::Effect;
use crate::tui::queue::QueueUpdate;
use crate::tui::state::RulePreview;
use crate::tui::table::pace::WorkTime;

use super::App;

impl App {
    /// Handles a message of the queue's thread.
    pub(super) fn on_queue(&mut self, answer: QueueUpdate, effects: &mut Vec<Effect>) {
        let table = &mut self.state.table;
        match answer {
            QueueUpdate::Began(began) => self.on_began(*began, effects),
            QueueUpdate::Opened(opened) => self.on_opened(*opened),
            QueueUpdate::Counted(cases, all) => (self.state.cases, self.state.counted) = (cases, all),
            QueueUpdate::Kept(written) => self.on_kept(written, effects),
            QueueUpdate::Unkept(why) => self.on_unkept(why, effects),
            QueueUpdate::Lost(lost) => self.on_lost(lost, effects),
            QueueUpdate::InPlace => self.on_in_place(effects),
            QueueUpdate::Settled => self.broadcast(ComponentEvent::Settled, effects),
            QueueUpdate::Moved(to) => self.on_moved(to, effects),
            QueueUpdate::Seated(number) => self.state.seats.1 = number,
            QueueUpdate::Reanalysis(index, outcome) => self.on_reanalysis(index, outcome, effects),
            QueueUpdate::Alike(index, alike) => {
                self.state.alike = Some((index, alike));
                // If all of these are scored already, no other message updates the screen that compares them.
                self.broadcast(ComponentEvent::Scored, effects);
            }
            QueueUpdate::Revealed(index, feedback) => self.on_revealed(index, feedback, effects),
            QueueUpdate::HandedIn(index) => self.on_handed_in(index, effects),
            QueueUpdate::Noted(what) => self.state.warn(what),
            QueueUpdate::Listed(listed) => self.on_listed(listed),
            QueueUpdate::Times(times) => table.set_pace(WorkTime::of(&times)),
            QueueUpdate::Changes(changes) => self.timeline.earlier = changes,
            QueueUpdate::Looked(rule, looked) => table.look(rule, looked),
            QueueUpdate::Metrics(rule, metrics) if rule == table.rule => table.metrics = metrics,
            QueueUpdate::Metrics(..) => {}
            QueueUpdate::Found(words, Ok(found)) => table.find(&words, found),
            QueueUpdate::Found(words, Err(why)) => {
                table.find(&words, Vec::new());
                self.state.warn(why.to_string());
            }
            QueueUpdate::Blind(standing) => self.on_standing(standing),
            QueueUpdate::Distinct(found) => self.state.distinct = Some(found),
            QueueUpdate::Would(rule, dropped, effects) => {
                self.state.would = Some(RulePreview { rule, dropped, effects });
            }
            QueueUpdate::Bulk(progress) => self.on_bulk(progress, effects),
        }
    }
}
