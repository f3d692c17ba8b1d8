//! Merges what one annotator gave for a case in several places.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::score::ScoreJob;
use super::split::AnnotatorShare;
use super::{AnnotationsError, Gathered, Gathering};
use crate::agree::annotators::{AnnotatedCase, Annotation, Annotations, LabelledUnit};
use crate::labels::overrides::Care;
use crate::labels::{Labels, List};
use crate::report::Decision;
use crate::session::ENGINE;

/// Most annotators that are compared, since every pair has statistics of its own.
pub const MOST_ANNOTATORS: usize = 100;
/// Most names and ids listed in an error.
const SHOWN: usize = 5;

/// One annotator's labels for a case from one place.
#[derive(Clone, Debug)]
pub struct Contribution {
    pub annotator: String,
    /// The place, for messages.
    pub place: Arc<str>,
    /// Whether the annotator owns the set of labels; otherwise another annotator's set contains some of
    /// theirs.
    pub owner: bool,
    pub share: AnnotatorShare,
    /// The texts that the annotator judged, if known.
    pub texts: Option<Edited>,
    /// The findings that the annotator rejected, if known.
    pub rejected: Option<Vec<(List, LabelledUnit)>>,
    pub decision: Option<Decision>,
    pub reason: Option<String>,
    /// Time of the annotator's last event.
    pub at: Option<i64>,
    /// The complete set of labels, with spans in the texts of the case, if sets are kept.
    pub set: Option<Arc<Labels>>,
}

/// The texts of a case as edited by an annotator.
#[derive(Clone, Debug)]
pub struct Edited {
    pub article: Arc<str>,
    pub summary: Arc<str>,
}

/// The annotations of each annotator, merged by case.
#[derive(Default)]
struct JoinedCases {
    /// By case id, then by annotator.
    cases: Vec<(String, BTreeMap<String, JoinedAnnotation>)>,
    /// The ids of the cases that each annotator labelled.
    gave: BTreeMap<String, Vec<String>>,
    /// The annotators who left parts of lists to others or to the engine, each with whether they did so in a session.
    partly: BTreeMap<String, bool>,
}

impl Gathering {
    /// Returns all annotations by case and annotator, with the problems and notes.
    ///
    /// # Errors
    /// If the labels of one annotator differ between places, or there is nobody to compare.
    pub fn finish(mut self) -> Result<(Gathered, Vec<String>, Vec<String>), AnnotationsError> {
        let names: BTreeSet<String> =
            self.given.values().flatten().map(|own| own.annotator.clone()).collect();
        let JoinedCases { cases: joined, gave, partly } = self.join_cases()?;
        let silent: Vec<&String> = names.iter().filter(|name| !gave.contains_key(*name)).collect();
        let said = silent.iter().map(|name| format!("{name:?} labelled nothing"));
        let said: Vec<String> = said.collect();
        // Labels that cannot be read may be why somebody labelled nothing.
        let why: Vec<String> =
            said.iter().chain(self.problems.first().filter(|_| !said.is_empty())).cloned().collect();
        comparable(&gave, &why, self.engine, (self.fewest, self.most))?;
        self.notes.extend(said.iter().map(|said| format!("{said}, and is left out")));
        // Adjudication, which keeps the sets, works label by label and is not affected.
        for (name, is_of_session) in partly.iter().filter(|(name, _)| *name != ENGINE && !self.sets) {
            let advice = match *is_of_session && self.least != Care::Accepted {
                true => "; `--include accepted` counts what was accepted with its case",
                false => "",
            };
            self.notes.push(format!(
                "{name} labelled only parts of some lists: the other units are missing values, and scores and verdicts leave \
                 these lists out{advice}"
            ));
        }
        self.note_names();
        self.note_rubrics();
        let annotators: Vec<String> = gave.into_keys().collect();
        let gathered = self.gathered(joined, annotators);
        Ok((gathered, self.problems, self.notes))
    }

    /// Merges the contributions of each annotator to each case.
    fn join_cases(&mut self) -> Result<JoinedCases, AnnotationsError> {
        let mut all = JoinedCases::default();
        for (id, contributions) in std::mem::take(&mut self.given) {
            let mut by: BTreeMap<String, Vec<Contribution>> = BTreeMap::new();
            for own in contributions {
                by.entry(own.annotator.clone()).or_default().push(own);
            }
            let mut of_case = BTreeMap::new();
            for (name, own) in by {
                let is_of_session = own.iter().any(|one| one.rejected.is_some());
                let one = join(&id, own)?;
                if !one.lists.is_empty() || one.decision.is_some() {
                    all.gave.entry(name.clone()).or_default().push(id.clone());
                    if one.share.partly {
                        *all.partly.entry(name.clone()).or_default() |= is_of_session;
                    }
                    of_case.insert(name, one);
                }
            }
            if !of_case.is_empty() {
                all.cases.push((id, of_case));
            }
        }
        Ok(all)
    }

    fn gathered(
        &self,
        joined: Vec<(String, BTreeMap<String, JoinedAnnotation>)>,
        annotators: Vec<String>,
    ) -> Gathered {
        let (mut cases, mut jobs, mut without_texts) = (Vec::new(), Vec::new(), 0);
        let (mut texts, mut sets, mut reasons) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        for (id, mut of_case) in joined {
            let case = self.cases.get(&id);
            without_texts += usize::from(case.is_none());
            texts.push(case.cloned());
            let mut by = Vec::with_capacity(annotators.len());
            for (annotator, name) in annotators.iter().enumerate() {
                let own = of_case.remove(name);
                if let Some(reason) = own.as_ref().and_then(|own| own.reason.clone()) {
                    reasons.insert((cases.len(), annotator), reason);
                }
                if let Some(set) = own.as_ref().and_then(|own| own.set.clone()) {
                    sets.insert((cases.len(), annotator), set);
                }
                if let (Some(own), Some(case)) = (&own, case) {
                    let (article, summary) = match &own.texts {
                        Some(texts) => (Arc::clone(&texts.article), Arc::clone(&texts.summary)),
                        None => (Arc::from(&*case.article), Arc::from(&*case.summary)),
                    };
                    let labels = own.share.whole.clone();
                    let case = Arc::clone(case);
                    jobs.push(ScoreJob { place: (cases.len(), annotator), case, article, summary, labels });
                }
                by.push(own.map(|own| Annotation {
                    lists: own.lists,
                    left: own.share.left,
                    decision: own.decision,
                    scored: BTreeMap::new(),
                    at: own.at,
                }));
            }
            cases.push(AnnotatedCase { id, read: cases.len(), by });
        }
        let annotations = Annotations { annotators, cases };
        Gathered { annotations, jobs, without_texts, cases: texts, sets, reasons }
    }

    /// Notes names that occur in several files, since they are treated as one annotator.
    fn note_names(&mut self) {
        for (name, files) in self.files.iter().filter(|(_, files)| files.len() > 1) {
            let files: Vec<&str> = files.iter().map(String::as_str).take(SHOWN).collect();
            self.notes.push(format!(
                "{name:?} is in {}: counted as one annotator; two people need two names in `by`",
                files.join(" and ")
            ));
        }
    }

    /// Notes sessions that used different rubrics or readings.
    fn note_rubrics(&mut self) {
        let mut rubrics: Vec<&(String, String)> = self.rubrics.iter().collect();
        rubrics.sort_by(|(a, first), (b, second)| (first, a).cmp(&(second, b)));
        rubrics.dedup_by(|(_, a), (_, b)| a == b);
        if rubrics.len() > 1 {
            let named: Vec<String> =
                rubrics.iter().take(SHOWN).map(|(file, rubric)| format!("{file}: {rubric}")).collect();
            self.notes.push(format!(
                "sessions of different rubrics ({}): labels are compared as they are, and scores are computed by one \
                 rubric for all",
                named.join("; ")
            ));
        }
    }
}

/// Returns notes on lists that only one annotator gave, and on whether there is any that two gave, among these
/// lists or all.
pub fn given_by_one(annotations: &Annotations, lists: Option<&[List]>) -> Vec<String> {
    let mut gave: BTreeMap<List, BTreeSet<usize>> = BTreeMap::new();
    let mut decided = BTreeSet::new();
    for case in &annotations.cases {
        for (annotator, own) in case.by.iter().enumerate() {
            let Some(own) = own else { continue };
            decided.extend(own.decision.map(|_| annotator));
            let asked = own.lists.iter().filter(|(list, _)| lists.is_none_or(|lists| lists.contains(list)));
            for (list, _) in asked.filter(|(list, units)| list.is_finding() || !units.is_empty()) {
                gave.entry(*list).or_default().insert(annotator);
            }
        }
    }
    let name = |annotator: &usize| annotations.annotators[*annotator].as_str();
    let single: Vec<(List, &str)> = gave
        .iter()
        .filter(|(list, by)| by.len() == 1 && !list.is_finding())
        .filter_map(|(list, by)| Some((*list, name(by.first()?))))
        .collect();
    let shared = gave.values().any(|by| by.len() > 1) || decided.len() > 1;
    let mut notes: Vec<String> = Vec::new();
    if !shared {
        let lists = |annotator: usize| {
            let own = gave.iter().filter(|(_, by)| by.contains(&annotator));
            own.map(|(list, _)| list.spec().title.to_lowercase()).collect::<Vec<_>>().join(", ")
        };
        let named =
            (0..annotations.annotators.len()).take(SHOWN).map(|at| format!("{} {}", name(&at), lists(at)));
        let named = named.collect::<Vec<_>>().join("; ");
        return vec![format!("no list was labelled by two annotators, as by different rubrics: {named}")];
    }
    for (list, by) in single {
        let list = list.spec().title.to_lowercase();
        notes.push(format!("only {by} labelled {list}: there is nobody to compare with"));
    }
    notes
}

/// Fails if there is nothing to compare. `gave` are the cases of each annotator.
fn comparable(
    gave: &BTreeMap<String, Vec<String>>,
    silent: &[String],
    engine: bool,
    (fewest, most): (usize, usize),
) -> Result<(), AnnotationsError> {
    let silent = if silent.is_empty() { String::new() } else { format!("; {}", silent.join("; ")) };
    let hint = if engine {
        "an annotator is the `by` of a label, or of its set, or else the file's name"
    } else {
        "name another's file or session, or count the engine in with `lockbench agree --engine`"
    };
    match gave.len() {
        0 => return Err(AnnotationsError::new(format!("nobody has labelled anything{silent}")).hint(hint)),
        1 if fewest > 1 => {
            let name = gave.keys().next().map_or("", String::as_str);
            let message = format!("{name:?} is the only annotator, and agreement takes two{silent}");
            return Err(AnnotationsError::new(message).hint(hint));
        }
        count if count > most => {
            let message = format!("{count} annotators, more than the {most} that are compared at once");
            return Err(AnnotationsError::new(message));
        }
        _ => {}
    }
    let mut seen = BTreeSet::new();
    let shared = gave.values().flatten().any(|id| !seen.insert(id));
    if shared || fewest < 2 {
        return Ok(());
    }
    let of = |(name, ids): (&String, &Vec<String>)| {
        let shown: Vec<String> = ids.iter().take(2).map(|id| format!("{id:?}")).collect();
        let more = if ids.len() > shown.len() { ", ..." } else { "" };
        format!("{name} {}{more}", shown.join(", "))
    };
    let all: Vec<String> = gave.iter().take(SHOWN).map(of).collect();
    let message = format!("no case was labelled by two annotators: {}", all.join("; "));
    Err(AnnotationsError::new(message).hint("cases are matched by their `id`"))
}

/// The merged annotation of one annotator for a case.
#[derive(Default)]
struct JoinedAnnotation {
    lists: BTreeMap<List, Vec<LabelledUnit>>,
    share: AnnotatorShare,
    texts: Option<Edited>,
    decision: Option<Decision>,
    reason: Option<String>,
    at: Option<i64>,
    set: Option<Arc<Labels>>,
}

fn join(id: &str, mut all: Vec<Contribution>) -> Result<JoinedAnnotation, AnnotationsError> {
    // An annotator's own set takes precedence over another's copy of it.
    all.sort_by_key(|own| !own.owner);
    let mut joined = JoinedAnnotation::default();
    let mut from: BTreeMap<List, (Arc<str>, bool)> = BTreeMap::new();
    let mut decided: Option<Arc<str>> = None;
    let mut first = true;
    for own in all {
        let differ = |what: &str, first: &str| {
            let (name, second) = (&own.annotator, &own.place);
            AnnotationsError::new(format!("{name:?} gave different {what} for {id:?}: {first} and {second}"))
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
        joined.reason = joined.reason.or(own.reason);
        // Own sets that differ were refused above. Of another's set, only the annotator's share counts as
        // theirs.
        joined.set = joined.set.or(own.set.filter(|_| own.owner));
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

/// Returns whether two lists contain the same units, in any order.
fn same(a: &[LabelledUnit], b: &[LabelledUnit]) -> bool {
    let sorted = |units: &[LabelledUnit]| {
        let mut keys: Vec<_> =
            units.iter().map(|unit| (unit.text.clone(), unit.marks.clone(), unit.value)).collect();
        keys.sort();
        keys
    };
    sorted(a) == sorted(b)
}
