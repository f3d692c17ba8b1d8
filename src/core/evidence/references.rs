//! Counts the tokens that the summary shares with each reference text of the case.

use super::{AnalysisCache, Pair};
use crate::measures::{Measures, Reference, References, Tokens};
use crate::text::Text;

/// Hashes of a text's tokens, in ascending order and with repetitions.
pub(super) type Sorted = Vec<u64>;

/// Compares the summary with every reference, whose words are sorted once.
pub(super) fn run(pair: &Pair, cache: &mut AnalysisCache, measures: &mut Measures) {
    let AnalysisCache { reader, references, .. } = cache;
    let read = || pair.case.references.iter().map(|text| sorted(&reader.read(text))).collect();
    let references: &Vec<Sorted> = references.get_or_insert_with(read);
    if references.is_empty() {
        measures.references = Some(References::default());
        return;
    }
    let answer = sorted(&pair.summary.text);
    let each = references.iter().map(|reference| compare(&answer, reference)).collect();
    measures.references = Some(References { answer: count(&answer), each });
}

fn sorted(text: &Text) -> Sorted {
    let mut words: Sorted = text.tokens().map(|(_, token)| token.word).collect();
    words.sort_unstable();
    words
}

fn count(words: &[u64]) -> Tokens {
    let repeated = words.windows(2).filter(|two| two[0] == two[1]).count();
    Tokens { all: words.len(), distinct: words.len() - repeated }
}

/// Merges two sorted lists.
fn compare(answer: &[u64], reference: &[u64]) -> Reference {
    let mut shared = Tokens::default();
    let (mut a, mut b) = (0, 0);
    let mut last = None;
    while let (Some(x), Some(y)) = (answer.get(a), reference.get(b)) {
        if x == y {
            shared.all += 1;
            shared.distinct += usize::from(last != Some(x));
            last = Some(x);
        }
        a += usize::from(x <= y);
        b += usize::from(y <= x);
    }
    Reference { tokens: count(reference), shared }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_shared_as_often_as_both_have_them() {
        let text = |text: &str| sorted(&Text::new(text));
        let answer = text("The cat saw the cat. THE end, 3.5");
        let reference = text("the the the the cat's cat: 3.5 ends");
        let found = compare(&answer, &reference);
        // Shared: "the" three of four times, "cat", and "3.5". "cat's" and "ends" are other tokens.
        assert_eq!(found.shared, Tokens { all: 5, distinct: 3 });
        assert_eq!(found.tokens, Tokens { all: 8, distinct: 5 });
        assert_eq!(count(&answer), Tokens { all: 8, distinct: 5 });
        assert_eq!(compare(&[], &reference).shared, Tokens::default());
        assert_eq!(compare(&answer, &answer).shared, count(&answer));
    }
}
