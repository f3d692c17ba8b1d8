//! Pages of measured figures: `tests/data/rates.md`, and others in the same form. A part begins with `<!-- generated: NAME -->` and ends with
//! `<!-- end: NAME -->`; `LOCKBENCH_BLESS=1 cargo test --test suite the_rates` writes them anew.

use std::path::Path;
use std::sync::Mutex;

/// Tests run side by side and would overwrite what another has just written.
static PAGE: Mutex<()> = Mutex::new(());

/// Checks that a part of the page of rates is current, or renews it.
pub fn check(name: &str, body: &str) {
    part("tests/data/rates.md", name, body, "LOCKBENCH_BLESS=1 cargo test --test suite the_rates");
}

/// Checks that a part of a page is current, or renews it; `command` is what a user runs for that.
pub fn part(page: &str, name: &str, body: &str, command: &str) {
    let held = PAGE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let old = std::fs::read_to_string(&path).unwrap();
    let (open, close) = (format!("<!-- generated: {name} -->\n"), format!("<!-- end: {name} -->"));
    let start = old.find(&open).unwrap_or_else(|| panic!("{page} has no part {name}")) + open.len();
    let end = start + old[start..].find(&close).unwrap_or_else(|| panic!("part {name} has no end"));
    let mut new = old.clone();
    new.replace_range(start..end, &format!("\n{}\n\n", body.trim()));
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        std::fs::write(&path, &new).unwrap();
    }
    drop(held);
    assert!(
        new == old || std::env::var_os("LOCKBENCH_BLESS").is_some(),
        "{page} is not current; run: {command}"
    );
}
