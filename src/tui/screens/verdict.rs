//! A verdict of one's own: PASS, WARN or FAIL, then why.
//!
//! Understands: a verdict by its letter, from row to row, Enter, a click; then a reason from the list or typed. Enter
//! without either gives none.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use crate::report::Decision;
use crate::tui::component::{Component, Cx, Hit, Place};
use crate::tui::decide::accept::{VERDICTS, give};
use crate::tui::keymap::{Action, Context};
use crate::tui::list::List;
use crate::tui::prompt::Prompt;
use crate::tui::safe;
use crate::tui::state::State;
use crate::tui::theme::Role;
use crate::tui::widgets::{self, inside, row_style};
use crate::tui::words::{self, styled};

/// Reasons that are given often.
const REASONS: [&str; 7] = [
    "a fact is wrong",
    "a claim is not supported",
    "something essential is missing",
    "focus or tone mislead",
    "the wording is biased or offensive",
    "a rule is too strict for this case",
    "a rule is too lenient for this case",
];
/// Lines above the rows.
const ABOVE: u16 = 3;

/// The screen of the verdict.
#[derive(Debug, Default)]
pub struct Verdict {
    list: List,
    /// The verdict that was chosen, until a reason for it is.
    chosen: Option<Decision>,
    typed: Prompt,
}

/// Opens it on the verdict that was given before, or else on the engine's.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    if !cx.state.may_change() {
        return None;
    }
    let bench = cx.state.bench()?;
    let given = bench.decisions.verdict.as_ref().map(|given| given.verdict);
    let now = given.or_else(|| Some(bench.report()?.verdict.decision));
    let at = VERDICTS.iter().position(|verdict| Some(*verdict) == now).unwrap_or(0);
    Some(Box::new(Verdict { list: List::at(at), ..Verdict::default() }))
}

impl Verdict {
    /// The rows to choose from. Of the reasons the first is what is typed.
    fn rows(&self) -> usize {
        self.chosen.map_or(VERDICTS.len(), |_| REASONS.len() + 1)
    }

    /// Takes the row in focus.
    fn take(&mut self, cx: &mut Cx) {
        let at = self.list.cursor();
        let Some(verdict) = self.chosen else {
            self.chosen = VERDICTS.get(at).copied();
            self.list = List::default();
            return;
        };
        let listed = at.checked_sub(1).and_then(|at| REASONS.get(at)).map(|reason| (*reason).to_owned());
        let typed = || Some(self.typed.text().trim().to_owned()).filter(|reason| !reason.is_empty());
        cx.close();
        give(cx, verdict, listed.or_else(typed));
    }

    /// The place of the rows.
    fn below(area: Rect) -> Rect {
        let inner = inside(area);
        let above = ABOVE.min(inner.height);
        Rect { y: inner.y + above, height: inner.height - above, ..inner }
    }

    fn line(&self, state: &State, at: usize, width: usize) -> Line<'static> {
        let theme = &state.theme;
        let line = match (self.chosen, at) {
            (None, at) => {
                let name = VERDICTS[at].as_str();
                let key = name[..1].to_lowercase();
                Line::from(vec![
                    styled(format!("  {key}  "), theme.style(Role::Key)),
                    styled(name, theme.style(words::decision(VERDICTS[at]))),
                ])
            }
            (Some(_), 0) => {
                let mut line = vec![styled("  because: ", theme.style(Role::Dim))];
                line.extend(words::prompt(theme, &self.typed, width.saturating_sub(12)));
                Line::from(line)
            }
            (Some(_), at) => Line::from(Span::raw(format!("  {}", REASONS[at - 1]))),
        };
        line.style(row_style(theme, at == self.list.cursor()))
    }
}

impl Component for Verdict {
    fn context(&self, _state: &State) -> Context {
        if self.chosen.is_some() { Context::Typing } else { Context::Verdict }
    }

    fn place(&self, _state: &State) -> Place {
        Place::Middle(64, self.rows() as u16 + ABOVE + 2)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match action {
            Action::Enter => self.take(cx),
            Action::DeleteBack => self.typed.erase(),
            _ => return self.list.act(action, self.rows(), usize::from(Verdict::below(cx.area).height)),
        }
        true
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        if self.chosen.is_some() {
            if self.typed.input(key) {
                self.list = List::default();
            }
            return true;
        }
        let KeyCode::Char(letter) = key.code else { return false };
        let row =
            VERDICTS.iter().position(|verdict| verdict.as_str().starts_with(letter.to_ascii_uppercase()));
        if let Some(row) = row {
            self.list.set(row);
            self.take(cx);
        }
        row.is_some()
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx) -> bool {
        if self.chosen.is_some() {
            self.typed.paste(text);
            self.list = List::default();
        }
        true
    }

    fn hit(&self, _state: &State, area: Rect, at: Position) -> Hit {
        let row = self.list.row_at(self.rows(), Verdict::below(area), at.y);
        row.map_or(Hit::Nothing, Hit::Row)
    }

    fn click(&mut self, hit: Hit, cx: &mut Cx) {
        if let Hit::Row(row) = hit {
            self.list.set(row);
            // What is typed is still to be typed.
            if self.chosen.is_none() || row > 0 {
                self.take(cx);
            }
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let heading = match self.chosen {
            Some(verdict) => format!("Your verdict: {}", verdict.as_str()),
            None => "Your verdict".to_owned(),
        };
        let right = if self.chosen.is_some() { "Enter without a reason gives none" } else { "" };
        let inner = widgets::screen(theme, frame, area, &heading, right);
        let width = usize::from(inner.width);
        let engine = state.report().map_or("-", |report| report.verdict.decision.as_str());
        let given = state.bench().and_then(|bench| bench.decisions.verdict.as_ref());
        let you = given.map_or_else(
            || "-".to_owned(),
            |given| match &given.reason {
                Some(reason) => format!("{}: {reason}", given.verdict.as_str()),
                None => given.verdict.as_str().to_owned(),
            },
        );
        let told = [("engine", engine.to_owned()), ("you", you)].map(|(who, what)| {
            let who = styled(format!("  {who:<7} "), theme.style(Role::Dim));
            Line::from(vec![who, Span::raw(safe::fit(&what, width.saturating_sub(11)).into_owned())])
        });
        widgets::put(frame, inner, told);
        let below = Verdict::below(area);
        self.list.draw(self.rows(), frame, below, |at| self.line(state, at, width));
        if self.chosen.is_some() && self.list.cursor() == 0 && below.height > 0 {
            let (before, _) = self.typed.halves();
            let column = (words::width(before) + 11).min(width.saturating_sub(1)) as u16;
            frame.set_cursor_position(Position::new(below.x + column, below.y));
        }
    }
}
