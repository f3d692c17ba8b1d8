//! What is certain and what is possible.

use super::{Held, governed};
use crate::evidence::support::{View, ViewKind};
use crate::text::Sentence;
use crate::text::negation::{Cue, Force, cues};

/// Said as a fact here and as a possibility there, or the other way round.
pub fn modality(held: &Held, out: &mut Vec<View>) {
    if held.soft.window < 0.6 {
        return;
    }
    let Some((source, article)) = held.sources().next() else { return };
    let own = cues(held.sentence);
    let own: Vec<Cue> = own.into_iter().filter(|c| held.clause.tokens.contains(&c.token)).collect();
    let theirs = cues(article);
    let open = |cues: &[Cue]| cues.iter().any(|c| c.force == Force::Possible);
    for (at, token) in held.tokens().filter(|(_, t)| t.is_content()) {
        let Some(i) = article.tokens.iter().position(|t| held.stands_for(at, t.stem)) else { continue };
        let there = governed(&theirs, i, Force::Possible).filter(|c| c.token != i && is_strong(article, c));
        let here =
            governed(&own, at, Force::Possible).filter(|c| c.token != at && is_strong(held.sentence, c));
        let (why, summary, evidence) = match (here, there) {
            (None, Some(cue)) if !open(&own) && held.soft.lcs >= 0.4 => (
                format!(
                    "\"{}\" is certain here, \"{}\" in sentence {}",
                    held.word(at),
                    article.word(&article.tokens[cue.token]).to_lowercase(),
                    Held::sentence_number(source)
                ),
                token.span,
                article.tokens[cue.token].span,
            ),
            (Some(cue), None) if !open(&theirs) => (
                format!(
                    "\"{}\" here, \"{}\" is certain in sentence {}",
                    held.word(cue.token).to_lowercase(),
                    held.word(at),
                    Held::sentence_number(source)
                ),
                held.sentence.tokens[cue.token].span,
                article.tokens[i].span,
            ),
            _ => continue,
        };
        out.push(View {
            kind: ViewKind::Modality,
            limit: 0.4,
            why,
            summary: vec![summary],
            article: vec![held.place(source, evidence)],
        });
        return;
    }
}

/// Whether a cue of possibility is more than a turn of phrase: "would" and "can" mark no doubt by themselves.
fn is_strong(sentence: &Sentence, cue: &Cue) -> bool {
    let word = sentence.word(&sentence.tokens[cue.token]).to_lowercase();
    !matches!(&*word, "would" | "can" | "if" | "should" | "expected" | "hoping" | "hopes")
}
