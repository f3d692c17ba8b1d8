//! Which sources each sentence of the summary cites.

use crate::case::Source;
use crate::evidence::Pair;
use crate::text::{Placed, Sentence, Span};

/// The citations of one sentence.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cited {
    /// Indexes of the sources cited, ascending, each once.
    pub sources: Vec<usize>,
    /// A citation that names no source, as written.
    pub broken: Option<String>,
    /// Where citations stand, in bytes of the sentence.
    pub spans: Vec<Span>,
}

impl Cited {
    /// The sentence with blanks for its citations, so that "[2]" is not taken for a number that it states; `None`
    /// where it has none.
    pub fn blanked(&self, sentence: &Sentence) -> Option<Sentence> {
        if self.spans.is_empty() {
            return None;
        }
        let mut text = sentence.text.to_string();
        for span in &self.spans {
            text.replace_range(span.range(), &" ".repeat(span.len()));
        }
        Some(Sentence::new(&text))
    }

    fn add(&mut self, found: &Found) {
        match found.source {
            Some(source) => self.sources.push(source),
            None => self.broken = self.broken.take().or_else(|| Some(found.text.clone())),
        }
    }
}

/// A citation in a text.
struct Found {
    span: Span,
    text: String,
    source: Option<usize>,
}

/// The citations of each sentence. One that stands before the first word of a sentence belongs to the sentence
/// before it, as in "It rained.[2] Then ...".
pub(super) fn cited(pair: &Pair) -> Vec<Cited> {
    let sentences = pair.summary.text.sentences();
    let mut out = vec![Cited::default(); sentences.len()];
    for (at, placed) in sentences.iter().enumerate() {
        for found in citations(&placed.sentence.text, &pair.case.sources) {
            let owner = if at > 0 && leads(placed, found.span) && follows(pair, at) { at - 1 } else { at };
            out[owner].add(&found);
            out[at].spans.push(found.span);
        }
    }
    for cited in &mut out {
        cited.sources.sort_unstable();
        cited.sources.dedup();
    }
    out
}

/// Whether nothing but citations and marks stands before this one.
fn leads(placed: &Placed, span: Span) -> bool {
    let before = &placed.sentence.text[..span.start];
    !before.chars().any(char::is_alphabetic)
}

/// Whether a sentence stands in one paragraph with the one before it.
fn follows(pair: &Pair, at: usize) -> bool {
    let sentences = pair.summary.text.sentences();
    let gap = sentences[at - 1].span().end..sentences[at].start;
    pair.summary.text.raw().get(gap).is_some_and(|gap| !gap.contains("\n\n"))
}

/// Citations in a text: numbers and ids in square brackets, and addresses.
fn citations(text: &str, sources: &[Source]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('[').map(|index| at + index) {
        let Some(close) = text[open..].find(']').map(|index| open + index) else { break };
        let span = Span::new(open, close + 1);
        for name in text[open + 1..close].split([',', ';']).map(str::trim) {
            let number = name.parse::<usize>().ok();
            let by_id = sources.iter().position(|source| source.id.as_deref() == Some(name));
            let source = by_id.or(number.and_then(|n| n.checked_sub(1)).filter(|n| *n < sources.len()));
            if source.is_some() || number.is_some() {
                found.push(Found { span, text: text[span.range()].to_owned(), source });
            }
        }
        at = close + 1;
    }
    for (open, _) in text.match_indices("http") {
        let rest = &text[open..];
        if !(rest.starts_with("http://") || rest.starts_with("https://")) {
            continue;
        }
        let end = rest.find(|c: char| c.is_whitespace() || "<>\"')]".contains(c)).unwrap_or(rest.len());
        let address = rest[..end].trim_end_matches(['.', ',', ';', ':', '!', '?']);
        let plain = |address: &str| address.trim_end_matches('/').to_lowercase();
        let source = sources
            .iter()
            .position(|source| source.url.as_ref().is_some_and(|url| plain(url) == plain(address)));
        let span = Span::new(open, open + address.len());
        found.push(Found { span, text: address.to_owned(), source });
    }
    found
}
