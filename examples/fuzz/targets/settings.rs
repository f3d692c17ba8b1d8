//! The values of `--reading` and `--map`.

use lockbench::case::{Fields, Record};
use lockbench::rubric::{READINGS, Readings};

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds keys and values, known and unknown, and pairs of a field and a column.
pub fn make(source: &mut Source) -> Input {
    let (mut readings, mut maps) = (Vec::new(), Vec::new());
    for _ in 0..1 + source.below(4) {
        let reading = source.one(READINGS);
        let value = source.pick(reading.values);
        readings.push(mutate::text(source, &format!("{}={value}", reading.key)));
        let map = format!("{}={},{}={}", source.key(), source.name(), source.key(), source.name());
        maps.push(mutate::text(source, &map));
    }
    let case = source.case().to_string();
    Input::default().with_list("readings", &readings).with_list("maps", &maps).with("case", case)
}

/// Checks that accepted values are in force, that others are refused with a reason, and that a case is
/// read by the map or refused.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let mut readings = Readings::default();
    for spec in input.list("readings") {
        let Some((key, value)) = spec.split_once('=') else { continue };
        let before = readings.get(key).to_owned();
        match readings.set(key, value) {
            Ok(()) => {
                reached("readings");
                ensure!(readings.get(key) == value, "{key} is not {value}");
            }
            Err(error) => {
                ensure!(!error.to_string().is_empty(), "refused without a reason");
                ensure!(readings.get(key) == before, "refused, and changed");
            }
        }
    }
    let mut fields = Fields::default();
    for spec in input.list("maps") {
        match fields.map(&spec) {
            Ok(()) => reached("maps"),
            Err(reason) => ensure!(!reason.to_string().is_empty(), "refused without a reason"),
        }
    }
    let read = || format!("{:?}", Record::json("case", "x", &input.text("case")).cases(&fields));
    ensure!(read() == read(), "read again, the case is another");
    Ok(())
}
