//! Goals: sentences that are true or false of what a learner did.

use std::fmt;

use super::attempt::AttemptResult;
use super::error::{LessonError, NoLabel};
use super::names::{label_id, label_value, metric_of};
use crate::labels::{LabelId, LabelValue};
use crate::num::Num;
use crate::report::{Decision, Fired, PartValue};
use crate::rubric::{Choice, Rubric};

/// A goal that a learner has to reach in a lesson.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The goal as the author wrote it.
    pub text: String,
    /// Line in the file.
    pub line: usize,
    /// Whether the goal may already hold at the start.
    pub keeps: bool,
    /// Whether the learner is told what to find but not where.
    pub secret: bool,
    test: Test,
}

#[derive(Clone, Debug)]
enum Test {
    Cap { slug: &'static str, name: String, fired: bool },
    Score { metric: &'static str, part: Option<String>, order: Order, value: Num },
    Verdict(Decision),
    Label { id: LabelId, value: LabelValue },
    Reading(Choice),
    Predict { metric: &'static str, within: Num },
    NoSentenceDeleted,
    SummaryUnchanged,
    StillSummary,
    NoLabelChanged,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    AtLeast,
    AtMost,
    Above,
    Below,
    Equal,
}

/// Comparison signs, longer ones first.
const ORDERS: [(&str, Order); 5] = [
    (">=", Order::AtLeast),
    ("<=", Order::AtMost),
    (">", Order::Above),
    ("<", Order::Below),
    ("=", Order::Equal),
];

impl Goal {
    /// Parses a goal of a lesson that is scored by a rubric.
    ///
    /// # Errors
    /// If it has none of the `FORMS`, or names something that the rubric does not have.
    pub fn read(text: &str, line: usize, rubric: &dyn Rubric) -> Result<Goal, LessonError> {
        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (kept, rest) = match plain.strip_prefix("keep ") {
            Some(rest) => (true, rest),
            None => (false, plain.as_str()),
        };
        let test = test(rest, rubric)?;
        let constraint = matches!(
            test,
            Test::NoSentenceDeleted | Test::SummaryUnchanged | Test::StillSummary | Test::NoLabelChanged
        );
        Ok(Goal { text: plain, line, keeps: kept || constraint, secret: false, test })
    }

    /// Returns whether the goal is reached.
    ///
    /// # Errors
    /// If the case has nothing that the goal could apply to: the reason.
    pub fn is_met(&self, tried: &AttemptResult) -> Result<bool, LessonError> {
        let now = &tried.report;
        Ok(match &self.test {
            Test::Cap { slug, fired, .. } => {
                let mut rows = now.caps.iter().filter(|cap| cap.slug == *slug).peekable();
                if rows.peek().is_none() {
                    return Err(LessonError::NoRow(slug));
                }
                if *fired {
                    rows.any(|cap| matches!(cap.fired, Fired::Yes { .. }))
                } else {
                    rows.all(|cap| cap.fired == Fired::No)
                }
            }
            Test::Score { metric, part, order, value } => {
                order.holds(number(tried, metric, part.as_deref())?, *value)
            }
            Test::Verdict(decision) => now.verdict.decision == *decision,
            Test::Label { id, value } => tried.label(*id).ok_or_else(|| no_label(tried, *id))? == *value,
            Test::Reading(choice) => tried.readings.is(*choice),
            Test::Predict { metric, within } => {
                let of =
                    |report: &crate::report::Report| report.metric(metric).and_then(|metric| metric.score());
                let truth = of(&tried.opened).ok_or_else(|| LessonError::NoScore((*metric).to_owned()))?;
                let said = tried.predictions.iter().find(|(key, _)| key == metric);
                said.is_some_and(|(_, said)| distance(*said, truth) <= *within)
            }
            Test::NoSentenceDeleted => tried.sentences[1] >= tried.sentences[0],
            Test::SummaryUnchanged => !tried.edited,
            Test::StillSummary => tried.is_summary,
            Test::NoLabelChanged => tried.changed_labels == 0,
        })
    }

    /// Describes the current state of what the goal asks for.
    pub fn seen(&self, tried: &AttemptResult) -> String {
        match &self.test {
            Test::Cap { slug, .. } => {
                let row = tried.report.caps.iter().find(|cap| cap.slug == *slug);
                row.map_or_else(String::new, |cap| {
                    let state = match cap.fired {
                        Fired::Yes { .. } => "fired",
                        Fired::No => "not fired",
                        Fired::Unknown(_) => "unknown",
                    };
                    format!("{state}: {}", cap.observed)
                })
            }
            Test::Score { metric, part, .. } => match number(tried, metric, part.as_deref()) {
                Ok(number) => format!("is {}", number.shown()),
                Err(why) => why.to_string(),
            },
            Test::Verdict(_) => format!("is {}", tried.report.verdict.decision.as_str()),
            Test::Label { id, value } if self.secret => feedback(tried, *id, *value),
            Test::Label { id, .. } => match tried.label(*id) {
                Some(value) => format!("is {}", value.as_str()),
                None => no_label(tried, *id).to_string(),
            },
            Test::Reading(choice) => format!("is {}", tried.readings.value(choice.reading())),
            // Showing the score itself would reveal the answer.
            Test::Predict { metric, .. } => match tried.predictions.iter().find(|(key, _)| key == metric) {
                Some((_, said)) => format!("you said {}", said.shown()),
                None => "no prediction yet".to_owned(),
            },
            Test::NoSentenceDeleted => {
                format!("{} of {} sentences", tried.sentences[1], tried.sentences[0])
            }
            Test::SummaryUnchanged => if tried.edited { "it was edited" } else { "" }.to_owned(),
            Test::StillSummary => {
                if tried.is_summary { "" } else { "too little is left, or a sentence without a verb" }
                    .to_owned()
            }
            Test::NoLabelChanged => match tried.changed_labels {
                0 => String::new(),
                count => format!("changed: {}", crate::num::pluralize(count, "label")),
            },
        }
    }

    /// Returns the goal as shown to a learner; for a secret goal without the place.
    pub fn shown(&self) -> String {
        match &self.test {
            Test::Label { id, value } if self.secret => {
                format!("find the {} that is {}", id.list.spec().unit, value.as_str())
            }
            // The name used in the panel of caps.
            Test::Cap { name, fired, .. } => {
                format!("the cap \"{name}\" {}", if *fired { "fires" } else { "does not fire" })
            }
            _ => self.text.clone(),
        }
    }

    /// Returns the list of the label that it is about.
    pub fn list(&self) -> Option<crate::labels::List> {
        match self.test {
            Test::Label { id, .. } => Some(id.list),
            _ => None,
        }
    }

    /// Returns the metric whose score has to be predicted, if any.
    pub fn predicts(&self) -> Option<&'static str> {
        match self.test {
            Test::Predict { metric, .. } => Some(metric),
            _ => None,
        }
    }

    /// Returns whether it is about the initial score, which must not be shown before it is predicted.
    pub fn is_prediction(&self) -> bool {
        self.predicts().is_some()
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.shown())
    }
}

impl Order {
    fn holds(self, one: Num, other: Num) -> bool {
        match self {
            Order::AtLeast => one >= other,
            Order::AtMost => one <= other,
            Order::Above => one > other,
            Order::Below => one < other,
            Order::Equal => one == other,
        }
    }
}

fn distance(a: Num, b: Num) -> Num {
    if a > b { a - b } else { b - a }
}

/// Returns the feedback on an answer to a secret goal.
fn feedback(tried: &AttemptResult, id: LabelId, value: LabelValue) -> String {
    let number = |id: &LabelId| format!("{} {}", id.list.spec().unit, id.index + 1);
    if tried.label(id) == Some(value) {
        return format!("{}: right", number(&id));
    }
    let of_list = tried.answers.iter().filter(|(other, _)| other.list == id.list);
    let said: Vec<String> = of_list
        .map(|(other, word)| match (*other == id, *word == value) {
            (true, _) => format!("{} is the one, and it is not {}", number(other), word.as_str()),
            (false, true) => format!("{} is not it", number(other)),
            (false, false) => format!("{} is not what is asked for", number(other)),
        })
        .collect();
    if said.is_empty() { "not found yet".to_owned() } else { said.join("; ") }
}

fn no_label(tried: &AttemptResult, id: LabelId) -> NoLabel {
    NoLabel { id, count: tried.labels(id.list).count() }
}

fn number(tried: &AttemptResult, metric: &str, part: Option<&str>) -> Result<Num, LessonError> {
    let found = tried.report.metric(metric).ok_or_else(|| LessonError::NoMetric(metric.to_owned()))?;
    let value = match part {
        None => found.score(),
        Some("raw") => found.raw(),
        Some(part) => {
            let value = found.parts.iter().find(|(key, _)| *key == part).map(|(_, value)| value);
            let Some(value) = value else {
                let known = found.parts.iter().map(|(key, _)| *key).collect();
                return Err(LessonError::NoPart { metric: metric.to_owned(), part: part.to_owned(), known });
            };
            match value {
                PartValue::Number(number) => Some(*number),
                PartValue::Count(count) => Some(Num::count(*count)),
                PartValue::Word(_) | PartValue::Flag(_) => {
                    let (metric, part) = (metric.to_owned(), part.to_owned());
                    return Err(LessonError::PartIsNotANumber { metric, part });
                }
            }
        }
    };
    value.ok_or_else(|| LessonError::NoScore(metric.to_owned()))
}

fn test(text: &str, rubric: &dyn Rubric) -> Result<Test, LessonError> {
    match text {
        "no sentence deleted" => return Ok(Test::NoSentenceDeleted),
        "still a summary" => return Ok(Test::StillSummary),
        "summary unchanged" => return Ok(Test::SummaryUnchanged),
        "no label changed" => return Ok(Test::NoLabelChanged),
        _ => {}
    }
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    match first {
        "cap" => cap(rest, rubric),
        "verdict" => verdict(rest),
        "label" => {
            let (id, value) = rest.split_once('=').ok_or(LessonError::Form("label LIST/INDEX = VALUE"))?;
            let id = label_id(id.trim())?;
            Ok(Test::Label { id, value: label_value(id, value.trim())? })
        }
        "reading" => {
            let (key, value) = rest.split_once('=').ok_or(LessonError::Form("reading KEY = VALUE"))?;
            Ok(Test::Reading(Choice::find(key.trim(), value.trim())?))
        }
        "predict" => {
            let (metric, within) =
                rest.split_once(" within ").ok_or(LessonError::Form("predict METRIC within N"))?;
            Ok(Test::Predict { metric: metric_of(metric.trim(), rubric)?, within: value_of(within.trim())? })
        }
        _ => score(text, rubric),
    }
}

fn cap(rest: &str, rubric: &dyn Rubric) -> Result<Test, LessonError> {
    let (slug, state) =
        rest.split_once(' ').ok_or(LessonError::Form("cap SLUG released, or cap SLUG fired"))?;
    let fired = match state {
        "fired" => true,
        "released" => false,
        _ => return Err(LessonError::CapState(state.to_owned())),
    };
    let docs = rubric.docs();
    match docs.caps.iter().find(|cap| cap.slug == slug) {
        Some(cap) => Ok(Test::Cap { slug: cap.slug, name: cap.name.to_owned(), fired }),
        None => {
            let known = docs.caps.iter().map(|cap| cap.slug).collect();
            Err(LessonError::NotInRubric { what: "cap", name: slug.to_owned(), known })
        }
    }
}

fn verdict(word: &str) -> Result<Test, LessonError> {
    let known = [Decision::Pass, Decision::Warn, Decision::Fail];
    let found = known.into_iter().find(|decision| decision.as_str() == word);
    found.map(Test::Verdict).ok_or_else(|| LessonError::UnknownVerdict(word.to_owned()))
}

fn score(text: &str, rubric: &dyn Rubric) -> Result<Test, LessonError> {
    let found = ORDERS.iter().find_map(|(sign, order)| Some((text.split_once(sign)?, *order)));
    let Some(((left, right), order)) = found else {
        return Err(LessonError::UnknownGoal(text.to_owned()));
    };
    let (metric, part) = match left.trim().split_once('.') {
        Some((metric, part)) => (metric, Some(part.to_owned())),
        None => (left.trim(), None),
    };
    Ok(Test::Score { metric: metric_of(metric, rubric)?, part, order, value: value_of(right.trim())? })
}

fn value_of(text: &str) -> Result<Num, LessonError> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Num::decimal(value)),
        _ => Err(LessonError::NotANumber(text.to_owned())),
    }
}
