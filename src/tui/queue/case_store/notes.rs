//! Notes for the user about files that were read into a session.

/// Returns a note on the numbers of cases that `changed` in the files, and that were `added` to the `stored`
/// ones. The latter reveals to a user that they have named the session of another queue.
pub(super) fn of(changed: usize, stored: usize, added: usize) -> Option<String> {
    let mut notes = Vec::new();
    if changed > 0 {
        let many = if changed == 1 { "1 case has" } else { &format!("{changed} cases have") };
        notes.push(format!(
            "{many} another text in the file than in the session, which keeps what was imported \
             (--session NEW.db begins with the file's)"
        ));
    }
    match added {
        1 if stored > 0 => notes.push(format!("1 case is new to the session, as number {}", stored + 1)),
        2.. if stored > 0 => {
            let (first, last) = (stored + 1, stored + added);
            notes.push(format!("{added} cases are new to the session, as {first} to {last}"));
        }
        _ => {}
    }
    (!notes.is_empty()).then(|| notes.join("; "))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn only_what_a_session_that_has_cases_did_not_have_is_new() {
        assert_eq!((of(0, 0, 9), of(0, 9, 0)), (None, None));
        assert_eq!(of(0, 2, 1).as_deref(), Some("1 case is new to the session, as number 3"));
        assert_eq!(of(0, 250, 200).as_deref(), Some("200 cases are new to the session, as 251 to 450"));
        let both = of(1, 3, 2).unwrap_or_default();
        assert!(
            both.starts_with("1 case has another text")
                && both.contains("--session NEW.db")
                && both.ends_with("; 2 cases are new to the session, as 4 to 5")
        );
    }
}
