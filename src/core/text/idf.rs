//! Inverse document frequencies over a few hundred news stories, reports and papers. They are frozen into the
//! binary by `examples/freeze_tables.rs`, so that a score never depends on which cases were seen before.

use super::Stem;

/// Rows of 6 bytes in ascending order of the key: upper half of the stem hash (little-endian), weight in
/// 32nds, share of capitalised uses in 255ths.
const TABLE: &[u8] = include_bytes!("idf.bin");
const ROW: usize = 6;

/// Weight of a stem that the table lacks: ln of the number of articles, which is about the largest weight in
/// the table.
pub const UNKNOWN: f64 = 5.7;

fn row(stem: Stem) -> Option<&'static [u8]> {
    let key = (stem.0 >> 32) as u32;
    let at = |i: usize| &TABLE[i * ROW..(i + 1) * ROW];
    let (mut low, mut high) = (0, TABLE.len() / ROW);
    while low < high {
        let middle = low.midpoint(high);
        let row = at(middle);
        let here = u32::from_le_bytes([row[0], row[1], row[2], row[3]]);
        match here.cmp(&key) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => return Some(row),
        }
    }
    None
}

/// Inverse document frequency of a stem in nats, from 0 (in every text) to [`UNKNOWN`].
pub fn idf(stem: Stem) -> f64 {
    row(stem).map_or(UNKNOWN, |row| f64::from(row[4]) / 32.0)
}

/// Whether the table contains a stem.
pub fn is_known(stem: Stem) -> bool {
    row(stem).is_some()
}

/// Share of a stem's uses within sentences that are capitalised, 0 to 1; `None` if the table lacks the stem.
pub fn capital_share(stem: Stem) -> Option<f64> {
    row(stem).map(|row| f64::from(row[5]) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::stem_of;

    #[test]
    fn common_words_weigh_little_and_names_are_capitalised() {
        assert!(idf(stem_of("the")) < 0.2);
        assert!(idf(stem_of("people")) < idf(stem_of("parliament")));
        assert!(idf(stem_of("xyzzy")) == UNKNOWN);
        assert!(capital_share(stem_of("london")).unwrap() > 0.8);
        assert!(capital_share(stem_of("people")).unwrap() < 0.3);
    }

    #[test]
    fn the_table_is_sorted() {
        let keys: Vec<u32> =
            TABLE.chunks_exact(ROW).map(|r| u32::from_le_bytes([r[0], r[1], r[2], r[3]])).collect();
        assert!(keys.is_sorted());
        assert_eq!(TABLE.len() % ROW, 0);
    }
}
