//! The factual claims of a summary, each compared with the sources that its sentence cites.
//!
//! Only cited sources are used, which exposes a citation that does not support its claim. A sentence without
//! citations is compared with every source, or with the article if the case has no sources. Headings and
//! reference lists make no claims.

use crate::text::sentence_number;
use std::sync::Arc;

use super::claims::{Claim, claims_with_mismatches, supported_by};
use super::grounding::{Prose, is_scrap};
use super::mismatch::{MismatchKind, WordedMismatch};
use super::premise::{Premise, PremiseIndex};
use super::steps::quoted;
use super::support::{Entailment, judge};
use super::{AnalysisCache, Pair, doubt};
use crate::case::Source;
use crate::labels::{Entry, Label, LabelValue, Labels, List, MismatchId};
use crate::text::{Placed, Recent, Sentence, Span, recent};

mod cited;

/// Number of sentences whose results are cached.
const CACHED_SENTENCES: usize = 2048;

/// A sentence with the indices of the sources that it cites.
type Sought = (Arc<str>, Vec<usize>);

/// The indexed sources, and an LRU cache of results for single sentences.
#[derive(Debug)]
pub(super) struct FactsCache {
    premise_index: Option<Arc<[PremiseIndex]>>,
    found: Recent<Sought, Arc<Vec<Fact>>>,
}

impl Default for FactsCache {
    fn default() -> FactsCache {
        FactsCache { premise_index: None, found: recent(CACHED_SENTENCES) }
    }
}

/// A factual clause and the source that supports it best.
#[derive(Debug)]
struct Fact {
    /// Span within the sentence.
    span: Span,
    entailment: Entailment,
    source: usize,
}

/// Proposes a label for every factual claim.
pub fn run(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    let cited = cited::cited(pair, cache);
    let prose = Prose::new(pair.summary.text.raw());
    let states = |placed: &Placed| prose.has(placed.span()) && !is_scrap(&placed.sentence);
    let mut list = Vec::new();
    if pair.sources.is_empty() {
        let sentences = pair.wording.text.sentences();
        let all = claims_with_mismatches(pair, cache, labels);
        let stated = all.iter().filter(|claim| states(&sentences[claim.sentence]));
        list.extend(stated.map(|claim| in_article(pair, claim, claim.entailment(), claim.mismatch_ids())));
    } else {
        for (placed, cited) in pair.wording.text.sentences().iter().zip(cited).filter(|(p, _)| states(p)) {
            let broken = cited.sources.is_empty().then_some(cited.broken.as_deref()).flatten();
            for fact in facts(pair, cache, &placed.sentence, &cited).iter() {
                let span = fact.span.shifted(placed.start);
                list.push(in_source(pair, span, fact, broken, !cited.sources.is_empty()));
            }
        }
    }
    labels.set(List::Facts, Entry::Given(list));
}

/// Returns the factual clauses of a sentence, each with the best of the sources that it is compared with.
fn facts(
    pair: &Pair,
    cache: &mut AnalysisCache,
    sentence: &Arc<Sentence>,
    cited: &cited::Cited,
) -> Arc<Vec<Fact>> {
    let key = (Arc::clone(&sentence.text), cited.sources.clone());
    if let Some(kept) = cache.facts.found.get(&key) {
        return Arc::clone(kept);
    }
    let premise_index = cache
        .facts
        .premise_index
        .get_or_insert_with(|| pair.sources.iter().map(|source| PremiseIndex::new(source)).collect());
    let every: Vec<usize> = (0..pair.sources.len()).collect();
    let held = if cited.sources.is_empty() { &every } else { &cited.sources };
    let mut best: Vec<Fact> = Vec::new();
    for &source in held {
        let name = format!("source {}", name(&pair.case.sources, source));
        let premise =
            Premise { name: &name, indexed: &pair.sources[source], premise_index: &premise_index[source] };
        // The clauses depend on the sentence alone, so they are the same for every source.
        let factual = judge(premise, sentence).into_iter().filter(|entailment| entailment.statement.factual);
        for (at, entailment) in factual.enumerate() {
            let fact = Fact { span: entailment.statement.span, entailment, source };
            match best.get_mut(at) {
                None => best.push(fact),
                Some(known) if rank(&fact.entailment) > rank(&known.entailment) => *known = fact,
                Some(_) => {}
            }
        }
    }
    let best = Arc::new(best);
    cache.facts.found.put(key, Arc::clone(&best));
    best
}

/// Orders results: verified ones first, then by support.
fn rank(entailment: &Entailment) -> (bool, f64) {
    (is_verified(entailment), entailment.support)
}

/// Returns the name of a source: its identifier, else its title, else its number.
fn name(sources: &[Source], at: usize) -> String {
    let named = sources.get(at).and_then(|source| source.id.as_ref().or(source.title.as_ref()));
    named.filter(|name| !name.trim().is_empty()).cloned().unwrap_or_else(|| (at + 1).to_string())
}

/// Returns the label of a claim compared with the article, with the mismatches that it refers to.
pub(super) fn in_article(
    pair: &Pair,
    claim: &Claim,
    entailment: &Entailment,
    mismatches: Vec<MismatchId>,
) -> Label {
    let mut label = verdict(pair, entailment.statement.span.shifted(claim.start), entailment);
    if label.word == Some(LabelValue::Yes) {
        label.source = Some("article".to_owned());
        label.why = vec![supported_by(pair.article.text(), entailment)];
    } else {
        label.mismatches = mismatches;
    }
    label.article.clone_from(&entailment.evidence);
    label
}

fn in_source(pair: &Pair, span: Span, fact: &Fact, broken: Option<&str>, cites: bool) -> Label {
    let mut label = verdict(pair, span, &fact.entailment);
    let name = name(&pair.case.sources, fact.source);
    if let Some(broken) = broken {
        label.word = Some(LabelValue::No);
        label.why = vec![match pair.sources.len() {
            1 => format!("cites {broken}, which is not the one source"),
            all => format!("cites {broken}, which is none of the {all} sources"),
        }];
        label.p = Some(0.9);
        return label;
    }
    let nearest =
        fact.entailment.best.map(|at| (at, &*pair.sources[fact.source].text.sentences()[at].sentence.text));
    if label.word == Some(LabelValue::Yes) {
        let sentence = match nearest {
            Some((at, text)) => format!(", sentence {}: \"{}\"", sentence_number(at), quoted(text)),
            None => String::new(),
        };
        label.why = vec![format!("source {name}{sentence}")];
        label.source = Some(name);
    } else {
        if let Some((at, text)) = nearest {
            label.why.push(format!(
                "nearest is source {name}, sentence {}: \"{}\"",
                sentence_number(at),
                quoted(text)
            ));
        }
        if cites && pair.sources.len() > 1 {
            label.why.push("only the sources that it cites were looked at".to_owned());
        }
    }
    label
}

/// Weighted share of a clause's content words in one passage from which its wording does not matter.
const SAME_PASSAGE: f64 = 0.75;
/// Factor on the certainty of a claim that is verified by one passage alone, relative to full support.
const BY_PASSAGE: f64 = 0.8;

/// Whether a clause is verified. Sources are short, and claims reword them. So if one passage has nearly all
/// of a clause, and no number, name, date or negation differs, the wording does not count.
fn is_verified(entailment: &Entailment) -> bool {
    let of_words =
        |mismatch: &&WordedMismatch| !matches!(mismatch.kind, MismatchKind::Wording | MismatchKind::Novel);
    let word = doubt::word_of_support(entailment.support);
    word == LabelValue::Supported
        || word == LabelValue::Partial
            && entailment.overlap.window >= SAME_PASSAGE
            && !entailment.mismatches.iter().filter(of_words).any(WordedMismatch::is_doubt)
}

/// Returns the label for the result on a clause. Partial support does not verify it.
fn verdict(pair: &Pair, span: Span, entailment: &Entailment) -> Label {
    let verified = is_verified(entailment);
    let why = entailment
        .mismatches
        .iter()
        .filter(|mismatch| mismatch.is_doubt() && !verified)
        .map(|mismatch| mismatch.why.clone());
    let sure = match (verified, doubt::word_of_support(entailment.support)) {
        (true, LabelValue::Supported) => entailment.support,
        (true, _) => entailment.overlap.window * BY_PASSAGE,
        (false, _) => 1.0 - entailment.support,
    };
    Label {
        text: pair.summary.text.slice(span).to_owned(),
        word: Some(if verified { LabelValue::Yes } else { LabelValue::No }),
        summary: vec![span],
        why: why.collect(),
        p: Some(sure.clamp(0.05, 0.99)),
        ..Label::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Case, Texts};
    use crate::engine::Engine;
    use crate::evidence::Wanted;

    const ARTICLE: &str = "The bridge at Tane opened in 1931. It was closed for repairs in 1994.";

    fn facts(summary: &str, sources: &[(&str, &str)]) -> Vec<Label> {
        let sources = sources.iter().map(|(id, text)| Source {
            id: Some((*id).to_owned()),
            url: Some(format!("https://s.example/{id}")),
            text: (*text).to_owned(),
            ..Source::default()
        });
        let case = Case { sources: sources.collect(), ..Case::default() };
        let wanted = Wanted::new(&[List::Facts], &[]);
        let analysis = Engine::default().analyse(&case, Texts { article: ARTICLE, summary }, wanted);
        analysis.proposals.get(List::Facts).unwrap().to_vec()
    }

    fn words(labels: &[Label]) -> Vec<Option<LabelValue>> {
        labels.iter().map(|label| label.word).collect()
    }

    const SOURCES: [(&str, &str); 2] = [
        ("history", "The bridge at Tane opened in 1931 and carried 400 wagons a day."),
        ("repairs", "In 1994 the bridge at Tane was closed for repairs, which took two years."),
    ];

    #[test]
    fn a_claim_is_held_against_the_source_that_it_cites_alone() {
        for summary in [
            "The bridge at Tane opened in 1931 [1].",
            "The bridge at Tane opened in 1931.[1] It was closed for repairs in 1994 [2].",
            "The bridge at Tane opened in 1931 (https://s.example/history).",
            "The bridge at Tane [opened in 1931](https://s.example/history).",
            "The bridge at Tane opened in 1931 [history].",
        ] {
            let found = facts(summary, &SOURCES);
            assert!(found.iter().all(|label| label.word == Some(LabelValue::Yes)), "{summary}: {found:?}");
            assert_eq!(found[0].source.as_deref(), Some("history"), "{summary}");
        }
        let wrong = facts("The bridge at Tane opened in 1931 [2].", &SOURCES);
        assert_eq!(words(&wrong), [Some(LabelValue::No)]);
        assert!(
            wrong[0].why.iter().any(|why| why.contains("1931 is not in source repairs")),
            "{:?}",
            wrong[0].why
        );
        let nothing_cited = facts("The bridge at Tane opened in 1931.", &SOURCES);
        assert_eq!(nothing_cited[0].source.as_deref(), Some("history"));
    }

    #[test]
    fn a_citation_of_no_source_verifies_nothing() {
        let found = facts("The bridge at Tane opened in 1931 [7].", &SOURCES);
        assert_eq!(words(&found), [Some(LabelValue::No)]);
        assert!(found[0].why[0].contains("cites [7], which is none of the 2 sources"), "{:?}", found[0].why);
    }

    #[test]
    fn without_sources_the_article_stands_in() {
        let found = facts("The bridge at Tane opened in 1931 [1]. It carried 700 wagons a day.", &[]);
        assert_eq!(words(&found), [Some(LabelValue::Yes), Some(LabelValue::No)]);
        assert_eq!(found[0].source.as_deref(), Some("article"));
        assert!(!found[0].article.is_empty() && !found[1].why.is_empty());
        assert!(facts("Is it open?", &SOURCES).is_empty());
    }

    #[test]
    fn headings_lists_of_references_and_scraps_state_nothing() {
        let summary = "# The bridge at Tane\n\nThe bridge at Tane opened in 1931. See (Smith, 2020). See also [1].\n\n\
            ## Repairs of 1994\n\nIt was closed. It rained.\n\n## References\n\n1. Okafor, A. Bridges of Tane. \
            https://s.example/history\n2. Tane opened in 1931.";
        for sources in [&SOURCES[..], &[]] {
            let found = facts(summary, sources);
            let texts: Vec<&str> = found.iter().map(|label| label.text.as_str()).collect();
            assert_eq!(texts, ["The bridge at Tane opened in 1931", "It was closed", "It rained"]);
        }
    }

    #[test]
    fn spans_are_those_of_the_summary() {
        let summary =
            "京都 🧪 [1]. The bridge at Tane opened in 1931 [1]; it was closed for repairs in 1994 [2].";
        for label in facts(summary, &SOURCES) {
            assert_eq!(&summary[label.summary[0].range()], label.text);
        }
    }
}
