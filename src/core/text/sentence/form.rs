//! The form of a sentence, as far as its own words show it.

use super::Sentence;
use super::verbs::has_verb;
use crate::text::in_word_list;
use crate::text::kind::BlockKind;

/// Beginnings of page furniture, one a line.
pub const FURNITURE: &str = include_str!("form/furniture.txt");
/// Beginnings of publishers' notices, one a line.
const NOTICES: &str = include_str!("form/notices.txt");
/// Beginnings of lines in a match log, one a line.
const LOG: &str = include_str!("form/log.txt");
/// Largest number of words of such a beginning that are compared.
const COMPARED_WORDS: usize = 6;
/// Number of words at the start of a line-up among which a verb is looked for.
const OPENING_WORDS: usize = 6;

/// Words before a colon that introduce the names of a team.
const TEAM: &str = " replacements subs substitutes goalkeepers goalkeeper defenders midfielders forwards in out loan \
    loans referee att attendance manager mom booked substitutes bench umpires scorers ";
/// Words that a caption has in brackets, alone or as the last ones.
const SIDES: &str = " left right centre center middle l r c pictured above below top bottom far inset file background foreground ";
/// Words by which a summary refers to the text that it summarises, or to itself.
const TEXTS: &str = " article passage text excerpt summary story piece dialogue conversation transcript ";
/// Nouns announced by "Here is", and the number of words within which they must occur.
const ANNOUNCED: &str =
    " summary summaries overview recap outline points highlights takeaways synopsis version ";
const ANNOUNCED_BY: usize = 8;
/// Participles that say what a text contains.
const IS_TOLD: &str =
    " described discussed mentioned explained presented summarised summarized provided outlined ";
/// Largest number of words of a heading, or of a byline.
const HEADING: usize = 8;

/// Whether a sentence, given also as trimmed text, has a form.
type Shows = fn(&Sentence, &str) -> bool;

/// Returns the form that a sentence shows on its own.
pub fn form(sentence: &Sentence) -> BlockKind {
    let text = sentence.text.trim();
    let forms: [(Shows, BlockKind); 10] = [
        (is_table_row, BlockKind::Table),
        (is_stage, BlockKind::Stage),
        (is_furniture, BlockKind::Boilerplate),
        (is_meta, BlockKind::Meta),
        (is_byline, BlockKind::Byline),
        (is_log, BlockKind::Table),
        (is_lineup, BlockKind::Lineup),
        (is_item, BlockKind::List),
        (is_title, BlockKind::Heading),
        (is_caption, BlockKind::Caption),
    ];
    forms.into_iter().find(|(holds, _)| holds(sentence, text)).map_or(BlockKind::Prose, |(_, kind)| kind)
}

/// Whether a line of its own is a heading: short, or all in capitals, without a full stop.
pub fn is_heading(sentence: &Sentence) -> bool {
    const LINE: usize = 10;
    const SHOUTED: usize = 28;
    let text = sentence.text.trim();
    let count = sentence.tokens.len();
    let shouted = !text.chars().any(char::is_lowercase);
    let open = !text.ends_with(['.', '!', '?', '"', '”', '\'', '…', ',', ';', ')']);
    let words = sentence.tokens.iter().filter(|token| !token.flags.digit).count();
    words * 2 > count && (open && count <= LINE || shouted && count > 1 && count <= SHOUTED)
}

/// Whether a short line is a row of figures.
pub fn is_row(sentence: &Sentence) -> bool {
    let count = sentence.tokens.len();
    count <= HEADING
        && sentence.tokens.iter().any(|token| token.flags.digit)
        && !sentence.text.trim().ends_with('.')
}

/// Recognises a row of a Markdown table: `| City | Change |`, `|---|---:|`.
fn is_table_row(_: &Sentence, text: &str) -> bool {
    text.strip_prefix('|').is_some_and(|rest| rest.ends_with('|'))
}

/// Recognises `<file_photo>`, `[laughter]`, "(laughs)", alone or after the name of the speaker.
fn is_stage(_: &Sentence, text: &str) -> bool {
    const MAX_STAGE_WORDS: usize = 4;
    let said = text.rsplit_once(": ").map_or(text, |(name, said)| if name.len() < 40 { said } else { text });
    let said = said.trim().trim_start_matches(['-', '>', ' ']);
    let inside = |open: char, close: char| said.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let short = |inside: &str| !inside.is_empty() && inside.split_whitespace().count() <= MAX_STAGE_WORDS;
    let small = |inside: &str| inside.chars().all(|c| c.is_lowercase() || matches!(c, ' ' | '_'));
    inside('<', '>').is_some_and(short)
        || inside('[', ']')
            .is_some_and(|inside| short(inside) && !inside.contains(|c: char| c.is_ascii_digit()))
        || inside('{', '}').is_some_and(short)
        || inside('(', ')').is_some_and(|inside| short(inside) && small(inside))
        || inside('*', '*').is_some_and(|inside| short(inside) && small(inside))
}

/// Whether a sentence begins like one of these lines.
pub fn begins(sentence: &Sentence, lines: &str) -> bool {
    // The first word rules out most sentences.
    let first = sentence.lower(0);
    let is_line = |line: &str| {
        let rest = line.strip_prefix(&*first).and_then(|rest| rest.strip_prefix(' '));
        rest.is_some_and(|rest| {
            (1..COMPARED_WORDS).zip(rest.split(' ')).all(|(at, word)| &*sentence.lower(at) == word)
        })
    };
    !first.is_empty() && lines.lines().any(is_line)
}

fn is_furniture(sentence: &Sentence, text: &str) -> bool {
    const AGENCIES: &str = " cnn reuters ap afp bbc upi ";
    let agency = sentence.tokens.len() == 1 && in_word_list(AGENCIES, &sentence.lower(0));
    agency && (text.starts_with('(') || text.ends_with(['-', '–', '—']))
        || begins(sentence, FURNITURE)
        || begins(sentence, NOTICES)
}

/// Recognises "Here is a concise summary:" and "In this passage, the council's budget is described."
fn is_meta(sentence: &Sentence, text: &str) -> bool {
    const MIN_META_WORDS: usize = 3;
    let count = sentence.tokens.len();
    let colon = text.find(": ").filter(|at| text[at + 1..].split_whitespace().count() >= MIN_META_WORDS);
    if text.ends_with(['.', ':']) && announces(sentence) && colon.is_none() {
        return true;
    }
    let names = |at: usize| {
        matches!(&*sentence.lower(at), "the" | "this") && in_word_list(TEXTS, &sentence.lower(at + 1))
    };
    let label =
        text.ends_with(':') && (1..=3).contains(&count) && in_word_list(TEXTS, &sentence.lower(count - 1));
    label
        || &*sentence.lower(0) == "in"
            && names(1)
            && count > 3
            && in_word_list(IS_TOLD, &sentence.lower(count - 1))
}

/// Recognises "Here is a concise summary of the article".
pub fn announces(sentence: &Sentence) -> bool {
    let (first, second) = (sentence.lower(0), sentence.lower(1));
    let here = matches!(&*first, "here's" | "here’s")
        || matches!((&*first, &*second), ("here", "is" | "are" | "'s" | "s") | ("below", "is" | "are"))
        || (&*first, &*second) == ("the", "following") && &*sentence.lower(2) == "is";
    here && (1..ANNOUNCED_BY).any(|at| in_word_list(ANNOUNCED, &sentence.lower(at)))
}

/// Recognises "By Anna Keller", "21 October 2016 Last updated at 15:03 BST", "-- Ann (@ann) February 23,
/// 2023".
fn is_byline(sentence: &Sentence, text: &str) -> bool {
    const MONTHS: &str =
        " january february march april may june july august september october november december ";
    let count = sentence.tokens.len();
    if !(2..=12).contains(&count) || text.ends_with(['!', '?']) {
        return false;
    }
    let open = !text.ends_with('.');
    let by = &*sentence.lower(0) == "by"
        && open
        && count <= 2 * HEADING
        && sentence.tokens[1].flags.capital
        && !has_verb(sentence, 0..count)
        && sentence.tokens[1..].iter().all(|token| !token.flags.digit);
    let tweet = text.starts_with(['-', '—', '–']) && text.contains("(@");
    let month = (0..count.min(3)).any(|at| in_word_list(MONTHS, &sentence.lower(at)));
    let updated =
        (0..count).any(|at| &*sentence.lower(at) == "updated" || &*sentence.lower(at) == "published");
    let dated = sentence.tokens[0].flags.digit && month && updated;
    let only = count <= 4
        && month
        && open
        && sentence.tokens.iter().filter(|token| token.flags.digit).count() + 1 >= count - 1;
    by || tweet || dated || only
}

/// Recognises "Attempt missed.", "17:30-19:30 - BBC iPlayer", "Cardiff Devils 5 Sheffield Steelers 6 (OT)".
fn is_log(sentence: &Sentence, text: &str) -> bool {
    let count = sentence.tokens.len();
    if count == 0 {
        return false;
    }
    let digits = sentence.tokens.iter().filter(|token| token.flags.digit).count();
    let figures = digits > 0 && digits * 3 >= count && count >= 3 && !text.contains(" and ");
    let clock = text.starts_with(|c: char| c.is_ascii_digit())
        && text.get(2..3) == Some(":")
        && text.get(5..6) == Some("-");
    let score = digits == 2 && count <= 10 && !text.ends_with(['?', '!']) && is_score(sentence);
    let card = text.contains("is shown the yellow card") || text.contains("is shown the red card");
    let log = begins(sentence, LOG)
        || card
        || text.contains(" footed shot from ")
        || text.contains(") header from ")
        || text.contains(" wins a free kick ")
        || text.starts_with("Offside,")
        || text.starts_with("Corner,");
    log || clock
        || score
        || figures && !text.ends_with(['.', '"', '”', '?', '!']) && !has_verb(sentence, 0..count)
}

/// Recognises two sides and two figures without anything else: "Belfast Giants 0-2 Sheffield Steelers".
fn is_score(sentence: &Sentence) -> bool {
    let sides = sentence.tokens.iter().all(|token| token.flags.digit || token.flags.capital);
    let first = sentence.tokens.first().is_some_and(|token| token.flags.capital);
    let whole = |at: usize| sentence.word(&sentence.tokens[at]).chars().all(|c| c.is_ascii_digit());
    let figures = (0..sentence.tokens.len()).filter(|&at| sentence.tokens[at].flags.digit).all(whole);
    sides && first && figures && sentence.tokens.len() >= 4
}

/// Recognises names separated by commas, of a team or of a programme.
fn is_lineup(sentence: &Sentence, text: &str) -> bool {
    const MIN_NAMES: usize = 5;
    let count = sentence.tokens.len();
    if count == 0 {
        return false;
    }
    let labelled = sentence.gap(0).trim_start().starts_with(':') && in_word_list(TEAM, &sentence.lower(0));
    let first = &sentence.tokens[0];
    let labelled = labelled && (count > 1 || first.flags.capital);
    let marks = text.matches([',', ';', '(']).count();
    let stops = sentence.tokens.iter().filter(|token| token.flags.stop).count();
    let names = sentence.tokens.iter().filter(|token| token.flags.capital || token.flags.digit).count();
    let listed = count >= MIN_NAMES && marks * 4 >= count && stops == 0 && names * 4 >= count * 3;
    // "5, murray 6.": a figure for each name, in a text without capitals.
    let figures = sentence.tokens.iter().filter(|token| token.flags.digit).count();
    let rated = count >= 3 && marks > 0 && stops == 0 && figures * 5 >= count * 2 && count <= 60;
    (labelled || listed || rated) && !has_verb(sentence, 0..count.min(OPENING_WORDS))
}

/// Recognises "- one", "3. The council", "2014 - The council", "17.".
fn is_item(sentence: &Sentence, text: &str) -> bool {
    if text.starts_with("- ") || text.starts_with("• ") || text.starts_with("* ") || text.starts_with("· ")
    {
        return sentence.tokens.first().is_some_and(|token| token.span.start <= 4);
    }
    let Some(first) = sentence.tokens.first() else { return true };
    let word = sentence.word(first);
    let gap = sentence.gap(0);
    let counts = word.len() <= 2 && (first.flags.digit || word.len() == 1);
    let year = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    let dashed = gap.starts_with(" - ") || gap.starts_with(" – ") || gap.starts_with(" -- ");
    let alone = sentence.tokens.len() == 1 && (gap.trim() == "." || gap.trim() == ")" || gap.trim() == "=.");
    let marked = gap.starts_with(". ") || gap.starts_with(") ") || gap.starts_with(" . ");
    let next = || sentence.tokens.get(1).is_some_and(|next| next.flags.capital);
    first.span.start <= 1
        && (counts && (alone || marked && first.flags.digit && next() || dashed && first.flags.digit)
            || year && dashed)
}

/// Recognises "# Results", "Key points:".
fn is_title(sentence: &Sentence, text: &str) -> bool {
    let count = sentence.tokens.len();
    text.starts_with('#') && text.trim_start_matches('#').starts_with(' ')
        || text.ends_with(':') && count <= HEADING && !has_verb(sentence, 0..count)
}

/// Recognises "Anna Keller ( left ) at the bridge", "Pictured : the bridge", "Relief : the mayor opens the
/// bridge".
fn is_caption(sentence: &Sentence, _: &str) -> bool {
    // Number of tokens within which a bracket must close, or the colon must follow a lead.
    const WINDOW: usize = 4;
    // Largest number of tokens, counted from the last one of the lead, that is too short for a caption.
    const SHORT_CAPTION: usize = 6;
    let count = sentence.tokens.len();
    let bracketed = |at: usize| {
        let before = sentence.gap_before(at).trim_end();
        before.ends_with('(') && {
            let close =
                (at..count.min(at + WINDOW)).find(|&at| sentence.gap(at).trim_start().starts_with(')'));
            // "( left )", "( second left )" and "( pictured in May )" refer to a picture; "( left in May )"
            // does not.
            close.is_some_and(|close| {
                let (first, last) = (sentence.lower(at), sentence.lower(close));
                &*first == "pictured" || close < at + 2 && in_word_list(SIDES, &last)
            })
        }
    };
    if (0..count).any(bracketed) {
        return true;
    }
    let pictured = (0..count).any(|at| {
        &*sentence.lower(at) == "pictured"
            && (at == 0
                || matches!(
                    &*sentence.lower(at + 1),
                    "in" | "at" | "with" | "together" | "here" | "on" | "above" | "during" | "outside"
                ))
    });
    if pictured {
        return true;
    }
    // "Cover girl : alexandra has ...": a few words that introduce the caption, with the colon separated by
    // tokenisation.
    let colon = (0..WINDOW.min(count)).find(|&at| {
        sentence.gap(at).starts_with(" : ") && !sentence.gap(at).contains(['"', '\'', '`', '‘', '“'])
    });
    let Some(colon) = colon else { return false };
    let lead = sentence.tokens[colon].span.end;
    count - colon > SHORT_CAPTION
        && has_verb(sentence, colon + 1..count)
        && !has_verb(sentence, 0..colon + 1)
        && !sentence.text[..lead].contains([',', ';', '"', '(', '\'', '`', '‘'])
}
