//! Evidence: analyses that propose labels, each with its spans and its reasons in words.
//!
//! Proposals are deterministic functions of the two texts. What depends on the article alone is found once an
//! article ([`Article`]); what depends on one summary sentence and the article is found once a sentence
//! ([`Memo`]); the rest is cheap enough to do at each edit.
//!
//! Invariants: no I/O, no clock, no randomness; a proposal from a warm memo equals one from scratch.

mod index;

use crate::labels::{Labels, List};
use crate::text::Text;

pub use index::Indexed;

/// An article and everything that is known of it before a summary is seen.
#[derive(Debug)]
pub struct Article {
    /// Its text, with its words indexed.
    pub indexed: Indexed,
}

impl Article {
    /// Analyses an article.
    pub fn new(text: Text) -> Article {
        Article { indexed: Indexed::new(text) }
    }

    /// Its text.
    pub fn text(&self) -> &Text {
        &self.indexed.text
    }
}

/// What an analyzer works on.
#[derive(Debug)]
pub struct Pair<'a> {
    /// The article, analysed.
    pub article: &'a Article,
    /// The summary, indexed.
    pub summary: &'a Indexed,
}

/// What was found of single summary sentences, for one article. A new article takes a new memo.
#[derive(Debug, Default)]
pub struct Memo {}

/// An analysis and the lists that it fills.
#[derive(Debug)]
pub struct Analyzer {
    /// Its name, as in the documentation and the ablation table.
    pub name: &'static str,
    /// What it looks for, in a sentence.
    pub about: &'static str,
    /// The lists that it proposes.
    pub lists: &'static [List],
    /// Proposes labels; it may read what the analyzers before it proposed.
    pub run: fn(&Pair, &mut Memo, &mut Labels),
}

/// Every analyzer, in the order in which they run.
pub const ANALYZERS: &[Analyzer] = &[];

/// Proposes every label that the analyzers know of.
pub fn propose(article: &Article, summary: &Indexed, memo: &mut Memo) -> Labels {
    let pair = Pair { article, summary };
    let mut labels = Labels::default();
    for analyzer in ANALYZERS {
        (analyzer.run)(&pair, memo, &mut labels);
    }
    labels
}
