//! The page: a table of agreement, and a table of what each view contributes.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use lockbench::agree::{Agreement, Headline};
use lockbench::evidence::CHECKS;

use super::{judged, words};

/// Where the page is, in the folder of the project.
pub const FILE: &str = "AGREEMENT.md";

/// What people judged of a set, and the metric that is to agree with it.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// In words.
    pub people: &'static str,
    /// The set's file.
    pub file: &'static str,
    /// The field of `human`.
    pub field: &'static str,
    /// How agreement is summed up.
    pub headline: Headline,
    /// The metric over probabilities, and the same by hard labels where there is one.
    pub metrics: &'static [&'static str],
}

const HALLUCINATION: &[&str] = &["judge-lock-ultra.hallucination", "judge-lock.hallucination"];
const COVERAGE: &[&str] = &["judge-lock-ultra.coverage", "judge-lock.coverage"];

/// The rows of the table.
pub const JUDGEMENTS: [Judgement; 7] = [
    Judgement {
        people: "SummEval, consistency",
        file: "summeval-dev.jsonl.gz",
        field: "consistency",
        headline: Headline::ByArticle,
        metrics: HALLUCINATION,
    },
    Judgement {
        people: "SummEval, relevance",
        file: "summeval-dev.jsonl.gz",
        field: "relevance",
        headline: Headline::ByArticle,
        metrics: COVERAGE,
    },
    Judgement {
        people: "SummEval, coherence",
        file: "summeval-dev.jsonl.gz",
        field: "coherence",
        headline: Headline::ByArticle,
        metrics: &["protocol.structural_coherence"],
    },
    Judgement {
        people: "REALSumm, content covered",
        file: "realsumm-dev.jsonl.gz",
        field: "litepyramid_recall",
        headline: Headline::Pooled,
        metrics: COVERAGE,
    },
    Judgement {
        people: "REALSumm, content covered",
        file: "realsumm-dev.jsonl.gz",
        field: "litepyramid_recall",
        headline: Headline::ByArticle,
        metrics: COVERAGE,
    },
    Judgement {
        people: "XSum, faithfulness",
        file: "xsumfaith-dev.jsonl.gz",
        field: "faithful_frac",
        headline: Headline::Pooled,
        metrics: HALLUCINATION,
    },
    Judgement {
        people: "SummEdits, consistent or not",
        file: "summedits-dev.jsonl.gz",
        field: "consistent",
        headline: Headline::Auc,
        metrics: HALLUCINATION,
    },
];

const PREFACE: &str = "\
# Agreement with people

How well the scores agree with people's judgements on the development sets, and what each check of a claim contributes.
The probabilities of labels were fitted on the same sets (`src/evidence/calibration_figures.toml` has their figures
across articles and systems), and some limits were settled with them in sight, so the figures flatter a little.
This page is written by

```console
$ cargo run --release --example agreement -- DATA
```

where DATA is the folder of the sets; a test fails where a part of it has become wrong by more than .02.
`lockbench agree CASES --human FIELD` gives all statistics for cases of your own.

## Figures

*mean* is Spearman's correlation within each article, averaged over the articles; *pooled* is Spearman over all cases;
*AUC* is the area under the ROC curve of a judgement that is yes or no. The interval covers 95 % of resampled articles.
*Hard labels* is the same metric of Judge-Lock, which knows no probabilities. *Without a system* is the lowest figure
with one of the systems left out, of ours and of the baseline: in SummEval one system makes most of the unfaithful
summaries. The baseline is the best of ROUGE-1 and ROUGE-2 precision, trigram precision and ROUGE-1
recall of the summary against the article; for words, whether the article has the word in any form.

| people judged | cases | statistic | metric | figure | interval | hard labels | worst leave-one-system-out | best baseline | worst leave-one-system-out |
|---|---|---|---|---|---|---|---|---|---|
";

const ABLATION: &str = "
## What each check contributes

The hallucination scores with every check, and with each left out (`judge-lock-ultra`, and `judge-lock` after the
stroke). A figure that falls without a check shows what the check is worth on that set. `wording` is the support by
wording shared with the best passage; the others can only lower it.

";

/// The whole page.
pub fn page(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut out = PREFACE.to_owned();
    figures(folder, &mut out)?;
    out.push_str(ABLATION);
    ablation(folder, &mut out)?;
    Ok(out)
}

/// The rows of figures.
pub fn figures(folder: &Path, out: &mut String) -> Result<(), Box<dyn Error>> {
    for judgement in JUDGEMENTS {
        let rows = judged::rows(folder, judgement.file)?;
        let table = judged::table(&rows, judgement.field);
        let agrees = |column, samples| judged::agrees(&table, column, judgement.headline, samples);
        let columns = judged::scores(&rows, judgement.metrics, &[]);
        let found: Vec<Agreement> = columns.iter().map(|column| agrees(column, 500)).collect();
        let baselines = judged::baselines(&rows);
        let baselines: Vec<Agreement> = baselines.iter().map(|column| agrees(column, 0)).collect();
        line(out, judgement.people, judgement.headline, judgement.metrics[0], &found, &baselines);
    }
    let rows = judged::rows(folder, "xsumfaith-dev.jsonl.gz")?;
    let (table, [ours, baseline]) = words::words(&rows);
    let ours = judged::agrees(&table, &ours, words::HEADLINE, 200);
    let baseline = judged::agrees(&table, &baseline, words::HEADLINE, 0);
    line(out, "XSum, hallucinated words", words::HEADLINE, "support of the word", &[ours], &[baseline]);
    Ok(())
}

fn line(
    out: &mut String,
    people: &str,
    headline: Headline,
    metric: &str,
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
        Headline::ByArticle => "mean",
        Headline::Pooled => "pooled",
        Headline::Auc => "AUC",
    };
    let cells = [
        people.to_owned(),
        found[0].cases.to_string(),
        statistic.to_owned(),
        metric.to_owned(),
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

/// Two decimals, without the zero before the point.
pub fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}").replacen("0.", ".", 1))
}

fn ablation(folder: &Path, out: &mut String) -> Result<(), Box<dyn Error>> {
    let sets: Vec<Judgement> =
        JUDGEMENTS.into_iter().filter(|judgement| judgement.metrics == HALLUCINATION).collect();
    let mut read = Vec::new();
    for set in &sets {
        let rows = judged::rows(folder, set.file)?;
        read.push((judged::table(&rows, set.field), rows));
    }
    let names: Vec<&str> = sets.iter().map(|set| set.people).collect();
    let _ = writeln!(out, "| without | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
    let mut row = |name: &str, without: &[&'static str]| {
        let mut cells = vec![name.to_owned()];
        for (set, (table, rows)) in sets.iter().zip(&read) {
            let found = judged::scores(rows, set.metrics, without);
            let figures = found.iter().map(|column| judged::agrees(table, column, set.headline, 0).headline);
            let figures: Vec<String> =
                figures.map(|headline| thousandths(headline.map(|(value, _)| value))).collect();
            cells.push(figures.join(" / "));
        }
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    };
    row("nothing", &[]);
    for check in &CHECKS {
        row(check.id, &[check.id]);
    }
    Ok(())
}

/// Three decimals: what one view changes is small.
fn thousandths(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}").replacen("0.", ".", 1))
}
