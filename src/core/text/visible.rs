//! Which characters may be displayed unchanged, and the marks that replace the others.
//!
//! A text, a file name or an argument may contain escape sequences, C1 controls and bidirectional overrides.
//! A terminal would obey them by moving the cursor, renaming the window or reordering text. Everything that
//! is shown to people, on the screen and on the standard streams, is checked against this table.

use std::borrow::Cow;

/// Why a character is not displayed unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// It controls the terminal or reorders the text around it.
    Steers,
    /// It takes no space or looks like a space, and so hides its effect on the text.
    Hides,
}

/// The space in which a text is displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One line: line ends become [`LINE_END`], so that a text cannot pose as the next line.
    Line,
    /// Several lines: line feeds are kept.
    Block,
}

/// The mark for a line end within a line.
pub const LINE_END: &str = "⏎";

/// Returns why a character must not be displayed unchanged; `None` for all others. A line feed is included;
/// whether it is kept depends on the [`Shape`].
pub fn danger(c: char) -> Option<Danger> {
    if c.is_ascii() {
        return c.is_ascii_control().then_some(Danger::Steers);
    }
    match u32::from(c) {
        0x80..=0x9f                          // C1 controls
        | 0x61c                              // Arabic letter mark
        | 0x200e..=0x200f                    // direction marks
        | 0x2028..=0x202e                    // line and paragraph separators, embeddings and overrides
        | 0x2066..=0x206f => Some(Danger::Steers), // isolates, deprecated controls
        0xad                                 // soft hyphen
        | 0x34f                              // grapheme joiner
        | 0x115f..=0x1160 | 0x3164 | 0xffa0  // Hangul fillers
        | 0x17b4..=0x17b5                    // Khmer inherent vowels
        | 0x180b..=0x180f                    // Mongolian selectors and separator
        | 0x200b..=0x200d                    // zero-width space and joiners
        | 0x2060..=0x2065                    // word joiner, invisible operators
        | 0xfe00..=0xfe0f                    // variation selectors
        | 0xfeff                             // byte-order mark
        | 0xfff0..=0xfffb                    // specials
        | 0x13430..=0x1345f                  // hieroglyph format controls
        | 0x1bca0..=0x1bca3                  // shorthand format controls
        | 0x1d173..=0x1d17a                  // musical format controls
        | 0xe0000..=0xe0fff => Some(Danger::Hides), // tags and variation selectors
        other if other & 0xfffe == 0xfffe => Some(Danger::Hides), // noncharacters
        _ => None,
    }
}

/// Whether a character controls the terminal. A line feed does not count, since formats and texts consist of
/// lines.
pub fn steers(c: char) -> bool {
    c != '\n' && danger(c) == Some(Danger::Steers)
}

/// Replaces characters that control a terminal by marks. Characters that merely hide something are kept,
/// since they belong to the text within emoji and some scripts.
pub fn visible(text: &str, shape: Shape) -> Cow<'_, str> {
    let marked = |c: char| steers(c) || (c == '\n' && shape == Shape::Line);
    if !text.chars().any(marked) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // CR LF is one line end, not two.
            '\r' if shape == Shape::Line && chars.peek() == Some(&'\n') => {}
            '\n' if shape == Shape::Line => shown.push_str(LINE_END),
            c if marked(c) => shown.push_str(&mark(c)),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Returns the visible replacement of a character, at most 8 columns wide.
pub fn mark(c: char) -> Cow<'static, str> {
    let named = match c {
        '\u{7f}' => "␡",
        '\u{85}' => "⟪NEL⟫",
        '\u{9b}' => "⟪CSI⟫",
        '\u{9d}' => "⟪OSC⟫",
        '\u{ad}' => "⟪SHY⟫",
        '\u{34f}' => "⟪CGJ⟫",
        '\u{61c}' => "⟪ALM⟫",
        '\u{200b}' => "⟪ZWSP⟫",
        '\u{200c}' => "⟪ZWNJ⟫",
        '\u{200d}' => "⟪ZWJ⟫",
        '\u{200e}' => "⟪LRM⟫",
        '\u{200f}' => "⟪RLM⟫",
        '\u{2028}' => "⟪LS⟫",
        '\u{2029}' => "⟪PS⟫",
        '\u{202a}' => "⟪LRE⟫",
        '\u{202b}' => "⟪RLE⟫",
        '\u{202c}' => "⟪PDF⟫",
        '\u{202d}' => "⟪LRO⟫",
        '\u{202e}' => "⟪RLO⟫",
        '\u{2060}' => "⟪WJ⟫",
        '\u{2066}' => "⟪LRI⟫",
        '\u{2067}' => "⟪RLI⟫",
        '\u{2068}' => "⟪FSI⟫",
        '\u{2069}' => "⟪PDI⟫",
        '\u{feff}' => "⟪BOM⟫",
        c if u32::from(c) < 0x20 => {
            return Cow::Owned(char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}').to_string());
        }
        c if (0x80..0xa0).contains(&u32::from(c)) => return Cow::Owned(format!("⟪{:02X}⟫", u32::from(c))),
        c if (0xe0020..0xe007f).contains(&u32::from(c)) => {
            let letter = char::from_u32(u32::from(c) - 0xe0000).unwrap_or('?');
            return Cow::Owned(format!("⟪t{letter}⟫"));
        }
        c => return Cow::Owned(format!("⟪{:X}⟫", u32::from(c))),
    };
    Cow::Borrowed(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_in_for_what_steers() {
        let nasty = "a\u{1b}[31mb\u{202e}c\u{9b}\r\nd\u{7f}\te";
        assert_eq!(visible(nasty, Shape::Line), "a␛[31mb⟪RLO⟫c⟪CSI⟫⏎d␡␉e");
        assert_eq!(visible(nasty, Shape::Block), "a␛[31mb⟪RLO⟫c⟪CSI⟫␍\nd␡␉e");
        for plain in ["plain — ünï", "👩‍👩‍👧‍👦", "נוח"] {
            assert!(matches!(visible(plain, Shape::Line), Cow::Borrowed(_)), "{plain}");
        }
    }

    #[test]
    fn no_character_steers_once_it_is_shown() {
        for c in '\0'..=char::MAX {
            let text = c.to_string();
            let (line, block) = (visible(&text, Shape::Line), visible(&text, Shape::Block));
            let harmless = |shown: &str| !shown.chars().any(|c| c.is_control() || danger(c).is_some());
            assert!(danger(c) == Some(Danger::Hides) || harmless(&line), "{c:?} as {line:?}");
            assert!(line == block || c == '\n', "{c:?} as {block:?}");
            assert!(danger(c).is_none() || harmless(&mark(c)), "{c:?} is marked {:?}", mark(c));
            // Computed independently of the table: the controls and bidirectional formats of the Unicode
            // database.
            let steering = c.is_control()
                || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            assert!(!steering || danger(c) == Some(Danger::Steers), "{c:?}");
        }
    }
}
