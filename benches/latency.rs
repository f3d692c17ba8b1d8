//! From a key to the painted score, through a pseudo-terminal, as a person's terminal would see it.
//!
//! `cargo bench --bench latency` starts the built binary at 120x40 on articles of about 1,000, 5,000 and 200,000 words and
//! a summary of about 300, and prints percentiles of: start to the first screen that shows the texts, start to the first
//! one with scores, and for a key each 40 ms in the summary, and in the article (not in the longest): the key to the painted
//! score, and to the last change of the screen before the next key (all rubrics, what is recorded, hints).
//! The session that keeps what is done goes to a folder of its own: the first starts make it, the second find it there.
//! Every measured key changes the score: a digit is added to a number of the summary's first claim and taken away again
//! (in the article: of the sentence that supports it).

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
    // `cargo test --benches` runs this too; it has nothing to assert.
    if std::env::args().any(|argument| argument == "--test") {
        return Ok(());
    }
    for words in SIZES {
        measure(words)?;
    }
    Ok(())
}

/// The program that was built with this benchmark.
const PROGRAM: &str = env!("CARGO_BIN_EXE_lockbench");
/// Words of the articles.
const SIZES: [usize; 3] = [1_000, 5_000, 200_000];
/// Words of an article at most in which keys are timed: each of them changes what is known of the whole article.
const EDITED: usize = 5_000;
/// Keys that are timed in a text.
const KEYS: usize = 500;
/// From one key to the next: a fast typist's. What is typed is recorded meanwhile.
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
        // Edit, at the start of the text: the next digit lengthens a number.
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

/// Where the program keeps what is done to a case.
fn state(case: &Path) -> PathBuf {
    case.with_extension("state")
}

/// What is not there need not be removed.
fn absent(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// The texts of the bundled samples, one after the other, up to the length wanted; article and summary begin with the
/// same fact, whose first number the keys change. The first claims are judged by every rubric.
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
