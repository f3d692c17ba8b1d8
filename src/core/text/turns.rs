//! Finds where the speakers of a dialogue begin: "Kim: ...", "#Person1#: ...", "SPEAKER 00: ...".

use rustc_hash::FxHashMap;

use crate::text::{Span, fold_token, in_word_list};

/// A stretch of a text in which sentences are searched: a line, or the part of a line that belongs to one
/// speaker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub span: Span,
    /// Whether it is at the beginning of a line.
    pub opens_line: bool,
    /// Name of the speaker.
    pub speaker: Option<Span>,
}

/// Largest number of words, and of bytes, of a speaker's name.
const MAX_NAME_WORDS: usize = 4;
const MAX_NAME_BYTES: usize = 40;
/// Largest number of words of a name with a title: "Susan Park, Chief Financial Officer".
const MAX_TITLED_WORDS: usize = 6;
/// Smallest number of turns in a dialogue, and largest share of the text before the first one.
const MIN_TURNS: usize = 3;
const MAX_SHARE_BEFORE: f64 = 0.3;

/// Words before a colon in lists of names, schedules and notes, which are not speakers.
const NOT_SPEAKERS: &str = " in out loan replacements subs substitutes goalkeepers defenders midfielders forwards referee \
    attendance att manager mom booked scorers source note notes venue date time team teams result results score clarification \
    correction update pictured photo picture video image caption watch read more related summary title topic question \
    answer from to subject re ps nb http https starting ended released signed scored goals tries pens cons ";

/// Last words of a sentence that introduces a quotation.
const SAYS: &str = " said says say added adds told asked wrote writes continued insisted explained tweeted read reads is was ";

/// A possible name of a speaker.
struct NameBeforeColon {
    name: Span,
    /// Whether its position marks a turn: the beginning of a line, after "|", or after two spaces.
    strong: bool,
}

/// Splits lines where a speaker begins.
pub(super) fn pieces(text: &str, lines: &[Span]) -> Vec<Piece> {
    let names = names_before_colons(text, lines);
    let turns = if is_dialogue(text, &names) { turns_by_name(text, names) } else { Vec::new() };
    let mut turns = turns.into_iter().peekable();
    let mut out = Vec::new();
    let mut speaker = None;
    for &line in lines {
        let mut piece = Piece { span: line, opens_line: true, speaker };
        while let Some(name) = turns.next_if(|turn| turn.start < line.end) {
            let said = unparted(&text[piece.span.start..name.start]);
            if said.contains(|c: char| c.is_alphanumeric()) {
                out.push(Piece { span: Span::new(piece.span.start, piece.span.start + said.len()), ..piece });
            }
            speaker = Some(name);
            piece = Piece { span: Span::new(name.start, line.end), opens_line: piece.opens_line, speaker };
        }
        if speaker.is_some() {
            piece.span.end = piece.span.start + unparted(&text[piece.span.range()]).len();
        }
        out.push(piece);
    }
    out
}

/// Removes the separator before the next turn from a speaker's words: "|", or a second full stop.
fn unparted(said: &str) -> &str {
    let said = said.trim_end_matches(|c: char| c == '|' || c.is_whitespace());
    match said.strip_suffix(" .").map(str::trim_end) {
        Some(rest) if !rest.ends_with(char::is_alphanumeric) => rest,
        _ => said,
    }
}

/// Returns everything before a colon that has the form of a speaker's name.
fn names_before_colons(text: &str, lines: &[Span]) -> Vec<NameBeforeColon> {
    let mut out = Vec::new();
    for &line in lines {
        let slice = &text[line.range()];
        for colon in memchr::memchr_iter(b':', slice.as_bytes()) {
            if let Some((start, strong)) = name_before(slice, colon) {
                let end = start + slice[start..colon].trim_end().len();
                out.push(NameBeforeColon { name: Span::new(line.start + start, line.start + end), strong });
            }
        }
    }
    out
}

/// Returns the offset of the name before a colon, and whether a turn certainly begins there.
fn name_before(line: &str, colon: usize) -> Option<(usize, bool)> {
    let after = line[colon + 1..].chars().next();
    if after.is_some_and(|c| c.is_ascii_digit() || c == '/' || c == ':') {
        return None;
    }
    let head = line[..colon].trim_end_matches(' ');
    let mut from = head.len();
    let mut words = 0;
    loop {
        // The search for the characters that separate words goes no further back than the longest possible
        // name.
        let least =
            (head.len().saturating_sub(MAX_NAME_BYTES + 1)..=from).find(|&at| head.is_char_boundary(at))?;
        let blank = head[least..from].char_indices().rfind(|(_, c)| c.is_whitespace() || *c == '|');
        let word = match blank {
            Some((at, c)) => least + at + c.len_utf8(),
            None if least == 0 => 0,
            None => return None,
        };
        if words == MAX_TITLED_WORDS || word == from {
            return None;
        }
        words += 1;
        from = word;
        let before = &head[..from];
        let trimmed = before.trim_end();
        let begins = head[from..].starts_with(|c: char| c.is_uppercase() || matches!(c, '#' | '['));
        // "Yes! . Ben: No.": a second full stop separates turns.
        let parted =
            trimmed.strip_suffix(" .").is_some_and(|rest| !rest.trim_end().ends_with(char::is_alphanumeric));
        let strong =
            trimmed.is_empty() || trimmed.ends_with('|') || parted || before.len() - trimmed.len() >= 2;
        if strong && (begins || words <= 2) && is_name(&head[from..]) {
            return Some((from, true));
        }
        if trimmed.ends_with(['.', '!', '?', '…', ')', '"', '\'', '>', '*', ']', '(', ':']) {
            return (begins && is_name(&head[from..])).then_some((from, false));
        }
        // Before the name there is an emoticon, an address, or other text without letters.
        let last = trimmed.chars().next_back()?;
        if !last.is_alphanumeric() && !matches!(last, '\'' | '’' | '#' | '.' | ',' | '-' | '&') && begins {
            return is_name(&head[from..]).then_some((from, false));
        }
        from = trimmed.len();
    }
}

fn is_name(name: &str) -> bool {
    let plain = |c: char| {
        c.is_alphanumeric()
            || matches!(c, ' ' | '\'' | '’' | '.' | '-' | '_' | '#' | '&' | '(' | ')' | '[' | ']' | '@')
    };
    let is_plain = |name: &str, words: usize| name.chars().all(plain) && name.split(' ').count() <= words;
    let is_written = match name.split_once(", ") {
        // "Mark Deluca, CEO": a name of several words before the comma.
        Some((name, title)) => {
            let capital = |word: &str| word.starts_with(char::is_uppercase);
            is_plain(name, MAX_NAME_WORDS)
                && name.contains(' ')
                && name.split(' ').all(capital)
                && is_plain(title, MAX_TITLED_WORDS)
        }
        None => is_plain(name, MAX_NAME_WORDS),
    };
    is_written && name.chars().any(char::is_alphabetic) && !is_no_speaker(name)
}

/// Whether the words before a colon are known not to name a speaker.
fn is_no_speaker(name: &str) -> bool {
    let (first, last) = (name.split(' ').next(), name.rsplit(' ').next());
    let is = |word: Option<&str>, list: &str| word.is_some_and(|word| in_word_list(list, &fold_token(word)));
    is(first, NOT_SPEAKERS) || is(last, SAYS)
}

/// Whether names before colons are those of speakers: there are several names, one of them occurs again, and
/// they begin early in the text.
fn is_dialogue(text: &str, names: &[NameBeforeColon]) -> bool {
    let Some(first) = names.first() else { return false };
    let mut speakers: FxHashMap<&str, usize> = FxHashMap::default();
    for before in names {
        *speakers.entry(&text[before.name.range()]).or_default() += 1;
    }
    names.len() >= MIN_TURNS
        && speakers.len() >= 2
        && speakers.len() < names.len()
        && (first.name.start as f64) <= MAX_SHARE_BEFORE * text.len() as f64
}

/// Selects the names that are speakers: those in a position that marks a turn, and elsewhere those that are
/// capitalised or occur more than once.
fn turns_by_name(text: &str, names: Vec<NameBeforeColon>) -> Vec<Span> {
    let mut known: FxHashMap<&str, (usize, bool)> = FxHashMap::default();
    for before in &names {
        let (count, strong) = known.entry(&text[before.name.range()]).or_default();
        *count += 1;
        *strong |= before.strong;
    }
    let speaks = |before: &&NameBeforeColon| {
        let name = &text[before.name.range()];
        let (count, strong) = known[name];
        let written = || name.split(' ').all(|word| word.starts_with(char::is_uppercase));
        before.strong || strong || count > 1 || written()
    };
    names.iter().filter(speaks).map(|before| before.name).collect()
}
