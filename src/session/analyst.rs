//! The engine as used by a session: it returns its proposals for a case as a labels wrapper.

use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};

use crate::audit;
use crate::case::{Case, Texts};
use crate::embedding::Embedding;
use crate::engine::{Analysis, Articles, Engine, SideEffect};
use crate::evidence::Wanted;
use crate::labels::file::Wrapper;
use crate::labels::overrides::{Override, SuppliedLabels};
use crate::labels::{Entry, LISTS, Label, LabelValue, List, OverruleRule};

use super::event::ENGINE;

/// The version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// An engine whose proposals are stored. Each thread needs its own.
#[derive(Debug)]
pub struct Analyst {
    engine: Engine,
}

impl Analyst {
    /// Creates an engine that compares sentences by this embedding.
    pub fn new(embedding: Embedding) -> Analyst {
        Analyst { engine: Engine::with(embedding) }
    }

    /// Shares the analysis of articles with other engines that work on the same cases at the same time.
    pub fn sharing(self, articles: Articles) -> Analyst {
        Analyst { engine: self.engine.sharing(articles).waiting() }
    }

    /// Returns the proposals before any decision; see [`proposals`].
    pub fn propose(&mut self, case: &Case, texts: Texts) -> (Box<RawValue>, Vec<String>) {
        let analysis = self.engine.analyse(case, texts, Wanted::ALL);
        proposals(case, texts, &analysis)
    }

    /// Returns the labels that change as a consequence of rules and decisions on a case with these texts.
    pub fn follow(
        &mut self,
        case: &Case,
        texts: Texts,
        rules: &[Arc<OverruleRule>],
        overrides: &[Override],
    ) -> Vec<SideEffect> {
        let analysis = self.engine.analyse(case, texts, Wanted::ALL);
        let given = given(case, &mut Vec::new());
        self.engine.decided(&analysis, case, given.as_ref(), rules, overrides).followed
    }
}

impl Analyst {
    /// Returns the value proposed for a single unit.
    pub fn alone(&mut self, case: &Case, texts: Texts, list: List, unit: &Label) -> Option<LabelValue> {
        self.engine.proposed_alone(case, texts.article, list, unit).word()
    }
}

/// Returns the labels before any decision, from an analysis for all lists, as the JSON text of a wrapper.
/// Labels that came with the case take precedence over proposals. Also returns notes on those that cannot
/// be used, which proposals replace.
pub fn proposals(case: &Case, texts: Texts, analysis: &Analysis) -> (Box<RawValue>, Vec<String>) {
    let mut labels = (*analysis.proposals).clone();
    let mut notes = Vec::new();
    if let Some(given) = given(case, &mut notes) {
        labels = labels.overlaid(given.over(texts));
    }
    let wrapper = Wrapper::new(&case.id, ENGINE, &labels, texts);
    // Serialisation cannot fail, since all keys are strings.
    (to_raw_value(&wrapper).unwrap_or_default(), notes)
}

/// Returns the usable labels that came with a case, and adds notes on the unusable ones.
fn given(case: &Case, notes: &mut Vec<String>) -> Option<SuppliedLabels> {
    let value = case.labels.as_ref().filter(|value| !value.is_null())?;
    match audit::read_labels(value, &case.article, &case.summary) {
        Ok(given) => {
            notes.extend(given.warnings);
            let mut labels = given.labels;
            for spec in &LISTS {
                if let Entry::Malformed(why) = labels.entry(spec.list) {
                    notes.push(format!("{why}; the proposals are used instead"));
                    labels.set(spec.list, Entry::Absent);
                }
            }
            Some(SuppliedLabels {
                labels,
                article: Arc::from(&*case.article),
                summary: Arc::from(&*case.summary),
            })
        }
        Err(why) => {
            notes.push(format!("its labels cannot be read: {why}"));
            None
        }
    }
}
