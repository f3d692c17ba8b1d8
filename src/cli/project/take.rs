//! `lockbench project take`: adds returned packages to the sessions of their annotators.
//!
//! Each event is recorded again on the lead's copy of the case, under its own UUID and time, so that a
//! package can be taken several times. The consequences of a reveal are filled in at that point: findings
//! of the engine that the annotator does not have are rejected, and the gold cases are scored.

use std::collections::{BTreeMap, HashMap};
use std::iter;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::send::mix_gold;
use super::{annotator_of, folder, is_project, read};
use crate::blind::{BlindSettings, GoldAccuracy, GoldCases, JudgedGold};
use crate::cli::output::{notify, print_note};
use crate::cli::sessions::merge::resolve;
use crate::cli::sessions::{failure, is_there, open};
use crate::cli::{CliError, status};
use crate::embedding::Embedding;
use crate::files::TemporaryFolder;
use crate::labels::List;
use crate::num::pluralize;
use crate::project::package::Key;
use crate::project::{BASE, NAME, Project, queue_of, session};
use crate::rubric::RubricSet;
use crate::session::{
    Act, Analyst, Event, EventDraft, Merging, Moment, Preferred, Recorder, Store, conflicts, merge,
    package_of,
};
use crate::tui::queue::blind::{Blind, FeedbackRequest, reveal};

/// Fields that are filled in from the session's labels.
const FILLED_IN: [&str; 3] = ["was", "followed", "engine"];

/// Arguments of `project take`.
#[derive(Debug, clap::Args)]
#[group(id = "project_take")]
pub struct Args {
    /// The packages
    #[arg(value_name = "FILE", required = true)]
    packages: Vec<PathBuf>,
    /// The project
    #[arg(long, value_name = "PROJECT", default_value = NAME)]
    file: PathBuf,
    /// Where an annotator gave two labels to one unit, take what this package has of the case
    #[arg(long, value_name = "FILE")]
    prefer: Vec<PathBuf>,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let project = read(&args.file)?;
    if project.closed {
        return Err(CliError::file(&args.file, "the round is closed"));
    }
    let folder = folder(&args.file);
    let mut packages: BTreeMap<String, Vec<&PathBuf>> = BTreeMap::new();
    for path in &args.packages {
        if is_project(path) {
            return Err(CliError::file(path, "that is a project; --file names it, and packages stand alone"));
        }
        if !is_there(path) {
            let hint = "`lockbench project send NAME` makes a package, which the annotator sends back";
            return Err(CliError::file(path, "there is no such package").hint(hint));
        }
        let by = package_of(&open(path)?.line().map_err(failure)?)
            .ok_or_else(|| CliError::file(path, "it is not a package; `lockbench project send` makes one"))?;
        annotator_of(&project, &by)?;
        packages.entry(by).or_default().push(path);
    }
    let beside = TemporaryFolder::new(folder)
        .map_err(|error| CliError::file(folder, &format!("nothing can be written: {error}")))?;
    let sessions = packages.keys().map(|by| session(folder, by));
    let missing: Vec<PathBuf> = sessions.filter(|path| !path.exists()).collect();
    // Everything is read and every conflict resolved before any session changes.
    let read = |(number, (by, paths)): (usize, (&String, &Vec<&PathBuf>))| {
        restore(&project, &args.file, by)?;
        let place = beside.path().join(number.to_string());
        Ok((by.clone(), union(by, paths, folder, &place, &args.prefer)?))
    };
    let unions: Result<Vec<_>, CliError> = packages.iter().enumerate().map(read).collect();
    let unions = unions.inspect_err(|_| {
        // A restored session contains nothing of the annotator without the packages.
        missing.iter().for_each(|path| drop(std::fs::remove_file(path)));
    })?;
    for (by, union) in unions {
        put(&union, &session(folder, &by), beside.path())?;
        report_gold(&by, &session(folder, &by))?;
    }
    Ok(status::SUCCESS)
}

/// Recreates a missing session of an annotator, so that their packages can be taken again.
fn restore(project: &Project, file: &Path, by: &str) -> Result<(), CliError> {
    let folder = folder(file);
    let own = session(folder, by);
    if own.exists() {
        return Ok(());
    }
    open(&folder.join(BASE))?.backup(&own).map_err(failure)?;
    print_note(format!("{} was missing: it has what is in the packages", own.display()));
    let mut store = open(&own)?;
    mix_gold(project, file, by, None, &mut store)?;
    store.rest().map_err(failure)
}

/// Writes the union of an annotator's session and their packages to a file of its own.
fn union(
    by: &str,
    packages: &[&PathBuf],
    folder: &Path,
    place: &Path,
    prefer: &[PathBuf],
) -> Result<PathBuf, CliError> {
    let own = session(folder, by);
    let key = Key::read(folder, by).map_err(CliError::usage)?;
    let mut sources = vec![open(&own)?];
    let mut names = vec![own.clone()];
    for (at, path) in packages.iter().enumerate() {
        let copy = place.with_extension(format!("{at}.db"));
        sources.push(translated(path, &own, &copy, &key)?);
        names.push((*path).clone());
    }
    let found = conflicts(&sources).map_err(failure)?;
    let dropped = resolve(&found, &names, prefer)?;
    let out = place.with_extension("union.db");
    merge(&out, &sources, &Merging { dropped, rubric: None }).map_err(failure)?.rest().map_err(failure)?;
    Ok(out)
}

/// Replaces an annotator's session by a union, or leaves it unchanged.
fn put(union: &Path, own: &Path, beside: &Path) -> Result<(), CliError> {
    let failed = |error: std::io::Error| CliError::file(own, &error.to_string());
    let old = beside.join("before.db");
    std::fs::rename(own, &old).map_err(failed)?;
    let store = open(union).and_then(|store| store.backup(own).map_err(failure));
    if store.is_err() {
        std::fs::rename(&old, own).map_err(failed)?;
    }
    std::fs::remove_file(&old).ok();
    store
}

/// Copies a package with the lead's cases, and its events on these.
fn translated(package: &Path, own: &Path, copy: &Path, key: &Key) -> Result<Store, CliError> {
    let by = key.by.as_str();
    let (from, lead) = (open(package)?, open(own)?);
    let line = lead.line().map_err(failure)?;
    let ids: HashMap<String, String> =
        lead.ids().map_err(failure)?.into_iter().map(|id| (key.id(&id), id)).collect();
    let mut rows = Vec::new();
    let mut cases = Vec::new();
    for sealed in from.ids().map_err(failure)? {
        let strange = |why: &str| CliError::file(package, &format!("case {sealed:?} {why}"));
        let id = ids.get(&sealed).ok_or_else(|| strange("is not one of those that were sent"))?;
        let texts = |store: &Store, id: &str| -> Result<_, CliError> {
            let row = store.case(id).map_err(failure)?.ok_or_else(|| strange("is gone"))?;
            let case = row.read().map_err(|why| strange(&why.to_string()))?;
            Ok(((case.article, case.summary), row))
        };
        let ((sent, _), (known, row)) = (texts(&from, &sealed)?, texts(&lead, id)?);
        if sent != known {
            return Err(strange("has another text than the one that was sent"));
        }
        rows.push(row);
        cases.push((sealed, id.clone()));
    }
    let mut store = Store::create(copy, &line).map_err(failure)?;
    store.add(&rows).map_err(failure)?;
    let mut recorder = Recorder::new(store, None, Analyst::new(Embedding::Shipped));
    let blind =
        Blind { settings: BlindSettings::read(&line, by).unwrap_or_default(), gold: GoldCases::read(&line) };
    let mut refused = 0;
    for (sealed, id) in &cases {
        let mut events = from.events(sealed, by).map_err(failure)?;
        events.sort_by_key(Event::order);
        for event in events {
            let drafts = match &event.act {
                Act::Reveal => revealed(&event, id, &blind, &mut recorder, by)?,
                _ => vec![draft(&event, id, &ids)],
            };
            for recorded in recorder.record(drafts).map_err(failure)? {
                if let Err(why) = recorded {
                    refused += 1;
                    print_note(format!(
                        "{}, {} on {id:?} is left out: {why}",
                        package.display(),
                        event.act.name()
                    ));
                }
            }
        }
    }
    if refused > 0 {
        print_note(format!("{}: {} left out", package.display(), pluralize(refused, "event")));
    }
    drop(recorder);
    open(copy)
}

/// Converts an event to one on the lead's case.
fn draft(event: &Event, id: &str, ids: &HashMap<String, String>) -> EventDraft {
    let Event { uuid, at, by, mut act, mut fields, .. } = event.clone();
    if let Act::Prefer(Preferred { case, order, .. }) = &mut act {
        for sealed in iter::once(&mut *case).chain(&mut *order) {
            ids.get(sealed).into_iter().for_each(|id| sealed.clone_from(id));
        }
        fields.set("prefer", case);
        if !order.is_empty() {
            fields.set("order", order);
        }
    }
    EventDraft {
        seq: None,
        uuid: Some(uuid),
        at: Some(at),
        by: Some(by),
        case: id.to_owned(),
        act,
        followed: Vec::new(),
        fields: fields.without(&FILLED_IN),
    }
}

/// Returns the events for a case that was handed in: rejections of the findings that the annotator does
/// not have, and the reveal.
fn revealed(
    event: &Event,
    id: &str,
    blind: &Blind,
    recorder: &mut Recorder,
    by: &str,
) -> Result<Vec<EventDraft>, CliError> {
    let rubrics = RubricSet::shipped();
    let slug = event.fields.string("rubric").ok().flatten().unwrap_or_default();
    let (rubric, lists): (&'static str, &'static [List]) =
        rubrics.get(&slug).map_or(("", &[]), |(entry, rubric)| (entry.slug, rubric.lists()));
    let missing = event.fields.get("missing");
    let missing = missing.iter().filter_map(|all| all.as_array()).flatten();
    let missing = missing.filter_map(|one| one.as_str().map(str::to_owned)).collect();
    let asked = FeedbackRequest { index: 0, rubric, lists, missing };
    let folded = recorder.folded(id, by).map_err(failure)?;
    let marked = blind.mark(id, folded, lists);
    let mut drafts = reveal(id, folded, &asked, marked.as_ref().map(|marked| (marked, false)));
    for (at, draft) in drafts.iter_mut().enumerate() {
        let last = draft.act == Act::Reveal;
        // The UUIDs are derived, so that taking a package again gives the same ones.
        let name = Uuid::new_v5(&event.uuid, at.to_string().as_bytes());
        draft.uuid = Some(if last { event.uuid } else { name });
        draft.at = Some(if last { event.at.clone() } else { Moment::from_micros(event.at.micros() - 1) });
        draft.by = Some(by.to_owned());
    }
    Ok(drafts)
}

/// Reports what an annotator handed in, and the results of their gold cases.
fn report_gold(by: &str, own: &Path) -> Result<(), CliError> {
    let store = open(own)?;
    let line = store.line().map_err(failure)?;
    let cases = queue_of(&store, &line, by).map_err(failure)?.0.len();
    let reveals = store.events_of("reveal", by).map_err(failure)?;
    let mut tally = GoldAccuracy::default();
    reveals.iter().filter_map(JudgedGold::of).for_each(|gold| tally += gold.tally);
    let gold = tally
        .share()
        .map_or_else(String::new, |share| format!("; gold: {} ({:.0} %)", tally.in_words(), share * 100.0));
    notify(&format!("{by}: {} of {} handed in{gold}", reveals.len(), pluralize(cases, "case")));
    Ok(())
}
