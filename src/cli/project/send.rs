//! `lockbench project send`: writes a package for an annotator who works elsewhere.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{annotator_of, folder, read, share};
use crate::blind::{BlindSettings, GoldCases, neutral, order};
use crate::case::{Case, Fields, GUIDELINES, GivenLabels, read_whole_text};
use crate::cli::blind::{self, SessionOpening};
use crate::cli::output::{notify, print_note};
use crate::cli::sessions::{failure, open};
use crate::cli::{CliError, status};
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::files::{self, typed};
use crate::labels::file::Wrapper;
use crate::num::pluralize;
use crate::project::package::Key;
use crate::project::{NAME, Project, own_session};
use crate::rubric::Readings;
use crate::session::{
    Analyst, CaseRow, ENGINE, OrderedObject, Recorder, SEALED, Store, make_package, now, session_line,
};

/// Arguments of `project send`.
#[derive(Debug, clap::Args)]
#[group(id = "project_send")]
pub struct Args {
    /// The annotator
    #[arg(value_name = "NAME")]
    by: String,
    /// The project
    #[arg(long, value_name = "PROJECT", default_value = NAME)]
    file: PathBuf,
    /// The package [default: NAME-package.db beside the project]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let project = read(&args.file)?;
    let by = args.by.as_str();
    annotator_of(&project, by)?;
    if project.closed {
        return Err(CliError::file(&args.file, "the round is closed"));
    }
    let folder = folder(&args.file);
    let own = own_session(folder, by).map_err(CliError::usage)?;
    let package = || folder.join(format!("{}-package.db", files::stem(&own)));
    let out = args.out.clone().unwrap_or_else(package);
    if out.exists() {
        return Err(CliError::file(&out, "there already").hint("-o FILE names another"));
    }
    let mut store = open(&own)?;
    mix_gold(&project, &args.file, by, None, &mut store)?;
    leave_out_training(by, &mut store)?;
    let key = Key::of(folder, by).map_err(CliError::usage)?;
    let cases = write(&project, folder, &key, store, &out).inspect_err(|_| {
        // An incomplete package is removed.
        std::fs::remove_file(&out).ok();
    })?;
    let (many, package, out) = (pluralize(cases, "case"), typed(&out), out.display());
    if project.training.is_some() {
        print_note("no training round in a package: its feedback would need the gold labels");
    }
    notify(&format!(
        "{out}: {many}; {by} types `lockbench review {package}`, and sends it back for `project take`"
    ));
    Ok(status::SUCCESS)
}

/// Removes the training round from the queue of an annotator who has not begun, since packages have none.
fn leave_out_training(by: &str, store: &mut Store) -> Result<(), CliError> {
    let known = BlindSettings::read(&store.line().map_err(failure)?, by);
    let Some(settings) = known.filter(|settings| !settings.training.is_empty()) else { return Ok(()) };
    if store.counts().map_err(failure)?.1 > 0 {
        return Ok(());
    }
    let settings = BlindSettings { training: 0..0, ..settings };
    store.amend(|line: &mut OrderedObject| settings.write(line, by)).map_err(failure)
}

/// Adds the gold cases of the project, including those for training, to an annotator's own session,
/// unless they are there.
pub(super) fn mix_gold(
    project: &Project,
    file: &Path,
    by: &str,
    training: Option<usize>,
    store: &mut Store,
) -> Result<(), CliError> {
    let Some(gold) = project.gold.as_ref().map(|path| folder(file).join(path)) else { return Ok(()) };
    if !GoldCases::read(&store.line().map_err(failure)?).ids().is_empty() {
        return Ok(());
    }
    let pass = project.gold_pass.as_deref().map(|pass| share(file, pass)).transpose()?;
    // The gold set is the same for everybody.
    let is_noted = project.annotators.first().is_none_or(|first| first != by);
    let args = blind::Args {
        blind: true,
        gold: Some(gold),
        gold_pass: pass,
        training,
        is_noted,
        ..blind::Args::default()
    };
    let selection = Selection::shipped(&[], Readings::default());
    let lists = selection.set().get(&project.rubric).map_or(&[][..], |(_, rubric)| rubric.lists());
    let opening = SessionOpening {
        by,
        named: true,
        origins: &[],
        fields: &Fields::default(),
        map: &[],
        given: &GivenLabels::default(),
        rubric: (&project.rubric, lists),
    };
    blind::prepare(&args, &opening, store).map(drop)
}

/// Writes the package; returns its number of cases.
fn write(project: &Project, folder: &Path, key: &Key, store: Store, out: &Path) -> Result<usize, CliError> {
    let by = key.by.as_str();
    let known = store.line().map_err(failure)?;
    let gold = GoldCases::read(&known);
    let settings = BlindSettings::read(&known, by).unwrap_or_default();
    let readings = known.get("readings").and_then(|readings| readings.as_object().cloned());
    let mut line = session_line(now(), &project.rubric, &readings.unwrap_or_default());
    make_package(&mut line, by);
    BlindSettings { rate: 0.0, training: 0..0, ..settings.clone() }.write(&mut line, by);
    if let Some(path) = &project.guidelines {
        let text = read_whole_text(&folder.join(path), GUIDELINES).map_err(CliError::usage)?;
        line.set("guidelines", &text);
    }
    let (ids, _) = order(store.queue(by).map_err(failure)?, &gold, &settings, by);
    let mut recorder = Recorder::new(store, None, Analyst::new(Embedding::Shipped));
    let mut rows = Vec::with_capacity(ids.len());
    for (at, id) in ids.iter().enumerate() {
        let case = recorder.case(id).map_err(failure)?;
        let base = recorder.folded(id, by).map_err(failure)?.base();
        let units = neutral(&base.proposals);
        let id = key.id(id);
        let wrapper = Wrapper::new(&id, ENGINE, &units, base.texts());
        // Unused fields, and labels that came with the case, could reveal which case it is.
        let case = Case {
            id: id.clone(),
            labels: None,
            extra: Default::default(),
            malformed: Vec::new(),
            ..(*case).clone()
        };
        rows.push(CaseRow {
            place: i64::try_from(at).ok(),
            text: crate::report::json::line(&case),
            origin: json!({"file": "package", "line": at + 1}).to_string(),
            proposed: Some((SEALED.to_owned(), wrapper.to_value().to_string())),
            assigned: Vec::new(),
            rest: OrderedObject::default(),
            id,
        });
    }
    let mut package = Store::create(out, &line).map_err(failure)?;
    package.add(&rows).map_err(failure)?;
    package.rest().map_err(failure)?;
    Ok(rows.len())
}
