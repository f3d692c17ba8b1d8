//! Vectors of sentences: the mean of the vectors of their words, from a table.
//!
//! The table that comes with the program holds, for each WordPiece entry, the vector that a sentence encoder gives
//! it alone, weighted by how rare the word is. It sees what a text is about; it sees neither negation nor who did
//! what to whom. [`Embedding::parse`] takes a user's table in its place.
//!
//! Invariants: no I/O; nothing is read before the first vector is asked for; the same text gives the same vector,
//! bit by bit, since every sum has a fixed order.

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
    /// Another one.
    Own(Arc<VectorTable>),
}

/// The shipped table, read when it is first used.
static SHIPPED: LazyLock<VectorTable> = LazyLock::new(VectorTable::shipped);

impl Embedding {
    /// Reads a model2vec model: the bytes of its `model.safetensors` and of its `tokenizer.json`.
    ///
    /// # Errors
    /// If they hold no table of vectors, or a tokenizer of another kind than BERT's WordPiece: what is wrong.
    pub fn parse(model: &[u8], tokenizer: &[u8]) -> Result<Embedding, VectorTableError> {
        Ok(Embedding::Own(Arc::new(VectorTable::parse(model, tokenizer)?)))
    }

    /// The direction of a text. A text without a known word has none, and a cosine of 0 with every other.
    pub fn of(&self, text: &str) -> Vector {
        match self {
            Embedding::Shipped => SHIPPED.of(text),
            Embedding::Own(table) => table.of(text),
        }
    }

    /// A mark that identifies a user's table; `None` for the shipped one.
    pub fn mark(&self) -> Option<String> {
        match self {
            Embedding::Shipped => None,
            Embedding::Own(table) => Some(format!("{:08x}", table.mark as u32)),
        }
    }
}

/// The direction of a text, and how far its words go in it; of no direction where nothing is known of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vector {
    /// Of length 1; empty for no direction.
    direction: Arc<[f32]>,
    /// Length of the sum of the vectors of its words.
    length: f32,
}

impl Vector {
    /// Parts a sum of vectors into direction and length.
    fn new(mut sum: Vec<f32>) -> Vector {
        let length = dot(&sum, &sum).sqrt();
        if length > 0.0 && length.is_finite() {
            sum.iter_mut().for_each(|x| *x /= length);
            Vector { direction: sum.into(), length }
        } else {
            Vector::default()
        }
    }

    /// The direction of several texts as one.
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

    /// The direction without its part along another: what a text says besides a common subject. A text that says
    /// nothing besides keeps its direction.
    pub fn beside(&self, subject: &Vector) -> Vector {
        const LEAST: f32 = 0.05;
        let along = dot(&self.direction, &subject.direction);
        if along * along > 1.0 - LEAST * LEAST {
            return self.clone();
        }
        let rest = self.direction.iter().zip(&*subject.direction).map(|(x, y)| x - along * y);
        if subject.is_nothing() { self.clone() } else { Vector::new(rest.collect()) }
    }

    /// Whether nothing is known of the text.
    pub fn is_nothing(&self) -> bool {
        self.direction.is_empty()
    }

    /// The cosine of the angle between two directions, -1 to 1; 0 where one of them is nothing.
    pub fn cosine(&self, other: &Vector) -> f64 {
        f64::from(dot(&self.direction, &other.direction)).clamp(-1.0, 1.0)
    }
}

/// The inner product of two directions; 0 where one of them is nothing.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    step(Work::Direction);
    syntax::dot(a, b)
}

#[cfg(test)]
mod tests;
