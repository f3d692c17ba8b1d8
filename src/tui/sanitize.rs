//! Drawing of text, glyph by glyph, with the marks of `text::visible` for characters that are not sent to the
//! terminal.
//!
//! A text under judgement is untrusted: it may contain escape sequences, C1 controls, bidirectional overrides
//! and characters of zero width. None of them is sent to the terminal. Each is drawn as a visible mark, so
//! that a reader sees that it is there, and sees the characters in the order in which they are analysed.
//!
//! The unit of drawing is the [`Glyph`]: a grapheme cluster if that is safe, else one character or its mark.
//! Splitting a text into glyphs looks only forward, and only a bounded number of bytes.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::text::visible::{LINE_END, danger, mark};

/// Most characters in a glyph; a longer run of combining marks continues in the next glyph.
const GLYPH_CHARS: usize = 16;
/// Bytes looked at for one glyph: room for [`GLYPH_CHARS`] characters and the one after.
const GLYPH_WINDOW: usize = (GLYPH_CHARS + 1) * 4;
/// Most columns of a glyph; wider clusters (sequences of Hangul letters) are split into characters.
const GLYPH_COLUMNS: usize = 8;
/// How a tab is drawn. A fixed width keeps wrapping independent of the preceding text.
const TAB: &str = "→   ";

/// The kind of a glyph, for wrapping and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlyphKind {
    /// A visible character or cluster.
    Plain,
    /// White space after which a line may be broken.
    Space,
    /// A line feed, or carriage return and line feed; it ends the line and takes no columns.
    LineEnd,
    /// A character that is not sent to the terminal; a mark is drawn instead.
    Marked,
}

/// The smallest unit of text that is drawn, selected or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Length in bytes, at least 1.
    pub len: usize,
    /// Width in columns: 0 for a line end, else 1 to 8.
    pub width: usize,
    pub kind: GlyphKind,
}

/// Returns the first glyph of a text; `None` if the text is empty.
pub fn glyph(text: &str) -> Option<Glyph> {
    let bytes = text.as_bytes();
    let first = *bytes.first()?;
    // The common case: printable ASCII followed by ASCII.
    if (0x20..0x7f).contains(&first) && bytes.get(1).is_none_or(u8::is_ascii) {
        let kind = if first == b' ' { GlyphKind::Space } else { GlyphKind::Plain };
        return Some(Glyph { len: 1, width: 1, kind });
    }
    let mut chars = text.chars();
    let c = chars.next()?;
    if let Some(width) = simple_width(c)
        && chars.next().is_none_or(|next| next.is_ascii() || simple_width(next).is_some())
    {
        return Some(Glyph { len: c.len_utf8(), width, kind: GlyphKind::Plain });
    }
    Some(slow_glyph(text, c))
}

/// Returns the width in columns of characters that never form a cluster with a neighbour of these ranges.
fn simple_width(c: char) -> Option<usize> {
    match u32::from(c) {
        0xa1..=0xac | 0xae..=0x2ff | 0x391..=0x3a1 | 0x3a3..=0x482 | 0x48a..=0x52f => Some(1),
        0x2010..=0x2027 | 0x2030..=0x205e => Some(1),
        0x3001..=0x3029 | 0x3041..=0x3096 | 0x30a1..=0x30fa | 0x3400..=0x4dbf | 0x4e00..=0x9fff => Some(2),
        0xff01..=0xff5e => Some(2),
        _ => None,
    }
    .filter(|&width| c.width() == Some(width))
}

fn slow_glyph(text: &str, first: char) -> Glyph {
    let window = &text[..text.floor_char_boundary(GLYPH_WINDOW.min(text.len()))];
    match first {
        '\n' => return Glyph { len: 1, width: 0, kind: GlyphKind::LineEnd },
        '\r' if window.as_bytes().get(1) == Some(&b'\n') => {
            return Glyph { len: 2, width: 0, kind: GlyphKind::LineEnd };
        }
        '\t' => return Glyph { len: 1, width: TAB.width(), kind: GlyphKind::Space },
        _ => {}
    }
    let cluster = window.graphemes(true).next().unwrap_or_default();
    let len = safe_prefix(cluster);
    if len == 0 {
        let len = first.len_utf8();
        return Glyph { len, width: mark(first).width(), kind: GlyphKind::Marked };
    }
    let cluster = &cluster[..len];
    let kind = if is_break_space(first) { GlyphKind::Space } else { GlyphKind::Plain };
    match cluster.width() {
        0 => Glyph { len, width: 1, kind: GlyphKind::Plain },
        width if width <= GLYPH_COLUMNS => Glyph { len, width, kind },
        _ => Glyph { len: first.len_utf8(), width: first.width().unwrap_or(1).max(1), kind },
    }
}

/// Returns the length of the part of a cluster that may be sent to a terminal: up to the first unsafe
/// character.
fn safe_prefix(cluster: &str) -> usize {
    let mut before: Option<char> = None;
    let mut flag = false;
    let mut chars = cluster.char_indices().peekable();
    let mut count = 0;
    while let Some((at, c)) = chars.next() {
        if count == GLYPH_CHARS {
            return at;
        }
        let allowed = match c {
            // Joins two emoji into one picture; anywhere else it is only a hidden character.
            '\u{200d}' => {
                before.is_some_and(is_emoji_part) && chars.peek().is_some_and(|&(_, next)| is_emoji(next))
            }
            // Text or emoji presentation of the preceding character.
            '\u{fe0e}' | '\u{fe0f}' => before.is_some_and(|b| is_emoji(b) || is_keycap(b)),
            // Tags of a flag's region, as in the flag of Scotland; elsewhere they carry hidden text.
            '\u{e0020}'..='\u{e007f}' => flag,
            // The joiner, variation selectors and flag letters are let through above, as parts of an emoji.
            c => danger(c).is_none(),
        };
        if !allowed {
            return at;
        }
        flag |= c == '\u{1f3f4}';
        before = Some(c);
        count += 1;
    }
    cluster.len()
}

fn is_emoji(c: char) -> bool {
    matches!(u32::from(c), 0xa9 | 0xae | 0x203c | 0x2049 | 0x2122 | 0x2139 | 0x2190..=0x21ff | 0x2300..=0x23ff
        | 0x24c2 | 0x25a0..=0x27bf | 0x2934..=0x2935 | 0x2b00..=0x2bff | 0x3030 | 0x303d | 0x3297 | 0x3299
        | 0x1f000..=0x1faff)
}

fn is_emoji_part(c: char) -> bool {
    is_emoji(c) || c == '\u{fe0f}'
}

fn is_keycap(c: char) -> bool {
    c.is_ascii_digit() || c == '#' || c == '*'
}

fn is_break_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}')
}

/// Returns what is drawn for a glyph: safe to send, and exactly as wide as the glyph.
pub fn shown<'a>(text: &'a str, glyph: &Glyph) -> Cow<'a, str> {
    let text = &text[..glyph.len];
    match glyph.kind {
        GlyphKind::LineEnd => Cow::Borrowed(""),
        GlyphKind::Marked => mark(text.chars().next().unwrap_or('\u{fffd}')),
        GlyphKind::Space if text == "\t" => Cow::Borrowed(TAB),
        // Combining marks without a base are drawn on the dotted circle that Unicode uses for this.
        _ if text.width() == 0 => Cow::Owned(format!("\u{25cc}{text}")),
        _ => Cow::Borrowed(text),
    }
}

/// Removes from the cells of a screen everything that is not a single safe glyph. This is the last line of
/// defence, whichever component drew the cells.
pub fn scrub(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if symbol.len() <= 1 && symbol.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
            continue;
        }
        match glyph(symbol) {
            Some(glyph) if glyph.kind == GlyphKind::Plain && glyph.len == symbol.len() => {}
            Some(glyph) if glyph.kind == GlyphKind::Plain => {
                let kept = symbol[..glyph.len].to_owned();
                cell.set_symbol(&kept);
            }
            _ => _ = cell.set_symbol(" "),
        }
    }
}

/// Converts a text to one safe line, for labels and titles. Line ends become `⏎`, unsafe characters their
/// marks.
pub fn line(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(glyph) = glyph(rest) {
        match glyph.kind {
            GlyphKind::LineEnd => out.push_str(LINE_END),
            GlyphKind::Space => out.push(' '),
            _ => out.push_str(&shown(rest, &glyph)),
        }
        rest = &rest[glyph.len..];
    }
    Cow::Owned(out)
}

/// Returns the width of a text in columns, summed glyph by glyph as it is drawn. Measured as a whole, some
/// pairs of Arabic letters would count as one.
pub fn width(text: &str) -> usize {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return text.len();
    }
    let mut rest = text;
    let mut columns = 0;
    while let Some(glyph) = glyph(rest) {
        columns += glyph.width;
        rest = &rest[glyph.len..];
    }
    columns
}

/// Converts a text to one safe line of at most `columns`; a final `…` shows that it was cut.
pub fn fit(text: &str, columns: usize) -> Cow<'_, str> {
    let line = line(text);
    if line.len() <= columns || width(&line) <= columns {
        return line;
    }
    let mut out = String::new();
    let mut used = 0;
    let mut rest: &str = &line;
    while let Some(glyph) = glyph(rest) {
        if used + glyph.width + 1 > columns {
            break;
        }
        out.push_str(&rest[..glyph.len]);
        used += glyph.width;
        rest = &rest[glyph.len..];
    }
    if columns > 0 {
        out.push('…');
    }
    Cow::Owned(out)
}

#[cfg(test)]
pub(crate) mod tests;
