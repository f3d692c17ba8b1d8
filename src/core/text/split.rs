//! Splits texts into sentences and words.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use super::Span;
use super::restore::{is_clitic, is_decimal, is_plural};
use super::turns::pieces;

/// Returns the words of a text: Unicode words (UAX #29) that contain a letter or a digit. "3.5", "1,200" and
/// "don't" are one word each; punctuation is not a word.
pub fn word_spans(text: &str) -> impl Iterator<Item = Span> {
    text.unicode_word_indices().map(|(at, word)| {
        // Unicode's rules count a narrow no-break space, which French puts before some punctuation marks,
        // among the letters.
        let at = at + word.len() - word.trim_start().len();
        Span::new(at, at + word.trim().len())
    })
}

/// Largest number of words of a sentence. It exceeds the longest sentence in the texts on which this
/// program's figures were measured. Anything longer is a text without full stops, and is cut into windows.
/// Many algorithms that compare the words of a sentence with each other rely on this bound.
pub const LONGEST_SENTENCE: usize = 300;
/// Largest number of words of a window: those of a long sentence written by a person.
const WINDOW: usize = 64;

/// Returns the sentences of a text, trimmed of white space, in order. Together they contain every word, and
/// no word is cut.
///
/// A sentence ends at a blank line. It also ends at the end of a line, unless the line belongs to a
/// hard-wrapped block or the next one continues in lower case. A sentence begins where a speaker of a
/// dialogue begins. Within a line, `sentencex` decides, which keeps "Dr.", "U.S." and "3.5" whole. No
/// sentence has more words than [`LONGEST_SENTENCE`].
pub fn sentence_spans(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    for piece in pieces(text, &line_units(text)) {
        split_unit(text, piece.span, &mut out);
    }
    out
}

/// Joins lines that belong together.
pub(super) fn line_units(text: &str) -> Vec<Span> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r', '\u{2028}', '\u{2029}']) {
        lines.push(Span::new(start, start + line.len()));
        start += line.len();
    }
    let mut units: Vec<Span> = Vec::new();
    let mut block = 0;
    while block < lines.len() {
        let blank = |i: usize| text[lines[i].range()].trim().is_empty();
        if blank(block) {
            block += 1;
            continue;
        }
        let mut end = block + 1;
        while end < lines.len() && !blank(end) {
            end += 1;
        }
        let wrapped = is_hard_wrapped(text, &lines[block..end]);
        let mut unit = lines[block];
        for &line in &lines[block + 1..end] {
            if wrapped || goes_on(&text[unit.range()], &text[line.range()]) {
                unit = unit.join(line);
            } else {
                units.push(unit);
                unit = line;
            }
        }
        units.push(unit);
        block = end;
    }
    units
}

/// Whether the lines of a block were broken by a text editor: three or more lines, all but the last of
/// similar length.
fn is_hard_wrapped(text: &str, lines: &[Span]) -> bool {
    const SHORTEST: usize = 55;
    const MAX_LINE_CHARS: usize = 105;
    const SPREAD: usize = 24;
    let Some((_, full)) = lines.split_last() else { return false };
    if full.len() < 2 {
        return false;
    }
    // A line that is clearly too long settles it without counting characters.
    if full.iter().any(|line| line.len() > 4 * MAX_LINE_CHARS) {
        return false;
    }
    let widths = || full.iter().map(|line| text[line.range()].trim_end().chars().count());
    let (least, most) = (widths().min().unwrap_or(0), widths().max().unwrap_or(0));
    least >= SHORTEST && most <= MAX_LINE_CHARS && most - least <= SPREAD
}

/// Whether a line continues the sentence before it.
fn goes_on(before: &str, line: &str) -> bool {
    let ended = before.trim_end().ends_with(['.', '!', '?', ':', ';', '"', '”', '。', '！', '？']);
    !ended && line.trim_start().starts_with(char::is_lowercase)
}

/// Moves a cut before a quotation mark that stands alone after a full stop, because in tokenised text
/// (`said . " It is`) such a mark opens the next sentence.
fn before_opening_quote(slice: &str, cut: usize) -> usize {
    let Some(head) = slice.get(..cut) else { return cut };
    let trimmed = head.trim_end();
    let Some(rest) = trimmed.strip_suffix(['\'', '"', '`', '‘', '“']) else { return cut };
    let opens = rest.ends_with(char::is_whitespace) && rest.trim_end().ends_with(['.', '!', '?']);
    if opens && cut < slice.len() { rest.len() } else { cut }
}

/// Whether a stretch consists mostly of quotation marks. Matching them would take the splitter quadratic
/// time.
fn mostly_quotation_marks(slice: &str) -> bool {
    const HARMLESS: usize = 1_000;
    let marks =
        slice.chars().filter(|c| matches!(c, '"' | '\'' | '`' | '‘' | '’' | '“' | '”' | '«' | '»')).count();
    marks > HARMLESS && marks * 8 > slice.len()
}

/// Replaces single quotation marks by spaces where they would hide the end of a sentence from the splitter,
/// which matches them across sentences in tokenised texts: the apostrophe of a separate clitic ("Huminski 's
/// car"), that of a plural or of a name in "s" ("Wales ' win"), and the separate marks around a phrase in
/// which no sentence ends ("acts of ` violence ' .").
fn without_single_quotes(slice: &str) -> Cow<'_, str> {
    let blank = |at: usize| slice.as_bytes().get(at).is_none_or(u8::is_ascii_whitespace);
    let mut hidden = Vec::new();
    // The last separate mark, if it may have opened a phrase.
    let mut opened: Option<usize> = None;
    // Only the end of its phrase shows whether a mark after "s" opens one.
    let is_apostrophe =
        |at: &usize| slice[*at..].starts_with('\'') && slice[..*at].strip_suffix(' ').is_some_and(is_plural);
    for (at, mark) in slice.match_indices(['\'', '`']) {
        if at > 0 && !blank(at - 1) {
            continue;
        }
        let rest = &slice[at + 1..];
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let word = &rest[..end];
        if mark == "'" && is_clitic(word) {
            hidden.push(at);
        } else if blank(at + 1) {
            let phrase = opened.filter(|from| mark == "'" && !slice[*from..at].contains(['.', '!', '?']));
            if let Some(from) = phrase {
                hidden.extend([from, at]);
                opened = None;
            } else {
                hidden.extend(opened.filter(is_apostrophe));
                opened = Some(at);
            }
        }
    }
    hidden.extend(opened.filter(is_apostrophe));
    if hidden.is_empty() {
        return Cow::Borrowed(slice);
    }
    hidden.sort_unstable();
    let (mut text, mut from) = (String::with_capacity(slice.len()), 0);
    for at in hidden {
        text.push_str(&slice[from..at]);
        text.push(' ');
        from = at + 1;
    }
    text.push_str(&slice[from..]);
    Cow::Owned(text)
}

/// Returns cuts after "May." before a capital. The splitter treats the month as an abbreviation, which it
/// never is.
fn after_may(slice: &str) -> impl Iterator<Item = usize> {
    const END: &str = " May. ";
    slice
        .match_indices(END)
        .map(|(at, _)| at + END.len())
        .filter(|&at| slice[at..].starts_with(char::is_uppercase))
}

/// Returns cuts after full stops of a tokenised text that are not followed by a space ("their rivals .rodgers
/// hopes"): sentences were joined without a space, but the tokeniser's stops are still separate from the
/// words before them.
fn after_joined_stops(slice: &str) -> impl Iterator<Item = usize> {
    const STOP: &str = " .";
    let is_tokenised = slice.contains(" . ") || slice.trim_end().ends_with(STOP);
    slice
        .match_indices(STOP)
        .map(|(at, _)| at + STOP.len())
        .filter(move |&at| is_tokenised && slice[at..].starts_with(char::is_alphabetic))
}

/// Whether a cut is within a number that is written with a space: "by around 7. | 8 per cent".
fn is_in_decimal(slice: &str, cut: usize) -> bool {
    let next = slice.len() - slice[cut..].trim_start().len();
    let whole = slice[..cut].trim_end().strip_suffix('.').map(|head| head.trim_end().len());
    whole.is_some_and(|end| is_decimal(slice, end, next))
}

fn split_unit(text: &str, unit: Span, out: &mut Vec<Span>) {
    let slice = &text[unit.range()];
    let mut push = |from: usize, to: usize| {
        let piece = &slice[from..to];
        let body = piece.trim();
        if !body.is_empty() {
            let start = unit.start + from + piece.len() - piece.trim_start().len();
            push_windows(text, Span::new(start, start + body.len()), out);
        }
    };
    let mut start = 0;
    let mut cuts = Vec::new();
    if !mostly_quotation_marks(slice) {
        for boundary in sentencex::get_sentence_boundaries("en", &without_single_quotes(slice)) {
            cuts.push(before_opening_quote(slice, boundary.end_byte));
        }
        cuts.extend(after_may(slice));
        cuts.extend(after_joined_stops(slice));
        cuts.sort_unstable();
    }
    let mut words = word_spans(slice).peekable();
    for cut in cuts {
        if cut <= start || cut > slice.len() || !slice.is_char_boundary(cut) {
            continue;
        }
        while words.peek().is_some_and(|word| word.end <= cut) {
            words.next();
        }
        // A word that the splitter would cut stays whole, since token counts must not depend on sentences.
        if words.peek().is_some_and(|word| word.start < cut) || is_in_decimal(slice, cut) {
            continue;
        }
        push(start, cut);
        start = cut;
    }
    if start < slice.len() {
        push(start, slice.len());
    }
}

/// Adds a sentence. If it has too many words, it is cut into windows at white space or before a word, if
/// possible at the end of a clause.
fn push_windows(text: &str, sentence: Span, out: &mut Vec<Span>) {
    /// Number of words at the end of a window among which the end of a clause is searched.
    const TAIL: usize = WINDOW / 4;
    let slice = &text[sentence.range()];
    // Every word takes at least two bytes together with the byte beside it, or three if its script needs no
    // spaces.
    if slice.len() < 2 * LONGEST_SENTENCE {
        out.push(sentence);
        return;
    }
    let words: Vec<Span> = word_spans(slice).collect();
    let most = if words.len() <= LONGEST_SENTENCE { LONGEST_SENTENCE } else { WINDOW };
    let mut push = |from: usize, to: usize| {
        let piece = &slice[from..to];
        let start = sentence.start + from + piece.len() - piece.trim_start().len();
        out.push(Span::new(start, start + piece.trim().len()));
    };
    let (mut from, mut first) = (0, 0);
    while words.len() - first > most {
        let gap = |next: usize| &slice[words[next - 1].end..words[next].start];
        let full = first + most;
        let ends = |mark: &[char]| (full - TAIL..=full).rev().find(|&next| gap(next).contains(mark));
        let next = ends(&[';', '；']).or_else(|| ends(&[',', '，', '、', ':'])).unwrap_or(full);
        // An opening mark belongs to the word after it, and a closing one to the word before it.
        let space = gap(next).rfind(char::is_whitespace);
        let cut = space.map_or(words[next].start, |at| words[next - 1].end + at);
        push(from, cut);
        (from, first) = (cut, next);
    }
    push(from, slice.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        sentence_spans(text).into_iter().map(|span| &text[span.range()]).collect()
    }

    #[test]
    fn no_word_begins_or_ends_with_white_space() {
        let words = |text| word_spans(text).map(|span| &text[span.range()]).collect::<Vec<&str>>();
        assert_eq!(words("Alors\u{202f}! 20\u{202f}000\u{202f}€"), ["Alors", "20\u{202f}000"]);
        // A mark that combines with white space is a word of its own, without the white space, and so is the
        // sentence.
        assert_eq!(words("\u{a0}\u{16f51}"), ["\u{16f51}"]);
        assert_eq!(split("\u{a0}\u{16f51}"), ["\u{16f51}"]);
        assert_eq!(split("  a "), ["a"]);
    }

    #[test]
    fn abbreviations_numbers_and_quotes_do_not_end_a_sentence() {
        assert_eq!(
            split(
                "Dr. Smith left the U.S. on Jan. 5. He paid $3.5 million. \"It works!\" she said. It didn't."
            ),
            [
                "Dr. Smith left the U.S. on Jan. 5.",
                "He paid $3.5 million.",
                "\"It works!\" she said.",
                "It didn't."
            ]
        );
    }

    #[test]
    fn a_number_written_apart_is_not_cut() {
        let text = "Prices fell by around 7. 8 per cent as oil fell. Goods cost 2. 1 per cent less. It was in 2. 8 people died.";
        let sentences = [
            "Prices fell by around 7. 8 per cent as oil fell.",
            "Goods cost 2. 1 per cent less.",
            "It was in 2.",
            "8 people died.",
        ];
        assert_eq!(split(text), sentences);
    }

    #[test]
    fn a_month_that_looks_like_an_abbreviation_ends_a_sentence() {
        assert_eq!(
            split("It runs from May. Members pay 20 pounds."),
            ["It runs from May.", "Members pay 20 pounds."]
        );
    }

    #[test]
    fn a_pile_of_quotation_marks_is_read_at_once() {
        let pile = ["\"'“‘«".repeat(20_000), "so".into(), "»’”'\"".repeat(20_000)].concat();
        assert_eq!(split(&pile).len(), 1);
    }

    #[test]
    fn single_quotation_marks_of_tokenised_texts_hide_no_end() {
        let text = "He was banned for ` violence ' . She was in Huminski 's car . They did n't see it . He had \
                    ' acts ' in mind , she 'd say . It was late .";
        assert_eq!(split(text).len(), 5, "{:?}", split(text));
        let quoted = "` It is bad . It is worse , ' he said . She left .";
        assert_eq!(split(quoted).last(), Some(&"She left ."));
    }

    #[test]
    fn the_apostrophe_of_a_plural_hides_no_end() {
        let text = "Wales ' qualifier was declared a sell-out . The top two sides meet on June 12 . Marc Wilmots ' side \
                    is on top . The fans ' joy was great .";
        assert_eq!(split(text).len(), 4, "{:?}", split(text));
        let said = "She says ' it is bad . It is worse , ' and he laughs . They left .";
        assert_eq!(split(said).last(), Some(&"They left ."), "{:?}", split(said));
        let quoted = "He likes ' violence ' . She left .";
        assert_eq!(split(quoted), ["He likes ' violence ' .", "She left ."]);
    }

    #[test]
    fn a_stop_of_a_tokenised_text_ends_a_sentence_without_a_blank_after_it() {
        assert_eq!(
            split("They are bigger than their rivals .rodgers hopes victory will come ."),
            ["They are bigger than their rivals .", "rodgers hopes victory will come ."]
        );
        assert_eq!(split("She writes .net programs.").len(), 1);
    }

    #[test]
    fn a_lone_quotation_mark_opens_the_next_sentence() {
        assert_eq!(
            split("He left . ' It is true . ' Nobody knew ."),
            ["He left .", "' It is true .", "' Nobody knew ."]
        );
    }

    #[test]
    fn lines_headings_and_lists_stand_alone_but_wrapped_lines_run_on() {
        assert_eq!(
            split("# Title\n\nThis is e.g. a\ntest. See Fig. 3.\n- one\n- two"),
            ["# Title", "This is e.g. a\ntest.", "See Fig. 3.", "- one", "- two"]
        );
        let wrapped = "The council approved the budget on Tuesday after a debate of\n\
                       Several hours in which nobody could agree on the costs of the\n\
                       New library, said the mayor on Wednesday to the reporters who\nwaited.";
        assert_eq!(split(wrapped).len(), 1);
    }

    #[test]
    fn speakers_and_other_scripts_split_too() {
        assert_eq!(split("Amanda: I baked. Want some?\nJerry: Sure!").len(), 3);
        assert_eq!(split("你好世界。这是测试！"), ["你好世界。", "这是测试！"]);
    }

    #[test]
    fn a_sentence_without_an_end_is_cut_into_windows_where_a_clause_ends() {
        let words = |text: &str| word_spans(text).count();
        let whole = "so ".repeat(LONGEST_SENTENCE);
        assert_eq!(split(&whole).len(), 1, "as many words as may be");
        let plain = "so ".repeat(LONGEST_SENTENCE + 1);
        let windows = split(&plain);
        assert_eq!(windows.iter().map(|window| words(window)).sum::<usize>(), words(&plain));
        assert!(windows[..windows.len() - 1].iter().all(|window| words(window) == WINDOW));
        let clauses = "the rain fell in may (all of it), ".repeat(LONGEST_SENTENCE);
        let windows = split(&clauses);
        assert!(windows.iter().all(|window| window.starts_with("the rain") && window.ends_with("of it),")));
        assert!(windows.iter().all(|window| words(window) <= WINDOW));
        let windows = split(&"中文".repeat(LONGEST_SENTENCE)).len();
        assert_eq!(windows, (2 * LONGEST_SENTENCE).div_ceil(WINDOW), "no space is needed");
    }

    #[test]
    fn no_word_is_cut_or_lost() {
        for text in
            ["a.b.c.d e.g.x", "3.5.7 U.S.A.F. x", "\u{0}.\u{301}.a", "x.\r\n\r\ny", "\u{2028}a\u{2028}"]
        {
            let whole: Vec<Span> = word_spans(text).collect();
            let parts: Vec<Span> = sentence_spans(text)
                .into_iter()
                .flat_map(|s| {
                    word_spans(&text[s.range()]).map(move |w| w.shifted(s.start)).collect::<Vec<_>>()
                })
                .collect();
            assert_eq!(whole, parts, "{text:?}");
        }
    }
}
