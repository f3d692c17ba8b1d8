//! Finds the mentions in a sentence.

use super::words::{self, Gender};
use super::{Clause, EntityKind, MentionKind};
use crate::syntax::{Node, Relation, Upos};
use crate::text::{Stem, in_word_list, stem_of};

/// Kind of the determiner of a phrase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Determiner {
    /// "The", "this", "those".
    Definite,
    /// "A", "his", "the club's".
    Introduced,
    /// None, or "some", "each".
    #[default]
    Open,
}

/// The modifiers of a noun.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Described {
    pub determiner: Determiner,
    /// Stems of the modifiers before it, sorted by value.
    pub modifiers: Vec<Stem>,
    /// Whether a modifier after it identifies the referent: "of Leeds", "that he bought".
    pub is_restricted: bool,
}

/// A mention with the features that can be seen from it alone.
#[derive(Clone, Debug)]
pub(super) struct MentionFeatures {
    pub sentence: usize,
    pub head: usize,
    pub words: (usize, usize),
    pub kind: MentionKind,
    /// Its head, lower-cased.
    pub lower: String,
    /// The words of a name in lower case, without titles.
    pub name: Vec<String>,
    /// The nouns and titles before a name, in lower case: "president", "striker".
    pub nouns: Vec<String>,
    /// The modifiers of a noun.
    pub described: Described,
    pub entity_kind: EntityKind,
    pub gender: Option<Gender>,
    pub plural: bool,
    /// Whether it can refer to a person.
    pub person: bool,
    /// Whether a pronoun or a description can refer to it.
    pub referable: bool,
    /// Whether it is the label of a turn: "Tom" in "Tom: I saw a dog."
    pub is_label: bool,
    pub relation: Relation,
    /// Node of the verb or other word on which it depends.
    pub governor: Option<usize>,
    /// Whether the phrase contains a coordination ("and", "or") or is a part of one.
    pub joined: bool,
    /// Node of the noun to which it is an apposition.
    pub beside: Option<usize>,
}

/// Pronouns that are linked.
const PRONOUNS: &str = " he him his himself she her hers herself they them their theirs themselves i me my mine \
    myself ";

/// Returns the mentions of a sentence, in the order of their heads.
pub(super) fn mentions(clause: &Clause, sentence: usize) -> Vec<MentionFeatures> {
    let children = clause.tree.dependents();
    let label = label_length(clause);
    (0..children.len()).filter_map(|at| mention(clause, &children, at, sentence, label)).collect()
}

/// Returns the mention whose head is a node, in a clause whose first `label` words name the speaker.
fn mention(
    clause: &Clause,
    children: &[Vec<usize>],
    at: usize,
    sentence: usize,
    label: usize,
) -> Option<MentionFeatures> {
    let node = clause.tree.nodes[at];
    let lower = clause.words[at].to_lowercase();
    let kind = kind_of(node, &lower)?;
    let parts = match kind {
        MentionKind::Name => NameParts::of(clause, children, at),
        MentionKind::Noun | MentionKind::Pronoun => NameParts { words: (at, at), ..NameParts::default() },
    };
    if kind == MentionKind::Name && parts.name.is_empty() && !words::is_person(&lower) {
        return None;
    }
    let described = match kind {
        MentionKind::Noun => described_by(clause, &children[at], at),
        MentionKind::Name | MentionKind::Pronoun => Described::default(),
    };
    let determined = children[at].iter().any(|child| clause.tree.nodes[*child].relation == Relation::Det);
    let entity_kind = match kind {
        MentionKind::Name => parts.entity_kind(clause.words[at], determined),
        MentionKind::Noun if words::is_person(&lower) => EntityKind::Person,
        MentionKind::Pronoun if !lower.starts_with("the") => EntityKind::Person,
        _ => EntityKind::Other,
    };
    let gender = match kind {
        MentionKind::Name => parts.gender(entity_kind),
        MentionKind::Noun => words::of_noun(&lower),
        MentionKind::Pronoun => match lower.as_str() {
            "he" | "him" | "his" | "himself" => Some(Gender::Man),
            "she" | "her" | "hers" | "herself" => Some(Gender::Woman),
            _ => None,
        },
    };
    let person = match kind {
        MentionKind::Name => matches!(entity_kind, EntityKind::Person | EntityKind::Other) && !determined,
        _ => entity_kind == EntityKind::Person,
    };
    let plural = match kind {
        MentionKind::Name => determined && entity_kind != EntityKind::Person && words::is_plural(&lower),
        MentionKind::Noun => words::is_plural(&lower),
        MentionKind::Pronoun => lower.starts_with("the"),
    };
    let top = first_conjunct(clause, at)?;
    let may_be_apposition = kind == MentionKind::Name || determined || words::is_person(&lower);
    let is_label = parts.words.1 < label;
    let is_called = node.relation == Relation::Vocative;
    Some(MentionFeatures {
        sentence,
        head: at,
        words: parts.words,
        kind,
        referable: !words::is_time(&lower) && !is_label && !is_called,
        is_label,
        lower,
        name: parts.name,
        nouns: parts.nouns,
        described,
        entity_kind,
        gender,
        plural,
        person,
        relation: clause.tree.nodes[top].relation,
        governor: clause.tree.nodes[top].head,
        joined: top != at || has_conjunct(clause, children, at),
        beside: if may_be_apposition { noun_beside(clause, children, at) } else { None },
    })
}

/// Returns the kind of mention that a node is the head of, if any.
fn kind_of(node: Node, lower: &str) -> Option<MentionKind> {
    use Relation::{Compound, Expl, Fixed, Flat, Goeswith, NmodDesc, Nummod};
    if matches!(node.relation, Compound | Flat | Fixed | Goeswith | NmodDesc | Expl | Nummod) {
        return None;
    }
    match node.tag {
        Upos::Pron | Upos::Det if in_word_list(PRONOUNS, lower) => Some(MentionKind::Pronoun),
        Upos::Propn => Some(MentionKind::Name),
        Upos::Noun => Some(MentionKind::Noun),
        _ => None,
    }
}

/// The parts of a name around its head: "striker", "Mr", "Owen" and "Tate". All words are in lower case.
#[derive(Default)]
struct NameParts {
    /// First and last node.
    words: (usize, usize),
    /// The words of the name itself, without the titles before it.
    name: Vec<String>,
    /// The titles and common nouns, in order.
    nouns: Vec<String>,
    /// The common nouns.
    common: Vec<String>,
    /// The first title.
    title: Option<String>,
}

impl NameParts {
    fn of(clause: &Clause, children: &[Vec<usize>], at: usize) -> NameParts {
        use Relation::{Amod, Compound, Flat, NmodDesc};
        let nodes = &clause.tree.nodes;
        // "Liberal" in "Liberal Democrats": within a sentence, a capitalised adjective is a part of a name.
        let is_capital_adjective = |child: usize| {
            let (node, word) = (nodes[child], clause.words[child]);
            child > 0
                && node.relation == Amod
                && node.tag == Upos::Adj
                && word.starts_with(char::is_uppercase)
        };
        let is_part = |child: &usize| {
            matches!(nodes[*child].relation, Compound | Flat | NmodDesc)
                && matches!(nodes[*child].tag, Upos::Propn | Upos::Noun | Upos::Adj)
                || is_capital_adjective(*child)
        };
        let mut all = vec![at];
        let mut open = vec![at];
        while let Some(of) = open.pop() {
            let more: Vec<usize> = children[of].iter().copied().filter(is_part).collect();
            open.extend(&more);
            all.extend(more);
        }
        all.sort_unstable();
        let mut parts = NameParts { words: (all[0], all[all.len() - 1]), ..NameParts::default() };
        for part in all {
            let word = clause.words[part].to_lowercase();
            let is_named = nodes[part].tag == Upos::Propn || is_capital_adjective(part);
            let is_title = words::is_title(&word);
            if is_title && parts.title.is_none() {
                parts.title = Some(word.clone());
            }
            if !is_named {
                parts.common.push(word.clone());
            }
            if is_title || !is_named {
                parts.nouns.push(word.clone());
            }
            if is_named && word.chars().any(char::is_alphabetic) && !(parts.name.is_empty() && is_title) {
                parts.name.push(word);
            }
        }
        parts
    }

    fn first_name(&self) -> Option<&str> {
        self.name.first().map(String::as_str).filter(|first| words::is_first_name(first))
    }

    /// Returns the kind of what is named by a name whose head is `head`, with a determiner or without one.
    fn entity_kind(&self, head: &str, determined: bool) -> EntityKind {
        let any = |is: fn(&str) -> bool| self.name.iter().any(|word| is(word));
        let is_shouted = head.len() > 1 && head.chars().all(|c| c.is_uppercase() || c == '.');
        if self.title.is_some() || self.common.iter().any(|word| words::is_person(word)) {
            EntityKind::Person
        } else if any(words::names_body) {
            EntityKind::Organisation
        } else if any(words::names_place) {
            EntityKind::Place
        } else if self.first_name().is_some() && !determined {
            EntityKind::Person
        } else if self.name.len() == 1 && is_shouted {
            EntityKind::Organisation
        } else {
            EntityKind::Other
        }
    }

    /// Returns the gender that a title, a noun or the first name gives.
    fn gender(&self, kind: EntityKind) -> Option<Gender> {
        let of_first =
            || self.first_name().filter(|_| kind == EntityKind::Person).and_then(words::of_first_name);
        let of_title = self.title.as_deref().and_then(words::of_title);
        of_title.or_else(|| self.common.iter().find_map(|word| words::of_noun(word))).or_else(of_first)
    }
}

/// Returns the first conjunct of a coordination, whose relation to the verb the others share; the node itself
/// if it is in none. `None` if the tree has no root above it.
fn first_conjunct(clause: &Clause, at: usize) -> Option<usize> {
    let mut top = at;
    for _ in 0..clause.tree.nodes.len() {
        match clause.tree.nodes[top] {
            node if node.relation == Relation::Conj => top = node.head?,
            _ => break,
        }
    }
    Some(top)
}

/// Whether another phrase is joined to a node by "and" or "or".
fn has_conjunct(clause: &Clause, children: &[Vec<usize>], at: usize) -> bool {
    let is = |node: usize, relation| clause.tree.nodes[node].relation == relation;
    let has_cc = |child: usize| children[child].iter().any(|of| is(*of, Relation::Cc));
    children[at].iter().any(|child| is(*child, Relation::Conj) && has_cc(*child))
}

/// Returns the noun to which a node is the only apposition.
fn noun_beside(clause: &Clause, children: &[Vec<usize>], at: usize) -> Option<usize> {
    let nodes = &clause.tree.nodes;
    let is_apposition = |node: usize| nodes[node].relation == Relation::Appos;
    let head = nodes[at].head.filter(|_| is_apposition(at))?;
    let is_only = children[head].iter().filter(|child| is_apposition(**child)).count() == 1;
    (matches!(nodes[head].tag, Upos::Noun | Upos::Propn) && is_only).then_some(head)
}

/// Number of words that name the speaker at the beginning of a turn, including the colon.
fn label_length(clause: &Clause) -> usize {
    let Some(speaker) = clause.speaker else { return 0 };
    let Some(colon) = clause.words.iter().position(|word| *word == ":") else { return 0 };
    let is_speaker = clause.words[..colon].concat() == speaker.split_whitespace().collect::<String>();
    if is_speaker { colon + 1 } else { 0 }
}

/// Returns the modifiers of a noun. `children` are the nodes that depend on it.
fn described_by(clause: &Clause, children: &[usize], at: usize) -> Described {
    use Relation::{Acl, AclRelcl, Amod, Appos, Compound, Det, Flat, Nmod, NmodDesc, NmodPoss, Nummod};
    let relation = |child: usize| clause.tree.nodes[child].relation;
    let lower = |child: usize| clause.words[child].to_lowercase();
    let determiner = children.iter().find_map(|child| match relation(*child) {
        Det if in_word_list(" the this that these those ", &lower(*child)) => Some(Determiner::Definite),
        Det if in_word_list(" a an ", &lower(*child)) => Some(Determiner::Introduced),
        NmodPoss => Some(Determiner::Introduced),
        _ => None,
    });
    let before = children.iter().copied().filter(|child| *child < at);
    let mut modifiers: Vec<Stem> = before
        .filter(|child| matches!(relation(*child), Amod | Compound | Nummod | Flat | NmodDesc))
        .map(|child| stem_of(&lower(child)))
        .collect();
    modifiers.sort_unstable();
    let is_restricted =
        children.iter().any(|child| *child > at && matches!(relation(*child), Acl | AclRelcl | Nmod | Appos));
    Described { determiner: determiner.unwrap_or_default(), modifiers, is_restricted }
}
