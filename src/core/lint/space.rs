//! The space of points that are tried: how many labels have each word, where their evidence lies, and what
//! the texts share.
//!
//! A point is small and determines its case, so a case that shows a finding can be written out and scored
//! again.

use crate::case::Case;
use crate::labels::{Entry, ExtraneousCounts, LISTS, Label, LabelValue, Labels, List, Provenance};
use crate::num::Num;
use crate::rubric::{Asks, MOST_LABELS, Rubric};
use crate::text::Span;

/// Largest number of words of a list.
const WORDS: usize = 6;
/// Number of fields of a case that have settings.
const FIELDS: usize = 6;
/// Largest number of labels of a list up to which every number is tried. It is also the maximum for a list if
/// the rubric does not say how many labels it asks for.
pub const MOST: usize = 10;
/// Largest number of labels of a list.
const MOST_ASKED: usize = MOST_LABELS as usize;
/// Number of tokens of the summary, some of which are extraneous.
pub const TOKENS: u8 = 20;

/// Twenty different words.
const SUMMARY: &str = "Councillors in Tane approved their new budget last Tuesday after nearly three hours spent debating \
    roads, schools, parks and harbours.";
/// The content words among them.
const ASKED: &str = "councillors tane approved budget tuesday hours roads schools parks harbours";
/// Number of these content words.
const MOST_ASKED_FOR: usize = 10;

/// A section of a report, used in every layout except the plain one.
const ROADS: &str = "The council will repair the coast road between Tane and the ferry pier. Work begins in May and \
    lasts until the autumn, since the drains below the road must be replaced first. Buses run every hour.";
/// Content words of that section.
const ASKED_OF_ROADS: &str = "council repair coast road tane ferry pier autumn drains buses";

/// Placing of the evidence of the labels in the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EvidenceSetting {
    /// Each label has a place of its own.
    Apart,
    /// No label names a place.
    Nowhere,
    /// All labels name the same place.
    Together,
}

/// A point to try: label counts and settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Number of labels with each word of each list.
    pub counts: [[u8; WORDS]; LISTS.len()],
    /// Number of extraneous tokens in the summary.
    pub extraneous: u8,
    pub evidence: EvidenceSetting,
    /// Whether a person gives bias and toxicity directly, at their best score.
    pub direct: bool,
    /// The setting of each field.
    pub fields: [u8; FIELDS],
}

/// A field of the case, with its settings.
pub struct CaseSetting {
    /// The highest setting; 0 is the lowest.
    pub most: u8,
    /// Whether the settings run from worse to better.
    pub ordered: bool,
    set: fn(&mut Case, u8),
    pub say: fn(u8) -> String,
}

/// A field whose settings run from worse to better.
const fn up_to(most: u8, set: fn(&mut Case, u8), say: fn(u8) -> String) -> CaseSetting {
    CaseSetting { most, ordered: true, set, say }
}

/// Names of the layouts of a report.
const LAYOUTS: [&str; 4] =
    ["one paragraph", "three sections", "two of three sections alike", "three sections alike"];

pub const SETTINGS: [CaseSetting; FIELDS] = [
    up_to(20, reference, |n| format!("{n} of 20 words shared with the reference")),
    up_to(5, documents, |n| format!("{n} of 5 documents retrieved are relevant")),
    up_to(6, attempts, |n| match n {
        0 => "no attempt correct".to_owned(),
        n => format!("correct at attempt {}", 7 - n),
    }),
    up_to(11, query, |n| match n {
        11 => "the query is the summary".to_owned(),
        n => format!("{n} of 10 words asked for are in the summary"),
    }),
    up_to(20, article, |n| format!("{n} of 20 words of the summary run on in the article")),
    CaseSetting { most: 3, ordered: false, set: layout, say: |n| LAYOUTS[usize::from(n.min(3))].to_owned() },
];

/// Returns twenty consecutive words of a case's summary, and content words of it for a query; both depend on
/// the layout.
fn own(case: &Case) -> [impl Iterator<Item = String> + use<>; 2] {
    let roads = case.summary.contains(ROADS);
    [if roads { ROADS } else { SUMMARY }, if roads { ASKED_OF_ROADS } else { ASKED }]
        .map(|text| text.split(' ').map(str::to_owned))
}

/// Returns the first `count` words of a text, padded to `of` words with words that no text has.
fn shared(words: impl Iterator<Item = String>, count: u8, of: usize) -> String {
    let count = usize::from(count).min(of);
    let unseen = (1..=of - count).map(|at| format!("unseen{at}"));
    words.take(count).chain(unseen).collect::<Vec<_>>().join(" ")
}

fn reference(case: &mut Case, setting: u8) {
    let [words, _] = own(case);
    case.references = vec![shared(words, setting, TOKENS.into())];
}

fn documents(case: &mut Case, setting: u8) {
    let names = |from: usize, to: usize| (from..to).map(|at| format!("d{at}"));
    case.retrieved = Some(names(0, 5).collect());
    case.relevant = Some(names(0, usize::from(setting)).chain(std::iter::once("other".to_owned())).collect());
}

/// Setting 6 is correct at the first attempt, 1 at the sixth, 0 never.
fn attempts(case: &mut Case, setting: u8) {
    case.iterations =
        Some(if setting == 0 { serde_json::Value::Null } else { serde_json::json!(7 - setting) });
}

fn query(case: &mut Case, setting: u8) {
    let [_, asked] = own(case);
    case.query = Some(match usize::from(setting) > MOST_ASKED_FOR {
        true => case.summary.clone(),
        false => shared(asked, setting, MOST_ASKED_FOR),
    });
}

fn article(case: &mut Case, setting: u8) {
    let [words, _] = own(case);
    case.article.push_str(&words.take(setting.into()).collect::<Vec<_>>().join(" "));
}

fn layout(case: &mut Case, setting: u8) {
    const HOSPITAL: &str = "Nurses at the county hospital vaccinated four hundred children against measles in March. \
        Doctors expect fewer cases than in any year since records began.";
    const CHESS: &str = "A chess grandmaster played thirty opponents at once and lost two games. The youngest winner is \
        nine years old and learnt the rules from her grandmother.";
    let report =
        |parts: [(&str, &str); 3]| parts.map(|(title, text)| format!("## {title}\n\n{text}")).join("\n\n");
    let titles = ["Road repairs on the coast", "Vaccination at the hospital", "A chess exhibition"];
    match setting {
        1 => case.summary = report([(titles[0], ROADS), (titles[1], HOSPITAL), (titles[2], CHESS)]),
        2 => case.summary = report([(titles[0], ROADS), (titles[1], ROADS), (titles[2], CHESS)]),
        3 => case.summary = report([(titles[0], ROADS), (titles[1], ROADS), (titles[2], ROADS)]),
        _ => {}
    }
}

/// The words with which labels of a list are tried, best first.
pub fn words(list: List) -> &'static [LabelValue] {
    list.spec().words
}

/// Whether the words of a list are ordered from good to bad; kinds of issues are not.
pub fn ordered(list: List) -> bool {
    list.spec().field != "kind"
}

/// Returns the smallest and largest number of labels of a list to try, and the number in the best case.
pub fn sizes(list: List, asks: &Asks) -> [usize; 3] {
    match list {
        List::KeyPoints => asks.key_points.map_or([1, MOST, 6], |[from, to]| [from, to, to.min(6).max(from)]),
        List::CoverageQags | List::ClaimQags => asks.questions.map_or([1, 6, 6], |most| [1, most, most]),
        List::Claims => asks.claims.map_or([0, MOST, 6], |most| [0, most, most.min(6)]),
        List::Deviations => [0, 4, 0],
        List::Issues => [0, 3, 0],
        List::Segments => [1, 6, 4],
        _ => [1, MOST, MOST],
    }
}

/// Returns the best case: every label has its best word, there are no findings, and everything is shared.
pub fn best(rubric: &dyn Rubric) -> Point {
    let mut point = Point {
        counts: [[0; WORDS]; LISTS.len()],
        extraneous: 0,
        evidence: EvidenceSetting::Apart,
        direct: false,
        fields: SETTINGS.each_ref().map(|field| if field.ordered { field.most } else { 0 }),
    };
    for list in rubric.lists().iter().filter(|list| !list.is_finding()) {
        point.counts[*list as usize][0] = sizes(*list, &rubric.asks())[2] as u8;
    }
    point
}

/// Returns a few of the [`spreads`]: all labels at one word, or one or half of them at a worse word than the
/// best.
pub fn few_spreads(total: usize, words: usize) -> Vec<[u8; WORDS]> {
    let total = total.min(MOST_ASKED) as u8;
    let mut out = Vec::new();
    for at in 0..words.min(WORDS) {
        for moved in [1, total / 2, total] {
            let mut row = [0; WORDS];
            row[0] = total.saturating_sub(moved);
            row[at] += total.min(moved);
            out.push(row);
        }
    }
    out.sort_unstable_by(|a, b| b.cmp(a));
    out.dedup();
    out
}

/// Returns every way to assign `words` words to `total` labels, the best first.
pub fn spreads(total: usize, words: usize) -> Vec<[u8; WORDS]> {
    fn fill(left: u8, at: usize, words: usize, row: &mut [u8; WORDS], out: &mut Vec<[u8; WORDS]>) {
        if at + 1 == words {
            row[at] = left;
            out.push(*row);
            return;
        }
        for count in (0..=left).rev() {
            row[at] = count;
            fill(left - count, at + 1, words, row, out);
        }
        row[at] = 0;
    }
    let mut out = Vec::new();
    if (1..=WORDS).contains(&words) {
        fill(total.min(MOST_ASKED) as u8, 0, words, &mut [0; WORDS], &mut out);
    }
    out
}

impl Point {
    pub fn of(&self, list: List) -> [u8; WORDS] {
        self.counts[list as usize]
    }

    /// Returns the same point with other label counts of a list.
    pub fn with(mut self, list: List, row: [u8; WORDS]) -> Point {
        self.counts[list as usize] = row;
        self
    }

    /// Distance to another point: the number of differing labels and settings.
    pub fn distance(&self, other: &Point) -> usize {
        let differ =
            |a: &[u8], b: &[u8]| -> usize { a.iter().zip(b).map(|(a, b)| usize::from(a.abs_diff(*b))).sum() };
        let labels = differ(self.counts.as_flattened(), other.counts.as_flattened());
        let fields = differ(&self.fields, &other.fields) + differ(&[self.extraneous], &[other.extraneous]);
        let others = usize::from(self.evidence != other.evidence) + usize::from(self.direct != other.direct);
        labels + fields + others
    }

    /// Returns the points that are one step worse: one label has a worse word, one finding more, or one of
    /// these fields has a lower setting.
    pub fn worse(&self, lists: &[List], fields: &[usize]) -> Vec<Point> {
        let mut out = Vec::new();
        for &list in lists {
            let (row, count) = (self.of(list), words(list).len().min(WORDS));
            if list == List::Extraneous {
                if self.extraneous < TOKENS {
                    out.push(Point { extraneous: self.extraneous + 1, ..*self });
                }
                continue;
            }
            if ordered(list) {
                for at in (0..count.saturating_sub(1)).filter(|at| row[*at] > 0) {
                    let mut worse = row;
                    worse[at] -= 1;
                    worse[at + 1] += 1;
                    out.push(self.with(list, worse));
                }
            }
            if list.is_finding() && row.iter().map(|count| usize::from(*count)).sum::<usize>() < 4 {
                for at in 0..count {
                    let mut worse = row;
                    worse[at] += 1;
                    out.push(self.with(list, worse));
                }
            }
        }
        for &at in fields {
            if SETTINGS[at].ordered && self.fields[at] > 0 {
                let mut worse = *self;
                worse.fields[at] -= 1;
                out.push(worse);
            }
        }
        out
    }

    /// Builds its labels; without texts if only numbers are wanted.
    pub fn labels(&self, lists: &[List], texts: bool) -> Labels {
        let mut labels = Labels::default();
        if self.direct {
            let ten = || Some(Ok(Num::int(10)));
            (labels.bias_score, labels.tox_score) = (ten(), ten());
        }
        for &list in lists {
            let mut given = Vec::new();
            for (word, count) in words(list).iter().zip(self.of(list)) {
                for _ in 0..count {
                    given.push(label(list, *word, given.len(), self.evidence, texts));
                }
            }
            labels.set(list, Entry::Given(given));
            if list == List::Extraneous {
                let (tokens, of) = (self.extraneous.into(), TOKENS.into());
                labels.extraneous_counts = Some(ExtraneousCounts { tokens, of });
            }
        }
        labels
    }

    /// Builds its case, without labels.
    pub fn case(&self) -> Case {
        let mut case = Case {
            id: "example".to_owned(),
            article: places(),
            summary: SUMMARY.to_owned(),
            generation_seconds: Some(serde_json::json!(10)),
            ..Case::default()
        };
        // The layout is the last field but is applied first, since the other fields share words with the
        // summary that it makes.
        for (field, setting) in SETTINGS.iter().zip(self.fields).rev() {
            (field.set)(&mut case, setting);
        }
        case
    }
}

/// Builds an article of distinct places for evidence, as many as labels can need.
fn places() -> String {
    (0..PLACES).map(|at| format!("p{at:03} ")).collect()
}

const PLACES: usize = LISTS.len() * (MOST_ASKED + 1);
/// Number of bytes from one place to the next.
const STRIDE: usize = 5;

fn label(list: List, word: LabelValue, at: usize, evidence: EvidenceSetting, texts: bool) -> Label {
    let place = |place: usize| {
        let start = place % PLACES * STRIDE;
        vec![Span::new(start, start + STRIDE - 1)]
    };
    Label {
        text: if texts { format!("{} {}", list.spec().unit, at + 1) } else { String::new() },
        word: Some(word),
        // A person's label is certain, so no probability is sampled for it.
        by: Provenance::Person(if texts { "check".to_owned() } else { String::new() }),
        article: match evidence {
            EvidenceSetting::Apart => place(list as usize * (MOST_ASKED + 1) + at),
            EvidenceSetting::Nowhere => Vec::new(),
            EvidenceSetting::Together => place(0),
        },
        ..Label::default()
    }
}
