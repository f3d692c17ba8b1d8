//! Recordings of keys, pastes and mouse events, as lines that a person can read and edit.
//!
//! | line | effect |
//! |---|---|
//! | `key j j Ctrl-S` | presses keys, one after the other |
//! | `type "The council "` | types characters, quoted as in JSON |
//! | `paste "two\nlines"` | pastes a text, as by the terminal |
//! | `mouse down left 12 3` | moves a button `down` or `up`, or drags it (`drag`), at a column and a row, from 1 |
//! | `mouse scroll down 12 3` | turns the wheel |
//! | `resize 120 40` | sets the columns and rows of the terminal |
//! | `wait 2` | advances the time by 2 seconds, for double clicks, without an actual wait |
//! | `quit` | ends the program, without saving and without a question |
//! | `# words` | nothing |

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crossterm::event::{KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::fault::{FileFault, LineColumn};
use super::keymap::{Key, KeyError};
use super::msg::Message;
use crate::files;

/// The effect of a line of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Keys(Vec<Key>),
    Type(String),
    Paste(String),
    Mouse(MouseEvent),
    Resize(u16, u16),
    Wait(u64),
    Quit,
}

const BUTTONS: [(&str, MouseButton); 3] =
    [("left", MouseButton::Left), ("right", MouseButton::Right), ("middle", MouseButton::Middle)];

type Pressed = fn(MouseButton) -> MouseEventKind;

const PRESSED: [(&str, Pressed); 3] =
    [("down", MouseEventKind::Down), ("up", MouseEventKind::Up), ("drag", MouseEventKind::Drag)];

const WHEEL: [(&str, MouseEventKind); 4] = [
    ("down", MouseEventKind::ScrollDown),
    ("up", MouseEventKind::ScrollUp),
    ("left", MouseEventKind::ScrollLeft),
    ("right", MouseEventKind::ScrollRight),
];

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Keys(keys) => {
                write!(out, "key")?;
                keys.iter().try_for_each(|key| write!(out, " {}", key.name()))
            }
            Step::Type(text) => write!(out, "type {}", quoted(text)),
            Step::Paste(text) => write!(out, "paste {}", quoted(text)),
            Step::Mouse(event) => {
                let what = mouse_name(event.kind).unwrap_or_default();
                write!(out, "mouse {what} {} {}", event.column.saturating_add(1), event.row.saturating_add(1))
            }
            Step::Resize(columns, rows) => write!(out, "resize {columns} {rows}"),
            Step::Wait(seconds) => write!(out, "wait {seconds}"),
            Step::Quit => write!(out, "quit"),
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the name of a mouse event that is recorded; `None` for moves without a button.
fn mouse_name(kind: MouseEventKind) -> Option<String> {
    let button = |button| BUTTONS.iter().find(|(_, known)| *known == button).map(|(name, _)| *name);
    match kind {
        MouseEventKind::Down(pressed) => Some(format!("down {}", button(pressed)?)),
        MouseEventKind::Up(pressed) => Some(format!("up {}", button(pressed)?)),
        MouseEventKind::Drag(pressed) => Some(format!("drag {}", button(pressed)?)),
        MouseEventKind::Moved => None,
        wheel => {
            let (name, _) = WHEEL.iter().find(|(_, known)| *known == wheel)?;
            Some(format!("scroll {name}"))
        }
    }
}

pub fn parse(file: &Path, text: &str) -> Result<Vec<Step>, Vec<FileFault>> {
    let (mut steps, mut faults) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        if !words.is_empty() && !words.starts_with('#') {
            let indent = line.len() - line.trim_start().len();
            match step(words) {
                Ok(step) => steps.push(step),
                Err(error) => {
                    let place = Some(LineColumn::of(text, start + indent));
                    faults.push(FileFault { file: file.to_owned(), place, what: error.to_string() });
                }
            }
        }
        start += line.len();
    }
    if faults.is_empty() { Ok(steps) } else { Err(faults) }
}

/// Error in a line of a recording.
#[derive(Debug, thiserror::Error)]
enum StepError {
    #[error("`{verb}` takes a text in quotes, as JSON writes it: {source}")]
    Text { verb: String, source: serde_json::Error },
    #[error("`key` takes the names of keys: key j Ctrl-S")]
    NoKeys,
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error(
        "`mouse` takes down, up or drag with left, right or middle, or scroll with down, up, left or right; then column and row, from 1: mouse down left 12 3"
    )]
    Mouse,
    #[error("`resize` takes columns and rows: resize 120 40")]
    Resize,
    #[error("`wait` takes seconds: wait 2")]
    Wait,
    #[error(
        "`{0}` is not a line of a recording; there are key, type, paste, mouse, resize, wait, quit and # for words"
    )]
    Unknown(String),
}

fn step(line: &str) -> Result<Step, StepError> {
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let string = || {
        serde_json::from_str::<String>(rest)
            .map_err(|source| StepError::Text { verb: verb.to_owned(), source })
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    match verb {
        "key" if words.is_empty() => Err(StepError::NoKeys),
        "key" => Ok(Step::Keys(words.iter().map(|name| name.parse()).collect::<Result<_, KeyError>>()?)),
        "type" => string().map(Step::Type),
        "paste" => string().map(Step::Paste),
        "mouse" => mouse(&words).ok_or(StepError::Mouse),
        "resize" => match words[..] {
            [columns, rows] => number(columns).zip(number(rows)).map(|(c, r)| Step::Resize(c, r)),
            _ => None,
        }
        .ok_or(StepError::Resize),
        "wait" => rest.parse().map(Step::Wait).map_err(|_| StepError::Wait),
        "quit" if rest.is_empty() => Ok(Step::Quit),
        _ => Err(StepError::Unknown(line.to_owned())),
    }
}

fn mouse(words: &[&str]) -> Option<Step> {
    let &[what, which, column, row] = words else { return None };
    let kind = if what == "scroll" {
        WHEEL.iter().find(|(name, _)| *name == which)?.1
    } else {
        let (_, pressed) = PRESSED.iter().find(|(name, _)| *name == what)?;
        pressed(BUTTONS.iter().find(|(name, _)| *name == which)?.1)
    };
    let (column, row) = (number(column)? - 1, number(row)? - 1);
    Some(Step::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
}

fn number(word: &str) -> Option<u16> {
    word.parse().ok().filter(|number| *number > 0)
}

#[derive(Debug)]
pub struct RecordingWriter<W: Write = File> {
    out: W,
    /// Characters typed since the last line, which are written as one line.
    typed: String,
    /// Time at which a mouse button was last pressed, in seconds.
    pressed: Option<u64>,
}

impl RecordingWriter {
    /// Begins a recording in a new file.
    ///
    /// # Errors
    /// Fails if the file exists already or cannot be created.
    pub fn create(file: &Path) -> io::Result<RecordingWriter> {
        RecordingWriter::to(files::create_new(file)?)
    }
}

impl<W: Write> RecordingWriter<W> {
    pub fn to(mut out: W) -> io::Result<RecordingWriter<W>> {
        writeln!(out, "# Keys of lockbench: play them with `lockbench --play THIS-FILE`.")?;
        Ok(RecordingWriter { out, typed: String::new(), pressed: None })
    }

    /// Records a message, if it is input from a person. `typing` is whether characters are typed as text in
    /// the context.
    pub fn take(&mut self, message: &Message, typing: bool, now: u64) -> io::Result<()> {
        let step = match message {
            Message::Key(event) if event.kind != KeyEventKind::Release => {
                let key = Key::of(*event);
                if let Some(c) = key.typed().filter(|_| typing) {
                    self.typed.push(c);
                    return Ok(());
                }
                // A key without a name could not be played back, and no key of the table lacks one.
                match key.name().parse::<Key>() {
                    Ok(key) => Step::Keys(vec![key]),
                    Err(_) => return Ok(()),
                }
            }
            Message::Paste(text) => Step::Paste(text.clone()),
            Message::Mouse(event) if mouse_name(event.kind).is_some() => {
                if matches!(event.kind, MouseEventKind::Down(_)) {
                    let since = self.pressed.replace(now).map_or(0, |then| now.saturating_sub(then));
                    if since > 0 {
                        self.line(&Step::Wait(since))?;
                    }
                }
                Step::Mouse(*event)
            }
            Message::Resize(columns, rows) => Step::Resize(*columns, *rows),
            _ => return Ok(()),
        };
        self.line(&step)
    }

    /// Writes the characters typed last.
    pub fn finish(&mut self) -> io::Result<()> {
        let typed = std::mem::take(&mut self.typed);
        if !typed.is_empty() {
            writeln!(self.out, "{}", Step::Type(typed))?;
        }
        self.out.flush()
    }

    fn line(&mut self, step: &Step) -> io::Result<()> {
        self.finish()?;
        writeln!(self.out, "{step}")
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent};

    use super::*;

    fn read(text: &str) -> Result<Vec<Step>, Vec<String>> {
        let messages = |faults: Vec<FileFault>| faults.iter().map(ToString::to_string).collect();
        parse(Path::new("k.keys"), text).map_err(messages)
    }

    #[test]
    fn every_line_is_read_as_it_is_written() {
        let text = "key j Ctrl-S Space Shift-Left\ntype \"a \\\"b\\\" \"\npaste \"one\\r\\ntwo\"\n\
            mouse down left 12 3\nmouse drag middle 1 1\nmouse up right 300 200\nmouse scroll up 5 6\n\
            resize 80 24\nwait 3\nquit\n";
        let steps = read(text).unwrap();
        assert_eq!(steps.len(), 10);
        let written: String = steps.iter().map(|step| format!("{step}\n")).collect();
        assert_eq!(written, text);
        assert_eq!(read("\u{20}\n# words\r\n  key j\r\n").unwrap(), [Step::Keys(vec![Key::char('j')])]);
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        let text = "key j\npress k\n  key Hyper-x\ntype open\nmouse down left 0 1\nmouse 1\nresize 80\nwait x\nkey\nquit now\n";
        let faults = read(text).unwrap_err();
        let places: Vec<&str> = faults.iter().map(|fault| fault.split(": ").next().unwrap()).collect();
        let at = |line: usize| format!("k.keys:{line}:{}", if line == 3 { 3 } else { 1 });
        assert_eq!(places, (2..=10).map(at).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_done_is_recorded() {
        let mut out = Vec::new();
        let mut recorder = RecordingWriter::to(&mut out).unwrap();
        let key = |code| Message::Key(KeyEvent::new(code, KeyModifiers::NONE));
        let mouse =
            |kind| Message::Mouse(MouseEvent { kind, column: 11, row: 2, modifiers: KeyModifiers::NONE });
        let down = || mouse(MouseEventKind::Down(MouseButton::Left));
        for (message, typing, now) in [
            (Message::Resize(120, 40), false, 0),
            (key(KeyCode::Char('e')), false, 0),
            (key(KeyCode::Char('a')), true, 0),
            (key(KeyCode::Char(' ')), true, 0),
            (key(KeyCode::Esc), true, 0),
            (Message::Paste("x\n\u{1b}".to_owned()), false, 0),
            (down(), false, 10),
            (mouse(MouseEventKind::Moved), false, 10),
            (down(), false, 10),
            (down(), false, 13),
            (key(KeyCode::CapsLock), false, 13),
            (Message::Continued, false, 13),
            (key(KeyCode::Char('b')), true, 13),
        ] {
            recorder.take(&message, typing, now).unwrap();
        }
        recorder.finish().unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "resize 120 40",
                "key e",
                "type \"a \"",
                "key Esc",
                "paste \"x\\n\\u001b\"",
                "mouse down left 12 3",
                "mouse down left 12 3",
                "wait 3",
                "mouse down left 12 3",
                "type \"b\"",
            ]
        );
        assert!(read(&text).is_ok());
    }
}
