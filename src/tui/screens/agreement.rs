//! Agreement of annotators: coefficients with intervals and their interpretation, confusion, bias and spread,
//! by list, by metric and over time.
//!
//! Actions: scroll; move from section to section. The contents are computed on a separate thread.

use std::sync::Arc;

use crate::document::Document;
use crate::document::text;
use crate::tui::component::ComponentEvent;
use crate::tui::document_view;
use crate::tui::list::Scroll;
use crate::tui::msg::Effect;
use crate::tui::state::{AgreementState, StorageStatus};

use super::prelude::*;

#[derive(Debug, Default)]
pub struct AgreementScreen {
    scroll: Scroll,
    /// The lines of the document, laid out at a width.
    laid: Option<(usize, Arc<[text::Line]>)>,
}

/// Opens the screen, and starts the computation.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let session = match &cx.state.kept {
        StorageStatus::In(path) => path.clone(),
        StorageStatus::Nowhere(why) => {
            let why = format!("there is no session whose annotators could be compared: {why}");
            cx.state.warn(why);
            return None;
        }
        StorageStatus::Opening => {
            cx.notify("the session is being opened");
            return None;
        }
    };
    if !matches!(cx.state.agreement, Some(AgreementState::Computing(_))) {
        cx.state.agreement = Some(AgreementState::Computing("reading what annotators gave".to_owned()));
        cx.effects.push(Effect::Agree(session));
    }
    Some(Box::<AgreementScreen>::default())
}

/// Returns the width of the document's lines, in columns.
fn width(area: Rect) -> usize {
    usize::from(inside(area).width).saturating_sub(2)
}

impl AgreementScreen {
    fn lines(&self, document: &Document, width: usize) -> Arc<[text::Line]> {
        match &self.laid {
            Some((known, lines)) if *known == width => Arc::clone(lines),
            // The document's title is shown in the frame.
            _ => text::lines(&document.blocks, width).into(),
        }
    }

    /// Lays the document out once for the area that it is shown in.
    fn lay(&mut self, cx: &Cx) {
        if let Some(AgreementState::Found(document)) = &cx.state.agreement {
            let width = width(cx.area);
            self.laid = Some((width, self.lines(document, width)));
        }
    }
}

impl Component for AgreementScreen {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Agreement)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        self.lay(cx);
        let lines = self.laid.as_ref().map_or(&[][..], |(_, lines)| lines);
        document_view::act(&mut self.scroll, action, lines, usize::from(inside(cx.area).height))
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event == ComponentEvent::Agreed {
            self.laid = None;
            self.lay(cx);
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let keys = document_view::hints(&state.keys);
        let inner = widgets::screen(theme, frame, area, "Agreement between annotators", &keys);
        let message = |words: &str, role| words::paragraph(theme, role, words, width(area));
        let document = match &state.agreement {
            Some(AgreementState::Found(document)) => document,
            Some(AgreementState::Computing(words)) => {
                return widgets::put(frame, inner, message(&format!("{words} …"), ThemeRole::Dim));
            }
            Some(AgreementState::Not(why)) => {
                return widgets::put(frame, inner, message(why, ThemeRole::Warn));
            }
            None => return,
        };
        let lines = self.lines(document, width(area));
        let below = document_view::draw(self.scroll, &lines, theme, frame, inner);
        widgets::more(theme, frame, area, below);
    }
}
