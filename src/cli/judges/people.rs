//! Reads people's judgements of the cases: labels, or numbers in fields.

use std::path::PathBuf;
use std::sync::Arc;

use crate::agree::annotators::Annotation;
use crate::annotations::Gathering;
use crate::case::Case;
use crate::cli::CliError;
use crate::cli::agree::human::judgement;
use crate::cli::output::notify;
use crate::embedding::Embedding;
use crate::engine::Selection;
use crate::num::pluralize;

/// The people with whom judges are compared.
pub struct HumanJudges {
    /// Their names, or the names of the fields with their numbers.
    pub names: Vec<String>,
    /// Their judgements, by case.
    pub gave: HumanAnswers,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

/// People's judgements, by person and case.
pub enum HumanAnswers {
    Labels(Vec<Vec<Option<Annotation>>>),
    Numbers(Vec<Vec<Option<f64>>>),
}

impl HumanJudges {
    pub fn named(&self) -> String {
        match self.gave {
            HumanAnswers::Labels(_) => format!("labels of {}", self.names.join(", ")),
            HumanAnswers::Numbers(_) => self.names.join(", "),
        }
    }

    /// Reads numbers from fields of the cases, one field for each person.
    ///
    /// # Errors
    /// If a field has no number in any case.
    pub fn numbers(cases: &[Arc<Case>], fields: &[String]) -> Result<HumanJudges, CliError> {
        let (mut gave, mut notes) = (Vec::new(), Vec::new());
        for field in fields {
            let (mut numbers, mut first) = (Vec::with_capacity(cases.len()), None);
            for case in cases {
                match judgement(case, field) {
                    Ok(number) => numbers.push(Some(number)),
                    Err(why) => {
                        first.get_or_insert_with(|| why.to_string());
                        numbers.push(None);
                    }
                }
            }
            let missing = numbers.iter().filter(|number| number.is_none()).count();
            let first = first.unwrap_or_default();
            if missing == cases.len() {
                return Err(CliError::usage(format!("--human {field}: {first}")).hint(
                    "name the field that holds people's judgement; human.relevance looks into an object; \
                     --gold FILE takes people's labels",
                ));
            }
            if missing > 0 {
                notes.push(format!("{} left out: {first}", pluralize(missing, "case")));
            }
            gave.push(numbers);
        }
        Ok(HumanJudges { names: fields.to_vec(), gave: HumanAnswers::Numbers(gave), notes })
    }

    /// Reads labels from files and sessions.
    ///
    /// # Errors
    /// If a file cannot be used, or none of its cases is known.
    pub fn labels(
        cases: &[Arc<Case>],
        files: &[PathBuf],
        selection: &Selection,
    ) -> Result<HumanJudges, CliError> {
        let texts = cases.iter().map(|case| (case.id.clone(), Arc::clone(case))).collect();
        let mut gathering = Gathering::new(false, selection.clone(), texts).with_one().on_note(notify);
        for file in files {
            gathering.read(file, &Embedding::Shipped)?;
        }
        gathering.leave_out_gold();
        let (gathered, problems, notes) = gathering.finish()?;
        let mut notes: Vec<String> = problems.into_iter().chain(notes).collect();
        let names = gathered.annotations.annotators;
        let mut by_id: std::collections::HashMap<String, Vec<Option<Annotation>>> =
            gathered.annotations.cases.into_iter().map(|case| (case.id, case.by)).collect();
        let mut gave: Vec<Vec<Option<Annotation>>> = vec![Vec::with_capacity(cases.len()); names.len()];
        let labelled = by_id.len();
        for case in cases {
            let mut own = by_id.remove(&case.id).unwrap_or_default().into_iter();
            gave.iter_mut().for_each(|of_person| of_person.push(own.next().flatten()));
        }
        if by_id.len() == labelled {
            let (theirs, ours) = (by_id.keys().min().cloned().unwrap_or_default(), &cases[0].id);
            return Err(CliError::usage(format!(
                "--gold: none of its {} is among the {} (there {theirs:?}, here {ours:?})",
                pluralize(labelled, "case"),
                pluralize(cases.len(), "case")
            ))
            .hint("cases are matched by their `id`"));
        }
        if !by_id.is_empty() {
            notes.push(format!("{} of --gold not among the cases", pluralize(by_id.len(), "case")));
        }
        Ok(HumanJudges { names, gave: HumanAnswers::Labels(gave), notes })
    }
}
