//! The guide beside the panels: the lesson's goals with marks, or the step of the tour. It handles no keys;
//! the window of the lesson does.

use crate::labels::Side;
use crate::lesson::Goal;
use crate::tui::course::{CourseState, GoalMark};
use crate::tui::guide::Guide;
use crate::tui::prose;
use crate::tui::training::GymState;
use crate::tui::widgets::title;

use super::lesson_text::{COLUMNS, LessonText};
use super::prelude::*;
use super::{strengths, touring};

/// Rows from which it has a frame.
const FRAMED: u16 = 8;

/// Draws the guide: complete in a column, or only the most important part in a strip of a few lines.
pub fn draw(state: &State, frame: &mut Frame, area: Rect) {
    let Some(guide) = &state.guide else { return };
    let theme = &state.theme;
    let text = match guide {
        Guide::Lessons(course) => lesson(state, course),
        Guide::Gym(gym) => training(state, gym),
        Guide::Tour(tour) => touring::lesson_text(state, tour),
    };
    if area.height < FRAMED {
        let width = usize::from(area.width);
        let lines = std::iter::once(text.heading_line(theme, width)).chain(text.short);
        frame.buffer_mut().set_style(area, theme.style(ThemeRole::Text));
        return widgets::put(frame, area, lines);
    }
    let heading =
        title(theme, sanitize::fit(&text.heading, usize::from(area.width).saturating_sub(4)).into_owned());
    frame.render_widget(widgets::panel(theme, false, heading, Line::default()), area);
    let inner = inside(area);
    let lines = text.long;
    let below = lines.len().saturating_sub(usize::from(inner.height));
    widgets::put(frame, inner, lines);
    if below > 0 {
        let words = format!(" {} shows all ", state.keys.name(Context::Main, Action::Lesson));
        widgets::edge(frame, area, theme.span(ThemeRole::Key, words));
    }
}

/// Returns a goal in lines: its mark, what it asks for, and the current value, unless that is a `hidden`
/// score.
fn goal_lines(
    theme: &Theme,
    goal: &Goal,
    mark: Option<&GoalMark>,
    hidden: bool,
    width: usize,
) -> Vec<Line<'static>> {
    let (sign, role) = match mark.and_then(|mark| mark.met) {
        Some(true) => ("✓ ", ThemeRole::Pass),
        Some(false) => ("○ ", ThemeRole::Warn),
        None if mark.is_some() => ("? ", ThemeRole::Incomplete),
        None => ("· ", ThemeRole::Dim),
    };
    let shown = !hidden || goal.is_prediction();
    let seen = mark.map(|mark| mark.seen.as_str()).filter(|seen| shown && !seen.is_empty());
    // Labels are numbered as on the screen.
    let words = words::wrap(&words::with_labels(&goal.shown()), width.saturating_sub(2)).into_iter();
    let mut lines: Vec<Line> = words
        .enumerate()
        .map(|(at, part)| {
            let sign = if at == 0 { sign } else { "  " };
            Line::from(vec![theme.span(role, sign), theme.span(ThemeRole::Text, part)])
        })
        .collect();
    let Some(seen) = seen else { return lines };
    let tail = format!("  ({seen})");
    match lines.last_mut() {
        Some(last) if words::width_of(&last.spans) + words::width(&tail) <= width => {
            last.push_span(theme.span(ThemeRole::Dim, sanitize::line(&tail).into_owned()));
        }
        _ => lines.extend(
            words::wrap(seen, width.saturating_sub(4))
                .into_iter()
                .map(|part| theme.line(ThemeRole::Dim, format!("    {part}"))),
        ),
    }
    lines
}

/// Returns the goals of a lesson in lines.
pub fn goals(state: &State, course: &CourseState, width: usize) -> Vec<Line<'static>> {
    let Some(lesson) = course.lesson(state.at) else { return Vec::new() };
    let (stand, hidden) = (course.stand(state.at), course.hides(state.at));
    let each = lesson.goals.iter().enumerate().flat_map(|(at, goal)| {
        let mark = stand.and_then(|stand| stand.marks.get(at));
        goal_lines(&state.theme, goal, mark, hidden, width)
    });
    each.collect()
}

/// Returns what to do next, in a line; empty if another window receives the keys.
pub fn next_key(state: &State, course: &CourseState) -> String {
    let first = match state.context {
        Context::Editing => format!("{}, then ", state.keys.name(Context::Editing, Action::StopEditing)),
        context if state.keys.works(context, Action::Lesson) => String::new(),
        _ => return String::new(),
    };
    let key = |action| state.keys.name(Context::Main, action);
    // While text is being typed, another key has to be pressed first.
    let lead = |action| format!("{first}{}", key(action));
    let passed = course.stand(state.at).is_some_and(|stand| stand.passed);
    let last = state.at + 1 >= course.entries.len();
    let other_article = state.open_case().is_some_and(|open_case| open_case.is_edited(Side::Article));
    match () {
        () if other_article && !passed => {
            format!("no goal counts with a changed article: {} undoes", lead(Action::Undo))
        }
        () if passed && last => format!("passed · {} the rule", lead(Action::Lesson)),
        () if passed => {
            format!("passed · {} the rule · {} next lesson", lead(Action::Lesson), key(Action::NextCase))
        }
        () if course.hides(state.at) => {
            format!("{} predict the scores · {} lesson, hints", lead(Action::Predict), key(Action::Lesson))
        }
        () => format!("{} lesson, hints", lead(Action::Lesson)),
    }
}

fn training(state: &State, gym: &GymState) -> LessonText {
    let theme = &state.theme;
    let key = |action| state.keys.name(Context::Main, action);
    let (right, all) = gym.score;
    let heading = format!("Gym · exercise {} · {right} of {all} right", gym.asked.len());
    let answered = state.open_case().is_some_and(|open_case| open_case.prediction.is_some());
    let next = if state.context == Context::Predicted {
        let key = |action| state.keys.name(Context::Predicted, action);
        format!("{} next exercise · {} strengths", key(Action::NextCase), key(Action::Strengths))
    } else if answered {
        format!(
            "{} next exercise · {} what you said · {} strengths",
            key(Action::NextCase),
            key(Action::Predict),
            key(Action::Lesson)
        )
    } else if state.context == Context::Predict {
        // The questions are in front, and have other keys than the panels.
        format!("answer the questions · {} later", state.keys.name(Context::Predict, Action::Close))
    } else {
        format!("{} answers the questions · {} strengths", key(Action::Predict), key(Action::Lesson))
    };
    let next = |width| words::paragraph(theme, ThemeRole::Key, &next, width).collect::<Vec<_>>();
    let says = "This summary may be spoilt in one place, or not at all. Say where, then what the label there is, then one thing \
        that follows from it. What the engine finds is hidden until then.";
    let mut long = prose::lines(says, theme, COLUMNS);
    long.push(Line::default());
    long.extend(next(COLUMNS - 1));
    long.push(Line::default());
    long.extend(strengths::lines(gym, state, COLUMNS));
    let short = next(usize::from(state.size.0).saturating_sub(2).max(20));
    LessonText { heading, short, long }
}

fn lesson(state: &State, course: &CourseState) -> LessonText {
    let theme = &state.theme;
    let Some(lesson) = course.lesson(state.at) else { return LessonText::default() };
    let stand = course.stand(state.at);
    let met = stand.map_or(0, |stand| stand.marks.iter().filter(|mark| mark.met == Some(true)).count());
    let passed = stand.is_some_and(|stand| stand.passed);
    let number = match course.entries.len() {
        1 => String::new(),
        all => format!("Lesson {}/{all} · ", state.at + 1),
    };
    let heading = format!("{number}goals {met}/{} · {}", lesson.goals.len(), lesson.title);
    let next = theme.line(ThemeRole::Key, format!(" {}", next_key(state, course)));
    let mut short: Vec<Line> = Vec::new();
    // Only the first open goal is shown, since there is little room.
    let open = lesson.goals.iter().zip(stand.map(|stand| stand.marks.as_slice()).unwrap_or_default());
    let hidden = course.hides(state.at);
    let first = open.into_iter().find(|(_, mark)| mark.met != Some(true));
    if let Some((goal, mark)) = first {
        let width = usize::from(state.size.0).saturating_sub(1);
        short.extend(goal_lines(theme, goal, Some(mark), hidden, width).into_iter().take(1));
    }
    short.push(next.clone());
    let name = words::wrap(&lesson.title, COLUMNS).into_iter();
    let mut long: Vec<Line> = name.map(|part| theme.line(ThemeRole::Title, part)).collect();
    long.push(Line::default());
    long.extend(goals(state, course, COLUMNS));
    long.push(Line::default());
    long.extend(
        words::wrap(&next_key(state, course), COLUMNS)
            .into_iter()
            .map(|part| theme.line(ThemeRole::Key, part)),
    );
    long.push(Line::default());
    if passed {
        long.push(theme.line(ThemeRole::Pass, "PASSED. The rule:"));
        long.extend(prose::lines(&lesson.rule, theme, COLUMNS));
        long.push(Line::default());
    }
    for (at, hint) in lesson.hints.iter().take(stand.map_or(0, |stand| stand.hints)).enumerate() {
        long.push(theme.line(ThemeRole::Title, format!("Hint {}", at + 1)));
        long.extend(prose::lines(hint, theme, COLUMNS));
        long.push(Line::default());
    }
    long.extend(prose::lines(&lesson.text, theme, COLUMNS));
    LessonText { heading, short, long }
}
