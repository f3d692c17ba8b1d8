//! Articles on which several engines work at once: the second engine takes over the analysis of the first.

use std::hash::Hasher;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use rustc_hash::FxHasher;

use super::analyses::SharedAnalyses;
use crate::evidence::Article;
use crate::text::Reader;

/// Largest number of sentences that are parsed ahead: those of a usual summary.
const MAX_PARSED_AHEAD: usize = 100;

/// Caches that engines share: articles, as long as one of the engines keeps them, the sentences that were
/// read, and analyses of summaries.
#[derive(Clone, Debug, Default)]
pub struct Articles(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    known: Mutex<Vec<Entry>>,
    reader: Reader,
    analyses: SharedAnalyses,
}

#[derive(Debug)]
struct Entry {
    /// Hash of the article's text.
    hash: u64,
    /// Empty while the first engine analyses it.
    article: Arc<OnceLock<Weak<Article>>>,
}

impl Articles {
    /// A reader that shares its sentence cache with those of the other engines.
    pub(super) fn reader(&self) -> Reader {
        self.0.reader.beside()
    }

    /// The shared analyses of summaries.
    pub(super) fn analyses(&self) -> &SharedAnalyses {
        &self.0.analyses
    }

    /// Parses the first sentences of a summary. An engine that reads it then finds their trees. A thread of its own does
    /// this while the engine reads the article.
    pub fn parse_ahead(&self, summary: &str) {
        for placed in self.reader().read(summary).sentences().iter().take(MAX_PARSED_AHEAD) {
            placed.sentence.tree();
        }
    }

    /// Returns the analysis of an article. If another engine is about to make it, this call waits for it.
    pub(super) fn get(&self, raw: &str, mut analyse: impl FnMut() -> Article) -> Arc<Article> {
        let mut made = None;
        let entry = self.entry(raw);
        let known = entry.get_or_init(|| Arc::downgrade(made.insert(Arc::new(analyse()))));
        let shared = made.clone().or_else(|| known.upgrade());
        // Different texts may have the same hash, and the other engines may have dropped the article by now.
        let same = shared.filter(|article| &**article.text().raw() == raw);
        same.unwrap_or_else(|| Arc::new(analyse()))
    }

    /// Returns the slot for the analysis of an article.
    fn entry(&self, raw: &str) -> Arc<OnceLock<Weak<Article>>> {
        let mut hasher = FxHasher::default();
        hasher.write(raw.as_bytes());
        let hash = hasher.finish();
        // A panic cannot leave the list inconsistent, so a poisoned lock is safe to use.
        let mut known = self.0.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|entry| entry.article.get().is_none_or(|article| article.strong_count() > 0));
        if let Some(entry) = known.iter().find(|entry| entry.hash == hash) {
            return Arc::clone(&entry.article);
        }
        let article = Arc::default();
        known.push(Entry { hash, article: Arc::clone(&article) });
        article
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_is_analysed_once_while_somebody_keeps_it() {
        let (articles, mut count) = (Articles::default(), 0);
        let mut get = |raw: &str| {
            let article = articles.get(raw, || {
                count += 1;
                Article::new(Reader::default().read(raw))
            });
            (article, count)
        };
        let (first, _) = get("The mayor left.");
        let (second, count) = get("The mayor left.");
        assert!(Arc::ptr_eq(&first, &second) && count == 1);
        let (other, count) = get("She stayed.");
        assert_eq!((&**other.text().raw(), count), ("She stayed.", 2));
        drop([first, second]);
        assert_eq!(get("The mayor left.").1, 3, "nobody kept it");
    }

    #[test]
    fn a_summary_that_was_parsed_ahead_is_read_with_its_trees() {
        let articles = Articles::default();
        articles.parse_ahead("The mayor left. She stayed.");
        let read = |raw: &str| articles.reader().read(raw).sentences()[0].sentence.has_tree();
        assert!(read("She stayed.") && !read("The council met."));
    }
}
