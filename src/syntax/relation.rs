//! Relations between a word and its head.

use std::fmt;
use std::str::FromStr;

/// A relation of Universal Dependencies, with the subtypes of its English treebanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// A clause that modifies a noun.
    Acl,
    /// A relative clause.
    AclRelcl,
    /// An adverbial clause.
    Advcl,
    /// A relative clause that modifies a clause.
    AdvclRelcl,
    /// An adverb.
    Advmod,
    /// An adjective of a noun.
    Amod,
    /// An apposition.
    Appos,
    /// An auxiliary.
    Aux,
    /// The auxiliary of a passive.
    AuxPass,
    /// The preposition of a noun, or its possessive mark.
    Case,
    /// The conjunction of a conjunct.
    Cc,
    /// The first word of "both ... and".
    CcPreconj,
    /// A clausal complement with its own subject.
    Ccomp,
    /// A part of a compound.
    Compound,
    /// The particle of a phrasal verb.
    CompoundPrt,
    /// A conjunct; its head is the first one.
    Conj,
    /// The copula of a predicate.
    Cop,
    /// A clausal subject.
    Csubj,
    /// The clausal subject of a copula whose predicate is a clause.
    CsubjOuter,
    /// The clausal subject of a passive.
    CsubjPass,
    /// A relation that cannot be said.
    Dep,
    /// A determiner.
    Det,
    /// A word before the determiner, as in "all the".
    DetPredet,
    /// An interjection or filler.
    Discourse,
    /// A phrase moved out of its clause.
    Dislocated,
    /// An expletive, as "there" in "there is".
    Expl,
    /// A part of a fixed expression.
    Fixed,
    /// A part of a name or a date without a head.
    Flat,
    /// A part of a word that was written apart.
    Goeswith,
    /// An indirect object.
    Iobj,
    /// An item of a list.
    List,
    /// The word that introduces a clause.
    Mark,
    /// A noun that modifies a noun.
    Nmod,
    /// A description before a name, as "President".
    NmodDesc,
    /// A possessor.
    NmodPoss,
    /// A noun that modifies a noun without a preposition.
    NmodUnmarked,
    /// A subject.
    Nsubj,
    /// The subject of a copula whose predicate is a clause.
    NsubjOuter,
    /// The subject of a passive.
    NsubjPass,
    /// A number of a noun.
    Nummod,
    /// A direct object.
    Obj,
    /// A nominal that modifies a predicate.
    Obl,
    /// The agent of a passive.
    OblAgent,
    /// A nominal that modifies a predicate without a preposition.
    OblUnmarked,
    /// A remnant of a clause whose verb is left out.
    Orphan,
    /// A clause placed beside another.
    Parataxis,
    /// A punctuation mark.
    Punct,
    /// Words that the speaker corrected.
    Reparandum,
    /// The root of the sentence.
    Root,
    /// An address.
    Vocative,
    /// A clausal complement without its own subject.
    Xcomp,
}

impl Relation {
    /// All of them, in the order of their declaration.
    pub const ALL: &[Relation] = &[
        Relation::Acl,
        Relation::AclRelcl,
        Relation::Advcl,
        Relation::AdvclRelcl,
        Relation::Advmod,
        Relation::Amod,
        Relation::Appos,
        Relation::Aux,
        Relation::AuxPass,
        Relation::Case,
        Relation::Cc,
        Relation::CcPreconj,
        Relation::Ccomp,
        Relation::Compound,
        Relation::CompoundPrt,
        Relation::Conj,
        Relation::Cop,
        Relation::Csubj,
        Relation::CsubjOuter,
        Relation::CsubjPass,
        Relation::Dep,
        Relation::Det,
        Relation::DetPredet,
        Relation::Discourse,
        Relation::Dislocated,
        Relation::Expl,
        Relation::Fixed,
        Relation::Flat,
        Relation::Goeswith,
        Relation::Iobj,
        Relation::List,
        Relation::Mark,
        Relation::Nmod,
        Relation::NmodDesc,
        Relation::NmodPoss,
        Relation::NmodUnmarked,
        Relation::Nsubj,
        Relation::NsubjOuter,
        Relation::NsubjPass,
        Relation::Nummod,
        Relation::Obj,
        Relation::Obl,
        Relation::OblAgent,
        Relation::OblUnmarked,
        Relation::Orphan,
        Relation::Parataxis,
        Relation::Punct,
        Relation::Reparandum,
        Relation::Root,
        Relation::Vocative,
        Relation::Xcomp,
    ];

    /// The name in treebanks.
    pub fn as_str(self) -> &'static str {
        match self {
            Relation::Acl => "acl",
            Relation::AclRelcl => "acl:relcl",
            Relation::Advcl => "advcl",
            Relation::AdvclRelcl => "advcl:relcl",
            Relation::Advmod => "advmod",
            Relation::Amod => "amod",
            Relation::Appos => "appos",
            Relation::Aux => "aux",
            Relation::AuxPass => "aux:pass",
            Relation::Case => "case",
            Relation::Cc => "cc",
            Relation::CcPreconj => "cc:preconj",
            Relation::Ccomp => "ccomp",
            Relation::Compound => "compound",
            Relation::CompoundPrt => "compound:prt",
            Relation::Conj => "conj",
            Relation::Cop => "cop",
            Relation::Csubj => "csubj",
            Relation::CsubjOuter => "csubj:outer",
            Relation::CsubjPass => "csubj:pass",
            Relation::Dep => "dep",
            Relation::Det => "det",
            Relation::DetPredet => "det:predet",
            Relation::Discourse => "discourse",
            Relation::Dislocated => "dislocated",
            Relation::Expl => "expl",
            Relation::Fixed => "fixed",
            Relation::Flat => "flat",
            Relation::Goeswith => "goeswith",
            Relation::Iobj => "iobj",
            Relation::List => "list",
            Relation::Mark => "mark",
            Relation::Nmod => "nmod",
            Relation::NmodDesc => "nmod:desc",
            Relation::NmodPoss => "nmod:poss",
            Relation::NmodUnmarked => "nmod:unmarked",
            Relation::Nsubj => "nsubj",
            Relation::NsubjOuter => "nsubj:outer",
            Relation::NsubjPass => "nsubj:pass",
            Relation::Nummod => "nummod",
            Relation::Obj => "obj",
            Relation::Obl => "obl",
            Relation::OblAgent => "obl:agent",
            Relation::OblUnmarked => "obl:unmarked",
            Relation::Orphan => "orphan",
            Relation::Parataxis => "parataxis",
            Relation::Punct => "punct",
            Relation::Reparandum => "reparandum",
            Relation::Root => "root",
            Relation::Vocative => "vocative",
            Relation::Xcomp => "xcomp",
        }
    }

    /// The name without its subtype: `nsubj` for `nsubj:pass`.
    pub fn universal(self) -> &'static str {
        let name = self.as_str();
        name.split_once(':').map_or(name, |(universal, _)| universal)
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that is not among the relations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not among the relations of Universal Dependencies that are read here")]
pub struct UnknownRelation(String);

impl FromStr for Relation {
    type Err = UnknownRelation;

    fn from_str(name: &str) -> Result<Relation, UnknownRelation> {
        let found = Relation::ALL.iter().find(|one| one.as_str() == name);
        found.copied().ok_or_else(|| UnknownRelation(name.to_owned()))
    }
}
