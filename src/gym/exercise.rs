//! An exercise: a case with known labels, the questions about it, and the rules that they test.
//!
//! A card first asks where the summary is spoilt, then which label applies there, then one question about
//! the consequences: a cap, a score or the verdict. Some summaries are not spoilt at all.

use std::sync::Arc;

use fastrand::Rng;

use super::card::{AnsweredCard, Record};
use crate::case::{Case, Texts};
use crate::engine::{Engine, Selection};
use crate::labels::file::read;
use crate::labels::{Entry, LISTS, Label, LabelValue, List};
use crate::mutate::{CAP_KINDS, KINDS, Marks, Mutant, MutationKind, again, mutate, opaque_id, unspoilt};
use crate::prediction::{
    CheckedPrediction, PredictedValue, Prediction, PredictionTarget, Spoilt, SpoiltPlaces, chance, truth,
};
use crate::report::{Metric, Report, names};
use crate::rubric::{DEFAULT_RUBRIC, Readings, RubricSet};
use crate::text::{Text, hash64};

/// Number of questions about caps that do not fire, per exercise.
const IDLE_CAPS: usize = 2;
/// Most exercises of a kind, and of a kind that exists to fire a cap.
const OF_A_KIND: usize = 6;
const OF_A_CAP_KIND: usize = 2;
/// Most exercises with unspoilt summaries.
const UNSPOILT_CASES: usize = 24;
/// Most exercises with unspoilt summaries and given questions, for each set of [`QUESTIONS`].
const OF_GIVEN_QUESTIONS: usize = 3;

/// The kind of an exercise whose summary is not spoilt.
pub const UNSPOILT: &str = "unspoilt";

#[derive(Clone, Debug)]
pub struct Exercise {
    /// The kind of mutation, or [`UNSPOILT`].
    pub kind: &'static str,
    /// Description of the kind in one line.
    pub about: &'static str,
    /// The words in the good summary, and those that replaced them; empty if there are none.
    pub changed: [String; 2],
    /// The case, with the labels that the mutation decides.
    pub case: Case,
    /// The first questions: where it is spoilt, then which label applies.
    pub opening: Vec<PredictionTarget>,
    /// Questions about the consequences; a card asks one of them.
    pub follow_up: Vec<PredictionTarget>,
    /// The rules that the questions belong to.
    pub rules: Vec<String>,
}

impl Exercise {
    /// Returns the questions of a card: those of the opening, and the most urgent one about the
    /// consequences.
    pub fn card(&self, record: &Record, now: u64, seed: u64) -> Prediction {
        let mut chance = Rng::with_seed(seed ^ hash64(self.case.id.as_bytes()));
        let mut others: Vec<&PredictionTarget> = self.follow_up.iter().collect();
        chance.shuffle(&mut others);
        let wanted = others.into_iter().min_by_key(|asked| record.urgency(&rule(self.kind, asked), now));
        Prediction::of(self.opening.iter().chain(wanted).cloned())
    }
}

/// Returns the rules that the answers belong to, with the results. `kind` is the kind of mutation.
pub fn rules(kind: &str, answers: &[CheckedPrediction]) -> Vec<AnsweredCard> {
    let mut rules: Vec<AnsweredCard> = Vec::new();
    for compared in answers {
        let rule = rule(kind, &compared.asked);
        let chance = chance(&compared.asked);
        let fires = match (&compared.asked, compared.truth) {
            (PredictionTarget::Cap(_), Some(PredictedValue::Cap(fires))) => Some(fires),
            _ => None,
        };
        match rules.iter_mut().find(|known| known.rule == rule) {
            Some(known) => {
                (known.right, known.chance) = (known.right && compared.right, known.chance * chance);
            }
            None => rules.push(AnsweredCard { rule, right: compared.right, chance, fires }),
        }
    }
    rules
}

/// Returns the display name of a rule; a cap is named as under the rubric `slug`.
pub fn rule_name(rule: &str, rubrics: &RubricSet, slug: &str) -> String {
    match rule.split_once('/') {
        Some(("label", UNSPOILT)) => "seeing that nothing is wrong".to_owned(),
        Some(("label", kind)) => format!("spotting: {}", kind.replace('_', " ")),
        Some(("cap", cap)) => format!("cap: {}", rubrics.cap_name(slug, cap)),
        Some(("score", metric)) => format!("score of {}", names::metric(metric)),
        _ => rule.to_owned(),
    }
}

/// Returns the rule that a question belongs to.
fn rule(kind: &str, asked: &PredictionTarget) -> String {
    match asked {
        PredictionTarget::Label(..) | PredictionTarget::Where(_) => format!("label/{kind}"),
        PredictionTarget::Cap(slug) => format!("cap/{slug}"),
        PredictionTarget::Score(metric) => format!("score/{metric}"),
        PredictionTarget::Verdict => "verdict".to_owned(),
    }
}

struct ExerciseBuilder {
    selection: Selection,
    engine: Engine,
}

impl ExerciseBuilder {
    fn new(rubrics: &Arc<RubricSet>) -> ExerciseBuilder {
        let selection = Selection::new(Arc::clone(rubrics), &[DEFAULT_RUBRIC], Readings::default());
        ExerciseBuilder { selection, engine: Engine::default() }
    }

    fn spoilt(&mut self, good: &Case, kind: &'static MutationKind, seed: u64) -> Option<Exercise> {
        let (article, summary) = (Text::new(&good.article), Text::new(&good.summary));
        let mutant = mutate(&mut self.engine, &good.id, &article, &summary, kind, seed)?;
        let case = mutant.case(good, kind, seed);
        self.exercise(case, kind.name, kind.about, mutant)
    }

    fn unspoilt(&mut self, good: &Case, seed: u64) -> Option<Exercise> {
        self.unspoilt_with(good, UNSPOILT, seed, |_, _| {})
    }

    /// Returns an exercise with an unspoilt summary and given questions, since some caps depend on
    /// questions only.
    fn questioned(&mut self, good: &Case, ask: &Questions, seed: u64) -> Option<Exercise> {
        let alone = ask.alone.then(|| {
            let first = Text::new(&good.summary).sentences().first()?.sentence.text.trim().to_owned();
            Some(Case { article: first.clone(), summary: first, ..good.clone() })
        });
        let good = match alone {
            Some(case) => &case?,
            None => good,
        };
        self.unspoilt_with(good, ask.name, seed, |maker, mutant| {
            let analysis = maker.engine.analyse(good, Texts::of(good), maker.selection.wanted());
            for list in [List::CoverageQags, List::ClaimQags] {
                let asked = analysis.proposals.get(list).unwrap_or_default();
                mutant.labels.set(list, Entry::Given((ask.give)(asked)));
            }
        })
    }

    fn unspoilt_with(
        &mut self,
        good: &Case,
        name: &str,
        seed: u64,
        change: impl FnOnce(&mut ExerciseBuilder, &mut Mutant),
    ) -> Option<Exercise> {
        let (article, summary) = (Text::new(&good.article), Text::new(&good.summary));
        let mut mutant = unspoilt(&mut self.engine, &article, &summary)?;
        change(self, &mut mutant);
        let id = opaque_id(&good.id, name, seed);
        let case = Case { id, labels: Some(mutant.written(&good.article)), ..good.clone() };
        self.exercise(case, UNSPOILT, "nothing", mutant)
    }

    fn exercise(
        &mut self,
        case: Case,
        kind: &'static str,
        about: &'static str,
        mutant: Mutant,
    ) -> Option<Exercise> {
        let report = judged(&case, &self.selection, &mut self.engine)?;
        let lists = LISTS.iter().map(|spec| spec.list);
        let decided: Vec<List> = lists.filter(|list| mutant.labels.get(*list).is_some()).collect();
        let mut opening = vec![PredictionTarget::Where(places(kind, &mutant))];
        if kind != UNSPOILT {
            opening.push(what(&report, &decided, &mutant.summary)?);
        }
        let follow_up = follow_up(&report, &decided, hash64(case.id.as_bytes()));
        let mut rules: Vec<String> =
            opening.iter().chain(&follow_up).map(|asked| rule(kind, asked)).collect();
        rules.dedup();
        Some(Exercise { kind, about, changed: [mutant.was, mutant.now], case, opening, follow_up, rules })
    }
}

/// Questions that are given with an unspoilt summary.
struct Questions {
    name: &'static str,
    /// Whether both texts consist only of the first sentence of the summary.
    alone: bool,
    /// Builds the questions from those that the engine asks.
    give: fn(&[Label]) -> Vec<Label>,
}

/// Questions for the caps that depend only on questions: too few of them, one asked twice, and perfect
/// scores that rest on few words.
const QUESTIONS: [Questions; 3] = [
    Questions { name: "few", alone: false, give: |asked| correct(asked, 4) },
    Questions {
        name: "twice",
        alone: false,
        give: |asked| {
            let own = asked.len().saturating_sub(1);
            asked.iter().take(own).chain(asked.first()).cloned().collect()
        },
    },
    Questions { name: "alone", alone: true, give: |asked| correct(asked, 1) },
];

/// Returns the first `most` questions that are answered correctly.
fn correct(asked: &[Label], most: usize) -> Vec<Label> {
    asked.iter().filter(|label| label.word == Some(LabelValue::Correct)).take(most).cloned().collect()
}

/// A way to build an exercise from a good summary.
#[derive(Clone, Copy)]
enum Recipe {
    Spoilt(&'static MutationKind, usize),
    Unspoilt,
    Questioned(&'static Questions),
}

impl Recipe {
    fn all() -> Vec<Recipe> {
        let kinds = KINDS.iter().map(|kind| Recipe::Spoilt(kind, OF_A_KIND));
        let cap_kinds = CAP_KINDS.iter().map(|kind| Recipe::Spoilt(kind, OF_A_CAP_KIND));
        let questioned = QUESTIONS.iter().map(Recipe::Questioned);
        kinds.chain(cap_kinds).chain([Recipe::Unspoilt]).chain(questioned).collect()
    }

    /// Returns the most exercises to build.
    fn most(self) -> usize {
        match self {
            Recipe::Spoilt(_, most) => most,
            Recipe::Unspoilt => UNSPOILT_CASES,
            Recipe::Questioned(_) => OF_GIVEN_QUESTIONS,
        }
    }

    fn make(self, maker: &mut ExerciseBuilder, good: &Case, seed: u64) -> Option<Exercise> {
        match self {
            Recipe::Spoilt(kind, _) => maker.spoilt(good, kind, seed),
            Recipe::Unspoilt => maker.unspoilt(good, seed),
            Recipe::Questioned(ask) => maker.questioned(good, ask, seed),
        }
    }
}

/// Builds exercises from good summaries: for each kind of mutation, up to a small maximum, and with
/// unspoilt summaries. A case with an empty text gives none. To share the work, a thread builds every
/// `step`-th kind, starting at `first`; [`joined`] merges the results, which do not depend on the number
/// of threads.
pub fn exercises(
    cases: &[Case],
    rubrics: &Arc<RubricSet>,
    seed: u64,
    (first, step): (usize, usize),
) -> Vec<(usize, Vec<Exercise>)> {
    let mut maker = ExerciseBuilder::new(rubrics);
    let mut order: Vec<&Case> = cases.iter().filter(|case| Texts::of(case).empty().is_none()).collect();
    Rng::with_seed(seed).shuffle(&mut order);
    let recipes = Recipe::all();
    let own = (first..recipes.len()).step_by(step.max(1));
    let mut made: Vec<(usize, Vec<Exercise>)> = own.map(|at| (at, Vec::new())).collect();
    // Case by case, so that the engine's cached analysis of an article serves all kinds.
    for good in order {
        for (at, own) in &mut made {
            let room = own.len() < recipes[*at].most();
            own.extend(room.then(|| recipes[*at].make(&mut maker, good, seed)).flatten());
        }
    }
    made
}

/// Merges the exercises of all kinds, in the order of the kinds.
pub fn joined(parts: Vec<Vec<(usize, Vec<Exercise>)>>) -> Vec<Exercise> {
    let mut all = parts.concat();
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().flat_map(|(_, own)| own).collect()
}

/// Builds exercises from mutants that a person accepted, and from the same summaries unspoilt. Also
/// returns how many of the accepted mutants this version makes differently, or belong to none of these
/// cases.
pub fn accepted(cases: &[Case], rubrics: &Arc<RubricSet>, marks: &Marks) -> (Vec<Exercise>, usize) {
    let mut maker = ExerciseBuilder::new(rubrics);
    let (mut all, mut lost) = (Vec::new(), 0);
    for mark in marks.passed() {
        let good = cases.iter().find(|case| case.id == mark.of && Texts::of(case).empty().is_none());
        let made = good.and_then(|good| {
            let (kind, mutant) = again(&mut maker.engine, good, mark)?;
            let case = mutant.case(good, kind, mark.seed);
            maker.exercise(case, kind.name, kind.about, mutant)
        });
        match made {
            Some(exercise) => all.push(exercise),
            None => lost += 1,
        }
    }
    if !all.is_empty() {
        let of = |case: &&Case| marks.passed().any(|mark| mark.of == case.id);
        let plain = cases.iter().filter(of).filter_map(|case| maker.unspoilt(case, 0));
        all.extend(plain.take(UNSPOILT_CASES));
    }
    (all, lost)
}

/// Returns the report on a case under the labels that it contains.
pub(super) fn judged(case: &Case, selection: &Selection, engine: &mut Engine) -> Option<Report> {
    let texts = Texts::of(case);
    let analysis = engine.analyse(case, texts, selection.wanted());
    let given = read(case.labels.as_ref()?, texts.article, texts.summary).ok()?;
    let labels = (*analysis.proposals).clone().overlaid(given.labels);
    selection.judge(case, &analysis, &labels).pop()
}

/// Returns the places where the summary is spoilt.
fn places(kind: &str, mutant: &Mutant) -> SpoiltPlaces {
    let text = Text::new(&mutant.summary);
    let sentences = text.sentences().iter().map(|placed| placed.sentence.text.trim().to_owned()).collect();
    let changed = text.sentences().iter().enumerate();
    let changed = changed.filter(|(_, placed)| mutant.spans.iter().any(|span| placed.span().overlaps(*span)));
    let mut truth: Vec<Spoilt> = changed.map(|(at, _)| Spoilt::Sentence(at)).collect();
    if truth.is_empty() {
        truth.push(if kind == UNSPOILT { Spoilt::Nowhere } else { Spoilt::Missing });
    }
    SpoiltPlaces { sentences, truth }
}

/// Returns the question about the label of the changed words: the first label, in a list that the
/// mutation decides, that indicates an error. A list with only one value leaves nothing to ask.
fn what(report: &Report, decided: &[List], summary: &str) -> Option<PredictionTarget> {
    let several = |list: &&List| list.spec().words.len() > 1;
    decided.iter().filter(several).find_map(|list| {
        let good = list.spec().words.first().copied().filter(|_| !list.is_finding());
        let mut own = report.labels.iter().filter(|(id, _)| id.list == *list);
        let (id, label) = own.find(|(_, label)| label.word.is_some() && label.word != good)?;
        let marked = label.summary.first().and_then(|span| summary.get(span.range())).unwrap_or_default();
        let text = if label.text.is_empty() { marked } else { &label.text };
        Some(PredictionTarget::Label(*id, text.to_owned()))
    })
}

/// Returns the questions about the consequences: caps, the score that depends most on the decided labels,
/// the verdict.
fn follow_up(report: &Report, decided: &[List], seed: u64) -> Vec<PredictionTarget> {
    let mut chance = Rng::with_seed(seed);
    let mut questions: Vec<PredictionTarget> =
        caps(report, &mut chance).into_iter().map(PredictionTarget::Cap).collect();
    questions.extend(score(report, decided).map(|metric| PredictionTarget::Score(metric.key)));
    questions.push(PredictionTarget::Verdict);
    questions
}

/// Returns the metric that depends most on the labels of these lists, by their share of its labels.
fn score<'a>(report: &'a Report, decided: &[List]) -> Option<&'a Metric> {
    let share = |metric: &Metric| {
        let own = metric.labels.iter().filter(|id| decided.contains(&id.list)).count();
        // An integer, in thousandths, since floats have no total order.
        own * 1000 / metric.labels.len().max(1)
    };
    let scored = report.metrics.iter().filter(|metric| metric.score().is_some() && share(metric) > 0);
    // The first on a tie.
    scored.rev().max_by_key(|metric| share(metric))
}

/// Returns the caps to ask about: all that fire, and some that do not, in the order of the rubric.
fn caps(report: &Report, chance: &mut Rng) -> Vec<&'static str> {
    let mut slugs: Vec<&'static str> = report.caps.iter().map(|cap| cap.slug).collect();
    slugs.sort_unstable();
    slugs.dedup();
    let fires =
        |slug: &&'static str| truth(&PredictionTarget::Cap(slug), report) == Some(PredictedValue::Cap(true));
    let (mut asked, mut idle): (Vec<_>, Vec<_>) = slugs.into_iter().partition(fires);
    chance.shuffle(&mut idle);
    asked.extend(idle.into_iter().take(IDLE_CAPS));
    asked.sort_by_key(|slug| report.caps.iter().position(|cap| cap.slug == *slug));
    asked
}
