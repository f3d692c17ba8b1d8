//! Parts of speech.

use std::fmt;
use std::str::FromStr;
use strum::VariantArray;

/// A part of speech of Universal Dependencies.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "UPPERCASE")]
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
    /// All of them, in the order of their declaration.
    pub const ALL: &[Upos] = Upos::VARIANTS;

    /// The name in treebanks.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for Upos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that is not among the parts of speech.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not among the parts of speech of Universal Dependencies that are read here")]
pub struct UnknownUpos(String);

impl FromStr for Upos {
    type Err = UnknownUpos;

    fn from_str(name: &str) -> Result<Upos, UnknownUpos> {
        let found = Upos::ALL.iter().find(|one| one.as_str() == name);
        found.copied().ok_or_else(|| UnknownUpos(name.to_owned()))
    }
}
