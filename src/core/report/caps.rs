//! The caps of a report for display: grouped, sorted and in words. Slugs and ids are for files only.

use crate::report::names::metric;
use crate::report::{Cap, Fired, Report};

/// Describes the caps that lower a metric.
pub fn capped_by(report: &Report, metric: &str) -> Vec<String> {
    report.caps.iter().filter(|cap| cap.is_binding() && cap.is_on(metric)).map(Cap::cause).collect()
}

/// Describes the limit that a group of caps sets: "Coverage, Relevance at most 3".
pub fn limits(report: &Report, group: &[usize]) -> String {
    at_most(&targets(report, group), &report.caps[group[0]])
}

fn at_most(targets: &[String], cap: &Cap) -> String {
    format!("{} {}", targets.join(", "), cap.bound())
}

/// Groups the caps of a report, by index, into one row for each cause, limit and effect.
pub fn groups(report: &Report) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, cap) in report.caps.iter().enumerate() {
        let same = |first: &Cap| {
            (first.slug, rank(first), first.limit, &first.observed)
                == (cap.slug, rank(cap), cap.limit, &cap.observed)
        };
        match groups.iter_mut().find(|group| same(&report.caps[group[0]])) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

/// Splits the [`groups`] of caps into those that fired or may have fired, and those that did not.
pub fn groups_by_effect(report: &Report) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    groups(report).into_iter().partition(|group| report.caps[group[0]].fired != Fired::No)
}

/// Sort key of caps in a list: those that lower a score, others that fired, unknown, not fired.
pub fn rank(cap: &Cap) -> u8 {
    match cap.fired {
        Fired::Yes { binding: true, .. } => 0,
        Fired::Yes { binding: false, .. } => 1,
        Fired::Unknown(_) => 2,
        Fired::No => 3,
    }
}

/// Describes why a cap fired, or names it if it did not.
pub fn head(cap: &Cap) -> String {
    match cap.fired {
        Fired::Yes { .. } => cap.cause(),
        Fired::No | Fired::Unknown(_) => cap.words.name.clone(),
    }
}

/// Names what the caps of a group limit.
pub fn targets(report: &Report, group: &[usize]) -> Vec<String> {
    if group.len() >= 4 && group.len() == report.metrics.len() {
        return vec!["every metric".to_owned()];
    }
    group.iter().map(|at| metric(report.caps[*at].metric)).collect()
}

/// Describes the caps that lower a score, with those of the same cause and limit merged.
pub fn lowering(report: &Report) -> Vec<String> {
    let mut all: Vec<(&Cap, Vec<String>)> = Vec::new();
    for cap in report.caps.iter().filter(|cap| cap.is_binding()) {
        match all.iter_mut().find(|(known, _)| (known.slug, known.limit) == (cap.slug, cap.limit)) {
            Some((_, targets)) => targets.push(metric(cap.metric)),
            None => all.push((cap, vec![metric(cap.metric)])),
        }
    }
    all.iter().map(|(cap, targets)| format!("{}: {}", cap.cause(), at_most(targets, cap))).collect()
}

/// The names of the labels that made a cap fire.
pub fn behind(cap: &Cap) -> Vec<String> {
    cap.because.iter().map(|id| id.shown()).collect()
}
