//! Which rows of a long list are on the screen.

/// The first row shown of `len` rows in `height`, so that `chosen` is in the middle where it can be.
pub fn first(chosen: usize, len: usize, height: usize) -> usize {
    chosen.saturating_sub(height / 2).min(len.saturating_sub(height))
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn the_chosen_row_is_always_shown() {
        for len in 0..12 {
            for height in 1..6 {
                for chosen in 0..len {
                    let top = first(chosen, len, height);
                    assert!(top <= chosen && chosen < top + height, "{chosen} of {len} in {height}");
                    assert!(top == 0 || top + height <= len, "no empty rows while some are hidden");
                }
            }
        }
    }
}
