//! The verdicts of every rubric on the case, their reasons, and where the rubrics disagree.
//!
//! Actions: move between rubrics; scroll the details below them; Enter makes the rubric in focus the current
//! one.

use ratatui::text::Span;

use crate::labels::{Label, LabelId, List};
use crate::num::Num;
use crate::report::{Better, Decision, Report};
use crate::rubric::{RUBRICS, RubricEntry};
use crate::text::squeezed;
use crate::tui::component::ComponentRequest;
use crate::tui::list::Scroll;
use crate::tui::open_case::OpenCase;
use crate::tui::same_words::{OF_TRUTH, about_the_same, goodness};
use crate::tui::words::{reasons, width_of};

use super::prelude::*;

/// Most labels of a list that are compared with those of other lists: enough for a summary, and bounded for a
/// book.
const COMPARED: usize = 200;
/// Most words listed on which rubrics disagree.
const PARTINGS: usize = 12;

#[derive(Debug)]
pub struct OverviewScreen {
    list: ListCursor,
    below: Scroll,
}

/// Opens the overview, with the current rubric in focus.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    Some(Box::new(OverviewScreen { list: ListCursor::at(cx.state.rubric), below: Scroll::default() }))
}

impl OverviewScreen {
    /// Returns the rubrics, one for each row.
    fn rows(&self) -> &'static [RubricEntry] {
        RUBRICS
    }

    /// Returns the details below the rubrics: the reasons of the one in focus, and where the rubrics
    /// disagree.
    fn below(&self, open_case: &OpenCase, theme: &Theme, width: usize) -> Vec<Line<'static>> {
        let entry = self.rows().get(self.list.cursor());
        let mut lines = entry.map(|entry| grounds(open_case, entry, theme, width)).unwrap_or_default();
        lines.push(Line::default());
        lines.extend(where_they_part(open_case, theme, width));
        lines
    }

    /// Returns the areas of the rubrics, of the line below them, and of the details below that. The rubrics
    /// leave some rows for the details; the one in focus stays visible.
    fn parts(&self, area: Rect) -> [Rect; 3] {
        let inner = inside(area);
        let rows = (self.rows().len() as u16).min(inner.height.saturating_sub(5).max(1));
        let below = inner.height.saturating_sub(rows + 1);
        [
            Rect { height: rows, ..inner },
            Rect { y: inner.y + rows, height: 1, ..inner },
            Rect { y: inner.y + rows + 1, height: below, ..inner },
        ]
    }
}

impl Component for OverviewScreen {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Overview).of_rubric()
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::Enter => cx.asks.push(ComponentRequest::Rubric(self.list.cursor())),
            Action::PageDown | Action::PageUp => {
                let [_, _, below] = self.parts(cx.area);
                let (width, height) = (usize::from(below.width), usize::from(below.height));
                let lines = cx
                    .state
                    .open_case()
                    .map_or(0, |open_case| self.below(open_case, &cx.state.theme, width).len());
                self.below.act(action, lines, height);
            }
            _ => return false,
        }
        true
    }

    fn list(&self, _state: &State, area: Rect) -> Option<ListView> {
        Some(ListView::new(self.list, self.rows().len(), self.parts(area)[0]))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
        self.below.reset();
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let inner = self.framed(
            state,
            frame,
            area,
            "All rubrics",
            &[(&[Action::Enter], "goes to it"), (&[Action::PageDown], "more")],
        );
        let width = usize::from(inner.width);
        let Some(open_case) = state.open_case() else {
            return widgets::put(frame, inner, [Line::from(state.absent())]);
        };
        let [rows, rule, below] = self.parts(area);
        self.list.draw(theme, self.rows().len(), frame, rows, |at| {
            Line::from(verdict(open_case, at, &self.rows()[at], theme, width))
        });
        let edge = theme.span(ThemeRole::Border, "─".repeat(width));
        widgets::put(frame, rule, [Line::from(edge)]);
        let lines = self.below(open_case, theme, width);
        let height = usize::from(below.height);
        let top = self.below.top(lines.len(), height);
        widgets::more(theme, frame, area, self.below.below(lines.len(), height));
        widgets::put(frame, below, lines.into_iter().skip(top));
    }
}

/// Returns a rubric's verdict in a row: the decision, the headline score, and the strongest reason.
fn verdict(
    open_case: &OpenCase,
    at: usize,
    entry: &RubricEntry,
    theme: &Theme,
    width: usize,
) -> Vec<Span<'static>> {
    let names = RUBRICS.iter().map(|entry| words::width(entry.title)).max().unwrap_or(0);
    let mut line = vec![
        theme.span(ThemeRole::Key, format!(" {} ", at + 1)),
        theme.span(ThemeRole::Text, format!("{}  ", words::cell(entry.title, names))),
    ];
    let Some(judged) = open_case.judged_by(entry.slug) else {
        line.push(theme.span(ThemeRole::Stale, "…"));
        return line;
    };
    let found = &judged.report.verdict;
    let stale = open_case.is_stale_by(entry.slug);
    let role = if stale { ThemeRole::Stale } else { words::decision(found.decision) };
    line.push(theme.span(role, format!("{:<10}", found.decision.as_str())));
    let score = found.score.map_or_else(|| "-".to_owned(), Num::shown);
    let role = if stale { ThemeRole::Stale } else { ThemeRole::Text };
    line.push(theme.span(role, format!(" {score:>6}{} ", if stale { "…" } else { " " })));
    let (ground, _) = reasons::strongest(&judged.report);
    let room = width.saturating_sub(width_of(&line) + 1);
    line.push(theme.span(ThemeRole::Dim, words::cell(&ground, room)));
    line
}

/// Returns all reasons for the verdict of the rubric in focus, and what its headline score is.
fn grounds(open_case: &OpenCase, entry: &RubricEntry, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let Some(judged) = open_case.judged_by(entry.slug) else { return Vec::new() };
    let report = &judged.report;
    let decision = report.verdict.decision;
    let mut text = String::new();
    if report.verdict.because.is_empty() {
        text.push_str(reasons::NO_REASON);
    } else {
        text.push_str(&reasons::all(report).join("; "));
    }
    match report.disputed_rules().len() {
        0 => {}
        1 => text.push_str("; 1 unclear rule would change the verdict"),
        many => text.push_str(&format!("; {many} unclear rules would change the verdict")),
    }
    let head = format!(" {} {}: ", entry.title, decision.as_str());
    let indent = 3;
    let mut lines = Vec::new();
    for (at, line) in
        words::wrap(&format!("{head}{text}"), width.saturating_sub(indent)).into_iter().enumerate()
    {
        let lead = if at == 0 { " " } else { "   " };
        lines.push(theme.line(ThemeRole::Text, format!("{lead}{line}")));
    }
    lines
}

/// Returns which rubrics agree and which do not, what each of them looks at, and the words that they judge
/// differently.
fn where_they_part(open_case: &OpenCase, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let reports: Vec<&Report> =
        RUBRICS.iter().filter_map(|entry| Some(&*open_case.judged_by(entry.slug)?.report)).collect();
    let mut decisions: Vec<Decision> = reports.iter().map(|report| report.verdict.decision).collect();
    decisions.sort_unstable();
    decisions.dedup();
    let mut lines = Vec::new();
    let heading = |words: &str| theme.line(ThemeRole::Title, format!(" {words}"));
    if let [one] = decisions.as_slice() {
        lines.push(heading(&format!("All agree: {}", one.as_str())));
    } else {
        lines.push(heading("Where the rubrics disagree"));
    }
    // The worst verdict first, since failures are looked at first.
    for decision in [Decision::Error, Decision::Fail, Decision::Warn, Decision::Incomplete, Decision::Pass] {
        let of: Vec<&&Report> = reports.iter().filter(|report| report.verdict.decision == decision).collect();
        if of.is_empty() || decisions.len() < 2 {
            continue;
        }
        let rubrics: Vec<String> =
            of.iter().map(|report| format!("{} ({})", report.rubric, looks_at(report))).collect();
        let head = words::cell(decision.as_str(), 10);
        for (at, part) in words::wrap(&rubrics.join(", "), width.saturating_sub(15)).into_iter().enumerate() {
            let head = if at == 0 { head.clone() } else { " ".repeat(10) };
            lines.push(Line::from(vec![
                theme.span(words::decision(decision), format!("   {head} ")),
                theme.span(ThemeRole::Text, part),
            ]));
        }
    }
    let apart = apart(&reports, open_case);
    if !apart.is_empty() {
        lines.push(heading("The same words, judged differently"));
    }
    for (text, said) in apart {
        lines.push(theme.line(
            ThemeRole::Text,
            format!("   \"{}\"", sanitize::fit(&squeezed(&text), width.saturating_sub(6))),
        ));
        for part in words::wrap(&said, width.saturating_sub(7)) {
            lines.push(theme.line(ThemeRole::Dim, format!("     {part}")));
        }
    }
    let shared = shared_scores(&reports);
    if !shared.is_empty() {
        lines.push(heading("The same measure, by rubric"));
    }
    for (metric, scores) in shared {
        lines.push(Line::from(vec![
            theme.span(ThemeRole::Text, format!("   {}", words::cell(&words::metric(metric), 16))),
            theme.span(ThemeRole::Dim, sanitize::fit(&scores, width.saturating_sub(20)).into_owned()),
        ]));
    }
    lines
}

/// Returns the basis of a verdict: the lists that have labels, or the metrics.
fn looks_at(report: &Report) -> String {
    let mut lists: Vec<&str> = Vec::new();
    for (id, _) in report.labels.iter() {
        let title = id.list.spec().title;
        if !lists.contains(&title) {
            lists.push(title);
        }
    }
    if lists.is_empty() {
        return "text metrics only".to_owned();
    }
    lists.join(", ").to_lowercase()
}

fn reads(report: &Report, list: List) -> bool {
    report.labels.iter().any(|(id, _)| id.list == list)
}

/// Returns words of the summary that one rubric finds right and another wrong, with the label of each.
fn apart(reports: &[&Report], open_case: &OpenCase) -> Vec<(String, String)> {
    // If several rubrics share a list, only the first is considered.
    let mut known: Vec<(LabelId, &Label, &'static str)> = Vec::new();
    for report in reports {
        let fresh = !open_case.is_stale_by(report.rubric);
        for (id, label) in report.labels.iter().filter(|(id, _)| fresh && id.index < COMPARED) {
            let listed =
                known.iter().any(|(other, _, rubric)| other.list == id.list && *rubric != report.rubric);
            if !listed && OF_TRUTH.contains(&id.list) {
                known.push((*id, label, report.rubric));
            }
        }
    }
    let mut found: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
    for (at, (id, label, rubric)) in known.iter().enumerate() {
        for (other_id, other, other_rubric) in &known[at + 1..] {
            // If a rubric reads both lists, they measure different things.
            let together = |report: &&Report| reads(report, id.list) && reads(report, other_id.list);
            if id.list == other_id.list || found.len() >= PARTINGS || reports.iter().any(together) {
                continue;
            }
            let good = |label: &Label| label.word.and_then(goodness);
            let (Some(a), Some(b)) = (good(label), good(other)) else { continue };
            if a.abs_diff(b) < 2 || !about_the_same(label, other) {
                continue;
            }
            let text = if a < b { &label.text } else { &other.text };
            let said = |id: &LabelId, label: &Label, rubric: &str| {
                let word = label.word.map_or_else(String::new, |word| id.list.value_name(word));
                format!("{} {word} ({})", id.shown(), words::short(rubric))
            };
            let (mut wrong, mut right) = (said(id, label, rubric), said(other_id, other, other_rubric));
            if a > b {
                std::mem::swap(&mut wrong, &mut right);
            }
            let known = match found.iter().position(|(known, ..)| known == text) {
                Some(known) => known,
                None => {
                    found.push((text.clone(), Vec::new(), Vec::new()));
                    found.len() - 1
                }
            };
            let (_, wrongs, rights) = &mut found[known];
            for (list, said) in [(wrongs, wrong), (rights, right)] {
                if !list.contains(&said) {
                    list.push(said);
                }
            }
        }
    }
    let described = |(text, wrong, right): (String, Vec<String>, Vec<String>)| {
        (text, format!("{}; but {}", wrong.join(", "), right.join(", ")))
    };
    found.into_iter().map(described).collect()
}

/// Returns metrics of the same name in several rubrics, if their scores differ.
fn shared_scores(reports: &[&Report]) -> Vec<(&'static str, String)> {
    let mut keys: Vec<&'static str> = Vec::new();
    for metric in reports.iter().flat_map(|report| &report.metrics) {
        if !keys.contains(&metric.key) {
            keys.push(metric.key);
        }
    }
    let of = |key: &'static str| {
        let mut scores = Vec::new();
        for report in reports {
            let Some(metric) = report.metric(key) else { continue };
            let score = metric.score().map_or_else(|| "n/a".to_owned(), Num::shown);
            let [low, high] = metric.range;
            let best = if metric.better == Better::Lower { low } else { high };
            scores.push((score, format!("{} (best {best})", words::short(report.rubric))));
        }
        let differ = scores.iter().any(|(score, _)| *score != scores[0].0);
        let named: Vec<String> = scores.iter().map(|(score, of)| format!("{of} {score}")).collect();
        (scores.len() > 1 && differ).then(|| (key, named.join("   ")))
    };
    keys.into_iter().filter_map(of).collect()
}
