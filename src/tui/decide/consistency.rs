//! Warnings about a decision that contradicts another one by the same person.

use crate::consistency::{Clash, Contradiction, JudgedLabel, contradictions};
use crate::labels::{Label, LabelId, LabelValue};
use crate::tui::component::Cx;
use crate::tui::open_case::OpenCase;
use crate::tui::sanitize;

/// Most characters of a label's words that a message quotes.
const QUOTED: usize = 40;

/// Shows which of the person's labels contradict a new decision, on a label that is not scored yet.
pub fn say(cx: &mut Cx, id: LabelId, new: Option<&Label>, word: LabelValue) {
    let Some(open_case) = cx.state.open_case() else { return };
    let Some(label) = new.or_else(|| open_case.get(id)) else { return };
    let mut said = judged(open_case);
    said.retain(|one| one.id != id);
    said.push(JudgedLabel { id, label, word });
    let found = contradictions(&said);
    let about = found.iter().find(|one| one.first == id || one.second == id);
    if let Some(one) = about {
        let words = in_words(one, &said);
        cx.state.add_notice(&words);
    }
}

/// Describes the contradictions between the person's labels on a case.
pub fn of_case(open_case: &OpenCase) -> Vec<String> {
    let said = judged(open_case);
    contradictions(&said).iter().map(|one| in_words(one, &said)).collect()
}

fn judged(open_case: &OpenCase) -> Vec<JudgedLabel<'_>> {
    let Some(report) = open_case.report() else { return Vec::new() };
    let judged = report.labels.iter().filter(|(id, _)| open_case.is_judged(*id));
    judged.filter_map(|(id, label)| Some(JudgedLabel { id: *id, label, word: label.word? })).collect()
}

fn in_words(one: &Contradiction, said: &[JudgedLabel]) -> String {
    let text = |id: LabelId| {
        let label = said.iter().find(|said| said.id == id).map_or("", |said| &*said.label.text);
        format!("\"{}\"", sanitize::fit(label, QUOTED))
    };
    let (first, second) = (one.first.shown(), one.second);
    match one.clash {
        Clash::Wording => {
            format!("but {first} is supported and its words {} are marked as unsupported", text(second))
        }
        Clash::Answer => format!("but {first} is supported and {} contradicts that", second.shown()),
        Clash::Deviation => format!("but {first} is supported and a deviation of meaning is marked in it"),
        Clash::Statement => format!("but {first} is supported and {} is not", second.shown()),
        Clash::Answers => {
            format!("but {first} is unsupported and every question about it is answered as it says")
        }
        Clash::Point => format!("but {first} is not covered and {} is answered", second.shown()),
        Clash::SameWords => format!("but {first} and {} have the same words", second.shown()),
    }
}
