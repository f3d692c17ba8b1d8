//! Computes proposals for many cases at once, on every processor.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use crate::case::{Case, Texts};
use crate::embedding::Embedding;
use crate::session::{Analyst, CaseRow, VERSION};
use crate::threads::processors;

/// Engines, one for each thread.
pub struct Analysts {
    embedding: Embedding,
    analysts: Vec<Analyst>,
}

/// The analysis of a case panicked.
#[derive(Debug, thiserror::Error)]
#[error("a defect of lockbench: this case made it stop; please report it")]
pub struct AnalysisFault;

/// Notes on the labels of a case, or why it has no proposals.
pub type ProposalResult = Result<Vec<String>, AnalysisFault>;

impl Analysts {
    /// Creates as many engines as there are processors.
    pub fn new(embedding: Embedding) -> Analysts {
        let threads = processors();
        let analysts = (0..threads).map(|_| Analyst::new(embedding.clone())).collect();
        Analysts { embedding, analysts }
    }

    /// Returns the number of rows that keeps every engine busy.
    pub fn at_once(&self) -> usize {
        const EACH: usize = 32;
        self.analysts.len() * EACH
    }

    /// Adds proposals to the rows without any.
    pub fn propose(&mut self, rows: &mut [(CaseRow, Case)]) -> Vec<ProposalResult> {
        let each = rows.len().div_ceil(self.analysts.len()).max(1);
        let embedding = &self.embedding;
        thread::scope(|scope| {
            let parts = rows.chunks_mut(each).zip(&mut self.analysts);
            let work = |(part, analyst)| scope.spawn(move || analyse(part, analyst, embedding));
            let threads: Vec<_> = parts.map(work).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
        })
    }
}

fn analyse(
    rows: &mut [(CaseRow, Case)],
    analyst: &mut Analyst,
    embedding: &Embedding,
) -> Vec<ProposalResult> {
    let one = |(row, case): &mut (CaseRow, Case)| {
        if row.proposed.is_some() {
            return Ok(Vec::new());
        }
        let made = catch_unwind(AssertUnwindSafe(|| analyst.propose(case, Texts::of(case))));
        let Ok((proposals, notes)) = made else {
            *analyst = Analyst::new(embedding.clone());
            return Err(AnalysisFault);
        };
        row.proposed = Some((VERSION.to_owned(), proposals.to_string()));
        Ok(notes)
    };
    rows.iter_mut().map(one).collect()
}
