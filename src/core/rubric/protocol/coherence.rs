//! Structural coherence: five parts, each from 0 to 1, and their weighted sum.

use serde::Deserialize;

use super::bands::Bands;
use super::{ProtocolOptions, SHARE, measured, redundant, sections_notes};
use crate::ledger::Quantity;
use crate::measures::{Outline, Sections, Unit};
use crate::num::Num;
use crate::report::Better;
use crate::rubric::Input;
use crate::rubric::bounds::{self, AMOUNT, Bound, LEVEL, Row, RubricFileError};
use crate::rubric::draft::MetricDraft;
use crate::rubric::words::Documentation;

/// The metric's numbers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Coherence {
    pub words: Documentation,
    weights: Weights,
    sections: Quality,
    flow: Flow,
    drift: Drift,
    structure: Structure,
    pub bands: Bands,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weights {
    sections: Num,
    flow: Num,
    redundancy: Num,
    drift: Num,
    structure: Num,
}

/// Parameters of the heuristics for single sections.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Quality {
    weights: QualityWeights,
    section_words: [f64; 4],
    paragraph_words: [f64; 4],
    sentence_words: [f64; 4],
    distinct_from: f64,
    like_heading: f64,
    like_topic: f64,
    skip: f64,
    back: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct QualityWeights {
    length: Num,
    wording: Num,
    relevance: Num,
    order: Num,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Flow {
    connected_from: f64,
    sentences_connected_from: f64,
    repeats_from: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drift {
    same_from: Num,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Structure {
    match_from: Num,
}

/// Bounds of a cosine from which something counts in full.
const COSINE: Bound = Bound::Above(0.0, 1.0);

/// Bounds of the metric's numbers, except its bands.
pub(super) const BOUNDS: &[Row] = &[
    ("structural_coherence.weights.*", bounds::SHARE),
    ("structural_coherence.sections.*.*", AMOUNT),
    ("structural_coherence.sections.distinct_from", Bound::Below(0.0, 1.0)),
    ("structural_coherence.sections.like_heading", COSINE),
    ("structural_coherence.sections.like_topic", COSINE),
    ("structural_coherence.sections.skip", AMOUNT),
    ("structural_coherence.sections.back", AMOUNT),
    ("structural_coherence.flow.connected_from", COSINE),
    ("structural_coherence.flow.sentences_connected_from", COSINE),
    ("structural_coherence.flow.repeats_from", Bound::Below(0.0, 1.0)),
    ("structural_coherence.drift.same_from", COSINE),
    ("structural_coherence.structure.match_from", LEVEL),
];

impl Coherence {
    /// Rejects contradictory numbers, with which a part or the sum could leave the range 0 to 1.
    pub fn check(&self) -> Result<(), RubricFileError> {
        let wrong =
            |key: &str, why: &str| Err(RubricFileError::new(format!("structural_coherence.{key}"), why));
        let Weights { sections, flow, redundancy, drift, structure } = self.weights;
        let weights = [sections, flow, redundancy, drift, structure];
        let sum = weights.iter().fold(Num::ZERO, |sum, weight| sum + *weight);
        if sum != Num::ONE || structure >= Num::ONE {
            return wrong("weights", "they must add up to 1, the structure's being less than 1");
        }
        let quality = &self.sections;
        let QualityWeights { length, wording, relevance, .. } = quality.weights;
        if length + wording + relevance <= Num::ZERO {
            return wrong("sections.weights", "one of them besides order must be above 0");
        }
        for (key, words) in [
            ("sections.section_words", quality.section_words),
            ("sections.paragraph_words", quality.paragraph_words),
            ("sections.sentence_words", quality.sentence_words),
        ] {
            if !words.is_sorted() {
                return wrong(key, "the four numbers must rise");
            }
        }
        self.bands.check("structural_coherence", Better::Higher)
    }

    pub fn draft(
        &self,
        input: &Input,
        on: ProtocolOptions,
        record: bool,
        redundant_above: Num,
    ) -> MetricDraft {
        MetricDraft::new("structural_coherence", SHARE, record).compute(input, &self.words, None, |draft| {
            let sections = measured(input, on)?;
            let found = self.parts(draft, sections, redundant_above);
            sections_notes(draft, sections);
            Ok(self.sum(draft, sections, found, on))
        })
    }

    /// Computes sections, flow, redundancy and drift, each as a step.
    fn parts(&self, draft: &mut MetricDraft, sections: &Sections, redundant_above: Num) -> [Quantity; 4] {
        let quality = self.quality(draft, sections);
        let flow = match self.connection(sections) {
            Some((nearness, neighbours)) => {
                draft.ledger.input("nearness", Num::Real(nearness))
                    / draft.ledger.input("neighbours", Num::count(neighbours))
            }
            None => draft.ledger.number(Num::ONE),
        };
        let flow = draft.part("flow", &flow);
        let redundancy = if sections.alike.is_empty() {
            draft.ledger.number(Num::ZERO)
        } else {
            let over = draft.ledger.input("redundant", Num::count(redundant(sections, redundant_above)));
            over / draft.ledger.input("pairs", Num::count(sections.alike.len()))
        };
        let redundancy = draft.part("redundancy", &redundancy);
        let ledger = &draft.ledger;
        let drift = match sections.ends {
            Some(cosine) => {
                let near = ledger.number(Num::ZERO).max(&ledger.input("cosine", Num::Real(cosine)));
                let near = near / ledger.number(self.drift.same_from);
                ledger.number(Num::ONE) - ledger.number(Num::ONE).min(&near)
            }
            None => ledger.number(Num::ZERO),
        };
        let drift = draft.part("drift", &drift);
        if sections.count == 1 {
            draft.note(
                "one section only: its sentences are used as sections, nothing is redundant, and drift is between \
                 its first and last third",
            );
        }
        if sections.units.len() == 1 {
            draft.note("one sentence only: nothing can break off or drift");
        }
        [quality, flow, redundancy, drift]
    }

    /// The weighted sum, with or without the structure.
    fn sum(
        &self,
        draft: &mut MetricDraft,
        sections: &Sections,
        parts: [Quantity; 4],
        on: ProtocolOptions,
    ) -> Num {
        let [quality, flow, redundancy, drift] = parts;
        let structure = match &sections.outline {
            Some(outline) => {
                let matched =
                    draft.ledger.input("matched", Num::count(matched(outline, self.structure.match_from)));
                let titles = draft.ledger.input("titles", Num::count(outline.titles));
                Some(draft.part("structure", &(matched / titles)))
            }
            None if on.outline_zero => {
                let zero = draft.ledger.number(Num::ZERO);
                Some(draft.part("structure", &zero))
            }
            None => None,
        };
        let weights = &self.weights;
        let ledger = &draft.ledger;
        let one = || ledger.number(Num::ONE);
        let rest = ledger.number(weights.sections) * quality
            + ledger.number(weights.flow) * flow
            + ledger.number(weights.redundancy) * (one() - redundancy)
            + ledger.number(weights.drift) * (one() - drift);
        let score = match structure {
            Some(structure) => rest + ledger.number(weights.structure) * structure,
            None => rest / ledger.number(Num::ONE - weights.structure),
        };
        if sections.outline.is_none() {
            draft.note(if on.outline_zero {
                "the case has no `outline`: the structure counts 0 (outline=zero)"
            } else {
                "the case has no `outline`: the structure is left out, and the rest scaled up"
            });
        }
        draft.score(&score)
    }

    /// Returns the sum of how well each section or sentence continues the one before it, and the number of
    /// such pairs; `None` if there is only one.
    fn connection(&self, sections: &Sections) -> Option<(f64, usize)> {
        let rule = &self.flow;
        let neighbours = Some(sections.neighbours.len()).filter(|count| *count > 0)?;
        if sections.count > 1 {
            let near = sections.neighbours.iter().map(|cosine| ramp(*cosine, rule.connected_from));
            return Some((near.sum(), neighbours));
        }
        let fresh = |at: usize| {
            let repeated = sections.repeated.get(at).copied().unwrap_or(0.0);
            1.0 - ramp(repeated - rule.repeats_from, 1.0 - rule.repeats_from)
        };
        let near = sections.neighbours.iter().map(|cosine| ramp(*cosine, rule.sentences_connected_from));
        Some((near.enumerate().map(|(at, near)| near.min(fresh(at))).sum(), neighbours))
    }

    /// The weighted mean of the section heuristics.
    fn quality(&self, draft: &mut MetricDraft, sections: &Sections) -> Quantity {
        let rule = &self.sections;
        let single = sections.count == 1;
        let words = match (single, sections.headed) {
            (true, _) => rule.sentence_words,
            (false, true) => rule.section_words,
            (false, false) => rule.paragraph_words,
        };
        // The sum over the sections, or over the sentences of a single one, and their number.
        let over = |each: &dyn Fn(&Unit) -> f64| {
            (sections.units.iter().map(each).sum::<f64>(), sections.units.len())
        };
        let distinct = |pairs: usize, distinct: usize| {
            let share = if pairs == 0 { 1.0 } else { distinct as f64 / pairs as f64 };
            ramp(share - rule.distinct_from, 1.0 - rule.distinct_from)
        };
        let wording = if single {
            (distinct(sections.pairs[0], sections.pairs[1]), 1)
        } else {
            over(&|unit| distinct(unit.pairs, unit.distinct))
        };
        let relevance = |unit: &Unit| {
            let full = if unit.heading.is_some() { rule.like_heading } else { rule.like_topic };
            ramp(unit.likeness, full).max(unit.shared.to_f64())
        };
        let skipped = |jump: &i64| {
            let sentences = if *jump > 0 { (*jump - 1) as f64 } else { 1.0 - rule.back * *jump as f64 };
            rule.skip * sentences
        };
        let order = sections
            .jumps
            .as_ref()
            .map(|jumps| (jumps.iter().map(|jump| 1.0 / (1.0 + skipped(jump))).sum::<f64>(), jumps.len()));
        let weights = &rule.weights;
        let heuristics = [
            (
                ["length", "sum_of_length"],
                weights.length,
                Some(over(&|unit| trapezoid(unit.words as f64, words))),
            ),
            (["wording", "sum_of_wording"], weights.wording, Some(wording)),
            (["relevance", "sum_of_relevance"], weights.relevance, Some(over(&relevance))),
            (["order", "sum_of_order"], weights.order, order),
        ];
        let (mut terms, mut all) = (Vec::new(), Num::ZERO);
        for ([name, of], weight, value) in heuristics {
            let Some((total, count)) = value else { continue };
            // With no unit to judge, the order counts as perfect and every other heuristic as 0.
            let mean = match count {
                0 => draft.ledger.number(if name == "order" { Num::ONE } else { Num::ZERO }),
                _ => {
                    draft.ledger.input(of, Num::Real(total)) / draft.ledger.input("units", Num::count(count))
                }
            };
            terms.push(draft.ledger.number(weight) * draft.part(name, &mean));
            all = all + weight;
        }
        let sum = terms.into_iter().reduce(|sum, term| sum + term);
        let sum = sum.unwrap_or_else(|| draft.ledger.number(Num::ZERO));
        let quality = sum / draft.ledger.number(all);
        draft.part("sections", &quality)
    }
}

/// Linear from 0 at 0 to 1 at `full`, and constant outside.
fn ramp(value: f64, full: f64) -> f64 {
    (value / full).clamp(0.0, 1.0)
}

/// 0 up to the first number, 1 from the second to the third, 0 from the fourth on, linear in between.
fn trapezoid(value: f64, [from, full, until, end]: [f64; 4]) -> f64 {
    let rise = if value >= full { 1.0 } else { (value - from) / (full - from) };
    let fall = if value <= until { 1.0 } else { (end - value) / (end - until) };
    rise.min(fall).clamp(0.0, 1.0)
}

/// Returns how many titles of the outline can be matched with headings, keeping both in order.
fn matched(outline: &Outline, from: Num) -> usize {
    let headings = outline.alike.first().map_or(0, Vec::len);
    let mut best = vec![0; headings + 1];
    for row in &outline.alike {
        let mut diagonal = 0;
        for (at, alike) in row.iter().enumerate() {
            let above = best[at + 1];
            best[at + 1] = if *alike >= from { diagonal + 1 } else { above.max(best[at]) };
            diagonal = above;
        }
    }
    best[headings]
}

#[cfg(test)]
mod tests {
    use super::{ramp, trapezoid};

    #[test]
    fn a_trapezoid_rises_stays_and_falls() {
        let words = [0.0, 8.0, 30.0, 60.0];
        for (value, height) in
            [(0.0, 0.0), (2.0, 0.25), (8.0, 1.0), (30.0, 1.0), (45.0, 0.5), (60.0, 0.0), (900.0, 0.0)]
        {
            assert_eq!(trapezoid(value, words), height, "{value}");
        }
        // Vertical sides.
        assert_eq!([4.0, 5.0, 6.0].map(|value| trapezoid(value, [5.0, 5.0, 5.0, 5.0])), [0.0, 1.0, 0.0]);
        assert_eq!([-1.0, 0.25, 2.0].map(|value| ramp(value, 0.5)), [0.0, 0.5, 1.0]);
    }
}
