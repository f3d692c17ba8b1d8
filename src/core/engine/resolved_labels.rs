//! Labels under rules and decisions: what a person decided, and what follows from it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Analysis, Engine};
use crate::case::{Case, Texts};
use crate::evidence::{Reproposal, Wanted, repropose};
use crate::labels::overrides::{
    Fate, LabelDecision, Override, StruckBy, StruckMismatches, SuppliedLabels, apply, strikes,
};
use crate::labels::{Label, LabelId, LabelValue, Labels, List, OverruleRule, Provenance};

/// A label that changes because of a decision on another.
#[derive(Clone, Debug, PartialEq)]
pub struct SideEffect {
    /// Its place among the labels before any decision.
    pub id: LabelId,
    pub was: Label,
    /// Its word now; [`LabelValue::No`] for a finding that no longer counts.
    pub to: LabelValue,
}

/// Labels after the decisions were applied.
#[derive(Clone, Debug, Default)]
pub struct ResolvedLabels {
    pub labels: Labels,
    /// What became of each decision, in their order.
    pub fates: Vec<Fate>,
    /// What changed with them.
    pub followed: Vec<SideEffect>,
}

/// The proposal for a single unit.
#[derive(Clone, Debug, Default)]
pub struct SingleProposal {
    /// A label with what was found.
    label: Label,
}

impl SingleProposal {
    /// The word that is proposed.
    pub fn word(&self) -> Option<LabelValue> {
        self.label.word
    }

    /// Puts it into the label of the unit, which is the engine's proposal then. The unit keeps its words in both texts, as its
    /// session does.
    fn put_into(self, unit: &mut Label) {
        let Label { word, p, chances, mut why, .. } = self.label;
        why.splice(0..0, std::mem::take(&mut unit.why));
        (unit.word, unit.p, unit.chances, unit.proposed, unit.why) = (word, p, chances, None, why);
        unit.by = Provenance::Engine;
    }
}

impl Engine {
    /// The labels of a case under rules and decisions: those proposed, under those that came with the case, with what
    /// follows from the mismatches that a rule or a decision strikes, and with the decisions themselves. It depends on its arguments
    /// alone, so undoing a decision restores the labels of before.
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
                // What was decided of it since is in force already, and the proposal stands beside it.
                Some(label) => label.proposed = proposed.word(),
                None => {}
            }
        }
        ResolvedLabels { labels, fates, followed }
    }

    /// What is proposed for a unit that a person made and left open: of a claim what its words alone come to, of another
    /// unit the word of the one that it was made of.
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
        let worst = claims.iter().max_by_key(|label| grade(label));
        worst.map_or(inherited, |label| SingleProposal { label: label.clone() })
    }

    /// Puts what follows from struck mismatches into the labels.
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
        // The last first, so that the places of the others stay.
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
