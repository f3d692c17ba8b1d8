//! Scores of matches: "2-0".

use super::Sentence;
use super::numbers::{Number, Unit};
use crate::text::Span;

/// Two numbers joined by a dash, as a match score is written. The same form may be a range: "2-3 weeks".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoreline {
    /// Bytes of the sentence.
    pub span: Span,
    /// First token.
    pub first: usize,
    /// One past the last token.
    pub end: usize,
    /// The two numbers, the smaller first, since a score is given from either side.
    pub points: [i64; 2],
}

/// Returns the scores of a sentence, in text order.
pub fn scorelines(sentence: &Sentence) -> impl Iterator<Item = Scoreline> + '_ {
    sentence.numbers().windows(2).filter_map(|pair| {
        let gap = sentence.text[pair[0].span.end..pair[1].span.start].trim();
        let [one, other] = [points(&pair[0])?, points(&pair[1])?];
        matches!(gap, "-" | "–").then(|| Scoreline {
            span: pair[0].span.join(pair[1].span),
            first: pair[0].first,
            end: pair[1].end,
            points: [one.min(other), one.max(other)],
        })
    })
}

/// Returns a number as one side of a score; `None` if it has a unit or is too large.
fn points(number: &Number) -> Option<i64> {
    /// Largest number of points: that of a game of basketball.
    const MAX_POINTS: i64 = 180;
    let whole = number.value.whole().filter(|points| (0..=MAX_POINTS).contains(points));
    whole.filter(|_| number.unit == Unit::Plain && number.about.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_has_two_numbers_and_no_unit() {
        for (text, points) in [
            ("Vale won 3-1.", vec![[1, 3]]),
            ("Vale lost 0–2 and drew 1 - 1.", vec![[0, 2], [1, 1]]),
            ("He will be out for 4-6 weeks.", vec![]),
            ("The war of 1914-18 ended.", vec![]),
        ] {
            let found: Vec<[i64; 2]> = scorelines(&Sentence::new(text)).map(|score| score.points).collect();
            assert_eq!(found, points, "{text}");
        }
    }
}
