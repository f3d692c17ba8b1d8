//! The terminal's background, as the terminal says it: asked by OSC 11, answered among the keys.
//!
//! The answer comes as the keys `Alt-]`, `1`, `1`, `;` ... since the terminal crate knows no such answer. They are taken
//! out here as long as they spell one. Nobody waits for it: a terminal that does not answer keeps its theme, and what is
//! typed meanwhile is handed on.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What is asked.
pub const QUERY: &[u8] = b"\x1b]11;?\x1b\\";

/// How the answer begins.
const START: &str = "11;rgb";
/// Characters of an answer at most.
const LONGEST: usize = 32;

/// Listens for the answer.
#[derive(Debug, Default)]
pub struct Listener {
    keys: Vec<KeyEvent>,
    words: String,
    heard: bool,
}

/// What a key turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A part of the answer, as far as it goes.
    Nothing,
    /// Keys that somebody pressed.
    Keys(Vec<KeyEvent>),
    /// The answer: whether the background is light.
    Light(bool),
}

impl Listener {
    /// Takes the next key.
    pub fn hear(&mut self, key: KeyEvent) -> Heard {
        let held = key.modifiers - KeyModifiers::SHIFT;
        if self.heard || (self.keys.is_empty() && (key.code, held) != (KeyCode::Char(']'), KeyModifiers::ALT))
        {
            return Heard::Keys(vec![key]);
        }
        self.keys.push(key);
        if self.keys.len() == 1 {
            return Heard::Nothing;
        }
        let ends = matches!(
            (key.code, held),
            (KeyCode::Char('\\'), KeyModifiers::ALT)
                | (KeyCode::Char('g'), KeyModifiers::CONTROL)
                | (KeyCode::Esc, KeyModifiers::NONE)
        );
        match (key.code, held) {
            _ if ends => {
                let keys = std::mem::take(&mut self.keys);
                let light = is_light(&std::mem::take(&mut self.words));
                self.heard = light.is_some();
                light.map_or(Heard::Keys(keys), Heard::Light)
            }
            (KeyCode::Char(c), KeyModifiers::NONE) if self.spells(c) => {
                self.words.push(c);
                Heard::Nothing
            }
            _ => {
                self.words.clear();
                Heard::Keys(std::mem::take(&mut self.keys))
            }
        }
    }

    /// Whether an answer can go on with a character.
    fn spells(&self, c: char) -> bool {
        match START.chars().nth(self.words.len()) {
            Some(expected) => c == expected,
            None => self.words.len() < LONGEST && (c.is_ascii_hexdigit() || ":/a".contains(c)),
        }
    }
}

/// Whether `11;rgb:ffff/ffff/ffff` is light; with `rgba` too.
fn is_light(answer: &str) -> Option<bool> {
    let (_, colour) = answer.strip_prefix(START)?.split_once(':')?;
    let share = |part: &str| {
        let most = 16_u32.checked_pow(part.len() as u32)?.checked_sub(1).filter(|most| *most > 0)?;
        Some(f64::from(u32::from_str_radix(part, 16).ok()?) / f64::from(most))
    };
    let parts: Vec<f64> = colour.split('/').map(share).collect::<Option<_>>()?;
    let [red, green, blue] = *parts.get(..3)? else { return None };
    // How bright a colour looks, by ITU-R BT.709.
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(c: char) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)
    }

    fn alt(c: char) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(c), KeyModifiers::ALT)
    }

    /// What is heard of keys, without those that are still a part of an answer.
    fn hear(answer: &mut Listener, keys: &[KeyEvent]) -> Vec<Heard> {
        keys.iter().map(|key| answer.hear(*key)).filter(|heard| *heard != Heard::Nothing).collect()
    }

    fn answered(words: &str, end: KeyEvent) -> Vec<KeyEvent> {
        std::iter::once(alt(']')).chain(words.chars().map(key)).chain([end]).collect()
    }

    #[test]
    fn the_answer_is_taken_out_of_the_keys() {
        let bell = KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL);
        for (words, end, light) in [
            ("11;rgb:ffff/ffff/ffff", alt('\\'), true),
            ("11;rgb:1c1c/1c1c/1c1c", bell, false),
            ("11;rgb:fd/f6/e3", KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE), true),
            ("11;rgba:0000/0000/0000/ffff", alt('\\'), false),
            ("11;rgb:0000/0000/ffff", alt('\\'), false),
        ] {
            let mut answer = Listener::default();
            assert_eq!(hear(&mut answer, &[key('j')]), [Heard::Keys(vec![key('j')])]);
            assert_eq!(hear(&mut answer, &answered(words, end)), [Heard::Light(light)], "{words}");
            // There is one answer.
            assert_eq!(hear(&mut answer, &[alt(']')]), [Heard::Keys(vec![alt(']')])]);
        }
    }

    #[test]
    fn what_is_no_answer_is_handed_on() {
        for keys in [
            vec![alt(']'), key('j')],
            vec![alt(']'), key('1'), key('1'), key('x')],
            answered("11;rgb:", alt('\\')),
            answered("11;rgb:ffff/ffff", alt('\\')),
            answered("11;rgb:fffff/é", alt('\\'))[..13].to_vec(),
        ] {
            let mut answer = Listener::default();
            let heard = hear(&mut answer, &keys);
            let all: Vec<KeyEvent> = heard
                .into_iter()
                .flat_map(|heard| match heard {
                    Heard::Keys(keys) => keys,
                    other => panic!("{other:?}"),
                })
                .chain(answer.keys.clone())
                .collect();
            assert_eq!(all, keys);
        }
    }
}
