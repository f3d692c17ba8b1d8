//! Reads where people doubted a claim, a sentence or a summary, in nine data sets.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use lockbench::evidence::{Article, Features, Reading, readings};
use lockbench::text::{Text, hash64};
use serde_json::Value;

use super::data::{rows, text};

/// Probability that a claim is not fully supported if a fact in it clearly contradicts the article,
/// whatever its wording. The likelihood of a fit is the same from .35 to .65: in six of the sets, 75 to
/// 96 % of the summaries with such a claim are wrong, in two sets of copied news 23 to 50 %.
pub const DIFFERS: f64 = 0.6;

/// A judgement about one or more claims.
#[derive(Clone, Debug)]
pub struct Doubted {
    /// Name of the data set.
    pub set: &'static str,
    /// Sets with the same source of articles, so that results on one carry over to the others.
    pub family: &'static str,
    /// Hash of the article.
    pub article: u64,
    /// System that wrote the summary; if one system wrote all, the domain of the text.
    pub system: String,
    /// Features of each claim.
    pub claims: Vec<Features>,
    /// Probability of doubt from a contradiction alone, which is not fitted.
    pub besides: f64,
    /// Share of the people who doubted it, or of its words, 0 to 1.
    pub truth: f64,
}

/// Degrees of doubt, each with the indices of the claims concerned.
type Judgements = Vec<(f64, Vec<usize>)>;

/// A data set.
struct Set {
    name: &'static str,
    family: &'static str,
    file: &'static str,
    /// Prefix of the ids of its cases.
    ids: &'static str,
    judged: fn(&Value, &str, &[Reading]) -> Option<Judgements>,
}

const SETS: [Set; 9] = [
    Set {
        name: "SummEval",
        family: "CNN/DM",
        file: "summeval",
        ids: "",
        // The experts' best rating is 5; 2 below that counts as fully doubted.
        judged: |row, _, claims| whole(claims, (5.0 - row["human"]["consistency"].as_f64()?) / 2.0),
    },
    Set { name: "QAGS CNN/DM", family: "CNN/DM", file: "qags", ids: "qags_cnndm", judged: sentences },
    Set { name: "QAGS XSum", family: "XSum", file: "qags", ids: "qags_xsum", judged: sentences },
    Set { name: "XSum", family: "XSum", file: "xsumfaith", ids: "", judged: marked },
    Set {
        name: "FRANK",
        family: "XSum",
        file: "frank",
        ids: "",
        judged: |row, _, claims| whole(claims, 1.0 - row["human"]["Factuality"].as_f64()?),
    },
    Set {
        name: "EntFA",
        family: "XSum",
        file: "entfa",
        ids: "",
        judged: |row, _, claims| whole(claims, 1.0 - row["human"]["faithful"].as_f64()?),
    },
    Set {
        name: "Rank19",
        family: "Rank19",
        file: "rank19",
        ids: "",
        judged: |row, _, claims| whole(claims, 1.0 - row["human"]["fact"].as_f64()?),
    },
    Set {
        name: "DialSummEval",
        family: "DialSummEval",
        file: "dialsummeval",
        ids: "",
        // From 1 to 5. People are strict: they rate a partly supported statement 3.
        judged: |row, _, claims| whole(claims, (5.0 - row["human"]["consistency"].as_f64()?) / 3.0),
    },
    Set {
        name: "SummEdits",
        family: "SummEdits",
        file: "summedits",
        ids: "",
        judged: |row, _, claims| whole(claims, 1.0 - row["human"]["consistent"].as_f64()?),
    },
];

/// Converts the judgement of a whole summary.
fn whole(claims: &[Reading], doubt: f64) -> Option<Judgements> {
    Some(vec![(doubt.clamp(0.0, 1.0), (0..claims.len()).collect())])
}

/// Converts the votes on each sentence.
fn sentences(row: &Value, summary: &str, claims: &[Reading]) -> Option<Judgements> {
    let mut out = Vec::new();
    for sentence in row["sentences"].as_array()? {
        let words = sentence["sentence"].as_str()?.trim();
        let votes: Vec<f64> = sentence["votes"].as_array()?.iter().filter_map(Value::as_f64).collect();
        let Some(start) = summary.find(words) else { continue };
        let inside = |at: &usize| {
            let span = claims[*at].span;
            let common = span.end.min(start + words.len()).saturating_sub(span.start.max(start));
            2 * common > span.len()
        };
        let own = (0..claims.len()).filter(inside).collect();
        out.push((1.0 - votes.iter().sum::<f64>() / votes.len().max(1) as f64, own));
    }
    Some(out)
}

/// Returns the share of each claim that people marked, averaged over the people.
fn marked(row: &Value, summary: &str, claims: &[Reading]) -> Option<Judgements> {
    const PEOPLE: f64 = 3.0;
    let places: Vec<usize> = summary.char_indices().map(|(at, _)| at).chain([summary.len()]).collect();
    let place = |value: &Value| places[value.as_u64().map_or(0, |at| at as usize).min(places.len() - 1)];
    // Whether each byte is marked, by annotator.
    let mut marks: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    for span in row["spans"].as_array()? {
        let own = marks
            .entry(span["annotator"].as_str().unwrap_or_default())
            .or_insert_with(|| vec![false; summary.len()]);
        let (start, end) = (place(&span["start"]), place(&span["end"]));
        own.iter_mut().take(end).skip(start).for_each(|marked| *marked = true);
    }
    let share = |claim: &Reading| {
        let count = |own: &Vec<bool>| own[claim.span.range()].iter().filter(|marked| **marked).count();
        marks.values().map(count).sum::<usize>() as f64 / PEOPLE / claim.span.len().max(1) as f64
    };
    Some(claims.iter().enumerate().map(|(at, claim)| (share(claim).min(1.0), vec![at])).collect())
}

/// Reads the data sets in a folder.
pub fn read(folder: &Path) -> Result<Vec<Doubted>, Box<dyn Error>> {
    let mut out = Vec::new();
    for set in &SETS {
        let mut last: Option<(String, Article)> = None;
        for row in rows(folder, &format!("{}-dev.jsonl.gz", set.file))? {
            if !text(&row, "id")?.starts_with(set.ids) {
                continue;
            }
            let (words, summary) = (text(&row, "article")?, text(&row, "summary")?);
            if last.as_ref().is_none_or(|(known, _)| known != words) {
                last = Some((words.to_owned(), Article::new(Text::new(words))));
            }
            let Some((_, article)) = &last else { continue };
            let claims = readings(article, &Text::new(summary));
            for (truth, own) in (set.judged)(&row, summary, &claims).ok_or(set.name)? {
                if own.is_empty() {
                    continue;
                }
                let own: Vec<&Reading> = own.into_iter().map(|at| &claims[at]).collect();
                let differs = own.iter().map(|claim| 1.0 - DIFFERS * claim.differs);
                out.push(Doubted {
                    set: set.name,
                    family: set.family,
                    article: hash64(words.as_bytes()),
                    system: system(&row)?.to_owned(),
                    besides: 1.0 - differs.product::<f64>(),
                    claims: own.iter().map(|claim| claim.features).collect(),
                    truth,
                });
            }
        }
    }
    Ok(out)
}

/// Returns the system that wrote a summary. For SummEdits, which used a single system, returns the
/// domain.
pub fn system(row: &Value) -> Result<&str, Box<dyn Error>> {
    let id = text(row, "id")?;
    Ok(match id.strip_prefix("summedits:") {
        Some(rest) => rest.split(':').next().unwrap_or(rest),
        // Rank19 uses "system" for right and wrong.
        None if row["pair"].is_number() => "rank19",
        None => text(row, "system")?,
    })
}
