//! All summaries of one article in columns: the verdict and scores of each, the claims that only it makes,
//! and its text. They are in queue order until a person ranks them, best at the left; the ranking is stored
//! with a reason.

use crossterm::event::KeyCode;
use ratatui::text::Span;

use super::{Side, columns, others, wrapped};
use crate::labels::{Label, List};
use crate::num::{Num, pluralize};
use crate::tui::component::ComponentRequest;
use crate::tui::msg::Effect;
use crate::tui::open_case::OpenCase;
use crate::tui::queue::ScorerJob;
use crate::tui::queue::distinct::SummaryClaims;
use crate::tui::screens::prelude::*;
use crate::tui::screens::reason::{Reason, ReasonSubject};
use crate::tui::words::styled;

/// Least width of a summary, in screen columns.
const MIN_COLUMN_WIDTH: usize = 24;
/// Screen columns between two summaries.
const COLUMN_GAP: usize = 3;
/// Most summaries that are compared.
const MAX_SUMMARIES: usize = 12;

/// The view of all summaries.
#[derive(Debug, Default)]
pub(super) struct All {
    /// The person's ranking so far, by positions in the queue; empty if there is none.
    order: Vec<usize>,
    /// Index of the summary in focus, from the left.
    at: usize,
    /// The summaries whose distinct claims were requested.
    asked: Vec<SummaryClaims>,
}

/// Returns the compared summaries, by their positions in the queue.
fn members(state: &State) -> Vec<usize> {
    let mut all: Vec<usize> =
        others(state).iter().copied().take(MAX_SUMMARIES - 1).chain([state.at]).collect();
    all.sort_unstable();
    all
}

/// Returns a summary as input to the comparison of claims, once its labels are known.
fn compared(state: &State, at: usize) -> Option<SummaryClaims> {
    let open_case = state.open_cases.get(&at)?;
    is_judged(state, open_case).then(|| {
        let claims = open_case.judged_by(state.slug()).filter(|_| !open_case.is_hidden());
        let claims = claims.map(|judged| judged.report.labels.iter()).into_iter().flatten();
        let claims = claims.filter(|(id, _)| id.list == List::Claims).map(|(_, label)| label.clone());
        SummaryClaims { case: at, summary: open_case.summary.text(), claims: claims.collect() }
    })
}

/// Whether no result for a case is awaited.
fn is_judged(state: &State, open_case: &OpenCase) -> bool {
    open_case.is_hidden() || open_case.asked > 0 && !open_case.is_stale_by(state.slug())
}

impl All {
    /// Returns the next summary that has to be opened and scored.
    pub fn unjudged(state: &State) -> Option<usize> {
        let waits = |at: &usize| {
            *at != state.at
                && !state.failed.contains_key(at)
                && state.open_cases.get(at).is_none_or(|open_case| !is_judged(state, open_case))
        };
        members(state).into_iter().find(waits)
    }

    /// Whether a person ranked the summaries.
    pub fn is_ranked(&self, state: &State) -> bool {
        self.ranking(state).is_some()
    }

    /// Returns the summaries in the person's order, or else in queue order.
    fn order(&self, state: &State) -> Vec<usize> {
        self.ranking(state).unwrap_or_else(|| members(state))
    }

    /// Returns the ranking that a person is making, or else the stored one.
    fn ranking(&self, state: &State) -> Option<Vec<usize>> {
        let members = members(state);
        let is_order_of = |order: &[usize]| {
            let mut sorted = order.to_vec();
            sorted.sort_unstable();
            sorted == members
        };
        let place = |id: &String| {
            let has =
                |at: &&usize| state.open_cases.get(at).is_some_and(|open_case| open_case.case.id == *id);
            members.iter().find(has).copied()
        };
        let known = |at: &usize| {
            let preferred = state.open_cases.get(at)?.decisions.prefer.as_ref()?;
            let order: Vec<usize> = preferred.order.iter().filter_map(place).collect();
            is_order_of(&order).then_some(order)
        };
        if is_order_of(&self.order) {
            return Some(self.order.clone());
        }
        // A ranking stored with the current case takes precedence over one with another case.
        std::iter::once(&state.at).chain(&members).find_map(known)
    }

    /// Requests the claims that only one summary makes, once all summaries are scored.
    pub fn ask(&mut self, cx: &mut Cx) {
        let all: Option<Vec<SummaryClaims>> = members(cx.state)
            .into_iter()
            .filter(|at| !cx.state.failed.contains_key(at))
            .map(|at| compared(cx.state, at))
            .collect();
        let Some(all) = all.filter(|all| *all != self.asked) else { return };
        self.asked.clone_from(&all);
        cx.effects.push(Effect::Scorer(ScorerJob::Distinct(all)));
    }

    /// Handles an action. Returns whether the view uses it.
    pub fn act(&mut self, action: Action, key: KeyEvent, cx: &mut Cx) -> bool {
        let mut order = self.order(cx.state);
        self.at = self.at.min(order.len().saturating_sub(1));
        let right = matches!(key.code, KeyCode::Right | KeyCode::Char('l' | 'L'));
        let to = if right { (self.at + 1).min(order.len() - 1) } else { self.at.saturating_sub(1) };
        match action {
            Action::Move => self.at = to,
            Action::Select => {
                order.swap(self.at, to);
                (self.order, self.at) = (order, to);
            }
            Action::Rank => self.keep(&order, cx),
            Action::Enter => {
                if let Some(at) = order.get(self.at) {
                    cx.close();
                    cx.asks.push(ComponentRequest::Go(*at));
                }
            }
            Action::PreferThis | Action::PreferOther => {
                let [moves, keeps] =
                    [Action::Select, Action::Rank].map(|action| cx.state.keys.name(Context::Compare, action));
                cx.notify(&format!("{moves} move the summary in focus, {keeps} keeps the order"));
            }
            _ => return false,
        }
        true
    }

    /// Asks for a reason, and stores the ranking with it.
    fn keep(&mut self, order: &[usize], cx: &mut Cx) {
        if !cx.state.may_change() {
            return;
        }
        let id = |at: &usize| cx.state.open_cases.get(at).map(|open_case| open_case.case.id.clone());
        let Some(ids) = order.iter().map(id).collect::<Option<Vec<String>>>() else {
            return cx.notify("not all summaries are open yet");
        };
        self.order = order.to_vec();
        cx.open(Reason::new(ReasonSubject::Better(ids)));
    }

    /// Returns the lines of the view in `width` screen columns, with as many summaries as fit, including the
    /// one in focus.
    pub fn lines(&self, state: &State, width: usize) -> Vec<Line<'static>> {
        let order = self.order(state);
        let (fit, each) = if state.is_in_lines {
            (order.len(), width)
        } else {
            let fit = (width + COLUMN_GAP) / (MIN_COLUMN_WIDTH + COLUMN_GAP);
            let fit = fit.clamp(1, order.len().max(1));
            (fit, (width + COLUMN_GAP) / fit - COLUMN_GAP)
        };
        let at = self.at.min(order.len().saturating_sub(1));
        let first = (at + 1).saturating_sub(fit);
        let shown = order.iter().enumerate().skip(first).take(fit);
        let all = shown.map(|(rank, case)| self.column(state, *case, rank, rank == at, each));
        let mut lines = columns(all.collect(), each, state);
        let (left, right) = (first, order.len() - (first + fit).min(order.len()));
        if left + right > 0 {
            let more = [(left, "on the left"), (right, "on the right")];
            let more: Vec<String> = more
                .iter()
                .filter(|side| side.0 > 0)
                .map(|(count, side)| format!("{count} more {side}"))
                .collect();
            let words = more.join(", ");
            lines.insert(0, state.theme.line(ThemeRole::Dim, words));
        }
        lines
    }

    /// Returns the column of a summary: its name, verdict and scores, the claims that only it makes, and its
    /// text.
    fn column(
        &self,
        state: &State,
        at: usize,
        rank: usize,
        chosen: bool,
        width: usize,
    ) -> Vec<Vec<Span<'static>>> {
        let theme = &state.theme;
        let open_case = state.open_cases.get(&at);
        let name = |open_case| state.name_of(at, open_case).into_owned();
        let id = open_case.map_or_else(|| format!("case {}", at + 1), name);
        let here = match (at == state.at, chosen && state.is_in_lines) {
            (true, true) => " (this one, in focus)",
            (true, false) => " (this one)",
            (false, true) => " (in focus)",
            (false, false) => "",
        };
        let lead = format!("{}. ", rank + 1);
        let room = width.saturating_sub(words::width(&lead) + words::width(here));
        let head = words::cell(&format!("{lead}{}{here}", words::middle_cut(&id, room)), width);
        let style = if chosen { row_style(theme, true) } else { theme.style(ThemeRole::Title) };
        let mut lines = vec![vec![styled(head, style)]];
        let note = |words: &str, role| wrapped(vec![theme.span(role, words.to_owned())], width).into_iter();
        let Some(open_case) = open_case else {
            let words = state.failed.get(&at).map_or_else(|| "opening …".to_owned(), Clone::clone);
            lines.extend(note(&words, ThemeRole::Dim));
            return lines;
        };
        let side = Side::of(open_case, state.slug(), String::new());
        let decision = open_case.judged_by(state.slug()).filter(|_| side.verdict.is_some());
        let role = decision.map_or(ThemeRole::Dim, |judged| words::decision(judged.report.verdict.decision));
        let hidden = open_case.is_hidden();
        let verdict = side.verdict.unwrap_or_else(|| if hidden { "hidden" } else { "…" }.to_owned());
        lines.push(vec![theme.span(role, verdict)]);
        for (key, score) in &side.scores {
            let score = score.map_or_else(|| "-".to_owned(), Num::shown);
            let room = width.saturating_sub(words::width(&score) + 1);
            let line = format!("{} {score}", words::cell(&words::metric(key), room));
            lines.push(vec![theme.span(ThemeRole::Text, line)]);
        }
        lines.push(Vec::new());
        if !hidden {
            lines.extend(self.distinct(state, at, theme, width));
            lines.push(Vec::new());
        }
        lines.extend(note(side.text, ThemeRole::Text));
        lines
    }

    /// Returns the claims that only this summary makes.
    fn distinct(&self, state: &State, at: usize, theme: &Theme, width: usize) -> Vec<Vec<Span<'static>>> {
        let note = |words: String, role| wrapped(vec![theme.span(role, words)], width);
        // Results for other texts are not shown.
        let found = state.distinct.as_ref().filter(|found| found.of == self.asked);
        let known = found.and_then(|found| {
            let place = found.of.iter().position(|one| one.case == at)?;
            Some((&found.of[place].claims, found.claims.get(place)?))
        });
        let Some((claims, own)) = known else {
            return note("claims of others: …".to_owned(), ThemeRole::Stale);
        };
        if own.is_empty() {
            return note("No claim of its own.".to_owned(), ThemeRole::Dim);
        }
        let mut lines = note(format!("Only here: {}", pluralize(own.len(), "claim")), ThemeRole::Accent);
        let claim = |at: &usize| -> Option<(usize, &Label)> { Some((*at, claims.get(*at)?)) };
        for (number, label) in own.iter().filter_map(claim) {
            let word = label.word.map_or_else(|| "-".to_owned(), |word| List::Claims.value_name(word));
            let role = label.word.map_or(ThemeRole::Dim, words::word);
            let head = vec![theme.span(role, format!("· claim {}, {word}:", number + 1))];
            lines.extend(wrapped(head, width));
            lines.extend(note(label.text.clone(), ThemeRole::Text));
        }
        lines
    }
}
