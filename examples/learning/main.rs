//! Measures what `lockbench calibrate` learns from people's judgements, and writes CALIBRATION.md.
//!
//! ```text
//! cargo run --release --example learning -- DATA
//! ```
//!
//! DATA is the folder of the development sets. Judgements of QAGS, EntFA, FRANK and XSum hallucinations
//! become decisions on the engine's proposals. Some of them are used for fitting, in an order of articles
//! that is drawn anew each time. The fitted lines, as made by the command, are evaluated on the decisions
//! about other articles. The shipped trees were fitted to these sets with a level for each, so what
//! remains to be learnt is the level, and how far to trust the trees. The same data and engine give the
//! same page.

#![allow(clippy::print_stderr, reason = "a program that is run by hand says what it wrote")]

mod people;

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use lockbench::evidence::calibration::Calibration;
use lockbench::evidence::calibration::learn::{
    FEWEST, FEWEST_CASES, FEWEST_OF_A_KIND, JudgedProposal, learn,
};
use lockbench::evidence::calibration::reliability::{Pair, Reliability};
use lockbench::text::hash64;

/// Numbers of decisions for fitting.
const SIZES: [usize; 5] = [0, 50, 100, 200, 500];
/// Number of random orders of articles.
const DRAWS: u64 = 20;
/// Share of articles that are held out.
const KEPT_BACK: f64 = 0.3;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &args[..] else { return Err("usage: DATA".into()) };
    let page = page(Path::new(folder))?;
    eprint!("{page}");
    std::fs::write("CALIBRATION.md", page)?;
    Ok(())
}

fn page(folder: &Path) -> Result<String, Box<dyn Error>> {
    let shipped = Calibration::shipped().ok_or("the shipped lines")?;
    let mut page = format!(
        "# Calibration on your own decisions\n\n\
         `lockbench calibrate S.db -o own.toml` fits the probabilities of labels to what annotators decided, and\n\
         `--calibration own.toml` uses them. This page says what that is worth, on people's judgements of public sets. What\n\
         ships has seen them, but not how strict the judges of one set are, which is what there is to learn. It is written by\n\n\
         ```sh\ncargo run --release --example learning -- DATA\n```\n\n\
         Each judgement becomes a decision on the proposal that it is about. {:.0} % of the articles are\n\
         kept back; of the others so many decisions are taken, article by article, in {DRAWS} orders. Every figure is a mean\n\
         over these, of decisions on articles that were kept back. *Fitted* says how many of the {DRAWS} fits proved better in\n\
         their own cross-validation, and were used; the others keep the shipped lines, and count with them. A line takes at\n\
         least {FEWEST} decisions on {FEWEST_CASES} cases, {FEWEST_OF_A_KIND} of the rarer kind.\n\n\
         | judgements | predicted | decided | decisions | fitted | log loss | Brier | calibration error | worse than shipped |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        KEPT_BACK * 100.0
    );
    for set in people::SETS {
        let decisions = people::decisions(folder, set)?;
        for size in SIZES {
            if let Some(row) = row(&shipped, set, &decisions, size) {
                page.push_str(&row);
            }
        }
    }
    page.push_str(
        "\n*Decided* is what share of the decisions are so. *Worse than shipped* counts the orders in which the fitted lines\n\
         have the higher log loss. Decisions on the sentences of QAGS are those of its claims, so they are noisy where a\n\
         sentence has several.\n",
    );
    Ok(page)
}

/// Returns the mean results for a number of decisions; `None` if there are not enough.
fn row(
    shipped: &Calibration,
    set: &people::Set,
    decisions: &[JudgedProposal],
    size: usize,
) -> Option<String> {
    let (mut fitted, mut worse, mut all) = (0, 0, Vec::new());
    for draw in 0..DRAWS {
        let (known, kept_back) = split(decisions, draw, size)?;
        let learned = learn(shipped, &known);
        fitted += usize::from(learned.is_better());
        let before = reliability(shipped, set, &kept_back)?;
        let after = reliability(&learned.calibration, set, &kept_back)?;
        worse += usize::from(after.log_loss > before.log_loss + 1e-9);
        all.push(after);
    }
    let mean = |of: fn(&Reliability) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
    let mut row = String::new();
    let (used, worse) = match size {
        0 => ("shipped".to_owned(), String::new()),
        _ => (format!("{fitted} of {DRAWS}"), worse.to_string()),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        row,
        "| {} ({} decisions) | {} | {:.2} | {size} | {used} | {:.3} | {:.3} | {:.3} | {worse} |",
        set.name,
        decisions.len(),
        set.predicts,
        mean(|one| one.people),
        mean(|one| one.log_loss),
        mean(|one| one.brier),
        mean(|one| one.calibration_error),
    );
    Some(row)
}

/// Splits the decisions into those for fitting and those on held-out articles.
fn split(
    decisions: &[JudgedProposal],
    draw: u64,
    size: usize,
) -> Option<(Vec<JudgedProposal>, Vec<JudgedProposal>)> {
    let mut articles: Vec<u64> =
        decisions.iter().map(|one| one.case).collect::<BTreeSet<u64>>().into_iter().collect();
    articles.sort_by_key(|article| hash64(&[article.to_le_bytes(), draw.to_le_bytes()].concat()));
    let kept = (articles.len() as f64 * KEPT_BACK) as usize;
    let (kept_back, others) = articles.split_at(kept);
    let of = |articles: &[u64]| -> Vec<JudgedProposal> {
        let each =
            |article: &u64| decisions.iter().filter(|one| one.case == *article).copied().collect::<Vec<_>>();
        articles.iter().flat_map(each).collect()
    };
    let mut known = of(others);
    if known.len() < size {
        return None;
    }
    known.truncate(size);
    Some((known, of(kept_back)))
}

fn reliability(
    calibration: &Calibration,
    set: &people::Set,
    decisions: &[JudgedProposal],
) -> Option<Reliability> {
    const EDGE: f64 = 1e-6;
    let pair = |decision: &JudgedProposal| {
        let best = decision.list.spec().words[0];
        let chances = calibration.chances(decision.list, best, decision.signals)?;
        let p = (set.probability)(&chances).clamp(EDGE, 1.0 - EDGE);
        Some(Pair { p, truth: f64::from(u8::from((set.truth)(decision.word))), weight: 1.0 })
    };
    Reliability::of(&decisions.iter().filter_map(pair).collect::<Vec<Pair>>())
}
