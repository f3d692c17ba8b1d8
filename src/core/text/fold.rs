//! Normalises words for comparison: case, stems, and the spelling of numbers.

use std::borrow::Cow;

use memchr::memmem;
use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::Stem;

/// FNV-1a with 64 bits. It is simple and gives the same result on every machine and in every release, which
/// matters because tables keyed by it are frozen into the binary.
pub fn hash64(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Returns a token in the form that rubrics count: lower-cased, and otherwise unchanged.
pub fn fold_token(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.to_lowercase())
    }
}

/// Returns the hashed stem of a lower-cased word. Inflections of a word share it, and so do variants that
/// texts use interchangeably: "1,200" and "1200", "twelve" and "12", "o’neill" and "o'neill", "lópez" and
/// "lopez".
pub fn stem_of(lower: &str) -> Stem {
    if !lower.is_ascii() {
        let plain = plain_letters(lower);
        if plain != lower {
            return stem_of(&plain);
        }
    }
    if let Some(number) = spelled_number(lower) {
        return Stem(hash64(number.as_bytes()));
    }
    if lower.starts_with(|c: char| c.is_ascii_digit()) {
        let plain: String = lower.chars().filter(|c| *c != ',').collect();
        return Stem(hash64(plain.as_bytes()));
    }
    let word = lower.strip_suffix("'s").unwrap_or(lower);
    // The stemmer is created for each word, since it borrows nothing and creating it costs nothing.
    let stem =
        if word.is_ascii() { Stemmer::create(Algorithm::English).stem(word) } else { Cow::Borrowed(word) };
    Stem(hash64(stem.as_bytes()))
}

/// Returns a word with straight apostrophes, and without accents on Latin letters.
fn plain_letters(word: &str) -> String {
    let mut is_latin = false;
    let is_kept = |c: &char| {
        let is_accent = is_latin && is_combining_mark(*c);
        is_latin = is_accent || c.is_ascii_alphabetic();
        !is_accent
    };
    word.nfd().filter(is_kept).nfc().map(|c| if c == '’' { '\'' } else { c }).collect()
}

/// Returns a small cardinal number as digits.
fn spelled_number(word: &str) -> Option<&'static str> {
    Some(match word {
        "zero" => "0",
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        "eleven" => "11",
        "twelve" => "12",
        "thirteen" => "13",
        "fourteen" => "14",
        "fifteen" => "15",
        "sixteen" => "16",
        "seventeen" => "17",
        "eighteen" => "18",
        "nineteen" => "19",
        "twenty" => "20",
        "thirty" => "30",
        "forty" => "40",
        "fifty" => "50",
        "sixty" => "60",
        "seventy" => "70",
        "eighty" => "80",
        "ninety" => "90",
        _ => return None,
    })
}

/// Replaces each run of white space, including line ends, by one space. Blanking out parts of a text leaves
/// long runs.
pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text with its first letter capitalised.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a text with its first letter in lower case.
pub fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Whether a word ends like a possessive: "mayor's", "players'".
pub fn is_possessive(word: &str) -> bool {
    ["'s", "’s", "s'", "s’"].iter().any(|end| word.ends_with(end))
}

/// Whether a word is in a list separated by white space, as in a data file. The list is searched directly, so
/// that nothing has to be built at start-up. For a thousand words or more a hash table is better.
pub fn in_word_list(list: &str, word: &str) -> bool {
    let (bytes, word) = (list.as_bytes(), word.as_bytes());
    let is_apart = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    !word.is_empty()
        && memmem::find_iter(bytes, word).any(|at| {
            is_apart(at.checked_sub(1).map(|before| &bytes[before])) && is_apart(bytes.get(at + word.len()))
        })
}

/// Whether a word begins with one of the entries of a list separated by white space.
pub fn begins_in_word_list(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|beginning| word.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_differ_in_how_they_are_typed_have_one_stem() {
        for (a, b) in [
            ("o’neill", "o'neill"),
            ("lo\u{301}pez", "lópez"),
            ("café", "cafe"),
            ("mayor’s", "mayor"),
            ("d’arcy", "d'arcy's"),
        ] {
            assert_eq!(stem_of(a), stem_of(b), "{a}");
        }
        // In other scripts, an accent makes a different letter.
        assert_ne!(stem_of("й"), stem_of("и"));
    }

    #[test]
    fn a_word_of_a_line_stands_between_spaces() {
        const LINE: &str = " see also cf. the there ";
        for word in ["see", "cf.", "the", "there"] {
            assert!(in_word_list(LINE, word), "{word}");
        }
        for word in ["", " ", "als", "so", "her", "cf", "There"] {
            assert!(!in_word_list(LINE, word), "{word:?}");
        }
    }
}
