//! `attribution`: a statement is put into another mouth.

use super::{Edit, Pair, Spot};

/// Who speaks: one without an article, one with.
const SPEAKERS: [&[&str]; 2] = [
    &[
        "police",
        "officials",
        "residents",
        "experts",
        "critics",
        "scientists",
        "researchers",
        "lawyers",
        "doctors",
        "campaigners",
        "prosecutors",
        "investigators",
        "analysts",
        "engineers",
        "economists",
        "teachers",
    ],
    &[
        "mayor",
        "company",
        "council",
        "government",
        "minister",
        "union",
        "ministry",
        "court",
        "bank",
        "university",
    ],
];

/// Verbs by which somebody is quoted.
const SAYS: &[&str] = &[
    "said",
    "say",
    "says",
    "told",
    "warned",
    "warn",
    "claimed",
    "claim",
    "announced",
    "added",
    "believe",
    "think",
    "argued",
    "argue",
    "reported",
    "report",
    "explained",
    "expect",
    "expects",
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    let mut edits = Vec::new();
    for spot in pair.spots() {
        let lower = spot.lower(0);
        let Some(row) = SPEAKERS.iter().position(|row| row.contains(&lower.as_str())) else { continue };
        if !pair.has(&lower) || !speaks(&spot, row == 1) {
            continue;
        }
        let others = SPEAKERS[row].iter().filter(|other| **other != lower && !pair.has(other));
        edits.extend(others.map(|other| Edit::new(spot.span(), as_written(spot.word(), other))));
    }
    edits
}

/// Whether a statement is the speaker's: "police said", "according to the mayor".
fn speaks(spot: &Spot, determined: bool) -> bool {
    let back = isize::from(determined);
    if determined && spot.lower(-1) != "the" {
        return false;
    }
    let quoted = SAYS.contains(&spot.lower(1).as_str());
    let alone = back == 1 || spot.at == 0 || spot.beside(-1).is_some_and(|before| before.token().flags.stop);
    (quoted && alone) || (spot.lower(-2 - back) == "according" && spot.lower(-1 - back) == "to")
}

/// With a capital where the other had one.
fn as_written(old: &str, new: &str) -> String {
    if !old.starts_with(char::is_uppercase) {
        return new.to_owned();
    }
    let mut letters = new.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
