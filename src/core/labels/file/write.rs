//! Writes labels as JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

use super::{SCHEMA, SpanTexts};
use crate::case::Texts;
use crate::labels::{
    Entry, LISTS, Label, LabelDistribution, LabelValue, Labels, List, ListSpec, Provenance, ThresholdMeasure,
    Tone,
};

/// Which of a segment's overlaps is written as `overlap`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlap {
    /// The default reading's.
    #[default]
    Containment,
    /// `relevance.overlap=best_window`.
    BestWindow,
    /// `relevance.overlap=jaccard_article`.
    JaccardArticle,
}

impl Overlap {
    /// The overlap that a value of the reading `relevance.overlap` selects.
    pub fn of(reading: &str) -> Overlap {
        match reading {
            "best_window" => Overlap::BestWindow,
            "jaccard_article" => Overlap::JaccardArticle,
            _ => Overlap::Containment,
        }
    }
}

/// The labels of one case, to be written as a `lockbench.labels/1` object.
pub struct Wrapper<'a> {
    /// Id of the case.
    pub id: &'a str,
    /// The annotator: "engine", or a person's name. A label by somebody else names its own.
    pub by: &'a str,
    pub labels: &'a Labels,
    /// The texts of the case.
    pub texts: Texts<'a>,
    /// Which overlap is written for a segment.
    pub overlap: Overlap,
}

impl Serialize for Wrapper<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(4))?;
        object.serialize_entry("schema", SCHEMA)?;
        object.serialize_entry("id", self.id)?;
        object.serialize_entry("by", self.by)?;
        object.serialize_entry("labels", &Inner(self))?;
        object.end()
    }
}

/// The lists of a wrapper, serialized one entry at a time.
struct Inner<'a>(&'a Wrapper<'a>);

impl Serialize for Inner<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Inner(wrapper) = self;
        let labels = wrapper.labels;
        let texts = SpanTexts::new(wrapper.texts.article, wrapper.texts.summary);
        let mut inner = serializer.serialize_map(None)?;
        for spec in &LISTS {
            // The order of the format: the texts about the article come before the segments.
            if spec.list == List::Segments {
                optional(&mut inner, "intent", labels.intent.as_ref())?;
                optional(&mut inner, "theme", labels.theme.as_ref())?;
            }
            if spec.list == List::Issues {
                optional(&mut inner, "tone", labels.tone.map(Tone::as_str))?;
            }
            if spec.list == List::Grounding {
                let scores = [("bias_score", &labels.bias_score), ("tox_score", &labels.tox_score)];
                for (key, score) in scores {
                    optional(&mut inner, key, score.as_ref().and_then(|score| score.as_ref().ok()))?;
                }
            }
            match (labels.entry(spec.list), labels.extraneous_counts) {
                (_, Some(counts)) if spec.list == List::Extraneous => {
                    inner.serialize_entry(spec.key, &json!({"tokens": counts.tokens, "of": counts.of}))?;
                }
                (Entry::Given(labels), _) => {
                    inner.serialize_entry(spec.key, &Entries { wrapper, spec, labels, texts: &texts })?;
                }
                _ => {}
            }
        }
        inner.end()
    }
}

fn optional<M: SerializeMap>(
    object: &mut M,
    key: &str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| object.serialize_entry(key, &value))
}

struct Entries<'a> {
    wrapper: &'a Wrapper<'a>,
    spec: &'a ListSpec,
    labels: &'a [Label],
    texts: &'a SpanTexts<'a>,
}

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Entries { wrapper, spec, labels, texts } = self;
        serializer.collect_seq(labels.iter().map(|label| wrapper.entry(spec, label, texts)))
    }
}

impl<'a> Wrapper<'a> {
    /// The labels of a case, with the overlaps of the default reading.
    pub fn new(id: &'a str, by: &'a str, labels: &'a Labels, texts: Texts<'a>) -> Wrapper<'a> {
        Wrapper { id, by, labels, texts, overlap: Overlap::default() }
    }

    /// The whole object.
    pub fn to_value(&self) -> Value {
        json!(self)
    }

    fn entry(&self, spec: &ListSpec, label: &Label, texts: &SpanTexts) -> Value {
        let mut object = Map::new();
        let question = matches!(spec.list, List::CoverageQags | List::ClaimQags);
        let spans = |key: &str, spans: &[crate::text::Span]| -> Value {
            spans.iter().map(|&span| texts.write(key, span)).collect()
        };
        if spec.list == List::Extraneous {
            match (label.summary.as_slice(), spans("summary", &label.summary)) {
                ([_], Value::Array(mut one)) => {
                    if let Some(Value::Object(span)) = one.pop() {
                        object = span;
                    }
                }
                (_, many) => put(&mut object, "summary", Some(many)),
            }
            put(
                &mut object,
                "extraneous",
                (label.word == Some(LabelValue::No)).then_some(Value::Bool(false)),
            );
        } else {
            let text = Some(label.text.as_str()).filter(|text| !text.is_empty() || question).map(Value::from);
            put(&mut object, if question { "question" } else { "text" }, text);
            put(&mut object, "answer", label.answer.as_deref().map(Value::from));
            put(&mut object, "kind", label.kind.map(Value::from));
            put(&mut object, spec.field, label.word.map(word));
            self.measure(&mut object, label);
            put(&mut object, "summary", Some(spans("summary", &label.summary)));
            put(&mut object, "article", Some(spans("article", &label.article)));
        }
        put(&mut object, "claim", label.claim.map(|index| Value::from(format!("claims/{index}"))));
        put(&mut object, "source", label.source.as_deref().map(Value::from));
        let by = match &label.by {
            Provenance::Engine => "engine",
            Provenance::Person(name) => name,
        };
        put(&mut object, "by", Some(by).filter(|by| *by != self.by).map(Value::from));
        // Written even if it equals the label, so that a later edit of the label can be recognised.
        let engines = label.by == Provenance::Engine;
        let own = label.word.filter(|_| engines && spec.list != List::Extraneous);
        put(&mut object, "proposed", label.proposed.or(own).map(word));
        let follows = engines && label.proposed.is_some_and(|proposed| label.word != Some(proposed));
        put(&mut object, "follows", follows.then_some(Value::Bool(true)));
        put(
            &mut object,
            "why",
            match label.why.as_slice() {
                [] => None,
                [one] => Some(Value::from(one.as_str())),
                many => Some(many.iter().map(|why| Value::from(why.as_str())).collect()),
            },
        );
        put(&mut object, "p", label.p.map(Value::from));
        // All of them, since the word's own probability does not imply the others.
        let of_words = |chances: &LabelDistribution| {
            (0..spec.words.len()).map(|place| chances.at(place)).collect::<Value>()
        };
        put(&mut object, "chances", label.chances.as_ref().map(of_words));
        Value::Object(object)
    }

    fn measure(&self, object: &mut Map<String, Value>, label: &Label) {
        if let Some(ThresholdMeasure::Overlaps { containment, best_window, jaccard_article }) = label.measure
        {
            let shown = match self.overlap {
                Overlap::Containment => containment,
                Overlap::BestWindow => best_window,
                Overlap::JaccardArticle => jaccard_article,
            };
            put(object, "overlap", Some(json!(shown)));
        }
        for (key, value) in label.measure.map(ThresholdMeasure::fields).unwrap_or_default() {
            put(object, key, Some(value).filter(|value| !value.is_null()));
        }
    }
}

/// A word as written in files. Two of them are JSON booleans.
pub fn word(word: LabelValue) -> Value {
    match word {
        LabelValue::Yes => Value::Bool(true),
        LabelValue::No => Value::Bool(false),
        other => Value::from(other.as_str()),
    }
}

fn put(object: &mut Map<String, Value>, key: &str, value: Option<Value>) {
    if let Some(value) = value {
        object.insert(key.to_owned(), value);
    }
}
