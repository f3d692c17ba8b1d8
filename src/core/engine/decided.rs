//! Labels under decisions: what a person decided, and what follows from it.

use std::collections::BTreeSet;

use super::{Analysis, Engine};
use crate::case::{Case, Texts};
use crate::evidence::{Anew, anew};
use crate::labels::overrides::{Fate, Kept, Override, Strikes, apply, strikes};
use crate::labels::{Label, LabelId, LabelValue, Labels};

/// A label that changes with a decision on another.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// Its place among the labels before any decision.
    pub id: LabelId,
    /// As it stood there.
    pub was: Label,
    /// What it is now; [`LabelValue::No`] of a finding that is none any more.
    pub to: LabelValue,
}

/// Labels under decisions.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// The labels.
    pub labels: Labels,
    /// What became of each decision, in their order.
    pub fates: Vec<Fate>,
    /// What changed with them.
    pub followed: Vec<Followed>,
}

impl Engine {
    /// The labels of a case under decisions: those proposed, under those that came with the case, with what follows from
    /// the mismatches that a decision strikes, and with the decisions themselves. It depends on nothing but its
    /// arguments, so whoever takes a decision back has the labels again that were there before.
    pub fn decided(
        &mut self,
        analysis: &Analysis,
        case: &Case,
        given: Option<&Kept>,
        overrides: &[Override],
    ) -> Decided {
        let texts = Texts { article: analysis.article.raw(), summary: analysis.summary.raw() };
        let mut labels = (*analysis.proposals).clone();
        if let Some(given) = given {
            labels = labels.overlaid(given.over(texts));
        }
        let strikes = strikes(&labels, overrides, texts);
        let followed = match strikes.struck.is_empty() {
            true => Vec::new(),
            false => self.follow(case, texts, &strikes, &mut labels),
        };
        let fates = apply(&mut labels, overrides, texts);
        Decided { labels, fates, followed }
    }

    /// Puts what follows from struck mismatches into the labels.
    fn follow(&mut self, case: &Case, texts: Texts, strikes: &Strikes, labels: &mut Labels) -> Vec<Followed> {
        let Strikes { struck, decided } = strikes;
        let (frame, summary, plain) = self.indexed(case, texts);
        let pair = frame.pair(case, &summary, plain.as_ref());
        let ids: BTreeSet<_> = struck.keys().copied().collect();
        let mut all = anew(&pair, &mut self.cache, labels, &ids, &|id| decided.contains(&id));
        let mut followed = Vec::new();
        // The last first, so that the places of the others stay.
        all.sort_by_key(|anew| std::cmp::Reverse(anew.id));
        for Anew { id, label } in all {
            let Some(known) = labels.get_mut(id.list) else { continue };
            let was = known[id.index].clone();
            let to = label.as_ref().map_or(Some(LabelValue::No), |label| label.word);
            let root = was.mismatches.iter().find_map(|mismatch| struck.get(mismatch));
            match label {
                None => drop(known.remove(id.index)),
                Some(mut label) => {
                    if let Some(own) = &self.calibration {
                        own.apply_to_one(id.list, &mut label);
                    }
                    if let Some((root, by)) = root {
                        label.why.insert(0, format!("follows from what {by} said of {}", root.shown()));
                    }
                    known[id.index] = label;
                }
            }
            if let Some(to) = to.filter(|to| was.word != Some(*to)) {
                followed.push(Followed { id, was, to });
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
