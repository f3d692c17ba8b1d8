//! Which field of an object is which part of a case, under the names that other programs give them.

use serde_json::{Map, Value};

use super::{Case, Malformed, Source, parse_json};

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A string or a number that names something.
    Name,
    /// A string.
    Text,
    /// A string; under these of its names also a list of strings, which are joined with an empty line between.
    TextOrList(&'static [&'static str]),
    /// A list of strings, or one string.
    Texts,
    /// A list of names.
    Names,
    /// A list of strings or of objects `{id, title, url, text}`.
    Sources,
    /// Anything: who uses it says what is wrong with it.
    Any,
}

/// A field of a case and the names that it goes by.
#[derive(Debug)]
pub struct Field {
    /// Its own name, and the one to the left of `=` in `--map`.
    pub name: &'static str,
    /// Other names, in the order in which they are tried.
    pub also: &'static [&'static str],
    /// What it holds.
    pub takes: Takes,
    /// What it is for.
    pub about: &'static str,
}

/// Every field that is read. Two rules besides: `summary:<model>` makes one case for each model, and `input`
/// beside `actual_output` is the query where the article is there under another name, else the article.
pub const FIELDS: &[Field] = &[
    row("id", &["hash", "doc_id", "guid", "gem_id"], Takes::Name, "name of the case; else file:line"),
    row(
        "article",
        &[
            "document",
            "source",
            "src",
            "text",
            "doc",
            "dialogue",
            "context",
            "retrieved_contexts",
            "retrieval_context",
        ],
        Takes::TextOrList(&["context", "retrieved_contexts", "retrieval_context"]),
        "the text that is summarised",
    ),
    row(
        "summary",
        &["response", "actual_output", "prediction", "hypothesis", "decoded", "claim"],
        Takes::Text,
        "the text that is judged",
    ),
    row("title", &[], Takes::Text, "headline of the article"),
    row("query", &["user_input", "question"], Takes::Text, "what was asked, where the summary is an answer"),
    row(
        "reference",
        &["references", "expected_output", "summary:reference", "target"],
        Takes::Texts,
        "reference summaries or answers",
    ),
    row("sources", &[], Takes::Sources, "documents that the summary may cite"),
    row("outline", &[], Takes::Texts, "section titles that a report was to follow"),
    row("retrieved", &[], Takes::Names, "identifiers of the documents retrieved, best first"),
    row("relevant", &[], Takes::Names, "identifiers of the relevant documents"),
    row("reasoning_steps", &[], Takes::Texts, "steps that an explanation must contain"),
    row("explanation", &[], Takes::Text, "the explanation; else the summary"),
    row("iterations", &["k"], Takes::Any, "attempts until the first correct answer; null is never"),
    row("generation_seconds", &[], Takes::Any, "seconds that the summary took"),
    row("labels", &[], Takes::Any, "labels given with the case"),
];

const fn row(name: &'static str, also: &'static [&'static str], takes: Takes, about: &'static str) -> Field {
    Field { name, also, takes, about }
}

/// Holds the summary in some collections, and the reference in others: taken where nothing else fits.
const LAST_RESORT: &str = "highlights";
/// Begins the name of a field that holds one model's summary.
const BY_MODEL: &str = "summary:";

/// How fields are found: by the table, and by what `--map` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    mapped: Vec<(&'static str, String)>,
}

/// The cases of one object, and what was taken for what.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// One case; one for each model where summaries are named by model.
    pub cases: Vec<Case>,
    /// Field of a case and the name under which it was found, in the order of [`FIELDS`].
    pub from: Vec<(&'static str, String)>,
}

/// What is wrong with an object, and the key that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// What is wrong.
    pub reason: String,
    /// The key in the object, where there is one.
    pub key: Option<String>,
    /// The name of the case, where it could be read.
    pub id: Option<String>,
}

impl Fields {
    /// Reads `article=body,summary=abstract`.
    ///
    /// # Errors
    /// Where a part has no `=`, or names no field: a sentence for the user.
    pub fn map(&mut self, spec: &str) -> Result<(), String> {
        for part in spec.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((name, column)) = part.split_once('=') else {
                return Err(format!("`{part}` has no `=`; write FIELD=COLUMN, as in article=body"));
            };
            let Some(field) = FIELDS.iter().find(|field| field.name == name.trim()) else {
                let all: Vec<_> = FIELDS.iter().map(|field| field.name).collect();
                return Err(format!("a case has no field `{name}`; it has {}", all.join(", ")));
            };
            self.mapped.retain(|(known, _)| *known != field.name);
            self.mapped.push((field.name, column.trim().to_owned()));
        }
        Ok(())
    }

    /// Finds the fields of an object. `cells` says that the values come from a table, where everything is a
    /// string: lists and numbers are then read out of the string, and an empty cell is no value.
    ///
    /// # Errors
    /// Where there is no article or no summary, or one of them or the name has a wrong type. A wrong type elsewhere
    /// is kept in [`Case::malformed`].
    pub fn take(
        &self,
        mut object: Map<String, Value>,
        default_id: &str,
        cells: bool,
    ) -> Result<Taken, FieldError> {
        let mut taken = Taken::default();
        let mut case = Case::default();
        let mut by_model = Vec::new();
        let answered = object.contains_key("actual_output");
        for field in FIELDS {
            let names = self.names(field, answered);
            let found = match self.find(field, &names, &mut object, cells) {
                Ok(found) => found,
                // Without a name a result belongs to nobody, and without its texts there is nothing to judge.
                Err((reason, key)) if matches!(field.name, "id" | "article" | "summary") => {
                    let id = Some(case.id.clone()).filter(|id| !id.is_empty());
                    return Err(FieldError { reason, key: Some(key), id });
                }
                // Some metrics need it, and say what is wrong with it; the others do not care.
                Err((reason, key)) => {
                    case.malformed.push(Malformed { field: field.name, key, reason });
                    None
                }
            };
            if let Some((name, value)) = found {
                store(&mut case, field.name, value);
                taken.from.push((field.name, name));
            } else if field.name == "id" {
                case.id = default_id.to_owned();
            } else if field.name == "summary" {
                by_model = self.models(&mut object);
                let highlights = || object.get(LAST_RESORT).is_some_and(Value::is_string);
                if by_model.is_empty() && !self.has("summary") && highlights() {
                    if let Some(Value::String(text)) = object.shift_remove(LAST_RESORT) {
                        case.summary = text;
                        taken.from.push(("summary", LAST_RESORT.to_owned()));
                    }
                } else if by_model.is_empty() {
                    return Err(self.missing(field, &object, case.id));
                }
                taken.from.extend(by_model.iter().map(|(name, _)| ("summary", name.clone())));
            } else if field.name == "article" {
                return Err(self.missing(field, &object, case.id));
            }
        }
        case.extra = object;
        if by_model.is_empty() {
            taken.cases.push(case);
            return Ok(taken);
        }
        for (name, summary) in by_model {
            let model = name.strip_prefix(BY_MODEL).unwrap_or(&name);
            let mut one = Case { id: format!("{}:{model}", case.id), summary, ..case.clone() };
            one.extra.entry("model").or_insert_with(|| Value::from(model));
            taken.cases.push(one);
        }
        Ok(taken)
    }

    fn has(&self, name: &str) -> bool {
        self.mapped.iter().any(|(known, _)| *known == name)
    }

    /// The names under which to look for a field, in order.
    fn names(&self, field: &Field, answered: bool) -> Vec<String> {
        if let Some((_, column)) = self.mapped.iter().find(|(name, _)| *name == field.name) {
            return vec![column.clone()];
        }
        let mut names: Vec<String> =
            [field.name].iter().chain(field.also).map(|&name| name.to_owned()).collect();
        // The article is looked for first, so where `input` is still there for the query, it is the query.
        if answered && (field.name == "article" || field.name == "query") {
            names.push("input".to_owned());
        }
        names.retain(|name| !self.mapped.iter().any(|(_, column)| column == name));
        names
    }

    fn find(
        &self,
        field: &Field,
        names: &[String],
        object: &mut Map<String, Value>,
        cells: bool,
    ) -> Result<Option<(String, Value)>, (String, String)> {
        let null_counts = field.name == "iterations";
        let mut wrong = None;
        for (index, name) in names.iter().enumerate() {
            let Some(value) = object.get(name).filter(|value| null_counts || !value.is_null()) else {
                continue;
            };
            let value = if cells { cell(field, value) } else { value.clone() };
            if cells && value.is_null() {
                continue;
            }
            match check(field.takes, name, value) {
                Ok(value) => {
                    object.shift_remove(name);
                    return Ok(Some((name.clone(), value)));
                }
                // Another program may mean something else by an alias; by the field's own name it cannot.
                Err(reason) if index == 0 => return Err((reason, name.clone())),
                Err(reason) => wrong = wrong.or(Some((reason, name.clone()))),
            }
        }
        let needed = matches!(field.name, "article" | "summary");
        wrong.filter(|_| needed).map_or(Ok(None), Err)
    }

    fn models(&self, object: &mut Map<String, Value>) -> Vec<(String, String)> {
        let names: Vec<String> = object
            .iter()
            .filter(|(name, value)| {
                name.len() > BY_MODEL.len()
                    && name.starts_with(BY_MODEL)
                    && *name != "summary:reference"
                    && value.is_string()
                    && !self.has("summary")
            })
            .map(|(name, _)| name.clone())
            .collect();
        let take = |name: String| match object.shift_remove(&name) {
            Some(Value::String(text)) => Some((name, text)),
            _ => None,
        };
        names.into_iter().filter_map(take).collect()
    }

    fn missing(&self, field: &Field, object: &Map<String, Value>, id: String) -> FieldError {
        let there: Vec<_> = object.keys().take(12).map(|key| format!("`{key}`")).collect();
        let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
        let reason = match self.mapped.iter().find(|(name, _)| *name == field.name) {
            Some((name, column)) => {
                format!("no field `{column}`, which --map takes for the {name}; left are {there}")
            }
            None => format!(
                "no {name}: there is neither `{name}` nor another name of it; left are {there}; say which with --map {name}=FIELD",
                name = field.name
            ),
        };
        FieldError { reason, key: None, id: Some(id) }
    }
}

/// A table's cell as the value that the field takes.
fn cell(field: &Field, value: &Value) -> Value {
    let Value::String(text) = value else { return value.clone() };
    match field.takes {
        Takes::Text | Takes::TextOrList(_) if matches!(field.name, "article" | "summary") => value.clone(),
        _ if text.trim().is_empty() => Value::Null,
        Takes::Text | Takes::TextOrList(_) | Takes::Name => value.clone(),
        _ => parse_json(text.as_bytes()).unwrap_or_else(|_| value.clone()),
    }
}

/// The value in the form in which [`store`] expects it, or what is wrong with it.
fn check(takes: Takes, name: &str, value: Value) -> Result<Value, String> {
    let wrong = |value: &Value, wanted: &str| Err(format!("`{name}` is {}, not {wanted}", kind(value)));
    let list_of_texts = |value: Value, wanted: &str| match value {
        Value::String(_) => Ok(Value::Array(vec![value])),
        Value::Array(items) => match items.iter().position(|item| !item.is_string()) {
            None => Ok(Value::Array(items)),
            Some(at) => Err(format!("item {} of `{name}` is {}, not a string", at + 1, kind(&items[at]))),
        },
        other => wrong(&other, wanted),
    };
    match takes {
        Takes::Any => Ok(value),
        Takes::Text if value.is_string() => Ok(value),
        Takes::Text => wrong(&value, "a string"),
        Takes::Name => match value {
            Value::String(_) => Ok(value),
            Value::Number(number) => Ok(Value::from(number.to_string())),
            other => wrong(&other, "a string or a number"),
        },
        Takes::TextOrList(_) if value.is_string() => Ok(value),
        Takes::TextOrList(lists) if lists.contains(&name) => {
            let Value::Array(items) = list_of_texts(value, "a string or a list of strings")? else {
                return Err(format!("`{name}` is no list"));
            };
            Ok(Value::from(items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n\n")))
        }
        Takes::TextOrList(_) => wrong(&value, "a string"),
        Takes::Texts => list_of_texts(value, "a list of strings"),
        Takes::Names => match value {
            Value::Array(items) => items
                .into_iter()
                .enumerate()
                .map(|(at, item)| match item {
                    Value::String(_) | Value::Number(_) => check(Takes::Name, name, item),
                    other => Err(format!(
                        "item {} of `{name}` is {}, neither a string nor a number",
                        at + 1,
                        kind(&other)
                    )),
                })
                .collect::<Result<_, _>>()
                .map(Value::Array),
            other => wrong(&other, "a list of names"),
        },
        Takes::Sources => match &value {
            Value::Array(items) => {
                match items.iter().enumerate().find_map(|(at, item)| source(item).err().map(|e| (at, e))) {
                    None => Ok(value),
                    Some((at, error)) => Err(format!("item {} of `{name}` {error}", at + 1)),
                }
            }
            other => wrong(other, "a list of strings or of objects with `text`"),
        },
    }
}

fn source(value: &Value) -> Result<Source, String> {
    let object = match value {
        Value::String(text) => return Ok(Source { text: text.clone(), ..Source::default() }),
        Value::Object(object) => object,
        other => return Err(format!("is {}, neither a string nor an object", kind(other))),
    };
    let part = |key: &str| match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Number(number)) if key == "id" => Ok(Some(number.to_string())),
        Some(other) => Err(format!("has {} as its `{key}`, not a string", kind(other))),
    };
    Ok(Source {
        id: part("id")?,
        title: part("title")?,
        url: part("url")?,
        text: part("text")?.unwrap_or_default(),
    })
}

fn store(case: &mut Case, name: &str, value: Value) {
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|item| item.as_str().map(str::to_owned)).collect()
    };
    match (name, value) {
        ("id", Value::String(text)) => case.id = text,
        ("article", Value::String(text)) => case.article = text,
        ("summary", Value::String(text)) => case.summary = text,
        ("title", Value::String(text)) => case.title = Some(text),
        ("query", Value::String(text)) => case.query = Some(text),
        ("explanation", Value::String(text)) => case.explanation = Some(text),
        ("reference", value) => case.references = texts(&value),
        ("outline", value) => case.outline = Some(texts(&value)),
        ("retrieved", value) => case.retrieved = Some(texts(&value)),
        ("relevant", value) => case.relevant = Some(texts(&value)),
        ("reasoning_steps", value) => case.reasoning_steps = Some(texts(&value)),
        ("sources", value) => {
            case.sources =
                value.as_array().into_iter().flatten().filter_map(|item| source(item).ok()).collect();
        }
        ("iterations", value) => case.iterations = Some(value),
        ("generation_seconds", value) => case.generation_seconds = Some(value),
        ("labels", value) => case.labels = Some(value),
        _ => {}
    }
}

/// The type of a value in words, with the value where it is short.
pub fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => format!("{value}"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) if text.chars().count() <= 24 => format!("the string {text:?}"),
        Value::String(_) => "a string".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn take(value: Value) -> Result<Taken, FieldError> {
        let Value::Object(object) = value else { panic!("no object") };
        Fields::default().take(object, "f:1", false)
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
        assert_eq!((case.summary.as_str(), case.extra.get("highlights")), ("d", Some(&json!("h"))));
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
    }

    #[test]
    fn wrong_types_are_named_and_unknown_fields_kept() {
        let error = take(json!({"id": "x", "article": 5, "summary": "s"})).unwrap_err();
        assert_eq!((error.key.as_deref(), error.id.as_deref()), (Some("article"), Some("x")));
        assert!(error.reason.contains("the number 5"), "{}", error.reason);
        assert!(take(json!({"summary": "s"})).unwrap_err().reason.contains("no article"));
        let case = one(
            json!({"article": "a", "summary": "s", "source": "cnn", "z": {"deep": [1, null]}, "iterations": null}),
        );
        assert_eq!(case.extra["z"], json!({"deep": [1, null]}));
        assert_eq!(case.iterations, Some(Value::Null));
        assert_eq!(one(json!({"source": {"no": "text"}, "text": "a", "summary": "s"})).article, "a");
    }

    #[test]
    fn a_wrong_type_is_kept_and_told_but_for_the_texts_and_the_name() {
        let with = |field: &str, value: Value| {
            let mut object = json!({"id": "x", "article": "a", "summary": "s"});
            object[field] = value;
            object
        };
        let wrong = |field: &str, value: Value| {
            let case = one(with(field, value.clone()));
            assert_eq!(case.extra[field], value, "what it holds is not lost");
            assert_eq!((case.malformed.len(), case.malformed[0].key.as_str()), (1, field));
            case.wrong(case.malformed[0].field).unwrap().to_owned()
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
            assert!(take(with(field, value)).unwrap_err().reason.starts_with(&format!("`{field}` is ")));
        }
        let mut cells = Fields::default().take(
            json!({"article": "a", "summary": "s", "retrieved": "d1, d2"}).as_object().unwrap().clone(),
            "f:1",
            true,
        );
        let case = cells.as_mut().unwrap().cases.remove(0);
        assert_eq!(
            case.wrong("retrieved"),
            Some("`retrieved` is the string \"d1, d2\", not a list of names")
        );
    }

    #[test]
    fn mapped_columns_win() {
        let mut fields = Fields::default();
        fields.map("article=body, summary=abstract").unwrap();
        let object = json!({"body": "b", "abstract": "s", "article": "not this"});
        let taken = fields.take(object.as_object().unwrap().clone(), "f:1", false).unwrap();
        assert_eq!((taken.cases[0].article.as_str(), taken.cases[0].summary.as_str()), ("b", "s"));
        assert!(fields.map("body=article").unwrap_err().contains("no field `body`"));
    }
}
