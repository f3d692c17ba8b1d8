//! Notes on the analyses that are skipped for texts that are not English prose with normal capitals.

use super::Pair;
use crate::labels::{Entry, Labels, List};
use crate::text::TextProfile;

/// Adds notes on what the profiles of the two texts rule out.
pub fn notes(pair: &Pair, labels: &mut Labels) {
    const SUPPORT: [List; 4] = [List::Claims, List::Grounding, List::Facts, List::Anchors];
    let (article, summary) = (&pair.article.indexed.profile, &pair.summary.profile);
    if [article, summary].map(|profile| *profile == TextProfile::default()) == [true; 2] {
        return;
    }
    let mut notes = Vec::new();
    match (article.language, summary.language) {
        (None, None) => {}
        (Some(a), Some(b)) if a == b => notes.push(format!("both texts read as {a}: {}", undone(a))),
        (Some(a), None) => notes.push(format!("the article reads as {a}: {}", undone(a))),
        (a, Some(b)) => notes.push(format!(
            "the summary reads as {b} and the article as {}: little of its wording can be found there, whatever it \
             says",
            a.unwrap_or("English")
        )),
    }
    for (name, profile) in [("article", article), ("summary", summary)] {
        for (is, what) in [
            (profile.shouted, "is all in capitals: names are recognised without their capitals"),
            (profile.lowered, "has no capitals: names are recognised without capitals"),
            (
                profile.tokenised,
                "is tokenised, with spaces before its full stops: quotations are read less surely",
            ),
            (
                profile.damaged,
                "looks like a scan with misread characters and broken words: what is missing may have been misread",
            ),
        ] {
            if is {
                notes.push(format!("the {name} {what}"));
            }
        }
    }
    for list in SUPPORT {
        add(labels, list, notes.iter().cloned());
    }
    let foreign = article.language.is_some() || summary.language.is_some();
    let language = notes.first().filter(|_| foreign).cloned();
    add(labels, List::KeyPoints, language.into_iter());
    if let Some(language) = summary.language {
        let note = format!(
            "the summary reads as {language}: bias, insults and tone are known in English only, and not looked for"
        );
        add(labels, List::Issues, std::iter::once(note));
    }
}

/// Returns what is switched off for a language.
fn undone(language: &str) -> String {
    let names = if TextProfile::CAPITAL_NOUNS.contains(&language) { ", names" } else { "" };
    format!(
        "words, numbers and runs of words are compared; denial, opposites, roles, modality, quantities in \
         words{names}, sentiment and cosines are known in English only, and are off"
    )
}

/// Adds notes to a list that exists, unless they were added before.
fn add(labels: &mut Labels, list: List, notes: impl Iterator<Item = String>) {
    if *labels.entry(list) == Entry::Absent {
        return;
    }
    for note in notes.map(|note| (list, note)) {
        if !labels.notes.contains(&note) {
            labels.notes.push(note);
        }
    }
}
