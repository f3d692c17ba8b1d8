//! Who speaks in a dialogue: turns that begin with a name and a colon.

use crate::evidence::Indexed;
use crate::text::Span;

/// A turn: the name that it begins with and what is said, as tokens of the whole text.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// Index of its speaker.
    pub speaker: usize,
    /// First token of the name.
    pub name: usize,
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
    pub turns: Vec<Turn>,
}

/// Words of a speaker's name at most.
const NAME: usize = 3;
/// Turns that make a dialogue, and the share of its words before the first of them at most.
const TURNS: usize = 3;
const BEFORE: f64 = 0.3;

impl Talk {
    /// The turns of a text, where it is a dialogue: several speakers, one of whom speaks again.
    pub fn of(text: &Indexed) -> Option<Talk> {
        let raw = text.text.raw();
        let count = text.stems.len();
        let mut talk = Talk { speakers: Vec::new(), turns: Vec::new() };
        let mut line = 0;
        for at in 0..count {
            let span = text.token(at).0;
            let opens = at == 0
                || raw[text.token(at - 1).0.end..span.start].contains(['\n', '|'])
                || at == text.text.sentences()[text.sentence_of[at] as usize].first_token;
            if opens {
                line = at;
            }
            let colon = raw[span.end..].trim_start_matches(' ').starts_with(':');
            // "BBC: ..." of one word or "Ms Duarte: ..." of some, and no "8:15".
            if !colon
                || at + 1 - line > NAME
                || text.token(at).1.flags.digit
                || (raw[span.end..].starts_with(':')
                    && raw[span.end + 1..].starts_with(|c: char| c.is_ascii_digit()))
            {
                continue;
            }
            let name = text.text.slice(Span::new(text.token(line).0.start, span.end));
            let speaker = talk.speakers.iter().position(|known| known == name).unwrap_or_else(|| {
                talk.speakers.push(name.to_owned());
                talk.speakers.len() - 1
            });
            if let Some(last) = talk.turns.last_mut() {
                last.end = line;
            }
            talk.turns.push(Turn { speaker, name: line, body: at + 1, end: count });
        }
        let begins = talk.turns.first().is_some_and(|turn| (turn.name as f64) <= BEFORE * count as f64);
        let many =
            talk.turns.len() >= TURNS && talk.speakers.len() >= 2 && talk.speakers.len() < talk.turns.len();
        (begins && many).then_some(talk)
    }

    /// The turn that a token is in.
    pub fn turn_at(&self, token: usize) -> Option<usize> {
        self.turns.partition_point(|turn| turn.name <= token).checked_sub(1)
    }

    /// How what is said in a turn is told by others.
    pub fn voice(&self, turn: usize) -> Voice {
        let speaker = self.turns[turn].speaker;
        let pair = self.speakers.len() == 2;
        Voice {
            speaker: called(&self.speakers[speaker]),
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
    let lower = speaker.to_lowercase();
    let shouted = speaker.chars().all(|c| !c.is_lowercase()) && speaker.chars().count() > 2;
    if crate::text::in_word_list(ROLES, &lower) {
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
    /// Whom "you" means, where only one other speaks.
    pub addressee: Option<String>,
    /// Whether several speak with one voice: the authors of a paper.
    pub plural: bool,
}

impl Voice {
    /// Who says "we" in a text that is no dialogue.
    pub fn authors() -> Voice {
        Voice { speaker: "the authors".to_owned(), addressee: None, plural: true }
    }
}
