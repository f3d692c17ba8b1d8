//! The lines at the top: the case with its verdict, the reason for it, and the rubrics as tabs.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::num::pluralize;
use crate::report::Decision;
use crate::rubric::RUBRICS;
use crate::tui::guide::Guide;
use crate::tui::keymap::{Action, Context};
use crate::tui::sanitize;
use crate::tui::state::{Panel, State};
use crate::tui::table::grouped;
use crate::tui::theme::ThemeRole;
use crate::tui::widgets;
use crate::tui::words::{self, delta, reasons, short, sign, styled, width_of};

use super::clickable::ClickableLine;

/// Returns the first line: the case, its state, and at the right its verdict.
pub fn case_line(state: &State, width: usize) -> ClickableLine {
    let right = verdict(state);
    let mut line = case(state, width.saturating_sub(width_of(&right) + 1));
    let gap = width.saturating_sub(line.width() + width_of(&right));
    line.text([Span::raw(" ".repeat(gap))]);
    line.action(right, Action::Reason);
    line
}

fn case(state: &State, room: usize) -> ClickableLine {
    let theme = &state.theme;
    let listed = || state.table.row(state.at).filter(|row| row.broken.is_some()).map_or("…", |row| &row.id);
    let id =
        state.open_case().map_or_else(|| listed().into(), |open_case| state.name_of(state.at, open_case));
    let id = &*id;
    let more = if state.counted { "" } else { "+" };
    let mut rest = Vec::new();
    // Exercises come in an order of their own, which their panel counts.
    if state.cases > 1 && !matches!(state.guide, Some(Guide::Gym(_))) {
        rest.push(Span::raw(format!(" · {}/{}{more}", grouped(state.at + 1), grouped(state.cases))));
    }
    rest.extend(saved(state));
    let (long, brief) = (marks(state, true), marks(state, false));
    let id_room = 12;
    rest.extend(if width_of(&rest) + width_of(&long) + id_room > room { brief } else { long });
    let changed = changed_readings(state);
    let readings = |long: bool| -> Vec<Span<'static>> {
        let changed = Some(format!(" · reading: {changed}")).filter(|_| !changed.is_empty());
        let changed = changed.map(|words| theme.span(ThemeRole::Warn, words));
        changed.into_iter().chain(unclear(state, long)).collect()
    };
    // The whole name of the case takes precedence over words about readings.
    let mut reading = readings(true);
    if width_of(&rest) + width_of(&reading) + words::width(id) + 1 > room {
        reading = readings(false);
    }
    while !reading.is_empty() && width_of(&rest) + width_of(&reading) + id_room > room {
        reading.remove(0);
    }
    let room = room.saturating_sub(width_of(&rest) + width_of(&reading) + 1);
    let mut line = ClickableLine::default();
    line.action([theme.span(ThemeRole::Title, format!(" {}", words::middle_cut(id, room)))], Action::Cases);
    line.text(rest);
    line.action(reading, Action::Readings);
    line
}

/// Returns the number of unclear rules that would change the verdict, with the key that shows them. The short
/// form leaves out what they would do.
fn unclear(state: &State, long: bool) -> Option<Span<'static>> {
    let rules = state.report()?.disputed_rules().len();
    let key = key_here(state, Action::Readings).map_or_else(String::new, |key| format!(" ({key})"));
    let rules = match rules {
        0 => return None,
        many => pluralize(many, "unclear rule"),
    };
    let would = if long { " would change the verdict" } else { "" };
    let words = format!(" · {rules}{would}{key}");
    Some(state.theme.span(ThemeRole::Warn, words))
}

/// Whether the changes of the case are saved.
fn saved(state: &State) -> Option<Span<'static>> {
    let words = state.saved()?;
    let role = match words {
        "saved" => ThemeRole::Dim,
        "saving …" => ThemeRole::Stale,
        "read-only" => ThemeRole::Warn,
        _ => ThemeRole::Error,
    };
    Some(state.theme.span(role, format!(" · {words}")))
}

/// Returns the person's flag and comments on the case; single letters in the short form.
fn marks(state: &State, long: bool) -> Vec<Span<'static>> {
    let Some(open_case) = state.open_case() else { return Vec::new() };
    let (flagged, comments) = (open_case.decisions.flagged, open_case.decisions.comments.len());
    let flag = flagged.then(|| if long { " · flagged".to_owned() } else { " F".to_owned() });
    let said = match (comments, long) {
        (0, _) => None,
        (1, true) => Some(" · 1 comment".to_owned()),
        (many, true) => Some(format!(" · {many} comments")),
        (many, false) => Some(format!(" C{many}")),
    };
    let own = [flag, said].into_iter().flatten().map(|words| state.theme.span(ThemeRole::Person, words));
    own.chain(judge(state, long)).collect()
}

/// Returns the state of the request to the user's own judge.
fn judge(state: &State, long: bool) -> Option<Span<'static>> {
    const NAME: usize = 20;
    let open_case = state.open_case()?;
    let (judge, word) = (state.judge.as_deref()?, open_case.opinion_word()?);
    let judge = open_case.stored_judge().filter(|mark| **mark != *state.judge_mark).unwrap_or(judge);
    let role = match word {
        "answered" => ThemeRole::Dim,
        "asked …" => ThemeRole::Stale,
        "stale" => ThemeRole::Warn,
        _ => ThemeRole::Error,
    };
    let words = match (long, word) {
        (true, word) => format!(" · {}: {word}", sanitize::fit(judge, NAME)),
        (false, "answered") => " J✓".to_owned(),
        (false, "asked …") => " J…".to_owned(),
        (false, "stale") => " J~".to_owned(),
        (false, _) => " J✗".to_owned(),
    };
    Some(state.theme.span(role, words))
}

/// Returns the readings that differ from their defaults.
fn changed_readings(state: &State) -> String {
    let bearing = crate::rubric::READINGS.iter().filter(|reading| reading.rubrics.contains(&state.slug()));
    let changed = bearing.filter_map(|reading| {
        let value = state.readings.get(reading.key);
        (Some(&value) != reading.values.first()).then(|| format!("{}={value}", reading.key))
    });
    let changed: Vec<String> = changed.collect();
    match changed.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        many => format!("{} changed", many.len()),
    }
}

/// Returns the verdict that the annotator gave, shown before the engine's.
fn given(state: &State) -> Option<Span<'static>> {
    let given = state.open_case()?.decisions.verdict.as_ref()?;
    Some(state.theme.span(ThemeRole::Person, format!("you: {} · labels: ", given.verdict.as_str())))
}

fn verdict(state: &State) -> Vec<Span<'static>> {
    let mut line: Vec<Span> = given(state).into_iter().collect();
    line.extend(proposed(state));
    line
}

fn proposed(state: &State) -> Vec<Span<'static>> {
    let theme = &state.theme;
    if state.failed.contains_key(&state.at) {
        return vec![theme.span(ThemeRole::Error, "ERROR ")];
    }
    let Some(open_case) = state.open_case() else {
        return vec![theme.span(ThemeRole::Stale, "opening … ")];
    };
    if state.hides_scores() {
        return vec![theme.span(ThemeRole::Person, "hidden ")];
    }
    if let Some(error) = open_case.error() {
        return vec![theme.span(ThemeRole::Error, format!("{} ", error.to_string().replace('_', " ")))];
    }
    if open_case.is_hidden() {
        let (all, open) = open_case.asked_for();
        let training = state.blind.as_ref().and_then(|blind| blind.training);
        let what = if training.is_some_and(|round| state.at < round.cases) { "training" } else { "blind" };
        let words = match all {
            0 => format!("{what} "),
            all => format!("{what}: {} of {all} labelled ", all - open.len()),
        };
        return vec![theme.span(ThemeRole::Accent, words)];
    }
    let Some(report) = open_case.report() else {
        return vec![theme.span(ThemeRole::Stale, "scoring … ")];
    };
    let verdict = &report.verdict;
    let mut line = Vec::new();
    let stale = open_case.is_stale();
    if stale {
        line.push(theme.span(ThemeRole::Stale, "… "));
    }
    line.push(theme.span(words::decision(verdict.decision), verdict.decision.as_str()));
    if let Some(p) = report.odds.as_ref().and_then(|odds| odds.p(verdict.decision)) {
        line.push(theme.span(ThemeRole::Text, format!(" {}", crate::report::percent(p))));
    }
    if let Some(score) = verdict.score {
        let style = if stale { theme.style(ThemeRole::Stale) } else { theme.style(ThemeRole::Accent) };
        line.push(styled(format!("  {}", score.shown()), style));
    }
    let then = open_case.opening().and_then(|opening| opening.headline);
    if let Some(moved) = delta(theme, verdict.score, then) {
        line.push(Span::raw("  "));
        line.push(moved);
        line.push(
            theme.span(
                ThemeRole::Dim,
                format!(" (was {})", then.map_or_else(String::new, |then| then.shown())),
            ),
        );
    }
    line.push(Span::raw(" "));
    line
}

/// Returns the name of the key for an action of the panels, if it works in the current context.
fn key_here(state: &State, action: Action) -> Option<String> {
    state.keys.works(state.context, action).then(|| state.keys.name(Context::Main, action))
}

/// Returns the second line: the reason for the verdict, with the key that goes to it, and the number of
/// labels that can still change it. If there is not enough room, the reason is the last part to be cut.
pub fn reason_line(state: &State, width: usize) -> ClickableLine {
    let (theme, mut line) = (&state.theme, ClickableLine::default());
    let Some(report) = state.report() else {
        // The screen in place of the panels already says why the case cannot be read.
        if !state.failed.contains_key(&state.at) {
            let words = sanitize::fit(&state.absent(), width.saturating_sub(2)).into_owned();
            line.text([theme.span(ThemeRole::Dim, format!(" {words}"))]);
        }
        return line;
    };
    let (words, leads) = match reasons::strongest(report) {
        // The reason would give the answer of the exercise away.
        (_, Some(id)) if state.hides(id.list) => ("of what is still to be found".to_owned(), false),
        (words, _) => (words, !report.verdict.because.is_empty()),
    };
    let decision = report.verdict.decision;
    let stale = state.is_waiting();
    let role = if stale { ThemeRole::Stale } else { words::decision(decision) };
    let head = format!(" {} because ", decision.as_str());
    let key = key_here(state, Action::Reason).filter(|_| leads).map(|key| format!("  {key}"));
    let key_width = key.as_ref().map_or(0, |key| words::width(key));
    let room = width.saturating_sub(words::width(&head) + key_width + 1);
    let said = if stale { ThemeRole::Stale } else { ThemeRole::Text };
    let reason = [theme.span(role, head), theme.span(said, sanitize::fit(&words, room).into_owned())];
    line.action(reason.into_iter().chain(key.map(|key| theme.span(ThemeRole::Key, key))), Action::Reason);
    if let Some(open) = state.open_labels() {
        // If nothing is left to judge, the next step is to accept the case.
        let action = if open.is_empty() { Action::Accept } else { Action::LabelByLabel };
        let key = key_here(state, action).map(|key| format!("  {key}")).unwrap_or_default();
        // The longest of these that fits is used.
        let words = match open.len() {
            0 => [
                "no label left can change it".to_owned(),
                "none can change it".to_owned(),
                "settled".to_owned(),
            ],
            many => [
                format!("{} can change it", pluralize(many, "label")),
                format!("{many} can change it"),
                format!("{many} {} it", if many == 1 { "changes" } else { "change" }),
            ],
        };
        let spans = words.into_iter().map(|what| {
            let what = theme.span(ThemeRole::Dim, format!("  · {what}"));
            [what, theme.span(ThemeRole::Key, key.clone())]
        });
        let room = width.saturating_sub(line.width());
        if let Some(spans) = spans.into_iter().find(|spans| width_of(spans) < room) {
            line.action(spans, action);
        }
    }
    line
}

/// What a tab of the rubrics opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RubricTab {
    /// Results of all rubrics.
    Overview,
    /// One rubric, by its row of the table.
    Rubric(usize),
}

/// How the tabs of the rubrics are shown.
#[derive(Clone, Copy, Debug)]
pub struct RubricTabs {
    pub overview: bool,
    /// Whether digits are counts or typed, so that a tab needs Alt and a digit.
    pub counts: bool,
    /// Whether the top component has a key for the overview, and keys for the rubrics.
    pub keys: [bool; 2],
}

impl RubricTabs {
    /// Returns a tab's name as drawn. A digit without a key is replaced by a blank, so that nothing moves.
    fn drawn(self, tab: RubricTab, name: &str) -> String {
        let [overview, rubric] = self.keys;
        let works = if tab == RubricTab::Overview { overview } else { rubric };
        if works { name.to_owned() } else { name.replace(|c: char| c.is_ascii_digit() || c == ',', " ") }
    }
}

/// Draws the rubrics as tabs. The current one is in brackets, so that it can be told without colour.
pub fn draw_rubrics(state: &State, shown: RubricTabs, frame: &mut Frame, place: Rect) {
    let theme = &state.theme;
    let mut line = Line::default();
    for (tab, name, mark) in rubric_tabs(state, shown, usize::from(place.width)) {
        let active = is_active(state, shown, tab);
        let (open, close) = if active { ("[", "]") } else { (" ", " ") };
        let role = if active { ThemeRole::Accent } else { ThemeRole::Dim };
        line.push_span(theme.span(role, format!("{open}{}", shown.drawn(tab, &name))));
        if let Some((mark, role)) = mark {
            line.push_span(theme.span(role, format!(" {mark}")));
        }
        line.push_span(theme.span(role, close));
    }
    widgets::line(frame, place, &line);
}

fn is_active(state: &State, shown: RubricTabs, tab: RubricTab) -> bool {
    match tab {
        RubricTab::Overview => shown.overview,
        RubricTab::Rubric(at) => at == state.rubric && !shown.overview,
    }
}

type NamedTab = (RubricTab, String, Option<(&'static str, ThemeRole)>);

/// Returns the tabs with their names and marks, in the longest form that fits.
fn rubric_tabs(state: &State, shown: RubricTabs, room: usize) -> Vec<NamedTab> {
    let mut best = Vec::new();
    for level in 0..5 {
        best = tabs_at(state, shown, level);
        let width: usize = best
            .iter()
            .map(|(_, name, mark)| {
                words::width(name) + 2 + mark.map_or(0, |(mark, _)| words::width(mark) + 1)
            })
            .sum();
        if width <= room {
            break;
        }
    }
    best
}

/// Returns the tabs at a level of brevity: whole names with verdicts; short names with verdicts; short names
/// with marks, the current one with its whole name; the same with its short name; only the current one with a
/// name.
fn tabs_at(state: &State, shown: RubricTabs, level: u8) -> Vec<NamedTab> {
    let all = match (shown.counts, level) {
        (false, 0 | 1) => "0 overview",
        (false, _) => "0 all",
        (true, 0 | 1) => "Alt 0 overview",
        (true, _) => "Alt 0",
    };
    let mut tabs = vec![(RubricTab::Overview, all.to_owned(), None)];
    for (at, entry) in RUBRICS.iter().enumerate() {
        let tab = RubricTab::Rubric(at);
        let active = is_active(state, shown, tab);
        let (number, name) = (at + 1, short(entry.slug));
        let name = match level {
            0 => format!("{number} {}", entry.slug),
            1 | 2 => format!("{number} {}", if active { entry.slug } else { name }),
            3 => format!("{number} {name}"),
            _ if active => format!("{number} {}", entry.slug),
            _ => number.to_string(),
        };
        let open_case = state.open_case().filter(|_| !state.hides_scores());
        let visible = open_case.filter(|open_case| !open_case.is_hidden());
        let decision = visible
            .and_then(|open_case| open_case.judged_by(entry.slug))
            .map(|judged| judged.report.verdict.decision);
        let stale = open_case.is_some_and(|open_case| open_case.is_stale_by(entry.slug));
        let mark = decision.map(|decision| {
            let word = if level < 2 { decision.as_str() } else { sign(decision) };
            (word, if stale { ThemeRole::Stale } else { words::decision(decision) })
        });
        tabs.push((tab, name, mark));
    }
    fold_incomplete(state, shown, tabs)
}

/// Replaces the tabs of rubrics that lack the input to score the case by one, if there are several.
fn fold_incomplete(state: &State, shown: RubricTabs, tabs: Vec<NamedTab>) -> Vec<NamedTab> {
    let visible = state.open_case().filter(|open_case| !state.hides_scores() && !open_case.is_hidden());
    let lacks = |tab: &RubricTab| match tab {
        RubricTab::Overview => false,
        RubricTab::Rubric(at) => {
            visible.and_then(|open_case| open_case.judged_by(RUBRICS[*at].slug)).is_some_and(|judged| {
                judged.report.verdict.decision == Decision::Incomplete && !is_active(state, shown, *tab)
            })
        }
    };
    let lacking: Vec<usize> = (0..tabs.len()).filter(|at| lacks(&tabs[*at].0)).collect();
    let Some(first) = lacking.first().copied().filter(|_| lacking.len() > 1) else { return tabs };
    let numbers: Vec<String> = lacking.iter().map(|at| at.to_string()).collect();
    let mut folded = Vec::new();
    for (at, (tab, name, mark)) in tabs.into_iter().enumerate() {
        if at == first {
            folded.push((tab, numbers.join(","), mark));
        } else if !lacking.contains(&at) {
            folded.push((tab, name, mark));
        }
    }
    folded
}

/// Returns the tab of a rubric at a column.
pub fn rubric_at(state: &State, shown: RubricTabs, place: Rect, x: u16) -> Option<RubricTab> {
    let mut at = usize::from(place.x);
    rubric_tabs(state, shown, usize::from(place.width)).into_iter().find_map(|(tab, name, mark)| {
        at += words::width(&name) + 2 + mark.map_or(0, |(mark, _)| words::width(mark) + 1);
        (usize::from(x) < at).then_some(tab)
    })
}

pub fn draw_tabs(state: &State, frame: &mut Frame, place: Rect) {
    let theme = &state.theme;
    let spans: Vec<Span> = tabs(state)
        .into_iter()
        .map(|(panel, name)| {
            let role = if panel == state.focus { ThemeRole::Chosen } else { ThemeRole::Dim };
            theme.span(role, name)
        })
        .collect();
    widgets::line(frame, place, &Line::from(spans));
}

fn tabs(state: &State) -> Vec<(Panel, String)> {
    let name = |panel: Panel| {
        let (open, close) = if panel == state.focus { ('[', ']') } else { (' ', ' ') };
        (panel, format!("{open}{}{close}", panel.title()))
    };
    Panel::ALL.into_iter().map(name).collect()
}

/// Returns the panel whose name is at a column.
pub fn tab_at(state: &State, place: Rect, x: u16) -> Option<Panel> {
    let mut at = place.x;
    tabs(state).into_iter().find_map(|(panel, name)| {
        at += words::width(&name) as u16;
        (x < at).then_some(panel)
    })
}
