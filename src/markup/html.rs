//! HTML that is written in nested calls: every tag is closed, every text escaped.

use std::borrow::Cow;

use crate::text::visible::{mark, steers};

/// Attributes of a tag: names from the program, and values, which are escaped.
pub type Attributes<'a> = &'a [(&'static str, &'a str)];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Creates an empty document.
    pub fn new() -> Html {
        Html::default()
    }

    /// Writes an element whose content `inside` writes.
    pub fn tag(&mut self, name: &'static str, attributes: Attributes, inside: impl FnOnce(&mut Html)) {
        self.start(name, attributes);
        self.0.push('>');
        inside(self);
        self.0.push_str("</");
        self.0.push_str(name);
        self.0.push('>');
    }

    /// Writes an element that contains a text.
    pub fn words(&mut self, name: &'static str, attributes: Attributes, text: &str) {
        self.tag(name, attributes, |html| html.text(text));
    }

    /// Writes a table with a row for each item, whose cells `cells` writes. The headings are optional;
    /// all columns except the first hold numbers.
    pub fn rows<T>(
        &mut self,
        attributes: Attributes,
        heads: &[&str],
        items: impl IntoIterator<Item = T>,
        mut cells: impl FnMut(&mut Html, T),
    ) {
        self.tag("table", attributes, |html| {
            if !heads.is_empty() {
                html.tag("thead", &[], |html| {
                    html.tag("tr", &[], |html| {
                        for (at, title) in heads.iter().enumerate() {
                            let attributes = [("scope", "col"), ("class", "number")];
                            let attributes = if at == 0 { &attributes[..1] } else { &attributes[..] };
                            html.words("th", attributes, title);
                        }
                    });
                });
            }
            html.tag("tbody", &[], |html| {
                items.into_iter().for_each(|item| html.tag("tr", &[], |html| cells(html, item)));
            });
        });
    }

    /// Writes an element without content: an SVG shape, or a void element.
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

    /// Writes a text. Line feeds and tabs are kept; the style decides whether they are visible.
    pub fn text(&mut self, text: &str) {
        escape(text, &mut self.0);
    }

    /// Writes a text of an input within words of the program, with an isolated text direction.
    pub fn quoted(&mut self, text: &str) {
        self.words("bdi", &[], text);
    }

    /// Writes a line feed, to keep the lines of a file short.
    pub fn line_end(&mut self) {
        self.0.push('\n');
    }

    /// Writes markup of the program.
    pub(super) fn own(&mut self, markup: &'static str) {
        self.0.push_str(markup);
    }

    /// Returns the text written so far.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Html> for String {
    fn from(html: Html) -> String {
        html.0
    }
}

/// Appends a text with markup escaped and control characters replaced. CR LF becomes a single line feed.
fn escape(text: &str, out: &mut String) {
    out.reserve(text.len());
    let mut written = 0;
    for (at, c) in text.char_indices() {
        let escaped = match c {
            '&' => Cow::Borrowed("&amp;"),
            '<' => Cow::Borrowed("&lt;"),
            '>' => Cow::Borrowed("&gt;"),
            '"' => Cow::Borrowed("&quot;"),
            '\'' => Cow::Borrowed("&#39;"),
            // As references, they are neither control characters of the file nor extra lines in it.
            '\t' => Cow::Borrowed("&#9;"),
            '\n' => Cow::Borrowed("&#10;"),
            '\r' if text[at + 1..].starts_with('\n') => Cow::Borrowed(""),
            c if steers(c) => mark(c),
            _ => continue,
        };
        out.push_str(&text[written..at]);
        out.push_str(&escaped);
        written = at + c.len_utf8();
    }
    out.push_str(&text[written..]);
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
    }

    #[test]
    fn elements_without_content_close_themselves() {
        let mut html = Html::new();
        html.empty("rect", &[("width", "3")]);
        html.quoted("a<b");
        assert_eq!(String::from(html), "<rect width=\"3\"/><bdi>a&lt;b</bdi>");
    }
}
