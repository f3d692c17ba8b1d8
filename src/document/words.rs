//! Text with code, emphasis and links in it.

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    Text(String),
    /// A name or an expression that is written as it is.
    Code(String),
    /// Words of weight.
    Strong(String),
    /// Words that are set off.
    Emphasis(String),
    /// Words that lead to a heading of the document, by its anchor; in the type of code or not.
    Link {
        words: String,
        to: String,
        code: bool,
    },
    /// A place that links lead to.
    Anchor(String),
    /// The end of a line within a cell.
    Break,
}

/// A line of text with formatting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RichText(Vec<Run>);

impl RichText {
    /// A text without a word yet.
    pub fn new() -> RichText {
        RichText::default()
    }

    /// Followed by text.
    pub fn text(mut self, text: impl Into<String>) -> RichText {
        self.0.push(Run::Text(text.into()));
        self
    }

    /// Followed by code.
    pub fn code(mut self, code: impl Into<String>) -> RichText {
        self.0.push(Run::Code(code.into()));
        self
    }

    /// Followed by words of weight.
    pub fn strong(mut self, words: impl Into<String>) -> RichText {
        self.0.push(Run::Strong(words.into()));
        self
    }

    /// Followed by words that are set off.
    pub fn emphasis(mut self, words: impl Into<String>) -> RichText {
        self.0.push(Run::Emphasis(words.into()));
        self
    }

    /// Followed by words that lead to a heading.
    pub fn link(mut self, words: impl Into<String>, to: impl Into<String>) -> RichText {
        self.0.push(Run::Link { words: words.into(), to: to.into(), code: false });
        self
    }

    /// Followed by code that leads to a heading.
    pub fn code_link(mut self, words: impl Into<String>, to: impl Into<String>) -> RichText {
        self.0.push(Run::Link { words: words.into(), to: to.into(), code: true });
        self
    }

    /// Followed by a place that links lead to.
    pub fn anchor(mut self, name: impl Into<String>) -> RichText {
        self.0.push(Run::Anchor(name.into()));
        self
    }

    /// Several, a line each.
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

    /// Several, with a separator between them.
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

    /// Whether there is nothing to be read.
    pub fn is_empty(&self) -> bool {
        self.plain().is_empty()
    }

    /// The words without what they are set in.
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
