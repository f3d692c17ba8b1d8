//! Markdown in which texts of an input are plain text: no emphasis, link, address, mention, table or tag.

use std::fmt::Display;

use crate::text::squeezed;
use crate::text::visible::{Shape, visible};

/// Returns a text of an input on one line, with markup escaped, for use inside a paragraph, item, heading
/// or cell.
pub fn escaped(text: &str) -> String {
    piece(text, true).trim().to_owned()
}

/// Escapes a piece of a line, keeping a blank at its ends; `first` if it begins the line.
pub fn piece(text: &str, first: bool) -> String {
    let squeezed = squeezed(text);
    let line = visible(&squeezed, Shape::Line);
    let mut blank = [!first && text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace)];
    // A text that consists only of blanks gets one blank.
    blank[1] &= !(blank[0] && line.trim().is_empty());
    let [before, behind] = blank.map(|blank| if blank { " " } else { "" });
    let text = format!("{before}{}{behind}", line.trim());
    let mut out = String::with_capacity(text.len() + 8);
    // At the beginning of a line, a text could start a list: `- x`, `1. x`.
    let number = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        let markup = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '$' | '^' | '{'
            | '}' => true,
            '-' | '+' | '=' => first && at == 0,
            '.' | ')' if at > 0 && at == number => first,
            // Addresses, account names and emoji names.
            '.' => text[..at].to_ascii_lowercase().ends_with("www"),
            ':' => next.is_some_and(|next| next == '/' || next.is_ascii_alphabetic() || "+-".contains(next)),
            '@' => next.is_some_and(|next| !next.is_whitespace()),
            _ => false,
        };
        if markup {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Formats a name of the program as code.
pub fn code(name: impl Display) -> String {
    format!("`{name}`")
}

/// Returns a table row of cells that are already Markdown.
pub fn row<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    let mut out = "|".to_owned();
    for cell in cells {
        out.push_str(&format!(" {} |", cell.as_ref()));
    }
    out.push('\n');
    out
}

/// Returns a table head of cells that are already Markdown. Columns from `numbers_from` on are aligned to
/// the right.
pub fn head<S: AsRef<str>>(titles: &[S], numbers_from: usize) -> String {
    let rule = |at: usize| if at >= numbers_from { "---:|" } else { "---|" };
    format!("{}|{}\n", row(titles), (0..titles.len()).map(rule).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_of_a_text_is_text() {
        for (text, wanted) in [
            ("# a *b* _c_ `d` | e", "\\# a \\*b\\* \\_c\\_ \\`d\\` \\| e"),
            ("<script>x</script> &amp;", "\\<script\\>x\\</script\\> \\&amp;"),
            ("[x](http://y.z) www.y.z", "\\[x\\](http\\://y.z) www\\.y.z"),
            ("- 1. a\n\nb  c", "\\- 1. a b c"),
            ("12. May at 12:30", "12\\. May at 12:30"),
            ("mail ann@example.org :tada: @ann", "mail ann\\@example.org \\:tada: \\@ann"),
        ] {
            assert_eq!(escaped(text), wanted);
        }
    }
}
