//! An editable, soft-wrapped text with evidence painted over it.
//!
//! The pane is addressed in bytes throughout, like the rest of the program: the text is one string, the
//! cursor is a byte offset, and a change replaces a range of bytes. Screen rows are derived ([`rows`](self)
//! follow an edit without reading the whole text again), and drawing is a pure function of the pane and of
//! what is painted.
//!
//! Invariants: the cursor and both ends of a selection are at the start of a glyph or at the end of the text;
//! an unedited text is returned byte for byte.

mod draw;
mod edit;
mod history;
pub(super) mod rows;

use std::cell::OnceCell;
use std::sync::Arc;

pub use draw::{EVIDENCE_BRACKETS, PaneStyle, SpanPaint};
pub use edit::{Edit, Move};
pub use history::TextReplacement;

use crate::text::Span;
use edit::{left, right, word_around, word_left, word_right};
use history::{Join, TextHistory};
use rows::Rows;

/// Columns and rows before the first [`Pane::resize`].
const UNSIZED: (u16, u16) = (80, 24);
/// Rows of context kept above and below a position that is scrolled to, if there is room.
const MARGIN: usize = 2;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditEffect {
    pub changed: bool,
    /// Text that was copied or cut, for the clipboard.
    pub copied: Option<String>,
}

/// An editable text, with its cursor, its history and the visible part.
#[derive(Clone, Debug)]
pub struct Pane {
    text: String,
    shared: OnceCell<Arc<str>>,
    opened: Arc<str>,
    edited: bool,
    version: u64,
    history: TextHistory,
    cursor: usize,
    /// Where the next character is typed if the last one became a part of the glyph after it: a flag or an
    /// emoji is typed in several.
    within_glyph: Option<usize>,
    /// The fixed end of the selection.
    anchor: Option<usize>,
    /// The column that moves up and down return to.
    goal: Option<usize>,
    /// Columns available for text in a row.
    columns: usize,
    /// Wrapped on first use: a long text takes a while, and its width is not known at first.
    rows: OnceCell<Rows>,
    /// Whether the margin has room for sentence numbers.
    numbered: bool,
    /// The first visible row.
    top: usize,
    /// Number of visible rows.
    height: usize,
}

impl Pane {
    /// Returns a pane on a text, with the cursor at the start.
    pub fn new(text: &str) -> Pane {
        Pane {
            text: text.to_string(),
            shared: OnceCell::new(),
            opened: Arc::from(text),
            edited: false,
            version: 0,
            history: TextHistory::default(),
            cursor: 0,
            within_glyph: None,
            anchor: None,
            goal: None,
            columns: usize::from(UNSIZED.0) - draw::FRAME_COLUMNS,
            rows: OnceCell::new(),
            numbered: false,
            top: 0,
            height: usize::from(UNSIZED.1),
        }
    }

    /// Adds room for sentence numbers to the margin.
    #[must_use]
    pub fn numbered(mut self) -> Pane {
        self.numbered = true;
        self
    }

    /// Fits the pane to the area that it will be drawn in. The first call and every new width wrap the whole
    /// text; other calls cost nothing.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        let wide = self.text_columns(columns);
        let height = usize::from(rows.max(1));
        if wide != self.columns {
            let first = self.rows.take().map_or(0, |rows| rows.start(self.top));
            self.columns = wide;
            self.top = self.rows().row_of(first);
        }
        if height < self.height && self.cursor_row() >= self.top && self.cursor_row() < self.top + self.height
        {
            self.height = height;
            self.show_cursor();
        }
        self.height = height;
        self.clamp_top();
    }

    /// Returns the text, computed once for each version.
    pub fn text(&self) -> Arc<str> {
        Arc::clone(self.shared.get_or_init(|| Arc::from(self.text.as_str())))
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns a number that increases with each change of the text.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether the text differs from the text as opened.
    pub fn edited(&self) -> bool {
        self.edited
    }

    /// Returns the text as opened.
    pub fn opened(&self) -> &Arc<str> {
        &self.opened
    }

    /// Replaces the text that [`edited`](Self::edited) compares with.
    #[must_use]
    pub fn edited_since(mut self, opened: &str) -> Pane {
        if *self.text.as_str() != *opened {
            (self.opened, self.edited) = (Arc::from(opened), true);
        }
        self
    }

    /// Replaces the whole text as one undo step; only the part that differs is changed.
    pub fn replace(&mut self, text: &str) {
        let (span, with) = self.difference(text);
        self.change(span, with, Join::Alone);
        self.show_cursor();
    }

    /// Replaces the whole text without an undo step. Existing steps refer to the text before, and are valid
    /// again once it is restored.
    pub fn set(&mut self, text: &str) {
        let (span, with) = self.difference(text);
        self.edit(span.start, span.end, with);
        self.cursor = self.rows().ceil(span.start + with.len(), &self.text);
        self.show_cursor();
    }

    /// Returns the part that differs from a text, and the text's part in its place.
    fn difference<'a>(&self, text: &'a str) -> (Span, &'a str) {
        let old = self.text.as_str();
        let prefix: usize =
            old.chars().zip(text.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
        let (old_rest, new_rest) = (&old[prefix..], &text[prefix..]);
        let suffix: usize = old_rest
            .chars()
            .rev()
            .zip(new_rest.chars().rev())
            .take_while(|(a, b)| a == b)
            .map(|(a, _)| a.len_utf8())
            .sum();
        (Span::new(prefix, old.len() - suffix), &text[prefix..text.len() - suffix])
    }

    /// Returns the cursor, as a byte offset.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Moves the cursor to the glyph that contains a byte, drops the selection, and scrolls there if
    /// necessary.
    pub fn set_cursor(&mut self, byte: usize) {
        self.place(byte, false);
    }

    /// Drops the selection without scrolling, and begins a new undo step.
    pub fn end_step(&mut self) {
        self.history.close();
        (self.anchor, self.within_glyph) = (None, None);
    }

    /// Moves the end of the selection to a byte, as a drag of the mouse does. Without a selection, one begins
    /// at the cursor.
    pub fn drag_to(&mut self, byte: usize) {
        self.place(byte, true);
    }

    /// Selects a span, with the cursor at its end; an empty span drops the selection.
    pub fn select(&mut self, span: Span) {
        self.place(span.start, false);
        self.place(span.end, true);
    }

    /// Returns the selection, unless it is empty.
    pub fn selection(&self) -> Option<Span> {
        let anchor = self.anchor?;
        (anchor != self.cursor).then(|| Span::new(anchor.min(self.cursor), anchor.max(self.cursor)))
    }

    /// Returns the selected text.
    pub fn selected(&self) -> Option<&str> {
        self.selection().map(|span| &self.text[span.range()])
    }

    /// Scrolls so that a span is visible, or its start if it is too long. Does nothing if it is visible
    /// already.
    pub fn scroll_to(&mut self, span: Span) {
        let (start, end) = self.within(span);
        let first = self.rows().row_of(start);
        let last = self.rows().row_of(end.saturating_sub(1).max(start));
        self.show_rows(first, last);
    }

    /// Scrolls by rows; positive is down. The cursor keeps its position in the text.
    pub fn scroll_by(&mut self, rows: isize) {
        self.top = self.top.saturating_add_signed(rows);
        self.clamp_top();
    }

    /// Scrolls so that the row of a byte is the first visible one, as far as the length of the text allows.
    pub fn show_from(&mut self, byte: usize) {
        let (start, _) = self.within(Span::new(byte, byte));
        self.top = self.rows().row_of(start);
        self.clamp_top();
    }

    /// Returns the rows that the text takes in an area of the given width, counted up to `most`.
    pub fn rows_within(&self, columns: u16, most: usize) -> usize {
        let wide = self.text_columns(columns);
        match self.rows.get().filter(|_| wide == self.columns) {
            Some(rows) => rows.len().min(most),
            None => Rows::count(&self.text, wide, most),
        }
    }

    /// Returns the visible bytes.
    pub fn visible(&self) -> Span {
        let last = (self.top + self.height - 1).min(self.rows().len() - 1);
        Span::new(self.rows().start(self.top), self.rows().end(last, &self.text))
    }

    /// Returns the number of visible rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the number of rows of the whole text, and the first visible one.
    pub fn scroll_state(&self) -> (usize, usize) {
        (self.rows().len(), self.top)
    }

    /// Returns the byte under a cell, counted from the upper left of the pane's area. In the margin it is the
    /// row's start; beyond the end of the text it is the text's end. `None` outside the area.
    pub fn byte_at(&self, column: u16, row: u16) -> Option<usize> {
        let row = usize::from(row);
        if row >= self.height || usize::from(column) >= self.columns + self.frame_columns() {
            return None;
        }
        if self.top + row >= self.rows().len() {
            return Some(self.text.len());
        }
        let column = usize::from(column).saturating_sub(self.gutter());
        Some(self.rows().byte_at(self.top + row, column, &self.text))
    }

    /// Returns the cell of a byte, from the upper left of the area; `None` if it is scrolled out of view.
    pub fn cell_of(&self, byte: usize) -> Option<(u16, u16)> {
        let (row, column) = self.rows().position(byte.min(self.text.len()), &self.text);
        let row = row.checked_sub(self.top).filter(|&r| r < self.height)?;
        Some((u16::try_from(column + self.gutter()).ok()?, u16::try_from(row).ok()?))
    }

    /// Returns the number of steps that can be undone.
    pub fn steps(&self) -> usize {
        self.history.len()
    }

    /// Returns the number of the undo step that the newest edit began or joined.
    pub fn newest_step(&self) -> u64 {
        self.history.newest()
    }

    fn rows(&self) -> &Rows {
        self.rows.get_or_init(|| Rows::new(&self.text, self.columns))
    }

    /// Returns the columns available for text in an area of this width.
    fn text_columns(&self, columns: u16) -> usize {
        usize::from(columns).saturating_sub(self.frame_columns()).max(rows::MIN_COLUMNS)
    }

    /// Carries out an edit.
    pub fn apply(&mut self, edit: Edit) -> EditEffect {
        let before = self.version;
        let mut copied = None;
        match edit {
            Edit::Move(to) => self.travel(to, false),
            Edit::Select(to) => self.travel(to, true),
            Edit::SelectAll => {
                self.history.close();
                self.anchor = Some(0);
                self.cursor = self.text.len();
            }
            Edit::SelectWord => {
                let (start, end) = word_around(&self.text, self.cursor);
                self.select(Span::new(start, end));
            }
            Edit::Deselect => self.anchor = None,
            Edit::Insert('\n') | Edit::Newline => {
                let end = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
                self.put(end, Join::Alone);
            }
            Edit::Insert(c) if c.is_control() && c != '\t' => {}
            Edit::Insert(c) => {
                self.put(c.encode_utf8(&mut [0; 4]), Join::Typed);
            }
            Edit::Paste(text) => self.put(&text, Join::Alone),
            Edit::Delete(to) => self.delete(to),
            Edit::Cut => {
                copied = self.selected().map(str::to_string);
                if let Some(span) = self.selection() {
                    self.change(span, "", Join::Alone);
                    self.show_cursor();
                }
            }
            Edit::Copy => copied = self.selected().map(str::to_string),
            Edit::Undo => self.step_back(),
            Edit::Redo => self.step_forward(),
        }
        EditEffect { changed: self.version != before, copied }
    }

    fn put(&mut self, text: &str, join: Join) {
        let selection = self.selection();
        if text.is_empty() && selection.is_none() {
            return;
        }
        if selection.is_some() {
            // A run begins here and continues with further typing, because typing over words is one change.
            self.history.close();
        }
        let at = self.within_glyph.filter(|_| join == Join::Typed).unwrap_or(self.cursor);
        self.change(selection.unwrap_or(Span::new(at, at)), text, join);
        self.show_cursor();
    }

    fn delete(&mut self, to: Move) {
        let typed = self.within_glyph.filter(|_| to == Move::Left).and_then(|end| {
            let last = self.text[..end].chars().next_back()?;
            Some(Span::new(end - last.len_utf8(), end))
        });
        let span = self.selection().or(typed).unwrap_or_else(|| {
            let mut target = self.target(to);
            // If nothing is left in this direction on the line, the line end is deleted.
            if target == self.cursor {
                match to {
                    Move::RowEnd => target = right(self.rows(), &self.text, target),
                    Move::RowStart => target = left(self.rows(), &self.text, target),
                    _ => {}
                }
            }
            Span::new(self.cursor.min(target), self.cursor.max(target))
        });
        if span.start < span.end {
            if self.selection().is_some() || !matches!(to, Move::Left | Move::Right) {
                // Deleting more than a character is a separate change, together with what is then typed in
                // its place.
                self.history.close();
            }
            self.change(span, "", Join::Deleted);
        }
        self.show_cursor();
    }

    /// Makes a change and records it.
    fn change(&mut self, span: Span, with: &str, join: Join) {
        if span.start == span.end && with.is_empty() {
            return;
        }
        let removed = self.text[span.range()].to_string();
        let change =
            TextReplacement { at: span.start, removed, inserted: with.to_string(), cursor: self.cursor };
        self.edit(span.start, span.end, with);
        self.history.push(change, join);
        let end = span.start + with.len();
        self.cursor = self.rows().ceil(end, &self.text);
        self.within_glyph = (join == Join::Typed && end < self.cursor).then_some(end);
    }

    /// Replaces the bytes from `start` to `end` by `with`. The text is changed nowhere else.
    fn edit(&mut self, start: usize, end: usize, with: &str) {
        self.text.replace_range(start..end, with);
        self.shared = OnceCell::new();
        if let Some(rows) = self.rows.get_mut() {
            rows.edit(&self.text, start, end - start, with.len(), rows::REWRAPPED);
        }
        self.version += 1;
        self.edited = *self.text != *self.opened;
        self.anchor = None;
        self.within_glyph = None;
        self.goal = None;
        self.cursor = self.cursor.min(self.text.len());
        self.clamp_top();
    }

    fn step_back(&mut self) {
        let Some(change) = self.history.undo().cloned() else { return };
        self.edit(change.at, change.at + change.inserted.len(), &change.removed);
        self.cursor = self.rows().floor(change.cursor, &self.text);
        self.show_cursor();
    }

    fn step_forward(&mut self) {
        let Some(change) = self.history.redo().cloned() else { return };
        self.edit(change.at, change.at + change.removed.len(), &change.inserted);
        self.cursor = self.rows().ceil(change.at + change.inserted.len(), &self.text);
        self.show_cursor();
    }

    fn travel(&mut self, to: Move, select: bool) {
        // Without the selecting key, a step from a selection goes to its edge.
        let target = match (to, select, self.selection()) {
            (Move::Left, false, Some(span)) => span.start,
            (Move::Right, false, Some(span)) => span.end,
            _ => self.target(to),
        };
        let goal = match to {
            Move::Up | Move::Down | Move::PageUp | Move::PageDown => {
                Some(self.goal.unwrap_or_else(|| self.rows().position(self.cursor, &self.text).1))
            }
            _ => None,
        };
        self.place(target, select);
        self.goal = goal;
    }

    /// Returns where a move from the cursor ends.
    fn target(&self, to: Move) -> usize {
        let (rows, text, at) = (self.rows(), self.text.as_str(), self.cursor);
        let row = rows.row_of(at);
        let vertical = |by: isize| {
            let Some(row) = row.checked_add_signed(by) else { return 0 };
            if row >= rows.len() {
                return text.len();
            }
            rows.byte_at(row, self.goal.unwrap_or_else(|| rows.position(at, text).1), text)
        };
        let page = self.height.saturating_sub(1).max(1).cast_signed();
        match to {
            Move::Left => left(rows, text, at),
            Move::Right => right(rows, text, at),
            Move::WordLeft => rows.floor(word_left(text, at), text),
            Move::WordRight => rows.ceil(word_right(text, at), text),
            Move::Up => vertical(-1),
            Move::Down => vertical(1),
            Move::PageUp => vertical(-page),
            Move::PageDown => vertical(page),
            Move::RowStart => rows.start(row),
            Move::RowEnd => rows.byte_at(row, usize::MAX, text),
            Move::Top => 0,
            Move::Bottom => text.len(),
        }
    }

    fn place(&mut self, byte: usize, select: bool) {
        self.history.close();
        self.within_glyph = None;
        if select {
            self.anchor = self.anchor.or(Some(self.cursor));
        } else {
            self.anchor = None;
        }
        self.cursor = self.rows().floor(byte, &self.text);
        self.goal = None;
        self.show_cursor();
    }

    fn cursor_row(&self) -> usize {
        self.rows().row_of(self.cursor)
    }

    fn show_cursor(&mut self) {
        let row = self.cursor_row();
        if row < self.top {
            self.top = row;
        } else if row >= self.top + self.height {
            self.top = row + 1 - self.height;
        }
        self.clamp_top();
    }

    fn show_rows(&mut self, first: usize, last: usize) {
        let bottom = self.top + self.height;
        if first >= self.top && last < bottom {
            return;
        }
        let margin = MARGIN.min(self.height.saturating_sub(last - first + 1) / 2);
        self.top = if first < self.top || last - first >= self.height {
            first.saturating_sub(margin)
        } else {
            (last + 1 + margin).saturating_sub(self.height)
        };
        self.clamp_top();
    }

    fn clamp_top(&mut self) {
        self.top = self.top.min(self.rows().len().saturating_sub(self.height));
    }

    /// Clamps a span, which may come from an older text, to this text, and widens it to whole characters.
    fn within(&self, span: Span) -> (usize, usize) {
        let start = self.text.floor_char_boundary(span.start.min(self.text.len()));
        let end = self.text.ceil_char_boundary(span.end.min(self.text.len()));
        (start, end.max(start))
    }
}

#[cfg(test)]
mod tests;
