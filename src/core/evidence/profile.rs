//! The profile of an article: its key points, questions, theme and intent, computed once.

use rustc_hash::FxHashSet;

use super::centrality::Unit;
use super::content_recall::ContentMass;
use super::key_points::{KeyPoint, choose};
use super::questions::{People, Question, Stretch, ask_central, people};
use super::{Indexed, theme};

/// The profile of an article.
#[derive(Debug)]
pub struct ArticleProfile {
    /// Its key points, in order and without overlaps.
    pub points: Vec<KeyPoint>,
    /// Up to six questions on its facts, whose answers do not overlap.
    pub questions: Vec<Question>,
    /// The people that it names.
    pub(super) people: People,
    /// Its theme in a sentence of at most 20 tokens; empty if the article is.
    pub theme: String,
    /// Its intent, stance and tone in at most 35 tokens.
    pub intent: String,
    /// Number of distinct content stems.
    pub vocabulary: usize,
    /// The weight of each of its content words.
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

/// Returns the stretches to ask about: the key points, most central first, then the next best candidates. A
/// headline comes last, since the text below repeats it.
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
