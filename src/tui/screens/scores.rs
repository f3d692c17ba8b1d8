//! The scores: a bar for each metric, the effect of the caps on it, and its change since the case was opened.
//!
//! Actions: move between metrics, and on to the reasons for the verdict, which scroll; Enter opens the ledger
//! of the metric in focus. A click puts a metric in focus, a second one opens its ledger.

use ratatui::layout::Position;
use ratatui::text::Span;

use crate::num::Num;
use crate::report::{Better, Metric, MetricOutcome, PartValue, Report};
use crate::tui::component::HitTarget;
use crate::tui::list::{Row, Scroll};
use crate::tui::meters::{meter, odds_line, span_meter};
use crate::tui::open_case::OpenCase;
use crate::tui::state::Panel;
use crate::tui::widgets::title;
use crate::tui::words::{caps, delta, reasons, styled, width_of};

use super::ledger::LedgerScreen;
use super::prelude::*;

/// Width of a bar in columns, and its width if there is little room.
const BAR: usize = 10;
const SHORT_BAR: usize = 6;
/// Width of a score with the sign of its direction, in columns.
const SCORE: usize = 8;
/// Least width of a metric's name, in columns.
const NAME: usize = 14;
/// Marks of the sparkline, lowest first.
const SPARKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The panel of the scores. The metric in focus is stored with the case, because the ledger changes it too.
#[derive(Debug, Default)]
pub struct ScoresPanel {
    /// Scroll position of the lines.
    scroll: Scroll,
}

impl ScoresPanel {
    /// Returns the metrics, one for each row.
    fn rows<'a>(&self, state: &'a State) -> &'a [Metric] {
        state.report().map_or(&[], |report| &report.metrics)
    }

    /// Returns the lines of the panel for an inner width: the metrics, then the lines below them.
    fn lines(&self, state: &State, width: usize) -> Vec<Row> {
        let Some((open_case, report)) = state.judged() else { return Vec::new() };
        let (theme, focused) = (&state.theme, state.focus == Panel::Scores);
        let columns = columns(report, width);
        let rows = self.rows(state).iter().enumerate().map(|(at, metric)| {
            let spans = row(open_case, report, at, metric, theme, width, columns);
            let chosen = focused && at == open_case.score.cursor();
            Row { line: Line::from(spans).style(row_style(theme, chosen)), of: Some(at) }
        });
        let foot = foot(state, open_case, report, width, columns.0).into_iter().map(Row::heading);
        rows.chain(foot).collect()
    }

    /// Returns the first visible line. The metric in focus is visible, unless it is the last one and the text
    /// below it is being read.
    fn first(&self, state: &State, lines: usize, height: usize) -> usize {
        let Some(open_case) = state.open_case().filter(|_| state.focus == Panel::Scores) else { return 0 };
        let (cursor, rows) = (open_case.score.cursor(), self.rows(state).len());
        let least = (cursor + 1).saturating_sub(height);
        if cursor + 1 < rows { least } else { self.scroll.top(lines, height).max(least) }
    }
}

impl Component for ScoresPanel {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Scores)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        if action == Action::Enter {
            if let Some(ledger) = LedgerScreen::open(cx.state) {
                cx.open(ledger);
            }
            return true;
        }
        let inner = inside(cx.area);
        let (rows, page) = (self.rows(cx.state).len(), usize::from(inner.height));
        let lines = self.lines(cx.state, usize::from(inner.width)).len();
        let first = self.first(cx.state, lines, page);
        let Some(open_case) = cx.state.open_case_mut() else { return false };
        let cursor = open_case.score.cursor();
        // Past the last metric, the keys scroll the lines below.
        let reads = match action {
            Action::Next | Action::PageDown => cursor + 1 >= rows,
            Action::Previous | Action::PageUp => first > (cursor + 1).saturating_sub(page),
            _ => false,
        };
        self.scroll = Scroll::at(first);
        if reads || action == Action::Bottom {
            self.scroll.act(action, lines, page);
        }
        reads || open_case.score.act(action, rows, page)
    }

    fn rows_wanted(&self, state: &State, width: u16) -> u16 {
        match self.lines(state, usize::from(width).saturating_sub(2)).len() {
            0 => u16::MAX,
            lines => lines as u16 + 2,
        }
    }

    fn hit(&self, state: &State, area: Rect, at: Position) -> HitTarget {
        let inner = inside(area);
        let lines = self.lines(state, usize::from(inner.width));
        let Some(y) = at.y.checked_sub(inner.y).filter(|y| *y < inner.height) else {
            return HitTarget::Nothing;
        };
        let row = lines.get(self.first(state, lines.len(), usize::from(inner.height)) + usize::from(y));
        row.and_then(|row| row.of).map_or(HitTarget::Nothing, HitTarget::Row)
    }

    fn set_row(&mut self, row: usize, cx: &mut Cx) {
        if let Some(open_case) = cx.state.open_case_mut() {
            open_case.score.set(row);
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let focused = state.focus == Panel::Scores;
        let mean = state.report().and_then(|report| report.verdict.mean);
        let right = mean.map_or_else(Line::default, |mean| title(theme, format!("mean {}", mean.shown())));
        let heading = if state.is_waiting() { "Scores …" } else { "Scores" };
        frame.render_widget(widgets::panel(theme, focused, title(theme, heading.to_owned()), right), area);
        let inner = inside(area);
        if state.judged().is_none() {
            let lines = words::wrap(&state.absent(), usize::from(inner.width));
            let lines = lines.into_iter().map(|line| theme.line(ThemeRole::Dim, line));
            return widgets::put(frame, inner, lines);
        }
        let lines = self.lines(state, usize::from(inner.width));
        let height = usize::from(inner.height);
        let first = self.first(state, lines.len(), height);
        let below = lines.len().saturating_sub(first + height);
        widgets::put(frame, inner, lines.into_iter().skip(first).map(|row| row.line));
        if below > 0 && area.height > 0 {
            // If text is cut, the edge names the keys that scroll it.
            let keys = [Action::Next, Action::Zoom].map(|action| state.keys.name(Context::Scores, action));
            let keys = if focused { format!(": {}", keys.join(", or ")) } else { String::new() };
            let more = format!("{below} more{keys}");
            widgets::edge(frame, area, theme.span(ThemeRole::Dim, format!(" {more} ")));
        }
    }
}

/// Returns the widths of names and bars in columns. Names are as wide as the rubric's longest one, if there
/// is room.
fn columns(report: &Report, width: usize) -> (usize, usize) {
    let longest =
        report.metrics.iter().map(|metric| words::width(&words::metric(metric.key))).max().unwrap_or(0);
    let bar = if width < NAME + longest + BAR + SCORE { SHORT_BAR } else { BAR };
    let room = width.saturating_sub(bar + SCORE + 1);
    ((longest + 1).clamp(NAME, room.max(NAME)), bar)
}

fn row(
    open_case: &OpenCase,
    report: &Report,
    at: usize,
    metric: &Metric,
    theme: &Theme,
    width: usize,
    (name_columns, bar_columns): (usize, usize),
) -> Vec<Span<'static>> {
    let name = words::cell(&words::metric(metric.key), name_columns - 1);
    let mut line = vec![theme.span(ThemeRole::Text, format!("{name} "))];
    let absent = |word, reason: &str| absent_metric(word, metric, reason, width.saturating_sub(name_columns));
    let (raw, score) = match &metric.outcome {
        MetricOutcome::Scored { raw, score } => (*raw, *score),
        MetricOutcome::NotApplicable(reason) => {
            line.push(theme.span(ThemeRole::Incomplete, absent("n/a", reason)));
            return line;
        }
        MetricOutcome::Error(_) | MetricOutcome::Missing(_) => {
            let reason = metric.outcome.reason().unwrap_or_default();
            line.push(theme.span(ThemeRole::Error, absent("error", reason)));
            return line;
        }
    };
    let interval = metric.interval();
    match interval {
        Some(interval) => line.extend(span_meter(metric, score, interval, bar_columns, theme)),
        None => line.extend(meter(metric, score, bar_columns, theme)),
    }
    let role = if open_case.is_stale() { ThemeRole::Stale } else { ThemeRole::Text };
    line.push(theme.span(role, format!(" {:>5}", score.shown())));
    // The arrow marks metrics for which lower is better; for the others there is none.
    let direction = if metric.better == Better::Lower { " ↓" } else { "  " };
    line.push(theme.span(ThemeRole::Accent, direction));
    let then = open_case.opening().and_then(|opening| opening.scores.get(at).copied().flatten());
    let mut rest: Vec<Span> = Vec::new();
    if let Some([low, high]) = interval {
        let exact = format!("{}..{}", low.shown(), high.shown());
        // A rounded interval is better than half of one.
        let fits = width_of(&line) + gap(&line, width).len() + exact.len() <= width;
        let words = if fits { exact } else { format!("{:.0}..{:.0}", low.to_f64(), high.to_f64()) };
        rest.push(theme.span(ThemeRole::Text, words));
    }
    rest.extend(delta(theme, Some(score), then));
    rest.extend(details(report, metric, [raw, score], theme));
    append_fitting(&mut line, rest, metric, width);
    line
}

/// Returns the details of a score: the effect of a cap, its parts, and its direction.
fn details(report: &Report, metric: &Metric, [raw, score]: [Num; 2], theme: &Theme) -> Vec<Span<'static>> {
    let mut rest = Vec::new();
    if raw.shown() != score.shown() {
        rest.push(theme.span(ThemeRole::Dim, format!("raw {}", raw.shown())));
        let limit = report
            .caps
            .iter()
            .filter(|cap| cap.metric == metric.key && cap.is_binding())
            .map(|cap| cap.limit.to_string())
            .next();
        if let Some(limit) = limit {
            rest.push(theme.span(ThemeRole::CapBinding, format!("cap ≤{limit}")));
        }
    }
    for (key, part) in &metric.parts {
        match part {
            PartValue::Word(word) => {
                rest.push(named(key, word, theme));
            }
            PartValue::Flag(flag) => rest.extend(self::flag(metric, key, *flag, theme)),
            PartValue::Number(_) | PartValue::Count(_) => {}
        }
    }
    if metric.better == Better::Lower {
        rest.push(theme.span(ThemeRole::Dim, "lower is better"));
    }
    rest
}

/// Appends the spans that fit a line of the given width, most important first.
fn append_fitting(line: &mut Vec<Span<'static>>, rest: Vec<Span<'static>>, metric: &Metric, width: usize) {
    for span in rest {
        let gap = gap(line, width);
        let room = width.saturating_sub(width_of(line) + gap.len());
        if words::width(&span.content) <= room {
            line.push(Span::raw(gap));
            line.push(span);
            continue;
        }
        // A part's value can do without the part's name, except for "none".
        let of_part =
            span.content.split_once(' ').filter(|(key, _)| metric.parts.iter().any(|part| part.0 == *key));
        if let Some((_, word)) = of_part.filter(|(_, word)| *word != "none" && words::width(word) <= room) {
            line.push(Span::raw(gap));
            line.push(styled(word.to_owned(), span.style));
        }
    }
}

/// Returns the gap before the next words.
fn gap(line: &[Span], width: usize) -> &'static str {
    let ends_blank = line.last().is_some_and(|last| last.content.ends_with(' '));
    match (width < TIGHT, ends_blank) {
        (false, _) => "  ",
        (true, false) => " ",
        (true, true) => "",
    }
}

/// Width in columns below which the text after a score moves closer to it.
const TIGHT: usize = 46;

/// Returns a part of a metric that is a word; a band needs no name.
fn named(key: &str, word: &'static str, theme: &Theme) -> Span<'static> {
    let role = match word {
        "excellent" | "good" => ThemeRole::Supported,
        "acceptable" => ThemeRole::Partial,
        "poor" => ThemeRole::Unsupported,
        _ => ThemeRole::Dim,
    };
    let words =
        if role == ThemeRole::Dim { format!("{} {word}", key.replace('_', " ")) } else { word.to_owned() };
    theme.span(role, words)
}

/// Returns a part of a metric that is true or false. A target is shown whether met or not; others only if
/// true.
fn flag(metric: &Metric, key: &str, holds: bool, theme: &Theme) -> Option<Span<'static>> {
    let Some(name) = key.strip_suffix("_met") else {
        return holds.then(|| theme.span(ThemeRole::Partial, key.replace('_', " ")));
    };
    let number = metric.parts.iter().find_map(|(key, part)| match part {
        PartValue::Number(number) if *key == name => Some(format!(" {}", number.shown())),
        _ => None,
    });
    let (word, role) = if holds { ("met", ThemeRole::Supported) } else { ("missed", ThemeRole::Unsupported) };
    Some(theme.span(role, format!("{name}{} {word}", number.unwrap_or_default())))
}

/// Returns why a metric has no score, and how to get one.
fn absent_metric(head: &str, metric: &Metric, reason: &str, room: usize) -> String {
    let plain = format!("{head}: {reason}");
    let Some(hint) = &metric.hint else {
        return sanitize::fit(&plain, room).into_owned();
    };
    let whole = hint.words.as_ref().map_or_else(|| plain.clone(), |words| format!("{plain}; {words}"));
    let fields: Vec<String> = hint.fields.iter().map(|field| format!("`{field}`")).collect();
    // If there is little room, the remedy is more important than the reason.
    if words::width(&whole) <= room || fields.is_empty() {
        return sanitize::fit(&whole, room).into_owned();
    }
    let first = format!("{head}: add {}", fields.join(", "));
    let both = format!("{first} ({reason})");
    sanitize::fit(if words::width(&both) <= room { &both } else { &first }, room).into_owned()
}

/// Returns the lines below the metrics: the probabilities, the history of the headline score, and the reasons
/// for the verdict. `name` is the width of the names.
fn foot(
    state: &State,
    open_case: &OpenCase,
    report: &Report,
    width: usize,
    name: usize,
) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let mut lines = Vec::new();
    let trail = open_case.opening().map(|opening| opening.trail.as_slice()).unwrap_or_default();
    let after = if trail.len() > 1 { " since you opened" } else { " as opened" };
    let room = width.saturating_sub(name + words::width(after));
    let shown = &trail[trail.len().saturating_sub(room)..];
    let [low, high] = report.metrics.first().map_or([0.0, 1.0], |metric| metric.range.map(Num::to_f64));
    let sparks: String = shown.iter().map(|value| spark((value - low) / (high - low))).collect();
    if let Some(odds) = &report.odds {
        let mut line = odds_line(odds, theme);
        if !odds.decides.is_empty() {
            let key = state.keys.name(Context::Scores, Action::Influence);
            line.push(theme.span(ThemeRole::Key, format!("  {key}")));
            let room = width.saturating_sub(words::width_of(&line));
            let names = [" most influential labels", " influential labels", " labels"];
            let name = names.into_iter().find(|name| words::width(name) <= room);
            line.extend(name.map(|name| theme.span(ThemeRole::Dim, name)));
        }
        lines.push(Line::from(line));
    }
    // A rubric without a headline score has no history of it.
    if report.verdict.score.is_some() {
        lines.push(Line::from(vec![
            theme.span(ThemeRole::Dim, words::cell(headline(report), name)),
            theme.span(ThemeRole::Accent, sparks),
            theme.span(ThemeRole::Dim, after),
        ]));
    }
    let because = if report.verdict.because.is_empty() {
        "nothing counts against it".to_owned()
    } else {
        reasons::all(report).join("; ")
    };
    let head = report.verdict.decision.as_str();
    for (at, text) in words::wrap(&because, width.saturating_sub(head.len() + 2)).into_iter().enumerate() {
        let first = if at == 0 { format!("{head}: ") } else { " ".repeat(head.len() + 2) };
        lines.push(Line::from(vec![
            theme.span(words::decision(report.verdict.decision), first),
            theme.span(ThemeRole::Dim, text),
        ]));
    }
    lines
}

/// Returns the name of a rubric's headline score.
fn headline(report: &Report) -> &'static str {
    // If there is a mean too, the headline score is the lowest of several.
    if report.verdict.mean.is_some() {
        "weakest score"
    } else if report.metric("aggregate").is_some() {
        "aggregate"
    } else {
        "verdict score"
    }
}

fn spark(share: f64) -> char {
    SPARKS[((share.clamp(0.0, 1.0) * 7.0).round() as usize).min(7)]
}

/// Draws the scores in one or two lines, for a screen without room for their panel. If not all fit with their
/// names, the longest names are shortened first, and finally the changes are left out.
pub fn draw_brief(state: &State, frame: &mut Frame, place: Rect) {
    let theme = &state.theme;
    // The line below the header gives the reason.
    let Some((open_case, report)) = state.judged() else { return };
    let lowering = caps::lowering(report);
    let rows = usize::from(place.height);
    // If there are several rows, the last one names the caps that lower a score.
    let rows = if rows > 1 && !lowering.is_empty() { rows - 1 } else { rows };
    let width = usize::from(place.width);
    let mut longest: Vec<usize> = (0..report.metrics.len()).collect();
    longest.sort_by_key(|at| std::cmp::Reverse(words::width(&words::metric(report.metrics[*at].key))));
    let lines = |shortened: usize, moved: bool| {
        let scores = report.metrics.iter().enumerate().map(|(at, metric)| {
            let name = match longest[..shortened].contains(&at) {
                true => words::short_metric(metric.key),
                false => words::metric(metric.key),
            };
            brief(open_case, at, name, metric, moved, theme)
        });
        in_lines(scores, width)
    };
    let tries = (0..=longest.len()).map(|shortened| (shortened, true)).chain([(longest.len(), false)]);
    let mut all = tries.map(|(shortened, moved)| lines(shortened, moved));
    let mut lines = all.find(|lines| lines.len() <= rows).unwrap_or_else(|| lines(longest.len(), false));
    lines.truncate(rows);
    if rows < usize::from(place.height) {
        lines.extend(caps_line(&lowering, theme, width));
    }
    widgets::put(frame, place, lines.into_iter().map(Line::from));
}

/// Arranges scores in lines of at most the given width, without breaking any.
fn in_lines(scores: impl Iterator<Item = Vec<Span<'static>>>, width: usize) -> Vec<Vec<Span<'static>>> {
    let mut lines: Vec<Vec<Span>> = vec![vec![Span::raw(" ")]];
    for spans in scores {
        let line = lines.last().map_or(0, |line| width_of(line));
        if line > 1 && line + GAP.len() + width_of(&spans) > width {
            lines.push(vec![Span::raw(" ")]);
        }
        if let Some(line) = lines.last_mut() {
            line.extend((line.len() > 1).then(|| Span::raw(GAP)));
            line.extend(spans);
        }
    }
    lines
}

/// Returns the caps that lower a score, in a line: as many as fit, and the number of the others.
fn caps_line(lowering: &[String], theme: &Theme, width: usize) -> Option<Vec<Span<'static>>> {
    let first = lowering.first()?;
    let more = |left: usize| if left == 0 { String::new() } else { format!("  +{left} more") };
    let mut text = format!("● {first}");
    let mut shown = 1;
    for next in &lowering[1..] {
        let longer = format!("{text}; {next}");
        if words::width(&longer) + words::width(&more(lowering.len() - shown - 1)) + 2 > width {
            break;
        }
        (text, shown) = (longer, shown + 1);
    }
    let tail = more(lowering.len() - shown);
    let text = sanitize::fit(&text, width.saturating_sub(words::width(&tail) + 2)).into_owned();
    Some(vec![Span::raw(" "), theme.span(ThemeRole::CapBinding, text), theme.span(ThemeRole::Dim, tail)])
}

/// The gap between two scores in a line.
const GAP: &str = "  ";

/// Returns a score in a line, with a name and the change since the case was opened.
fn brief(
    open_case: &OpenCase,
    at: usize,
    name: String,
    metric: &Metric,
    moved: bool,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let direction = if metric.better == Better::Lower { "↓" } else { "" };
    let value =
        metric.score().map_or_else(|| "n/a".to_owned(), |score| format!("{}{direction}", score.shown()));
    let then = open_case.opening().and_then(|opening| opening.scores.get(at).copied().flatten());
    let style = if open_case.is_stale() { ThemeRole::Stale } else { ThemeRole::Text };
    let mut spans = vec![theme.span(ThemeRole::Dim, format!("{name} ")), theme.span(style, value)];
    if let Some(moved) = delta(theme, metric.score(), then).filter(|_| moved) {
        spans.push(Span::raw(" "));
        spans.push(moved);
    }
    spans
}
