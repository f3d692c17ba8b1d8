//! Renders agreement between annotators as a document.

use super::coefficients::{
    CORRELATIONS, OF_LABEL_PAIRS, OF_LISTS, OF_SCORE_PAIRS, OF_SCORES, Statistic, overlap, statistics,
};
use super::result::{AgreementResult, LabelAgreement, PairStats, ScoreAgreement};
use super::tendency::Tendency;
use super::trend::TrendSegment;
use super::value::Stat;
use crate::document::{Block, Chart, Document, Matrix, Plot, PlotRow, Table, Trend, TrendPart};
use crate::num::pluralize;
use crate::text::visible::{Shape, visible};

/// Renders a comparison.
///
/// `notes` are printed first.
pub fn document(found: &AgreementResult, notes: &[String]) -> Document {
    let names: Vec<String> = found.annotators.iter().map(|name| line(name)).collect();
    let mut out = Document::new("Agreement between annotators");
    let shared = match (found.cases, found.shared) {
        (1, 1) => String::new(),
        (1, 0) => "not ".to_owned(),
        (_, shared) => format!("{shared} of them "),
    };
    out.paragraph(format!(
        "{}; {}, {shared}labelled by two or more.",
        names.join(", "),
        pluralize(found.cases, "case"),
    ));
    notes.iter().for_each(|note| out.paragraph(format!("Note: {}.", line(note))));
    let decisions = Some(&found.decisions).filter(|decisions| decisions.units > 0);
    // A rubric without any verdict is skipped, for example if all labels belong to lists that it does not
    // need.
    let verdicts = found.verdicts.iter().filter(|(_, one)| one.units > 0);
    let labelled: Vec<&LabelAgreement> =
        found.lists.iter().chain(verdicts).map(|(_, one)| one).chain(decisions).collect();
    out.heading("Is it good enough?");
    if labelled.is_empty() {
        out.paragraph("There are no labels to compare, only spans.");
    } else {
        coefficients(&mut out, &labelled);
    }
    if !found.scores.is_empty() {
        all_scores(&mut out, found, &names);
    }
    if !found.spans.is_empty() {
        spans(&mut out, found, &names);
    }
    let compared = |one: &&&LabelAgreement| one.pairs.iter().any(|pair| pair.units() > 0);
    labelled.iter().filter(compared).for_each(|one| of_labels(&mut out, one, &names));
    out
}

/// Appends the agreement on each list as a chart, in words and as a table.
fn coefficients(out: &mut Document, labelled: &[&LabelAgreement]) {
    out.chart(by_alpha(labelled));
    for one in labelled {
        out.paragraph(format!("{}: {}.", one.title, good_enough(one)));
    }
    if labelled.iter().any(|one| one.overall.iter().any(|stat| stat.n < FEWEST_UNITS)) {
        out.paragraph(format!(
            "A coefficient of fewer than {FEWEST_UNITS} units is given as a number alone: the sample is too small to say how good the agreement is."
        ));
    }
    out.table(summary(labelled));
    out.blocks.extend(undefined(labelled.iter().map(|one| (one.title.clone(), &*one.overall))));
    let resampled = labelled.iter().any(|one| one.overall.iter().any(|stat| stat.interval.is_some()));
    let intervals =
        if resampled { "A value is followed by what holds 95 % of resampled cases. " } else { "" };
    out.paragraph(format!(
        "{intervals}Units that not all rated are missing values; Fleiss' kappa leaves these out, alpha those rated once."
    ));
    let prevalent: Vec<String> = labelled.iter().filter_map(|one| prevalence(one)).collect();
    if !prevalent.is_empty() {
        out.paragraph(format!(
            "AC1 takes little of the agreement for chance where one label prevails, so read it with what prevails, and on \
             how many labels: {}.",
            prevalent.join("; ")
        ));
    }
}

fn all_scores(out: &mut Document, found: &AgreementResult, names: &[String]) {
    let (scores, lone): (Vec<_>, Vec<_>) = found.scores.iter().cloned().partition(|(_, one)| one.n > 0);
    out.heading("Scores from each annotator's labels alone");
    if !scores.is_empty() {
        out.blocks.extend(of_scores(&scores, names));
    }
    if !lone.is_empty() {
        let keys: Vec<&str> = lone.iter().map(|(key, _)| key.as_str()).collect();
        out.paragraph(format!("No case has a score of two annotators by {}.", keys.join(", ")));
    }
}

fn spans(out: &mut Document, found: &AgreementResult, names: &[String]) {
    out.heading("Spans of findings");
    let pairs: Vec<(String, &[Stat])> = found
        .spans
        .iter()
        .flat_map(|(key, pairs)| pairs.iter().map(move |pair| (key, pair)))
        .map(|(key, pair)| (format!("{key}: {}", both(pair, names)), &*pair.stats))
        .collect();
    let rows = pairs.iter().map(|(name, stats)| row(name.clone(), stats));
    let heads = heads("list and annotators", overlap::STATISTICS.iter().map(|statistic| statistic.title));
    out.table(Table::new(heads, 1, rows));
    out.blocks.extend(undefined(pairs.into_iter()));
}

/// Compares two rounds: alpha, and the kappa of each pair of annotators in both rounds, by list.
pub fn against(before: &AgreementResult, now: &AgreementResult) -> Document {
    let alpha = statistics(OF_LISTS).position(|statistic| statistic.key == "alpha_ordinal");
    let kappa = statistics(OF_LABEL_PAIRS).position(|statistic| statistic.key == "kappa");
    let labelled = |found: &AgreementResult| -> Vec<LabelAgreement> {
        let decisions = Some(&found.decisions).filter(|decisions| decisions.units > 0);
        found.lists.iter().chain(&found.verdicts).map(|(_, one)| one).chain(decisions).cloned().collect()
    };
    let old = labelled(before);
    let mut rows = Vec::new();
    for one in &labelled(now) {
        let then = old.iter().find(|other| other.title == one.title);
        let of = |from: Option<&LabelAgreement>| from.and_then(|one| one.overall.get(alpha?)).copied();
        rows.push(change(
            format!("{}: alpha, ordinal", one.title),
            of(then).as_ref(),
            of(Some(one)).as_ref(),
        ));
        for found in &one.pairs {
            let names = [found.pair.a, found.pair.b].map(|at| now.annotators[at].as_str());
            let same = |other: &&super::result::LabelPair| {
                let theirs = [other.pair.a, other.pair.b].map(|at| before.annotators[at].as_str());
                theirs == names || theirs == [names[1], names[0]]
            };
            let other = then.and_then(|then| then.pairs.iter().find(same));
            let stat = |pair: &PairStats| kappa.and_then(|at| pair.stats.get(at)).copied();
            rows.push(change(
                format!("{}: kappa of {}, {}", one.title, line(names[0]), line(names[1])),
                other.and_then(|other| stat(&other.pair)).as_ref(),
                stat(&found.pair).as_ref(),
            ));
        }
    }
    let mut out = Document::default();
    out.heading("Beside the round before");
    out.table(Table::new(["list", "before", "now", "change"], 1, rows));
    out
}

/// Returns a coefficient in two rounds, and the difference.
fn change(name: String, before: Option<&Stat>, now: Option<&Stat>) -> Vec<String> {
    let shown = |stat: Option<&Stat>| stat.map_or_else(|| "-".to_owned(), Stat::to_string);
    let value = |stat: Option<&Stat>| stat.and_then(|stat| stat.value.ok());
    let change = value(before).zip(value(now)).map(|(before, now)| format!("{:+.3}", now - before));
    vec![name, shown(before), shown(now), change.unwrap_or_else(|| "-".to_owned())]
}

/// Returns the most frequent label, with its share and the number of labels.
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

/// Bounds of the published scale, which are marked in the plot of its coefficient.
const BOUNDS: [f64; 3] = [0.0, 0.667, 0.8];

/// Plots agreement by list on one axis.
fn by_alpha(labelled: &[&LabelAgreement]) -> Chart {
    let at = statistics(OF_LISTS).position(|statistic| statistic.key == "alpha_ordinal");
    let rows = labelled.iter().filter_map(|one| Some((one.title.clone(), one.overall.get(at?)?)));
    plot("Agreement by list: Krippendorff's alpha, ordinal", rows)
}

/// Plots coefficients on one axis, from 0 or the lowest negative value to 1. The caption names the intervals, if
/// there are any.
fn plot<'a>(caption: &str, rows: impl Iterator<Item = (String, &'a Stat)>) -> Chart {
    let row = |(name, stat): (String, &Stat)| PlotRow {
        name,
        value: stat.value.ok(),
        ends: stat.interval,
        figures: stat.to_string(),
    };
    let rows: Vec<PlotRow> = rows.map(row).collect();
    let least = rows.iter().flat_map(|row| row.value.into_iter().chain(row.ends.map(|[low, _]| low)));
    // The axis begins at a multiple of a tenth.
    let low = (least.fold(0.0, f64::min) * 10.0).floor() / 10.0;
    let with = if rows.iter().any(|row| row.ends.is_some()) { ", with its interval" } else { "" };
    Chart::Plot(Plot { caption: format!("{caption}{with}"), axis: [low, 1.0], marks: BOUNDS.to_vec(), rows })
}

/// Plots how annotators differ from the others, on one axis centred on 0.
fn leaning<'a>(caption: String, rows: impl Iterator<Item = (String, &'a Tendency)>) -> Chart {
    let row = |(name, tendency): (String, &Tendency)| {
        let ends = tendency.bias.zip(tendency.spread).map(|(bias, spread)| [bias - spread, bias + spread]);
        let figures = match (tendency.bias, tendency.spread) {
            (None, _) => "-".to_owned(),
            (Some(bias), None) => format!("{bias:+.2}"),
            (Some(bias), Some(spread)) => format!("{bias:+.2} ± {spread:.2}"),
        };
        PlotRow { name, value: tendency.bias, ends, figures }
    };
    let rows: Vec<PlotRow> = rows.map(row).collect();
    let far = rows.iter().flat_map(|row| row.value.into_iter().chain(row.ends.into_iter().flatten()));
    let far = far.map(f64::abs).fold(0.5, f64::max);
    let far = (far * 2.0).ceil() / 2.0;
    Chart::Plot(Plot { caption, axis: [-far, far], marks: vec![0.0], rows })
}

/// Fewest units for which the name of a band of a published scale is printed.
pub const FEWEST_UNITS: usize = 30;

/// Describes the agreement on a list by the published scales, or by the number alone if there are too few
/// units.
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
        // With few units, the name of a band would suggest more precision than there is.
        if stat.n < FEWEST_UNITS {
            return Some(format!("{title} {value:.3} on {}", pluralize(stat.n, "unit")));
        }
        Some(format!("{title} {value:.3} is \"{}\" ({}{unsure})", scale.band(value), scale.source()))
    });
    said.collect::<Vec<_>>().join("; ")
}

fn summary(labelled: &[&LabelAgreement]) -> Table {
    let titles = statistics(OF_LISTS).map(|statistic| statistic.title);
    let rows = labelled.iter().map(|one| {
        let counts = [one.units, one.rated_by_all, one.unmatched].map(|count| count.to_string());
        let stats = one.overall.iter().map(Stat::to_string);
        [one.title.clone()].into_iter().chain(counts).chain(stats).collect::<Vec<_>>()
    });
    let heads = heads("list", ["units", "rated by all", "by one only"].into_iter().chain(titles));
    Table::new(heads, 1, rows).captioned("All annotators")
}

fn of_scores(scores: &[(String, ScoreAgreement)], names: &[String]) -> Vec<Block> {
    let titles = ["cases"].into_iter().chain(statistics(OF_SCORES).map(|one| one.title));
    let rows = scores.iter().map(|(key, one)| {
        let cells = [key.clone(), one.n.to_string()].into_iter();
        cells.chain(one.overall.iter().map(Stat::to_string)).collect::<Vec<_>>()
    });
    let overall = Table::new(heads("metric", titles), 1, rows).captioned("All annotators");
    let titles =
        CORRELATIONS.iter().map(|(_, title)| *title).chain(statistics(OF_SCORE_PAIRS).map(|one| one.title));
    let rows = scores.iter().flat_map(|(key, one)| {
        one.pairs.iter().map(move |pair| row(format!("{key}: {}", both(pair, names)), &pair.stats))
    });
    let pairs = Table::new(heads("metric and annotators", titles), 1, rows)
        .captioned("Pairs: differences are the first annotator's score less the second's");
    let titles = ["cases", "bias", "spread"].into_iter();
    let rows = scores.iter().flat_map(|(key, one)| {
        let own = names.iter().zip(&one.tendencies);
        own.map(move |(name, tendency)| tendency_row(format!("{key}: {name}"), tendency))
    });
    let tendencies = Table::new(heads("metric and annotator", titles), 1, rows)
        .captioned("Each annotator against the mean of the others, in points");
    let at = statistics(OF_SCORES).position(|statistic| statistic.key == "alpha_interval");
    let by_metric = scores.iter().filter_map(|(key, one)| Some((key.clone(), one.overall.get(at?)?)));
    let by_metric = plot("Agreement by metric: Krippendorff's alpha, interval", by_metric);
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
    std::iter::once(Block::Chart(by_metric)).chain(tables).chain([Block::Chart(leanings)]).collect()
}

fn of_labels(out: &mut Document, one: &LabelAgreement, names: &[String]) {
    out.heading(&*one.title);
    let titles = statistics(OF_LABEL_PAIRS).map(|statistic| statistic.title);
    let rows = one.pairs.iter().map(|found| {
        let cells = [both(&found.pair, names), found.units().to_string()].into_iter();
        cells.chain(found.pair.stats.iter().map(Stat::to_string)).collect::<Vec<_>>()
    });
    let heads_of_pairs = heads("annotators", ["units"].into_iter().chain(titles));
    out.table(Table::new(heads_of_pairs, 1, rows).captioned("Pairs"));
    let stats = one.pairs.iter().map(|found| (both(&found.pair, names), &*found.pair.stats));
    out.blocks.extend(undefined(stats));
    for found in &one.pairs {
        let (a, b) = (&names[found.pair.a], &names[found.pair.b]);
        out.chart(Chart::Matrix(Matrix {
            caption: format!("Confusion: rows {a}, columns {b}"),
            labels: one.labels.iter().map(|label| (*label).to_owned()).collect(),
            counts: found.confusion.clone(),
        }));
    }
    let ends = [one.labels.first(), one.labels.last()].map(|label| label.copied().unwrap_or_default());
    let steps = format!("in steps from {} to {}", ends[0], ends[1]);
    let own = || names.iter().cloned().zip(&one.tendencies);
    out.chart(leaning(format!("Bias and spread, {steps}"), own()));
    let titles = ["units", "bias", "spread"].into_iter().chain(one.labels.iter().copied());
    let rows = own().map(|(name, tendency)| {
        let mut row = tendency_row(name, tendency);
        row.extend(tendency.labels.iter().map(usize::to_string));
        row
    });
    out.table(Table::new(heads("annotator", titles), 1, rows).captioned(format!(
        "Each annotator against the mean of the others, {steps}; how often each label was given"
    )));
    if !one.trend.is_empty() {
        out.chart(trend(&one.trend));
    }
}

fn trend(parts: &[TrendSegment]) -> Chart {
    let part = |part: &TrendSegment| TrendPart {
        first: line(&part.first),
        last: line(&part.last),
        cases: part.cases,
        share: part.percent,
        n: part.n,
    };
    Chart::Trend(Trend {
        caption: "Percent agreement over time, cases in the order of their judgement".to_owned(),
        share: "percent agreement".to_owned(),
        unit: "pairs of ratings".to_owned(),
        parts: parts.iter().map(part).collect(),
    })
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
    [name].into_iter().chain(stats.iter().map(Stat::to_string)).collect()
}

fn both(pair: &PairStats, names: &[String]) -> String {
    format!("{}, {}", names[pair.a], names[pair.b])
}

/// Lists why statistics of a table are undefined; `None` if all are defined.
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
    (!said.is_empty()).then(|| Block::Paragraph(format!("Undefined (-): {}.", said.join("; ")).into()))
}

/// A name of an input on one line.
fn line(name: &str) -> String {
    visible(name, Shape::Line).into_owned()
}
