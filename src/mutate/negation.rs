//! `negation`: negates a statement, or removes its negation.

use super::grammar::{Grammar, listed};
use super::words::OPEN;
use super::{Edit, Pair};
use crate::syntax::{Relation, Upos, verb};
use crate::text::Span;
use crate::text::proposition::{Modality, Proposition, Role};

/// Auxiliaries that "not" can follow. A negated modal would leave open whether the statement holds.
const AUXILIARIES: &str = " is are was were will has have had ";
/// Adverbs after an auxiliary that an inserted "not" would negate instead of the statement.
const ADVERBS: &str =
    " also only just even still already always ever now yet then not n't n’t so once again ";
/// Conjunctions and adverbs that fall into the scope of a negation.
const SCOPED: &str = " until because since unless before after while though although despite but except instead as so than \
    too enough simply merely mainly partly largely together alone ";

pub fn find(pair: &Pair) -> Vec<Edit> {
    pair.grammars().flat_map(|grammar| of_sentence(pair, grammar)).collect()
}

fn of_sentence(pair: &Pair, grammar: Grammar) -> Vec<Edit> {
    let mut edits = Vec::new();
    let words: Vec<String> = (0..grammar.parsed.words.len()).map(|at| grammar.lower(at)).collect();
    let denials = words.iter().filter(|word| matches!(word.as_str(), "not" | "n't" | "n’t")).count();
    for one in grammar.statements() {
        if one.negated {
            if denials == 1 {
                edits.extend(affirmed(grammar, one));
            }
            continue;
        }
        let open =
            words.iter().any(|word| OPEN.contains(&word.as_str()) || matches!(word.as_str(), "n't" | "n’t"));
        let plain = matches!(one.modality, Modality::Asserted | Modality::Planned);
        if open
            || !plain
            || grammar.is_quantified(one.head)
            || grammar.counts(one.head)
            || is_scoped(grammar, one)
        {
            continue;
        }
        edits.extend(denied(pair, grammar, one));
    }
    edits
}

/// Returns whether a negation would apply to something else than the statement: another clause, a degree,
/// a count.
fn is_scoped(grammar: Grammar, one: &Proposition) -> bool {
    let says = one.argument(Role::Content).is_some_and(|content| content.clause);
    let clause = grammar.subtree(one.head).into_iter().any(|at| {
        at != one.head
            && (matches!(grammar.node(at).relation, Relation::Advcl | Relation::Conj)
                || listed(SCOPED, &grammar.lower(at)))
    });
    says || clause
}

/// Returns the statement with "not".
fn denied(pair: &Pair, grammar: Grammar, one: &Proposition) -> Option<Edit> {
    grammar.subject(one.head)?;
    let auxiliary = one.verb.iter().copied().find(|at| grammar.node(*at).tag == Upos::Aux && *at != one.head);
    if let Some(at) = auxiliary {
        let next = at + 1;
        let room = next < grammar.parsed.words.len() && !listed(ADVERBS, &grammar.lower(next));
        let adverb = grammar.node(next.min(grammar.parsed.words.len() - 1)).tag == Upos::Adv;
        let fits = listed(AUXILIARIES, grammar.word(at)) && room && !adverb && pair.has(grammar.word(at));
        return fits.then(|| Edit::new(grammar.span(at), format!("{} not", grammar.word(at))));
    }
    // A finite verb takes "did not" and its base form.
    let form = grammar.word(one.head);
    if grammar.node(one.head).tag != Upos::Verb || form != form.to_lowercase() || verb::is_base(form) {
        return None;
    }
    let before = grammar.lower(one.head.checked_sub(1)?);
    if listed(ADVERBS, &before) || matches!(before.as_str(), "to" | "'s" | "’s" | "having" | "been" | "be")
    {
        return None;
    }
    let did = verb::base_of_past(form).map(|base| format!("did not {base}"));
    let does = || verb::base_of_third(form).map(|base| format!("does not {base}"));
    let now = did.or_else(does)?;
    Some(Edit::new(grammar.span(one.head), now))
}

/// Returns the statement without "not", if its auxiliary can be used without it.
fn affirmed(grammar: Grammar, one: &Proposition) -> Option<Edit> {
    let not = one.verb.iter().copied().find(|at| grammar.word(*at) == "not")?;
    let before = not.checked_sub(1)?;
    let after = grammar.lower(not + 1);
    let fits =
        listed(AUXILIARIES, grammar.word(before)) && !matches!(after.as_str(), "only" | "yet" | "any" | "to");
    let polar = grammar
        .subtree(one.head)
        .into_iter()
        .any(|at| listed(" any yet ever anymore longer either until ", &grammar.lower(at)));
    let span = Span::new(grammar.span(before).start, grammar.span(not).end);
    (fits && !polar && !grammar.is_quantified(one.head)).then(|| Edit::new(span, grammar.word(before)))
}
