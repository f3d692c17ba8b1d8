//! Input and requests shared by the benchmarks of the worker.

use std::sync::Arc;

use lockbench::case::Case;
use lockbench::tui::samples::SAMPLES;
use lockbench::tui::worker::ScoreRequest;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Returns the shipped samples that consist of two plain texts.
pub fn plain() -> Vec<Case> {
    let cases = SAMPLES.iter().filter_map(|sample| sample.case().ok());
    cases
        .filter(|case| case.sources.is_empty() && case.article.is_ascii() && case.summary.is_ascii())
        .collect()
}

/// Returns a request to score two texts by some rubrics.
pub fn request(article: &str, summary: &str, rubrics: &[&'static str]) -> ScoreRequest {
    ScoreRequest {
        article: Arc::from(article),
        summary: Arc::from(summary),
        rubrics: rubrics.to_vec(),
        ..ScoreRequest::default()
    }
}
