//! The rubrics with the parameters in force: one instance of each, shared by all code that scores with them
//! or shows their wording.

use std::sync::{Arc, LazyLock};

use crate::rubric::{RUBRICS, Rubric, RubricEntry, RuleError};
use crate::text::capitalized;

/// Every rubric of the table, with the shipped parameters or those of a user's file. A shipped file is parsed
/// when its rubric is first requested, since most commands use only one.
#[derive(Default)]
pub struct RubricSet {
    slots: Vec<LazyRubric>,
    /// The name of the labels' calibration in the signatures of reports, if it is not the shipped one.
    calibration: Option<Arc<str>>,
}

/// A rubric that is loaded on first use.
struct LazyRubric {
    entry: &'static RubricEntry,
    rubric: LazyLock<Option<Box<dyn Rubric>>, Load>,
}

/// Loads a rubric; `None` if a shipped file cannot be loaded, which tests rule out.
type Load = Box<dyn FnOnce() -> Option<Box<dyn Rubric>> + Send>;

impl LazyRubric {
    fn new(
        entry: &'static RubricEntry,
        load: impl FnOnce() -> Option<Box<dyn Rubric>> + Send + 'static,
    ) -> LazyRubric {
        LazyRubric { entry, rubric: LazyLock::new(Box::new(load)) }
    }

    fn rubric(&self) -> Option<(&'static RubricEntry, &dyn Rubric)> {
        Some((self.entry, self.rubric.as_deref()?))
    }
}

impl RubricSet {
    pub fn shipped() -> RubricSet {
        let slot = |entry: &'static RubricEntry| LazyRubric::new(entry, || (entry.load)(entry.toml).ok());
        RubricSet { slots: RUBRICS.iter().map(slot).collect(), calibration: None }
    }

    /// Replaces a rubric's parameters and wording.
    pub fn replace(&mut self, slug: &str, toml: &str) -> Result<(), RuleError> {
        for slot in self.slots.iter_mut().filter(|slot| slot.entry.slug == slug) {
            let rubric = (slot.entry.load)(toml)?;
            *slot = LazyRubric::new(slot.entry, || Some(rubric));
        }
        Ok(())
    }

    /// Sets the calibration's name in the signature of every report.
    pub fn calibrated_by(&mut self, mark: Arc<str>) {
        self.calibration = Some(mark);
    }

    pub fn calibration(&self) -> Option<&str> {
        self.calibration.as_deref()
    }

    /// Adds a rubric that has no file.
    #[cfg(test)]
    pub(super) fn insert(&mut self, entry: &'static RubricEntry, rubric: Box<dyn Rubric>) {
        self.slots.push(LazyRubric::new(entry, || Some(rubric)));
    }

    /// Returns the rubric with this slug, and its row of the table.
    pub fn get(&self, slug: &str) -> Option<(&'static RubricEntry, &dyn Rubric)> {
        self.slots.iter().find(|slot| slot.entry.slug == slug)?.rubric()
    }

    /// Returns the display name of a cap, preferably from the given rubric: a record may name a cap of any
    /// rubric.
    pub fn cap_name(&self, rubric: &str, slug: &str) -> String {
        let own = self.get(rubric);
        let docs = own.into_iter().chain(self.iter()).flat_map(|(_, rubric)| rubric.docs().caps);
        let name = docs.into_iter().find(|cap| cap.slug == slug).map(|cap| cap.name.to_owned());
        name.unwrap_or_else(|| capitalized(&slug.replace('_', " ")))
    }

    /// The rows of the table, in order; no rubric is loaded for this.
    pub fn entries(&self) -> impl Iterator<Item = &'static RubricEntry> {
        self.slots.iter().map(|slot| slot.entry)
    }

    /// Every rubric, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static RubricEntry, &dyn Rubric)> {
        self.slots.iter().filter_map(LazyRubric::rubric)
    }
}

impl std::fmt::Debug for RubricSet {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_list().entries(self.entries().map(|entry| entry.slug)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rubric_is_read_when_it_is_asked_for() {
        let mut set = RubricSet::shipped();
        assert_eq!(set.iter().count(), RUBRICS.len(), "every shipped file is a rubric");
        // The other rubrics are not loaded, so one that must not be loaded is not.
        set = RubricSet::shipped();
        set.slots[0] = LazyRubric::new(&RUBRICS[0], || panic!("nobody asked for it"));
        assert!(set.get(RUBRICS[1].slug).is_some() && set.get("no-lock").is_none());
        assert_eq!(set.entries().count(), RUBRICS.len());
    }
}
