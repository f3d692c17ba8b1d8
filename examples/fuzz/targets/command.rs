//! The command line: arguments and files of every kind.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lockbench::case::{Fields, Origin, read};
use lockbench::rubric::{READINGS, RUBRICS};
use lockbench::schema::FileFormat;
use serde_json::Value;

use super::json::lines;
use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, clean, follows, is_error, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Longest run time of the program.
const PATIENCE: Duration = Duration::from_secs(90);
/// Placeholder in arguments for the folder of the files.
const HERE: &str = "{here}";

/// Builds files, arguments that name them, known and unknown options, and standard input.
pub fn make(source: &mut Source) -> Input {
    let count = source.below(4);
    let mut cases: Vec<Value> = (0..count).map(|_| source.case()).collect();
    for case in &mut cases {
        let [article, summary] = source.pair(2);
        (case["article"], case["summary"]) = (article.into(), summary.into());
        mutate::json(source, case);
        if let Some(fields) = case.as_object_mut() {
            fields.insert("human".to_owned(), source.json(0));
        }
    }
    let text = mutate::bytes(source, lines(&cases).into_bytes());
    let corpus = source.corpus;
    let mut judged = source.one(&corpus.judged).clone();
    mutate::json(source, &mut judged);
    let rubric = *source.one(&corpus.rubrics);
    let rubric = mutate::toml(source, rubric);
    let wrapper = serde_json::json!({"id": cases.first().map(|case| case["id"].clone()), "by": source.name(), "labels": source.json(3)});
    let cases_from = if source.once_in(8) { "-" } else { "{here}/cases.jsonl" };
    let mut args: Vec<String> = Vec::new();
    let mut say = |words: &[&str]| args.extend(words.iter().map(|word| (*word).to_owned()));
    let forms: &[&str] = match source.below(16) {
        0..8 => {
            say(&["score", cases_from]);
            scoring(source, &mut args);
            &["jsonl", "json", "text"]
        }
        8..10 => {
            say(&["labels", cases_from]);
            &["jsonl", "json"]
        }
        10..12 => {
            say(&["audit", "{here}/judged.jsonl"]);
            option(source, &mut args, &["--cases", "{here}/cases.jsonl"]);
            &["jsonl", "json", "text"]
        }
        12..14 => {
            let human = if source.once_in(4) { source.name() } else { "human".to_owned() };
            say(&["agree", cases_from, "--resamples", "5", "--human", &human]);
            option(source, &mut args, &["--plot"]);
            &["text", "json", "md"]
        }
        14 => {
            let name = source.name();
            say(&["explain", source.pick(&["coverage", "judge-lock", "edge", &name])]);
            &["text", "md"]
        }
        _ => {
            let command =
                source.pick(&["rubric list", "rubric show", "schema", "completions", "man", "themes list"]);
            say(&command.split(' ').collect::<Vec<_>>());
            let name = source.name();
            let name = source.pick(&["judge-lock", "report", "bash", &name]);
            option(source, &mut args, &[name]);
            &["nosuch"]
        }
    };
    let form = source.pick(forms);
    option(source, &mut args, &["--format", form]);
    if source.once_in(16) {
        let (at, odd) = (1 + source.below(args.len()), source.name());
        args.insert(at, format!("{}{odd}", source.pick(&["", "-", "--", "--format="])));
    }
    let args: Vec<String> = args.iter().map(|arg| arg.replace('\0', "")).collect();
    Input::default()
        .with_list("args", &args)
        .with("cases.jsonl", text)
        .with("judged.jsonl", mutate::bytes(source, judged.to_string().into_bytes()))
        .with("rubric.toml", rubric)
        .with("labels.json", mutate::bytes(source, wrapper.to_string().into_bytes()))
}

/// Adds options of `score`, each with a probability of one half.
fn scoring(source: &mut Source, args: &mut Vec<String>) {
    let rubric = if source.once_in(4) { "all" } else { source.one(RUBRICS).slug };
    option(source, args, &["--rubric", rubric]);
    let reading = source.one(READINGS);
    let value = source.pick(reading.values);
    option(source, args, &["--reading", &format!("{}={value}", reading.key)]);
    for options in [
        &["--literal"][..],
        &["--labels-only"],
        &["--dry-run"],
        &["--fail-on", "warn"],
        &["--labels", "{here}/labels.json"],
        &["--rubric-file", "{here}/rubric.toml"],
    ] {
        if source.once_in(3) {
            option(source, args, options);
        }
    }
    if source.once_in(6) {
        let map = format!("{}={}", source.key(), source.name());
        option(source, args, &["--map", &map]);
    }
}

fn option(source: &mut Source, args: &mut Vec<String>, parts: &[&str]) {
    if source.once_in(2) {
        args.extend(parts.iter().map(|part| (*part).to_owned()));
    }
}

/// The result of a run.
pub struct Ran {
    /// Exit status.
    pub status: Option<i32>,
    /// Content of stdout.
    pub out: String,
    /// Content of stderr.
    pub err: String,
}

/// Checks that the status is a documented one, that both streams are clean, that results follow their
/// schema, that every record has one, and that a second run gives the same output.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let folder = bench.folder.join("command");
    input.save(&folder).map_err(|error| error.to_string())?;
    let here = folder.to_string_lossy();
    let args: Vec<String> = input.list("args").iter().map(|arg| arg.replace(HERE, &here)).collect();
    // Without a command, the workbench would use the terminal.
    let commands =
        ["score", "labels", "audit", "agree", "explain", "rubric", "schema", "completions", "man", "themes"];
    if !args.first().is_some_and(|first| commands.contains(&first.as_str())) {
        return Ok(());
    }
    let ran = start(&bench.program, &args, input.bytes("cases.jsonl"))?;
    ensure!(matches!(ran.status, Some(0..=3)), "the status is {:?}: {}", ran.status, ran.err);
    reached(match ran.status {
        Some(0) => "status 0",
        Some(1) => "status 1",
        Some(2) => "status 2",
        _ => "status 3",
    });
    clean("stderr", &ran.err)?;
    clean("stdout", &ran.out.replace('\t', " "))?;
    ensure!(!ran.err.contains("a defect of lockbench"), "{}", ran.err);
    ensure!(!ran.out.contains("a defect of lockbench"), "{}", ran.out);
    if args[0] == "score" || args[0] == "labels" || args[0] == "audit" {
        results_hold(&args, &ran, &folder)?;
    }
    let again = start(&bench.program, &args, input.bytes("cases.jsonl"))?;
    ensure!((again.status, &again.out) == (ran.status, &ran.out), "a second run says otherwise");
    Ok(())
}

/// Starts the program and waits for its end.
///
/// # Errors
/// If it cannot be started, does not end, or its output is not UTF-8.
pub fn start(program: &Path, args: &[String], stdin: &[u8]) -> Result<Ran, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut child = Command::new(program)
        .args(args)
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let (mut input, bytes) = (child.stdin.take(), stdin.to_vec());
    std::thread::spawn(move || input.as_mut().map(|input| input.write_all(&bytes)));
    let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
    let drain = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            stream.map(|mut stream| stream.read_to_end(&mut bytes));
            bytes
        })
    };
    let out = drain(out.take().map(|stream| Box::new(stream) as _));
    let err = drain(err.take().map(|stream| Box::new(stream) as _));
    let end = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait().map_err(failed)? {
            Some(status) => break status,
            None if Instant::now() > end => {
                let _ = child.kill();
                return Err(format!("{args:?} takes more than {} s", PATIENCE.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|_| "a stream is not UTF-8".to_owned());
    let joined = |thread: std::thread::JoinHandle<Vec<u8>>| thread.join().unwrap_or_default();
    Ok(Ran { status: status.code(), out: text(joined(out))?, err: text(joined(err))? })
}

/// Checks the results of `score`, `labels` and `audit` in their format.
fn results_hold(args: &[String], ran: &Ran, folder: &Path) -> Outcome {
    let given = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
    let form = given("--format").map_or("jsonl", String::as_str);
    if ran.status == Some(2)
        || args.iter().any(|arg| arg == "--dry-run" || arg.contains("help") || arg == "-h")
    {
        ensure!(ran.status != Some(2) || ran.out.is_empty(), "a usage error with results: {}", ran.out);
        return Ok(());
    }
    let values: Vec<Value> = match form {
        "jsonl" => {
            let parsed = ran
                .out
                .lines()
                .map(|line| serde_json::from_str(line).map_err(|why| format!("{why}: {line}")));
            parsed.collect::<Result<_, _>>()?
        }
        "json" => match serde_json::from_str(&ran.out).map_err(|why| format!("{why}: {}", ran.out))? {
            Value::Array(values) => values,
            value => vec![value],
        },
        _ => return Ok(()),
    };
    let format = match args[0].as_str() {
        "labels" => FileFormat::Labels,
        "audit" => FileFormat::Audit,
        _ => FileFormat::Report,
    };
    for value in values.iter().filter(|value| !is_error(value)) {
        follows(format, value)?;
    }
    if args[0] == "audit" || args.iter().any(|arg| arg == "-" || arg.contains("map")) {
        return Ok(());
    }
    let origin = Origin::File(folder.join("cases.jsonl"));
    let per_record =
        |outcome: Result<lockbench::case::RecordCases, _>| outcome.map_or(1, |found| found.cases.len());
    let cases: usize = read(&origin, &std::sync::Arc::default())
        .map(|record| per_record(record.cases(&Fields::default())))
        .sum();
    ensure!(values.len() >= cases, "{} results of {cases} cases", values.len());
    let errors = values.iter().filter(|value| is_error(value)).count();
    ensure!((errors > 0) == (ran.status == Some(3)), "{errors} errors, and the status is {:?}", ran.status);
    Ok(())
}
