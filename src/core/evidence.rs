//! Evidence: analyses that propose labels, each with its spans and its reasons in words.
//!
//! Proposals are deterministic functions of the two texts. What depends on the article alone is found once an
//! article ([`Article`]); what depends on one summary sentence and the article is found once a sentence
//! ([`AnalysisCache`]); the rest is cheap enough to do at each edit.
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

/// An article and everything that is known of it before a summary is seen.
#[derive(Debug)]
pub struct Article {
    /// Its text, with its words indexed.
    pub indexed: Indexed,
    /// What it comes down to.
    pub profile: ArticleProfile,
    /// What claims may rest on in it.
    pub premise_index: premise::PremiseIndex,
    /// Its pairs of neighbouring words, found when they are first asked for.
    bigrams: OnceLock<bigrams::Pairs>,
    /// The directions of its sentences by the table that asks first, with the mark of that.
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

    /// Analyses an article at which some checks may not look: to find out what they contribute.
    pub fn without(text: Text, checks: &[&'static str]) -> Article {
        let mut article = Article::new(text);
        article.premise_index.without = checks.to_vec();
        article
    }

    pub fn text(&self) -> &Text {
        &self.indexed.text
    }

    /// The directions of its sentences, in their order: found once for all who share the article and the table.
    fn directions(&self, vectors: &mut Vectors) -> Cow<'_, [Vector]> {
        let table = vectors.embedding().mark();
        let mut find = || {
            let sentences = self.text().sentences().iter();
            sentences.map(|placed| vectors.of(&placed.sentence.text)).collect::<Vec<Vector>>()
        };
        let (first, known) = self.directions.get_or_init(|| (table.clone(), find()));
        if *first == table { Cow::Borrowed(known) } else { Cow::Owned(find()) }
    }

    /// As a text to find support in.
    pub fn premise(&self) -> Premise<'_> {
        Premise { name: "the article", indexed: &self.indexed, premise_index: &self.premise_index }
    }
}

/// What an analyzer works on.
#[derive(Debug)]
pub struct Pair<'a> {
    /// The case, for its fields besides article and summary, which may have been edited since.
    pub case: &'a Case,
    /// The article, analysed, or what stands in its place.
    pub article: &'a Article,
    /// The article of the summary, also where a reference stands in its place.
    source_article: &'a Article,
    /// The texts of the case's sources, in their order.
    pub sources: &'a [Arc<Indexed>],
    /// The summary, indexed.
    pub summary: &'a Indexed,
    /// The same with blanks for its citations: what it says itself.
    pub wording: &'a Indexed,
    /// What the summary claims, once an analyzer has asked for it.
    claims: OnceCell<Rc<[Claim]>>,
    /// What of the whole summary bears on each label, once an analyzer has asked for it.
    factors: OnceCell<SummaryFactors>,
}

impl<'a> Pair<'a> {
    /// A case with its texts; `wording` is the summary with blanks for its citations.
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

/// What was found of the case but for its summary, and of single summary sentences. Where anything but the summary
/// changes, another is to take its place.
#[derive(Debug, Default)]
pub struct AnalysisCache {
    /// Texts read.
    reader: Reader,
    /// Directions of sentences.
    vectors: Vectors,
    /// What the summary may cite.
    corpus: Option<Arc<corpus::SourceCorpus>>,
    /// What its sentences rest on.
    grounding: grounding::GroundingCache,
    /// What the summary is about.
    topic: Option<sections::Topic>,
    /// What its sentences are nearest to.
    sections: sections::SectionsCache,
    /// The words of the reference texts.
    references: Option<Vec<references::Sorted>>,
    /// Steps found in an explanation that is not the summary.
    steps: steps::StepsCache,
    /// Claims held against sources.
    facts: facts::FactsCache,
    /// Overlaps of segments.
    segments: segments::SegmentCache,
    /// Support of clauses.
    support: claims::SupportCache,
    /// Wording of sentences.
    wording: issues::IssuesCache,
    /// Anchors of sentences.
    anchors: anchors::AnchorsCache,
    /// Pairs of neighbouring words of the sources.
    bigrams: Option<bigrams::Pairs>,
    /// What the summary answers.
    question: Option<query::Question>,
}

impl AnalysisCache {
    /// An empty cache for another table of vectors than the shipped one.
    pub fn with(embedding: Embedding) -> AnalysisCache {
        AnalysisCache { vectors: Vectors::new(embedding), ..AnalysisCache::default() }
    }

    /// Keeps what was read of the given number of single sentences from now on, those asked for last.
    pub fn keep(&mut self, sentences: usize) {
        self.reader = Reader::keeping(sentences);
        self.vectors.keep(sentences);
    }

    /// Puts another cache in its place and gives what was found for the case so far; what was read of single sentences
    /// by themselves stays.
    pub fn exchange(&mut self, mut other: AnalysisCache) -> AnalysisCache {
        std::mem::swap(&mut self.reader, &mut other.reader);
        std::mem::swap(&mut self.vectors, &mut other.vectors);
        std::mem::replace(self, other)
    }
}

/// An analysis and the lists that it fills.
#[derive(Debug)]
pub struct Analyzer {
    /// Its name, as in the documentation and the ablation table.
    pub name: &'static str,
    /// What it looks for, in a sentence.
    pub about: &'static str,
    /// The lists that it proposes, or that another analyzer makes of them, or that its texts stand beside: where none
    /// of them is wanted it does not run.
    pub lists: &'static [List],
    /// Proposes labels; it may read what the analyzers before it proposed.
    pub run: fn(&Pair, &mut AnalysisCache, &mut Labels),
}

/// Every analyzer, in the order in which they run.
pub const ANALYZERS: &[Analyzer] = &[
    Analyzer {
        name: "segments",
        about: "Splits the summary and measures how much of each piece is in the article.",
        lists: &[List::Segments],
        run: segments::run,
    },
    Analyzer {
        name: "key_points",
        about: "Finds how far the summary covers the central statements of the article.",
        lists: &[List::KeyPoints],
        run: coverage::run,
    },
    Analyzer {
        name: "coverage_qags",
        about: "Asks for facts of the article and looks for the answers in the summary.",
        lists: &[List::CoverageQags],
        run: answers::run_coverage,
    },
    Analyzer {
        name: "claims",
        about: "Finds the claims of the summary and how far the article supports each.",
        lists: &[List::Claims, List::Extraneous, List::ClaimQags],
        run: claims::run,
    },
    Analyzer {
        name: "extraneous",
        about: "Finds the words of the claims that the article does not support.",
        lists: &[List::Extraneous],
        run: extraneous::run,
    },
    Analyzer {
        name: "claim_qags",
        about: "Asks for facts of the summary's claims and looks for the answers in the article.",
        lists: &[List::ClaimQags],
        run: answers::run_claims,
    },
    Analyzer {
        name: "deviations",
        about: "Finds where the summary departs from the article's meaning, sentiment, focus or framing.",
        lists: &[List::Deviations],
        run: deviations::run,
    },
    Analyzer {
        name: "issues",
        about: "Finds biased, stereotyping, insulting and profane wording that the summary uses itself.",
        lists: &[List::Issues],
        run: issues::propose,
    },
    Analyzer {
        name: "tone",
        about: "Reads the summary's tone: neutral, subjective, hostile or unclear.",
        lists: &[List::Issues],
        run: tone::propose,
    },
    Analyzer {
        name: "theme",
        about: "States the article's theme, and its intent, stance and tone.",
        lists: &[List::Deviations, List::Segments],
        run: theme::run,
    },
    Analyzer {
        name: "grounding",
        about: "Finds the factual sentences of a report and the piece of a source that each is nearest to.",
        lists: &[List::Grounding],
        run: grounding::run,
    },
    Analyzer {
        name: "citations",
        about: "Finds addresses, links, numbered references and authors with a year, and the source that each names.",
        lists: &[List::Citations],
        run: citations::run,
    },
    Analyzer {
        name: "steps",
        about: "Looks for each reasoning step of the case in the explanation.",
        lists: &[List::Steps],
        run: steps::run,
    },
    Analyzer {
        name: "facts",
        about: "Holds each factual claim of the summary against the sources that it cites.",
        lists: &[List::Facts],
        run: facts::run,
    },
    Analyzer {
        name: "anchors",
        about: "Finds the numbers, dates and assertions of the summary, and looks for each in the article and the sources.",
        lists: &[List::Anchors],
        run: anchors::run,
    },
];

/// A way to take a measure.
#[derive(Debug)]
pub struct Measurer {
    pub measure: Measure,
    pub run: fn(&Pair, &mut AnalysisCache, &mut Measures),
}

/// Every measure.
pub const MEASURERS: &[Measurer] = &[
    Measurer { measure: Measure::References, run: references::run },
    Measurer { measure: Measure::Sections, run: sections::run },
    Measurer { measure: Measure::QueryOverlap, run: query::run },
    Measurer { measure: Measure::Bigrams, run: bigrams::run },
];

/// Proposes the labels that are wanted, and those that they are made of.
pub fn propose(pair: &Pair, cache: &mut AnalysisCache, wanted: Wanted) -> Labels {
    let mut labels = Labels::default();
    propose_more(pair, cache, Wanted::default(), wanted, &mut labels);
    labels
}

/// Proposes the labels that are wanted besides those `known`, which are there already.
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

/// Proposes every label for two texts of which nothing else is known.
pub fn propose_pair(article: &Article, summary: &Indexed, cache: &mut AnalysisCache) -> Labels {
    let case = Case::default();
    propose(&Pair::new(&case, article, &[], summary, summary), cache, Wanted::ALL)
}

/// Proposes every label for a summary and a text that stands in for its article, such as a reference. How much of the article the
/// summary has, and how freely it is worded, is measured against the article.
pub fn propose_for_reference(reference: &Article, article: &Article, summary: &Indexed) -> Labels {
    let case = Case::default();
    let pair = Pair { source_article: article, ..Pair::new(&case, reference, &[], summary, summary) };
    propose(&pair, &mut AnalysisCache::default(), Wanted::ALL)
}

/// How far the article supports each word of a summary, 0 to 1, by its bytes in the summary.
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

/// A factual clause of a summary, as far as its probability is read off it: one claim, or several.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Its bytes in the summary.
    pub span: Span,
    pub features: Features,
    /// How far it contradicts the article, or says less, 0 to 1.
    pub differs: f64,
}

/// The factual clauses of a summary, all of them, as they are read.
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

/// Takes the measures that are wanted besides those `known`, which are there already.
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
