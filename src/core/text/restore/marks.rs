//! Quotation marks and apostrophes that a tokeniser separated or replaced.

use super::{Edits, is_blank};
use crate::text::in_word_list;

/// The quotations that are open.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::text) struct Open {
    pub single: bool,
    pub double: bool,
}

/// Verbs that introduce or follow a quotation.
const SAYS: &str = " said says told tells added adds insisted insists explained explains wrote writes claimed claims asked asks \
    admitted admits read reads tweeted tweets ";
/// Largest number of words between a quotation and such a verb.
const SAID_BY: usize = 6;

/// A mark and its restored form.
struct Mark {
    bytes: usize,
    read: &'static str,
    double: bool,
    /// Whether its shape shows that it opens or closes a quotation.
    opens: Option<bool>,
}

fn mark(rest: &str) -> Option<Mark> {
    let (bytes, read, double, opens) = match rest.chars().next()? {
        '`' if rest.starts_with("``") => (2, "\"", true, None),
        '`' => (1, "'", false, Some(true)),
        '\'' if rest.starts_with("''") => (2, "\"", true, Some(false)),
        '\'' => (1, "'", false, None),
        '"' => (1, "\"", true, None),
        '‘' => (3, "‘", false, Some(true)),
        '’' => (3, "’", false, Some(false)),
        '“' => (3, "“", true, Some(true)),
        '”' => (3, "”", true, Some(false)),
        _ => return None,
    };
    Some(Mark { bytes, read, double, opens })
}

/// Restores the mark at a byte, or after the space there. Returns where to continue, if there is a mark.
pub(super) fn at(written: &str, at: usize, open: &mut Open, edits: &mut Edits) -> Option<usize> {
    let bytes = written.as_bytes();
    let spaced = bytes[at] == b' ';
    let start = at + usize::from(spaced);
    let mark = mark(&written[start..])?;
    let end = start + mark.bytes;
    let rest = &written[end..];
    let before = written[..at].chars().next_back().filter(|c| !c.is_whitespace());
    let apart = rest.starts_with(' ');
    if !mark.double && before.is_some_and(char::is_alphabetic) && mark.opens != Some(true) {
        if spaced && clitic(rest) {
            return Some(edits.put(at, start, "").max(end));
        }
        let is_name = || matches!(written[..at].rsplit(' ').next(), Some("o" | "O" | "d"));
        if spaced && apart && (clitic(&rest[1..]) || is_name()) {
            edits.put(at, start, "");
            return Some(edits.put(end, end + 1, ""));
        }
    }
    let written_so = &written[start..end];
    let is_open = if mark.double { &mut open.double } else { &mut open.single };
    // An apostrophe within a word does not belong to a quotation; neither does the mark of code.
    let within = !spaced && before.is_some_and(char::is_alphanumeric);
    if within && rest.starts_with(char::is_alphanumeric)
        || written_so == "`" && (is_code(rest) || !spaced && before.is_some())
    {
        return Some(end);
    }
    let first = before.is_none();
    let opens = match mark.opens {
        Some(opens) => opens,
        None if !spaced && !first => false,
        None if !apart && !rest.is_empty() => !*is_open || first || spaced && !mark.double,
        None => opens_apart(written[..at].trim_end(), *is_open, mark.double, rest),
    };
    *is_open = opens;
    if !opens && spaced && !first && (apart || is_blank(rest.as_bytes().first()) || mark.opens.is_some()) {
        edits.put(at, start, "");
    }
    if written_so != mark.read {
        edits.put(start, end, mark.read);
    }
    if opens && apart && rest.len() > 1 { Some(edits.put(end, end + 1, "")) } else { Some(end) }
}

/// Whether a mark with spaces on both sides opens a quotation, judging by its context.
fn opens_apart(before: &str, is_open: bool, double: bool, rest: &str) -> bool {
    if is_open || rest.trim().is_empty() {
        return false;
    }
    let is_said = || rest.split_whitespace().take(SAID_BY).any(is_saying);
    match before.chars().next_back() {
        Some(',') => !is_said(),
        Some('s') => double || !is_plural(before),
        _ => true,
    }
}

/// Whether a text ends in a word that may be followed by an apostrophe, like a plural; "she says" does not.
pub(in crate::text) fn is_plural(text: &str) -> bool {
    text.ends_with('s') && !text.rsplit(char::is_whitespace).next().is_some_and(is_saying)
}

fn is_saying(word: &str) -> bool {
    in_word_list(SAYS, word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Whether a text begins with a clitic, the part of a word after its apostrophe.
fn clitic(rest: &str) -> bool {
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let ends = rest[end..].chars().next().is_none_or(|c| !c.is_alphanumeric());
    ends && is_clitic(&rest[..end])
}

/// Whether a word is a clitic, the part of a word after its apostrophe.
pub(in crate::text) fn is_clitic(word: &str) -> bool {
    const CLITICS: [&str; 7] = ["s", "re", "ll", "ve", "m", "d", "t"];
    CLITICS.iter().any(|own| word.eq_ignore_ascii_case(own))
}

/// Whether the mark before a text is that of code, whose closing mark is the same as the opening one: "`x`".
fn is_code(rest: &str) -> bool {
    let Some(next) = rest.find(['`', '\'']) else { return true };
    rest[next..].starts_with('`') && !rest[..next].ends_with(' ') && next > 0
}

/// Removes the backslash in "\'"; two such marks become a double one.
pub(super) fn escaped(written: &str, at: usize, edits: &mut Edits) -> Option<usize> {
    let rest = &written[at..];
    if rest.starts_with("\\'\\'") {
        return Some(edits.put(at, at + 4, "\""));
    }
    rest[1..].starts_with(['\'', '"']).then(|| edits.put(at, at + 1, ""))
}
