//! Reads a lesson: its front matter, its blocks, its prose.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Display;

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::DeValue;

use super::attempt::{Attempt, LabelChange};
use super::error::LessonError;
use super::fields::{FieldFault, FieldReader, read as read_field, table};
use super::goal::Goal;
use super::names::metric_of;
use super::{Lesson, LessonFault};
use crate::annotation_rules::{RULES, rule};
use crate::case::{Case, Fields, Record, parse_json};
use crate::labels::{Entry, LISTS, file};
use crate::num::Num;
use crate::rubric::{DEFAULT_RUBRIC, Readings, Rubric, RubricSet};

/// The content of a front matter, as far as it can be read.
struct FrontMatter {
    title: Option<Spanned<String>>,
    /// `None` if it cannot be read.
    rubric: Option<Spanned<String>>,
    teaches: Vec<Spanned<String>>,
    rule: Option<Spanned<String>>,
    cites: Vec<Spanned<String>>,
    goals: Vec<GivenGoal>,
    hints: Vec<Spanned<String>>,
    readings: Vec<Spanned<String>>,
    labels_only: bool,
    case: Option<Spanned<String>>,
    solution: Option<Solution>,
}

/// A goal as written, and whether it is secret.
struct GivenGoal {
    words: Spanned<String>,
    secret: bool,
}

struct Solution {
    /// Byte offset of its beginning.
    start: usize,
    summary: Option<Spanned<String>>,
    labels: BTreeMap<String, Spanned<String>>,
    readings: Vec<Spanned<String>>,
    predict: BTreeMap<String, Spanned<f64>>,
}

impl FrontMatter {
    fn read(mut file: FieldReader, faults: &mut Vec<FieldFault>) -> FrontMatter {
        let title = file.needed("title", faults);
        let rubric = match file.has("rubric") {
            true => file.take("rubric", faults),
            false => Some(Spanned::new(0..0, DEFAULT_RUBRIC.to_owned())),
        };
        file.need("teaches", faults);
        let teaches = file.each("teaches", faults, read_field);
        let rule = file.needed("rule", faults);
        let cites = file.each("cites", faults, read_field);
        let (place, before) = (file.need("goals", faults), faults.len());
        let goals = file.each("goals", faults, GivenGoal::read);
        if let Some(place) = place.filter(|_| goals.is_empty() && faults.len() == before) {
            faults.push((place, "a lesson needs a goal".to_owned()));
        }
        file.need("solution", faults);
        let front = FrontMatter {
            title,
            rubric,
            teaches,
            rule,
            cites,
            goals,
            hints: file.each("hints", faults, read_field),
            readings: file.each("readings", faults, read_field),
            labels_only: file.take("labels_only", faults).is_some_and(Spanned::into_inner),
            case: file.take("case", faults),
            solution: file.table("solution", faults).map(|table| Solution::read(table, faults)),
        };
        file.end(faults);
        front
    }
}

impl GivenGoal {
    fn read(key: &str, value: Spanned<DeValue>, faults: &mut Vec<FieldFault>) -> Option<GivenGoal> {
        let start = value.span().start;
        if value.get_ref().is_str() {
            return Some(GivenGoal { words: read_field(key, value, faults)?, secret: false });
        }
        if !value.get_ref().is_table() {
            faults.push((start, "`goals`: a goal is a text, or a table with `goal` and `secret`".to_owned()));
            return None;
        }
        let mut full = table(key, value, faults)?;
        let words = full.needed("goal", faults);
        let secret = full.take("secret", faults).is_some_and(Spanned::into_inner);
        full.end(faults);
        Some(GivenGoal { words: words?, secret })
    }
}

impl Solution {
    fn read(mut table: FieldReader, faults: &mut Vec<FieldFault>) -> Solution {
        let solution = Solution {
            start: table.start,
            summary: table.take("summary", faults),
            labels: table.map("labels", faults),
            readings: table.each("readings", faults, read_field),
            predict: table.map("predict", faults),
        };
        table.end(faults);
        solution
    }
}

/// Opens the case whose path a lesson gives.
pub type CaseOpener<'a> = &'a dyn Fn(&str) -> Result<Case, Box<dyn Error>>;

/// Reads a lesson under a name. Fails with all errors that can be found.
pub fn read(
    name: &str,
    text: &str,
    rubrics: &RubricSet,
    open: CaseOpener,
) -> Result<Lesson, Vec<LessonFault>> {
    let file = split(text).map_err(|fault| vec![fault])?;
    let mut found = Vec::new();
    let front = FieldReader::parse(file.front, &mut found).map(|front| FrontMatter::read(front, &mut found));
    let found = found.into_iter().map(|(at, words)| LessonFault::new(file.line_at(at), words));
    let mut faults = Faults { file: &file, all: found.collect() };
    match front.and_then(|front| lesson(name, front, rubrics, open, &mut faults)) {
        Some(lesson) if faults.all.is_empty() => Ok(lesson),
        _ => {
            faults.all.sort_by_key(|fault| fault.line);
            Err(faults.all)
        }
    }
}

/// Collects the errors of a file.
struct Faults<'a> {
    file: &'a Parts<'a>,
    all: Vec<LessonFault>,
}

impl Faults<'_> {
    fn add(&mut self, line: usize, message: impl Display) {
        self.all.push(LessonFault::new(line, message.to_string()));
    }

    /// Returns the line of a value of the front matter.
    fn line<T>(&self, value: &Spanned<T>) -> usize {
        self.file.line_at(value.span().start)
    }

    /// Returns the result of reading a value of the front matter, and reports an error.
    fn read<T, U>(&mut self, value: &Spanned<T>, read: Result<U, impl Display>) -> Option<U> {
        read.map_err(|error| self.add(self.line(value), error)).ok()
    }
}

/// The two parts of a lesson's file.
struct Parts<'a> {
    front: &'a str,
    body: &'a str,
    /// The line on which the body begins.
    body_line: usize,
}

impl Parts<'_> {
    /// Returns the line of a byte of the front matter, which begins on the second line.
    fn line_at(&self, byte: usize) -> usize {
        2 + self.front.as_bytes().iter().take(byte).filter(|byte| **byte == b'\n').count()
    }
}

const FENCE: &str = "+++";

fn split(text: &str) -> Result<Parts<'_>, LessonFault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    if first.trim_end() != FENCE {
        return Err(LessonFault::new(1, "a lesson begins with a line `+++` and its front matter below it"));
    }
    let (start, mut end, mut line) = (first.len(), first.len(), 2);
    for part in lines {
        if part.trim_end() == FENCE {
            let body = &text[end + part.len()..];
            return Ok(Parts { front: &text[start..end], body, body_line: line + 1 });
        }
        end += part.len();
        line += 1;
    }
    Err(LessonFault::new(1, "the front matter has no end: a second line `+++` is missing"))
}

fn lesson(
    name: &str,
    front: FrontMatter,
    rubrics: &RubricSet,
    open: CaseOpener,
    faults: &mut Faults,
) -> Option<Lesson> {
    let named = front.rubric.as_ref().and_then(|slug| {
        let unknown = || {
            let known: Vec<&str> = rubrics.entries().map(|entry| entry.slug).collect();
            format!("unknown rubric `{}` (known: {})", slug.get_ref(), known.join(", "))
        };
        faults.read(slug, rubrics.get(slug.get_ref()).ok_or_else(unknown))
    });
    for taught in &front.teaches {
        faults.read(taught, taught_by(taught.get_ref(), rubrics));
    }
    let cited = |id: &String| {
        rule(id).ok_or_else(|| {
            let known: Vec<&str> = RULES.iter().map(|rule| rule.id.as_str()).collect();
            format!("no annotation rule is called `{id}`; there are {}", known.join(", "))
        })
    };
    let cites = front.cites.iter().filter_map(|one| faults.read(one, cited(one.get_ref()))).collect();
    let mut goals = Vec::new();
    // Goals are checked only if the rubric is known.
    for (GivenGoal { words, secret }, (_, rubric)) in
        front.goals.iter().flat_map(|goal| named.map(|named| (goal, named)))
    {
        let line = faults.line(words);
        let Some(mut goal) = faults.read(words, Goal::read(words.get_ref(), line, rubric)) else { continue };
        if *secret && goal.list().is_none() {
            faults.add(line, "only a goal of a label can be secret: `label LIST/INDEX = VALUE`");
        }
        goal.secret = *secret;
        goals.push(goal);
    }
    let mut readings = Readings::default();
    for (key, value) in pairs(&front.readings, faults) {
        readings.set(&key, &value).ok();
    }
    let solution_line = front.solution.as_ref().map(|given| faults.file.line_at(given.start));
    let solution = front.solution.zip(named).map(|(given, (_, rubric))| solution(given, rubric, faults));
    let body = blocks(faults);
    let case = match &front.case {
        Some(path) => faults.read(path, open(path.get_ref())),
        None => case_of(name, &body, faults),
    };
    Some(Lesson {
        name: name.to_owned(),
        title: front.title?.into_inner(),
        rubric: named?.0.slug,
        teaches: front.teaches.into_iter().map(Spanned::into_inner).collect(),
        rule: front.rule?.into_inner(),
        cites,
        goals,
        hints: front.hints.into_iter().map(Spanned::into_inner).collect(),
        readings,
        labels_only: front.labels_only,
        text: body.prose,
        case: case?,
        solution: solution?,
        solution_line: solution_line?,
    })
}

/// Checks that a rubric has the metric or cap named by `RUBRIC/METRIC` or `RUBRIC/CAP`.
fn taught_by(name: &str, rubrics: &RubricSet) -> Result<(), LessonError> {
    let (slug, rule) = name.split_once('/').ok_or_else(|| LessonError::Teaches(name.to_owned()))?;
    let (_, rubric) = rubrics.get(slug).ok_or_else(|| LessonError::UnknownRubric(slug.to_owned()))?;
    let docs = rubric.docs();
    let metric = docs.metrics.iter().any(|(key, _)| *key == rule);
    if metric || docs.caps.iter().any(|cap| cap.slug == rule) {
        return Ok(());
    }
    Err(LessonError::UnknownRule { slug: slug.to_owned(), rule: rule.to_owned() })
}

/// Returns the valid readings.
fn pairs(given: &[Spanned<String>], faults: &mut Faults) -> Vec<(String, String)> {
    let known = |text: &str| -> Result<_, LessonError> {
        let (key, value) = text.split_once('=').ok_or(LessonError::Form("KEY=VALUE"))?;
        let (key, value) = (key.trim(), value.trim());
        Readings::default().set(key, value)?;
        Ok((key.to_owned(), value.to_owned()))
    };
    given.iter().filter_map(|one| faults.read(one, known(one.get_ref()))).collect()
}

fn solution(given: Solution, rubric: &dyn Rubric, faults: &mut Faults) -> Attempt {
    let labels = given.labels.iter().filter_map(|(id, value)| {
        faults.read(value, LabelChange::read(&format!("{id}={}", value.get_ref())))
    });
    let labels = labels.collect();
    let predictions = given.predict.iter().filter_map(|(metric, value)| {
        let metric = faults.read(value, metric_of(metric, rubric))?;
        Some((metric.to_owned(), Num::decimal(*value.get_ref())))
    });
    let predictions = predictions.collect();
    let readings = pairs(&given.readings, faults);
    let summary = given.summary.map(|text| text.get_ref().trim().to_owned());
    Attempt { summary, labels, readings, predictions }
}

struct Body {
    prose: String,
    /// Blocks of the case: kind, first line in the body from 0, text.
    blocks: Vec<(&'static str, usize, String)>,
}

/// Info strings of blocks that are not prose.
const BLOCKS: [&str; 4] = ["article", "summary", "case", "labels"];

fn blocks(faults: &mut Faults) -> Body {
    let file = faults.file;
    let mut body = Body { prose: String::new(), blocks: Vec::new() };
    let mut inside = false;
    for (number, line) in file.body.lines().enumerate() {
        let fence = line.trim_end().strip_prefix("```");
        if inside {
            if fence == Some("") {
                inside = false;
            } else if let Some((_, _, text)) = body.blocks.last_mut() {
                text.push_str(line);
                text.push('\n');
            }
            continue;
        }
        match fence.and_then(|info| BLOCKS.iter().find(|known| **known == info.trim())) {
            Some(known) => {
                if body.blocks.iter().any(|(other, ..)| other == known) {
                    faults.add(file.body_line + number, format!("a second block `{known}`"));
                }
                body.blocks.push((known, number + 1, String::new()));
                inside = true;
            }
            None => {
                if let Some((info, meant)) = fence.and_then(mistyped) {
                    let message = format!("unknown block ```{info}; did you mean ```{meant}?");
                    faults.add(file.body_line + number, message);
                }
                body.prose.push_str(line);
                body.prose.push('\n');
            }
        }
    }
    if inside && let Some((name, line, _)) = body.blocks.last() {
        let message = format!("the block `{name}` has no end: a line of three backticks is missing");
        faults.add(file.body_line + line - 1, message);
    }
    body.prose = body.prose.trim().to_owned();
    body
}

/// Returns a mistyped info string of a block, with the known one that it resembles.
fn mistyped(info: &str) -> Option<(&str, &'static str)> {
    const MIN_SIMILARITY: f64 = 0.85;
    let info = info.trim();
    let meant = BLOCKS.iter().find(|known| strsim::jaro_winkler(info, known) >= MIN_SIMILARITY)?;
    Some((info, meant))
}

/// Reports unreadable labels of a case.
fn check_labels(case: &Case, line: usize, faults: &mut Faults) {
    let Some(labels) = &case.labels else { return };
    match file::read(labels, &case.article, &case.summary) {
        Ok(given) => {
            let lists = LISTS.iter().filter_map(|spec| match given.labels.entry(spec.list) {
                Entry::Malformed(reason) => Some(reason.to_string()),
                _ => None,
            });
            lists.chain(given.warnings).for_each(|message| faults.add(line, message));
        }
        Err(error) => faults.add(line, error),
    }
}

/// Builds the case from the blocks.
fn case_of(name: &str, body: &Body, faults: &mut Faults) -> Option<Case> {
    let (first, before) = (faults.file.body_line, faults.all.len());
    let block = |wanted: &str| body.blocks.iter().find(|(known, ..)| *known == wanted);
    let mut object = Map::new();
    for wanted in ["case", "labels"] {
        let Some((_, line, text)) = block(wanted) else { continue };
        match parse_json(text.as_bytes()) {
            Ok(Value::Object(fields)) if wanted == "case" => object.extend(fields),
            Ok(value @ Value::Object(_)) => {
                object.insert(wanted.to_owned(), value);
            }
            Ok(_) => faults.add(first + line, format!("the block `{wanted}` is not a JSON object")),
            Err(error) => {
                faults.add(first + line + error.line - 1, format!("the block `{wanted}`: {}", error.reason));
            }
        }
    }
    for wanted in ["article", "summary"] {
        match block(wanted) {
            Some((_, _, text)) if !text.trim().is_empty() => {
                object.insert(wanted.to_owned(), Value::from(text.trim()));
            }
            Some((_, line, _)) => faults.add(first + line, format!("the block `{wanted}` is empty")),
            None if object.contains_key(wanted) => {}
            None => {
                let message = format!("there is no block ```{wanted}, and the front matter names no case");
                faults.add(first, message);
            }
        }
    }
    if faults.all.len() > before {
        return None;
    }
    object.insert("id".to_owned(), Value::from(name));
    let json = Value::Object(object).to_string();
    match Record::json(name, name, &json).cases(&Fields::default()) {
        Ok(found) => {
            let case = found.cases.into_iter().next()?;
            check_labels(&case, first + block("labels").map_or(0, |(_, line, _)| *line), faults);
            Some(case)
        }
        Err(problem) => {
            faults.add(first, problem.reason);
            None
        }
    }
}
