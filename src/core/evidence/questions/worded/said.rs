//! Words of a sentence as a question says them: "my" is said of whoever spoke, and "it" cannot be said at all.

use std::ops::Range;

use super::{Known, MONEY, Setting};
use crate::evidence::parse::{Tag, Word};
use crate::text::in_word_list;

impl Setting<'_> {
    /// Words as a question says them: by those who are not the speaker. `None` where they cannot stand by themselves.
    pub(super) fn say(&self, range: Range<usize>, known: Known) -> Option<String> {
        let raw = self.text.text.raw();
        let mut out = String::new();
        for at in range.clone() {
            let word = &self.words[at];
            if at > range.start {
                out.push_str(&raw[self.words[at - 1].span.end..word.span.start]);
            } else if raw[..word.span.start].ends_with(MONEY) {
                out.extend(raw[..word.span.start].chars().last());
            }
            let said = self.told(at, known)?;
            match said {
                Some(other) => out.push_str(&other),
                // Behind a dateline a sentence begins with a capital too.
                None if at == 0 && self.lower_first
                    || at > 0 && at == range.start && word.tag == Tag::Determiner && word.capital =>
                {
                    out.push_str(&crate::evidence::questions::lowered(&raw[word.span.range()]));
                }
                None => out.push_str(&raw[word.span.range()]),
            }
        }
        let after = range.clone().last().map_or("", |last| &raw[self.words[last].span.end..]);
        if after.starts_with('%') {
            out.push('%');
        }
        let quoted = out.contains(['"', '“', '”', '\n', '|', '(', ')', '[', ']']);
        (!quoted).then(|| crate::evidence::questions::tidy(&out))
    }

    /// A word that another stands for where somebody else says it, `Some(None)` where it stays; `None` where nobody
    /// could tell what it means.
    fn told(&self, at: usize, known: Known) -> Option<Option<String>> {
        let word = &self.words[at];
        let lower = word.lower.as_str();
        let next = self.words.get(at + 1).map_or("", |next| next.lower.as_str());
        let speaker_known = matches!(known, Known::Speaker);
        let has = |name: &str| format!("{name}'s");
        Some(match lower {
            "i" | "me" | "my" | "mine" | "myself" | "we" | "us" | "our" | "ours" | "ourselves" => {
                let voice = self.voice?;
                let again = speaker_known || matches!(known, Known::Subject { .. }) && self.says_i();
                Some(match (lower, again) {
                    ("i" | "we", true) => "they".to_owned(),
                    ("me" | "us", true) => "them".to_owned(),
                    ("my" | "mine" | "our" | "ours", true) => "their".to_owned(),
                    ("myself" | "ourselves", _) => "themselves".to_owned(),
                    ("my" | "mine" | "our" | "ours", false) => has(&voice.speaker),
                    _ => voice.speaker.clone(),
                })
            }
            "you" | "your" | "yours" | "yourself" => {
                let other = self.voice?.addressee.as_deref()?;
                Some(if lower == "you" { other.to_owned() } else { has(other) })
            }
            "he" | "she" | "his" | "her" | "himself" | "herself" | "its" | "itself" => match known {
                Known::Nothing if in_word_list(self.theirs, lower) => None,
                Known::Nothing => return self.owner(lower),
                // "her" of another is no word of the subject's.
                Known::Speaker => return None,
                _ => None,
            },
            "they" | "their" | "themselves" => match known {
                Known::Subject { plural: true } | Known::Asked => None,
                Known::Subject { .. } if lower == "their" => None,
                _ => return None,
            },
            "it" | "them" | "him" | "there" | "here" | "another" | "such" | "former" | "latter" | "ones" => {
                return None;
            }
            // "the eastern one"
            "one"
                if describes(&self.words[..at])
                    && !self.words.get(at + 1).is_some_and(|next| next.tag == Tag::Noun && !next.parted) =>
            {
                return None;
            }
            // "no data on that yet"
            "that" if at > 0 && !word.parted && self.words[at - 1].tag == Tag::Preposition => return None,
            "this" | "that" | "these" | "those" if word.tag != Tag::Conjunction => {
                let time = self.words.get(at + 1).is_some_and(crate::evidence::questions::reading::is_time)
                    || in_word_list(
                        " week month year morning evening afternoon weekend summer winter spring autumn season time ",
                        next,
                    );
                if !time {
                    return None;
                }
                None
            }
            _ if lower.contains('\'') && word.tag == Tag::Pronoun => return None,
            _ => None,
        })
    }

    /// Whether the sentence's own subject is its speaker.
    fn says_i(&self) -> bool {
        self.words.iter().find(|word| word.tag == Tag::Pronoun).is_some_and(|word| {
            let stem = word.lower.split('\'').next().unwrap_or_default();
            matches!(stem, "i" | "we")
        })
    }

    /// "his wife" at the beginning of a sentence: whose.
    fn owner(&self, lower: &str) -> Option<Option<String>> {
        let name = self.antecedent.as_ref()?;
        matches!(lower, "his" | "her").then(|| Some(format!("{name}'s")))
    }
}

/// Whether the last of some words describes what follows it, so that "one" stands for a noun.
fn describes(words: &[Word]) -> bool {
    words.last().is_some_and(|word| {
        matches!(word.tag, Tag::Determiner | Tag::Adjective) || word.lower.ends_with("ern")
    })
}
