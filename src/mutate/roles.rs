//! `exchanged_roles`: who acts and who is acted upon change places.

use super::{Edit, Pair, Spot};
use crate::text::Span;

/// Verbs of which one side is not the other's: whoever sues is not sued.
const ACTS: &[&str] = &[
    "accused",
    "acquired",
    "arrested",
    "attacked",
    "beat",
    "blamed",
    "bought",
    "challenged",
    "criticised",
    "criticized",
    "defeated",
    "dismissed",
    "employed",
    "fined",
    "fired",
    "followed",
    "funded",
    "helped",
    "hired",
    "informed",
    "interviewed",
    "invited",
    "overtook",
    "owned",
    "paid",
    "persuaded",
    "praised",
    "replaced",
    "rescued",
    "sued",
    "supported",
    "taught",
    "thanked",
    "told",
    "trained",
    "urged",
    "visited",
    "warned",
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    pair.spots().filter_map(|spot| exchange(pair, &spot)).collect()
}

fn exchange(pair: &Pair, verb: &Spot) -> Option<Edit> {
    if !ACTS.contains(&verb.word()) || !pair.has(verb.word()) {
        return None;
    }
    let (actor, object) = (before(verb)?, after(verb)?);
    let text = pair.summary.raw();
    let named = |side: Side| (&text[side.name.range()], side.determined);
    let ((one, the_one), (other, the_other)) = (named(actor), named(object));
    if the_one != the_other || one == other || !pair.has_any(one) || !pair.has_any(other) {
        return None;
    }
    let between = &text[actor.name.end..object.name.start];
    Some(Edit::new(actor.name.join(object.name), format!("{other}{between}{one}")))
}

/// Who is on a side of the verb.
#[derive(Clone, Copy)]
struct Side {
    name: Span,
    /// Whether "the" stands before it: then it is one noun, and else a proper name.
    determined: bool,
}

fn is_capital(spot: &Spot) -> bool {
    spot.token().flags.capital && !spot.token().flags.stop
}

/// Whether nothing but a space stands between two neighbours.
fn joined(spot: &Spot) -> bool {
    spot.sentence().gap_before(spot.at) == " "
}

fn before(verb: &Spot) -> Option<Side> {
    let last = verb.beside(-1).filter(|_| joined(verb))?;
    if is_capital(&last) {
        let mut first = verb.beside(-1)?;
        while let Some(earlier) = first.beside(-1).filter(|earlier| is_capital(earlier) && joined(&first)) {
            first = earlier;
        }
        // "Fans of United beat ..." has another subject.
        let apart = first.at == 0 || !joined(&first);
        return apart.then(|| Side { name: first.span().join(last.span()), determined: false });
    }
    let article = last.beside(-1).filter(|article| article.lower(0) == "the" && joined(&last))?;
    (article.at == 0 && !last.token().flags.stop).then(|| Side { name: last.span(), determined: true })
}

fn after(verb: &Spot) -> Option<Side> {
    let first = verb.beside(1).filter(joined)?;
    if is_capital(&first) {
        let mut last = verb.beside(1)?;
        while let Some(later) = last.beside(1).filter(|later| is_capital(later) && joined(later)) {
            last = later;
        }
        return Some(Side { name: first.span().join(last.span()), determined: false });
    }
    let noun = first.beside(1).filter(|noun| first.lower(0) == "the" && joined(noun))?;
    // The noun is the last of its phrase: a function word, a mark or the end of the sentence follows.
    let closed = noun.beside(1).is_none_or(|next| next.token().flags.stop || !joined(&next));
    (closed && !noun.token().flags.stop).then(|| Side { name: noun.span(), determined: true })
}
