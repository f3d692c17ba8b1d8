//! SynthLink: properties for any case. Its examples are in `examples.txt`.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::build::*;
use crate::labels::{Labels, List};
use crate::num::Num;
use crate::report::{Decision, Report};

/// Fields of a case, and the numbers of steps and facts that say yes and no.
#[derive(Clone, Debug)]
struct Record {
    fields: Map<String, Value>,
    counts: [Option<(usize, usize)>; 2],
}

impl Record {
    fn report(&self, settings: &[&str]) -> Report {
        let mut labels = Labels::default();
        for (list, counts) in [List::Steps, List::Facts].into_iter().zip(self.counts) {
            if let Some((yes, no)) = counts {
                give(&mut labels, list, yes_no(yes, no));
            }
        }
        on(&TestInput::fields(&self.fields), "synthlink", &labels, settings)
    }
}

fn any_record() -> impl Strategy<Value = Record> {
    let letters = |least: usize| {
        prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "d", "e", "f"]), least..8)
    };
    let list = move || prop_oneof![letters(0).prop_map(|names| json!(names)), Just(Value::Null)];
    let text = prop_oneof![3 => letters(1).prop_map(|words| json!(words.join(" "))), 1 => Just(Value::Null)];
    let iterations = prop_oneof![(0_i64..8).prop_map(Value::from), Just(Value::Null), Just(json!("two"))];
    let counts = || prop::option::of((0_usize..6, 0_usize..6));
    let steps = prop::option::of(0_usize..6).prop_map(|count| json!(count.map(|count| vec!["step"; count])));
    let fields = (letters(1), text, list(), list(), steps, iterations);
    (fields, [counts(), counts()]).prop_map(
        |((summary, references, retrieved, relevant, reasoning_steps, iterations), counts)| {
            let summary = summary.join(" ");
            let fields = json!({
                "summary": summary, "references": references, "retrieved": retrieved, "relevant": relevant,
                "reasoning_steps": reasoning_steps, "iterations": iterations,
            });
            Record { fields: fields.as_object().unwrap().clone(), counts }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Scores stay in range, and the aggregate is between the smallest and largest of its parts. Marking a
    /// step as present, or a fact as verified, never lowers the aggregate or makes the verdict worse.
    #[test]
    fn the_aggregate_follows_its_parts(record in any_record(), reading in 0_usize..5, fact in 0_usize..2) {
        let settings = [&[][..], &["f1.tokens=set"], &["p5.denominator=min"], &["missing=zero"], &["targets=gate"]];
        let report = record.report(settings[reading]);
        let scores: Vec<Num> = report.metrics[..5].iter().filter_map(|metric| metric.score()).collect();
        prop_assert!(scores.iter().all(|score| *score >= Num::ZERO && *score <= Num::ONE));
        let aggregate = report.metric("aggregate").unwrap().score();
        match aggregate {
            None => {
                prop_assert!(scores.is_empty());
                prop_assert_eq!(decision(&report), Decision::Incomplete);
            }
            Some(aggregate) => {
                let (least, most) = scores.iter().fold((Num::ONE, Num::ZERO), |(a, b), c| (a.min(*c), b.max(*c)));
                prop_assert!(aggregate <= most && (aggregate >= least || settings[reading] == ["missing=zero"]));
                prop_assert!(scores.len() == 5 || decision(&report) != Decision::Pass);
            }
        }
        let mut ticked = record;
        if let Some((yes, no)) = ticked.counts[fact].as_mut().filter(|(_, no)| *no > 0) {
            (*yes, *no) = (*yes + 1, *no - 1);
            let after = ticked.report(settings[reading]);
            prop_assert!(after.metric("aggregate").unwrap().score() > aggregate);
            prop_assert!(decision(&after) <= decision(&report));
        }
    }
}
