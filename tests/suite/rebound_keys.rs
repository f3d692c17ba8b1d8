//! Tests that hints name the keys that the user has set.

use crossterm::event::KeyCode;
use lockbench::tui::keymap::{Action, Context, Key, Keymap, Rebinding};
use lockbench::tui::msg::Message;

use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench, case_file};

/// A key without another meaning.
fn key() -> Key {
    Key::of(KeyCode::F(8).into())
}

#[test]
fn hints_name_the_keys_that_the_user_has_set() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = SUMMARY.replace("approved", "rejected");
    let case = case_file(folder.path(), ARTICLE, &wrong);
    // The keys that open what is tested; the action, where it has another key; and what is then shown.
    for (keys, context, action, shown) in [
        ("<Tab><Tab><Tab>gug", Context::Labels, Action::TakeBack, "F8 take back"),
        ("<Tab><Tab>G", Context::Caps, Action::Enter, "F8 lists them"),
        ("3<Tab>", Context::Main, Action::Influence, "F8 most influential labels"),
        ("W<End>", Context::WhatIf, Action::Enter, "   F8 applies"),
        ("Qc", Context::Columns, Action::Change, "F8 shows or hides"),
        ("<Tab><Tab><Tab>gS", Context::Splitting, Action::Change, "← → word  F8 clause  Enter splits"),
        ("<Tab><Tab><Tab>gC", Context::Writing, Action::Change, "F8 on something else"),
        ("exyz<Esc>q", Context::Leaving, Action::DiscardAndQuit, "F8  discard and quit"),
        ("exyz<Esc>q", Context::Leaving, Action::Close, "F8  cancel"),
    ] {
        let change = Rebinding { context, action, stands_for: None, keys: vec![key()] };
        let (changed, refused) = Keymap::changed(&[change]);
        assert_eq!(refused, []);
        let mut top = TestWorkbench::open(std::slice::from_ref(&case), 140, 40);
        top.keys(keys);
        assert!(!top.text().contains(shown), "{shown}\n{}", top.text());
        top.work.app.state.keys = changed;
        top.send(Message::Resize(140, 40));
        assert!(top.text().contains(shown), "{shown}\n{}", top.text());
    }
}

#[test]
fn a_message_names_the_key_that_the_user_has_set() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::open(&[case_file(folder.path(), ARTICLE, SUMMARY)], 120, 40);
    let (context, action) = (Context::Main, Action::Comment);
    let change = Rebinding { context, action, stands_for: None, keys: vec![key()] };
    top.work.app.state.keys = Keymap::changed(&[change]).0;
    let comments = top.work.app.state.keys.first(context, Action::Comments).unwrap();
    top.keys(&comments.to_string());
    assert!(top.text().contains("you have not commented on this case: F8 does"), "{}", top.text());
}
