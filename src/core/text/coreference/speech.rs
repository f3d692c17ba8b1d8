//! Resolves "I" to the speaker.

use rustc_hash::FxHashMap;

use super::Clause;

/// The speakers of a text so far.
#[derive(Debug, Default)]
pub(super) struct Speech {
    /// The last mention of each speaker; in a text without turns, of its author.
    last: FxHashMap<Option<String>, usize>,
    /// Whether a quotation is open at the end of the last sentence.
    open: bool,
}

impl Speech {
    /// Returns the mention to which a first-person pronoun refers. `nodes` maps the heads of the sentence's
    /// mentions to their indices.
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

    /// Whether a word is inside quotation marks.
    fn quoted(&self, clause: &Clause, at: usize) -> bool {
        clause.words[..at].iter().fold(self.open, |open, word| match *word {
            "\"" => !open,
            "“" | "``" => true,
            "”" | "''" => false,
            _ => open,
        })
    }

    /// Records a mention of the current speaker.
    pub(super) fn spoke(&mut self, clause: &Clause, at: usize, mention: usize) {
        if !self.quoted(clause, at) {
            self.last.insert(clause.speaker.map(str::to_owned), mention);
        }
    }

    /// Ends a sentence. An open quotation continues in the next.
    pub(super) fn close(&mut self, clause: &Clause) {
        self.open = self.quoted(clause, clause.words.len());
    }
}
