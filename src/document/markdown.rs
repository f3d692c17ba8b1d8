//! Writes a document as Markdown. Markup in its texts is escaped.

use super::{Block, Document, Heading, RichText, Run, Table};
use crate::markup::markdown::{code, escaped, head, piece, row};
use crate::text::squeezed;
use crate::text::visible::{Shape, visible};

/// Returns the document, with a final line feed.
pub(super) fn write(document: &Document) -> String {
    let mut out = String::new();
    if !document.title.is_empty() {
        out.push_str(&format!("# {}\n", escaped(&document.title)));
    }
    for text in document.blocks.iter().map(block).filter(|text| !text.is_empty()) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&text);
    }
    out
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(heading) => titled(heading),
        Block::Paragraph(text) if text.is_empty() => String::new(),
        Block::Paragraph(text) => format!("{}\n", words(text, false)),
        Block::Quote(text) => format!("> {}\n", escaped(text)),
        Block::List(items) => {
            let one = |(depth, text): &(usize, RichText)| {
                format!("{}- {}\n", "  ".repeat(*depth), words(text, false))
            };
            items.iter().map(one).collect()
        }
        Block::Code(lines) => format!("```console\n{lines}\n```\n"),
        Block::Facts(facts) => {
            let one = |(name, text): &(String, RichText)| {
                format!("- **{}:** {}\n", escaped(name), words(text, false))
            };
            facts.iter().map(one).collect()
        }
        Block::Table(table) => rows(table),
        Block::Chart(chart) => chart.table().map_or_else(String::new, |table| rows(&table)),
    }
}

fn titled(heading: &Heading) -> String {
    let anchor = heading.anchor.as_ref().map_or_else(String::new, |name| format!("{}\n\n", place(name)));
    format!("{anchor}{} {}\n", "#".repeat(heading.level + 1), words(&heading.words, false))
}

fn place(name: &str) -> String {
    format!("<a id=\"{name}\"></a>")
}

/// Formats a line of words. In a cell, a vertical bar is escaped even within code.
fn words(words: &RichText, cell: bool) -> String {
    let code = |text: &str| {
        let text = visible(&squeezed(text), Shape::Line).replace('`', "'");
        code(if cell { text.replace('|', "\\|") } else { text })
    };
    let mut out = String::new();
    for run in words.runs() {
        let text = match run {
            // In a cell, no list can begin.
            Run::Text(text) => piece(text, out.is_empty() && !cell),
            Run::Code(text) => code(text),
            Run::Strong(text) => format!("**{}**", escaped(text)),
            Run::Emphasis(text) => format!("*{}*", escaped(text)),
            Run::Link { words, to, code: true } => format!("[{}](#{to})", code(words)),
            Run::Link { words, to, code: false } => format!("[{}](#{to})", escaped(words)),
            Run::Anchor(name) => place(name),
            Run::Break => "<br>".to_owned(),
        };
        out.push_str(&text);
    }
    out.trim().to_owned()
}

fn rows(table: &Table) -> String {
    let mut out = String::new();
    if !table.caption.is_empty() {
        out.push_str(&format!("{}:\n\n", escaped(&table.caption)));
    }
    let heads: Vec<String> = table.heads.iter().map(|head| escaped(head)).collect();
    out.push_str(&head(&heads, table.numbers_from));
    for cells in &table.rows {
        out.push_str(&row(cells.iter().map(|cell| words(cell, true))));
    }
    out
}
