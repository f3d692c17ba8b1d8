//! Notes beside a score: unexpected numbers of labels, texts that are too long, missing spans.

use crate::labels::List;
use crate::num::pluralize;
use crate::rubric::draft::Computed;
use crate::rubric::locks::Counted;
use crate::rubric::locks::counts::without_spans;
use crate::rubric::locks::formulas::ListFormula;
use crate::rubric::locks::lock::Lock;
use crate::rubric::locks::rules::{KeyPoints, Target};
use crate::text::word_spans;

/// Adds what a reader should know about a metric besides its score; nothing if not recording.
pub fn of_metric(notes: &mut Vec<String>, lock: &Lock, counted: &Counted, target: Target) {
    if !counted.record {
        return;
    }
    let (rules, labels) = (&lock.rules, counted.input.labels);
    let asked = rules.questions.as_ref().map(|questions| questions.count);
    let mut to = Notes { notes, counted };
    match target {
        Target::Coverage => {
            to.key_points(&rules.coverage.key_points);
            to.questions(List::CoverageQags, asked);
        }
        Target::Alignment => {
            to.statement("intent", &labels.intent, rules.alignment.statement_tokens);
            to.of_file(List::Deviations);
        }
        Target::Hallucination => {
            to.questions(List::ClaimQags, asked);
            if let Ok(claims) = counted.of(List::Claims) {
                to.of_file(List::Claims);
                if claims.all() == 0 {
                    to.add("no claim, so nothing is unsupported: u = 0");
                }
                to.count("claim", claims.all(), [0, rules.hallucination.claims.most]);
            }
        }
        Target::Relevance if counted.of(List::Segments).is_ok() => {
            let segments = &rules.relevance.segments;
            to.statement("theme", &labels.theme, segments.theme_tokens);
            to.of_file(List::Segments);
            if counted.all_short() && !counted.on.short_error {
                let least = segments.min_tokens;
                to.add(format!("every segment is shorter than {least} tokens, so the whole summary is one"));
            }
        }
        Target::Relevance => {}
        Target::Bias | Target::Tox | Target::BiasToxicity => {
            to.of_file(List::Issues);
            let given = [ListFormula::Bias, ListFormula::Tox].map(|part| counted.given_score(part));
            if let [Ok(Some(_)), Ok(Some(_))] = &given {
                to.add(match counted.of(List::Issues) {
                    Err(fault) => format!("{}: the caps on issues are not evaluated", fault.reason()),
                    Ok(_) => "both scores are given: issues count in the caps alone".to_owned(),
                });
            }
            for (key, _) in given.into_iter().filter_map(Computed::ok).flatten() {
                to.add(format!("{key} is given, and replaces the computed score"));
            }
        }
    }
}

/// Collects notes about the counts.
struct Notes<'n, 'c> {
    notes: &'n mut Vec<String>,
    counted: &'n Counted<'c>,
}

impl Notes<'_, '_> {
    fn add(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Adds the notes of the label file's reader on a list.
    fn of_file(&mut self, list: List) {
        let noted = self.counted.input.labels.notes.iter().filter(|(of, _)| *of == list);
        self.notes.extend(noted.map(|(_, note)| note.clone()));
    }

    /// Notes that a statement has more tokens than the rubric allows.
    fn statement(&mut self, what: &str, text: &Option<String>, most: usize) {
        let tokens = text.as_ref().map_or(0, |text| word_spans(text).count());
        if tokens > most {
            self.add(format!("the {what} has {tokens} tokens; the rubric allows {most}"));
        }
    }

    /// Notes that the number of labels is not what the rubric asks for.
    fn count(&mut self, unit: &str, count: usize, [least, most]: [usize; 2]) {
        if (least..=most).contains(&count) {
            return;
        }
        let asked = match (least, most) {
            (0, most) => format!("at most {most}"),
            (least, most) if least == most => format!("{most}"),
            (least, most) => format!("{least} to {most}"),
        };
        self.add(match count {
            0 => format!("no {unit} where the rubric asks for {asked}"),
            _ => format!("{} where the rubric asks for {asked}; used as given", pluralize(count, unit)),
        });
    }

    /// Adds notes about the lists behind precision and recall.
    fn key_points(&mut self, rule: &KeyPoints) {
        let (points, labels) = (self.counted.labels(List::KeyPoints), self.counted.input.labels);
        self.of_file(List::KeyPoints);
        self.of_file(List::Extraneous);
        if labels.get(List::KeyPoints).is_some() {
            self.count("key point", points.len(), rule.count);
        }
        let least = rule.min_tokens;
        let written = points.iter().filter(|point| !point.text.is_empty());
        let short = written.filter(|point| word_spans(&point.text).count() < least).count();
        if short > 0 {
            self.add(format!(
                "{} of fewer than {least} tokens; used as given",
                pluralize(short, "key point")
            ));
        }
        if let Some(counts) = labels.extraneous_counts {
            return self
                .add(format!("extraneous tokens are given as a count: {} of {}", counts.tokens, counts.of));
        }
        let extraneous = self.counted.labels(List::Extraneous);
        let unmarked = extraneous.iter().filter(|label| label.summary.is_empty()).count();
        if unmarked > 0 {
            let verbs = if unmarked == 1 { "marks no words and is" } else { "mark no words and are" };
            self.add(format!("{} {verbs} not counted", pluralize(unmarked, "extraneous label")));
        }
    }

    /// Adds notes about a set of questions, if the rubric asks any.
    fn questions(&mut self, list: List, asked: Option<usize>) {
        let Some(asked) = asked else { return };
        let (questions, unit) = (self.counted.labels(list), list.spec().unit);
        self.of_file(list);
        if self.counted.input.labels.get(list).is_some() {
            self.count(unit, questions.len(), [asked, asked]);
        }
        let without = without_spans(questions);
        if without > 0 {
            let have = if without == 1 { "has" } else { "have" };
            let all = pluralize(questions.len(), unit);
            self.add(format!(
                "{without} of {all} {have} no article span; duplicates among them cannot be seen"
            ));
        }
    }
}
