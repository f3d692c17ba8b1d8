//! Calendar dates in any notation: "March 3, 2024", "2024-03-03", "3 March 2024".
//!
//! Missing parts are not filled in: a date has the parts that the text gives.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::Sentence;
use super::numbers::digit;
use crate::text::{Span, fold_token, hash64};
use crate::work::{Work, step};

/// A date, or those parts of a date that the text gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Date {
    /// Bytes within the sentence.
    pub span: Span,
    /// Its first token.
    pub first: usize,
    /// Index after its last token.
    pub end: usize,
    /// The year, 1000 to 2199.
    pub year: Option<i64>,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day of the month, 1 to 31.
    pub day: Option<u8>,
    /// The day of the week, 0 for Monday.
    pub weekday: Option<u8>,
    /// Whether month and day may be swapped ("03/04/2024").
    pub ambiguous: bool,
}

impl Date {
    /// Whether the other date gives the same month and day, as far as this one gives them.
    pub fn same_day(&self, other: &Date) -> bool {
        step(Work::Value);
        let straight = self.month.is_none_or(|m| other.month == Some(m))
            && self.day.is_none_or(|d| other.day == Some(d));
        let crossed = (self.ambiguous || other.ambiguous)
            && self.month.is_some()
            && self.month == other.day
            && self.day == other.month;
        straight || crossed
    }
}

const MONTHS: [&str; 12] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
];
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Hashes of the names of months and days, long and short, with the endings that a name can have.
static NAMED: LazyLock<FxHashSet<u64>> = LazyLock::new(|| {
    let short = MONTHS.iter().map(|m| m[..3].to_owned()).chain(["sept".to_owned()]);
    let days = DAYS.iter().flat_map(|d| ["", "s", "'s", "’s"].map(|end| format!("{d}{end}")));
    let names = MONTHS.iter().map(|m| (*m).to_owned()).chain(short).chain(days);
    names.map(|name| hash64(name.as_bytes())).collect()
});

fn month(word: &str) -> Option<u8> {
    let short = word == "sept" || word.len() == 3;
    MONTHS
        .iter()
        .position(|m| *m == word || short && m.starts_with(if word == "sept" { "sep" } else { word }))
        .map(|i| i as u8 + 1)
}

fn weekday(word: &str) -> Option<u8> {
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    DAYS.iter().position(|d| *d == word || word.strip_suffix('s') == Some(d)).map(|i| i as u8)
}

/// Parses a whole number of at most four digits, in any script.
fn whole(word: &str) -> Option<i64> {
    let mut digits = 0;
    let value = word.chars().try_fold(0, |value, c| {
        digits += 1;
        Some(value * 10 + i64::from(digit(c).filter(|_| digits <= 4)?))
    })?;
    (digits > 0).then_some(value)
}

/// Parses a number of one or two digits from 1 to `most`.
fn small(word: &str, most: u8) -> Option<u8> {
    if word.chars().count() > 2 {
        return None;
    }
    whole(word).and_then(|value| u8::try_from(value).ok()).filter(|value| (1..=most).contains(value))
}

fn day(word: &str) -> Option<u8> {
    small(["st", "nd", "rd", "th"].iter().find_map(|s| word.strip_suffix(s)).unwrap_or(word), 31)
}

/// Parses a day as an ordinal in words ("third", "twenty-first"), and returns how many tokens it takes.
fn spelled_day(word: &str, next: &str) -> Option<(u8, usize)> {
    let ordinal = |word: &str| super::numbers::ordinal(word).and_then(|value| u8::try_from(value).ok());
    let tens = match word {
        "twenty" => 20,
        "thirty" => 30,
        _ => return ordinal(word).filter(|day| (1..=31).contains(day)).map(|day| (day, 1)),
    };
    ordinal(next).filter(|ones| *ones < 10 && tens + ones <= 31).map(|ones| (tens + ones, 2))
}

fn year(word: &str) -> Option<i64> {
    if word.chars().count() != 4 {
        return None;
    }
    whole(word).filter(|y| (1000..2200).contains(y))
}

/// Parses a year of two digits, as one from 1940 to 2039.
fn short_year(word: &str) -> Option<i64> {
    if word.chars().count() != 2 {
        return None;
    }
    whole(word).map(|y| if y < 40 { 2000 + y } else { 1900 + y })
}

/// Returns all dates of a sentence, in order, without overlaps. A year alone is a date only after "in",
/// "since", "by" and similar words; otherwise it is a number.
pub(super) fn dates(sentence: &Sentence) -> Vec<Date> {
    // Most sentences contain no date, which one look-up for each word shows.
    if !sentence.tokens.iter().any(|t| t.flags.digit || NAMED.contains(&t.word)) {
        return Vec::new();
    }
    let words: Vec<_> = sentence.tokens.iter().map(|t| fold_token(sentence.word(t))).collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match date_at(sentence, &words, at) {
            Some(date) => {
                let end = At { sentence, words: &words, at: date.end }.end_of_range(&date);
                at = end.map_or(date.end, |end| end.end);
                out.push(date);
                out.extend(end);
            }
            None => at += 1,
        }
    }
    out
}

/// A possible position of a date: a token of a sentence, with the words of the sentence.
struct At<'a> {
    sentence: &'a Sentence,
    words: &'a [Cow<'a, str>],
    at: usize,
}

fn date_at(sentence: &Sentence, words: &[Cow<'_, str>], at: usize) -> Option<Date> {
    let here = At { sentence, words, at };
    let start = || here.start_of_range();
    here.figures()
        .or_else(|| here.one_word())
        .or_else(|| here.characters())
        .or_else(|| here.named())
        .or_else(start)
}

impl At<'_> {
    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word)
    }

    /// Whether a token follows the one before it without a break.
    fn near(&self, at: usize) -> bool {
        at < self.words.len() && at > 0 && matches!(self.sentence.gap(at - 1).trim(), "" | "," | "." | ".,")
    }

    fn make(&self, end: usize, year: Option<i64>, month: Option<u8>, day: Option<u8>) -> Option<Date> {
        let tokens = &self.sentence.tokens;
        let span = Span::new(tokens[self.at].span.start, tokens[end - 1].span.end);
        Some(Date { span, first: self.at, end, year, month, day, weekday: None, ambiguous: false })
    }

    /// Makes a date of two small numbers, which are day and month in either order.
    fn either(&self, end: usize, year: i64, a: u8, b: u8) -> Option<Date> {
        let (month, day) = if a <= 12 { (a, b) } else { (b, a) };
        let date = self.make(end, Some(year), Some(month), Some(day)).filter(|_| month <= 12)?;
        Some(Date { ambiguous: a <= 12 && b <= 12 && a != b, ..date })
    }

    /// Reads the first day of a range that names its month at the end: "8 to 13 August", "8-13 August".
    fn start_of_range(&self) -> Option<Date> {
        let first = day(self.word(self.at))?;
        let is_joined = matches!(self.word(self.at + 1), "to" | "and" | "until");
        let is_dashed = matches!(self.sentence.gap(self.at).trim(), "-" | "–");
        let last = self.at + 1 + usize::from(is_joined);
        day(self.word(last)).filter(|last| *last > first && (is_joined || is_dashed))?;
        self.make(self.at + 1, None, Some(month(self.word(last + 1))?), Some(first))
    }

    /// Reads the last day of a range that names its month at the start: "August 8 to 13", "between August 8 and 13".
    fn end_of_range(&self, start: &Date) -> Option<Date> {
        let (month, first) = (start.month?, start.day.filter(|_| start.year.is_none())?);
        let before = start.first.checked_sub(1).map_or("", |at| self.word(at));
        let is_joined = self.word(self.at) == "to" || self.word(self.at) == "and" && before == "between";
        let names_month = start.end > start.first + 1 && day(self.word(start.end - 1)).is_some();
        let last = At { at: self.at + 1, ..*self };
        let day = day(self.word(last.at)).filter(|last| *last > first && is_joined && names_month)?;
        last.make(last.at + 1, None, Some(month), Some(day))
    }

    /// Reads 2024-03-03, 2024/3/3, 03/04/2024 or 3/4/24.
    fn figures(&self) -> Option<Date> {
        let at = self.at;
        let mark = self.sentence.gap(at);
        if !matches!(mark, "-" | "/" | "‐" | "–") || self.sentence.gap(at + 1) != mark {
            return None;
        }
        // A time may be attached: "2024-03-03T15:00".
        let third = self.word(at + 2);
        let date = third.split_once('t').filter(|(_, time)| time.starts_with(|c: char| c.is_ascii_digit()));
        let third = date.map_or(third, |(date, _)| date);
        let mut end = at + 3;
        while date.is_some() && self.sentence.gap(end - 1) == ":" {
            end += 1;
        }
        if let Some(y) = year(self.word(at)) {
            let (m, d) = (small(self.word(at + 1), 12)?, small(third, 31)?);
            return self.make(end, Some(y), Some(m), Some(d));
        }
        let (a, b) = (small(self.word(at), 31)?, small(self.word(at + 1), 31)?);
        let y = year(third).or_else(|| short_year(third).filter(|_| mark == "/"))?;
        self.either(at + 3, y, a, b)
    }

    /// Reads 3.4.2024 and 2024.04.03, where points join the parts into one word. The day or the year comes
    /// first.
    fn one_word(&self) -> Option<Date> {
        let mut parts = self.word(self.at).split('.');
        let (a, b, c) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        let (y, m, d) = if year(a).is_some() { (a, b, c) } else { (c, b, a) };
        self.make(self.at + 1, Some(year(y)?), Some(small(m, 12)?), Some(small(d, 31)?))
    }

    /// Reads 2024年3月3日, or any beginning or end of it.
    fn characters(&self) -> Option<Date> {
        let mut end = self.at;
        let mut part = |name: &str| {
            let found = (self.word(end + 1) == name && self.sentence.gap(end).is_empty())
                .then(|| whole(self.word(end)))?;
            end += 2 * usize::from(found.is_some());
            found
        };
        let y = part("年").filter(|y| (1000..2200).contains(y));
        let m = part("月").filter(|m| (1..=12).contains(m)).map(|m| m as u8);
        let d = part("日").filter(|d| m.is_some() && (1..=31).contains(d)).map(|d| d as u8);
        if y.is_none() && m.is_none() {
            return None;
        }
        self.make(end, y, m, d)
    }

    /// Reads dates with the name of a day or a month, and years alone.
    fn named(&self) -> Option<Date> {
        let at = self.at;
        if let Some(w) = weekday(self.word(at)) {
            return self.make(at + 1, None, None, None).map(|date| Date { weekday: Some(w), ..date });
        }
        let after = |at: usize| {
            let of = usize::from(self.word(at) == "of");
            let year = if self.near(at) { year(self.word(at + of)) } else { None };
            (year, at + if year.is_some() { 1 + of } else { 0 })
        };
        // 3 March 2024, 3rd of March, the third of March
        let spelled = spelled_day(self.word(at), self.word(at + 1));
        if let Some((d, used)) = day(self.word(at)).map(|d| (d, 1)).or(spelled) {
            let of = usize::from(self.word(at + used) == "of");
            let next = at + used + of;
            if self.near(next)
                && let Some(m) = month(self.word(next))
            {
                let (y, end) = after(next + 1);
                return self.make(end, y, Some(m), Some(d));
            }
        }
        // March 3, 2024; March the third; March 2024; March
        if let Some(m) = month(self.word(at)) {
            let next = at + 1 + usize::from(self.word(at + 1) == "the");
            let spelled = spelled_day(self.word(next), self.word(next + 1));
            if self.near(next)
                && let Some((d, used)) = day(self.word(next)).map(|d| (d, 1)).or(spelled)
            {
                let (y, end) = after(next + used);
                return self.make(end, y, Some(m), Some(d));
            }
            if let (Some(y), end) = after(at + 1) {
                return self.make(end, Some(y), Some(m), None);
            }
            // "May" and "march" are also verbs, and a short form alone may be a name.
            let capital = self.sentence.tokens[at].flags.capital;
            let before = at.checked_sub(1).map_or("", |at| self.word(at));
            let cue = matches!(
                before,
                "in" | "since" | "from" | "by" | "until" | "last" | "next" | "of" | "this" | "early" | "late"
            );
            let length = self.word(at).len();
            if length > 4 && self.word(at) != "march" || cue && (capital || length > 3) {
                return self.make(at + 1, None, Some(m), None);
            }
        }
        let cue = matches!(
            at.checked_sub(1).map_or("", |at| self.word(at)),
            "in" | "since" | "by" | "until" | "from" | "during" | "before" | "after" | "of"
        );
        let y = year(self.word(at)).filter(|_| cue)?;
        self.make(at + 1, Some(y), None, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Option<i64>, Option<u8>, Option<u8>)> {
        dates(&Sentence::new(text)).iter().map(|d| (d.year, d.month, d.day)).collect()
    }

    #[test]
    fn orders_of_one_date_agree() {
        for text in [
            "March 3, 2024",
            "2024-03-03",
            "3 March 2024",
            "3rd of March 2024",
            "Mar. 3, 2024",
            "3 march 2024",
            "March the third, 2024",
            "the third of March 2024",
            "2024/3/3",
            "3/3/2024",
            "3.3.2024",
            "2024.03.03",
            "3/3/24",
            "2024年3月3日",
            "2024-03-03T15",
        ] {
            assert_eq!(read(&format!("It opened on {text}.")), [(Some(2024), Some(3), Some(3))], "{text}");
        }
    }

    #[test]
    fn both_ends_of_a_range_are_dates() {
        for text in [
            "It runs from 8 to 13 August.",
            "It runs 8-13 August.",
            "It runs between August 8 and 13.",
            "It runs from August 8 to 13.",
        ] {
            assert_eq!(read(text), [(None, Some(8), Some(8)), (None, Some(8), Some(13))], "{text}");
        }
        assert_eq!(read("On August 8 and 13 people left."), [(None, Some(8), Some(8))]);
        assert_eq!(read("It rose from 8 to 13 in August."), [(None, Some(8), None)]);
    }

    #[test]
    fn a_slashed_date_may_be_read_both_ways() {
        let slashed = dates(&Sentence::new("on 03/04/2024"))[0];
        assert!(slashed.same_day(&dates(&Sentence::new("on 4 March 2024"))[0]));
        assert!(slashed.same_day(&dates(&Sentence::new("on 3 April 2024"))[0]));
        assert!(!slashed.same_day(&dates(&Sentence::new("on 5 April 2024"))[0]));
    }

    #[test]
    fn days_in_words_and_parts_of_dates() {
        assert_eq!(read("on the twenty-first of May"), [(None, Some(5), Some(21))]);
        assert_eq!(read("4月1日に開業"), [(None, Some(4), Some(1))]);
        assert_eq!(read("in March of 2019"), [(Some(2019), Some(3), None)]);
        for none in ["on 31/31/2024", "version 1.2.3", "13/14/15", "12345/1/2"] {
            assert_eq!(read(none), [], "{none}");
        }
    }

    #[test]
    fn verbs_and_counts_are_no_dates() {
        assert_eq!(read("They may march 2,000 miles"), []);
        assert_eq!(read("There were 2012 fans"), []);
        assert_eq!(read("It closed in 2012"), [(Some(2012), None, None)]);
    }

    #[test]
    fn days_of_the_week_count() {
        assert_eq!(dates(&Sentence::new("on sunday 's derby"))[0].weekday, Some(6));
    }
}
