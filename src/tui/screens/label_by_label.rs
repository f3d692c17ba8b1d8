//! Label by label, for labels of any list: one label in full, the article's evidence for it, and one key for
//! each judgement. Labels that can still change the verdict come first, then the others.
//!
//! Actions: a letter decides, Enter confirms the proposal; both move to the next label that can change the
//! verdict. A number before a key repeats it (`3j`), `.` repeats the last decision, `''` goes back to the
//! previous label.

pub mod evidence;

use std::cell::Cell;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span as Styled};

use crate::labels::{Label, LabelId, LabelValue, List};
use crate::report::percent;
use crate::tui::component::{Component, ComponentEvent, ComponentRequest, Cx, HitTarget, Window};
use crate::tui::decide::{self, WordTarget, crossing, word_keys};
use crate::tui::keymap::{Action, Context};
use crate::tui::open_case::OpenCase;
use crate::tui::state::{Panel, State};
use crate::tui::theme::ThemeRole;
use crate::tui::widgets::{self, inside};
use crate::tui::words::{self, reasons};

use super::choice::ChoiceScreen;
use super::comment_editor::CommentEditor;
use super::marked::MarkedScreen;
use super::unreadable;
use evidence::{of_evidence, of_texts, of_whole_article, own_words};

/// Width, in columns, from which the evidence is beside the claim.
const BROAD: u16 = 100;
/// Height of the claim, in rows, from which it contains blank lines.
const AIRY: u16 = 7;
/// The largest number before a key.
const MAX_COUNT: usize = 999;

/// The label-by-label screen.
#[derive(Debug, Default)]
pub struct LabelByLabelScreen {
    /// The number typed before a key; 0 is none.
    count: usize,
    /// Whether a single `'` was typed.
    quote: bool,
    last: Option<LabelValue>,
    /// Label in focus before the last jump.
    before: Option<LabelId>,
    decided: Option<LabelId>,
    /// Label that was decided on, if the next one is known only once the new verdict is.
    waiting: Option<LabelId>,
    /// The case whose first label was put in focus.
    begun: Option<usize>,
    /// The case whose article was scrolled, and the bytes at which its pages begin, up to the current one.
    /// For a hidden case, the whole article is shown instead of the evidence.
    scrolled: Option<(usize, Vec<usize>)>,
}

/// Opens the screen at the first label that can change the verdict.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let fails = cx.state.open_case().is_some_and(|open_case| open_case.error().is_some());
    if fails || cx.state.hides_labels() {
        let words = cx.state.absent();
        cx.notify(&words);
        return None;
    }
    cx.state.editing = false;
    let mut screen = LabelByLabelScreen::default();
    screen.begin(cx.state);
    Some(Box::new(screen))
}

/// Returns the lists of the case that are not hidden from the person.
fn shown_lists(state: &State) -> Vec<List> {
    let lists = state.open_case().map(OpenCase::lists).unwrap_or_default();
    lists.iter().copied().filter(|list| !state.hides(*list)).collect()
}

/// Returns the labels in the order of this screen: those that can change the verdict, then the others.
fn order(state: &State) -> Vec<LabelId> {
    let Some(open_case) = state.open_case() else { return Vec::new() };
    let all: Vec<LabelId> =
        shown_lists(state).iter().flat_map(|list| open_case.labels(*list).map(|(id, _)| id)).collect();
    let movers: Vec<LabelId> = match open_case.movers() {
        Some(movers) if !open_case.is_hidden() => {
            movers.iter().copied().filter(|id| all.contains(id)).collect()
        }
        _ => Vec::new(),
    };
    let rest: Vec<LabelId> = all.into_iter().filter(|id| !movers.contains(id)).collect();
    movers.into_iter().chain(rest).collect()
}

/// Returns the label to move to after a decision on another one: the next open label that can change the
/// verdict.
fn after(from: LabelId, state: &State) -> Option<LabelId> {
    let open = state.open_labels().unwrap_or_default();
    let all = order(state);
    let place = |id: &LabelId| all.iter().position(|known| known == id);
    let others = || open.iter().copied().filter(|id| *id != from);
    others().find(|id| place(id) > place(&from)).or_else(|| others().next())
}

impl LabelByLabelScreen {
    /// Puts the first open label in focus, once it is known which labels can change the verdict.
    fn begin(&mut self, state: &mut State) {
        let known =
            state.open_case().is_some_and(|open_case| open_case.movers().is_some() && !open_case.is_stale());
        if self.begun == Some(state.at) || !known {
            return;
        }
        self.begun = Some(state.at);
        *self = LabelByLabelScreen { last: self.last, begun: self.begun, ..LabelByLabelScreen::default() };
        if state.placed.take() == Some(state.at) {
            return;
        }
        let open = state.open_labels().and_then(|open| open.first().copied());
        if let Some(id) = open.or_else(|| order(state).first().copied()) {
            state.select(id);
        }
    }

    /// Returns the byte from which the article of a hidden case is shown.
    fn article_start(&self, state: &State) -> usize {
        let pages = self.scrolled.as_ref().filter(|(case, _)| *case == state.at);
        pages.and_then(|(_, pages)| pages.last()).copied().unwrap_or(0)
    }

    /// Turns a page of the article of a hidden case, forward or back. Returns false if the evidence is shown
    /// instead.
    fn scroll_article(&mut self, down: bool, state: &State, area: Rect) -> bool {
        let judged = state.open_case().filter(|open_case| open_case.is_hidden()).and_then(OpenCase::judged);
        let (Some(judged), Some(laid)) = (judged, LabelLayout::out(state, area)) else { return false };
        let from = self.article_start(state);
        let (case, pages) = self.scrolled.get_or_insert_default();
        if *case != state.at {
            (*case, *pages) = (state.at, Vec::new());
        }
        if !down {
            pages.pop();
            return true;
        }
        let next = Cell::new(None);
        laid.evidence(state, |size| {
            next.set(evidence::next_page(&judged.analysis.article, from, size));
            Vec::new()
        });
        pages.extend(next.get());
        true
    }

    /// Returns the number typed before this key, and resets it.
    fn times(&mut self) -> usize {
        std::mem::take(&mut self.count).max(1)
    }

    /// Goes to a label, and remembers the previous one.
    fn jump(&mut self, id: LabelId, state: &mut State) {
        self.before = state.label();
        state.select(id);
    }

    /// Moves from a decision on a label to another label.
    fn pass(&mut self, from: LabelId, to: LabelId, state: &mut State) {
        self.before = state.label();
        crossing::go_on(state, from, to);
    }

    /// Goes to the label of the typed number; without one, to the first or the last label.
    fn go_to_end(&mut self, first: bool, state: &mut State) {
        let all = order(state);
        let last = all.len().saturating_sub(1);
        let at = match std::mem::take(&mut self.count) {
            0 if first => 0,
            0 => last,
            number => last.min(number - 1),
        };
        if let Some(id) = all.get(at) {
            self.jump(*id, state);
        }
    }

    /// Goes to the first label of the next or previous list that has labels.
    fn go_to_list(&mut self, next: bool, state: &mut State) {
        let lists = shown_lists(state);
        let now = state.label().map(|id| id.list);
        let at = lists.iter().position(|list| Some(*list) == now).unwrap_or(0);
        let step = if next { 1 } else { lists.len().max(1) - 1 };
        let first = |list| state.open_case()?.labels(list).next().map(|(id, _)| id);
        let found = (1..lists.len()).find_map(|turn| first(lists[(at + turn * step) % lists.len()]));
        if let Some(id) = found {
            self.jump(id, state);
        }
    }

    /// Moves forward by the given number of labels; back if negative.
    fn step(&mut self, by: isize, state: &mut State) {
        let all = order(state);
        let at = state.label().and_then(|id| all.iter().position(|known| *known == id)).unwrap_or(0);
        let to = at.saturating_add_signed(by).min(all.len().saturating_sub(1));
        if let Some(id) = all.get(to) {
            state.select(*id);
        }
    }

    /// Moves on after a decision, to the next open label that can change the verdict. If there is none, the
    /// decision may have created some, which is known once it is scored.
    fn advance(&mut self, from: LabelId, cx: &mut Cx) {
        if !cx.state.auto_advance {
            return;
        }
        match after(from, cx.state) {
            Some(next) => self.pass(from, next, cx.state),
            None => self.waiting = Some(from),
        }
    }

    /// Moves on after a decision was scored. If the decision removed the label in focus, the next one takes
    /// the focus.
    fn go_on(&mut self, cx: &mut Cx) {
        if !cx.state.open_case().is_some_and(OpenCase::has_newest_movers) {
            return;
        }
        let focus =
            cx.state.label().filter(|id| cx.state.open_case().is_some_and(|case| case.get(*id).is_some()));
        let waiting = self.waiting.take().filter(|id| focus.is_none_or(|focus| focus == *id));
        let Some(from) = waiting.or(self.decided.filter(|_| focus.is_none())) else { return };
        match after(from, cx.state).or_else(|| order(cx.state).first().copied().filter(|_| focus.is_none())) {
            Some(next) => self.pass(from, next, cx.state),
            None => {
                let key = |action| cx.state.keys.name(Context::LabelByLabel, action);
                let words = format!(
                    "no label left can change the verdict: {} accepts the case, {} gives another verdict",
                    key(Action::Accept),
                    key(Action::Decide)
                );
                cx.state.add_notice(&words);
            }
        }
    }

    /// Decides on the label in focus and, if a number was typed, on the ones after it. Without a word, each
    /// is confirmed as it is.
    fn decide(&mut self, word: Option<LabelValue>, cx: &mut Cx) {
        if decide::has_marks(cx.state) {
            self.count = 0;
            return MarkedScreen::open(cx, word);
        }
        for _ in 0..self.times() {
            let Some(id) = cx.state.label() else { return cx.notify("no label is in focus") };
            let Some(word) = word.or_else(|| own_word(cx.state)) else {
                return cx.notify("nothing is proposed for this label: a letter says what it is");
            };
            if !id.list.spec().words.contains(&word) {
                let spec = id.list.spec();
                let words =
                    format!("{} are never \"{}\"", spec.title.to_lowercase(), id.list.value_name(word));
                return cx.notify(&words);
            }
            (self.last, self.decided) = (Some(word), Some(id));
            match cx.state.auto_advance && after(id, cx.state).is_some() {
                true => decide::choose_in_passing(cx, word),
                false => decide::choose(cx, WordTarget::Label, word),
            }
            // For a hidden case, the decision itself has moved on already.
            if !cx.state.is_hidden() {
                self.advance(id, cx);
            }
            if cx.state.label() == Some(id) {
                break;
            }
        }
    }

    /// Goes back to the label in focus before the last jump.
    fn back(&mut self, cx: &mut Cx) {
        match self.before {
            Some(id) => self.jump(id, cx.state),
            None => cx.notify("there is no place to go back to yet"),
        }
    }

    /// Returns the areas of the contents, and of the line of keys below.
    fn parts(area: Rect) -> [Rect; 2] {
        let inner = inside(area);
        let keys = Rect { y: inner.bottom().saturating_sub(1), height: 1.min(inner.height), ..inner };
        [Rect { height: inner.height.saturating_sub(1), ..inner }, keys]
    }

    /// Returns the areas of the claim, which has the given number of lines, and of the evidence: beside it,
    /// or else below it.
    fn halves(body: Rect, lines: usize) -> [Rect; 2] {
        if body.width + 2 >= BROAD {
            let half = body.width / 2;
            let (left, right) = (Rect { width: half - 1, ..body }, body.width - half - 1);
            return [left, Rect { x: body.x + half + 1, width: right, ..body }];
        }
        // The claim gets the lines that it needs, up to half of the height.
        let upper = u16::try_from(lines).unwrap_or(u16::MAX).min(body.height / 2);
        let below = Rect { y: body.y + upper, height: body.height - upper, ..body };
        [Rect { height: upper, ..body }, below]
    }
}

/// The label in focus with the areas of the claim and of the evidence.
struct LabelLayout<'s> {
    open_case: &'s OpenCase,
    id: LabelId,
    label: &'s Label,
    claim: Vec<Line<'static>>,
    places: [Rect; 2],
}

impl<'s> LabelLayout<'s> {
    fn out(state: &'s State, area: Rect) -> Option<LabelLayout<'s>> {
        let (open_case, id) = state.open_case().zip(state.label())?;
        let label = open_case.get(id)?;
        let [body, _] = LabelByLabelScreen::parts(area);
        let [place, _] = LabelByLabelScreen::halves(body, usize::MAX);
        let claim = of_claim(state, open_case, id, label, place);
        let places = LabelByLabelScreen::halves(body, claim.len());
        Some(LabelLayout { open_case, id, label, claim, places })
    }

    /// Returns the texts needed to judge the label; `of_article` gives the article's part for the size that
    /// is left.
    fn evidence(
        &self,
        state: &State,
        of_article: impl Fn((usize, usize)) -> Vec<Line<'static>>,
    ) -> Vec<Line<'static>> {
        let size = (usize::from(self.places[1].width), usize::from(self.places[1].height));
        of_texts(self.open_case, (self.id.list, self.label), &state.theme, size, of_article)
    }
}

impl Component for LabelByLabelScreen {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::LabelByLabel)
    }

    fn columns(&self, _state: &State, area: Rect) -> Option<[Rect; 2]> {
        let [body, _] = LabelByLabelScreen::parts(area);
        Some(LabelByLabelScreen::halves(body, usize::MAX)).filter(|[claim, evidence]| claim.y == evidence.y)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        self.quote = false;
        match action {
            Action::Next => {
                let times = self.times();
                self.step(times as isize, cx.state);
            }
            Action::Previous => {
                let times = self.times();
                self.step(-(times as isize), cx.state);
            }
            Action::Top | Action::Bottom => self.go_to_end(action == Action::Top, cx.state),
            Action::NextList | Action::PreviousList => {
                self.go_to_list(action == Action::NextList, cx.state);
            }
            Action::PageDown | Action::PageUp => {
                return self.scroll_article(action == Action::PageDown, cx.state, cx.area);
            }
            Action::Confirm => self.decide(crossing::held(cx.state), cx),
            Action::JumpBack => self.back(cx),
            Action::Repeat => match self.last {
                Some(word) => self.decide(Some(word), cx),
                None => cx.notify("nothing was decided here yet that could be repeated"),
            },
            Action::Mark => {
                if let Some(open_case) = cx.state.open_case_mut() {
                    open_case.toggle_mark();
                }
                self.step(1, cx.state);
            }
            Action::TakeBack => decide::take_back(cx),
            Action::Dismiss => {
                let id = cx.state.label();
                let passing = |id| cx.state.auto_advance && after(id, cx.state).is_some();
                let passing = id.is_some_and(passing);
                decide::reject(cx, passing);
                if let Some(id) = id {
                    self.advance(id, cx);
                }
            }
            Action::Override => cx.open(ChoiceScreen::of(WordTarget::Label)),
            Action::Edit => edit(cx),
            Action::Comment => {
                if let Some(writing) = CommentEditor::begun(cx, true) {
                    cx.open(writing);
                }
            }
            Action::Everywhere => {
                // After a decision the next label has the focus, but the action is meant for the decided one.
                let judged = |id: &LabelId| cx.state.open_case().is_some_and(|case| case.is_judged(*id));
                let focus = cx.state.label();
                let meant = focus.filter(judged).or(self.decided).or(focus);
                MarkedScreen::everywhere(meant, cx);
            }
            Action::AutoAdvance => {
                cx.state.auto_advance = !cx.state.auto_advance;
                let goes =
                    if cx.state.auto_advance { "goes on to the next label" } else { "stays on its label" };
                cx.notify(&format!("a decision {goes}"));
            }
            _ => return false,
        }
        true
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return false;
        }
        let quoted = std::mem::take(&mut self.quote);
        match key.code {
            KeyCode::Char('\'') if quoted => self.back(cx),
            KeyCode::Char('\'') => self.quote = true,
            KeyCode::Char(digit @ '0'..='9') if digit != '0' || self.count > 0 => {
                self.count = (self.count * 10 + (digit as usize - '0' as usize)).min(MAX_COUNT);
            }
            KeyCode::Esc if self.count > 0 => self.count = 0,
            _ => match decide::word_of_key(cx.state, WordTarget::Label, key) {
                Some(word) if crossing::holds(cx, key, word) => {}
                Some(word) => self.decide(Some(word), cx),
                None => {
                    self.count = 0;
                    return false;
                }
            },
        }
        true
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        match event {
            ComponentEvent::Scored => {
                self.begin(cx.state);
                self.go_on(cx);
            }
            ComponentEvent::Rubric => self.begun = None,
            _ => {}
        }
    }

    fn hit(&self, state: &State, area: Rect, at: Position) -> HitTarget {
        let [_, keys] = LabelByLabelScreen::parts(area);
        if !keys.contains(at) {
            return HitTarget::Nothing;
        }
        let mut end = usize::from(keys.x);
        let choice = choices(state).iter().position(|(key, name, _)| {
            end += words::width(key) + words::width(name);
            usize::from(at.x) < end
        });
        choice.map_or(HitTarget::Nothing, HitTarget::Choice)
    }

    fn click(&mut self, hit: HitTarget, cx: &mut Cx) {
        let HitTarget::Choice(at) = hit else { return };
        let keys = cx.state.label().map(|id| word_keys(&cx.state.keys, id.list)).unwrap_or_default();
        match keys.get(at) {
            Some((_, word)) => self.decide(Some(*word), cx),
            None => self.decide(crossing::held(cx.state), cx),
        }
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        match action {
            Action::TakeBack => state.open_case().is_some_and(|open_case| open_case.decision().is_some()),
            Action::Repeat => self.last.is_some(),
            Action::Confirm => crossing::held(state).or_else(|| own_word(state)).is_some(),
            _ => true,
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        if unreadable::draw(state, frame, area) {
            return;
        }
        let theme = &state.theme;
        let room = usize::from(area.width).saturating_sub(4);
        let long = heading(state, " can change the verdict");
        let heading = if words::width(&long) <= room { long } else { heading(state, " left") };
        let inner = self.framed(
            state,
            frame,
            area,
            &heading,
            &[
                (&[Action::Next, Action::Previous], "label"),
                (&[Action::Edit], "edits"),
                (&[Action::Close], "all panels"),
            ],
        );
        let [_, foot] = LabelByLabelScreen::parts(area);
        let Some(laid) = LabelLayout::out(state, area) else {
            let words = theme.span(ThemeRole::Dim, state.absent());
            return widgets::put(frame, inner, [Line::from(words)]);
        };
        let found = laid.evidence(state, |size| match laid.open_case.is_hidden() {
            true => of_whole_article(state, laid.open_case, self.article_start(state), size),
            false => of_evidence(laid.open_case, laid.label, theme, size),
        });
        widgets::put(frame, laid.places[1], found);
        widgets::put_text(frame, laid.places[0], laid.claim);
        let mut line = Vec::new();
        for (key, name, role) in choices(state) {
            line.push(theme.span(ThemeRole::Key, key));
            line.push(theme.span(role, name));
        }
        if self.count > 0 {
            line.push(theme.span(ThemeRole::Accent, format!("  {} ×", self.count)));
        }
        widgets::put(frame, foot, [Line::from(line)]);
    }
}

/// Starts editing the summary, at the words in which the label differs, or else at its first word.
fn edit(cx: &mut Cx) {
    if !cx.state.may_change() {
        return;
    }
    evidence::go_to_words(cx.state);
    cx.state.focus = Panel::Summary;
    cx.state.edits_claim = true;
    cx.close();
    cx.asks.push(ComponentRequest::Run(Action::Edit, Cx::NO_KEY));
}

/// Returns the label in focus and the progress: the number of labels judged in the case, and of those that
/// still `can` change the verdict.
fn heading(state: &State, can: &str) -> String {
    let Some((open_case, id)) = state.open_case().zip(state.label()) else {
        return "Claim by claim".to_owned();
    };
    let name = id.shown();
    let mut letters = name.chars();
    let name: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    if open_case.is_hidden() {
        let (all, open) = open_case.asked_for();
        return format!("{name} · {} of {all} labelled", all - open.len());
    }
    let lists = shown_lists(state).into_iter().map(|list| open_case.progress(list));
    let (judged, all) = lists.fold((0, 0), |(judged, all), (some, many)| (judged + some, all + many));
    let left = match state.open_labels().map(|open| open.len()) {
        None => String::new(),
        Some(0) => format!(" · none{can}"),
        Some(left) => format!(" · {left}{can}"),
    };
    let marked = match open_case.marked.len() {
        0 => String::new(),
        many => format!(" · {many} marked"),
    };
    format!("{name} · {judged} of {all} judged{left}{marked}")
}

/// Returns the current word of the label in focus.
fn own_word(state: &State) -> Option<LabelValue> {
    state.open_case()?.get(state.label()?)?.word
}

/// Returns the words with their letters, and then the effect of Enter.
fn choices(state: &State) -> Vec<(String, String, ThemeRole)> {
    let Some(id) = state.label() else { return Vec::new() };
    let word = own_word(state);
    let mut keys: Vec<(String, String, ThemeRole)> = word_keys(&state.keys, id.list)
        .into_iter()
        .map(|(key, one)| {
            let (name, now) = (id.list.value_name(one), word == Some(one));
            let name = if now { format!(" [{name}] ") } else { format!("  {name}  ") };
            (key.to_string(), name, if now { words::word(one) } else { ThemeRole::Dim })
        })
        .collect();
    let enter = match crossing::held(state) {
        Some(held) => Some(format!(" says {}  ", id.list.value_name(held))),
        None => word.map(|_| " confirms  ".to_owned()),
    };
    if let Some(enter) = enter {
        let key = state.keys.name(Context::LabelByLabel, Action::Confirm);
        keys.push((format!(" {key}"), enter, ThemeRole::Dim));
    }
    keys
}

/// Returns the claim in full: its words, with differences marked, the proposal and its reasons.
fn of_claim(
    state: &State,
    open_case: &OpenCase,
    id: LabelId,
    label: &Label,
    place: Rect,
) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let width = usize::from(place.width).saturating_sub(2);
    // If there is little room, blank lines are left out first.
    let gap = if place.height < AIRY { None } else { Some(Line::default()) };
    let mut lines: Vec<Line> = gap.iter().cloned().collect();
    lines.extend(indented(own_words(open_case, id.list, label, theme, (width, usize::from(place.height)))));
    lines.extend(gap);
    let judged = open_case.is_judged(id);
    let word = label.word.map_or_else(|| "not labelled yet".to_owned(), |word| id.list.value_name(word));
    let role = label.word.map_or(ThemeRole::Dim, words::word);
    let accepted = open_case.is_accepted(id);
    let by = match label.p {
        _ if judged => "  judged by you".to_owned(),
        _ if accepted => "  accepted as it was proposed".to_owned(),
        Some(p) => format!("  {} · proposed", percent(p)),
        None if label.word.is_none() => String::new(),
        None => "  proposed".to_owned(),
    };
    lines.push(Line::from(vec![
        Styled::raw(" "),
        theme.span(role, word),
        theme.span(if judged || accepted { ThemeRole::Person } else { ThemeRole::Dim }, by),
    ]));
    let answer = label.answer.iter().map(|answer| format!("answer: {answer}"));
    for text in answer.chain(reasons::condensed(&label.why)) {
        for (at, part) in words::wrap(&text, width.saturating_sub(2)).into_iter().enumerate() {
            let lead = if at == 0 { " · " } else { "   " };
            lines.push(theme.line(ThemeRole::Text, format!("{lead}{part}")));
        }
    }
    lines
}

fn indented(lines: Vec<Line<'static>>) -> Vec<Line<'static>> {
    let indent = |mut line: Line<'static>| {
        line.spans.insert(0, Styled::raw(" "));
        line
    };
    lines.into_iter().map(indent).collect()
}
