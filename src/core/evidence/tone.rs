//! The tone of a text: neutral, subjective, hostile, or unclear, with what it was read from.
//!
//! Tone is advisory: no score depends on it. Words in quotation marks are somebody else's and do not count.

use std::sync::LazyLock;

use super::quotation::{around, quotations};
use super::wordlist::{Frozen, Phrases};
use super::{AnalysisCache, Pair};
use crate::labels::{LabelValue, Labels, List, Tone};
use crate::num::pluralize;
use crate::text::{Sentence, Span, Text};

/// Valence and subjectivity of words as `HASH +V S`, made by `examples/freeze_words.rs`.
const RATED: Frozen = Frozen::new(include_str!("lexicon/tone_sentiment.txt"), 22);

static MARKERS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(include_str!("lexicon/tone_markers.txt")));

/// How a word is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// From -5, very bad, to 5, very good.
    pub valence: i8,
    /// From 0, a matter of fact, to 9, a matter of opinion.
    pub subjectivity: u8,
}

/// How a lower-cased word is rated, by its hash.
pub fn rating(word: u64) -> Option<Rating> {
    let (valence, subjectivity) = RATED.find(word)?.split_once(' ')?;
    Some(Rating { valence: valence.parse().ok()?, subjectivity: subjectivity.parse().ok()? })
}

/// What shows a tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A word of praise or blame.
    Evaluation,
    /// "extremely", "utterly".
    Intensifier,
    /// "arguably", "some say".
    Hedge,
    /// "I", "we".
    FirstPerson,
    /// "clearly", "sadly": the writer's own comment.
    Comment,
    /// "!" and "?!".
    Exclamation,
    /// Contempt.
    Hostility,
}

impl Mark {
    const ALL: [Mark; 7] = [
        Mark::Hostility,
        Mark::Evaluation,
        Mark::Comment,
        Mark::Intensifier,
        Mark::Exclamation,
        Mark::FirstPerson,
        Mark::Hedge,
    ];

    /// How much one of them says that a text takes sides.
    fn weight(self) -> f64 {
        match self {
            Mark::Hostility => 1.5,
            Mark::Evaluation | Mark::Comment | Mark::Exclamation => 1.0,
            Mark::FirstPerson => 0.75,
            Mark::Intensifier | Mark::Hedge => 0.5,
        }
    }

    fn plural(self) -> &'static str {
        match self {
            Mark::Evaluation => "words of praise or blame",
            Mark::Intensifier => "intensifiers",
            Mark::Hedge => "hedges and vague attributions",
            Mark::FirstPerson => "first person",
            Mark::Comment => "comments by the writer",
            Mark::Exclamation => "exclamations",
            Mark::Hostility => "words of contempt",
        }
    }
}

/// The features that the tone of a sentence is computed from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToneFeatures {
    /// Bytes within the sentence, and what they show; in order.
    pub marks: Vec<(Span, Mark)>,
    /// Words of the sentence.
    pub words: usize,
    /// Function words of English among them.
    pub function_words: usize,
    /// Words in Latin letters among them.
    pub latin: usize,
    /// Sum of the valence of its words.
    pub valence: i32,
}

/// Reads the marks of a sentence.
pub fn tally(sentence: &Sentence) -> ToneFeatures {
    let mut out = ToneFeatures { words: sentence.tokens.len(), ..ToneFeatures::default() };
    let mut marked = vec![false; sentence.tokens.len()];
    for (phrase, first, length) in MARKERS.find(sentence) {
        let mark = match phrase.note {
            "intensifier" => Mark::Intensifier,
            "hedge" => Mark::Hedge,
            "person" => Mark::FirstPerson,
            "comment" => Mark::Comment,
            "hostile" => Mark::Hostility,
            "good" | "bad" => Mark::Evaluation,
            // A fact, whatever the packages rate it.
            _ => {
                marked[first..first + length].fill(true);
                continue;
            }
        };
        // "US" is a country.
        let country = length == 1 && sentence.text.get(sentence.tokens[first].span.range()) == Some("US");
        if mark == Mark::FirstPerson && country {
            continue;
        }
        let span = sentence.tokens[first].span.join(sentence.tokens[first + length - 1].span);
        out.marks.push((span, mark));
        marked[first..first + length].fill(true);
    }
    for (at, token) in sentence.tokens.iter().enumerate() {
        let word = sentence.word(token);
        out.function_words += usize::from(token.flags.stop);
        out.latin += usize::from(word.bytes().all(|b| b.is_ascii()));
        let Some(rated) = rating(token.word) else { continue };
        let proper = token.flags.capital && at > 0;
        if !proper {
            out.valence += i32::from(rated.valence);
        }
        // "War", "death" and "record" are rated but are facts: it takes a strong rating and a matter of opinion.
        let opinion = rated.valence.abs() >= 3 && rated.subjectivity >= 6;
        if opinion && !marked[at] && !proper {
            out.marks.push((token.span, Mark::Evaluation));
        }
    }
    let mut last = None;
    for (at, mark) in sentence.text.match_indices('!') {
        if last != Some(at) {
            out.marks.push((Span::new(at, at + mark.len()), Mark::Exclamation));
        }
        last = Some(at + mark.len());
    }
    out.marks.sort_by_key(|(span, mark)| (span.start, *mark));
    out
}

/// A tone and its grounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub tone: Tone,
    /// Its grounds in words, the decisive one first.
    pub why: Vec<String>,
    /// Mean valence of its words outside quotations, about -1 (dark) to 1 (bright).
    pub valence: f64,
}

/// Reads the tone of a text. `tallies` are those of its sentences in order; `toxic` are the kinds of issues that it
/// uses.
pub fn read<'a>(
    text: &Text,
    tallies: impl Iterator<Item = &'a ToneFeatures>,
    toxic: &[LabelValue],
) -> Reading {
    /// Fewer words show no tone.
    const SHORTEST: usize = 6;
    /// Weight of the marks, and their share of the words, from which a text is subjective.
    const SUBJECTIVE: f64 = 2.0;
    const DENSITY: f64 = 0.02;
    let quotes = quotations(text.raw());
    let mut seen: Vec<(Mark, Vec<String>)> = Mark::ALL.iter().map(|mark| (*mark, Vec::new())).collect();
    let (mut words, mut function_words, mut latin, mut valence, mut weight) = (0, 0, 0, 0, 0.0);
    for (placed, tally) in text.sentences().iter().zip(tallies) {
        words += tally.words;
        function_words += tally.function_words;
        latin += tally.latin;
        valence += tally.valence;
        for &(span, mark) in &tally.marks {
            if around(&quotes, placed.place(span)).is_some() {
                continue;
            }
            weight += mark.weight();
            if let Some((_, found)) = seen.iter_mut().find(|(known, _)| *known == mark) {
                found.push(placed.sentence.text[span.range()].to_owned());
            }
        }
    }
    let mean = f64::from(valence) / (words.max(1) as f64);
    let reading = |tone, why| Reading { tone, why, valence: mean };
    if words < SHORTEST {
        return reading(Tone::Unclear, vec![format!("{}: too few to show a tone", pluralize(words, "word"))]);
    }
    // English prose has two function words in five; lists and telegrams still have one in twenty.
    if latin * 2 < words || function_words * 20 < words {
        return reading(Tone::Unclear, vec!["it is not English prose".to_owned()]);
    }
    let worst = toxic.iter().copied().max_by_key(|kind| super::profanity::severity(*kind));
    let contempt = seen.iter().find(|(mark, _)| *mark == Mark::Hostility).map_or(0, |(_, found)| found.len());
    let mut why: Vec<String> = Vec::new();
    if let Some(kind) =
        worst.filter(|kind| !matches!(kind, LabelValue::BiasedWording | LabelValue::MildProfanity))
    {
        let what = match kind {
            LabelValue::Slur => "a slur",
            LabelValue::StrongProfanity => "strong profanity",
            LabelValue::Stereotype => "a stereotype",
            _ => "an insult",
        };
        why.push(format!("it uses {what}"));
    }
    let hostile = !why.is_empty() || contempt >= 2;
    for (mark, found) in seen.iter().filter(|(_, found)| !found.is_empty()) {
        why.push(format!("{}: {}", mark.plural(), listed(found)));
    }
    if hostile {
        return reading(Tone::Hostile, why);
    }
    let loaded = toxic.len() as f64;
    if weight + loaded >= SUBJECTIVE && (weight + loaded) / (words as f64) >= DENSITY {
        if loaded > 0.0 {
            why.push(format!("{} loaded or profane wordings", toxic.len()));
        }
        return reading(Tone::Subjective, why);
    }
    why.insert(0, "few or no signs of opinion".to_owned());
    reading(Tone::Neutral, why)
}

/// Up to four of some words, in quotation marks.
fn listed(words: &[String]) -> String {
    const SHOWN: usize = 4;
    let mut out: Vec<String> = Vec::new();
    for word in words {
        let quoted = format!("\u{201c}{word}\u{201d}");
        if !out.contains(&quoted) {
            out.push(quoted);
        }
    }
    let more = out.len().saturating_sub(SHOWN);
    out.truncate(SHOWN);
    let shown = out.join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

/// Proposes the summary's tone; its grounds become a note beside the issues.
pub fn propose(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    let summary = &pair.summary.text;
    let wordings: Vec<_> = summary
        .sentences()
        .iter()
        .map(|placed| cache.wording.wording(&pair.article.indexed, &placed.sentence))
        .collect();
    let toxic: Vec<LabelValue> =
        labels.get(List::Issues).into_iter().flatten().filter_map(|issue| issue.word).collect();
    let reading = read(summary, wordings.iter().map(|wording| &wording.tally), &toxic);
    labels.notes.push((List::Issues, format!("tone {}: {}", reading.tone.as_str(), reading.why.join("; "))));
    labels.tone = Some(reading.tone);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Article, Indexed, propose_pair};

    fn tone(summary: &str) -> Option<Tone> {
        let article = Article::new(Text::new("The council approved the budget by 7 votes to 2 on Tuesday."));
        propose_pair(&article, &Indexed::new(Text::new(summary)), &mut AnalysisCache::default()).tone
    }

    #[test]
    fn plain_reports_are_neutral_however_dark() {
        for summary in [
            "The council approved the budget by 7 votes to 2.",
            "At least 41 people were killed and hundreds injured when the dam burst, officials said.",
            "Revenue rose 12 % to $3.4 million, while the net loss widened to $0.2 million.",
            "The patients, who had severe pain, were treated for cancer; two of them died.",
            "She said: “I absolutely loved it! It was amazing, brilliant, the best day of my life!”",
        ] {
            assert_eq!(tone(summary), Some(Tone::Neutral), "{summary}");
        }
    }

    #[test]
    fn opinions_are_subjective() {
        for summary in [
            "The council approved a truly brilliant budget. What an amazing day!",
            "I think the budget is terrible and, frankly, it makes no sense.",
            "Sadly, the outrageous budget was approved, of course.",
            "This stunning, unforgettable film is a must-see.",
        ] {
            assert_eq!(tone(summary), Some(Tone::Subjective), "{summary}");
        }
    }

    #[test]
    fn contempt_is_hostile_and_a_scrap_is_unclear() {
        for summary in [
            "The idiot mayor pushed the budget through the council.",
            "The pathetic council is a disgrace and its budget is garbage.",
            "The council passed its fucking budget by 7 votes to 2.",
        ] {
            assert_eq!(tone(summary), Some(Tone::Hostile), "{summary}");
        }
        for summary in [
            "Budget passed.",
            "",
            "予算は7対2で可決されました。市議会は火曜日に開かれた。",
            "7 2 9 11 13 15 17 19",
        ] {
            assert_eq!(tone(summary), Some(Tone::Unclear), "{summary}");
        }
    }

    #[test]
    fn every_marker_has_a_known_mark() {
        for line in include_str!("lexicon/tone_markers.txt").lines().filter(|line| !line.starts_with('#')) {
            let note = line.split('\t').nth(1).unwrap_or_default();
            let known = ["intensifier", "hedge", "person", "comment", "hostile", "good", "bad", "fact"];
            assert!(known.contains(&note), "{line}");
        }
    }
}
