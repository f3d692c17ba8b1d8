//! Detects clauses whose words the parser cut or joined wrong, by the words themselves.

use super::ClauseContext;
use super::parts::PERIODS;
use crate::evidence::parse::{Word, words};
use crate::syntax::{Relation, Upos};
use crate::text::proposition::{Argument, Proposition, PropositionKind, Role};
use crate::text::{in_word_list, is_person};

impl ClauseContext<'_> {
    /// Whether an argument begins or ends within a number or a compound: "more than 1" of "more than 1, 300 people", "old" of
    /// "two years-old".
    pub(super) fn is_cut_word(&self, argument: &Argument) -> bool {
        let nodes = 0..self.speech.parsed().tree.nodes.len();
        let is_own = |node: usize| argument.words.binary_search(&node).is_ok();
        let is_split = |first: usize, mark: usize, last: usize| {
            nodes.contains(&last)
                && is_own(first) != is_own(last)
                && (self.is_grouped_number(first, mark, last) || self.is_compound(first, mark, last))
        };
        let ends = argument.words.iter();
        ends.copied()
            .any(|node| is_split(node, node + 1, node + 2) || node > 1 && is_split(node - 2, node - 1, node))
    }

    /// Whether three nodes are a number with a space behind its comma: "1, 300".
    fn is_grouped_number(&self, first: usize, mark: usize, last: usize) -> bool {
        let digits = |node: usize| Some(self.speech.word(node).len()).filter(|_| self.is_digits(node));
        self.speech.word(mark) == "," && digits(first).is_some_and(|len| len < 4) && digits(last) == Some(3)
    }

    /// Whether a word has only digits.
    fn is_digits(&self, node: usize) -> bool {
        self.speech.word(node).bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether three nodes are two words with a hyphen and no space between them. In "the party's leader-but she insists" the
    /// hyphen is a dash.
    fn is_compound(&self, first: usize, mark: usize, last: usize) -> bool {
        let spans = &self.speech.parsed().words;
        let is_half = |node: usize| {
            !matches!(self.tag(node), Upos::Cconj | Upos::Sconj | Upos::Pron | Upos::Det | Upos::Adv)
        };
        self.speech.word(mark) == "-"
            && is_half(first)
            && is_half(last)
            && spans[first].end == spans[mark].start
            && spans[mark].end == spans[last].start
    }

    /// Whether a name goes on behind the last of some words: "Ann" of "Ann Roy Health Board".
    pub(super) fn is_cut_name(&self, nodes: &[usize]) -> bool {
        let Some(last) = nodes.last().copied() else { return false };
        let spans = &self.speech.parsed().words;
        let is_name = |node: usize| {
            self.tag(node) == Upos::Propn && self.speech.word(node).starts_with(char::is_uppercase)
        };
        let next = last + 1;
        if next >= spans.len() || !is_name(last) || !is_name(next) {
            return false;
        }
        let tokens = self.tokens(&[next]);
        !words(self.text, tokens.start, tokens.end).iter().any(Word::is_time)
    }

    /// Whether a verb is a part of the name before it: "Live" of "told HuffPost Live that".
    pub(super) fn is_part_of_name(&self, proposition: &Proposition) -> bool {
        let head = proposition.head;
        let is_capital = |node: usize| self.speech.word(node).starts_with(char::is_uppercase);
        let is_next_capital = || head + 1 < self.speech.parsed().words.len() && is_capital(head + 1);
        proposition.kind == PropositionKind::Verb
            && is_capital(head)
            && head.checked_sub(1).is_some_and(|before| self.tag(before) == Upos::Propn && is_capital(before))
            && !is_next_capital()
    }

    /// Whether a verb only gives the name of the noun before it: "a trawler called Dalny Vostok". A comma before it shows the same
    /// of a name without capitals.
    pub(super) fn names(&self, proposition: &Proposition) -> bool {
        const NAMING: &str = " called named dubbed nicknamed titled entitled ";
        let [verb] = proposition.verb[..] else { return false };
        let is_name = |node: usize| self.tag(node) == Upos::Propn;
        let is_named = |argument: &Argument| {
            let is_object =
                matches!(argument.role, Role::Patient | Role::Recipient | Role::Attribute | Role::Content);
            let first = argument.words.iter().copied().find(|node| self.tag(*node) != Upos::Det);
            is_object && first.is_some_and(|first| first > verb && (is_name(first) || is_name(argument.head)))
        };
        in_word_list(NAMING, &self.speech.lower(verb))
            && proposition.argument(Role::Agent).is_some_and(|agent| self.tag(agent.head) == Upos::Noun)
            && (verb > 0 && self.speech.word(verb - 1) == "," || proposition.arguments.iter().any(is_named))
    }

    /// Whether "'s" between two nouns is a possessive: "Last week 's 3-2 win". What somebody is has a determiner or is a
    /// person.
    pub(super) fn is_possessive(&self, proposition: &Proposition) -> bool {
        let [verb] = proposition.verb[..] else { return false };
        let head = proposition.head;
        let lower = self.speech.lower(head);
        let is_determined = self
            .children(head)
            .any(|child| matches!(self.relation(child), Relation::Det | Relation::NmodPoss | Relation::Case));
        proposition.kind == PropositionKind::Copula
            && self.speech.lower(verb) == "'s"
            && self.tag(head) == Upos::Noun
            && verb.checked_sub(1).is_some_and(|before| self.is_noun(before))
            && !is_determined
            && !is_person(&lower)
    }

    /// Removes from a time the period that only says how far it lies from another: ", a day" of "on 30 March, a day | before the
    /// trial".
    pub(super) fn without_offset<'a>(&self, time: &'a [usize]) -> &'a [usize] {
        const LONGEST: usize = 4;
        let Some((last, before)) = time.split_last() else { return time };
        let next = last + 1;
        let is_offset = next < self.speech.parsed().words.len()
            && in_word_list(" before after earlier later ", &self.speech.lower(next))
            && in_word_list(PERIODS, &self.speech.lower(*last));
        let comma = before.iter().rposition(|node| self.speech.word(*node) == ",");
        match comma.filter(|comma| is_offset && *comma > 0 && time.len() - comma <= LONGEST) {
            Some(comma) => &time[..comma],
            None => time,
        }
    }
}
