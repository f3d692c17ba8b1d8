//! Offsets of a label file that were made for a slightly different version of a text: something was inserted
//! at or removed from its beginning, or the line ends differ.
//!
//! Looks for one shift that moves (nearly) all spans of a text to where their own text is. A span is moved
//! only if its text is then found there; the others are looked up one by one.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::fields::whole;
use crate::labels::{LISTS, List};
use crate::text::{CharIndex, Span};

/// Number of spans out of ten that a shift must move to their text.
const MOST_OF_TEN: usize = 9;
/// Number of spans whose places in the text suggest shifts. The longest are used, since they occur in the
/// fewest places.
const ANCHORS: usize = 8;
/// Largest number of places of one such span that are considered.
const PLACES: usize = 256;
/// Number of shifts that are tried, beginning with those that most spans suggest.
const TRIED: usize = 16;

/// A span in a label file, with its text.
#[derive(Clone, Copy, Debug)]
pub struct FileSpan<'a> {
    /// Index of the first character.
    pub start: usize,
    /// Index after the last character.
    pub end: usize,
    pub text: &'a str,
}

/// Returns the spans of one of the two texts for which a file gives both offsets and text.
pub fn spans_of<'a>(inner: &'a Map<String, Value>, key: &str) -> Vec<FileSpan<'a>> {
    let mut found = Vec::new();
    for spec in &LISTS {
        for item in inner.get(spec.key).and_then(Value::as_array).into_iter().flatten() {
            let spans = item.get(key).and_then(Value::as_array).into_iter().flatten();
            // An extraneous wording is itself a span of the summary.
            let own = (spec.list == List::Extraneous && key == "summary").then_some(item);
            found.extend(own.into_iter().chain(spans).filter_map(given));
        }
    }
    found
}

fn given(span: &Value) -> Option<FileSpan<'_>> {
    let offset = |key: &str| whole(span.get(key)?).and_then(|at| usize::try_from(at).ok());
    Some(FileSpan { start: offset("start")?, end: offset("end")?, text: span.get("text")?.as_str()? })
}

/// Counting of line ends in the offsets of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LineEnds {
    /// As the text has them.
    Own,
    /// Each as one character.
    One,
    /// Each as two, CR and LF.
    Two,
}

/// Mapping of the offsets of a file to a text.
#[derive(Debug)]
pub struct Shift {
    ends: LineEnds,
    /// Number of characters to add.
    by: i64,
    /// The lines of the text, if the file counts line ends differently.
    lines: Vec<Line>,
}

/// A line: where it begins in the file's count and in the text, and its length without the line end, all in
/// characters.
#[derive(Clone, Copy, Debug)]
struct Line {
    counted: usize,
    own: usize,
    length: usize,
}

impl Shift {
    /// Returns the one shift that moves nearly all spans to their text; `None` if they are all there already,
    /// or if no shift or more than one does.
    pub fn find(index: &CharIndex, text: &str, spans: &[FileSpan]) -> Option<Shift> {
        let spans: Vec<FileSpan> = spans.iter().copied().filter(|span| !span.text.is_empty()).collect();
        let as_is = Shift { ends: LineEnds::Own, by: 0, lines: Vec::new() };
        let there = as_is.fits(index, text, &spans);
        if there == spans.len() {
            return None;
        }
        let mut best: Vec<(usize, Shift)> = Vec::new();
        for shift in candidates(index, text, &spans) {
            let fits = shift.fits(index, text, &spans);
            match best.first().map_or(0, |(most, _)| *most).cmp(&fits) {
                std::cmp::Ordering::Less => best = vec![(fits, shift)],
                std::cmp::Ordering::Equal => best.push((fits, shift)),
                std::cmp::Ordering::Greater => {}
            }
        }
        let mut best = best.into_iter();
        let (fits, shift) = best.next()?;
        let same = |other: &Shift| {
            spans.iter().all(|span| other.place(index, text, *span) == shift.place(index, text, *span))
        };
        let only = best.all(|(_, other)| same(&other));
        (only && fits > there && fits * 10 >= spans.len() * MOST_OF_TEN).then_some(shift)
    }

    /// Returns the place to which a span is moved, if its text is there. If line ends are counted
    /// differently, all kinds of line ends are considered equal.
    pub fn place(&self, index: &CharIndex, text: &str, span: FileSpan) -> Option<Span> {
        let [start, end] = [span.start, span.end].map(|at| self.own(at));
        let placed = index.span(start?, end?)?;
        let found = text.get(placed.range())?;
        let same = found == span.text || self.ends != LineEnds::Own && lines(found).eq(lines(span.text));
        same.then_some(placed)
    }

    /// Describes the shift, as a note beside the scores.
    pub fn note(&self, name: &str) -> String {
        let how = match (self.ends, self.by) {
            (LineEnds::Own, by) => format!("the spans are moved by {by:+} characters"),
            (_, 0) => "the spans are counted by its line ends".to_owned(),
            (_, by) => format!("the spans are counted by its line ends and moved by {by:+} characters"),
        };
        format!("the {name} differs from the one that was labelled: {how}, to the places of their texts")
    }

    fn fits(&self, index: &CharIndex, text: &str, spans: &[FileSpan]) -> usize {
        spans.iter().filter(|span| self.place(index, text, **span).is_some()).count()
    }

    /// Returns the character index in the text that an offset of the file refers to.
    fn own(&self, at: usize) -> Option<usize> {
        let at = i64::try_from(at).ok()?.checked_add(self.by)?;
        let at = usize::try_from(at).ok()?;
        if self.lines.is_empty() {
            return Some(at);
        }
        let line = self.lines[self.lines.partition_point(|line| line.counted <= at).checked_sub(1)?];
        let within = at - line.counted;
        // There is nothing after the last line; an offset within a line end refers to the position before it.
        let last = self.lines.last().is_some_and(|last| last.own == line.own);
        (within <= line.length || !last).then(|| line.own + within.min(line.length))
    }

    /// Returns the offset that the file would use for a character of the text.
    fn counted(lines: &[Line], own: usize) -> usize {
        let place = lines.partition_point(|line| line.own <= own).checked_sub(1);
        place.map_or(own, |place| lines[place].counted + (own - lines[place].own).min(lines[place].length))
    }
}

/// Returns the shifts to try: a shift of 0 for each way of counting line ends, and those that the longest
/// spans suggest.
fn candidates(index: &CharIndex, text: &str, spans: &[FileSpan]) -> Vec<Shift> {
    let mut kinds = vec![(LineEnds::Own, Vec::new())];
    let any = |text: &str| memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some();
    if any(text) || spans.iter().any(|span| any(span.text)) {
        kinds.push((LineEnds::One, lines_of(text, 1)));
        kinds.push((LineEnds::Two, lines_of(text, 2)));
    }
    let mut anchors: Vec<&FileSpan> = spans.iter().collect();
    anchors.sort_by_key(|span| std::cmp::Reverse(span.text.len()));
    anchors.dedup_by_key(|span| (span.start, span.text));
    anchors.truncate(ANCHORS);
    let mut votes: BTreeMap<(LineEnds, i64), usize> = BTreeMap::new();
    for span in anchors {
        for at in places(text, span.text) {
            let own = index.char(at);
            for (ends, lines) in &kinds {
                let by = Shift::counted(lines, own) as i64 - span.start as i64;
                *votes.entry((*ends, by)).or_default() += 1;
            }
        }
    }
    for (ends, _) in &kinds {
        votes.insert((*ends, 0), usize::MAX);
    }
    let mut order: Vec<((LineEnds, i64), usize)> = votes.into_iter().collect();
    order.sort_by_key(|((ends, by), votes)| (std::cmp::Reverse(*votes), by.abs(), *ends, *by));
    order.truncate(TRIED);
    // Of two equivalent shifts the simpler comes first.
    order.sort_by_key(|((ends, by), _)| (*ends, by.abs(), *by));
    let lines = |of: LineEnds| kinds.iter().find(|(ends, _)| *ends == of).map(|(_, lines)| lines.clone());
    order
        .into_iter()
        .map(|((ends, by), _)| Shift { ends, by, lines: lines(ends).unwrap_or_default() })
        .collect()
}

/// Splits a text into lines, counting each line end as `end` characters.
fn lines_of(text: &str, end: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let (mut own, mut counted) = (0, 0);
    let mut rest = text;
    loop {
        let at = memchr::memchr2(b'\n', b'\r', rest.as_bytes());
        let length = rest[..at.unwrap_or(rest.len())].chars().count();
        lines.push(Line { counted, own, length });
        let Some(at) = at else { return lines };
        let wide = if rest[at..].starts_with("\r\n") { 2 } else { 1 };
        (own, counted) = (own + length + wide, counted + length + end);
        rest = &rest[at + wide..];
    }
}

/// Splits a text into lines at any kind of line end.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(at) = memchr::memchr2(b'\n', b'\r', text.as_bytes()) else { return rest.take() };
        rest = Some(&text[at + if text[at..].starts_with("\r\n") { 2 } else { 1 }..]);
        Some(&text[..at])
    })
}

/// Returns where a text occurs, with its own or with other line ends.
fn places(text: &str, wanted: &str) -> Vec<usize> {
    let all = |wanted: &str| -> Vec<usize> {
        memchr::memmem::find_iter(text.as_bytes(), wanted).take(PLACES).collect()
    };
    let found = all(wanted);
    if !found.is_empty() || memchr::memchr2(b'\n', b'\r', wanted.as_bytes()).is_none() {
        return found;
    }
    let parts: Vec<&str> = lines(wanted).collect();
    ["\n", "\r\n", "\r"]
        .iter()
        .map(|end| all(&parts.join(end)))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// Returns the only place of a text, with its own or with other line ends; otherwise how many places there
/// are, at most two.
pub fn only_place(text: &str, wanted: &str) -> Result<Span, usize> {
    let found = places(text, wanted);
    let [at] = found.as_slice() else { return Err(found.len().min(2)) };
    let ends = lines(wanted).count();
    let mut rest = &text[*at..];
    // The match has as many lines as the text, and the last line is as long.
    for part in lines(wanted).take(ends - 1) {
        rest = &rest[part.len()..];
        rest = &rest[if rest.starts_with("\r\n") { 2 } else { 1 }..];
    }
    let last = lines(wanted).last().map_or(0, str::len);
    let span = Span::new(*at, text.len() - rest.len() + last);
    // Places that overlap count as two.
    let next = *at + wanted.chars().next().map_or(0, char::len_utf8);
    if text.get(next..).is_some_and(|rest| rest.contains(&text[span.range()])) {
        return Err(2);
    }
    Ok(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str, spans: &[(usize, usize, &str)]) -> Option<(i64, Vec<Option<String>>)> {
        let spans: Vec<FileSpan> =
            spans.iter().map(|(start, end, text)| FileSpan { start: *start, end: *end, text }).collect();
        let index = CharIndex::new(text);
        let shift = Shift::find(&index, text, &spans)?;
        let at = |span: &FileSpan| shift.place(&index, text, *span).map(|span| text[span.range()].to_owned());
        Some((shift.by, spans.iter().map(at).collect()))
    }

    #[test]
    fn one_shift_moves_all_or_none() {
        let some = |texts: &[&str]| texts.iter().map(|text| Some((*text).to_owned())).collect::<Vec<_>>();
        let spans = [(0, 3, "the"), (4, 7, "cät"), (8, 11, "saw"), (12, 15, "the"), (16, 19, "dog")];
        assert_eq!(find("the cät saw the dog", &spans), None, "all stand where they should");
        let texts = some(&["the", "cät", "saw", "the", "dog"]);
        assert_eq!(find("é: the cät saw the dog", &spans), Some((3, texts.clone())));
        assert_eq!(find("cät saw the dog", &spans), None, "one of five is gone");
        assert_eq!(find("cät saw the dog", &spans[1..]).map(|(by, _)| by), Some(-4));
        assert_eq!(find("the cät; the cät", &[(1, 4, "the")]), None, "two shifts would do");
        assert_eq!(find("nothing of it", &spans), None);
    }

    #[test]
    fn line_ends_are_counted_as_they_were() {
        let forms = [
            "one\ntwo\n\nthree é four\n",
            "one\r\ntwo\r\n\r\nthree é four\r\n",
            "one\rtwo\r\rthree é four\r",
        ];
        let wanted = ["one", "two", "two\n\nthree", "é four"];
        for labelled in forms {
            let index = CharIndex::new(labelled);
            let end = if labelled.contains("\r\n") {
                "\r\n"
            } else if labelled.contains('\r') {
                "\r"
            } else {
                "\n"
            };
            let texts = wanted.map(|text| text.replace('\n', end));
            let spans: Vec<(usize, usize, &str)> = texts
                .iter()
                .map(|text| {
                    let at = labelled.find(text.as_str()).unwrap();
                    let (start, end) = index.chars(Span::new(at, at + text.len()));
                    (start, end, text.as_str())
                })
                .collect();
            for text in forms {
                for prefix in ["", "Über\n", "Über\r\n\r\n"] {
                    let text = format!("{prefix}{text}");
                    if text == *labelled {
                        continue;
                    }
                    let (_, found) =
                        find(&text, &spans).unwrap_or_else(|| panic!("{labelled:?} in {text:?}"));
                    let found = found
                        .iter()
                        .map(|found| found.as_ref().unwrap().replace("\r\n", "\n").replace('\r', "\n"));
                    assert_eq!(found.collect::<Vec<_>>(), wanted, "{labelled:?} in {text:?}");
                }
            }
        }
    }

    #[test]
    fn the_only_place_is_found_with_other_line_ends() {
        let text = "a\r\nb, a\r\nc";
        assert_eq!(only_place(text, "a\nc").map(|span| &text[span.range()]), Ok("a\r\nc"));
        assert_eq!(only_place(text, "a\n").map(|span| &text[span.range()]), Err(2));
        assert_eq!(only_place(text, "b").map(|span| &text[span.range()]), Ok("b"));
        assert_eq!(only_place(text, "d"), Err(0));
        assert_eq!(only_place("aaa", "aa"), Err(2), "places that overlap");
        assert_eq!(only_place("x\ny", "x\r\n").map(|span| span.range()), Ok(0..2));
    }
}
