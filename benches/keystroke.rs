//! From a key to its report: an edit of the summary and of the article, at four sizes of the article.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use lockbench::case::Case;
use lockbench::rubric::Readings;
use lockbench::tui::samples::SAMPLES;
use lockbench::tui::worker::{Judge, Numbers, Request};

/// An article of so many kilobytes, of sentences that all differ.
fn article(kilobytes: usize) -> String {
    let mut text = String::new();
    for round in 0.. {
        for sample in SAMPLES.iter().filter(|sample| sample.article.is_ascii()) {
            if text.len() >= kilobytes * 1024 {
                return text;
            }
            text.push_str(sample.article);
            text.push_str(&format!("\nIn round {round} the panel noted {} more.\n", round * 7 + 3));
        }
    }
    text
}

fn request(article: &str, summary: &str) -> Request {
    Request {
        generation: 0,
        index: 0,
        case: Arc::new(Case::default()),
        versions: (0, 0),
        article: Arc::from(article),
        summary: Arc::from(summary),
        given: None,
        overrides: Vec::new(),
        readings: Readings::default(),
        rubrics: vec!["judge-lock"],
        what_if: None,
    }
}

fn keystrokes(criterion: &mut Criterion) {
    // About three hundred words.
    let summary: String = SAMPLES
        .iter()
        .filter(|sample| sample.summary.is_ascii())
        .take(4)
        .map(|sample| sample.summary)
        .collect();
    let mut group = criterion.benchmark_group("keystroke");
    group.sample_size(20);
    for kilobytes in [10, 50, 200, 1000] {
        let article = article(kilobytes);
        for side in ["summary", "article"] {
            group.bench_with_input(
                BenchmarkId::new(side, format!("{kilobytes} KB")),
                &side,
                |bencher, side| {
                    let mut judge = Judge::new(Numbers::default());
                    judge.judge(&request(&article, &summary));
                    let mut typed = 0_usize;
                    bencher.iter_batched(
                        || {
                            // One more letter in the middle of a text, as typing does.
                            typed += 1;
                            let (mut article, mut summary) = (article.clone(), summary.clone());
                            let text = if *side == "summary" { &mut summary } else { &mut article };
                            let middle = text.len() / 2;
                            text.insert_str(middle, &"etaoin"[..typed % 6 + 1]);
                            request(&article, &summary)
                        },
                        |request| black_box(judge.judge(&request)),
                        criterion::BatchSize::PerIteration,
                    );
                },
            );
        }
    }
    group.finish();
}

criterion_group!(benches, keystrokes);
criterion_main!(benches);
