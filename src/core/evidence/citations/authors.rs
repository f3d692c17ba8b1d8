//! Citations by author and year: `(Smith, 2020)`, `(Smith et al., 2020; Lee & Park, 2019)`, `Smith (2020)`.

use crate::text::{Span, in_word_list};

/// The author and year of a citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::evidence) struct Author {
    /// Words of the first author's name, as written.
    pub names: Vec<String>,
    pub year: u16,
    /// Whether the wording is certainly a citation. "(London 2012)" is one only if a source has that name.
    pub plain: bool,
}

/// Capitalized words that do not name an author.
const NO_AUTHORS: &str = " january february march april may june july august september october november december jan \
    feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday spring \
    summer autumn fall winter easter christmas in the a an by since from until till before after during between of on \
    at and but as for or with within around about circa see table figure fig section chapter equation eq appendix \
    version model page pages volume vol no january's act olympics games cup election it this that these those he she \
    they we i you its his her their our ";
/// Place names that with a year mean an event there, and words that begin a note with a year.
const HAPPENINGS: &str = " africa america amsterdam argentina asia athens atlanta australia austria bali bangkok barcelona \
    beijing beirut belgium berlin bosnia boston brazil brexit britain brussels budapest cairo calgary canada cannes \
    chechnya chicago chile china christchurch copenhagen covid crimea cuba dakar delhi denmark dubai dublin ebola \
    egypt england ethiopia europe eurovision finland florence france fukushima gaza geneva georgia germany ghana \
    glasgow greece hague haiti hamburg havana helsinki hiroshima hungary iceland india indonesia iran iraq ireland \
    israel istanbul italy japan jerusalem kabul katrina kenya kosovo korea kyiv kyoto lagos lebanon leipzig lima \
    lisbon london luxembourg lyon madrid malaysia manchester manila marrakesh mexico milan montreal moscow mumbai \
    munich nagano nairobi nepal netherlands nigeria norway oslo pakistan paris peru poland portugal prague qatar rio \
    rome russia rwanda salzburg sandy santiago sarajevo scotland seoul serbia shanghai sochi somalia spain stockholm \
    strasbourg sudan sweden switzerland sydney syria taiwan tehran thailand tokyo toronto tunisia turin turkey uganda \
    ukraine venezuela venice versailles vienna vietnam wales warsaw washington wembley woodstock yemen zimbabwe zurich \
    adopted aged approved based born built closed completed copyright died dissolved edition established estimated \
    expected fiscal formed founded launched never now opened ongoing planned published released renamed retired \
    revised season series source updated worldwide yearly ";
/// Lower-case words that occur in names.
const PARTICLES: &str =
    " van von der den de del della di da dos du la le el al bin ibn ter ten of for the und y ";
/// Words before the names in brackets.
const LEADS: &str =
    " see also e.g. e.g., eg cf. cf cited in from after as i.e. i.e., for review: review, reviewed by ";
/// Words before the title of a work, which has its year in brackets as an author does.
const WORKS: &str = " film movie documentary novel album song single opera painting musical game ";
/// Largest number of words of one author's name.
const LONGEST_NAME: usize = 8;

/// Whether a name is in a word list, regardless of case.
fn is_of(line: &str, name: &str) -> bool {
    in_word_list(line, &name.to_lowercase())
}

/// Returns the year of `2020` or `2020a`; `None` for anything else.
pub(super) fn year(text: &str) -> Option<u16> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let plain = digits.len() == 4 && text.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|year| plain && (1500..=2100).contains(year))
}

/// Returns the authors and years between brackets, each with its span; `None` if there is any other text.
pub(super) fn in_brackets(inner: &str) -> Option<Vec<(Span, Author)>> {
    let mut out = Vec::new();
    let mut start = 0;
    for piece in inner.split(';') {
        let lead = piece.len() - piece.trim_start().len();
        let span = Span::new(start + lead, start + lead + piece.trim().len());
        start += piece.len() + 1;
        out.extend(cited(piece)?.into_iter().map(|author| (span, author)));
    }
    (!out.is_empty()).then_some(out)
}

/// Parses `Smith et al., 2020a, 2021, p. 5` into one author entry per year.
fn cited(piece: &str) -> Option<Vec<Author>> {
    let mut words: Vec<&str> = piece.split_whitespace().collect();
    while words.first().is_some_and(|word| is_of(LEADS, word)) {
        words.remove(0);
    }
    let bare = |word: &str| year(word.trim_end_matches([',', ':']));
    let first_year = words.iter().position(|word| bare(word).is_some())?;
    let (names, rest) = words.split_at(first_year);
    // A comma must precede the year, unless the wording shows that these are authors.
    let several = names.iter().any(|word| matches!(word.trim_end_matches(','), "al." | "al" | "&" | "and"));
    let comma = names.last()?.ends_with(',');
    let names = first_author(names)?;
    let plain = comma || several || is_surname(&names);
    let years: Vec<u16> = rest.iter().map_while(|word| bare(word)).collect();
    let pages = rest[years.len()..].first().is_none_or(|word| {
        let word = word.trim_end_matches(|c: char| c == '.' || c == ',' || c.is_ascii_digit());
        matches!(word, "p" | "pp" | "ch" | "chap" | "sec" | "§" | "para" | "fig" | "table" | "")
    });
    pages.then(|| years.into_iter().map(|year| Author { names: names.clone(), year, plain }).collect())
}

/// Returns the first author of a list such as `Smith, J., & Lee, K.,`.
fn first_author(words: &[&str]) -> Option<Vec<String>> {
    let mut first: Vec<String> = Vec::new();
    let mut ended = false;
    for word in words {
        let name = word.trim_end_matches(',');
        if matches!(name, "&" | "and" | "et" | "al." | "al") {
            ended = true;
            continue;
        }
        let initial = name.chars().filter(|c| c.is_alphabetic()).count() <= name.matches('.').count();
        let capital = name.starts_with(char::is_uppercase);
        let passed_over = initial && capital;
        let fits = capital && is_name(name) || is_of(PARTICLES, name);
        if !passed_over && !fits {
            return None;
        }
        if !passed_over && !ended && first.len() < LONGEST_NAME {
            first.push(name.to_owned());
        }
        ended |= word.ends_with(',') && !first.is_empty();
    }
    let named = first.iter().any(|name| name.starts_with(char::is_uppercase));
    (named && !first.iter().all(|name| is_of(NO_AUTHORS, name) || is_of(PARTICLES, name))).then_some(first)
}

/// Whether a name is a single surname: not a known place or event, and not an acronym.
fn is_surname(names: &[String]) -> bool {
    let mut capitals = names.iter().filter(|name| name.starts_with(char::is_uppercase));
    let (Some(name), None) = (capitals.next(), capitals.next()) else { return false };
    !is_of(HAPPENINGS, name) && name.chars().any(char::is_lowercase)
}

fn is_name(word: &str) -> bool {
    let inside = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.' | '/');
    word.chars().all(inside)
        && word.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && !is_of(NO_AUTHORS, word)
        || is_of(PARTICLES, word)
}

/// Returns the author in front of `(2020)`, with the byte at which the names start.
pub(super) fn before(text: &str, year: u16) -> Option<(usize, Author)> {
    let mut words = Backwards { text: text.strip_suffix(' ').unwrap_or(text) };
    let (mut start, mut word) = words.next()?;
    if matches!(word, "al." | "al") {
        words.next().filter(|(_, et)| *et == "et")?;
        (start, word) = words.next()?;
        word = word.trim_end_matches(',');
    }
    if !is_author(word) {
        return None;
    }
    let mut names = vec![word.to_owned()];
    // "Lee and Park (2018)": the first of the two is the author.
    let mut ahead = Backwards { text: words.text };
    if ahead.next().is_some_and(|(_, and)| matches!(and, "and" | "&"))
        && let Some((at, other)) = ahead.next().filter(|(_, other)| is_author(other))
    {
        (start, names) = (at, vec![other.to_owned()]);
    }
    let mut ahead = Backwards { text: &text[..start] };
    let lead = ahead.find(|(_, word)| !word.starts_with(char::is_uppercase));
    if lead.is_some_and(|(_, word)| is_of(WORKS, word)) {
        return None;
    }
    Some((start, Author { names, year, plain: true }))
}

fn is_author(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && is_name(word) && !is_of(PARTICLES, word) && !word.ends_with('.')
}

/// Iterates over the words of a line from its end.
struct Backwards<'a> {
    text: &'a str,
}

impl<'a> Iterator for Backwards<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        const MAX_NAME_CHARS: usize = 60;
        let text = self.text.trim_end_matches(' ');
        let mut start = text.len();
        for (at, c) in text.char_indices().rev() {
            if c.is_whitespace()
                || matches!(c, '(' | '[' | '“' | '"' | '—' | '*' | '_')
                || text.len() - at > MAX_NAME_CHARS
            {
                break;
            }
            start = at;
        }
        self.text = &text[..start];
        (start < text.len()).then(|| (start, &text[start..]))
    }
}
