//! The factual sentences of a report, and for each the nearest piece of a source.
//!
//! A sentence is grounded if one of two measures is high enough: the cosine of its embedding with that of a
//! source sentence, or the share of its content words in up to three consecutive sentences. Both reflect the
//! topic, but neither notices a changed number or a negation. So numbers that are in no source are also
//! named.

use std::borrow::Cow;
use std::sync::Arc;

use super::claims::{Claim, claims_with_mismatches, near};
use super::corpus::{Chunk, Shared, SourceCorpus};
use super::{AnalysisCache, Pair, citations};
use crate::labels::{Entry, Label, LabelValue, Labels, List, ThresholdMeasure};
use crate::num::Num;
use crate::text::markdown::{Layout, Section};
use crate::text::{
    Placed, Recent, Sentence, Span, Stem, fold_token, has_verb, in_word_list, recent, squeezed,
};

/// Smallest cosine or overlap that grounds a sentence, as shown; the rubric applies its own thresholds again.
const GROUNDED: f64 = 0.5;
/// Number of sentences whose results are cached.
const CACHED_SENTENCES: usize = 2_048;
/// Largest number of missing words named in a reason.
const NAMED: usize = 4;

/// An LRU cache of results for single sentences with the source corpus of a case.
#[derive(Debug)]
pub(super) struct GroundingCache {
    sentences: Recent<Arc<str>, Arc<Grounds>>,
}

impl Default for GroundingCache {
    fn default() -> GroundingCache {
        GroundingCache { sentences: recent(CACHED_SENTENCES) }
    }
}

/// The nearest piece of a source for a sentence.
#[derive(Debug)]
struct Grounds {
    measure: ThresholdMeasure,
    word: LabelValue,
    source: Option<String>,
    /// Span of the nearest piece, if it is in the article.
    article: Option<Span>,
    why: Vec<String>,
}

/// Proposes the list of factual sentences.
pub(super) fn run(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    let corpus = SourceCorpus::of(pair, cache);
    let sentences = factual(pair.summary.text.raw(), pair.summary.text.sentences());
    let label = |placed: &Placed| {
        let found = match cache.grounding.sentences.get(&placed.sentence.text) {
            Some(kept) => Arc::clone(kept),
            None => {
                let vector = match citations::bare(&placed.sentence.text) {
                    Cow::Borrowed(_) => cache.vectors.of(&placed.sentence.text),
                    Cow::Owned(bare) => cache.vectors.of(&Arc::from(bare)),
                };
                let found = Arc::new(Grounds::new(pair, &corpus, &placed.sentence, &vector));
                cache.grounding.sentences.put(Arc::clone(&placed.sentence.text), Arc::clone(&found));
                found
            }
        };
        Label {
            text: squeezed(&placed.sentence.text),
            word: Some(found.word),
            measure: Some(found.measure),
            article: found.article.into_iter().collect(),
            summary: vec![placed.span()],
            why: found.why.clone(),
            source: found.source.clone(),
            ..Label::default()
        }
    };
    let mut list: Vec<Label> = sentences.into_iter().map(label).collect();
    // If the article stands in for sources, an ungrounded sentence refers to the mismatches of its claims.
    if pair.sources.is_empty() {
        let claims = claims_with_mismatches(pair, cache, labels);
        for label in list.iter_mut().filter(|label| label.word == Some(LabelValue::No)) {
            let Some(own) = label.summary.first().copied() else { continue };
            let within = near(pair, &claims, own).iter().filter(|claim| own.overlaps(claim.span()));
            label.mismatches = within.flat_map(Claim::mismatch_ids).collect();
        }
    }
    labels.set(List::Grounding, Entry::Given(list));
}

impl Grounds {
    fn new(
        pair: &Pair,
        corpus: &SourceCorpus,
        sentence: &Sentence,
        vector: &crate::embedding::Vector,
    ) -> Grounds {
        let words = content(sentence);
        let stems: Vec<Stem> = words.iter().map(|(stem, _)| *stem).collect();
        let mut by_cosine: Option<(f64, &Chunk)> = None;
        let shared = Shared::new(pair, corpus, &stems);
        for (chunk, direction) in shared.lines().into_iter().map(|line| &corpus.lines[line]) {
            let cosine = vector.cosine(direction);
            if by_cosine.is_none_or(|(best, _)| cosine > best) {
                by_cosine = Some((cosine, chunk));
            }
        }
        let Some((cosine, nearest)) = by_cosine else {
            return Grounds {
                measure: ThresholdMeasure::Nearness { cosine: Num::ZERO, overlap: Num::ZERO },
                word: LabelValue::No,
                source: None,
                article: None,
                why: vec!["no source has any text".to_owned()],
            };
        };
        // The vectors are those of English word pieces.
        let cosine = if pair.article.indexed.profile.is_english() { cosine } else { 0.0 };
        let (most, had) = shared.most();
        let overlap =
            if stems.is_empty() { Num::ZERO } else { Num::ratio(had.count_ones() as usize, stems.len()) };
        let by_words = most.filter(|_| overlap.to_f64() >= cosine || overlap.to_f64() >= GROUNDED);
        let chunk = by_words.unwrap_or(nearest);
        let grounded = overlap.to_f64() >= GROUNDED || cosine >= GROUNDED;
        let name = corpus.name(chunk);
        let shares = format!("{} of {} content words", had.count_ones(), stems.len());
        let mut why = vec![match (by_words.is_some(), grounded) {
            (true, true) => format!("{shares} are in source {name}; cosine {cosine:.2}"),
            (false, true) => {
                format!("cosine {cosine:.2} with source {name}; at best {shares} in one piece of a source")
            }
            (true, false) => format!("only {shares} are in the nearest source, {name}; cosine {cosine:.2}"),
            (false, false) => format!(
                "nearest is source {name}, with a cosine of {cosine:.2} only; at best {shares} in one piece of a source"
            ),
        }];
        let anywhere = |stem: Stem| match corpus.chunks_of_article {
            true => pair.article.indexed.has(stem),
            false => pair.sources.iter().any(|text| text.has(stem)),
        };
        let missing = |digits: bool| -> Vec<&str> {
            let lacks = |stem: Stem, word: &str| {
                word.contains(|c: char| c.is_ascii_digit()) == digits && !anywhere(stem)
            };
            words
                .iter()
                .filter(|(stem, word)| lacks(*stem, word))
                .map(|(_, word)| *word)
                .take(NAMED)
                .collect()
        };
        if !grounded && !missing(false).is_empty() {
            why.push(format!("in no source: {}", missing(false).join(", ")));
        }
        if !missing(true).is_empty() {
            let (word, verb) = if missing(true).len() == 1 { ("number", "is") } else { ("numbers", "are") };
            why.push(format!("the {word} {} {verb} in no source", missing(true).join(", ")));
        }
        let text = corpus.text(pair, chunk).filter(|_| corpus.chunks_of_article);
        let article = text.and_then(|text| {
            let sentences = &text.text.sentences()[chunk.sentences.0..chunk.sentences.1];
            sentences.iter().map(Placed::span).reduce(Span::join)
        });
        Grounds {
            measure: ThresholdMeasure::Nearness { cosine: Num::Real(cosine), overlap },
            word: if grounded { LabelValue::Yes } else { LabelValue::No },
            source: Some(name),
            article,
            why,
        }
    }
}

/// Returns the distinct content stems of a sentence with one word for each, without the addresses and numbers
/// of its citations.
fn content(sentence: &Sentence) -> Vec<(Stem, &str)> {
    let cited = citations::places(&sentence.text, &Layout::default());
    let mut out: Vec<(Stem, &str)> = Vec::new();
    for token in sentence.tokens.iter().filter(|token| token.is_content()) {
        let within = cited.iter().any(|place| place.start <= token.span.start && token.span.end <= place.end);
        if !within && !out.iter().any(|(stem, _)| *stem == token.stem) && out.len() < u64::BITS as usize {
            out.push((token.stem, sentence.word(token)));
        }
    }
    out
}

/// Headings of reference sections.
const APPARATUS: &str = " references bibliography sources citations notes endnotes footnotes literature ";
/// Words that hedge a statement. With a number or a citation it still counts as a statement of fact.
const HEDGES: &str = " may might could should would ought perhaps maybe possibly probably presumably arguably seemingly \
    apparently conceivably hopefully supposedly likely unlikely seems seem appears suspect guess feel hope ";
/// Openings of a sentence that states an opinion.
const OPINIONS: &[&str] = &[
    "i think",
    "i believe",
    "i feel",
    "i would",
    "i hope",
    "i guess",
    "we think",
    "we believe",
    "we feel",
    "we hope",
    "in my opinion",
    "in our opinion",
    "in my view",
    "in our view",
    "to me",
    "it is clear that we",
    "personally",
];
/// Openings of a sentence in which a report describes itself.
const SELF_REFERENCES: &[&str] = &[
    "this report", "this paper", "this section", "this review", "in this report", "in this paper",
    "in this section", "in this review", "our report", "our paper", "the following",
];
/// First words of a sentence that instructs the reader.
const INSTRUCTIONS: &str =
    " see note consider recall imagine click read compare cf refer contact visit let please thanks hello ";
/// Fewest words of a factual sentence without a recognized verb.
const SHORTEST: usize = 6;

/// Returns the bodies of the reference sections.
pub(super) fn apparatus(raw: &str, layout: &Layout) -> Vec<Span> {
    let lists = |section: &Section| {
        let title = section.heading.map_or("", |heading| &raw[heading.title.range()]);
        let title = title.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
        let last = title.split_whitespace().last().unwrap_or("");
        in_word_list(APPARATUS, last) || title == "works cited" || title == "further reading"
    };
    layout.sections().into_iter().filter(lists).map(|section| section.body).collect()
}

/// The prose of a text: everything but headings, code and reference sections.
pub(super) struct Prose {
    layout: Layout,
    apparatus: Vec<Span>,
}

impl Prose {
    /// Finds the prose of a text.
    pub fn new(raw: &str) -> Prose {
        let layout = Layout::new(raw);
        Prose { apparatus: apparatus(raw, &layout), layout }
    }

    /// Whether a sentence is in the prose.
    pub fn has(&self, span: Span) -> bool {
        self.layout.heading_at(span.start).is_none() && !self.layout.in_code(span.start) && !self.lists(span)
    }

    /// Whether a sentence is in a reference section.
    pub fn lists(&self, span: Span) -> bool {
        self.apparatus.iter().any(|list| list.contains(span))
    }
}

/// Whether a sentence without its citations states nothing: "See", "1.", "Cf. ibid."
pub(super) fn is_scrap(sentence: &Sentence) -> bool {
    let word = |at: usize| sentence.tokens.get(at).map(|token| fold_token(sentence.word(token)));
    let tells = word(0).is_some_and(|first| in_word_list(INSTRUCTIONS, &first))
        && word(1).is_none_or(|second| second != "that");
    let content = sentence.tokens.iter().filter(|token| token.is_content()).count();
    tells || content < 2 && !has_verb(sentence, 0..sentence.tokens.len())
}

/// Returns the sentences that state a fact. Headings, questions, code, table rules, reference lists and
/// hedged opinions do not.
fn factual<'a>(raw: &str, sentences: &'a [Placed]) -> Vec<&'a Placed> {
    let prose = Prose::new(raw);
    let cited = citations::places(raw, &prose.layout);
    let states = |placed: &&Placed| {
        let span = placed.span();
        let from = cited.partition_point(|place| place.end <= span.start);
        let cites = cited.get(from).is_some_and(|place| place.start < span.end);
        prose.has(span) && states_fact(&placed.sentence, cites)
    };
    sentences.iter().filter(states).collect()
}

/// Whether a sentence states a fact.
fn states_fact(sentence: &Sentence, cites: bool) -> bool {
    let text = sentence.text.trim_end_matches(['"', '\'', '”', '’', ')', '*', '_', ' ']);
    let words: Vec<_> = sentence.tokens.iter().map(|token| fold_token(sentence.word(token))).collect();
    let Some(first) = words.first() else { return false };
    let content = sentence.tokens.iter().filter(|token| token.is_content()).count();
    if text.ends_with(['?', '？']) || content == 0 || in_word_list(INSTRUCTIONS, first) {
        return false;
    }
    let number = sentence.tokens.iter().any(|token| token.flags.digit);
    let opening = words.iter().take(5).map(|word| &**word).collect::<Vec<_>>().join(" ");
    let opens_with = |list: &[&str]| {
        list.iter().any(|start| {
            opening.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    };
    if opens_with(OPINIONS) {
        return false;
    }
    if number || cites {
        return content >= 2;
    }
    // A report's description of itself needs no source.
    let itself = opens_with(SELF_REFERENCES);
    let lead_in = text.ends_with(':');
    // Capitalized "May" is the month.
    let month = |at: usize| words[at] == "may" && sentence.tokens[at].flags.capital;
    let hedged = (0..words.len()).any(|at| in_word_list(HEDGES, &words[at]) && !month(at));
    let assertive = words.len() >= SHORTEST || has_verb(sentence, 0..words.len()) && content >= 2;
    !lead_in && !itself && !hedged && assertive
}

#[cfg(test)]
mod tests;
