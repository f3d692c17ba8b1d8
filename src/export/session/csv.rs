//! A table of the cases, a row for each annotator.

use std::io::Write;

use crate::session::{COLUMNS, row};
use crate::text::visible::{Shape, visible};

use super::{ExportError, Exported};

pub(super) fn write(session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
    out.write_all(cells(COLUMNS).as_bytes())?;
    session.each(|id, folded| Ok(out.write_all(cells(row(id, folded)).as_bytes())?))
}

/// A row. CSV has no escapes: a control character in a cell becomes a mark.
fn cells<const N: usize>(row: [impl AsRef<str>; N]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_where_it_has_to_be() {
        let wanted = "a,\"b, \"\"c\"\"\n\",,\"\"\"\"\"\",␛\n";
        assert_eq!(cells(["a", "b, \"c\"\n", "", "\"\"", "\u{1b}"]), wanted);
    }
}
