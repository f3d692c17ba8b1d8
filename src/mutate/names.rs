//! `name`: a name becomes one that the article does not have.

use super::grammar::{Grammar, listed};
use super::words::{MONTHS, NAMES, WEEKDAYS};
use super::{Edit, Pair};
use crate::syntax::{Relation, Upos};

/// Words before a name of which it is a part.
const PARTS: &str = " the st saint new north south east west great san los el la de del van von al ";

/// Words that end the name of a body, a place or a work: another word there names nothing.
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
        // A name that comes twice would contradict itself, which is another fault.
        let times = pair.summary.raw().matches(word).count();
        if times > 1 || !pair.has(word) {
            continue;
        }
        let free = NAMES.iter().filter(|name| !pair.has(name) && !pair.summary.raw().contains(**name));
        edits.extend(free.take(4).map(|name| Edit::new(grammar.span(at), *name)));
    }
    edits
}

/// Whether a word alone is a name, or the family name of a person: another in its place makes another name.
fn is_name(pair: &Pair, grammar: Grammar, at: usize) -> bool {
    let (word, node) = (grammar.word(at), grammar.node(at));
    let plain = word.chars().next().is_some_and(char::is_uppercase)
        && word.chars().skip(1).all(|c| c.is_lowercase())
        && word.chars().count() > 2;
    let dated = WEEKDAYS.contains(&word) || MONTHS.contains(&word) || listed(KINDS, &word.to_lowercase());
    // "Pandora's Cluster", "the Mara Salvatrucha gang": a part of another name.
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
    // The last of its name: nothing that belongs to it follows, and no noun that it describes.
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
        // At the beginning of a sentence any word has a capital; the article has it elsewhere.
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
    // Two words of a place or a club ("Manchester United") have no given name before them.
    let person = matches!(node.relation, Relation::Flat) || grammar.node(before).relation == Relation::Flat;
    // A person is also called by the family name alone; "Rayo Vallecano" never is.
    let article = pair.article.raw().to_lowercase();
    let family = word.to_lowercase();
    let whole = format!("{} {family}", first.to_lowercase());
    let alone_in_article = article.matches(&family).count() > article.matches(&whole).count();
    proper(before) && given && alone && person && alone_in_article
}
