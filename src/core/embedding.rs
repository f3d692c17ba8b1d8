//! Sentence vectors: the sum of the vectors of their words, looked up in a table.
//!
//! The table that comes with the program holds, for each WordPiece entry, the vector that a sentence encoder
//! gives this entry alone, weighted by how rare the word is. It captures what a text is about, but neither
//! negation nor who did what to whom. [`Embedding::parse`] reads a user's table to replace it.
//!
//! Invariants: no I/O; the table is not read before the first vector is requested; the same text gives bit
//! for bit the same vector, since every sum has a fixed order.

mod table;
mod vectors;

use std::sync::{Arc, LazyLock};

use table::VectorTable;
pub use table::VectorTableError;
pub use vectors::Vectors;

use crate::syntax;
use crate::work::{Work, step};

/// A table of word vectors: the one that comes with the program, or a user's.
#[derive(Clone, Debug, Default)]
pub enum Embedding {
    /// The table in the binary.
    #[default]
    Shipped,
    /// A user's table.
    Own(Arc<VectorTable>),
}

/// The shipped table, read on first use.
static SHIPPED: LazyLock<VectorTable> = LazyLock::new(VectorTable::shipped);

impl Embedding {
    /// Reads a model2vec model from the bytes of its `model.safetensors` and its `tokenizer.json`.
    ///
    /// # Errors
    /// If they hold no table of vectors, or if the tokenizer is not BERT's WordPiece.
    pub fn parse(model: &[u8], tokenizer: &[u8]) -> Result<Embedding, VectorTableError> {
        Ok(Embedding::Own(Arc::new(VectorTable::parse(model, tokenizer)?)))
    }

    /// Returns the vector of a text. A text without a known word has none, and a cosine of 0 with every other
    /// text.
    pub fn of(&self, text: &str) -> Vector {
        match self {
            Embedding::Shipped => SHIPPED.of(text),
            Embedding::Own(table) => table.of(text),
        }
    }

    /// A hash that identifies a user's table; `None` for the shipped one.
    pub fn mark(&self) -> Option<String> {
        match self {
            Embedding::Shipped => None,
            Embedding::Own(table) => Some(format!("{:08x}", table.mark as u32)),
        }
    }
}

/// The direction of a text and the length of its vector. A text without a known word has no direction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vector {
    /// Unit vector; empty if there is no direction.
    direction: Arc<[f32]>,
    /// Length of the sum of the vectors of its words.
    length: f32,
}

impl Vector {
    /// Splits a sum of vectors into direction and length.
    fn new(mut sum: Vec<f32>) -> Vector {
        let length = dot(&sum, &sum).sqrt();
        if length > 0.0 && length.is_finite() {
            sum.iter_mut().for_each(|x| *x /= length);
            Vector { direction: sum.into(), length }
        } else {
            Vector::default()
        }
    }

    /// Returns the joint direction of several texts.
    pub fn together(parts: impl IntoIterator<Item = Vector>) -> Vector {
        let mut parts = parts.into_iter();
        let (first, second) = (parts.next(), parts.next());
        if let (Some(only), None) = (&first, &second) {
            return only.clone();
        }
        let mut sum: Vec<f32> = Vec::new();
        for part in first.into_iter().chain(second).chain(parts) {
            sum.resize(part.direction.len().max(sum.len()), 0.0);
            sum.iter_mut().zip(&*part.direction).for_each(|(sum, x)| *sum += part.length * x);
        }
        Vector::new(sum)
    }

    /// Returns the direction without its component along another: what a text says apart from a common
    /// subject. A text that says nothing else keeps its direction.
    pub fn beside(&self, subject: &Vector) -> Vector {
        const LEAST: f32 = 0.05;
        let along = dot(&self.direction, &subject.direction);
        if along * along > 1.0 - LEAST * LEAST {
            return self.clone();
        }
        let rest = self.direction.iter().zip(&*subject.direction).map(|(x, y)| x - along * y);
        if subject.is_nothing() { self.clone() } else { Vector::new(rest.collect()) }
    }

    /// Whether the text has no direction.
    pub fn is_nothing(&self) -> bool {
        self.direction.is_empty()
    }

    /// Cosine of the angle between two directions, from -1 to 1; 0 if one of the texts has no direction.
    pub fn cosine(&self, other: &Vector) -> f64 {
        f64::from(dot(&self.direction, &other.direction)).clamp(-1.0, 1.0)
    }
}

/// Inner product of two directions; 0 if one of them is empty.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    step(Work::Direction);
    syntax::dot(a, b)
}

#[cfg(test)]
mod tests;
