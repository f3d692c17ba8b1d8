//! Published scales for interpreting agreement, with their sources.

/// A published scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The scale for kappa and similar coefficients.
    LandisKoch,
    /// The scale for Krippendorff's alpha.
    Krippendorff,
}

/// A band: its lower bound and its name.
type Band = (f64, &'static str);

const LANDIS_KOCH: [Band; 6] = [
    (f64::NEG_INFINITY, "poor"),
    (0.0, "slight"),
    (0.205, "fair"),
    (0.405, "moderate"),
    (0.605, "substantial"),
    (0.805, "almost perfect"),
];

const KRIPPENDORFF: [Band; 3] = [
    (f64::NEG_INFINITY, "too low, below .667"),
    (0.667, "tentative conclusions only, .667 to .800"),
    (0.8, "reliable, .800 or more"),
];

impl Scale {
    pub fn source(self) -> &'static str {
        match self {
            Scale::LandisKoch => "Landis & Koch 1977",
            Scale::Krippendorff => "Krippendorff 2004",
        }
    }

    /// Returns the name of the band that contains a value. Landis and Koch print bands with two decimals
    /// (0.00 to 0.20, 0.21 to 0.40), so the bounds of their bands are set midway, at 0.205.
    pub fn band(self, value: f64) -> &'static str {
        let bands: &[Band] = match self {
            Scale::LandisKoch => &LANDIS_KOCH,
            Scale::Krippendorff => &KRIPPENDORFF,
        };
        bands.iter().rev().find(|(least, _)| value >= *least).map_or("", |(_, name)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_are_those_that_were_published() {
        let named =
            |values: &[f64]| values.iter().map(|value| Scale::LandisKoch.band(*value)).collect::<Vec<_>>();
        assert_eq!(
            named(&[-0.01, 0.0, 0.20, 0.21, 0.40, 0.41]),
            ["poor", "slight", "slight", "fair", "fair", "moderate"]
        );
        assert_eq!(
            named(&[0.60, 0.61, 0.80, 0.81, 1.0]),
            ["moderate", "substantial", "substantial", "almost perfect", "almost perfect"]
        );
        let by_krippendorff = [0.666, 0.667, 0.799, 0.8].map(|value| Scale::Krippendorff.band(value));
        assert_eq!(by_krippendorff[0], "too low, below .667");
        assert_eq!(by_krippendorff[1..3], ["tentative conclusions only, .667 to .800"; 2]);
        assert_eq!(by_krippendorff[3], "reliable, .800 or more");
    }
}
