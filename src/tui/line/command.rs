//! Parsing of command lines into the messages that keys would send.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::labels::{LISTS, LabelValue, List, Side};
use crate::num::pluralize;
use crate::rubric::RUBRICS;
use crate::tui::app::App;
use crate::tui::decide::word_keys;
use crate::tui::keymap::{Action, Context, Key, Row};
use crate::tui::msg::Message;
use crate::tui::sanitize;
use crate::tui::screens::go_to;
use crate::tui::state::Panel;
use crate::tui::words;

/// Output printed after a line was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// The open screen, or else the verdict.
    Status,
    Panel(Panel),
    Commands,
    /// The whole report as JSON.
    Json,
    /// Instructions for entering a text line by line.
    Take(Side),
}

/// A command that is not an action of the key table: its name, arguments and effect.
#[derive(Debug)]
pub struct Command {
    pub name: &'static str,
    /// Its arguments.
    pub takes: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    read: fn(&App, &str) -> Read,
}

/// Reason why a line is not a valid command.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error("no command is called `{}`{}; `help` prints them all", cut(.line), similar(.like))]
    Unknown { line: String, like: Vec<&'static str> },
    #[error("the key {0} does nothing here")]
    Idle(Key),
    #[error("what is typed follows `type`: type {0}")]
    Typed(char),
    #[error("no text is typed here: `type` counts while you edit a text, and in a prompt")]
    NothingTyped,
    #[error("`{action}` takes one of {}", .keys.join(", "))]
    Key { action: &'static str, keys: Vec<String> },
    #[error("`{action}` does nothing here{}", elsewhere(.places))]
    Elsewhere { action: &'static str, places: Vec<&'static str> },
    #[error("what you type is not kept yet: `enter` keeps it, `close` discards it")]
    Unfinished,
    #[error("`{}` is not a number of a row, from 1", cut(.0))]
    RowNumber(String),
    #[error("no list of this rubric is called `{}`; there are {}", cut(.name), .known.join(", "))]
    UnknownList { name: String, known: Vec<&'static str> },
    #[error("no metric of this rubric is called `{}`; there are {}", cut(.name), .known.join(", "))]
    UnknownMetric { name: String, known: Vec<&'static str> },
    #[error("`set` takes a row and a word: set 3 supported, or set claims 3 supported")]
    Set,
    #[error(
        "while adjudicating, `set` takes a row of the queue and a word: set 3 supported, or set supported for the row in focus"
    )]
    SetRow,
    #[error("while adjudicating, `set` decides on a row of the queue: `adjudicate` opens it")]
    NoQueue,
    #[error("answer first what is asked: `enter` goes on, `close` goes back")]
    Asked,
    #[error("{0}")]
    Absent(String),
    #[error("{list}: there are {}", pluralize(*.count, "row"))]
    NoRow { list: String, count: usize },
    #[error("no {unit} can be `{}`: it may be {}", cut(.word), .known.join(", "))]
    Word { unit: &'static str, word: String, known: Vec<String> },
    #[error("unknown rubric `{}` (known: {})", cut(.name), .known.join(", "))]
    UnknownRubric { name: String, known: Vec<&'static str> },
    #[error("`case` takes the number or the name of a case")]
    Case,
    #[error("`find` takes the words to look for")]
    Find,
    #[error("`{}` is not a text to edit: edit article, or edit summary", cut(.0))]
    Edit(String),
}

/// Returns the typed text, shortened to what a message quotes.
fn cut(typed: &str) -> Cow<'_, str> {
    const COLUMNS: usize = 60;
    sanitize::fit(typed, COLUMNS)
}

fn similar(like: &[&str]) -> String {
    let like: Vec<String> = like.iter().map(|name| format!("`{name}`")).collect();
    if like.is_empty() { String::new() } else { format!("; like it are {}", like.join(", ")) }
}

/// Returns the contexts in which an action applies, or none of them if they are too many to be useful.
fn elsewhere(places: &[&str]) -> String {
    match places {
        few if few.len() <= 4 => format!("; it counts in {} alone", few.join(", ")),
        _ => ": no window is open that has it".to_owned(),
    }
}

type Read = Result<(Vec<Message>, Show), CommandError>;

const fn row(
    name: &'static str,
    takes: &'static str,
    help: &'static str,
    read: fn(&App, &str) -> Read,
) -> Command {
    Command { name, takes, help, read }
}

/// The commands other than the actions of the key table.
pub const COMMANDS: &[Command] = &[
    row("status", "", "Say the case, the rubric and its verdict.", |_, _| Ok((vec![], Show::Status))),
    row("article", "", "Print the article, or the source in its place, by sentences.", |app, _| {
        text(app, Panel::Article)
    }),
    row("summary", "", "Print the summary by sentences.", |app, _| text(app, Panel::Summary)),
    row("scores", "", "Print the score of each metric and the reasons of the verdict.", |_, _| {
        panel(Panel::Scores)
    }),
    row("caps", "", "Print the caps.", |_, _| panel(Panel::Caps)),
    row("labels", "[LIST]", "Print the labels of a list: claims, key points ...", labels),
    row("ledger", "[METRIC]", "Print how the score of a metric came about.", ledger),
    row(
        "set",
        "[LIST] ROW WORD",
        "Say what a label is, as in: set claims 3 supported; `rejected` rejects a finding. While adjudicating: decide on a row of \
         the queue, as in: set 3 supported; without a number on the row in focus.",
        set,
    ),
    row("row", "NUMBER", "Go to a row of what was printed last.", |app, rest| {
        Ok((to_row(app, &[], number(rest)?)?, Show::Status))
    }),
    row("rubric", "NUMBER or NAME", "Put a rubric in force.", rubric),
    row("case", "NUMBER or NAME", "Go to a case of the queue.", case),
    row(
        "find",
        "WORDS",
        "Look for words in the text printed last, and select them; `search_next` goes on.",
        find,
    ),
    row("type", "TEXT", "Type a text where one is typed: while editing, or into a prompt.", typed),
    row(
        "edit",
        "article or summary",
        "Replace a text by the lines that follow, up to a line with a full stop alone.",
        edit,
    ),
    row("json", "", "Print the report as JSON.", |_, _| Ok((vec![], Show::Json))),
    row("help", "", "Print every command.", |_, _| Ok((vec![], Show::Commands))),
];

/// Parses a line.
///
/// # Errors
/// Fails for an unknown command, naming similar ones, and for a command that would discard typed, unsaved
/// text, or answers to questions.
pub fn read(app: &App, line: &str) -> Read {
    let (messages, show) = command(app, line)?;
    let is_leaving = messages.iter().any(|message| leaves(app, message));
    if app.is_typing() && is_leaving {
        return Err(CommandError::Unfinished);
    }
    let is_quitting = || messages.iter().any(|message| matches!(message, Message::Command(Action::Quit, _)));
    // Questions that are left otherwise than by `close` lose their answers, some of which were commented on.
    if app.context() == Context::Predict && is_leaving && !is_quitting() {
        return Err(CommandError::Asked);
    }
    Ok((messages, show))
}

/// Whether a message concerns another context than the current one, whose screen it may close.
fn leaves(app: &App, message: &Message) -> bool {
    match message {
        Message::Focus(_) | Message::List(_) => true,
        Message::Command(action, _) => !counts_here(app, *action),
        _ => false,
    }
}

fn counts_here(app: &App, action: Action) -> bool {
    app.state.keys.rows_of(app.context()).any(|row| row.action() == action)
}

fn command(app: &App, line: &str) -> Read {
    let line = line.trim_start();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if name.is_empty() || name.starts_with('#') {
        return Ok((vec![], Show::Status));
    }
    if let Some(command) = COMMANDS.iter().find(|command| command.name == name)
        && !(name == "edit" && rest.trim().is_empty())
    {
        // Typed text is passed on unchanged.
        return (command.read)(app, if name == "type" { rest } else { rest.trim() });
    }
    action(app, line.trim())
}

/// Parses an action's name, with a row number or, for an action whose keys differ, a key; or else the name of
/// a key.
fn action(app: &App, line: &str) -> Read {
    let is_name =
        || app.state.keys.rows().iter().any(|row| row.counts_in(app.context()) && is_called(row, line));
    if let Some(key) = pressed(app, line).filter(|_| !is_name()) {
        return Ok((vec![Message::Key(key.event())], Show::Status));
    }
    let (name, rest) = line.rsplit_once(char::is_whitespace).unwrap_or((line, ""));
    let (row, rest) = match named(app, line) {
        Some(row) => (row, ""),
        None => (named(app, name).ok_or_else(|| unknown(app, line))?, rest),
    };
    let row = if row.action() == Action::Save { saving(app, row) } else { row };
    let action = row.action();
    if action == Action::GoTo && !rest.is_empty() {
        return case(app, rest);
    }
    let mut messages = place(app, row)?;
    let event = if row.binding.is_by_key() {
        let keys = || row.binding.keys.iter().map(|key| key.name().to_string()).collect();
        let read = rest.parse::<Key>().ok().filter(|key| row.binding.keys.contains(key));
        read.ok_or_else(|| CommandError::Key { action: action.name(), keys: keys() })?.event()
    } else {
        if !rest.is_empty() {
            messages.extend(to_row(app, &messages, number(rest)?)?);
        }
        row.event()
    };
    messages.push(Message::Command(action, event));
    Ok((messages, Show::Status))
}

/// Returns the key that a line names. It has to be bound in the current context, or be a character where none
/// are typed as text.
fn pressed(app: &App, line: &str) -> Option<Key> {
    let (key, context) = (line.parse::<Key>().ok()?, app.context());
    let is_choice = !context.is_typed_in() || context.is_chosen_in();
    let is_bound = || app.state.keys.action(context, key.event()).is_some();
    ((is_choice && key.typed().is_some()) || is_bound()).then_some(key)
}

/// Whether this is the action's name, or its name on the hint line.
fn is_called(row: &Row, name: &str) -> bool {
    let (own, name) = (row.action().name(), name.to_lowercase());
    own == name || own.replace('_', " ") == name || (!row.binding.hint.is_empty() && row.binding.hint == name)
}

/// Finds the row of an action by its name, by its name on the hint line, or by a word that no other action
/// has. Rows of the current context come first.
fn named<'a>(app: &'a App, name: &str) -> Option<&'a Row> {
    let rows = app.state.keys.rows();
    let (name, context) = (name.to_lowercase(), app.context());
    let here = |row: &&Row| row.counts_in(context);
    let called = |row: &&Row| is_called(row, &name);
    // If an action applies in several contexts, the main screen's row works from anywhere.
    let main = |row: &&Row| row.counts_in(Context::Main);
    let found = rows.iter().filter(called).find(here);
    let found = found.or_else(|| rows.iter().filter(called).find(main)).or_else(|| rows.iter().find(called));
    found.or_else(|| {
        let also = |row: &&Row| row.binding.also.split(' ').any(|word| word == name);
        let mut others = rows.iter().filter(also);
        let first = others.next()?;
        others.all(|row| row.action() == first.action()).then_some(first)
    })
}

/// Returns the row that `save` stands for in the current context. While a comment is being written, the key
/// that elsewhere saves everything saves the comment.
fn saving<'a>(app: &'a App, save: &'a Row) -> &'a Row {
    let has_key = |row: &&Row| row.keys.iter().any(|key| save.keys.contains(key));
    app.state.keys.rows_of(app.context()).find(has_key).unwrap_or(save)
}

/// Returns messages that go to the context in which an action applies.
fn place(app: &App, row: &Row) -> Result<Vec<Message>, CommandError> {
    let context = app.context();
    // Quitting leaves every screen as it is, including an unfinished note.
    if row.counts_in(context) || counts_here(app, row.action()) || row.action() == Action::Quit {
        return Ok(Vec::new());
    }
    let panels = [Panel::Labels, Panel::Scores, Panel::Caps, Panel::Summary];
    let contexts = [Context::Labels, Context::Scores, Context::Caps, Context::Text];
    let panel = panels.into_iter().zip(contexts).find(|(_, context)| row.contexts.contains(context));
    if row.contexts.contains(&Context::Main) {
        return Ok(vec![Message::Focus(app.state.focus)]);
    }
    if let Some((panel, _)) = panel {
        return Ok(vec![Message::Focus(panel)]);
    }
    // An action may have several rows, with different search words.
    let rows = app.state.keys.rows().iter().filter(|other| other.action() == row.action());
    let mut places: Vec<&str> = Vec::new();
    for name in rows.flat_map(|row| row.contexts.iter()).map(|context| context.name()) {
        if !places.contains(&name) {
            places.push(name);
        }
    }
    Err(CommandError::Elsewhere { action: row.action().name(), places })
}

fn unknown(app: &App, line: &str) -> CommandError {
    if let Ok(key) = line.parse::<Key>() {
        return key.typed().map_or(CommandError::Idle(key), CommandError::Typed);
    }
    if LISTS.iter().flat_map(|spec| spec.words).any(|word| word.as_str() == line.to_lowercase()) {
        return CommandError::Set;
    }
    CommandError::Unknown { line: line.to_owned(), like: alike(app, line) }
}

/// Returns the commands that a mistyped line may mean: those that are spelled like it or like its first word, the
/// most similar ones first, then those that have its words.
fn alike(app: &App, line: &str) -> Vec<&'static str> {
    const MIN_SIMILARITY: f64 = 0.85;
    const MOST: usize = 3;
    let line = line.to_lowercase().replace('_', " ");
    let first = line.split(' ').next().unwrap_or_default();
    let similarity = |name: &str| {
        let name = name.replace('_', " ");
        strsim::jaro_winkler(&line, &name).max(strsim::jaro_winkler(first, &name))
    };
    let actions = app.state.keys.rows().iter().filter(|row| place(app, row).is_ok());
    let names = COMMANDS.iter().map(|command| command.name).chain(actions.map(|row| row.action().name()));
    let mut near: Vec<(f64, &str)> = names.map(|name| (similarity(name), name)).collect();
    near.retain(|(similarity, _)| *similarity >= MIN_SIMILARITY);
    near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut like: Vec<&str> = Vec::new();
    let by_words = app.like(&line).into_iter().map(Action::name);
    for name in near.into_iter().map(|(_, name)| name).chain(by_words) {
        if like.len() < MOST && !like.contains(&name) {
            like.push(name);
        }
    }
    like
}

fn key(code: KeyCode) -> Message {
    Message::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn panel(panel: Panel) -> Read {
    Ok((vec![Message::Focus(panel)], Show::Panel(panel)))
}

/// Prints a text. Questions about it stay open, since their answers would be lost.
fn text(app: &App, side: Panel) -> Read {
    match app.context() {
        Context::Predict => Ok((vec![], Show::Panel(side))),
        _ => panel(side),
    }
}

fn number(word: &str) -> Result<usize, CommandError> {
    let number = word.parse().ok().filter(|number| (1..=100_000).contains(number));
    number.ok_or_else(|| CommandError::RowNumber(word.to_owned()))
}

/// Returns messages that go to a row of a list, counted from 1.
fn to_row(app: &App, before: &[Message], number: usize) -> Result<Vec<Message>, CommandError> {
    // The label panel folds rows, and puts those that can change the verdict first; line mode lists all of
    // them in order.
    let is_of_labels = match before.iter().rev().find(|message| matches!(message, Message::Focus(_))) {
        Some(message) => matches!(message, Message::Focus(Panel::Labels)),
        None => app.context() == Context::Labels,
    };
    match app.state.open_case().filter(|_| is_of_labels) {
        Some(open_case) => label_row(open_case.list, open_case.rows(open_case.list).len(), number),
        None => Ok(steps(number)),
    }
}

/// Returns the message that goes to a row of a list of labels, counted from 1.
fn label_row(list: List, count: usize, row: usize) -> Result<Vec<Message>, CommandError> {
    match row <= count {
        true => Ok(vec![Message::LabelRow(row - 1)]),
        false => Err(CommandError::NoRow { list: list.spec().title.to_lowercase(), count }),
    }
}

/// Returns the messages that go to a row of the top component, counted from 1.
fn steps(number: usize) -> Vec<Message> {
    let go = |action| Message::Command(action, Key::NONE);
    let steps = std::iter::repeat_with(move || go(Action::Next)).take(number - 1);
    std::iter::once(go(Action::Top)).chain(steps).collect()
}

/// Finds a list by its key, title or unit.
fn list(app: &App, name: &str) -> Result<List, CommandError> {
    let open_case = app.state.open_case().ok_or_else(|| CommandError::Absent(app.state.absent()))?;
    let lists = open_case.lists();
    let name = name.to_lowercase();
    let known = LISTS.iter().filter(|spec| lists.contains(&spec.list));
    let found = known.clone().find(|spec| {
        let names = [spec.key, spec.title, spec.unit];
        names.iter().any(|known| known.to_lowercase() == name) || spec.key.replace('_', " ") == name
    });
    found.map(|spec| spec.list).ok_or_else(|| {
        let known = known.map(|spec| spec.key).collect();
        CommandError::UnknownList { name, known }
    })
}

fn labels(app: &App, rest: &str) -> Read {
    let mut messages = vec![Message::Focus(Panel::Labels)];
    if !rest.is_empty() {
        messages.push(Message::List(list(app, rest)?));
    }
    Ok((messages, Show::Panel(Panel::Labels)))
}

fn ledger(app: &App, rest: &str) -> Read {
    let metrics = app.state.report().map_or(&[][..], |report| &report.metrics);
    let name = rest.to_lowercase();
    let called = |key: &str| key == name || words::metric(key).to_lowercase() == name;
    let mut messages = vec![Message::Focus(Panel::Scores)];
    if !rest.is_empty() {
        if app.state.report().is_none() {
            return Err(CommandError::Absent(app.state.absent()));
        }
        let at = metrics.iter().position(|metric| called(metric.key)).ok_or_else(|| {
            let known = metrics.iter().map(|metric| metric.key).collect();
            CommandError::UnknownMetric { name: rest.to_owned(), known }
        })?;
        messages.extend(steps(at + 1));
    }
    messages.push(Message::Command(Action::Enter, Key::NONE));
    Ok((messages, Show::Status))
}

/// Makes a ruling on a row of the adjudication queue, without giving a cause.
fn rule(app: &App, rest: &str) -> Read {
    if app.context() != Context::Adjudication {
        return Err(CommandError::Asked);
    }
    if let Some(why) = &app.state.read_only {
        return Err(CommandError::Absent(format!("read-only: {why}")));
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let row = match words.iter().position(|word| word.parse::<usize>().is_ok()) {
        Some(0) => Some(number(words[0])?),
        Some(_) => return Err(CommandError::SetRow),
        None => None,
    };
    let word = words[usize::from(row.is_some())..].join(" ").to_lowercase();
    if word.is_empty() {
        return Err(CommandError::SetRow);
    }
    let count = app.state.adjudication.as_ref().map_or(0, |adjudication| adjudication.disputes.all.len());
    if row.is_some_and(|row| row > count) {
        return Err(CommandError::NoRow { list: "the queue".to_owned(), count });
    }
    let words = app.words_to_set(row.map(|row| row - 1)).unwrap_or_default();
    let called = |name: &str| name == word || name.replace('_', " ") == word;
    let Some((letter, _)) = words.iter().find(|(_, name)| called(name)) else {
        let known = words.into_iter().map(|(_, name)| name).collect();
        return Err(CommandError::Word { unit: "unit of this kind", word, known });
    };
    let mut messages = row.map_or_else(Vec::new, steps);
    messages.extend([Message::Key(letter.event()), Message::Command(Action::Enter, Key::NONE)]);
    Ok((messages, Show::Status))
}

fn set(app: &App, rest: &str) -> Read {
    if app.words_to_set(None).is_some() {
        return rule(app, rest);
    }
    // The panels of an adjudicated case are on top, not the queue.
    if app.state.adjudication.is_some() {
        return Err(CommandError::NoQueue);
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let at = words.iter().position(|word| word.parse::<usize>().is_ok()).ok_or(CommandError::Set)?;
    let (name, word) = (words[..at].join(" "), words[at + 1..].join(" ").to_lowercase());
    let shown = app
        .state
        .open_case()
        .map(|open_case| open_case.list)
        .ok_or_else(|| CommandError::Absent(app.state.absent()))?;
    let list = if name.is_empty() { shown } else { list(app, &name)? };
    let count = app.state.open_case().map_or(0, |open_case| open_case.rows(list).len());
    let row = number(words[at])?;
    if row > count {
        return Err(CommandError::NoRow { list: list.spec().title.to_lowercase(), count });
    }
    let mut messages = vec![Message::Focus(Panel::Labels), Message::List(list)];
    messages.extend(label_row(list, count, row)?);
    if word == "rejected" {
        messages.push(Message::Command(Action::Dismiss, Key::NONE));
        return Ok((messages, Show::Status));
    }
    let keys = word_keys(&app.state.keys, list);
    let called = |value: &LabelValue| value.as_str() == word || list.value_name(*value) == word;
    let letter = keys.iter().find(|(_, value)| called(value)).map(|(letter, _)| *letter);
    let letter = letter.ok_or_else(|| {
        let mut known: Vec<String> = keys.iter().map(|(_, value)| list.value_name(*value)).collect();
        known.extend(list.is_finding().then(|| "rejected".to_owned()));
        CommandError::Word { unit: list.spec().unit, word, known }
    })?;
    messages.push(key(KeyCode::Char(letter)));
    Ok((messages, Show::Status))
}

fn rubric(_: &App, rest: &str) -> Read {
    let at = rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let at = at.or_else(|| RUBRICS.iter().position(|entry| entry.slug == rest));
    let digit = at.filter(|at| *at < RUBRICS.len()).and_then(|at| char::from_digit(at as u32 + 1, 10));
    let digit = digit.ok_or_else(|| {
        let known = crate::rubric::slugs();
        CommandError::UnknownRubric { name: rest.to_owned(), known }
    })?;
    Ok((vec![Message::Command(Action::Rubric, Key::char(digit).event())], Show::Status))
}

fn case(app: &App, rest: &str) -> Read {
    let now = app.state.at;
    if rest.is_empty() {
        return Err(CommandError::Case);
    }
    let wanted = go_to::meant(&app.state.table, rest).map_err(|why| CommandError::Absent(why.to_string()))?;
    let action = if wanted > now { Action::NextCase } else { Action::PreviousCase };
    let go = std::iter::repeat_with(move || Message::Command(action, Key::NONE)).take(wanted.abs_diff(now));
    Ok((go.collect(), Show::Status))
}

fn find(app: &App, rest: &str) -> Read {
    if rest.is_empty() {
        return Err(CommandError::Find);
    }
    let mut messages = vec![Message::Focus(app.state.focus), Message::Command(Action::Search, Key::NONE)];
    messages.push(Message::Paste(rest.to_owned()));
    messages.push(Message::Command(Action::Enter, Key::NONE));
    Ok((messages, Show::Status))
}

/// Types a text, which is one step of undo. Where none is typed, or a letter is an answer, its characters would
/// be keys.
fn typed(app: &App, rest: &str) -> Read {
    let context = app.context();
    if !context.is_typed_in() || context.is_chosen_in() {
        return Err(CommandError::NothingTyped);
    }
    // A prediction has no line of text, and takes digits as keys.
    let messages = match context {
        Context::Predict => rest.chars().map(|c| key(KeyCode::Char(c))).collect(),
        _ => vec![Message::Paste(rest.to_owned())],
    };
    Ok((messages, Show::Status))
}

fn edit(_: &App, rest: &str) -> Read {
    let side = rest.parse().map_err(|_| CommandError::Edit(rest.to_owned()))?;
    Ok((vec![], Show::Take(side)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_quoted_as_far_as_a_line_holds_it() {
        let long = "word ".repeat(10_000);
        let typed = || long.clone();
        let errors = [
            CommandError::Unknown { line: typed(), like: Vec::new() },
            CommandError::RowNumber(typed()),
            CommandError::UnknownList { name: typed(), known: Vec::new() },
            CommandError::UnknownMetric { name: typed(), known: Vec::new() },
            CommandError::Word { unit: "claim", word: typed(), known: Vec::new() },
            CommandError::UnknownRubric { name: typed(), known: Vec::new() },
            CommandError::Edit(typed()),
        ];
        for error in errors.map(|error| error.to_string()) {
            assert!(error.contains("word word") && error.contains('…') && error.len() < 200, "{error}");
        }
    }
}
