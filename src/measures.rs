//! Measures: what is read off the texts of a case without any label.
//!
//! A rubric is evaluated dozens of times an edit (under other readings, with other labels), so nothing in it cuts,
//! counts or compares texts: that is done once an edit, and the rubric starts from the result. A measure that no
//! rubric at hand needs is not taken.

use crate::text::Text;

/// A kind of measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The reference texts, read into tokens.
    References,
}

/// What was measured of a case. A field is `None` where nobody asked for it.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// The reference texts of the case, in order, perhaps none.
    pub references: Option<Vec<Text>>,
}
