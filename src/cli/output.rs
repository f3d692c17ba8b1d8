//! The only module that writes to the standard streams. File names, ids, arguments and fields of an input
//! may contain escape sequences; none of them reaches a terminal. A *mark* is a visible symbol that
//! replaces a control character.
//!
//! | what | stream | control character of an input | line end of an input |
//! |---|---|---|---|
//! | [`notify`]: a message | stderr | mark | mark, since a message is one line |
//! | [`quote`]: an excerpt below a message | stderr | mark | kept; the next line is indented too |
//! | [`usage`]: help, and errors of the arguments | both | mark | mark |
//! | [`Content::Text`]: for people | stdout | mark | kept; callers clean a field inside a line themselves |
//! | [`Content::Columns`]: for people and programs | stdout | mark, except tabs between columns | kept |
//! | [`Content::Json`] | stdout | `\uXXXX` | `\n` |
//! | an export, written as bytes | stdout | mark, if the export's own escapes left any | kept |
//! | [`Content::Bytes`]: for programs | stdout | kept, since no terminal sees it | kept |
//! | [`Content::Own`]: scripts, schemas, shipped files | stdout | contains no input | |
//!
//! JSON is written with the same bytes to a terminal as to a pipe: its escapes preserve the data and are
//! harmless on a screen. Colours are stored beside a text ([`Painted`]) and become escape sequences here,
//! if stdout is a terminal and the user has not disabled them.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::error::ErrorKind;
use clap::{ArgMatches, Parser};
use indicatif::ProgressDrawTarget;

use crate::case::panics_are_caught;
use crate::document::{ColorMode, Painted};
use crate::report::json::escaped;
use crate::text::visible::{Shape, visible};

/// Bytes of results that are buffered before writing.
const BUFFER: usize = 64 << 10;

/// Something to be written to stdout.
#[derive(Debug, PartialEq, Eq)]
pub enum Content {
    /// Text for people.
    Text(Painted),
    /// Lines of tab-separated columns; a column contains no tab.
    Columns(String),
    /// JSON, of any number of lines.
    Json(String),
    /// Text of the program, without any input.
    Own(Cow<'static, str>),
    /// Bytes for a program, or why there are none. They are refused on a terminal ([`is_terminal`]).
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "no other form is made of bytes"))]
    Bytes(Result<Vec<u8>, String>),
}

impl Default for Content {
    fn default() -> Content {
        Content::Own(Cow::Borrowed(""))
    }
}

impl Content {
    /// Creates a text for people, without colours.
    pub fn text(text: String) -> Content {
        Content::Text(Painted::from(text))
    }

    /// Creates a text of the program.
    pub fn own(text: impl Into<Cow<'static, str>>) -> Content {
        Content::Own(text.into())
    }

    /// Returns the text as written without colours.
    #[cfg(test)]
    pub fn plain(&self) -> Cow<'_, str> {
        self.rendered(ColorMode::Plain)
    }

    fn rendered(&self, paint: ColorMode) -> Cow<'_, str> {
        match self {
            Content::Text(text) => text.render(paint),
            Content::Columns(text) => {
                let cells = text.split('\t').map(|cell| visible(cell, Shape::Block));
                Cow::Owned(cells.collect::<Vec<_>>().join("\t"))
            }
            Content::Json(json) => escaped(json),
            Content::Own(text) => Cow::Borrowed(text),
            Content::Bytes(_) => Cow::Borrowed(""),
        }
    }
}

/// Returns whether stdout is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// A stream of results, sanitised and buffered.
pub struct Results<W: Write> {
    out: W,
    paint: ColorMode,
    /// The beginning of a character whose remaining bytes have not arrived yet.
    begun: Vec<u8>,
}

impl Results<BufWriter<Stdout>> {
    pub fn open() -> Results<BufWriter<Stdout>> {
        let out = io::stdout();
        let paint = paint(out.is_terminal());
        Results { out: BufWriter::with_capacity(BUFFER, out), paint, begun: Vec::new() }
    }
}

impl Results<Box<dyn Write>> {
    /// Creates a stream to a file or, if none is given, to stdout.
    pub fn to(file: Option<std::fs::File>) -> Results<Box<dyn Write>> {
        let (out, paint): (Box<dyn Write>, _) = match file {
            Some(file) => (Box::new(BufWriter::with_capacity(BUFFER, file)), ColorMode::Plain),
            None => {
                let Results { out, paint, .. } = Results::open();
                (Box::new(out), paint)
            }
        };
        Results { out, paint, begun: Vec::new() }
    }
}

impl<W: Write> Results<W> {
    /// Creates a stream to any writer, without colours.
    #[cfg(test)]
    pub fn plain(out: W) -> Results<W> {
        Results { out, paint: ColorMode::Plain, begun: Vec::new() }
    }

    /// Writes a content without adding a line end.
    pub fn write(&mut self, content: &Content) -> io::Result<()> {
        match content {
            Content::Bytes(Ok(bytes)) => self.out.write_all(bytes),
            Content::Bytes(Err(reason)) => Err(io::Error::other(reason.clone())),
            _ => self.out.write_all(content.rendered(self.paint).as_bytes()),
        }
    }

    /// Writes a separator between contents.
    pub fn separate(&mut self, by: &'static str) -> io::Result<()> {
        self.out.write_all(by.as_bytes())
    }

    /// Flushes the buffer.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// For exports, which write to any writer: the export escapes control characters, and remaining ones are
/// replaced.
impl<W: Write> Write for Results<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined = (!self.begun.is_empty()).then(|| [&self.begun[..], bytes].concat());
        let all = joined.as_deref().unwrap_or(bytes);
        let whole = match std::str::from_utf8(all) {
            Ok(_) => all.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
        };
        let (text, rest) = all.split_at(whole);
        self.out.write_all(visible(&String::from_utf8_lossy(text), Shape::Block).as_bytes())?;
        self.begun = rest.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns colours for a terminal whose user has not disabled them.
fn paint(terminal: bool) -> ColorMode {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if refused || dumb || !terminal { ColorMode::Plain } else { ColorMode::Colour }
}

/// Whether only errors are printed: the only setting of the streams, set once before anything is written.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Prints only errors from here on.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Prints a message to stderr, on one line, unless only errors are printed.
pub fn notify(message: &str) {
    if !QUIET.load(Ordering::Relaxed) {
        print_error(message);
    }
}

/// Prints a note to stderr that does not affect the exit status.
pub fn print_note(note: impl std::fmt::Display) {
    notify(&format!("note: {note}"));
}

/// Prints an error to stderr, on one line.
pub fn print_error(message: &str) {
    err(&format!("lockbench: {}\n", visible(message, Shape::Line)));
}

/// Prints an excerpt below a message. Each of its lines is indented, so that none can be taken for a
/// message.
pub fn quote(excerpt: &str) {
    if QUIET.load(Ordering::Relaxed) {
        return;
    }
    let lines = excerpt.lines().map(|line| format!("  {}\n", visible(line, Shape::Line)));
    err(&lines.collect::<String>());
}

fn err(text: &str) {
    // A closed stderr is not an error.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Returns the target of progress bars, which contain only numbers: stderr if it is a terminal.
pub fn progress() -> Option<ProgressDrawTarget> {
    const FRAMES_A_SECOND: u8 = 10;
    (io::stderr().is_terminal() && !QUIET.load(Ordering::Relaxed))
        .then(|| ProgressDrawTarget::stderr_with_hz(FRAMES_A_SECOND))
}

/// Parses the arguments. `amended` may change the error about invalid ones.
///
/// # Errors
/// If they ask for help or are invalid: the text for [`usage`].
pub fn parse<C: Parser>(
    arguments: impl Iterator<Item = OsString>,
    amended: fn(clap::Error) -> clap::Error,
) -> Result<(C, ArgMatches), Usage> {
    let arguments: Vec<OsString> = arguments.collect();
    let matches = C::command().try_get_matches_from(&arguments);
    let parsed = matches.and_then(|matches| Ok((C::from_arg_matches(&matches)?, matches)));
    parsed.map_err(|error| {
        let cleaned = arguments.iter().map(|part| visible(&part.to_string_lossy(), Shape::Line).into_owned());
        // Parse again with control characters replaced in the arguments: in the message, which has
        // colours of its own, they could not be told apart from these.
        match C::try_parse_from(cleaned).err().filter(|again| again.kind() == error.kind()) {
            Some(again) => {
                Usage { text: painted(&amended(again).render().ansi().to_string()), kind: error.kind() }
            }
            None => Usage { kind: error.kind(), text: Painted::from(amended(error).render().to_string()) },
        }
    })
}

/// Help, the version, or an error in the arguments.
pub struct Usage {
    text: Painted,
    kind: ErrorKind,
}

/// Finds the terminal on which the workbench is drawn and read.
pub fn find_terminal() -> io::Result<()> {
    if cfg!(unix) && !io::stdin().is_terminal() {
        std::fs::File::open("/dev/tty")?;
    }
    Ok(())
}

/// Prints help to stdout, an error to stderr; returns whether it was an error.
pub fn usage(usage: &Usage) -> io::Result<bool> {
    let result = matches!(usage.kind, ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if result {
        let mut out = Results::open();
        match out.write(&Content::Text(usage.text.clone())).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
            _ => {}
        }
    } else {
        err(&usage.text.render(paint(io::stderr().is_terminal())));
    }
    Ok(!result)
}

/// Converts a text with SGR sequences, which contain only parameters.
fn painted(text: &str) -> Painted {
    use std::fmt::Write;
    let (mut out, mut colour) = (Painted::default(), String::new());
    for (at, part) in text.split("\u{1b}[").enumerate() {
        let parameters = part.split('m').next().filter(|_| at > 0).unwrap_or_default();
        let is_sgr = at > 0
            && part.len() > parameters.len()
            && parameters.bytes().all(|byte| byte.is_ascii_digit() || byte == b';');
        let mut rest = part;
        if is_sgr {
            rest = &part[parameters.len() + 1..];
            match parameters {
                "" | "0" => colour.clear(),
                more if colour.is_empty() => more.clone_into(&mut colour),
                more => colour = format!("{colour};{more}"),
            }
        } else if at > 0 {
            let _ = out.write_str("\u{1b}[");
        }
        if colour.is_empty() {
            let _ = out.write_str(rest);
        } else if !rest.is_empty() {
            out.paint(colour.clone(), rest);
        }
    }
    out
}

/// Reports a panic like any other message, since its text may quote an input.
pub fn report_panics() {
    use std::backtrace::{Backtrace, BacktraceStatus};
    std::panic::set_hook(Box::new(|panic| {
        if panics_are_caught() {
            return;
        }
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let what = panic.payload_as_str().unwrap_or("a panic");
        notify(&format!("a defect of lockbench, please report it: {what} ({place})"));
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            quote(&trace.to_string());
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_export_writes_is_clean_however_it_is_cut() {
        let text = "a \u{202e}ü👩‍👧\u{1b}[31m\n";
        for size in 1..text.len() {
            let mut out = Vec::new();
            let mut results = Results::plain(&mut out);
            for part in text.as_bytes().chunks(size) {
                results.write_all(part).unwrap();
            }
            assert_eq!(String::from_utf8(out).unwrap(), "a ⟪RLO⟫ü👩‍👧␛[31m\n");
        }
        assert!(Results::plain(Vec::new()).write_all(&[0xff]).is_err());
    }
}
