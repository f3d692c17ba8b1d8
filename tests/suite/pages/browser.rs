//! Tests a page in a browser: nothing is loaded, nothing hostile is executed, the policy blocks nothing
//! of the page itself, and related parts are highlighted together. Requires Chromium (Debian: `apt-get
//! install chromium`):
//!
//! ```console
//! $ cargo test --test suite pages::browser -- --ignored
//! ```

use std::process::Command;

use super::hostile_case;
use crate::cli::{Folder, run};

/// A script run after the page's own: it clicks a label, and writes the highlighted parts into the title.
/// The page's policy would block it, so the tested copy allows this script by its hash.
const DRIVE: &str = "document.querySelector('.l.bad').click();\
    document.title = ['lit', document.querySelectorAll('.m.lit').length, document.querySelectorAll('.l.lit').length,\
    document.querySelectorAll('img, svg[onload], base').length].join(' ');";

#[test]
#[ignore = "needs Chromium"]
fn a_label_lights_its_evidence_and_nothing_hostile_runs() {
    use base64::Engine as _;
    use sha2::Digest as _;

    let folder = Folder::new();
    let file = folder.write("case.json", hostile_case().to_string());
    let page = run(&["score", &file, "--format", "html"]).stdout;
    let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(DRIVE));
    let driven = page.replacen("script-src ", &format!("script-src &#39;sha256-{hash}&#39; "), 1).replacen(
        "</body>",
        &format!("<script>{DRIVE}</script></body>"),
        1,
    );
    let path = folder.write("page.html", driven);
    let output = Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
        ])
        .args(["--disable-component-update", "--disable-sync", "--enable-logging=stderr", "--dump-dom"])
        .arg(format!("--user-data-dir={}/profile", folder.path()))
        .arg(format!("file://{path}"))
        .output()
        .expect("chromium runs");
    let (dom, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!log.contains("Content Security Policy") && !log.contains("Uncaught"), "{log}");
    let title =
        dom.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).unwrap_or_default();
    let words: Vec<&str> = title.split(' ').collect();
    let [lit, pieces, labels, hostile] = words[..] else { panic!("{title}\n{log}") };
    assert_eq!((lit, labels, hostile), ("lit", "1", "0"), "{title}");
    assert!(pieces.parse::<usize>().is_ok_and(|pieces| pieces > 0), "{title}");
}
