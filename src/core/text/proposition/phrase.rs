//! Determines the words of a phrase.

use crate::syntax::{Relation, Tree, Upos};

/// Returns the nodes of a noun phrase or a clause, in order: everything that depends on its head, except
/// dependents of the head that `skip` refuses. Clauses and names set off by commas are statements of their
/// own and are left out, as are punctuation marks at the ends.
pub(super) fn phrase(
    words: &[&str],
    tree: &Tree,
    children: &[Vec<usize>],
    head: usize,
    skip: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut out = Vec::new();
    let mut open = vec![head];
    while let Some(at) = open.pop() {
        out.push(at);
        for &child in &children[at] {
            let refused = at == head && skip(child);
            let aside = matches!(tree.nodes[child].relation, Relation::Parataxis | Relation::Discourse);
            if !refused && !aside && !is_set_off(words, tree, children, child) {
                open.push(child);
            }
        }
    }
    out.sort_unstable();
    trim(words, tree, &mut out);
    out
}

/// Whether a clause, a name or an age that modifies a noun is set off by a punctuation mark.
pub(super) fn is_set_off(words: &[&str], tree: &Tree, children: &[Vec<usize>], at: usize) -> bool {
    use Relation::{Acl, AclRelcl, AdvclRelcl, Appos, Nmod, NmodUnmarked, Nummod, OblUnmarked};
    let node = tree.nodes[at];
    // "Paul Armstrong, 26", but not "£30, 000".
    let named = node.head.is_some_and(|head| tree.nodes[head].tag == Upos::Propn);
    let age =
        named && node.tag == Upos::Num && matches!(node.relation, Nmod | NmodUnmarked | Nummod | OblUnmarked);
    let aside = matches!(node.relation, Acl | AclRelcl | AdvclRelcl | Appos) || age;
    if !aside || node.head.is_none_or(|head| head > at) {
        return false;
    }
    if is_hyphenated(words, tree, at) {
        return false;
    }
    let first = leftmost(children, at);
    let is_mark = |node: usize| is_mark(words[node], tree.nodes[node].tag);
    is_mark(first) || first.checked_sub(1).is_some_and(is_mark)
}

/// Whether a noun is the second half of a hyphenated compound that the tree treats as an apposition:
/// "centre-back".
pub(super) fn is_hyphenated(words: &[&str], tree: &Tree, at: usize) -> bool {
    let node = tree.nodes[at];
    let hyphen = at.checked_sub(1).filter(|before| words[*before] == "-");
    node.relation == Relation::Appos
        && node.tag == Upos::Noun
        && hyphen.is_some_and(|hyphen| hyphen > 0 && node.head == Some(hyphen - 1))
}

fn is_mark(word: &str, tag: Upos) -> bool {
    tag == Upos::Punct && matches!(word, "," | "(" | "[" | "-" | "--" | "–" | "—" | ":" | "-LRB-")
}

/// Returns the leftmost node of a subtree.
fn leftmost(children: &[Vec<usize>], of: usize) -> usize {
    let mut first = of;
    let mut open = vec![of];
    while let Some(at) = open.pop() {
        first = first.min(at);
        // Children are in order, so the first one leads to the leftmost node.
        open.extend(children[at].first());
    }
    first
}

/// Removes punctuation marks at the ends of a phrase and next to words that were left out, except for
/// brackets of which the phrase has both.
fn trim(words: &[&str], tree: &Tree, out: &mut Vec<usize>) {
    let is_punct = |at: usize| tree.nodes[at].tag == Upos::Punct;
    let inside: Vec<usize> = out.clone();
    let has = |at: Option<usize>| at.is_some_and(|at| inside.binary_search(&at).is_ok());
    let is_bracketed = |at: usize| has(partner(words, at));
    out.retain(|&at| {
        let flanked = has(at.checked_sub(1)) && has(Some(at + 1));
        !is_punct(at) || is_quote(words[at]) || words[at] == "%" || flanked || is_bracketed(at)
    });
    let is_kept = |at: usize| !is_punct(at) || is_bracketed(at);
    while out.last().is_some_and(|&at| !is_kept(at) && words[at] != "%" && !closes(words, out)) {
        out.pop();
    }
    while out.first().is_some_and(|&at| !is_kept(at) && !opens(words, out)) {
        out.remove(0);
    }
}

/// Returns the matching bracket.
fn partner(words: &[&str], at: usize) -> Option<usize> {
    match words[at] {
        "(" => (at + 1..words.len()).find(|other| words[*other] == ")"),
        ")" => (0..at).rev().find(|other| words[*other] == "("),
        _ => None,
    }
}

fn is_quote(word: &str) -> bool {
    matches!(word, "\"" | "“" | "”" | "''" | "``" | "'" | "‘" | "’")
}

/// Whether the last word is a quotation mark that closes an earlier one.
fn closes(words: &[&str], out: &[usize]) -> bool {
    let quotes = out.iter().filter(|at| is_quote(words[**at])).count();
    out.last().is_some_and(|at| is_quote(words[*at])) && quotes.is_multiple_of(2)
}

/// Whether the first word is a quotation mark that a later one closes.
fn opens(words: &[&str], out: &[usize]) -> bool {
    let quotes = out.iter().filter(|at| is_quote(words[**at])).count();
    out.first().is_some_and(|at| is_quote(words[*at])) && quotes.is_multiple_of(2)
}
