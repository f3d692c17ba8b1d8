use super::*;

#[test]
fn every_builtin_theme_is_read_and_whole() {
    for builtin in BUILTIN {
        let theme = Theme::parse(builtin.name, builtin.name, builtin.toml).unwrap_or_else(|e| panic!("{e}"));
        assert!(!theme.about.is_empty(), "{}", builtin.name);
        let file: File = toml::from_str(builtin.toml).unwrap();
        if file.base.is_none() {
            for role in ThemeRole::ALL {
                assert!(file.roles.contains_key(role.name()), "{}: no {}", builtin.name, role.name());
            }
        }
    }
}

#[test]
fn mono_has_no_colour() {
    let mono = Theme::builtin("mono").unwrap();
    for &role in ThemeRole::ALL {
        assert_eq!((mono.style(role).fg, mono.style(role).bg), (None, None), "{}", role.name());
    }
}

#[test]
fn evidence_is_distinguished_without_colour() {
    // In greyscale too, supported and unsupported have to differ.
    for name in Theme::list() {
        let theme = Theme::builtin(name).unwrap();
        let emphasis = |role| theme.style(role).add_modifier;
        assert_ne!(emphasis(ThemeRole::Supported), emphasis(ThemeRole::Unsupported), "{name}");
        assert_ne!(emphasis(ThemeRole::Selected), Modifier::empty(), "{name}");
    }
}

/// Returns the contrast of two colours by WCAG 2, from 1 to 21; `None` if the terminal chooses one of them.
fn contrast(one: Color, other: Color) -> Option<f64> {
    let luminance = |colour: Color| {
        let Color::Rgb(red, green, blue) = colour else { return None };
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        Some(0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05)
    };
    let (one, other) = (luminance(one)?, luminance(other)?);
    Some(one.max(other) / one.min(other))
}

#[test]
fn evidence_is_readable_on_every_ground() {
    use ThemeRole::*;
    for name in Theme::list() {
        let theme = Theme::builtin(name).unwrap();
        for role in [Text, Supported, Partial, Unsupported, KeyPoint, Extraneous, Answer, Deviation, Issue] {
            for ground in [Text, Selected, Sentence, Selection] {
                let style = theme.style(Text).patch(theme.style(role)).patch(theme.style(ground));
                let Some(found) = style.fg.zip(style.bg).and_then(|(fg, bg)| contrast(fg, bg)) else {
                    continue;
                };
                let least = if role == Text { 4.5 } else { 3.0 };
                assert!(found >= least, "{name}: {} on {}: {found:.1}", role.name(), ground.name());
            }
        }
    }
}

#[test]
fn a_row_in_focus_shows_through_ordinary_words() {
    for name in Theme::list() {
        let theme = Theme::builtin(name).unwrap();
        let row = theme.style(ThemeRole::Chosen);
        let drawn = theme.style(ThemeRole::Text).patch(row).patch(theme.span(ThemeRole::Text, "words").style);
        assert_eq!(
            (drawn.bg, drawn.add_modifier),
            (row.bg.or(theme.style(ThemeRole::Text).bg), row.add_modifier),
            "{name}"
        );
    }
}

#[test]
fn the_terminal_decides_where_nobody_else_did() {
    assert_eq!(Theme::automatic(false, ColorDepth::Indexed, None).name, "dark");
    assert_eq!(Theme::automatic(false, ColorDepth::Indexed, Some("15;0")).name, "dark");
    assert_eq!(Theme::automatic(false, ColorDepth::Indexed, Some("0;15")).name, "light");
    assert_eq!(Theme::automatic(false, ColorDepth::Indexed, Some("0;default;7")).name, "light");
    assert_eq!(Theme::automatic(true, ColorDepth::True, Some("0;15")).name, "mono");
}

#[test]
fn a_file_may_build_on_another() {
    let theme = Theme::parse(
        "my.toml",
        "my",
        "base = \"dark\"\n[palette]\nsea = \"#123456\"\n[roles]\npass = \"sea\"\n",
    )
    .unwrap();
    assert_eq!(theme.style(ThemeRole::Pass).fg, Some(Color::Rgb(0x12, 0x34, 0x56)));
    assert_eq!(theme.style(ThemeRole::Fail), Theme::builtin("dark").unwrap().style(ThemeRole::Fail));
}

#[test]
fn errors_name_file_and_key() {
    let say = |text: &str| Theme::parse("my.toml", "my", text).unwrap_err().to_string();
    assert_eq!(say("[roles]\npas = \"red\""), "my.toml: roles.pas: no such role");
    assert_eq!(
        say("[roles]\npass = { fg = \"sea\" }"),
        "my.toml: roles.pass.fg: `sea` is not a colour: use #rrggbb, 0-255, a name, or one of [palette]"
    );
    assert_eq!(say("[roles]\npass = { bold = 1 }"), "my.toml: roles.pass.bold: expected true or false");
    assert!(say("base = \"x\"").starts_with("my.toml: base: no theme `x`; there are dark, light"));
    assert!(say("roles = 1").contains("my.toml: "));
}

#[test]
fn fewer_colours_are_the_nearest_ones() {
    assert_eq!(nearest(Color::Rgb(255, 0, 0)), Color::Indexed(196));
    assert_eq!(nearest(Color::Rgb(128, 128, 128)), Color::Indexed(244));
    assert_eq!(nearest(Color::Red), Color::Red);
}

#[test]
fn a_terminal_gets_the_colours_that_it_has() {
    for (colorterm, term, depth) in [
        (Some("truecolor"), Some("xterm"), ColorDepth::True),
        (None, None, ColorDepth::Indexed),
        (None, Some("xterm-256color"), ColorDepth::Indexed),
        (None, Some("xterm-kitty"), ColorDepth::Indexed),
        (None, Some("alacritty"), ColorDepth::Indexed),
        (None, Some("screen.xterm-256color"), ColorDepth::Indexed),
        (None, Some("xterm-direct"), ColorDepth::True),
        (None, Some("linux"), ColorDepth::Eight),
        (None, Some("xterm"), ColorDepth::Eight),
        (None, Some("screen"), ColorDepth::Eight),
        (None, Some("vt100"), ColorDepth::None),
    ] {
        assert_eq!(ColorDepth::of(colorterm, term), depth, "{colorterm:?} {term:?}");
    }
    assert_eq!(Theme::automatic(false, ColorDepth::Eight, None).name, "sixteen");
    assert_eq!(Theme::automatic(false, ColorDepth::None, None).name, "mono");
}

#[test]
fn eight_colours_are_the_first_eight_whatever_the_theme() {
    const EIGHT: [Color; 9] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::Reset,
    ];
    for name in Theme::list() {
        let theme = Theme::builtin(name).unwrap().at_depth(ColorDepth::Eight);
        for &role in ThemeRole::ALL {
            let style = theme.style(role);
            for colour in [style.fg, style.bg].into_iter().flatten() {
                assert!(EIGHT.contains(&colour), "{name} {}: {colour:?}", role.name());
            }
            assert!(style.fg.is_none() || style.fg != style.bg, "{name} {}: seen on itself", role.name());
        }
        let plain = Theme::builtin(name).unwrap().at_depth(ColorDepth::None);
        assert!(
            ThemeRole::ALL.iter().all(|role| (plain.style(*role).fg, plain.style(*role).bg) == (None, None))
        );
    }
}
