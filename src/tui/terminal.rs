//! The terminal: taken over on entry, given back on every way out.
//!
//! A frame is gathered in memory and written at once, between the marks of a synchronised update, so that no half
//! of it is ever seen.

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
use super::guard::Guard;
use super::theme::{ColorDepth, Theme};

/// The colours that the environment claims for the terminal.
#[derive(Debug)]
pub struct Colours {
    pub depth: ColorDepth,
    /// Whether `NO_COLOR` is set and not empty.
    pub no_color: bool,
    /// The theme for them where nobody chose one.
    pub automatic: Theme,
}

/// Reads the colours of the terminal from the environment.
///
/// # Errors
/// If the terminal cannot move its cursor (`TERM=dumb`).
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

/// Collects the drawing until the frame is complete.
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

/// Longest text that is offered to the terminal's clipboard, in bytes: terminals cut or refuse longer ones.
const CLIPBOARD_LIMIT: usize = 75_000;

/// Whether the program owns the terminal. The end of the screen and the panic hook both release it; the first one does.
#[derive(Clone, Debug, Default)]
pub struct TerminalOwnership(Arc<AtomicBool>);

/// The terminal while the workbench draws on it.
pub struct TerminalScreen {
    taken: TerminalOwnership,
    output: FrameBuffer,
    /// Gives the terminal back where the program cannot; none if no shell is available.
    _guard: Option<Guard>,
    /// Draws into the frame.
    pub terminal: Terminal<CrosstermBackend<FrameBuffer>>,
}

impl TerminalScreen {
    /// Takes the terminal over.
    pub fn enter(taken: &TerminalOwnership) -> io::Result<TerminalScreen> {
        let guard = String::from_utf8(restoring()).ok().and_then(|restore| Guard::start(&restore).ok());
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

    /// Asks the terminal for its background; the answer comes among the keys.
    pub fn ask_background(&mut self) -> io::Result<()> {
        self.output.write_all(background::QUERY)?;
        self.write()
    }

    /// Offers a text to the terminal's clipboard (OSC 52). A longer one stays on the internal clipboard.
    pub fn clipboard(&mut self, text: &str) -> io::Result<()> {
        if text.len() <= CLIPBOARD_LIMIT {
            let coded = base64::engine::general_purpose::STANDARD.encode(text);
            write!(self.output, "\x1b]52;c;{coded}\x07")?;
        }
        self.write()
    }

    /// Forgets what is on the screen, so that the next frame draws all of it.
    pub fn repaint(&mut self) -> io::Result<()> {
        // `Terminal::clear` would ask the terminal where its cursor is, and the thread that waits for keys holds the
        // reader that the answer comes by.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// Takes the terminal over again after a stop.
    pub fn resume(&mut self) -> io::Result<()> {
        self.taken.take()?;
        self.repaint()
    }

    /// Gives the terminal back for a while.
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

/// Whether there is a terminal to draw on and to be answered by.
pub fn answers() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether there is a terminal to draw on.
pub fn is_there() -> bool {
    io::stdout().is_terminal()
}

/// What gives the screen back.
fn restoring() -> Vec<u8> {
    let mut end = Vec::new();
    // Memory takes all of it.
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
        // A bar beside the cell under the cursor, which is drawn reversed: a block would reverse it back.
        queue!(start, cursor::SetCursorStyle::SteadyBar)?;
        let mut out = io::stdout().lock();
        out.write_all(&start).and_then(|()| out.flush()).inspect_err(|_| self.restore())
    }

    /// Gives the terminal back, if it is taken. Errors are of no use any more: it may be gone.
    pub fn restore(&self) {
        if !self.0.swap(false, Ordering::SeqCst) {
            return;
        }
        let mut out = io::stdout();
        out.write_all(&restoring()).and_then(|()| out.flush()).ok();
        disable_raw_mode().ok();
    }

    /// Makes a panic of the main thread give the terminal back before it is reported. A panic of the worker is
    /// caught there and shown on the screen, so it is not printed over it.
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
