//! `name`: replaces a name by one that does not occur in the article.

use super::grammar::{Grammar, listed};
use super::words::{MONTHS, NAMES, WEEKDAYS};
use super::{Edit, Pair};
use crate::syntax::{Relation, Upos};

/// Words that belong to the name that follows.
const PARTS: &str = " the st saint new north south east west great san los el la de del van von al ";

/// Last words of names of bodies, places or works, which cannot be replaced by a name.
const KINDS: &str = " council united city county town rovers wanderers athletic albion cluster park bank court university \
    college school hospital church street road avenue river lake hall house club association party league cup union company \
    group bridge airport station institute ministry department office festival museum gallery gang island sea bay world \
    today times post mail mirror sun guardian instagram facebook twitter youtube ";

pub fn find(pair: &Pair) -> Vec<Edit> {
    pair.grammars().flat_map(|grammar| of_sentence(pair, grammar)).collect()
}

fn of_sentence(pair: &Pair, grammar: Grammar) -> Vec<Edit> {
    let count = grammar.parsed.words.len();
    let mut edits = Vec::new();
    for at in (0..count).filter(|at| is_name(pair, grammar, *at)) {
        let word = grammar.word(at);
        // A name that occurs twice would make the summary contradict itself, which is a different error.
        let times = pair.summary.raw().matches(word).count();
        if times > 1 || !pair.has(word) {
            continue;
        }
        let free = NAMES.iter().filter(|name| !pair.has(name) && !pair.summary.raw().contains(**name));
        edits.extend(free.take(4).map(|name| Edit::new(grammar.span(at), *name)));
    }
    edits
}

/// Returns whether a word is a name on its own, or a person's family name, so that replacing it gives
/// another name.
fn is_name(pair: &Pair, grammar: Grammar, at: usize) -> bool {
    let (word, node) = (grammar.word(at), grammar.node(at));
    let plain = word.chars().next().is_some_and(char::is_uppercase)
        && word.chars().skip(1).all(|c| c.is_lowercase())
        && word.chars().count() > 2;
    let dated = WEEKDAYS.contains(&word) || MONTHS.contains(&word) || listed(KINDS, &word.to_lowercase());
    // In "Pandora's Cluster" and "the Mara Salvatrucha gang" it is a part of another name.
    let head = if node.relation == Relation::Flat { node.head } else { Some(at) };
    let within = head.is_some_and(|head| {
        matches!(grammar.node(head).relation, Relation::Compound | Relation::Amod)
            || grammar.child(head, Relation::NmodPoss).is_some_and(|owner| owner < at)
    });
    let dated = dated || within;
    if node.tag != Upos::Propn || !plain || dated || word.ends_with('s') {
        return false;
    }
    let proper = |other: usize| other < grammar.parsed.words.len() && grammar.node(other).tag == Upos::Propn;
    let capital = |other: usize| grammar.word(other).starts_with(char::is_uppercase);
    // It must be the last word of its name, not followed by a part of it or by a noun that it modifies.
    let follows = grammar.word(at + 1);
    let ends = !proper(at + 1)
        && !capital(at + 1)
        && !follows.starts_with(['-', '–', '/', '&'])
        && !matches!(node.relation, Relation::Compound | Relation::Amod)
        && !grammar.parsed.tree.children(at).any(|child| {
            child > at && matches!(grammar.node(child).relation, Relation::Flat | Relation::Compound)
        });
    if !ends {
        return false;
    }
    let Some(before) = at.checked_sub(1) else {
        // At the beginning of a sentence any word is capitalised, so it must also occur elsewhere in the
        // article.
        return pair.article.raw().contains(&format!(" {word}"));
    };
    if !proper(before) && !capital(before) {
        let tied = listed(PARTS, &grammar.lower(before)) || grammar.child(at, Relation::Amod).is_some();
        return !tied && !grammar.word(before).ends_with(['-', '–', '/', '\'', '’', '.', '&', '"', '“']);
    }
    // "Paula Dean": one given name before it, and nothing before that.
    let first = grammar.word(before);
    let given = first.chars().skip(1).all(char::is_lowercase)
        && first.chars().count() > 2
        && !listed(PARTS, &grammar.lower(before));
    let alone = before == 0 || !(proper(before - 1) || capital(before - 1) && before > 1);
    // Two words of a place or a club ("Manchester United") do not include a given name.
    let person = matches!(node.relation, Relation::Flat) || grammar.node(before).relation == Relation::Flat;
    // A person is also called by the family name alone, unlike "Rayo Vallecano".
    let article = pair.article.raw().to_lowercase();
    let family = word.to_lowercase();
    let whole = format!("{} {family}", first.to_lowercase());
    let alone_in_article = article.matches(&family).count() > article.matches(&whole).count();
    proper(before) && given && alone && person && alone_in_article
}
