//! Charts, each with its numbers.

use super::Table;

#[derive(Clone, Debug, PartialEq)]
pub enum Chart {
    /// Numbers on an axis.
    Plot(Plot),
    /// Counts by row and column.
    Matrix(Matrix),
    /// Shares over time.
    Trend(Trend),
}

impl Chart {
    /// Returns the numbers of the chart as a table, for output without drawings; `None` if a table next
    /// to the chart already contains them.
    pub fn table(&self) -> Option<Table> {
        match self {
            Chart::Plot(_) => None,
            Chart::Matrix(matrix) => Some(matrix.table(&|count| count.to_string())),
            Chart::Trend(trend) => Some(trend.table()),
        }
    }
}

/// Numbers on an axis, one in each row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    pub caption: String,
    /// The ends of the axis.
    pub axis: [f64; 2],
    /// Marked positions on the axis: zero, or the bounds of a scale.
    pub marks: Vec<f64>,
    pub rows: Vec<PlotRow>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotRow {
    pub name: String,
    /// The number; `None` if undefined.
    pub value: Option<f64>,
    /// The interval of the number.
    pub ends: Option<[f64; 2]>,
    /// The number and its interval as text.
    pub figures: String,
}

/// Counts by row and column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// Description of the rows and columns.
    pub caption: String,
    /// Names of the rows and of the columns.
    pub labels: Vec<String>,
    pub counts: Vec<Vec<usize>>,
}

impl Matrix {
    pub fn largest(&self) -> usize {
        self.counts.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Returns the counts as a table, each cell formatted by `cell`.
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
    /// Description of what the shares are of.
    pub caption: String,
    /// Name of a share.
    pub share: String,
    /// Name of what is counted in `n`.
    pub unit: String,
    pub parts: Vec<TrendPart>,
}

/// A period of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrendPart {
    /// The first case of the period.
    pub first: String,
    pub last: String,
    pub cases: usize,
    /// The share, 0 to 1.
    pub share: f64,
    /// Number of units that the share is computed from.
    pub n: usize,
}

impl TrendPart {
    /// Returns the name of the period, from its first to its last case.
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
