//! What a prompt says about each list of labels.

use crate::labels::{LabelValue, List};
use crate::rubric::Asks;

/// A field that an entry may have besides its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum EntryField {
    /// Its own words.
    Text,
    Question,
    Answer,
    /// Quotations of the article.
    Article,
    /// Quotations of the summary.
    Summary,
    /// A reason.
    Why,
    /// The id of a source, or null.
    Source,
}

impl EntryField {
    /// Its key in an entry.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// The row of a list.
#[derive(Debug)]
pub struct ListPrompt {
    pub list: List,
    pub what: &'static str,
    /// What its words mean, in the order of the list's row.
    pub words: &'static [&'static str],
    /// What an entry has besides its word, in order.
    pub members: &'static [EntryField],
}

/// Every list, in the order of the file format.
pub const LIST_PROMPTS: [ListPrompt; 13] = [
    ListPrompt {
        list: List::KeyPoints,
        what: "the essential points of the article, each an atomic statement in words of your own, and how far the \
               summary covers each; `article` quotes where the article says it, `summary` where the summary does",
        words: &[
            "the summary says all of it",
            "the summary says a part of it",
            "the summary does not say it",
        ],
        members: &[EntryField::Text, EntryField::Article, EntryField::Summary],
    },
    ListPrompt {
        list: List::Extraneous,
        what: "words of the summary that the article does not entail, each passage quoted exactly as the summary has \
               it; connectives and faithful paraphrases are entailed",
        words: &[""],
        members: &[EntryField::Text],
    },
    ListPrompt {
        list: List::CoverageQags,
        what: "questions about facts that matter in the article, each answered from the summary alone; `answer` is \
               what the summary says, `article` quotes the passage that the question is made from, a different one \
               for each question",
        words: &[
            "the summary answers it as the article does",
            "the summary answers a part of it",
            "the summary answers it wrongly or not at all",
        ],
        members: &[EntryField::Question, EntryField::Answer, EntryField::Article, EntryField::Summary],
    },
    ListPrompt {
        list: List::Claims,
        what: "the factual claims of the summary, each atomic, and whether the article supports them; `summary` \
               quotes the claim, `article` what supports or contradicts it",
        words: &[
            "the article says it, or it follows from the article",
            "a part of it, or a weaker form of it, is in the article",
            "the article does not say it, or contradicts it",
        ],
        members: &[EntryField::Text, EntryField::Summary, EntryField::Article],
    },
    ListPrompt {
        list: List::ClaimQags,
        what: "questions made from the claims of the summary, each answered from the article alone; `answer` is what \
               the article says, `article` quotes where, a different passage for each question",
        words: &[
            "the article gives the answer that the summary implies",
            "the article gives a part of it",
            "the article gives another answer or none",
        ],
        members: &[EntryField::Question, EntryField::Answer, EntryField::Article, EntryField::Summary],
    },
    ListPrompt {
        list: List::Deviations,
        what: "where the summary departs from the article's intent, stance or tone: in `kind` meaning, sentiment, focus \
               or framing; `why` says how",
        words: &[
            "a nuance that most readers would not notice",
            "a reader comes away with a different impression",
            "the summary reverses or misrepresents what the article intends",
        ],
        members: &[EntryField::Summary, EntryField::Article, EntryField::Why],
    },
    ListPrompt {
        list: List::Segments,
        what: "the sentences of the summary, every one of them in its order, each quoted in `summary`, and how far its \
               words are on the article's topic",
        words: &[
            "nearly all of its content words are the article's",
            "some of its content words are the article's",
            "hardly any of its content words are the article's",
        ],
        members: &[EntryField::Summary],
    },
    ListPrompt {
        list: List::Issues,
        what: "biased or toxic wording that is the summary's own, each quoted in `summary`; words that it reports as \
               somebody's are none; `why` gives the reason",
        words: &[
            "loaded or slanted wording",
            "a generalisation about a group of people",
            "an insult of a person or a group",
            "mild profanity",
            "strong profanity",
            "a slur against a group",
        ],
        members: &[EntryField::Summary, EntryField::Why],
    },
    ListPrompt {
        list: List::Grounding,
        what: "the factual sentences of the summary, each quoted in `text`, and whether a source grounds it; \
               `source` is the id of that source, or null",
        words: &["a source says it", "no source says it"],
        members: &[EntryField::Text, EntryField::Source],
    },
    ListPrompt {
        list: List::Citations,
        what: "the citations in the summary, each quoted in `text`, and whether it points at a source that is \
               there",
        words: &["there is such a source", "there is no such source"],
        members: &[EntryField::Text],
    },
    ListPrompt {
        list: List::Steps,
        what: "the reasoning steps of the case, every one of them in its order, and whether the explanation (the summary \
               where there is none) has it",
        words: &["the explanation has it", "the explanation does not have it"],
        members: &[EntryField::Text],
    },
    ListPrompt {
        list: List::Facts,
        what: "the factual claims of the summary, each atomic, and whether the sources verify it; `source` is the id of \
               the source that does, or null",
        words: &["a source verifies it", "no source verifies it"],
        members: &[EntryField::Text, EntryField::Source],
    },
    ListPrompt {
        list: List::Anchors,
        what: "the numbers, dates and factual assertions of the summary, in `kind` number, date or claim, each quoted \
               in `text`, and whether the article and the sources have it",
        words: &["it is there", "it is missing or different"],
        members: &[EntryField::Text, EntryField::Summary, EntryField::Article],
    },
];

/// The row of a list.
pub fn prompt_of(list: List) -> &'static ListPrompt {
    match LIST_PROMPTS.iter().find(|prompt| prompt.list == list) {
        Some(prompt) => prompt,
        None => unreachable!("a test holds that every list has its row"),
    }
}

/// Texts and words beside the lists: the key, the list whose rubrics ask for it, and what it is.
pub const BESIDE: [(&str, List, &str); 3] = [
    ("intent", List::Deviations, "the article's intent, stance and tone in a sentence"),
    ("theme", List::Segments, "the article's theme in a sentence"),
    ("tone", List::Issues, "the summary's tone: neutral, subjective, hostile or unclear"),
];

/// How many units of a list the rubric asks for, in words; empty where it does not say.
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

/// Whether a program counts the labels of a list better than a judge can: how far the words of a sentence are the article's.
pub fn is_counted(list: List) -> bool {
    list == List::Segments
}

/// The words of a list as an answer holds them, each with what it means.
pub fn words(list: List) -> impl Iterator<Item = (LabelValue, &'static str)> {
    list.spec().words.iter().copied().zip(prompt_of(list).words.iter().copied())
}
