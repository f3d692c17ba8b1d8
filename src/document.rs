//! One model of what is written for people: a document of headings, paragraphs, lists, tables and charts. A report builds
//! one, and a writer each turns it into text, Markdown and a page of HTML; a table is also written as CSV.
//!
//! | file | what |
//! |---|---|
//! | `words` | text with code, emphasis and links in it |
//! | `chart` | charts, each with the numbers that it draws |
//! | `text` | lines for a terminal and for a screen |
//! | `markdown`, `html` | the other two writers |
//! | `svg` | charts as drawings of a page |
//! | `painted` | a text for a terminal with its colours beside it |
//! | `csv` | rows that a spreadsheet may open |

mod chart;
pub mod csv;
mod html;
mod markdown;
mod painted;
pub mod svg;
pub mod text;
mod words;

pub use chart::{Chart, Matrix, Plot, PlotRow, Trend, TrendPart};
pub use painted::{ColorMode, Painted};
pub use words::{RichText, Run};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// Its title; empty for a part of a larger document.
    pub title: String,
    pub blocks: Vec<Block>,
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// The title of what follows.
    Heading(Heading),
    /// Sentences.
    Paragraph(RichText),
    /// Sentences of an input.
    Quote(String),
    /// Lines to be typed.
    Code(String),
    /// A list of items, each with how many lists it is within.
    List(Vec<(usize, RichText)>),
    Facts(Vec<(String, RichText)>),
    Table(Table),
    Chart(Chart),
}

/// The title of what follows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heading {
    /// 1 below the title of the document, 2 below that.
    pub level: usize,
    pub words: RichText,
    /// The name by which links of the document lead here.
    pub anchor: Option<String>,
}

/// A table. The first column names the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What is in it; may be empty.
    pub caption: String,
    /// The names of the columns.
    pub heads: Vec<String>,
    /// Columns from this one on hold numbers, and are aligned to the right.
    pub numbers_from: usize,
    /// The cells, as many a row as there are columns.
    pub rows: Vec<Vec<RichText>>,
}

impl Table {
    pub fn new<H: Into<String>, C: Into<RichText>>(
        heads: impl IntoIterator<Item = H>,
        numbers_from: usize,
        rows: impl IntoIterator<Item = Vec<C>>,
    ) -> Table {
        Table {
            caption: String::new(),
            heads: heads.into_iter().map(Into::into).collect(),
            numbers_from,
            rows: rows.into_iter().map(|row| row.into_iter().map(Into::into).collect()).collect(),
        }
    }

    pub fn captioned(self, caption: impl Into<String>) -> Table {
        Table { caption: caption.into(), ..self }
    }
}

impl Document {
    /// A document without content.
    pub fn new(title: impl Into<String>) -> Document {
        Document { title: title.into(), blocks: Vec::new() }
    }

    /// Adds a heading of the first level.
    pub fn heading(&mut self, words: impl Into<RichText>) {
        self.blocks.push(Block::Heading(Heading { level: 1, words: words.into(), anchor: None }));
    }

    /// Adds a heading of the second level.
    pub fn subheading(&mut self, words: impl Into<RichText>) {
        self.blocks.push(Block::Heading(Heading { level: 2, words: words.into(), anchor: None }));
    }

    /// Adds a heading that links of the document can lead to by `anchor`: letters, digits and hyphens.
    pub fn place(&mut self, level: usize, anchor: impl Into<String>, words: impl Into<RichText>) {
        let anchor = Some(anchor.into());
        self.blocks.push(Block::Heading(Heading { level, words: words.into(), anchor }));
    }

    pub fn paragraph(&mut self, words: impl Into<RichText>) {
        self.blocks.push(Block::Paragraph(words.into()));
    }

    /// Adds sentences of an input.
    pub fn quote(&mut self, words: impl Into<String>) {
        self.blocks.push(Block::Quote(words.into()));
    }

    /// Adds lines to be typed.
    pub fn code(&mut self, lines: impl Into<String>) {
        self.blocks.push(Block::Code(lines.into()));
    }

    /// Adds a list, unless it has no items.
    pub fn list(&mut self, items: Vec<(usize, RichText)>) {
        if !items.is_empty() {
            self.blocks.push(Block::List(items));
        }
    }

    /// Adds names with their values, without those that have none.
    pub fn facts<'a>(&mut self, facts: impl IntoIterator<Item = (&'a str, RichText)>) {
        let facts = facts.into_iter().filter(|(_, words)| !words.is_empty());
        self.blocks.push(Block::Facts(facts.map(|(name, words)| (name.to_owned(), words)).collect()));
    }

    /// Adds a table, unless it has no rows.
    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table));
        }
    }

    pub fn chart(&mut self, chart: Chart) {
        self.blocks.push(Block::Chart(chart));
    }

    /// The document with the cells of its tables cut to `most` characters.
    pub fn with_cells_of(mut self, most: usize) -> Document {
        let tables = self.blocks.iter_mut().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        for cell in tables.flat_map(|table| table.rows.iter_mut().flatten()) {
            let text = cell.plain();
            if text.chars().count() > most {
                *cell = text.chars().take(most.saturating_sub(1)).chain(['…']).collect::<String>().into();
            }
        }
        self
    }

    /// The document as text of lines of at most `width` columns, if no name is longer.
    pub fn text(&self, width: usize) -> String {
        text::text(self, width)
    }

    pub fn markdown(&self) -> String {
        markdown::write(self)
    }

    /// The document as a page that needs nothing else.
    pub fn html(&self) -> String {
        html::write(self)
    }
}

#[cfg(test)]
mod tests;
