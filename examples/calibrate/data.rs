//! Reads people's judgements with the signals of the labels concerned.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use lockbench::engine::{Analysis, Engine};
use lockbench::evidence::calibration::fit::{Observation, WIDE, row as row_of};
use lockbench::evidence::{
    AnalysisCache, Article, Indexed, propose_for_reference, propose_pair, word_support,
};
use lockbench::labels::{Label, Labels, List, Signals};
use lockbench::text::{Span, Text, hash64};
use serde_json::Value;

use super::doubted::{self, Doubted, system};
use super::fit::{Group, level};

/// The judgements of each list.
#[derive(Debug, Default)]
pub struct Judged {
    /// Whether a reader found key points at least partly and fully covered, in the tuned half of the
    /// marked cases.
    pub key_points: Vec<Group>,
    /// The same in the held-out half.
    pub held_back: Vec<Group>,
    /// Share of a reference's content in a summary, with answers to questions about the reference and
    /// about the article.
    pub coverage_qags: Vec<Group>,
    /// Whether any claim is not fully supported.
    pub doubted: Vec<Doubted>,
    /// Share of an answer's content words that nobody marked.
    pub claim_qags: Vec<Group>,
    /// Words of summaries: how far the article supports each, and whether people marked it.
    pub words: Vec<(f64, bool)>,
    /// Share of an unsupported wording's content words that people marked.
    pub extraneous: Vec<Group>,
}

/// Number of people, out of three, who must have marked a word for it to count as hallucinated.
const AGREEING: usize = 2;

/// Reads the data sets in a folder.
pub fn read(folder: &Path) -> Result<Judged, Box<dyn Error>> {
    let mut out = Judged { doubted: doubted::read(folder)?, ..Judged::default() };
    let mut engine = Engine::default();
    for row in rows(folder, "realsumm-dev.jsonl.gz")? {
        let recall = row["human"]["litepyramid_recall"].as_f64().ok_or("litepyramid_recall")?;
        let article = Article::new(Text::new(text(&row, "article")?));
        let summary = Indexed::new(Text::new(text(&row, "summary")?));
        let own = propose_pair(&article, &summary, &mut AnalysisCache::default());
        let reference = Article::new(Text::new(row["references"][0].as_str().ok_or("a reference")?));
        // People looked for the content of the reference. The reference takes the article's place in one
        // analysis, since its questions correspond to what they looked for. The questions about the
        // article approximate these when a summary is judged.
        const LIST: List = List::CoverageQags;
        let asked = propose_for_reference(&reference, &article, &summary);
        out.coverage_qags.extend(group("REALSumm, references", &row, recall, signals(&asked, LIST)));
        out.coverage_qags.extend(group("REALSumm", &row, recall, signals(&own, LIST)));
    }
    points(folder, &mut out)?;
    for row in rows(folder, "xsumfaith-dev.jsonl.gz")? {
        let analysis = engine.analyse_pair(text(&row, "article")?, text(&row, "summary")?);
        xsum(&row, &analysis, &mut out);
    }
    for row in rows(folder, "summeval-dev.jsonl.gz")? {
        let mean = row["human"]["consistency"].as_f64().ok_or("consistency")?;
        let analysis = engine.analyse_pair(text(&row, "article")?, text(&row, "summary")?);
        whole("SummEval", &row, mean >= BEST, &analysis, &mut out);
    }
    for row in rows(folder, "summedits-dev.jsonl.gz")? {
        let consistent = row["human"]["consistent"].as_f64().ok_or("consistent")?;
        let analysis = engine.analyse_pair(text(&row, "article")?, text(&row, "summary")?);
        whole("SummEdits", &row, consistent == 1.0, &analysis, &mut out);
    }
    level(&mut out.claim_qags);
    Ok(out)
}

/// Compares a reader's key points of articles with the summaries; the points take the article's place.
fn points(folder: &Path, out: &mut Judged) -> Result<(), Box<dyn Error>> {
    let mut sets: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in std::fs::read_to_string(MARKED)?.lines() {
        let mark: Value = serde_json::from_str(line)?;
        let set = text(&mark, "set")?;
        if !sets.contains_key(set) {
            sets.insert(set.to_owned(), rows(folder, &format!("{set}-dev.jsonl.gz"))?);
        }
        let row = sets[set].iter().find(|row| row["id"] == mark["id"]).ok_or("a marked case")?;
        let half = if text(&mark, "half")? == "tuned" { &mut out.key_points } else { &mut out.held_back };
        let article = Article::new(Text::new(text(row, "article")?));
        let summary = Indexed::new(Text::new(text(row, "summary")?));
        let listed = |key: &str| mark[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        for (point, covered) in listed("key_points").zip(listed("covered")) {
            let proposals = propose_for_reference(&Article::new(Text::new(point)), &article, &summary);
            let [signals] = signals(&proposals, List::KeyPoints)[..] else { continue };
            for (truth, side) in [(covered != "not", 1.0), (covered == "fully", -1.0)] {
                let judged = group("marked cases", row, f64::from(u8::from(truth)), vec![signals]);
                half.extend(judged.map(|mut group| {
                    group.judged.rows[0][WIDE - 1] = side;
                    group
                }));
            }
        }
    }
    Ok(())
}

/// Cases with a reader's key points (docs/reading.md).
const MARKED: &str = "tests/data/cases.jsonl";

/// The experts' best rating of consistency.
const BEST: f64 = 5.0;

/// Adds a summary judged as a whole. If it is right, all its parts are right; if it is wrong, the wrong
/// part is unknown.
fn whole(set: &'static str, row: &Value, is_right: bool, analysis: &Analysis, out: &mut Judged) {
    if is_right {
        for label in labels(&analysis.proposals, List::ClaimQags) {
            out.claim_qags.extend(group(set, row, 1.0, of(label)));
        }
        for label in labels(&analysis.proposals, List::Extraneous) {
            out.extraneous.extend(group(set, row, 0.0, of(label)));
        }
    }
}

/// Adds a summary in which people marked the hallucinated words.
fn xsum(row: &Value, analysis: &Analysis, out: &mut Judged) {
    const SET: &str = "XSum";
    let marked = marked(row, analysis.summary.raw());
    let article = Article::new(analysis.article.clone());
    let words = word_support(&article, &analysis.summary);
    out.words.extend(words.iter().map(|(span, support)| (*support, marked[span.range()].iter().any(|m| *m))));
    let share = |span: Span| {
        let inside = |token: Span| token.start < span.end && token.end > span.start;
        let words: Vec<bool> = analysis
            .summary
            .tokens()
            .filter(|(place, token)| token.is_content() && inside(*place))
            .map(|(place, _)| marked[place.range()].iter().any(|marked| *marked))
            .collect();
        let any = marked[span.range()].iter().any(|marked| *marked);
        match words.len() {
            0 => f64::from(u8::from(any)),
            all => words.iter().filter(|marked| **marked).count() as f64 / all as f64,
        }
    };
    for label in labels(&analysis.proposals, List::ClaimQags) {
        let Some(&span) = label.summary.first() else { continue };
        out.claim_qags.extend(group(SET, row, 1.0 - share(span), of(label)));
    }
    for label in labels(&analysis.proposals, List::Extraneous) {
        let Some(&span) = label.summary.first() else { continue };
        out.extraneous.extend(group(SET, row, share(span), of(label)));
    }
}

/// Returns, for each byte of the summary, whether enough people marked it.
fn marked(row: &Value, summary: &str) -> Vec<bool> {
    let mut places: Vec<usize> = summary.char_indices().map(|(at, _)| at).collect();
    places.push(summary.len());
    let mut by: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); summary.len()];
    for span in row["spans"].as_array().into_iter().flatten() {
        let at = |key: &str| span[key].as_u64().map_or(0, |at| places[(at as usize).min(places.len() - 1)]);
        let (start, end) = (at("start"), at("end"));
        for byte in by.iter_mut().take(end).skip(start) {
            byte.insert(span["annotator"].as_str().unwrap_or_default());
        }
    }
    by.into_iter().map(|people| people.len() >= AGREEING).collect()
}

/// Reads the rows of a data set.
pub fn rows(folder: &Path, name: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(File::open(folder.join(name))?).read_to_string(&mut text)?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Returns a text field.
pub fn text<'a>(row: &'a Value, key: &'static str) -> Result<&'a str, &'static str> {
    row[key].as_str().ok_or(key)
}

fn labels(proposals: &Labels, list: List) -> &[Label] {
    proposals.get(list).unwrap_or_default()
}

fn signals(proposals: &Labels, list: List) -> Vec<Signals> {
    labels(proposals, list).iter().filter_map(|label| label.signals).collect()
}

fn of(label: &Label) -> Vec<Signals> {
    label.signals.into_iter().collect()
}

fn group(set: &'static str, row: &Value, truth: f64, labels: Vec<Signals>) -> Option<Group> {
    let article = hash64(row["article"].as_str()?.as_bytes());
    let some = !labels.is_empty();
    let rows = labels.into_iter().map(row_of).collect();
    let judged = Observation { rows, truth, weight: 1.0, besides: 0.0 };
    let system = system(row).ok()?.to_owned();
    some.then_some(Group { set, article, system, judged })
}
