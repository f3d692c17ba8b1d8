//! Labels set to words: the draws with them, scored again as far as they differ.

use std::cell::OnceCell;

use super::draw::{Counts, Each, OUTCOMES, is_out, one};
use super::grid::Grid;
use super::run::Run;
use super::{Sampled, Ultra};
use crate::labels::{LabelId, LabelValue, List};
use crate::num::Num;
use crate::report::{Cap, Fired, Metric, Outcome, Way};
use crate::rubric::flips::{Lists, Outlook, Step, Trial};
use crate::rubric::locks::LISTS;
use crate::rubric::locks::counts::listed;
use crate::rubric::{Evaluation, Input};

/// A label that can be set to another word.
pub struct Open {
    /// Which.
    pub id: LabelId,
    /// The word that it is shown with.
    pub shown: LabelValue,
    /// What it may be set to: every word of its list, and of a finding none.
    pub words: Vec<LabelValue>,
    /// How many draws have each of these.
    pub often: Vec<usize>,
    /// Its place among the labels that are drawn.
    pub doubtful: Option<usize>,
    /// Its word, where it is certain.
    pub certain: Option<LabelValue>,
}

impl Open {
    /// The word that is best for the scores, or worst.
    pub fn end(&self, way: Way) -> LabelValue {
        let words = self.id.list.spec().words;
        let word = match way {
            Way::Better if self.id.list.is_finding() => None,
            Way::Better => words.first(),
            Way::Worse => words.last(),
        };
        word.copied().unwrap_or(LabelValue::No)
    }

    /// In how many draws it is another word than this, better or worse.
    pub fn other_than(&self, word: LabelValue) -> usize {
        let others = self.words.iter().zip(&self.often).filter(|(known, _)| **known != word);
        others.map(|(_, often)| often).sum()
    }

    /// Share of the draws in which it is this word.
    pub fn p(&self, word: LabelValue, draws: usize) -> f64 {
        let place = self.words.iter().position(|known| *known == word);
        place.map_or(0.0, |place| self.often[place] as f64 / draws as f64)
    }

    /// Whether setting it to this word is no change.
    pub fn is_surely(&self, word: LabelValue) -> bool {
        self.certain == Some(word)
    }
}

/// A case of which labels can be set to words.
pub struct Confirmed<'a> {
    ultra: &'a Ultra,
    input: &'a Input<'a>,
    /// The case as it is.
    pub sampled: &'a Sampled<'a>,
    /// The labels that can be set.
    pub open: Vec<Open>,
    /// The counts of each draw, packed, by list; made when they are first asked for.
    codes: [OnceCell<Vec<u64>>; 8],
}

impl<'a> Confirmed<'a> {
    /// Finds the labels that can be set.
    pub fn new(ultra: &'a Ultra, input: &'a Input<'a>, sampled: &'a Sampled<'a>) -> Confirmed<'a> {
        let (bands, draws) = (sampled.counted.bands, sampled.run.draws);
        let mut open = Vec::new();
        for list in LISTS {
            if list == List::Extraneous && input.labels.extraneous_counts.is_some() {
                continue;
            }
            for (index, label) in listed(input.labels, list, bands.on).unwrap_or_default().iter().enumerate()
            {
                let Some(shown) = bands.word(label).ok().flatten() else { continue };
                let id = LabelId { list, index };
                let words: Vec<LabelValue> =
                    if list.is_finding() { vec![LabelValue::No] } else { Vec::new() };
                let words = [&words, list.spec().words].concat();
                let doubtful = sampled.drawn.doubtful.iter().position(|doubtful| doubtful.id == id);
                let (often, certain) = match doubtful.map(|at| &sampled.drawn.doubtful[at]) {
                    Some(doubtful) => ((0..words.len()).map(|at| doubtful.often(at)).collect(), None),
                    None => {
                        let sure = label.chances.filter(|_| label.by == crate::labels::Provenance::Engine);
                        let likeliest = sure.map_or(Some(shown), |chances| {
                            words.iter().copied().find(|word| chances.of(list, *word) * 2.0 > 1.0)
                        });
                        let word = if is_out(list, label) { Some(LabelValue::No) } else { likeliest };
                        (words.iter().map(|known| usize::from(Some(*known) == word) * draws).collect(), word)
                    }
                };
                open.push(Open { id, shown, words, often, doubtful, certain });
            }
        }
        Confirmed { ultra, input, sampled, open, codes: Default::default() }
    }

    /// Whether a list has so many labels that their counts cannot be packed.
    pub fn is_crowded(&self) -> bool {
        LISTS
            .iter()
            .any(|list| self.open.iter().filter(|open| open.id.list == *list).count() > super::draw::MOST)
    }

    /// How often each decision falls with these labels set.
    pub fn count(&self, set: &[(usize, LabelValue)]) -> [usize; 3] {
        self.run(set).decisions
    }

    /// The lists that are drawn anew where these labels are set.
    fn lists(&self, set: &[(usize, LabelValue)]) -> Vec<List> {
        let bears_on = |list: &List| set.iter().any(|(at, _)| self.bears_on(*at, *list));
        LISTS.into_iter().filter(bears_on).collect()
    }

    /// Whether a list is drawn anew where this label is set.
    pub fn bears_on(&self, at: usize, list: List) -> bool {
        let id = self.open[at].id;
        id.list == list || list == List::Extraneous && self.sampled.drawn.tells_of(id)
    }

    /// The extraneous tokens with these labels set.
    fn tokens(&self, set: &[(usize, LabelValue)]) -> Counts {
        let words: Vec<(LabelId, LabelValue)> =
            set.iter().map(|(at, word)| (self.open[*at].id, *word)).collect();
        self.sampled.drawn.tokens(self.input, self.grid(), &words)
    }

    /// What labels are drawn by.
    pub fn grid(&self) -> &'a Grid {
        &self.ultra.grid
    }

    /// The draws with these labels set.
    fn run(&self, set: &[(usize, LabelValue)]) -> Run {
        let Sampled { drawn, scorer, run, .. } = self.sampled;
        let lists = self.lists(set);
        let anew: Vec<(List, Counts)> = lists.iter().map(|list| (*list, self.redrawn(*list, set))).collect();
        let mut each: Each = drawn.each();
        anew.iter().for_each(|(list, counts)| each[*list as usize] = counts);
        run.redrawn(scorer, &each, &lists)
    }

    /// The counts of a list with these labels set.
    pub fn redrawn(&self, list: List, set: &[(usize, LabelValue)]) -> Counts {
        let Sampled { drawn, .. } = self.sampled;
        if set.is_empty() {
            return drawn.of(list).clone();
        }
        if list == List::Extraneous {
            return self.tokens(set);
        }
        let counts = drawn.of(list);
        let codes = self.codes[list as usize].get_or_init(|| {
            (0..drawn.draws).map(|draw| Counts::pack(&counts.different[counts.id(draw)])).collect()
        });
        let mut codes = codes.clone();
        let mut all = 0_u64;
        for (at, word) in set.iter().filter(|(at, _)| self.open[*at].id.list == list) {
            let open = &self.open[*at];
            all = all.wrapping_add(one(list, *word));
            match open.doubtful.map(|at| &drawn.doubtful[at]) {
                Some(doubtful) => {
                    let usual = doubtful.usual();
                    let gone = one(list, doubtful.words()[usual]);
                    all = all.wrapping_sub(gone);
                    for outcome in (0..doubtful.words().len()).filter(|outcome| *outcome != usual) {
                        let more = gone.wrapping_sub(one(list, doubtful.words()[outcome]));
                        for draw in doubtful.draws(outcome, self.grid()) {
                            codes[draw] = codes[draw].wrapping_add(more);
                        }
                    }
                }
                None => all = all.wrapping_sub(open.certain.map_or(0, |word| one(list, word))),
            }
        }
        codes.iter_mut().for_each(|code| *code = code.wrapping_add(all));
        Counts::unpack([0.0; OUTCOMES - 1], &codes, counts.all)
    }

    /// For each draw, whether the label is another word than this.
    pub fn differs(&self, at: usize, word: LabelValue) -> Vec<bool> {
        let open = &self.open[at];
        let draws = self.sampled.run.draws;
        let Some(doubtful) = open.doubtful.map(|at| &self.sampled.drawn.doubtful[at]) else {
            return vec![!open.is_surely(word); draws];
        };
        let mut differs = vec![true; draws];
        if let Some(outcome) = doubtful.words().iter().position(|known| *known == word) {
            doubtful.draws(outcome, self.grid()).for_each(|draw| differs[draw] = false);
        }
        differs
    }

    /// The scores, caps and decision of the draws with these labels set.
    fn evaluation(&self, set: &[(usize, LabelValue)]) -> Evaluation {
        let Sampled { hard, scorer, .. } = self.sampled;
        let run = self.run(set);
        let draws = Num::count(run.draws);
        let metrics = hard.metrics.iter().enumerate().map(|(place, metric)| {
            let outcome = match &metric.outcome {
                Outcome::Scored { .. } => {
                    let [raw, score] = run.sums(place).map(|sum| sum / draws);
                    Outcome::Scored { raw, score }
                }
                other => other.clone(),
            };
            let (parts, steps, labels, notes, hint) = Default::default();
            Metric {
                key: metric.key,
                outcome,
                range: metric.range,
                better: metric.better,
                parts,
                steps,
                labels,
                notes,
                hint,
            }
        });
        let caps = hard.caps.iter().enumerate().map(|(row, cap)| {
            let fires = run.fires(scorer, row) * 2.0 > 1.0;
            let fired = match &cap.fired {
                Fired::Unknown(reason) => Fired::Unknown(reason.clone()),
                _ if fires => Fired::Yes { binding: false, shared: false },
                _ => Fired::No,
            };
            let text = String::new;
            Cap { rule: text(), observed: text(), distance: text(), because: Vec::new(), fired, ..*cap }
        });
        let (metrics, caps) = (metrics.collect(), caps.collect());
        let mut verdict = crate::report::Verdict { because: Vec::new(), flips: Vec::new(), ..hard.verdict };
        verdict.decision = run.decision();
        Evaluation { metrics, caps, verdict }
    }
}

impl Trial for Confirmed<'_> {
    fn evaluate(&mut self, steps: &[Step]) -> Evaluation {
        let place = |step: &Step| self.open.iter().position(|open| open.id == step.id);
        let set: Vec<_> = steps.iter().filter_map(|step| Some((place(step)?, step.to))).collect();
        self.evaluation(&set)
    }

    fn outlook(&mut self, steps: &[Step], _than: crate::report::Decision) -> Outlook {
        Outlook { decision: self.evaluate(steps).verdict.decision, lists: Lists::ALL, needs: 1 }
    }
}
