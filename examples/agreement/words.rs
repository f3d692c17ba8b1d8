//! Compares words of the summary that people marked as hallucinated with the labels that overlap them.

use lockbench::agree::{HeadlineStatistic, MetricColumn, Row};
use lockbench::engine::Engine;
use lockbench::evidence::{Article, word_support};
use lockbench::report::Better;
use lockbench::text::Span;
use serde_json::Value;

use super::judged::text;

/// Number of people, out of three, who must have marked a word for it to count as hallucinated.
const AGREEING: usize = 2;

/// Statistic by which the words of a set are evaluated.
pub const HEADLINE: HeadlineStatistic = HeadlineStatistic::Auc;

/// Returns a row for each judged word, with columns for its support by the article and for whether the
/// article contains its stem.
pub fn words(rows: &[Value]) -> (Vec<Row>, [MetricColumn; 2]) {
    let mut engine = Engine::default();
    let mut articles: Vec<&str> = rows.iter().map(|row| text(row, "article")).collect();
    articles.sort_unstable();
    articles.dedup();
    let mut systems: Vec<&str> = rows.iter().map(|row| text(row, "system")).collect();
    systems.sort_unstable();
    systems.dedup();
    let (mut table, mut ours, mut baseline) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let analysis = engine.analyse_pair(text(row, "article"), text(row, "summary"));
        let marks = marks(row, analysis.summary.raw());
        let known: Vec<_> = analysis.article.tokens().map(|(_, token)| token.stem).collect();
        let support = word_support(&Article::new(analysis.article), &analysis.summary);
        for (span, token) in analysis.summary.tokens() {
            let people = marks.iter().filter(|(mark, _)| overlaps(*mark, span)).map(|(_, by)| by);
            let mut people: Vec<&String> = people.collect();
            people.sort_unstable();
            people.dedup();
            table.push(Row {
                article: articles.binary_search(&text(row, "article")).unwrap_or_default(),
                system: systems.binary_search(&text(row, "system")).ok(),
                human: f64::from(u8::from(people.len() < AGREEING)),
            });
            let word = support.binary_search_by_key(&span.start, |(word, _)| word.start);
            ours.push(Some(word.map_or(1.0, |at| support[at].1)));
            baseline.push(Some(f64::from(u8::from(known.contains(&token.stem)))));
        }
    }
    let column = |name: &str, scores| MetricColumn { name: name.to_owned(), better: Better::Higher, scores };
    (table, [column("support of the word", ours), column("word in the article", baseline)])
}

fn overlaps(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}

/// Returns the marked spans, as bytes of the summary, with the annotator of each.
fn marks(row: &Value, summary: &str) -> Vec<(Span, String)> {
    let mut places: Vec<usize> = summary.char_indices().map(|(at, _)| at).collect();
    places.push(summary.len());
    let place = |value: &Value| places[value.as_u64().map_or(0, |at| at as usize).min(places.len() - 1)];
    let mark = |span: &Value| {
        let (start, end) = (place(&span["start"]), place(&span["end"]));
        (Span::new(start, end.max(start)), text(span, "annotator").to_owned())
    };
    row["spans"].as_array().into_iter().flatten().map(mark).collect()
}
