//! What annotators decided on the engine's proposals, with the signals that each proposal is based on.
//!
//! Files and sessions store proposals without signals. The cases are therefore analysed again, and each
//! proposal is located among an annotator's labels by its words or its place. Labels without a proposal
//! have no signals and are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::file::marks;
use super::join::{Contribution, Edited};
use super::{AnnotationsError, Gathering};
use crate::agree::annotators::coefficients::overlap::jaccard;
use crate::agree::annotators::{LabelledUnit, TextMark};
use crate::case::{Case, Texts};
use crate::embedding::Embedding;
use crate::engine::Engine;
use crate::evidence::Wanted;
use crate::evidence::calibration::learn::JudgedProposal;
use crate::labels::{Entry, LISTS, Label, LabelValue, List, Provenance, Side};
use crate::session::ENGINE;
use crate::text::hash64;
use crate::threads::in_parts;

#[derive(Debug, Default)]
pub struct ProposalDecisions {
    pub decisions: Vec<JudgedProposal>,
    /// Number of cases with decisions and known texts.
    pub cases: usize,
    pub annotators: BTreeSet<String>,
    /// Number of cases left out because their texts are unknown.
    pub without_texts: usize,
    /// Number of annotators' labels without a proposal.
    pub unmatched: usize,
}

/// Each proposal's decision and annotator, by case, list and index.
type DecisionsByLabel = BTreeMap<(String, List, usize), (JudgedProposal, Arc<str>)>;

impl Gathering {
    /// Collects every decision on a proposal. Several threads analyse the cases.
    ///
    /// # Errors
    /// If an annotator decided differently on the same label in two places.
    pub fn decided(
        mut self,
        embedding: &Embedding,
        threads: usize,
    ) -> Result<ProposalDecisions, AnnotationsError> {
        let given: Vec<(String, Vec<Contribution>)> = std::mem::take(&mut self.given).into_iter().collect();
        let cases = &self.cases;
        let mut all = ProposalDecisions::default();
        for part in in_parts(&given, threads, |part| vec![some(part, cases, embedding)]) {
            let part = part?;
            all.decisions.extend(part.decisions);
            all.cases += part.cases;
            all.annotators.extend(part.annotators);
            all.without_texts += part.without_texts;
            all.unmatched += part.unmatched;
        }
        Ok(all)
    }
}

fn some(
    given: &[(String, Vec<Contribution>)],
    cases: &FxHashMap<String, Arc<Case>>,
    embedding: &Embedding,
) -> Result<ProposalDecisions, AnnotationsError> {
    let mut engine = Engine::with(embedding.clone());
    let mut out = ProposalDecisions::default();
    for (id, contributions) in given {
        let people = contributions.iter().filter(|own| own.annotator != ENGINE);
        let Some(case) = cases.get(id) else {
            out.without_texts += usize::from(people.count() > 0);
            continue;
        };
        let mut found = DecisionsByLabel::new();
        for own in people {
            decisions(own, case, &mut engine, &mut found, &mut out.unmatched).map_err(|(list, first)| {
                let (name, second) = (&own.annotator, &own.place);
                let what = list.spec().title.to_lowercase();
                AnnotationsError::new(format!(
                    "{name:?} gave different {what} for {id:?}: {first} and {second}"
                ))
                .hint("keep one of them, or give them different names in `by`")
            })?;
        }
        out.cases += usize::from(!found.is_empty());
        out.annotators.extend(found.keys().map(|(name, ..)| name.clone()));
        out.decisions.extend(found.into_values().map(|(decision, _)| decision));
    }
    Ok(out)
}

/// Adds the decisions of one contribution on the proposals for its texts. Fails with the list and place
/// of a decision that contradicts an earlier one.
fn decisions(
    own: &Contribution,
    case: &Case,
    engine: &mut Engine,
    found: &mut DecisionsByLabel,
    unmatched: &mut usize,
) -> Result<(), (List, Arc<str>)> {
    let texts = own
        .texts
        .clone()
        .unwrap_or_else(|| Edited { article: Arc::from(&*case.article), summary: Arc::from(&*case.summary) });
    let seen = Texts { article: &texts.article, summary: &texts.summary };
    if seen.empty().is_some() {
        return Ok(());
    }
    let analysis = engine.analyse(case, seen, Wanted::ALL);
    let places = marks(&analysis.proposals, &texts, Texts::of(case));
    // Summaries of the same article form one group, so that no article is in both the fitting and the
    // test data.
    let group = hash64(case.article.as_bytes());
    for list in LISTS.iter().map(|spec| spec.list) {
        let units = own.share.lists.get(&list).map(Vec::as_slice).unwrap_or_default();
        let mut used = BTreeSet::new();
        for (at, proposal) in analysis.proposals.get(list).unwrap_or_default().iter().enumerate() {
            let (Some(signals), Provenance::Engine) = (proposal.signals, &proposal.by) else { continue };
            let place = places[list as usize].get(at).map(Vec::as_slice).unwrap_or_default();
            let unit = nearest(proposal, place, units);
            used.extend(unit);
            let word = match unit {
                Some(unit) => units[unit].value,
                None if is_rejected(own, list, proposal, place) => LabelValue::No,
                None => continue,
            };
            let decision = JudgedProposal { list, signals, word, case: group };
            let key = (own.annotator.clone(), list, at);
            match found.get(&key) {
                Some((known, first)) if known.word != word => return Err((list, Arc::clone(first))),
                Some(_) => {}
                None => drop(found.insert(key, (decision, Arc::clone(&own.place)))),
            }
        }
        *unmatched += units.len() - used.len();
    }
    Ok(())
}

/// Returns whether an annotator rejected a finding. A session records this; in a file, a list that is
/// entirely theirs lacks the finding.
fn is_rejected(own: &Contribution, list: List, proposal: &Label, place: &[TextMark]) -> bool {
    match &own.rejected {
        Some(rejected) => rejected
            .iter()
            .any(|(of, unit)| *of == list && nearest(proposal, place, std::slice::from_ref(unit)).is_some()),
        None => list.is_finding() && matches!(own.share.whole.entry(list), Entry::Given(_)),
    }
}

/// Returns the unit that matches a proposal: it has the same words, or overlaps most of its place.
fn nearest(proposal: &Label, place: &[TextMark], units: &[LabelledUnit]) -> Option<usize> {
    const MIN_OVERLAP: f64 = 0.5;
    let same = |unit: &LabelledUnit| {
        unit.text == proposal.text && !unit.text.is_empty() && (unit.marks.is_empty() || unit.marks == place)
    };
    let exact = units.iter().position(same);
    exact.or_else(|| {
        let shares = units.iter().map(|unit| overlap(place, &unit.marks)).enumerate();
        shares.filter(|(_, share)| *share >= MIN_OVERLAP).max_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
    })
}

/// Returns the Jaccard index of two sets of marks: in the summary if both mark it, otherwise in the
/// article.
fn overlap(a: &[TextMark], b: &[TextMark]) -> f64 {
    let side = |marks: &[TextMark]| match marks.iter().any(|mark| mark.side == Side::Summary) {
        true => Side::Summary,
        false => Side::Article,
    };
    if side(a) != side(b) {
        return 0.0;
    }
    let of = |marks: &[TextMark]| -> Vec<TextMark> {
        marks.iter().copied().filter(|mark| mark.side == side(a)).collect()
    };
    jaccard(&of(a), &of(b))
}
