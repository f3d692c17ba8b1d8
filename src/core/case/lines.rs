//! Reads the lines of a stream. A line that is too long is skipped without being kept in memory.

use std::io::{self, BufRead};

/// Largest size of a record, in bytes: a line, a row, or a whole `.json` file. This is ten times the longest
/// book; a larger record is damaged, and reading it whole could exhaust the memory.
pub const MAX_RECORD: usize = 32 << 20;

/// A line, or the fact that it was too long to keep.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// The bytes without their line ending.
    Kept(Vec<u8>),
    /// The line is longer than the limit.
    TooLong,
}

/// Reads the next line; `None` at the end.
pub fn next_line(input: &mut dyn BufRead, limit: usize) -> io::Result<Option<Line>> {
    line(input, limit, true)
}

/// Reads the next line for a caller that stops at a line that is too long. The rest of such a line is not
/// read, since its end may never come.
pub fn next_line_or_stop(input: &mut dyn BufRead, limit: usize) -> io::Result<Option<Line>> {
    line(input, limit, false)
}

fn line(input: &mut dyn BufRead, limit: usize, skips: bool) -> io::Result<Option<Line>> {
    let mut kept = Vec::new();
    let (mut any, mut long) = (false, false);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = memchr::memchr(b'\n', buffer);
        let part = &buffer[..end.unwrap_or(buffer.len())];
        if long || kept.len() + part.len() > limit {
            if !skips {
                return Ok(Some(Line::TooLong));
            }
            long = true;
            kept = Vec::new();
        } else {
            kept.extend_from_slice(part);
        }
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if kept.last() == Some(&b'\r') {
        kept.pop();
    }
    Ok(any.then_some(if long { Line::TooLong } else { Line::Kept(kept) }))
}

/// Returns the error message for a record longer than [`MAX_RECORD`].
pub(super) fn too_long(what: &str) -> String {
    format!("the {what} is longer than {} MiB, the most that a case may have", MAX_RECORD >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_go_and_long_lines_are_skipped() {
        let mut input = io::BufReader::with_capacity(3, &b"ab\r\n\nlonger than it may be\nlast"[..]);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, 8).unwrap() {
            lines.push(line);
        }
        let kept = |text: &str| Line::Kept(text.as_bytes().to_vec());
        assert_eq!(lines, [kept("ab"), kept(""), Line::TooLong, kept("last")]);
    }

    #[test]
    fn a_line_that_never_ends_is_too_long() {
        let mut input = io::BufReader::new(io::repeat(0));
        assert_eq!(next_line_or_stop(&mut input, 1_000).unwrap(), Some(Line::TooLong));
    }
}
