//! Matches a clause's words with the article, and finds the passage that holds most of them.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::premise::NumberAt;
use super::severe_events::is_severe_event;
use super::similarity::WordSimilarity;
use super::{Premise, demonyms};
use crate::evidence::overlap::OverlapFeatures;
use crate::evidence::premise::triple;
use crate::text::phrases::phrases;
use crate::text::{Sentence, Span, Stem, Token, fold_token, idf, in_word_list, stem_of};

/// How one token of a clause is matched.
#[derive(Clone, Debug)]
pub struct Match {
    /// The token's own stem.
    pub stem: Stem,
    /// Whether it is a content word that can state something.
    pub content: bool,
    pub weight: f64,
    /// Quality of the match: 1 for the same stem, less for a synonym or a shared beginning, 0 for none.
    pub quality: f64,
    /// Whether it repeats what the clause has already said; see [`Matches::find_repeated`].
    pub again: bool,
    /// Whether a person decided that the article supports it.
    pub borne_out: bool,
    /// Similarity of a word that the article lacks to the words of the passage, from 0 to 1.
    pub near: f64,
    /// Stems of the article that match.
    pub stems: Vec<Stem>,
}

impl Match {
    /// Whether it is a content word that the article does not have.
    pub fn is_missing(&self) -> bool {
        self.content && self.quality == 0.0
    }

    /// Adds article words that mean the same.
    fn take_for(&mut self, same: impl Iterator<Item = Stem>) {
        let before = self.stems.len();
        self.stems.extend(same);
        if self.stems.len() > before && self.is_missing() {
            self.quality = 0.9;
        }
    }
}

/// The matches of a clause's tokens.
#[derive(Debug)]
pub struct Matches {
    /// One match per token.
    pub tokens: Vec<Match>,
    /// Whether the clause has a word for a severe event that the article lacks.
    severe: bool,
}

/// Number of tokens that the bit mask of a passage holds. Later tokens do not influence the choice.
const MASK_BITS: usize = 128;
/// Most occurrences in the article with which a function word influences the choice of the passage, and its
/// weight.
const MAX_RARE_OCCURRENCES: usize = 8;
const FUNCTION_WORD_WEIGHT: f64 = 0.02;
/// Most occurrences with which a word decides which sentences are compared with the clause, and the most
/// occurrences considered.
const MAX_OCCURRENCES: usize = 1_024;
/// Most occurrences of a token from which a run of the clause is searched for.
const POSTINGS: usize = 400;
/// Number of sentences with the same words that are compared by word order.
const MAX_TIES: usize = 4;
/// Largest number of sentences of a passage.
const WINDOW: usize = 3;

impl Matches {
    /// Matches the tokens of a clause with the article.
    pub fn new(article: Premise, sentence: &Sentence, tokens: Range<usize>) -> Matches {
        let first = tokens.start;
        let mut tokens: Vec<Match> =
            sentence.tokens[tokens].iter().map(|token| matched(article, sentence, token)).collect();
        if tokens.iter().any(Match::is_missing) {
            find_numbers(article, sentence, first, &mut tokens);
            find_acronyms(article, sentence, first, &mut tokens);
            find_phrases(article, sentence, first, &mut tokens);
            for (at, found) in tokens.iter_mut().enumerate().filter(|(_, found)| found.is_missing()) {
                found.content = !is_auxiliary(sentence, first + at);
            }
        }
        let severe = tokens
            .iter()
            .zip(&sentence.tokens[first..])
            .any(|(found, token)| found.is_missing() && is_severe_event(sentence.word(token)));
        Matches { tokens, severe }
    }

    /// Counts the words in the given spans as known to the article, as a person decided. `first` is the
    /// clause's first token in its sentence.
    pub fn bear_out<'a>(&mut self, sentence: &Sentence, first: usize, words: impl Iterator<Item = &'a Span>) {
        for word in words {
            for (token, found) in sentence.tokens[first..].iter().zip(&mut self.tokens) {
                if token.span.overlaps(*word) {
                    (found.borne_out, found.quality) = (true, 1.0);
                }
            }
        }
    }

    /// Returns how short the clause is, from 0 to 1: 1 up to six content words, falling to 0 at ten. It is 0
    /// if the clause has a severe event that the article lacks.
    pub fn short_claim_weight(&self) -> f64 {
        if self.severe {
            return 0.0;
        }
        const SHORT: f64 = 6.0;
        const LONG: f64 = 10.0;
        let count = self.tokens.iter().filter(|token| token.content).count() as f64;
        ((LONG - count) / (LONG - SHORT)).clamp(0.0, 1.0)
    }

    /// Searches the sentences in and next to the passage of a short clause for words similar to those that
    /// the article lacks. Names and numbers in digits have no similar words; numbers in words are left to the
    /// check of numbers.
    pub fn find_similar(&mut self, article: Premise, sentence: &Sentence, first: usize, passage: &Passage) {
        const ABOUT: usize = 1;
        const NUMBER: f64 = 0.8;
        if self.short_claim_weight() == 0.0 || !self.tokens.iter().any(Match::is_missing) {
            return;
        }
        let Some(start) = passage.sentences.iter().min() else { return };
        let end = passage.sentences.iter().max().map_or(0, |last| last + 1 + ABOUT);
        let similarity = WordSimilarity::new(article.indexed, start.saturating_sub(ABOUT)..end);
        let counted = sentence.numbers();
        for (at, found) in (first..).zip(&mut self.tokens).filter(|(_, found)| found.is_missing()) {
            let token = &sentence.tokens[at];
            let is_number = counted.iter().any(|number| number.first <= at && at < number.end);
            let named =
                token.flags.capital && at > 0 || idf::capital_share(token.stem).is_some_and(|s| s > 0.6);
            if is_number && !token.flags.digit {
                found.near = NUMBER;
            } else if !is_number && !named {
                found.near = similarity.nearness(sentence.word(token));
            }
        }
    }

    /// Finds the words that repeat a phrase of the clause, or that stand twice in a row, if no sentence of
    /// the passage has the word as often. A failing summarizer goes round in circles with words of the
    /// article, and the article does not say what the repetition says.
    pub fn find_repeated(&mut self, article: Premise, passage: &Passage) {
        let content: Vec<(usize, Stem)> =
            self.tokens.iter().enumerate().filter(|(_, t)| t.content).map(|(at, t)| (at, t.stem)).collect();
        let pair = |at: usize| Some((content.get(at)?.1, content.get(at + 1)?.1));
        let (mut said, mut pairs) = (FxHashMap::default(), FxHashSet::default());
        let mut theirs: Option<FxHashMap<Stem, usize>> = None;
        for (n, (at, stem)) in content.iter().enumerate() {
            let before = n.checked_sub(1).and_then(pair);
            let is_twice_over = before.is_some_and(|(before, _)| before == *stem);
            let is_of_phrase = [before, pair(n)].into_iter().flatten().any(|pair| pairs.contains(&pair));
            let times: &mut usize = said.entry(*stem).or_default();
            if *times > 0 && (is_twice_over || is_of_phrase) && !self.tokens[*at].borne_out {
                let theirs = theirs.get_or_insert_with(|| passage.most_said(article));
                self.tokens[*at].again = theirs.get(stem).is_none_or(|theirs| theirs <= times);
            }
            *times += 1;
            pairs.extend(before);
        }
    }

    /// Returns the indices of the repeated words of the clause.
    pub fn again(&self) -> impl Iterator<Item = usize> + Clone {
        self.tokens.iter().enumerate().filter(|(_, token)| token.again).map(|(at, _)| at)
    }

    /// Returns the number of content words that the article does not have.
    pub fn missing(&self) -> usize {
        self.tokens.iter().filter(|token| token.is_missing()).count()
    }

    /// Returns the support of each token, from 0 to 1. People mark unsupported stretches, not single words.
    /// So the doubt of a word comes from the word itself, from the content words near it, and from the
    /// clause, in which `new` is the share of content words that the article does not have.
    pub fn words(&self, passage: &Passage, new: f64) -> Vec<f64> {
        const OWN: f64 = 0.2;
        const NEAR: f64 = 0.3;
        const CLAUSE: f64 = 0.5;
        // Largest distance, in tokens, of a near word; the weight falls with the distance.
        const MAX_NEAR_GAP: usize = 4;
        const ELSEWHERE: f64 = 0.7;
        let found = |at: usize| {
            let token = &self.tokens[at];
            token.quality * if at >= MASK_BITS || passage.has(at) { 1.0 } else { ELSEWHERE }
        };
        let own: Vec<Option<f64>> =
            (0..self.tokens.len()).map(|at| self.tokens[at].content.then(|| 1.0 - found(at))).collect();
        (0..own.len())
            .map(|at| {
                let (mut doubt, mut all) = (0.0, 0.0);
                let from = at.saturating_sub(MAX_NEAR_GAP);
                for (near, other) in own.iter().enumerate().take(at + MAX_NEAR_GAP + 1).skip(from) {
                    if let Some(other) = other {
                        let weight = (MAX_NEAR_GAP + 1 - at.abs_diff(near)) as f64;
                        doubt += weight * other;
                        all += weight;
                    }
                }
                let near = if all > 0.0 { doubt / all } else { 0.0 };
                1.0 - OWN * own[at].unwrap_or(0.0) - NEAR * near - CLAUSE * new
            })
            .collect()
    }

    /// Returns the measures of shared wording.
    pub fn overlap(&self, article: Premise, passage: &Passage) -> OverlapFeatures {
        let content: Vec<(usize, &Match)> =
            self.tokens.iter().enumerate().filter(|(_, t)| t.content).collect();
        let share = |over: f64, under: f64| if under > 0.0 { over / under } else { 1.0 };
        // In a short clause a few words prove little. So one known word is added, and similar words count.
        let short_claim_weight = self.short_claim_weight();
        let own = |token: &Match| if token.again { 0.0 } else { token.quality };
        let good = |token: &Match| own(token).max(short_claim_weight * token.near);
        let familiar = share(
            short_claim_weight + content.iter().map(|(_, t)| good(t)).sum::<f64>(),
            short_claim_weight + content.len() as f64,
        );
        let known = share(content.iter().map(|(_, t)| own(t)).sum(), content.len() as f64);
        let weight: f64 = content.iter().map(|(_, t)| t.weight).sum();
        let inside: f64 = content
            .iter()
            .filter(|(at, t)| passage.has(*at) || t.near > 0.0)
            .map(|(_, t)| t.weight * t.quality.max(short_claim_weight * t.near))
            .sum();
        let lcs = passage
            .sentences
            .iter()
            .take(2)
            .map(|&at| self.lcs(article.indexed.stems_of(at)))
            .fold(0, usize::max);
        let stems: Vec<Stem> = self.tokens.iter().map(|t| t.stem).collect();
        let triples = stems.len().saturating_sub(2);
        let shared = stems.windows(3).filter(|w| article.premise_index.triples.contains(&triple(w))).count();
        // A few pairs prove little. So one pair that the article has is added.
        const GIVEN: f64 = 1.0;
        let pairs = content.len().saturating_sub(1);
        let mut near = 0;
        for pair in content.windows(2) {
            let borne_out = pair.iter().any(|(_, token)| token.borne_out);
            near += usize::from(borne_out || self.ordered(article, pair[0].1, pair[1].1));
        }
        OverlapFeatures {
            known,
            familiar,
            window: share(inside, weight),
            lcs: share(lcs as f64, self.tokens.len() as f64),
            trigrams: share(shared as f64, triples as f64),
            pairs: (near as f64 + GIVEN) / (pairs as f64 + GIVEN),
            unseen_bigrams: pairs - near,
            run: share(self.longest_run(article) as f64, self.tokens.len() as f64),
            length: self.tokens.len(),
            misread: article.indexed.profile.damaged,
        }
    }

    /// Whether two words stand in this order within ten tokens anywhere in the article.
    fn ordered(&self, article: Premise, a: &Match, b: &Match) -> bool {
        const MAX_ORDER_GAP: u32 = 10;
        a.stems.iter().flat_map(|s| article.indexed.positions.get(s)).any(|first| {
            b.stems.iter().flat_map(|s| article.indexed.positions.get(s)).any(|second| {
                first.iter().take(MAX_OCCURRENCES).any(|&p| {
                    let at = second.partition_point(|&q| q <= p);
                    second.get(at).is_some_and(|&q| q - p <= MAX_ORDER_GAP)
                })
            })
        })
    }

    fn lcs(&self, other: &[Stem]) -> usize {
        const MAX_LCS_WORDS: usize = 120;
        let other = &other[..other.len().min(MAX_LCS_WORDS)];
        let mut row = vec![0_usize; other.len() + 1];
        for token in self.tokens.iter().take(MAX_LCS_WORDS) {
            let mut diagonal = 0;
            for (j, stem) in other.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if token.stem == *stem || token.content && token.stems.contains(stem) {
                    diagonal + 1
                } else {
                    above.max(row[j])
                };
                diagonal = above;
            }
        }
        row.last().copied().unwrap_or(0)
    }

    /// Returns the token range of the article that the whole clause copies: within the best sentence of the
    /// passage if possible, otherwise the first such place. The passage is chosen by its words, so it need
    /// not be the source of the copy.
    pub fn copied(&self, article: Premise, passage: &Passage) -> Option<Range<usize>> {
        let Premise { indexed, .. } = article;
        let places = indexed.positions.get(&self.tokens.first()?.stem)?.iter().take(POSTINGS);
        let is_whole = |&at: &usize| {
            let there = indexed.stems.get(at..at + self.tokens.len());
            there.is_some_and(|there| there.iter().zip(&self.tokens).all(|(stem, own)| *stem == own.stem))
        };
        let mut whole = places.map(|at| *at as usize).filter(is_whole);
        let first = whole.next()?;
        let is_best = |at: &usize| passage.best == Some(indexed.sentence_of[*at] as usize);
        let at = std::iter::once(first).chain(whole).find(is_best).unwrap_or(first);
        Some(at..at + self.tokens.len())
    }

    /// Returns the length of the longest run of tokens that the article has word for word.
    fn longest_run(&self, article: Premise) -> usize {
        let stems = &article.indexed.stems;
        let mut longest = 0;
        let mut at = 0;
        while at + longest < self.tokens.len() {
            let mut here = 0;
            for &p in
                article.indexed.positions.get(&self.tokens[at].stem).into_iter().flatten().take(POSTINGS)
            {
                let run = self.tokens[at..]
                    .iter()
                    .zip(&stems[p as usize..])
                    .take_while(|(a, b)| a.stem == **b)
                    .count();
                here = here.max(run);
            }
            longest = longest.max(here);
            at += here.max(1);
        }
        longest
    }
}

/// Matches one token with the article: as it is, as a synonym or another form, as a place, an abbreviation or a
/// number in another notation.
fn matched(article: Premise, sentence: &Sentence, token: &Token) -> Match {
    let content = token.is_content();
    let (quality, stems) = if article.indexed.has(token.stem) {
        (1.0, vec![token.stem])
    } else if content {
        worded_otherwise(article, sentence, token)
    } else {
        (0.0, Vec::new())
    };
    Match {
        stem: token.stem,
        // A word with little meaning states nothing of its own if the article lacks it.
        content: content && (quality > 0.0 || !is_light(&fold_token(sentence.word(token)))),
        weight: idf::idf(token.stem).max(0.3),
        quality,
        again: false,
        borne_out: false,
        near: 0.0,
        stems,
    }
}

/// Returns how well the article matches a word that it does not have as it is, from 0 to 1, and the stems of the
/// article that match it.
fn worded_otherwise(article: Premise, sentence: &Sentence, token: &Token) -> (f64, Vec<Stem>) {
    let premise_index = article.premise_index;
    let word = sentence.word(token);
    let in_article = |stem: &Stem| article.indexed.has(*stem);
    let same: Vec<Stem> = article.indexed.synonyms.of_word(token.stem).collect();
    if !same.is_empty() {
        return (0.9, same);
    }
    // "Australian" is no form of "Austrian".
    let forms = premise_index.forms_of(sentence, token).iter().copied();
    let forms: Vec<Stem> = forms.filter(|form| !demonyms::are_other_places(token.stem, *form)).collect();
    if !forms.is_empty() {
        return (0.8, forms);
    }
    let places: Vec<Stem> = demonyms::same_place(token.stem).filter(in_article).collect();
    if !places.is_empty() {
        return (0.9, places);
    }
    // "U.K." and "UK".
    let plain = stem_of(&fold_token(word).replace('.', ""));
    if word.contains('.') && article.indexed.has(plain) {
        return (1.0, vec![plain]);
    }
    // What happens in London happens in the UK, but not the other way round.
    let within: Vec<Stem> = demonyms::places_within(plain).filter(in_article).collect();
    if !within.is_empty() {
        return (0.8, within);
    }
    if token.flags.digit {
        // "£4m" and "4 million" are the same number in two notations.
        let value = Sentence::new(word).numbers().first().map(|n| n.value);
        let same = value.and_then(|value| premise_index.numbers.get(&value));
        let sentences = article.text().sentences();
        let first = |at: &NumberAt| sentences[at.sentence].sentence.tokens[at.number.first].stem;
        let mut same: Vec<Stem> = same.into_iter().flatten().map(first).collect();
        same.sort_unstable();
        same.dedup();
        return (if same.is_empty() { 0.0 } else { 1.0 }, same);
    }
    (if premise_index.abbreviates(word) { 0.8 } else { 0.0 }, Vec::new())
}

/// Whether a word says so little by itself that a paraphrase may add it: "use", "according", "people".
fn is_light(word: &str) -> bool {
    in_word_list(include_str!("lexicon/light.txt"), word)
}

/// Whether a word only helps a verb to express the future: "is set to release", "are due to meet".
fn is_auxiliary(sentence: &Sentence, at: usize) -> bool {
    let before = at.checked_sub(1).map_or("".into(), |before| sentence.lower(before));
    in_word_list(" set due poised scheduled slated bound about ", &sentence.lower(at))
        && in_word_list(" is are was were be been being 's 're ", &before)
        && &*sentence.lower(at + 1) == "to"
}

/// Matches single words with phrases of the same meaning, in either direction: "resigned" and "stepped down".
fn find_phrases(article: Premise, sentence: &Sentence, first: usize, tokens: &mut [Match]) {
    let synonyms = &article.indexed.synonyms;
    let own = &sentence.tokens[first..first + tokens.len()];
    for found in tokens.iter_mut().filter(|found| found.is_missing()) {
        found.take_for(synonyms.phrases_of_word(found.stem));
    }
    for (group, places) in phrases(own) {
        if places.iter().any(|at| tokens[*at].is_missing()) {
            let same: Vec<Stem> = synonyms.of_group(group).collect();
            places.iter().for_each(|at| tokens[*at].take_for(same.iter().copied()));
        }
    }
}

/// Matches the words of a full name with its initials in the article: "Human Rights Watch" and "HRW".
fn find_acronyms(article: Premise, sentence: &Sentence, first: usize, tokens: &mut [Match]) {
    let end = first + tokens.len();
    let is_part = |at: usize| sentence.tokens[at].flags.capital && sentence.tokens[at].is_content();
    let mut at = first;
    while at < end {
        if !is_part(at) {
            at += 1;
            continue;
        }
        let goes_on = |next: &usize| {
            sentence.gap_before(*next) == " "
                && (is_part(*next) || in_word_list(WITHIN_NAMES, &sentence.lower(*next)))
        };
        let run: Vec<usize> =
            std::iter::once(at).chain((at + 1..end).take_while(goes_on)).filter(|at| is_part(*at)).collect();
        let initials: String = run.iter().filter_map(|at| sentence.lower(*at).chars().next()).collect();
        let acronym = stem_of(&initials);
        if run.len() > 1 && article.premise_index.acronyms.contains(&acronym) {
            for found in run.iter().map(|at| at - first) {
                if tokens[found].is_missing() {
                    tokens[found].quality = 0.9;
                }
                tokens[found].stems.push(acronym);
            }
        }
        at = run.last().map_or(at, |last| *last) + 1;
    }
}

/// Function words that occur within names.
const WITHIN_NAMES: &str = " of the and for ";

/// Matches the words of a number that the article writes differently: "sixty-three" and "63", "500 grams" and
/// "500 g", "half" and "50 %".
fn find_numbers(article: Premise, sentence: &Sentence, first: usize, tokens: &mut [Match]) {
    for number in sentence.numbers() {
        let Some(words) =
            number.first.checked_sub(first).and_then(|from| tokens.get_mut(from..number.end - first))
        else {
            continue;
        };
        let Some(same) = article.premise_index.number_like(number) else { continue };
        let theirs = &article.text().sentences()[same.sentence].sentence.tokens;
        let stems = theirs[same.number.first..same.number.end].iter().map(|t| t.stem);
        for token in words.iter_mut().filter(|token| token.is_missing()) {
            token.quality = 1.0;
            token.stems.extend(stems.clone());
        }
    }
}

/// Returns, for each article sentence that matches any token of the clause, a bit mask of those tokens.
fn masks(article: Premise, matches: &Matches) -> Vec<(usize, u128)> {
    let indexed = article.indexed;
    let places = |token: &Match| -> Vec<&[u32]> {
        token.stems.iter().filter_map(|stem| indexed.positions.get(stem)).map(Vec::as_slice).collect()
    };
    let often = |places: &[&[u32]]| places.iter().map(|places| places.len()).sum::<usize>();
    let tokens = matches.tokens.iter().enumerate().take(MASK_BITS);
    let (rare, common): (Vec<_>, Vec<_>) = tokens
        .map(|(at, token)| (at, token.content, places(token)))
        // A rare function word, such as "before", tells apart sentences with the same content.
        .filter(|(_, content, places)| *content || often(places) <= MAX_RARE_OCCURRENCES)
        .partition(|(_, _, places)| often(places) <= MAX_OCCURRENCES);
    let first = if rare.is_empty() { &common } else { &rare };
    let mut masks: Vec<(usize, u128)> = Vec::new();
    for (at, _, places) in first {
        let places = places.iter().copied().flatten().take(MAX_OCCURRENCES);
        masks.extend(places.map(|&place| (indexed.sentence_of[place as usize] as usize, 1 << at)));
    }
    masks.sort_unstable_by_key(|(sentence, _)| *sentence);
    masks.dedup_by(|(later, bits), (sentence, mask)| {
        let is_same = later == sentence;
        if is_same {
            *mask |= *bits;
        }
        is_same
    });
    // A very common word does not select sentences; it only tells apart those that other words select.
    for (at, _, places) in &common {
        for (sentence, mask) in &mut masks {
            let tokens = indexed.tokens_of(*sentence);
            let is_in = |places: &&[u32]| {
                let next = places.partition_point(|&place| (place as usize) < tokens.start);
                places.get(next).is_some_and(|&place| (place as usize) < tokens.end)
            };
            *mask |= u128::from(places.iter().any(is_in)) << at;
        }
    }
    masks
}

/// The article sentences that a clause is compared with.
#[derive(Clone, Debug, Default)]
pub struct Passage {
    /// Indices of the sentences, those that hold most of the clause first.
    pub sentences: Vec<usize>,
    /// Index of the best sentence.
    pub best: Option<usize>,
    /// Bit mask of the clause's tokens that the passage has.
    pub mask: u128,
}

impl Passage {
    /// Returns the window of up to three sentences that holds most of the clause's weight. Of equals the
    /// shortest wins, then the one with the longest common subsequence, then the first.
    pub fn best(article: Premise, matches: &Matches) -> Passage {
        let masks = masks(article, matches);
        let value = |mut mask: u128| {
            let mut sum = 0.0;
            while mask != 0 {
                let token = &matches.tokens[mask.trailing_zeros() as usize];
                sum += token.quality * if token.content { token.weight } else { FUNCTION_WORD_WEIGHT };
                mask &= mask - 1;
            }
            sum
        };
        let whole: f64 = matches.tokens.iter().filter(|t| t.content).map(|t| t.weight).sum();
        // Weight that each further sentence of a window must add.
        let cost = 0.04 * whole;
        let mut best = (f64::MIN, 0..0);
        for from in 0..masks.len() {
            let start = masks[from].0;
            let mut mask = 0;
            let window = masks[from..].iter().take_while(|(sentence, _)| *sentence < start + WINDOW);
            for (at, (sentence, more)) in (from..).zip(window) {
                mask |= more;
                let score = value(mask) - cost * (sentence - start) as f64;
                if score > best.0 + 1e-9 {
                    best = (score, from..at + 1);
                }
            }
        }
        let (score, mut window) = best;
        if window.len() == 1 {
            // Among sentences with the same words, prefer the one with the same word order.
            let alike = (window.start..masks.len()).filter(|&at| (value(masks[at].1) - score).abs() < 1e-9);
            let mut longest = 0;
            for at in alike.take(MAX_TIES) {
                let order = matches.lcs(article.indexed.stems_of(masks[at].0));
                if order > longest {
                    (longest, window) = (order, at..at + 1);
                }
            }
        }
        let mut chosen = masks[window].to_vec();
        chosen.sort_by(|a, b| value(b.1).total_cmp(&value(a.1)).then(a.0.cmp(&b.0)));
        let mask = chosen.iter().fold(0, |mask, (_, bits)| mask | bits);
        let sentences: Vec<usize> = chosen.into_iter().map(|(sentence, _)| sentence).collect();
        Passage { best: sentences.first().copied(), sentences, mask }
    }

    /// Returns the largest number of times that a sentence of the passage has each stem.
    fn most_said(&self, article: Premise) -> FxHashMap<Stem, usize> {
        let mut most: FxHashMap<Stem, usize> = FxHashMap::default();
        for at in &self.sentences {
            let mut said: FxHashMap<Stem, usize> = FxHashMap::default();
            for stem in article.indexed.stems_of(*at) {
                let times = said.entry(*stem).or_default();
                *times += 1;
                let most = most.entry(*stem).or_default();
                *most = (*most).max(*times);
            }
        }
        most
    }

    /// Returns the passage with one more article sentence.
    pub fn with(&self, article: Premise, matches: &Matches, sentence: usize) -> Passage {
        let mut wider = self.clone();
        let theirs = article.indexed.stems_of(sentence);
        for (at, token) in matches.tokens.iter().enumerate().take(MASK_BITS) {
            wider.mask |= u128::from(token.stems.iter().any(|stem| theirs.contains(stem))) << at;
        }
        if !wider.sentences.contains(&sentence) {
            wider.sentences.push(sentence);
        }
        wider
    }

    /// Whether the passage has this token of the clause.
    pub fn has(&self, at: usize) -> bool {
        at < MASK_BITS && self.mask >> at & 1 == 1
    }

    /// Returns the spans of the sentences in the article, best first.
    pub fn spans(&self, article: Premise) -> Vec<Span> {
        self.sentences.iter().map(|&at| article.text().sentences()[at].span()).collect()
    }
}
