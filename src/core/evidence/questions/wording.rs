//! Questions made from a proposition. Each asks for one of its arguments: first the subject, then those after
//! the verb.

mod cut;
mod doubtful;
mod facts;
mod parts;
mod phrase;

use super::people::People;
use super::said::{PriorSubject, Speech, SubjectKind, is_people};
use super::verbs::Verbs;
use crate::evidence::Indexed;
use crate::evidence::parse::Word;
use crate::syntax::{Relation, Upos};
use crate::text::proposition::{Argument, Modality, Proposition, PropositionKind, Role};
use crate::text::{Span, fits_gender, in_word_list};

/// A question with its answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Worded {
    pub text: String,
    /// Byte span of the answer in the text.
    pub answer: Span,
    /// The full answer, if `answer` covers only the word that decides: "six months" for "six".
    pub full: Option<Span>,
    /// Whether the question asks for something that a short summary can omit: a time, a place, a duration.
    pub detail: bool,
    /// The answer to a yes-or-no question: "yes" or "no". `answer` is then the word that decides.
    pub reply: Option<&'static str>,
}

impl Worded {
    /// Makes a question for the main statement of a clause from its words without "?".
    fn of(text: &str, answer: Span) -> Worded {
        Worded { text: ask(text), answer, full: None, detail: false, reply: None }
    }
}

/// Limits on the length of questions, in words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    /// Longest question.
    question: usize,
    /// Most words after the verb, beside the argument asked for, as far as they can be left out.
    rest: usize,
    /// Longest clause among the words after the verb.
    clause: usize,
    /// Whether to ask yes-or-no questions on clauses that say little: a lone verb, or a negated statement.
    bare: bool,
}

/// Limits for questions on an article, which offers enough other facts to ask for.
pub(super) const SHORT: Lengths = Lengths { question: 24, rest: 14, clause: 12, bare: false };
/// Limits for questions on a claim: a claim that is too long for them could only be asked about by its
/// literal words.
pub(super) const WHOLE: Lengths = Lengths { question: 30, rest: 26, clause: 22, bare: true };
/// Longest answer, in words.
const ANSWER: usize = 16;

/// Verbs of saying that mean little without what is said.
const SAYING: &str = " say tell add insist reply explain write ask note warn claim ";
/// Recurring times: an apposition with "last autumn" describes nobody.
const SEASONS: &str = " spring summer autumn winter season year month week weekend time ";

/// What the questions on one sentence are made from.
pub(super) struct ClauseContext<'a> {
    pub text: &'a Indexed,
    pub people: &'a People,
    pub speech: Speech<'a>,
    pub lengths: Lengths,
}

/// A part of a clause that can follow its verb in a question.
struct ClausePart {
    /// Nodes of the part, with its preposition, in order.
    nodes: Vec<usize>,
    /// Head of the argument that the part consists of.
    head: usize,
    clause: bool,
    /// Whether words of another part stand among its own, because the parser has mixed the two up: "to
    /// return" in "only ... after he left".
    is_torn: bool,
}

impl ClausePart {
    /// Makes a part from its nodes, in order; there must be at least one.
    fn new(nodes: Vec<usize>, head: usize, clause: bool) -> Self {
        Self { nodes, head, clause, is_torn: false }
    }

    /// Whether words of the other part stand between this part's first and last.
    fn surrounds(&self, other: &Self) -> bool {
        let (first, last) = (self.nodes[0], self.nodes[self.nodes.len() - 1]);
        let inside = other.nodes.partition_point(|node| *node < first)..;
        let mut inside = other.nodes[inside].iter().take_while(|node| **node < last);
        inside.any(|node| self.nodes.binary_search(node).is_err())
    }
}

/// A clause laid out for questions.
struct Clause<'a> {
    proposition: &'a Proposition,
    subject: &'a Argument,
    verbs: Verbs,
    /// The parts that follow the verb in the question, in order.
    parts: Vec<ClausePart>,
    /// The source of the statement, as "According to Keller, "; empty if there is none, or if the statement
    /// is about its source.
    lead: String,
    /// The wording of the source, if the subject is a pronoun that means it.
    speaks_of_self: Option<String>,
    kind: SubjectKind,
}

impl ClauseContext<'_> {
    /// Returns the questions on one proposition of a sentence.
    pub fn questions(&self, all: &[Proposition], at: usize) -> Vec<Worded> {
        let proposition = &all[at];
        let mut out = match proposition.kind {
            PropositionKind::Apposition => self.apposition(proposition).into_iter().collect(),
            PropositionKind::Noun => Vec::new(),
            _ => self.clause(all, at).map_or_else(Vec::new, |clause| self.of_clause(all, &clause)),
        };
        let beside = { proposition.parent }.is_some() && proposition.source.is_none()
            || self.relation(proposition.head) == Relation::AclRelcl;
        for worded in &mut out {
            worded.detail |= beside;
        }
        out.retain(|worded| {
            let words = worded.text.split(' ').count();
            (4..=self.lengths.question).contains(&words) && !self.is_odd(worded)
        });
        out
    }

    fn relation(&self, node: usize) -> Relation {
        self.speech.parsed().tree.nodes[node].relation
    }

    fn tag(&self, node: usize) -> Upos {
        self.speech.parsed().tree.nodes[node].tag
    }

    fn children(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        self.speech.parsed().tree.children(of)
    }

    /// Returns a clause that has a subject and a tensed verb. `None` if it states nothing, or if its words
    /// cannot be trusted to be its own.
    fn clause<'b>(&self, all: &'b [Proposition], at: usize) -> Option<Clause<'b>> {
        let proposition = &all[at];
        if !self.is_statement(proposition)
            || self.is_doubtful(proposition)
            || self.is_no_fact(all, proposition)
            || in_word_list(SAYING, &proposition.lemma) && proposition.argument(Role::Content).is_none()
        {
            return None;
        }
        let subject =
            proposition.subject().filter(|subject| !subject.clause && !self.is_relative(subject))?;
        let says = |node: &usize| self.is_content(*node) || self.tag(*node) == Upos::Pron;
        let article = |node: &usize| in_word_list(" the a an of ", &self.speech.lower(*node));
        if !subject.words.iter().any(|node| says(node) && !article(node)) {
            return None;
        }
        let plural = self.is_plural(subject);
        let pronoun = match subject.words[..] {
            [one] => self.speech.lower(one),
            _ => String::new(),
        };
        let speaker = matches!(pronoun.as_str(), "i" | "we") && self.speech.voice.is_some();
        let several = self.speech.voice.is_some_and(|voice| voice.plural);
        // "A council report need": the subject is singular, whatever the form of the verb.
        let shifted = speaker && !several || pronoun == "you" || !plural && self.is_single(subject);
        let verbs = Verbs::of(&self.speech, proposition, shifted, plural && !shifted)?;
        let kind = if speaker { SubjectKind::Speaker } else { self.subject_kind(subject) };
        let (lead, speaks_of_self) = match &proposition.source {
            Some(source) => self.attributed(source, &pronoun, speaker)?,
            None => (String::new(), None),
        };
        let parts = self.clause_parts(proposition, subject);
        // "..., the mayor said": the content of the saying is not among the parts.
        let follows = |argument: &Argument| parts.iter().any(|part| part.head == argument.head);
        if proposition.argument(Role::Content).is_some_and(|content| !follows(content)) {
            return None;
        }
        Some(Clause { proposition, subject, verbs, parts, lead, speaks_of_self, kind })
    }

    /// Whether a proposition states something, with a tensed verb of its own.
    fn is_statement(&self, proposition: &Proposition) -> bool {
        let head = proposition.head;
        let stated = !matches!(proposition.modality, Modality::Asked | Modality::Ordered);
        let conditional =
            self.relation(head) == Relation::Advcl && proposition.modality == Modality::Conditional;
        // "are to lose": a future event is not the complement of a copula.
        let deed = proposition.kind == PropositionKind::Copula && self.tag(head) == Upos::Verb;
        let is_infinitive = self
            .children(head)
            .any(|child| self.tag(child) == Upos::Part && self.speech.lower(child) == "to" && child < head);
        // "capped 25 times by Brazil": a participle that the parser took for the verb of the clause.
        let is_cut_passive = !proposition.passive
            && proposition.verb.len() == 1
            && proposition.argument(Role::Patient).is_none()
            && proposition.arguments.iter().any(|argument| self.is_doer(argument));
        let untensed = deed
            || is_infinitive
            || is_cut_passive
            || matches!(self.relation(head), Relation::Xcomp | Relation::Acl);
        // "were rescued and pushed back": the auxiliary is that of another verb.
        let lacks_auxiliary = proposition.passive
            && !proposition.verb.iter().any(|node| *node != head && self.tag(*node) != Upos::Adv);
        stated && !conditional && !untensed && !lacks_auxiliary
    }

    /// Returns the lead of a question on what a source says ("According to Keller, "), or the wording of the
    /// source if the subject is a pronoun that means it. `None` if a pronoun does not fit the source.
    fn attributed(&self, source: &[usize], pronoun: &str, speaker: bool) -> Option<(String, Option<String>)> {
        // "According to Keller, what did she sell?": the pronoun must fit the source.
        let said = self.speech.say(source, PriorSubject::Nothing)?;
        let is_third = matches!(pronoun, "he" | "she" | "it" | "they");
        let kind = if is_third { Some(self.source_kind(source)?) } else { None };
        if kind.is_some_and(|kind| !kind.fits(pronoun) || !fits_gender(&said, pronoun)) {
            return None;
        }
        // "The judge said he had shown no remorse": he need not be the judge.
        let is_source = match pronoun {
            "he" | "she" => {
                kind == Some(SubjectKind::Person) && source.iter().any(|node| self.tag(*node) == Upos::Propn)
            }
            "it" | "they" => true,
            _ => speaker && self.speech.voice.is_some_and(|voice| voice.speaker == said),
        };
        // "Ann Roy, 52, said she remembered him"
        let own = || said.split(", ").next().map(str::to_owned);
        Some(if is_source { (String::new(), own()) } else { (format!("According to {said}, "), None) })
    }

    /// Returns the parts of a clause that can follow its verb in a question, those from before the subject
    /// last.
    fn clause_parts(&self, proposition: &Proposition, subject: &Argument) -> Vec<ClausePart> {
        let head = proposition.head;
        let mut parts: Vec<ClausePart> = Vec::new();
        for argument in proposition.arguments.iter().filter(|argument| argument.head != subject.head) {
            let mut nodes: Vec<usize> = argument.marker.iter().chain(&argument.words).copied().collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes.truncate(self.without_offset(&nodes).len());
            let fronted = nodes.last().is_some_and(|last| *last < head.min(subject.head));
            let short =
                matches!(argument.role, Role::Time | Role::Place) && nodes.len() <= 5 && !argument.clause;
            if argument.shared
                || fronted && (!short || self.is_vague_time(argument))
                || nodes.is_empty()
                || self.points(argument)
            {
                continue;
            }
            // What stands between the subject and a copula belongs to the subject.
            let copula = proposition.verb.first().filter(|_| proposition.kind == PropositionKind::Copula);
            let within = |node: &usize| fronted || node > copula.unwrap_or(&head);
            if nodes.iter().all(within) {
                parts.push(ClausePart::new(nodes, argument.head, argument.clause));
            }
        }
        let particles = self.children(head).filter(|child| self.is_particle(*child, proposition));
        parts.extend(
            particles.map(|child| ClausePart::new(self.speech.parsed().tree.subtree(child), child, false)),
        );
        for at in 0..parts.len() {
            parts[at].is_torn = parts.iter().any(|other| parts[at].surrounds(other));
        }
        parts.sort_by_key(|part| (part.nodes[0] < subject.head.min(head), part.nodes[0]));
        parts
    }

    /// Whether an argument after "by" names whoever does something.
    fn is_doer(&self, argument: &Argument) -> bool {
        let by = matches!(argument.marker[..], [one] if self.speech.lower(one) == "by");
        by && !self.is_amount(argument) && self.tag(argument.head) == Upos::Propn
    }

    /// Whether a subject is plural.
    fn is_plural(&self, subject: &Argument) -> bool {
        let joined = self.speech.parsed().is_joined(subject.head);
        let lower = self.speech.lower(subject.head);
        let noun = self.tag(subject.head) == Upos::Noun;
        let many = noun
            && (is_people(&lower)
                || lower.ends_with('s')
                    && !lower.ends_with("ss")
                    && !lower.ends_with("us")
                    && !lower.ends_with("is"));
        joined || many || in_word_list(" they we these those ", &lower)
    }

    fn of_clause(&self, all: &[Proposition], clause: &Clause) -> Vec<Worded> {
        let mut out: Vec<Worded> = Vec::new();
        out.extend(self.subject(clause));
        if clause.proposition.kind == PropositionKind::Copula {
            out.extend(self.complement(clause));
        }
        for argument in &clause.proposition.arguments {
            if argument.head != clause.subject.head && !argument.shared {
                out.extend(self.argument(clause, argument));
            }
        }
        // "plans to hire 500 workers": an argument of the second verb is asked for as if it belonged to the
        // first.
        let inner = all.iter().filter(|other| {
            let head = self.speech.parsed().tree.nodes[other.head];
            head.relation == Relation::Xcomp
                && head.head == Some(clause.proposition.head)
                && other.kind == PropositionKind::Verb
        });
        for argument in inner.flat_map(|inner| &inner.arguments).filter(|argument| !argument.shared) {
            if matches!(argument.role, Role::Patient | Role::Time) {
                out.extend(self.argument(clause, argument));
            }
        }
        out.extend(self.polar(clause));
        out
    }

    /// Asks a yes-or-no question: "Did the council close the library?" The answer is "no" if the clause is negated.
    fn polar(&self, clause: &Clause) -> Option<Worded> {
        let proposition = clause.proposition;
        let copula = proposition.kind == PropositionKind::Copula;
        if proposition.kind == PropositionKind::Existence {
            return None;
        }
        let subject = self.named(clause)?;
        let known = PriorSubject::Subject(clause.kind);
        let rest = self.rest(clause, usize::MAX, known)?;
        if !self.lengths.bare && (rest.is_empty() && !copula || proposition.negated) {
            return None;
        }
        let text = spaced(&[&clause.verbs.first, &subject, &clause.verbs.rest, &rest]);
        let answer = match proposition.argument(Role::Attribute).filter(|_| copula) {
            // The head decides if the attribute is too long for an answer.
            Some(attribute) if attribute.words.len() > ANSWER => self.span(&[attribute.head])?,
            Some(attribute) => self.answer(attribute)?,
            None => self.span(&[proposition.head])?,
        };
        let reply = Some(if proposition.negated { "no" } else { "yes" });
        Some(Worded { detail: true, reply, ..Worded::of(&format!("{}{text}", clause.lead), answer) })
    }

    /// Asks for the subject: "Who closed the library?"
    fn subject(&self, clause: &Clause) -> Option<Worded> {
        let subject = clause.subject;
        let speaker = clause.kind == SubjectKind::Speaker;
        // The speaker alone does not answer for "we".
        let is_alone =
            self.speech.voice.is_none_or(|voice| voice.plural) || self.speech.lower(subject.head) != "we";
        if speaker && !is_alone {
            return None;
        }
        let rest = self.rest(clause, usize::MAX, PriorSubject::Subject(clause.kind))?;
        if clause.proposition.kind == PropositionKind::Existence {
            let counted = self.counted(subject)?;
            let rest = if rest.is_empty() { rest } else { format!(" {rest}") };
            let text = format!("{}{counted} {} there{rest}", clause.lead, clause.verbs.first);
            return Some(Worded::of(&text, self.answer(subject)?));
        }
        if !self.describes_subject(clause, &rest) {
            return None;
        }
        let wh = if speaker { "who".to_owned() } else { self.question_word(subject, clause, true) };
        let counted = self.counted(subject).filter(|_| !speaker);
        // "80 percent said so": the percentage is of people, though none are named.
        let is_share = self.is_percent(subject.head);
        let counted = match counted {
            Some(much) if is_share && much == "how much" => Some("what percentage".to_owned()),
            counted => counted,
        };
        // "the UK, Japan and France": several countries do not answer "which country".
        let joined = self.speech.parsed().is_joined(subject.head);
        if joined && wh.starts_with("which ")
            || wh == "what" && counted.is_none() && self.is_unknown_name(subject)
        {
            return None;
        }
        let text = match counted {
            Some(counted) => {
                let verbs = if clause.proposition.verb.len() > 1
                    || clause.proposition.kind == PropositionKind::Copula
                {
                    [clause.verbs.first.as_str(), clause.verbs.rest.as_str()].join(" ")
                } else {
                    self.speech.lower(clause.proposition.head)
                };
                format!("{}{counted} {} {rest}", clause.lead, verbs.trim())
            }
            None => format!("{}{wh} {} {rest}", clause.lead, self.verbs_after_wh(clause)),
        };
        let answer = if speaker { self.speaker()? } else { self.answer(subject)? };
        Some(Worded::of(&text, answer))
    }

    /// Whether the words after the verb say enough of the subject to ask for it.
    fn describes_subject(&self, clause: &Clause, rest: &str) -> bool {
        let (proposition, subject) = (clause.proposition, clause.subject);
        let states = clause.parts.iter().any(|part| part.nodes.iter().any(|node| self.is_content(*node)));
        let pronoun = clause.kind != SubjectKind::Speaker
            && matches!(self.tag(subject.head), Upos::Pron | Upos::Det)
            && !self.is_restricted(subject);
        // "The bridge is what links them" gives no question.
        let what = ["what ", "why ", "how ", "where ", "when ", "whether "]
            .iter()
            .any(|word| rest.starts_with(word));
        let lacks = !proposition.passive && parts::has_distant_object(proposition);
        // "Her psychiatrist is not Dr Melfi" gives no question.
        let described =
            |argument: &Argument| matches!(self.tag(argument.head), Upos::Adj | Upos::Verb | Upos::Adv);
        let is_denied = proposition.negated
            && proposition.argument(Role::Attribute).is_some_and(|attribute| !described(attribute));
        states && !what && !pronoun && !rest.is_empty() && !lacks && !is_denied
    }

    /// Returns the verbs of a question that asks for the subject. A plural attribute keeps its plural verb: "The
    /// Young Lions are the champions", "Who are the champions?"
    fn verbs_after_wh(&self, clause: &Clause) -> String {
        let is_counted = |of: usize| self.children(of).any(|child| self.relation(child) == Relation::Nummod);
        let attribute = clause.proposition.argument(Role::Attribute).filter(|one| self.is_noun(one.head));
        let keeps_plural = matches!(clause.verbs.first.as_str(), "are" | "were")
            && attribute.is_some_and(|one| self.is_plural(one) && !is_counted(one.head));
        if !keeps_plural {
            return clause.verbs.stated.clone();
        }
        let not = if clause.proposition.negated { "not" } else { "" };
        spaced(&[&clause.verbs.first, not, &clause.verbs.rest])
    }

    /// Returns the position of the speaker's name at the start of the turn.
    fn speaker(&self) -> Option<Span> {
        self.speech.voice.and_then(|voice| voice.name)
    }

    /// Returns the wording of the subject. After "According to Keller," a pronoun stays as it is.
    fn named(&self, clause: &Clause) -> Option<String> {
        if let Some(source) = &clause.speaks_of_self {
            return Some(source.clone());
        }
        let pronoun = |one: &usize| in_word_list(" he she it they ", &self.speech.lower(*one));
        match clause.subject.words[..] {
            [one] if !clause.lead.is_empty() && pronoun(&one) => Some(self.speech.lower(one)),
            _ => self.speech.say(&clause.subject.words, PriorSubject::Nothing),
        }
    }

    /// Returns the words after the verb, without one argument. Parts that are too long, or that cannot be
    /// understood out of context, are left out. `None` if the verb needs one of those.
    fn rest(&self, clause: &Clause, without: usize, known: PriorSubject) -> Option<String> {
        self.said(clause, &clause.parts.iter().collect::<Vec<_>>(), without, known)
    }

    /// Does the same as `rest` for a selection of the parts.
    fn said(
        &self,
        clause: &Clause,
        parts: &[&ClausePart],
        without: usize,
        known: PriorSubject,
    ) -> Option<String> {
        let mut out = Vec::new();
        let mut room = self.lengths.rest;
        for part in parts {
            let argument = clause.proposition.arguments.iter().find(|argument| argument.head == part.head);
            let role = argument.map(|argument| argument.role);
            // "ordered the council to sell": the order is incomplete without what was ordered.
            let urged = role == Some(Role::Purpose) && parts::is_urging(clause.proposition.base());
            let needed = urged
                || matches!(role, Some(Role::Patient | Role::Recipient | Role::Attribute | Role::Content));
            let nodes: Vec<usize> = self.without(&part.nodes, without);
            if part.head == without {
                continue;
            }
            let most = if part.clause { self.lengths.clause } else { room };
            let quoted = role == Some(Role::Content)
                && nodes.first().is_some_and(|first| self.speech.begins_quote(*first));
            let is_odd = quoted || (part.is_torn || part.clause && self.is_broken_off(part)) && !needed;
            let say = |nodes: Vec<usize>| Some((self.speech.say(&nodes, known)?, nodes.len()));
            let is_deed = self.relation(part.head) == Relation::Xcomp;
            let said = if is_odd {
                None
            } else if nodes.len() <= most
                && let Some(whole) = say(nodes.clone())
            {
                Some(whole)
            } else if is_deed {
                self.shortened(part.head, &nodes, most).and_then(say)
            } else {
                None
            };
            match said {
                Some((said, words)) => {
                    room = room.saturating_sub(words);
                    out.push(said);
                }
                None if needed => return None,
                None => {}
            }
        }
        Some(out.join(" "))
    }

    /// Whether a clause goes on after the last word of a part, because the parser joined the rest to something else: "if he goes" of
    /// "if he goes down the route of a sale".
    fn is_broken_off(&self, part: &ClausePart) -> bool {
        let Some(last) = part.nodes.last().copied() else { return false };
        let next = self.speech.parsed().tree.nodes.get(last + 1);
        self.tag(last) == Upos::Verb
            && next.is_some_and(|next| matches!(next.tag, Upos::Adp | Upos::Part | Upos::Det | Upos::Noun))
    }

    /// Returns the nodes without the subtree of `head`, if that is among them.
    fn without(&self, nodes: &[usize], head: usize) -> Vec<usize> {
        if head == usize::MAX || !nodes.contains(&head) {
            return nodes.to_vec();
        }
        let gone = self.speech.parsed().tree.subtree(head);
        nodes.iter().copied().filter(|node| gone.binary_search(node).is_err()).collect()
    }

    /// Asks what a named subject is: "Who is Anna Keller?"
    fn complement(&self, clause: &Clause) -> Option<Worded> {
        let attribute = clause.proposition.argument(Role::Attribute)?;
        let named = self.tag(clause.subject.head) == Upos::Propn;
        let noun = self.is_noun(attribute.head);
        let past = matches!(clause.verbs.first.as_str(), "is" | "was" | "are" | "were");
        if clause.proposition.negated || !named || !noun || !past || attribute.words.len() < 2 {
            return None;
        }
        let preposition = self.children(attribute.head).any(|child| self.relation(child) == Relation::Case);
        let answer = self.answer(attribute).filter(|_| !preposition)?;
        let subject = self.speech.say(&clause.subject.words, PriorSubject::Nothing)?;
        let wh = self.question_word(clause.subject, clause, false);
        let text = format!("{}{wh} {} {subject}", clause.lead, clause.verbs.first);
        Some(Worded::of(&text, answer))
    }

    /// Asks who somebody is, from an apposition: "Who is Anna Keller?" of "Anna Keller, the mayor of Cork".
    fn apposition(&self, proposition: &Proposition) -> Option<Worded> {
        let (whole, other) = (proposition.argument(Role::Agent)?, proposition.argument(Role::Attribute)?);
        if self.is_cut_word(whole) || self.is_cut_word(other) {
            return None;
        }
        let named = |argument: &Argument| self.tag(argument.head) == Upos::Propn;
        let season = |argument: &Argument| in_word_list(SEASONS, &self.speech.lower(argument.head));
        let time =
            |argument: &Argument| season(argument) || self.words_of(argument).iter().any(Word::is_time);
        let long = |argument: &Argument| (2..=ANSWER).contains(&argument.words.len()) && !time(argument);
        let (name, said) = match (named(whole), named(other)) {
            (true, false) if long(other) => (whole, other),
            (false, true) if long(whole) && whole.words.len() <= 8 => (other, whole),
            _ => return None,
        };
        let phrase = self.words_of(name);
        let asks = self.people.question_word(self.text, &phrase, true, "");
        // A noun without a determiner is a description only if it means a person.
        let determined = self
            .children(said.head)
            .any(|child| matches!(self.relation(child), Relation::Det | Relation::NmodPoss));
        let person = || self.words_of(said).iter().any(Word::is_person);
        if !determined && !person() {
            return None;
        }
        // "Its chairman, Lars Holm": the answer would not say whose.
        let owned = said.words.first().is_some_and(|first| {
            self.relation(*first) == Relation::NmodPoss && self.tag(*first) == Upos::Pron
        });
        if owned || name.words.iter().any(|node| in_word_list(" and or ", &self.speech.lower(*node))) {
            return None;
        }
        let name = self.speech.say(&name.words, PriorSubject::Nothing)?;
        let answer = self.answer(said).filter(|_| self.number(said).is_none())?;
        (asks == "who").then(|| Worded { detail: true, ..Worded::of(&format!("who is {name}"), answer) })
    }
}

/// Joins parts of a question with spaces, without those that are empty.
fn spaced(parts: &[&str]) -> String {
    let said: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    said.join(" ")
}

/// Capitalizes the first letter and ends the question with "?", dropping punctuation left over at the end.
pub(super) fn ask(text: &str) -> String {
    let cut = text.trim().trim_end_matches([',', ';', ':', '.', '-', '?', '!', ' ']);
    let mut chars = cut.chars();
    let first: String = chars.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}?", chars.as_str())
}
