//! Reads the JSON values of a stream one at a time. They may be items of a list, one a line, or several in a
//! row, each over any number of lines. Only one value is held in memory at a time, and none larger than a
//! record may be.

use std::io::{self, BufRead};

use super::encoding::BYTE_ORDER_MARK;
use super::json::JsonError;

/// One value of a stream, not parsed yet.
#[derive(Debug, PartialEq, Eq)]
pub struct RawValue {
    /// Its first byte in the stream.
    pub at: u64,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The column at which it begins, from 1, in Unicode scalar values.
    pub column: usize,
    pub bytes: Vec<u8>,
}

impl RawValue {
    /// Converts the location of an error within the value to a location in the stream.
    pub fn located(&self, error: JsonError) -> JsonError {
        let column = if error.line == 1 { self.column + error.column - 1 } else { error.column };
        JsonError { line: self.line + error.line - 1, column, ..error }
    }
}

/// The part of the stream that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// A value or the end, outside any list.
    Value,
    /// The first item of a list, or its end.
    First,
    /// An item of a list, after a comma.
    Item,
    /// A comma or the end of a list.
    Comma,
}

/// Splits a stream into values without parsing them.
pub struct Values<R> {
    input: R,
    limit: usize,
    expected: Expected,
    at: u64,
    line: usize,
    column: usize,
    /// Bytes that were read already and are to be read again, starting at `again_at`.
    again: Vec<u8>,
    again_at: usize,
    /// Whether every line is one value.
    by_line: bool,
}

impl<R: BufRead> Values<R> {
    /// Reads the values of a stream. Each value, and the white space between two values, has at most `limit`
    /// bytes.
    pub fn new(input: R, limit: usize) -> Values<R> {
        Values {
            input,
            limit,
            expected: Expected::Value,
            at: 0,
            line: 1,
            column: 1,
            again: Vec::new(),
            again_at: 0,
            by_line: false,
        }
    }

    /// Returns the next value; `None` at the end of the stream. Only the number of its brackets is checked;
    /// the rest is left to the parser.
    ///
    /// # Errors
    /// If reading fails, the brackets or commas of a list are wrong, or a value is longer than the limit.
    pub fn next(&mut self) -> Result<Option<RawValue>, JsonError> {
        if self.at == 0 {
            self.skip_mark()?;
        }
        loop {
            self.skip_blank()?;
            let next = self.buffer()?.first().copied();
            self.expected = match (self.expected, next) {
                (Expected::Value, None) => return Ok(None),
                (Expected::Value, Some(_)) if self.by_line => return self.value().map(Some),
                (_, None) => {
                    return Err(self.error("ends in the middle of a list; the text is cut short"));
                }
                (Expected::Value, Some(b'[')) => Expected::First,
                (Expected::First | Expected::Comma, Some(b']')) => Expected::Value,
                (Expected::Comma, Some(b',')) => Expected::Item,
                (Expected::Comma, Some(_)) => return Err(self.error("no JSON: expected `,` or `]`")),
                (Expected::Item, Some(b']')) => return Err(self.error("no JSON: trailing comma")),
                (Expected::Value, Some(_)) => return self.value().map(Some),
                (Expected::First | Expected::Item, Some(_)) => {
                    self.expected = Expected::Comma;
                    return self.value().map(Some);
                }
            };
            self.consume(1, None)?;
        }
    }

    /// Returns to the end of the first line of a value that cannot be parsed, if the value extended over a
    /// further line that begins an object. A truncated line would otherwise swallow all lines after it. From
    /// then on every line is a value. Returns whether it went back.
    pub fn back_to_second_line(&mut self, value: &RawValue) -> bool {
        let second = memchr::memchr(b'\n', &value.bytes).map_or(value.bytes.len(), |end| end + 1);
        if self.expected != Expected::Value || !value.bytes[second..].starts_with(b"{") {
            return false;
        }
        let mut again = value.bytes[second..].to_vec();
        again.extend_from_slice(&self.again[self.again_at..]);
        (self.again, self.again_at, self.by_line) = (again, 0, true);
        (self.at, self.line, self.column) = (value.at + second as u64, value.line + 1, 1);
        true
    }

    /// Whether reading can continue after a value that is too long.
    pub fn goes_on(&self) -> bool {
        self.by_line
    }

    fn error(&self, reason: impl Into<String>) -> JsonError {
        JsonError { reason: reason.into(), line: self.line, column: self.column }
    }

    /// Returns the bytes that were read and not yet consumed; empty at the end of the stream.
    fn buffer(&mut self) -> Result<&[u8], JsonError> {
        if self.again_at < self.again.len() {
            return Ok(&self.again[self.again_at..]);
        }
        self.again = Vec::new();
        self.again_at = 0;
        let (line, column) = (self.line, self.column);
        loop {
            match self.input.fill_buf() {
                Ok(_) => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(JsonError { reason: error.to_string(), line, column }),
            }
        }
        // The buffer is already filled, so this call reads nothing.
        self.input.fill_buf().map_err(|error| JsonError { reason: error.to_string(), line, column })
    }

    /// Consumes bytes of the buffer and, if `keep` is given, appends them to it.
    fn consume(&mut self, count: usize, keep: Option<&mut Vec<u8>>) -> Result<(), JsonError> {
        let taken = &self.buffer()?[..count];
        let lines = memchr::memchr_iter(b'\n', taken).count();
        let tail = memchr::memrchr(b'\n', taken).map_or(taken, |end| &taken[end + 1..]);
        // Counts characters: every byte other than a continuation byte begins one.
        let chars = tail.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        if let Some(keep) = keep {
            keep.extend_from_slice(taken);
        }
        self.line += lines;
        self.column = if lines > 0 { 1 + chars } else { self.column + chars };
        self.at += count as u64;
        if self.again_at < self.again.len() {
            self.again_at += count;
        } else {
            self.input.consume(count);
        }
        Ok(())
    }

    fn skip_mark(&mut self) -> Result<(), JsonError> {
        if self.buffer()?.starts_with(BYTE_ORDER_MARK) {
            self.consume(BYTE_ORDER_MARK.len(), None)?;
            self.column = 1;
        }
        Ok(())
    }

    fn skip_blank(&mut self) -> Result<(), JsonError> {
        let mut skipped = 0;
        loop {
            let buffer = self.buffer()?;
            let blank = buffer.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
            let all = blank == buffer.len();
            if blank == 0 {
                return Ok(());
            }
            self.consume(blank, None)?;
            skipped += blank;
            if skipped > self.limit {
                return Err(self.error(format!("nothing but blanks for more than {}", mebibytes(self.limit))));
            }
            if !all {
                return Ok(());
            }
        }
    }

    fn value(&mut self) -> Result<RawValue, JsonError> {
        let mut value = RawValue { at: self.at, line: self.line, column: self.column, bytes: Vec::new() };
        let (mut scan, by_line) = (Scan::default(), self.by_line);
        loop {
            let buffer = self.buffer()?;
            if buffer.is_empty() {
                return Ok(value);
            }
            let (count, ended) = match by_line {
                true => memchr::memchr(b'\n', buffer).map_or((buffer.len(), false), |end| (end, true)),
                false => scan.over(buffer),
            };
            self.consume(count, Some(&mut value.bytes))?;
            if value.bytes.len() > self.limit {
                let (line, column) = (value.line, value.column);
                self.back_to_second_line(&value);
                let reason = format!("a value of more than {}, the most that is read", mebibytes(self.limit));
                return Err(JsonError { reason, line, column });
            }
            if ended {
                return Ok(value);
            }
        }
    }
}

/// Tracks where a value ends.
#[derive(Default)]
struct Scan {
    depth: usize,
    quoted: bool,
    escaped: bool,
    begun: bool,
}

impl Scan {
    /// Returns how many of the bytes belong to the value, and whether it ends with them.
    fn over(&mut self, bytes: &[u8]) -> (usize, bool) {
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.quoted => self.escaped = true,
                b'"' if self.quoted => {
                    self.quoted = false;
                    if self.depth == 0 {
                        return (at + 1, true);
                    }
                }
                _ if self.quoted => {}
                b'"' => self.quoted = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth == 1 => return (at + 1, true),
                b'}' | b']' if self.depth > 1 => self.depth -= 1,
                // The end of a number or a literal. A byte that cannot begin a value is returned alone, so
                // that the parser rejects it.
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b'}' | b']' if self.depth == 0 => {
                    return if self.begun { (at, true) } else { (at + 1, true) };
                }
                _ => {}
            }
            self.begun = true;
        }
        (bytes.len(), false)
    }
}

/// Formats a size in bytes or MiB.
pub fn mebibytes(bytes: usize) -> String {
    if bytes < 1 << 20 { format!("{bytes} bytes") } else { format!("{} MiB", bytes >> 20) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, limit: usize) -> Result<Vec<(u64, usize, usize, String)>, JsonError> {
        // A small buffer, so that its end splits values.
        let mut stream = Values::new(io::BufReader::with_capacity(3, text.as_bytes()), limit);
        let mut found = Vec::new();
        while let Some(RawValue { at, line, column, bytes }) = stream.next()? {
            found.push((at, line, column, String::from_utf8(bytes).unwrap()));
        }
        Ok(found)
    }

    #[test]
    fn every_form_is_cut_into_its_values() {
        let one = |at, line, column, text: &str| (at, line, column, text.to_owned());
        assert_eq!(values("", 99).unwrap(), []);
        assert_eq!(
            values("{\"a\":1}\n\n{\n\"é\":\"}\\\"\"}\n", 99).unwrap(),
            [one(0, 1, 1, "{\"a\":1}"), one(9, 3, 1, "{\n\"é\":\"}\\\"\"}")]
        );
        assert_eq!(
            values("\u{feff}[ {\"é\":[]}, 5,\r\n\"x\" ] null {}", 99).unwrap(),
            [
                one(5, 1, 3, "{\"é\":[]}"),
                one(16, 1, 13, "5"),
                one(20, 2, 1, "\"x\""),
                one(26, 2, 7, "null"),
                one(31, 2, 12, "{}"),
            ]
        );
        assert_eq!(values("[] [ ] {}", 99).unwrap(), [one(7, 1, 8, "{}")]);
        assert_eq!(
            values("{\"a\": [", 99).unwrap(),
            [one(0, 1, 1, "{\"a\": [")],
            "cut short, for the parser"
        );
        assert_eq!(values("} {}", 99).unwrap(), [one(0, 1, 1, "}"), one(2, 1, 3, "{}")]);
    }

    #[test]
    fn lists_must_be_lists() {
        let failed = |text: &str| {
            let error = values(text, 99).unwrap_err();
            (error.reason, error.line, error.column)
        };
        assert_eq!(failed("[{}\n {}]"), ("no JSON: expected `,` or `]`".to_owned(), 2, 2));
        assert_eq!(failed("[{},]"), ("no JSON: trailing comma".to_owned(), 1, 5));
        assert!(failed("[{},\n").0.contains("cut short"));
    }

    #[test]
    fn the_lines_behind_one_that_is_cut_short_are_values() {
        let text = "{\"a\":1}\n{\"b\":[\"x\n{\"c\":\"é\"}\r\n\n{\"d\":\n{}";
        let mut stream = Values::new(io::BufReader::with_capacity(3, text.as_bytes()), 99);
        let mut found = Vec::new();
        while let Some(value) = stream.next().unwrap() {
            let back = value.bytes.starts_with(b"{\"b") && stream.back_to_second_line(&value);
            found.push((value.line, value.at, back, String::from_utf8(value.bytes).unwrap()));
        }
        let one = |line, at, text: &str| (line, at, false, text.to_owned());
        assert_eq!(found[0], one(1, 0, "{\"a\":1}"));
        assert!(found[1].2, "{found:?}");
        assert_eq!(found[2..], [one(3, 17, "{\"c\":\"é\"}\r"), one(5, 30, "{\"d\":"), one(6, 36, "{}")]);
    }

    #[test]
    fn nothing_is_read_without_end() {
        for endless in ["\0", "\n", "[[", "a", "{\"a\":"] {
            let mut endless = Endless { text: endless.as_bytes(), read: 0 };
            let mut stream = Values::new(io::BufReader::with_capacity(64, &mut endless), 1000);
            let error = loop {
                match stream.next() {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("it ended"),
                    Err(error) => break error,
                }
            };
            assert!(error.reason.contains("1000 bytes"), "{error:?}");
            drop(stream);
            assert!(endless.read < 2000, "{}", endless.read);
        }
    }

    struct Endless<'a> {
        text: &'a [u8],
        read: usize,
    }

    impl io::Read for Endless<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for byte in buffer.iter_mut() {
                *byte = self.text[self.read % self.text.len()];
                self.read += 1;
            }
            Ok(buffer.len())
        }
    }
}
