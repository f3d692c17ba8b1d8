use crate::text::Text;

/// Returns the blocks of a text, each with its kind, its speaker and its words.
fn read(raw: &str) -> Vec<(&'static str, Option<&str>, &str)> {
    let text = Text::new(raw);
    let blocks = text.blocks();
    blocks
        .iter()
        .map(|block| {
            (block.kind.name(), block.speaker.map(|name| &raw[name.range()]), &raw[block.span.range()])
        })
        .collect()
}

fn kinds(raw: &str) -> Vec<&'static str> {
    read(raw).into_iter().map(|(kind, ..)| kind).collect()
}

#[test]
fn a_speaker_begins_a_turn_wherever_it_stands() {
    for raw in [
        "Kim: Are you there?\nBen: Yes. I am.\nKim: Good.",
        "| Kim: Are you there? | Ben: Yes. I am. | Kim: Good.",
        "Kim: Are you there? . Ben: Yes. I am. . Kim: Good. .",
        "Kim: Are you there?  Ben: Yes. I am.  Kim: Good.",
        "Kim : Are you there ?\nBen : Yes . I am .\nKim : Good .",
    ] {
        let found: Vec<_> = read(raw).into_iter().map(|(kind, name, _)| (kind, name)).collect();
        assert_eq!(found, [("turn", Some("Kim")), ("turn", Some("Ben")), ("turn", Some("Kim"))], "{raw}");
    }
    let roles = "#Person1#: How are you?\n#Person2#: Well.\n#Person1#: Good.";
    assert_eq!(read(roles)[1].1, Some("#Person2#"));
    assert_eq!(read("Q: Why?\nA: It rained.\nQ: Again?\nA: Yes.")[3].1, Some("A"));
    let shouted = "SPEAKER 00: How are you?\nSPEAKER 01: Well.\nSPEAKER 00: Good.";
    assert_eq!(read(shouted)[2].1, Some("SPEAKER 00"));
}

#[test]
fn a_stage_direction_is_not_speech_but_has_a_speaker() {
    let raw = "| Kim: Look! | Kim: <file_photo> | Ben: [laughter] | Ben: Nice.";
    assert_eq!(
        read(raw),
        [
            ("turn", Some("Kim"), "Kim: Look!"),
            ("stage", Some("Kim"), "Kim: <file_photo>"),
            ("stage", Some("Ben"), "Ben: [laughter]"),
            ("turn", Some("Ben"), "Ben: Nice."),
        ]
        .map(|(kind, name, text)| (kind, name, text))
    );
}

#[test]
fn a_colon_alone_makes_no_speaker() {
    for raw in [
        "The mayor said: it rains. He added: it will rain. The mayor said: so what.",
        "Note: The office is closed. It opens at 8:15. Note: bring a pen.",
        "Scotland: 15-Hogg, 14-Maitland, 13-Bennett.\nReplacements: 16-Brown, 17-Allan.\nGeorgia: 15-Todua.\nReplacements: 16-Bregvadze, 17-Giorgadze.",
    ] {
        assert!(!kinds(raw).contains(&"turn"), "{raw}: {:?}", read(raw));
    }
}

#[test]
fn lines_other_than_prose_are_recognised_by_their_form() {
    let cases = [
        ("heading", "Plans for the old bridge"),
        ("heading", "# The bridge at Tane"),
        ("heading", "Key points:"),
        ("byline", "By Anna Keller"),
        ("byline", "21 October 2016 Last updated at 15:03 BST"),
        ("caption", "Anna Keller ( left ) opened the bridge with the mayor in May ."),
        ("caption", "Relief : the mayor has opened the new bridge at Tane in May ."),
        ("list", "- The bridge was opened in May."),
        ("list", "2014 - The bridge was closed for repairs."),
        ("table", "Attempt missed. Anna Keller (Tane) right footed shot from outside the box."),
        ("table", "17:30-19:30 - Tane Radio"),
        ("lineup", "Replacements: Keller, Duarte, Roy, Marten, Silva."),
        ("lineup", "Tane: Keller; Duarte, Roy, Marten, Silva; Lopez, Weber."),
        ("stage", "[applause]"),
        ("boilerplate", "Scroll down for video."),
        ("boilerplate", "Media playback is not supported on this device"),
        ("boilerplate", "CNN --"),
        ("meta", "Here is a concise summary of the article:"),
        ("meta", "In this passage, the council's budget is described."),
        ("prose", "By Monday the council had approved the budget."),
        ("prose", "Here is where the council met in May."),
        ("prose", "45 people were hurt."),
        ("prose", "Images of the flood were shown."),
        ("prose", "The conclusion of the discussion was that the price is too high."),
    ];
    for (kind, line) in cases {
        let raw = format!("The council met on Monday in the hall.\n\n{line}\n\nIt approved the new budget.");
        let found = read(&raw);
        let own = found.iter().find(|(.., text)| text.starts_with(line) || line.starts_with(text));
        assert_eq!(own.map(|(kind, ..)| *kind), Some(kind), "{line}: {found:?}");
    }
    assert_eq!(kinds("Plans for the old bridge"), ["prose"], "a text of one line is not a heading");
}

#[test]
fn a_quotation_runs_over_sentences_and_paragraphs() {
    let raw = "\"We are late.\n\"We will try again,\" she said. \"It is hard. It is very hard.\"\nNobody else spoke.";
    assert_eq!(kinds(raw), ["quote", "prose", "quote", "prose"]);
    assert_eq!(kinds("The boys' room isn't Tom's. He saw 'it' there."), ["prose"]);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_text_has_its_words_in_blocks(raw in "\\PC{0,40}|(Kim|Ben|: |\\| |<file>|\"|'| \\. |\n| |-lrb-|``|é|12|, |said|no ){0,30}") {
        let text = Text::new(&raw);
        let (blocks, mut end) = (text.blocks(), 0);
        for block in blocks {
            proptest::prop_assert!(end <= block.span.start && raw.get(block.span.range()).is_some());
            proptest::prop_assert!(block.speaker.is_none_or(|name| !text.slice(name).trim().is_empty()));
            end = block.span.end;
        }
        for word in crate::text::word_spans(&raw) {
            proptest::prop_assert!(blocks.iter().any(|block| block.span.contains(word)), "{:?}", text.slice(word));
        }
    }
}

#[test]
fn piles_of_what_opens_a_turn_or_a_quotation_are_read_at_once() {
    for unit in ["a:", "Kim: ", "| ", ": ", "' ", "`` ", "-lrb- ", "Kim : no . ", "  Ab:", "12 . 15", "`a "] {
        let pile = unit.repeat(60_000 / unit.len());
        assert!(!Text::new(&pile).blocks().is_empty(), "{unit}");
    }
}

#[test]
fn rows_and_quotations_of_markdown_are_no_prose() {
    let raw = "The committee met on Monday and published its numbers.\n\n| City | Population |\n|------|-----------:|\n\
        | Oslo | 709,037 |\n\n> The numbers are better than hoped. They will get better still.\n\nThe mayor was pleased.";
    let found = kinds(raw);
    assert_eq!(found.iter().filter(|kind| **kind == "table").count(), 3, "{:?}", read(raw));
    assert_eq!(found.iter().filter(|kind| **kind == "quote").count(), 1, "{:?}", read(raw));
    assert_eq!((found[0], found[found.len() - 1]), ("prose", "prose"), "{:?}", read(raw));
}
