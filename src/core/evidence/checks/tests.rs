mod alarms;

use super::*;
use crate::evidence::support::{hold, judge_alone};

#[test]
fn the_order_of_the_checks_carries_no_meaning() {
    const TOWN: &str = "The council approved 45 flats in Halden on Tuesday after the mayor, Anna Keller, said the plan \
        would not raise taxes. It rejected a second plan because of the noise of the port.";
    let mut found = 0;
    for claim in [
        "The council rejected 54 flats in Tamworth on Friday before Tom Reed said the plan would raise taxes.",
        "It approved a second plan because of the cost, and all trombone players may go.",
        "The council approved 45 flats in Halden.",
    ] {
        hold(TOWN, claim, |pairing| {
            let mismatches = find(pairing);
            assert_eq!(find_by(pairing, CHECKS.iter().rev()), mismatches, "{claim}");
            found += mismatches.len();
        });
    }
    assert!(found > 5, "{found}");
}

#[test]
fn a_check_has_an_id_of_its_own() {
    let mut ids: Vec<&str> = CHECKS.iter().map(|check| check.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), CHECKS.len());
}

#[test]
fn a_check_is_off_where_it_does_not_hold() {
    const GERMAN: &str = "Der Bürgermeister hat am Dienstag gesagt, dass die Stadt die Steuern in diesem Jahr nicht \
        erhöht. Die Opposition im Rat der Stadt hatte davor gewarnt, dass sonst viele Betriebe schließen müssten.";
    // German capitalizes every noun, so a capital does not mark a name.
    let entailment = judge_alone(
        GERMAN,
        "Der Bürgermeister hat am Dienstag gesagt, dass die Regierung die Steuern erhöht.",
    );
    assert!(
        entailment.mismatches.iter().all(|mismatch| mismatch.check != "name"),
        "{:?}",
        entailment.mismatches
    );
    let english = judge_alone(
        "The mayor said on Tuesday that the town keeps its taxes.",
        "The mayor said on Tuesday that Halden keeps its taxes.",
    );
    assert!(english.mismatches.iter().any(|mismatch| mismatch.check == "name"), "{:?}", english.mismatches);
}
