//! Finds citations in a text: addresses, Markdown links, numbered references, names of sources in brackets,
//! and authors with a year.
//!
//! The text is scanned once from left to right. Lookahead is bounded, so the time is linear for any text.
//! Code is not searched, and images, links within the page and mail addresses do not count.

use super::authors::{self, Author};
use crate::text::Span;
use crate::text::markdown::Layout;

/// What a citation refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::evidence) enum Cited {
    /// An address.
    Url(String),
    /// A link: its words and its address.
    Link(String, String),
    /// Sources by number, first and last; usually the same.
    Numbers(u64, u64),
    /// A name in brackets, which may or may not be that of a source.
    Name(String),
    /// An author and a year.
    Author(Author),
}

/// A citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::evidence) struct Citation {
    /// Span in the text.
    pub span: Span,
    /// What it refers to.
    pub cited: Cited,
}

/// Number of bytes searched for the end of a bracket.
const LOOKAHEAD: usize = 400;
/// Longest address, in bytes.
const LONGEST_URL: usize = 2_000;
/// Deepest nesting of brackets.
const DEEPEST: usize = 3;
/// Largest number of references that one range is expanded to. A wider range is one citation of its ends.
const WIDEST: u64 = 50;

/// Returns all citations of a text, in order. Names in brackets are always included.
pub(in crate::evidence) fn find(raw: &str, layout: &Layout) -> Vec<Citation> {
    let mut finder = Finder { raw, at: 0, found: Vec::new() };
    let mut code = layout.code.iter().peekable();
    while let Some(step) = raw[finder.at..].find(OPENERS) {
        finder.at += step;
        while code.next_if(|block| block.end <= finder.at).is_some() {}
        match code.peek() {
            Some(block) if block.start <= finder.at => finder.at = block.end,
            _ => finder.here(),
        }
    }
    finder.found.sort_by_key(|citation| citation.span);
    finder.found
}

/// First characters of anything that may be a citation or an escape.
const OPENERS: [char; 11] = ['`', '\\', '[', '(', 'h', 'H', 'w', 'd', 'D', 'a', 'A'];

struct Finder<'a> {
    raw: &'a str,
    at: usize,
    found: Vec<Citation>,
}

impl Finder<'_> {
    fn here(&mut self) {
        let rest = &self.raw[self.at..];
        let end = match rest.as_bytes()[0] {
            b'`' => self.code(),
            b'\\' => Some(self.at + 1 + rest[1..].chars().next().map_or(0, char::len_utf8)),
            b'[' => self.bracket(),
            b'(' => self.round(),
            _ => self.address(),
        };
        self.at = end.unwrap_or(self.at + 1);
    }

    fn push(&mut self, span: Span, cited: Cited) {
        self.found.push(Citation { span, cited });
    }

    /// Skips inline code.
    fn code(&self) -> Option<usize> {
        let rest = &self.raw[self.at..];
        let run = rest.len() - rest.trim_start_matches('`').len();
        let line = ahead(&rest[run..]);
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        let closing = line.find(&rest[..run]).map(|at| self.at + run + at + run);
        Some(closing.unwrap_or(self.at + run))
    }

    fn bracket(&mut self) -> Option<usize> {
        let open = self.at;
        let close = open + closing(&self.raw[open..], '[', ']')?;
        let inner = &self.raw[open + 1..close];
        let after = &self.raw[close + 1..];
        let image = self.raw[..open].ends_with('!');
        if after.starts_with('(')
            && let Some(length) = closing(after, '(', ')')
        {
            let target = after[1..length].trim();
            let target = target.split_whitespace().next().unwrap_or("").trim_matches(['<', '>']);
            let end = close + 1 + length + 1;
            let cites =
                !image && !target.is_empty() && !target.starts_with('#') && !target.starts_with("mailto:");
            if cites {
                self.push(Span::new(open, end), Cited::Link(inner.trim().to_owned(), target.to_owned()));
            }
            return Some(end);
        }
        let begins_line = self.raw[..open].trim_end_matches([' ', '\t']).ends_with('\n') || open == 0;
        if begins_line && after.starts_with(':') {
            // The definition of a reference. The address after it is a citation of its own.
            return Some(close + 1);
        }
        if let Some(numbers) = numbers(inner) {
            for (within, first, last) in numbers {
                let span = within.shifted(open + 1);
                if last - first < WIDEST {
                    (first..=last).for_each(|n| self.push(span, Cited::Numbers(n, n)));
                } else {
                    self.push(span, Cited::Numbers(first, last));
                }
            }
            return Some(close + 1);
        }
        // An author and a year may also stand in square brackets.
        let cited = authors::in_brackets(inner);
        if let Some(cited) = cited.filter(|cited| cited.iter().all(|(_, author)| author.plain)) {
            self.authors(cited, open + 1);
            return Some(close + 1);
        }
        if is_name(inner) && !after.starts_with('[') {
            self.push(Span::new(open, close + 1), Cited::Name(inner.trim().to_owned()));
        }
        None
    }

    fn round(&mut self) -> Option<usize> {
        let open = self.at;
        let inner = &self.raw[open + 1..open + closing(&self.raw[open..], '(', ')')?];
        let close = open + 1 + inner.len();
        if let Some(author) = authors::year(inner).and_then(|year| authors::before(&self.raw[..open], year)) {
            let (start, author) = author;
            self.push(Span::new(start, close + 1), Cited::Author(author));
            return Some(close + 1);
        }
        self.authors(authors::in_brackets(inner)?, open + 1);
        Some(close + 1)
    }

    fn authors(&mut self, cited: Vec<(Span, Author)>, from: usize) {
        for (within, author) in cited {
            self.push(within.shifted(from), Cited::Author(author));
        }
    }

    /// Finds an address in plain text: `https://...`, `www....`, `doi:...`, `arXiv:...`.
    fn address(&mut self) -> Option<usize> {
        const HEADS: [&str; 5] = ["https://", "http://", "www.", "doi:", "arxiv:"];
        let rest = &self.raw[self.at..];
        let head = HEADS
            .into_iter()
            .find(|head| rest.get(..head.len()).is_some_and(|start| start.eq_ignore_ascii_case(head)))?;
        if self.raw[..self.at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '/' | '@')) {
            return None;
        }
        let body = &rest[head.len()..];
        let spaced = if head.ends_with("i:") || head.ends_with("v:") {
            body.len() - body.trim_start_matches(' ').len()
        } else {
            0
        };
        let body = &body[spaced..];
        let stop = |c: char| {
            c.is_whitespace()
                || c.is_control()
                || matches!(c, '<' | '>' | '"' | '`' | '|' | '\\' | '^' | '{' | '}' | '“' | '”' | '«' | '»')
        };
        let bound = floor(body, LONGEST_URL);
        let mut length = body[..bound].find(stop).unwrap_or(bound);
        // Punctuation that ends the sentence, and brackets around the address, are not part of it.
        loop {
            let url = &body[..length];
            let Some(last) = url.chars().next_back() else { break };
            let unopened = |open: char| url.matches(last).count() > url.matches(open).count();
            let trailing = match last {
                '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' | '_' | '’' | '…' | '。' | '，' | '、' => {
                    true
                }
                ')' => unopened('('),
                ']' => unopened('['),
                _ => false,
            };
            if !trailing {
                break;
            }
            length -= last.len_utf8();
        }
        let url = &body[..length];
        if !url.starts_with(|c: char| c.is_alphanumeric() || c == '[') || head == "www." && !url.contains('.')
        {
            return None;
        }
        let digital = head == "doi:" && !url.starts_with("10.")
            || head == "arxiv:" && !url.contains(|c: char| c.is_ascii_digit());
        if digital {
            return None;
        }
        let end = self.at + head.len() + spaced + length;
        self.push(Span::new(self.at, end), Cited::Url(format!("{}{url}", head.to_ascii_lowercase())));
        Some(end)
    }
}

/// Returns the part of a text that lookahead covers.
fn ahead(text: &str) -> &str {
    &text[..floor(text, LOOKAHEAD)]
}

/// Returns the last character boundary at or before a byte.
fn floor(text: &str, most: usize) -> usize {
    (0..=most.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Returns the byte at which the bracket that begins the text is closed. A blank line ends the search.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    let mut line_end = false;
    for (at, c) in ahead(text).char_indices() {
        if c == '\n' && std::mem::replace(&mut line_end, true) {
            return None;
        }
        line_end &= c.is_whitespace();
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
        }
        if depth == 0 {
            return Some(at);
        }
        if depth > DEEPEST {
            return None;
        }
    }
    None
}

/// Parses `3`, `1, 2`, `3-5` and `^2` into spans with their first and last number. Four digits are a year.
fn numbers(inner: &str) -> Option<Vec<(Span, u64, u64)>> {
    let body = inner.strip_prefix('^').unwrap_or(inner);
    let lead = inner.len() - body.len();
    let mut out = Vec::new();
    let mut at = lead;
    for piece in body.split([',', ';']) {
        let start = at + piece.len() - piece.trim_start().len();
        let text = piece.trim();
        at += piece.len() + 1;
        let (first, last) = match text.split_once(['-', '–', '—']) {
            Some((first, last)) => (number(first.trim())?, number(last.trim())?),
            None => (number(text)?, number(text)?),
        };
        if last < first {
            return None;
        }
        out.push((Span::new(start, start + text.len()), first, last));
    }
    // A list with 0 in it is an interval or a pair of coordinates.
    let interval = out.len() > 1 && out.iter().any(|(_, first, _)| *first == 0);
    (!interval).then_some(out)
}

/// Parses a number of any length. A value that does not fit becomes the maximum.
fn number(text: &str) -> Option<u64> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value = text.parse().unwrap_or(u64::MAX);
    let year = text.len() == 4 && (1500..=2100).contains(&value);
    (!year).then_some(value)
}

/// Whether text in brackets may be the name of a source: short, on one line, and starting with a letter or
/// digit.
fn is_name(inner: &str) -> bool {
    const MAX_NAME_CHARS: usize = 80;
    let name = inner.trim();
    (1..=MAX_NAME_CHARS).contains(&name.len())
        && !name.contains(['\n', '[', ']', '`'])
        && name.starts_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited(raw: &str) -> Vec<String> {
        let found = find(raw, &Layout::new(raw));
        let show = |citation: &Citation| {
            let text = &raw[citation.span.range()];
            match &citation.cited {
                Cited::Url(url) => format!("url {url}"),
                Cited::Link(words, url) => format!("link {words} -> {url}"),
                Cited::Numbers(a, b) if a == b => format!("{text}: {a}"),
                Cited::Numbers(a, b) => format!("{text}: {a} to {b}"),
                Cited::Name(name) => format!("name {name}"),
                Cited::Author(author) => format!("{} in {}", author.names.join(" "), author.year),
            }
        };
        found.iter().map(show).collect()
    }

    #[test]
    fn addresses_end_where_the_sentence_does() {
        for (raw, url) in [
            ("See https://a.org/x.", "https://a.org/x"),
            ("(see http://a.org/x_(y)).", "http://a.org/x_(y)"),
            ("<https://a.org/>", "https://a.org/"),
            ("at www.a.org, then", "www.a.org"),
            ("doi: 10.1000/xyz123;", "doi:10.1000/xyz123"),
            ("arXiv:1234.56789", "arxiv:1234.56789"),
            ("HTTPS://A.org/ü?q=1&r=2#top!", "https://A.org/ü?q=1&r=2#top"),
        ] {
            assert_eq!(cited(raw), [format!("url {url}")], "{raw}");
        }
        for raw in [
            "http://",
            "a@www.a.org",
            "www.nothing",
            "doi: ten",
            "`https://a.org`",
            "```\nhttps://a.org\n```",
        ] {
            assert_eq!(cited(raw), [""; 0], "{raw}");
        }
    }

    #[test]
    fn links_name_words_and_address() {
        assert_eq!(cited("[The report](https://a.org/r \"Title\")"), ["link The report -> https://a.org/r"]);
        assert_eq!(cited("[[1]](https://a.org/(x))"), ["link [1] -> https://a.org/(x)"]);
        for raw in
            ["![a plot](https://a.org/p.png)", "[above](#results)", "[mail](mailto:a@b.org)", "\\[1]", "[](x"]
        {
            assert_eq!(cited(raw), [""; 0], "{raw}");
        }
        assert_eq!(cited("[1]: https://a.org"), ["url https://a.org"]);
    }

    #[test]
    fn numbers_stand_alone_in_lists_and_in_ranges() {
        assert_eq!(cited("So it is [1]."), ["1: 1"]);
        assert_eq!(cited("So [1, 2] and [3-5][^7]."), ["1: 1", "2: 2", "3-5: 3", "3-5: 4", "3-5: 5", "7: 7"]);
        assert_eq!(cited("[1–999]"), ["1–999: 1 to 999"]);
        assert_eq!(cited("[1-9999999]"), ["1-9999999: 1 to 9999999"]);
        let long = format!("1{}", "0".repeat(20));
        assert_eq!(cited(&format!("[{long}]")), [format!("{long}: {}", u64::MAX)]);
        assert_eq!(cited("In [2019] he"), ["name 2019"], "a year");
        for raw in ["[5-3]", "[1.5]", "[]", "[ ]", "[-1]", "[9-1]"] {
            assert!(cited(raw).iter().all(|found| found.starts_with("name")), "{raw}");
        }
    }

    #[test]
    fn authors_stand_before_their_year() {
        assert_eq!(cited("(Smith, 2020)"), ["Smith in 2020"]);
        assert_eq!(
            cited("(see Smith et al., 2020a; Lee & Park, 2019, p. 4)"),
            ["Smith in 2020", "Lee in 2019"]
        );
        assert_eq!(
            cited("Smith (2020) found, and Müller et al. (2019) too."),
            ["Smith in 2020", "Müller in 2019"]
        );
        assert_eq!(cited("Lee and Park (2018) agree."), ["Lee in 2018"]);
        assert_eq!(cited("(World Health Organization, 2021)"), ["World Health Organization in 2021"]);
        assert_eq!(cited("(Smith, J., & van der Berg, K., 2001)"), ["Smith in 2001"]);
        assert_eq!(cited("(Okafor 2021)"), ["Okafor in 2021"]);
        assert_eq!(cited("(see van Dyke 2019a: 45; O'Neil 2020)"), ["van Dyke in 2019", "O'Neil in 2020"]);
        assert_eq!(cited("[Smith 2020]"), ["Smith in 2020"]);
        assert_eq!(cited("[London 2012]"), ["name London 2012"]);
        assert_eq!(cited("(Smith, 2019, 2021)"), ["Smith in 2019", "Smith in 2021"]);
        for raw in [
            "In (2020)", "(March, 2020)", "May (2020)", "(May 2020)", "(Winter 2019)", "(in 2020)",
            "(about 1,200)", "(2020)", "Figure 3 (2020)", "(the year, 2020)", "(Smith, 20)",
        ] {
            assert_eq!(cited(raw), [""; 0], "{raw}");
        }
    }

    #[test]
    fn citations_within_brackets_are_found_too() {
        assert_eq!(cited("(see [2] and https://a.org)"), ["2: 2", "url https://a.org"]);
    }

    #[test]
    fn no_text_takes_long() {
        for piece in ["[", "(", "[a", "(A, ", "`", "`a``", "[1,", "https://", "[x](", "\\", "é[", "A (1999"]
        {
            let raw = piece.repeat(100_000 / piece.len());
            let started = std::time::Instant::now();
            find(&raw, &Layout::new(&raw));
            assert!(started.elapsed().as_secs() < 5, "{piece:?} takes {:?}", started.elapsed());
        }
    }
}
