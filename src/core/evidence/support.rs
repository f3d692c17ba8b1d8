//! How far the article, or any other text, supports a clause of the summary: the worst of several mismatches, each with its reason.
//!
//! Overlap features measure the wording shared with the best passage; the checks find a number, date or name that is
//! missing, a denial, an antonym, swapped roles ... [`doubt`] joins them into a support value, by which reasons are chosen and which
//! is no probability. What a claim's label says is read off other measures of the same: [`calibration`] makes of the
//! [`Signals`] the probability that it is supported, and its likeliest word.

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

/// A statement, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Entailment {
    pub statement: Statement,
    /// How far the article supports it, 0 to 1; not calibrated as a probability, which [`calibration`] makes of the signals.
    pub support: f64,
    /// What the calibration of claims reads: how far its features put the clause in doubt, as log-odds, which share of
    /// its content words the article has in no form, how far a difference in a fact contradicts the article, and how
    /// far the clause says less than it. Of a part of a clause they are no more than those of the whole, but for how far the
    /// part is contradicted by itself.
    pub signals: Signals,
    /// Share of its content words that its passage has, but for those in which it differs, 0 to 1.
    pub close: f64,
    /// The likeliest word, by the signals.
    pub word: LabelValue,
    /// What speaks against it, the decisive first.
    pub mismatches: Vec<WordedMismatch>,
    /// The passage that it was held against, in bytes of the article: sentences, best first; of a clause that is copied,
    /// the words that it was copied from.
    pub evidence: Vec<Span>,
    /// Support of each token of the clause, 0 to 1.
    pub words: Vec<f64>,
    /// Index of the best article sentence.
    pub best: Option<usize>,
    /// Indices of the article sentences that it was copied from as it stands, the first and the last.
    pub copied: Option<(usize, usize)>,
    /// The measures behind the check of the wording.
    pub overlap: OverlapFeatures,
    /// What its probability is read off, beside the contradiction.
    pub features: Features,
}

impl Entailment {
    /// The same clause where nothing speaks against it, as a person says.
    pub fn cleared(&self) -> Entailment {
        let support = doubt::support(0.0);
        let words = self.words.iter().map(|_| 1.0).collect();
        let features = [0.0; features::COUNT];
        Entailment {
            support,
            signals: signals(&features, &self.overlap, 0.0, 0.0),
            word: LabelValue::Supported,
            mismatches: Vec::new(),
            words,
            features,
            ..self.clone()
        }
    }
}

/// A question that takes for granted so many words that the article does not have is a claim of them: "How much do you
/// remember about the news in Wales?"
const BROUGHT_IN: usize = 3;
fn signals(features: &Features, overlap: &OverlapFeatures, against: f64, weaker: f64) -> Signals {
    [
        calibration::trees::odds(features),
        overlap.new_against(),
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

/// Judges the clauses of one sentence, each as a whole: what people's judgements are fitted to.
pub fn judge_clauses(article: Premise, sentence: &Sentence) -> Vec<Entailment> {
    let all = statements_of(sentence, article.indexed.profile.is_english());
    let by_clause = all.chunk_by(|a, b| a.within == b.within);
    let whole = |statements: &[Statement]| statements[0].whole(sentence);
    by_clause.map(|statements| judge_statement(article, sentence, whole(statements), &[], None)).collect()
}

/// The place among the signals of how far a difference in a fact contradicts the article.
const CONTRADICTION: usize = 2;
/// Share of a part of a clause, or of its words that are not contradicted, that its passage must hold to contradict it by itself;
/// and the share of all its words without which this cannot be.
const TELLS_PART: f64 = 0.8;
const MAY_TELL_PART: f64 = 0.5;

/// Judges the statements of a clause. What few words share with the article tells little, so the clause is judged as a whole: the
/// statement that is most in doubt by itself is in doubt as the clause is, and none is more so.
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
    // A claim before what states no fact: only claims are shown.
    let order = |a: &usize, b: &usize| {
        is_claim(*b).cmp(&is_claim(*a)).then_with(|| p_supported(*a).total_cmp(&p_supported(*b)))
    };
    let worst = (0..out.len()).min_by(order);
    for (at, part) in out.iter_mut().enumerate() {
        // How far the part is contradicted by itself, whatever stands beside it.
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

/// What a person struck of a statement: the kind of a mismatch, and the words of the summary sentence that it found.
pub type Struck = (MismatchKind, Vec<Span>);

/// Judges a statement again without some of what was found against it: these words count as borne out.
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

/// Judges a whole clause as one statement, or a statement that is a part of a `whole` that was judged. What a part says otherwise
/// than the article shows among the words of the whole, and the closer these are to the article, the surer it is; which words are
/// new shows in the part.
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
    // What another statement has of these words is held against that one.
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
    let mut mismatches = match whole {
        None => checks::find(&pairing),
        Some(_) if overlap.window < MAY_TELL_PART => checks::of_words(&pairing),
        // The whole may rest on other sentences than the one that contradicts this part of it.
        Some(_) => {
            let mut found = checks::find(&pairing);
            let differing: Vec<WordedMismatch> =
                found.iter().filter(|mismatch| mismatch.contradicts).cloned().collect();
            let rest =
                doubt::closeness(&overlap, sentence, statement.tokens.start, &matches, &passage, &differing);
            // That the rest is told there does not show that two opposites are of one thing.
            let tells = |mismatch: &WordedMismatch| {
                overlap.window >= TELLS_PART || rest >= TELLS_PART && mismatch.kind != MismatchKind::Antonym
            };
            found.retain(|mismatch| !mismatch.is_of_fact() || mismatch.contradicts && tells(mismatch));
            found
        }
    };
    // New words that are struck are borne out by now, and what else was struck is found again.
    mismatches.retain(|mismatch| {
        mismatch.kind == MismatchKind::Novel
            || !struck.iter().any(|(kind, words)| *kind == mismatch.kind && *words == mismatch.summary)
    });
    let by_itself: Vec<WordedMismatch> =
        mismatches.iter().filter(|mismatch| mismatch.contradicts).cloned().collect();
    let from_whole: Vec<WordedMismatch> = whole.map_or_else(Vec::new, |whole| {
        let own = statement.pieces(sentence);
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
    // What the wording shares is the reason where there is none graver.
    let is_wording = |mismatch: &WordedMismatch| mismatch.kind == MismatchKind::Wording;
    let is_decisive = mismatches.first().is_some_and(is_wording) && !is_struck(MismatchKind::Wording);
    mismatches.retain(|mismatch| !is_wording(mismatch) || is_decisive);
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
    let wording = doubt::support(by_wording);
    // A report is held against the sentence that reports it, wherever the passage is: names outweigh what is said.
    let reported = mismatches.iter().find(|mismatch| mismatch.kind == MismatchKind::Attribution);
    let reported = reported.and_then(|mismatch| article.text().sentence_at(mismatch.article.first()?.start));
    let wider = reported.map(|at| passage.with(article, &matches, at));
    let read = wider.as_ref().unwrap_or(&passage);
    let close = doubt::closeness(&overlap, sentence, statement.tokens.start, &matches, read, &mismatches);
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
        && word_of_support(wording) != LabelValue::Supported;
    let words = matches.words(&passage, 1.0 - overlap.known);
    let copied = if overlap.run >= 1.0 { matches.copied(article, &passage) } else { None };
    let evidence = copied.clone().map_or_else(|| passage.spans(article), |run| vec![span_of(article, run)]);
    let copied = copied.map(|run| {
        let sentence = |at: usize| article.indexed.sentence_of[at] as usize;
        (sentence(run.start), sentence(run.end - 1))
    });
    let best = passage.best;
    let signals = signals(&features, &overlap, against, weaker);
    Entailment {
        word: calibration::likeliest_word(signals),
        statement,
        support,
        signals,
        close,
        mismatches,
        evidence,
        words,
        best,
        copied,
        overlap,
        features,
    }
}

/// The bytes of some tokens of the article.
fn span_of(article: Premise, tokens: Range<usize>) -> Span {
    let of = |at: usize| article.indexed.token(at).0;
    of(tokens.start).join(of(tokens.end - 1))
}

/// Holds the first clause of a claim against its passage: for the tests of the checks.
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

/// Judges the first clause of a claim against an article: for the tests of the checks.
#[cfg(test)]
pub fn judge_alone(article: &str, claim: &str) -> Entailment {
    use super::Article;
    use crate::text::Text;
    judge(Article::new(Text::new(article)).premise(), &Sentence::new(claim)).remove(0)
}

/// Asserts of claims that a mismatch of this kind finds something in them, or nothing.
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
