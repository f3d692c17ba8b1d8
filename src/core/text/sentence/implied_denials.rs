//! Denials that several words make together: "too tall *to be airlifted*", "kept the fans *from entering*".
//!
//! Such words imply that what follows did not happen (Karttunen 1971, *Implicative verbs*).

use super::Sentence;
use crate::text::in_word_list;

/// A word, and the word after it that introduces what is denied.
struct ImpliedDenial {
    /// The word, in its forms.
    words: &'static str,
    /// Largest number of tokens between it and the link.
    gap: usize,
    /// Words of which one must stand between them, if there are any.
    between: &'static str,
    /// Empty if what is denied follows the word itself.
    link: &'static str,
    /// "Instead of the bus" denies nothing that happened.
    form: Form,
}

/// The form of the verb that is denied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Any,
    /// "-ing"
    Gerund,
    /// A past tense, but not of a verb of measure: "nearly doubled".
    Past,
}

/// Past tenses after "nearly" that do not end in "-ed".
const PAST: &str = " died won lost fell drowned hit broke sank ";
/// Verbs that "nearly" measures.
const MEASURED: &str =
    " doubled tripled trebled quadrupled halved completed finished filled used emptied tied matched ";

const IMPLIED_DENIALS: [ImpliedDenial; 9] = [
    // "Too tall to be airlifted"
    ImpliedDenial { words: " too ", gap: 4, between: "", link: " to ", form: Form::Any },
    // "Missed the chance to reach the final"
    ImpliedDenial {
        words: " lose loses lost losing miss misses missed missing ",
        gap: 3,
        between: " chance chances opportunity ",
        link: " to ",
        form: Form::Any,
    },
    // "Stopped short of apologising", "instead of taking the bus", "cleared of assaulting him"
    ImpliedDenial {
        words: " short instead cleared acquitted ",
        gap: 0,
        between: "",
        link: " of ",
        form: Form::Gerund,
    },
    ImpliedDenial { words: " rather ", gap: 0, between: "", link: " than ", form: Form::Gerund },
    ImpliedDenial { words: " far ", gap: 0, between: "", link: " from ", form: Form::Gerund },
    // "Missed winning", "nearly drowned"
    ImpliedDenial { words: " miss misses missed ", gap: 0, between: "", link: "", form: Form::Gerund },
    ImpliedDenial { words: " almost nearly ", gap: 0, between: "", link: "", form: Form::Past },
    // "Prevented the fans from entering"
    ImpliedDenial {
        words: " prevent prevents prevented preventing stop stops stopped stopping bar bars barred barring ban bans \
            banned banning block blocks blocked blocking keep keeps kept keeping deter deters deterred deterring \
            discourage discourages discouraged prohibit prohibits prohibited prohibiting ",
        gap: 6,
        between: "",
        link: " from ",
        form: Form::Gerund,
    },
    // "Decided against flying"
    ImpliedDenial {
        words: " decide decides decided deciding vote votes voted voting advise advises advised advising warn warns \
            warned warning ",
        gap: 3,
        between: "",
        link: " against ",
        form: Form::Gerund,
    },
];

/// Words right before the word under which the rest does happen: "not too late to win", "only too glad to help".
const CANCELS: &str = " not n't never only all hardly ";

/// Returns the token at which what a word denies begins, if the word opens such a denial.
pub(super) fn denied_from(sentence: &Sentence, at: usize) -> Option<usize> {
    let lower = sentence.lower(at);
    let before = at.checked_sub(1).map(|before| sentence.lower(before));
    if before.is_some_and(|before| {
        in_word_list(CANCELS, &before) || before.ends_with("n't") || before.ends_with("n’t")
    }) {
        return None;
    }
    IMPLIED_DENIALS
        .iter()
        .filter(|one| in_word_list(one.words, &lower))
        .find_map(|one| one.denied(sentence, at))
}

impl ImpliedDenial {
    fn denied(&self, sentence: &Sentence, at: usize) -> Option<usize> {
        let is_joined =
            |i: &usize| !sentence.gap_before(*i).contains([',', ';', ':', '.', '"', '”', '–', '—']);
        let mut reach = (at + 1..sentence.tokens.len().min(at + 2 + self.gap)).take_while(is_joined);
        let next = match self.link {
            "" => reach.next()?,
            link => reach.find(|i| in_word_list(link, &sentence.lower(*i)))? + 1,
        };
        let has_between = (at + 1..next).any(|i| in_word_list(self.between, &sentence.lower(i)));
        // "It is up to them, too, to decide"
        let is_bare = self.form == Form::Any && next == at + 2;
        if is_bare || !self.between.is_empty() && !has_between {
            return None;
        }
        // An adverb may precede the verb: "from ever entering".
        let is_verb = (next..next + 2).any(|i| self.form.has(&sentence.lower(i)));
        is_verb.then_some(next)
    }
}

impl Form {
    fn has(self, word: &str) -> bool {
        match self {
            Form::Any => true,
            Form::Gerund => word.len() > 5 && word.ends_with("ing") || word == "using",
            Form::Past => word.ends_with("ed") && !in_word_list(MEASURED, word) || in_word_list(PAST, word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_words_deny_follows_their_link() {
        for (text, denied) in [
            ("He was too tall to be airlifted.", Some("be")),
            ("It is not too late to win.", None),
            ("She was only too glad to help.", None),
            ("They, too, want to leave.", None),
            ("The police prevented the fans from entering the ground.", Some("entering")),
            ("The police kept the ball from the fans.", None),
            ("He walked instead of taking the bus.", Some("taking")),
            ("He took the train instead of the bus.", None),
            ("The team missed the chance to reach the final.", Some("reach")),
            ("The team lost to Cork.", None),
            ("He narrowly missed winning the title.", Some("winning")),
            ("The storm almost destroyed the pier.", Some("destroyed")),
            ("The price nearly doubled in May.", None),
            ("Nearly 20 people died.", None),
            ("The board decided against closing the school.", Some("closing")),
        ] {
            let sentence = Sentence::new(text);
            let found = (0..sentence.tokens.len()).find_map(|at| denied_from(&sentence, at));
            assert_eq!(found.map(|at| sentence.lower(at).into_owned()).as_deref(), denied, "{text}");
        }
    }
}
