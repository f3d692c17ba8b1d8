//! The bundled samples, which the workbench opens if no file is given.

use crate::case::{Case, CaseError, Fields, Record};

/// A sample, as stored in `samples/`.
#[derive(Debug)]
pub struct Sample {
    pub id: &'static str,
    files: Files,
}

#[derive(Debug)]
enum Files {
    Pair { article: &'static str, summary: &'static str },
    Case(&'static str),
}

impl Sample {
    /// Returns the sample as a case.
    ///
    /// # Errors
    /// Fails if a bundled file is not a valid case, which a test rules out.
    pub fn case(&self) -> Result<Case, CaseError> {
        match self.files {
            Files::Pair { article, summary } => {
                let (article, summary) = (article.to_owned(), summary.to_owned());
                Ok(Case { id: self.id.to_owned(), article, summary, ..Case::default() })
            }
            Files::Case(json) => {
                let found = Record::json(self.id, self.id, json).cases(&Fields::default())?;
                Ok(found.cases.into_iter().next().unwrap_or_default())
            }
        }
    }
}

macro_rules! files {
    (pair $id:literal) => {
        Files::Pair {
            article: include_str!(concat!("../../samples/", $id, "/article.txt")),
            summary: include_str!(concat!("../../samples/", $id, "/summary.txt")),
        }
    };
    (case $id:literal) => {
        Files::Case(include_str!(concat!("../../samples/", $id, "/case.json")))
    };
}

macro_rules! samples {
    ($($kind:ident $id:literal)*) => {
        /// All samples, the first one to open first.
        pub const SAMPLES: &[Sample] = &[$(Sample { id: $id, files: files!($kind $id) }),*];
    };
}

// `pair`: article.txt and summary.txt; `case`: case.json.
samples! {
    pair "council-budget"
    pair "lighthouse"
    pair "bridge-inspection"
    pair "garden-chat"
    pair "seagrass-study"
    pair "harbour-freight-q3"
    pair "night-train"
    pair "rent-protest"
    pair "dressing-room"
    pair "kyoto-tram"
    pair "few-words"
    case "one-witness"
    case "query-response"
    case "research-report"
    case "synthlink-record"
}

#[cfg(test)]
mod tests {
    use super::SAMPLES;

    #[test]
    fn every_folder_of_samples_is_bundled() {
        let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/samples")).unwrap();
        let mut folders: Vec<String> = folders
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().into_string().unwrap())
            .filter(|name| !["lessons", "judges", "rubrics"].contains(&name.as_str()))
            .collect();
        let mut bundled: Vec<&str> = SAMPLES.iter().map(|sample| sample.id).collect();
        folders.sort_unstable();
        bundled.sort_unstable();
        assert_eq!(folders, bundled);
    }

    #[test]
    fn every_sample_is_a_case() {
        for sample in SAMPLES {
            let case = sample.case().unwrap();
            assert!(!case.article.is_empty() && !case.summary.is_empty(), "{}", sample.id);
        }
    }
}
