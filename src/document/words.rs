//! Text with code, emphasis and links.

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    Text(String),
    /// A name or expression to be written literally.
    Code(String),
    /// Strong emphasis.
    Strong(String),
    /// Emphasis.
    Emphasis(String),
    /// Words that link to an anchor of the document, optionally formatted as code.
    Link {
        words: String,
        to: String,
        code: bool,
    },
    /// A target of links.
    Anchor(String),
    /// A line break within a cell.
    Break,
}

/// A line of text with formatting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RichText(Vec<Run>);

impl RichText {
    /// Creates an empty text.
    pub fn new() -> RichText {
        RichText::default()
    }

    /// Appends plain text.
    pub fn text(mut self, text: impl Into<String>) -> RichText {
        self.0.push(Run::Text(text.into()));
        self
    }

    /// Appends code.
    pub fn code(mut self, code: impl Into<String>) -> RichText {
        self.0.push(Run::Code(code.into()));
        self
    }

    /// Appends words with strong emphasis.
    pub fn strong(mut self, words: impl Into<String>) -> RichText {
        self.0.push(Run::Strong(words.into()));
        self
    }

    /// Appends words with emphasis.
    pub fn emphasis(mut self, words: impl Into<String>) -> RichText {
        self.0.push(Run::Emphasis(words.into()));
        self
    }

    /// Appends words that link to an anchor.
    pub fn link(mut self, words: impl Into<String>, to: impl Into<String>) -> RichText {
        self.0.push(Run::Link { words: words.into(), to: to.into(), code: false });
        self
    }

    /// Appends code that links to an anchor.
    pub fn code_link(mut self, words: impl Into<String>, to: impl Into<String>) -> RichText {
        self.0.push(Run::Link { words: words.into(), to: to.into(), code: true });
        self
    }

    /// Appends a target of links.
    pub fn anchor(mut self, name: impl Into<String>) -> RichText {
        self.0.push(Run::Anchor(name.into()));
        self
    }

    /// Joins texts by line breaks.
    pub fn lines<W: Into<RichText>>(all: impl IntoIterator<Item = W>) -> RichText {
        let mut out = RichText::new();
        for words in all {
            if !out.0.is_empty() {
                out.0.push(Run::Break);
            }
            out.0.extend(words.into().0);
        }
        out
    }

    /// Joins texts by a separator.
    pub fn joined(all: impl IntoIterator<Item = RichText>, separator: &str) -> RichText {
        let mut out = RichText::new();
        for words in all {
            if !out.0.is_empty() {
                out.0.push(Run::Text(separator.to_owned()));
            }
            out.0.extend(words.0);
        }
        out
    }

    pub fn runs(&self) -> &[Run] {
        &self.0
    }

    /// Returns whether there is no visible text.
    pub fn is_empty(&self) -> bool {
        self.plain().is_empty()
    }

    /// Returns the words without formatting.
    pub fn plain(&self) -> String {
        let of = |run: &Run| match run {
            Run::Text(text) | Run::Code(text) | Run::Strong(text) | Run::Emphasis(text) => text.clone(),
            Run::Link { words, .. } => words.clone(),
            Run::Anchor(_) => String::new(),
            Run::Break => " ".to_owned(),
        };
        self.0.iter().map(of).collect()
    }
}

impl From<String> for RichText {
    fn from(text: String) -> RichText {
        RichText(vec![Run::Text(text)])
    }
}

impl From<&str> for RichText {
    fn from(text: &str) -> RichText {
        RichText::from(text.to_owned())
    }
}
