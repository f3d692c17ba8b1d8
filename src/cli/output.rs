//! The one place that writes to the standard streams. File names, ids, arguments and fields of an input may hold
//! escape sequences; none of them reaches a terminal.
//!
//! | what | stream | a control character of an input | a line end of an input |
//! |---|---|---|---|
//! | [`notify`]: a message | stderr | a mark | a mark: a message is one line |
//! | [`quote`]: an excerpt below a message | stderr | a mark | stays, and the next line is indented too |
//! | [`usage`]: help, and errors of the arguments | both | a mark | a mark |
//! | [`Content::Text`]: for people | stdout | a mark | stays; a caller that puts a field into a line cleans it as a line |
//! | [`Content::Columns`]: for people and programs | stdout | a mark, but for the tabs between columns | stays |
//! | [`Content::Json`] | stdout | `\uXXXX` | `\n` |
//! | an export, written as bytes | stdout | a mark; its own escapes left none | stays |
//! | [`Content::Bytes`]: for programs | stdout | stays, since no terminal sees it | stays |
//! | [`Content::Own`]: scripts, schemas, shipped files | stdout | there is no input in it | |
//!
//! JSON is written with the same bytes to a terminal as to a pipe: its escapes carry the data and are harmless on a
//! screen. Colours lie beside a text ([`Painted`]) and become escape sequences here, where stdout is a terminal whose
//! user did not refuse them.

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

/// Bytes of results that are gathered before they are written.
const BUFFER: usize = 64 << 10;

/// Something to be written to stdout.
#[derive(Debug, PartialEq, Eq)]
pub enum Content {
    /// For people.
    Text(Painted),
    /// Lines of columns with tabs between them; a column holds no tab.
    Columns(String),
    /// JSON, of any number of lines.
    Json(String),
    /// Of the program alone, without anything of an input.
    Own(Cow<'static, str>),
    /// Bytes for a program, or why there are none. They are refused to a terminal ([`is_terminal`]).
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "no other form is made of bytes"))]
    Bytes(Result<Vec<u8>, String>),
}

impl Default for Content {
    fn default() -> Content {
        Content::Own(Cow::Borrowed(""))
    }
}

impl Content {
    /// A text for people without colours.
    pub fn text(text: String) -> Content {
        Content::Text(Painted::from(text))
    }

    /// A text of the program's own.
    pub fn own(text: impl Into<Cow<'static, str>>) -> Content {
        Content::Own(text.into())
    }

    /// As it is written without colours.
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

/// Whether results are shown on a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// A stream of results, cleaned and buffered.
pub struct Results<W: Write> {
    out: W,
    paint: ColorMode,
    /// The beginning of a character whose rest is still to be written.
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
    /// A file of results if there is one, else stdout.
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
    /// Any other stream, without colours.
    #[cfg(test)]
    pub fn plain(out: W) -> Results<W> {
        Results { out, paint: ColorMode::Plain, begun: Vec::new() }
    }

    /// Writes a content as it is, without a line end.
    pub fn write(&mut self, content: &Content) -> io::Result<()> {
        match content {
            Content::Bytes(Ok(bytes)) => self.out.write_all(bytes),
            Content::Bytes(Err(reason)) => Err(io::Error::other(reason.clone())),
            _ => self.out.write_all(content.rendered(self.paint).as_bytes()),
        }
    }

    /// Writes what separates contents.
    pub fn separate(&mut self, by: &'static str) -> io::Result<()> {
        self.out.write_all(by.as_bytes())
    }

    /// Passes on what was written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// For exports, which write to anything: the export escapes control characters, and any that are left get a mark.
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

/// Colours for people at a terminal who did not refuse them.
fn paint(terminal: bool) -> ColorMode {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if refused || dumb || !terminal { ColorMode::Plain } else { ColorMode::Colour }
}

/// Whether only errors are printed: the one setting of the streams, made once before anything is written.
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

/// Prints to stderr what a person should know, and what changes no exit status.
pub fn print_note(note: impl std::fmt::Display) {
    notify(&format!("note: {note}"));
}

/// An error on stderr, on one line.
pub fn print_error(message: &str) {
    err(&format!("lockbench: {}\n", visible(message, Shape::Line)));
}

/// An excerpt below a message. Each of its lines is indented, so that none passes for a message.
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

/// Where a progress bar is drawn, whose words are numbers of ours: a terminal's stderr, else nowhere.
pub fn progress() -> Option<ProgressDrawTarget> {
    const FRAMES_A_SECOND: u8 = 10;
    (io::stderr().is_terminal() && !QUIET.load(Ordering::Relaxed))
        .then(|| ProgressDrawTarget::stderr_with_hz(FRAMES_A_SECOND))
}

/// Parses the arguments. `amended` may change the error about invalid ones.
///
/// # Errors
/// If they ask for help or cannot be understood: what is to be shown by [`usage`].
pub fn parse<C: Parser>(
    arguments: impl Iterator<Item = OsString>,
    amended: fn(clap::Error) -> clap::Error,
) -> Result<(C, ArgMatches), Usage> {
    let arguments: Vec<OsString> = arguments.collect();
    let matches = C::command().try_get_matches_from(&arguments);
    let parsed = matches.and_then(|matches| Ok((C::from_arg_matches(&matches)?, matches)));
    parsed.map_err(|error| {
        let cleaned = arguments.iter().map(|part| visible(&part.to_string_lossy(), Shape::Line).into_owned());
        // The same mistake with marks in the arguments: the message quotes them between colours of its own, from
        // which could not be known of an argument.
        match C::try_parse_from(cleaned).err().filter(|again| again.kind() == error.kind()) {
            Some(again) => {
                Usage { text: painted(&amended(again).render().ansi().to_string()), kind: error.kind() }
            }
            None => Usage { kind: error.kind(), text: Painted::from(amended(error).render().to_string()) },
        }
    })
}

/// Help, the version, or what is wrong with the arguments.
pub struct Usage {
    text: Painted,
    kind: ErrorKind,
}

/// Looks for the terminal that the workbench is drawn on and answered by.
pub fn find_terminal() -> io::Result<()> {
    if cfg!(unix) && !io::stdin().is_terminal() {
        std::fs::File::open("/dev/tty")?;
    }
    Ok(())
}

/// Shows help on stdout, an error on stderr; returns whether it was an error.
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

/// A text with SGR sequences in it, which hold nothing but parameters.
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

/// Reports a panic like any other message: its text may quote an input.
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
