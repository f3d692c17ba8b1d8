//! Overrule once: a rule about the words behind a label, for this article or the whole queue. Its changes in
//! other cases are listed before it is applied.
//!
//! Actions: move between offered rules and current ones; change the scope; Enter applies a rule, another key
//! drops one; type the article's words if a rule needs them.

use std::sync::Arc;

use crate::labels::{OverruleRule, RuleKind};
use crate::num::{pluralize, two_decimals};
use crate::tui::component::ComponentEvent;
use crate::tui::decide::rules::{self, Offer};
use crate::tui::list::Row;
use crate::tui::msg::Effect;
use crate::tui::prompt::Prompt;
use crate::tui::queue::digest::ScoredVerdict;
use crate::tui::queue::{RuleEffect, ScorerJob};
use crate::tui::table;

use super::prelude::*;

/// Width and height of the screen, in columns and rows, frame included.
const SIZE: (u16, u16) = (104, 28);

#[derive(Debug)]
pub struct RulesScreen {
    /// The rules offered for the label that was in focus.
    offers: Vec<Offer>,
    /// Whether a rule is to apply to the whole queue.
    everywhere: bool,
    list: ListCursor,
    /// The article's words, while they are typed.
    typing: Option<Prompt>,
    /// Why the typed words are not accepted.
    wrong: Option<String>,
}

/// Opens the rules offered for the label in focus, and the current ones.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if cx.state.is_hidden() || cx.state.label().is_some_and(|id| cx.state.hides(id.list)) {
        let words = cx.state.absent();
        cx.notify(&words);
        return None;
    }
    let offers = rules::offers(cx.state);
    let open_case = cx.state.open_case()?;
    if offers.is_empty() && open_case.decisions.rules.is_empty() {
        cx.notify("the label in focus rests on no words of the summary that a rule could be about");
        return None;
    }
    // A name means the same everywhere; other rules follow from a particular article.
    let everywhere = offers.first().is_none_or(|offer| offer.rule.kind == RuleKind::Alias);
    let screen = RulesScreen { offers, everywhere, list: ListCursor::default(), typing: None, wrong: None };
    screen.ask(cx);
    Some(Box::new(screen))
}

/// A row that can have the focus.
enum Item<'a> {
    Offered(&'a Offer),
    InForce(Arc<OverruleRule>),
}

impl RulesScreen {
    fn items(&self, state: &State) -> Vec<Item<'_>> {
        let known = state.open_case().map(|open_case| open_case.decisions.rules.clone()).unwrap_or_default();
        let offered = self.offers.iter().map(Item::Offered);
        offered.chain(known.into_iter().map(Item::InForce)).collect()
    }

    /// Returns the rule in focus as it would be applied, and whether it would be dropped instead.
    fn chosen(&self, state: &State) -> Option<(Arc<OverruleRule>, bool)> {
        let open_case = state.open_case()?;
        match self.items(state).into_iter().nth(self.list.cursor())? {
            Item::InForce(rule) => Some((rule, true)),
            Item::Offered(offer) if offer.asks.is_some() => None,
            Item::Offered(offer) => {
                Some((Arc::new(rules::scoped(open_case, &offer.rule, self.everywhere)), false))
            }
        }
    }

    /// Requests what the rule in focus would change in the other cases.
    fn ask(&self, cx: &mut Cx) {
        if rules::alone(cx.state).is_some() || self.found(cx.state).is_some() {
            return;
        }
        if let Some((rule, dropped)) = self.chosen(cx.state) {
            cx.effects.push(Effect::Scorer(ScorerJob::Would(rule, dropped, cx.state.at)));
        }
    }

    /// Returns what the rule in focus would change in the other cases, if that is known.
    fn found<'a>(&self, state: &'a State) -> Option<&'a [RuleEffect]> {
        let (rule, dropped) = self.chosen(state)?;
        let known = state.would.as_ref().filter(|known| known.rule == rule && known.dropped == dropped)?;
        Some(&known.effects)
    }

    /// Applies the rule in focus, or drops it.
    fn apply(&mut self, drop: bool, cx: &mut Cx) {
        let Some((rule, dropped)) = self.chosen(cx.state) else {
            if !drop && self.list.cursor() < self.offers.len() {
                self.typing = Some(Prompt::default());
            }
            return;
        };
        if drop != dropped {
            let key =
                cx.state.keys.name(Context::Rules, if dropped { Action::DropRule } else { Action::Enter });
            let does = if dropped { "drops a rule that is in force" } else { "puts the rule in force" };
            return cx.notify(&format!("{key} {does}"));
        }
        let others = match (rules::alone(cx.state), self.found(cx.state)) {
            (Some(_), _) => Vec::new(),
            (None, Some(effects)) => effects.iter().map(|effect| effect.case).collect(),
            (None, None) => return cx.notify("the other cases are being looked at; then again"),
        };
        cx.close();
        cx.state.would = None;
        rules::put(cx, &rule, dropped, others);
    }

    /// Uses the typed words of the article.
    fn take(&mut self, cx: &mut Cx) {
        let Some(typed) = self.typing.as_ref().map(|typed| typed.text().trim().to_owned()) else { return };
        let Some(Item::Offered(offer)) = self.items(cx.state).into_iter().nth(self.list.cursor()) else {
            return;
        };
        let rule = OverruleRule { article: typed, ..offer.rule.clone() };
        let Some(open_case) = cx.state.open_case() else { return };
        self.wrong = match rule.check() {
            Err(_) => Some("type words of the article".to_owned()),
            Ok(()) if !rule.may_apply(open_case.texts()) => {
                Some(format!("not in the article: {}", rule.article))
            }
            Ok(()) => None,
        };
        if self.wrong.is_none() {
            self.typing = None;
            self.offers.insert(self.list.cursor(), Offer { rule, asks: None });
            self.ask(cx);
        }
    }

    fn rows(&self, state: &State, width: usize) -> Vec<Row> {
        let theme = &state.theme;
        let mut rows = Vec::new();
        let mut note = |rows: &mut Vec<Row>, words: &str, role| {
            let lines = words::paragraph(theme, role, words, width.saturating_sub(2));
            rows.extend(lines.map(Row::heading));
        };
        for (at, item) in self.items(state).iter().enumerate() {
            if at == self.offers.len() {
                note(&mut rows, "In force on this case", ThemeRole::Title);
            }
            let words = match item {
                Item::Offered(Offer { rule, asks: None }) => rule.to_string(),
                Item::Offered(Offer { rule, asks: Some(asks) }) => {
                    let verb = if rule.kind == RuleKind::Alias { "is" } else { "follows from" };
                    format!("\"{}\" {verb} … (you type {asks})", rule.summary)
                }
                Item::InForce(rule) => {
                    let here = if rule.of.is_some() { ", for this article" } else { "" };
                    format!("{rule}{here}")
                }
            };
            let line =
                theme.line(ThemeRole::Text, format!("   {}", sanitize::fit(&words, width.saturating_sub(4))));
            rows.push(Row { line: line.style(row_style(theme, at == self.list.cursor())), of: Some(at) });
        }
        rows.push(Row::heading(Line::default()));
        self.preview(state, width, &mut rows, &mut note);
        rows
    }

    /// What the rule in focus would change elsewhere.
    fn preview(
        &self,
        state: &State,
        width: usize,
        rows: &mut Vec<Row>,
        note: &mut dyn FnMut(&mut Vec<Row>, &str, ThemeRole),
    ) {
        let Some((_, dropped)) = self.chosen(state) else {
            let key = state.keys.name(Context::Rules, Action::Enter);
            let words = format!("{key} asks for the words; then what it would change is listed.");
            return note(rows, &words, ThemeRole::Dim);
        };
        let theme = &state.theme;
        if !dropped {
            let key = state.keys.name(Context::Rules, Action::Scope);
            let (now, other) = match self.everywhere {
                true => ("the whole queue", "this article alone"),
                false => ("this article alone", "the whole queue"),
            };
            note(rows, &format!("Holds for {now}. {key}: {other}."), ThemeRole::Text);
        }
        if let Some(why) = rules::alone(state) {
            return note(rows, why, ThemeRole::Dim);
        }
        let Some(effects) = self.found(state) else {
            return note(rows, "looking at the other cases …", ThemeRole::Stale);
        };
        let labels = effects.iter().map(|effect| effect.labels.len()).sum();
        let turned = effects
            .iter()
            .filter(|effect| effect.outcomes[0].decision != effect.outcomes[1].decision)
            .count();
        if effects.is_empty() {
            return note(rows, "No label of another case would change.", ThemeRole::Text);
        }
        let others = table::cases(effects.len()).replace(" case", " other case");
        let head = format!(
            "In {others} {} would change and {}:",
            pluralize(labels, "label"),
            pluralize(turned, "verdict")
        );
        note(rows, &head, ThemeRole::Title);
        for effect in effects {
            rows.extend(of_case(state, effect, theme, width).into_iter().map(Row::heading));
        }
    }
}

/// Returns a case with its labels that would change.
fn of_case(state: &State, effect: &RuleEffect, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let name = &state.table.name(effect.case);
    let outcome = |one: ScoredVerdict| {
        let score = one.score.map_or_else(String::new, |score| format!(" {}", two_decimals(score)));
        theme.span(words::decision(one.decision), format!("{}{score}", one.decision.as_str()))
    };
    let [before, after] = effect.outcomes;
    let mut head = vec![
        theme.span(ThemeRole::Accent, format!("   {}  ", words::middle_cut(name, width / 2))),
        outcome(before),
    ];
    if before != after {
        head.extend([theme.span(ThemeRole::Dim, " → "), outcome(after)]);
    }
    let mut lines = vec![Line::from(head)];
    for change in &effect.labels {
        let was = change.was.map_or_else(|| "-".to_owned(), |was| change.id.list.value_name(was));
        let to = change.id.list.value_name(change.to);
        let line = format!("      {}: {was} → {to}  ", change.id.shown());
        let room = width.saturating_sub(words::width(&line) + 3);
        lines.push(Line::from(vec![
            theme.span(ThemeRole::Text, line),
            theme.span(ThemeRole::Dim, format!("\"{}\"", sanitize::fit(&change.text, room))),
        ]));
    }
    lines
}

impl Component for RulesScreen {
    fn window(&self, _state: &State) -> Window {
        let context = if self.typing.is_some() { Context::Typing } else { Context::Rules };
        Window::middle(context, SIZE.0, SIZE.1)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        if self.typing.is_some() {
            match action {
                Action::Enter => self.take(cx),
                Action::Close => (self.typing, self.wrong) = (None, None),
                _ => return false,
            }
            return true;
        }
        match action {
            Action::Enter => self.apply(false, cx),
            Action::DropRule => self.apply(true, cx),
            Action::Scope => {
                self.everywhere = !self.everywhere;
                self.ask(cx);
            }
            _ => return false,
        }
        true
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let inner = inside(area);
        let rows = self.typing.is_none().then(|| self.rows(state, usize::from(inner.width)))?;
        Some(ListView::of_lines(self.list, rows, inner))
    }

    fn set_row(&mut self, row: usize, cx: &mut Cx) {
        self.list.set(row);
        self.ask(cx);
    }

    fn prompt(&mut self) -> Option<&mut Prompt> {
        self.typing.as_mut()
    }

    fn prompted(&mut self) {
        self.wrong = None;
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        if event == ComponentEvent::Rubric {
            cx.state.would = None;
            self.ask(cx);
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let keys: &[(&[Action], &str)] = &[
            (&[Action::Enter], "puts in force"),
            (&[Action::Scope], "scope"),
            (&[Action::DropRule], "drops"),
            CLOSES,
        ];
        let heading = state.label().map_or_else(
            || "Your rules".to_owned(),
            |id| format!("Overrule once: what {} rests on", id.shown()),
        );
        let inner = widgets::screen(theme, frame, area, &heading, &state.keys.hints(Context::Rules, keys));
        if let Some(typed) = &self.typing {
            let Some(Item::Offered(offer)) = self.items(state).into_iter().nth(self.list.cursor()) else {
                return;
            };
            let head = format!(" \"{}\": {}", offer.rule.summary, offer.asks.unwrap_or_default());
            widgets::put(frame, inner, [theme.line(ThemeRole::Text, head)]);
            if inner.height > 1 {
                let place = Rect { y: inner.y + 1, height: 1, ..inner };
                widgets::prompt(theme, frame, place, " ", typed, "");
            }
            if let Some(wrong) = self.wrong.as_ref().filter(|_| inner.height > 3) {
                let place = Rect { y: inner.y + 3, height: 1, ..inner };
                widgets::put(frame, place, [theme.line(ThemeRole::Warn, format!(" {wrong}"))]);
            }
            return;
        }
        let rows = self.rows(state, usize::from(inner.width));
        self.list.draw_lines(rows, frame, inner);
    }
}
