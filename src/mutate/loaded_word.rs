//! `loaded_word`: adds a judgemental adjective.

use super::{Edit, Pair};
use crate::syntax::{Relation, Upos};
use crate::text::Span;

/// Judgemental adjectives, positive and negative.
const LOADED: &[&str] = &[
    "shameful", "disastrous", "heroic", "pathetic", "notorious", "brilliant", "ridiculous", "scandalous",
    "cowardly", "magnificent",
];

/// Nouns of time and amount, which such adjectives do not fit.
const VAGUE: &[&str] = &[
    "number", "year", "week", "month", "day", "hour", "minute", "time", "amount", "total", "majority",
    "rest", "first", "second", "third", "half", "lack", "chance", "age", "same", "death", "hell", "money",
    "season", "body", "case", "victim",
];

pub fn find(pair: &Pair) -> Vec<Edit> {
    before_nouns(pair, LOADED)
}

/// Returns edits that put each adjective missing in the article before each suitable noun.
pub fn before_nouns(pair: &Pair, adjectives: &[&str]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for spot in pair.spots() {
        let noun = spot.token();
        let plain = !noun.flags.stop && !noun.flags.capital && !noun.flags.digit && spot.word().len() > 3;
        let gap = spot.sentence().gap_before(spot.at) == " ";
        let parsed = spot.sentence().tree();
        let node = parsed.node_at(noun.span.start).map(|at| parsed.tree.nodes[at]);
        let is_noun = node.is_some_and(|node| {
            node.tag == Upos::Noun
                && matches!(node.relation, Relation::Nsubj | Relation::Obj | Relation::NsubjPass)
        });
        let vague = VAGUE.contains(&spot.word().trim_end_matches("'s").trim_end_matches('s'));
        if plain
            && is_noun
            && !vague
            && gap
            && matches!(spot.lower(-1).as_str(), "the" | "a" | "its" | "his" | "her" | "their")
        {
            let at = Span::new(spot.span().start, spot.span().start);
            let free = adjectives.iter().filter(|word| !pair.has(word));
            edits.extend(free.map(|word| Edit::new(at, format!("{word} "))));
        }
    }
    edits
}
