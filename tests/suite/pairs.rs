//! Minimal pairs: a true claim, and the same claim with one change. The rates of right labels are written
//! to `tests/data/rates.md`, which must be current, and must not fall.
//!
//! A pair belongs to the development part or is held out. Held-out pairs are only seen in totals, so that
//! the rates are honest: print and fix only the others. `LOCKBENCH_PAIRS= cargo test --test suite pairs
//! -- --nocapture` prints the errors, and `LOCKBENCH_PAIRS=p3_` only those for texts whose names begin
//! with the prefix. A second held-out set has its own file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use lockbench::evidence::{AnalysisCache, Article, Indexed, propose_pair};
use lockbench::labels::{Label, LabelValue, Labels, List};
use lockbench::text::{Span, Text};
use serde_json::Value;

use crate::rates;

/// A text against which claims are checked.
struct Source {
    kind: String,
    half: String,
    article: Article,
}

/// A pair of claims, with the engine's labels.
struct Pair {
    of: String,
    change: String,
    changed: [String; 2],
    labels: [Labels; 2],
}

struct Pairs {
    sources: BTreeMap<String, Source>,
    pairs: Vec<Pair>,
}

/// Every pair, labelled once for all tests.
static PAIRS: LazyLock<Pairs> = LazyLock::new(|| {
    let (mut sources, mut pairs) = (BTreeMap::new(), Vec::new());
    let files = [include_str!("../data/minimal_pairs.jsonl"), include_str!("../data/held_back_pairs.jsonl")];
    for line in files.into_iter().flat_map(str::lines) {
        let row: Value = serde_json::from_str(line).unwrap();
        if row["note"].is_string() {
            continue;
        }
        let text = |key: &str| row[key].as_str().unwrap_or_else(|| panic!("no {key}: {line}")).to_owned();
        if row["article"].is_string() {
            let article = Article::new(Text::new(&text("article")));
            sources.insert(text("text"), Source { kind: text("kind"), half: text("half"), article });
            continue;
        }
        let source: &Source = &sources[&text("of")];
        let changed = [text("true"), text("false")];
        let judge = |claim: &String| {
            propose_pair(&source.article, &Indexed::new(Text::new(claim)), &mut AnalysisCache::default())
        };
        let labels = [judge(&changed[0]), judge(&changed[1])];
        pairs.push(Pair { of: text("of"), change: text("change"), changed, labels });
    }
    Pairs { sources, pairs }
});

fn claims(labels: &Labels) -> &[Label] {
    let claims = labels.get(List::Claims).unwrap_or_default();
    assert!(!claims.is_empty(), "a claim of a pair makes none");
    claims
}

fn is_supported(labels: &Labels) -> bool {
    claims(labels).iter().all(|claim| claim.word == Some(LabelValue::Supported))
}

/// Number of true claims called supported, of changed ones not called supported, of changed ones called
/// unsupported, and the total.
#[derive(Clone, Copy, Default)]
struct Rate {
    kept: usize,
    noticed: usize,
    refused: usize,
    pairs: usize,
}

impl Rate {
    fn add(&mut self, pair: &Pair) {
        let word = |claim: &Label| claim.word == Some(LabelValue::Unsupported);
        self.kept += usize::from(is_supported(&pair.labels[0]));
        self.noticed += usize::from(!is_supported(&pair.labels[1]));
        self.refused += usize::from(claims(&pair.labels[1]).iter().any(word));
        self.pairs += 1;
    }

    fn of<'a>(pairs: impl Iterator<Item = &'a Pair>) -> Rate {
        pairs.fold(Rate::default(), |mut rate, pair| {
            rate.add(pair);
            rate
        })
    }

    /// Returns the percentage of the pairs, rounded down.
    fn percent(self, count: usize) -> usize {
        (count * 100).checked_div(self.pairs).unwrap_or(0)
    }

    fn cells(self) -> String {
        if self.pairs == 0 {
            return "| | | | ".to_owned();
        }
        let percent = |count| format!("{} %", self.percent(count));
        format!(
            "| {} | {} | {} | {} ",
            self.pairs,
            percent(self.kept),
            percent(self.noticed),
            percent(self.refused)
        )
    }
}

const HALVES: [&str; 2] = ["development", "held back"];
const SECOND: &str = "second held back";

/// Returns a table of rates for the second held-out set.
fn second_table(name: &str, key: impl Fn(&Pair) -> &str) -> String {
    let pairs = || PAIRS.pairs.iter().filter(|pair| PAIRS.sources[&pair.of].half == SECOND);
    let kinds: BTreeSet<&str> = pairs().map(&key).collect();
    let mut out =
        format!("| {name} | pairs | specificity | recall | strict recall |\n|---|---:|---:|---:|---:|\n");
    for kind in kinds.into_iter().map(Some).chain([None]) {
        let rate = Rate::of(pairs().filter(|pair| kind.is_none_or(|kind| key(pair) == kind)));
        writeln!(out, "| {} {}|", kind.unwrap_or("**all**"), rate.cells()).unwrap();
    }
    out
}

/// Returns a table of rates by a property of the pairs, separately for each half.
fn table(name: &str, key: impl Fn(&Pair) -> &str) -> String {
    let all = &*PAIRS;
    let mut out = format!(
        "| {name} | pairs | specificity | recall | strict recall | held back | specificity | recall | strict recall |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
    );
    let halved = all.pairs.iter().filter(|pair| HALVES.contains(&all.sources[&pair.of].half.as_str()));
    let kinds: BTreeSet<&str> = halved.map(&key).collect();
    for kind in kinds.into_iter().map(Some).chain([None]) {
        write!(out, "| {} ", kind.unwrap_or("**all**")).unwrap();
        for half in HALVES {
            let of = |pair: &&Pair| {
                all.sources[&pair.of].half == half && kind.is_none_or(|kind| key(pair) == kind)
            };
            out.push_str(&Rate::of(all.pairs.iter().filter(of)).cells());
        }
        out.push_str("|\n");
    }
    out
}

#[test]
fn the_rates_of_pairs_are_current() {
    rates::check("pairs", &table("change", |pair| &pair.change));
    rates::check("texts", &table("text", |pair| &PAIRS.sources[&pair.of].kind));
    rates::check("second changes", &second_table("change", |pair| &pair.change));
    rates::check("second texts", &second_table("text", |pair| &PAIRS.sources[&pair.of].kind));
}

/// Fewest pairs of each set, and the least percentages of right labels for true and changed claims,
/// slightly below the current values.
const LEAST: [(&str, usize, [usize; 2]); 3] =
    [(HALVES[0], 250, [87, 70]), (HALVES[1], 250, [77, 68]), (SECOND, 150, [60, 54])];

#[test]
#[expect(clippy::print_stderr, reason = "what goes wrong is printed on request")]
fn one_change_is_noticed() {
    let all = &*PAIRS;
    if let Ok(prefix) = std::env::var("LOCKBENCH_PAIRS") {
        let wanted = |pair: &&Pair| all.sources[&pair.of].half == HALVES[0] && pair.of.starts_with(&prefix);
        eprintln!("{}", Rate::of(all.pairs.iter().filter(wanted)).cells());
        for pair in all.pairs.iter().filter(wanted) {
            for (side, is_true) in [true, false].into_iter().enumerate() {
                if is_supported(&pair.labels[side]) != is_true {
                    let why: Vec<_> = claims(&pair.labels[side]).iter().flat_map(|c| &c.why).collect();
                    let what = if is_true { "false alarm" } else { "missed" };
                    eprintln!("{what}, {} of {}: {} {why:?}", pair.change, pair.of, pair.changed[side]);
                }
            }
        }
    }
    for (half, fewest, [kept, noticed]) in LEAST {
        let rate = Rate::of(all.pairs.iter().filter(|pair| all.sources[&pair.of].half == half));
        assert!(rate.pairs >= fewest, "{half}: {} pairs", rate.pairs);
        assert!(rate.kept * 100 >= rate.pairs * kept, "{half}: true claims {}/{}", rate.kept, rate.pairs);
        assert!(
            rate.noticed * 100 >= rate.pairs * noticed,
            "{half}: changed claims {}/{}",
            rate.noticed,
            rate.pairs
        );
    }
}

/// Returns the words of the changed claim between the common beginning and end.
fn changed(pair: &Pair) -> Span {
    let [changed, other] = [&pair.changed[1], &pair.changed[0]];
    let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| -> usize {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = same(&mut changed.chars(), &mut other.chars());
    let back = same(&mut changed.chars().rev(), &mut other.chars().rev());
    let end = changed.len() - back.min(changed.len() - start);
    // Extends to whole words, and to the neighbours if a change swaps two places.
    let start = changed[..start].rfind(' ').map_or(0, |at| at + 1);
    let end = changed[end..].find(' ').map_or(changed.len(), |at| end + at);
    Span::new(start, end.max(start))
}

/// Least percentage of noticed changes for which the changed words are marked.
const POINTED: usize = 85;

#[test]
fn each_doubt_has_a_reason_that_points_at_the_change() {
    let (mut noticed, mut pointed) = (0, 0);
    for pair in &PAIRS.pairs {
        for labels in &pair.labels {
            for claim in claims(labels) {
                assert!(claim.why.iter().any(|why| !why.trim().is_empty()), "no reason: {}", claim.text);
                assert!(!claim.summary.is_empty(), "no place: {}", claim.text);
            }
            for word in labels.get(List::Extraneous).unwrap_or_default() {
                assert!(!word.why.is_empty() && !word.summary.is_empty(), "no reason: {}", word.text);
            }
        }
        let labels = &pair.labels[1];
        if is_supported(labels) {
            continue;
        }
        noticed += 1;
        let change = changed(pair);
        let near = |span: &Span| span.start <= change.end + 1 && change.start <= span.end + 1;
        let mut words = labels.get(List::Extraneous).unwrap_or_default().iter().flat_map(|l| &l.summary);
        pointed += usize::from(words.any(near));
    }
    assert!(pointed * 100 >= noticed * POINTED, "{pointed} of {noticed} doubts point at the change");
}
