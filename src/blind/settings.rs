//! Settings of blind review, and the gold cases: fields of a session's first line.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::session::{BLIND, GOLD, GOLD_IN_QUEUE, OrderedObject};

/// Default share of gold cases in the queue.
pub const USUAL_RATE: f64 = 0.1;
/// Default share of gold labels that an annotator has to get right.
pub const USUAL_PASS: f64 = 0.8;

#[derive(Clone, Debug, PartialEq)]
pub struct BlindSettings {
    /// Share of gold cases in the queue, 0 to 1.
    pub rate: f64,
    /// Share of gold labels that have to be right, 0 to 1, in the training round and in the queue.
    pub pass: f64,
    /// Gold cases of the training round, by index; empty if there is none. Those before the range were
    /// used in earlier training rounds.
    pub training: Range<usize>,
}

impl Default for BlindSettings {
    fn default() -> BlindSettings {
        BlindSettings { rate: USUAL_RATE, pass: USUAL_PASS, training: 0..0 }
    }
}

impl BlindSettings {
    /// Reads an annotator's settings from a session; `None` if they do not judge blind.
    pub fn read(line: &OrderedObject, by: &str) -> Option<BlindSettings> {
        let blind = line.get(BLIND)?;
        let own = blind.get(by)?;
        let usual = BlindSettings::default();
        let share = |key: &str, usual: f64| {
            own.get(key).and_then(Value::as_f64).filter(|share| (0.0..=1.0).contains(share)).unwrap_or(usual)
        };
        let end = |at: usize| {
            let places = own.get("training").and_then(Value::as_array)?;
            usize::try_from(places.get(at)?.as_u64()?).ok()
        };
        let training = end(0).zip(end(1)).filter(|(from, to)| from <= to).map_or(0..0, |(from, to)| from..to);
        Some(BlindSettings {
            rate: share("gold_rate", usual.rate),
            pass: share("pass", usual.pass),
            training,
        })
    }

    /// Writes the settings to a session's first line.
    pub fn write(&self, line: &mut OrderedObject, by: &str) {
        let mut all = match line.get(BLIND) {
            Some(Value::Object(all)) => all,
            _ => Map::new(),
        };
        let own = json!({
            "gold_rate": self.rate,
            "pass": self.pass,
            "training": [self.training.start, self.training.end],
        });
        all.insert(by.to_owned(), own);
        line.set(BLIND, &all);
    }
}

/// The gold cases of a session, whose labels are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoldCases {
    ids: Vec<String>,
    labels: HashMap<String, Value>,
    /// The ids of those that are cases of the queue as well, so that somebody has to judge them.
    in_queue: HashSet<String>,
}

impl GoldCases {
    /// Reads the gold cases of a session, in order.
    pub fn read(line: &OrderedObject) -> GoldCases {
        let mut gold = GoldCases::default();
        for (id, labels) in line.get(GOLD).iter().filter_map(Value::as_object).flatten() {
            gold.add(id, labels.clone());
        }
        let in_queue = line.get(GOLD_IN_QUEUE);
        let in_queue = in_queue.iter().filter_map(Value::as_array).flatten().filter_map(Value::as_str);
        gold.in_queue = in_queue.map(str::to_owned).collect();
        gold
    }

    /// Adds them to a session's first line, after the existing ones.
    pub fn write(&self, line: &mut OrderedObject) {
        let known = match line.get(GOLD) {
            Some(Value::Object(known)) => known,
            _ => Map::new(),
        };
        let mut all = known.clone();
        all.extend(self.ids.iter().filter_map(|id| Some((id.clone(), self.labels.get(id)?.clone()))));
        if all != known {
            line.set(GOLD, &all);
        }
        let in_queue: Vec<&String> = self.ids.iter().filter(|id| self.is_in_queue(id)).collect();
        if !in_queue.is_empty() {
            line.set(GOLD_IN_QUEUE, &in_queue);
        }
    }

    /// Adds a case with its labels (the inner object of a labels wrapper), or replaces the labels of an
    /// existing case.
    pub fn add(&mut self, id: &str, labels: Value) {
        if self.labels.insert(id.to_owned(), labels).is_none() {
            self.ids.push(id.to_owned());
        }
    }

    /// Marks a gold case as a case of the queue as well.
    pub fn set_in_queue(&mut self, id: &str) {
        self.in_queue.insert(id.to_owned());
    }

    /// Returns whether a gold case is a case of the queue as well.
    pub fn is_in_queue(&self, id: &str) -> bool {
        self.in_queue.contains(id)
    }

    /// Returns the ids, in order.
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Returns the labels of a case; `None` if it is not a gold case.
    pub fn labels(&self, id: &str) -> Option<&Value> {
        self.labels.get(id)
    }
}
