//! Who is which side of a relation that two verbs tell from its two ends.
//!
//! "A bought it from B" is "B sold it to A", and "A is replaced by B" is "B takes over from A". So a verb is read as a
//! relation with a giver and a taker, whichever of them is its subject; the same relation with the sides exchanged is a
//! contradiction, and with the same sides it is none, however different the words are.

use super::Held;
use crate::evidence::support::{View, ViewKind};
use crate::text::sentence_number;
use crate::text::Span;

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
    let own = held.sentence.relations(held.clause.tokens.clone());
    let own = own.first()?;
    for (source, article) in held.sources() {
        for theirs in article.relations(article.whole()).iter().filter(|t| t.relation == own.relation) {
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
