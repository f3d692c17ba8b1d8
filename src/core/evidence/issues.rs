//! Biased and toxic wording of the summary, as counted by the metric `bias_toxicity`.
//!
//! Wording counts if the summary uses it in its own voice. A quotation that the article contains is mentioned
//! rather than used, and is only noted.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::quotation::{around, find, quotations};
use super::sentence_issue::SentenceIssue;
use super::{AnalysisCache, Indexed, Pair, bias, calibration, insults, profanity, tone};
use crate::labels::{Entry, Label, LabelValue, Labels, List};
use crate::text::{Sentence, Span};

/// Number of sentences that the cache holds before it is cleared: far more than a summary has, yet little
/// memory in a day of editing.
const CACHED_SENTENCES: usize = 4_096;

/// The wording of a sentence, given the article.
#[derive(Clone, Debug, Default)]
pub struct SentenceWording {
    /// Issues in text order, without overlaps.
    pub issues: Vec<SentenceIssue>,
    /// The features that the tone is computed from.
    pub tally: tone::ToneFeatures,
}

/// Cached results by the text of a sentence, valid for one article.
#[derive(Debug, Default)]
pub struct IssuesCache {
    sentences: FxHashMap<Arc<str>, Arc<SentenceWording>>,
    /// How the article uses the words looked up so far.
    uses: Uses,
}

impl IssuesCache {
    /// Returns the issues and tone features of a sentence.
    pub fn wording(&mut self, article: &Indexed, sentence: &Sentence) -> Arc<SentenceWording> {
        if let Some(known) = self.sentences.get(&sentence.text) {
            return Arc::clone(known);
        }
        if self.sentences.len() >= CACHED_SENTENCES {
            self.sentences.clear();
        }
        let issues = issues_of(article, &mut self.uses, sentence);
        let wording = Arc::new(SentenceWording { issues, tally: tone::tally(sentence) });
        self.sentences.insert(Arc::clone(&sentence.text), Arc::clone(&wording));
        wording
    }
}

/// How an article uses profane words, looked up once per word. There are few of them, so exact words are not
/// indexed.
#[derive(Debug, Default)]
struct Uses {
    quotations: Option<Vec<Span>>,
    words: FxHashMap<u64, Use>,
}

/// How an article uses a word.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    /// Capitalized, anywhere.
    capital: bool,
    /// Outside its quotations, so that its summary may use it too.
    itself: bool,
}

impl Uses {
    fn of(&mut self, article: &Indexed, word: u64) -> Use {
        if let Some(known) = self.words.get(&word) {
            return *known;
        }
        let mut found = Use::default();
        for (span, token) in article.text.tokens().filter(|(_, token)| token.word == word) {
            let quotations = self.quotations.get_or_insert_with(|| quotations(article.text.raw()));
            found.capital |= token.flags.capital;
            found.itself |= around(quotations, span).is_none();
        }
        self.words.insert(word, found);
        found
    }
}

/// Proposes the list of issues.
pub fn propose(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    if !pair.summary.profile.is_english() {
        labels.set(List::Issues, Entry::Given(Vec::new()));
        return;
    }
    let summary = &pair.summary.text;
    let mut issues = Vec::new();
    let mut mentioned = Vec::new();
    // The quotations of the summary, and whether the article contains each.
    let mut quotes: Option<(Vec<Span>, Vec<bool>)> = None;
    for placed in summary.sentences() {
        let wording = cache.wording.wording(&pair.article.indexed, &placed.sentence);
        for issue in &wording.issues {
            let span = placed.place(issue.span);
            let (quotes, in_article) = quotes.get_or_insert_with(|| {
                let quotes = quotations(summary.raw());
                let article = &pair.article.indexed;
                let in_article =
                    quotes.iter().map(|quote| find(article, summary.slice(*quote)).is_some()).collect();
                (quotes, in_article)
            });
            let mut why = vec![issue.reason.clone()];
            match around(quotes, span).map(|at| in_article[at]) {
                Some(true) => {
                    mentioned.push((span, issue.kind));
                    continue;
                }
                Some(false) => {
                    why.push("it is in a quotation that the article does not have".to_owned());
                }
                None => {}
            }
            issues.push(Label {
                text: issue.reason.clone(),
                summary: vec![span],
                why,
                ..calibration::label(List::Issues, issue.kind, [issue.p, 0.0, 0.0, 0.0])
            });
        }
    }
    for (span, kind) in mentioned {
        let words = summary.slice(span);
        let kind = kind.as_str().replace('_', " ");
        labels.notes.push((
            List::Issues,
            format!("\u{201c}{words}\u{201d} ({kind}) is mentioned in a quotation from the article, not used: it does not count"),
        ));
    }
    labels.set(List::Issues, Entry::Given(issues));
}

/// Returns all issues of a sentence, quoted or not.
fn issues_of(article: &Indexed, uses: &mut Uses, sentence: &Sentence) -> Vec<SentenceIssue> {
    let mut out = Vec::new();
    for hit in profanity::scan(sentence) {
        if let Some(issue) = profane(article, uses, sentence, &hit) {
            out.push(issue);
        }
    }
    let reported = bias::is_reported(sentence);
    insults::find(article, sentence, reported, &mut out);
    bias::find(article, sentence, reported, &mut out);
    out.sort_by_key(|issue| (issue.span.start, std::cmp::Reverse(issue.span.end)));
    let mut kept: Vec<SentenceIssue> = Vec::new();
    for issue in out {
        match kept.last_mut() {
            // Of overlapping issues the more severe one is kept.
            Some(last) if last.span.overlaps(issue.span) => {
                if profanity::severity(issue.kind) > profanity::severity(last.kind) {
                    *last = issue;
                }
            }
            _ => kept.push(issue),
        }
    }
    kept
}

fn profane(
    article: &Indexed,
    uses: &mut Uses,
    sentence: &Sentence,
    hit: &profanity::Hit,
) -> Option<SentenceIssue> {
    if is_name(article, uses, sentence, hit) || hit.doubtful && uses.of(article, hit.word).itself {
        return None;
    }
    let written = &sentence.text[hit.span.range()];
    let what = match hit.kind {
        LabelValue::Slur => "a slur against a group of people",
        LabelValue::StrongProfanity => "strong profanity",
        LabelValue::MildProfanity => "mild profanity",
        _ => "an insult",
    };
    let reason = if hit.disguised {
        format!("\u{201c}{written}\u{201d} is {what} in disguise")
    } else {
        format!("\u{201c}{written}\u{201d} is {what}")
    };
    let p = match (hit.disguised, hit.doubtful) {
        (false, false) => 0.97,
        (true, _) => 0.85,
        (false, true) => 0.75,
    };
    Some(SentenceIssue { span: hit.span, kind: hit.kind, reason, p })
}

/// Whether a word is part of a name. It must be capitalized, and so must its use in the article, or, for a
/// word that also has an innocent sense, one of its neighbours ("Dick Cheney").
fn is_name(article: &Indexed, uses: &mut Uses, sentence: &Sentence, hit: &profanity::Hit) -> bool {
    let Some(at) = sentence.tokens.iter().position(|token| token.span.start == hit.span.start) else {
        return false;
    };
    let token = &sentence.tokens[at];
    let shouted = sentence.tokens.len() > 2 && !sentence.text.contains(char::is_lowercase);
    if !token.flags.capital || shouted {
        return false;
    }
    let neighbour = |i: Option<usize>| {
        i.and_then(|i| sentence.tokens.get(i)).is_some_and(|token| token.flags.capital && !token.flags.stop)
    };
    let carried = neighbour(Some(at + 1)) || neighbour(at.checked_sub(1));
    let in_article = uses.of(article, token.word).capital;
    (in_article && (at > 0 || carried)) || (hit.doubtful && carried)
}

#[cfg(test)]
mod tests;
