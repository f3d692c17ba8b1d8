//! Finds the turn of a dialogue to which a sentence belongs. The beginnings of turns are found with the
//! blocks of a text (`turns`).

use super::{Span, Text, Token};

/// A turn of a dialogue: the words of a speaker from one label to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The name at the beginning of the turn.
    pub speaker: Span,
    /// Offset of the byte after its last one.
    pub end: usize,
}

/// The words before a turn of a dialogue that name the speaker: "PROJECT MANAGER: ...".
#[derive(Clone, Copy, Debug)]
pub struct TurnLabel<'a> {
    /// Index of the sentence that begins with it.
    pub sentence: usize,
    /// The tokens of that sentence up to the last one of the name.
    pub tokens: &'a [Token],
}

impl TurnLabel<'_> {
    /// Returns the index of the sentence, and that of the name's last token in it.
    pub fn end(&self) -> (usize, usize) {
        (self.sentence, self.tokens.len() - 1)
    }
}

impl Text {
    /// Returns the turns of a dialogue, in order; none for any other text.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        for block in self.blocks() {
            let Some(speaker) = block.speaker else { continue };
            match turns.last_mut().filter(|last| last.speaker == speaker) {
                Some(last) => last.end = block.span.end,
                None => turns.push(Turn { speaker, end: block.span.end }),
            }
        }
        turns
    }

    /// Returns the name of the speaker of a sentence, given by its index, in a dialogue.
    pub(super) fn speaker_of(&self, sentence: usize) -> Option<Span> {
        self.block_at(self.sentences().get(sentence)?.start)?.speaker
    }

    /// Returns the label of the turn to which a sentence, given by its index, belongs.
    pub fn turn_label(&self, sentence: usize) -> Option<TurnLabel<'_>> {
        let name = self.speaker_of(sentence)?;
        let sentence = self.sentence_at(name.start)?;
        let labelled = &self.sentences()[sentence];
        let last = labelled.sentence.token_from(name.end - labelled.start).checked_sub(1)?;
        Some(TurnLabel { sentence, tokens: &labelled.sentence.tokens[..=last] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_in_the_turn_of_the_last_speaker_before_it() {
        let text = Text::new(
            "PROJECT MANAGER: Who draws the case? It is urgent.\nINDUSTRIAL DESIGNER: I will. Give me a day.\n\
             PROJECT MANAGER: Fine.\n",
        );
        let speakers: Vec<&str> = text.turns().iter().map(|turn| text.slice(turn.speaker)).collect();
        assert_eq!(speakers, ["PROJECT MANAGER", "INDUSTRIAL DESIGNER", "PROJECT MANAGER"]);
        let labels: Vec<_> = (0..5).map(|at| text.turn_label(at).map(|label| label.end())).collect();
        assert_eq!(labels, [Some((0, 1)), Some((0, 1)), Some((2, 1)), Some((2, 1)), Some((4, 1))]);
        let prose = Text::new("The council met on Monday. It voted.");
        assert!(prose.turns().is_empty() && prose.turn_label(1).is_none());
    }
}
