//! Rows of CSV, which any spreadsheet may open.

use std::borrow::Cow;

use crate::text::visible::{Shape, visible};

/// A row. CSV has no escapes: a control character in a cell becomes a mark. A cell that a spreadsheet would take for a
/// formula has an apostrophe put before it, which spreadsheets take for the beginning of a text. A number is not a formula, be it
/// an id such as `+13`, which keeps its text: who reads the column as text finds the id as it was given.
pub fn cells(row: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut writer = csv_core::Writer::new();
    let (mut bytes, mut end) = (Vec::new(), 0);
    for (at, cell) in row.into_iter().enumerate() {
        let cell = neutral(cell.as_ref());
        // Quoted, a cell has every mark of its own twice, two more around it, and what separates it from the next.
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

/// A cell that is not a formula. What begins one (`=`, `+`, `-`, `@`, in full width too, and what a spreadsheet skips
/// before one) is disarmed; a number keeps its sign.
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
