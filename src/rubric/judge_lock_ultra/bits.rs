//! Sets of draws, a bit each.

/// A set of draws.
pub type Bits = Vec<u64>;

/// No draw.
pub fn none(draws: usize) -> Bits {
    vec![0; draws.div_ceil(64)]
}

/// Adds a draw, where it is to be.
#[inline]
pub fn add(bits: &mut Bits, draw: usize, wanted: bool) {
    bits[draw / 64] |= u64::from(wanted) << (draw % 64);
}

/// Keeps the draws that are in the other set too.
pub fn and(a: &mut Bits, b: &Bits) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a &= b);
}

/// Adds the draws of the other set.
pub fn or(a: &mut Bits, b: &Bits) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a |= b);
}

/// How many draws.
pub fn count(bits: &Bits) -> usize {
    bits.iter().map(|word| word.count_ones() as usize).sum()
}
