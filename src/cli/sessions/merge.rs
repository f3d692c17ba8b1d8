//! `lockbench sessions merge`: the union of sessions.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;

use crate::cli::output::tell;
use crate::cli::status;
use crate::files::{self, TemporaryFolder};
use crate::num::so_many;
use crate::rubric::RUBRICS;
use crate::session::{Conflict, Merging, Store, conflicts, merge_as};

use super::{Failure, failure, open};

/// Conflicts that a refusal lists.
const LISTED: usize = 20;
/// Characters of a text that a list of conflicts shows.
const SHOWN: usize = 60;

/// Arguments of `sessions merge`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The union, which must not be there yet
    #[arg(value_name = "OUT.db")]
    out: PathBuf,
    /// The sessions
    #[arg(value_name = "S.db", required = true)]
    sessions: Vec<PathBuf>,
    /// Where an annotator gave two labels to one unit, take what this session has of the case; repeat it in the order of
    /// preference
    #[arg(long, value_name = "S.db")]
    prefer: Vec<PathBuf>,
    /// Merge sessions of different rubrics; the union has this one, with its default readings
    #[arg(long, value_name = "RUBRIC")]
    rubric: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8, Failure> {
    if args.out.exists() {
        let message = format!("{} is there already; a merge writes a new session", args.out.display());
        return Err(Failure::usage(message).hint("name another file, and this one among those to be merged"));
    }
    let sources = args.sessions.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    let prefer = preferred(args)?;
    let rubric = rubric(args, &sources)?;
    let found = conflicts(&sources).map_err(failure)?;
    let prefer = match std::io::stdin().is_terminal() && prefer.is_empty() {
        true => asked(&found, args, &mut std::io::stdin().lock())?,
        false => chosen(&found, args, &prefer)?,
    };
    let beside = TemporaryFolder::new(files::folder_of(&args.out))
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", args.out.display())))?;
    // Whole or not there: a merge that fails halfway leaves nothing.
    let merging = Merging { prefer, rubric };
    let union = merge_as(&beside.path().join("union.db"), &sources, &merging).map_err(failure)?;
    union.backup(&args.out).map_err(failure)?;
    let (cases, events) = union.counts().map_err(failure)?;
    tell(&format!("{}: {cases} cases, {events} events", args.out.display()));
    Ok(status::SUCCESS)
}

/// The sessions that are preferred, by their places.
fn preferred(args: &Args) -> Result<Vec<usize>, Failure> {
    let place = |path: &PathBuf| {
        args.sessions.iter().position(|known| known == path).ok_or_else(|| {
            Failure::usage(format!("--prefer {}: it is none of the sessions to be merged", path.display()))
        })
    };
    args.prefer.iter().map(place).collect()
}

/// The rubric of the union, where it is not that of the sessions.
fn rubric(args: &Args, sources: &[Store]) -> Result<Option<String>, Failure> {
    if let Some(named) = &args.rubric
        && !RUBRICS.iter().any(|entry| entry.slug == named)
    {
        let known: Vec<&str> = RUBRICS.iter().map(|entry| entry.slug).collect();
        return Err(Failure::usage(format!("no rubric is called `{named}`"))
            .hint(format!("there are {}", known.join(", "))));
    }
    let mut rubrics: BTreeMap<String, String> = BTreeMap::new();
    for (source, path) in sources.iter().zip(&args.sessions) {
        let line = source.line().map_err(failure)?;
        let of = |key: &str| line.text(key).unwrap_or_default().trim_matches('"').to_owned();
        let readings = Some(of("readings")).filter(|readings| readings.len() > "{}".len());
        let rubric = readings.map_or_else(|| of("rubric"), |readings| format!("{} {readings}", of("rubric")));
        rubrics.entry(rubric).or_insert_with(|| path.display().to_string());
    }
    if rubrics.len() > 1 && args.rubric.is_none() {
        let each: Vec<String> = rubrics.iter().map(|(rubric, path)| format!("{path}: {rubric}")).collect();
        return Err(Failure::usage(format!("sessions of different rubrics: {}", each.join("; ")))
            .hint("--rubric RUBRIC merges them, and says which the union has"));
    }
    Ok(args.rubric.clone().filter(|_| rubrics.len() > 1))
}

/// A conflict in a line.
fn line(conflict: &Conflict, args: &Args) -> String {
    let said = conflict.said.each_ref().map(|(at, said)| {
        let short: String = said.chars().take(SHOWN).collect();
        let more = if short.len() < said.len() { " …" } else { "" };
        format!("{short}{more} in {}", args.sessions[*at].display())
    });
    format!("{}, case {:?}, {}: {}", conflict.by, conflict.case, conflict.unit, said.join(", "))
}

/// What is taken of each case and annotator with a conflict.
fn chosen(
    found: &[Conflict],
    args: &Args,
    prefer: &[usize],
) -> Result<HashMap<(String, String), usize>, Failure> {
    let mut open = Vec::new();
    let mut taken = HashMap::new();
    for conflict in found {
        let key = (conflict.case.clone(), conflict.by.clone());
        let has = |at: &&usize| conflict.said.iter().any(|(source, _)| source == *at);
        match prefer.iter().find(has) {
            Some(at) => drop(taken.entry(key).or_insert(*at)),
            None => open.push(conflict),
        }
    }
    if open.is_empty() {
        return Ok(taken);
    }
    open.iter().take(LISTED).for_each(|conflict| tell(&line(conflict, args)));
    if open.len() > LISTED {
        tell(&format!("and {} more", open.len() - LISTED));
    }
    Err(Failure::usage(format!(
        "{}: an annotator says two things of one unit, and a union holds one",
        so_many(open.len(), "conflict")
    ))
    .hint(
        "--prefer S.db takes what that session has of the cases in conflict; on a terminal each one is asked",
    ))
}

/// Asks for each case and annotator with a conflict whose events count.
fn asked(
    found: &[Conflict],
    args: &Args,
    input: &mut dyn BufRead,
) -> Result<HashMap<(String, String), usize>, Failure> {
    let mut taken = HashMap::new();
    for (at, conflict) in found.iter().enumerate() {
        let key = (conflict.case.clone(), conflict.by.clone());
        if taken.contains_key(&key) {
            continue;
        }
        let same = |other: &&Conflict| (&other.case, &other.by) == (&conflict.case, &conflict.by);
        found[at..].iter().filter(same).for_each(|conflict| tell(&line(conflict, args)));
        let [first, second] = conflict.said.each_ref().map(|(at, _)| args.sessions[*at].display());
        loop {
            tell(&format!("which counts for this case? 1 {first}, 2 {second}, q ends"));
            let mut answer = String::new();
            let read = input.read_line(&mut answer).unwrap_or(0);
            match answer.trim() {
                "1" => drop(taken.insert(key.clone(), conflict.said[0].0)),
                "2" => drop(taken.insert(key.clone(), conflict.said[1].0)),
                "q" => return Err(Failure::usage("nothing was merged")),
                _ if read == 0 => return Err(Failure::usage("nothing was merged: no answer")),
                _ => continue,
            }
            break;
        }
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_is_asked_once_for_a_case() {
        let sessions: Vec<PathBuf> = ["a.db", "b.db"].map(PathBuf::from).into();
        let args = Args { out: PathBuf::new(), sessions, prefer: Vec::new(), rubric: None };
        let conflict = |case: &str, unit: &str| Conflict {
            case: case.to_owned(),
            by: "ann".to_owned(),
            unit: unit.to_owned(),
            said: [(0, "partial".to_owned()), (1, "supported".to_owned())],
        };
        let found = [conflict("x", "claim 1"), conflict("x", "claim 2"), conflict("y", "claim 1")];
        let taken = asked(&found, &args, &mut "7\n2\n1\n".as_bytes()).unwrap();
        let of = |case: &str| taken[&(case.to_owned(), "ann".to_owned())];
        assert_eq!((taken.len(), of("x"), of("y")), (2, 1, 0));
        assert!(asked(&found, &args, &mut "1\nq\n".as_bytes()).is_err());
        assert!(asked(&found, &args, &mut "".as_bytes()).is_err());
    }
}
