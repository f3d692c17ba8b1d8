//! The mismatches of a clause, worded for a reviewer.

use crate::text::Span;

/// The kind of a mismatch.
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
    /// A statement that is negated on one side only.
    Negation,
    /// A word replaced by its opposite.
    Antonym,
    /// Agent and object exchanged.
    Role,
    /// A statement attributed to another speaker.
    Attribution,
    /// A noun replaced by another.
    Replaced,
    /// The order of two events, or cause and effect, exchanged.
    Order,
    /// A possibility stated as a fact, or the reverse.
    Modality,
    /// All, some or none exchanged.
    Quantifier,
    /// Words that the article has in no form.
    Novel,
    /// Too little wording shared with the best passage.
    #[default]
    Wording,
}

impl MismatchKind {
    /// Whether mismatches of this kind contradict the article; others merely lack support in it.
    pub fn contradicts(self) -> bool {
        use MismatchKind::{Antonym, Attribution, Modality, Negation, Order, Quantifier, Role};
        matches!(self, Negation | Antonym | Role | Attribution | Order | Modality | Quantifier)
    }
}

/// A mismatch that a check found in a clause, with its message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordedMismatch {
    /// Identifier of the check.
    pub check: &'static str,
    /// The kind of difference.
    pub kind: MismatchKind,
    /// The most support that it leaves, from 0 to 1.
    pub max_support: f64,
    /// Message for a reviewer.
    pub why: String,
    /// The words concerned, as byte spans of the summary sentence.
    pub summary: Vec<Span>,
    /// Their counterparts, as byte spans of the article.
    pub article: Vec<Span>,
    /// Whether the article says something else instead.
    pub contradicts: bool,
    /// Whether the clause says less than the article, and is true as far as it goes.
    pub weakens: bool,
}

impl WordedMismatch {
    /// Whether it is a difference in a fact, not merely new words or too little shared wording.
    pub fn is_of_fact(&self) -> bool {
        !matches!(self.kind, MismatchKind::Wording | MismatchKind::Novel)
    }

    /// Whether it concerns any of these spans of the summary sentence.
    pub fn touches(&self, spans: &[Span]) -> bool {
        self.summary.iter().any(|own| spans.iter().any(|span| span.overlaps(*own)))
    }
}
