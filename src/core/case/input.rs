//! The hash by which results identify their input, and names for cases that have none.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::{Case, Texts};

/// Name of the hash function; the first bytes of a BLAKE3 hash follow it.
const PREFIX: &str = "b3:";
/// Number of bytes of the input hash that are written.
const BYTES: usize = 16;
/// Number of bytes of the measurement hash that are written.
const MEASURED_BYTES: usize = 4;
/// Number of hexadecimal digits of the input hash in a generated case name.
const DIGITS: usize = 12;

impl Case {
    /// Returns the hash of the judged content of this case with these texts: `b3:` and 32 hexadecimal digits.
    /// It covers the texts that a rubric reads, but not the case's name, labels, measurements
    /// ([`Case::measured`]) or fields that no rubric reads. An absent or empty field adds nothing, so the
    /// hash of a case stays the same when later versions read more fields.
    pub fn input(&self, texts: Texts) -> String {
        let mut hash = Fields(blake3::Hasher::new());
        hash.text("article", texts.article);
        hash.text("summary", texts.summary);
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        hash.texts("title", filled(&self.title).iter());
        hash.texts("query", filled(&self.query).iter());
        hash.texts("reference", self.references.iter());
        for source in &self.sources {
            hash.texts("source.id", source.id.iter());
            hash.texts("source.title", source.title.iter());
            hash.texts("source.url", source.url.iter());
            hash.text("source.text", &source.text);
        }
        hash.texts("outline", self.outline.iter().flatten());
        hash.texts("reasoning_steps", self.reasoning_steps.iter().flatten());
        hash.texts("explanation", filled(&self.explanation).iter());
        format!("{PREFIX}{}", hash.digits(BYTES))
    }

    /// Returns a hash of those measurements (values that a case states beside its texts) for which `is_read`
    /// holds; `None` if the case has none of them.
    pub fn measured(&self, is_read: impl Fn(&str) -> bool) -> Option<String> {
        let mut hash = Fields(blake3::Hasher::new());
        for (field, names) in [("retrieved", &self.retrieved), ("relevant", &self.relevant)] {
            if let Some(names) = names.as_ref().filter(|_| is_read(field)) {
                hash.text(field, &names.len().to_string());
                hash.texts(field, names.iter());
            }
        }
        for (field, number) in
            [("iterations", &self.iterations), ("generation_seconds", &self.generation_seconds)]
        {
            if let Some(number) = number.as_ref().filter(|_| is_read(field)) {
                hash.text(field, &number.to_string());
            }
        }
        (hash.0.count() > 0).then(|| hash.digits(MEASURED_BYTES))
    }
}

/// Hasher of a sequence of fields. Each is preceded by its name and length, so that no two cases hash the
/// same bytes.
struct Fields(blake3::Hasher);

impl Fields {
    fn text(&mut self, name: &str, text: &str) {
        self.0.update(format!("{name}\n{}\n", text.len()).as_bytes());
        self.0.update(text.as_bytes());
    }

    fn texts<'a>(&mut self, name: &str, texts: impl Iterator<Item = &'a String>) {
        texts.for_each(|text| self.text(name, text));
    }

    /// Returns the first bytes of the hash in hexadecimal.
    fn digits(&self, bytes: usize) -> String {
        let mut digits = String::new();
        for byte in &self.0.finalize().as_bytes()[..bytes] {
            // Writing to a string cannot fail.
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }
}

/// Generates names for cases that have none: `x-` and the first digits of the case's hash, with `-2` appended
/// for the second case with the same texts. Clones share their counts.
#[derive(Clone, Debug, Default)]
pub struct Naming(Arc<Mutex<FxHashMap<u64, u32>>>);

impl Naming {
    /// Returns the name of the next case of a run. Calls must be made in the order of the cases.
    pub fn name(&self, case: &Case) -> String {
        let input = case.input(Texts::of(case));
        let digits = &input[PREFIX.len()..PREFIX.len() + DIGITS];
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(u64::from_str_radix(digits, 16).unwrap_or_default()).or_default();
        *count += 1;
        if *count == 1 { format!("x-{digits}") } else { format!("x-{digits}-{count}") }
    }
}

/// The counts do not affect how fields are found, so they do not count as a difference.
impl PartialEq for Naming {
    fn eq(&self, _: &Naming) -> bool {
        true
    }
}

impl Eq for Naming {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Source;
    use serde_json::{Value, json};

    fn case() -> Case {
        Case { id: "a".into(), article: "It rained.".into(), summary: "Rain.".into(), ..Case::default() }
    }

    fn input(case: &Case) -> String {
        case.input(Texts::of(case))
    }

    #[test]
    fn the_hash_stays_over_versions() {
        // b3sum of "article\n10\nIt rained.summary\n5\nRain."
        let bytes = b"article\n10\nIt rained.summary\n5\nRain.";
        let known = blake3::hash(bytes).to_hex();
        assert_eq!(input(&case()), format!("b3:{}", &known[..32]));
        assert_eq!(input(&case()), "b3:7562b1cc0f47e8a2ebd56129c7736f30");
    }

    #[test]
    fn the_hash_is_of_what_is_judged_and_of_nothing_else() {
        let known = input(&case());
        let others: [fn(&mut Case); 9] = [
            |case| case.article.push(' '),
            |case| case.summary = "rain.".to_owned(),
            |case| case.title = Some("Rain".to_owned()),
            |case| case.query = Some("Rain".to_owned()),
            |case| case.references = vec!["Rain".to_owned()],
            |case| case.sources = vec![Source { text: "Rain".to_owned(), ..Source::default() }],
            |case| case.outline = Some(vec!["Rain".to_owned()]),
            |case| case.reasoning_steps = Some(vec!["Rain".to_owned()]),
            |case| case.explanation = Some("Rain".to_owned()),
        ];
        let mut seen = vec![known.clone()];
        for change in others {
            let mut other = case();
            change(&mut other);
            assert!(!seen.contains(&input(&other)), "{other:?}");
            seen.push(input(&other));
        }
        let same: [fn(&mut Case); 6] = [
            |case| (case.id, case.labels) = ("b".into(), Some(json!({"claims": []}))),
            |case| (case.title, case.query) = (Some(String::new()), Some(String::new())),
            |case| case.explanation = Some(String::new()),
            |case| (case.retrieved, case.relevant) = (Some(vec!["Rain".to_owned()]), Some(vec![])),
            |case| case.iterations = Some(Value::Null),
            |case| case.generation_seconds = Some(json!(3.5)),
        ];
        for change in same {
            let mut other = case();
            change(&mut other);
            assert_eq!(input(&other), known, "{other:?}");
        }
        let moved = Case { article: "It rained.Rain.".into(), summary: String::new(), ..case() };
        assert_ne!(input(&moved), known);
    }

    #[test]
    fn measurements_have_a_hash_of_their_own() {
        let is_read = |field: &str| ["summary", "retrieved", "iterations"].contains(&field);
        assert_eq!(case().measured(is_read), None);
        let hash = |retrieved: Option<&[&str]>, iterations: Option<Value>| {
            let retrieved = retrieved.map(|names| names.iter().map(ToString::to_string).collect());
            Case { retrieved, iterations, generation_seconds: Some(json!(1)), ..case() }.measured(is_read)
        };
        assert_eq!(hash(None, None), None, "nobody asked for the seconds");
        let all = [
            hash(Some(&[]), None),
            hash(Some(&["a"]), None),
            hash(None, Some(Value::Null)),
            hash(None, Some(json!(2))),
            hash(Some(&["a"]), Some(json!(2))),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(one.as_ref().is_some_and(|one| one.len() == 8) && !all[..at].contains(one), "{all:?}");
        }
    }

    #[test]
    fn the_second_of_the_same_texts_has_a_number() {
        let naming = Naming::default();
        let first = naming.name(&case());
        assert_eq!(first, format!("x-{}", &input(&case())[3..15]));
        let other = Case { summary: "Hail.".into(), ..case() };
        assert!(!naming.name(&other).ends_with("-2"));
        assert_eq!(naming.clone().name(&case()), format!("{first}-2"));
        assert_eq!(naming.name(&case()), format!("{first}-3"));
    }
}
