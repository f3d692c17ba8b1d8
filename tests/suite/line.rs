//! Tests the workbench as numbered plain text: commands from stdin, text on stdout.

use std::io::Write;

use serde_json::Value;

use crate::cli::{Folder, Ran, command, ended, run_with};
use crate::test_workbench::{ARTICLE, SUMMARY};

fn queue(folder: &Folder) -> String {
    let line =
        |id: &str| serde_json::json!({"id": id, "article": ARTICLE, "summary": SUMMARY}).to_string() + "\n";
    folder.write("q.jsonl", line("first") + &line("second"))
}

fn run_lines(lines: &str) -> Ran {
    let folder = Folder::new();
    let ran = run_with(&[&queue(&folder), "--line", "--rubric", "judge-lock"], lines.as_bytes());
    assert!(!ran.stdout.contains('\u{1b}') && !ran.stdout.contains('━'), "{}", ran.stdout);
    ran
}

#[test]
fn lists_are_numbered_lines() {
    let ran = run_lines("labels\nscores\ncaps\narticle\nsummary\nledger coverage\noverview\nreadings\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    for words in [
        "case 1 of 2: first\njudge-lock: ",
        "\n1. claim 1: supported",
        "\n1. Coverage: ",
        "below 0.9: Coverage at most 7",
        "\nCaps · ",
        "\n4. Mayor Ann Lee said the city had no choice.\n",
        "\n2. The budget raises spending on schools by 12 percent.\n",
        "Coverage: how its score came about",
        "All rubrics",
        "Readings of judge-lock",
    ] {
        assert!(ran.stdout.contains(words), "{words}\n{}", ran.stdout);
    }
}

/// Numbers are written as in the table of cases.
#[test]
fn thousands_of_cases_are_counted_in_groups() {
    let folder = Folder::new();
    let line = |at: usize| serde_json::json!({"id": at, "article": "It rained.", "summary": "It rained."});
    let cases: String = (1..=1293).map(|at| format!("{}\n", line(at))).collect();
    let ran = run_with(&[&folder.write("q.jsonl", cases), "--line"], b"");
    assert!(ran.stdout.contains("case 1 of 1,293: 1\n"), "{}", ran.stdout);
}

#[test]
fn texts_side_by_side_are_read_one_after_the_other() {
    let ran = run_lines("claims\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let at = |line: &str| ran.stdout.lines().position(|other| other == line).expect(line);
    let [claim, why, evidence] =
        ["The council approved the new budget on Tuesday", "· copied from sentence 1", "article, sentence 1"]
            .map(at);
    assert!(claim < why && why < evidence, "{}", ran.stdout);
}

#[test]
fn compared_summaries_are_read_one_after_the_other() {
    let folder = Folder::new();
    let (other, third) = (SUMMARY.replace("approved", "rejected"), SUMMARY.replace("12", "13"));
    let line = |(id, summary): (&str, &String)| {
        serde_json::json!({"id": id, "article": ARTICLE, "summary": summary}).to_string() + "\n"
    };
    let all: String =
        [("first", &SUMMARY.to_owned()), ("second", &other), ("third", &third)].map(line).concat();
    let args = [&folder.write("q.jsonl", all), "--line", "--rubric", "judge-lock"];
    let ran = run_with(&args, b"compare\nnext_summary\nnext_summary\nquit\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let at = |words: &str| {
        lines.iter().position(|line| *line == words).unwrap_or_else(|| panic!("{words}: {lines:#?}"))
    };
    let [first, second, third] = ["1. first (this one, in focus)", "2. second", "3. third"].map(at);
    assert!(first < second && second < third, "{lines:#?}");
    assert!(lines[first + 1].starts_with("WARN "), "{lines:#?}");
    // Two texts too: the other summary, then this one.
    let [old, new] = ["[-rejected-]", "{+approved+}"]
        .map(|mark| lines.iter().position(|line| line.contains(mark)).unwrap());
    assert!(old < new && !lines[old].contains("{+"), "{lines:#?}");
}

#[test]
fn rows_are_those_that_were_printed_whatever_the_panel_folds() {
    let ran = run_lines(
        "labels claims\nset 3 unsupported\nundo\nset 1 unsupported\nundo\nset 2 partial\nrow 3\nlabels\n",
    );
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    for words in ["claim 3: you say unsupported", "claim 1: you say unsupported", "claim 2: you say partial"]
    {
        assert!(ran.stdout.contains(words), "{words}\n{}", ran.stdout);
    }
    let last = ran.stdout.rsplit("Claims: ").next().unwrap();
    assert!(last.lines().any(|line| line.starts_with("3. ") && line.ends_with(", in focus")), "{last}");
}

#[test]
fn a_label_is_decided_taken_back_and_saved() {
    let folder = Folder::new();
    let path = queue(&folder);
    let before = std::fs::read_to_string(&path).unwrap();
    let ran = run_with(
        &[&path, "--line", "--rubric", "judge-lock"],
        b"set claims 3 unsupported\nlabels claims\nundo\nlabels\nset 2 partial\nsave\nquit\n",
    );
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    assert!(ran.stdout.contains("claim 3: you say unsupported"), "{}", ran.stdout);
    assert!(ran.stdout.contains("3. claim 3: unsupported, said by "), "{}", ran.stdout);
    assert!(ran.stdout.contains("3. claim 3: supported"), "{}", ran.stdout);
    assert!(ran.stdout.contains("saved"), "{}", ran.stdout);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before, "the source is never written");
}

/// Moving the focus prints the new focus, once.
#[test]
fn the_label_in_focus_is_said_where_it_changed() {
    let ran = run_lines("labels claims\ntop\nnext\nstatus\nprevious\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let said: Vec<&str> = ran.stdout.lines().filter_map(|line| line.strip_prefix("in focus: ")).collect();
    let [.., second, first] = said[..] else { panic!("{}", ran.stdout) };
    assert!(second.starts_with("claim 2: ") && second.contains("spending on schools"), "{}", ran.stdout);
    assert!(first.starts_with("claim 1: supported"), "{}", ran.stdout);
}

#[test]
fn a_key_that_a_message_names_is_a_command() {
    let ran = run_lines(
        "set claims 3 unsupported\nx\nlabels\nset 3 unsupported\nz\nlabels\np\nlabels\nC\ntype my remark\nx\nCtrl-S\nEsc\n\
         set_by\n3\nö\nö\n",
    );
    let faults: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(faults.len(), 3, "{}", ran.stderr);
    for (fault, words) in faults.iter().zip([
        "line 11: what is typed follows `type`: type x",
        "line 13: the key Esc does nothing here",
        "line 14: no command is called `set_by`",
    ]) {
        assert!(fault.contains(words), "{words}\n{fault}");
    }
    let third: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("3. claim 3")).collect();
    let [taken_back, undone, partial] = third[..] else { panic!("{}", ran.stdout) };
    assert!(!taken_back.contains("said by") && !undone.contains("said by"), "{third:?}");
    assert!(partial.contains("partial, said by"), "{third:?}");
    assert!(ran.stdout.contains("comment kept"), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("ö does nothing here").count(), 2, "{}", ran.stdout);
    // In the claim-by-claim view Enter confirms, and `enter` does the same there.
    let ran = run_lines("claims\nenter\nclose\nlabels claims\n");
    assert!(ran.stdout.contains("claim 1: supported, said by"), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn text_is_typed_where_text_is_taken_alone() {
    // On the main screen `A` would accept the case, and in a list of choices a letter is an answer.
    let ran = run_lines("type A\nstatus\nstatus\nV\ntype f\nclose\ncomment\ntype A\nsave\nstatus\n");
    let refused = "no text is typed here: `type` counts while you edit a text, and in a prompt";
    assert!(ran.stderr.contains(&format!("line 1: {refused}")), "{}", ran.stderr);
    assert!(ran.stderr.contains(&format!("line 5: {refused}")), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches(refused).count(), 2, "{}", ran.stderr);
    assert!(!ran.stdout.contains("accepted") && ran.stdout.contains("comment kept"), "{}", ran.stdout);
}

#[test]
fn the_row_that_enter_takes_is_said_since_its_colour_is_not() {
    let ran = run_lines("decide\nrow 3\nenter\nclose\ncaps\nrow 2\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let at = |words: &str| ran.stdout.find(words).unwrap_or_else(|| panic!("{words}\n{}", ran.stdout));
    assert!(at("Your verdict · then a reason\n") < at("\nin focus: row 3\n"));
    assert!(at("\nin focus: row 3\n") < at("Why FAIL? · "), "the row in focus is the one taken");
}

#[test]
fn the_words_at_the_cursor_of_an_edited_text_are_said() {
    let ran = run_lines("edit\ntype It is so. \nmove Ctrl-End\nstop_editing\nstatus\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let shown: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("editing the ")).collect();
    let [opened, typed, at_end] = shown[..] else { panic!("{}", ran.stdout) };
    assert!(opened.starts_with("editing the summary, the cursor is at ‸: ‸The "), "{opened}");
    assert!(typed.contains(": It is so. ‸The "), "{typed}");
    assert!(at_end.ends_with("in March.‸") && at_end.contains(": …"), "{at_end}");
    assert_eq!(
        ran.stdout.matches("`type TEXT` types here; `stop_editing`: done").count(),
        3,
        "{}",
        ran.stdout
    );
}

#[test]
fn what_is_typed_is_one_change_however_many_words_it_has() {
    let ran = run_lines("edit\ntype It rained all day. \nundo\nstop_editing\nsummary\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let last = ran.stdout.rsplit("\n1. ").next().unwrap();
    assert!(ran.stdout.contains("It rained all day. ‸") && !last.contains("rained"), "{}", ran.stdout);
}

#[test]
fn a_window_is_printed_whole_however_many_rows_the_screen_would_show() {
    let ran = run_lines("palette\n");
    let rows = ran
        .stdout
        .lines()
        .filter(|line| line.split_once(". ").is_some_and(|(at, _)| at.parse::<u8>().is_ok()));
    assert!(rows.count() > 40, "{}", ran.stdout);
}

#[test]
fn commands_alone_that_are_spelled_alike_are_named_for_a_mistyped_one() {
    let ran = run_lines("scroes\nnxet\nlables claims\nqwertz\n");
    let likes = ["like it are `scores`", "like it are `next`", "like it are `labels`"];
    for (line, like) in ran.stderr.lines().zip(likes) {
        assert!(line.contains(like), "{line}");
    }
    assert!(ran.stderr.contains("no command is called `qwertz`; `help`"), "{}", ran.stderr);
}

/// The texts are printed beside a question; what would close it is refused, since its answers would be lost.
#[test]
fn an_exercise_is_taken_line_by_line() {
    let lines = b"summary\narticle\nscores\ntype m\nstatus\nclose\nY\nquit\n";
    let ran = run_with(&["learn", "--gym", "--line", "--as", "ann", "--seed", "3"], lines);
    assert!(ran.stderr.contains("line 3: answer first what is asked"), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("error:").count(), 1, "{}", ran.stderr);
    assert_eq!(ran.stdout.matches("Where is it wrong?").count(), 1, "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("Question 2 of ").count(), 3, "the answer stays\n{}", ran.stdout);
}

#[test]
fn a_list_of_a_case_that_cannot_be_read_is_refused_with_the_reason() {
    let folder = Folder::new();
    let ran = run_with(&[&folder.write("q.json", ""), "--line"], b"labels claims\n");
    assert!(ran.stderr.contains("line 1: ") && ran.stderr.contains("the file is empty"), "{}", ran.stderr);
}

#[test]
fn a_text_is_given_line_by_line_and_is_one_change() {
    let ran = run_lines("edit summary\nThe council met.\nIt rained 99 times.\n.\nsummary\nundo\nsummary\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    assert!(ran.stdout.contains("judge-lock: FAIL"), "{}", ran.stdout);
    assert!(ran.stdout.contains("2. It rained 99 times."), "{}", ran.stdout);
    assert!(ran.stdout.trim_end().ends_with("begins in March."), "{}", ran.stdout);
}

#[test]
fn what_is_wrong_is_told_by_its_line_and_the_rest_is_done() {
    let ran = run_lines(
        "labls\nset 99 supported\nset 1 nonsense\nledger beauty\nset claims\nrow 0\nrubric x\ncase 9\nmove sideways\nliteral\nscores\n",
    );
    assert_eq!(ran.status, 2);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(lines.len(), 10, "{}", ran.stderr);
    for (number, words) in [
        (1, "like it are `labels`"),
        (2, "rows"),
        (3, "supported"),
        (4, "coverage"),
        (9, "Ctrl-Left"),
        (10, "readings"),
    ] {
        let line = lines[number - 1];
        assert!(line.contains(&format!("line {number}: ")) && line.contains(words), "{line}");
    }
    assert!(ran.stdout.contains("1. Coverage: "), "{}", ran.stdout);
}

#[test]
fn nothing_is_lost_unsaid_at_the_end_of_the_input() {
    let folder = Folder::new();
    // There is no place for a session.
    let ran = ended(command(&[&queue(&folder), "--line"]), b"set 1 unsupported");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("not saved"), "{}", ran.stderr);
    assert_eq!(run_lines("set 1 unsupported").status, 0, "it is saved as it happens");
    let ran = run_lines("edit summary\nhalf");
    assert!(ran.status == 2 && ran.stderr.contains("have no end"), "{}", ran.stderr);
    assert_eq!(run_lines("set 1 unsupported\nquit\ndiscard_and_quit\n").status, 0);
    assert_eq!(run_lines("").status, 0);
}

/// `save` keeps typed text, as its key does on the screen; no command leaves it unsaved without a
/// message.
#[test]
fn a_comment_is_kept_or_it_is_said_that_it_is_not() {
    let folder = Folder::new();
    let session = format!("{}/s.db", folder.path());
    let queue = queue(&folder);
    let review = |lines: &str| {
        let args = ["review", &queue, "--line", "--session", &session, "--as", "ann"];
        run_with(&args, lines.as_bytes())
    };
    let kept = review("comment\ntype my long remark\nsave\ncomments\nclose\nclose\n");
    assert!(
        kept.stdout.contains("1 comment of yours") && kept.stdout.contains("my long remark"),
        "{}",
        kept.stdout
    );
    assert!(kept.stdout.contains("`type TEXT` types here; `enter`: keep, "), "{}", kept.stdout);
    assert_eq!(
        kept.stderr,
        "lockbench: error: line 6: `close` does nothing here: no window is open that has it\n"
    );
    let half = review("comment\ntype half\nquit\ncomments\ncase 2\nset 1 supported\nnext_panel\n");
    assert_eq!(half.status, 2);
    for line in 3..=7 {
        let refused = format!("line {line}: what you type is not kept yet: `enter` keeps it");
        assert!(half.stderr.contains(&refused), "{refused}\n{}", half.stderr);
    }
    assert!(
        half.stderr.contains("has no end: `enter` keeps it; the session goes on with it"),
        "{}",
        half.stderr
    );
    let again = review("enter\ncomments\n");
    assert!(
        again.stdout.contains("2 comments of yours") && again.stdout.contains("half"),
        "{}",
        again.stdout
    );
    assert_eq!((again.status, again.stderr.as_str()), (0, ""));
    let discarded = review("comment\ntype nothing\nclose\nquit\n");
    assert_eq!((discarded.status, discarded.stderr.as_str()), (0, ""));
}

#[test]
fn every_action_has_its_name_and_synonyms_lead_to_it() {
    let ran = run_lines("help\n");
    for action in lockbench::tui::keymap::Action::ALL {
        let start = format!("{}:", action.name());
        let start_with = format!("{} ", action.name());
        let named = ran.stdout.lines().any(|line| line.starts_with(&start) || line.starts_with(&start_with));
        assert!(named, "{}\n{}", action.name(), ran.stdout);
    }
    // By the name in the hint line, and by a common synonym.
    assert!(run_lines("what if\n").stdout.contains("What if"));
    assert!(run_lines("improve\n").stdout.contains("What if"));
    // Moving, selecting and marking work as with keys.
    let ran = run_lines("find 12 percent\nmark_extraneous\nenter\nlabels extraneous\n");
    assert!(ran.stdout.contains("marked, and claim 2 is unsupported"), "{}\n{}", ran.stdout, ran.stderr);
    let ran =
        run_lines("summary\nedit\nmove Ctrl-End\ntype  It rains.\nstop_editing\nsummary\ncase 2\nrubric 1\n");
    assert!(
        ran.stdout.contains("It rains.") && ran.stdout.contains("case 2 of 2: second\ntwin-lock: "),
        "{}",
        ran.stdout
    );
}

#[test]
fn any_input_is_text() {
    let folder = Folder::new();
    let path = queue(&folder);
    let mut input = b"labels\n\xff\xfe\nfind \xe2\x80\xae\xf0\x9f\x98\x80\n\0\x1b[2J\n# words\n\n".to_vec();
    writeln!(input, "type {}", "x".repeat(2000)).unwrap();
    let ran = run_with(&[&path, "--line"], &input);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("line 2 is not UTF-8") && !ran.stderr.contains('\u{1b}'), "{}", ran.stderr);
    assert!(!ran.stdout.contains('\u{202e}'), "{}", ran.stdout);
}

#[test]
fn the_report_is_printed_whole() {
    let ran = run_lines("json\n");
    let start = ran.stdout.find('{').unwrap();
    let report: Value = serde_json::from_str(&ran.stdout[start..]).unwrap();
    assert_eq!(report["rubric"], "judge-lock");
}

/// Rejecting the wording of a claim that was also called unsupported does not verify the rest of the
/// claim.
#[test]
fn a_claim_that_is_called_unsupported_stays_so_when_its_wording_is_rejected() {
    let folder = Folder::new();
    let case = serde_json::json!({"id": "ferry",
        "article": "The island ferry was cancelled on Tuesday after a storm damaged the pier at Lorne. Harbour master Ada Quist \
            said repairs would cost about 40,000 pounds and take three weeks. Around 120 commuters use the ferry each day. The \
            council has hired two buses to carry them over the bridge until the pier is open again.",
        "summary": "The ferry was cancelled after a storm damaged the pier at Lorne. Repairs will cost 40,000 pounds and take \
            three weeks. The council has hired three buses for commuters."});
    let queue = folder.write("q.jsonl", case.to_string());
    let facts = |lines: &str| {
        let session = format!("{}/{}.db", folder.path(), lines.len());
        let arguments =
            ["review", &queue, "--line", "--session", &session, "--as", "ann", "--rubric", "judge-lock"];
        let ran = run_with(&arguments, format!("{lines}rubric synthlink\nlabels facts\n").as_bytes());
        let fact = ran.stdout.lines().find(|line| line.contains("three buses") && line.contains("fact"));
        fact.unwrap_or_else(|| panic!("{}{}", ran.stdout, ran.stderr)).to_owned()
    };
    let rejected = facts("set extraneous 1 rejected\n");
    assert!(rejected.contains(": verified"), "{rejected}");
    let doubted = facts("set claims 4 unsupported\nset extraneous 1 rejected\n");
    assert!(doubted.contains("not verified"), "{doubted}");
}

#[test]
fn a_case_is_gone_to_by_its_number_or_its_name_and_nothing_is_undone_by_the_way() {
    let ran = run_lines("go 2\ngo_to first\ncase second\nback\nsupported\ncase nobody\ncase 9\ncase\n");
    let cases: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("case ")).collect();
    let names: Vec<&str> = cases.iter().filter_map(|line| line.split_once(": ")).map(|(_, id)| id).collect();
    assert_eq!(names[1..], ["second", "first", "second"], "{}{}", ran.stdout, ran.stderr);
    assert!(!ran.stdout.contains("undo"), "{}", ran.stdout);
    for said in [
        "line 4: no command is called `back`",
        "line 5: `set` takes a row and a word",
        "line 6: no case has that number or name",
        "line 7: there are cases 1 to 2",
        "line 8: `case` takes the number or the name of a case",
    ] {
        assert!(ran.stderr.contains(said), "{said}\n{}", ran.stderr);
    }
}
