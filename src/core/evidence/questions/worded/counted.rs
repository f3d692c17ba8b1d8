//! Questions about figures: how many, how much, how wide, and what something is.

use std::ops::Range;

use super::forms::UNITS;
use super::{ANSWER, Answer, Known, MONEY, Setting, Told, Worded, ask};
use crate::evidence::parse::Tag;
use crate::evidence::questions::reading::{HEDGES, is_period};
use crate::text::in_word_list;

impl Setting<'_> {
    /// "How many shovels will Marek bring?", "How much did Ann pay for the box?", "For how much was it sold?"
    pub(super) fn counted(&self, clause: &Told, at: usize, preposition: &str) -> Option<Worded> {
        let part = clause.reading.parts[at];
        // "roughly 12", "up to 19"
        let hedge = (part.inner..part.to).take(3).position(|i| self.words[i].tag == Tag::Number)?;
        let hedged = hedge == 0 || hedge == 2 || in_word_list(HEDGES, &self.words[part.inner].lower);
        let from = part.inner + if hedged { hedge } else { return None };
        if self.words.get(from)?.tag != Tag::Number {
            return None;
        }
        let to = (from + 1..part.to)
            .find(|&i| self.words[i].tag != Tag::Number || self.words[i].parted)
            .unwrap_or(part.to);
        let amount = self.is_amount(from..to + 1);
        let unit = (to..part.to).find(|&i| !in_word_list(UNITS, &self.words[i].lower)).unwrap_or(part.to);
        if amount {
            if !matches!(preposition, "" | "for" | "by" | "to" | "at") {
                return None;
            }
            // "18 percent of the water": how much of it.
            let tail = self.say(unit..part.to, Known::Subject { plural: false })?;
            return self.inverted(clause, &format!("{preposition} how much {tail}"), "", at, from..unit);
        }
        let noun = self.words.get(to).filter(|_| to < part.to)?;
        let plural = noun.lower.ends_with('s')
            || noun.tag == Tag::Adjective
            || in_word_list(" people men women children ", &noun.lower);
        if !plural
            || is_period(&noun.lower) && preposition.is_empty() && to + 1 < part.to
            || self.words[from].is_year()
        {
            return None;
        }
        if matches!(preposition, "at" | "of" | "from") {
            return None;
        }
        let tail = self.say(to..part.to, Known::Subject { plural: clause.subject.plural })?;
        self.inverted(clause, &format!("{preposition} how many {tail}"), "", at, from..to)
    }

    /// Whether a number is of money or a share: its unit follows, or its sign stands before.
    pub(super) fn is_amount(&self, range: Range<usize>) -> bool {
        const SIZES: &str = " million billion trillion m bn k ";
        let raw = self.text.text.raw();
        let words = &self.words[range.start..range.end.min(self.words.len())];
        let [first, ..] = words else { return false };
        let number = words.iter().take_while(|word| word.tag == Tag::Number).last().unwrap_or(first);
        raw[..first.span.start].trim_end().ends_with(MONEY)
            || words.iter().any(|word| in_word_list(UNITS, &word.lower) && !in_word_list(SIZES, &word.lower))
            || raw[number.span.end..].trim_start().starts_with('%')
    }

    /// "What was the turnout?", "How wide is the strait?", "What is Momo?"
    pub(super) fn complement(&self, clause: &Told, at: usize) -> Option<Worded> {
        let part = clause.reading.parts[at];
        let range = &clause.reading.subject;
        // A bare word that begins the sentence may be a name or not.
        let bare = range.start == 0 && range.len() == 1 && !self.lower_first && !self.named;
        if self.words[range.start].tag == Tag::Pronoun || bare {
            return None;
        }
        let numeric = self.words[part.inner].tag == Tag::Number;
        let next = self.words.get(part.to).filter(|word| !word.parted && numeric);
        if let Some(next) =
            next.filter(|next| in_word_list(" wide long high tall deep old thick ", &next.lower))
        {
            let (auxiliary, _) = self.fronted(clause.reading, clause.subject)?;
            let text = ask(&format!("how {} {auxiliary} {}", next.lower, clause.subject.name));
            return Some(Worded::new(text, Answer::Words(part.inner..part.to)));
        }
        let name = self.words[range.clone()].iter().all(|word| word.capital || word.tag == Tag::Determiner);
        let article = in_word_list(" a an ", &self.words[part.inner].lower);
        let figure = self.words[part.inner..part.to]
            .iter()
            .all(|word| word.tag == Tag::Number || in_word_list(UNITS, &word.lower));
        let amount =
            numeric && figure && (self.is_amount(part.inner..part.inner + 2) || part.to - part.inner == 1);
        if !(amount || name && article) || part.to - part.inner > ANSWER {
            return None;
        }
        let wh =
            if amount { "what" } else { self.people.asks(self.text, &self.words[range.clone()], true, "") };
        let skip = usize::from(article);
        let (auxiliary, _) = self.fronted(clause.reading, clause.subject)?;
        let text = ask(&format!("{wh} {auxiliary} {}", clause.subject.name));
        Some(Worded::new(text, Answer::Words(part.inner + skip..part.to)))
    }
}
