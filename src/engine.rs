//! The engine: from a case to what every screen and file shows of it, doing again only what an edit made stale.
//!
//! Sentences are read once ([`Reader`]), an article is analysed once, findings on a summary sentence are made
//! once an article. All three are memos of pure functions keyed by all that they depend on, so an incremental
//! result equals one from scratch.

use std::sync::Arc;

use crate::case::Case;
use crate::evidence::{Article, Indexed, Memo, propose};
use crate::labels::Labels;
use crate::report::Report;
use crate::rubric::{Input, RUBRICS, Readings, Rubric, RubricEntry, RuleError, judge};
use crate::text::{Reader, Text};

/// The analysis of one case: both texts and the proposals.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The article.
    pub article: Text,
    /// The summary.
    pub summary: Text,
    /// What the engine proposes; without a list where nothing was to be proposed.
    pub proposals: Arc<Labels>,
}

/// The rubrics to judge by, with their numbers loaded, and the readings in force.
pub struct Standard {
    rubrics: Vec<(&'static RubricEntry, Box<dyn Rubric>)>,
    /// The readings in force.
    pub readings: Readings,
}

impl Standard {
    /// The rubrics named, as shipped, in the order of the table.
    ///
    /// # Errors
    /// Where a shipped rubric file cannot be read, which its tests rule out.
    pub fn new(slugs: &[&str], readings: Readings) -> Result<Standard, RuleError> {
        let rubrics = RUBRICS
            .iter()
            .filter(|entry| slugs.contains(&entry.slug))
            .map(|entry| Ok((entry, (entry.load)(entry.toml)?)))
            .collect::<Result<_, RuleError>>()?;
        Ok(Standard { rubrics, readings })
    }

    /// Puts other numbers in a rubric's place.
    ///
    /// # Errors
    /// Where the file is no rubric of that kind: what is wrong, with the key.
    pub fn replace(&mut self, slug: &str, toml: &str) -> Result<(), RuleError> {
        for (entry, rubric) in self.rubrics.iter_mut().filter(|(entry, _)| entry.slug == slug) {
            *rubric = (entry.load)(toml)?;
        }
        Ok(())
    }

    /// The rubrics, in the order of the table.
    pub fn entries(&self) -> impl Iterator<Item = &'static RubricEntry> {
        self.rubrics.iter().map(|(entry, _)| *entry)
    }

    /// Judges a case by each rubric.
    pub fn judge(&self, case: &Case, analysis: &Analysis, labels: &Labels) -> Vec<Report> {
        let input = Input { case, article: &analysis.article, summary: &analysis.summary, labels };
        self.rubrics
            .iter()
            .map(|(entry, rubric)| judge(entry, rubric.as_ref(), &input, &self.readings))
            .collect()
    }
}

/// Analyses cases; keeps what the next edit can use again. One for each thread.
#[derive(Debug, Default)]
pub struct Engine {
    reader: Reader,
    article: Option<Arc<Article>>,
    memo: Memo,
}

impl Engine {
    /// Analyses a pair of texts and proposes labels.
    pub fn analyse(&mut self, article: &str, summary: &str) -> Analysis {
        let article = self.article(article);
        let summary = Indexed::new(self.reader.read(summary));
        let proposals = Arc::new(propose(&article, &summary, &mut self.memo));
        Analysis { article: article.text().clone(), summary: summary.text, proposals }
    }

    /// Reads a pair of texts and proposes nothing (`--labels-only`).
    pub fn read(&mut self, article: &str, summary: &str) -> Analysis {
        let proposals = Arc::new(Labels::default());
        Analysis { article: self.reader.read(article), summary: self.reader.read(summary), proposals }
    }

    fn article(&mut self, raw: &str) -> Arc<Article> {
        if let Some(article) = self.article.as_ref().filter(|known| &**known.text().raw() == raw) {
            return Arc::clone(article);
        }
        let article = Arc::new(Article::new(self.reader.read(raw)));
        self.memo = Memo::default();
        self.article = Some(Arc::clone(&article));
        article
    }
}
