//! A course: lessons in an order, each with the lessons that come before it and a day by which it is to be passed.

use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use super::LessonFault;

/// The name of the file of a course in its folder.
pub const COURSE_FILE: &str = "course.toml";

/// A course.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// Its title.
    pub title: String,
    /// The lessons, in their order.
    pub steps: Vec<Step>,
}

/// A lesson of a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name of a shipped lesson, or a file in the folder of the course.
    pub lesson: String,
    /// The lessons that are to be passed before, by their places.
    pub after: Vec<usize>,
    /// The last day on which it is passed in time, as 2026-12-05.
    pub due: Option<String>,
    /// The line at which it begins.
    pub line: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    deadline: Option<Spanned<Datetime>>,
    #[serde(rename = "lesson", default)]
    lessons: Vec<Spanned<Entry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Spanned<String>,
    #[serde(default)]
    after: Vec<Spanned<String>>,
    deadline: Option<Spanned<Datetime>>,
}

/// Reads a course, with everything that is wrong in it, by its line: its lessons can be read all the same. Of what TOML or its
/// types forbid the first alone is found, and no lesson.
pub fn read_course(text: &str) -> (Course, Vec<LessonFault>) {
    let line = |at: usize| text[..text.floor_char_boundary(at)].matches('\n').count() + 1;
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => {
            let at = error.span().map_or(1, |span| line(span.start));
            return (Course::default(), vec![LessonFault::new(at, error.message())]);
        }
    };
    let mut faults = Vec::new();
    let mut day = |given: &Option<Spanned<Datetime>>| {
        let given = given.as_ref()?;
        let date = given.get_ref();
        if date.date.is_none() || date.time.is_some() || date.offset.is_some() {
            let words = format!("`deadline` is {date}; write a day, as in deadline = 2026-12-05");
            faults.push(LessonFault::new(line(given.span().start), words));
        }
        date.date.map(|date| date.to_string())
    };
    let all = day(&file.deadline);
    let due: Vec<Option<String>> = file.lessons.iter().map(|entry| day(&entry.get_ref().deadline)).collect();
    let mut steps: Vec<Step> = Vec::new();
    for (entry, due) in file.lessons.iter().zip(due) {
        let own = entry.get_ref();
        let name = own.name.get_ref().trim();
        let at = line(own.name.span().start);
        if name.is_empty() {
            faults.push(LessonFault::new(
                at,
                "`name` is empty; it takes a shipped lesson, or a file of this folder",
            ));
        }
        if steps.iter().any(|known| known.lesson == name) {
            faults.push(LessonFault::new(at, format!("the lesson {name:?} is in the course twice")));
        }
        let mut after = Vec::new();
        for needed in &own.after {
            let wanted = needed.get_ref().trim();
            match steps.iter().position(|known| known.lesson == wanted) {
                Some(place) => after.push(place),
                None => {
                    let words = format!("`after` names {wanted:?}, which is not a lesson before this one");
                    faults.push(LessonFault::new(line(needed.span().start), words));
                }
            }
        }
        steps.push(Step { lesson: name.to_owned(), after, due: due.or_else(|| all.clone()), line: at });
    }
    if steps.is_empty() {
        faults.push(LessonFault::new(1, "no lesson; each is a table [[lesson]] with a `name`"));
    }
    (Course { title: file.title, steps }, faults)
}

/// Whether something at a time (RFC 3339) is later than a day.
pub fn is_late(at: &str, due: &str) -> bool {
    at.get(..due.len()).is_some_and(|day| day > due)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_has_an_order_prerequisites_and_deadlines() {
        let text = "title = \"Week 1\"\ndeadline = 2026-12-05\n\n[[lesson]]\nname = \"what-a-claim-is\"\n\n\
                    [[lesson]]\nname = \"own.md\"\nafter = [\"what-a-claim-is\"]\ndeadline = 2026-12-07\n";
        let (course, faults) = read_course(text);
        assert_eq!(faults, []);
        assert_eq!((course.title.as_str(), course.steps.len()), ("Week 1", 2));
        assert_eq!(course.steps[0].due.as_deref(), Some("2026-12-05"), "the deadline of all");
        assert_eq!(
            (course.steps[1].after.as_slice(), course.steps[1].due.as_deref()),
            (&[0][..], Some("2026-12-07"))
        );
        for (at, late) in [("2026-12-05T23:59:59Z", false), ("2026-12-06T00:00:00Z", true), ("", false)] {
            assert_eq!(is_late(at, "2026-12-05"), late, "{at}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, at, words) in [
            ("title = 5", 1, "invalid type"),
            ("title = \"x\"\n", 1, "no lesson"),
            ("title = \"x\"\n[[lesson]]\nnam = \"a\"", 3, "unknown field"),
            ("title = \"x\"\n[[lesson]]\nname = \"a\"\n[[lesson]]\nname = \"a\"", 5, "twice"),
            (
                "title = \"x\"\n[[lesson]]\nname = \"a\"\nafter = [\"b\"]\n[[lesson]]\nname = \"b\"",
                4,
                "\"b\"",
            ),
            ("title = \"x\"\n[[lesson]]\nname = \"a\"\ndeadline = 07:32:00", 4, "write a day"),
            ("title = \"x\"\ndeadline = \"soon\"\n[[lesson]]\nname = \"a\"", 2, "expected"),
        ] {
            let (_, faults) = read_course(text);
            assert!(
                faults.iter().any(|fault| fault.line == at && fault.message.contains(words)),
                "{text}: {faults:?}"
            );
        }
    }
}
