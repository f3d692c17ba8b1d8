//! Theme files.

use lockbench::tui::theme::{ColorDepth, Theme, ThemeRole};

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds a theme with other colours, keys and lines.
pub fn make(source: &mut Source) -> Input {
    let corpus = source.corpus;
    let text = source.one(&corpus.themes);
    let changed = mutate::toml(source, text);
    let damaged =
        if source.once_in(3) { mutate::bytes(source, changed.into_bytes()) } else { changed.into_bytes() };
    Input::default().with("theme.toml", damaged)
}

/// Checks that a theme is refused with its file and a reason, or has a style for every role at every
/// colour depth.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let text = input.text("theme.toml");
    match Theme::parse("file.toml", "own", &text) {
        Err(error) => {
            ensure!(error.to_string().starts_with("file.toml: ") && !error.reason.is_empty(), "{error}");
        }
        Ok(theme) => {
            reached("themes");
            ensure!(
                Theme::parse("file.toml", "own", &text).as_ref() == Ok(&theme),
                "read again, it is another"
            );
            for depth in [ColorDepth::None, ColorDepth::Eight, ColorDepth::Indexed, ColorDepth::True] {
                let theme = theme.clone().at_depth(depth);
                for role in ThemeRole::ALL {
                    let _ = theme.style(*role);
                }
            }
        }
    }
    Ok(())
}
