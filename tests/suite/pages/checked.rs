//! Reads a page with a tokenizer that follows the HTML standard, and checks it against everything a page
//! may contain.

use std::collections::{BTreeMap, HashSet};

use html5gum::{Token, Tokenizer};
use lockbench::markup::page;

/// Elements without an end tag.
const VOID: &[&str] = &["meta"];
/// All allowed elements.
const ELEMENTS: &[&str] = &[
    "a", "b", "bdi", "blockquote", "body", "br", "caption", "circle", "code", "details", "div", "em",
    "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "head", "header", "html", "li", "line", "main",
    "meta", "nav", "p", "polyline", "pre", "rect", "section", "span", "strong", "summary", "svg", "table",
    "tbody", "td", "text", "th", "thead", "title", "tr", "ul",
];
/// All allowed attributes; none executes code, and the only address is `href`.
const ATTRIBUTES: &[&str] = &[
    "aria-hidden",
    "aria-label",
    "charset",
    "class",
    "content",
    "cx",
    "cy",
    "data-a",
    "data-decision",
    "data-l",
    "data-label",
    "data-s",
    "data-side",
    "data-to",
    "dir",
    "fill-opacity",
    "height",
    "hidden",
    "href",
    "http-equiv",
    "id",
    "lang",
    "name",
    "open",
    "points",
    "preserveAspectRatio",
    "preserveaspectratio",
    "r",
    "role",
    "scope",
    "tabindex",
    "title",
    "viewBox",
    "viewbox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// The content of a page.
#[derive(Debug, Default)]
pub struct Page {
    /// All of its text.
    pub text: String,
    /// The values of the attribute `title`.
    pub titles: Vec<String>,
    ids: HashSet<String>,
    links: Vec<String>,
    texts: Vec<String>,
    classes: BTreeMap<(String, String), usize>,
    policies: Vec<String>,
}

fn word(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Reads a fragment of a page; fails if its elements are not nested, or one is unknown.
pub fn fragment(html: &str) -> Page {
    let mut page = Page::default();
    // Each open element, and whether it is a text of the case.
    let mut open: Vec<(String, bool)> = Vec::new();
    for token in Tokenizer::new(html) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                let name = word(&tag.name);
                assert!(ELEMENTS.contains(&&*name), "<{name}>");
                let mut is_text = false;
                for (key, value) in &tag.attributes {
                    let (key, value) = (word(key), word(value));
                    assert!(ATTRIBUTES.contains(&&*key), "{key} of <{name}>");
                    match &*key {
                        "id" => assert!(page.ids.insert(value.clone()), "the id {value} twice"),
                        "href" => page.links.push(value.clone()),
                        "title" => page.titles.push(value.clone()),
                        "content" if value.contains("-src") => page.policies.push(value.clone()),
                        "class" => {
                            is_text |= name == "div" && value.split(' ').any(|class| class == "text");
                            for class in value.split(' ') {
                                *page.classes.entry((name.clone(), class.to_owned())).or_default() += 1;
                            }
                        }
                        _ => {}
                    }
                }
                if is_text {
                    page.texts.push(String::new());
                }
                if !tag.self_closing && !VOID.contains(&&*name) {
                    open.push((name, is_text));
                }
            }
            Token::EndTag(tag) => {
                let last = open.pop().map(|(name, _)| name);
                assert_eq!(last, Some(word(&tag.name)), "elements close in the order in which they opened");
            }
            Token::String(text) => {
                let text = word(&text);
                page.text.push_str(&text);
                if open.iter().any(|(_, is_text)| *is_text) {
                    page.texts.last_mut().expect("a text").push_str(&text);
                }
            }
            Token::Comment(comment) => panic!("a comment: {comment:?}"),
            Token::Doctype(_) => assert_eq!(open.len(), 0),
            Token::Error(error) => panic!("{error:?}"),
        }
    }
    assert_eq!(open, [], "every element is closed");
    page
}

impl Page {
    /// Reads a whole page; fails if it contains anything that is not allowed.
    #[track_caller]
    pub fn check(html: &str) -> Page {
        assert!(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"), "{html:.60}");
        // Style and script have other parsing rules; each must occur exactly once, unchanged.
        let parts = [format!("<style>{}</style>", page::STYLE), format!("<script>{}</script>", page::SCRIPT)];
        let mut rest = html.to_owned();
        for part in parts {
            assert_eq!(rest.matches(&part).count(), 1);
            rest = rest.replace(&part, "");
        }
        let page = fragment(&rest);
        let [policy] = &page.policies[..] else { panic!("{:?}", page.policies) };
        for rule in [
            "default-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            page::STYLE_HASH,
            page::SCRIPT_HASH,
        ] {
            assert!(policy.contains(rule), "{rule}: {policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        for link in &page.links {
            let target = link.strip_prefix('#').unwrap_or_else(|| panic!("{link} leaves the page"));
            assert!(page.ids.contains(target), "{link} leads nowhere");
        }
        page
    }

    /// Returns the texts of the cases, each summary before its article.
    pub fn texts(&self) -> Vec<&str> {
        self.texts.iter().map(String::as_str).collect()
    }

    /// Returns the number of elements of a class.
    pub fn count(&self, element: &str, class: &str) -> usize {
        self.classes.get(&(element.to_owned(), class.to_owned())).copied().unwrap_or(0)
    }
}
