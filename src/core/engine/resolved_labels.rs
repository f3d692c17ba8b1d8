//! Labels under rules and decisions: the decisions of a person and their consequences.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Analysis, Engine};
use crate::case::{Case, Texts};
use crate::evidence::{Reproposal, Wanted, repropose};
use crate::labels::overrides::{
    Fate, LabelDecision, Override, StruckBy, StruckMismatches, SuppliedLabels, apply, strikes,
};
use crate::labels::{Label, LabelId, LabelValue, Labels, List, OverruleRule, Provenance};

/// A label that changes because of a decision on another label.
#[derive(Clone, Debug, PartialEq)]
pub struct SideEffect {
    /// Its index among the labels before any decision.
    pub id: LabelId,
    pub was: Label,
    /// Its word now; [`LabelValue::No`] for a finding that no longer counts.
    pub to: LabelValue,
}

/// Labels after the decisions were applied.
#[derive(Clone, Debug, Default)]
pub struct ResolvedLabels {
    pub labels: Labels,
    /// The outcome of each decision, in their order.
    pub fates: Vec<Fate>,
    /// Labels that changed as a consequence.
    pub followed: Vec<SideEffect>,
}

/// The proposal for a single unit.
#[derive(Clone, Debug, Default)]
pub struct SingleProposal {
    /// A label that holds the result.
    label: Label,
}

impl SingleProposal {
    /// The proposed word.
    pub fn word(&self) -> Option<LabelValue> {
        self.label.word
    }

    /// Puts the proposal into the label of the unit, which thereby becomes the engine's. The unit keeps its
    /// text and spans, as stored in its session.
    fn put_into(self, unit: &mut Label) {
        let Label { word, p, chances, mut why, .. } = self.label;
        why.splice(0..0, std::mem::take(&mut unit.why));
        (unit.word, unit.p, unit.chances, unit.proposed, unit.why) = (word, p, chances, None, why);
        unit.by = Provenance::Engine;
    }
}

impl Engine {
    /// Returns the labels of a case under rules and decisions. Labels that came with the case override the
    /// proposals; then the consequences of the mismatches that a rule or a decision strikes are applied, and
    /// then the decisions themselves. The result depends only on the arguments, so undoing a decision
    /// restores the earlier labels.
    pub fn decided(
        &mut self,
        analysis: &Analysis,
        case: &Case,
        given: Option<&SuppliedLabels>,
        rules: &[Arc<OverruleRule>],
        overrides: &[Override],
    ) -> ResolvedLabels {
        let texts = Texts { article: analysis.article.raw(), summary: analysis.summary.raw() };
        let mut labels = (*analysis.proposals).clone();
        if let Some(given) = given {
            labels = labels.overlaid(given.over(texts));
        }
        let strikes = strikes(&labels, rules, overrides, texts);
        let followed = match strikes.struck.is_empty() {
            true => Vec::new(),
            false => self.follow(case, texts, &strikes, &mut labels),
        };
        let fates = apply(&mut labels, overrides, texts);
        for (fate, change) in fates.iter().zip(overrides) {
            let (Fate::Applied(id), LabelDecision::Add(added)) = (fate, &change.decision) else { continue };
            if !added.is_open() {
                continue;
            }
            let proposed = self.proposed_alone(case, texts.article, id.list, added);
            match labels.get_mut(id.list).and_then(|list| list.get_mut(id.index)) {
                Some(label) if label.by == Provenance::Engine => proposed.put_into(label),
                // A later decision on the unit is already in force; the proposal is recorded beside it.
                Some(label) => label.proposed = proposed.word(),
                None => {}
            }
        }
        ResolvedLabels { labels, fates, followed }
    }

    /// Returns the proposal for a unit that a person created without a word. For a claim it is the result of
    /// analysing its text alone: the worst of the claims in it, with the reasons of all that the article does not
    /// fully support. For another unit it is the word of the unit from which it was made.
    pub fn proposed_alone(&mut self, case: &Case, article: &str, list: List, unit: &Label) -> SingleProposal {
        let inherited = SingleProposal { label: Label { word: unit.proposed, ..Label::default() } };
        if list != List::Claims {
            return inherited;
        }
        let texts = Texts { article, summary: &unit.text };
        let analysis = self.analyse(case, texts, Wanted::new(&[List::Claims], &[]));
        let order = list.spec().words;
        let grade = |label: &Label| order.iter().position(|word| Some(*word) == label.word);
        let claims = analysis.proposals.get(list).unwrap_or_default();
        let Some(worst) = claims.iter().max_by_key(|label| grade(label)) else { return inherited };
        let is_concerned = |label: &&Label| grade(label) > Some(0) || grade(worst) == Some(0);
        let mut why: Vec<String> = Vec::new();
        for reason in claims.iter().filter(is_concerned).flat_map(|label| &label.why) {
            if !why.contains(reason) {
                why.push(reason.clone());
            }
        }
        SingleProposal { label: Label { why, ..worst.clone() } }
    }

    /// Applies the consequences of struck mismatches to the labels.
    fn follow(
        &mut self,
        case: &Case,
        texts: Texts,
        strikes: &StruckMismatches,
        labels: &mut Labels,
    ) -> Vec<SideEffect> {
        let StruckMismatches { struck, decided } = strikes;
        let (frame, summary) = self.indexed(case, texts);
        let pair = frame.pair(case, &summary);
        let ids: BTreeSet<_> = struck.keys().copied().collect();
        let mut all = repropose(&pair, &mut self.cache, labels, &ids, &|id| decided.contains(&id));
        let mut followed = Vec::new();
        // From last to first, so that the indices of the others stay valid.
        all.sort_by_key(|label| std::cmp::Reverse(label.id));
        for Reproposal { id, label } in all {
            let Some(known) = labels.get_mut(id.list) else { continue };
            let was = known[id.index].clone();
            let to = label.as_ref().map_or(Some(LabelValue::No), |label| label.word);
            let struck_by = was.mismatches.iter().find_map(|mismatch| struck.get(mismatch));
            match label {
                None => drop(known.remove(id.index)),
                Some(mut label) => {
                    if let Some(own) = &self.calibration {
                        own.apply_to_one(id.list, &mut label);
                    }
                    let why = struck_by.map(|by| match by {
                        StruckBy::Decision(decided, who) => {
                            format!("follows from what {who} said of {}", decided.shown())
                        }
                        StruckBy::Rule(rule) => format!("by a rule: {rule}"),
                    });
                    label.why.splice(0..0, why);
                    known[id.index] = label;
                }
            }
            if let Some(to) = to.filter(|to| was.word != Some(*to)) {
                followed.push(SideEffect { id, was, to });
            }
        }
        followed.reverse();
        let lists = crate::labels::LISTS.iter().map(|spec| spec.list);
        for list in lists {
            for label in labels.get_mut(list).into_iter().flatten() {
                label.mismatches.retain(|id| !struck.contains_key(id));
            }
        }
        followed
    }
}

#[cfg(test)]
mod tests;
