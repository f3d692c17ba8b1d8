//! `score --resume OUT`: what an earlier run wrote is kept, what is missing is appended.
//!
//! A result is known by the id of its case and its rubric. Of results of one name, so many are taken as done as the
//! file has, the first in the order of the input.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::agree::changes::Comparison;
use crate::case::{Found, Problem};
use crate::engine::Selection;
use crate::files;
use crate::report::Decision;

use super::Failure;
use super::changes::{Earlier, MAX_RESULT, too_long};
use super::forms::Form;
use super::output::tell;

/// What a file of results has.
#[derive(Debug)]
pub struct Resumed {
    /// The file, to be written to behind what it has.
    pub file: File,
    /// What is done.
    pub done: Done,
    /// The worst verdict of what is done.
    pub worst: Option<Decision>,
}

/// Results that are done, by id and rubric, and how often.
#[derive(Debug)]
pub struct Done {
    names: FxHashMap<(String, String), usize>,
    left: usize,
    rubrics: Vec<&'static str>,
}

impl Resumed {
    /// Reads what is done; a file that is not there is made. A last line that was half written is cut off. Results
    /// that are there are compared with a baseline as those that follow will be.
    ///
    /// # Errors
    /// Where the file cannot be read or written, a line of it is no result, is one in another form, or was scored
    /// by other rules.
    pub fn open(
        path: &Path,
        form: &Form,
        selection: &Selection,
        mut comparison: Option<&mut Comparison>,
    ) -> Result<Resumed, Failure> {
        let at = |reason: String| Failure::usage(format!("--resume {}{reason}", path.display()));
        let failed = |error: std::io::Error| at(format!(": {error}"));
        let mut file = files::open_or_create(path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(at(": not a file; results are appended to a file".to_owned()));
        }
        let rubrics = selection.rubrics().map(|(entry, _)| entry.slug).collect();
        let mut done = Done { names: FxHashMap::default(), left: 0, rubrics };
        let (mut end, mut worst, mut number) = (0_u64, None, 0);
        let mut lines = BufReader::new(&mut file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let most = MAX_RESULT as u64 + 1;
            let length = lines.by_ref().take(most).read_until(b'\n', &mut line).map_err(failed)?;
            if length == 0 {
                break;
            }
            number += 1;
            if length > MAX_RESULT {
                return Err(at(format!(":{number}: no result of `score`: {}", too_long())));
            }
            let whole = line.ends_with(b"\n");
            let read = Earlier::read(&line);
            // JSON that was cut never reads, so what reads is whole, with or without its line end.
            if !whole && read.is_err() {
                tell(&format!(
                    "note: {} ends in the middle of line {number}, which is cut off and scored again",
                    path.display()
                ));
                break;
            }
            end += length as u64;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let earlier = read.map_err(|reason| {
                at(format!(":{number}: no result of `score`: {reason}"))
                    .hint("nothing was scored; name a file that `score --resume` began, or a new one")
            })?;
            let (is_report, wants_report) = (earlier.schema.is_some(), form.name == "jsonl");
            if earlier.decision().is_some() && is_report != wants_report {
                let (there, name) = if is_report { ("reports", "jsonl") } else { ("scores", "scores") };
                let reason = format!(":{number}: the file holds {there}; --format {name} goes on with it");
                return Err(at(reason));
            }
            if let Some(how) = earlier.differs(selection) {
                let reason = format!(":{number}: scored by other rules ({how})");
                return Err(at(reason).hint("go on with the same options, or name another file"));
            }
            worst = worst.max(earlier.decision());
            done.add(earlier.name());
            if let Some(comparison) = &mut comparison {
                comparison.see(&earlier.scored());
            }
            if !whole {
                drop(lines);
                file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(b"\n")).map_err(failed)?;
                end += 1;
                break;
            }
        }
        file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end))).map_err(failed)?;
        Ok(Resumed { file, done, worst })
    }
}

impl Done {
    fn add(&mut self, name: (String, String)) {
        *self.names.entry(name).or_default() += 1;
        self.left += 1;
    }

    /// How many results are done and were not met in the input.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Which results of a record are done, in the order in which they are written. Records are asked for in the order
    /// of the input.
    pub fn of(&mut self, found: &Result<Found, Problem>) -> Vec<bool> {
        match found {
            Ok(found) => {
                let rubrics = self.rubrics.clone();
                let names = found.cases.iter().flat_map(|case| rubrics.iter().map(|slug| (&case.id, *slug)));
                names.map(|(id, slug)| self.take(id, slug)).collect()
            }
            Err(problem) => vec![self.take(&problem.id, "")],
        }
    }

    fn take(&mut self, id: &str, rubric: &str) -> bool {
        let Some(count) = self.names.get_mut(&(id.to_owned(), rubric.to_owned())) else { return false };
        let there = *count > 0;
        *count -= usize::from(there);
        self.left -= usize::from(there);
        there
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;

    #[test]
    fn as_many_results_of_a_name_are_done_as_the_file_has() {
        let mut done =
            Done { names: FxHashMap::default(), left: 0, rubrics: vec!["twin-lock", "judge-lock"] };
        for (id, rubric) in [("a", "twin-lock"), ("a", "judge-lock"), ("b", "twin-lock"), ("bad:1", "")] {
            done.add((id.to_owned(), rubric.to_owned()));
        }
        let case = |id: &str| Case { id: id.to_owned(), ..Case::default() };
        let found = |ids: &[&str]| Ok(Found { cases: ids.iter().map(|id| case(id)).collect(), from: vec![] });
        assert_eq!(done.of(&found(&["a", "b"])), [true, true, true, false]);
        assert_eq!(done.of(&found(&["a"])), [false, false], "a second case of that id");
        let place = crate::case::Place::new(&std::sync::Arc::from("bad"), 1);
        let problem = || Problem::new(place.clone(), "why");
        assert_eq!(done.of(&Err(problem())), [true]);
        assert_eq!((done.of(&Err(problem())), done.left()), (vec![false], 0));
    }
}
