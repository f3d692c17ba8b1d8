//! What a stretch of a text may be.

use strum::VariantArray;

/// What a stretch of a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum BlockKind {
    /// Sentences of running text.
    #[default]
    Prose,
    /// A title, or the heading of what follows.
    Heading,
    /// Who wrote it, where and when.
    Byline,
    /// What a picture shows.
    Caption,
    /// An item of a list.
    List,
    /// A line of a table or of a log.
    Table,
    /// Names of a team, or of a programme.
    Lineup,
    /// What a speaker of a dialogue says.
    Turn,
    /// What happens while somebody speaks: `[laughter]`, `<file_photo>`.
    Stage,
    /// The words of somebody, and nothing else.
    Quote,
    /// Parts of the page: "Scroll down for video".
    Boilerplate,
    /// What a summary says of itself: "Here is a summary:".
    Meta,
}

impl BlockKind {
    /// Every kind, in the order in which files name them.
    pub const ALL: &[BlockKind] = BlockKind::VARIANTS;

    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
