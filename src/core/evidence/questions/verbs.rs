//! The verbs of a question: which one moves before the subject, and the form of each.

use super::said::Speech;
use crate::syntax::{Upos, verb};
use crate::text::in_word_list;
use crate::text::proposition::Proposition;

/// The verbs of a clause, in the forms that its questions need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verbs {
    /// The verb before the subject in a question: "did", "has", "will".
    pub first: String,
    /// The other verbs, after the subject.
    pub rest: String,
    /// All verbs of a statement about one person, as used after "who".
    pub stated: String,
}

/// Adverbs before a verb that change its meaning.
const QUALIFIERS: &str = " first last nearly almost partly only hardly barely scarcely rarely seldom allegedly reportedly apparently \
    probably possibly ";

/// Returns the third person singular of an auxiliary.
fn singular(auxiliary: &str) -> &str {
    match auxiliary {
        "are" | "am" => "is",
        "were" => "was",
        "have" => "has",
        "do" => "does",
        other => other,
    }
}

/// Returns the third person singular of a verb.
fn third(base: &str) -> String {
    if base == "have" {
        "has".to_owned()
    } else if let Some(stem) = base.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        format!("{stem}ies")
    } else if ["s", "sh", "ch", "x", "o", "z"].iter().any(|end| base.ends_with(end)) {
        format!("{base}es")
    } else {
        format!("{base}s")
    }
}

/// Expands an auxiliary: "'ll" is "will". `next` is the next verb, whose form tells "has" from "is" and "had"
/// from "would".
fn full(lower: &str, next: &str, passive: bool) -> String {
    match lower {
        "'ll" | "wo" => "will",
        "'ve" => "have",
        "'re" => "are",
        "'m" => "am",
        "ca" => "can",
        "sha" => "shall",
        "'s" if !passive && verb::is_participle(next) || next == "been" => "has",
        "'s" => "is",
        "'d" if verb::is_participle(next) => "had",
        "'d" => "would",
        other => other,
    }
    .to_owned()
}

impl Verbs {
    /// Returns the verbs of a clause, or `None` if none is tensed. `shifted` means that the subject becomes a
    /// third person singular in the question, as a speaker does whom others call by name; `plural` that the
    /// subject is plural.
    pub fn of(speech: &Speech, proposition: &Proposition, shifted: bool, plural: bool) -> Option<Verbs> {
        let head = proposition.head;
        let nodes = &speech.parsed().tree.nodes;
        let negates = |node: usize| matches!(speech.lower(node).as_str(), "n't" | "not" | "never" | "nt");
        let is_verb = |node: &&usize| matches!(nodes[**node].tag, Upos::Aux | Upos::Verb) && !negates(**node);
        let copula = proposition.verb.binary_search(&head).is_err();
        let mut forms: Vec<(usize, String)> =
            proposition.verb.iter().filter(is_verb).map(|node| (*node, speech.lower(*node))).collect();
        for at in 0..forms.len() {
            let next = forms.get(at + 1).map_or("", |(_, next)| next.as_str()).to_owned();
            forms[at].1 = full(&forms[at].1, &next, proposition.passive);
        }
        let particle = proposition.verb.iter().find(|node| **node > head && !copula && !negates(**node));
        let particle = particle.map(|node| format!(" {}", speech.lower(*node))).unwrap_or_default();
        // "First used in 1988" is not "used in 1988".
        let adverb = head.checked_sub(1).filter(|before| {
            !copula
                && in_word_list(QUALIFIERS, &speech.lower(*before))
                && nodes[*before].head == Some(head)
                && nodes[*before].tag == Upos::Adv
        });
        let adverb = adverb.map(|before| format!("{} ", speech.lower(before))).unwrap_or_default();
        let words = |forms: &[(usize, String)]| {
            let word = |(node, form): &(usize, String)| {
                if *node == head { format!("{adverb}{form}") } else { form.clone() }
            };
            forms.iter().map(word).collect::<Vec<_>>().join(" ")
        };
        let not = match forms.first() {
            _ if !proposition.negated => "",
            Some((_, first)) if first == "can" => "not",
            _ => " not",
        };
        let (first, others) = forms.split_first()?;
        if !copula && others.is_empty() && !in_word_list(" is are was were am ", &first.1) {
            let is_verb = nodes[head].tag == Upos::Verb;
            let [first, base, stated] = Verbs::of_main_verb(&first.1, is_verb, shifted, plural)?;
            let stated = if not.is_empty() { stated } else { return None };
            return Some(Verbs {
                first,
                rest: format!("{adverb}{base}{particle}"),
                stated: format!("{adverb}{stated}{particle}"),
            });
        }
        // A participle without an auxiliary has no tense.
        const TENSED: &str =
            " is are was were am has have had will would can could may might must shall should does do did ";
        // "I'd rather you didn't, my tank is full" has the verbs of two clauses.
        let has_second =
            others.iter().any(|(_, form)| in_word_list(" is are was were am has does did ", form));
        if !in_word_list(TENSED, &first.1) || has_second {
            return None;
        }
        let one = if shifted { singular(&first.1) } else { &first.1 };
        let rest = format!("{}{particle}", words(others));
        let stated = format!("{}{not}", singular(&first.1));
        Some(Verbs {
            first: one.to_owned(),
            stated: if rest.is_empty() { stated } else { format!("{stated} {rest}") },
            rest,
        })
    }

    /// Returns the auxiliary of a question, the base form, and the form after "who" of a verb without an
    /// auxiliary. `None` if it has no tense.
    fn of_main_verb(form: &str, is_verb: bool, shifted: bool, plural: bool) -> Option<[String; 3]> {
        if form.ends_with("ing") || form == "be" || form == "been" {
            return None;
        }
        let base = verb::base(form);
        let auxiliary = |forms: &str| in_word_list(forms, form);
        // A regular past of a verb that the lexicon lacks: "uploaded".
        let ruled =
            if is_verb && form == base && !verb::is_base(form) { verb::base_by_rule(form) } else { None };
        let known = auxiliary(" had did ") || verb::base_of_past(form).is_some() || ruled.is_some();
        let base = ruled.unwrap_or(base);
        let past = known && (form != base || !plural && !shifted);
        let same = form == base;
        let (first, stated) = if past {
            ("did", form.to_owned())
        } else if (auxiliary(" has does ") || verb::base_of_third(form).is_some()) && !same {
            ("does", form.to_owned())
        } else if same && (auxiliary(" have do ") || verb::is_base(form)) {
            (if shifted && !plural { "does" } else { "do" }, third(&base))
        } else {
            return None;
        };
        Some([first.to_owned(), base.to_string(), stated])
    }
}
