//! Tests reports for sharing: a page or document contains everything found, and texts of an input are
//! always plain text.
//!
//! `LOCKBENCH_BLESS=1 cargo test --test suite pages` rewrites the golden files.

mod browser;
pub mod checked;

use std::path::Path;

use base64::Engine as _;
use lockbench::case::{Case, Fields, Texts, origins, read};
use lockbench::engine::{Engine, Selection};
use lockbench::export::case::{CaseReports, html, markdown};
use lockbench::markup::{Html, markdown as md, page};
use lockbench::rubric::Readings;
use lockbench::text::visible::{Shape, mark, steers, visible};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::cli::{Folder, case, labelled, run, run_with, spoilt};
use checked::Page;

/// Texts that try to break out of their place.
const HOSTILE: &[&str] = &[
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)> <svg/onload=alert(1)>",
    "\" onmouseover=\"alert(1)\" x='1'",
    "--><!-- ]]> &lt;b&gt; &amp;amp; &#60;",
    "\u{202e}desrever\u{202c} \u{2066}isolated\u{2069} \u{200f}",
    "\u{0}\u{1}\u{1b}[31m\u{7f}\u{9b}2J\u{85}\u{2028}\u{feff}",
    "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 漢字かな交じり文 שלום עולם مرحبا",
    "| a | b |\n|---|---|\n# h\n- x\n1. y\n> q\n```\ncode\n```\n[l](http://x.y) ![i](j) <http://a.b> www.a.b *e* _e_ ~~s~~",
    "</title></style></textarea></noscript><base href=//evil><meta http-equiv=refresh content=0>",
];

fn hostile_case() -> Value {
    let text = HOSTILE.join(" ");
    let mut case = labelled(&text, spoilt());
    for key in ["article", "summary"] {
        case[key] = json!(format!("{} {text}", case[key].as_str().unwrap()));
    }
    case["labels"]["claims"][0]["text"] = json!(text);
    case
}

fn sample(name: &str) -> Case {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
    let found = origins(&[folder]).unwrap();
    let mut records = found.iter().flat_map(|origin| read(origin, &std::sync::Arc::default()));
    records.next().unwrap().cases(&Fields::default()).unwrap().cases.swap_remove(0)
}

/// Fails if a file differs from the output.
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == text,
        "{name} is not current; run: LOCKBENCH_BLESS=1 cargo test --test suite pages\n{text}"
    );
}

#[test]
fn a_sample_comes_out_as_it_is_stored() {
    let case = sample("harbour-freight-q3");
    let selection = Selection::shipped(&["twin-lock", "judge-lock"], Readings::default());
    let analysis = Engine::default().analyse(&case, Texts::of(&case), selection.wanted());
    let reports = selection.judge(&case, &analysis, &analysis.proposals);
    let shared = CaseReports { key: "c1", id: &case.id, texts: Texts::of(&case), reports: &reports };
    golden("report.md", &format!("{}\n", markdown(&shared, &reports[1])));
    let section: String = html(&shared).into();
    golden("report.html", &section);
    let page = format!("{}{section}{}", page::open("Sample").as_str(), page::close().as_str());
    let page = Page::check(&page);
    // Both texts are shown completely.
    assert_eq!(page.texts(), [case.summary.as_str(), case.article.as_str()]);
    for part in ["Judge-Lock", "Unsupported claim 1", "(F + 0.5*P)/N", "= (2 + 0.5*2)/5", "unsupported"] {
        assert!(page.text.contains(part), "{part}");
    }
    assert!(!page.text.contains("extraneous_claim"), "caps are named in words");
}

#[test]
fn the_policy_of_a_page_knows_its_style_and_script() {
    let hash = |text: &str| base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text));
    let known =
        [("STYLE_HASH", page::STYLE, page::STYLE_HASH), ("SCRIPT_HASH", page::SCRIPT, page::SCRIPT_HASH)];
    for (name, text, known) in known {
        assert_eq!(known, hash(text), "{name} of src/markup/page.rs");
        assert!(!text.contains("</") && !text.contains('\r') && !text.contains("<!--"), "{name}");
        assert!(!text.contains("http") && !text.contains("url(") && !text.contains("@import"), "{name}");
        assert!(!text.contains("innerHTML") && !text.contains("eval"), "{name}");
    }
}

#[test]
fn hostile_cases_are_nothing_but_text() {
    let hostile = hostile_case();
    let bad = json!({"id": HOSTILE.join(" "), "article": 5, "summary": HOSTILE[0]});
    let input = format!("{hostile}\n{bad}\n{}\n", case("plain"));
    let ran = run_with(&["score", "-", "--rubric", "all", "--format", "html"], input.as_bytes());
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let page = Page::check(&ran.stdout);
    let (article, summary) = (hostile["article"].as_str().unwrap(), hostile["summary"].as_str().unwrap());
    assert_eq!(page.texts()[..2], [harmless(summary), harmless(article)]);
    assert_eq!(page.count("section", "case"), 3);
    assert!(page.text.contains("not scored"));
    assert!(!ran.stdout.chars().any(|c| matches!(c, '\u{202e}' | '\u{2066}' | '\u{1b}' | '\0')));

    let ran = run_with(&["score", "-", "--rubric", "all", "--format", "md"], input.as_bytes());
    check_markdown(&ran.stdout);
    assert_eq!(ran.stdout.matches("\n### Metrics\n").count(), 12, "a section for each case and rubric");
}

/// Returns what a reader of HTML sees of a text, with control characters replaced. CR LF is one line end.
fn harmless(text: &str) -> String {
    let shown = |c: char| if c != '\t' && steers(c) { mark(c).into_owned() } else { c.to_string() };
    text.replace("\r\n", "\n").chars().map(shown).collect()
}

/// Fails if a document contains markup that the program does not write.
fn check_markdown(text: &str) {
    for event in Parser::new_ext(text, Options::all()) {
        match event {
            Event::InlineHtml(tag) => assert_eq!(&*tag, "<br>"),
            Event::Html(_)
            | Event::FootnoteReference(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::TaskListMarker(_)
            | Event::Start(
                Tag::HtmlBlock
                | Tag::Link { .. }
                | Tag::Image { .. }
                | Tag::Emphasis
                | Tag::Strikethrough
                | Tag::CodeBlock(_)
                | Tag::MetadataBlock(_)
                | Tag::FootnoteDefinition(_),
            ) => panic!("{event:?} in\n{text}"),
            _ => {}
        }
    }
}

/// Returns what a reader of Markdown sees of a document.
fn rendered(document: &str) -> String {
    let mut out = String::new();
    for event in Parser::new_ext(document, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        match event {
            Event::Text(text) => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak | Event::Code(_) => panic!("{event:?} in {document:?}"),
            _ => {}
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_text_comes_out_of_html_as_it_went_in(parts in prop::collection::vec(part(), 0..6)) {
        let text = parts.concat();
        let mut html = Html::new();
        html.tag("p", &[("title", &text)], |html| html.text(&text));
        let page = checked::fragment(html.as_str());
        prop_assert_eq!(&page.text, &harmless(&text));
        prop_assert_eq!(&page.titles, &[harmless(&text)]);
    }

    #[test]
    fn a_text_comes_out_of_markdown_as_it_went_in(parts in prop::collection::vec(part(), 0..6)) {
        let text = parts.concat();
        let escaped = md::escaped(&text);
        let squeezed = lockbench::text::squeezed(&text);
        let wanted = visible(&squeezed, Shape::Line);
        for document in [
            format!("x {escaped}"),
            format!("- {escaped}"),
            format!("> {escaped}"),
            format!("## {escaped}"),
            format!("| a |\n|---|\n| {escaped} |"),
        ] {
            check_markdown(&document);
            let seen = rendered(&document);
            let seen = seen.strip_prefix('x').or(seen.strip_prefix('a')).filter(|_| !document.starts_with(['-', '>', '#']));
            let seen = seen.map_or_else(|| rendered(&document), str::to_owned);
            prop_assert_eq!(seen.trim(), wanted.trim(), "{}", document);
        }
    }
}

/// A piece of a text: anything, with a preference for markup.
fn part() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,12}",
        any::<String>(),
        "[-+*_`~#<>\\[\\]()!|&;:@.=0-9a-z\\\\ \n\t\r\"'$^{}]{0,12}",
        prop::sample::select(HOSTILE).prop_map(str::to_owned),
    ]
}

#[test]
fn a_long_article_makes_a_page_that_is_not_much_longer() {
    let article =
        "The council of Penmoor met on Monday and voted for the bridge, which costs 40 million pounds. "
            .repeat(11_000);
    let case = json!({"id": "long", "article": article, "summary": "The council voted for the bridge."});
    let ran = run_with(&["score", "-", "--format", "html"], case.to_string().as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.len() < 2 * article.len(), "{}", ran.stdout.len());
    assert_eq!(Page::check(&ran.stdout).texts()[1].len(), article.len());
}

/// A session of three cases: two annotators, both possible decisions, comments, changed, added and
/// rejected labels.
fn session(folder: &Folder, id: &str) -> String {
    let (first, second) = (labelled(id, spoilt()), labelled("b", spoilt()));
    let queue = folder.write("q.jsonl", format!("{first}\n{second}\n{}\n", case("c")));
    let path = format!("{}/s.db", folder.path());
    let ran = run(&["sessions", "import", &path, &queue]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let at = |seconds: u32| format!("2026-03-01T10:{:02}:{:02}Z", seconds / 60, seconds % 60);
    let word = HOSTILE[0];
    let events = [
        json!({"case": id, "by": "ann", "event": "override", "label": "claims/0", "to": "supported", "at": at(0)}),
        json!({"case": id, "by": "ann", "event": "comment", "text": format!("odd {word}"), "on": "claims/0", "at": at(40)}),
        json!({"case": id, "by": "ann", "event": "decide", "verdict": "PASS", "reason": format!("fine {word}"), "at": at(60)}),
        json!({"case": "b", "by": "ann", "event": "flag", "at": at(90)}),
        json!({"case": "b", "by": "ann", "event": "reject", "list": "claims", "before": ["claims/0"], "at": at(600)}),
        json!({"case": id, "by": "bob", "event": "add", "list": "claims", "before": [], "at": at(0),
               "after": [{"text": "It voted.", "label": "unsupported"}]}),
        json!({"case": id, "by": "bob", "event": "decide", "verdict": "FAIL", "at": at(30)}),
    ];
    let events: String = events.iter().map(|event| format!("{event}\n")).collect();
    let ran = run_with(&["sessions", "apply", &path, "-"], events.as_bytes());
    assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    path
}

fn export(path: &str, args: &[&str]) -> String {
    let ran = run(&[&["sessions", "export", path], args].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    ran.stdout
}

#[test]
fn a_session_is_told_as_a_document() {
    let folder = Folder::new();
    let path = session(&folder, "a");
    let text = export(&path, &["--format", "md"]);
    check_markdown(&text);
    for line in [
        "3 cases, 2 begun; 2 annotators. Scores by Judge-Lock.",
        "| decided by people | 1 PASS, 1 FAIL |",
        "| ann | 1 of 3 | 2 | 1 | 2 | 1 | 1 min 30 s | 45 s |",
        "| bob | 1 of 3 | 1 | 0 | 1 | 0 | 30 s | 30 s |",
        "### ann: **PASS**",
        "> fine \\</script\\>\\<script\\>alert(1)\\</script\\>",
        "- on claim 1: odd \\</script\\>\\<script\\>alert(1)\\</script\\>",
        "### bob: **FAIL**",
        "| claim 2 | It voted. | not proposed | added as unsupported |",
        "### ann: **undecided**",
    ] {
        assert!(text.lines().any(|known| known == line), "{line}\n{text}");
    }
    let of_bob = export(&path, &["--format", "md", "--by", "bob"]);
    assert!(of_bob.contains("### bob") && !of_bob.contains("### ann"), "{of_bob}");
    assert_eq!(run(&["sessions", "export", &path, "--by", "ann"]).status, 2);
    // A case without any person's labels counts for the engine only.
    let counted = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.starts_with("| by people's labels"));
        rows.map(str::to_owned).collect()
    };
    let flag = json!({"case": "c", "by": "bob", "event": "flag"}).to_string();
    assert_eq!(run_with(&["sessions", "apply", &path, "-"], flag.as_bytes()).status, 0);
    let with_flag = export(&path, &["--format", "md"]);
    assert_eq!((counted(&with_flag).len(), counted(&with_flag)), (1, counted(&text)), "{with_flag}");
}

/// The scores in a session's report equal those of `score --session`, and labels are shown beside the
/// engine's.
#[test]
fn a_session_is_told_as_a_page() {
    let folder = Folder::new();
    let path = session(&folder, &HOSTILE.join(" "));
    let text = export(&path, &["--format", "html", "--by", "ann"]);
    let page = Page::check(&text);
    assert_eq!(page.count("section", "case"), 3);
    for by in ["ann", "bob"] {
        let scored = run(&["score", "--session", &path, "--by", by]);
        let page = Page::check(&export(&path, &["--format", "html", "--by", by])).text;
        for report in scored.lines() {
            let verdict = &report["verdict"];
            let (decision, score) =
                (verdict["decision"].as_str().unwrap(), verdict["score"].as_f64().unwrap());
            let (wanted, given) = (format!("by their labels {decision} {score:.2}"), "engine's proposals");
            assert!(page.contains(&wanted) || page.contains(given), "{wanted}\n{page}");
        }
        let first = &scored.lines()[0]["verdict"];
        let score = first["score"].as_f64().unwrap();
        let wanted = format!("by their labels {} {score:.2}", first["decision"].as_str().unwrap());
        assert!(page.contains(&wanted), "{wanted}\n{page}");
    }
    let both = Page::check(&export(&path, &["--format", "html"]));
    assert!(both.text.contains("added as unsupported") && both.text.contains("rejected"));
    assert!(both.text.contains("fine </script><script>alert(1)</script>"));
    // An empty session has a page too.
    let empty = format!("{}/empty.db", folder.path());
    let nobody = folder.write("one.jsonl", format!("{}\n", case("x")));
    assert_eq!(run(&["sessions", "import", &empty, &nobody]).status, 0);
    Page::check(&export(&empty, &["--format", "html"]));
}
