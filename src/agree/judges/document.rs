//! Renders the table of judges as a document.

use super::{Best, JudgeDifference, JudgeRanking, Row};
use crate::agree::annotators::Stat;
use crate::document::{Chart, Document, Plot, PlotRow, Table};
use crate::num::pluralize;
use crate::text::visible::{Shape, visible};

/// Notes for the reader of a table of judges.
pub struct TableNotes<'a> {
    /// What judges are compared with: fields of the cases, or the names of people.
    pub people: &'a str,
    /// The statistic that judges are sorted by.
    pub statistic: &'a str,
    pub cases: usize,
    /// Further notes for the reader.
    pub notes: &'a [String],
}

/// A column: its name, and its cell for a row. It is shown if any row has a cell.
type Optional = (&'static str, fn(&Row) -> Option<String>);

/// Columns that not every judge has values for.
const OPTIONAL: &[Optional] = &[
    ("unmatched", |row| row.unmatched.map(percent)),
    ("same label", |row| row.same.map(percent)),
    ("cost/case", |row| row.judge.spent.cost.map(figure)),
    ("tokens/case", |row| row.judge.spent.tokens.map(|tokens| format!("{tokens:.0}"))),
    ("s/case", |row| row.judge.spent.seconds.map(figure)),
    ("samples", |row| row.own.map(|own| own.samples.to_string())),
    ("sd of samples", |row| row.own.and_then(|own| own.of_agreement).map(three)),
    ("samples alike", |row| row.own.and_then(|own| own.alike).map(three)),
];

pub fn document(found: &JudgeRanking, about: &TableNotes) -> Document {
    let mut out = Document::new("Judges");
    out.paragraph(format!(
        "{}, compared with {}. Agreement: {}.",
        pluralize(about.cases, "case"),
        line(about.people),
        about.statistic
    ));
    about.notes.iter().for_each(|note| out.paragraph(format!("Note: {}.", line(note))));
    out.chart(plot(found));
    out.table(standing(found));
    let why = found.rows.iter().filter_map(|row| Some((row, row.agreement.value.err()?)));
    why.for_each(|(row, why)| out.paragraph(format!("{}: no agreement: {why}.", line(&row.judge.name))));
    out.paragraph(legend(found));
    if !found.best.is_empty() {
        out.heading("Best at each");
        out.table(best(found));
    }
    if !found.pairs.is_empty() {
        out.heading("Which differences are more than chance");
        out.table(pairs(found));
        out.paragraph(
            "Each pair on the cases that both answered; p: a paired bootstrap over cases, two-sided; Holm: p corrected for the \
             number of pairs.",
        );
    }
    out
}

fn line(text: &str) -> String {
    visible(text, Shape::Line).into_owned()
}

fn standing(found: &JudgeRanking) -> Table {
    let optional: Vec<&Optional> =
        OPTIONAL.iter().filter(|(_, cell)| found.rows.iter().any(|row| cell(row).is_some())).collect();
    let heads = ["judge", "kind", "agreement", "n", "unanswered"];
    let row = |row: &Row| {
        let mut cells = vec![
            line(&row.judge.name),
            row.judge.kind.as_str().to_owned(),
            row.agreement.to_string(),
            row.agreement.n.to_string(),
            percent(row.unanswered()),
        ];
        cells.extend(optional.iter().map(|(_, cell)| cell(row).unwrap_or_else(|| "-".to_owned())));
        cells
    };
    let heads = heads.into_iter().chain(optional.iter().map(|(head, _)| *head));
    Table::new(heads, 1, found.rows.iter().map(row))
}

fn legend(found: &JudgeRanking) -> String {
    let any = |has: fn(&Row) -> bool| found.rows.iter().any(has);
    let has_interval = found.rows.iter().flat_map(|row| &row.by_aspect).any(|stat| stat.interval.is_some());
    let interval =
        if has_interval { "A value is followed by what holds 95 % of resampled cases. " } else { "" };
    let mut out = format!("{interval}Unanswered: share of the judged cases without an answer.");
    if any(|row| row.unmatched.is_some()) {
        out.push_str(" unmatched: share of people's units that the judge has no counterpart of.");
    }
    if any(|row| row.judge.kind == super::JudgeKind::Person) {
        out.push_str(" A person is compared with the other persons.");
    }
    if any(|row| row.judge.spent.measured) {
        out.push_str(" s/case: from question to answer, measured in this run where the judge was run.");
    }
    if any(|row| row.own.is_some()) {
        out.push_str(&format!(
            " sd of samples: standard deviation of the agreement over a judge's samples; samples alike: {}.",
            found.alike
        ));
    }
    out
}

fn best(found: &JudgeRanking) -> Table {
    let row = |best: &Best| {
        let aspect = &found.aspects[best.aspect];
        let stat_of = |row: usize| found.rows[row].by_aspect[best.aspect].to_string();
        let mut cells = vec![aspect.key.clone(), line(&found.rows[best.row].judge.name), stat_of(best.row)];
        match &best.next {
            None => cells.extend(["-".to_owned(), "-".to_owned(), "-".to_owned()]),
            Some(next) => {
                // On the cases that both answered, the order may be reversed.
                let other = if next.a == best.row { next.b } else { next.a };
                cells.extend([
                    line(&found.rows[other].judge.name),
                    stat_of(other),
                    next.p.map_or_else(|| "-".to_owned(), probability),
                ]);
            }
        }
        cells
    };
    let heads = ["", "best judge", "agreement", "next", "agreement", "p of the difference"];
    Table::new(heads, 1, found.best.iter().map(row))
}

fn pairs(found: &JudgeRanking) -> Table {
    let row = |pair: &JudgeDifference| {
        let name = |row: usize| line(&found.rows[row].judge.name);
        let p = |p: Option<f64>| p.map_or_else(|| "-".to_owned(), probability);
        vec![
            format!("{} over {}", name(pair.a), name(pair.b)),
            pair.cases.to_string(),
            Stat { value: Ok(pair.value), interval: pair.interval, n: pair.cases }.to_string(),
            p(pair.p),
            p(pair.holm),
            if pair.is_significant() { "yes" } else { "no" }.to_owned(),
        ]
    };
    let heads = ["judges", "cases", "difference", "p", "Holm", "more than chance"];
    Table::new(heads, 1, found.pairs.iter().map(row))
}

fn plot(found: &JudgeRanking) -> Chart {
    let row = |row: &Row| PlotRow {
        name: line(&row.judge.name),
        value: row.agreement.value.ok(),
        ends: row.agreement.interval,
        figures: row.agreement.to_string(),
    };
    let rows: Vec<PlotRow> = found.rows.iter().map(row).collect();
    let least = rows.iter().flat_map(|row| row.ends.map(|ends| ends[0]).into_iter().chain(row.value));
    let low = if least.fold(0.0, f64::min) < 0.0 { -1.0 } else { 0.0 };
    let caption = "Agreement with people".to_owned();
    Chart::Plot(Plot { caption, axis: [low, 1.0], marks: vec![0.0], rows })
}

fn three(value: f64) -> String {
    format!("{value:.3}")
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { three(p) }
}

/// Formats a number with three significant figures.
fn figure(value: f64) -> String {
    let digits = if value <= 0.0 { 0 } else { (2 - value.log10().floor() as i32).clamp(0, 6) };
    format!("{value:.*}", digits as usize)
}

#[cfg(test)]
mod tests {
    #[test]
    fn figures_are_short() {
        for (value, shown) in
            [(0.0, "0"), (0.001_234, "0.00123"), (1.5, "1.50"), (12.34, "12.3"), (1234.5, "1234")]
        {
            assert_eq!(super::figure(value), shown);
        }
    }
}
