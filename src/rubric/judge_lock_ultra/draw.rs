//! Drawing label sets: which labels are uncertain, and what each list counts to in each draw.

use super::grid::Grid;
use crate::labels::{By, Chances, Label, LabelId, List, Word};
use crate::rubric::Input;
use crate::rubric::draft::Got;
use crate::rubric::locks::LISTS;
use crate::rubric::locks::counts::{Bands, Tokens, extraneous, listed, struck_out};
use crate::text::Span;

/// A list's words have at most so many outcomes: six, and none.
const OUTCOMES: usize = 7;
/// Bits of a packed count, and so the most labels of a list that are drawn; any further one is taken as it is.
const BITS: usize = 10;
const MOST: usize = (1 << BITS) - 1;

/// A label that is drawn.
#[derive(Clone, Debug)]
pub struct Doubtful {
    /// Which.
    pub id: LabelId,
    /// The word that it is shown with.
    pub shown: Word,
    /// Whose strata it draws: an extraneous wording draws with its claim, and so stands and falls with it.
    with: LabelId,
    /// What it may turn out to be, best first; [`Word::No`] where the finding is none.
    words: [Word; OUTCOMES],
    /// The stratum at which each outcome ends.
    ends: [u16; OUTCOMES],
    /// How many outcomes there are.
    count: usize,
    /// What each outcome adds to the count of its list.
    adds: [u64; OUTCOMES],
}

impl Doubtful {
    fn new(id: LabelId, shown: Word, chances: &Chances, draws: usize) -> Doubtful {
        let mut new = Doubtful {
            id,
            shown,
            with: id,
            words: [Word::No; OUTCOMES],
            ends: [0; OUTCOMES],
            count: 0,
            adds: [0; OUTCOMES],
        };
        let mut reached = 0.0;
        let mut add = |word: Word, p: f64, adds: u64| {
            reached += p;
            let at = new.count;
            (new.words[at], new.adds[at]) = (word, adds);
            new.ends[at] = (reached * draws as f64).round() as u16;
            new.count += 1;
        };
        // Nothing is better than any finding, so the strata run from good to bad in every list.
        if id.list.is_finding() {
            add(Word::No, chances.nothing(), 0);
        }
        for (place, &word) in id.list.spec().words.iter().enumerate() {
            add(word, chances.at(place), 1 << (BITS * place));
        }
        let last = new.count.max(1) - 1;
        new.ends[last] = draws as u16;
        new
    }

    /// What it may turn out to be.
    pub fn words(&self) -> &[Word] {
        &self.words[..self.count]
    }

    /// Whether more than one outcome is ever drawn.
    fn is_open(&self, draws: usize) -> bool {
        let mut from = 0;
        !self.ends[..self.count].iter().any(|&end| {
            let all = usize::from(end - from) == draws;
            from = end;
            all
        })
    }

    /// The outcome of each draw, as an index into its words.
    pub fn outcomes<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = usize> + 'a {
        let ends = &self.ends[..self.count.max(1) - 1];
        grid.of(self.with.list, self.with.index)
            .map(|stratum| ends.iter().map(|end| usize::from(stratum >= *end)).sum())
    }

    fn add_to(&self, counts: &mut [u64], grid: &Grid) {
        for (count, outcome) in counts.iter_mut().zip(self.outcomes(grid)) {
            *count += self.adds[outcome];
        }
    }
}

/// How often each of a list's words comes up.
#[derive(Debug, Default)]
pub struct Counts {
    /// In every draw.
    sure: [f64; OUTCOMES - 1],
    /// On top of it in each draw, packed; empty where nothing is drawn.
    drawn: Vec<u64>,
    /// Labels in all, where each has a word.
    pub all: f64,
}

impl Counts {
    /// Of the word at this place, in this draw.
    #[inline]
    pub fn at(&self, place: usize, draw: usize) -> f64 {
        let drawn = self.drawn.get(draw).map_or(0, |counts| (counts >> (BITS * place)) & MOST as u64);
        self.sure[place] + drawn as f64
    }

    /// Whether a word comes up at all in this draw.
    #[inline]
    pub fn any(&self, place: usize, draw: usize) -> bool {
        self.at(place, draw) > 0.0
    }
}

/// Everything that is drawn of a case.
pub struct Drawn {
    /// How many draws there are: one where every label is certain.
    pub draws: usize,
    /// The labels that are drawn, in the order of lists.
    pub doubtful: Vec<Doubtful>,
    /// By the index of the list.
    pub counts: [Counts; 8],
    /// Tokens of the summary.
    pub tokens: f64,
    /// Extraneous ones: those of one draw, or of each.
    pub extraneous: Vec<f64>,
}

/// What is known of a label before it is drawn: its word for certain, or its chances.
enum Known {
    Sure(Option<Word>),
    Open(Chances),
}

fn known(list: List, label: &Label, bands: &Bands) -> Known {
    let word = bands.word(label).ok().flatten();
    if label.by != By::Engine {
        return Known::Sure(word);
    }
    match (label.chances, label.p, word) {
        (Some(chances), ..) => Known::Open(chances),
        // A proposal that was written to a file has kept the probability of its word only.
        (None, Some(p), Some(word)) => Known::Open(Chances::around(list, word, p)),
        _ => Known::Sure(word),
    }
}

impl Drawn {
    /// Draws the labels of a case.
    pub fn new(input: &Input, bands: &Bands, grid: &Grid, draws: usize) -> Drawn {
        let mut drawn = Drawn {
            draws: 1,
            doubtful: Vec::new(),
            counts: Default::default(),
            tokens: 0.0,
            extraneous: Vec::new(),
        };
        let mut open = [false; MOST];
        for list in LISTS {
            let labels = listed(input.labels, list, bands.on).unwrap_or(&[]);
            let counts = &mut drawn.counts[list as usize];
            let mut many = 0;
            for (index, label) in labels.iter().enumerate() {
                if list.is_finding() && struck_out(label) {
                    continue;
                }
                let id = LabelId { list, index };
                counts.all += 1.0;
                let chances = match known(list, label, bands) {
                    Known::Open(chances) if many < MOST => chances,
                    Known::Open(_) => Chances::certain(list, label.word.unwrap_or(Word::No)),
                    Known::Sure(word) => Chances::certain(list, word.unwrap_or(Word::No)),
                };
                let doubtful =
                    Doubtful::new(id, bands.word(label).ok().flatten().unwrap_or(Word::No), &chances, draws);
                if doubtful.is_open(draws) {
                    many += 1;
                    if let (List::Claims, Some(open)) = (list, open.get_mut(index)) {
                        *open = true;
                    }
                    if list != List::Extraneous {
                        counts.drawn.resize(draws, 0);
                        doubtful.add_to(&mut counts.drawn, grid);
                    }
                    drawn.doubtful.push(doubtful);
                } else {
                    let words = list.spec().words;
                    let likeliest = (0..words.len()).find(|place| chances.at(*place) * 2.0 > 1.0);
                    if let Some(place) = likeliest {
                        counts.sure[place] += 1.0;
                    }
                }
            }
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
        drawn.wording(input, extraneous(input), grid);
        drawn
    }

    /// Extraneous tokens in each draw.
    fn wording(&mut self, input: &Input, tokens: Got<Tokens>, grid: &Grid) {
        let Ok(Tokens { extraneous, of }) = tokens else { return };
        self.tokens = of as f64;
        let open: Vec<&Doubtful> = self.doubtful.iter().filter(|d| d.id.list == List::Extraneous).collect();
        let labels = input.labels.get(List::Extraneous).unwrap_or_default();
        if open.is_empty() || input.labels.extraneous_counts.is_some() {
            self.extraneous = vec![extraneous as f64];
            return;
        }
        // Which open labels mark a token, where no certain one does.
        let mut marks: Vec<(Span, Option<usize>)> = Vec::new();
        for (index, label) in labels.iter().enumerate().filter(|(_, label)| !struck_out(label)) {
            let place = open.iter().position(|doubtful| doubtful.id.index == index);
            // A proposal that is not drawn is as good as certain, one way or the other.
            let unlikely = label.by == By::Engine && label.chances.is_some_and(|chances| chances.at(0) < 0.5);
            let certain = place.is_none() && !unlikely;
            if place.is_some() || certain {
                marks.extend(label.summary.iter().filter(|s| !s.is_empty()).map(|span| (*span, place)));
            }
        }
        let (mut sure, mut alone, mut shared) = (0.0, vec![0.0; open.len()], Vec::new());
        for (token, _) in input.summary.tokens() {
            let mut owners = marks.iter().filter(|(span, _)| span.overlaps(token)).map(|(_, place)| *place);
            let Some(first) = owners.next() else { continue };
            let mut all: Vec<Option<usize>> = std::iter::once(first).chain(owners).collect();
            all.sort_unstable();
            all.dedup();
            match all[..] {
                [None, ..] => sure += 1.0,
                [Some(only)] => alone[only] += 1.0,
                _ => shared.push(all),
            }
        }
        let outcomes: Vec<Vec<bool>> = open
            .iter()
            .map(|doubtful| doubtful.outcomes(grid).map(|at| doubtful.words[at] != Word::No).collect())
            .collect();
        let count = |draw: usize| {
            let own = alone.iter().zip(&outcomes).filter(|(_, is)| is[draw]).map(|(tokens, _)| tokens);
            let joint = shared.iter().filter(|all| all.iter().flatten().any(|at| outcomes[*at][draw]));
            sure + own.sum::<f64>() + joint.count() as f64
        };
        let counted: Vec<f64> = (0..self.draws).map(count).collect();
        self.extraneous = counted;
    }

    /// The counts of a list.
    #[inline]
    pub fn of(&self, list: List) -> &Counts {
        &self.counts[list as usize]
    }

    /// Extraneous tokens of a draw.
    #[inline]
    pub fn extraneous(&self, draw: usize) -> f64 {
        match self.extraneous[..] {
            [] => 0.0,
            [only] => only,
            ref each => each[draw],
        }
    }
}
