//! What is being typed on a screen and is not finished: kept with the place of its annotator, so that neither a kill nor
//! a crash costs it.

use serde::{Deserialize, Serialize};

use crate::labels::{LISTS, LabelId};
use crate::report::Decision;

use super::component::Component;
use super::prompt::{Page, Prompt};
use super::screens::reason::{Decided, Reason};
use super::screens::wording::Wording;
use super::screens::writing::Writing;
use super::state::State;

/// A text that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// What it will be.
    pub of: Kind,
    /// What was typed so far.
    pub text: String,
}

/// What a text that is being typed will be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A comment, on what has this name.
    Comment(String),
    /// The reason of a verdict.
    Verdict(String),
    /// Why the summary of this case is the better one.
    Better(String),
    /// Other words for a unit: its list and its place there.
    Wording(String, usize),
}

impl Draft {
    /// A reason that is being typed.
    pub fn reason(decided: &Decided, text: &str) -> Draft {
        let of = match decided {
            Decided::Verdict(verdict) => Kind::Verdict(verdict.as_str().to_owned()),
            Decided::Better(case) => Kind::Better(case.clone()),
        };
        Draft { of, text: text.to_owned() }
    }

    /// Other words for a unit that are being typed.
    pub fn wording(id: LabelId, text: &str) -> Draft {
        Draft { of: Kind::Wording(id.list.spec().key.to_owned(), id.index), text: text.to_owned() }
    }

    /// The screen on which it is gone on with; `None` where what it is about is not there any more.
    pub fn screen(&self, state: &State) -> Option<Box<dyn Component>> {
        Some(match &self.of {
            Kind::Comment(on) => Box::new(Writing::on(state, on, Page::of(&self.text))),
            Kind::Verdict(verdict) => {
                let all = [Decision::Pass, Decision::Warn, Decision::Fail, Decision::Incomplete];
                let verdict = all.into_iter().find(|known| known.as_str() == verdict)?;
                Box::new(Reason::with(Decided::Verdict(verdict), Prompt::of(&self.text)))
            }
            Kind::Better(case) => {
                Box::new(Reason::with(Decided::Better(case.clone()), Prompt::of(&self.text)))
            }
            Kind::Wording(list, index) => {
                let list = LISTS.iter().find(|spec| spec.key == list)?.list;
                let id = LabelId { list, index: *index };
                state.bench()?.get(id)?;
                Box::new(Wording::with(id, Prompt::of(&self.text)))
            }
        })
    }
}
