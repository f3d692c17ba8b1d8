//! The blocks of a text, a level above its sentences: prose, headings, captions, turns of a dialogue ...
//!
//! Lines are split where a speaker begins (`turns`), sentences are found within these pieces, and each
//! sentence has a form that its own words show (`sentence/form.rs`). The context decides the rest: who
//! speaks, whether a quotation is open, whether a line stands alone. Adjacent sentences of the same form make
//! a block.

mod quoted;

use super::kind::BlockKind;
use super::sentence::form;
use super::split::line_units;
use super::turns::{Piece, pieces};
use super::{Placed, Span};

/// A stretch of a text with a single form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub kind: BlockKind,
    /// Its span, including the speaker's name if the turn begins in it.
    pub span: Span,
    /// Span of the speaker's name.
    pub speaker: Option<Span>,
}

/// Returns the blocks of a text, in order.
pub(super) fn blocks(raw: &str, sentences: &[Placed]) -> Vec<Block> {
    let pieces = pieces(raw, &line_units(raw));
    // Sentences are found within pieces, so each begins in its own piece.
    let piece =
        |placed: &Placed| pieces.partition_point(|piece| piece.span.start <= placed.start).saturating_sub(1);
    let of: Vec<usize> = sentences.iter().map(piece).collect();
    joined(raw, &pieces, sentences, &of)
}

/// Builds the blocks of a text from its sentences and the piece to which each belongs.
fn joined(raw: &str, pieces: &[Piece], sentences: &[Placed], of: &[usize]) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    // Number of tokens of the previous sentence.
    let mut before = 0;
    let mut open = quoted::Open::default();
    let mut last_piece = usize::MAX;
    let mut stage = false;
    for (at, placed) in sentences.iter().enumerate() {
        let piece = &pieces[of[at]];
        let is_new = of[at] != last_piece;
        last_piece = of[at];
        if is_new && piece.opens_line {
            open = quoted::Open::default();
        }
        let own = placed.sentence.form();
        // In Markdown, or in a reply to a letter, quoted lines begin with a mark.
        let is_marked = piece.opens_line && raw[piece.span.range()].trim_start().starts_with("> ");
        let is_quoted = open.follows(&placed.sentence.text) || is_marked;
        // The marker of a list item and the item are one block.
        let item =
            matches!(out.last(), Some(block) if block.kind == BlockKind::List && !is_new && before <= 1);
        before = placed.sentence.tokens.len();
        let alone = piece.opens_line && is_new && of.get(at + 1) != Some(&of[at]);
        let kind = match own {
            BlockKind::Stage | BlockKind::Boilerplate | BlockKind::Meta => own,
            _ if piece.speaker.is_some() => BlockKind::Turn,
            BlockKind::Prose if item => BlockKind::List,
            BlockKind::Prose if is_quoted => BlockKind::Quote,
            BlockKind::Prose if alone && sentences.len() > 1 && form::is_heading(&placed.sentence) => {
                BlockKind::Heading
            }
            // A row of figures belongs to the rows around it.
            BlockKind::Prose if alone && stage && form::is_row(&placed.sentence) => BlockKind::Table,
            own => own,
        };
        stage = kind == BlockKind::Table;
        match out.last_mut() {
            Some(block) if block.kind == kind && block.speaker == piece.speaker && !is_new => {
                block.span = block.span.join(placed.span());
            }
            _ => out.push(Block { kind, span: placed.span(), speaker: piece.speaker }),
        }
    }
    out
}

#[cfg(test)]
mod tests;
