use super::super::keymap::{Action, Key};
use super::super::theme::Theme;
use super::*;
use std::fs;

fn parse(text: &str) -> Config {
    let themes: Vec<String> = Theme::list().map(str::to_owned).collect();
    Config::parse(Path::new("config.toml"), text, &themes)
}

fn faults(text: &str) -> Vec<String> {
    parse(text).faults.iter().map(ToString::to_string).collect()
}

fn pressed(config: &Config, context: Context, key: &str) -> Option<Action> {
    config.keys.action(context, key.parse::<Key>().unwrap().event()).map(|(action, _)| action)
}

#[test]
fn keys_and_theme_are_read() {
    let config = parse(
        "theme = \"light\"\n[keys.labels]\ntake_back = \"u\"\nnext = ['Ctrl-N', \"Down\"]\n[keys.text]\nmove = { Up = ['i', 'Up'] }\n",
    );
    assert_eq!(config.faults, []);
    assert_eq!(config.theme.as_deref(), Some("light"));
    assert_eq!(pressed(&config, Context::Labels, "u"), Some(Action::TakeBack));
    assert_eq!(pressed(&config, Context::Labels, "x"), None);
    assert_eq!(pressed(&config, Context::Labels, "Ctrl-N"), Some(Action::Next));
    assert_eq!(pressed(&config, Context::Labels, "j"), None);
    assert_eq!(pressed(&config, Context::Text, "i"), Some(Action::Move));
}

#[test]
fn every_fault_has_its_place_and_says_what_there_is() {
    for (text, start, words) in [
        ("colour = 1", "config.toml:1:1:", "`theme` and `keys`"),
        ("theme = 'drak'", "config.toml:1:9:", "dark, light"),
        ("theme = 3", "config.toml:1:9:", "in quotes"),
        ("keys = 3", "config.toml:1:8:", "[keys.labels]"),
        ("\n[keys.lables]\n", "config.toml:2:7:", "labels"),
        ("[keys]\nlabels = 1", "config.toml:2:10:", "[keys.labels]"),
        ("[keys.labels]\naccept = 'a'", "config.toml:2:1:", "take_back"),
        ("[keys.labels]\ntake_back = 'Hyper-a'", "config.toml:2:13:", "PgUp"),
        ("[keys.labels]\ntake_back = ['u', 5]", "config.toml:2:19:", "in quotes"),
        ("[keys.labels]\ntake_back = 'd'", "config.toml:2:13:", "`dismiss`"),
        ("[keys.main]\nquit = []", "config.toml:2:8:", "way out"),
        ("[keys.editing]\nundo = 'u'", "config.toml:2:8:", "Ctrl-"),
        ("[keys.text]\nmove = 'k'", "config.toml:2:8:", "move = {"),
        ("[keys.text]\nmove = { F5 = 'k' }", "config.toml:2:10:", "Ctrl-Left"),
        ("theme = \"dark", "config.toml:1:", ""),
        ("[keys.main]\nhelp = 'h'\nhelp = 'H'", "config.toml:3:1:", ""),
    ] {
        let faults = faults(text);
        assert_eq!(faults.len(), 1, "{text}: {faults:#?}");
        assert!(faults[0].starts_with(start) && faults[0].contains(words), "{text}: {faults:#?}");
    }
}

#[test]
fn what_is_right_counts_beside_what_is_wrong() {
    let config = parse("theme = 5\n[keys.labels]\ntake_back = 'u'\naccept = 'a'\n[keys.lables]\n");
    assert_eq!(config.faults.len(), 3);
    assert_eq!(pressed(&config, Context::Labels, "u"), Some(Action::TakeBack));
    assert_eq!(pressed(&config, Context::Labels, "d"), Some(Action::Dismiss));
}

#[test]
fn of_two_changes_that_contradict_each_other_the_first_counts() {
    let text = "[keys.labels]\ntake_back = 'u'\ndismiss = 'u'\n";
    let config = parse(text);
    assert_eq!(config.faults.len(), 1);
    assert_eq!(config.faults[0].place, Some(LineColumn { line: 3, column: 11 }));
    assert_eq!(pressed(&config, Context::Labels, "u"), Some(Action::TakeBack));
    assert_eq!(pressed(&config, Context::Labels, "d"), Some(Action::Dismiss));
}

#[test]
fn what_is_shown_can_be_pasted_back() {
    let changed = "theme = 'mono'\n[keys.labels]\ntake_back = ['u', 'Ctrl-X']\n[keys.main]\ntheme = []\nrubric = { 1 = 'F5' }\n";
    for text in ["", changed] {
        let config = parse(text);
        assert_eq!(config.faults, [], "{text}");
        let shown = show(&config, &[]);
        let again = parse(&shown);
        assert_eq!(again.faults, [], "{shown}");
        assert_eq!(show(&again, &[]), shown);
        assert_eq!(again.theme, config.theme);
    }
    assert!(show(&parse(changed), &[]).contains("take_back = [\"u\", \"Ctrl-X\"]"));
}

#[test]
fn no_text_makes_it_panic() {
    for text in [
        "",
        "\u{feff}",
        "[",
        "]]",
        "= =",
        "[keys.\u{202e}]",
        "\0",
        "é😀 = 'x'",
        "[keys]\nlabels.next.x.y = 1",
    ] {
        parse(text);
    }
    let long = format!("[keys.labels]\nnext = [{}]", "'a',".repeat(2000));
    assert_eq!(faults(&long).len(), 1);
}

#[test]
fn the_file_is_where_configuration_belongs() {
    let of = |config: &'static str, home: &'static str| {
        folder(move |name| {
            let value = if name == "XDG_CONFIG_HOME" { config } else { home };
            (!value.is_empty()).then(|| value.to_owned())
        })
    };
    assert_eq!(of("/c", "/h"), Some(PathBuf::from("/c/lockbench")));
    assert_eq!(of("c", "/h"), Some(PathBuf::from("/h/.config/lockbench")));
    assert_eq!(of("", ""), None);
}

#[test]
fn a_file_that_cannot_be_read_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let read = || read(folder.path());
    assert_eq!(read().faults, [], "there is no file");
    fs::write(folder.path().join("config.toml"), b"theme = 'd\n\xff'").unwrap();
    assert_eq!(read().faults[0].place, Some(LineColumn { line: 2, column: 1 }));
    fs::remove_file(folder.path().join("config.toml")).unwrap();
    fs::create_dir(folder.path().join("config.toml")).unwrap();
    assert!(read().faults[0].to_string().ends_with("is not a file"));
}
