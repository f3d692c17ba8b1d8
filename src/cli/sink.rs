//! Where results go: lines, one indented object or a list of them, text, a document or a page, flushed when nobody waits
//! behind.

use std::io::{self, Write};

use crate::markup::{Html, page};

use super::OutputFormat;
use super::output::{Content, Results};

/// The title of a page of reports.
const TITLE: &str = "Summaries scored against their articles";

/// Writes results to stdout in the form asked for.
pub struct Sink<W: Write> {
    out: Results<W>,
    format: OutputFormat,
    /// The first result, until it is known whether it is the only one.
    held: Option<Content>,
    written: usize,
}

impl<W: Write> Sink<W> {
    /// An empty output.
    pub fn new(out: Results<W>, format: OutputFormat) -> Sink<W> {
        Sink { out, format, held: None, written: 0 }
    }

    /// Writes one result, which ends without a newline.
    pub fn write(&mut self, result: Content) -> io::Result<()> {
        self.written += 1;
        match (self.format, self.written) {
            (OutputFormat::Html, number) => {
                if number == 1 {
                    self.frame(page::open(TITLE))?;
                }
                self.out.write(&result)
            }
            (OutputFormat::Jsonl, _) | (OutputFormat::Text | OutputFormat::Md, 1) => self.line(&result),
            (OutputFormat::Text | OutputFormat::Md, _) => {
                self.out.separate("\n")?;
                self.line(&result)
            }
            (OutputFormat::Json, 1) => {
                self.held = Some(result);
                Ok(())
            }
            (OutputFormat::Json, _) => {
                if let Some(first) = self.held.take() {
                    self.out.separate("[\n")?;
                    self.out.write(&first)?;
                }
                self.out.separate(",\n")?;
                self.out.write(&result)
            }
        }
    }

    fn line(&mut self, result: &Content) -> io::Result<()> {
        self.out.write(result)?;
        self.out.separate("\n")
    }

    /// What stands around the content of a page.
    fn frame(&mut self, html: Html) -> io::Result<()> {
        self.out.write(&Content::text(html.into()))
    }

    /// Ends the output: a single object stands alone, several are a list, and none is the empty list; a page is closed.
    pub fn finish(&mut self) -> io::Result<()> {
        match (self.format, self.held.take(), self.written) {
            (OutputFormat::Json, Some(only), _) => self.line(&only)?,
            (OutputFormat::Html, _, written) => {
                if written == 0 {
                    self.frame(page::open(TITLE))?;
                }
                self.frame(page::close())?;
            }
            (OutputFormat::Json, None, 0) => self.out.separate("[]\n")?,
            (OutputFormat::Json, None, _) => self.out.separate("\n]\n")?,
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
        let mut sink = Sink::new(Results::plain(&mut out), format);
        for result in results {
            sink.write(Content::Json((*result).to_owned())).unwrap();
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
        assert_eq!(written(OutputFormat::Md, &["1", "2"]), "1\n\n2\n");
    }

    #[test]
    fn a_page_is_whole_with_any_number_of_results() {
        for results in [&[][..], &["<p>1</p>"], &["<p>1</p>", "<p>2</p>"]] {
            let page = written(OutputFormat::Html, results);
            assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
            assert!(page.contains(&format!("<main>\n{}</main>", results.concat())), "{page}");
        }
    }
}
