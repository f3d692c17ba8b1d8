//! Finds quotations in a text, and their words in the article.
//!
//! A word in a quotation that the article contains is mentioned rather than used: the summary reports it. A
//! quotation that the article lacks counts as the summary's own wording.

use super::Indexed;
use crate::text::{Span, Stem, fold_token, hash64, stem_of, word_spans};

/// Opening quotation marks, with the marks that close them.
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

/// Returns the contents of the quotations of a text, in order. A quotation must end in its own paragraph.
pub fn quotations(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    // For each kind, the byte up to which no closing mark follows, so that the search is not repeated.
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

/// Returns the index of the quotation that contains a span.
pub fn around(quotations: &[Span], span: Span) -> Option<usize> {
    let at = quotations.partition_point(|quote| quote.end < span.end);
    quotations.get(at).filter(|quote| quote.contains(span)).map(|_| at)
}

/// Returns the next opening mark from a byte on, with its index in [`PAIRS`].
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
        // An apostrophe is not an opening mark: a single mark must follow a space or bracket and precede a
        // word.
        let opens = !single
            || (before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '\'' | '’'))
                && after.is_some_and(|c| !c.is_whitespace() || mark.len() == 1 && before == Some(' ')));
        opens.then(|| (Span::new(at, at + mark.len()), pair))
    })
}

/// Returns the mark that closes a quotation, or the end of the paragraph if there is none.
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

/// Most occurrences considered of the rarest word of a quotation.
const MAX_OCCURRENCES: usize = 1_024;

/// Returns the place where a text has the words of a quotation as one run. If the quotation omits words
/// ("...", "[...]"), the text must have all parts, and the place of the longest is returned.
pub fn find(text: &Indexed, quote: &str) -> Option<Span> {
    let mut best: Option<Span> = None;
    for part in quote.split(['…', '[', ']']).flat_map(|part| part.split("...")) {
        let words: Vec<Written> = word_spans(part).map(|span| Written::new(&part[span.range()])).collect();
        if words.is_empty() {
            continue;
        }
        let found = run(text, &words)?;
        if best.is_none_or(|known| known.len() < found.len()) {
            best = Some(found);
        }
    }
    best
}

/// The hash of a word as written, and the stem that it is indexed by.
struct Written {
    word: u64,
    stem: Stem,
}

impl Written {
    fn new(word: &str) -> Written {
        let folded = fold_token(word);
        Written { word: hash64(folded.as_bytes()), stem: stem_of(&folded) }
    }
}

/// Returns the first place where a text has these words consecutively.
fn run(text: &Indexed, words: &[Written]) -> Option<Span> {
    let places = |word: &Written| text.positions.get(&word.stem).map_or(&[][..], Vec::as_slice);
    let (rarest, word) = words.iter().enumerate().min_by_key(|(_, word)| places(word).len())?;
    let token = |at: usize| text.token(at);
    let same_word = places(word).iter().map(|at| *at as usize).filter(|at| token(*at).1.word == word.word);
    let starts = same_word.take(MAX_OCCURRENCES).filter_map(|at| at.checked_sub(rarest));
    starts.filter(|start| start + words.len() <= text.stems.len()).find_map(|start| {
        let same = words.iter().enumerate().all(|(i, word)| token(start + i).1.word == word.word);
        same.then(|| token(start).0.join(token(start + words.len() - 1).0))
    })
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
        let found = |quote| find(&article, quote).map(|span| article.text.slice(span));
        assert_eq!(found("a damn mess"), Some("a damn mess"));
        assert_eq!(found("It was ... a damn mess"), Some("a damn mess"));
        assert_eq!(found("a complete mess"), None);
        assert_eq!(found("left the building and went home to his family with all that"), None);
        assert_eq!(found("…"), None);
    }
}
