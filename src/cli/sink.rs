//! Where results go: into the output, framed by their form, flushed when nobody waits behind.

use std::io::{self, Write};

use crate::agree::changes::Changes;

use super::formats::Framing;
use super::output::Results;
use super::rendered::RenderedResult;

/// Writes results in a form.
pub struct Sink<W: Write> {
    out: Results<W>,
    framing: Box<dyn Framing>,
}

impl<W: Write> Sink<W> {
    /// An empty output.
    pub fn new(out: Results<W>, framing: Box<dyn Framing>) -> Sink<W> {
        Sink { out, framing }
    }

    pub fn write(&mut self, mut piece: RenderedResult) -> io::Result<()> {
        self.framing.take(&mut piece).iter().try_for_each(|content| self.out.write(content))
    }

    /// Ends the output, and passes it on.
    pub fn finish(&mut self, changes: Option<&Changes>) -> io::Result<()> {
        self.framing.finish(changes).iter().try_for_each(|content| self.out.write(content))?;
        self.out.flush()
    }

    /// Passes on what was written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
