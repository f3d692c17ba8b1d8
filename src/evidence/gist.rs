//! What an article comes down to, found once: its key points, its theme and its intent.

use rustc_hash::FxHashSet;

use super::key_points::{KeyPoint, choose};
use super::{Indexed, theme};

/// What an article comes down to.
#[derive(Debug)]
pub struct Gist {
    /// Its central statements, in order, none overlapping another.
    pub points: Vec<KeyPoint>,
    /// Its theme in a sentence of at most 20 tokens; empty where the article is.
    pub theme: String,
    /// Its intent, stance and tone in at most 35 tokens.
    pub intent: String,
    /// Distinct content stems in it.
    pub vocabulary: usize,
}

impl Gist {
    /// Finds the gist of an article.
    pub fn new(article: &Indexed) -> Gist {
        let (points, ranked) = choose(article);
        let stems: FxHashSet<_> =
            article.text.tokens().filter(|(_, t)| t.is_content()).map(|(_, t)| t.stem).collect();
        let theme = theme::theme(article, &ranked);
        let intent = theme::intent(article, &theme);
        Gist { theme, intent, points, vocabulary: stems.len() }
    }
}
