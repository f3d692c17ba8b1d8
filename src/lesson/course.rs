//! A course: an ordered list of lessons, each with prerequisites and a due date.

use toml::Spanned;
use toml::value::Datetime;

use super::LessonFault;
use super::fields::{FieldFault, FieldReader, read, table};

/// Name of the course file in its folder.
pub const COURSE_FILE: &str = "course.toml";

/// The lessons of a folder, as its `course.toml` orders them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    pub title: String,
    /// The lessons, in order.
    pub steps: Vec<Step>,
}

/// A lesson of a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name of a shipped lesson, or a file in the folder of the course.
    pub lesson: String,
    /// The prerequisites, by index.
    pub after: Vec<usize>,
    /// The last day for passing it on time, as 2026-12-05.
    pub due: Option<String>,
    /// The line at which its entry begins.
    pub line: usize,
}

/// The content of a course file, as far as it can be read.
struct File {
    title: Option<Spanned<String>>,
    deadline: Option<Spanned<Datetime>>,
    lessons: Vec<Entry>,
}

/// The table of a lesson in the file.
struct Entry {
    name: Option<Spanned<String>>,
    after: Vec<Spanned<String>>,
    deadline: Option<Spanned<Datetime>>,
}

impl File {
    fn read(mut file: FieldReader, faults: &mut Vec<FieldFault>) -> File {
        let read = File {
            title: file.needed("title", faults),
            deadline: file.take("deadline", faults),
            lessons: file.each("lesson", faults, |key, one, faults| {
                Some(Entry::read(table(key, one, faults)?, faults))
            }),
        };
        file.end(faults);
        read
    }
}

impl Entry {
    fn read(mut table: FieldReader, faults: &mut Vec<FieldFault>) -> Entry {
        let entry = Entry {
            name: table.needed("name", faults),
            after: table.each("after", faults, read),
            deadline: table.take("deadline", faults),
        };
        table.end(faults);
        entry
    }
}

/// Reads a course, with all errors in it by line. Lessons with errors are still read; if the file is not
/// valid TOML, there are none.
pub fn read_course(text: &str) -> (Course, Vec<LessonFault>) {
    let line = |at: usize| text[..text.floor_char_boundary(at)].matches('\n').count() + 1;
    let mut found = Vec::new();
    let file = FieldReader::parse(text, &mut found).map(|file| File::read(file, &mut found));
    let mut faults: Vec<LessonFault> =
        found.into_iter().map(|(at, words)| LessonFault::new(line(at), words)).collect();
    let Some(file) = file else { return (Course::default(), faults) };
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
    let due: Vec<Option<String>> = file.lessons.iter().map(|entry| day(&entry.deadline)).collect();
    let mut steps: Vec<Step> = Vec::new();
    for (own, due) in file.lessons.iter().zip(due) {
        // A lesson whose name cannot be read has already been reported.
        let Some(given) = &own.name else { continue };
        let name = given.get_ref().trim();
        let at = line(given.span().start);
        if name.is_empty() {
            faults.push(LessonFault::new(
                at,
                "`name` is empty; it takes a shipped lesson, or a file of this folder",
            ));
        }
        if steps.iter().any(|known| known.lesson == name) {
            faults.push(LessonFault::new(at, format!("`name`: the lesson {name:?} is in the course twice")));
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
    if file.lessons.is_empty() && faults.is_empty() {
        faults.push(LessonFault::new(1, "no lesson; each is a table [[lesson]] with a `name`"));
    }
    faults.sort_by_key(|fault| fault.line);
    (Course { title: file.title.map(Spanned::into_inner).unwrap_or_default(), steps }, faults)
}

/// Returns whether a time (RFC 3339) is later than a day.
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
    fn everything_that_is_wrong_is_named_at_once() {
        let text = "title = 5\ndeadline = \"soon\"\n[[lesson]]\nnam = \"a\"\n[[lesson]]\nname = \"b\"\nafter = [1, \"x\"]\n\
                    [[lesson]]\nname = \"b\"\n";
        let (course, faults) = read_course(text);
        let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [1, 2, 3, 4, 7, 7, 9], "{faults:#?}");
        assert_eq!(course.steps.len(), 2, "what can be read is");
        let (course, faults) = read_course("title = \n[[lesson]]\nname = a\n");
        let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
        assert_eq!((course, lines), (Course::default(), vec![1, 3]), "{faults:#?}");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, at, words) in [
            ("title = 5", 1, "`title`: invalid type: integer `5`, expected a string"),
            ("lesson = 5\ntitle = \"x\"", 1, "`lesson`: invalid type"),
            ("title = \"x\"\nlesson = [5]", 2, "`lesson`: invalid type"),
            ("title = \"x\"\n[[lesson]]\nname = \"a\"\nafter = [1]", 4, "`after`: invalid type"),
            ("title = \"x\"\n[[lesson]]\nname = a", 3, "`name`: "),
            ("title = \"x\"\n", 1, "no lesson"),
            (
                "title = \"x\"\n[[lesson]]\nnam = \"a\"",
                3,
                "unknown field `nam`; there are `name`, `after`, `deadline`",
            ),
            (
                "title = \"x\"\n[[lesson]]\nname = \"a\"\n[[lesson]]\nname = \"a\"",
                5,
                "`name`: the lesson \"a\" is in the course twice",
            ),
            (
                "title = \"x\"\n[[lesson]]\nname = \"a\"\nafter = [\"b\"]\n[[lesson]]\nname = \"b\"",
                4,
                "\"b\"",
            ),
            ("title = \"x\"\n[[lesson]]\nname = \"a\"\ndeadline = 07:32:00", 4, "write a day"),
            ("title = \"x\"\ndeadline = \"soon\"\n[[lesson]]\nname = \"a\"", 2, "`deadline`: "),
        ] {
            let (_, faults) = read_course(text);
            assert!(
                faults.iter().any(|fault| fault.line == at && fault.message.contains(words)),
                "{text}: {faults:?}"
            );
        }
    }
}
