//! The hash by which results name what was judged, and the names of cases that have none.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::{Case, Texts};

/// Names the hash function: the beginning of a BLAKE3 hash follows.
const PREFIX: &str = "b3:";
/// Bytes of the hash that are written.
const BYTES: usize = 16;
/// Hexadecimal digits of the hash in the name of a case that has none of its own.
const DIGITS: usize = 12;

impl Case {
    /// The hash of what is judged of this case with these texts: `b3:` and 32 hexadecimal digits. It depends on the texts
    /// and on the other fields that a rubric reads, not on the case's name, its labels, or fields that nothing reads. A
    /// field that is absent adds nothing, so the hash of a case stays when programs learn to read more fields.
    pub fn input(&self, texts: Texts) -> String {
        let mut hash = Fields(blake3::Hasher::new());
        hash.text("article", texts.article);
        hash.text("summary", texts.summary);
        hash.texts("title", self.title.iter());
        hash.texts("query", self.query.iter());
        hash.texts("reference", self.references.iter());
        for source in &self.sources {
            hash.texts("source.id", source.id.iter());
            hash.texts("source.title", source.title.iter());
            hash.texts("source.url", source.url.iter());
            hash.text("source.text", &source.text);
        }
        hash.texts("outline", self.outline.iter().flatten());
        hash.texts("retrieved", self.retrieved.iter().flatten());
        hash.texts("relevant", self.relevant.iter().flatten());
        hash.texts("reasoning_steps", self.reasoning_steps.iter().flatten());
        hash.texts("explanation", self.explanation.iter());
        hash.value("iterations", self.iterations.as_ref());
        hash.value("generation_seconds", self.generation_seconds.as_ref());
        let mut input = PREFIX.to_owned();
        for byte in &hash.0.finalize().as_bytes()[..BYTES] {
            // A string takes whatever is written to it.
            let _ = write!(input, "{byte:02x}");
        }
        input
    }
}

/// Fields one after the other, each with its name and its length, so that no two cases have the same bytes.
struct Fields(blake3::Hasher);

impl Fields {
    fn text(&mut self, name: &str, text: &str) {
        self.0.update(format!("{name}\n{}\n", text.len()).as_bytes());
        self.0.update(text.as_bytes());
    }

    fn texts<'a>(&mut self, name: &str, texts: impl Iterator<Item = &'a String>) {
        texts.for_each(|text| self.text(name, text));
    }

    fn value(&mut self, name: &str, value: Option<&Value>) {
        if let Some(value) = value {
            self.text(name, &value.to_string());
        }
    }
}

/// Gives names to cases that have none: `x-` and the first digits of the case's hash, and `-2` behind it for the second
/// case with the same texts. Clones count together.
#[derive(Clone, Debug, Default)]
pub struct Naming(Arc<Mutex<FxHashMap<u64, u32>>>);

impl Naming {
    /// The name of the next case of a run. The order of the calls is the order of the cases.
    pub fn name(&self, case: &Case) -> String {
        let input = case.input(Texts::of(case));
        let digits = &input[PREFIX.len()..PREFIX.len() + DIGITS];
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(u64::from_str_radix(digits, 16).unwrap_or_default()).or_default();
        *count += 1;
        if *count == 1 { format!("x-{digits}") } else { format!("x-{digits}-{count}") }
    }
}

/// How many cases were named is not part of how fields are found.
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
    use serde_json::json;

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
        let others: [fn(&mut Case); 12] = [
            |case| case.article.push(' '),
            |case| case.summary = "rain.".to_owned(),
            |case| case.title = Some("Rain".to_owned()),
            |case| case.query = Some("Rain".to_owned()),
            |case| case.references = vec!["Rain".to_owned()],
            |case| case.sources = vec![Source { text: "Rain".to_owned(), ..Source::default() }],
            |case| case.outline = Some(vec!["Rain".to_owned()]),
            |case| case.retrieved = Some(vec!["Rain".to_owned()]),
            |case| case.reasoning_steps = Some(vec!["Rain".to_owned()]),
            |case| case.explanation = Some("Rain".to_owned()),
            |case| case.iterations = Some(json!(2)),
            |case| case.generation_seconds = Some(json!(2)),
        ];
        let mut seen = vec![known.clone()];
        for change in others {
            let mut other = case();
            change(&mut other);
            assert!(!seen.contains(&input(&other)), "{other:?}");
            seen.push(input(&other));
        }
        let labelled = Case { id: "b".into(), labels: Some(json!({"claims": []})), ..case() };
        assert_eq!(input(&labelled), known);
        let moved = Case { article: "It rained.Rain.".into(), summary: String::new(), ..case() };
        assert_ne!(input(&moved), known);
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
