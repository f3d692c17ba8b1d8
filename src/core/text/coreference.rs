//! Coreference: mentions of persons, places and things that refer to the same entity.
//!
//! ```text
//! trees -> mentions (mention) -> names and their shorter forms (name), definite nouns (description),
//! pronouns (pronoun, speech) -> entities
//! ```
//!
//! A text is processed from left to right and every link points backward, so text that comes later never
//! changes a link. Doubtful links are not made: a mention without a link begins a new entity, and a pronoun
//! without one is dropped.

mod description;
mod mention;
mod name;
mod pronoun;
mod speech;
mod words;

use rustc_hash::FxHashMap;

use crate::syntax::Tree;
use crate::text::proposition::Proposition;

use mention::MentionFeatures;
pub use words::{fits_gender, is_first_name};

/// The kind of an entity, as far as the text shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntityKind {
    Person,
    Place,
    Organisation,
    /// Something else, or not known.
    #[default]
    Other,
}

impl EntityKind {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            EntityKind::Person => "person",
            EntityKind::Place => "place",
            EntityKind::Organisation => "organization",
            EntityKind::Other => "other",
        }
    }
}

/// The form of a mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MentionKind {
    /// By a name.
    Name,
    /// By a noun.
    Noun,
    /// By a pronoun.
    Pronoun,
}

/// A place in a text that refers to an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Index of its sentence.
    pub sentence: usize,
    /// Node of its head.
    pub head: usize,
    /// First and last node of its words.
    pub words: (usize, usize),
    /// Its form.
    pub kind: MentionKind,
    /// Index of its entity.
    pub entity: usize,
    /// Index of the mention to which it links; `None` for the first mention of an entity.
    pub antecedent: Option<usize>,
}

/// An entity to which mentions of a text refer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entity {
    pub kind: EntityKind,
    /// Its mentions, in order.
    pub mentions: Vec<usize>,
}

/// The entities of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entities {
    /// The mentions in order of their sentences and heads.
    pub mentions: Vec<Mention>,
    /// The entities in order of their first mentions.
    pub entities: Vec<Entity>,
}

impl Entities {
    /// The mentions of a sentence.
    pub fn of_sentence(&self, sentence: usize) -> &[Mention] {
        let first = self.mentions.partition_point(|one| one.sentence < sentence);
        let last = self.mentions.partition_point(|one| one.sentence <= sentence);
        &self.mentions[first..last]
    }

    /// The longest mention of an entity by name; the first of equally long ones.
    pub fn named(&self, entity: usize) -> Option<&Mention> {
        let names = self.entities[entity].mentions.iter().map(|at| &self.mentions[*at]);
        let length = |one: &&Mention| one.words.1 - one.words.0;
        names
            .filter(|one| one.kind == MentionKind::Name)
            .reduce(|best, one| if length(&one) > length(&best) { one } else { best })
    }
}

/// A sentence in the form needed for linking.
#[derive(Clone, Copy, Debug)]
pub struct Clause<'a> {
    /// Its words, one for each node.
    pub words: &'a [&'a str],
    pub tree: &'a Tree,
    /// Its propositions.
    pub propositions: &'a [Proposition],
    /// Name of the speaker, if the text is a dialogue.
    pub speaker: Option<&'a str>,
}

/// Collects the entities of a text from its sentences, in order.
#[derive(Debug, Default)]
pub struct Resolver {
    found: Vec<MentionFeatures>,
    out: Entities,
    names: name::Names,
    descriptions: description::Descriptions,
    speech: speech::Speech,
    sentences: usize,
}

impl Resolver {
    /// Processes the next sentence.
    pub fn read(&mut self, clause: Clause) {
        let sentence = self.sentences;
        self.sentences += 1;
        let first = self.found.len();
        let mut nodes: FxHashMap<usize, usize> = FxHashMap::default();
        for mut found in mention::mentions(&clause, sentence) {
            let link = match found.kind {
                MentionKind::Pronoun if pronoun::is_first(&found.lower) => {
                    self.speech.speaker(&clause, found.head, &nodes)
                }
                MentionKind::Pronoun => pronoun::antecedent(&clause, &found, &self.found, &self.out, first),
                MentionKind::Name => self.names.antecedent(&mut found, &self.out),
                MentionKind::Noun => self.descriptions.antecedent(&found),
            };
            // An apposition refers to the same entity as the noun beside it.
            let beside = found.beside.and_then(|node| nodes.get(&node)).copied();
            let link = if found.kind == MentionKind::Noun { beside.or(link) } else { link.or(beside) };
            let is_open = found.kind == MentionKind::Pronoun && link.is_none();
            if is_open && !pronoun::is_first(&found.lower) {
                continue;
            }
            nodes.insert(found.head, self.found.len());
            self.add(&clause, found, link);
        }
        self.speech.close(&clause);
    }

    /// Returns the collected entities.
    pub fn finish(self) -> Entities {
        self.out
    }

    fn add(&mut self, clause: &Clause, found: MentionFeatures, link: Option<usize>) {
        let at = self.found.len();
        let entity = match link {
            Some(before) => self.out.mentions[before].entity,
            None => {
                self.out.entities.push(Entity::default());
                self.out.entities.len() - 1
            }
        };
        let of = &mut self.out.entities[entity];
        of.mentions.push(at);
        if of.kind == EntityKind::Other {
            of.kind = found.entity_kind;
        }
        match found.kind {
            MentionKind::Name => {
                self.names.add(&found, at, entity);
                if found.is_label {
                    self.speech.spoke(clause, found.head, at);
                }
            }
            MentionKind::Pronoun if pronoun::is_first(&found.lower) => {
                self.speech.spoke(clause, found.head, at);
            }
            _ => {}
        }
        self.out.mentions.push(Mention {
            sentence: found.sentence,
            head: found.head,
            words: found.words,
            kind: found.kind,
            entity,
            antecedent: link,
        });
        if found.kind != MentionKind::Pronoun {
            self.descriptions.add(&found, at, &self.out);
        }
        self.found.push(found);
    }
}

#[cfg(test)]
mod tests;
