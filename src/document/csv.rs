//! Writes CSV rows that are safe to open in any spreadsheet.

use std::borrow::Cow;

use crate::text::visible::{Shape, visible};

/// Formats a row. CSV has no escapes, so a control character in a cell is replaced by a visible symbol. A
/// cell that a spreadsheet would take for a formula is preceded by an apostrophe, which spreadsheets read
/// as the beginning of a text. A number is not a formula and stays unchanged, even if it is an id such as
/// `+13`, so that a reader of the column finds the id as given.
pub fn cells(row: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut writer = csv_core::Writer::new();
    let (mut bytes, mut end) = (Vec::new(), 0);
    for (at, cell) in row.into_iter().enumerate() {
        let cell = neutral(cell.as_ref());
        // Size of a quoted cell in the worst case: every quotation mark doubled, two around the cell, and
        // a delimiter.
        bytes.resize(end + 2 * cell.len() + 8, 0);
        if at > 0 {
            end += writer.delimiter(&mut bytes[end..]).1;
        }
        end += writer.field(cell.as_bytes(), &mut bytes[end..]).2;
    }
    bytes.resize(end + 8, 0);
    end += writer.terminator(&mut bytes[end..]).1;
    visible(&String::from_utf8_lossy(&bytes[..end]), Shape::Block).into_owned()
}

/// Returns a cell that is not a formula. A cell is escaped if it begins with `=`, `+`, `-` or `@` (also
/// in full width), possibly after characters that a spreadsheet skips. Numbers stay unchanged.
fn neutral(cell: &str) -> Cow<'_, str> {
    let first = cell.trim_start_matches(|c: char| c.is_whitespace() || c.is_control()).chars().next();
    let skips = cell.starts_with(['\t', '\r', '\n']);
    let begins = first.is_some_and(|c| matches!(c, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠'));
    let number = cell.parse::<f64>().is_ok_and(f64::is_finite);
    if (begins || skips) && !number { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_where_it_has_to_be() {
        let wanted = "a,\"b, \"\"c\"\"\n\",,\"\"\"\"\"\",␛\n";
        assert_eq!(cells(["a", "b, \"c\"\n", "", "\"\"", "\u{1b}"]), wanted);
    }

    #[test]
    fn no_cell_is_a_formula() {
        for formula in ["=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3", "\t=1", " =1", "＝1", "\r=1", "-"]
        {
            assert!(neutral(formula).starts_with('\''), "{formula}");
        }
        for plain in ["-3.5", "+2", "+13", "007", "1e-7", "a=b", "", "a-b", "'", "2024-05-01"] {
            assert_eq!(neutral(plain), plain);
        }
    }
}
