//! Labels of several rubrics on whether the same words of the summary are supported.

use crate::labels::{Label, LabelId, LabelValue, List};
use crate::text::Span;

use super::open_case::OpenCase;
use super::theme::ThemeRole;
use super::words;

/// Lists that label whether words of the summary are supported; the other lists measure something else.
pub const OF_TRUTH: [List; 4] = [List::Claims, List::Grounding, List::Facts, List::Anchors];

/// Returns how good a word is: 2 is right, 1 half right, 0 wrong; `None` for words on another scale.
pub fn goodness(word: LabelValue) -> Option<u8> {
    match words::word(word) {
        ThemeRole::Supported => Some(2),
        ThemeRole::Partial => Some(1),
        ThemeRole::Unsupported | ThemeRole::Extraneous => Some(0),
        _ => None,
    }
}

/// Whether two labels are about the same words of the summary: each covers at least half of the other.
pub fn about_the_same(a: &Label, b: &Label) -> bool {
    let common = |one: &Span, two: &Span| one.end.min(two.end).saturating_sub(one.start.max(two.start));
    let shared: usize =
        a.summary.iter().flat_map(|one| b.summary.iter().map(move |two| common(one, two))).sum();
    let length = |label: &Label| label.summary.iter().map(|span| span.len()).sum::<usize>();
    shared > 0 && shared * 2 >= length(a) && shared * 2 >= length(b)
}

/// Returns the changes that give the labels of other lists about the same words an equivalent of this word,
/// in the vocabulary of their list.
pub fn same_elsewhere(open_case: &OpenCase, id: LabelId, word: LabelValue) -> Vec<(LabelId, LabelValue)> {
    let Some(label) = open_case.find(id).filter(|_| OF_TRUTH.contains(&id.list)) else { return Vec::new() };
    let Some(wanted) = goodness(word) else { return Vec::new() };
    let mut changes: Vec<(LabelId, LabelValue)> = Vec::new();
    for (other, known) in open_case.labels_of_all() {
        let is_asked =
            OF_TRUTH.contains(&other.list) && other.list != id.list && about_the_same(label, known);
        let differs = known.word.and_then(goodness) != Some(wanted);
        let to = other.list.spec().words.iter().copied().find(|word| goodness(*word) == Some(wanted));
        let seen = changes.iter().any(|(before, _)| *before == other);
        changes.extend(to.filter(|_| is_asked && differs && !seen).map(|to| (other, to)));
    }
    changes
}
