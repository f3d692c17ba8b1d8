//! Tests of the table of rubrics.

use super::RUBRICS;

#[test]
fn every_rubric_loads_as_shipped() {
    for entry in RUBRICS {
        let rubric = (entry.load)(entry.toml).unwrap();
        assert_eq!(rubric.version(), "1", "{}", entry.slug);
    }
}
