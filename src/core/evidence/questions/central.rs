//! Selects the facts of a text to ask for: those that a good summary must have.

use super::people::People;
use super::talk::Talk;
use super::{Around, Fact, Maker, QUESTIONS, Question, Rank, SHORT, is_new};
use crate::evidence::Indexed;
use crate::text::Stem;
use crate::text::idf::idf;

/// A part of a text to ask about: its first token, the token past its last, and its centrality.
pub(in crate::evidence) type Stretch = (usize, usize, f64);

/// Returns up to six questions on what a text is about, which a good summary must answer. No two have
/// overlapping spans or the same answer.
pub(in crate::evidence) fn ask_central(text: &Indexed, stretches: &[Stretch]) -> Vec<Question> {
    let talk = Talk::of(text);
    let people = People::of(text, talk.as_ref(), None);
    let around = Around { text, talk: talk.as_ref(), people: &people, lengths: SHORT };
    let mut makers: Vec<Maker> = Vec::new();
    let mut open: Vec<(f64, usize, Fact)> = Vec::new();
    let mut asked = vec![0_u32; stretches.len()];
    let mut clauses: Vec<(usize, usize)> = Vec::new();
    let mut out: Vec<Question> = Vec::new();
    // Facts that ask who says some words.
    let mut quoted: Vec<(f64, usize, Fact)> = Vec::new();
    while out.len() < QUESTIONS {
        // Parsing a sentence is most of the work.
        while makers.len() < stretches.len() && (makers.len() < FIRST_READ || open.is_empty()) {
            let unit = makers.len();
            let (first, last, central) = stretches[unit];
            let maker = Maker::new(&around, first, last, unit);
            for fact in maker.facts() {
                match fact.rank {
                    Rank::Polar => {}
                    Rank::Quoted if quoted.len() == MOST_QUOTED => {}
                    Rank::Quoted => quoted.push((central + worth(text, &fact), unit, fact)),
                    _ => open.push((central + worth(text, &fact), unit, fact)),
                }
            }
            makers.push(maker);
        }
        let value = |(worth, unit, fact): &(f64, usize, Fact)| {
            let again =
                if fact.clause.is_some_and(|clause| clauses.contains(&clause)) { SAME_CLAUSE } else { 0.0 };
            worth - SAME_STRETCH * f64::from(asked[*unit]) - again
        };
        // "Who says ...?" is asked only if hardly anything else can be.
        let asks_who = makers.len() == stretches.len() && out.len() < FEW_QUESTIONS;
        let values: Vec<f64> = open.iter().chain(quoted.iter().take_while(|_| asks_who)).map(value).collect();
        // Of equal values the first wins.
        let best = (0..values.len()).rev().max_by(|&a, &b| values[a].total_cmp(&values[b]));
        let Some(best) = best else { break };
        let (_, unit, fact) =
            if best < open.len() { open.remove(best) } else { quoted.remove(best - open.len()) };
        // "Who approves the budget?" and "Who approved it?" ask for one fact if one answer contains the
        // other.
        let within = |a: &[Stem], b: &[Stem]| a.iter().all(|stem| b.contains(stem));
        let again = |q: &Question| within(&q.stems, &fact.stems) || within(&fact.stems, &q.stems);
        if is_new(&out, &fact) && (fact.rank == Rank::Quoted || !out.iter().any(again)) {
            asked[unit] += 1;
            clauses.extend(fact.clause);
            out.push(makers[unit].question(fact));
        }
    }
    if out.is_empty() {
        out.extend(makers.iter().filter_map(|maker| Some(maker.question(maker.whole()?))).take(QUESTIONS));
    }
    out
}

/// Number of stretches read before the first question is chosen. Later stretches are read one at a time, and
/// only once no candidate question is left.
const FIRST_READ: usize = 7;

/// Penalty for each earlier question on the same stretch: a summary that leaves out one fact should miss one
/// answer, not two.
const SAME_STRETCH: f64 = 1.2;

/// Number of questions below which a dialogue is also asked who says some words.
const FEW_QUESTIONS: usize = 2;
/// Largest number of such facts kept as candidates, from the most central stretches.
const MOST_QUOTED: usize = 24;

/// Penalty for a second question on the same clause, which asks for another part of the same fact.
const SAME_CLAUSE: f64 = 1.0;

/// Returns the value of asking for a fact, to be added to the centrality of its stretch. It grows with how
/// much the answer matters to the text, and falls for question forms that read worse and for details that a
/// summary of two or three sentences can omit.
fn worth(text: &Indexed, fact: &Fact) -> f64 {
    const SALIENT: f64 = 0.04;
    const RECURS: f64 = 0.3;
    const DETAIL: f64 = 1.0;
    const NUMBER: f64 = 0.2;
    const BARE: f64 = 0.8;
    const SOURCE: f64 = 0.3;
    let cost = match fact.rank {
        Rank::Worded => 0.0,
        Rank::Quoted => 1.8,
        Rank::Polar => 3.0,
        Rank::Whole | Rank::Gap => 6.0,
    };
    let detail = match fact {
        Fact { detail: true, .. } => DETAIL,
        Fact { number: true, .. } => NUMBER,
        _ => 0.0,
    };
    let bare = if fact.bare { BARE } else { 0.0 };
    // Whose words they are matters less than what is said.
    let source = if fact.text.starts_with("According to ") { SOURCE } else { 0.0 };
    let mentions = |stem: &Stem| text.positions.get(stem).map_or(0, Vec::len) as f64;
    let mean = fact.stems.iter().map(mentions).sum::<f64>() / fact.stems.len().max(1) as f64;
    SALIENT * salience(text, &fact.stems) + RECURS * mean.ln_1p() - cost - detail - bare - source
}

/// Returns how informative the words of an answer are: the sum of their inverse document frequencies, raised
/// for words that the text repeats, over the root of their number. The root keeps long answers from winning
/// by length alone.
fn salience(text: &Indexed, stems: &[Stem]) -> f64 {
    /// Gain per further mention, and the largest number of further mentions that count.
    const MENTION: f64 = 0.5;
    const MENTIONS: usize = 5;
    let weight = |stem: &Stem| {
        let again = text.positions.get(stem).map_or(0, |at| at.len().saturating_sub(1).min(MENTIONS));
        idf(*stem) * (1.0 + MENTION * again as f64)
    };
    stems.iter().map(weight).sum::<f64>() / (stems.len().max(1) as f64).sqrt()
}
