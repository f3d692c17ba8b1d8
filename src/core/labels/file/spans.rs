//! Spans in files, checked against the text that they name.

use std::cell::{Cell, OnceCell};

use serde_json::{Map, Value};

use super::entry::kind;
use super::error::{Misplaced, SpanError, SpanTextMatch};
use super::fields::whole;
use super::normal::NormalizedText;
use super::shift::{FileSpan, Shift, only_place, spans_of};
use crate::text::{CharIndex, Span};

/// The two texts into which spans point. Each is indexed when the first span needs it.
pub struct SpanTexts<'a> {
    article: FileText<'a>,
    summary: FileText<'a>,
}

/// One of the two texts.
pub(super) struct FileText<'a> {
    /// "article" or "summary".
    pub name: &'static str,
    text: &'a str,
    index: OnceCell<CharIndex<'a>>,
    /// The text in a normal form, once a span needs it.
    normalized: OnceCell<NormalizedText>,
    shift: Option<Shift>,
    /// Whether a span was read whose text is not at its offsets.
    has_displaced: Cell<bool>,
}

/// The way in which a span was found that was not at its offsets.
pub(super) enum Moved {
    /// Together with the others of its text; [`FileText::note`] describes the shift.
    Together,
    /// By itself; with a description.
    Alone(String),
}

impl<'a> SpanTexts<'a> {
    /// The texts of a case.
    pub fn new(article: &'a str, summary: &'a str) -> SpanTexts<'a> {
        let side = |name, text| FileText {
            name,
            text,
            index: OnceCell::new(),
            normalized: OnceCell::new(),
            shift: None,
            has_displaced: Cell::new(false),
        };
        SpanTexts { article: side("article", article), summary: side("summary", summary) }
    }

    /// Finds out how the offsets of a file map to these texts.
    pub fn counted_by(mut self, inner: &Map<String, Value>) -> SpanTexts<'a> {
        for side in [&mut self.article, &mut self.summary] {
            let spans = spans_of(inner, side.name);
            if !spans.is_empty() {
                side.shift = Shift::find(side.index(), side.text, &spans);
            }
        }
        self
    }

    /// Whether a span was read whose text is not at its offsets.
    pub fn has_displaced(&self) -> bool {
        self.article.has_displaced.get() || self.summary.has_displaced.get()
    }

    pub(super) fn side(&self, key: &str) -> &FileText<'a> {
        if key == "article" { &self.article } else { &self.summary }
    }

    /// Converts a span in bytes to an object of the file.
    pub(super) fn write(&self, key: &str, span: Span) -> Value {
        let side = self.side(key);
        let (start, end) = side.index().chars(span);
        serde_json::json!({"start": start, "end": end, "text": side.text.get(span.range()).unwrap_or_default()})
    }
}

impl<'a> FileText<'a> {
    fn index(&self) -> &CharIndex<'a> {
        self.index.get_or_init(|| CharIndex::new(self.text))
    }

    /// Describes how the spans that were moved together were shifted.
    pub fn note(&self) -> Option<String> {
        self.shift.as_ref().map(|shift| shift.note(self.name))
    }

    /// Reads a span. The second part of the result says how it was found, if it was not at its offsets.
    pub fn span(&self, value: &Value) -> Result<(Span, Option<Moved>), SpanError> {
        let Value::Object(object) = value else {
            return Err(SpanError::Type(kind(value)));
        };
        let offset = |key: &'static str| match object.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match whole(value).and_then(|at| usize::try_from(at).ok()) {
                Some(at) => Ok(Some(at)),
                None => Err(SpanError::Offset { key, found: kind(value) }),
            },
        };
        let text = match object.get("text") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text.as_str()),
            Some(other) => return Err(SpanError::Text(kind(other))),
        };
        match (offset("start")?, offset("end")?, text) {
            (Some(start), Some(end), text) => self.placed(start, end, text),
            (None, None, Some(text)) => self
                .by_text(text)
                .map(|span| (span, None))
                .map_err(|found| SpanError::NotFound { text: quoted(text), found }),
            _ => Err(SpanError::Incomplete),
        }
    }

    fn placed(
        &self,
        start: usize,
        end: usize,
        text: Option<&str>,
    ) -> Result<(Span, Option<Moved>), SpanError> {
        if let Some(shift) = &self.shift {
            let Some(text) = text else {
                return Err(SpanError::Unplaced { start, end, text: self.name });
            };
            if let Some(span) = shift.place(self.index(), self.text, FileSpan { start, end, text }) {
                return Ok((span, Some(Moved::Together)));
            }
        }
        let there = self.index().span(start, end);
        let wrong = match (there, text) {
            (Some(span), None) => return Ok((span, None)),
            (Some(span), Some(text)) if &self.text[span.range()] == text => return Ok((span, None)),
            (Some(span), Some(_)) => {
                Misplaced::Other { text: self.name, there: quoted(&self.text[span.range()]), start, end }
            }
            (None, _) if start > end => Misplaced::Reversed { start, end },
            (None, _) => Misplaced::Past { text: self.name, start, end, characters: self.index().len() },
        };
        self.has_displaced.set(true);
        let Some(text) = text else { return Err(SpanError::Outside(wrong)) };
        match self.by_text(text) {
            Ok(span) => {
                let (from, to) = self.index().chars(span);
                Ok((
                    span,
                    Some(Moved::Alone(format!(
                        "{} was expected at {start}..{end} and found at {from}..{to}",
                        quoted(text)
                    ))),
                ))
            }
            Err(found) => Err(SpanError::Moved { text: quoted(text), found, at: wrong }),
        }
    }

    /// Returns the only place where the text occurs, as written or else in another normal form of Unicode.
    fn by_text(&self, text: &str) -> Result<Span, SpanTextMatch> {
        if text.is_empty() {
            return Err(SpanTextMatch::Empty);
        }
        let found = only_place(self.text, text).or_else(|places| match places {
            0 if !(self.text.is_ascii() && text.is_ascii()) => {
                self.normalized.get_or_init(|| NormalizedText::new(self.text)).only_place(text)
            }
            places => Err(places),
        });
        found.map_err(|places| match places {
            0 => SpanTextMatch::Nowhere(self.name),
            _ => SpanTextMatch::Often(self.name),
        })
    }
}

/// Quotes a text, truncated if it is long.
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        None => format!("{text:?}"),
        Some((cut, _)) => format!("{:?}", format!("{}…", &text[..cut])),
    }
}
