//! The phrases of a clause: noun phrases, times, places and what else follows a verb.

use super::{HOW, Kind, LEAD, Part, Reader, SUBORDINATE, TIMES, is_period, is_saying, is_time};
use crate::evidence::parse::{Tag, base_of_past, is_base};
use crate::text::idf::capital_share;
use crate::text::{in_word_list, stem_of};

impl Reader<'_> {
    /// Where a sentence begins behind the place and the date that a report is from: "OAKRIDGE, 12 March - ",
    /// "Rome (CNN) ".
    pub(super) fn behind_dateline(&self, from: usize) -> usize {
        const LONGEST: usize = 6;
        let of_it = |at: usize| {
            let word = &self.words[at];
            word.capital || word.tag == Tag::Number || is_time(word)
        };
        let ends = |at: usize| {
            let gap = self.between(at).trim();
            gap.starts_with(')') || matches!(gap, "-" | "--" | "–" | "—") && self.between(at).starts_with(' ')
        };
        (from..self.end.min(from + LONGEST))
            .take_while(|&at| of_it(at))
            .find(|&at| ends(at))
            .map_or(from, |at| at + 1)
    }

    /// "On Tuesday", "After the storm,".
    pub(super) fn lead(&self, at: usize) -> Option<Part> {
        let first = self.words.get(at)?;
        let stop = self.boundary(at);
        let close = stop < self.end && stop - at <= LEAD;
        let part = |kind, to, inner| Some(Part::new(kind, at, to, inner));
        // "Because of a storm the friends went home"
        if first.lower == "because" {
            let of = self.lower(at + 1) == "of";
            let phrase = of.then(|| self.noun_phrase(at + 2)).flatten().map(|to| self.with_of(to));
            let ends = |to: &usize| self.joined(*to) && self.tag(*to) == Some(Tag::Determiner) || *to == stop;
            let to = phrase.filter(ends).or(close.then_some(stop))?;
            return part(Kind::Reason, to, at + 1 + usize::from(of));
        }
        match first.tag {
            Tag::Preposition => {
                if let Some(to) = self.time(at) {
                    return part(Kind::Time, to, self.inner_of_time(at));
                }
                let stop = match self.noun_phrase(at + 1) {
                    // "In replanted meadows the share rose"
                    Some(to) if self.joined(to) && self.tag(to) == Some(Tag::Determiner) => to,
                    _ if close => stop,
                    _ => return None,
                };
                let phrase = self.noun_phrase(at + 1).is_some_and(|to| to == stop);
                let place = phrase && self.is_place(at, at + 1, stop);
                part(if place { Kind::Place } else { Kind::Rest }, stop, at + 1)
            }
            Tag::Conjunction | Tag::Question if close && first.lower != "that" => {
                part(Kind::Rest, stop, at + 1)
            }
            Tag::Adverb | Tag::Gerund | Tag::To if close => part(Kind::Rest, stop, at + 1),
            _ => self.time(at).filter(|&to| self.tag(to).is_some()).and_then(|to| part(Kind::Time, to, at)),
        }
    }

    pub(super) fn parts(&self, from: usize) -> Vec<Part> {
        let mut out: Vec<Part> = Vec::new();
        let mut at = from;
        while at < self.end {
            if self.parted(at) {
                // "tomatoes, beans and herbs" is one object; a time or a place may stand behind a comma.
                let list =
                    out.last().is_some_and(|part| part.kind == Kind::Object).then(|| self.list(at)).flatten();
                if let (Some(to), Some(part)) = (list, out.last_mut()) {
                    part.to = to;
                    at = to;
                    continue;
                }
                break;
            }
            let Some(part) = self.part(at, out.is_empty()) else { break };
            at = part.to;
            out.push(part);
        }
        out
    }

    /// One past a list that goes on behind a comma and has an "and".
    fn list(&self, at: usize) -> Option<usize> {
        let mut to = at;
        for _ in 0..6 {
            let last = self.lower(to) == "and";
            to = self.noun_phrase(to + usize::from(last))?;
            if last {
                return (to == self.end || self.parted(to) || self.tag(to) == Some(Tag::Preposition))
                    .then_some(to);
            }
            if self.lower(to) != "and" && !(to < self.end && self.parted(to)) {
                return None;
            }
        }
        None
    }

    fn part(&self, at: usize, first: bool) -> Option<Part> {
        let word = &self.words[at];
        let stop = self.boundary(at);
        let part = |kind, to, inner| Some(Part::new(kind, at, to, inner));
        if let Some(to) = self.time(at) {
            let from = matches!(word.lower.as_str(), "from" | "until" | "since" | "before" | "after");
            return part(if from { Kind::Rest } else { Kind::Time }, to, self.inner_of_time(at));
        }
        if self.hedge(at) > 0 {
            return part(Kind::Object, self.noun_phrase(at)?, at);
        }
        match word.tag {
            Tag::To => {
                let base = is_base(self.lower(at + 1)) || in_word_list(" be have do ", self.lower(at + 1));
                if base && !self.words[at + 1].capital {
                    return part(Kind::Infinitive, stop, at + 1);
                }
                // "38 to 61" is no phrase.
                let score = self.tag(at + 1) == Some(Tag::Number)
                    && self.tag(at.wrapping_sub(1)) == Some(Tag::Number);
                if score {
                    return None;
                }
                if self.tag(at + 1) == Some(Tag::Gerund) {
                    return part(Kind::Phrase, stop, at + 1);
                }
                match self.noun_phrase(at + 1) {
                    Some(to) => part(Kind::Phrase, self.with_of(to), at + 1),
                    None => part(Kind::Rest, stop, at + 1),
                }
            }
            Tag::Negation if self.tag(at + 1) == Some(Tag::To) => part(Kind::Infinitive, stop, at),
            Tag::Conjunction | Tag::Question => {
                let lower = word.lower.as_str();
                if lower == "because" {
                    let of = self.lower(at + 1) == "of";
                    return part(Kind::Reason, stop, at + usize::from(of) + 1);
                }
                if first
                    && matches!(
                        lower,
                        "that" | "if" | "why" | "how" | "what" | "when" | "where" | "who" | "which"
                    )
                {
                    return part(Kind::Clause, stop, at + usize::from(lower == "that"));
                }
                None
            }
            Tag::Preposition => self.phrase(at, stop),
            Tag::Pronoun => {
                // What is said needs no "that".
                if self.tag(at + 1).is_some_and(|tag| matches!(tag, Tag::Auxiliary | Tag::Modal | Tag::Verb))
                    || self.contracted(at)
                {
                    return part(Kind::Clause, stop, at);
                }
                part(Kind::Object, at + 1, at)
            }
            Tag::Adverb | Tag::Negation => part(Kind::Other, at + 1, at),
            Tag::Auxiliary | Tag::Modal => None,
            Tag::Gerund if !first => part(Kind::Rest, stop, at),
            Tag::Verb => part(Kind::Rest, stop, at),
            _ if in_word_list(HOW, &word.lower)
                && !self.hyphened(at + 1)
                && (self.tag(at + 1) == Some(Tag::Number)
                    || self.noun_phrase(at).is_none_or(|to| to == at + 1)) =>
            {
                part(Kind::Other, at + 1, at)
            }
            Tag::Adjective | Tag::Gerund | Tag::Determiner | Tag::Number | Tag::Noun => {
                let Some(to) = self.noun_phrase(at) else { return part(Kind::Other, at + 1, at) };
                let to = self.with_of(to);
                // What is said needs no "that": "says the number of bears in the hills has doubled".
                let says = first && is_saying(self.lower(at.wrapping_sub(1)));
                let own = |i: &usize| !in_word_list(SUBORDINATE, self.lower(*i));
                if says && (to..stop).take_while(own).any(|i| self.finite(i, at).is_some()) {
                    return part(Kind::Clause, stop, at);
                }
                let follows = (to..stop.min(to + 3)).find(|&i| self.finite(i, at).is_some());
                if follows.is_some_and(|i| i == self.adverbs(to)) {
                    return first.then_some(Part { kind: Kind::Clause, from: at, to: stop, inner: at });
                }
                let to = self.joined_pair(to, stop);
                part(Kind::Object, to, at)
            }
        }
    }

    /// A phrase that a preposition begins.
    fn phrase(&self, at: usize, stop: usize) -> Option<Part> {
        let lower = self.lower(at);
        let part = |kind, to| Some(Part::new(kind, at, to, at + 1));
        if matches!(lower, "than" | "like" | "since" | "until" | "despite" | "per") {
            return part(Kind::Rest, stop);
        }
        if self.tag(at + 1) == Some(Tag::Gerund) && self.tag(at + 2) != Some(Tag::Noun) && self.joined(at + 1)
        {
            let kind = match lower {
                "by" => Kind::Means,
                "of" | "for" | "from" | "about" | "with" => Kind::Phrase,
                _ => Kind::Rest,
            };
            return part(kind, stop);
        }
        let Some(to) = self.noun_phrase(at + 1).filter(|_| self.joined(at + 1)) else {
            return part(Kind::Rest, stop);
        };
        let to = self.with_of(to);
        let clause = lower == "as" && (to..stop).any(|i| self.finite(i, at + 1).is_some());
        if clause || (to..stop.min(to + 2)).any(|i| self.finite(i, at + 1).is_some()) {
            return part(Kind::Rest, stop);
        }
        let to = self.joined_pair(to, stop);
        let last = &self.words[to - 1];
        if lower == "for"
            && is_period(&last.lower)
            && self.words[at + 1..to]
                .iter()
                .any(|word| word.tag == Tag::Number || matches!(word.lower.as_str(), "a" | "an" | "several"))
        {
            return part(Kind::Duration, to);
        }
        let years = self.words[at + 1..to].iter().all(|word| word.is_year() || word.lower == "and");
        if lower == "between" && years {
            return part(Kind::Time, to).map(|part| Part { inner: at, ..part });
        }
        if self.is_place(at, at + 1, to) {
            return part(Kind::Place, to);
        }
        part(Kind::Phrase, to)
    }

    /// One past "and" with a noun phrase behind which no verb follows.
    fn joined_pair(&self, to: usize, stop: usize) -> usize {
        if self.lower(to) != "and" || to >= stop {
            return to;
        }
        // "from 42 people and show that ..."
        let leads =
            matches!(self.tag(to + 2), Some(Tag::Determiner | Tag::Pronoun | Tag::To | Tag::Conjunction));
        if leads && is_base(self.lower(to + 1)) || self.lower(to + 1) == "no" {
            return to;
        }
        match self.noun_phrase(to + 1) {
            Some(next)
                if (self.tag(to + 1) != Some(Tag::Number) || self.tag(to - 1) == Some(Tag::Number))
                    && self.finite(self.adverbs(next), to + 1).is_none()
                    && !is_past(self.lower(to + 1)) =>
            {
                self.with_of(next)
            }
            _ => to,
        }
    }

    fn with_of(&self, to: usize) -> usize {
        if !matches!(self.lower(to), "of" | "per") || !self.joined(to) {
            return to;
        }
        self.noun_phrase(to + 1).filter(|_| self.joined(to + 1)).map_or(to, |to| self.with_of(to))
    }

    /// Whether what follows "in" or "at" is a place.
    pub(super) fn is_place(&self, at: usize, from: usize, to: usize) -> bool {
        const PLACES: &str = " station hospital school court house home hotel street road park city town village airport \
            port stadium museum library church prison office shop centre center club factory restaurant university \
            harbour harbor square garden kitchen cellar boathouse cabin lake river island mountain forest beach gym \
            gymnasium bakery market farm field hall gallery theatre theater suitcase oven room building warehouse \
            country region district county province capital \
            zoo clinic branch bar pub premises courtroom supermarket store motorway junction crossroads cathedral abbey \
            chapel temple castle palace camp base bay canal pool yard attic basement flat apartment bathroom bedroom \
            cave mine plant quarry reserve scene";
        let lower = self.lower(at);
        if !matches!(lower, "in" | "at" | "near" | "outside" | "inside" | "behind" | "under") {
            return false;
        }
        let last = &self.words[to - 1];
        let name = self.words[from..to].iter().all(|word| word.capital || word.tag == Tag::Determiner)
            && last.is_name()
            && self.words[from].tag != Tag::Number;
        let name = name
            || self.blind && lower != "under" && lower != "behind" && {
                let share = capital_share(stem_of(&last.lower));
                last.tag == Tag::Noun && share.is_none_or(|share| share > 0.7)
            };
        let head = (from..to).find(|&i| self.lower(i) == "of").map_or(last, |i| &self.words[i - 1]);
        name || in_word_list(PLACES, &head.lower)
    }

    /// One past a time that begins here.
    pub(super) fn time(&self, at: usize) -> Option<usize> {
        let first = self.words[..self.end].get(at)?;
        if matches!(first.lower.as_str(), "early" | "late") && matches!(self.lower(at + 1), "on" | "in") {
            return self.time(at + 1);
        }
        let led = matches!(
            first.lower.as_str(),
            "on" | "in" | "at" | "by" | "from" | "around" | "since" | "until" | "before" | "after" | "during"
        );
        let mut to = at + usize::from(led);
        let mut sure = false;
        let mut counted = false;
        while to < self.end && (to == at || self.joined(to) || to > at && self.words[to].is_year() && sure) {
            let word = &self.words[to];
            let lower = word.lower.as_str();
            let may = led && to == at + 1 && lower == "may" && word.capital;
            if is_time(word) || may {
                sure |= !(word.is_year() && !led && !sure);
            } else if in_word_list(TIMES, lower) {
                let ago = self.lower(to + 1) == "ago";
                sure |= led && !counted
                    || ago
                    || matches!(self.lower(to.wrapping_sub(1)), "last" | "next" | "this" | "every" | "each");
            } else if word.tag == Tag::Number {
                counted = true;
                // "at 9", "at half past eight"
                let next = self.lower(to + 1);
                let clock = !self.joined(to + 1)
                    || in_word_list(" am pm o'clock on in tomorrow today sharp ", next)
                    || self.between(to) == ":";
                sure |= first.lower == "at" && to == at + 1 && clock && lower.len() <= 5;
            } else if !matches!(
                lower,
                "last"
                    | "next"
                    | "this"
                    | "every"
                    | "each"
                    | "the"
                    | "a"
                    | "an"
                    | "early"
                    | "late"
                    | "later"
                    | "half"
                    | "past"
                    | "o'clock"
                    | "ago"
                    | "following"
                    | "previous"
                    | "same"
                    | "of"
                    | "end"
                    | "beginning"
                    | "mid"
                    | "quarter"
                    | "am"
                    | "pm"
                    | "a.m"
                    | "p.m"
                    | "to"
                    | "about"
                    | "around"
            ) || lower == "to" && self.lower(to.wrapping_sub(1)) != "quarter"
            {
                break;
            }
            to += 1;
        }
        while to > at
            && matches!(
                self.lower(to - 1),
                "the"
                    | "of"
                    | "a"
                    | "an"
                    | "this"
                    | "to"
                    | "about"
                    | "around"
                    | "last"
                    | "next"
                    | "each"
                    | "every"
                    | "early"
                    | "late"
            )
        {
            to -= 1;
        }
        let bare = to < self.end && self.joined(to) && self.tag(to) == Some(Tag::Noun);
        (sure && to > at + usize::from(led) && !bare).then_some(to)
    }

    pub(super) fn inner_of_time(&self, at: usize) -> usize {
        if matches!(self.lower(at), "early" | "late") && matches!(self.lower(at + 1), "on" | "in") {
            return at + 2;
        }
        at + usize::from(matches!(self.lower(at), "on" | "in" | "at" | "by" | "from" | "during"))
    }

    /// One past a noun phrase that begins here.
    pub(super) fn noun_phrase(&self, from: usize) -> Option<usize> {
        let hedge = self.hedge(from);
        let mut at = from + hedge;
        if hedge == 0 && self.tag(at)? == Tag::Determiner {
            at += 1;
            // "all the", "both his"
            at += usize::from(self.tag(at) == Some(Tag::Determiner) && self.joined(at));
        }
        let mut end = None;
        while at < self.end && (at == from || self.joined(at)) {
            let word = &self.words[at];
            let inside = match word.tag {
                _ if at > from && (self.hyphened(at) || self.hyphened(at + 1)) => true,
                Tag::Noun | Tag::Number => true,
                Tag::Adjective => true,
                Tag::Gerund => {
                    let last = at > from
                        && self.tag(at + 1).is_none_or(|tag| {
                            !matches!(
                                tag,
                                Tag::Determiner
                                    | Tag::Noun
                                    | Tag::Pronoun
                                    | Tag::Number
                                    | Tag::Adjective
                                    | Tag::To
                            )
                        });
                    last || self.joined(at + 1) && self.tag(at + 1) == Some(Tag::Noun)
                }
                Tag::Adverb => self.joined(at + 1) && self.tag(at + 1) == Some(Tag::Adjective),
                // "the newly built bridge", "Lord Justice"
                Tag::Verb => word.capital && at > from,
                _ => false,
            };
            let apart = at > from && !self.hyphened(at);
            // "their Thursday shift"
            let led = apart && self.words[at - 1].tag == Tag::Determiner;
            let time = is_time(word) || in_word_list(" last next this every ", &word.lower);
            // "owes Priya 20 pounds": two things, not one.
            let second = apart
                && word.tag == Tag::Number
                && self.words[at - 1].is_name()
                && self.tag(at + 1) == Some(Tag::Noun);
            // "lock away carbon more slowly"
            let degree = apart && in_word_list(" more most less least ", &word.lower);
            if !inside
                || degree
                || second
                || apart && !led && time && self.time(at).is_some() && !self.hyphened(at + 1)
                || apart && self.finite(at, from).is_some()
            {
                break;
            }
            at += 1;
            if (matches!(word.tag, Tag::Noun | Tag::Number | Tag::Verb | Tag::Gerund)
                || self.hyphened(at - 1))
                && !self.hyphened(at)
                && !word.lower.ends_with("'s")
                && word.lower != "s"
            {
                end = Some(at);
            }
        }
        end
    }
}

fn is_past(word: &str) -> bool {
    base_of_past(word).is_some()
}
