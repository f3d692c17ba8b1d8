//! The engine's labels of a case that was judged blind: where they differ from the annotator's, the effect of
//! each difference in points, and the rule behind that effect. For a training case, the deviations from the
//! gold labels come first.
//!
//! Actions: move between rows; Enter goes to the label; one key comments that the engine is wrong there;
//! another goes to the next case.

use ratatui::text::Span;

use crate::blind::{DifferenceKind, Differences, GoldMismatch, LabelDifference, LabelSetResult};
use crate::labels::{LabelId, LabelValue, List, Provenance};
use crate::num::counted;
use crate::report::percent;
use crate::tui::component::ComponentEvent;
use crate::tui::decide::blind::{self, ENGINE_WRONG};
use crate::tui::list::Scroll;
use crate::tui::open_case::OpenCase;
use crate::tui::queue::blind::Visibility;

use super::engine_error::EngineErrorPrompt;
use super::prelude::*;

/// Widths in columns of a unit's name, in full and shortened.
const NAME: usize = 19;
const SHORT_NAME: usize = 14;
/// Width in columns from which names are not shortened.
const BROAD: usize = 72;
const WORDS: usize = 34;
/// Rows for the details of the row in focus, if there are enough; below it, the width in columns for the two
/// words.
const DETAIL: u16 = 10;
/// Least width, in columns, at which a unit's words are shown.
const TEXT: usize = 14;

/// Smallest difference shown, in points: half of the last digit of a score.
const MIN_POINTS: f64 = 0.005;

#[derive(Debug, Default)]
pub struct DifferencesScreen {
    list: ListCursor,
    /// Scroll position of the details.
    scroll: Scroll,
}

/// Hands a hidden case in; shows the differences of a revealed one.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    match cx.state.open_case().map(|open_case| open_case.visibility) {
        Some(Visibility::Hidden) => blind::submit(cx),
        Some(Visibility::Revealed) => {
            cx.judge();
            return Some(Box::<DifferencesScreen>::default());
        }
        // The case has just been revealed and is being reopened.
        None if cx.state.blind.is_some() => return Some(Box::<DifferencesScreen>::default()),
        Some(Visibility::Open) | None => cx.notify(
            "nothing is hidden here: `lockbench review --blind` has you judge before the engine's labels are shown",
        ),
    }
    None
}

enum Row<'a> {
    /// A label that differs from the gold label.
    Miss(&'a GoldMismatch),
    /// A label that differs from the engine's.
    Differs(&'a LabelDifference),
}

impl DifferencesScreen {
    fn rows<'a>(&self, open_case: &'a OpenCase) -> Vec<Row<'a>> {
        let misses = open_case.feedback.iter().flat_map(|feedback| &feedback.misses).map(Row::Miss);
        let found = open_case.compared().map(|found| found.rows.as_slice()).unwrap_or_default();
        misses.chain(found.iter().map(Row::Differs)).collect()
    }

    fn focus<'a>(&self, open_case: &'a OpenCase) -> Option<Row<'a>> {
        self.rows(open_case).into_iter().nth(self.list.cursor())
    }

    /// Returns the lines above the rows, the area of the rows, and the area of the details of the row in
    /// focus.
    fn parts(state: &State, area: Rect) -> (Vec<Line<'static>>, Rect, Rect) {
        let inner = inside(area);
        let head = state
            .open_case()
            .map(|open_case| head(state, open_case, usize::from(inner.width)))
            .unwrap_or_default();
        let above = (head.len() as u16).min(inner.height);
        let rows = inner.height - above;
        let rows = rows - DETAIL.min(rows / 2);
        let list = Rect { y: inner.y + above, height: rows, ..inner };
        let detail = Rect { y: list.bottom(), height: inner.height - above - rows, ..inner };
        (head, list, detail)
    }

    /// Returns the details of the row in focus.
    fn details(&self, state: &State, width: usize) -> Vec<Line<'static>> {
        let Some(open_case) = state.open_case() else { return Vec::new() };
        self.focus(open_case).map(|row| details(state, open_case, &row, width)).unwrap_or_default()
    }

    /// Returns the label of the row in focus.
    fn label(&self, state: &State) -> Option<LabelId> {
        match self.focus(state.open_case()?)? {
            Row::Miss(miss) => miss.theirs.map(|_| miss.id),
            Row::Differs(difference) => difference.id,
        }
    }
}

impl Component for DifferencesScreen {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Differences)
    }

    fn wants_compared(&self) -> bool {
        true
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::Enter => match self.label(cx.state) {
                Some(id) => {
                    cx.close();
                    cx.state.go_to(id);
                }
                None => cx.notify("there is no label of yours there"),
            },
            Action::EngineWrong => {
                let about = cx.state.open_case().and_then(|open_case| match self.focus(open_case)? {
                    Row::Miss(_) => None,
                    Row::Differs(difference) => Some(difference.clone()),
                });
                match about {
                    Some(difference) => EngineErrorPrompt::open(cx, &difference),
                    None => cx.notify("the engine says nothing there: choose a difference from its labels"),
                }
            }
            // The main screen handles the action after this screen is closed.
            Action::NextUndecided => {
                cx.close();
                return false;
            }
            // Page keys scroll the details, since these may be cut.
            Action::PageDown | Action::PageUp => {
                let height =
                    usize::from(DifferencesScreen::parts(cx.state, cx.area).2.height).saturating_sub(1);
                let lines = self.details(cx.state, usize::from(inside(cx.area).width)).len();
                self.scroll.act(action, lines, height);
            }
            _ => return false,
        }
        true
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event == ComponentEvent::Rubric {
            self.list = ListCursor::default();
            cx.judge();
        }
        let rows = cx.state.open_case().map_or(0, |open_case| self.rows(open_case).len());
        self.list.clamp(rows);
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        let row = state.open_case().and_then(|open_case| self.focus(open_case));
        match action {
            Action::Enter => row.is_some(),
            Action::EngineWrong => matches!(row, Some(Row::Differs(_))),
            _ => true,
        }
    }

    fn lit(&self, state: &State) -> Option<Vec<LabelId>> {
        Some(self.label(state).into_iter().collect())
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let rows = self.rows(state.open_case()?).len();
        let place = DifferencesScreen::parts(state, area).1;
        Some(ListView::new(self.list, rows, place).on_click(OnClick::Points))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
        self.scroll.reset();
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let keys: [(&[Action], &str); 3] = [
            (&[Action::EngineWrong], "the engine is wrong"),
            (&[Action::NextUndecided], "next case"),
            CLOSES,
        ];
        let heading = format!("You and the engine: {}", state.slug());
        let inner = self.framed(state, frame, area, &heading, &keys);
        let Some(open_case) = state.open_case() else {
            return widgets::put(frame, inner, [Line::from(" opening …")]);
        };
        let (head, list, detail) = DifferencesScreen::parts(state, area);
        widgets::put(frame, inner, head);
        let (rows, width) = (self.rows(open_case), usize::from(inner.width));
        self.list.draw(theme, rows.len(), frame, list, |at| {
            let line = match &rows[at] {
                Row::Miss(miss) => miss_line(miss, theme, width),
                Row::Differs(difference) => line(open_case, difference, theme, width),
            };
            Line::from(line)
        });
        if !rows.is_empty() && detail.height > 1 {
            let lines = self.details(state, width);
            let height = usize::from(detail.height) - 1;
            let top = self.scroll.top(lines.len(), height);
            let more = match lines.len().saturating_sub(top + height) {
                0 if top == 0 => String::new(),
                0 => format!(" {} goes back ", state.keys.name(Context::Differences, Action::PageUp)),
                more => format!(
                    " {more} more lines: {} ",
                    state.keys.name(Context::Differences, Action::PageDown)
                ),
            };
            // If not all rows are visible, the frame shows the position of the one in focus.
            let at = match rows.len() > usize::from(list.height) {
                true => format!("─ row {} of {} ", self.list.cursor() + 1, rows.len()),
                false => String::new(),
            };
            let taken = words::width(&at) + words::width(&more) + 1;
            let edge = "─".repeat(width.saturating_sub(taken));
            let edge = theme.line(ThemeRole::Border, format!("{at}{edge}{more}─"));
            widgets::put(frame, detail, std::iter::once(edge).chain(lines.into_iter().skip(top)));
        }
    }
}

/// Returns the lines above the rows: the result of the training case, and both results.
fn head(state: &State, open_case: &OpenCase, width: usize) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let mut text: Vec<(String, ThemeRole)> = Vec::new();
    if let Some(feedback) = &open_case.feedback {
        let (tally, pass) = (feedback.tally, state.blind.as_ref().map_or(1.0, |blind| blind.pass));
        let role = if tally.passes(pass) { ThemeRole::Pass } else { ThemeRole::Fail };
        let rest = if feedback.misses.is_empty() { "" } else { "; the others come first below" };
        text.push((format!("training: {}{rest}", tally.in_words()), role));
    }
    match open_case.compared() {
        None => {
            text.push((
                open_case.error().map_or("comparing …".to_owned(), |_| state.absent()),
                ThemeRole::Dim,
            ));
        }
        Some(found) => {
            if found.rows.is_empty() && found.agreed == 0 {
                let (key, engine) =
                    (state.keys.name(Context::Differences, Action::Close), result(&found.engine));
                let words =
                    format!("engine: {engine} · you gave no label to compare it with ({key} goes back)");
                text.push((words, ThemeRole::Title));
                return wrapped_head(text, theme, width);
            }
            let apart = match found.points() {
                Some(points) if points.abs() < MIN_POINTS => " · the same score".to_owned(),
                Some(points) => format!(" · {} points apart", number(points)),
                None => String::new(),
            };
            text.push((
                format!("you: {} · engine: {}{apart}", result(&found.theirs), result(&found.engine)),
                ThemeRole::Title,
            ));
            text.push((counts(found, open_case), ThemeRole::Dim));
        }
    }
    wrapped_head(text, theme, width)
}

fn wrapped_head(text: Vec<(String, ThemeRole)>, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let lines = text
        .into_iter()
        .flat_map(|(text, role)| words::paragraph(theme, role, &text, width.saturating_sub(2)));
    lines.chain([Line::default()]).collect()
}

/// Returns the numbers of labels that differ, that agree, and that were not given.
fn counts(found: &Differences, open_case: &OpenCase) -> String {
    let differ = match found.rows.len() {
        0 => "no difference".to_owned(),
        1 => "1 difference".to_owned(),
        many => format!("{many} differences, largest effect first"),
    };
    let labels = open_case.report().map(|report| report.labels.as_slice()).unwrap_or_default();
    let open = labels.iter().filter(|(id, label)| !id.list.is_finding() && label.by == Provenance::Engine);
    let open = match open.count() {
        0 => String::new(),
        1 => " · 1 without your label".to_owned(),
        open => format!(" · {open} without your label"),
    };
    format!("{differ} · {} the same{open}", found.agreed)
}

fn result(outcome: &LabelSetResult) -> String {
    outcome.decision.with(outcome.score)
}

/// Returns the unit of a difference, with its number among the annotator's labels.
fn name(difference: &LabelDifference) -> String {
    // A unit that the annotator does not have has no number on the screen.
    difference.id.map_or_else(|| difference.list.spec().unit.to_owned(), LabelId::shown)
}

fn value_or(list: List, word: Option<LabelValue>, none: &str) -> String {
    word.map_or_else(|| none.to_owned(), |word| list.value_name(word))
}

/// Returns the two labels, the annotator's first.
fn against(difference: &LabelDifference) -> String {
    let list = difference.list;
    match &difference.kind {
        DifferenceKind::Word { theirs, engine } => {
            format!("{} against {}", list.value_name(*theirs), value_or(list, *engine, "no word"))
        }
        DifferenceKind::Added(word) => format!("{} against nothing", value_or(list, *word, "yours")),
        DifferenceKind::Missing(word) => format!("nothing against {}", value_or(list, *word, "a unit")),
        DifferenceKind::Regrouped(gone, new) => format!("{} against {gone}", counted(*new, "unit")),
    }
}

/// Returns the effect of a difference on the headline score, or else on the metric that it changes most.
fn worth(open_case: &OpenCase, difference: &LabelDifference) -> String {
    let of_all = headline(open_case, difference);
    let of_metric = || {
        let (metric, points) = shown(difference).next()?;
        Some(format!("{} {}", words::metric(metric), signed(*points)))
    };
    of_all.or_else(of_metric).unwrap_or_else(|| "no effect".to_owned())
}

/// Returns the effect on the headline score in points, as part of the difference between the two results;
/// `None` if there is none.
fn headline(open_case: &OpenCase, difference: &LabelDifference) -> Option<String> {
    let points = difference.points.filter(|points| points.abs() >= MIN_POINTS)?;
    let total = open_case.compared().and_then(Differences::points).unwrap_or(0.0);
    // If other differences cancel this one, there is no total that it is a part of.
    let of = if total.abs() < MIN_POINTS.max(points.abs()) {
        String::new()
    } else {
        format!("of the {} ", number(total))
    };
    Some(format!("{} {of}points", signed(points)))
}

/// Returns the metrics that a difference changes visibly.
fn shown(difference: &LabelDifference) -> impl Iterator<Item = &(&'static str, f64)> {
    difference.metrics.iter().filter(|(_, points)| points.abs() >= MIN_POINTS)
}

/// Returns a number of points, with more digits if it is small.
fn number(points: f64) -> String {
    let digits = if points.abs() < 0.095 { 2 } else { 1 };
    format!("{:.digits$}", points.abs())
}

/// Points up or down, with a sign that does not rely on colour.
fn signed(points: f64) -> String {
    format!("{} {}", if points < 0.0 { "▼" } else { "▲" }, number(points))
}

fn line(
    open_case: &OpenCase,
    difference: &LabelDifference,
    theme: &Theme,
    width: usize,
) -> Vec<Span<'static>> {
    let mark = if is_wrong(open_case, difference) { "¶" } else { " " };
    let (mut worth, mut said) = (worth(open_case, difference), against(difference));
    if width < BROAD {
        // The two words and scores are shown without the explanatory words; the screen's heading says whose
        // each is.
        worth = worth.replace(" points", "").replace("of the", "of");
        said = said.replace(" against ", " ≠ ");
    }
    let mut line = vec![theme.span(ThemeRole::Person, mark)];
    let room = width.saturating_sub(words::width(&worth) + 3);
    line.extend(row(&name(difference), &said, &difference.text, theme, (width, room)));
    line.push(theme.span(ThemeRole::Title, format!(" {worth}")));
    line
}

/// Returns a row: the unit, the two labels, and as much of the unit's words as fits.
fn row(
    name: &str,
    said: &str,
    text: &str,
    theme: &Theme,
    (width, room): (usize, usize),
) -> Vec<Span<'static>> {
    // The same width in every row, regardless of the width of the effect.
    let name_room = if width >= BROAD { NAME } else { SHORT_NAME };
    let rest = room.saturating_sub(name_room + 1);
    let mut line = vec![theme.span(ThemeRole::Accent, words::cell(name, name_room))];
    let text_room = rest.saturating_sub(WORDS + 4);
    if text_room < TEXT {
        line.push(theme.span(ThemeRole::Text, format!(" {}", words::cell(said, rest))));
        return line;
    }
    line.push(theme.span(ThemeRole::Text, format!(" {}", words::cell(said, WORDS))));
    let text = words::cell(&format!("\"{}\"", sanitize::fit(text, text_room)), text_room + 2);
    line.push(theme.span(ThemeRole::Dim, format!("  {text}")));
    line
}

fn miss_line(miss: &GoldMismatch, theme: &Theme, width: usize) -> Vec<Span<'static>> {
    let list = miss.id.list;
    let name = match miss.theirs {
        Some(_) => miss.id.shown(),
        None => list.spec().unit.to_owned(),
    };
    let values = format!(
        "you: {}, right: {}",
        value_or(list, miss.theirs, "nothing"),
        value_or(list, miss.gold, "nothing")
    );
    let mut line = vec![theme.span(ThemeRole::Fail, "!")];
    line.extend(row(&name, &values, &miss.text, theme, (width, width.saturating_sub(2))));
    line
}

/// Whether the annotator has commented that the engine is wrong about this.
fn is_wrong(open_case: &OpenCase, difference: &LabelDifference) -> bool {
    let of = |remark: &&crate::session::Remark| remark.text.starts_with(ENGINE_WRONG);
    open_case.decisions.comments.iter().filter(of).any(|remark| match &remark.on {
        crate::session::RemarkTarget::Label(one) | crate::session::RemarkTarget::Words(one) => {
            (one.list, &one.text) == (difference.list, &difference.text)
        }
        crate::session::RemarkTarget::Case => false,
    })
}

fn details(state: &State, open_case: &OpenCase, row: &Row, width: usize) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let mut lines = Vec::new();
    let mut facts: Vec<(&str, String)> = Vec::new();
    match row {
        Row::Miss(miss) => {
            let list = miss.id.list;
            facts.push(("text", format!("\"{}\"", miss.text)));
            facts.push(("you", value_or(list, miss.theirs, "no label")));
            facts.push(("right", value_or(list, miss.gold, "there is no such finding")));
        }
        Row::Differs(difference) => {
            facts.push(("text", format!("\"{}\"", difference.text)));
            facts.push(("engine", engine(difference)));
            facts.push(("effect", effect(open_case, difference)));
            facts.extend(rule(state, difference).map(|rule| ("rule", rule)));
        }
    }
    for (name, text) in facts {
        for (at, part) in words::wrap(&text, width.saturating_sub(10)).into_iter().enumerate() {
            let head = if at == 0 { format!(" {name:<7} ") } else { " ".repeat(9) };
            lines.push(Line::from(vec![theme.span(ThemeRole::Dim, head), theme.span(ThemeRole::Text, part)]));
        }
    }
    lines
}

/// Returns the engine's label, its probability, and the reason for it.
fn engine(difference: &LabelDifference) -> String {
    let list = difference.list;
    let word = match &difference.kind {
        DifferenceKind::Word { engine, .. } => value_or(list, *engine, "no word"),
        DifferenceKind::Missing(word) => value_or(list, *word, "a unit"),
        DifferenceKind::Added(_) => return "it has no such label".to_owned(),
        DifferenceKind::Regrouped(..) => "it has the units as they were".to_owned(),
    };
    let p = difference.p.map_or_else(String::new, |p| format!(" ({})", percent(p)));
    let why =
        if difference.why.is_empty() { String::new() } else { format!(": {}", difference.why.join("; ")) };
    format!("{word}{p}{why}")
}

/// Returns the effect of the engine's label replacing the annotator's.
fn effect(open_case: &OpenCase, difference: &LabelDifference) -> String {
    let mut parts: Vec<String> = shown(difference)
        .map(|(metric, points)| format!("{} {}", words::metric(metric), signed(*points)))
        .collect();
    if let Some(points) = headline(open_case, difference) {
        parts.insert(0, points);
    }
    if parts.is_empty() {
        parts.push("moves no score".to_owned());
    }
    if let Some(decision) = difference.decision {
        parts.push(format!("with the engine's label the verdict would be {}", decision.as_str()));
    }
    parts.join(", ")
}

/// Returns the rule behind the effect of a difference: a cap that fires with only one of the two labels, or
/// else the formula of the metric that changes most.
fn rule(state: &State, difference: &LabelDifference) -> Option<String> {
    let docs = state.docs()?;
    // If a metric changes, a cap on another metric is not the reason.
    let moved = difference.metrics.first().map(|(metric, _)| *metric);
    let of_moved = |cap: &&(&str, &str, bool)| moved.is_some_and(|metric| cap.1.starts_with(metric));
    let cap = difference.caps.iter().find(of_moved).or(difference.caps.first().filter(|_| moved.is_none()));
    if let Some((slug, target, theirs)) = cap
        && let Some(cap) = docs.caps.iter().find(|cap| cap.slug == *slug)
    {
        let limit = cap.limits.iter().find(|(of, _)| of == target);
        let limit = limit.map_or_else(String::new, |(_, limit)| format!(" to {}", limit.shown()));
        let whose = if *theirs { "yours" } else { "the engine's" };
        return Some(format!(
            "{}, with {whose} only: limits {}{limit} where {}. {}",
            cap.name,
            words::metric(target),
            cap.when,
            cap.words.what
        ));
    }
    let (_, metric) = docs.metrics.iter().find(|(key, _)| Some(*key) == moved)?;
    Some(format!("{}: {}. {}", words::metric(moved?), metric.formula, metric.what))
}
