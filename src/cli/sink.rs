//! Writes results to the output, joined by their format, flushing when no more results are waiting.

use std::io::{self, Write};

use crate::agree::changes::Changes;

use super::formats::Framing;
use super::output::Results;
use super::rendered::RenderedResult;

/// Writes results in a format.
pub struct Sink<W: Write> {
    out: Results<W>,
    framing: Box<dyn Framing>,
}

impl<W: Write> Sink<W> {
    /// Creates an empty output.
    pub fn new(out: Results<W>, framing: Box<dyn Framing>) -> Sink<W> {
        Sink { out, framing }
    }

    pub fn write(&mut self, mut piece: RenderedResult) -> io::Result<()> {
        self.framing.take(&mut piece).iter().try_for_each(|content| self.out.write(content))
    }

    /// Writes the end of the output and flushes it.
    pub fn finish(&mut self, changes: Option<&Changes>) -> io::Result<()> {
        self.framing.finish(changes).iter().try_for_each(|content| self.out.write(content))?;
        self.out.flush()
    }

    /// Flushes the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
