//! How to get a better verdict: first edits of the summary, each with the article's wording in its place and
//! the resulting verdict; then the smallest sets of label changes, for a person who judges these labels
//! differently. The texts stay visible, with the words concerned highlighted.
//!
//! Actions: move between offers; Enter makes the edits of the one in focus, or adopts its label changes as
//! decisions.

mod other_ways;

use ratatui::text::Span;

use crate::labels::{Label, LabelId, LabelValue, Provenance, Side};
use crate::num::Num;
use crate::report::flip::{applies, spelled};
use crate::report::{Decision, Flip, FlipChange, FlipDirection, FlipEffect, Metric, Reach, Report, percent};
use crate::tui::component::ComponentEvent;
use crate::tui::decide;
use crate::tui::list::Row;
use crate::tui::meters::{is_better, meter};
use crate::tui::open_case::OpenCase;
use crate::tui::worker::{DecisionTrial, TextEdit, TrialResult, Trials, edited};

use super::prelude::*;

/// Width of a bar of the preview, in columns.
const BAR: usize = 8;
/// Most improved scores that are named if the verdict does not change.
const NAMED: usize = 2;
/// Most reasons that are named if PASS is out of reach.
const REASONS: usize = 4;
/// Probability from which changing a label is shown as contradicting the engine.
const SURE: f64 = 0.75;

/// The screen of ways to change the verdict.
#[derive(Debug, Default)]
pub struct WhatIf {
    list: ListCursor,
    /// Number of edits among the offers, when last counted.
    edits: usize,
    /// Whether a person has moved the cursor. It then stays with its offer when edits are inserted above it.
    moved: bool,
}

/// Something that Enter applies.
#[derive(Clone, Copy, Debug)]
enum Offer<'a> {
    /// An edit of the summary, with its result once that is known.
    Edit(&'a TextEdit, Option<&'a TrialResult>),
    /// All edits together, if there are several.
    All(&'a Trials),
    /// A decision on a label, with its results.
    Decision(&'a DecisionTrial),
    /// Changes of labels.
    Flip(&'a Flip),
}

/// Opens the ways to change the verdict of the current report, if there is one.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if cx.state.report().is_none() {
        let words = cx.state.absent();
        cx.notify(&words);
        return None;
    }
    cx.state.editing = false;
    // The results of edits are computed while the screen is open.
    cx.judge();
    let screen = WhatIf::default();
    screen.reveal_lit(cx);
    Some(Box::new(screen))
}

/// Returns the offers in screen order: edits of the text before changes of labels.
fn offers(open_case: &OpenCase) -> Vec<Offer<'_>> {
    let mut offers = Vec::new();
    if let Some(trials) = open_case.trials() {
        offers.extend(trials.edits.iter().map(|(edit, outcome)| Offer::Edit(edit, outcome.as_ref())));
        let verdict = open_case.report().map(|report| &report.verdict);
        let is_worse =
            verdict.zip(trials.all.as_ref()).is_some_and(|(now, all)| all.is_worse(now.decision, now.score));
        if trials.edits.len() > 1 && !is_worse {
            offers.push(Offer::All(trials));
        }
        offers.extend(trials.decisions.iter().map(Offer::Decision));
    }
    let flips = open_case.report().map(|report| report.verdict.flips.as_slice()).unwrap_or_default();
    offers.extend(flips.iter().map(Offer::Flip));
    offers
}

impl Offer<'_> {
    /// Returns the edits that the offer consists of.
    fn edits(&self) -> Vec<&TextEdit> {
        match self {
            Offer::Edit(edit, _) => vec![edit],
            Offer::All(trials) => trials.edits.iter().map(|(edit, _)| edit).collect(),
            Offer::Decision(_) | Offer::Flip(_) => Vec::new(),
        }
    }

    /// Returns the changes of labels that the offer consists of.
    fn changes(&self) -> &[FlipChange] {
        match self {
            Offer::Flip(Flip { reach: Reach::Within { changes, .. }, .. }) => changes,
            Offer::Decision(trial) => std::slice::from_ref(&trial.change),
            _ => &[],
        }
    }

    /// Returns the labels concerned.
    fn labels(&self) -> Vec<LabelId> {
        let edits = self.edits().into_iter().map(|edit| edit.id);
        edits.chain(self.changes().iter().map(|change| change.id)).collect()
    }

    /// Returns the offer in lines, with its result.
    fn lines(
        &self,
        open_case: &OpenCase,
        report: &Report,
        chosen: bool,
        state: &State,
        width: usize,
    ) -> Vec<Line<'static>> {
        let theme = &state.theme;
        match self {
            Offer::Edit(edit, outcome) => of_edit(open_case, edit, *outcome, report, chosen, theme, width),
            Offer::All(trials) => {
                let words = vec![theme.span(ThemeRole::Text, all_edits(trials.edits.len()))];
                with_outcome(words, trials.all.as_ref(), report, chosen, theme, width)
            }
            Offer::Decision(trial) => {
                let words = of_decision(trial, theme);
                with_outcome(words, Some(&trial.outcome), report, chosen, theme, width)
            }
            Offer::Flip(flip) => {
                let changes = self.changes();
                let mut lines = vec![head(flip, chosen, state, width)];
                lines.extend(changes.iter().flat_map(|change| turn(open_case, change, theme, width)));
                if chosen && !changes.is_empty() {
                    lines.extend(preview(report, flip, changes, theme, width));
                    lines.extend(other_ways::lines(flip, theme, width));
                }
                lines
            }
        }
    }
}

/// Returns the heading of the edits, or why there are none.
fn edits_heading(trials: Option<&Trials>) -> (&'static str, ThemeRole) {
    match trials {
        None => ("scoring what edits of the text would give …", ThemeRole::Stale),
        Some(trials) if !trials.edits.is_empty() => ("Edit the summary", ThemeRole::Title),
        Some(trials) if trials.useless > 0 => (
            "no edit to offer: none that was tried makes the claim supported and raises a score",
            ThemeRole::Dim,
        ),
        Some(trials) if trials.dropped > 0 => (
            "no edit to offer: the article has no words to replace the wrong ones, and deleting them would leave no summary",
            ThemeRole::Dim,
        ),
        Some(_) => ("no words of the summary are marked as wrong: there is nothing to edit", ThemeRole::Dim),
    }
}

impl WhatIf {
    /// Returns the offers in lines, with their headings and the obstacles to PASS.
    fn rows(&self, open_case: &OpenCase, report: &Report, state: &State, width: usize) -> Vec<Row> {
        let theme = &state.theme;
        let mut rows = Vec::new();
        let note = |rows: &mut Vec<Row>, words: &str, role| {
            let lines = words::paragraph(theme, role, words, width.saturating_sub(3));
            rows.extend(lines.map(Row::heading));
        };
        let (words, role) = edits_heading(open_case.trials());
        note(&mut rows, words, role);
        let (mut has_heading, offers) = (false, offers(open_case));
        for (at, offer) in offers.iter().enumerate() {
            let chosen = at == self.list.cursor();
            if matches!(offer, Offer::Decision(_) | Offer::Flip(_)) && !has_heading {
                self.obstacles(open_case, report, theme, width, &mut rows);
                note(&mut rows, "If you change a label", ThemeRole::Title);
                has_heading = true;
            }
            let lines = offer.lines(open_case, report, chosen, state, width);
            rows.extend(lines.into_iter().map(|line| {
                let Line { style, alignment, spans } = line;
                Row { line: Line { style, alignment, spans: words::fit_spans(spans, width) }, of: Some(at) }
            }));
        }
        if !has_heading {
            self.obstacles(open_case, report, theme, width, &mut rows);
            let (words, role) = if open_case.judged().is_some_and(|judged| judged.preliminary) {
                ("searching for changes of labels that turn the verdict …", ThemeRole::Stale)
            } else {
                ("no change of labels is known to turn this verdict", ThemeRole::Dim)
            };
            note(&mut rows, words, role);
        }
        rows
    }

    /// Adds the reasons why the verdict is not PASS even after all edits.
    fn obstacles(
        &self,
        open_case: &OpenCase,
        report: &Report,
        theme: &Theme,
        width: usize,
        rows: &mut Vec<Row>,
    ) {
        let Some(trials) = open_case.trials() else { return };
        let Some(all) = trials.all.as_ref().filter(|all| all.decision != Decision::Pass) else { return };
        let edits = trials.edits.len();
        let head = match edits {
            0 if report.verdict.decision == all.decision => "In the way of PASS:".to_owned(),
            _ => format!("PASS is out of reach of these edits: {} stays, because", all.decision.as_str()),
        };
        let reasons = trials.obstacles.iter().take(REASONS).map(|reason| format!("· {reason}"));
        let left = trials.obstacles.len().saturating_sub(REASONS);
        let left = (left > 0).then(|| format!("· {left} more reason{}", if left == 1 { "" } else { "s" }));
        for text in std::iter::once(head).chain(reasons).chain(left) {
            let parts = words::wrap(&text, width.saturating_sub(6)).into_iter();
            let line = |part| theme.line(ThemeRole::Warn, format!("   {part}"));
            rows.extend(parts.map(|part| Row::heading(line(part))));
        }
    }

    fn chosen<'a>(&self, state: &'a State) -> Option<Offer<'a>> {
        offers(state.open_case()?).get(self.list.cursor()).copied()
    }

    /// Applies the offer in focus.
    fn apply(&self, cx: &mut Cx) {
        if cx.state.is_waiting() {
            return cx.notify("the scores of your last change are on their way; then again");
        }
        let Some(offer) = self.chosen(cx.state) else { return cx.notify("there is nothing to apply here") };
        let (edits, changes) =
            (offer.edits().into_iter().cloned().collect::<Vec<_>>(), offer.changes().to_vec());
        if !edits.is_empty() {
            return make(cx, &edits);
        }
        if changes.is_empty() {
            return cx.notify("there is nothing to apply here");
        }
        let ids = decide::apply(cx, &changes);
        cx.close();
        if let Some(id) = ids.first() {
            cx.state.select(*id);
        }
        let key = cx.state.keys.name(Context::Main, Action::Undo);
        cx.notify(&match ids.as_slice() {
            [one] => format!("{} changed; {key} undoes", one.shown()),
            many => format!("{} labels changed; {key} undoes all", many.len()),
        });
    }
}

/// Makes edits of the summary, as one undoable change.
fn make(cx: &mut Cx, edits: &[TextEdit]) {
    if !cx.state.may_edit() {
        return;
    }
    let Some(open_case) = cx.state.open_case_mut() else { return };
    let text = edited(open_case.summary.as_str(), edits.iter());
    open_case.summary.replace(&text);
    open_case.edited(Side::Summary);
    cx.close();
    cx.judge();
    let key = cx.state.keys.name(Context::Main, Action::Undo);
    let what = if edits.len() == 1 { "" } else { " all edits" };
    cx.notify(&format!("the summary is edited; {key} undoes{what}"));
}

impl Component for WhatIf {
    fn window(&self, _state: &State) -> Window {
        Window::under_texts(Context::WhatIf)
    }

    fn enter(&mut self, cx: &mut Cx) {
        self.apply(cx);
    }

    fn set_row(&mut self, row: usize, cx: &mut Cx) {
        self.list.set(row);
        self.moved = true;
        self.reveal_lit(cx);
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        match event {
            ComponentEvent::Rubric => {
                *self = WhatIf::default();
                cx.judge();
                self.reveal_lit(cx);
            }
            ComponentEvent::Scored => {
                let offers = cx.state.open_case().map(offers).unwrap_or_default();
                let edits =
                    offers.iter().filter(|offer| matches!(offer, Offer::Edit(..) | Offer::All(_))).count();
                let (rows, was) = (offers.len(), std::mem::replace(&mut self.edits, edits));
                if self.moved && self.list.cursor() >= was {
                    self.list.set(self.list.cursor() - was + edits);
                }
                self.list.clamp(rows);
                self.reveal_lit(cx);
            }
            _ => {}
        }
    }

    fn lit(&self, state: &State) -> Option<Vec<LabelId>> {
        Some(self.chosen(state).map(|offer| offer.labels()).unwrap_or_default())
    }

    fn wants_trials(&self) -> bool {
        true
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let (inner, (open_case, report)) = (inside(area), state.judged()?);
        let rows = self.rows(open_case, report, state, usize::from(inner.width));
        Some(ListView::of_lines(self.list, rows, inner))
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let now = state.report().map_or_else(String::new, |report| {
            let verdict = &report.verdict;
            format!(": {} {}", state.slug(), verdict.decision.with(verdict.score))
        });
        let heading = format!("What if{now}");
        let inner = self.framed(state, frame, area, &heading, &[(&[Action::Enter], "applies"), CLOSES]);
        let Some((open_case, report)) = state.judged() else {
            let words = theme.span(ThemeRole::Dim, state.absent());
            return widgets::put(frame, inner, [Line::from(words)]);
        };
        let rows = self.rows(open_case, report, state, usize::from(inner.width));
        self.list.draw_lines(rows, frame, inner);
    }
}

/// Returns a number of edits, at least two, in words.
fn all_edits(many: usize) -> String {
    if many == 2 { "both edits".to_owned() } else { format!("all {many} edits") }
}

/// Returns a decision on a label: the old and the new word, and the number of labels that change with it.
fn of_decision(trial: &DecisionTrial, theme: &Theme) -> Vec<Span<'static>> {
    let FlipChange { id, from, to, .. } = &trial.change;
    let name = |value| id.list.value_name(value);
    let follows = match trial.follows {
        0 => String::new(),
        1 => ", and another label follows".to_owned(),
        many => format!(", and {many} other labels follow"),
    };
    vec![
        theme.span(ThemeRole::Accent, format!("{}  ", id.shown())),
        theme.span(words::word(*from), name(*from)),
        theme.span(ThemeRole::Dim, " → "),
        theme.span(words::word(*to), name(*to)),
        theme.span(ThemeRole::Dim, follows),
    ]
}

/// Returns an edit of the text: the words, their replacement, and the result.
fn of_edit(
    open_case: &OpenCase,
    edit: &TextEdit,
    outcome: Option<&TrialResult>,
    report: &Report,
    chosen: bool,
    theme: &Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let words = open_case.summary.as_str().get(edit.span.range()).unwrap_or_default().trim();
    let place = edit.sentence.map_or_else(String::new, |sentence| format!(", article sentence {sentence}"));
    let tail = format!("{place} ({})", edit.id.shown());
    let sides = if edit.words.is_empty() { 1 } else { 2 };
    let room = width.saturating_sub(words::width(&tail) + 16) / sides;
    let quoted = |text: &str| format!("\"{}\"", sanitize::fit(text, room.max(8)));
    let mut line = Vec::new();
    if edit.words.is_empty() {
        line.push(theme.span(ThemeRole::Text, "delete "));
        line.push(theme.span(ThemeRole::Unsupported, quoted(words)));
    } else {
        line.push(theme.span(ThemeRole::Unsupported, quoted(words)));
        line.push(theme.span(ThemeRole::Dim, " → "));
        line.push(theme.span(ThemeRole::Supported, quoted(&edit.words)));
    }
    line.push(theme.span(ThemeRole::Dim, tail));
    with_outcome(line, outcome, report, chosen, theme, width)
}

/// Returns an offer with its result, beside it if there is room, or else below it. If the verdict does not
/// change, the improved scores are named.
fn with_outcome(
    words: Vec<Span<'static>>,
    outcome: Option<&TrialResult>,
    report: &Report,
    chosen: bool,
    theme: &Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let sign = if chosen { "▸" } else { " " };
    let mut line = vec![theme.span(ThemeRole::Accent, format!("{sign}  "))];
    line.extend(words);
    let given = match outcome {
        None => vec![theme.span(ThemeRole::Stale, "scoring …")],
        Some(outcome) => {
            let stays = (outcome.decision, outcome.score) == (report.verdict.decision, report.verdict.score);
            let better: Vec<String> =
                outcome.better.iter().take(NAMED).map(|key| words::metric(key)).collect();
            let better = match better.is_empty() || !stays {
                true => String::new(),
                false => format!(", {} better", better.join(" and ")),
            };
            vec![
                theme.span(ThemeRole::Dim, "then "),
                theme.span(words::decision(outcome.decision), outcome.decision.with(outcome.score)),
                theme.span(ThemeRole::Text, better),
            ]
        }
    };
    let gap = width.saturating_sub(words::width_of(&line) + words::width_of(&given) + 2);
    if gap > 0 {
        line.push(Span::raw(" ".repeat(gap)));
        line.extend(given);
        return vec![Line::from(line)];
    }
    let mut below = vec![Span::raw("     ")];
    below.extend(given);
    vec![Line::from(line), Line::from(below)]
}

/// Returns the heading of a set of changes: its direction, and the number of changes needed.
fn head(flip: &Flip, chosen: bool, state: &State, width: usize) -> Line<'static> {
    let theme = &state.theme;
    let sign = if chosen { "▸" } else { " " };
    let way = match flip.way {
        FlipDirection::Better => "▲ to improve",
        FlipDirection::Worse => "▼ to worsen",
    };
    let role = match flip.way {
        FlipDirection::Better => ThemeRole::Up,
        FlipDirection::Worse => ThemeRole::Down,
    };
    let mut line = vec![theme.span(ThemeRole::Accent, format!("{sign}  ")), theme.span(role, way)];
    match &flip.reach {
        Reach::Within { decision, changes, sets, .. } => {
            line.push(theme.span(ThemeRole::Dim, ": "));
            line.push(theme.span(words::decision(*decision), decision.as_str()));
            let count = match changes.len() {
                1 => " with one change".to_owned(),
                many => format!(" with {many} changes"),
            };
            line.push(theme.span(ThemeRole::Text, count));
            if let Some(others) = sets.map(|sets| sets.saturating_sub(1)).filter(|others| *others > 0) {
                line.push(theme.span(
                    ThemeRole::Dim,
                    match others {
                        1 => " (or 1 other)".to_owned(),
                        _ => format!(" (or {others} others)"),
                    },
                ));
            }
            let key = state.keys.name(Context::WhatIf, Action::Enter);
            let hint = [
                theme.span(ThemeRole::Key, format!("   {key}")),
                theme.span(ThemeRole::Dim, " applies".to_owned()),
            ];
            if chosen && words::width_of(&line) + words::width_of(&hint) <= width {
                line.extend(hint);
            }
        }
        Reach::Beyond(searched) => {
            let words = match searched {
                1 => ": more than one label would have to change".to_owned(),
                many => format!(": more than {} labels would have to change", spelled(*many)),
            };
            line.push(theme.span(ThemeRole::Dim, words));
        }
        Reach::Never(reason) => {
            line.push(theme.span(ThemeRole::Dim, format!(": {}", sanitize::line(reason))));
        }
    }
    Line::from(line).style(row_style(theme, false))
}

/// Returns a label that would change: its name, the old and the new word, and its text, below if there is no
/// room beside it.
fn turn(open_case: &OpenCase, change: &FlipChange, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    /// Fewest columns of quoted words that still identify a label.
    const QUOTE: usize = 8;
    const INDENT: &str = "       ";
    let name = |value| change.id.list.value_name(value);
    let mut line = vec![
        theme.span(ThemeRole::Accent, format!("     {}  ", change.id.shown())),
        theme.span(words::word(change.from), name(change.from)),
        theme.span(ThemeRole::Dim, " → "),
        theme.span(words::word(change.to), name(change.to)),
        Span::raw("  "),
    ];
    let label = open_case.get(change.id);
    let text = label.map_or("", |label| label.text.as_str());
    let against = label.map_or_else(String::new, |label| against(open_case, change.id, label));
    let quoted = |room: usize| theme.span(ThemeRole::Text, format!("\"{}\"", sanitize::fit(text, room)));
    let room = width.saturating_sub(words::width_of(&line) + words::width(&against) + 3);
    if room >= QUOTE.min(words::width(text)) {
        line.push(quoted(room));
        line.push(theme.span(ThemeRole::Dim, against));
        return vec![Line::from(line)];
    }
    line.pop();
    line.push(theme.span(ThemeRole::Dim, against));
    let below = vec![Span::raw(INDENT), quoted(width.saturating_sub(INDENT.len() + 3))];
    vec![Line::from(line), Line::from(below)]
}

/// Returns who would be contradicted by a change of a label: a person, with the engine's proposal, or the
/// engine, if it is certain.
fn against(open_case: &OpenCase, id: LabelId, label: &Label) -> String {
    let name =
        |word: Option<LabelValue>| word.map_or_else(|| "-".to_owned(), |word| id.list.value_name(word));
    let Provenance::Person(who) = &label.by else {
        let sure = label.p.filter(|p| *p >= SURE);
        return sure.map_or_else(String::new, |p| format!("  engine: {}, {}", name(label.word), percent(p)));
    };
    let rows = open_case.rows(id.list);
    let is_own = rows.iter().any(|row| row.id == Some(id) && row.decision.is_some());
    let who = if is_own { "you".into() } else { sanitize::line(who) };
    let p = label.chances.zip(label.proposed).map(|(chances, word)| chances.of(id.list, word));
    let p = p.map_or_else(String::new, |p| format!(", {}", percent(p)));
    format!("  {who}: {}; engine: {}{p}", name(label.word), name(label.proposed))
}

/// Returns the scores as they would be.
fn preview(
    report: &Report,
    flip: &Flip,
    changes: &[FlipChange],
    theme: &Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let mut lines = vec![theme.line(ThemeRole::Dim, "     as if applied:")];
    let names =
        report.metrics.iter().map(|metric| words::width(&words::metric(metric.key))).max().unwrap_or(0);
    let names = names.min(width.saturating_sub(2 * BAR + 28)).max(8);
    for metric in &report.metrics {
        let Some((before, after)) = moved(changes, metric) else { continue };
        let mut line = vec![
            theme.span(ThemeRole::Text, format!("     {} ", words::cell(&words::metric(metric.key), names))),
        ];
        line.extend(meter(metric, before, BAR, theme));
        line.push(theme.span(ThemeRole::Dim, format!(" {:>5} → ", before.shown())));
        line.extend(meter(metric, after, BAR, theme));
        let better = is_better(metric, before, after);
        let role = if better { ThemeRole::Up } else { ThemeRole::Down };
        line.push(theme.span(role, format!(" {:>5}", after.shown())));
        lines.push(Line::from(line));
    }
    let caps = caps(changes);
    if !caps.is_empty() {
        let changes: Vec<String> =
            caps.iter().map(|(_, name, fires)| format!("{name} {}", applies(*fires))).collect();
        for part in words::wrap(&format!("caps: {}", changes.join(", ")), width.saturating_sub(6)) {
            lines.push(theme.line(ThemeRole::Text, format!("     {part}")));
        }
    }
    if lines.len() == 1 {
        let way = if flip.way == FlipDirection::Better {
            "no score moves; it removes the reason for the verdict"
        } else {
            "no score moves"
        };
        lines.push(theme.line(ThemeRole::Dim, format!("     {way}")));
    }
    lines
}

/// Returns a metric's score before the changes and after all of them; `None` if they do not affect it.
fn moved(changes: &[FlipChange], metric: &Metric) -> Option<(Num, Num)> {
    let mut scores = changes.iter().flat_map(|change| &change.effects).filter_map(|effect| match effect {
        FlipEffect::Score { metric: key, before, after } if *key == metric.key => Some((*before, *after)),
        _ => None,
    });
    let first = scores.next()?;
    let after = scores.next_back().map_or(first.1, |(_, after)| after);
    (first.0 != after).then_some((first.0, after))
}

/// Returns caps that would start or cease to fire after all changes, each with its name.
fn caps(changes: &[FlipChange]) -> Vec<(&'static str, &'static str, bool)> {
    let mut caps: Vec<(&'static str, &'static str, bool)> = Vec::new();
    for effect in changes.iter().flat_map(|change| &change.effects) {
        let FlipEffect::Cap { slug, name, fires } = *effect else { continue };
        match caps.iter().position(|(known, ..)| *known == slug) {
            // If one change makes it fire and the next one stops it, nothing has changed.
            Some(at) => drop(caps.remove(at)),
            None => caps.push((slug, name, fires)),
        }
    }
    caps
}
