//! Writes a calibration as TOML.

use std::fmt::Write;

use super::learn::{FitOutcome, Learned, LearnedLine};
use super::{Calibration, Graded, Line, Prior};

/// Returns the tables of a calibration, each with a comment on its signals.
pub fn toml(calibration: &Calibration) -> String {
    let line = |line: Line| format!("[{}]", line.map(|weight| format!("{weight:.4}")).join(", "));
    let graded = |graded: &Graded| format!("line = {}\nspread = {:.4}\n", line(graded.line), graded.spread);
    let prior = |prior: &Prior| {
        let fitted = prior.line.map(|[start, weight]| format!("line = [{start:.4}, {weight:.4}]\n"));
        format!("same = {:?}\n{}", prior.same, fitted.unwrap_or_default())
    };
    let claims = &calibration.claims;
    let tables = [
        (
            "Worth of a key point; signal: the share of it that the summary covers, less for a summary that repeats itself.\n\
             The middle is at a half, and the spread is that with which the likeliest word changes at the printed bounds, a\n\
             quarter and three quarters; the slope is fitted to points that a reader judged.",
            "key_points",
            graded(&calibration.key_points),
        ),
        (
            "Worth of an answer; signals: the share of it found, less where little of the context stands by it, the share of\n\
             all that the article tells, whether it was found as asked for, from 1 to -1 where it was not, and whether it\n\
             stands there with few words of the question. The weights of the second and third, and the spread, which the\n\
             last doubles, are settled by hand, by answers that a reader judged.",
            "coverage_qags",
            graded(&calibration.coverage_qags),
        ),
        (
            "Signals: the doubt of the claim as log-odds, by the trees of claim_trees.toml, the share of its\n\
             content words that are new, past what a free wording needs, how far a difference in a fact contradicts the article,\n\
             and how far the claim says less than it. People marked words and named no contradictions: what these three do to a\n\
             claim that is not fully supported is settled by hand.",
            "claims",
            format!(
                "doubted = {}\nunsupported = {}\ncontradicted = {:?}\ndiffers = {:?}\n",
                line(claims.doubted),
                line(claims.unsupported),
                claims.contradicted,
                claims.differs
            ),
        ),
        (
            "Worth of an answer; signals: the share of it found, how much of the context stands by it, and how far the claim\n\
             that the question was made from is supported.",
            "claim_qags",
            graded(&calibration.claim_qags),
        ),
        (
            "Signals: the doubt of the claim that holds it, as log-odds, and whether it is a number, date or name.",
            "extraneous",
            format!("line = {}\n", line(calibration.extraneous.line)),
        ),
        (
            "Not fitted, for want of public judgements that name deviations: a finding has its analyzer's prior, by kind\n\
             and reason, and is so likely to be of the severity proposed.",
            "deviations",
            prior(&calibration.deviations),
        ),
        ("Not fitted either; the kind follows from the words.", "issues", prior(&calibration.issues)),
    ];
    let fitted = [("deviations", calibration.deviations.line), ("issues", calibration.issues.line)];
    let mut out = String::new();
    for (about, key, body) in tables {
        let fitted = fitted.iter().any(|(of, line)| *of == key && line.is_some());
        let about = if fitted { FOUND } else { about };
        // Writing to a string cannot fail.
        let _ = write!(out, "\n{}[{key}]\n{body}", comment(about));
    }
    out
}

/// Comment on findings whose line was fitted.
const FOUND: &str = "Log-odds that a finding is one, by the log-odds of its analyzer; `same` is how likely it is then of the word\n\
    proposed.";

fn comment(text: &str) -> String {
    text.lines().map(|line| format!("# {line}\n")).collect()
}

/// Returns the learned calibration as a file: the lines, then their reliability on cases that they were not
/// fitted to.
pub fn learned(learned: &Learned, engine: &str, annotators: usize) -> String {
    let mut out = format!(
        "# Log-odds of labels as lines in their signals, fitted to the decisions of annotators by `lockbench calibrate`.\n\
         # A line that is not in `fitted` is the shipped one. Use it with `--calibration FILE`.\n\
         \n[fitted]\nengine = {engine:?}\nannotators = {annotators}\n"
    );
    let better: Vec<&LearnedLine> =
        learned.lines.iter().filter(|line| line.outcome == FitOutcome::Better).collect();
    let keys: Vec<String> = better.iter().map(|line| format!("{:?}", line.key)).collect();
    let _ = writeln!(out, "lines = [{}]", keys.join(", "));
    out.push_str(&toml(&learned.calibration));
    out.push_str(
        "\n# How the shipped and the fitted lines hold; the fitted ones on cases that they were not fitted to. `brier` is\n\
         # the mean squared error, `constant` that of always saying what people found on average. Each step of `curve` is\n\
         # [judgements, mean predicted, mean found], each of `learning` [decisions, gain in log loss, its standard error].\n",
    );
    for line in &learned.lines {
        for (lines, reliability) in [("shipped", &line.before), ("fitted", &line.after)] {
            let Some(reliability) = reliability else { continue };
            let held_out = if lines == "shipped" { "everything" } else { "cases" };
            let _ = write!(
                out,
                "\n[[figures]]\nlist = \"{}\"\nline = \"{}\"\npredicts = \"{}\"\nlines = \"{lines}\"\n\
                 held_out = \"{held_out}\"\ndecisions = {}\ncases = {}\nlog_loss = {:.4}\n{}",
                line.list.spec().key,
                line.key,
                line.predicts,
                line.decisions,
                line.cases,
                reliability.log_loss,
                reliability.toml(),
            );
            if lines == "fitted" {
                let step = |step: &super::learn::Step| {
                    format!("[{}, {:.4}, {:.4}]", step.decisions, step.gain, step.error)
                };
                let steps: Vec<String> = line.curve.iter().map(step).collect();
                let _ = writeln!(out, "learning = [{}]", steps.join(", "));
            }
        }
    }
    out
}
