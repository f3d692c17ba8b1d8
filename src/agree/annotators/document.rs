//! Agreement between annotators as a document for people: what is said, in which order. How it looks is the business
//! of each form.

use super::coefficients::ranks::CORRELATIONS;
use super::coefficients::{
    OF_LABEL_PAIRS, OF_LISTS, OF_SCORE_PAIRS, OF_SCORES, Statistic, overlap, statistics,
};
use super::result::{Comparison, LabelAgreement, PairStats, ScoreAgreement};
use super::tendency::Tendency;
use super::trend::Part;
use super::value::Stat;
use crate::num::pluralize;
use crate::text::visible::{Shape, visible};

/// A part of the document.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// The name of the document.
    Title(String),
    /// The name of what follows.
    Heading(String),
    /// Some sentences.
    Text(String),
    /// A table.
    Table(Table),
    /// Numbers on one axis.
    Plot(Plot),
    /// How often two annotators gave which labels.
    Matrix(Matrix),
    /// Percent agreement over time.
    Trend(Vec<Part>),
}

/// Numbers on one axis, a row each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// What it is of.
    pub caption: String,
    /// The ends of the axis.
    pub axis: [f64; 2],
    /// Places of the axis that mean something: zero, the bounds of a scale.
    pub marks: Vec<f64>,
    /// The rows.
    pub rows: Vec<PlotRow>,
}

/// A number of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotRow {
    /// What it is of.
    pub name: String,
    /// The number, where it is defined.
    pub value: Option<f64>,
    /// What it may be, or how far it varies.
    pub ends: Option<[f64; 2]>,
    /// The same in figures.
    pub said: String,
}

/// A confusion matrix: a row for each label of the first annotator.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// Whose rows and columns these are.
    pub caption: String,
    /// The labels.
    pub labels: Vec<String>,
    /// The counts.
    pub counts: Vec<Vec<usize>>,
}

impl Matrix {
    /// The largest count.
    pub fn most(&self) -> usize {
        self.counts.iter().flatten().copied().max().unwrap_or(0)
    }
}

/// A table; its first column holds names, the others numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What it is of.
    pub caption: String,
    /// The names of the columns.
    pub heads: Vec<String>,
    /// The cells.
    pub rows: Vec<Vec<String>>,
}

/// The document of a comparison.
///
/// `notes` are what a reader should know before anything else.
pub fn document(found: &Comparison, notes: &[String]) -> Vec<Block> {
    let names: Vec<String> = found.annotators.iter().map(|name| line(name)).collect();
    let mut out = vec![Block::Title("Agreement between annotators".to_owned())];
    out.push(Block::Text(format!(
        "{}; {}, {} of them labelled by two or more.",
        names.join(", "),
        pluralize(found.cases, "case"),
        found.shared
    )));
    out.extend(notes.iter().map(|note| Block::Text(format!("Note: {}.", line(note)))));
    let decisions = Some(&found.decisions).filter(|decisions| decisions.units > 0);
    let labelled: Vec<&LabelAgreement> =
        found.lists.iter().chain(&found.verdicts).map(|(_, one)| one).chain(decisions).collect();
    out.push(Block::Heading("Is it good enough?".to_owned()));
    if !labelled.is_empty() {
        out.push(Block::Plot(by_alpha(&labelled)));
    }
    for one in &labelled {
        out.push(Block::Text(format!("{}: {}.", one.title, good_enough(one))));
    }
    if labelled.is_empty() {
        out.push(Block::Text("There are no labels to compare, only spans.".to_owned()));
    } else {
        out.push(Block::Table(summary(&labelled)));
        out.extend(undefined(labelled.iter().map(|one| (one.title.clone(), &*one.overall))));
        out.push(Block::Text(
            "A value is followed by what holds 95 % of resampled cases. Units that not all rated are missing values; \
             Fleiss' kappa leaves these out, alpha those rated once."
                .to_owned(),
        ));
        let prevalent: Vec<String> = labelled.iter().filter_map(|one| prevalence(one)).collect();
        if !prevalent.is_empty() {
            out.push(Block::Text(format!(
                "AC1 takes little of the agreement for chance where one label prevails, so read it with what prevails, and on \
                 how many labels: {}.",
                prevalent.join("; ")
            )));
        }
    }
    if !found.scores.is_empty() {
        out.push(Block::Heading("Scores from each annotator's labels alone".to_owned()));
        out.extend(of_scores(&found.scores, &names));
    }
    if !found.spans.is_empty() {
        out.push(Block::Heading("Spans of findings".to_owned()));
        let rows = found.spans.iter().flat_map(|(key, pairs)| {
            pairs
                .iter()
                .map(|pair| row(format!("{key}: {}", both(pair, &names)), &pair.stats))
                .collect::<Vec<_>>()
        });
        let heads = heads("list and annotators", overlap::STATISTICS.iter().map(|statistic| statistic.title));
        out.push(Block::Table(Table { caption: String::new(), heads, rows: rows.collect() }));
        out.extend(undefined(found.spans.iter().flat_map(|(key, pairs)| {
            pairs
                .iter()
                .map(|pair| (format!("{key}: {}", both(pair, &names)), &*pair.stats))
                .collect::<Vec<_>>()
        })));
    }
    labelled.iter().for_each(|one| out.extend(of_labels(one, &names)));
    out
}

/// The label that was given most often, with its share and the size of the scale.
fn prevalence(one: &LabelAgreement) -> Option<String> {
    let mut counts = vec![0; one.labels.len()];
    for pair in &one.pairs {
        for (row, cells) in pair.confusion.iter().enumerate() {
            for (column, count) in cells.iter().enumerate() {
                counts[row] += count;
                counts[column] += count;
            }
        }
    }
    let all: usize = counts.iter().sum();
    let (at, most) = counts.iter().enumerate().max_by_key(|(_, count)| **count).filter(|_| all > 0)?;
    let share = *most as f64 / all as f64 * 100.0;
    Some(format!("{}: {} {share:.0} % of {} labels", one.title, one.labels[at], one.labels.len()))
}

/// Bounds of a scale that a plot of its coefficient marks.
const BOUNDS: [f64; 3] = [0.0, 0.667, 0.8];

/// Agreement by list, on one axis.
fn by_alpha(labelled: &[&LabelAgreement]) -> Plot {
    let at = statistics(OF_LISTS).position(|statistic| statistic.key == "alpha_ordinal");
    let rows = labelled.iter().filter_map(|one| Some((one.title.clone(), one.overall.get(at?)?)));
    plot("Agreement by list: Krippendorff's alpha, ordinal, with its interval", rows)
}

/// Coefficients on one axis, from 0 or less to 1.
fn plot<'a>(caption: &str, rows: impl Iterator<Item = (String, &'a Stat)>) -> Plot {
    let row = |(name, stat): (String, &Stat)| PlotRow {
        name,
        value: stat.value.ok(),
        ends: stat.interval,
        said: cell(stat),
    };
    let rows: Vec<PlotRow> = rows.map(row).collect();
    let least = rows.iter().flat_map(|row| row.value.into_iter().chain(row.ends.map(|[low, _]| low)));
    // A tenth is enough to tell where the axis begins.
    let low = (least.fold(0.0, f64::min) * 10.0).floor() / 10.0;
    Plot { caption: caption.to_owned(), axis: [low, 1.0], marks: BOUNDS.to_vec(), rows }
}

/// How annotators differ from the others, on one axis around 0.
fn leaning<'a>(caption: String, rows: impl Iterator<Item = (String, &'a Tendency)>) -> Plot {
    let row = |(name, tendency): (String, &Tendency)| {
        let ends = tendency.bias.zip(tendency.spread).map(|(bias, spread)| [bias - spread, bias + spread]);
        let said = match (tendency.bias, tendency.spread) {
            (None, _) => "-".to_owned(),
            (Some(bias), None) => format!("{bias:+.2}"),
            (Some(bias), Some(spread)) => format!("{bias:+.2} ± {spread:.2}"),
        };
        PlotRow { name, value: tendency.bias, ends, said }
    };
    let rows: Vec<PlotRow> = rows.map(row).collect();
    let far = rows.iter().flat_map(|row| row.value.into_iter().chain(row.ends.into_iter().flatten()));
    let far = far.map(f64::abs).fold(0.5, f64::max);
    let far = (far * 2.0).ceil() / 2.0;
    Plot { caption, axis: [-far, far], marks: vec![0.0], rows }
}

/// Units from which a published scale has a word for the agreement.
pub const FEWEST_UNITS: usize = 30;

/// What the published scales call the agreement on a list; of fewer units their number alone.
fn good_enough(one: &LabelAgreement) -> String {
    const SHOWN: [&str; 2] = ["alpha_ordinal", "fleiss"];
    let all: Vec<(&Statistic, &Stat)> = statistics(OF_LISTS).zip(&one.overall).collect();
    let said = SHOWN.iter().filter_map(|key| {
        let (statistic, stat) = all.iter().find(|(statistic, _)| statistic.key == *key)?;
        let (title, scale) = (statistic.title, statistic.scale?);
        let value = match stat.value {
            Err(why) => return Some(format!("{title} is undefined ({why})")),
            Ok(value) => value,
        };
        let unsure = match stat.interval.map(|ends| ends.map(|end| scale.band(end))) {
            Some([low, high]) if low != high => {
                format!("; the interval reaches from \"{low}\" to \"{high}\"")
            }
            _ => String::new(),
        };
        // A word for a coefficient of few units would say more than is known.
        if one.units < FEWEST_UNITS {
            return Some(format!("{title} {value:.3} on {}", pluralize(one.units, "unit")));
        }
        Some(format!("{title} {value:.3} is \"{}\" ({}{unsure})", scale.band(value), scale.source()))
    });
    said.collect::<Vec<_>>().join("; ")
}

fn summary(labelled: &[&LabelAgreement]) -> Table {
    let titles = statistics(OF_LISTS).map(|statistic| statistic.title);
    let rows = labelled.iter().map(|one| {
        let counts = [one.units, one.rated_by_all, one.unmatched].map(|count| count.to_string());
        let stats = one.overall.iter().map(cell);
        [one.title.clone()].into_iter().chain(counts).chain(stats).collect()
    });
    let heads = heads("list", ["units", "rated by all", "by one only"].into_iter().chain(titles));
    Table { caption: "All annotators".to_owned(), heads, rows: rows.collect() }
}

fn of_scores(scores: &[(String, ScoreAgreement)], names: &[String]) -> Vec<Block> {
    let overall = Table {
        caption: "All annotators".to_owned(),
        heads: heads("metric", ["cases"].into_iter().chain(statistics(OF_SCORES).map(|one| one.title))),
        rows: scores
            .iter()
            .map(|(key, one)| {
                let cells = [key.clone(), one.n.to_string()].into_iter();
                cells.chain(one.overall.iter().map(cell)).collect()
            })
            .collect(),
    };
    let titles =
        CORRELATIONS.iter().map(|(_, title)| *title).chain(statistics(OF_SCORE_PAIRS).map(|one| one.title));
    let pairs = Table {
        caption: "Pairs: differences are the first annotator's score less the second's".to_owned(),
        heads: heads("metric and annotators", titles),
        rows: scores
            .iter()
            .flat_map(|(key, one)| {
                one.pairs.iter().map(move |pair| row(format!("{key}: {}", both(pair, names)), &pair.stats))
            })
            .collect(),
    };
    let tendencies = Table {
        caption: "Each annotator against the mean of the others, in points".to_owned(),
        heads: heads("metric and annotator", ["cases", "bias", "spread"].into_iter()),
        rows: scores
            .iter()
            .flat_map(|(key, one)| {
                let own = names.iter().zip(&one.tendencies);
                own.map(move |(name, tendency)| tendency_row(format!("{key}: {name}"), tendency))
            })
            .collect(),
    };
    let at = statistics(OF_SCORES).position(|statistic| statistic.key == "alpha_interval");
    let by_metric = scores.iter().filter_map(|(key, one)| Some((key.clone(), one.overall.get(at?)?)));
    let by_metric = plot("Agreement by metric: Krippendorff's alpha, interval, with its interval", by_metric);
    let leanings = leaning(
        "Bias and spread, in points".to_owned(),
        scores.iter().flat_map(|(key, one)| {
            names
                .iter()
                .zip(&one.tendencies)
                .map(move |(name, tendency)| (format!("{key}: {name}"), tendency))
        }),
    );
    let of_all = undefined(scores.iter().map(|(key, one)| (key.clone(), &*one.overall)));
    let of_pairs = undefined(scores.iter().flat_map(|(key, one)| {
        one.pairs.iter().map(move |pair| (format!("{key}: {}", both(pair, names)), &*pair.stats))
    }));
    let tables = [(overall, of_all), (pairs, of_pairs), (tendencies, None)];
    let tables = tables.into_iter().flat_map(|(table, note)| [Some(Block::Table(table)), note]).flatten();
    std::iter::once(Block::Plot(by_metric)).chain(tables).chain([Block::Plot(leanings)]).collect()
}

fn of_labels(one: &LabelAgreement, names: &[String]) -> Vec<Block> {
    let mut out = vec![Block::Heading(one.title.clone())];
    let titles = statistics(OF_LABEL_PAIRS).map(|statistic| statistic.title);
    out.push(Block::Table(Table {
        caption: "Pairs".to_owned(),
        heads: heads("annotators", ["units"].into_iter().chain(titles)),
        rows: one
            .pairs
            .iter()
            .map(|found| {
                let units: usize = found.confusion.iter().flatten().sum();
                let cells = [both(&found.pair, names), units.to_string()].into_iter();
                cells.chain(found.pair.stats.iter().map(cell)).collect()
            })
            .collect(),
    }));
    out.extend(undefined(one.pairs.iter().map(|found| (both(&found.pair, names), &*found.pair.stats))));
    for found in &one.pairs {
        let (a, b) = (&names[found.pair.a], &names[found.pair.b]);
        out.push(Block::Matrix(Matrix {
            caption: format!("Confusion: rows {a}, columns {b}"),
            labels: one.labels.iter().map(|label| (*label).to_owned()).collect(),
            counts: found.confusion.clone(),
        }));
    }
    let ends = [one.labels.first(), one.labels.last()].map(|label| label.copied().unwrap_or_default());
    out.push(Block::Plot(leaning(
        format!("Bias and spread, in steps from {} to {}", ends[0], ends[1]),
        names.iter().cloned().zip(&one.tendencies),
    )));
    out.push(Block::Table(Table {
        caption: format!(
            "Each annotator against the mean of the others, in steps from {} to {}; how often each label was given",
            one.labels.first().copied().unwrap_or_default(),
            one.labels.last().copied().unwrap_or_default()
        ),
        heads: heads("annotator", ["units", "bias", "spread"].into_iter().chain(one.labels.iter().copied())),
        rows: names
            .iter()
            .zip(&one.tendencies)
            .map(|(name, tendency)| {
                let mut row = tendency_row(name.clone(), tendency);
                row.extend(tendency.labels.iter().map(usize::to_string));
                row
            })
            .collect(),
    }));
    if !one.trend.is_empty() {
        let part = |part: &Part| Part { first: line(&part.first), last: line(&part.last), ..part.clone() };
        out.push(Block::Trend(one.trend.iter().map(part).collect()));
    }
    out
}

fn tendency_row(name: String, tendency: &Tendency) -> Vec<String> {
    let signed = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:+.3}"));
    let plain = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"));
    vec![name, tendency.n.to_string(), signed(tendency.bias), plain(tendency.spread)]
}

fn heads<'a>(first: &'a str, rest: impl Iterator<Item = &'a str>) -> Vec<String> {
    [first].into_iter().chain(rest).map(str::to_owned).collect()
}

fn row(name: String, stats: &[Stat]) -> Vec<String> {
    [name].into_iter().chain(stats.iter().map(cell)).collect()
}

fn both(pair: &PairStats, names: &[String]) -> String {
    format!("{}, {}", names[pair.a], names[pair.b])
}

/// A statistic with its interval, three decimals each.
fn cell(stat: &Stat) -> String {
    match (stat.value, stat.interval) {
        (Err(_), _) => "-".to_owned(),
        (Ok(value), None) => format!("{value:.3}"),
        (Ok(value), Some([low, high])) => format!("{value:.3} [{low:.3}, {high:.3}]"),
    }
}

/// Why statistics of a table are undefined, where some are.
fn undefined<'a>(rows: impl Iterator<Item = (String, &'a [Stat])>) -> Option<Block> {
    let mut whys: Vec<(&'static str, Vec<String>)> = Vec::new();
    for (name, stats) in rows {
        for why in stats.iter().filter_map(|stat| stat.value.err()) {
            match whys.iter_mut().find(|(known, _)| *known == why) {
                Some((_, names)) if names.contains(&name) => {}
                Some((_, names)) => names.push(name.clone()),
                None => whys.push((why, vec![name.clone()])),
            }
        }
    }
    let said: Vec<String> = whys.iter().map(|(why, names)| format!("{why} ({})", names.join("; "))).collect();
    (!said.is_empty()).then(|| Block::Text(format!("Undefined (-): {}.", said.join("; "))))
}

/// A name of an input on one line.
fn line(name: &str) -> String {
    visible(name, Shape::Line).into_owned()
}
