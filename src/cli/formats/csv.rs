//! A table for spreadsheets: a row for each case and rubric, a column for each metric.

use crate::document::csv::cells;

use super::row::{BEFORE, BEHIND};
use super::{Content, Rendered, ResultFormat, Row, RunHeading, ScoringDepth, enclosed};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "csv",
    about: "A table for spreadsheets: a row for each case and rubric",
    depth: ScoringDepth::Numbers,
    whole_cases: false,
    binary: false,
    resumes: false,
    results: |case| Row::of(case).iter().map(line).collect(),
    refused: |refused| line(&Row::refused(refused)),
    framing: |heading| enclosed(Content::text(head(heading)), |_| Vec::new()),
};

fn head(heading: &RunHeading) -> String {
    cells(BEFORE.iter().chain(&heading.metrics).chain(&BEHIND))
}

fn line(row: &Row) -> Rendered {
    // Always with a decimal point, since readers infer the type of a column from its first rows.
    let number = |num: &Option<f64>| num.map(|num| format!("{num:?}")).unwrap_or_default();
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut line = vec![row.id.clone(), text(&row.rubric), text(&row.decision)];
    line.extend([number(&row.score), number(&row.mean)]);
    line.extend(row.metrics.iter().map(number));
    line.extend([text(&row.caps), text(&row.signature), text(&row.error), text(&row.place)]);
    line.extend([text(&row.input), text(&row.judged_by)]);
    Rendered::new(Content::text(cells(line)))
}
