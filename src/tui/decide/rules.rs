//! General rules about the words behind a label: the rules that are offered, and applying one.

use std::sync::Arc;

use crate::labels::{Label, LabelId, Mismatch, OverruleRule, RuleKind, article_hash, likely_names};
use crate::session::{DecisionMethod, Decisions};
use crate::text::Span;
use crate::tui::component::Cx;
use crate::tui::keymap::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::open_case::{OpenCase, ShownReport};
use crate::tui::queue::QueueJob;
use crate::tui::queue::bulk::Batch;
use crate::tui::state::{State, StorageStatus};
use crate::tui::table::{self, BulkKind, BulkStatus};

/// Most words in a rule: a longer text is a statement, not a name or a wording.
const MAX_RULE_WORDS: usize = 12;

/// A rule that a person may apply.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The rule, without the article's words if they have to be typed.
    pub rule: OverruleRule,
    /// What to ask for, if words have to be typed.
    pub asks: Option<&'static str>,
}

/// Returns the rules offered for the label in focus, based on the words behind its proposal.
pub fn offers(state: &State) -> Vec<Offer> {
    let Some((open_case, id)) = state.open_case().zip(state.label()) else { return Vec::new() };
    let Some((judged, label)) = open_case.judged().zip(open_case.get(id)) else { return Vec::new() };
    let (article, summary) = (judged.analysis.article.raw(), judged.analysis.summary.raw());
    let mut offers: Vec<Offer> = Vec::new();
    let mut add = |kind, words: &str, of: &str, asks| {
        let rule = OverruleRule { kind, summary: words.to_owned(), article: of.to_owned(), of: None };
        let offer = Offer { rule, asks };
        if !offers.contains(&offer) {
            offers.push(offer);
        }
    };
    for (span, instead) in stretches(summary, &mismatches_of(judged, id, label)) {
        let words = &summary[span.range()];
        let is_name = words.starts_with(char::is_uppercase);
        if words.split_whitespace().count() > MAX_RULE_WORDS {
            add(RuleKind::Ignored, words, "", None);
            continue;
        }
        for name in likely_names(article, words) {
            add(RuleKind::Alias, words, &name, None);
        }
        if let Some(instead) = instead {
            add(RuleKind::Equivalent, words, &article[instead.range()], None);
        }
        match is_name {
            true => add(RuleKind::Alias, words, "", Some("the article's name for it")),
            false => {
                add(RuleKind::Equivalent, words, "", Some("the words of the article that it follows from"));
            }
        }
        add(RuleKind::Ignored, words, "", None);
    }
    offers
}

/// Returns the mismatches behind the proposal of a label, regardless of later decisions on it.
fn mismatches_of<'a>(judged: &'a ShownReport, id: LabelId, label: &Label) -> Vec<&'a Mismatch> {
    let proposals = &judged.analysis.proposals;
    let of = |other: &&Label| other.text == label.text && other.summary == label.summary;
    let proposed = proposals.get(id.list).unwrap_or_default().iter().find(of);
    let ids = proposed.map(|label| label.mismatches.as_slice()).unwrap_or_default();
    ids.iter().filter_map(|id| proposals.mismatches.get(id.0)).collect()
}

/// Returns the stretches of the summary that mismatches are about, each with the article's words in their
/// place. Adjacent stretches are joined.
fn stretches(summary: &str, mismatches: &[&Mismatch]) -> Vec<(Span, Option<Span>)> {
    let joined = |spans: &[Span]| spans.iter().copied().reduce(Span::join);
    let mut all: Vec<(Span, Option<Span>)> = mismatches
        .iter()
        .filter_map(|mismatch| {
            let instead = if mismatch.check == "wording" { None } else { joined(&mismatch.article) };
            Some((joined(&mismatch.summary)?, instead))
        })
        .collect();
    // The longest comes first, so that stretches inside another are left out.
    all.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut out: Vec<(Span, Option<Span>)> = Vec::new();
    for (span, instead) in all {
        match out.last_mut() {
            Some((last, _)) if last.contains(span) => {}
            Some((last, known))
                if last.end <= span.start && summary[last.end..span.start].trim().is_empty() =>
            {
                (*last, *known) = (last.join(span), known.or(instead));
            }
            _ => out.push((span, instead)),
        }
    }
    let trimmed = |span: Span| {
        let words = summary[span.range()].trim_end_matches(|c: char| !c.is_alphanumeric());
        Span::new(span.start, span.start + words.len())
    };
    out.into_iter().map(|(span, instead)| (trimmed(span), instead)).collect()
}

/// Returns the rule for the article of the case on the screen only, or for every article.
pub fn scoped(open_case: &OpenCase, rule: &OverruleRule, everywhere: bool) -> OverruleRule {
    let of = (!everywhere).then(|| article_hash(open_case.article.as_str()));
    OverruleRule { of, ..rule.clone() }
}

/// Returns why the rule cannot be applied to other cases, in words; `None` if it can.
pub fn alone(state: &State) -> Option<&'static str> {
    match &state.kept {
        _ if state.cases < 2 => Some("there is no other case"),
        _ if state.blind.is_some() => Some("in a blind review a rule holds for the case on the screen alone"),
        StorageStatus::In(_) => None,
        StorageStatus::Opening | StorageStatus::Nowhere(_) => {
            Some("nothing is saved here: the rule holds for the case on the screen alone")
        }
    }
}

/// Applies a rule to the case on the screen and to others, or drops it there.
pub fn put(cx: &mut Cx, rule: &Arc<OverruleRule>, dropped: bool, others: Vec<usize>) {
    if !cx.state.may_change() {
        return;
    }
    if cx.state.table.bulk.is_some() {
        return cx.notify("a bulk step is under way");
    }
    let Some(open_case) = cx.state.open_case_mut() else { return };
    if open_case.decisions.rules.contains(rule) == dropped {
        let mut rules = open_case.decisions.rules.clone();
        rules.retain(|known| known != rule);
        rules.extend((!dropped).then(|| Arc::clone(rule)));
        open_case.decide(Decisions { rules, ..open_case.decisions.clone() }, DecisionMethod::Singly);
    }
    cx.judge();
    let key = cx.state.keys.name(Context::Main, Action::Undo);
    let what = if dropped { "rule dropped" } else { "rule" };
    let also = match others.len() {
        0 => String::new(),
        many => format!(", in {} too", table::cases(many).replace(" case", " other case")),
    };
    cx.notify(&format!("{what}: {rule}{also} ({key} undoes all of it)"));
    if !others.is_empty() {
        cx.state.table.bulk = Some(BulkStatus::new(BulkKind::Rules, others.len()));
        cx.effects.push(Effect::Queue(QueueJob::Bulk(Batch::Rule {
            rule: Arc::clone(rule),
            dropped,
            cases: others,
        })));
    }
}
