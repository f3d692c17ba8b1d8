//! `lockbench review --blind`: the settings and queue of an annotator who judges before seeing the
//! engine's labels, as kept in the session.

mod gold;
mod gold_units;
mod opening;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::blind::{BlindSettings, GoldCases};
use crate::case::read;
use crate::num::counted;
use crate::session::{CaseRow, OrderedObject, Store};
use crate::tui::queue::blind::Blind;

use super::CliError;
use super::gold_set::GoldSet;
use super::output::{notify, print_note};
use super::sessions::failure;
use super::share::share;

pub use opening::SessionOpening;

/// Number of cases written in one transaction.
const CASES_PER_TRANSACTION: usize = 256;

/// Arguments of a blind review.
#[derive(Debug, Default, clap::Args)]
#[group(id = "blind_review")]
pub struct Args {
    /// Judge before you see: labels, scores and verdict of the engine are hidden until you have given yours (needs --as)
    #[arg(long)]
    pub blind: bool,
    /// Cases whose labels are known, mixed into the queue unmarked: labels of cases of the queue, or cases with `labels`
    #[arg(long, value_name = "LABELS")]
    pub gold: Option<PathBuf>,
    /// The share of gold cases in the queue [default: 10%]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub gold_rate: Option<f64>,
    /// The share of gold labels that has to be right, in the training round and in the queue [default: 80%]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub gold_pass: Option<f64>,
    /// Begin with this number of gold cases, with feedback after each; the queue opens when they are passed
    #[arg(long, value_name = "N")]
    pub training: Option<usize>,
    /// The command that opens this review again, without these options.
    #[arg(skip)]
    pub reopens: String,
    /// Whether what is left out of the gold cases is not noted, since it was noted before.
    #[arg(skip)]
    pub is_noted: bool,
}

impl Args {
    /// Returns the first given option that changes the settings of a blind review.
    fn rule(&self) -> Option<&'static str> {
        let given = [
            ("--gold", self.gold.is_some()),
            ("--gold-rate", self.gold_rate.is_some()),
            ("--gold-pass", self.gold_pass.is_some()),
            ("--training", self.training.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}

/// Prepares a session for an annotator who judges blind, and returns the settings; `None` if they do not.
/// An annotator who started with `--blind` remains blind without the option. Afterwards the session
/// contains the cases of the queue.
///
/// # Errors
/// If the arguments or the gold cases cannot be used, or nothing can be written.
pub fn prepare(args: &Args, opening: &SessionOpening, store: &mut Store) -> Result<Option<Blind>, CliError> {
    let line = store.line().map_err(failure)?;
    let known = BlindSettings::read(&line, opening.by);
    if !args.blind && known.is_none() && args.rule().is_some() {
        return Err(CliError::usage("--gold, --gold-rate, --gold-pass and --training need a blind review")
            .hint("--blind starts one"));
    }
    let Some(asked) = args.blind.then_some("--blind").or_else(|| args.rule()) else {
        let gold = GoldCases::read(&line);
        return Ok(known.map(|settings| Blind { settings, gold }));
    };
    if !opening.named {
        return Err(CliError::usage(format!("{asked} needs --as NAME"))
            .hint("what was hidden, and until when, is kept by the annotator's name"));
    }
    store.writable().map_err(failure)?;
    add_queue(opening, store)?;
    let mut gold = GoldCases::read(&line);
    if let Some(path) = &args.gold {
        let set = GoldSet::of(path)?;
        let note = gold::add(set.path(), opening, store, &mut gold)?;
        note.iter().filter(|_| !args.is_noted).for_each(print_note);
        // Gold cases belong to every queue, even if they were assigned to one annotator as ordinary
        // cases.
        store.share(gold.ids()).map_err(failure)?;
    }
    let mut settings = known.unwrap_or_default();
    if let Some(rate) = args.gold_rate {
        settings.rate = rate;
    }
    if let Some(pass) = args.gold_pass {
        settings.pass = pass;
    }
    let mut blind = Blind { settings, gold };
    if let Some(cases) = args.training {
        train(&mut blind, cases, &args.reopens, opening, store)?;
    }
    let write = |line: &mut OrderedObject| {
        blind.settings.write(line, opening.by);
        blind.gold.write(line);
    };
    store.amend(write).map_err(failure)?;
    Ok(Some(blind))
}

/// Adds the cases of the queue to the session. Existing ones stay unchanged.
fn add_queue(opening: &SessionOpening, store: &mut Store) -> Result<(), CliError> {
    let mut rows: Vec<CaseRow> = Vec::new();
    let mut seen: HashMap<String, String> = HashMap::new();
    for origin in opening.origins {
        for record in read(origin, &Arc::default()) {
            record.note.iter().for_each(print_note);
            let found = match CaseRow::of(record, opening.fields, opening.map) {
                Ok(found) => found,
                Err(problem) => {
                    notify(&format!("not in the queue: {problem}"));
                    continue;
                }
            };
            for (mut row, case) in found {
                let place = row.origin_words();
                if let Some(first) = seen.get(&case.id) {
                    notify(&format!(
                        "not in the queue: {place}: a second case {:?}; the first is at {first}",
                        case.id
                    ));
                    continue;
                }
                if let Ok(Some((labels, _))) = opening.given.get(&case.id) {
                    row.give_labels(&labels);
                }
                seen.insert(case.id, place);
                rows.push(row);
            }
            if rows.len() >= CASES_PER_TRANSACTION {
                store.add(&std::mem::take(&mut rows)).map_err(failure)?;
            }
        }
    }
    store.add(&rows).map_err(failure)?;
    Ok(())
}

/// Starts a training round, or another one if the last was not passed.
fn train(
    blind: &mut Blind,
    cases: usize,
    reopens: &str,
    opening: &SessionOpening,
    store: &Store,
) -> Result<(), CliError> {
    let ids = store.queue(opening.by).map_err(failure)?;
    let reveals = store.events_of("reveal", opening.by).map_err(failure)?;
    let (ids, training) = crate::blind::order(ids, &blind.gold, &blind.settings, opening.by);
    let standing = blind.standing(&ids, training, &reveals);
    let round = blind.settings.training.clone();
    let done = standing.training.map_or(0, |training| training.done);
    if cases == 0 {
        // Training ends, and the cases already used for it are not mixed into the queue.
        let end = round.start + done;
        blind.settings.training = end..end;
        return Ok(());
    }
    let from = match standing.training {
        // A round in progress or passed stays unchanged.
        Some(training) if training.passed || done > 0 && done < training.round => return Ok(()),
        Some(training) if done == training.round => round.end,
        _ => round.start,
    };
    let gold = blind.gold.ids().len();
    if from + cases > gold {
        let there = match (gold, from) {
            (0, _) => "there are none: --gold LABELS gives them".to_owned(),
            (gold, 0) => format!("there are {gold}"),
            (gold, used) => format!("there are {gold}, and {used} of them were used in earlier rounds"),
        };
        let needed = counted(cases, "gold case");
        let failure = CliError::usage(format!("--training {cases} needs {needed}; {there}"));
        return Err(match (gold.saturating_sub(from), from) {
            (0, 0) => failure,
            (0, _) => failure.hint(format!("`{reopens} --training 0` opens the queue")),
            (left, 0) => failure.hint(format!("--training {left} begins the round with all of them")),
            (left, _) => failure.hint(format!("`{reopens} --training {left}` begins another round")),
        });
    }
    blind.settings.training = from..from + cases;
    Ok(())
}
