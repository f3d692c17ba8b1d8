//! Whether a sentence consists of quotation only, given the quotation that was open before it.

use crate::text::restore;

/// Number of sentences after which an unclosed quotation is considered closed.
const MAX_QUOTED_SENTENCES: usize = 12;

/// The open quotation, by its mark, and its number of sentences so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open {
    mark: Option<Mark>,
    sentences: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Single,
    Double,
}

impl Open {
    /// Continues with the next sentence, and returns whether all of its words are quoted.
    pub fn follows(&mut self, sentence: &str) -> bool {
        let open = restore::Open {
            single: self.mark == Some(Mark::Single),
            double: self.mark == Some(Mark::Double),
        };
        let text = restore::with_marks(sentence, open);
        let (mut inside, mut outside) = (0, 0);
        let mut before: Option<char> = None;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let next = chars.peek().copied();
            let apart = before
                .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | ':' | ',' | '-' | '–' | '—'));
            let ends = next.is_none_or(|c| !c.is_alphanumeric());
            match c {
                '“' => self.mark = Some(Mark::Double),
                '”' => self.mark = None,
                // An opening mark inside an open quotation begins its next paragraph.
                '"' if apart && !ends => self.mark = Some(Mark::Double),
                '"' => {
                    self.mark =
                        if self.mark == Some(Mark::Double) { None } else { self.mark.or(Some(Mark::Double)) };
                }
                '‘' | '\'' if apart && !ends && self.mark != Some(Mark::Double) => {
                    self.mark = Some(Mark::Single);
                }
                '’' | '\'' if self.mark == Some(Mark::Single) && ends && !apart => {
                    let owns = before == Some('s') && {
                        let mut rest = chars.clone();
                        rest.next() == Some(' ') && rest.next().is_some_and(char::is_lowercase)
                    };
                    if !owns {
                        self.mark = None;
                    }
                }
                c if c.is_alphanumeric() && self.mark.is_some() => inside += 1,
                c if c.is_alphanumeric() => outside += 1,
                _ => {}
            }
            before = Some(c);
        }
        self.sentences = if self.mark.is_some() { self.sentences + 1 } else { 0 };
        if self.sentences > MAX_QUOTED_SENTENCES {
            *self = Open::default();
        }
        inside > 0 && outside == 0
    }
}
