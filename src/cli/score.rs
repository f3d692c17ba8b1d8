//! `lockbench score`: writes a report for each case and rubric.

use std::borrow::Cow;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

use crate::agree::changes::Changes;
use crate::case::{Case, Fields, GivenLabels, MalformedField, Origin, Record, is_stdin, read};
use crate::judge::QuestionSettings;
use crate::num::{counted, pluralize};
use crate::report::Decision;
use crate::session::Analyst;
use crate::text::visible::{Shape, visible};

use super::batch::{BatchPlan, BatchTotals, InputRecord, MAX_NOTES, Stopped, no_case, run as run_batch};
use super::calibration::CalibrationArgs;
use super::case_scorer::{FallbackArg, Judging, ResultOutput};
use super::destination::{Destination, OutputArgs};
use super::embedding::EmbeddingArgs;
use super::fail_on::{self, Conditions, FailOn};
use super::formats::{FORMS, ResultFormat, RunHeading, values};
use super::input::{CaseArgs, note_absent};
use super::judge_args::{JudgeArgs, UnstartedJudge};
use super::output::{Content, be_quiet, is_terminal, notify, print_error, print_note};
use super::resume::{CaseMarks, KeptFields, Resumed};
use super::selection::RubricArgs;
use super::sessions::scored::SessionCases;
use super::threads::Threads;
use super::{CliError, changes, print, rules, sidecar_labels, status};

/// Arguments of `score`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    cases: CaseArgs,
    #[command(flatten)]
    table: EmbeddingArgs,
    #[command(flatten)]
    calibrated: CalibrationArgs,
    #[command(flatten)]
    choice: RubricArgs,
    /// Labels by a person or another judge (JSON or JSON lines), matched by id; they win over the proposals. Several files may
    /// be given: of a list that several have, the last one counts
    #[arg(long, value_name = "FILE")]
    labels: Vec<PathBuf>,
    /// Score what people decided in a review session, by its rubric and readings unless others are named
    #[arg(long, value_name = "S.db", conflicts_with_all = ["files", "article", "labels", "labels_only", "beside", "map", "dry_run"])]
    session: Option<PathBuf>,
    /// The annotator whose labels count, where several gave some
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// Use the labels beside the files, in FILE.labels.json or FILE.labels.jsonl
    #[arg(long, conflicts_with = "labels")]
    beside: bool,
    /// Use given labels only: a metric whose labels are not given is missing
    #[arg(long)]
    labels_only: bool,
    /// Rules of annotators under which the engine proposes, as `sessions export --format rules` writes them
    #[arg(long, value_name = "RULES.jsonl", conflicts_with_all = ["labels_only", "session"])]
    rules: Option<PathBuf>,
    #[command(flatten)]
    asking: JudgeArgs,
    #[command(flatten)]
    fallback: FallbackArg,
    #[command(flatten)]
    run: Run,
    /// Score nothing; print how the fields of the input are understood
    #[arg(long)]
    dry_run: bool,
}

/// Arguments that say what becomes of the results.
#[derive(Debug, clap::Args)]
struct Run {
    /// Form of the results
    #[arg(long, short, value_parser = values(), default_value = FORMS[0].name)]
    format: &'static ResultFormat,
    /// Exit with 1 if a result is so: `fail` (FAIL, ERROR, and INCOMPLETE unless the case has no input for the rubric), `warn`
    /// (these and WARN), 'verdict=FAIL', 'METRIC<X' (or <=, >, >=; RUBRIC.METRIC is that of one rubric), or if the run is
    /// `worse` than --baseline in a verdict or the mean of a metric; may be given several times
    #[arg(long, value_parser = fail_on::parse, value_name = "fail|warn|worse|METRIC<X|verdict=V")]
    fail_on: Vec<FailOn>,
    /// Report what got worse since an earlier run, from its reports or scores: verdicts, metrics, caps
    #[arg(long, value_name = "OLD.jsonl")]
    baseline: Option<PathBuf>,
    /// The share of the cases that has to be in the baseline too; with fewer, exit with 2
    #[arg(long, value_name = "P%", requires = "baseline", default_value = "90%", value_parser = percent)]
    min_compared: f64,
    /// Add to a file of reports or scores what it does not have yet
    #[arg(long, value_name = "OUT")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: OutputArgs,
}

/// Parses a percentage, with or without a percent sign.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
    let percent = number.filter(|percent: &f64| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| "write a share from 0% to 100%, as in 90%".to_owned())
}

pub fn run(args: Args) -> Result<u8, CliError> {
    if args.session.is_some() {
        return session(args);
    }
    if args.by.is_some() && args.labels.is_empty() {
        return Err(CliError::usage("--by chooses among the labels of --labels or --session"));
    }
    let (origins, fields) = (args.cases.origins()?, args.cases.fields()?);
    let calibration = args.calibrated.read()?;
    let selection = args.choice.selection_by(calibration.as_deref())?;
    args.choice.note_idle_readings(&selection);
    let given = match (args.labels.as_slice(), args.beside) {
        ([], true) => sidecar_labels::read(&origins)?,
        ([], false) => {
            sidecar_labels::report(&origins);
            None
        }
        (labels, _) => given(labels, &origins, args.by.as_deref())?,
    };
    if args.dry_run {
        return dry_run(&origins, &fields);
    }
    let judge = args.asking.settings()?.map(|settings| {
        let questions = QuestionSettings::new(selection.rubrics(), settings.identity());
        UnstartedJudge { settings, questions }
    });
    let labels = given.clone();
    let judging = Judging {
        wanted: selection.wanted(),
        selection,
        given,
        own_beside: args.beside,
        labels_only: args.labels_only,
        rules: args.rules.as_deref().map(rules::read).transpose()?.unwrap_or_default(),
        judge: judge.as_ref().map(|judge| judge.settings.mark()),
        fallback: args.fallback.fallback,
        session: false,
    };
    let embedding = args.table.read()?;
    let set = move |plan: BatchPlan| BatchPlan { origins, fields, embedding, calibration, judge, ..plan };
    args.run.score(judging, labels.as_deref(), set)
}

/// Scores people's decisions in a session.
fn session(args: Args) -> Result<u8, CliError> {
    let Some(path) = &args.session else { return Ok(status::SUCCESS) };
    if args.asking.settings()?.is_some() {
        return Err(CliError::usage("--session scores what people decided, and asks no judge")
            .hint("`lockbench review --session S.db --judge COMMAND` asks one beside them"));
    }
    let embedding = args.table.read()?;
    let mut scored = SessionCases::open(path, args.by.as_deref(), Analyst::new(embedding.clone()))?;
    let calibration = args.calibrated.read_for(path, scored.calibration()?.as_deref())?;
    let mut choice = args.choice;
    choice.take_over(&scored.line()?);
    let selection = choice.selection_by(calibration.as_deref())?;
    let wanted = selection.wanted();
    // The session contains all proposals, so nothing is proposed again.
    let judging = Judging {
        selection,
        wanted,
        given: None,
        own_beside: false,
        labels_only: true,
        rules: Vec::new(),
        judge: None,
        fallback: None,
        session: true,
    };
    let records: Option<Box<dyn Iterator<Item = Record> + Send>> = Some(Box::new(scored));
    let set = move |plan: BatchPlan| BatchPlan { records, embedding, calibration, ..plan };
    args.run.score(judging, None, set)
}

impl Run {
    /// Scores a batch whose input `set` defines; returns the exit status.
    fn score(
        &self,
        judging: Judging,
        labels: Option<&GivenLabels>,
        set: impl FnOnce(BatchPlan) -> BatchPlan,
    ) -> Result<u8, CliError> {
        if self.output.file.quiet {
            be_quiet();
        }
        self.check(labels)?;
        let mut destination = self.destination()?;
        let judging = Arc::new(judging);
        let output = self.result_output(&judging)?;
        let baseline =
            self.baseline.as_deref().map(|path| changes::against(path, &judging.selection)).transpose()?;
        let conditions = output.conditions.clone();
        let resumed = self.resumed(&judging, &conditions, baseline.is_some())?;
        let framing = (self.format.framing)(&output.heading);
        let mut plan = set(BatchPlan {
            baseline,
            min_compared: self.min_compared,
            threads: self.threads.count(),
            ..BatchPlan::new(framing)
        });
        plan.out = destination.file()?;
        let resumed = resumed.map(|(resumed, file)| {
            (plan.out, plan.done) = (Some(file), Some(Arc::clone(&resumed.done)));
            resumed
        });
        let work =
            move |engine: &mut _, found, entry: &InputRecord| judging.results(&output, engine, found, entry);
        let begun = Instant::now();
        let tally = run_batch(plan, Arc::new(work)).map_err(|error| match &self.resume {
            Some(path) => {
                CliError::usage(format!("--resume {}: cannot write the results: {error}", path.display()))
                    .hint("what is written already is kept; run the command again")
            }
            None => destination.failed(&error),
        })?;
        destination.end(tally.stopped.is_some(), tally.results)?;
        if self.output.verbose {
            notify(&tally.summary(begun.elapsed()));
        }
        if let (Some(path), Some(resumed)) = (&self.resume, &resumed) {
            end_resumed(path, resumed, &tally)?;
        }
        // If nothing was judged, the run fails, and says so.
        if tally.stopped.is_none() && tally.judged > 0 {
            conditions.without_effect().for_each(print_note);
        }
        self.end(&tally, labels)
    }

    /// Opens the destination. Binary formats are refused on a terminal.
    fn destination(&self) -> Result<Destination, CliError> {
        let destination = Destination::open(self.output.file.output.as_deref())?;
        if self.format.binary && is_terminal() && matches!(destination, Destination::Stdout) {
            let message = format!("--format {} is nothing that a terminal can show", self.format.name);
            return Err(CliError::usage(message).hint("write it to a file, as in `> scores.parquet`"));
        }
        Ok(destination)
    }

    /// Returns the format of the results and the conditions that make them fail.
    fn result_output(&self, judging: &Judging) -> Result<ResultOutput, CliError> {
        let rubrics: Vec<_> = judging
            .selection
            .rubrics()
            .map(|(entry, rubric)| (entry.slug, rubric.docs().metrics.iter().map(|(key, _)| *key).collect()))
            .collect();
        let conditions = Conditions::new(&self.fail_on, &rubrics)?;
        let mut heading = RunHeading::new(&judging.selection);
        heading.tests = conditions.or_verdicts(self.baseline.is_some());
        heading.compares = self.baseline.is_some();
        Ok(ResultOutput { form: self.format, heading, conditions })
    }

    /// Opens the file of the run to be continued; returns its results and the file, positioned for
    /// appending.
    fn resumed(
        &self,
        judging: &Arc<Judging>,
        conditions: &Conditions,
        compares: bool,
    ) -> Result<Option<(Resumed, File)>, CliError> {
        let Some(path) = &self.resume else { return Ok(None) };
        let (by, of) = (Arc::clone(judging), Arc::clone(judging));
        let marks = CaseMarks {
            judge: Box::new(move |case| by.expected_mark(case)),
            measured: Box::new(move |case, rubric| of.measured(case, rubric)),
        };
        let keep = KeptFields { conditions, scored: compares };
        Resumed::open(path, self.format, &judging.selection, marks, &keep).map(Some)
    }

    /// Prints the changes compared with the baseline, and the failures; returns the exit status.
    fn end(&self, tally: &BatchTotals, labels: Option<&GivenLabels>) -> Result<u8, CliError> {
        let few = tally.changes.as_ref().and_then(|changes| changes::too_few(changes, self.min_compared));
        let few = few.filter(|_| tally.stopped.is_none());
        if let Some(changes) = tally.changes.as_ref().filter(|_| few.is_none()) {
            changes::print(changes);
        }
        let status = finish(tally, labels, &self.fail_on);
        few.map_or(Ok(status), Err)
    }

    /// Fails if options contradict each other.
    fn check(&self, labels: Option<&GivenLabels>) -> Result<(), CliError> {
        if self.output.file.output.is_some() && self.resume.is_some() {
            return Err(
                CliError::usage("--resume appends to its own file; -o names another").hint("leave one out")
            );
        }
        if self.fail_on.contains(&FailOn::Worse) && self.baseline.is_none() {
            return Err(CliError::usage("--fail-on worse compares with an earlier run")
                .hint("name its reports or scores with --baseline"));
        }
        if self.resume.is_none() {
            return Ok(());
        }
        if labels.is_some_and(GivenLabels::has_lone) {
            let message = "--resume: the labels do not say of which case they are";
            return Err(CliError::usage(message).hint("give them an `id`"));
        }
        if !self.format.resumes {
            let lines: Vec<_> = FORMS.iter().filter(|form| form.resumes).map(|form| form.name).collect();
            let message =
                format!("--resume works with {} only, not with {}", lines.join(" and "), self.format.name);
            return Err(CliError::usage(message)
                .hint(format!("write --format {}, or leave --resume out", lines.join(" or "))));
        }
        Ok(())
    }
}

/// Sorts the results of a continued run, and reports how many are new.
fn end_resumed(path: &Path, resumed: &Resumed, tally: &BatchTotals) -> Result<(), CliError> {
    if tally.stopped.is_none() {
        resumed.settle()?;
    }
    let (done, new, path) = (tally.done, tally.results, path.display());
    let again = resumed.done().message().map(|message| format!("; {message}")).unwrap_or_default();
    notify(&format!("{path}: {} written, {done} there already{again}", pluralize(new, "result")));
    Ok(())
}

/// Reads labels from files.
pub fn given(
    paths: &[PathBuf],
    origins: &[Origin],
    by: Option<&str>,
) -> Result<Option<Arc<GivenLabels>>, CliError> {
    if paths.is_empty() {
        return Ok(None);
    }
    let stdin = paths.iter().filter(|path| is_stdin(path)).count();
    if stdin > 1 {
        return Err(CliError::usage("--labels - is given twice; standard input can be read once"));
    }
    if stdin > 0 && origins.iter().any(Origin::reads_stdin) {
        return Err(CliError::usage("cases and labels cannot both come from standard input")
            .hint("name a file for one of them"));
    }
    let hint = "nothing was scored; label files hold objects as `lockbench labels` writes them";
    let read = GivenLabels::several(paths, by).map_err(|error| CliError::usage(error).hint(hint))?;
    Ok(Some(Arc::new(read)))
}

/// Reports failures; returns the exit status.
pub fn finish(tally: &BatchTotals, labels: Option<&GivenLabels>, fail_on: &[FailOn]) -> u8 {
    if let Some(labels) = labels
        && let Some(first) = labels.first_unmatched()
    {
        let (unmatched, known) = (labels.unmatched(), labels.len());
        print_note(format!(
            "{unmatched} of {} of labels matched no case by its id (first: {first})",
            counted(known, "set")
        ));
    }
    let broken = labels.map(GivenLabels::broken).unwrap_or_default();
    for error in broken.iter().take(MAX_NOTES) {
        print_error(&format!("{error}; the other labels are used"));
    }
    if broken.len() > MAX_NOTES {
        print_error(&format!("{} of labels cannot be read", counted(broken.len() - MAX_NOTES, "more set")));
    }
    if tally.errors > 0 {
        let (are, results) =
            if tally.errors == 1 { ("is an error", "result") } else { ("are errors", "results") };
        print_error(&format!(
            "{} {results} of {} {are}; each says what is wrong and where",
            tally.errors, tally.results
        ));
    }
    if let (Some(many), Some(first)) = (tally.verdicts.get(&Decision::Error), &tally.first_fault) {
        let (have, all) = (if *many == 1 { "has" } else { "have" }, counted(tally.results, "result"));
        print_note(format!("{many} of {all} {have} the verdict ERROR (first: {first})"));
    }
    if let Some(stopped) = &tally.stopped {
        notify(&stopped_at(stopped, tally.records));
    } else if !fail_on.is_empty() && tally.judged == 0 && tally.errors == 0 {
        print_note("nothing that --fail-on looks at was judged, so it fails");
    }
    if tally.fails > 0 {
        let (fail, first) = (if tally.fails == 1 { "fails" } else { "fail" }, &tally.first_failed);
        let first = first.as_ref().map_or_else(String::new, |first| format!(" (first: {first})"));
        notify(&format!(
            "{} of {} {fail} by --fail-on{first}",
            pluralize(tally.fails, "result"),
            tally.results + tally.done
        ));
    }
    let worse = || tally.changes.as_ref().is_some_and(Changes::is_worse);
    // If nothing was judged, nothing has passed.
    let bad = !fail_on.is_empty()
        && (tally.judged == 0 || tally.fails > 0 || fail_on.contains(&FailOn::Worse) && worse());
    match &tally.stopped {
        Some(stopped) => stopped.status,
        None if tally.errors > 0 || !broken.is_empty() => status::UNSCORED,
        None if bad => status::FAIL_ON,
        None => status::SUCCESS,
    }
}

/// Describes where the results end in the input.
fn stopped_at(stopped: &Stopped, records: usize) -> String {
    let done = match (records, &stopped.last) {
        (1, Some(last)) => format!("1 record was scored, {}:{}", last.file, last.line),
        (many, Some(last)) => {
            format!("{many} records were scored, the last of them {}:{}", last.file, last.line)
        }
        (_, None) => "nothing was scored".to_owned(),
    };
    let rest = match &stopped.next {
        Some(next) => format!("; the rest, from {}:{} on, was not", next.file, next.line),
        None => "; what follows was not".to_owned(),
    };
    format!("stopped: {done}{rest}")
}

/// Prints which field was read as what: a line for each file, and another wherever the mapping changes.
fn dry_run(origins: &[Origin], fields: &Fields) -> Result<u8, CliError> {
    let mut errors = 0;
    for origin in origins {
        let (mut before, mut cases, mut name) = (None, 0, None);
        for record in read(origin, &Arc::new(AtomicUsize::new(0))) {
            record.note.iter().for_each(print_note);
            let place = record.place.clone();
            name = Some(place.file.to_string());
            match record.cases(fields) {
                Ok(found) => {
                    cases += found.cases.len();
                    let now = FieldMapping::new(found.from, found.cases.first());
                    if before.as_ref() != Some(&now) {
                        print(&Content::text(taken(&place.to_string(), &now)))?;
                        before = Some(now);
                    }
                }
                Err(problem) => {
                    errors += 1;
                    print(&Content::text(format!("{}\n", line(&problem.to_string()))))?;
                }
            }
        }
        match name {
            Some(name) => {
                print(&Content::text(format!("{}: {}\n", line(&name), counted(cases, "case"))))?;
            }
            None => notify(&format!("note: {}", no_case(origin))),
        }
    }
    note_absent(fields);
    Ok(if errors > 0 { status::UNSCORED } else { status::SUCCESS })
}

/// The fields from which a record was read.
#[derive(PartialEq)]
struct FieldMapping {
    /// Fields of the case, each with the name under which it was found.
    from: Vec<(&'static str, String)>,
    /// Unused fields.
    kept: Vec<String>,
    /// Fields that could not be read, with reasons.
    wrong: Vec<MalformedField>,
}

impl FieldMapping {
    fn new(from: Vec<(&'static str, String)>, case: Option<&Case>) -> FieldMapping {
        let Some(case) = case else { return FieldMapping { from, kept: Vec::new(), wrong: Vec::new() } };
        let wrong = case.malformed.clone();
        let unread = |key: &&str| !wrong.iter().any(|one| one.key == *key);
        FieldMapping { from, kept: case.extra.keys().filter(unread).map(str::to_owned).collect(), wrong }
    }
}

fn taken(place: &str, FieldMapping { from, kept, wrong }: &FieldMapping) -> String {
    let mut text = format!("{}\n", line(place));
    if from.is_empty() {
        text.push_str("  article and summary are text files\n");
    }
    for (field, name) in from {
        text.push_str(&format!("  {field:<18} <- {}\n", line(name)));
    }
    for MalformedField { field, reason, .. } in wrong {
        text.push_str(&format!("  {field:<18} is not read: {}\n", line(&reason.to_string())));
    }
    if !kept.is_empty() {
        text.push_str(&format!("  kept as they are: {}\n", line(&kept.join(", "))));
    }
    text
}

/// Puts a name or a reason on one line.
fn line(text: &str) -> Cow<'_, str> {
    visible(text, Shape::Line)
}
