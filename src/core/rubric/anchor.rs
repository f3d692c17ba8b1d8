//! The anchor verdict: relevance to a question, completeness, and hallucination by anchors.
//!
//! It has no caps. The verdict checks the metrics in order of priority, and all its comparisons are strict,
//! as printed.

mod verdict;

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use serde::Deserialize;

use crate::labels::{Label, LabelValue, List, ThresholdMeasure};
use crate::ledger::{Ledger, Quantity};
use crate::measures::{self, AskedBy, QueryOverlap};
use crate::num::Num;
use crate::report::{Better, PartValue};
use crate::rubric::bounds::{self, Bound, LEVEL, Row, SHARE, TOKENS};
use crate::rubric::draft::{Computed, MetricDraft, MetricError, saying_no, tally, yes_or_no};
use crate::rubric::readings::choice;
use crate::rubric::signature::signed_version;
use crate::rubric::words::{Docs, Documentation};
use crate::rubric::{Evaluation, Input, Readings, Rubric, RuleError};
use crate::text::Text;

/// Its numbers and words, as shipped.
pub const TOML: &str = include_str!("anchor.toml");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    version: String,
    range: [Num; 2],
    about: Documentation,
    relevance: Relevance,
    completeness: Completeness,
    hallucination: Hallucination,
    verdict: Policy,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Relevance {
    words: Documentation,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Completeness {
    words: Documentation,
    /// Tokens that are not keywords, separated by white space.
    stop_words: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hallucination {
    words: Documentation,
    high_risk_above: Num,
    support: Support,
    drift: Drift,
}

/// Conditions under which an anchor that the engine measured counts as supported.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Support {
    tolerance: Num,
    one_sentence: bool,
    within_tokens: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drift {
    below: Num,
    penalty: Num,
}

/// Thresholds of the decision.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Policy {
    words: Documentation,
    hallucination_fail_above: Num,
    hallucination_fail_above_in_section_3: Num,
    relevance_fail_below: Num,
    completeness_warn_below: Num,
}

/// Bounds of its numbers.
const BOUNDS: &[Row] = &[
    ("range.0", Bound::Only(0.0)),
    ("range.1", Bound::Only(1.0)),
    ("hallucination.high_risk_above", LEVEL),
    ("hallucination.support.tolerance", LEVEL),
    ("hallucination.support.within_tokens", TOKENS),
    ("hallucination.drift.below", LEVEL),
    ("hallucination.drift.penalty", SHARE),
    ("verdict.*", LEVEL),
];

/// The anchor verdict with its numbers loaded.
#[derive(Debug)]
pub struct Anchor {
    version: String,
    rules: Rules,
    stop_words: FxHashSet<String>,
}

/// Loads a TOML file, shipped or a user's.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    let rules: Rules = bounds::read(text, &[BOUNDS], |_| Ok(()))?;
    let stop_words =
        rules.completeness.stop_words.split_whitespace().map(str::to_lowercase).collect::<FxHashSet<_>>();
    Ok(Box::new(Anchor { version: signed_version(&rules.version, text, TOML), rules, stop_words }))
}

/// The readings as flags, looked up once per evaluation.
#[derive(Clone, Copy)]
struct AnchorOptions {
    plain_idf: bool,
    add_drift: bool,
    query_required: bool,
    section_3: bool,
}

impl AnchorOptions {
    fn new(readings: &Readings) -> AnchorOptions {
        AnchorOptions {
            plain_idf: readings.is(const { choice("idf", "plain") }),
            add_drift: readings.is(const { choice("drift", "add") }),
            query_required: readings.is(const { choice("query", "required") }),
            section_3: readings.is(const { choice("hallucination.fail", "0.6") }),
        }
    }
}

impl Rubric for Anchor {
    fn version(&self) -> &str {
        &self.version
    }

    fn lists(&self) -> &'static [List] {
        &[List::Anchors]
    }

    fn measures(&self) -> &'static [measures::Measure] {
        &[measures::Measure::QueryOverlap, measures::Measure::Bigrams]
    }

    fn word(&self, label: &Label, readings: &Readings) -> Option<LabelValue> {
        let literal = readings.is(const { choice("numbers", "exact") });
        let rule = &self.rules.hallucination.support;
        yes_or_no(label, |measure| match measure {
            ThresholdMeasure::Figure { exact, .. } if literal => Some(exact),
            ThresholdMeasure::Figure { off, .. } => Some(off.is_some_and(|off| off <= rule.tolerance)),
            ThresholdMeasure::Together { one_sentence, within } => {
                let near = within.is_some_and(|within| within <= rule.within_tokens);
                Some(one_sentence && rule.one_sentence || near)
            }
            _ => None,
        })
    }

    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation {
        let on = AnchorOptions::new(readings);
        let metrics = vec![
            self.relevance(input, on, record).finish(None),
            self.completeness(input, on, record).finish(None),
            self.hallucination(input, readings, on, record).finish(None),
        ];
        let unsupported = || saying_no(input.labels, List::Anchors, |label| self.word(label, readings));
        let verdict = verdict::decide(&self.rules.verdict, on.section_3, &metrics, unsupported, record);
        Evaluation { metrics, caps: Vec::new(), verdict }
    }

    fn docs(&self) -> Docs<'_> {
        let rules = &self.rules;
        Docs {
            words: &rules.about,
            metrics: vec![
                ("relevance", &rules.relevance.words),
                ("completeness", &rules.completeness.words),
                ("hallucination", &rules.hallucination.words),
            ],
            caps: Vec::new(),
            verdict: &rules.verdict.words,
        }
    }
}

/// Returns the question that the summary answers, if there is one that the reading accepts. A given theme
/// replaces the one that the engine found.
fn query_overlap<'a>(input: &Input<'a>, on: AnchorOptions) -> Computed<Cow<'a, QueryOverlap>> {
    let none = "there is no query: add a `query` to the case, or a `title` to use instead";
    let asked = input.measures.query_overlap.as_ref().ok_or(MetricError::NotApplicable(none))?;
    let given = input.labels.theme.as_ref().filter(|theme| **theme != asked.text && !on.query_required);
    if let (AskedBy::Theme | AskedBy::Nobody, Some(theme)) = (asked.by, given) {
        let theme = Text::new(theme);
        // A text without words is no question.
        if theme.token_count() > 0 {
            return Ok(Cow::Owned(QueryOverlap::new(AskedBy::Theme, &theme, input.summary)));
        }
    }
    match asked.by {
        AskedBy::Nobody => Err(MetricError::NotApplicable(none)),
        AskedBy::Title | AskedBy::Theme if on.query_required => Err(MetricError::NotApplicable(
            "there is no query, and query=required allows no substitute: add a `query` to the case",
        )),
        _ => Ok(Cow::Borrowed(asked)),
    }
}

/// Notes what is used in place of a missing query.
fn stand_in(asked: &QueryOverlap) -> Option<String> {
    let what = match asked.by {
        AskedBy::Query | AskedBy::Nobody => return None,
        AskedBy::Title => "the title",
        AskedBy::Theme => "the article's theme",
    };
    Some(format!("there is no query; {what} is used instead: \"{}\"", asked.text))
}

impl Anchor {
    fn draft(&self, key: &'static str, record: bool) -> MetricDraft {
        MetricDraft::new(key, self.rules.range, record)
    }

    /// Drafts a metric of a question and its answer. If there is a query, the fields that could replace it
    /// are not checked.
    fn of_question(
        &self,
        key: &'static str,
        words: &Documentation,
        (input, on, record): (&Input, AnchorOptions, bool),
        score: impl FnOnce(&mut MetricDraft, &QueryOverlap) -> Computed<Num>,
    ) -> MetricDraft {
        let mut draft = self.draft(key, record);
        let sound = if input.case.query.is_some() { Ok(()) } else { draft.reads(input, words, None) };
        draft.raw = sound.and_then(|()| query_overlap(input, on)).and_then(|asked| {
            if let Some(note) = stand_in(&asked) {
                draft.note(note);
            }
            score(&mut draft, &asked)
        });
        draft
    }

    /// The mean of the cosine and Jaccard similarities of question and answer.
    fn relevance(&self, input: &Input, on: AnchorOptions, record: bool) -> MetricDraft {
        self.of_question("relevance", &self.rules.relevance.words, (input, on, record), |draft, asked| {
            let ledger = &mut draft.ledger;
            // With only two texts, a term occurs in one or in both.
            let (shared, single) = (idf(ledger, 2, on), idf(ledger, 1, on));
            let shared = ledger.step("idf_both", &shared);
            let single = ledger.step("idf_one", &single);
            let cosine = cosine(ledger, asked, &shared, &single);
            let cosine = draft.part("cosine", &cosine);
            let both = asked.terms.iter().filter(|term| term.said > 0).count();
            let all = asked.terms.len() + asked.others;
            let ledger = &draft.ledger;
            let jaccard =
                ledger.input("shared", Num::count(both)) / ledger.input("distinct", Num::count(all));
            let jaccard = draft.part("jaccard", &jaccard);
            let score = (cosine + jaccard) / draft.ledger.number(Num::int(2));
            Ok(draft.score(&score))
        })
    }

    /// The share of the question's keywords that occur in the answer.
    fn completeness(&self, input: &Input, on: AnchorOptions, record: bool) -> MetricDraft {
        self.of_question(
            "completeness",
            &self.rules.completeness.words,
            (input, on, record),
            |draft, asked| {
                let keywords = || asked.terms.iter().filter(|term| !self.stop_words.contains(&term.word));
                let (all, found) = (keywords().count(), keywords().filter(|term| term.said > 0).count());
                if all == 0 {
                    return Err(MetricError::NotApplicable(
                        "the query has no keyword: all its words are on the stop list",
                    ));
                }
                if record && found < all {
                    let missing: Vec<&str> =
                        keywords().filter(|term| term.said == 0).map(|term| term.word.as_str()).collect();
                    draft.note(format!("not in the answer: {}", missing.join(", ")));
                }
                Ok(draft.share(("found", found), ("keywords", all)))
            },
        )
    }

    /// The share of anchors without support, combined with the drift.
    fn hallucination(
        &self,
        input: &Input,
        readings: &Readings,
        on: AnchorOptions,
        record: bool,
    ) -> MetricDraft {
        let rule = &self.rules.hallucination;
        let draft = self.draft("hallucination", record).better(Better::Lower);
        draft.compute(input, &rule.words, Some(List::Anchors), |draft| {
            let (supported, all) =
                tally(input.labels, List::Anchors, |label: &Label| self.word(label, readings))?;
            let claims = if all == 0 {
                draft.note("there is no anchor: nothing is unsupported");
                draft.ledger.number(Num::ZERO)
            } else {
                let ledger = &draft.ledger;
                ledger.input("unsupported", Num::count(all - supported))
                    / ledger.input("anchors", Num::count(all))
            };
            let claims = draft.part("claims", &claims);
            let drift = self.drift(input, draft);
            let ledger = &mut draft.ledger;
            let score = if on.add_drift {
                ledger.number(self.rules.range[1]).min(&(claims + drift))
            } else {
                claims.max(&drift)
            };
            let score = draft.score(&score);
            if score > rule.high_risk_above {
                draft.show("risk", PartValue::Word("high"));
            }
            Ok(score)
        })
    }

    /// The penalty for drifting off topic.
    fn drift(&self, input: &Input, draft: &mut MetricDraft) -> Quantity {
        let rule = &self.rules.hallucination.drift;
        let bigrams = input.measures.bigrams.filter(|bigrams| bigrams.of > 0);
        let penalty = match bigrams {
            None => {
                draft.note("fewer than two tokens have no bigram: drift is not checked");
                Num::ZERO
            }
            Some(bigrams) => {
                let ledger = &draft.ledger;
                let overlap = ledger.input("bigrams_found", Num::count(bigrams.found))
                    / ledger.input("bigrams", Num::count(bigrams.of));
                let overlap = draft.part("overlap", &overlap);
                if overlap.value() < rule.below { rule.penalty } else { Num::ZERO }
            }
        };
        let penalty = draft.ledger.number(penalty);
        draft.part("drift", &penalty)
    }
}

/// The inverse document frequency of a term that occurs in `texts` of the two texts.
fn idf(ledger: &Ledger, texts: i64, on: AnchorOptions) -> Quantity {
    let (n, df) = (ledger.input("n", Num::int(2)), ledger.input("df", Num::int(texts)));
    if on.plain_idf {
        return (n / df).ln();
    }
    let one = || ledger.number(Num::ONE);
    ((one() + n) / (one() + df)).ln() + one()
}

/// The cosine of the two TF-IDF vectors; 0 if one of them is zero.
fn cosine(ledger: &mut Ledger, asked: &QueryOverlap, both: &Quantity, one: &Quantity) -> Quantity {
    let sum = |of: &dyn Fn(usize, usize) -> usize| -> Num {
        asked.terms.iter().map(|term| of(term.asked, term.said)).map(Num::count).fold(Num::ZERO, |a, b| a + b)
    };
    let product = ledger.input("product", sum(&|asked, said| asked * said));
    let alone = |asked: usize, said: usize| if said > 0 { 0 } else { asked * asked };
    let common = |asked: usize, said: usize| if said > 0 { asked * asked } else { 0 };
    let query_both = ledger.input("query_both", sum(&common));
    let query_one = ledger.input("query_one", sum(&alone));
    let answer_both = ledger.input("answer_both", sum(&|_, said| said * said));
    let answer_one = ledger.input("answer_one", Num::count(asked.others_squared));
    let (both, one) = (both * both, one * one);
    let query = &both * query_both + &one * query_one;
    let answer = &both * answer_both + &one * answer_one;
    let query = ledger.step("query_length", &query);
    let answer = ledger.step("answer_length", &answer);
    let lengths = query * answer;
    if lengths.value() == Num::ZERO {
        return ledger.number(Num::ZERO);
    }
    both * product / lengths.sqrt()
}
