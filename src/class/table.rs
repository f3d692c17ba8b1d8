//! Writes the table of a class, with a row for each person: as CSV, as JSON lines, and as a document.

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

use super::{Against, CoursePlan, GoldShare, Person, RulePractice};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// All persons, by name.
    pub people: Vec<Person>,
    /// The course that they take, if one is named.
    pub plan: Option<CoursePlan>,
}

impl Class {
    /// Returns the lessons that anybody tried.
    fn lessons(&self) -> Vec<&str> {
        let names: BTreeSet<&str> =
            self.people.iter().flat_map(|person| person.lessons.keys().map(String::as_str)).collect();
        let planned: Vec<&str> = self.planned().iter().map(|(name, _)| name.as_str()).collect();
        let others = names.into_iter().filter(|name| !planned.contains(name));
        planned.iter().copied().chain(others).collect()
    }

    /// Returns the lessons of the course, each with its last day.
    fn planned(&self) -> &[(String, Option<String>)] {
        self.plan.as_ref().map(|plan| plan.lessons.as_slice()).unwrap_or_default()
    }

    fn due(&self, lesson: &str) -> Option<&str> {
        let found = self.planned().iter().find(|(name, _)| name == lesson);
        found.and_then(|(_, due)| due.as_deref())
    }

    /// Returns whether a person passed a lesson late, or has it open after its last day; `None` if it is open
    /// and not due yet, or has no last day.
    fn late(&self, person: &Person, lesson: &str) -> Option<bool> {
        let due = self.due(lesson)?;
        match person.lessons.get(lesson).and_then(|lesson| lesson.passed.as_deref()) {
            Some(passed) => Some(is_late(passed, due)),
            None => is_late(&self.plan.as_ref()?.now, due).then_some(true),
        }
    }

    /// Returns how many lessons of the course a person passed, how many of these late, and how many are
    /// overdue, that is, open after their last day.
    fn course(&self, person: &Person) -> [usize; 3] {
        let passed = |name: &str| person.lessons.get(name).is_some_and(|lesson| lesson.passed.is_some());
        let (done, open): (Vec<&str>, Vec<&str>) =
            self.planned().iter().map(|(name, _)| name.as_str()).partition(|name| passed(name));
        let late = |names: &[&str]| names.iter().filter(|name| self.late(person, name) == Some(true)).count();
        [done.len(), late(&done), late(&open)]
    }

    /// Returns the rules of the gym that anybody answered.
    fn gym(&self) -> Vec<&str> {
        let names: BTreeSet<&str> =
            self.people.iter().flat_map(|person| person.gym.keys().map(String::as_str)).collect();
        names.into_iter().collect()
    }

    /// Returns the keys of a kind of share, in the order of first occurrence.
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

/// Returns the number of cases and the mean absolute difference of a metric.
fn distance(against: &Against, key: &str) -> Option<(usize, f64)> {
    against.metrics.iter().find(|(known, ..)| known == key).map(|(_, n, difference)| (*n, *difference))
}

fn figure(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.3}"))
}

/// A column of the CSV: its title, and the function for a person's cell.
type Column<'a> = (String, Box<dyn Fn(&Person) -> String + 'a>);

fn column<'a>(head: impl Into<String>, cell: impl Fn(&Person) -> String + 'a) -> Column<'a> {
    (head.into(), Box::new(cell))
}

fn shown<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Writes CSV. A name that a spreadsheet would take for a formula is preceded by an apostrophe.
pub fn csv(class: &Class) -> String {
    let seconds = |value: Option<f64>| value.map_or_else(String::new, |seconds| format!("{seconds:.1}"));
    let mut columns = vec![
        column("person", |person| person.name.clone()),
        column("cases", |person| person.cases.to_string()),
        column("decided", |person| person.decided.to_string()),
        column("median_seconds", move |person| seconds(person.median())),
        column("total_seconds", move |person| seconds(person.total())),
        column("lessons_passed", |person| person.passed().to_string()),
        column("gold_cases", |person| shown(person.against.as_ref().map(|against| against.cases))),
    ];
    columns.extend(class.lists().into_iter().flat_map(|key| {
        let share = move |person: &Person| found(&person.against.as_ref()?.lists, key).cloned();
        [
            column(format!("{key}.n"), move |person| shown(share(person).map(|share| share.n))),
            column(format!("{key}.same"), move |person| figure(share(person).map(|share| share.same))),
            column(format!("{key}.kappa"), move |person| figure(share(person).and_then(|share| share.kappa))),
        ]
    }));
    columns.extend(class.rules().into_iter().flat_map(|key| {
        let share = move |person: &Person| found(&person.against.as_ref()?.rules, key).cloned();
        [
            column(format!("{key}.n"), move |person| shown(share(person).map(|share| share.n))),
            column(format!("{key}.same"), move |person| figure(share(person).map(|share| share.same))),
        ]
    }));
    columns.extend(class.metrics().into_iter().flat_map(|key| {
        let distance = move |person: &Person| distance(person.against.as_ref()?, key);
        [
            column(format!("{key}.n"), move |person| shown(distance(person).map(|(n, _)| n))),
            column(format!("{key}.difference"), move |person| {
                figure(distance(person).map(|(_, difference)| difference))
            }),
        ]
    }));
    if class.plan.is_some() {
        columns.extend([
            column("course.passed", |person| class.course(person)[0].to_string()),
            column("course.late", |person| class.course(person)[1].to_string()),
            column("course.open", |person| (class.planned().len() - class.course(person)[0]).to_string()),
            column("course.overdue", |person| class.course(person)[2].to_string()),
        ]);
    }
    for name in class.lessons() {
        columns.push(column(format!("lesson.{name}.passed"), move |person| {
            person.lessons.get(name).and_then(|lesson| lesson.passed.clone()).unwrap_or_default()
        }));
        columns.push(column(format!("lesson.{name}.attempts"), move |person| {
            shown(person.lessons.get(name).map(|lesson| lesson.attempts))
        }));
        if let Some(due) = class.due(name) {
            columns.push(column(format!("lesson.{name}.due"), move |_| due.to_owned()));
            columns
                .push(column(format!("lesson.{name}.late"), move |person| shown(class.late(person, name))));
        }
    }
    columns.push(column("exercises", |person| person.exercises.to_string()));
    columns.extend(class.gym().into_iter().flat_map(|rule| {
        let answers = move |person: &Person| person.gym.get(rule).map(|own| own.answers);
        [
            column(format!("gym.{rule}.right"), move |person| shown(answers(person).map(|[right, _]| right))),
            column(format!("gym.{rule}.wrong"), move |person| shown(answers(person).map(|[_, wrong]| wrong))),
            column(format!("gym.{rule}.score"), move |person| {
                figure(person.gym.get(rule).and_then(|own| own.score))
            }),
        ]
    }));
    let heads: Vec<&str> = columns.iter().map(|(head, _)| head.as_str()).collect();
    let rows = class.people.iter().map(|person| {
        let cells: Vec<String> = columns.iter().map(|(_, cell)| cell(person)).collect();
        row(&cells)
    });
    std::iter::once(row(&heads)).chain(rows).collect()
}

/// Returns a JSON object for each person.
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
            .map(|(rule, RulePractice { answers: [right, wrong], score })| {
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
            let [passed, late, overdue] = class.course(person);
            let lessons = plan.lessons.len();
            json!({"title": plan.title, "lessons": lessons, "passed": passed, "late": late, "overdue": overdue})
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
    lessons(&mut document, class);
    let rubrics = RubricSet::shipped();
    exercises(&mut document, class, &rubrics);
    gold(&mut document, class, &rubrics);
    document
}

fn lessons(document: &mut Document, class: &Class) {
    let lessons = class.lessons();
    if lessons.is_empty() {
        return;
    }
    if let Some(plan) = &class.plan {
        document.heading(plan.title.as_str());
        let rows = class.people.iter().map(|person| {
            let [passed, late, overdue] = class.course(person);
            let counts = [passed, late, plan.lessons.len() - passed, overdue].map(|count| count.to_string());
            std::iter::once(person.name.clone()).chain(counts).collect()
        });
        document.table(Table::new(["person", "passed", "of them late", "open", "of them overdue"], 1, rows));
    }
    document.heading("Lessons");
    document.paragraph("The day of the first pass; of a lesson that is not passed the attempts.");
    let cell = |person: &Person, name: &str| {
        let late = class.late(person, name) == Some(true);
        let (result, note) = match person.lessons.get(name) {
            None => ("-".to_owned(), ", overdue"),
            Some(lesson) => match &lesson.passed {
                Some(at) => (at.get(..10).unwrap_or(at).to_owned(), ", late"),
                None => {
                    let attempts = usize::try_from(lesson.attempts).unwrap_or(usize::MAX);
                    (pluralize(attempts, "attempt"), ", overdue")
                }
            },
        };
        if late { format!("{result}{note}") } else { result }
    };
    let named = |name: &str| match class.due(name) {
        Some(due) => format!("{name}, due {due}"),
        None => name.to_owned(),
    };
    by_person(document, class, ("lesson", &lessons), &named, &cell);
}

fn exercises(document: &mut Document, class: &Class, rubrics: &RubricSet) {
    let gym = class.gym();
    if gym.is_empty() {
        return;
    }
    document.heading("Exercises");
    document.paragraph(
        "Right answers of all, by rule, and how well the rule is known: 0 % is what guesses get. A cap is tried once it \
         fired and once it did not.",
    );
    let cell = |person: &Person, rule: &str| match person.gym.get(rule) {
        None => "-".to_owned(),
        Some(RulePractice { answers: [right, wrong], score }) => {
            let score =
                score.map_or_else(|| "not tried".to_owned(), |score| format!("{:.0} %", score * 100.0));
            format!("{right} of {}, {score}", right + wrong)
        }
    };
    let named = |rule: &str| rule_name(rule, rubrics, DEFAULT_RUBRIC);
    by_person(document, class, ("rule", &gym), &named, &cell);
}

fn gold(document: &mut Document, class: &Class, rubrics: &RubricSet) {
    let against = |person: &Person, share: &dyn Fn(&Against) -> Option<String>| {
        person.against.as_ref().and_then(share).unwrap_or_else(|| "-".to_owned())
    };
    let cell_text = |share: &GoldShare| {
        // Avoids "-0", also for values rounded up to zero.
        let kappa = share.kappa.map(|kappa| (kappa * 100.0).round() / 100.0 + 0.0);
        let kappa = kappa.map_or_else(String::new, |kappa| format!(", kappa {kappa:.2}"));
        format!("{:.0} % of {}{kappa}", share.same * 100.0, share.n)
    };
    if !class.lists().is_empty() {
        document.heading("Agreement with the gold set, by list");
        let cell = |person: &Person, key: &str| against(person, &|own| found(&own.lists, key).map(cell_text));
        let named = |key: &str| List::of_key(key).map_or(key, |list| list.spec().title).to_owned();
        by_person(document, class, ("list", &class.lists()), &named, &cell);
    }
    if !class.rules().is_empty() {
        document.heading("Agreement with the gold set, by rule");
        document.paragraph("Whether each cap fires by their labels as it does by the gold labels.");
        let cell = |person: &Person, key: &str| against(person, &|own| found(&own.rules, key).map(cell_text));
        let named = |key: &str| of_rubric(key, &|slug, cap| rubrics.cap_name(slug, cap));
        by_person(document, class, ("rule", &class.rules()), &named, &cell);
    }
    if !class.metrics().is_empty() {
        document.heading("Distance from the gold set, by metric");
        document.paragraph("The mean absolute difference of the scores, in points.");
        let cell = |person: &Person, key: &str| {
            against(person, &|own| {
                let (n, difference) = distance(own, key)?;
                Some(format!("{} in {}", two_decimals(difference), pluralize(n, "case")))
            })
        };
        let named = |key: &str| of_rubric(key, &|_, metric| names::metric(metric));
        by_person(document, class, ("metric", &class.metrics()), &named, &cell);
    }
}

/// Returns the display name of a cap or metric with the key `RUBRIC.NAME`.
fn of_rubric(key: &str, named: &dyn Fn(&str, &str) -> String) -> String {
    key.split_once('.')
        .map_or_else(|| key.to_owned(), |(slug, own)| format!("{}: {}", title(slug), named(slug, own)))
}

/// Appends tables with a row for each key and a column for each person; `first` is the title of the keys'
/// column. A screen holds only a limited number of columns, so a large class is split into several
/// tables.
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
