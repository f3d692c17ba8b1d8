//! Links a third-person pronoun to its antecedent, by agreement and a score of the mentions before it.
//!
//! "It" is not linked: on the development part of GUM, one in three links that such a sieve made for it was
//! wrong.

use super::mention::MentionFeatures;
use super::words;
use super::{Clause, Entities, EntityKind, MentionKind};
use crate::syntax::Relation;
use crate::text::in_word_list;

/// Largest distance to the antecedent, in sentences.
const MAX_SENTENCE_GAP: usize = 2;
/// Largest number of mentions that are considered.
const MAX_MENTIONS: usize = 40;
/// Smallest margin by which the best candidate must exceed any other.
const MARGIN: i32 = 8;
/// Smallest score of the best candidate.
const MIN_SCORE: i32 = 12;

/// Whether a lower-cased pronoun is in the first person.
pub(super) fn is_first(lower: &str) -> bool {
    in_word_list(" i me my mine myself ", lower)
}

/// Returns the mention to which a pronoun refers; `None` if that is in doubt.
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
            // A further mention makes an entity slightly more likely.
            Some(one) => one.0 = one.0.max(score) + 2,
            None => best.push((score, entity, at)),
        }
    }
    best.sort_by_key(|one| std::cmp::Reverse((one.0, one.2)));
    let (top, _, at) = *best.first()?;
    let clear = best.get(1).is_none_or(|second| top - second.0 >= MARGIN);
    (clear && top >= MIN_SCORE).then_some(at)
}

/// Whether number and gender allow a pronoun to refer to a mention.
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

/// Whether binding rules out a link: both depend on the same word and the pronoun is not reflexive, or it is
/// reflexive and they do not.
fn bound(clause: &Clause, pronoun: &MentionFeatures, found: &MentionFeatures) -> bool {
    let reflexive = pronoun.lower.ends_with("self") || pronoun.lower.ends_with("selves");
    let nodes = &clause.tree.nodes;
    let own = nodes[pronoun.head].relation == Relation::NmodPoss;
    let shares = pronoun.governor.is_some() && pronoun.governor == found.governor;
    // "His" cannot refer to the head of "his father".
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
    // The same pronoun again usually has the same referent.
    score += i32::from(same(&pronoun.lower, &found.lower)) * 10;
    score += i32::from(subject && matches!(pronoun.relation, Nsubj | NsubjPass)) * 4;
    score -= i32::from(found.joined) * 8;
    if pronoun.gender.is_some() {
        score += if kind == EntityKind::Person { 8 } else { -6 };
        score += i32::from(found.gender == pronoun.gender) * 8;
    }
    score
}

/// Whether two words are forms of the same pronoun.
fn same(one: &str, other: &str) -> bool {
    const FORMS: [&str; 3] =
        [" he him his himself ", " she her hers herself ", " they them their theirs themselves "];
    FORMS.iter().any(|forms| in_word_list(forms, one) && in_word_list(forms, other))
}
