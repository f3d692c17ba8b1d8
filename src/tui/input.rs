//! Input from the terminal, as events. An unfinished sequence is given up after a while, so that a broken
//! sequence or a paste without its end does not swallow the keys that follow.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use crossterm::event as to;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use termina::escape::osc::{ColorOrQuery, DynamicColorNumber, Osc};
use termina::event as from;
use termina::{Event, Parser};

use super::background;

/// Longest wait for the next byte of a sequence.
const SEQUENCE: Duration = Duration::from_millis(100);
/// Longest wait for the next byte of a paste.
const PASTE: Duration = Duration::from_secs(1);
/// Bytes that begin a paste.
const PASTE_START: &[u8] = b"\x1b[200~";

/// An event of the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputEvent {
    Key(to::KeyEvent),
    Mouse(to::MouseEvent),
    Paste(String),
    /// The window received the focus.
    Focused,
    /// The terminal's answer about its background: whether it is light.
    Light(bool),
}

#[derive(Debug)]
pub struct TerminalInput {
    tty: OwnedFd,
    decoder: Decoder,
}

impl TerminalInput {
    /// Opens the terminal on standard input, or else the controlling terminal.
    pub fn open() -> io::Result<TerminalInput> {
        let stdin = io::stdin();
        let tty = if stdin.is_terminal() {
            stdin.as_fd().try_clone_to_owned()?
        } else {
            File::open("/dev/tty")?.into()
        };
        Ok(TerminalInput { tty, decoder: Decoder::default() })
    }

    /// Waits for input.
    pub fn read(&mut self) -> io::Result<Vec<InputEvent>> {
        let mut bytes = [0; 4096];
        loop {
            let heard = match self.ready() {
                Ok(true) => match read(&self.tty, &mut bytes) {
                    Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                    Ok(count) => self.decoder.take(&bytes[..count], count == bytes.len()),
                    Err(Errno::INTR | Errno::AGAIN) => continue,
                    Err(error) => return Err(error.into()),
                },
                Ok(false) => self.decoder.give_up(),
                Err(Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            };
            if !heard.is_empty() {
                return Ok(heard);
            }
        }
    }

    /// Waits for bytes until an unfinished sequence times out. Returns whether any came.
    fn ready(&self) -> Result<bool, Errno> {
        let wait = self.decoder.patience().and_then(|wait| Timespec::try_from(wait).ok());
        let mut ready = [PollFd::new(&self.tty, PollFlags::IN)];
        Ok(poll(&mut ready, wait.as_ref())? > 0)
    }
}

/// Decodes bytes into events.
#[derive(Debug, Default)]
pub struct Decoder {
    parser: Parser,
    /// Bytes since the last event.
    open: Vec<u8>,
}

impl Decoder {
    /// Decodes bytes. `more` is whether further bytes may already be waiting.
    pub fn take(&mut self, bytes: &[u8], more: bool) -> Vec<InputEvent> {
        let mut heard = Vec::new();
        for (at, byte) in bytes.iter().enumerate() {
            self.open.push(*byte);
            self.parser.parse(&[*byte], more || at + 1 < bytes.len());
            while let Some(event) = self.parser.pop() {
                self.open.clear();
                heard.extend(translated(event));
            }
        }
        heard
    }

    /// Returns how long to wait for the rest of an unfinished sequence; `None` if there is none.
    pub fn patience(&self) -> Option<Duration> {
        let wait = if self.pasted().is_some() { PASTE } else { SEQUENCE };
        (!self.open.is_empty()).then_some(wait)
    }

    /// Gives up an unfinished sequence. The text of an unfinished paste is returned, and Escape followed by a
    /// character is that key with Alt.
    pub fn give_up(&mut self) -> Vec<InputEvent> {
        let text = self.pasted().map(|text| String::from_utf8_lossy(text).into_owned());
        let open = std::mem::take(&mut self.open);
        self.parser = Parser::default();
        match (text, &open[..]) {
            (Some(text), _) if !text.is_empty() => vec![InputEvent::Paste(text)],
            (None, [b'\x1b']) => vec![key(to::KeyCode::Esc, to::KeyModifiers::NONE)],
            (None, [b'\x1b', c @ b' '..=b'~']) => {
                let c = char::from(*c);
                let shift = if c.is_uppercase() { to::KeyModifiers::SHIFT } else { to::KeyModifiers::NONE };
                vec![key(to::KeyCode::Char(c), to::KeyModifiers::ALT | shift)]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the text of an unfinished paste.
    fn pasted(&self) -> Option<&[u8]> {
        // Bytes that formed no event may precede it.
        let at = memchr::memmem::find(&self.open, PASTE_START)?;
        Some(&self.open[at + PASTE_START.len()..])
    }
}

fn key(code: to::KeyCode, held: to::KeyModifiers) -> InputEvent {
    InputEvent::Key(to::KeyEvent::new(code, held))
}

fn translated(event: Event) -> Option<InputEvent> {
    Some(match event {
        Event::Key(key) => {
            let kind = match key.kind {
                from::KeyEventKind::Press => to::KeyEventKind::Press,
                from::KeyEventKind::Release => to::KeyEventKind::Release,
                from::KeyEventKind::Repeat => to::KeyEventKind::Repeat,
            };
            InputEvent::Key(to::KeyEvent::new_with_kind(code(key.code)?, held(key.modifiers), kind))
        }
        Event::Mouse(mouse) => InputEvent::Mouse(to::MouseEvent {
            kind: match mouse.kind {
                from::MouseEventKind::Down(which) => to::MouseEventKind::Down(button(which)),
                from::MouseEventKind::Up(which) => to::MouseEventKind::Up(button(which)),
                from::MouseEventKind::Drag(which) => to::MouseEventKind::Drag(button(which)),
                from::MouseEventKind::Moved => to::MouseEventKind::Moved,
                from::MouseEventKind::ScrollDown => to::MouseEventKind::ScrollDown,
                from::MouseEventKind::ScrollUp => to::MouseEventKind::ScrollUp,
                from::MouseEventKind::ScrollLeft => to::MouseEventKind::ScrollLeft,
                from::MouseEventKind::ScrollRight => to::MouseEventKind::ScrollRight,
            },
            column: mouse.column,
            row: mouse.row,
            modifiers: held(mouse.modifiers),
        }),
        Event::Paste(text) => InputEvent::Paste(text),
        Event::FocusIn => InputEvent::Focused,
        Event::Osc(Osc::ChangeDynamicColors(DynamicColorNumber::TextBackgroundColor, colours)) => {
            let [ColorOrQuery::Color(colour), ..] = &colours[..] else { return None };
            InputEvent::Light(background::is_light([colour.red, colour.green, colour.blue]))
        }
        _ => return None,
    })
}

fn button(button: from::MouseButton) -> to::MouseButton {
    match button {
        from::MouseButton::Left => to::MouseButton::Left,
        from::MouseButton::Right => to::MouseButton::Right,
        from::MouseButton::Middle => to::MouseButton::Middle,
    }
}

fn held(held: from::Modifiers) -> to::KeyModifiers {
    let pairs = [
        (from::Modifiers::SHIFT, to::KeyModifiers::SHIFT),
        (from::Modifiers::ALT, to::KeyModifiers::ALT),
        (from::Modifiers::CONTROL, to::KeyModifiers::CONTROL),
        (from::Modifiers::SUPER, to::KeyModifiers::SUPER),
        (from::Modifiers::HYPER, to::KeyModifiers::HYPER),
        (from::Modifiers::META, to::KeyModifiers::META),
    ];
    pairs.into_iter().filter(|(one, _)| held.contains(*one)).map(|(_, one)| one).collect()
}

/// Converts a key that terminals send by default; other keys have no use here.
fn code(code: from::KeyCode) -> Option<to::KeyCode> {
    Some(match code {
        from::KeyCode::Char(c) => to::KeyCode::Char(c),
        from::KeyCode::Enter => to::KeyCode::Enter,
        from::KeyCode::Backspace => to::KeyCode::Backspace,
        from::KeyCode::Tab => to::KeyCode::Tab,
        from::KeyCode::Escape => to::KeyCode::Esc,
        from::KeyCode::Left => to::KeyCode::Left,
        from::KeyCode::Right => to::KeyCode::Right,
        from::KeyCode::Up => to::KeyCode::Up,
        from::KeyCode::Down => to::KeyCode::Down,
        from::KeyCode::Home => to::KeyCode::Home,
        from::KeyCode::End => to::KeyCode::End,
        from::KeyCode::BackTab => to::KeyCode::BackTab,
        from::KeyCode::PageUp => to::KeyCode::PageUp,
        from::KeyCode::PageDown => to::KeyCode::PageDown,
        from::KeyCode::Insert => to::KeyCode::Insert,
        from::KeyCode::Delete => to::KeyCode::Delete,
        from::KeyCode::KeypadBegin => to::KeyCode::KeypadBegin,
        from::KeyCode::Menu => to::KeyCode::Menu,
        from::KeyCode::Function(n) => to::KeyCode::F(n),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chars(text: &str) -> Vec<InputEvent> {
        text.chars().map(|c| key(to::KeyCode::Char(c), to::KeyModifiers::NONE)).collect()
    }

    #[test]
    fn what_begins_and_does_not_end_swallows_nothing() {
        for broken in ["\x1b[<1", "\x1b[", "\x1b[1;", "\x1bO", "\x1b]11;rgb:ff", "\x1bP1$r", "\x1b[<0;1;1"] {
            let mut decoder = Decoder::default();
            assert_eq!(decoder.take(broken.as_bytes(), false), [], "{broken:?}");
            assert_eq!(decoder.patience(), Some(SEQUENCE), "{broken:?}");
            decoder.give_up();
            assert_eq!(decoder.patience(), None, "{broken:?}");
            assert_eq!(decoder.take(b"jk", false), chars("jk"), "{broken:?}");
        }
        // A character without its last bytes.
        let mut decoder = Decoder::default();
        assert_eq!(decoder.take(&"é".as_bytes()[..1], false), []);
        assert_eq!(decoder.give_up(), []);
        assert_eq!(decoder.take(b"j", false), chars("j"));
    }

    #[test]
    fn a_paste_without_its_end_is_what_came_of_it() {
        let mut decoder = Decoder::default();
        assert_eq!(decoder.take(b"a\x1b[200~one\ntwo\x1b[201", false), chars("a"));
        assert_eq!(decoder.patience(), Some(PASTE));
        assert_eq!(
            decoder.take(b"~j", false),
            [&[InputEvent::Paste("one\ntwo".into())][..], &chars("j")].concat()
        );
        assert_eq!(decoder.take(b"\x1b[200~three", false), []);
        assert_eq!(decoder.patience(), Some(PASTE));
        assert_eq!(decoder.give_up(), [InputEvent::Paste("three".into())]);
        assert_eq!(decoder.take(b"q", false), chars("q"));
    }

    #[test]
    fn keys_in_pieces_are_whole_and_alone_they_are_themselves() {
        let up = key(to::KeyCode::Up, to::KeyModifiers::NONE);
        let mut decoder = Decoder::default();
        assert_eq!(decoder.take(b"\x1b[", false), []);
        assert_eq!(decoder.take(b"A", false), [up]);
        assert_eq!(decoder.take(b"\x1b", false), [key(to::KeyCode::Esc, to::KeyModifiers::NONE)]);
        let alt = |c| key(to::KeyCode::Char(c), to::KeyModifiers::ALT);
        assert_eq!(decoder.take(b"\x1bx", false), [alt('x')]);
        // These characters after Escape begin a sequence, unless nothing follows.
        for c in [']', '['] {
            assert_eq!(decoder.take(&[0x1b, c as u8], false), []);
            assert_eq!(decoder.give_up(), [alt(c)]);
        }
        assert_eq!(decoder.take(b"\x1b[<64;3;4M", false).len(), 1, "the wheel");
        assert_eq!(decoder.take(b"\x1b[I\x1b[O", false), [InputEvent::Focused]);
    }

    #[test]
    fn the_background_is_heard_among_the_keys() {
        for (answer, light) in [
            ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\", true),
            ("\x1b]11;rgb:1c1c/1c1c/1c1c\x07", false),
            ("\x1b]11;rgb:fd/f6/e3\x1b\\", true),
            ("\x1b]11;rgb:0000/0000/ffff\x1b\\", false),
        ] {
            let mut decoder = Decoder::default();
            let bytes = format!("j{answer}k");
            let heard = [&chars("j")[..], &[InputEvent::Light(light)], &chars("k")].concat();
            assert_eq!(decoder.take(bytes.as_bytes(), false), heard, "{answer:?}");
        }
    }
}
