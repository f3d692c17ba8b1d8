//! The table of a class: a row for each person, as CSV, as lines of JSON, and as a document.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::document::csv::cells as row;
use crate::document::{Document, Table};
use crate::export::case::title;
use crate::export::session::duration;
use crate::gym::rule_name;
use crate::labels::List;
use crate::lesson::is_late;
use crate::num::{pluralize, two_decimals};
use crate::report::names;
use crate::rubric::{DEFAULT_RUBRIC, RubricSet};

use super::{Against, CoursePlan, GoldShare, Person, Practised};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// Everybody, by name.
    pub people: Vec<Person>,
    /// The course that they take, where one is named.
    pub plan: Option<CoursePlan>,
}

impl Class {
    /// The lessons that anybody tried.
    fn lessons(&self) -> Vec<&str> {
        let names: BTreeSet<&str> =
            self.people.iter().flat_map(|person| person.lessons.keys().map(String::as_str)).collect();
        let planned: Vec<&str> = self.planned().iter().map(|(name, _)| name.as_str()).collect();
        let others = names.into_iter().filter(|name| !planned.contains(name));
        planned.iter().copied().chain(others).collect()
    }

    /// The lessons of the course, each with its last day.
    fn planned(&self) -> &[(String, Option<String>)] {
        self.plan.as_ref().map(|plan| plan.lessons.as_slice()).unwrap_or_default()
    }

    fn due(&self, lesson: &str) -> Option<&str> {
        let found = self.planned().iter().find(|(name, _)| name == lesson);
        found.and_then(|(_, due)| due.as_deref())
    }

    /// Whether somebody passed a lesson late; `None` if they did not pass it, or it has no last day.
    fn late(&self, person: &Person, lesson: &str) -> Option<bool> {
        let passed = person.lessons.get(lesson)?.passed.as_deref()?;
        Some(is_late(passed, self.due(lesson)?))
    }

    /// Lessons of the course that somebody passed, and those of them that they passed late.
    fn course(&self, person: &Person) -> [usize; 2] {
        let passed = |name: &str| person.lessons.get(name).is_some_and(|lesson| lesson.passed.is_some());
        let done = self.planned().iter().filter(|(name, _)| passed(name));
        let late = self.planned().iter().filter(|(name, _)| self.late(person, name) == Some(true));
        [done.count(), late.count()]
    }

    /// The rules of the gym that anybody was asked for.
    fn gym(&self) -> Vec<&str> {
        let names: BTreeSet<&str> =
            self.people.iter().flat_map(|person| person.gym.keys().map(String::as_str)).collect();
        names.into_iter().collect()
    }

    /// What shares there are of a sort, in the order in which they first come.
    fn keys<'a>(&'a self, of: impl Fn(&'a Against) -> Vec<&'a str>) -> Vec<&'a str> {
        let mut keys: Vec<&str> = Vec::new();
        for key in self.people.iter().filter_map(|person| person.against.as_ref()).flat_map(of) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    fn lists(&self) -> Vec<&str> {
        self.keys(|against| against.lists.iter().map(|share| share.key.as_str()).collect())
    }

    fn rules(&self) -> Vec<&str> {
        self.keys(|against| against.rules.iter().map(|share| share.key.as_str()).collect())
    }

    fn metrics(&self) -> Vec<&str> {
        self.keys(|against| against.metrics.iter().map(|(key, ..)| key.as_str()).collect())
    }
}

fn found<'a>(shares: &'a [GoldShare], key: &str) -> Option<&'a GoldShare> {
    shares.iter().find(|share| share.key == key)
}

fn figure(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.3}"))
}

/// As CSV. A name that a spreadsheet would take for a formula has an apostrophe before it.
pub fn csv(class: &Class) -> String {
    let (lists, rules, metrics, lessons) = (class.lists(), class.rules(), class.metrics(), class.lessons());
    let mut heads: Vec<String> =
        ["person", "cases", "decided", "median_seconds", "total_seconds", "lessons_passed", "gold_cases"]
            .map(str::to_owned)
            .to_vec();
    for key in &lists {
        heads.extend(["n", "same", "kappa"].map(|what| format!("{key}.{what}")));
    }
    for key in &rules {
        heads.extend(["n", "same"].map(|what| format!("{key}.{what}")));
    }
    for key in &metrics {
        heads.extend(["n", "difference"].map(|what| format!("{key}.{what}")));
    }
    if class.plan.is_some() {
        heads.extend(["passed", "late", "open"].map(|what| format!("course.{what}")));
    }
    for lesson in &lessons {
        heads.extend(["passed", "attempts"].map(|what| format!("lesson.{lesson}.{what}")));
        if class.due(lesson).is_some() {
            heads.extend(["due", "late"].map(|what| format!("lesson.{lesson}.{what}")));
        }
    }
    let gym = class.gym();
    heads.push("exercises".to_owned());
    for rule in &gym {
        heads.extend(["right", "wrong", "score"].map(|what| format!("gym.{rule}.{what}")));
    }
    let mut out = row(&heads);
    for person in &class.people {
        let against = person.against.as_ref();
        let mut cells = vec![
            person.name.clone(),
            person.cases.to_string(),
            person.decided.to_string(),
            person.median().map_or_else(String::new, |seconds| format!("{seconds:.1}")),
            person.total().map_or_else(String::new, |seconds| format!("{seconds:.1}")),
            person.passed().to_string(),
            against.map_or_else(String::new, |against| against.cases.to_string()),
        ];
        for key in &lists {
            let share = against.and_then(|against| found(&against.lists, key));
            cells.push(share.map_or_else(String::new, |share| share.n.to_string()));
            cells.push(figure(share.map(|share| share.same)));
            cells.push(figure(share.and_then(|share| share.kappa)));
        }
        for key in &rules {
            let share = against.and_then(|against| found(&against.rules, key));
            cells.push(share.map_or_else(String::new, |share| share.n.to_string()));
            cells.push(figure(share.map(|share| share.same)));
        }
        for key in &metrics {
            let metric = against.and_then(|against| against.metrics.iter().find(|(known, ..)| known == key));
            cells.push(metric.map_or_else(String::new, |(_, n, _)| n.to_string()));
            cells.push(figure(metric.map(|(.., difference)| *difference)));
        }
        if class.plan.is_some() {
            let [passed, late] = class.course(person);
            cells.extend([passed, late, class.planned().len() - passed].map(|count| count.to_string()));
        }
        for name in &lessons {
            let lesson = person.lessons.get(*name);
            cells.push(lesson.and_then(|lesson| lesson.passed.clone()).unwrap_or_default());
            cells.push(lesson.map_or_else(String::new, |lesson| lesson.attempts.to_string()));
            if let Some(due) = class.due(name) {
                cells.push(due.to_owned());
                cells.push(class.late(person, name).map_or_else(String::new, |late| late.to_string()));
            }
        }
        cells.push(person.exercises.to_string());
        for rule in &gym {
            let own = person.gym.get(*rule);
            let count = |at: usize| own.map_or_else(String::new, |own| own.answers[at].to_string());
            cells.extend([count(0), count(1), figure(own.and_then(|own| own.score))]);
        }
        out.push_str(&row(&cells));
    }
    out
}

/// As lines of JSON, one a person.
pub fn json_lines(class: &Class) -> Vec<Value> {
    let share = |share: &GoldShare| {
        let mut one = json!({"n": share.n, "same": share.same});
        if let Some(kappa) = share.kappa {
            one["kappa"] = json!(kappa);
        }
        (share.key.clone(), one)
    };
    let one = |person: &Person| {
        let lessons: Map<String, Value> = person
            .lessons
            .iter()
            .map(|(name, lesson)| {
                (name.clone(), json!({"passed": lesson.passed, "attempts": lesson.attempts}))
            })
            .collect();
        let rules: Map<String, Value> = person
            .gym
            .iter()
            .map(|(rule, Practised { answers: [right, wrong], score })| {
                (rule.clone(), json!({"right": right, "wrong": wrong, "score": score}))
            })
            .collect();
        let gold = person.against.as_ref().map(|against| {
            let lists: Map<String, Value> = against.lists.iter().map(share).collect();
            let rules: Map<String, Value> = against.rules.iter().map(share).collect();
            let metric = |(key, n, difference): &(String, usize, f64)| {
                (key.clone(), json!({"n": n, "mean_absolute_difference": difference}))
            };
            let metrics: Map<String, Value> = against.metrics.iter().map(metric).collect();
            json!({"cases": against.cases, "lists": lists, "rules": rules, "metrics": metrics})
        });
        let course = class.plan.as_ref().map(|plan| {
            let [passed, late] = class.course(person);
            json!({"title": plan.title, "lessons": plan.lessons.len(), "passed": passed, "late": late})
        });
        json!({
            "schema": "lockbench.class/1",
            "person": person.name,
            "cases": person.cases,
            "decided": person.decided,
            "median_seconds": person.median(),
            "total_seconds": person.total().unwrap_or(0.0),
            "lessons": lessons,
            "course": course,
            "gym": {"done": person.exercises, "rules": rules},
            "gold": gold,
        })
    };
    class.people.iter().map(one).collect()
}

pub fn document(class: &Class) -> Document {
    let rubrics = RubricSet::shipped();
    let mut document = Document::new("Class");
    document.paragraph(format!(
        "{}. A case counts as worked on where something was recorded on it; pauses of more than five minutes count for none.",
        pluralize(class.people.len(), "person")
    ));
    let rows = class.people.iter().map(|person| {
        let time = person.median().map_or_else(|| "-".to_owned(), duration);
        let total = person.total().map_or_else(|| "-".to_owned(), duration);
        let counts = [person.cases, person.decided].map(|count| count.to_string());
        [person.name.clone()]
            .into_iter()
            .chain(counts)
            .chain([time, total, person.passed().to_string(), person.exercises.to_string()])
            .collect::<Vec<_>>()
    });
    let heads = ["person", "cases", "decided", "median a case", "time", "lessons passed", "exercises"];
    document.heading("Work");
    document.table(Table::new(heads, 1, rows));
    let lessons = class.lessons();
    if !lessons.is_empty() {
        if let Some(plan) = &class.plan {
            document.heading(plan.title.as_str());
            let rows = class.people.iter().map(|person| {
                let [passed, late] = class.course(person);
                let counts = [passed, late, plan.lessons.len() - passed].map(|count| count.to_string());
                std::iter::once(person.name.clone()).chain(counts).collect()
            });
            document.table(Table::new(["person", "passed", "of them late", "open"], 1, rows));
        }
        document.heading("Lessons");
        document.paragraph("The day of the first pass; of a lesson that is not passed the attempts.");
        let cell = |person: &Person, name: &str| match person.lessons.get(name) {
            None => "-".to_owned(),
            Some(lesson) => match &lesson.passed {
                Some(at) => {
                    let late = if class.late(person, name) == Some(true) { ", late" } else { "" };
                    format!("{}{late}", at.get(..10).unwrap_or(at))
                }
                None => pluralize(usize::try_from(lesson.attempts).unwrap_or(usize::MAX), "attempt"),
            },
        };
        let named = |name: &str| match class.due(name) {
            Some(due) => format!("{name}, due {due}"),
            None => name.to_owned(),
        };
        by_person(&mut document, class, ("lesson", &lessons), &named, &cell);
    }
    let gym = class.gym();
    if !gym.is_empty() {
        document.heading("Exercises");
        document.paragraph(
            "Right answers of all, by rule, and how well the rule is known: 0 % is what guesses get. A cap is tried once it \
             fired and once it did not.",
        );
        let cell = |person: &Person, rule: &str| match person.gym.get(rule) {
            None => "-".to_owned(),
            Some(Practised { answers: [right, wrong], score }) => {
                let score =
                    score.map_or_else(|| "not tried".to_owned(), |score| format!("{:.0} %", score * 100.0));
                format!("{right} of {}, {score}", right + wrong)
            }
        };
        let named = |rule: &str| rule_name(rule, &rubrics, DEFAULT_RUBRIC);
        by_person(&mut document, class, ("rule", &gym), &named, &cell);
    }
    let against = |person: &Person, share: &dyn Fn(&Against) -> Option<String>| {
        person.against.as_ref().and_then(share).unwrap_or_else(|| "-".to_owned())
    };
    let cell_text = |share: &GoldShare| {
        // Zero has no sign, also where it was rounded from below.
        let kappa = share.kappa.map(|kappa| (kappa * 100.0).round() / 100.0 + 0.0);
        let kappa = kappa.map_or_else(String::new, |kappa| format!(", kappa {kappa:.2}"));
        format!("{:.0} % of {}{kappa}", share.same * 100.0, share.n)
    };
    if !class.lists().is_empty() {
        document.heading("Agreement with the gold set, by list");
        let cell = |person: &Person, key: &str| against(person, &|own| found(&own.lists, key).map(cell_text));
        let named = |key: &str| List::of_key(key).map_or(key, |list| list.spec().title).to_owned();
        by_person(&mut document, class, ("list", &class.lists()), &named, &cell);
    }
    if !class.rules().is_empty() {
        document.heading("Agreement with the gold set, by rule");
        document.paragraph("Whether each cap fires by their labels as it does by the gold labels.");
        let cell = |person: &Person, key: &str| against(person, &|own| found(&own.rules, key).map(cell_text));
        let named = |key: &str| of_rubric(key, &|slug, cap| rubrics.cap_name(slug, cap));
        by_person(&mut document, class, ("rule", &class.rules()), &named, &cell);
    }
    if !class.metrics().is_empty() {
        document.heading("Distance from the gold set, by metric");
        document.paragraph("The mean absolute difference of the scores, in points.");
        let cell = |person: &Person, key: &str| {
            against(person, &|own| {
                let (_, n, difference) = own.metrics.iter().find(|(known, ..)| known == key)?;
                Some(format!("{} in {}", two_decimals(*difference), pluralize(*n, "case")))
            })
        };
        let named = |key: &str| of_rubric(key, &|_, metric| names::metric(metric));
        by_person(&mut document, class, ("metric", &class.metrics()), &named, &cell);
    }
    document
}

/// A cap or a metric of a rubric, whose key is `RUBRIC.NAME`, as people say it.
fn of_rubric(key: &str, named: &dyn Fn(&str, &str) -> String) -> String {
    key.split_once('.')
        .map_or_else(|| key.to_owned(), |(slug, own)| format!("{}: {}", title(slug), named(slug, own)))
}

/// Tables with a row for each key, by its name, and a column for each person; `first` heads the names. A screen has room for a
/// limited number of columns, so a large class has several.
fn by_person(
    document: &mut Document,
    class: &Class,
    (first, keys): (&str, &[&str]),
    named: &dyn Fn(&str) -> String,
    cell: &dyn Fn(&Person, &str) -> String,
) {
    const COLUMNS: usize = 6;
    for people in class.people.chunks(COLUMNS) {
        let heads = std::iter::once(first).chain(people.iter().map(|person| person.name.as_str()));
        let row = |key: &&str| {
            let cells = people.iter().map(|person| cell(person, key));
            std::iter::once(named(key)).chain(cells).collect::<Vec<_>>()
        };
        document.table(Table::new(heads, 1, keys.iter().map(row)));
    }
}
