//! The workbench as numbered plain text, for screen readers and scripts. It has the same state as the screen,
//! and is driven by commands in words.
//!
//! A command is the name of an action of the key table, a key as messages write it, or one of the `COMMANDS`.
//! It is translated to the messages that keys would have sent, and the resulting screen is printed as text.

mod command;
mod view;

use std::io;
use std::sync::mpsc;

use crate::labels::{List, Side};
use crate::rubric::RUBRICS;

use super::Options;
use super::app::App;
use super::memory::Memory;
use super::msg::Message;
use super::run::{Flow, Loop};
use super::theme::{ColorDepth, Theme};

pub use command::Show;

/// Columns and rows of the layout: wide enough for long lines, and tall enough for any list.
const SIZE: (u16, u16) = (200, 1000);

#[derive(Debug, Default, PartialEq, Eq)]
pub struct CommandOutput {
    /// The text to print.
    pub text: String,
    /// Why the line could not be carried out.
    pub fault: Option<String>,
    /// The exit status, if the line left the workbench.
    pub end: Option<u8>,
}

/// The workbench in line mode.
pub struct Lines {
    work: Loop,
    screen: Memory,
    /// The text that is being entered line by line, and its lines so far.
    taking: Option<(Side, String)>,
    /// The label in focus after the previous line: its case, list and row.
    focus: Option<(usize, List, usize)>,
}

impl Lines {
    /// Opens the workbench and waits for the first case.
    ///
    /// # Errors
    /// Fails if the wait for the case fails.
    pub fn open(options: Options) -> io::Result<(Lines, CommandOutput)> {
        let rubric = RUBRICS.iter().position(|entry| entry.slug == options.rubric).unwrap_or(0);
        let theme = Theme::automatic(true, ColorDepth::None, None);
        let app = App::new(theme, rubric, options.readings, options.by.clone());
        let (to, messages) = mpsc::channel();
        // The borders of the screen do not matter in line mode.
        let mut work = Loop::new(app, Options { split: None, ..options }, &to, messages);
        work.app.state.zoomed = true;
        work.app.state.is_in_lines = true;
        work.app.resize(SIZE.0, SIZE.1);
        let mut lines = Lines { work, screen: Memory::new(1, 1), taking: None, focus: None };
        let flow = lines.work.settle(&mut lines.screen)?;
        lines.focus = view::focus(&lines.work.app.state);
        let output = lines.output(Show::Status, flow);
        Ok((lines, output))
    }

    /// Carries out a line, waits for all its effects, and returns the output.
    ///
    /// # Errors
    /// The content of the line never causes an error; failed commands are reported in the output.
    pub fn line(&mut self, line: &str) -> io::Result<CommandOutput> {
        let line = line.trim_end_matches(['\n', '\r']);
        if let Some((side, mut text)) = self.taking.take() {
            if line != "." {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(line);
                self.taking = Some((side, text));
                return Ok(CommandOutput::default());
            }
            return self.run(vec![Message::Rewrite(side, text)], Show::Status);
        }
        match command::read(&self.work.app, line) {
            Err(error) => Ok(CommandOutput { fault: Some(error.to_string()), ..CommandOutput::default() }),
            Ok((messages, Show::Take(side))) => {
                self.taking = Some((side, String::new()));
                self.run(messages, Show::Take(side))
            }
            Ok((messages, show)) => self.run(messages, show),
        }
    }

    /// Describes what would be lost by ending now.
    pub fn unsaved(&self) -> Option<String> {
        let unread = self
            .taking
            .as_ref()
            .map(|_| "the lines of an edit have no end: `.` on a line of its own".to_owned());
        let dirty = || {
            let state = &self.work.app.state;
            state.is_losing().then(|| format!("what was done last is not saved: {}", state.unsaved_because()))
        };
        let typed = || {
            let app = &self.work.app;
            let kept = if app.state.may_write() {
                "; the session goes on with it when it is opened again"
            } else {
                ""
            };
            app.is_typing()
                .then(|| format!("the text that was typed last has no end: `enter` keeps it{kept}"))
        };
        unread.or_else(dirty).or_else(typed)
    }

    fn run(&mut self, messages: Vec<Message>, show: Show) -> io::Result<CommandOutput> {
        self.work.app.state.notice = None;
        self.work.app.idle.clear();
        let mut flow = Flow::On;
        for message in messages {
            flow = self.work.send(message, &mut self.screen)?;
            if flow != Flow::On {
                break;
            }
        }
        Ok(self.output(show, flow))
    }

    fn output(&mut self, show: Show, flow: Flow) -> CommandOutput {
        let app = &self.work.app;
        let mut text = String::new();
        if let Some(notice) = &app.state.notice {
            text.push_str(if notice.bad { "problem: " } else { "" });
            text.push_str(&super::sanitize::line(&notice.text));
            text.push('\n');
        }
        let end = match flow {
            Flow::On => None,
            Flow::End(status) => Some(status),
        };
        if end.is_none() {
            text.push_str(&view::view(app, &show));
        }
        let focus = view::focus(&app.state);
        if end.is_none() && show == Show::Status && !app.is_covered() && focus != self.focus {
            text.push_str(&view::in_focus(&app.state));
        }
        self.focus = focus;
        CommandOutput { text, fault: None, end }
    }
}
