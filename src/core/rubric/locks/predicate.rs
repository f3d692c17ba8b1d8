//! The condition of a cap in the syntax of its table: `claims.unsupported >= 1`, `precision < 0.95`.
//!
//! The operand before the comparison sign is a count of labels of a list with certain words, a part of a
//! metric, or one of a few other names: `severity`, `questions` (of the set that the capped metric uses),
//! `questions.duplicates`, and `scores` with the number of distinct spans on which they rest. The operand
//! determines the labels on which a cap depends.

use std::cmp::Ordering;

use super::formulas::ListFormula;
use super::{LISTS, SeverityBand};
use crate::labels::List;
use crate::num::Num;

/// The operand of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Number of labels of a list that have one of the words with these indices.
    Words(List, Vec<usize>),
    /// A part of a metric.
    Part(ListFormula),
    /// The severity band of the unsupported fraction, by index.
    Severity,
    /// Number of questions in the set of the capped metric.
    Questions,
    /// Number of questions that share article spans.
    Duplicates,
    /// Every score before caps, on fewer distinct article spans than this number.
    Scores(usize),
}

/// The comparison between operand and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Below,
    AtMost,
    AtLeast,
    Above,
}

const SIGNS: [(&str, Sign); 4] =
    [("<=", Sign::AtMost), (">=", Sign::AtLeast), ("<", Sign::Below), (">", Sign::Above)];

impl Sign {
    /// Whether the comparison holds for an operand in this order relative to the number.
    pub fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Sign::Below => order == Some(Ordering::Less),
            Sign::AtMost => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Sign::AtLeast => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            Sign::Above => order == Some(Ordering::Greater),
        }
    }

    /// As written in files.
    pub fn as_str(self) -> &'static str {
        SIGNS.iter().find(|(_, sign)| *sign == self).map_or("", |(text, _)| text)
    }
}

/// Why a text is not a valid condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PredicateError {
    #[error("`{0}` has no <, <=, > or >=")]
    Sign(String),
    #[error("the only condition in two halves is `scores >= .. and spans < ..`")]
    Halves,
    #[error("`scores` needs ` and spans < ..` behind it")]
    Scores,
    #[error("`{0}` is not a number of spans")]
    Spans(String),
    #[error("`{0}` is not a number")]
    Number(String),
    #[error(
        "`{0}` is neither LIST.WORD, as in `claims.unsupported`, nor one of {parts}, severity, questions, \
         questions.duplicates",
        parts = ListFormula::named().map(ListFormula::name).collect::<Vec<_>>().join(", ")
    )]
    Term(String),
    #[error("`{0}` adds up words of two lists")]
    TwoLists(String),
    #[error("it is empty")]
    Empty,
    #[error("`{0}` looks at more than the labels of one list")]
    Wide(String),
}

/// The condition under which a cap fires.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicate {
    pub looks: Operand,
    /// The comparison.
    pub sign: Sign,
    pub number: Num,
}

impl Predicate {
    /// Parses a condition.
    ///
    /// # Errors
    /// If a part is not understood; the error says what is allowed there.
    pub fn parse(text: &str) -> Result<Predicate, PredicateError> {
        let (first, second) = match text.split_once(" and ") {
            Some((first, second)) => (first, Some(second)),
            None => (text, None),
        };
        let (name, sign, number) = comparison(first)?;
        let looks = match second {
            None => looks_at(name)?,
            Some(second) => match (name, comparison(second)?) {
                ("scores", ("spans", Sign::Below, spans)) => {
                    let most = spans.parse().map_err(|_| PredicateError::Spans(spans.to_owned()))?;
                    Operand::Scores(most)
                }
                _ => return Err(PredicateError::Halves),
            },
        };
        let number = match (&looks, severity(number)) {
            (Operand::Severity, Some(band)) => Num::count(band),
            _ => {
                let read = number.parse().map(Num::decimal);
                read.map_err(|_| PredicateError::Number(number.to_owned()))?
            }
        };
        Ok(Predicate { looks, sign, number })
    }

    /// Parses a condition that fails a case on its own: a condition on the labels of one list, or one of
    /// three abbreviations.
    ///
    /// # Errors
    /// If a part is not understood; the error says what is allowed there.
    pub fn of_policy(text: &str) -> Result<Predicate, PredicateError> {
        let predicate = Predicate::parse(match text {
            "unsupported" => "claims.unsupported >= 1",
            "severe" => "severity >= severe",
            "slur" => "issues.slur >= 1",
            other => other,
        })?;
        match predicate.list() {
            Some(_) => Ok(predicate),
            None => Err(PredicateError::Wide(text.to_owned())),
        }
    }

    /// Whether this cap's condition adds no reason to `fails`, once that condition fails a case.
    pub fn is_covered_by(&self, fails: &Predicate) -> bool {
        match (&self.looks, &fails.looks) {
            (Operand::Words(list, places), Operand::Words(other, fatal)) => {
                list == other && fatal.iter().all(|place| places.contains(place)) && self.sign == fails.sign
            }
            (looks, other) => looks == other && self.sign == fails.sign,
        }
    }

    /// The list whose labels it examines; `None` if it depends on no word of a label, or on all lists.
    pub fn list(&self) -> Option<List> {
        match &self.looks {
            Operand::Words(list, _) => Some(*list),
            Operand::Part(part) => Some(part.list()),
            Operand::Severity => Some(List::Claims),
            Operand::Questions | Operand::Duplicates | Operand::Scores(_) => None,
        }
    }

    /// The indices of the words that make it hold, if it is about words.
    pub fn places(&self) -> Vec<usize> {
        match (&self.looks, self.sign) {
            (Operand::Words(_, places), Sign::AtLeast | Sign::Above) => places.clone(),
            (Operand::Words(list, places), _) => {
                (0..list.spec().words.len()).filter(|place| !places.contains(place)).collect()
            }
            (Operand::Part(ListFormula::Precision), _) => vec![0],
            (Operand::Part(_) | Operand::Severity, _) => vec![1, 2],
            _ => Vec::new(),
        }
    }
}

/// Splits a comparison into the text before the sign, the sign, and the text after it.
fn comparison(text: &str) -> Result<(&str, Sign, &str), PredicateError> {
    let found = SIGNS.iter().find_map(|(sign, kind)| Some((text.split_once(sign)?, *kind)));
    let ((name, number), sign) = found.ok_or_else(|| PredicateError::Sign(text.to_owned()))?;
    Ok((name.trim(), sign, number.trim()))
}

fn severity(word: &str) -> Option<usize> {
    use SeverityBand::{Minor, Moderate, None, Severe};
    [None, Minor, Moderate, Severe].iter().position(|band| band.as_str() == word)
}

fn looks_at(name: &str) -> Result<Operand, PredicateError> {
    match name {
        "severity" => return Ok(Operand::Severity),
        "questions" => return Ok(Operand::Questions),
        "questions.duplicates" => return Ok(Operand::Duplicates),
        "scores" => return Err(PredicateError::Scores),
        _ => {}
    }
    if let Some(part) = ListFormula::named().find(|part| part.name() == name) {
        return Ok(Operand::Part(part));
    }
    let mut found: Option<(List, Vec<usize>)> = None;
    for term in name.split('+').map(str::trim) {
        let known = || {
            let (key, word) = term.split_once('.')?;
            let list = LISTS.into_iter().find(|list| list.spec().key == key && *list != List::Extraneous)?;
            Some((list, list.spec().words.iter().position(|known| known.as_str() == word)?))
        };
        let Some((list, place)) = known() else {
            return Err(PredicateError::Term(term.to_owned()));
        };
        match &mut found {
            Some((same, places)) if *same == list => places.push(place),
            Some(_) => return Err(PredicateError::TwoLists(name.to_owned())),
            None => found = Some((list, vec![place])),
        }
    }
    found.map(|(list, places)| Operand::Words(list, places)).ok_or(PredicateError::Empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_read_as_it_is_written() {
        let read = |text: &str| Predicate::parse(text).unwrap();
        let found = read("claims.partial + claims.unsupported >= 1");
        assert_eq!(found.looks, Operand::Words(List::Claims, vec![1, 2]));
        assert_eq!((found.sign, found.number, found.list()), (Sign::AtLeast, Num::ONE, Some(List::Claims)));
        let found = read("precision < 0.95");
        assert_eq!(
            (found.looks.clone(), found.list()),
            (Operand::Part(ListFormula::Precision), Some(List::Extraneous))
        );
        assert_eq!((found.sign, found.number), (Sign::Below, Num::ratio(19, 20)));
        assert_eq!(read("severity >= severe").number, Num::int(3));
        assert_eq!(read("coverage_qags.correct <= 6").places(), [1, 2], "what keeps it from being correct");
        assert_eq!(read("scores >= 9.5 and spans < 5").looks, Operand::Scores(5));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (text, says) in [
            ("claims.unsuported >= 1", "`claims.unsuported` is neither"),
            ("claims.unsupported = 1", "has no <"),
            ("claims.unsupported >= one", "`one` is not a number"),
            ("claims.partial + issues.slur >= 1", "two lists"),
            ("scores >= 9.5", "needs"),
            ("precision < 1 and recall < 1", "two halves"),
            ("", "has no <"),
        ] {
            let error = Predicate::parse(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
