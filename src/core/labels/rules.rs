//! Overrule rules of an annotator: a decision about certain words, applied wherever the same words count
//! against a claim. A rule is an input of the proposals. It strikes mismatches, and the engine proposes again
//! the labels that rest on them.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Mismatch;
use super::file::LabelError;
use crate::case::Texts;
use crate::text::{Span, hash64};

/// The statement that a rule makes about its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleKind {
    /// Two names of one thing; each may replace the other.
    Alias,
    /// The summary's words follow from the article's.
    Equivalent,
    /// The wording of the summary needs no counterpart in the article.
    Ignored,
}

/// An annotator's rule that overrules the engine on certain words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct OverruleRule {
    /// The statement about the words.
    pub kind: RuleKind,
    /// The words of the summary.
    pub summary: String,
    /// The words of the article; empty for an ignored wording.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub article: String,
    /// Hash of the only article to which the rule applies ([`article_hash`]); without it the rule applies to
    /// every article.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
}

/// A hash that identifies an article by its text.
pub fn article_hash(article: &str) -> String {
    format!("{:016x}", hash64(article.as_bytes()))
}

impl OverruleRule {
    /// Checks that the rule can be applied.
    pub fn check(&self) -> Result<(), LabelError> {
        let has_words = |text: &str| words(text).next().is_some();
        match (self.kind, has_words(&self.summary), has_words(&self.article)) {
            (_, false, _) => Err(LabelError::RuleOfNothing),
            (RuleKind::Ignored, true, true) => Err(LabelError::RuleWithArticle),
            (RuleKind::Alias | RuleKind::Equivalent, true, false) => Err(LabelError::RuleWithoutArticle),
            _ => Ok(()),
        }
    }

    /// Whether the rule's words occur in a case, so that it may have an effect there.
    pub fn may_apply(&self, texts: Texts) -> bool {
        let there = |article: &str| !places(texts.article, article).is_empty();
        self.readings()
            .any(|(summary, article)| !places(texts.summary, summary).is_empty() && article.is_none_or(there))
            && self.is_of(texts)
    }

    /// Whether the rule applies to the article of a case.
    fn is_of(&self, texts: Texts) -> bool {
        self.of.as_ref().is_none_or(|of| *of == article_hash(texts.article))
    }

    /// Whether the rule strikes a mismatch of a case. All differing words of the summary must be covered by
    /// the rule's summary words. If the rule names article words, they must occur in the article and overlap
    /// the mismatch's article spans, if it has any.
    pub fn strikes(&self, mismatch: &Mismatch, texts: Texts) -> bool {
        let within = |span: &Span, places: &[Span]| places.iter().any(|place| place.contains(*span));
        self.readings().any(|(summary, article)| {
            let here = places(texts.summary, summary);
            let differs = || mismatch.summary.iter().all(|span| within(&worded(texts.summary, *span), &here));
            if here.is_empty() || mismatch.summary.is_empty() || !differs() {
                return false;
            }
            article.map(|article| places(texts.article, article)).is_none_or(|there| {
                let touches = |span: &Span| there.iter().any(|place| place.overlaps(*span));
                !there.is_empty() && (mismatch.article.is_empty() || mismatch.article.iter().any(touches))
            })
        }) && self.is_of(texts)
    }

    /// The pairs of summary words and article words that the rule covers; an alias covers both directions.
    fn readings(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let article = (self.kind != RuleKind::Ignored).then_some(self.article.as_str());
        let turned =
            (self.kind == RuleKind::Alias).then_some((self.article.as_str(), Some(self.summary.as_str())));
        std::iter::once((self.summary.as_str(), article)).chain(turned)
    }
}

impl std::fmt::Display for OverruleRule {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let OverruleRule { summary, article, .. } = self;
        match self.kind {
            RuleKind::Alias => write!(out, "\"{summary}\" is \"{article}\""),
            RuleKind::Equivalent => write!(out, "\"{summary}\" follows from \"{article}\""),
            RuleKind::Ignored => write!(out, "the wording \"{summary}\" is fine"),
        }
    }
}

/// Finds names in the article that a name of the summary may refer to: names with as many words that begin
/// alike ("Lib Dems" and "Liberal Democrats"), and names related to it by initials. Returns the first ones.
pub fn likely_names(article: &str, name: &str) -> Vec<String> {
    /// Largest number of names returned.
    const MAX_NAMES: usize = 3;
    /// Number of letters that two words must share at the beginning.
    const SHARED_LETTERS: usize = 3;
    /// Largest number of words of a name.
    const MAX_NAME_WORDS: usize = 6;
    let own: Vec<&str> = words(name).map(|word| &name[word]).collect();
    let initials = |run: &[&str]| run.iter().filter_map(|word| word.chars().next()).collect::<String>();
    let begins = |a: &str, b: &str| {
        let start = |word: &str| word.chars().take(SHARED_LETTERS).collect::<String>().to_lowercase();
        start(a).chars().count() == SHARED_LETTERS && start(a) == start(b)
    };
    let fits = |run: &[&str]| {
        let alike = run.len() == own.len() && run.iter().zip(&own).all(|(a, b)| begins(a, b));
        let letters = own.len() == 1 && run.len() > 1 && own[0] == initials(run);
        let spelled = run.len() == 1 && own.len() > 1 && run[0] == initials(&own);
        alike || letters || spelled
    };
    let is_name = |at: &Range<usize>| article[at.clone()].starts_with(char::is_uppercase);
    let all: Vec<Range<usize>> = words(article).collect();
    let stands_by =
        |a: &Range<usize>, b: &Range<usize>| is_name(b) && article[a.end..b.start].trim().is_empty();
    let mut found: Vec<String> = Vec::new();
    for run in all.chunk_by(stands_by).filter(|run| is_name(&run[0])) {
        let texts: Vec<&str> = run.iter().map(|at| &article[at.clone()]).collect();
        for length in (1..=run.len().min(MAX_NAME_WORDS)).rev() {
            for from in 0..=run.len() - length {
                let text = &article[run[from].start..run[from + length - 1].end];
                let known = text == name || found.iter().any(|known| known == text);
                if !known && fits(&texts[from..from + length]) {
                    found.push(text.to_owned());
                }
            }
        }
        if found.len() >= MAX_NAMES {
            break;
        }
    }
    found.truncate(MAX_NAMES);
    found
}

/// Byte ranges of the words of a text: runs of letters and digits.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, _) = rest.find(|(_, c)| c.is_alphanumeric())?;
        while rest.next_if(|(_, c)| c.is_alphanumeric()).is_some() {}
        Some(start..rest.peek().map_or(text.len(), |(at, _)| *at))
    })
}

/// Trims everything that is not a word from the ends of a span.
fn worded(text: &str, span: Span) -> Span {
    let inside = &text[span.range()];
    let (first, last) = (words(inside).next(), words(inside).last());
    match first.zip(last) {
        Some((first, last)) => Span::new(span.start + first.start, span.start + last.end),
        None => span,
    }
}

/// Returns where a text has these words in sequence, ignoring case.
fn places(text: &str, wanted: &str) -> Vec<Span> {
    let wanted: Vec<String> = words(wanted).map(|word| wanted[word].to_lowercase()).collect();
    let Some(first) = wanted.first() else { return Vec::new() };
    let all: Vec<Range<usize>> = words(text).collect();
    let is = |at: &Range<usize>, word: &str| text[at.clone()].to_lowercase() == word;
    let begins = all.windows(wanted.len()).filter(|run| is(&run[0], first));
    let same = begins.filter(|run| run.iter().zip(&wanted).skip(1).all(|(at, word)| is(at, word)));
    same.map(|run| Span::new(run[0].start, run[run.len() - 1].end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mismatch(texts: Texts, summary: &[&str], article: &[&str]) -> Mismatch {
        let of = |text: &str, words: &[&str]| -> Vec<Span> {
            let at = |word: &&str| text.find(word).map(|at| Span::new(at, at + word.len()));
            words.iter().filter_map(at).collect()
        };
        let (summary, article) = (of(texts.summary, summary), of(texts.article, article));
        Mismatch { check: "name", summary, article, why: String::new(), max_support: 0.1 }
    }

    fn rule(kind: RuleKind, summary: &str, article: &str) -> OverruleRule {
        OverruleRule { kind, summary: summary.to_owned(), article: article.to_owned(), of: None }
    }

    #[test]
    fn a_rule_strikes_what_its_words_say_and_nothing_else() {
        let texts = Texts {
            article: "The Liberal Democrats took the seat from Labour.",
            summary: "The Lib Dems gave the seat to the Greens.",
        };
        let alias = rule(RuleKind::Alias, "lib dems", "Liberal Democrats");
        let turned = rule(RuleKind::Alias, "Liberal Democrats", "Lib Dems");
        for known in [&alias, &turned] {
            assert!(known.strikes(&mismatch(texts, &["Dems"], &[]), texts), "{known}");
            assert!(!known.strikes(&mismatch(texts, &["Dems", "Greens"], &[]), texts), "{known}");
            assert!(!known.strikes(&mismatch(texts, &["Dems"], &["Labour"]), texts), "{known}");
        }
        let one_way = rule(RuleKind::Equivalent, "Liberal Democrats", "Lib Dems");
        assert!(!one_way.strikes(&mismatch(texts, &["Dems"], &[]), texts));
        let follows = rule(RuleKind::Equivalent, "gave", "took the seat");
        assert!(follows.strikes(&mismatch(texts, &["gave"], &["took"]), texts));
        assert!(!follows.strikes(&mismatch(texts, &["gave"], &["Labour"]), texts));
        let fine = rule(RuleKind::Ignored, "the Greens", "");
        assert!(fine.strikes(&mismatch(texts, &["Greens."], &[]), texts));
        let elsewhere = OverruleRule { of: Some(article_hash("another")), ..fine.clone() };
        assert!(!elsewhere.strikes(&mismatch(texts, &["Greens"], &[]), texts));
        let here = OverruleRule { of: Some(article_hash(texts.article)), ..fine };
        assert!(here.strikes(&mismatch(texts, &["Greens"], &[]), texts));
    }

    #[test]
    fn names_that_begin_alike_or_are_spelled_by_their_initials_are_likely() {
        const NEWS: &str =
            "The Liberal Democrats held Widnes. The World Health Organization said so, Labour did not.";
        assert_eq!(likely_names(NEWS, "Lib Dems"), ["Liberal Democrats"]);
        assert_eq!(likely_names(NEWS, "WHO"), ["World Health Organization"]);
        assert!(likely_names(NEWS, "Greens").is_empty() && likely_names(NEWS, "Labour").is_empty());
    }

    #[test]
    fn a_rule_without_words_is_refused() {
        for (kind, summary, article) in
            [(RuleKind::Alias, "Lib Dems", ""), (RuleKind::Ignored, "…", ""), (RuleKind::Ignored, "a", "b")]
        {
            assert!(rule(kind, summary, article).check().is_err(), "{summary} {article}");
        }
        assert!(rule(RuleKind::Equivalent, "4-3", "4 to 3").check().is_ok());
    }

    #[test]
    fn words_are_found_in_any_script_and_at_the_ends() {
        assert_eq!(places("Ärger über ÄRGER", "ärger").len(), 2);
        assert_eq!(places("made it 4-3", "4-3"), [Span::new(8, 11)]);
        assert!(places("made it 14-3", "4-3").is_empty() && places("", "a").is_empty());
    }
}
