//! Writes the page: a table of agreement, with text about claims and checks.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use lockbench::agree::{Agreement, HeadlineStatistic, MetricColumn, Row};

use super::judged::Found;
use super::{checks, judged, reliability, units, words};
use serde_json::Value;

/// Path of the page in the folder of the project.
pub const FILE: &str = "AGREEMENT.md";

/// The unit that people judged, and the engine's measure that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Summaries, by the metric over probabilities and, if there is one, the same metric over hard
    /// labels.
    Scores(&'static [&'static str]),
    /// Summaries, by the least supported claim of each.
    Claims,
    /// Sentences, by the least supported claim of each.
    Sentences,
    /// Entities, by the unsupported words.
    Entities,
}

/// A judgement by people in a data set, and the measure that should agree with it.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// Description of the judgement.
    pub people: &'static str,
    /// File of the data set.
    pub file: &'static str,
    /// Prefix of the ids of its cases.
    pub ids: &'static str,
    /// Field of `human`.
    pub field: &'static str,
    /// Statistic of the agreement.
    pub headline: HeadlineStatistic,
    /// The engine's measure.
    pub unit: Unit,
}

const HALLUCINATION: Unit = Unit::Scores(&["judge-lock-ultra.hallucination", "judge-lock.hallucination"]);
const COVERAGE: Unit = Unit::Scores(&["judge-lock-ultra.coverage", "judge-lock.coverage"]);
const COVERAGE_BEFORE: Unit =
    Unit::Scores(&["judge-lock-ultra.coverage before caps", "judge-lock.coverage before caps"]);
const COHERENCE: Unit = Unit::Scores(&["protocol.structural_coherence"]);

const SUMMEVAL: &str = "summeval-dev.jsonl.gz";
const REALSUMM: &str = "realsumm-dev.jsonl.gz";
const XSUM: &str = "xsumfaith-dev.jsonl.gz";
const SUMMEDITS: &str = "summedits-dev.jsonl.gz";
const QAGS: &str = "qags-dev.jsonl.gz";
const ENTFA: &str = "entfa-dev.jsonl.gz";
const RANK19: &str = "rank19-dev.jsonl.gz";
const DIALOGUE: &str = "dialsummeval-dev.jsonl.gz";
const FRANK: &str = "frank-dev.jsonl.gz";

const fn row(
    people: &'static str,
    [file, ids, field]: [&'static str; 3],
    headline: HeadlineStatistic,
    unit: Unit,
) -> Judgement {
    Judgement { people, file, ids, field, headline, unit }
}

/// The rows of the table, grouped by file.
pub const JUDGEMENTS: [Judgement; 22] = {
    use HeadlineStatistic::{Auc, ByArticle, Pairs, Pearson, Pooled};
    [
        row("SummEval, consistency", [SUMMEVAL, "", "consistency"], ByArticle, HALLUCINATION),
        row("SummEval, consistency, by claim", [SUMMEVAL, "", "consistency"], ByArticle, Unit::Claims),
        row("SummEval, relevance", [SUMMEVAL, "", "relevance"], ByArticle, COVERAGE),
        row("SummEval, coherence", [SUMMEVAL, "", "coherence"], ByArticle, COHERENCE),
        row("REALSumm, content covered", [REALSUMM, "", "litepyramid_recall"], Pooled, COVERAGE),
        row("REALSumm, content covered", [REALSUMM, "", "litepyramid_recall"], ByArticle, COVERAGE),
        row("XSum, faithfulness", [XSUM, "", "faithful_frac"], Pooled, HALLUCINATION),
        row("XSum, faithful or not", [XSUM, "", "faithful"], Auc, Unit::Claims),
        row("SummEdits, consistent or not", [SUMMEDITS, "", "consistent"], Auc, HALLUCINATION),
        row("SummEdits, consistent or not, by claim", [SUMMEDITS, "", "consistent"], Auc, Unit::Claims),
        row("QAGS CNN/DM, sentence right or wrong", [QAGS, "qags_cnndm", "fact"], Auc, Unit::Sentences),
        row("QAGS CNN/DM, summary", [QAGS, "qags_cnndm", "fact"], Pearson, HALLUCINATION),
        row("QAGS XSum, sentence right or wrong", [QAGS, "qags_xsum", "fact"], Auc, Unit::Sentences),
        row("QAGS XSum, summary", [QAGS, "qags_xsum", "fact"], Pearson, HALLUCINATION),
        row("EntFA, entity marked", [ENTFA, "", "faithful"], Auc, Unit::Entities),
        row("EntFA, faithful or not", [ENTFA, "", "faithful"], Auc, Unit::Claims),
        row("Rank19, right before wrong", [RANK19, "", "fact"], Pairs, Unit::Claims),
        row("DialSummEval, consistency", [DIALOGUE, "", "consistency"], ByArticle, HALLUCINATION),
        row(
            "DialSummEval, consistency, by coverage",
            [DIALOGUE, "", "consistency"],
            ByArticle,
            COVERAGE_BEFORE,
        ),
        row("DialSummEval, relevance", [DIALOGUE, "", "relevance"], ByArticle, COVERAGE_BEFORE),
        row("FRANK XSum, factuality", [FRANK, "", "Factuality"], Pooled, HALLUCINATION),
        row("FRANK XSum, factuality, by claim", [FRANK, "", "Factuality"], Pooled, Unit::Claims),
    ]
};

const PREFACE: &str = "\
# Agreement with people

How well the scores agree with people's judgements on the development sets, and what each check of a claim contributes.
The probabilities of labels were fitted on the same sets, and some limits were settled with them in sight, so these
figures flatter a little; those of claims on sets, and families of sets, that they were not fitted on stand below.
This page is written by

```console
$ cargo run --release --example agreement -- DATA
```

where DATA is the folder of the sets; a test fails where a part of it has become wrong by more than .02.
`lockbench agree CASES --human FIELD` gives all statistics for cases of your own.

## Figures

*mean* is Spearman's correlation within each article, averaged over the articles; *pooled* is Spearman over all cases;
*AUC* is the area under the ROC curve of a judgement that is yes or no; *Pearson* is over all cases; *pairs* is how often
the better of two summaries of an article scores higher, equal ones counting half; *F1* is of the entities that unsupported
words touch, for those that are not in the article. *Least supported claim* is the probability that the claim of a summary,
or sentence, which is least likely to be supported is so. The interval covers 95 % of resampled articles.
*Hard labels* is the same metric of Judge-Lock, which knows no probabilities. *Without a system* is the lowest figure
with one of the systems left out, of ours and of the baseline: in SummEval one system makes most of the unfaithful
summaries. The baseline is the best of ROUGE-1 and ROUGE-2 precision, trigram precision and ROUGE-1
recall of the summary against the article; for words, whether the article has the word in any form, and for entities,
whether it lacks a content word of theirs. People who judge a summary of a dialogue mark down its consistency where it
leaves out most: how far coverage explains that has a row of its own.

| people judged | cases | statistic | metric | figure | interval | hard labels | worst leave-one-system-out | best baseline | worst leave-one-system-out |
|---|---|---|---|---|---|---|---|---|---|
";

/// Returns the whole page.
pub fn page(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut out = PREFACE.to_owned();
    figures(folder, "", &mut out)?;
    reliability::tables(&mut out)?;
    checks::tables(folder, &[], &mut out)?;
    Ok(out)
}

/// Writes the rows of figures for sets whose names have this prefix.
pub fn figures(folder: &Path, only: &str, out: &mut String) -> Result<(), Box<dyn Error>> {
    const ENTITIES: &str = "F1";
    let files = JUDGEMENTS.chunk_by(|a, b| a.file == b.file);
    for of_file in files.filter(|of_file| of_file[0].file.starts_with(only)) {
        let all = judged::rows(folder, of_file[0].file)?;
        let mut metrics: Vec<&str> = of_file.iter().flat_map(|one| one.metrics()).copied().collect();
        metrics.sort_unstable();
        metrics.dedup();
        let found = judged::judge(&all, &metrics, &[]);
        for judgement in of_file {
            let is = |(row, _): &(&Value, &Found)| judged::text(row, "id").starts_with(judgement.ids);
            let (rows, found): (Vec<Value>, Vec<Found>) =
                all.iter().zip(&found).filter(is).map(|(row, found)| (row.clone(), found.clone())).unzip();
            let (table, ours, baselines) = judgement.columns(&rows, &found, &metrics);
            if judgement.unit == Unit::Entities {
                let f1 = |column: &MetricColumn| shown(Some(units::f1(&table, column)));
                let (ours, baseline) = (&ours[0], &baselines[0]);
                let people = judgement.people;
                let _ = writeln!(
                    out,
                    "| {people} | {} | {ENTITIES} | {} | {} |  |  |  | {} ({}) |  |",
                    table.len(),
                    ours.name,
                    f1(ours),
                    f1(baseline),
                    baseline.name,
                );
                continue;
            }
            let agrees = |column, samples| judged::agrees(&table, column, judgement.headline, samples);
            let ours: Vec<Agreement> = ours.iter().map(|column| agrees(column, 500)).collect();
            let baselines: Vec<Agreement> = baselines.iter().map(|column| agrees(column, 0)).collect();
            line(out, judgement.people, judgement.headline, &ours, &baselines);
        }
    }
    if !XSUM.starts_with(only) {
        return Ok(());
    }
    let rows = judged::rows(folder, XSUM)?;
    let (table, [ours, baseline]) = words::words(&rows);
    let ours = judged::agrees(&table, &ours, words::HEADLINE, 200);
    let baseline = judged::agrees(&table, &baseline, words::HEADLINE, 0);
    line(out, "XSum, hallucinated words", words::HEADLINE, &[ours], &[baseline]);
    Ok(())
}

impl Judgement {
    /// Returns whether the contribution of checks is measured on it: people judged whether a summary or
    /// sentence is faithful.
    pub fn is_of_checks(&self) -> bool {
        let by_claims = matches!(self.file, ENTFA | RANK19) && self.unit == Unit::Claims;
        self.unit == HALLUCINATION || by_claims
    }

    /// Returns the lowest and the highest possible judgement.
    pub fn range(&self) -> (f64, f64) {
        if matches!(self.file, SUMMEVAL | DIALOGUE) { (1.0, 5.0) } else { (0.0, 1.0) }
    }

    /// Returns the metrics whose scores it uses.
    pub fn metrics(&self) -> &'static [&'static str] {
        match self.unit {
            Unit::Scores(metrics) => metrics,
            _ => &[],
        }
    }

    /// Returns the judged units with the engine's column and the baselines, from the rows and the results
    /// for them.
    pub fn columns(
        &self,
        rows: &[Value],
        found: &[Found],
        metrics: &[&str],
    ) -> (Vec<Row>, Vec<MetricColumn>, Vec<MetricColumn>) {
        let units = match self.unit {
            Unit::Scores(own) => {
                let column = |name: &&str| {
                    let place = metrics.iter().position(|known| known == name).unwrap_or(0);
                    judged::column(name, found.iter().map(|found| found.scores[place]).collect())
                };
                let texts = rows.iter().map(|row| ["article", "summary"].map(|key| judged::text(row, key)));
                let ours = own.iter().map(column).collect();
                return (judged::table(rows, self.field), ours, judged::baselines(texts));
            }
            Unit::Claims => units::summaries(rows, self.field, found),
            Unit::Sentences => units::sentences(rows, found),
            Unit::Entities => units::entities(rows, found),
        };
        (units.table, vec![units.ours], units.baselines)
    }
}

fn line(
    out: &mut String,
    people: &str,
    headline: HeadlineStatistic,
    found: &[Agreement],
    baselines: &[Agreement],
) {
    let figure = |agreement: &Agreement| agreement.headline.map(|(value, _)| value);
    let best = baselines
        .iter()
        .filter_map(|baseline| Some((figure(baseline)?, baseline)))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let without = |agreement: &Agreement| agreement.without_system.map(|(lowest, _)| shown(Some(lowest)));
    let interval = found[0].headline.and_then(|(_, interval)| interval);
    let statistic = match headline {
        HeadlineStatistic::ByArticle => "mean",
        HeadlineStatistic::Pooled => "pooled",
        HeadlineStatistic::Auc => "AUC",
        HeadlineStatistic::Pearson => "Pearson",
        HeadlineStatistic::Pairs => "pairs",
    };
    let cells = [
        people.to_owned(),
        found[0].cases.to_string(),
        statistic.to_owned(),
        found[0].name.clone(),
        shown(figure(&found[0])),
        interval
            .map_or_else(String::new, |[low, high]| format!("{} to {}", shown(Some(low)), shown(Some(high)))),
        found.get(1).map_or_else(String::new, |hard| shown(figure(hard))),
        without(&found[0]).unwrap_or_default(),
        best.map_or_else(String::new, |(value, baseline)| {
            format!("{} ({})", shown(Some(value)), baseline.name)
        }),
        best.and_then(|(_, baseline)| without(baseline)).unwrap_or_default(),
    ];
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

/// Formats a number with two decimals and no leading zero.
pub fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}").replacen("0.", ".", 1))
}
