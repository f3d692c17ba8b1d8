//! The most influential labels of a verdict over probabilities: first labels that could change it, then
//! labels that would make it more certain, then labels that only narrow a range. The texts stay visible, with
//! the words of the label in focus highlighted.
//!
//! Actions: move between labels; Enter goes to the label, to decide on it.

use ratatui::text::Span;

use crate::labels::LabelId;
use crate::num::two_decimals;
use crate::report::{Decides, Odds, percent};
use crate::rubric::RUBRICS;
use crate::text::capitalized;
use crate::tui::component::ComponentEvent;
use crate::tui::list::Row;
use crate::tui::meters::odds_line;
use crate::tui::open_case::OpenCase;
use crate::tui::words::width_of;

use super::prelude::*;

/// Rows for the label in focus.
const DETAIL: u16 = 3;

/// The screen of the most influential labels.
#[derive(Debug, Default)]
pub struct Influence {
    list: ListCursor,
}

/// Opens the screen, if the current rubric works with probabilities; otherwise shows which rubric does.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let open_case = cx.state.open_case()?;
    if open_case.report().is_none() {
        let words = cx.state.absent();
        cx.notify(&words);
        return None;
    }
    if open_case.report().is_some_and(|report| report.odds.is_some()) {
        cx.state.editing = false;
        let screen = Influence::default();
        screen.reveal_lit(cx);
        return Some(Box::new(screen));
    }
    let with = open_case.judged.iter().find(|judged| judged.report.odds.is_some());
    let with = with.map(|judged| judged.report.rubric);
    let at = with.and_then(|slug| RUBRICS.iter().position(|entry| entry.slug == slug));
    match (with, at) {
        (Some(slug), Some(at)) => {
            // Digits are counts in claim by claim.
            let alt = if cx.context == Context::LabelByLabel { "Alt-" } else { "" };
            cx.notify(&format!("needs {}: press {alt}{}", capitalized(words::short(slug)), at + 1));
        }
        _ => cx.notify("no rubric here weighs probabilities"),
    }
    None
}

struct Parts {
    head: Vec<Line<'static>>,
    list: Rect,
    detail: Rect,
}

/// Strongest effect of confirming a label, most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    Turns,
    Surer,
    Narrows,
}

impl Effect {
    fn of(one: &Decides) -> Effect {
        match one.turns {
            Some(_) => Effect::Turns,
            None if surer(one.surer).is_some() => Effect::Surer,
            None => Effect::Narrows,
        }
    }

    fn heading(self) -> &'static str {
        match self {
            Effect::Turns => "Can turn the verdict",
            Effect::Surer => "Make the verdict surer",
            Effect::Narrows => "Leave the verdict as sure as it is",
        }
    }
}

impl Influence {
    /// Returns the labels, strongest effect first.
    fn labels<'a>(&self, state: &'a State) -> Vec<&'a Decides> {
        let odds = state.report().and_then(|report| report.odds.as_ref());
        let mut labels: Vec<&Decides> = odds.map_or_else(Vec::new, |odds| odds.decides.iter().collect());
        labels.sort_by_key(|one| Effect::of(one));
        labels
    }

    /// Returns one row for each label, with a heading above the labels with the same effect.
    fn rows(&self, state: &State, width: usize) -> Vec<Row> {
        let Some(open_case) = state.open_case() else { return Vec::new() };
        let (theme, mut rows, mut last) = (&state.theme, Vec::new(), None);
        for (at, one) in self.labels(state).into_iter().enumerate() {
            let effect = Effect::of(one);
            if last.replace(effect) != Some(effect) {
                let heading = theme.span(ThemeRole::Title, format!(" {}", effect.heading()));
                rows.push(Row::heading(Line::from(heading)));
            }
            let line = Line::from(line(open_case, at, one, theme, width));
            rows.push(Row { line: line.style(row_style(theme, at == self.list.cursor())), of: Some(at) });
        }
        rows
    }

    fn parts(odds: &Odds, theme: &Theme, area: Rect) -> Parts {
        let inner = inside(area);
        let mut head = vec![Line::from(odds_line(odds, theme))];
        head.extend(others(odds, theme, usize::from(inner.width)));
        head.truncate(usize::from(inner.height.saturating_sub(DETAIL + 2)).max(1));
        let above = head.len() as u16;
        let shown = inner.height.saturating_sub(above + DETAIL).max(1);
        let list = Rect { y: inner.y + above, height: shown, ..inner };
        let detail = Rect { y: inner.bottom().saturating_sub(DETAIL), height: DETAIL, ..inner };
        Parts { head, list, detail }
    }

    fn label(&self, state: &State) -> Option<LabelId> {
        self.labels(state).get(self.list.cursor()).map(|one| one.id)
    }
}

impl Component for Influence {
    fn window(&self, _state: &State) -> Window {
        Window::under_texts(Context::Influence)
    }

    fn enter(&mut self, cx: &mut Cx) {
        if let Some(id) = self.label(cx.state) {
            cx.close();
            cx.state.go_to(id);
        }
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event != ComponentEvent::Rubric {
            return;
        }
        self.list = ListCursor::default();
        if open(cx).is_none() {
            cx.close();
        }
    }

    fn lit(&self, state: &State) -> Option<Vec<LabelId>> {
        Some(self.label(state).into_iter().collect())
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let place = Influence::parts(state.report()?.odds.as_ref()?, &state.theme, area).list;
        Some(ListView::of_lines(self.list, self.rows(state, usize::from(place.width)), place))
    }

    fn set_row(&mut self, row: usize, cx: &mut Cx) {
        self.list.set(row);
        self.reveal_lit(cx);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let heading = format!("Most influential labels: {}", state.slug());
        let inner = self.framed(state, frame, area, &heading, &[(&[Action::Enter], "goes to the label")]);
        let width = usize::from(inner.width);
        let Some((open_case, odds)) =
            state.judged().and_then(|(open_case, report)| Some((open_case, report.odds.as_ref()?)))
        else {
            return;
        };
        let parts = Influence::parts(odds, theme, area);
        let (labels, rows) = (self.labels(state), self.rows(state, width));
        widgets::put(frame, inner, parts.head);
        if rows.is_empty() {
            let words = " no uncertain label matters: confirming one would not move the verdict";
            widgets::put(frame, parts.list, [theme.line(ThemeRole::Dim, words)]);
        }
        self.list.draw_lines(rows, frame, parts.list);
        if let Some(one) = labels.get(self.list.cursor()) {
            widgets::put(frame, parts.detail, detail(open_case, one, theme, width));
        }
    }
}

/// Returns other rubrics with different verdicts, and the probability of their verdicts under this rubric.
fn others(odds: &Odds, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let decisions: Vec<String> = odds
        .others
        .iter()
        .map(|(rubric, decision)| match odds.p(*decision) {
            Some(p) => format!("{rubric} says {} ({} here)", decision.as_str(), percent(p)),
            None => format!("{rubric} says {}", decision.as_str()),
        })
        .collect();
    words::paragraph(theme, ThemeRole::Dim, &decisions.join(", "), width.saturating_sub(2)).collect()
}

/// Returns how much more certain the verdict is once a label is confirmed; `None` if that would be shown as
/// 0.
fn surer(by: f64) -> Option<String> {
    let points = format!("{:.1}", by * 100.0);
    (points != "0.0").then(|| format!("+{points} points of certainty"))
}

/// Returns the row of a label, with the effect of confirming it.
fn line(open_case: &OpenCase, at: usize, one: &Decides, theme: &Theme, width: usize) -> Vec<Span<'static>> {
    let mut line = vec![
        theme.span(ThemeRole::Dim, format!(" {:>2} ", at + 1)),
        theme.span(ThemeRole::Accent, words::cell(&one.id.shown(), 19)),
    ];
    if let Some(turn) = one.turns {
        let word = one.id.list.value_name(turn.word);
        line.push(theme.span(words::decision(turn.decision), format!(" {} ", turn.decision.as_str())));
        line.push(theme.span(ThemeRole::Text, format!("if {word} ({})", percent(turn.p))));
    }
    let surer = surer(one.surer);
    let narrows = one
        .narrows
        .map(|(metric, points)| format!("{} range {} narrower", words::metric(metric), two_decimals(points)));
    if surer.is_none() && narrows.is_none() && one.turns.is_none() {
        line.push(theme.span(ThemeRole::Dim, " less than 0.1 points of certainty"));
    }
    for (words, role) in [(surer, ThemeRole::Text), (narrows, ThemeRole::Dim)] {
        let Some(words) = words else { continue };
        let gap = if line.len() == 2 { " " } else { "  " };
        if width_of(&line) + words::width(&words) + gap.len() <= width {
            line.push(theme.span(role, format!("{gap}{words}")));
        }
    }
    let room = width.saturating_sub(width_of(&line) + 4);
    if room >= 16
        && let Some(label) = open_case.get(one.id)
    {
        line.push(theme.span(ThemeRole::Dim, format!("  \"{}\"", sanitize::fit(&label.text, room))));
    }
    line
}

/// Returns the words of the label in focus, and its current word.
fn detail(open_case: &OpenCase, one: &Decides, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let Some(label) = open_case.get(one.id) else { return Vec::new() };
    let word = label.word.map_or_else(|| "-".to_owned(), |word| one.id.list.value_name(word));
    let p = label.p.map_or_else(String::new, |p| format!(" {}", percent(p)));
    let text = format!("{} {word}{p}: \"{}\"", one.id.list.spec().unit, label.text);
    let mut lines = vec![theme.line(ThemeRole::Border, "─".repeat(width))];
    lines.extend(words::paragraph(theme, ThemeRole::Text, &text, width.saturating_sub(2)));
    lines
}
