//! Describes the figures of a session in words and rows, shared by the page and the document.

use crate::num::{pluralize, two_decimals};
use crate::report::Decision;
use crate::session::BREAK;
use crate::stats::quantile;

use super::judge::SessionScorer;
use super::overview::{Annotator, EvaluationCounts, SessionOverview, duration};

/// Describes the scope of the figures: cases, annotators, rubric.
pub fn about(overview: &SessionOverview, judge: &SessionScorer) -> String {
    let (cases, people) =
        (pluralize(overview.cases, "case"), pluralize(overview.annotators.len(), "annotator"));
    let readings = match judge.readings.as_slice() {
        [] => String::new(),
        readings => format!(" with {}", readings.join(", ")),
    };
    let version = judge.version.as_ref().map_or_else(String::new, |version| format!(" (version {version})"));
    let rubric = format!("{}{version}{readings}", judge.rubric().title);
    format!("{cases}, {} begun; {people}. Scores by {rubric}.", overview.begun)
}

/// "12 PASS, 3 FAIL".
pub fn counted(counts: [usize; Decision::ALL.len()]) -> String {
    let each = Decision::ALL.iter().zip(counts).filter(|(_, count)| *count > 0);
    let each: Vec<String> = each.map(|(decision, count)| format!("{count} {}", decision.as_str())).collect();
    if each.is_empty() { "none".to_owned() } else { each.join(", ") }
}

/// Returns the column titles of [`medians`], with the number of reports behind each column.
pub fn median_titles(overview: &SessionOverview) -> [String; 4] {
    let of = |name: &str, tally: &EvaluationCounts| {
        [format!("{name} (n = {}): median", tally.scored()), "low – high".to_owned()]
    };
    let ([a, b], [c, d]) = (of("engine", &overview.engine), of("people", &overview.people));
    [a, b, c, d]
}

/// Returns the median, lowest and highest score of each metric, for the engine and for people.
pub fn medians(overview: &SessionOverview) -> Vec<(&'static str, [String; 4])> {
    let cells = |tally: &EvaluationCounts, key: &str| {
        let scores = tally.metrics.iter().find(|(known, _)| *known == key).map(|(_, scores)| scores.clone());
        let mut scores = scores.unwrap_or_default();
        scores.sort_by(f64::total_cmp);
        let ends = scores
            .first()
            .zip(scores.last())
            .map(|(low, high)| format!("{} – {}", two_decimals(*low), two_decimals(*high)));
        let median = quantile(&scores, 0.5).map(two_decimals);
        [median, ends].map(|cell| cell.unwrap_or_else(|| "-".to_owned()))
    };
    let metrics = overview.engine.metrics.iter();
    metrics
        .map(|(key, _)| {
            let ([a, b], [c, d]) = (cells(&overview.engine, key), cells(&overview.people, key));
            (*key, [a, b, c, d])
        })
        .collect()
}

/// Returns the caps that fired, those that lower most scores first: name, how often it fired, how often
/// it lowered a score, and the number of evaluations. People's labels are used if there are any,
/// otherwise the engine's.
pub fn deciding(overview: &SessionOverview) -> Vec<(String, usize, usize, usize)> {
    let tally = if overview.people.scored() > 0 { &overview.people } else { &overview.engine };
    let fired = tally.caps.iter().filter(|cap| cap.fired > 0);
    let mut rows: Vec<_> =
        fired.map(|cap| (cap.name.to_owned(), cap.fired, cap.lowers, tally.scored())).collect();
    rows.sort_by_key(|(_, fired, lowers, _)| std::cmp::Reverse((*lowers, *fired)));
    rows
}

/// Column titles of the table of annotators.
pub const PROGRESS: [&str; 8] =
    ["annotator", "decided", "begun", "flagged", "labels changed", "comments", "time", "median a case"];

pub fn progress_rows(overview: &SessionOverview) -> Vec<[String; PROGRESS.len()]> {
    let row = |one: &Annotator| {
        let mut seconds: Vec<f64> = one.seconds.values().copied().collect();
        seconds.sort_by(f64::total_cmp);
        let median = quantile(&seconds, 0.5).map_or_else(|| "-".to_owned(), duration);
        [
            one.name.clone(),
            format!("{} of {}", one.decided, one.queue),
            one.begun.to_string(),
            one.flagged.to_string(),
            one.changed.to_string(),
            one.comments.to_string(),
            duration(seconds.iter().sum()),
            median,
        ]
    };
    overview.annotators.iter().map(row).collect()
}

/// Describes the times: the median, the interquartile range, and how they are measured.
pub fn time_words(seconds: &[f64]) -> String {
    let how = format!(
        "The time between two events of an annotator counts for the case of the later one; gaps over {BREAK} minutes \
         are breaks and count for none."
    );
    let quarters = [0.5, 0.25, 0.75].map(|share| quantile(seconds, share).map(duration));
    match quarters {
        [Some(median), Some(low), Some(high)] => {
            format!("Median {median}, half of the cases between {low} and {high}. {how}")
        }
        _ => format!("No time is known. {how}"),
    }
}
