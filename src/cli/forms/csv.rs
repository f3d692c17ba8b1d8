//! A table for spreadsheets: a row for each case and rubric, a column for each metric.

use crate::agree::changes::Changes;
use crate::cli::piece::Piece;
use crate::export::table::cells;
use crate::num::Num;
use crate::report::{Report, Scores};

use super::{CaseResults, Content, Depth, Form, Framing, Heading, Refused, Rendered};

pub(super) const FORM: Form = Form {
    name: "csv",
    about: "A table for spreadsheets: a row for each case and rubric",
    depth: Depth::Numbers,
    whole_cases: false,
    resumes: false,
    tells_changes: false,
    results: |case| case.reports.iter().map(|report| row(report, case)).collect(),
    refused: |refused| Rendered::new(Content::text(error(refused))),
    framing: |heading| Box::new(Table { head: Some(head(heading)) }),
};

/// Columns before those of the metrics, and behind them.
const BEFORE: [&str; 5] = ["id", "rubric", "decision", "score", "mean"];
const BEHIND: [&str; 4] = ["caps", "signature", "error", "where"];

fn head(heading: &Heading) -> String {
    cells(BEFORE.iter().chain(&heading.metrics).chain(&BEHIND))
}

fn row(report: &Report, case: &CaseResults) -> Rendered {
    let number = |num: Option<Num>| num.map(|num| num.to_f64().to_string()).unwrap_or_default();
    let verdict = &report.verdict;
    let mut row = vec![report.id.clone(), report.rubric.to_owned(), verdict.decision.as_str().to_owned()];
    row.extend([number(verdict.score), number(verdict.mean)]);
    let score = |key: &&str| number(report.metric(key).and_then(|metric| metric.score()));
    row.extend(case.heading.metrics.iter().map(score));
    row.extend([Scores(report).caps().join(" "), report.signature.clone(), String::new(), String::new()]);
    Rendered::new(Content::text(cells(row)))
}

fn error(refused: &Refused) -> String {
    let mut row = vec![refused.id.to_owned(), refused.rubric.unwrap_or_default().to_owned()];
    row.resize(BEFORE.len() + refused.heading.metrics.len() + 2, String::new());
    row.extend([refused.reason.to_owned(), refused.place.to_string()]);
    cells(row)
}

struct Table {
    /// The names of the columns, until they are written.
    head: Option<String>,
}

impl Framing for Table {
    fn take(&mut self, piece: &mut Piece) -> Vec<Content> {
        let head = self.head.take().map(Content::text);
        head.into_iter().chain([std::mem::take(&mut piece.content)]).collect()
    }

    fn finish(&mut self, _: Option<&Changes>) -> Vec<Content> {
        self.head.take().map(Content::text).into_iter().collect()
    }
}
