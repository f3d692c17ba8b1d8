//! Who "I" is: who speaks.

use rustc_hash::FxHashMap;

use super::Clause;

/// The speakers of a text so far.
#[derive(Debug, Default)]
pub(super) struct Speech {
    /// The mention by which a speaker was last meant; of a text without turns, that of its author.
    last: FxHashMap<Option<String>, usize>,
    /// Whether a quotation is open at the end of the last sentence.
    open: bool,
}

impl Speech {
    /// The mention that a pronoun of the first person points to. `nodes` are the mentions of the sentence by their heads.
    pub(super) fn speaker(
        &self,
        clause: &Clause,
        at: usize,
        nodes: &FxHashMap<usize, usize>,
    ) -> Option<usize> {
        if !self.quoted(clause, at) {
            return self.last.get(&clause.speaker.map(str::to_owned)).copied();
        }
        let within = |source: &&Vec<usize>| !source.contains(&at);
        let holds = |one: &&crate::text::proposition::Proposition| one.words(true).binary_search(&at).is_ok();
        let said =
            clause.propositions.iter().filter(holds).find_map(|one| one.source.as_ref().filter(within));
        said?.iter().find_map(|node| nodes.get(node)).copied()
    }

    /// Whether a word stands in quotation marks.
    fn quoted(&self, clause: &Clause, at: usize) -> bool {
        clause.words[..at].iter().fold(self.open, |open, word| match *word {
            "\"" => !open,
            "“" | "``" => true,
            "”" | "''" => false,
            _ => open,
        })
    }

    /// Keeps the mention of whoever speaks.
    pub(super) fn spoke(&mut self, clause: &Clause, at: usize, mention: usize) {
        if !self.quoted(clause, at) {
            self.last.insert(clause.speaker.map(str::to_owned), mention);
        }
    }

    /// Ends a sentence: a quotation that is open goes on in the next.
    pub(super) fn close(&mut self, clause: &Clause) {
        self.open = self.quoted(clause, clause.words.len());
    }
}
