//! Bulk acceptance of cases that need no review: cases that pass with every label at least as probable as a
//! threshold. They are listed first, and nothing is accepted before a person has confirmed.
//!
//! Actions: move between cases; raise and lower the threshold; ask for confirmation; accept; undo the last
//! bulk step.

use crate::num::two_decimals;
use crate::tui::msg::Effect;
use crate::tui::queue::QueueJob;
use crate::tui::queue::bulk::Batch;
use crate::tui::state::StorageStatus;
use crate::tui::table::{self, BulkKind, BulkStatus, grouped};
use crate::tui::widgets::rows_below;
use crate::tui::words::wrap;

use super::cases::undo_bulk;
use super::prelude::*;

/// Step of the threshold, in percentage points.
const BY: u8 = 5;
/// Width and height of the screen, in columns and rows, frame included.
const SIZE: (u16, u16) = (90, 24);

/// The screen for bulk acceptance.
#[derive(Debug, Default)]
pub struct BulkScreen {
    list: ListCursor,
    /// Whether confirmation is being asked for.
    asks: bool,
}

fn head(state: &State, sure: usize, asks: bool) -> String {
    let table = &state.table;
    let shown = if table.filter.is_empty() { "" } else { " that the filter shows" };
    let key = |action| state.keys.name(Context::Bulk, action);
    let [accepts, up, down] = [Action::Enter, Action::NextList, Action::PreviousList].map(key);
    if asks {
        let labels = "All their labels become yours";
        let (yes, no) = (key(Action::Change), key(Action::Close));
        return format!("Accept {}? {labels}, unseen. {yes} accepts, {no} cancels.", table::cases(sure));
    }
    if !table.marked.is_empty() {
        let without = table.marked.len() - sure;
        let rest = match without {
            0 => String::new(),
            many => format!(" {} marked without a verdict to accept.", grouped(many)),
        };
        return format!(
            "{} marked, each with the verdict beside it.{rest} {accepts} accepts.",
            table::cases(sure)
        );
    }
    let waits = table.rows.len() - table.scored;
    let rest = match waits {
        0 => String::new(),
        waits => format!(" {} not scored yet.", grouped(waits)),
    };
    format!(
        "{}{shown}: the engine says PASS, every label is at least {} % probable, not flagged, and without your \
         verdict.{rest} {up} and {down} move the threshold; {accepts} accepts.",
        table::cases(sure),
        table.threshold
    )
}

impl BulkScreen {
    /// Returns the lines above the list, and the area of the list.
    fn parts(&self, state: &State, area: Rect, sure: usize) -> (Vec<String>, Rect) {
        let inner = inside(area);
        let head = wrap(&head(state, sure, self.asks), usize::from(inner.width).saturating_sub(2));
        let above = (head.len() as u16 + 1).min(inner.height.saturating_sub(1));
        (head, rows_below(inner, above))
    }

    fn accept(&mut self, cx: &mut Cx) {
        self.asks = false;
        let cases = cx.state.table.to_accept();
        if cases.is_empty() {
            return;
        }
        cx.state.table.bulk = Some(BulkStatus::new(BulkKind::Accepts, cases.len()));
        cx.state.table.marked.clear();
        let rubric = cx.state.slug();
        cx.effects.push(Effect::Queue(QueueJob::Bulk(Batch::Accept { rubric, cases })));
        cx.close();
    }

    fn ask(&mut self, cx: &mut Cx) {
        if !cx.state.may_change() {
            return;
        }
        if !matches!(cx.state.kept, StorageStatus::In(_)) {
            return cx.state.warn("a bulk step needs a session, and nothing is saved here".to_owned());
        }
        if cx.state.table.bulk.is_some() {
            return cx.notify("a bulk step is under way");
        }
        if cx.state.table.to_accept().is_empty() {
            let key = cx.state.keys.name(Context::Bulk, Action::PreviousList);
            return cx.notify(&format!("no case is that certain: {key} lists less certain ones too"));
        }
        self.asks = true;
    }
}

impl Component for BulkScreen {
    fn window(&self, _state: &State) -> Window {
        Window::middle(Context::Bulk, SIZE.0, SIZE.1)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::Change if self.asks => self.accept(cx),
            Action::Change => {
                let key = cx.state.keys.name(Context::Bulk, Action::Enter);
                cx.notify(&format!("{key} accepts; it asks first"));
            }
            Action::Enter => self.ask(cx),
            Action::Close if self.asks => self.asks = false,
            Action::UndoBulk => undo_bulk(cx),
            Action::NextList | Action::PreviousList => {
                let threshold = &mut cx.state.table.threshold;
                *threshold = match action {
                    Action::NextList => threshold.saturating_add(BY).min(100),
                    _ => threshold.saturating_sub(BY),
                };
                (self.asks, self.list) = (false, ListCursor::default());
            }
            _ => return false,
        }
        true
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        match action {
            Action::Change => self.asks,
            Action::Enter => !self.asks,
            // Marked cases are accepted regardless of the threshold.
            Action::NextList | Action::PreviousList => !self.asks && state.table.marked.is_empty(),
            _ => true,
        }
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let sure = state.table.to_accept().len();
        Some(ListView::new(self.list, sure, self.parts(state, area, sure).1).on_click(OnClick::Points))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let (theme, sure) = (&state.theme, state.table.to_accept());
        let heading = match state.table.marked.len() {
            0 => "Accept what needs no look".to_owned(),
            marked => format!("Accept the {} marked", table::cases(marked)),
        };
        let inner = widgets::screen(theme, frame, area, &heading, "");
        let (head, rows) = self.parts(state, area, sure.len());
        let role = if self.asks { ThemeRole::Warn } else { ThemeRole::Text };
        let head = head.into_iter().map(|line| theme.line(role, format!(" {line}")));
        widgets::put(frame, inner, head);
        self.list.draw(theme, sure.len(), frame, rows, |at| {
            let (place, verdict) = sure[at];
            let row = state.table.row(place);
            let digest = row.and_then(|row| row.digest.as_ref());
            let least = digest.and_then(|digest| digest.least).unwrap_or_default();
            let score =
                digest.and_then(|digest| digest.own?.score).map_or_else(|| "-".to_owned(), two_decimals);
            let tail =
                format!("{:<4} {score:>6}  least certain label {:.0} %", verdict.as_str(), least * 100.0);
            let room = usize::from(rows.width).saturating_sub(words::width(&tail) + 11);
            let name = words::cell(&words::middle_cut(&state.table.name(place), room), room);
            let line = format!(" {:>6}  {name}  {tail}", grouped(place + 1));
            theme.line(ThemeRole::Text, line)
        });
    }
}
