//! Which of two is more.
//!
//! A comparison can be turned about and stay true: "A is older than B" and "B is younger than A". So three things are
//! looked at together: the words that compare, which side each thing stands on, and denials. An odd number of
//! differences is a contradiction; an even number is none, whatever single words differ.

use super::{Held, opposite};
use crate::evidence::lexicon;
use crate::evidence::support::{View, ViewKind};
use crate::text::numbers::numbers;
use crate::text::sentence_number;
use crate::text::{Sentence, Span, Stem, among, fold_token, stem_of};

/// What is compared, and how.
struct Comparison {
    /// The word that compares, and the one that parts the sides, "than" or "as"; none where the other side is left out.
    word: usize,
    parts: Option<usize>,
    more: bool,
    of: Quality,
    /// What stands before, and what it is compared with.
    first: Vec<usize>,
    second: Vec<usize>,
}

/// In what one thing is more than the other.
enum Quality {
    /// In amount: "more", "fewer".
    Amount,
    /// In all: "outperforms", "ahead of".
    Any,
    /// In a word that "more" or "less" goes with: "more expensive", "less ice".
    With(Stem),
    /// In what a comparative says, by the stems that its adjective may have: "older".
    Of(Vec<Stem>),
}

/// How the clause's comparison stands to that of the passage.
pub enum Verdict {
    /// They agree, however they are worded: the clause's tokens that this settles, and how many times it is told.
    Agrees(Vec<Span>, Vec<Span>),
    /// They contradict each other.
    Differs(Box<View>),
}

/// Holds the comparison of a clause against those of its passage.
pub fn compared(held: &Held) -> Option<Verdict> {
    if !held.same_statement() {
        return None;
    }
    let tokens = &held.clause.tokens;
    let own = read(held.sentence, tokens.clone()).into_iter().find(|own| own.parts.is_some())?;
    let mut differs = None;
    for (source, article) in held.sources() {
        if let Some(more) = told_in_numbers(held, &own, article) {
            let spans = held.sentence.tokens[own.word..=own.parts.unwrap_or(own.word)].iter().map(|t| t.span);
            if more == own.more {
                return Some(Verdict::Agrees(spans.collect(), Vec::new()));
            }
            return Some(Verdict::Differs(Box::new(View {
                kind: ViewKind::Antonym,
                limit: 0.15,
                why: format!(
                    "\"{}\" in the claim; the numbers of sentence {} say the opposite",
                    held.word(own.word).to_lowercase(),
                    sentence_number(source)
                ),
                summary: vec![held.sentence.tokens[own.word].span],
                article: vec![held.place(source, Span::new(0, article.text.len()))],
                ..View::default()
            })));
        }
        for theirs in read(article, 0..article.tokens.len()) {
            let Some(alike) = own.of.relation(&theirs.of) else { continue };
            let Some(straight) = sides(held, &own, article, &theirs) else { continue };
            if (own.more == theirs.more) == (alike == straight) {
                let last = own.second.last().copied().unwrap_or(own.word);
                let first = own.first.first().copied().unwrap_or(own.word).min(own.word);
                let spans = |range: std::ops::RangeInclusive<usize>| {
                    held.sentence.tokens[range].iter().map(|token| token.span).collect()
                };
                return Some(Verdict::Agrees(
                    spans(first..=last),
                    spans(own.word.saturating_sub(2)..=own.word),
                ));
            }
            differs.get_or_insert_with(|| {
                Box::new(View {
                    kind: ViewKind::Antonym,
                    limit: if theirs.parts.is_some() { 0.1 } else { 0.2 },
                    why: format!(
                        "comparison reversed: \"{}\" in the claim, \"{}\" in sentence {}",
                        held.word(own.word).to_lowercase(),
                        article.word(&article.tokens[theirs.word]).to_lowercase(),
                        sentence_number(source)
                    ),
                    summary: vec![held.sentence.tokens[own.word].span],
                    article: vec![held.place(source, article.tokens[theirs.word].span)],
                    ..View::default()
                })
            });
        }
    }
    differs.map(Verdict::Differs)
}

/// Whether what is compared stands on the same sides; `None` where nothing tells.
fn sides(held: &Held, own: &Comparison, article: &Sentence, theirs: &Comparison) -> Option<bool> {
    let has = |side: &[usize], at: usize| {
        let now = is_now(held.word(at));
        side.iter().any(|i| {
            held.stands_for(at, article.tokens[*i].stem) || now && is_now(article.word(&article.tokens[*i]))
        })
    };
    // What was wanted is on the side that is compared with, whoever wanted it: "than he had sought".
    let wanted = |sentence: &Sentence, side: &[usize]| side.iter().any(|at| is_wanted(&sentence.lower(*at)));
    if wanted(held.sentence, &own.second) && !wanted(held.sentence, &own.first) {
        match (wanted(article, &theirs.first), wanted(article, &theirs.second)) {
            (false, true) => return Some(true),
            (true, false) if !theirs.second.is_empty() => return Some(false),
            _ => {}
        }
    }
    let stem = |at: &usize| held.sentence.tokens[*at].stem;
    // What stands on both sides of either tells nothing.
    let only = |side: &[usize], other: &[usize], here: &[usize], there: &[usize]| {
        side.iter()
            .filter(|at| !other.iter().any(|o| stem(o) == stem(at)))
            .filter(|at| has(here, **at) && !has(there, **at))
            .count()
    };
    // The first side has the rest of the clause with it, the second only what is compared.
    let crossed = only(&own.second, &own.first, &theirs.first, &theirs.second)
        + only(&own.first, &own.second, &theirs.second, &theirs.first);
    let straight = only(&own.second, &own.first, &theirs.second, &theirs.first);
    (crossed != straight).then_some(straight > crossed)
}

/// Whether a word tells what was wanted or foreseen and not what came of it.
fn is_wanted(word: &str) -> bool {
    among(
        " sought asked wanted demanded requested claimed hoped expected estimated forecast predicted planned budgeted \
         scheduled ",
        word,
    )
}

/// Whether the first thing is more than the second by the two numbers of a sentence, told in the order of the things:
/// "income was 312 and expenses 287". `None` where it does not tell just these.
fn told_in_numbers(held: &Held, own: &Comparison, article: &Sentence) -> Option<bool> {
    let sized = match &own.of {
        Quality::Amount | Quality::With(_) => true,
        Quality::Of(stems) => ["hot", "warm", "long", "tall", "heavy", "deep", "wide"]
            .iter()
            .any(|word| stems.contains(&stem_of(word))),
        Quality::Any => false,
    };
    let [a, b] = &numbers(article)[..] else { return None };
    if !sized || !(a.unit.agrees(b.unit)) || a.value == b.value {
        return None;
    }
    let place = |side: &[usize], other: &[usize]| {
        let stem = |at: usize| held.sentence.tokens[at].stem;
        let own = side.iter().filter(|at| !other.iter().any(|o| stem(*o) == stem(**at)));
        let mut places = own.filter_map(|at| {
            let mut found = article.tokens.iter().enumerate().filter(|(_, t)| held.stands_for(*at, t.stem));
            found.next().map(|(i, _)| i).filter(|_| found.next().is_none())
        });
        places.next()
    };
    let (first, second) = (place(&own.first, &own.second)?, place(&own.second, &own.first)?);
    // Each number is beside its thing, and the second thing comes after the first number.
    let apart = |x: usize, y: usize| x < y && y > a.first && (x < b.first) && y.abs_diff(b.first) <= 4;
    if apart(first, second) {
        Some(a.value.to_f64() > b.value.to_f64())
    } else if apart(second, first) {
        Some(b.value.to_f64() > a.value.to_f64())
    } else {
        None
    }
}

impl Quality {
    /// Whether two qualities are one, or are opposite; `None` where they are of different things.
    fn relation(&self, other: &Quality) -> Option<bool> {
        use Quality::{Amount, Any, Of, With};
        match (self, other) {
            (Any, Of(stems)) | (Of(stems), Any) => stems.contains(&stem_of("good")).then_some(true),
            (Any, _) | (_, Any) | (Amount, Amount | With(_)) | (With(_), Amount) => Some(true),
            // What is dearer costs more.
            (Amount, Of(stems)) | (Of(stems), Amount) => {
                let has = |words: [&str; 2]| words.iter().any(|word| stems.contains(&stem_of(word)));
                if has(["dear", "costly"]) { Some(true) } else { has(["cheap", "cheaper"]).then_some(false) }
            }
            (With(a), With(b)) => related(&[*a], &[*b]),
            (With(a), Of(b)) | (Of(b), With(a)) => related(&[*a], b),
            (Of(a), Of(b)) => related(a, b),
        }
    }
}

fn related(a: &[Stem], b: &[Stem]) -> Option<bool> {
    let any = |test: &dyn Fn(Stem, Stem) -> bool| a.iter().any(|a| b.iter().any(|b| test(*a, *b)));
    if any(&|a, b| a == b || lexicon::synonyms(a).any(|half| half == lexicon::half(b))) {
        return Some(true);
    }
    any(&|a, b| opposite(a, b)).then_some(false)
}

/// The comparisons of a sentence, or of a stretch of it.
fn read(sentence: &Sentence, range: std::ops::Range<usize>) -> Vec<Comparison> {
    let lower = |at: usize| sentence.lower(at);
    let mut out = Vec::new();
    for at in range.clone() {
        let word = lower(at);
        let found = match &*word {
            "as" => equal(sentence, at),
            _ => ranked(sentence, at).or_else(|| comparative(&word).map(|(more, of)| (more, of, None))),
        };
        let Some((mut more, mut of, mut parts)) = found else { continue };
        let wide = matches!(of, Quality::Any);
        if wide {
            parts = Some(at);
        } else if parts.is_none() {
            // "Than" belongs to the comparative just before it.
            const REACH: usize = 9;
            parts = (at + 1..range.end.min(at + REACH))
                .take_while(|i| *i == at + 1 || comparative(&lower(*i - 1)).is_none())
                .find(|i| &*lower(*i) == "than");
        }
        // "More than 40 people" compares nothing with anything.
        if let Some(than) = parts
            && !wide
            && than == at + 1
            && sentence
                .tokens
                .get(than + 1)
                .is_some_and(|t| t.flags.digit || among(NUMBERS, &lower(than + 1)))
        {
            continue;
        }
        if let Quality::Amount = of
            && matches!(&*word, "more" | "less" | "fewer")
            && let Some(next) = sentence.tokens.get(at + 1).filter(|t| t.is_content())
        {
            of = Quality::With(next.stem);
        }
        if denied(sentence, at) {
            more = !more;
        }
        let start = (range.start..at).rev().find(|i| is_break(sentence, *i)).map_or(range.start, |i| i + 1);
        let content = |range: std::ops::Range<usize>| -> Vec<usize> {
            range.filter(|i| *i != at && is_thing(sentence, *i)).collect()
        };
        // What is compared ends where a circumstance begins: "than B by a wide margin".
        let end = parts.map_or(range.end, |than| {
            let mut seen = false;
            (than + 1..range.end)
                .find(|i| {
                    let circumstance = matches!(
                        &*lower(*i + 1),
                        "by" | "with" | "since" | "after" | "during" | "in" | "because"
                    );
                    seen |= is_thing(sentence, *i);
                    is_break(sentence, *i) || seen && circumstance
                })
                .map_or(range.end, |i| i + 1)
        });
        // "A is larger than B, but it is shallower": than B again.
        let again = (start..at).any(|i| matches!(&*lower(i), "it" | "they" | "he" | "she"));
        let before = out.last().filter(|last: &&Comparison| again && last.parts.is_some());
        let (first, second) = match parts {
            Some(than) => (content(start..than), content(than + 1..end)),
            None if before.is_some() => {
                (content(start..end), before.map_or(Vec::new(), |last| last.second.clone()))
            }
            None => (content(start..end), Vec::new()),
        };
        out.push(Comparison { word: at, parts, more, of, first, second });
    }
    out
}

/// "The second-tallest after Cape Dunmore": less tall than what follows.
fn ranked(sentence: &Sentence, at: usize) -> Option<(bool, Quality, Option<usize>)> {
    const REACH: usize = 8;
    let lower = |at: usize| sentence.lower(at);
    let word = lower(at);
    let stem = word.strip_suffix("est").filter(|stem| stem.len() > 2)?;
    let rank = at.checked_sub(1).map_or("".into(), lower);
    if !matches!(&*rank, "second" | "third" | "fourth" | "fifth") {
        return None;
    }
    let after = (at + 1..sentence.tokens.len().min(at + REACH)).find(|i| &*lower(*i) == "after")?;
    let (_, of) = comparative(&format!("{stem}er"))?;
    Some((false, of, Some(after)))
}

/// Whether a word may be one of the things compared: content, a number, or the present.
fn is_thing(sentence: &Sentence, at: usize) -> bool {
    let token = &sentence.tokens[at];
    token.is_content() || token.flags.digit || is_now(sentence.word(token))
}

/// Whether a word means the present.
fn is_now(word: &str) -> bool {
    matches!(&*fold_token(word), "now" | "today" | "currently" | "nowadays" | "present")
}

/// What may follow "more than" as a number.
const NUMBERS: &str = " a an one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty \
    half twice double hundred thousand million hundreds thousands ";

/// "Twice as many as", "not as old as": what is more, in what, and the second "as".
fn equal(sentence: &Sentence, at: usize) -> Option<(bool, Quality, Option<usize>)> {
    const REACH: usize = 6;
    let lower = |at: usize| sentence.lower(at);
    let quality = lower(at + 1);
    if matches!(&*quality, "well" | "long" | "soon" | "far")
        && &*lower(at + 2) == "as"
        && !is_times(sentence, at)
    {
        return None;
    }
    let second = (at + 2..sentence.tokens.len().min(at + REACH)).find(|i| &*lower(*i) == "as")?;
    let before = at.checked_sub(1).map_or("".into(), lower);
    let more = match &*before {
        "half" | "third" | "quarter" | "fifth" | "tenth" | "not" | "n't" => false,
        "twice" | "times" => true,
        _ if denied(sentence, at) => true,
        _ => return None,
    };
    // A denial just before is counted with the others.
    let more = if matches!(&*before, "not" | "n't") { true } else { more };
    let of = match &*quality {
        "many" | "much" | "large" | "big" | "high" => Quality::Amount,
        word => Quality::Of(stems(word)),
    };
    Some((more, of, Some(second)))
}

fn is_times(sentence: &Sentence, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|i| {
        matches!(&*fold_token(sentence.word(&sentence.tokens[i])), "half" | "twice" | "times" | "not" | "n't")
    })
}

/// What a word compares, and whether it says more of it.
fn comparative(word: &str) -> Option<(bool, Quality)> {
    const NOT: &str = " other another rather either neither whether never ever over under after however \
        number member order matter river winter summer water paper power centre center offer letter ladder leader \
        father mother brother sister daughter together former latter upper inner outer super consider remember enter \
        per her ";
    let any = [
        "outperform",
        "outnumber",
        "outsold",
        "outsell",
        "outbid",
        "outpace",
        "outscore",
        "exceed",
        "overtak",
        "surpass",
    ];
    if any.iter().any(|beginning| word.starts_with(beginning)) {
        return Some((true, Quality::Any));
    }
    Some(match word {
        "ahead" => (true, Quality::Any),
        "behind" => (false, Quality::Any),
        "more" | "greater" | "higher" | "larger" | "bigger" => (true, Quality::Amount),
        "less" | "fewer" | "lower" | "smaller" => (false, Quality::Amount),
        "better" => (true, Quality::Of(vec![stem_of("good"), stem_of("well"), stem_of("better")])),
        // "Worse" is less good.
        "worse" => (false, Quality::Of(vec![stem_of("good"), stem_of("well"), stem_of("better")])),
        _ if word.len() > 4 && word.ends_with("er") && !among(NOT, word) => (true, Quality::Of(stems(word))),
        _ => return None,
    })
}

/// The stems that the adjective of a comparative may have, with its own.
fn stems(word: &str) -> Vec<Stem> {
    let mut out = vec![stem_of(word)];
    if let Some(stem) = word.strip_suffix("er") {
        out.push(stem_of(stem));
        out.push(stem_of(&format!("{stem}e")));
        if let Some(y) = stem.strip_suffix('i') {
            out.push(stem_of(&format!("{y}y")));
        }
        let mut back = stem.char_indices().rev();
        if let (Some((last, a)), Some((_, b))) = (back.next(), back.next())
            && a == b
        {
            out.push(stem_of(&stem[..last]));
        }
    }
    out
}

/// Whether a comparison is denied by a word just before it.
fn denied(sentence: &Sentence, at: usize) -> bool {
    const REACH: usize = 3;
    (at.saturating_sub(REACH)..at).any(|i| {
        let word = fold_token(sentence.word(&sentence.tokens[i]));
        matches!(&*word, "not" | "n't" | "no" | "never" | "neither") || word.ends_with("n't")
    })
}

/// Whether a sentence turns to something else after a token.
fn is_break(sentence: &Sentence, at: usize) -> bool {
    let Some(next) = sentence.tokens.get(at + 1) else { return false };
    let gap = &sentence.text[sentence.tokens[at].span.end..next.span.start];
    gap.contains([';', ':', '(', ')', '—', '–'])
        || matches!(&*fold_token(sentence.word(next)), "but" | "while" | "whereas" | "although" | "though")
}

#[cfg(test)]
mod tests {
    use crate::evidence::support::{ViewKind, judge_alone};
    use crate::labels::LabelValue;

    fn word(article: &str, claim: &str) -> LabelValue {
        judge_alone(article, claim).word
    }

    fn differs(article: &str, claim: &str) -> bool {
        let judged = judge_alone(article, claim);
        judged.views.iter().any(|view| view.kind == ViewKind::Antonym)
    }

    #[test]
    fn what_was_wanted_is_what_is_compared_with() {
        for (article, kept, changed) in [
            (
                "The sum awarded was smaller than the 50,000 pounds Inchley had asked for.",
                "Inchley was awarded less money than he had sought.",
                "Inchley was awarded more money than he had sought.",
            ),
            (
                "The work cost 1.8 million pounds, less than the 2.3 million first estimated.",
                "In the end the work was cheaper than had first been estimated.",
                "In the end the work was dearer than had first been estimated.",
            ),
            (
                "It is larger than neighbouring Lake Pell, but it is shallower. The lake is Lake Sorvane.",
                "Lake Sorvane is shallower than Lake Pell.",
                "Lake Pell is shallower than Lake Sorvane.",
            ),
        ] {
            assert!(!differs(article, kept), "{kept}");
            assert!(differs(article, changed), "{changed}");
        }
    }

    #[test]
    fn a_comparison_may_be_turned_about_and_not_reversed() {
        for (article, kept, changed) in [
            (
                "Cape Dunmore lighthouse is taller than the lighthouse at Skerry Point.",
                "The lighthouse at Skerry Point is shorter than Cape Dunmore lighthouse.",
                "The lighthouse at Skerry Point is taller than Cape Dunmore lighthouse.",
            ),
            (
                "The metro carries twice as many people as it did ten years ago.",
                "Ten years ago the metro carried half as many people as now.",
                "Ten years ago the metro carried twice as many people as now.",
            ),
            (
                "Women benefited slightly more than men.",
                "Men benefited slightly less than women.",
                "Men benefited slightly more than women.",
            ),
            (
                "The train is cheaper than the coach.",
                "The coach is more expensive than the train.",
                "The train is more expensive than the coach.",
            ),
            (
                "Small models outperform prompted models by a wide margin.",
                "Prompted models are worse than small models by a wide margin.",
                "Prompted models are better than small models by a wide margin.",
            ),
            (
                "The train is not faster than the coach.",
                "The coach is not slower than the train.",
                "The coach is slower than the train.",
            ),
        ] {
            assert_eq!(word(article, kept), LabelValue::Supported, "{kept}");
            assert_ne!(word(article, changed), LabelValue::Supported, "{changed}");
        }
    }
}
