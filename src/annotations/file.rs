//! Reads files of labels. If the texts of a case are unknown, spans are used as written; otherwise they
//! are checked, and located again if the text has moved.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::join::{Contribution, Edited};
use super::split::{Giver, split};
use super::{AnnotationsError, Gathering};
use crate::agree::annotators::TextMark;
use crate::case::{Case, FileLocation, LabelSets, Texts, kind};
use crate::labels::file::{self, LabelError, Misplaced, SCHEMA, SpanError};
use crate::labels::overrides::SuppliedLabels;
use crate::labels::{Entry, LISTS, Labels, List, Side};
use crate::report::{DECISIONS, Decision};
use crate::session::ENGINE;
use crate::text::CharIndex;

const SIDES: [(Side, &str); 2] = [(Side::Article, "article"), (Side::Summary, "summary")];

impl Gathering {
    pub(super) fn read_labels(&mut self, path: &Path) -> Result<(), AnnotationsError> {
        let unusable = |error: crate::case::GivenError| AnnotationsError::new(error.to_string());
        let mut sets = LabelSets::open(path).map_err(unusable)?;
        let named =
            path.file_name().map_or_else(|| "stdin".to_owned(), |name| name.to_string_lossy().into_owned());
        let named = if path.as_os_str() == "-" { "stdin".to_owned() } else { named };
        let (mut any, mut failed) = (false, 0);
        while let Some((value, place)) = sets.read().map_err(unusable)? {
            if is_error_record(&value) {
                failed += 1;
                continue;
            }
            any = true;
            self.set(&value, &place, &named)?;
            self.room()?;
        }
        let errors = crate::num::pluralize(failed, "error record");
        if any {
            if failed > 0 {
                self.notes.push(format!("{}: {errors} passed over", path.display()));
            }
            return Ok(());
        }
        let why =
            if failed > 0 { format!("it holds {errors} alone") } else { "the file is empty".to_owned() };
        let message = format!("{}: no labels in it; {why}", path.display());
        Err(AnnotationsError::new(message)
            .hint("`lockbench sessions export --format labels` writes such a file"))
    }

    /// Adds one set of labels: a wrapper, or a case that contains one.
    fn set(&mut self, value: &Value, place: &FileLocation, named: &str) -> Result<(), AnnotationsError> {
        let wrong = |what: String| AnnotationsError::new(format!("{place}: {what}"));
        let Value::Object(object) = value else {
            return Err(wrong(format!("labels are {}, not an object", kind(value)))
                .hint(format!("a file of labels holds objects of the format \"{SCHEMA}\"")));
        };
        let id = match object.get("id") {
            Some(Value::String(id)) => id.clone(),
            Some(Value::Number(id)) => id.to_string(),
            Some(_) => {
                return Err(wrong("the `id` of these labels is neither a string nor a number".to_owned()));
            }
            None => return Err(not_labels(object, place)),
        };
        // The labels of a case may be nested as a wrapper of their own.
        let inner =
            object.get("labels").and_then(Value::as_object).filter(|inner| inner.contains_key("labels"));
        let mut wrapper = inner.unwrap_or(object).clone();
        if !wrapper.get("labels").is_some_and(Value::is_object) {
            return Err(not_labels(object, place));
        }
        let owner = owner(&wrapper, named).map_err(wrong)?;
        wrapper.insert("by".to_owned(), Value::from(owner.as_str()));
        let wrapper_verdict = wrapper.get("verdict").cloned().unwrap_or_default();
        let texts = self.texts_of(&id, object);
        let read = match &texts {
            Some(texts) => with_texts(wrapper, texts),
            None => without_texts(wrapper),
        };
        let Read { labels, marks, loose, moved } = match read {
            Ok(read) => read,
            Err(why) => {
                self.problems.push(format!("{place}: {why}"));
                return Ok(());
            }
        };
        self.note_left_out(&labels, loose, place);
        let giver = Giver { owner: &owner, unnamed: named };
        let marks_of = |list: List, at: usize| marks[list as usize].get(at).cloned().unwrap_or_default();
        let shares = split(&labels, giver, &self.selection, &marks_of);
        let of_place: Arc<str> = Arc::from(place.to_string());
        let verdict = self.verdict(&wrapper_verdict, place);
        let engine = self.engine;
        for (who, share) in shares.into_iter().filter(|(who, _)| engine || *who != ENGINE) {
            let contribution = Contribution {
                annotator: who.to_owned(),
                place: Arc::clone(&of_place),
                owner: who == owner,
                share,
                texts: texts.as_ref().map(|texts| texts.own.clone()),
                rejected: None,
                decision: verdict.filter(|_| who == owner),
                reason: None,
                at: None,
                set: moved.as_ref().filter(|_| self.sets).map(|set| self.graded(set)),
            };
            self.add(&id, contribution);
        }
        Ok(())
    }

    /// Notes spans that were not found, and malformed lists.
    fn note_left_out(&mut self, labels: &Labels, loose: usize, place: &FileLocation) {
        if loose > 0 {
            let spans = crate::num::pluralize(loose, "span");
            self.notes.push(format!(
                "{place}: {spans} without offsets left out; --cases FILE gives the texts to find them in"
            ));
        }
        for spec in &LISTS {
            if let Entry::Malformed(why) = labels.entry(spec.list) {
                self.problems.push(format!("{place}: {why}; the list is left out"));
            }
        }
    }

    /// Returns the verdict of a set of labels. An unknown one is noted and left out.
    fn verdict(&mut self, given: &Value, place: &FileLocation) -> Option<Decision> {
        let verdict = DECISIONS.into_iter().find(|known| given == known.as_str());
        if verdict.is_none() && !given.is_null() {
            let known = DECISIONS.map(|decision| decision.as_str()).join(", ");
            self.problems.push(format!("{place}: `verdict` is {given}; it takes {known}; it is left out"));
        }
        verdict
    }

    /// Returns the texts that a set of labels refers to, and those of its case.
    fn texts_of(&mut self, id: &str, object: &Map<String, Value>) -> Option<KnownCase> {
        let beside = |key: &str| object.get(key).and_then(Value::as_str);
        let case = match self.cases.get(id) {
            Some(case) => Arc::clone(case),
            None => {
                let (article, summary) = (beside("article")?.to_owned(), beside("summary")?.to_owned());
                let case = Arc::new(Case { id: id.to_owned(), article, summary, ..Case::default() });
                self.cases.insert(id.to_owned(), Arc::clone(&case));
                case
            }
        };
        let own = Edited {
            article: Arc::from(beside("article").unwrap_or(&case.article)),
            summary: Arc::from(beside("summary").unwrap_or(&case.summary)),
        };
        Some(KnownCase { case, own })
    }
}

/// Whether a value is the record of a case that could not be labelled, as `lockbench labels` writes it.
fn is_error_record(value: &Value) -> bool {
    value.get("error").is_some_and(|error| !error.is_null()) && value.get("labels").is_none()
}

/// A case, with the texts as edited by an annotator.
struct KnownCase {
    case: Arc<Case>,
    own: Edited,
}

pub(super) type LabelMarks = [Vec<Vec<TextMark>>; LISTS.len()];

struct Read {
    labels: Labels,
    marks: LabelMarks,
    /// Number of spans without a position.
    loose: usize,
    /// The labels with spans in the texts of their case, if these are known.
    moved: Option<Labels>,
}

/// Returns the owner of a set of labels: its `by`, or else the name of the file.
fn owner(wrapper: &Map<String, Value>, named: &str) -> Result<String, String> {
    match wrapper.get("by").filter(|by| !by.is_null()) {
        None => Ok(named.to_owned()),
        Some(Value::String(by)) if !by.trim().is_empty() => Ok(by.clone()),
        Some(other) => Err(format!("`by` is {}, not the name of who labelled", kind(other))),
    }
}

fn not_labels(object: &Map<String, Value>, place: &FileLocation) -> AnnotationsError {
    if object.contains_key("kind") && object.contains_key("schema") {
        let message = format!("{place}: a session's export, not labels");
        return AnnotationsError::new(message)
            .hint("`lockbench sessions import S.db FILE` makes a session of it");
    }
    if object.contains_key("labels") && !object.contains_key("id") {
        return AnnotationsError::new(format!(
            "{place}: labels without an `id`: they are matched to their case by it"
        ));
    }
    AnnotationsError::new(format!("{place}: no labels; a set of labels has `id`, `by` and `labels`")).hint(
        "--cases FILE gives the texts of cases; `lockbench agree --human FIELD` compares scores with people's numbers in them",
    )
}

fn with_texts(wrapper: Map<String, Value>, texts: &KnownCase) -> Result<Read, LabelError> {
    let (article, summary) = (&*texts.own.article, &*texts.own.summary);
    let labels = file::read(&Value::Object(wrapper), article, summary)?.labels;
    let base = Texts::of(&texts.case);
    let moved = moved(&labels, &texts.own, base);
    Ok(Read { marks: marks_of(&moved, base), loose: 0, moved: Some(moved), labels })
}

/// Moves labels to the original texts of their case.
pub(super) fn moved(labels: &Labels, own: &Edited, base: Texts) -> Labels {
    let kept = SuppliedLabels {
        labels: labels.clone(),
        article: Arc::clone(&own.article),
        summary: Arc::clone(&own.summary),
    };
    kept.over(base)
}

/// Returns the marks of labels, in the original texts of their case.
pub(super) fn marks(labels: &Labels, own: &Edited, base: Texts) -> LabelMarks {
    marks_of(&moved(labels, own, base), base)
}

/// Returns the marks of labels in these texts.
pub(super) fn marks_of(labels: &Labels, base: Texts) -> LabelMarks {
    let index = [CharIndex::new(base.article), CharIndex::new(base.summary)];
    LISTS.each_ref().map(|spec| {
        let labels = labels.get(spec.list).unwrap_or_default();
        labels.iter().map(|label| TextMark::of(label, &index)).collect()
    })
}

/// Reads labels whose texts are unknown: spans by their offsets, everything else as usual.
fn without_texts(mut wrapper: Map<String, Value>) -> Result<Read, LabelError> {
    let mut marks: LabelMarks = std::array::from_fn(|_| Vec::new());
    let mut loose = 0;
    let lists = wrapper.get_mut("labels").and_then(Value::as_object_mut);
    let lists = lists.ok_or(LabelError::Empty)?;
    for spec in &LISTS {
        let Some(items) = lists.get_mut(spec.key).and_then(Value::as_array_mut) else { continue };
        for item in items.iter_mut() {
            let mut own = Vec::new();
            if let Value::Object(item) = item {
                if spec.list == List::Extraneous && (item.contains_key("start") || item.contains_key("text"))
                {
                    loose += span(&Value::Object(item.clone()), Side::Summary, &mut own)?;
                    ["start", "end", "text"].iter().for_each(|key| drop(item.remove(*key)));
                    item.entry("summary").or_insert_with(|| Value::Array(Vec::new()));
                }
                if spec.list != List::Extraneous
                    && !item.contains_key("text")
                    && !item.contains_key("question")
                {
                    item.extend(words(item).map(|words| ("text".to_owned(), Value::from(words))));
                }
                for (side, key) in SIDES {
                    let Some(Value::Array(spans)) = item.get_mut(key) else { continue };
                    for value in std::mem::take(spans) {
                        loose += span(&value, side, &mut own)?;
                    }
                }
            }
            marks[spec.list as usize].push(own);
        }
    }
    let labels = file::read(&Value::Object(wrapper), "", "")?.labels;
    Ok(Read { labels, marks, loose, moved: None })
}

/// Returns the words that an item marks in the summary, which identify it if it has no text of its own.
fn words(item: &Map<String, Value>) -> Option<String> {
    let spans = item.get("summary")?.as_array()?;
    let words: Option<Vec<&str>> = spans.iter().map(|span| span.get("text")?.as_str()).collect();
    words.filter(|words| !words.is_empty()).map(|words| words.join(" "))
}

/// Adds a span by its offsets; returns 1 if it has none.
fn span(value: &Value, side: Side, into: &mut Vec<TextMark>) -> Result<usize, SpanError> {
    let offset = |key: &'static str| match value.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(given) => match given.as_u64().and_then(|at| usize::try_from(at).ok()) {
            Some(at) => Ok(Some(at)),
            None => Err(SpanError::Offset { key, found: kind(given) }),
        },
    };
    match (offset("start")?, offset("end")?) {
        (Some(start), Some(end)) if start <= end => {
            into.push(TextMark { side, start, end });
            Ok(0)
        }
        (Some(start), Some(end)) => Err(SpanError::Outside(Misplaced::Reversed { start, end })),
        _ => Ok(1),
    }
}
