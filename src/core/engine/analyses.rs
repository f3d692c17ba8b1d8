//! Analyses shared between engines, so that no engine repeats the analysis of a pair of texts that another
//! has made.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use super::{Analysis, Fields, Frame};
use crate::evidence::{Article, Wanted};
use crate::labels::Labels;
use crate::measures::Measures;

/// Analyses that some engine keeps or is about to make.
#[derive(Debug, Default)]
pub(super) struct SharedAnalyses(Mutex<Vec<Entry>>);

/// The analysis of one summary.
#[derive(Clone, Debug)]
struct Entry {
    article: Weak<Article>,
    fields: Arc<Fields>,
    summary: Arc<str>,
    wanted: Wanted,
    /// Empty while an engine computes them.
    parts: Arc<OnceLock<Parts>>,
}

/// Results, which live as long as an engine keeps them.
#[derive(Debug)]
struct Parts {
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
            && self.parts.get().is_none_or(|parts| parts.proposals.strong_count() > 0)
    }

    /// Computes the analysis, or waits for another engine that is already doing so.
    fn make(&self, analysis: &mut Analysis, add: &mut impl FnMut(Wanted, &mut Analysis)) {
        self.parts.get_or_init(|| {
            add(self.wanted, analysis);
            Parts::of(analysis)
        });
    }

    /// Copies the shared results into an analysis that has less, if they still exist.
    fn copy(&self, analysis: &mut Analysis) {
        if analysis.has(self.wanted) {
            return;
        }
        let kept =
            self.parts.get().and_then(|parts| Some((parts.proposals.upgrade()?, parts.measures.upgrade()?)));
        if let Some((proposals, measures)) = kept {
            *analysis = Analysis { proposals, measures, wanted: self.wanted, ..analysis.clone() };
        }
    }
}

impl Parts {
    fn of(analysis: &Analysis) -> Parts {
        Parts { proposals: Arc::downgrade(&analysis.proposals), measures: Arc::downgrade(&analysis.measures) }
    }
}

impl SharedAnalyses {
    /// Completes an analysis with what another engine has found, and calls `add` for the rest. If `waits`, it
    /// waits for results that another engine is about to compute; otherwise they are computed twice.
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
            let entry = self.begin(frame, analysis, wanted, waits);
            entry.make(analysis, &mut add);
            entry.copy(analysis);
        }
        // The other engine may have dropped its results before they were copied.
        if !analysis.has(wanted) {
            add(analysis.wanted.and(wanted), analysis);
        }
    }

    /// Returns the analysis of this summary that covers most of what is wanted. With `waits`, analyses in
    /// progress are considered too.
    fn best(&self, frame: &Frame, analysis: &Analysis, wanted: Wanted, waits: bool) -> Option<Entry> {
        let mut all = self.all();
        all.retain(Entry::is_kept);
        let own = all.iter().filter(|entry| waits || entry.parts.get().is_some());
        let own = own.filter(|entry| entry.is_of(frame, analysis));
        own.max_by_key(|entry| (entry.wanted.holds(wanted), entry.parts.get().is_some())).cloned()
    }

    /// Registers an analysis that is about to be made. If `waits`, returns that of an engine which has begun
    /// a sufficient one in the meantime.
    fn begin(&self, frame: &Frame, analysis: &Analysis, wanted: Wanted, waits: bool) -> Entry {
        let entry = Entry {
            article: Arc::downgrade(&frame.article),
            fields: Arc::clone(&frame.fields),
            summary: Arc::clone(analysis.summary.raw()),
            wanted: analysis.wanted.and(wanted),
            parts: Arc::default(),
        };
        let mut all = self.all();
        let is_begun = |other: &&Entry| {
            other.is_kept() && other.is_of(frame, analysis) && other.wanted.holds(entry.wanted)
        };
        if let Some(begun) = all.iter().find(is_begun).filter(|_| waits) {
            return begun.clone();
        }
        all.push(entry.clone());
        entry
    }

    fn all(&self) -> std::sync::MutexGuard<'_, Vec<Entry>> {
        // A panic cannot leave the list inconsistent, so a poisoned lock is safe to use.
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
        // Another case with the same texts may have other fields.
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
            // An engine keeps its article alive.
            (engine, analysis)
        };
        let all: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(analyse)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(all.iter().all(|(_, one)| Arc::ptr_eq(&one.proposals, &all[0].1.proposals)));
    }
}
