//! Assigns cases to annotators. The result depends on the ids and names only, not on the order of import.

use uuid::Uuid;

/// UUID namespace of the hashes by which cases are shuffled.
const SHUFFLE: Uuid = Uuid::from_u128(0x6c6f_636b_6265_6e63_682d_6173_7369_676e);

/// Assigns every case to one of the annotators, in equal parts, except for a share (0 to 1) that is
/// assigned to all of them, so that their agreement can be measured.
pub fn assign(ids: &[String], names: &[String], overlap: f64) -> Vec<(String, Vec<String>)> {
    let mut shuffled: Vec<&String> = ids.iter().collect();
    shuffled.sort_by_key(|id| (Uuid::new_v5(&SHUFFLE, id.as_bytes()), id.as_str()));
    let shared = (ids.len() as f64 * overlap.clamp(0.0, 1.0)).round() as usize;
    let mut turn = names.iter().cycle();
    let whose = |(at, id): (usize, &String)| {
        let names = if at < shared { names.to_vec() } else { turn.next().into_iter().cloned().collect() };
        (id.clone(), names)
    };
    shuffled.into_iter().enumerate().map(whose).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_equal_shared_cases_are_everybodys_and_the_order_does_not_matter() {
        let ids: Vec<String> = (0..50).map(|at| format!("case-{at}")).collect();
        let names = ["ann", "bob", "cyd"].map(str::to_owned);
        let assigned = assign(&ids, &names, 0.2);
        assert_eq!(assigned.iter().filter(|(_, names)| names.len() == 3).count(), 10);
        for name in &names {
            let own = assigned.iter().filter(|(_, names)| names.contains(name)).count();
            assert!((23..=24).contains(&own), "{name} has {own}");
        }
        let mut turned = ids.clone();
        turned.reverse();
        assert_eq!(assign(&turned, &names, 0.2), assigned);
        assert!(assign(&ids, &names, 1.0).iter().all(|(_, names)| names.len() == 3));
    }
}
