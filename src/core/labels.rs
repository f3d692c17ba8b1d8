//! Labels: judgements about units of a text, with the spans on which they rest.
//!
//! Every list of labels is one row of [`LISTS`], which is used for parsing, the schema, override keys and the
//! report. A label keeps the engine's proposal beside a person's decision.

mod chances;
pub mod file;
mod judge;
mod mismatch;
pub mod overrides;
mod rules;
mod side;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use strum::VariantArray;

use crate::num::Num;
use crate::text::Span;

pub use chances::LabelDistribution;
use file::LabelError;
pub use judge::JudgedBy;
pub use mismatch::{Mismatch, MismatchId};
pub use rules::{OverruleRule, RuleKind, article_hash, likely_names};
pub use side::Side;

/// A kind of unit that is labelled, in the order of the file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum List {
    /// Essential points of the article, and how far the summary covers each.
    KeyPoints,
    /// Wording of the summary that the article does not entail.
    Extraneous,
    /// Questions made from article facts, answered from the summary.
    CoverageQags,
    /// Factual claims of the summary.
    Claims,
    /// Questions made from the claims, answered from the article.
    ClaimQags,
    /// Departures of the summary from the article's meaning, sentiment, focus or framing.
    Deviations,
    /// Pieces of the summary and their overlap with the article.
    Segments,
    /// Biased or toxic wording.
    Issues,
    /// Factual sentences of a report and whether a source grounds them.
    Grounding,
    /// Citations and whether they point at a source.
    Citations,
    /// Reasoning steps and whether the explanation has them.
    Steps,
    /// Factual claims and whether their sources verify them.
    Facts,
    /// Numbers, dates and assertions and whether the context has them.
    Anchors,
}

/// The word that a label gives to a unit. Every list uses a few of these.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LabelValue {
    Fully,
    Partial,
    Not,
    Correct,
    Wrong,
    Supported,
    Unsupported,
    Mild,
    Moderate,
    Severe,
    High,
    Some,
    None,
    BiasedWording,
    Stereotype,
    Insult,
    MildProfanity,
    StrongProfanity,
    Slur,
    Extraneous,
    #[serde(rename = "true")]
    #[strum(serialize = "true")]
    Yes,
    #[serde(rename = "false")]
    #[strum(serialize = "false")]
    No,
}

impl LabelValue {
    /// Every word.
    pub const ALL: &[LabelValue] = LabelValue::VARIANTS;

    /// The word as written in files and on the screen. `Yes` and `No` stand for JSON's true and false.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether it is the best value of its list, which costs no points.
    pub fn is_best(self) -> bool {
        use LabelValue::{Correct, Fully, High, Supported, Yes};
        matches!(self, Fully | Correct | Supported | High | Yes)
    }
}

/// One row of the table of lists.
#[derive(Debug)]
pub struct ListSpec {
    pub list: List,
    /// Its key in files, and the first half of a label's id.
    pub key: &'static str,
    /// Its name for people, plural.
    pub title: &'static str,
    /// Its name for people, singular.
    pub unit: &'static str,
    /// The field of an entry that holds the word.
    pub field: &'static str,
    /// The words that it may hold, best first. If a key can choose them, each begins with a different letter.
    pub words: &'static [LabelValue],
    /// Kinds that an entry may have in addition to its word.
    pub kinds: &'static [&'static str],
}

pub const LISTS: [ListSpec; 13] = {
    use LabelValue::{
        BiasedWording, Correct, Extraneous, Fully, High, Insult, Mild, MildProfanity, Moderate, No, None,
        Not, Partial, Severe, Slur, Some, Stereotype, StrongProfanity, Supported, Unsupported, Wrong, Yes,
    };
    const ANSWERS: &[LabelValue] = &[Correct, Partial, Wrong];
    const FLAGS: &[LabelValue] = &[Yes, No];
    const SUPPORT: &[LabelValue] = &[Supported, Partial, Unsupported];
    const ISSUES: &[LabelValue] = &[BiasedWording, Stereotype, Insult, MildProfanity, StrongProfanity, Slur];
    [
        row(List::KeyPoints, "key_points", "Key points", "key point", "label", &[Fully, Partial, Not]),
        row(List::Extraneous, "extraneous", "Unsupported words", "unsupported wording", "", &[Extraneous]),
        row(List::CoverageQags, "coverage_qags", "Article questions", "article question", "label", ANSWERS),
        row(List::Claims, "claims", "Claims", "claim", "label", SUPPORT),
        row(List::ClaimQags, "claim_qags", "Claim questions", "claim question", "label", ANSWERS),
        row(List::Deviations, "deviations", "Deviations", "deviation", "severity", &[Mild, Moderate, Severe])
            .with_kinds(&["meaning", "sentiment", "focus", "framing"]),
        row(List::Segments, "segments", "Segments", "segment", "label", &[High, Some, None]),
        row(List::Issues, "issues", "Issues", "issue", "kind", ISSUES),
        row(List::Grounding, "grounding", "Grounding", "factual sentence", "grounded", FLAGS),
        row(List::Citations, "citations", "Citations", "citation", "valid", FLAGS),
        row(List::Steps, "steps", "Reasoning steps", "reasoning step", "present", FLAGS),
        row(List::Facts, "facts", "Facts", "fact", "verified", FLAGS),
        row(List::Anchors, "anchors", "Anchors", "anchor", "supported", FLAGS)
            .with_kinds(&["number", "date", "claim"]),
    ]
};

const fn row(
    list: List,
    key: &'static str,
    title: &'static str,
    unit: &'static str,
    field: &'static str,
    words: &'static [LabelValue],
) -> ListSpec {
    ListSpec { list, key, title, unit, field, words, kinds: &[] }
}

impl ListSpec {
    const fn with_kinds(self, kinds: &'static [&'static str]) -> ListSpec {
        ListSpec { kinds, ..self }
    }
}

impl List {
    /// The list's row.
    pub fn spec(self) -> &'static ListSpec {
        &LISTS[self as usize]
    }

    /// The text that a label of this list is about. A label is stale once its words in that text change.
    pub fn side(self) -> Side {
        match self {
            List::KeyPoints | List::CoverageQags => Side::Article,
            _ => Side::Summary,
        }
    }

    /// Whether its labels are findings, which a person may reject or add, rather than units that always
    /// exist.
    pub fn is_finding(self) -> bool {
        matches!(self, List::Extraneous | List::Deviations | List::Issues)
    }

    /// Whether a program counts its labels better than a judge can, so that no judge is asked for them: the
    /// share of a sentence's words that occur in the article.
    pub fn is_counted(self) -> bool {
        self == List::Segments
    }

    /// The list with this key in files.
    pub fn of_key(key: &str) -> Option<List> {
        LISTS.iter().find(|spec| spec.key == key).map(|spec| spec.list)
    }

    /// The value of the list with this name in files.
    pub fn value(self, name: &str) -> Option<LabelValue> {
        self.spec().words.iter().copied().find(|word| word.as_str() == name)
    }

    /// A value of the list in words: `rejected`, `not grounded`, `mild profanity`.
    pub fn value_name(self, value: LabelValue) -> String {
        match value {
            LabelValue::No if self.is_finding() => "rejected".to_owned(),
            LabelValue::Yes if !self.is_finding() => self.spec().field.to_owned(),
            LabelValue::No => format!("not {}", self.spec().field),
            _ => value.as_str().replace('_', " "),
        }
    }
}

/// Identifies a label: `claims/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId {
    pub list: List,
    /// Its index in the list, from 0.
    pub index: usize,
}

impl LabelId {
    /// Its name for people, counted from 1 as in the lists on screen: "claim 1".
    pub fn shown(self) -> String {
        format!("{} {}", self.list.spec().unit, self.index + 1)
    }
}

/// Formats labels for people, grouped by list: "claims 1, 3; article question 2".
pub fn format_ids(ids: &[LabelId]) -> String {
    format_lists(ids, |same| same.iter().map(|id| (id.index + 1).to_string()).collect())
}

/// Formats labels like [`format_ids`], but abbreviates runs of three or more: "claims 1 to 10".
pub fn format_runs(ids: &[LabelId]) -> String {
    let places = |run: &[LabelId]| match run {
        [first, _, .., last] => vec![format!("{} to {}", first.index + 1, last.index + 1)],
        few => few.iter().map(|id| (id.index + 1).to_string()).collect(),
    };
    format_lists(ids, |same| same.chunk_by(|a, b| a.index + 1 == b.index).flat_map(places).collect())
}

/// Formats labels grouped by list; `places` formats the indices of one list.
fn format_lists(ids: &[LabelId], places: impl Fn(&[LabelId]) -> Vec<String>) -> String {
    let lists = ids.chunk_by(|a, b| a.list == b.list).map(|same| match same {
        [one] => one.shown(),
        same => format!("{}s {}", same[0].list.spec().unit, places(same).join(", ")),
    });
    lists.collect::<Vec<_>>().join("; ")
}

impl std::fmt::Display for LabelId {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}/{}", self.list.spec().key, self.index)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Provenance {
    /// The engine's analysis.
    #[default]
    Engine,
    /// A person, or another judge whose labels were imported, by name.
    Person(String),
}

/// A measurement from which a threshold derives a label. The rubric holds the thresholds, and a reading may
/// move them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThresholdMeasure {
    /// Share of a key point that the summary covers, 0 to 1.
    Share(Num),
    /// Overlap of a segment as given in a file, 0 to 1.
    Overlap(Num),
    /// Overlap of a segment under each value of the reading `relevance.overlap`, 0 to 1.
    Overlaps {
        /// Share of its distinct content words that occur in the article.
        containment: Num,
        /// Jaccard index with the best window of the article that has the segment's length.
        best_window: Num,
        /// Jaccard index with the whole article.
        jaccard_article: Num,
    },
    /// Similarity between a factual sentence and its sources.
    Nearness {
        /// Cosine with the most similar chunk of a source, -1 to 1.
        cosine: Num,
        /// Share of its content words in the chunk that has most of them, 0 to 1.
        overlap: Num,
    },
    /// A numbered reference.
    Number {
        /// Whether there is a source with that number.
        in_range: bool,
        /// Whether there is any source.
        any: bool,
    },
    /// A figure of the summary, compared with those of the context.
    Figure {
        /// Whether the context has the figure in the same spelling.
        exact: bool,
        /// Relative difference to the nearest figure: 0 for the same value in any spelling, more for an
        /// approximate or rounded one. `None` if no figure of the context is comparable.
        off: Option<Num>,
    },
    /// Subject and object of an assertion, and how close to each other they occur in the context.
    Together {
        /// Whether some sentence has both.
        one_sentence: bool,
        /// Length in tokens of the shortest stretch with both; `None` if no text has both.
        within: Option<usize>,
    },
}

impl ThresholdMeasure {
    /// The fields of a label that hold the measurement; an absent number is `null`.
    pub(crate) fn fields(self) -> Vec<(&'static str, Value)> {
        match self {
            ThresholdMeasure::Share(share) => vec![("share", json!(share))],
            ThresholdMeasure::Overlap(overlap) => vec![("overlap", json!(overlap))],
            ThresholdMeasure::Overlaps { containment, best_window, jaccard_article } => vec![(
                "overlaps",
                json!({
                    "containment": containment, "best_window": best_window, "jaccard_article": jaccard_article
                }),
            )],
            ThresholdMeasure::Nearness { cosine, overlap } => {
                vec![("cosine", json!(cosine)), ("overlap", json!(overlap))]
            }
            ThresholdMeasure::Number { in_range, any } => {
                vec![("in_range", json!(in_range)), ("any_source", json!(any))]
            }
            ThresholdMeasure::Figure { exact, off } => vec![("exact", json!(exact)), ("off", json!(off))],
            ThresholdMeasure::Together { one_sentence, within } => {
                vec![("one_sentence", json!(one_sentence)), ("within", json!(within))]
            }
        }
    }
}

/// Signals that an analysis hands to the calibration of its list. A list with fewer signals leaves the others
/// at 0.
pub type Signals = [f64; 4];

/// A judgement about one unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    /// The unit in words: the point, the claim, the question, or the reason of a deviation or an issue.
    pub text: String,
    /// Answer to a question.
    pub answer: Option<String>,
    /// One of the list's kinds.
    pub kind: Option<&'static str>,
    /// The judgement. `None` for a segment that is given by its overlap only.
    pub word: Option<LabelValue>,
    /// The measurement from which the judgement was derived, if thresholds decide.
    pub measure: Option<ThresholdMeasure>,
    /// Evidence in the article.
    pub article: Vec<Span>,
    /// Evidence in the summary.
    pub summary: Vec<Span>,
    pub by: Provenance,
    /// The engine's proposal, if a person decided otherwise.
    pub proposed: Option<LabelValue>,
    /// Reasons for the label, in words for a reviewer; the decisive one first.
    pub why: Vec<String>,
    /// Probability of the word shown, 0 to 1.
    pub p: Option<f64>,
    /// Probability of each word of the list, for a proposal.
    pub chances: Option<LabelDistribution>,
    /// The signals from which the probabilities were computed, as the calibration names them for the list.
    pub signals: Option<Signals>,
    /// Index of the claim that contains an extraneous wording, or that a claim question asks about.
    pub claim: Option<usize>,
    /// The source that a grounding or fact label names.
    pub source: Option<String>,
    /// The mismatches of the case on which the label rests.
    pub mismatches: Vec<MismatchId>,
}

impl Label {
    /// Whether the unit was created by a person and left open. It has no word yet, only that of the unit from
    /// which it was made.
    pub fn is_open(&self) -> bool {
        self.word.is_none() && self.proposed.is_some()
    }

    /// The span in the summary from the first to the last word that belongs to this claim. Words that it
    /// shares with another claim come earlier in the text but are listed after its own words, which ends the
    /// scan.
    pub fn own_span(&self) -> Option<Span> {
        let (first, rest) = self.summary.split_first()?;
        let own = rest.iter().scan(*first, |last, span| {
            let follows = last.end <= span.start;
            *last = *span;
            follows.then_some(*span)
        });
        Some(own.fold(*first, Span::join))
    }
}

/// A list of labels as the rubric receives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Entry {
    /// The list was neither given nor proposed.
    #[default]
    Absent,
    /// The list was given but cannot be read. The metrics that use it report this error.
    Malformed(LabelError),
    /// The labels, possibly none.
    Given(Vec<Label>),
}

impl Entry {
    /// The labels, if the list can be read.
    pub fn labels(&self) -> Option<&[Label]> {
        match self {
            Entry::Given(labels) => Some(labels),
            _ => None,
        }
    }
}

/// Counts of extraneous tokens, given instead of spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraneousCounts {
    /// Summary tokens that the article does not entail.
    pub tokens: u64,
    /// Replaces the number of summary tokens.
    pub of: u64,
}

/// The tone of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Tone {
    Neutral,
    Subjective,
    Hostile,
    Unclear,
}

impl Tone {
    /// The tone as written in files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// All labels of a case, from which a rubric computes its metrics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels {
    /// Shared by copies until one of them changes, since the labels of a long summary take most of an
    /// analysis's memory.
    lists: [Arc<Entry>; LISTS.len()],
    /// The origin of each list.
    judged_by: [JudgedBy; LISTS.len()],
    /// Replaces the marked spans of [`List::Extraneous`].
    pub extraneous_counts: Option<ExtraneousCounts>,
    /// Segments by the printed split (every `.`, `;` and newline), for the reading `split=raw`; engine only.
    pub raw_segments: Option<Vec<Label>>,
    /// Whether every segment was too short, so that the whole summary counts as one segment. Set by the
    /// engine only, for the splits sentences and raw.
    pub all_short: [bool; 2],
    /// The article's intent, stance and tone, in words.
    pub intent: Option<String>,
    /// The article's theme, in a sentence.
    pub theme: Option<String>,
    /// The summary's tone; advisory.
    pub tone: Option<Tone>,
    /// Replaces the computed bias score, 0 to 10; an error if the given value cannot be read.
    pub bias_score: Option<Result<Num, LabelError>>,
    /// Replaces the computed toxicity score, 0 to 10; an error if the given value cannot be read.
    pub tox_score: Option<Result<Num, LabelError>>,
    /// The origin of these two scores.
    scored_by: Option<JudgedBy>,
    /// Remarks of the file reader that are shown beside the scores, by list.
    pub notes: Vec<(List, String)>,
    /// Differences between claims and the article, in text order. Labels refer to them by index. Set by the
    /// engine only.
    pub mismatches: Vec<Mismatch>,
}

impl Labels {
    pub fn entry(&self, list: List) -> &Entry {
        &self.lists[list as usize]
    }

    /// The labels of a list, if they can be read.
    pub fn get(&self, list: List) -> Option<&[Label]> {
        self.entry(list).labels()
    }

    /// Replaces a list.
    pub fn set(&mut self, list: List, entry: Entry) {
        self.lists[list as usize] = Arc::new(entry);
    }

    /// Whether there is any list, a score that replaces one, the tone, or a text beside them.
    pub fn says_anything(&self) -> bool {
        self.lists.iter().any(|entry| **entry != Entry::Absent)
            || self.tone.is_some()
            || self.intent.is_some()
            || self.theme.is_some()
            || self.extraneous_counts.is_some()
            || self.bias_score.is_some()
            || self.tox_score.is_some()
    }

    /// Takes out the scores that cannot be read, and returns why: without them, issues count.
    pub fn take_unreadable_scores(&mut self) -> impl Iterator<Item = LabelError> {
        let taken =
            [&mut self.bias_score, &mut self.tox_score].map(|score| score.take_if(|score| score.is_err()));
        taken.into_iter().flatten().filter_map(Result::err)
    }

    /// Sets the origin of all lists that are present.
    pub fn came_from(&mut self, judge: &JudgedBy) {
        for (known, entry) in self.judged_by.iter_mut().zip(&self.lists) {
            if **entry != Entry::Absent {
                *known = judge.clone();
            }
        }
        if self.bias_score.is_some() || self.tox_score.is_some() {
            self.scored_by = Some(judge.clone());
        }
    }

    /// Returns the origin of a list; `None` if it is absent. If a person decided something in a list of the
    /// engine's, the list counts as that person's. For issues that are absent or the engine's, the origin of
    /// a given score counts instead.
    pub fn judged_by(&self, list: List) -> Option<JudgedBy> {
        let (entry, known) = (self.entry(list), &self.judged_by[list as usize]);
        let scored_by = self.scored_by.as_ref().filter(|_| list == List::Issues);
        if scored_by.is_some() && (*entry == Entry::Absent || *known == JudgedBy::Engine) {
            return scored_by.cloned();
        }
        if *entry == Entry::Absent {
            return None;
        }
        let person = entry.labels().unwrap_or_default().iter().find_map(|label| match &label.by {
            Provenance::Person(name) if *known == JudgedBy::Engine => Some(name),
            _ => None,
        });
        Some(person.map_or_else(|| known.clone(), |name| JudgedBy::Person(Arc::from(name.as_str()))))
    }

    /// The labels of a list, mutable.
    pub fn get_mut(&mut self, list: List) -> Option<&mut Vec<Label>> {
        let entry = &mut self.lists[list as usize];
        // Checked first, so that an entry without labels is not copied.
        entry.labels()?;
        match Arc::make_mut(entry) {
            Entry::Given(labels) => Some(labels),
            _ => None,
        }
    }

    /// Corrects the references to claims after claims have moved: `place` returns the new index of a claim,
    /// or `None` if it is gone.
    pub fn move_claims(&mut self, place: impl Fn(usize) -> Option<usize>) {
        for list in [List::Extraneous, List::ClaimQags] {
            let refers = |labels: &[Label]| labels.iter().any(|label| label.claim.is_some());
            // Checked first, so that a list without references is not copied.
            if self.get(list).is_some_and(refers) {
                for label in self.get_mut(list).into_iter().flatten() {
                    label.claim = label.claim.and_then(&place);
                }
            }
        }
    }

    /// Returns these labels with only some of the lists.
    pub fn of_lists(&self, lists: &[List]) -> Labels {
        let mut own = self.clone();
        for spec in LISTS.iter().filter(|spec| !lists.contains(&spec.list)) {
            own.set(spec.list, Entry::Absent);
        }
        own.raw_segments = own.raw_segments.filter(|_| lists.contains(&List::Segments));
        own
    }

    /// Returns these labels, with every list and text that `other` has put in their place: a file over the
    /// proposals.
    pub fn overlaid(mut self, other: Labels) -> Labels {
        if *other.lists[List::Segments as usize] != Entry::Absent {
            (self.raw_segments, self.all_short) = (other.raw_segments, other.all_short);
        }
        if *other.lists[List::Extraneous as usize] != Entry::Absent {
            self.extraneous_counts = other.extraneous_counts;
        }
        let own = self.lists.iter_mut().zip(&mut self.judged_by);
        for ((list, judge), (entry, by)) in own.zip(other.lists.into_iter().zip(other.judged_by)) {
            if *entry != Entry::Absent {
                (*list, *judge) = (entry, by);
            }
        }
        self.intent = other.intent.or(self.intent);
        self.theme = other.theme.or(self.theme);
        self.tone = other.tone.or(self.tone);
        self.bias_score = other.bias_score.or(self.bias_score);
        self.tox_score = other.tox_score.or(self.tox_score);
        self.scored_by = other.scored_by.or(self.scored_by);
        self.notes.extend(other.notes);
        self
    }
}
