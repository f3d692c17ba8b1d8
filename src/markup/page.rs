//! A page in one file: its style and its script inside, and nothing that is loaded.
//!
//! The policy of the page forbids every load, and every style and script but the two that stand in it, which it knows
//! by their hashes: an escape that was forgotten could show a text wrongly, but not run it.

use super::Html;

/// The style of a page.
pub const STYLE: &str = include_str!("page.css");
/// Its script, without which everything is there to be read: it joins spans, labels, caps and steps.
pub const SCRIPT: &str = include_str!("page.js");

/// The SHA-256 of the style, in base 64; `tests/suite/pages.rs` holds it against the file.
pub const STYLE_HASH: &str = "Mxk3/mRIHZWcg9+B8L7oRs1x77WYuXdTIzmH1s/+Cw0=";
/// The same of the script.
pub const SCRIPT_HASH: &str = "2/P7tC7kTY6P9uCHYehFBFExFv6EPIWH2Uz8I+7oxzc=";

/// How the parts of a page are joined, for its reader.
const HOW: &str = "Point at a passage or a label to see what belongs together; click it to keep that, Esc lets go. Enter \
                   goes from a text to its passages and on to their labels, the arrows from one to the next.";

/// Where the content begins, behind the place of an index that the script makes of cases.
const CONTENT: &str = "</header>\n<nav id=\"index\" aria-label=\"Cases\" hidden=\"\"></nav>\n<main>\n";

/// All that stands before the content of a page with evidence, which says how its parts are joined.
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

/// All that stands before the content of a page of tables.
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

/// All that stands after it.
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
