//! The reasons of a verdict, and the effects of caps, in words. Slugs and ids are for files only.

use crate::labels::LabelId;
use crate::report::names::metric;
use crate::report::{Cap, Fired, Report};

/// The reason where nothing counts against a summary.
pub const NO_REASON: &str = "nothing counts against it";

/// The strongest reason of a verdict, in words, and the label that it leads to, if to one.
pub fn strongest(report: &Report) -> (String, Option<LabelId>) {
    let Some(first) = report.verdict.because.first() else { return (NO_REASON.to_owned(), None) };
    (first.in_words(&report.caps), first.labels(&report.caps).first().copied())
}

/// The labels that the strongest reason of a verdict names, or that are behind the cap that it is about.
pub fn deciding(report: &Report) -> Vec<LabelId> {
    let Some(first) = report.verdict.because.first() else { return Vec::new() };
    let named = first.labels(&report.caps);
    report.labels.iter().map(|(id, _)| *id).filter(|id| named.contains(id)).collect()
}

/// Every reason of a verdict, in words, the strongest first.
pub fn all(report: &Report) -> Vec<String> {
    report.verdict.because.iter().map(|reason| reason.in_words(&report.caps)).collect()
}

/// The caps that lower a metric, each in words.
pub fn capped_by(report: &Report, metric: &str) -> Vec<String> {
    report.caps.iter().filter(|cap| cap.is_binding() && cap.is_on(metric)).map(Cap::cause).collect()
}

/// What the caps of a group do where they fire: "Coverage, Relevance at most 3".
pub fn limits(report: &Report, group: &[usize]) -> String {
    at_most(&targets(report, group), &report.caps[group[0]])
}

fn at_most(targets: &[String], cap: &Cap) -> String {
    format!("{} at most {}", targets.join(", "), cap.limit)
}

/// The caps of a report by their places in it, those of one cause, limit and effect together, for one row.
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

/// The [`groups`] of caps that fired or may have, and those that did not.
pub fn groups_by_effect(report: &Report) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    groups(report).into_iter().partition(|group| report.caps[group[0]].fired != Fired::No)
}

/// The order of caps in a list: those that lower a score, other ones that fired, unknown, not fired.
pub fn rank(cap: &Cap) -> u8 {
    match cap.fired {
        Fired::Yes { binding: true, .. } => 0,
        Fired::Yes { binding: false, .. } => 1,
        Fired::Unknown(_) => 2,
        Fired::No => 3,
    }
}

/// What made a cap fire, or of one that did not what would.
pub fn head(cap: &Cap) -> String {
    match cap.fired {
        Fired::Yes { .. } => cap.cause(),
        Fired::No | Fired::Unknown(_) => cap.words.name.clone(),
    }
}

/// The names of what the caps of a group limit.
pub fn targets(report: &Report, group: &[usize]) -> Vec<String> {
    if group.len() >= 4 && group.len() == report.metrics.len() {
        return vec!["every metric".to_owned()];
    }
    group.iter().map(|at| metric(report.caps[*at].metric)).collect()
}

/// The caps that lower a score, in words, those of one cause and limit together.
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

/// Reasons without those of which another has all words after the same beginning: "not in the article: Liberal" goes beside
/// "not in the article: Liberal, Democrats".
pub fn condensed(why: &[String]) -> Vec<String> {
    let parts = |text: &str| {
        let (head, rest) = text.split_once(": ")?;
        Some((head.to_owned(), rest.split(", ").map(str::to_owned).collect::<Vec<_>>()))
    };
    let said: Vec<_> = why.iter().map(|text| parts(text)).collect();
    let within = |at: usize| {
        let Some((head, words)) = &said[at] else { return false };
        said.iter().enumerate().any(|(other, one)| {
            let Some((known, all)) = one.as_ref().filter(|_| other != at) else { return false };
            let holds = known == head && words.iter().all(|word| all.contains(word));
            holds && (all.len() > words.len() || other < at)
        })
    };
    (0..why.len()).filter(|at| !within(*at)).map(|at| why[at].clone()).collect()
}

/// The labels behind a cap, by name.
pub fn behind(cap: &Cap) -> Vec<String> {
    cap.because.iter().map(|id| id.shown()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_reason_says_too_is_said_once() {
        let all = |texts: &[&str]| condensed(&texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
        let names = [
            "not in the article: Liberal",
            "not in the article: Democrats",
            "not in the article: Liberal, Democrats",
        ];
        assert_eq!(all(&names), ["not in the article: Liberal, Democrats"]);
        let others =
            ["not in the article: Liberal", "repeats: Liberal", "100 % of its words", "100 % of its words"];
        assert_eq!(all(&others), others, "other beginnings, and what has none, stay");
        assert_eq!(all(&names[..1]), names[..1]);
        assert_eq!(all(&["a: b", "a: b"]), ["a: b"]);
    }
}
