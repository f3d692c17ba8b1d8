//! The screens on which something was being typed when the session was left.

use crate::labels::{LISTS, LabelId, List};
use crate::report::Decision;
use crate::tui::component::Component;
use crate::tui::draft::{self, Draft, Kind};
use crate::tui::prompt::{Page, Prompt};
use crate::tui::state::State;

use super::adding::Adding;
use super::cases::Cases;
use super::comment_editor::CommentEditor;
use super::filter::FilterPrompt;
use super::reason::{Decided, Reason};
use super::wording::Wording;

/// The screens on which it is gone on with, the one that keys go to last; none where what it is about is not there any
/// more.
pub fn screens(draft: &Draft, state: &State) -> Vec<Box<dyn Component>> {
    match &draft.of {
        // The table is what a filter is for.
        Kind::Filter => vec![Box::new(Cases), Box::new(FilterPrompt::with(&draft.text))],
        _ => screen(draft, state).into_iter().collect(),
    }
}

fn list(key: &str) -> Option<List> {
    LISTS.iter().find(|spec| spec.key == key).map(|spec| spec.list)
}

fn screen(draft: &Draft, state: &State) -> Option<Box<dyn Component>> {
    Some(match &draft.of {
        Kind::Comment(on) => Box::new(CommentEditor::on(state, on, Page::of(&draft.text))),
        Kind::Verdict(verdict) => {
            let all = [Decision::Pass, Decision::Warn, Decision::Fail, Decision::Incomplete];
            let verdict = all.into_iter().find(|known| known.as_str() == verdict)?;
            Box::new(Reason::with(Decided::Verdict(verdict), Prompt::of(&draft.text)))
        }
        Kind::Better(order) => {
            Box::new(Reason::with(Decided::Better(order.clone()), Prompt::of(&draft.text)))
        }
        Kind::Wording(key, index) => {
            let id = LabelId { list: list(key)?, index: *index };
            state.open_case()?.get(id)?;
            Box::new(Wording::with(id, Prompt::of(&draft.text)))
        }
        Kind::Unit(unit) => {
            let texts = state.open_case()?.texts();
            let article = draft::spans(&unit.article, texts.article)?;
            let summary = draft::spans(&unit.summary, texts.summary)?;
            Box::new(Adding::with(unit, list(&unit.list)?, [article, summary], &draft.text))
        }
        // Neither is a screen of its own.
        Kind::Filter | Kind::Note(..) => return None,
    })
}
