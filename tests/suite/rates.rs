//! Maintains the page of measured rates, `tests/data/rates.md`. A part begins with `<!-- generated: NAME
//! -->` and ends with `<!-- end: NAME -->`; `LOCKBENCH_BLESS=1 cargo test --test suite the_rates`
//! rewrites them.

use std::path::Path;
use std::sync::Mutex;

/// Tests run in parallel and would overwrite each other's parts.
static PAGE: Mutex<()> = Mutex::new(());

/// Checks that a part of the page is current, or rewrites it.
pub fn check(name: &str, body: &str) {
    let held = PAGE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rates.md");
    let old = std::fs::read_to_string(&path).unwrap();
    let (open, close) = (format!("<!-- generated: {name} -->\n"), format!("<!-- end: {name} -->"));
    let start = old.find(&open).unwrap_or_else(|| panic!("rates.md has no part {name}")) + open.len();
    let end = start + old[start..].find(&close).unwrap_or_else(|| panic!("part {name} has no end"));
    let mut new = old.clone();
    new.replace_range(start..end, &format!("\n{}\n\n", body.trim()));
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        std::fs::write(&path, &new).unwrap();
    }
    drop(held);
    assert!(
        new == old || std::env::var_os("LOCKBENCH_BLESS").is_some(),
        "rates.md is not current; run: LOCKBENCH_BLESS=1 cargo test --test suite the_rates"
    );
}
