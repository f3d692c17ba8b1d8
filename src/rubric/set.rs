//! The rubrics with the numbers in force: one of each, shared by everything that judges by them or shows their words.

use crate::rubric::{RUBRICS, Rubric, RubricEntry, RuleError};

/// Every rubric of the table, each with the shipped numbers or with those of a user's file.
#[derive(Default)]
pub struct RubricSet {
    rubrics: Vec<(&'static RubricEntry, Box<dyn Rubric>)>,
}

impl RubricSet {
    /// Every rubric as shipped.
    ///
    /// # Errors
    /// If a shipped rubric file cannot be read, which its tests rule out.
    pub fn shipped() -> Result<RubricSet, RuleError> {
        let load = |entry: &'static RubricEntry| Ok((entry, (entry.load)(entry.toml)?));
        Ok(RubricSet { rubrics: RUBRICS.iter().map(load).collect::<Result<_, RuleError>>()? })
    }

    /// Replaces a rubric's numbers and words.
    ///
    /// # Errors
    /// If the file is no rubric of that kind: what is wrong, with the key.
    pub fn replace(&mut self, slug: &str, toml: &str) -> Result<(), RuleError> {
        for (entry, rubric) in self.rubrics.iter_mut().filter(|(entry, _)| entry.slug == slug) {
            *rubric = (entry.load)(toml)?;
        }
        Ok(())
    }

    /// Adds a rubric that no file holds.
    #[cfg(test)]
    pub(super) fn insert(&mut self, entry: &'static RubricEntry, rubric: Box<dyn Rubric>) {
        self.rubrics.push((entry, rubric));
    }

    /// The rubric of a name, with its row of the table.
    pub fn get(&self, slug: &str) -> Option<(&'static RubricEntry, &dyn Rubric)> {
        self.iter().find(|(entry, _)| entry.slug == slug)
    }

    /// Every rubric, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static RubricEntry, &dyn Rubric)> {
        self.rubrics.iter().map(|(entry, rubric)| (*entry, rubric.as_ref()))
    }
}

impl std::fmt::Debug for RubricSet {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_list().entries(self.iter().map(|(entry, rubric)| (entry.slug, rubric.version()))).finish()
    }
}
