//! The exports of the adjudication: the user chooses one, which is written to a new file.

use std::path::PathBuf;

use crate::export::adjudication::{AdjudicationExport, AdjudicationFormat};
use crate::files;
use crate::tui::adjudicator::AdjudicatorJob;
use crate::tui::msg::Effect;
use crate::tui::screens::export::{self, Form, draw_forms};
use crate::tui::screens::prelude::*;
use crate::tui::state::StorageStatus;

/// The exports and their formats.
const EXPORTS: [(AdjudicationExport, AdjudicationFormat); 6] = [
    (AdjudicationExport::Gold, AdjudicationFormat::Jsonl),
    (AdjudicationExport::Gold, AdjudicationFormat::Md),
    (AdjudicationExport::Report, AdjudicationFormat::Html),
    (AdjudicationExport::Report, AdjudicationFormat::Md),
    (AdjudicationExport::Report, AdjudicationFormat::Jsonl),
    (AdjudicationExport::Queue, AdjudicationFormat::Html),
];

/// Descriptions of the exports: the ending of the file, and its contents.
const FORMS: [Form; EXPORTS.len()] = [
    ("labels.jsonl", "The gold set, as labels: score --labels and agree read it"),
    ("md", "The gold set: what was decided and why, as Markdown"),
    ("feedback.html", "Feedback for each annotator, as a page"),
    ("feedback.md", "Feedback for each annotator, as Markdown"),
    ("feedback.jsonl", "Feedback for each annotator, one object a line"),
    ("disagreements.html", "The disagreements with their effects, as a page"),
];

/// Width of the screen in columns, frame included.
const WIDTH: u16 = 84;

#[derive(Debug, Default)]
pub struct Exports {
    list: ListCursor,
}

impl Exports {
    fn write(&self, cx: &mut Cx) {
        let at = self.list.cursor().min(EXPORTS.len() - 1);
        let ((what, form), (ending, _)) = (EXPORTS[at], FORMS[at]);
        cx.close();
        let StorageStatus::In(session) = &cx.state.kept else {
            return cx.notify("the session is not open yet");
        };
        let hidden = cx.state.adjudication.as_ref().is_some_and(|adjudication| adjudication.hidden);
        cx.effects.push(Effect::Adjudicate(AdjudicatorJob::Export(
            what,
            form,
            PathBuf::from(format!("{}.{ending}", files::stem(session))),
            hidden,
        )));
        cx.state.exports += 1;
        cx.notify("exporting …");
    }
}

impl Component for Exports {
    fn window(&self, state: &State) -> Window {
        export::window(state, WIDTH, &FORMS)
    }

    fn enter(&mut self, cx: &mut Cx) {
        self.write(cx);
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        Some(export::view(state, area, self.list, &FORMS))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        draw_forms(state, frame, area, "Export", self.list, &FORMS);
    }
}
