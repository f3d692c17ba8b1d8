//! The effect of a rule on a case of the queue, computed before anything is changed.

use std::sync::Arc;

use crate::case::Texts;
use crate::engine::{Analysis, Engine, SideEffect, wanted};
use crate::labels::{LabelId, LabelValue, Labels, OverruleRule};
use crate::rubric::RubricSet;
use crate::session::Decisions;

use super::digest::{self, DigestInput, ScoredVerdict};

/// A label that would change.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleChange {
    /// Its id among the labels before any decision.
    pub id: LabelId,
    /// The wording of its unit.
    pub text: String,
    /// Its current word.
    pub was: Option<LabelValue>,
    /// The word that it would have.
    pub to: LabelValue,
}

/// The effect of a rule on a case.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleEffect {
    /// The case, by its position in the queue.
    pub case: usize,
    /// Changed labels that the current rubric reads.
    pub labels: Vec<RuleChange>,
    /// The verdict before and after.
    pub outcomes: [ScoredVerdict; 2],
}

/// Computes the effect on a case of applying a rule, or of dropping it; `None` if nothing changes.
pub fn of(
    engine: &mut Engine,
    rubrics: &RubricSet,
    by: digest::ScoringKey,
    (at, subject): (usize, &DigestInput),
    rule: &Arc<OverruleRule>,
    dropped: bool,
) -> Option<RuleEffect> {
    let imported = Texts { article: &subject.case.article, summary: &subject.case.summary };
    let texts = subject.own.map_or(imported, |(article, summary, _)| Texts { article, summary });
    let none = Decisions::default();
    let decisions = subject.own.map_or(&none, |(.., decisions)| decisions);
    if decisions.rules.contains(rule) != dropped || !rule.may_apply(texts) || texts.empty().is_some() {
        return None;
    }
    let (_, rubric) = rubrics.get(by.slug)?;
    let mut after: Vec<Arc<OverruleRule>> =
        decisions.rules.iter().filter(|known| *known != rule).cloned().collect();
    after.extend((!dropped).then(|| Arc::clone(rule)));
    let analysis = engine.analyse(subject.case, texts, wanted(rubrics, &[by.slug]));
    let mut under = |rules: &[Arc<OverruleRule>]| {
        engine.decided(&analysis, subject.case, subject.given, rules, &decisions.overrides)
    };
    let (now, then) = (under(&decisions.rules), under(&after));
    let mut labels = changes(&now.followed, &then.followed);
    labels.retain(|change| rubric.lists().contains(&change.id.list));
    let outcome = |analysis: &Analysis, labels: &Labels| {
        digest::outcome(&rubric.evaluate(&analysis.input(subject.case, labels), &by.readings, false))
    };
    let outcomes = [outcome(&analysis, &now.labels), outcome(&analysis, &then.labels)];
    let changes = !labels.is_empty() || outcomes[0] != outcomes[1];
    changes.then_some(RuleEffect { case: at, labels, outcomes })
}

/// Returns the changes between two sets of labels changed by rules and decisions.
fn changes(now: &[SideEffect], then: &[SideEffect]) -> Vec<RuleChange> {
    let same = |a: &SideEffect, b: &SideEffect| a.id == b.id && a.was == b.was;
    let change = |one: &SideEffect, was, to| RuleChange { id: one.id, text: one.was.text.clone(), was, to };
    let mut out = Vec::new();
    for one in then {
        let was = now.iter().find(|known| same(known, one)).map_or(one.was.word, |known| Some(known.to));
        out.extend((was != Some(one.to)).then(|| change(one, was, one.to)));
    }
    for one in now.iter().filter(|one| !then.iter().any(|other| same(one, other))) {
        out.extend(one.was.word.map(|to| change(one, Some(one.to), to)));
    }
    out
}
