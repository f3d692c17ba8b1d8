//! Events of a review session.

use std::sync::Arc;

use lockbench::case::Texts;
use lockbench::engine::Engine;
use lockbench::schema::FileFormat;
use lockbench::session::{
    EVENTS, Event, EventCheck, EventDraft, Folded, InitialCase, Moment, OrderedObject, proposals, read_line,
    show, wrapper,
};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, follows, pair, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds a case and a sequence of events on it, most of them as a workbench makes them.
pub fn make(source: &mut Source) -> Input {
    let [article, summary] = source.pair(2);
    let count = 1 + source.below(12);
    let events: Vec<String> = (0..count)
        .map(|_| {
            let mut event = event(source, &article, &summary);
            if source.once_in(6) {
                mutate::json(source, &mut event);
            }
            let text = event.to_string();
            if source.once_in(12) { mutate::text(source, &text) } else { text }
        })
        .map(|text| text.replace('\0', " "))
        .collect();
    Input::default().with("article", article).with("summary", summary).with_list("events", &events)
}

/// Builds an event with the fields of its kind, and some of other kinds.
pub fn event(source: &mut Source, article: &str, summary: &str) -> Value {
    let kind = source.pick(&EVENTS);
    let lists = ["claims", "key_points", "extraneous", "coverage_qags", "deviations", "issues", "anchors"];
    let list = source.pick(&lists);
    let label = format!("{list}/{}", source.below(4));
    let mut span = |text: &str| {
        let chars: Vec<char> = text.chars().collect();
        let start = source.below(chars.len() + 1);
        let end = (start + source.below(40)).min(chars.len());
        json!({"start": start, "end": end, "text": chars[start..end].iter().collect::<String>()})
    };
    let (here, there) = (span(summary), span(article));
    let words =
        ["supported", "partial", "unsupported", "fully", "not", "correct", "wrong", "mild", "PASS", "FAIL"];
    let word = source.pick(&words);
    let unit = json!({"text": here["text"], "label": word, "question": "Who?", "answer": there["text"],
        "kind": "meaning", "severity": word, "summary": [here], "article": [there]});
    let field = source.pick(&["summary", "article"]);
    let text = match source.below(3) {
        0 => format!("{summary} {}", source.prose(1)),
        1 => summary.chars().skip(source.below(30)).collect(),
        _ => source.text(2),
    };
    json!({"event": kind, "case": "x", "field": field, "text": text, "label": label, "to": word, "list": list,
        "before": [label], "after": [unit, unit], "spans": [here], "summary": [here], "article": [there],
        "verdict": word, "reason": source.name(), "on": label, "of": name(source.below(12)).to_string()})
}

/// Returns the UUID of the event with this number.
fn name(number: usize) -> Uuid {
    Uuid::from_u128(number as u128 + 1)
}

/// Checks that an event is refused with a reason or recorded as given, and that the state depends on the
/// events only.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let case = pair(&input.text("article"), &input.text("summary"));
    if Texts::of(&case).empty().is_some() {
        return Ok(());
    }
    let mut engine = Engine::default();
    let mut propose = |texts: Texts| -> Box<RawValue> {
        let analysis = engine.analyse(&case, texts, lockbench::evidence::Wanted::ALL);
        proposals(&case, texts, &analysis).0
    };
    let first = propose(Texts::of(&case));
    let base = InitialCase::new(&case.article, &case.summary, "1", first.get()).map(Arc::new);
    let base = base.map_err(|why| format!("the engine's own proposals are refused: {why}"))?;
    let mut folded = Folded::new(Arc::clone(&base), "ann", Vec::new());
    let mut events = Vec::new();
    for (number, text) in input.list("events").iter().enumerate() {
        match completed(&folded, number, text, &mut propose) {
            Ok(event) => {
                reached("events");
                again(&event)?;
                events.push(event.clone());
                if !folded.push(&event) {
                    folded = Folded::new(Arc::clone(&base), "ann", events.clone());
                }
            }
            Err(why) => {
                reached("refused");
                ensure!(!why.trim().is_empty(), "refused without a reason: {text}");
            }
        }
    }
    let shown = show("x", Some("ann"), &folded);
    let anew = Folded::new(base, "ann", events);
    ensure!(shown == show("x", Some("ann"), &anew), "kept along, the state is another: {shown}");
    follows(FileFormat::Labels, &wrapper("x", "ann", &folded)).map_err(|why| format!("labels {why}"))
}

fn completed(
    folded: &Folded,
    number: usize,
    text: &str,
    propose: &mut dyn FnMut(Texts) -> Box<RawValue>,
) -> Result<Event, String> {
    let mut draft =
        OrderedObject::read(text).and_then(EventDraft::read).map_err(|error| error.to_string())?;
    let uuid = name(number);
    (draft.by, draft.case) = (Some("ann".to_owned()), "x".to_owned());
    (draft.seq, draft.uuid) = (Some(number as i64 + 1), Some(uuid));
    draft.at = Some(Moment::from_micros(number as i64 + 1));
    let mut check = EventCheck {
        folded,
        article: &|id| (id == "x").then(|| folded.base().article.to_string()),
        propose: &mut |texts| ("2".to_owned(), propose(texts)),
        follow: &mut |_, _, _| Vec::new(),
        open: &mut |_, _, _| None,
    };
    let draft = check.complete(draft, uuid).map_err(|error| error.to_string())?;
    draft.complete().map_err(|error| error.to_string())
}

/// Checks that a written event reads as the same event.
fn again(event: &Event) -> Outcome {
    let mut line = event.to_object();
    line.set("kind", &"event");
    let text = line.to_text();
    match read_line(&text) {
        Ok(lockbench::session::Line::Event(read)) => {
            ensure!(read.same(event), "written and read, an event is another: {text}");
            Ok(())
        }
        other => Err(format!("an event that was taken is not read: {text}: {other:?}")),
    }
}
