//! The context of a summary, which is the article and every source with its title, and the search for anchors
//! in it.

use rustc_hash::FxHashMap;

use super::assertions::Phrase;
use crate::case::Source;
use crate::evidence::parse::Word;
use crate::evidence::{Indexed, Pair};
use crate::text::dates::Date;
use crate::text::figures::{Figure, FigureValue, figures};
use crate::text::numbers::{Unit, Value};
use crate::text::{Placed, Span, Stem, Text, lexicon, stem_of};

/// The figures of all texts of the context.
#[derive(Debug, Default)]
pub struct Context {
    /// The titles of the sources, with the index of the source.
    titles: Vec<(usize, Indexed)>,
    /// All figures, in the order of texts and sentences.
    spots: Vec<Spot>,
    figures: Figures,
    /// The stems of all texts, by the half of the hash that the lexicon compares.
    halves: FxHashMap<u32, Stem>,
}

/// Largest number of figures of a context that are indexed.
const MAX_FIGURES: usize = 16_384;
/// Number of different figures of a context that every figure of the summary is compared with. Later ones are
/// compared only if they share a part with it or are among the nearest in size.
const COMPARED: usize = 64;
/// Largest number of figures compared because of one shared part.
const OF_ONE_PART: usize = 16;
/// Number of figures compared on either side of a number.
const NEAREST: usize = 8;
/// Largest number of positions of a word, or of figures, considered in the search for two that stand
/// together.
const MAX_PLACES: usize = 512;

/// The figures of a context, grouped by equal value and spelling.
#[derive(Debug, Default)]
struct Figures {
    /// The groups, as ascending indices of spots.
    groups: Vec<Vec<usize>>,
    /// The groups after the first `COMPARED`, by their parts.
    by_part: FxHashMap<FigurePart, Vec<usize>>,
    /// The same groups by their numbers, in ascending order.
    by_size: Vec<(f64, usize)>,
}

/// A part that two figures must share if one may mean the same as the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum FigurePart {
    /// A number, or the year of a date.
    Number(Value),
    /// A day of a month, the smaller number first, since their order may be ambiguous ("03/04").
    Day(u8, u8),
    Month(u8),
    Weekday(u8),
}

impl FigurePart {
    /// Returns every part of a figure.
    fn all(figure: &Figure) -> Vec<FigurePart> {
        let mut parts: Vec<FigurePart> = figure.values().map(FigurePart::Number).collect();
        if let FigureValue::Date(date) = &figure.what {
            parts.extend(day(date));
            parts.extend(date.month.map(FigurePart::Month));
            parts.extend(date.weekday.map(FigurePart::Weekday));
        }
        parts
    }

    /// Returns the parts by which a figure is searched for. Of a date this is the most specific one.
    fn sought(figure: &Figure) -> Vec<FigurePart> {
        match &figure.what {
            FigureValue::Date(date) => {
                let year = date.year.map(|year| FigurePart::Number(Value::int(year.into())));
                let month = date.month.map(FigurePart::Month);
                let weekday = date.weekday.map(FigurePart::Weekday);
                day(date).or(year).or(month).or(weekday).into_iter().collect()
            }
            FigureValue::Number(_) | FigureValue::Pair(..) => FigurePart::all(figure),
        }
    }
}

fn day(date: &Date) -> Option<FigurePart> {
    let (month, day) = (date.month?, date.day?);
    Some(FigurePart::Day(month.min(day), month.max(day)))
}

impl Figures {
    fn of(spots: &[Spot], written: impl Fn(&Spot) -> String) -> Figures {
        let mut figures = Figures::default();
        let mut known = FxHashMap::default();
        for (at, spot) in spots.iter().enumerate() {
            let group = *known.entry((spot.figure.said(), written(spot))).or_insert(figures.groups.len());
            if let Some(group) = figures.groups.get_mut(group) {
                group.push(at);
                continue;
            }
            figures.groups.push(vec![at]);
            if group < COMPARED {
                continue;
            }
            for part in FigurePart::all(&spot.figure) {
                let same = figures.by_part.entry(part).or_default();
                if same.len() < OF_ONE_PART {
                    same.push(group);
                }
            }
            figures.by_size.extend(spot.figure.values().map(|value| (value.to_f64(), group)));
        }
        figures.by_size.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        figures
    }

    /// Returns the groups to compare a figure with, in text order.
    fn near(&self, figure: &Figure) -> Vec<&[usize]> {
        let parts = FigurePart::sought(figure);
        let mut near: Vec<usize> = (0..self.groups.len().min(COMPARED)).collect();
        near.extend(parts.iter().filter_map(|part| self.by_part.get(part)).flatten());
        for value in figure.values() {
            let at = self.by_size.partition_point(|(size, _)| *size < value.to_f64());
            let about = at.saturating_sub(NEAREST)..self.by_size.len().min(at + NEAREST);
            near.extend(self.by_size[about].iter().map(|(_, group)| *group));
        }
        near.sort_unstable();
        near.dedup();
        near.into_iter().map(|group| &self.groups[group][..]).collect()
    }

    /// Returns the spots of the groups that a figure agrees with, in text order.
    fn spots(&self, figure: &Figure, agrees: impl Fn(usize) -> bool) -> Vec<usize> {
        let near = self.near(figure).into_iter().filter(|group| agrees(group[0]));
        let mut spots: Vec<usize> = near.flat_map(|group| group.iter().take(MAX_PLACES)).copied().collect();
        spots.sort_unstable();
        spots.truncate(MAX_PLACES);
        spots
    }
}

/// A figure of the context.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Index of its text: 0 for the article, then the sources, then their titles.
    pub text: usize,
    pub sentence: usize,
    /// The figure, with offsets within its sentence.
    pub figure: Figure,
}

/// The place in the context at which an anchor was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextPlace {
    /// Index of the text: 0 for the article, then the sources, then their titles.
    pub text: usize,
    /// Index of the sentence.
    pub sentence: usize,
    /// Byte spans in that text.
    pub spans: Vec<Span>,
}

/// A figure found in the context.
#[derive(Clone, Debug)]
pub struct FoundFigure {
    /// The place.
    pub place: ContextPlace,
    /// Whether it was found exactly as written.
    pub exact: bool,
    /// Error of the figure relative to the context; 0 if they mean the same.
    pub off: f64,
}

/// The subject and the object of an assertion found in the context.
#[derive(Clone, Debug)]
pub struct Together {
    /// The place.
    pub place: ContextPlace,
    /// Whether both are in one sentence.
    pub one_sentence: bool,
    /// Number of tokens of the shortest stretch with both.
    pub within: usize,
}

impl Context {
    /// Indexes the article, the sources and their titles.
    pub fn new(pair: &Pair) -> Context {
        let (mut spots, mut halves) = (Vec::new(), FxHashMap::default());
        let title = |source: &Source| source.title.as_deref().map(|title| Indexed::new(Text::new(title)));
        let titles = pair.case.sources.iter().take(pair.sources.len()).enumerate();
        let titles = titles.filter_map(|(at, source)| Some((at, title(source)?))).collect();
        let mut context = Context { titles, ..Context::default() };
        for (text, indexed) in context.texts(pair).enumerate() {
            halves.extend(indexed.positions.keys().map(|stem| (lexicon::half(*stem), *stem)));
            for (sentence, placed) in indexed.text.sentences().iter().enumerate() {
                let room = MAX_FIGURES - spots.len();
                let found = figures(&placed.sentence).into_iter().take(room);
                spots.extend(found.map(|figure| Spot { text, sentence, figure }));
            }
        }
        context.figures = Figures::of(&spots, |spot| context.written(pair, spot));
        (context.spots, context.halves) = (spots, halves);
        context
    }

    /// Returns the text of a figure, lower-cased.
    fn written(&self, pair: &Pair, spot: &Spot) -> String {
        self.sentence(pair, spot).sentence.text[spot.figure.span.range()].to_lowercase()
    }

    /// Returns the texts: the article, the sources, and their titles.
    fn texts<'a>(&'a self, pair: &'a Pair) -> impl Iterator<Item = &'a Indexed> {
        let sources = pair.sources.iter().map(|source| &**source);
        let titles = self.titles.iter().map(|(_, title)| title);
        std::iter::once(&pair.article.indexed).chain(sources).chain(titles)
    }

    /// Returns the source of a text, and whether the text is its title; `None` for the article.
    pub fn source(&self, pair: &Pair, text: usize) -> Option<(usize, bool)> {
        let at = text.checked_sub(1)?;
        let title = at.checked_sub(pair.sources.len()).and_then(|title| self.titles.get(title));
        Some(title.map_or((at, false), |(source, _)| (*source, true)))
    }

    /// Returns a text by its index.
    pub fn text<'a>(&'a self, pair: &'a Pair, at: usize) -> &'a Indexed {
        let Some(at) = at.checked_sub(1) else { return &pair.article.indexed };
        let title = || Some(&self.titles.get(at.checked_sub(pair.sources.len())?)?.1);
        pair.sources.get(at).map(|source| &**source).or_else(title).unwrap_or(&pair.article.indexed)
    }

    fn sentence<'a>(&'a self, pair: &'a Pair, spot: &Spot) -> &'a Placed {
        &self.text(pair, spot.text).text.sentences()[spot.sentence]
    }

    /// Returns the nearest figure of the context: an exact match first, then the one with the least error,
    /// then the earliest.
    pub fn figure(&self, pair: &Pair, figure: &Figure, written: &str) -> Option<FoundFigure> {
        let written = written.to_lowercase();
        let mut best: Option<FoundFigure> = None;
        for spot in self.figures.near(figure).into_iter().map(|group| &self.spots[group[0]]) {
            let Some(off) = figure.distance(&spot.figure) else { continue };
            let exact = off == 0.0 && is_within(&self.written(pair, spot), &written);
            let better = best.as_ref().is_none_or(|best| (!exact, off) < (!best.exact, best.off));
            if better {
                let spans = vec![self.sentence(pair, spot).place(spot.figure.span)];
                best = Some(FoundFigure {
                    place: ContextPlace { text: spot.text, sentence: spot.sentence, spans },
                    exact,
                    off,
                });
            }
        }
        // An approximate figure counts only if no other means the same.
        match best {
            Some(best) if best.off == 0.0 => Some(best),
            near => self.in_parts(pair, figure).or(near),
        }
    }

    /// Finds a range whose ends are in one sentence, or a date whose year is elsewhere in the same text.
    fn in_parts(&self, pair: &Pair, figure: &Figure) -> Option<FoundFigure> {
        let (first, second, apart) = match (&figure.what, figure.ends()) {
            (_, Some([a, b])) => (a, b, false),
            (FigureValue::Date(date), _) if date.year.is_some() && date.day.is_some() => {
                let mut day = *date;
                day.year = None;
                let mut year = *date;
                (year.month, year.day, year.weekday) = (None, None, None);
                let part = |date| Figure { what: FigureValue::Date(date), ..*figure };
                (part(day), part(year), true)
            }
            _ => return None,
        };
        let says = |figure: &Figure, spot: &Spot| figure.distance(&spot.figure) == Some(0.0);
        // A date with another year is another date.
        let yearless =
            |spot: &Spot| !matches!(spot.figure.what, FigureValue::Date(date) if date.year.is_some());
        let spots = &self.spots;
        let own = self.figures.spots(&first, |at| says(&first, &spots[at]));
        // The place last searched for the second part, and the result.
        let (mut looked, mut other): (Option<(usize, Option<usize>)>, Option<&Spot>) = (None, None);
        for spot in own.into_iter().map(|at| &spots[at]).filter(|spot| !apart || yearless(spot)) {
            let place = (spot.text, (!apart).then_some(spot.sentence));
            if looked != Some(place) {
                let from = spots.partition_point(|other| (other.text, Some(other.sentence)) < place);
                let there = |other: &&Spot| {
                    other.text == place.0 && place.1.is_none_or(|sentence| other.sentence == sentence)
                };
                other = spots[from..].iter().take_while(there).find(|other| says(&second, other));
                looked = Some(place);
            }
            if let Some(other) = other {
                let mut spans = vec![
                    self.sentence(pair, spot).place(spot.figure.span),
                    self.sentence(pair, other).place(other.figure.span),
                ];
                spans.dedup();
                let place = ContextPlace { text: spot.text, sentence: spot.sentence, spans };
                return Some(FoundFigure { place, exact: false, off: 0.0 });
            }
        }
        None
    }

    /// Returns the ascending token positions of a word or figure in one text of the context.
    fn positions(&self, indexed: &Indexed, text: usize, key: &Key) -> Vec<u32> {
        match key {
            Key::Stem(stem) => {
                // A synonym counts as well.
                let same = lexicon::synonyms(*stem).filter_map(|half| self.halves.get(&half).copied());
                let mut out: Vec<u32> = std::iter::once(*stem)
                    .chain(same)
                    .filter_map(|stem| indexed.positions.get(&stem))
                    .flat_map(|places| places.iter().take(MAX_PLACES))
                    .copied()
                    .collect();
                out.sort_unstable();
                out.dedup();
                out
            }
            Key::Figure(figure) => self
                .figures
                .spots(figure, |at| figure.distance(&self.spots[at].figure).is_some())
                .into_iter()
                .map(|at| &self.spots[at])
                .filter(|spot| spot.text == text)
                .map(|spot| (indexed.text.sentences()[spot.sentence].first_token + spot.figure.first) as u32)
                .collect(),
        }
    }

    /// Returns the positions of a subject, and of pronouns that may refer to it: those that begin the
    /// sentences after it.
    fn subject(&self, indexed: &Indexed, text: usize, key: &Key) -> Vec<u32> {
        let mut out = self.positions(indexed, text, key);
        let sentences = indexed.text.sentences();
        let mut more = Vec::new();
        for &at in &out {
            let next = indexed.sentence_of[at as usize] as usize + 1;
            let begun = sentences[next..].iter().map_while(|placed| {
                let first = placed.sentence.tokens.first().map(|token| placed.sentence.word(token))?;
                is_pronoun(&first.to_lowercase()).then_some(placed.first_token as u32)
            });
            more.extend(begun.take(MAX_SENTENCE_GAP));
        }
        out.extend(more);
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Returns the place where subject and object are closest to each other. A shared sentence comes before a
    /// shorter stretch. `Err` names what no text contains.
    pub fn together(&self, pair: &Pair, subject: &Keys, object: &Keys) -> Result<Option<Together>, Lacking> {
        let mut best: Option<Together> = None;
        let mut missing = Some(Lacking::Subject);
        for (text, indexed) in self.texts(pair).enumerate() {
            let has = |key: &Key| !self.positions(indexed, text, key).is_empty();
            let (theirs, others) =
                (self.subject(indexed, text, &subject.head), self.positions(indexed, text, &object.head));
            let lacking = if theirs.is_empty() || !subject.names.iter().all(has) {
                Some(Lacking::Subject)
            } else {
                (others.is_empty() || !object.names.iter().all(has)).then_some(Lacking::Object)
            };
            if let Some(lacking) = lacking {
                // Report what is missing from the text that has most of the assertion.
                missing = missing.map(|known| known.max(lacking));
                continue;
            }
            missing = None;
            let Some(found) = nearest(indexed, &[theirs, others]) else { continue };
            let better = best
                .as_ref()
                .is_none_or(|best| (!found.one_sentence, found.within) < (!best.one_sentence, best.within));
            if better {
                let place = ContextPlace { text, ..found.place };
                best = Some(Together { place, ..found });
            }
        }
        match missing {
            Some(lacking) => Err(lacking),
            None => Ok(best),
        }
    }
}

/// Largest number of sentences after a name whose initial pronouns may refer to it.
const MAX_SENTENCE_GAP: usize = 2;

fn is_pronoun(word: &str) -> bool {
    matches!(word, "he" | "she" | "it" | "they")
}

/// The part of an assertion that no text of the context contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lacking {
    Subject,
    Object,
}

/// Whether a figure's text contains another one as a whole word; both must be lower-cased.
fn is_within(text: &str, written: &str) -> bool {
    text.match_indices(written).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + written.len()..].chars().next();
        ![before, after].into_iter().flatten().any(|c| c.is_alphanumeric() || matches!(c, '.' | ','))
    })
}

/// A word or figure to find.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    /// A word, by its stem.
    Stem(Stem),
    Figure(Box<Figure>),
}

/// What must be found of a phrase: its head near the other phrase, and its other names anywhere in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Keys {
    head: Key,
    names: Vec<Key>,
}

impl Keys {
    /// Returns the keys of a phrase; `figures` are those of its sentence, whose first token is `first`.
    pub fn of(words: &[Word], phrase: &Phrase, figures: &[Figure], first: usize) -> Keys {
        let key = |at: usize| {
            let token = words[at].token - first;
            let figure = figures.iter().find(|figure| figure.first <= token && token < figure.end);
            match figure {
                Some(figure) if !is_count(figure) => Key::Figure(Box::new(*figure)),
                _ => Key::Stem(stem_of(&words[at].lower)),
            }
        };
        Keys { head: key(phrase.head), names: phrase.names.iter().map(|at| key(*at)).collect() }
    }

    /// Returns the key of a pronoun.
    pub fn pronoun(word: &str) -> Keys {
        Keys { head: Key::Stem(stem_of(word)), names: Vec::new() }
    }
}

/// Whether the last word of a figure may be searched for by itself, which holds for weak numbers and
/// ordinals. Any other figure is searched for as a whole: of "40 miles", "miles" would be found anywhere.
fn is_count(figure: &Figure) -> bool {
    matches!(&figure.what, FigureValue::Number(number) if number.weak || number.unit == Unit::Ordinal)
}

/// Returns the shortest stretch with a position from each list. A stretch within one sentence comes before
/// any other.
fn nearest(indexed: &Indexed, lists: &[Vec<u32>]) -> Option<Together> {
    let mut all: Vec<(u32, usize)> =
        lists.iter().enumerate().flat_map(|(key, list)| list.iter().map(move |at| (*at, key))).collect();
    all.sort_unstable();
    let mut last: Vec<Option<u32>> = vec![None; lists.len()];
    let mut best: Option<(bool, u32, u32)> = None;
    for (at, key) in all {
        last[key] = Some(at);
        // `None` is less than any position.
        let Some(from) = last.iter().copied().min().flatten() else { continue };
        let sentence = |token: u32| indexed.sentence_of[token as usize];
        let split = sentence(from) != sentence(at);
        if best.is_none_or(|(apart, start, end)| (split, at - from) < (apart, end - start)) {
            best = Some((split, from, at));
        }
    }
    let (split, from, to) = best?;
    let sentence = indexed.sentence_of[from as usize] as usize;
    let span = if split {
        indexed.token(from as usize).0.join(indexed.token(to as usize).0)
    } else {
        indexed.text.sentences()[sentence].span()
    };
    let place = ContextPlace { text: 0, sentence, spans: vec![span] };
    Some(Together { place, one_sentence: !split, within: (to - from + 1) as usize })
}
