//! Measures: what is read off the texts of a case without any label.
//!
//! A rubric is evaluated dozens of times an edit (under other readings, with other labels), so nothing in it cuts,
//! counts or compares texts: that is done once an edit, and the rubric starts from the result. A measure that no
//! rubric at hand needs is not taken.

mod sections;

use std::sync::Arc;

pub use sections::{Outline, Sections, Unit};

/// A kind of measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// What the summary shares with the reference texts.
    References,
    /// The sections of the summary.
    Sections,
}

/// What was measured of a case. A field is `None` where nobody asked for it.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// What the summary shares with the reference texts of the case.
    pub references: Option<References>,
    /// The sections of the summary.
    pub sections: Option<Arc<Sections>>,
}

/// The summary beside the reference texts of its case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct References {
    /// Tokens of the summary.
    pub answer: Tokens,
    /// Each reference, in order, perhaps none.
    pub each: Vec<Reference>,
}

/// A reference text, and what the summary shares with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    /// Its tokens.
    pub tokens: Tokens,
    /// Tokens that both have, each as often as both have it.
    pub shared: Tokens,
}

/// A number of tokens, with and without repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// All.
    pub all: usize,
    /// Each distinct one once.
    pub distinct: usize,
}
