//! Measures the reliability of fitted lines on held-out judgements.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Write;

use super::boost;
use super::data::Judged;
use super::doubted::{DIFFERS, Doubted};
use super::fit::{Group, Held, fit, weights};
use super::points;
use lockbench::evidence::calibration::fit::Joined;
use lockbench::evidence::calibration::reliability::{Pair, Reliability};
use lockbench::evidence::calibration::trees::Trees;
use lockbench::evidence::calibration::write::toml;
use lockbench::evidence::calibration::{Calibration, Claims, FindingLine, Graded, Line, Prior};
use lockbench::evidence::features::FEATURES;
use lockbench::text::hash64;

/// Number of parts for cross-validation.
pub const FOLDS: usize = 5;

/// Name of all sets together, weighted as in the fit.
const TOGETHER: &str = "all";

/// A line to be fitted.
pub struct Task<'a> {
    /// List of the line.
    pub list: &'static str,
    /// What the line predicts.
    pub predicts: &'static str,
    /// People's judgements.
    pub groups: &'a [Group],
    /// How labels combine to a judgement.
    pub joined: Joined,
    /// Ridge penalty of the weights, per judgement.
    pub ridge: f64,
    /// Weights that are fixed instead of fitted.
    pub held: Held,
}

/// Returns every line, in the order of the stored file.
pub fn tasks(judged: &Judged) -> [Task<'_>; 3] {
    /// Ridge penalties: `LEVEL` if sets are levelled, so that each has a total weight of 1; `EACH` if
    /// each judgement has weight 1.
    const LEVEL: f64 = 0.01;
    const EACH: f64 = 0.1;
    /// Fixed weight of the share of content that the article states, by its index among the signals.
    /// Least squares pulls it towards 0 (to .33), since a single reference is a noisy measure of a
    /// summary; people's ranking of summaries is matched best from .5 to 1.2 (Spearman's correlation over
    /// REALSumm .34, .36 and .36 with .33, .8 and 1.2). The second weight is that of whether the answer
    /// was found as requested. References show little of it (over REALSumm the correlation falls from .41
    /// to .39 with 1.2, in SummEval relevance rises from .26 to .28), a reader of 206 answers much: their
    /// log loss falls from .80 and .75, by halves, to .74 and .65. An answer that occurs with few words
    /// of the question is neither more nor less likely, but more uncertain.
    const FOUND: Held = &[(2, 0.7), (3, 1.2), (4, 0.0)];
    let task =
        |list, predicts, groups, joined, ridge| Task { list, predicts, groups, joined, ridge, held: &[] };
    let mean = Joined::Mean;
    let content = "share of a reference's content that is covered";
    [
        Task { held: FOUND, ..task("coverage_qags", content, &judged.coverage_qags, mean, EACH) },
        task("claim_qags", "an answer is right (share of its words)", &judged.claim_qags, mean, LEVEL),
        task("extraneous", "a wording is extraneous (share of its words)", &judged.extraneous, mean, EACH),
    ]
}

impl Task<'_> {
    /// Returns the line fitted to all data.
    pub fn line(&self) -> Line {
        fit(self.groups.iter(), self.joined, self.ridge, self.held)
    }

    /// Returns the prediction for each group by lines fitted without its part of the data.
    fn held_out(&self, part: impl Fn(&Group) -> usize, parts: usize) -> Vec<f64> {
        let lines: Vec<Line> = (0..parts)
            .map(|out| {
                let others = self.groups.iter().filter(|group| part(group) != out);
                fit(others, self.joined, self.ridge, self.held)
            })
            .collect();
        self.groups.iter().map(|group| group.predicted(&weights(lines[part(group)]), self.joined)).collect()
    }

    /// Writes the figures as TOML tables, one for each way of holding out and each set.
    pub fn figures(&self, out: &mut String) {
        let names = |of: fn(&Group) -> &str| -> Vec<&str> {
            self.groups.iter().map(of).collect::<BTreeSet<&str>>().into_iter().collect()
        };
        let (sets, systems) = (names(|group| group.set), names(|group| &group.system));
        let place = |names: &[&str], name: &str| names.iter().position(|known| *known == name).unwrap_or(0);
        let mut schemes = vec![
            ("articles", self.held_out(|group| (group.article % FOLDS as u64) as usize, FOLDS)),
            ("systems", self.held_out(|group| place(&systems, &group.system) % FOLDS, FOLDS)),
        ];
        if sets.len() > 1 {
            schemes.push(("the whole set", self.held_out(|group| place(&sets, group.set), sets.len())));
        }
        for (held_out, predicted) in &schemes {
            for set in sets.iter().copied().chain((sets.len() > 1).then_some(TOGETHER)) {
                let pairs = self.groups.iter().zip(predicted);
                let pairs = pairs.filter(|(group, _)| set == TOGETHER || group.set == set);
                let pairs = pairs.map(|(group, p)| Pair { p: *p, truth: group.truth, weight: group.weight });
                table(out, [self.list, self.predicts, set, held_out], &pairs.collect::<Vec<Pair>>());
            }
        }
    }
}

/// Writes the figures of a list on a set as a TOML table.
pub fn table(out: &mut String, [list, predicts, set, held_out]: [&str; 4], pairs: &[Pair]) {
    let Some(reliability) = Reliability::of(pairs) else { return };
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "\n[[figures]]\nlist = \"{list}\"\npredicts = \"{predicts}\"\nset = \"{set}\"\nheld_out = \"{held_out}\"\n{}",
        reliability.toml(),
    );
}

/// The contents of the stored files.
pub struct Files {
    /// The trees.
    pub trees: String,
    /// The lines.
    pub lines: String,
    /// Their reliability on held-out judgements.
    pub figures: String,
}

/// Returns the contents of the stored files.
pub fn files(judged: &Judged) -> Files {
    let tasks = tasks(judged);
    let [questions, answers, wording] = tasks.each_ref().map(Task::line);
    let trees = boost::grow(&judged.doubted.iter().collect::<Vec<_>>());
    // The trees' output, unchanged.
    let doubted = [0.0, 1.0, 0.0, 0.0, 0.0];
    // The influence of new words on whether a claim is unsupported rather than partly supported is set by
    // hand. Fitted to XSum's marks, which are of inventions, it made paraphrases unsupported. SummEdits,
    // whose consistent summaries are paraphrases, is separated better with these values (AUC .67 to .69).
    let unsupported = [-0.9, 0.0, 5.0, 0.0, 0.0];
    // An answer is seldom partly right.
    const NARROW: f64 = 0.32;
    let settled = Calibration {
        key_points: points::of_slope(points::slope(judged.key_points.iter())),
        // The reader finds answers to an article's question partly right twice as often.
        coverage_qags: Graded { line: questions, spread: 2.0 * NARROW },
        // People did not mark contradictions, deviations or issues, so these numbers are not fitted.
        claims: Claims { doubted, unsupported, contradicted: 0.8, differs: DIFFERS },
        claim_qags: Graded { line: answers, spread: NARROW },
        extraneous: FindingLine { line: wording },
        deviations: Prior { same: 0.8, line: None },
        issues: Prior { same: 1.0, line: None },
    };
    let lines = format!(
        "# Log-odds of labels as lines in their signals: intercept, then a weight for each signal. Written by\n\
         # `cargo run --example calibrate -- DATA`; how far they can be trusted is in calibration_figures.toml.\n{}",
        toml(&settled)
    );
    let mut figures = "# How the probabilities of labels hold on judgements that the lines were not fitted to. Written by\n\
         # `cargo run --example calibrate -- DATA`. `brier` is the mean squared error, `constant` that of always\n\
         # saying what people found on average; set \"all\" takes every set as it weighs in the fit. Each step of `curve` is [judgements, mean predicted, mean found].\n\
         # `order` is how often the one of two judgements that doubts more is predicted to, and `fragments`, `triples`, `missing` how often\n\
         # one with more of these in any claim doubts more.\n"
        .to_owned();
    doubts(&judged.doubted, &mut figures);
    points::figures(judged, &mut figures);
    for task in &tasks {
        task.figures(&mut figures);
    }
    let marked = judged.words.iter().filter(|(_, marked)| *marked).count();
    let _ = write!(
        figures,
        "\n# The support of single words, which is not fitted: the area under its curve for the words that two of three\n\
         # people marked as hallucinated.\n[words]\nset = \"XSum\"\nwords = {}\nmarked = {marked}\nauc = {:.3}\n",
        judged.words.len(),
        area(&judged.words),
    );
    Files { trees: trees.toml(), lines, figures }
}

/// Writes the reliability and the ranking of trees on held-out judgements.
fn doubts(judged: &[Doubted], out: &mut String) {
    let sets: BTreeSet<&str> = judged.iter().map(|one| one.set).collect();
    let families: Vec<&str> =
        judged.iter().map(|one| one.family).collect::<BTreeSet<_>>().into_iter().collect();
    let family = |one: &Doubted| families.iter().position(|known| *known == one.family).unwrap_or(0);
    let schemes = [
        ("articles", held_out(judged, &|one| (one.article % FOLDS as u64) as usize, FOLDS)),
        ("systems", held_out(judged, &|one| (hash64(one.system.as_bytes()) % FOLDS as u64) as usize, FOLDS)),
        ("families of sets", held_out(judged, &family, families.len())),
    ];
    for (held_out, predicted) in &schemes {
        for set in &sets {
            let pairs = judged.iter().zip(predicted).filter(|(one, _)| one.set == *set);
            let pairs: Vec<Pair> =
                pairs.map(|(one, p)| Pair { p: *p, truth: one.truth, weight: 1.0 }).collect();
            let Some(reliability) = Reliability::of(&pairs) else { continue };
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "\n[[figures]]\nlist = \"claims\"\npredicts = \"a claim is not fully supported\"\nset = \"{set}\"\n\
                 held_out = \"{held_out}\"\norder = {:.3}\n{}{}",
                order(&pairs),
                alone(judged, set),
                reliability.toml(),
            );
        }
    }
}

/// Measures how single features rank the judgements of a set, each by its maximum over the claims.
fn alone(judged: &[Doubted], set: &str) -> String {
    let of = |name: &str| {
        let at = FEATURES.iter().position(|feature| *feature == name)?;
        let most = |one: &Doubted| one.claims.iter().map(|claim| claim[at]).fold(0.0, f64::max);
        let own = judged.iter().filter(|one| one.set == set);
        let pairs: Vec<Pair> = own.map(|one| Pair { p: most(one), truth: one.truth, weight: 1.0 }).collect();
        Some(format!("{name} = {:.3}\n", order(&pairs)))
    };
    ["fragments", "triples", "missing"].into_iter().filter_map(of).collect()
}

/// Returns the prediction for each judgement by trees grown without its part.
fn held_out(judged: &[Doubted], part: &dyn Fn(&Doubted) -> usize, parts: usize) -> Vec<f64> {
    let trees: Vec<Trees> = (0..parts)
        .map(|out| boost::grow(&judged.iter().filter(|one| part(one) != out).collect::<Vec<_>>()))
        .collect();
    judged.iter().map(|one| boost::predicted(&trees[part(one)], one)).collect()
}

/// Returns how often the prediction orders two judgements with different doubt correctly; ties count as
/// half.
fn order(pairs: &[Pair]) -> f64 {
    let (mut right, mut all) = (0.0, 0.0);
    for (at, a) in pairs.iter().enumerate() {
        for b in &pairs[..at] {
            if a.truth == b.truth {
                continue;
            }
            all += 1.0;
            right += match a.p.total_cmp(&b.p) {
                Ordering::Equal => 0.5,
                by => f64::from(u8::from(by == a.truth.total_cmp(&b.truth))),
            };
        }
    }
    right / all
}

/// Returns the probability that a marked word has less support than an unmarked one; ties count as half.
fn area(words: &[(f64, bool)]) -> f64 {
    let mut sorted = words.to_vec();
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut unmarked, mut marked, mut above) = (0.0, 0.0, 0.0);
    for equal in sorted.chunk_by(|a, b| a.0 == b.0) {
        let here = equal.iter().filter(|(_, is)| *is).count() as f64;
        let others = equal.len() as f64 - here;
        above += here * (unmarked + others / 2.0);
        unmarked += others;
        marked += here;
    }
    above / (marked * unmarked)
}
