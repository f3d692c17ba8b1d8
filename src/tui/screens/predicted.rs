//! A person's predictions beside the results: right or wrong, and where the ledger departs from the
//! prediction.
//!
//! Actions: move between rows; Enter opens the ledger of the metric in focus.

use crate::gym::{Exercise, UNSPOILT};
use crate::labels::LabelId;
use crate::ledger::Step;
use crate::num::Num;
use crate::prediction::{
    CheckedPrediction, Divergence, PredictedValue, Prediction, PredictionTarget, Spoilt, is_close, parting,
};
use crate::report::{Metric, Report};
use crate::tui::component::ComponentRequest;
use crate::tui::guide::Guide;
use crate::tui::list::Row;
use crate::tui::open_case::OpenCase;
use crate::tui::words::reasons;
use crate::tui::worker::{TrialChanges, Try};

use super::ledger::LedgerScreen;
use super::prelude::*;

/// Width of an answer, in columns.
const ANSWER: usize = 17;
/// Width of a score's error, in columns.
const OFF: usize = 14;
/// Most changes of labels that are tried to find one that gives the predicted score.
const TRIES: usize = 80;

#[derive(Debug)]
pub struct Predicted {
    /// The case, by its position in the queue.
    case: usize,
    list: ListCursor,
}

impl Predicted {
    pub fn new(case: usize) -> Predicted {
        Predicted { case, list: ListCursor::default() }
    }

    /// Returns the case with the answers and the results.
    fn parts<'a>(&self, state: &'a State) -> Option<(&'a OpenCase, &'a Report, &'a Prediction)> {
        let (open_case, report) = state.judged().filter(|_| state.at == self.case)?;
        Some((open_case, report, open_case.prediction.as_ref()?))
    }

    fn rows(&self, state: &State, width: usize) -> Vec<Row> {
        let Some((open_case, report, prediction)) = self.parts(state) else { return Vec::new() };
        let theme = &state.theme;
        let mine = mine(open_case, prediction);
        let mut rows = Vec::new();
        if let Some(Guide::Gym(gym)) = &state.guide
            && let Some(exercise) = gym.exercise(self.case)
        {
            let lines = words::paragraph(theme, ThemeRole::Title, &spoilt(exercise), width.saturating_sub(2));
            rows.extend(lines.map(Row::heading));
        }
        for (at, compared) in prediction.compared(report).iter().enumerate() {
            let chosen = at == self.list.cursor();
            let line = line(report, compared, theme, width).style(row_style(theme, chosen));
            rows.push(Row { line, of: Some(at) });
            if compared.right {
                continue;
            }
            for text in why(open_case, report, compared, mine) {
                for part in words::wrap(&text, width.saturating_sub(8)) {
                    let line = theme.line(ThemeRole::Dim, format!("      {part}"));
                    rows.push(Row { line, of: Some(at) });
                }
            }
        }
        rows
    }
}

/// Returns how the summary was spoilt, in a sentence.
fn spoilt(exercise: &Exercise) -> String {
    if exercise.kind == UNSPOILT {
        return "Nothing was spoilt: the summary is faithful.".to_owned();
    }
    let [was, now] = &exercise.changed;
    let changed = match (was.as_str(), now.as_str()) {
        ("", now) => format!("\"{now}\" was added"),
        (was, "") => format!("\"{was}\" was left out"),
        (was, now) => format!("\"{was}\" became \"{now}\""),
    };
    format!("What was spoilt: {}. Here {changed}.", exercise.about)
}

/// Returns the result of the labels that the person predicted, if they predicted any.
fn mine<'a>(open_case: &'a OpenCase, prediction: &Prediction) -> Option<&'a Try> {
    let labels = prediction.labels();
    if labels.is_empty() { None } else { open_case.tries()?.of(&labels) }
}

/// Returns the label that a question is about, to be highlighted.
pub fn lit(prediction: &Prediction, at: usize) -> Vec<LabelId> {
    match prediction.rows.get(at).map(|row| &row.asked) {
        Some(PredictionTarget::Label(id, _)) => vec![*id],
        _ => Vec::new(),
    }
}

/// Returns an answer, or "-" if there is none.
pub fn answer_in_words(asked: &PredictionTarget, answer: Option<PredictedValue>) -> String {
    match (answer, asked) {
        (None, _) => "-".to_owned(),
        (Some(PredictedValue::Score(score)), _) => score.shown(),
        (Some(PredictedValue::Verdict(decision)), _) => decision.as_str().to_owned(),
        (Some(PredictedValue::Cap(fires)), _) => if fires { "fires" } else { "not fired" }.to_owned(),
        (Some(PredictedValue::Label(word)), PredictionTarget::Label(id, _)) => id.list.value_name(word),
        (Some(PredictedValue::Label(word)), _) => word.as_str().to_owned(),
        (Some(PredictedValue::Where(place)), _) => self::place(place),
    }
}

/// Returns the place at which a summary was spoilt, in words.
pub fn place(place: Spoilt) -> String {
    match place {
        Spoilt::Sentence(at) => format!("sentence {}", at + 1),
        Spoilt::Missing => "left out".to_owned(),
        Spoilt::Nowhere => "nowhere".to_owned(),
    }
}

/// Returns the readable name of a cap.
fn cap_name<'r>(report: &'r Report, slug: &'r str) -> &'r str {
    report.caps.iter().find(|cap| cap.slug == slug).map_or(slug, |cap| &cap.words.name)
}

fn question(report: &Report, asked: &PredictionTarget) -> String {
    match asked {
        PredictionTarget::Score(key) => words::metric(key),
        PredictionTarget::Verdict => "Verdict".to_owned(),
        PredictionTarget::Cap(slug) => format!("Cap: {}", cap_name(report, slug)),
        PredictionTarget::Label(id, text) => format!("{} {text}", id.shown()),
        PredictionTarget::Where(_) => "Where is it wrong?".to_owned(),
    }
}

fn line(report: &Report, compared: &CheckedPrediction, theme: &Theme, width: usize) -> Line<'static> {
    let (sign, role) = if compared.right { ("✓", ThemeRole::Pass) } else { ("✗", ThemeRole::Fail) };
    let spare = if width >= 70 { OFF } else { 0 };
    let columns = width.saturating_sub(2 * ANSWER + spare + 5).clamp(10, 60);
    let mut line = vec![
        theme.span(role, format!(" {sign} ")),
        theme.span(ThemeRole::Text, format!("{} ", words::cell(&question(report, &compared.asked), columns))),
        theme.span(
            ThemeRole::Person,
            words::cell(&format!("you: {}", answer_in_words(&compared.asked, compared.answer)), ANSWER),
        ),
        theme.span(
            ThemeRole::Accent,
            words::cell(&format!("is: {}", answer_in_words(&compared.asked, compared.truth)), ANSWER),
        ),
    ];
    if let (Some(PredictedValue::Score(you)), Some(PredictedValue::Score(truth)), false) =
        (compared.answer, compared.truth, compared.right)
    {
        let words = if you > truth {
            format!("{} too high", (you - truth).shown())
        } else {
            format!("{} too low", (truth - you).shown())
        };
        if words::width_of(&line) + words::width(&words) <= width {
            line.push(theme.span(ThemeRole::Warn, words));
        }
    }
    Line::from(line)
}

/// Returns how an answer departs from the result, in sentences.
fn why(
    open_case: &OpenCase,
    report: &Report,
    compared: &CheckedPrediction,
    mine: Option<&Try>,
) -> Vec<String> {
    match (&compared.asked, compared.answer) {
        (PredictionTarget::Score(key), Some(PredictedValue::Score(you))) => {
            let Some(metric) = report.metric(key) else { return Vec::new() };
            score(open_case, report, metric, you, mine)
        }
        (PredictionTarget::Cap(slug), _) => {
            let rows = report.caps.iter().filter(|cap| cap.slug == *slug);
            let mut observed: Vec<String> =
                rows.map(|cap| format!("{}: {}", cap.rule(), cap.observed)).collect();
            observed.dedup();
            observed
        }
        (PredictionTarget::Verdict, _) => reasons::all(report).into_iter().take(2).collect(),
        (PredictionTarget::Label(id, _), _) => {
            report.label(*id).map(|label| label.why.clone()).unwrap_or_default()
        }
        (PredictionTarget::Score(_) | PredictionTarget::Where(_), _) => Vec::new(),
    }
}

fn score(
    open_case: &OpenCase,
    report: &Report,
    metric: &Metric,
    you: Num,
    mine: Option<&Try>,
) -> Vec<String> {
    let named = |at: usize| metric.steps.get(at).map(|step| (at + 1, step));
    let own = mine.and_then(|mine| mine.metric(metric.key));
    let mut explanations = Vec::new();
    match parting(report, metric, you, own) {
        Divergence::Cap(slug) => {
            let raw = metric.raw().map_or_else(String::new, Num::shown);
            explanations.push(format!(
                "{raw} is the score before the caps: \"{}\" lowers it",
                cap_name(report, slug)
            ));
        }
        Divergence::Step(at) => {
            if let Some((number, step)) = named(at) {
                explanations.push(format!(
                    "{} is step {number}, {}: the ledger goes on from there",
                    step.value.shown(),
                    step.name
                ));
            }
        }
        Divergence::Differs(at, value) => match named(at) {
            Some((number, step)) => explanations.push(format!(
                "by your labels step {number}, {}, would be {}; it is {} = {}",
                step.name,
                value.shown(),
                origin(step),
                step.value.shown()
            )),
            None => explanations.push("by your labels the ledger would have other steps".to_owned()),
        },
        Divergence::Unknown => {}
    }
    if explanations.is_empty() {
        explanations.extend(other_label(open_case, metric, you));
    }
    if explanations.is_empty() {
        let steps: Vec<String> = metric
            .steps
            .iter()
            .map(|step| format!("{} = {} = {}", step.name, origin(step), step.value.shown()))
            .collect();
        explanations.push(steps.join("; "));
        explanations.extend(causes(open_case, metric));
    }
    explanations
}

/// Returns the calculation of a step in numbers or, if that is only one number, in words: "score without deviation".
fn origin(step: &Step) -> String {
    let with = step.with();
    if with.parse::<f64>().is_ok() { step.formula().replace('_', " ") } else { with }
}

/// Returns the labels that cost a metric points, in a sentence.
fn causes(open_case: &OpenCase, metric: &Metric) -> Option<String> {
    const MAX_COSTS: usize = 3;
    let costs = |id: &LabelId| {
        let word = open_case.get(*id)?.word?;
        let bad = words::word(word) != ThemeRole::Supported;
        bad.then(|| format!("{}: {}", id.shown(), id.list.value_name(word)))
    };
    let costs: Vec<String> = metric.labels.iter().filter_map(costs).collect();
    let more = costs.len().saturating_sub(MAX_COSTS);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    let first: Vec<String> = costs.into_iter().take(MAX_COSTS).collect();
    (!first.is_empty()).then(|| format!("it rests on {}{tail}", first.join(", ")))
}

/// Returns a label that would give the predicted score if it had another word, and where the ledger would
/// then differ.
fn other_label(open_case: &OpenCase, metric: &Metric, you: Num) -> Option<String> {
    let tries = &open_case.tries()?.tries;
    let near = |tried: &&Try| {
        let score = tried.metric(metric.key).and_then(Metric::score);
        score.is_some_and(|score| is_close(metric, you, score))
    };
    let found = tries.iter().filter(|tried| tried.changes.len() == 1).find(near)?;
    let (id, word) = *found.changes.first()?;
    let other = found.metric(metric.key)?;
    let step = crate::prediction::first_difference(other, metric).and_then(|at| {
        let (then, now) = (other.steps.get(at)?, metric.steps.get(at)?);
        Some(format!(": {} would be {}, not {}", now.name, then.value.shown(), now.value.shown()))
    });
    Some(format!("right if {} were {}{}", id.shown(), id.list.value_name(word), step.unwrap_or_default()))
}

/// Returns every other word for every label that affects a wrongly predicted metric.
fn alternatives(open_case: &OpenCase, report: &Report, prediction: &Prediction) -> Vec<TrialChanges> {
    let compared = prediction.compared(report);
    let wrong =
        compared.iter().filter(|compared| !compared.right).filter_map(|compared| match compared.asked {
            PredictionTarget::Score(key) => report.metric(key),
            _ => None,
        });
    let mut ids: Vec<LabelId> = wrong.flat_map(|metric| metric.labels.iter().copied()).collect();
    ids.sort_unstable();
    ids.dedup();
    let others = |id: LabelId| {
        let now = open_case.get(id).and_then(|label| label.word);
        let words = id.list.spec().words.iter().copied().filter(move |word| Some(*word) != now);
        words.map(move |word| vec![(id, word)])
    };
    ids.into_iter().flat_map(others).take(TRIES).collect()
}

impl Component for Predicted {
    fn window(&self, _state: &State) -> Window {
        Window::under_texts(Context::Predicted).of_rubric()
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        let Some((_, report, prediction)) = self.parts(cx.state) else {
            cx.close();
            return true;
        };
        if action == Action::Enter {
            let metric = match prediction.rows.get(self.list.cursor()).map(|row| &row.asked) {
                Some(PredictionTarget::Score(key)) => {
                    report.metrics.iter().position(|metric| metric.key == *key)
                }
                _ => None,
            };
            if let (Some(at), Some(open_case)) = (metric, cx.state.open_case_mut()) {
                open_case.score.set(at);
            }
            match metric.and_then(|_| LedgerScreen::open(cx.state)) {
                Some(ledger) => cx.open(ledger),
                None => cx.notify("only a score has a ledger"),
            }
            return true;
        }
        if action == Action::NextCase {
            cx.close();
            cx.asks.push(ComponentRequest::Run(action, Cx::NO_KEY));
            return true;
        }
        if action == Action::Reveal && cx.state.guide.is_none() {
            cx.state.predicting = false;
            cx.close();
            cx.notify("scores are shown from the beginning again");
            return true;
        }
        false
    }

    fn wants_tries(&self, state: &State) -> Vec<TrialChanges> {
        // Answers are checked before the scores are shown.
        let open_case = state.open_cases.get(&self.case);
        let parts = open_case
            .and_then(|open_case| Some((open_case, open_case.report()?, open_case.prediction.as_ref()?)));
        let Some((open_case, report, prediction)) = parts else { return Vec::new() };
        match prediction.labels() {
            labels if labels.is_empty() => alternatives(open_case, report, prediction),
            labels => vec![labels],
        }
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        action != Action::Strengths || matches!(state.guide, Some(Guide::Gym(_)))
    }

    fn lit(&self, state: &State) -> Option<Vec<LabelId>> {
        let (_, _, prediction) = self.parts(state)?;
        Some(lit(prediction, self.list.cursor()))
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let inner = inside(area);
        let rows = self.rows(state, usize::from(inner.width));
        Some(ListView::of_lines(self.list, rows, inner).on_click(OnClick::Points))
    }

    fn set_row(&mut self, row: usize, _cx: &mut Cx) {
        self.list.set(row);
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        let heading = match self.parts(state) {
            Some((_, report, prediction)) => {
                let compared = prediction.compared(report);
                let right = compared.iter().filter(|compared| compared.right).count();
                format!("You expected: {right} of {} right", compared.len())
            }
            None => "You expected".to_owned(),
        };
        let inner = self.framed(state, frame, area, &heading, &[(&[Action::Enter], "ledger"), CLOSES]);
        let rows = self.rows(state, usize::from(inner.width));
        self.list.draw_lines(rows, frame, inner);
    }
}
