//! Who is which side of a relation that two verbs tell from its two ends.
//!
//! "A bought it from B" is "B sold it to A", and "A is replaced by B" is "B takes over from A". So a verb is read as a
//! relation with a giver and a taker, whichever of them is its subject; the same relation with the sides exchanged is a
//! contradiction, and with the same sides it is none, however different the words are.

use super::Held;
use crate::evidence::support::{View, ViewKind};
use crate::text::sentence_number;
use crate::text::{Sentence, Span, fold_token};

/// Verbs of a relation: those with its first side as their subject, and those with its second. A word after "+" must
/// follow within three words.
struct Relation {
    first: &'static [&'static str],
    second: &'static [&'static str],
}

const RELATIONS: [Relation; 11] = [
    Relation {
        first: &[
            "replac",
            "succeed",
            "took+over+from",
            "take+over+from",
            "takes+over+from",
            "took+place+of",
            "take+place+of",
            "takes+place+of",
            "taking+over+from",
        ],
        second: &["precede"],
    },
    Relation {
        first: &[
            "beat",
            "beaten",
            "defeat",
            "overcame",
            "overcome",
            "win+against",
            "won+against",
            "victory+over",
            "win+over",
        ],
        second: &["lose+to", "lost+to", "loses+to", "loss+to", "defeat+by"],
    },
    Relation {
        first: &["sell", "sold", "sells", "selling", "sale"],
        second: &["buy+from", "bought+from", "buys+from", "purchased+from", "acquired+from"],
    },
    Relation {
        first: &[
            "acquire",
            "buy",
            "buys",
            "bought",
            "purchase",
            "took+over",
            "take+over",
            "takes+over",
            "taken+over",
            "taking+over",
        ],
        second: &[],
    },
    Relation {
        first: &["teach", "taught", "teaches"],
        second: &[
            "learned+from",
            "learnt+from",
            "studied+under",
            "studied+with",
            "study+under",
            "student+of",
            "pupil+of",
        ],
    },
    Relation { first: &["lend", "lent", "lends", "loan"], second: &["borrow"] },
    Relation { first: &["sue", "sued", "sues", "suing", "took+to+court", "take+to+court"], second: &[] },
    Relation {
        first: &[
            "give+to",
            "gave+to",
            "given+to",
            "gives+to",
            "hand+to",
            "return+to",
            "donate+to",
            "gave+back",
        ],
        second: &["receiv", "got+from", "gets+from"],
    },
    Relation { first: &["owe"], second: &[] },
    Relation {
        first: &["hire", "employ", "recruit", "appoint"],
        second: &["work+for", "works+for", "worked+for"],
    },
    Relation { first: &["fund", "financ", "paid+for", "pay+for", "pays+for", "sponsor"], second: &[] },
];

/// A relation of a sentence: its verb and what stands on its sides.
struct Told {
    relation: usize,
    verb: usize,
    first: Vec<usize>,
    second: Vec<usize>,
}

/// How the clause's relation stands to that of the passage.
pub enum Verdict {
    /// The same: the words that this settles.
    Agrees(Vec<Span>),
    /// With its sides exchanged.
    Turned(Box<View>),
}

/// Holds the relations of a clause against those of its passage.
pub fn relations(held: &Held) -> Option<Verdict> {
    if !held.same_statement() {
        return None;
    }
    let own = read(held.sentence, held.clause.tokens.clone());
    let own = own.first()?;
    for (source, article) in held.sources() {
        for theirs in read(article, 0..article.tokens.len()).iter().filter(|t| t.relation == own.relation) {
            let has =
                |side: &[usize], at: usize| side.iter().any(|i| held.stands_for(at, article.tokens[*i].stem));
            let only = |side: &[usize], here: &[usize], there: &[usize]| {
                side.iter().filter(|at| has(here, **at) && !has(there, **at)).count()
            };
            let straight = only(&own.first, &theirs.first, &theirs.second)
                + only(&own.second, &theirs.second, &theirs.first);
            let turned = only(&own.first, &theirs.second, &theirs.first)
                + only(&own.second, &theirs.first, &theirs.second);
            if straight > turned {
                return Some(Verdict::Agrees(
                    held.sentence.tokens[held.clause.tokens.clone()].iter().map(|t| t.span).collect(),
                ));
            }
            if turned > straight {
                return Some(Verdict::Turned(Box::new(View {
                    kind: ViewKind::Role,
                    limit: 0.12,
                    why: format!(
                        "sides exchanged: \"{}\" in the claim, \"{}\" in sentence {}",
                        held.word(own.verb).to_lowercase(),
                        article.word(&article.tokens[theirs.verb]).to_lowercase(),
                        sentence_number(source)
                    ),
                    summary: own
                        .first
                        .iter()
                        .chain(&own.second)
                        .map(|at| held.sentence.tokens[*at].span)
                        .collect(),
                    article: vec![held.place(source, article.tokens[theirs.verb].span)],
                    ..View::default()
                })));
            }
        }
    }
    None
}

/// The relations of a stretch of a sentence.
fn read(sentence: &Sentence, range: std::ops::Range<usize>) -> Vec<Told> {
    /// Words of a side that count, those nearest to the verb.
    const SIDE: usize = 4;
    let lower = |at: usize| fold_token(sentence.word(&sentence.tokens[at]));
    let mut out = Vec::new();
    for verb in range.clone() {
        let found = RELATIONS.iter().enumerate().find_map(|(relation, words)| {
            let fits =
                |list: &[&str]| list.iter().find_map(|pattern| matches(sentence, verb, range.end, pattern));
            // The longer pattern is the surer one: "bought from" before "bought".
            let second = fits(words.second).map(|end| (relation, false, end));
            second.or_else(|| fits(words.first).map(|end| (relation, true, end)))
        });
        let Some((relation, is_first, end)) = found else { continue };
        let before: Vec<usize> = side((range.start..verb).rev(), sentence, SIDE, true);
        let after: Vec<usize> = side(end + 1..range.end, sentence, SIDE, false);
        let by = (end + 1..range.end.min(end + 4)).any(|at| &*lower(at) == "by");
        let be = (verb.saturating_sub(4)..verb)
            .any(|at| matches!(&*lower(at), "is" | "are" | "was" | "were" | "be" | "been" | "being"));
        // Suffered, and nobody says who did it.
        if be && !by && end == verb {
            continue;
        }
        let (subject, object) = if by { (after, before) } else { (before, after) };
        let (first, second) = if is_first { (subject, object) } else { (object, subject) };
        if !first.is_empty() && !second.is_empty() {
            out.push(Told { relation, verb, first, second });
        }
    }
    out
}

/// The last token of a pattern that begins at a token.
fn matches(sentence: &Sentence, at: usize, end: usize, pattern: &str) -> Option<usize> {
    const REACH: usize = 6;
    let lower = |at: usize| fold_token(sentence.word(&sentence.tokens[at]));
    let mut parts = pattern.split('+');
    let head = parts.next()?;
    let word = lower(at);
    // A short head is the whole word, a longer one its beginning.
    let is_head = if head.len() > 4 || !pattern.contains('+') && head.len() > 3 {
        word.starts_with(head) && word.len() <= head.len() + 4
    } else {
        *word == *head
    };
    if !is_head {
        return None;
    }
    let mut last = at;
    for part in parts {
        last = (last + 1..end.min(last + 1 + REACH)).find(|i| *lower(*i) == *part)?;
    }
    Some(last)
}

/// The words of a side that may be who or what stands on it: names if there are any, otherwise content.
fn side(range: impl Iterator<Item = usize>, sentence: &Sentence, most: usize, back: bool) -> Vec<usize> {
    let mut out = Vec::new();
    let mut last: Option<usize> = None;
    for at in range {
        if let Some(last) = last {
            let (from, to) = if back { (at, last) } else { (last, at) };
            let gap = &sentence.text[sentence.tokens[from].span.end..sentence.tokens[to].span.start];
            if gap.contains([';', ':', '(', ')']) {
                break;
            }
        }
        last = Some(at);
        let token = &sentence.tokens[at];
        if token.is_content() && !token.flags.digit {
            out.push(at);
            if out.len() == most {
                break;
            }
        }
    }
    let names: Vec<usize> = out.iter().copied().filter(|at| sentence.tokens[*at].flags.capital).collect();
    if names.is_empty() { out } else { names }
}

#[cfg(test)]
mod tests {
    use crate::evidence::Article;
    use crate::evidence::support::{ViewKind, judge};
    use crate::text::{Sentence, Text};

    #[test]
    fn a_relation_may_be_told_from_either_end() {
        for (article, kept, changed) in [
            (
                "The museum had bought both pictures from the collector Edgar Roth.",
                "Edgar Roth sold both pictures to the museum.",
                "The museum sold both pictures to Edgar Roth.",
            ),
            (
                "Farmers in the valley lent the army 40 tractors.",
                "The army borrowed 40 tractors from farmers in the valley.",
                "Farmers in the valley borrowed 40 tractors from the army.",
            ),
            (
                "Ebba Rask is to be succeeded by her deputy, Nils Brandt.",
                "Nils Brandt will succeed Ebba Rask.",
                "Ebba Rask will succeed Nils Brandt.",
            ),
            (
                "The Bears were beaten by the Lions on Sunday.",
                "The Bears lost to the Lions on Sunday.",
                "The Lions lost to the Bears on Sunday.",
            ),
            (
                "Sunrel sued Korvia in May over a patent.",
                "Korvia was sued by Sunrel in May over a patent.",
                "Sunrel was sued by Korvia in May over a patent.",
            ),
        ] {
            let article = Article::new(Text::new(article));
            let role = |claim: &str| {
                let judged = judge(article.ground(), &Sentence::new(claim)).remove(0);
                judged.views.iter().any(|view| view.kind == ViewKind::Role)
            };
            assert!(!role(kept), "{kept}");
            assert!(role(changed), "{changed}");
        }
    }
}
