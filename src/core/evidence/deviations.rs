//! Finds where the summary departs from the article's meaning, sentiment, focus or framing.
//!
//! A statement that the article merely lacks is a hallucination but not a deviation. One that the article
//! contradicts is both.

use super::claims::{Claim, ClaimMismatch, claims_with_mismatches, is_doubtful};
use super::mismatch::MismatchKind;
use super::support::Entailment;
use super::{AnalysisCache, Pair, calibration, tone};
use crate::labels::{Entry, Label, LabelValue, Labels, List, MismatchId};
use crate::text::sentence_number;
use crate::text::{Span, Token, fold_token, hash64, idf, lexicon};

/// Proposes the deviations.
pub fn run(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    let all = claims_with_mismatches(pair, cache, labels);
    let mut out = Vec::new();
    let english = [&pair.article.indexed, pair.summary].iter().all(|text| text.profile.is_english());
    for claim in &*all {
        out.extend(meaning(pair, claim, claim.entailment(), &[]));
        if english {
            framing(pair, claim, &mut out);
        }
    }
    if english {
        sentiment(pair, &all, &mut out);
    }
    focus(pair, &all, &mut out);
    labels.set(List::Deviations, Entry::Given(out));
}

fn deviation(
    kind: &'static str,
    word: LabelValue,
    why: String,
    summary: Vec<Span>,
    article: Vec<Span>,
    p: f64,
) -> Label {
    Label {
        text: why.clone(),
        kind: Some(kind),
        summary,
        article,
        why: vec![why],
        ..calibration::label(List::Deviations, word, [p, 0.0, 0.0, 0.0])
    }
}

/// Returns the contradiction in a judged claim, ignoring retracted mismatches. It is the more severe, the
/// more central the contradicted sentence is. A supported claim contradicts nothing.
pub fn meaning(pair: &Pair, claim: &Claim, entailment: &Entailment, struck: &[MismatchId]) -> Option<Label> {
    if !is_doubtful(entailment) {
        return None;
    }
    // At most one deviation per clause: the most decisive contradiction.
    let open = |one: &&ClaimMismatch| claim.worded(one).kind.contradicts() && !struck.contains(&one.id);
    let mismatch = claim.mismatches.iter().find(open)?;
    let worded = claim.worded(mismatch);
    let central = entailment.best.is_some_and(|at| is_central(pair, at));
    let severity = match (worded.kind, central) {
        (MismatchKind::Modality, _) => LabelValue::Mild,
        (MismatchKind::Quantifier, _) if worded.max_support > 0.3 => LabelValue::Mild,
        (MismatchKind::Negation | MismatchKind::Antonym | MismatchKind::Role, true) => LabelValue::Severe,
        _ => LabelValue::Moderate,
    };
    let p = 1.0 - worded.max_support;
    let found =
        deviation("meaning", severity, worded.why.clone(), mismatch.spans.clone(), worded.article.clone(), p);
    Some(Label { mismatches: vec![mismatch.id], ..found })
}

/// Whether a sentence is central to the article: among its first two, or with many words that the article
/// repeats.
fn is_central(pair: &Pair, at: usize) -> bool {
    const LEAD: usize = 2;
    if at < LEAD {
        return true;
    }
    let text = pair.article.text();
    let sentence = &text.sentences()[at].sentence;
    let content: Vec<&Token> = sentence.tokens.iter().filter(|t| t.is_content()).collect();
    let often = content
        .iter()
        .filter(|t| pair.article.indexed.positions.get(&t.stem).is_some_and(|p| p.len() >= 3))
        .count();
    content.len() >= 4 && often * 2 >= content.len()
}

/// Whether a word attributes a statement to somebody.
fn is_saying(lower: &str) -> bool {
    matches!(
        lower,
        "said"
            | "says"
            | "say"
            | "told"
            | "claimed"
            | "claims"
            | "claim"
            | "alleged"
            | "alleges"
            | "argued"
            | "argues"
            | "insisted"
            | "insists"
            | "according"
            | "suggested"
            | "suggests"
            | "believes"
            | "believed"
            | "thinks"
            | "warned"
            | "warns"
            | "denied"
            | "denies"
            | "accused"
            | "accuses"
            | "stated"
            | "states"
            | "added"
            | "reported"
            | "reportedly"
            | "allegedly"
            | "admitted"
            | "admits"
            | "announced"
            | "called"
            | "described"
            | "reports"
            | "quoted"
            | "asked"
            | "feels"
            | "felt"
            | "predicted"
            | "predicts"
            | "asserted"
    )
}

/// Adds framing deviations: doubtful statements that the article attributes and the summary states as fact,
/// and loaded words of the summary.
fn framing(pair: &Pair, claim: &Claim, out: &mut Vec<Label>) {
    let entailment = claim.entailment();
    let placed = &pair.wording.text.sentences()[claim.sentence];
    let sentence = &placed.sentence;
    if let Some(at) = entailment.best
        && entailment.overlap.window > 0.75
        && !sentence.tokens.iter().any(|t| is_saying(&fold_token(sentence.word(t))))
    {
        let source = &pair.article.text().sentences()[at];
        // Only verbs that themselves cast doubt count. In a report every other sentence is "said" by
        // somebody.
        let cue = source.sentence.tokens.iter().find(|t| {
            matches!(
                &*fold_token(source.sentence.word(t)),
                "claimed"
                    | "claims"
                    | "alleged"
                    | "alleges"
                    | "allegedly"
                    | "argued"
                    | "argues"
                    | "insisted"
                    | "insists"
                    | "believes"
                    | "accused"
                    | "accuses"
                    | "reportedly"
                    | "suspects"
                    | "speculated"
                    | "rumoured"
                    | "rumored"
            )
        });
        if let Some(cue) = cue {
            let why = format!(
                "given as a fact; \"{}\" in sentence {}",
                source.sentence.word(cue).to_lowercase(),
                sentence_number(at)
            );
            let span = entailment.statement.span.shifted(claim.start);
            out.push(deviation(
                "framing",
                LabelValue::Mild,
                why,
                vec![span],
                vec![source.place(cue.span)],
                0.6,
            ));
        }
    }
    for at in entailment.statement.tokens.clone() {
        let token = &sentence.tokens[at];
        // Names are not judgements, and words that the article uses in any form are the article's.
        let lacking = !pair.article.indexed.has(token.stem);
        if lacking
            && token.is_content()
            && is_charged(token.word)
            && is_opinion(token.word)
            && !(token.flags.capital && at > 0)
            && idf::idf(token.stem) > 2.0
        {
            let word = sentence.word(token);
            let severity = if lexicon::polarity(token.word).abs() >= 4 {
                LabelValue::Moderate
            } else {
                LabelValue::Mild
            };
            let why = format!("loaded word \"{word}\", which the article does not use");
            out.push(deviation("framing", severity, why, vec![placed.place(token.span)], Vec::new(), 0.6));
        }
    }
}

/// Whether a word expresses an opinion. "Lost" and "killed" are as negative, but factual.
fn is_opinion(word: u64) -> bool {
    tone::rating(word).is_some_and(|rated| rated.subjectivity >= 6)
}

/// Returns the summed polarity of charged words, inverted after a negation, and their number.
fn polarity<'a>(tokens: impl Iterator<Item = &'a Token>) -> (f64, usize) {
    let (mut sum, mut count, mut since_denial) = (0.0, 0, 9);
    for token in tokens {
        if [&b"not"[..], b"n't", b"no", b"never", b"without"].iter().any(|w| hash64(w) == token.word) {
            since_denial = 0;
            continue;
        }
        since_denial += 1;
        let value = f64::from(lexicon::polarity(token.word));
        if value != 0.0 {
            sum += if since_denial <= 3 { -value } else { value };
            count += 1;
        }
    }
    (sum, count)
}

/// Compares the sentiment of the summary with that of the sentences that it rests on.
fn sentiment(pair: &Pair, all: &[Claim], out: &mut Vec<Label>) {
    const MIN_CHARGED_WORDS: usize = 2;
    let mut rests: Vec<usize> = all.iter().filter_map(|c| c.entailment().best).collect();
    rests.sort_unstable();
    rests.dedup();
    let text = pair.article.text();
    let (here, charged) = polarity(pair.wording.text.tokens().map(|(_, t)| t));
    let (there, theirs) = polarity(rests.iter().flat_map(|&at| &text.sentences()[at].sentence.tokens));
    if charged < MIN_CHARGED_WORDS || theirs == 0 && charged < 3 {
        return;
    }
    let own = here / charged as f64;
    let source = if theirs == 0 { 0.0 } else { there / theirs as f64 };
    let shift = own - source;
    let opposed = own * source < 0.0;
    let severity = match shift.abs() {
        s if s > 3.5 && opposed => LabelValue::Severe,
        s if s > 2.5 && (opposed || theirs == 0) => LabelValue::Moderate,
        s if s > 2.0 && opposed => LabelValue::Mild,
        _ => return,
    };
    let direction = if shift > 0.0 { "more favourable" } else { "more unfavourable" };
    let spans: Vec<Span> = pair
        .summary
        .text
        .tokens()
        .filter(|(_, t)| lexicon::polarity(t.word) != 0)
        .map(|(s, _)| s)
        .take(6)
        .collect();
    let why = format!("the summary sounds {direction} than the sentences that it rests on");
    let article = rests.iter().take(3).map(|&at| text.sentences()[at].span()).collect();
    out.push(deviation("sentiment", severity, why, spans, article, 0.6));
}

/// Adds a focus deviation if a summary of several claims rests on late sentences that are not central.
fn focus(pair: &Pair, all: &[Claim], out: &mut Vec<Label>) {
    const LONG: usize = 12;
    let count = pair.article.text().sentences().len();
    let rests: Vec<usize> = all
        .iter()
        .filter(|c| c.entailment().overlap.window > 0.6)
        .filter_map(|c| c.entailment().best)
        .collect();
    if count < LONG || rests.len() < 2 {
        return;
    }
    let minor = rests.iter().filter(|&&at| at > count / 2 && !is_central(pair, at)).count();
    let lead = rests.iter().any(|&at| at < 3 || is_central(pair, at));
    if minor == rests.len() {
        let severity = if rests.len() >= 3 { LabelValue::Moderate } else { LabelValue::Mild };
        let why = "every claim rests on minor sentences of the article's second half".to_owned();
        let spans = all.iter().map(|c| c.entailment().statement.span.shifted(c.start)).collect();
        let article = rests.iter().take(3).map(|&at| pair.article.text().sentences()[at].span()).collect();
        out.push(deviation("focus", severity, why, spans, article, 0.6));
    } else if !lead && minor * 3 >= rests.len() * 2 {
        let why = "most claims rest on minor sentences of the article's second half".to_owned();
        let spans = all.iter().map(|c| c.entailment().statement.span.shifted(c.start)).collect();
        let article = rests.iter().take(3).map(|&at| pair.article.text().sentences()[at].span()).collect();
        out.push(deviation("focus", LabelValue::Mild, why, spans, article, 0.55));
    }
}

/// Whether a word has a strong polarity.
fn is_charged(token: u64) -> bool {
    lexicon::polarity(token).abs() >= 3
}
