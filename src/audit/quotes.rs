//! Locates a judge's quotations in the texts.

use serde_json::{Value, json};

/// A text that is searched for quotations.
#[derive(Debug)]
pub struct QuotedText<'a> {
    text: &'a str,
    /// The text normalized for comparison (lower case, plain quotation marks, single spaces), and for
    /// each of its bytes the corresponding byte of the original, followed by the end.
    folded: std::cell::OnceCell<(String, Vec<usize>)>,
}

impl<'a> QuotedText<'a> {
    pub fn new(text: &'a str) -> QuotedText<'a> {
        QuotedText { text, folded: std::cell::OnceCell::new() }
    }

    /// Returns a quotation as a span of label files, matched exactly if possible; `None` if the text does
    /// not contain it.
    pub fn span(&self, quote: &str) -> Option<Value> {
        let quote = quote.trim();
        let bare = quote.trim_matches(['"', '“', '”', '\'', '‘', '’', '…', ' ']);
        let bare = bare.strip_suffix("...").unwrap_or(bare).trim_start_matches("...");
        let range = [quote, bare].iter().find_map(|quote| self.exact(quote)).or_else(|| self.loose(bare))?;
        let chars = |upto: usize| self.text[..upto].chars().count();
        let (start, text) = (chars(range.0), &self.text[range.0..range.1]);
        Some(json!({"start": start, "end": start + text.chars().count(), "text": text}))
    }

    /// Returns whether the offsets of a span are already right.
    pub fn holds(&self, start: u64, end: u64, text: Option<&str>) -> bool {
        let (Ok(start), Ok(end)) = (usize::try_from(start), usize::try_from(end)) else { return false };
        let there = self.text.chars().skip(start);
        match text {
            Some(text) => {
                end.checked_sub(start) == Some(text.chars().count())
                    && there.zip(text.chars()).all(|(a, b)| a == b)
                    && end <= self.text.chars().count()
            }
            None => start <= end && end <= self.text.chars().count(),
        }
    }

    fn exact(&self, quote: &str) -> Option<(usize, usize)> {
        if quote.is_empty() {
            return None;
        }
        self.text.find(quote).map(|at| (at, at + quote.len()))
    }

    fn loose(&self, quote: &str) -> Option<(usize, usize)> {
        let (folded, places) = self.folded.get_or_init(|| fold(self.text));
        let (wanted, _) = fold(quote);
        let wanted = wanted.trim();
        if wanted.is_empty() {
            return None;
        }
        let at = folded.find(wanted)?;
        Some((*places.get(at)?, *places.get(at + wanted.len())?))
    }
}

/// Normalizes a text for comparison; returns for each of its bytes where the corresponding character
/// begins.
fn fold(text: &str) -> (String, Vec<usize>) {
    let (mut folded, mut places) = (String::with_capacity(text.len()), Vec::with_capacity(text.len() + 1));
    for (at, c) in text.char_indices() {
        let c = match c {
            '“' | '”' | '„' => '"',
            '‘' | '’' => '\'',
            '–' | '—' => '-',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        if c == ' ' && folded.ends_with(' ') {
            continue;
        }
        folded.extend(c.to_lowercase());
        places.resize(folded.len(), at);
    }
    places.push(text.len());
    (folded, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_found_as_written_or_nearly() {
        let side = QuotedText::new("Émile said: “The  Council\napproved it.” 🗳 Twice.");
        assert_eq!(side.span("Émile said").unwrap(), json!({"start": 0, "end": 10, "text": "Émile said"}));
        let near = side.span("\"the council approved it\"").unwrap();
        assert_eq!(near["text"], "The  Council\napproved it");
        assert_eq!(side.span("🗳 twice").unwrap(), json!({"start": 40, "end": 47, "text": "🗳 Twice"}));
        assert_eq!(side.span("approved them"), None);
        assert_eq!(side.span(""), None);
        assert_eq!(side.span("..."), None);
    }

    #[test]
    fn offsets_are_checked_in_characters() {
        let side = QuotedText::new("é🗳x");
        assert!(side.holds(1, 2, Some("🗳")) && side.holds(0, 3, None) && side.holds(3, 3, Some("")));
        assert!(!side.holds(1, 2, Some("x")) && !side.holds(2, 4, Some("x")) && !side.holds(2, 1, None));
        assert!(!side.holds(u64::MAX, u64::MAX, None));
    }
}
