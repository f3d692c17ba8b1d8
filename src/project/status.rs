//! The status of a round for its lead: each annotator's progress, accuracy on the gold set and pace, and
//! the units that each pair should discuss first.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::agree::annotators::coefficients::{OF_LABEL_PAIRS, statistics};
use crate::agree::annotators::{Annotations, LabelledUnit, ResamplableComparison, group};
use crate::annotations::{AnnotationsError, Gathering};
use crate::blind::{BlindSettings, GoldAccuracy, GoldCases, JudgedGold, order};
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::labels::List;
use crate::labels::overrides::Care;
use crate::rubric::Readings;
use crate::session::{Analyst, Event, OrderedObject, Recorder, SessionError, Store, judges_blind, spent};
use crate::stats::quantile;

use super::error::ProjectError;
use super::{Project, own_session};

/// Kappa below which a pair should discuss their differences before they continue.
pub const LEAST_KAPPA: f64 = 0.667;
/// Most units listed for a pair.
const NAMED: usize = 5;
/// A case is very fast if it took less than this share of the annotator's median seconds per case.
const FAST: f64 = 0.25;
/// Fewest cases for a median by which single cases are called fast.
const FEWEST: usize = 5;
/// Decrease in gold accuracy from the first half to the second that counts as a drift.
const DRIFT: f64 = 0.1;

/// The status of a round.
#[derive(Debug)]
pub struct Status {
    pub rubric: String,
    pub blind: bool,
    /// Whether the round is finished.
    pub closed: bool,
    /// The annotators, in their order.
    pub rows: Vec<Row>,
    /// Number of cases in the queues, each counted once.
    pub cases: usize,
    /// Cases that nobody has judged.
    pub nobody: Vec<String>,
    /// Pairs of annotators by list, the lowest agreement first; or why there are none.
    pub pairs: Result<Vec<AnnotatorPair>, AnnotationsError>,
}

/// An annotator of the round.
#[derive(Debug)]
pub struct Row {
    pub name: String,
    /// The annotator's progress, or why their session cannot be read.
    pub work: Result<AnnotatorProgress, ProjectError>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnnotatorProgress {
    /// Number of cases in their queue, including those of the training round.
    pub queue: usize,
    /// Number of cases of the training rounds, including earlier ones.
    pub training: usize,
    /// Number of cases that they decided; see [`crate::session::is_decided`].
    pub done: usize,
    /// Median number of seconds per decided case.
    pub median: Option<f64>,
    /// Total time of all cases, in seconds.
    pub seconds: f64,
    /// Comparison of the median with the other annotators.
    pub pace: Option<PaceComparison>,
    /// Cases that took less than a quarter of their own median.
    pub fast: Vec<String>,
    /// Numbers of labels that were judged individually, seen before being accepted, and accepted unseen.
    pub labels: [usize; 3],
    /// Accuracy on the gold cases so far.
    pub gold: GoldProgress,
}

/// An annotator's accuracy on gold labels over time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoldProgress {
    /// Right labels and all labels, in the first and the second half of the gold cases.
    pub halves: [GoldAccuracy; 2],
}

/// An annotator's pace compared with the median of all annotators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaceComparison {
    /// Less than half the median time.
    Faster,
    Usual,
    /// More than twice the median time.
    Slower,
}

/// The agreement of two annotators on a list.
#[derive(Clone, Debug, PartialEq)]
pub struct AnnotatorPair {
    pub names: [String; 2],
    /// Display name of the list.
    pub list: String,
    pub kappa: f64,
    /// Number of units rated by both.
    pub units: usize,
    pub differ: usize,
    /// The units to discuss first, if the kappa is below [`LEAST_KAPPA`].
    pub discuss: Vec<Disagreement>,
}

/// A unit on which a pair disagrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    pub case: String,
    /// Text of the unit.
    pub text: String,
    /// The label that each of them gave.
    pub said: [&'static str; 2],
}

impl GoldProgress {
    /// Returns the share of right labels over all cases; `None` if there are none yet.
    pub fn share(self) -> Option<f64> {
        let [mut all, second] = self.halves;
        all += second;
        all.share()
    }

    /// Returns the shares of the first and the second half.
    pub fn over_time(self) -> Option<[f64; 2]> {
        let [first, second] = self.halves.map(GoldAccuracy::share);
        Some([first?, second?])
    }

    /// Returns whether the second half is worse by a tenth or more.
    pub fn drifts(self) -> bool {
        self.over_time().is_some_and(|[first, second]| first - second >= DRIFT - 1e-9)
    }

    fn of(reveals: &[Event]) -> GoldProgress {
        let tally = |event: &Event| {
            let gold = JudgedGold::of(event).filter(|gold| !gold.training)?;
            Some((event.at.micros(), gold.tally))
        };
        let mut all: Vec<(i64, GoldAccuracy)> = reveals.iter().filter_map(tally).collect();
        all.sort_unstable_by_key(|(at, tally)| (*at, tally.right, tally.of));
        let mut gold = GoldProgress::default();
        for (at, (_, tally)) in all.iter().enumerate() {
            gold.halves[usize::from(at * 2 >= all.len())] += *tally;
        }
        gold
    }
}

impl Status {
    /// Reads the sessions of a round. If one cannot be read, only its own row has an error.
    pub fn of(project: &Project, folder: &Path, note: fn(&str)) -> Status {
        let selection = Selection::shipped(&[], Readings::default());
        let mut gathering =
            Gathering::new(false, selection, Default::default()).with_least(Care::Judged).on_note(note);
        let (mut all, mut judged) = (BTreeSet::new(), BTreeSet::new());
        let mut rows = Vec::new();
        for name in &project.annotators {
            let read = own_session(folder, name).and_then(|path| {
                let work = work(&path, name, &mut all, &mut judged)?;
                gathering.read(&path, &Embedding::Shipped)?;
                Ok(work)
            });
            rows.push(Row { name: name.clone(), work: read });
        }
        paces(&mut rows);
        let pairs = gathering.finish().map(|(gathered, ..)| pairs_of(&gathered.annotations));
        let nobody: Vec<String> = all.difference(&judged).cloned().collect();
        Status {
            rubric: project.rubric.clone(),
            blind: project.blind,
            closed: project.closed,
            rows,
            cases: all.len(),
            nobody,
            pairs,
        }
    }
}

/// Returns the cases that an annotator judges, and how many of the first are for training: the cases of
/// their queue, and as many gold cases as are mixed in.
///
/// # Errors
/// If the session cannot be read.
pub fn queue_of(store: &Store, line: &OrderedObject, by: &str) -> Result<(Vec<String>, usize), SessionError> {
    let ids = store.queue(by)?;
    Ok(match BlindSettings::read(line, by) {
        Some(settings) => order(ids, &GoldCases::read(line), &settings, by),
        None => (ids, 0),
    })
}

/// Reads an annotator's progress from their session.
fn work(
    path: &Path,
    name: &str,
    all: &mut BTreeSet<String>,
    judged: &mut BTreeSet<String>,
) -> Result<AnnotatorProgress, ProjectError> {
    let store = Store::open(path)?;
    let line = store.line()?;
    let known = GoldCases::read(&line);
    let (queue, training) = queue_of(&store, &line, name)?;
    let blind = judges_blind(&line, name);
    let gold = GoldProgress::of(&store.events_of("reveal", name)?);
    let mut recorder = Recorder::new(store, None, Analyst::new(Embedding::Shipped));
    let (mut done, mut moments, mut labels) = (BTreeSet::new(), Vec::new(), [0; 3]);
    for (at, id) in queue.iter().enumerate() {
        if !recorder.store().has_events(id, name)? {
            continue;
        }
        let folded = recorder.folded(id, name)?;
        let state = folded.state();
        let is_done = folded.is_decided(blind);
        if is_done {
            done.insert(at);
        }
        if is_done || state.changed() > 0 || !state.accepted().is_empty() {
            judged.insert(id.clone());
        }
        for own in state.decisions().overrides {
            labels[match own.care {
                Care::Judged => 0,
                Care::Seen => 1,
                Care::Accepted => 2,
            }] += 1;
        }
        moments.extend(folded.events().iter().map(|event| (event.micros, at)));
    }
    let counts = |id: &&String| known.labels(id).is_none() || known.is_in_queue(id);
    all.extend(queue.iter().filter(counts).cloned());
    let by_case = spent(moments);
    // A case that was opened but not decided does not indicate the time per case.
    let of_done = by_case.iter().filter(|(at, _)| done.contains(at));
    let mut seconds: Vec<f64> = of_done.map(|(_, seconds)| *seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let median = quantile(&seconds, 0.5);
    let is_fast = |at: &usize| {
        let own = by_case.get(at).copied();
        own.zip(median).is_some_and(|(own, median)| seconds.len() >= FEWEST && own < median * FAST)
    };
    let fast =
        (0..queue.len()).filter(|at| done.contains(at)).filter(is_fast).map(|at| queue[at].clone()).collect();
    let total = by_case.values().sum();
    Ok(AnnotatorProgress {
        queue: queue.len(),
        training,
        done: done.len(),
        median,
        seconds: total,
        pace: None,
        fast,
        labels,
        gold,
    })
}

/// Compares each annotator's pace with the median of all.
fn paces(rows: &mut [Row]) {
    let medians = rows.iter().filter_map(|row| row.work.as_ref().ok()?.median);
    let mut medians: Vec<f64> = medians.collect();
    medians.sort_by(f64::total_cmp);
    let Some(usual) = quantile(&medians, 0.5).filter(|usual| *usual >= 1.0) else { return };
    for work in rows.iter_mut().filter_map(|row| row.work.as_mut().ok()) {
        work.pace = work.median.map(|own| match own / usual {
            ratio if ratio < 0.5 => PaceComparison::Faster,
            ratio if ratio > 2.0 => PaceComparison::Slower,
            _ => PaceComparison::Usual,
        });
    }
}

/// Returns the pairs of annotators by list, the lowest agreement first.
fn pairs_of(annotations: &Annotations) -> Vec<AnnotatorPair> {
    let found = ResamplableComparison::new(annotations, None, &[]).finish(&[]);
    let at = statistics(OF_LABEL_PAIRS).position(|statistic| statistic.key == "kappa");
    let mut pairs = Vec::new();
    for (key, list) in &found.lists {
        for pair in &list.pairs {
            let kappa = at.and_then(|at| pair.pair.stats.get(at)).and_then(|stat| stat.value.ok());
            let Some(kappa) = kappa else { continue };
            let units: usize = pair.confusion.iter().flatten().sum();
            let same = (0..pair.confusion.len()).map(|at| pair.confusion[at][at]).sum::<usize>();
            let of = [pair.pair.a, pair.pair.b];
            let list_of = List::of_key(key);
            let low = list_of.filter(|_| kappa < LEAST_KAPPA);
            pairs.push(AnnotatorPair {
                names: of.map(|at| annotations.annotators[at].clone()),
                list: list.title.clone(),
                kappa,
                units,
                differ: units - same,
                discuss: low.map(|low| discuss(annotations, low, of)).unwrap_or_default(),
            });
        }
    }
    pairs.sort_by(|a, b| a.kappa.total_cmp(&b.kappa));
    pairs
}

/// Returns the units on which a pair disagrees, starting with the most frequent confusion, since one
/// discussion settles most of them.
fn discuss(annotations: &Annotations, list: List, of: [usize; 2]) -> Vec<Disagreement> {
    let mut found: Vec<Disagreement> = Vec::new();
    for case in &annotations.cases {
        let [a, b] = of.map(|at| case.by.get(at).and_then(Option::as_ref));
        let units: [&[LabelledUnit]; 2] =
            [a, b].map(|one| one.and_then(|one| one.lists.get(&list)).map_or(&[][..], Vec::as_slice));
        for members in group(list, &units.map(Some)) {
            let (Some(one), Some(other)) = (members[0], members[1]) else { continue };
            let (one, other) = (&units[0][one], &units[1][other]);
            if one.value != other.value {
                let said = [one.value.as_str(), other.value.as_str()];
                found.push(Disagreement { case: case.id.clone(), text: one.text.clone(), said });
            }
        }
    }
    let mut often: BTreeMap<[&str; 2], usize> = BTreeMap::new();
    found.iter().for_each(|one| *often.entry(one.said).or_default() += 1);
    found.sort_by_key(|one| (std::cmp::Reverse(often[&one.said]), one.said));
    found.truncate(NAMED);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gold_that_falls_by_a_tenth_is_a_drift() {
        let gold = |halves: [[usize; 2]; 2]| GoldProgress {
            halves: halves.map(|[right, of]| GoldAccuracy { right, of }),
        };
        assert_eq!(gold([[0, 0], [0, 0]]).share(), None);
        assert_eq!(gold([[9, 10], [8, 10]]).share(), Some(0.85));
        assert!(gold([[9, 10], [8, 10]]).drifts() && !gold([[9, 10], [9, 10]]).drifts());
        assert!(!gold([[9, 10], [0, 0]]).drifts(), "one half says nothing about time");
    }

    #[test]
    fn a_pace_is_held_against_the_median_of_all() {
        let row = |name: &str, median| Row {
            name: name.to_owned(),
            work: Ok(AnnotatorProgress { median: Some(median), ..AnnotatorProgress::default() }),
        };
        let mut rows = vec![row("a", 10.0), row("b", 40.0), row("c", 100.0)];
        rows.push(Row { name: "d".to_owned(), work: Err(SessionError::Absent("d.db".into()).into()) });
        paces(&mut rows);
        let paces: Vec<Option<PaceComparison>> =
            rows.iter().filter_map(|row| row.work.as_ref().ok()).map(|work| work.pace).collect();
        assert_eq!(
            paces,
            [Some(PaceComparison::Faster), Some(PaceComparison::Usual), Some(PaceComparison::Slower)]
        );
    }
}
