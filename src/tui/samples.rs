//! The bundled samples: what the workbench opens on when no file is named.

/// A sample as it lies in `samples/`.
#[derive(Debug)]
pub struct Sample {
    /// Its name.
    pub id: &'static str,
    /// Its article.
    pub article: &'static str,
    /// Its summary.
    pub summary: &'static str,
}

macro_rules! samples {
    ($($id:literal)*) => {
        /// Every sample, the one to begin with first.
        pub const SAMPLES: &[Sample] = &[$(Sample {
            id: $id,
            article: include_str!(concat!("../../samples/", $id, "/article.txt")),
            summary: include_str!(concat!("../../samples/", $id, "/summary.txt")),
        }),*];
    };
}

samples! {
    "council-budget"
    "lighthouse"
    "bridge-inspection"
    "garden-chat"
    "seagrass-study"
    "harbour-freight-q3"
    "night-train"
    "rent-protest"
    "dressing-room"
    "kyoto-tram"
    "few-words"
}

#[cfg(test)]
mod tests {
    use super::SAMPLES;

    #[test]
    fn every_folder_of_samples_is_bundled() {
        let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/samples")).unwrap();
        let mut folders: Vec<String> = folders
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().join("article.txt").exists())
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        let mut bundled: Vec<&str> = SAMPLES.iter().map(|sample| sample.id).collect();
        folders.sort_unstable();
        bundled.sort_unstable();
        assert_eq!(folders, bundled);
    }
}
