//! Where an annotator was: kept with the session, so that opening it again shows the same place.

use serde::{Deserialize, Serialize};

use crate::labels::LISTS;
use crate::labels::overrides::Side;
use crate::rubric::RUBRICS;
use crate::tui::list;
use crate::tui::pane::Pane;
use crate::tui::queue::Seat;
use crate::tui::state::{Panel, State};

/// The case, and the places in it.
#[derive(Debug, Serialize, Deserialize)]
struct Place {
    case: String,
    article: Text,
    summary: Text,
    list: String,
    row: usize,
}

/// A place in a text.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Text {
    /// The cursor, as a byte.
    cursor: usize,
    /// The first byte on the screen.
    top: usize,
}

/// What the screen shows.
#[derive(Debug, Serialize, Deserialize)]
struct View {
    rubric: String,
    panel: String,
}

impl Text {
    fn of(pane: &Pane) -> Text {
        Text { cursor: pane.cursor(), top: pane.visible().start }
    }
}

/// Where the annotator is; `None` where no case is open.
pub fn of(state: &State) -> Option<Seat> {
    let bench = state.bench()?;
    let place = Place {
        case: bench.case.id.clone(),
        article: Text::of(&bench.article),
        summary: Text::of(&bench.summary),
        list: bench.list.spec().key.to_owned(),
        row: bench.row.cursor(),
    };
    let view = View { rubric: state.slug().to_owned(), panel: state.focus.title().to_owned() };
    Some(Seat { place: serde_json::to_string(&place).ok()?, view: serde_json::to_string(&view).ok()? })
}

/// Puts the screen where the annotator was, as far as it is still there.
pub fn take(state: &mut State, seat: &Seat) {
    if let Ok(view) = serde_json::from_str::<View>(&seat.view) {
        let panel = Panel::ALL.into_iter().find(|panel| panel.title() == view.panel);
        state.focus = panel.unwrap_or(state.focus);
        // The rubric asked for on the command line, or the session's own, stays where it is not the usual one.
        if state.rubric == 0 {
            state.rubric = RUBRICS.iter().position(|entry| entry.slug == view.rubric).unwrap_or(0);
        }
    }
    let slug = state.slug();
    let Some(bench) = state.bench_mut() else { return };
    bench.rubric = slug;
    let Ok(place) = serde_json::from_str::<Place>(&seat.place) else { return };
    if place.case != bench.case.id {
        return;
    }
    for (side, text) in [(Side::Article, place.article), (Side::Summary, place.summary)] {
        let pane = bench.pane_mut(side);
        pane.set_cursor(text.cursor);
        pane.show_from(text.top);
    }
    if let Some(spec) = LISTS.iter().find(|spec| spec.key == place.list) {
        (bench.list, bench.row) = (spec.list, list::List::at(place.row));
        // The label that matters most is where a case begins that was not open before.
        bench.met = true;
    }
}
