//! The statements of a clause: coordinated predicates, and clauses and appositions set off by commas. Each
//! has the words that it shares with another one, its subject or its source.

mod shared;

use std::ops::Range;

use crate::syntax::{Relation, Upos};
use crate::text::proposition::{Proposition, PropositionKind, Role};
use crate::text::{Parsed, Sentence, Span};

/// Fewest words of a statement, without those that it shares.
const MIN_WORDS: usize = 2;
/// Words after a conjunction in which a second clause after "with" must have its predicate.
const MAX_SUBJECT: usize = 5;

/// Marks that close an insertion into a statement.
const CLOSERS: [char; 5] = [',', '-', '–', '—', ')'];
/// Conjunctions of a clause that contrasts with the main one.
const CONTRASTS: [&str; 4] = ["while", "whereas", "although", "though"];

/// The tokens of a statement of a clause.
#[derive(Debug, PartialEq)]
pub struct StatementTokens {
    /// Tokens of the statement within the sentence, without the word that joins it to what comes before.
    pub tokens: Range<usize>,
    /// Tokens within these that belong to another statement: "Reed, *who lives in Leeds*, was fined".
    pub without: Option<Range<usize>>,
    /// Byte span in the sentence of the earlier words that the statement shares.
    pub shared: Option<Span>,
}

impl StatementTokens {
    fn of(tokens: Range<usize>, shared: Option<Span>) -> StatementTokens {
        StatementTokens { tokens, without: None, shared }
    }

    /// A whole clause as one statement.
    pub fn whole(tokens: &Range<usize>) -> StatementTokens {
        StatementTokens::of(tokens.clone(), None)
    }
}

/// A part of a sentence that may be a statement of its own.
struct Cut {
    /// First token, including a conjunction.
    from: usize,
    /// One past the last token.
    to: usize,
    /// First token without a conjunction or a relative pronoun.
    own: usize,
    shared: Option<Span>,
    /// Whether the part may stand within another statement, between commas.
    may_be_within: bool,
}

/// Returns the statements of each clause of an English sentence, in order.
pub fn tokens_of_statements(sentence: &Sentence, clauses: &[Range<usize>]) -> Vec<Vec<StatementTokens>> {
    let reader = Reader::new(sentence);
    let mut cuts: Vec<Cut> = reader.parsed.propositions.iter().filter_map(|one| reader.cut(one)).collect();
    cuts.extend((1..reader.parsed.words.len()).flat_map(|at| reader.accompanying(at)));
    cuts.sort_by_key(|cut| (cut.from, cut.to));
    let of_clause = |tokens: &Range<usize>| {
        let place = |end: usize| cuts.partition_point(|cut| cut.from < end);
        reader.statements(tokens.clone(), &cuts[place(tokens.start)..place(tokens.end)])
    };
    clauses.iter().map(of_clause).collect()
}

/// Adds the inner statements, each after the one that contains it.
fn with_inner(statements: Vec<StatementTokens>, inner: Vec<&Cut>) -> Vec<StatementTokens> {
    let mut inner = inner.into_iter().peekable();
    let mut out = Vec::with_capacity(statements.len() + inner.len());
    for statement in statements {
        let (first, end) = (out.len(), statement.tokens.end);
        out.push(statement);
        while let Some(cut) = inner.next_if(|cut| cut.from < end) {
            let holds = |one: &StatementTokens| {
                one.tokens.start < cut.from && cut.to < one.tokens.end && one.without.is_none()
            };
            if let Some(at) = (first..out.len()).find(|at| holds(&out[*at])) {
                out[at].without = Some(cut.from..cut.to);
                out.insert(at + 1, StatementTokens::of(cut.own..cut.to, cut.shared));
            }
        }
    }
    out
}

/// A sentence with its tree and lookup tables for the tree.
struct Reader<'a> {
    sentence: &'a Sentence,
    parsed: &'a Parsed,
    /// The proposition with each node as its head.
    propositions: Vec<Option<&'a Proposition>>,
    /// The nodes that depend on each node.
    children: Vec<Vec<usize>>,
    /// The first and last node of each node's subtree.
    bounds: Vec<(usize, usize)>,
    /// Tokens of the verbal predicates, in order.
    predicates: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn new(sentence: &'a Sentence) -> Reader<'a> {
        let parsed = sentence.tree();
        let nodes = &parsed.tree.nodes;
        let mut propositions = vec![None; nodes.len()];
        for one in parsed.propositions.iter().rev() {
            propositions[one.head] = Some(one);
        }
        let children = parsed.tree.dependents();
        // Every node after its head, so that in reverse every node comes after its dependents.
        let mut order: Vec<usize> = (0..nodes.len()).filter(|at| nodes[*at].head.is_none()).collect();
        let mut next = 0;
        while let Some(at) = order.get(next).copied() {
            order.extend(&children[at]);
            next += 1;
        }
        let mut bounds: Vec<(usize, usize)> = (0..nodes.len()).map(|at| (at, at)).collect();
        for at in order.into_iter().rev() {
            if let Some(head) = nodes[at].head {
                let (own, above) = (bounds[at], bounds[head]);
                bounds[head] = (own.0.min(above.0), own.1.max(above.1));
            }
        }
        let mut reader = Reader { sentence, parsed, propositions, children, bounds, predicates: Vec::new() };
        let is_verbal =
            |one: &&Proposition| one.kind != PropositionKind::Apposition && one.kind != PropositionKind::Noun;
        let verbal = parsed.propositions.iter().filter(is_verbal);
        reader.predicates = verbal.map(|one| reader.token(one.head)).collect();
        reader.predicates.sort_unstable();
        reader
    }
}

impl Reader<'_> {
    /// Returns the statements of a clause, given the cuts within it.
    fn statements(&self, tokens: Range<usize>, cuts: &[Cut]) -> Vec<StatementTokens> {
        let has_content =
            |tokens: Range<usize>| self.sentence.tokens[tokens].iter().any(|token| token.is_content());
        // Backwards: a statement ends at the end of the clause or where the one cut off after it begins.
        let mut out: Vec<StatementTokens> = Vec::new();
        let mut inner: Vec<&Cut> = Vec::new();
        let mut end = tokens.end;
        for cut in cuts.iter().rev() {
            let to = cut.to.min(tokens.end);
            let before = tokens.start..cut.from;
            let own_end = to.min(end);
            if !has_content(before.clone()) || own_end < cut.own + MIN_WORDS || !has_content(cut.own..own_end)
            {
                continue;
            }
            // The cut's own tail may already be cut off at `end`.
            if to >= end {
                if before.len() >= MIN_WORDS && self.states(&before) {
                    out.push(StatementTokens::of(cut.own..end, cut.shared));
                    end = cut.from;
                }
            } else if cut.may_be_within && self.sentence.gap_before(to).contains(CLOSERS) {
                inner.push(cut);
            }
        }
        // A clause joined to the one before it may share its source.
        let joined = cuts.first().filter(|cut| cut.from == tokens.start).and_then(|cut| cut.shared);
        out.push(StatementTokens::of(tokens.start..end, joined));
        out.reverse();
        inner.reverse();
        with_inner(out, inner)
    }

    fn relation(&self, node: usize) -> Relation {
        self.parsed.tree.nodes[node].relation
    }

    fn head(&self, node: usize) -> Option<usize> {
        self.parsed.tree.nodes[node].head
    }

    fn lower(&self, node: usize) -> String {
        self.sentence.text[self.parsed.words[node].range()].to_lowercase()
    }

    fn proposition(&self, head: usize) -> Option<&Proposition> {
        self.propositions[head]
    }

    fn children(&self, head: usize) -> impl Iterator<Item = usize> {
        self.children[head].iter().copied()
    }

    /// Returns the token that contains the start of a node, or the next one.
    fn token(&self, node: usize) -> usize {
        self.sentence.token_of(node)
    }

    /// Returns the statement that a proposition makes apart from its governing clause.
    fn cut(&self, one: &Proposition) -> Option<Cut> {
        use Relation as R;
        let head = one.head;
        let above = self.head(head).filter(|above| *above < head)?;
        let (first, last) = self.bounds[head];
        let has_comma = self.has_comma(first);
        let has_subject = self
            .children(head)
            .any(|child| matches!(self.relation(child), R::Nsubj | R::NsubjPass | R::Expl | R::Csubj));
        // "He can win should they lose": a condition.
        let is_inverted = matches!(self.lower(first).as_str(), "should" | "had" | "were")
            && self.head(first) == Some(head)
            && has_subject;
        if is_inverted {
            return None;
        }
        let relation = self.relation(head);
        let shared = match relation {
            R::Conj if one.kind != PropositionKind::Apposition => {
                self.shared_by_conjuncts(head, above, has_subject)?
            }
            R::Parataxis if has_subject && self.is_set_off(first) && !only_says(one) => None,
            R::Parataxis if has_comma && self.is_listed(one) => Some(self.subject(one)?),
            R::Advcl if has_comma && self.contrasts(head) => self.saying_that(one, above),
            R::Advcl | R::Acl if has_comma && self.is_participle(one) => {
                self.shared_by_participle(one, above, first)
            }
            R::AclRelcl if has_comma && self.is_of_its_noun(one) => {
                self.last_of_nouns(one, above, first).or_else(|| self.subject(one))
            }
            R::AclRelcl if has_comma && has_subject => Some(self.noun_of_preposition(one, first)?),
            R::Appos if has_comma && self.says_something(head) => {
                Some(self.parsed.span_of(&one.arguments.first()?.words))
            }
            _ => return None,
        };
        let last = if matches!(relation, R::AclRelcl | R::Appos) {
            self.end_of_insertion(first, last)
        } else {
            self.end_of_words(first, last)
        };
        let mut own = first;
        while own < head && (self.is_mark(own) || self.joins(own, one)) {
            own += 1;
        }
        let to = self.tokens_before(self.parsed.words[last].end);
        let shared = shared.filter(|span| span.end <= self.parsed.words[first].start);
        let may_be_within = matches!(relation, R::AclRelcl | R::Appos | R::Acl);
        Some(Cut { from: self.token(first), to, own: self.token(own), shared, may_be_within })
    }

    /// Returns the last word of a part, extended by adverbials that the tree attaches to words before the
    /// part: "closed the library and sold the building *on Monday*".
    fn end_of_words(&self, first: usize, mut last: usize) -> usize {
        use Relation as R;
        let tail = |last: usize| {
            let next = Some(last + 1).filter(|next| *next < self.bounds.len() && !self.is_mark(*next))?;
            let top =
                std::iter::successors(Some(next), |at| self.head(*at).filter(|head| *head > last)).last()?;
            let depends_on_before = self.head(top).is_some_and(|head| head < first);
            let is_adverbial = matches!(self.relation(top), R::Obl | R::Nmod | R::Advcl | R::Advmod);
            (depends_on_before && is_adverbial && self.bounds[top].0 == next).then_some(self.bounds[top].1)
        };
        while let Some(end) = tail(last) {
            last = end;
        }
        last
    }

    /// Returns the last word of a part that a dash or bracket opens: the one before the closing mark,
    /// whatever the tree attaches to the part after it.
    fn end_of_insertion(&self, first: usize, last: usize) -> usize {
        let Some(open) = (first.saturating_sub(1)..=first).find(|at| self.closer(*at).is_some()) else {
            return last;
        };
        let closes = |at: &usize| Some(self.lower(*at)) == self.closer(open).map(str::to_owned);
        // "vice - captain": a hyphen that tokenization set apart.
        let is_hyphen = |at: usize| {
            matches!(self.relation(at - 1), Relation::Compound | Relation::Amod | Relation::Nummod)
                && self.head(at - 1).is_some_and(|head| head > at)
        };
        (first + 1..=last).find(|at| closes(at) && !is_hyphen(*at)).map_or(last, |close| close - 1)
    }

    /// Returns the mark that closes a dash or bracket.
    fn closer(&self, node: usize) -> Option<&'static str> {
        match &self.sentence.text[self.parsed.words[node].range()] {
            "-" => Some("-"),
            "--" => Some("--"),
            "–" => Some("–"),
            "—" => Some("—"),
            "(" => Some(")"),
            _ => None,
        }
    }

    /// Whether a verb without a subject belongs to a list whose conjunction comes later: "pulled over, *got
    /// out* and ran".
    fn is_listed(&self, one: &Proposition) -> bool {
        self.relation(one.head) == Relation::Parataxis
            && one.kind == PropositionKind::Verb
            && one.subject().is_none()
            && !self.lower(one.head).ends_with("ing")
            && self.parsed.tree.nodes[one.head].tag == Upos::Verb
            && self
                .children(one.head)
                .any(|child| self.relation(child) == Relation::Conj && self.proposition(child).is_some())
    }

    /// Returns what ", with" adds, if that has a subject and a predicate, whatever its tree: ", with the
    /// striker unwilling to leave". A second clause after a conjunction is separate.
    fn accompanying(&self, with: usize) -> Vec<Cut> {
        let Some(last) = self.end_of_accompanying(with) else { return Vec::new() };
        let predicate =
            |at: usize, last: usize| (at + 2..=last).find(|to| self.is_predicate_of_noun(at + 1..*to, *to));
        let Some(first) = predicate(with, last) else { return Vec::new() };
        let is_second = |at: &usize| {
            let is_of_clause = |predicate: usize| self.head(predicate).is_none_or(|head| head < *at);
            self.relation(*at) == Relation::Cc
                && predicate(*at, last.min(*at + MAX_SUBJECT)).is_some_and(is_of_clause)
        };
        let second = (first + 1..last).find(is_second);
        let to = self.tokens_before(self.parsed.words[last].end);
        let cut = |from: usize| {
            let [from, own] = [from, from + 1].map(|at| self.token(at));
            Cut { from, to, own, shared: None, may_be_within: false }
        };
        std::iter::once(with).chain(second).map(cut).collect()
    }

    /// Returns the last word of what follows ", with".
    fn end_of_accompanying(&self, with: usize) -> Option<usize> {
        if self.lower(with) != "with" || !self.is_mark(with - 1) {
            return None;
        }
        // The highest ancestor of "with" that follows it.
        let head =
            std::iter::successors(self.head(with), |at| self.head(*at)).take_while(|at| *at > with).last()?;
        self.head(head)?;
        let last = self.bounds[head].1;
        let is_own = |at: usize| !self.is_mark(at) && self.relation(at) != Relation::Cc;
        (last..self.parsed.words.len()).take_while(|at| *at == last || is_own(*at)).last()
    }

    /// Returns the number of tokens that begin before a byte.
    fn tokens_before(&self, end: usize) -> usize {
        self.sentence.tokens.partition_point(|token| token.span.start < end)
    }

    /// Whether a word is the predicate of a noun that ends the words before it, except for adverbs: a
    /// participle or an adjective that does not modify a later noun.
    fn is_predicate_of_noun(&self, before: Range<usize>, at: usize) -> bool {
        let nodes = &self.parsed.tree.nodes;
        let Some(noun) = before.rev().map(|at| nodes[at]).find(|node| node.tag != Upos::Adv) else {
            return false;
        };
        let is_nominal = matches!(noun.tag, Upos::Noun | Upos::Propn | Upos::Pron | Upos::Num | Upos::Det)
            && !matches!(noun.relation, Relation::Det | Relation::NmodPoss);
        let is_noun = is_nominal || matches!(noun.relation, Relation::Nsubj | Relation::NsubjPass);
        let is_predicate = match nodes[at].tag {
            Upos::Verb | Upos::Adj => true,
            Upos::Noun => self.lower(at).ends_with("ing") && nodes[at].relation == Relation::Advcl,
            _ => false,
        };
        let is_before_noun =
            |head: usize| head > at && matches!(nodes[head].tag, Upos::Noun | Upos::Propn | Upos::Num);
        let is_of_other = match nodes[at].relation {
            Relation::Amod | Relation::Compound => nodes[at].head.is_some_and(is_before_noun),
            relation => relation == Relation::AclRelcl,
        };
        is_noun && is_predicate && !is_of_other
    }

    /// Whether a part is set off by punctuation from what comes before.
    fn has_comma(&self, first: usize) -> bool {
        self.is_mark(first) || first.checked_sub(1).is_some_and(|before| self.is_mark(before))
    }

    /// Whether punctuation of any kind stands before a word.
    fn is_set_off(&self, first: usize) -> bool {
        let is_mark = |at: usize| !self.lower(at).contains(char::is_alphanumeric);
        is_mark(first) || first.checked_sub(1).is_some_and(is_mark)
    }

    fn is_mark(&self, node: usize) -> bool {
        let word = &self.sentence.text[self.parsed.words[node].range()];
        matches!(word, "," | ";" | ":" | "-" | "--" | "–" | "—" | "(" | "." | "!" | "?")
    }

    /// Whether a word only joins a statement to what comes before. A relative pronoun is replaced by its
    /// noun.
    fn joins(&self, node: usize, one: &Proposition) -> bool {
        match self.relation(node) {
            Relation::Cc | Relation::CcPreconj => true,
            Relation::Mark if self.head(node) == Some(one.head) => {
                CONTRASTS.contains(&self.lower(node).as_str())
            }
            _ => {
                self.relation(one.head) == Relation::AclRelcl
                    && matches!(self.lower(node).as_str(), "who" | "which" | "that")
                    && self.head(node) == Some(one.head)
            }
        }
    }

    /// Whether an apposition says who or what something is. The country of a town and an age do not.
    fn says_something(&self, head: usize) -> bool {
        use Relation as R;
        let described = |child: usize| matches!(self.relation(child), R::Det | R::NmodPoss | R::Nmod);
        self.parsed.tree.nodes[head].tag == Upos::Noun && self.children(head).any(described)
    }

    /// Whether a predicate is among the tokens.
    fn states(&self, tokens: &Range<usize>) -> bool {
        let next = self.predicates.partition_point(|at| *at < tokens.start);
        self.predicates.get(next).is_some_and(|at| *at < tokens.end)
    }

    /// Whether a clause contrasts with the main one: "while the others stayed".
    fn contrasts(&self, head: usize) -> bool {
        CONTRASTS.iter().any(|word| self.is_marked(head, word))
    }

    fn is_marked(&self, head: usize, word: &str) -> bool {
        let mut marks = self.children(head).filter(|child| self.relation(*child) == Relation::Mark);
        marks.any(|mark| self.lower(mark) == word)
    }

    /// Whether a clause is a participle without a conjunction: ", killing three", ", built in 1932".
    fn is_participle(&self, one: &Proposition) -> bool {
        let is_marked = self.children(one.head).any(|child| {
            matches!(self.relation(child), Relation::Mark | Relation::Case)
                || matches!(self.lower(child).as_str(), "when" | "where")
        });
        let is_bare = self.lower(one.head).ends_with("ing") || one.passive && one.verb.len() == 1;
        one.kind == PropositionKind::Verb && !is_marked && is_bare
    }

    /// Whether the noun of a relative clause is its subject, unlike with "whose" or "where".
    fn is_of_its_noun(&self, one: &Proposition) -> bool {
        one.subject().is_some_and(|subject| subject.shared)
            && !one.words(false).iter().any(|node| self.lower(*node) == "whose")
    }
}

/// Whether a reporting clause has no content of its own: "..., she said".
fn only_says(one: &Proposition) -> bool {
    one.argument(Role::Content).is_none() && one.argument(Role::Patient).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let sentence = Sentence::new(text);
        let words = |tokens: &Range<usize>| {
            sentence.tokens[tokens.start].span.join(sentence.tokens[tokens.end - 1].span).range()
        };
        let shared = |one: &StatementTokens| {
            one.shared.map_or_else(String::new, |s| format!("{} | ", &sentence.text[s.range()]))
        };
        let whole = 0..sentence.tokens.len();
        let all = tokens_of_statements(&sentence, std::slice::from_ref(&whole)).remove(0);
        let own = |one: &StatementTokens| match &one.without {
            Some(hole) => {
                let pieces = [one.tokens.start..hole.start, hole.end..one.tokens.end];
                pieces.map(|tokens| &sentence.text[words(&tokens)]).join(" ... ")
            }
            None => sentence.text[words(&one.tokens)].to_owned(),
        };
        all.iter().map(|one| shared(one) + &own(one)).collect()
    }

    #[test]
    fn what_stands_between_marks_is_apart() {
        for (text, expected) in [
            (
                "The brawl, involving students from a local school, even spilled onto the tracks.",
                [
                    "The brawl ... even spilled onto the tracks",
                    "The brawl | involving students from a local school",
                ],
            ),
            (
                "The winner got the watch - which costs up to $500 - as he visited a shop.",
                ["The winner got the watch ... as he visited a shop", "the watch | costs up to $500"],
            ),
            (
                "The council met Anna Lee - who leads the vice - captains and trains the club - on Monday.",
                [
                    "The council met Anna Lee ... on Monday",
                    "Anna Lee | leads the vice - captains and trains the club",
                ],
            ),
            (
                "'Rich', who lives in Leeds, was fined on Monday.",
                ["Rich ... was fined on Monday", "'Rich' | lives in Leeds"],
            ),
        ] {
            assert_eq!(read(text), expected);
        }
    }

    #[test]
    fn each_statement_has_who_says_it() {
        for (text, expected) in [
            (
                "Reed insists: \"The plan is good and we will not leave.\"",
                vec!["Reed insists: \"The plan is good", "Reed insists | we will not leave"],
            ),
            (
                "The council has ruled that the hedge may stay, while the wall must be cut to 20ft.",
                vec![
                    "The council has ruled that the hedge may stay",
                    "The council has ruled that | the wall must be cut to 20ft",
                ],
            ),
            (
                "They ask for volunteers, to whom nobody listens, and eventually one of them agrees to help.",
                vec![
                    "They ask for volunteers",
                    "volunteers | to whom nobody listens",
                    "eventually one of them agrees to help",
                ],
            ),
        ] {
            assert_eq!(read(text), expected);
        }
    }

    #[test]
    fn a_later_predicate_has_the_auxiliaries_that_it_needs() {
        for (text, second) in [
            (
                "Reed has reminded the players of their duties and urged them to learn.",
                "Reed has | urged them to learn",
            ),
            (
                "Chloe was stripped naked and sexually assaulted after the party.",
                "Chloe was | sexually assaulted after the party",
            ),
            ("The group did not follow the rules and pay the fine.", "The group did not | pay the fine"),
            ("The firm has not left the town but paid the fine.", "The firm | paid the fine"),
            (
                "A judge ordered the firm to pay 3 million euros and to close the plant by May.",
                "A judge ordered the firm | to close the plant by May",
            ),
            ("They won by attacking early and by defending well.", "They won | by defending well"),
            (
                "They decided to add a beeper at a cost of two euros, and to drop the screen.",
                "They decided | to drop the screen",
            ),
        ] {
            assert_eq!(read(text)[1], second);
        }
    }

    #[test]
    fn each_statement_has_the_words_that_it_shares() {
        for (text, expected) in [
            (
                "The council closed the library and sold the building.",
                vec!["The council closed the library", "The council | sold the building"],
            ),
            (
                "A bomb exploded in Kabul, killing three people.",
                vec!["A bomb exploded in Kabul", "A bomb | killing three people"],
            ),
            (
                "Police arrested Tom Reed, who lives in Leeds.",
                vec!["Police arrested Tom Reed", "Tom Reed | lives in Leeds"],
            ),
            (
                "Keller said the bridge was closed and would reopen in May.",
                vec!["Keller said the bridge was closed", "Keller said the bridge | would reopen in May"],
            ),
            (
                "Tom Reed, who lives in Leeds, was fined on Monday.",
                vec!["Tom Reed ... was fined on Monday", "Tom Reed | lives in Leeds"],
            ),
            (
                "Shares rose on Monday, with the bank closing higher.",
                vec!["Shares rose on Monday", "the bank closing higher"],
            ),
            (
                "Reed wants to stay, with the club clearly unwilling to pay for him.",
                vec!["Reed wants to stay", "the club clearly unwilling to pay for him"],
            ),
            (
                "The town, with a newly built stadium and two colleges, is on the coast.",
                vec!["The town, with a newly built stadium and two colleges, is on the coast"],
            ),
            (
                "The firm bought a rival, for which it paid $5m.",
                vec!["The firm bought a rival", "a rival | for which it paid $5m"],
            ),
            (
                "The door flew open, causing a draught.",
                vec!["The door flew open", "The door flew open | causing a draught"],
            ),
            (
                "The train will leave at nine and arrive at ten.",
                vec!["The train will leave at nine", "The train will | arrive at ten"],
            ),
            (
                "The mayor of Leeds, Tom Reed, apologised on Monday.",
                vec!["The mayor of Leeds, Tom Reed, apologised on Monday"],
            ),
            (
                "The town closed the school because it was old and leaked badly.",
                vec!["The town closed the school because it was old", "it | leaked badly"],
            ),
            (
                "Police say they left by climbing a wall and jumping into the river.",
                vec![
                    "Police say they left by climbing a wall",
                    "Police say they left by | jumping into the river",
                ],
            ),
            (
                "The drivers pulled over, got out of their cars and picked up the cash.",
                vec![
                    "The drivers pulled over",
                    "The drivers | got out of their cars",
                    "The drivers | picked up the cash",
                ],
            ),
            (
                "They had doubts, with some praising the voice control and others noting the lack of digits.",
                vec![
                    "They had doubts",
                    "some praising the voice control",
                    "others noting the lack of digits",
                ],
            ),
            (
                "Police arrested Tom Reed, who lives in Leeds and works in York.",
                vec!["Police arrested Tom Reed", "Tom Reed | lives in Leeds", "Tom Reed | works in York"],
            ),
            (
                "Police arrested Ann Lee and Tom Reed, who has left and works in York.",
                vec![
                    "Police arrested Ann Lee and Tom Reed",
                    "Tom Reed | has left",
                    "Tom Reed | works in York",
                ],
            ),
            (
                "He was placed in a coma, but died on Monday.",
                vec!["He was placed in a coma", "He | died on Monday"],
            ),
            (
                "It was praised as a success and helped boost the trade.",
                vec!["It was praised as a success", "It | helped boost the trade"],
            ),
            (
                "Ann Roy was held by guards and booted from the hall.",
                vec!["Ann Roy was held by guards", "Ann Roy was | booted from the hall"],
            ),
            (
                "Bruce is sure he can keep the club in the league and avoid defeat.",
                vec![
                    "Bruce is sure he can keep the club in the league",
                    "Bruce is sure he can | avoid defeat",
                ],
            ),
            (
                "Ann Roy chose the part of Tom Reed, who lives in Leeds.",
                vec!["Ann Roy chose the part of Tom Reed", "Tom Reed | lives in Leeds"],
            ),
            (
                "The Oscar nominated actress, 60, revealed she turned down the part.",
                vec!["The Oscar nominated actress, 60, revealed she turned down the part"],
            ),
            (
                "He asked what they could expect should they win the match.",
                vec!["He asked what they could expect should they win the match"],
            ),
            (
                "They agree that the album is good and decide to buy it.",
                vec!["They agree that the album is good", "They | decide to buy it"],
            ),
            (
                "The man who came late and left early was fined.",
                vec!["The man who came late and left early was fined"],
            ),
            (
                "The storm killed three people, injured dozens and left thousands without power.",
                vec![
                    "The storm killed three people",
                    "The storm | injured dozens",
                    "The storm | left thousands without power",
                ],
            ),
            (
                "The city repaired the bridge rather than replacing it.",
                vec!["The city repaired the bridge rather than replacing it"],
            ),
            (
                "The mayor and the council met on Monday in the hall.",
                vec!["The mayor and the council met on Monday in the hall"],
            ),
        ] {
            assert_eq!(read(text), expected);
        }
    }
}
