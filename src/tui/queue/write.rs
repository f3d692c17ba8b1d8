//! Writing a case back to where it came from. What is not part of the change stays as it is, byte for byte where the
//! format has lines.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use crate::case::{Case, Replacement, Unreplaced, parse_json, replace_texts};
use crate::tui::save::{Save, replace};

use super::{Entry, Home};

/// Writes what was changed, and returns the files written.
pub(super) fn save(entry: &mut Entry, save: &Save) -> Result<Vec<String>, String> {
    let Ok(case) = &mut entry.case else { return Err("the case could not be read".to_owned()) };
    let mut written = Vec::new();
    if save.article_edited || save.summary_edited {
        texts(case, &entry.from, &mut entry.home, save, &mut written)?;
        case.article = save.article.to_string();
        case.summary = save.summary.to_string();
    }
    if let Some(labels) = &save.labels {
        let path = labels_path(&entry.home, &case.id);
        let lines = path.extension().is_some_and(|end| end == "jsonl");
        let result = if lines { upsert(&path, &case.id, labels) } else { whole(&path, labels) };
        result.map_err(|error| said(&path, &error))?;
        written.push(path.display().to_string());
    }
    Ok(written)
}

fn texts(
    case: &Case,
    from: &[(&'static str, String)],
    home: &mut Home,
    save: &Save,
    written: &mut Vec<String>,
) -> Result<(), String> {
    match &*home {
        Home::Nowhere(reason) => return Err(format!("{reason}; copy the text instead (Ctrl-A, Ctrl-C)")),
        Home::Texts { article, summary } => {
            for (path, text, edited) in
                [(article, &save.article, save.article_edited), (summary, &save.summary, save.summary_edited)]
            {
                if edited {
                    replace(path, |out| out.write_all(text.as_bytes()))
                        .map_err(|error| said(path, &error))?;
                    written.push(path.display().to_string());
                }
            }
        }
        Home::Object(path) => {
            let bytes = fs::read(path).map_err(|error| said(path, &error))?;
            let edited = edited(&bytes, case, from, save).map_err(|refused| match refused {
                Refused::NoObject(_) if bytes.trim_ascii().starts_with(b"[") => {
                    format!("{} holds more than one case; make it JSON lines (.jsonl)", path.display())
                }
                Refused::NoObject(reason) => format!("{}: {reason}", path.display()),
                Refused::Field(reason) => reason,
            })?;
            replace(path, |out| out.write_all(&edited)).map_err(|error| said(path, &error))?;
            written.push(path.display().to_string());
        }
        Home::Line(path, line) => {
            let edit = |bytes: &[u8]| edited(bytes, case, from, save).map_err(Refused::reason);
            rewrite_line(path, *line, edit).map_err(|error| said(path, &error))?;
            written.push(format!("{}:{line}", path.display()));
        }
        Home::Sample => {
            let path = PathBuf::from(format!("{}.json", file_name(&case.id)));
            if path.exists() {
                return Err(format!(
                    "{} exists already; it is not overwritten by a bundled sample",
                    path.display()
                ));
            }
            let (article, summary) = (save.article.to_string(), save.summary.to_string());
            whole(&path, &Case { article, summary, ..case.clone() }).map_err(|error| said(&path, &error))?;
            written.push(path.display().to_string());
            // From now on it is a file like any other.
            *home = Home::Object(path);
        }
    }
    Ok(())
}

/// Why an object is not edited.
enum Refused {
    /// It is none: the reason.
    NoObject(String),
    /// A field of it does not hold the text that was edited.
    Field(String),
}

impl Refused {
    fn reason(self) -> String {
        match self {
            Refused::NoObject(_) => CHANGED.to_owned(),
            Refused::Field(reason) => reason,
        }
    }
}

const CHANGED: &str = "the file has changed since it was opened";

/// An object with the edited texts in the fields that they were found in, and every other byte as it was.
fn edited(
    bytes: &[u8],
    case: &Case,
    from: &[(&'static str, String)],
    save: &Save,
) -> Result<Vec<u8>, Refused> {
    let mut edits = Vec::new();
    for (field, before, after, edited) in [
        ("article", &case.article, &save.article, save.article_edited),
        ("summary", &case.summary, &save.summary, save.summary_edited),
    ] {
        if edited {
            let key = from.iter().find(|(known, _)| *known == field).map_or(field, |(_, key)| key.as_str());
            edits.push((field, Replacement { key, before, after }));
        }
    }
    let replacements: Vec<Replacement> = edits.iter().map(|(_, edit)| *edit).collect();
    replace_texts(bytes, &replacements).map_err(|refused| match refused {
        Unreplaced::Json(error) => Refused::NoObject(error.reason),
        Unreplaced::Changed => Refused::Field(CHANGED.to_owned()),
        Unreplaced::NoText(key) => {
            let field = edits.iter().find(|(_, edit)| edit.key == key).map_or("text", |(field, _)| field);
            Refused::Field(format!("its {field} is a list of texts (`{key}`)"))
        }
    })
}

/// Rewrites one line and copies every other, byte for byte.
fn rewrite_line(
    path: &Path,
    line: usize,
    edit: impl FnOnce(&[u8]) -> Result<Vec<u8>, String>,
) -> io::Result<()> {
    let mut input = BufReader::new(File::open(path)?);
    let mut edit = Some(edit);
    replace(path, |out| {
        let mut bytes = Vec::new();
        let mut at = 0;
        while input.read_until(b'\n', &mut bytes)? > 0 {
            at += 1;
            match edit.take_if(|_| at == line) {
                Some(edit) => out.write_all(&edit(&bytes).map_err(io::Error::other)?)?,
                None => out.write_all(&bytes)?,
            }
            bytes.clear();
        }
        if edit.is_some() { Err(io::Error::other(CHANGED)) } else { Ok(()) }
    })
}

/// Writes the labels of a case in a file of labels, a line each, in place of those it had.
fn upsert(path: &Path, id: &str, labels: &Value) -> io::Result<()> {
    let known = match File::open(path) {
        Ok(file) => Some(BufReader::new(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut known = known;
    replace(path, |out| {
        let mut written = false;
        let mut bytes = Vec::new();
        if let Some(input) = &mut known {
            while input.read_until(b'\n', &mut bytes)? > 0 {
                let same =
                    parse_json(bytes.trim_ascii()).is_ok_and(|line| line.get("id") == Some(&Value::from(id)));
                if !same {
                    out.write_all(&bytes)?;
                    if !bytes.ends_with(b"\n") {
                        out.write_all(b"\n")?;
                    }
                } else if !written {
                    line(out, labels)?;
                    written = true;
                }
                bytes.clear();
            }
        }
        if written { Ok(()) } else { line(out, labels) }
    })
}

fn line(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

fn whole(path: &Path, value: &impl Serialize) -> io::Result<()> {
    replace(path, |out| {
        serde_json::to_writer_pretty(&mut *out, value)?;
        out.write_all(b"\n")
    })
}

/// `FILE.labels.json` beside a case, `FILE.labels.jsonl` beside a queue of them.
fn labels_path(home: &Home, id: &str) -> PathBuf {
    let beside = |path: &Path, end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    match home {
        Home::Object(path) => beside(path, ".labels.json"),
        Home::Texts { summary, .. } => beside(summary, ".labels.json"),
        Home::Line(path, _) => beside(path, ".labels.jsonl"),
        Home::Sample | Home::Nowhere(_) => PathBuf::from(format!("{}.labels.json", file_name(id))),
    }
}

/// The labels of a case that were saved before, if there are any that can be read.
pub(super) fn saved_labels(home: &Home, id: &str) -> Option<Value> {
    if matches!(home, Home::Sample | Home::Nowhere(_)) {
        // Such a file may be of another case of that name.
        return None;
    }
    let mut input = BufReader::new(File::open(labels_path(home, id)).ok()?);
    if !matches!(home, Home::Line(..)) {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut input, &mut bytes).ok()?;
        return parse_json(&bytes).ok();
    }
    let mut lines = input.split(b'\n').map_while(Result::ok).filter_map(|line| parse_json(&line).ok());
    lines.find(|line| line.get("id") == Some(&Value::from(id)))
}

/// The name of a case as the name of a file in the current folder.
fn file_name(id: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = id.chars().map(plain).take(64).collect();
    name.trim_start_matches('.').to_owned()
}

fn said(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::sync::Arc;

    fn edited(article: &str, summary: &str) -> Save {
        Save {
            article: Arc::from(article),
            article_edited: false,
            summary: Arc::from(summary),
            summary_edited: true,
            labels: None,
            overrides: Vec::new(),
        }
    }

    fn entry(home: Home) -> Entry {
        let case = Case { id: "b".into(), article: "A".into(), summary: "old".into(), ..Case::default() };
        Entry {
            case: Ok(case),
            from: vec![("article", "document".into()), ("summary", "summary".into())],
            home,
            note: None,
        }
    }

    #[test]
    fn one_line_is_rewritten_and_the_others_stay_byte_for_byte() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("q.jsonl");
        let (first, last) =
            ("{ \"id\": \"a\",  \"document\":\"x\" , \"summary\":\"y\"}\r\n", "{\"id\":\"c\"}");
        let line = "{\"id\": \"b\",\"document\":\"A\" ,\"summary\":\"old\",\"mine\":[1.50, 123456789012345678901, 1e400]} \r\n";
        fs::write(&path, [first, line, last].concat()).unwrap();
        let mut entry = entry(Home::Line(path.clone(), 2));
        save(&mut entry, &edited("A", "new")).unwrap();
        let line = line.replace("old", "new");
        assert_eq!(fs::read_to_string(&path).unwrap(), [first, &line, last].concat());
        save(&mut entry, &edited("A", "newer")).unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains("newer"), "a second save finds its line");
    }

    #[test]
    fn an_object_keeps_every_byte_but_the_edited_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("case.json");
        let text = "{\n    \"document\": \"A\",\n    \"summary\": \"old\", \"big\": 123456789012345678901234567890, \"x\": 1.10 }";
        fs::write(&path, text).unwrap();
        save(&mut entry(Home::Object(path.clone())), &edited("A", "new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text.replace("old", "new"));
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("case.json");
        let other = "{\"document\":\"A\",\"summary\":\"somebody else's\"}";
        fs::write(&path, other).unwrap();
        let refused = save(&mut entry(Home::Object(path.clone())), &edited("A", "new"));
        assert!(refused.unwrap_err().contains("changed since"));
        assert_eq!(fs::read_to_string(&path).unwrap(), other);
    }

    #[test]
    fn labels_of_a_queue_take_the_place_of_those_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("q.jsonl.labels.jsonl");
        fs::write(&path, "{\"id\":\"a\",\"labels\":{}}\n{\"id\":\"b\",\"labels\":{}}").unwrap();
        let mut save_labels = edited("A", "old");
        (save_labels.summary_edited, save_labels.labels) =
            (false, Some(json!({"id": "b", "labels": {"theme": "t"}})));
        save(&mut entry(Home::Line(folder.path().join("q.jsonl"), 2)), &save_labels).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "{\"id\":\"a\",\"labels\":{}}\n{\"id\":\"b\",\"labels\":{\"theme\":\"t\"}}\n");
    }
}
