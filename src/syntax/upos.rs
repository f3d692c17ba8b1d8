//! Parts of speech.

use strum::VariantArray;

/// A part of speech of Universal Dependencies.
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
#[strum(parse_err_ty = UnknownUpos, parse_err_fn = unknown, serialize_all = "UPPERCASE")]
pub enum Upos {
    /// An adjective.
    Adj,
    /// A preposition or postposition.
    Adp,
    /// An adverb.
    Adv,
    /// An auxiliary or a copula.
    Aux,
    /// A coordinating conjunction.
    Cconj,
    /// A determiner.
    Det,
    /// An interjection.
    Intj,
    /// A common noun.
    Noun,
    /// A numeral.
    Num,
    /// A particle: "to" of an infinitive, "not", the possessive "'s".
    Part,
    /// A pronoun.
    Pron,
    /// A proper noun.
    Propn,
    /// A punctuation mark.
    Punct,
    /// A subordinating conjunction.
    Sconj,
    /// A symbol.
    Sym,
    /// A verb other than an auxiliary.
    Verb,
    /// Anything else.
    X,
}

impl Upos {
    /// All tags, in the order of their declaration.
    pub const ALL: &[Upos] = Upos::VARIANTS;

    /// The name in treebanks.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// A name that is not a known part of speech.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not among the parts of speech of Universal Dependencies that are read here")]
pub struct UnknownUpos(String);

fn unknown(name: &str) -> UnknownUpos {
    UnknownUpos(name.to_owned())
}
