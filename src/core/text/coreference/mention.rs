//! Finds the mentions in a sentence.

use super::words::{self, Gender};
use super::{Clause, EntityKind, MentionKind};
use crate::syntax::{Relation, Upos};
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
    use Relation::{Amod, Appos, Cc, Compound, Conj, Expl, Fixed, Flat, Goeswith, NmodDesc, Nummod};
    let nodes = &clause.tree.nodes;
    let node = nodes[at];
    let lower = clause.words[at].to_lowercase();
    let kind = match node.tag {
        Upos::Pron | Upos::Det if in_word_list(PRONOUNS, &lower) => MentionKind::Pronoun,
        Upos::Propn => MentionKind::Name,
        Upos::Noun => MentionKind::Noun,
        _ => return None,
    };
    if matches!(node.relation, Compound | Flat | Fixed | Goeswith | NmodDesc | Expl | Nummod) {
        return None;
    }
    // "Liberal" in "Liberal Democrats": within a sentence, a capitalised adjective is a part of a name.
    let is_capital_adjective = |child: &usize| {
        let (node, word) = (nodes[*child], clause.words[*child]);
        *child > 0 && node.relation == Amod && node.tag == Upos::Adj && word.starts_with(char::is_uppercase)
    };
    // A name includes its parts around the head; of other phrases only the head is used.
    let is_part = |child: &usize| {
        matches!(nodes[*child].relation, Compound | Flat | NmodDesc)
            && matches!(nodes[*child].tag, Upos::Propn | Upos::Noun | Upos::Adj)
            || is_capital_adjective(child)
    };
    let mut parts: Vec<usize> = vec![at];
    if kind == MentionKind::Name {
        let mut open = vec![at];
        while let Some(of) = open.pop() {
            let more: Vec<usize> = children[of].iter().copied().filter(is_part).collect();
            open.extend(&more);
            parts.extend(more);
        }
        parts.sort_unstable();
    }
    let word = |at: usize| clause.words[at].to_lowercase();
    let named = |at: &usize| nodes[*at].tag == Upos::Propn || is_capital_adjective(at);
    let title = parts.iter().map(|at| word(*at)).find(|word| words::is_title(word));
    let has_role = parts.iter().any(|at| !named(at) && words::is_person(&word(*at)));
    let name: Vec<String> = parts
        .iter()
        .filter(|at| named(at))
        .map(|at| word(*at))
        .filter(|word| word.chars().any(char::is_alphabetic))
        .skip_while(|word| words::is_title(word))
        .collect();
    if kind == MentionKind::Name && name.is_empty() && !words::is_person(&lower) {
        return None;
    }
    let nouns: Vec<String> = parts
        .iter()
        .map(|at| (*at, word(*at)))
        .filter(|(at, word)| kind == MentionKind::Name && (words::is_title(word) || !named(at)))
        .map(|(_, word)| word)
        .collect();
    let described = match kind {
        MentionKind::Noun => described_by(clause, &children[at], at),
        _ => Described::default(),
    };
    let determined = children[at].iter().any(|child| nodes[*child].relation == Relation::Det);
    let is_shouted = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_uppercase() || c == '.');
    let first = name.first().filter(|first| words::is_first_name(first));
    let entity_kind = match kind {
        MentionKind::Name if title.is_some() || has_role => EntityKind::Person,
        MentionKind::Name if name.iter().any(|word| words::names_body(word)) => EntityKind::Organisation,
        MentionKind::Name if name.iter().any(|word| words::names_place(word)) => EntityKind::Place,
        MentionKind::Name if first.is_some() && !determined => EntityKind::Person,
        MentionKind::Name if name.len() == 1 && is_shouted(clause.words[at]) => EntityKind::Organisation,
        MentionKind::Noun if words::is_person(&lower) => EntityKind::Person,
        MentionKind::Pronoun if !lower.starts_with("the") => EntityKind::Person,
        _ => EntityKind::Other,
    };
    let gender = match kind {
        MentionKind::Name => title
            .as_deref()
            .and_then(words::of_title)
            .or_else(|| parts.iter().find_map(|at| words::of_noun(&word(*at)).filter(|_| !named(at))))
            .or_else(|| {
                first
                    .filter(|_| entity_kind == EntityKind::Person)
                    .and_then(|first| words::of_first_name(first))
            }),
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
    // A conjunct has the same relation to the verb as the first conjunct.
    let mut top = at;
    for _ in 0..nodes.len() {
        match nodes[top] {
            node if node.relation == Conj => top = node.head?,
            _ => break,
        }
    }
    let joined = top != at
        || children[at].iter().any(|child| {
            nodes[*child].relation == Conj && children[*child].iter().any(|of| nodes[*of].relation == Cc)
        });
    let beside = node.head.filter(|head| {
        node.relation == Appos
            && matches!(nodes[*head].tag, Upos::Noun | Upos::Propn)
            && (kind == MentionKind::Name || determined || words::is_person(&lower))
            && children[*head].iter().filter(|child| nodes[**child].relation == Appos).count() == 1
    });
    let words = (*parts.first().unwrap_or(&at), *parts.last().unwrap_or(&at));
    let is_label = words.1 < label;
    let is_called = nodes[at].relation == Relation::Vocative;
    Some(MentionFeatures {
        sentence,
        head: at,
        words,
        kind,
        referable: !words::is_time(&lower) && !is_label && !is_called,
        is_label,
        lower,
        name,
        nouns,
        described,
        entity_kind,
        gender,
        plural,
        person,
        relation: nodes[top].relation,
        governor: nodes[top].head,
        joined,
        beside,
    })
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
