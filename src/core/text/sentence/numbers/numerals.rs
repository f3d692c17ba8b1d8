//! Numbers in one word: "seven", "forty", "ninth".

/// Parses a cardinal below twenty.
pub(super) fn small(word: &str) -> Option<i128> {
    const WORDS: [&str; 20] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ];
    WORDS.iter().position(|known| *known == word).map(|i| i as i128)
}

/// Parses a multiple of ten below a hundred.
pub(super) fn tens(word: &str) -> Option<i128> {
    const WORDS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    WORDS.iter().position(|known| *known == word).map(|i| (i as i128 + 2) * 10)
}

/// Parses an ordinal in one word.
pub(in crate::text) fn ordinal(word: &str) -> Option<i128> {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    WORDS.iter().position(|known| *known == word).map(|i| i as i128 + 1).or_else(|| match word {
        "hundredth" => Some(100),
        "thousandth" => Some(1000),
        _ => {
            let stem = word.strip_suffix("ieth").map(|w| format!("{w}y"));
            stem.and_then(|w| tens(&w))
                .or_else(|| word.strip_suffix("th").and_then(small).filter(|n| *n > 12))
        }
    })
}
