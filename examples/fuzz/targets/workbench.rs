//! The whole workbench on a screen in memory: a queue, the gym, an adjudication.

use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lockbench::case::{Case, Fields, Record};
use lockbench::session::{CaseRow, Store, now, session_line};
use lockbench::tui::Flow;
use lockbench::tui::msg::Message;
use serde_json::{Value, json};

use super::json::lines;
use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, clean, reached};
use crate::run::Bench;
use crate::source::Source;
use crate::test_workbench::TestWorkbench;

const NAMED: [(&str, KeyCode); 16] = [
    ("tab", KeyCode::Tab),
    ("back", KeyCode::BackTab),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("f1", KeyCode::F(1)),
    ("insert", KeyCode::Insert),
];
/// What the workbench is opened for.
const MODES: [&str; 4] = ["queue", "queue", "gym", "adjudication"];
/// Whether each message waits for the effects of the previous one.
const SPEEDS: [&str; 2] = ["settled", "at once"];
const SIZES: [(u16, u16); 8] =
    [(120, 40), (80, 24), (60, 16), (59, 16), (1, 1), (200, 12), (61, 90), (10, 40)];

/// Builds cases and messages: keys, mouse events, pastes, sizes.
pub fn make(source: &mut Source) -> Input {
    let count = 1 + source.below(3);
    let mut cases: Vec<_> = (0..count).map(|_| source.case()).collect();
    for case in &mut cases {
        let [article, summary] = source.pair(3);
        case["article"] = article.into();
        case["summary"] = summary.into();
    }
    let happens = 5 + source.below(30);
    let events: Vec<String> = (0..happens)
        .map(|_| match source.below(12) {
            0..3 => format!("n{} {}", source.below(3), source.one(&NAMED).0),
            3 => format!("r{}", source.below(SIZES.len())),
            4 => format!("p{}", source.text(1)),
            5 => format!("m{} {} {}", source.below(130), source.below(45), source.below(7)),
            6 => format!("c{}", source.pick(&["a", "c", "x", "v", "z", "y", "s", "f", "l", "r", "u", "d"])),
            7 => format!("k{}", source.nasty()),
            // The keys of the commands, with a preference for those that open something.
            8 => format!(
                "k{}",
                source.pick(&["?", ":", "/", "R", "W", "D", "J", "e", "0", "1", "2", "3", "4", "5", "6"])
            ),
            _ => format!("k{}", char::from(b' ' + source.below(95) as u8)),
        })
        .map(|event| event.replace('\0', ""))
        .collect();
    let mode = [source.pick(&MODES), source.pick(&SPEEDS)].map(str::to_owned);
    Input::default().with("cases.jsonl", lines(&cases)).with_list("mode", &mode).with_list("events", &events)
}

/// Checks after each message that no cell contains a control character and that every row has the width
/// of the screen.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let path = bench.folder.join("workbench.jsonl");
    std::fs::write(&path, input.bytes("cases.jsonl")).map_err(|error| error.to_string())?;
    let mode = input.list("mode");
    let is = |word: &str| mode.iter().any(|known| known == word);
    let mut top = match () {
        () if is("gym") => TestWorkbench::gym(None, 100, 30),
        () if is("adjudication") => match adjudicating(input, &bench.folder)? {
            Some(top) => top,
            None => return Ok(()),
        },
        () => TestWorkbench::open(&[path], 100, 30),
    };
    screen_holds(&top, "the start")?;
    let (at_once, mut waiting) = (is("at once"), Vec::new());
    for event in input.list("events") {
        for message in messages(&event) {
            let size =
                if let Message::Resize(columns, rows) = message { Some((columns, rows)) } else { None };
            if at_once && size.is_none() {
                waiting.push(message);
                continue;
            }
            if top.rush(waiting.drain(..)) != Flow::On {
                return Ok(());
            }
            if let Some((columns, rows)) = size {
                top.screen.terminal.backend_mut().resize(columns, rows);
            }
            if top.send(message) != Flow::On {
                return Ok(());
            }
        }
        if waiting.is_empty() {
            reached("screens");
            screen_holds(&top, &event)?;
        }
    }
    if top.rush(waiting) == Flow::On {
        screen_holds(&top, "all at once")?;
    }
    Ok(())
}

/// Builds two annotators who disagree on the first words of each case; `None` if no case has a claim that
/// they can label.
fn adjudicating(input: &Input, folder: &Path) -> Result<Option<TestWorkbench>, String> {
    let text = input.text("cases.jsonl");
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        let found = Record::json("cases.jsonl", "1", line).cases(&Fields::default());
        cases.extend(found.map_or_else(|_| Vec::new(), |found| found.cases));
    }
    cases.dedup_by(|a, b| a.id == b.id);
    let session = folder.join("adjudication.db");
    for end in ["", "-wal", "-shm"] {
        std::fs::remove_file(format!("{}{end}", session.display())).ok();
    }
    let fault = |error: &dyn std::fmt::Display| error.to_string();
    let line = session_line(now(), "judge-lock", &serde_json::Map::default());
    let mut store = Store::create(&session, &line).map_err(|error| fault(&error))?;
    let mut rows = Vec::new();
    for case in &cases {
        let text = serde_json::to_string(case).map_err(|error| fault(&error))?;
        let found = CaseRow::of(Record::json("cases.jsonl", &case.id, &text), &Fields::default(), &[]);
        rows.extend(found.into_iter().flatten().map(|(row, _)| row));
    }
    store.add(&rows).map_err(|error| fault(&error))?;
    drop(store);
    let files = [("ann", "supported"), ("bob", "unsupported")].map(|(by, label)| {
        let path = folder.join(format!("{by}.jsonl"));
        let set = |case: &Case| -> Value {
            let words: String = case.summary.chars().take(12).collect();
            let claim = json!({"text": words, "label": label, "summary": [{"text": words}], "article": []});
            json!({"id": case.id, "by": by, "labels": {"claims": [claim]}})
        };
        std::fs::write(&path, cases.iter().map(|case| format!("{}\n", set(case))).collect::<String>())
            .map(|()| path)
    });
    let files = files.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| fault(&error))?;
    match TestWorkbench::adjudicating(&cases, &files, &session, 100, 30) {
        Ok(top) => Ok(Some(top)),
        Err(error) if error.message.starts_with("nobody has labelled anything") => Ok(None),
        Err(error) => Err(fault(&error)),
    }
}

fn screen_holds(top: &TestWorkbench, after: &str) -> Outcome {
    let buffer = top.screen.terminal.backend().buffer();
    for cell in buffer.content() {
        clean("a cell", cell.symbol()).map_err(|why| format!("after {after:?}: {why}"))?;
        ensure!(!cell.symbol().contains('\n'), "after {after:?}: a cell holds a line end");
    }
    Ok(())
}

fn messages(event: &str) -> Vec<Message> {
    let Some(letter) = event.chars().next() else { return Vec::new() };
    let rest = &event[letter.len_utf8()..];
    let key = |code, held| Message::Key(KeyEvent::new(code, held));
    let mut numbers = rest.split(' ').map(|number| number.parse::<u16>().unwrap_or(0));
    let mut number = || numbers.next().unwrap_or(0);
    match letter {
        'k' => rest.chars().map(|c| key(KeyCode::Char(c), KeyModifiers::NONE)).collect(),
        'c' => rest.chars().map(|c| key(KeyCode::Char(c), KeyModifiers::CONTROL)).collect(),
        'n' => {
            let held =
                [KeyModifiers::NONE, KeyModifiers::SHIFT, KeyModifiers::CONTROL][usize::from(number() % 3)];
            let name = rest.split(' ').nth(1).unwrap_or_default();
            NAMED.iter().filter(|(known, _)| *known == name).map(|(_, code)| key(*code, held)).collect()
        }
        'p' => vec![Message::Paste(rest.to_owned())],
        'r' => SIZES
            .get(usize::from(number()))
            .map(|(columns, rows)| Message::Resize(*columns, *rows))
            .into_iter()
            .collect(),
        'm' => {
            let (column, row) = (number(), number());
            let kind = match number() {
                0 => MouseEventKind::ScrollDown,
                1 => MouseEventKind::ScrollUp,
                2 => MouseEventKind::Drag(MouseButton::Left),
                3 => MouseEventKind::Up(MouseButton::Left),
                4 => MouseEventKind::Down(MouseButton::Right),
                _ => MouseEventKind::Down(MouseButton::Left),
            };
            vec![Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })]
        }
        _ => Vec::new(),
    }
}
