use std::io;

use crossterm::event::KeyModifiers;
use ratatui::backend::TestBackend;
use ratatui::{Frame, Terminal};

use super::*;
use crate::report::Decision;
use crate::tui::adjudicator;
use crate::tui::component::Window;
use crate::tui::queue::LostFile;
use crate::tui::state::StorageStatus;

/// A screen that, each time it is asked, asks for other screens to be closed before itself.
#[derive(Debug)]
struct Eager(usize);

impl Component for Eager {
    fn window(&self, _state: &State) -> Window {
        Window::whole(Context::Help)
    }

    fn update(&mut self, action: Action, key: KeyEvent, cx: &mut Cx) -> bool {
        if action != Action::Help {
            return false;
        }
        cx.asks.extend((0..self.0).map(|_| ComponentRequest::Run(Action::Close, key)));
        cx.close();
        true
    }

    fn on(&mut self, _event: ComponentEvent, cx: &mut Cx) {
        cx.asks.extend((0..self.0).map(|_| ComponentRequest::Run(Action::Close, Cx::NO_KEY)));
    }

    fn draw(&self, _state: &State, _frame: &mut Frame, _area: Rect) {}
}

fn app(screens: &[usize]) -> App {
    let theme = Theme::builtin("mono").unwrap();
    let mut app = App::new(theme, 0, Readings::default(), "ann".to_owned());
    screens.iter().for_each(|closes| app.screens.push(Box::new(Eager(*closes))));
    app.resize(100, 30);
    app
}

#[test]
fn a_screen_that_was_closed_meanwhile_is_not_closed_again_nor_another_in_its_place() {
    for (screens, left) in [(&[1][..], 0), (&[2], 0), (&[0, 0, 1], 2), (&[0, 0, 2], 1), (&[0, 0, 9], 0)] {
        let mut app = app(screens);
        app.act(Action::Help, Cx::NO_KEY, &mut Vec::new());
        assert_eq!(app.screens.iter().len(), left, "{screens:?}");
    }
    // If screens close others on an event, the remaining ones still receive it.
    let mut app = app(&[0, 1, 2, 1]);
    app.broadcast(ComponentEvent::Rubric, &mut Vec::new());
    assert_eq!(app.screens.iter().len(), 1);
}

#[test]
fn an_export_that_is_being_written_is_waited_for() {
    let quits = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Quit(0)));
    for (written, left) in
        [(Ok("s.html".into()), true), (Err(io::Error::other("the disk is full").into()), false)]
    {
        let mut app = app(&[]);
        let mut effects = Vec::new();
        app.state.exports = 1;
        app.act(Action::Quit, Cx::NO_KEY, &mut effects);
        assert!(!quits(&effects) && app.context() == Context::Leaving, "{effects:?}");
        let effects = app.update(Message::Exported(written));
        assert_eq!((quits(&effects), app.is_covered()), (left, left), "{effects:?}");
    }
}

/// A gold set with lists left out is not called complete.
#[test]
fn an_export_says_what_it_leaves_out() {
    let mut app = app(&[]);
    let written = Ok(("gold.jsonl".into(), vec!["2 lists left out".to_owned()]));
    app.update(Message::Adjudicated(Box::new(adjudicator::AdjudicatorUpdate::Exported(written))));
    let said = app.state.notice.as_ref().map(|notice| notice.text.clone());
    assert_eq!(said.as_deref(), Some("exported to gold.jsonl; 2 lists left out"));
}

/// Returns what the workbench shows on a terminal of a given size, as one line.
fn drawn(app: &App, columns: u16, rows: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    let cells: String = terminal.backend().buffer().content().iter().map(|cell| cell.symbol()).collect();
    cells.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Typing on while the terminal is made smaller neither quits nor loses the typed text.
#[test]
fn no_letter_quits_where_something_is_typed_that_cannot_be_seen() {
    let key = |c: char, held| Message::Key(KeyEvent::new(KeyCode::Char(c), held));
    let mut app = app(&[]);
    let typed = screens::reason::Reason::new(screens::reason::ReasonSubject::Verdict(Decision::Fail));
    app.screens.push(Box::new(typed));
    app.resize(100, 30);
    app.update(key('a', KeyModifiers::NONE));
    app.update(Message::Resize(20, 5));
    assert!(drawn(&app, 20, 5).contains("Ctrl-C quits"), "{}", drawn(&app, 20, 5));
    for c in ['q', 'b'] {
        let effects = app.update(key(c, KeyModifiers::NONE));
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::Quit(_))), "{effects:?}");
    }
    app.update(Message::Resize(100, 30));
    assert!(app.is_typing() && drawn(&app, 100, 30).contains("because: a "), "{}", drawn(&app, 100, 30));
    app.update(Message::Resize(20, 5));
    let effects = app.update(key('c', KeyModifiers::CONTROL));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Quit(0))), "{effects:?}");
}

#[test]
fn a_terminal_that_is_too_small_takes_no_key_but_the_one_that_quits() {
    let key = |c: char| Message::Key(KeyEvent::from(KeyCode::Char(c)));
    let mut app = app(&[]);
    app.resize(59, 16);
    let shown = drawn(&app, 59, 16);
    assert!(shown.contains("needs 60 x 16; this is 59 x 16."), "{shown}");
    assert!(shown.contains("press q to quit") && shown.contains("No other key works."), "{shown}");
    // The whole text fits in a corner of a screen.
    app.resize(20, 5);
    let shown = drawn(&app, 20, 5);
    assert!(shown.contains("No other key works."), "{shown}");
    app.resize(59, 16);
    let zoomed = app.state.zoomed;
    for message in [key('?'), key('+'), Message::Paste("words".to_owned())] {
        let effects = app.update(message);
        assert!(!app.is_covered() && app.state.zoomed == zoomed, "{effects:?}");
    }
    app.update(Message::Resize(60, 16));
    app.update(key('+'));
    assert_ne!(app.state.zoomed, zoomed, "with room it takes keys again");
    app.update(Message::Resize(60, 15));
    // The question about unsaved changes needs room too.
    app.state.kept = StorageStatus::In("s.db".into());
    app.state.lost = Some(LostFile { why: "it was removed".to_owned(), offer: "t.db".into() });
    app.update(key('q'));
    assert!(drawn(&app, 60, 15).contains("Not saved: make it"), "{}", drawn(&app, 60, 15));
    app.update(key('d'));
    app.update(key('q'));
    assert_eq!(app.context(), Context::Leaving);
}
