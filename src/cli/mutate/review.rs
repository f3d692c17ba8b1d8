//! `lockbench mutate --review`: a person accepts or rejects each mutant, on a screen or line by line.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use super::{Args, kinds};
use crate::case::{Case, MARKS, Origin, Texts, is_stdin, read as read_cases, read_whole_text};
use crate::cli::output::{Content, notify, print_note};
use crate::cli::{CliError, print, status};
use crate::engine::Engine;
use crate::files;
use crate::mutate::{self, Mark, Marks, MutationKind, mutate};
use crate::num::pluralize;
use crate::session::{annotator, now};
use crate::text::Text;
use crate::threads::one_by_one;
use crate::tui::alone::{ThemeChoice, show};
use crate::tui::mutants::{Item, Mutants, Reviewing, UnsavedMark};
use crate::tui::terminal;

/// Reads the marks of a file.
///
/// # Errors
/// If it cannot be read, or a line of it is not a mark.
pub fn read(path: &Path) -> Result<Marks, CliError> {
    let text = read_whole_text(path, MARKS).map_err(CliError::usage)?;
    Marks::read(&text).map_err(|(line, why)| {
        CliError::usage(format!("{}:{line}: {why}", path.display()))
            .hint("`lockbench mutate CASES --review FILE` writes such a file")
    })
}

/// Returns the note that some accepted mutants could not be recreated.
pub fn changed(count: usize) -> String {
    let mutants = pluralize(count, "accepted mutant");
    format!("note: {mutants} left out: this version makes them differently, or their cases have changed")
}

/// Runs the review.
///
/// # Errors
/// If the cases or the file of marks cannot be read, or there is neither a terminal nor --line.
pub fn run(args: &Args, file: &Path) -> Result<u8, CliError> {
    let origins = args.cases.origins()?;
    if origins.iter().any(|origin| matches!(origin, Origin::Stdin))
        || args.cases.files.iter().any(|path| is_stdin(path))
    {
        return Err(
            CliError::usage("--review reads your answers from standard input").hint("name files of cases")
        );
    }
    let by = match &args.by {
        Some(name) => {
            annotator(name).map(|()| name.clone()).map_err(|why| CliError::usage(format!("--as: {why}")))?
        }
        None => std::env::var("USER")
            .ok()
            .filter(|name| annotator(name).is_ok())
            .unwrap_or_else(|| "you".to_owned()),
    };
    if !args.line && !terminal::answers() {
        return Err(CliError::usage("there is no terminal for the screen").hint("--line asks line by line"));
    }
    let marks = if file.exists() { read(file)? } else { Marks::default() };
    let fields = Arc::new(args.cases.fields()?);
    let mut cases = Vec::new();
    for record in origins.iter().flat_map(|origin| read_cases(origin, &Arc::default())) {
        match record.cases(&fields) {
            Ok(found) => cases.extend(found.cases.into_iter().map(Arc::new)),
            Err(problem) => print_note(format!("{} ({})", problem.reason, problem.place)),
        }
    }
    let threads = args.threads.count();
    let items = items(&cases, &kinds(&args.kind)?, args.seed, threads);
    if items.is_empty() {
        return Err(CliError::usage(
            "no mutant can be made of these cases: nothing in them can be changed for certain",
        ));
    }
    let inputs: Vec<Mark> = items.iter().map(|item| mark(item, args.seed, &by)).collect();
    let said = inputs.iter().map(|mark| marks.of(&mark.id, &mark.input)).collect();
    let (path, seed) = (file.to_owned(), args.seed);
    let mut kept = marks;
    let keep = move |item: &Item, passed: Option<bool>| {
        let mut with = kept.clone();
        with.take(Mark { passed, ..mark(item, seed, &by) });
        files::replace(&path, with.to_text().as_bytes())
            .map_err(|source| UnsavedMark { path: path.clone(), source })?;
        kept = with;
        Ok(())
    };
    let mut reviewing = Reviewing::new(items, said, Box::new(keep));
    if args.line {
        return lines(&mut reviewing, &mut std::io::stdin().lock());
    }
    let config = crate::cli::config::read();
    let look = ThemeChoice { theme: config.theme.clone(), folder: crate::cli::config::folder() };
    let keys = config.keys;
    let status = show(look, |theme, size| Mutants::new(reviewing, theme, keys, size), |_| Ok(()))
        .map_err(CliError::usage)?;
    if let Ok(marks) = read(file) {
        notify(&format!("{}: {} accepted", file.display(), pluralize(marks.passed().count(), "mutant")));
    }
    Ok(status)
}

/// Returns the mark of a mutant, without a decision.
fn mark(item: &Item, seed: u64, by: &str) -> Mark {
    let case = item.mutant.case(&item.of, item.kind, seed);
    Mark {
        schema: mutate::MARKS.to_owned(),
        input: case.input(Texts::of(&case)),
        id: case.id,
        of: item.of.id.clone(),
        kind: item.kind.name.to_owned(),
        seed,
        passed: None,
        by: by.to_owned(),
        at: now().as_str().to_owned(),
    }
}

/// Returns the mutants of all cases, in the order of cases and kinds.
fn items(cases: &[Arc<Case>], kinds: &[&'static MutationKind], seed: u64, threads: usize) -> Vec<Item> {
    let made = one_by_one(cases.iter(), threads.min(cases.len()), Engine::default, |engine, case| {
        of_case(engine, case, kinds, seed)
    });
    made.into_iter().flatten().collect()
}

fn of_case(engine: &mut Engine, case: &Arc<Case>, kinds: &[&'static MutationKind], seed: u64) -> Vec<Item> {
    if Texts::of(case).empty().is_some() {
        return Vec::new();
    }
    let (article, summary) = (Text::new(&case.article), Text::new(&case.summary));
    let one = |kind: &&'static MutationKind| {
        let mutant = mutate(engine, &case.id, &article, &summary, kind, seed)?;
        Some(Item { of: Arc::clone(case), kind, source: mutant.source(&article), mutant })
    };
    kinds.iter().filter_map(one).collect()
}

/// Runs the review without a screen: prints a mutant, then reads a line of input.
fn lines(reviewing: &mut Reviewing, input: &mut impl BufRead) -> Result<u8, CliError> {
    let mut at = reviewing.next_open(0);
    while let Some(now) = at {
        print(&Content::text(shown(reviewing, now)))?;
        let mut answer = String::new();
        if input
            .read_line(&mut answer)
            .map_err(|error| CliError::usage(format!("standard input: {error}")))?
            == 0
        {
            break;
        }
        at = match answer.trim() {
            "a" | "r" => {
                reviewing.say(now, answer.trim() == "a").map_err(CliError::usage)?;
                reviewing.next_open(now)
            }
            "z" => {
                let back = reviewing.undo().map_err(CliError::usage)?;
                if back.is_none() {
                    notify("nothing to undo");
                }
                back.or(at)
            }
            "s" => reviewing.next_open(now + 1),
            "t" => {
                print(&Content::text(format!("{}\n\n", reviewing.items[now].of.article)))?;
                at
            }
            "q" => break,
            other => {
                notify(&format!("`{other}`: {ANSWERS}"));
                at
            }
        };
    }
    print(&Content::text(format!("{}\n", reviewing.progress())))?;
    Ok(status::SUCCESS)
}

/// The answers that are taken line by line.
const ANSWERS: &str = "a accepts, r rejects, s skips, z undoes, t prints the whole article, q ends";

/// Characters of the article shown around the passage concerned, without a screen.
const AROUND: usize = 300;

fn shown(reviewing: &Reviewing, at: usize) -> String {
    let item = &reviewing.items[at];
    let article = &item.of.article;
    let from = article.floor_char_boundary(item.source.saturating_sub(AROUND / 2));
    let to = article.ceil_char_boundary((item.source + AROUND).min(article.len()));
    let dots = |cut: bool| if cut { "…" } else { "" };
    let about = format!("{}{}{}", dots(from > 0), &article[from..to], dots(to < article.len()));
    let mut text = format!(
        "Mutant {} of {}, {}: {}\nChange: {}\nArticle: {about}\nSummary: {}\n",
        at + 1,
        reviewing.items.len(),
        item.kind.name,
        item.kind.about,
        item.change(),
        item.mutant.summary,
    );
    for label in item.labels() {
        text.push_str(&format!("Label: {label}\n"));
    }
    text.push_str(&format!("{ANSWERS}\n"));
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    fn case(id: &str) -> Arc<Case> {
        Arc::new(Case {
            id: id.to_owned(),
            article:
                "The council approved the budget on Tuesday, by 7 votes to 2. Mayor Lee praised the vote."
                    .to_owned(),
            summary: "The council approved the budget on Tuesday by 7 votes to 2.".to_owned(),
            ..Case::default()
        })
    }

    #[test]
    fn answers_are_taken_line_by_line_kept_and_undone() {
        let cases = ["a", "b", "c"].map(case);
        let items = items(&cases, &[mutate::kind("date").unwrap()], 1, 2);
        let of: Vec<&str> = items.iter().map(|item| item.of.id.as_str()).collect();
        assert_eq!(of, ["a", "b", "c"], "in the order of the cases");
        let kept = Arc::new(Mutex::new(Vec::<(String, Option<bool>)>::new()));
        let log = Arc::clone(&kept);
        let keep = move |item: &Item, said: Option<bool>| {
            log.lock().unwrap().push((item.kind.name.to_owned(), said));
            Ok(())
        };
        let open = vec![None; items.len()];
        let mut reviewing = Reviewing::new(items, open, Box::new(keep));
        lines(&mut reviewing, &mut "a\nx\nr\nz\ns\nq\n".as_bytes()).unwrap();
        assert_eq!(reviewing.said[..2], [Some(true), None]);
        let said: Vec<Option<bool>> = kept.lock().unwrap().iter().map(|(_, said)| *said).collect();
        assert_eq!(said, [Some(true), Some(false), None]);
        let text = shown(&reviewing, 0);
        assert!(text.contains("Change: Tuesday → ") && text.contains("Label: claim 1 unsupported"), "{text}");
    }
}
