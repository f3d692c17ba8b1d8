//! What an article comes down to, found once: its key points, its theme and its intent.

use rustc_hash::FxHashSet;

use super::centrality::Unit;
use super::content_recall::ContentMass;
use super::key_points::{KeyPoint, choose};
use super::questions::{People, Question, Stretch, ask_central, people};
use super::{Indexed, theme};

/// What an article comes down to.
#[derive(Debug)]
pub struct ArticleProfile {
    /// Its central statements, in order, none overlapping another.
    pub points: Vec<KeyPoint>,
    /// Up to six questions on its facts, no two of whose answers overlap.
    pub questions: Vec<Question>,
    /// Whom it names.
    pub(super) people: People,
    /// Its theme in a sentence of at most 20 tokens; empty where the article is.
    pub theme: String,
    /// Its intent, stance and tone in at most 35 tokens.
    pub intent: String,
    /// Distinct content stems in it.
    pub vocabulary: usize,
    /// What each of its words weighs in all that it tells.
    pub content_mass: ContentMass,
}

impl ArticleProfile {
    /// Profiles an article.
    pub fn new(article: &Indexed) -> ArticleProfile {
        let (points, ranked) = choose(article);
        let stems: FxHashSet<_> =
            article.text.tokens().filter(|(_, t)| t.is_content()).map(|(_, t)| t.stem).collect();
        let theme = theme::theme(article, &ranked);
        let intent = theme::intent(article, &theme);
        let stretches = asked_of(article, &points, &ranked);
        let questions = ask_central(article, &stretches);
        let people = people(article);
        ArticleProfile {
            questions,
            people,
            theme,
            intent,
            points,
            vocabulary: stems.len(),
            content_mass: ContentMass::new(article),
        }
    }
}

/// Stretches to ask about: the points, the most central first, then what was nearly one. A headline says again what the text
/// below it tells.
fn asked_of(article: &Indexed, points: &[KeyPoint], ranked: &[Unit]) -> Vec<Stretch> {
    const MAX_STRETCHES: usize = 12;
    let is_headline =
        |unit: &&Unit| unit.sentence == 0 && article.text.raw()[unit.span.end..].starts_with("\n\n");
    let is_point = |unit: &&Unit| points.iter().any(|point| point.first == unit.first);
    let chosen = ranked.iter().filter(is_point);
    let others = ranked.iter().filter(|unit| !is_point(unit));
    let all = chosen.chain(others);
    let (headline, below): (Vec<&Unit>, Vec<&Unit>) = all.partition(is_headline);
    let stretch = |unit: &Unit, score: f64| (unit.first, unit.last, score);
    let below = below.into_iter().map(|unit| stretch(unit, unit.score));
    below.chain(headline.into_iter().map(|unit| stretch(unit, 0.0))).take(MAX_STRETCHES).collect()
}
