//! Finds the predicates of a tree and their arguments.

use super::view::Reader;
use super::{Argument, Proposition, PropositionKind, Role, phrase, role, stance, subject};
use crate::syntax::{Relation, Upos, verb};
use crate::text::in_word_list;

/// Nouns derived from verbs: something is done "of" a patient "by" an agent.
const DEEDS: &str = " appointment resignation dismissal arrest murder killing death assassination acquisition takeover \
    purchase sale closure opening launch release election defeat victory win loss destruction construction collapse \
    creation development discovery invention rejection approval adoption announcement decision refusal return \
    departure arrival retirement invasion attack bombing rescue removal replacement transfer signing conviction \
    execution imprisonment detention extradition expansion reduction increase rise fall cut decline growth ";
/// Adverbs that can be particles of the verb before them.
const PARTICLES: &str =
    " up out off down over back in on around through along by aside together apart ahead forward ";
/// Verbs whose passive can have the recipient as its subject: "was given a medal".
const GIVING: &str = " give award offer hand send show tell teach pay lend grant promise deny ask owe sell ";

impl Reader<'_> {
    pub fn propositions(&self) -> Vec<Proposition> {
        let mut all: Vec<Proposition> = (0..self.tree.nodes.len()).flat_map(|at| self.read(at)).collect();
        let heads: Vec<Option<usize>> = all.iter().map(|one| self.tree.nodes[one.head].head).collect();
        for (at, above) in heads.into_iter().enumerate() {
            let relation = self.tree.nodes[all[at].head].relation;
            let within =
                matches!(relation, Relation::Ccomp | Relation::Xcomp | Relation::Csubj | Relation::Advcl);
            let above = above.filter(|_| within && all[at].kind != PropositionKind::Apposition);
            all[at].parent = above.and_then(|above| all.iter().position(|other| other.head == above));
        }
        subject::share(self, &mut all);
        stance::take(self, &mut all);
        for one in &mut all {
            one.arguments.sort_by_key(|argument| (!argument.shared, argument.words.first().copied()));
        }
        all
    }

    /// Returns the words of a clause, without the conjunction that introduces it.
    fn clause(&self, head: usize) -> Vec<usize> {
        let skip = |child: usize| {
            let marks = matches!(self.relation(child), Relation::Mark | Relation::Cc);
            marks && child < head && self.lower[child] != "to"
        };
        phrase(self.words, self.tree, &self.children, head, skip)
    }

    /// Returns the proposition whose predicate is a node, if it is one: a verb, a copula, an apposition or a
    /// noun derived from a verb.
    fn read(&self, at: usize) -> Option<Proposition> {
        let node = self.tree.nodes[at];
        let copula = self.child(at, Relation::Cop);
        let there = self.child(at, Relation::Expl).filter(|expl| self.lower[*expl] == "there");
        if copula.is_some() {
            return Some(self.copula(at));
        }
        let is_clause = !matches!(
            node.relation,
            Relation::Aux
                | Relation::AuxPass
                | Relation::Cop
                | Relation::Amod
                | Relation::Compound
                | Relation::Case
                | Relation::Mark
                | Relation::Fixed
                | Relation::Flat
                | Relation::Goeswith
                | Relation::Reparandum
                | Relation::Discourse
                | Relation::CompoundPrt
        );
        if node.tag == Upos::Verb && is_clause || there.is_some() {
            return Some(self.verb(at, there.is_some()));
        }
        if node.relation == Relation::Appos {
            return self.apposition(at);
        }
        self.deed(at)
    }

    /// Returns the words of the verb: itself, its auxiliaries, particle and negation.
    fn verb_words(&self, at: usize, head: Option<usize>) -> Vec<usize> {
        let belongs = |child: &usize| match self.relation(*child) {
            Relation::Aux | Relation::AuxPass | Relation::Cop | Relation::CompoundPrt => true,
            // "came up with": an adverb that the tree does not call a particle but that acts as one.
            Relation::Advmod if *child == at + 1 => in_word_list(PARTICLES, &self.lower[*child]),
            Relation::Advmod => matches!(self.lower[*child].as_str(), "not" | "n't" | "n’t" | "nt" | "never"),
            _ => false,
        };
        let mut words: Vec<usize> = self.children[at].iter().copied().filter(belongs).collect();
        words.extend(head);
        words.sort_unstable();
        words
    }

    fn verb(&self, at: usize, exists: bool) -> Proposition {
        let particle = self.child(at, Relation::CompoundPrt).filter(|particle| *particle > at);
        let base = verb::base(&self.lower[at]);
        let lemma =
            particle.map_or_else(|| base.clone(), |particle| format!("{base} {}", self.lower[particle]));
        let has =
            |relations: &[Relation]| self.children[at].iter().any(|c| relations.contains(&self.relation(*c)));
        let bare =
            verb::is_participle(&self.lower[at]) && !has(&[Relation::Nsubj, Relation::Obj, Relation::Aux]);
        let passive = has(&[Relation::AuxPass, Relation::NsubjPass, Relation::CsubjPass, Relation::OblAgent])
            || bare && matches!(self.relation(at), Relation::Acl | Relation::Advcl);
        let arguments = self.arguments(at, passive, &base);
        let kind = if exists { PropositionKind::Existence } else { PropositionKind::Verb };
        let active = Proposition::new(kind, at, self.verb_words(at, Some(at)), lemma, arguments);
        Proposition { passive, ..active }
    }

    /// Reads "X is Y". Y is the predicate with its modifiers; expressions of time and place belong to the
    /// clause.
    fn copula(&self, at: usize) -> Proposition {
        let adjective = self.tree.nodes[at].tag == Upos::Adj;
        let subject = self.child(at, Relation::Nsubj);
        let mut arguments: Vec<Argument> = Vec::new();
        let mut outside = Vec::new();
        for &child in &self.children[at] {
            let relation = self.relation(child);
            // "responsible for the attack" and "likely to win" are whole predicates; "at the time" is not
            // part of a predicate noun.
            let completes = adjective
                && child > at
                && matches!(relation, Relation::Obl | Relation::Xcomp | Relation::Ccomp)
                && self.argument(child, false, "be").is_none_or(|found| found.role != Role::Time);
            let found = if completes { None } else { self.argument(child, false, "be") };
            let of_clause = match relation {
                _ if completes => false,
                Relation::Conj => self.is_clausal(child),
                Relation::Mark => child < at,
                Relation::Aux
                | Relation::Cop
                | Relation::Cc
                | Relation::Advcl
                | Relation::NsubjOuter
                | Relation::Expl
                | Relation::Punct
                | Relation::Ccomp => true,
                _ => false,
            };
            // "However, she was ready", "when only two were left": an adverb before the subject belongs to
            // the clause.
            let leads = relation == Relation::Advmod
                && found.is_none()
                && subject.is_some_and(|subject| child < subject && subject < at);
            let denies = relation == Relation::Advmod && child < at && found.is_none() && !adjective
                || in_word_list(" not n't n’t never ", &self.lower[child]);
            if found.is_some() || of_clause || denies || leads {
                outside.push(child);
            }
            arguments.extend(found);
        }
        let words = phrase(self.words, self.tree, &self.children, at, |child| outside.contains(&child));
        let marker: Vec<usize> = Vec::new();
        arguments.push(Argument {
            role: Role::Attribute,
            head: at,
            words,
            marker,
            clause: false,
            shared: false,
        });
        Proposition::new(PropositionKind::Copula, at, self.verb_words(at, None), "be".to_owned(), arguments)
    }

    /// Whether a conjunct is a clause of its own.
    pub fn is_clausal(&self, at: usize) -> bool {
        let own = [Relation::Nsubj, Relation::NsubjPass, Relation::Cop, Relation::Expl];
        self.tree.nodes[at].tag == Upos::Verb
            || own.iter().any(|relation| self.child(at, *relation).is_some())
    }

    /// Whether a dependent belongs to a node as a predicate rather than as a noun: "*He was* the mayor, ...".
    pub fn is_of_predicate(&self, child: usize) -> bool {
        use Relation as R;
        matches!(
            self.relation(child),
            R::Nsubj | R::NsubjPass | R::Csubj | R::Expl | R::Cop | R::Aux | R::AuxPass | R::Mark | R::Advcl
        )
    }

    /// Reads "Keller, the mayor": one is the other.
    fn apposition(&self, at: usize) -> Option<Proposition> {
        let head = self.tree.nodes[at].head?;
        let words = self.phrase(at);
        let named = |at: usize| matches!(self.tree.nodes[at].tag, Upos::Noun | Upos::Propn);
        let compound = phrase::is_hyphenated(self.words, self.tree, at);
        if !named(at) || !named(head) || words.is_empty() || compound {
            return None;
        }
        let skip = |child: usize| {
            child == at
                || child < head && matches!(self.relation(child), Relation::Case | Relation::Cc)
                || self.is_of_predicate(child)
        };
        let whole = phrase(self.words, self.tree, &self.children, head, skip);
        let is = |role, head, words| Argument {
            role,
            head,
            words,
            marker: Vec::new(),
            clause: false,
            shared: false,
        };
        let mut arguments = vec![is(Role::Agent, head, whole), is(Role::Attribute, at, words)];
        arguments[0].shared = true;
        Some(Proposition::new(PropositionKind::Apposition, at, Vec::new(), "be".to_owned(), arguments))
    }

    /// Reads a noun derived from a verb, if it has an agent or a patient.
    fn deed(&self, at: usize) -> Option<Proposition> {
        if self.tree.nodes[at].tag != Upos::Noun || !in_word_list(DEEDS, &self.lower[at]) {
            return None;
        }
        let mut arguments = Vec::new();
        for &child in &self.children[at] {
            let case = self.marker(child);
            let preposition = self.text_of(&case);
            let role = match (self.relation(child), preposition.as_str()) {
                (Relation::NmodPoss, _) => Role::Agent,
                (Relation::Nmod, "of") => Role::Patient,
                (Relation::Nmod, "by") => Role::Agent,
                (Relation::Nmod | Relation::NmodUnmarked, _) => role::of_phrase(
                    &preposition,
                    &self.lower[child],
                    self.tree.nodes[child].tag == Upos::Propn,
                ),
                _ => continue,
            };
            let marker = if self.relation(child) == Relation::NmodPoss { Vec::new() } else { case };
            arguments.push(Argument {
                role,
                head: child,
                words: self.phrase(child),
                marker,
                clause: false,
                shared: false,
            });
        }
        let by = arguments.iter().any(|a| a.role == Role::Agent);
        let of = arguments.iter().any(|a| a.role == Role::Patient);
        (by || of)
            .then(|| Proposition::new(PropositionKind::Noun, at, vec![at], self.lower[at].clone(), arguments))
    }

    /// Returns the prepositions or conjunctions that introduce a phrase.
    pub fn marker(&self, of: usize) -> Vec<usize> {
        let mut out = Vec::new();
        for &child in &self.children[of] {
            let leads = matches!(self.relation(child), Relation::Case | Relation::Mark) && child < of;
            if leads && (self.lower[child] != "to" || self.relation(child) == Relation::Case) {
                out.push(child);
                let fixed =
                    self.children[child].iter().filter(|more| self.relation(**more) == Relation::Fixed);
                out.extend(fixed);
            }
        }
        out.sort_unstable();
        out
    }

    /// Returns a verb's own arguments.
    fn arguments(&self, at: usize, passive: bool, base: &str) -> Vec<Argument> {
        let mut out: Vec<Argument> =
            self.children[at].iter().filter_map(|child| self.argument(*child, passive, base)).collect();
        // "He was given a medal": the subject is the recipient.
        let given = passive && in_word_list(GIVING, base);
        if given && self.child(at, Relation::Obj).is_some() {
            let subject = [Relation::NsubjPass, Relation::Nsubj].iter().find_map(|r| self.child(at, *r));
            for argument in out.iter_mut().filter(|argument| Some(argument.head) == subject) {
                argument.role = Role::Recipient;
            }
        }
        self.join_names(&mut out);
        self.find_speaker(at, base, &mut out);
        out
    }

    /// Joins a title and the name after it if the tree treats them as two arguments: "coach Steve Tandy
    /// says".
    fn join_names(&self, arguments: &mut Vec<Argument>) {
        let tag = |argument: &Argument| self.tree.nodes[argument.head].tag;
        let is_bare = |argument: &Argument| argument.marker.is_empty() && !argument.clause;
        let mut at = 1;
        while at < arguments.len() {
            let (title, name) = (&arguments[at - 1], &arguments[at]);
            let is_next =
                title.words.last().zip(name.words.first()).is_some_and(|(last, first)| last + 1 == *first);
            let core = |argument: &Argument| {
                matches!(argument.role, Role::Agent | Role::Patient | Role::Recipient) && is_bare(argument)
            };
            let joins =
                core(title) && core(name) && is_next && tag(title) == Upos::Noun && tag(name) == Upos::Propn;
            if joins {
                let title = arguments.remove(at - 1);
                arguments[at - 1].words.splice(0..0, title.words);
            } else {
                at += 1;
            }
        }
    }

    /// Finds the speaker in "..., says the mayor", where the subject follows the verb and the tree has an
    /// object instead.
    fn find_speaker(&self, at: usize, base: &str, arguments: &mut [Argument]) {
        let is_beside = match self.relation(at) {
            Relation::Parataxis => true,
            _ => {
                self.tree.nodes[at].head.is_none()
                    && arguments.iter().any(|argument| argument.role == Role::Content && argument.head < at)
            }
        };
        let first = self.verb_words(at, Some(at))[0];
        let follows = first.checked_sub(1).is_some_and(|before| self.tree.nodes[before].tag == Upos::Punct);
        if !is_beside
            || !follows
            || self.lower[at].ends_with("ing")
            || !stance::reports(base)
            || arguments.iter().any(|argument| argument.role == Role::Agent)
        {
            return;
        }
        let is_object = |argument: &&mut Argument| {
            let bare = argument.marker.is_empty() && !argument.clause;
            bare && argument.head > at && matches!(argument.role, Role::Patient | Role::Recipient)
        };
        if let Some(speaker) = arguments.iter_mut().find(is_object) {
            speaker.role = Role::Agent;
        }
    }

    /// Returns a node as an argument of the predicate on which it depends, if it is one.
    fn argument(&self, child: usize, passive: bool, base: &str) -> Option<Argument> {
        use Relation as R;
        let node = self.tree.nodes[child];
        let marker = self.marker(child);
        let name = node.tag == Upos::Propn;
        let (role, clause) = match node.relation {
            R::Nsubj if passive && self.child(node.head?, R::AuxPass).is_none() => (Role::Patient, false),
            R::Nsubj | R::NsubjOuter => (Role::Agent, false),
            R::NsubjPass => (Role::Patient, false),
            R::Csubj | R::CsubjOuter => (Role::Agent, true),
            R::CsubjPass => (Role::Patient, true),
            R::OblAgent => (Role::Agent, false),
            R::Obj => (Role::Patient, false),
            R::Iobj => (Role::Recipient, false),
            R::Ccomp => (Role::Content, true),
            R::Xcomp if matches!(node.tag, Upos::Verb) || self.child(child, R::Mark).is_some() => {
                (Role::Content, true)
            }
            R::Xcomp => (Role::Attribute, false),
            R::Obl | R::OblUnmarked => {
                let preposition = self.text_of(&marker);
                if preposition.starts_with("according") {
                    return None;
                }
                let role = role::of_phrase(&preposition, &self.noun(child), name);
                // A person is sent to a place, but something is given to a person.
                let given = role == Role::Other || role == Role::Place && name && base != "send";
                let to = preposition == "to" && in_word_list(GIVING, base) && given;
                (if to { Role::Recipient } else { role }, false)
            }
            R::Advmod => (role::of_adverb(&self.lower[child])?, false),
            R::Advcl => match role::of_clause(&self.introduced(child, &marker))? {
                // "admitted to filming it"
                Role::Purpose if self.lower[child].ends_with("ing") => (Role::Other, true),
                role => (role, true),
            },
            _ => return None,
        };
        let words = if clause { self.clause(child) } else { self.phrase(child) };
        if words.is_empty() || role == Role::Agent && self.relation(child) == R::Expl {
            return None;
        }
        Some(Argument { role, head: child, words, marker, clause, shared: false })
    }

    /// Returns the noun that shows the kind of a phrase: the hour in "3 p.m. on Friday", the month in "the
    /// end of May".
    fn noun(&self, at: usize) -> String {
        const PARTS: &str = " end beginning start middle rest part course time height ";
        let of = self.child(at, Relation::Nmod).filter(|_| in_word_list(PARTS, &self.lower[at]));
        let unit = [Relation::NmodUnmarked, Relation::Compound, Relation::Nummod]
            .iter()
            .find_map(|r| self.child(at, *r));
        let number = self.tree.nodes[at].tag == Upos::Num;
        let shown = of.or(unit.filter(|unit| number && role::is_time(&self.lower[*unit])));
        let month =
            self.child(at, Relation::Compound).filter(|month| number && role::is_time(&self.lower[*month]));
        self.lower[month.or(shown).unwrap_or(at)].clone()
    }

    /// Returns the word that introduces an adverbial clause: its conjunction, or "when" or "to" instead.
    fn introduced(&self, at: usize, marker: &[usize]) -> String {
        if !marker.is_empty() {
            return self.text_of(marker);
        }
        let leads = |child: &&usize| {
            matches!(self.relation(**child), Relation::Advmod | Relation::Mark)
                && **child < at
                && matches!(self.lower[**child].as_str(), "when" | "to" | "whenever" | "once")
        };
        self.children[at].iter().find(leads).map(|child| self.lower[*child].clone()).unwrap_or_default()
    }
}
