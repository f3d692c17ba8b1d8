//! Draws one frame of the main screen in memory.

use std::hint::black_box;
use std::sync::mpsc;

use criterion::{Criterion, criterion_group, criterion_main};
use lockbench::rubric::Readings;
use lockbench::tui::app::App;
use lockbench::tui::memory::Memory;
use lockbench::tui::msg::Message;
use lockbench::tui::theme::Theme;
use lockbench::tui::{Loop, Options};

fn frames(criterion: &mut Criterion) {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let Some(theme) = Theme::builtin("dark") else { return };
        let (to, messages) = mpsc::channel();
        let app = App::new(theme, 1, Readings::default(), "ann".to_owned());
        let mut work = Loop::new(app, Options::default(), &to, messages);
        let mut memory = Memory::new(columns, rows);
        to.send(Message::Resize(columns, rows)).ok();
        work.settle(&mut memory).ok();
        criterion.bench_function(&format!("frame {columns}x{rows}"), |bencher| {
            bencher.iter(|| memory.draw(|frame| black_box(&work.app).draw(frame)));
        });
    }
}

criterion_group!(benches, frames);
criterion_main!(benches);
