//! Kinds of text blocks.

use strum::VariantArray;

/// The kind of a text block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum BlockKind {
    /// Sentences of running text.
    #[default]
    Prose,
    /// A title, or the heading of what follows.
    Heading,
    /// Author, place and date of the text.
    Byline,
    /// Description of a picture.
    Caption,
    /// An item of a list.
    List,
    /// A line of a table or of a log.
    Table,
    /// Names of the members of a team, or of a programme.
    Lineup,
    /// Words of a speaker in a dialogue.
    Turn,
    /// Events during speech: `[laughter]`, `<file_photo>`.
    Stage,
    /// Words of somebody, without any others.
    Quote,
    /// Page furniture: "Scroll down for video".
    Boilerplate,
    /// Remarks of a summary about itself: "Here is a summary:".
    Meta,
}

impl BlockKind {
    /// Every kind, in the order used in files.
    pub const ALL: &[BlockKind] = BlockKind::VARIANTS;

    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
