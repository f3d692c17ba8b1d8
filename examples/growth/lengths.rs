//! Measures the time for a key, a start and a batch on texts of growing length, with the built program.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lockbench::tui::samples::SAMPLES;

use crate::screen::{PATIENCE, Screen};

/// Lengths of the article in words, if the article grows.
const ARTICLES: [usize; 7] = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
/// Length of the summary in words, if the article grows.
const SUMMARY: usize = 250;
/// Lengths of the summary in words, if the summary grows.
const SUMMARIES: [usize; 5] = [50, 150, 500, 1_500, 5_000];
/// Length of the article in words, if the summary grows.
const ARTICLE: usize = 10_000;
/// Number of starts and batches per length; the median is reported.
const TIMES: usize = 5;
/// Number of keys per length.
const KEYS: usize = 60;
/// Beginning of both texts. One more letter turns one of its words into an oath, which is an additional
/// issue regardless of the rest.
const FACT: &str = "412 ships called at the dam of Alderton before the old mole was pulled down.";
/// Position of that letter.
const BEFORE: usize = "412 ships called at the dam".len();
/// Samples with issues of their own, which would fill the list.
const SKIPPED: [&str; 2] = ["rent-protest", "dressing-room"];

/// The text that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grows {
    /// The article.
    Article,
    /// The summary.
    Summary,
}

/// The measurements at one length.
pub struct Row {
    /// Length of the growing text, in words.
    pub words: usize,
    /// Median time from a key in the summary to the resulting labels on the screen, in milliseconds.
    pub key: f64,
    /// The 99th percentile of the same.
    pub slow_key: f64,
    /// Time from the start to the first screen with the texts, in milliseconds.
    pub texts: f64,
    /// Time from the start to the first screen with scores, in milliseconds.
    pub scores: f64,
    /// Peak memory of the workbench, in bytes.
    pub workbench: f64,
    /// Time from a case to its report in a running batch, in milliseconds.
    pub batch: f64,
    /// Peak memory of the batch, in bytes.
    pub batch_memory: f64,
}

/// Measures all lengths up to `most` words.
///
/// # Errors
/// If the program cannot be started, or does not answer.
pub fn measure(
    program: &Path,
    grows: Grows,
    most: usize,
    told: &mut dyn FnMut(&Row),
) -> Result<Vec<Row>, Box<dyn Error>> {
    let lengths = match grows {
        Grows::Article => ARTICLES.as_slice(),
        Grows::Summary => &SUMMARIES,
    };
    let mut rows = Vec::new();
    for &words in lengths.iter().filter(|words| **words <= most) {
        let (article, summary) = match grows {
            Grows::Article => (words, SUMMARY),
            Grows::Summary => (ARTICLE.min(most), words),
        };
        let (article, summary) = (text(article, Side::Article), text(summary, Side::Summary));
        let words = match grows {
            Grows::Article => &article,
            Grows::Summary => &summary,
        };
        let row = row(program, words.split_whitespace().count(), &article, &summary)?;
        told(&row);
        rows.push(row);
    }
    Ok(rows)
}

fn row(program: &Path, words: usize, article: &str, summary: &str) -> Result<Row, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let case = folder.path().join("case");
    std::fs::create_dir(&case)?;
    std::fs::write(case.join("article.txt"), article)?;
    std::fs::write(case.join("summary.txt"), summary)?;
    let state = folder.path().join("state");
    let (texts, scores) = starts(program, &case, &state)?;
    let (key, slow_key, workbench) = keys(program, &case, &state)?;
    let (batch, batch_memory) = batch(program, article, summary)?;
    Ok(Row { words, key, slow_key, texts, scores, workbench, batch, batch_memory })
}

fn starts(program: &Path, case: &Path, state: &Path) -> Result<(f64, f64), Box<dyn Error>> {
    let (mut texts, mut scores) = (Vec::new(), Vec::new());
    // The first start creates the session.
    for start in 0..=TIMES {
        let begun = Instant::now();
        let mut screen = Screen::open(program, &[case], state)?;
        while !screen.shows_article() {
            screen.read(begun + PATIENCE)?;
        }
        let shown = begun.elapsed();
        screen.wait(|text| text.contains("Coverage") && text.contains(" fired"))?;
        if start > 0 {
            texts.push(shown);
            scores.push(begun.elapsed());
        }
        screen.close();
    }
    Ok((share(&mut texts, 0.5), share(&mut scores, 0.5)))
}

fn keys(program: &Path, case: &Path, state: &Path) -> Result<(f64, f64, f64), Box<dyn Error>> {
    let mut screen = Screen::open(program, &[case], state)?;
    screen.settle()?;
    screen.send(b"e")?;
    screen.settle()?;
    screen.send(b"\x1b[1;5H")?;
    screen.settle()?;
    screen.send(&b"\x1b[C".repeat(BEFORE))?;
    screen.settle()?;
    let mut taken = Vec::with_capacity(KEYS);
    for round in 0..KEYS {
        let before = issues(screen.contents().as_str());
        let begun = Instant::now();
        screen.send(if round % 2 == 0 { b"n" } else { b"\x7f" })?;
        screen.wait(|text| issues(text) != before)?;
        taken.push(begun.elapsed());
        // A person's next key comes later than the next frame.
        std::thread::sleep(Duration::from_millis(20));
    }
    let peak = screen.peak().unwrap_or_default();
    screen.close();
    Ok((share(&mut taken, 0.5), share(&mut taken, 0.99), peak as f64))
}

/// Returns the number of issues shown on the screen.
fn issues(screen: &str) -> Option<usize> {
    let (_, behind) = screen.rsplit_once("Issues ")?;
    behind.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn batch(program: &Path, article: &str, summary: &str) -> Result<(f64, f64), Box<dyn Error>> {
    let mut child = Command::new(program)
        .args(["score", "-", "--jobs", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no stdin")?;
    let mut output = BufReader::new(child.stdout.take().ok_or("no stdout")?);
    let mut ask = |article: &str, summary: &str| -> std::io::Result<Duration> {
        let line = serde_json::json!({"id": "x", "article": article, "summary": summary}).to_string() + "\n";
        let begun = Instant::now();
        input.write_all(line.as_bytes())?;
        input.flush()?;
        let mut answer = String::new();
        output.read_line(&mut answer)?;
        Ok(begun.elapsed())
    };
    // Tables are loaded with the first case.
    ask("It rained.", "It rained.")?;
    let mut taken = Vec::new();
    for time in 0..TIMES {
        // A different article each time, so that nothing about it is cached.
        taken.push(ask(&format!("Edition {time}. {article}"), summary)?);
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().unwrap_or_default();
    drop(input);
    child.wait()?;
    Ok((share(&mut taken, 0.5), kilobytes * 1024.0))
}

/// Returns the given quantile of the times, in milliseconds.
fn share(times: &mut [Duration], share: f64) -> f64 {
    times.sort_unstable();
    let last = times.len().saturating_sub(1) as f64;
    times[(last * share).round() as usize].as_secs_f64() * 1e3
}

#[derive(Clone, Copy)]
enum Side {
    Article,
    Summary,
}

/// Returns sentences of the samples up to a length. Each contains the number of its round, so that no two
/// are equal.
fn text(words: usize, side: Side) -> String {
    let samples = SAMPLES.iter().filter(|sample| !SKIPPED.contains(&sample.id));
    let cases: Vec<_> = samples.filter_map(|sample| sample.case().ok()).collect();
    let plain: Vec<&str> = cases
        .iter()
        .filter(|case| case.sources.is_empty() && case.article.is_ascii())
        .map(|case| match side {
            Side::Article => case.article.as_str(),
            Side::Summary => case.summary.as_str(),
        })
        .collect();
    let (mut out, mut count) = (FACT.to_owned(), FACT.split_whitespace().count());
    for round in 0.. {
        for text in &plain {
            out.push_str("\n\n");
            for sentence in text.split_inclusive(". ") {
                if count >= words {
                    return out;
                }
                if round > 0 {
                    out.push_str(&format!("In report {round} it says: "));
                    count += 5;
                }
                out.push_str(sentence.trim());
                out.push(' ');
                count += sentence.split_whitespace().count();
            }
        }
    }
    out
}

/// Returns the program built with this example.
pub fn program() -> Result<PathBuf, Box<dyn Error>> {
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(Path::parent).ok_or("the example has no folder")?;
    let program = folder.join(format!("lockbench{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() {
        Ok(program)
    } else {
        Err(format!("{} is missing: build it", program.display()).into())
    }
}
