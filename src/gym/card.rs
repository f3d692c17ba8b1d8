//! What is remembered of each rule, and when it is to come back.
//!
//! The intervals are those of FSRS, by the crate `rs-fsrs`. Its own clock is never asked: every time is given.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rs_fsrs::{Card as Schedule, FSRS, Parameters, Rating, State};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A rule as a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// When it was asked for, when it is due, and how well it is known.
    #[serde(flatten, with = "ScheduleFields")]
    schedule: Schedule,
    pub right: u64,
    pub wrong: u64,
    /// Of a cap: right and wrong answers where it fired. Who always says that it does not is right elsewhere.
    #[serde(default)]
    pub fired: [u64; 2],
    /// What guesses would have got of the answers.
    #[serde(default)]
    pub fair: ChanceScore,
    /// What another version keeps here.
    #[serde(flatten)]
    more: Map<String, Value>,
}

/// The score of guessing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChanceScore {
    /// Answers of which it is known.
    pub asked: u64,
    /// How many guesses would have been right of them, on average.
    pub chance: f64,
}

/// The probability that a guess is right, of answers that earlier versions kept: most had three words.
const USUAL_CHANCE: f64 = 1.0 / 3.0;

#[derive(Clone, Debug, PartialEq)]
pub struct AnsweredCard {
    pub rule: String,
    pub right: bool,
    /// The probability that guesses would have been.
    pub chance: f64,
    /// Of a cap: whether it fires.
    pub fires: Option<bool>,
}

/// The schedule of a card, as files have it. Times are in RFC 3339, intervals in days.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Schedule")]
struct ScheduleFields {
    due: DateTime<Utc>,
    #[serde(rename = "last")]
    last_review: DateTime<Utc>,
    /// Days after which nine of ten people still know it.
    stability: f64,
    /// From 1, easy, to 10.
    difficulty: f64,
    #[serde(rename = "elapsed")]
    elapsed_days: i64,
    #[serde(rename = "scheduled")]
    scheduled_days: i64,
    reps: i32,
    /// Reviews in which it was not known any more.
    lapses: i32,
    #[serde(with = "Phase")]
    state: State,
}

/// How well a card is known, as files have it.
#[derive(Serialize, Deserialize)]
#[serde(remote = "State", rename_all = "lowercase")]
enum Phase {
    New,
    Learning,
    Review,
    Relearning,
}

/// What is remembered of every rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Exercises that were answered.
    #[serde(default)]
    pub done: u64,
    /// Each rule that was asked for, by its name.
    #[serde(default)]
    pub rules: BTreeMap<String, Card>,
    /// What another version keeps here.
    #[serde(flatten)]
    more: Map<String, Value>,
}

/// A time of the given number of seconds since 1970.
fn time(seconds: u64) -> DateTime<Utc> {
    i64::try_from(seconds).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0)).unwrap_or_default()
}

impl Card {
    fn new(now: u64) -> Card {
        let now = time(now);
        Card {
            schedule: Schedule { due: now, last_review: now, ..Schedule::default() },
            right: 0,
            wrong: 0,
            fired: [0; 2],
            fair: ChanceScore::default(),
            more: Map::new(),
        }
    }

    /// When it is due, in seconds since 1970.
    pub fn due(&self) -> u64 {
        u64::try_from(self.schedule.due.timestamp()).unwrap_or(0)
    }

    /// How well a cap is recognised, from 0 for chance to 1: the shares of right answers where it fired and where it did not, with
    /// what guessing gives taken off. `None` before both were asked.
    pub fn discrimination(&self) -> Option<f64> {
        let [right, wrong] = self.fired;
        let idle = [self.right.saturating_sub(right), self.wrong.saturating_sub(wrong)];
        let share =
            |[right, wrong]: [u64; 2]| (right + wrong > 0).then(|| right as f64 / (right + wrong) as f64);
        Some((share([right, wrong])? + share(idle)? - 1.0).max(0.0))
    }

    /// The share of right answers with what guessing gives taken off: 0 for chance, 1 for all right. `None` before there is an
    /// answer.
    fn beyond_chance(&self) -> Option<f64> {
        let all = self.right + self.wrong;
        let chance = self.fair.chance + all.saturating_sub(self.fair.asked) as f64 * USUAL_CHANCE;
        let rest = all as f64 - chance;
        (all > 0 && rest > 0.0).then(|| ((self.right as f64 - chance) / rest).max(0.0))
    }

    /// The probability that it is known at a time, from 0 to 1.
    pub fn known(&self, now: u64) -> f64 {
        self.schedule.get_retrievability(time(now))
    }

    /// Takes an answer at a time. A clock that was put back counts as one that stands.
    fn answer(&mut self, right: bool, now: u64) {
        let now = time(now).max(self.schedule.last_review);
        let rating = if right { Rating::Good } else { Rating::Again };
        self.schedule = FSRS::new(Parameters::default()).next(self.schedule.clone(), now, rating).card;
        self.right += u64::from(right);
        self.wrong += u64::from(!right);
    }
}

impl Record {
    /// Reads a record as [`Record::to_map`] wrote it; an empty map gives an empty record.
    pub fn read(map: &Map<String, Value>) -> serde_json::Result<Record> {
        serde_json::from_value(Value::Object(map.clone()))
    }

    /// The record as JSON.
    pub fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    /// Takes the answers to an exercise, at a time in seconds since 1970.
    pub fn answer(&mut self, answers: &[AnsweredCard], now: u64) {
        self.done += 1;
        for one in answers {
            let card = self.rules.entry(one.rule.clone()).or_insert_with(|| Card::new(now));
            card.answer(one.right, now);
            card.fair.asked += 1;
            card.fair.chance += one.chance;
            if one.fires == Some(true) {
                card.fired[usize::from(!one.right)] += 1;
            }
        }
    }

    /// How well a rule is known, from 0 for chance to 1; `None` if it was not tried. A cap is tried once it fired and once it
    /// did not.
    pub fn score(&self, rule: &str) -> Option<f64> {
        let card = self.rules.get(rule)?;
        if rule.starts_with("cap/") { card.discrimination() } else { card.beyond_chance() }
    }

    /// How much a rule is wanted, the smaller the more: what is overdue longest, then what was never asked for, then what is
    /// known least.
    pub fn urgency(&self, rule: &str, now: u64) -> (u8, u64) {
        match self.rules.get(rule) {
            Some(card) if card.due() <= now => (0, card.due()),
            None => (1, 0),
            Some(card) => (2, (card.known(now) * 1e6) as u64),
        }
    }

    /// How many rules are due at a time.
    pub fn due(&self, now: u64) -> usize {
        self.rules.values().filter(|card| card.due() <= now).count()
    }
}
