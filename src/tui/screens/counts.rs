//! The labels that a step of a ledger counts: each symbol of its formula, with its labels below it.
//!
//! Actions: move between labels; Enter goes to the one in focus in the label panel.

use crate::labels::LabelId;
use crate::ledger;
use crate::num::Num;
use crate::report::{Metric, Report};
use crate::rubric::{Symbol, symbol};
use crate::tui::component::ComponentRequest;
use crate::tui::list::Row;

use super::prelude::*;

/// The screen of the labels that a step counts.
#[derive(Debug)]
pub struct CountsScreen {
    metric: &'static str,
    step: &'static str,
    list: ListCursor,
}

/// Returns the symbols of a step that have an explanation, with their values, in the order of the formula.
pub fn symbols(metric: &Metric, step: &ledger::Step) -> Vec<(&'static Symbol, Num)> {
    let inputs = step.inputs().into_iter();
    inputs.filter_map(|(name, value)| Some((symbol(metric.key, step.name, name)?, value))).collect()
}

fn counted<'a>(report: &'a Report, symbol: &'a Symbol) -> impl Iterator<Item = LabelId> + 'a {
    let counts =
        |id: LabelId, word| Some(id.list) == symbol.list && (symbol.word.is_none() || symbol.word == word);
    report.labels.iter().filter(move |(id, label)| counts(*id, label.word)).map(|(id, _)| *id)
}

impl CountsScreen {
    /// Opens the labels that a step of a metric counts; `None` if it counts none.
    pub fn open(report: &Report, metric: &Metric, step: &ledger::Step) -> Option<CountsScreen> {
        let counts = CountsScreen { metric: metric.key, step: step.name, list: ListCursor::default() };
        (!counts.labels(report).is_empty()).then_some(counts)
    }

    /// Returns the symbols with the labels that each counts. A total is left out if its parts are listed.
    fn groups(&self, report: &Report) -> Vec<(&'static Symbol, Num, Vec<LabelId>)> {
        let Some(metric) = report.metric(self.metric) else { return Vec::new() };
        let Some(step) = metric.steps.iter().find(|step| step.name == self.step) else { return Vec::new() };
        let all = symbols(metric, step).into_iter();
        let mut groups: Vec<(&Symbol, Num, Vec<LabelId>)> =
            all.map(|(symbol, value)| (symbol, value, counted(report, symbol).collect())).collect();
        let grouped: Vec<LabelId> = groups
            .iter()
            .filter(|(symbol, ..)| symbol.word.is_some())
            .flat_map(|(.., labels)| labels.iter().copied())
            .collect();
        for (.., labels) in groups.iter_mut().filter(|(symbol, ..)| symbol.word.is_none()) {
            labels.retain(|id| !grouped.contains(id));
        }
        groups
    }

    fn labels(&self, report: &Report) -> Vec<LabelId> {
        self.groups(report).into_iter().flat_map(|(.., labels)| labels).collect()
    }

    fn label(&self, state: &State) -> Option<LabelId> {
        self.labels(state.report()?).get(self.list.cursor()).copied()
    }

    fn rows(&self, report: &Report, theme: &Theme, width: usize) -> Vec<Row> {
        let (mut rows, mut at) = (Vec::new(), 0);
        for (symbol, value, labels) in self.groups(report) {
            rows.push(Row::heading(Line::from(vec![
                theme.span(ThemeRole::Accent, format!(" {} = {}", symbol.name, value.shown())),
                theme.span(ThemeRole::Dim, format!("  {}", symbol.says)),
            ])));
            for id in labels {
                let chosen = at == self.list.cursor();
                let label = report.label(id);
                let word = label.and_then(|label| label.word);
                let mut line = vec![
                    theme.span(ThemeRole::Accent, if chosen { "▸  " } else { "   " }),
                    theme.span(ThemeRole::Dim, format!("{}  ", id.shown())),
                ];
                if let Some(word) = word {
                    line.push(theme.span(words::word(word), format!("{}  ", id.list.value_name(word))));
                }
                let room = width.saturating_sub(words::width_of(&line) + 1);
                let text = label.map_or("", |label| label.text.as_str());
                line.push(theme.span(ThemeRole::Text, sanitize::fit(text, room).into_owned()));
                rows.push(Row { line: Line::from(line).style(row_style(theme, chosen)), of: Some(at) });
                at += 1;
            }
        }
        rows
    }
}

impl Component for CountsScreen {
    fn window(&self, _state: &State) -> Window {
        Window::under_texts(Context::Counts).of_rubric()
    }

    fn enter(&mut self, cx: &mut Cx) {
        if let Some(id) = self.label(cx.state) {
            cx.close();
            // The ledger below is closed too, so that the label is visible.
            cx.asks.push(ComponentRequest::Run(Action::Close, Cx::NO_KEY));
            cx.state.go_to(id);
        }
    }

    fn lit(&self, state: &State) -> Option<Vec<LabelId>> {
        Some(self.label(state).into_iter().collect())
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let inner = inside(area);
        let rows = self.rows(state.report()?, &state.theme, usize::from(inner.width));
        Some(ListView::of_lines(self.list, rows, inner))
    }

    fn set_row(&mut self, row: usize, cx: &mut Cx) {
        self.list.set(row);
        self.reveal_lit(cx);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let Some(report) = state.report() else { return };
        let heading = format!("{} of {}: the labels that it counts", self.step, words::metric(self.metric));
        let inner = self.framed(state, frame, area, &heading, &[(&[Action::Enter], "goes to the label")]);
        let rows = self.rows(report, &state.theme, usize::from(inner.width));
        self.list.draw_lines(rows, frame, inner);
    }
}
