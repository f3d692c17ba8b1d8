//! Rejects clauses that the text does not state as a fact: doubted, denied, hedged or pending ones.

use super::ClauseContext;
use crate::syntax::{Relation, Upos};
use crate::text::in_word_list;
use crate::text::proposition::{Argument, Proposition, PropositionKind, Role};

/// Verbs and adjectives that leave open or deny what depends on them.
const DOUBTS: &str = " suspect doubt deny fear hope dispute wish wonder imagine pretend suppose speculate assume guess question \
    possible impossible unlikely likely doubtful unclear uncertain untrue false ";
/// Verbs that take what depends on them for granted, even if they are negated.
const FACTIVE: &str = " know realise realize forget notice mention care mind regret ";
/// Adverbs that hedge or all but deny their clause.
const HEDGES: &str =
    " hardly barely scarcely rarely seldom allegedly reportedly apparently probably possibly perhaps maybe ";

/// Whether a node is a word of an argument of a clause.
fn is_within(proposition: &Proposition, node: usize) -> bool {
    proposition.arguments.iter().any(|argument| !argument.shared && argument.words.contains(&node))
}

impl ClauseContext<'_> {
    /// Whether the text does not state a clause as a fact.
    pub(super) fn is_no_fact(&self, all: &[Proposition], proposition: &Proposition) -> bool {
        self.is_hedged(proposition)
            || self.is_pending(proposition)
            || self.denies_within(proposition)
            || self.depends_on_doubt(all, proposition)
    }

    /// Whether an adverb hedges a clause, and questions would lose it: one directly before the verb or within an argument stays.
    fn is_hedged(&self, proposition: &Proposition) -> bool {
        let head = proposition.head;
        let is_kept = |adverb: usize| {
            adverb + 1 == head && proposition.kind == PropositionKind::Verb && self.tag(adverb) == Upos::Adv
                || is_within(proposition, adverb)
        };
        let is_no_longer = |child: usize| {
            self.speech.lower(child) == "longer" && child > 0 && self.speech.lower(child - 1) == "no"
        };
        self.children(head).any(|child| {
            let hedges = in_word_list(HEDGES, &self.speech.lower(child)) && !is_kept(child);
            (hedges || is_no_longer(child)) && self.relation(child) != Relation::Conj
        })
    }

    /// Whether something has "yet to" happen, and questions would lose "yet".
    fn is_pending(&self, proposition: &Proposition) -> bool {
        let head = proposition.head;
        let nodes = &self.speech.parsed().tree.nodes;
        let is_yet = |to: usize| {
            let is_behind = |yet: usize| self.speech.lower(yet) == "yet" && !is_within(proposition, yet);
            self.speech.lower(to) == "to" && to.checked_sub(1).is_some_and(is_behind)
        };
        let is_inner = |child: usize| nodes[child].relation == Relation::Xcomp;
        std::iter::once(head)
            .chain(self.children(head).filter(|child| is_inner(*child)))
            .any(|verb| self.children(verb).any(is_yet))
    }

    /// Whether the denial of a clause is a word of one of its arguments: "was no older than 30", "won no game". A question
    /// would deny it twice.
    fn denies_within(&self, proposition: &Proposition) -> bool {
        let denies = |argument: &Argument| {
            let is_core = matches!(argument.role, Role::Agent | Role::Patient | Role::Attribute);
            let first = argument.words.first().map(|first| self.speech.lower(*first)).unwrap_or_default();
            is_core && !argument.clause && in_word_list(" no none nobody nothing neither ", &first)
        };
        proposition.negated && proposition.arguments.iter().any(denies)
    }

    /// Whether a clause is what somebody suspects, denies or has not proved.
    fn depends_on_doubt(&self, all: &[Proposition], proposition: &Proposition) -> bool {
        let nodes = &self.speech.parsed().tree.nodes;
        let mut at = proposition.head;
        while let Some(above) = nodes[at].head {
            match nodes[at].relation {
                Relation::Conj => {}
                Relation::Ccomp | Relation::Csubj => {
                    let parent = all.iter().find(|other| other.head == above);
                    if parent.is_some_and(|parent| self.doubts(parent)) {
                        return true;
                    }
                }
                _ => return false,
            }
            at = above;
        }
        false
    }

    /// Whether a predicate leaves open or denies what depends on it.
    fn doubts(&self, predicate: &Proposition) -> bool {
        let word = match predicate.kind {
            PropositionKind::Copula => self.speech.lower(predicate.head),
            _ => predicate.base().to_owned(),
        };
        // "It is not on Monday that they meet" denies only the day.
        let states = matches!(self.tag(predicate.head), Upos::Verb | Upos::Adj);
        in_word_list(DOUBTS, &word) || predicate.negated && states && !in_word_list(FACTIVE, &word)
    }
}
