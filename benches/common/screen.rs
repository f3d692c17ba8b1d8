//! The built program in a pseudo-terminal, and the screen that it draws.

#![allow(dead_code, reason = "each benchmark uses its part")]

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Rows of the terminal.
pub const ROWS: u16 = 40;
/// Columns of the terminal.
pub const COLUMNS: u16 = 120;
/// Longest wait for an answer. A key that takes longer counts as lost, and the run fails.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The program in a pseudo-terminal, and the screen that it draws.
pub struct Screen {
    parser: vt100::Parser,
    output: Receiver<Vec<u8>>,
    input: Box<dyn Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Screen {
    /// Starts a program with these arguments; `state` is its state directory.
    pub fn open(
        program: &Path,
        arguments: &[&Path],
        state: &Path,
    ) -> Result<Screen, Box<dyn std::error::Error>> {
        let size = PtySize { rows: ROWS, cols: COLUMNS, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size)?;
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("XDG_STATE_HOME", state);
        let child = pair.slave.spawn_command(command)?;
        let mut reader = pair.master.try_clone_reader()?;
        let input = pair.master.take_writer()?;
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 65_536];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let cells = |count| std::num::NonZero::new(count).ok_or("the screen has no cells");
        let parser = vt100::Parser::new(cells(ROWS)?, cells(COLUMNS)?, 0);
        Ok(Screen { parser, output, input, child, _master: pair.master })
    }

    /// Sends keys.
    pub fn send(&mut self, keys: &[u8]) -> std::io::Result<()> {
        self.input.write_all(keys)?;
        self.input.flush()
    }

    /// Returns the headline, at the right of the first line, the metrics below it, and the values of the labels with
    /// their probabilities, since a key may change only one of them.
    pub fn score(&self) -> String {
        // Left of it are the texts of the labels, in which a key shows before they are scored.
        const LABEL_COLUMNS: usize = 30;
        let end = |line: String, columns: usize| {
            line.chars().skip(usize::from(COLUMNS) - columns).collect::<String>()
        };
        let half = usize::from(COLUMNS) / 2;
        let mut rows = self.parser.screen().rows(0, COLUMNS);
        let headline = rows.next().map(|row| end(row, half)).unwrap_or_default();
        let values = rows.filter_map(|row| match row.contains(['█', '░']) {
            true => Some(end(row, half)),
            false => Some(end(row, LABEL_COLUMNS)).filter(|row| row.contains(" %")),
        });
        values.fold(headline, |all, row| all + " " + row.trim()).trim().to_owned()
    }

    /// Returns whether the left half, which shows the article, is full of letters.
    pub fn shows_article(&self) -> bool {
        let rows = self.parser.screen().rows(0, COLUMNS / 2).skip(3).take(15);
        rows.map(|row| row.chars().filter(|c| c.is_alphabetic()).count()).sum::<usize>() > 200
    }

    /// Waits until the score differs from `before`.
    pub fn wait_score(&mut self, before: &str) -> Result<(), Box<dyn std::error::Error>> {
        let deadline = Instant::now() + PATIENCE;
        // The line may pass through a mark for a stale score; only a new number or decision counts.
        let plain =
            |text: &str| text.replace(['…', '~', '*'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        while plain(&self.score()) == plain(before) {
            self.read(deadline)?;
        }
        Ok(())
    }

    /// Sends a key that changes the score, and reads until the next one is due. Returns the time until
    /// the new score was drawn, and until the last change of the screen.
    pub fn type_paced(
        &mut self,
        key: &[u8],
        pace: Duration,
    ) -> Result<(Duration, Duration), Box<dyn std::error::Error>> {
        let before = self.score();
        let begun = Instant::now();
        self.send(key)?;
        self.wait_score(&before)?;
        let painted = begun.elapsed();
        let mut settled = painted;
        while let Ok(bytes) =
            self.output.recv_timeout((begun + pace).saturating_duration_since(Instant::now()))
        {
            settled = begun.elapsed();
            self.parser.process(&bytes);
        }
        Ok((painted, settled))
    }

    /// Returns the contents of the screen.
    pub fn contents(&self) -> String {
        self.parser.screen().contents()
    }

    /// Waits until the screen is ready.
    pub fn wait(&mut self, ready: impl Fn(&str) -> bool) -> Result<(), Box<dyn std::error::Error>> {
        let deadline = Instant::now() + PATIENCE;
        while !ready(&self.parser.screen().contents()) {
            self.read(deadline)?;
        }
        Ok(())
    }

    /// Reads the next output.
    pub fn read(&mut self, deadline: Instant) -> Result<(), Box<dyn std::error::Error>> {
        let left = deadline.saturating_duration_since(Instant::now());
        let bytes = self
            .output
            .recv_timeout(left)
            .map_err(|error| format!("{error}\n{}", self.parser.screen().contents()))?;
        self.parser.process(&bytes);
        Ok(())
    }

    /// Reads until no output has come for a while.
    pub fn settle(&mut self) -> Result<(), Box<dyn std::error::Error>> {
        self.wait(|text| text.contains("Coverage"))?;
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(300)) {
            self.parser.process(&bytes);
        }
        Ok(())
    }

    /// Returns the peak memory of the program so far, in bytes; `None` if the system does not report it.
    pub fn peak(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.process_id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes * 1024)
    }

    /// Ends the program.
    pub fn close(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
