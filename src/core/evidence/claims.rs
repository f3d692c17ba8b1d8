//! The claims of a summary: up to ten consequential statements, each with its support and its mismatches.

use std::rc::Rc;
use std::sync::Arc;

use super::mismatch::{MismatchKind, WordedMismatch};
use super::support::{Entailment, Struck, judge};
use super::{AnalysisCache, Pair, calibration, words_at};
use crate::labels::{Entry, Label, LabelValue, Labels, List, Mismatch, MismatchId};
use crate::text::{BlockKind, Recent, Sentence, Span, Text, recent, sentence_number};

/// Largest number of claims. The most doubtful and then the most informative statements are chosen.
const MAX_CLAIMS: usize = 10;
/// Number of sentences whose entailments are cached.
const CACHED_SENTENCES: usize = 2048;

/// An LRU cache of the entailments of single summary sentences, by their text.
#[derive(Debug)]
pub struct SupportCache {
    kept: Recent<Arc<str>, Arc<Vec<Entailment>>>,
}

impl Default for SupportCache {
    fn default() -> Self {
        SupportCache { kept: recent(CACHED_SENTENCES) }
    }
}

/// Returns how far the article supports each statement of a summary sentence, cached per sentence.
pub fn entailments(pair: &Pair, cache: &mut AnalysisCache, sentence: &Arc<Sentence>) -> Arc<Vec<Entailment>> {
    if let Some(kept) = cache.support.kept.get(&sentence.text) {
        return Arc::clone(kept);
    }
    let found = Arc::new(judge(pair.article.premise(), sentence));
    cache.support.kept.put(Arc::clone(&sentence.text), Arc::clone(&found));
    found
}

/// A factual statement of the summary.
#[derive(Debug)]
pub struct Claim {
    /// Index of its sentence in the summary.
    pub sentence: usize,
    /// Start of its sentence, in bytes of the summary.
    pub start: usize,
    /// Index of the statement among the entailments of its sentence.
    pub statement: usize,
    /// The entailments of its sentence.
    pub found: Arc<Vec<Entailment>>,
    /// Index in the list of claims, if it is one of the ten.
    pub index: Option<usize>,
    /// Its numbered mismatches, in order.
    pub mismatches: Vec<ClaimMismatch>,
}

/// A numbered mismatch: one that the checks found, or a run of its words that counts separately. The case's
/// [`Mismatch`] of this number is made from it.
#[derive(Debug)]
pub struct ClaimMismatch {
    /// Index among the mismatches of the case.
    pub id: MismatchId,
    /// Index among the mismatches of the statement's entailment.
    pub worded: usize,
    /// The words concerned, as byte spans of the summary.
    pub spans: Vec<Span>,
}

impl Claim {
    /// Returns how far the article supports the statement.
    pub fn entailment(&self) -> &Entailment {
        &self.found[self.statement]
    }

    /// Returns the span of its own words, in bytes of the summary.
    pub fn span(&self) -> Span {
        self.entailment().statement.span.shifted(self.start)
    }

    /// Returns the mismatch that the checks found.
    pub fn worded(&self, mismatch: &ClaimMismatch) -> &WordedMismatch {
        &self.entailment().mismatches[mismatch.worded]
    }

    /// Returns the mismatches that concern words of a span, in bytes of the summary.
    pub fn mismatches_at(&self, span: Span) -> Vec<MismatchId> {
        let touches = |mismatch: &&ClaimMismatch| mismatch.spans.iter().any(|own| own.overlaps(span));
        self.mismatches.iter().filter(touches).map(|mismatch| mismatch.id).collect()
    }

    /// Returns all its mismatches, as indices among those of the case.
    pub fn mismatch_ids(&self) -> Vec<MismatchId> {
        self.mismatches.iter().map(|mismatch| mismatch.id).collect()
    }

    /// Returns those of its mismatches that are listed in `ids`, as retracted mismatches of the sentence.
    pub fn struck(&self, ids: &[MismatchId]) -> Vec<Struck> {
        let mismatches = self.mismatches.iter().filter(|mismatch| ids.contains(&mismatch.id));
        let local = |span: &Span| Span::new(span.start - self.start, span.end - self.start);
        mismatches
            .map(|mismatch| (self.worded(mismatch).kind, mismatch.spans.iter().map(local).collect()))
            .collect()
    }
}

/// Returns the parts of a mismatch that count separately: each run of new words does, while the two ends of a
/// relation do not.
fn parts(sentence: &Sentence, mismatch: &WordedMismatch) -> Vec<Vec<Span>> {
    if mismatch.kind != MismatchKind::Novel {
        return vec![mismatch.summary.clone()];
    }
    let stands_by = |a: Span, b: Span| sentence.text[a.end..b.start].trim().is_empty();
    let runs = mismatch.summary.chunk_by(|a, b| a.end <= b.start && stands_by(*a, *b));
    runs.map(<[Span]>::to_vec).collect()
}

/// Numbers the mismatches of the claims in text order. For a supported claim only those that raise a doubt
/// count.
fn number_mismatches(pair: &Pair, claims: &mut [Claim]) {
    let mut next = 0;
    for claim in claims {
        let sentence = &pair.wording.text.sentences()[claim.sentence].sentence;
        let mut numbered = Vec::new();
        let counts = |mismatch: &WordedMismatch| mismatch.is_doubt() || is_doubtful(claim.entailment());
        for (at, mismatch) in
            claim.entailment().mismatches.iter().enumerate().filter(|(_, mismatch)| counts(mismatch))
        {
            for words in parts(sentence, mismatch) {
                let spans = words.iter().map(|span| span.shifted(claim.start)).collect();
                numbered.push(ClaimMismatch { id: MismatchId(next), worded: at, spans });
                next += 1;
            }
        }
        claim.mismatches = numbered;
    }
}

/// Returns the mismatches of the claims, each at the index that is its number.
pub fn mismatches(pair: &Pair, claims: &[Claim]) -> Vec<Mismatch> {
    let of = |claim: &Claim, mismatch: &ClaimMismatch| {
        let worded = claim.worded(mismatch);
        let words = || {
            let words: Vec<&str> = mismatch.spans.iter().map(|span| pair.wording.text.slice(*span)).collect();
            format!("not in {}: {}", pair.article.premise().name, words.join(" "))
        };
        Mismatch {
            check: worded.check,
            summary: mismatch.spans.clone(),
            article: worded.article.clone(),
            why: if worded.kind == MismatchKind::Novel { words() } else { worded.why.clone() },
            max_support: worded.max_support,
        }
    };
    claims.iter().flat_map(|claim| claim.mismatches.iter().map(move |mismatch| of(claim, mismatch))).collect()
}

/// Returns the claims of a summary, and stores their mismatches in the labels.
pub fn claims_with_mismatches(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) -> Rc<[Claim]> {
    let all = claims(pair, cache);
    if labels.mismatches.is_empty() {
        labels.mismatches = mismatches(pair, &all);
    }
    all
}

/// Returns every factual statement of the summary in order. Ten of them are numbered: doubtful ones first,
/// since a false claim matters most, and among equals the most informative.
pub fn claims(pair: &Pair, cache: &mut AnalysisCache) -> Rc<[Claim]> {
    Rc::clone(pair.claims.get_or_init(|| find(pair, cache).into()))
}

fn find(pair: &Pair, cache: &mut AnalysisCache) -> Vec<Claim> {
    let mut out = Vec::new();
    for (sentence, placed) in pair.wording.text.sentences().iter().enumerate() {
        // A summary may consist of a caption. What it says about itself is not a claim.
        let block = pair.wording.text.block_at(placed.start).map(|block| block.kind);
        if matches!(block, Some(BlockKind::Boilerplate | BlockKind::Meta | BlockKind::Stage)) {
            continue;
        }
        let found = entailments(pair, cache, &placed.sentence);
        for statement in 0..found.len() {
            if found[statement].statement.factual {
                out.push(Claim {
                    sentence,
                    start: placed.start,
                    statement,
                    found: Arc::clone(&found),
                    index: None,
                    mismatches: Vec::new(),
                });
            }
        }
    }
    let mut ranked: Vec<usize> = (0..out.len()).collect();
    ranked.sort_by(|&a, &b| {
        let rank = |i: usize| (doubt(out[i].entailment().word), out[i].entailment().statement.information);
        let (a_rank, b_rank) = (rank(a), rank(b));
        b_rank.0.cmp(&a_rank.0).then(b_rank.1.total_cmp(&a_rank.1)).then(a.cmp(&b))
    });
    ranked.truncate(MAX_CLAIMS);
    ranked.sort_unstable();
    for (index, at) in ranked.into_iter().enumerate() {
        out[at].index = Some(index);
    }
    number_mismatches(pair, &mut out);
    out
}

/// Returns the claims whose sentences a span of the summary touches. The claims must be in text order.
pub fn near<'a>(pair: &Pair, claims: &'a [Claim], span: Span) -> &'a [Claim] {
    let text = &pair.wording.text;
    let first = text.sentence_at(span.start).unwrap_or(0);
    let last = text.sentence_at(span.end.saturating_sub(1)).unwrap_or(first).max(first);
    let from = claims.partition_point(|claim| claim.sentence < first);
    &claims[from..claims.partition_point(|claim| claim.sentence <= last)]
}

fn doubt(word: LabelValue) -> u8 {
    match word {
        LabelValue::Unsupported => 2,
        LabelValue::Partial => 1,
        _ => 0,
    }
}

/// Proposes the claims.
pub fn run(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    let all = claims_with_mismatches(pair, cache, labels);
    let numbered = all.iter().filter(|claim| claim.index.is_some());
    let list = numbered.map(|claim| label(pair, claim, claim.entailment(), claim.mismatch_ids())).collect();
    labels.set(List::Claims, Entry::Given(list));
}

/// Returns the label of a claim with its reasons and evidence.
pub fn label(pair: &Pair, claim: &Claim, entailment: &Entailment, mismatches: Vec<MismatchId>) -> Label {
    let doubts = || entailment.mismatches.iter().filter(|v| v.is_doubt()).map(|v| v.why.clone()).collect();
    // A supported claim lists no reason against itself.
    let mut why: Vec<String> = if is_doubtful(entailment) { doubts() } else { Vec::new() };
    if why.is_empty() {
        why.push(supported_by(pair.article.text(), entailment));
    }
    let mut article = entailment.evidence.clone();
    for spot in entailment.mismatches.iter().flat_map(|v| &v.article) {
        if !article.iter().any(|s| s.contains(*spot)) {
            article.push(*spot);
        }
    }
    let text = &pair.wording.text;
    let places = entailment.statement.places(&text.sentences()[claim.sentence].sentence);
    let summary: Vec<Span> = places.into_iter().map(|place| place.shifted(claim.start)).collect();
    Label {
        text: words_at(text, &summary),
        article,
        summary,
        why,
        mismatches,
        ..calibration::label(List::Claims, entailment.word, entailment.signals)
    }
}

/// Returns where the article supports a statement, naming every sentence of the passage.
pub(super) fn supported_by(article: &Text, entailment: &Entailment) -> String {
    match (entailment.copied, entailment.best) {
        (Some((first, last)), _) if first == last => {
            format!("copied from sentence {}", sentence_number(first))
        }
        (Some((first, last)), _) => {
            format!("copied from sentences {} to {}", sentence_number(first), sentence_number(last))
        }
        (None, Some(_)) => {
            // Differences of weights may leave a share below zero.
            let share = entailment.overlap.window.max(0.0) * 100.0;
            let mut sentences: Vec<usize> =
                entailment.evidence.iter().filter_map(|span| article.sentence_at(span.start)).collect();
            sentences.sort_unstable();
            sentences.dedup();
            let numbers: Vec<String> = sentences.iter().map(|at| sentence_number(*at).to_string()).collect();
            match numbers.split_last() {
                Some((last, [])) => format!("{share:.0} % of its content words match sentence {last}"),
                Some((last, others)) => {
                    let others = others.join(", ");
                    format!("{share:.0} % of its content words match sentences {others} and {last} together")
                }
                None => format!("{share:.0} % of its content words match the article"),
            }
        }
        (None, None) => "no word of it needs the article".to_owned(),
    }
}

/// Whether a statement needs a closer look.
pub fn is_doubtful(entailment: &Entailment) -> bool {
    entailment.word != LabelValue::Supported
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evidence::{Article, Indexed, propose_pair};
    use crate::text::Text;

    /// Random texts that mix what the checks look for with arbitrary Unicode.
    fn any_text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            prop::sample::select(vec![
                "The council approved the plan. ",
                "Mayor Keller did not reject it, ",
                "on Friday 3 May 2019 ",
                "$4.5 million; ",
                "three people were killed and the bridge collapsed ",
                "may rise before noon ",
                "U.K. ",
                "京都市は4月1日に開業する。",
                "\u{301}\u{200d}",
                "?!\n\n",
            ])
            .prop_map(str::to_owned),
            any::<String>(),
        ];
        prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
    }

    fn spans_hold(list: &[Label], article: &str, summary: &str) -> bool {
        let inside = |spans: &[Span], text: &str| spans.iter().all(|s| text.get(s.range()).is_some());
        list.iter().all(|label| {
            inside(&label.article, article)
                && inside(&label.summary, summary)
                && label.p.is_none_or(|p| (0.0..=1.0).contains(&p))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_judged_and_a_warm_memo_changes_nothing(
            article in any_text(), first in any_text(), second in any_text()
        ) {
            let indexed = |text: &str| Indexed::new(Text::new(text));
            let source = Article::new(Text::new(&article));
            let mut warm = AnalysisCache::default();
            let both = format!("{second} {first}");
            for summary in [&first, &second, &both, &first] {
                let ours = propose_pair(&source, &indexed(summary), &mut warm);
                let cold = propose_pair(&source, &indexed(summary), &mut AnalysisCache::default());
                for list in [List::Claims, List::Extraneous, List::Deviations] {
                    let (ours, cold) = (ours.get(list).unwrap_or_default(), cold.get(list).unwrap_or_default());
                    prop_assert_eq!(ours, cold);
                    prop_assert!(spans_hold(ours, &article, summary));
                }
            }
        }

        #[test]
        fn a_sentence_of_the_article_is_supported(at in 0_usize..3) {
            const SENTENCES: [&str; 3] = [
                "The bridge was closed on Wednesday after inspectors found cracks in two of its eight cables.",
                "No serious side effects were observed in 240 patients at 12 hospitals.",
                "Orion Energy will buy its smaller rival Helix Power for 2.4 billion euros.",
            ];
            let source = Article::new(Text::new(&SENTENCES.join(" ")));
            let labels = propose_pair(&source, &Indexed::new(Text::new(SENTENCES[at])), &mut AnalysisCache::default());
            for claim in labels.get(List::Claims).unwrap_or_default() {
                prop_assert_eq!(claim.word, Some(LabelValue::Supported));
            }
        }
    }

    #[test]
    fn a_copy_names_the_sentences_that_it_was_copied_from_and_marks_their_words() {
        // As in news, the first sentence has the words of the last and more.
        const NEWS: &str = "While a rival offers a sensor to unlock a handset, the firm has now released an update to its \
            software allowing owners to unlock their phone with their voice. \"We are proud of it,\" she said. The firm \
            has released an update to its software allowing owners to unlock their phone with their voice. It is free.";
        let source = Article::new(Text::new(NEWS));
        let claims = |summary: &str| {
            let labels =
                propose_pair(&source, &Indexed::new(Text::new(summary)), &mut AnalysisCache::default());
            labels.get(List::Claims).unwrap_or_default().to_vec()
        };
        let copy = "The firm has released an update to its software allowing owners to unlock their phone with their voice";
        let claim = &claims(&format!("{copy}."))[0];
        assert_eq!(claim.why, ["copied from sentence 3"]);
        assert_eq!(claim.article.iter().map(|span| &NEWS[span.range()]).collect::<Vec<_>>(), [copy]);
        let claim = &claims("Owners to unlock their phone with their voice it is free.")[0];
        assert_eq!(claim.why, ["copied from sentences 3 to 4"], "{claim:?}");
    }

    #[test]
    fn a_paraphrase_is_supported_and_grave_news_is_not() {
        let source = Article::new(Text::new(
            "The Ashford footbridge was closed on Wednesday after inspectors found cracks in two of its eight cables. \
             Pupils of the Tane school must walk to the road bridge.",
        ));
        let word = |summary: &str| {
            let labels =
                propose_pair(&source, &Indexed::new(Text::new(summary)), &mut AnalysisCache::default());
            labels.get(List::Claims).unwrap_or_default()[0].word
        };
        let faithful =
            "Pupils have to take the road bridge since the Ashford footbridge was closed because of cracks.";
        assert_eq!(word(faithful), Some(LabelValue::Supported));
        let invented = "The Ashford footbridge collapsed on Wednesday and killed pupils of the Tane school.";
        assert_eq!(word(invented), Some(LabelValue::Unsupported));
    }
}
