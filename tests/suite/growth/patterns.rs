//! Kinds of text that make careless programs slow; each can grow to any size.

use std::fmt::Write;

/// A kind of text.
pub struct Pattern {
    /// Name for a table and a command line.
    pub name: &'static str,
    /// Writes the next piece, given its number from 0.
    pub piece: fn(usize, &mut String),
    /// Beginning of the text.
    pub opening: &'static str,
    /// End of the text.
    pub closing: &'static str,
    /// Writes the pieces of the summary, if they differ from the article's.
    pub against: Option<fn(usize, &mut String)>,
}

impl Pattern {
    /// Returns an article of at least this many bytes, with little excess.
    pub fn article(&self, bytes: usize) -> String {
        self.text(bytes, self.piece)
    }

    /// Returns a summary of at least this many bytes.
    pub fn summary(&self, bytes: usize) -> String {
        self.text(bytes, self.against.unwrap_or(self.piece))
    }

    fn text(&self, bytes: usize, piece: fn(usize, &mut String)) -> String {
        let mut text = String::with_capacity(bytes + 256);
        text.push_str(self.opening);
        for at in 0.. {
            if text.len() >= bytes {
                break;
            }
            piece(at, &mut text);
        }
        text.push_str(self.closing);
        text
    }
}

/// Returns a unique word for each number, pronounceable so that stemming applies.
fn word(mut number: usize) -> String {
    const SYLLABLES: [&str; 20] = [
        "ba", "den", "fil", "go", "hu", "kar", "lem", "mi", "nor", "pu", "ras", "sel", "ti", "vok", "wen",
        "yar", "zo", "cri", "plu", "sta",
    ];
    let mut word = String::new();
    loop {
        word.push_str(SYLLABLES[number % SYLLABLES.len()]);
        number /= SYLLABLES.len();
        if number == 0 {
            break word;
        }
    }
}

/// Returns a unique capitalised word for each number.
fn name(number: usize) -> String {
    let word = word(number);
    word[..1].to_uppercase() + &word[1..]
}

/// Returns a word of ordinary prose, in no obvious order.
fn common(at: usize) -> &'static str {
    const WORDS: [&str; 40] = [
        "council", "budget", "road", "school", "minister", "report", "police", "market", "water", "company",
        "plan", "project", "court", "player", "season", "price", "winter", "river", "city", "board",
        "approved", "built", "closed", "raised", "visited", "reported", "found", "sold", "won", "opened",
        "large", "new", "local", "early", "public", "small", "strong", "national", "recent", "major",
    ];
    WORDS[(at.wrapping_mul(2_654_435_761) >> 7) % WORDS.len()]
}

/// Returns a sentence of ordinary prose, nearly always a different one.
fn prose(at: usize) -> String {
    let w = |n: usize| common(at * 7 + n);
    format!(
        "The {} {} {} the {} {} in {} on {} May {}.",
        w(0),
        w(1),
        w(2),
        w(3),
        w(4),
        name(at % 977),
        at % 28 + 1,
        1980 + at % 40
    )
}

macro_rules! patterns {
    ($($name:literal: $opening:literal, |$at:ident, $out:ident| $piece:expr, $closing:literal
        $(, against |$at2:ident, $out2:ident| $against:expr)?;)*) => {
        &[$(Pattern {
            name: $name,
            opening: $opening,
            piece: |$at: usize, $out: &mut String| { let _ = $at; $piece },
            closing: $closing,
            against: patterns!(@against $(|$at2, $out2| $against)?),
        }),*]
    };
    (@against) => { None };
    (@against |$at:ident, $out:ident| $against:expr) => {
        Some(|$at: usize, $out: &mut String| { let _ = $at; $against })
    };
}

/// Writes to a string, which cannot fail.
macro_rules! put {
    ($out:ident, $($arg:tt)*) => { write!($out, $($arg)*).unwrap_or_default() };
}

/// Every kind.
pub const PATTERNS: &[Pattern] = patterns! {
    // Ordinary texts, and texts of sentences.
    "prose": "", |at, out| put!(out, "{} ", prose(at)), "";
    "prose in paragraphs": "", |at, out| put!(out, "{}{}", prose(at), if at % 5 == 4 { "\n\n" } else { " " }), "";
    "one sentence repeated": "", |at, out| put!(out, "The council approved the budget of $45 million on Tuesday. "), "";
    "a sentence with one word changed": "",
        |at, out| put!(out, "The council approved the {} budget of $45 million on Tuesday. ", word(at)), "";
    "a sentence with one figure changed": "",
        |at, out| put!(out, "The council approved the budget of ${at} million on Tuesday. "), "";
    "figures repeated in sentences": "",
        |at, out| put!(out, "Sales rose 12% to $3.4 million in {} from 250 units. ", 2000 + at % 20), "";
    "questions": "", |at, out| put!(out, "Who broke the {} window in {}? ", common(at), name(at % 50)), "";
    "question marks": "", |at, out| put!(out, "what? "), "";
    "exclamations": "", |at, out| put!(out, "Great {}! ", common(at)), "";
    "short sentences": "", |at, out| put!(out, "It {}. ", common(at)), "";
    "negations": "", |at, out| put!(out, "The {} did not {} and never {} no {}. ", common(at), common(at + 1), common(at + 2), common(at + 3)), "";
    "comparatives": "", |at, out| put!(out, "{} was larger than {} but smaller than {}. ", name(at % 99), name(at % 98), name(at % 97)), "";
    "attributions": "", |at, out| put!(out, "{} said that {} told {} it was {}. ", name(at % 50), name(at % 49), name(at % 48), common(at)), "";
    "hedges": "", |at, out| put!(out, "It may perhaps be that the {} could possibly have {}. ", common(at), common(at + 1)), "";
    "quantifiers": "", |at, out| put!(out, "All of the {}s and some of the {}s, but none of most {}s, closed. ", common(at), common(at + 1), common(at + 2)), "";
    "opposites": "", |at, out| put!(out, "The price rose and fell, won and lost, opened and closed, early and late. "), "";
    "sequences": "", |at, out| put!(out, "Before the {} came the {}, after which the {} followed. ", common(at), common(at + 1), common(at + 2)), "";
    "causes": "", |at, out| put!(out, "The {} rose because the {} fell. ", common(at), common(at + 1)), "";
    "roles": "", |at, out| put!(out, "{} beat {} and {} was beaten by {}. ", name(at % 40), name(at % 39), name(at % 38), name(at % 37)), "";
    "dialogue": "", |at, out| put!(out, "{}: did you see the {}?\n", name(at % 2), common(at)), "";
    "insults": "", |at, out| put!(out, "The stupid idiots are damn morons and disgusting liars. "), "";
    "stereotypes": "", |at, out| put!(out, "All women are emotional and all immigrants are criminals. "), "";
    "tone words": "", |at, out| put!(out, "An amazing, wonderful, terrible and horrible shocking disaster! "), "";
    // One sentence without an end.
    "one endless sentence": "", |at, out| put!(out, "the {} {} ", common(at), common(at + 1)), "";
    "because and after": "it rose", |at, out| put!(out, " because it fell after it {}", common(at)), ".";
    "and clauses": "It rose", |at, out| put!(out, " and he said the {} was {}", common(at), common(at + 1)), ".";
    "but clauses": "It rose", |at, out| put!(out, ", but the {} was {}", common(at), common(at + 1)), ".";
    "semicolon clauses": "", |at, out| put!(out, "the {} was {}; ", common(at), common(at + 1)), "";
    "short semicolon clauses": "", |at, out| put!(out, "it is so; "), "";
    "semicolons": "", |at, out| put!(out, "a; "), "";
    "commas": "", |at, out| put!(out, "{}, ", common(at)), "";
    "colons": "", |at, out| put!(out, "{}: ", common(at)), "";
    "dashes": "", |at, out| put!(out, "{} - ", common(at)), "";
    "negations without an end": "it is", |at, out| put!(out, " not never no {}", common(at)), ".";
    "said without an end": "", |at, out| put!(out, "{} said ", name(at % 30)), "";
    "one word repeated": "", |at, out| put!(out, "council "), "";
    "two words in turn": "", |at, out| put!(out, "{}", if at.is_multiple_of(2) { "rise " } else { "fall " }), "";
    "words all different": "", |at, out| put!(out, "{} ", word(at)), "";
    "words of one beginning": "", |at, out| put!(out, "govern{} ", word(at)), "";
    "stop words": "", |at, out| put!(out, "of the and to in that it is "), "";
    "one letter repeated": "", |at, out| put!(out, "a "), "";
    "that that": "", |at, out| put!(out, "that which "), "";
    // Capitals.
    "capitalised words": "", |at, out| put!(out, "{} ", name(at % 300)), "";
    "capitalised words all different": "", |at, out| put!(out, "{} ", name(at)), "";
    "capitalised words with of": "", |at, out| put!(out, "{} of the {} ", name(at), name(at + 1)), "";
    "one name repeated": "", |at, out| put!(out, "Anna Keller "), "";
    "names in sentences": "", |at, out| put!(out, "{} {} met {} {}. ", name(at), name(at * 3), name(at * 5), name(at * 7)), "";
    "shouted": "", |at, out| put!(out, "{} ", common(at).to_uppercase()), "";
    // A summary that states the same about another person.
    "names against another name": "", |at, out| put!(out, "Anna Berg "), "", against |at, out| put!(out, "Bob Berg ");
    "names against others": "", |at, out| put!(out, "{} Berg ", name(at)), "",
        against |at, out| put!(out, "{} Berg ", name(at + 1));
    "names against their likes": "", |at, out| put!(out, "{} {} ", name(at), name(at % 9)), "",
        against |at, out| put!(out, "{} {} ", name(at), name((at + 1) % 9));
    "roles against exchanged ones": "", |at, out| put!(out, "Anna beat Bob. "), "", against |at, out| put!(out, "Bob beat Anna. ");
    "roles of many against exchanged ones": "", |at, out| put!(out, "{} beat {}. ", name(at), name(at + 1)), "",
        against |at, out| put!(out, "{} beat {}. ", name(at + 1), name(at));
    "passives against roles": "", |at, out| put!(out, "{} was beaten by {}. ", name(at % 40), name(at % 39)), "",
        against |at, out| put!(out, "{} beat {}. ", name(at % 40), name(at % 39));
    "speech against that of others": "", |at, out| put!(out, "Anna Berg said. "), "", against |at, out| put!(out, "Bob Berg said. ");
    "reports against those of others": "",
        |at, out| put!(out, "{} said the {} had {}. ", name(at % 50), common(at), common(at + 1)), "",
        against |at, out| put!(out, "{} said the {} had {}. ", name(at % 49), common(at), common(at + 1));
    "quotations against those of others": "",
        |at, out| put!(out, "\"The {} is {},\" {} said. ", common(at), common(at + 1), name(at % 50)), "",
        against |at, out| put!(out, "\"The {} is {},\" {} said. ", common(at), common(at + 1), name(at % 49));
    "turns against those of others": "", |at, out| put!(out, "{}: I saw the {}.\n", name(at % 3), common(at)), "",
        against |at, out| put!(out, "{} saw the {}. ", name((at + 1) % 3), common(at));
    "figures against others": "", |at, out| put!(out, "The {} cost {} dollars. ", common(at), at), "",
        against |at, out| put!(out, "The {} cost {} dollars. ", common(at), at + 1);
    "opposites against each other": "", |at, out| put!(out, "The {} rose. ", common(at)), "",
        against |at, out| put!(out, "The {} fell. ", common(at));
    "initials": "", |at, out| put!(out, "{}. ", (b'A' + (at % 26) as u8) as char), "";
    "initialisms": "", |at, out| { let c = |n: usize| (b'A' + (n % 26) as u8) as char; put!(out, "{}{}{} ", c(at), c(at / 26), c(at / 676)) }, "";
    "abbreviations": "", |at, out| put!(out, "Mr. Dr. U.S. e.g. No. St. "), "";
    "abbreviations of names": "", |at, out| put!(out, "Dr. {} and Mr. {} of the U.S. ", name(at), name(at + 1)), "";
    // Figures.
    "bare numbers": "", |at, out| put!(out, "{} ", 10_000 + at), "";
    "one number repeated": "", |at, out| put!(out, "45 "), "";
    "numbers in sentences": "", |at, out| put!(out, "The {} cost {} dollars. ", common(at), at), "";
    "fractions": "", |at, out| put!(out, "{}/{} ", at % 97 + 1, at % 89 + 2), "";
    "fractions in words": "", |at, out| put!(out, "two thirds and one half and "), "";
    "numbers in words": "", |at, out| put!(out, "twenty three hundred and forty five thousand "), "";
    "grouped digits": "", |at, out| put!(out, "{},{:03},{:03} ", at % 900 + 1, at % 1000, at % 997), "";
    "groups without an end": "1", |at, out| put!(out, ",{:03}", at % 1000), "";
    "spaced groups": "1", |at, out| put!(out, " {:03}", at % 1000), "";
    "one long number": "", |at, out| put!(out, "{}", at % 10), "";
    "decimals": "", |at, out| put!(out, "{}.{} ", at, at % 10), "";
    "points": "1", |at, out| put!(out, ".{}", at % 10), "";
    "ranges": "", |at, out| put!(out, "{}-{} ", at, at + 3), "";
    "percentages": "", |at, out| put!(out, "{}.{}% ", 10 + at % 90, at % 7), "";
    "sums of money": "", |at, out| put!(out, "${}.{:02} and £{} million and ", at, at % 100, at % 50), "";
    "units": "", |at, out| put!(out, "{} km and {} kg and {} hours and ", at, at + 1, at + 2), "";
    "measures in turn": "", |at, out| put!(out, "{at} euros {at} dollars {at} percent "), "";
    "dates": "", |at, out| put!(out, "{} March {} and ", at % 28 + 1, 1900 + at % 120), "";
    "dates in digits": "", |at, out| put!(out, "{}/{}/{} ", at % 12 + 1, at % 28 + 1, 1900 + at % 120), "";
    "dates in sentences": "", |at, out| put!(out, "It opened on {} March {}. ", at % 28 + 1, at % 3000), "";
    "months": "", |at, out| put!(out, "January February March April May "), "";
    "years": "", |at, out| put!(out, "{} ", 1000 + at % 1100), "";
    "weekdays": "", |at, out| put!(out, "on Monday and Tuesday last week and "), "";
    "clock times": "", |at, out| put!(out, "{}:{:02} am ", at % 12 + 1, at % 60), "";
    "scores": "", |at, out| put!(out, "{}-{} and {}:{} ", at % 9, at % 7, at % 5, at % 3), "";
    "ordinals": "", |at, out| put!(out, "{}th ", at), "";
    "signs before digits": "", |at, out| put!(out, "$$£€#{at} "), "";
    // Marks.
    "quotations": "", |at, out| put!(out, "\"The {} is {},\" he said. ", common(at), common(at + 1)), "";
    "quotations opened": "", |at, out| put!(out, "“the {} ", common(at)), "";
    "quotations closed": "", |at, out| put!(out, "the {}” ", common(at)), "";
    "straight quotation marks": "", |at, out| put!(out, "\" {} ", common(at)), "";
    "nothing but quotation marks": "", |at, out| put!(out, "\""), "";
    "apostrophes": "", |at, out| put!(out, "'{}' ", common(at)), "";
    "contractions": "", |at, out| put!(out, "it's don't won't they're "), "";
    "brackets": "", |at, out| put!(out, "({}) ", common(at)), "";
    "brackets opened": "", |at, out| put!(out, "({} ", common(at)), "";
    "brackets closed": "", |at, out| put!(out, "{}) ", common(at)), "";
    "square brackets opened": "", |at, out| put!(out, "["), "";
    "brackets nested": "", |at, out| put!(out, "([{{"), "";
    "full stops": "", |at, out| put!(out, "."), "";
    "full stops apart": "", |at, out| put!(out, ". "), "";
    "ellipses": "", |at, out| put!(out, "{} ... ", common(at)), "";
    "punctuation": "", |at, out| put!(out, "!?.,;:-"), "";
    "percent signs": "", |at, out| put!(out, "%"), "";
    // Layout.
    "list items": "", |at, out| put!(out, "- the {} {}\n", common(at), common(at + 1)), "";
    "numbered items": "", |at, out| put!(out, "{}. The {} {}\n", at + 1, common(at), common(at + 1)), "";
    "headings": "", |at, out| put!(out, "# {}\n", name(at)), "";
    "sections": "", |at, out| put!(out, "## The {} {}\n\n{}\n\n", common(at), at, prose(at)), "";
    "headings in depth": "", |at, out| put!(out, "{} {}\n\n", "#".repeat(at % 6 + 1), common(at)), "";
    "tables": "", |at, out| put!(out, "| {} | {} | {} |\n", common(at), at, common(at + 1)), "";
    "lines in lower case": "", |at, out| put!(out, "the {} {}\n", common(at), common(at + 1)), "";
    "lines": "", |at, out| put!(out, "The {}\n", common(at)), "";
    "wrapped lines": "", |at, out| put!(out, "The {:<20} of the {:<20} in the {:<15}\n", common(at), common(at + 1), common(at + 2)), "";
    "blank lines": "a", |at, out| put!(out, "\n"), "b";
    "words and blank lines": "", |at, out| put!(out, "{}\n\n", common(at)), "";
    "spaces": "a", |at, out| put!(out, " "), "b";
    "carriage returns": "", |at, out| put!(out, "{}\r\n", common(at)), "";
    "emphasis": "", |at, out| put!(out, "**{}** _{}_ ", common(at), common(at + 1)), "";
    "emphasis nested": "", |at, out| put!(out, "*_"), "a";
    "stars": "", |at, out| put!(out, "* "), "";
    "code spans": "", |at, out| put!(out, "`{}` ", common(at)), "";
    "backticks": "", |at, out| put!(out, "`"), "";
    "quoted lines": "", |at, out| put!(out, "> the {}\n", common(at)), "";
    "tags": "", |at, out| put!(out, "<b>{}</b> ", common(at)), "";
    "tags opened": "", |at, out| put!(out, "<p "), "";
    // Citations.
    "addresses": "", |at, out| put!(out, "https://example.org/{}/{at} ", word(at)), "";
    "one long address": "https://example.org", |at, out| put!(out, "/{}", common(at)), "";
    "links": "", |at, out| put!(out, "See [the {}](https://example.org/{}). ", common(at), word(at)), "";
    "links opened": "", |at, out| put!(out, "[a]("), "";
    "numbered references": "", |at, out| put!(out, "The {} {} [{}]. ", common(at), common(at + 1), at % 40 + 1), "";
    "numbered references alone": "", |at, out| put!(out, "[{}]", 100 + at % 900), "";
    "ranges of references": "[1", |at, out| put!(out, ",{at}"), "]";
    "authors and years": "", |at, out| put!(out, "The {} ({}, {}). ", common(at), name(at % 200), 1980 + at % 40), "";
    "authors in a row": "(", |at, out| put!(out, "{}, {}; ", name(at), 1980 + at % 40), ")";
    "et al": "", |at, out| put!(out, "{} et al. ", name(at)), "";
    // Words of many letters, and other scripts.
    "one long word": "", |at, out| put!(out, "a"), "";
    "one long word of syllables": "", |at, out| put!(out, "{}", common(at)), "";
    "hyphen chain": "", |at, out| put!(out, "{}-", common(at)), "";
    "hyphens": "a", |at, out| put!(out, "-"), "b";
    "words broken at line ends": "", |at, out| put!(out, "{}-\n{} ", common(at), common(at + 1)), "";
    "apostrophe chain": "a", |at, out| put!(out, "'a"), "";
    "underscores": "", |at, out| put!(out, "{}_", common(at)), "";
    "CJK all different": "", |at, out| out.extend(char::from_u32(0x4e00 + (at % 20_000) as u32)), "";
    "CJK repeated": "", |at, out| put!(out, "议会批准预算"), "";
    "CJK sentences": "", |at, out| { out.extend((0..12).filter_map(|n| char::from_u32(0x4e00 + ((at * 37 + n * 911) % 20_000) as u32))); out.push('。') }, "";
    "kana": "", |at, out| put!(out, "ひらがなカタカナ"), "";
    "Arabic": "", |at, out| put!(out, "وافق المجلس على الميزانية "), "";
    "Russian": "", |at, out| put!(out, "Совет одобрил бюджет. "), "";
    "emoji": "", |at, out| put!(out, "😀👩‍👩‍👧 "), "";
    "combining marks": "a", |at, out| put!(out, "\u{301}"), "";
    "marks on each letter": "", |at, out| put!(out, "e\u{301}\u{302} "), "";
    "zero-width joiners": "a", |at, out| put!(out, "\u{200d}"), "b";
    "zero-width spaces": "", |at, out| put!(out, "a\u{200b}"), "";
    "soft hyphens": "", |at, out| put!(out, "coun\u{ad}cil\u{ad} "), "";
    "direction marks": "", |at, out| put!(out, "\u{202e}a\u{202c} "), "";
    "regional indicators": "", |at, out| put!(out, "\u{1f1e6}"), "";
    "control characters": "", |at, out| put!(out, "\u{0}\u{1b}a "), "";
    "full-width digits": "", |at, out| put!(out, "１２３ "), "";
    "superscripts": "", |at, out| put!(out, "x² ½ "), "";
    "Roman numerals": "", |at, out| put!(out, "XIV MCM IV "), "";
};
