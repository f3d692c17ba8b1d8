//! The claims of a summary: up to ten consequential statements, each with its support.

use std::sync::Arc;

use super::support::{Judged, View, judge};
use super::{Memo, Pair};
use crate::labels::{Entry, Label, Labels, List, Word};
use crate::text::{Sentence, Span};

/// How many claims are judged; the most informative where there are more.
const MOST: usize = 10;
/// Sentences whose findings are kept.
const KEPT: usize = 2048;

/// Findings on single summary sentences, by their characters.
#[derive(Debug)]
pub struct SupportMemo {
    kept: lru::LruCache<Arc<str>, Arc<Vec<Judged>>, rustc_hash::FxBuildHasher>,
}

impl Default for SupportMemo {
    fn default() -> Self {
        let capacity = std::num::NonZeroUsize::new(KEPT).unwrap_or(std::num::NonZeroUsize::MIN);
        SupportMemo { kept: lru::LruCache::with_hasher(capacity, rustc_hash::FxBuildHasher) }
    }
}

/// The judged clauses of a summary sentence, found once.
pub fn judged(pair: &Pair, memo: &mut Memo, sentence: &Arc<Sentence>) -> Arc<Vec<Judged>> {
    if let Some(kept) = memo.support.kept.get(&sentence.text) {
        return Arc::clone(kept);
    }
    let found = Arc::new(judge(pair.article, sentence));
    memo.support.kept.put(Arc::clone(&sentence.text), Arc::clone(&found));
    found
}

/// A clause of the summary that is a claim.
#[derive(Debug)]
pub struct Claim {
    /// Index of its sentence.
    pub sentence: usize,
    /// Start of its sentence, in bytes of the summary.
    pub start: usize,
    /// Index of its clause in the sentence's findings.
    pub clause: usize,
    /// The findings on its sentence.
    pub found: Arc<Vec<Judged>>,
    /// Its index in the list of claims, where it is one of the ten.
    pub index: Option<usize>,
}

impl Claim {
    /// The clause, judged.
    pub fn judged(&self) -> &Judged {
        &self.found[self.clause]
    }

    /// A view's summary spans, in bytes of the summary.
    pub fn spans(&self, view: &View) -> Vec<Span> {
        view.summary.iter().map(|s| s.shifted(self.start)).collect()
    }
}

/// Every factual clause of the summary in order; the ten most informative are numbered.
pub fn claims(pair: &Pair, memo: &mut Memo) -> Vec<Claim> {
    let mut out = Vec::new();
    for (sentence, placed) in pair.summary.text.sentences().iter().enumerate() {
        let found = judged(pair, memo, &placed.sentence);
        for clause in 0..found.len() {
            if found[clause].clause.factual {
                out.push(Claim {
                    sentence,
                    start: placed.start,
                    clause,
                    found: Arc::clone(&found),
                    index: None,
                });
            }
        }
    }
    let mut ranked: Vec<usize> = (0..out.len()).collect();
    ranked.sort_by(|&a, &b| {
        let information = |i: usize| out[i].judged().clause.information;
        information(b).total_cmp(&information(a)).then(a.cmp(&b))
    });
    ranked.truncate(MOST);
    ranked.sort_unstable();
    for (index, at) in ranked.into_iter().enumerate() {
        out[at].index = Some(index);
    }
    out
}

/// Proposes the claims and the summary words that they have no support for.
pub fn run(pair: &Pair, memo: &mut Memo, labels: &mut Labels) {
    let all = claims(pair, memo);
    let mut list = Vec::new();
    for claim in all.iter().filter(|c| c.index.is_some()) {
        let judged = claim.judged();
        let span = judged.clause.span.shifted(claim.start);
        let why: Vec<String> = judged.views.iter().filter(|v| v.is_doubt()).map(|v| v.why.clone()).collect();
        let why = if why.is_empty() { vec![supported_by(judged)] } else { why };
        let mut article = judged.evidence.clone();
        for spot in judged.views.iter().flat_map(|v| &v.article) {
            if !article.iter().any(|s| s.contains(*spot)) {
                article.push(*spot);
            }
        }
        list.push(Label {
            text: pair.summary.text.slice(span).to_owned(),
            word: Some(judged.word),
            article,
            summary: vec![span],
            why,
            p: Some(judged.probability()),
            ..Label::default()
        });
    }
    labels.set(List::Claims, Entry::Given(list));
    labels.set(List::Extraneous, Entry::Given(super::extraneous::of(pair, &all)));
}

fn supported_by(judged: &Judged) -> String {
    match judged.best {
        Some(at) if judged.soft.run >= 1.0 => format!("copied from sentence {}", at + 1),
        Some(at) => {
            format!("{:.0} % of its weight is in and around sentence {}", judged.soft.window * 100.0, at + 1)
        }
        None => "no word of it needs the article".to_owned(),
    }
}

/// Whether a clause needs a closer look.
pub fn is_doubtful(judged: &Judged) -> bool {
    judged.word != Word::Supported
}
