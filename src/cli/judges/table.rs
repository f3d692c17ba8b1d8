//! Computes the table from people's and judges' answers.

use std::sync::Arc;
use std::time::Instant;

use super::answers::Answers;
use super::people::{HumanAnswers, HumanJudges};
use crate::agree::annotators::{AnnotatedCase, Annotation, Annotations, LabelledUnit};
use crate::agree::baselines::BASELINES;
use crate::agree::judges::labels::ByLabels;
use crate::agree::judges::overlap::by_rank;
use crate::agree::judges::scores::{ByScores, JudgeScore};
use crate::agree::judges::{Candidate, JudgeCost, JudgeKind, JudgeRanking, compare};
use crate::annotations::annotation;
use crate::case::{Case, Texts};
use crate::cli::agree::human::is_called;
use crate::engine::{Analysis, Engine, Selection};
use crate::evidence::Wanted;
use crate::labels::{LabelValue, Labels, List, Side};
use crate::num::Num;
use crate::report::Better;
use crate::session::ENGINE;
use crate::stats::Resampling;
use crate::text::Text;
use crate::threads::one_by_one;

/// Lists whose units can be ranked by word overlap with the other text.
const BY_OVERLAP: [List; 2] = [List::KeyPoints, List::Claims];

pub struct JudgeTableInput<'a> {
    pub cases: &'a [Arc<Case>],
    /// People's answers.
    pub people: &'a HumanJudges,
    pub answers: &'a [Answers],
    pub selection: &'a Selection,
    /// The requested lists; `None` for all.
    pub lists: Option<&'a [List]>,
    /// The requested metrics; empty for all.
    pub metrics: &'a [String],
    pub resampling: Resampling,
    /// Worker threads.
    pub threads: usize,
}

/// The table of judges, and errors that occurred.
pub struct JudgeTable {
    pub standing: JudgeRanking,
    /// Description of the statistic by which judges are sorted.
    pub statistic: String,
    /// Labels that could not be read.
    pub errors: Vec<String>,
}

#[derive(Default)]
struct CaseResults {
    /// The engine's labels, then each judge's samples.
    labels: Vec<Vec<Option<Annotation>>>,
    /// Their scores by metric; more is better.
    scores: Vec<Vec<Vec<Option<f64>>>>,
    overlaps: Vec<Option<f64>>,
    /// Seconds taken by the engine.
    seconds: f64,
    errors: Vec<String>,
}

impl JudgeTableInput<'_> {
    pub fn compare(&self) -> JudgeTable {
        let metrics = self.metrics();
        let mut worked = self.work(&metrics);
        let errors = worked.iter_mut().flat_map(|one| std::mem::take(&mut one.errors)).collect();
        let seconds = worked.iter().map(|one| one.seconds).sum::<f64>() / worked.len().max(1) as f64;
        let engine = Candidate {
            name: ENGINE.to_owned(),
            kind: JudgeKind::Engine,
            samples: 1,
            spent: JudgeCost { seconds: Some(seconds), measured: true, ..JudgeCost::default() },
        };
        let judges = self.answers.iter().map(|one| Candidate {
            name: one.name.clone(),
            kind: one.kind.unwrap_or(JudgeKind::File),
            samples: one.samples(),
            spent: one.spent,
        });
        let judges: Vec<Candidate> = std::iter::once(engine).chain(judges).collect();
        let (standing, statistic) = match &self.people.gave {
            HumanAnswers::Labels(gave) => self.by_labels(gave, judges, worked),
            HumanAnswers::Numbers(gave) => self.by_scores(gave, judges, &worked, metrics),
        };
        JudgeTable { standing, statistic, errors }
    }

    fn persons(&self) -> impl Iterator<Item = Candidate> {
        let several = self.people.names.len() > 1;
        let person = |name: &String| Candidate {
            name: name.clone(),
            kind: JudgeKind::Person,
            samples: 1,
            spent: JudgeCost::default(),
        };
        self.people.names.iter().filter(move |_| several).map(person)
    }

    fn by_labels(
        &self,
        gave: &[Vec<Option<Annotation>>],
        judges: Vec<Candidate>,
        worked: Vec<CaseResults>,
    ) -> (JudgeRanking, String) {
        let people = gave.len();
        let samples: Vec<usize> = judges.iter().map(|judge| judge.samples).collect();
        let overlap = self.overlap(gave);
        let mut annotators = self.people.names.clone();
        let mut columns: Vec<Vec<usize>> = self.persons().enumerate().map(|(at, _)| vec![at]).collect();
        let mut all: Vec<Candidate> = self.persons().collect();
        for judge in judges {
            columns.push((annotators.len()..annotators.len() + judge.samples).collect());
            annotators.extend(vec![judge.name.clone(); judge.samples]);
            all.push(judge);
        }
        columns.push(vec![annotators.len()]);
        annotators.push("overlap".to_owned());
        let name = format!("overlap ({})", BASELINES[0].name);
        all.push(Candidate { name, kind: JudgeKind::Overlap, samples: 1, spent: JudgeCost::default() });
        let cases = self.cases.iter().zip(worked).zip(overlap).enumerate();
        let cases = cases.map(|(at, ((case, worked), overlap))| {
            let mut by: Vec<Option<Annotation>> =
                gave.iter().map(|of_person| of_person[at].clone()).collect();
            for (of_judge, samples) in worked.labels.into_iter().zip(&samples) {
                let mut given = of_judge.into_iter();
                by.extend((0..*samples).map(|_| given.next().flatten()));
            }
            by.push(overlap);
            AnnotatedCase { id: case.id.clone(), read: at, by }
        });
        let annotations = Annotations { annotators, cases: cases.collect() };
        let measure = ByLabels::new(&annotations, people, columns, self.lists, self.resampling);
        let statistic = "Cohen's kappa with people, mean over the lists that they labelled, by their units";
        (compare(&all, &measure), statistic.to_owned())
    }

    /// Returns the labels that word overlap gives to the units labelled by people, by case.
    fn overlap(&self, gave: &[Vec<Option<Annotation>>]) -> Vec<Option<Annotation>> {
        let mut out: Vec<Option<Annotation>> = vec![None; self.cases.len()];
        for list in BY_OVERLAP {
            let mut units: Vec<(usize, LabelledUnit, f64)> = Vec::new();
            for (at, case) in self.cases.iter().enumerate() {
                let of_person = gave.iter().find_map(|of_person| of_person[at].as_ref()?.lists.get(&list));
                let text = if list.side() == Side::Article { &case.summary } else { &case.article };
                let text = Text::new(text);
                for unit in of_person.into_iter().flatten() {
                    let overlap = (BASELINES[0].of)(&text, &Text::new(&unit.text)).unwrap_or(0.0);
                    units.push((at, unit.clone(), overlap));
                }
            }
            let overlaps: Vec<f64> = units.iter().map(|(.., overlap)| *overlap).collect();
            let given: Vec<LabelValue> = units.iter().map(|(_, unit, _)| unit.value).collect();
            let labels = by_rank(&overlaps, list.spec().words, &given);
            for ((at, unit, _), value) in units.into_iter().zip(labels) {
                let own = out[at].get_or_insert_default();
                own.lists.entry(list).or_default().push(LabelledUnit { value, ..unit });
            }
        }
        out
    }

    fn by_scores(
        &self,
        gave: &[Vec<Option<f64>>],
        judges: Vec<Candidate>,
        worked: &[CaseResults],
        metrics: Vec<String>,
    ) -> (JudgeRanking, String) {
        let mut all: Vec<Candidate> = self.persons().collect();
        let mut scored: Vec<JudgeScore> = (0..all.len()).map(JudgeScore::Person).collect();
        for (at, judge) in judges.into_iter().enumerate() {
            let score = |sample: usize, metric: usize| {
                let of_case =
                    |one: &CaseResults| one.scores[at].get(sample).and_then(|scores| scores[metric]);
                worked.iter().map(of_case).collect()
            };
            let of_sample = |sample| (0..metrics.len()).map(|metric| score(sample, metric)).collect();
            scored.push(JudgeScore::Scores {
                scores: (0..judge.samples).map(of_sample).collect(),
                answered: worked.iter().map(|one| !one.scores[at].is_empty()).collect(),
            });
            all.push(judge);
        }
        for (at, baseline) in BASELINES.iter().enumerate() {
            let scores: Vec<Option<f64>> = worked.iter().map(|one| one.overlaps[at]).collect();
            let answered = scores.iter().map(Option::is_some).collect();
            scored.push(JudgeScore::Scores { scores: vec![vec![scores; metrics.len()]], answered });
            let name = format!("overlap ({})", baseline.name);
            all.push(Candidate { name, kind: JudgeKind::Overlap, samples: 1, spent: JudgeCost::default() });
        }
        let mut articles: Vec<&str> = self.cases.iter().map(|case| case.article.as_str()).collect();
        articles.sort_unstable();
        articles.dedup();
        let place = |case: &Arc<Case>| articles.binary_search(&case.article.as_str()).unwrap_or_default();
        let places = self.cases.iter().map(place).collect();
        let first = !self.metrics.is_empty();
        let measure =
            ByScores::new(places, gave.to_vec(), metrics, first.then_some(0), scored, self.resampling);
        let statistic = format!("{} of {}", measure.headline.as_str(), measure.metrics[measure.main]);
        (compare(&all, &measure), statistic)
    }

    /// Returns the full names of the metrics; requested ones in the requested order.
    fn metrics(&self) -> Vec<String> {
        let all: Vec<String> = self
            .selection
            .rubrics()
            .flat_map(|(entry, rubric)| {
                let keys =
                    ["verdict"].into_iter().chain(rubric.docs().metrics.into_iter().map(|(key, _)| key));
                keys.map(|key| format!("{}.{key}", entry.slug)).collect::<Vec<_>>()
            })
            .collect();
        if self.metrics.is_empty() {
            return all;
        }
        let mut found: Vec<String> = Vec::new();
        for name in self.metrics {
            let called = all.iter().filter(|metric| is_called(metric, name) && !found.contains(metric));
            found.extend(called.cloned().collect::<Vec<_>>());
        }
        found
    }

    /// Processes every case, on several threads.
    fn work(&self, metrics: &[String]) -> Vec<CaseResults> {
        let threads = self.threads.min(self.cases.len());
        one_by_one(self.cases.iter().enumerate(), threads, Engine::default, |engine, (at, case)| {
            self.of_case(engine, at, case, metrics)
        })
    }

    fn of_case(&self, engine: &mut Engine, at: usize, case: &Case, metrics: &[String]) -> CaseResults {
        let texts = Texts::of(case);
        let numbers = matches!(self.people.gave, HumanAnswers::Numbers(_));
        let wanted = if numbers { self.selection.wanted() } else { Wanted::ALL };
        let begun = Instant::now();
        let analysis = engine.analyse(case, texts, wanted);
        let mut worked = CaseResults { seconds: begun.elapsed().as_secs_f64(), ..CaseResults::default() };
        let mut given: Vec<Vec<Arc<Labels>>> = vec![vec![Arc::clone(&analysis.proposals)]];
        for judge in self.answers {
            let mut own = Vec::new();
            for answer in &judge.of_case[at] {
                match answer.labels(case) {
                    Ok(labels) => own.push(labels),
                    Err(why) => worked.errors.push(format!("{}: {why}", judge.name)),
                }
            }
            given.push(own);
        }
        if numbers {
            let score = |labels: &Arc<Labels>| self.scores(case, &analysis, labels, metrics);
            worked.scores = given.iter().map(|samples| samples.iter().map(score).collect()).collect();
            let (article, summary) = (Text::new(&case.article), Text::new(&case.summary));
            worked.overlaps = BASELINES.iter().map(|baseline| (baseline.of)(&article, &summary)).collect();
        } else {
            let own = |labels: &Arc<Labels>| Some(annotation(labels, texts, self.selection));
            worked.labels = given.iter().map(|samples| samples.iter().map(own).collect()).collect();
        }
        worked
    }

    /// Returns the scores that the rubrics give for labels alone, by metric; more is better.
    fn scores(
        &self,
        case: &Case,
        analysis: &Analysis,
        labels: &Labels,
        metrics: &[String],
    ) -> Vec<Option<f64>> {
        let reports = self.selection.scores(case, analysis, labels, false);
        let mut found: Vec<(String, f64)> = Vec::new();
        for report in &reports {
            found.extend(
                report.verdict.score.map(|score| (format!("{}.verdict", report.rubric), score.to_f64())),
            );
            found.extend(report.metrics.iter().filter_map(|metric| {
                let score = metric.score().map(Num::to_f64)?;
                let better = if metric.better == Better::Higher { score } else { -score };
                Some((format!("{}.{}", report.rubric, metric.key), better))
            }));
        }
        let of = |name: &String| found.iter().find(|(key, _)| key == name).map(|(_, score)| *score);
        metrics.iter().map(of).collect()
    }
}
