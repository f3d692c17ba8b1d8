//! The style of a text: its language, its use of capitals, and signs of damage.
//!
//! The checks are made for English prose with ordinary capitalisation. Departures from this are reported, so
//! that a reviewer knows what a score rests on, and checks that they would mislead are skipped.

use super::Text;

/// The style of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextProfile {
    /// The English name of its language, if it is certainly not English.
    pub language: Option<&'static str>,
    /// Whether it is all in capitals.
    pub shouted: bool,
    /// Whether it has no capitals although its script has them.
    pub lowered: bool,
    /// Whether spaces precede its full stops and commas.
    pub tokenised: bool,
    /// Whether it has spaces around the hyphens of its compounds: "a 20 - year - old".
    pub spaces_hyphens: bool,
    /// Whether it looks like a scan with misread characters and words broken at line ends.
    pub damaged: bool,
}

/// Number of tokens that are examined; the beginning of a text shows its style.
const SAMPLE_TOKENS: usize = 1_500;
/// Number of bytes from which the language is detected.
const LANGUAGE_BYTES: usize = 1_600;
/// Number of letters needed to identify a language: in Latin script, which many languages share, and in any
/// other script.
const MIN_LETTERS: [usize; 2] = [90, 20];
/// Share of English function words from which a text counts as English. English prose has two in five; other
/// languages that use some of the same words have one in ten.
const ENGLISH_STOP_SHARE: f64 = 0.2;
/// Smallest number of tokens from which the absence of capitals or of small letters is significant.
const MIN_CASED_TOKENS: usize = 8;
/// Smallest number of signs of damage, and largest number of tokens for each sign.
const DAMAGE: [usize; 2] = [4, 30];

impl TextProfile {
    /// Languages that capitalise every noun, by their English names.
    pub const CAPITAL_NOUNS: [&str; 1] = ["German"];

    /// Whether it is treated as English, the language of the parser, word lists and vectors: no other
    /// language is certain.
    pub fn is_english(&self) -> bool {
        self.language.is_none()
    }

    /// Whether nouns are capitalised in general, so that a capital does not mark a name.
    pub fn has_capital_nouns(&self) -> bool {
        self.language.is_some_and(|language| TextProfile::CAPITAL_NOUNS.contains(&language))
    }

    /// Analyses a text. The language is detected only if the text does not look English at first sight.
    pub fn of(text: &Text) -> TextProfile {
        let (mut tokens, mut stops, mut odd) = (0, 0, 0);
        let mut end = 0;
        'text: for placed in text.sentences() {
            let sentence = &placed.sentence;
            for (at, token) in sentence.tokens.iter().enumerate() {
                if tokens == SAMPLE_TOKENS {
                    break 'text;
                }
                tokens += 1;
                stops += usize::from(token.flags.stop);
                let word = sentence.word(token);
                let after =
                    sentence.tokens.get(at + 1).map(|next| &sentence.text[token.span.end..next.span.start]);
                odd += usize::from(token.flags.digit && is_misread(word))
                    + usize::from(after.is_some_and(is_line_end_hyphen));
                end = placed.start + token.span.end;
            }
        }
        let sample = &text.raw()[..end];
        let (mut upper, mut lower, mut letters) = (0, 0, 0);
        for c in sample.chars() {
            upper += usize::from(c.is_uppercase());
            lower += usize::from(c.is_lowercase());
            letters += usize::from(c.is_alphabetic());
            odd += usize::from(matches!(c, '\u{fffd}' | '|' | '~' | '^' | '¬' | '¦'));
        }
        let [signs, each] = DAMAGE;
        let looks_english = stops as f64 >= ENGLISH_STOP_SHARE * tokens as f64;
        TextProfile {
            language: if looks_english { None } else { language(sample, letters) },
            shouted: tokens >= MIN_CASED_TOKENS && upper > 0 && lower * 20 < upper,
            lowered: tokens >= MIN_CASED_TOKENS && upper == 0 && lower > 0,
            tokenised: is_tokenised(sample),
            spaces_hyphens: spaces_hyphens(sample),
            damaged: odd >= signs && odd * each >= tokens,
        }
    }
}

/// Detects the language of a text that is certainly not English. In a non-Latin script a few words suffice;
/// in Latin script it takes some sentences.
fn language(sample: &str, letters: usize) -> Option<&'static str> {
    let mut end = sample.len().min(LANGUAGE_BYTES);
    while !sample.is_char_boundary(end) {
        end -= 1;
    }
    let found = whatlang::detect(&sample[..end])?;
    // A non-Latin script leaves no doubt that the language is not English, even if it may be unclear which
    // one it is.
    let latin = found.script() == whatlang::Script::Latin;
    let sure = letters >= MIN_LETTERS[usize::from(!latin)] && (found.is_reliable() || !latin);
    (found.lang() != whatlang::Lang::Eng && sure).then(|| found.lang().eng_name())
}

/// Whether a digit is among letters where no word has one: "w0rd", "1ine". "20th", "5km" and "G7" are words.
fn is_misread(word: &str) -> bool {
    const UNIT: usize = 2;
    let letters = |text: &str| !text.is_empty() && text.chars().all(char::is_lowercase);
    let digit = |c: char| c.is_ascii_digit();
    let Some(first) = word.find(digit) else { return false };
    let last = word.rfind(digit).map_or(first, |last| last + 1);
    let (before, after) = (&word[..first], &word[last..]);
    let before = before.trim_start_matches(char::is_uppercase);
    letters(after) && (letters(before) || first == 0 && last == 1 && after.chars().count() > UNIT)
}

/// Whether a hyphen at the end of a line separates two parts of a word.
pub fn is_line_end_hyphen(between: &str) -> bool {
    between
        .strip_prefix(['-', '\u{ad}', '‐'])
        .is_some_and(|rest| rest.contains('\n') && rest.chars().all(char::is_whitespace))
}

/// Whether no hyphen stands directly between letters or digits, and compounds are written with spaces instead:
/// "20 - year - old", "up - to - date".
fn spaces_hyphens(sample: &str) -> bool {
    const DASH: &str = " - ";
    const MANY_HYPHENS: usize = 3;
    let bytes = sample.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    if memchr::memchr_iter(b'-', bytes).any(|at| at > 0 && is_word(at - 1) && is_word(at + 1)) {
        return false;
    }
    let is_compound = |(at, _): (usize, &str)| {
        let after = &sample[at + DASH.len()..];
        let word = after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len());
        let is_lower = after.starts_with(char::is_lowercase);
        sample[..at].ends_with(|c: char| c.is_ascii_digit()) && is_lower
            || word > 0 && after[word..].starts_with(DASH)
    };
    sample.match_indices(DASH).nth(MANY_HYPHENS - 1).is_some() || sample.match_indices(DASH).any(is_compound)
}

/// Whether spaces precede most full stops and commas.
fn is_tokenised(sample: &str) -> bool {
    const MIN_SPACED: usize = 2;
    let bytes = sample.as_bytes();
    let (mut spaced, mut close) = (0, 0);
    for at in memchr::memchr2_iter(b'.', b',', bytes) {
        let next = bytes.get(at + 1);
        if next.is_some_and(|next| !next.is_ascii_whitespace()) {
            continue;
        }
        match bytes.get(at.wrapping_sub(1)) {
            Some(b' ') => spaced += 1,
            _ => close += 1,
        }
    }
    spaced >= MIN_SPACED && spaced > 2 * close
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> TextProfile {
        TextProfile::of(&Text::new(text))
    }

    const ENGLISH: &str = "The council of Tane approved a new budget of 45 million euros on Tuesday after three hours of \
        debate. Mayor Ilse Marten said that nobody would pay higher taxes for it next year.";

    #[test]
    fn plain_english_is_nothing_to_speak_of() {
        assert_eq!(of(ENGLISH), TextProfile::default());
        assert_eq!(of(""), TextProfile::default());
    }

    #[test]
    fn languages_are_recognised() {
        for (text, language) in [
            (
                "Der Stadtrat von Tane hat am Dienstag nach dreistündiger Debatte einen neuen Haushalt von 45 Millionen \
                 Euro beschlossen. Bürgermeisterin Ilse Marten sagte, dass niemand höhere Steuern zahlen werde.",
                "German",
            ),
            (
                "Le conseil municipal de Tane a approuvé mardi, après trois heures de débat, un nouveau budget de 45 \
                 millions d'euros. La maire Ilse Marten a déclaré que personne ne paierait plus d'impôts.",
                "French",
            ),
            (
                "El ayuntamiento de Tane aprobó el martes, tras tres horas de debate, un nuevo presupuesto de 45 millones \
                 de euros. La alcaldesa Ilse Marten dijo que nadie pagaría más impuestos el próximo año.",
                "Spanish",
            ),
            (
                "塔内市议会经过三个小时的辩论，于星期二批准了四千五百万欧元的新预算。市长说明年没有人会缴纳更高的税。",
                "Mandarin",
            ),
            (
                "وافق مجلس مدينة تاني يوم الثلاثاء على ميزانية جديدة قدرها 45 مليون يورو بعد ثلاث ساعات من النقاش.",
                "Arabic",
            ),
            (
                "Городской совет Тане во вторник после трёхчасовых дебатов утвердил новый бюджет в 45 миллионов евро.",
                "Russian",
            ),
        ] {
            assert_eq!(of(text).language, Some(language), "{text}");
        }
    }

    #[test]
    fn a_short_or_odd_text_is_not_called_foreign() {
        for text in [
            "Rain.",
            "Ilse Marten, Tane",
            "Müller, García, Łukasz, Nguyễn, Øst, Çelik, Šimić: 3-0, 2-1, 1-1",
            "Budget approved. Taxes unchanged. Schools first. Road next. Ferry later.",
            "Der Spiegel reported it.",
            "Champions League: Bayern Munich 3 Real Madrid 1; Paris Saint-Germain 2 Juventus 0; Ajax 1 Porto 1",
            "cost 45m euros , vote tuesday , mayor marten , no tax rise , schools , coast road , tide , buses",
            "x y z 1 2 3",
        ] {
            assert_eq!(of(text).language, None, "{text}");
        }
    }

    #[test]
    fn capitals_spaces_and_damage_are_recognised() {
        let only = |profile: TextProfile| {
            [profile.shouted, profile.lowered, profile.tokenised, profile.damaged].map(u8::from)
        };
        assert_eq!(only(of(&ENGLISH.to_uppercase())), [1, 0, 0, 0]);
        assert_eq!(only(of(&ENGLISH.to_lowercase())), [0, 1, 0, 0]);
        assert_eq!(of(&ENGLISH.to_uppercase()).language, None);
        let tokens =
            "The council approved it , he said . It did n't cost much , and nobody complained . So it goes .";
        assert_eq!(only(of(tokens)), [0, 0, 1, 0]);
        let scan = "The coun-\ncil of T4ne appr0ved a new bud-\nget of 45 mi1lion euros | on Tues-\nday after three h0urs.";
        assert_eq!(only(of(scan)), [0, 0, 0, 1]);
        // Words that properly contain digits, and a single hyphen, are not damage.
        let sound = "On 20 May the G7 and the F16s, 5km of A38 road, 2nd place, mp3 files and covid19 cases were all \
            men-\ntioned by B2B firms in the 1990s.";
        assert_eq!(only(of(sound)), [0, 0, 0, 0]);
    }
}
