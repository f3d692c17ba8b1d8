//! Measures the time from a key to the drawn score, through a pseudo-terminal, as a user's terminal sees
//! it.
//!
//! `cargo bench --bench latency` starts the built binary at 120x40 on articles of about 1,000, 5,000 and
//! 200,000 words and a summary of about 300. It prints percentiles of the time from the start to the
//! first screen with the texts and to the first one with scores. For a key every 40 ms in the summary,
//! and in the article except the longest, it prints the time from the key to the drawn score, and to the
//! last change of the screen before the next key (all rubrics, recording, hints). The session is in a
//! folder of its own: the first start creates it, the following ones find it there. Every measured key
//! changes the score: a digit is appended to a number in the summary's first claim and removed again (in
//! the article: in the sentence that supports the claim).

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

#[path = "common/percentiles.rs"]
mod percentiles;
#[path = "common/screen.rs"]
mod screen;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lockbench::case::Case;
use lockbench::tui::samples::SAMPLES;
use percentiles::show;
use screen::{COLUMNS, PATIENCE, ROWS, Screen};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `cargo test --benches` also runs this, but there is nothing to assert.
    if std::env::args().any(|argument| argument == "--test") {
        return Ok(());
    }
    for words in SIZES {
        measure(words)?;
    }
    Ok(())
}

/// The program built with this benchmark.
const PROGRAM: &str = env!("CARGO_BIN_EXE_lockbench");
/// Lengths of the articles, in words.
const SIZES: [usize; 3] = [1_000, 5_000, 200_000];
/// Longest article, in words, in which keys are timed: each key there changes the analysis of the whole
/// article.
const EDITED: usize = 5_000;
/// Number of keys timed in a text.
const KEYS: usize = 500;
/// Interval between keys: that of a fast typist. Typing is recorded in the meantime.
const PACE: Duration = Duration::from_millis(40);

fn measure(words: usize) -> Result<(), Box<dyn std::error::Error>> {
    let folders = tempfile::tempdir()?;
    let folder = folders.path().join("case");
    std::fs::create_dir(&folder)?;
    let (article, summary) = texts(words);
    let count = |text: &str| text.split_whitespace().count();
    println!("article {} words, summary {} words, {COLUMNS}x{ROWS}", count(&article), count(&summary));
    std::fs::write(folder.join("article.txt"), &article)?;
    std::fs::write(folder.join("summary.txt"), &summary)?;

    for (session, is_new) in [("a new session", true), ("its session again", false)] {
        let (mut shown, mut scored) = (Vec::new(), Vec::new());
        for _ in 0..20 {
            if is_new {
                std::fs::remove_dir_all(state(&folder)).or_else(absent)?;
            }
            let begun = Instant::now();
            let mut screen = Screen::open(Path::new(PROGRAM), &[&folder], &state(&folder))?;
            let deadline = begun + PATIENCE;
            while !screen.shows_article() {
                screen.read(deadline)?;
            }
            shown.push(begun.elapsed());
            screen.wait(|text| text.contains("Coverage") && text.contains(" fired"))?;
            scored.push(begun.elapsed());
            screen.close();
        }
        show(&format!("start to the first screen with the texts, {session}"), shown);
        show(&format!("start to the first screen with the score, {session}"), scored);
    }

    for (pane, tabs) in [("summary", 0), ("article", 4)] {
        if pane == "article" && words > EDITED {
            continue;
        }
        let mut screen = Screen::open(Path::new(PROGRAM), &[&folder], &state(&folder))?;
        screen.settle()?;
        for _ in 0..tabs {
            screen.send(b"\t")?;
            screen.settle()?;
        }
        // Starts editing at the beginning of the text, so that the next digit extends a number.
        for key in [&b"e"[..], b"\x1b[1;5H"] {
            screen.send(key)?;
            screen.settle()?;
        }
        let (mut painted, mut settled) = (Vec::new(), Vec::new());
        for round in 0..KEYS {
            let key: &[u8] = if round % 2 == 0 { b"7" } else { b"\x7f" };
            let (score, rest) = screen.type_paced(key, PACE)?;
            painted.push(score);
            settled.push(rest);
        }
        show(&format!("key in the {pane} to the painted score"), painted);
        show(&format!("key in the {pane} to the last change of the screen"), settled);
        screen.close();
    }
    Ok(())
}

/// Returns the state directory of the program for a case.
fn state(case: &Path) -> PathBuf {
    case.with_extension("state")
}

/// Ignores the error that a file to be removed does not exist.
fn absent(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// Returns the concatenated texts of the shipped samples, up to the length wanted. Article and summary
/// begin with the same fact, whose first number the keys change, so that every rubric judges a claim
/// about it.
fn texts(words: usize) -> (String, String) {
    const FACT: &str = "412 ships called at the harbour of Alderton before the old mole was pulled down.";
    let cases: Vec<Case> = SAMPLES.iter().filter_map(|sample| sample.case().ok()).collect();
    let plain = || cases.iter().filter(|case| case.sources.is_empty() && case.article.is_ascii());
    let join = |texts: &mut dyn Iterator<Item = &str>, words: usize| {
        let mut out = vec![FACT.to_owned()];
        let mut count = 0;
        for text in texts {
            if count >= words {
                break;
            }
            count += text.split_whitespace().count();
            out.push(text.trim().to_owned());
        }
        out.join("\n\n")
    };
    let article = join(&mut plain().cycle().map(|case| case.article.as_str()), words);
    let summary = join(&mut plain().map(|case| case.summary.as_str()), 250);
    (article, summary)
}
