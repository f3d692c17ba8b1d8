//! Forms of verbs.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

/// Base forms of the WordNet verbs that are used as verbs in its sense-tagged texts; `*` marks those that
/// occur more often as a noun or an adjective. WordNet licence, see THIRD_PARTY.md.
static VERBS: &str = include_str!("verbs.txt");

static BASES: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| VERBS.split_whitespace().map(|word| word.trim_end_matches('*')).collect());

static RATHER_NOUNS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| VERBS.split_whitespace().filter_map(|word| word.strip_suffix('*')).collect());

/// Past forms that no rule produces, each with its base.
const PAST: &str = "arose:arise ate:eat awoke:awake beat:beat became:become began:begin bent:bend bet:bet bit:bite bled:bleed blew:blow \
    bought:buy bred:breed broke:break brought:bring built:build burnt:burn burst:burst came:come cast:cast caught:catch chose:choose \
    clung:cling cost:cost crept:creep cut:cut dealt:deal died:die drank:drink drew:draw drove:drive dug:dig fed:feed \
    fell:fall felt:feel fled:flee flew:fly flung:fling forbade:forbid forgave:forgive forgot:forget fought:fight \
    found:find froze:freeze gave:give got:get grew:grow heard:hear held:hold hid:hide hit:hit hung:hang hurt:hurt \
    kept:keep knelt:kneel knew:know laid:lay lay:lie led:lead learnt:learn left:leave lent:lend let:let lit:light lost:lose \
    made:make meant:mean met:meet mistook:mistake overcame:overcome overtook:overtake paid:pay put:put quit:quit ran:run rang:ring read:read rode:ride \
    rose:rise said:say sang:sing sank:sink sat:sit saw:see sent:send set:set shed:shed shook:shake shot:shoot \
    shrank:shrink shut:shut slept:sleep slid:slide sold:sell sought:seek spent:spend split:split spoke:speak spread:spread \
    sprang:spring stole:steal stood:stand strode:stride struck:strike stuck:stick swam:swim swept:sweep swore:swear \
    swung:swing taught:teach thought:think threw:throw told:tell took:take tore:tear understood:understand \
    undertook:undertake underwent:undergo upset:upset went:go wept:weep withdrew:withdraw withstood:withstand woke:wake won:win wore:wear wound:wind \
    wrote:write";

/// Participles that differ from the past form and that no rule produces, each with its base.
const PARTICIPLES: &str = "arisen:arise awoken:awake beaten:beat become:become been:be begun:begin bitten:bite blown:blow \
    born:bear borne:bear broken:break chosen:choose come:come done:do drawn:draw driven:drive drunk:drink eaten:eat \
    fallen:fall flown:fly forbidden:forbid forgiven:forgive forgotten:forget frozen:freeze given:give gone:go gotten:get \
    grown:grow hidden:hide known:know lain:lie mistaken:mistake overcome:overcome overtaken:overtake proven:prove ridden:ride \
    risen:rise run:run rung:ring seen:see shaken:shake shown:show shrunk:shrink spoken:speak stolen:steal sung:sing sunk:sink \
    sworn:swear swum:swim taken:take thrown:throw torn:tear undergone:undergo undertaken:undertake withdrawn:withdraw \
    woken:wake worn:wear written:write";

/// Forms of auxiliaries, each with its base.
const AUXILIARIES: &str = "am:be is:be are:be was:be were:be be:be being:be 'm:be 're:be has:have have:have had:have having:have \
    've:have does:do do:do did:do doing:do";

fn table(pairs: &'static str) -> FxHashMap<&'static str, &'static str> {
    pairs.split_whitespace().filter_map(|pair| pair.split_once(':')).collect()
}

static PASTS: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| table(PAST));
static IRREGULAR: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
    let mut all = table(AUXILIARIES);
    all.extend(table(PARTICIPLES));
    all.extend(table(PAST));
    all
});

/// Whether a word is the base form of a verb; "apologise" counts as "apologize".
pub fn is_base(word: &str) -> bool {
    let british = || word.strip_suffix("ise").filter(|stem| stem.len() > 3);
    BASES.contains(word) || british().is_some_and(|stem| BASES.contains(format!("{stem}ize").as_str()))
}

/// Whether this base form is more often a noun or an adjective.
pub fn rather_noun(word: &str) -> bool {
    RATHER_NOUNS.contains(word)
}

/// Returns the base of a past form, if its verb is known.
pub fn base_of_past(word: &str) -> Option<String> {
    if let Some(base) = PASTS.get(word) {
        return Some((*base).to_owned());
    }
    // A verb has a vowel before its ending: "bed" and "red" are not past forms.
    let stem = word.strip_suffix("ed").filter(|stem| stem.contains(['a', 'e', 'i', 'o', 'u', 'y']))?;
    if let Some(base) = stem.strip_suffix('i').map(|y| format!("{y}y")).filter(|base| is_base(base)) {
        return Some(base);
    }
    let with_e = format!("{stem}e");
    if let Some(single) = undoubled(stem) {
        return is_base(&single).then_some(single);
    }
    // "Hoped" is a form of "hope", "visited" of "visit". If both bases exist ("planed"), the one with an e is
    // meant.
    if is_base(&with_e) { Some(with_e) } else { is_base(stem).then(|| stem.to_owned()) }
}

/// Returns the base that spelling rules give for a form in "-ed" of an unknown verb: "uploaded" of "upload",
/// "livestreamed" of "livestream", "googled" of "google". `None` if the rules show that the word is not a
/// past form.
pub fn base_by_rule(word: &str) -> Option<String> {
    const VOWELS: [char; 6] = ['a', 'e', 'i', 'o', 'u', 'y'];
    // After these letters a verb ends in an e: "-ve", "-ce", "-ge", "-ue", "-ze", "-se" and, after another
    // consonant, "-le".
    const WITH_E: [char; 6] = ['v', 'c', 'g', 'u', 'z', 's'];
    let stem =
        word.strip_suffix("ed").filter(|stem| stem.len() > 2 && stem.chars().all(char::is_alphabetic))?;
    let mut back = stem.chars().rev();
    let (last, before) = (back.next()?, back.next()?);
    if !stem.contains(VOWELS) || last == 'e' {
        return None;
    }
    if let Some(stem) = stem.strip_suffix('i') {
        return Some(format!("{stem}y"));
    }
    // "Annulled" of "annul", but "pulled" of "pull".
    let is_short = stem.chars().filter(|char| VOWELS.contains(char)).count() < 2 || stem.ends_with("oll");
    if last == before && !(matches!(last, 's' | 'z' | 'f') || last == 'l' && is_short) {
        return Some(stem[..stem.len() - last.len_utf8()].to_owned());
    }
    let syllable = VOWELS.contains(&before) && !back.next().is_some_and(|third| VOWELS.contains(&third));
    let silent = last != before && WITH_E.contains(&last)
        || last == 'l' && last != before && !VOWELS.contains(&before)
        || ["at", "ut", "ir", "ur", "in", "uc", "ak", "ik", "ok"].iter().any(|end| stem.ends_with(end))
            && syllable;
    Some(if silent { format!("{stem}e") } else { stem.to_owned() })
}

/// Returns the base of a third-person form, if its verb is known.
pub fn base_of_third(word: &str) -> Option<String> {
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

/// Returns the base of a form in "-ing", if its verb is known.
fn base_of_gerund(word: &str) -> Option<String> {
    let stem = word.strip_suffix("ing").filter(|stem| stem.len() > 1)?;
    if let Some(single) = undoubled(stem) {
        return is_base(&single).then_some(single);
    }
    let with_e = format!("{stem}e");
    if let Some(y) = stem.strip_suffix('y').map(|i| format!("{i}ie")).filter(|base| is_base(base)) {
        return Some(y);
    }
    if is_base(&with_e) { Some(with_e) } else { is_base(stem).then(|| stem.to_owned()) }
}

/// Returns a stem without the second of two equal letters at its end, unless the stem itself is a base form.
fn undoubled(stem: &str) -> Option<String> {
    let mut back = stem.chars().rev();
    let doubled = back.next().is_some_and(|last| back.next() == Some(last));
    (doubled && !is_base(stem)).then(|| stem.chars().take(stem.chars().count() - 1).collect())
}

/// Returns the base of any form of a verb, lower-cased; the form itself if no known verb has it.
pub fn base(form: &str) -> String {
    if let Some(base) = IRREGULAR.get(form) {
        return (*base).to_owned();
    }
    let ruled = || base_of_past(form).or_else(|| base_of_third(form)).or_else(|| base_of_gerund(form));
    if is_base(form) { form.to_owned() } else { ruled().unwrap_or_else(|| form.to_owned()) }
}

/// Whether a lower-cased form can be a past participle.
pub fn is_participle(form: &str) -> bool {
    static ALONE: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| table(PARTICIPLES));
    // Past forms such as those in "-ew" and "-ang" have a separate participle.
    let has_own = |base: &str| ALONE.values().any(|other| *other == base);
    ALONE.contains_key(form) || base_of_past(form).is_some_and(|base| form.ends_with("ed") || !has_own(&base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_have_their_base() {
        for (form, expected) in [
            ("visited", "visit"),
            ("hoped", "hope"),
            ("planned", "plan"),
            ("carried", "carry"),
            ("rose", "rise"),
            ("taken", "take"),
            ("watches", "watch"),
            ("killing", "kill"),
            ("running", "run"),
            ("making", "make"),
            ("dying", "die"),
            ("'re", "be"),
            ("frobnicates", "frobnicates"),
        ] {
            assert_eq!(base(form), expected, "{form}");
        }
        assert_eq!(base_of_past("bed"), None);
        for (form, expected) in [
            ("uploaded", "upload"),
            ("tweeted", "tweet"),
            ("googled", "google"),
            ("vlogged", "vlog"),
            ("relaunched", "relaunch"),
            ("outsourced", "outsource"),
            ("reactivated", "reactivate"),
            ("airlifted", "airlift"),
            ("prequalified", "prequalify"),
            ("annulled", "annul"),
        ] {
            assert_eq!(base_by_rule(form).as_deref(), Some(expected), "{form}");
        }
        assert!(["bed", "need", "red"].into_iter().all(|word| base_by_rule(word).is_none()));
        assert_eq!(base_of_third("watches").as_deref(), Some("watch"));
    }

    #[test]
    fn a_past_form_is_a_participle_unless_the_verb_has_another() {
        assert!(["killed", "found", "taken", "put"].into_iter().all(is_participle));
        assert!(!["took", "gave", "kills", "rose", "bed"].into_iter().any(is_participle));
    }
}
