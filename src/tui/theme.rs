//! Colours by meaning, never by place.
//!
//! A theme gives each [`ThemeRole`] a style. The built-in themes are TOML files under `themes/`. A user can
//! name a file in the same format; roles that it leaves out come from its base theme. Nothing here reads the
//! environment: the caller passes what the terminal reported.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use serde::Deserialize;
use strum::VariantArray;

/// The role of a text that a theme gives a style to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum ThemeRole {
    /// Ordinary text on the ordinary background.
    Text,
    /// Less important text: hints, units, rows that are not chosen.
    Dim,
    /// Text that should be noticed first.
    Accent,
    /// Headings of panels.
    Title,
    /// Border of a panel without focus.
    Border,
    /// Border of the panel that receives keys.
    BorderFocused,
    /// Evidence: the wording is supported.
    Supported,
    /// Evidence: the wording is supported in part.
    Partial,
    /// Evidence: the wording is not supported.
    Unsupported,
    /// Evidence: a key point of the article.
    KeyPoint,
    /// Evidence: wording that the article does not entail.
    Extraneous,
    /// Evidence: an answer to a question.
    Answer,
    /// Evidence: a deviation of meaning, tone or focus.
    Deviation,
    /// Evidence: biased or offensive wording.
    Issue,
    /// Evidence of the chosen label.
    Selected,
    /// The sentence that contains the cursor.
    Sentence,
    /// A match of a search.
    Found,
    /// A mark drawn instead of a character that is not sent to the terminal.
    Mark,
    /// A cap that fired and lowers the score.
    CapBinding,
    /// A cap that fired without lowering the score further.
    CapFired,
    /// A cap that did not fire.
    CapIdle,
    /// Verdict: pass.
    Pass,
    /// Verdict: warn.
    Warn,
    /// Verdict: fail.
    Fail,
    /// Verdict: incomplete.
    Incomplete,
    /// Verdict: error.
    Error,
    /// The filled part of a score's bar.
    BarFull,
    /// The empty part of a score's bar.
    BarEmpty,
    /// A score that rose.
    Up,
    /// A score that fell.
    Down,
    /// A value whose replacement is being computed.
    Stale,
    /// A label that a person set.
    Person,
    /// The cell under the cursor.
    Cursor,
    /// The position of the cursor in a panel without focus.
    CursorIdle,
    Selection,
    /// The chosen row of a list.
    Chosen,
    /// A key in a hint.
    Key,
    /// The track of a scroll bar.
    Track,
    /// The thumb of a scroll bar.
    Thumb,
}

impl ThemeRole {
    /// All roles, in the order of the files.
    pub const ALL: &'static [ThemeRole] = ThemeRole::VARIANTS;

    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A built-in theme: its name and its file.
struct Builtin {
    name: &'static str,
    toml: &'static str,
}

const BUILTIN: &[Builtin] = &[
    Builtin { name: "dark", toml: include_str!("../../themes/dark.toml") },
    Builtin { name: "light", toml: include_str!("../../themes/light.toml") },
    Builtin { name: "high-contrast", toml: include_str!("../../themes/high-contrast.toml") },
    Builtin { name: "colour-blind", toml: include_str!("../../themes/colour-blind.toml") },
    Builtin { name: "sixteen", toml: include_str!("../../themes/sixteen.toml") },
    Builtin { name: "mono", toml: include_str!("../../themes/mono.toml") },
];

/// The number of colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColorDepth {
    None,
    /// The first eight colours, with bold for brighter ones.
    Eight,
    /// The 256 of xterm.
    Indexed,
    /// Any of 16 million colours.
    True,
}

impl ColorDepth {
    /// Determines the depth from `COLORTERM`, or else from the terminal's name in `TERM`. An unknown terminal
    /// is assumed to have 256 colours, as nearly all have; the names of terminals with eight are listed.
    pub fn of(colorterm: Option<&str>, term: Option<&str>) -> ColorDepth {
        let term = term.unwrap_or_default();
        let family = term.split(['-', '.']).next().unwrap_or_default();
        match colorterm {
            Some("truecolor" | "24bit") => ColorDepth::True,
            _ if term.ends_with("-direct") => ColorDepth::True,
            _ if term.contains("256color") || term.contains("kitty") || term.contains("ghostty") => {
                ColorDepth::Indexed
            }
            _ if term.ends_with("-mono") || term.ends_with("-m") => ColorDepth::None,
            _ => match family {
                "linux" | "xterm" | "screen" | "tmux" | "rxvt" | "ansi" | "cygwin" | "putty" | "Eterm" => {
                    ColorDepth::Eight
                }
                "vt52" | "vt100" | "vt102" | "vt220" | "vt320" => ColorDepth::None,
                _ => ColorDepth::Indexed,
            },
        }
    }
}

/// Reason why a theme was refused; the message names the file and the key.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{file}: {}{reason}", if key.is_empty() { String::new() } else { format!("{key}: ") })]
pub struct ThemeError {
    /// The file, or the name of a built-in theme.
    pub file: String,
    /// The key; empty if the fault concerns the whole file.
    pub key: String,
    /// The byte of the file at which the key is, if known.
    pub at: Option<usize>,
    pub reason: String,
}

/// Finds the byte of a file at which a key is; the key may contain table names, separated by dots.
fn place_of(text: &str, key: &str) -> Option<usize> {
    let file = toml::de::DeTable::parse(text).ok()?;
    let (mut table, mut at) = (Some(file.get_ref()), None);
    for part in key.split('.') {
        let Some((name, value)) =
            table.and_then(|table| table.iter().find(|(name, _)| *name.get_ref() == part))
        else {
            break;
        };
        (table, at) = (value.get_ref().as_table(), Some(name.span().start));
    }
    at
}

/// A style for every role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name, as given on the command line.
    pub name: String,
    /// Its purpose, in a few words.
    pub about: String,
    /// The matching syntect theme; `None` for a theme without colours.
    pub syntax: Option<String>,
    styles: Vec<Style>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    about: String,
    base: Option<String>,
    syntax: Option<String>,
    #[serde(default)]
    palette: toml::Table,
    #[serde(default)]
    roles: toml::Table,
}

impl Theme {
    /// Returns the names of the built-in themes.
    pub fn list() -> impl Iterator<Item = &'static str> {
        BUILTIN.iter().map(|b| b.name)
    }

    pub fn builtin(name: &str) -> Option<Theme> {
        let found = BUILTIN.iter().find(|b| b.name == name)?;
        // The files are compiled in, and a test parses each; a fault would show as unstyled text, not as a
        // panic.
        Some(Theme::parse(found.name, found.name, found.toml).unwrap_or_else(|_| Theme::plain(name)))
    }

    /// Returns the built-in theme that fits the terminal, used if the user chose none. `no_color` is whether
    /// `NO_COLOR` is set and not empty. `colorfgbg` is the value of `COLORFGBG`, whose last field is the
    /// background.
    pub fn automatic(no_color: bool, depth: ColorDepth, colorfgbg: Option<&str>) -> Theme {
        let light = colorfgbg
            .and_then(|v| v.rsplit(';').next())
            .and_then(|v| v.trim().parse::<u8>().ok())
            .is_some_and(|background| background == 7 || background == 15);
        let name = match (no_color, depth, light) {
            (true, ..) | (_, ColorDepth::None, _) => "mono",
            (_, ColorDepth::Eight, _) => "sixteen",
            (_, _, true) => "light",
            (_, _, false) => "dark",
        };
        Theme::builtin(name).unwrap_or_else(|| Theme::plain(name))
    }

    /// Parses a theme file. `file` is named in errors, `name` becomes the theme's name. Roles that the file
    /// leaves out come from the theme named by its key `base`; without one, they have no style.
    pub fn parse(file: &str, name: &str, text: &str) -> Result<Theme, ThemeError> {
        let fault = |key: &str, reason: String| {
            let at = place_of(text, key);
            ThemeError { file: file.into(), key: key.into(), at, reason }
        };
        let read: File = toml::from_str(text).map_err(|error| {
            let at = error.span().map(|span| span.start);
            ThemeError { at, ..fault("", error.message().to_owned()) }
        })?;
        let base = match &read.base {
            Some(base) => Theme::builtin(base)
                .ok_or_else(|| fault("base", format!("no theme `{base}`; there are {}", names())))?,
            None => Theme::plain(name),
        };
        let mut theme = Theme {
            name: name.into(),
            about: read.about,
            syntax: read.syntax.or(base.syntax),
            styles: base.styles,
        };
        for (key, value) in &read.roles {
            let role = ThemeRole::ALL.iter().find(|r| r.name() == key);
            let role = role.ok_or_else(|| fault(&format!("roles.{key}"), "no such role".into()))?;
            let style = style(value, &read.palette)
                .map_err(|(part, why)| fault(&format!("roles.{key}{part}"), why))?;
            theme.styles[*role as usize] = style;
        }
        Ok(theme)
    }

    /// Returns no colour and no emphasis at all.
    fn plain(name: &str) -> Theme {
        let styles = vec![Style::new(); ThemeRole::ALL.len()];
        Theme { name: name.into(), about: String::new(), syntax: None, styles }
    }

    pub fn style(&self, role: ThemeRole) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    /// Returns text in the style of a role. Ordinary text has no background of its own, so that it does not
    /// hide the highlight of a row.
    pub fn span(&self, role: ThemeRole, text: impl Into<String>) -> Span<'static> {
        let style = self.style(role);
        let style = if role == ThemeRole::Text { Style { bg: None, ..style } } else { style };
        Span::styled(text.into(), style)
    }

    pub fn line(&self, role: ThemeRole, text: impl Into<String>) -> Line<'static> {
        Line::from(self.span(role, text))
    }

    /// Adapts the theme to the terminal's colours: the nearest of 256 or of eight, or no colours at all.
    /// Emphasis is kept.
    #[must_use]
    pub fn at_depth(mut self, depth: ColorDepth) -> Theme {
        for style in &mut self.styles {
            match depth {
                ColorDepth::True => {}
                ColorDepth::Indexed => {
                    style.fg = style.fg.map(nearest);
                    style.bg = style.bg.map(nearest);
                }
                ColorDepth::Eight => *style = of_eight(*style),
                ColorDepth::None => {
                    // Roles that differ only in their background are reversed instead.
                    if style.bg.take().is_some_and(|colour| colour != Color::Reset) {
                        *style = style.add_modifier(Modifier::REVERSED);
                    }
                    style.fg = None;
                }
            }
        }
        self
    }
}

fn names() -> String {
    BUILTIN.iter().map(|b| b.name).collect::<Vec<_>>().join(", ")
}

type Fault = (String, String);

/// Parses `{ fg = "...", bg = "...", bold = true }`, or a single colour, which is the foreground.
fn style(value: &toml::Value, palette: &toml::Table) -> Result<Style, Fault> {
    let mut style = Style::new();
    let table = match value {
        toml::Value::String(_) => return Ok(style.fg(colour(value, palette, "")?)),
        toml::Value::Table(table) => table,
        _ => return Err((String::new(), "expected a colour or a table".into())),
    };
    for (key, value) in table {
        let part = format!(".{key}");
        let modifier = match key.as_str() {
            "fg" => {
                style.fg = Some(colour(value, palette, &part)?);
                continue;
            }
            "bg" => {
                style.bg = Some(colour(value, palette, &part)?);
                continue;
            }
            "bold" => Modifier::BOLD,
            "dim" => Modifier::DIM,
            "italic" => Modifier::ITALIC,
            "underline" => Modifier::UNDERLINED,
            "reverse" => Modifier::REVERSED,
            "strike" => Modifier::CROSSED_OUT,
            _ => {
                return Err((
                    part,
                    "unknown; there are fg, bg, bold, dim, italic, underline, reverse, strike".into(),
                ));
            }
        };
        match value.as_bool() {
            Some(true) => style = style.add_modifier(modifier),
            Some(false) => style = style.remove_modifier(modifier),
            None => return Err((part, "expected true or false".into())),
        }
    }
    Ok(style)
}

fn colour(value: &toml::Value, palette: &toml::Table, part: &str) -> Result<Color, Fault> {
    let fault = |why: String| (part.to_string(), why);
    let Some(name) = value.as_str() else {
        return Err(fault("expected a colour in quotes".into()));
    };
    let name = match palette.get(name) {
        Some(toml::Value::String(colour)) => colour,
        Some(_) => return Err(fault(format!("the palette's `{name}` is not a colour in quotes"))),
        None => name,
    };
    if name == "default" {
        return Ok(Color::Reset);
    }
    name.parse().map_err(|_| {
        fault(format!("`{name}` is not a colour: use #rrggbb, 0-255, a name, or one of [palette]"))
    })
}

/// Returns the nearest of xterm's 256 colours, in its 6 × 6 × 6 cube or among its greys.
fn nearest(colour: Color) -> Color {
    let Color::Rgb(r, g, b) = colour else { return colour };
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |v: u8| (0..6u8).min_by_key(|&i| LEVELS[usize::from(i)].abs_diff(v)).unwrap_or(0);
    let distance =
        |a: [u8; 3]| -> u32 { a.iter().zip([r, g, b]).map(|(&x, y)| u32::from(x.abs_diff(y)).pow(2)).sum() };
    let (lr, lg, lb) = (level(r), level(g), level(b));
    let cube = distance([LEVELS[usize::from(lr)], LEVELS[usize::from(lg)], LEVELS[usize::from(lb)]]);
    let grey = (0..24u8).min_by_key(|&i| distance([8 + 10 * i; 3])).unwrap_or(0);
    if distance([8 + 10 * grey; 3]) < cube {
        Color::Indexed(232 + grey)
    } else {
        Color::Indexed(16 + 36 * lr + 6 * lg + lb)
    }
}

/// Converts a style to the first eight colours: bright foregrounds become bold, grey becomes dim.
fn of_eight(mut style: Style) -> Style {
    let (fg, bg) = (style.fg.map(eighth), style.bg.map(eighth));
    style.bg = bg.map(|(colour, _)| colour);
    let Some((colour, bright)) = fg else { return style };
    style.fg = Some(colour);
    match (colour, bright) {
        // Dark grey is bright black, which is invisible on black.
        (Color::Black, true) => {
            style.fg = Some(Color::Reset);
            style.add_modifier(Modifier::DIM)
        }
        (_, true) => style.add_modifier(Modifier::BOLD),
        (_, false) => style,
    }
}

/// Returns the most similar of the first eight colours, and whether the original is its bright variant.
fn eighth(colour: Color) -> (Color, bool) {
    use Color::{Black, Blue, Cyan, Green, Magenta, Red, White, Yellow};
    const ALL: [Color; 8] = [Black, Red, Green, Yellow, Blue, Magenta, Cyan, Color::Gray];
    let by_bits =
        |bits: [bool; 3]| ALL[usize::from(bits[0]) | usize::from(bits[1]) << 1 | usize::from(bits[2]) << 2];
    let of_rgb = |[r, g, b]: [u8; 3]| {
        let most = r.max(g).max(b);
        if most < 64 {
            return (Black, false);
        }
        // Grey has no dominant hue.
        if most - r.min(g).min(b) < 32 && most < 160 {
            return (Black, true);
        }
        let half = most / 2 + most / 8;
        (by_bits([r > half, g > half, b > half]), most > 224)
    };
    match colour {
        Color::Rgb(r, g, b) => of_rgb([r, g, b]),
        Color::Indexed(at @ 0..8) => (ALL[usize::from(at)], false),
        Color::Indexed(at @ 8..16) => (ALL[usize::from(at - 8)], true),
        Color::Indexed(at @ 16..232) => {
            let level = |at: u8| if at == 0 { 0 } else { 55 + 40 * at };
            let at = at - 16;
            of_rgb([level(at / 36), level(at / 6 % 6), level(at % 6)])
        }
        Color::Indexed(at) => of_rgb([8 + 10 * (at - 232); 3]),
        Color::DarkGray => (Black, true),
        Color::LightRed => (Red, true),
        Color::LightGreen => (Green, true),
        Color::LightYellow => (Yellow, true),
        Color::LightBlue => (Blue, true),
        Color::LightMagenta => (Magenta, true),
        Color::LightCyan => (Cyan, true),
        White => (Color::Gray, true),
        other => (other, false),
    }
}

#[cfg(test)]
mod tests;
