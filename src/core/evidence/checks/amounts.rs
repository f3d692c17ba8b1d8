//! Amounts worded differently from those of the article: "a month" for "two weeks", "a quarter" for "75
//! percent", "tripled" for "from 10 to 20 million".

use super::ClaimPairing;
use super::derived::{change, follows, share, unit};
use crate::text::numbers::{Number, Quantity, Unit, amount};
use crate::text::{Sentence, Span};

/// Share of the rest of a claim that a sentence must hold for its amount to be compared.
const TELLS_AMOUNT: f64 = 0.7;

/// The kind of fact that a number gives, which a number in another form can give too.
#[derive(Clone, Copy, PartialEq)]
enum AmountKind {
    /// An amount of a quantity, in any unit.
    Of(Quantity),
    /// A share of a whole, as a fraction or a percentage.
    Share,
    /// A factor of change.
    Change,
}

impl AmountKind {
    fn of(sentence: &Sentence, number: &Number) -> Option<AmountKind> {
        let measured =
            || amount(number.value, unit(sentence, number)).map(|(quantity, _)| AmountKind::Of(quantity));
        let shared = || share(number).map(|_| AmountKind::Share);
        change(sentence, number).map(|_| AmountKind::Change).or_else(measured).or_else(shared)
    }
}

/// Returns the amount that the passage has in place of one that the article has in no form. `None` if a
/// sentence has several amounts of the same kind, since any of them could be meant.
pub fn other(pairing: &ClaimPairing, sources: &[(usize, &Sentence)], own: &Number) -> Option<Span> {
    let kind = AmountKind::of(pairing.sentence, own)?;
    let like = pairing.article.premise_index.number_like(own);
    // A bare "one" elsewhere is not "a year".
    let is_there = like.is_some_and(|n| n.number.unit != Unit::Plain || n.number.fraction);
    if is_there || follows(pairing, sources, own) {
        return None;
    }
    sources.iter().find_map(|(at, source)| {
        if pairing.share_but(*at, own.first..own.end + 1) < TELLS_AMOUNT {
            return None;
        }
        let span = match kind {
            AmountKind::Change => changed(source)?,
            _ => {
                let is_age = |n: &Number| (n.end - 1..=n.end).any(|at| &*source.lower(at) == "old");
                let is_same = |n: &&Number| AmountKind::of(source, n) == Some(kind) && !is_age(n);
                let mut same = source.numbers().iter().filter(is_same);
                let one = same.next()?;
                same.next().is_none().then_some(one.span)?
            }
        };
        Some(pairing.place(*at, span))
    })
}

/// Returns the span "from X to Y" of a change, if the sentence has no other numbers of that unit.
fn changed(source: &Sentence) -> Option<Span> {
    let numbers = source.numbers();
    let pair = numbers.windows(2).find(|pair| {
        unit(source, &pair[0]) == pair[1].unit
            && &*source.lower(pair[1].first - 1) == "to"
            && pair[0].first.checked_sub(1).is_some_and(|at| &*source.lower(at) == "from")
    })?;
    (numbers.iter().filter(|n| unit(source, n) == pair[1].unit).count() == 2)
        .then(|| pair[0].span.join(pair[1].span))
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn an_amount_in_words_is_another_where_the_passage_has_one_in_its_place() {
        for (article, claim, found) in [
            ("The bridge will be closed for two weeks.", "The bridge will be closed for a month.", true),
            ("The bridge will be closed for two weeks.", "The bridge will be closed for a fortnight.", false),
            ("It has six months to lodge an appeal.", "It has a year to lodge an appeal.", true),
            ("It has six months to lodge an appeal.", "It has half a year to lodge an appeal.", false),
            (
                "The firm was fined for 12 months of delays.",
                "The firm was fined for a year of delays.",
                false,
            ),
            (
                "The flight from Oslo lasted 90 minutes.",
                "The flight from Oslo lasted an hour and a half.",
                false,
            ),
            ("The flight from Oslo lasted 90 minutes.", "The flight from Oslo lasted half an hour.", true),
            ("The baby weighed 500 grams at birth.", "The baby weighed half a kilo at birth.", false),
            ("The path is 2,000 metres long.", "The path is two kilometres long.", false),
            ("About 75 percent of the members voted.", "A quarter of the members voted.", true),
            ("A third of the pupils were absent.", "One in three pupils was absent.", false),
            ("A third of the pupils were absent.", "One in four pupils was absent.", true),
            (
                "Sales rose from 10 million to 20 million dollars.",
                "Sales tripled to 20 million dollars.",
                true,
            ),
            (
                "Sales rose from 10 million to 20 million dollars.",
                "Sales doubled to 20 million dollars.",
                false,
            ),
            ("The budget was cut by 50 percent in March.", "The budget was halved in March.", false),
            (
                "The factory closed 100 years after it opened.",
                "The factory closed a decade after it opened.",
                true,
            ),
            // An age is not a duration. Of two durations either could be meant.
            ("A 15-year-old girl was missed at home.", "A girl was missed at home for a year.", false),
            ("It rained for two days and then for ten days.", "It rained for a month.", false),
        ] {
            assert_found(article, MismatchKind::Number, &[(claim, found)]);
        }
    }
}
