//! Phrases in questions: their question word, what they count, and the words that answer.

use super::{ANSWER, Clause, ClauseContext};
use crate::evidence::parse::{Word, words};
use crate::evidence::questions::people;
use crate::evidence::questions::said::{PriorSubject, SubjectKind};
use crate::syntax::{Relation, Upos};
use crate::text::proposition::{Argument, Role};
use crate::text::{Span, in_word_list};

/// Nouns that only quantify the noun after them: "a number of men".
const QUANTITIES: &str = " number total couple pair dozen dozens hundreds thousands millions scores majority handful group half third \
    quarter most rest percent % ";
/// Units that "how much" asks for.
const UNITS: &str = " m bn k percent % per pounds pound dollars dollar euros euro cent pence cents million billion trillion yen $ £ € ";

/// Verbs whose objects are people or organizations.
const DONE_TO_PEOPLE: &str = " charge detain imprison fine evict accuse arrest marry jail sack convict sentence urge persuade tell ask hire recruit invite \
    remind convince inform assure notify ";

/// Verbs whose object is a goal, though its noun may also mean a person: "scored a late winner".
const SCORING: &str = " score net grab notch nod ";

impl ClauseContext<'_> {
    /// Returns the question word for a phrase.
    pub(super) fn question_word(&self, argument: &Argument, clause: &Clause, acts: bool) -> String {
        let mut phrase = self.words_of(argument);
        // "A number of women" are people, "the number of women" is a number.
        let head = self.speech.lower(argument.head);
        let is_figure = matches!(head.as_str(), "number" | "total" | "percent" | "%")
            && argument.words.first().is_some_and(|first| self.speech.lower(*first) == "the");
        if in_word_list(QUANTITIES, &head)
            && !is_figure
            && let Some(counted) =
                self.children(argument.head).find(|child| self.relation(*child) == Relation::Nmod)
        {
            let subtree = self.speech.parsed().tree.subtree(counted);
            let is_noun_phrase = |node: &usize| *node <= counted && self.relation(*node) != Relation::Case;
            let tokens = self.tokens(&subtree.into_iter().filter(is_noun_phrase).collect::<Vec<_>>());
            phrase = words(self.text, tokens.start, tokens.end);
        }
        if self.is_restricted(argument) {
            return "who".to_owned();
        }
        if phrase.is_empty() {
            return "what".to_owned();
        }
        let named = self.tag(argument.head) == Upos::Propn && !people::begins_with_kind(&phrase);
        // "Each visit is thought to cost £120": who thinks is not the subject.
        let lemma = match clause.proposition.lemma.as_str() {
            said if clause.proposition.passive && people::is_speech(said) => "",
            lemma => lemma,
        };
        let person = named && acts && (self.is_full_name(argument) || people::is_deed(lemma));
        // If capitals do not mark names, a lone word that the parser takes for a name is mostly a person or a
        // club.
        let alone = named && acts && self.people.is_blind() && phrase.len() == 1;
        let person = person || alone && !people::is_thing(&phrase[0].lower);
        let accused = matches!(argument.role, Role::Patient | Role::Recipient)
            && argument.marker.is_empty()
            && in_word_list(DONE_TO_PEOPLE, lemma);
        match self.people.question_word(self.text, &phrase, acts, lemma) {
            "who" if argument.role == Role::Patient && in_word_list(SCORING, lemma) && !named => {
                "what".to_owned()
            }
            "what" if person || accused => "who".to_owned(),
            asked => asked.to_owned(),
        }
    }

    /// Whether a phrase is a bare name that the text does not show to be of a person or of a thing.
    pub(super) fn is_unknown_name(&self, argument: &Argument) -> bool {
        let phrase = self.words_of(argument);
        let most = if self.people.is_blind() { 3 } else { 1 };
        let word = self.speech.word(argument.head);
        let lower = word.to_lowercase();
        let shouted = word.chars().skip(1).any(|char| char.is_uppercase() || char.is_numeric());
        self.tag(argument.head) == Upos::Propn
            && (1..=most).contains(&phrase.len())
            && argument.words.iter().all(|node| self.tag(*node) == Upos::Propn)
            && !shouted
            && !phrase.iter().any(|word| people::is_thing(&word.lower) || word.is_time())
            && !people::is_place(self.text.stems[phrase[phrase.len() - 1].token])
            && !people::is_body(&lower)
    }

    /// Returns the kind of a subject, which decides the pronouns that can refer to it.
    pub(super) fn subject_kind(&self, subject: &Argument) -> SubjectKind {
        let phrase = self.words_of(subject);
        match subject.words[..] {
            [one] if self.tag(one) == Upos::Pron => match self.speech.lower(one).as_str() {
                "he" | "she" | "who" => SubjectKind::Person,
                "it" => SubjectKind::Thing,
                _ => SubjectKind::Several,
            },
            _ if self.is_plural(subject)
                || subject.words.iter().any(|node| self.speech.lower(*node) == "and") =>
            {
                SubjectKind::Several
            }
            _ if phrase.is_empty() => SubjectKind::Thing,
            _ => {
                let asks = self.people.question_word(self.text, &phrase, true, "");
                let named = self.tag(subject.head) == Upos::Propn;
                let body = people::is_body(&self.speech.lower(subject.head));
                match asks {
                    _ if body => SubjectKind::Body,
                    _ if self.is_full_name(subject) => SubjectKind::Person,
                    // If capitals do not mark names, a single word may be the name of anything.
                    _ if self.people.is_blind() && subject.words.len() == 1 => SubjectKind::Name,
                    "what" if !named => SubjectKind::Thing,
                    _ if named && !self.people.is_one(self.text, &phrase) => SubjectKind::Name,
                    "who" => SubjectKind::Person,
                    _ => SubjectKind::Body,
                }
            }
        }
    }

    /// Returns the kind of the source that a statement is attributed to.
    pub(super) fn source_kind(&self, source: &[usize]) -> Option<SubjectKind> {
        let nodes = &self.speech.parsed().tree.nodes;
        let head = source
            .iter()
            .copied()
            .find(|node| nodes[*node].head.is_none_or(|head| !source.contains(&head)))?;
        let (role, words, marker) = (Role::Agent, source.to_vec(), Vec::new());
        Some(self.subject_kind(&Argument { role, head, words, marker, clause: false, shared: false }))
    }

    /// Whether a word is a noun or a name.
    pub(super) fn is_noun(&self, node: usize) -> bool {
        matches!(self.tag(node), Upos::Noun | Upos::Propn)
    }

    /// Whether the parser takes a phrase for a person's name of several parts. Treebanks attach the parts of
    /// such names to the first, and those of other names to the last.
    pub(in crate::evidence::questions) fn is_full_name(&self, argument: &Argument) -> bool {
        let joined = |child| self.relation(child) == Relation::Flat && self.tag(child) == Upos::Propn;
        self.tag(argument.head) == Upos::Propn && self.children(argument.head).any(joined)
    }

    /// Returns the words of a phrase up to its head, or to the end of the name that begins with the head.
    pub(in crate::evidence::questions) fn words_of(&self, argument: &Argument) -> Vec<Word> {
        let flat = self.children(argument.head).filter(|child| self.relation(*child) == Relation::Flat);
        let last = flat.last().unwrap_or(argument.head).max(argument.head);
        let upto = argument.words.partition_point(|node| *node <= last);
        let tokens = self.tokens(&argument.words[..upto]);
        if tokens.is_empty() { Vec::new() } else { words(self.text, tokens.start, tokens.end) }
    }

    /// Returns the node of the number that counts the head: that of "three" in "three people". A definite
    /// phrase or a name has none: "the three men", "Route 9".
    pub(super) fn number(&self, argument: &Argument) -> Option<usize> {
        let number = self.children(argument.head).find(|child| {
            self.relation(*child) == Relation::Nummod
                && self.tag(*child) == Upos::Num
                && *child < argument.head
        })?;
        let definite = self.children(argument.head).any(|child| {
            matches!(self.relation(child), Relation::Det | Relation::NmodPoss | Relation::Case)
                && child < number
        });
        let one = matches!(self.speech.lower(number).as_str(), "one" | "1");
        // "two friends and their sons", "brought | Team GB 12 medals"
        let is_name = |node: &usize| *node < number && self.tag(*node) == Upos::Propn;
        let joined = self.speech.parsed().is_joined(argument.head) || argument.words.iter().any(is_name);
        let name = joined || self.tag(argument.head) != Upos::Noun;
        (!definite && !one && !name && argument.words.len() <= 8).then_some(number)
    }

    /// Returns "how many people" for "three people", "how much" for "$4 million", or `None` if nothing is
    /// counted.
    pub(super) fn counted(&self, argument: &Argument) -> Option<String> {
        if self.is_amount(argument) {
            return Some("how much".to_owned());
        }
        let number = self.number(argument)?;
        // "what percentage of seizures" for "64% of seizures".
        if self.is_percent(argument.head) {
            let known = PriorSubject::Subject(SubjectKind::Several);
            let of: Vec<usize> =
                argument.words.iter().copied().filter(|node| *node > argument.head).collect();
            return Some(format!("what percentage {}", self.speech.say(&of, known)?));
        }
        let counted: Vec<usize> = argument.words.iter().copied().filter(|node| *node > number).collect();
        let said = self.speech.say(&counted, PriorSubject::Subject(SubjectKind::Several))?;
        // "15-foot flames" has no count of flames.
        said.starts_with(char::is_alphanumeric).then(|| format!("how many {said}"))
    }

    /// Shortens a phrase to at most `most` nodes by removing modifiers from its end: "to buy its rival" from
    /// "to buy its rival for $8 billion, creating a giant". Brackets are always removed. `None` if too much
    /// is left, if the phrase is negated, or if a condition would be lost.
    pub(super) fn shortened(&self, head: usize, nodes: &[usize], most: usize) -> Option<Vec<usize>> {
        const CONDITIONS: &str = " if unless until without except than whether ";
        const DENIALS: &str = " no not n't never none nobody nothing ";
        /// Length of a sentence, in nodes, above which nothing is shortened: trees of long sentences are
        /// seldom right.
        const MAX_WORDS: usize = 120;
        let tree = &self.speech.parsed().tree;
        if tree.nodes.len() > MAX_WORDS {
            return None;
        }
        let says = |node: &usize, words: &str| in_word_list(words, &self.speech.lower(*node));
        if nodes.iter().any(|node| says(node, DENIALS)) {
            return None;
        }
        // Adjuncts of a verb, and what a comma sets off from a noun. Other modifiers stay: "full of corn"
        // needs "of corn".
        let is_more = |node: &usize| {
            let more = match self.relation(*node) {
                Relation::Obl | Relation::Advcl | Relation::Parataxis => {
                    tree.nodes[*node].head.is_some_and(|verb| self.tag(verb) == Upos::Verb)
                }
                Relation::Appos | Relation::AclRelcl => {
                    let first = tree.subtree(*node).first().and_then(|first| first.checked_sub(1));
                    first.is_some_and(|before| self.speech.word(before) == ",")
                }
                _ => false,
            };
            *node > head && more
        };
        let is_bracket = |node: &usize| matches!(self.speech.word(*node), "(" | ")" | "[" | "]");
        let ends_nothing = |node: usize| match self.tag(node) {
            Upos::Adp => self.relation(node) == Relation::Case,
            // "to be looked after"
            Upos::Adv if tree.nodes[node].head == node.checked_sub(1) => false,
            tag => matches!(tag, Upos::Punct | Upos::Adv | Upos::Cconj | Upos::Sconj | Upos::Part),
        };
        let mut left = nodes.to_vec();
        while left.len() > most || left.iter().any(is_bracket) {
            let last = *left.last()?;
            // Take the outermost modifier that reaches to the end.
            let above = |node: &usize| tree.nodes[*node].head.filter(|head| left.contains(head));
            let chain = std::iter::successors(Some(last), above).take_while(|node| *node != head);
            let is_condition = |node: usize| self.children(node).any(|child| says(&child, CONDITIONS));
            if chain.clone().any(is_condition) {
                return None;
            }
            let more = chain.filter(is_more).last()?;
            let gone = tree.subtree(more);
            left.retain(|node| gone.binary_search(node).is_err());
            // The words left after it would belong to something else.
            if left.last() > gone.first() {
                return None;
            }
            while left.last().is_some_and(|last| ends_nothing(*last)) {
                left.pop();
            }
        }
        (left.len() > 1 && !self.lacks_object(&left)).then_some(left)
    }

    /// Whether a word marks a percentage: "%", "percent", "per cent".
    pub(super) fn is_percent(&self, node: usize) -> bool {
        let lower = self.speech.lower(node);
        let is_per = || node.checked_sub(1).is_some_and(|before| self.speech.lower(before) == "per");
        in_word_list(" % percent ", &lower) || lower == "cent" && is_per()
    }

    /// Whether a phrase is an amount of money or a percentage.
    pub(super) fn is_amount(&self, argument: &Argument) -> bool {
        let unit = |node: &usize| in_word_list(UNITS, &self.speech.lower(*node));
        let number = |node: &usize| self.tag(*node) == Upos::Num;
        let of = self
            .children(argument.head)
            .any(|child| matches!(self.relation(child), Relation::Nmod | Relation::NmodPoss));
        (unit(&argument.head)
            || argument.words.iter().any(|node| matches!(self.speech.word(*node), "$" | "£" | "€" | "%")))
            && argument.words.iter().any(number)
            && !of
            && self.tag(argument.head) != Upos::Propn
            && argument.words.len() <= 5
    }

    /// Whether a word is one of an argument's first two, or its marker.
    pub(super) fn has_word(&self, argument: &Argument, word: &str) -> bool {
        argument
            .marker
            .iter()
            .chain(argument.words.iter().take(2))
            .any(|node| self.speech.lower(*node) == word)
    }

    /// Whether a period names a time rather than a duration: "two years ago", "last week".
    pub(super) fn is_past(&self, argument: &Argument) -> bool {
        let back = |node: &usize| {
            in_word_list(
                " last next this that ago earlier later every each previous past same ",
                &self.speech.lower(*node),
            )
        };
        argument.words.iter().any(back) || !argument.words.iter().any(|node| self.tag(*node) == Upos::Num)
    }

    pub(super) fn is_content(&self, node: usize) -> bool {
        matches!(self.tag(node), Upos::Noun | Upos::Propn | Upos::Verb | Upos::Adj | Upos::Num)
    }

    /// Returns the span of the answer: the unbroken run of an argument's words around its head. A pronoun is
    /// no answer.
    pub(super) fn answer(&self, argument: &Argument) -> Option<Span> {
        let pointing = |node: &usize| {
            in_word_list(" this that these those such another no i you we me us ", &self.speech.lower(*node))
        };
        let empty = matches!(self.tag(argument.head), Upos::Pron | Upos::Det)
            && !self.is_restricted(argument)
            || self.is_cut(argument)
            || argument.words.len() > ANSWER
            || argument.words.iter().take(2).any(pointing)
            || self.is_of_unnamed(argument);
        let joins = |a: &usize, b: &usize| a + 1 == *b || self.is_interrupted(*a, *b);
        let run = argument.words.chunk_by(joins).find(|run| run.contains(&argument.head))?;
        let run = &run[..self.answer_end(argument, run)];
        // The answer to "how many" is the number.
        let number = self.number(argument).filter(|_| !self.is_amount(argument));
        // The answer to "what percentage" includes the sign: "64%".
        let last = |number: usize| {
            if self.is_percent(argument.head) { argument.head } else { number }
        };
        let run = number.map_or(run, |number| &run[..run.partition_point(|node| *node <= last(number))]);
        if empty || run.is_empty() { None } else { self.span(run) }
    }

    /// Whether a verb goes on behind what commas set off between it and its subject: "the figure, which went up in May, | be
    /// removed".
    fn is_interrupted(&self, before: usize, after: usize) -> bool {
        const MAX_SET_OFF: usize = 12;
        let is_comma = |node: usize| self.speech.word(node) == ",";
        (before + 3..before + MAX_SET_OFF).contains(&after)
            && matches!(self.tag(after), Upos::Verb | Upos::Aux)
            && is_comma(before + 1)
            && is_comma(after - 1)
    }

    /// Whether a phrase is a part of what only a pronoun names: "28 of them".
    fn is_of_unnamed(&self, argument: &Argument) -> bool {
        self.children(argument.head).any(|child| {
            self.tag(child) == Upos::Pron
                && matches!(self.relation(child), Relation::Nmod | Relation::Obl)
                && self.children(child).any(|case| self.speech.lower(case) == "of")
        })
    }

    /// Returns how many words of a run belong to the answer. A place or a time ends before "with" or "after",
    /// which add another fact. Any phrase ends before ", including" and before a dash.
    fn answer_end(&self, argument: &Argument, run: &[usize]) -> usize {
        const INCLUDING: &str = " including includes such reportedly especially ";
        const OTHERWISE: &str =
            " with after following amid during before while as because when since despite ";
        let ends = |place: &usize| {
            let node = run[*place];
            let lower = self.speech.lower(node);
            let set_off = run[*place - 1] < node && self.speech.word(run[*place - 1]) == ",";
            let short = matches!(argument.role, Role::Place | Role::Time)
                || argument.role == Role::Agent && !argument.marker.is_empty();
            node > argument.head
                && (self.is_dash(node)
                    || set_off && in_word_list(INCLUDING, &lower)
                    || !argument.clause && short && in_word_list(OTHERWISE, &lower))
        };
        let end = (1..run.len()).find(ends).unwrap_or(run.len());
        let end = self.without_offset(&run[..end]).len();
        if end > 1 && self.speech.word(run[end - 1]) == "," { end - 1 } else { end }
    }

    /// Whether a word is a dash between parts of the sentence, not the hyphen of a compound.
    fn is_dash(&self, node: usize) -> bool {
        let text = &self.speech.placed.sentence.text;
        let word = &self.speech.parsed().words[node];
        !self.speech.spaces_hyphens
            && matches!(self.speech.word(node), "-" | "–" | "—" | "--")
            && text[..word.start].ends_with(char::is_whitespace)
            && text[word.end..].starts_with(char::is_whitespace)
    }

    /// Whether an argument is not a phrase of its own. It may be the end of another phrase, "look | on
    /// dejected", "she | and young people", or a clause taken for a phrase, "it was a better game".
    pub(super) fn is_cut(&self, argument: &Argument) -> bool {
        let phrase = !argument.clause && argument.role != Role::Attribute;
        phrase
            && argument.words.first().is_some_and(|first| {
                self.tag(*first) == Upos::Adp || in_word_list(" and or but it ", &self.speech.lower(*first))
            })
    }

    /// Whether an argument refers to the noun that its relative clause modifies: "most of whose sales".
    pub(super) fn is_relative(&self, argument: &Argument) -> bool {
        let nodes = &self.speech.parsed().tree.nodes;
        let above = |at: &usize| nodes[*at].head.filter(|_| *at != argument.head);
        argument.words.iter().any(|node| {
            matches!(self.speech.lower(*node).as_str(), "whose" | "whom" | "which")
                && std::iter::successors(Some(*node), above)
                    .all(|at| nodes[at].relation != Relation::AclRelcl)
        })
    }

    /// Returns the byte span of some nodes in the text, if it contains a token.
    pub(super) fn span(&self, nodes: &[usize]) -> Option<Span> {
        let span = self.speech.placed.place(self.speech.parsed().span_of(nodes));
        (!self.tokens(nodes).is_empty()).then_some(span)
    }

    /// Returns the token range of some nodes, counted over the whole text.
    pub fn tokens(&self, nodes: &[usize]) -> std::ops::Range<usize> {
        let span = self.speech.parsed().span_of(nodes);
        let placed = self.speech.placed;
        let tokens = &placed.sentence.tokens;
        let first = placed.sentence.token_from(span.start);
        let last = tokens.partition_point(|token| token.span.start < span.end);
        placed.first_token + first..placed.first_token + last.max(first)
    }
}
