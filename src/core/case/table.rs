//! Cuts CSV and TSV into rows. The first row names the columns.
//!
//! A cell that begins with a quotation mark extends to the next single mark, across line ends. A mark that is
//! never closed would swallow all rows after it, so a quotation that spans lines is checked: if at least half
//! of these lines look like rows of their own, the mark was probably left open. If the row does not fit the
//! header or the quotation is malformed, the row is an error and reading continues with the lines that look
//! like rows. Otherwise the row is kept and the user is warned.

use std::collections::HashSet;
use std::io::{self, BufRead};
use std::sync::Arc;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::encoding::without_mark;
use super::error::{FileLocation, TableError, plain};
use super::lines::{MAX_RECORD, too_long};
use super::record::{Body, Cells, Record};

/// Number of lines in one quotation from which the user is warned: more than an article has paragraphs.
const MANY_LINES: usize = 1_000;
/// Largest number of times, on average, that the bytes of a table are parsed again.
const MAX_REPARSE_FACTOR: usize = 4;

/// The rows of a table.
pub struct TableReader {
    name: Arc<str>,
    input: Box<dyn BufRead + Send>,
    delimiter: u8,
    parser: Reader,
    /// Parser for the cells of a single line.
    probe: Reader,
    /// Buffer into which the probe writes a cell. Only its first byte is read.
    probed: Vec<u8>,
    /// Input that was read and not yet consumed. Positions are offsets into it.
    buffer: Vec<u8>,
    row: usize,
    /// Position up to which the row was parsed.
    at: usize,
    /// The line in which the row begins.
    line: usize,
    columns: Option<Arc<[String]>>,
    /// Number of bytes read, and number of them that were parsed again.
    filled: usize,
    again: usize,
    begun: bool,
    ended: bool,
}

/// Kind of the end of a row.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// At the end of a line, or of the file.
    Row,
    /// The file has no further row.
    File,
    /// The file ends within a quotation that begins at this position.
    Open(usize),
    /// The row is longer than a record may be; with the position of an open quotation, if there is one.
    TooLong(Option<usize>),
}

/// A quoted cell that spans lines, or in which text follows the closing mark.
#[derive(Clone, Copy)]
struct Quotation {
    /// The opening mark.
    begin: usize,
    /// Position after the cell.
    end: usize,
    /// Whether the cell ends at the closing mark.
    closed: bool,
}

/// Lines of a quotation that look like rows.
struct Rows {
    /// Position at which the first of them begins.
    first: usize,
    count: usize,
}

impl TableReader {
    /// A table whose cells are separated by `delimiter`.
    #[cfg(test)]
    pub fn new(name: Arc<str>, input: Box<dyn BufRead + Send>, delimiter: u8) -> TableReader {
        TableReader::from_line(name, input, delimiter, 1)
    }

    /// The same for an input that begins at `line` of its file.
    pub fn from_line(
        name: Arc<str>,
        input: Box<dyn BufRead + Send>,
        delimiter: u8,
        line: usize,
    ) -> TableReader {
        let parser = || ReaderBuilder::new().delimiter(delimiter).build();
        TableReader {
            name,
            input,
            delimiter,
            probe: parser(),
            probed: vec![0; 1 << 10],
            parser: parser(),
            buffer: Vec::new(),
            row: 0,
            at: 0,
            line,
            columns: None,
            filled: 0,
            again: 0,
            begun: false,
            ended: false,
        }
    }

    /// Reads more input; `false` at the end of the file.
    fn fill(&mut self) -> io::Result<bool> {
        loop {
            match self.input.fill_buf() {
                Ok(chunk) => {
                    let length = chunk.len();
                    self.buffer.extend_from_slice(chunk);
                    self.input.consume(length);
                    self.filled += length;
                    return Ok(length > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Consumes what was parsed and the empty lines after it; `false` if nothing follows.
    fn begin_row(&mut self) -> io::Result<bool> {
        loop {
            self.leave();
            if self.row > self.buffer.len() / 2 {
                self.buffer.drain(..self.row);
                (self.row, self.at) = (0, 0);
            }
            if self.row == self.buffer.len() && !self.fill()? {
                return Ok(false);
            }
            if !self.begun {
                self.begun = true;
                self.at = self.buffer.len() - without_mark(&self.buffer).len();
                self.row = self.at;
            }
            let blank =
                self.buffer[self.row..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
            self.at = self.row + blank;
            self.leave();
            if self.row < self.buffer.len() {
                return Ok(true);
            }
        }
    }

    /// Marks what was parsed as consumed.
    fn leave(&mut self) {
        self.line = self.line_at(self.at);
        self.row = self.at;
    }

    /// Returns the line of a position in the row.
    fn line_at(&self, at: usize) -> usize {
        self.line + memchr::memchr_iter(b'\n', &self.buffer[self.row..at]).count()
    }

    fn place(&self, at: usize) -> FileLocation {
        let begin = memchr::memrchr(b'\n', &self.buffer[..at]).map_or(0, |end| end + 1).max(self.row);
        let column = String::from_utf8_lossy(&self.buffer[begin..at]).chars().count() + 1;
        FileLocation { file: Arc::clone(&self.name), line: self.line_at(at), column }
    }

    fn parse(&mut self) -> io::Result<(End, Cells, Vec<Quotation>)> {
        let (mut cells, mut quotations) = (Cells::default(), Vec::new());
        if !self.begin_row()? {
            return Ok((End::File, cells, quotations));
        }
        let (mut cell, mut written) = (self.at, 0);
        loop {
            let last = self.at == self.buffer.len() && !self.fill()?;
            if self.at - self.row > MAX_RECORD {
                return Ok((End::TooLong(self.open(cell)), cells, quotations));
            }
            // At the end of the file a line end ends the row too, unless a quotation is open.
            let input = if last { b"\n" } else { &self.buffer[self.at..] };
            if cells.text.len() < written + input.len().min(1 << 10) {
                cells.text.resize((written + 64).next_power_of_two(), 0);
            }
            let (result, read, wrote) = self.parser.read_field(input, &mut cells.text[written..]);
            self.at += if last { 0 } else { read };
            written += wrote;
            match result {
                ReadFieldResult::InputEmpty if last => return Ok((End::Open(cell), cells, quotations)),
                ReadFieldResult::InputEmpty => {}
                ReadFieldResult::OutputFull => {
                    let room = cells.text.len() * 2;
                    cells.text.resize(room, 0);
                }
                ReadFieldResult::Field { record_end } => {
                    let begin = cells.ends.last().copied().unwrap_or(0);
                    quotations.extend(self.quotation(cell, record_end, &cells.text[begin..written]));
                    cells.ends.push(written);
                    cell = self.at;
                    if record_end {
                        cells.text.truncate(written);
                        return Ok((End::Row, cells, quotations));
                    }
                }
                ReadFieldResult::End => return Ok((End::Row, cells, quotations)),
            }
        }
    }

    /// Returns the cell that begins at `begin` and was just parsed as `text`, if it is a quotation to check.
    fn quotation(&self, begin: usize, at_line_end: bool, text: &[u8]) -> Option<Quotation> {
        let whole = &self.buffer[begin..self.at];
        if whole.first() != Some(&b'"') {
            return None;
        }
        let cell = if at_line_end {
            let cell = whole.strip_suffix(b"\n").unwrap_or(whole);
            cell.strip_suffix(b"\r").unwrap_or(cell)
        } else {
            whole.strip_suffix(&[self.delimiter]).unwrap_or(whole)
        };
        // Each mark inside the cell is written twice.
        let marks = memchr::memchr_iter(b'"', text).count();
        let closed = cell.len() > 1 && cell.ends_with(b"\"") && cell.len() == text.len() + marks + 2;
        let spans = memchr::memchr(b'\n', cell).is_some();
        (spans || !closed).then_some(Quotation { begin, end: begin + cell.len(), closed })
    }

    /// Returns the opening mark if the cell that begins at `cell` has an open quotation.
    fn open(&self, cell: usize) -> Option<usize> {
        let quoted = self.buffer.get(cell) == Some(&b'"');
        (quoted && self.closing(cell, self.at).is_none()).then_some(cell)
    }

    /// Returns the mark before `end` that closes the quotation that begins at `begin`.
    fn closing(&self, begin: usize, end: usize) -> Option<usize> {
        let mut at = begin + 1;
        while let Some(found) = memchr::memchr(b'"', self.buffer.get(at..end)?) {
            at += found;
            if self.buffer.get(at + 1) != Some(&b'"') {
                return Some(at);
            }
            at += 2;
        }
        None
    }

    /// Returns the lines between the line of the mark at `begin` and `end`, if at least half of them look
    /// like rows.
    fn rows(&mut self, begin: usize, end: usize) -> Option<Rows> {
        let TableReader { buffer, probe, probed, columns, delimiter, .. } = self;
        let columns = columns.as_ref()?.len();
        let mut at = begin + memchr::memchr(b'\n', &buffer[begin..end])? + 1;
        let (mut lines, mut rows) = (0, Rows { first: 0, count: 0 });
        while at < end {
            let stop = memchr::memchr(b'\n', &buffer[at..end]).map_or(end, |found| at + found + 1);
            let line = &buffer[at..stop];
            if !line.trim_ascii().is_empty() {
                lines += 1;
                if looks_like_a_row(probe, probed, line, columns, *delimiter) {
                    rows.first = if rows.count == 0 { at } else { rows.first };
                    rows.count += 1;
                }
            }
            at = stop;
        }
        // Limits the work for a table of nothing but such quotations, which would be parsed again and again.
        let bounded = self.again + (self.at - rows.first) <= MAX_REPARSE_FACTOR * (self.filled + MAX_RECORD);
        (rows.count > 0 && rows.count * 2 >= lines && bounded).then_some(rows)
    }

    /// Returns the lines within a quotation that look like rows. Its last line is included if the closing
    /// mark is at the beginning of a cell, which suggests that it is really an opening mark.
    fn rows_within(&mut self, quotation: &Quotation) -> Option<Rows> {
        let closing = self.closing(quotation.begin, quotation.end)?;
        let before = *self.buffer.get(closing.checked_sub(1)?)?;
        let opens = !quotation.closed && (before == self.delimiter || before == b'\n');
        let last = memchr::memrchr(b'\n', &self.buffer[quotation.begin..closing])? + 1 + quotation.begin;
        let line_end =
            || memchr::memchr(b'\n', &self.buffer[closing..self.at]).map_or(self.at, |end| closing + end);
        let end = if opens { line_end() } else { last };
        self.rows(quotation.begin, end)
    }

    /// Ends the row as an error of the mark at `begin` and continues with the lines that look like rows.
    fn go_on(&mut self, begin: usize, what: &str, rows: &Rows) -> Record {
        let place = self.place(begin);
        let first = self.line_at(rows.first);
        let left = match first - place.line {
            1 => String::new(),
            2 => format!("line {} is not read, and ", place.line + 1),
            _ => format!("lines {} to {} are not read, and ", place.line + 1, first - 1),
        };
        let reason = format!(
            "the quotation mark that opens here {what}; {left}the lines from {first} on, which look like rows, are \
             read as rows; close it, or write a mark that is part of the text as \"\" in a quoted cell"
        );
        self.again += self.at - rows.first;
        self.at = rows.first;
        self.leave();
        self.parser.reset();
        Record::bad(place, reason)
    }

    /// Skips the rest of a row that is too long and returns the line in which it ends.
    fn skip(&mut self) -> io::Result<usize> {
        let mut cell = vec![0; 1 << 16];
        loop {
            let in_line = self.at > self.row && self.buffer[self.at - 1] != b'\n';
            self.leave();
            self.buffer.drain(..self.row);
            (self.row, self.at) = (0, 0);
            if self.buffer.is_empty() && !self.fill()? {
                self.parser.reset();
                return Ok(self.line - usize::from(!in_line));
            }
            let (result, read, _) = self.parser.read_field(&self.buffer, &mut cell);
            self.at = read;
            if matches!(result, ReadFieldResult::Field { record_end: true }) {
                return Ok(self.line_at(read.saturating_sub(1)));
            }
        }
    }

    /// Reads the next record; `None` at the end and for the header row.
    fn record(&mut self) -> io::Result<Option<Record>> {
        let (end, cells, quotations) = self.parse()?;
        match end {
            End::File => {
                self.ended = true;
                Ok(None)
            }
            End::Row => Ok(self.row(cells, &quotations)),
            End::Open(mark) => Ok(Some(self.never_closed(mark))),
            End::TooLong(mark) => self.too_long(mark).map(Some),
        }
    }

    fn row(&mut self, cells: Cells, quotations: &[Quotation]) -> Option<Record> {
        let line = FileLocation::new(&self.name, self.line);
        let Some(columns) = self.columns.clone() else {
            match header(&cells) {
                Ok(columns) => self.columns = Some(columns),
                Err(error) => {
                    self.ended = true;
                    return Some(Record::bad(line, error.to_string()));
                }
            }
            return None;
        };
        let misfit = (cells.len() != columns.len())
            .then(|| format!("the row has {} cells and the header {}", cells.len(), columns.len()));
        let mut note = None;
        for quotation in quotations {
            match self.rows_within(quotation) {
                Some(rows) if misfit.is_some() || !quotation.closed => {
                    let until = self.line_at(quotation.end);
                    let what = format!("is closed only in line {until}");
                    return Some(self.go_on(quotation.begin, &what, &rows));
                }
                rows => note = note.or_else(|| self.note(quotation, rows.as_ref())),
            }
        }
        if let Some(misfit) = misfit {
            let spans = quotations.iter().find(|one| self.line_ends(one) > 0);
            let quoted = spans.map(|one| {
                let (from, until) = (self.line_at(one.begin), self.line_at(one.end));
                format!("; a quotation mark in line {from} is closed in line {until}")
            });
            return Some(Record::bad(line, misfit + &quoted.unwrap_or_default()));
        }
        Some(Record { note, ..Record::new(line, Body::Row(columns, cells)) })
    }

    /// Counts the line ends in a quotation. It counts from the quotation's own beginning, because a row may
    /// have very many quotations.
    fn line_ends(&self, quotation: &Quotation) -> usize {
        memchr::memchr_iter(b'\n', &self.buffer[quotation.begin..quotation.end]).count()
    }

    /// Returns a warning about a quotation, if the user should have one.
    fn note(&self, quotation: &Quotation, rows: Option<&Rows>) -> Option<String> {
        let lines = self.line_ends(quotation) + 1;
        if rows.is_none() && quotation.closed && lines < MANY_LINES {
            return None;
        }
        let place = self.place(quotation.begin);
        if let Some(rows) = rows {
            let (lines_look, themselves) = if rows.count == 1 {
                ("line looks like a row", "itself")
            } else {
                ("lines look like rows", "themselves")
            };
            return Some(format!(
                "{place}: the quotation mark that opens here is closed in line {}, and {} {lines_look} by \
                 {themselves}; was it left open?",
                place.line + lines - 1,
                rows.count
            ));
        }
        if !quotation.closed {
            return Some(format!(
                "{place}: text follows the closing quotation mark of this cell, and the marks are left out; write a mark \
                 that is part of the text as \"\" in a quoted cell"
            ));
        }
        Some(format!(
            "{place}: the quotation mark that opens here takes {lines} lines for one cell; was it left open?"
        ))
    }

    fn never_closed(&mut self, mark: usize) -> Record {
        let what = "is never closed";
        if let Some(rows) = self.rows(mark, self.buffer.len()) {
            return self.go_on(mark, what, &rows);
        }
        self.ended = true;
        let (place, last) = (self.place(mark), self.line_at(self.buffer.len()));
        let last = last - usize::from(self.buffer.ends_with(b"\n"));
        let rest = match last - place.line {
            0 => String::new(),
            1 => format!("; line {last} is not read"),
            _ => format!("; lines {} to {last}, the end of the file, are not read", place.line + 1),
        };
        Record::bad(place, format!("the quotation mark that opens here {what}{rest}"))
    }

    fn too_long(&mut self, mark: Option<usize>) -> io::Result<Record> {
        let whole_lines = memchr::memrchr(b'\n', &self.buffer[..self.at]).map_or(0, |end| end + 1);
        if let Some(mark) = mark
            && let Some(rows) = self.rows(mark, whole_lines.max(mark))
        {
            return Ok(self.go_on(mark, &format!("is not closed within {} MiB", MAX_RECORD >> 20), &rows));
        }
        let (begin, place) = (self.line, mark.map(|mark| self.place(mark)));
        let last = self.skip()?;
        // Without the column names no row can be read.
        self.ended = self.columns.is_none();
        let reason = too_long("row");
        let Some(place) = place else {
            return Ok(Record::bad(FileLocation::new(&self.name, begin), reason));
        };
        let reason = format!(
            "{reason}: the quotation mark that opens here is not closed within them; it takes all up to line {last}"
        );
        Ok(Record::bad(place, reason))
    }
}

impl Iterator for TableReader {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        while !self.ended {
            match self.record() {
                Ok(Some(record)) => return Some(record),
                Ok(None) => {}
                Err(error) => {
                    self.ended = true;
                    let place = FileLocation::new(&self.name, self.line_at(self.at));
                    return Some(Record::bad(place, format!("cannot read on: {}", plain(&error))));
                }
            }
        }
        None
    }
}

/// Whether a line has as many cells as the header. Prose has commas too, but with a space after them.
fn looks_like_a_row(probe: &mut Reader, cell: &mut [u8], line: &[u8], columns: usize, delimiter: u8) -> bool {
    if columns < 2 {
        return false;
    }
    probe.reset();
    let (mut at, mut cells, mut begin) = (0, 0, true);
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    loop {
        let input = if at == line.len() { b"\n" } else { &line[at..] };
        let (result, read, wrote) = probe.read_field(input, cell);
        if begin && wrote > 0 && cells > 0 && delimiter == b',' && cell[0] == b' ' {
            return false;
        }
        begin &= wrote == 0;
        match result {
            ReadFieldResult::InputEmpty if at == line.len() => return false,
            ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => at += read,
            ReadFieldResult::Field { record_end } => {
                at += if at == line.len() { 0 } else { read };
                (cells, begin) = (cells + 1, true);
                if record_end {
                    return cells == columns;
                }
            }
            ReadFieldResult::End => return false,
        }
    }
}

fn header(cells: &Cells) -> Result<Arc<[String]>, TableError> {
    let mut names = Vec::with_capacity(cells.len());
    let mut known = HashSet::with_capacity(cells.len());
    for cell in cells.iter() {
        let name = std::str::from_utf8(cell).map_err(|_| TableError::HeaderNotUtf8)?.trim();
        if !known.insert(name) {
            return Err(TableError::SharedName(name.to_owned()));
        }
        names.push(name.to_owned());
    }
    Ok(names.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns each record in short form (line and cells, or location and reason), and the notes.
    fn read_from(input: impl BufRead + Send + 'static, delimiter: u8) -> (Vec<String>, Vec<String>) {
        let mut notes = Vec::new();
        let records = TableReader::new(Arc::from("t"), Box::new(input), delimiter).map(|record| {
            notes.extend(record.note);
            match record.body {
                Body::Row(_, cells) => {
                    let cells: Vec<_> = cells.iter().map(String::from_utf8_lossy).collect();
                    format!("{}: {}", record.place.line, cells.join("|"))
                }
                Body::Bad(reason) => format!("{}:{}! {reason}", record.place.line, record.place.column),
                other => panic!("{other:?}"),
            }
        });
        (records.collect(), notes)
    }

    fn read(text: &str, delimiter: u8) -> (Vec<String>, Vec<String>) {
        read_from(io::Cursor::new(text.as_bytes().to_vec()), delimiter)
    }

    #[test]
    fn a_mark_that_is_never_closed_costs_its_row_alone() {
        let text = "id\tarticle\tsummary\n1\ta\tb\n2\tc\t\"The dog ran\n3\te\tf\n4\tg\th\n";
        let (rows, notes) = read(text, b'\t');
        assert_eq!(
            (rows[0].as_str(), &rows[2..]),
            ("2: 1|a|b", &["4: 3|e|f".to_owned(), "5: 4|g|h".to_owned()][..])
        );
        assert!(
            rows[1].starts_with("3:5! the quotation mark that opens here is never closed"),
            "{}",
            rows[1]
        );
        assert!(rows[1].contains("the lines from 4 on"), "{}", rows[1]);
        assert_eq!(notes, [] as [&str; 0]);
        let thousand: String =
            (0..1_000).map(|at| format!("{at},x,{}y\n", if at == 1 { "\"" } else { "" })).collect();
        let (rows, _) = read(&format!("id,article,summary\n{thousand}"), b',');
        assert_eq!((rows.len(), rows[999].as_str()), (1_000, "1001: 999|x|y"));
    }

    #[test]
    fn a_mark_that_another_row_closes_costs_its_row_alone() {
        // The mark in the fourth line would close the one in the second, with text after it.
        let text = "id,article,summary\n2,a,\"The dog ran\n3,b,c\n4,d,\"e\"\n5,f,g\n";
        let (rows, _) = read(text, b',');
        assert!(
            rows[0].starts_with("2:5! the quotation mark that opens here is closed only in line 4"),
            "{}",
            rows[0]
        );
        assert_eq!(rows[1..], ["3: 3|b|c", "4: 4|d|e", "5: 5|f|g"]);
        // Here it gives the row too many cells.
        let (rows, _) = read("id,article,summary\n2,a,\"The dog ran\n3,b,c\n4,\"d\",e\n5,f,g\n", b',');
        assert!(rows[0].starts_with("2:5!"), "{}", rows[0]);
        assert_eq!(rows[1..], ["3: 3|b|c", "4: 4|d|e", "5: 5|f|g"]);
    }

    #[test]
    fn whole_rows_in_sound_quotation_marks_are_kept_and_reported() {
        let (rows, notes) = read("id\tarticle\tsummary\n1\ta\t\"5\n2\tb\tc\n3\td\t9\"\n4\te\tf\n", b'\t');
        assert_eq!(rows, ["2: 1|a|5\n2\tb\tc\n3\td\t9", "5: 4|e|f"]);
        assert_eq!(notes.len(), 1);
        assert!(
            notes[0].starts_with("t:2:5: ") && notes[0].contains("1 line looks like a row"),
            "{}",
            notes[0]
        );
        let many = "word\n".repeat(MANY_LINES);
        let (rows, notes) = read(&format!("id,article,summary\n1,\"{many}\",s\n2,\"a\n\nb\",s\n"), b',');
        assert_eq!((rows.len(), notes.len()), (2, 1));
        assert!(notes[0].contains("1001 lines"), "{}", notes[0]);
    }

    #[test]
    fn paragraphs_in_quotation_marks_are_nothing_to_tell() {
        for (columns, delimiter) in [("article,summary", b','), ("article\tsummary", b'\t')] {
            let end = char::from(delimiter);
            let text = format!(
                "{columns}\n\"One, of several.\n\nTwo, in all, she said.\n\nThree.\"{end}\"It said \"\"so\"\".\nYes, it did.\"\r\nplain{end}s\r\n"
            );
            let (rows, notes) = read(&text, delimiter);
            assert_eq!(notes, [] as [&str; 0]);
            assert_eq!(rows.len(), 2, "{rows:?}");
            assert_eq!(rows[1], "8: plain|s");
        }
        // A row with too few cells is one error, although its article has several lines.
        let (rows, _) = read("id,article,summary\n1,\"One.\nTwo, too.\nThree.\"\n2,a,b\n", b',');
        assert_eq!(rows.len(), 2, "{rows:?}");
        assert_eq!(
            rows[0],
            "2:1! the row has 2 cells and the header 3; a quotation mark in line 2 is closed in line 4"
        );
        // A file that is cut short within an article.
        let (rows, _) = read("id,article,summary\n1,\"One.\nTwo, too.\nThree", b',');
        assert_eq!(rows.len(), 1);
        assert!(
            rows[0].contains("never closed; lines 3 to 4, the end of the file, are not read"),
            "{}",
            rows[0]
        );
    }

    #[test]
    fn a_mark_within_a_cell_is_a_character() {
        let (rows, notes) = read("id\tarticle\tsummary\n1\ta 5\" b\tHe said \"no\".\n", b'\t');
        assert_eq!((rows, notes.len()), (vec!["2: 1|a 5\" b|He said \"no\".".to_owned()], 0));
        let (rows, notes) = read("id\tarticle\tsummary\n1\ta\t\"No,\" he said.\n", b'\t');
        assert_eq!(rows, ["2: 1|a|No, he said."]);
        assert!(notes[0].contains("text follows the closing quotation mark"), "{}", notes[0]);
    }

    #[test]
    fn a_row_that_is_too_long_is_passed_over() {
        let long = "x".repeat(MAX_RECORD);
        for (row, place) in
            [(format!("2,{long},{long}\n"), "3:1!"), (format!("2,\"a\n\n{long}{long}\",b\n"), "3:3!")]
        {
            let next = 3 + row.matches('\n').count();
            let (rows, _) = read(&format!("id,article,summary\n1,a,b\n{row}3,c,d\n"), b',');
            assert_eq!((rows.len(), rows[0].as_str(), &rows[2]), (3, "2: 1|a|b", &format!("{next}: 3|c|d")));
            assert!(rows[1].starts_with(place) && rows[1].contains("longer than 32 MiB"), "{}", rows[1]);
        }
        // Whole rows behind an open mark come back although the mark is not closed within the limit.
        let rows: String = (0..400_000).map(|at| format!("{at},{},b\n", "a".repeat(90))).collect();
        let (rows, _) = read(&format!("id,article,summary\n1,a,\"b\n{rows}"), b',');
        assert_eq!(rows.len(), 400_001);
        assert!(rows[0].contains("is not closed within 32 MiB"), "{}", rows[0]);
    }

    #[test]
    fn a_table_of_open_marks_is_not_parsed_again_and_again() {
        let text = format!("a,b\nx,y{}", ",\"p\nq,r\n s\"".repeat(200_000));
        let mut table =
            TableReader::new(Arc::from("t"), Box::new(io::Cursor::new(text.clone().into_bytes())), b',');
        assert!(table.by_ref().count() > 1);
        assert!(table.again <= MAX_REPARSE_FACTOR * (text.len() + MAX_RECORD), "{} bytes", table.again);
        let header = format!("a,{}\nx,y\n", "b".repeat(MAX_RECORD));
        assert_eq!(read(&header, b',').0.len(), 1, "no row without the names of its columns");
    }

    #[test]
    fn a_header_is_read_whatever_its_width() {
        let names: Vec<String> = (0..100_000).map(|at| format!("c{at}")).collect();
        let (rows, _) = read(&format!("{}\n{}\n", names.join(","), ",".repeat(99_999)), b',');
        assert_eq!(rows.len(), 1);
        assert!(read("a,b,a\n1,2,3\n", b',').0[0].contains("two columns are called `a`"));
        assert!(
            read("a,\"b\n1,2\n", b',').0[0]
                .starts_with("1:3! the quotation mark that opens here is never closed")
        );
    }

    proptest! {
        /// However the stream is split into reads, and with any bytes: the same rows without a panic, each
        /// with a line of the table.
        #[test]
        fn rows_do_not_depend_on_the_reads(
            text in "(a|b|,|\"|\"\"|\n|\r\n| |é){0,60}",
            capacity in 1_usize..9,
        ) {
            let text = format!("x,y\n{text}");
            let whole = read(&text, b',');
            let reader = io::BufReader::with_capacity(capacity, io::Cursor::new(text.clone().into_bytes()));
            prop_assert_eq!(&whole, &read_from(reader, b','));
            let lines = text.lines().count();
            prop_assert!(whole.0.len() <= lines);
        }

        /// Properly quoted cells are read as they were written.
        #[test]
        fn sound_tables_are_read_as_written(rows in proptest::collection::vec(("[a-z,\"\n]{1,12}", "[a-z \"]{0,8}"), 1..6)) {
            let quote = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
            let lines: Vec<String> = rows.iter().map(|(a, b)| format!("{},{}\r\n", quote(a), quote(b))).collect();
            let (read, _) = read(&format!("x,y\n{}", lines.concat()), b',');
            let cells: Vec<_> = read.iter().map(|row| row.split_once(": ").map_or("", |(_, cells)| cells)).collect();
            let written: Vec<_> = rows.iter().map(|(a, b)| format!("{a}|{b}")).collect();
            prop_assert_eq!(cells, written);
        }
    }
}
