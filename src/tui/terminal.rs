//! The terminal: taken over on entry, and restored in every way of leaving.
//!
//! A frame is collected in memory and written at once, as a synchronized update, so that no partial frame is
//! visible.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, queue};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;

use super::Error;
use super::background;
use super::theme::{ColorDepth, Theme};
use crate::guard::Guard;

/// The terminal's colours, according to the environment.
#[derive(Debug)]
pub struct Colours {
    pub depth: ColorDepth,
    /// Whether `NO_COLOR` is set and not empty.
    pub no_color: bool,
    /// The default theme for these colours.
    pub automatic: Theme,
}

/// Reads the terminal's colours from the environment.
///
/// # Errors
/// Fails if the terminal cannot move its cursor (`TERM=dumb`).
pub fn colours() -> Result<Colours, Error> {
    let variable = |name: &str| std::env::var(name).ok();
    let term = variable("TERM");
    if term.as_deref() == Some("dumb") {
        return Err(Error::Dumb);
    }
    let depth = ColorDepth::of(variable("COLORTERM").as_deref(), term.as_deref());
    let no_color = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
    let automatic = Theme::automatic(no_color, depth, variable("COLORFGBG").as_deref());
    Ok(Colours { depth, no_color, automatic })
}

/// Collects the output until the frame is complete.
#[derive(Clone, Debug, Default)]
pub struct FrameBuffer(Rc<RefCell<Vec<u8>>>);

impl Write for FrameBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Does nothing: [`TerminalScreen::present`] writes the frame.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Longest text that is offered to the terminal's clipboard, in bytes; terminals cut or refuse longer ones.
const CLIPBOARD_LIMIT: usize = 75_000;

/// Whether the program owns the terminal. Both the end of the screen and the panic hook release it; only the
/// first has an effect.
#[derive(Clone, Debug, Default)]
pub struct TerminalOwnership(Arc<AtomicBool>);

/// The terminal while the workbench draws on it.
pub struct TerminalScreen {
    taken: TerminalOwnership,
    output: FrameBuffer,
    /// Restores the terminal if the program cannot; `None` if no shell is available.
    _guard: Option<Guard>,
    /// Draws into the frame buffer.
    pub terminal: Terminal<CrosstermBackend<FrameBuffer>>,
}

impl TerminalScreen {
    /// Takes the terminal over.
    pub fn enter(taken: &TerminalOwnership) -> io::Result<TerminalScreen> {
        let guard = String::from_utf8(restoring()).ok();
        let guard =
            guard.and_then(|restore| Guard::start(r#"printf "%s" "$1""#, &[&restore], |shell| shell).ok());
        taken.take()?;
        let output = FrameBuffer::default();
        let made = Terminal::new(CrosstermBackend::new(output.clone()));
        let terminal = made.inspect_err(|_| taken.restore())?;
        Ok(TerminalScreen { taken: taken.clone(), output, _guard: guard, terminal })
    }

    /// Draws a frame and writes it in one piece.
    pub fn present(&mut self, draw: impl FnOnce(&mut ratatui::Frame)) -> io::Result<()> {
        queue!(self.output, BeginSynchronizedUpdate)?;
        self.terminal.draw(draw)?;
        queue!(self.output, EndSynchronizedUpdate)?;
        self.write()
    }

    /// Asks the terminal for its background colour; the answer arrives among the keys.
    pub fn ask_background(&mut self) -> io::Result<()> {
        self.output.write_all(background::QUERY)?;
        self.write()
    }

    /// Offers a text to the terminal's clipboard (OSC 52). A longer text stays on the internal clipboard.
    pub fn clipboard(&mut self, text: &str) -> io::Result<()> {
        if text.len() <= CLIPBOARD_LIMIT {
            let coded = base64::engine::general_purpose::STANDARD.encode(text);
            write!(self.output, "\x1b]52;c;{coded}\x07")?;
        }
        self.write()
    }

    /// Discards what is known about the screen, so that the next frame is drawn completely.
    pub fn repaint(&mut self) -> io::Result<()> {
        // `Terminal::clear` would ask the terminal for its cursor position, but the thread that reads keys
        // holds the reader that receives the answer.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// Takes the terminal over again after a stop.
    pub fn resume(&mut self) -> io::Result<()> {
        self.taken.take()?;
        self.repaint()
    }

    /// Hands the terminal over for a while.
    pub fn leave(&self) {
        self.taken.restore();
    }

    fn write(&mut self) -> io::Result<()> {
        let mut frame = self.output.0.borrow_mut();
        let mut out = io::stdout().lock();
        out.write_all(&frame)?;
        out.flush()?;
        frame.clear();
        Ok(())
    }
}

/// Whether there is a terminal for output and input.
pub fn answers() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether there is a terminal for output.
pub fn is_there() -> bool {
    io::stdout().is_terminal()
}

/// Returns the byte sequence that restores the screen.
fn restoring() -> Vec<u8> {
    let mut end = Vec::new();
    // Writing to memory cannot fail.
    queue!(
        end,
        EndSynchronizedUpdate,
        DisableFocusChange,
        DisableBracketedPaste,
        DisableMouseCapture,
        cursor::SetCursorStyle::DefaultUserShape,
        cursor::Show,
        LeaveAlternateScreen
    )
    .ok();
    end
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        self.taken.restore();
    }
}

impl TerminalOwnership {
    fn take(&self) -> io::Result<()> {
        enable_raw_mode()?;
        self.0.store(true, Ordering::SeqCst);
        let mut start = Vec::new();
        queue!(
            start,
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste,
            EnableFocusChange,
            cursor::Hide
        )?;
        // A bar, because the cell under the cursor is drawn reversed already, and a block cursor would
        // reverse it back.
        queue!(start, cursor::SetCursorStyle::SteadyBar)?;
        let mut out = io::stdout().lock();
        out.write_all(&start).and_then(|()| out.flush()).inspect_err(|_| self.restore())
    }

    /// Restores the terminal, if it was taken over. Errors are ignored, since the terminal may be gone.
    pub fn restore(&self) {
        if !self.0.swap(false, Ordering::SeqCst) {
            return;
        }
        let mut out = io::stdout();
        out.write_all(&restoring()).and_then(|()| out.flush()).ok();
        disable_raw_mode().ok();
    }

    /// Installs a hook that restores the terminal before a panic of the main thread is reported. A panic of
    /// the worker is caught there and shown on the screen, so it is not printed over the screen.
    pub fn guard_panics(&self) {
        let taken = self.clone();
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() == Some("worker") || crate::case::panics_are_caught() {
                return;
            }
            taken.restore();
            before(panic);
        }));
    }
}
