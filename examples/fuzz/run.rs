//! Runs the rounds of the targets: builds an input, checks it, and reports how to repeat a failure.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::Args;
use crate::input::Input;
use crate::invariants::counted;
use crate::shrink::shrink;
use crate::source::{Corpus, Source};
use crate::targets::{TARGETS, Target};

/// How long one round may take before it is reported as hanging.
const HANGS: Duration = Duration::from_secs(120);

/// The folder that a target may write to, and the program that it may start.
pub struct Bench {
    /// A folder for this run only.
    pub folder: PathBuf,
    /// The program.
    pub program: PathBuf,
}

/// Messages of panics, from any thread.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The current check, for the thread that watches for hanging rounds.
type Now = Arc<Mutex<Option<(Instant, String, Input)>>>;

/// Runs the requested targets; returns whether nothing failed.
///
/// # Errors
/// If it cannot begin: what is missing.
pub fn run(args: &Args) -> Result<bool, String> {
    let targets = chosen(&args.targets)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program = args.program.clone().map_or_else(beside, Ok)?;
    let bench = Bench { folder: folder.path().to_owned(), program };
    if targets.iter().any(|target| target.starts_program) && !bench.program.is_file() {
        return Err(format!("{} is missing; build it with `cargo build`", bench.program.display()));
    }
    std::panic::set_hook(Box::new(|panic| {
        // A library's panic that is caught and reported as an error of the file is not a failure.
        if lockbench::case::panics_are_caught() {
            return;
        }
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let what = panic.payload_as_str().unwrap_or("a panic");
        // Records where in this program it came from, since the location may be in a library.
        let trace = std::backtrace::Backtrace::force_capture().to_string();
        let ours =
            trace.lines().find_map(|line| line.split_once("lockbench::").map(|(_, name)| name.to_owned()));
        let place = format!("{place} in {}", ours.unwrap_or_default());
        PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(format!("panic at {place}: {what}"));
    }));
    if let Some(saved) = &args.replay {
        let input = Input::load(saved).map_err(|error| format!("{}: {error}", saved.display()))?;
        let [target] = targets.as_slice() else { return Err("--replay needs the name of one target".into()) };
        return Ok(match checked(target, &input, &bench) {
            Ok(()) => {
                println!("{} holds", target.name);
                true
            }
            Err(reason) => {
                println!("FAILED {}: {reason}", target.name);
                false
            }
        });
    }
    let corpus = Corpus::read().map_err(|error| format!("the samples: {error}"))?;
    let now = Now::default();
    watch(Arc::clone(&now));
    let mut fine = true;
    for target in targets {
        fine &= rounds(target, args, &corpus, &bench, &now);
    }
    Ok(fine)
}

fn chosen(names: &[String]) -> Result<Vec<&'static Target>, String> {
    if names.iter().any(|name| name == "all") {
        return Ok(TARGETS.iter().collect());
    }
    let find = |name: &String| {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        let found = TARGETS.iter().find(|target| target.name == name);
        found.ok_or_else(|| format!("no target is called {name}; there are {}", known.join(", ")))
    };
    names.iter().map(find).collect()
}

/// Returns the program built with this example.
fn beside() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let built = own.parent().and_then(Path::parent).unwrap_or(Path::new("."));
    Ok(built.join(format!("lockbench{}", std::env::consts::EXE_SUFFIX)))
}

fn rounds(target: &Target, args: &Args, corpus: &Corpus, bench: &Bench, now: &Now) -> bool {
    let begun = Instant::now();
    let (mut failures, mut kinds) = (0_u64, HashSet::new());
    let mut round = args.from;
    loop {
        let more = match args.seconds {
            Some(seconds) => begun.elapsed() < Duration::from_secs(seconds),
            None => round - args.from < args.rounds.unwrap_or(target.rounds),
        };
        if !more {
            break;
        }
        let Some(input) = made(target, args.seed, round, corpus) else { return false };
        let name = format!("{} --seed {} --from {round} --rounds 1", target.name, args.seed);
        *lock(now) = Some((Instant::now(), name, input.clone()));
        let outcome = checked(target, &input, bench);
        *lock(now) = None;
        if let Err(reason) = outcome {
            failures += 1;
            // One failure of each kind is enough.
            if kinds.insert(kind(&reason)) {
                report(target, args.seed, round, &input, &reason, bench);
            }
            if !args.keep_going {
                break;
            }
        }
        round += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let count = round - args.from;
    println!("{:<12} {count:>6} rounds, {failures} failures, {seconds:.1} s{}", target.name, counted());
    failures == 0
}

/// Builds the input of a round; `None`, with a message, if building it panics.
fn made(target: &Target, seed: u64, round: u64, corpus: &Corpus) -> Option<Input> {
    lock(&PANICS).clear();
    let mut source = Source::new(seed_of(seed, target.name, round), corpus);
    let made = catch_unwind(AssertUnwindSafe(|| (target.make)(&mut source)));
    if made.is_err() {
        let panics = lock(&PANICS);
        println!("FAILED {}, seed {seed}, round {round}: the input cannot be made: {panics:?}", target.name);
    }
    made.ok()
}

/// Returns a round's own seed, the same on every machine (FNV-1a).
fn seed_of(seed: u64, target: &str, round: u64) -> u64 {
    let bytes = [seed.to_le_bytes(), round.to_le_bytes()].concat().into_iter().chain(target.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Returns what failures of one kind have in common: the unquoted letters of the first line.
fn kind(reason: &str) -> String {
    let line = reason.lines().next().unwrap_or_default();
    line.split(['"', '`']).step_by(2).flat_map(str::chars).filter(|c| c.is_alphabetic()).take(60).collect()
}

/// Checks an input; a panic in any thread is a failure.
fn checked(target: &Target, input: &Input, bench: &Bench) -> Result<(), String> {
    lock(&PANICS).clear();
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.check)(input, bench)));
    if let Some(panic) = lock(&PANICS).first() {
        return Err(panic.clone());
    }
    outcome.unwrap_or_else(|_| Err("a panic".to_owned()))
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn report(target: &Target, seed: u64, round: u64, input: &Input, reason: &str, bench: &Bench) {
    let alike = kind(reason);
    let mut fails = |smaller: &Input| checked(target, smaller, bench).is_err_and(|why| kind(&why) == alike);
    let small = shrink(input.clone(), &mut fails);
    let folder = saved(target.name, seed, round);
    let reason = checked(target, &small, bench).err().unwrap_or_else(|| reason.to_owned());
    println!("FAILED {}, seed {seed}, round {round}: {}", target.name, reason.escape_debug());
    match small.save(&folder) {
        Ok(()) => println!("  input  {} ({} bytes of {})", folder.display(), small.len(), input.len()),
        Err(error) => println!("  the input could not be saved: {error}"),
    }
    println!("  again  cargo run --example fuzz -- {} --replay {}", target.name, folder.display());
    println!("  whole  cargo run --example fuzz -- {} --seed {seed} --from {round} --rounds 1", target.name);
}

fn saved(target: &str, seed: u64, round: u64) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/fuzz").join(format!("{target}-{seed}-{round}"))
}

/// Ends the run if a round hangs.
fn watch(now: Now) {
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_secs(1));
            let current = lock(&now);
            let Some((since, name, input)) = &*current else { continue };
            if since.elapsed() > HANGS {
                let folder = saved("hangs", 0, 0);
                let _ = input.save(&folder);
                println!("FAILED: a round takes more than {} s", HANGS.as_secs());
                println!("  input  {}", folder.display());
                println!("  whole  cargo run --example fuzz -- {name}");
                std::process::exit(1);
            }
        }
    });
}
