//! A page in a single file, with its style and script inside and without anything to load.
//!
//! The content security policy forbids all loading, and all styles and scripts except these two, which it
//! identifies by their hashes. A missing escape could therefore show a text wrongly, but not execute it.

use super::Html;

/// The style of a page.
pub const STYLE: &str = include_str!("page.css");
/// The script of a page, which highlights related spans, labels, caps and steps. Everything is readable
/// without it.
pub const SCRIPT: &str = include_str!("page.js");

/// The SHA-256 of the style, in base 64; checked by `tests/suite/pages.rs`.
pub const STYLE_HASH: &str = "Mxk3/mRIHZWcg9+B8L7oRs1x77WYuXdTIzmH1s/+Cw0=";
/// The SHA-256 of the script.
pub const SCRIPT_HASH: &str = "2/P7tC7kTY6P9uCHYehFBFExFv6EPIWH2Uz8I+7oxzc=";

/// Explanation for the reader of how the parts of a page are connected.
const HOW: &str = "Point at a passage or a label to see what belongs together; click it to keep that, Esc lets go. Enter \
                   goes from a text to its passages and on to their labels, the arrows from one to the next.";

/// The beginning of the content, after an empty index of cases that the script fills.
const CONTENT: &str = "</header>\n<nav id=\"index\" aria-label=\"Cases\" hidden=\"\"></nav>\n<main>\n";

/// Returns everything before the content of a page with evidence, including the explanation for the
/// reader.
pub fn open(title: &str) -> Html {
    let mut html = plain(title);
    html.tag("p", &[("class", "keys dim")], |html| {
        for (class, words) in [
            ("sample", "supported"),
            ("sample partial", "in part"),
            ("sample bad", "not supported, or at fault"),
        ] {
            html.words("span", &[("class", class)], words);
            html.text(" ");
        }
        html.words("span", &[("class", "how")], HOW);
    });
    html.own(CONTENT);
    html
}

/// Returns everything before the content of a page of tables.
pub fn open_tables(title: &str) -> Html {
    let mut html = plain(title);
    html.own(CONTENT);
    html
}

fn plain(title: &str) -> Html {
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{STYLE_HASH}'; script-src 'sha256-{SCRIPT_HASH}'; base-uri 'none'; \
         form-action 'none'"
    );
    let mut html = Html::new();
    html.own("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.empty("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)]);
    html.own("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.own("<meta name=\"referrer\" content=\"no-referrer\">\n");
    html.own("<meta name=\"color-scheme\" content=\"light dark\">\n");
    html.words("title", &[], title);
    html.own("\n<style>");
    html.own(STYLE);
    html.own("</style>\n</head>\n<body>\n");
    html.own("<header class=\"top\">");
    html.words("h1", &[], title);
    html
}

/// Returns everything after the content.
pub fn close() -> Html {
    let mut html = Html::new();
    html.own("</main>\n");
    html.tag("footer", &[], |html| {
        html.words("p", &[], concat!("Written by lockbench ", env!("CARGO_PKG_VERSION"), "."));
    });
    html.own("\n<script>");
    html.own(SCRIPT);
    html.own("</script>\n</body>\n</html>\n");
    html
}
