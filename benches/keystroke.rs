//! Measures the time from a key to its report, for edits of the summary and of the article, at four sizes
//! of the article.

mod common;

use std::hint::black_box;

use common::{plain, request};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use lockbench::rubric::slugs;
use lockbench::tui::worker::{RequestScorer, ScoringConfig};

/// Returns an article of this many kilobytes whose sentences all differ.
fn article(kilobytes: usize) -> String {
    let (mut text, cases) = (String::new(), plain());
    for round in 0.. {
        for case in &cases {
            if text.len() >= kilobytes * 1024 {
                return text;
            }
            text.push_str(&case.article);
            text.push_str(&format!("\nIn round {round} the panel noted {} more.\n", round * 7 + 3));
        }
    }
    text
}

fn keystrokes(criterion: &mut Criterion) {
    // About 300 words.
    let summary: String = plain().into_iter().take(4).map(|case| case.summary).collect();
    let all = slugs();
    keys(criterion, "keystroke", &summary, &["judge-lock"]);
    keys(criterion, "keystroke, all rubrics", &summary, &all);
}

fn keys(criterion: &mut Criterion, name: &str, summary: &str, rubrics: &[&'static str]) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20);
    for kilobytes in [10, 50, 200, 1000] {
        let article = article(kilobytes);
        for side in ["summary", "article"] {
            group.bench_with_input(
                BenchmarkId::new(side, format!("{kilobytes} KB")),
                &side,
                |bencher, side| {
                    let mut judge = RequestScorer::new(ScoringConfig::default());
                    judge.judge(&request(&article, summary, rubrics), &|| false, &mut |_| ());
                    let mut typed = 0_usize;
                    bencher.iter_batched(
                        || {
                            // One more letter in the middle of a text, as in typing.
                            typed += 1;
                            let (mut article, mut summary) = (article.clone(), summary.to_owned());
                            let text = if *side == "summary" { &mut summary } else { &mut article };
                            let middle = text.len() / 2;
                            text.insert_str(middle, &"etaoin"[..typed % 6 + 1]);
                            request(&article, &summary, rubrics)
                        },
                        |request| {
                            judge.judge(&request, &|| false, &mut |part| {
                                black_box(part);
                            });
                        },
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
