//! Maps the fields of an object to the parts of a case, including the names that other programs give them.

use serde_json::Value;
use serde_json::value::RawValue;

use super::error::{FieldError, MemberError};
use super::foreign::{
    OUTPUT, Row, VARIABLES, are_spans, cell_output, column_provider, member, of_this_program, provider,
    unanswered,
};
use super::input::Naming;
use super::mapped::MappedColumns;
use super::raw::{Extra, Member, Object, is_sound, kind, object};
use super::{Case, MAX_RECORD, MalformedField, Source};

/// Largest number of texts in a list of a case: sources, references, outline titles or reasoning steps. Each
/// text has an index of its own, which takes about 12 KB even for a short text.
pub const MAX_TEXTS: usize = 2_000;
/// Largest number of names in a list of documents.
pub const MAX_NAMES: usize = 100_000;
/// Largest total size, in bytes, of the cases of one record whose summaries are named by model. Each of these
/// cases has its own copy of the article.
pub const MAX_CASES: usize = 8 * MAX_RECORD;

/// The type of value that a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// A string or a number that names something.
    Name,
    /// A string.
    Text,
    /// A string. Under the names listed here also a list of strings, which are joined with an empty line
    /// between them.
    TextOrList(&'static [&'static str]),
    /// A list of strings, or one string.
    Texts,
    Names,
    /// A list of strings or of objects `{id, title, url, text}`.
    Sources,
    /// Any value; whoever uses it reports what is wrong with it.
    Any,
}

/// A field of a case and its aliases.
#[derive(Debug)]
pub struct Field {
    /// Its canonical name, which is also the one to the left of `=` in `--map`.
    pub name: &'static str,
    /// Other names, in the order in which they are tried.
    pub also: &'static [&'static str],
    pub takes: FieldType,
}

/// Every field that is read. Some rules go beyond this table:
/// - `summary:<model>` makes one case for each model.
/// - `input` beside `actual_output` is the query if the article is present under another name, otherwise the
///   article.
/// - In a result of promptfoo the output is the summary, and the other fields come from its variables. Its
///   `id` is ignored, since it is new in every run. In a table of promptfoo each provider column is a
///   summary.
/// - `name` is the id if it is beside `actual_output` or `user_input`.
/// - `source` beside `source_info` is the name of a dataset.
/// - `labels` that are a list of spans belong to another program.
pub const FIELDS: &[Field] = &[
    row("id", &["hash", "doc_id", "guid", "gem_id"], FieldType::Name),
    row(
        "article",
        &[
            "document", "source_info", "source", "src", "text", "doc", "dialogue", "context",
            "retrieved_contexts", "retrieval_context", "retrievalContext",
        ],
        FieldType::TextOrList(&["context", "retrieved_contexts", "retrieval_context", "retrievalContext"]),
    ),
    row(
        "summary",
        &["response", "actual_output", "actualOutput", "prediction", "hypothesis", "decoded", "claim"],
        FieldType::Text,
    ),
    row("title", &[], FieldType::Text),
    row("query", &["user_input", "question"], FieldType::Text),
    row(
        "reference",
        &["references", "expected_output", "expectedOutput", "summary:reference", "target"],
        FieldType::Texts,
    ),
    row("sources", &[], FieldType::Sources),
    row("outline", &[], FieldType::Texts),
    row("retrieved", &[], FieldType::Names),
    row("relevant", &[], FieldType::Names),
    row("reasoning_steps", &[], FieldType::Texts),
    row("explanation", &[], FieldType::Text),
    row("iterations", &["k"], FieldType::Any),
    row("generation_seconds", &[], FieldType::Any),
    row("labels", &[], FieldType::Any),
];

const fn row(name: &'static str, also: &'static [&'static str], takes: FieldType) -> Field {
    Field { name, also, takes }
}

/// Name of a column that holds the summary in some collections and the reference in others. Used as the
/// summary only if no other field fits.
const LAST_RESORT: &str = "highlights";
/// Key under which the name that another program gives to the summarising system is kept.
const SYSTEM: &str = "system";
/// Prefix of the name of a field that holds one model's summary.
const BY_MODEL: &str = "summary:";

/// Finder of fields, by the table of aliases and by `--map`. One instance serves a whole run, because it
/// numbers the cases without a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    mapped: MappedColumns,
    pub(super) naming: Naming,
}

/// The cases of one object, and the names under which their fields were found.
#[derive(Clone, Debug, Default)]
pub struct ObjectCases {
    /// One case, or one for each model if the summaries are named by model.
    pub cases: Vec<Case>,
    /// Field of a case and the name under which it was found, in the order of [`FIELDS`].
    pub from: Vec<(&'static str, String)>,
}

/// The field name that includes the model, and the summary's text or what is wrong with it.
type ModelSummary = (String, Result<String, FieldError>);

/// Why an object is not a case, and the key that the reason is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCase {
    pub reason: FieldError,
    /// The key in the object, if there is one.
    pub key: Option<String>,
    /// The name of the case, if it could be read.
    pub id: Option<String>,
}

impl Fields {
    /// Reads a mapping such as `article=body,summary=abstract`.
    ///
    /// # Errors
    /// If a part has no `=`, names no field, or names no column.
    pub fn map(&mut self, spec: &str) -> Result<(), FieldError> {
        for part in spec.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((name, column)) = part.split_once('=') else {
                return Err(FieldError::NoColumn(part.to_owned()));
            };
            let Some(field) = FIELDS.iter().find(|field| field.name == name.trim()) else {
                let known = FIELDS.iter().map(|field| field.name).collect();
                return Err(FieldError::Unknown { name: name.to_owned(), known });
            };
            let column = column.trim();
            if column.is_empty() {
                return Err(FieldError::EmptyColumn(part.to_owned()));
            }
            self.mapped.set(field.name, column);
        }
        Ok(())
    }

    /// Returns the mappings whose column no object had so far, each as `FIELD=COLUMN`.
    pub fn absent(&self) -> Vec<String> {
        self.mapped.absent()
    }

    /// Finds the fields of an object. In a cell of a table, lists and numbers are parsed from the cell's
    /// text, and an empty cell is no value. `id` names a case that has no name of its own; without `id`, the
    /// name is derived from the texts. `size` is the length of the record in bytes. If a field other than the
    /// name, the article and the summary has the wrong type, it is kept in [`Case::malformed`].
    pub(super) fn take(
        &self,
        mut object: Object,
        id: Option<&str>,
        size: usize,
    ) -> Result<ObjectCases, NoCase> {
        self.mapped.look(&object);
        let mut taken = ObjectCases::default();
        let mut case = Case::default();
        let (mut by_model, mut named) = (Vec::new(), id.is_some());
        let row = Row::of(&object);
        let system = provider(&object).filter(|_| row.prompted && !object.contains_key(SYSTEM));
        for field in FIELDS {
            let names = self.names(field, row);
            let failed = |(reason, key), id: &str| {
                let id = Some(id.to_owned()).filter(|id| !id.is_empty());
                NoCase { reason, key: Some(key), id }
            };
            let found = match self.find(field, &names, &mut object) {
                Ok(found) => found,
                // A result without a name cannot be assigned, and without its texts there is nothing to
                // judge.
                Err(wrong) if matches!(field.name, "id" | "article" | "summary") => {
                    return Err(failed(wrong, &case.id));
                }
                // Only some metrics need the field, and they report what is wrong with it. The others ignore
                // it.
                Err((reason, key)) => {
                    case.malformed.push(MalformedField { field: field.name, key, reason });
                    None
                }
            };
            if let Some((name, value)) = found {
                store(&mut case, field.name, value);
                named |= field.name == "id" && !case.id.is_empty();
                taken.from.push((field.name, name));
            } else if field.name == "id" {
                case.id = id.unwrap_or_default().to_owned();
            } else if field.name == "summary" {
                by_model = self.models(&mut object);
                if by_model.is_empty()
                    && self.mapped.get("summary").is_none()
                    && object.get(LAST_RESORT).is_some_and(Member::is_text)
                {
                    if let Some(member) = object.shift_remove(LAST_RESORT) {
                        case.summary = read_text(LAST_RESORT, member)
                            .map_err(|reason| failed((reason, LAST_RESORT.to_owned()), &case.id))?;
                        taken.from.push(("summary", LAST_RESORT.to_owned()));
                    }
                } else if by_model.is_empty() {
                    return Err(self.missing(field, &names, &object, case.id));
                }
                taken.from.extend(by_model.iter().map(|(name, _)| ("summary", name.clone())));
            } else if field.name == "article" {
                return Err(self.missing(field, &names, &object, case.id));
            }
        }
        for (_, name) in taken.from.iter().filter(|(_, name)| self.is_shared(name)) {
            object.shift_remove(name);
        }
        case.extra = Extra::of(object);
        if let Some(system) = system {
            case.extra.add(SYSTEM, &system);
        }
        if by_model.is_empty() {
            if !named {
                case.id = self.naming.name(&case);
            }
            taken.cases.push(case);
            return Ok(taken);
        }
        self.by_model(case, by_model, (named, size), &mut taken)?;
        Ok(taken)
    }

    /// Makes a case for each model whose summary an object of `size` bytes holds, from the part that they
    /// share.
    fn by_model(
        &self,
        case: Case,
        by_model: Vec<ModelSummary>,
        (named, size): (bool, usize),
        taken: &mut ObjectCases,
    ) -> Result<(), NoCase> {
        let length = |summary: &Result<String, _>| summary.as_ref().map_or(0, String::len);
        let own: usize = by_model.iter().map(|(name, summary)| name.len() + length(summary)).sum();
        if size.saturating_sub(own).saturating_mul(by_model.len()) > MAX_CASES {
            return Err(NoCase {
                reason: FieldError::TooLarge { count: by_model.len(), most: MAX_CASES },
                key: by_model.first().map(|(name, _)| name.clone()),
                id: Some(case.id).filter(|id| !id.is_empty()),
            });
        }
        for (name, summary) in by_model {
            let provider = column_provider(&name);
            let model = provider.or(name.strip_prefix(BY_MODEL)).unwrap_or(&name);
            let mut one = Case { id: format!("{}:{model}", case.id), ..case.clone() };
            one.extra.add("model", model);
            let mut summary = summary;
            if provider.is_some() {
                one.extra.add(SYSTEM, model);
                summary = summary.and_then(|cell| cell_output(&cell).map(str::to_owned));
            }
            match summary {
                Ok(summary) => one.summary = summary,
                Err(reason) => {
                    one.malformed.push(MalformedField { field: "summary", key: name.clone(), reason });
                }
            }
            if !named {
                one.id = self.naming.name(&one);
            }
            taken.cases.push(one);
        }
        Ok(())
    }

    /// Whether `--map` reads several fields from a column.
    fn is_shared(&self, column: &str) -> bool {
        self.mapped.count(column) > 1
    }

    /// Returns the names under which to look for a field, in order.
    fn names(&self, field: &Field, row: Row) -> Vec<String> {
        if let Some(column) = self.mapped.get(field.name) {
            return vec![column.to_owned()];
        }
        let mut names: Vec<String> =
            [field.name].iter().chain(field.also).map(|&name| name.to_owned()).collect();
        // The article is looked up first. If `input` is still present when the query is looked up, it is the
        // query.
        if row.answered && (field.name == "article" || field.name == "query") {
            names.push("input".to_owned());
        }
        if row.sourced {
            names.retain(|name| name != "source");
        }
        match field.name {
            "summary" if row.prompted => {
                names.retain(|name| name != "response");
                names.push(OUTPUT.to_owned());
            }
            "id" if row.prompted => names.retain(|name| name != "id"),
            "id" if row.named => names.push("name".to_owned()),
            "id" => {}
            _ if row.prompted => {
                names.extend(names.clone().iter().map(|name| format!("{VARIABLES}{name}")));
            }
            _ => {}
        }
        names.retain(|name| self.mapped.count(name) == 0);
        names
    }

    fn find(
        &self,
        field: &Field,
        names: &[String],
        object: &mut Object,
    ) -> Result<Option<(String, FieldValue)>, (FieldError, String)> {
        let null_counts = field.name == "iterations";
        let (mut wrong, mut blank) = (None, None);
        for (index, name) in names.iter().enumerate() {
            let there = |value: &Member| null_counts || !value.is_null();
            let Some(member) = member(object, name).filter(there) else { continue };
            if field.name == "labels" && are_spans(&member) {
                continue;
            }
            // An empty text names nothing, as an empty cell does.
            if field.name == "id" && matches!(member, Member::Json(raw) if raw.get() == "\"\"") {
                continue;
            }
            // Another program may fill one of its columns and leave the others empty.
            if field.name == "article" && index > 0 && is_blank(&member) {
                blank = blank.or(Some(name));
                continue;
            }
            let read = match member {
                Member::Json(_) => match inner_output(name, member) {
                    Some(text) => Ok(FieldValue::Text(text)),
                    None => check(field, name, member),
                },
                Member::Cell(text) => match cell(field, name, text) {
                    Some(read) => read,
                    None => continue,
                },
            };
            match read {
                Ok(part) => {
                    if !self.is_shared(name) {
                        object.shift_remove(name);
                    }
                    return Ok(Some((name.clone(), part)));
                }
                // Another program may use an alias for something else, but never the field's canonical name.
                // A value that cannot be parsed at all is an error under any name.
                Err(reason) if index == 0 || member.value().is_err() => return Err((reason, name.clone())),
                Err(reason) => wrong = wrong.or(Some((reason, name.clone()))),
            }
        }
        if let Some(name) = blank.filter(|_| wrong.is_none()) {
            object.shift_remove(name);
            return Ok(Some((name.clone(), FieldValue::Text(String::new()))));
        }
        let needed = matches!(field.name, "article" | "summary");
        wrong.filter(|_| needed).map_or(Ok(None), Err)
    }

    /// Returns the summaries that are named by model, each with its text or what is wrong with it.
    fn models(&self, object: &mut Object) -> Vec<ModelSummary> {
        let mut found = Vec::new();
        if self.mapped.get("summary").is_some() {
            return found;
        }
        let is_one = |name: &str, member: &Member| {
            if column_provider(name).is_some() {
                return matches!(member, Member::Cell(_));
            }
            name.len() > BY_MODEL.len()
                && name.starts_with(BY_MODEL)
                && name != "summary:reference"
                && !member.is_null()
        };
        object.retain(|name, member| {
            let taken = is_one(name, member);
            if taken {
                found.push((name.clone(), read_text(name, *member)));
            }
            !taken
        });
        found
    }

    fn missing(&self, field: &Field, names: &[String], object: &Object, id: String) -> NoCase {
        let there = || {
            let filled = object.iter().filter(|(_, member)| !member.is_null());
            filled.map(|(name, _)| name.clone()).take(12).collect()
        };
        let mut null = names.iter().find(|name| object.get(*name).is_some_and(Member::is_null)).cloned();
        let mapped = self.mapped.get(field.name).map(|column| (field.name, column.to_owned()));
        let unanswered = unanswered(object).filter(|_| field.name == "summary" && mapped.is_none());
        let reason = match (unanswered, mapped, &null) {
            (Some(why), ..) => {
                null = None;
                FieldError::NoSummary(Box::new(FieldError::NoOutput(why)))
            }
            (None, Some((name, column)), Some(_)) => FieldError::MappedNull { name, column },
            (None, Some((name, column)), None) => FieldError::MappedAbsent { name, column, there: there() },
            (None, None, Some(null)) => {
                FieldError::Null { name: field.name, null: null.clone(), there: there() }
            }
            (None, None, None) => match of_this_program(object).filter(|_| field.name == "article") {
                Some(what) => FieldError::NotACase(what),
                None => FieldError::Absent { name: field.name, there: there() },
            },
        };
        NoCase { reason, key: null, id: Some(id).filter(|id| !id.is_empty()) }
    }
}

/// Whether a text or a list holds nothing.
fn is_blank(member: &Member) -> bool {
    match member {
        Member::Cell(text) => text.trim().is_empty() || text.trim() == "[]",
        Member::Json(raw) => matches!(raw.get(), "\"\"" | "[]"),
    }
}

/// Returns the text of a promptfoo output that is an object: its only string, or the string under a usual
/// name.
fn inner_output(name: &str, member: Member) -> Option<String> {
    let Member::Json(raw) = member else { return None };
    if name != OUTPUT || !raw.get().starts_with('{') {
        return None;
    }
    let members = object(raw.get()).ok()?;
    let mut texts = members.iter().filter(|(_, member)| member.is_text());
    let usual = ["summary", "output", "text", "content"].iter().find_map(|key| members.get(*key));
    let only = texts.next().map(|(_, member)| member).filter(|_| texts.next().is_none());
    usual.filter(|member| member.is_text()).or(only)?.text().ok()
}

enum FieldValue {
    Text(String),
    Texts(Vec<String>),
    Sources(Vec<Source>),
    Any(Value),
}

/// Converts a table cell to the type that the field takes; `None` if the cell is empty.
fn cell(field: &Field, name: &str, text: &str) -> Option<Result<FieldValue, FieldError>> {
    let string = || Some(check(field, name, Member::Cell(text)));
    match field.takes {
        FieldType::Text | FieldType::TextOrList(_) if matches!(field.name, "article" | "summary") => string(),
        _ if text.trim().is_empty() => None,
        FieldType::Text | FieldType::TextOrList(_) | FieldType::Name => string(),
        _ => match json(text) {
            Some(raw) if raw.get() == "null" => None,
            Some(raw) => Some(check(field, name, Member::Json(raw))),
            None => string(),
        },
    }
}

/// Returns the JSON in a cell, if there is any.
fn json(text: &str) -> Option<&RawValue> {
    serde_json::from_str::<&RawValue>(text).ok().filter(|raw| is_sound(raw))
}

fn read_text(name: &str, member: Member) -> Result<String, FieldError> {
    text(member).map_err(|source| FieldError::Value { name: name.to_owned(), source })
}

/// Converts a value to what [`store`] expects, or returns what is wrong with it.
fn check(field: &Field, name: &str, member: Member) -> Result<FieldValue, FieldError> {
    let own = name.strip_prefix(VARIABLES).unwrap_or(name);
    // A name that only `--map` introduces may hold any type that the field takes.
    let mapped = field.name != own && !field.also.contains(&own);
    let said = |source| FieldError::Value { name: name.to_owned(), source };
    let wrong = |wanted| Err(said(not(member, wanted)));
    match field.takes {
        FieldType::Any => member.value().map(FieldValue::Any).map_err(said),
        FieldType::Text | FieldType::TextOrList(_) if member.is_text() => {
            member.text().map(FieldValue::Text).map_err(said)
        }
        FieldType::Text => wrong("not a string"),
        FieldType::Name if member.is_name() => member.name().map(FieldValue::Text).map_err(said),
        FieldType::Name => wrong("not a string or a number"),
        FieldType::TextOrList(lists) if mapped || lists.contains(&own) => match list(member) {
            Some(items) => Ok(FieldValue::Text(each(name, &items, usize::MAX, text)?.join("\n\n"))),
            None => wrong("not a string or a list of strings"),
        },
        FieldType::TextOrList(_) => wrong("not a string"),
        FieldType::Texts if member.is_text() => {
            member.text().map(|text| FieldValue::Texts(vec![text])).map_err(said)
        }
        FieldType::Texts => match list(member) {
            Some(items) => each(name, &items, MAX_TEXTS, text).map(FieldValue::Texts),
            None => wrong("not a list of strings"),
        },
        FieldType::Names => match list(member) {
            Some(items) => each(name, &items, MAX_NAMES, one_name).map(FieldValue::Texts),
            None => wrong("not a list of names"),
        },
        FieldType::Sources => match list(member) {
            Some(items) => each(name, &items, MAX_TEXTS, source).map(FieldValue::Sources),
            None => wrong("not a list of strings or of objects with `text`"),
        },
    }
}

/// The items of a list.
fn list<'a>(member: Member<'a>) -> Option<Vec<&'a RawValue>> {
    let Member::Json(raw) = member else { return None };
    if !raw.get().starts_with('[') {
        return None;
    }
    serde_json::from_str(raw.get()).ok()
}

/// Reads the items of a list, of which there may be `most`, with `read`.
fn each<T>(
    name: &str,
    items: &[&RawValue],
    most: usize,
    read: fn(Member) -> Result<T, MemberError>,
) -> Result<Vec<T>, FieldError> {
    if items.len() > most {
        return Err(FieldError::TooMany { name: name.to_owned(), count: items.len(), most });
    }
    let item = |(at, item): (usize, &&RawValue)| {
        let failed = |source| FieldError::Item { name: name.to_owned(), number: at + 1, source };
        read(Member::Json(item)).map_err(|error| failed(Box::new(error)))
    };
    items.iter().enumerate().map(item).collect()
}

fn not(member: Member, wanted: &'static str) -> MemberError {
    MemberError::Type { found: kind(member), wanted }
}

fn text(member: Member) -> Result<String, MemberError> {
    if member.is_text() { member.text() } else { Err(not(member, "not a string")) }
}

fn one_name(member: Member) -> Result<String, MemberError> {
    if member.is_name() { member.name() } else { Err(not(member, "neither a string nor a number")) }
}

fn source(member: Member) -> Result<Source, MemberError> {
    if member.is_text() {
        return Ok(Source { text: member.text()?, ..Source::default() });
    }
    let members = match member {
        Member::Json(raw) if raw.get().starts_with('{') => {
            object(raw.get()).map_err(|error| MemberError::Unreadable(error.reason))?
        }
        other => return Err(not(other, "neither a string nor an object")),
    };
    let part = |key| {
        let failed = |source| MemberError::Part { key, source: Box::new(source) };
        match members.get(key).filter(|member| !member.is_null()) {
            None => Ok(None),
            Some(member) if member.is_text() => member.text().map(Some).map_err(failed),
            Some(member) if key == "id" && member.is_name() => member.name().map(Some).map_err(failed),
            Some(other) => Err(MemberError::PartType { key, found: kind(*other) }),
        }
    };
    Ok(Source {
        id: part("id")?,
        title: part("title")?,
        url: part("url")?,
        text: part("text")?.unwrap_or_default(),
    })
}

fn store(case: &mut Case, name: &str, part: FieldValue) {
    match (name, part) {
        ("id", FieldValue::Text(text)) => case.id = text,
        ("article", FieldValue::Text(text)) => case.article = text,
        ("summary", FieldValue::Text(text)) => case.summary = text,
        ("title", FieldValue::Text(text)) => case.title = Some(text),
        ("query", FieldValue::Text(text)) => case.query = Some(text),
        ("explanation", FieldValue::Text(text)) => case.explanation = Some(text),
        ("reference", FieldValue::Texts(texts)) => case.references = texts,
        ("outline", FieldValue::Texts(texts)) => case.outline = Some(texts),
        ("retrieved", FieldValue::Texts(names)) => case.retrieved = Some(names),
        ("relevant", FieldValue::Texts(names)) => case.relevant = Some(names),
        ("reasoning_steps", FieldValue::Texts(texts)) => case.reasoning_steps = Some(texts),
        ("sources", FieldValue::Sources(sources)) => case.sources = sources,
        ("iterations", FieldValue::Any(value)) => case.iterations = Some(value),
        ("generation_seconds", FieldValue::Any(value)) => case.generation_seconds = Some(value),
        ("labels", FieldValue::Any(value)) => case.labels = Some(value),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn take(value: Value) -> Result<ObjectCases, NoCase> {
        take_text(&value.to_string())
    }

    fn take_text(text: &str) -> Result<ObjectCases, NoCase> {
        Fields::default().take(object(text).unwrap(), None, text.len())
    }

    fn one(value: Value) -> Case {
        take(value).unwrap().cases.remove(0)
    }

    #[test]
    fn every_alias_is_found() {
        for field in FIELDS.iter().filter(|field| matches!(field.name, "article" | "summary")) {
            let other = if field.name == "article" { "summary" } else { "article" };
            for name in field.also {
                let taken = take(json!({"id": 7, other: "other", *name: "this"})).unwrap();
                assert!(taken.from.contains(&(field.name, (*name).to_owned())), "{name}");
                assert_eq!(taken.cases[0].id, "7");
            }
        }
    }

    #[test]
    fn highlights_are_the_summary_only_where_nothing_else_fits() {
        assert_eq!(one(json!({"article": "a", "highlights": "h"})).summary, "h");
        let case = one(json!({"article": "a", "highlights": "h", "decoded": "d"}));
        assert_eq!((case.summary.as_str(), case.extra.get("highlights")), ("d", Some("\"h\"")));
    }

    #[test]
    fn input_is_the_query_beside_a_context_and_else_the_article() {
        let case = one(json!({"input": "q", "actual_output": "s", "context": ["a", "b"]}));
        assert_eq!((case.query.as_deref(), case.article.as_str()), (Some("q"), "a\n\nb"));
        let case = one(json!({"input": "q", "actual_output": "s"}));
        assert_eq!((case.query, case.article.as_str()), (None, "q"));
        let case = one(json!({"input": "q", "summary": "s", "text": "a"}));
        assert_eq!((case.query, case.extra.len()), (None, 1));
    }

    #[test]
    fn summaries_by_model_are_cases() {
        let taken = take(json!({"id": "x", "article": "a", "summary:m1": "s", "summary:m2": "t", "summary:reference": "r"})).unwrap();
        let ids: Vec<_> = taken.cases.iter().map(|case| (case.id.as_str(), case.summary.as_str())).collect();
        assert_eq!(ids, [("x:m1", "s"), ("x:m2", "t")]);
        assert_eq!(taken.cases[1].references, ["r"]);
        // A value that is not a text is an error of its own model only; a model without a summary has no
        // case.
        let taken =
            take(json!({"id": "x", "article": "a", "summary:m1": 5, "summary:m2": "t", "summary:m3": null}))
                .unwrap();
        let [one, two] = &taken.cases[..] else { panic!("{:?}", taken.cases) };
        assert_eq!((one.id.as_str(), two.summary.as_str(), two.malformed.len()), ("x:m1", "t", 0));
        assert_eq!(one.malformed[0].reason.to_string(), "`summary:m1` is the number 5, not a string");
    }

    #[test]
    fn an_empty_name_is_none() {
        let named =
            |id: &str| take(json!({"id": id, "article": "a", "summary": "s"})).unwrap().cases.remove(0).id;
        assert!(named("").starts_with("x-"));
        assert_eq!(named(" "), " ");
        let other = one(json!({"id": "", "hash": "h", "article": "a", "summary": "s"}));
        assert_eq!((other.id.as_str(), other.extra.get("id")), ("h", Some("\"\"")));
        let taken = take(json!({"id": "", "article": "a", "summary:m1": "s", "summary:m2": "t"})).unwrap();
        assert!(taken.cases.iter().all(|case| case.id.starts_with("x-")));
    }

    #[test]
    fn wrong_types_are_named_and_unknown_fields_kept() {
        let error = take(json!({"id": "x", "article": 5, "summary": "s"})).unwrap_err();
        assert_eq!((error.key.as_deref(), error.id.as_deref()), (Some("article"), Some("x")));
        assert!(error.reason.to_string().contains("the number 5"), "{}", error.reason);
        assert!(take(json!({"summary": "s"})).unwrap_err().reason.to_string().contains("no article"));
        let case = one(
            json!({"article": "a", "summary": "s", "source": "cnn", "z": {"deep": [1, null]}, "iterations": null}),
        );
        assert_eq!(case.extra.value("z"), Some(Ok(json!({"deep": [1, null]}))));
        assert_eq!(case.iterations, Some(Value::Null));
        assert_eq!(one(json!({"source": {"no": "text"}, "text": "a", "summary": "s"})).article, "a");
    }

    #[test]
    fn a_wrong_type_is_kept_and_reported_except_for_the_texts_and_the_name() {
        let with = |field: &str, value: Value| {
            let mut object = json!({"id": "x", "article": "a", "summary": "s"});
            object[field] = value;
            object
        };
        let wrong = |field: &str, value: Value| {
            let case = one(with(field, value.clone()));
            assert_eq!(case.extra.value(field), Some(Ok(value)), "what it holds is not lost");
            assert_eq!((case.malformed.len(), case.malformed[0].key.as_str()), (1, field));
            case.wrong(case.malformed[0].field).unwrap().to_string()
        };
        assert_eq!(wrong("retrieved", json!(5)), "`retrieved` is the number 5, not a list of names");
        assert_eq!(
            wrong("relevant", json!(["a", []])),
            "item 2 of `relevant` is a list, neither a string nor a number"
        );
        assert_eq!(
            wrong("sources", json!({"text": "t"})),
            "`sources` is an object, not a list of strings or of objects with `text`"
        );
        assert_eq!(
            wrong("sources", json!([3])),
            "item 1 of `sources` is the number 3, neither a string nor an object"
        );
        assert_eq!(wrong("outline", json!([1])), "item 1 of `outline` is the number 1, not a string");
        assert_eq!(wrong("reasoning_steps", json!(true)), "`reasoning_steps` is true, not a list of strings");
        assert_eq!(wrong("reference", json!(1)), "`reference` is the number 1, not a list of strings");
        assert_eq!(wrong("explanation", json!([])), "`explanation` is a list, not a string");
        assert_eq!(wrong("query", json!(7)), "`query` is the number 7, not a string");
        assert_eq!(wrong("title", json!({})), "`title` is an object, not a string");
        for (field, value) in [("article", json!(5)), ("summary", json!([])), ("id", json!({}))] {
            assert!(
                take(with(field, value))
                    .unwrap_err()
                    .reason
                    .to_string()
                    .starts_with(&format!("`{field}` is "))
            );
        }
        let cells = [("article", "a"), ("summary", "s"), ("retrieved", "d1, d2")];
        let cells = cells.map(|(name, text)| (name.to_owned(), Member::Cell(text)));
        let case = Fields::default().take(cells.into_iter().collect(), None, 0).unwrap().cases.remove(0);
        assert_eq!(
            case.wrong("retrieved").map(ToString::to_string).as_deref(),
            Some("`retrieved` is the string \"d1, d2\", not a list of names")
        );
    }

    #[test]
    fn mapped_columns_win() {
        let mut fields = Fields::default();
        fields.map("article=body, summary=abstract").unwrap();
        let text = r#"{"body": "b", "abstract": "s", "article": "not this"}"#;
        let taken = fields.take(object(text).unwrap(), None, text.len()).unwrap();
        assert_eq!((taken.cases[0].article.as_str(), taken.cases[0].summary.as_str()), ("b", "s"));
        assert!(fields.map("body=article").unwrap_err().to_string().contains("no field `body`"));
        assert!(fields.map("article= ,id=n").unwrap_err().to_string().contains("`article=` names no column"));
    }

    #[test]
    fn a_mapping_is_absent_while_no_object_has_its_column() {
        let mut fields = Fields::default();
        fields.map("reference=gold,query=ask.0.text,title=head").unwrap();
        assert!(fields.absent().is_empty(), "nothing was looked at");
        let look = |fields: &Fields, text: &str| drop(fields.take(object(text).unwrap(), None, text.len()));
        look(&fields, r#"{"article": "a", "summary": "b", "head": null}"#);
        assert_eq!(fields.absent(), ["reference=gold", "query=ask.0.text"]);
        // A record that is no case is looked at too, and clones share what was found.
        look(&fields.clone(), r#"{"ask": [{"text": "Why?"}]}"#);
        assert_eq!(fields.absent(), ["reference=gold"]);
    }

    #[test]
    fn two_fields_are_read_from_one_column() {
        let text = r#"{"article": "a", "summary": "s", "ask": "q"}"#;
        let mut fields = Fields::default();
        fields.map("title=ask,query=ask").unwrap();
        let case = fields.take(object(text).unwrap(), None, text.len()).unwrap().cases.remove(0);
        assert_eq!((case.title.as_deref(), case.query.as_deref()), (Some("q"), Some("q")));
        assert_eq!(case.extra.len(), 0);
    }

    #[test]
    fn a_name_that_is_a_number_keeps_its_text() {
        let taken = take_text(
            r#"{"id": 123456789012345678901234567890, "article": "a", "summary": "s", "retrieved": [1.10, "x", 1e400],
                "sources": [{"id": 1.10, "text": "t"}], "more": 1.10, "k": 3}"#,
        );
        let case = taken.unwrap().cases.remove(0);
        assert_eq!(case.id, "123456789012345678901234567890");
        assert_eq!(case.retrieved.unwrap(), ["1.10", "x", "1e400"]);
        assert_eq!(case.sources[0].id.as_deref(), Some("1.10"));
        assert_eq!(case.extra.get("more"), Some("1.10"));
        assert_eq!(case.iterations, Some(json!(3)));
    }

    #[test]
    fn what_cannot_be_read_costs_only_who_reads_it() {
        let with =
            |field: &str| take_text(&format!(r#"{{"id": "x", "article": "a", "summary": "s", {field}}}"#));
        let case = with(r#""x": 1e400, "y": "\ud800", "z": [{"\udfff": -1e999}]"#).unwrap().cases.remove(0);
        assert_eq!((case.extra.get("x"), case.extra.get("y")), (Some("1e400"), Some("\"\\ud800\"")));
        for (field, name, said) in [
            (r#""k": 1e400"#, "iterations", "`k` is the number 1e400, which is out of range"),
            (r#""title": "\ud800""#, "title", "`title` holds half of a surrogate pair"),
            (
                r#""outline": ["a", "\ud800"]"#,
                "outline",
                "item 2 of `outline` holds half of a surrogate pair",
            ),
            (
                r#""sources": [{"url": "\ud800"}]"#,
                "sources",
                "item 1 of `sources` has a `url` that holds half",
            ),
            (r#""labels": {"bias_score": 1e400}"#, "labels", "`labels` holds a number that is out of range"),
        ] {
            let case = with(field).unwrap().cases.remove(0);
            let wrong = case.wrong(name).unwrap_or_else(|| panic!("{field}")).to_string();
            assert!(wrong.starts_with(said), "{wrong}");
        }
        let error = take_text(r#"{"article": "a", "summary": "s\udc00"}"#).unwrap_err();
        assert!(error.reason.to_string().starts_with("`summary` holds half"), "{}", error.reason);
    }

    #[test]
    fn null_is_no_text_and_is_reported_as_null() {
        let error = take(json!({"id": "x", "article": "a", "summary": null})).unwrap_err();
        assert!(error.reason.to_string().starts_with("no summary: `summary` is null"), "{}", error.reason);
        assert!(error.reason.to_string().ends_with("the case has no other fields"), "{}", error.reason);
        assert_eq!(error.key.as_deref(), Some("summary"));
        let error = take(json!({"article": "a", "summary": null, "mine": "s", "none": null})).unwrap_err();
        let offers = "the other fields are `mine`; say which with --map summary=FIELD";
        assert!(error.reason.to_string().ends_with(offers), "{}", error.reason);
        assert_eq!(one(json!({"article": "a", "summary": null, "response": "r"})).summary, "r");
    }

    #[test]
    fn a_list_beyond_its_limit_is_reported() {
        for (field, most) in [
            ("sources", MAX_TEXTS),
            ("outline", MAX_TEXTS),
            ("reference", MAX_TEXTS),
            ("reasoning_steps", MAX_TEXTS),
            ("retrieved", MAX_NAMES),
            ("relevant", MAX_NAMES),
        ] {
            let with = |count: usize| one(json!({"article": "a", "summary": "s", field: vec!["x"; count]}));
            assert_eq!(with(most).wrong(field), None);
            let case = with(most + 1);
            let said = format!("`{field}` has {} items, and a case may have {most}", most + 1);
            assert_eq!(case.wrong(field).map(ToString::to_string), Some(said));
        }
    }

    #[test]
    fn models_share_an_article_as_long_as_it_is_small() {
        let with = |models: usize, article: usize| {
            let mut object = json!({"article": "a".repeat(article)});
            for model in 0..models {
                object[format!("summary:{model}")] = json!("s");
            }
            take(object)
        };
        assert_eq!(with(300, 1_000).unwrap().cases.len(), 300);
        let error = with(300, 1_000_000).unwrap_err();
        assert!(
            error.reason.to_string().contains("300 summaries")
                && error.reason.to_string().contains("256 MiB"),
            "{}",
            error.reason
        );
    }
}
