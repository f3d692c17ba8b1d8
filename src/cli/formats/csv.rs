//! A table for spreadsheets: a row for each case and rubric, a column for each metric.

use crate::agree::changes::Changes;
use crate::cli::rendered::RenderedResult;
use crate::document::csv::cells;

use super::row::{BEFORE, BEHIND};
use super::{Content, Framing, Rendered, ResultFormat, Row, RunHeading, ScoringDepth};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "csv",
    about: "A table for spreadsheets: a row for each case and rubric",
    depth: ScoringDepth::Numbers,
    whole_cases: false,
    binary: false,
    resumes: false,
    results: |case| Row::of(case).iter().map(line).collect(),
    refused: |refused| line(&Row::refused(refused)),
    framing: |heading| Box::new(Table { head: Some(head(heading)) }),
};

fn head(heading: &RunHeading) -> String {
    cells(BEFORE.iter().chain(&heading.metrics).chain(&BEHIND))
}

fn line(row: &Row) -> Rendered {
    // With a decimal point, whole or not: readers take the type of a column from its first rows.
    let number = |num: &Option<f64>| num.map(|num| format!("{num:?}")).unwrap_or_default();
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut line = vec![row.id.clone(), text(&row.rubric), text(&row.decision)];
    line.extend([number(&row.score), number(&row.mean)]);
    line.extend(row.metrics.iter().map(number));
    line.extend([text(&row.caps), text(&row.signature), text(&row.error), text(&row.place)]);
    line.extend([text(&row.input), text(&row.judged_by)]);
    Rendered::new(Content::text(cells(line)))
}

struct Table {
    /// The names of the columns, until they are written.
    head: Option<String>,
}

impl Framing for Table {
    fn take(&mut self, piece: &mut RenderedResult) -> Vec<Content> {
        let head = self.head.take().map(Content::text);
        head.into_iter().chain([std::mem::take(&mut piece.content)]).collect()
    }

    fn finish(&mut self, _: Option<&Changes>) -> Vec<Content> {
        self.head.take().map(Content::text).into_iter().collect()
    }
}
