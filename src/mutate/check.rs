//! Checks that a mutant is what its kind says: when analysed again, the sentence has the intended form,
//! and the article's propositions contradict it. Doubtful mutants are dropped.

use std::collections::HashSet;

use super::grammar::stems;
use super::{Edit, Mutant, MutationKind, Pair};
use crate::case::{Case, Texts};
use crate::engine::Engine;
use crate::evidence::Wanted;
use crate::labels::{Label, LabelValue, Labels, List};
use crate::text::proposition::{Modality, Proposition, Role};
use crate::text::{Placed, Span, Stem, Text};

/// The effect of an edit on its statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementChange {
    /// A word is replaced; the predicates stay the same.
    Same,
    /// The statement is negated, or its negation is removed.
    Denial,
    /// The statement becomes possible.
    Open,
    /// The statement becomes certain.
    Certain,
    /// Two participants are exchanged.
    Roles,
    /// The speaker is replaced.
    Speaker,
    /// A whole sentence is added or removed, so there is nothing to compare.
    Whole,
}

/// Returns the claims of the good summary; `None` if the engine doubts that it is faithful.
pub fn faithful_claims(engine: &mut Engine, pair: &Pair) -> Option<Vec<Label>> {
    let claims = claims(engine, pair.article.raw(), pair.summary.raw());
    claims.iter().all(|claim| claim.word != Some(LabelValue::Unsupported)).then_some(claims)
}

fn claims(engine: &mut Engine, article: &str, summary: &str) -> Vec<Label> {
    let texts = Texts { article, summary };
    let analysis = engine.analyse(&Case::default(), texts, Wanted::new(&[List::Claims], &[]));
    Labels::get(&analysis.proposals, List::Claims).unwrap_or_default().to_vec()
}

/// Returns whether a mutant is certain enough to be presented as the truth; `old` are the claims of the
/// good summary.
pub fn holds(
    engine: &mut Engine,
    pair: &Pair,
    old: &[Label],
    edit: &Edit,
    kind: &MutationKind,
    mutant: &Mutant,
) -> bool {
    let turn = kind.turn;
    if turn == StatementChange::Whole {
        return true;
    }
    let text = Text::new(&mutant.summary);
    let before = pair
        .summary
        .sentences()
        .iter()
        .find(|placed| placed.span().overlaps(edit.span) || within(placed, edit));
    let after = mutant
        .spans
        .first()
        .and_then(|span| text.sentences().iter().find(|placed| placed.span().overlaps(*span)));
    let (Some(before), Some(after)) = (before, after) else { return false };
    if pair.summary.sentences().len() != text.sentences().len()
        || !is_read_as(pair, before, after, edit, turn)
    {
        return false;
    }
    // The engine must consider the claim supported before the edit, but not afterwards.
    let supported = |claims: &[Label], spans: &[Span]| {
        claims
            .iter()
            .filter(|claim| claim.summary.iter().any(|own| spans.iter().any(|span| own.overlaps(*span))))
            .all(|claim| claim.word == Some(LabelValue::Supported))
    };
    let here = if edit.span.is_empty() { before.span() } else { edit.span };
    if !supported(old, &[here]) {
        return false;
    }
    // The engine's opinion after the edit does not matter in three cases. A weaker statement follows from
    // the stronger one, so the engine may consider it supported. A loaded word changes no fact. If the
    // article states in the same words who did it to whom, or who said it, another name is certainly
    // wrong.
    let certain = match turn {
        StatementChange::Open => true,
        StatementChange::Roles => is_direct(pair, before, edit),
        StatementChange::Speaker => is_said(pair, before, edit),
        _ => false,
    };
    certain
        || kind.truth.issue.is_some()
        || !supported(&claims(engine, pair.article.raw(), &mutant.summary), &mutant.spans)
}

/// Returns whether a sentence of the article contains the speaker and most of the statement.
fn is_said(pair: &Pair, before: &Placed, edit: &Edit) -> bool {
    let speaker = pair.summary.raw()[edit.span.range()].to_lowercase();
    let content: HashSet<Stem> =
        before.sentence.tokens.iter().filter(|token| token.is_content()).map(|token| token.stem).collect();
    pair.article.sentences().iter().any(|placed| {
        let shared = placed.sentence.tokens.iter().filter(|token| content.contains(&token.stem)).count();
        placed.sentence.text.to_lowercase().contains(&speaker) && shared * 3 >= content.len() * 2
    })
}

/// Returns whether the article contains the edited statement with the same agent and the same object.
fn is_direct(pair: &Pair, before: &Placed, edit: &Edit) -> bool {
    let parsed = before.sentence.tree();
    let at = edit.span.start.saturating_sub(before.start);
    let own = parsed.propositions.iter().filter(|one| {
        one.argument(Role::Agent).is_some()
            && one.argument(Role::Patient).or(one.argument(Role::Recipient)).is_some()
    });
    let Some(own) = own.min_by_key(|one| parsed.words[one.head].start.abs_diff(at)) else { return false };
    let of = |placed: &Placed, one: &Proposition, role: Role| {
        one.argument(role)
            .map(|argument| stems(placed, placed.sentence.tree(), &argument.words))
            .unwrap_or_default()
    };
    let sides = |placed: &Placed, one: &Proposition| {
        let object = if one.argument(Role::Recipient).is_some() { Role::Recipient } else { Role::Patient };
        [of(placed, one, Role::Agent), of(placed, one, object)]
    };
    let [agent, patient] = sides(before, own);
    pair.article.sentences().iter().any(|placed| {
        placed.sentence.tree().propositions.iter().filter(|one| one.lemma == own.lemma).any(|one| {
            let [a, b] = sides(placed, one);
            a.intersection(&agent).next().is_some() && b.intersection(&patient).next().is_some()
        })
    })
}

fn within(placed: &Placed, edit: &Edit) -> bool {
    edit.span.is_empty() && placed.span().start <= edit.span.start && edit.span.start < placed.span().end
}

/// Returns whether the changed sentence is analysed as intended and the article contains the original
/// statement.
fn is_read_as(pair: &Pair, before: &Placed, after: &Placed, edit: &Edit, turn: StatementChange) -> bool {
    if !keeps_verbs(before, after, turn) {
        return false;
    }
    if matches!(turn, StatementChange::Same | StatementChange::Speaker) {
        return true;
    }
    let Some((then, now)) = changed_statement(before, after, edit) else { return false };
    let is_turned = match turn {
        StatementChange::Denial => now.negated != then.negated,
        StatementChange::Open => now.modality == Modality::Possible && then.modality != Modality::Possible,
        StatementChange::Certain => !matches!(now.modality, Modality::Possible | Modality::Conditional),
        StatementChange::Roles
        | StatementChange::Same
        | StatementChange::Speaker
        | StatementChange::Whole => true,
    };
    is_turned && has_original(pair, before, &then, turn)
}

/// Returns whether the sentence has the same verbs as before.
fn keeps_verbs(before: &Placed, after: &Placed, turn: StatementChange) -> bool {
    let verbs = |placed: &Placed| -> Vec<String> {
        let all = placed.sentence.tree().propositions.iter();
        let verbs = all.filter(|one| one.kind == crate::text::proposition::PropositionKind::Verb);
        verbs.map(|one| one.lemma.clone()).collect()
    };
    let (was, is) = (verbs(before), verbs(after));
    match turn {
        // "plans to open" has one verb more than "will open".
        StatementChange::Certain => is.iter().all(|verb| was.contains(verb)),
        _ => was == is,
    }
}

/// Returns the statement with the changed words, before and after the edit.
fn changed_statement(before: &Placed, after: &Placed, edit: &Edit) -> Option<(Proposition, Proposition)> {
    let (old, new) = (before.sentence.tree(), after.sentence.tree());
    let at = edit.span.start.saturating_sub(before.start);
    let near = |all: &[Proposition], words: &[Span], wanted: &dyn Fn(&Proposition) -> bool| {
        let far = |one: &Proposition| words[one.head].start.abs_diff(at);
        all.iter().filter(|one| wanted(one)).min_by_key(|one| far(one)).cloned()
    };
    let any = |_: &Proposition| true;
    let now = near(&new.propositions, &new.words, &any)?;
    let then = near(&old.propositions, &old.words, &|one| one.lemma == now.lemma)?;
    Some((then, now))
}

/// Returns whether the article contains the original statement and not the changed one.
fn has_original(pair: &Pair, before: &Placed, then: &Proposition, turn: StatementChange) -> bool {
    let arguments = |placed: &Placed, one: &Proposition| -> HashSet<Stem> {
        let nodes: Vec<usize> = one.arguments.iter().flat_map(|argument| argument.words.clone()).collect();
        stems(placed, placed.sentence.tree(), &nodes)
    };
    let own = arguments(before, then);
    // Propositions of the article with the same predicate and a common argument.
    let mut propositions = pair.article.sentences().iter().flat_map(|placed| {
        let all = placed.sentence.tree().propositions.iter().map(move |one| (placed, one));
        all.filter(|(_, one)| one.lemma == then.lemma)
    });
    let like = |(placed, one): &(&Placed, &Proposition)| {
        arguments(placed, one).intersection(&own).next().is_some() || own.is_empty()
    };
    let found: Vec<(&Placed, &Proposition)> = propositions.by_ref().filter(like).collect();
    let role = |placed: &Placed, one: &Proposition, role: Role| -> HashSet<Stem> {
        one.argument(role)
            .map(|argument| stems(placed, placed.sentence.tree(), &argument.words))
            .unwrap_or_default()
    };
    match turn {
        StatementChange::Denial => {
            !found.is_empty() && found.iter().all(|(_, one)| one.negated == then.negated)
        }
        StatementChange::Open => !found.is_empty() && found.iter().all(|(_, one)| is_certain(one.modality)),
        StatementChange::Certain => {
            !found.is_empty() && !found.iter().any(|(_, one)| one.modality == Modality::Asserted)
        }
        StatementChange::Roles => {
            let (agent, patient) = (role(before, then, Role::Agent), role(before, then, Role::Patient));
            // The original is already known to be supported; only the reverse has to be excluded.
            let reverse = |(placed, one): &(&Placed, &Proposition)| {
                let (a, b) = (role(placed, one, Role::Agent), role(placed, one, Role::Patient));
                a.intersection(&patient).next().is_some() && b.intersection(&agent).next().is_some()
            };
            !agent.is_empty() && !patient.is_empty() && !found.iter().any(reverse)
        }
        StatementChange::Same | StatementChange::Speaker | StatementChange::Whole => true,
    }
}

fn is_certain(modality: Modality) -> bool {
    matches!(modality, Modality::Asserted | Modality::Planned)
}
