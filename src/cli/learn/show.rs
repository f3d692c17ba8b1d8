//! Formats lessons as plain text.

use std::fmt::Write;
use std::path::Path;

use crate::files::typed;
use crate::labels::LabelValue;
use crate::lesson::{AttemptResult, LabelChange, Lesson, is_late};
use crate::num::pluralize;
use crate::progress::Progress;
use crate::text::visible::{Shape, visible};

use super::course::LoadedCourse;

/// Returns a text on one line, with control characters replaced.
pub fn line(text: &str) -> String {
    visible(text, Shape::Line).into_owned()
}

/// Lists all lessons, with the learner's progress.
pub fn list(lessons: &[Lesson], progress: &Progress) -> String {
    let mut text = String::new();
    let mut passed = 0;
    let width = lessons.iter().map(|lesson| lesson.name.len()).max().unwrap_or_default();
    for (at, lesson) in lessons.iter().enumerate() {
        let (mark, note) = match progress.lesson(&lesson.name) {
            Some(taken) if taken.passed.is_some() => {
                passed += 1;
                ("[x]", String::new())
            }
            Some(taken) => ("[-]", format!(" ({} so far)", pluralize(taken.attempts as usize, "attempt"))),
            None => ("[ ]", String::new()),
        };
        let _ = writeln!(text, "{:>3} {mark} {:<width$}  {}{note}", at + 1, lesson.name, lesson.title);
    }
    let _ =
        writeln!(text, "\n{passed} of {} passed. `lockbench learn 1` opens the first lesson.", lessons.len());
    text
}

/// Lists the lessons of a course, with the learner's progress, prerequisites and due dates. `now` is the present
/// time (RFC 3339).
pub fn course(opened: &LoadedCourse, progress: &Progress, now: &str) -> String {
    let mut text = format!("{}\n\n", line(&opened.course.title));
    let mut passed = 0;
    let width = opened.lessons.iter().map(|(lesson, _)| lesson.name.len()).max().unwrap_or_default();
    for (at, ((lesson, recorded), step)) in opened.lessons.iter().zip(&opened.course.steps).enumerate() {
        let missing = opened.missing(at, progress);
        let taken = progress.lesson(recorded);
        let done = taken.and_then(|taken| taken.passed.as_deref());
        passed += usize::from(done.is_some());
        let mut notes = Vec::new();
        if let Some(due) = &step.due {
            notes.push(match (is_late(done.unwrap_or(now), due), done) {
                (true, Some(_)) => format!("due {due}, passed late"),
                (true, None) => format!("overdue since {due}"),
                (false, _) => format!("due {due}"),
            });
        }
        if done.is_none() && !missing.is_empty() {
            notes.push(format!("after {}", missing.join(", ")));
        }
        let mark = match (done, missing.is_empty(), taken) {
            (Some(_), ..) => "[x]",
            (None, false, _) => "[#]",
            (None, true, Some(_)) => "[-]",
            (None, true, None) => "[ ]",
        };
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
        let _ = writeln!(text, "{:>3} {mark} {:<width$}  {}{notes}", at + 1, lesson.name, lesson.title);
    }
    let _ = writeln!(text, "\n{passed} of {} passed.", opened.lessons.len());
    if text.contains(" [#] ") {
        text.push_str("[#] opens when the lessons named after it are passed.\n");
    }
    visible(&text, Shape::Block).into_owned()
}

/// Shows a lesson, the current state of its goals, and how to continue.
pub fn lesson(lesson: &Lesson, tried: &AttemptResult, case: &Path) -> String {
    let mut text = format!("{}\n{}\n\n", lesson.title, "=".repeat(lesson.title.chars().count()));
    let _ = writeln!(text, "{}\n\nThe rule: {}\n{}", lesson.text, lesson.rule, cited(lesson));
    let _ = writeln!(
        text,
        "Article\n-------\n{}\n\nSummary\n-------\n{}\n",
        lesson.case.article, lesson.case.summary
    );
    text.push_str(&labels(lesson, tried));
    // A score to be predicted must not be revealed by the other goals.
    let secret = lesson.goals.iter().any(crate::lesson::Goal::is_prediction);
    text.push_str(&goals(lesson, tried, secret));
    if !secret {
        text.push_str(&scores(tried));
    }
    let name = typed(&lesson.name);
    let _ = write!(
        text,
        "\nTo look at it in the workbench:\n  lockbench --rubric {} {}{}\n\
         To try something here (each option can be repeated):\n  \
         lockbench learn {name} --summary FILE|- --label LIST/INDEX=VALUE --reading KEY=VALUE --predict METRIC=N\n\
         For help: lockbench learn {name} --hints; for an answer: --solution\n",
        lesson.rubric,
        readings(lesson),
        line(&typed(case)),
    );
    visible(&text, Shape::Block).into_owned()
}

/// Lists the annotation rules that a lesson cites, on one line.
pub fn cited(lesson: &Lesson) -> String {
    let titles: Vec<String> =
        lesson.cites.iter().map(|rule| format!("{} ({})", rule.title, rule.id)).collect();
    match titles.is_empty() {
        true => String::new(),
        false => format!("Annotation rules: {}; `lockbench explain ID`\n", titles.join(", ")),
    }
}

/// Lists the labels relevant to a lesson, by the names that `--label` takes.
fn labels(lesson: &Lesson, tried: &AttemptResult) -> String {
    let mut text = String::new();
    for list in lesson.lists() {
        let _ = writeln!(text, "{}\n{}", list.spec().title, "-".repeat(list.spec().title.len()));
        for (id, label) in tried.labels(list) {
            let word = label.word.map_or("", LabelValue::as_str);
            let kind = label.kind.map(|kind| format!(" ({kind})")).unwrap_or_default();
            let said = if label.text.is_empty() { label.why.join("; ") } else { label.text.clone() };
            let answer = label.answer.as_ref().map(|answer| format!(" {answer}")).unwrap_or_default();
            let why = if label.text.is_empty() || label.why.is_empty() {
                String::new()
            } else {
                format!(" [{}]", label.why.join("; "))
            };
            let _ = writeln!(
                text,
                "{:<16} {word:<12}{kind} {}",
                id.to_string(),
                line(&format!("{said}{answer}{why}"))
            );
        }
        text.push('\n');
    }
    text
}

/// Formats the initial readings of a lesson as arguments.
fn readings(lesson: &Lesson) -> String {
    let own = crate::rubric::READINGS
        .iter()
        .filter(|reading| lesson.readings.get(reading.key) != reading.values[0]);
    own.map(|reading| format!("--reading {}={} ", reading.key, lesson.readings.get(reading.key))).collect()
}

/// Describes the result of an attempt.
pub fn outcome(lesson: &Lesson, tried: &AttemptResult, passed: bool) -> String {
    let mut foretold = lesson.goals.iter().filter(|goal| goal.is_prediction());
    let secret = foretold.any(|goal| goal.is_met(tried) != Ok(true)) && tried.predictions.is_empty();
    let mut text = goals(lesson, tried, secret);
    if !secret {
        text.push_str(&scores(tried));
    }
    if passed {
        let _ = writeln!(text, "\nPassed. The rule: {}", lesson.rule);
    } else {
        let _ = writeln!(text, "\nNot yet. `lockbench learn {} --hints` helps.", typed(&lesson.name));
    }
    visible(&text, Shape::Block).into_owned()
}

fn goals(lesson: &Lesson, tried: &AttemptResult, secret: bool) -> String {
    let mut text = "Goals\n".to_owned();
    for goal in &lesson.goals {
        let (mark, seen) = match goal.is_met(tried) {
            Ok(true) => ("[x]", goal.seen(tried)),
            Ok(false) => ("[ ]", goal.seen(tried)),
            Err(error) => ("[?]", error.to_string()),
        };
        let seen = if secret && !goal.is_prediction() || seen.is_empty() {
            String::new()
        } else {
            format!(" ({seen})")
        };
        let _ = writeln!(text, "  {mark} {goal}{seen}");
    }
    text
}

/// Lists the current scores, with the original ones.
fn scores(tried: &AttemptResult) -> String {
    let mut text = format!("\nScores ({})\n", tried.report.verdict.decision.as_str());
    let shown =
        |score: Option<crate::num::Num>| score.map_or_else(|| "none".to_owned(), |score| score.shown());
    for metric in &tried.report.metrics {
        let was = tried.opened.metric(metric.key).and_then(|metric| metric.score());
        let moved = if was == metric.score() { String::new() } else { format!(" (was {})", shown(was)) };
        let _ = writeln!(text, "  {:<27} {}{moved}", metric.key, shown(metric.score()));
    }
    for cap in tried.report.caps.iter().filter(|cap| matches!(cap.fired, crate::report::Fired::Yes { .. })) {
        let _ =
            writeln!(text, "  cap {}: {} <= {} ({})", cap.slug, cap.metric, cap.limit.shown(), cap.observed);
    }
    text
}

pub fn hints(lesson: &Lesson) -> String {
    if lesson.hints.is_empty() {
        return "This lesson has no hints.\n".to_owned();
    }
    let each = lesson.hints.iter().enumerate().map(|(at, hint)| format!("{}. {hint}\n", at + 1));
    visible(&each.collect::<String>(), Shape::Block).into_owned()
}

/// Describes the author's solution.
pub fn solution(lesson: &Lesson) -> String {
    let solution = &lesson.solution;
    let mut text = "A solution\n".to_owned();
    if let Some(summary) = &solution.summary {
        let _ = writeln!(text, "  The summary:\n{summary}");
    }
    for (id, change) in &solution.labels {
        let value = match change {
            LabelChange::To(value) => value.as_str(),
            LabelChange::Rejected => "rejected",
        };
        let _ = writeln!(text, "  --label {id}={value}");
    }
    for (key, value) in &solution.readings {
        let _ = writeln!(text, "  --reading {key}={value}");
    }
    for (metric, value) in &solution.predictions {
        let _ = writeln!(text, "  --predict {metric}={}", value.shown());
    }
    visible(&text, Shape::Block).into_owned()
}
