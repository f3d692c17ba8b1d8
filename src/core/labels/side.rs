//! Which of the two texts of a case is meant.

/// One of the two texts.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde::Serialize,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Side {
    /// The text that was summarised.
    Article,
    /// The text that is judged.
    Summary,
}

impl Side {
    /// As written in files and in messages.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Article => Side::Summary,
            Side::Summary => Side::Article,
        }
    }
}
