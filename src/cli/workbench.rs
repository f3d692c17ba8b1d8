//! `lockbench` without a command: the workbench.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use crate::case::{GUIDELINES, GivenLabels, Origin, read_whole_text};
use crate::engine::{Articles, Selection};
use crate::labels::List;
use crate::rubric::Readings;
use crate::session::{OrderedObject, SessionError, Store, annotator, now, state_folder};
use crate::tui::keymap::Action;
use crate::tui::{
    self, Options,
    queue::{QUIET, Sources, Storage, blind::Blind},
    state::After,
    worker::ScoringConfig,
};

use super::calibration::CalibrationArgs;
use super::driver_args::DriverArgs;
use super::embedding::EmbeddingArgs;
use super::input::CaseArgs;
use super::judge_args::JudgeArgs;
use super::output::{Content, find_terminal, notify};
use super::selection::{DEFAULT_RUBRIC, RubricArgs, of_one};
use super::sessions::{failure, is_there, new_line};
use super::{CliError, blind, print};

/// Arguments of the workbench.
#[derive(Debug, Default, clap::Args)]
#[command(mut_arg("rubric", of_one))]
pub struct Args {
    #[command(flatten)]
    pub cases: CaseArgs,
    #[command(flatten)]
    table: EmbeddingArgs,
    #[command(flatten)]
    calibrated: CalibrationArgs,
    #[command(flatten)]
    pub choice: RubricArgs,
    #[command(flatten)]
    asking: JudgeArgs,
    #[command(flatten)]
    pub driver: DriverArgs,
    /// Labels to begin with, matched to the cases by id
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Colours: dark, light, high-contrast, colour-blind, sixteen, mono, or a theme of yours [default: by the terminal's background]
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// What you judge by, in Markdown; one key shows it while you judge [default: the rubric's own words]
    #[arg(long, value_name = "FILE")]
    pub guidelines: Option<PathBuf>,
    /// The name under which your labels are recorded [default: your user name]
    #[arg(long = "as", value_name = "NAME")]
    pub by: Option<String>,
}

impl Args {
    pub fn files(&self) -> &[PathBuf] {
        &self.cases.files
    }
}

/// The exit status of the workbench, and what the program continues with.
pub type WorkbenchExit = (u8, Option<After>);

/// Prints the messages that were held back while the workbench had the terminal.
pub fn left(ended: tui::Exit) -> WorkbenchExit {
    ended.said.iter().for_each(|said| notify(said));
    (ended.status, ended.after)
}

/// Opens the workbench with the default session of the files.
pub fn run(args: &Args) -> Result<WorkbenchExit, CliError> {
    open(args, None)
}

/// Opens the workbench on the samples.
pub fn samples() -> Result<WorkbenchExit, CliError> {
    open(&Args::default(), None)
}

/// Returns the default session of these files, named after them and a hash of their location.
fn own(origins: &[Origin], line: OrderedObject) -> Storage {
    let Some(folder) = state_folder() else {
        return Storage::Nowhere(
            "there is neither XDG_STATE_HOME nor HOME; `lockbench review --session S.db` names a session"
                .to_owned(),
        );
    };
    let (mut names, mut paths) = (Vec::new(), Vec::new());
    for path in origins.iter().flat_map(files) {
        names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        paths.push(std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()));
    }
    let name = match names.first() {
        _ if origins.iter().any(Origin::reads_stdin) => {
            // Piped input cannot be reopened, so its session gets a unique name.
            format!("stdin-{}", now().as_str().replace([':', '.'], "-"))
        }
        None => "samples".to_owned(),
        Some(first) => {
            let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '-' };
            let name: String = first.chars().map(plain).take(40).collect();
            let mut bytes = Vec::new();
            for path in &paths {
                bytes.extend_from_slice(path.as_os_str().as_encoded_bytes());
                bytes.push(0);
            }
            let hash = Uuid::new_v5(&Uuid::NAMESPACE_URL, &bytes).simple().to_string();
            format!("{name}-{}", &hash[..12])
        }
    };
    Storage::Own { path: folder.join(format!("{name}.db")), line }
}

fn files(origin: &Origin) -> Vec<&Path> {
    match origin.place() {
        Origin::Stdin | Origin::As { .. } => Vec::new(),
        Origin::File(path) => vec![path],
        Origin::Pair { article, summary, .. } => vec![article, summary],
    }
}

/// Opens the workbench on files, or on a named session.
pub fn open(args: &Args, session: Option<(&Path, &blind::Args)>) -> Result<WorkbenchExit, CliError> {
    start(args, options(args, session)?)
}

/// The settings by which cases are judged: from the command line or, if not given there, from the
/// session.
struct JudgingBasis {
    choice: RubricArgs,
    selection: Selection,
    rubric: String,
    readings: Readings,
    guidelines: Option<String>,
    /// The calibration that the session names.
    calibration: Option<String>,
}

impl JudgingBasis {
    fn new(args: &Args) -> Result<JudgingBasis, CliError> {
        let choice = args.choice.clone();
        let selection = choice.selection()?;
        let (rubric, readings) = (first_rubric(&selection), selection.readings);
        Ok(JudgingBasis { choice, selection, rubric, readings, guidelines: None, calibration: None })
    }

    /// Returns the lists that the rubric reads.
    fn lists(&self) -> &'static [List] {
        self.selection.set().get(&self.rubric).map_or(&[], |(_, rubric)| rubric.lists())
    }

    /// Uses the settings in the first line of a session.
    fn take_over(&mut self, first: &OrderedObject) -> Result<(), CliError> {
        if self.guidelines.is_none() {
            self.guidelines = first.string("guidelines").ok().flatten();
        }
        self.calibration = first.string("calibration").ok().flatten();
        self.choice.take_over(first);
        self.selection = self.choice.selection()?;
        (self.rubric, self.readings) = (first_rubric(&self.selection), self.selection.readings);
        Ok(())
    }
}

/// The rubric that the screen shows first.
fn first_rubric(selection: &Selection) -> String {
    selection.slugs().first().copied().unwrap_or(DEFAULT_RUBRIC).to_owned()
}

/// What the workbench is opened with.
pub fn options(args: &Args, session: Option<(&Path, &blind::Args)>) -> Result<Options, CliError> {
    let path = session.map(|(path, _)| path);
    // A new queue starts in the claim-by-claim view; a recording keeps the view for which its keys were
    // recorded.
    let new = path.is_some_and(|path| !is_there(path));
    let by_claims = new && args.driver.play.is_none() && args.driver.record.is_none() && !args.driver.line;
    let mut basis = JudgingBasis::new(args)?;
    let named = names_cases(args);
    let mut sources = Sources {
        origins: if named { args.cases.origins()? } else { Vec::new() },
        fields: args.cases.fields()?,
        map: args.cases.map.clone(),
        given: match &args.labels {
            Some(path) => GivenLabels::read(path).map_err(CliError::usage)?,
            None => GivenLabels::default(),
        },
        // In a recording, each key waits for all its effects.
        quiet: if args.driver.play.is_some() { Duration::ZERO } else { QUIET },
        unasked: true,
        ..Sources::default()
    };
    let by = name(args.by.as_deref())?;
    let line = first_line(args, path, &mut basis)?;
    // A session is created before the screen is drawn, so a terminal is required first; otherwise none is
    // left behind.
    let makes = path.is_none_or(|path| named && !path.exists());
    if makes && !args.driver.line && args.driver.play.is_none() {
        find_terminal().map_err(|error| failed(tui::Error::Terminal(error)))?;
    }
    match session {
        None => sources.keep = own(&sources.origins, line),
        Some(session) => keep_in(session, args, &by, &line, &mut sources, &mut basis)?,
    }
    let is_blind = sources.blind.is_some();
    let numbers = numbers(args, path, &basis)?;
    Ok(Options {
        sources,
        rubric: basis.rubric,
        rubric_chosen: args.choice.names_rubric(),
        readings: basis.readings,
        numbers,
        theme: args.theme.clone(),
        guidelines: basis.guidelines,
        by,
        config: super::config::read(),
        folder: super::config::folder(),
        record: args.driver.record.clone(),
        play: args.driver.play.clone(),
        judge: args.asking.settings()?,
        split: tui::split::file(|name| std::env::var(name).ok()),
        reopens: session.map(|(_, args)| args.reopens.clone()).unwrap_or_default(),
        first: (by_claims && !is_blind).then_some(Action::LabelByLabel),
        ..Options::default()
    })
}

fn names_cases(args: &Args) -> bool {
    !args.cases.files.is_empty() || args.cases.article.is_some()
}

/// Opens or creates the session that stores everything, and prepares its blind review if it has one.
fn keep_in(
    (path, blind_args): (&Path, &blind::Args),
    args: &Args,
    by: &str,
    line: &OrderedObject,
    sources: &mut Sources,
    basis: &mut JudgingBasis,
) -> Result<(), CliError> {
    let made = (!is_there(path)).then_some(path);
    let store = named_store(path, names_cases(args).then_some(line)).map_err(failure)?;
    basis.take_over(&store.line().map_err(failure)?)?;
    let opening = blind::SessionOpening {
        by,
        named: args.by.is_some(),
        origins: &sources.origins,
        fields: &sources.fields,
        map: &sources.map,
        given: &sources.given,
        rubric: (&basis.rubric, basis.lists()),
    };
    let (store, blind) = prepare_blind(blind_args, &opening, store, made)?;
    if blind.is_some() {
        // The session already has them, in the order of judging.
        sources.origins.clear();
    }
    (sources.keep, sources.blind) = (Storage::Session(Box::new(store)), blind);
    Ok(())
}

/// Returns the first line of a new session.
fn first_line(
    args: &Args,
    session: Option<&Path>,
    basis: &mut JudgingBasis,
) -> Result<OrderedObject, CliError> {
    let mut line = new_line(&args.choice)?;
    if let Some(named) = session.map(|path| args.calibrated.named_beside(path)).transpose()?.flatten() {
        line.set("calibration", &named);
    }
    if let Some(path) = &args.guidelines {
        let text = read_whole_text(path, GUIDELINES).map_err(CliError::usage)?;
        line.set("guidelines", &text);
        basis.guidelines = Some(text);
    }
    Ok(line)
}

/// Returns the rubrics, word vectors and calibration for scoring.
fn numbers(args: &Args, session: Option<&Path>, basis: &JudgingBasis) -> Result<ScoringConfig, CliError> {
    let calibration = match session {
        Some(path) => args.calibrated.read_for(path, basis.calibration.as_deref())?,
        None => args.calibrated.read()?,
    };
    let rubrics = match &calibration {
        Some(own) => Arc::clone(basis.choice.selection_by(Some(own))?.set()),
        None => Arc::clone(basis.selection.set()),
    };
    Ok(ScoringConfig { rubrics, embedding: args.table.read()?, calibration, articles: Articles::default() })
}

/// Opens the session of a file; with `line`, creates it if missing.
fn named_store(path: &Path, line: Option<&OrderedObject>) -> Result<Store, SessionError> {
    match line {
        _ if is_there(path) => Store::open_notifying(path, |who| notify(&who)),
        Some(line) => Store::create(path, line),
        None => Err(SessionError::Absent(path.to_path_buf())),
    }
}

/// Prepares a session for an annotator who judges blind. If this fails for a session created just now,
/// its file is removed.
fn prepare_blind(
    args: &blind::Args,
    opening: &blind::SessionOpening,
    mut store: Store,
    made: Option<&Path>,
) -> Result<(Store, Option<Blind>), CliError> {
    match blind::prepare(args, opening, &mut store) {
        Ok(blind) => Ok((store, blind)),
        Err(error) => {
            drop(store);
            if let Some(path) = made {
                std::fs::remove_file(path).ok();
            }
            Err(error)
        }
    }
}

/// Returns the annotator's name: that of `--as`, or the user's.
pub fn name(given: Option<&str>) -> Result<String, CliError> {
    let user = || std::env::var("USER").ok().filter(|name| !name.is_empty());
    let by = given.map(str::to_owned).or_else(user).unwrap_or_else(|| "you".to_owned());
    annotator(&by).map_err(|why| CliError::usage(format!("--as: {why}")))?;
    Ok(by)
}

/// Opens the workbench or its line mode, or prints the end of a recording.
pub fn start(args: &Args, options: Options) -> Result<WorkbenchExit, CliError> {
    if args.driver.line {
        return super::line::run(options).map(|status| (status, None));
    }
    if args.driver.play.is_some() && !tui::terminal::is_there() {
        let (status, screen) = tui::play(options).map_err(failed)?;
        print(&Content::text(screen))?;
        return Ok((status, None));
    }
    tui::run(options).map(left).map_err(failed)
}

/// Converts an error of the workbench to one of the command.
fn failed(error: tui::Error) -> CliError {
    let failure = CliError::usage(&error);
    match error {
        tui::Error::Play(_) | tui::Error::Record(..) | tui::Error::Theme(_) => failure,
        _ => failure
            .hint("with --line it takes commands and prints plain text; `lockbench score FILE` only scores"),
    }
}
