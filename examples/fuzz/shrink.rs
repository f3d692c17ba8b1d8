//! Shrinks a failing input while it still fails.

use std::time::{Duration, Instant};

use crate::input::Input;

/// How long one input is shrunk.
const PATIENCE: Duration = Duration::from_secs(20);

/// Removes bytes from the parts, large pieces first, while `fails` holds.
pub fn shrink(mut input: Input, fails: &mut dyn FnMut(&Input) -> bool) -> Input {
    let end = Instant::now() + PATIENCE;
    loop {
        let before = input.len();
        for part in 0..input.parts.len() {
            let mut piece = input.parts[part].1.len();
            while piece > 0 {
                let mut at = 0;
                while at < input.parts[part].1.len() {
                    if Instant::now() > end {
                        return input;
                    }
                    let mut smaller = input.clone();
                    let bytes = &mut smaller.parts[part].1;
                    bytes.drain(at..(at + piece).min(bytes.len()));
                    if fails(&smaller) {
                        input = smaller;
                    } else {
                        at += piece;
                    }
                }
                piece /= 2;
            }
        }
        if input.len() == before {
            return input;
        }
    }
}
