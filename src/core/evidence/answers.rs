//! Answers: whether the other text gives the fact that a question asks for.

use super::content_recall::SummaryFactors;
use super::coverage::runs;
use super::questions::{QUESTIONS, Question, QuestionFocus, ask};
use super::{AnalysisCache, Indexed, Pair, calibration};
use crate::labels::{Entry, Label, LabelValue, Labels, List, Mismatch, Signals};
use crate::text::numbers::{Number, Unit, Value};
use crate::text::{Sentence, Span, Stem, squeezed};

/// Most occurrences of a stem considered for one answer, which bounds the work on a very long article.
const MAX_OCCURRENCES: usize = 48;

/// Candidate questions generated per question kept, so that six can be found whose answers do not overlap.
const CANDIDATES_PER_QUESTION: usize = 2;

/// Share of the context, by weight, that must stand near an answer for it to answer this question.
const MIN_CONTEXT_SHARE: f64 = 0.2;
/// Share of the context below which matching words are a coincidence.
const COINCIDENCE: f64 = 0.12;
/// Share of the answer's stems that makes it complete: a surname stands for a name.
const MIN_ANSWER_SHARE: f64 = 0.6;
/// Share of the context above which more makes an answer from the article no more certain.
const CONTEXT_ENOUGH: f64 = 0.4;
/// The same for an answer from the summary. A reader judged the answers that occur whole in a summary: with
/// more of the context beside them 39 of 44 were right, with less 16 of 58, and 18 right in part
/// (`tests/data/asked.jsonl`).
const SURE_CONTEXT: f64 = 0.5;
/// Share of the context below which an answer from the summary is right only in part. Of those below it but
/// above coincidence, the reader found 6 right, 15 right in part and 9 wrong.
const PARTIAL_CONTEXT: f64 = 0.3;
/// Fewest content words of a question that make an answer right if its sentence has all of them, however
/// little context it has. This changed 16 answers in 1,184 development cases, of which the summary gives 11
/// whole and 3 in part.
const MIN_ASKED: usize = 2;
/// Largest share of the article assumed for the summary, as log-odds, if it has no word of an answer: one
/// half.
const EVEN: f64 = 0.0;
/// Signals of an answer of which no word was found.
const NOTHING: Signals = [0.0; 4];

/// Proposes the article questions, answered from the summary alone.
pub(super) fn run_coverage(pair: &Pair, _cache: &mut AnalysisCache, labels: &mut Labels) {
    let &SummaryFactors { distinct_bigram_ratio, content_share, expected_percent } = pair.factors();
    let list = pair
        .article
        .profile
        .questions
        .iter()
        .map(|question| {
            let worded = in_words_of(question, pair.wording);
            let mut found = Answer::find(pair.wording, &worded, PARTIAL_CONTEXT, expected_percent);
            // Coverage is left to the key points. Here the context only shows whether the words found are the
            // answer.
            let [answer, context, ..] = found.signals;
            let near = if question.context.is_empty() { 1.0 } else { (context / SURE_CONTEXT).min(1.0) };
            let given = answer * near;
            // However much of the article a summary has, an answer without a single word in it is probably
            // missing.
            let covered = if given > 0.0 { content_share } else { content_share.min(EVEN) };
            let open =
                if found.word == LabelValue::Partial && answer >= MIN_ANSWER_SHARE { 1.0 } else { 0.0 };
            found.signals = [given * distinct_bigram_ratio, covered, 2.0 * given - 1.0, open];
            let mut label = found.label(List::CoverageQags, question, "summary");
            label.article = vec![question.span];
            label.summary = found.spans;
            label
        })
        .collect();
    labels.set(List::CoverageQags, Entry::Given(list));
}

/// Returns a question in which words that the text lacks are replaced by synonyms that it has.
fn in_words_of(question: &Question, text: &Indexed) -> Question {
    let synonyms = &text.synonyms;
    let mut out = question.clone();
    let context = out.context.iter_mut().map(|(stem, _)| stem);
    let words = out.stems.iter_mut().chain(&mut out.heads).chain(&mut out.asked).chain(context);
    for stem in words.filter(|stem| !text.has(**stem)) {
        let mut same = synonyms.of_word(*stem).chain(synonyms.phrases_of_word(*stem));
        if let Some(other) = same.next() {
            *stem = other;
        }
    }
    out
}

/// Proposes the questions on the summary's claims, answered from the article.
pub(super) fn run_claims(pair: &Pair, _cache: &mut AnalysisCache, labels: &mut Labels) {
    let claims = labels.get(List::Claims);
    let stretches: Vec<QuestionFocus> = match claims {
        Some(claims) => {
            let asked = |claim: &Label| {
                let tokens = tokens_of(pair.wording, &claim.own_span()?)?;
                Some(QuestionFocus { tokens, doubted: doubted(claim, &labels.mismatches) })
            };
            claims.iter().filter_map(asked).collect()
        }
        None => {
            let whole = |tokens| QuestionFocus { tokens, doubted: Vec::new() };
            sentences(pair.wording).into_iter().map(whole).collect()
        }
    };
    // An answer is as certain as the claim that it is part of: if the claim is false, so is the context of
    // the answer.
    let p_supported: Option<Vec<f64>> =
        claims.map(|claims| claims.iter().map(probability_supported).collect());
    let mismatches = |unit: usize| claims.and_then(|claims| Some(claims.get(unit)?.mismatches.clone()));
    let article = &pair.article.indexed;
    let mut taken: Vec<Span> = Vec::new();
    let (mut list, mut again) = (Vec::new(), Vec::new());
    let known = Some(&pair.article.profile.people);
    for mut question in ask(pair.wording, &stretches, CANDIDATES_PER_QUESTION * QUESTIONS, known) {
        if list.len() == QUESTIONS {
            break;
        }
        // A claim must be right in each of its words: "the deputy mayor" is not "the mayor".
        question.heads.clear();
        let mut found = Answer::find(article, &question, MIN_CONTEXT_SHARE, 100);
        found.signals[1] = (found.signals[1] / CONTEXT_ENOUGH).min(1.0);
        found.signals[2] =
            p_supported.as_ref().and_then(|all| all.get(question.unit)).copied().unwrap_or(1.0);
        let claim = claims.and_then(|claims| claims.get(question.unit));
        if let Some(other) = claim.and_then(|claim| mismatch_of(&question, claim, &labels.mismatches)) {
            found = Answer::contradicted(other, found.signals[2]);
        }
        let mut label = found.label(List::ClaimQags, &question, "article");
        label.summary = vec![question.span];
        label.claim = p_supported.is_some().then_some(question.unit);
        label.mismatches = mismatches(question.unit).unwrap_or_default();
        let stands_on_others = found.spans.iter().any(|s| taken.iter().any(|t| t.overlaps(*s)));
        label.article = found.spans;
        if !stands_on_others {
            taken.extend(&label.article);
            list.push(label);
        } else if found.word == LabelValue::Wrong {
            // Evidence for a wrong answer only shows where to look, so it may not share words with another
            // answer.
            label.article = Vec::new();
            list.push(label);
        } else {
            again.push(label);
        }
    }
    // A question that shares evidence with others is used if no other is left and its answer has more words. Then
    // those are its evidence.
    for mut label in again {
        label.article = besides(article, &label.article, &taken);
        if list.len() < QUESTIONS && !label.article.is_empty() {
            taken.extend(&label.article);
            list.push(label);
        }
    }
    labels.set(List::ClaimQags, Entry::Given(list));
}

/// Returns what is left of some spans without the words of others, from content word to content word.
fn besides(text: &Indexed, spans: &[Span], others: &[Span]) -> Vec<Span> {
    let is_free = |at: &usize| !others.iter().any(|other| other.overlaps(text.token(*at).0));
    let is_content = |at: &&usize| text.token(**at).1.is_content();
    let rest = |span: &Span| {
        let (first, last) = tokens_of(text, span).unwrap_or_default();
        let free: Vec<usize> = (first..last).filter(is_free).collect();
        let trimmed = |run: &[usize]| {
            let (first, last) = (run.iter().find(is_content)?, run.iter().rfind(is_content)?);
            Some(text.token(*first).0.join(text.token(*last).0))
        };
        free.chunk_by(|a, b| a + 1 == *b).filter_map(trimmed).collect::<Vec<Span>>()
    };
    spans.iter().flat_map(rest).collect()
}

/// Returns the words of a claim that may be wrong: those of its mismatches, except mismatches that cover the
/// whole claim.
fn doubted(claim: &Label, all: &[Mismatch]) -> Vec<Span> {
    let own = claim.mismatches.iter().filter_map(|id| all.get(id.0)).flat_map(|mismatch| &mismatch.summary);
    own.filter(|span| !claim.summary.iter().any(|words| span.contains(*words))).copied().collect()
}

/// Returns the mismatch of a claim that leaves the words of an answer the least support.
fn mismatch_of<'a>(question: &Question, claim: &Label, all: &'a [Mismatch]) -> Option<&'a Mismatch> {
    let own = claim.mismatches.iter().filter_map(|id| all.get(id.0));
    own.filter(|mismatch| concerns(&mismatch.summary, &claim.summary, question.span))
        .min_by(|a, b| a.max_support.total_cmp(&b.max_support))
}

/// Whether a mismatch concerns words of an answer, and not the claim as a whole.
pub(super) fn concerns(mismatch: &[Span], claim: &[Span], answer: Span) -> bool {
    let whole = |span: &Span| claim.iter().any(|own| span.start <= own.start && own.end <= span.end);
    mismatch.iter().any(|span| span.overlaps(answer) && !whole(span))
}

/// Recalibrates a question on a claim whose support changed because a person retracted mismatches. `answered`
/// means that they concerned the answer, which then counts as given by the article.
pub(super) fn recalibrate(question: &Label, p_supported: f64, answered: bool) -> Label {
    let mut signals = question.signals.unwrap_or(NOTHING);
    if answered {
        (signals[0], signals[1]) = (1.0, 1.0);
    }
    signals[2] = p_supported;
    calibration::recalibrate(List::ClaimQags, question, signals)
}

/// Returns the probability that a claim is supported, from its signals; 1 if it has none.
fn probability_supported(claim: &Label) -> f64 {
    claim.signals.map_or(1.0, calibration::probability_supported)
}

/// Returns the range of tokens that a span touches.
fn tokens_of(text: &Indexed, span: &Span) -> Option<(usize, usize)> {
    let sentences = text.text.sentences();
    let mut sentence = text.text.sentence_at(span.start).unwrap_or(0);
    let mut range: Option<(usize, usize)> = None;
    while let Some(placed) = sentences.get(sentence).filter(|placed| placed.start < span.end) {
        for (i, token) in placed.sentence.tokens.iter().enumerate() {
            if placed.place(token.span).overlaps(*span) {
                let at = placed.first_token + i;
                range = Some((range.map_or(at, |(first, _)| first), at + 1));
            }
        }
        sentence += 1;
    }
    range
}

/// Returns the token range of each sentence that has tokens.
fn sentences(text: &Indexed) -> Vec<(usize, usize)> {
    let all = text.text.sentences().iter();
    all.map(|placed| (placed.first_token, placed.first_token + placed.sentence.tokens.len()))
        .filter(|(first, last)| last > first)
        .collect()
}

struct Answer {
    /// Input of the calibration of questions: the share of the answer found, and the share of the context
    /// near it.
    signals: Signals,
    word: LabelValue,
    spans: Vec<Span>,
    why: String,
}

/// A sentence of the other text with part of the answer.
struct AnswerSentence {
    sentence: usize,
    answer: f64,
    context: f64,
}

impl Answer {
    /// Searches a text for the answer of a question. With less than `enough` of the context the answer is
    /// right only in part. A text that answers it is expected to have `expected` percent of the context.
    fn find(text: &Indexed, question: &Question, enough: f64, expected: usize) -> Answer {
        let mut best: Option<AnswerSentence> = None;
        let looked = Looked::new(text, question, expected);
        for sentence in holding(text, &question.stems) {
            let place = place(text, sentence, question, &looked);
            let value = |p: &AnswerSentence| p.answer * (0.25 + p.context);
            if best.as_ref().is_none_or(|b| value(&place) > value(b)) {
                best = Some(place);
            }
        }
        let whole = |best: &AnswerSentence| best.answer >= MIN_ANSWER_SHARE;
        if question.number && !best.as_ref().is_some_and(whole) {
            let context: Vec<Stem> = question.context.iter().map(|(stem, _)| *stem).collect();
            let places: Vec<AnswerSentence> = holding(text, &context)
                .into_iter()
                .map(|sentence| place(text, sentence, question, &looked))
                .collect();
            if let Some(answer) = Answer::number(text, question, &places, enough) {
                return answer;
            }
            if best.is_none() {
                return Answer::missing(text, question, &places);
            }
        }
        let Some(best) = best else { return Answer::missing(text, question, &[]) };
        let signals = [best.answer, best.context, 0.0, 0.0];
        let answer_tokens = matching(text, best.sentence, &question.stems);
        let spans = tight(text, &answer_tokens);
        let whole = whole(&best);
        let bare = question.context.is_empty();
        let (word, why) = if whole && (best.context >= enough || bare) {
            (LabelValue::Correct, "the answer is there with the words of the question".to_owned())
        } else if whole && best.context >= COINCIDENCE {
            (LabelValue::Partial, "the answer is there, but few of the words around it are".to_owned())
        } else if best.context >= MIN_CONTEXT_SHARE && best.answer > 0.0 {
            (LabelValue::Partial, "only part of the answer is there".to_owned())
        } else {
            return Answer {
                signals,
                word: LabelValue::Wrong,
                spans: Vec::new(),
                why: "words of the answer are there, but on another matter".to_owned(),
            };
        };
        Answer { signals, word, spans, why }
    }

    /// Finds the number that answers a question in another notation.
    fn number(text: &Indexed, question: &Question, places: &[AnswerSentence], enough: f64) -> Option<Answer> {
        let near = places.iter().filter(|place| place.context >= MIN_CONTEXT_SHARE);
        let (context, span) = near
            .filter_map(|place| Some((place.context, same_number(text, place.sentence, &question.answer)?)))
            .max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        let why = "the number is there, written differently".to_owned();
        let word = if context >= enough { LabelValue::Correct } else { LabelValue::Partial };
        Some(Answer { signals: [1.0, context, 0.0, 0.0], word, spans: vec![span], why })
    }

    /// Returns a wrong answer, with another number found in its place if there is one.
    fn missing(text: &Indexed, question: &Question, places: &[AnswerSentence]) -> Answer {
        /// Share of the context from which a sentence is about the same matter.
        const SAME: f64 = 0.5;
        let nearest = places.iter().rev().max_by(|a, b| a.context.total_cmp(&b.context));
        let other = nearest.filter(|place| place.context >= SAME).and_then(|near| {
            let (first, last) = bounds(text, near.sentence);
            (first..last).find(|&at| text.token(at).1.flags.digit)
        });
        let spans: Vec<Span> = other.into_iter().map(|at| text.token(at).0).collect();
        let why = match spans.first() {
            Some(span) => {
                format!("it has {} where the answer is {}", text.text.slice(*span), question.answer)
            }
            None => "the answer is not there".to_owned(),
        };
        Answer { signals: NOTHING, word: LabelValue::Wrong, spans, why }
    }

    /// Returns a wrong answer for an article that says something else. The agreement of the rest of the claim
    /// does not count.
    fn contradicted(other: &Mismatch, p_supported: f64) -> Answer {
        let spans = other.article.clone();
        // A contradicted answer scores below one that was not found, which scores 0.
        let signals = [-2.0, 0.0, p_supported * other.max_support, 0.0];
        Answer { signals, word: LabelValue::Wrong, spans, why: other.why.clone() }
    }

    fn label(&self, list: List, question: &Question, asked: &str) -> Label {
        let label = calibration::label(list, self.word, self.signals);
        let mut why = vec![format!("{asked}: {}", self.why)];
        why.extend(self.likelier(list, label.word).map(str::to_owned));
        Label { text: question.text.clone(), answer: Some(squeezed(&question.answer)), why, ..label }
    }

    /// Returns why another word is likelier than the one that was found.
    fn likelier(&self, list: List, word: Option<LabelValue>) -> Option<&'static str> {
        let is_better = word == Some(LabelValue::Correct);
        if word == Some(self.word) {
            return None;
        }
        Some(match (list, is_better) {
            (List::ClaimQags, true) if self.signals[2] < 0.5 => "the answer is probably there in other words",
            (List::ClaimQags, true) => {
                "its claim is supported, so the answer is probably there in other words"
            }
            (List::ClaimQags, false) => {
                "its claim is not supported, so what was found is probably about something else"
            }
            (_, true) => {
                "the summary covers much of the article, so the answer is probably there in other words"
            }
            (_, false) => {
                "the summary covers little of the article, so what was found is probably about something else"
            }
        })
    }
}

/// Returns the position of an answer's number in a sentence, in any notation: "5.4m" for "5.4 million".
fn same_number(text: &Indexed, sentence: usize, answer: &str) -> Option<Span> {
    let placed = &text.text.sentences()[sentence];
    let answer = Sentence::new(answer);
    let wanted = answer.numbers();
    let same = |own: &Number| wanted.iter().any(|w| is_same(own, w));
    placed.sentence.numbers().iter().find(|own| same(own)).map(|own| placed.place(own.span))
}

/// Whether two numbers are the same in another notation, rounded, or as a share: "a quarter" for "25
/// percent".
fn is_same(own: &Number, wanted: &Number) -> bool {
    let part = |a: &Number, b: &Number| {
        a.fraction
            && b.unit == Unit::Percent
            && a.value.times(Value::int(100)).is_some_and(|value| value == b.value)
    };
    let value = own.value == wanted.value || own.value.rounds(wanted.value, own.about.is_some());
    value && own.unit.agrees(wanted.unit) || part(own, wanted) || part(wanted, own)
}

fn bounds(text: &Indexed, sentence: usize) -> (usize, usize) {
    let placed = &text.text.sentences()[sentence];
    (placed.first_token, placed.first_token + placed.sentence.tokens.len())
}

/// Returns the sentences with any of the stems, in ascending order.
fn holding(text: &Indexed, stems: &[Stem]) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for stem in stems {
        let at = text.positions.get(stem).map(Vec::as_slice).unwrap_or_default();
        out.extend(at.iter().take(MAX_OCCURRENCES).map(|&at| text.sentence_of[at as usize] as usize));
    }
    out.sort_unstable();
    out.dedup();
    out.truncate(2 * MAX_OCCURRENCES);
    out
}

/// The positions of a question's words in a text, looked up once for all sentences.
struct Looked<'a> {
    answer: Vec<&'a [u32]>,
    heads: Vec<&'a [u32]>,
    /// Positions of the question's own content words; `None` if the text lacks one of them or they are too
    /// few.
    asked: Option<Vec<&'a [u32]>>,
    context: Vec<(&'a [u32], f64)>,
    /// Total weight of the expected context, including words that the text lacks.
    all: f64,
}

impl<'a> Looked<'a> {
    fn new(text: &'a Indexed, question: &Question, expected: usize) -> Looked<'a> {
        let places = |stem: &Stem| text.positions.get(stem).map(Vec::as_slice);
        let context = question.context.iter();
        let asked = question.asked.iter().map(places);
        Looked {
            answer: question.stems.iter().filter_map(places).collect(),
            heads: question.heads.iter().filter_map(places).collect(),
            asked: asked.collect::<Option<Vec<_>>>().filter(|all| all.len() >= MIN_ASKED),
            context: context.filter_map(|(stem, w)| Some((places(stem)?, f64::from(*w)))).collect(),
            all: question.context.iter().map(|(_, weight)| f64::from(*weight)).sum::<f64>() * expected as f64
                / 100.0,
        }
    }
}

/// Returns the positions from `first` up to but excluding `last`. The input is in ascending order.
fn within(at: &[u32], first: usize, last: usize) -> &[u32] {
    let from = at.partition_point(|&p| (p as usize) < first);
    let len = at[from..].iter().take_while(|&&p| (p as usize) < last).count();
    &at[from..from + len]
}

fn place(text: &Indexed, sentence: usize, question: &Question, looked: &Looked) -> AnswerSentence {
    let (first, last) = bounds(text, sentence);
    let had = looked.answer.iter().filter(|at| !within(at, first, last).is_empty()).count();
    let before = sentence.checked_sub(1).map_or(first, |s| bounds(text, s).0);
    let after = if sentence + 1 < text.text.sentences().len() { bounds(text, sentence + 1).1 } else { last };
    let mut near = 0.0;
    for (at, weight) in &looked.context {
        let around = within(at, before, after);
        if around.iter().any(|&p| (first..last).contains(&(p as usize))) {
            near += weight;
        } else if !around.is_empty() {
            near += weight / 2.0;
        }
    }
    let is_here = |at: &&[u32]| !within(at, first, last).is_empty();
    let named = looked.heads.iter().any(is_here);
    let share = if looked.all > 0.0 { (near / looked.all).min(1.0) } else { 0.0 };
    let is_asked = looked.asked.as_ref().is_some_and(|words| words.iter().all(is_here));
    AnswerSentence {
        sentence,
        answer: if named { 1.0 } else { had as f64 / question.stems.len().max(1) as f64 },
        context: if is_asked { share.max(SURE_CONTEXT) } else { share },
    }
}

fn matching(text: &Indexed, sentence: usize, stems: &[Stem]) -> Vec<usize> {
    let (first, last) = bounds(text, sentence);
    // Further repetitions within one sentence do not help to locate the answer.
    const MAX_REPETITIONS: usize = 24;
    (first..last).filter(|&at| stems.contains(&text.stems[at])).take(MAX_REPETITIONS).collect()
}

/// Returns the shortest stretch that has as many of the stems as possible, or one span for each run if they
/// are far apart.
fn tight(text: &Indexed, tokens: &[usize]) -> Vec<Span> {
    const SLACK: usize = 3;
    let distinct = |some: &[usize]| {
        let mut stems: Vec<Stem> = some.iter().map(|&at| text.stems[at]).collect();
        stems.sort_unstable();
        stems.dedup();
        stems.len()
    };
    let most = distinct(tokens);
    let mut best: Option<(usize, usize)> = None;
    for from in 0..tokens.len() {
        let to = (from..tokens.len()).find(|&to| distinct(&tokens[from..=to]) == most);
        let Some(to) = to else { break };
        if best.is_none_or(|(f, t)| tokens[to] - tokens[from] < tokens[t] - tokens[f]) {
            best = Some((from, to));
        }
    }
    let Some((from, to)) = best else { return Vec::new() };
    if tokens[to] - tokens[from] < most + SLACK {
        vec![text.token(tokens[from]).0.join(text.token(tokens[to]).0)]
    } else {
        runs(text, &tokens[from..=to])
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Article, propose_pair};
    use super::*;
    use crate::text::Text;

    /// Returns the questions of a list with their answers and words.
    fn answered(list: List, article: &str, summary: &str) -> Vec<(String, String, LabelValue)> {
        let [article, summary] = [article, summary].map(Text::new);
        let labels =
            propose_pair(&Article::new(article), &Indexed::new(summary), &mut AnalysisCache::default());
        let all = labels.get(list).unwrap_or_default().iter();
        all.filter_map(|label| Some((label.text.clone(), label.answer.clone()?, label.word?))).collect()
    }

    #[track_caller]
    fn is(list: List, article: &str, summary: &str, answer: &str, word: LabelValue) {
        let all = answered(list, article, summary);
        let of_it: Vec<_> = all.iter().filter(|(_, said, _)| said == answer).collect();
        assert!(!of_it.is_empty() && of_it.iter().all(|(.., found)| *found == word), "{answer}: {all:#?}");
    }

    #[test]
    fn an_answer_may_stand_in_other_words() {
        const ARTICLE: &str = "Mayor Anna Keller opened the new harbour bridge in Selby. The bridge carries 12,400 \
            cars a day. Engineers repaired the old ferry in March. Schools in the valley remain closed.";
        for (summary, answer) in [
            ("Keller opened the new bridge.", "Mayor Anna Keller"),
            ("The mayor opened the new bridge.", "Mayor Anna Keller"),
            ("The new harbour bridge carries about 12.4 thousand cars a day.", "12,400"),
        ] {
            is(List::CoverageQags, ARTICLE, summary, answer, LabelValue::Correct);
        }
        is(List::CoverageQags, ARTICLE, "A ferry was repaired.", "Mayor Anna Keller", LabelValue::Wrong);
        is(
            List::CoverageQags,
            ARTICLE,
            "The new bridge carries 9,000 cars a day.",
            "12,400",
            LabelValue::Wrong,
        );
    }

    #[test]
    fn an_answer_with_all_that_the_question_says_is_right_whatever_else_the_article_says() {
        const ARTICLE: &str = "Mayor Anna Keller, who grew up beside the old ferry, taught history at two schools in \
            Selby and collects rare stamps, opened the bridge. Tickets are cheap.";
        let summary = "Mayor Anna Keller opened the bridge.";
        is(List::CoverageQags, ARTICLE, summary, "the bridge", LabelValue::Correct);
        is(List::CoverageQags, ARTICLE, summary, "rare stamps", LabelValue::Wrong);
    }

    #[test]
    fn an_answer_without_a_word_there_is_wrong_however_much_the_summary_covers() {
        const OPENED: &str = "Mayor Anna Keller opened the new bridge in Oslo on Monday.";
        let all = answered(List::CoverageQags, OPENED, "Mayor Anna Keller opened the new bridge in Oslo.");
        let day = all.iter().find(|(_, answer, _)| answer.contains("Monday"));
        assert_eq!(day.map(|(.., word)| *word), Some(LabelValue::Wrong), "{all:#?}");
    }

    #[test]
    fn a_claim_whose_words_stand_apart_is_asked_about_as_one() {
        const ERECTED: &str = "A billboard paid for by the association was erected in Kenosha on Monday.";
        let own = "A billboard, paid for by the association, was erected in Kenosha.";
        let all = answered(List::ClaimQags, ERECTED, own);
        assert!(all.iter().any(|(question, ..)| question.contains("erected in Kenosha")), "{all:#?}");
        assert!(all.iter().all(|(question, ..)| !question.contains("\"A billboard\"")), "{all:#?}");
    }

    #[test]
    fn a_fraction_is_a_share_and_a_round_number_the_exact_one() {
        let same = |own: &str, wanted: &str| {
            let [own, wanted] = [own, wanted].map(Sentence::new);
            own.numbers().iter().any(|own| wanted.numbers().iter().any(|wanted| is_same(own, wanted)))
        };
        for (own, wanted) in [
            ("a quarter of them", "25 percent"),
            ("nearly two million items", "1.9 million"),
            ("sixty-three", "63"),
        ] {
            assert!(same(own, wanted), "{own}, {wanted}");
        }
        for (own, wanted) in
            [("a third of them", "25 percent"), ("two million", "1.4 million"), ("25", "25 percent")]
        {
            assert!(!same(own, wanted), "{own}, {wanted}");
        }
    }

    #[test]
    fn an_article_does_not_give_what_it_contradicts() {
        const ARTICLE: &str = "The council approved a budget of £18 million on Monday by nine votes to four. Residents \
            welcomed it. The museum stays open until October.";
        let list = List::ClaimQags;
        is(
            list,
            ARTICLE,
            "The council approved a budget of £21 million.",
            "a budget of £21 million",
            LabelValue::Wrong,
        );
        is(
            list,
            ARTICLE,
            "The council approved a budget of £18 million.",
            "a budget of £18 million",
            LabelValue::Correct,
        );
    }
}
