//! Tests `parse` from outside: valid CoNLL-U, with positions in the file.

use lockbench::syntax::conllu::{Sentence, read};

use crate::cli::{run, run_with};

fn sentences(text: &str) -> Vec<Sentence> {
    read(text.lines().map(Ok::<_, std::convert::Infallible>))
        .map(|sentence| sentence.expect("CoNLL-U"))
        .collect()
}

#[test]
fn a_text_comes_out_as_trees_with_places() {
    let text = "Café owners didn't sign.\n\nThe ban was lifted by the council.\tIt\u{b}won 2-1.";
    let ran = run_with(&["parse", "-"], text.as_bytes());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let read = sentences(&ran.stdout);
    assert!(read.len() >= 2, "{}", ran.stdout);
    let chars: Vec<char> = text.chars().collect();
    for (number, sentence) in (1..).zip(&read) {
        assert_eq!(sentence.comment("sent_id"), Some(number.to_string().as_str()));
        assert!(sentence.comment("text").is_some());
        assert!(sentence.tree.as_ref().is_some_and(|tree| tree.is_tree()));
        for (word, misc) in sentence.words.iter().zip(&sentence.misc) {
            let place = |key: &str| -> usize {
                let part = misc.split('|').find_map(|part| part.strip_prefix(key));
                part.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{misc}"))
            };
            let at: String = chars[place("Start=")..place("End=")].iter().collect();
            assert_eq!(at, *word);
        }
    }
    assert_eq!(read[0].words, ["Café", "owners", "did", "n't", "sign", "."]);
    let relations: Vec<&str> =
        read[1].tree.iter().flat_map(|tree| &tree.nodes).map(|node| node.relation.as_str()).collect();
    assert!(relations.contains(&"nsubj:pass") && relations.contains(&"obl:agent"), "{relations:?}");
}

#[test]
fn words_of_one_entity_have_its_number() {
    let ran = run_with(&["parse", "-"], b"Mayor Anna Keller met the council. She was late. It rained.");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let read = sentences(&ran.stdout);
    let marks: Vec<(&str, &str)> = read
        .iter()
        .flat_map(|sentence| sentence.words.iter().zip(&sentence.misc))
        .filter_map(|(word, misc)| Some((word.as_str(), misc.split_once("|Entity=")?.1)))
        .collect();
    assert_eq!(marks, [("Mayor", "(1-person"), ("Keller", "1)"), ("She", "(1-person)")], "{}", ran.stdout);
}

#[test]
fn a_field_of_each_case_is_read() {
    let cases = "{\"id\": \"a\", \"article\": \"Dogs bark.\", \"summary\": \"Cats sleep. Owls hunt.\"}\n\
                 {\"id\": \"b\", \"article\": \"Rain fell.\", \"summary\": \"It rained.\"}\n";
    for (field, ids) in [("summary", vec!["a-1", "a-2", "b-1"]), ("article", vec!["a-1", "b-1"])] {
        let ran = run_with(&["parse", "-", "--field", field], cases.as_bytes());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let read = sentences(&ran.stdout);
        assert_eq!(read.iter().filter_map(|one| one.comment("sent_id")).collect::<Vec<_>>(), ids);
        assert_eq!(read[0].comment("newdoc id"), Some("a"));
        assert!(read[0].misc[0].starts_with("Start=0|"));
    }
    // A file of cases without the name of a field would be read as one text, which is hardly intended.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cases.jsonl");
    std::fs::write(&file, cases).unwrap();
    let ran = run_with(&["parse", file.to_str().unwrap()], b"");
    assert!(ran.status == 0 && ran.stderr.contains("--field summary"), "{}", ran.stderr);
    let ran = run_with(
        &["parse", "-", "--field", "summary"],
        b"{\"id\": \"a\"}\n{\"article\": \"A.\", \"summary\": \"B.\"}\n",
    );
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    assert_eq!(sentences(&ran.stdout).len(), 1);
}

#[test]
fn words_that_are_given_are_kept() {
    let given = "# sent_id = x\n# text = He can't.\n1\tHe\t_\tX\t_\t_\t0\troot\t_\tEntity=(1)\n2-3\tcan't\t_\t_\t_\t_\t_\t_\t_\t_\n\
                 2\tca\n3\tn't\n4\t.\n\n1\tBye\n";
    let ran = run_with(&["parse", "--tokens"], given.as_bytes());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let read = sentences(&ran.stdout);
    assert_eq!(read.iter().map(|one| one.words.concat()).collect::<Vec<_>>(), ["Hecan't.", "Bye"]);
    assert_eq!(read[0].comment("sent_id"), Some("x"));
    let tags: Vec<&str> =
        read[0].tree.iter().flat_map(|tree| &tree.nodes).map(|node| node.tag.as_str()).collect();
    assert_eq!(tags[0], "PRON", "the tag is the engine's own: {tags:?}");
    assert!(read[0].misc.iter().all(|misc| misc == "_"), "what a treebank says besides is not the engine's");
    let columns = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.contains('\t') && !line.starts_with('#'));
        rows.map(|row| row.split('\t').take(2).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(columns(&ran.stdout), columns(given), "words that are written as one too");
    // Tags and relations of another treebank, and heads that do not form a tree.
    let foreign = "1\tDogs\t_\tNOM\t_\t_\t2\tnsubj:agent\t_\t_\n2\tbark\t_\tVERB\t_\t_\t1\tboss\t_\t_\n\n";
    let ran = run_with(&["parse", "--tokens"], foreign.as_bytes());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert_eq!(sentences(&ran.stdout)[0].words, ["Dogs", "bark"]);
}

#[test]
fn what_cannot_be_read_is_said() {
    for (args, input, expected) in [
        (vec!["parse", "no/such/file.txt"], "", "cannot read no/such/file.txt"),
        (vec!["parse", "-", "--tokens"], "Plain text.\n", "line 1: a word's line"),
        (vec!["parse", "-", "--tokens", "--field", "summary"], "", "cannot be used with"),
    ] {
        let ran = run_with(&args, input.as_bytes());
        assert_eq!(ran.status, 2, "{args:?} {}", ran.stderr);
        assert!(ran.stderr.contains(expected) && ran.stdout.is_empty(), "{args:?} {}", ran.stderr);
    }
    let ran = run_with(&["parse", "-", "--tokens"], b"1\tHe\n2\tr\xffan\n");
    assert!(ran.status == 2 && ran.stderr.contains("line 2: not UTF-8 (byte 0xff)"), "{}", ran.stderr);
    let ran = run_with(&["parse", "-"], b"\xff\xfe\xfa");
    assert_eq!(ran.status, 2, "{}", ran.stderr);
}

#[test]
fn other_languages_get_words_and_no_trees() {
    let german = "Die Regierung hat am Montag beschlossen, dass die Steuern im nächsten Jahr nicht erhöht werden. \
                  Der Minister erklärte, dass es dafür keinen Grund mehr gebe, weil die Wirtschaft wieder wächst.";
    let ran = run_with(&["parse"], german.as_bytes());
    assert_eq!(ran.status, 0);
    assert!(ran.stderr.contains("German"), "{}", ran.stderr);
    let read = sentences(&ran.stdout);
    assert!(read.len() >= 2 && read.iter().all(|one| one.tree.is_none()), "{}", ran.stdout);
}

#[test]
fn nothing_and_odd_texts_are_read() {
    assert_eq!(run(&["parse", "-"]).stdout, "");
    for text in
        ["🎉🎉", "世界", "\u{1b}[31mred\u{1b}[0m text here", "WORDS IN CAPITALS WITHOUT END", "\u{feff}Yes."]
    {
        let ran = run_with(&["parse", "-"], text.as_bytes());
        assert_eq!(ran.status, 0, "{text:?}");
        assert!(
            !sentences(&ran.stdout).is_empty() && !ran.stdout.contains('\u{1b}'),
            "{text:?} {}",
            ran.stdout
        );
    }
}
