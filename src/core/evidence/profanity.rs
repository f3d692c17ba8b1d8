//! Profane words and slurs, and their disguises.
//!
//! The words stand in the binary as hashes with their kind; what makes a word with an innocent sense profane are
//! its neighbours. Whole words are compared, never parts of words.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::wordlist::{Frozen, Phrases, WordSet};
use crate::labels::LabelValue;
use crate::text::{Sentence, Span, fold_token, hash64};

/// Words as `HASH KIND`, made by `examples/freeze_words.rs`.
const WORDS: Frozen = Frozen::new(include_str!("lexicon/issues_words.txt"), 20);
/// Masked shapes ("x***") of the commonest.
const MASKS: Frozen = Frozen::new(include_str!("lexicon/issues_masks.txt"), 20);
/// Innocent neighbours, `HASH NEIGHBOURS`.
const CONTEXTS: &str = include_str!("lexicon/issues_contexts.txt");

static PHRASES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::read(include_str!("lexicon/issues_phrases.txt")));

/// How far, in words, an innocent neighbour is looked for.
const MAX_NEIGHBOUR_GAP: usize = 6;

/// What it takes for a word of the table to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// It has no other.
    Sure,
    /// It has an innocent one, which its neighbours or the article tell.
    Other,
    /// It is mostly innocent: it counts after a word that makes it personal.
    Personal,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Slur, strong or mild profanity, insult.
    pub kind: LabelValue,
    /// What it takes to count.
    pub sense: Sense,
}

/// A profane word in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Bytes within the sentence.
    pub span: Span,
    /// Slur, strong or mild profanity, insult.
    pub kind: LabelValue,
    /// Whether it has an innocent sense.
    pub doubtful: bool,
    /// Whether its letters were masked or replaced.
    pub disguised: bool,
    /// Hash of the word, lower-cased; 0 for a phrase.
    pub word: u64,
}

/// What the table knows of a lower-cased word, by its hash.
pub fn entry(hash: u64) -> Option<Entry> {
    WORDS.find(hash).and_then(read_entry)
}

fn read_entry(value: &str) -> Option<Entry> {
    let mut letters = value.chars();
    let kind = match letters.next()? {
        's' => LabelValue::Slur,
        'p' => LabelValue::StrongProfanity,
        'm' => LabelValue::MildProfanity,
        _ => LabelValue::Insult,
    };
    let sense = match letters.next()? {
        '!' => Sense::Sure,
        '?' => Sense::Other,
        _ => Sense::Personal,
    };
    Some(Entry { kind, sense })
}

/// The profane words of a sentence, in order.
pub fn scan(sentence: &Sentence) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    for (_, first, length) in PHRASES.find(sentence) {
        let span = sentence.tokens[first].span.join(sentence.tokens[first + length - 1].span);
        hits.push(Hit { span, kind: LabelValue::MildProfanity, doubtful: false, disguised: false, word: 0 });
    }
    plain_words(sentence, &mut hits);
    disguised_words(sentence, &mut hits);
    // A phrase yields to a stronger word in it.
    hits.sort_by_key(|hit| (hit.span.start, std::cmp::Reverse(hit.span.end)));
    let mut out: Vec<Hit> = Vec::new();
    for hit in hits {
        match out.last_mut() {
            Some(last) if last.span.overlaps(hit.span) => {
                if severity(hit.kind) > severity(last.kind) {
                    *last = hit;
                }
            }
            _ => out.push(hit),
        }
    }
    out
}

/// Kinds from the mildest to the worst.
pub fn severity(kind: LabelValue) -> usize {
    const ORDER: [LabelValue; 6] = [
        LabelValue::BiasedWording,
        LabelValue::MildProfanity,
        LabelValue::Insult,
        LabelValue::Stereotype,
        LabelValue::StrongProfanity,
        LabelValue::Slur,
    ];
    ORDER.iter().position(|&known| known == kind).unwrap_or(0)
}

fn plain_words(sentence: &Sentence, hits: &mut Vec<Hit>) {
    let tokens = &sentence.tokens;
    for (at, token) in tokens.iter().enumerate() {
        let mut word = token.word;
        let mut span = token.span;
        let mut found = entry(word);
        if found.is_none() {
            let written = sentence.word(token);
            if let Some(bare) = written.strip_suffix("'s").or_else(|| written.strip_suffix("’s")) {
                word = hash64(bare.to_lowercase().as_bytes());
                span = Span::new(span.start, span.start + bare.len());
                found = entry(word);
            }
        }
        if found.is_none()
            && let Some(next) = tokens.get(at + 1)
            && next.span.start - token.span.end == 1
        {
            word = extended(extended(token.word, " "), sentence.word(next));
            span = token.span.join(next.span);
            found = entry(word);
        }
        let Some(found) = found else { continue };
        if is_abbreviation(sentence, at) {
            continue;
        }
        let counts = match found.sense {
            Sense::Sure => true,
            Sense::Other => !has_innocent_neighbour(sentence, at, word),
            Sense::Personal => is_personal(sentence, at) && !has_innocent_neighbour(sentence, at, word),
        };
        if counts {
            let doubtful = found.sense != Sense::Sure;
            hits.push(Hit { span, kind: found.kind, doubtful, disguised: false, word });
        }
    }
}

/// The hash of a word with more after it: the hash of a whole is made byte by byte from that of its beginning.
fn extended(hash: u64, more: &str) -> u64 {
    more.bytes()
        .fold(hash, |hash, byte| (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x100_0000_01b3))
}

/// Whether a word is written in capitals while the sentence is not: "ABO", "JAP".
fn is_abbreviation(sentence: &Sentence, at: usize) -> bool {
    const MAX_ABBREVIATION_CHARS: usize = 4;
    let capitals = |word: &str| word.chars().all(|c| !c.is_lowercase()) && word.contains(char::is_uppercase);
    let word = sentence.word(&sentence.tokens[at]);
    if word.len() > MAX_ABBREVIATION_CHARS || !capitals(word) {
        return false;
    }
    let shouted = sentence.tokens.iter().filter(|token| capitals(sentence.word(token))).count();
    shouted * 2 <= sentence.tokens.len()
}

fn has_innocent_neighbour(sentence: &Sentence, at: usize, word: u64) -> bool {
    let key = format!("{word:016x} ");
    let Some(line) = CONTEXTS.lines().find(|line| line.starts_with(&key)) else { return false };
    let near = at.saturating_sub(MAX_NEIGHBOUR_GAP)..(at + MAX_NEIGHBOUR_GAP + 1).min(sentence.tokens.len());
    let neighbours: Vec<u64> =
        line[key.len()..].split(' ').map(|neighbour| hash64(neighbour.as_bytes())).collect();
    near.clone().any(|i| i != at && neighbours.contains(&sentence.tokens[i].word))
}

/// Whether a word is said of somebody: after "you", "his", "such a", "a total", "stupid" and the like.
fn is_personal(sentence: &Sentence, at: usize) -> bool {
    static BEFORE: LazyLock<WordSet> = LazyLock::new(|| {
        WordSet::read(
            " you your youre you're u ur my me his her him their them our a an such total complete absolute \
        utter little lazy dumb stupid fucking big real massive giant fat old ",
        )
    });
    const CLOSE: usize = 2;
    let from = at.saturating_sub(CLOSE);
    (from..at).any(|before| BEFORE.has(sentence, before))
}

/// Words whose letters are masked, replaced, doubled, accented or spaced out.
fn disguised_words(sentence: &Sentence, hits: &mut Vec<Hit>) {
    for (start, chunk) in chunks(&sentence.text) {
        let core = chunk.trim_matches(|c: char| !is_letter_like(c));
        // Stars on both sides are emphasis, not masks.
        let core = if chunk.starts_with('*') { core.trim_end_matches('*') } else { core };
        let core = core.strip_suffix("'s").or_else(|| core.strip_suffix("’s")).unwrap_or(core);
        if core.len() < 3 || !is_odd(core) {
            continue;
        }
        let offset = start + (core.as_ptr() as usize - chunk.as_ptr() as usize);
        let span = Span::new(offset, offset + core.len());
        if hits.iter().any(|hit| hit.span.overlaps(span)) {
            continue;
        }
        if let Some(found) = unmask(core) {
            let word = hash64(fold_token(core).as_bytes());
            hits.push(Hit { span, kind: found.kind, doubtful: false, disguised: true, word });
        }
    }
}

/// Runs without white space or dashes that separate, with their first bytes.
fn chunks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(|c: char| c.is_whitespace() || matches!(c, '/' | ',' | ';' | '(' | ')' | '"' | '“' | '”'))
        .map(|chunk| (chunk.as_ptr() as usize - text.as_ptr() as usize, chunk))
        .filter(|(_, chunk)| !chunk.is_empty())
}

fn is_letter_like(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '*' | '@' | '$')
}

/// Whether a chunk is worth the longer look: letters along with masks, digits, other scripts or a triple letter.
fn is_odd(core: &str) -> bool {
    const MAX_CHUNK_CHARS: usize = 64;
    if core.len() > MAX_CHUNK_CHARS
        || !core.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '$' | '@'))
    {
        return false;
    }
    let letters = core.chars().filter(|c| c.is_alphabetic()).count();
    if letters == 0 {
        return false;
    }
    let masked =
        core.contains(['*', '#', '@', '$', '!', '_', '+']) || core.contains("--") || core.contains('—');
    let digits = core.chars().filter(char::is_ascii_digit).count();
    let bytes = core.as_bytes();
    let tripled = bytes.windows(3).any(|w| w[0].is_ascii_alphabetic() && w[0] == w[1] && w[1] == w[2]);
    let spelled = core.is_ascii() && is_spelled(&core.chars().collect::<Vec<_>>());
    masked || tripled || spelled || !core.is_ascii() || (digits > 0 && letters >= 2 && core.len() >= 4)
}

/// Whether single letters stand apart: "a-b-c-d". Shorter ones are abbreviations.
fn is_spelled(chars: &[char]) -> bool {
    const SHORTEST: usize = 7;
    chars.len() >= SHORTEST
        && chars.iter().step_by(2).all(|c| c.is_alphabetic())
        && chars.iter().skip(1).step_by(2).all(|c| matches!(c, '.' | '-' | '_' | '*'))
}

/// What a disguised word stands for, if the table has it.
fn unmask(core: &str) -> Option<Entry> {
    let plain: Vec<char> = core
        .nfkd()
        .filter(|c| !is_invisible(*c) && !unicode_normalization::char::is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(latin)
        .take(40)
        .collect();
    let letters: String = plain.iter().filter(|c| c.is_alphabetic()).collect();
    if is_spelled(&plain) {
        return lookup(&letters);
    }
    let leet: String = plain.iter().map(|&c| unleet(c)).collect();
    if leet.chars().all(char::is_alphabetic) {
        return lookup(&leet).or_else(|| squeezed(&leet));
    }
    wildcards(&leet)
}

fn lookup(word: &str) -> Option<Entry> {
    entry(hash64(word.as_bytes())).filter(|found| found.sense != Sense::Personal || word.len() > 3)
}

/// The word with runs of three or more letters cut to one, or to two.
fn squeezed(word: &str) -> Option<Entry> {
    [1, 2].into_iter().find_map(|keep| {
        let mut out = String::with_capacity(word.len());
        let letters: Vec<char> = word.chars().collect();
        let mut at = 0;
        while at < letters.len() {
            let run = letters[at..].iter().take_while(|&&c| c == letters[at]).count();
            let kept = if run >= 3 { keep } else { run };
            out.extend(std::iter::repeat_n(letters[at], kept));
            at += run;
        }
        (out != word).then(|| lookup(&out)).flatten()
    })
}

/// A word with masks in it: every letter is tried for one or two, the frozen shapes tell longer runs.
fn wildcards(word: &str) -> Option<Entry> {
    const LETTERS: &[u8] = b"eiauoucsktgnhrldbfmpwyvjqxz";
    let is_mask = |c: char| matches!(c, '*' | '#' | '-' | '_' | '—' | '%' | '&');
    let mut bytes: Vec<u8> = Vec::with_capacity(word.len());
    for c in word.chars() {
        match c {
            'a'..='z' => bytes.push(c as u8),
            c if is_mask(c) => bytes.push(b'*'),
            _ => return None,
        }
    }
    let masks: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i] == b'*').collect();
    if bytes.len() < 3 || bytes[0] == b'*' || masks.len() == bytes.len() {
        return None;
    }
    match masks[..] {
        [] => None,
        [one] => LETTERS.iter().find_map(|&letter| {
            bytes[one] = letter;
            entry(hash64(&bytes))
        }),
        [one, two] => LETTERS.iter().find_map(|&first| {
            LETTERS.iter().find_map(|&second| {
                (bytes[one], bytes[two]) = (first, second);
                entry(hash64(&bytes))
            })
        }),
        _ => MASKS.find(hash64(&bytes)).and_then(read_entry),
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}')
}

/// Letters of other scripts that look like Latin ones.
fn latin(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'с' | 'ϲ' => 'c',
        'е' | 'ε' => 'e',
        'һ' => 'h',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' => 'u',
        'х' | 'χ' => 'x',
        'у' => 'y',
        other => other,
    }
}

fn unleet(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' | '+' => 't',
        other => other,
    }
}

/// Words of the table of a kind, as hashes: tests take theirs from here, so that no test spells a slur.
#[cfg(test)]
pub fn hashes_of(kind: LabelValue) -> Vec<u64> {
    include_str!("lexicon/issues_words.txt")
        .lines()
        .filter_map(|line| u64::from_str_radix(&line[..16], 16).ok())
        .filter(|hash| entry(*hash).is_some_and(|found| found.kind == kind && found.sense == Sense::Sure))
        .collect()
}
