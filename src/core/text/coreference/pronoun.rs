//! Links a pronoun of the third person to its antecedent by agreement and a score over the mentions before it.
//!
//! "It" has no link: of those that such a sieve found on the development part of GUM, one in three was wrong.

use super::mention::MentionFeatures;
use super::words;
use super::{Clause, Entities, EntityKind, MentionKind};
use crate::syntax::Relation;
use crate::text::in_word_list;

/// The most sentences before the pronoun's own that are searched.
const MAX_SENTENCE_GAP: usize = 2;
/// The most mentions that are searched.
const MAX_MENTIONS: usize = 40;
/// How much better the best has to be than any other.
const MARGIN: i32 = 8;
/// The score that the best has at least.
const MIN_SCORE: i32 = 12;

/// Whether a lower-cased pronoun is of the first person.
pub(super) fn is_first(lower: &str) -> bool {
    in_word_list(" i me my mine myself ", lower)
}

/// The mention that a pronoun points to; `None` where that is in doubt.
pub(super) fn antecedent(
    clause: &Clause,
    pronoun: &MentionFeatures,
    before: &[MentionFeatures],
    so_far: &Entities,
    first: usize,
) -> Option<usize> {
    let mut best: Vec<(i32, usize, usize)> = Vec::new();
    for at in (before.len().saturating_sub(MAX_MENTIONS)..before.len()).rev() {
        let found = &before[at];
        if pronoun.sentence - found.sentence > MAX_SENTENCE_GAP {
            break;
        }
        let entity = so_far.mentions[at].entity;
        let of = &so_far.entities[entity];
        if !agrees(pronoun, found, of.kind, so_far, before, entity)
            || at >= first && bound(clause, pronoun, found)
        {
            continue;
        }
        let score = score(pronoun, found, of.mentions.len(), of.kind);
        match best.iter_mut().find(|one| one.1 == entity) {
            // A second mention makes an entity a little likelier.
            Some(one) => one.0 = one.0.max(score) + 2,
            None => best.push((score, entity, at)),
        }
    }
    best.sort_by_key(|one| std::cmp::Reverse((one.0, one.2)));
    let (top, _, at) = *best.first()?;
    let clear = best.get(1).is_none_or(|second| top - second.0 >= MARGIN);
    (clear && top >= MIN_SCORE).then_some(at)
}

/// Whether number and gender allow that a pronoun means a mention.
fn agrees(
    pronoun: &MentionFeatures,
    found: &MentionFeatures,
    kind: EntityKind,
    so_far: &Entities,
    before: &[MentionFeatures],
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
    let known =
        so_far.entities[entity].mentions.iter().rev().take(MAX_MENTIONS).find_map(|at| before[*at].gender);
    (found.person || kind == EntityKind::Person)
        && !matches!(kind, EntityKind::Organisation | EntityKind::Place)
        && (known.is_none() || known == pronoun.gender)
}

/// Whether both depend on one word, so that only a reflexive pronoun can mean the other.
fn bound(clause: &Clause, pronoun: &MentionFeatures, found: &MentionFeatures) -> bool {
    let reflexive = pronoun.lower.ends_with("self") || pronoun.lower.ends_with("selves");
    let nodes = &clause.tree.nodes;
    let own = nodes[pronoun.head].relation == Relation::NmodPoss;
    let shares = pronoun.governor.is_some() && pronoun.governor == found.governor;
    // "his father" is not who "his" means.
    let of_it = own && pronoun.governor == Some(found.head);
    of_it || shares && !own && !reflexive || reflexive && !shares
}

fn score(pronoun: &MentionFeatures, found: &MentionFeatures, mentions: usize, kind: EntityKind) -> i32 {
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
    if pronoun.gender.is_some() {
        score += if kind == EntityKind::Person { 8 } else { -6 };
        score += i32::from(found.gender == pronoun.gender) * 8;
    }
    score
}

/// Whether two words are forms of one pronoun.
fn same(one: &str, other: &str) -> bool {
    const FORMS: [&str; 3] =
        [" he him his himself ", " she her hers herself ", " they them their theirs themselves "];
    FORMS.iter().any(|forms| in_word_list(forms, one) && in_word_list(forms, other))
}
