//! Edits that would make the summary agree with the article, and the results of the current rubric after each
//! and after all of them. They are tried last in a request, and a newer request ends them.

use std::sync::Arc;

use crate::case::Texts;
use crate::engine::Analysis;
use crate::evidence::Replacement;
use crate::labels::{Label, LabelId, LabelValue, Labels, List, Provenance};
use crate::num::Num;
use crate::report::{Better, Cap, Decision, Reason};
use crate::rubric::{JudgedReport, Judgement};
use crate::text::{Span, Text};
use crate::tui::words::caps;

use super::decision_trials::DecisionTrial;
use super::trial_result::TrialResult;
use super::{RequestScorer, ScoreRequest, ScoredPart, wanted};

/// An edit of the summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The label whose words the edit changes.
    pub id: LabelId,
    /// The span that it replaces, in bytes of the summary that was scored.
    pub span: Span,
    /// The replacement; empty if the span is deleted.
    pub words: String,
    /// The number of the article sentence that it is based on, from 1; `None` if there is none.
    pub sentence: Option<usize>,
}

/// The edits worth trying, with the results so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Trials {
    /// The request that they belong to.
    pub generation: u64,
    /// Slug of the rubric that they are scored by.
    pub rubric: &'static str,
    /// The edits in text order, without overlaps, each with its result once that is known.
    pub edits: Vec<(TextEdit, Option<TrialResult>)>,
    /// The result of all edits together, once it is known.
    pub all: Option<TrialResult>,
    /// Decisions on claims that improve the result, best first.
    pub decisions: Vec<DecisionTrial>,
    /// Why all edits together do not lead to PASS: the caps that lower a score, then the reasons for the
    /// verdict.
    pub obstacles: Vec<String>,
    /// Number of deletions that are not offered, because each would leave no summary.
    pub dropped: usize,
    /// Number of edits that are not offered, because the verdict or the headline score is worse after them,
    /// no score is better, or the engine finds the new words unsupported.
    pub useless: usize,
}

/// Applies edits to a summary; they have to be in text order, without overlaps.
pub fn edited<'a>(summary: &str, edits: impl DoubleEndedIterator<Item = &'a TextEdit>) -> String {
    let mut text = summary.to_owned();
    for edit in edits.rev() {
        text.replace_range(edit.span.range(), &edit.words);
    }
    text
}

/// The lists whose labels say that words of the summary are wrong; lists of whole statements come first.
const LISTS: [List; 7] = [
    List::Claims,
    List::Facts,
    List::Grounding,
    List::Anchors,
    List::Extraneous,
    List::Issues,
    List::Citations,
];

/// Whether a label says that its words are wrong.
fn is_wrong(list: List, word: Option<LabelValue>) -> bool {
    match list {
        List::Claims => word == Some(LabelValue::Unsupported),
        List::Extraneous | List::Issues => word.is_some(),
        _ => word == Some(LabelValue::No),
    }
}

/// Whether the labels of a list cover whole statements, which are removed with their sentence.
fn is_statement(list: List) -> bool {
    matches!(list, List::Claims | List::Facts | List::Grounding)
}

/// Returns an edit for each label that says that words are wrong: the article's words in their place, or
/// their deletion.
fn edits(summary: &Text, labels: &Labels, read: &[List], known: &[Replacement]) -> Vec<TextEdit> {
    let mut out: Vec<TextEdit> = Vec::new();
    let mut settled: Vec<Span> = Vec::new();
    let all_claims: Vec<Span> =
        labels.get(List::Claims).unwrap_or_default().iter().flat_map(|l| l.summary.iter().copied()).collect();
    for list in LISTS.into_iter().filter(|list| read.contains(list)) {
        let all = labels.get(list).unwrap_or_default().iter().enumerate();
        for (index, label) in all.filter(|(_, label)| is_wrong(list, label.word)) {
            if label.by == Provenance::Engine && label.summary.iter().any(|span| is_vouched(labels, *span)) {
                continue;
            }
            if label.summary.iter().any(|span| settled.iter().any(|known| known.overlaps(*span))) {
                continue;
            }
            let id = LabelId { list, index };
            let here = known.iter().filter(|known| label.summary.iter().any(|s| s.overlaps(known.summary)));
            let replaced: Vec<TextEdit> = here
                .map(|known| TextEdit {
                    id,
                    span: if known.words.is_empty() {
                        words_out(summary, known.summary)
                    } else {
                        known.summary
                    },
                    words: known.words.clone(),
                    sentence: known.sentence,
                })
                .collect();
            settled.extend(&label.summary);
            if !replaced.is_empty() {
                out.extend(replaced);
                continue;
            }
            for &span in &label.summary {
                let alone = !all_claims
                    .iter()
                    .any(|other| !other.overlaps(span) && same_sentence(summary, span, *other));
                let span = if is_statement(list) && alone {
                    sentence_out(summary, span)
                } else {
                    words_out(summary, span)
                };
                out.push(TextEdit { id, span, words: String::new(), sentence: None });
            }
        }
    }
    out.sort_by_key(|edit| edit.span);
    let mut end = 0;
    out.retain(|edit| {
        let apart = edit.span.start >= end;
        end = end.max(edit.span.end);
        apart
    });
    out
}

/// Whether a person judged that a statement with these words is right.
fn is_vouched(labels: &Labels, span: Span) -> bool {
    let right = |label: &&Label| {
        let good = matches!(label.word, Some(LabelValue::Supported | LabelValue::Yes));
        good && matches!(label.by, Provenance::Person(_))
    };
    let all = LISTS.into_iter().filter(|list| is_statement(*list));
    let own = all.flat_map(|list| labels.get(list).unwrap_or_default()).filter(right);
    own.flat_map(|label| &label.summary).any(|known| known.overlaps(span))
}

fn same_sentence(text: &Text, a: Span, b: Span) -> bool {
    text.sentence_at(a.start) == text.sentence_at(b.start)
}

/// Returns the span of words together with the white space, and any comma or conjunction, that connect them
/// to the previous words.
fn words_out(text: &Text, span: Span) -> Span {
    let raw = text.raw();
    let sentence = text.sentence_at(span.start).and_then(|at| text.sentences().get(at)).map(|s| s.span());
    let before = &raw[..span.start];
    let from = sentence.map_or(0, |sentence| sentence.start);
    if from >= span.start {
        let after = raw[span.end..].len() - raw[span.end..].trim_start().len();
        return Span::new(span.start, span.end + after);
    }
    let mut start = before.trim_end().len();
    // The end of a sentence stays; a conjunction before the second of two statements is removed with it.
    let ends =
        raw[span.end..].trim_start().starts_with(['.', '!', '?', ';']) || raw[span.end..].trim().is_empty();
    for tie in [" and", " but", ","] {
        if ends && raw[..start].ends_with(tie) {
            start = raw[..start - tie.len()].trim_end().len();
        }
    }
    Span::new(start.max(from), span.end)
}

/// Returns the sentences that overlap a span, with the white space after them; at the end of the text, with
/// the one before.
fn sentence_out(text: &Text, span: Span) -> Span {
    let raw = text.raw();
    let within = text.sentences().iter().map(|placed| placed.span()).filter(|placed| placed.overlaps(span));
    let whole = within.fold(span, Span::join);
    let after = raw[whole.end..].len() - raw[whole.end..].trim_start().len();
    if whole.end + after < raw.len() {
        Span::new(whole.start, whole.end + after)
    } else {
        Span::new(raw[..whole.start].trim_end().len(), whole.end)
    }
}

/// The result, scores and labels of an edited summary.
struct EditedCase {
    outcome: TrialResult,
    /// Each metric's key, direction and score.
    scores: Vec<(&'static str, Better, Option<Num>)>,
    labels: Labels,
}

impl EditedCase {
    /// Whether the edit that led here is worth offering: the engine does not find the new words unsupported,
    /// neither the verdict nor the headline score is worse, and the verdict or some score is better.
    fn is_worth(&self, before: &EditedCase, edit: &TextEdit) -> bool {
        let new = Span::new(edit.span.start, edit.span.start + edit.words.len());
        let claims = self.labels.get(List::Claims).unwrap_or_default().iter();
        let mut there = claims.filter(|label| label.summary.iter().any(|span| span.overlaps(new)));
        let is_wrong = !edit.words.is_empty() && there.any(|label| is_wrong(List::Claims, label.word));
        let improves =
            self.outcome.decision < before.outcome.decision || !self.better_than(before).is_empty();
        !is_wrong && improves && !self.outcome.is_worse(before.outcome.decision, before.outcome.score)
    }

    /// Returns the metrics whose scores are better than before.
    fn better_than(&self, before: &EditedCase) -> Vec<&'static str> {
        let pairs = self.scores.iter().zip(&before.scores);
        let better = pairs.filter(|((_, way, now), (.., then))| match (now, then) {
            (Some(now), Some(then)) if *way == Better::Lower => now < then,
            (Some(now), Some(then)) => now > then,
            (Some(_), None) => true,
            (None, _) => false,
        });
        better.map(|((key, ..), _)| *key).collect()
    }

    /// Returns the rubric's result, compared with the previous one.
    fn outcome(self, before: Option<&EditedCase>) -> TrialResult {
        let better = before.map(|before| self.better_than(before)).unwrap_or_default();
        TrialResult { better, ..self.outcome }
    }
}

impl RequestScorer {
    /// Finds the edits worth trying, and tries each and then all together. Results are sent after each. Ends
    /// early if the request becomes `stale`. Returns whether it was completed.
    pub(super) fn try_edits(
        &mut self,
        request: &ScoreRequest,
        slug: &'static str,
        part: &ScoredPart,
        stale: &dyn Fn() -> bool,
        send: &mut dyn FnMut(Arc<Trials>, bool),
    ) -> bool {
        let Some(analysis) = &part.analysis else { return true };
        let texts = Texts { article: &request.article, summary: &request.summary };
        let read = self.numbers.rubrics.get(slug).map_or(&[][..], |(_, rubric)| rubric.lists());
        let known = self.engine.replacements(&request.case, texts);
        let mut found = edits(&analysis.summary, &part.labels, read, &known);
        let all = found.len();
        found.retain(|edit| !edited(&request.summary, [edit].into_iter()).trim().is_empty());
        let edits: Vec<_> = found.iter().cloned().map(|edit| (edit, None)).collect();
        let mut trials = Trials {
            generation: request.generation,
            rubric: slug,
            edits,
            all: None,
            decisions: self.try_decisions(request, slug, part, stale),
            obstacles: Vec::new(),
            dropped: all - found.len(),
            useless: 0,
        };
        let before = if found.is_empty() { None } else { self.tried(request, slug, &request.summary) };
        let mut kept = Vec::with_capacity(found.len());
        for edit in found {
            if stale() {
                return false;
            }
            send(Arc::new(trials.clone()), false);
            let at = kept.len();
            let after = self.tried(request, slug, &edited(&request.summary, std::iter::once(&edit)));
            match after.filter(|after| before.as_ref().is_none_or(|before| after.is_worth(before, &edit))) {
                Some(after) => {
                    trials.edits[at].1 = Some(after.outcome(before.as_ref()));
                    kept.push(edit);
                }
                None => {
                    trials.edits.remove(at);
                    trials.useless += 1;
                }
            }
        }
        let found = kept;
        if stale() {
            return false;
        }
        let summary = edited(&request.summary, found.iter());
        trials.all = match found.len() {
            0 => before.map(|before| before.outcome(None)),
            1 => trials.edits[0].1.clone(),
            _ => self.tried(request, slug, &summary).map(|tried| tried.outcome(before.as_ref())),
        };
        if trials.all.as_ref().is_some_and(|all| all.decision != Decision::Pass) {
            trials.obstacles = self.obstacles(request, slug, &summary);
        }
        send(Arc::new(trials), true);
        true
    }

    /// Returns the analysis and labels for a changed summary; `None` if there is no summary left.
    fn found(
        &mut self,
        request: &ScoreRequest,
        slug: &'static str,
        summary: &str,
    ) -> Option<(Analysis, Labels)> {
        if summary.trim().is_empty() {
            return None;
        }
        let texts = Texts { article: &request.article, summary };
        let analysis = self.engine.analyse(&request.case, texts, wanted(&self.numbers.rubrics, &[slug]));
        let labels = self.decided(request, &analysis).labels;
        Some((analysis, labels))
    }

    /// Returns the result of a rubric for a changed summary, with every score and the labels.
    fn tried(&mut self, request: &ScoreRequest, slug: &'static str, summary: &str) -> Option<EditedCase> {
        let (analysis, labels) = self.found(request, slug, summary)?;
        let (_, rubric) = self.numbers.rubrics.get(slug)?;
        let found = rubric.evaluate(&analysis.input(&request.case, &labels), &request.readings, false);
        let scores = found.metrics.iter().map(|metric| (metric.key, metric.better, metric.score())).collect();
        let outcome =
            TrialResult { decision: found.verdict.decision, score: found.verdict.score, better: Vec::new() };
        Some(EditedCase { outcome, scores, labels })
    }

    /// For a changed summary, the caps that lower a score and the other reasons for the verdict, in words.
    fn obstacles(&mut self, request: &ScoreRequest, slug: &'static str, summary: &str) -> Vec<String> {
        let Some((analysis, labels)) = self.found(request, slug, summary) else { return Vec::new() };
        let input = analysis.input(&request.case, &labels);
        let mut judgement = Judgement::new(&self.numbers.rubrics, &input, request.readings);
        let Some(JudgedReport { report, .. }) = judgement.report(slug) else { return Vec::new() };
        let binding: Vec<&Cap> = report.caps.iter().filter(|cap| cap.is_binding()).collect();
        let mut obstacles = caps::lowering(&report);
        // A reason about one of these caps would repeat it.
        let is_new = |reason: &&Reason| {
            reason.cap(&report.caps).is_none_or(|about| binding.iter().all(|cap| cap.slug != about.slug))
        };
        let because = report.verdict.because.iter();
        obstacles.extend(because.filter(is_new).map(|reason| reason.in_words(&report.caps)));
        obstacles
    }
}
