//! Options for reading an input whose name and first bytes do not show its format or, for a table, its
//! delimiter.

use super::encoding::without_mark;
use super::fields::FIELDS;

/// A format of case files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    Json,
    /// One JSON object a line.
    Lines,
    /// A table with commas between the cells.
    Csv,
    /// A table with tabs between the cells.
    Tsv,
    Parquet,
}

/// Options for reading an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Its format. `None` detects it from the name, else from the first bytes.
    pub format: Option<InputFormat>,
    /// Delimiter of the cells of a table. `None` detects it from the first line.
    pub delimiter: Option<u8>,
}

/// Possible delimiters of the cells of a table.
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// Returns the delimiter that the first line of a table states, as Excel writes it: `sep=;`.
pub fn stated(line: &[u8]) -> Option<u8> {
    let line = without_mark(line).trim_ascii_end();
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line.get(..4).filter(|begin| begin.eq_ignore_ascii_case(b"sep="))? {
        // The tab at the end was trimmed as white space.
        _ if line.len() == 4 => Some(b'\t'),
        _ => line[4..].first().copied().filter(|_| line.len() == 5),
    }
}

/// Whether a file of JSON lines begins with records that are laid out over several lines: its first line only
/// opens a value, and the next line does not begin with a record of its own where an object is opened.
pub fn is_laid_out(head: &[u8]) -> bool {
    let mut lines = without_mark(head).split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    match (lines.next(), lines.next()) {
        (Some(b"["), Some(_)) => true,
        (Some(b"{"), Some(next)) => !next.starts_with(b"{"),
        _ => false,
    }
}

/// Returns the delimiter of a header: the one that yields the most names of fields, if these are `least` or
/// more. `first` wins a tie.
pub fn parted_by(header: &[u8], first: u8, least: usize) -> Option<u8> {
    let header = String::from_utf8_lossy(without_mark(header));
    let known = |cell: &str| {
        let cell = cell.trim().trim_matches('"');
        FIELDS.iter().any(|field| field.name == cell || field.also.contains(&cell))
            || cell.starts_with("summary:")
    };
    let count = |delimiter: u8| {
        let cells: Vec<&str> = header.split(char::from(delimiter)).collect();
        if cells.len() < 2 { 0 } else { cells.into_iter().filter(|cell| known(cell)).count() }
    };
    let others = DELIMITERS.into_iter().filter(|delimiter| *delimiter != first);
    let all = others.chain([first]).map(|delimiter| (count(delimiter), delimiter));
    all.max_by_key(|(count, _)| *count)
        .filter(|(count, _)| *count >= least.max(1))
        .map(|(_, delimiter)| delimiter)
}

/// Kinds of files that cannot be read as cases: their first bytes, a description, and advice.
const REFUSED: &[(&[u8], &str, &str)] = &[
    (b"PK\x03\x04", "an Excel workbook or a zip archive", EXCEL),
    (b"\xD0\xCF\x11\xE0", "an old Excel workbook", EXCEL),
    (b"ARROW1", "a Feather (Arrow) file", FEATHER),
    (b"FEA1", "a Feather file", FEATHER),
    (b"\xFF\xFF\xFF\xFF", "an Arrow stream", FEATHER),
    (b"ORC", "an ORC file", "write it as Parquet"),
    (b"Obj\x01", "an Avro file", "write it as Parquet or JSON lines"),
    (b"BZh", "packed by bzip2", "`bzip2 -dc FILE | lockbench ... -`, or pack it by gzip or Zstandard"),
    (b"\xFD7zXZ\0", "packed by xz", "`xz -dc FILE | lockbench ... -`, or pack it by gzip or Zstandard"),
    (
        b"\x04\x22\x4D\x18",
        "packed by LZ4",
        "`lz4 -dc FILE | lockbench ... -`, or pack it by gzip or Zstandard",
    ),
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive", "unpack it first"),
    (
        b"SQLite format 3\0",
        "an SQLite file",
        "a review session is opened by `lockbench review --session FILE`; write other tables as CSV or JSON lines",
    ),
    (b"%PDF", "a PDF", "save its text as article.txt and summary.txt"),
    (b"{\\rtf", "an RTF document", "save its text as article.txt and summary.txt"),
    (b"\x89PNG", "an image", "give its text"),
    (b"\xFF\xD8\xFF", "an image", "give its text"),
    (b"\x7FELF", "a program", "give a text or a table of cases"),
    (b"\x80\x04\x95", "a Python pickle", "`pandas.read_pickle(FILE).to_parquet('cases.parquet')`"),
];

const EXCEL: &str = "save the sheet as CSV, or `pandas.read_excel(FILE).to_parquet('cases.parquet')`";
const FEATHER: &str = "`pandas.read_feather(FILE).to_parquet('cases.parquet')`";
/// Number of bytes that suffice to identify such a file.
pub const HEAD: usize = 16;

/// Returns what a file that begins with these bytes is, if it cannot be read as cases, and what to do about
/// it.
pub fn refused(head: &[u8]) -> Option<String> {
    let (_, what, advice) = REFUSED.iter().find(|(magic, ..)| head.starts_with(magic))?;
    Some(format!(
        "{what}, which is not read; {advice}. Read are JSON, JSON lines, CSV, TSV and Parquet, also .gz and .zst"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_may_say_what_parts_cells() {
        for (line, delimiter) in [
            ("sep=;", Some(b';')),
            ("\u{feff}SEP=|\r\n", Some(b'|')),
            ("\"sep=,\"", Some(b',')),
            ("sep=\t", Some(b'\t')),
            ("separate;x", None),
            ("sep=;;", None),
            ("", None),
        ] {
            assert_eq!(stated(line.as_bytes()), delimiter, "{line:?}");
        }
    }

    #[test]
    fn a_record_over_several_lines_shows_in_its_first_two_lines() {
        for (head, is) in [
            ("{\n \"id\": 1", true),
            ("\u{feff}{\r\n\r\n", true),
            ("[\n{\"id\": 1},\n", true),
            ("{\"id\": 1}\n{\n", false),
            // A line that was cut short, before a whole one.
            ("{\n{\"id\": 1}\n", false),
            ("{", false),
            ("", false),
        ] {
            assert_eq!(is_laid_out(head.as_bytes()), is, "{head:?}");
        }
    }

    #[test]
    fn a_header_shows_what_parts_its_cells() {
        for (header, delimiter) in [
            ("id,article,summary", Some(b',')),
            ("id;article;summary", Some(b';')),
            ("\u{feff}\"id\"\t\"document\"", Some(b'\t')),
            ("id|summary:gpt, v2|article", Some(b'|')),
            ("a,b;c", None),
            ("article", None),
        ] {
            assert_eq!(parted_by(header.as_bytes(), b',', 1), delimiter, "{header:?}");
        }
        assert_eq!(parted_by(b"id;article,summary", b';', 1), Some(b';'), "a tie");
    }

    #[test]
    fn what_is_not_read_is_named_with_what_to_do() {
        for (head, what) in [(&b"PK\x03\x04"[..], "Excel"), (b"BZh91AY", "bzip2"), (b"ARROW1\0\0", "Feather")]
        {
            let said = refused(head).unwrap();
            assert!(said.contains(what) && said.contains("Parquet"), "{said}");
        }
        assert_eq!(refused(b"{\"id\": 1}"), None);
    }
}
