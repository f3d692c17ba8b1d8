//! Word tables embedded in the binary, which are searched in place without any start-up work, and phrase
//! lists, which are parsed on first use.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::text::{Sentence, Stem, fold_token, hash64, stem_of, word_spans};

/// Number of digits of a hash in a frozen table.
const DIGITS: usize = 16;

/// A table of lines of equal length: a hash in sixteen hexadecimal digits, a space, and a value. The lines
/// are in ascending order, and hexadecimal digits sort like the numbers, so bisection works on the text
/// itself.
#[derive(Clone, Copy, Debug)]
pub struct Frozen {
    text: &'static str,
    width: usize,
}

impl Frozen {
    /// Creates a table whose lines have `width` bytes, including the line feed.
    pub const fn new(text: &'static str, width: usize) -> Frozen {
        Frozen { text, width }
    }

    /// Returns the value for the hash of a word.
    pub fn find(&self, hash: u64) -> Option<&'static str> {
        let mut key = [0; DIGITS];
        for (at, digit) in key.iter_mut().enumerate() {
            let nibble = (hash >> (4 * (DIGITS - 1 - at))) & 0xf;
            *digit = b"0123456789abcdef"[nibble as usize];
        }
        let bytes = self.text.as_bytes();
        let (mut low, mut high) = (0, bytes.len() / self.width);
        while low < high {
            let middle = low + (high - low) / 2;
            let line = middle * self.width;
            match bytes[line..line + DIGITS].cmp(&key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    return self.text.get(line + DIGITS + 1..line + self.width - 1);
                }
            }
        }
        None
    }
}

/// A set of words, compared by hash.
#[derive(Debug)]
pub struct WordSet(FxHashSet<u64>);

impl WordSet {
    /// Parses words separated by white space. Words with an apostrophe are added with the curved one too.
    pub fn read(list: &str) -> WordSet {
        let both = |word: &str| [hash64(word.as_bytes()), hash64(word.replace('\'', "’").as_bytes())];
        WordSet(list.split_whitespace().flat_map(both).collect())
    }

    /// Whether a token of a sentence is one of the words.
    pub fn has(&self, sentence: &Sentence, at: usize) -> bool {
        sentence.tokens.get(at).is_some_and(|token| self.0.contains(&token.word))
    }

    /// Whether any token of a sentence is one of the words.
    pub fn has_any(&self, sentence: &Sentence) -> bool {
        sentence.tokens.iter().any(|token| self.0.contains(&token.word))
    }
}

/// Whether a phrase also matches inflected forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Exact,
    Stemmed,
}

/// A phrase of a list.
#[derive(Debug)]
pub struct Phrase {
    /// Text of the phrase in the list.
    pub text: &'static str,
    /// Note of the phrase in the list.
    pub note: &'static str,
    form: Form,
    words: Vec<(u64, Stem)>,
    /// Hashes of words that must not follow it.
    not_after: Vec<u64>,
    /// Hashes of words that must not precede it.
    not_before: Vec<u64>,
}

/// Phrases, indexed by their first word.
#[derive(Debug, Default)]
pub struct Phrases {
    all: Vec<Phrase>,
    exact: FxHashMap<u64, Vec<u32>>,
    stemmed: FxHashMap<Stem, Vec<u32>>,
}

impl Phrases {
    /// Parses a list with one phrase per line, followed by tab-separated fields: a note, `|` and words that
    /// must not follow, `<` and words that must not precede. `~` before a phrase allows inflected forms; `#`
    /// begins a comment.
    pub fn read(list: &'static str) -> Phrases {
        let mut out = Phrases::default();
        for line in list.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let head = line.split('\t').next().unwrap_or_default();
            let (form, text) = match head.strip_prefix('~') {
                Some(rest) => (Form::Stemmed, rest),
                None => (Form::Exact, head),
            };
            let (mut note, mut not_after, mut not_before) = ("", Vec::new(), Vec::new());
            for field in line.split('\t').skip(1) {
                if let Some(words) = field.strip_prefix('|') {
                    not_after.extend(words.split(' ').map(|word| hash64(word.as_bytes())));
                } else if let Some(words) = field.strip_prefix('<') {
                    not_before.extend(words.split(' ').map(|word| hash64(word.as_bytes())));
                } else {
                    note = field;
                }
            }
            let words: Vec<(u64, Stem)> = word_spans(text)
                .map(|span| {
                    let lower = fold_token(&text[span.range()]).into_owned();
                    (hash64(lower.as_bytes()), stem_of(&lower))
                })
                .collect();
            let Some(&(word, stem)) = words.first() else { continue };
            let at = out.all.len() as u32;
            match form {
                Form::Exact => out.exact.entry(word).or_default().push(at),
                Form::Stemmed => out.stemmed.entry(stem).or_default().push(at),
            }
            out.all.push(Phrase { text, note, form, words, not_after, not_before });
        }
        out
    }

    /// Returns the longest phrase that begins at a token, with its number of tokens.
    pub fn at(&self, sentence: &Sentence, token: usize) -> Option<(&Phrase, usize)> {
        let first = sentence.tokens.get(token)?;
        let exact = self.exact.get(&first.word).into_iter().flatten();
        let stemmed = self.stemmed.get(&first.stem).into_iter().flatten();
        exact
            .chain(stemmed)
            .map(|&at| &self.all[at as usize])
            .filter(|phrase| phrase.fits(sentence, token))
            .max_by_key(|phrase| phrase.words.len())
            .map(|phrase| (phrase, phrase.words.len()))
    }

    /// Returns all phrases of a sentence, without overlaps, with their first token and number of tokens.
    pub fn find<'a>(&'a self, sentence: &'a Sentence) -> impl Iterator<Item = (&'a Phrase, usize, usize)> {
        let mut next = 0;
        (0..sentence.tokens.len()).filter_map(move |token| {
            if token < next {
                return None;
            }
            let (phrase, length) = self.at(sentence, token)?;
            next = token + length;
            Some((phrase, token, length))
        })
    }
}

impl Phrase {
    fn fits(&self, sentence: &Sentence, first: usize) -> bool {
        let Some(tokens) = sentence.tokens.get(first..first + self.words.len()) else { return false };
        let same = tokens.iter().zip(&self.words).all(|(token, (word, stem))| match self.form {
            Form::Exact => token.word == *word,
            Form::Stemmed => token.stem == *stem,
        });
        let word_at = |at: Option<usize>| at.and_then(|at| sentence.tokens.get(at)).map(|token| token.word);
        let barred = |words: &[u64], at: Option<usize>| word_at(at).is_some_and(|word| words.contains(&word));
        same && (!self.text.contains('-') || is_hyphenated(sentence, first, self.words.len()))
            && !barred(&self.not_after, Some(first + self.words.len()))
            && !barred(&self.not_before, first.checked_sub(1))
    }
}

/// Whether there is no white space between the words of a run.
fn is_hyphenated(sentence: &Sentence, first: usize, length: usize) -> bool {
    let (from, to) = (sentence.tokens[first].span.start, sentence.tokens[first + length - 1].span.end);
    !sentence.text[from..to].contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frozen_lines_are_found_and_others_are_not() {
        let table = Frozen::new("0000000000000001 a\n00000000000000ff b\nffffffffffffffff c\n", 19);
        let found: Vec<_> = [0, 1, 2, 0xff, u64::MAX].iter().map(|hash| table.find(*hash)).collect();
        assert_eq!(found, [None, Some("a"), None, Some("b"), Some("c")]);
    }

    #[test]
    fn phrases_match_inflections_only_where_marked_and_mind_their_neighbours() {
        let list = Phrases::read(
            "# comment\n~thug\tsuspects\nradical\tbold\t|surgery\t<not\nso-called\t-\nradical left\tleft",
        );
        let find = |text: &str| -> Vec<String> {
            let sentence = Sentence::new(text);
            list.find(&sentence).map(|(phrase, at, n)| format!("{}@{at}+{n}", phrase.text)).collect()
        };
        assert_eq!(find("Thugs and a radical plan"), ["thug@0+1", "radical@3+1"]);
        assert_eq!(find("radicals; radical surgery; not radical"), [] as [String; 0]);
        assert_eq!(
            find("the radical left is so called, the so-called plan"),
            ["radical left@1+2", "so-called@7+2"]
        );
    }
}
