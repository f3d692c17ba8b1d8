//! Golden screens: the most important screens of a reviewer, cell by cell, at every supported size.
//!
//! `LOCKBENCH_BLESS=1 cargo test --test suite golden_screens` rewrites them; each must be inspected
//! before it is accepted.

use std::fs;
use std::path::{Path, PathBuf};

use crate::test_workbench::TestWorkbench;

const SIZES: [(u16, u16); 4] = [(60, 16), (80, 24), (120, 40), (200, 50)];

/// The screens, by file name, with the keys that open them from the main screen.
const SCREENS: [(&str, &str); 5] =
    [("main", ""), ("claims", ";"), ("table", "Q"), ("what-if", "W"), ("sentence", "<Tab><Tab><Tab>g_")];

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

#[test]
fn screens_are_as_they_were_read() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/screens");
    let bless = std::env::var_os("LOCKBENCH_BLESS").is_some();
    if bless {
        fs::create_dir_all(&kept).unwrap();
    }
    let mut other = Vec::new();
    for (columns, rows) in SIZES {
        for (name, keys) in SCREENS {
            let files = ["council-budget", "bridge-inspection", "kyoto-tram"].map(case);
            let mut top = TestWorkbench::open(&files, columns, rows);
            top.keys(keys);
            let screen: String = top.rows().iter().map(|row| format!("{}\n", row.trim_end())).collect();
            let path = kept.join(format!("{name}-{columns}x{rows}.txt"));
            if bless {
                fs::write(&path, &screen).unwrap();
            } else if fs::read_to_string(&path).unwrap_or_default() != screen {
                other.push(format!("{}:\n{screen}", path.display()));
            }
        }
    }
    assert!(other.is_empty(), "screens that differ from their files:\n{}", other.join("\n"));
}
