//! Clauses of a summary sentence, where cutting is safe, and whether each states a fact.

use std::ops::Range;

use super::framing;
use crate::syntax::Relation;
use crate::text::proposition::{Kind, Proposition, Role};
use crate::text::{Parsed, Sentence, Span, idf, in_word_list};

/// A clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Its tokens within the sentence.
    pub tokens: Range<usize>,
    /// Its bytes within the sentence, without the punctuation around it.
    pub span: Span,
    /// The words before it that it shares with another clause, in bytes of the sentence: its subject, or who says it.
    pub shared: Option<Span>,
    /// Whether it states a fact: no question, greeting or bare opinion.
    pub factual: bool,
    /// Whether it is of a question that takes for granted what it names: "Who broke the window?" says that it is
    /// broken, "Will it rain?" says nothing.
    pub presumes: bool,
    /// How much it says: the weights of its content words, numbers and names counted more.
    pub information: f64,
}

/// Words by which a question asks for one of several things, and how soon one of them comes.
const ASKS: &str = " who whom whose what which when where why how ";
const ASKED_BY: usize = 3;
/// Fewest words of a clause without the subject that it shares.
const SHORTEST: usize = 2;

/// Where a statement of its own begins within a sentence.
struct Cut {
    /// Its first token, a conjunction included.
    from: usize,
    /// One past its last token.
    to: usize,
    /// Its first token without a conjunction or a relative pronoun.
    own: usize,
    /// The words, written before it, that it shares, in bytes of the sentence.
    shared: Option<Span>,
}

/// Splits a sentence into what it states: at coordinated predicates, which share the subject before them, at clauses and
/// names set off by a comma that tell more, and between clauses side by side. What stands within another statement stays a
/// part of it, since the words of a clause stand together. Of a language that the parser does not know only a semicolon
/// parts clauses.
pub fn clauses(sentence: &Sentence, english: bool) -> Vec<Clause> {
    let count = sentence.tokens.len();
    let mut cuts = if english { statements(sentence) } else { semicolons(sentence) };
    // From the last to the first: what ends where the sentence, or a statement that was cut off, begins.
    cuts.sort_by_key(|cut| (cut.from, cut.to));
    let mut kept: Vec<Cut> = Vec::new();
    let mut end = count;
    for cut in cuts.into_iter().rev() {
        let content = |tokens: Range<usize>| sentence.tokens[tokens].iter().any(|token| token.is_content());
        let room = cut.from >= SHORTEST
            && end >= cut.own + SHORTEST
            && content(0..cut.from)
            && content(cut.own..end);
        if room && cut.from < end && cut.to == end {
            end = cut.from;
            kept.push(cut);
        }
    }
    let mut out = Vec::new();
    if end > 0 {
        out.push(clause(sentence, 0..end, None));
    }
    for (at, cut) in kept.iter().enumerate().rev() {
        let end = at.checked_sub(1).map_or(count, |next| kept[next].from);
        out.push(clause(sentence, cut.own..end, cut.shared));
    }
    out
}

/// Where a semicolon parts words from words.
fn semicolons(sentence: &Sentence) -> Vec<Cut> {
    let count = sentence.tokens.len();
    let parts = (1..count).filter(|at| sentence.gap_before(*at).contains([';', '；']));
    let mut out: Vec<Cut> = parts.map(|from| Cut { from, to: count, own: from, shared: None }).collect();
    for at in 1..out.len() {
        out[at - 1].to = out[at].from;
    }
    out
}

/// What a sentence states besides its main clause, by its tree.
fn statements(sentence: &Sentence) -> Vec<Cut> {
    let parsed = sentence.tree();
    let reader = Reader { sentence, parsed };
    let mut out = Vec::new();
    for one in &parsed.propositions {
        out.extend(reader.cut(one));
    }
    out
}

/// A sentence with its tree.
struct Reader<'a> {
    sentence: &'a Sentence,
    parsed: &'a Parsed,
}

impl Reader<'_> {
    fn relation(&self, node: usize) -> Relation {
        self.parsed.tree.nodes[node].relation
    }

    fn lower(&self, node: usize) -> String {
        self.sentence.text[self.parsed.words[node].range()].to_lowercase()
    }

    /// The token that a node begins in, or the next.
    fn token(&self, node: usize) -> usize {
        let start = self.parsed.words[node].start;
        self.sentence.tokens.partition_point(|token| token.span.end <= start)
    }

    /// The statement that a proposition makes apart from the clause that it depends on, if it makes one.
    fn cut(&self, one: &Proposition) -> Option<Cut> {
        use Relation as R;
        let head = one.head;
        let above = self.parsed.tree.nodes[head].head?;
        let nodes = self.parsed.tree.subtree(head);
        let (first, last) = (*nodes.first()?, *nodes.last()?);
        let comma = first.checked_sub(1).is_some_and(|before| self.is_mark(before)) || self.is_mark(first);
        let subject = [R::Nsubj, R::NsubjPass, R::Expl, R::Csubj];
        let own_subject =
            self.parsed.tree.children(head).any(|child| subject.contains(&self.relation(child)));
        let shared = match self.relation(head) {
            R::Conj if one.kind != Kind::Apposition && head > above => {
                self.shared_by_conjuncts(head, own_subject)?
            }
            R::Parataxis if own_subject && head > above && !self.only_says(one) => None,
            R::Advcl if comma && self.contrasts(head) && head > above => None,
            // ", with some leaving early"
            R::Advcl
                if comma && own_subject && head > above && self.lower(self.first_word(first)) == "with" =>
            {
                None
            }
            R::Advcl | R::Acl if comma && head > above && self.is_participle(one, head) => {
                self.said(above, self.subject(one)?)
            }
            R::AclRelcl if comma && head > above && !own_subject_is_other(self, one) => self.subject(one),
            R::Appos if comma && head > above && nodes.len() > 1 => {
                Some(self.parsed.span_of(&one.arguments.first()?.words))
            }
            _ => return None,
        };
        let from = self.token(first);
        let mut own = first;
        while own < head && (self.is_mark(own) || self.joins(own, one)) {
            own += 1;
        }
        let to = self.sentence.tokens.partition_point(|token| token.span.start < self.parsed.words[last].end);
        let shared = shared.filter(|span| span.end <= self.parsed.words[first].start);
        Some(Cut { from, to, own: self.token(own), shared })
    }

    /// A node, or the next that is no punctuation mark.
    fn first_word(&self, node: usize) -> usize {
        (node..self.parsed.words.len()).find(|at| !self.is_mark(*at)).unwrap_or(node)
    }

    fn is_mark(&self, node: usize) -> bool {
        let word = &self.sentence.text[self.parsed.words[node].range()];
        matches!(word, "," | ";" | ":" | "-" | "--" | "–" | "—" | "(" | "." | "!" | "?")
    }

    /// Whether a word only joins a statement to what stands before it.
    fn joins(&self, node: usize, one: &Proposition) -> bool {
        match self.relation(node) {
            Relation::Cc | Relation::CcPreconj => true,
            Relation::Mark => matches!(self.lower(node).as_str(), "while" | "with"),
            // A relative pronoun gives way to what it means.
            _ => {
                self.relation(one.head) == Relation::AclRelcl
                    && matches!(self.lower(node).as_str(), "who" | "which" | "that")
                    && self.parsed.tree.nodes[node].head == Some(one.head)
            }
        }
    }

    /// The words that coordinated predicates share: all from the beginning of the first one's clause to its predicate, so
    /// that "Keller said it was late" is a part of what else she said. The outer `None` where nothing is stated.
    fn shared_by_conjuncts(&self, head: usize, own_subject: bool) -> Option<Option<Span>> {
        let propositions = &self.parsed.propositions;
        let of = |node: usize| propositions.iter().find(|one| one.head == node);
        let above = self.parsed.tree.nodes[head].head?;
        let first = of(above)?;
        let verbal = |one: &Proposition| matches!(one.kind, Kind::Verb | Kind::Copula | Kind::Existence);
        // "Anna and Bob", "the man who came and went" hold together.
        if !verbal(first)
            || !verbal(of(head)?)
            || self.relation(above) == Relation::AclRelcl
            || self.relation(above) == Relation::Acl
        {
            return None;
        }
        let complement = matches!(self.relation(above), Relation::Ccomp | Relation::Xcomp);
        if !complement {
            return Some(if own_subject { None } else { self.subject(first) });
        }
        // "Keller said A and B", "The firm plans to hire and to train".
        let governor = of(self.parsed.tree.nodes[above].head?)?;
        let subject = self.subject(governor)?;
        let inner = self.parsed.tree.subtree(above);
        let begins = inner.iter().copied().find(|node| own_subject || !self.is_of_subject(*node, first))?;
        let begins = if own_subject { begins } else { begins.max(*first.verb.first()?) };
        let before = begins.checked_sub(1)?;
        let end = self.parsed.words[before].end;
        (subject.start < end).then(|| Some(Span::new(subject.start, end)))
    }

    fn is_of_subject(&self, node: usize, one: &Proposition) -> bool {
        one.verb.first().is_some_and(|verb| node < *verb)
    }

    /// A subject with the words before it by which somebody says or thinks what its clause states.
    fn said(&self, clause: usize, subject: Span) -> Option<Span> {
        let mut clause = clause;
        while let (Relation::Advcl | Relation::Conj, Some(above)) =
            (self.relation(clause), self.parsed.tree.nodes[clause].head)
        {
            clause = above;
        }
        let governor =
            self.parsed.tree.nodes[clause].head.filter(|_| self.relation(clause) == Relation::Ccomp);
        let governor = governor.and_then(|head| self.parsed.propositions.iter().find(|one| one.head == head));
        let by = governor.and_then(|governor| self.subject(governor)).filter(|by| by.end <= subject.start);
        Some(by.map_or(subject, |by| by.join(subject)))
    }

    /// The subject of a proposition, in bytes of the sentence.
    fn subject(&self, one: &Proposition) -> Option<Span> {
        let roles = if one.passive { [Role::Recipient, Role::Patient] } else { [Role::Agent, Role::Agent] };
        let subject = roles.iter().find_map(|role| one.argument(*role))?;
        Some(self.parsed.span_of(&subject.words))
    }

    /// "..., she said": who says the rest.
    fn only_says(&self, one: &Proposition) -> bool {
        one.argument(Role::Content).is_none() && one.argument(Role::Patient).is_none()
    }

    /// A clause of its own beside the main one: "while the others stayed".
    fn contrasts(&self, head: usize) -> bool {
        let marks = self.parsed.tree.children(head).filter(|child| self.relation(*child) == Relation::Mark);
        let mut marks = marks.map(|mark| self.lower(mark));
        marks.any(|mark| matches!(mark.as_str(), "while" | "whereas" | "although" | "though"))
    }

    /// Whether a clause has a participle and no conjunction: ", killing three", ", built in 1932".
    fn is_participle(&self, one: &Proposition, head: usize) -> bool {
        let marked = self.parsed.tree.children(head).any(|child| {
            matches!(self.relation(child), Relation::Mark | Relation::Case) && self.lower(child) != "while"
                || matches!(self.lower(child).as_str(), "when" | "where")
        });
        one.kind == Kind::Verb
            && !marked
            && (self.lower(head).ends_with("ing") || one.passive && one.verb.len() == 1)
    }
}

/// Whether a relative clause is about something else than its noun: "whose", "where the others".
fn own_subject_is_other(reader: &Reader, one: &Proposition) -> bool {
    let roles = if one.passive { [Role::Recipient, Role::Patient] } else { [Role::Agent, Role::Agent] };
    let subject = roles.iter().find_map(|role| one.argument(*role));
    subject.is_none_or(|subject| !subject.shared)
        || one.words(false).iter().any(|node| reader.lower(*node) == "whose")
}

fn clause(sentence: &Sentence, tokens: Range<usize>, shared: Option<Span>) -> Clause {
    let tokens = tokens.start + framing::lead(sentence, tokens.clone())..tokens.end;
    let first = sentence.tokens[tokens.start].span.start;
    let last = sentence.tokens[tokens.end - 1].span.end;
    // A currency sign before the first word or a closing "%" belongs to the clause.
    let start = if tokens.start == 0 {
        sentence.text[..first]
            .rfind(|c: char| !"$£€¥#".contains(c) && !c.is_whitespace())
            .map_or(0, |at| at + sentence.text[at..].chars().next().map_or(0, char::len_utf8))
    } else {
        first
    };
    let start = start + sentence.text[start..first].len() - sentence.text[start..first].trim_start().len();
    let tail = &sentence.text[last..];
    let end = last + tail.find(|c: char| c != '%').unwrap_or(tail.len());
    let information = sentence.tokens[tokens.clone()]
        .iter()
        .filter(|t| t.is_content())
        .map(|t| {
            idf::idf(t.stem) + if t.flags.digit { 2.0 } else { 0.0 } + if t.flags.capital { 0.5 } else { 0.0 }
        })
        .sum();
    let asks = unquoted(sentence).ends_with(['?', '？']);
    let stated = !framing::is_furniture(sentence);
    let factual = stated && !asks && is_factual(sentence, &tokens);
    let presumes = stated && asks && (0..ASKED_BY).any(|at| in_word_list(ASKS, &sentence.lower(at)));
    Clause { tokens, span: Span::new(start, end), shared, factual, presumes, information }
}

/// A sentence without the quotation marks and brackets that close it.
fn unquoted(sentence: &Sentence) -> &str {
    sentence.text.trim_end_matches(['"', '\'', '”', '’', ')', ' '])
}

/// Whether a clause that asks nothing can be true or false of the article. Greetings and bare opinions cannot.
fn is_factual(sentence: &Sentence, tokens: &Range<usize>) -> bool {
    let content = sentence.tokens[tokens.clone()].iter().filter(|t| t.is_content()).count();
    if content == 0 {
        return false;
    }
    let first = sentence.lower(tokens.start);
    let second = sentence.lower(tokens.start + 1);
    let greeting = matches!(
        &*first,
        "hello"
            | "hi"
            | "hey"
            | "thanks"
            | "thank"
            | "welcome"
            | "greetings"
            | "goodbye"
            | "bye"
            | "sorry"
            | "please"
    );
    let opinion =
        matches!(
            (&*first, &*second),
            ("i", "think" | "believe" | "feel" | "guess" | "hope" | "love" | "hate" | "like")
        ) || matches!((&*first, &*second), ("in", "my") | ("to", "me") | ("what", "a" | "an") | ("how", _))
            && unquoted(sentence).ends_with('!')
            || (&*first, &*second) == ("in", "my") && sentence.lower(tokens.start + 2) == "opinion";
    !(greeting && tokens.len() < 8 || opinion)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let sentence = Sentence::new(text);
        let shared =
            |c: &Clause| c.shared.map_or_else(String::new, |s| format!("{} | ", &sentence.text[s.range()]));
        clauses(&sentence, true).iter().map(|c| shared(c) + &sentence.text[c.span.range()]).collect()
    }

    #[test]
    fn coordinated_clauses_part_and_phrases_do_not() {
        assert_eq!(
            read("The mayor was arrested on Monday, and the council has asked him to resign."),
            ["The mayor was arrested on Monday", "the council has asked him to resign"]
        );
        assert_eq!(read("The mayor and the council met on Monday in the hall.").len(), 1);
        assert_eq!(read("Sales were flat in May; profits had doubled by July.").len(), 2);
        assert_eq!(read("It cost $5 million in 2012 , but he said the price was fair .").len(), 2);
    }

    #[test]
    fn each_statement_is_a_clause_with_the_words_that_it_shares() {
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
                "Keller said the bridge was closed and the road would reopen in May.",
                vec!["Keller said the bridge was closed", "Keller said | the road would reopen in May"],
            ),
            (
                "The man who came late and left early was fined.",
                vec!["The man who came late and left early was fined"],
            ),
        ] {
            assert_eq!(read(text), expected);
        }
    }

    #[test]
    fn questions_and_greetings_are_no_claims() {
        let factual = |text: &str| clauses(&Sentence::new(text), true).iter().any(|c| c.factual);
        assert!(
            !factual("Will it rain?") && !factual("Thanks for reading!") && !factual("I think it is nice.")
        );
        assert!(
            factual("It will rain.") && factual("Thanks to the rain, crops in the whole north recovered.")
        );
    }

    #[test]
    fn a_clause_keeps_its_signs() {
        assert_eq!(read("\"$5 million fell 3%\" ."), ["$5 million fell 3%"]);
    }
}
