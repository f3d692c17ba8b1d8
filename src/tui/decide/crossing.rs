//! Moving from a decision to a label of another list, in which the same letter may mean another word. Letters
//! typed ahead must not decide there.

use crossterm::event::{KeyCode, KeyEvent};

use crate::labels::{LabelId, LabelValue};
use crate::tui::component::Cx;
use crate::tui::keymap::{Action, Context};
use crate::tui::open_case::ListCrossing;
use crate::tui::state::State;

use super::{has_marks, word_keys};

/// Moves to a label after a decision on another one.
pub fn go_on(state: &mut State, from: LabelId, to: LabelId) {
    state.select(to);
    if from.list != to.list
        && let Some(open_case) = state.open_case_mut()
    {
        open_case.crossing = Some(ListCrossing { from: from.list, held: None });
        state.add_notice(&format!("{} follow", to.list.spec().title.to_lowercase()));
    }
}

/// Holds a letter's word back, with a message, if the letter means another word in the list that a decision
/// has just moved on from. Returns false if the letter decides.
pub fn holds(cx: &mut Cx, key: KeyEvent, word: LabelValue) -> bool {
    let KeyCode::Char(letter) = key.code else { return false };
    // With marked labels a letter opens a preview, so it needs no other safeguard.
    if has_marks(cx.state) {
        return false;
    }
    let Some((id, crossing)) = cx.state.label().zip(cx.state.open_case().and_then(|case| case.crossing))
    else {
        return false;
    };
    let before = word_keys(&cx.state.keys, crossing.from).into_iter().find(|(key, _)| *key == letter);
    let Some((_, before)) = before.filter(|(_, before)| *before != word) else { return false };
    let enter = cx.state.keys.name(Context::LabelByLabel, Action::Confirm);
    cx.notify(&format!(
        "{letter} is \"{}\" for {} and \"{}\" for {}: {enter} takes it",
        crossing.from.value_name(before),
        crossing.from.spec().title.to_lowercase(),
        id.list.value_name(word),
        id.list.spec().title.to_lowercase(),
    ));
    if let Some(open_case) = cx.state.open_case_mut() {
        open_case.crossing = Some(ListCrossing { held: Some(word), ..crossing });
    }
    true
}

/// Returns the word that is held back, until it is confirmed.
pub fn held(state: &State) -> Option<LabelValue> {
    state.open_case()?.crossing?.held
}
