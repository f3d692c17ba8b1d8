//! Reads the cost that an answer states: price, tokens, time. Clients of models write it beside their
//! labels, and outputs of batches contain it.

use std::time::Duration;

use serde_json::Value;

/// The cost that an answer states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StatedCost {
    /// Price, in the judge's currency.
    pub cost: Option<f64>,
    /// Tokens read and written.
    pub tokens: Option<f64>,
    /// Time from question to answer.
    pub time: Option<Duration>,
}

/// Paths at which an answer may state its cost: beside its labels, or in the response of a provider.
const PLACES: [&[&str]; 4] = [&[], &["response", "body"], &["result", "message"], &["output"]];

/// Reads `cost`, `usage` and `seconds` of an answer.
pub fn stated(answer: &Value) -> StatedCost {
    let mut found = StatedCost::default();
    for path in PLACES {
        let Some(place) = path.iter().try_fold(answer, |value, key| value.get(*key)) else { continue };
        let usage = &place["usage"];
        let first = |values: &[&Value]| values.iter().find_map(|value| amount(value));
        found.cost = found.cost.or_else(|| first(&[&place["cost"], &place["cost_usd"], &usage["cost"]]));
        found.tokens = found.tokens.or_else(|| {
            let total = amount(&usage["total_tokens"]);
            total.or_else(|| {
                let sum = |keys: [&str; 2]| Some(amount(&usage[keys[0]])? + amount(&usage[keys[1]])?);
                sum(["prompt_tokens", "completion_tokens"]).or_else(|| sum(["input_tokens", "output_tokens"]))
            })
        });
        let seconds = first(&[&place["seconds"], &place["latency_seconds"]]);
        let seconds = seconds.or_else(|| amount(&place["latency_ms"]).map(|ms| ms / 1e3));
        found.time = found.time.or_else(|| Duration::try_from_secs_f64(seconds?).ok());
    }
    found
}

fn amount(value: &Value) -> Option<f64> {
    value.as_f64().filter(|amount| amount.is_finite() && *amount >= 0.0)
}

/// Total cost of several answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spending {
    cost: (f64, usize),
    tokens: (f64, usize),
    seconds: (f64, usize),
}

impl Spending {
    /// Adds the cost of one answer.
    pub fn add(&mut self, one: StatedCost) {
        let seconds = one.time.map(|time| time.as_secs_f64());
        let sums = [(&mut self.cost, one.cost), (&mut self.tokens, one.tokens), (&mut self.seconds, seconds)];
        for ((sum, count), amount) in sums {
            if let Some(amount) = amount {
                *sum += amount;
                *count += 1;
            }
        }
    }

    /// Returns the mean price, tokens and seconds, each over the answers that state it.
    pub fn means(&self) -> [Option<f64>; 3] {
        [self.cost, self.tokens, self.seconds].map(|(sum, count)| (count > 0).then(|| sum / count as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_an_answer_took_is_found_in_every_form() {
        let of = |answer: Value| {
            let found = stated(&answer);
            (found.cost, found.tokens, found.time.map(|time| time.as_secs_f64()))
        };
        assert_eq!(
            of(json!({"labels": {}, "cost": 0.25, "seconds": 1.5, "usage": {"total_tokens": 9}})),
            (Some(0.25), Some(9.0), Some(1.5))
        );
        let openai = json!({"response": {"body": {"usage": {"prompt_tokens": 5, "completion_tokens": 2}}}});
        assert_eq!(of(openai), (None, Some(7.0), None));
        let anthropic = json!({"result": {"message": {"usage": {"input_tokens": 5, "output_tokens": 1}}}});
        assert_eq!(of(anthropic), (None, Some(6.0), None));
        assert_eq!(of(json!({"cost": -1, "seconds": "soon", "usage": []})), (None, None, None));
        assert_eq!(of(json!({"latency_ms": 500})), (None, None, Some(0.5)));
    }

    #[test]
    fn a_mean_is_of_the_answers_that_say_so() {
        let mut spending = Spending::default();
        assert_eq!(spending.means(), [None; 3]);
        spending.add(StatedCost { cost: Some(1.0), ..StatedCost::default() });
        spending.add(StatedCost { cost: Some(3.0), tokens: Some(5.0), time: None });
        assert_eq!(spending.means(), [Some(2.0), Some(5.0), None]);
    }
}
