//! Roles of arguments.

use crate::text::in_word_list;

/// The relation of an argument to its predicate, with passives converted to actives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Role {
    /// Who or what does it: the subject of the active; for a copula, the one that is described.
    Agent,
    /// Who or what it is done to: the object of the active.
    Patient,
    /// Who receives something or is told something.
    Recipient,
    /// The quality or class that somebody or something has or gets.
    Attribute,
    /// The content of saying, thinking, planning or trying.
    Content,
    /// When.
    Time,
    /// Where, from where or to where.
    Place,
    /// Because of what.
    Cause,
    /// In which case.
    Condition,
    /// Despite what.
    Concession,
    /// To what end.
    Purpose,
    /// How.
    Manner,
    /// Any other prepositional relation.
    Other,
}

impl Role {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Nouns that denote a time.
const TIMES: &str = " monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun january february march april may june july \
    august september october november december jan feb mar apr jun jul aug sep sept oct nov dec today yesterday tomorrow tonight morning afternoon evening night \
    midnight noon midday day days week weeks weekend weekends month months year years decade decades century \
    centuries hour hours minute minutes second seconds moment season summer winter spring autumn quarter christmas easter \
    eve dawn dusk sunrise sunset spell pm am p.m. a.m. gmt bst anniversary while period ";
/// Adverbs of time.
const WHEN: &str = " now then today yesterday tomorrow tonight recently later earlier soon ago currently previously once \
    afterwards afterward immediately eventually finally initially originally early late overnight ";
/// Adverbs of place.
const WHERE: &str =
    " here there abroad nearby home away outside inside downtown upstairs overseas elsewhere everywhere ";
/// Nouns that denote a place.
const PLACES: &str = " city town village country county state region district area street road house home flat apartment \
    building office school college university hospital hotel court prison jail airport station church mosque museum \
    park garden stadium arena ground pitch field beach sea ocean river lake island mountain hill forest coast border \
    bridge shop store market restaurant pub bar club kitchen room hall theatre theater cinema studio factory plant \
    farm camp base site scene venue centre center capital suburb neighbourhood neighborhood parliament embassy \
    headquarters hospital clinic morgue cemetery motorway highway harbour harbor port world north south east west \
    province continent desert valley square car van bus train plane ship boat ";
/// Prepositions of place, before a place.
const AT: &str = " in at on near outside inside across from to into through towards toward over under along around behind \
    beside between beyond off onto throughout within above below ";
/// Prepositions of time, whatever follows.
const DURING: &str = " during after before since until till following ago ";
/// Prepositions of time, before a time.
const ON: &str = " in on at by from to for within over through throughout between late early around about ";

/// Whether a lower-cased noun denotes a time, or is a year.
pub(super) fn is_time(word: &str) -> bool {
    // "Feb."
    let word = word.strip_suffix('.').unwrap_or(word);
    in_word_list(TIMES, word)
        || word.len() == 4 && matches!(word.parse::<u32>(), Ok(1000..=2100))
        || word.len() == 5 && word.ends_with('s') && word[..4].parse::<u32>().is_ok()
}

/// Whether a word can be a time of day: "nine", "8:15", "9am".
fn is_clock(word: &str) -> bool {
    const HOURS: &str = " one two three four five six seven eight nine ten eleven twelve ";
    let digits = word.trim_end_matches("am").trim_end_matches("pm");
    let short = digits.len() <= 5 && digits.starts_with(|c: char| c.is_ascii_digit());
    let clock = digits.len() < word.len() || digits.contains([':', '.']) || digits.len() <= 2;
    in_word_list(HOURS, word)
        || short && clock && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '.'))
}

/// Whether a word is the day of a month: "18th".
fn is_day(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    word.len() == digits.len() + 2 && matches!(digits.parse::<u32>(), Ok(1..=31))
}

/// Returns the role of a phrase, given its lower-cased preposition ("" if it has none) and head noun, and
/// whether the noun is a name.
pub(super) fn of_phrase(preposition: &str, noun: &str, name: bool) -> Role {
    let clock = || is_clock(noun);
    match preposition {
        "because of" | "due to" | "owing to" | "thanks to" | "as a result of" => Role::Cause,
        "despite" | "in spite of" => Role::Concession,
        "" if is_time(noun) => Role::Time,
        "" => Role::Other,
        _ if in_word_list(DURING, preposition) => Role::Time,
        _ if in_word_list(ON, preposition) && is_time(noun) => Role::Time,
        "at" | "by" | "around" | "about" if clock() => Role::Time,
        "on" if is_day(noun) => Role::Time,
        _ if in_word_list(AT, preposition) && (name || in_word_list(PLACES, noun)) => Role::Place,
        _ => Role::Other,
    }
}

/// Returns the role of a lower-cased adverb; none for one that only comments on the statement or links it,
/// such as "also".
pub(super) fn of_adverb(adverb: &str) -> Option<Role> {
    /// Adverbs in "-ly" that express neither manner nor time.
    const POINTING: &str = " only really actually apparently reportedly allegedly possibly probably certainly \
        clearly obviously particularly especially mainly mostly nearly hardly barely namely ";
    match adverb {
        _ if in_word_list(WHEN, adverb) => Some(Role::Time),
        _ if in_word_list(WHERE, adverb) => Some(Role::Place),
        _ if adverb.ends_with("ly") && !in_word_list(POINTING, adverb) => Some(Role::Manner),
        _ => None,
    }
}

/// Returns the role of an adverbial clause, given the lower-cased word that introduces it; none without such
/// a word, since the clause is then a statement of its own.
pub(super) fn of_clause(marker: &str) -> Option<Role> {
    Some(match marker {
        "if" | "unless" | "provided" | "whether" | "in case" => Role::Condition,
        "because" | "since" => Role::Cause,
        "when" | "after" | "before" | "until" | "till" | "once" | "as" | "as soon as" | "whenever" => {
            Role::Time
        }
        "although" | "though" | "while" | "whereas" | "despite" | "even though" | "even if" => {
            Role::Concession
        }
        "to" | "in order to" | "so that" | "so as to" | "in order" => Role::Purpose,
        "by" | "without" | "like" | "as if" => Role::Manner,
        "for" | "of" | "in" | "on" | "about" | "from" | "with" | "at" | "over" | "against" | "into" => {
            Role::Other
        }
        _ => return None,
    })
}
