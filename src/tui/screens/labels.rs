//! The label panel: a list of labels and, for the one in focus, who decided what and the possible decisions.
//!
//! Actions: move between labels and lists; Enter goes to the label's words in both texts; the letter of a
//! word gives the label that word, `o` lists the words, `d` rejects, `x` takes a decision back; `S` splits a
//! unit, `M` merges it with the next one, `r` rewords it; `$` lists or folds the labels that cannot change
//! the verdict. A click puts a label in focus, or shows the list whose name on the upper edge is clicked.

mod visible_rows;

use ratatui::layout::Position;
use ratatui::style::Modifier;
use ratatui::text::Span;

use crate::labels::overrides::{Care, Fate, LabelDecision, group};

use crate::labels::{Label, List, Provenance, Side};
use crate::report::percent;
use crate::tui::component::HitTarget;
use crate::tui::decide::{self, WordTarget, comments, crossing, units, word_keys};
use crate::tui::keymap::Keymap;
use crate::tui::open_case::{OpenCase, Row};
use crate::tui::state::{Panel, Reveal};
use crate::tui::widgets::{rows_below, title};
use crate::tui::words::{reasons, styled, width_of};

use super::choice::ChoiceScreen;
use super::marked::MarkedScreen;
use super::prelude::*;
use super::reword_prompt::RewordPrompt;
use super::splitting::Splitting;

use visible_rows::VisibleRows;

/// Most rows of a list that are shown, even if there is room for more; the list scrolls.
const ROWS: usize = 7;
/// Width of a label's word, in columns.
const WORD: usize = 13;
/// Width of the annotator's name, in columns.
const WHO: usize = 9;

/// Actions that change the label in focus, or others about the same words.
pub const SETS_LABEL: [Action; 7] = [
    Action::Override,
    Action::TakeBack,
    Action::Dismiss,
    Action::Split,
    Action::Merge,
    Action::Reword,
    Action::Everywhere,
];

/// The label panel. The current list and the row in focus are stored with the case, because the texts
/// highlight them.
#[derive(Debug, Default)]
pub struct LabelsPanel {
    /// Whether folding of the labels that cannot change the verdict is the opposite of the default.
    turned: bool,
}

impl LabelsPanel {
    /// Returns all rows of the current list: its labels, then the findings that a person rejected.
    fn rows<'a>(&self, open_case: &'a OpenCase) -> Vec<Row<'a>> {
        open_case.rows(open_case.list)
    }

    /// Whether the labels that cannot change the verdict are folded. By default they are not for a learner,
    /// who may look for any label.
    fn folds(&self, state: &State) -> bool {
        self.turned == state.guide.is_some()
    }

    /// Returns the rows that are visible.
    fn shown(&self, state: &State, open_case: &OpenCase) -> VisibleRows {
        VisibleRows::of(open_case, open_case.list, self.folds(state)).hiding(state.hides_scores())
    }

    /// Returns the areas of the rows and of the details of the one in focus, within the panel.
    fn parts(area: Rect) -> (Rect, Rect) {
        let inner = inside(area);
        let detail = detail_height(usize::from(inner.height)) as u16;
        let rows = inner.height.saturating_sub(detail);
        (Rect { height: rows, ..inner }, rows_below(inner, rows))
    }

    /// Returns the index of the choice at a column of the line of choices: the words come first, then the
    /// other actions.
    fn choice_at(&self, state: &State, open_case: &OpenCase, column: u16, width: u16) -> Option<usize> {
        let rows = self.rows(open_case);
        let row = rows.get(open_case.row.cursor()).filter(|row| row.label.is_some())?;
        let values = values_given(open_case, row);
        let mut end = usize::from(INDENT);
        letters(state, open_case.list, row, usize::from(width), words::width(&values)).iter().position(
            |(key, name, _)| {
                let start = end;
                end += words::width(key) + words::width(name);
                (start..end).contains(&usize::from(column))
            },
        )
    }

    /// Shows the list that is the given number of places further.
    fn turn_list(&self, cx: &mut Cx, by: usize) {
        let Some(open_case) = cx.state.open_case() else { return };
        let lists = open_case.lists();
        let Some(count) = std::num::NonZeroUsize::new(lists.len()) else { return };
        let at = lists.iter().position(|list| *list == open_case.list).unwrap_or(0);
        let step = if by == 1 { 1 } else { count.get() - 1 };
        // Lists without labels are skipped, as are lists hidden by a goal if another list is visible.
        let in_sight = |list: &List| cx.state.in_sight.as_ref().is_none_or(|lists| lists.contains(list));
        let mut others = (1..count.get()).map(|turn| lists[(at + turn * step) % count]).filter(in_sight);
        match others.find(|list| !open_case.rows(*list).is_empty()) {
            Some(next) => cx.state.show_list(next),
            None if cx.state.in_sight.is_some() => {
                cx.notify("the other lists are hidden until the goal is reached");
            }
            None => {}
        }
    }

    /// Moves the cursors of both texts to the words of the label in focus.
    fn jump(&self, cx: &mut Cx) {
        let Some(open_case) = cx.state.open_case() else { return };
        let Some((id, label)) = open_case.label.and_then(|id| Some((id, open_case.get(id)?))) else {
            return cx.notify("no label is in focus");
        };
        let anywhere =
            [Side::Article, Side::Summary].iter().any(|side| !open_case.spans(*side, label).is_empty());
        if !anywhere && open_case.source_of(label).is_none() {
            cx.notify("this label rests on no words of either text");
        }
        cx.state.reveals.push(Reveal { id, cursor: true });
    }
}

/// Returns why the current list is hidden, and which lists are visible.
pub fn hidden_list(state: &State) -> String {
    let other = state.keys.name(Context::Main, Action::NextList);
    match &state.in_sight {
        Some(lists) if !state.hides_labels() => {
            let names: Vec<&str> = lists.iter().map(|list| list.spec().title).collect();
            format!("hidden until the goal is reached; {other} goes on to {}", names.join(", "))
        }
        _ => state.absent(),
    }
}

impl Component for LabelsPanel {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Labels)
    }

    fn rows_wanted(&self, state: &State, _width: u16) -> u16 {
        let Some(open_case) = state.open_case() else { return u16::MAX };
        // The rows of the longest list count, so that the borders do not move when another list is shown.
        let rows = open_case.lists().iter().map(|list| open_case.rows(*list).len()).max().unwrap_or(0);
        (rows.clamp(3, ROWS) + detail_height(ROWS)) as u16 + 2
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        // A learner who is asked about the labels must not change them.
        if cx.state.hides_labels() && SETS_LABEL.contains(&action) {
            let words = cx.state.absent();
            cx.notify(&words);
            return true;
        }
        match action {
            Action::NextList => self.turn_list(cx, 1),
            Action::PreviousList => self.turn_list(cx, usize::MAX),
            Action::Mark => {
                if let Some(open_case) = cx.state.open_case_mut() {
                    open_case.toggle_mark();
                }
                return self.update(Action::Next, Cx::NO_KEY, cx);
            }
            Action::Enter if decide::has_marks(cx.state) => MarkedScreen::open(cx, None),
            Action::Enter => match crossing::held(cx.state) {
                Some(word) => decide::choose(cx, WordTarget::Label, word),
                None => self.jump(cx),
            },
            Action::Override if cx.state.label().is_none() => cx.notify("no label is in focus"),
            Action::Override => cx.open(ChoiceScreen::of(WordTarget::Label)),
            Action::Everywhere => MarkedScreen::everywhere(cx.state.label(), cx),
            Action::TakeBack => decide::take_back(cx),
            Action::Dismiss => decide::reject(cx, false),
            Action::Split => Splitting::open(cx),
            Action::Merge => units::merge(cx),
            Action::Reword => RewordPrompt::open(cx),
            Action::Fold => {
                self.turned = !self.turned;
                let shown = cx.state.open_case().map(|open_case| self.shown(cx.state, open_case));
                if shown.is_none_or(|shown| shown.others == 0) {
                    cx.notify("no label of this list is folded");
                }
            }
            _ => {
                let Some(open_case) = cx.state.open_case() else { return false };
                let (list, shown) = (open_case.list, self.shown(cx.state, open_case));
                let page = usize::from(LabelsPanel::parts(cx.area).0.height);
                let Some(to) = shown.moved(action, open_case, page) else { return false };
                if !shown.rows.is_empty() && !shown.rows.contains(&to) {
                    let key = cx.state.keys.name(Context::Labels, Action::Fold);
                    cx.notify(&shown.summary(list, &key));
                }
                cx.state.select_row(to);
            }
        }
        true
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        if cx.state.hides_labels() {
            return false;
        }
        let word = decide::word_of_key(cx.state, WordTarget::Label, key);
        let marked = decide::has_marks(cx.state);
        word.map(|word| match marked {
            true => MarkedScreen::open(cx, Some(word)),
            // Enter confirms the word held back, in this panel.
            false if crossing::holds(cx, key, word) => cx.state.focus = Panel::Labels,
            false => decide::choose(cx, WordTarget::Label, word),
        })
        .is_some()
    }

    fn hit(&self, state: &State, area: Rect, at: Position) -> HitTarget {
        let Some(open_case) = state.open_case() else { return HitTarget::Nothing };
        if at.y == area.y {
            let heads = heads_of(open_case, self.folds(state), area);
            let over = |(name, _, column): &(String, List, u16)| {
                *column <= at.x && at.x < column + words::width(name) as u16
            };
            let list = heads.iter().rfind(|head| over(head)).map(|(_, list, _)| *list);
            let tab = open_case.lists().iter().position(|known| Some(*known) == list);
            return tab.map_or(HitTarget::Nothing, HitTarget::Tab);
        }
        if state.hides(open_case.list) {
            return HitTarget::Nothing;
        }
        let (list, below) = LabelsPanel::parts(area);
        if at.y == below.y && below.contains(at) {
            return self
                .choice_at(state, open_case, at.x - below.x, below.width)
                .map_or(HitTarget::Nothing, HitTarget::Choice);
        }
        let shown = self.shown(state, open_case);
        let row = shown.cursor(open_case.row.cursor()).row_at(shown.rows.len(), list, at.y);
        row.and_then(|row| shown.rows.get(row)).map_or(HitTarget::Nothing, |row| HitTarget::Row(*row))
    }

    fn click(&mut self, hit: HitTarget, cx: &mut Cx) {
        match hit {
            HitTarget::Row(row) => cx.state.select_row(row),
            HitTarget::Tab(tab) => {
                let list = cx.state.open_case().and_then(|open_case| open_case.lists().get(tab).copied());
                if let Some(list) = list {
                    cx.state.show_list(list);
                }
            }
            HitTarget::Choice(choice) => {
                let list = cx.state.open_case().map(|open_case| open_case.list);
                let keys = list.map(|list| word_keys(&cx.state.keys, list)).unwrap_or_default();
                match keys.get(choice) {
                    Some((_, word)) => decide::choose(cx, WordTarget::Label, *word),
                    None => {
                        let action = [Action::Dismiss, Action::Split, Action::Reword, Action::Merge]
                            .get(choice - keys.len());
                        action.map(|action| self.update(*action, Cx::NO_KEY, cx));
                    }
                }
            }
            HitTarget::Byte(_) | HitTarget::Nothing => {}
        }
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        let list = state.open_case().map(|open_case| open_case.list);
        match action {
            Action::TakeBack => state.open_case().is_some_and(|open_case| open_case.decision().is_some()),
            Action::Dismiss => list.is_some_and(decide::may_reject),
            Action::Split | Action::Merge | Action::Reword => list.is_some_and(units::is_worded),
            _ => true,
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let focused = state.focus == Panel::Labels;
        let Some(open_case) = state.open_case() else {
            let heading = title(theme, Panel::Labels.title().to_owned());
            frame.render_widget(widgets::panel(theme, focused, heading, Line::default()), area);
            return;
        };
        let named = heads_of(open_case, self.folds(state), area);
        let mut heads = match named.is_empty() {
            true => title(theme, Panel::Labels.title().to_owned()),
            false => Line::default(),
        };
        // An ellipsis at either side marks lists that do not fit.
        let (lists, left_out) = (open_case.lists(), theme.span(ThemeRole::Dim, "…"));
        let is_end = |end: Option<&(String, List, u16)>, list: Option<&List>| end.map(|head| &head.1) == list;
        let (before, behind) = (!is_end(named.first(), lists.first()), !is_end(named.last(), lists.last()));
        heads.spans.extend(before.then(|| left_out.clone()));
        for (name, list, _) in named {
            let role = match open_case.rows(list).is_empty() {
                _ if list == open_case.list => ThemeRole::Accent,
                true => ThemeRole::Dim,
                false => ThemeRole::Text,
            };
            heads.push_span(theme.span(role, name));
        }
        heads.spans.extend(behind.then_some(left_out));
        let rows = self.rows(open_case);
        frame.render_widget(widgets::panel(theme, focused, heads, Line::default()), area);
        if state.hides(open_case.list) {
            let words = hidden_list(state);
            widgets::line(frame, inside(area), &theme.line(ThemeRole::Dim, words));
            return;
        }
        if rows.is_empty() {
            let words = match open_case.report() {
                Some(_) => "no labels in this list".to_owned(),
                None if open_case.error().is_some() => state.absent(),
                None => "labels come with the first score".to_owned(),
            };
            widgets::line(frame, inside(area), &theme.line(ThemeRole::Dim, words));
            return;
        }
        let (list, below) = LabelsPanel::parts(area);
        let width = usize::from(list.width);
        let shown = self.shown(state, open_case);
        widgets::foot(
            theme,
            frame,
            area,
            &shown.summary(open_case.list, &state.keys.name(Context::Labels, Action::Fold)),
        );
        let (cursor, highlight) = (shown.cursor(open_case.row.cursor()), row_style(theme, focused));
        cursor.draw_highlighted(highlight, shown.rows.len(), frame, list, |at| {
            let at = shown.rows[at];
            Line::from(line_of(open_case, &rows[at], theme, width, at == open_case.row.cursor()))
        });
        if let Some(row) = rows.get(open_case.row.cursor()) {
            widgets::put_text(frame, below, detail(state, open_case, row, width));
        }
    }
}

/// Returns the rows for the details of the label in focus, by the height of the panel.
fn detail_height(height: usize) -> usize {
    match height {
        0..=2 => 1,
        3..=6 => 2,
        _ => 4,
    }
}

/// Returns the names of the lists on the upper edge, with their numbers of visible rows and their first
/// columns. If not all fit, those around the current list.
fn heads_of(open_case: &OpenCase, folded: bool, place: Rect) -> Vec<(String, List, u16)> {
    let lists = open_case.lists();
    let room = usize::from(place.width).saturating_sub(4);
    let at = lists.iter().position(|list| *list == open_case.list).unwrap_or(0);
    let name = |list: List, long: bool| {
        let shown = VisibleRows::of(open_case, list, folded);
        let (count, title) = (shown.count(), list.spec().title);
        if list == open_case.list {
            match shown.rows.len() {
                0 => format!("[{title} 0]"),
                _ => format!("[{title} {}/{count}]", shown.cursor(open_case.row.cursor()).cursor() + 1),
            }
        } else if long {
            format!(" {title} {count} ")
        } else {
            // "Claims" and "Claim q" are distinct; "Unsupported" alone could be taken for claims.
            if list == List::Extraneous {
                return format!(" {title} {count} ");
            }
            let (short, rest) = title.split_once(' ').unwrap_or((title, ""));
            let questions = if rest == "questions" { " q" } else { "" };
            format!(" {short}{questions} {count} ")
        }
    };
    for long in [true, false] {
        let names: Vec<String> = lists.iter().map(|list| name(*list, long)).collect();
        for skip in 0..=at {
            let total: usize = names[skip..].iter().map(|name| words::width(name)).sum();
            // The last attempt starts at the current list, and takes as many as fit.
            if total <= room || (!long && skip == at) {
                // The mark for preceding lists is in the first column.
                let mut column = place.x + 1 + u16::from(skip > 0);
                let mut heads = Vec::new();
                for (name, list) in names[skip..].iter().zip(&lists[skip..]) {
                    if usize::from(column - place.x) + words::width(name) > room + 1 {
                        break;
                    }
                    heads.push((name.clone(), *list, column));
                    column += words::width(name) as u16;
                }
                return heads;
            }
            if long {
                break;
            }
        }
    }
    Vec::new()
}

fn line_of(open_case: &OpenCase, row: &Row, theme: &Theme, width: usize, chosen: bool) -> Vec<Span<'static>> {
    let marked = row.id.is_some_and(|id| open_case.marked.contains(&id));
    let sign = match (marked, chosen) {
        (true, _) => "✚",
        (false, true) => "▸",
        (false, false) => " ",
    };
    // The number in the label's name, as in "claim 3"; a rejected label has none.
    let number = row.id.map_or_else(|| "-".to_owned(), |id| (id.index + 1).to_string());
    // A label with a comment has a mark.
    let said = row.label.is_some_and(|label| comments::count(open_case, open_case.list, label) > 0);
    let mark = theme.span(ThemeRole::Person, if said { "¶" } else { " " });
    let letter = row.id.map_or(" ", |id| super::texts::mark(id.index));
    let mut line = vec![
        theme.span(ThemeRole::Dim, format!("{sign}{number:>2}")),
        theme.span(ThemeRole::Accent, letter),
        mark,
    ];
    let decision = row.decision.and_then(|at| open_case.decisions.overrides.get(at));
    match (row.label, decision) {
        (Some(label), _) => {
            let open = if open_case.is_hidden() { "to label" } else { "-" };
            let word = label.word.map_or_else(|| open.to_owned(), |word| open_case.list.value_name(word));
            let role = label.word.map_or(ThemeRole::Dim, words::word);
            let text_room = width.saturating_sub(width_of(&line) + WORD + 12);
            let text =
                label.kind.map_or_else(|| label.text.clone(), |kind| format!("{kind}: {}", label.text));
            line.push(theme.span(ThemeRole::Text, words::cell(&text, text_room)));
            line.push(theme.span(role, format!(" {}", words::cell(&word, WORD))));
            if let Provenance::Person(name) = &label.by {
                // The name identifies another judge, or an earlier annotator of the case.
                let own = decision.map(|one| if one.care == Care::Judged { "you" } else { "accepted" });
                let who = own.map_or_else(|| sanitize::fit(name, WHO), Into::into);
                line.push(theme.span(ThemeRole::Person, format!(" {who} ")));
            } else if let Some(p) = label.p {
                line.push(theme.span(ThemeRole::Dim, format!(" {}", percent(p))));
            }
        }
        (None, Some(change)) => {
            let fate = row.decision.and_then(|at| open_case.fate(at));
            let state = match fate {
                Some(Fate::Dismissed(_)) => "rejected by you",
                Some(Fate::Stale) => "stale: its words changed",
                _ => "waiting: no such label now",
            };
            let room = width.saturating_sub(width_of(&line) + words::width(state) + 2);
            let mut style = theme.style(ThemeRole::Stale);
            if matches!(fate, Some(Fate::Dismissed(_))) {
                style = style.add_modifier(Modifier::CROSSED_OUT);
            }
            let text = sanitize::fit(&change.text, room);
            let fill = " ".repeat(room.saturating_sub(words::width(&text)));
            line.push(styled(text, style));
            line.push(Span::raw(fill));
            line.push(theme.span(ThemeRole::Person, format!(" {state}")));
        }
        (None, None) => {}
    }
    line
}

fn detail(state: &State, open_case: &OpenCase, row: &Row, width: usize) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let decision = row.decision.and_then(|at| open_case.decisions.overrides.get(at));
    let mut lines = choices(state, open_case, row, width);
    let mut fields: Vec<(&str, String)> = Vec::new();
    if let Some(label) = row.label {
        fields.extend(label.answer.iter().map(|answer| ("answer ", answer.clone())));
        if !label.why.is_empty() {
            fields.push(("why    ", reasons::condensed(&label.why).join(" · ")));
        }
        if let Some(source) = &label.source {
            let open = open_case.source_of(label).is_some() && open_case.source_of(label) != open_case.source;
            let enter = || format!("; {} shows it", state.keys.name(Context::Labels, Action::Enter));
            let how = if open { enter() } else { String::new() };
            fields.push(("source ", format!("{source}{how}")));
        }
        fields.push(("text   ", label.text.clone()));
    } else if let Some(change) = decision {
        let key = state.keys.name(Context::Labels, Action::TakeBack);
        fields.push(("you    ", format!("{} set it; {key} restores", change.by)));
    }
    for (name, text) in fields {
        for (at, part) in
            words::wrap(&text, width.saturating_sub(words::width(name) + 4)).into_iter().enumerate()
        {
            let head = if at == 0 { name.to_owned() } else { " ".repeat(words::width(name)) };
            lines.push(Line::from(vec![
                theme.span(ThemeRole::Dim, format!("    {head}")),
                theme.span(ThemeRole::Text, part),
            ]));
        }
    }
    lines
}

/// Whether the details of the label in focus do not fit their area.
pub fn is_cut(state: &State, area: Rect) -> bool {
    let Some(open_case) = state.open_case() else { return false };
    let below = LabelsPanel::parts(area).1;
    let rows = open_case.rows(open_case.list);
    let row = rows.get(open_case.row.cursor()).filter(|row| row.label.is_some());
    row.is_some_and(|row| {
        detail(state, open_case, row, usize::from(below.width)).len() > usize::from(below.height)
    })
}

/// Columns to the left of the letters of the words.
const INDENT: u16 = 4;

/// Width, in columns, from which all actions on a unit are listed beside the words.
const BROAD: usize = 116;

/// Returns the choices for a label: the letter, the text beside it, and its role. After the words come the
/// actions on the unit, as far as there is room. If a person decided, room is left for who gave which value,
/// whose width is `said`.
fn letters(
    state: &State,
    list: List,
    row: &Row,
    width: usize,
    said: usize,
) -> Vec<(String, String, ThemeRole)> {
    let fits = |letters: &[(String, String, ThemeRole)]| {
        let all: usize = letters.iter().map(|(key, name, _)| words::width(key) + words::width(name)).sum();
        row.decision.is_none() || usize::from(INDENT) + all + said <= width
    };
    let words = word_letters(&state.keys, list, row.label);
    let chosen = words.len();
    let mut all: Vec<_> = words.into_iter().chain(deeds(state, list, width)).collect();
    while all.len() > chosen && !fits(&all) {
        all.pop();
    }
    all
}

/// Returns the letters of the possible words. If a person set the label, each has the probability from the
/// analysis.
fn word_letters(map: &Keymap, list: List, label: Option<&Label>) -> Vec<(String, String, ThemeRole)> {
    let words = word_keys(map, list).into_iter().map(|(key, word)| {
        let now = label.is_some_and(|label| label.word == Some(word));
        let chances = label.filter(|label| label.by != Provenance::Engine).and_then(|label| label.chances);
        let p = chances.map_or_else(String::new, |chances| format!(" {}", percent(chances.of(list, word))));
        let name = format!("{}{p}", list.value_name(word));
        let name = if now { format!(" [{name}] ") } else { format!("  {name}  ") };
        (key.to_string(), name, if now { words::word(word) } else { ThemeRole::Dim })
    });
    words.collect()
}

/// Returns the letters of the actions on a unit. The last one is left out if a text has the focus, where its
/// key marks words.
fn deeds(state: &State, list: List, width: usize) -> impl Iterator<Item = (String, String, ThemeRole)> {
    let broad = width >= BROAD;
    let worded = broad && units::is_worded(list);
    let deeds = [
        (list.is_finding() || broad && decide::may_reject(list), Action::Dismiss, " reject  "),
        (worded, Action::Split, " split  "),
        (worded, Action::Reword, " reword  "),
        (worded && !state.focus.is_text(), Action::Merge, " merge  "),
    ];
    let deeds = deeds.into_iter().filter(|(is, ..)| *is);
    let key = |action| state.keys.name(Context::Labels, action);
    deeds.map(move |(_, action, name)| (key(action), name.to_owned(), ThemeRole::Dim))
}

fn proposal(list: List, label: Option<&Label>) -> String {
    let word =
        label.and_then(|label| if label.by == Provenance::Engine { label.word } else { label.proposed });
    word.map_or_else(|| "-".to_owned(), |word| list.value_name(word))
}

/// Returns who gave the label which value.
fn values_given(open_case: &OpenCase, row: &Row) -> String {
    let label = row.label;
    let decision = row.decision.and_then(|at| open_case.decisions.overrides.get(at));
    let you = match decision.map(|change| &change.decision) {
        Some(LabelDecision::Value(word)) => open_case.list.value_name(*word),
        Some(LabelDecision::Dismiss) => "rejected".to_owned(),
        Some(LabelDecision::Add(_)) if open_case.list.is_finding() => "marked".to_owned(),
        Some(LabelDecision::Add(_)) => "made".to_owned(),
        None => "-".to_owned(),
    };
    let given = match label.map(|label| &label.by) {
        Some(Provenance::Person(name)) if decision.is_none() => {
            let word = label.and_then(|label| label.word);
            let word = word.map_or_else(|| "-".to_owned(), |word| open_case.list.value_name(word));
            format!("· {}: {word} ", sanitize::line(name))
        }
        _ => String::new(),
    };
    let engine = if open_case.is_hidden() { "hidden".to_owned() } else { proposal(open_case.list, label) };
    match decision.map(|change| &change.decision) {
        Some(LabelDecision::Add(added)) if added.is_open() => {
            format!("· from your {}, not judged yet", made_by(open_case, row))
        }
        Some(_) => format!("· you: {you} · engine: {engine}"),
        None => format!("· engine: {engine} {given}· you: {you}"),
    }
}

/// Returns the action by which the annotator made a unit that they left open.
fn made_by(open_case: &OpenCase, row: &Row) -> &'static str {
    let overrides = &open_case.decisions.overrides;
    let exchange = row.decision.and_then(|at| group(overrides, at)).unwrap_or_default();
    let gone =
        overrides[exchange.clone()].iter().filter(|one| one.decision == LabelDecision::Dismiss).count();
    match (gone, exchange.len() - gone) {
        (2.., _) => "merge",
        (1, 1) => "rewording",
        _ => "split",
    }
}

/// Returns the possible values with their letters, and who gave which value. The latter has a line of its own
/// if a person decided and it does not fit beside the letters.
fn choices(state: &State, open_case: &OpenCase, row: &Row, width: usize) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let values = values_given(open_case, row);
    let mut line = vec![Span::raw(" ".repeat(usize::from(INDENT)))];
    for (key, name, role) in letters(state, open_case.list, row, width, words::width(&values)) {
        line.push(theme.span(ThemeRole::Key, key));
        line.push(theme.span(role, name));
    }
    let mut room = width.saturating_sub(width_of(&line));
    let mut lines = Vec::new();
    if row.decision.is_some() && room < words::width(&values) {
        lines.push(Line::from(std::mem::take(&mut line)));
        line.push(Span::raw(" ".repeat(usize::from(INDENT))));
        room = width.saturating_sub(usize::from(INDENT));
    }
    line.push(theme.span(ThemeRole::Text, sanitize::fit(&values, room).into_owned()));
    let key = format!("  {}", state.keys.name(Context::Labels, Action::TakeBack));
    if row.decision.is_some() && room > words::width(&values) + words::width(&key) + 11 {
        line.push(theme.span(ThemeRole::Key, key));
        line.push(theme.span(ThemeRole::Dim, " take back"));
    }
    lines.push(Line::from(line));
    lines
}
