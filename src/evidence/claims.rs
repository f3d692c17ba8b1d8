//! The claims of a summary: up to ten consequential statements, each with its support.

use crate::text::sentence_number;
use std::sync::Arc;

use super::support::{Judged, View, judge};
use super::{Memo, Pair, calibration, doubt};
use crate::labels::{Entry, Label, LabelValue, Labels, List, Signals};
use crate::text::{Recent, Sentence, Span, recent};

/// How many claims are judged; the most informative where there are more.
const MOST: usize = 10;
/// Sentences whose findings are kept.
const KEPT: usize = 2048;

/// Findings on single summary sentences, by their characters.
#[derive(Debug)]
pub struct SupportMemo {
    kept: Recent<Arc<str>, Arc<Vec<Judged>>>,
}

impl Default for SupportMemo {
    fn default() -> Self {
        SupportMemo { kept: recent(KEPT) }
    }
}

/// The judged clauses of a summary sentence, found once.
pub fn judged(pair: &Pair, memo: &mut Memo, sentence: &Arc<Sentence>) -> Arc<Vec<Judged>> {
    if let Some(kept) = memo.support.kept.get(&sentence.text) {
        return Arc::clone(kept);
    }
    let found = Arc::new(judge(pair.article.ground(), sentence));
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

/// Every factual clause of the summary in order. Ten are numbered: those in doubt before the others, since what may
/// be false is of the most consequence, and the most informative first among equals.
pub fn claims(pair: &Pair, memo: &mut Memo) -> Vec<Claim> {
    let mut out = Vec::new();
    for (sentence, placed) in pair.wording.text.sentences().iter().enumerate() {
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
        let rank = |i: usize| (doubt(out[i].judged().word), out[i].judged().clause.information);
        let (a_rank, b_rank) = (rank(a), rank(b));
        b_rank.0.cmp(&a_rank.0).then(b_rank.1.total_cmp(&a_rank.1)).then(a.cmp(&b))
    });
    ranked.truncate(MOST);
    ranked.sort_unstable();
    for (index, at) in ranked.into_iter().enumerate() {
        out[at].index = Some(index);
    }
    out
}

fn doubt(word: LabelValue) -> u8 {
    match word {
        LabelValue::Unsupported => 2,
        LabelValue::Partial => 1,
        _ => 0,
    }
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
            text: pair.wording.text.slice(span).to_owned(),
            article,
            summary: vec![span],
            why,
            ..calibration::label(List::Claims, judged.word, signals(judged))
        });
    }
    labels.set(List::Claims, Entry::Given(list));
    labels.set(List::Extraneous, Entry::Given(super::extraneous::of(pair, &all)));
}

/// What the calibration of claims reads: how much the views doubt the clause, as log-odds, which share of its content
/// words the article has in no form, how far a difference in a fact contradicts the article, and how far the clause is
/// worded freely.
fn signals(judged: &Judged) -> Signals {
    let doubt = calibration::log_odds(1.0 - judged.support);
    [doubt, 1.0 - judged.soft.known, doubt::certainty(judged.against), judged.soft.freedom()]
}

pub(super) fn supported_by(judged: &Judged) -> String {
    match (judged.copied, judged.best) {
        (Some((first, last)), _) if first == last => {
            format!("copied from sentence {}", sentence_number(first))
        }
        (Some((first, last)), _) => {
            format!("copied from sentences {} to {}", sentence_number(first), sentence_number(last))
        }
        (None, Some(at)) => {
            let share = judged.soft.window * 100.0;
            format!("{share:.0} % of its content words match sentence {}", sentence_number(at))
        }
        (None, None) => "no word of it needs the article".to_owned(),
    }
}

/// Whether a clause needs a closer look.
pub fn is_doubtful(judged: &Judged) -> bool {
    judged.word != LabelValue::Supported
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evidence::{Article, Indexed, propose_pair};
    use crate::text::Text;

    /// Texts that mix what the views look for with any Unicode.
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
            let mut warm = Memo::default();
            let both = format!("{second} {first}");
            for summary in [&first, &second, &both, &first] {
                let ours = propose_pair(&source, &indexed(summary), &mut warm);
                let cold = propose_pair(&source, &indexed(summary), &mut Memo::default());
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
            let labels = propose_pair(&source, &Indexed::new(Text::new(SENTENCES[at])), &mut Memo::default());
            for claim in labels.get(List::Claims).unwrap_or_default() {
                prop_assert_eq!(claim.word, Some(LabelValue::Supported));
            }
        }
    }

    #[test]
    fn a_copy_names_the_sentences_that_it_was_copied_from_and_marks_their_words() {
        // As in news: the first sentence has the words of the last, and more.
        const NEWS: &str = "While a rival offers a sensor to unlock a handset, the firm has now released an update to its \
            software allowing owners to unlock their phone with their voice. \"We are proud of it,\" she said. The firm \
            has released an update to its software allowing owners to unlock their phone with their voice. It is free.";
        let source = Article::new(Text::new(NEWS));
        let claims = |summary: &str| {
            let labels = propose_pair(&source, &Indexed::new(Text::new(summary)), &mut Memo::default());
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
            let labels = propose_pair(&source, &Indexed::new(Text::new(summary)), &mut Memo::default());
            labels.get(List::Claims).unwrap_or_default()[0].word
        };
        let faithful =
            "Pupils have to take the road bridge since the Ashford footbridge was closed because of cracks.";
        assert_eq!(word(faithful), Some(LabelValue::Supported));
        let invented = "The Ashford footbridge collapsed on Wednesday and killed pupils of the Tane school.";
        assert_eq!(word(invented), Some(LabelValue::Unsupported));
    }
}
