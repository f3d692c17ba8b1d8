//! A prompt on the bottom line for a case to go to, by number or name.
//!
//! Actions: type; Enter goes there.

use ratatui::layout::Position;
use ratatui::text::Span;

use crate::tui::component::ComponentRequest;
use crate::tui::prompt::Prompt;
use crate::tui::table::{CaseTable, grouped};

use super::prelude::*;

/// Columns reserved for the text around the typed words.
const AROUND: usize = 40;

#[derive(Debug, Default)]
pub struct GoTo {
    typed: Prompt,
    /// Error in the typed text.
    wrong: Option<GoToError>,
}

/// Reason why the typed text is not a case.
#[derive(Debug, thiserror::Error)]
pub enum GoToError {
    #[error("there are cases 1 to {}", grouped(*.0))]
    Range(usize),
    #[error("ambiguous: matches {}, {} …", .0[0], .0[1])]
    Ambiguous([String; 2]),
    #[error("no case has that number or name")]
    Unknown,
}

/// Returns the case that a text refers to: by its name, else by its number, else by the beginning of a unique
/// name, else by a part of one.
pub fn meant(table: &CaseTable, text: &str) -> Result<usize, GoToError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(GoToError::Unknown);
    }
    // Where ids are hidden, cases have their numbers alone.
    let rows = &table.rows;
    let ids = if table.hides_ids { &[] } else { rows.as_slice() };
    if let Some(at) = ids.iter().position(|row| &*row.id == text) {
        return Ok(at);
    }
    let number = text.parse::<usize>().ok();
    if let Some(at) = number.and_then(|number| number.checked_sub(1)).filter(|at| *at < rows.len()) {
        return Ok(at);
    }
    let begins = |id: &str| id.starts_with(text);
    let has = |id: &str| id.contains(text);
    for is_like in [&begins as &dyn Fn(&str) -> bool, &has] {
        let mut like = ids.iter().enumerate().filter(|(_, row)| is_like(&row.id));
        match (like.next(), like.next()) {
            (Some((at, _)), None) => return Ok(at),
            (Some((_, a)), Some((_, b))) => {
                return Err(GoToError::Ambiguous([a, b].map(|row| row.id.to_string())));
            }
            (None, _) => {}
        }
    }
    Err(if number.is_some() { GoToError::Range(rows.len()) } else { GoToError::Unknown })
}

impl Component for GoTo {
    fn window(&self, _state: &State) -> Window {
        Window::line(Context::Asking)
    }

    fn enter(&mut self, cx: &mut Cx) {
        match meant(&cx.state.table, self.typed.text()) {
            Ok(at) => {
                cx.close();
                // In the table the cursor goes there, and Enter opens the case.
                if cx.state.table.watched && cx.state.table.view.contains(&at) {
                    cx.state.table.point(at);
                } else {
                    cx.asks.push(ComponentRequest::Go(at));
                }
            }
            Err(why) => self.wrong = Some(why),
        }
    }

    fn prompt(&mut self) -> Option<&mut Prompt> {
        Some(&mut self.typed)
    }

    fn prompted(&mut self) {
        self.wrong = None;
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let mut line = vec![Span::raw(" go to #")];
        line.extend(words::prompt(theme, &self.typed, usize::from(area.width).saturating_sub(AROUND)));
        let before = words::width_of(&line[..2]) as u16;
        frame.set_cursor_position(Position::new(area.x + before, area.y));
        let room = usize::from(area.width).saturating_sub(words::width_of(&line) + 3);
        line.push(match &self.wrong {
            Some(why) => theme.span(ThemeRole::Error, format!("  {}", sanitize::fit(&why.to_string(), room))),
            None => {
                let key = state.keys.name(Context::Asking, Action::Close);
                theme.span(ThemeRole::Dim, format!("  number or name; {key} cancels"))
            }
        });
        widgets::line(frame, area, &Line::from(line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::queue::Listed;

    #[test]
    fn a_case_is_meant_by_its_name_its_number_or_a_part_of_its_name() {
        let mut table = CaseTable::default();
        let ids = ["13680571::L", "13680571::M", "13612216::A", "2", "set-9"];
        table.list(ids.map(|id| Listed { id: id.into(), ..Listed::default() }).to_vec());
        let found = |text: &str| meant(&table, text).ok().map(|at| ids[at]);
        assert_eq!(found("2"), Some("2"), "a name before a number");
        assert_eq!(found(" 3 "), Some("13612216::A"));
        assert_eq!(found("136122"), Some("13612216::A"), "no number of a case: the beginning of a name");
        assert_eq!(found("::M"), Some("13680571::M"));
        assert_eq!(found("t-9"), Some("set-9"));
        let why = |text: &str| meant(&table, text).unwrap_err().to_string();
        assert_eq!(why("13680571"), "ambiguous: matches 13680571::L, 13680571::M …");
        assert_eq!(why("99"), "there are cases 1 to 5");
        assert_eq!((why("nobody"), why("")), (why("  "), why("somebody")));
    }
}
