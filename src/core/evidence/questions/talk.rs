//! Who speaks in a dialogue, by the turns that the text is made of.

use crate::evidence::Indexed;
use crate::text::{Span, Turn, in_word_list};

/// A turn with the tokens, of the whole text, of its name and of what is said.
#[derive(Clone, Debug)]
pub(super) struct SpokenTurn {
    /// Index of its speaker.
    pub speaker: usize,
    /// Bytes of the name.
    pub name: Span,
    /// First token, of the name.
    pub first: usize,
    /// First token of what is said.
    pub body: usize,
    /// One past the last token.
    pub end: usize,
}

/// A dialogue, read for who speaks.
#[derive(Clone, Debug)]
pub(super) struct Talk {
    /// Each speaker once, as first written.
    pub speakers: Vec<String>,
    pub turns: Vec<SpokenTurn>,
}

impl Talk {
    /// The turns of a text, where it is a dialogue.
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

    /// The turn that a token is in.
    pub fn turn_at(&self, token: usize) -> Option<usize> {
        let turn = self.turns.partition_point(|turn| turn.first <= token).checked_sub(1)?;
        (token < self.turns[turn].end).then_some(turn)
    }

    /// How what is said in a turn is recognised by others.
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

/// How a speaker is called in a question: "the customer", "Dr Roy".
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

/// Who speaks, to whom, as a third person calls them.
#[derive(Clone, Debug)]
pub(super) struct Voice {
    pub speaker: String,
    /// Bytes of the name in the text, where it is there.
    pub name: Option<Span>,
    /// Whom "you" means, where only one other speaks.
    pub addressee: Option<String>,
    /// Whether several speak with one voice: the authors of a paper.
    pub plural: bool,
}

impl Voice {
    /// Who says "we" in a text that is no dialogue.
    pub fn authors() -> Voice {
        Voice { speaker: "the authors".to_owned(), name: None, addressee: None, plural: true }
    }
}
