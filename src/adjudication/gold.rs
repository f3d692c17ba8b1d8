//! The gold set: what annotators agree on, and what was ruled where they do not.

use serde_json::{Value, json};

use super::find::{Adjudication, DisputableUnit, DisputedCase, UnitValue};
use crate::annotations::GOLD;
use crate::labels::file::{Overlap, Wrapper};
use crate::labels::{Entry, LISTS, Label, Labels, List, Provenance};
use crate::session::{Ruling, RulingValue};

#[derive(Clone, Debug, Default)]
pub struct Gold {
    /// A labels wrapper for each case that has any gold.
    pub lines: Vec<Value>,
    /// The lists that were left out since some unit is not ruled yet: case, list (`None` is the verdict) and how many.
    pub open: Vec<(String, Option<List>, usize)>,
    /// Rulings that are not in it, since the annotators agree on another answer now: they changed their labels afterwards.
    pub overtaken: usize,
}

/// The gold set under the rulings on each case. A list is in it where every unit is settled: annotators agree, or it was
/// ruled. Units that everybody left as the engine had them stay the engine's.
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
            // Lists on which nobody differs, since all found nothing, have no unit.
            if units.is_empty() && !(spec.list.is_finding() && nothing_found(case, spec.list)) {
                continue;
            }
            let open = units.iter().filter(|(unit, ruling)| unit.is_disputed() && ruling.is_none()).count();
            if open > 0 {
                gold.open.push((case.case.id.clone(), Some(spec.list), open));
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

/// Whether annotators agree on another answer than the ruling.
fn overtakes(unit: &DisputableUnit, ruling: Option<&Ruling>) -> bool {
    let agreed = unit.values().first().map(|value| value.answer);
    !unit.is_disputed() && ruling.is_some_and(|ruling| agreed.is_some_and(|agreed| agreed != ruling.to))
}

fn label(unit: &DisputableUnit, ruling: Option<&Ruling>) -> Option<Label> {
    let untouched = ruling.is_none() && unit.voices.iter().all(|voice| voice.left);
    if untouched {
        // As it was proposed, with how likely it was.
        return unit.label().map(|label| Label { claim: None, ..label.clone() });
    }
    let label = unit.with(settled(unit, ruling)?)?;
    let why = ruling.and_then(|ruling| ruling.note.clone()).into_iter().collect();
    Some(Label { by: Provenance::Person(GOLD.to_owned()), proposed: None, p: None, why, ..label })
}

/// Whether several looked for findings of a list, and nobody found any.
fn nothing_found(case: &DisputedCase, list: List) -> bool {
    let looked = |set: &Labels| matches!(set.entry(list), Entry::Given(labels) if labels.is_empty());
    case.sets.iter().flatten().filter(|set| looked(set)).count() > 1
}

/// What is not a list, where all who judged the case say the same.
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
    let (article, summary) = (&*case.case.article, &*case.case.summary);
    let wrapper =
        Wrapper { id: &case.case.id, by: GOLD, labels, article, summary, overlap: Overlap::default() };
    let mut line = wrapper.to_value();
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
