//! Rows of CSV.

use crate::text::visible::{Shape, visible};

/// Characters by which a spreadsheet takes a cell for a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A row. CSV has no escapes: a control character in a cell becomes a mark.
pub fn row(row: &[impl AsRef<str>]) -> String {
    let mut writer = csv_core::Writer::new();
    // Quoted, a cell has every mark of its own twice, two more around it, and what separates it from the next.
    let room = |cell: &str| 2 * cell.len() + 3;
    let mut bytes = vec![0; row.iter().map(|cell| room(cell.as_ref())).sum::<usize>() + 1];
    let mut end = 0;
    for (at, cell) in row.iter().enumerate() {
        if at > 0 {
            end += writer.delimiter(&mut bytes[end..]).1;
        }
        end += writer.field(cell.as_ref().as_bytes(), &mut bytes[end..]).2;
    }
    end += writer.terminator(&mut bytes[end..]).1;
    visible(&String::from_utf8_lossy(&bytes[..end]), Shape::Block).into_owned()
}

/// A text of an input as a cell that no spreadsheet takes for a formula: an apostrophe stands before one.
pub fn harmless(text: &str) -> String {
    let formula = text.trim_start_matches(' ').starts_with(FORMULA);
    if formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_where_it_has_to_be() {
        let wanted = "a,\"b, \"\"c\"\"\n\",,\"\"\"\"\"\",␛\n";
        assert_eq!(row(&["a", "b, \"c\"\n", "", "\"\"", "\u{1b}"]), wanted);
    }

    #[test]
    fn a_formula_is_a_text() {
        for text in ["=1+1", "+1", "-cmd", "@SUM(A1)", "\t=1", "\r=1", " =1"] {
            assert_eq!(harmless(text), format!("'{text}"));
        }
        for text in ["ann", "", "a=b", "1-2", "'=1"] {
            assert_eq!(harmless(text), text);
        }
    }
}
