//! A key: how a terminal sends it, and how it is written for people and in the configuration.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::Deserialize;

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Key {
    code: KeyCode,
    held: KeyModifiers,
}

impl Key {
    /// No key at all.
    pub const NONE: KeyEvent = KeyEvent::new(KeyCode::Null, KeyModifiers::NONE);

    /// Returns a character without modifiers.
    pub const fn char(c: char) -> Key {
        Key { code: KeyCode::Char(c), held: KeyModifiers::NONE }
    }

    /// Returns a character with Ctrl.
    pub const fn ctrl(c: char) -> Key {
        Key { code: KeyCode::Char(c), held: KeyModifiers::CONTROL }
    }

    /// Whether an event is this key.
    pub fn is(self, event: KeyEvent) -> bool {
        // Shift is already part of a typed character, and only some terminals also report it.
        let held = match event.code {
            KeyCode::Char(_) | KeyCode::BackTab => event.modifiers - KeyModifiers::SHIFT,
            _ => event.modifiers,
        };
        self.code == event.code && self.held == held
    }

    /// Returns the event that a terminal sends for the key.
    pub fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.held)
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (flag, name) in
            [(KeyModifiers::CONTROL, "Ctrl-"), (KeyModifiers::ALT, "Alt-"), (KeyModifiers::SHIFT, "Shift-")]
        {
            if self.held.contains(flag) {
                write!(out, "{name}")?;
            }
        }
        match self.code {
            KeyCode::Char(' ') => write!(out, "Space"),
            KeyCode::Char(c) if self.held.contains(KeyModifiers::CONTROL) => {
                write!(out, "{}", c.to_ascii_uppercase())
            }
            KeyCode::Char(c) => write!(out, "{c}"),
            KeyCode::Up => write!(out, "↑"),
            KeyCode::Down => write!(out, "↓"),
            KeyCode::Left => write!(out, "←"),
            KeyCode::Right => write!(out, "→"),
            KeyCode::PageUp => write!(out, "PgUp"),
            KeyCode::PageDown => write!(out, "PgDn"),
            KeyCode::BackTab => write!(out, "Shift-Tab"),
            KeyCode::Delete => write!(out, "Del"),
            KeyCode::F(number) => write!(out, "F{number}"),
            other => write!(out, "{other:?}"),
        }
    }
}

/// Names, in files, of the keys that are not characters.
const NAMES: &[(&str, KeyCode)] = &[
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PgUp", KeyCode::PageUp),
    ("PgDn", KeyCode::PageDown),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Tab", KeyCode::Tab),
    ("Backspace", KeyCode::Backspace),
    ("Del", KeyCode::Delete),
    ("Insert", KeyCode::Insert),
    ("Space", KeyCode::Char(' ')),
];

/// Names of the modifiers, as they are written before a key.
const HELD: [(&str, KeyModifiers); 3] =
    [("Ctrl-", KeyModifiers::CONTROL), ("Alt-", KeyModifiers::ALT), ("Shift-", KeyModifiers::SHIFT)];

impl Key {
    pub fn of(event: KeyEvent) -> Key {
        let shown = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT;
        let typed = matches!(event.code, KeyCode::Char(_) | KeyCode::BackTab);
        let held = event.modifiers & if typed { shown - KeyModifiers::SHIFT } else { shown };
        Key { code: event.code, held }
    }

    /// Returns its name in files: ASCII, unless the key itself is a character outside of ASCII.
    pub fn name(self) -> String {
        let held = HELD.iter().filter(|(_, flag)| self.held.contains(*flag)).map(|(name, _)| *name);
        let held: String = held.collect();
        match NAMES.iter().find(|(_, code)| *code == self.code) {
            Some((name, _)) => format!("{held}{name}"),
            None => self.to_string(),
        }
    }

    /// Returns the character that it types, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if self.held.is_empty() => Some(c),
            _ => None,
        }
    }
}

/// Why a text is not the name of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error(
        "`{0}` is not a key: a key is one character, F1 to F12, or {known}, each also after Ctrl-, Alt- or Shift-",
        known = NAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    )]
    Unknown(String),
    #[error("{0:?} is a control character: write its name")]
    Control(char),
    #[error("`{0}`: Shift is part of a character; write the character that it makes")]
    Shift(String),
    #[error("`{name}`: a terminal sends {sent} for it")]
    Unreachable { name: String, sent: &'static str },
}

/// Parses the name of a key: `s`, `Ctrl-S`, `Alt-Left`, `Shift-Tab`, `F1`, `Space`.
impl std::str::FromStr for Key {
    type Err = KeyError;

    fn from_str(name: &str) -> Result<Key, KeyError> {
        let (mut held, mut rest) = (KeyModifiers::NONE, name);
        while let Some((flag, after)) = HELD.iter().find_map(|(prefix, flag)| {
            let (start, after) = rest.split_at_checked(prefix.len())?;
            (start.eq_ignore_ascii_case(prefix) && !after.is_empty()).then_some((*flag, after))
        }) {
            (held, rest) = (held | flag, after);
        }
        let mut characters = rest.chars();
        let code = match (characters.next(), characters.next()) {
            (Some(c), None) => match "↑↓←→".chars().zip(NAMES).find(|(arrow, _)| *arrow == c) {
                Some((_, (_, code))) => *code,
                None => KeyCode::Char(c),
            },
            _ => code(rest).ok_or_else(|| KeyError::Unknown(name.to_owned()))?,
        };
        reachable(name, Key { code, held })
    }
}

impl TryFrom<String> for Key {
    type Error = KeyError;

    fn try_from(name: String) -> Result<Key, KeyError> {
        name.parse()
    }
}

fn code(name: &str) -> Option<KeyCode> {
    let known = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let function = || {
        let number = name.strip_prefix(['F', 'f'])?.parse().ok();
        number.filter(|number| (1..=12).contains(number)).map(KeyCode::F)
    };
    known.map(|(_, code)| *code).or_else(function)
}

/// Converts a key to the form in which a terminal sends it. Fails if no terminal sends it.
fn reachable(name: &str, key: Key) -> Result<Key, KeyError> {
    let unreachable = |sent| Err(KeyError::Unreachable { name: name.to_owned(), sent });
    let (control, shift) = (key.held.contains(KeyModifiers::CONTROL), key.held.contains(KeyModifiers::SHIFT));
    match key.code {
        KeyCode::Char(c) if c.is_control() => Err(KeyError::Control(c)),
        KeyCode::Char(_) if shift => Err(KeyError::Shift(name.to_owned())),
        KeyCode::Char(c) if control => match c.to_ascii_lowercase() {
            'i' => unreachable("Tab"),
            'm' => unreachable("Enter"),
            '[' => unreachable("Esc"),
            c => Ok(Key { code: KeyCode::Char(c), ..key }),
        },
        KeyCode::Tab if shift => Ok(Key { code: KeyCode::BackTab, held: key.held - KeyModifiers::SHIFT }),
        _ => Ok(key),
    }
}

#[cfg(test)]
mod tests {
    use super::super::bindings;
    use super::*;

    #[test]
    fn every_key_of_the_table_is_read_by_both_of_its_names() {
        for key in bindings().iter().flat_map(|row| &row.keys) {
            assert_eq!(key.name().parse(), Ok(*key), "{}", key.name());
            assert_eq!(key.to_string().parse(), Ok(*key), "{key}");
        }
    }

    #[test]
    fn names_are_read_as_people_write_them() {
        let of = |name: &str| name.parse::<Key>();
        assert_eq!(of("ctrl-S"), Ok(Key::ctrl('s')));
        assert_eq!(of("Ctrl--"), Ok(Key::ctrl('-')));
        assert_eq!(of("-"), Ok(Key::char('-')));
        assert_eq!(of("é"), Ok(Key::char('é')));
        assert_eq!(of("f12"), Ok(Key::of(KeyCode::F(12).into())));
        assert_eq!(of("Shift-Tab"), Ok(Key::of(KeyCode::BackTab.into())));
        for wrong in
            ["", "F13", "F0", "Hyper-x", "ab", "Ctrl-", "Shift-a", "Ctrl-i", "Ctrl-M", "Ctrl-[", "\t"]
        {
            assert!(of(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn an_event_is_recognised_by_its_key() {
        for key in bindings().iter().flat_map(|row| &row.keys) {
            assert_eq!(Key::of(key.event()), *key);
            assert!(key.is(key.event()));
        }
        assert_eq!(Key::of(KeyEvent::new(KeyCode::Char('G'), KeyModifiers::SHIFT)), Key::char('G'));
    }
}
