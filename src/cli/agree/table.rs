//! Writes agreement as a text table, as Markdown, as JSON, and as a plot.

use serde_json::{Map, Value, json};

use crate::agree::{Agreement, HeadlineStatistic, MetricColumn, Row};
use crate::document::{Document, Table};
use crate::num::{pluralize, two_decimals};
use crate::report::Better;
use crate::report::json::pretty;
use crate::stats::Correlations;
use crate::text::visible::{Shape, visible};

/// The data to be shown.
pub struct Result<'a> {
    /// Names of the files.
    pub title: String,
    /// Name of the field with the judgements.
    pub human: &'a str,
    /// The judged cases.
    pub rows: &'a [Row],
    pub systems: &'a [String],
    /// The statistic by which rows are sorted.
    pub headline: HeadlineStatistic,
    /// Agreement of each metric, baselines last.
    pub found: &'a [Agreement],
    /// The scores of each metric.
    pub columns: &'a [MetricColumn],
    /// Whether to plot each metric.
    pub plot: bool,
}

/// Number of bins of a plot.
const BINS: usize = 10;
/// Width of a plot's longest bar.
const BAR: usize = 40;

impl Result<'_> {
    fn heads(&self) -> Vec<&'static str> {
        let mut heads = vec!["metric", "cases", "headline", "95 %", "low"];
        if self.headline == HeadlineStatistic::ByArticle {
            heads.extend(["tau-b", "Pearson"]);
        }
        heads.extend(["all: Spearman", "tau-b", "Pearson", "pairs"]);
        if self.found.iter().any(|found| found.auc.is_some()) {
            heads.extend(["AUC", "bal. acc.", "at"]);
        }
        heads
    }

    fn cells(&self, found: &Agreement) -> Vec<String> {
        let short = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), three);
        let mut cells = vec![found.name.clone(), found.cases.to_string()];
        cells.push(short(found.headline.map(|(value, _)| value)));
        let interval = found.headline.and_then(|(_, interval)| interval);
        cells.push(interval.map_or_else(|| "-".to_owned(), |[a, b]| format!("{} {}", three(a), three(b))));
        cells.push(short(found.without_system.map(|(value, _)| value)));
        if self.headline == HeadlineStatistic::ByArticle {
            let mean = found.by_article.map(|by| by.mean).unwrap_or_default();
            cells.extend([short(mean.kendall), short(mean.pearson)]);
        }
        let pooled = found.pooled;
        cells.extend([pooled.spearman, pooled.kendall, pooled.pearson, found.pairs].map(short));
        if self.found.iter().any(|found| found.auc.is_some()) {
            cells.push(short(found.auc));
            cells.push(short(found.threshold.map(|threshold| threshold.balanced_accuracy)));
            cells.push(short(found.threshold.map(|threshold| threshold.at)));
        }
        cells
    }

    fn articles(&self) -> usize {
        self.rows.iter().map(|row| row.article + 1).max().unwrap_or(0)
    }

    fn about(&self) -> String {
        let articles = self.articles();
        let systems = match self.systems.len() {
            0 => String::new(),
            count => format!(", {}", pluralize(count, "system")),
        };
        let (cases, articles) = (pluralize(self.rows.len(), "case"), pluralize(articles, "article"));
        let [title, human] = [&self.title, self.human].map(|name| visible(name, Shape::Line));
        format!("{title}: {human}, {cases}, {articles}{systems}")
    }

    fn legend(&self) -> String {
        let constant: Vec<String> = self
            .found
            .iter()
            .filter_map(|found| Some((found, found.by_article?)))
            .filter(|(_, by)| by.constant > 0)
            .map(|(found, by)| format!("{} {}", found.name, by.constant))
            .collect();
        let resampled = self.found.iter().any(|found| found.headline.is_some_and(|(_, ends)| ends.is_some()));
        let interval = match (resampled, self.articles()) {
            (true, _) => " 95 %: its interval over resampled articles;",
            (false, 1) => {
                " 95 %: no interval, because there is one article only, and articles are resampled;"
            }
            _ => "",
        };
        let mut out = format!(
            "headline: {};{interval} low: the lowest with one system left out; \
             pairs: share of an article's pairs ordered as people did. Metrics of which less is better are turned \
             round.",
            self.headline.as_str()
        );
        if !constant.is_empty() && self.headline == HeadlineStatistic::ByArticle {
            out.push_str(&format!(
                " Articles left out, all scores or judgements being equal: {}.",
                constant.join(", ")
            ));
        }
        out
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        document.paragraph(self.about());
        document.table(Table::new(self.heads(), 1, self.found.iter().map(|found| self.cells(found))));
        document
    }

    /// Returns a text table and the plots.
    pub fn text(&self) -> String {
        let mut out = self.document().text(usize::MAX);
        out.push_str(&format!("\n{}\n", self.legend()));
        if self.plot {
            for column in self.columns {
                out.push_str(&self.plot(column));
            }
        }
        out
    }

    /// Plots the mean judgement of cases sorted by score, in bins of equal size.
    fn plot(&self, column: &MetricColumn) -> String {
        let scored =
            self.rows.iter().zip(&column.scores).filter_map(|(row, score)| Some(((*score)?, row.human)));
        let mut pairs: Vec<(f64, f64)> = scored.collect();
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let human =
            |pick: fn(f64, f64) -> f64, start| self.rows.iter().map(|row| row.human).fold(start, pick);
        let (low, high) = (human(f64::min, f64::INFINITY), human(f64::max, f64::NEG_INFINITY));
        let turned = if column.better == Better::Lower { " (less is better)" } else { "" };
        let mut out = format!(
            "\n{}{turned}: score, and the mean of {} from {} to {}\n",
            column.name,
            visible(self.human, Shape::Line),
            two_decimals(low),
            two_decimals(high)
        );
        let bins = BINS.min(pairs.len());
        for bin in 0..bins {
            let part = &pairs[bin * pairs.len() / bins..(bin + 1) * pairs.len() / bins];
            let mean = part.iter().map(|pair| pair.1).sum::<f64>() / part.len() as f64;
            let share = if high > low { (mean - low) / (high - low) } else { 0.0 };
            let bar = "█".repeat((share * BAR as f64).round() as usize);
            let range = format!("{} to {}", two_decimals(part[0].0), two_decimals(part[part.len() - 1].0));
            out.push_str(&format!("  {range:>16}  {bar:<BAR$}  {}\n", two_decimals(mean)));
        }
        out
    }

    pub fn markdown(&self) -> String {
        let mut document = self.document();
        document.paragraph(self.legend());
        document.markdown()
    }

    pub fn json(&self) -> String {
        let metrics: Vec<Value> = self.found.iter().map(|found| self.metric(found)).collect();
        let value = json!({
            "schema": "lockbench.agreement/1",
            "human": self.human,
            "cases": self.rows.len(),
            "articles": self.articles(),
            "systems": self.systems,
            "headline": self.headline.as_str(),
            "metrics": metrics,
        });
        pretty(&value) + "\n"
    }

    fn metric(&self, found: &Agreement) -> Value {
        let mut out = Map::new();
        let mut put = |key: &str, value: Value| drop(out.insert(key.to_owned(), value));
        put("metric", json!(found.name));
        put("cases", json!(found.cases));
        if let Some((value, interval)) = found.headline {
            put("headline", json!(value));
            put("interval", json!(interval));
        }
        put("pooled", correlations(&found.pooled));
        if let Some(by) = found.by_article {
            let mut mean = correlations(&by.mean);
            mean["articles"] = json!(by.articles);
            mean["constant"] = json!(by.constant);
            put("by_article", mean);
        }
        put("pairs", json!(found.pairs));
        if let Some(auc) = found.auc {
            put("auc", json!(auc));
        }
        if let Some(threshold) = found.threshold {
            put("threshold", json!({ "at": threshold.at, "balanced_accuracy": threshold.balanced_accuracy }));
        }
        if let Some((value, system)) = found.without_system {
            put("lowest_without", json!({ "system": self.systems.get(system), "headline": value }));
        }
        Value::Object(out)
    }
}

fn correlations(of: &Correlations) -> Value {
    json!({ "spearman": of.spearman, "kendall": of.kendall, "pearson": of.pearson })
}

/// Formats a number with three decimals, as is usual for correlations.
fn three(value: f64) -> String {
    format!("{value:.3}")
}
