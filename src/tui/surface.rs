//! What the loop draws on: a terminal, or a screen in memory.

use std::io;

use ratatui::Frame;

use super::editor::{self, EditorError};
use super::signals;
use super::terminal::TerminalScreen;

/// What is drawn on.
pub trait Surface {
    fn present(&mut self, draw: &mut dyn FnMut(&mut Frame)) -> io::Result<()>;

    /// Offers a text to the terminal's clipboard.
    fn clipboard(&mut self, text: &str) -> io::Result<()>;

    /// Gives the terminal back, waits to be continued, and takes it over again.
    fn suspend(&mut self) -> io::Result<()>;

    /// Has a person edit a text in an editor of their own; what they made of it, or why there is nothing.
    fn edit(&mut self, _text: &str) -> io::Result<Result<String, EditorError>> {
        Ok(Err(EditorError::NoTerminal))
    }

    /// Draws every cell again in the next frame.
    fn repaint(&mut self) -> io::Result<()>;

    /// Takes another size, if it can; returns whether it did. A terminal has the size that its user gave it.
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
