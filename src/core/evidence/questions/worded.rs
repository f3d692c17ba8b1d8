//! Questions in words of their own: "Who approved the budget?", "When did the council meet?".
//!
//! A part of a clause is asked for by its question word, before the verb that changes places with the subject; the other
//! parts stay. What a reader of the question alone cannot know (whom "it" means) is left out, or the part is not asked
//! for. What somebody says of themselves is asked of them by name.

mod counted;
mod forms;
mod said;

use std::ops::Range;

use forms::{ACCUSING, ASKING, MEETING, MOVING, UNITS, USING, auxiliary_of, base, is_be, singular, third};

use super::people::People;
use super::reading::{Kind, Part, Reading, Tense, is_saying, read};
use super::reported::{according_to, is_unsure};
use super::talk::Voice;
use crate::evidence::Indexed;
use crate::evidence::parse::{Tag, Word, is_third_person};
use crate::text::in_word_list;

/// A question and what answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Worded {
    pub text: String,
    pub answer: Answer,
    /// Whether it asks only when, where, for how long, or who says so: a summary can do without.
    pub detail: bool,
}

impl Worded {
    fn new(text: String, answer: Answer) -> Worded {
        Worded { text, answer, detail: false }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Words of the sentence.
    Words(Range<usize>),
    /// Who speaks.
    Speaker,
}

/// What surrounds a sentence.
pub(super) struct Setting<'a> {
    pub text: &'a Indexed,
    pub words: &'a [Word],
    pub people: &'a People,
    pub voice: Option<&'a Voice>,
    /// Whom "he" or "she" means at the beginning of the sentence.
    pub antecedent: Option<String>,
    /// Pronouns that mean whoever the question says it is told by.
    pub theirs: &'static str,
    /// Whether the first word is written with a capital only because it comes first.
    pub lower_first: bool,
    /// Whether the first word is a name.
    pub named: bool,
}

/// Pronouns of one who tells something, and of a body or a thing that does.
const THEIRS: [&str; 3] =
    [" he she his her himself herself ", " it its itself ", " he she his her himself herself it its itself "];

/// Words of a question behind its verb at most, and of an answer.
const LONGEST: usize = 14;
const ANSWER: usize = 9;
const LONG_ANSWER: usize = 14;
/// Words of what leads on to another thought at most, where the question is not of the whole.
const REST: usize = 7;
/// Words that tell the asked thing from others, at least.
const TOLD: usize = 2;
/// Signs of money.
const MONEY: [char; 4] = ['$', '£', '€', '#'];
/// Nouns that name nothing.
const VAGUE: &str = " nobody somebody someone anybody anyone everybody everyone none nothing something anything everything others \
    fewer rather far much better worse later sooner some many most one ones things thing lot lots way part rest more less much who what which there here it this that \
    these those them him her himself herself itself themselves someone's few several both all another each such kind sort \
    bit case fact number time times ";

impl Setting<'_> {
    /// Every question on a reading, the most telling first.
    pub fn questions(&self, reading: &Reading) -> Vec<Worded> {
        let mut out: Vec<Worded> = Vec::new();
        if let Some(subject) = self.subject(reading) {
            out.extend(self.who(reading));
            let asked: Vec<Worded> =
                (0..reading.parts.len()).flat_map(|at| self.part(reading, &subject, at)).collect();
            out.extend(asked);
            out.extend(self.lead(reading, &subject));
            out.extend(self.embedded(reading, &subject));
        } else {
            out.extend(self.who(reading));
        }
        out.retain(|worded| match &worded.answer {
            Answer::Words(range) => self.answers(range),
            Answer::Speaker => true,
        });
        out
    }

    /// Whether words say enough to be an answer.
    fn answers(&self, range: &Range<usize>) -> bool {
        let words = &self.words[range.clone()];
        let [first, ..] = words else { return false };
        let telling = words.iter().any(|word| {
            (word.content && !in_word_list(VAGUE, &word.lower))
                || word.tag == Tag::Number
                || super::reading::is_time(word)
        });
        let clear = words.iter().all(|word| !matches!(word.lower.as_str(), "it" | "them" | "this" | "that"));
        telling
            && clear
            && first.tag != Tag::Pronoun
            && !(words.len() == 1 && in_word_list(VAGUE, &first.lower))
    }

    /// The subject as a question names it, and whether "it" can mean it.
    fn subject(&self, reading: &Reading) -> Option<Subject> {
        let range = reading.subject.clone();
        let first = &self.words[range.start];
        if first.tag == Tag::Pronoun || first.lower.starts_with("i'") {
            let pronoun = first.lower.split('\'').next().unwrap_or_default();
            let (name, plural) = match (pronoun, self.voice) {
                // What "we" do the speaker does.
                ("i" | "we", Some(voice)) => (voice.speaker.clone(), voice.plural),
                ("you", Some(voice)) => (voice.addressee.clone()?, false),
                (pronoun, _) if in_word_list(self.theirs, pronoun) => (pronoun.to_owned(), false),
                ("he" | "she", _) => (self.antecedent.clone()?, false),
                _ => return None,
            };
            return Some(Subject { name, plural, shifted: matches!(pronoun, "i" | "you" | "we") && !plural });
        }
        let first_like_pronoun =
            first.lower.contains('\'') && !first.lower.ends_with("'s") && !first.lower.ends_with("s'");
        let vague = first_like_pronoun
            || in_word_list(UNITS, &self.words[range.end - 1].lower)
            || in_word_list(VAGUE, &self.words[range.end - 1].lower)
            || in_word_list(
                " no any this these those such another that some both many several each every ",
                &first.lower,
            )
            || range.len() == 1 && first.tag == Tag::Number;
        // What a comma parts is no phrase: "115, and I"
        if range.clone().skip(1).any(|at| self.words[at].parted) {
            return None;
        }
        let name = self.say(range.clone(), Known::Nothing)?;
        let plural = range.clone().any(|at| self.words[at].lower == "and")
            || self.words[range.end - 1].lower.ends_with('s') && !self.words[range.end - 1].capital;
        (!vague).then_some(Subject { name, plural, shifted: false })
    }

    /// "Who approved the budget on Tuesday?"
    fn who(&self, reading: &Reading) -> Option<Worded> {
        let mut range = reading.subject.clone();
        let first = &self.words[range.start];
        let shifted = first.tag == Tag::Pronoun || first.lower.starts_with("i'");
        let pronoun = first.lower.split('\'').next().unwrap_or_default();
        if shifted && (self.voice.is_none() || pronoun != "i") {
            return None;
        }
        // "No age group borrowed as many": nobody is the answer.
        if matches!(first.lower.as_str(), "no" | "few" | "neither") {
            return None;
        }
        let known = if shifted { Known::Speaker } else { Known::Asked };
        let (rest, content) = self.rest(reading, None, known, true)?;
        let verb = self.words[reading.verbs.end - 1].lower.clone();
        let first_verb = &self.words[reading.verbs.start];
        let phrase = &self.words[range.clone()];
        let numbered = phrase.iter().position(|word| word.tag == Tag::Number);
        let copula = self.is_copula(reading);
        let asks = self.people.asks(self.text, phrase, !reading.passive, &verb);
        let name = self.named && range.start == 0 && range.len() == 1 && asks == "what";
        let complement = reading.parts.first().filter(|part| copula && part.kind == Kind::Object);
        let wh = match complement {
            _ if shifted => "who",
            Some(part) if name => self.people.asks(self.text, &self.words[part.inner..part.to], true, &verb),
            _ if name => "who",
            _ => asks,
        };
        let clause = reading.parts.first().is_some_and(|part| part.kind == Kind::Clause);
        let says = in_word_list(" say believe think allege ", &base(reading, &verb));
        let told = clause && !is_saying(&verb) || says && !clause;
        // "Who could still speak?": nobody knows when.
        let bare = (reading.negated || !reading.passive) && rest.is_empty();
        let object = !rest.is_empty() && reading.parts.first().is_some_and(|part| part.kind == Kind::Object);
        let teller = object && reading.parts.len() == 1 && in_word_list(" tell ask ", &base(reading, &verb));
        if content < TOLD - usize::from(object) || told || bare || teller {
            return None;
        }
        // "How many people were arrested?"
        if let Some(at) = numbered
            && (at == 0
                || at == 1
                    && in_word_list(" the all about nearly almost over around some ", &phrase[0].lower))
        {
            let to = (at..phrase.len())
                .find(|&i| phrase[i].tag != Tag::Number || i > at && phrase[i].parted)
                .unwrap_or(phrase.len());
            let counted = phrase.get(to).is_some_and(|word| {
                word.lower.ends_with('s')
                    || in_word_list(" people men women children police ", &word.lower)
                    || word.tag == Tag::Adjective
            });
            let amount = self.is_amount(range.start + at..range.start + to + 1);
            if counted && !amount && !phrase[to].lower.starts_with("percent") {
                let noun = self.say(range.start + to..range.end, Known::Nothing)?;
                let verbs = self.say(reading.verbs.clone(), Known::Nothing)?;
                let text = ask(&format!("How many {noun} {verbs} {rest}"));
                return Some(Worded::new(text, Answer::Words(range.start + at..range.start + to)));
            }
            return None;
        }
        if copula
            && !reading.parts.first().is_some_and(|part| part.kind != Kind::Object || self.is_definite(part))
        {
            return None;
        }
        let verbs = match &reading.tense {
            Tense::Base => {
                let tail = self.say(reading.verbs.start + 1..reading.verbs.end, Known::Nothing)?;
                format!("{} {tail}", third(&first_verb.lower))
            }
            Tense::Auxiliary => {
                let tail = self.say(reading.verbs.start + 1..reading.verbs.end, Known::Nothing)?;
                format!("{} {tail}", singular(auxiliary_of(&first_verb.lower)?))
            }
            _ => self.say(reading.verbs.clone(), Known::Nothing)?,
        };
        let text = ask(&format!("{wh} {} {rest}", verbs.trim()));
        if shifted {
            return Some(Worded::new(text, Answer::Speaker));
        }
        // The determiner is no part of what is asked for.
        range.start += usize::from(phrase.len() > 1 && phrase[0].tag == Tag::Determiner);
        let detail = clause && is_saying(&verb);
        (range.len() <= ANSWER).then_some(Worded { text, answer: Answer::Words(range), detail })
    }

    /// Whether the verb only says what something is, or how: "was", "will be", "remained".
    fn is_copula(&self, reading: &Reading) -> bool {
        const LIKE: &str = " stay remain seem appear look feel sound smell taste prove ";
        let last = self.words[reading.verbs.end - 1].lower.as_str();
        !reading.passive && (is_be(last) || in_word_list(LIKE, &base(reading, last)))
    }

    /// "The winner was Ann": whether what a form of "be" says tells one from all others.
    fn is_definite(&self, part: &Part) -> bool {
        in_word_list(" the its their his her my our ", &self.words[part.inner].lower)
    }

    fn content(&self, words: Range<usize>) -> usize {
        self.words[words].iter().filter(|word| word.content || word.tag == Tag::Number).count()
    }

    /// The parts of a clause but one, as far as they fit and stand by themselves. `None` where what is left out cannot
    /// be missed.
    fn rest(
        &self,
        reading: &Reading,
        without: Option<(usize, &str)>,
        known: Known,
        whole: bool,
    ) -> Option<(String, usize)> {
        let mut out = String::new();
        let mut told = self.content(reading.verbs.clone());
        let mut length = 0;
        // "Who can the cat be seen by at the clinic?"
        let by = without.filter(|(_, strand)| *strand == "by");
        if by.is_some() {
            out.push_str("by");
        }
        for (at, part) in reading.parts.iter().enumerate() {
            if by.is_some_and(|(without, _)| at == without) {
                continue;
            }
            if let Some((_, strand)) = without.filter(|(without, _)| at == *without) {
                out.push(' ');
                out.push_str(strand);
                continue;
            }
            let behind = without
                .filter(|_| by.is_none())
                .filter(|(without, _)| at > *without)
                .is_some_and(|(_, strand)| !strand.is_empty());
            if behind && !matches!(part.kind, Kind::Time | Kind::Place | Kind::Duration) {
                break;
            }
            if without.is_some_and(|(without, _)| at > without)
                && matches!(part.kind, Kind::Rest | Kind::Clause)
            {
                break;
            }
            // "turned down a plan to merge": what the plan is for belongs to it.
            let of_it = without.is_some_and(|(without, _)| {
                at.checked_sub(1) == Some(without) && reading.parts[without].kind == Kind::Object
            });
            if of_it
                && part.kind == Kind::Infinitive
                && !in_word_list(ASKING, &base(reading, &self.words[reading.verbs.end - 1].lower))
            {
                break;
            }
            let needed = matches!(part.kind, Kind::Object | Kind::Infinitive | Kind::Clause);
            // A part that leads on to what is cut off cannot stand.
            let ends = &self.words[part.to - 1];
            let open = part.kind == Kind::Rest && self.words[part.from].tag == Tag::To
                || matches!(
                    ends.tag,
                    Tag::Pronoun | Tag::Preposition | Tag::Conjunction | Tag::Determiner | Tag::Question
                ) && part.kind != Kind::Object;
            let room = if part.kind == Kind::Rest && !whole { REST } else { LONGEST }.saturating_sub(length);
            let to = self.cut(part, room);
            let said =
                to.filter(|_| !open && self.is_whole(part)).and_then(|to| self.say(part.from..to, known));
            match said.zip(to) {
                Some((said, to)) => {
                    length += to - part.from;
                    told += self.content(part.from..to);
                    out.push(' ');
                    out.push_str(&said);
                    if to < part.to {
                        break;
                    }
                }
                // "put it there"
                _ if at == 1
                    && without.is_none()
                    && in_word_list(" put placed laid ", &self.words[reading.verbs.end - 1].lower) =>
                {
                    return None;
                }
                _ if needed
                    && (without.is_none_or(|(without, _)| at < without) || part.kind == Kind::Object) =>
                {
                    return None;
                }
                _ => break,
            }
        }
        Some((out.trim().to_owned(), told))
    }

    /// Whether a part has what makes it one: "complained that the contractor, Holt, was late" is cut off before its verb.
    fn is_whole(&self, part: &Part) -> bool {
        let verb = |word: &Word| {
            matches!(word.tag, Tag::Verb | Tag::Auxiliary | Tag::Modal)
                || word.lower.contains('\'')
                || is_third_person(&word.lower)
        };
        part.kind != Kind::Clause || self.words[part.from..part.to].iter().any(verb)
    }

    /// One past as much of a part as has room: all of it, or of what leads on to another thought as many phrases as fit.
    fn cut(&self, part: &Part, room: usize) -> Option<usize> {
        const LEAST: usize = 3;
        let finite =
            |at: &usize| matches!(self.words[*at].tag, Tag::Verb | Tag::Auxiliary | Tag::Modal | Tag::Gerund);
        if part.to - part.from <= room {
            return Some(part.to);
        }
        if part.kind != Kind::Rest {
            return None;
        }
        // "after police in Ohio found him": not before its verb.
        let verb = (part.from..part.to).find(finite).unwrap_or(part.from);
        let ends = |to: usize| {
            let (last, next) = (&self.words[to - 1], &self.words[to]);
            matches!(last.tag, Tag::Noun)
                && last.content
                && matches!(next.tag, Tag::Preposition | Tag::Conjunction | Tag::Question)
                && !in_word_list(" of and or than as ", &next.lower)
        };
        (part.from + LEAST..=part.from + room).rev().find(|&to| to > verb + 1 && ends(to))
    }

    /// "When did the council approve the budget?": a part asked for before the verb, the others as far as they are
    /// told. `strand` is a preposition that stays behind.
    fn inverted(
        &self,
        clause: &Told,
        wh: &str,
        strand: &str,
        without: usize,
        answer: Range<usize>,
    ) -> Option<Worded> {
        let Told { reading, subject } = *clause;
        let known = Known::Subject { plural: subject.plural };
        // What is not so is asked for only as who or why.
        if reading.negated && wh != "why" {
            return None;
        }
        let (rest, told) = self.rest(reading, Some((without, strand)), known, false)?;
        let (auxiliary, verbs) = self.fronted(reading, subject)?;
        let told = told + 1;
        // "She told Ben" asks for what she told.
        let verb = self.words[reading.verbs.end - 1].lower.as_str();
        if rest.is_empty() && in_word_list(" tell ask ", &base(reading, verb)) {
            return None;
        }
        let text = ask(&format!("{wh} {auxiliary} {} {verbs} {rest}", subject.name));
        let detail = matches!(wh, "when" | "where" | "how long");
        (told >= TOLD).then_some(Worded { text, answer: Answer::Words(answer), detail })
    }

    /// Questions for one part.
    fn part(&self, reading: &Reading, subject: &Subject, at: usize) -> Vec<Worded> {
        let part = reading.parts[at];
        let clause = &Told { reading, subject };
        let inner = part.inner..part.to;
        let length = inner.len();
        let copula = self.is_copula(reading);
        let verb = self.words[reading.verbs.end - 1].lower.as_str();
        let preposition = self.words[part.from].lower.as_str();
        let mut out = Vec::new();
        match part.kind {
            Kind::Object if copula => out.extend(self.complement(clause, at)),
            // "has no emergency room"
            Kind::Object if matches!(self.words[part.inner].lower.as_str(), "no" | "any") => {}
            Kind::Object => {
                let before = reading.parts[..at].iter().any(|other| other.kind == Kind::Object);
                let counted = self.counted(clause, at, "");
                if counted.is_some() {
                    out.extend(counted);
                } else if !before && !reading.passive {
                    let name = self.words[inner.clone()].iter().all(|word| word.capital);
                    let base = base(reading, verb);
                    let whom = in_word_list(ACCUSING, &base)
                        || name && (in_word_list(ASKING, &base) || in_word_list(MEETING, &base));
                    let wh = if whom {
                        "who"
                    } else {
                        self.people.asks(self.text, &self.words[inner.clone()], false, verb)
                    };
                    let skip = usize::from(length > 1 && self.words[part.inner].tag == Tag::Determiner);
                    if length <= ANSWER {
                        out.extend(self.inverted(clause, wh, "", at, part.inner + skip..part.to));
                    }
                }
            }
            Kind::Time if length <= ANSWER => out.extend(self.inverted(clause, "when", "", at, inner)),
            Kind::Duration if !in_word_list(" ask call pay vote apply ", &base(reading, verb)) => {
                out.extend(self.inverted(clause, "how long", "", at, inner));
            }
            Kind::Place if length <= ANSWER => {
                let wh = if preposition == "in" && verb == "interested" { "what" } else { "where" };
                out.extend(self.inverted(clause, wh, "", at, inner));
            }
            Kind::Reason => {
                let cut = inner.start..inner.end.min(inner.start + LONG_ANSWER);
                out.extend(self.inverted(clause, "why", "", at, cut));
            }
            Kind::Means if length <= LONG_ANSWER => out.extend(self.inverted(clause, "how", "", at, inner)),
            Kind::Phrase => {
                let numbered = self.counted(clause, at, preposition);
                if numbered.is_some() {
                    out.extend(numbered);
                } else if self.strands(reading, at) && length <= ANSWER {
                    let wh = self.people.asks(self.text, &self.words[inner.clone()], preposition == "by", "");
                    let skip = usize::from(length > 1 && self.words[part.inner].tag == Tag::Determiner);
                    out.extend(self.inverted(clause, wh, preposition, at, part.inner + skip..part.to));
                }
            }
            Kind::Infinitive if length <= LONG_ANSWER && !copula => {
                let object = reading.parts[..at].iter().any(|other| other.kind == Kind::Object);
                let asks = in_word_list(ASKING, &base(reading, verb));
                let using = (object || reading.passive) && in_word_list(USING, &base(reading, verb));
                let moves = using || !object && in_word_list(MOVING, &base(reading, verb));
                let (wh, tail) = if moves { ("why", "") } else { ("what", "to do") };
                let not = self.words[part.inner].tag == Tag::Negation;
                if (moves || asks || !object && !reading.passive) && !not {
                    out.extend(self.inverted(clause, wh, tail, at, inner));
                }
            }
            _ => {}
        }
        out
    }

    /// Whether the preposition of a phrase can stay behind: "Who did she swap with?"
    fn strands(&self, reading: &Reading, at: usize) -> bool {
        let part = reading.parts[at];
        let preposition = self.words[part.from].lower.as_str();
        if !matches!(
            preposition,
            "with"
                | "to"
                | "from"
                | "against"
                | "for"
                | "about"
                | "by"
                | "into"
                | "on"
                | "of"
                | "over"
                | "as"
        ) {
            return false;
        }
        let first = at == 0;
        let after = at == 1 && reading.parts[0].kind == Kind::Object;
        let last = reading.parts.len() == at + 1;
        let verbal = reading.verbs.len() > 1 || reading.tense != Tense::Auxiliary;
        match preposition {
            "by" => reading.passive,
            _ if !verbal => false,
            "with" | "to" | "from" | "against" | "about" => first || after && last,
            "of" | "for" if self.words[part.inner].tag == Tag::Gerund => first || after && last,
            _ => first,
        }
    }

    /// "On Tuesday the council met": when did it meet?
    fn lead(&self, reading: &Reading, subject: &Subject) -> Option<Worded> {
        let lead = reading.lead?;
        let wh = match lead.kind {
            Kind::Time => "when",
            Kind::Place => "where",
            Kind::Reason => "why",
            _ => return None,
        };
        self.inverted(&Told { reading, subject }, wh, "", usize::MAX, lead.inner..lead.to)
    }

    /// What somebody says, asked for as theirs: "According to Tate, who ...?"
    fn embedded(&self, reading: &Reading, subject: &Subject) -> Vec<Worded> {
        let Some(part) = reading.parts.iter().find(|part| part.kind == Kind::Clause) else {
            return Vec::new();
        };
        let verb = self.words[reading.verbs.end - 1].lower.as_str();
        let told = matches!(self.words[part.inner].tag, Tag::Question)
            || matches!(self.words[part.inner].lower.as_str(), "if" | "whether");
        if !is_saying(verb) || told || reading.negated || is_unsure(verb) {
            return Vec::new();
        }
        let Some(inner) = read(self.text.text.raw(), self.words, part.inner, part.to) else {
            return Vec::new();
        };
        let phrase = &self.words[reading.subject.clone()];
        let theirs = if self.people.is_one(self.text, phrase) {
            THEIRS[0]
        } else if self.people.asks(self.text, phrase, true, verb) == "who" {
            THEIRS[2]
        } else {
            THEIRS[1]
        };
        let setting = Setting {
            antecedent: None,
            theirs,
            lower_first: false,
            named: false,
            voice: self.voice,
            ..*self
        };
        // What somebody says of themselves is asked of them by name.
        let own = self.voice.is_some_and(|voice| voice.speaker == subject.name);
        let asked = setting.questions(&inner).into_iter();
        asked
            .filter(|worded| own || !worded.text.contains(&subject.name))
            .map(|worded| {
                let text = if own { worded.text } else { according_to(&subject.name, &worded.text) };
                Worded { text, ..worded }
            })
            .collect()
    }

    /// The verb that stands before the subject in a question, and the verbs that stay behind it.
    fn fronted(&self, reading: &Reading, subject: &Subject) -> Option<(String, String)> {
        let verbs = reading.verbs.clone();
        let first = self.words[verbs.start].lower.as_str();
        let tail = self.say(verbs.start + 1..verbs.end, Known::Subject { plural: subject.plural })?;
        let with = |base: &str| format!("{base} {tail}").trim().to_owned();
        let does = if subject.plural { "do" } else { "does" };
        Some(match &reading.tense {
            Tense::Past(base) => ("did".to_owned(), with(base)),
            Tense::Third(base) => ("does".to_owned(), with(base)),
            Tense::Base if subject.shifted => (does.to_owned(), with(first)),
            Tense::Base => ("do".to_owned(), with(first)),
            Tense::Auxiliary => {
                let auxiliary = auxiliary_of(first)?;
                let main = verbs.len() == 1;
                match auxiliary {
                    "have" | "has" if main => (
                        if subject.shifted || auxiliary == "has" { "does" } else { "do" }.to_owned(),
                        "have".to_owned(),
                    ),
                    "had" if main => ("did".to_owned(), "have".to_owned()),
                    "did" | "does" | "do" if main => return None,
                    _ if subject.shifted => (singular(auxiliary).to_owned(), tail),
                    _ => (auxiliary.to_owned(), tail),
                }
            }
        })
    }
}

/// A clause with its subject as questions name it.
#[derive(Clone, Copy)]
struct Told<'a> {
    reading: &'a Reading,
    subject: &'a Subject,
}

struct Subject {
    name: String,
    plural: bool,
    /// Whether it was "I" or "you", so that the verb has another form for it.
    shifted: bool,
}

/// What pronouns of a question can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Nothing is named yet.
    Nothing,
    /// Whoever is asked for.
    Asked,
    /// Whoever is asked for spoke.
    Speaker,
    /// The subject of the question.
    Subject { plural: bool },
}

/// Words as a question: one space between them, a capital first, a mark last.
pub(super) fn ask(text: &str) -> String {
    super::sentence_case(&super::tidy(text))
}
