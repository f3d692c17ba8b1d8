//! What the benchmarks of the worker ask it.

use std::sync::Arc;

use lockbench::case::Case;
use lockbench::tui::samples::SAMPLES;
use lockbench::tui::worker::ScoreRequest;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The bundled samples that are two texts of plain letters.
pub fn plain() -> Vec<Case> {
    let cases = SAMPLES.iter().filter_map(|sample| sample.case().ok());
    cases
        .filter(|case| case.sources.is_empty() && case.article.is_ascii() && case.summary.is_ascii())
        .collect()
}

/// Two texts, to be judged by some rubrics.
pub fn request(article: &str, summary: &str, rubrics: &[&'static str]) -> ScoreRequest {
    ScoreRequest {
        article: Arc::from(article),
        summary: Arc::from(summary),
        rubrics: rubrics.to_vec(),
        ..ScoreRequest::default()
    }
}
