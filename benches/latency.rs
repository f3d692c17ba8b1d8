//! From a key to the painted score, through a pseudo-terminal, as a person's terminal would see it.
//!
//! `cargo bench --bench latency` starts the built binary at 120x40 on articles of about 1,000, 5,000 and 200,000 words and
//! a summary of about 300, and prints percentiles of: start to the first screen that shows the texts, start to the first
//! one with scores, a key in the summary to the new score, and a key in the article to the same (not in the longest).
//! The session that keeps what is done goes to a folder of its own: the first starts make it, the second find it there.
//! Every measured key changes the score: a digit is added to a number of the summary's first claim and taken away again
//! (in the article: of the sentence that supports it).

#![allow(clippy::print_stdout, missing_docs, reason = "a benchmark prints its results")]

#[path = "common/percentiles.rs"]
mod percentiles;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use lockbench::case::Case;
use lockbench::tui::samples::SAMPLES;
use percentiles::show;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

const ROWS: u16 = 40;
const COLUMNS: u16 = 120;
/// Longer than any answer; a key that takes it is counted as lost, and the run fails.
const PATIENCE: Duration = Duration::from_secs(5);

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

/// Words of the articles.
const SIZES: [usize; 3] = [1_000, 5_000, 200_000];
/// Words of an article at most in which keys are timed: each of them changes what is known of the whole article.
const EDITED: usize = 5_000;

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
            let mut screen = Screen::open(&folder)?;
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
        let mut screen = Screen::open(&folder)?;
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
        let mut taken = Vec::new();
        for round in 0..300 {
            let key: &[u8] = if round % 2 == 0 { b"7" } else { b"\x7f" };
            let before = screen.score();
            let begun = Instant::now();
            screen.send(key)?;
            screen.wait_score(&before)?;
            taken.push(begun.elapsed());
            // A person's next key comes later than the next frame.
            std::thread::sleep(Duration::from_millis(3));
        }
        show(&format!("key in the {pane} to the new score"), taken);
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

/// The program in a pseudo-terminal, and the screen that it paints.
struct Screen {
    parser: vt100::Parser,
    output: Receiver<Vec<u8>>,
    input: Box<dyn Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Screen {
    fn open(case: &Path) -> Result<Screen, Box<dyn std::error::Error>> {
        let size = PtySize { rows: ROWS, cols: COLUMNS, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size)?;
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lockbench"));
        command.arg(case);
        command.env("TERM", "xterm-256color");
        command.env("XDG_STATE_HOME", state(case));
        let child = pair.slave.spawn_command(command)?;
        let mut reader = pair.master.try_clone_reader()?;
        let input = pair.master.take_writer()?;
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 65_536];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let cells = |count| std::num::NonZero::new(count).ok_or("the screen has no cells");
        let parser = vt100::Parser::new(cells(ROWS)?, cells(COLUMNS)?, 0);
        Ok(Screen { parser, output, input, child, _master: pair.master })
    }

    fn send(&mut self, keys: &[u8]) -> std::io::Result<()> {
        self.input.write_all(keys)?;
        self.input.flush()
    }

    /// The headline: decision and score, at the right of the first line.
    fn score(&self) -> String {
        let line = self.parser.screen().rows(0, COLUMNS).next().unwrap_or_default();
        line.chars().skip(usize::from(COLUMNS) / 2).collect::<String>().trim().to_owned()
    }

    /// Whether the left half, where the article stands, is full of letters.
    fn shows_article(&self) -> bool {
        let rows = self.parser.screen().rows(0, COLUMNS / 2).skip(3).take(15);
        rows.map(|row| row.chars().filter(|c| c.is_alphabetic()).count()).sum::<usize>() > 200
    }

    fn wait_score(&mut self, before: &str) -> Result<(), Box<dyn std::error::Error>> {
        let deadline = Instant::now() + PATIENCE;
        // The line may pass through a mark for a stale score; the new one holds another number or decision.
        let plain =
            |text: &str| text.replace(['…', '~', '*'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        while plain(&self.score()) == plain(before) {
            self.read(deadline)?;
        }
        Ok(())
    }

    fn wait(&mut self, ready: impl Fn(&str) -> bool) -> Result<(), Box<dyn std::error::Error>> {
        let deadline = Instant::now() + PATIENCE;
        while !ready(&self.parser.screen().contents()) {
            self.read(deadline)?;
        }
        Ok(())
    }

    fn read(&mut self, deadline: Instant) -> Result<(), Box<dyn std::error::Error>> {
        let left = deadline.saturating_duration_since(Instant::now());
        let bytes = self
            .output
            .recv_timeout(left)
            .map_err(|error| format!("{error}\n{}", self.parser.screen().contents()))?;
        self.parser.process(&bytes);
        Ok(())
    }

    /// Reads until nothing has come for a while.
    fn settle(&mut self) -> Result<(), Box<dyn std::error::Error>> {
        self.wait(|text| text.contains("Coverage"))?;
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(300)) {
            self.parser.process(&bytes);
        }
        Ok(())
    }

    fn close(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
