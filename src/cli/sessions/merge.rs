//! `lockbench sessions merge`: writes the union of sessions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;

use crate::cli::output::notify;
use crate::cli::status;
use crate::files::{self, TemporaryFolder};
use crate::num::{counted, pluralize};
use crate::rubric::RUBRICS;
use crate::session::{Conflict, Merging, Resolved, SessionError, Store, conflicts, merge, rubric_file};
use crate::text::hash64;

use super::{CliError, failure, open};

/// Most conflicts listed in an error.
const LISTED: usize = 20;
/// Most characters of a text shown in a list of conflicts.
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

pub fn run(args: &Args) -> Result<u8, CliError> {
    if args.out.exists() {
        let message = format!("{} is there already; a merge writes a new session", args.out.display());
        return Err(CliError::usage(message).hint("name another file, and this one among those to be merged"));
    }
    let sources = args.sessions.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    let rubric = rubric(args, &sources)?;
    let found = conflicts(&sources).map_err(failure)?;
    let dropped = resolve(&found, &args.sessions, &args.prefer)?;
    let beside = TemporaryFolder::new(files::folder_of(&args.out))
        .map_err(|error| failure(SessionError::making(&args.out, &error)))?;
    // Written to a temporary file, so that a failed merge leaves nothing behind.
    let merging = Merging { dropped, rubric };
    let unfinished = beside.path().join("union.db");
    // Messages about the union name the requested file.
    let of_union = |fault| {
        let (fault, name) = (failure(fault), unfinished.display().to_string());
        CliError { message: fault.message.replace(&name, &args.out.display().to_string()), ..fault }
    };
    let union = merge(&unfinished, &sources, &merging).map_err(of_union)?;
    union.backup(&args.out).map_err(failure)?;
    let (cases, events) = union.counts().map_err(failure)?;
    let [cases, events] = [(cases, "case"), (events, "event")]
        .map(|(count, noun)| counted(usize::try_from(count).unwrap_or_default(), noun));
    notify(&format!("{}: {cases}, {events}", args.out.display()));
    Ok(status::SUCCESS)
}

/// Returns which events to leave out for each case and annotator with a conflict, by the preferred
/// sessions or by asking on the terminal.
///
/// # Errors
/// If a conflict is left, or a preferred session is not one of these.
pub fn resolve(
    found: &[Conflict],
    sessions: &[PathBuf],
    prefer: &[PathBuf],
) -> Result<HashMap<CaseAnnotator, BTreeSet<usize>>, CliError> {
    let prefer = preferred(sessions, prefer)?;
    match std::io::stdin().is_terminal() && prefer.is_empty() {
        true => asked(found, sessions, &mut std::io::stdin().lock()),
        false => chosen(found, sessions, &prefer),
    }
}

/// Returns the indices of the preferred sessions.
fn preferred(sessions: &[PathBuf], prefer: &[PathBuf]) -> Result<Vec<usize>, CliError> {
    let real = |path: &PathBuf| std::fs::canonicalize(path).unwrap_or_else(|_| path.clone());
    let known: Vec<PathBuf> = sessions.iter().map(real).collect();
    let place = |path: &PathBuf| {
        let own = real(path);
        known.iter().position(|known| *known == own).ok_or_else(|| {
            CliError::usage(format!(
                "--prefer {}: it is not one of the sessions to be merged",
                path.display()
            ))
        })
    };
    prefer.iter().map(place).collect()
}

/// Returns the rubric of the union, if it differs from that of the sessions.
fn rubric(args: &Args, sources: &[Store]) -> Result<Option<String>, CliError> {
    if let Some(named) = &args.rubric
        && !RUBRICS.iter().any(|entry| entry.slug == named)
    {
        let known = crate::rubric::slugs();
        return Err(CliError::usage(format!("unknown rubric `{named}` (known: {})", known.join(", "))));
    }
    let mut rubrics: BTreeMap<String, String> = BTreeMap::new();
    for (source, path) in sources.iter().zip(&args.sessions) {
        let line = source.line().map_err(failure)?;
        let of = |key: &str| line.text(key).unwrap_or_default().trim_matches('"').to_owned();
        let readings = Some(of("readings")).filter(|readings| readings.len() > "{}".len());
        let rubric = readings.map_or_else(|| of("rubric"), |readings| format!("{} {readings}", of("rubric")));
        let rubric = match rubric_file(&line) {
            Some((_, text)) => {
                format!("{rubric} with a rubric file ({:08x})", hash64(text.as_bytes()) as u32)
            }
            None => rubric,
        };
        rubrics.entry(rubric).or_insert_with(|| path.display().to_string());
    }
    if rubrics.len() > 1 && args.rubric.is_none() {
        let each: Vec<String> = rubrics.iter().map(|(rubric, path)| format!("{path}: {rubric}")).collect();
        return Err(CliError::usage(format!("sessions of different rubrics: {}", each.join("; ")))
            .hint("--rubric RUBRIC merges them, and says which the union has"));
    }
    Ok(args.rubric.clone())
}

fn line(conflict: &Conflict, sessions: &[PathBuf]) -> String {
    let answers = conflict.answers.iter().map(|(at, answer)| {
        let short: String = answer.chars().take(SHOWN).collect();
        let more = if short.len() < answer.len() { " …" } else { "" };
        format!("{short}{more} in {}", sessions[*at].display())
    });
    let answers: Vec<String> = answers.collect();
    format!("{}, case {:?}, {}: {}", conflict.by, conflict.case, conflict.unit, answers.join(", "))
}

pub type CaseAnnotator = (String, String);

/// Groups conflicts by case and annotator, in order.
fn grouped(found: &[Conflict]) -> BTreeMap<CaseAnnotator, Vec<&Conflict>> {
    let mut groups: BTreeMap<CaseAnnotator, Vec<&Conflict>> = BTreeMap::new();
    for conflict in found {
        groups.entry((conflict.case.clone(), conflict.by.clone())).or_default().push(conflict);
    }
    groups
}

/// Returns the pairs of sessions that contradict each other in some conflicts.
fn pairs(conflicts: &[&Conflict]) -> Vec<[usize; 2]> {
    conflicts.iter().flat_map(|conflict| conflict.pairs.iter().copied()).collect()
}

/// Returns what to leave out for each case and annotator with a conflict, by the preferences given.
fn chosen(
    found: &[Conflict],
    sessions: &[PathBuf],
    prefer: &[usize],
) -> Result<HashMap<CaseAnnotator, BTreeSet<usize>>, CliError> {
    let mut open = Vec::new();
    let mut dropped = HashMap::new();
    for (key, conflicts) in grouped(found) {
        let pairs = pairs(&conflicts);
        let mut resolved = Resolved::default();
        prefer.iter().for_each(|session| resolved.prefer(*session, &pairs));
        let unsettled = |conflict: &&Conflict| !conflict.pairs.iter().all(|pair| resolved.settles(pair));
        open.extend(conflicts.into_iter().filter(unsettled));
        dropped.insert(key, resolved.dropped);
    }
    if open.is_empty() {
        return Ok(dropped);
    }
    open.iter().take(LISTED).for_each(|conflict| notify(&line(conflict, sessions)));
    if open.len() > LISTED {
        notify(&format!("and {} more", open.len() - LISTED));
    }
    Err(CliError::usage(format!(
        "{}: an annotator gave one unit different labels in different sessions, and a union holds one of them",
        pluralize(open.len(), "conflicting label")
    ))
    .hint(
        "--prefer S.db takes what that session has of the cases in conflict; on a terminal each one is asked",
    ))
}

/// Asks whose events count, for each case and annotator with a conflict.
fn asked(
    found: &[Conflict],
    sessions: &[PathBuf],
    input: &mut dyn BufRead,
) -> Result<HashMap<CaseAnnotator, BTreeSet<usize>>, CliError> {
    let mut dropped = HashMap::new();
    for (key, conflicts) in grouped(found) {
        conflicts.iter().for_each(|conflict| notify(&line(conflict, sessions)));
        let pairs = pairs(&conflicts);
        let mut resolved = Resolved::default();
        loop {
            let open: BTreeSet<usize> =
                pairs.iter().filter(|pair| !resolved.settles(pair)).flatten().copied().collect();
            if open.is_empty() {
                break;
            }
            let open: Vec<usize> = open.into_iter().collect();
            let named = open.iter().enumerate();
            let named = named.map(|(at, session)| format!("{} {}", at + 1, sessions[*session].display()));
            let named: Vec<String> = named.collect();
            notify(&format!("which counts for this case? {}, q ends", named.join(", ")));
            let mut answer = String::new();
            let read = input.read_line(&mut answer).unwrap_or(0);
            let number = answer.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            match number.and_then(|number| open.get(number)) {
                Some(session) => resolved.prefer(*session, &pairs),
                None if answer.trim() == "q" => return Err(CliError::usage("nothing was merged")),
                None if read == 0 => return Err(CliError::usage("nothing was merged: no answer")),
                None => {}
            }
        }
        dropped.insert(key, resolved.dropped);
    }
    Ok(dropped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_is_asked_once_for_a_case_with_all_answers() {
        let sessions: Vec<PathBuf> = ["a.db", "b.db", "c.db"].map(PathBuf::from).into();
        let conflict = |case: &str, unit: &str| Conflict {
            case: case.to_owned(),
            by: "ann".to_owned(),
            unit: unit.to_owned(),
            answers: vec![(0, "partial".to_owned()), (1, "supported".to_owned())],
            pairs: vec![[1, 0]],
        };
        let mut found = vec![conflict("x", "claim 1"), conflict("x", "claim 2"), conflict("y", "claim 1")];
        let of = |dropped: &HashMap<CaseAnnotator, BTreeSet<usize>>, case: &str| {
            dropped[&(case.to_owned(), "ann".to_owned())].iter().copied().collect::<Vec<_>>()
        };
        let dropped = asked(&found, &sessions, &mut "7\n2\n1\n".as_bytes()).unwrap();
        assert_eq!((dropped.len(), of(&dropped, "x"), of(&dropped, "y")), (2, vec![0], vec![1]));
        assert!(asked(&found, &sessions, &mut "1\nq\n".as_bytes()).is_err());
        assert!(asked(&found, &sessions, &mut "".as_bytes()).is_err());
        // Three different answers: each can be chosen, and the line shows all of them.
        found.truncate(1);
        found[0].answers.push((2, "unsupported".to_owned()));
        found[0].pairs.extend([[2, 0], [2, 1]]);
        assert!(
            line(&found[0], &sessions).ends_with("partial in a.db, supported in b.db, unsupported in c.db")
        );
        let dropped = asked(&found, &sessions, &mut "3\n".as_bytes()).unwrap();
        assert_eq!(of(&dropped, "x"), [0, 1]);
        // The second preference has no effect if the first has resolved the conflict.
        for prefer in [&[0, 1][..], &[0]] {
            assert_eq!(of(&chosen(&found, &sessions, prefer).unwrap(), "x"), [1, 2]);
        }
        // Preferring a session without a contradiction resolves nothing, and the session loses nothing.
        found[0].answers.pop();
        found[0].pairs.truncate(1);
        assert!(chosen(&found, &sessions, &[2]).is_err());
        assert_eq!(of(&chosen(&found, &sessions, &[2, 1]).unwrap(), "x"), [0]);
    }
}
