//! What a prompt says about each list of labels.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::labels::{LabelValue, List};
use crate::rubric::{Asks, Rubric};

/// A field of an entry in addition to its label value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EntryField {
    /// The text of the unit.
    Text,
    Question,
    Answer,
    /// Quotations from the article.
    Article,
    /// Quotations from the summary.
    Summary,
    /// A reason.
    Why,
    /// The id of a source, or null.
    Source,
}

impl EntryField {
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// The prompt for a list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPrompt {
    pub list: List,
    pub what: String,
    /// The meaning of its label values, in the order of the list.
    pub words: Vec<String>,
    /// The fields of an entry in addition to its label value, in order.
    pub members: Vec<EntryField>,
}

#[derive(Deserialize)]
struct ListFile {
    lists: Vec<ListPrompt>,
}

/// The prompts of all lists, in the order of the file format.
pub static LIST_PROMPTS: LazyLock<Vec<ListPrompt>> = LazyLock::new(|| {
    let file = toml::from_str(include_str!("lists.toml"));
    let file: ListFile = file.expect("what prompts say in the program is whole: tests read it");
    file.lists
});

pub fn prompt_of(list: List) -> &'static ListPrompt {
    match LIST_PROMPTS.iter().find(|prompt| prompt.list == list) {
        Some(prompt) => prompt,
        None => unreachable!("a test holds that every list has its row"),
    }
}

/// Values outside the lists: the key, the list whose rubrics ask for it, and a description.
pub const BESIDE: [(&str, List, &str); 3] = [
    ("intent", List::Deviations, "the article's intent, stance and tone in a sentence"),
    ("theme", List::Segments, "the article's theme in a sentence"),
    ("tone", List::Issues, "the summary's tone: neutral, subjective, hostile or unclear"),
];

/// Describes how many units of a list the rubric requires; empty if it does not say.
pub fn count(asks: &Asks, list: List) -> String {
    match list {
        List::KeyPoints => match asks.key_points {
            Some([fewest, most]) => format!("{fewest} to {most}"),
            None => String::new(),
        },
        List::Claims => asks.claims.map(|most| format!("at most {most}")).unwrap_or_default(),
        List::CoverageQags | List::ClaimQags => {
            asks.questions.map(|count| format!("exactly {count}")).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// Returns the lists of a rubric that a judge labels.
pub fn judged(rubric: &dyn Rubric) -> impl Iterator<Item = List> {
    rubric.lists().iter().copied().filter(|list| !list.is_counted())
}

/// Returns the label values of a list as used in an answer, each with its meaning.
pub fn words(list: List) -> impl Iterator<Item = (LabelValue, &'static str)> {
    list.spec().words.iter().copied().zip(prompt_of(list).words.iter().map(String::as_str))
}
