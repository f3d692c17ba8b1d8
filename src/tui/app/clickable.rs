//! A line whose parts do something when they are clicked.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::component::Cx;
use crate::tui::keymap::Action;
use crate::tui::widgets;
use crate::tui::words;

/// Action that a click on a part asks for, with the key that the component receives.
pub type Target = (Action, KeyEvent);

/// Spans in order, each with the target of a click on it.
#[derive(Debug, Default)]
pub struct ClickableLine(Vec<(Span<'static>, Option<Target>)>);

impl ClickableLine {
    /// Adds spans that do nothing when clicked.
    pub fn text(&mut self, spans: impl IntoIterator<Item = Span<'static>>) {
        self.0.extend(spans.into_iter().map(|span| (span, None)));
    }

    /// Adds spans that ask for an action when clicked.
    pub fn action(&mut self, spans: impl IntoIterator<Item = Span<'static>>, action: Action) {
        self.target(spans, (action, Cx::NO_KEY));
    }

    /// Adds spans with a target, which includes a key.
    pub fn target(&mut self, spans: impl IntoIterator<Item = Span<'static>>, target: Target) {
        self.0.extend(spans.into_iter().map(|span| (span, Some(target))));
    }

    pub fn append(&mut self, other: ClickableLine) {
        self.0.extend(other.0);
    }

    /// Returns the width in columns.
    pub fn width(&self) -> usize {
        self.0.iter().map(|(span, _)| words::width(&span.content)).sum()
    }

    /// Returns the target at a column of the area in which the line is drawn.
    pub fn at(&self, place: Rect, x: u16) -> Option<Target> {
        let mut end = usize::from(place.x);
        let part = self.0.iter().find(|(span, _)| {
            end += words::width(&span.content);
            usize::from(x) < end
        });
        part.and_then(|(_, target)| *target)
    }

    pub fn draw(self, frame: &mut Frame, place: Rect) {
        let spans: Vec<Span> = self.0.into_iter().map(|(span, _)| span).collect();
        widgets::line(frame, place, &Line::from(spans));
    }
}
