//! Questions made of a proposition: each asks for one of its arguments, in the order in which people ask.

mod phrase;

use super::people::People;
use super::said::{PriorSubject, Speech};
use super::verbs::Verbs;
use crate::evidence::Indexed;
use crate::evidence::parse::Word;
use crate::syntax::{Relation, Upos};
use crate::text::proposition::{Argument, Modality, Proposition, PropositionKind, Role};
use crate::text::{Span, in_word_list};

/// A question in words.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Worded {
    pub text: String,
    /// The answer, in bytes of the text.
    pub answer: Span,
    /// Whether it asks for what a short summary can do without: when, where, how long.
    pub detail: bool,
    /// Whether yes or no answers it.
    pub polar: bool,
}

/// Words of a question at most, and what is left of a clause beside what is asked for at least.
const MAX_QUESTION_WORDS: usize = 24;
const MIN_REST_WORDS: usize = 14;
/// Words of a clause that completes a question at most.
const CLAUSE: usize = 12;
/// Words of an answer at most.
const ANSWER: usize = 16;

/// Prepositions that can stand at the end of a question.
const STRANDED: &str = " for with about of against over from to on into at ";
/// Verbs behind which "to" tells no deed: "began to rise".
const PHASES: &str = " begin start continue seem appear fail tend come have need get use go be cease ";
/// Nouns that make one verb with the verb before them: "take place", "take advantage of it".
const LIGHT: &str = " place part advantage care account note action effect aim time way use sense fun lot thing something \
    anything nothing everything ";
/// Verbs of saying that say nothing without what is said.
const SAYING: &str = " say tell add insist reply explain write ask note warn claim ";
/// Units of time that something can last.
const PERIODS: &str = " second seconds minute minutes hour hours day days night nights week weeks month months year years decade decades ";

/// What a question is made from.
pub(super) struct ClauseContext<'a> {
    pub text: &'a Indexed,
    pub people: &'a People,
    pub speech: Speech<'a>,
}

/// A part of a clause behind its verb.
struct ClausePart {
    /// With its preposition.
    nodes: Vec<usize>,
    /// The head of the argument that it is.
    head: usize,
    clause: bool,
}

/// A clause laid out for questions.
struct Clause<'a> {
    proposition: &'a Proposition,
    subject: &'a Argument,
    verbs: Verbs,
    /// What follows the verb, in order.
    parts: Vec<ClausePart>,
    /// Whose words it is, as "According to Keller, ".
    lead: String,
    plural: bool,
    speaker: bool,
}

impl ClauseContext<'_> {
    /// The questions on what a sentence says, those on its main clause first.
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
            (4..=MAX_QUESTION_WORDS).contains(&words)
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

    /// A clause with a subject and a verb that has a tense; `None` where it states nothing, or not as its own.
    fn clause<'b>(&self, all: &'b [Proposition], at: usize) -> Option<Clause<'b>> {
        let proposition = &all[at];
        let head = proposition.head;
        let stated = !matches!(proposition.modality, Modality::Asked | Modality::Ordered);
        let conditional =
            self.relation(head) == Relation::Advcl && proposition.modality == Modality::Conditional;
        // "are to lose": what will be is no copula's complement.
        let deed = proposition.kind == PropositionKind::Copula && self.tag(head) == Upos::Verb;
        let is_infinitive = self
            .children(head)
            .any(|child| self.tag(child) == Upos::Part && self.speech.lower(child) == "to" && child < head);
        // "capped 25 times by Brazil": a participle that the tree has as the verb of the clause.
        let is_cut_passive = !proposition.passive
            && proposition.verb.len() == 1
            && proposition.argument(Role::Patient).is_none()
            && proposition.arguments.iter().any(|argument| self.is_doer(argument));
        let untensed = deed
            || is_infinitive
            || is_cut_passive
            || matches!(self.relation(head), Relation::Xcomp | Relation::Acl);
        if !stated || conditional || untensed || proposition.passive && proposition.verb.len() == 1 {
            return None;
        }
        let says = in_word_list(SAYING, &proposition.lemma);
        if says && proposition.argument(Role::Content).is_none() {
            return None;
        }
        let subject =
            proposition.subject().filter(|subject| !subject.clause && !self.is_relative(subject))?;
        let plural = self.is_plural(subject);
        let pronoun = match subject.words[..] {
            [one] => self.speech.lower(one),
            _ => String::new(),
        };
        let speaker = matches!(pronoun.as_str(), "i" | "we") && self.speech.voice.is_some();
        let several = self.speech.voice.is_some_and(|voice| voice.plural);
        let shifted = speaker && !several || pronoun == "you";
        let verbs = Verbs::of(&self.speech, proposition, shifted, plural && !shifted)?;
        let lead = match &proposition.source {
            None => String::new(),
            Some(source) => format!("According to {}, ", self.speech.say(source, PriorSubject::Nothing)?),
        };
        let asked: Vec<&Argument> =
            proposition.arguments.iter().filter(|argument| argument.head != subject.head).collect();
        let mut parts: Vec<ClausePart> = Vec::new();
        for argument in asked {
            let mut nodes: Vec<usize> = argument.marker.iter().chain(&argument.words).copied().collect();
            nodes.sort_unstable();
            nodes.dedup();
            let fronted = nodes.last().is_some_and(|last| *last < head.min(subject.head));
            let short =
                matches!(argument.role, Role::Time | Role::Place) && nodes.len() <= 5 && !argument.clause;
            if argument.shared || fronted && !short || nodes.is_empty() {
                continue;
            }
            let within =
                |node: &usize| *node > head || fronted || proposition.kind == PropositionKind::Copula;
            if nodes.iter().all(within) {
                parts.push(ClausePart { nodes, head: argument.head, clause: argument.clause });
            }
        }
        // "..., the mayor said": what is said stands elsewhere.
        let follows = |argument: &Argument| parts.iter().any(|part| part.head == argument.head);
        if proposition.argument(Role::Content).is_some_and(|content| !follows(content)) {
            return None;
        }
        // What stood before the subject comes last.
        parts.sort_by_key(|part| (part.nodes[0] < subject.head.min(head), part.nodes[0]));
        Some(Clause { proposition, subject, verbs, parts, lead, plural, speaker })
    }

    /// Whether an argument behind "by" is somebody who does something.
    fn is_doer(&self, argument: &Argument) -> bool {
        let by = matches!(argument.marker[..], [one] if self.speech.lower(one) == "by");
        by && !self.is_amount(argument) && self.tag(argument.head) == Upos::Propn
    }

    /// Whether a subject is of several.
    fn is_plural(&self, subject: &Argument) -> bool {
        let joined = self.children(subject.head).any(|child| self.relation(child) == Relation::Conj);
        let lower = self.speech.lower(subject.head);
        let noun = self.tag(subject.head) == Upos::Noun;
        let many = noun
            && lower.ends_with('s')
            && !lower.ends_with("ss")
            && !lower.ends_with("us")
            && !lower.ends_with("is");
        joined || many || in_word_list(" they we people police men women children these those ", &lower)
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
        // "plans to hire 500 workers": what belongs to the second verb is asked for as that of the first.
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

    /// "Did the council close the library?": the answer is what it did.
    fn polar(&self, clause: &Clause) -> Option<Worded> {
        let proposition = clause.proposition;
        let copula = proposition.kind == PropositionKind::Copula;
        if proposition.kind == PropositionKind::Existence {
            return None;
        }
        let subject = self.named(clause)?;
        let known = PriorSubject::Subject { plural: clause.plural, speaker: clause.speaker };
        let rest = self.rest(clause, usize::MAX, known)?;
        let not = if proposition.negated { "not" } else { "" };
        let text = [&clause.verbs.first, subject.as_str(), not, &clause.verbs.rest, &rest];
        let text = text.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let answer = match proposition.argument(Role::Attribute).filter(|_| copula) {
            Some(attribute) => self.answer(attribute)?,
            None => self.span(&[proposition.head])?,
        };
        Some(Worded { text: ask(&format!("{}{text}", clause.lead)), answer, detail: true, polar: true })
    }

    /// "Who closed the library?"
    fn subject(&self, clause: &Clause) -> Option<Worded> {
        let subject = clause.subject;
        let known = PriorSubject::Subject { plural: false, speaker: clause.speaker };
        let rest = self.rest(clause, usize::MAX, known)?;
        if clause.proposition.kind == PropositionKind::Existence {
            let counted = self.counted(subject)?;
            let rest = if rest.is_empty() { rest } else { format!(" {rest}") };
            let text = format!("{}{counted} {} there{rest}", clause.lead, clause.verbs.first);
            return Some(Worded {
                text: ask(&text),
                answer: self.answer(subject)?,
                detail: false,
                polar: false,
            });
        }
        let states = clause.parts.iter().any(|part| part.nodes.iter().any(|node| self.is_content(*node)));
        let pronoun = matches!(self.tag(subject.head), Upos::Pron | Upos::Det);
        // "The bridge is what links them."
        let what = ["what ", "why ", "how ", "where ", "when ", "whether "]
            .iter()
            .any(|word| rest.starts_with(word));
        if !states || what || pronoun && !clause.speaker || rest.is_empty() {
            return None;
        }
        let wh = if clause.speaker { "who".to_owned() } else { self.question_word(subject, clause, true) };
        let counted = self.counted(subject).filter(|_| !clause.speaker);
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
            None => format!("{}{wh} {} {rest}", clause.lead, clause.verbs.stated),
        };
        let answer = if clause.speaker { self.speaker()? } else { self.answer(subject)? };
        Some(Worded { text: ask(&text), answer, detail: false, polar: false })
    }

    /// The name that a turn begins with.
    fn speaker(&self) -> Option<Span> {
        self.speech.voice.and_then(|voice| voice.name)
    }

    /// The subject in words. Behind "According to Keller," a pronoun is hers.
    fn named(&self, clause: &Clause) -> Option<String> {
        let pronoun = |one: &usize| in_word_list(" he she it they ", &self.speech.lower(*one));
        match clause.subject.words[..] {
            [one] if !clause.lead.is_empty() && pronoun(&one) => Some(self.speech.lower(one)),
            _ => self.speech.say(&clause.subject.words, PriorSubject::Nothing),
        }
    }

    /// What is said behind the verb, without one argument. Parts that are too long, or that nobody could understand, are
    /// left out; `None` where what is left out is a part that the verb needs.
    fn rest(&self, clause: &Clause, without: usize, known: PriorSubject) -> Option<String> {
        let mut out = Vec::new();
        let mut room = MIN_REST_WORDS;
        for part in &clause.parts {
            let argument = clause.proposition.arguments.iter().find(|argument| argument.head == part.head)?;
            let needed =
                matches!(argument.role, Role::Patient | Role::Recipient | Role::Attribute | Role::Content);
            let nodes: Vec<usize> = self.without(&part.nodes, without);
            if part.head == without {
                continue;
            }
            let most = if part.clause { CLAUSE } else { room };
            let quoted =
                argument.role == Role::Content && nodes.first().is_some_and(|first| self.opens(*first));
            let said = if nodes.len() > most || quoted { None } else { self.speech.say(&nodes, known) };
            match said {
                Some(said) => {
                    room = room.saturating_sub(nodes.len());
                    out.push(said);
                }
                None if needed => return None,
                None => {}
            }
        }
        Some(out.join(" "))
    }

    /// Whether a word within a sentence has the capital of the first of one: direct speech begins there.
    fn opens(&self, node: usize) -> bool {
        let word = self.speech.word(node);
        node > 0 && self.tag(node) != Upos::Propn && word != "I" && word.starts_with(char::is_uppercase)
    }

    /// Nodes without those of an argument within them.
    fn without(&self, nodes: &[usize], head: usize) -> Vec<usize> {
        if head == usize::MAX || !nodes.contains(&head) {
            return nodes.to_vec();
        }
        let gone = self.speech.parsed().tree.subtree(head);
        nodes.iter().copied().filter(|node| gone.binary_search(node).is_err()).collect()
    }

    /// A question for an argument behind the verb.
    fn argument(&self, clause: &Clause, argument: &Argument) -> Option<Worded> {
        let proposition = clause.proposition;
        if proposition.negated
            || proposition.kind == PropositionKind::Existence
            || argument.words.len() > ANSWER
        {
            return None;
        }
        let copula = proposition.kind == PropositionKind::Copula;
        let marker: Vec<String> = argument.marker.iter().map(|node| self.speech.lower(*node)).collect();
        let marker = marker.join(" ");
        let head = self.speech.lower(argument.head);
        let mut end = String::new();
        let mut detail = false;
        // A preposition is stranded only behind what nothing follows.
        let is_last = clause.parts.last().is_some_and(|part| part.head == argument.head);
        let wh = match argument.role {
            Role::Patient | Role::Agent if argument.clause => return None,
            Role::Patient if argument.words[0] == argument.head && in_word_list(LIGHT, &head) => return None,
            Role::Patient | Role::Recipient if argument.marker.is_empty() => match self.counted(argument) {
                Some(counted) => counted,
                None => self.question_word(argument, clause, false),
            },
            Role::Agent if proposition.passive => {
                end = "by".to_owned();
                self.question_word(argument, clause, true)
            }
            Role::Time => {
                detail = true;
                // "from May to June" is one time in two parts.
                if matches!(marker.as_str(), "from" | "to" | "between") {
                    return None;
                }
                let lasts = in_word_list(PERIODS, &head)
                    && (marker == "for" || marker.is_empty() && !self.is_past(argument));
                let vague = in_word_list(
                    " now then later earlier soon recently currently previously once ago finally eventually immediately initially originally early late while moment time times ",
                    &head,
                );
                // With another time beside it one of the two is recognised by the question.
                let times =
                    clause.proposition.arguments.iter().filter(|other| other.role == Role::Time).count();
                let lies =
                    clause.proposition.verb.len() > 1 && self.speech.lower(proposition.head).ends_with("ing");
                if vague
                    || times > 1
                    || argument.clause && lies
                    || self.tag(argument.head) == Upos::Adv
                    || argument.clause && matches!(marker.as_str(), "since" | "as")
                {
                    return None;
                }
                match marker.as_str() {
                    _ if lasts => "how long",
                    "since" => "since when",
                    _ => "when",
                }
                .to_owned()
            }
            Role::Place => {
                detail = true;
                // "hit out at Giroud": who it was at is no place.
                if self.tag(argument.head) == Upos::Adv
                    || self.question_word(argument, clause, false) == "who"
                {
                    return None;
                }
                if marker == "from" {
                    if !is_last {
                        return None;
                    }
                    end.clone_from(&marker);
                }
                "where".to_owned()
            }
            Role::Cause => "why".to_owned(),
            // "only to lose" tells what came of it.
            Role::Purpose if !copula && !proposition.passive && !self.has_word(argument, "only") => {
                "why".to_owned()
            }
            Role::Content if !copula => return self.deed(clause, argument),
            Role::Other | Role::Recipient if !copula && in_word_list(STRANDED, &marker) => {
                if !is_last || self.counted(argument).is_some() {
                    return None;
                }
                end.clone_from(&marker);
                self.question_word(argument, clause, argument.role == Role::Recipient)
            }
            Role::Other if marker == "by" && self.is_amount(argument) => "by how much".to_owned(),
            _ => return None,
        };
        if matches!(self.tag(argument.head), Upos::Pron | Upos::Det) {
            return None;
        }
        let subject = self.named(clause)?;
        let known = PriorSubject::Subject { plural: clause.plural, speaker: clause.speaker };
        let rest = self.rest(clause, argument.head, known)?;
        let Verbs { first, rest: verbs, .. } = &clause.verbs;
        let text = [&wh, first, &subject, verbs, &rest, &end];
        let text = text
            .into_iter()
            .filter(|part| !part.is_empty())
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ");
        let bare = rest.is_empty() && clause.verbs.rest.is_empty();
        let mut answer = self.answer(argument)?;
        // "after leaving", not "leaving".
        if argument.clause
            && let Some(marker) = self.span(&argument.marker)
        {
            answer = marker.join(answer);
        }
        (!bare).then(|| Worded { text: ask(&format!("{}{text}", clause.lead)), answer, detail, polar: false })
    }

    /// "What does the company plan to do?"
    fn deed(&self, clause: &Clause, argument: &Argument) -> Option<Worded> {
        let to = argument.words.first().filter(|first| self.speech.lower(**first) == "to")?;
        let base = clause.proposition.lemma.split(' ').next().unwrap_or_default();
        let is_deed =
            self.relation(argument.head) == Relation::Xcomp && self.tag(argument.head) == Upos::Verb;
        if !is_deed || in_word_list(PHASES, base) || argument.words.len() < 3 {
            return None;
        }
        let subject = self.named(clause)?;
        let known = PriorSubject::Subject { plural: clause.plural, speaker: clause.speaker };
        let rest = self.rest(clause, argument.head, known)?;
        let Verbs { first, rest: verbs, .. } = &clause.verbs;
        let text = ["what", first, &subject, verbs, &rest, "to do"];
        let text = text.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let words: Vec<usize> = argument.words.iter().copied().filter(|node| node != to).collect();
        let answer = self.span(&words)?;
        Some(Worded { text: ask(&format!("{}{text}", clause.lead)), answer, detail: false, polar: false })
    }

    /// "Who is Anna Keller?", "How old is Anna Keller?"
    fn complement(&self, clause: &Clause) -> Option<Worded> {
        let attribute = clause.proposition.argument(Role::Attribute)?;
        let named = self.tag(clause.subject.head) == Upos::Propn;
        let noun = matches!(self.tag(attribute.head), Upos::Noun | Upos::Propn);
        let past = matches!(clause.verbs.first.as_str(), "is" | "was" | "are" | "were");
        if clause.proposition.negated || !named || !noun || !past || attribute.words.len() < 2 {
            return None;
        }
        let preposition = self.children(attribute.head).any(|child| self.relation(child) == Relation::Case);
        let answer = self.answer(attribute).filter(|_| !preposition)?;
        let subject = self.speech.say(&clause.subject.words, PriorSubject::Nothing)?;
        let wh = self.question_word(clause.subject, clause, false);
        Some(Worded {
            text: ask(&format!("{}{wh} {} {subject}", clause.lead, clause.verbs.first)),
            answer,
            detail: false,
            polar: false,
        })
    }

    /// "Who is Anna Keller?" of "Anna Keller, the mayor of Cork".
    fn apposition(&self, proposition: &Proposition) -> Option<Worded> {
        let (whole, other) = (proposition.argument(Role::Agent)?, proposition.argument(Role::Attribute)?);
        let named = |argument: &Argument| self.tag(argument.head) == Upos::Propn;
        let time = |argument: &Argument| self.words_of(argument).iter().any(Word::is_time);
        let long = |argument: &Argument| (2..=ANSWER).contains(&argument.words.len()) && !time(argument);
        let (name, said) = match (named(whole), named(other)) {
            (true, false) if long(other) => (whole, other),
            (false, true) if long(whole) && whole.words.len() <= 8 => (other, whole),
            _ => return None,
        };
        let phrase = self.words_of(name);
        let asks = self.people.question_word(self.text, &phrase, true, "");
        let name = self.speech.say(&name.words, PriorSubject::Nothing)?;
        let answer = self.answer(said).filter(|_| self.number(said).is_none())?;
        (asks == "who").then(|| Worded {
            text: ask(&format!("who is {name}")),
            answer,
            detail: true,
            polar: false,
        })
    }
}

/// A question with its first letter in upper case, and without the marks around what was cut.
pub(super) fn ask(text: &str) -> String {
    let cut = text.trim().trim_end_matches([',', ';', ':', '.', '-', '?', '!', ' ']);
    let mut chars = cut.chars();
    let first: String = chars.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}?", chars.as_str())
}
