//! Decisions on the whole case: accepting it, a verdict with a reason, a flag.

use crate::labels::overrides::{Care, LabelDecision, Override};
use crate::labels::{Label, LabelId, Provenance};
use crate::report::Decision;
use crate::session::{DecisionMethod, Decisions, Preferred, ReasonedVerdict};
use crate::tui::component::{ComponentRequest, Cx};
use crate::tui::keymap::{Action, Context};
use crate::tui::open_case::OpenCase;

/// Verdicts that a person may give.
pub const VERDICTS: [Decision; 3] = [Decision::Pass, Decision::Warn, Decision::Fail];

/// Accepts the case: every label that is still the engine's becomes the person's, together with the verdict,
/// in one step. Then goes to the next case without a verdict.
pub fn accept(cx: &mut Cx) {
    if !cx.state.may_change() {
        return;
    }
    let (by, now) = (cx.state.by.clone(), cx.state.now);
    let Some(open_case) = cx.state.open_case() else { return };
    if open_case.is_stale() {
        return cx.notify("the result is not up to date yet: nothing was accepted");
    }
    let decision = match open_case.report().map(|report| report.verdict.decision) {
        Some(decision) if VERDICTS.contains(&decision) => decision,
        Some(decision) => {
            let key = cx.state.keys.name(Context::Main, Action::Decide);
            let words = format!("{} is not a verdict to accept: {key} decides", decision.as_str());
            return cx.notify(&words);
        }
        None => {
            let words = cx.state.absent();
            return cx.notify(&words);
        }
    };
    let mut after = open_case.decisions.clone();
    after.overrides.extend(accepted(open_case, &by, now));
    after.verdict = Some(ReasonedVerdict { verdict: decision, reason: None });
    let seen = after.overrides.iter().filter(|one| one.care == Care::Seen).count();
    let unseen = after.overrides.iter().filter(|one| one.care == Care::Accepted).count();
    let judged = after.overrides.len() - seen - unseen;
    let words =
        format!("accepted: {} (labels: {judged} judged, {seen} seen, {unseen} unseen)", decision.as_str());
    settle(cx, after, DecisionMethod::Accepted);
    go_on(cx, &words);
}

/// Returns the engine's labels as decisions of the person, for the lists that the current rubric reads.
fn accepted(open_case: &OpenCase, by: &str, now: u64) -> Vec<Override> {
    let Some(judged) = open_case.judged() else { return Vec::new() };
    // The labels' spans refer to the texts that were scored.
    let texts = judged.texts();
    let labels = judged.report.labels.iter();
    let open = labels.filter(|(id, label)| judged.lists.contains(&id.list) && label.by == Provenance::Engine);
    let words = open.filter_map(|(id, label)| Some((id, label, label.word?)));
    let care = |id: &LabelId, label: &Label| match open_case.is_seen(id.list, label, now) {
        true => Care::Seen,
        false => Care::Accepted,
    };
    let taken = |(id, label, word): (&LabelId, &Label, _)| Override {
        care: care(id, label),
        ..Override::new(id.list, label, LabelDecision::Value(word), texts, by, now)
    };
    words.map(taken).collect()
}

/// Records the user's verdict.
pub fn give(cx: &mut Cx, verdict: Decision, reason: Option<String>) {
    let Some(open_case) = cx.state.open_case() else { return };
    let after =
        Decisions { verdict: Some(ReasonedVerdict { verdict, reason }), ..open_case.decisions.clone() };
    if !cx.state.may_change() {
        return;
    }
    settle(cx, after, DecisionMethod::Singly);
    let key = cx.state.keys.name(Context::Main, Action::Undo);
    go_on(cx, &format!("you: {} ({key} undoes)", verdict.as_str()));
}

/// Records a ranking of the compared summaries of an article, given by the ids of their cases, best first.
pub fn prefer(cx: &mut Cx, order: Vec<String>, reason: Option<String>) {
    if !cx.state.may_change() {
        return;
    }
    let Some((open_case, case)) = cx.state.open_case().zip(order.first().cloned()) else { return };
    let words = match order.len() {
        _ if cx.state.table.hides_ids => "the order is kept".to_owned(),
        0..=2 => format!("{case} is the better one"),
        _ => format!("ranked: {}", order.join(", ")),
    };
    let after = Decisions { prefer: Some(Preferred { case, order, reason }), ..open_case.decisions.clone() };
    settle(cx, after, DecisionMethod::Singly);
    let key = cx.state.keys.name(Context::Main, Action::Undo);
    cx.notify(&format!("{words} ({key} undoes)"));
}

/// Flags the case for a second look, or removes the flag.
pub fn flag(cx: &mut Cx) {
    if !cx.state.may_change() {
        return;
    }
    let Some(open_case) = cx.state.open_case() else { return };
    let flagged = !open_case.decisions.flagged;
    let after = Decisions { flagged, ..open_case.decisions.clone() };
    settle(cx, after, DecisionMethod::Singly);
    let key = cx.state.keys.name(Context::Main, Action::Flag);
    let words = if flagged {
        format!("flagged for a second look ({key} takes the flag away)")
    } else {
        "no longer flagged".to_owned()
    };
    cx.notify(&words);
}

/// Applies decisions in one step, unless they are already in effect.
fn settle(cx: &mut Cx, after: Decisions, how: DecisionMethod) {
    let Some(open_case) = cx.state.open_case_mut().filter(|open_case| open_case.decisions != after) else {
        return;
    };
    let relabelled = open_case.decisions.overrides != after.overrides;
    open_case.decide(after, how);
    if relabelled {
        cx.judge();
    }
}

/// Goes to the next case without a verdict, and shows a message about this one.
fn go_on(cx: &mut Cx, done: &str) {
    if cx.state.cases < 2 {
        return cx.notify(done);
    }
    let name = |open_case| cx.state.name_of(cx.state.at, open_case).into_owned();
    let here = cx.state.open_case().map(name).unwrap_or_default();
    match cx.state.next_undecided() {
        Some(at) => {
            cx.notify(&format!("{here} {done}"));
            cx.asks.push(ComponentRequest::Go(at));
        }
        None => cx.notify(&format!("{done}; {}", cx.state.none_undecided())),
    }
}
