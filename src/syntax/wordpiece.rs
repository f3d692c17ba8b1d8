//! WordPiece tokenisation as in BERT: lower case, no accents, punctuation separated, longest known beginning
//! first. Also the table of vectors of the pieces that comes with the program.
//!
//! Invariant: no I/O; the table is read on first use.

mod shipped;

pub use shipped::shipped;

use rustc_hash::FxHashMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A vocabulary with the tokeniser's settings.
#[derive(Debug)]
pub struct WordPiece {
    ids: FxHashMap<Box<str>, u32>,
    /// Prefix of a piece that is not the first of its word.
    prefix: Box<str>,
    /// Length of the longest entry in bytes.
    longest: usize,
    /// Length in characters beyond which a word counts as unknown.
    longest_word: usize,
    lower: bool,
    strip: bool,
}

/// Settings of a tokeniser.
#[derive(Debug)]
pub struct Manner {
    /// Prefix of a piece that is not the first of its word.
    pub prefix: String,
    /// Length in characters beyond which a word counts as unknown.
    pub longest_word: usize,
    /// Whether letters are lower-cased.
    pub lower: bool,
    /// Whether accents are removed.
    pub strip: bool,
}

impl Default for Manner {
    /// The settings of the uncased BERT models.
    fn default() -> Manner {
        Manner { prefix: "##".to_owned(), longest_word: 100, lower: true, strip: true }
    }
}

impl WordPiece {
    /// A vocabulary of entries with their rows.
    pub fn new(entries: impl Iterator<Item = (Box<str>, u32)>, manner: Manner) -> WordPiece {
        let ids: FxHashMap<_, _> = entries.collect();
        let longest = ids.keys().map(|entry| entry.len()).max().unwrap_or(0);
        let Manner { prefix, longest_word, lower, strip } = manner;
        WordPiece { ids, prefix: prefix.into(), longest, longest_word, lower, strip }
    }

    /// The highest row of any entry.
    pub fn last(&self) -> Option<u32> {
        self.ids.values().copied().max()
    }

    /// Calls back with the row of each piece of a text, in order. A word with an unknown piece yields no row.
    pub fn pieces(&self, text: &str, mut each: impl FnMut(u32)) {
        let mut word = String::new();
        let mut buffer = String::new();
        let mut take = |c: char| match class(c) {
            Class::Inside => word.push(c),
            Class::Nothing => {}
            Class::Apart | Class::Between => {
                self.word(&mut word, &mut buffer, &mut each);
                if class(c) == Class::Apart {
                    word.push(c);
                    self.word(&mut word, &mut buffer, &mut each);
                }
            }
        };
        for c in text.chars() {
            if c.is_ascii() {
                take(if self.lower { c.to_ascii_lowercase() } else { c });
                continue;
            }
            let strip = |c: &char| !(self.strip && is_combining_mark(*c));
            match (self.lower, self.strip) {
                (true, true) => {
                    std::iter::once(c).nfd().filter(strip).flat_map(char::to_lowercase).for_each(&mut take);
                }
                (true, false) => c.to_lowercase().for_each(&mut take),
                (false, true) => std::iter::once(c).nfd().filter(strip).for_each(&mut take),
                (false, false) => take(c),
            }
        }
        take(' ');
    }

    fn word(&self, word: &mut String, buffer: &mut String, each: &mut impl FnMut(u32)) {
        if !word.is_empty() {
            self.split(word, buffer, each);
            word.clear();
        }
    }

    fn split(&self, word: &str, buffer: &mut String, each: &mut impl FnMut(u32)) {
        // In most cases the vocabulary contains the whole word.
        if let Some(id) = self.ids.get(word) {
            return each(*id);
        }
        if word.chars().count() > self.longest_word {
            return;
        }
        let mut ids = Vec::new();
        let mut start = 0;
        while start < word.len() {
            let lead: &str = if start == 0 { "" } else { &self.prefix };
            let mut end = word.len().min(start + self.longest);
            let found = loop {
                while !word.is_char_boundary(end) {
                    end -= 1;
                }
                if end <= start {
                    // One unknown piece makes the whole word unknown.
                    return;
                }
                buffer.clear();
                buffer.push_str(lead);
                buffer.push_str(&word[start..end]);
                if let Some(id) = self.ids.get(buffer.as_str()) {
                    break *id;
                }
                end -= 1;
            };
            ids.push(found);
            start = end;
        }
        ids.into_iter().for_each(each);
    }
}

/// The effect of a character on a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// It is part of a word.
    Inside,
    /// It is a word of its own.
    Apart,
    /// It ends a word.
    Between,
    /// It is ignored.
    Nothing,
}

fn class(c: char) -> Class {
    if c.is_ascii_alphanumeric() {
        Class::Inside
    } else if c.is_ascii_punctuation() {
        Class::Apart
    } else if c.is_whitespace() {
        Class::Between
    } else if c.is_control()
        || matches!(c, '\u{FFFD}' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    {
        Class::Nothing
    } else if is_ideograph(c) || is_punctuation(c) {
        Class::Apart
    } else {
        Class::Inside
    }
}

/// Whether a character is a Chinese character, which is a word of its own, in the blocks that BERT names.
fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c),
        0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x20000..=0x2A6DF | 0x2A700..=0x2CEAF | 0xF900..=0xFAFF | 0x2F800..=0x2FA1F)
}

/// Whether a character is punctuation outside ASCII (the Unicode categories P), for the most common scripts.
fn is_punctuation(c: char) -> bool {
    matches!(u32::from(c),
        0xA1 | 0xA7 | 0xAB | 0xB6 | 0xB7 | 0xBB | 0xBF | 0x37E | 0x387 | 0x55A..=0x55F | 0x589 | 0x58A | 0x5BE | 0x5C0
        | 0x5C3 | 0x5C6 | 0x5F3 | 0x5F4 | 0x609 | 0x60A | 0x60C | 0x60D | 0x61B | 0x61D..=0x61F | 0x66A..=0x66D
        | 0x6D4 | 0x964 | 0x965 | 0x970 | 0xE4F | 0xE5A | 0xE5B | 0x10FB | 0x2010..=0x2027 | 0x2030..=0x2043
        | 0x2045..=0x2051 | 0x2053..=0x205E | 0x207D | 0x207E | 0x208D | 0x208E | 0x2308..=0x230B | 0x2329 | 0x232A
        | 0x2768..=0x2775 | 0x27E6..=0x27EF | 0x2983..=0x2998 | 0x2E00..=0x2E4F | 0x2E52..=0x2E5D | 0x3001..=0x3003
        | 0x3008..=0x3011 | 0x3014..=0x301F | 0x3030 | 0x303D | 0x30A0 | 0x30FB | 0xFE10..=0xFE19 | 0xFE30..=0xFE52
        | 0xFE54..=0xFE61 | 0xFE63 | 0xFE68 | 0xFE6A | 0xFE6B | 0xFF01..=0xFF03 | 0xFF05..=0xFF0A | 0xFF0C..=0xFF0F
        | 0xFF1A | 0xFF1B | 0xFF1F | 0xFF20 | 0xFF3B..=0xFF3D | 0xFF3F | 0xFF5B | 0xFF5D | 0xFF5F..=0xFF65)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let entries = [
            "the", "un", "##aff", "##able", "company", "'", "s", "cafe", "naive", "世", "界", "£", "##5",
            ".", "—",
        ];
        let pieces =
            WordPiece::new(entries.iter().zip(0..).map(|(e, i)| (Box::from(*e), i)), Manner::default());
        let mut out = Vec::new();
        pieces.pieces(text, |id| out.push(entries[id as usize].to_owned()));
        out
    }

    #[test]
    fn the_longest_known_beginning_goes_first() {
        assert_eq!(split("UNAFFABLE"), ["un", "##aff", "##able"]);
        // One unknown piece makes the word unknown: "unaffx" has no pieces.
        assert_eq!(split("unaffx the"), ["the"]);
    }

    #[test]
    fn punctuation_and_ideographs_stand_alone_and_accents_fall() {
        assert_eq!(split("The company's Café."), ["the", "company", "'", "s", "cafe", "."]);
        assert_eq!(split("naïve—世界"), ["naive", "—", "世", "界"]);
        assert_eq!(split("£5"), ["£", "##5"], "a sign of money is no punctuation to BERT");
        assert_eq!(split("nai\u{308}ve \u{0}th\u{200B}e"), ["naive", "the"]);
    }

    #[test]
    fn a_monster_of_a_word_is_unknown_and_quick() {
        assert!(split(&"un".repeat(100_000)).is_empty());
        assert!(split("").is_empty());
    }
}
