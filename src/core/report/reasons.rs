//! The reasons of a verdict, and the effects of caps, in words. Slugs and ids are for files only.

use crate::labels::LabelId;
use crate::report::names::{metric, with_labels};
use crate::report::{Cap, Fired, Report};

/// The reason where nothing counts against a summary.
pub const NO_REASON: &str = "nothing counts against it";

/// The strongest reason of a verdict, in words, and the label that it leads to, if to one.
pub fn strongest(report: &Report) -> (String, Option<LabelId>) {
    let Some(first) = report.verdict.because.first() else { return (NO_REASON.to_owned(), None) };
    let cap = cap_of(report, first);
    let words = in_words(report, first);
    let label = report.labels.iter().map(|(id, _)| *id).find(|id| names(&words, *id));
    (words, label.or_else(|| cap?.because.first().copied()))
}

/// The labels that the strongest reason of a verdict names, or that are behind the cap that it is about.
pub fn deciding(report: &Report) -> Vec<LabelId> {
    let Some(first) = report.verdict.because.first() else { return Vec::new() };
    let words = in_words(report, first);
    let behind = cap_of(report, first).map(|cap| cap.because.as_slice()).unwrap_or_default();
    let decides = |id: &LabelId| names(&words, *id) || behind.contains(id);
    report.labels.iter().map(|(id, _)| *id).filter(decides).collect()
}

/// Every reason of a verdict, in words, the strongest first.
pub fn all(report: &Report) -> Vec<String> {
    report.verdict.because.iter().map(|text| in_words(report, text)).collect()
}

/// Whether a reason names a label: "claim 1", or the number among those behind "claims".
fn names(text: &str, id: LabelId) -> bool {
    let unit = id.list.spec().unit;
    let Some(at) = text.find(unit) else { return false };
    let numbers = text[at + unit.len()..].trim_start_matches('s').split([' ', ',', ')']);
    let mut numbers = numbers.filter(|word| !word.is_empty()).map_while(|word| word.parse::<usize>().ok());
    numbers.any(|number| number == id.index + 1)
}

/// The cap that a reason is about.
fn cap_of<'a>(report: &'a Report, text: &str) -> Option<&'a Cap> {
    let rest = text.strip_prefix("cap ")?;
    let (slug, rest) = rest.split_once(" on ")?;
    let (target, _) = rest.split_once(" fire")?;
    report.caps.iter().find(|cap| cap.slug == slug && cap.metric == target)
}

/// A reason of a verdict in words.
pub fn in_words(report: &Report, text: &str) -> String {
    if let Some(cap) = cap_of(report, text) {
        let share = text.split_once(" fires in ").map(|(_, share)| format!(" ({share})"));
        return format!("{}{}", lower(&cause(cap)), share.unwrap_or_default());
    }
    let text = with_labels(text);
    // "2 unsupported claims: claims 1, 2".
    if let Some((_, named)) =
        text.split_once(" unsupported claim").and_then(|(_, rest)| rest.split_once(": "))
    {
        return is_unsupported(named);
    }
    // "a claim is unsupported (claims 1, 2) in 78 % of samples".
    if let Some((named, share)) =
        text.strip_prefix("a claim is unsupported (").and_then(|rest| rest.split_once(") in "))
    {
        let verb = if named.starts_with("claims") { "one of " } else { "" };
        return format!("{verb}{} in {share}", is_unsupported(named).replace(" are ", " is "));
    }
    let mut words = text.split(' ');
    let text = match words.next().filter(|first| report.metric(first).is_some()) {
        Some(key) => format!("{}{}", metric(key), &text[key.len()..]),
        None => text,
    };
    with_metrics(report, text)
}

/// A text with the keys of metrics that do not read as words ("p_at_5") replaced by their names.
fn with_metrics(report: &Report, text: String) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let odd = |key: &str| key.contains(|c: char| c == '_' || c.is_ascii_digit());
    let keys = report.metrics.iter().map(|one| one.key).filter(|key| odd(key));
    keys.fold(text, |text, key| {
        let mut out = String::new();
        let mut rest = &*text;
        while let Some(at) = rest.find(key) {
            let (before, after) = (&rest[..at], &rest[at + key.len()..]);
            out.push_str(before);
            let whole = !before.ends_with(is_word) && !after.starts_with(is_word);
            out.push_str(&if whole { metric(key) } else { key.to_owned() });
            rest = after;
        }
        out.push_str(rest);
        out
    })
}

fn is_unsupported(named: &str) -> String {
    let verb = if named.starts_with("claims") { "are" } else { "is" };
    format!("{named} {verb} unsupported")
}

/// What made a cap fire, in words, with its numbers: "Unsupported claims 1, 2".
pub fn cause(cap: &Cap) -> String {
    let named = |singular: &str, many: &str| {
        let numbers: Vec<String> = cap.because.iter().map(|id| (id.index + 1).to_string()).collect();
        match numbers.as_slice() {
            [] => capital(seen(cap)),
            [one] => format!("{singular} {one}"),
            _ => format!("{many} {}", numbers.join(", ")),
        }
    };
    match cap.slug {
        "extraneous_claim" => named("Unsupported claim", "Unsupported claims"),
        "none_segment" => match cap.because.len() {
            0 => capital(seen(cap)),
            1 => format!("{} is off topic", named("Segment", "Segments")),
            _ => format!("{} are off topic", named("Segment", "Segments")),
        },
        "qag_incomplete" => seen(cap).replace("questions fully correct", "article questions answered"),
        "qag_short" => "Fewer questions than required".to_owned(),
        "qag_duplicate" => "Two questions rest on the same words".to_owned(),
        "severe_hallucination" => "Severe hallucination".to_owned(),
        "low_precision" | "low_recall" => capital(seen(cap)).replace(" < ", ", below "),
        _ => capital(seen(cap)),
    }
}

/// What makes a cap fire, in words.
pub fn rule(slug: &str) -> String {
    match slug {
        "extraneous_claim" => "Any unsupported claim".to_owned(),
        "none_segment" => "Any segment off topic".to_owned(),
        "qag_incomplete" => "Article questions not answered".to_owned(),
        "qag_short" => "Fewer questions than required".to_owned(),
        "qag_duplicate" => "Two questions on the same words".to_owned(),
        "low_precision" => "Low precision".to_owned(),
        "low_recall" => "Low recall".to_owned(),
        "severe_hallucination" => "Severe hallucination".to_owned(),
        "perfect_ten_guard" => "Perfect scores on few article words".to_owned(),
        slug => capital(&slug.replace('_', " ")),
    }
}

/// What was seen, without the share of samples that a rubric over probabilities puts before it.
fn seen(cap: &Cap) -> &str {
    cap.observed.rsplit_once("with the labels as shown: ").map_or(&*cap.observed, |(_, seen)| seen)
}

/// The caps that lower a metric, each in words.
pub fn capped_by(report: &Report, metric: &str) -> Vec<String> {
    report.caps.iter().filter(|cap| cap.is_binding() && cap.is_on(metric)).map(cause).collect()
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
        Fired::Yes { .. } => cause(cap),
        Fired::No | Fired::Unknown(_) => rule(cap.slug),
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
    all.iter().map(|(cap, targets)| format!("{}: {}", cause(cap), at_most(targets, cap))).collect()
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

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text with a small first letter.
pub(super) fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::List;
    use crate::num::Num;

    fn cap(slug: &'static str, observed: &str, list: List, because: &[usize]) -> Cap {
        Cap {
            slug,
            metric: "coverage",
            limit: Num::int(3),
            rule: String::new(),
            observed: observed.to_owned(),
            distance: String::new(),
            fired: Fired::No,
            p: None,
            before: None,
            after: None,
            because: because.iter().map(|index| LabelId { list, index: *index }).collect(),
        }
    }

    #[test]
    fn caps_are_worded_with_their_numbers() {
        let samples = "in 97 % of samples; with the labels as shown: 3 of 6 questions fully correct";
        for (cap, words) in [
            (
                cap("extraneous_claim", "2 unsupported claims", List::Claims, &[0, 1]),
                "Unsupported claims 1, 2",
            ),
            (cap("qag_incomplete", samples, List::CoverageQags, &[2]), "3 of 6 article questions answered"),
            (cap("qag_short", "1 question", List::ClaimQags, &[]), "Fewer questions than required"),
            (
                cap("none_segment", "1 segment without overlap", List::Segments, &[0]),
                "Segment 1 is off topic",
            ),
            (cap("low_recall", "recall 0.79 < 0.9", List::KeyPoints, &[3]), "Recall 0.79, below 0.9"),
            (cap("slur", "1 slur", List::Issues, &[]), "1 slur"),
        ] {
            assert_eq!(cause(&cap), words);
        }
    }

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

    #[test]
    fn a_reason_names_its_labels_by_their_numbers() {
        let claim = |index| LabelId { list: List::Claims, index };
        assert!(
            names("claims 1, 12 are unsupported", claim(11))
                && !names("claims 1, 12 are unsupported", claim(1))
        );
        assert!(names("claim 4 is unsupported", claim(3)) && !names("claim 4 is unsupported", claim(0)));
    }
}
