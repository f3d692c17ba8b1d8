//! One frame of the main screen, drawn in memory.

use std::hint::black_box;
use std::io;
use std::sync::mpsc;

use criterion::{Criterion, criterion_group, criterion_main};
use lockbench::rubric::Readings;
use lockbench::tui::app::App;
use lockbench::tui::msg::Message;
use lockbench::tui::theme::Theme;
use lockbench::tui::{Loop, Options, Surface};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

struct Memory(Terminal<TestBackend>);

impl Surface for Memory {
    fn present(&mut self, draw: &mut dyn FnMut(&mut ratatui::Frame)) -> io::Result<()> {
        let Ok(_) = self.0.draw(draw);
        Ok(())
    }
    fn clipboard(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }
    fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
    fn repaint(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn frames(criterion: &mut Criterion) {
    for (columns, rows) in [(120, 40), (80, 24), (60, 16)] {
        let Some(theme) = Theme::builtin("dark") else { return };
        let (to, messages) = mpsc::channel();
        let app = App::new(theme, 1, Readings::default(), "ann".to_owned());
        let mut work = Loop::new(app, Options::default(), &to, messages);
        let Ok(terminal) = Terminal::new(TestBackend::new(columns, rows));
        let mut memory = Memory(terminal);
        to.send(Message::Resize(columns, rows)).ok();
        work.settle(&mut memory).ok();
        criterion.bench_function(&format!("frame {columns}x{rows}"), |bencher| {
            bencher.iter(|| memory.0.draw(|frame| black_box(&work.app).draw(frame)).is_ok());
        });
    }
}

criterion_group!(benches, frames);
criterion_main!(benches);
