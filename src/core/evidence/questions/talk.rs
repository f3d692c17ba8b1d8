//! The speakers and turns of a dialogue.

use crate::evidence::Indexed;
use crate::text::{Span, Turn, in_word_list};

/// A turn, with the tokens of its speaker's name and of its words, counted over the whole text.
#[derive(Clone, Debug)]
pub(super) struct SpokenTurn {
    /// Index of the speaker.
    pub speaker: usize,
    /// Byte span of the name.
    pub name: Span,
    /// First token of the turn, which is that of the name.
    pub first: usize,
    /// First token of the words spoken.
    pub body: usize,
    /// One past the last token.
    pub end: usize,
}

/// The speakers and turns of a dialogue.
#[derive(Clone, Debug)]
pub(super) struct Talk {
    /// Each speaker once, as first written.
    pub speakers: Vec<String>,
    pub turns: Vec<SpokenTurn>,
}

impl Talk {
    /// Returns the turns of a text, or `None` if it is not a dialogue.
    pub fn of(text: &Indexed) -> Option<Talk> {
        let mut talk = Talk { speakers: Vec::new(), turns: Vec::new() };
        for Turn { speaker: name, end } in text.text.turns() {
            let written = text.text.slice(name);
            let speaker = talk.speakers.iter().position(|known| known == written).unwrap_or_else(|| {
                talk.speakers.push(written.to_owned());
                talk.speakers.len() - 1
            });
            let [first, body, end] = [name.start, name.end, end].map(|byte| text.first_token_from(byte));
            talk.turns.push(SpokenTurn { speaker, name, first, body, end });
        }
        (!talk.turns.is_empty()).then_some(talk)
    }

    /// Returns the index of the turn that contains a token.
    pub fn turn_at(&self, token: usize) -> Option<usize> {
        let turn = self.turns.partition_point(|turn| turn.first <= token).checked_sub(1)?;
        (token < self.turns[turn].end).then_some(turn)
    }

    /// Returns the speaker and the addressee of a turn, as a third person calls them.
    pub fn voice(&self, turn: usize) -> Voice {
        let speaker = self.turns[turn].speaker;
        let pair = self.speakers.len() == 2;
        Voice {
            speaker: called(&self.speakers[speaker]),
            name: Some(self.turns[turn].name),
            addressee: pair.then(|| called(&self.speakers[1 - speaker])),
            plural: false,
        }
    }
}

/// Returns what a speaker is called in a question: "the customer", "Dr Roy".
fn called(speaker: &str) -> String {
    const ROLES: &str = " agent customer doctor patient interviewer interviewee teacher student manager caller host guest \
        nurse clerk officer mother father boss waiter driver tenant landlord lawyer judge chair chairman moderator \
        reporter journalist user assistant man woman boy girl ";
    // "Mark Deluca, CEO"
    let speaker = speaker.split(',').next().unwrap_or(speaker);
    let lower = speaker.to_lowercase();
    let shouted = speaker.chars().all(|c| !c.is_lowercase()) && speaker.chars().count() > 2;
    if in_word_list(ROLES, &lower) {
        format!("the {lower}")
    } else if shouted {
        let title = |word: &str| {
            let mut chars = word.chars();
            chars.next().map_or_else(String::new, |first| first.to_string() + &chars.as_str().to_lowercase())
        };
        speaker.split(' ').map(title).collect::<Vec<_>>().join(" ")
    } else {
        speaker.to_owned()
    }
}

/// The speaker and the addressee, as a third person calls them.
#[derive(Clone, Debug)]
pub(super) struct Voice {
    pub speaker: String,
    /// Byte span of the name in the text; `None` for authors.
    pub name: Option<Span>,
    /// Whom "you" means, if exactly two people speak.
    pub addressee: Option<String>,
    /// Whether several people speak as one, as the authors of a paper do.
    pub plural: bool,
}

impl Voice {
    /// The speaker of "we" in a text that is not a dialogue.
    pub fn authors() -> Voice {
        Voice { speaker: "the authors".to_owned(), name: None, addressee: None, plural: true }
    }
}
