//! Where results go: lines, one indented object or a list of them, or text, flushed when nobody waits behind.

use std::io::{self, Write};

use super::OutputFormat;

/// Writes results to stdout in the form asked for.
pub struct Sink<W: Write> {
    out: W,
    format: OutputFormat,
    /// The first result, until it is known whether it is the only one.
    held: Option<String>,
    written: usize,
}

impl<W: Write> Sink<W> {
    /// An empty output.
    pub fn new(out: W, format: OutputFormat) -> Sink<W> {
        Sink { out, format, held: None, written: 0 }
    }

    /// Writes one result, which ends without a newline.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.written += 1;
        match (self.format, self.written) {
            (OutputFormat::Jsonl, _) => writeln!(self.out, "{text}"),
            (OutputFormat::Text, 1) => writeln!(self.out, "{text}"),
            (OutputFormat::Text, _) => writeln!(self.out, "\n{text}"),
            (OutputFormat::Json, 1) => {
                self.held = Some(text.to_owned());
                Ok(())
            }
            (OutputFormat::Json, _) => {
                if let Some(first) = self.held.take() {
                    write!(self.out, "[\n{first}")?;
                }
                write!(self.out, ",\n{text}")
            }
        }
    }

    /// Ends the output: a single object stands alone, several are a list, and none is the empty list.
    pub fn finish(&mut self) -> io::Result<()> {
        match (self.format, self.held.take(), self.written) {
            (OutputFormat::Json, Some(only), _) => writeln!(self.out, "{only}")?,
            (OutputFormat::Json, None, 0) => writeln!(self.out, "[]")?,
            (OutputFormat::Json, None, _) => writeln!(self.out, "\n]")?,
            _ => {}
        }
        self.out.flush()
    }

    /// Passes on what was written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: OutputFormat, results: &[&str]) -> String {
        let mut out = Vec::new();
        let mut sink = Sink::new(&mut out, format);
        for result in results {
            sink.write(result).unwrap();
        }
        sink.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn one_result_is_an_object_and_several_are_a_list() {
        assert_eq!(written(OutputFormat::Json, &[]), "[]\n");
        assert_eq!(written(OutputFormat::Json, &["{}"]), "{}\n");
        assert_eq!(written(OutputFormat::Json, &["1", "2", "3"]), "[\n1,\n2,\n3\n]\n");
        assert_eq!(written(OutputFormat::Jsonl, &["1", "2"]), "1\n2\n");
    }
}
