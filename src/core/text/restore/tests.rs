use super::*;

fn read(written: &str) -> String {
    Restored::of(written).map_or_else(|| written.to_owned(), |restored| restored.text.into())
}

#[test]
fn what_a_tokeniser_took_apart_is_put_together() {
    for (written, restored) in [
        ("It did n't rain , did it ?", "It didn't rain, did it?"),
        ("Huminski 's car ( left ) was there .", "Huminski's car (left) was there."),
        ("I ca N'T .", "I caN'T."),
        ("it ’ s over , he didn ’ t come", "it’s over, he didn’t come"),
        ("john o ' hare says", "john o'hare says"),
        ("-LRB- CNN -RRB- He left", "(CNN) He left"),
        ("the officer -lsb- sic -rsb- , who", "the officer [sic], who"),
        ("at 12 . 15pm on 4 : 15 p. M. At noon", "at 12.15pm on 4:15 p.m. At noon"),
        ("down by around 7. 8 per cent", "down by around 7.8 per cent"),
        ("zaha 6. 5, murray 6. 5, and 0. 08 more", "zaha 6.5, murray 6.5, and 0.08 more"),
        ("$ 1500 and £ 5 , 55 % of it", "$1500 and £5, 55% of it"),
        ("the 34 - year - old man", "the 34-year-old man"),
        ("` it is bad , ' he said .", "'it is bad,' he said."),
        ("he left . ' It is true . ' Nobody knew .", "he left. 'It is true.' Nobody knew."),
        ("`` It is late , '' she said", "\"It is late,\" she said"),
        ("the boys ' room , wales ' crunch match", "the boys' room, wales' crunch match"),
        ("``maverick\\'\\'is a word", "\"maverick\"is a word"),
        ("he said \" no \" twice", "he said \"no\" twice"),
    ] {
        assert_eq!(read(written), restored, "{written}");
    }
}

#[test]
fn what_is_written_as_it_should_be_stays() {
    for text in [
        "It didn't rain. \"Really?\" she said, 'no.'",
        "He was born in 2012. 15 people came. In May 7. Nobody left.",
        "aged 7. 8 people died there",
        "see you :) or ;) at 5 :P (no) :)",
        "rock 'n' roll, the boys' room",
        "run `cargo test` or `x`",
        "and so on ... it went . . .",
        "the plan - approved on Monday - was late",
        "scored .300 and .5 more",
        "“Yes,” he said. ‘No.’",
        "",
    ] {
        assert_eq!(read(text), text);
    }
}

#[test]
fn what_is_read_has_its_place_in_the_file() {
    let written = "It did n't cost $ 5 -lrb- left -rrb- .";
    let restored = Restored::of(written).expect("a tokenised text");
    assert_eq!(&*restored.text, "It didn't cost $5 (left).");
    for (word, own) in [
        ("It", "It"),
        ("didn't", "did n't"),
        ("$5", "$ 5"),
        ("(", "-lrb-"),
        ("left", "left"),
        (")", "-rrb-"),
        (".", "."),
    ] {
        let at = restored.text.find(word).expect("a word");
        let read = Span::new(at, at + word.len());
        let place = restored.written(read);
        assert_eq!(&written[place.range()], own, "{word}");
        assert_eq!(restored.read(place), read, "{word}");
    }
    let whole = Span::new(0, restored.text.len());
    assert_eq!(restored.written(whole), Span::new(0, written.len()));
    assert_eq!(restored.read(Span::new(0, written.len())), whole);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_put_back_and_keeps_its_places(written in "[a-z0-9 .,:'`\"\\-()$’‘n\\\\]{0,40}|( ?(n't|'s|-lrb-|`|'|''|``|12|\\.|,|no|\\$|’|é|p\\. M\\.|- year - old) ?){0,12}") {
        let Some(restored) = Restored::of(&written) else { return Ok(()) };
        let mut last = 0;
        for (at, c) in restored.text.char_indices() {
            let place = restored.written(Span::new(at, at + c.len_utf8()));
            proptest::prop_assert!(place.start >= last && !place.is_empty());
            let own = written.get(place.range());
            proptest::prop_assert!(own.is_some());
            last = place.end;
            proptest::prop_assert_eq!(restored.read(place), Span::new(at, at + c.len_utf8()));
        }
    }
}
