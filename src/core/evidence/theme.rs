//! The theme of an article, and its intent and stance, each in one sentence.

use super::centrality::Unit;
use super::{AnalysisCache, Indexed, Pair};
use crate::labels::Labels;
use crate::text::{Span, squeezed, word_spans};

/// Longest theme (Judge-Lock: at most 20 tokens; Twin-Lock allows 25).
const THEME_TOKENS: usize = 20;
/// Longest statement of intent, stance and tone (Judge-Lock: at most 35 tokens; Twin-Lock allows 40).
const INTENT_TOKENS: usize = 35;

/// Adds the article's theme and intent to the labels.
pub(super) fn run(pair: &Pair, _cache: &mut AnalysisCache, labels: &mut Labels) {
    let profile = &pair.article.profile;
    if !profile.theme.is_empty() {
        labels.theme = Some(profile.theme.clone());
        labels.intent = Some(profile.intent.clone());
    }
}

/// Returns the most central candidate, shortened at the end of a clause if possible.
pub(super) fn theme(article: &Indexed, ranked: &[Unit]) -> String {
    let Some(unit) = ranked.first() else { return String::new() };
    let cut = shortened(article.text.slice(unit.span), THEME_TOKENS);
    if cut.is_empty() { cut } else { format!("{cut}.") }
}

/// Returns a sentence on the article's intent, stance and tone.
pub(super) fn intent(article: &Indexed, theme: &str) -> String {
    let manner = Manner::of(article);
    let tail = format!("; stance: {}; tone: {}.", manner.stance, manner.tone);
    let verb = manner.intent;
    let room = INTENT_TOKENS - word_spans(&tail).count() - word_spans(verb).count();
    let about = shortened(theme.trim_end_matches('.'), room);
    format!("{verb}: {about}{tail}")
}

/// Returns the first `most` words of a stretch, ending at a comma or before a preposition if one is near.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let words: Vec<Span> = word_spans(text).collect();
    let Some(last) = words.get(..most.min(words.len())).and_then(<[Span]>::last) else {
        return String::new();
    };
    if words.len() <= most {
        return squeezed(&text[..last.end]);
    }
    let breaks = |at: usize| {
        let between = &text[words[at - 1].end..words[at].start];
        let word = text[words[at].range()].to_lowercase();
        between.contains([',', ';', ':', '(', '–', '—'])
            || matches!(
                word.as_str(),
                "after"
                    | "as"
                    | "because"
                    | "before"
                    | "but"
                    | "who"
                    | "which"
                    | "while"
                    | "when"
                    | "where"
                    | "and"
                    | "with"
                    | "for"
                    | "in"
                    | "on"
                    | "at"
                    | "from"
                    | "that"
                    | "to"
                    | "by"
                    | "of"
            )
    };
    let mut at = (most / 2..=most).rev().find(|&at| breaks(at)).unwrap_or(most);
    // Remove words that need a continuation: "... , according" or "... of the".
    while at > 1 && hangs(&text[words[at - 1].range()].to_lowercase()) {
        at -= 1;
    }
    squeezed(&text[..words[at - 1].end])
}

fn hangs(word: &str) -> bool {
    matches!(
        word,
        "according"
            | "the"
            | "a"
            | "an"
            | "of"
            | "to"
            | "and"
            | "or"
            | "in"
            | "on"
            | "at"
            | "by"
            | "for"
            | "with"
            | "from"
            | "between"
            | "who"
            | "which"
            | "that"
            | "his"
            | "her"
            | "its"
            | "their"
            | "as"
            | "but"
            | "was"
            | "is"
            | "are"
            | "were"
    )
}

struct Manner {
    intent: &'static str,
    stance: &'static str,
    tone: &'static str,
}

impl Manner {
    /// Determines intent, stance and tone from counts of a few words, over a bounded part of the article.
    fn of(article: &Indexed) -> Manner {
        const MAX_TOKENS: usize = 3000;
        let (mut words, mut turns, mut first, mut urging, mut praise, mut blame, mut study) =
            (0, 0, 0, 0, 0, 0, 0);
        for (i, (span, _)) in article.text.tokens().take(MAX_TOKENS).enumerate() {
            words += 1;
            let word = article.text.slice(span).to_lowercase();
            let follows = article.text.raw()[span.end..].trim_start_matches(' ').chars().next();
            let heads_line = i == 0 || article.text.raw()[..span.start].ends_with('\n');
            turns += usize::from(heads_line && follows == Some(':'));
            match word.as_str() {
                "i" | "we" | "my" | "our" => first += 1,
                "must" | "should" | "ought" | "urge" | "need" => urging += 1,
                "excellent" | "great" | "wonderful" | "best" | "brilliant" | "delighted" | "praised"
                | "welcome" | "welcomed" | "superb" | "impressive" | "success" => praise += 1,
                "terrible" | "awful" | "worst" | "disgrace" | "shameful" | "failed" | "failure"
                | "condemned" | "outrage" | "appalling" | "scandal" | "corrupt" => blame += 1,
                "study" | "researchers" | "results" | "method" | "methods" | "experiments" | "hypothesis"
                | "propose" | "dataset" | "participants" => study += 1,
                _ => {}
            }
        }
        let often = |count: usize, in_words: usize| count * in_words >= words && count >= 2;
        let intent = if turns >= 3 {
            "Records a conversation"
        } else if often(urging, 90) {
            "Argues"
        } else if often(study, 90) {
            "Presents findings"
        } else {
            "Reports"
        };
        let stance = match (often(praise, 150), often(blame, 150)) {
            (true, false) => "favourable",
            (false, true) => "critical",
            (true, true) => "mixed",
            (false, false) => "neutral",
        };
        let tone = if turns >= 3 {
            "informal"
        } else if often(first, 25) {
            "personal"
        } else if stance == "neutral" {
            "factual"
        } else {
            "evaluative"
        };
        Manner { intent, stance, tone }
    }
}
