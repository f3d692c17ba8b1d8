//! Assigns evidence to the article or the summary, as spans of label files.

use serde_json::{Map, Value, json};

use super::quotes::QuotedText;
use super::words::squash;
use crate::labels::List;
use crate::labels::file::quoted;

/// The texts of a case. For an unknown text, a placeholder is built from its quotations, each once and at
/// its offsets if they are given, so that the quotations can be compared with each other.
#[derive(Debug)]
pub struct EvidencePlaces<'a> {
    sides: [Option<QuotedText<'a>>; 2],
    /// The placeholders for unknown texts.
    made: [String; 2],
}

/// A piece of evidence, located in a text.
#[derive(Clone, Debug, PartialEq)]
pub enum PlacedEvidence {
    /// Found: "article" or "summary", and the span.
    At(&'static str, Value),
    /// Not found: the quotation and the texts that were searched.
    Nowhere(String),
    /// Empty evidence.
    Empty,
}

/// Most characters of a placeholder text.
const MADE: usize = 200_000;
/// Character at the unknown positions of a placeholder text.
const NOTHING: char = '\u{fffc}';

const NAMES: [&str; 2] = ["article", "summary"];

impl<'a> EvidencePlaces<'a> {
    /// Creates the places; `None` stands for an unknown text.
    pub fn new(article: Option<&'a str>, summary: Option<&'a str>) -> EvidencePlaces<'a> {
        EvidencePlaces {
            sides: [article.map(QuotedText::new), summary.map(QuotedText::new)],
            made: Default::default(),
        }
    }

    /// Returns whether a text is known: "article" or "summary".
    pub fn knows(&self, side: &str) -> bool {
        self.sides[usize::from(side != "article")].is_some()
    }

    /// Returns the texts that the spans refer to.
    pub fn into_texts(self, article: Option<&str>, summary: Option<&str>) -> [String; 2] {
        let [made_article, made_summary] = self.made;
        [article.map_or(made_article, str::to_owned), summary.map_or(made_summary, str::to_owned)]
    }

    /// Returns the order in which the texts are searched for a list's evidence, the more likely one
    /// first.
    pub fn order(list: List) -> [usize; 2] {
        match list {
            List::Deviations | List::Segments | List::Issues | List::Extraneous => [1, 0],
            _ => [0, 1],
        }
    }

    /// Locates a piece of evidence: a quotation, or an object with `text` and optional offsets. If a side
    /// is named, only that one is searched.
    pub fn place(&mut self, evidence: &Value, named: Option<&str>, list: List) -> PlacedEvidence {
        let order = EvidencePlaces::order(list);
        let looked: Vec<usize> = match named {
            Some(name) => vec![usize::from(name != "article")],
            None => order.to_vec(),
        };
        match evidence {
            Value::String(quote) if quote.trim().is_empty() => PlacedEvidence::Empty,
            Value::String(quote) => self.quotation(quote, &looked),
            Value::Object(span) => self.span(span, &looked),
            _ => PlacedEvidence::Empty,
        }
    }

    fn quotation(&mut self, quote: &str, looked: &[usize]) -> PlacedEvidence {
        for &side in looked {
            if let Some(span) = self.find(side, quote) {
                return PlacedEvidence::At(NAMES[side], span);
            }
        }
        let names: Vec<&str> = looked.iter().map(|side| NAMES[*side]).collect();
        PlacedEvidence::Nowhere(format!("{} is not in the {}", quoted(quote), names.join(" or the ")))
    }

    fn find(&mut self, side: usize, quote: &str) -> Option<Value> {
        if let Some(text) = &self.sides[side] {
            return text.span(quote);
        }
        let made = &mut self.made[side];
        if !made.contains(quote) {
            made.push('\n');
            made.push_str(quote);
        }
        let at = made.find(quote)?;
        let start = made[..at].chars().count();
        Some(json!({"start": start, "end": start + quote.chars().count(), "text": quote}))
    }

    /// Places a span in a placeholder text, unless other words are already there.
    fn put(&mut self, side: usize, text: &str, start: u64, end: u64) -> Option<PlacedEvidence> {
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        let wanted: Vec<char> = text.chars().collect();
        if self.sides[side].is_some()
            || end > MADE
            || end.checked_sub(start) != Some(wanted.len())
            || wanted.is_empty()
        {
            return None;
        }
        let mut made: Vec<char> = self.made[side].chars().collect();
        if made.len() < end {
            made.resize(end, NOTHING);
        }
        let free = |(there, wanted): (&char, &char)| *there == NOTHING || there == wanted;
        if !made[start..end].iter().zip(&wanted).all(free) {
            return None;
        }
        made[start..end].copy_from_slice(&wanted);
        self.made[side] = made.into_iter().collect();
        Some(PlacedEvidence::At(NAMES[side], json!({"start": start, "end": end, "text": text})))
    }

    fn span(&mut self, span: &Map<String, Value>, looked: &[usize]) -> PlacedEvidence {
        let get = |names: &[&str]| {
            span.iter().find(|(key, _)| names.contains(&squash(key).as_str())).map(|(_, value)| value)
        };
        let text = get(&["text", "quote", "span", "evidence", "wording", "phrase"]).and_then(Value::as_str);
        let offset = |names: &[&str]| get(names).and_then(Value::as_u64);
        let (start, end) = (offset(&["start", "begin", "from"]), offset(&["end", "to", "stop"]));
        if let (Some(start), Some(end)) = (start, end) {
            let right = looked
                .iter()
                .find(|side| self.sides[**side].as_ref().is_some_and(|known| known.holds(start, end, text)));
            if let Some(&side) = right {
                let mut object = json!({"start": start, "end": end});
                if let Some(text) = text {
                    object["text"] = Value::from(text);
                }
                return PlacedEvidence::At(NAMES[side], object);
            }
        }
        if let (Some(text), Some(start), Some(end)) = (text, start, end)
            && let Some(placed) = looked.first().and_then(|side| self.put(*side, text, start, end))
        {
            return placed;
        }
        match (text, start, end) {
            (Some(text), ..) if !text.trim().is_empty() => self.quotation(text, looked),
            (None, Some(start), Some(end)) if looked.iter().all(|side| self.sides[*side].is_some()) => {
                PlacedEvidence::Nowhere(format!("{start}..{end} is outside the {}", NAMES[looked[0]]))
            }
            _ => PlacedEvidence::Empty,
        }
    }
}
