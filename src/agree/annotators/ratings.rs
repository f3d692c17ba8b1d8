//! Units with the label that each annotator gave them.

/// The units of a list, or the cases of a decision, rated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    /// The labels, in the rubric's order.
    pub labels: Vec<&'static str>,
    /// The units, in the order of their cases.
    pub units: Vec<RatedUnit>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RatedUnit {
    /// Its case, by index.
    pub case: usize,
    /// The label of each annotator, by index; `None` if missing.
    pub ratings: Vec<Option<usize>>,
}

impl RatedUnit {
    /// Returns the number of annotators who rated the unit.
    pub fn raters(&self) -> usize {
        self.ratings.iter().flatten().count()
    }
}

impl Ratings {
    /// Returns the number of units for which a condition holds.
    pub fn count(&self, condition: impl Fn(&RatedUnit) -> bool) -> usize {
        self.units.iter().filter(|unit| condition(unit)).count()
    }
}
