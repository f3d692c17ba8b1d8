//! The form of a text before its sentences: stretches of prose, headings, captions, turns of a dialogue ...
//!
//! Lines are cut where a speaker begins (`turns`), sentences are found within the pieces, and each sentence has a form that
//! its own words show (`sentence/form.rs`). What stands about it decides the rest: who speaks, whether a quotation is open, whether a
//! line stands alone. Neighbours of one form are a block.

mod quoted;

use super::kind::BlockKind;
use super::sentence::form;
use super::split::line_units;
use super::turns::{Piece, pieces};
use super::{Placed, Span};

/// A stretch of a text of one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub kind: BlockKind,
    /// Its bytes, with the speaker's name where the turn begins in it.
    pub span: Span,
    /// The name of who speaks, where it stands in the text.
    pub speaker: Option<Span>,
}

/// The blocks of a text, in order, from its sentences.
pub(super) fn blocks(raw: &str, sentences: &[Placed]) -> Vec<Block> {
    let pieces = pieces(raw, &line_units(raw));
    // Sentences are found within pieces, so each begins in its own.
    let piece =
        |placed: &Placed| pieces.partition_point(|piece| piece.span.start <= placed.start).saturating_sub(1);
    let of: Vec<usize> = sentences.iter().map(piece).collect();
    joined(raw, &pieces, sentences, &of)
}

/// The blocks of a text, from its sentences and the pieces that each was found in.
fn joined(raw: &str, pieces: &[Piece], sentences: &[Placed], of: &[usize]) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    // The tokens of the sentence before.
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
        // A quotation in Markdown, or in an answer to a letter, has a mark at its lines.
        let is_marked = piece.opens_line && raw[piece.span.range()].trim_start().starts_with("> ");
        let is_quoted = open.follows(&placed.sentence.text) || is_marked;
        // The marker of an item and the item are one.
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
            // A line of figures belongs to the lines about it.
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
