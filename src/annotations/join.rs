//! What one annotator gave for a case in several places, as one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::score::Job;
use super::split::Share;
use super::{Gathered, Gathering, Unusable};
use crate::agree::annotators::{AnnotatedCase, Annotation, Annotations, Unit};
use crate::labels::List;
use crate::report::Decision;
use crate::session::ENGINE;

/// The most annotators that are compared: every pair has statistics of its own.
const MOST_ANNOTATORS: usize = 100;
/// Names and ids that an error lists at most.
const SHOWN: usize = 5;

/// What one annotator gave for a case in one place.
#[derive(Clone, Debug)]
pub struct Contribution {
    /// Who.
    pub annotator: String,
    /// Where, for people.
    pub place: Arc<str>,
    /// Whether the set of labels is theirs, and not another's who kept some of theirs.
    pub owner: bool,
    /// What.
    pub share: Share,
    /// The texts that they judged, where these are known.
    pub texts: Option<Edited>,
    /// The findings that they struck out, where that is known.
    pub rejected: Option<Vec<(List, Unit)>>,
    /// What they decided.
    pub decision: Option<Decision>,
    /// When they last did something.
    pub at: Option<i64>,
}

/// The texts of a case as an annotator left them.
#[derive(Clone, Debug)]
pub struct Edited {
    /// The article.
    pub article: Arc<str>,
    /// The summary.
    pub summary: Arc<str>,
}

impl Gathering {
    /// Everything that was gathered, by case and annotator.
    ///
    /// # Errors
    /// Where the labels of one annotator differ between places, or there is nobody to compare.
    pub fn finish(mut self) -> Result<(Gathered, Vec<String>, Vec<String>), Unusable> {
        let names: BTreeSet<String> =
            self.given.values().flatten().map(|own| own.annotator.clone()).collect();
        let mut gave: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut joined = Vec::new();
        let mut partly = BTreeSet::new();
        for (id, contributions) in std::mem::take(&mut self.given) {
            let mut by: BTreeMap<String, Vec<Contribution>> = BTreeMap::new();
            for own in contributions {
                by.entry(own.annotator.clone()).or_default().push(own);
            }
            let mut of_case = BTreeMap::new();
            for (name, own) in by {
                let one = join(&id, own)?;
                if !one.lists.is_empty() || one.decision.is_some() {
                    gave.entry(name.clone()).or_default().push(id.clone());
                    if one.share.partly {
                        partly.insert(name.clone());
                    }
                    of_case.insert(name, one);
                }
            }
            if !of_case.is_empty() {
                joined.push((id, of_case));
            }
        }
        let silent: Vec<&String> = names.iter().filter(|name| !gave.contains_key(*name)).collect();
        let said = silent.iter().map(|name| format!("{name:?} labelled nothing"));
        let said: Vec<String> = said.collect();
        comparable(&gave, &said, self.engine)?;
        self.notes.extend(said.iter().map(|said| format!("{said}, and is left out")));
        for name in partly.iter().filter(|name| *name != ENGINE) {
            self.notes.push(format!(
                "{name} left parts of some lists to the engine: scores and verdicts leave these lists out"
            ));
        }
        let annotators: Vec<String> = gave.into_keys().collect();
        let (mut cases, mut jobs, mut without_texts) = (Vec::new(), Vec::new(), 0);
        for (id, mut of_case) in joined {
            let case = self.cases.get(&id);
            without_texts += usize::from(case.is_none());
            let mut by = Vec::with_capacity(annotators.len());
            for (annotator, name) in annotators.iter().enumerate() {
                let own = of_case.remove(name);
                if let (Some(own), Some(case)) = (&own, case) {
                    let (article, summary) = match &own.texts {
                        Some(texts) => (Arc::clone(&texts.article), Arc::clone(&texts.summary)),
                        None => (Arc::from(&*case.article), Arc::from(&*case.summary)),
                    };
                    let labels = own.share.whole.clone();
                    let case = Arc::clone(case);
                    jobs.push(Job { place: (cases.len(), annotator), case, article, summary, labels });
                }
                by.push(own.map(|own| Annotation {
                    lists: own.lists,
                    left: own.share.left,
                    decision: own.decision,
                    scored: BTreeMap::new(),
                    at: own.at,
                }));
            }
            cases.push(AnnotatedCase { id, by });
        }
        let annotations = Annotations { annotators, cases };
        Ok((Gathered { annotations, jobs, without_texts }, self.problems, self.notes))
    }
}

/// Refuses what cannot be compared. `gave` are the cases of each annotator.
fn comparable(gave: &BTreeMap<String, Vec<String>>, silent: &[String], engine: bool) -> Result<(), Unusable> {
    let silent = if silent.is_empty() { String::new() } else { format!("; {}", silent.join(", ")) };
    let hint = if engine {
        "an annotator is the `by` of a label, or of its set, or else the file's name"
    } else {
        "name another's file or session, or count the engine in with --engine"
    };
    match gave.len() {
        0 => return Err(Unusable::new(format!("nobody has labelled anything{silent}")).hint(hint)),
        1 => {
            let name = gave.keys().next().map_or("", String::as_str);
            let message = format!("{name:?} is the only annotator, and agreement takes two{silent}");
            return Err(Unusable::new(message).hint(hint));
        }
        count if count > MOST_ANNOTATORS => {
            let message =
                format!("{count} annotators, more than the {MOST_ANNOTATORS} that are compared at once");
            return Err(Unusable::new(message));
        }
        _ => {}
    }
    let mut seen = BTreeSet::new();
    let shared = gave.values().flatten().any(|id| !seen.insert(id));
    if shared {
        return Ok(());
    }
    let of = |(name, ids): (&String, &Vec<String>)| {
        let shown: Vec<String> = ids.iter().take(2).map(|id| format!("{id:?}")).collect();
        let more = if ids.len() > shown.len() { ", ..." } else { "" };
        format!("{name} {}{more}", shown.join(", "))
    };
    let all: Vec<String> = gave.iter().take(SHOWN).map(of).collect();
    let message = format!("no case was labelled by two annotators: {}", all.join("; "));
    Err(Unusable::new(message).hint("cases are matched by their `id`"))
}

/// What one annotator gave for a case.
struct Joined {
    lists: BTreeMap<List, Vec<Unit>>,
    share: Share,
    texts: Option<Edited>,
    decision: Option<Decision>,
    at: Option<i64>,
}

fn join(id: &str, mut all: Vec<Contribution>) -> Result<Joined, Unusable> {
    // What stands in one's own set counts before what another kept of it.
    all.sort_by_key(|own| !own.owner);
    let mut joined =
        Joined { lists: BTreeMap::new(), share: Share::default(), texts: None, decision: None, at: None };
    let mut from: BTreeMap<List, (Arc<str>, bool)> = BTreeMap::new();
    let mut decided: Option<Arc<str>> = None;
    let mut first = true;
    for own in all {
        let differ = |what: &str, first: &str| {
            let (name, second) = (&own.annotator, &own.place);
            Unusable::new(format!("{name:?} gave different {what} for {id:?}: {first} and {second}"))
                .hint("keep one of them, or give them different names in `by`")
        };
        match (joined.decision, own.decision) {
            (None, Some(decision)) => {
                (joined.decision, decided) = (Some(decision), Some(Arc::clone(&own.place)));
            }
            (Some(known), Some(other)) if known != other => {
                return Err(differ("decisions", decided.as_deref().unwrap_or_default()));
            }
            _ => {}
        }
        for (list, units) in &own.share.lists {
            let Some((place, owned)) = from.get(list) else {
                from.insert(*list, (Arc::clone(&own.place), own.owner));
                joined.lists.insert(*list, units.clone());
                continue;
            };
            let known = joined.lists.entry(*list).or_default();
            if own.owner && *owned && own.annotator != ENGINE {
                if !same(known, units) {
                    return Err(differ(&list.spec().title.to_lowercase(), place));
                }
            } else if !*owned {
                for unit in units {
                    match known.iter().find(|other| other.text == unit.text && other.marks == unit.marks) {
                        None => known.push(unit.clone()),
                        Some(other) if other.value == unit.value || own.annotator == ENGINE => {}
                        Some(_) => return Err(differ(&list.spec().title.to_lowercase(), place)),
                    }
                }
            }
        }
        joined.texts = joined.texts.or(own.texts);
        joined.at = joined.at.max(own.at);
        joined.share.partly |= own.share.partly;
        joined.share.left = match first {
            true => own.share.left,
            false => joined.share.left.intersection(&own.share.left).copied().collect(),
        };
        first = false;
        joined.share.whole = own.share.whole.overlaid(joined.share.whole);
    }
    Ok(joined)
}

/// Whether two lists hold the same units, in whatever order.
fn same(a: &[Unit], b: &[Unit]) -> bool {
    let sorted = |units: &[Unit]| {
        let mut keys: Vec<_> =
            units.iter().map(|unit| (unit.text.clone(), unit.marks.clone(), unit.value)).collect();
        keys.sort();
        keys
    };
    sorted(a) == sorted(b)
}
