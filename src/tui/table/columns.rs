//! The columns of the table: what each shows of a case. Filters and sorting use the same values.

use std::cmp::Ordering;

use crate::num::Num;
use crate::report::Decision;

use super::Row;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Place,
    Id,
    Verdict,
    Score,
    Certainty,
    Yours,
    OwnScore,
    Difference,
    Unjudged,
    Mine,
    Seen,
    Unseen,
    Comments,
    Flag,
    Others,
    /// A metric of the rubric, by its index.
    Metric(usize),
}

/// A row of the table of columns.
#[derive(Debug)]
pub struct Spec {
    pub column: Column,
    /// Its name in a filter.
    pub key: &'static str,
    pub title: &'static str,
    /// Width, in screen columns.
    pub width: u16,
    pub help: &'static str,
}

const fn row(column: Column, key: &'static str, title: &'static str, width: u16, help: &'static str) -> Spec {
    Spec { column, key, title, width, help }
}

/// All columns except those of the metrics.
pub const COLUMNS: &[Spec] = &[
    row(Column::Place, "number", "#", 6, "place in the queue"),
    row(Column::Id, "id", "Case", 22, "name of the case"),
    row(Column::Verdict, "verdict", "Engine", 10, "verdict by the engine's labels"),
    row(Column::Score, "score", "Score", 7, "score by the engine's labels"),
    row(Column::Certainty, "certainty", "Sure", 6, "probability of the least certain label"),
    row(Column::Yours, "yours", "You", 10, "your verdict"),
    row(Column::OwnScore, "own", "Own", 7, "score with your labels"),
    row(
        Column::Difference,
        "difference",
        "Diff",
        7,
        "score with your labels, less the engine's; ≠ where the verdicts differ",
    ),
    row(Column::Unjudged, "unjudged", "Unjudged", 9, "labels that you have neither judged nor accepted"),
    row(Column::Mine, "mine", "By me", 6, "labels that you judged: set or confirmed yourself"),
    row(Column::Seen, "seen", "Seen", 6, "labels that you saw and then accepted with the case"),
    row(Column::Unseen, "unseen", "Unseen", 7, "labels that you never saw and accepted with the case"),
    row(Column::Comments, "comments", "Comments", 9, "your comments"),
    row(Column::Flag, "flag", "Flag", 6, "whether you flagged it"),
    row(Column::Others, "others", "Others", 12, "who else worked on it"),
];

/// The columns shown by default.
pub const USUAL: [Column; 11] = [
    Column::Place,
    Column::Id,
    Column::Verdict,
    Column::Score,
    Column::Yours,
    Column::Difference,
    Column::Unjudged,
    Column::Mine,
    Column::Unseen,
    Column::Comments,
    Column::Flag,
];

/// Width of the table, in screen columns, from which verdicts are never cut.
const BROAD: u16 = 100;
/// Width of a verdict, in screen columns, in a narrower table; only the longest is cut.
const NARROW_VERDICT: u16 = 7;

/// Width of a metric, in screen columns.
pub const METRIC: u16 = 12;

impl Column {
    /// Returns its row in [`COLUMNS`]; `None` for a metric.
    pub fn spec(self) -> Option<&'static Spec> {
        COLUMNS.iter().find(|spec| spec.column == self)
    }

    /// Returns its name in a filter.
    pub fn key(self, metrics: &[&'static str]) -> &'static str {
        match self {
            Column::Metric(at) => metrics.get(at).copied().unwrap_or("-"),
            other => other.spec().map_or("-", |spec| spec.key),
        }
    }

    /// The column of a name in a filter; its heading on the screen is one too.
    pub fn named(name: &str, metrics: &[&str]) -> Option<Column> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        let own =
            COLUMNS.iter().find(|spec| is(spec.key)).or_else(|| COLUMNS.iter().find(|spec| is(spec.title)));
        let metric = || metrics.iter().position(|metric| is(metric)).map(Column::Metric);
        own.map(|spec| spec.column).or_else(metric)
    }

    /// Returns the width in screen columns, in a table with this many cases and of this width; for a name,
    /// the least width.
    pub fn width(self, cases: usize, table: u16) -> u16 {
        match self {
            // A heading in focus takes three columns.
            Column::Place => (cases.max(1).ilog10() as u16 + 1).max(3),
            Column::Verdict | Column::Yours if table < BROAD => NARROW_VERDICT,
            _ => self.spec().map_or(METRIC, |spec| spec.width),
        }
    }

    /// Whether it holds numbers, which are aligned to the right.
    pub fn is_number(self) -> bool {
        !matches!(self, Column::Id | Column::Verdict | Column::Yours | Column::Flag | Column::Others)
    }

    /// Whether the largest value is the most important, so that sorting starts with it.
    pub fn is_largest_first(self) -> bool {
        matches!(
            self,
            Column::Unjudged
                | Column::Mine
                | Column::Seen
                | Column::Unseen
                | Column::Comments
                | Column::Flag
                | Column::Difference
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    Number(f64),
    Verdict(Decision),
    Words(&'a str),
    Names(&'a [Box<str>]),
    /// A property that holds or not.
    Flag(bool),
    /// The difference between the annotator's score and the engine's, and whether the verdicts differ.
    Difference(f64, bool),
    /// No value, or none yet.
    Nothing,
}

pub fn cell(at: usize, row: &Row, column: Column) -> Cell<'_> {
    let number = |number: Option<f64>| number.map_or(Cell::Nothing, Cell::Number);
    match column {
        Column::Place => return Cell::Number((at + 1) as f64),
        Column::Id => return Cell::Words(row.broken.as_deref().unwrap_or(&row.id)),
        Column::Yours => return row.verdict.map_or(Cell::Nothing, Cell::Verdict),
        Column::Verdict if row.broken.is_some() => return Cell::Verdict(Decision::Error),
        _ => {}
    }
    let Some(digest) = &row.digest else { return Cell::Nothing };
    match column {
        Column::Place | Column::Id | Column::Yours => Cell::Nothing,
        Column::Verdict if digest.error.is_some() => Cell::Verdict(Decision::Error),
        Column::Verdict => digest.engine.map_or(Cell::Nothing, |outcome| Cell::Verdict(outcome.decision)),
        Column::Score => number(digest.engine.and_then(|outcome| outcome.score)),
        Column::OwnScore => number(digest.own.and_then(|outcome| outcome.score)),
        Column::Difference => {
            let (Some(engine), Some(own)) = (digest.engine, digest.own) else { return Cell::Nothing };
            let moved = own
                .score
                .zip(engine.score)
                .map_or(0.0, |(own, engine)| Num::Real(own).shown_difference(Num::Real(engine)).to_f64());
            let differ = row.verdict.is_some_and(|verdict| verdict != engine.decision);
            Cell::Difference(moved, differ)
        }
        Column::Certainty => number(digest.least.map(f64::from)),
        // For a hidden case, only the annotator's own values are known.
        Column::Unjudged | Column::Others if row.hidden => Cell::Nothing,
        Column::Unjudged => Cell::Number(f64::from(digest.undecided)),
        Column::Mine => Cell::Number(f64::from(digest.mine)),
        Column::Seen => Cell::Number(f64::from(digest.seen)),
        Column::Unseen => Cell::Number(f64::from(digest.accepted)),
        Column::Comments => Cell::Number(f64::from(digest.comments)),
        Column::Flag => Cell::Flag(digest.flagged),
        Column::Others => Cell::Names(&digest.others),
        Column::Metric(at) => number(digest.scores.get(at).copied().flatten()),
    }
}

/// Returns the order of two cells. Cells without a value come last in both directions.
pub fn order(a: &Cell, b: &Cell, reversed: bool) -> Ordering {
    let order = match (a, b) {
        (Cell::Nothing, Cell::Nothing) => return Ordering::Equal,
        (Cell::Nothing, _) => return Ordering::Greater,
        (_, Cell::Nothing) => return Ordering::Less,
        (Cell::Number(a), Cell::Number(b)) => a.total_cmp(b),
        (Cell::Verdict(a), Cell::Verdict(b)) => a.cmp(b),
        (Cell::Words(a), Cell::Words(b)) => a.cmp(b),
        (Cell::Names(a), Cell::Names(b)) => a.cmp(b),
        (Cell::Flag(a), Cell::Flag(b)) => a.cmp(b),
        (Cell::Difference(a, x), Cell::Difference(b, y)) => x.cmp(y).then(a.abs().total_cmp(&b.abs())),
        _ => Ordering::Equal,
    };
    if reversed { order.reverse() } else { order }
}
