//! HTML as a tree that is written while it is walked: every tag is closed, every text escaped.

use std::borrow::Cow;

use crate::text::visible::{mark, steers};

/// Attributes of a tag: names of the program's own, values that are escaped.
pub type Attributes<'a> = &'a [(&'static str, &'a str)];

/// A piece of HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Nothing yet.
    pub fn new() -> Html {
        Html::default()
    }

    /// An element with what `inside` writes into it.
    pub fn tag(&mut self, name: &'static str, attributes: Attributes, inside: impl FnOnce(&mut Html)) {
        self.start(name, attributes);
        self.0.push('>');
        inside(self);
        self.0.push_str("</");
        self.0.push_str(name);
        self.0.push('>');
    }

    /// An element with a text in it.
    pub fn words(&mut self, name: &'static str, attributes: Attributes, text: &str) {
        self.tag(name, attributes, |html| html.text(text));
    }

    /// An element that has no content: one of SVG's shapes, or a void element.
    pub fn empty(&mut self, name: &'static str, attributes: Attributes) {
        self.start(name, attributes);
        self.0.push_str("/>");
    }

    fn start(&mut self, name: &'static str, attributes: Attributes) {
        self.0.push('<');
        self.0.push_str(name);
        for (key, value) in attributes {
            self.0.push(' ');
            self.0.push_str(key);
            self.0.push_str("=\"");
            escape(value, &mut self.0);
            self.0.push('"');
        }
    }

    /// A text. Line feeds and tabs stay; whether they are shown is a matter of style.
    pub fn text(&mut self, text: &str) {
        escape(text, &mut self.0);
    }

    /// A text of an input inside words of the program: its direction is its own.
    pub fn quoted(&mut self, text: &str) {
        self.words("bdi", &[], text);
    }

    /// A line feed, to keep the lines of a file short.
    pub fn line_end(&mut self) {
        self.0.push('\n');
    }

    /// Markup of the program's own.
    pub(super) fn own(&mut self, markup: &'static str) {
        self.0.push_str(markup);
    }

    /// The bytes written so far.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Html> for String {
    fn from(html: Html) -> String {
        html.0
    }
}

/// What a reader of HTML sees of a text: the text, with marks for what steers. A line end of two characters is one.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.chars().any(marked) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    pieces(text, |piece| match piece {
        Piece::Plain(text) => out.push_str(text),
        Piece::One(c) => out.push(c),
        Piece::Marked(c) => out.push_str(&mark(c)),
    });
    Cow::Owned(out)
}

fn marked(c: char) -> bool {
    c != '\t' && steers(c)
}

enum Piece<'a> {
    /// Characters that need no escape.
    Plain(&'a str),
    /// One that does.
    One(char),
    /// One that has a mark in its place.
    Marked(char),
}

fn pieces<'a>(text: &'a str, mut take: impl FnMut(Piece<'a>)) {
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let special = matches!(c, '&' | '<' | '>' | '"' | '\'' | '\t' | '\n');
        let steers = marked(c);
        if !special && !steers {
            continue;
        }
        if start < at {
            take(Piece::Plain(&text[start..at]));
        }
        start = at + c.len_utf8();
        match c {
            '\r' if text[start..].starts_with('\n') => {}
            c if steers => take(Piece::Marked(c)),
            c => take(Piece::One(c)),
        }
    }
    if start < text.len() {
        take(Piece::Plain(&text[start..]));
    }
}

fn escape(text: &str, out: &mut String) {
    out.reserve(text.len());
    pieces(text, |piece| match piece {
        Piece::Plain(text) => out.push_str(text),
        Piece::Marked(c) => out.push_str(&mark(c)),
        Piece::One(c) => out.push_str(match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            // As references they are neither control characters of the file, nor lines that pass for its own.
            '\n' => "&#10;",
            _ => "&#9;",
        }),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_leave_its_element() {
        let mut html = Html::new();
        let hostile = "</p><script>alert(\"1\")</script>&lt; 'x' \u{202e}\u{1b}[31m\0\ta\r\nb";
        html.tag("p", &[("title", "\" onclick=\"x"), ("class", "a")], |html| html.text(hostile));
        assert_eq!(
            html.as_str(),
            "<p title=\"&quot; onclick=&quot;x\" class=\"a\">&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\
             &amp;lt; &#39;x&#39; ⟪RLO⟫␛[31m␀&#9;a&#10;b</p>"
        );
        assert_eq!(harmless(hostile), "</p><script>alert(\"1\")</script>&lt; 'x' ⟪RLO⟫␛[31m␀\ta\nb");
        assert!(matches!(harmless("👩‍👩‍👧 <b>\tנוח\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn elements_without_content_close_themselves() {
        let mut html = Html::new();
        html.empty("rect", &[("width", "3")]);
        html.quoted("a<b");
        assert_eq!(String::from(html), "<rect width=\"3\"/><bdi>a&lt;b</bdi>");
    }
}
