//! Predictions: what a person expects, asked before they see the results. There is a row for each question,
//! and the texts stay visible.
//!
//! Actions: move between rows; type a number, or choose a word by its letter or by stepping through the
//! words; Enter goes to the next question without an answer and, after the last one, shows the results.

use crate::labels::LabelId;
use crate::prediction::{PredictedValue, Prediction, PredictionTarget, Row};
use crate::tui::guide::Guide;

use super::card::CardScreen;
use super::predicted::{Predicted, lit};
use super::prelude::*;
use super::questions::{self, answers, question, submit};

/// Width, in columns, from which every row has its answers in words.
const ROOMY: usize = 72;
/// Width of a question, in columns.
const QUESTION: usize = 34;

#[derive(Debug)]
pub struct Predict {
    /// The case in question, by its position in the queue.
    case: usize,
    prediction: Prediction,
    /// The text typed for each number.
    typed: Vec<String>,
    list: ListCursor,
}

/// Opens the questions or, if they were answered, the results.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let state = &mut *cx.state;
    let at = state.at;
    let prediction = match &state.guide {
        Some(Guide::Lessons(course)) => {
            let asked = course.foretells(at);
            if asked.is_empty() {
                cx.notify("this lesson has nothing to predict");
                return None;
            }
            Prediction::of(asked.into_iter().map(PredictionTarget::Score))
        }
        Some(Guide::Gym(gym)) => {
            if state.open_case()?.prediction.is_some() {
                return Some(Box::new(Predicted::new(at)));
            }
            let questions = gym.questions.clone();
            cx.state.editing = false;
            let unsaid = cx.state.open_case_mut().and_then(|open_case| open_case.unsaid.take());
            let unsaid = unsaid.filter(|unsaid| asks_the_same(unsaid, &questions));
            return Some(Box::new(CardScreen::new(at, unsaid.unwrap_or(questions))));
        }
        Some(Guide::Tour(_)) => return None,
        None => {
            let open_case = state.open_case()?;
            if open_case.prediction.is_some() {
                return Some(Box::new(Predicted::new(at)));
            }
            let Some(report) = open_case.report() else {
                let words = state.absent();
                cx.notify(&words);
                return None;
            };
            let prediction = Prediction::about(report);
            // From now on every case is hidden until a question about it is answered.
            state.predicting = true;
            prediction
        }
    };
    cx.state.editing = false;
    // Answers given before the questions were closed are kept.
    let unsaid = cx.state.open_case_mut().and_then(|open_case| open_case.unsaid.take());
    let prediction = unsaid.filter(|unsaid| asks_the_same(unsaid, &prediction)).unwrap_or(prediction);
    Some(Box::new(Predict::new(at, prediction)))
}

fn asks_the_same(one: &Prediction, other: &Prediction) -> bool {
    one.rows.iter().map(|row| &row.asked).eq(other.rows.iter().map(|row| &row.asked))
}

impl Predict {
    /// Returns the screen of questions about a case.
    pub fn new(case: usize, prediction: Prediction) -> Predict {
        let number = |row: &Row| match row.answer {
            Some(PredictedValue::Score(score)) => score.shown(),
            _ => String::new(),
        };
        let typed = prediction.rows.iter().map(number).collect();
        let first = prediction.rows.iter().position(|row| row.answer.is_none()).unwrap_or(0);
        Predict { case, prediction, typed, list: ListCursor::at(first) }
    }

    /// Goes to the next question without an answer; after the last one, submits the answers.
    fn go_on(&mut self, cx: &mut Cx) {
        let (at, count) = (self.list.cursor(), self.prediction.rows.len());
        if let Some(row) = self.prediction.rows.get(at).filter(|row| row.answer.is_none()) {
            let typed = Some(&self.typed[at]).filter(|typed| !typed.is_empty());
            let wrong = typed.and_then(|typed| questions::score(cx.state, &row.asked, typed).err());
            return cx.notify(&wrong.unwrap_or_else(|| "say what you expect first".to_owned()));
        }
        let open = |at: &usize| self.prediction.rows[*at].answer.is_none();
        match (at + 1..count).chain(0..at).find(open) {
            Some(next) => self.list.set(next),
            None => self.submit(cx),
        }
    }

    fn submit(&mut self, cx: &mut Cx) {
        cx.close();
        let prediction = std::mem::take(&mut self.prediction);
        match &mut cx.state.guide {
            Some(Guide::Lessons(course)) => {
                let said = |row: &Row| match (&row.asked, row.answer) {
                    (PredictionTarget::Score(key), Some(PredictedValue::Score(score))) => {
                        Some(((*key).to_owned(), score))
                    }
                    _ => None,
                };
                let stand = course.stand_mut(self.case);
                stand.predictions = prediction.rows.iter().filter_map(said).collect();
                stand.has_new_predictions = true;
            }
            _ => submit(self.case, prediction, cx),
        }
    }

    /// Moves the answer forward by the given number of words.
    fn turn(&mut self, cx: &Cx, by: isize) {
        let at = self.list.cursor();
        let Some(row) = self.prediction.rows.get_mut(at) else { return };
        let words = answers(&cx.state.keys, &row.asked);
        let Some(count) = isize::try_from(words.len()).ok().filter(|count| *count > 0) else { return };
        let now = words.iter().position(|(.., said)| Some(*said) == row.answer);
        let to = match now {
            Some(now) => (now as isize + by).rem_euclid(count),
            None if by > 0 => 0,
            None => count - 1,
        };
        row.answer = words.get(to as usize).map(|(.., said)| *said);
    }

    /// Parses the text typed for a number.
    fn read(&mut self, at: usize, state: &State) {
        let row = &mut self.prediction.rows[at];
        row.answer = questions::score(state, &row.asked, &self.typed[at]).ok();
    }

    fn line(&self, state: &State, at: usize, width: usize) -> Line<'static> {
        let theme = &state.theme;
        let row = &self.prediction.rows[at];
        let chosen = at == self.list.cursor();
        // Whether an answer is right is not known yet.
        let (sign, role) =
            if row.answer.is_some() { ("●", ThemeRole::Accent) } else { ("·", ThemeRole::Dim) };
        // A label is recognised by its words, which need the room that the answers leave. If there is little,
        // only the row in focus has its answers in words.
        let choices = answers(&state.keys, &row.asked);
        let named = chosen || width >= ROOMY;
        let name = |name: &str| if named { format!(":{name}") } else { String::new() };
        let taken: usize = choices.iter().map(|(_, word, _)| words::width(&name(word)) + 4).sum();
        let most = if choices.is_empty() { QUESTION } else { width };
        let columns = width.saturating_sub(taken + 4).clamp(12, most);
        let mut line = vec![
            theme.span(role, format!(" {sign} ")),
            theme.span(ThemeRole::Text, words::cell(&question(state, &row.asked), columns)),
        ];
        if choices.is_empty() {
            line.push(theme.span(ThemeRole::Accent, format!(" {}", self.typed[at])));
            if chosen {
                line.push(theme.span(ThemeRole::Cursor, " ".to_owned()));
            }
        }
        for (letter, word, said) in choices {
            let taken = row.answer == Some(said);
            let (open, close) = if taken { ("[", "]") } else { (" ", " ") };
            line.push(theme.span(ThemeRole::Key, format!(" {open}{letter}")));
            line.push(theme.span(if taken { ThemeRole::Accent } else { ThemeRole::Dim }, name(&word)));
            line.push(theme.span(ThemeRole::Key, close));
        }
        Line::from(line)
    }
}

impl Component for Predict {
    fn window(&self, _state: &State) -> Window {
        Window::under_texts(Context::Predict).of_rubric()
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let at = self.list.cursor();
        match action {
            Action::Enter => self.go_on(cx),
            Action::NextList => self.turn(cx, 1),
            Action::PreviousList => self.turn(cx, -1),
            Action::DeleteBack => {
                if let Some(typed) = self.typed.get_mut(at).filter(|typed| !typed.is_empty()) {
                    typed.pop();
                    self.read(at, cx.state);
                }
            }
            Action::Reveal => {
                cx.close();
                match &mut cx.state.guide {
                    Some(Guide::Lessons(course)) => course.stand_mut(self.case).shown = true,
                    _ => {
                        cx.state.predicting = false;
                        let key = cx.state.keys.name(Context::Main, Action::Predict);
                        cx.notify(&format!("scores are shown again; {key} asks you first"));
                    }
                }
            }
            _ => return questions::update(action, self.case, &mut self.prediction, cx),
        }
        true
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        action != Action::Change || !state.has_both_texts()
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        let at = self.list.cursor();
        questions::typed(key, cx, |typed, cx| {
            let Some(row) = self.prediction.rows.get_mut(at) else { return };
            if matches!(row.asked, PredictionTarget::Score(_)) {
                if questions::type_number(&mut self.typed[at], typed, cx) {
                    self.read(at, cx.state);
                }
                return;
            }
            let words = answers(&cx.state.keys, &row.asked);
            if let Some((.., said)) = words.iter().find(|(letter, ..)| *letter == typed.to_ascii_lowercase())
            {
                row.answer = Some(*said);
                // A single letter answers the question, so the next question gets the focus.
                if at + 1 < self.prediction.rows.len() {
                    self.list.set(at + 1);
                }
            }
        })
    }

    fn lit(&self, _state: &State) -> Option<Vec<LabelId>> {
        Some(lit(&self.prediction, self.list.cursor()))
    }

    fn list(&self, _state: &State, area: Rect) -> Option<ListView> {
        let rows = self.prediction.rows.len();
        Some(ListView::new(self.list, rows, inside(area)).on_click(OnClick::Points))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let heading = "What do you expect?";
        let hints: [(&[Action], &str); 3] =
            [(&[Action::Enter], "goes on"), (&[Action::Reveal], "shows scores"), (&[Action::Close], "later")];
        let inner = self.framed(state, frame, area, heading, &hints);
        let width = usize::from(inner.width);
        self.list
            .draw(&state.theme, self.prediction.rows.len(), frame, inner, |at| self.line(state, at, width));
    }
}
