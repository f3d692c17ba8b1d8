//! The document as Markdown.

use crate::agree::annotators::document::{Block, Matrix, Table};

/// The document as Markdown.
pub fn markdown(document: &[Block]) -> String {
    let block = |block: &Block| match block {
        Block::Title(title) => format!("# {}\n\n", escaped(title)),
        Block::Heading(heading) => format!("## {}\n\n", escaped(heading)),
        Block::Text(said) => format!("{}\n\n", escaped(said)),
        Block::Table(table) => rows(table),
        Block::Matrix(matrix) => rows(&counted(matrix)),
        // Its numbers stand in a table beside it.
        Block::Plot(_) => String::new(),
        Block::Trend(parts) => rows(&Table {
            caption: "Percent agreement over time, cases in the order of their judgement".to_owned(),
            heads: ["cases", "number", "percent agreement"].map(str::to_owned).to_vec(),
            rows: parts
                .iter()
                .map(|part| {
                    let cases = format!("{} to {}", part.first, part.last);
                    vec![cases, part.cases.to_string(), format!("{:.3}", part.percent)]
                })
                .collect(),
        }),
    };
    document.iter().map(block).collect()
}

fn counted(matrix: &Matrix) -> Table {
    let row = |(label, counts): (&String, &Vec<usize>)| {
        std::iter::once(label.clone()).chain(counts.iter().map(usize::to_string)).collect()
    };
    Table {
        caption: matrix.caption.clone(),
        heads: std::iter::once(String::new()).chain(matrix.labels.iter().cloned()).collect(),
        rows: matrix.labels.iter().zip(&matrix.counts).map(row).collect(),
    }
}

fn rows(table: &Table) -> String {
    let mut out = String::new();
    if !table.caption.is_empty() {
        out.push_str(&format!("{}:\n\n", escaped(&table.caption)));
    }
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    out.push_str(&row(&table.heads));
    out.push_str(&format!("|---|{}\n", "---:|".repeat(table.heads.len() - 1)));
    table.rows.iter().for_each(|cells| out.push_str(&row(cells)));
    out + "\n"
}

/// A text without any mark-up: what would be some is escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '|' | '<' | '>' | '#' | '~' | '&' | '$') {
            out.push('\\');
        }
        // A pair of brackets is a link where a parenthesis follows it; intervals have none.
        if matches!(c, '!') {
            out.push('\\');
        }
        out.push(c);
    }
    out.replace("](", "]\\(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_mark_up() {
        assert_eq!(escaped("a|b <i> ![x](y) *c*"), "a\\|b \\<i\\> \\![x]\\(y) \\*c\\*");
    }
}
