//! A single screen without the workbench around it: the loop that passes keys to it and draws it.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};

use crossterm::event::{KeyEvent, MouseEventKind};
use ratatui::Frame;

use super::app::WHEEL;
use super::msg::Message;
use super::run::read_events;
use super::terminal::{self, Colours, TerminalOwnership, TerminalScreen};
use super::theme::Theme;
use super::themes::Themes;
use super::{Error, signals};

/// A screen outside the workbench.
pub trait StandaloneScreen {
    /// Handles a key. Returns whether the screen stays open.
    fn key(&mut self, event: KeyEvent) -> bool;

    /// Handles a turn of the wheel by the given number of rows; positive is down.
    fn wheel(&mut self, rows: isize);

    /// Adapts to a new size of the terminal.
    fn resize(&mut self, columns: u16, rows: u16);

    /// Handles a message from a thread of the screen.
    fn take(&mut self, message: Message);

    fn draw(&self, frame: &mut Frame);
}

#[derive(Debug, Default)]
pub struct ThemeChoice {
    /// Name of the theme. Without one, the theme follows the terminal.
    pub theme: Option<String>,
    /// Configuration folder, which is searched for themes.
    pub folder: Option<PathBuf>,
}

/// Shows a screen until it is closed, and returns the exit status. `make` receives the theme and the size of
/// the terminal; `begin` receives the sender for messages of a thread.
pub fn show<T: StandaloneScreen>(
    look: ThemeChoice,
    make: impl FnOnce(Theme, (u16, u16)) -> T,
    begin: impl FnOnce(Sender<Message>) -> io::Result<()>,
) -> Result<u8, Error> {
    let Colours { depth, automatic, .. } = terminal::colours()?;
    let theme = match look.theme {
        Some(name) => Themes::of(look.folder).read(&name)?,
        None => automatic,
    };
    let (to, messages) = mpsc::channel();
    signals::listen(to.clone())?;
    let taken = TerminalOwnership::default();
    taken.guard_panics();
    let mut terminal = TerminalScreen::enter(&taken)?;
    let size = terminal.terminal.size()?;
    let mut screen = make(theme.at_depth(depth), (size.width, size.height));
    terminal.present(|frame| screen.draw(frame))?;
    begin(to.clone())?;
    let (gate, next) = mpsc::channel();
    read_events(to, next)?;
    let status = loop {
        let Ok(message) = messages.recv() else { break 1 };
        let typed = message.is_read_from_terminal();
        match message {
            Message::Key(key) if !screen.key(key) => break 0,
            Message::Mouse(event) => match event.kind {
                MouseEventKind::ScrollDown => screen.wheel(WHEEL),
                MouseEventKind::ScrollUp => screen.wheel(-WHEEL),
                _ => {}
            },
            Message::Resize(columns, rows) => screen.resize(columns, rows),
            Message::InputEnded => break 1,
            Message::Terminate(status) => break status,
            Message::Continued => terminal.repaint()?,
            message => screen.take(message),
        }
        terminal.present(|frame| screen.draw(frame))?;
        if typed {
            // The thread that reads keys waits for this before it reads on.
            gate.send(()).ok();
        }
    };
    drop(terminal);
    Ok(status)
}
