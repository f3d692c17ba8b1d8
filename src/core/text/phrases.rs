//! Phrases that are synonymous with a word or with another phrase: "step down" and "resign".

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{Stem, Token, in_word_list, stem_of};

/// A group of words and phrases that are synonymous in some common sense. Two single words of a group are not
/// treated as synonyms of each other on account of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PhraseGroup(u16);

/// Words and phrases, one group a line, separated by `|`, with verbs and nouns in their base form.
const GROUPS: &str = include_str!("lexicon/phrases.txt");
/// The forms of irregular words, one word a line.
const FORMS: &str = include_str!("lexicon/forms.txt");
/// Words before which an object may be inserted: "called the game off".
const PARTICLES: &str = " up down out off away back on over in aside apart together round through ";
/// Largest number of words in such an object.
const MAX_GAP: usize = 2;

#[derive(Default)]
struct Lexicon {
    /// The groups that contain a word.
    of_word: FxHashMap<Stem, Vec<PhraseGroup>>,
    /// The phrases by their first word: the other words, whether an object may be inserted, and the group.
    by_first: FxHashMap<Stem, Vec<(Vec<Stem>, bool, PhraseGroup)>>,
    /// The single words of each group.
    words: Vec<Vec<Stem>>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut irregular: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for line in FORMS.lines() {
        for form in line.split(' ') {
            irregular.entry(form).or_default().push(line);
        }
    }
    let forms = |word: &str| -> Vec<Stem> {
        let listed = irregular.get(word).into_iter().flatten().flat_map(|line| line.split(' '));
        let mut all: Vec<Stem> = listed.chain([word]).map(stem_of).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let mut lexicon = Lexicon::default();
    for (line, number) in GROUPS.lines().zip(0..) {
        let group = PhraseGroup(number);
        let mut words = Vec::new();
        for item in line.split(" | ") {
            let mut rest = item.split(' ');
            let first = forms(rest.next().unwrap_or_default());
            let is_open = item.rsplit(' ').next().is_some_and(|last| in_word_list(PARTICLES, last));
            let rest: Vec<Stem> = rest.map(stem_of).collect();
            for first in first {
                if rest.is_empty() {
                    lexicon.of_word.entry(first).or_default().push(group);
                    words.push(first);
                } else {
                    lexicon.by_first.entry(first).or_default().push((rest.clone(), is_open, group));
                }
            }
        }
        lexicon.words.push(words);
    }
    lexicon
});

impl PhraseGroup {
    /// The groups that contain a word.
    pub fn of_word(word: Stem) -> &'static [PhraseGroup] {
        LEXICON.of_word.get(&word).map_or(&[], Vec::as_slice)
    }

    /// Its single words.
    pub fn words(self) -> &'static [Stem] {
        &LEXICON.words[usize::from(self.0)]
    }
}

/// Returns the listed phrases in a sentence, each with its group and the indices of its tokens.
pub fn phrases(tokens: &[Token]) -> impl Iterator<Item = (PhraseGroup, Vec<usize>)> {
    tokens.iter().enumerate().flat_map(move |(first, token)| {
        let listed = LEXICON.by_first.get(&token.stem).map_or(&[][..], Vec::as_slice);
        listed.iter().filter_map(move |(rest, is_open, group)| {
            let gap = if *is_open { MAX_GAP } else { 0 };
            let mut places = vec![first];
            for stem in rest {
                let next = places.last()? + 1;
                let within = tokens.get(next..tokens.len().min(next + 1 + gap))?;
                places.push(next + within.iter().position(|token| token.stem == *stem)?);
            }
            Some((*group, places))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Sentence;

    /// Returns the phrases in a sentence that are synonymous with a word.
    fn meaning(sentence: &str, word: &str) -> Vec<Vec<String>> {
        let sentence = Sentence::new(sentence);
        let groups = PhraseGroup::of_word(stem_of(word));
        let found = phrases(&sentence.tokens).filter(|(group, _)| groups.contains(group));
        found.map(|(_, places)| places.iter().map(|at| sentence.lower(*at).into_owned()).collect()).collect()
    }

    #[test]
    fn a_phrase_is_found_in_every_form_and_about_its_object() {
        assert_eq!(meaning("The head stood down in May.", "resigned"), [["stood", "down"]]);
        assert_eq!(meaning("They called the second game off.", "cancel"), Vec::<Vec<String>>::new());
        assert_eq!(meaning("They called the game off.", "cancelled"), [["called", "off"]]);
        assert_eq!(meaning("The chief executive left.", "ceo"), [["chief", "executive"]]);
        assert_eq!(meaning("It is a record year.", "annual"), Vec::<Vec<String>>::new());
    }

    #[test]
    fn every_group_has_a_phrase() {
        for line in GROUPS.lines() {
            assert!(line.split(" | ").any(|item| item.contains(' ')) && line.contains(" | "), "{line}");
            assert!(line.split(" | ").all(|item| item.split(' ').all(|word| !word.is_empty())), "{line}");
        }
    }
}
