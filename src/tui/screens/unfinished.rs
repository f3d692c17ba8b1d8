//! Screens with text that was being typed when the session was left.

use crate::labels::{LISTS, LabelId, List};
use crate::report::Decision;
use crate::tui::draft::{self, DraftKind, TextDraft};
use crate::tui::prompt::{Page, Prompt};

use super::adding::Adding;
use super::cases::CasesScreen;
use super::comment_editor::CommentEditor;
use super::filter::FilterPrompt;
use super::prelude::*;
use super::reason::{Reason, ReasonSubject};
use super::reword_prompt::RewordPrompt;

/// Returns the screens that continue a draft; the last one receives the keys. None if the draft's subject no
/// longer exists.
pub fn screens(draft: &TextDraft, state: &State) -> Vec<Box<dyn Component>> {
    match &draft.of {
        // A filter belongs to the table of cases.
        DraftKind::Filter => vec![Box::new(CasesScreen), Box::new(FilterPrompt::with(&draft.text))],
        _ => screen(draft, state).into_iter().collect(),
    }
}

fn list(key: &str) -> Option<List> {
    LISTS.iter().find(|spec| spec.key == key).map(|spec| spec.list)
}

fn screen(draft: &TextDraft, state: &State) -> Option<Box<dyn Component>> {
    Some(match &draft.of {
        DraftKind::Comment(on) => Box::new(CommentEditor::on(state, on, Page::of(&draft.text))),
        DraftKind::Verdict(verdict) => {
            let all = [Decision::Pass, Decision::Warn, Decision::Fail, Decision::Incomplete];
            let verdict = all.into_iter().find(|known| known.as_str() == verdict)?;
            Box::new(Reason::with(ReasonSubject::Verdict(verdict), Prompt::of(&draft.text)))
        }
        DraftKind::Better(order) => {
            Box::new(Reason::with(ReasonSubject::Better(order.clone()), Prompt::of(&draft.text)))
        }
        DraftKind::Wording(key, index) => {
            let id = LabelId { list: list(key)?, index: *index };
            state.open_case()?.get(id)?;
            Box::new(RewordPrompt::with(id, Prompt::of(&draft.text)))
        }
        DraftKind::Unit(unit) => {
            let texts = state.open_case()?.texts();
            let article = draft::spans(&unit.article, texts.article)?;
            let summary = draft::spans(&unit.summary, texts.summary)?;
            Box::new(Adding::with(unit, list(&unit.list)?, [article, summary], &draft.text))
        }
        // These two have no screen of their own here.
        DraftKind::Filter | DraftKind::Note(..) => return None,
    })
}
