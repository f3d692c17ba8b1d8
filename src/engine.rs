//! The engine: from a case to what every screen and file shows of it, doing again only what an edit made stale.
//!
//! Sentences are read once ([`Reader`]), an article is analysed once, findings on a summary sentence are made
//! once an article. All three are memos of pure functions keyed by all that they depend on, so an incremental
//! result equals one from scratch.

use std::sync::Arc;

use crate::case::Case;
use crate::evidence::{Article, Indexed, Memo, propose};
use crate::labels::Labels;
use crate::text::{Reader, Text};

/// The analysis of one case: both texts and the proposals.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The article, analysed.
    pub article: Arc<Article>,
    /// The summary.
    pub summary: Text,
    /// What the engine proposes.
    pub proposals: Arc<Labels>,
}

/// Analyses cases; keeps what the next edit can use again. One for each thread.
#[derive(Debug, Default)]
pub struct Engine {
    reader: Reader,
    article: Option<Arc<Article>>,
    memo: Memo,
}

impl Engine {
    /// Analyses a pair of texts.
    pub fn analyse(&mut self, article: &str, summary: &str) -> Analysis {
        let article = self.article(article);
        let indexed = Indexed::new(self.reader.read(summary));
        let proposals = Arc::new(propose(&article, &indexed, &mut self.memo));
        Analysis { article, summary: indexed.text, proposals }
    }

    /// Reads a pair of texts without proposing anything (`--labels-only`).
    pub fn read(&mut self, case: &Case) -> (Text, Text) {
        (self.reader.read(&case.article), self.reader.read(&case.summary))
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
