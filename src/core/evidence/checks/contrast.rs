//! Cues replaced by others on the same scale: must and may, for and against, up and down, all and few, before
//! and after. Each cue of the clause is aligned with one of the passage, and their values are compared.

use std::ops::Range;

use super::derived::share;
use super::mismatch::{FoundMismatch, MismatchDetail};
use super::replies::replied;
use super::{ClaimPairing, governed, is_owner, opposite};
use crate::text::cues::Force;
use crate::text::numbers::Number;
use crate::text::scales::{ALL, FEW, MOST, Mark, NONE, Scale, Value};
use crate::text::{Sentence, Span, Stem, fold_token, in_word_list};

/// A scale and how its cues are compared.
struct Contrast {
    scale: Scale,
    /// Whether the passage must say nearly the same.
    same_statement: bool,
    /// Whether to check only a short clause whose cues on the scale all have the same value.
    sole: bool,
    /// Share of the clause that a sentence must hold before its cues are compared.
    holds: f64,
    /// Largest number of sentences of the passage that are compared.
    sources: usize,
    /// Finds the cues of an article sentence that apply to the same thing as a cue of the clause.
    align: fn(&ClaimPairing, &Mark, &Sentence, &[Mark]) -> Vec<Aligned>,
    /// Returns the mismatch of two different values and the support that it still allows.
    differ: fn(Value, Option<Value>) -> Option<(MismatchDetail, f64)>,
}

/// What the article says in place of a cue of the clause.
struct Aligned {
    /// The cue, or the word that it would apply to.
    token: usize,
    /// Value of the cue; `None` if the article has none there.
    value: Option<Value>,
}

impl From<&Mark> for Aligned {
    fn from(mark: &Mark) -> Aligned {
        Aligned { token: mark.token, value: Some(mark.value) }
    }
}

/// Result of comparing the cues of a scale.
#[derive(Default)]
struct Contrasted {
    /// The first cue whose value differs from the passage.
    found: Option<FoundMismatch>,
    /// The cues whose values agree.
    agreed: Vec<Span>,
}

fn contrast(pairing: &ClaimPairing, row: &Contrast) -> Contrasted {
    let mut out = Contrasted::default();
    let of_scale = |sentence: &Sentence| -> Vec<Mark> {
        sentence.marks().iter().filter(|mark| mark.scale == row.scale).copied().collect()
    };
    let own = of_scale(pairing.sentence);
    let is_read = own.first().is_some_and(|first| {
        let is_sole = || pairing.is_brief() && own.iter().all(|mark| mark.value == first.value);
        (!row.same_statement || pairing.same_statement()) && (!row.sole || is_sole())
    });
    if !is_read {
        return out;
    }
    let sources =
        pairing.sources().take(row.sources).filter(|(source, _)| pairing.share(*source) >= row.holds);
    let sources: Vec<(usize, &Sentence, Vec<Mark>)> =
        sources.map(|(source, article)| (source, article, of_scale(article))).collect();
    for mark in own.iter().take(if row.sole { 1 } else { own.len() }) {
        if !pairing.clause.tokens.contains(&mark.token) || out.found.is_some() {
            continue;
        }
        let word = pairing.sentence.tokens[mark.token].span;
        let shown = qualified(pairing.sentence, mark.token);
        let mut found = None;
        for (source, article, theirs) in &sources {
            let aligned = (row.align)(pairing, mark, article, theirs);
            // If the passage also has the same value, its other cues contradict nothing.
            if aligned.iter().any(|other| other.value == Some(mark.value)) {
                out.agreed.push(word);
                found = None;
                break;
            }
            found = found.or_else(|| {
                aligned.iter().find_map(|other| {
                    let (how, max_support) = (row.differ)(mark.value, other.value)?;
                    let place = pairing.place(*source, qualified(article, other.token));
                    let found = FoundMismatch::new(how, max_support, shown, place).noting(name(mark.value));
                    Some(found.noting(other.value.map_or("", name)))
                })
            });
        }
        out.found = found;
    }
    out
}

/// Returns the span of a word with a weakening adverb before it: "almost all".
fn qualified(sentence: &Sentence, at: usize) -> Span {
    /// The adverbs that `scales.txt` has before "all" and "none".
    const NEARLY: &str = " nearly almost virtually practically ";
    let before = at.checked_sub(1).filter(|before| in_word_list(NEARLY, &sentence.lower(*before)));
    sentence.tokens[before.unwrap_or(at)].span.join(sentence.tokens[at].span)
}

fn name(value: Value) -> &'static str {
    match value {
        Value::Must => "must be done",
        Value::NeedNot => "need not be done",
        Value::May => "may be done",
        Value::MustNot => "must not be done",
        Value::For => "for",
        Value::Against => "against",
        Value::Up | Value::Down | Value::Share(_) | Value::Word(_) => "",
    }
}

/// Finds an obligation that differs: "need not be soaked" for "must be soaked".
pub fn duties(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    contrast(pairing, &DUTY).found.into_iter().collect()
}

/// Finds support for something that the passage opposes, or the reverse, however it is worded: "found
/// against", "opposed", "voted for".
pub fn stances(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    contrast(pairing, &STANCE).found.into_iter().collect()
}

/// Finds an amount that goes up in the clause and down in the passage, or the reverse. "Closed 2 per cent
/// higher" and "finished 2 per cent down" share no opposites in the same place, but they share the amount.
pub fn directions(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    let sentence = pairing.sentence;
    let found = contrast(pairing, &DIRECTION).found;
    let amount = |found: &FoundMismatch| {
        let word = found.claim.first()?;
        let token = sentence.tokens.iter().position(|token| token.span.end == word.end)?;
        Some(sentence.text.get(amount_of(pairing, token)?.span.range())?.to_owned())
    };
    let with_amount = |found: FoundMismatch| {
        let amount = amount(&found).unwrap_or_default();
        found.noting(amount)
    };
    found.map(with_amount).into_iter().collect()
}

/// Returns the amount of the clause whose direction the token gives.
fn amount_of<'a>(pairing: &'a ClaimPairing, token: usize) -> Option<&'a Number> {
    let marks = pairing.sentence.marks();
    let is_of = |amount: &&Number| {
        let mark = direction(pairing.sentence, marks, amount.first..amount.end);
        pairing.clause.tokens.contains(&amount.first) && mark.is_some_and(|mark| mark.token == token)
    };
    // "Third-quarter sales fell 4 %": "Third" is not an amount.
    let is_in_word = |amount: &&Number| pairing.sentence.text[amount.span.end..].starts_with('-');
    pairing.sentence.numbers().iter().filter(|amount| !is_in_word(amount) && !amount.fraction).find(is_of)
}

/// Returns the direction words of the clause that agree with the passage.
pub fn agreed(pairing: &ClaimPairing) -> Vec<Span> {
    contrast(pairing, &DIRECTION).agreed
}

/// Finds a function word replaced by its opposite before the same word: "before" for "after", "above" for
/// "below".
pub fn order(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    contrast(pairing, &ORDER).found.into_iter().collect()
}

/// Finds a quantifier that gives another share of the same thing.
pub fn shares(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    contrast(pairing, &SHARE).found.into_iter().collect()
}

const DUTY: Contrast = Contrast {
    scale: Scale::Duty,
    same_statement: false,
    sole: true,
    holds: 0.55,
    sources: 1,
    align: |pairing, own, article, theirs| {
        if let [only] = theirs {
            return vec![only.into()];
        }
        if let Some(same) = theirs.iter().find(|mark| mark.value == own.value) {
            return vec![same.into()];
        }
        // Of several, take the last one before the word that the duty applies to.
        let place = (own.of..pairing.clause.tokens.end)
            .filter(|at| pairing.sentence.tokens[*at].is_content())
            .find_map(|at| article.tokens.iter().position(|token| pairing.stands_for(at, token.stem)));
        let before = place.and_then(|place| theirs.iter().rev().find(|mark| mark.token < place));
        before.map(Aligned::from).into_iter().collect()
    },
    differ: |own, theirs| {
        use Value::{May, Must, MustNot, NeedNot};
        // Whatever must be done may be done.
        let excludes = matches!(
            (own, theirs?),
            (Must, NeedNot | MustNot | May) | (NeedNot | May, Must) | (MustNot, Must | May) | (May, MustNot)
        );
        excludes.then_some((MismatchDetail::OtherDuty, 0.25))
    },
};

const STANCE: Contrast = Contrast {
    scale: Scale::Stance,
    same_statement: true,
    sole: true,
    holds: 0.5,
    sources: usize::MAX,
    align: |pairing, own, article, theirs| {
        // Largest distance, in tokens, between the verb of a stance and its object.
        const MAX_STANCE_GAP: usize = 7;
        let is_denied = |sentence: &Sentence, mark: &Mark| {
            governed(sentence.cues(), mark.token, Force::Negative).is_some()
        };
        let [sole] = theirs else { return Vec::new() };
        if is_denied(pairing.sentence, own) || is_denied(article, sole) {
            return Vec::new();
        }
        let object = || article.tokens.iter().skip(sole.of).take(MAX_STANCE_GAP);
        let mut own = (own.of..pairing.clause.tokens.end.min(own.of + MAX_STANCE_GAP))
            .filter(|at| pairing.sentence.tokens[*at].is_content());
        let is_same = own.any(|at| object().any(|token| pairing.stands_for(at, token.stem)));
        if is_same { vec![sole.into()] } else { Vec::new() }
    },
    differ: |_, theirs| theirs.map(|_| (MismatchDetail::OtherStance, 0.12)),
};

const DIRECTION: Contrast = Contrast {
    scale: Scale::Direction,
    same_statement: true,
    sole: false,
    holds: 0.0,
    sources: usize::MAX,
    align: |pairing, own, article, theirs| {
        let Some(amount) = amount_of(pairing, own.token) else { return Vec::new() };
        let same = |n: &&Number| n.value == amount.value && n.unit.agrees(amount.unit);
        let mut same = article.numbers().iter().filter(same);
        // If the amount occurs twice, either could be meant.
        let (Some(amount), None) = (same.next(), same.next()) else { return Vec::new() };
        let mark = direction(article, theirs, amount.first..amount.end);
        mark.map(Aligned::from).into_iter().collect()
    },
    differ: |_, theirs| theirs.map(|_| (MismatchDetail::OtherDirection, 0.1)),
};

/// Returns the nearest word around an amount that gives its direction; `None` if others around it give the
/// opposite.
fn direction<'a>(sentence: &Sentence, marks: &'a [Mark], amount: Range<usize>) -> Option<&'a Mark> {
    const MAX_DIRECTION_GAP: usize = 5;
    let breaks = |at: &usize| sentence.gap(*at).starts_with([',', ';', '.', ':']);
    let from = amount.start.saturating_sub(MAX_DIRECTION_GAP);
    let from = (from..amount.start.saturating_sub(1)).rev().find(breaks).map_or(from, |at| at + 1);
    let to = sentence.tokens.len().min(amount.end + MAX_DIRECTION_GAP);
    let to = (amount.end..to).find(breaks).map_or(to, |at| at + 1);
    // "Gave up" is another verb: "up" and "down" must stand next to the amount, "longer" right after it
    // ("four hours longer").
    let is_at = |mark: &&Mark| {
        let word = sentence.lower(mark.token);
        mark.token == amount.end
            || !in_word_list(" more less longer shorter fewer ", &word)
                && (!in_word_list(" up down ", &word)
                    || mark.token + 1 == amount.start
                    || &*sentence.lower(mark.token + 1) == "by")
    };
    let is_about = |mark: &&Mark| {
        mark.scale == Scale::Direction && (from..to).contains(&mark.token) && !amount.contains(&mark.token)
    };
    let around: Vec<&Mark> = marks.iter().filter(is_about).filter(is_at).collect();
    let far = |mark: &&&Mark| mark.token.abs_diff(amount.start).min(mark.token.abs_diff(amount.end - 1));
    let nearest = around.iter().min_by_key(far)?;
    around.iter().all(|mark| mark.value == nearest.value).then_some(*nearest)
}

const ORDER: Contrast = Contrast {
    scale: Scale::Order,
    same_statement: true,
    sole: false,
    holds: 0.4,
    sources: usize::MAX,
    align: |pairing, own, article, _| {
        // Largest distance, in tokens, from the function word to the word that it applies to.
        const MAX_QUANTIFIED_GAP: usize = 3;
        if !pairing.clause.tokens.contains(&own.of) {
            return Vec::new();
        }
        // Any word may be the opposite of the function word: "following" for "before". "Never without" means
        // always with.
        let is_undone =
            |at: usize| &*article.lower(at) == "without" && !article.cues().iter().any(|cue| cue.token == at);
        let is_of_same = |at: usize| {
            let mut near = article.tokens[at + 1..].iter().take(MAX_QUANTIFIED_GAP);
            near.any(|token| pairing.stands_for(own.of, token.stem)) && !is_undone(at)
        };
        let is_on_scale = |stem: Stem| match own.value {
            Value::Word(word) => word == stem || opposite(word, stem),
            _ => false,
        };
        let tokens = article.tokens.iter().enumerate();
        let same = tokens.filter(|(at, token)| is_on_scale(token.stem) && is_of_same(*at));
        same.map(|(at, token)| Aligned { token: at, value: Some(Value::Word(token.stem)) }).collect()
    },
    differ: |own, theirs| match (own, theirs) {
        (Value::Word(own), Some(Value::Word(theirs))) if opposite(own, theirs) => {
            Some((MismatchDetail::OppositeOrder, 0.12))
        }
        _ => None,
    },
};

/// Largest distance, in tokens, from a quantifier to the word that it counts.
const COUNTED_GAP: usize = 5;

const SHARE: Contrast = Contrast {
    scale: Scale::Share,
    same_statement: true,
    sole: false,
    holds: 0.0,
    sources: usize::MAX,
    align: |pairing, own, article, theirs| {
        // "All but one" and "none except him" mean neither all nor none.
        let excepts =
            |at: usize| at > own.token && in_word_list(" except but apart ", &pairing.sentence.lower(at));
        let counted = counted(pairing, own).filter(|_| !pairing.tokens().any(|(at, _)| excepts(at)));
        let Some(counted) = counted else { return Vec::new() };
        if let Some(same) =
            theirs.iter().find(|mark| mark.value == own.value && is_shared(pairing, article, mark))
        {
            return vec![same.into()];
        }
        if let Some(aligned) = by_number(pairing, own, counted, article) {
            return vec![aligned];
        }
        let places = article.tokens.iter().enumerate().filter(|(_, t)| pairing.stands_for(counted, t.stem));
        let aligned = places.filter_map(|(i, _)| {
            let before = theirs.iter().rev().find(|mark| mark.token < i && i <= mark.token + COUNTED_GAP);
            let unsaid = || is_bold(pairing, own, article).then_some(Aligned { token: i, value: None });
            before.map(Aligned::from).or_else(unsaid)
        });
        aligned.collect()
    },
    differ: |own, theirs| match (own, theirs) {
        (Value::Share(own), Some(Value::Share(theirs))) => {
            Some((MismatchDetail::OtherShare, if own.abs_diff(theirs) > 1 { 0.2 } else { 0.4 }))
        }
        _ => Some((MismatchDetail::NoShare, 0.5)),
    },
};

/// Returns the share that a sentence gives as a number: "30 percent of the company" for "most of the
/// company".
fn by_number(pairing: &ClaimPairing, own: &Mark, counted: usize, article: &Sentence) -> Option<Aligned> {
    const HALF: f64 = 0.5;
    let is_of = |n: &&Number| {
        let mut after = (n.end..article.tokens.len()).take(COUNTED_GAP);
        &*article.lower(n.end) == "of" && after.any(|at| pairing.stands_for(counted, article.tokens[at].stem))
    };
    let numbers = article.numbers().iter().filter(is_of);
    let mut shares = numbers.filter_map(|n| Some((n.first, share(n)?)));
    let ((first, part), None) = (shares.next()?, shares.next()) else { return None };
    let fits = match own.value {
        Value::Share(ALL) => part >= 1.0,
        Value::Share(NONE) => part <= 0.0,
        Value::Share(MOST) => part > HALF,
        Value::Share(FEW) => part < HALF,
        _ => true,
    };
    let other = if part > HALF { MOST } else { FEW };
    Some(Aligned { token: first, value: Some(if fits { own.value } else { Value::Share(other) }) })
}

/// Returns what a quantifier counts: the first content word after it that the passage has.
fn counted(pairing: &ClaimPairing, own: &Mark) -> Option<usize> {
    let is_mark =
        |at: usize| pairing.sentence.marks().iter().any(|m| m.token == at && m.scale == Scale::Share);
    // "Nobody knows who moved the camera" does not count cameras.
    const OTHER_CLAUSE: &str = " who whom which that what why how where when whether if because ";
    let is_had = |at: usize| {
        pairing.sources().any(|(_, article)| article.tokens.iter().any(|t| pairing.stands_for(at, t.stem)))
    };
    let near = pairing.tokens().filter(|(at, _)| *at > own.token && *at <= own.token + COUNTED_GAP);
    let near = near.take_while(|(at, _)| !in_word_list(OTHER_CLAUSE, &pairing.sentence.lower(*at)));
    let mut near = near
        .filter(|(_, t)| t.is_content())
        .map(|(at, _)| at)
        .filter(|at| !is_mark(*at) && !is_owner(pairing.sentence, *at));
    near.find(|at| is_had(*at))
}

/// Whether the cue of a sentence applies to something that the clause also has: "most had a dry nose, but
/// none had to stop treatment".
fn is_shared(pairing: &ClaimPairing, article: &Sentence, mark: &Mark) -> bool {
    let near =
        article.tokens.iter().skip(mark.token + 1).take(COUNTED_GAP).filter(|token| token.is_content());
    let is_had = |stem| pairing.tokens().any(|(at, t)| t.is_content() && pairing.stands_for(at, stem));
    near.into_iter().any(|token| is_had(token.stem))
}

/// Whether a word claims "all" or "none" where the passage has no quantifier. "Each" does not count, since it
/// only distributes, and neither does "none" if the passage denies in other words.
fn is_bold(pairing: &ClaimPairing, own: &Mark, article: &Sentence) -> bool {
    const SAME: f64 = 0.8;
    const COPIED: f64 = 0.6;
    let is_like = pairing.overlap.window > SAME && pairing.overlap.run < COPIED;
    is_like
        && match own.value {
            // "Ann, Ben and Carl all appear" means only the three, and so does "they are all learned".
            Value::Share(ALL) => {
                const BE: &str = " are were be been being have had ";
                let is_after = |at: usize| {
                    pairing.sentence.tokens[at].is_content() || in_word_list(BE, &pairing.sentence.lower(at))
                };
                &*pairing.sentence.lower(own.token) != "each"
                    && !own.token.checked_sub(1).is_some_and(is_after)
            }
            Value::Share(NONE) => {
                !is_superlative(pairing, article)
                    && replied(pairing).is_none()
                    && !is_denial(article)
                    && !pairing.sources().any(|(source, sentence)| denies(pairing, source, sentence))
            }
            _ => false,
        }
}

/// Whether a sentence that holds some of the clause contains a negation.
fn denies(pairing: &ClaimPairing, source: usize, sentence: &Sentence) -> bool {
    const SOME: f64 = 0.3;
    is_denial(sentence) && pairing.share(source) >= SOME
}

/// Whether a sentence contains a negation.
fn is_denial(sentence: &Sentence) -> bool {
    sentence.cues().iter().any(|cue| cue.force == Force::Negative)
}

/// Whether a superlative of the passage implies a "none" of the clause: "no part is as risky" of the
/// riskiest, "no snowfall was heavier" of the heaviest.
pub fn is_superlative(pairing: &ClaimPairing, article: &Sentence) -> bool {
    const MIN_SHARED_LETTERS: usize = 4;
    let most =
        article.tokens.iter().map(|t| fold_token(article.word(t))).filter(|word| word.ends_with("est"));
    let starts: Vec<String> = most.map(|word| word.chars().take(MIN_SHARED_LETTERS).collect()).collect();
    pairing
        .tokens()
        .any(|(at, _)| starts.iter().any(|start| fold_token(pairing.word(at)).starts_with(&**start)))
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn before_is_not_after_the_same_thing() {
        const BRIDGE: &str = "The old bridge was closed before the flood of June, and the road after the storm. They should \
            have had a second just before half-time, but a penalty was saved.";
        let cases = [
            ("The old bridge was closed after the flood of June.", true),
            ("The old bridge was closed before the flood of June.", false),
            ("The road was closed after the storm.", false),
            ("Two late goals after half-time turned the game.", false),
        ];
        assert_found(BRIDGE, MismatchKind::Order, &cases);
    }

    #[test]
    fn four_hours_longer_is_not_four_hours_less() {
        const PHONE: &str = "The battery of the Kestrel lasted four hours longer than that of the Arno. Tickets cost £5 less.";
        let cases = [
            ("The battery of the Kestrel lasted four hours less than that of the Arno.", true),
            ("The battery of the Kestrel lasted four hours longer than that of the Arno.", false),
            ("Tickets cost £5 more.", true),
            ("Tickets cost less than £5.", false),
        ];
        assert_found(PHONE, MismatchKind::Antonym, &cases);
    }

    #[test]
    fn what_need_not_be_done_is_not_what_must() {
        const SOAK: &str = "Dried chickpeas must be soaked overnight. Walnuts are optional in this bread.";
        let cases = [
            ("Dried chickpeas do not have to be soaked overnight.", true),
            ("Dried chickpeas need not be soaked overnight.", true),
            ("Dried chickpeas have to be soaked overnight.", false),
            ("It is necessary to soak dried chickpeas overnight.", false),
            ("Walnuts are required in this bread.", true),
            ("Walnuts can be left out of this bread.", false),
        ];
        assert_found(SOAK, MismatchKind::Modality, &cases);
    }

    #[test]
    fn for_is_not_against() {
        const STANCES: &str = "The lower court had found for Verity. The governor, who had opposed the bill at first, \
            said she would sign it. Republicans voted against the measure. Members voted by 81 percent for action.";
        let cases = [
            ("The lower court had found against Verity.", true),
            ("The lower court had decided in favour of Verity.", false),
            ("The governor was initially for the bill.", true),
            ("The governor was initially against the bill.", false),
            ("Republicans voted for the measure.", true),
            ("Republicans opposed the measure.", false),
            ("Members voted by 81 percent against action.", true),
            ("Members voted by 81 percent for action.", false),
        ];
        assert_found(STANCES, MismatchKind::Antonym, &cases);
    }

    #[test]
    fn a_share_in_percent_is_most_or_few() {
        const FIRM: &str =
            "Nair still owns 30 percent of the company. About 80 percent of the shops are open.";
        let cases = [
            ("Nair owns most of the company.", true),
            ("Most of the shops are open.", false),
            ("Few of the shops are open.", true),
        ];
        assert_found(FIRM, MismatchKind::Quantifier, &cases);
    }

    #[test]
    fn an_amount_goes_one_way() {
        const SHARES: &str = "The share price of Brackwell closed 2 per cent higher. The brewer reported a 9 per cent \
            rise in annual revenue. Crude oil settled at 78 dollars, down 3 per cent on the day.";
        let cases = [
            ("The shares of Brackwell finished the day 2 per cent down.", true),
            ("The shares of Brackwell finished the day 2 per cent up.", false),
            ("The brewer's annual revenue went down by 9 per cent.", true),
            ("The brewer's annual revenue went up by 9 per cent.", false),
            ("Crude oil rose by 3 per cent on the day.", true),
            ("Crude oil fell by 3 per cent on the day.", false),
            ("Third-quarter prices of crude oil rose by 3 per cent.", true),
        ];
        assert_found(SHARES, MismatchKind::Antonym, &cases);
    }

    #[test]
    fn another_share_of_the_same_is_seen() {
        const SHARES: &str = "Most patients on the spray reported a dry nose, but none had to stop treatment. All his \
            evening visits cost extra. Half of the 60 plots had been inspected. Few of the parish's other monuments \
            are fixed to the ground. Two of its three rivals have left the market.";
        let cases = [
            ("None of the patients on the spray had to stop treatment.", false),
            ("All of the plumber's evening visits cost extra.", false),
            ("All of the plots had been inspected.", true),
            ("Half of the plots had been inspected.", false),
            ("Most of the other monuments in the parish are fixed to the ground.", true),
            ("All of Pedalo's rivals have left the market.", true),
            ("Most of Pedalo's rivals have left the market.", false),
            ("Hardly any patients on the spray reported a dry nose.", true),
            ("The bulk of the patients on the spray reported a dry nose.", false),
        ];
        assert_found(SHARES, MismatchKind::Quantifier, &cases);
    }
}
