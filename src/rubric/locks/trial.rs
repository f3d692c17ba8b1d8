//! Trying words on a lock by counts alone: what takes reading labels and spans is done once, and a trial is the
//! arithmetic of the two passes.

use crate::labels::{Label, LabelValue, List};
use crate::num::Num;
use crate::report::Decision;
use crate::rubric::caps::{Pass, Rests, Row};
use crate::rubric::flips::{Lists, Outlook, Step, Trial};
use crate::rubric::locks::counts::{self, Tally, struck_out};
use crate::rubric::locks::rules::Target;
use crate::rubric::locks::verdict::{self, Ground, grounds};
use crate::rubric::locks::{Counted, First, Lock, Shared, judge, metrics};
use crate::rubric::{Evaluation, Input, Readings};
use crate::text::Span;

/// Of which lists the raw score of each metric is made, in the printed order.
const RAW: [Lists; 5] = [
    Lists::of(&[List::KeyPoints, List::Extraneous, List::CoverageQags]),
    Lists::of(&[List::Deviations]),
    Lists::of(&[List::Claims, List::ClaimQags]),
    Lists::of(&[List::Segments, List::CoverageQags]),
    Lists::of(&[List::Issues]),
];

/// A case counted by a lock.
pub struct IncrementalEvaluator<'a, L> {
    lock: &'a L,
    shared: Shared<'a>,
    counted: Counted<'a>,
    /// Raw scores, and those of the parts of the last metric, of the labels as they are.
    raw: [Option<Num>; 5],
    parts: [Option<Num>; 2],
    /// Tokens that only this extraneous label marks; `None` where it shares one with another label.
    own: Vec<Option<usize>>,
    /// Whether it matters which deviations are struck out, since there is little other evidence for the guard.
    evidence: bool,
    /// Whether the guard can come to fire.
    guarded: bool,
}

impl<'a, L: Lock> IncrementalEvaluator<'a, L> {
    /// Counts a case.
    pub fn new(lock: &'a L, input: &'a Input<'a>, readings: &Readings) -> IncrementalEvaluator<'a, L> {
        let shared = lock.shared(readings);
        let counted = Counted::new(input, shared.bands, shared.range, false);
        let wanted = lock.spans_wanted();
        let guarded = wanted > 0 && {
            let spans = |id: crate::labels::LabelId, _: &Label| id.list != List::Deviations;
            counts::distinct_spans(input.labels, spans) < wanted
        };
        let deviations = input.labels.get(List::Deviations).unwrap_or_default();
        let evidence = guarded && deviations.iter().any(|label| !label.article.is_empty());
        let (raw, parts) = ([None; 5], [None; 2]);
        let mut tallied = IncrementalEvaluator {
            lock,
            shared,
            counted,
            raw,
            parts,
            own: own_tokens(input),
            evidence,
            guarded,
        };
        (tallied.raw, tallied.parts) = tallied.scores(Lists::ALL);
        tallied
    }

    /// The raw scores on the counts as they stand, where some lists have changed.
    fn scores(&self, changed: Lists) -> ([Option<Num>; 5], [Option<Num>; 2]) {
        let (mut raw, mut parts) = (self.raw, self.parts);
        for index in (0..RAW.len()).filter(|index| !RAW[*index].apart(changed)) {
            let draft = match index {
                0 => self.lock.coverage(&self.counted),
                1 => metrics::alignment(&self.counted, self.shared.alignment),
                2 => self.lock.hallucination(&self.counted),
                3 => self.lock.relevance(&self.counted),
                _ => {
                    let (draft, of) = metrics::bias_toxicity(&self.counted, self.shared.bias_toxicity);
                    parts = of;
                    draft
                }
            };
            raw[index] = draft.raw.ok();
        }
        (raw, parts)
    }

    fn tally(&mut self, list: List) -> Option<&mut Tally> {
        let counted = &mut self.counted;
        let tally = match list {
            List::KeyPoints => &mut counted.key_points,
            List::CoverageQags => &mut counted.coverage_qags,
            List::Claims => &mut counted.claims,
            List::ClaimQags => &mut counted.claim_qags,
            List::Deviations => &mut counted.deviations,
            List::Segments => &mut counted.segments,
            List::Issues => &mut counted.issues,
            _ => return None,
        };
        tally.as_mut().ok()
    }

    /// Counts the labels of these steps under their new words, or under the old ones again.
    fn turn(&mut self, steps: &[Step], back: bool) {
        for step in steps {
            let words = step.id.list.spec().words;
            let place = |word: LabelValue| words.iter().position(|known| *known == word);
            let (from, to) = if back { (step.to, step.from) } else { (step.from, step.to) };
            if let Some(tally) = self.tally(step.id.list) {
                tally.turn(place(from), place(to));
            }
        }
        let touches = |list: List| steps.iter().any(|step| step.id.list == list);
        let counts = |list: List, index: usize, label: &Label| {
            let step = steps.iter().find(|step| !back && step.id.list == list && step.id.index == index);
            step.map_or(!struck_out(label), |step| step.to != LabelValue::No)
        };
        let input = self.counted.input;
        if touches(List::Extraneous) {
            let marks = |index: usize, label: &Label| counts(List::Extraneous, index, label);
            self.counted.extraneous = counts::extraneous_of(input, marks);
        }
        if self.evidence && touches(List::Deviations) {
            let spans = counts::distinct_spans(input.labels, |id, label| counts(id.list, id.index, label));
            self.counted.spans.distinct = spans.into();
        }
    }

    /// The decision on the counts as they stand, where some lists have changed.
    fn look(&self, changed: Lists, than: Decision) -> Outlook {
        let (raw, parts) = self.scores(changed);
        let first = First::new(self.lock, &self.shared, &self.counted, raw, parts);
        let (slots, rows) = (first.slots(), first.rows());
        let pass = Pass { slots: &slots, rows: &rows, compose: metrics::mean };
        let scores = Target::METRICS.map(|target| pass.last(target as usize));
        let mut decision = Decision::Pass;
        let mut standing: Vec<Rests> = Vec::new();
        let fired = rows.iter().map(|row| (row.slug, row.fires()));
        grounds(self.shared.verdict, &self.counted, first.severity, &scores, fired, |found, ground| {
            decision = decision.max(found);
            if found >= than {
                standing.push(self.rests(ground, &first, &pass));
            }
        });
        bound(decision, standing)
    }

    /// What one ground rests on.
    fn rests(&self, ground: Ground, first: &First, pass: &Pass) -> Rests {
        let policy = self.shared.verdict;
        match ground {
            Ground::Unsupported => {
                Rests { on: Lists::of(&[List::Claims]), needs: verdict::unsupported(&self.counted) }
            }
            Ground::Severe => Rests { on: Lists::of(&[List::Claims]), needs: 1 },
            Ground::Slur => Rests { on: Lists::of(&[List::Issues]), needs: verdict::slurs(&self.counted) },
            Ground::Cap(index) => pass.rows[index].finding.rests,
            Ground::AtMost(index) => of_score(index, first, pass, |score| score <= policy.fail_at_most),
            Ground::Below(index) => of_score(index, first, pass, |score| score < policy.warn_below),
        }
    }
}

/// What a low score rests on: the labels that the raw score is made of, if that is low already, else a cap.
fn of_score(index: usize, first: &First, pass: &Pass, low: impl Fn(Num) -> bool) -> Rests {
    let raw = first.raw[index];
    if raw.is_some_and(&low) {
        return Rests { on: RAW[index], needs: 1 };
    }
    let slot = Target::METRICS[index] as usize;
    let fired: Vec<&Row> = pass.rows.iter().filter(|row| row.fires()).collect();
    // A limit holds whatever else changes: the others can only lower the score further.
    let rests = |row: &&&Row| row.slot == slot && low(row.limit);
    if let Some(row) = fired.iter().find(rests) {
        return row.finding.rests;
    }
    // Caps on parts, which act together with each other.
    let parts = fired.iter().filter(|row| pass.slots[row.slot].part_of == Some(slot) || row.slot == slot);
    let on = parts.fold(RAW[index], |lists, row| lists.and(row.finding.rests.on));
    Rests { on, needs: 1 }
}

/// For each extraneous label the tokens that only it marks, or `None` where it shares one.
fn own_tokens(input: &Input) -> Vec<Option<usize>> {
    let labels = input.labels.get(List::Extraneous).unwrap_or_default();
    let mut own = vec![Some(0); labels.len()];
    if labels.is_empty() || input.labels.extraneous_counts.is_some() {
        return own;
    }
    let mut marks: Vec<_> = labels
        .iter()
        .enumerate()
        .flat_map(|(index, label)| label.summary.iter().map(move |span| (*span, index)))
        .filter(|(span, _)| !span.is_empty())
        .collect();
    marks.sort_unstable();
    // The marks that begin before the end of a token and end after its start.
    let (mut next, mut about): (usize, Vec<(Span, usize)>) = (0, Vec::new());
    for (token, _) in input.summary.tokens() {
        while let Some(mark) = marks.get(next).filter(|(span, _)| span.start < token.end) {
            about.push(*mark);
            next += 1;
        }
        about.retain(|(span, _)| span.end > token.start);
        let mut only: Option<usize> = None;
        let mut shared = false;
        for (_, index) in &about {
            match only {
                Some(known) if known != *index => {
                    own[known] = None;
                    own[*index] = None;
                    shared = true;
                }
                _ => only = Some(*index),
            }
        }
        if let (Some(index), false) = (only, shared) {
            own[index] = own[index].map(|count| count + 1);
        }
    }
    own
}

impl<L: Lock> Trial for IncrementalEvaluator<'_, L> {
    fn alike(&self, list: List, a: usize, b: usize) -> bool {
        match list {
            List::Extraneous => self.own[a].is_some() && self.own[a] == self.own[b],
            List::Deviations if self.evidence => {
                let labels = self.counted.labels(list);
                labels[a].article.is_empty() && labels[b].article.is_empty()
            }
            _ => true,
        }
    }

    fn families(&self) -> Vec<Lists> {
        if self.guarded { vec![Lists::ALL] } else { RAW.to_vec() }
    }

    fn best_is_best(&self) -> bool {
        // The guard lowers what is perfect.
        !self.guarded
    }

    fn evaluate(&mut self, steps: &[Step]) -> Evaluation {
        self.turn(steps, false);
        let evaluation = judge(self.lock, &self.shared, &self.counted);
        self.turn(steps, true);
        evaluation
    }

    fn outlook(&mut self, steps: &[Step], than: Decision) -> Outlook {
        self.turn(steps, false);
        let changed = steps.iter().fold(Lists::NONE, |lists, step| lists.and(Lists::of(&[step.id.list])));
        let outlook = self.look(changed, than);
        self.turn(steps, true);
        outlook
    }
}

/// The narrowest of the grounds that stand in the way, and how many changes they all need.
fn bound(decision: Decision, mut standing: Vec<Rests>) -> Outlook {
    standing.sort_by_key(|rests| (rests.on.len(), std::cmp::Reverse(rests.needs)));
    let Some(narrowest) = standing.first().copied() else {
        return Outlook { decision, lists: Lists::ALL, needs: 1 };
    };
    // Grounds on different lists are done away with by different changes.
    let (mut taken, mut needs) = (Lists::NONE, 0);
    for rests in standing.iter().filter(|rests| !rests.on.is_empty()) {
        if rests.on.apart(taken) {
            taken = taken.and(rests.on);
            needs += rests.needs;
        }
    }
    Outlook { decision, lists: narrowest.on, needs }
}
