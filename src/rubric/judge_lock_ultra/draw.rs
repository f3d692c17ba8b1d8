//! Drawing label sets: which labels are uncertain, and what each list counts to in each draw.

use rustc_hash::FxHashMap;

use super::grid::Grid;
use crate::labels::{Label, LabelDistribution, LabelId, LabelValue, List, Provenance};
use crate::rubric::Input;
use crate::rubric::locks::LISTS;
use crate::rubric::locks::counts::{Bands, Tokens, extraneous, listed, struck_out};
use crate::text::Span;

/// A list's words have at most so many outcomes: six, and none.
pub const OUTCOMES: usize = 7;
/// Bits of a packed count, and so the most labels of a list that are drawn; any further one is taken as it is.
const BITS: usize = 10;
pub const MOST: usize = (1 << BITS) - 1;

/// A label that is drawn.
#[derive(Clone, Debug)]
pub struct Doubtful {
    /// Which.
    pub id: LabelId,
    /// Whose strata it draws: an extraneous wording draws with its claim, and so stands and falls with it.
    with: LabelId,
    /// What it may turn out to be, best first; [`LabelValue::No`] where the finding is none.
    words: [LabelValue; OUTCOMES],
    /// The stratum at which each outcome ends.
    ends: [u16; OUTCOMES],
    /// How many outcomes there are.
    count: usize,
    /// What each outcome adds to the count of its list.
    adds: [u64; OUTCOMES],
}

impl Doubtful {
    fn new(id: LabelId, chances: &LabelDistribution, draws: usize) -> Doubtful {
        let mut new = Doubtful {
            id,
            with: id,
            words: [LabelValue::No; OUTCOMES],
            ends: [0; OUTCOMES],
            count: 0,
            adds: [0; OUTCOMES],
        };
        let mut reached = 0.0;
        let mut add = |word: LabelValue, p: f64, adds: u64| {
            reached += p;
            let at = new.count;
            (new.words[at], new.adds[at]) = (word, adds);
            new.ends[at] = (reached * draws as f64).round() as u16;
            new.count += 1;
        };
        // Nothing is better than any finding, so the strata run from good to bad in every list.
        if id.list.is_finding() {
            add(LabelValue::No, chances.nothing(), 0);
        }
        for (place, &word) in id.list.spec().words.iter().enumerate() {
            add(word, chances.at(place), 1 << (BITS * place));
        }
        let last = new.count.max(1) - 1;
        new.ends[last] = draws as u16;
        new
    }

    /// What it may turn out to be.
    pub fn words(&self) -> &[LabelValue] {
        &self.words[..self.count]
    }

    /// The strata of an outcome.
    fn strata(&self, outcome: usize) -> std::ops::Range<usize> {
        let from = if outcome == 0 { 0 } else { self.ends[outcome - 1] };
        usize::from(from)..usize::from(self.ends[outcome])
    }

    /// How many draws have this outcome.
    pub fn often(&self, outcome: usize) -> usize {
        self.strata(outcome).len()
    }

    /// The outcome that most draws have, the first of equal ones.
    pub fn usual(&self) -> usize {
        (0..self.count).rev().max_by_key(|outcome| self.often(*outcome)).unwrap_or(0)
    }

    /// The draws with this outcome.
    pub fn draws<'a>(&'a self, outcome: usize, grid: &'a Grid) -> impl Iterator<Item = usize> + 'a {
        grid.draws(self.with.list, self.with.index, self.strata(outcome))
    }

    /// Whether more than one outcome is ever drawn.
    fn is_open(&self, draws: usize) -> bool {
        !(0..self.count).any(|outcome| self.often(outcome) == draws)
    }

    /// The outcome of each draw, as an index into its words.
    #[cfg(test)]
    pub fn outcomes(&self, grid: &Grid, draws: usize) -> Vec<u8> {
        let usual = self.usual();
        let mut outcomes = vec![usual as u8; draws];
        for outcome in (0..self.count).filter(|outcome| *outcome != usual) {
            self.draws(outcome, grid).for_each(|draw| outcomes[draw] = outcome as u8);
        }
        outcomes
    }

    /// Counts it: the usual outcome in every draw, the others where they come up.
    fn add_to(&self, codes: &mut Codes, grid: &Grid) {
        let usual = self.usual();
        codes.all += self.adds[usual];
        for outcome in (0..self.count).filter(|outcome| *outcome != usual) {
            let more = self.adds[outcome].wrapping_sub(self.adds[usual]);
            self.draws(outcome, grid).for_each(|draw| {
                let code = &mut codes.each[draw];
                *code = code.wrapping_add(more);
            });
        }
    }
}

/// Packed counts on the way: of every draw, and what each draw adds to it.
struct Codes {
    all: u64,
    each: Vec<u64>,
}

/// How often each of a list's words comes up. Few counts are ever different, so a draw names the place of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// The place of each draw's counts among the different ones; empty where all draws have the same.
    pub ids: Vec<u16>,
    /// The different counts, each word's in the order of the list's words.
    pub different: Vec<[f64; OUTCOMES - 1]>,
    /// Labels in all, where each has a word; of extraneous wording, the tokens of the summary.
    pub all: f64,
}

impl Counts {
    /// The same counts in every draw.
    fn same(counts: [f64; OUTCOMES - 1], all: f64) -> Counts {
        Counts { ids: Vec::new(), different: vec![counts], all }
    }

    /// From the packed counts of each draw, on top of what is certain.
    pub fn unpack(sure: [f64; OUTCOMES - 1], codes: &[u64], all: f64) -> Counts {
        let (ids, codes) = different(codes.iter().copied());
        let unpack = |code: u64| {
            let mut counts = sure;
            for (place, count) in counts.iter_mut().enumerate() {
                *count += ((code >> (BITS * place)) & MOST as u64) as f64;
            }
            counts
        };
        Counts { ids, different: codes.into_iter().map(unpack).collect(), all }
    }

    /// The counts of a draw in one number.
    pub fn pack(counts: &[f64; OUTCOMES - 1]) -> u64 {
        counts.iter().enumerate().map(|(place, count)| (*count as u64) << (BITS * place)).sum()
    }

    /// Of the word at this place, in this draw.
    #[cfg(test)]
    pub fn at(&self, place: usize, draw: usize) -> f64 {
        self.different[self.id(draw)][place]
    }

    /// Whether a word comes up at all in this draw.
    #[cfg(test)]
    pub fn any(&self, place: usize, draw: usize) -> bool {
        self.at(place, draw) > 0.0
    }

    /// Which of the different counts a draw has.
    #[inline]
    pub fn id(&self, draw: usize) -> usize {
        self.ids.get(draw).map_or(0, |id| usize::from(*id))
    }
}

/// What a label of a word adds to packed counts.
pub fn one(list: List, word: LabelValue) -> u64 {
    let place = list.spec().words.iter().position(|known| *known == word);
    place.map_or(0, |place| 1 << (BITS * place))
}

/// The counts of every list, in the order of [`LISTS`].
pub type Each<'a> = [&'a Counts; 8];

/// The place of each value among the different ones, and these in the order in which they come up. Of a single
/// different value the places are not listed.
pub fn different(values: impl ExactSizeIterator<Item = u64>) -> (Vec<u16>, Vec<u64>) {
    let bits = (2 * values.len()).next_power_of_two().trailing_zeros().max(1);
    let (mut slots, mask) = (vec![u16::MAX; 1 << bits], (1_usize << bits) - 1);
    let (mut ids, mut known) = (Vec::with_capacity(values.len()), Vec::new());
    for value in values {
        // Multiplied by the golden ratio, even small values fall far apart.
        let mut slot = (value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize;
        let id = loop {
            match slots[slot] {
                u16::MAX => {
                    slots[slot] = known.len() as u16;
                    known.push(value);
                    break slots[slot];
                }
                id if known[usize::from(id)] == value => break id,
                _ => slot = (slot + 1) & mask,
            }
        };
        ids.push(id);
    }
    if known.len() == 1 {
        ids.clear();
    }
    (ids, known)
}

/// Everything that is drawn of a case.
pub struct Drawn {
    /// How many draws there are: one where every label is certain.
    pub draws: usize,
    /// The labels that are drawn, in the order of lists.
    pub doubtful: Vec<Doubtful>,
    /// By the index of the list.
    pub counts: [Counts; 8],
    wording: Wording,
}

/// What is known of a label before it is drawn: its word for certain, or its chances.
enum Known {
    Sure(Option<LabelValue>),
    Open(LabelDistribution),
}

fn known(list: List, label: &Label, bands: &Bands) -> Known {
    let word = bands.word(label).ok().flatten();
    if label.by != Provenance::Engine {
        return Known::Sure(word);
    }
    match (label.chances, label.p, word) {
        (Some(chances), ..) => Known::Open(chances),
        // A proposal that was written to a file has kept the probability of its word only.
        (None, Some(p), Some(word)) => Known::Open(LabelDistribution::around(list, word, p)),
        _ => Known::Sure(word),
    }
}

/// Whether a label counts for nothing.
pub fn is_out(list: List, label: &Label) -> bool {
    list.is_finding() && struck_out(label)
}

/// Draws the labels of a list: its counts, but for extraneous wording, and the labels that are drawn.
pub fn of_list(
    input: &Input,
    list: List,
    bands: &Bands,
    grid: &Grid,
    draws: usize,
) -> (Counts, Vec<Doubtful>) {
    let labels = listed(input.labels, list, bands.on).unwrap_or(&[]);
    let (mut sure, mut all) = ([0.0; OUTCOMES - 1], 0.0);
    let mut codes = Codes { all: 0, each: Vec::new() };
    let mut open = Vec::new();
    for (index, label) in labels.iter().enumerate().filter(|(_, label)| !is_out(list, label)) {
        all += 1.0;
        let chances = match known(list, label, bands) {
            Known::Open(chances) if open.len() < MOST => chances,
            Known::Open(_) => LabelDistribution::certain(list, label.word.unwrap_or(LabelValue::No)),
            Known::Sure(word) => LabelDistribution::certain(list, word.unwrap_or(LabelValue::No)),
        };
        let doubtful = Doubtful::new(LabelId { list, index }, &chances, draws);
        if doubtful.is_open(draws) {
            if list != List::Extraneous {
                codes.each.resize(draws, 0);
                doubtful.add_to(&mut codes, grid);
            }
            open.push(doubtful);
        } else {
            let words = list.spec().words;
            let likeliest = (0..words.len()).find(|place| chances.at(*place) * 2.0 > 1.0);
            if let Some(place) = likeliest {
                sure[place] += 1.0;
            }
        }
    }
    if codes.each.is_empty() {
        return (Counts::same(sure, all), open);
    }
    codes.each.iter_mut().for_each(|code| *code = code.wrapping_add(codes.all));
    (Counts::unpack(sure, &codes.each, all), open)
}

impl Drawn {
    /// Draws the labels of a case.
    pub fn new(input: &Input, bands: &Bands, grid: &Grid, draws: usize) -> Drawn {
        let (counts, wording) = Default::default();
        let mut drawn = Drawn { draws: 1, doubtful: Vec::new(), counts, wording };
        for list in LISTS {
            let (counts, doubtful) = of_list(input, list, bands, grid, draws);
            drawn.counts[list as usize] = counts;
            drawn.doubtful.extend(doubtful);
        }
        let mut open = [false; MOST];
        for id in drawn.doubtful.iter().map(|doubtful| doubtful.id).filter(|id| id.list == List::Claims) {
            open.get_mut(id.index).into_iter().for_each(|open| *open = true);
        }
        // A claim comes after the wording that it holds, so whose strata a wording draws is settled last.
        for at in 0..drawn.doubtful.len() {
            let id = drawn.doubtful[at].id;
            let label = input.labels.get(List::Extraneous).and_then(|labels| labels.get(id.index));
            if let (List::Extraneous, Some(index)) = (id.list, label.and_then(|label| label.claim))
                && open.get(index) == Some(&true)
            {
                drawn.doubtful[at].with = LabelId { list: List::Claims, index };
            }
        }
        if !drawn.doubtful.is_empty() {
            drawn.draws = draws;
        }
        drawn.wording = Wording::new(input);
        drawn.counts[List::Extraneous as usize] = drawn.tokens(input, grid, &[]);
        drawn
    }

    /// Extraneous tokens in each draw, where some labels are set to words.
    pub fn tokens(&self, input: &Input, grid: &Grid, set: &[(LabelId, LabelValue)]) -> Counts {
        let alone = |tokens: u64| [tokens as f64, 0.0, 0.0, 0.0, 0.0, 0.0];
        let wording = &self.wording;
        if let Some(tokens) = wording.known {
            return Counts::same(alone(tokens), wording.of);
        }
        let labels = input.labels.get(List::Extraneous).unwrap_or_default();
        let id = |index: usize| LabelId { list: List::Extraneous, index };
        let is_set = |id: LabelId| set.iter().find(|(known, _)| *known == id).map(|(_, word)| *word);
        let mut sure = vec![false; labels.len()];
        let mut open: Vec<(usize, Doubtful)> = Vec::new();
        for (index, label) in labels.iter().enumerate() {
            let doubtful = self.doubtful.iter().find(|doubtful| doubtful.id == id(index));
            match (is_set(id(index)), doubtful) {
                (Some(word), _) => sure[index] = word != LabelValue::No,
                (None, Some(doubtful)) => {
                    // A claim that is known no longer tells of its wording.
                    let with = if is_set(doubtful.with).is_some() { doubtful.id } else { doubtful.with };
                    open.push((index, Doubtful { with, ..doubtful.clone() }));
                }
                // A proposal that is not drawn is as good as certain, one way or the other.
                (None, None) => {
                    let unlikely = label.by == Provenance::Engine
                        && label.chances.is_some_and(|chances| chances.at(0) < 0.5);
                    sure[index] = !struck_out(label) && !unlikely;
                }
            }
        }
        let certain = |owners: &[usize]| owners.iter().any(|index| sure[*index]);
        let base: u64 =
            wording.groups.iter().filter(|(owners, _)| certain(owners)).map(|(_, tokens)| tokens).sum();
        if open.is_empty() {
            return Counts::same(alone(base), wording.of);
        }
        let mut counted = vec![base; self.draws];
        let mut marked = vec![false; self.draws];
        for (owners, tokens) in wording.groups.iter().filter(|(owners, _)| !certain(owners)) {
            marked.fill(false);
            for (_, doubtful) in open.iter().filter(|(index, _)| owners.contains(index)) {
                let words = doubtful.words().iter().enumerate().filter(|(_, word)| **word != LabelValue::No);
                for draw in words.flat_map(|(outcome, _)| doubtful.draws(outcome, grid)) {
                    if !std::mem::replace(&mut marked[draw], true) {
                        counted[draw] += tokens;
                    }
                }
            }
        }
        let (ids, tokens) = different(counted.into_iter());
        Counts { ids, different: tokens.into_iter().map(alone).collect(), all: wording.of }
    }

    /// Extraneous tokens where every label of them is one.
    pub fn most_tokens(&self) -> f64 {
        let marked: u64 = self.wording.groups.iter().map(|(_, tokens)| tokens).sum();
        self.wording.known.unwrap_or(marked) as f64
    }

    /// Whether a claim that is drawn tells of a wording.
    pub fn tells_of_wording(&self) -> bool {
        self.doubtful.iter().any(|doubtful| doubtful.with != doubtful.id)
    }

    /// Whether this label tells of a wording.
    pub fn tells_of(&self, id: LabelId) -> bool {
        self.doubtful.iter().any(|doubtful| doubtful.with == id && doubtful.id != id)
    }

    /// The counts of every list.
    pub fn each(&self) -> Each<'_> {
        self.counts.each_ref()
    }

    /// The counts of a list.
    #[inline]
    pub fn of(&self, list: List) -> &Counts {
        &self.counts[list as usize]
    }

    /// Extraneous tokens of a draw.
    #[cfg(test)]
    pub fn extraneous(&self, draw: usize) -> f64 {
        self.of(List::Extraneous).at(0, draw)
    }
}

/// Which extraneous labels mark which tokens.
#[derive(Clone, Debug, Default)]
struct Wording {
    /// Extraneous tokens, where no label can change them.
    known: Option<u64>,
    /// Tokens of the summary.
    of: f64,
    /// Labels that mark the same tokens by index, and how many tokens.
    groups: Vec<(Vec<usize>, u64)>,
}

impl Wording {
    fn new(input: &Input) -> Wording {
        let (known, of) = match extraneous(input) {
            Ok(Tokens { extraneous, of }) => (extraneous as u64, of as f64),
            Err(_) => return Wording { known: Some(0), ..Wording::default() },
        };
        let labels = input.labels.get(List::Extraneous).unwrap_or_default();
        let mut marks: Vec<(Span, usize)> = labels
            .iter()
            .enumerate()
            .flat_map(|(index, label)| label.summary.iter().map(move |span| (*span, index)))
            .filter(|(span, _)| !span.is_empty())
            .collect();
        marks.sort_unstable();
        if marks.is_empty() || input.labels.extraneous_counts.is_some() {
            return Wording { known: Some(known), of, groups: Vec::new() };
        }
        let mut groups: Vec<(Vec<usize>, u64)> = Vec::new();
        let mut known: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        // The marks that begin before the end of a token and end after its start.
        let (mut next, mut about): (usize, Vec<(Span, usize)>) = (0, Vec::new());
        for (token, _) in input.summary.tokens() {
            while let Some(mark) = marks.get(next).filter(|(span, _)| span.start < token.end) {
                about.push(*mark);
                next += 1;
            }
            about.retain(|(span, _)| span.end > token.start);
            if about.is_empty() {
                continue;
            }
            let mut owners: Vec<usize> = about.iter().map(|(_, index)| *index).collect();
            owners.sort_unstable();
            owners.dedup();
            let group = *known.entry(owners).or_insert_with_key(|owners| {
                groups.push((owners.clone(), 0));
                groups.len() - 1
            });
            groups[group].1 += 1;
        }
        Wording { known: None, of, groups }
    }
}
