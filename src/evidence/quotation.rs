//! Quoted stretches of a text, and whether the article says the same.
//!
//! A word in a quotation that the article contains is mentioned, not used: the summary reports it. A quotation that
//! the article lacks is the summary's own wording in borrowed marks.

use rustc_hash::FxHashMap;

use super::Indexed;
use crate::text::{Span, fold_token, hash64, word_spans};

/// Marks that open a quotation, with those that close it.
const PAIRS: [(&str, &[&str]); 9] = [
    ("``", &["''", "``"]),
    ("`", &["'", "`"]),
    ("“", &["”", "“"]),
    ("„", &["“", "”"]),
    ("«", &["»"]),
    ("‘", &["’"]),
    ("「", &["」"]),
    ("\"", &["\""]),
    ("'", &["'"]),
];

/// The insides of the quotations of a text, in order. A quotation ends in its own paragraph; one that does not is
/// none.
pub fn quotations(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    // Up to where no mark follows that closes a quotation of each kind: it is not looked for again.
    let mut open_until = [0; PAIRS.len()];
    let mut at = 0;
    while let Some((open, pair)) = opening(text, at) {
        at = open.end;
        if open.end < open_until[pair] {
            continue;
        }
        match closing(text, open.end, PAIRS[pair].1) {
            Ok(end) => {
                out.push(Span::new(open.end, end.start));
                at = end.end;
            }
            Err(paragraph) => open_until[pair] = paragraph,
        }
    }
    out
}

/// Whether one of these quotations of a text, and which, has a span in it.
pub fn around(quotations: &[Span], span: Span) -> Option<usize> {
    let at = quotations.partition_point(|quote| quote.end < span.end);
    quotations.get(at).filter(|quote| quote.contains(span)).map(|_| at)
}

/// The next opening mark from a byte on, with its place in [`PAIRS`].
fn opening(text: &str, from: usize) -> Option<(Span, usize)> {
    text[from..].char_indices().find_map(|(offset, first)| {
        if !matches!(first, '"' | '\'' | '`' | '“' | '„' | '«' | '‘' | '「') {
            return None;
        }
        let at = from + offset;
        let rest = &text[at..];
        let pair = PAIRS.iter().position(|(mark, _)| rest.starts_with(mark))?;
        let mark = PAIRS[pair].0;
        let before = text[..at].chars().next_back();
        let after = rest[mark.len()..].chars().next();
        let single = matches!(mark, "'" | "‘");
        // An apostrophe opens nothing: a single mark must follow a space or a bracket and precede a word.
        let opens = !single
            || (before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '\'' | '’'))
                && after.is_some_and(|c| !c.is_whitespace() || mark.len() == 1 && before == Some(' ')));
        opens.then(|| (Span::new(at, at + mark.len()), pair))
    })
}

/// The mark that closes a quotation which begins at a byte, or the end of its paragraph, which has none.
fn closing(text: &str, from: usize, marks: &[&str]) -> Result<Span, usize> {
    for (offset, c) in text[from..].char_indices() {
        let at = from + offset;
        if c == '\n' {
            return Err(at);
        }
        let rest = &text[at..];
        let Some(mark) = marks.iter().find(|mark| rest.starts_with(**mark)) else { continue };
        let single = matches!(*mark, "'" | "’");
        let after = rest[mark.len()..].chars().next();
        if !single || after.is_none_or(|c| !c.is_alphanumeric()) {
            return Ok(Span::new(at, at + mark.len()));
        }
    }
    Err(text.len())
}

/// A text with its words as they are written laid out for looking up.
pub struct Written<'a> {
    text: &'a Indexed,
    places: FxHashMap<u64, Vec<usize>>,
}

/// Places of the rarest word of a quotation that are looked at.
const LOOKED_AT: usize = 1_024;

impl<'a> Written<'a> {
    /// Of a text, in one pass.
    pub fn new(text: &'a Indexed) -> Written<'a> {
        let mut places: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (at, (_, token)) in text.text.tokens().enumerate() {
            places.entry(token.word).or_default().push(at);
        }
        Written { text, places }
    }

    /// Where the text has the words of a quotation in one run; where the quotation leaves words out ("...", "[...]"),
    /// where it has its longest part, provided that it has them all.
    pub fn find(&self, quote: &str) -> Option<Span> {
        let mut best: Option<Span> = None;
        for part in quote.split(['…', '[', ']']).flat_map(|part| part.split("...")) {
            let words: Vec<u64> =
                word_spans(part).map(|span| hash64(fold_token(&part[span.range()]).as_bytes())).collect();
            if words.is_empty() {
                continue;
            }
            let found = self.run(&words)?;
            if best.is_none_or(|known| known.len() < found.len()) {
                best = Some(found);
            }
        }
        best
    }

    /// The first place where the text has these words in this order without a gap.
    fn run(&self, words: &[u64]) -> Option<Span> {
        let places = |word: &u64| self.places.get(word).map_or(&[][..], Vec::as_slice);
        let (rarest, word) = words.iter().enumerate().min_by_key(|(_, word)| places(word).len())?;
        let starts = places(word).iter().take(LOOKED_AT).filter_map(|at| at.checked_sub(rarest));
        let token = |at: usize| self.text.token(at);
        starts.filter(|start| start + words.len() <= self.text.stems.len()).find_map(|start| {
            let same = words.iter().enumerate().all(|(i, word)| token(start + i).1.word == *word);
            same.then(|| token(start).0.join(token(start + words.len() - 1).0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    fn quotes(text: &str) -> Vec<&str> {
        quotations(text).into_iter().map(|span| &text[span.range()]).collect()
    }

    #[test]
    fn marks_of_every_kind_open_and_close() {
        assert_eq!(quotes("He said \"no way\" and “never”."), ["no way", "never"]);
        assert_eq!(quotes("`` It 's fine , '' she said"), [" It 's fine , "]);
        assert_eq!(quotes("` what now ? ' he asked"), [" what now ? "]);
        assert_eq!(quotes("«Oui», „nein“ and 「いいえ」"), ["Oui", "nein", "いいえ"]);
        assert_eq!(quotes("the 'so-called' plan, ‘don’t do it’ he said"), ["so-called", "don’t do it"]);
    }

    #[test]
    fn apostrophes_and_open_ends_are_no_quotations() {
        assert_eq!(quotes("the boys' room isn't Tom's, rock 'n' roll"), ["n"]);
        assert_eq!(quotes("an \"open end\nof a line"), [] as [&str; 0]);
        assert_eq!(quotes("5' 10\" tall"), [] as [&str; 0]);
    }

    #[test]
    fn a_quotation_is_found_whatever_its_marks_and_omissions() {
        let article =
            Indexed::new(Text::new("She said: “It was, frankly, a damn mess and we paid for it.” He left."));
        let found = |quote| Written::new(&article).find(quote).map(|span| article.text.slice(span));
        assert_eq!(found("a damn mess"), Some("a damn mess"));
        assert_eq!(found("It was ... a damn mess"), Some("a damn mess"));
        assert_eq!(found("a complete mess"), None);
        assert_eq!(found("left the building and went home to his family with all that"), None);
        assert_eq!(found("…"), None);
    }
}
