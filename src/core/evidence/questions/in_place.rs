//! A fact asked for where it stands: "The council approved the budget by how many votes?".
//!
//! The words of the fact, with what belongs to them (its determiner, the noun that it counts), give way to a question
//! word; the sentence around is cut where a phrase ends. That needs no parse, and reads as people ask in a quiz.

use std::ops::Range;

use crate::evidence::parse::{Tag, Word, is_third_person};
use crate::evidence::questions::reading::is_period;
use crate::text::in_word_list;

/// What a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, of one word or several.
    Name,
    /// A number.
    Number,
    /// A day, a month, a year.
    Time,
    /// A noun with what describes it.
    Thing,
}

/// Words left of a question word at most, where a phrase begins there, and the fewest.
const BEFORE: usize = 18;
const LEAST: usize = 4;
/// Words left of it at most where no phrase begins there: a longer question is read twice.
const LONGEST: usize = 26;
/// Words right of it at most.
const AFTER: usize = 10;
/// Signs of money; a tokenised text may have "#" for "£".
const CURRENCIES: [char; 4] = ['$', '£', '€', '#'];
/// What is counted without a question of its own: "12 percent" is how much.
const UNITS: [&str; 15] = [
    "m", "bn", "k", "percent", "per", "pounds", "pound", "dollars", "dollar", "euros", "euro", "cent",
    "pence", "million", "billion",
];
/// Words that belong to a noun phrase at most, left of the fact.
const PHRASE: usize = 4;

/// Whether a fact can be asked for where it stands: it is a phrase of its own, which a question word can stand for.
pub(super) fn fits(raw: &str, words: &[Word], from: usize, to: usize, kind: Kind) -> bool {
    /// Nouns that say nothing by themselves before "of": "in front of".
    const JOINING: [&str; 10] =
        ["front", "terms", "case", "charge", "favour", "favor", "addition", "spite", "lieu", "order"];
    let speaks = raw[words[to - 1].span.end..].trim_start().starts_with([':', '|']);
    let before = from.checked_sub(1).map(|at| &words[at]).filter(|_| !words[from].parted);
    // Half of a word with a hyphen is no phrase.
    let half = raw[..words[from].span.start].ends_with('-') || raw[words[to - 1].span.end..].starts_with('-');
    if speaks || half {
        return false;
    }
    if age(raw, words, from, to, kind).is_none() && placed(raw, words, from, to, kind).is_none() {
        return false;
    }
    // "None of the cracks", "on average", "at least"
    const VAGUE: &str = " none nobody nothing one ones average least most number rest way part ";
    if to == from + 1 && in_word_list(VAGUE, &words[from].lower) {
        return false;
    }
    // A word between two marks is called out, or said of what stands before: "Hey, Nicky", "Huminski, 38, ...".
    let alone = (from == 0 || words[from].parted) && words.get(to).is_none_or(|next| next.parted);
    match kind {
        Kind::Time => !raw[..words[from].span.start].trim_end().ends_with(CURRENCIES),
        // "the Greek island of Paros"
        Kind::Name => !alone && words.get(to + 1).is_none_or(|word| word.parted || word.lower != "of"),
        Kind::Number => {
            let one = before.is_some_and(|word| matches!(word.lower.as_str(), "a" | "an" | "the"));
            let ordinal = words[from].lower.starts_with(|c: char| c.is_ascii_digit())
                && words[from].lower.ends_with(char::is_alphabetic);
            let joined = raw[words[to - 1].span.end..].trim_start().starts_with('-');
            // "Route 9"
            let name = before.is_some_and(|word| word.is_name());
            !one && !ordinal && !joined && !name
        }
        Kind::Thing => {
            let led = before.is_none_or(|word| {
                matches!(word.tag, Tag::Determiner | Tag::Preposition | Tag::Verb)
                    || word.lower == "and"
                    || word.lower == "s"
                    // "his own vehicle"
                    || (word.tag == Tag::Noun && !word.content)
            });
            // "all colonies", "the most careful": what is left is no phrase.
            let cut = before.is_some_and(|word| {
                matches!(
                    word.lower.as_str(),
                    "all" | "both" | "only" | "most" | "more" | "than" | "many" | "much"
                )
            });
            // "less than", "as many books as"
            let compared = words
                .get(to)
                .is_some_and(|word| !word.parted && matches!(word.lower.as_str(), "than" | "as"));
            let joins = words.get(to).is_some_and(|word| word.lower == "of")
                && JOINING.contains(&words[to - 1].lower.as_str());
            let noun = from > 0 && words[from - 1].tag == Tag::Determiner;
            let last = &words[to - 1];
            // "The budget raises": its last word is the verb.
            let verb = if noun { to - from > 1 && is_third_person(&last.lower) } else { last.is_verbal() };
            led && !cut && !compared && !alone && !joins && !verb && !UNITS.contains(&last.lower.as_str())
        }
    }
}

/// The words that the question for a fact is made of.
pub(super) fn extent(raw: &str, words: &[Word], from: usize, to: usize, kind: Kind) -> Option<Range<usize>> {
    placed(raw, words, from, to, kind).map(|placed| placed.start..placed.end)
}

/// The question; `None` where nothing is left to ask it with.
pub(super) fn ask(raw: &str, words: &[Word], from: usize, to: usize, kind: Kind) -> Option<String> {
    if let Some(text) = age(raw, words, from, to, kind) {
        return Some(text);
    }
    let Placed { start, left, right, end, wh } = placed(raw, words, from, to, kind)?;
    let slice = |from: usize, to: usize| if from < to { &raw[from..to] } else { "" };
    let before = slice(words[start].span.start, words.get(left)?.span.start);
    let after = slice(words[right - 1].span.end, words[end - 1].span.end);
    let (before, after) = match kind {
        Kind::Number => {
            (before.trim_end().trim_end_matches(CURRENCIES), after.trim_start().trim_start_matches('%'))
        }
        _ => (before, after),
    };
    let text = format!("{} {wh} {}", before.trim(), after.trim());
    Some(super::sentence_case(&super::tidy(&text)))
}

/// What of a sentence a question says, and what its question word stands for.
struct Placed {
    /// The words of the question, of which those from `left` to before `right` give way to the question word.
    start: usize,
    left: usize,
    right: usize,
    end: usize,
    /// The question word.
    wh: String,
}

/// Where a question begins and ends; `None` where too little is left to ask it with, or a question word cannot stand there.
fn placed(raw: &str, words: &[Word], from: usize, to: usize, kind: Kind) -> Option<Placed> {
    let (left, right, wh) = asked(raw, words, from, to, kind);
    let start = first(words, left);
    // Nobody asks "who or what": what a name is of is not known then.
    let vague = wh == "who or what";
    // "elected mayor", "for years": no things of their own.
    let bare = kind == Kind::Thing
        && (is_period(&words[to - 1].lower)
            || left == from && left > start && words[left - 1].tag == Tag::Verb);
    if vague || bare || !stands(words, start, left, right, kind) || left - start > LONGEST {
        return None;
    }
    let end = last(words, right, words[start..left].iter().any(is_finite));
    let content = |range: Range<usize>| words[range].iter().filter(|word| word.content).count();
    let told = words[start..left]
        .iter()
        .chain(&words[right..end])
        .any(|word| is_finite(word) || is_third_person(&word.lower));
    // Nobody knows from the question alone who speaks, or who "he" is.
    const OWN: &str = " i my me we our us you your i'm i'll i've we're we'll ";
    let own = words[start..left].iter().chain(&words[right..end]).any(|word| in_word_list(OWN, &word.lower));
    let known = left == start || words[start].tag != Tag::Pronoun;
    if !told || own || !known || content(start..left) + content(right..end) < 2 {
        return None;
    }
    Some(Placed { start, left, right, end, wh })
}

/// Whether a question word can stand for a phrase where it stands, in a question that begins at `start`.
fn stands(words: &[Word], start: usize, left: usize, right: usize, kind: Kind) -> bool {
    let next = words.get(right);
    if left == start {
        // "Who, 26, was arrested?", "What in the first months ..."
        return next.is_some_and(|word| !word.parted && (is_finite(word) || is_third_person(&word.lower)));
    }
    // Behind a comma and in a clause that tells more of somebody nothing is asked: "Pizarro, who received how much?"
    let clause = (start..=left).rev().find(|&at| words[at].parted).unwrap_or(start);
    let commas = (start + 1..left).filter(|&at| words[at].parted).count();
    let aside = commas > 1
        || clause > start && left - clause < 2
        || words[clause..left].iter().any(|word| word.tag == Tag::Question);
    // What acts in a clause within another, or stands within a subject: "that what get no reply", "heating what gave the
    // best results", "that watched what a crow avoided".
    let acts = next.is_some_and(|word| {
        !word.parted
            && (is_finite(word)
                || matches!(word.tag, Tag::Adverb | Tag::Gerund | Tag::Determiner | Tag::Pronoun)
                || word.lower == "s")
    });
    let inside = !words[start..left].iter().any(|word| is_finite(word) || is_third_person(&word.lower));
    !aside && !(matches!(kind, Kind::Name | Kind::Thing) && (acts || inside))
}

/// "How old is Zbigniew Huminski?" of an age between commas behind a name.
fn age(raw: &str, words: &[Word], from: usize, to: usize, kind: Kind) -> Option<String> {
    let years: u32 = words[from].lower.parse().ok()?;
    let apart = words[from].parted && words.get(to).is_some_and(|next| next.parted);
    if kind != Kind::Number || to != from + 1 || !apart || !(1..=120).contains(&years) {
        return None;
    }
    let mut name = from;
    while name > 0 && words[name - 1].is_name() && (name == from || !words[name].parted) {
        name -= 1;
    }
    let first = words[..from].first().filter(|first| name == 1 && first.capital && first.content);
    let name = if first.is_some() { 0 } else { name };
    (name < from).then(|| {
        let span = words[name].span.join(words[from - 1].span);
        super::tidy(&format!("How old is {}?", &raw[span.range()]))
    })
}

/// The words that the question word stands for, and the question word.
fn asked(raw: &str, words: &[Word], from: usize, to: usize, kind: Kind) -> (usize, usize, String) {
    let noun = |at: usize| {
        words
            .get(at)
            .is_some_and(|word| !word.parted && word.tag == Tag::Noun && word.content && word.lower != "s")
            && (kind == Kind::Thing || !is_third_person(&words[at].lower))
    };
    match kind {
        Kind::Number => number(raw, words, from, to),
        Kind::Time => {
            let on = from.checked_sub(1).filter(|&at| {
                matches!(words[at].lower.as_str(), "on" | "in" | "at" | "last" | "next" | "this")
                    && !words[from].parted
            });
            (on.unwrap_or(from), to, "when".to_owned())
        }
        Kind::Name | Kind::Thing => {
            let mut left = from;
            while left > 0 && from - left < PHRASE && !words[left].parted && belongs(&words[left - 1]) {
                left -= 1;
                if words[left].tag == Tag::Determiner {
                    break;
                }
            }
            if noun(to) && !words[to].is_time() && !matches!(words[to].lower.as_str(), "last" | "next") {
                // It describes what follows: that is what is asked for.
                return (left, to, "which".to_owned());
            }
            let word = &words[to - 1];
            let wh = match kind {
                _ if word.capital && says(words, to) => "who",
                _ if word.is_person() && kind == Kind::Thing
                    || words[left..from].iter().any(|word| word.is_person() && word.tag == Tag::Noun) =>
                {
                    "who"
                }
                Kind::Name if leads_to_place(words, left) => {
                    return (left - 1, to, "where".to_owned());
                }
                // "the river Tane": a noun says what it is.
                Kind::Name if is_thing(word) || words[left..from].iter().any(common) => "what",
                Kind::Name if titled(words, left) => "who",
                Kind::Name => "who or what",
                _ => "what",
            };
            (left, with_of(words, to), wh.to_owned())
        }
    }
}

/// Whether a name is that of a place, by the preposition before it.
pub(super) fn leads_to_place(words: &[Word], at: usize) -> bool {
    let before = at.checked_sub(1).filter(|_| !words[at].parted).map(|before| words[before].lower.as_str());
    matches!(before, Some("in" | "at" | "near" | "outside"))
}

/// "how many votes", "how much", "which number".
fn number(raw: &str, words: &[Word], from: usize, to: usize) -> (usize, usize, String) {
    let unit =
        |at: usize| words.get(at).is_some_and(|word| !word.parted && UNITS.contains(&word.lower.as_str()));
    let signed = raw[..words[from].span.start].trim_end().ends_with(CURRENCIES)
        || raw[words[to - 1].span.end..].trim_start().starts_with('%');
    let mut right = to;
    while unit(right) {
        right += 1;
    }
    if signed || right > to {
        return (from, right, "how much".to_owned());
    }
    let phrase = words[to..].iter().take(3).take_while(|word| {
        !word.parted && matches!(word.tag, Tag::Noun | Tag::Adjective | Tag::Determiner | Tag::Adverb)
    });
    let counted =
        { phrase }.any(|word| word.tag == Tag::Noun && (word.lower.ends_with('s') || word.is_person()));
    (from, to, if counted { "how many" } else { "which number" }.to_owned())
}

/// Whether a word left of a fact is a part of its phrase.
fn belongs(word: &Word) -> bool {
    match word.tag {
        Tag::Determiner => !matches!(word.lower.as_str(), "all" | "both"),
        Tag::Adjective => true,
        Tag::Noun => word.content && word.lower != "s",
        _ => false,
    }
}

/// Whether it is a noun that is no name.
fn common(word: &Word) -> bool {
    word.tag == Tag::Noun && word.content && !word.capital
}

/// One past a phrase with the "of ..." that belongs to it: "the exact cause of death".
fn with_of(words: &[Word], to: usize) -> usize {
    if words.get(to).is_none_or(|word| word.lower != "of" || word.parted) {
        return to;
    }
    let inside = |word: &Word| {
        !word.parted && matches!(word.tag, Tag::Determiner | Tag::Adjective | Tag::Noun | Tag::Number)
    };
    let end = (to + 1..words.len()).find(|&at| !inside(&words[at])).unwrap_or(words.len());
    if words[end - 1].tag == Tag::Noun { end } else { to }
}

/// Whether a name is that of a place or a body of people, by its last word.
fn is_thing(word: &Word) -> bool {
    const THINGS: [&str; 26] = [
        "state",
        "university",
        "city",
        "park",
        "trust",
        "agency",
        "council",
        "club",
        "party",
        "court",
        "league",
        "cup",
        "cluster",
        "street",
        "road",
        "hospital",
        "school",
        "company",
        "bank",
        "committee",
        "union",
        "church",
        "museum",
        "award",
        "act",
        "office",
    ];
    THINGS.contains(&word.lower.as_str())
}

/// Whether a title stands before a name, or begins it.
fn titled(words: &[Word], left: usize) -> bool {
    const TITLES: [&str; 14] = [
        "mr",
        "mrs",
        "ms",
        "miss",
        "dr",
        "sir",
        "lord",
        "lady",
        "president",
        "prof",
        "professor",
        "baroness",
        "prince",
        "king",
    ];
    let near = [left.checked_sub(1), Some(left)].into_iter().flatten();
    near.filter_map(|at| words.get(at)).any(|word| TITLES.contains(&word.lower.as_str()))
}

/// Whether somebody says something from here on.
fn says(words: &[Word], at: usize) -> bool {
    const SAYING: [&str; 16] = [
        "said",
        "says",
        "told",
        "tells",
        "asked",
        "added",
        "insisted",
        "warned",
        "claimed",
        "believes",
        "thinks",
        "hopes",
        "wants",
        "urged",
        "admitted",
        "announced",
    ];
    words.get(at).is_some_and(|word| SAYING.contains(&word.lower.as_str()))
}

fn is_finite(word: &Word) -> bool {
    matches!(word.tag, Tag::Verb | Tag::Modal)
        || (word.tag == Tag::Auxiliary && !word.lower.starts_with("be"))
}

/// Whether a phrase of its own begins at a word.
fn begins(words: &[Word], at: usize) -> bool {
    words[at].parted || at > 0 && words[at - 1].tag == Tag::Conjunction
}

/// Where the question begins: with the sentence, or else with a phrase behind its middle that has a subject of its own.
fn first(words: &[Word], left: usize) -> usize {
    let subject = |at: usize| {
        matches!(words[at].tag, Tag::Determiner | Tag::Noun | Tag::Pronoun | Tag::Number | Tag::Adjective)
            && words[at..left].iter().any(is_finite)
    };
    let start = if left <= BEFORE {
        0
    } else {
        (left - BEFORE..=left - LEAST).find(|&at| begins(words, at) && subject(at)).unwrap_or(0)
    };
    // "and", "but", "that" join it to what is left out.
    let joins = |word: &Word| word.tag == Tag::Conjunction || word.lower == "who" || word.lower == "which";
    (start..left).find(|&at| !joins(&words[at])).unwrap_or(start)
}

/// One past its last word: at the end of the sentence or of a phrase. Where no verb stands before the question word,
/// one has to come.
fn last(words: &[Word], right: usize, told: bool) -> usize {
    let most = words.len().min(right + AFTER + if told { 0 } else { BEFORE / 2 });
    let leads = |at: usize| {
        matches!(words[at].tag, Tag::Preposition | Tag::Conjunction | Tag::Question | Tag::To | Tag::Pronoun)
    };
    let mut told = told;
    let (mut end, mut phrase) = (right, right);
    while end < most {
        if told && (words[end].parted || matches!(words[end].tag, Tag::Conjunction | Tag::Question)) {
            return trimmed(words, right, end);
        }
        if told && leads(end) {
            phrase = end;
        }
        told |= is_finite(&words[end]);
        end += 1;
    }
    // Cut in the middle of a phrase, it ends before that.
    let cut = if end < words.len() && !words[end].parted && phrase > right { phrase } else { end };
    trimmed(words, right, cut)
}

/// Without words at the end that lead on to what is left out.
fn trimmed(words: &[Word], right: usize, mut end: usize) -> usize {
    let leads = |word: &Word| {
        matches!(
            word.tag,
            Tag::Determiner
                | Tag::Preposition
                | Tag::Conjunction
                | Tag::Question
                | Tag::To
                | Tag::Auxiliary
                | Tag::Modal
        )
    };
    while end > right && end < words.len() && leads(&words[end - 1]) {
        end -= 1;
    }
    end
}
