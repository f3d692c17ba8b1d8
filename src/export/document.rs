//! A document of headings, sentences and tables, as Markdown and as one page. Every text in it is taken for a text.

use crate::markup::markdown::{escaped, head, row};
use crate::markup::{Html, page};

/// A document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// What it is.
    pub title: String,
    /// Its parts.
    pub blocks: Vec<Block>,
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// The name of what follows.
    Heading(String),
    /// The name of what follows, within a heading.
    Subheading(String),
    /// Some sentences.
    Text(String),
    /// Sentences of an input.
    Quote(String),
    /// Words that lead to a place of the document, by its name.
    Link(String, String),
    /// A place of this name, with the name of what follows, within a heading.
    Place(String, String),
    /// A table.
    Table(Table),
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The names of the columns.
    pub heads: Vec<String>,
    /// Columns from this one on hold numbers.
    pub numbers_from: usize,
    /// The cells.
    pub rows: Vec<Vec<String>>,
}

impl Document {
    /// A document without parts.
    pub fn new(title: &str) -> Document {
        Document { title: title.to_owned(), blocks: Vec::new() }
    }

    /// Adds a heading.
    pub fn heading(&mut self, words: impl Into<String>) {
        self.blocks.push(Block::Heading(words.into()));
    }

    /// Adds sentences.
    pub fn text(&mut self, words: impl Into<String>) {
        self.blocks.push(Block::Text(words.into()));
    }

    /// Adds a table, unless it has no rows.
    pub fn table(&mut self, heads: &[&str], numbers_from: usize, rows: Vec<Vec<String>>) {
        if !rows.is_empty() {
            let heads = heads.iter().map(|head| (*head).to_owned()).collect();
            self.blocks.push(Block::Table(Table { heads, numbers_from, rows }));
        }
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", escaped(&self.title));
        for block in &self.blocks {
            out.push('\n');
            match block {
                Block::Heading(words) => out.push_str(&format!("## {}\n", escaped(words))),
                Block::Subheading(words) => out.push_str(&format!("### {}\n", escaped(words))),
                Block::Text(words) => out.push_str(&format!("{}\n", escaped(words))),
                Block::Quote(words) => out.push_str(&format!("> {}\n", escaped(words))),
                Block::Link(words, to) => out.push_str(&format!("[{}](#{to})\n", escaped(words))),
                Block::Place(name, words) => {
                    out.push_str(&format!("<a id=\"{name}\"></a>\n\n### {}\n", escaped(words)));
                }
                Block::Table(table) => {
                    let heads: Vec<String> = table.heads.iter().map(|head| escaped(head)).collect();
                    out.push_str(&head(&heads.iter().map(String::as_str).collect::<Vec<_>>()));
                    for cells in &table.rows {
                        out.push_str(&row(cells.iter().map(|cell| escaped(cell))));
                    }
                }
            }
        }
        out
    }

    /// As a page that needs nothing else.
    pub fn html(&self) -> String {
        let mut html = page::open_tables(&self.title);
        for block in &self.blocks {
            match block {
                Block::Heading(words) => html.words("h2", &[], words),
                Block::Subheading(words) => html.words("h3", &[], words),
                Block::Text(words) => html.words("p", &[], words),
                Block::Quote(words) => html.tag("blockquote", &[], |html| html.quoted(words)),
                Block::Link(words, to) => html.tag("p", &[], |html| {
                    html.words("a", &[("href", &format!("#{to}"))], words);
                }),
                Block::Place(name, words) => html.words("h3", &[("id", name)], words),
                Block::Table(table) => rows(&mut html, table),
            }
            html.line_end();
        }
        String::from(html) + page::close().as_str()
    }
}

/// A table. On a narrow screen each row is a list of its cells, each with the name of its column before it, so the roles
/// are said, which a style may take away.
fn rows(html: &mut Html, table: &Table) {
    let class = |at: usize| if at >= table.numbers_from { "number" } else { "" };
    let head = |at: usize| table.heads.get(at).map_or("", String::as_str);
    html.tag("table", &[("class", "data"), ("role", "table")], |html| {
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
                            html.tag("th", &attributes, |html| html.quoted(cell));
                            continue;
                        }
                        let attributes = [("role", "cell"), ("class", class(at)), ("data-label", head(at))];
                        html.tag("td", &attributes, |html| html.quoted(cell));
                    }
                });
                html.line_end();
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_place() {
        let hostile = "</td><script>x</script> | *a* \u{202e}";
        let mut document = Document::new(hostile);
        document.heading(hostile);
        document.text(hostile);
        document.table(&[hostile, "n"], 1, vec![vec![hostile.to_owned(), "2".to_owned()]]);
        document.table(&["nothing"], 1, Vec::new());
        document.blocks.push(Block::Link(hostile.to_owned(), "rule-claim".to_owned()));
        document.blocks.push(Block::Place("rule-claim".to_owned(), hostile.to_owned()));
        let html = document.html();
        assert_eq!(html.matches("<script>").count(), 1, "the page's own");
        assert_eq!(html.matches("<table ").count(), 1, "a table without rows is none");
        let cell = "<td role=\"cell\" class=\"number\" data-label=\"n\"><bdi>2</bdi></td>";
        assert!(html.contains(cell) && html.contains("<th scope=\"row\""), "{html}");
        let markdown = document.markdown();
        assert!(markdown.contains("\\</td\\>\\<script\\>") && !markdown.contains("| *a*"), "{markdown}");
        assert!(!html.contains('\u{202e}') && !markdown.contains('\u{202e}'));
    }
}
