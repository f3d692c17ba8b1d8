//! The earlier words that a statement shares with another one: its subject with an auxiliary, or its source.

use super::Reader;
use crate::syntax::{Relation, Upos, verb};
use crate::text::proposition::{Proposition, PropositionKind};
use crate::text::{Span, in_word_list, opens_alternative};

/// Verbs whose participle comments on the whole event, not on its subject: "the door opened, causing a
/// draught".
const OF_EVENTS: &str =
    " cause lead mean make leave result indicate suggest imply prompt force bring raise spark allow ";
/// Auxiliaries before a base form, which extend to a coordinated base form: "will leave at nine and arrive at
/// ten".
const MODALS: &str = " will would shall should can could may might must do does did ";

/// The grammatical number of a verb.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Singular,
    Plural,
}

impl Reader<'_> {
    /// Returns the words that a participle shares: its subject with the source, or the whole event.
    pub(super) fn shared_by_participle(&self, one: &Proposition, above: usize, first: usize) -> Option<Span> {
        let Some(main) = self.proposition(above) else { return self.subject(one) };
        let outer = self.sayer(main);
        let start = outer.or_else(|| self.subject(main)).map(|span| span.start);
        if in_word_list(OF_EVENTS, &one.lemma) {
            let before = (0..first).rev().find(|node| !self.is_mark(*node))?;
            return from_to(start?, self.parsed.words[before].end);
        }
        let subject = self.subject(one)?;
        if outer.is_some() { from_to(start?, subject.end) } else { Some(subject) }
    }

    /// Returns the subject of the verb whose content a proposition is: *Police* believe that he left.
    fn sayer(&self, one: &Proposition) -> Option<Span> {
        let governor = self.head(one.head).filter(|_| self.relation(one.head) == Relation::Ccomp)?;
        self.subject(self.proposition(governor)?)
    }

    /// Returns the last of coordinated nouns before a relative clause with a singular verb: "Anna and *Bob*,
    /// who has left".
    pub(super) fn last_of_nouns(&self, one: &Proposition, noun: usize, first: usize) -> Option<Span> {
        self.number(one).filter(|number| *number == Number::Singular)?;
        let last =
            self.children(noun).filter(|at| self.relation(*at) == Relation::Conj && *at < first).last()?;
        let begin = (self.bounds[last].0..=last)
            .find(|at| !self.is_mark(*at) && !matches!(self.relation(*at), Relation::Cc))?;
        let end = (last..first).rev().find(|at| !self.is_mark(*at))?;
        from_to(self.parsed.words[begin].start, self.parsed.words[end].end)
    }

    /// Returns the number that a finite verb form shows; `None` if the forms are alike, as for modal verbs.
    fn number(&self, one: &Proposition) -> Option<Number> {
        let finite = *one.verb.first()?;
        let word = self.lower(finite);
        match word.as_str() {
            "is" | "was" | "has" | "does" => Some(Number::Singular),
            "are" | "were" | "have" | "do" => Some(Number::Plural),
            _ if finite != one.head || self.parsed.tree.nodes[finite].tag != Upos::Verb => None,
            word if word == one.lemma => Some(Number::Plural),
            word => word.ends_with('s').then_some(Number::Singular),
        }
    }

    /// Returns the noun of a relative clause that begins with a preposition and "which" or "whom": ", for
    /// which it paid £5m".
    pub(super) fn noun_of_preposition(&self, one: &Proposition, first: usize) -> Option<Span> {
        let pronoun = (first..one.head).find(|at| matches!(self.lower(*at).as_str(), "which" | "whom"))?;
        let leads =
            self.children(pronoun).any(|child| self.relation(child) == Relation::Case && child < pronoun);
        let noun = one.arguments.iter().find(|argument| argument.shared)?;
        leads.then(|| self.parsed.span_of(&noun.words))
    }

    /// Returns the words that coordinated predicates share: the subject, or the source with its verb. The
    /// outer `None` means that there is no separate statement.
    pub(super) fn shared_by_conjuncts(
        &self,
        head: usize,
        above: usize,
        has_subject: bool,
    ) -> Option<Option<Span>> {
        use Relation as R;
        let first = self.proposition(above)?;
        let is_verbal = |one: &Proposition| {
            matches!(one.kind, PropositionKind::Verb | PropositionKind::Copula | PropositionKind::Existence)
        };
        if !is_verbal(first) || !is_verbal(self.proposition(head)?) || self.is_alternative(head) {
            return None;
        }
        if !has_subject {
            // "He was hurt and, after being treated, left"
            let is_adverbial = self.mark(above).is_none()
                && self.mark(head).is_some_and(|mark| !matches!(self.lower(mark).as_str(), "to" | "that"));
            if is_adverbial || !self.is_verb_form(head) || !self.can_be_joined(head, above) {
                return None;
            }
        }
        let begin = self.bounds[above].0;
        let is_set_off = self.has_comma(begin);
        let main = self.head(above).filter(|main| *main < above);
        match (self.relation(above), main) {
            (R::AclRelcl, Some(noun)) if is_set_off && !has_subject && self.is_of_its_noun(first) => {
                return self.last_of_nouns(first, noun, begin).or_else(|| self.subject(first)).map(Some);
            }
            (R::AclRelcl | R::Acl | R::Advcl, Some(_)) if is_set_off && has_subject => return Some(None),
            (R::Acl | R::Advcl, Some(main)) if is_set_off && self.is_participle(first) => {
                return self.shared_by_participle(first, main, begin).map(Some);
            }
            // "The man who came and went" is not divided.
            (R::AclRelcl | R::Acl, _) => return None,
            (R::Advcl, Some(main)) if !has_subject && first.subject().is_none_or(|one| one.shared) => {
                return self.shared_by_adverbials(first, main, head).map(Some);
            }
            _ => {}
        }
        if !matches!(self.relation(above), R::Ccomp | R::Xcomp) {
            return Some(if has_subject {
                self.saying_before(above)
            } else {
                self.subject_with_auxiliary(first, head)
            });
        }
        // "Keller said A and B", "The firm plans to hire and to train".
        let governor = self.proposition(self.head(above)?)?;
        let subject = self.subject(governor)?;
        // "They agree that it is good and decide to stay": "it" does not decide.
        let [inner, other, outer] = [Some(first), self.proposition(head), Some(governor)]
            .map(|one| one.and_then(|one| self.number(one)));
        if !has_subject && inner.is_some() && other.is_some() && inner != other && outer == other {
            return Some(Some(subject));
        }
        // "He planned to go out but did not pay": a predicate with its own auxiliary is not part of the plan.
        let is_finite =
            self.children(head).any(|child| matches!(self.relation(child), R::Aux | R::AuxPass | R::Cop));
        if self.relation(above) == R::Xcomp && is_finite {
            return Some(Some(subject));
        }
        let verb = *first.verb.first()?;
        let inner = self.bounds[above].0;
        let begins = match self.repeated_mark(above, head) {
            Some(mark) => mark,
            _ if has_subject => inner,
            // "He is sure he can win and go up"
            _ if self.is_taken_up(verb, head) => inner.max(verb + 1),
            _ => inner.max(verb),
        };
        let end = self.parsed.words[begins.checked_sub(1)?].end;
        from_to(subject.start, end).map(Some)
    }

    /// Whether a predicate can be one joined to another. A finite verb needs a conjunction before it or before a later one:
    /// "pulled over, got out and ran". Without one the parser took a noun or a participle for the first verb: "The Oscar
    /// nominated actress, 60, revealed". A participle needs none: "left the town, citing the costs".
    fn can_be_joined(&self, head: usize, above: usize) -> bool {
        const WITHOUT_PASSIVE: &str = " die burst come go fall rise arrive ";
        let is_conjunct = |at: &usize| *at >= head && self.relation(*at) == Relation::Conj;
        let mut conjuncts = self.children(above).chain(self.children(head)).filter(is_conjunct);
        let has_own = conjuncts.any(|at| self.children(at).any(|child| self.relation(child) == Relation::Cc));
        let before = (0..self.bounds[head].0).rev().find(|at| !self.is_mark(*at));
        let follows_one = before.is_some_and(|before| in_word_list(" and or but ", &self.lower(before)));
        let is_finite = !self.lower(head).ends_with("ing")
            && (in_word_list(WITHOUT_PASSIVE, &verb::base(&self.lower(head)))
                || self
                    .children(head)
                    .any(|child| matches!(self.relation(child), Relation::Obj | Relation::Ccomp)));
        has_own || follows_one || !is_finite && self.has_comma(self.bounds[head].0)
    }

    /// Whether a word that the parser takes for a verb can be one: "Lukasz" before "Fabianski" is a name.
    fn is_verb_form(&self, node: usize) -> bool {
        let nodes = &self.parsed.tree.nodes;
        let word = self.lower(node);
        let is_known = || verb::is_base(&verb::base(&word)) || verb::base_by_rule(&word).is_some();
        let is_before_name = nodes.get(node + 1).is_some_and(|next| next.tag == Upos::Propn);
        nodes[node].tag != Upos::Verb || !is_before_name || is_known()
    }

    /// Returns the word that introduces a clause: "that", "to".
    fn mark(&self, head: usize) -> Option<usize> {
        self.children(head).find(|child| self.relation(*child) == Relation::Mark)
    }

    /// Returns the words that a contrast within the content of a verb shares: "*They found that* A rose while
    /// B fell". A contrast that reports something has its own source.
    pub(super) fn saying_that(&self, contrast: &Proposition, above: usize) -> Option<Span> {
        if contrast.reports() {
            return None;
        }
        let that = self.children(above).find(|child| self.lower(*child) == "that")?;
        let outer = self.children(above).find(|child| self.relation(*child) == Relation::NsubjOuter);
        let start = match outer {
            Some(outer) => self.parsed.words[self.bounds[outer].0].start,
            None if self.relation(above) == Relation::Ccomp => {
                let saying = self.proposition(self.head(above)?)?;
                // "They do not prove that it is to blame, although it might be": the second is not denied.
                if saying.negated {
                    return None;
                }
                self.subject(saying)?.start
            }
            None => return None,
        };
        from_to(start, self.parsed.words[that].end)
    }

    /// Returns the reporting words before a colon: "*Keller insists*: all is well and ...", "*Kim*: I left
    /// and ...".
    fn saying_before(&self, quoted: usize) -> Option<Span> {
        let mut before = self.children(quoted).take_while(|at| *at < quoted);
        let saying = before.find(|at| self.relation(*at) == Relation::Parataxis)?;
        let last = self.bounds[saying].1;
        // The reporting clause may reach to the end of the sentence in the tree.
        let mut within = (last..self.parsed.words.len()).take(2);
        let colon = within.find(|at| self.lower(*at) == ":")?;
        let first = (0..colon).find(|at| !self.is_mark(*at) && self.relation(*at) != Relation::Cc)?;
        from_to(self.parsed.words[first].start, self.parsed.words[colon - 1].end)
    }

    /// Returns the words that coordinated adverbial clauses without a subject share: "*They won by* attacking
    /// early and defending well".
    fn shared_by_adverbials(&self, first: &Proposition, main: usize, other: usize) -> Option<Span> {
        let main = self.proposition(main)?;
        let start = self.sayer(main).or_else(|| self.subject(main))?.start;
        let begins = self.repeated_mark(first.head, other).or(first.verb.first().copied())?;
        from_to(start, self.parsed.words[begins.checked_sub(1)?].end)
    }

    /// Returns the word that introduces a clause if it introduces the clause joined to it as well: "decided *to* add it and
    /// *to* drop that".
    fn repeated_mark(&self, first: usize, other: usize) -> Option<usize> {
        let mark = self.mark(first)?;
        self.mark(other).is_some_and(|own| self.lower(own) == self.lower(mark)).then_some(mark)
    }

    /// Whether a verb names what was not done instead: "repaired it *rather than replacing it*".
    fn is_alternative(&self, head: usize) -> bool {
        let mut joints =
            self.children(head).filter(|child| *child < head && self.relation(*child) == Relation::Cc);
        joints.any(|at| opens_alternative(&self.lower(at), &self.lower(at + 1)))
    }

    /// Returns the subject of a proposition as a byte span of the sentence.
    pub(super) fn subject(&self, one: &Proposition) -> Option<Span> {
        if let Some(subject) = one.subject() {
            return Some(self.parsed.span_of(&subject.words));
        }
        let above = self.head(one.head).filter(|_| self.is_listed(one))?;
        Some(self.parsed.span_of(&self.proposition(above)?.subject()?.words))
    }

    /// Returns the subject of a proposition with the auxiliaries that another predicate also needs: "*Reed
    /// has* left and gone home", "*The train will* leave at nine and arrive at ten". A predicate after "but"
    /// does not take over a negation.
    fn subject_with_auxiliary(&self, first: &Proposition, other: usize) -> Option<Span> {
        let subject = self.subject(first)?;
        let next = self.parsed.words.partition_point(|word| word.start < subject.end);
        let is_of_verb = |at: &usize| *at < first.head && first.verb.contains(at);
        let auxiliaries: Vec<usize> = (next..first.head).take_while(is_of_verb).collect();
        let last = auxiliaries.iter().rposition(|at| self.is_taken_up(*at, other));
        let Some(last) = last else { return Some(subject) };
        let is_denied = |at: &usize| self.relation(*at) == Relation::Advmod;
        let denied = auxiliaries.get(last + 1).filter(|at| is_denied(at));
        let is_contrasted = self.children(other).any(|child| child < other && self.lower(child) == "but");
        if is_contrasted && auxiliaries.iter().any(is_denied) {
            return Some(subject);
        }
        Some(subject.join(self.parsed.words[denied.copied().unwrap_or(auxiliaries[last])]))
    }

    /// Whether a predicate without an auxiliary has the form that an auxiliary of another predicate requires.
    fn is_taken_up(&self, auxiliary: usize, predicate: usize) -> bool {
        let own =
            |child: usize| matches!(self.relation(child), Relation::Aux | Relation::AuxPass | Relation::Cop);
        let Some(one) = self.proposition(predicate).filter(|_| !self.children(predicate).any(own)) else {
            return false;
        };
        let (word, form) = (self.lower(auxiliary), self.lower(predicate));
        let is_verb = self.parsed.tree.nodes[predicate].tag == Upos::Verb;
        match word.as_str() {
            "am" | "is" | "are" | "was" | "were" | "be" | "been" | "being" | "'s" | "'re" | "'m" => {
                is_verb && (one.passive || form.ends_with("ing"))
            }
            "has" | "have" | "had" | "'ve" => is_verb && verb::is_participle(&form),
            word => is_verb && in_word_list(MODALS, word) && one.lemma == form,
        }
    }
}

/// Returns the span between two bytes, or `None` if they are in the wrong order.
fn from_to(start: usize, end: usize) -> Option<Span> {
    (start < end).then(|| Span::new(start, end))
}
