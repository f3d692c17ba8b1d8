//! Samples of the labels of a case: which labels are uncertain, and the counts of each list in each sample.
//! If all labels are certain, there is a single sample.

use rustc_hash::{FxHashMap, FxHashSet};

use super::LISTS;
use super::counts::{Bands, WordTally, extraneous, listed, struck_out};
use super::sampler::StratifiedSampler;
use crate::labels::{Label, LabelDistribution, LabelId, LabelValue, List, Provenance};
use crate::rubric::Input;
use crate::text::Span;

/// Largest number of outcomes of a label: six words, and no finding.
const OUTCOMES: usize = 7;
/// Number of bits of a packed count. It limits the number of sampled labels of a list; further labels are
/// taken as they are.
const BITS: usize = 10;
const MOST: usize = (1 << BITS) - 1;

/// A label that is sampled.
#[derive(Clone, Debug)]
pub struct Doubtful {
    pub id: LabelId,
    /// The label whose strata it uses: an extraneous wording uses those of its claim, and so follows its
    /// claim.
    with: LabelId,
    /// Its possible outcomes, best first; [`LabelValue::No`] if the finding does not exist.
    words: [LabelValue; OUTCOMES],
    /// The end of each outcome's strata.
    ends: [u16; OUTCOMES],
    /// Number of outcomes.
    count: usize,
    /// What each outcome adds to the packed count of its list.
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
        // No finding is better than any finding, so the strata run from good to bad in every list.
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

    /// Its possible outcomes.
    pub fn words(&self) -> &[LabelValue] {
        &self.words[..self.count]
    }

    fn strata(&self, outcome: usize) -> std::ops::Range<usize> {
        let from = if outcome == 0 { 0 } else { self.ends[outcome - 1] };
        usize::from(from)..usize::from(self.ends[outcome])
    }

    /// Number of samples with this outcome.
    pub fn often(&self, outcome: usize) -> usize {
        self.strata(outcome).len()
    }

    /// The most frequent outcome, the first of equally frequent ones.
    pub fn usual(&self) -> usize {
        (0..self.count).rev().max_by_key(|outcome| self.often(*outcome)).unwrap_or(0)
    }

    /// The samples with this outcome.
    pub fn draws<'a>(
        &'a self,
        outcome: usize,
        sampler: &'a StratifiedSampler,
    ) -> impl Iterator<Item = usize> + 'a {
        sampler.draws(self.with.list, self.with.index, self.strata(outcome))
    }

    /// Whether more than one outcome occurs in the samples.
    fn is_open(&self, draws: usize) -> bool {
        !(0..self.count).any(|outcome| self.often(outcome) == draws)
    }

    /// The outcome of each sample, as an index into its words.
    #[cfg(test)]
    pub fn outcomes(&self, sampler: &StratifiedSampler, draws: usize) -> Vec<u8> {
        let usual = self.usual();
        let mut outcomes = vec![usual as u8; draws];
        for outcome in (0..self.count).filter(|outcome| *outcome != usual) {
            self.draws(outcome, sampler).for_each(|draw| outcomes[draw] = outcome as u8);
        }
        outcomes
    }

    /// Adds it to the counts: the most frequent outcome to every sample, and the difference to it where
    /// another occurs.
    fn add_to(&self, codes: &mut Codes, sampler: &StratifiedSampler) {
        let usual = self.usual();
        codes.all += self.adds[usual];
        for outcome in (0..self.count).filter(|outcome| *outcome != usual) {
            let more = self.adds[outcome].wrapping_sub(self.adds[usual]);
            self.draws(outcome, sampler).for_each(|draw| {
                let code = &mut codes.each[draw];
                *code = code.wrapping_add(more);
            });
        }
    }
}

/// Packed counts being added up: a base for all samples, and what each sample adds to it.
struct Codes {
    all: u64,
    each: Vec<u64>,
}

/// Number of occurrences of each of a list's words. There are only few distinct counts, so a sample
/// refers to its counts by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawCounts {
    /// The index of each sample's counts among the distinct ones; empty if all samples have the same.
    pub ids: Vec<u16>,
    pub different: Vec<WordTally>,
}

impl DrawCounts {
    /// The same counts in every sample.
    fn same(tally: WordTally) -> DrawCounts {
        DrawCounts { ids: Vec::new(), different: vec![tally] }
    }

    /// Unpacks the counts of each sample.
    fn unpack(codes: &[u64]) -> DrawCounts {
        let (ids, codes) = different(codes.iter().copied());
        let unpack = |code: u64| {
            let mut counts = [0; OUTCOMES - 1];
            for (place, count) in counts.iter_mut().enumerate() {
                *count = (code >> (BITS * place)) as usize & MOST;
            }
            WordTally::of(counts)
        };
        DrawCounts { ids, different: codes.into_iter().map(unpack).collect() }
    }

    fn pack(&self, draws: usize) -> Vec<u64> {
        let pack = |tally: &WordTally| -> u64 {
            (0..OUTCOMES - 1).map(|place| (tally.at(place) as u64) << (BITS * place)).sum()
        };
        let codes: Vec<u64> = self.different.iter().map(pack).collect();
        (0..draws).map(|draw| codes[self.id(draw)]).collect()
    }

    /// The count of the word with this index in this sample.
    #[cfg(test)]
    pub fn at(&self, place: usize, draw: usize) -> usize {
        self.different[self.id(draw)].at(place)
    }

    /// The index of a sample's counts among the distinct ones.
    #[inline]
    pub fn id(&self, draw: usize) -> usize {
        self.ids.get(draw).map_or(0, |id| usize::from(*id))
    }
}

/// What a label with this word adds to packed counts.
fn one(place: Option<usize>) -> u64 {
    place.map_or(0, |place| 1 << (BITS * place))
}

/// The index of a word in its list; `None` for "no finding".
pub fn place(list: List, word: LabelValue) -> Option<usize> {
    list.spec().words.iter().position(|known| *known == word)
}

/// Returns the index of each value among the distinct ones, and these in order of appearance. If there is
/// only one distinct value, the indices are omitted.
pub fn different(values: impl ExactSizeIterator<Item = u64>) -> (Vec<u16>, Vec<u64>) {
    let bits = (2 * values.len()).next_power_of_two().trailing_zeros().max(1);
    let (mut slots, mask) = (vec![u16::MAX; 1 << bits], (1_usize << bits) - 1);
    let (mut ids, mut known) = (Vec::with_capacity(values.len()), Vec::new());
    for value in values {
        // Multiplying by the golden ratio spreads even small values.
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

/// The state of a label in the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelState {
    /// It is sampled: its index in [`Drawn::doubtful`].
    Drawn(usize),
    /// It has the word with this index in every sample, or is no finding.
    Sure(Option<usize>),
}

/// The samples of a case.
pub struct Drawn {
    /// Number of samples: one if every label is certain.
    pub draws: usize,
    /// The labels that are sampled, in list order.
    pub doubtful: Vec<Doubtful>,
    /// Counts by the index of the list.
    pub counts: [DrawCounts; 8],
    /// The state of each label, by the index of the list.
    states: [Vec<LabelState>; 8],
    wording: UnsupportedTokens,
    /// The labels whose samples an extraneous wording shares.
    shared: FxHashSet<LabelId>,
}

/// The probabilities of a label that is sampled; `None` if its word is certain.
fn chances(list: List, label: &Label, bands: &Bands) -> Option<LabelDistribution> {
    if label.by != Provenance::Engine {
        return None;
    }
    match (label.chances, label.p, bands.word(label).ok().flatten()) {
        (Some(chances), ..) => Some(chances),
        // A proposal that was written to a file may have kept only the probability of its word.
        (None, Some(p), Some(word)) => Some(LabelDistribution::around(list, word, p)),
        _ => None,
    }
}

/// The index of a label's word; `None` if it is a rejected finding or has no word.
fn sure(list: List, label: &Label, bands: &Bands) -> Option<usize> {
    match list {
        _ if list.is_finding() && struck_out(label) => None,
        List::Extraneous => Some(0),
        _ => place(list, bands.word(label).ok().flatten()?),
    }
}

impl Drawn {
    /// Takes the labels of a case as certain, as a single sample.
    pub fn certain(input: &Input, bands: &Bands) -> Drawn {
        let mut drawn = Drawn::none(input);
        for list in LISTS {
            let labels = listed(input.labels, list, bands.on).unwrap_or(&[]);
            drawn.states[list as usize] =
                labels.iter().map(|label| LabelState::Sure(sure(list, label, bands))).collect();
            let mut counts = [0; OUTCOMES - 1];
            for state in &drawn.states[list as usize] {
                if let LabelState::Sure(Some(place)) = state {
                    counts[*place] += 1;
                }
            }
            drawn.counts[list as usize] = DrawCounts::same(WordTally::of(counts));
        }
        drawn.counts[List::Extraneous as usize] = drawn.mark(None);
        drawn
    }

    fn none(input: &Input) -> Drawn {
        let (counts, states, shared) = Default::default();
        Drawn {
            draws: 1,
            doubtful: Vec::new(),
            counts,
            states,
            wording: UnsupportedTokens::new(input),
            shared,
        }
    }

    /// Samples the labels of a case.
    pub fn new(input: &Input, bands: &Bands, sampler: &StratifiedSampler, draws: usize) -> Drawn {
        let mut drawn = Drawn::none(input);
        for list in LISTS {
            drawn.draw(input, list, bands, sampler, draws);
        }
        for at in 0..drawn.doubtful.len() {
            // Claims are sampled after the wordings that they contain, so the strata of a wording are
            // assigned last.
            let id = drawn.doubtful[at].id;
            let label = input.labels.get(List::Extraneous).and_then(|labels| labels.get(id.index));
            if let (List::Extraneous, Some(index)) = (id.list, label.and_then(|label| label.claim))
                && let Some(LabelState::Drawn(_)) = drawn.states[List::Claims as usize].get(index)
            {
                drawn.doubtful[at].with = LabelId { list: List::Claims, index };
                drawn.shared.insert(drawn.doubtful[at].with);
            }
        }
        if !drawn.doubtful.is_empty() {
            drawn.draws = draws;
        }
        drawn.counts[List::Extraneous as usize] = drawn.mark(Some(sampler));
        drawn
    }

    /// Samples the labels of a list.
    fn draw(&mut self, input: &Input, list: List, bands: &Bands, sampler: &StratifiedSampler, draws: usize) {
        let labels = listed(input.labels, list, bands.on).unwrap_or(&[]);
        let mut codes = Codes { all: 0, each: Vec::new() };
        let first = self.doubtful.len();
        let mut states = Vec::with_capacity(labels.len());
        for (index, label) in labels.iter().enumerate() {
            let known = match chances(list, label, bands) {
                Some(_) if list.is_finding() && struck_out(label) => None,
                Some(chances) if self.doubtful.len() - first < MOST => Some(chances),
                _ => None,
            };
            let Some(chances) = known else {
                states.push(LabelState::Sure(sure(list, label, bands)));
                continue;
            };
            let doubtful = Doubtful::new(LabelId { list, index }, &chances, draws);
            if !doubtful.is_open(draws) {
                let likeliest = (0..list.spec().words.len()).find(|place| chances.at(*place) * 2.0 > 1.0);
                states.push(LabelState::Sure(likeliest));
                continue;
            }
            if list != List::Extraneous {
                codes.each.resize(draws, 0);
                doubtful.add_to(&mut codes, sampler);
            }
            states.push(LabelState::Drawn(self.doubtful.len()));
            self.doubtful.push(doubtful);
        }
        let mut counts = [0; OUTCOMES - 1];
        for state in &states {
            if let LabelState::Sure(Some(place)) = state {
                counts[*place] += 1;
            }
        }
        self.counts[list as usize] = if codes.each.is_empty() {
            DrawCounts::same(WordTally::of(counts))
        } else {
            let certain = DrawCounts::same(WordTally::of(counts)).pack(1)[0].wrapping_add(codes.all);
            codes.each.iter_mut().for_each(|code| *code = code.wrapping_add(certain));
            DrawCounts::unpack(&codes.each)
        };
        self.states[list as usize] = states;
    }

    /// The state of a label in the samples.
    pub fn state(&self, id: LabelId) -> LabelState {
        self.states[id.list as usize].get(id.index).copied().unwrap_or(LabelState::Sure(None))
    }

    /// Number of labels of a list.
    pub fn labels(&self, list: List) -> usize {
        self.states[list as usize].len()
    }

    /// Whether a list has too many labels for packed counts.
    pub fn is_crowded(&self) -> bool {
        self.draws > 1 && self.states.iter().any(|states| states.len() > MOST)
    }

    /// Returns how often each word of a list occurs if some labels are set to words.
    pub fn with(
        &self,
        list: List,
        set: &[(LabelId, LabelValue)],
        sampler: Option<&StratifiedSampler>,
    ) -> DrawCounts {
        if list == List::Extraneous {
            return self.tokens(set, sampler);
        }
        let own = set.iter().filter(|(id, _)| id.list == list);
        let before = &self.counts[list as usize];
        let Some(sampler) = sampler.filter(|_| self.draws > 1) else {
            let mut counts: [usize; OUTCOMES - 1] =
                std::array::from_fn(|place| before.different[0].at(place));
            for (id, word) in own {
                if let LabelState::Sure(Some(from)) = self.state(*id) {
                    counts[from] = counts[from].saturating_sub(1);
                }
                if let Some(to) = place(list, *word) {
                    counts[to] += 1;
                }
            }
            return DrawCounts::same(WordTally::of(counts));
        };
        let mut codes = before.pack(self.draws);
        let mut all = 0_u64;
        for (id, word) in own {
            all = all.wrapping_add(one(place(list, *word)));
            match self.state(*id) {
                LabelState::Sure(from) => all = all.wrapping_sub(one(from)),
                LabelState::Drawn(at) => {
                    let doubtful = &self.doubtful[at];
                    let usual = doubtful.usual();
                    let gone = doubtful.adds[usual];
                    all = all.wrapping_sub(gone);
                    for outcome in (0..doubtful.count).filter(|outcome| *outcome != usual) {
                        let more = gone.wrapping_sub(doubtful.adds[outcome]);
                        for draw in doubtful.draws(outcome, sampler) {
                            codes[draw] = codes[draw].wrapping_add(more);
                        }
                    }
                }
            }
        }
        codes.iter_mut().for_each(|code| *code = code.wrapping_add(all));
        DrawCounts::unpack(&codes)
    }

    /// Determines in which samples the tokens of each group are extraneous, and returns the extraneous tokens
    /// of each sample.
    fn mark(&mut self, sampler: Option<&StratifiedSampler>) -> DrawCounts {
        let groups = self.wording.groups.iter();
        self.wording.marked =
            groups.map(|(owners, _)| self.marked(owners, &FxHashMap::default(), sampler)).collect();
        let mut counted = vec![0_u64; self.draws];
        for ((_, tokens), marked) in self.wording.groups.iter().zip(&self.wording.marked) {
            let each = counted.iter_mut().zip(marked);
            each.for_each(|(counted, marked)| *counted += tokens * u64::from(*marked));
        }
        self.wording.count(counted)
    }

    /// Returns the extraneous tokens of each sample if some labels are set to words.
    fn tokens(&self, set: &[(LabelId, LabelValue)], sampler: Option<&StratifiedSampler>) -> DrawCounts {
        let wording = &self.wording;
        let counts = &self.counts[List::Extraneous as usize];
        let set: FxHashMap<LabelId, LabelValue> = set.iter().copied().collect();
        let mut counted: Vec<u64> =
            (0..self.draws).map(|draw| counts.different[counts.id(draw)].at(0) as u64).collect();
        for ((owners, tokens), before) in wording.groups.iter().zip(&wording.marked) {
            if !owners.iter().any(|index| self.bears(*index, &set)) {
                continue;
            }
            let now = self.marked(owners, &set, sampler);
            for (counted, (before, now)) in counted.iter_mut().zip(before.iter().zip(now)) {
                *counted += tokens * u64::from(now);
                *counted -= tokens * u64::from(*before);
            }
        }
        wording.count(counted)
    }

    /// Whether labels that are set affect an extraneous label.
    fn bears(&self, index: usize, set: &FxHashMap<LabelId, LabelValue>) -> bool {
        let drawn = |at: usize| set.contains_key(&self.doubtful[at].with);
        set.contains_key(&LabelId { list: List::Extraneous, index })
            || matches!(self.states[List::Extraneous as usize][index], LabelState::Drawn(at) if drawn(at))
    }

    /// Returns in which samples any of these extraneous labels counts, if some labels are set.
    fn marked(
        &self,
        owners: &[usize],
        set: &FxHashMap<LabelId, LabelValue>,
        sampler: Option<&StratifiedSampler>,
    ) -> Vec<bool> {
        let mut marked = vec![false; self.draws];
        for &index in owners {
            let id = LabelId { list: List::Extraneous, index };
            match (set.get(&id), &self.states[List::Extraneous as usize][index], sampler) {
                (Some(LabelValue::No), ..) | (None, LabelState::Sure(None), _) => {}
                (Some(_), ..) | (None, LabelState::Sure(Some(_)), _) => marked.fill(true),
                (None, LabelState::Drawn(at), Some(sampler)) => {
                    let doubtful = &self.doubtful[*at];
                    // A claim that is set no longer shares its samples with its wording.
                    let with = if set.contains_key(&doubtful.with) { doubtful.id } else { doubtful.with };
                    let doubtful = Doubtful { with, ..doubtful.clone() };
                    let words =
                        doubtful.words().iter().enumerate().filter(|(_, word)| **word != LabelValue::No);
                    for draw in words.flat_map(|(outcome, _)| doubtful.draws(outcome, sampler)) {
                        marked[draw] = true;
                    }
                }
                (None, LabelState::Drawn(_), None) => {}
            }
        }
        marked
    }

    /// Number of extraneous tokens if every extraneous label counts.
    pub fn most_tokens(&self) -> usize {
        let marked: u64 = self.wording.groups.iter().map(|(_, tokens)| tokens).sum();
        self.wording.known.unwrap_or(marked) as usize
    }

    /// Number of tokens that only this extraneous label marks; `None` if it shares a token with another
    /// label.
    pub fn own_tokens(&self, index: usize) -> Option<u64> {
        self.wording.own.get(&index).copied().unwrap_or(Some(0))
    }

    /// Whether an extraneous wording shares the samples of this label.
    pub fn has_shared_draws(&self, id: LabelId) -> bool {
        self.shared.contains(&id)
    }

    #[inline]
    pub fn of(&self, list: List) -> &DrawCounts {
        &self.counts[list as usize]
    }
}

/// The tokens that each `extraneous` label marks.
#[derive(Clone, Debug, Default)]
struct UnsupportedTokens {
    /// Number of extraneous tokens, if no label can change it.
    known: Option<u64>,
    /// Number of tokens of the summary.
    of: usize,
    /// Groups of labels, by index, that mark the same tokens, with the number of these tokens.
    groups: Vec<(Vec<usize>, u64)>,
    /// For each group, in which samples any of its labels counts.
    marked: Vec<Vec<bool>>,
    /// For each label that marks tokens, the number of tokens that it alone marks; `None` if it shares a
    /// token with another.
    own: FxHashMap<usize, Option<u64>>,
}

impl UnsupportedTokens {
    fn new(input: &Input) -> UnsupportedTokens {
        let (known, of) = match extraneous(input) {
            Ok(tokens) => (tokens.at(0) as u64, tokens.all()),
            Err(_) => return UnsupportedTokens { known: Some(0), ..UnsupportedTokens::default() },
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
            return UnsupportedTokens { known: Some(known), of, ..UnsupportedTokens::default() };
        }
        let mut groups: Vec<(Vec<usize>, u64)> = Vec::new();
        let mut known: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        // The marks that begin before the end of the token and end after its start.
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
        let mut own: FxHashMap<usize, Option<u64>> = FxHashMap::default();
        for (owners, tokens) in &groups {
            for owner in owners {
                let all = own.entry(*owner).or_insert(Some(0));
                *all = all.filter(|_| owners.len() == 1).map(|all| all + tokens);
            }
        }
        UnsupportedTokens { of, groups, own, ..UnsupportedTokens::default() }
    }

    /// Builds the counts from the extraneous tokens of each sample; if no label changes them, the same in
    /// every sample.
    fn count(&self, counted: Vec<u64>) -> DrawCounts {
        let tally = |tokens: u64| WordTally::tokens(tokens as usize, self.of);
        match self.known {
            Some(tokens) => DrawCounts::same(tally(tokens)),
            None => {
                let (ids, tokens) = different(counted.into_iter());
                DrawCounts { ids, different: tokens.into_iter().map(tally).collect() }
            }
        }
    }
}
