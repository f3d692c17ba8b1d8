//! Decides which words of a text name people, from their capitals and their neighbours.

use rustc_hash::FxHashSet;

use crate::evidence::Indexed;
use crate::evidence::demonyms::{names_people, same_place};
use crate::evidence::parse::{Tag, Word};
use crate::text::idf::capital_share;
use crate::text::{Stem, in_word_list, is_first_name, is_person, is_possessive};

use super::said::is_people;
use super::talk::Talk;

/// Last words of names that are not of people.
const THINGS: &str = " state states university city park trust agency council club party court league cup cluster street road \
    hospital school company bank committee union church museum award act office zoo strait sea lake river island islands \
    mountain mountains valley bridge station airport prize treaty academy college institute association federation \
    ministry department board group research council's bay county province district hill house hall palace castle \
    tower centre center games war day news times post journal review airlines air rail railway ltd inc plc \
    foundation society parliament congress senate commission corporation service services team united rovers \
    america ireland zealand kingdom africa korea arabia york angeles francisco fund index project system survey \
    storm hurricane cyclone glacier ship ferry dam canal tunnel protocol agreement operation theory times \
    report clasico derby prix moss lane avenue square gardens garden forest beach coast port bowl open championship olympics tournament \
    colliery mine pit factory mill plant brewery quarry farm works theatre library gallery cathedral abbey chapel \
    stadium arena ground clinic surgery festival fair regatta marathon trophy shield expo convention ";
/// Groups of people, asked for with "who".
const BODIES: &str = " police public people pair duo trio crew family families couple band jury staff crowd fans side \
    sides powers mps mp pm humans adolescents infants fishermen protestors locals contractor contractors forces troops ";
/// Organizations, asked for with "who" as agents but with "what" as objects.
const OFFICES: &str = " squad company firm bank union party club board committee ministry department agency group charity council \
    authority trust association parliament regulator airline chain army commission federation university team court \
    government united rovers wanderers fbi cia nhs nasa nato fifa uefa ";
const TITLES: &str = " mr mrs ms miss dr sir lord lady president prof professor baroness prince princess king queen judge coach captain \
    councillor minister senator mayor chairman director chief manager ";

/// Adjectives that mean people after "the".
const PEOPLE_OF_A_KIND: &str = " rich poor wealthy privileged young elderly sick injured wounded dead bereaved homeless \
    unemployed jobless disabled vulnerable needy accused ";
/// Plural names of things after "the", where teams and families have the same form: "the Gunners".
const NAMED_THINGS: &str = " netherlands philippines maldives bahamas alps andes highlands midlands himalayas olympics \
    paralympics oscars baftas grammys emmys ";
/// Kinds of thing that stand before a name: "Storm Edda".
const KINDS: &str = " storm hurricane cyclone typhoon ";
/// Smallest share of capitalized uses from which a possible first name is taken for one. It excludes "mark"
/// and "grace".
const FIRST_NAME: f64 = 0.8;
/// First names that are also place names.
const PLACES_TOO: &str = " austin jordan virginia florence victoria charlotte madison sofia florida chelsea ";
/// Largest number that is taken for an age.
const MAX_AGE: u32 = 120;

/// Number of words from which a text that capitalizes names has capitals within its sentences.
const MIN_WORDS_WITH_CAPITALS: usize = 60;
/// Number of words from which a text can be expected to name somebody within a sentence.
const MIN_WORDS_WITH_NAMES: usize = 20;

/// The people that a text names.
#[derive(Debug, Default)]
pub struct People {
    people: FxHashSet<Stem>,
    /// Whether the text's capitals do not mark names.
    blind: bool,
}

impl People {
    /// Finds the people of a text, and adds those of another text that it is about.
    pub(super) fn of(text: &Indexed, talk: Option<&Talk>, other: Option<&People>) -> People {
        let raw = text.text.raw();
        let count = text.stems.len();
        let mut people = other.map_or_else(FxHashSet::default, |other| other.people.clone());
        let lower = |at: usize| text.text.slice(text.token(at).0).to_lowercase();
        let capital = |at: usize| text.token(at).1.flags.capital && text.token(at).1.is_content();
        let joined = |at: usize| matches!(&raw[text.token(at - 1).0.end..text.token(at).0.start], " " | ". ");
        let mut at = 0;
        while at < count {
            if !capital(at) {
                at += 1;
                continue;
            }
            let from = at;
            at += 1;
            while at < count && capital(at) && joined(at) && !text.begins_sentence(at) {
                at += 1;
            }
            let last = lower(at - 1);
            let thing = (from..at).any(|i| is_thing(&lower(i)));
            let the = from > 0 && matches!(lower(from - 1).as_str(), "the" | "in" | "a" | "an");
            let titled =
                in_word_list(TITLES, &lower(from)) || from > 0 && in_word_list(TITLES, &lower(from - 1));
            let says = at < count
                && is_saying(&lower(at))
                && !text.begins_sentence(at)
                && last.len() > 3
                && !text.begins_sentence(from);
            // "Adjusted EPS", but "JK Rowling"
            let shouted =
                text.text.slice(text.token(at - 1).0).chars().nth(1).is_some_and(char::is_uppercase);
            let pair = (2..=3).contains(&(at - from))
                && (!shouted || text.profile.shouted)
                && (from..at).all(|i| capital_share(text.stems[i]).is_none_or(|share| share > 0.5));
            let aged = last.len() > 1 && has_age(text, at);
            if !thing
                && (aged
                    || titled && at - from > usize::from(in_word_list(TITLES, &lower(from)))
                    || !the && (pair || says))
            {
                people.extend((from..at).map(|i| text.stems[i]));
            }
        }
        for turn in talk.iter().flat_map(|talk| &talk.turns) {
            people.extend((turn.first..turn.body).map(|i| text.stems[i]));
        }
        // Ordinary text has several capitalized words within its sentences per hundred words.
        let inside = (0..count).filter(|&at| capital(at) && !text.begins_sentence(at)).count();
        let begins_lower = count > 0 && !text.token(0).1.flags.capital;
        let blind = text.profile.shouted
            || inside == 0 && text.profile.lowered
            || inside == 0 && count >= MIN_WORDS_WITH_NAMES && has_known_name(text, other)
            || 50 * inside < count && (begins_lower || count >= MIN_WORDS_WITH_CAPITALS);
        // "Laura massaro": a first name marks the next word as part of the name, capitalized or not.
        let is_first = |at: usize| {
            (blind || capital(at))
                && capital_share(text.stems[at]).is_none_or(|share| share > FIRST_NAME)
                && is_first_name(&lower(at))
        };
        for at in (0..count).filter(|&at| is_first(at)) {
            let next = at + 1;
            let is_last = next < count
                && !text.begins_sentence(next)
                && &raw[text.token(at).0.end..text.token(next).0.start] == " "
                && text.token(next).1.is_content()
                && (capital(next)
                    || blind && capital_share(text.stems[next]).is_none_or(|share| share > 0.5))
                && !is_thing(&lower(next));
            if is_last {
                people.extend([text.stems[at], text.stems[next]]);
            } else if !in_word_list(PLACES_TOO, &lower(at)) {
                people.insert(text.stems[at]);
            }
        }
        People { people, blind }
    }

    /// Whether the text's capitals do not mark names.
    pub(super) fn is_blind(&self) -> bool {
        self.blind
    }

    /// Whether a word is part of a person's name.
    pub(super) fn named(&self, stem: Stem) -> bool {
        self.people.contains(&stem)
    }

    /// Whether a noun phrase means one person, whom "he" or "she" can refer to.
    pub(super) fn is_one(&self, text: &Indexed, phrase: &[Word]) -> bool {
        let Some(last) = phrase.last() else { return false };
        let plural = last.lower.ends_with('s') && !last.capital
            || in_word_list(BODIES, &last.lower)
            || in_word_list(OFFICES, &last.lower)
            || is_people(&last.lower);
        let named = phrase.iter().any(|word| word.capital && self.people.contains(&text.stems[word.token]));
        named && !in_word_list(BODIES, &last.lower)
            || !plural && phrase[0].tag == Tag::Determiner && is_person(&last.lower)
            || self.blind && !plural && self.question_word(text, phrase, true, "") == "who"
    }

    /// Returns the question word for a noun phrase. `acts` is true for an agent, false for an object.
    pub(super) fn question_word(
        &self,
        text: &Indexed,
        phrase: &[Word],
        acts: bool,
        verb: &str,
    ) -> &'static str {
        let head = phrase.iter().position(|word| word.tag == Tag::Preposition || word.lower == "of");
        let head = &phrase[..head.unwrap_or(phrase.len())];
        // "Her neighbour's hedge" is not a person.
        let owned = head.iter().rposition(|word| is_possessor(text, word)).map_or(0, |at| at + 1);
        let head = if owned < head.len() { &head[owned..] } else { head };
        let Some(last) = head.iter().rev().find(|word| word.content || word.tag == Tag::Pronoun) else {
            return "what";
        };
        if begins_with_kind(head) || !acts && is_office(&last.lower) {
            return "what";
        }
        if is_people_noun(text, head, last, acts) || self.is_person_name(text, head, last, acts) {
            return "who";
        }
        if acts && (last.capital || self.blind) && is_country(text, head, last) {
            return "which country";
        }
        let acts_as_person = if self.blind {
            self.may_be_person(text, head, (last, owned > 0), acts, verb)
        } else {
            let determined = phrase[0].tag == Tag::Determiner;
            acts && is_acting_name(text, (last, head.len() == 1 && owned == 0 && !determined), verb)
        };
        if acts_as_person { "who" } else { "what" }
    }

    /// Whether a phrase with its last word ends in a person's name: "Harbour master Joan Tate", "my neighbour
    /// Tom", "auditors Bryce & Hall".
    fn is_person_name(&self, text: &Indexed, head: &[Word], last: &Word, acts: bool) -> bool {
        let described = |word: &Word| !word.capital && describes_people(word, acts);
        let begins = is_people_body(&head[0], acts) || is_person(&head[0].lower);
        let is_described = begins || head[..head.len() - 1].iter().any(described);
        head.len() > 1 && last.capital && is_described
            || (last.capital || self.blind)
                && self.people.contains(&text.stems[last.token])
                && !is_thing(&last.lower)
    }

    /// Whether a phrase may name a person in a text without capitals: a word is taken for a name if other texts
    /// mostly capitalize it, or if it is unknown.
    fn may_be_person(
        &self,
        text: &Indexed,
        head: &[Word],
        (last, is_owned): (&Word, bool),
        acts: bool,
        verb: &str,
    ) -> bool {
        let led = is_owned || matches!(head[0].tag, Tag::Determiner | Tag::Number);
        let share = capital_share(text.stems[last.token]);
        let name = share.map_or(!led, |share| share > 0.6) && !is_thing(&last.lower);
        head.iter().any(|word| describes_people(word, acts)) || acts && (name || is_speech(verb))
    }
}

/// Whether a word means a group of people that is asked for with "who".
fn is_people_body(word: &Word, acts: bool) -> bool {
    in_word_list(BODIES, &word.lower) || acts && is_office(&word.lower)
}

/// Whether a word means people by itself, or is a title.
fn describes_people(word: &Word, acts: bool) -> bool {
    is_people_body(word, acts) || is_person(&word.lower) || in_word_list(TITLES, &word.lower)
}

/// Whether a phrase with its last word means people by a common noun, a demonym or the name of a team.
fn is_people_noun(text: &Indexed, head: &[Word], last: &Word, acts: bool) -> bool {
    // "The 22-year-old"
    if last.lower == "old" && head.iter().rev().nth(1).is_some_and(|word| word.lower == "year") {
        return true;
    }
    let begins = text.begins_sentence(last.token);
    let common =
        !last.capital || begins && capital_share(text.stems[last.token]).is_none_or(|share| share < 0.5);
    let the = head[0].lower == "the";
    let team = the
        && last.capital
        && !begins
        && last.lower.ends_with('s')
        && !last.lower.ends_with("ss")
        && text.text.slice(last.span).chars().nth(1).is_some_and(char::is_lowercase)
        && !is_thing(&last.lower)
        && !in_word_list(NAMED_THINGS, &last.lower);
    // "The Spaniard" is a person, "the Netherlands" a country.
    let demonym =
        is_sole(head) && matches!(head[0].lower.as_str(), "the" | "a" | "an") && names_people(&last.lower);
    // "The Englishman"
    let folk = ["man", "men", "woman", "women"].iter().any(|end| last.lower.ends_with(end));
    is_people_body(last, acts)
        || last.tag == Tag::Noun && common && is_person(&last.lower)
        || the && in_word_list(PEOPLE_OF_A_KIND, &last.lower)
        || team
        || demonym
        || folk && is_place(text.stems[last.token])
}

/// Whether a phrase has a single content word.
fn is_sole(head: &[Word]) -> bool {
    head.iter().filter(|word| word.content).count() == 1
}

/// Whether a phrase with its last word names a country.
fn is_country(text: &Indexed, head: &[Word], last: &Word) -> bool {
    let united =
        matches!(last.lower.as_str(), "states" | "kingdom") && head.iter().any(|word| word.lower == "united");
    is_sole(head) && is_place(text.stems[last.token]) || united
}

/// Whether a word is a name that acts like a person: with a verb that needs one, or as a bare name. The capital
/// of a sentence's first word does not make it a name.
fn is_acting_name(text: &Indexed, (last, is_bare): (&Word, bool), verb: &str) -> bool {
    let begins = text.begins_sentence(last.token);
    let share = capital_share(text.stems[last.token]);
    let common =
        begins && (share.is_some_and(|share| share < 0.5) || share.is_none() && last.lower.ends_with('s'));
    let human = is_speech(verb) || in_word_list(DEEDS, verb);
    let is_usual = !begins || share.is_some_and(|share| share > 0.5);
    last.is_name() && (human && !common || is_bare && !is_thing(&last.lower) && is_usual)
}

/// Share of capitalized uses above which a word is a name.
const MOSTLY: f64 = 0.9;
/// Verbs whose subjects are people or organizations.
const DEEDS: &str = " buy sell win beat write marry meet visit sign pay order accuse blame refuse decide plan want score lead \
    reject approve dismiss hire invite offer lend sue propose oppose support launch acquire take give move live work study \
    die play join leave resign retire keep kept keeps use used uses need needs needed made scored scores bought buy buys sold sell sells won win wins beat beats defeated wrote writes married met visited signed paid \
    pays ordered accused blamed refused decided decides plans planned wants wanted wants scored led rejected approved \
    dismissed hired invited offered offers lent lends sued ordered proposed opposed supported bought launched acquired \
    acquires took gave gives moved moves lives lived works worked studied died played plays joined left resigned retired ";

/// Whether a verb, in its base form, has people or organizations as its subject.
pub(super) fn is_deed(base: &str) -> bool {
    in_word_list(DEEDS, base)
}

/// Whether a word names a country or its people.
pub(super) fn is_place(stem: Stem) -> bool {
    same_place(stem).next().is_some()
}

/// Whether a lower-cased noun means a group or an organization, which "it" and "they" can refer to.
pub(super) fn is_body(noun: &str) -> bool {
    in_word_list(BODIES, noun) || in_word_list(OFFICES, noun)
}

/// Whether a lower-cased noun means an organization, or several: "unions".
fn is_office(noun: &str) -> bool {
    in_word_list(OFFICES, noun) || noun.strip_suffix('s').is_some_and(|one| in_word_list(OFFICES, one))
}

/// Whether a lower-cased word ends the names of things, in the singular or the plural: "League", "Leagues".
pub(super) fn is_thing(word: &str) -> bool {
    in_word_list(THINGS, word) || word.strip_suffix('s').is_some_and(|one| in_word_list(THINGS, one))
}

/// Whether a phrase names a thing by its kind and a name: "Storm Edda".
pub(super) fn begins_with_kind(phrase: &[Word]) -> bool {
    phrase.len() > 1 && in_word_list(KINDS, &phrase[0].lower)
}

/// Whether a word is a possessive: "neighbour's", "players'".
fn is_possessor(text: &Indexed, word: &Word) -> bool {
    let raw = text.text.raw();
    let after = raw[word.span.end..].trim_start_matches(' ');
    is_possessive(&word.lower)
        || ["'s ", "’s "].iter().any(|end| after.starts_with(end))
        || word.lower.ends_with('s') && ["' ", "’ "].iter().any(|end| after.starts_with(end))
}

/// Whether the token is an age, set off from the name before it: "Smith, 21," or "Smith (21)".
fn has_age(text: &Indexed, at: usize) -> bool {
    if at == 0 || at >= text.stems.len() {
        return false;
    }
    let raw = text.text.raw();
    let (span, _) = text.token(at);
    let opens = raw[text.token(at - 1).0.end..span.start].trim();
    let closes = raw[span.end..].trim_start().chars().next();
    let age = raw[span.range()].parse::<u32>().is_ok_and(|age| (1..=MAX_AGE).contains(&age));
    age && matches!((opens, closes), ("," | "-", Some(',' | '.' | '-')) | ("(", Some(')')))
}

/// Whether any word without a capital is a name in the other text, or is mostly capitalized in general use.
fn has_known_name(text: &Indexed, other: Option<&People>) -> bool {
    let named = |stem: Stem| other.is_some_and(|other| other.named(stem));
    (0..text.stems.len()).any(|at| {
        let flags = text.token(at).1.flags;
        let stem = text.stems[at];
        !flags.capital
            && text.token(at).1.is_content()
            && (named(stem) || capital_share(stem).is_some_and(|share| share > MOSTLY))
    })
}

/// Whether a verb in its base form is one of saying or thinking.
pub(super) fn is_speech(base: &str) -> bool {
    const SPEECH: &str = " say tell ask add insist warn claim believe think hope argue admit announce explain deny suggest agree \
        promise stress predict complain confirm recall reply joke estimate suspect find expect fear ";
    in_word_list(SPEECH, base)
}

/// Whether a verb form is one of saying or thinking.
fn is_saying(lower: &str) -> bool {
    const SAYING: &str = " said says say told tells asked asks added adds insisted insists warned warns claimed claims \
        believes believed thinks thought hopes hoped argued argues admitted admits announced announces explained explains \
        reported reports denied denies suggested suggests agreed agrees promised promises stressed predicted predicts \
        complained complains confirmed confirms recalled recalls replied replies noted notes joked estimated estimates \
        suspects suspected found finds expects expected fears feared ";
    in_word_list(SAYING, lower)
}
