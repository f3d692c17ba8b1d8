//! Evaluation Protocol: how well a research report is grounded in its sources, and how coherent it is.

mod bands;
mod coherence;

use serde::Deserialize;
use serde_json::Value;

use crate::labels::{Label, LabelValue, List, ThresholdMeasure};
use crate::measures::{self, Sections};
use crate::num::Num;
use crate::report::{Better, Metric, PartValue};
use crate::rubric::bounds::{self, LEVEL, Row};
use crate::rubric::draft::{Computed, MetricDraft, MetricError, tally, yes_or_no};
use crate::rubric::readings::choice;
use crate::rubric::signature::signed_version;
use crate::rubric::words::{Docs, Documentation, Printed};
use crate::rubric::{Evaluation, Input, Readings, Rubric, RuleError};

use bands::{Bands, Policy};
use coherence::Coherence;

/// Its numbers and words, as shipped.
pub const TOML: &str = include_str!("protocol.toml");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    version: String,
    about: Documentation,
    grounding_accuracy: Grounding,
    hallucinated_citation_rate: Citations,
    structural_coherence: Coherence,
    redundancy_rate: Redundancy,
    generation_time: Time,
    verdict: Policy,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Grounding {
    words: Documentation,
    cosine_from: Num,
    overlap_from: Num,
    bands: Bands,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Citations {
    words: Documentation,
    bands: Bands,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Redundancy {
    words: Documentation,
    redundant_above: Num,
    bands: Bands,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Time {
    words: Documentation,
}

/// Bounds of its numbers, except those of the coherence.
const BOUNDS: &[Row] = &[
    ("grounding_accuracy.cosine_from", LEVEL),
    ("grounding_accuracy.overlap_from", LEVEL),
    ("redundancy_rate.redundant_above", LEVEL),
    ("*.bands.*", LEVEL),
];

/// The readings as flags, looked up once per evaluation.
#[derive(Clone, Copy, Debug)]
struct ProtocolOptions {
    edge_worse: bool,
    outline_zero: bool,
    any_number: bool,
    headings_only: bool,
}

impl ProtocolOptions {
    fn new(readings: &Readings) -> ProtocolOptions {
        ProtocolOptions {
            edge_worse: readings.is(const { choice("bands.edge", "worse") }),
            outline_zero: readings.is(const { choice("outline", "zero") }),
            any_number: readings.is(const { choice("numref", "any") }),
            headings_only: readings.is(const { choice("sections", "headings") }),
        }
    }
}

/// The protocol with its numbers loaded.
#[derive(Debug)]
pub struct Protocol {
    version: String,
    rules: Rules,
}

/// Loads a TOML file, shipped or a user's.
pub fn load(text: &str) -> Result<Box<dyn Rubric>, RuleError> {
    let rules: Rules = bounds::read(text, &[BOUNDS, coherence::BOUNDS], |rules: &mut Rules| {
        rules.grounding_accuracy.bands.check("grounding_accuracy", Better::Higher)?;
        rules.hallucinated_citation_rate.bands.check("hallucinated_citation_rate", Better::Lower)?;
        rules.structural_coherence.check()?;
        rules.redundancy_rate.bands.check("redundancy_rate", Better::Lower)
    })?;
    let version = signed_version(&rules.version, text, TOML);
    Ok(Box::new(Protocol { version, rules }))
}

/// Lowest and highest possible share.
const SHARE: [Num; 2] = [Num::ZERO, Num::ONE];

impl Rubric for Protocol {
    fn version(&self) -> &str {
        &self.version
    }

    fn lists(&self) -> &'static [List] {
        &[List::Grounding, List::Citations]
    }

    fn measures(&self) -> &'static [measures::Measure] {
        &[measures::Measure::Sections]
    }

    fn word(&self, label: &Label, readings: &Readings) -> Option<LabelValue> {
        self.graded(label, ProtocolOptions::new(readings))
    }

    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation {
        let on = ProtocolOptions::new(readings);
        let rules = &self.rules;
        let grounding = self.counted(input, on, record, List::Grounding);
        let citations = self.counted(input, on, record, List::Citations);
        let coherence =
            rules.structural_coherence.draft(input, on, record, rules.redundancy_rate.redundant_above);
        let redundancy = self.redundancy(input, on, record);
        let banded = [
            (grounding, &rules.grounding_accuracy.bands),
            (citations, &rules.hallucinated_citation_rate.bands),
            (coherence, &rules.structural_coherence.bands),
            (redundancy, &rules.redundancy_rate.bands),
        ];
        let graded = |(mut draft, bands): (MetricDraft, &Bands)| {
            let band = |score: &Num| (bands.of(*score, draft.better, on.edge_worse), bands.nearest(*score));
            let band = draft.raw.as_ref().ok().map(band);
            if let Some((band, _)) = band {
                draft.show("band", PartValue::Word(band.as_str()));
            }
            (draft.finish(None), band)
        };
        let (mut metrics, found): (Vec<Metric>, Vec<_>) = banded.into_iter().map(graded).unzip();
        let by_band: Vec<_> = metrics.iter().zip(found).collect();
        let verdict = rules.verdict.decide(&by_band, record);
        metrics.push(time(input, &rules.generation_time.words, record).finish(None));
        Evaluation { metrics, caps: Vec::new(), verdict }
    }

    fn printed(&self) -> Vec<Printed<'_>> {
        let rules = &self.rules;
        let bands = [
            ("grounding_accuracy", &rules.grounding_accuracy.bands),
            ("hallucinated_citation_rate", &rules.hallucinated_citation_rate.bands),
            ("structural_coherence", &rules.structural_coherence.bands),
            ("redundancy_rate", &rules.redundancy_rate.bands),
        ];
        bands.map(|(of, bands)| Printed { of, range: SHARE, list: None, rows: &bands.printed }).to_vec()
    }

    fn docs(&self) -> Docs<'_> {
        let rules = &self.rules;
        Docs {
            words: &rules.about,
            metrics: vec![
                ("grounding_accuracy", &rules.grounding_accuracy.words),
                ("hallucinated_citation_rate", &rules.hallucinated_citation_rate.words),
                ("structural_coherence", &rules.structural_coherence.words),
                ("redundancy_rate", &rules.redundancy_rate.words),
                ("generation_time", &rules.generation_time.words),
            ],
            caps: Vec::new(),
            verdict: &rules.verdict.words,
        }
    }
}

impl Protocol {
    fn graded(&self, label: &Label, on: ProtocolOptions) -> Option<LabelValue> {
        let rule = &self.rules.grounding_accuracy;
        yes_or_no(label, |measure| match measure {
            ThresholdMeasure::Nearness { cosine, overlap } => {
                Some(cosine >= rule.cosine_from || overlap >= rule.overlap_from)
            }
            ThresholdMeasure::Number { in_range, any } => Some(in_range || any && on.any_number),
            _ => None,
        })
    }

    /// The share of grounded sentences, or of invalid citations.
    fn counted(&self, input: &Input, on: ProtocolOptions, record: bool, list: List) -> MetricDraft {
        let rules = &self.rules;
        let (key, words, better, name, none) = match list {
            List::Grounding => (
                "grounding_accuracy",
                &rules.grounding_accuracy.words,
                Better::Higher,
                "grounded",
                "the report states no fact",
            ),
            _ => (
                "hallucinated_citation_rate",
                &rules.hallucinated_citation_rate.words,
                Better::Lower,
                "invalid",
                "the report cites nothing",
            ),
        };
        let draft = MetricDraft::new(key, SHARE, record).better(better);
        let mut draft = draft.compute(input, words, Some(list), |draft| {
            let (yes, all) = tally(input.labels, list, |label| self.graded(label, on))?;
            if all == 0 {
                return Err(MetricError::NotApplicable(none));
            }
            let count = if list == List::Grounding { yes } else { all - yes };
            draft.show(name, PartValue::Count(count));
            draft.show("total", PartValue::Count(all));
            Ok(draft.share((name, count), ("total", all)))
        });
        if input.case.sources.is_empty() && input.case.wrong("sources").is_none() {
            draft.note("the case has no sources: the paragraphs of its article are used instead");
        }
        let sections = input.measures.sections.as_deref().filter(|_| list == List::Grounding);
        sections.and_then(own_table).into_iter().for_each(|note| draft.note(note));
        draft
    }

    fn redundancy(&self, input: &Input, on: ProtocolOptions, record: bool) -> MetricDraft {
        let rule = &self.rules.redundancy_rate;
        let draft = MetricDraft::new("redundancy_rate", SHARE, record).better(Better::Lower);
        draft.compute(input, &rule.words, None, |draft| {
            let sections = measured(input, on)?;
            sections_notes(draft, sections);
            if sections.alike.is_empty() {
                return Err(MetricError::NotApplicable("there is one section only, and so no pair"));
            }
            let (over, under) = (redundant(sections, rule.redundant_above), sections.alike.len());
            draft.show("redundant", PartValue::Count(over));
            draft.show("pairs", PartValue::Count(under));
            for (cosine, a, b) in sections.alike.iter().take(over).filter(|_| record) {
                draft.note(format!("sections {} and {} have a cosine of {cosine:.2}", a + 1, b + 1));
            }
            Ok(draft.share(("redundant", over), ("pairs", under)))
        })
    }
}

/// Returns the measured sections, if they count as sections under the reading.
fn measured<'a>(input: &Input<'a>, on: ProtocolOptions) -> Computed<&'a Sections> {
    let Some(sections) = input.measures.sections.as_deref() else {
        return Err(MetricError::NotApplicable("the sections of the summary were not measured"));
    };
    if on.headings_only && !sections.headed {
        return Err(MetricError::NotApplicable(
            "the text has no headings, and by sections=headings only they make sections",
        ));
    }
    if sections.units.is_empty() {
        return Err(MetricError::NotApplicable("the summary has no section"));
    }
    Ok(sections)
}

/// Counts the pairs of sections whose similarity exceeds a limit. Pairs are in descending order.
fn redundant(sections: &Sections, limit: Num) -> usize {
    sections.alike.partition_point(|(cosine, _, _)| Num::Real(*cosine) > limit)
}

fn sections_notes(draft: &mut MetricDraft, sections: &Sections) {
    if sections.left_out > 0 {
        let (looked_at, all) = (sections.count - sections.left_out, sections.count);
        draft.note(format!("only the first {looked_at} of {all} sections are compared"));
    }
    own_table(sections).into_iter().for_each(|note| draft.note(note));
}

fn own_table(sections: &Sections) -> Option<String> {
    let mark = sections.table.as_deref()?;
    Some(format!("cosines by another table of vectors than the shipped one ({mark})"))
}

/// The generation time in seconds that the case states.
fn time(input: &Input, words: &Documentation, record: bool) -> MetricDraft {
    let range = [Num::ZERO, Num::Real(f64::INFINITY)];
    let draft = MetricDraft::new("generation_time", range, record).better(Better::Lower);
    draft.compute(input, words, None, |draft| match &input.case.generation_seconds {
        None | Some(Value::Null) => Err(MetricError::NotApplicable("the case has no `generation_seconds`")),
        Some(value) => match value.as_f64().filter(|seconds| seconds.is_finite()).map(Num::decimal) {
            Some(seconds) if seconds >= Num::ZERO => {
                let seconds = draft.ledger.input("generation_seconds", seconds);
                Ok(draft.score(&seconds))
            }
            Some(seconds) => {
                Err(MetricError::Malformed(format!("generation_seconds: {seconds} is negative")))
            }
            None => Err(MetricError::Malformed(format!(
                "generation_seconds: {} is not a number of seconds",
                crate::case::kind(value)
            ))),
        },
    })
}
