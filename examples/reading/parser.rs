//! Evaluates the tagger and parser on a treebank: attachment scores and single relations, by genre.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Instant;

use flate2::read::GzDecoder;
use lockbench::syntax::conllu::{Sentence, read};
use lockbench::syntax::{self, Relation, Tree};

/// The relations with a column of their own.
pub const RELATIONS: [Relation; 8] = [
    Relation::Nsubj,
    Relation::Obj,
    Relation::NsubjPass,
    Relation::OblAgent,
    Relation::Ccomp,
    Relation::Conj,
    Relation::Advcl,
    Relation::AclRelcl,
];

/// Counts over some sentences.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Number of sentences.
    pub sentences: usize,
    /// Number of words, and of those with the right tag, with the right head, and with the right head and
    /// relation.
    pub words: usize,
    tags: usize,
    heads: usize,
    labelled: usize,
    /// For each of [`RELATIONS`]: number in the treebank, found, and found correctly.
    relations: [[usize; 3]; RELATIONS.len()],
    /// Number of words in the treebank, split from the text, and in both.
    split: [usize; 3],
}

impl Counts {
    fn share(&self, of: usize) -> f64 {
        100.0 * of as f64 / self.words.max(1) as f64
    }

    /// Returns the accuracy of the parts of speech, in per cent.
    pub fn upos(&self) -> f64 {
        self.share(self.tags)
    }

    /// Returns the unlabelled attachment score including punctuation, in per cent.
    pub fn uas(&self) -> f64 {
        self.share(self.heads)
    }

    /// Returns the labelled attachment score, in per cent.
    pub fn las(&self) -> f64 {
        self.share(self.labelled)
    }

    /// Returns the F1 of one of [`RELATIONS`], in per cent; `None` if the treebank has none.
    pub fn f1(&self, relation: usize) -> Option<f64> {
        let [gold, _, _] = self.relations[relation];
        (gold > 0).then(|| f1(self.relations[relation]))
    }

    /// Returns the F1 of the word segmentation, in per cent.
    pub fn words_f1(&self) -> f64 {
        f1(self.split)
    }

    fn add(&mut self, other: &Counts) {
        self.sentences += other.sentences;
        self.words += other.words;
        self.tags += other.tags;
        self.heads += other.heads;
        self.labelled += other.labelled;
        for (to, from) in self.relations.iter_mut().flatten().zip(other.relations.iter().flatten()) {
            *to += from;
        }
        for (to, from) in self.split.iter_mut().zip(other.split) {
            *to += from;
        }
    }

    fn compare(&mut self, gold: &Tree, own: &Tree) {
        self.sentences += 1;
        for (gold, own) in gold.nodes.iter().zip(&own.nodes) {
            let head = gold.head == own.head;
            self.words += 1;
            self.tags += usize::from(gold.tag == own.tag);
            self.heads += usize::from(head);
            self.labelled += usize::from(head && gold.relation == own.relation);
            for (counts, relation) in self.relations.iter_mut().zip(RELATIONS) {
                let [in_gold, in_own] = [gold, own].map(|node| node.relation == relation);
                counts[0] += usize::from(in_gold);
                counts[1] += usize::from(in_own);
                counts[2] += usize::from(in_gold && in_own && head);
            }
        }
    }

    fn compare_words(&mut self, sentence: &Sentence) {
        let Some((text, gold)) = placed(sentence) else { return };
        let own: HashSet<_> = syntax::split(text).into_iter().map(|range| (range.start, range.end)).collect();
        let more = [gold.len(), own.len(), gold.iter().filter(|word| own.contains(*word)).count()];
        self.split.iter_mut().zip(more).for_each(|(to, from)| *to += from);
    }
}

/// Returns the F1 from the numbers in the treebank, found, and found correctly.
fn f1([gold, found, right]: [usize; 3]) -> f64 {
    200.0 * right as f64 / (gold + found).max(1) as f64
}

/// Returns a treebank's words as bytes of the sentence's text; `None` if they do not occur there in
/// sequence.
fn placed(sentence: &Sentence) -> Option<(&str, Vec<(usize, usize)>)> {
    let text = sentence.comment("text")?;
    let (mut at, mut out) = (0, Vec::new());
    for word in &sentence.words {
        let start = at + text[at..].len() - text[at..].trim_start().len();
        at = start + text[start..].starts_with(word.as_str()).then_some(word.len())?;
        out.push((start, at));
    }
    Some((text, out))
}

/// Parses one sentence in `every` of a treebank; returns the counts by bank and genre, and the
/// microseconds per word.
pub fn measure(file: &Path, every: usize) -> Result<(BTreeMap<String, Counts>, f64), Box<dyn Error>> {
    let reader = BufReader::new(GzDecoder::new(File::open(file)?));
    let mut out: BTreeMap<String, Counts> = BTreeMap::new();
    let (mut genre, mut seconds) = (String::new(), 0.0);
    // Loads the network before the clock starts.
    syntax::parse(&["Yes"]);
    for (number, sentence) in read(reader.lines()).enumerate() {
        let sentence = sentence?;
        if let Some(name) = sentence.comment("bank") {
            genre = name.to_owned();
        }
        if number % every > 0 {
            continue;
        }
        let gold = sentence.tree.as_ref().ok_or("a sentence without a tree")?;
        let words: Vec<&str> = sentence.words.iter().map(String::as_str).collect();
        let start = Instant::now();
        let own = syntax::parse(&words);
        seconds += start.elapsed().as_secs_f64();
        let counts = out.entry(genre.clone()).or_default();
        counts.compare(gold, &own);
        counts.compare_words(&sentence);
    }
    let words: usize = out.values().map(|counts| counts.words).sum();
    Ok((out, 1e6 * seconds / words.max(1) as f64))
}

/// Returns the sum of the counts of all genres of a bank.
pub fn together(measured: &BTreeMap<String, Counts>, bank: &str) -> Counts {
    let mut out = Counts::default();
    measured.iter().filter(|(genre, _)| genre.starts_with(bank)).for_each(|(_, counts)| out.add(counts));
    out
}

/// Returns the tables of the page.
pub fn tables(measured: &BTreeMap<String, Counts>) -> String {
    let mut out = String::from("| genre | sentences | words | words split | UPOS | UAS | LAS |");
    let mut rows: Vec<(String, Counts)> =
        measured.iter().map(|(genre, counts)| (genre.clone(), counts.clone())).collect();
    for (name, bank) in [("**EWT**", "EWT"), ("**GUM**", "GUM"), ("**all**", "")] {
        rows.push((name.to_owned(), together(measured, bank)));
    }
    out.push_str("\n|---|---|---|---|---|---|---|\n");
    for (name, of) in &rows {
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {:.1} | {:.1} | {:.1} | {:.1} |",
            of.sentences,
            of.words,
            of.words_f1(),
            of.upos(),
            of.uas(),
            of.las()
        );
    }
    let names: Vec<String> = RELATIONS.iter().map(|relation| format!("`{relation}`")).collect();
    let _ = write!(out, "\n| genre | {} |\n|---{}|\n", names.join(" | "), "|---".repeat(RELATIONS.len()));
    for (name, of) in &rows {
        let cell = |relation| of.f1(relation).map_or("–".to_owned(), |f1| format!("{f1:.0}"));
        let cells: Vec<String> = (0..RELATIONS.len()).map(cell).collect();
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    }
    out
}
