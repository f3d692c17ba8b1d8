//! The sources of a case: read beside the article, in its panel.

use crate::tui::app::{App, Panel};

use super::tell;

/// Shows the next or the previous text of the article's panel: the article, then its sources.
pub fn turn(app: &mut App, forward: bool) {
    let Some(bench) = app.bench_mut() else { return };
    let count = bench.case.sources.len();
    if count == 0 {
        return tell(app, "this case names no sources: a case gives them as `sources`");
    }
    let at = bench.source.map_or(0, |at| at + 1);
    let next = if forward { (at + 1) % (count + 1) } else { (at + count) % (count + 1) };
    show(app, next.checked_sub(1));
}

/// Shows a source, or the article.
pub fn show(app: &mut App, source: Option<usize>) {
    if let Some(bench) = app.bench_mut() {
        bench.show_source(source);
    }
    app.editing &= app.focus != Panel::Article || source.is_none();
}
