//! The gold set: answers that the annotators agree on, and rulings where they disagree.

use serde_json::{Value, json};

use super::find::{Adjudication, DisputableUnit, DisputedCase, UnitValue};
use crate::annotations::GOLD;
use crate::case::Texts;
use crate::labels::file::Wrapper;
use crate::labels::{Entry, LISTS, Label, Labels, List, Provenance};
use crate::session::{Ruling, RulingValue};

#[derive(Clone, Debug, Default)]
pub struct Gold {
    /// A labels wrapper for each case with at least one gold list or verdict.
    pub lines: Vec<Value>,
    /// Lists left out because some units have no ruling yet: case id, list (`None` for the verdict) and
    /// the number of such units.
    pub open: Vec<(String, Option<List>, usize)>,
    /// Number of lists left out because nobody judged them: every annotator left them as the engine proposes them.
    pub unjudged: usize,
    /// Number of rulings not used because the annotators have since changed their labels and now agree on
    /// another answer.
    pub overtaken: usize,
}

/// Builds the gold set from the rulings on each case. A list is included if every unit is settled, that
/// is, the annotators agree on it or there is a ruling, and if somebody judged one of them. The other units that
/// every annotator left unchanged remain attributed to the engine.
pub fn gold(of: &Adjudication, rulings: &[Vec<Ruling>]) -> Gold {
    let mut gold = Gold::default();
    for (case, rulings) in of.cases.iter().zip(rulings) {
        let ruled = case.ruled(rulings);
        gold.overtaken +=
            case.units.iter().zip(&ruled).filter(|(unit, ruling)| overtakes(unit, **ruling)).count();
        let mut labels = agreed_by_all(case);
        let mut any = false;
        for spec in &LISTS {
            let units: Vec<(&DisputableUnit, Option<&Ruling>)> = of_list(case, &ruled, Some(spec.list));
            // If every annotator found nothing, the list has no units, and nobody disagrees.
            if units.is_empty() && !(spec.list.is_finding() && nothing_found(case, spec.list)) {
                continue;
            }
            let open = units.iter().filter(|(unit, ruling)| unit.is_disputed() && ruling.is_none()).count();
            if open > 0 {
                gold.open.push((case.case.id.clone(), Some(spec.list), open));
                continue;
            }
            if !units.is_empty() && units.iter().all(|(unit, ruling)| is_untouched(unit, *ruling)) {
                gold.unjudged += 1;
                continue;
            }
            let own: Vec<Label> =
                units.into_iter().filter_map(|(unit, ruling)| label(unit, ruling)).collect();
            labels.set(spec.list, Entry::Given(own));
            any = true;
        }
        let verdict = of_list(case, &ruled, None).into_iter().next().and_then(|(unit, ruling)| {
            let answer = settled(unit, ruling).map(|value| value.answer);
            if answer.is_none() {
                gold.open.push((case.case.id.clone(), None, 1));
            }
            answer
        });
        if any || verdict.is_some() {
            gold.lines.push(line(case, &labels, verdict, &ruled));
        }
    }
    gold
}

fn of_list<'a>(
    case: &'a DisputedCase,
    ruled: &[Option<&'a Ruling>],
    list: Option<List>,
) -> Vec<(&'a DisputableUnit, Option<&'a Ruling>)> {
    case.units.iter().zip(ruled.iter().copied()).filter(|(unit, _)| unit.list == list).collect()
}

fn settled(unit: &DisputableUnit, ruling: Option<&Ruling>) -> Option<UnitValue> {
    match ruling {
        _ if !unit.is_disputed() => unit.values().into_iter().next(),
        ruling => ruling.map(UnitValue::of),
    }
}

/// Returns whether the annotators agree on an answer that differs from the ruling.
fn overtakes(unit: &DisputableUnit, ruling: Option<&Ruling>) -> bool {
    let agreed = unit.values().first().map(|value| value.answer);
    !unit.is_disputed() && ruling.is_some_and(|ruling| agreed.is_some_and(|agreed| agreed != ruling.to))
}

/// Returns whether every annotator left the engine's proposal unchanged, and nobody ruled on it.
fn is_untouched(unit: &DisputableUnit, ruling: Option<&Ruling>) -> bool {
    ruling.is_none() && unit.voices.iter().all(|voice| voice.left)
}

fn label(unit: &DisputableUnit, ruling: Option<&Ruling>) -> Option<Label> {
    if is_untouched(unit, ruling) {
        // The proposal is kept, with its probability.
        return unit.label().map(|label| Label { claim: None, ..label.clone() });
    }
    let label = unit.with(settled(unit, ruling)?)?;
    let why = ruling.and_then(|ruling| ruling.note.clone()).into_iter().collect();
    Some(Label { by: Provenance::Person(GOLD.to_owned()), proposed: None, p: None, why, ..label })
}

/// Returns whether at least two annotators looked for findings of a list and found none.
fn nothing_found(case: &DisputedCase, list: List) -> bool {
    let looked = |set: &Labels| matches!(set.entry(list), Entry::Given(labels) if labels.is_empty());
    case.sets.iter().flatten().filter(|set| looked(set)).count() > 1
}

/// Returns the values outside the lists on which all annotators of the case agree.
fn agreed_by_all(case: &DisputedCase) -> Labels {
    let mut sets = case.sets.iter().flatten();
    let mut labels = Labels::default();
    let Some(first) = sets.next() else { return labels };
    let rest: Vec<_> = sets.collect();
    let all = |same: &dyn Fn(&Labels) -> bool| !rest.is_empty() && rest.iter().all(|set| same(set));
    if all(&|set| set.tone == first.tone) {
        labels.tone = first.tone;
    }
    if all(&|set| set.theme == first.theme) {
        labels.theme.clone_from(&first.theme);
    }
    if all(&|set| set.intent == first.intent) {
        labels.intent.clone_from(&first.intent);
    }
    if all(&|set| set.bias_score == first.bias_score) {
        labels.bias_score.clone_from(&first.bias_score);
    }
    if all(&|set| set.tox_score == first.tox_score) {
        labels.tox_score.clone_from(&first.tox_score);
    }
    labels
}

fn line(
    case: &DisputedCase,
    labels: &Labels,
    verdict: Option<RulingValue>,
    ruled: &[Option<&Ruling>],
) -> Value {
    let mut line = Wrapper::new(&case.case.id, GOLD, labels, Texts::of(&case.case)).to_value();
    if let Some(verdict) = verdict {
        line["verdict"] = verdict.to_value();
    }
    let disputed = case.units.iter().zip(ruled).filter(|(unit, _)| unit.is_disputed());
    let rulings: Vec<Value> = disputed
        .filter_map(|(unit, ruling)| {
            let ruling = (*ruling)?;
            let mut one = json!({
                "list": unit.list.map_or(crate::session::VERDICT, |list| list.spec().key),
                "text": unit.words(&case.case),
                "to": ruling.to.to_value(),
            });
            if let Some(cause) = ruling.cause {
                one["cause"] = json!(cause.spec().key);
            }
            Some(one)
        })
        .collect();
    if !rulings.is_empty() {
        line["adjudicated"] = json!(rulings);
    }
    line
}
