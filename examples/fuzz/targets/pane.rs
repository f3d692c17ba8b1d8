//! The editor of a text.

use lockbench::tui::pane::{Edit, Move, Pane, PaneStyle};
use lockbench::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, clean, reached};
use crate::run::Bench;
use crate::source::Source;

const MOVES: [Move; 12] = [
    Move::Left,
    Move::Right,
    Move::WordLeft,
    Move::WordRight,
    Move::Up,
    Move::Down,
    Move::PageUp,
    Move::PageDown,
    Move::RowStart,
    Move::RowEnd,
    Move::Top,
    Move::Bottom,
];
/// Height of the pane in rows.
const ROWS: u16 = 7;

/// Builds a text, and edits given as a letter with arguments.
pub fn make(source: &mut Source) -> Input {
    let text = if source.once_in(2) {
        source.text(3)
    } else {
        (0..source.below(30)).map(|_| source.nasty()).collect()
    };
    let count = source.below(40);
    let edits: Vec<String> = (0..count)
        .map(|_| match source.below(14) {
            0..4 => format!("m{}", source.below(MOVES.len())),
            4..6 => format!("s{}", source.below(MOVES.len())),
            6 => format!("d{}", source.below(MOVES.len())),
            7 => format!("i{}", source.nasty()),
            8 => format!("ia{}", source.below(9)),
            9 => format!("p{}", source.text(1)),
            10 => format!("z{}", source.below(60)),
            _ => source.pick(&["n", "a", "w", "x", "u", "r", "c", "k"]).to_owned(),
        })
        .map(|edit| edit.replace('\0', ""))
        .collect();
    Input::default().with("text", text).with_list("edits", &edits)
}

fn edit(spec: &str) -> Option<Edit> {
    let letter = spec.chars().next()?;
    let rest = &spec[letter.len_utf8()..];
    let to = || rest.parse::<usize>().ok().and_then(|at| MOVES.get(at).copied());
    Some(match letter {
        'm' => Edit::Move(to()?),
        's' => Edit::Select(to()?),
        'd' => Edit::Delete(to()?),
        'i' => Edit::Insert(rest.chars().next()?),
        'p' => Edit::Paste(rest.to_owned()),
        'n' => Edit::Newline,
        'a' => Edit::SelectAll,
        'w' => Edit::SelectWord,
        'x' => Edit::Deselect,
        'u' => Edit::Undo,
        'r' => Edit::Redo,
        'c' => Edit::Cut,
        'k' => Edit::Copy,
        _ => return None,
    })
}

/// Checks that the text changes exactly when an edit says so, that cursor and selection are on character
/// boundaries, that everything can be undone and redone, and that no raw control character is drawn.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let text = input.text("text").into_owned();
    let mut pane = Pane::new(&text);
    pane.resize(30, ROWS);
    let mut columns = 30;
    for spec in input.list("edits") {
        if let Some(width) = spec.strip_prefix('z').and_then(|width| width.parse().ok()) {
            columns = width;
            pane.resize(columns, ROWS);
        }
        let Some(edit) = edit(&spec) else { continue };
        let (before, version) = (pane.as_str().to_owned(), pane.version());
        let done = pane.apply(edit.clone());
        reached("edits");
        ensure!(done.changed == (pane.version() != version), "{edit:?}: the version says otherwise");
        ensure!(done.changed || pane.as_str() == before, "{edit:?}: changed, and says it did not");
        ensure!(pane.edited() == (pane.as_str() != text), "{edit:?}: edited is {}", pane.edited());
        ensure!(pane.as_str().is_char_boundary(pane.cursor()), "{edit:?}: the cursor is within a character");
        let selected = pane.selection().is_none_or(|span| pane.as_str().get(span.range()).is_some());
        ensure!(selected, "{edit:?}: the selection is within a character");
        let moved = done.changed || matches!(edit, Edit::Move(_) | Edit::Select(_));
        ensure!(!moved || pane.cell_of(pane.cursor()).is_some(), "{edit:?}: the cursor is off the screen");
        if let Some((column, row)) = pane.cell_of(pane.cursor()) {
            ensure!(
                pane.byte_at(column, row) == Some(pane.cursor()),
                "{edit:?}: a click elsewhere than the cursor"
            );
        }
        drawn(&pane, columns)?;
    }
    while pane.apply(Edit::Redo).changed {}
    let last = pane.text();
    while pane.apply(Edit::Undo).changed {}
    ensure!(pane.as_str() == text, "undone, the text is another: {:?}", pane.as_str());
    while pane.apply(Edit::Redo).changed {}
    ensure!(pane.text() == last, "made again, the text is another: {:?}", pane.as_str());
    Ok(())
}

fn drawn(pane: &Pane, columns: u16) -> Outcome {
    let area = Rect::new(0, 0, columns, ROWS);
    let mut buffer = Buffer::empty(area);
    let theme = Theme::builtin("mono").ok_or("no theme")?;
    pane.draw(
        area,
        &mut buffer,
        &PaneStyle { theme: &theme, paints: &[], sentence: None, numbers: &[], focused: true, hint: "" },
    );
    for cell in &buffer.content {
        clean("a cell", cell.symbol())?;
        ensure!(!cell.symbol().contains('\n'), "a cell holds a line end");
    }
    Ok(())
}
