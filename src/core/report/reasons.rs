//! The reasons of a verdict in words. Slugs and ids are for files only.

use crate::labels::LabelId;
use crate::report::Report;
use crate::report::names::metric;

/// The reason if nothing counts against a summary.
pub const NO_REASON: &str = "nothing counts against it";

/// Returns the strongest reason of a verdict, in words, and the first label behind it, if any.
pub fn strongest(report: &Report) -> (String, Option<LabelId>) {
    let Some(first) = report.verdict.because.first() else { return (NO_REASON.to_owned(), None) };
    (first.in_words(&report.caps), first.labels(&report.caps).first().copied())
}

/// Returns the labels that the strongest reason of a verdict names, or those behind its cap.
pub fn deciding(report: &Report) -> Vec<LabelId> {
    let Some(first) = report.verdict.because.first() else { return Vec::new() };
    let named = first.labels(&report.caps);
    report.labels.iter().map(|(id, _)| *id).filter(|id| named.contains(id)).collect()
}

/// Returns every reason of a verdict in words, the strongest first. Caps with the same wording are merged
/// into one reason that lists the metrics that they limit.
pub fn all(report: &Report) -> Vec<String> {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for reason in &report.verdict.because {
        let words = reason.in_words(&report.caps);
        let limited = reason.cap(&report.caps).map(|cap| cap.metric);
        match said.iter_mut().find(|(known, metrics)| *known == words && !metrics.is_empty()) {
            Some((_, metrics)) => metrics.extend(limited),
            None => said.push((words, limited.into_iter().collect())),
        }
    }
    let joined = |(words, metrics): (String, Vec<&str>)| match metrics.as_slice() {
        [_, _, ..] => format!("{words} ({})", metrics.into_iter().map(metric).collect::<Vec<_>>().join(", ")),
        _ => words,
    };
    said.into_iter().map(joined).collect()
}

/// Removes reasons whose list of words is contained in that of another reason with the same beginning: "not
/// in the article: Liberal" is dropped beside "not in the article: Liberal, Democrats".
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
