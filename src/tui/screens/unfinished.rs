//! The screens on which something was being typed when the session was left.

use crate::labels::{LISTS, LabelId};
use crate::report::Decision;
use crate::tui::component::Component;
use crate::tui::draft::{Draft, Kind};
use crate::tui::prompt::{Page, Prompt};
use crate::tui::state::State;

use super::reason::{Decided, Reason};
use super::wording::Wording;
use super::writing::Writing;

/// The screen on which it is gone on with; `None` where what it is about is not there any more.
pub fn screen(draft: &Draft, state: &State) -> Option<Box<dyn Component>> {
    Some(match &draft.of {
        Kind::Comment(on) => Box::new(Writing::on(state, on, Page::of(&draft.text))),
        Kind::Verdict(verdict) => {
            let all = [Decision::Pass, Decision::Warn, Decision::Fail, Decision::Incomplete];
            let verdict = all.into_iter().find(|known| known.as_str() == verdict)?;
            Box::new(Reason::with(Decided::Verdict(verdict), Prompt::of(&draft.text)))
        }
        Kind::Better(case) => Box::new(Reason::with(Decided::Better(case.clone()), Prompt::of(&draft.text))),
        Kind::Wording(list, index) => {
            let list = LISTS.iter().find(|spec| spec.key == list)?.list;
            let id = LabelId { list, index: *index };
            state.bench()?.get(id)?;
            Box::new(Wording::with(id, Prompt::of(&draft.text)))
        }
    })
}
