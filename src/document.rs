//! A model for output to people: a document of headings, paragraphs, lists, tables and charts. A report
//! builds a document, and writers turn it into text, Markdown and HTML; a table can also be written as
//! CSV.
//!
//! | file | content |
//! |---|---|
//! | `words` | text with code, emphasis and links |
//! | `chart` | charts, each with its numbers |
//! | `text` | lines for a terminal or screen |
//! | `markdown`, `html` | the other two writers |
//! | `svg` | charts drawn on a page |
//! | `painted` | text for a terminal, with colours stored separately |
//! | `csv` | rows that are safe to open in a spreadsheet |

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
    /// The title; empty for a part of a larger document.
    pub title: String,
    pub blocks: Vec<Block>,
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading of the following blocks.
    Heading(Heading),
    /// Text of the program.
    Paragraph(RichText),
    /// Text quoted from an input.
    Quote(String),
    /// Lines to be typed, such as commands.
    Code(String),
    /// A list of items, each with its nesting depth.
    List(Vec<(usize, RichText)>),
    Facts(Vec<(String, RichText)>),
    Table(Table),
    Chart(Chart),
}

/// A heading of the following blocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heading {
    /// Level, starting at 1 below the title of the document.
    pub level: usize,
    pub words: RichText,
    /// The anchor for links within the document.
    pub anchor: Option<String>,
}

/// A table. The first column names the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Description of the content; may be empty.
    pub caption: String,
    /// Column titles.
    pub heads: Vec<String>,
    /// First column that holds numbers; from there on, columns are aligned to the right.
    pub numbers_from: usize,
    /// The cells; each row has as many as there are columns.
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
    /// Creates an empty document.
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

    /// Adds a heading with an anchor for links: letters, digits and hyphens.
    pub fn place(&mut self, level: usize, anchor: impl Into<String>, words: impl Into<RichText>) {
        let anchor = Some(anchor.into());
        self.blocks.push(Block::Heading(Heading { level, words: words.into(), anchor }));
    }

    pub fn paragraph(&mut self, words: impl Into<RichText>) {
        self.blocks.push(Block::Paragraph(words.into()));
    }

    /// Adds text quoted from an input.
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

    /// Adds names with values, leaving out empty values.
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

    /// Truncates the cells of all tables to `most` characters.
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

    /// Formats the document as text with lines of at most `width` columns, unless a name is longer.
    pub fn text(&self, width: usize) -> String {
        text::text(self, width)
    }

    pub fn markdown(&self) -> String {
        markdown::write(self)
    }

    /// Formats the document as a self-contained page.
    pub fn html(&self) -> String {
        html::write(self)
    }
}

#[cfg(test)]
mod tests;
