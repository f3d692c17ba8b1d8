//! Drawing a pane: a pure function of the pane, the paints, and the theme.
//!
//! Nothing is inserted into the text for the sake of marks, so wrapping and the mouse do not depend on the
//! paints. A mark is drawn in the white space beside its span or, if there is none, in the margin of its row:
//!
//! ```text
//! ▌1ᵃThe council approvedᵃthe new budget on   ┃
//! ▌  Tuesday, by⟦7 votes to 2⟧. The budget    ▪
//!  2┊raises spending on schools.              │
//! ```
//!
//! The numbers in the margin are sentence numbers, in ordinary digits, separated from the text by a line
//! unless a mark is there. Raised letters are those of labels.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::Pane;
use super::rows::{Cell, Rows};
use crate::text::Span;
use crate::tui::sanitize::{GlyphKind, shown};
use crate::tui::theme::{Theme, ThemeRole};

/// Columns of a margin without numbers: the bar of the current sentence, and a mark.
const GUTTER: usize = 2;
/// Columns other than text and sentence numbers: the margin, the cursor's place after a full row, and the
/// scroll bar.
pub(super) const FRAME_COLUMNS: usize = GUTTER + 2;
/// Lengths of text, in bytes, from which sentence numbers get a third, fourth and fifth digit. Sentences of
/// fewer than 40 bytes on average are not expected; with more sentences than that, the last numbers are left
/// out.
const LONGER: [usize; 3] = [4_000, 40_000, 400_000];

/// Brackets around the words of the label in focus, since many readers cannot rely on colour alone.
pub const EVIDENCE_BRACKETS: [&str; 2] = ["⟦", "⟧"];

/// A span with its style. If paints overlap, the colours of the later one win and emphases are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanPaint<'a> {
    /// Position in bytes of the pane's text; the part beyond the end of the text is ignored.
    pub span: Span,
    pub role: ThemeRole,
    /// A mark of one column drawn after the span, such as `ᵃ`. Without one, a span of [`ThemeRole::Selected`]
    /// is enclosed in `⟦ ⟧`.
    pub mark: Option<&'a str>,
}

/// The inputs to drawing besides the pane itself.
#[derive(Clone, Copy, Debug)]
pub struct PaneStyle<'a> {
    pub theme: &'a Theme,
    /// The evidence, in painting order.
    pub paints: &'a [SpanPaint<'a>],
    /// The sentence that a bar in the margin marks.
    pub sentence: Option<Span>,
    /// Positions at which sentences begin, and their numbers, in text order. A row shows the number of the
    /// first sentence that begins in it.
    pub numbers: &'a [(usize, usize)],
    /// Whether the pane has the focus.
    pub focused: bool,
    /// Text shown if the pane is empty.
    pub hint: &'a str,
}

impl Pane {
    /// Returns the columns of the margin. With sentence numbers, the bar of the current sentence takes the
    /// first of their columns.
    pub(super) fn gutter(&self) -> usize {
        let longer = LONGER.iter().filter(|bytes| self.text.len() >= **bytes).count();
        if self.numbered { GUTTER + 1 + longer } else { GUTTER }
    }

    /// Returns the columns that are not available for text.
    pub(super) fn frame_columns(&self) -> usize {
        self.gutter() + FRAME_COLUMNS - GUTTER
    }

    /// Draws the pane. The area should be the one last passed to [`Pane::resize`]; otherwise rows that are
    /// too long are cut off.
    pub fn draw(&self, area: Rect, buf: &mut Buffer, look: &PaneStyle<'_>) {
        let area = area.intersection(buf.area);
        if area.is_empty() {
            return;
        }
        let width = usize::from(area.width).saturating_sub(1);
        let frame = Frame { pane: self, area, look, width, gutter: self.gutter() };
        if self.text.is_empty() {
            let hint = crate::tui::sanitize::fit(look.hint, frame.width.saturating_sub(frame.gutter + 1));
            frame.put(buf, frame.gutter + 1, 0, &hint, look.theme.style(ThemeRole::Dim));
        }
        let seen = self.visible();
        let paints: Vec<SpanPaint<'_>> =
            look.paints.iter().filter(|p| p.span.overlaps(seen)).copied().collect();
        let rows = usize::from(area.height).min(self.rows().len() - self.top);
        for y in 0..rows {
            frame.row(buf, y, &paints);
        }
        frame.cursor(buf);
        frame.bar(buf);
    }
}

struct Frame<'a> {
    pane: &'a Pane,
    area: Rect,
    look: &'a PaneStyle<'a>,
    /// Columns left of the scroll bar.
    width: usize,
    /// Columns of the margin.
    gutter: usize,
}

impl Frame<'_> {
    fn rows(&self) -> &Rows {
        self.pane.rows()
    }

    fn style(&self, role: ThemeRole) -> Style {
        self.look.theme.style(role)
    }

    /// Draws sanitized text at a column and row of the area, if it fits left of the scroll bar.
    fn put(&self, buf: &mut Buffer, column: usize, row: usize, text: &str, style: Style) {
        let width = text.width();
        if column + width > self.width || row >= usize::from(self.area.height) {
            return;
        }
        let (x, y) = (self.area.x + to_u16(column), self.area.y + to_u16(row));
        // Only marks and hints have several glyphs; a cluster of the text is written to one cell as it is.
        buf.set_stringn(x, y, text, width, style);
    }

    /// Returns the cell of the buffer at a column and row of the area.
    fn at<'b>(
        &self,
        buf: &'b mut Buffer,
        column: usize,
        row: usize,
    ) -> Option<&'b mut ratatui::buffer::Cell> {
        if column >= self.width {
            return None;
        }
        buf.cell_mut(Position::new(self.area.x + to_u16(column), self.area.y + to_u16(row)))
    }

    fn row(&self, buf: &mut Buffer, y: usize, paints: &[SpanPaint<'_>]) {
        let text = self.pane.text.as_str();
        let row = self.pane.top + y;
        let span = Span::new(self.rows().start(row), self.rows().end(row, text));
        let cells: Vec<Cell> = self.rows().cells(row, text).collect();
        let paints: Vec<&SpanPaint<'_>> = paints.iter().filter(|p| p.span.overlaps(span)).collect();
        let sentence = self.look.sentence.filter(|s| s.overlaps(span));
        let selection = self.pane.selection().filter(|s| s.overlaps(span));

        let base = if is_heading(text, span.start) { self.style(ThemeRole::Title) } else { Style::new() };
        for cell in &cells {
            let here = Span::new(cell.start, cell.start + cell.glyph.len);
            let mut style = base;
            if sentence.is_some_and(|s| s.overlaps(here)) {
                style = style.patch(self.style(ThemeRole::Sentence));
            }
            for paint in paints.iter().filter(|p| p.span.overlaps(here)) {
                style = style.patch(self.style(paint.role));
            }
            if cell.glyph.kind == GlyphKind::Marked {
                style = style.patch(self.style(ThemeRole::Mark));
            }
            if selection.is_some_and(|s| s.overlaps(here)) {
                style = over(style, self.style(ThemeRole::Selection));
            }
            self.glyph(buf, cell, y, style);
        }
        let marked = self.marks(buf, y, &cells, &paints);
        if sentence.is_some() {
            self.put(buf, 0, y, "▌", self.style(ThemeRole::Accent));
        }
        let known = self.look.numbers.partition_point(|(at, _)| *at < span.start);
        if let Some((at, number)) = self.look.numbers.get(known).filter(|(at, _)| *at < span.end) {
            let here = self.look.sentence.is_some_and(|sentence| sentence.start == *at);
            self.number(buf, y, *number, if here { ThemeRole::Accent } else { ThemeRole::Dim }, marked);
        }
    }

    /// Draws the number of a sentence in the margin, left of the column for a mark. Without a mark, a line in
    /// that column separates the number from the words of the text.
    fn number(&self, buf: &mut Buffer, y: usize, number: usize, role: ThemeRole, marked: bool) {
        let digits = number.to_string();
        if let Some(column) = (self.gutter - 1).checked_sub(digits.len()).filter(|_| self.pane.numbered) {
            self.put(buf, column, y, &digits, self.style(role));
            if !marked {
                self.put(buf, self.gutter - 1, y, "┊", self.style(ThemeRole::Dim));
            }
        }
    }

    fn glyph(&self, buf: &mut Buffer, cell: &Cell, y: usize, style: Style) {
        let (column, glyph) = (self.gutter + cell.column, cell.glyph);
        let shown = shown(&self.pane.text[cell.start..], &glyph);
        if column + glyph.width > self.width {
            return;
        }
        match glyph.kind {
            // A selected line end is drawn as a selected blank.
            GlyphKind::LineEnd => {
                if let Some(target) = self.at(buf, column, y) {
                    target.set_style(without_lines(style));
                }
            }
            GlyphKind::Marked => self.put(buf, column, y, &shown, style),
            GlyphKind::Space if glyph.width > 1 && shown.starts_with('→') => {
                self.put(buf, column, y, &shown, style.patch(self.style(ThemeRole::Dim)));
            }
            _ => {
                if let Some(target) = self.at(buf, column, y) {
                    target.set_symbol(&shown).set_style(style);
                }
                for behind in 1..glyph.width {
                    if let Some(target) = self.at(buf, column + behind, y) {
                        target.reset();
                        target.set_style(style);
                    }
                }
            }
        }
    }

    /// Draws the marks of the spans that begin or end in a row, beside them or in the margin. Returns whether
    /// there is one in the margin.
    fn marks(&self, buf: &mut Buffer, y: usize, cells: &[Cell], paints: &[&SpanPaint<'_>]) -> bool {
        let mut margin: Option<(&str, Style)> = None;
        for paint in paints {
            let style = without_lines(self.style(paint.role));
            let first = cells.iter().position(|c| c.start >= paint.span.start);
            let last = cells.iter().rposition(|c| c.start + c.glyph.len <= paint.span.end);
            let begins = cells.first().is_some_and(|c| c.start <= paint.span.start);
            let ends = cells.last().is_some_and(|c| c.start + c.glyph.len >= paint.span.end);
            match paint.mark {
                Some(mark) => {
                    let place = |last| self.mark_after(buf, y, cells, last, (mark, style), false);
                    let placed = !ends || last.is_some_and(place);
                    if !placed {
                        margin = Some((mark, style));
                    }
                }
                None if paint.role == ThemeRole::Selected => {
                    if begins
                        && !first.is_some_and(|first| {
                            self.mark_before(buf, y, cells, first, EVIDENCE_BRACKETS[0], style)
                        })
                    {
                        margin = Some((EVIDENCE_BRACKETS[0], style));
                    }
                    // A closing bracket replaces a label's letter. In the margin it would come before the
                    // opening bracket, or enclose other words, if the span begins in the same row.
                    let place =
                        |last| self.mark_after(buf, y, cells, last, (EVIDENCE_BRACKETS[1], style), true);
                    if ends && !last.is_some_and(place) && !begins {
                        margin = margin.or(Some((EVIDENCE_BRACKETS[1], style)));
                    }
                }
                None => {}
            }
        }
        if let Some((mark, style)) = margin {
            self.put(buf, self.gutter - 1, y, mark, style);
        }
        margin.is_some()
    }

    fn mark_before(
        &self,
        buf: &mut Buffer,
        y: usize,
        cells: &[Cell],
        first: usize,
        mark: &str,
        style: Style,
    ) -> bool {
        let Some(before) = first.checked_sub(1).map(|i| cells[i]) else { return false };
        if before.glyph.kind != GlyphKind::Space {
            return false;
        }
        self.put(buf, self.gutter + before.column + before.glyph.width - 1, y, mark, style);
        true
    }

    /// Draws a mark in the blank after a cell, or after one closing punctuation mark there, as for footnotes.
    /// Replaces another mark only with `over`. Returns whether there was room.
    fn mark_after(
        &self,
        buf: &mut Buffer,
        y: usize,
        cells: &[Cell],
        last: usize,
        (mark, style): (&str, Style),
        over: bool,
    ) -> bool {
        for next in last + 1..last + 3 {
            let column = match cells.get(next) {
                Some(cell) if matches!(cell.glyph.kind, GlyphKind::Space | GlyphKind::LineEnd) => cell.column,
                None => cells.last().map_or(0, |c| c.column + c.glyph.width),
                Some(cell) => {
                    let c = self.pane.text[cell.start..].chars().next().unwrap_or(' ');
                    if matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '"' | '”' | ')' | '\'' | '’') {
                        continue;
                    }
                    return false;
                }
            };
            // If two spans end at the same position, the first mark stays and the other goes to the margin.
            let free = self.at(buf, self.gutter + column, y).is_some_and(|c| over || c.symbol() == " ");
            if free {
                self.put(buf, self.gutter + column, y, mark, style);
            }
            return free;
        }
        false
    }

    fn cursor(&self, buf: &mut Buffer) {
        let Some((column, row)) = self.pane.cell_of(self.pane.cursor) else { return };
        let role = if self.look.focused { ThemeRole::Cursor } else { ThemeRole::CursorIdle };
        let style = self.style(role);
        let width =
            crate::tui::sanitize::glyph(&self.pane.text[self.pane.cursor..]).map_or(1, |g| g.width.max(1));
        if usize::from(row) >= usize::from(self.area.height) {
            return;
        }
        for column in usize::from(column)..usize::from(column) + width {
            if let Some(cell) = self.at(buf, column, usize::from(row)) {
                cell.set_style(over(cell.style(), style));
            }
        }
    }

    /// Draws the scroll bar, with the positions of the evidence in the whole text.
    fn bar(&self, buf: &mut Buffer) {
        let height = usize::from(self.area.height);
        let total = self.rows().len();
        let x = self.area.right() - 1;
        let scaled = |row: usize| (row * height / total.max(height)).min(height - 1);
        let (first, last) = (scaled(self.pane.top), scaled((self.pane.top + height - 1).min(total - 1)));
        for y in 0..height {
            let thumb = total > height && (first..=last).contains(&y);
            let (symbol, role) = if thumb { ("┃", ThemeRole::Thumb) } else { ("│", ThemeRole::Track) };
            if let Some(cell) = buf.cell_mut(Position::new(x, self.area.y + to_u16(y))) {
                cell.set_symbol(symbol).set_style(self.style(role));
            }
        }
        let end = self.pane.text.len();
        for paint in self.look.paints.iter().filter(|p| p.span.start < p.span.end && p.span.start < end) {
            let from = scaled(self.rows().row_of(paint.span.start));
            let to = scaled(self.rows().row_of(paint.span.end.min(end) - 1));
            let symbol = if paint.role == ThemeRole::Selected { "◆" } else { "▪" };
            for y in from..=to {
                if let Some(cell) = buf.cell_mut(Position::new(x, self.area.y + to_u16(y)))
                    && cell.symbol() != "◆"
                {
                    cell.set_symbol(symbol).set_style(without_lines(self.style(paint.role)));
                }
            }
        }
    }
}

/// Most bytes of a heading before one of its rows; a longer line is not a heading.
const HEADING: usize = 512;

/// Whether a row belongs to a Markdown heading: a line that begins with one to six `#` and a blank.
fn is_heading(text: &str, row: usize) -> bool {
    let from = text.floor_char_boundary(row.saturating_sub(HEADING));
    let line = match text[from..row].rfind('\n') {
        Some(at) => from + at + 1,
        None if from == 0 => 0,
        None => return false,
    };
    let depth = text[line..].bytes().take(7).take_while(|byte| *byte == b'#').count();
    (1..=6).contains(&depth) && text.as_bytes().get(line + depth) == Some(&b' ')
}

/// Puts a style over another one so that it stays visible: an emphasis that both have (reversed or
/// underlined) is removed.
fn over(below: Style, above: Style) -> Style {
    let both = below.add_modifier & above.add_modifier & (Modifier::REVERSED | Modifier::UNDERLINED);
    below.patch(above).remove_modifier(both)
}

/// Removes underlines and strike-through from a style, for marks and blanks.
fn without_lines(style: Style) -> Style {
    style.remove_modifier(Modifier::UNDERLINED | Modifier::CROSSED_OUT)
}

/// Returns the values come from an area, which is measured in `u16`.
fn to_u16(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}
