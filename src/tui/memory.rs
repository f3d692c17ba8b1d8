//! A screen in memory, for playing a recording without a terminal.

use std::io;

use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};

use super::surface::Surface;

/// A screen in memory.
#[derive(Debug)]
pub struct Memory {
    terminal: Terminal<TestBackend>,
}

impl Memory {
    /// Returns a screen of the given size.
    pub fn new(columns: u16, rows: u16) -> Memory {
        let Ok(terminal) = Terminal::new(TestBackend::new(columns, rows));
        Memory { terminal }
    }

    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame)) {
        let Ok(_) = self.terminal.draw(draw);
    }

    /// Returns its text, row by row, without trailing spaces.
    pub fn text(&self) -> String {
        self.text_in(self.terminal.backend().buffer().area)
    }

    /// Returns the text of a part of it, as `text`.
    pub fn text_in(&self, area: Rect) -> String {
        let buffer = self.terminal.backend().buffer();
        let area = area.intersection(buffer.area);
        let mut text = String::new();
        for y in area.top()..area.bottom() {
            let start = text.len();
            let mut after_wide = 0;
            for cell in (area.left()..area.right()).map(|x| &buffer[(x, y)]) {
                // The cell after a wide character belongs to that character.
                if after_wide > 0 {
                    after_wide -= 1;
                    continue;
                }
                text.push_str(cell.symbol());
                after_wide = super::words::width(cell.symbol()).saturating_sub(1);
            }
            let end = text[start..].trim_end().len();
            text.truncate(start + end);
            text.push('\n');
        }
        text
    }
}

impl Surface for Memory {
    fn present(&mut self, draw: &mut dyn FnMut(&mut Frame)) -> io::Result<()> {
        self.draw(draw);
        Ok(())
    }

    fn clipboard(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn repaint(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn resize(&mut self, columns: u16, rows: u16) -> bool {
        self.terminal.backend_mut().resize(columns, rows);
        let Ok(()) = self.terminal.autoresize();
        true
    }
}
