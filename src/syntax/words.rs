//! Context-free features of a word for the parser: its entry in the vocabulary, and its hashed prefixes,
//! suffixes and shape.
//!
//! `tools/train_parser.py` contains the same functions.

use std::borrow::Cow;

/// Number of rows in the table of hashed affixes.
pub const BUCKETS: u32 = 8_192;
/// Number of buckets of a word: three prefixes, four suffixes, one shape.
pub const SLOTS: usize = 8;
/// Number of characters of a word that determine its shape.
const SHAPED: usize = 24;
/// Length in characters of the longest prefix and suffix.
const PREFIXES: u8 = 3;
const SUFFIXES: u8 = 4;
/// Values that distinguish the kinds of affixes in their hashes.
const SUFFIX: u8 = 10;
const SHAPE: u8 = 20;

/// Returns a word as most of a treebank has it: with plain quotation marks and brackets, and a smiley for an emoji.
pub fn normal(word: &str) -> Cow<'_, str> {
    let plain = match word {
        "``" | "''" => "\"",
        _ if word.starts_with(is_pictograph) => ":)",
        _ if word.len() == 5 && word.starts_with('-') => match word.to_ascii_lowercase().as_str() {
            "-lrb-" => "(",
            "-rrb-" => ")",
            "-lsb-" => "[",
            "-rsb-" => "]",
            "-lcb-" => "{",
            "-rcb-" => "}",
            _ => word,
        },
        _ => word,
    };
    if plain.contains(['\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}']) {
        Cow::Owned(plain.replace(['\u{2018}', '\u{2019}'], "'").replace(['\u{201c}', '\u{201d}'], "\""))
    } else {
        Cow::Borrowed(plain)
    }
}

/// Whether a character is in one of the blocks of symbols and pictographs that have the emoji.
fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Lower-cases a word character by character, so that the number of characters stays the same.
pub fn lower(word: &str) -> String {
    word.chars().map(small).collect()
}

fn small(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// Returns the buckets of a word's affixes and shape; `lower` is the word in lower case.
pub fn affixes(word: &str, lower: &str) -> [u32; SLOTS] {
    let mut out = [0; SLOTS];
    let mut slots = out.iter_mut();
    let mut set = |kind: u8, text: &str| {
        if let Some(slot) = slots.next() {
            *slot = bucket(kind, text);
        }
    };
    for n in 1..=PREFIXES {
        let end = lower.char_indices().nth(usize::from(n)).map_or(lower.len(), |(at, _)| at);
        set(n, &lower[..end]);
    }
    for n in 1..=SUFFIXES {
        let start = lower.char_indices().rev().nth(usize::from(n) - 1).map_or(0, |(at, _)| at);
        set(SUFFIX + n, &lower[start..]);
    }
    set(SHAPE, &shape(word));
    out
}

/// Returns the shape of a word: runs of capitals, small letters and digits become X, x and d; other
/// characters are unchanged. A first run of more than one character has two signs: "I" is X, "In" Xx, "UN"
/// XX.
fn shape(word: &str) -> String {
    let (mut out, mut signs, mut last) = (String::new(), 0, None);
    for c in word.chars().take(SHAPED) {
        let sign = if c.is_ascii_digit() {
            'd'
        } else if c.is_alphabetic() {
            if small(c) == c { 'x' } else { 'X' }
        } else {
            c
        };
        if last != Some(sign) || signs == 1 {
            out.push(sign);
            signs += 1;
            last = Some(sign);
        }
    }
    out
}

/// Returns the table row of an affix: the 32-bit FNV-1a hash of its kind and text, modulo the number of rows.
fn bucket(kind: u8, text: &str) -> u32 {
    let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(hash(0x811c_9dc5, kind), hash) % BUCKETS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_tell_capitals_digits_and_signs() {
        for (word, expected) in [
            ("I", "X"),
            ("UN", "XX"),
            ("In", "Xx"),
            ("NATO", "XX"),
            ("company", "xx"),
            ("McDonald", "XxXx"),
            ("3.5", "d.d"),
            ("1990s", "ddx"),
            ("...", ".."),
            ("", ""),
            ("世界", "xx"),
        ] {
            assert_eq!(shape(word), expected, "{word}");
        }
    }

    #[test]
    fn quotation_marks_and_brackets_are_plain() {
        assert_eq!(normal("n\u{2019}t"), "n't");
        assert_eq!(normal("``"), "\"");
        assert_eq!(normal("-LRB-"), "(");
        assert_eq!(normal("-ish-"), "-ish-");
        assert_eq!([normal("❤\u{fe0f}"), normal("👩\u{200d}🚒"), normal("©")], [":)", ":)", "©"]);
        assert_eq!(lower("\u{130}STANBUL"), "\u{130}stanbul", "as many characters as before");
    }

    #[test]
    fn short_words_have_all_their_affixes() {
        let buckets = affixes("a", "a");
        assert_eq!(buckets[0], bucket(1, "a"));
        assert_eq!(buckets[3], bucket(11, "a"));
        // The numbers computed by the training script.
        assert_eq!(affixes("Running", "running"), PYTHON_RUNNING);
        assert_eq!(affixes("世", "世")[6], bucket(14, "世"));
        assert!(affixes("", "").iter().all(|bucket| *bucket < BUCKETS));
    }

    const PYTHON_RUNNING: [u32; SLOTS] = [4314, 672, 4755, 6103, 424, 7792, 2099, 1723];
}
