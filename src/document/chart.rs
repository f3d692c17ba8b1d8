//! Charts, each with the numbers that it draws.

use super::Table;

#[derive(Clone, Debug, PartialEq)]
pub enum Chart {
    /// Numbers on one axis.
    Plot(Plot),
    /// Counts by row and column.
    Matrix(Matrix),
    /// Shares over time.
    Trend(Trend),
}

impl Chart {
    /// The numbers of the chart as a table, for a form without drawings; `None` where they are in a table beside it.
    pub fn table(&self) -> Option<Table> {
        match self {
            Chart::Plot(_) => None,
            Chart::Matrix(matrix) => Some(matrix.table(&|count| count.to_string())),
            Chart::Trend(trend) => Some(trend.table()),
        }
    }
}

/// Numbers on one axis, a row each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    pub caption: String,
    /// The ends of the axis.
    pub axis: [f64; 2],
    /// Places of the axis that mean something: zero, the bounds of a scale.
    pub marks: Vec<f64>,
    pub rows: Vec<PlotRow>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotRow {
    pub name: String,
    /// The number, where it is defined.
    pub value: Option<f64>,
    /// Its interval, or how far it varies.
    pub ends: Option<[f64; 2]>,
    /// The same in figures.
    pub figures: String,
}

/// Counts by row and column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// Whose rows and columns these are.
    pub caption: String,
    /// The names of the rows, which are those of the columns.
    pub labels: Vec<String>,
    pub counts: Vec<Vec<usize>>,
}

impl Matrix {
    pub fn largest(&self) -> usize {
        self.counts.iter().flatten().copied().max().unwrap_or(0)
    }

    /// The counts as a table, each cell as `cell` writes it.
    pub(super) fn table(&self, cell: &dyn Fn(usize) -> String) -> Table {
        let heads = std::iter::once(String::new()).chain(self.labels.iter().cloned());
        let rows = self.labels.iter().zip(&self.counts).map(|(label, counts)| {
            std::iter::once(label.clone()).chain(counts.iter().map(|count| cell(*count))).collect()
        });
        Table::new(heads, 1, rows.collect::<Vec<Vec<String>>>()).captioned(&self.caption)
    }
}

/// Shares over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trend {
    /// What the shares are of.
    pub caption: String,
    /// What a share is called.
    pub share: String,
    /// What the number behind a share counts.
    pub unit: String,
    pub parts: Vec<TrendPart>,
}

/// A part of the time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrendPart {
    /// The first case of it.
    pub first: String,
    pub last: String,
    pub cases: usize,
    /// The share, 0 to 1.
    pub share: f64,
    /// What the share is computed from.
    pub n: usize,
}

impl TrendPart {
    /// From where to where it goes.
    pub fn name(&self) -> String {
        format!("{} to {}", self.first, self.last)
    }
}

impl Trend {
    fn table(&self) -> Table {
        let row = |part: &TrendPart| vec![part.name(), part.cases.to_string(), format!("{:.3}", part.share)];
        let heads = ["cases", "number", &self.share];
        Table::new(heads, 1, self.parts.iter().map(row)).captioned(&self.caption)
    }
}
