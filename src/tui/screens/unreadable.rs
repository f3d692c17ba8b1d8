//! The screen in place of a case that cannot be read: the reason, and what to do.

use super::prelude::*;

/// Actions of the hint line that work while the case on the screen cannot be read.
pub const ACTIONS: [Action; 5] =
    [Action::NextCase, Action::NextUndecided, Action::Cases, Action::Progress, Action::Close];

/// Draws why the case on the screen cannot be read. Returns false if it can.
pub fn draw(state: &State, frame: &mut Frame, area: Rect) -> bool {
    let Some(why) = state.failed.get(&state.at) else { return false };
    let theme = &state.theme;
    let width = usize::from(inside(area).width).saturating_sub(2);
    let key = |action| state.keys.name(Context::Main, action);
    let (heading, mut what) = match state.cases {
        0 => ("No case", format!("Open another file or session ({} quits).", key(Action::Quit))),
        _ => ("This case cannot be read", "Correct the file, then open it again.".to_owned()),
    };
    if state.cases > 1 {
        let (other, which) = match state.at + 1 < state.cases {
            true => (Action::NextCase, "next case"),
            false => (Action::PreviousCase, "case before"),
        };
        let (other, all) = (key(other), key(Action::Cases));
        what += &format!(" {other} goes to the {which}, {all} lists all.");
    }
    let lines = |text: &str, role| {
        let parts = words::wrap(text, width).into_iter();
        parts.map(|part| theme.line(role, format!(" {part}"))).collect::<Vec<_>>()
    };
    let inner = widgets::screen(theme, frame, area, heading, "");
    let all = [
        vec![Line::default()],
        lines(why, ThemeRole::Error),
        vec![Line::default()],
        lines(&what, ThemeRole::Text),
    ];
    widgets::put(frame, inner, all.concat());
    true
}
