//! What the queue shows of a case. It is computed in the same way as the report on the screen, and is small
//! enough to be kept for every case of a long queue.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::case::{Case, Texts};
use crate::engine::{Analysis, Engine, wanted};
use crate::evidence::Wanted;
use crate::labels::overrides::{Care, Fate, Override, SuppliedLabels, rejects};
use crate::labels::{Label, LabelId, LabelValue, Labels, List, MismatchId, Provenance};
use crate::num::Num;
use crate::report::Decision;
use crate::rubric::{Evaluation, Readings, Rubric, RubricSet};
use crate::session::{Decisions, VERSION};
use crate::text::hash64;

/// The rubric and readings that cases are scored by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoringKey {
    pub slug: &'static str,
    pub readings: Readings,
}

/// A verdict with its headline score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoredVerdict {
    pub decision: Decision,
    pub score: Option<f64>,
}

/// What the queue shows of a case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Digest {
    /// Why there is no verdict.
    pub error: Option<Box<str>>,
    /// Result of the engine's labels.
    pub engine: Option<ScoredVerdict>,
    /// Result of the annotator's labels.
    pub own: Option<ScoredVerdict>,
    /// The score of each metric by the annotator's labels, in the rubric's order.
    pub scores: Box<[Option<f64>]>,
    /// Number of labels that the rubric reads.
    pub labels: u32,
    /// Number of these that the annotator has not decided.
    pub undecided: u32,
    /// Number of labels that the annotator judged: set, confirmed or added.
    pub mine: u32,
    /// Number of labels that they accepted together with the case after looking at them.
    #[serde(default)]
    pub seen: u32,
    /// Number of labels that they accepted together with the case without looking at them.
    #[serde(default)]
    pub accepted: u32,
    /// The probability of the least certain label.
    pub least: Option<f32>,
    pub comments: u32,
    pub flagged: bool,
    /// Other annotators who changed the case.
    pub others: Box<[Box<str>]>,
    /// The claims that the annotator judged.
    #[serde(default)]
    pub claims: Box<[JudgedClaim]>,
}

impl Digest {
    /// Returns the part that depends on the annotator only, not on the engine's findings.
    #[must_use]
    pub fn of_annotator(&self) -> Digest {
        let Digest { mine, seen, accepted, comments, flagged, .. } = *self;
        Digest { mine, seen, accepted, comments, flagged, ..Digest::default() }
    }
}

/// A claim that an annotator judged, reduced to what is compared with other claims.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedClaim {
    /// Its index in its list.
    pub index: u16,
    /// The label of the annotator.
    pub word: LabelValue,
    /// The signals behind its proposal.
    pub signals: [f32; 4],
    /// Ids of the checks that found a mismatch, sorted.
    pub checks: Box<[Box<str>]>,
    /// Hash of its wording and its article.
    pub same: u64,
    /// Its first words.
    pub text: Box<str>,
}

/// A case as its annotator left it, to be scored.
#[derive(Debug)]
pub struct DigestInput<'a> {
    pub case: &'a Case,
    /// Labels supplied with the case, or proposed by another engine.
    pub given: Option<&'a SuppliedLabels>,
    /// The annotator's article, summary and decisions, if there are any.
    pub own: Option<(&'a str, &'a str, &'a Decisions)>,
    pub by: &'a str,
    /// Other annotators who changed the case.
    pub others: Vec<String>,
    /// Whether the proposals are needed too, so that all of them have to be computed.
    pub propose: bool,
}

/// Scores a case by a rubric. Also returns the analysis of the texts as imported.
pub fn look(
    engine: &mut Engine,
    rubrics: &RubricSet,
    rule: ScoringKey,
    subject: &DigestInput,
) -> (Digest, Option<Analysis>) {
    let mut digest = Digest::of_session(subject);
    let imported = Texts { article: &subject.case.article, summary: &subject.case.summary };
    let texts = subject.own.map_or(imported, |(article, summary, _)| Texts { article, summary });
    let rubric = match (texts.article.trim(), texts.summary.trim(), rubrics.get(rule.slug)) {
        ("", ..) => Err("no article"),
        (_, "", _) => Err("no summary"),
        (.., None) => Err("no such rubric"),
        (.., Some((_, rubric))) => Ok(rubric),
    };
    let rubric = match rubric {
        Ok(rubric) => rubric,
        Err(why) => return (Digest { error: Some(why.into()), ..digest }, None),
    };
    let judged = |analysis: &Analysis, labels: &Labels| {
        rubric.evaluate(&analysis.input(subject.case, labels), &rule.readings, false)
    };
    let wanted = if subject.propose { Wanted::ALL } else { wanted(rubrics, &[rule.slug]) };
    let analysis = engine.analyse(subject.case, imported, wanted);
    let mut cares = HashMap::new();
    let mut labels = (*analysis.proposals).clone();
    if let Some(given) = subject.given {
        labels = labels.overlaid(given.over(imported));
    }
    let mut evaluation = judged(&analysis, &labels);
    digest.engine = Some(outcome(&evaluation));
    if let Some((.., decisions)) = subject.own {
        let edited = texts.article != imported.article || texts.summary != imported.summary;
        let now = if edited { &engine.analyse(subject.case, texts, wanted) } else { &analysis };
        let decided =
            engine.decided(now, subject.case, subject.given, &decisions.rules, &decisions.overrides);
        cares = digest.take_decisions(&decided.fates, &decisions.overrides, rubric);
        labels = decided.labels;
        evaluation = judged(now, &labels);
        let mine = |id: LabelId, label: &Label| {
            label.by == Provenance::Person(subject.by.to_owned()) && cares.get(&id) == Some(&Care::Judged)
        };
        digest.claims = claims(now, &labels, &mine);
    }
    digest.own = Some(outcome(&evaluation));
    digest.scores = evaluation.metrics.iter().map(|metric| metric.score().map(Num::to_f64)).collect();
    digest.take_labels(&labels, rubric, subject.by, &cares);
    (digest, Some(analysis))
}

impl Digest {
    /// Returns the part of the digest that comes from the session, independent of the engine.
    fn of_session(subject: &DigestInput) -> Digest {
        Digest {
            others: subject.others.iter().map(|name| name.as_str().into()).collect(),
            comments: count(subject.own.map_or(0, |(.., decisions)| decisions.comments.len())),
            flagged: subject.own.is_some_and(|(.., decisions)| decisions.flagged),
            ..Digest::default()
        }
    }

    /// Counts the rejected units. Returns how carefully each remaining label was judged.
    fn take_decisions(
        &mut self,
        fates: &[Fate],
        overrides: &[Override],
        rubric: &dyn Rubric,
    ) -> HashMap<LabelId, Care> {
        let mut cares = HashMap::new();
        for (at, (fate, change)) in fates.iter().zip(overrides).enumerate() {
            match fate {
                Fate::Applied(id) => drop(cares.insert(*id, change.care)),
                // No label is left that would be counted below.
                Fate::Dismissed(id) if rubric.lists().contains(&id.list) && rejects(overrides, at) => {
                    self.mine += 1;
                }
                _ => {}
            }
        }
        cares
    }

    /// Counts the labels that the rubric reads, by who set them and how carefully.
    fn take_labels(
        &mut self,
        labels: &Labels,
        rubric: &dyn Rubric,
        by: &str,
        cares: &HashMap<LabelId, Care>,
    ) {
        let named = |list: List| {
            let labels = labels.get(list).unwrap_or_default().iter().enumerate();
            labels.map(move |(index, label)| (LabelId { list, index }, label))
        };
        for (id, label) in rubric.lists().iter().flat_map(|list| named(*list)) {
            self.labels += 1;
            match &label.by {
                Provenance::Person(name) if name == by => {
                    let count = match cares.get(&id) {
                        Some(Care::Accepted) => &mut self.accepted,
                        Some(Care::Seen) => &mut self.seen,
                        Some(Care::Judged) | None => &mut self.mine,
                    };
                    *count += 1;
                }
                Provenance::Person(_) | Provenance::Engine => self.undecided += 1,
            }
            let least = self.least.unwrap_or(1.0);
            self.least = label.p.map(|p| least.min(p as f32)).or(self.least);
        }
    }
}

/// Returns the claims that were judged, with the signals behind their proposals.
fn claims(
    analysis: &Analysis,
    labels: &Labels,
    mine: &dyn Fn(LabelId, &Label) -> bool,
) -> Box<[JudgedClaim]> {
    /// Characters of a claim's first words.
    const TEXT: usize = 80;
    let proposals = &analysis.proposals;
    let article = hash64(analysis.article.raw().as_bytes());
    let of = |(index, label): (usize, &Label)| {
        if !mine(LabelId { list: List::Claims, index }, label) {
            return None;
        }
        let same = |other: &&Label| other.text == label.text && other.summary == label.summary;
        let proposed = proposals.get(List::Claims)?.iter().find(same)?;
        let check = |id: &MismatchId| Some(Box::from(proposals.mismatches.get(id.0)?.check));
        let mut checks: Vec<Box<str>> = proposed.mismatches.iter().filter_map(check).collect();
        checks.sort_unstable();
        checks.dedup();
        Some(JudgedClaim {
            index: u16::try_from(index).ok()?,
            word: label.word?,
            signals: proposed.signals?.map(|signal| signal as f32),
            checks: checks.into(),
            same: article ^ hash64(label.text.as_bytes()).rotate_left(1),
            text: label.text.chars().take(TEXT).collect::<String>().into(),
        })
    };
    labels.get(List::Claims).unwrap_or_default().iter().enumerate().filter_map(of).collect()
}

/// Returns the keys of a rubric's metrics, in its order.
pub fn metrics(rubrics: &RubricSet, slug: &str) -> Arc<[&'static str]> {
    let Some((_, rubric)) = rubrics.get(slug) else { return Arc::default() };
    let case = Case::default();
    let analysis = Engine::default().read(&case, Texts { article: "", summary: "" }, Wanted::default());
    let input = analysis.input(&case, &analysis.proposals);
    rubric.evaluate(&input, &Readings::default(), false).metrics.iter().map(|metric| metric.key).collect()
}

/// Returns what a digest depends on besides the case: the engine, the rubric with its version, and the
/// readings.
pub fn key(rubrics: &RubricSet, rule: ScoringKey) -> String {
    let version = rubrics.get(rule.slug).map_or("", |(_, rubric)| rubric.version());
    let bearing = crate::rubric::READINGS.iter().filter(|reading| reading.bears_on(rule.slug));
    let values: Vec<String> =
        bearing.map(|reading| format!("{}={}", reading.key, rule.readings.get(reading.key))).collect();
    format!("{}{}|version={version}|{}", beginning(), rule.slug, values.join("|"))
}

/// Returns the prefix of all keys of this engine.
pub fn beginning() -> String {
    // The number is the version of the digest format.
    format!("{VERSION}|6|")
}

pub(super) fn outcome(evaluation: &Evaluation) -> ScoredVerdict {
    let verdict = &evaluation.verdict;
    ScoredVerdict { decision: verdict.decision, score: verdict.score.map(Num::to_f64) }
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::overrides::{LabelDecision, Override};

    #[test]
    fn a_rejected_unit_is_judged_as_one_that_has_a_word() {
        let case = Case {
            article: "The council approved the budget on Tuesday. Prices rise in May.".to_owned(),
            summary: "The council approved the budget. Prices rise in June.".to_owned(),
            ..Case::default()
        };
        let texts = Texts { article: &case.article, summary: &case.summary };
        let mut engine = Engine::default();
        let analysis = engine.analyse(&case, texts, Wanted::ALL);
        let claims = analysis.proposals.get(List::Claims).unwrap();
        let on = |at: usize, decision| Override::new(List::Claims, &claims[at], decision, texts, "ann", 0);
        let value = || on(1, LabelDecision::Value(LabelValue::Partial));
        let added = || {
            let label = Label { word: Some(LabelValue::Supported), ..claims[0].clone() };
            Override::new(List::Claims, &label, LabelDecision::Add(Box::new(label.clone())), texts, "ann", 0)
        };
        let mut judged = |overrides: Vec<Override>| {
            let decisions = Decisions { overrides, ..Decisions::default() };
            let subject = DigestInput {
                case: &case,
                given: None,
                own: Some((texts.article, texts.summary, &decisions)),
                by: "ann",
                others: Vec::new(),
                propose: false,
            };
            let rule = ScoringKey { slug: "judge-lock", readings: Readings::default() };
            look(&mut engine, &RubricSet::shipped(), rule, &subject).0.mine
        };
        assert_eq!(judged(vec![on(0, LabelDecision::Dismiss), value()]), 2);
        assert_eq!(
            judged(vec![on(0, LabelDecision::Dismiss), added(), value()]),
            2,
            "replaced, not rejected"
        );
    }
}
