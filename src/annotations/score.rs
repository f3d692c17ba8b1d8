//! Scores each annotator's labels by the rubrics.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::agree::annotators::{Annotations, RubricScores};
use crate::case::{Case, Texts};
use crate::engine::{Engine, Selection};
use crate::labels::Labels;
use crate::report::{Cap, Fired};
use crate::threads::in_parts;

/// One annotator's labels for one case, to be scored.
pub struct ScoreJob {
    /// The case and the annotator, by index.
    pub place: (usize, usize),
    pub case: Arc<Case>,
    /// The article that the annotator judged.
    pub article: Arc<str>,
    /// The summary that the annotator judged.
    pub summary: Arc<str>,
    /// The lists that are entirely the annotator's.
    pub labels: Labels,
}

/// The scores of one job by rubric, with the indices of its case and annotator.
type JobResult = ((usize, usize), BTreeMap<&'static str, RubricScores>);

/// Scores annotators' labels on several threads. Returns the rubrics used; none if no texts are known.
pub fn score(
    annotations: &mut Annotations,
    jobs: &[ScoreJob],
    selection: &Selection,
    threads: usize,
) -> Vec<&'static str> {
    for ((case, annotator), scored) in in_parts(jobs, threads, |jobs| some(jobs, selection)) {
        if let Some(own) = &mut annotations.cases[case].by[annotator] {
            own.scored = scored;
        }
    }
    if jobs.is_empty() { Vec::new() } else { selection.slugs().to_vec() }
}

fn some(jobs: &[ScoreJob], selection: &Selection) -> Vec<JobResult> {
    let (mut engine, wanted) = (Engine::default(), selection.wanted());
    let one = |job: &ScoreJob| {
        let texts = Texts { article: &job.article, summary: &job.summary };
        if texts.article.trim().is_empty() || texts.summary.trim().is_empty() {
            return (job.place, BTreeMap::new());
        }
        let analysis = engine.read(&job.case, texts, wanted);
        let scored = selection.rubrics().filter_map(|(entry, _)| {
            let found = selection.evaluate(entry.slug, &job.case, &analysis, &job.labels)?;
            let metrics = found.metrics.iter();
            let metrics = metrics.filter_map(|metric| Some((metric.key, metric.score()?.to_f64())));
            let verdict = found.verdict.score.map(|score| ("verdict", score.to_f64()));
            let metrics = metrics.chain(verdict).collect();
            let caps = fired_by_slug(&found.caps);
            Some((entry.slug, RubricScores { decision: found.verdict.decision, metrics, caps }))
        });
        (job.place, scored.collect())
    };
    jobs.iter().map(one).collect()
}

/// Returns for each cap whether it fires on some metric; `None` if it fires on none, and cannot be evaluated
/// on one.
fn fired_by_slug(caps: &[Cap]) -> Vec<(&'static str, Option<bool>)> {
    let mut by_slug: Vec<(&'static str, Option<bool>)> = Vec::new();
    for cap in caps {
        let fires = match cap.fired {
            Fired::Yes { .. } => Some(true),
            Fired::No => Some(false),
            Fired::Unknown(_) => None,
        };
        match by_slug.iter_mut().find(|(slug, _)| *slug == cap.slug) {
            Some((_, known)) => {
                *known = match (*known, fires) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                };
            }
            None => by_slug.push((cap.slug, fires)),
        }
    }
    by_slug
}
