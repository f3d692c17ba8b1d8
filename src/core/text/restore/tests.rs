use super::*;

fn read(written: &str) -> Cow<'_, str> {
    with_marks(written, Open::default())
}

#[test]
fn marks_that_a_tokeniser_took_apart_are_put_back() {
    for (written, restored) in [
        ("Huminski 's car was there .", "Huminski's car was there ."),
        ("it ’ s over , he didn ’ t come", "it’s over , he didn’t come"),
        ("john o ' hare says", "john o'hare says"),
        ("` it is bad , ' he said .", "'it is bad ,' he said ."),
        ("he left . ' It is true . ' Nobody knew .", "he left . 'It is true .' Nobody knew ."),
        ("`` It is late , '' she said", "\"It is late ,\" she said"),
        ("the boys ' room , wales ' crunch match", "the boys' room , wales' crunch match"),
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
        "rock 'n' roll, the boys' room",
        "run `cargo test` or `x`",
        "“Yes,” he said. ‘No.’",
        "",
    ] {
        assert_eq!(read(text), text);
    }
}

#[test]
fn decimals_are_those_after_which_no_sentence_begins() {
    let is_one = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit()).expect("a gap");
        let next = end + text[end..].find(|c: char| c.is_ascii_digit()).expect("more digits");
        is_decimal(text, end, next)
    };
    for text in ["12 . 15pm", "7. 8 per cent", "6. 5, murray", "0. 08 more"] {
        assert!(is_one(text), "{text}");
    }
    for text in ["2012. 15 people came", "7. 8 people died there", "7. 8"] {
        assert!(!is_one(text), "{text}");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2_000))]

    #[test]
    fn words_stay_whatever_the_marks(written in "[a-z0-9 .,:'`\"\\-()$’‘n\\\\]{0,40}|( ?(n't|'s|`|'|''|``|12|\\.|,|no|’|é) ?){0,12}") {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        proptest::prop_assert_eq!(letters(&read(&written)), letters(&written));
    }
}
