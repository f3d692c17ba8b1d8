//! Stepping through the arithmetic: the ledger as a debugger. The texts stay visible, with the words of the
//! step's labels highlighted.
//!
//! Actions: next, into, out, back; set a breakpoint on a cap, and run to the next one; show, for a label, the
//! results of its other values.

use ratatui::text::Span;

use crate::labels::{LabelId, LabelValue};
use crate::num::Num;
use crate::report::{Fired, MetricOutcome, Report};
use crate::stepping::{Program, StepTarget, Stop, counted};
use crate::tui::worker::TrialChanges;

use super::caps;
use super::prelude::*;

/// Rows for the details of the line in focus, if there is room.
const DETAIL: u16 = 5;
/// Width of a name, in columns.
const NAME: usize = 24;
/// Width of a label's name in columns, as in "unsupported wording 12".
const LABEL: usize = 22;

#[derive(Debug, Default)]
pub struct Stepping {
    at: usize,
    /// Slugs of the caps with a breakpoint.
    breaks: Vec<&'static str>,
    /// Whether a run stops only at caps that fire.
    fires: bool,
}

/// Opens the screen at the metric in focus.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let Some((open_case, report)) = cx.state.judged() else {
        let words = cx.state.absent();
        cx.notify(&words);
        return None;
    };
    let at = Program::of(report).place(StepTarget::Metric(open_case.score.cursor())).unwrap_or(0);
    cx.state.editing = false;
    Some(Box::new(Stepping { at, ..Stepping::default() }))
}

impl Stepping {
    fn line<'a>(&self, report: &'a Report) -> (Program, Option<StepTarget>, &'a Report) {
        let program = Program::of(report);
        let at = self.at.min(program.lines.len().saturating_sub(1));
        let line = program.lines.get(at).map(|line| line.at);
        (program, line, report)
    }

    /// Returns the labels that the line in focus is about.
    fn labels(&self, state: &State) -> Vec<LabelId> {
        let Some(report) = state.report() else { return Vec::new() };
        let (_, line, _) = self.line(report);
        match line {
            Some(StepTarget::Label(_, _, id)) => vec![id],
            Some(StepTarget::Step(metric, step)) => {
                let metric = report.metrics.get(metric);
                let found = metric.and_then(|metric| Some((metric, metric.steps.get(step)?)));
                found.map(|(metric, step)| counted(report, metric.key, step)).unwrap_or_default()
            }
            Some(StepTarget::Cap(_, cap)) => {
                report.caps.get(cap).map(|cap| cap.because.clone()).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the label in focus, with its other possible words.
    fn others(&self, state: &State) -> Option<(LabelId, Vec<LabelValue>)> {
        let report = state.report()?;
        let (_, Some(StepTarget::Label(_, _, id)), _) = self.line(report) else { return None };
        let now = report.label(id)?.word;
        let words = id.list.spec().words.iter().copied();
        Some((id, words.filter(|word| Some(*word) != now).collect()))
    }

    fn go(&mut self, to: Option<usize>, cx: &mut Cx, nowhere: &str) {
        let Some(to) = to else { return cx.notify(nowhere) };
        self.at = to;
        if let Some(id) = self.labels(cx.state).first() {
            cx.state.reveal(*id);
        }
        // The results of a label's other words have to be computed first.
        if self.others(cx.state).is_some() {
            cx.judge();
        }
    }

    fn toggle(&mut self, cx: &mut Cx) {
        let Some(report) = cx.state.report() else { return };
        let (_, line, _) = self.line(report);
        let Some(StepTarget::Cap(_, cap)) = line else {
            return cx.notify("breakpoints are set on caps: go to one first");
        };
        let Some((slug, name)) = report.caps.get(cap).map(|cap| (cap.slug, &cap.words.name)) else { return };
        match self.breaks.iter().position(|known| *known == slug) {
            Some(known) => {
                self.breaks.remove(known);
                cx.notify(&format!("no breakpoint on {name} any more"));
            }
            None => {
                self.breaks.push(slug);
                let key = cx.state.keys.name(Context::Stepping, Action::RunOn);
                cx.notify(&format!("a breakpoint on {name}: {key} runs to it"));
            }
        }
    }

    fn row(
        &self,
        state: &State,
        report: &Report,
        at: usize,
        line: crate::stepping::Line,
        width: usize,
    ) -> Line<'static> {
        let theme = &state.theme;
        let here = at == self.at;
        let mut spans = vec![
            theme.span(ThemeRole::Accent, if here { "▸" } else { " " }),
            Span::raw("  ".repeat(usize::from(line.depth))),
        ];
        match line.at {
            StepTarget::Metric(metric) => {
                let found = &report.metrics[metric];
                spans.push(theme.span(ThemeRole::Title, words::cell(&words::metric(found.key), NAME)));
                spans.push(match &found.outcome {
                    MetricOutcome::Scored { score, .. } => theme.span(ThemeRole::Accent, score.shown()),
                    other => {
                        let why = other.reason().unwrap_or_default();
                        theme.span(ThemeRole::Incomplete, sanitize::line(why).into_owned())
                    }
                });
            }
            StepTarget::Step(metric, step) => {
                let step = &report.metrics[metric].steps[step];
                spans.push(theme.span(ThemeRole::Text, words::cell(step.name, NAME - 2)));
                spans.push(theme.span(ThemeRole::Accent, format!("= {}", step.value.shown())));
                spans.push(theme.span(ThemeRole::Dim, format!("  = {}", step.formula())));
            }
            StepTarget::Label(_, _, id) => {
                let label = report.label(id);
                spans.push(theme.span(ThemeRole::Dim, words::cell(&id.shown(), LABEL) + " "));
                if let Some(word) = label.and_then(|label| label.word) {
                    let value = words::cell(&id.list.value_name(word), 12) + " ";
                    spans.push(theme.span(words::word(word), value));
                }
                let text = label.map_or("", |label| label.text.as_str());
                spans.push(theme.span(ThemeRole::Text, sanitize::line(text).into_owned()));
            }
            StepTarget::Cap(_, cap) => {
                let cap = &report.caps[cap];
                let (sign, role) = caps::sign(cap);
                let stop = if self.breaks.contains(&cap.slug) { "■ " } else { "" };
                spans.push(theme.span(ThemeRole::Warn, stop));
                spans.push(theme.span(role, format!("{sign} {} ≤{}", cap.words.name, cap.limit)));
                let did = match &cap.fired {
                    Fired::Yes { .. } => format!("  {}", cap.fired.effect()),
                    _ => format!("  {}", sanitize::line(&cap.observed.to_string())),
                };
                spans.push(theme.span(ThemeRole::Dim, did));
            }
            StepTarget::Score(metric) => {
                let found = &report.metrics[metric];
                spans.push(theme.span(ThemeRole::Text, words::cell("after the caps", NAME - 2)));
                let score = found.score().map_or_else(|| "-".to_owned(), Num::shown);
                spans.push(theme.span(ThemeRole::Accent, format!("= {score}")));
            }
            StepTarget::Verdict => {
                let decision = report.verdict.decision;
                spans.push(theme.span(ThemeRole::Title, words::cell("Verdict", NAME)));
                spans.push(theme.span(words::decision(decision), decision.as_str()));
            }
        }
        Line::from(words::fit_spans(spans, width))
    }

    fn detail(&self, state: &State, report: &Report, width: usize) -> Vec<Line<'static>> {
        let theme = &state.theme;
        let (_, line, _) = self.line(report);
        let mut details: Vec<String> = Vec::new();
        match line {
            Some(StepTarget::Metric(metric)) => {
                let docs = state.docs();
                let key = report.metrics[metric].key;
                let words =
                    docs.as_ref().and_then(|docs| docs.metrics.iter().find(|(known, _)| *known == key));
                details.extend(words.map(|(_, words)| words.formula.clone()));
            }
            Some(StepTarget::Step(metric, step)) => {
                let step = &report.metrics[metric].steps[step];
                details.push(format!("{} = {} = {}", step.formula(), step.with(), step.value));
                if !counted(report, report.metrics[metric].key, step).is_empty() {
                    let key = state.keys.name(Context::Stepping, Action::NextList);
                    details.push(format!(
                        "{key} goes to the labels that it counts, and says what if each were other"
                    ));
                }
            }
            Some(StepTarget::Label(metric, step, id)) => {
                details.extend(self.label_effects(state, report, metric, step, id));
            }
            Some(StepTarget::Cap(_, cap)) => {
                details.extend(
                    caps::facts(&report.caps[cap]).into_iter().map(|(name, text)| format!("{name}: {text}")),
                );
            }
            Some(StepTarget::Score(metric)) => {
                let found = &report.metrics[metric];
                if let (Some(raw), Some(score)) = (found.raw(), found.score()) {
                    details.push(format!("{} before the caps, {} after them", raw.shown(), score.shown()));
                }
            }
            Some(StepTarget::Verdict) => {
                details.extend(report.verdict.because.iter().map(|reason| reason.in_words(&report.caps)));
            }
            None => {}
        }
        let lines = details.iter().flat_map(|text| words::wrap(text, width));
        lines.map(|part| theme.line(ThemeRole::Text, part)).collect()
    }

    /// Returns the results if the label had another value: for this step, the score and the verdict.
    fn label_effects(
        &self,
        state: &State,
        report: &Report,
        metric: usize,
        step: usize,
        id: LabelId,
    ) -> Vec<String> {
        let Some((_, others)) = self.others(state) else { return Vec::new() };
        if others.is_empty() {
            return vec!["no other word is possible here".to_owned()];
        }
        let found = &report.metrics[metric];
        let (Some(tries), Some(now)) =
            (state.open_case().and_then(|open_case| open_case.tries()), found.steps.get(step))
        else {
            return vec!["what if it were other …".to_owned()];
        };
        let shown = |score: Option<Num>| score.map_or_else(|| "-".to_owned(), Num::shown);
        let one = |word: LabelValue| {
            let tried = tries.of(&[(id, word)])?;
            let other = tried.metric(found.key)?;
            // The same step may be at another position in the other ledger.
            let value = other.steps.iter().find(|step| step.name == now.name).map(|step| step.value);
            Some(format!(
                "if {}: {} {} (now {}), {} {} (now {}), {}",
                id.list.value_name(word),
                now.name,
                shown(value),
                now.value.shown(),
                words::metric(found.key),
                shown(other.score()),
                shown(found.score()),
                tried.verdict.decision.as_str()
            ))
        };
        let effects: Vec<String> = others.into_iter().filter_map(one).collect();
        if effects.is_empty() { vec!["no other word is possible here".to_owned()] } else { effects }
    }

    /// Returns the areas of the lines and of the details, which get the rows that they need, as far as there
    /// are enough.
    fn parts(&self, state: &State, area: Rect) -> (Rect, Rect) {
        let inner = inside(area);
        let detail = state.report().map(|report| self.detail(state, report, usize::from(inner.width)));
        let wanted = detail.map_or(0, |lines| lines.len() as u16);
        let detail = wanted.clamp(1, DETAIL).min(inner.height / 2);
        let rows = inner.height - detail;
        (Rect { height: rows, ..inner }, Rect { y: inner.y + rows, height: detail, ..inner })
    }
}

impl Component for Stepping {
    fn window(&self, _state: &State) -> Window {
        Window::under_texts(Context::Stepping).of_rubric()
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let Some(report) = cx.state.report().cloned() else { return false };
        let (program, ..) = self.line(&report);
        self.at = self.at.min(program.lines.len().saturating_sub(1));
        match action {
            // From the last line within something, this continues after it.
            Action::Next => self.go(program.over(self.at), cx, "that was the verdict"),
            Action::Previous => self.go(program.back(self.at), cx, "this is the beginning"),
            Action::NextList | Action::Enter => {
                self.go(program.within(self.at), cx, "there is nothing within this line");
            }
            Action::PreviousList => self.go(program.out(self.at), cx, "this is the outermost"),
            Action::Top => self.go(Some(0), cx, ""),
            Action::Bottom => self.go(program.lines.len().checked_sub(1), cx, ""),
            Action::Breakpoint => self.toggle(cx),
            Action::BreakOn => {
                self.fires = !self.fires;
                cx.notify(if self.fires {
                    "runs stop where a cap fires"
                } else {
                    "runs stop where a cap is looked at"
                });
            }
            Action::RunOn if self.breaks.is_empty() => {
                let key = cx.state.keys.name(Context::Stepping, Action::Breakpoint);
                cx.notify(&format!("no breakpoint: {key} on a cap sets one"));
            }
            Action::RunOn => {
                let stop = if self.fires { Stop::Fires } else { Stop::Considered };
                self.go(
                    program.run(self.at, &report, &self.breaks, stop),
                    cx,
                    "no further breakpoint is reached",
                );
            }
            _ => return false,
        }
        true
    }

    fn wants_tries(&self, state: &State) -> Vec<TrialChanges> {
        let others = self.others(state);
        others
            .into_iter()
            .flat_map(|(id, words)| words.into_iter().map(move |word| vec![(id, word)]))
            .collect()
    }

    fn lit(&self, state: &State) -> Option<Vec<LabelId>> {
        Some(self.labels(state))
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let count = Program::of(state.report()?).lines.len();
        let place = self.parts(state, area).0;
        Some(ListView::new(ListCursor::at(self.at), count, place).on_click(OnClick::Points))
    }

    fn set_row(&mut self, row: usize, cx: &mut Cx) {
        self.go(Some(row), cx, "");
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let Some(report) = state.report() else { return };
        let (program, ..) = self.line(report);
        let hints: [(&[Action], &str); 4] = [
            (&[Action::Next], "over"),
            (&[Action::NextList, Action::PreviousList], "into, out"),
            (&[Action::Breakpoint], "break"),
            (&[Action::RunOn], "run"),
        ];
        self.framed(state, frame, area, "The arithmetic, step by step", &hints);
        let (list, detail) = self.parts(state, area);
        let width = usize::from(list.width);
        let cursor = ListCursor::at(self.at.min(program.lines.len().saturating_sub(1)));
        cursor.draw(&state.theme, program.lines.len(), frame, list, |at| {
            self.row(state, report, at, program.lines[at], width)
        });
        widgets::put(frame, detail, self.detail(state, report, width));
    }
}
