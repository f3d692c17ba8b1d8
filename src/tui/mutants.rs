//! Review of mutants one by one: a key accepts or rejects each one, before it is used as an exercise or a
//! gold case.
//!
//! Keys accept or reject, which moves to the next mutant without a decision, go back and forth, undo, and
//! scroll the article. [`Reviewing`] is shared by the screen and its plain-text counterpart.

use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, io};

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use crate::case::Case;
use crate::labels::{LISTS, LabelId, LabelValue};
use crate::mutate::{Mutant, MutationKind};
use crate::text::Span;

use super::alone::StandaloneScreen;
use super::excerpt::{self, ExcerptMark};
use super::keymap::{Action, CLOSES, Context, Keymap};
use super::msg::Message;
use super::sanitize;
use super::screens::help;
use super::theme::{Theme, ThemeRole};
use super::widgets::{self, inside};
use super::words;

/// Rows that the article is scrolled by.
const PAGE: isize = 4;
/// Width, in columns, from which the texts are side by side.
const WIDE: u16 = 90;

/// A mutant to review.
#[derive(Clone, Debug)]
pub struct Item {
    /// The correct case.
    pub of: Arc<Case>,
    pub kind: &'static MutationKind,
    pub mutant: Mutant,
    /// Byte of the article at which the sentence behind the change begins.
    pub source: usize,
}

impl Item {
    /// Returns the change, in words.
    pub fn change(&self) -> String {
        match (self.mutant.was.as_str(), self.mutant.now.as_str()) {
            ("", now) => format!("added: {now}"),
            (was, "") => format!("left out: {was}"),
            (was, now) => format!("{was} → {now}"),
        }
    }

    /// Returns the mutant's gold labels, in lines: those of the change, and the number of others.
    pub fn labels(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for spec in &LISTS {
            let labels = self.mutant.labels.get(spec.list).unwrap_or_default();
            let mut rest = 0;
            for (index, label) in labels.iter().enumerate() {
                let Some(word) = label.word else { continue };
                if matches!(word, LabelValue::Supported | LabelValue::Fully) {
                    rest += 1;
                    continue;
                }
                let id = LabelId { list: spec.list, index };
                let own = label.summary.first().and_then(|span| self.mutant.summary.get(span.range()));
                let text = if label.text.is_empty() { own.unwrap_or_default() } else { &label.text };
                let kind = label.kind.map_or_else(String::new, |kind| format!("{kind}, "));
                lines.push(format!("{} {kind}{}: {text}", id.shown(), spec.list.value_name(word)));
            }
            if rest > 0 {
                let word = spec.words.first().map_or("", |word| word.as_str());
                lines.push(format!("{}: all {rest} others {word}", spec.title.to_lowercase()));
            }
        }
        lines
    }
}

/// A decision that could not be saved.
#[derive(Debug, thiserror::Error)]
#[error("not saved: {}: {source}", .path.display())]
pub struct UnsavedMark {
    /// The file of the decisions.
    pub path: PathBuf,
    /// The system's error.
    pub source: io::Error,
}

/// Saves the decision on a mutant.
pub type DecisionWriter = Box<dyn FnMut(&Item, Option<bool>) -> Result<(), UnsavedMark>>;

/// Mutants with the decisions on them.
pub struct Reviewing {
    pub items: Vec<Item>,
    /// For each mutant, whether it was accepted; `None` is undecided.
    pub said: Vec<Option<bool>>,
    steps: Vec<(usize, Option<bool>)>,
    keep: DecisionWriter,
}

impl fmt::Debug for Reviewing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Reviewing").field("items", &self.items.len()).field("said", &self.said).finish()
    }
}

impl Reviewing {
    /// Returns a review of mutants with the decisions made so far.
    pub fn new(items: Vec<Item>, said: Vec<Option<bool>>, keep: DecisionWriter) -> Reviewing {
        Reviewing { items, said, steps: Vec::new(), keep }
    }

    /// Saves the decision on a mutant.
    ///
    /// # Errors
    /// Fails if the decision cannot be written; nothing changes then.
    pub fn say(&mut self, at: usize, passes: bool) -> Result<(), UnsavedMark> {
        let Some(item) = self.items.get(at) else { return Ok(()) };
        (self.keep)(item, Some(passes))?;
        self.steps.push((at, self.said[at]));
        self.said[at] = Some(passes);
        Ok(())
    }

    /// Undoes the last step. Returns the mutant that it was about, if there was a step.
    pub fn undo(&mut self) -> Result<Option<usize>, UnsavedMark> {
        let Some((at, before)) = self.steps.last().copied() else { return Ok(None) };
        (self.keep)(&self.items[at], before)?;
        self.steps.pop();
        self.said[at] = before;
        Ok(Some(at))
    }

    /// Returns the first undecided mutant from this one on, or else from the start.
    pub fn next_open(&self, at: usize) -> Option<usize> {
        (at..self.said.len()).chain(0..at).find(|at| self.said[*at].is_none())
    }

    /// Returns the numbers of accepted and rejected mutants.
    pub fn counts(&self) -> [usize; 2] {
        [true, false].map(|passes| self.said.iter().filter(|said| **said == Some(passes)).count())
    }

    /// Returns the counts of decisions, in words.
    pub fn progress(&self) -> String {
        let [accepted, rejected] = self.counts();
        format!("{accepted} accepted, {rejected} rejected, {} open", self.said.len() - accepted - rejected)
    }
}

#[derive(Debug)]
pub struct Mutants {
    reviewing: Reviewing,
    at: usize,
    shift: isize,
    notice: String,
    /// First visible line of the list of keys, while it is open.
    help: Option<usize>,
    theme: Theme,
    keys: Keymap,
    /// Columns and rows of the terminal.
    size: (u16, u16),
}

impl Mutants {
    /// Returns the screen at the first undecided mutant.
    pub fn new(reviewing: Reviewing, theme: Theme, keys: Keymap, size: (u16, u16)) -> Mutants {
        let at = reviewing.next_open(0).unwrap_or(0);
        Mutants { reviewing, at, shift: 0, notice: String::new(), help: None, theme, keys, size }
    }

    fn go(&mut self, at: usize) {
        (self.at, self.shift) = (at.min(self.reviewing.items.len().saturating_sub(1)), 0);
    }

    fn say(&mut self, passes: bool) {
        match self.reviewing.say(self.at, passes) {
            Err(why) => self.notice = why.to_string(),
            Ok(()) => match self.reviewing.next_open(self.at) {
                Some(next) => self.go(next),
                None => self.notice = "every mutant has a mark".to_owned(),
            },
        }
    }

    /// Returns the number of lines in the list of keys.
    fn help_rows(&self) -> usize {
        self.keys.rows_of(Context::Mutants).count()
    }

    fn head(&self, item: &Item, width: usize) -> Vec<Line<'static>> {
        let theme = &self.theme;
        let (word, role) = match self.reviewing.said[self.at] {
            Some(true) => ("accepted", ThemeRole::Pass),
            Some(false) => ("rejected", ThemeRole::Fail),
            None => ("no mark yet", ThemeRole::Dim),
        };
        let kind = format!(" {}: {}", item.kind.name, item.kind.about);
        let kind = sanitize::fit(&kind, width.saturating_sub(words::width(word) + 3)).into_owned();
        let mut lines =
            vec![Line::from(vec![theme.span(ThemeRole::Title, kind + " · "), theme.span(role, word)])];
        let room = width.saturating_sub(2);
        for (text, role) in std::iter::once((item.change(), ThemeRole::Accent))
            .chain(item.labels().into_iter().map(|line| (line, ThemeRole::Text)))
        {
            lines.extend(words::paragraph(theme, role, &text, room).take(2));
        }
        lines
    }

    fn text(
        &self,
        frame: &mut Frame,
        place: Rect,
        title: &str,
        text: &str,
        marks: &[ExcerptMark],
        around: usize,
    ) {
        let theme = &self.theme;
        let block = widgets::panel(theme, false, widgets::title(theme, title.to_owned()), Line::default());
        frame.render_widget(block, place);
        let inner = inside(place);
        let size = (usize::from(inner.width), usize::from(inner.height));
        let shift = if title == "Article" { self.shift } else { 0 };
        widgets::put(frame, inner, excerpt::lines(text, marks, around, size, shift));
    }
}

impl StandaloneScreen for Mutants {
    fn key(&mut self, event: KeyEvent) -> bool {
        let Some((action, _)) = self.keys.action(Context::Mutants, event) else { return true };
        if widgets::is_too_small(self.size) {
            return action != Action::Close;
        }
        self.notice.clear();
        if let Some(top) = self.help {
            self.help = match action {
                Action::Next => Some((top + 1).min(self.help_rows())),
                Action::Previous => Some(top.saturating_sub(1)),
                _ => None,
            };
            return true;
        }
        match action {
            Action::Close => return false,
            Action::Help => self.help = Some(0),
            Action::Accept => self.say(true),
            Action::Dismiss => self.say(false),
            Action::Undo => match self.reviewing.undo() {
                Ok(Some(at)) => self.go(at),
                Ok(None) => self.notice = "nothing to undo".to_owned(),
                Err(why) => self.notice = why.to_string(),
            },
            Action::Next => self.go(self.at + 1),
            Action::Previous => self.go(self.at.saturating_sub(1)),
            Action::Top => self.go(0),
            Action::Bottom => self.go(usize::MAX),
            Action::NextUndecided => match self.reviewing.next_open(self.at + 1) {
                Some(next) => self.go(next),
                None => self.notice = "every mutant has a mark".to_owned(),
            },
            Action::PageDown => self.shift += PAGE,
            Action::PageUp => self.shift -= PAGE,
            _ => {}
        }
        true
    }

    fn wheel(&mut self, rows: isize) {
        match self.help {
            _ if widgets::is_too_small(self.size) => {}
            Some(top) => self.help = Some(top.saturating_add_signed(rows).min(self.help_rows())),
            None => self.shift += rows,
        }
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.size = (columns, rows);
    }

    fn take(&mut self, _message: Message) {}

    fn draw(&self, frame: &mut Frame) {
        let area = frame.area();
        let theme = &self.theme;
        if widgets::is_too_small(self.size) {
            let quit = self.keys.name(Context::Mutants, Action::Close);
            return widgets::draw_too_small(frame, widgets::quits_alone(self.size, &quit));
        }
        if let Some(top) = self.help {
            let hints =
                self.keys.hints(Context::Mutants, &[(&[Action::Next, Action::Previous], "scroll"), CLOSES]);
            let inner = widgets::screen(theme, frame, area, "Keys", &hints);
            let rows = help::keys(theme, &self.keys, Context::Mutants, usize::from(inner.width));
            let top = top.min(rows.len().saturating_sub(usize::from(inner.height)));
            return widgets::put(frame, inner, rows.into_iter().skip(top));
        }
        let all = self.reviewing.items.len();
        let heading = format!("Mutant {} of {all} · {}", self.at + 1, self.reviewing.progress());
        let inner = widgets::screen(theme, frame, area, &heading, "");
        let Some(item) = self.reviewing.items.get(self.at) else { return };
        let width = usize::from(inner.width);
        let head = self.head(item, width);
        let rows = (head.len() as u16).min(inner.height / 2);
        let [top, texts, below] =
            Layout::vertical([Constraint::Length(rows), Constraint::Fill(1), Constraint::Length(1)])
                .areas(inner);
        widgets::put(frame, top, head);
        let [article, summary] = match inner.width >= WIDE {
            true => Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).areas(texts),
            false => Layout::vertical([Constraint::Fill(1), Constraint::Fill(1)]).areas(texts),
        };
        self.text(frame, article, "Article", &item.of.article, &[], item.source);
        let style = theme.style(ThemeRole::Warn);
        let mark = |span: &Span| ExcerptMark { span: *span, style, sign: "◂".to_owned() };
        let marks: Vec<ExcerptMark> = item.mutant.spans.iter().map(mark).collect();
        let around = marks.first().map_or(0, |mark| mark.span.start);
        self.text(frame, summary, "Summary", &item.mutant.summary, &marks, around);
        let hints = self.keys.hints(
            Context::Mutants,
            &[
                (&[Action::Accept], "accepts"),
                (&[Action::Dismiss], "rejects"),
                (&[Action::Undo], "undoes"),
                CLOSES,
                (&[Action::Help], "keys"),
                (&[Action::Next, Action::Previous], "mutant"),
                (&[Action::PageDown], "scrolls"),
            ],
        );
        let (words, role) = match self.notice.is_empty() {
            true => (hints, ThemeRole::Dim),
            false => (self.notice.clone(), ThemeRole::Warn),
        };
        widgets::put(frame, below, [theme.line(role, format!(" {}", words::cell(&words, width - 2)))]);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use crate::labels::{Entry, Label, Labels, List};
    use crate::tui::keymap::Key;
    use crate::tui::memory::Memory;
    use crate::tui::theme::ColorDepth;

    use super::*;

    fn item(id: &str) -> Item {
        let summary = "The council approved the budget by 9 votes. Nobody objected.";
        let at = summary.find('9').unwrap();
        let mut labels = Labels::default();
        let claim = |word, text: &str| Label { text: text.to_owned(), word: Some(word), ..Label::default() };
        let claims = vec![
            claim(LabelValue::Unsupported, "The council approved the budget by 9 votes."),
            claim(LabelValue::Supported, "Nobody objected."),
        ];
        labels.set(List::Claims, Entry::Given(claims));
        let article = format!("{} The council approved the budget by 7 votes.", "It rained. ".repeat(200));
        Item {
            source: article.find("The council").unwrap(),
            of: Arc::new(Case { id: id.to_owned(), article, ..Case::default() }),
            kind: crate::mutate::kind("number").unwrap(),
            mutant: Mutant {
                summary: summary.to_owned(),
                was: "7".to_owned(),
                now: "9".to_owned(),
                spans: vec![Span::new(at, at + 1)],
                labels,
            },
        }
    }

    #[test]
    fn mutants_are_accepted_rejected_and_given_back() {
        for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
            let kept = Arc::new(Mutex::new(Vec::<(String, Option<bool>)>::new()));
            let log = Arc::clone(&kept);
            let keep = move |item: &Item, said: Option<bool>| {
                if item.of.id == "c" {
                    let source = io::Error::other("the disk is full");
                    return Err(UnsavedMark { path: PathBuf::from("m.jsonl"), source });
                }
                log.lock().unwrap().push((item.of.id.clone(), said));
                Ok(())
            };
            let items = ["a", "b", "c"].map(item).to_vec();
            let reviewing = Reviewing::new(items, vec![Some(true), None, None], Box::new(keep));
            let theme = Theme::automatic(true, ColorDepth::None, None);
            let mut screen = Mutants::new(reviewing, theme, Keymap::default(), (columns, rows));
            let mut memory = Memory::new(columns, rows);
            let mut text = |screen: &Mutants| {
                memory.draw(|frame| screen.draw(frame));
                memory.text()
            };
            let first = text(&screen);
            for words in [
                "Mutant 2 of 3",
                " · no mark yet",
                "7 → 9",
                "claim 1 unsupported",
                "9◂",
                "by 7 votes",
                "a accepts",
            ] {
                assert!(first.contains(words), "{words}: {first}");
            }
            let press = |screen: &mut Mutants, key: char| assert!(screen.key(Key::char(key).event()));
            press(&mut screen, 'r');
            assert!(text(&screen).contains("Mutant 3 of 3"), "{}", text(&screen));
            // A decision that cannot be saved is not reported as saved, and the mutant stays undecided.
            press(&mut screen, 'a');
            assert!(
                text(&screen).contains("the disk is full") && text(&screen).contains("1 open"),
                "{}",
                text(&screen)
            );
            press(&mut screen, 'z');
            assert!(
                text(&screen).contains("Mutant 2 of 3") && text(&screen).contains("2 open"),
                "{}",
                text(&screen)
            );
            press(&mut screen, 'z');
            assert!(text(&screen).contains("nothing to undo"), "{}", text(&screen));
            assert_eq!(*kept.lock().unwrap(), [("b".to_owned(), Some(false)), ("b".to_owned(), None)]);
            press(&mut screen, '?');
            assert!(text(&screen).contains("Go to the next mutant without a mark"), "{}", text(&screen));
            press(&mut screen, 'q');
            assert!(text(&screen).contains("Mutant 2 of 3"), "the list of keys closes: {}", text(&screen));
            assert!(text(&screen).contains("Esc closes"), "{}", text(&screen));
            assert!(!screen.key(Key::char('q').event()));
        }
    }

    #[test]
    fn a_terminal_that_is_too_small_takes_no_key_but_the_one_that_quits() {
        let keep = |_: &Item, _| panic!("a mark that nobody saw");
        let reviewing = Reviewing::new(vec![item("a")], vec![None], Box::new(keep));
        let theme = Theme::automatic(true, ColorDepth::None, None);
        let mut screen = Mutants::new(reviewing, theme, Keymap::default(), (59, 16));
        let mut memory = Memory::new(59, 16);
        memory.draw(|frame| screen.draw(frame));
        let text = memory.text();
        assert!(text.contains("needs 60 x 16; this is 59 x 16.") && !text.contains("Mutant 1"), "{text}");
        for key in ['a', 'r', '?'] {
            assert!(screen.key(Key::char(key).event()));
        }
        screen.wheel(3);
        assert_eq!((screen.help, screen.shift), (None, 0));
        assert!(!screen.key(Key::char('q').event()));
    }
}
