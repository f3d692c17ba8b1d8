//! Summaries of the same article side by side. Two summaries, or the summary as opened and as it is now, are
//! shown with the words that differ, the scores and the caps; all summaries are shown in [`all`].
//!
//! Actions: switch views; scroll; prefer a summary; rank all summaries.

mod all;

use std::cell::RefCell;

use ratatui::text::Span;
use similar::ChangeTag;
use similar::algorithms::{Capture, Compact, Replace, myers};

use super::prelude::*;
use super::reason::{Reason, ReasonSubject};
use crate::num::Num;
use crate::report::{Cap, Fired, Report};
use crate::tui::component::{ComponentEvent, ComponentRequest};
use crate::tui::list::Scroll;
use crate::tui::msg::Effect;
use crate::tui::open_case::OpenCase;
use crate::tui::queue::QueueJob;
use crate::tui::words::{cell, styled};

use all::All;

/// Number of words of a text that are compared; the rest counts as equal or different as a whole.
const COMPARED: usize = 20_000;

#[derive(Debug, Default)]
pub struct Compare {
    /// Index of the current view.
    view: usize,
    all: All,
    scroll: Scroll,
    /// The texts with their differences as last drawn, cached because finding differences takes longer for
    /// long texts.
    drawn: RefCell<Option<(Drawn, Vec<Line<'static>>)>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ComparedWith {
    /// All summaries of the article.
    All,
    /// The summary as opened, and as it is now.
    Opened,
    /// Another summary, by its index among the others, and this one.
    Other(usize),
}

/// Key of the cached lines: everything that they depend on.
#[derive(Clone, Debug, PartialEq)]
struct Drawn {
    /// The cases in the queue: this one, and the other one; `None` is this one as opened.
    cases: (usize, Option<usize>),
    /// The versions of their summaries.
    versions: (u64, u64),
    width: usize,
    theme: Theme,
}

/// Opens the screen: on all summaries if the queue has three or more of the article, else on this one as
/// opened.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    cx.state.open_case()?;
    cx.effects.push(Effect::Queue(QueueJob::Alike(cx.state.at)));
    Some(Box::new(Compare::default()))
}

struct Side<'a> {
    name: String,
    text: &'a str,
    /// The scores, by metric of the current rubric.
    scores: Vec<(&'static str, Option<Num>)>,
    verdict: Option<String>,
    /// The caps that fired, if they are known.
    caps: Option<Vec<String>>,
}

impl<'a> Side<'a> {
    fn of(open_case: &'a OpenCase, slug: &str, name: String) -> Side<'a> {
        let report =
            open_case.judged_by(slug).map(|judged| &*judged.report).filter(|_| !open_case.is_hidden());
        // A case without a summary or an article has no verdict.
        let fault = open_case.error().map(|error| error.to_string().replace('_', " "));
        Side {
            name,
            text: open_case.summary.as_str(),
            scores: report.map(scores).unwrap_or_default(),
            verdict: report.map(|report| report.verdict.decision.with(report.verdict.score)).or(fault),
            caps: report.map(|report| {
                let fired = report.caps.iter().filter(|cap| matches!(cap.fired, Fired::Yes { .. }));
                let mut causes: Vec<String> = fired.map(Cap::cause).collect();
                causes.dedup();
                causes
            }),
        }
    }

    fn opened(open_case: &'a OpenCase, slug: &str) -> Side<'a> {
        let opening = open_case.opening();
        let report = open_case.judged_by(slug).map(|judged| &*judged.report);
        let keys = report.iter().flat_map(|report| report.metrics.iter().map(|metric| metric.key));
        let scores = opening.map(|opening| keys.zip(opening.scores.iter().copied()).collect());
        Side {
            name: "as opened".to_owned(),
            text: open_case.summary.opened(),
            scores: scores.unwrap_or_default(),
            verdict: opening.map(|opening| opening.decision.with(opening.headline)),
            caps: None,
        }
    }
}

fn scores(report: &Report) -> Vec<(&'static str, Option<Num>)> {
    report.metrics.iter().map(|metric| (metric.key, metric.score())).collect()
}

impl Compare {
    /// Returns the views in order; the view of all summaries comes first if there are more than two.
    fn views(state: &State) -> Vec<ComparedWith> {
        let others = others(state).len();
        let all = (others > 1).then_some(ComparedWith::All);
        all.into_iter().chain([ComparedWith::Opened]).chain((0..others).map(ComparedWith::Other)).collect()
    }

    fn view(&self, state: &State) -> ComparedWith {
        Compare::views(state).get(self.view).copied().unwrap_or(ComparedWith::Opened)
    }

    /// Returns the position in the queue of the other summary; `None` is this one as opened.
    fn index(&self, state: &State) -> Option<usize> {
        match self.view(state) {
            ComparedWith::Other(at) => others(state).get(at).copied(),
            ComparedWith::All | ComparedWith::Opened => None,
        }
    }

    fn rows(&self, state: &State, width: usize) -> Vec<Line<'static>> {
        let theme = &state.theme;
        let Some(open_case) = state.open_case() else { return vec![Line::from(state.absent())] };
        let slug = state.slug();
        let half = width.saturating_sub(3) / 2;
        let this = " (this one)";
        let own = words::middle_cut(&state.name_of(state.at, open_case), half.saturating_sub(this.len()));
        let here = Side::of(open_case, slug, format!("{own}{this}"));
        let there = match self.index(state) {
            None => Side::opened(open_case, slug),
            Some(index) => match (state.open_cases.get(&index), state.failed.get(&index)) {
                (Some(other), _) => {
                    Side::of(other, slug, words::middle_cut(&state.name_of(index, other), half))
                }
                (None, Some(why)) => return vec![Line::from(sanitize::line(why).into_owned())],
                (None, None) => return vec![Line::from("opening …")],
            },
        };
        let head = |side: &Side| vec![vec![theme.span(ThemeRole::Title, cell(&side.name, half))]];
        let mut lines = columns(vec![head(&there), head(&here)], half, state);
        lines.extend(self.texts(state, open_case, [there.text, here.text], half));
        lines.push(theme.line(ThemeRole::Border, "─".repeat(width)));
        lines.extend(table(&there, &here, theme, width));
        lines
    }

    /// Returns both texts with their differences, computed again if a text, the width or the theme has
    /// changed.
    fn texts(
        &self,
        state: &State,
        open_case: &OpenCase,
        texts: [&str; 2],
        half: usize,
    ) -> Vec<Line<'static>> {
        let other = self.index(state);
        let version = |index: usize| state.open_cases.get(&index).map_or(0, |other| other.summary.version());
        let drawn = Drawn {
            cases: (state.at, other),
            versions: (open_case.summary.version(), other.map_or(0, version)),
            width: half,
            theme: state.theme.clone(),
        };
        let mut kept = self.drawn.borrow_mut();
        match &*kept {
            Some((known, lines)) if *known == drawn => lines.clone(),
            _ => {
                let (old, new) = differing(texts[0], texts[1], &state.theme);
                let lines = columns(vec![wrapped(old, half), wrapped(new, half)], half, state);
                kept.insert((drawn, lines)).1.clone()
            }
        }
    }

    fn prefer(&self, cx: &mut Cx, other: bool) {
        if !cx.state.may_change() {
            return;
        }
        let Some(index) = self.index(cx.state) else {
            return cx.notify("there is nothing to prefer: both are the same case");
        };
        let Some(theirs) = cx.state.open_cases.get(&index).map(|open_case| open_case.case.id.clone()) else {
            return;
        };
        let Some(open_case) = cx.state.open_case() else { return };
        let mut order = vec![open_case.case.id.clone(), theirs];
        if other {
            order.reverse();
        }
        cx.open(Reason::new(ReasonSubject::Better(order)));
    }
}

impl Component for Compare {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Compare)
    }

    fn wants_case(&self, state: &State) -> Option<usize> {
        match self.view(state) {
            ComparedWith::All => All::unjudged(state),
            ComparedWith::Opened | ComparedWith::Other(_) => self.index(state),
        }
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        let view = self.view(state);
        match action {
            Action::NextSummary => !others(state).is_empty(),
            Action::Move | Action::Select | Action::Rank => view == ComparedWith::All,
            Action::PreferOther | Action::PreferThis => matches!(view, ComparedWith::Other(_)),
            Action::Enter => view != ComparedWith::Opened,
            _ => true,
        }
    }

    fn update(&mut self, action: Action, key: KeyEvent, cx: &mut Cx) -> bool {
        let area = inside(cx.area);
        let view = self.view(cx.state);
        match action {
            Action::NextSummary => {
                self.view = (self.view + 1) % Compare::views(cx.state).len();
                self.scroll.reset();
                if others(cx.state).is_empty() {
                    cx.notify(NO_OTHER);
                }
            }
            _ if view == ComparedWith::All => {
                if !self.all.act(action, key, cx) {
                    let lines = self.all.lines(cx.state, usize::from(area.width)).len();
                    return self.scroll.act(action, lines, usize::from(area.height));
                }
            }
            Action::PreferThis => self.prefer(cx, false),
            Action::PreferOther => self.prefer(cx, true),
            Action::Enter => match self.index(cx.state) {
                Some(at) => {
                    cx.close();
                    cx.asks.push(ComponentRequest::Go(at));
                }
                None => cx.notify("both are the case on the screen"),
            },
            Action::Move | Action::Select | Action::Rank => {
                let name = |action| cx.state.keys.name(Context::Compare, action);
                let next = name(Action::NextSummary);
                let hint = match others(cx.state).len() {
                    0 => NO_OTHER.to_owned(),
                    1 => format!(
                        "of two summaries {} or {} says which is better; {next} shows the other one",
                        name(Action::PreferOther),
                        name(Action::PreferThis)
                    ),
                    _ => format!("press {next} until all summaries are shown, then rank them"),
                };
                cx.notify(&hint);
            }
            _ => {
                let rows = self.rows(cx.state, usize::from(area.width)).len();
                return self.scroll.act(action, rows, usize::from(area.height));
            }
        }
        true
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if matches!(event, ComponentEvent::Scored | ComponentEvent::Rubric)
            && self.view(cx.state) == ComparedWith::All
        {
            self.all.ask(cx);
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let others = others(state).len();
        let heading = match (self.view(state), others) {
            (ComparedWith::All, _) => {
                let order =
                    if self.all.is_ranked(state) { "your best on the left" } else { "in the queue's order" };
                format!("Compare: {} summaries, {order}", others + 1)
            }
            (ComparedWith::Opened, 0) => "Compare: as opened, and now".to_owned(),
            (ComparedWith::Opened, 1) => "Compare: as opened, and now (1 other summary)".to_owned(),
            (ComparedWith::Opened, _) => format!("Compare: as opened, and now ({others} other summaries)"),
            (ComparedWith::Other(at), _) => {
                format!("Compare: summary {} of {others} of the same article, and this one", at + 1)
            }
        };
        const KEYS: [(&[Action], &str); 6] = [
            (&[Action::NextSummary], "next"),
            (&[Action::Move], "summary"),
            (&[Action::Select], "move it"),
            (&[Action::Rank], "keep"),
            (&[Action::PreferOther, Action::PreferThis], "prefer"),
            (&[Action::Close], "close"),
        ];
        let keys: Vec<(&[Action], &str)> =
            KEYS.into_iter().filter(|(actions, _)| self.offers(actions[0], state)).collect();
        let inner = self.framed(state, frame, area, &heading, &keys);
        let width = usize::from(inner.width);
        let rows = match self.view(state) {
            ComparedWith::All => self.all.lines(state, width),
            ComparedWith::Opened | ComparedWith::Other(_) => self.rows(state, width),
        };
        let height = usize::from(inner.height);
        let top = self.scroll.top(rows.len(), height);
        widgets::more(&state.theme, frame, area, rows.len().saturating_sub(top + height));
        widgets::put(frame, inner, rows.into_iter().skip(top));
    }
}

/// What is said where there is nothing to compare with.
const NO_OTHER: &str = "the queue has no other summary of this article";

/// Returns the other summaries of the article, by their positions in the queue.
fn others(state: &State) -> &[usize] {
    state.alike.as_ref().filter(|(of, _)| *of == state.at).map_or(&[], |(_, alike)| alike)
}

/// Returns the words of two texts, with words that only one of them has in marks: `[-gone-]`, `{+new+}`.
fn differing(old: &str, new: &str, theme: &Theme) -> (Vec<Span<'static>>, Vec<Span<'static>>) {
    let (old, new) = (tokens(old), tokens(new));
    let (a, b) = (old.len().min(COMPARED), new.len().min(COMPARED));
    let (was, is) = (&old[..a], &new[..b]);
    // The algorithm is called directly: a function that chooses among algorithms would instantiate each of
    // them dozens of times, which adds 2 MB to the binary.
    let mut found = Compact::new(Replace::new(Capture::new()), was, is);
    let Ok(()) = myers::diff(&mut found, was, 0..a, is, 0..b);
    let steps = found.into_inner().into_inner().into_ops();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let changes: Vec<(ChangeTag, &str)> = steps
        .iter()
        .flat_map(|step| step.iter_changes(was, is))
        .map(|change| (change.tag(), change.value()))
        .collect();
    for run in changes.chunk_by(|one, next| one.0 == next.0) {
        let words = joined(run.iter().map(|(_, word)| *word));
        match run[0].0 {
            ChangeTag::Equal => {
                left.push(theme.span(ThemeRole::Text, words.clone()));
                right.push(theme.span(ThemeRole::Text, words));
            }
            ChangeTag::Delete => left.push(theme.span(ThemeRole::Down, format!("[-{words}-]"))),
            ChangeTag::Insert => right.push(theme.span(ThemeRole::Up, format!("{{+{words}+}}"))),
        }
    }
    for (rest, side) in [(&old[a..], &mut left), (&new[b..], &mut right)] {
        if !rest.is_empty() {
            side.push(theme.span(ThemeRole::Dim, joined(rest.iter().copied())));
        }
    }
    (left, right)
}

/// Splits a text into words and line ends.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for line in text.split_inclusive('\n') {
        tokens.extend(line.split_whitespace());
        tokens.extend(line.ends_with('\n').then_some("\n"));
    }
    tokens
}

/// Joins words with blanks.
fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() && word != "\n" && !text.ends_with('\n') {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// Wraps spans to lines of the given width, at white space, with a blank between spans.
fn wrapped(spans: Vec<Span<'static>>, columns: usize) -> Vec<Vec<Span<'static>>> {
    let mut lines: Vec<Vec<Span<'static>>> = vec![Vec::new()];
    let mut left = columns;
    for span in spans {
        for piece in span.content.split_inclusive(char::is_whitespace) {
            let word = sanitize::line(piece.trim_end());
            for part in words::wrap(&word, columns.max(1)) {
                let width = words::width(&part);
                let blank = usize::from(left < columns);
                if width + blank > left {
                    lines.push(Vec::new());
                    left = columns;
                }
                let blank = if left < columns { " " } else { "" };
                left = left.saturating_sub(width + blank.len());
                if let Some(line) = lines.last_mut() {
                    line.push(styled(format!("{blank}{part}"), span.style));
                }
            }
            if piece.ends_with('\n') {
                lines.push(Vec::new());
                left = columns;
            }
        }
    }
    lines
}

/// Combines columns of lines into single lines. In line mode, where they would be read across, they come one
/// after the other.
fn columns(all: Vec<Vec<Vec<Span<'static>>>>, width: usize, state: &State) -> Vec<Line<'static>> {
    if state.is_in_lines {
        let parted = all.into_iter().flat_map(|column| column.into_iter().chain([Vec::new()]));
        return parted.map(Line::from).collect();
    }
    let rows = all.iter().map(Vec::len).max().unwrap_or(0);
    let mut all: Vec<_> = all.into_iter().map(Vec::into_iter).collect();
    (0..rows)
        .map(|_| {
            let mut line = Vec::new();
            for (at, column) in all.iter_mut().enumerate() {
                if at > 0 {
                    line.push(state.theme.span(ThemeRole::Border, " │ "));
                }
                line.extend(fitted(column.next().unwrap_or_default(), width));
            }
            Line::from(line)
        })
        .collect()
}

/// Cuts or pads spans to exactly the given width.
fn fitted(spans: Vec<Span<'static>>, columns: usize) -> Vec<Span<'static>> {
    let mut line = words::fit_spans(spans, columns);
    line.push(Span::raw(" ".repeat(columns.saturating_sub(words::width_of(&line)))));
    line
}

/// Returns the verdicts, scores and caps of both summaries.
fn table(there: &Side, here: &Side, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let row = |name: String, a: String, b: String, moved: Option<Span<'static>>| {
        let mut line = vec![
            theme.span(ThemeRole::Text, format!(" {}", cell(&name, 18))),
            theme.span(ThemeRole::Text, cell(&a, 14)),
            theme.span(ThemeRole::Text, cell(&b, 14)),
        ];
        line.extend(moved);
        Line::from(line)
    };
    let shown = |verdict: &Option<String>| verdict.clone().unwrap_or_else(|| "…".to_owned());
    let mut lines = vec![row("verdict".to_owned(), shown(&there.verdict), shown(&here.verdict), None)];
    let score = |score: Option<Num>| score.map_or_else(|| "-".to_owned(), Num::shown);
    for (key, now) in &here.scores {
        let then = there.scores.iter().find(|(known, _)| known == key).and_then(|(_, then)| *then);
        lines.push(row(words::metric(key), score(then), score(*now), words::delta(theme, *now, then)));
    }
    let caps = [("fired there", &there.caps), ("fired here", &here.caps)];
    for (what, caps) in caps.into_iter().filter_map(|(what, caps)| Some((what, caps.as_ref()?))) {
        let caps = if caps.is_empty() { "no cap".to_owned() } else { caps.join("; ") };
        let text = format!("{what}: {caps}");
        lines.extend(words::paragraph(theme, ThemeRole::Dim, &text, width.saturating_sub(2)));
    }
    lines
}
