//! The words before what is not the case.

/// Whether two words in sequence open an alternative that is ruled out: "six *rather than* four", "by bus *instead of* by train".
/// Both are lower-cased.
pub fn opens_alternative(word: &str, next: &str) -> bool {
    matches!((word, next), ("rather", "than") | ("instead", "of"))
}
