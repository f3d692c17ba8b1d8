//! Closed word classes.

use super::Tag;

/// Returns the tag of a word from a closed class.
pub(super) fn closed(word: &str) -> Option<Tag> {
    Some(match word {
        "the" | "a" | "an" | "this" | "these" | "those" | "his" | "her" | "its" | "their" | "our" | "my"
        | "your" | "every" | "each" | "some" | "any" | "no" | "both" | "all" | "another" | "several"
        | "many" | "few" => Tag::Determiner,
        "he" | "she" | "it" | "they" | "i" | "we" | "you" | "him" | "them" | "us" | "me" | "himself"
        | "herself" | "itself" | "themselves" | "one's" | "there" | "i'm" | "it's" | "he's" | "she's"
        | "they're" | "we're" | "i've" | "we've" | "they've" | "you're" | "that's" | "there's" => {
            Tag::Pronoun
        }
        "of" | "in" | "on" | "at" | "by" | "for" | "with" | "from" | "into" | "over" | "under" | "about"
        | "after" | "before" | "during" | "between" | "against" | "through" | "across" | "near" | "since"
        | "until" | "without" | "within" | "among" | "towards" | "toward" | "behind" | "per" | "around"
        | "despite" | "outside" | "inside" | "along" | "onto" | "upon" | "amid" | "as" | "than" | "like"
        | "up" | "down" | "out" | "off" => Tag::Preposition,
        "and" | "or" | "but" | "nor" | "so" | "because" | "if" | "although" | "though" | "while"
        | "whereas" | "unless" | "that" => Tag::Conjunction,
        "who" | "which" | "what" | "when" | "where" | "why" | "how" | "whom" | "whose" => Tag::Question,
        "is" | "are" | "was" | "were" | "has" | "have" | "had" | "does" | "do" | "did" => Tag::Auxiliary,
        "will" | "would" | "can" | "could" | "may" | "might" | "must" | "shall" | "should" | "cannot" => {
            Tag::Modal
        }
        "be" | "been" | "being" => Tag::Auxiliary,
        "to" => Tag::To,
        "not" | "n't" | "never" => Tag::Negation,
        "also" | "now" | "then" | "already" | "still" | "just" | "only" | "even" | "again" | "too"
        | "very" | "soon" | "once" | "ago" | "yet" | "almost" | "often" | "later" | "recently" => Tag::Adverb,
        _ => return None,
    })
}

/// Whether a word is a day, a month, or a relative day.
pub(super) fn is_time(word: &str) -> bool {
    matches!(
        word,
        "monday"
            | "tuesday"
            | "wednesday"
            | "thursday"
            | "friday"
            | "saturday"
            | "sunday"
            | "january"
            | "february"
            | "march"
            | "april"
            | "june"
            | "july"
            | "august"
            | "september"
            | "october"
            | "november"
            | "december"
            | "yesterday"
            | "today"
            | "tomorrow"
            | "tonight"
    )
}
