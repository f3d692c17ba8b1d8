//! What speaks against a clause, in words for a reviewer.

use crate::text::Span;

/// What kind of difference a check found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MismatchKind {
    /// A number that is not in the text.
    Number,
    /// A number with another unit.
    Unit,
    /// A date or time that is not in the text.
    Date,
    /// A name that is not in the text.
    Name,
    /// A statement that is denied on one side only.
    Negation,
    /// A word replaced by its opposite.
    Antonym,
    /// Who does it and to whom it is done, exchanged.
    Role,
    /// Said by another.
    Attribution,
    /// A noun in the place of another.
    Replaced,
    /// What comes first and what follows, exchanged.
    Order,
    /// What may be stated as what is, or the reverse.
    Modality,
    /// All, some or none exchanged.
    Quantifier,
    /// Words that the text has in no form.
    Novel,
    /// Wording shared with the best passage.
    #[default]
    Wording,
}

impl MismatchKind {
    /// Whether the finding contradicts the article, where others merely lack support in it.
    pub fn contradicts(self) -> bool {
        use MismatchKind::{Antonym, Attribution, Modality, Negation, Order, Quantifier, Role};
        matches!(self, Negation | Antonym | Role | Attribution | Order | Modality | Quantifier)
    }
}

/// What a check found against a clause, in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordedMismatch {
    /// The check that found it, by its id.
    pub check: &'static str,
    /// What kind of difference.
    pub kind: MismatchKind,
    /// The most support that it leaves, 0 to 1.
    pub max_support: f64,
    /// In words for a reviewer.
    pub why: String,
    /// The wording concerned, in bytes of the summary sentence.
    pub summary: Vec<Span>,
    /// What it is held against, in bytes of the article.
    pub article: Vec<Span>,
    /// Whether the article says something else in its place.
    pub contradicts: bool,
    /// Whether the clause says less than the article, and is true as far as it goes.
    pub weakens: bool,
}

impl WordedMismatch {
    /// Whether it is a difference in a fact, and not new words alone or little shared wording.
    pub fn is_of_fact(&self) -> bool {
        !matches!(self.kind, MismatchKind::Wording | MismatchKind::Novel)
    }

    /// Whether it concerns any wording of these, in bytes of the summary sentence.
    pub fn touches(&self, spans: &[Span]) -> bool {
        self.summary.iter().any(|own| spans.iter().any(|span| span.overlaps(*own)))
    }
}
