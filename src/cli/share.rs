//! Parses shares in options and project files.

/// Parses a share: `10%` or `0.1`.
pub fn share(text: &str) -> Result<f64, String> {
    let (number, of) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    let share = number.trim().parse::<f64>().map(|share| share / of);
    share
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "a share is from 0% to 100%, or from 0 to 1".to_owned())
}
