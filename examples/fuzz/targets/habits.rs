//! A user's files: the configuration, recordings, a learner's progress, a calibration.

use std::path::Path;

use lockbench::engine::OwnCalibration;
use lockbench::progress::Progress;
use lockbench::tui::config::{Config, show};
use lockbench::tui::recording;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

const CONFIG: &str = "theme = \"dark\"\n[keys.labels]\ntake_back = \"u\"\nnext = [\"Ctrl-N\", \"Down\"]\n\
                      [keys.text]\nmove = { Up = [\"i\", \"Up\"] }\n";
const RECORDING: &str = "resize 120 40\nkey j Ctrl-S Enter\ntype \"words\"\npaste \"a\\nb\"\nmouse down left 12 3\n\
                         mouse scroll down 4 5\nwait 1\n# words\nquit\n";
const PROGRESS: &str = r#"{"schema": "lockbench.progress/1", "learner": "ann",
 "lessons": {"what-a-claim-is": {"passed": "2026-01-01T00:00:00Z", "attempts": 2}}, "gym": {}, "more": [1]}"#;
const CALIBRATION: &str = include_str!("../../../src/core/evidence/calibration.toml");

/// Builds one of these files, damaged.
pub fn make(source: &mut Source) -> Input {
    let (name, text) = match source.below(4) {
        0 => ("config.toml", mutate::toml(source, CONFIG)),
        1 => ("session.rec", mutate::text(source, RECORDING)),
        2 => ("progress.json", PROGRESS.to_owned()),
        _ => ("own.toml", mutate::toml(source, CALIBRATION)),
    };
    let bytes = if source.once_in(2) { mutate::bytes(source, text.into_bytes()) } else { text.into_bytes() };
    Input::default().with(name, bytes)
}

/// Checks that errors are reported with their location, and that valid files survive writing and reading.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let Some((name, bytes)) = input.parts.first() else { return Ok(()) };
    let (path, text) = (Path::new(name), String::from_utf8_lossy(bytes));
    let lines = text.split('\n').count();
    match name.as_str() {
        "config.toml" => {
            let themes = ["dark".to_owned(), "light".to_owned()];
            let config = Config::parse(path, &text, &themes);
            for fault in &config.faults {
                let message = fault.to_string();
                ensure!(message.contains(name), "the file is not named: {message}");
            }
            reached(if config.faults.is_empty() { "configurations" } else { "with faults" });
            let shown = show(&config, &themes);
            let again = Config::parse(path, &shown, &themes);
            ensure!(again.faults.is_empty(), "what is shown is not read: {:?}: {shown}", again.faults);
            ensure!(show(&again, &themes) == shown, "shown and read, it is another: {shown}");
        }
        "session.rec" => match recording::parse(path, &text) {
            Ok(steps) => {
                reached("recordings");
                let written: String = steps.iter().map(|step| format!("{step}\n")).collect();
                let again =
                    recording::parse(path, &written).map_err(|faults| format!("{faults:?}: {written}"))?;
                let rewritten: String = again.iter().map(|step| format!("{step}\n")).collect();
                ensure!(rewritten == written, "written and read, it is another: {written}");
            }
            Err(faults) => {
                reached("refused");
                ensure!(
                    !faults.is_empty() && faults.len() <= lines,
                    "{} faults of {lines} lines",
                    faults.len()
                );
            }
        },
        "progress.json" => {
            let file = bench.folder.join("progress.json");
            std::fs::write(&file, bytes).map_err(|error| error.to_string())?;
            match Progress::change(&file, "ann", |progress| progress.try_lesson("x")) {
                Ok(()) => {
                    reached("progress");
                    let read = Progress::read(&file, "ann").map_err(|fault| fault.to_string())?;
                    ensure!(read.lesson("x").is_some_and(|taken| taken.attempts > 0), "an attempt was lost");
                }
                Err(fault) => {
                    reached("refused");
                    ensure!(fault.to_string().contains(name.as_str()), "the file is not named: {fault}");
                    let now = std::fs::read(&file).map_err(|error| error.to_string())?;
                    ensure!(&now == bytes, "a file that was refused was changed");
                }
            }
        }
        _ => match OwnCalibration::parse(name, &text, lockbench::session::VERSION) {
            Ok(_) => reached("calibrations"),
            Err(why) => {
                reached("refused");
                ensure!(!why.to_string().trim().is_empty(), "refused without a reason");
            }
        },
    }
    Ok(())
}
