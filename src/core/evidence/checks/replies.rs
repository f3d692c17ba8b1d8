//! Questions that the article answers with a plain "yes" or "no".
//!
//! In a dialogue the question has the content and the reply decides it: "Did the plumber come?" "No." So the
//! reply settles a claim about the question, however few words the two share.

use super::ClaimPairing;
use crate::text::{Sentence, in_word_list};

/// Share of the question's content words that the clause must have.
const MIN_QUESTION_SHARE: f64 = 0.7;

/// The reply to a question about what the clause states.
pub struct Reply {
    /// Index of the article sentence with the question.
    pub question: usize,
    /// Whether the reply is "yes".
    pub yes: bool,
}

/// Returns the reply to a question of the passage that asks for what the clause states.
pub fn replied(pairing: &ClaimPairing) -> Option<Reply> {
    pairing.sources().find_map(|(source, question)| {
        let yes = reply(pairing, source, question)?;
        Some(Reply { question: source, yes }).filter(|_| is_about(pairing, question))
    })
}

/// Whether the clause has the content that a question asks for.
fn is_about(pairing: &ClaimPairing, question: &Sentence) -> bool {
    let Some(start) = auxiliary(question) else { return false };
    let (mut had, mut all) = (0.0, 0.0);
    for token in question.tokens[start + 1..].iter().filter(|t| t.is_content()) {
        // "The one with the sauna" asks for the sauna.
        if question.word(token) == "one" {
            continue;
        }
        all += 1.0;
        had +=
            f64::from(pairing.tokens().any(|(at, t)| t.is_content() && pairing.stands_for(at, token.stem)));
    }
    all > 0.0 && had >= MIN_QUESTION_SHARE * all
}

/// Returns the answer to a question: the first word after it, or a one-word sentence a little later in the
/// same turn.
fn reply(pairing: &ClaimPairing, source: usize, question: &Sentence) -> Option<bool> {
    const MAX_SENTENCES: usize = 3;
    auxiliary(question)?;
    let sentences = &pairing.article.text().sentences()[source + 1..];
    let first = &sentences.first()?.sentence;
    let start = usize::from(speaker(first));
    if &*first.lower(start) == "not" && matches!(&*first.lower(start + 1), "yet" | "really") {
        return Some(false);
    }
    answer(&first.lower(start)).or_else(|| {
        let label =
            |at: usize| pairing.article.text().turn_label(source + 1 + at).map(|label| label.sentence);
        let is_same_turn = |at: usize, next: &Sentence| label(at) == label(0) && !speaker(next);
        // An answer after a second question belongs to that one.
        let is_asked = |at: usize| sentences[at - 1].sentence.text.trim_end().ends_with('?');
        let is_bare = |next: &Sentence| {
            let is_number = next.tokens.get(1).is_some_and(|token| token.flags.digit);
            next.tokens.len() == 1 || next.gap(0).starts_with('.') && !is_number
        };
        let rest = (1..sentences.len().min(MAX_SENTENCES)).map(|at| (at, &*sentences[at].sentence));
        let rest = rest.take_while(|(at, next)| is_same_turn(*at, next) && !is_asked(*at));
        let mut bare = rest.map(|(_, next)| next).filter(|next| is_bare(next));
        bare.find_map(|next| answer(&next.lower(0)))
    })
}

/// Returns whether a word means yes or no.
fn answer(word: &str) -> Option<bool> {
    match word {
        "no" | "nope" | "nah" | "unfortunately" | "nobody" | "none" => Some(false),
        "yes" | "yeah" | "yep" | "yup" | "certainly" | "absolutely" => Some(true),
        _ => None,
    }
}

/// Whether a sentence begins with a speaker's name.
fn speaker(sentence: &Sentence) -> bool {
    let Some(first) = sentence.tokens.first() else { return false };
    sentence.text[first.span.end..].trim_start().starts_with(':')
}

/// Returns the verb that begins a yes-or-no question, possibly after a form of address.
fn auxiliary(question: &Sentence) -> Option<usize> {
    const VERBS: &str = " is are was were do does did have has had will would can could should isn't aren't wasn't \
        weren't don't doesn't didn't haven't hasn't won't can't ";
    if !question.text.trim_end().ends_with('?') {
        return None;
    }
    let is_verb = |at: usize| in_word_list(VERBS, &question.lower(at));
    // "Mr. Brandt" begins no clause.
    let begins = |at: usize| {
        let gap = question.gap_before(at);
        at == 0 || gap.contains([':', ',']) || gap.contains('.') && is_verb(at)
    };
    (0..question.tokens.len()).rev().find(|at| begins(*at)).filter(|at| is_verb(*at))
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::assert_found;

    #[test]
    fn a_question_states_what_its_reply_leaves_of_it() {
        const TALK: &str = "Nora: Did the plumber come on Wednesday? Felix: No, he cancelled because his van had broken \
            down. Nora: Is breakfast included? Felix: No, but there's a bakery next door. Nora: Have you paid the \
            hostel? Felix: Yes, on Monday. Nora: hey, did you get the keys from Mr. Brandt? Felix: not yet, he was out. Nora: Are you \
            planning to open a second shop? Felix: People ask me that every week. No. I like one queue.";
        let cases = [
            ("The plumber came on Wednesday.", true),
            ("The plumber failed to come on Wednesday.", false),
            ("The plumber did not come on Wednesday.", false),
            ("Breakfast is included in the price.", true),
            ("Breakfast is not included in the price.", false),
            ("Nora asked whether breakfast was included.", false),
            ("Felix has paid the hostel.", false),
            ("Felix got the keys from Mr. Brandt.", true),
            ("Felix is planning to open a second shop.", true),
            ("Felix is not planning to open a second shop.", false),
            ("Felix has not got the keys from Mr. Brandt yet.", false),
        ];
        assert_found(TALK, MismatchKind::Negation, &cases);
    }
}
