//! Writes a document as a page.

use std::borrow::Cow;

use super::{Block, Document, Heading, RichText, Run, Table, svg};
use crate::markup::{Html, page};

pub(super) fn write(document: &Document) -> String {
    let mut html = page::open_tables(&document.title);
    for one in &document.blocks {
        block(&mut html, one);
        html.line_end();
    }
    String::from(html) + page::close().as_str()
}

fn block(html: &mut Html, block: &Block) {
    match block {
        Block::Heading(heading) => titled(html, heading),
        Block::Paragraph(text) => html.tag("p", &[], |html| words(html, text, false)),
        Block::Quote(text) => html.tag("blockquote", &[], |html| html.quoted(text)),
        Block::List(items) => html.tag("ul", &[], |html| list(html, &mut items.as_slice(), 0)),
        Block::Code(lines) => html.tag("pre", &[], |html| html.words("code", &[], lines)),
        Block::Facts(facts) => html.tag("ul", &[], |html| {
            for (name, text) in facts {
                html.tag("li", &[], |html| {
                    html.words("strong", &[], &format!("{name}:"));
                    html.text(" ");
                    words(html, text, false);
                });
            }
        }),
        Block::Table(table) => scrolled(html, |html| rows(html, table)),
        Block::Chart(chart) => scrolled(html, |html| svg::chart(html, chart)),
    }
}

/// Writes the items of one depth, each with its nested items.
fn list(html: &mut Html, items: &mut &[(usize, RichText)], depth: usize) {
    while let Some(((own, text), rest)) = items.split_first()
        && *own >= depth
    {
        *items = rest;
        html.tag("li", &[], |html| {
            words(html, text, false);
            if items.first().is_some_and(|(next, _)| *next > depth) {
                html.tag("ul", &[], |html| list(html, items, depth + 1));
            }
        });
    }
}

fn titled(html: &mut Html, heading: &Heading) {
    let name = match heading.level {
        1 => "h2",
        2 => "h3",
        _ => "h4",
    };
    let anchor = heading.anchor.as_deref().map(|anchor| ("id", anchor));
    html.tag(name, anchor.as_slice(), |html| words(html, &heading.words, false));
}

/// Wraps content that may be wider than a narrow screen, so that it can be scrolled, also by keyboard.
fn scrolled(html: &mut Html, inside: impl FnOnce(&mut Html)) {
    let attributes =
        [("class", "scroll"), ("tabindex", "0"), ("role", "region"), ("aria-label", "table or chart")];
    html.tag("div", &attributes, inside);
}

/// Writes words; in a cell, their text direction is isolated.
fn words(html: &mut Html, words: &RichText, cell: bool) {
    for run in words.runs() {
        match run {
            Run::Text(text) if cell => html.quoted(&unbroken(text)),
            Run::Text(text) => html.text(text),
            Run::Code(text) => html.words("code", &[], text),
            Run::Strong(text) => html.words("strong", &[], text),
            Run::Emphasis(text) => html.words("em", &[], text),
            Run::Link { words, to, code } => {
                html.tag("a", &[("href", &format!("#{to}"))], |html| match code {
                    true => html.words("code", &[], words),
                    false => html.text(words),
                });
            }
            Run::Anchor(name) => html.words("span", &[("id", name)], ""),
            Run::Break => html.empty("br", &[]),
        }
    }
}

/// Replaces the blanks in an interval after a number, so that it stays on one line: `0.64 [0.55, 0.72]`.
fn unbroken(text: &str) -> Cow<'_, str> {
    match text.split_once(" [") {
        Some((number, interval)) if number.parse::<f64>().is_ok() && interval.ends_with(']') => {
            Cow::Owned(format!("{number} [{}", interval.replace(", ", ",\u{a0}")))
        }
        _ => Cow::Borrowed(text),
    }
}

/// Writes a table. On a narrow screen each row becomes a list of its cells, each preceded by the name of
/// its column. The table roles are given explicitly, since such a style may remove them.
fn rows(html: &mut Html, table: &Table) {
    let class = |at: usize| if at >= table.numbers_from { "number" } else { "" };
    let head = |at: usize| table.heads.get(at).map_or("", String::as_str);
    html.tag("table", &[("class", "data"), ("role", "table")], |html| {
        if !table.caption.is_empty() {
            html.words("caption", &[], &table.caption);
        }
        html.tag("thead", &[("role", "rowgroup")], |html| {
            html.tag("tr", &[("role", "row")], |html| {
                for (at, head) in table.heads.iter().enumerate() {
                    let attributes = [("scope", "col"), ("role", "columnheader"), ("class", class(at))];
                    html.words("th", &attributes, head);
                }
            });
        });
        html.tag("tbody", &[("role", "rowgroup")], |html| {
            for cells in &table.rows {
                html.tag("tr", &[("role", "row")], |html| {
                    for (at, cell) in cells.iter().enumerate() {
                        if at == 0 {
                            let attributes = [("scope", "row"), ("role", "rowheader")];
                            html.tag("th", &attributes, |html| words(html, cell, true));
                            continue;
                        }
                        let attributes = [("role", "cell"), ("class", class(at)), ("data-label", head(at))];
                        html.tag("td", &attributes, |html| words(html, cell, true));
                    }
                });
                html.line_end();
            }
        });
    });
}
