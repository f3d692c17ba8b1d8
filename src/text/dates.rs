//! Calendar dates, in whatever order they are written: "March 3, 2024", "2024-03-03", "3 March 2024".
//!
//! Nothing is filled in: a date has the parts that the text gives it.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::{Sentence, Span, fold_token, hash64};

/// A date, or the part of one that the text gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// Bytes within the sentence.
    pub span: Span,
    /// Its first token.
    pub first: usize,
    /// One past its last token.
    pub end: usize,
    /// The year, 1000 to 2199.
    pub year: Option<i64>,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day of the month, 1 to 31.
    pub day: Option<u8>,
    /// The day of the week, 0 for Monday.
    pub weekday: Option<u8>,
    /// Whether month and day may be the other way round ("03/04/2024").
    pub ambiguous: bool,
}

impl Date {
    /// Whether the other gives month and day as this one does, so far as this one gives them.
    pub fn same_day(&self, other: &Date) -> bool {
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
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Names of months and days, long and short, with the endings that a name can have.
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

fn day(word: &str) -> Option<u8> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|s| word.strip_suffix(s)).unwrap_or(word);
    if digits.len() > 2 {
        return None;
    }
    digits.parse().ok().filter(|d| (1..=31).contains(d))
}

fn year(word: &str) -> Option<i64> {
    if word.len() != 4 {
        return None;
    }
    word.parse().ok().filter(|y| (1000..2200).contains(y))
}

/// Every date of a sentence, in order, none overlapping. A year by itself is a date only after "in", "since",
/// "by" and the like, or where nothing else can be meant; otherwise it is a number.
pub fn dates(sentence: &Sentence) -> Vec<Date> {
    // Most sentences hold none, and one look-up a word shows it.
    if !sentence.tokens.iter().any(|t| t.flags.digit || NAMED.contains(&t.word)) {
        return Vec::new();
    }
    let words: Vec<_> = sentence.tokens.iter().map(|t| fold_token(sentence.word(t))).collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match date_at(sentence, &words, at) {
            Some(date) => {
                at = date.end;
                out.push(date);
            }
            None => at += 1,
        }
    }
    out
}

fn date_at(sentence: &Sentence, words: &[std::borrow::Cow<'_, str>], at: usize) -> Option<Date> {
    let word = |i: usize| words.get(i).map_or("", |w| &**w);
    let gap = |i: usize| {
        let end = sentence.tokens.get(i + 1).map_or(sentence.text.len(), |t| t.span.start);
        &sentence.text[sentence.tokens[i].span.end..end]
    };
    let near = |i: usize| i < words.len() && i > 0 && matches!(gap(i - 1).trim(), "" | "," | "." | ".,");
    let make = |end: usize, year, month, day, weekday, ambiguous| {
        let span = Span::new(sentence.tokens[at].span.start, sentence.tokens[end - 1].span.end);
        Some(Date { span, first: at, end, year, month, day, weekday, ambiguous })
    };
    let after = |i: usize| if near(i) { year(word(i)) } else { None };
    // 2024-03-03, 03/04/2024, 3.4.2024
    if at + 2 < words.len() && matches!(gap(at), "-" | "/") && gap(at) == gap(at + 1) {
        let small = |i: usize| word(i).parse::<u8>().ok().filter(|_| word(i).len() <= 2);
        if let (Some(y), Some(m @ 1..=12), Some(d @ 1..=31)) = (year(word(at)), small(at + 1), small(at + 2))
        {
            return make(at + 3, Some(y), Some(m), Some(d), None, false);
        }
        if let (Some(a), Some(b), Some(y)) = (small(at), small(at + 1), year(word(at + 2))) {
            match (a, b) {
                (1..=12, 1..=12) => return make(at + 3, Some(y), Some(a), Some(b), None, a != b),
                (1..=12, 13..=31) => return make(at + 3, Some(y), Some(a), Some(b), None, false),
                (13..=31, 1..=12) => return make(at + 3, Some(y), Some(b), Some(a), None, false),
                _ => {}
            }
        }
    }
    if let Some(w) = weekday(word(at)) {
        return make(at + 1, None, None, None, Some(w), false);
    }
    // 3 March 2024, 3rd of March
    if let Some(d) = day(word(at)) {
        let of = usize::from(word(at + 1) == "of");
        if near(at + 1 + of)
            && let Some(m) = month(word(at + 1 + of))
        {
            let end = at + 2 + of;
            let y = after(end);
            return make(end + usize::from(y.is_some()), y, Some(m), Some(d), None, false);
        }
    }
    // March 3, 2024; March 2024; March
    if let Some(m) = month(word(at)) {
        if near(at + 1)
            && let Some(d) = day(word(at + 1))
        {
            let y = after(at + 2);
            return make(at + 2 + usize::from(y.is_some()), y, Some(m), Some(d), None, false);
        }
        if let Some(y) = after(at + 1) {
            return make(at + 2, Some(y), Some(m), None, None, false);
        }
        // "may" and "march" are verbs too, and a short form by itself may be a name.
        let capital = sentence.tokens[at].flags.capital;
        let before = at.checked_sub(1).map_or("", word);
        let cue = matches!(
            before,
            "in" | "since" | "by" | "until" | "last" | "next" | "of" | "this" | "early" | "late"
        );
        if word(at).len() > 4 && word(at) != "march" || cue && (capital || word(at).len() > 3) {
            return make(at + 1, None, Some(m), None, None, false);
        }
    }
    let cue = matches!(
        at.checked_sub(1).map_or("", word),
        "in" | "since" | "by" | "until" | "from" | "during" | "before" | "after" | "of"
    );
    if cue && let Some(y) = year(word(at)) {
        return make(at + 1, Some(y), None, None, None, false);
    }
    None
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
        ] {
            assert_eq!(read(&format!("It opened on {text}.")), [(Some(2024), Some(3), Some(3))], "{text}");
        }
    }

    #[test]
    fn a_slashed_date_may_be_read_both_ways() {
        let slashed = dates(&Sentence::new("on 03/04/2024"))[0];
        assert!(slashed.same_day(&dates(&Sentence::new("on 4 March 2024"))[0]));
        assert!(slashed.same_day(&dates(&Sentence::new("on 3 April 2024"))[0]));
        assert!(!slashed.same_day(&dates(&Sentence::new("on 5 April 2024"))[0]));
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
