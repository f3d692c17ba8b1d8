//! Splits a sentence into words as English treebanks do: punctuation marks, clitics ("n't", "'s") and the
//! parts of most hyphenated compounds are words of their own.

use std::ops::{Range, RangeInclusive};

/// Abbreviations that keep their full stop, in lower case.
const ABBREVIATIONS: &str = " adm al apr arr art assn assoc asst attn aug ave bldg blvd brig bros ca capt cmdr co col \
    corp cpl dec dept det dist dr ed esp est etc feb fig figs fr fri ft gen gov hon hr inc jan jr jul jun km lt ltd maj \
    mar messrs mon mr mrs ms mt nov oct op pp pres prof pvt rep reps rev sat sec sen sens sept sep sgt sq sr st sun supt \
    thu thur thurs tue tues univ vol vs wed ";
/// Abbreviations that keep it only before a number; elsewhere they are words.
const BEFORE_NUMBERS: &str = " no nos p pg art fig op sec vol ch ";
/// Abbreviations that keep it also at the end of a sentence.
const AT_THE_END: &str = " al assn bros co corp dept etc inc jr ltd sr st ave blvd ";
/// Prefixes that a hyphen joins to the next word.
const PREFIXES: &str = " anti co counter cross e ex extra hyper inter intra macro meta micro mid mini mono multi neo non \
    over pan post pre pro proto pseudo psycho quasi re semi socio sub super trans ultra un uni vice ";
/// Units that are written after a number without a space.
const UNITS: &str = " am pm km kg cm mm m k bn mn tn b ft in lb lbs mph kmh kph gb mb tb hz ghz mhz kw mw c f x g ml hrs \
    min mins sec secs ";
/// Words that are written as one, and the length of the first: also contractions without their apostrophe.
const JOINED: [(&str, usize); 29] = [
    ("cannot", 3),
    ("gonna", 3),
    ("gotta", 3),
    ("wanna", 3),
    ("dont", 2),
    ("doesnt", 4),
    ("didnt", 3),
    ("isnt", 2),
    ("arent", 3),
    ("wasnt", 3),
    ("werent", 4),
    ("cant", 2),
    ("couldnt", 5),
    ("wont", 2),
    ("wouldnt", 5),
    ("shouldnt", 6),
    ("hasnt", 3),
    ("havent", 4),
    ("hadnt", 3),
    ("aint", 2),
    ("im", 1),
    ("ive", 1),
    ("thats", 4),
    ("theres", 5),
    ("whats", 4),
    ("hes", 2),
    ("youre", 3),
    ("theyre", 4),
    ("youll", 3),
];
/// Endings that are words of their own after an apostrophe.
const CLITICS: &str = " s re ve ll d m ";

/// Returns the words of a sentence as byte ranges, in order. They cover every character other than white
/// space.
pub fn split(sentence: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut rest = 0;
    while let Some(start) = sentence[rest..].find(|c: char| !c.is_whitespace()).map(|at| rest + at) {
        let end = sentence[start..].find(char::is_whitespace).map_or(sentence.len(), |at| start + at);
        let after = sentence[end..].trim_start();
        chunk(sentence, start..end, after, &mut out);
        rest = end;
    }
    out.dedup_by(|next, before| {
        let is_one =
            before.end == next.start && is_one_emoji(&sentence[before.clone()], &sentence[next.clone()]);
        if is_one {
            before.end = next.end;
        }
        is_one
    });
    out
}

/// Whether two adjacent words are one emoji: a picture and what modifies it, two pictures that are joined, or the
/// two letters of a flag.
fn is_one_emoji(before: &str, next: &str) -> bool {
    const JOINER: char = '\u{200d}';
    const SELECTORS: RangeInclusive<char> = '\u{fe0e}'..='\u{fe0f}';
    const SKIN_TONES: RangeInclusive<char> = '\u{1f3fb}'..='\u{1f3ff}';
    const TAGS: RangeInclusive<char> = '\u{e0020}'..='\u{e007f}';
    const KEYCAP: char = '\u{20e3}';
    let is_modifier = |c: char| {
        [SELECTORS, SKIN_TONES, TAGS].iter().any(|range| range.contains(&c)) || c == JOINER || c == KEYCAP
    };
    let is_letter = |text: &str| {
        let mut chars = text.chars();
        chars.next().is_some_and(|c| matches!(c, '\u{1f1e6}'..='\u{1f1ff}')) && chars.next().is_none()
    };
    next.starts_with(is_modifier) || before.ends_with(JOINER) || is_letter(before) && is_letter(next)
}

/// Whether a word is in a list of words separated by spaces.
fn listed(list: &str, word: &str) -> bool {
    let lower = word.to_lowercase();
    !lower.contains(' ') && list.contains(&format!(" {lower} "))
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}')
}

/// Whether two adjacent marks are one word: a repeated mark, or "?!".
fn is_run(one: char, other: char) -> bool {
    match one {
        '!' | '?' => matches!(other, '!' | '?'),
        '.' | '-' | '*' | '=' | '_' | '~' | '<' | '>' | '`' | '\'' => one == other,
        _ => false,
    }
}

/// Number of bytes in the run of marks at the beginning of some characters.
fn run(mut chars: impl Iterator<Item = char>) -> usize {
    let Some(first) = chars.next() else { return 0 };
    first.len_utf8() + chars.take_while(|c| is_run(first, *c)).map(char::len_utf8).sum::<usize>()
}

/// Splits a run of characters without white space; `after` is the text that follows it.
fn chunk(sentence: &str, mut range: Range<usize>, after: &str, out: &mut Vec<Range<usize>>) {
    let text = &sentence[range.clone()];
    if is_bracket(text) || !text.contains(char::is_alphanumeric) && is_smiley(text) || is_clitic(text) {
        out.push(range);
        return;
    }
    while !range.is_empty() {
        let text = &sentence[range.clone()];
        let mut chars = text.chars();
        let (first, second) = (chars.next(), chars.next());
        let inside = |c: char| c.is_alphanumeric();
        let begins = match first {
            Some(c) if inside(c) => true,
            // "'90s", "'em"; ".5"; "@name", "#tag".
            Some(c) if is_apostrophe(c) => is_elided(&text[c.len_utf8()..]),
            Some('.') => second.is_some_and(|c| c.is_ascii_digit()),
            Some('@' | '#') => second.is_some_and(char::is_alphabetic),
            _ => false,
        };
        if begins {
            break;
        }
        let run = run(text.chars());
        out.push(range.start..range.start + run);
        range.start += run;
    }
    let mut ends = Vec::new();
    while !range.is_empty() {
        let text = &sentence[range.clone()];
        if text.ends_with(char::is_alphanumeric) {
            break;
        }
        let run = run(text.chars().rev());
        let last = after.trim_start_matches(|c: char| !c.is_alphanumeric()).is_empty();
        if run == 1 && text.ends_with('.') && keeps_stop(&text[..text.len() - 1], after, last) {
            break;
        }
        ends.push(range.end - run..range.end);
        range.end -= run;
    }
    if !range.is_empty() {
        word(sentence, range, out);
    }
    out.extend(ends.into_iter().rev());
}

/// Whether a text is a bracket in treebank notation.
fn is_bracket(text: &str) -> bool {
    text.len() == 5
        && text.starts_with('-')
        && matches!(
            text.to_ascii_lowercase().as_str(),
            "-lrb-" | "-rrb-" | "-lsb-" | "-rsb-" | "-lcb-" | "-rcb-"
        )
}

fn is_smiley(text: &str) -> bool {
    matches!(text, ":)" | ":(" | ":-)" | ":-(" | ";)" | ";-)" | ":/" | "=)" | "(:")
}

/// Whether a run of characters is a separate clitic, as in tokenised texts.
fn is_clitic(text: &str) -> bool {
    let text = text.replace('\u{2019}', "'");
    text.eq_ignore_ascii_case("n't") || text.strip_prefix('\'').is_some_and(|rest| listed(CLITICS, rest))
}

/// Whether an apostrophe replaces omitted letters at the beginning of a word: "'90s", "'em", "'til".
fn is_elided(rest: &str) -> bool {
    let word = rest.trim_end_matches(|c: char| !c.is_alphanumeric());
    let decade = word.strip_suffix('s').unwrap_or(word);
    let year = decade.len() == 2 && decade.chars().all(|c| c.is_ascii_digit()) && !word.is_empty();
    year || listed(" em til cause tis twas bout ", word)
}

/// Whether a word keeps the full stop at its end.
fn keeps_stop(word: &str, after: &str, last: bool) -> bool {
    let core = word.rsplit(['-', '/', '(']).next().unwrap_or(word);
    let mut chars = core.chars();
    let initial = chars.next().is_some_and(char::is_uppercase) && chars.next().is_none();
    let dotted = core.contains('.')
        && core
            .split('.')
            .all(|part| (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic));
    if dotted {
        return true;
    }
    if last {
        return listed(AT_THE_END, core);
    }
    let number = after.starts_with(|c: char| c.is_ascii_digit());
    initial && core != "I" || listed(ABBREVIATIONS, core) || number && listed(BEFORE_NUMBERS, core)
}

/// Splits a word that begins and ends with a letter or a digit (or ends with a full stop that it keeps).
fn word(sentence: &str, mut range: Range<usize>, out: &mut Vec<Range<usize>>) {
    if is_address(&sentence[range.clone()]) {
        return out.push(range);
    }
    let mut clitics = Vec::new();
    while let Some(at) = clitic(&sentence[range.clone()]).filter(|at| *at > 0) {
        clitics.push(range.start + at..range.end);
        range.end = range.start + at;
    }
    parts(&sentence[range.clone()], range.start, out);
    out.extend(clitics.into_iter().rev());
}

/// Splits a word without clitics at the marks in it; `start` is its offset in the sentence.
fn parts(text: &str, start: usize, out: &mut Vec<Range<usize>>) {
    let numbers = |between: char| text.chars().all(|c| c.is_ascii_digit() || c == between);
    let whole = NumberShape { date: numbers('/'), phone: numbers('-') && text.matches('-').count() > 1 };
    let (mut from, mut at) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        if c.is_alphanumeric() || at == from || stays(text, from, at, c, &whole) {
            at += c.len_utf8();
            continue;
        }
        // "US$5": the sign belongs to the letters before it.
        let money = matches!(c, '$' | '£' | '€') && text[from..at].ends_with(char::is_alphabetic);
        let run = run(text[at..].chars());
        let (end, next) = if money { (at + run, at + run) } else { (at, at + run) };
        part(text, from..end, start, out);
        if end < next {
            out.push(start + end..start + next);
        }
        (from, at) = (next, next);
    }
    if from < text.len() {
        part(text, from..text.len(), start, out);
    }
}

/// Kinds of numbers that are not split at their marks.
struct NumberShape {
    /// Only digits and slashes.
    date: bool,
    /// Only digits and more than one hyphen.
    phone: bool,
}

/// Whether a text is a URL or an e-mail address, which is one word.
fn is_address(text: &str) -> bool {
    let mail = text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    mail || text.contains("://") || text.to_ascii_lowercase().starts_with("www.")
}

/// Returns the offset of a clitic at the end of a word.
fn clitic(text: &str) -> Option<usize> {
    let mark = text.rfind(is_apostrophe)?;
    let rest = &text[mark..].trim_start_matches(is_apostrophe);
    if rest.eq_ignore_ascii_case("t") {
        let before = text[..mark].chars().next_back()?;
        return before.eq_ignore_ascii_case(&'n').then_some(mark - 1);
    }
    listed(CLITICS, rest).then_some(mark)
}

/// Whether a mark within a word, at a byte, does not split it; `from` is the beginning of the current part.
fn stays(text: &str, from: usize, at: usize, mark: char, whole: &NumberShape) -> bool {
    let (before, after) = (&text[from..at], &text[at + mark.len_utf8()..]);
    let digit = |c: char| c.is_ascii_digit();
    match mark {
        '\'' | '\u{2019}' | '_' | '@' | '#' | '+' | '\u{ad}' | '\u{200b}'..='\u{200d}' => true,
        // A combining mark belongs to the letter before it.
        '\u{300}'..='\u{36f}' => true,
        '.' => {
            let last = before.rsplit('.').next().unwrap_or(before);
            let ended =
                last.len() > 2 && last.ends_with(char::is_lowercase) && after.starts_with(char::is_uppercase);
            !ended && !after.starts_with('.') && !before.ends_with('.')
        }
        ',' | ':' => before.ends_with(digit) && after.starts_with(digit),
        '/' => whole.date,
        '-' | '\u{2010}' | '\u{2011}' => whole.phone || listed(PREFIXES, before) && !after.starts_with(mark),
        '&' => text.len() <= 4,
        _ => false,
    }
}

/// Adds a part of a word, split in two if it is a number with a unit, or two words written as one.
fn part(text: &str, of: Range<usize>, start: usize, out: &mut Vec<Range<usize>>) {
    let word = &text[of.clone()];
    let number =
        word.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | ':'))).unwrap_or(word.len());
    let unit = number > 0 && listed(UNITS, word[number..].trim_end_matches('.'));
    let cut = match JOINED.iter().find(|(whole, _)| word.eq_ignore_ascii_case(whole)) {
        // "IM" and "IVE" in capitals are abbreviations.
        Some((whole, cut)) if whole.len() > 3 || word != word.to_ascii_uppercase() => *cut,
        _ if unit => number,
        _ => word.len(),
    };
    out.push(start + of.start..start + of.start + cut);
    if cut < word.len() {
        out.push(start + of.start + cut..start + of.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        split(text).into_iter().map(|range| &text[range]).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn words_are_those_of_treebanks() {
        for (text, expected) in [
            ("She didn't know John's friend.", "She|did|n't|know|John|'s|friend|."),
            (
                "They\u{2019}re sure it can\u{2019}t, won't and cannot.",
                "They|\u{2019}re|sure|it|ca|n\u{2019}t|,|wo|n't|and|can|not|.",
            ),
            ("\"Stop!\" he said (twice)...", "\"|Stop|!|\"|he|said|(|twice|)|..."),
            ("Mr. Smith of the U.S. met J. Doe at 3.5 p.m.", "Mr.|Smith|of|the|U.S.|met|J.|Doe|at|3.5|p.m."),
            ("Plan B. It cost $3.5m, or US$5 (20%).", "Plan|B.|It|cost|$|3.5|m|,|or|US$|5|(|20|%|)|."),
            ("a well-known ex-minister, 1,200-strong", "a|well|-|known|ex-minister|,|1,200|-|strong"),
            ("and/or on 9/11 at 12:15pm", "and|/|or|on|9/11|at|12:15|pm"),
            ("It -- the plan -- failed\u{2014}again", "It|--|the|plan|--|failed|\u{2014}|again"),
            ("the dogs' owner, '90s music", "the|dogs|'|owner|,|'90s|music"),
            ("I dont know, Im sure he cant. IM me", "I|do|nt|know|,|I|m|sure|he|ca|nt|.|IM|me"),
            ("do n't `` quote '' -LRB- it 's -RRB-", "do|n't|``|quote|''|-LRB-|it|'s|-RRB-"),
            (
                "Mail a.b@c.org or see http://x.org/y?z, now!?",
                "Mail|a.b@c.org|or|see|http://x.org/y?z|,|now|!?",
            ),
            ("It ended.Then AT&T won 2-1 in the 20th", "It|ended|.|Then|AT&T|won|2|-|1|in|the|20th"),
            ("No. 5 said no. No", "No.|5|said|no|.|No"),
            ("713-853-3989", "713-853-3989"),
            ("", ""),
            ("  \n ", ""),
            ("...", "..."),
            ("e\u{301}t\u{e9} \u{1f389}\u{1f389}", "e\u{301}t\u{e9}|\u{1f389}|\u{1f389}"),
            (
                "It fell 🏗\u{fe0f}, 👩🏽\u{200d}🚒 came 1\u{fe0f}\u{20e3}.",
                "It|fell|🏗\u{fe0f}|,|👩🏽\u{200d}🚒|came|1\u{fe0f}\u{20e3}|.",
            ),
            ("🇫🇷🇩🇪!", "🇫🇷|🇩🇪|!"),
        ] {
            assert_eq!(words(text), expected);
        }
    }

    #[test]
    fn no_character_is_lost() {
        let mut random = fastrand::Rng::with_seed(3);
        let signs: Vec<char> = "ab.Z9'’-/&$% \n(\"世🎉🇫\u{fe0f}\u{200d}\u{301}@:,!n't".chars().collect();
        for _ in 0..3_000 {
            let text: String = (0..random.usize(..14)).map(|_| signs[random.usize(..signs.len())]).collect();
            let kept: String = split(&text).into_iter().map(|range| &text[range]).collect();
            let expected: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            assert_eq!(kept, expected, "{text:?}");
            assert!(split(&text).iter().all(|range| !range.is_empty()), "{text:?}");
        }
    }

    #[test]
    fn a_monster_of_a_chunk_is_split_quickly() {
        for unit in ["a", ".", "'", "n't", "-", "a.", "1,", "?!", "'s", "🇫", "🏗\u{fe0f}", "\u{200d}"] {
            assert!(!split(&unit.repeat(20_000)).is_empty());
        }
    }
}
