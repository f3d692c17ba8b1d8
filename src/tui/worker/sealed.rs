//! Results for a hidden case: its units, with the annotator's decisions. The engine's labels do not leave the
//! worker, so that drawing code need not hide them.

use std::sync::Arc;

use crate::blind;
use crate::case::Texts;
use crate::engine::wanted;
use crate::labels::overrides::apply;

use super::{RequestScorer, RubricReport, ScoreRequest, ScoredPart, bare_part, proposed};

impl RequestScorer {
    /// Sends the units by the current rubric, then by the others.
    pub(super) fn sealed(
        &mut self,
        request: &ScoreRequest,
        stale: &dyn Fn() -> bool,
        send: &mut dyn FnMut(ScoredPart),
    ) {
        let texts = Texts { article: &request.article, summary: &request.summary };
        let rubrics = Arc::clone(&self.numbers.rubrics);
        let (first, others) = request.rubrics.split_at(request.rubrics.len().min(1));
        let mut analysis = self.engine.analyse(&request.case, texts, wanted(&rubrics, first));
        for (slugs, whole) in [(first, others.is_empty()), (others, true)] {
            if slugs.is_empty() {
                continue;
            }
            analysis = self.engine.widened(&analysis, &request.case, texts, wanted(&rubrics, slugs));
            let mut labels = blind::seal(&proposed(request, &analysis, texts));
            let fates = apply(&mut labels, &request.overrides, texts);
            let report = |slug: &&'static str| {
                let (_, rubric) = rubrics.get(slug)?;
                let report = blind::report(&request.case.id, slug, rubric, &labels, &request.readings);
                Some(RubricReport { report: Arc::new(report), lists: rubric.lists(), preliminary: false })
            };
            let reports = slugs.iter().filter_map(report).collect();
            let mut shown = analysis.clone();
            (shown.proposals, shown.measures) = (Arc::default(), Arc::default());
            send(ScoredPart {
                analysis: Some(Arc::new(shown)),
                labels: Arc::new(labels),
                fates: fates.into(),
                whole,
                ..bare_part(request, Ok(reports))
            });
            if stale() {
                return;
            }
        }
    }
}
