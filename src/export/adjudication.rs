//! Exports an adjudication: the gold set, feedback for each annotator, and the queue.

mod lines;
mod pages;

use std::io::{self, Write};

use clap::ValueEnum;

use crate::adjudication::{Adjudication, Disputes, UnitValue, gold};
use crate::labels::{LabelValue, List};
use crate::num::{counted, pluralize};
use crate::report::json::line;
use crate::session::{Ruling, RulingValue};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AdjudicationExport {
    /// The gold set: labels that `score --labels`, `agree` and `review --gold` read
    Gold,
    /// What was decided otherwise than each annotator had it, and why
    Report,
    /// The disagreements, in their order; with `to`, `cause` and `note` a line is an event for `sessions apply`
    Queue,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AdjudicationFormat {
    /// One object a line
    Jsonl,
    /// A Markdown document
    Md,
    /// One page that needs nothing else
    Html,
}

#[derive(Clone, Copy, Debug)]
pub struct Adjudicated<'a> {
    /// The units and the annotators' answers.
    pub of: &'a Adjudication,
    pub disputes: &'a Disputes,
    /// The rulings, by case.
    pub rulings: &'a [Vec<Ruling>],
    /// Annotator whose report is wanted; `None` for all.
    pub only: Option<usize>,
    /// Whether annotators are called by numbers instead of names.
    pub hidden: bool,
}

impl Adjudicated<'_> {
    /// Returns the display name of an annotator.
    pub fn name(&self, annotator: usize) -> String {
        match self.hidden {
            true => format!("annotator {}", annotator + 1),
            false => self.of.annotators[annotator].clone(),
        }
    }

    /// Describes how many disagreements are decided: "1 of 3 disagreements decided".
    fn decided(&self) -> String {
        match self.disputes.all.len() {
            0 => "no disagreement".to_owned(),
            all => format!("{} of {} decided", self.disputes.ruled(), counted(all, "disagreement")),
        }
    }

    /// Returns what an export leaves out, as sentences.
    pub fn omissions(&self, what: AdjudicationExport) -> Vec<String> {
        match what {
            AdjudicationExport::Gold => self.omitted_gold(),
            AdjudicationExport::Report => {
                let is_open = self.disputes.ruled() < self.disputes.all.len();
                is_open.then(|| format!("{} so far", self.decided())).into_iter().collect()
            }
            AdjudicationExport::Queue => Vec::new(),
        }
    }

    fn omitted_gold(&self) -> Vec<String> {
        let gold = gold(self.of, self.rulings);
        let mut notes = Vec::new();
        let open: usize = gold.open.iter().map(|(.., count)| count).sum();
        if open > 0 {
            let (open, lists) = (pluralize(open, "disagreement"), pluralize(gold.open.len(), "list"));
            let them = if gold.open.len() == 1 { "it" } else { "them" };
            notes.push(format!("{lists} left out of the gold set: {open} in {them} not decided yet"));
        }
        if gold.unjudged > 0 {
            let (lists, them) =
                (pluralize(gold.unjudged, "list"), if gold.unjudged == 1 { "it" } else { "them" });
            notes.push(format!("{lists} left out of the gold set: nobody judged {them}"));
        }
        if gold.overtaken > 0 {
            let decisions = pluralize(gold.overtaken, "decision");
            notes.push(format!(
                "{decisions} not in the gold set: the annotators changed their labels since, and agree on \
                 another answer"
            ));
        }
        notes
    }

    pub fn write(
        &self,
        what: AdjudicationExport,
        form: AdjudicationFormat,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let document = || match what {
            AdjudicationExport::Gold => pages::gold(self),
            AdjudicationExport::Report => pages::report(self),
            AdjudicationExport::Queue => pages::queue(self),
        };
        match form {
            AdjudicationFormat::Jsonl => {
                let lines = match what {
                    AdjudicationExport::Gold => lines::gold(self),
                    AdjudicationExport::Report => lines::report(self),
                    AdjudicationExport::Queue => lines::queue(self),
                };
                lines.iter().try_for_each(|value| writeln!(out, "{}", line(value)))?;
            }
            AdjudicationFormat::Md => out.write_all(document().markdown().as_bytes())?,
            AdjudicationFormat::Html => out.write_all(document().html().as_bytes())?,
        }
        out.flush()
    }
}

/// Returns the display name of an answer.
pub fn answer_name(list: Option<List>, answer: RulingValue) -> String {
    match (answer, list) {
        (RulingValue::Verdict(decision), _) => decision.as_str().to_owned(),
        (RulingValue::Nothing | RulingValue::Label(LabelValue::No), Some(list)) if list.is_finding() => {
            "not a finding".to_owned()
        }
        (RulingValue::Nothing, Some(list)) => format!("no such {}", list.spec().unit),
        (RulingValue::Nothing, None) => "none".to_owned(),
        (RulingValue::Label(value), Some(list)) => list.value_name(value),
        (RulingValue::Label(value), None) => value.as_str().replace('_', " "),
    }
}

/// Returns the display name of a label value, with the finding's kind unless the finding was rejected.
pub fn value_name(list: Option<List>, said: UnitValue) -> String {
    let answer = answer_name(list, said.answer);
    let is_none = matches!(said.answer, RulingValue::Nothing | RulingValue::Label(LabelValue::No));
    match said.kind.filter(|_| !is_none) {
        Some(kind) => format!("{kind}, {answer}"),
        None => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disagreements_are_counted_in_words() {
        let (of, disputes) = (Adjudication::default(), Disputes::default());
        let adjudicated =
            Adjudicated { of: &of, disputes: &disputes, rulings: &[], only: None, hidden: false };
        let page = |what| {
            let mut out = Vec::new();
            adjudicated.write(what, AdjudicationFormat::Md, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        for (what, words) in [
            (AdjudicationExport::Gold, "No cases with gold labels; no disagreement. A list is gold"),
            (AdjudicationExport::Report, "No disagreement between annotators."),
            (AdjudicationExport::Queue, "No disagreement between annotators."),
        ] {
            assert!(page(what).contains(words), "{}", page(what));
        }
    }

    #[test]
    fn an_answer_is_named_by_what_it_says_of_its_list() {
        let name = |list, value| answer_name(Some(list), RulingValue::Label(value));
        assert_eq!(name(List::Deviations, LabelValue::No), "not a finding");
        assert_eq!(name(List::Extraneous, LabelValue::No), "not a finding");
        assert_eq!(name(List::Facts, LabelValue::No), "not verified");
        assert_eq!(name(List::Facts, LabelValue::Yes), "verified");
        assert_eq!(name(List::Issues, LabelValue::MildProfanity), "mild profanity");
        assert_eq!(answer_name(Some(List::Claims), RulingValue::Nothing), "no such claim");
        let of_kind = |value| {
            let said = UnitValue { answer: RulingValue::Label(value), kind: Some("meaning") };
            value_name(Some(List::Deviations), said)
        };
        assert_eq!(of_kind(LabelValue::Severe), "meaning, severe");
        assert_eq!(of_kind(LabelValue::No), "not a finding");
    }
}
