//! Numbers and their units.

use super::derived::{follows, unit};
use super::mismatch::{FoundMismatch, MismatchDetail};
use super::{ClaimPairing, amounts};
use crate::evidence::premise::NumberAt;
use crate::syntax::{Relation, Upos};
use crate::text::numbers::{About, Number, Unit, Value, rate_after};
use crate::text::{Parsed, Sentence, Span, Stem, in_word_list, is_person, opens_alternative};

/// Returns the numbers of a clause that are not part of a date.
fn numbers_of(pairing: &ClaimPairing) -> Vec<Number> {
    let tokens = &pairing.clause.tokens;
    let dated = pairing.sentence.dates();
    pairing
        .sentence
        .numbers()
        .iter()
        .copied()
        .filter(|n| tokens.start <= n.first && n.end <= tokens.end)
        .filter(|n| dated.iter().all(|d| n.end <= d.first || d.end <= n.first))
        .filter(|n| !is_compound(pairing, n))
        // "3 to 5 percent" has one unit for both.
        .map(|n| Number { unit: unit(pairing.sentence, &n), ..n })
        .collect()
}

/// Whether "half" or "quarter" is part of another word or of a time: "half-time", "second-quarter", "half an
/// hour".
fn is_compound(pairing: &ClaimPairing, number: &Number) -> bool {
    let text = &pairing.sentence.text;
    let word = &text[number.span.range()];
    let after = pairing.sentence.tokens.get(number.end).map_or("", |t| pairing.sentence.word(t));
    matches!(word, "half" | "Half" | "quarter")
        && (text[number.span.end..].starts_with('-')
            || text[..number.span.start].ends_with('-')
            || matches!(after, "an" | "time" | "hour"))
}

/// Whether a number of the article rounds to one of the clause and lies on the side that the clause names. A number that
/// counts something is compared neither with a year nor with a count of something else: "1,200 people" are not "1,000 homes".
fn is_rounded(pairing: &ClaimPairing, number: &Number) -> bool {
    let premise_index = pairing.article.premise_index;
    let sentences = pairing.article.text().sentences();
    let own = counted_noun(pairing.sentence, number).filter(|noun| pairing.clause.tokens.contains(noun));
    let is_comparable = |n: &NumberAt| {
        let sentence = &sentences[n.sentence].sentence;
        let is_dated = own.is_some()
            && sentence.dates().iter().any(|date| date.first <= n.number.first && n.number.end <= date.end);
        let counts_same = match (own, counted(sentence, &n.number)) {
            (Some(own), Some(theirs)) => pairing.stands_for(own, theirs),
            _ => true,
        };
        number.unit.agrees(n.number.unit) && !is_dated && (number.unit != Unit::Plain || counts_same)
    };
    let is_near = |exact: &Value| {
        let (bound, size) = (number.value.to_f64(), exact.to_f64());
        let is_bound = || number.value.is_within_half_unit(*exact) || number.value.rounds(*exact, true);
        match number.about {
            Some(About::Below) => size <= bound && is_bound(),
            Some(About::Above) => size >= bound && is_bound(),
            about => number.value.rounds(*exact, about.is_some()),
        }
    };
    let near = premise_index.values_near(number.value).iter().filter(|exact| is_near(exact));
    near.filter_map(|exact| premise_index.numbers.get(exact)).flatten().any(is_comparable)
}

/// Finds numbers that the article lacks, or has with another unit or of other things.
pub fn numbers(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let own = numbers_of(pairing);
    if own.is_empty() {
        return Vec::new();
    }
    let sources: Vec<(usize, &Sentence)> = pairing.sources().collect();
    own.iter().filter_map(|number| otherwise(pairing, &sources, number)).collect()
}

/// Returns the position of a number in the article.
fn spot(pairing: &ClaimPairing, number: &NumberAt) -> Span {
    pairing.place(number.sentence, number.number.span)
}

/// Returns how a number differs from the article.
fn otherwise(
    pairing: &ClaimPairing,
    sources: &[(usize, &Sentence)],
    number: &Number,
) -> Option<FoundMismatch> {
    if let Some(found) = other_frequency(pairing, sources, number) {
        return Some(found);
    }
    let all = pairing.article.premise_index.numbers.get(&number.value);
    if (all.is_none() || is_slight(pairing, number))
        && let Some(place) = amounts::other(pairing, sources, number)
    {
        return Some(FoundMismatch::new(MismatchDetail::OtherNumber, OTHER, number.span, place));
    }
    let Some(all) = all else { return missing(pairing, sources, number) };
    if number.weak {
        return None;
    }
    let sentences = pairing.article.text().sentences();
    let theirs = |n: &NumberAt| unit(&sentences[n.sentence].sentence, &n.number);
    let agreeing: Vec<&NumberAt> = all.iter().filter(|n| number.unit.agrees(theirs(n))).collect();
    let is_result = is_result(pairing.sentence, number);
    let ruled_out = |n: &&NumberAt| {
        let article = &sentences[n.sentence].sentence;
        is_ruled_out(article, &n.number) || is_result && is_compared_with(article, &n.number)
    };
    if let Some(first) = agreeing.first().filter(|_| agreeing.iter().all(ruled_out))
        && !is_ruled_out(pairing.sentence, number)
        && !is_compared_with(pairing.sentence, number)
    {
        return instead(pairing, number, first);
    }
    let Some(first) = agreeing.first() else {
        let other = all[0];
        let theirs =
            if other.number.unit == Unit::Plain { "a plain number" } else { other.number.unit.as_str() };
        let found = FoundMismatch::new(MismatchDetail::OtherUnit, OTHER, number.span, spot(pairing, &other));
        return (!follows(pairing, sources, number)).then(|| found.noting(theirs));
    };
    // "$5 a month" if the article has "$5 a year".
    let rate = |n: &NumberAt| rate_after(&sentences[n.sentence].sentence, n.number.end);
    if let (Some(own), Some(other)) = (rate_after(pairing.sentence, number.end), rate(first))
        && agreeing.iter().all(|n| rate(n).is_some_and(|theirs| theirs != own))
    {
        let found = FoundMismatch::new(MismatchDetail::OtherRate, OTHER, number.span, spot(pairing, first));
        return Some(found.noting(own).noting(other));
    }
    if let Some(age) = Age::of(pairing.sentence, number) {
        return other_age(pairing, sources, number, age);
    }
    other_of_unit(pairing, sources, number, &agreeing)
        .or_else(|| other_count(pairing, sources, number, &agreeing))
        .or_else(|| of_another(pairing, sources, number, &agreeing))
}

/// Returns a mismatch with the number that holds instead: six, if the article has "six crossings rather than
/// four".
fn instead(pairing: &ClaimPairing, number: &Number, there: &NumberAt) -> Option<FoundMismatch> {
    let numbers = pairing.article.text().sentences()[there.sentence].sentence.numbers();
    let holds = |n: &&Number| n.end <= there.number.first && n.unit.agrees(number.unit);
    let place = pairing.place(there.sentence, numbers.iter().rev().find(holds)?.span);
    Some(FoundMismatch::new(MismatchDetail::OtherNumber, OTHER, number.span, place))
}

/// Whether a number is ruled out: the four in "six crossings rather than four".
fn is_ruled_out(sentence: &Sentence, number: &Number) -> bool {
    let before =
        |back: usize| number.first.checked_sub(back).map(|at| sentence.lower(at)).unwrap_or_default();
    opens_alternative(&before(2), &before(1))
}

/// Whether a number is the outcome of a change: "fell to 79 cents".
fn is_result(sentence: &Sentence, number: &Number) -> bool {
    let before = number.first.checked_sub(1).map(|at| sentence.lower(at)).unwrap_or_default();
    let is_amount = matches!(number.unit, Unit::Percent | Unit::Money(_) | Unit::Measure(_));
    is_amount && in_word_list(" to at reached hit totalled totaled ", &before)
}

/// Whether a number serves as the comparison for another: "84 cents, compared with 79 cents last year".
fn is_compared_with(sentence: &Sentence, number: &Number) -> bool {
    let before =
        |back: usize| number.first.checked_sub(back).map(|at| sentence.lower(at)).unwrap_or_default();
    let back = if &*before(1) == "the" { 2 } else { 1 };
    let (last, first) = (before(back), before(back + 1));
    in_word_list(" from against versus ", &last)
        || matches!((&*first, &*last), ("compared", "with" | "to") | ("ahead" | "short", "of"))
}

/// Support left by another number, unit or rate.
const OTHER: f64 = 0.12;
/// Thresholds on the share of a claim, without its number, that a sentence holds. The first, relative to the
/// passage's sentence, is enough for another sentence to give the same number. From the second a sentence
/// makes the same statement. A sentence that falls short of it by the third makes another.
const NEARLY_AS_MUCH: f64 = 0.6;
const TELLS_CLAIM: f64 = 0.7;
const OTHER_STATEMENT: f64 = 0.35;
/// Share of the rest of a claim that a sentence must hold to state the frequency of the same action.
const TELLS_FREQUENCY: f64 = 0.5;

/// Whether a number is so low, or so loosely worded, that an article may imply it without naming it.
fn is_slight(pairing: &ClaimPairing, number: &Number) -> bool {
    number.weak
        || (0.0..=3.0).contains(&number.value.to_f64()) && !pairing.sentence.tokens[number.first].flags.digit
}

/// Returns a mismatch if the article does not have a number.
fn missing(pairing: &ClaimPairing, sources: &[(usize, &Sentence)], number: &Number) -> Option<FoundMismatch> {
    let text = &pairing.sentence.text[number.span.range()];
    let small = is_slight(pairing, number);
    // "One" and "both" rarely count anything, and a share may be given in another form.
    let counts_nothing = number.weak && number.value == Value::int(1)
        || text.eq_ignore_ascii_case("both")
        || text.eq_ignore_ascii_case("decade")
        // "The two sides" are those already mentioned.
        || small && number.first.checked_sub(1).is_some_and(|i| &*pairing.sentence.lower(i) == "the")
        || is_round(pairing, number)
        // "2-0" after two goals that are mentioned one by one.
        || number.value == Value::int(0) && is_of_score(pairing, number);
    let is_borne_out = is_rounded(pairing, number)
        || follows(pairing, sources, number)
        || counts_nothing
        || number.unit == Unit::Ordinal && small
        || is_split(pairing, text)
        || pairing.article.premise_index.number_like(number).is_some();
    let max_support = if small { 0.62 } else { 0.05 };
    (!is_borne_out).then(|| FoundMismatch::missing(MismatchDetail::NoNumber, max_support, number.span))
}

/// Whether the article has the number split at its point or comma, as tokenizers leave it: "122. 5" for "122.5", "1, 700"
/// for "1,700".
fn is_split(pairing: &ClaimPairing, number: &str) -> bool {
    let digits = number.split(' ').next().unwrap_or_default();
    let Some((at, mark)) = digits.char_indices().find(|(_, c)| matches!(c, '.' | ',')) else { return false };
    let (whole, part) = (&digits[..at], &digits[at + 1..]);
    let raw = pairing.article.text().raw();
    let follows = |n: &NumberAt| {
        let after = &raw[pairing.place(n.sentence, n.number.span).end..];
        let after = after.strip_prefix(mark).and_then(|after| after.strip_prefix(' ')?.strip_prefix(part));
        after.is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_digit()))
    };
    let places = Value::parse(whole).and_then(|whole| pairing.article.premise_index.numbers.get(&whole));
    places.is_some_and(|places| places.iter().any(follows))
}

/// Whether a number names a round of a cup by the teams that are left: "the last eight" are in the
/// quarter-finals.
fn is_round(pairing: &ClaimPairing, number: &Number) -> bool {
    const TEAMS_LEFT: [i64; 5] = [4, 8, 16, 32, 64];
    let before = number.first.checked_sub(1).map(|at| pairing.sentence.lower(at)).unwrap_or_default();
    let is_alone = pairing.sentence.tokens.get(number.end).is_none_or(|next| !next.is_content());
    &*before == "last" && is_alone && number.value.whole().is_some_and(|value| TEAMS_LEFT.contains(&value))
}

/// Returns a mismatch if the passage has another number of the unit: "six weeks" for "three weeks", with a
/// bare six elsewhere.
fn other_of_unit(
    pairing: &ClaimPairing,
    sources: &[(usize, &Sentence)],
    number: &Number,
    agreeing: &[&NumberAt],
) -> Option<FoundMismatch> {
    let is_bare =
        |n: &&NumberAt| n.number.unit == Unit::Plain && !pairing.passage.sentences.contains(&n.sentence);
    if !matches!(number.unit, Unit::Measure(_) | Unit::Money(_))
        || !agreeing.iter().all(is_bare)
        || follows(pairing, sources, number)
    {
        return None;
    }
    sources.iter().find_map(|(at, source)| {
        let found = source.numbers().iter().find(|n| n.unit == number.unit)?;
        Some(FoundMismatch::new(
            MismatchDetail::OtherNumber,
            OTHER,
            number.span,
            pairing.place(*at, found.span),
        ))
    })
}

/// Returns a mismatch of frequencies: "refused it three times" for "refused it twice".
fn other_frequency(
    pairing: &ClaimPairing,
    sources: &[(usize, &Sentence)],
    number: &Number,
) -> Option<FoundMismatch> {
    let own = frequency(pairing.sentence, number)?;
    let telling = sources
        .iter()
        .filter(|(at, _)| pairing.share_but(*at, number.first..number.end + 1) >= TELLS_FREQUENCY);
    let mut often = telling.flat_map(|(at, source)| {
        source.numbers().iter().filter_map(|n| Some((*at, n.span, frequency(source, n)?)))
    });
    if often.clone().any(|(.., times)| times == own) {
        return None;
    }
    let (at, other, _) = often.next()?;
    let place = pairing.place(at, other);
    Some(FoundMismatch::new(MismatchDetail::OtherNumber, OTHER, number.span, place))
}

/// Returns how often something is done, "twice" or "three times", but not how much more something is.
fn frequency(sentence: &Sentence, number: &Number) -> Option<Value> {
    const COMPARES: &str = " as more less the that higher larger bigger greater faster its their his her ";
    let is_word = matches!(&*sentence.lower(number.first), "twice" | "thrice");
    let is_counted = &*sentence.lower(number.end) == "times";
    let next = number.end + usize::from(is_counted);
    let is_often = (is_word || is_counted) && !in_word_list(COMPARES, &sentence.lower(next));
    is_often.then_some(number.value)
}

/// An age: "a 67-year-old cyclist".
#[derive(PartialEq)]
struct Age {
    /// The noun for whoever has the age.
    of: Option<Stem>,
}

impl Age {
    fn of(sentence: &Sentence, number: &Number) -> Option<Age> {
        let old = (number.end - 1..=number.end).find(|at| &*sentence.lower(*at) == "old")?;
        let noun = sentence.tokens.get(old + 1).filter(|token| token.is_content());
        Some(Age { of: noun.map(|token| token.stem) })
    }
}

/// Returns a mismatch of ages: "a 25-year-old man" if the passage has only "a 23-year-old man".
fn other_age(
    pairing: &ClaimPairing,
    sources: &[(usize, &Sentence)],
    number: &Number,
    own: Age,
) -> Option<FoundMismatch> {
    if own.of.is_none()
        || sources.iter().any(|(_, source)| source.numbers().iter().any(|n| n.value == number.value))
    {
        return None;
    }
    let found = sources.iter().find_map(|(at, source)| {
        let same = source.numbers().iter().find(|n| Age::of(source, n).is_some_and(|age| age == own))?;
        Some(pairing.place(*at, same.span))
    });
    Some(FoundMismatch::new(MismatchDetail::OtherNumber, OTHER, number.span, found?))
}

/// Returns a mismatch of counts: "three goals" if the passage has "two goals" and never three.
fn other_count(
    pairing: &ClaimPairing,
    sources: &[(usize, &Sentence)],
    number: &Number,
    agreeing: &[&NumberAt],
) -> Option<FoundMismatch> {
    let noun = counted_noun(pairing.sentence, number).filter(|noun| *noun < pairing.clause.tokens.end)?;
    let head = pairing.sentence.tokens[noun].stem;
    let (at, found) = sources.iter().find_map(|(at, source)| {
        // "The first of these ships" does not count ships.
        let is_ordinal = |n: &Number| n.unit == Unit::Ordinal;
        let counts = |n: &&Number| counted(source, n) == Some(head) && is_ordinal(n) == is_ordinal(number);
        Some((*at, source.numbers().iter().find(counts)?))
    })?;
    // Another sentence may give the same count and hold as much of the claim: "in the 80th minute".
    let rest = |source: usize| pairing.share_but(source, number.first..number.end);
    let sentences = pairing.article.text().sentences();
    // "13 men" are 13 people.
    let is_people = &*pairing.sentence.lower(noun) == "people";
    let elsewhere = agreeing.iter().any(|n| {
        let sentence = &sentences[n.sentence].sentence;
        let counts_person = |noun: usize| is_people && is_person(&sentence.lower(noun));
        counted_noun(sentence, &n.number)
            .is_some_and(|noun| sentence.tokens[noun].stem == head || counts_person(noun))
            && rest(n.sentence) >= NEARLY_AS_MUCH * rest(at)
    });
    if elsewhere {
        return None;
    }
    let own = sources.iter().any(|(_, source)| {
        source.numbers().iter().any(|n| {
            // "Four people were killed and eleven are missing": the noun is not repeated.
            let follows = || source.tokens[n.end..].iter().take(4).any(|t| t.stem == head);
            let bare = || n.unit == Unit::Plain && counted(source, n).is_none();
            n.value == number.value && (follows() || bare())
        })
    });
    let found =
        FoundMismatch::new(MismatchDetail::OtherCount, OTHER, number.span, pairing.place(at, found.span));
    (!own).then(|| found.noting(pairing.word(noun)))
}

/// Returns a mismatch if the number belongs to another statement: "rose to $610 million" if the sentence
/// about this has "rose to $1.02 billion" and a sentence about something else has $610 million.
fn of_another(
    pairing: &ClaimPairing,
    sources: &[(usize, &Sentence)],
    number: &Number,
    agreeing: &[&NumberAt],
) -> Option<FoundMismatch> {
    let rest = |source: usize| pairing.share_but(source, number.first..number.end);
    let (home, article) = sources.iter().copied().max_by(|a, b| rest(a.0).total_cmp(&rest(b.0)))?;
    let most = rest(home);
    // Other words of the claim may come from the sentence that has the number.
    if most < TELLS_CLAIM || agreeing.iter().any(|n| rest(n.sentence) > most - OTHER_STATEMENT) {
        return None;
    }
    let before = number.first.checked_sub(1).filter(|at| pairing.clause.tokens.contains(at))?;
    let tokens = &pairing.clause.tokens;
    let in_claim = pairing.sentence.numbers().iter().filter(|n| tokens.contains(&n.first));
    let verb = governing_verb(pairing.sentence, number).filter(|at| tokens.contains(at))?;
    let same_place = |n: &Number| {
        let follows_same = n.first.checked_sub(1).is_some_and(|at| {
            pairing.sentence.lower(before) == article.lower(at)
                || pairing.stands_for(before, article.tokens[at].stem)
        });
        let theirs = governing_verb(article, n).filter(|_| follows_same);
        let theirs = theirs.and_then(|at| article.tokens.get(at));
        theirs.is_some_and(|theirs| pairing.stands_for(verb, theirs.stem))
    };
    let own = counted(pairing.sentence, number).filter(|_| number.end < tokens.end);
    let counts_same = |n: &Number| own.is_some() && counted(article, n) == own;
    let found = article.numbers().iter().find(|n| {
        number.unit == unit(article, n)
            && (number.unit != Unit::Plain || counts_same(n))
            && in_claim.clone().all(|own| own.value != n.value)
            && same_place(n)
    })?;
    (!follows(pairing, &[(home, article)], number)).then(|| {
        FoundMismatch::new(MismatchDetail::OtherNumber, OTHER, number.span, pairing.place(home, found.span))
    })
}

/// Returns the stem of the noun that a number counts.
fn counted(sentence: &Sentence, number: &Number) -> Option<Stem> {
    counted_noun(sentence, number).map(|at| sentence.tokens[at].stem)
}

/// Returns the noun that a number counts: its head in the tree, or the content word after it, unless
/// punctuation or another number stands between.
fn counted_noun(sentence: &Sentence, number: &Number) -> Option<usize> {
    const MAX_DESCRIBED: usize = 3;
    let Parsed { tree, .. } = sentence.tree();
    let node = sentence.node_of(number.first);
    let counts =
        |node: &usize| tree.nodes[*node].relation == Relation::Nummod && number.unit != Unit::Ordinal;
    let noun = node.filter(counts).and_then(|node| tree.nodes[node].head).map(|node| sentence.token_of(node));
    let is_set_off = |at: usize| sentence.gap_before(at).contains([',', ';', ':', '(', ')']);
    let near = number.end + 1..sentence.tokens.len().min(number.end + MAX_DESCRIBED);
    if let Some(noun) = noun.filter(|at| near.contains(at)) {
        return (!(number.end..=noun).any(is_set_off)).then_some(noun);
    }
    sentence.tokens.get(number.end).filter(|token| token.is_content())?;
    let is_number = sentence.numbers().iter().any(|other| other.first == number.end);
    (!is_set_off(number.end) && !is_number).then_some(number.end)
}

/// Returns the verb that a number depends on in the tree.
fn governing_verb(sentence: &Sentence, number: &Number) -> Option<usize> {
    let Parsed { tree, .. } = sentence.tree();
    let node = sentence.node_of(number.first)?;
    let verb = std::iter::successors(Some(node), |at| tree.nodes[*at].head)
        .find(|at| tree.nodes[*at].tag == Upos::Verb)?;
    Some(sentence.token_of(verb))
}

/// Whether a number is one side of a score: "2-0".
fn is_of_score(pairing: &ClaimPairing, number: &Number) -> bool {
    let text = &pairing.sentence.text;
    let before = text[..number.span.start].strip_suffix(['-', '–']);
    let after = text[number.span.end..].strip_prefix(['-', '–']);
    before.is_some_and(|text| text.ends_with(|c: char| c.is_ascii_digit()))
        || after.is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn a_number_goes_with_its_statement() {
        const COURT: &str = "The ferry carried 25 cars. Farrow was jailed for three years and four months on Thursday. The sheriff reduced the sentence \
            from five years because of the plea. Revenue in the toy division rose to $1.02 billion. Revenue in the tool \
            division declined to $610 million. The compost arrives at half past eight, so someone has to open the gate. Lena \
            has the key and will be there at 8:15. The cyclist was Joan Whitlock, 67. \
            A 23-year-old man died in the river. The striker received 1, 700 messages after the match.";
        let cases = [
            ("Farrow was jailed for five years.", true),
            ("Farrow was jailed for three years and four months.", false),
            ("Farrow was jailed for killing a 67-year-old cyclist.", false),
            ("A 25-year-old man died in the river.", true),
            ("A 23-year-old man died in the river.", false),
            ("The striker received 1,700 messages.", false),
            ("The striker received 1,900 messages.", true),
            ("The sheriff reduced it from five years.", false),
            ("Revenue in the toy division rose to $610 million.", true),
            ("Revenue in the tool division declined to $610 million.", false),
            ("Lena will open the gate at 8:15 for the compost.", false),
            ("The article states that revenue of the tool division is $610 million.", false),
        ];
        assert_found(COURT, MismatchKind::Number, &cases);
    }

    #[test]
    fn what_another_number_replaces_does_not_hold() {
        const FERRY: &str = "The smaller ferry will make six crossings a day rather than four. It holds 12 cars instead of 40. \
            Earnings came in at 84 cents a share, compared with 79 cents last year. Revenue rose 14 percent to $1.83 billion, \
            ahead of the $1.75 billion that analysts had expected.";
        let cases = [
            ("The smaller ferry will make four crossings a day.", true),
            ("The smaller ferry will make six crossings a day.", false),
            ("The smaller ferry will make six crossings rather than four.", false),
            ("It holds 40 cars.", true),
            ("It holds 12 cars.", false),
            ("Earnings fell to 79 cents a share.", true),
            ("Earnings rose to 84 cents a share.", false),
            ("Earnings rose from 79 cents to 84 cents a share.", false),
            ("Revenue rose 14 percent to $1.75 billion.", true),
            ("Earnings were cut to 79 cents a share from 84 cents.", true),
            ("The smaller ferry is in the last eight.", false),
            ("Revenue rose 14 percent to $1.83 billion.", false),
        ];
        assert_found(FERRY, MismatchKind::Number, &cases);
    }

    #[test]
    fn what_is_counted_stands_behind_its_number() {
        const MATCH: &str = "Webb doubled the lead in the 34th minute after Okafor had been fouled. Vale were reduced to ten \
            men in the 80th minute, when Okafor was shown a second yellow card. They drop to fifth, one point behind \
            Kingsmere, who climb into fourth place. Costs will rise by between 3 and 5 percent. Solberg refused the \
            honour twice. Two secondary schools will start at nine. Okafor ran a distance of 12. 5. He was tired.";
        let cases = [
            ("Okafor was sent off in the 80th minute.", false),
            ("Webb doubled the lead in the 80th minute.", true),
            ("Kingsmere are fourth, one point ahead.", false),
            ("Ortega and Webb put Vale 2-0 up.", false),
            ("Vale won 7-1.", true),
            ("Okafor ran 12.5 kilometres.", false),
            ("Around 20 schools will start at nine.", true),
            ("Four schools will start at nine.", true),
            ("Two schools will start at nine.", false),
            ("Solberg refused the honour three times.", true),
            ("Solberg refused the honour twice.", false),
        ];
        assert_found(MATCH, MismatchKind::Number, &cases);
        assert_found(MATCH, MismatchKind::Unit, &[("Costs will rise by 3 to 5 percent.", false)]);
    }
}
