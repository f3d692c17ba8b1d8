//! The contents of the workbench, as numbered lines.

use std::fmt::Write as _;

use ratatui::layout::{Position, Rect};

use crate::labels::overrides::Fate;

use crate::labels::{Label, LabelId, List, Provenance, Side};
use crate::report::MetricOutcome;
use crate::tui::app::App;
use crate::tui::keymap::{Action, Context};
use crate::tui::memory::Memory;
use crate::tui::open_case::{OpenCase, Row};
use crate::tui::report;
use crate::tui::sanitize;
use crate::tui::screens::hidden_list;
use crate::tui::state::{Panel, State};
use crate::tui::table::grouped;
use crate::tui::words::{self, reasons};

use super::SIZE;
use super::command::{COMMANDS, Show};

/// Characters printed before and after the cursor of the text that is edited.
const AROUND: usize = 60;
/// The sign for the cursor.
const CURSOR: char = '‸';

pub fn view(app: &App, show: &Show) -> String {
    let state = &app.state;
    match show {
        Show::Status if app.is_covered() => drawn(app) + &typing(app),
        Show::Status => status(state) + &at_cursor(app) + &typing(app),
        Show::Panel(Panel::Article) => text(state, Side::Article),
        Show::Panel(Panel::Summary) => text(state, Side::Summary),
        Show::Panel(Panel::Scores) => scores(state),
        Show::Panel(Panel::Labels) => labels(state),
        Show::Panel(Panel::Caps) => drawn(app),
        Show::Commands => commands(app),
        Show::Json => {
            state
                .open_case()
                .filter(|_| !state.hides_scores())
                .and_then(report::json)
                .unwrap_or_else(|| state.absent())
                + "\n"
        }
        Show::Take(_) => "end the text with a full stop on a line of its own\n".to_owned(),
    }
}

/// Returns the case, the rubric and its verdict.
fn status(state: &State) -> String {
    let mut out = String::new();
    if let Some(open_case) = state.open_case() {
        let saved = state.saved().map_or_else(String::new, |saved| format!(", {saved}"));
        // A case without an id has its number alone.
        let id = match state.table.hides_ids {
            true => String::new(),
            false => format!(": {}", sanitize::line(&open_case.case.id)),
        };
        _ = writeln!(out, "case {} of {}{id}{saved}", grouped(state.at + 1), grouped(state.cases));
    }
    out + &verdict(state)
}

fn verdict(state: &State) -> String {
    let Some(report) = state.report() else {
        return format!("{}: {}\n", state.slug(), state.absent());
    };
    let verdict = &report.verdict;
    let score = verdict.score.map_or_else(String::new, |score| format!(" {}", score.shown()));
    format!("{}: {}{score}\n", report.rubric, verdict.decision.as_str())
}

/// Returns a text, one sentence per line.
fn text(state: &State, side: Side) -> String {
    let Some(open_case) = state.open_case() else { return state.absent() + "\n" };
    let mut out = String::new();
    let source = open_case.source.filter(|_| side == Side::Article);
    let judged = open_case.judged().filter(|_| source.is_none());
    match judged.map(|judged| &judged.analysis) {
        Some(analysis) => {
            let text = if side == Side::Article { &analysis.article } else { &analysis.summary };
            for (at, sentence) in text.sentences().iter().enumerate() {
                let end = text.sentences().get(at + 1).map_or(text.raw().len(), |next| next.start);
                let words = text.raw().get(sentence.start..end).unwrap_or_default();
                _ = writeln!(out, "{}. {}", at + 1, sanitize::line(words.trim()));
            }
        }
        None => {
            for (at, line) in open_case.seen(side).as_str().lines().enumerate() {
                _ = writeln!(out, "{}. {}", at + 1, sanitize::line(line));
            }
        }
    }
    if out.is_empty() { "empty\n".to_owned() } else { out }
}

fn scores(state: &State) -> String {
    let mut out = verdict(state);
    let Some(report) = state.report() else { return out };
    for (at, metric) in report.metrics.iter().enumerate() {
        let outcome = match &metric.outcome {
            MetricOutcome::Scored { raw, score } if raw != score => {
                format!("{} of {}, {} before the caps", score.shown(), metric.range[1], raw.shown())
            }
            MetricOutcome::Scored { score, .. } => format!("{} of {}", score.shown(), metric.range[1]),
            other => format!("no score: {}", other.reason().unwrap_or_default()),
        };
        _ = writeln!(out, "{}. {}: {}", at + 1, words::metric(metric.key), sanitize::line(&outcome));
    }
    for reason in reasons::all(report) {
        _ = writeln!(out, "because {}", sanitize::line(&reason));
    }
    out
}

/// Returns the labels of the current list.
fn labels(state: &State) -> String {
    let Some(open_case) = state.open_case() else { return state.absent() + "\n" };
    if state.hides(open_case.list) {
        return hidden_list(state) + "\n";
    }
    let rows = open_case.rows(open_case.list);
    let mut out = format!("{}: {}\n", open_case.list.spec().title, rows.len());
    for (at, row) in rows.iter().enumerate() {
        let here = if at == open_case.row.cursor() { ", in focus" } else { "" };
        let text = row_text(open_case, row);
        _ = writeln!(out, "{}. {}{here}", at + 1, sanitize::line(&text));
    }
    let others: Vec<String> = open_case
        .lists()
        .iter()
        .filter(|list| **list != open_case.list)
        .map(|list| format!("{} {}", list.spec().key, open_case.rows(*list).len()))
        .collect();
    _ = writeln!(out, "other lists: {}", others.join(", "));
    out
}

/// Returns a row of a list: the label's number, word and text, or the state of the decision on it.
fn row_text(open_case: &OpenCase, row: &Row) -> String {
    match (row.label, row.decision.and_then(|at| open_case.decisions.overrides.get(at))) {
        (Some(label), _) => {
            let name = row.id.map_or_else(String::new, LabelId::shown);
            let word = if open_case.is_hidden() && label.word.is_none() {
                "to label".to_owned()
            } else {
                word(open_case.list, label)
            };
            format!("{name}: {word}{}", text_and_reasons(label))
        }
        (None, Some(change)) => {
            let fate = match row.decision.and_then(|at| open_case.fate(at)) {
                Some(Fate::Dismissed(_)) => "rejected by you",
                Some(Fate::Stale) => "stale: its words changed",
                _ => "waiting: no such label now",
            };
            format!("{fate}: {}", change.text)
        }
        (None, None) => String::new(),
    }
}

/// Returns the case, the list and the row in focus, unless they are hidden.
pub fn focus(state: &State) -> Option<(usize, List, usize)> {
    let open_case = state.open_case().filter(|open_case| !state.hides(open_case.list))?;
    let row = open_case.row.cursor();
    (row < open_case.rows(open_case.list).len()).then_some((state.at, open_case.list, row))
}

/// Returns the row in focus, which has just changed.
pub fn in_focus(state: &State) -> String {
    let text = focus(state)
        .zip(state.open_case())
        .and_then(|((_, list, at), open_case)| Some(row_text(open_case, open_case.rows(list).get(at)?)));
    text.map_or_else(String::new, |text| format!("in focus: {}\n", sanitize::line(&text)))
}

fn word(list: List, label: &Label) -> String {
    let word = label.word.map_or_else(|| "no word".to_owned(), |word| list.value_name(word));
    match (&label.by, label.p) {
        (Provenance::Person(name), _) => format!("{word}, said by {}", sanitize::line(name)),
        (_, Some(p)) => format!("{word}, probability {p:.2}"),
        _ => word,
    }
}

fn text_and_reasons(label: &Label) -> String {
    let why = if label.why.is_empty() { String::new() } else { format!(" ({})", label.why.join("; ")) };
    let kind = label.kind.map_or_else(String::new, |kind| format!("{kind}: "));
    format!(": {kind}{}{why}", label.text)
}

/// Returns the screen on top, or the panel in focus, as drawn: without its frame, with the rows of its list
/// numbered, and with side-by-side parts one after the other.
fn drawn(app: &App) -> String {
    let mut memory = Memory::new(SIZE.0, SIZE.1);
    memory.draw(|frame| app.draw_top(frame));
    let mut out = String::new();
    let mut empty = 0;
    let mut shown = None;
    for part in parts(app.top_area(), app.columns()) {
        for (line, y) in memory.text_in(part).lines().zip(part.y..) {
            let words = plain(line);
            if words.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 && !out.is_empty() {
                out.push('\n');
            }
            empty = 0;
            let row = app.row_at(Position::new(part.x + 1, y));
            match row.filter(|row| shown != Some(*row)) {
                Some(row) => _ = writeln!(out, "{}. {words}", row + 1),
                None => _ = writeln!(out, "{words}"),
            }
            shown = row.or(shown);
        }
    }
    // The highlight of a row is a colour, and no letter of the line.
    if let Some(row) = app.row_in_focus() {
        _ = writeln!(out, "in focus: row {}", row + 1);
    }
    out
}

/// Returns the words around the cursor of the text that is edited; empty if none is.
fn at_cursor(app: &App) -> String {
    let side = if app.state.focus == Panel::Article { Side::Article } else { Side::Summary };
    let Some(open_case) = app.state.open_case().filter(|_| app.context() == Context::Editing) else {
        return String::new();
    };
    let pane = open_case.pane(side);
    let (before, after) = pane.as_str().split_at(pane.cursor());
    let from = before.char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
    let to = after.char_indices().nth(AROUND).map_or(after.len(), |(at, _)| at);
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    let around =
        format!("{}{}{CURSOR}{}{}", cut(from > 0), &before[from..], &after[..to], cut(to < after.len()));
    format!("editing the {}, the cursor is at {CURSOR}: {}\n", side.as_str(), sanitize::line(&around))
}

/// Returns how to enter and finish text in the current context; empty if none is typed there.
fn typing(app: &App) -> String {
    let context = app.context();
    if !context.is_typed_in() {
        return String::new();
    }
    let rows = app.state.keys.rows_of(context).filter(|row| !row.binding.hint.is_empty());
    let ways: Vec<String> =
        rows.map(|row| format!("`{}`: {}", row.action().name(), row.binding.hint)).collect();
    let how = if context.is_chosen_in() { "a letter chooses" } else { "`type TEXT` types here" };
    format!("{how}; {}\n", ways.join(", "))
}

/// Returns the parts of an area in reading order: with two columns, the part above, the columns, and the part
/// below.
fn parts(area: Rect, columns: Option<[Rect; 2]>) -> Vec<Rect> {
    let Some([left, right]) = columns else { return vec![area] };
    let above = Rect { height: left.y - area.y, ..area };
    let below = Rect { y: left.bottom(), height: area.bottom() - left.bottom(), ..area };
    vec![above, left, right, below]
}

/// Returns a drawn line without frames, bars and columns. The titles on the upper edge of a frame are parted by
/// a dot, since they are read in one breath without it.
fn plain(line: &str) -> String {
    let is_edge = line.starts_with(['┌', '┏']);
    let parts = line.split(|c| is_edge && matches!(c, '─' | '━')).map(words_of);
    parts.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// Returns the words of a drawn line, without box drawing and block elements.
fn words_of(line: &str) -> String {
    let words = line.replace(|c| matches!(c, '\u{2500}'..='\u{259f}'), " ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn commands(app: &App) -> String {
    let mut out = "A key that a message names is a command too, as in: x, Ctrl-S, Esc.\n".to_owned();
    for command in COMMANDS {
        let name = format!("{} {}", command.name, command.takes);
        _ = writeln!(out, "{}: {}", name.trim(), command.help);
    }
    let mut known: Vec<Action> = Vec::new();
    for &context in Context::ALL {
        for row in app
            .state
            .keys
            .rows_of(context)
            .filter(|row| !COMMANDS.iter().any(|c| c.name == row.action().name()))
        {
            if !known.contains(&row.action()) {
                known.push(row.action());
                _ = writeln!(out, "{}: {}", row.action().name(), row.binding.help);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn frames_and_bars_are_left_out() {
        assert_eq!(plain("┏ Readings ━━━━ Esc closes ┓"), "Readings · Esc closes");
        assert_eq!(plain("┌ Article ──┐┌ Summary ─┐"), "Article · Summary");
        assert_eq!(plain("┃ alpha ┊ ──●── 0.3 ┃"), "alpha ● 0.3");
        assert_eq!(plain("┃ 1  a ██▒░  7.00   ┃"), "1 a 7.00");
        assert_eq!(plain("┗━━┛"), "");
    }
}
