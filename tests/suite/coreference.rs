//! Compares coreference with the `Entity` column of GUM in the development part of the treebanks.
//!
//! The test is skipped if the file is missing. `LOCKBENCH_BLESS=1` rewrites the table of docs/reading.md.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use flate2::read::GzDecoder;
use lockbench::syntax;
use lockbench::syntax::Relation;
use lockbench::syntax::conllu::{Sentence, read};
use lockbench::text::coreference::{Clause, Entities, Resolver};
use lockbench::text::proposition::propositions;

use crate::marks::hold_table;

/// Most words between a noun and its determiner.
const MAX_DETERMINER_GAP: usize = 8;

/// Number of mentions in the treebank with an antecedent, of links made, and of correct links.
type Counts = [usize; 3];

/// Returns the treebank's entities by the position of their head: sentence and word.
fn gold(document: &[Sentence]) -> HashMap<(usize, usize), HashSet<String>> {
    let mut out: HashMap<(usize, usize), HashSet<String>> = HashMap::new();
    for (number, sentence) in document.iter().enumerate() {
        for (at, misc) in sentence.misc.iter().enumerate() {
            let Some(value) = misc.split('|').find_map(|part| part.strip_prefix("Entity=")) else { continue };
            for opened in value.split('(').skip(1) {
                let fields: Vec<&str> = opened.split([')', '-']).collect();
                // id, type, status (which may hold a colon), salience, centre, heads
                let (Some(id), Some(heads)) = (fields.first(), fields.get(5)) else { continue };
                for head in heads.split(',').filter_map(|head| head.parse::<usize>().ok()) {
                    out.entry((number, at + head - 1)).or_default().insert((*id).to_owned());
                }
            }
        }
    }
    out
}

/// Returns the class of a mention in the table, by the treebank's tree.
fn class(sentence: &Sentence, at: usize) -> Option<&'static str> {
    let nodes = sentence.tree.as_ref().map_or(&[][..], |tree| &tree.nodes);
    let tag = nodes.get(at).map_or("", |node| node.tag.as_str());
    let is_definite = |child: usize| {
        let word = sentence.words[child].to_lowercase();
        nodes[child].head == Some(at) && ["the", "this", "that", "these", "those"].contains(&word.as_str())
    };
    Some(match sentence.words[at].to_lowercase().as_str() {
        "he" | "him" | "his" | "himself" | "she" | "her" | "hers" | "herself" => "he, she",
        "they" | "them" | "their" | "theirs" | "themselves" => "they",
        "i" | "me" | "my" | "mine" | "myself" => "I",
        _ if tag == "PROPN" => "name",
        _ if tag == "NOUN"
            && nodes[at].relation != Relation::Appos
            && (at.saturating_sub(MAX_DETERMINER_GAP)..at).any(is_definite) =>
        {
            "the mayor, this club"
        }
        _ => return None,
    })
}

fn links(document: &[Sentence]) -> (Entities, Vec<syntax::Tree>) {
    let mut resolver = Resolver::default();
    let mut trees = Vec::new();
    for sentence in document {
        let words: Vec<&str> = sentence.words.iter().map(String::as_str).collect();
        let tree = syntax::parse(&words);
        let found = propositions(&words, &tree);
        let speaker = sentence.comment("speaker");
        resolver.read(Clause { words: &words, tree: &tree, propositions: &found, speaker });
        trees.push(tree);
    }
    (resolver.finish(), trees)
}

fn count(document: &[Sentence], counts: &mut BTreeMap<&'static str, Counts>) {
    let gold = gold(document);
    let (found, _) = links(document);
    let mut known: HashSet<&String> = HashSet::new();
    for (number, sentence) in document.iter().enumerate() {
        for at in 0..sentence.words.len() {
            let Some(ids) = gold.get(&(number, at)) else { continue };
            let is_known = ids.iter().any(|id| known.contains(id));
            known.extend(ids);
            // The words of a name are one mention.
            let again = at > 0 && gold.get(&(number, at - 1)).is_some_and(|before| before == ids);
            if let Some(class) = class(sentence, at).filter(|_| !again) {
                counts.entry(class).or_default()[0] += usize::from(is_known);
            }
        }
    }
    for one in &found.mentions {
        let Some(before) = one.antecedent.map(|at| &found.mentions[at]) else { continue };
        let Some(class) = class(&document[one.sentence], one.head) else { continue };
        let ids = [(one.sentence, one.head), (before.sentence, before.head)].map(|key| gold.get(&key));
        let right = matches!(ids, [Some(own), Some(other)] if !own.is_disjoint(other));
        let count = counts.entry(class).or_default();
        count[1] += 1;
        count[2] += usize::from(right);
    }
}

fn table(counts: &BTreeMap<&'static str, Counts>) -> String {
    let mut out = String::from(
        "| mention | with one before | links | right | precision | recall |\n|---|---:|---:|---:|---:|---:|\n",
    );
    for (class, [marked, made, right]) in counts {
        let share = |of: usize| 100.0 * *right as f64 / of.max(1) as f64;
        writeln!(
            out,
            "| {class} | {marked} | {made} | {right} | {:.0} | {:.0} |",
            share(*made),
            share(*marked)
        )
        .expect("a string");
    }
    out
}

#[test]
fn links_are_as_good_as_measured() {
    let folder =
        std::env::var_os("LOCKBENCH_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    for name in ["ud-train.conllu.gz", "ud-dev.conllu.gz"] {
        let is_dev = name.starts_with("ud-dev");
        // Rules are tuned on the training part, which takes longer.
        if !is_dev && std::env::var_os("LOCKBENCH_TUNE").is_none() {
            continue;
        }
        let Ok(file) = File::open(folder.join(name)) else {
            eprintln!("skipped: {name} is not in {}", folder.display());
            return;
        };
        let lines = BufReader::new(GzDecoder::new(file)).lines();
        let mut counts = BTreeMap::new();
        let mut document: Vec<Sentence> = Vec::new();
        let mut is_gum = false;
        for sentence in read(lines) {
            let sentence = sentence.expect("a treebank");
            if let Some(id) = sentence.comment("newdoc id") {
                count(&std::mem::take(&mut document), &mut counts);
                is_gum = id.starts_with("GUM");
            }
            if is_gum {
                document.push(sentence);
            }
        }
        count(&document, &mut counts);
        eprintln!("{name}\n{}", table(&counts));
        if is_dev {
            hold_table("coreference", &table(&counts));
        }
    }
}
