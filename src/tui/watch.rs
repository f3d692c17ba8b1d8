//! A document on the screen that follows its files: it is computed again whenever one of them changes.
//!
//! Actions: scroll; move from section to section; close. A thread checks the files once a second and computes
//! the document, so that keys never wait for it.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::text::Line;

use crate::document::Document;
use crate::document::text;

use super::alone::{StandaloneScreen, ThemeChoice, show};
use super::keymap::{Action, Context, Keymap};
use super::list::Scroll;
use super::msg::Message;
use super::theme::{Theme, ThemeRole};
use super::widgets;
use super::{Error, document_view};

/// Interval between checks of the files.
const EVERY: Duration = Duration::from_secs(1);

pub struct Watched {
    pub heading: String,
    pub files: Vec<PathBuf>,
    pub make: Box<dyn Fn() -> Document + Send>,
    pub look: ThemeChoice,
    pub keys: Keymap,
}

#[derive(Debug)]
pub struct Watch {
    heading: String,
    theme: Theme,
    keys: Keymap,
    document: Option<Document>,
    scroll: Scroll,
    size: (u16, u16),
}

impl Watch {
    /// Returns a screen without a document yet.
    pub fn new(heading: String, theme: Theme, keys: Keymap, size: (u16, u16)) -> Watch {
        Watch { heading, theme, keys, document: None, scroll: Scroll::default(), size }
    }

    fn lines(&self) -> Vec<text::Line> {
        let width = usize::from(self.size.0).saturating_sub(4);
        self.document.as_ref().map_or_else(Vec::new, |document| text::lines(&document.blocks, width))
    }

    fn height(&self) -> usize {
        usize::from(self.size.1).saturating_sub(2)
    }
}

impl StandaloneScreen for Watch {
    fn key(&mut self, event: KeyEvent) -> bool {
        let Some((action, _)) = self.keys.action(Context::Agreement, event) else { return true };
        if matches!(action, Action::Close | Action::Quit) {
            return false;
        }
        let (lines, height) = (self.lines(), self.height());
        document_view::act(&mut self.scroll, action, &lines, height);
        true
    }

    fn wheel(&mut self, rows: isize) {
        let action = if rows > 0 { Action::Next } else { Action::Previous };
        let (lines, height) = (self.lines(), self.height());
        for _ in 0..rows.unsigned_abs() {
            document_view::act(&mut self.scroll, action, &lines, height);
        }
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.size = (columns, rows);
    }

    fn take(&mut self, message: Message) {
        if let Message::Watched(document) = message {
            self.document = Some(document);
        }
    }

    fn draw(&self, frame: &mut Frame) {
        let area = frame.area();
        let hints = document_view::hints(&self.keys);
        let inner = widgets::screen(&self.theme, frame, area, &self.heading, &hints);
        if self.document.is_none() {
            let words = self.theme.span(ThemeRole::Dim, " reading the sessions …".to_owned());
            return widgets::put(frame, inner, [Line::from(words)]);
        }
        let hidden = document_view::draw(self.scroll, &self.lines(), &self.theme, frame, inner);
        widgets::more(&self.theme, frame, area, hidden);
    }
}

/// Returns the versions of some files, for detecting changes.
fn version(files: &[PathBuf]) -> Vec<Option<(u64, std::time::SystemTime)>> {
    let of = |path: &PathBuf| {
        let about = std::fs::metadata(path).ok()?;
        Some((about.len(), about.modified().ok()?))
    };
    let log = |path: &PathBuf| {
        let mut name = path.as_os_str().to_owned();
        // SQLite writes to this file first.
        name.push("-wal");
        PathBuf::from(name)
    };
    files.iter().flat_map(|path| [of(path), of(&log(path))]).collect()
}

/// Shows the document until it is closed. Returns the exit status.
pub fn watch(watched: Watched) -> Result<u8, Error> {
    let Watched { heading, files, make, look, keys } = watched;
    let follow = move |to: Sender<Message>| {
        let work = move || {
            let mut known = None;
            loop {
                let now = version(&files);
                if known.as_ref() != Some(&now) {
                    if to.send(Message::Watched(make())).is_err() {
                        return;
                    }
                    // Reading a session may change its log, which does not count as a change.
                    known = Some(version(&files));
                }
                thread::sleep(EVERY);
            }
        };
        thread::Builder::new().name("watch".to_owned()).spawn(work).map(drop)
    };
    show(look, |theme, size| Watch::new(heading, theme, keys, size), follow)
}

#[cfg(test)]
mod tests {
    use crate::document::Table;
    use crate::tui::keymap::Key;
    use crate::tui::memory::Memory;
    use crate::tui::theme::ColorDepth;

    use super::*;

    #[test]
    fn a_document_is_scrolled_followed_and_closed() {
        let theme = Theme::automatic(true, ColorDepth::None, None);
        let mut watch = Watch::new("Round".to_owned(), theme, Keymap::default(), (60, 10));
        let mut screen = Memory::new(60, 10);
        let mut text = |watch: &Watch| {
            screen.draw(|frame| watch.draw(frame));
            screen.text()
        };
        assert!(text(&watch).contains("reading the sessions"));
        let rows = |done: usize| (0..20).map(move |at| vec![format!("person-{at}"), done.to_string()]);
        let document = |done: usize| {
            let mut document = Document::new("Round");
            document.heading("Who did how much");
            document.table(Table::new(["annotator", "cases"], 1, rows(done)));
            document.heading("Judged by nobody");
            document.paragraph("none");
            document
        };
        watch.take(Message::Watched(document(3)));
        assert!(text(&watch).contains("person-0       3"), "{}", text(&watch));
        assert!(watch.key(Key::char(']').event()));
        assert!(watch.key(Key::char(']').event()));
        assert!(text(&watch).contains("Judged by nobody"), "{}", text(&watch));
        watch.wheel(-40);
        assert!(text(&watch).contains("person-0       3"), "{}", text(&watch));
        watch.wheel(40);
        assert!(text(&watch).contains("Judged by nobody"), "{}", text(&watch));
        assert!(watch.key(Key::char('g').event()));
        // A newer document keeps the reader's scroll position.
        watch.take(Message::Watched(document(4)));
        assert!(text(&watch).contains("person-0       4"), "{}", text(&watch));
        watch.resize(60, 40);
        let mut tall = Memory::new(60, 40);
        tall.draw(|frame| watch.draw(frame));
        assert!(tall.text().contains("person-19"), "{}", tall.text());
        assert!(!watch.key(Key::char('q').event()));
    }
}
