//! Quoted stretches of a text, and whether the article says the same.
//!
//! A word in a quotation that the article contains is mentioned, not used: the summary reports it. A quotation that
//! the article lacks is the summary's own wording in borrowed marks.

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
    let mut at = 0;
    while let Some((open, close)) = opening(text, at) {
        match closing(text, open.end, close) {
            Some(end) => {
                out.push(Span::new(open.end, end.start));
                at = end.end;
            }
            None => at = open.end,
        }
    }
    out
}

/// The next opening mark from a byte on, with the marks that close it.
fn opening(text: &str, from: usize) -> Option<(Span, &'static [&'static str])> {
    text[from..].char_indices().find_map(|(offset, first)| {
        if !matches!(first, '"' | '\'' | '`' | '“' | '„' | '«' | '‘' | '「') {
            return None;
        }
        let at = from + offset;
        let rest = &text[at..];
        let (mark, close) = PAIRS.iter().find(|(mark, _)| rest.starts_with(mark))?;
        let before = text[..at].chars().next_back();
        let after = rest[mark.len()..].chars().next();
        let single = matches!(*mark, "'" | "‘");
        // An apostrophe opens nothing: a single mark must follow a space or a bracket and precede a word.
        let opens = !single
            || (before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '\'' | '’'))
                && after.is_some_and(|c| !c.is_whitespace() || mark.len() == 1 && before == Some(' ')));
        opens.then(|| (Span::new(at, at + mark.len()), *close))
    })
}

/// The mark that closes a quotation which begins at a byte.
fn closing(text: &str, from: usize, marks: &[&str]) -> Option<Span> {
    let paragraph = text[from..].find('\n').map_or(text.len(), |end| from + end);
    let inside = &text[from..paragraph];
    inside.char_indices().find_map(|(offset, _)| {
        let rest = &inside[offset..];
        let mark = marks.iter().find(|mark| rest.starts_with(**mark))?;
        let single = matches!(*mark, "'" | "’");
        let after = rest[mark.len()..].chars().next();
        let ends = !single || after.is_none_or(|c| !c.is_alphanumeric());
        ends.then(|| Span::new(from + offset, from + offset + mark.len()))
    })
}

/// Where the article has the words of a quotation in one run; where the quotation leaves words out ("...", "[...]"),
/// where it has its longest part, provided that it has them all.
pub fn find_in(article: &Indexed, quote: &str) -> Option<Span> {
    let mut best: Option<Span> = None;
    for part in quote.split(['…', '[', ']']).flat_map(|part| part.split("...")) {
        let words: Vec<u64> =
            word_spans(part).map(|span| hash64(fold_token(&part[span.range()]).as_bytes())).collect();
        if words.is_empty() {
            continue;
        }
        let found = run_in(article, &words)?;
        if best.is_none_or(|known| known.len() < found.len()) {
            best = Some(found);
        }
    }
    best
}

/// The first place where the article has these words in this order without a gap.
fn run_in(article: &Indexed, words: &[u64]) -> Option<Span> {
    let tokens: usize = article.stems.len();
    let first = *words.first()?;
    // A quotation is rare and short: one pass over the article's words is cheaper than another index.
    (0..tokens.checked_sub(words.len())? + 1).find_map(|at| {
        if article.token(at).1.word != first {
            return None;
        }
        let same = words.iter().enumerate().all(|(i, word)| article.token(at + i).1.word == *word);
        same.then(|| article.token(at).0.join(article.token(at + words.len() - 1).0))
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
        let found = |quote| find_in(&article, quote).map(|span| article.text.slice(span));
        assert_eq!(found("a damn mess"), Some("a damn mess"));
        assert_eq!(found("It was ... a damn mess"), Some("a damn mess"));
        assert_eq!(found("a complete mess"), None);
        assert_eq!(found("left the building and went home to his family with all that"), None);
        assert_eq!(found("…"), None);
    }
}
