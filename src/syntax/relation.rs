//! Relations between a word and its head.

use strum::VariantArray;

/// A relation of Universal Dependencies, with the subtypes of its English treebanks.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(parse_err_ty = UnknownRelation, parse_err_fn = unknown, serialize_all = "lowercase")]
pub enum Relation {
    /// A clause that modifies a noun.
    Acl,
    /// A relative clause.
    #[strum(serialize = "acl:relcl")]
    AclRelcl,
    /// An adverbial clause.
    Advcl,
    /// A relative clause that modifies a clause.
    #[strum(serialize = "advcl:relcl")]
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
    #[strum(serialize = "aux:pass")]
    AuxPass,
    /// The preposition of a noun, or its possessive marker.
    Case,
    /// The conjunction of a conjunct.
    Cc,
    /// The first word of "both ... and".
    #[strum(serialize = "cc:preconj")]
    CcPreconj,
    /// A clausal complement with its own subject.
    Ccomp,
    /// A part of a compound.
    Compound,
    /// The particle of a phrasal verb.
    #[strum(serialize = "compound:prt")]
    CompoundPrt,
    /// A conjunct; its head is the first one.
    Conj,
    /// The copula of a predicate.
    Cop,
    /// A clausal subject.
    Csubj,
    /// The clausal subject of a copula whose predicate is a clause.
    #[strum(serialize = "csubj:outer")]
    CsubjOuter,
    /// The clausal subject of a passive.
    #[strum(serialize = "csubj:pass")]
    CsubjPass,
    /// An unclassifiable relation.
    Dep,
    /// A determiner.
    Det,
    /// A word before the determiner, as in "all the".
    #[strum(serialize = "det:predet")]
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
    #[strum(serialize = "nmod:desc")]
    NmodDesc,
    /// A possessor.
    #[strum(serialize = "nmod:poss")]
    NmodPoss,
    /// A noun that modifies a noun without a preposition.
    #[strum(serialize = "nmod:unmarked")]
    NmodUnmarked,
    /// A subject.
    Nsubj,
    /// The subject of a copula whose predicate is a clause.
    #[strum(serialize = "nsubj:outer")]
    NsubjOuter,
    /// The subject of a passive.
    #[strum(serialize = "nsubj:pass")]
    NsubjPass,
    /// A number of a noun.
    Nummod,
    /// A direct object.
    Obj,
    /// A nominal that modifies a predicate.
    Obl,
    /// The agent of a passive.
    #[strum(serialize = "obl:agent")]
    OblAgent,
    /// A nominal that modifies a predicate without a preposition.
    #[strum(serialize = "obl:unmarked")]
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
    /// All relations, in the order of their declaration.
    pub const ALL: &[Relation] = Relation::VARIANTS;

    /// The name in treebanks.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The name without its subtype: `nsubj` for `nsubj:pass`.
    pub fn universal(self) -> &'static str {
        let name = self.as_str();
        name.split_once(':').map_or(name, |(universal, _)| universal)
    }
}

/// A name that is not a known relation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not among the relations of Universal Dependencies that are read here")]
pub struct UnknownRelation(String);

fn unknown(name: &str) -> UnknownRelation {
    UnknownRelation(name.to_owned())
}
