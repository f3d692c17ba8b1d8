//! An exercise: a case with known labels, what is asked of it, and the rules that the questions fall under.

use std::sync::Arc;

use fastrand::Rng;

use crate::case::{Case, Texts};
use crate::engine::{Engine, Selection};
use crate::labels::file::{Overlap, Wrapper, read};
use crate::labels::{LISTS, Label, LabelId, List};
use crate::mutate::{BY, KINDS, Kind, mutate, opaque_id};
use crate::prediction::{Asked, Compared, Prediction, Row, Said, truth};
use crate::report::{Metric, Report};
use crate::rubric::{DEFAULT_RUBRIC, Readings, RubricSet};
use crate::text::{Text, hash64};

/// Labels that are asked for at most.
const LABELS: usize = 8;
/// Caps that are asked for.
const CAPS: usize = 3;
/// Exercises of a kind at most.
const OF_A_KIND: usize = 6;

/// An exercise.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The kind of its mutation.
    pub kind: &'static str,
    /// What the kind does, in a line.
    pub about: &'static str,
    /// What stood in the good summary, and what stands there now; empty where there is nothing.
    pub changed: [String; 2],
    /// The case, with the labels that the mutation decides.
    pub case: Case,
    /// The lists whose labels the mutation decides.
    pub decided: Vec<List>,
    /// What is asked, without answers.
    pub questions: Prediction,
    /// The rules that the questions fall under.
    pub rules: Vec<String>,
}

/// The rules that questions fall under, each with whether all of its answers were right. `kind` is that of the mutation.
pub fn rules(kind: &str, answers: &[Compared]) -> Vec<(String, bool)> {
    let mut rules: Vec<(String, bool)> = Vec::new();
    for compared in answers {
        let rule = rule(kind, &compared.asked);
        match rules.iter_mut().find(|(known, _)| *known == rule) {
            Some((_, right)) => *right &= compared.right,
            None => rules.push((rule, compared.right)),
        }
    }
    rules
}

/// The rule that a question falls under.
fn rule(kind: &str, asked: &Asked) -> String {
    match asked {
        Asked::Label(..) => format!("label/{kind}"),
        Asked::Cap(slug) => format!("cap/{slug}"),
        Asked::Score(metric) => format!("score/{metric}"),
        Asked::Verdict => "verdict".to_owned(),
    }
}

/// Exercises made of good summaries: of each kind of mutation as many as there is a place for, and not more than a few.
/// A case with an empty text makes none.
pub fn exercises(cases: &[Case], rubrics: &Arc<RubricSet>, seed: u64) -> Vec<Exercise> {
    let selection = Selection::new(Arc::clone(rubrics), &[DEFAULT_RUBRIC], Readings::default());
    let mut engine = Engine::default();
    let mut order: Vec<&Case> = cases.iter().filter(|case| Texts::of(case).empty().is_none()).collect();
    Rng::with_seed(seed).shuffle(&mut order);
    let mut all = Vec::new();
    for kind in KINDS {
        let made = order.iter().filter_map(|case| exercise(case, kind, &selection, &mut engine, seed));
        all.extend(made.take(OF_A_KIND));
    }
    all
}

fn exercise(
    good: &Case,
    kind: &'static Kind,
    selection: &Selection,
    engine: &mut Engine,
    seed: u64,
) -> Option<Exercise> {
    let (article, summary) = (Text::new(&good.article), Text::new(&good.summary));
    let mutant = mutate(engine, &good.id, &article, &summary, kind, seed)?;
    let wrapper = Wrapper {
        id: &good.id,
        by: BY,
        labels: &mutant.labels,
        article: &good.article,
        summary: &mutant.summary,
        overlap: Overlap::default(),
    };
    let case = Case {
        id: opaque_id(&good.id, kind.name, seed),
        summary: mutant.summary.clone(),
        labels: Some(wrapper.to_value()["labels"].clone()),
        ..good.clone()
    };
    let report = judged(&case, selection, engine)?;
    let lists = LISTS.iter().map(|spec| spec.list);
    let decided: Vec<List> = lists.filter(|list| mutant.labels.get(*list).is_some()).collect();
    let questions = questions(&report, &decided, hash64(case.id.as_bytes()));
    let mut rules: Vec<String> = questions.rows.iter().map(|row| rule(kind.name, &row.asked)).collect();
    rules.dedup();
    let asks = |row: &Row| matches!(row.asked, Asked::Label(..));
    questions.rows.iter().any(asks).then(|| Exercise {
        kind: kind.name,
        about: kind.about,
        changed: [mutant.was, mutant.now],
        case,
        decided,
        questions,
        rules,
    })
}

/// The report on a case under the labels that it holds.
fn judged(case: &Case, selection: &Selection, engine: &mut Engine) -> Option<Report> {
    let texts = Texts::of(case);
    let analysis = engine.analyse(case, texts, selection.wanted());
    let given = read(case.labels.as_ref()?, texts.article, texts.summary).ok()?;
    let labels = (*analysis.proposals).clone().overlaid(given.labels);
    selection.judge(case, &analysis, &labels).pop()
}

/// What is asked: the labels of the lists that the mutation decides, a few caps, the score that these labels decide most,
/// the verdict.
fn questions(report: &Report, decided: &[List], seed: u64) -> Prediction {
    let mut chance = Rng::with_seed(seed);
    // A list of one word leaves nothing to be said.
    let asked = |(id, _): &&(LabelId, Label)| decided.contains(&id.list) && id.list.spec().words.len() > 1;
    let labels: Vec<&(LabelId, Label)> = report.labels.iter().filter(asked).collect();
    let alike = |one: &Label| labels.iter().filter(|(_, label)| label.word == one.word).count();
    // What was changed is among those that are asked for, whichever are left out: few labels are as it is.
    let (mut chosen, mut rest): (Vec<_>, Vec<_>) =
        labels.iter().copied().partition(|(_, label)| alike(label) * 2 <= labels.len().max(2));
    chance.shuffle(&mut rest);
    chosen.extend(rest);
    chosen.truncate(LABELS);
    chosen.sort_by_key(|(id, _)| *id);
    let mut questions: Vec<Asked> =
        chosen.into_iter().map(|(id, label)| Asked::Label(*id, label.text.clone())).collect();
    questions.extend(caps(report, &mut chance).into_iter().map(Asked::Cap));
    questions.extend(score(report, decided).map(|metric| Asked::Score(metric.key)));
    questions.push(Asked::Verdict);
    Prediction::of(questions)
}

/// The metric whose score the labels of these lists decide most: of its labels the largest share is theirs.
fn score<'a>(report: &'a Report, decided: &[List]) -> Option<&'a Metric> {
    let share = |metric: &Metric| {
        let own = metric.labels.iter().filter(|id| decided.contains(&id.list)).count();
        // In whole thousandths, so that it can be compared.
        own * 1000 / metric.labels.len().max(1)
    };
    let scored = report.metrics.iter().filter(|metric| metric.score().is_some() && share(metric) > 0);
    // Of equals the first.
    scored.rev().max_by_key(|metric| share(metric))
}

/// Caps to be asked for: one or two that fire, as far as there are, and others that do not, in the order of the rubric.
fn caps(report: &Report, chance: &mut Rng) -> Vec<&'static str> {
    let mut slugs: Vec<&'static str> = report.caps.iter().map(|cap| cap.slug).collect();
    slugs.sort_unstable();
    slugs.dedup();
    let fires = |slug: &&'static str| truth(&Asked::Cap(slug), report) == Some(Said::Cap(true));
    let (mut fired, mut idle): (Vec<_>, Vec<_>) = slugs.into_iter().partition(fires);
    chance.shuffle(&mut fired);
    chance.shuffle(&mut idle);
    fired.truncate(CAPS - 1);
    fired.extend(idle);
    fired.truncate(CAPS);
    fired.sort_by_key(|slug| report.caps.iter().position(|cap| cap.slug == *slug));
    fired
}
