//! Grave words: where the article lacks one, it is news of its own and no turn of phrase.

use crate::text::fold_token;

/// Whether a word, by its beginning, tells of violence, death, disaster or crime.
pub fn is_grave(word: &str) -> bool {
    const GRAVE: [&str; 31] = [
        "killed",
        "killing",
        "kills",
        "died",
        "deadly",
        "death",
        "murder",
        "manslaughter",
        "arrest",
        "raped",
        "terror",
        "explosi",
        "explod",
        "collapse",
        "bomb",
        "massacre",
        "crash",
        "convict",
        "guilty",
        "jailed",
        "imprison",
        "injur",
        "wounded",
        "kidnap",
        "hostage",
        "bankrupt",
        "fraud",
        "invade",
        "invasion",
        "suicide",
        "assault",
    ];
    let lower = fold_token(word);
    GRAVE.iter().any(|beginning| lower.starts_with(beginning))
}
