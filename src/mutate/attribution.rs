//! `attribution`: attributes a statement to another speaker.

use super::grammar::{Grammar, listed};
use super::{Edit, Pair};
use crate::syntax::{Relation, Upos};
use crate::text::capitalized;

/// Speakers that fit any statement: several persons, and one.
const SEVERAL: &[&str] =
    &["campaigners", "local residents", "union leaders", "opposition politicians", "engineers", "lawyers"];
const ONE: &[&str] =
    &["a local resident", "a union leader", "an opposition politician", "a retired judge", "a lawyer"];
/// Verbs of speech, in forms that fit both singular and plural.
const PAST: &str = " said told warned claimed announced added argued reported explained denied admitted insisted stated \
    suggested revealed confirmed believed thought tweeted wrote ";
const SINGULAR: &str =
    " says claims believes thinks warns adds insists argues admits explains suggests expects fears hopes ";
const PLURAL: &str = " say claim believe think warn insist argue admit explain suggest expect fear ";
/// Pronouns whose referent would change with the speaker.
const PRONOUNS: &str = " it its he she his her him they their them himself herself i my we our us me ";

pub fn find(pair: &Pair) -> Vec<Edit> {
    pair.grammars().flat_map(|grammar| of_sentence(pair, grammar)).collect()
}

fn of_sentence(pair: &Pair, grammar: Grammar) -> Vec<Edit> {
    let count = grammar.parsed.words.len();
    if (0..count).any(|at| listed(PRONOUNS, &grammar.lower(at))) {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for at in 0..count {
        let form = [PAST, SINGULAR, PLURAL].into_iter().find(|list| listed(list, grammar.word(at)));
        let said = form.is_some() && grammar.node(at).tag == Upos::Verb;
        let content =
            grammar.child(at, Relation::Ccomp).is_some() || grammar.child(at, Relation::Parataxis).is_some();
        // In "..., police said" the statement is the head.
        let after = matches!(grammar.node(at).relation, Relation::Parataxis);
        if said && (content || after) {
            let auxiliary = grammar.child(at, Relation::Aux);
            let has = auxiliary.map(|auxiliary| grammar.word(auxiliary));
            let fits = has.is_none_or(|has| matches!(has, "has" | "have" | "had"))
                && grammar.child(at, Relation::AuxPass).is_none();
            let speaker = grammar.child(at, Relation::Nsubj).filter(|_| fits);
            // Singular or plural, in agreement with the verb.
            let several = match (form, has) {
                (Some(SINGULAR), _) | (_, Some("has")) => Some(false),
                (Some(PLURAL), _) | (_, Some("have")) => Some(true),
                _ => None,
            };
            edits.extend(speaker.map(|speaker| others(pair, grammar, speaker, several)).unwrap_or_default());
        }
        if grammar.lower(at) == "according" && grammar.word(at + 1) == "to" {
            let speaker = (at + 2..count).find(|other| {
                matches!(grammar.node(*other).tag, Upos::Noun | Upos::Propn)
                    && grammar.subtree(*other).contains(&at)
            });
            edits.extend(speaker.map(|speaker| others(pair, grammar, speaker, None)).unwrap_or_default());
        }
    }
    edits
}

fn others(pair: &Pair, grammar: Grammar, speaker: usize, several: Option<bool>) -> Vec<Edit> {
    let phrase = grammar.phrase(speaker).map(|nodes| -> Vec<usize> {
        nodes.into_iter().filter(|at| !matches!(grammar.lower(*at).as_str(), "according" | "to")).collect()
    });
    let Some(nodes) = phrase.filter(|nodes| nodes.contains(&speaker)) else { return Vec::new() };
    let Some(span) = grammar.stretch(&nodes) else { return Vec::new() };
    if !matches!(grammar.node(speaker).tag, Upos::Noun | Upos::Propn) || !pair.has_any(grammar.text(&nodes)) {
        return Vec::new();
    }
    // The whole phrase must be followed by its verb or a punctuation mark.
    let after = nodes.last().map_or(0, |last| last + 1);
    let ends = after >= grammar.parsed.words.len()
        || matches!(grammar.node(after).tag, Upos::Verb | Upos::Aux | Upos::Adv | Upos::Punct);
    if !ends {
        return Vec::new();
    }
    let begins = span.start == grammar.placed.start;
    let known = |text: &str| {
        text.split(' ').skip(1).chain(text.split(' ').take(1)).any(|word| word.len() > 4 && pair.has(word))
    };
    let plural = grammar.word(speaker).ends_with('s') || grammar.lower(speaker) == "police";
    let of = if several.unwrap_or(plural) { SEVERAL } else { ONE };
    let free = of.iter().filter(|other| !known(other));
    free.map(|other| Edit::new(span, if begins { capitalized(other) } else { (*other).to_owned() })).collect()
}
