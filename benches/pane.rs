//! Measures a keystroke and a frame of a text pane by the size of the text. The text is a single line,
//! which is the worst case of wrapping.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use lockbench::text::Span;
use lockbench::tui::pane::{Edit, Move, Pane, PaneStyle, SpanPaint};
use lockbench::tui::theme::{ColorDepth, Theme, ThemeRole};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const SENTENCE: &str =
    "The council of Łódź approved the new budget on Tuesday, by 7 votes to 2, after 漢字. ";

fn pane(kilobytes: usize) -> Pane {
    let mut pane = Pane::new(&SENTENCE.repeat(kilobytes * 1000 / SENTENCE.len()));
    pane.resize(60, 36);
    pane
}

fn edits(c: &mut Criterion) {
    let mut group = c.benchmark_group("pane");
    for size in [10, 50, 200, 1000] {
        let mut typed = pane(size);
        typed.set_cursor(typed.as_str().len() / 2);
        group.bench_function(BenchmarkId::new("type and delete", size), |b| {
            b.iter(|| {
                typed.apply(Edit::Insert('x'));
                typed.apply(Edit::Delete(Move::Left));
            });
        });

        let pane = pane(size);
        let theme = Theme::automatic(false, ColorDepth::Indexed, None);
        let paints: Vec<SpanPaint<'_>> = (0..40)
            .map(|n| Span::new(n * 85, n * 85 + 30))
            .map(|span| SpanPaint { span, role: ThemeRole::Supported, mark: Some("¹") })
            .collect();
        let look = PaneStyle {
            theme: &theme,
            paints: &paints,
            sentence: None,
            numbers: &[],
            focused: true,
            hint: "",
        };
        let area = Rect::new(0, 0, 60, 36);
        let mut buffer = Buffer::empty(area);
        group.bench_function(BenchmarkId::new("draw", size), |b| {
            b.iter(|| pane.draw(area, black_box(&mut buffer), &look));
        });

        let text = pane.text();
        group.bench_function(BenchmarkId::new("open", size), |b| b.iter(|| Pane::new(black_box(&text))));
    }
    group.finish();
}

criterion_group!(benches, edits);
criterion_main!(benches);
