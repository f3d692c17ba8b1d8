//! What can be handed on of the adjudication: one is chosen, and written to a new file.

use std::path::PathBuf;

use crate::export::adjudication::{AdjudicationExport, AdjudicationFormat};
use crate::tui::adjudicator::AdjudicatorJob;
use crate::tui::msg::Effect;
use crate::tui::screens::export::draw_forms;
use crate::tui::screens::prelude::*;
use crate::tui::state::StorageStatus;

/// A row: what, in which form, the ending of its file, and what it is.
type Export = (AdjudicationExport, AdjudicationFormat, &'static str, &'static str);

const EXPORTS: [Export; 6] = [
    (
        AdjudicationExport::Gold,
        AdjudicationFormat::Jsonl,
        "labels.jsonl",
        "The gold set, as labels: score --labels and agree read it",
    ),
    (
        AdjudicationExport::Gold,
        AdjudicationFormat::Md,
        "md",
        "The gold set: what was decided and why, as Markdown",
    ),
    (
        AdjudicationExport::Report,
        AdjudicationFormat::Html,
        "feedback.html",
        "Feedback for each annotator, as a page",
    ),
    (
        AdjudicationExport::Report,
        AdjudicationFormat::Md,
        "feedback.md",
        "Feedback for each annotator, as Markdown",
    ),
    (
        AdjudicationExport::Report,
        AdjudicationFormat::Jsonl,
        "feedback.jsonl",
        "Feedback for each annotator, one object a line",
    ),
    (
        AdjudicationExport::Queue,
        AdjudicationFormat::Html,
        "disagreements.html",
        "The disagreements with their effects, as a page",
    ),
];

#[derive(Debug, Default)]
pub struct Exports {
    list: ListCursor,
}

impl Exports {
    fn write(&self, cx: &mut Cx) {
        let (what, form, ending, _) = EXPORTS[self.list.cursor().min(EXPORTS.len() - 1)];
        cx.close();
        let StorageStatus::In(session) = &cx.state.kept else {
            return cx.notify("the session is not open yet");
        };
        let stem = session.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let hidden = cx.state.adjudication.as_ref().is_some_and(|adjudication| adjudication.hidden);
        cx.effects.push(Effect::Adjudicate(AdjudicatorJob::Export(
            what,
            form,
            PathBuf::from(format!("{stem}.{ending}")),
            hidden,
        )));
        cx.state.exports += 1;
        cx.notify("exporting …");
    }
}

impl Component for Exports {
    fn context(&self, _state: &State) -> Context {
        Context::Export
    }

    fn place(&self, _state: &State) -> Placement {
        Placement::Middle(84, EXPORTS.len() as u16 + 4)
    }

    fn enter(&mut self, cx: &mut Cx) {
        self.write(cx);
    }

    fn list(&self, _state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, EXPORTS.len(), inside(area)).on_click(OnClick::Acts))
    }

    fn cursor<'a>(&'a mut self, _state: &'a mut State) -> Option<&'a mut ListCursor> {
        Some(&mut self.list)
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let forms = EXPORTS.map(|(.., ending, about)| (ending, about));
        draw_forms(state, frame, area, "Export", self.list, (19, &forms));
    }
}
