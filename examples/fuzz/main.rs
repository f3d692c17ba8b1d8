//! Fuzzers: generated and damaged inputs for everything that reads input, checked for more than panics.
//!
//! ```console
//! $ cargo run --example fuzz -- --list
//! $ cargo run --release --example fuzz -- all --seed 7 --seconds 600
//! $ cargo run --example fuzz -- csv --seed 7 --from 421 --rounds 1
//! ```
//!
//! A round depends only on the seed, the target's name and its own number, so any round can be repeated.
//! A failing input is shrunk and saved below `target/fuzz`; `--replay FOLDER` checks a saved input again.
#![allow(clippy::print_stdout, reason = "a program that is run by hand says what it found")]

mod input;
mod invariants;
mod mutate;
mod run;
mod shrink;
mod source;
mod targets;
#[allow(dead_code, reason = "the suite uses more of it")]
#[path = "../../tests/suite/test_workbench.rs"]
mod test_workbench;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Fuzzes everything of lockbench that reads input.
#[derive(Debug, Parser)]
struct Args {
    /// Targets by name, or `all`
    #[arg(value_name = "TARGET", default_value = "all")]
    targets: Vec<String>,
    /// List the targets
    #[arg(long)]
    list: bool,
    /// Seed of the rounds
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The first round
    #[arg(long, value_name = "N", default_value = "0")]
    from: u64,
    /// Rounds of each target [default: the short round of each, as the continuous integration runs it]
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    rounds: Option<u64>,
    /// Seconds for each target
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Go on after a failure, and save one input of each kind
    #[arg(long)]
    keep_going: bool,
    /// Check a saved input again
    #[arg(long, value_name = "FOLDER")]
    replay: Option<PathBuf>,
    /// The program, for the targets that start it [default: lockbench beside the folder of this example]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if args.list {
        for target in targets::TARGETS {
            println!("{:<12} {}", target.name, target.about);
        }
        return ExitCode::SUCCESS;
    }
    match run::run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            println!("fuzz: {message}");
            ExitCode::from(2)
        }
    }
}
