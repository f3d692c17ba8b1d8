//! A sentence as lines: its words as an indented tree, its propositions, and the entities that its mentions
//! refer to.

use ratatui::text::Span as Styled;

use crate::syntax::{Relation, Tree, Upos};
use crate::text::coreference::{Entities, Mention, MentionKind};
use crate::text::proposition::{Argument, Modality, Proposition, PropositionKind, Role as Part};
use crate::text::{Parsed, Placed, Text, sentence_number};
use crate::tui::screens::prelude::*;
use crate::tui::words::width_of;

/// Width of the part of speech in columns, with a gap after the longest.
const TAG: usize = 13;
/// Width of the relation to the head in columns, without and with its name in treebanks.
const RELATION: [usize; 2] = [20, 34];
/// Width in columns from which that name is shown.
const BROAD: usize = 76;
/// Indentation takes at most one in this many columns of the width.
const DEEPEST: usize = 3;

/// Returns the lines of a sentence of a text. `language` is the language of a text that is not English, which
/// has no tree. `linked` says whether the text's mentions are resolved.
pub fn rows(
    text: &Text,
    at: usize,
    language: Option<&'static str>,
    linked: bool,
    theme: &Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let placed = &text.sentences()[at];
    let mut rows = wrapped(&placed.sentence.text, "", theme, ThemeRole::Accent, width);
    if let Some(language) = language {
        let message = format!("The text is {language}: the parser reads English alone, so there is no tree.");
        rows.extend(wrapped(&message, "", theme, ThemeRole::Dim, width));
        return rows;
    }
    let parsed = placed.sentence.tree();
    rows.push(heading("What it says", "", theme));
    rows.extend(says(placed, parsed, theme, width));
    if linked {
        rows.push(heading("Whom and what it mentions", "", theme));
        rows.extend(match text.entities_found() {
            Some(entities) => mentions(text, entities, at, theme, width),
            None => vec![theme.line(ThemeRole::Stale, "  reading both texts …")],
        });
    }
    rows.push(heading("Tree", ": each word under the one that it depends on", theme));
    rows.extend(tree(placed, parsed, theme, width));
    rows
}

fn heading(title: &str, rest: &str, theme: &Theme) -> Line<'static> {
    let title = theme.span(ThemeRole::Title, title.to_owned());
    Line::from(vec![title, theme.span(ThemeRole::Dim, rest.to_owned())])
}

/// Wraps a text to lines that begin with `lead`, or with as many blanks.
fn wrapped(text: &str, lead: &str, theme: &Theme, role: ThemeRole, width: usize) -> Vec<Line<'static>> {
    let room = width.saturating_sub(words::width(lead)).max(8);
    let lines = words::wrap(text, room).into_iter().enumerate();
    let lead = |at: usize| if at == 0 { lead.to_owned() } else { " ".repeat(words::width(lead)) };
    let line = |(at, part)| vec![theme.span(ThemeRole::Dim, lead(at)), theme.span(role, part)];
    lines.map(|one| Line::from(line(one))).collect()
}

/// Returns the propositions, each as "predicate: agent ..., patient ..., negated".
fn says(placed: &Placed, parsed: &Parsed, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    if parsed.propositions.is_empty() {
        return vec![theme.line(ThemeRole::Dim, "  no statement was found in it")];
    }
    let lines = parsed.propositions.iter().enumerate().flat_map(|(at, one)| {
        let said = proposition(placed, parsed, one);
        wrapped(&said, &format!("  {} ", at + 1), theme, ThemeRole::Text, width)
    });
    lines.collect()
}

fn proposition(placed: &Placed, parsed: &Parsed, one: &Proposition) -> String {
    let quoted = |nodes: &[usize]| format!("\"{}\"", phrase(placed, parsed, nodes));
    let predicate = match one.kind {
        PropositionKind::Copula | PropositionKind::Apposition => "be".to_owned(),
        PropositionKind::Existence => "there is".to_owned(),
        PropositionKind::Verb | PropositionKind::Noun => one.lemma.clone(),
    };
    let argument = |argument: &Argument| {
        let marker = phrase(placed, parsed, &argument.marker);
        let marker = if marker.is_empty() { marker } else { format!(" ({marker})") };
        format!("{}{marker} {}", role(argument.role), quoted(&argument.words))
    };
    let mut parts: Vec<String> = one.arguments.iter().map(argument).collect();
    parts.extend(one.negated.then(|| "negated".to_owned()));
    parts.extend((one.modality != Modality::Asserted).then(|| one.modality.name().to_owned()));
    parts.extend(one.passive.then(|| "passive".to_owned()));
    parts.extend(one.source.as_deref().map(|source| format!("source {}", quoted(source))));
    parts.extend(one.parent.map(|parent| format!("part of {}", parent + 1)));
    match parts.is_empty() {
        true => predicate,
        false => format!("{predicate}: {}", parts.join(", ")),
    }
}

/// Returns the role of an argument, in a word.
fn role(role: Part) -> &'static str {
    match role {
        Part::Other => "with",
        role => role.name(),
    }
}

/// Returns the words of some nodes, with an ellipsis where words between them are left out.
fn phrase(placed: &Placed, parsed: &Parsed, nodes: &[usize]) -> String {
    let pieces = parsed.pieces(nodes).into_iter().map(|span| &placed.sentence.text[span.range()]);
    pieces.collect::<Vec<_>>().join(" … ")
}

/// Returns the mentions that have a name or an antecedent, each with the entity that it refers to.
fn mentions(text: &Text, entities: &Entities, at: usize, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let words_of = |one: &Mention| -> String {
        let placed = &text.sentences()[one.sentence];
        let parsed = placed.sentence.tree();
        let nodes: Vec<usize> = (one.words.0..=one.words.1).collect();
        phrase(placed, parsed, &nodes)
    };
    let mut lines = Vec::new();
    for one in entities.of_sentence(at) {
        let entity = &entities.entities[one.entity];
        let others = entity.mentions.len() - 1;
        let again = || match others {
            1 => "mentioned once more".to_owned(),
            _ => format!("mentioned {others} more times"),
        };
        let name =
            entities.named(one.entity).filter(|name| (name.sentence, name.head) != (one.sentence, one.head));
        // A pronoun without an antecedent is listed as such; a noun that is mentioned only once is not
        // listed.
        let refers = match (one.antecedent.map(|before| &entities.mentions[before]), name) {
            (Some(_), Some(name)) => {
                format!("is \"{}\", sentence {}", words_of(name), sentence_number(name.sentence))
            }
            (Some(before), None) => {
                format!("is \"{}\", sentence {}", words_of(before), sentence_number(before.sentence))
            }
            (None, _) if one.kind == MentionKind::Pronoun => "no link was found".to_owned(),
            (None, _) if one.kind == MentionKind::Name => match others {
                0 => "mentioned once".to_owned(),
                _ => again(),
            },
            (None, _) if others > 0 => again(),
            (None, _) => continue,
        };
        let kind = match entity.kind.name() {
            "other" => String::new(),
            kind => format!(" ({kind})"),
        };
        let said = format!("\"{}\"{kind}: {refers}", words_of(one));
        lines.extend(wrapped(&said, "  ", theme, ThemeRole::Text, width));
    }
    if lines.is_empty() {
        let words = "  no link to what another sentence mentions was found";
        lines.push(theme.line(ThemeRole::Dim, words));
    }
    lines
}

/// Returns the words as a tree, each indented below its head, without punctuation.
fn tree(placed: &Placed, parsed: &Parsed, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<(Upos, Relation, Vec<Styled<'static>>)> = Vec::new();
    let Some(root) = parsed.tree.root() else { return Vec::new() };
    let children = children(&parsed.tree);
    let mut open = vec![(root, 0)];
    while let Some((at, depth)) = open.pop() {
        let node = parsed.tree.nodes[at];
        open.extend(children[at].iter().rev().map(|child| (*child, depth + 1)));
        if node.relation == Relation::Punct {
            continue;
        }
        let word = &placed.sentence.text[parsed.words[at].range()];
        let steps = depth.min(width / DEEPEST / 2);
        let line = vec![
            theme.span(ThemeRole::Border, format!("  {}", "· ".repeat(steps))),
            theme.span(ThemeRole::Text, sanitize::line(word).into_owned()),
        ];
        lines.push((node.tag, node.relation, line));
    }
    // The columns after the words begin at the end of the longest, as far as there is room.
    let broad = width >= BROAD;
    let longest = lines.iter().map(|(.., line)| width_of(line) + 3).max().unwrap_or(0);
    let column = longest.min(width.saturating_sub(TAG + RELATION[usize::from(broad)]));
    let whole = |(part, to_head, mut line): (Upos, Relation, Vec<Styled<'static>>)| {
        line.push(Styled::raw(" ".repeat(column.saturating_sub(width_of(&line)).max(1))));
        line.push(theme.span(ThemeRole::Accent, words::cell(tag(part), TAG)));
        line.push(theme.span(ThemeRole::Dim, relation(to_head, broad)));
        Line::from(line)
    };
    lines.into_iter().map(whole).collect()
}

/// Returns the children of each node.
fn children(tree: &Tree) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate() {
        if let Some(head) = node.head {
            children[head].push(at);
        }
    }
    children
}

/// Returns the relation in words, optionally with its name in treebanks.
fn relation(relation: Relation, named: bool) -> String {
    let name = relation.as_str();
    let said = match relation {
        Relation::NsubjPass | Relation::CsubjPass => "subject of a passive",
        Relation::AuxPass => "passive auxiliary",
        Relation::OblAgent => "agent of a passive",
        Relation::NmodPoss => "possessor",
        Relation::AclRelcl | Relation::AdvclRelcl => "relative clause",
        Relation::CompoundPrt => "particle",
        _ => in_words(relation.universal()),
    };
    if said == name || !named { said.to_owned() } else { format!("{said} ({name})") }
}

fn in_words(universal: &'static str) -> &'static str {
    const WORDS: &[(&str, &str)] = &[
        ("acl", "clause of a noun"),
        ("advcl", "adverbial clause"),
        ("advmod", "adverb"),
        ("amod", "adjective"),
        ("appos", "apposition"),
        ("aux", "auxiliary"),
        ("case", "preposition"),
        ("cc", "conjunction"),
        ("ccomp", "clause as object"),
        ("conj", "joined by it"),
        ("cop", "copula"),
        ("csubj", "clause as subject"),
        ("det", "determiner"),
        ("discourse", "interjection"),
        ("expl", "expletive"),
        ("fixed", "fixed phrase"),
        ("flat", "part of a name"),
        ("iobj", "indirect object"),
        ("mark", "subordinator"),
        ("nmod", "modifier of a noun"),
        ("nsubj", "subject"),
        ("nummod", "number"),
        ("obj", "object"),
        ("obl", "with the verb"),
        ("parataxis", "beside it"),
        ("vocative", "address"),
        ("xcomp", "open complement"),
    ];
    WORDS.iter().find(|(name, _)| *name == universal).map_or(universal, |(_, words)| words)
}

/// Returns a part of speech in words.
fn tag(tag: Upos) -> &'static str {
    match tag {
        Upos::Adj => "adjective",
        Upos::Adp => "preposition",
        Upos::Adv => "adverb",
        Upos::Aux => "auxiliary",
        Upos::Cconj | Upos::Sconj => "conjunction",
        Upos::Det => "determiner",
        Upos::Intj => "interjection",
        Upos::Noun => "noun",
        Upos::Num => "number",
        Upos::Part => "particle",
        Upos::Pron => "pronoun",
        Upos::Propn => "name",
        Upos::Punct => "punctuation",
        Upos::Sym => "symbol",
        Upos::Verb => "verb",
        Upos::X => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_speech_leaves_a_gap_before_the_relation() {
        for part in Upos::ALL {
            assert!(words::width(tag(*part)) < TAG, "{}", tag(*part));
        }
    }
}
