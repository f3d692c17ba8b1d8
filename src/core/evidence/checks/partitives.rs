//! Parts of a number of things.

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use crate::text::numbers::Number;
use crate::text::proposition::PropositionKind;
use crate::text::{Sentence, in_word_list};

/// Share of the clause's other words that the sentence must hold.
const MIN_SHARED_WEIGHT: f64 = 0.8;

/// Finds a number of things of which the passage states something of a part only: "120 houses were damaged" for "40 of the
/// 120 houses were damaged".
pub fn partitives(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let numbers = pairing.sentence.numbers().iter();
    numbers.filter_map(|number| of_part(pairing, number)).take(1).collect()
}

fn of_part(pairing: &ClaimPairing, number: &Number) -> Option<FoundMismatch> {
    let own = pairing.sentence;
    if number.weak || !pairing.clause.tokens.contains(&number.first) || part_before(own, number).is_some() {
        return None;
    }
    let (source, article) = pairing.sources().next()?;
    if pairing.share_but(source, number.first..number.end) < MIN_SHARED_WEIGHT {
        return None;
    }
    let mut same = article.numbers().iter().filter(|other| other.value == number.value);
    let there = same.next().filter(|_| same.next().is_none())?;
    let part = part_before(article, there)?;
    // The claim may word the part itself: "a third of the houses", "most houses".
    let is_part = |at: usize| in_word_list(PARTS, &own.lower(at)) || &*own.lower(at) == "of";
    let words_part = pairing.tokens().any(|(at, t)| is_part(at) || t.stem == article.tokens[part].stem);
    // The trees are the costly part.
    if words_part || !has_deed(pairing, article) {
        return None;
    }
    let span = article.tokens[part].span.join(there.span);
    Some(FoundMismatch::new(MismatchDetail::OtherNumber, 0.2, number.span, pairing.place(source, span)))
}

/// Whether the clause states a deed of the sentence, and not only how many things there are.
fn has_deed(pairing: &ClaimPairing, article: &Sentence) -> bool {
    const BEING: &str = " be have include contain comprise number total ";
    let deeds = |sentence: &Sentence| -> Vec<usize> {
        let all = sentence.tree().propositions.iter();
        let deeds = all.filter(|one| one.kind == PropositionKind::Verb && !in_word_list(BEING, one.base()));
        deeds.map(|one| one.head).collect()
    };
    let theirs = deeds(article);
    let own = deeds(pairing.sentence).into_iter().map(|node| pairing.sentence.token_of(node));
    own.filter(|at| pairing.clause.tokens.contains(at))
        .any(|at| theirs.iter().any(|node| pairing.stands_for_node(at, article, *node)))
}

/// Words for a part of several things.
const PARTS: &str = " half third quarter some most many few several one two three four five six seven eight nine ten none both \
    majority minority dozens ";

/// Returns the token of a part of a number: "40" in "40 of the 120 houses".
fn part_before(sentence: &Sentence, number: &Number) -> Option<usize> {
    let before = number.first.checked_sub(1)?;
    let of = match in_word_list(" the its their these those his her ", &sentence.lower(before)) {
        true => before.checked_sub(1)?,
        false => before,
    };
    let part = of.checked_sub(1)?;
    let is_part = in_word_list(PARTS, &sentence.lower(part)) || sentence.tokens[part].flags.digit;
    (is_part && &*sentence.lower(of) == "of").then_some(part)
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn a_part_is_not_the_whole() {
        const STORM: &str = "Around 40 of the 120 houses were damaged. Three of its 25 members voted against it. The 30 pupils went home.";
        assert_found(
            STORM,
            MismatchKind::Number,
            &[
                ("Around 120 houses were damaged.", true),
                ("A third of the 120 houses were damaged.", false),
                ("Of the 120 houses, 40 were damaged.", false),
                ("There are 120 houses.", false),
                ("Its 25 members voted against it.", true),
                ("The 30 pupils went home.", false),
            ],
        );
    }
}
