//! The surface that the loop draws on: a terminal, or a screen in memory.

use std::io;

use ratatui::Frame;

use super::editor::{self, EditorError};
use super::signals;
use super::terminal::TerminalScreen;

/// A surface to draw on.
pub trait Surface {
    fn present(&mut self, draw: &mut dyn FnMut(&mut Frame)) -> io::Result<()>;

    /// Offers a text to the terminal's clipboard.
    fn clipboard(&mut self, text: &str) -> io::Result<()>;

    /// Hands the terminal to the shell, waits until the program is continued, and takes the terminal back.
    fn suspend(&mut self) -> io::Result<()>;

    /// Opens a text in the user's own editor. Returns the new text, or why there is none.
    fn edit(&mut self, _text: &str) -> io::Result<Result<String, EditorError>> {
        Ok(Err(EditorError::NoTerminal))
    }

    /// Draws every cell again in the next frame.
    fn repaint(&mut self) -> io::Result<()>;

    /// Changes the size if possible, and returns whether it did. The size of a terminal is set by its user
    /// only.
    fn resize(&mut self, _columns: u16, _rows: u16) -> bool {
        false
    }
}

/// The real terminal.
impl Surface for TerminalScreen {
    fn present(&mut self, draw: &mut dyn FnMut(&mut Frame)) -> io::Result<()> {
        TerminalScreen::present(self, draw)
    }

    fn clipboard(&mut self, text: &str) -> io::Result<()> {
        TerminalScreen::clipboard(self, text)
    }

    fn suspend(&mut self) -> io::Result<()> {
        self.leave();
        signals::stop()?;
        self.resume()
    }

    fn edit(&mut self, text: &str) -> io::Result<Result<String, EditorError>> {
        self.leave();
        let edited = signals::lent(|| editor::edit(text, |name| std::env::var(name).ok()));
        self.resume()?;
        Ok(edited)
    }

    fn repaint(&mut self) -> io::Result<()> {
        TerminalScreen::repaint(self)
    }
}
