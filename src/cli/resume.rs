//! `score --resume OUT`: keeps the results of an earlier run, appends missing ones, and replaces outdated
//! ones.
//!
//! A result is done if it has the id and rubric of a case of the input, the same texts, and the signature
//! that this run would give it. If several cases agree in all of this, as many are done as the file has
//! results. All other results are appended. At the end of a complete run, replaced lines are removed and
//! the results are put in the order of the input, as a fresh run writes them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::agree::changes::RunResult;
use crate::case::{Case, CaseError, FileLocation, RecordCases, Texts, is_stdin};
use crate::engine::Selection;
use crate::files::{self, Temporary, folder_of};
use crate::num::pluralize;

use super::CliError;
use super::changes::{Earlier, MAX_RESULT, too_long};
use super::destination;
use super::fail_on::Conditions;
use super::formats::ResultFormat;
use super::output::print_note;

/// The results file of a continued run.
#[derive(Debug)]
pub struct Resumed {
    path: PathBuf,
    pub done: SharedDone,
}

/// The earlier results, shared by the thread that reads the cases and the one that ends the run.
pub type SharedDone = Arc<Mutex<DoneResults>>;

/// Returns the part of the signature that names the judge of a case; `None` if nobody judges it.
pub type JudgeMark = dyn Fn(&Case) -> Option<String> + Send;
/// Returns the part of the signature that identifies the measurements of a case that a rubric reads.
pub type MeasuredMark = dyn Fn(&Case, &str) -> String + Send;

/// Computes the parts of this run's signatures that depend on the case.
pub struct CaseMarks {
    pub judge: Box<JudgeMark>,
    /// The measurements that a rubric reads.
    pub measured: Box<MeasuredMark>,
}

/// The results in the file of an earlier run.
pub struct DoneResults {
    lines: Vec<DoneLine>,
    /// The lines for an id and rubric that no case of the input has taken yet, in reverse order.
    names: FxHashMap<(String, String), Vec<u32>>,
    rubrics: Vec<&'static str>,
    marks: CaseMarks,
    /// The offset at which the results of this run begin.
    end: u64,
    /// Number of results of the input so far, done or not.
    results: usize,
    /// Numbers of the results that are not done.
    fresh: Vec<usize>,
    /// Why results of the file do not count as done.
    again: RemadeCounts,
}

#[derive(Debug)]
struct DoneLine {
    at: u64,
    length: u64,
    what: ResultSource,
    /// Whether `--fail-on` can judge it.
    judged: bool,
    /// Whether it meets a condition of `--fail-on`.
    fails: bool,
    /// Its numbers, if results are compared.
    scored: Option<Box<RunResult>>,
    state: LineState,
}

/// The input that an earlier result was computed from.
#[derive(Debug, PartialEq)]
enum ResultSource {
    /// A case, identified by its texts, measurements and judge.
    Case { input: Option<String>, measured: String, mark: String },
    /// A case scored under other rules.
    OtherRules,
    /// A case that could not be scored.
    Error,
    /// A case of this run that nobody judges; no earlier result is its.
    Unjudged,
}

/// The state of a line of the earlier run.
#[derive(Clone, Copy, Debug, PartialEq)]
enum LineState {
    /// No case of the input matches it so far.
    Unknown,
    /// It is the result with this number.
    Done(usize),
    /// A result of this run replaces it.
    Replaced,
}

/// What to keep of each earlier result.
#[derive(Debug)]
pub struct KeptFields<'a> {
    /// The conditions to test it on.
    pub conditions: &'a Conditions,
    /// Whether to keep its numbers for a comparison.
    pub scored: bool,
}

/// How many results are scored again, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RemadeCounts {
    inputs: usize,
    rules: usize,
    judges: usize,
    errors: usize,
}

impl std::fmt::Debug for DoneResults {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Done").field("lines", &self.lines).finish_non_exhaustive()
    }
}

impl DoneLine {
    /// Creates the entry of an earlier result from its offset and length in the file.
    fn new(earlier: Earlier, (at, length): (u64, u64), selection: &Selection, keep: &KeptFields) -> DoneLine {
        let what = match earlier.decision() {
            None => ResultSource::Error,
            Some(_) if earlier.differs(selection).is_some() => ResultSource::OtherRules,
            Some(_) => ResultSource::Case {
                input: earlier.input().map(str::to_owned),
                measured: earlier.measured(),
                mark: earlier.mark(),
            },
        };
        let facts = earlier.facts();
        DoneLine {
            at,
            length,
            what,
            judged: facts.as_ref().is_some_and(|facts| keep.conditions.judges(facts)),
            fails: facts.is_some_and(|facts| keep.conditions.failed(&facts).is_some()),
            scored: keep.scored.then(|| Box::new(earlier.scored())),
            state: LineState::Unknown,
        }
    }
}

impl Resumed {
    /// Reads the earlier results; a missing file is created. An incomplete last line is removed. Returns
    /// the file, positioned for appending.
    ///
    /// # Errors
    /// If the file cannot be read or written, or a line is not a result or has another format.
    pub fn open(
        path: &Path,
        form: &ResultFormat,
        selection: &Selection,
        marks: CaseMarks,
        keep: &KeptFields,
    ) -> Result<(Resumed, File), CliError> {
        if is_stdin(path) {
            return Err(refused(path, ": results are appended to a file").hint("name a file"));
        }
        let failed = unusable(path);
        let mut file = files::open_or_create(path).map_err(&failed)?;
        if !file.metadata().map_err(&failed)?.is_file() {
            return Err(refused(path, ": not a file; results are appended to a file"));
        }
        let mut done = DoneResults::new(selection.slugs().to_vec(), marks);
        done.read(path, &mut file, form, selection, keep)?;
        file.set_len(done.end).and_then(|()| file.seek(SeekFrom::Start(done.end))).map_err(failed)?;
        for lines in done.names.values_mut() {
            lines.reverse();
        }
        Ok((Resumed { path: path.to_owned(), done: Arc::new(Mutex::new(done)) }, file))
    }

    pub fn done(&self) -> MutexGuard<'_, DoneResults> {
        lock(&self.done)
    }

    /// Ends a complete run: removes replaced lines and sorts the results in the order of the input.
    ///
    /// # Errors
    /// If the file cannot be written. It then contains the old and the new results, and a later run uses
    /// the new ones.
    pub fn settle(&self) -> Result<(), CliError> {
        let done = self.done();
        if done.is_settled() {
            return Ok(());
        }
        done.rewrite(&self.path).map_err(unusable(&self.path))
    }
}

/// Returns the error about a results file that cannot be opened, read or written.
fn unusable(path: &Path) -> impl Fn(io::Error) -> CliError {
    move |error| match error.kind() {
        io::ErrorKind::NotFound => destination::no_folder("--resume", path),
        _ => CliError::unreadable(format!("--resume {}", path.display()), &error),
    }
}

/// Returns the error about a file that cannot be continued.
fn refused(path: &Path, reason: &str) -> CliError {
    CliError::usage(format!("--resume {}{reason}", path.display()))
}

/// Locks the earlier results. They are consistent between calls, so a poisoned lock is ignored.
pub fn lock(done: &SharedDone) -> MutexGuard<'_, DoneResults> {
    done.lock().unwrap_or_else(PoisonError::into_inner)
}

impl DoneResults {
    fn new(rubrics: Vec<&'static str>, marks: CaseMarks) -> DoneResults {
        DoneResults {
            lines: Vec::new(),
            names: FxHashMap::default(),
            rubrics,
            marks,
            end: 0,
            results: 0,
            fresh: Vec::new(),
            again: RemadeCounts::default(),
        }
    }

    /// Reads the lines of a file and sets [`end`](DoneResults::end) to the end of the results.
    fn read(
        &mut self,
        path: &Path,
        file: &mut File,
        form: &ResultFormat,
        selection: &Selection,
        keep: &KeptFields,
    ) -> Result<(), CliError> {
        let failed = unusable(path);
        let mut number = 0;
        let mut lines = BufReader::new(&mut *file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let most = MAX_RESULT as u64 + 1;
            let length = lines.by_ref().take(most).read_until(b'\n', &mut line).map_err(&failed)?;
            if length == 0 {
                break;
            }
            number += 1;
            if length > MAX_RESULT {
                return Err(refused(path, &format!(":{number}: no result of `score`: {}", too_long())));
            }
            let whole = line.ends_with(b"\n");
            let read = Earlier::read(&line);
            // Truncated JSON is never valid, so a valid line is complete, with or without a line end. A
            // line that begins differently was never a result: the file is a different one and must not
            // be truncated.
            if !whole && read.is_err() && Earlier::is_left(&line) {
                print_note(format!(
                    "{} ends in the middle of line {number}, which is cut off and scored again",
                    path.display()
                ));
                break;
            }
            let begin = self.end;
            self.end += length as u64;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let earlier = read.map_err(|reason| {
                refused(path, &format!(":{number}: no result of `score`: {reason}"))
                    .hint("nothing was scored; name a file that `score --resume` began, or a new one")
            })?;
            let (is_report, wants_report) = (earlier.schema.is_some(), form.name == "jsonl");
            if earlier.decision().is_some() && is_report != wants_report {
                let (there, name) = if is_report { ("reports", "jsonl") } else { ("scores", "scores") };
                let reason = format!(":{number}: the file holds {there}; --format {name} goes on with it");
                return Err(refused(path, &reason));
            }
            let length = length as u64 + u64::from(!whole);
            self.add(earlier.name(), DoneLine::new(earlier, (begin, length), selection, keep));
            if !whole {
                drop(lines);
                file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(b"\n")).map_err(&failed)?;
                self.end += 1;
                break;
            }
        }
        Ok(())
    }

    fn add(&mut self, name: (String, String), line: DoneLine) {
        self.names.entry(name).or_default().push(self.lines.len() as u32);
        self.lines.push(line);
    }

    /// Returns which results of a record are done, in the order in which they are written. Must be called
    /// in the order of the input.
    pub fn of(&mut self, place: &FileLocation, found: &Result<RecordCases, CaseError>) -> Vec<bool> {
        match found {
            Ok(found) => {
                // A record that could not be read in the earlier run can be read now.
                self.replace(place.id(), "");
                let mut done = Vec::with_capacity(found.cases.len() * self.rubrics.len());
                for case in &found.cases {
                    let (input, mark) = (case.input(Texts::of(case)), (self.marks.judge)(case));
                    for slug in self.rubrics.clone() {
                        let (input, measured) = (Some(input.clone()), (self.marks.measured)(case, slug));
                        let wanted = match mark.clone() {
                            Some(mark) => ResultSource::Case { input, measured, mark },
                            None => ResultSource::Unjudged,
                        };
                        done.push(self.take(&case.id, slug, &wanted));
                    }
                }
                done
            }
            Err(problem) => {
                self.replace(problem.id.clone(), "");
                self.fresh.push(self.results);
                self.results += 1;
                vec![false]
            }
        }
    }

    fn take(&mut self, id: &str, rubric: &str, wanted: &ResultSource) -> bool {
        let number = self.results;
        self.results += 1;
        let name = (id.to_owned(), rubric.to_owned());
        let lines = self.names.get_mut(&name);
        let at = lines
            .as_ref()
            .and_then(|lines| lines.iter().rposition(|line| self.lines[*line as usize].what == *wanted));
        if let (Some(lines), Some(at)) = (lines, at) {
            self.lines[lines.remove(at) as usize].state = LineState::Done(number);
            return true;
        }
        self.fresh.push(number);
        if let Some(line) = self.names.get_mut(&name).and_then(Vec::pop) {
            let line = &mut self.lines[line as usize];
            line.state = LineState::Replaced;
            match (&line.what, wanted) {
                (ResultSource::Error, _) => self.again.errors += 1,
                (ResultSource::OtherRules, _) => self.again.rules += 1,
                (
                    ResultSource::Case { input, measured, .. },
                    ResultSource::Case { input: now, measured: measured_now, .. },
                ) if (input, measured) != (now, measured_now) => self.again.inputs += 1,
                _ => self.again.judges += 1,
            }
        }
        false
    }

    /// Marks the errors of a record as replaced.
    fn replace(&mut self, id: String, rubric: &str) {
        for line in self.names.remove(&(id, rubric.to_owned())).unwrap_or_default() {
            self.lines[line as usize].state = LineState::Replaced;
            self.again.errors += 1;
        }
    }

    /// Returns whether the file needs no rewriting: no line was replaced, and the results are in the
    /// order of the input.
    fn is_settled(&self) -> bool {
        let numbers = self.lines.iter().filter_map(|line| match line.state {
            LineState::Done(number) => Some(number),
            LineState::Unknown | LineState::Replaced => None,
        });
        let replaces = self.lines.iter().any(|line| line.state == LineState::Replaced);
        !replaces && numbers.chain(self.fresh.iter().copied()).is_sorted()
    }

    fn taken(&self) -> impl Iterator<Item = &DoneLine> {
        self.lines.iter().filter(|line| matches!(line.state, LineState::Done(_)))
    }

    /// Returns how many results are done.
    pub fn count(&self) -> usize {
        self.taken().count()
    }

    /// Returns how many of them `--fail-on` can judge.
    pub fn judged(&self) -> usize {
        self.taken().filter(|line| line.judged).count()
    }

    /// Returns how many of them meet a condition of `--fail-on`.
    pub fn fails(&self) -> usize {
        self.taken().filter(|line| line.fails).count()
    }

    /// Returns the numbers of the done results, if they were kept.
    pub fn scored(&self) -> impl Iterator<Item = &RunResult> {
        self.taken().filter_map(|line| line.scored.as_deref())
    }

    /// Describes how many results were scored again, and why; `None` if none were.
    pub fn message(&self) -> Option<String> {
        let RemadeCounts { inputs, rules, judges, errors } = self.again;
        let reasons = [
            (inputs, "with other texts or measurements"),
            (rules, "scored by other rules"),
            (judges, "with other labels or another judge"),
            (errors, "after an error"),
        ];
        let reasons: Vec<String> = reasons
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, reason)| format!("{count} {reason}"))
            .collect();
        let all = pluralize(inputs + rules + judges + errors, "result");
        (!reasons.is_empty()).then(|| format!("{all} made again: {}", reasons.join(", ")))
    }

    /// Rewrites the file without the replaced lines: first the results of cases that are not in the
    /// input, then those of the input in its order.
    fn rewrite(&self, path: &Path) -> io::Result<()> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(self.end))?;
        let (mut reader, mut at, mut line) = (BufReader::new(&mut file), self.end, Vec::new());
        let mut new = Vec::new();
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)? as u64;
            if length == 0 {
                break;
            }
            new.push((at, length));
            at += length;
        }
        // A case that made the program panic has one line for all its rubrics. Then numbers and lines do
        // not correspond, and the new results are put at the end.
        let numbers =
            |index: usize| if new.len() == self.fresh.len() { self.fresh[index] } else { usize::MAX };
        let old = self.lines.iter().filter_map(|line| match line.state {
            LineState::Unknown => Some((0, line.at, line.length)),
            LineState::Done(number) => Some((number + 1, line.at, line.length)),
            LineState::Replaced => None,
        });
        let new = new
            .iter()
            .enumerate()
            .map(|(index, (at, length))| (numbers(index).saturating_add(1), *at, *length));
        let mut all: Vec<(usize, u64, u64)> = old.chain(new).collect();
        all.sort_by_key(|(number, at, _)| (*number, *at));
        let mut fresh = Temporary::new(folder_of(path))?;
        {
            let mut out = io::BufWriter::new(fresh.file());
            for (_, at, length) in all {
                file.seek(SeekFrom::Start(at))?;
                io::copy(&mut (&file).take(length), &mut out)?;
            }
            out.flush()?;
        }
        fresh.replace(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(id: &str) -> Case {
        Case { id: id.to_owned(), article: "It rained.".into(), summary: "Rain.".into(), ..Case::default() }
    }

    fn line(what: ResultSource) -> DoneLine {
        DoneLine {
            at: 0,
            length: 1,
            what,
            judged: true,
            fails: false,
            scored: None,
            state: LineState::Unknown,
        }
    }

    fn scored(case: &Case) -> ResultSource {
        let (input, mark) = (Some(case.input(Texts::of(case))), "|judged_by=judge:j".to_owned());
        ResultSource::Case { input, measured: String::new(), mark }
    }

    fn done() -> DoneResults {
        let judge = Box::new(|case: &Case| (case.id != "unjudged").then(|| "|judged_by=judge:j".to_owned()));
        let marks = CaseMarks { judge, measured: Box::new(|_, _| String::new()) };
        DoneResults::new(vec!["twin-lock", "judge-lock"], marks)
    }

    fn found(cases: &[Case]) -> Result<RecordCases, CaseError> {
        Ok(RecordCases { cases: cases.to_vec(), from: vec![] })
    }

    fn place() -> FileLocation {
        FileLocation::new(&Arc::from("in"), 1)
    }

    #[test]
    fn as_many_results_of_a_name_are_done_as_the_file_has() {
        let mut done = done();
        let [a, b] = ["a", "b"].map(case);
        for (case, rubric) in [(&a, "twin-lock"), (&a, "judge-lock"), (&b, "twin-lock")] {
            done.add((case.id.clone(), rubric.to_owned()), line(scored(case)));
        }
        assert_eq!(done.of(&place(), &found(&[a.clone(), b])), [true, true, true, false]);
        assert_eq!(done.of(&place(), &found(&[a])), [false, false], "a second case of that id");
        assert_eq!((done.count(), done.message()), (3, None));
    }

    #[test]
    fn other_texts_rules_and_judges_and_errors_are_made_again() {
        let known = case("a");
        let input = || Some(known.input(Texts::of(&known)));
        let changed = Case { summary: "Hail.".into(), ..case("a") };
        let of = |input, measured: &str, mark: &str| ResultSource::Case {
            input,
            measured: measured.to_owned(),
            mark: mark.to_owned(),
        };
        for (what, said) in [
            (scored(&changed), "with other texts"),
            (ResultSource::OtherRules, "by other rules"),
            (of(input(), "", ""), "another judge"),
            (of(input(), "|measured=1", "|judged_by=judge:j"), "with other texts or measurements"),
            (of(None, "", ""), "with other texts"),
            (ResultSource::Error, "after an error"),
        ] {
            let mut done = done();
            done.add(("a".to_owned(), "twin-lock".to_owned()), line(what));
            assert_eq!(done.of(&place(), &found(std::slice::from_ref(&known))), [false, false]);
            assert_eq!(done.lines[0].state, LineState::Replaced);
            assert!(done.message().unwrap().contains(said), "{:?}", done.message());
        }
        // The error of an unreadable record stays until the record can be read.
        for again in [found(&[case("b")]), Err(CaseError::new(place(), "why"))] {
            let mut done = done();
            done.add(("in:1".to_owned(), String::new()), line(ResultSource::Error));
            done.of(&place(), &again);
            assert_eq!(done.lines[0].state, LineState::Replaced);
        }
    }

    #[test]
    fn no_result_is_that_of_a_case_which_nobody_judges() {
        let mut done = done();
        let case = case("unjudged");
        done.add(("unjudged".to_owned(), "twin-lock".to_owned()), line(scored(&case)));
        assert_eq!(done.of(&place(), &found(&[case])), [false, false]);
        assert_eq!(done.lines[0].state, LineState::Replaced);
        assert!(done.message().unwrap().contains("another judge"), "{:?}", done.message());
    }

    #[test]
    fn a_line_that_fits_is_found_beside_one_that_does_not() {
        let mut done = done();
        let (known, changed) = (case("a"), Case { summary: "Hail.".into(), ..case("a") });
        for case in [&changed, &known] {
            done.add(("a".to_owned(), "twin-lock".to_owned()), line(scored(case)));
        }
        assert_eq!(done.of(&place(), &found(&[known])), [true, false]);
        let states: Vec<LineState> = done.lines.iter().map(|line| line.state).collect();
        assert_eq!(states, [LineState::Unknown, LineState::Done(0)]);
    }
}
