//! Whom a pronoun of the third person means: the sieve over what was mentioned before.

use super::mention::Found;
use super::words;
use super::{Clause, Entities, EntityKind, MentionKind};
use crate::syntax::{Relation, Upos};
use crate::text::in_word_list;

/// Sentences before the pronoun's own that are looked through, and mentions in all of them.
const SENTENCES: usize = 2;
const MENTIONS: usize = 40;
/// How much better the best has to be than any other.
const MARGIN: i32 = 8;

/// Whether a lower-cased pronoun is of the first person.
pub(super) fn is_first(lower: &str) -> bool {
    in_word_list(" i me my mine myself ", lower)
}

/// The mention that a pronoun points to; `None` where that is in doubt.
pub(super) fn antecedent(
    clause: &Clause,
    pronoun: &Found,
    before: &[Found],
    so_far: &Entities,
    first: usize,
) -> Option<usize> {
    if pronoun.kind != MentionKind::Pronoun || says_nothing(clause, pronoun) {
        return None;
    }
    let thing = matches!(pronoun.lower.as_str(), "it" | "its" | "itself");
    let mut best: Vec<(i32, usize, usize)> = Vec::new();
    for at in (before.len().saturating_sub(MENTIONS)..before.len()).rev() {
        let found = &before[at];
        if pronoun.sentence - found.sentence > SENTENCES {
            break;
        }
        let entity = so_far.mentions[at].entity;
        let of = &so_far.entities[entity];
        if !agrees(pronoun, found, of.kind, so_far, before, entity)
            || at >= first && bound(clause, pronoun, found)
        {
            continue;
        }
        let score = score(pronoun, found, of.mentions.len(), of.kind, thing);
        match best.iter_mut().find(|one| one.1 == entity) {
            // A second mention makes an entity a little likelier.
            Some(one) => one.0 = one.0.max(score) + 2,
            None => best.push((score, entity, at)),
        }
    }
    best.sort_by_key(|one| std::cmp::Reverse((one.0, one.2)));
    let (top, _, at) = *best.first()?;
    let clear = best.get(1).is_none_or(|second| top - second.0 >= MARGIN);
    let least = if thing { 24 } else { 12 };
    (clear && top >= least).then_some(at)
}

/// Whether a pronoun stands for nothing: "it seems that", "it is clear that".
fn says_nothing(clause: &Clause, pronoun: &Found) -> bool {
    let nodes = &clause.tree.nodes;
    let Some(governor) = pronoun.governor.filter(|_| pronoun.lower == "it") else { return false };
    let clausal = |at: usize| {
        nodes[at].head == Some(governor)
            && matches!(
                nodes[at].relation,
                Relation::Csubj | Relation::Ccomp | Relation::Advcl | Relation::Xcomp
            )
    };
    let subject = pronoun.relation == Relation::Nsubj;
    let copula =
        (0..nodes.len()).any(|at| nodes[at].head == Some(governor) && nodes[at].relation == Relation::Cop);
    let weather = in_word_list(
        " seems seem seemed appears appeared turns turned happens happened takes took rains rained snowed means matters ",
        &clause.words[governor].to_lowercase(),
    );
    subject
        && (weather || copula)
        && (weather
            || nodes[governor].tag == Upos::Adj
            || nodes[governor].tag != Upos::Verb
            || (governor..nodes.len()).any(clausal))
}

/// Whether number and gender allow that a pronoun means a mention.
fn agrees(
    pronoun: &Found,
    found: &Found,
    kind: EntityKind,
    so_far: &Entities,
    before: &[Found],
    entity: usize,
) -> bool {
    if !found.referable || is_first(&found.lower) {
        return false;
    }
    let several = pronoun.lower.starts_with("the");
    if several {
        let body = words::is_body(&found.lower) || kind == EntityKind::Organisation;
        return found.plural || body && found.kind != MentionKind::Pronoun;
    }
    if found.plural {
        return false;
    }
    let Some(gender) = pronoun.gender else {
        return kind != EntityKind::Person
            && !found.person | (found.kind == MentionKind::Name)
            && found.kind != MentionKind::Name
            || found.kind == MentionKind::Pronoun && found.lower.starts_with("it")
            || matches!(kind, EntityKind::Organisation | EntityKind::Place);
    };
    let known =
        so_far.entities[entity].mentions.iter().rev().take(MENTIONS).find_map(|at| before[*at].gender);
    (found.person || kind == EntityKind::Person)
        && !matches!(kind, EntityKind::Organisation | EntityKind::Place)
        && known.is_none_or(|known| known == gender)
}

/// Whether both depend on one word, so that only a reflexive pronoun can mean the other.
fn bound(clause: &Clause, pronoun: &Found, found: &Found) -> bool {
    let reflexive = pronoun.lower.ends_with("self") || pronoun.lower.ends_with("selves");
    let nodes = &clause.tree.nodes;
    let own = nodes[pronoun.head].relation == Relation::NmodPoss;
    let shares = pronoun.governor.is_some() && pronoun.governor == found.governor;
    // "his father" is not who "his" means.
    let of_it = own && pronoun.governor == Some(found.head);
    of_it || shares && !own && !reflexive || reflexive && !shares
}

fn score(pronoun: &Found, found: &Found, mentions: usize, kind: EntityKind, thing: bool) -> i32 {
    use Relation::{Nsubj, NsubjPass};
    let subject = matches!(found.relation, Nsubj | NsubjPass);
    let mut score = match found.relation {
        Nsubj | NsubjPass => 24,
        Relation::Obj | Relation::Root => 14,
        Relation::Iobj | Relation::OblAgent => 12,
        Relation::Obl => 9,
        Relation::NmodPoss => 12,
        _ => 4,
    };
    score -= 10 * (pronoun.sentence - found.sentence) as i32;
    score += 3 * (mentions.min(4) as i32 - 1);
    score +=
        i32::from(found.kind == MentionKind::Pronoun) * 4 + i32::from(found.kind == MentionKind::Name) * 3;
    // The same pronoun again means the same.
    score += i32::from(same(&pronoun.lower, &found.lower)) * 10;
    score += i32::from(subject && matches!(pronoun.relation, Nsubj | NsubjPass)) * 4;
    score -= i32::from(found.joined) * 8;
    if !thing && pronoun.gender.is_some() {
        score += if kind == EntityKind::Person { 8 } else { -6 };
        score += i32::from(found.gender == pronoun.gender) * 8;
    }
    score
}

/// Whether two words are forms of one pronoun.
fn same(one: &str, other: &str) -> bool {
    const FORMS: [&str; 4] = [
        " he him his himself ",
        " she her hers herself ",
        " it its itself ",
        " they them their theirs themselves ",
    ];
    FORMS.iter().any(|forms| in_word_list(forms, one) && in_word_list(forms, other))
}
