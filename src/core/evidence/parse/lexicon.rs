//! Closed word classes and the forms of verbs.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Tag;
use crate::text::in_word_list;

/// Verbs of WordNet that its sense-tagged texts use as verbs, one form each; `*` marks those met more often as a
/// noun or an adjective. WordNet licence, see THIRD_PARTY.md.
static VERBS: &str = include_str!("verbs.txt");

static BASES: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| VERBS.split_whitespace().map(|word| word.trim_end_matches('*')).collect());

static RATHER_NOUNS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| VERBS.split_whitespace().filter_map(|word| word.strip_suffix('*')).collect());

/// Past forms that no rule makes, each with its base.
const IRREGULAR: &str = "arose:arise ate:eat beat:beat became:become began:begin bent:bend bit:bite bled:bleed blew:blow \
    bought:buy bred:breed broke:break brought:bring built:build burnt:burn came:come caught:catch chose:choose \
    clung:cling cost:cost crept:creep cut:cut dealt:deal died:die drank:drink drew:draw drove:drive dug:dig fed:feed \
    fell:fall felt:feel fled:flee flew:fly flung:fling forbade:forbid forgave:forgive forgot:forget fought:fight \
    found:find froze:freeze gave:give got:get grew:grow heard:hear held:hold hid:hide hit:hit hung:hang hurt:hurt \
    kept:keep knelt:kneel knew:know laid:lay lay:lie led:lead left:leave lent:lend let:let lit:light lost:lose \
    made:make meant:mean met:meet overtook:overtake paid:pay put:put quit:quit ran:run rang:ring read:read rode:ride \
    rose:rise said:say sang:sing sank:sink sat:sit saw:see sent:send set:set shed:shed shook:shake shot:shoot \
    shrank:shrink shut:shut slept:sleep slid:slide sold:sell sought:seek spent:spend spoke:speak spread:spread \
    sprang:spring stole:steal stood:stand strode:stride struck:strike stuck:stick swam:swim swept:sweep swore:swear \
    swung:swing taught:teach thought:think threw:throw told:tell took:take tore:tear understood:understand \
    underwent:undergo upset:upset went:go wept:weep withdrew:withdraw woke:wake won:win wore:wear wrote:write";

static PASTS: LazyLock<FxHashMap<&'static str, &'static str>> =
    LazyLock::new(|| IRREGULAR.split_whitespace().filter_map(|pair| pair.split_once(':')).collect());

/// Whether a verb has this base form; "apologise" is "apologize".
pub(in crate::evidence) fn is_base(word: &str) -> bool {
    let british = || word.strip_suffix("ise").filter(|stem| stem.len() > 3);
    BASES.contains(word) || british().is_some_and(|stem| BASES.contains(format!("{stem}ize").as_str()))
}

/// Whether this base form is more often a noun or an adjective.
pub(in crate::evidence) fn rather_noun(word: &str) -> bool {
    RATHER_NOUNS.contains(word)
}

/// The base of a past form, where it is one of a verb that is known.
pub(in crate::evidence) fn base_of_past(word: &str) -> Option<String> {
    if let Some(base) = PASTS.get(word) {
        return Some((*base).to_owned());
    }
    // A verb has a vowel before its ending: "bed" and "red" are no past forms.
    let stem = word.strip_suffix("ed").filter(|stem| stem.contains(['a', 'e', 'i', 'o', 'u', 'y']))?;
    if let Some(base) = stem.strip_suffix('i').map(|y| format!("{y}y")).filter(|base| is_base(base)) {
        return Some(base);
    }
    let with_e = format!("{stem}e");
    let mut back = stem.chars().rev();
    let doubled = back.next().is_some_and(|last| back.next() == Some(last));
    if doubled && !is_base(stem) {
        let single: String = stem.chars().take(stem.chars().count() - 1).collect();
        return is_base(&single).then_some(single);
    }
    // "hoped" is of "hope", "visited" of "visit": where both exist ("planed"), the one with an e is meant.
    if is_base(&with_e) { Some(with_e) } else { is_base(stem).then(|| stem.to_owned()) }
}

/// The base of a third-person form, where it is one of a verb that is known.
pub(in crate::evidence) fn base_of_third(word: &str) -> Option<String> {
    let stem = word.strip_suffix('s')?;
    if is_base(stem) {
        return Some(stem.to_owned());
    }
    let shorter = stem.strip_suffix('e')?;
    if is_base(shorter) {
        return Some(shorter.to_owned());
    }
    let y = format!("{}y", shorter.strip_suffix('i')?);
    is_base(&y).then_some(y)
}

/// The tag of a word of a closed class.
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

/// Whether a word names a time: a day, a month, a relative day.
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

/// Whether a noun names a person or people.
pub(in crate::evidence) fn is_person(word: &str) -> bool {
    const PEOPLE: &str = " man woman men women people boy girl child children police officials ministers mp mps \
        president king queen prince princess mother father son daughter wife husband brother sister family parents \
        doctor chief coach captain secretary chancellor pm student students victim victims fans crowd team council \
        government court scientists residents patients members staff spokesman spokeswoman suspect couple guest \
        judge striker defender midfielder senator teenager mayor ";
    if in_word_list(PEOPLE, word) {
        return true;
    }
    const ENDINGS: [&str; 7] = ["ers", "er", "ors", "ist", "ists", "man", "men"];
    const NOT: &str = " number numbers water power paper papers order orders river matter offer offers letter letters \
        winter summer weather centre center computer server servers leader-board officer-led better stretcher quarter quarters chapter career weather theater theatre border corner \
        together however another further rather whether either neither former latter later other others under over \
        after never ever lower upper higher ";
    word.len() > 4 && ENDINGS.iter().any(|ending| word.ends_with(ending)) && !in_word_list(NOT, word)
}
