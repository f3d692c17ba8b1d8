//! The filter of the table: conditions on columns, and words to search in the texts.
//!
//! `verdict:fail unjudged:>0 -flag:yes library` shows the failed cases that have labels left to judge, are
//! not flagged, and contain "library" in their article, summary or comments. All conditions have to hold.
//! `score<5` and `verdict=fail` are accepted as well. A column name alone requires that the column has a
//! value; a word in quotation marks is never a column.

use crate::report::Decision;

use super::columns::{COLUMNS, Cell, Column};

/// Examples of filters, for the user.
pub const HELP: &str = "verdict:fail  yours:none  unjudged:>0  score:<5  flag:yes  comments:>0  difference:yes  \
                        id:news  -verdict:pass  \"words in the texts\"";

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    text: String,
    tests: Vec<Test>,
    words: Vec<String>,
}

/// A condition on a column, possibly negated.
#[derive(Clone, Debug, PartialEq)]
struct Test {
    key: String,
    not: bool,
    /// Alternatives, one of which has to hold.
    any: Vec<ColumnCondition>,
}

/// A condition on a value.
#[derive(Clone, Debug, PartialEq)]
enum ColumnCondition {
    /// A number in this range, bounds included.
    Between(f64, f64),
    /// Text that contains this, or a verdict that begins with it.
    Like(String),
    /// Whether there is a value other than 0.
    Is(bool),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    #[error("no column is called `{name}`; there are {}; put it in quotation marks to search the texts", .known.join(", "))]
    UnknownColumn { name: String, known: Vec<String> },
    #[error("{key}: {text:?} is not a number; such as {key}:>3, {key}:1..5, {key}:none")]
    NotANumber { key: String, text: String },
    #[error("{key}:{value} is neither {key}:yes nor {key}:no")]
    NotAFlag { key: String, value: String },
    #[error("{key}:{value} is no verdict; there are {}, and {key}:none", .known.join(", "))]
    NotAVerdict { key: String, value: String, known: Vec<String> },
}

impl Filter {
    /// Parses a filter.
    ///
    /// # Errors
    /// Fails for the first part that cannot be parsed.
    pub fn read(text: &str, metrics: &[&str]) -> Result<Filter, FilterError> {
        let mut filter = Filter { text: text.trim().to_owned(), ..Filter::default() };
        for token in tokens(text) {
            let (not, bare) = match token.strip_prefix('-') {
                Some(rest) if condition(rest).is_some() => (true, rest),
                _ => (false, token.as_str()),
            };
            let Some((key, value)) = condition(bare) else {
                filter.words.extend(Some(bare.replace('"', "")).filter(|word| !word.trim().is_empty()));
                continue;
            };
            let column = Column::named(key, metrics).ok_or_else(|| {
                let known = COLUMNS.iter().map(|spec| spec.key).chain(metrics.iter().copied());
                FilterError::UnknownColumn { name: key.to_owned(), known: known.map(str::to_owned).collect() }
            })?;
            let any: Result<Vec<ColumnCondition>, FilterError> =
                value.replace('"', "").split(',').map(|value| want(column, key, value.trim())).collect();
            filter.tests.push(Test { key: key.to_owned(), not, any: any? });
        }
        Ok(filter)
    }

    /// Returns the filter as it was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns words that the texts have to contain.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether it shows all cases.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty() && self.words.is_empty()
    }

    /// Whether a case meets every condition on columns. A value that is not known yet is `none` and meets no other
    /// condition, so a case that is not scored yet is among those without a verdict.
    pub fn matches<'a>(&self, metrics: &[&str], cell: impl Fn(Column) -> Cell<'a>) -> bool {
        self.tests.iter().all(|test| {
            // Metrics that the current rubric does not have meet no condition.
            let Some(column) = Column::named(&test.key, metrics) else { return false };
            let cell = cell(column);
            test.any.iter().any(|want| meets(&cell, want)) != test.not
        })
    }
}

/// Splits a condition into a column and its required value: `score:<5`, and variants such as `score<5`,
/// `verdict=warn` and `undecided`. Returns `None` for words to search.
fn condition(token: &str) -> Option<(&str, &str)> {
    let listed = |key: &str| COLUMNS.iter().any(|spec| spec.key == key && spec.column != Column::Id);
    let Some(at) = token.find([':', '=', '<', '>', '"']) else {
        return listed(token).then_some((token, "yes"));
    };
    let (key, rest) = token.split_at(at);
    match rest.as_bytes()[0] {
        _ if key.is_empty() => None,
        b'"' => None,
        b':' | b'=' => Some((key, &rest[1..])),
        _ => Some((key, rest)),
    }
}

/// Splits a text at blanks outside of quotation marks.
fn tokens(text: &str) -> Vec<String> {
    let (mut tokens, mut token, mut quoted) = (Vec::new(), String::new(), false);
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                token.push(c);
            }
            c if c.is_whitespace() && !quoted => tokens.extend(Some(std::mem::take(&mut token))),
            c => token.push(c),
        }
    }
    tokens.push(token);
    tokens.retain(|token| !token.is_empty());
    tokens
}

fn want(column: Column, key: &str, value: &str) -> Result<ColumnCondition, FilterError> {
    match value {
        "yes" => return Ok(ColumnCondition::Is(true)),
        "no" | "none" => return Ok(ColumnCondition::Is(false)),
        _ => {}
    }
    // The column of probabilities shows percentages.
    let is_share = column == Column::Certainty;
    let number = |text: &str| {
        let bare = if is_share { text.trim_end_matches('%').trim_end() } else { text };
        let read = bare.parse::<f64>().ok().filter(|number| number.is_finite());
        let read = read.map(|number| if is_share && number > 1.0 { number / 100.0 } else { number });
        read.ok_or_else(|| FilterError::NotANumber { key: key.to_owned(), text: text.to_owned() })
    };
    match column {
        Column::Id | Column::Others => Ok(ColumnCondition::Like(value.to_lowercase())),
        Column::Verdict | Column::Yours => {
            let like = value.to_lowercase();
            // A mistyped verdict would show that no case has it.
            if !like.is_empty() && Decision::ALL.iter().any(|decision| starts(*decision, &like)) {
                return Ok(ColumnCondition::Like(like));
            }
            let known = Decision::ALL.iter().map(|decision| decision.as_str().to_lowercase()).collect();
            Err(FilterError::NotAVerdict { key: key.to_owned(), value: value.to_owned(), known })
        }
        Column::Flag => Err(FilterError::NotAFlag { key: key.to_owned(), value: value.to_owned() }),
        _ => Ok(if let Some(least) = value.strip_prefix(">=") {
            ColumnCondition::Between(number(least)?, f64::INFINITY)
        } else if let Some(most) = value.strip_prefix("<=") {
            ColumnCondition::Between(f64::NEG_INFINITY, number(most)?)
        } else if let Some(more) = value.strip_prefix('>') {
            ColumnCondition::Between(number(more)?.next_up(), f64::INFINITY)
        } else if let Some(less) = value.strip_prefix('<') {
            ColumnCondition::Between(f64::NEG_INFINITY, number(less)?.next_down())
        } else if let Some((low, high)) = value.split_once("..") {
            ColumnCondition::Between(number(low)?, number(high)?)
        } else {
            let exactly = number(value)?;
            ColumnCondition::Between(exactly, exactly)
        }),
    }
}

fn meets(cell: &Cell, want: &ColumnCondition) -> bool {
    match (cell, want) {
        (Cell::Number(number) | Cell::Difference(number, _), ColumnCondition::Between(low, high)) => {
            // Scores are stored in single precision, and compared as they are displayed.
            let number = (number * 1e4).round() / 1e4;
            (*low..=*high).contains(&number)
        }
        (Cell::Words(words), ColumnCondition::Like(like)) => words.to_lowercase().contains(like),
        (Cell::Names(names), ColumnCondition::Like(like)) => {
            names.iter().any(|name| name.to_lowercase().contains(like))
        }
        (Cell::Verdict(decision), ColumnCondition::Like(like)) => starts(*decision, like),
        (cell, ColumnCondition::Is(is)) => {
            *is == match cell {
                Cell::Number(number) => *number != 0.0,
                Cell::Difference(number, differ) => *differ || number.abs() >= 0.005,
                Cell::Words(words) => !words.is_empty(),
                Cell::Names(names) => !names.is_empty(),
                Cell::Flag(flag) => *flag,
                Cell::Verdict(_) => true,
                Cell::Nothing => false,
            }
        }
        _ => false,
    }
}

fn starts(decision: Decision, like: &str) -> bool {
    decision.as_str().to_lowercase().starts_with(like)
}
