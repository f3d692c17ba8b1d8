//! What engines have found of a case, for those beside them that are about the same texts.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use super::{Analysis, Fields, Frame};
use crate::evidence::{Article, Wanted};
use crate::labels::Labels;
use crate::measures::Measures;

/// The findings on each summary that an engine keeps, or is about to make.
#[derive(Debug, Default)]
pub(super) struct FoundByAll(Mutex<Vec<Entry>>);

/// The findings on a summary.
#[derive(Clone, Debug)]
struct Entry {
    article: Weak<Article>,
    fields: Fields,
    summary: Arc<str>,
    wanted: Wanted,
    /// Empty while an engine makes them.
    found: Arc<OnceLock<Found>>,
}

/// Findings, for as long as an engine keeps them.
#[derive(Debug)]
struct Found {
    proposals: Weak<Labels>,
    measures: Weak<Measures>,
}

impl Entry {
    fn is_of(&self, frame: &Frame, analysis: &Analysis) -> bool {
        std::ptr::eq(self.article.as_ptr(), Arc::as_ptr(&frame.article))
            && self.summary == *analysis.summary.raw()
            && self.fields == frame.fields
    }

    fn is_kept(&self) -> bool {
        self.article.strong_count() > 0
            && self.found.get().is_none_or(|found| found.proposals.strong_count() > 0)
    }

    /// Makes the findings, unless another engine does: then it is waited for.
    fn make(&self, analysis: &mut Analysis, add: &mut impl FnMut(Wanted, &mut Analysis)) {
        self.found.get_or_init(|| {
            add(self.wanted, analysis);
            Found::of(analysis)
        });
    }

    /// Puts the findings into an analysis that has fewer, where they are still kept.
    fn copy(&self, analysis: &mut Analysis) {
        if analysis.has(self.wanted) {
            return;
        }
        let kept = self.found.get().and_then(|one| Some((one.proposals.upgrade()?, one.measures.upgrade()?)));
        if let Some((proposals, measures)) = kept {
            *analysis = Analysis { proposals, measures, wanted: self.wanted, ..analysis.clone() };
        }
    }
}

impl Found {
    fn of(analysis: &Analysis) -> Found {
        Found { proposals: Arc::downgrade(&analysis.proposals), measures: Arc::downgrade(&analysis.measures) }
    }
}

impl FoundByAll {
    /// Completes an analysis: with what another engine has found, and by `add` for the rest. What another is about to find is
    /// waited for by an engine that `waits`, and found twice by one that does not.
    pub fn complete(
        &self,
        frame: &Frame,
        analysis: &mut Analysis,
        wanted: Wanted,
        waits: bool,
        mut add: impl FnMut(Wanted, &mut Analysis),
    ) {
        if let Some(best) = self.best(frame, analysis, wanted, waits) {
            best.make(analysis, &mut add);
            best.copy(analysis);
        }
        if !analysis.has(wanted) {
            self.begin(frame, analysis, wanted).make(analysis, &mut add);
        }
    }

    /// The findings on a summary that have most of what is wanted, be they made or, where it `waits`, about to be.
    fn best(&self, frame: &Frame, analysis: &Analysis, wanted: Wanted, waits: bool) -> Option<Entry> {
        let mut all = self.all();
        all.retain(Entry::is_kept);
        let own = all.iter().filter(|entry| waits || entry.found.get().is_some());
        let own = own.filter(|entry| entry.is_of(frame, analysis));
        own.max_by_key(|entry| (entry.wanted.holds(wanted), entry.found.get().is_some())).cloned()
    }

    /// Findings that are about to be made.
    fn begin(&self, frame: &Frame, analysis: &Analysis, wanted: Wanted) -> Entry {
        let entry = Entry {
            article: Arc::downgrade(&frame.article),
            fields: frame.fields.clone(),
            summary: Arc::clone(analysis.summary.raw()),
            wanted: analysis.wanted.and(wanted),
            found: Arc::default(),
        };
        self.all().push(entry.clone());
        entry
    }

    fn all(&self) -> std::sync::MutexGuard<'_, Vec<Entry>> {
        // The list is whole between any two calls.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Articles, Engine};
    use crate::case::{Case, Texts};
    use crate::evidence::Wanted;
    use crate::labels::List;
    use std::sync::Arc;

    const TEXTS: Texts<'static> = Texts {
        article: "The council approved the budget on Tuesday. The mayor, Ann Lee, said it had no choice.",
        summary: "The council rejected the budget. Ann Lee said it had no choice.",
    };

    #[test]
    fn engines_share_what_they_find_and_find_what_one_finds_alone() {
        let (articles, case) = (Articles::default(), Case::default());
        let engine = || Engine::default().sharing(articles.clone());
        let claims = Wanted::new(&[List::Claims], &[]);
        let (mut first, mut second, mut third) = (engine(), engine().waiting(), engine());
        let some = first.analyse(&case, TEXTS, claims);
        let all = second.analyse(&case, TEXTS, Wanted::ALL);
        let again = third.analyse(&case, TEXTS, Wanted::ALL);
        assert!(Arc::ptr_eq(&all.proposals, &again.proposals));
        let alone = Engine::default().analyse(&case, TEXTS, Wanted::ALL);
        assert_eq!(all.proposals, alone.proposals);
        assert_eq!(some.proposals.get(List::Claims), all.proposals.get(List::Claims));
        assert!(some.proposals.get(List::KeyPoints).is_none(), "the first asked for less");
        // Another case with these texts may have other fields.
        let titled = Case { title: Some("A vote".to_owned()), ..Case::default() };
        let other = third.analyse(&titled, TEXTS, Wanted::ALL);
        assert!(!Arc::ptr_eq(&other.proposals, &all.proposals));
        drop([some, all, again]);
        let fresh = second.analyse(&case, TEXTS, Wanted::ALL);
        assert_eq!(fresh.proposals, alone.proposals, "nobody kept them");
    }

    #[test]
    fn an_engine_that_waits_finds_nothing_twice() {
        let (articles, case) = (Articles::default(), Case::default());
        let analyse = || {
            let mut engine = Engine::default().sharing(articles.clone()).waiting();
            let analysis = engine.analyse(&case, TEXTS, Wanted::ALL);
            // An engine keeps its article.
            (engine, analysis)
        };
        let all: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(analyse)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(all.iter().all(|(_, one)| Arc::ptr_eq(&one.proposals, &all[0].1.proposals)));
    }
}
