//! The learning state of each rule, and when it is due again.
//!
//! The intervals are those of FSRS, by the crate `rs-fsrs`. Its own clock is never used: every time is
//! passed in.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rs_fsrs::{Card as Schedule, FSRS, Parameters, Rating, State};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The learning state of a rule, as a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Times of the last review and of the next one, and how well the rule is known.
    #[serde(flatten, with = "ScheduleFields")]
    schedule: Schedule,
    pub right: u64,
    pub wrong: u64,
    /// For a cap: right and wrong answers for cases in which it fired. Always answering "no" is right in
    /// all other cases.
    #[serde(default)]
    pub fired: [u64; 2],
    /// The expected score of guessing the same answers.
    #[serde(default)]
    pub fair: ChanceScore,
    /// Fields of other versions, kept unchanged.
    #[serde(flatten)]
    more: Map<String, Value>,
}

/// The expected score of guessing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChanceScore {
    /// Number of answers whose chance of being guessed is known.
    pub asked: u64,
    /// Expected number of right guesses among them.
    pub chance: f64,
}

/// Chance of a right guess for answers stored by earlier versions: most had three choices.
const USUAL_CHANCE: f64 = 1.0 / 3.0;

#[derive(Clone, Debug, PartialEq)]
pub struct AnsweredCard {
    pub rule: String,
    pub right: bool,
    /// Chance of a right guess.
    pub chance: f64,
    /// For a cap: whether it fires.
    pub fires: Option<bool>,
}

/// The schedule of a card, as stored in files. Times are in RFC 3339, intervals in days.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Schedule")]
struct ScheduleFields {
    due: DateTime<Utc>,
    #[serde(rename = "last")]
    last_review: DateTime<Utc>,
    /// Days after which the rule is still known with a probability of 90 %.
    stability: f64,
    /// Difficulty, from 1 (easy) to 10.
    difficulty: f64,
    #[serde(rename = "elapsed")]
    elapsed_days: i64,
    #[serde(rename = "scheduled")]
    scheduled_days: i64,
    reps: i32,
    /// Number of reviews in which it had been forgotten.
    lapses: i32,
    #[serde(with = "Phase")]
    state: State,
}

/// The learning phase of a card, as stored in files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "State", rename_all = "lowercase")]
enum Phase {
    New,
    Learning,
    Review,
    Relearning,
}

/// The learning state of all rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Number of exercises answered.
    #[serde(default)]
    pub done: u64,
    /// The rules asked for so far, by name.
    #[serde(default)]
    pub rules: BTreeMap<String, Card>,
    /// Fields of other versions, kept unchanged.
    #[serde(flatten)]
    more: Map<String, Value>,
}

/// Converts seconds since 1970 to a time.
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

    /// Returns when it is due, in seconds since 1970.
    pub fn due(&self) -> u64 {
        u64::try_from(self.schedule.due.timestamp()).unwrap_or(0)
    }

    /// Returns how well a cap is recognised, from 0 (chance) to 1: the share of right answers for cases
    /// in which it fired and for those in which it did not, corrected for guessing. `None` before both
    /// were asked.
    pub fn discrimination(&self) -> Option<f64> {
        let [right, wrong] = self.fired;
        let idle = [self.right.saturating_sub(right), self.wrong.saturating_sub(wrong)];
        let share =
            |[right, wrong]: [u64; 2]| (right + wrong > 0).then(|| right as f64 / (right + wrong) as f64);
        Some((share([right, wrong])? + share(idle)? - 1.0).max(0.0))
    }

    /// Returns the share of right answers, corrected for guessing: 0 for chance, 1 for all right. `None`
    /// before the first answer.
    fn beyond_chance(&self) -> Option<f64> {
        let all = self.right + self.wrong;
        let chance = self.fair.chance + all.saturating_sub(self.fair.asked) as f64 * USUAL_CHANCE;
        let rest = all as f64 - chance;
        (all > 0 && rest > 0.0).then(|| ((self.right as f64 - chance) / rest).max(0.0))
    }

    /// Returns the probability that it is known at a time, from 0 to 1.
    pub fn known(&self, now: u64) -> f64 {
        self.schedule.get_retrievability(time(now))
    }

    /// Adds an answer at a time. If the clock was set back, no time has passed.
    fn answer(&mut self, right: bool, now: u64) {
        let now = time(now).max(self.schedule.last_review);
        let rating = if right { Rating::Good } else { Rating::Again };
        self.schedule = FSRS::new(Parameters::default()).next(self.schedule.clone(), now, rating).card;
        self.right += u64::from(right);
        self.wrong += u64::from(!right);
    }
}

impl Record {
    /// Reads a record written by [`Record::to_map`]; an empty map gives an empty record.
    pub fn read(map: &Map<String, Value>) -> serde_json::Result<Record> {
        serde_json::from_value(Value::Object(map.clone()))
    }

    /// Converts the record to JSON.
    pub fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    /// Adds the answers to an exercise, at a time in seconds since 1970.
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

    /// Returns how well a rule is known, from 0 (chance) to 1; `None` if it was not tried. A cap counts
    /// as tried once it was asked for both a case in which it fires and one in which it does not.
    pub fn score(&self, rule: &str) -> Option<f64> {
        let card = self.rules.get(rule)?;
        if rule.starts_with("cap/") { card.discrimination() } else { card.beyond_chance() }
    }

    /// Returns the sort key of a rule, most urgent first: rules overdue longest, then rules never asked
    /// for, then the least known ones.
    pub fn urgency(&self, rule: &str, now: u64) -> (u8, u64) {
        match self.rules.get(rule) {
            Some(card) if card.due() <= now => (0, card.due()),
            None => (1, 0),
            Some(card) => (2, (card.known(now) * 1e6) as u64),
        }
    }

    /// Returns how many rules are due at a time.
    pub fn due(&self, now: u64) -> usize {
        self.rules.values().filter(|card| card.due() <= now).count()
    }
}
