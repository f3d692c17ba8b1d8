//! Questions about a case in words, their answers with keys, and their shared actions.

use crossterm::event::{KeyCode, KeyModifiers};

use crate::labels::{LabelValue, List};
use crate::num::Num;
use crate::prediction::{PredictedValue, Prediction, PredictionTarget, in_range, range_in_words};
use crate::report::DECISIONS;
use crate::tui::component::ComponentRequest;
use crate::tui::decide::word_keys;
use crate::tui::keymap::Keymap;

use super::predicted::Predicted;
use super::prelude::*;

/// Most characters of a number.
const DIGITS: usize = 8;
/// Rows that a key scrolls the texts by.
const PAGE: isize = 4;

/// Returns the possible answers to a question, with their keys; empty for a number.
pub fn answers(keys: &Keymap, asked: &PredictionTarget) -> Vec<(char, String, PredictedValue)> {
    match asked {
        PredictionTarget::Score(_) | PredictionTarget::Where(_) => Vec::new(),
        PredictionTarget::Verdict => {
            let of = |decision: crate::report::Decision| {
                let name = decision.as_str();
                let letter = name.chars().next().unwrap_or('p').to_ascii_lowercase();
                (letter, name.to_owned(), PredictedValue::Verdict(decision))
            };
            DECISIONS.into_iter().map(of).collect()
        }
        PredictionTarget::Cap(_) => {
            let of = |(letter, name, fires): (char, &str, bool)| {
                (letter, name.to_owned(), PredictedValue::Cap(fires))
            };
            [('y', "fires", true), ('n', "does not fire", false)].map(of).to_vec()
        }
        PredictionTarget::Label(id, _) => {
            let of = |(letter, word): (char, LabelValue)| {
                (letter, id.list.value_name(word), PredictedValue::Label(word))
            };
            word_keys(keys, id.list).into_iter().map(of).collect()
        }
    }
}

/// Returns an answer typed as a number, or what is wrong with it.
///
/// # Errors
/// If no number is typed, or one that the metric cannot have.
pub fn score(state: &State, asked: &PredictionTarget, typed: &str) -> Result<PredictedValue, String> {
    let number = typed.parse::<f64>().ok().filter(|number| number.is_finite());
    let score = number.map(Num::decimal).ok_or_else(|| "type the score that you expect".to_owned())?;
    let report = state.open_case().and_then(|open_case| open_case.report());
    if let (PredictionTarget::Score(key), Some(report)) = (asked, report) {
        in_range(report, key, score).map_err(|error| error.to_string())?;
    }
    Ok(PredictedValue::Score(score))
}

pub fn question(state: &State, asked: &PredictionTarget) -> String {
    match asked {
        PredictionTarget::Score(key) => {
            let metric = state
                .open_case()
                .and_then(|open_case| open_case.report())
                .and_then(|report| report.metric(key));
            let range = metric.map_or_else(String::new, |metric| {
                let range = range_in_words(&metric.range);
                format!(
                    " ({})",
                    if range.contains(" to ") { range.trim_start_matches("from ") } else { &range }
                )
            });
            format!("{}{range}", words::metric(key))
        }
        PredictionTarget::Verdict => "Verdict".to_owned(),
        PredictionTarget::Cap(slug) => {
            format!("Cap: {}{}", state.rubrics.cap_name(state.slug(), slug), seen(state, slug))
        }
        PredictionTarget::Label(id, text) => format!("{} \"{text}\"", id.shown()),
        PredictionTarget::Where(_) => "Where is it wrong? m: something left out, n: nowhere".to_owned(),
    }
}

/// Returns the observation behind a cap that depends on questions hidden from the person; the question is
/// only about its effect.
fn seen(state: &State, slug: &str) -> String {
    const ON_QUESTIONS: [&str; 4] = ["qag_incomplete", "qag_duplicate", "qag_short", "perfect_ten_guard"];
    if !ON_QUESTIONS.contains(&slug) || !state.hides(List::CoverageQags) {
        return String::new();
    }
    let report = state.open_case().and_then(|open_case| open_case.report());
    let mut seen: Vec<(String, Vec<String>)> = Vec::new();
    for cap in report.iter().flat_map(|report| &report.caps).filter(|cap| cap.slug == slug) {
        let (name, observed) = (words::metric(cap.metric), cap.observed.to_string());
        match seen.iter_mut().find(|(known, _)| *known == observed) {
            Some((_, names)) => names.push(name),
            None => seen.push((observed, vec![name])),
        }
    }
    let observed_by_rubric = seen.iter().map(|(observed, names)| match seen.len() {
        1 => observed.clone(),
        _ => format!("{}: {observed}", names.join(", ")),
    });
    let observed_by_rubric: Vec<String> = observed_by_rubric.collect();
    if observed_by_rubric.is_empty() {
        String::new()
    } else {
        format!(" ({})", observed_by_rubric.join("; "))
    }
}

/// Handles the actions shared by all forms of questions. Returns whether the action is one of them.
pub fn update(action: Action, case: usize, prediction: &mut Prediction, cx: &mut Cx) -> bool {
    match action {
        Action::Close => {
            cx.close();
            cx.state.keep_unanswered(case, std::mem::take(prediction));
        }
        Action::PageDown => cx.state.scroll_texts(PAGE),
        Action::PageUp => cx.state.scroll_texts(-PAGE),
        Action::Change => cx.state.turn_text(),
        _ => return false,
    }
    true
}

/// Handles a character typed as an answer; `?` shows the keys. Returns whether it was handled.
pub fn typed(key: KeyEvent, cx: &mut Cx, answer: impl FnOnce(char, &mut Cx)) -> bool {
    let KeyCode::Char(typed) = key.code else { return false };
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return false;
    }
    match typed {
        '?' => cx.asks.push(ComponentRequest::Run(Action::Help, Cx::NO_KEY)),
        _ => answer(typed, cx),
    }
    true
}

/// Adds a character to a number. Returns whether that changed it.
pub fn type_number(number: &mut String, typed: char, cx: &mut Cx) -> bool {
    match typed {
        '0'..='9' | '.' | ',' | '-' if number.len() >= DIGITS => return false,
        ',' => number.push('.'),
        '0'..='9' | '.' | '-' => number.push(typed),
        _ => {
            cx.notify("a number is asked for here");
            return false;
        }
    }
    true
}

/// Stores the answers on a case, and shows them beside the results.
pub fn submit(case: usize, prediction: Prediction, cx: &mut Cx) {
    if let Some(open_case) = cx.state.open_cases.get_mut(&case) {
        open_case.prediction = Some(prediction);
    }
    cx.open(Predicted::new(case));
    cx.judge();
}
