//! Numbers that the article does not state but that follow from its numbers.

use super::ClaimPairing;
use crate::text::numbers::{About, Number, Quantity, Unit, amount};
use crate::text::{Sentence, fold_token, in_word_list};

/// Largest relative error of a number said to be approximate, and of any other number.
const ABOUT_ERROR: f64 = 0.1;
const EXACT_ERROR: f64 = 0.02;
/// Largest ratio between a number and its bound, for any bound and for "nearly" or "almost".
const MAX_BOUND_RATIO: f64 = 2.0;
const MAX_NEARLY_RATIO: f64 = 1.2;

/// Whether a number follows from those of the passage.
pub fn follows(pairing: &ClaimPairing, sources: &[(usize, &Sentence)], own: &Number) -> bool {
    sources.iter().any(|(_, article)| {
        let theirs = article.numbers();
        bounds(pairing, own, article)
            || is_part(pairing, own, article, theirs)
            || is_measured(pairing, own, article, theirs)
            || is_change(pairing, own, article, theirs)
            || is_multiple(pairing, own, theirs)
            || is_decade(pairing, own, theirs)
            || is_lasting(pairing, own, article, theirs)
            || is_difference(pairing, own, article, theirs)
    })
}

/// Whether an exact value agrees with a value, within the error or the bound that the number is given with.
fn fits(pairing: &ClaimPairing, own: &Number, value: f64, exact: f64) -> bool {
    match own.about {
        Some(About::Above) => exact > value && exact <= value * MAX_BOUND_RATIO,
        Some(About::Below) => exact < value && exact * below(pairing, own) >= value,
        Some(About::Either) => (exact - value).abs() <= ABOUT_ERROR * value,
        None => (exact - value).abs() <= EXACT_ERROR * value,
    }
}

/// Returns the largest ratio for an upper bound: "nearly 500" is closer than "fewer than 500".
fn below(pairing: &ClaimPairing, own: &Number) -> f64 {
    let before = own.first.checked_sub(1).map_or("".into(), |i| fold_token(pairing.word(i)));
    if matches!(&*before, "nearly" | "almost") { MAX_NEARLY_RATIO } else { MAX_BOUND_RATIO }
}

/// Whether a number bounds one of the article: "more than a dozen" of fourteen.
fn bounds(pairing: &ClaimPairing, own: &Number, article: &Sentence) -> bool {
    own.about.is_some()
        && own.about != Some(About::Either)
        && article.numbers().iter().any(|n| {
            own.unit.agrees(unit(article, n)) && fits(pairing, own, own.value.to_f64(), n.value.to_f64())
        })
}

/// Whether a duration agrees with an ordinal: "down for four days" with "down for a fourth day" or "the
/// fourth day in a row".
fn is_lasting(pairing: &ClaimPairing, own: &Number, article: &Sentence, theirs: &[Number]) -> bool {
    const IN_A_ROW: &str = " straight consecutive successive running ";
    if !matches!(own.unit, Unit::Measure(_)) {
        return false;
    }
    let measured = pairing.sentence.tokens[own.end - 1].stem;
    theirs.iter().filter(|n| n.unit == Unit::Ordinal && n.value == own.value).any(|n| {
        let is_in_a_row = in_word_list(IN_A_ROW, &article.lower(n.end));
        let is_for = || n.first.checked_sub(2).is_some_and(|at| &*article.lower(at) == "for");
        let of = article.tokens.get(n.end + usize::from(is_in_a_row));
        of.is_some_and(|token| token.stem == measured) && (is_in_a_row || is_for())
    })
}

/// Whether a number is a difference of two: "six more volunteers" if there are fourteen and twenty are
/// needed.
fn is_difference(pairing: &ClaimPairing, own: &Number, article: &Sentence, theirs: &[Number]) -> bool {
    const BEYOND: &str = " more another further extra fewer less short remaining additional ";
    let beside = |at: Option<usize>| at.is_some_and(|at| in_word_list(BEYOND, &pairing.sentence.lower(at)));
    if !beside(own.first.checked_sub(1)) && !beside(Some(own.end)) {
        return false;
    }
    let value = own.value.to_f64();
    theirs.iter().enumerate().any(|(at, a)| {
        theirs[at + 1..].iter().any(|b| {
            unit(article, a).agrees(unit(article, b))
                && own.unit.agrees(unit(article, a))
                && fits(pairing, own, value, (a.value.to_f64() - b.value.to_f64()).abs())
        })
    })
}

/// Returns the unit of a number, or the unit that it shares with the next number ("74 vs 51 minutes") or the
/// one before.
pub fn unit(article: &Sentence, number: &Number) -> Unit {
    if number.unit != Unit::Plain {
        return number.unit;
    }
    let all = article.numbers();
    let joined = matches!(&*article.lower(number.end), "vs" | "versus" | "or" | "to" | "and" | "against");
    // "10-12 %"
    let is_range = || matches!(article.gap_before(number.end).trim(), "-" | "–");
    if joined || number.end < article.tokens.len() && is_range() {
        let next = number.end + usize::from(joined);
        return all.iter().find(|n| n.first == next).map_or(number.unit, |n| n.unit);
    }
    // "18.2 percent, against 19.5 a year earlier"
    let is_bare = article.tokens.get(number.end).is_none_or(|next| !next.is_content());
    let before = |back: usize| number.first.checked_sub(back).map(|at| article.lower(at)).unwrap_or_default();
    let is_compared = in_word_list(" against versus vs ", &before(1)) || matches!(&*before(2), "compared");
    let first =
        all.iter().find(|n| is_bare && is_compared && n.end < number.first && n.end + 3 > number.first);
    first.map_or(number.unit, |n| n.unit)
}

/// Returns the share of a whole that a number gives by itself: a percentage or a fraction.
pub fn share(number: &Number) -> Option<f64> {
    let value = number.value.to_f64();
    if number.unit == Unit::Percent {
        Some(value / 100.0)
    } else {
        (number.fraction && value < 1.0).then_some(value)
    }
}

/// Whether a share is given in another form, or as two counts: "more than a quarter" for "29 percent", "fewer
/// than half" for "120 of its 300".
fn is_part(pairing: &ClaimPairing, own: &Number, article: &Sentence, theirs: &[Number]) -> bool {
    let Some(value) = share(own) else { return false };
    // "0.503 percent" is another number than "0.505 percent", and no other form of it.
    let is_other_form = |n: &&Number| own.about.is_some() || n.unit != own.unit;
    let shares = theirs.iter().filter(is_other_form).filter_map(share);
    let of = theirs.windows(2).filter_map(|pair| {
        let [a, b] = [&pair[0], &pair[1]];
        let (part, whole) = (a.value.to_f64(), b.value.to_f64());
        let between = article.tokens.get(a.end..b.first)?;
        let joined = between.iter().any(|t| &*fold_token(article.word(t)) == "of") && between.len() <= 5;
        (joined && share(a).is_none() && share(b).is_none() && part < whole).then_some(part / whole)
    });
    // An approximate share may be of the rest: "about a quarter have dropped out" for "88 of 120 are in".
    let rest = own.about == Some(About::Either);
    let of: Vec<f64> = of.flat_map(|part| [part, if rest { 1.0 - part } else { part }]).collect();
    shares.chain(of).any(|exact| fits(pairing, own, value, exact))
}

/// Whether a measure is given in another unit, or as two years: "two weeks" for "14 days", "four years" for
/// "1834 and 1838".
fn is_measured(pairing: &ClaimPairing, own: &Number, article: &Sentence, theirs: &[Number]) -> bool {
    const ROUGH: f64 = 0.04;
    const DAYS_OF_YEAR: f64 = 365.2425;
    let of = |value, unit| amount(value, unit).map(|(quantity, value)| (quantity, value.to_f64()));
    let Some((quantity, length)) = of(own.value, own.unit) else { return false };
    let measures = theirs.iter().filter_map(|n| of(n.value, unit(article, n)));
    let mut measures = measures.filter(|(theirs, _)| *theirs == quantity).map(|(_, exact)| exact);
    let is_equal = measures.any(|exact| {
        fits(pairing, own, length, exact) || own.about.is_none() && (exact - length).abs() <= ROUGH * length
    });
    let years: Vec<i64> = theirs
        .iter()
        .filter_map(|n| n.value.whole().filter(|y| n.unit == Unit::Plain && (1000..=2100).contains(y)))
        .collect();
    let mut apart = years.windows(2).map(|pair| pair[0].abs_diff(pair[1]) as f64 * DAYS_OF_YEAR);
    is_equal
        || quantity == Quantity::Time && apart.any(|exact| exact > 0.0 && fits(pairing, own, length, exact))
}

/// Returns the factor of "halved", "doubled" or "tripled".
pub fn change(sentence: &Sentence, number: &Number) -> Option<f64> {
    match &*sentence.lower(number.first) {
        "halved" => Some(0.5),
        "doubled" => Some(2.0),
        "tripled" => Some(3.0),
        _ => None,
    }
}

/// Whether "halved" or "doubled" fits a change from one value to another.
fn is_change(pairing: &ClaimPairing, own: &Number, article: &Sentence, theirs: &[Number]) -> bool {
    const ROUGH: f64 = 0.12;
    let Some(factor) = change(pairing.sentence, own) else { return false };
    // "Rose by 100 percent".
    let by = |n: &Number| {
        n.unit == Unit::Percent && {
            let percent = n.value.to_f64() / 100.0;
            let factors = [1.0 + percent, 1.0 - percent];
            factors.iter().any(|exact| (exact - factor).abs() <= ROUGH * factor)
        }
    };
    if theirs.iter().any(by) {
        return true;
    }
    theirs.windows(2).any(|pair| {
        let (from, to) = (pair[0].value.to_f64(), pair[1].value.to_f64());
        from > 0.0 && unit(article, &pair[0]) == pair[1].unit && (to / from - factor).abs() <= ROUGH * factor
    })
}

/// Whether a number is a multiple or a product: "ten times as much" for "a tenth", or the product of two
/// numbers.
fn is_multiple(pairing: &ClaimPairing, own: &Number, theirs: &[Number]) -> bool {
    const LARGE: f64 = 50.0;
    let value = own.value.to_f64();
    let next = pairing.sentence.lower(own.end);
    let inverse = |exact: f64| exact > 0.0 && fits(pairing, own, value, 1.0 / exact);
    if &*next == "times" && theirs.iter().filter_map(share).any(inverse) {
        return true;
    }
    // A single thing is not a factor.
    let factors: Vec<f64> = theirs.iter().map(|n| n.value.to_f64()).filter(|factor| *factor > 1.0).collect();
    let is_product =
        |(at, a): (usize, &f64)| factors[at + 1..].iter().any(|b| (a * b - value).abs() < 1e-6 * value);
    value >= LARGE && factors.iter().enumerate().any(is_product)
}

/// Whether a decade contains a year of the article.
fn is_decade(pairing: &ClaimPairing, own: &Number, theirs: &[Number]) -> bool {
    let text = &pairing.sentence.text[own.span.range()];
    // "The 1830s", but not "1,830 dollars".
    let tells = own.unit == Unit::Decade || own.unit == Unit::Plain && text.ends_with('s');
    let Some(start) = own.value.whole().filter(|start| tells && start % 10 == 0) else { return false };
    let is_year = |year: &i64| (1000..=2100).contains(year);
    theirs.iter().filter_map(|n| n.value.whole().filter(is_year)).any(|year| year / 10 * 10 == start)
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::judge_alone;

    #[test]
    fn a_number_may_follow_from_others() {
        for (article, claim, follows) in [
            (
                "Around 120 of its 300 office staff have agreed to relocate.",
                "Fewer than half of its office staff have agreed to relocate.",
                true,
            ),
            (
                "Around 120 of its 300 office staff have agreed to relocate.",
                "More than half of its office staff have agreed to relocate.",
                false,
            ),
            (
                "Children made up 29 percent of all borrowers.",
                "Children made up more than a quarter of all borrowers.",
                true,
            ),
            (
                "Children made up 29 percent of all borrowers.",
                "Children made up more than a third of all borrowers.",
                false,
            ),
            (
                "The landlord may charge interest if the rent is 14 days late.",
                "The landlord may charge interest if the rent is two weeks late.",
                true,
            ),
            (
                "The landlord may charge interest if the rent is 14 days late.",
                "The landlord may charge interest if the rent is five weeks late.",
                false,
            ),
            (
                "The tower was built between 1834 and 1838 by Laird.",
                "The tower was built by Laird in four years.",
                true,
            ),
            ("Sales of the firm rose to 50,000 euros.", "Sales of the firm rose to 50,000 dollars.", false),
            ("Adults should take one 200 mg tablet.", "Adults should take one 200 gram tablet.", false),
            (
                "Free lunches will cost $210 million a year.",
                "Free lunches will cost $210 million a month.",
                false,
            ),
            ("Free lunches will cost $210 million a year.", "Free lunches cost $210 million per year.", true),
            ("Profit rose to $48 from $41 a year earlier.", "Profit rose from $41 to $48.", true),
            ("We have fourteen helpers, we need twenty.", "They need six more helpers.", true),
            ("We have fourteen helpers, we need twenty.", "They need five more helpers.", false),
            ("We have fourteen helpers, we need twenty.", "They have six helpers.", false),
            ("The firm expects growth of 10 to 12 percent.", "The firm expects growth of 10-12%.", true),
            ("The firm expects growth of 10 to 12 percent.", "The firm expects growth of 10-14%.", false),
            (
                "The tower was built between 1834 and 1838 by Laird.",
                "The tower was built by Laird in nine years.",
                false,
            ),
            (
                "The ferry carried 397 passengers to the island.",
                "The ferry carried nearly 400 passengers to the island.",
                true,
            ),
            (
                "The ferry carried 397 passengers to the island.",
                "The ferry carried nearly 500 passengers to the island.",
                false,
            ),
            (
                "The drug cut headache days from 9.1 to 4.7 a month.",
                "The drug halved headache days a month.",
                true,
            ),
            (
                "The drug cut headache days from 9.1 to 4.7 a month.",
                "The drug doubled headache days a month.",
                false,
            ),
            ("The tester works for ten days at 450 euros.", "The tester works for 4,500 euros.", true),
            ("The tester works for ten days at 450 euros.", "The tester works for 9,500 euros.", false),
            (
                "Gas storage was 91 percent full in May.",
                "Gas storage was more than 90 percent full in May.",
                true,
            ),
            (
                "Gas storage was 91 percent full in May.",
                "Gas storage was less than 90 percent full in May.",
                false,
            ),
            ("Operations took 74 vs 51 minutes.", "Operations took 74 minutes.", true),
            ("Operations took 74 vs 51 minutes.", "Operations took 74 hours.", false),
            ("The yield touched 0.505 percent.", "The yield touched 0.503 percent.", false),
            ("The yield touched 0.505 percent.", "The yield touched about 0.5 percent.", true),
            ("A set costs fifty euros or a hundred guilders.", "A set costs seventy euros.", false),
            ("The risk is five million dollars.", "The risk is ten million dollars.", false),
        ] {
            let entailment = judge_alone(article, claim);
            let found = entailment
                .mismatches
                .iter()
                .any(|v| matches!(v.kind, MismatchKind::Number | MismatchKind::Unit));
            assert_eq!(found, !follows, "{claim}: {:?}", entailment.mismatches);
        }
    }
}
