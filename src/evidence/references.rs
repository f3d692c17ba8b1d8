//! The reference texts of a case, read once.

use super::{Memo, Pair};
use crate::measures::Measures;

/// Puts the reference texts among the measures.
pub(super) fn run(pair: &Pair, memo: &mut Memo, measures: &mut Measures) {
    let Memo { reader, references, .. } = memo;
    let read = || pair.case.references.iter().map(|text| reader.read(text)).collect();
    measures.references = Some(references.get_or_insert_with(read).clone());
}
