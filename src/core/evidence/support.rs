//! How far the article, or another text, supports a statement of the summary, with a reason for each
//! mismatch.
//!
//! Overlap features measure the wording shared with the best passage. The checks find missing numbers, dates
//! and names, negations, antonyms, swapped roles and so on. [`doubt`] joins them into a support value that
//! selects the reasons and is not a probability. The label of a claim comes from [`calibration`], which turns
//! the [`Signals`] into the probability of support and the likeliest word.

use std::ops::Range;

use super::checks::{self, ClaimPairing};
use super::clauses::{Statement, statements_of};
use super::doubt::{self, word_of_support};
use super::features::{self, Features};
use super::matching::{Matches, Passage};
use super::mismatch::{MismatchKind, WordedMismatch};
use super::overlap::{MISREAD, OverlapFeatures};
use super::{Premise, calibration};
use crate::labels::{LabelValue, Signals};
use crate::text::{Sentence, Span};

/// A statement with its support.
#[derive(Clone, Debug, PartialEq)]
pub struct Entailment {
    pub statement: Statement,
    /// How far the article supports the statement, from 0 to 1. This is not a probability; [`calibration`]
    /// derives that from the signals.
    pub support: f64,
    /// Input of the calibration of claims: the doubt from the features, as log-odds; the share of content
    /// words that the article has in no form, at least one half if a name, date or number is missing; how certainly a difference in a fact contradicts the article;
    /// and how certainly the statement says less than the article. For a part of a clause they are at most
    /// those of the whole, except for a contradiction found in the part itself.
    pub signals: Signals,
    /// Share of the content words that the passage has, without those in a mismatch, from 0 to 1.
    pub close: f64,
    /// The likeliest word, given the signals.
    pub word: LabelValue,
    /// The mismatches, the most decisive first.
    pub mismatches: Vec<WordedMismatch>,
    /// The passage that the statement was compared with, as byte spans of the article: sentences, best first,
    /// or the copied words if the statement is a copy.
    pub evidence: Vec<Span>,
    /// Support of each token of the statement, from 0 to 1.
    pub words: Vec<f64>,
    /// Index of the best article sentence.
    pub best: Option<usize>,
    /// Indices of the first and last article sentence that the statement was copied from word for word.
    pub copied: Option<(usize, usize)>,
    /// The overlap features behind the check of the wording.
    pub overlap: OverlapFeatures,
    /// The features from which the probability is derived, together with the contradiction.
    pub features: Features,
}

impl Entailment {
    /// Returns the same statement with all doubts removed, as a person decided.
    pub fn cleared(&self) -> Entailment {
        let support = doubt::support(0.0);
        let words = self.words.iter().map(|_| 1.0).collect();
        let features = [0.0; features::COUNT];
        Entailment {
            support,
            signals: signals(&features, &self.overlap, &[], 0.0, 0.0),
            word: LabelValue::Supported,
            mismatches: Vec::new(),
            words,
            features,
            ..self.clone()
        }
    }
}

/// Number of words that the article does not have from which a presupposing question counts as a claim: "How
/// much do you remember about the news in Wales?"
const BROUGHT_IN: usize = 3;
/// Share of new words that a name, date or number missing from the article counts as.
const MISSING_FACT: f64 = 0.5;
/// Support up to which a mismatch reports a fact that the article certainly lacks.
const CERTAINLY_MISSING: f64 = 0.1;

fn signals(
    features: &Features,
    overlap: &OverlapFeatures,
    mismatches: &[WordedMismatch],
    against: f64,
    weaker: f64,
) -> Signals {
    let is_missing_fact = |mismatch: &WordedMismatch| {
        matches!(mismatch.kind, MismatchKind::Name | MismatchKind::Date | MismatchKind::Number)
            && mismatch.article.is_empty()
            && mismatch.max_support <= CERTAINLY_MISSING
    };
    let missing = if mismatches.iter().any(is_missing_fact) { MISSING_FACT } else { 0.0 };
    [
        calibration::trees::odds(features),
        overlap.new_against().max(missing),
        doubt::certainty(against),
        doubt::certainty(weaker),
    ]
}

/// Judges the statements of one sentence against a text.
pub fn judge(article: Premise, sentence: &Sentence) -> Vec<Entailment> {
    let all = statements_of(sentence, article.indexed.profile.is_english());
    let by_clause = all.chunk_by(|a, b| a.within == b.within);
    by_clause.flat_map(|statements| judge_statements(article, sentence, statements, &[])).collect()
}

/// Judges each clause of one sentence as a whole, which is what the calibration is fitted on.
pub fn judge_clauses(article: Premise, sentence: &Sentence) -> Vec<Entailment> {
    let all = statements_of(sentence, article.indexed.profile.is_english());
    let by_clause = all.chunk_by(|a, b| a.within == b.within);
    let whole = |statements: &[Statement]| statements[0].whole(sentence);
    by_clause.map(|statements| judge_statement(article, sentence, whole(statements), &[], None)).collect()
}

/// Index of the contradiction among the signals.
const CONTRADICTION: usize = 2;
/// Share that a passage must hold to contradict a part of a clause by itself: of the part, or of its words
/// outside the mismatches. The second constant is the least share of all its words with which this is tried.
const TELLS_PART: f64 = 0.8;
const MAY_TELL_PART: f64 = 0.5;

/// Judges the statements of a clause. A few shared words prove little, so the clause is judged as a whole.
/// The statement that is the most doubtful by itself gets the doubt of the clause, and no other is more
/// doubtful.
fn judge_statements(
    article: Premise,
    sentence: &Sentence,
    statements: &[Statement],
    struck: &[Struck],
) -> Vec<Entailment> {
    let whole = judge_statement(article, sentence, statements[0].whole(sentence), struck, None);
    if !statements[0].is_part() {
        return vec![whole];
    }
    let mut out: Vec<Entailment> = statements
        .iter()
        .map(|part| judge_statement(article, sentence, part.clone(), struck, Some(&whole)))
        .collect();
    let p_supported = |at: usize| calibration::probability_supported(out[at].signals);
    let is_claim = |at: usize| out[at].statement.factual;
    // Statements that are claims come first, since only they are shown.
    let order = |a: &usize, b: &usize| {
        is_claim(*b).cmp(&is_claim(*a)).then_with(|| p_supported(*a).total_cmp(&p_supported(*b)))
    };
    let worst = (0..out.len()).min_by(order);
    for (at, part) in out.iter_mut().enumerate() {
        // A contradiction of the part itself counts regardless of the rest of the clause.
        let is_contradicted = part.mismatches.iter().any(|mismatch| mismatch.contradicts);
        let contradicted = is_contradicted.then_some(part.signals[CONTRADICTION]);
        if Some(at) == worst {
            (part.support, part.signals) = (whole.support, whole.signals);
        } else {
            part.support = part.support.max(whole.support);
            part.signals = std::array::from_fn(|at| part.signals[at].min(whole.signals[at]));
        }
        let of_whole = part.signals[CONTRADICTION];
        part.signals[CONTRADICTION] = contradicted.map_or(of_whole, |own| own.max(of_whole));
        part.word = calibration::likeliest_word(part.signals);
    }
    out
}

/// A mismatch that a person retracted: its kind, and the words of the summary sentence that it concerns.
pub type Struck = (MismatchKind, Vec<Span>);

/// Judges a statement again without the retracted mismatches, whose words count as supported.
pub fn judge_without(
    article: Premise,
    sentence: &Sentence,
    statement: &Statement,
    struck: &[Struck],
) -> Entailment {
    let mut of_clause = statements_of(sentence, article.indexed.profile.is_english());
    of_clause.retain(|one| one.within == statement.within);
    let at = of_clause.iter().position(|one| one.tokens == statement.tokens).unwrap_or_default();
    judge_statements(article, sentence, &of_clause, struck).swap_remove(at)
}

/// Judges a whole clause as one statement, or a part of a judged `whole`. Mismatches in facts are taken from
/// the whole, since they are the more certain the closer all its words are to the article. New words are
/// taken from the part.
fn judge_statement(
    article: Premise,
    sentence: &Sentence,
    mut statement: Statement,
    struck: &[Struck],
    whole: Option<&Entailment>,
) -> Entailment {
    let mut matches = Matches::new(article, sentence, statement.tokens.clone());
    let is_struck = |kind: MismatchKind| struck.iter().any(|(known, _)| *known == kind);
    let borne_out =
        struck.iter().filter(|(kind, _)| *kind != MismatchKind::Wording).flat_map(|(_, words)| words);
    // Words of an inner statement are judged with that statement.
    let hole = statement.hole(sentence);
    matches.bear_out(sentence, statement.tokens.start, borne_out.chain(&hole));
    let passage = Passage::best(article, &matches);
    matches.find_similar(article, sentence, statement.tokens.start, &passage);
    matches.find_repeated(article, &passage);
    let pairing = ClaimPairing::new(article, sentence, &statement, &matches, &passage);
    let reworded = checks::reworded(&pairing);
    let pairing = if reworded.is_empty() {
        pairing
    } else {
        matches.bear_out(sentence, statement.tokens.start, reworded.iter());
        ClaimPairing::new(article, sentence, &statement, &matches, &passage)
    };
    let ClaimPairing { overlap, verbatim, .. } = pairing;
    let Differences { mismatches, by_itself, from_whole } = Differences::of(&pairing, struck, whole);
    let without = &article.premise_index.without;
    let is_unworded = verbatim || without.contains(&checks::WORDING) || is_struck(MismatchKind::Wording);
    let by_wording = if is_unworded { 0.0 } else { overlap.doubt() };
    let mut features =
        features::of(article, sentence, statement.tokens.start, &matches, overlap.lcs, by_wording);
    if is_unworded {
        features = features::unworded(features);
    }
    if overlap.misread {
        features = features.map(|value| value * MISREAD);
    }
    let close = closeness(&pairing, &mismatches);
    let differing = |weakens: bool| {
        let of = |found: &[WordedMismatch], close| {
            doubt::contradiction(found.iter().filter(|mismatch| mismatch.weakens == weakens), close)
        };
        match whole {
            Some(whole) => of(&from_whole, whole.close).max(of(&by_itself, close)),
            None => of(&mismatches, close),
        }
    };
    let (contradiction, weaker) = (differing(false), differing(true));
    let support = doubt::support(
        by_wording.max(doubt::novelty_penalty(&overlap, &mismatches, close)) + contradiction.max(weaker),
    );
    let against = contradiction.max(doubt::severe_novelty_penalty(&overlap, &mismatches, close));
    statement.factual |= statement.presumes
        && matches.missing() >= BROUGHT_IN
        && word_of_support(doubt::support(by_wording)) != LabelValue::Supported;
    let words = matches.words(&passage, 1.0 - overlap.known);
    let run = if overlap.run >= 1.0 { matches.copied(article, &passage) } else { None };
    let evidence = run.clone().map_or_else(|| passage.spans(article), |run| vec![span_of(article, run)]);
    let sentence_of = |at: usize| article.indexed.sentence_of[at] as usize;
    let copied = run.map(|run| (sentence_of(run.start), sentence_of(run.end - 1)));
    let signals = signals(&features, &overlap, &mismatches, against, weaker);
    Entailment {
        word: calibration::likeliest_word(signals),
        statement,
        support,
        signals,
        close,
        mismatches,
        evidence,
        words,
        best: passage.best,
        copied,
        overlap,
        features,
    }
}

/// The mismatches of a statement, by where they were found.
struct Differences {
    /// All of them, the most decisive first.
    mismatches: Vec<WordedMismatch>,
    /// The contradictions found in the statement itself.
    by_itself: Vec<WordedMismatch>,
    /// Those in facts that were found in the clause of which the statement is a part.
    from_whole: Vec<WordedMismatch>,
}

impl Differences {
    fn of(pairing: &ClaimPairing, struck: &[Struck], whole: Option<&Entailment>) -> Differences {
        let mut mismatches = match whole {
            None => checks::find(pairing),
            Some(_) => of_part(pairing),
        };
        // Retracted new words are supported by now; other retracted mismatches are found again and removed here.
        mismatches.retain(|mismatch| {
            mismatch.kind == MismatchKind::Novel
                || !struck.iter().any(|(kind, words)| *kind == mismatch.kind && *words == mismatch.summary)
        });
        let by_itself: Vec<WordedMismatch> =
            mismatches.iter().filter(|mismatch| mismatch.contradicts).cloned().collect();
        let from_whole: Vec<WordedMismatch> = whole.map_or_else(Vec::new, |whole| {
            let own = pairing.clause.pieces(pairing.sentence);
            let is_found = |found: &WordedMismatch| {
                by_itself.iter().any(|own| own.kind == found.kind && own.summary == found.summary)
            };
            let is_own = |mismatch: &&WordedMismatch| {
                mismatch.is_of_fact() && mismatch.touches(&own) && !is_found(mismatch)
            };
            whole.mismatches.iter().filter(is_own).cloned().collect()
        });
        mismatches.retain(|mismatch| !from_whole.contains(mismatch));
        mismatches.extend(from_whole.iter().cloned());
        mismatches.sort_by(|a, b| a.max_support.total_cmp(&b.max_support));
        // The wording is the reason only if no mismatch is more severe.
        let is_wording = |mismatch: &WordedMismatch| mismatch.kind == MismatchKind::Wording;
        let is_struck = struck.iter().any(|(kind, _)| *kind == MismatchKind::Wording);
        let is_decisive = mismatches.first().is_some_and(is_wording) && !is_struck;
        mismatches.retain(|mismatch| !is_wording(mismatch) || is_decisive);
        Differences { mismatches, by_itself, from_whole }
    }
}

/// Returns the mismatches of a part of a clause. Those in facts must contradict it: the clause as a whole may
/// rest on other sentences than the one that contradicts the part.
fn of_part(pairing: &ClaimPairing) -> Vec<WordedMismatch> {
    let window = pairing.overlap.window;
    if window < MAY_TELL_PART {
        return checks::of_words(pairing);
    }
    let mut found = checks::find(pairing);
    let differing: Vec<WordedMismatch> =
        found.iter().filter(|mismatch| mismatch.contradicts).cloned().collect();
    let rest = closeness_to(pairing, pairing.passage, &differing);
    // A close rest does not show that two opposites apply to the same thing.
    let tells = |mismatch: &WordedMismatch| {
        window >= TELLS_PART || rest >= TELLS_PART && mismatch.kind != MismatchKind::Antonym
    };
    found.retain(|mismatch| !mismatch.is_of_fact() || mismatch.contradicts && tells(mismatch));
    found
}

/// Returns how close a statement is to its passage, outside the mismatches. A report is compared with the
/// sentence that reports it, wherever the passage is, since names weigh more than the words reported.
fn closeness(pairing: &ClaimPairing, mismatches: &[WordedMismatch]) -> f64 {
    let article = pairing.article;
    let reported = mismatches.iter().find(|mismatch| mismatch.kind == MismatchKind::Attribution);
    let reported = reported.and_then(|mismatch| article.text().sentence_at(mismatch.article.first()?.start));
    let wider = reported.map(|at| pairing.passage.with(article, pairing.matches, at));
    closeness_to(pairing, wider.as_ref().unwrap_or(pairing.passage), mismatches)
}

/// Returns the share of a clause's content words, outside the mismatches, that its passage has, from 0 to 1.
/// It measures how close the rest of the clause is to the passage.
fn closeness_to(pairing: &ClaimPairing, passage: &Passage, mismatches: &[WordedMismatch]) -> f64 {
    let ClaimPairing { sentence, matches, .. } = pairing;
    let first = pairing.clause.tokens.start;
    let differing = || mismatches.iter().filter(|mismatch| doubt::says_more(&pairing.overlap, mismatch));
    let objected = |span: Span| differing().flat_map(|v| &v.summary).any(|s| s.overlaps(span));
    let (mut had, mut all) = (0.0, 0.0);
    for (at, token) in matches.tokens.iter().enumerate().filter(|(_, t)| t.content) {
        if objected(sentence.tokens[first + at].span) {
            continue;
        }
        all += 1.0;
        if passage.has(at) {
            had += token.quality;
        } else {
            had += matches.short_claim_weight() * token.near;
        }
    }
    // Each word of a short clause is a large share. The exponent of one half makes a contradiction, which
    // counts with the square of this value, count in proportion to the share there.
    let share: f64 = if all > 0.0 { had / all } else { 1.0 };
    share.powf(1.0 - matches.short_claim_weight() / 2.0)
}

/// Returns the byte span of some tokens of the article.
fn span_of(article: Premise, tokens: Range<usize>) -> Span {
    let of = |at: usize| article.indexed.token(at).0;
    of(tokens.start).join(of(tokens.end - 1))
}

/// Pairs the first clause of a claim with its passage, for tests of the checks.
#[cfg(test)]
pub fn hold(article: &str, claim: &str, test: impl FnOnce(&ClaimPairing)) {
    let article = super::Article::new(crate::text::Text::new(article));
    let (premise, sentence) = (article.premise(), Sentence::new(claim));
    let statement = statements_of(&sentence, true).remove(0);
    let matches = Matches::new(premise, &sentence, statement.tokens.clone());
    let passage = Passage::best(premise, &matches);
    test(&ClaimPairing {
        verbatim: false,
        ..ClaimPairing::new(premise, &sentence, &statement, &matches, &passage)
    });
}

/// Judges the first clause of a claim against an article, for tests of the checks.
#[cfg(test)]
pub fn judge_alone(article: &str, claim: &str) -> Entailment {
    use super::Article;
    use crate::text::Text;
    judge(Article::new(Text::new(article)).premise(), &Sentence::new(claim)).remove(0)
}

/// Asserts for each claim whether it has a mismatch of a kind.
#[cfg(test)]
pub fn assert_found(article: &str, kind: MismatchKind, claims: &[(&str, bool)]) {
    for (claim, found) in claims {
        let mismatches = judge_alone(article, claim).mismatches;
        assert_eq!(
            mismatches.iter().any(|mismatch| mismatch.kind == kind),
            *found,
            "{claim}: {mismatches:?}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Article;
    use crate::text::Text;

    const ARTICLE: &str = "The city council approved a budget of $45 million on Tuesday. Mayor Anna Keller said the \
        plan would not raise taxes. No serious side effects were observed.";

    fn first(summary: &str) -> Entailment {
        judge(Article::new(Text::new(ARTICLE)).premise(), &Sentence::new(summary)).remove(0)
    }

    #[test]
    fn a_part_of_a_clause_is_contradicted_whatever_stands_beside_it() {
        const SERVICE: &str = "The weather service had raised its alert at 4 p.m. on Sunday, but did not issue a red warning. \
            Revenue in the life sciences division rose 14 percent to $1.02 billion. Revenue in the industrial division \
            declined 5 percent to $610 million.";
        let article = Article::new(Text::new(SERVICE));
        for (claim, words) in [
            (
                "The weather service issued a red warning at 4 p.m. on Sunday, and council leader Morag Lyle rejected \
                 criticism that the warning had come too late.",
                &["negation"][..],
            ),
            (
                "Revenue in life sciences rose 14 percent to $610 million, while industrial revenue declined 5 percent to \
                 $1.02 billion.",
                &["number", "number"],
            ),
            (
                "Revenue in life sciences rose 14 percent to $1.02 billion, while industrial revenue declined 5 percent to \
                 $610 million.",
                &[],
            ),
        ] {
            let parts = judge(article.premise(), &Sentence::new(claim));
            assert_eq!(parts.len(), 2, "{claim}");
            let found = parts.iter().flat_map(|part| &part.mismatches).filter(|found| found.contradicts);
            assert_eq!(found.map(|found| found.check).collect::<Vec<_>>(), words, "{claim}");
            let doubted =
                parts.iter().filter(|part| part.mismatches.iter().any(|mismatch| mismatch.contradicts));
            assert!(doubted.into_iter().all(|part| part.word == LabelValue::Unsupported), "{claim}");
        }
    }

    #[test]
    fn what_is_less_certain_than_the_article_is_partial_and_what_is_more_certain_unsupported() {
        let word = |article: &str, claim: &str| {
            judge(Article::new(Text::new(article)).premise(), &Sentence::new(claim)).remove(0).word
        };
        const SURE: &str = "The mine will close in June, the company said. Workers met on Monday.";
        const OPEN: &str = "The mine may close in June, the company said. Workers met on Monday.";
        assert_eq!(word(SURE, "The mine might close in June."), LabelValue::Partial);
        assert_eq!(word(OPEN, "The mine might close in June."), LabelValue::Supported);
        assert_eq!(word(OPEN, "The mine will close in June."), LabelValue::Unsupported);
    }

    #[test]
    fn a_copy_is_supported() {
        assert_eq!(
            first("The city council approved a budget of $45 million on Tuesday.").word,
            LabelValue::Supported
        );
    }

    #[test]
    fn each_change_is_unsupported_for_its_own_reason() {
        let cases = [
            ("The city council approved a budget of $54 million on Tuesday.", MismatchKind::Number),
            ("The city council approved a budget of $45 million on Friday.", MismatchKind::Date),
            ("Mayor Anna Fischer said the plan would not raise taxes.", MismatchKind::Name),
            ("The city council did not approve a budget of $45 million on Tuesday.", MismatchKind::Negation),
            ("The city council rejected a budget of $45 million on Tuesday.", MismatchKind::Antonym),
            ("Serious side effects were observed.", MismatchKind::Negation),
        ];
        for (text, kind) in cases {
            let entailment = first(text);
            assert_eq!(entailment.word, LabelValue::Unsupported, "{text}");
            assert_eq!(entailment.mismatches[0].kind, kind, "{text}: {:?}", entailment.mismatches);
        }
    }

    #[test]
    fn a_few_new_words_prove_little_in_a_short_claim() {
        const HEAT: &str = "The health ministry advised elderly people to stay indoors until noon.";
        let article = Article::new(Text::new(HEAT));
        let word = |claim: &str| judge(article.premise(), &Sentence::new(claim)).remove(0).word;
        assert_eq!(word("Old citizens were advised to stay indoors."), LabelValue::Supported);
        assert_ne!(word("Trombone players were advised to sing outdoors."), LabelValue::Supported);
    }

    #[test]
    fn what_goes_round_in_circles_is_in_doubt() {
        const SHOP: &str = "The grocer confirmed that it will buy a stake in the wholesaler. The stake is worth a tenth \
            of the company, and the company's owners keep the rest. Shops in New York and New York state stay open.";
        const ROUND: &str = "The grocer will buy a stake in the wholesaler to buy a stake in the wholesaler to buy a \
            stake in the wholesaler.";
        let round = judge_alone(SHOP, ROUND);
        assert_ne!(round.word, LabelValue::Supported);
        assert!(round.mismatches[0].why.starts_with("repeats buy, stake"), "{round:?}");
        assert!(round.mismatches[0].summary.iter().all(|span| span.start > "The grocer will buy".len()));
        for said_as_often in [
            "The grocer will buy a stake in the wholesaler.",
            "Shops stay open in New York and New York state.",
            "The stake in the company leaves the company's owners the rest.",
        ] {
            assert_eq!(judge_alone(SHOP, said_as_often).word, LabelValue::Supported, "{said_as_often}");
        }
    }

    #[test]
    fn a_question_is_a_claim_of_what_it_brings_in() {
        let is_claim = |question: &str| first(question).statement.factual;
        assert!(is_claim("How much do you remember about Christmas weather in Wales?"));
        for none in [
            "How much will the plan raise taxes?",
            "What do you think?",
            "Will hail destroy Christmas crops?",
        ] {
            assert!(!is_claim(none), "{none}");
        }
    }

    #[test]
    fn a_check_tells_a_difference_from_another_way_to_say_it() {
        const STAGED: &str = "The opera was rejected by two theatres before it was staged in Vienna in 1906. Its \
            composer Elena Korvin, the first woman to conduct the Royal Orchestra, died in 1921.";
        const RIVALS: &str = "Two of its three rivals have left the market since 2022.";
        const QUAKE: &str = "The earthquake killed at least 14 people. Crews could not reach three villages.";
        const MIXED: &str = "Bake the rye bread for an hour and cover the dough with a towel. Thunderstorms may \
            develop over the mountains on Sunday. Dora will contact two agencies this week. It was the heaviest \
            snowfall since 2010. The association was weaker among smokers.";
        const HARBOUR: &str = "The weather service warned the coastguard, and the coastguard closed the harbour. \
            Nadia Kell said the company might take the case to court.";
        let cases = [
            (MIXED, "The dough is covered with a saucepan.", MismatchKind::Replaced, true),
            (MIXED, "The dough is covered with a towel.", MismatchKind::Replaced, false),
            (MIXED, "There will be thunderstorms in the mountains on Sunday.", MismatchKind::Modality, true),
            (
                MIXED,
                "There could be thunderstorms in the mountains on Sunday.",
                MismatchKind::Modality,
                false,
            ),
            (MIXED, "Dora has got in touch with two agencies.", MismatchKind::Modality, true),
            (MIXED, "No snowfall since 2010 had been heavier.", MismatchKind::Quantifier, false),
            (MIXED, "The association was less strong among smokers.", MismatchKind::Antonym, false),
            (MIXED, "The association was strong among smokers.", MismatchKind::Antonym, true),
            (STAGED, "The opera was staged in Vienna in 1921.", MismatchKind::Date, true),
            (STAGED, "The opera was staged in Vienna in 1906.", MismatchKind::Date, false),
            (STAGED, "No woman had conducted the Royal Orchestra before her.", MismatchKind::Negation, false),
            (RIVALS, "All of its rivals have left the market.", MismatchKind::Quantifier, true),
            (RIVALS, "Most of its rivals have left the market.", MismatchKind::Quantifier, false),
            (QUAKE, "The earthquake killed more than a dozen people.", MismatchKind::Number, false),
            (QUAKE, "The earthquake killed more than 40 people.", MismatchKind::Number, true),
            (QUAKE, "Crews were unable to reach three villages.", MismatchKind::Modality, false),
            (QUAKE, "Three villages were not reached by crews.", MismatchKind::Role, false),
            (HARBOUR, "The coastguard warned the weather service.", MismatchKind::Role, true),
            (HARBOUR, "The weather service warned the coastguard.", MismatchKind::Role, false),
            (HARBOUR, "Kell said the company would take the case to court.", MismatchKind::Modality, true),
            (HARBOUR, "Kell said the company may take the case to court.", MismatchKind::Modality, false),
        ];
        for (article, claim, kind, found) in cases {
            let entailment = judge_alone(article, claim);
            let mismatches: Vec<MismatchKind> =
                entailment.mismatches.iter().map(|mismatch| mismatch.kind).collect();
            assert_eq!(mismatches.contains(&kind), found, "{claim}: {:?}", entailment.mismatches);
        }
    }
}
