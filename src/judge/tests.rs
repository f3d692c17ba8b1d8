//! Tests a judge with real processes: shell scripts that answer, crash, hang and print noise.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::*;
use crate::case::Case;
use crate::labels::{List, Provenance};
use crate::rubric::RubricSet;

/// How long a test waits for an expected event.
const PATIENCE: Duration = Duration::from_secs(30);

fn settings(command: &str) -> JudgeSettings {
    JudgeSettings {
        command: command.to_owned(),
        name: Some("j".to_owned()),
        jobs: 1,
        ahead: 4,
        pace: None,
        timeout: Duration::from_secs(20),
        cache: None,
    }
}

fn question(settings: &JudgeSettings, id: &str, summary: &str) -> JudgeQuestion {
    let set = RubricSet::shipped();
    let case =
        Case { id: id.into(), article: "It rained.".into(), summary: summary.into(), ..Case::default() };
    QuestionSettings::new(set.get("anchor"), settings.identity()).of(&case).remove(0)
}

fn started(settings: &JudgeSettings) -> (Judge, Receiver<String>) {
    let (send, messages) = channel();
    (Judge::start(settings.clone(), move |message| drop(send.send(message))), messages)
}

/// Asks about cases with these ids, each with its own summary, and waits for the replies: the names of
/// the judges, or why there are no labels, in the order of the ids.
fn asked(judge: &Judge, settings: &JudgeSettings, ids: &[&str]) -> Vec<Result<String, String>> {
    let (to, replies) = channel();
    for (at, id) in ids.iter().enumerate() {
        let to = to.clone();
        let question = question(settings, id, &format!("It rained {id}."));
        judge.ask(question, move |reply| drop(to.send((at, reply))));
    }
    let mut all: Vec<_> = ids.iter().map(|_| replies.recv_timeout(PATIENCE).expect("a reply")).collect();
    all.sort_by_key(|(at, _)| *at);
    let by = |reply: &Reply| match &reply.given {
        Ok(given) => match &given.labels.get(List::Anchors).unwrap()[0].by {
            Provenance::Person(name) => Ok(name.clone()),
            Provenance::Engine => panic!("a judge's label is by the engine"),
        },
        Err(why) => Err(why.to_string()),
    };
    all.iter().map(|(_, reply)| by(reply)).collect()
}

/// Functions for the shell scripts: the id of a line, and the answer to it.
const FUNCTIONS: &str = r#"
id() { printf '%s' "$1" | sed 's/^{"id":"\([^"]*\)".*/\1/'; }
answer() { printf '{"id":"%s","by":"%s","labels":{"anchors":[{"kind":"claim","text":"x","supported":true}]}}\n' "$1" "$1"; }
"#;

fn script(body: &str) -> JudgeSettings {
    settings(&format!("{FUNCTIONS}{body}"))
}

fn names(ids: &[&str]) -> Vec<Result<String, String>> {
    ids.iter().map(|id| Ok((*id).to_owned())).collect()
}

#[test]
fn answers_come_in_any_order() {
    let settings =
        script(r#"while read -r a && read -r b; do answer "$(id "$b")"; answer "$(id "$a")"; done"#);
    let (judge, _messages) = started(&settings);
    let ids = ["a", "b", "c", "d"];
    assert_eq!(asked(&judge, &settings, &ids), names(&ids));
    assert_eq!(judge.tally().answered, 4);
}

#[test]
fn a_program_that_reads_all_before_it_answers_gets_the_end_of_its_input() {
    let settings =
        script(r#"all=$(cat); printf '%s\n' "$all" | while read -r line; do answer "$(id "$line")"; done"#);
    let (judge, _messages) = started(&settings);
    judge.finish();
    assert_eq!(asked(&judge, &settings, &["a"]), names(&["a"]));
}

#[test]
fn equal_questions_are_asked_once() {
    let folder = tempfile::tempdir().unwrap();
    let counted = folder.path().join("asked");
    let body = format!(r#"while read -r a; do echo x >> {}; answer "$(id "$a")"; done"#, counted.display());
    let settings = JudgeSettings { cache: Some(folder.path().join("cache")), ..script(&body) };
    let lines = || std::fs::read_to_string(&counted).unwrap().lines().count();
    let (judge, _messages) = started(&settings);
    let (to, replies) = channel();
    for id in ["a", "a", "b"] {
        let to = to.clone();
        judge.ask(question(&settings, id, "It rained all day."), move |reply| drop(to.send(reply)));
    }
    (0..3).for_each(|_| assert!(replies.recv_timeout(PATIENCE).unwrap().given.is_ok()));
    let tally = judge.tally();
    assert_eq!((lines(), tally.answered, tally.remembered), (1, 1, 2));
    judge.end();
    // Another run under the same name.
    let (again, _messages) = started(&JudgeSettings { command: "exit 9".to_owned(), ..settings.clone() });
    again.ask(question(&settings, "c", "It rained all day."), move |reply| drop(to.send(reply)));
    assert!(replies.recv_timeout(PATIENCE).unwrap().given.is_ok());
    assert_eq!((lines(), again.tally().remembered, again.tally().asked), (1, 1, 0));
}

#[test]
fn a_question_at_which_the_judge_breaks_costs_no_other_one_its_answer() {
    let settings =
        script(r#"while read -r a; do case "$(id "$a")" in bad*) exit 7;; esac; answer "$(id "$a")"; done"#);
    let (judge, _messages) = started(&settings);
    let replies = asked(&judge, &settings, &["a", "bad", "b", "c", "bad2", "d"]);
    for (reply, id) in replies.iter().zip(["a", "bad", "b", "c", "bad2", "d"]) {
        match reply {
            Ok(name) => assert_eq!(name, id),
            Err(why) => {
                assert!(id.starts_with("bad"), "{id}: {why}");
                assert!(why.contains("ended before it answered") && why.contains('7'), "{why}");
            }
        }
    }
    assert_eq!(judge.tally().ended, 2);
}

#[test]
fn a_question_that_the_judge_leaves_out_is_no_crash() {
    let settings =
        script(r#"while read -r a; do case "$(id "$a")" in out) exit 0;; esac; answer "$(id "$a")"; done"#);
    let (judge, _messages) = started(&settings);
    let replies = asked(&judge, &settings, &["a", "out", "b"]);
    assert_eq!([&replies[0], &replies[2]].map(Clone::clone).to_vec(), names(&["a", "b"]));
    assert_eq!(replies[1].clone().unwrap_err(), "it ended without an answer to this question");
    let tally = judge.tally();
    assert_eq!((tally.skipped, tally.ended, tally.restarts), (1, 0, 0), "{}", tally.summary());
}

#[test]
fn a_judge_that_never_answers_is_given_up() {
    for (body, why) in [("exit 3", "exit status: 3"), ("no-such-judge-here", "127")] {
        let settings = script(body);
        let (judge, messages) = started(&settings);
        let replies = asked(&judge, &settings, &["a", "b", "c", "d", "e", "f", "g"]);
        assert!(replies.iter().all(Result::is_err));
        let last = replies.last().unwrap().clone().unwrap_err();
        assert!(last.contains("given up") && last.contains(why), "{body}: {last}");
        let tally = judge.tally();
        assert!(tally.restarts <= 6 && tally.failed() == 7, "{tally:?}");
        judge.end();
        assert!(messages.iter().any(|message| message.contains("given up")), "{body}");
    }
}

#[test]
fn a_judge_that_hangs_on_a_question_is_started_anew() {
    let body =
        r#"while read -r a; do case "$(id "$a")" in hang) sleep 600;; esac; answer "$(id "$a")"; done"#;
    let settings = JudgeSettings { timeout: Duration::from_millis(700), ..script(body) };
    let (judge, _messages) = started(&settings);
    let replies = asked(&judge, &settings, &["a", "hang", "b", "c"]);
    assert_eq!([&replies[0], &replies[2], &replies[3]].map(Clone::clone).to_vec(), names(&["a", "b", "c"]));
    let why = replies[1].clone().unwrap_err();
    assert_eq!(why, "it did not answer within 0.7 s");
    assert_eq!((judge.tally().late, judge.tally().restarts), (1, 1));
}

#[test]
fn a_second_answer_costs_no_other_question_its_own() {
    let settings = JudgeSettings {
        ahead: 2,
        ..script(r#"while read -r a; do answer "$(id "$a")"; answer "$(id "$a")"; done"#)
    };
    let (judge, messages) = started(&settings);
    let ids = ["a", "b", "c", "d", "e"];
    assert_eq!(asked(&judge, &settings, &ids), names(&ids));
    assert_eq!(judge.tally().strays, 0);
    assert_eq!(messages.try_iter().count(), 0);
    // A second answer that differs is reported.
    let body = r#"while read -r a; do answer "$(id "$a")"; printf '{"id":"%s"}\n' "$(id "$a")"; done"#;
    let settings = script(body);
    let (judge, messages) = started(&settings);
    assert_eq!(asked(&judge, &settings, &ids), names(&ids));
    assert_eq!(judge.tally().strays, 0);
    let message = messages.recv_timeout(PATIENCE).expect("a message");
    assert_eq!(message, "j: two answers for a that differ; the first one counts");
}

#[test]
fn what_is_no_answer_is_reported_and_costs_its_question() {
    let settings = JudgeSettings {
        ahead: 1,
        ..script("while read -r a; do echo '{\"verdict\": I would say good'; done")
    };
    let (judge, _messages) = started(&settings);
    for reply in asked(&judge, &settings, &["a", "b"]) {
        let why = reply.unwrap_err();
        assert!(why.starts_with("what it wrote is not an answer: ") && why.contains("I would say"), "{why}");
    }
    // Lines before the first answer are harmless, and an answer without an id belongs to the only
    // question.
    let body = r#"echo loading; echo loaded; while read -r a; do answer "$(id "$a")" | sed 's/"id":"[^"]*",//'; done"#;
    let settings = JudgeSettings { ahead: 1, ..script(body) };
    let (judge, messages) = started(&settings);
    assert_eq!(asked(&judge, &settings, &["a", "b"]), names(&["a", "b"]));
    assert_eq!((judge.tally().prose, judge.tally().strays), (2, 0));
    let said = "on stdout, where answers belong: \"loading\"; waiting for the answer to a, at most 20 s";
    assert!(messages.try_iter().any(|message| message.contains(said)));
    // A program that only writes prose is not a judge.
    let settings = JudgeSettings { ahead: 1, ..script("echo Hello; echo How; echo are you; cat") };
    let (judge, _messages) = started(&settings);
    let why = asked(&judge, &settings, &["a"]).remove(0).unwrap_err();
    assert_eq!(why, "what it wrote is not an answer: \"are you\"");
}

#[test]
fn an_answer_without_its_id_and_a_line_that_cannot_be_read_are_reported() {
    let answer = r#""labels":{"anchors":[{"kind":"claim","text":"x","supported":true}]}}"#;
    // With two questions in flight, both are read before the first line is written.
    let echo = |line: &str, ahead| {
        let reads = if ahead == 2 { "read -r a && read -r b" } else { "read -r a" };
        let writes = format!("printf '%b\\n' '{line}'; ").repeat(ahead);
        JudgeSettings { ahead, ..script(&format!("while {reads}; do {writes}done")) }
    };
    for (settings, ids, words) in [
        (
            echo(&format!(r#"{{"id":"z",{answer}"#), 1),
            &["a"][..],
            r#"its answer has the `id` "z", and the question has "a""#,
        ),
        (
            echo(&format!(r#"{{"id":"z",{answer}"#), 2),
            &["a", "b"],
            r#"its answer has the `id` "z", which no question has"#,
        ),
        (echo(&format!("{{{answer}"), 2), &["a", "b"], "its answer has no `id`"),
        (echo(r#"{"id":"a","labels":"caf\0351"}"#, 1), &["a"], "a line that is not UTF-8: "),
    ] {
        let (judge, _messages) = started(&settings);
        for reply in asked(&judge, &settings, ids) {
            let why = reply.unwrap_err();
            assert!(why.contains(words), "{why}");
        }
    }
    // Too long for a record.
    let long =
        JudgeSettings { ahead: 1, ..script("read -r a; head -c 34000000 /dev/zero | tr '\\0' x; echo; cat") };
    let (judge, _messages) = started(&long);
    let why = asked(&judge, &long, &["a"]).remove(0).unwrap_err();
    assert_eq!(why, "what it wrote is not an answer: a line of more than 32 MiB");
}

#[test]
fn processes_share_the_questions_and_end_with_the_judge() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let body = format!(
        r#"echo $$ >> {}; sleep 600 & while read -r a; do answer "$(id "$a")"; sleep 0.2; done; wait"#,
        pids.display()
    );
    let settings = JudgeSettings { jobs: 3, ahead: 1, ..script(&body) };
    let (judge, _messages) = started(&settings);
    let ids = ["a", "b", "c", "d", "e", "f"];
    assert_eq!(asked(&judge, &settings, &ids), names(&ids));
    judge.end();
    let pids = std::fs::read_to_string(&pids).unwrap();
    let pids: std::collections::BTreeSet<&str> = pids.lines().collect();
    assert_eq!(pids.len(), 3);
    let all = std::process::Command::new("ps").args(["-eo", "pgid=,stat="]).output().unwrap();
    for line in String::from_utf8_lossy(&all.stdout).lines() {
        let (group, state) = line.trim().split_once(' ').unwrap();
        // Including what the shell left in the background. A zombie has ended and is only not waited for
        // yet.
        assert!(!pids.contains(group) || state.trim().starts_with('Z'), "{group} runs on");
    }
}

#[test]
fn only_the_first_messages_of_a_judge_are_passed_on() {
    let settings = script(
        r#"for i in $(seq 50); do printf 'warning %s \033[31m\n' $i >&2; done; sleep 0.3; while read -r a; do answer "$(id "$a")"; done"#,
    );
    let (judge, messages) = started(&settings);
    assert_eq!(asked(&judge, &settings, &["a"]), names(&["a"]));
    judge.end();
    let messages: Vec<String> = messages.try_iter().collect();
    assert_eq!(messages.len(), 21, "{messages:?}");
    assert_eq!(messages[0], "j: warning 1 ␛[31m");
    assert!(messages[20].ends_with("30 more messages of this judge"), "{}", messages[20]);
}

#[test]
fn a_pace_is_kept() {
    let settings = JudgeSettings {
        pace: Some("20/s".parse().unwrap()),
        ..script(r#"while read -r a; do answer "$(id "$a")"; done"#)
    };
    let (judge, _messages) = started(&settings);
    let begun = std::time::Instant::now();
    let ids = ["a", "b", "c", "d", "e", "f"];
    assert_eq!(asked(&judge, &settings, &ids), names(&ids));
    // The sixth question cannot have been asked sooner.
    assert!(begun.elapsed() >= Duration::from_millis(245), "{:?}", begun.elapsed());
}
