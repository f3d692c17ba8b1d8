//! Evidence: analyses that propose labels, each with its spans and its reasons in words.
//!
//! Proposals are deterministic functions of the two texts. Results that depend on the article alone are
//! computed once per article ([`Article`]). Results that depend on the article and one summary sentence are
//! cached per sentence ([`AnalysisCache`]). Everything else is cheap enough to recompute at each edit.
//!
//! Invariants: no I/O, no clock, no randomness; a proposal from a warm cache equals one from scratch.

mod anchors;
mod answers;
mod bias;
mod bigrams;
mod boilerplate;
pub mod calibration;
mod caveats;
mod centrality;
mod checks;
mod citations;
mod claims;
mod clauses;
mod content_recall;
mod corpus;
mod coverage;
mod demonyms;
mod deviations;
mod doubt;
mod extraneous;
mod facts;
pub mod features;
mod figures;
mod follow;
mod grounding;
mod index;
mod insults;
mod issues;
mod key_points;
mod matching;
mod mismatch;
mod overlap;
mod parse;
mod premise;
pub mod profanity;
mod profile;
mod query;
mod questions;
mod quotation;
mod references;
mod repetition;
mod replacements;
mod runs;
mod sections;
mod segments;
mod sentence_issue;
mod severe_events;
mod similarity;
mod statements;
mod steps;
mod support;
mod synonyms;
mod theme;
pub mod tone;
mod wanted;
mod wording;
mod wordlist;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use crate::case::Case;
use crate::embedding::{Embedding, Vector, Vectors};
use crate::labels::{Labels, List};
use crate::measures::{Measure, Measures};
use crate::text::{Reader, Span, Text};
use claims::Claim;
use content_recall::SummaryFactors;

pub use checks::{CHECKS, Check};
pub use clauses::{Statement, statements_of, words_at};
pub use features::Features;
pub use follow::{DEPENDENT_LISTS, Reproposal, repropose};
pub use index::Indexed;
pub use key_points::KeyPoint;
pub use premise::Premise;
pub use profile::ArticleProfile;
pub use questions::Question;
pub use replacements::{Replacement, of as replacements};
pub use wanted::Wanted;
pub use wording::plain;

/// An article with everything that is known about it before a summary is seen.
#[derive(Debug)]
pub struct Article {
    /// The text with an index of its words.
    pub indexed: Indexed,
    /// Its key points, questions and other results for every summary.
    pub profile: ArticleProfile,
    /// The index in which support for claims is searched.
    pub premise_index: premise::PremiseIndex,
    /// Its pairs of neighbouring words, computed on first use.
    bigrams: OnceLock<bigrams::Pairs>,
    /// Embeddings of its sentences by the table that was used first, with the mark of that table.
    directions: OnceLock<(Option<String>, Vec<Vector>)>,
}

impl Article {
    /// Analyses an article.
    pub fn new(text: Text) -> Article {
        let indexed = Indexed::new(text);
        Article {
            profile: ArticleProfile::new(&indexed),
            premise_index: premise::PremiseIndex::new(&indexed),
            indexed,
            bigrams: OnceLock::new(),
            directions: OnceLock::new(),
        }
    }

    /// Analyses an article with some checks switched off, to measure what they contribute.
    pub fn without(text: Text, checks: &[&'static str]) -> Article {
        let mut article = Article::new(text);
        article.premise_index.without = checks.to_vec();
        article
    }

    pub fn text(&self) -> &Text {
        &self.indexed.text
    }

    /// Returns the embeddings of its sentences, in order, computed once for all who share the article and the
    /// table.
    fn directions(&self, vectors: &mut Vectors) -> Cow<'_, [Vector]> {
        let table = vectors.embedding().mark();
        let mut find = || {
            let sentences = self.text().sentences().iter();
            sentences.map(|placed| vectors.of(&placed.sentence.text)).collect::<Vec<Vector>>()
        };
        let (first, known) = self.directions.get_or_init(|| (table.clone(), find()));
        if *first == table { Cow::Borrowed(known) } else { Cow::Owned(find()) }
    }

    /// Returns the article as a text in which support is searched.
    pub fn premise(&self) -> Premise<'_> {
        Premise { name: "the article", indexed: &self.indexed, premise_index: &self.premise_index }
    }
}

/// The input of an analyzer.
#[derive(Debug)]
pub struct Pair<'a> {
    /// The case, for its fields other than article and summary, which may have been edited since.
    pub case: &'a Case,
    /// The analysed article, or a text that stands in for it.
    pub article: &'a Article,
    /// The article of the summary, even if a reference stands in for it.
    source_article: &'a Article,
    /// The texts of the case's sources, in order.
    pub sources: &'a [Arc<Indexed>],
    /// The summary, indexed.
    pub summary: &'a Indexed,
    /// The summary with its citations blanked out: its own words.
    pub wording: &'a Indexed,
    /// The claims of the summary, computed on first use.
    claims: OnceCell<Rc<[Claim]>>,
    /// The factors of the whole summary that influence each label, computed on first use.
    factors: OnceCell<SummaryFactors>,
}

impl<'a> Pair<'a> {
    /// Combines a case with its texts; `wording` is the summary with its citations blanked out.
    pub fn new(
        case: &'a Case,
        article: &'a Article,
        sources: &'a [Arc<Indexed>],
        summary: &'a Indexed,
        wording: &'a Indexed,
    ) -> Pair<'a> {
        let (claims, factors) = (OnceCell::new(), OnceCell::new());
        Pair { case, article, source_article: article, sources, summary, wording, claims, factors }
    }

    fn factors(&self) -> &SummaryFactors {
        self.factors.get_or_init(|| SummaryFactors::new(self.source_article, self.wording))
    }
}

/// Cached results on everything in a case but its summary, and on single summary sentences. If anything but
/// the summary changes, the cache must be replaced.
#[derive(Debug, Default)]
pub struct AnalysisCache {
    /// Texts that were parsed.
    reader: Reader,
    /// Embeddings of sentences.
    vectors: Vectors,
    /// Sources that the summary may cite.
    corpus: Option<Arc<corpus::SourceCorpus>>,
    /// Sources that its sentences rest on.
    grounding: grounding::GroundingCache,
    /// Topic of the summary.
    topic: Option<sections::Topic>,
    /// Article sentences that its sentences are nearest to.
    sections: sections::SectionsCache,
    /// Words of the reference texts.
    references: Option<Vec<references::Sorted>>,
    /// Steps found in an explanation other than the summary.
    steps: steps::StepsCache,
    /// Claims compared with sources.
    facts: facts::FactsCache,
    /// Overlaps of segments.
    segments: segments::SegmentCache,
    /// Support of clauses.
    support: claims::SupportCache,
    /// Wording of sentences.
    wording: issues::IssuesCache,
    /// Assertions, numbers and dates of sentences.
    anchors: anchors::AnchorsCache,
    /// Pairs of neighbouring words of the sources.
    bigrams: Option<bigrams::Pairs>,
    /// The question that the summary answers.
    question: Option<query::Question>,
}

impl AnalysisCache {
    /// Creates an empty cache with another table of vectors than the built-in one.
    pub fn with(embedding: Embedding) -> AnalysisCache {
        AnalysisCache { vectors: Vectors::new(embedding), ..AnalysisCache::default() }
    }

    /// Limits the caches of single sentences to the given number of most recently used ones.
    pub fn keep(&mut self, sentences: usize) {
        self.reader = Reader::keeping(sentences);
        self.vectors.keep(sentences);
    }

    /// Replaces the results for the case and returns the old ones. The caches of single sentences, which do
    /// not depend on the case, stay.
    pub fn exchange(&mut self, mut other: AnalysisCache) -> AnalysisCache {
        std::mem::swap(&mut self.reader, &mut other.reader);
        std::mem::swap(&mut self.vectors, &mut other.vectors);
        std::mem::replace(self, other)
    }
}

/// An analysis and the lists that depend on it.
#[derive(Debug)]
pub struct Analyzer {
    /// The lists that it proposes, that are derived from its results, or that show its notes. It runs only if
    /// one of them is wanted.
    pub lists: &'static [List],
    /// Proposes labels. It may read the proposals of earlier analyzers.
    pub run: fn(&Pair, &mut AnalysisCache, &mut Labels),
}

/// All analyzers, in the order in which they run, each under what it does.
pub const ANALYZERS: &[Analyzer] = &[
    // Splits the summary and measures how much of each piece is in the article.
    Analyzer { lists: &[List::Segments], run: segments::run },
    // Finds how far the summary covers the central statements of the article.
    Analyzer { lists: &[List::KeyPoints], run: coverage::run },
    // Asks for facts of the article and looks for the answers in the summary.
    Analyzer { lists: &[List::CoverageQags], run: answers::run_coverage },
    // Finds the claims of the summary and how far the article supports each.
    Analyzer { lists: &[List::Claims, List::Extraneous, List::ClaimQags], run: claims::run },
    // Finds the words of the claims that the article does not support.
    Analyzer { lists: &[List::Extraneous], run: extraneous::run },
    // Asks for facts of the summary's claims and looks for the answers in the article.
    Analyzer { lists: &[List::ClaimQags], run: answers::run_claims },
    // Finds where the summary departs from the article's meaning, sentiment, focus or framing.
    Analyzer { lists: &[List::Deviations], run: deviations::run },
    // Finds biased, stereotyping, insulting and profane wording that the summary uses itself.
    Analyzer { lists: &[List::Issues], run: issues::propose },
    // Reads the summary's tone: neutral, subjective, hostile or unclear.
    Analyzer { lists: &[List::Issues], run: tone::propose },
    // States the article's theme, and its intent, stance and tone.
    Analyzer { lists: &[List::Deviations, List::Segments], run: theme::run },
    // Finds the factual sentences of a report and the piece of a source that each is nearest to.
    Analyzer { lists: &[List::Grounding], run: grounding::run },
    // Finds addresses, links, numbered references and authors with a year, and the source that each names.
    Analyzer { lists: &[List::Citations], run: citations::run },
    // Looks for each reasoning step of the case in the explanation.
    Analyzer { lists: &[List::Steps], run: steps::run },
    // Holds each factual claim of the summary against the sources that it cites.
    Analyzer { lists: &[List::Facts], run: facts::run },
    // Finds the numbers, dates and assertions of the summary, and looks for each in the article and the sources.
    Analyzer { lists: &[List::Anchors], run: anchors::run },
];

/// A function that computes a measure.
#[derive(Debug)]
pub struct Measurer {
    pub measure: Measure,
    pub run: fn(&Pair, &mut AnalysisCache, &mut Measures),
}

/// All measures.
pub const MEASURERS: &[Measurer] = &[
    Measurer { measure: Measure::References, run: references::run },
    Measurer { measure: Measure::Sections, run: sections::run },
    Measurer { measure: Measure::QueryOverlap, run: query::run },
    Measurer { measure: Measure::Bigrams, run: bigrams::run },
];

/// Proposes the wanted labels and those that they depend on.
pub fn propose(pair: &Pair, cache: &mut AnalysisCache, wanted: Wanted) -> Labels {
    let mut labels = Labels::default();
    propose_more(pair, cache, Wanted::default(), wanted, &mut labels);
    labels
}

/// Proposes the wanted labels except those in `known`, which are already there.
pub fn propose_more(
    pair: &Pair,
    cache: &mut AnalysisCache,
    known: Wanted,
    wanted: Wanted,
    labels: &mut Labels,
) {
    let is_new = |analyzer: &&Analyzer| wanted.any(analyzer.lists) && !known.any(analyzer.lists);
    for analyzer in ANALYZERS.iter().filter(is_new) {
        (analyzer.run)(pair, cache, labels);
    }
    caveats::notes(pair, labels);
}

/// Proposes all labels for two texts without further data.
pub fn propose_pair(article: &Article, summary: &Indexed, cache: &mut AnalysisCache) -> Labels {
    let case = Case::default();
    propose(&Pair::new(&case, article, &[], summary, summary), cache, Wanted::ALL)
}

/// Proposes all labels for a summary and a text that stands in for its article, such as a reference. The
/// share of the article in the summary, and the freedom of its wording, are still measured against the
/// article.
pub fn propose_for_reference(reference: &Article, article: &Article, summary: &Indexed) -> Labels {
    let case = Case::default();
    let pair = Pair { source_article: article, ..Pair::new(&case, reference, &[], summary, summary) };
    propose(&pair, &mut AnalysisCache::default(), Wanted::ALL)
}

/// Returns the support of each word of a summary by the article, from 0 to 1, with its span in the summary.
pub fn word_support(article: &Article, summary: &Text) -> Vec<(Span, f64)> {
    let mut out = Vec::new();
    for placed in summary.sentences() {
        for entailment in support::judge_clauses(article.premise(), &placed.sentence) {
            let tokens = &placed.sentence.tokens[entailment.statement.tokens.clone()];
            out.extend(tokens.iter().map(|token| placed.place(token.span)).zip(entailment.words));
        }
    }
    out
}

/// The features of a factual clause of a summary, from which its probability is computed. The clause may be
/// one claim or several.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Byte span in the summary.
    pub span: Span,
    pub features: Features,
    /// How certainly it contradicts the article, or says less, from 0 to 1.
    pub differs: f64,
}

/// Returns the features of all factual clauses of a summary.
pub fn readings(article: &Article, summary: &Text) -> Vec<Reading> {
    let sentences = summary.sentences().iter();
    let entailment = sentences.flat_map(|placed| {
        let found = support::judge_clauses(article.premise(), &placed.sentence).into_iter();
        found.filter(|entailment| entailment.statement.factual).map(|entailment| Reading {
            span: entailment.statement.span.shifted(placed.start),
            features: entailment.features,
            differs: entailment.signals[2].max(entailment.signals[3]),
        })
    });
    entailment.collect()
}

/// Computes the wanted measures except those in `known`, which are already there.
pub fn measure(
    pair: &Pair,
    cache: &mut AnalysisCache,
    known: Wanted,
    wanted: Wanted,
    measures: &mut Measures,
) {
    let is_new = |measurer: &&Measurer| wanted.measure(measurer.measure) && !known.measure(measurer.measure);
    for measurer in MEASURERS.iter().filter(is_new) {
        (measurer.run)(pair, cache, measures);
    }
}
