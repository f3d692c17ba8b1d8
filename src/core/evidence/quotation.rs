//! Quoted stretches of a text, and whether the article says the same.
//!
//! A word in a quotation that the article contains is mentioned, not used: the summary reports it. A quotation that
//! the article lacks is the summary's own wording in borrowed marks.

use super::Indexed;
use crate::text::{Span, Stem, fold_token, hash64, stem_of, word_spans};

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

/// Places of the rarest word of a quotation that are looked at.
const LOOKED_AT: usize = 1_024;

/// Where a text has the words of a quotation in one run; where the quotation leaves words out ("...", "[...]"), where it
/// has its longest part, provided that it has them all.
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

/// A word as it is written, with the stem that it is indexed by.
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

/// The first place where a text has these words in this order without a gap.
fn run(text: &Indexed, words: &[Written]) -> Option<Span> {
    let places = |word: &Written| text.positions.get(&word.stem).map_or(&[][..], Vec::as_slice);
    let (rarest, word) = words.iter().enumerate().min_by_key(|(_, word)| places(word).len())?;
    let token = |at: usize| text.token(at);
    let same_word = places(word).iter().map(|at| *at as usize).filter(|at| token(*at).1.word == word.word);
    let starts = same_word.take(LOOKED_AT).filter_map(|at| at.checked_sub(rarest));
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
