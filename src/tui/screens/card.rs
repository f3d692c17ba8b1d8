//! A card of an exercise: one question at a time, with the texts visible. It asks first for the place of an
//! error, then for its kind, then for a consequence.
//!
//! Actions: choose an answer by its key, or by the arrows and Enter; type a number. Answers are final. The
//! answer to *where* is revealed at once, since the next question is about that place.

use ratatui::layout::Position;

use crate::labels::LabelId;
use crate::prediction::{PredictedValue, Prediction, PredictionTarget, Spoilt, SpoiltPlaces};
use crate::tui::component::HitTarget;
use crate::tui::keymap::Keymap;
use crate::tui::widgets::rows_below;
use crate::tui::words::styled;

use super::predicted::{answer_in_words, lit, place};
use super::prelude::*;
use super::questions::{self, answers, question, submit};

#[derive(Debug)]
pub struct CardScreen {
    /// The case in question, by its position in the queue.
    case: usize,
    prediction: Prediction,
    typed: String,
    list: ListCursor,
    /// Whether the last question was just answered by its letter. An Enter after it, out of habit, must not answer
    /// the next question.
    by_letter: bool,
}

/// Returns the keys of the places: a digit for a sentence, then letters that have no other meaning here.
fn places(places: &SpoiltPlaces) -> Vec<(char, String, PredictedValue)> {
    let keys = ('1'..='9').chain('a'..='l').chain('o'..='z');
    let sentence = |(at, (key, text)): (usize, (char, &String))| {
        (key, text.clone(), PredictedValue::Where(Spoilt::Sentence(at)))
    };
    let mut all: Vec<_> = keys.zip(&places.sentences).enumerate().map(sentence).collect();
    all.push(('m', "something is left out".to_owned(), PredictedValue::Where(Spoilt::Missing)));
    all.push(('n', "nothing is wrong".to_owned(), PredictedValue::Where(Spoilt::Nowhere)));
    all
}

impl CardScreen {
    /// Returns the card of the questions about a case, some of which may be answered already.
    pub fn new(case: usize, prediction: Prediction) -> CardScreen {
        CardScreen { case, prediction, typed: String::new(), list: ListCursor::default(), by_letter: false }
    }

    /// Returns the index of the current question.
    fn at(&self) -> usize {
        self.prediction.rows.iter().position(|row| row.answer.is_none()).unwrap_or(0)
    }

    fn choices(&self, keys: &Keymap) -> Vec<(char, String, PredictedValue)> {
        match self.prediction.rows.get(self.at()).map(|row| &row.asked) {
            Some(PredictionTarget::Where(found)) => places(found),
            Some(asked) => answers(keys, asked),
            None => Vec::new(),
        }
    }

    /// Stores an answer. After the last one, the result is shown.
    fn answer(&mut self, answer: PredictedValue, cx: &mut Cx) {
        let at = self.at();
        if let Some(row) = self.prediction.rows.get_mut(at) {
            row.answer = Some(answer);
        }
        self.list.set(0);
        if self.prediction.is_complete() {
            self.submit(cx);
        }
    }

    fn submit(&mut self, cx: &mut Cx) {
        cx.close();
        submit(self.case, std::mem::take(&mut self.prediction), cx);
    }

    fn answered(&self, state: &State, width: usize) -> Vec<Line<'static>> {
        let theme = &state.theme;
        let line = |row: &crate::prediction::Row| {
            let answer = row.answer?;
            let words = match (&row.asked, answer) {
                (PredictionTarget::Where(found), PredictedValue::Where(spoilt))
                    if found.truth.contains(&spoilt) =>
                {
                    return Some((format!("✓ {}", place(spoilt)), ThemeRole::Pass));
                }
                (PredictionTarget::Where(found), PredictedValue::Where(spoilt)) => {
                    let truth: Vec<String> = found.truth.iter().map(|truth| place(*truth)).collect();
                    return Some((
                        format!("✗ you: {} · is: {}", place(spoilt), truth.join(", ")),
                        ThemeRole::Fail,
                    ));
                }
                (asked, answer) => {
                    // The answer comes first, because a long question is cut off at the end.
                    format!("· you: {} · {}", answer_in_words(asked, Some(answer)), question(state, asked))
                }
            };
            Some((words, ThemeRole::Dim))
        };
        let answered = self.prediction.rows.iter().filter_map(line);
        answered
            .map(|(text, role)| theme.line(role, format!(" {}", words::cell(&text, width.saturating_sub(2)))))
            .collect()
    }

    fn head(&self, state: &State, width: usize) -> Vec<Line<'static>> {
        let theme = &state.theme;
        let mut lines = self.answered(state, width);
        let Some(row) = self.prediction.rows.get(self.at()) else { return lines };
        let asked = question(state, &row.asked);
        lines.extend(words::paragraph(theme, ThemeRole::Title, &asked, width.saturating_sub(2)).take(3));
        if matches!(row.asked, PredictionTarget::Score(_)) {
            lines.push(Line::from(vec![
                theme.span(ThemeRole::Accent, format!(" {}", self.typed)),
                theme.span(ThemeRole::Cursor, " ".to_owned()),
            ]));
        }
        lines
    }

    /// Returns the rows for the answers, below the head.
    fn below(&self, state: &State, inner: Rect) -> Rect {
        let head = self.head(state, usize::from(inner.width)).len() as u16;
        // If there is little room, the answers take precedence. A number is typed at the end of the head.
        let answers = match self.in_a_row(state, inner) {
            _ if self.choices(&state.keys).is_empty() => 0,
            Some(_) => 1,
            None => 3,
        };
        let head = head.min(inner.height.saturating_sub(answers));
        rows_below(inner, head)
    }

    /// Returns the answers side by side, if they do not fit below each other together with the question.
    fn in_a_row(&self, state: &State, inner: Rect) -> Option<Vec<String>> {
        let width = usize::from(inner.width);
        let answers = self.choices(&state.keys).into_iter();
        let answers: Vec<String> = answers.map(|(key, text, _)| format!(" {key} {text} ")).collect();
        let rows = self.head(state, width).len() + answers.len();
        let needed: usize = answers.iter().map(|answer| words::width(answer)).sum();
        (!answers.is_empty() && rows > usize::from(inner.height) && needed <= width).then_some(answers)
    }
}

impl Component for CardScreen {
    fn window(&self, _state: &State) -> Window {
        Window::under_texts(Context::Predict).of_rubric()
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let choices = self.choices(&cx.state.keys);
        if std::mem::take(&mut self.by_letter) && action == Action::Enter && !choices.is_empty() {
            cx.notify("the letter answered the last question; Enter answers this one with the row in focus");
            return true;
        }
        match action {
            Action::Enter => match choices.get(self.list.cursor()) {
                Some((.., answer)) => self.answer(*answer, cx),
                None => {
                    let Some(row) = self.prediction.rows.get(self.at()) else { return true };
                    match questions::score(cx.state, &row.asked, &self.typed) {
                        Ok(answer) => self.answer(answer, cx),
                        Err(why) => cx.notify(&why),
                    }
                }
            },
            Action::DeleteBack => drop(self.typed.pop()),
            // All questions without an answer count as wrong.
            Action::Reveal => self.submit(cx),
            Action::NextList | Action::PreviousList => {}
            _ => return questions::update(action, self.case, &mut self.prediction, cx),
        }
        true
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        action != Action::Change || !state.has_both_texts()
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        questions::typed(key, cx, |typed, cx| {
            let choices = self.choices(&cx.state.keys);
            if choices.is_empty() {
                questions::type_number(&mut self.typed, typed, cx);
            } else if let Some((.., answer)) =
                choices.iter().find(|(letter, ..)| *letter == typed.to_ascii_lowercase())
            {
                self.answer(*answer, cx);
                self.by_letter = true;
            }
        })
    }

    fn lit(&self, _state: &State) -> Option<Vec<LabelId>> {
        Some(lit(&self.prediction, self.at()))
    }

    fn hit(&self, state: &State, area: Rect, at: Position) -> HitTarget {
        let (inner, below) = (inside(area), self.below(state, inside(area)));
        if let Some(answers) = self.in_a_row(state, inner).filter(|_| below.contains(at)) {
            let ends = answers.iter().scan(below.x, |end, answer| {
                *end += words::width(answer) as u16;
                Some(*end)
            });
            return ends
                .enumerate()
                .find(|(_, end)| at.x < *end)
                .map_or(HitTarget::Nothing, |(row, _)| HitTarget::Row(row));
        }
        let row = self.list(state, area).and_then(|list| list.row_at(at.y));
        row.map_or(HitTarget::Nothing, HitTarget::Row)
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let rows = self.choices(&state.keys).len();
        Some(ListView::new(self.list, rows, self.below(state, inside(area))))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
        self.by_letter = false;
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let theme = &state.theme;
        let heading = format!("Question {} of {}", self.at() + 1, self.prediction.rows.len());
        let hints: [(&[Action], &str); 3] =
            [(&[Action::Enter], "answers"), (&[Action::Reveal], "shows scores"), (&[Action::Close], "later")];
        let inner = self.framed(state, frame, area, &heading, &hints);
        let width = usize::from(inner.width);
        let below = self.below(state, inner);
        let head = self.head(state, width);
        // Of a long head, the end is shown, because it contains the question.
        let skipped = head.len().saturating_sub(usize::from(below.y - inner.y));
        widgets::put(frame, Rect { height: below.y - inner.y, ..inner }, head.into_iter().skip(skipped));
        let row_of = |at: usize| row_style(theme, at == self.list.cursor());
        if let Some(answers) = self.in_a_row(state, inner) {
            let cells = answers.into_iter().enumerate().map(|(at, answer)| styled(answer, row_of(at)));
            widgets::line(frame, below, &Line::from(cells.collect::<Vec<_>>()));
            return;
        }
        let choices = self.choices(&state.keys);
        self.list.draw(theme, choices.len(), frame, below, |at| {
            let (key, text, _) = &choices[at];
            let line = vec![
                theme.span(ThemeRole::Key, format!(" {key} ")),
                theme.span(ThemeRole::Text, words::cell(text, width.saturating_sub(4))),
            ];
            Line::from(line)
        });
    }
}
