use super::*;
use crate::text::Text;

/// All questions on a text, sentence by sentence, with their answers.
fn asked(text: &str) -> Vec<(String, String)> {
    let indexed = Indexed::new(Text::new(text));
    let talk = Talk::of(&indexed);
    let people = People::of(&indexed, talk.as_ref(), None);
    let around = Around { text: &indexed, talk: talk.as_ref(), people: &people, lengths: SHORT };
    let sentences = 0..indexed.text.sentences().len();
    let mut out = Vec::new();
    for (unit, tokens) in sentences.map(|sentence| indexed.tokens_of(sentence)).enumerate() {
        if !tokens.is_empty() {
            let maker = Maker::new(&around, tokens.start, tokens.end, unit);
            let facts = maker.facts().into_iter().map(|fact| maker.question(fact));
            out.extend(facts.map(|question| (question.text, question.answer)));
        }
    }
    out
}

/// Whether a question with this answer is asked; the article does not matter.
#[track_caller]
fn asks(text: &str, expected: &[(&str, &str)]) {
    let all = asked(text);
    let bare = |answer: &str| {
        let articles = ["the ", "The ", "a ", "A ", "an "];
        articles.iter().find_map(|article| answer.strip_prefix(article)).unwrap_or(answer).to_owned()
    };
    for (question, answer) in expected {
        assert!(
            all.iter().any(|(asked, given)| asked == question && bare(given) == *answer),
            "{question} {answer}\n{all:#?}"
        );
    }
}

#[track_caller]
fn asks_not(text: &str, question: &str) {
    let all = asked(text);
    assert!(all.iter().all(|(other, _)| !other.contains(question)), "{question}\n{all:#?}");
}

#[test]
fn parts_of_a_clause_are_asked_for_by_their_question_words() {
    asks(
        "The city council approved the new budget on Tuesday, by 7 votes to 2.",
        &[
            ("Who approved the new budget on Tuesday by 7 votes to 2?", "city council"),
            ("What did the city council approve on Tuesday by 7 votes to 2?", "new budget"),
            ("When did the city council approve the new budget by 7 votes to 2?", "Tuesday"),
        ],
    );
    asks(
        "Kornblum will keep all staff for two years.",
        &[
            ("How long will Kornblum keep all staff?", "two years"),
            ("Who will keep all staff for two years?", "Kornblum"),
        ],
    );
    asks(
        "The bridge was struck by a barge in Castleford.",
        &[("What was struck by a barge in Castleford?", "bridge")],
    );
    asks(
        "The trial was ended because too few students came.",
        &[("Why was the trial ended?", "because too few students came")],
    );
    asks("Yields rose by 12 percent.", &[("By how much did yields rise?", "12 percent")]);
    asks(
        "Two hundred residents had to leave their homes.",
        &[("How many residents had to leave their homes?", "Two hundred")],
    );
    asks("The firm agreed to sell its bakeries.", &[("What did the firm agree to do?", "sell its bakeries")]);
    asks(
        "Zbigniew Huminski, 38, has confessed to the crime.",
        &[("Who has confessed to the crime?", "Zbigniew Huminski")],
    );
}

#[test]
fn what_somebody_says_is_asked_for_as_theirs() {
    asks(
        "The operator said a squirrel had damaged a cable.",
        &[
            ("According to the operator, what had damaged a cable?", "squirrel"),
            ("Who said a squirrel had damaged a cable?", "operator"),
        ],
    );
    asks(
        "Ann Keane joined the board in 2010. She sold her shares in May.",
        &[("What did Ann Keane sell in May?", "her shares")],
    );
}

#[test]
fn a_subject_ends_before_what_describes_it() {
    asks(
        "A ferry carrying 397 passengers ran aground on Friday.",
        &[("What ran aground on Friday?", "ferry carrying 397 passengers")],
    );
    asks(
        "The man who called the police was arrested on Friday.",
        &[("Who was arrested on Friday?", "man who called the police")],
    );
}

#[test]
fn what_nobody_could_know_from_the_question_is_not_asked() {
    for text in ["It found the report.", "They sold it in May.", "This was built by them."] {
        let all = asked(text);
        assert!(
            all.iter()
                .all(|(question, _)| !question.starts_with("What did it")
                    && !question.contains("sold it in May?")),
            "{all:?}"
        );
    }
    asks_not("The clinic has no emergency room.", "What does the clinic have");
    asks_not("Dr Roy can't come on Monday.", "When can't");
    asks_not("\"The clinic will close in May,\" Dr Roy said.", "Did Dr Roy say");
    asks_not("Shoppers took advantage of cheaper milk in May.", "What did shoppers take");
    asks_not("Leeds pressed for an hour only to lose in extra time.", "Why did Leeds");
    asks_not("He was found in Halden, last autumn, by a walker.", "Halden?");
}

#[test]
fn people_who_are_counted_are_people() {
    asks("A number of men were detained on Friday.", &[("Who was detained on Friday?", "number of men")]);
    asks(
        "A total of six boats were seized on Friday.",
        &[("What was seized on Friday?", "total of six boats")],
    );
}

#[test]
fn persons_teams_and_people_of_a_kind_are_who_and_countries_are_countries() {
    for (text, question, answer) in [
        ("Paramedics arrived at the scene on Monday.", "Who arrived at the scene on Monday?", "Paramedics"),
        ("Under this law the wealthy pay a higher tax.", "Who pays a higher tax?", "wealthy"),
        ("On Friday the Gunners signed a striker.", "Who signed a striker on Friday?", "Gunners"),
        ("Corvo, 21, has an older brother in Spain.", "Who has an older brother in Spain?", "Corvo"),
        ("Critics of the United States met in Paris.", "Who met in Paris?", "Critics of the United States"),
        (
            "The United States has complained to Moscow about the flight.",
            "Which country has complained to Moscow about the flight?",
            "United States",
        ),
    ] {
        asks(text, &[(question, answer)]);
    }
    asks_not("The tower stood for a hundred years.", "Who");
}

#[test]
fn what_has_no_tense_is_no_clause() {
    asks_not("A mother was horrified to find a gecko in a jacket.", "What do");
    asks_not("The defender, capped 25 times by Brazil, was angry.", "Who capped");
}

#[test]
fn an_answer_in_a_clause_has_its_conjunction() {
    asks(
        "The contractor paid a penalty because it missed its target.",
        &[("Why did the contractor pay a penalty?", "because it missed its target")],
    );
}

#[test]
fn a_turn_is_asked_about_by_who_speaks() {
    let talk = "Anna: I'll be at the station at nine.\nBen: How many bags are you bringing?\nAnna: Two.\nBen: My brother has a car.\n\
                Anna: We need a map.";
    asks(
        talk,
        &[
            ("Who will be at the station at nine?", "Anna"),
            ("How many bags is Anna bringing?", "Two"),
            ("What does Anna need?", "map"),
        ],
    );
    asks_not(talk, " I ");
}

#[test]
fn a_speaker_with_a_title_is_asked_about_by_name() {
    let call = "Operator: Good afternoon and welcome to the call.\nMark Deluca, CEO: Thank you. Our snack business had an \
        excellent quarter. I raised prices in July.\nSusan Park, Chief Financial Officer: Thank you. I repurchased shares \
        of 75 million dollars.\nMark Deluca, CEO: We sold the bakery in May.\n";
    asks(
        call,
        &[
            ("Who raised prices in July?", "Mark Deluca, CEO"),
            ("Who repurchased shares of 75 million dollars?", "Susan Park, Chief Financial Officer"),
        ],
    );
    // "We" are more people than the speaker.
    asks_not(call, "Who sold the bakery");
    asks_not(call, "authors");
}

#[test]
fn shares_and_offices_act_as_people_and_figures_do_not() {
    asks("80 percent bought a new remote.", &[("What percentage bought a new remote?", "80 percent")]);
    asks("The FBI opened an attachment on Friday.", &[("Who opened an attachment on Friday?", "FBI")]);
    asks(
        "A larger trial near Stavanger is planned for next year.",
        &[("When is a larger trial near Stavanger planned?", "next year")],
    );
    asks_not("Adjusted EPS fell to 88 cents from 91 cents.", "who fell");
    asks(
        "On Monday JK Rowling opened the library in Leeds.",
        &[("Who opened the library in Leeds on Monday?", "JK Rowling")],
    );
}

#[test]
fn authors_are_asked_about_by_that_name() {
    asks(
        "We followed 8,412 adults for nine years.",
        &[("How many adults did the authors follow for nine years?", "8,412")],
    );
    // Who says "we" in a report is not known.
    asks_not("We closed two depots in Tulsa in March.", "the authors");
}

#[test]
fn the_most_central_stretch_is_asked_about_first_and_again_where_it_tells_most() {
    let text = "The council approved the budget on Tuesday. A dog barked in Lucerne. The budget was read by the council.";
    let indexed = Indexed::new(Text::new(text));
    let stretch = |sentence: usize, central: f64| {
        let tokens = indexed.tokens_of(sentence);
        (tokens.start, tokens.end, central)
    };
    let asked = ask_central(&indexed, &[stretch(0, 4.0), stretch(1, 0.5), stretch(2, 0.4)]);
    let units: Vec<usize> = asked.iter().map(|question| question.unit).collect();
    assert_eq!(units[..2], [0, 0], "{asked:#?}");
    assert!(units.contains(&1), "{asked:#?}");
}

#[test]
fn what_a_report_begins_with_is_no_part_of_its_first_sentence() {
    asks(
        "OAKRIDGE, 12 March - The city council approved a budget on Tuesday night.",
        &[("Who approved a budget on Tuesday night?", "city council")],
    );
    asks(
        "London (CNN) The government of the country is coping with a wave of strikes.",
        &[("What is the government of the country coping with?", "wave of strikes")],
    );
}

#[test]
fn a_clause_within_another_is_asked_about_too() {
    asks(
        "The owners are angry after a speed camera was erected in Handsworth.",
        &[("Where was a speed camera erected?", "Handsworth")],
    );
    asks(
        "The coach of Larkfield Rovers, Stan Mulgrew, apologised on Monday for his language.",
        &[("Who apologised on Monday for his language?", "coach of Larkfield Rovers")],
    );
}

#[test]
fn a_question_word_stands_for_no_part_of_a_phrase() {
    for (text, odd) in [
        ("The seven stolen pictures are valued at four million euros.", "seven what"),
        ("Parents reported that messages frequently get no reply.", "that what"),
        ("Rock powder drew down much less than had been forecast.", "much what"),
        ("All of the phones were in working order.", "working what"),
        ("Ramiro Pizarro, who received 44.1 percent, conceded.", "who received how"),
    ] {
        asks_not(text, odd);
    }
}

#[test]
fn a_word_is_left_out_only_where_no_question_word_is_known() {
    let english = asked("The council approved the budget on Tuesday.");
    assert!(english.iter().all(|(question, _)| !question.contains("___")), "{english:?}");
    let german = asked(
        "Der Stadtrat hat am Dienstag nach langer Debatte den neuen Haushalt beschlossen, obwohl die Opposition \
        dagegen gestimmt hatte und weitere Verhandlungen forderte.",
    );
    assert!(!german.is_empty() && german.iter().all(|(question, _)| question.contains("___")), "{german:?}");
    // "The government approved the budget", of which the tables know no word.
    assert!(asked("הממשלה אישרה את התקציב.").iter().all(|(question, _)| !question.contains("\"___\"")));
    // A function word or half of a figure is no answer.
    for text in ["It was up to them and us.", "The 28-year-old won 4-6."] {
        let all = asked(text);
        assert!(
            all.iter().all(|(_, answer)| !["up", "them", "28", "4", "6"].contains(&answer.as_str())),
            "{all:?}"
        );
    }
}

#[test]
fn no_text_is_too_odd_to_be_asked_about() {
    for text in [
        "The chairman of the council said that",
        "The council said because of",
        "The pupils walked to",
        "Anna: I said if",
        "a",
        "38",
        ",",
        "$ 5 %",
        "A, 38, b",
        "in",
        "日本語のテキスト",
        "🙂 x",
        "1 2 3 4 5",
        "- - May -",
        "the the the",
    ] {
        for (question, _) in asked(text) {
            assert!(question.ends_with('?') && !question.contains('\n'), "{text}: {question}");
        }
    }
}

#[test]
fn what_somebody_tells_is_asked_for_as_theirs() {
    for (text, question, answer) in [
        (
            "The coach said most routes would be kept, but that the base in Selby is not profitable.",
            "According to the coach, what is not profitable?",
            "base in Selby",
        ),
        (
            "A truck struck the old bridge on Friday, according to the harbour police.",
            "According to the harbour police, what struck the old bridge on Friday?",
            "truck",
        ),
        (
            "Summer demand could weaken this year, a trader said.",
            "According to a trader, what could weaken this year?",
            "Summer demand",
        ),
        (
            "The judge said he sold the ground in May.",
            "According to the judge, what did he sell in May?",
            "ground",
        ),
        (
            "According to the landlord, the storm broke the window.",
            "According to the landlord, what did the storm break?",
            "window",
        ),
    ] {
        asks(text, &[(question, answer)]);
        let plain = question.split_once(", ").map(|(_, asked)| asked.to_owned());
        let plain = plain.map(|asked| asked[..1].to_uppercase() + &asked[1..]);
        asks_exactly_not(text, &plain.unwrap());
    }
}

#[test]
fn what_nobody_named_tells_is_no_plain_fact() {
    for (text, question) in [
        ("It may close the plant in Graz next year, she added.", "Graz"),
        ("He hopes that the council will repair the bridge.", "Who will repair"),
        ("The firm denied that the merger would cost jobs.", "What would cost jobs?"),
        ("Tate did not say that the council had sold the park.", "Who had sold the park?"),
    ] {
        let all = asked(text);
        let plain = all.iter().find(|(asked, _)| {
            asked.contains(question) && !asked.contains("___") && !asked.contains("added")
        });
        assert_eq!(plain, None, "{text}");
    }
    // Text after a semicolon, or beside an action that is not speech, has no source but the text.
    asks(
        "Tate said it was late; the council closed the bridge.",
        &[("What did the council close?", "bridge")],
    );
    asks(
        "Auditors found 212 forged cheques after a clerk phoned the police.",
        &[("Who phoned the police?", "clerk")],
    );
}

#[track_caller]
fn asks_exactly_not(text: &str, question: &str) {
    let all = asked(text);
    assert!(all.iter().all(|(other, _)| other != question), "{question}\n{all:#?}");
}

#[test]
fn what_is_left_out_once_is_asked_for_once() {
    let text = "The council approved the budget on Tuesday in Selby. Residents of the valley welcomed the new tram. \
                Engineers repaired the old ferry. A farmer found the stolen painting.";
    let indexed = Indexed::new(Text::new(text));
    let stretches: Vec<Stretch> = (0..4)
        .map(|sentence| {
            let tokens = indexed.tokens_of(sentence);
            (tokens.start, tokens.end, 1.0 - sentence as f64 / 10.0)
        })
        .collect();
    let asked = ask_central(&indexed, &stretches);
    let mut first: Vec<usize> = asked[..4].iter().map(|question| question.unit).collect();
    first.sort_unstable();
    assert_eq!(first, [0, 1, 2, 3], "{asked:#?}");
    // Times and places come after people and things.
    assert!(
        asked.iter().all(|question| !["Tuesday", "Selby"].contains(&question.answer.as_str())),
        "{asked:#?}"
    );
}

#[test]
fn some_words_stand_for_a_phrase() {
    for (phrase, expected) in [
        ("mayor Anna Keller", ["keller", "mayor"].as_slice()),
        ("Mayor Anna Keller", &["keller", "mayor"]),
        ("Anna Keller", &["keller"]),
        ("rise in annual revenue", &["rise"]),
        ("blankets and tents", &[]),
        ("two rivers", &[]),
    ] {
        let indexed = Indexed::new(Text::new(phrase));
        let words = words(&indexed, 0, indexed.stems.len());
        let expected: Vec<Stem> = expected.iter().map(|word| crate::text::stem_of(word)).collect();
        assert_eq!(heads(&indexed, &words.iter().collect::<Vec<_>>()), expected, "{phrase}");
    }
}

#[test]
fn words_that_belong_to_the_verb_or_to_nobody_else_are_kept_and_left_out() {
    asks(
        "Paul Armstrong , 26 , came up with the idea for a new bridge in Selby .",
        &[("Who came up with the idea for a new bridge in Selby?", "Paul Armstrong")],
    );
    asks("The mayor should step aside because of the vote.", &[("Why should the mayor step aside?", "vote")]);
    asks("The mayor lends her bike to Dan.", &[("Who does the mayor lend her bike to?", "Dan")]);
    asks(
        "The 22-year-old has signed a contract with the club.",
        &[("Who has signed a contract with the club?", "22-year-old")],
    );
    asks(
        "The mayor flew to Cyprus with four friends after the match.",
        &[("Where did the mayor fly with four friends after the match?", "Cyprus")],
    );
}

#[test]
fn a_phrase_of_a_relative_clause_is_not_asked_about_alone() {
    asks_not("Google, most of whose sales are routed through Ireland, is a large firm.", "whose");
}

#[test]
fn a_time_is_no_person_and_keeps_its_preposition() {
    asks_not("Steve Jobs unveiled the phone before an adoring crowd.", "When");
    asks_not("The chef named the dessert after the show by a rival.", "When");
    // A time given only by another event is not asked for.
    asks_not("The manager joked after the cup match.", "When");
    asks(
        "A boy was stabbed to death during the night.",
        &[("When was a boy stabbed to death?", "during the night")],
    );
    // "since" after a perfect gives a time, not a cause.
    asks_not("The video has been viewed often since being uploaded to the site.", "Why");
}

#[test]
fn of_several_places_or_times_the_first_is_asked_for() {
    let fair = "The fair is held at the old farm near Leeds on 25 July.";
    asks(fair, &[("Where is the fair held on 25 July?", "old farm near Leeds")]);
    asks_not(fair, "Where is the fair held at");
    asks("The shop opens at 10am on Tuesday.", &[("When does the shop open?", "10am on Tuesday")]);
    asks_not("The club has signed two players in January.", "When has");
    asks("The players will have a match on Tuesday.", &[("When will the players have a match?", "Tuesday")]);
}

#[test]
fn a_word_that_points_back_is_no_part_of_a_question() {
    asks_not(
        "The girls took flights to Istanbul in February from where they are believed to have left.",
        "where?",
    );
}

#[test]
fn nothing_is_asked_of_a_clause_that_is_not_one() {
    for text in [
        "The captain has won all the major cups a player can during his illustrious career.",
        "It was about to change, as Steve Jobs had on stage.",
        "Porto's defence was not the only thing to be ripped apart on Tuesday.",
        "Anyone had contact with Hannah on Monday.",
        "Someone broke the window on Monday.",
        "All eyes will be on the striker on Monday.",
    ] {
        assert_eq!(asked(text), [], "{text}");
    }
    asks_not("Jill dont want Bob to be happy.", "Who wants");
    asks_not("Guffick had done the same in May.", "Who");
}

#[test]
fn a_verb_is_asked_with_the_words_that_are_part_of_it() {
    asks(
        "Gusts overnight brought a tree down in Selby.",
        &[("What brought a tree down in Selby?", "Gusts"), ("What did gusts bring down in Selby?", "tree")],
    );
    for (text, object) in [
        ("The officer pulled the trigger on Monday.", "trigger"),
        ("The keeper tied the knot with a model last year.", "knot"),
        ("The keeper made the most of the weather.", "most of the weather"),
        ("The bus caught fire on Monday.", "fire"),
    ] {
        let all = asked(text);
        let asks_for =
            |(question, answer): &(String, String)| question.starts_with("What") && answer.ends_with(object);
        assert!(!all.is_empty() && !all.iter().any(asks_for), "{all:?}");
    }
}

#[test]
fn question_words_are_of_persons_and_of_things() {
    for (text, question, answer) in [
        ("Her neighbour's hedge stands in Stirling.", "What stands in Stirling?", "Her neighbour's hedge"),
        ("Mr Campbell accused the media on Monday.", "Who did Mr Campbell accuse on Monday?", "media"),
        (
            "but bruce is adamant he can keep hull in the premier league this season.",
            "Who is adamant he can keep hull in the premier league this season?",
            "bruce",
        ),
    ] {
        asks(text, &[(question, answer)]);
    }
    asks_not("He saw the car on the streets of Toronto, last autumn, in Canada.", "Who is");
}

#[test]
fn verbs_agree_with_their_subjects() {
    asks(
        "A council report need to ensure progress in schools.",
        &[("What does a council report need to ensure?", "progress in schools")],
    );
    asks(
        "The Young Lions are the defending champions.",
        &[("Who are the defending champions?", "Young Lions")],
    );
    asks(
        "The Gulls are currently four points above the relegation zone.",
        &[("Who is currently four points above the relegation zone?", "Gulls")],
    );
}

#[test]
fn no_part_of_a_name_is_asked_for_beside_the_other() {
    asks_not(
        "The tour manager told CNN affiliate KTVT that the bus stopped on Monday.",
        "Who did the tour manager tell",
    );
    asks_not("Two friends and their four sons travelled to Corbin.", "How many");
}

#[test]
fn a_long_claim_is_asked_about_whole() {
    let text = "Police say they have no objections to the late kick-off for the Manchester derby at the stadium on Sunday.";
    let indexed = Indexed::new(Text::new(text));
    let focus = [QuestionFocus { tokens: (0, indexed.stems.len()), doubted: Vec::new() }];
    let worded = ask(&indexed, &focus, QUESTIONS, None);
    assert!(
        worded.iter().any(|question| question.text.starts_with("Who says they have no objections")),
        "{worded:#?}"
    );
    let is_whole = |question: &Question| question.text.starts_with("Does the text say");
    assert!(worded.iter().position(is_whole).is_none_or(|at| at + 1 == worded.len()), "{worded:#?}");
}

#[test]
fn a_claim_that_was_asked_about_in_part_is_asked_about_as_a_whole_last() {
    let indexed = Indexed::new(Text::new("The council closed the library in May 2019. It was rainy."));
    let sentences = (0..2).map(|sentence| indexed.tokens_of(sentence));
    let focus: Vec<QuestionFocus> =
        sentences.map(|all| QuestionFocus { tokens: (all.start, all.end), doubted: Vec::new() }).collect();
    let all = ask(&indexed, &focus, 2 * QUESTIONS, None);
    let whole: Vec<usize> = all
        .iter()
        .filter(|question| question.text.starts_with("Does the text say"))
        .map(|it| it.unit)
        .collect();
    assert_eq!(whole, [1, 0], "{all:#?}");
}

#[test]
fn a_whole_claim_follows_that_if_it_is_a_clause() {
    let whole = |text: &str| {
        let indexed = Indexed::new(Text::new(text));
        let focus = [QuestionFocus { tokens: (0, indexed.stems.len()), doubted: Vec::new() }];
        ask(&indexed, &focus, QUESTIONS, None).pop().expect("a question").text
    };
    for (claim, asked) in [
        ("The council closed the library.", "Does the text say that the council closed the library?"),
        ("Ann Lee is the mayor of Cork.", "Does the text say that Ann Lee is the mayor of Cork?"),
        ("There was a fire at the school.", "Does the text say that there was a fire at the school?"),
        ("Killing at least seven people.", "Does the text say \"Killing at least seven people\"?"),
        ("When the library closed.", "Does the text say \"When the library closed\"?"),
    ] {
        assert_eq!(whole(claim), asked);
    }
}

#[test]
fn a_pronoun_is_who_the_sentence_before_is_about_without_capitals_too() {
    for name in ["nasr bitar", "Nasr bitar"] {
        let text = format!("{name} spotted the car on the streets of toronto. He followed the car in may.");
        let all = asked(&text);
        let asks = |question: &str| all.iter().any(|(asked, _)| asked.eq_ignore_ascii_case(question));
        assert!(asks("What did nasr bitar follow in may?"), "{all:#?}");
    }
}

#[test]
fn a_regular_past_that_no_lexicon_has_is_asked_in_its_base_form() {
    asks(
        "Ann Keane livestreamed the debate on Monday.",
        &[("What did Ann Keane livestream on Monday?", "debate")],
    );
}

#[test]
fn a_pronoun_stands_only_where_what_it_means_does() {
    asks(
        "The club reminded the players about their duties on Monday.",
        &[("Who reminded the players about their duties on Monday?", "club")],
    );
    asks_not("The keeper was on the bench in their win at Leeds.", "in their win");
    asks_not("The report was sold after he left.", "he left");
    asks_not("Manager Alan Stubbs said they fit in with the plan.", "what do they");
    asks(
        "Manager Alan Stubbs said he sold the ground in May.",
        &[("What did Manager Alan Stubbs sell in May?", "ground")],
    );
}

#[test]
fn times_causes_and_places_are_asked_for_where_they_are_definite() {
    asks_not("The teacher was banned from the school after he let pupils cheat.", "When");
    asks_not("The runner finished the race in nine hours.", "When");
    asks_not("Barcelona won the match to move four points clear.", "Why");
    asks_not("The keeper made 86 appearances for Newcastle.", "Who did");
    asks_not("The champion agreed at once.", "What did");
    asks("Usain Bolt will compete at the relays.", &[("What will Usain Bolt compete at?", "relays")]);
    asks(
        "The man attacked a guard at the airport with a knife.",
        &[("Where did the man attack a guard with a knife?", "airport")],
    );
    asks(
        "The council decided last year to close the library.",
        &[("What did the council decide to do last year?", "close the library")],
    );
    asks(
        "In 2013, 64% of seizures took place in Jordan.",
        &[("What percentage of seizures took place in Jordan in 2013?", "64%")],
    );
}

#[test]
fn what_the_tree_has_wrong_or_nothing_shows_is_not_asked() {
    for (text, question) in [
        ("Zorlan faces Brixo in May.", "What does"),
        ("The schools will have their agreements terminated.", "What will the schools have"),
        ("Perry Jones, billowing gowns, was in Leeds.", "Who is Perry"),
        ("Her daughter ran out of the shop screaming 'robber.", "'robber"),
    ] {
        asks_not(text, question);
    }
    // "only" belongs to a later clause.
    asks(
        "The coach was fired on Monday after a poor run, only to be reinstated the next day after the owner decided to \
         give the staff another chance.",
        &[("Who was fired on Monday after a poor run to be reinstated the next day?", "coach")],
    );
    asks("The Englishman has signed a deal in May.", &[("Who has signed a deal in May?", "Englishman")]);
}

#[test]
fn a_first_name_makes_a_person_of_the_word_behind_it() {
    asks(
        "laura massaro beat the champion on sunday. massaro will face the keeper in hull on monday.",
        &[("Who will face the keeper in hull on monday?", "massaro")],
    );
}

#[test]
fn a_claim_is_asked_about_by_what_may_be_wrong_in_it_and_by_yes_or_no() {
    let indexed = Indexed::new(Text::new("The council closed the library in May 2019."));
    let focus = [QuestionFocus { tokens: (0, indexed.stems.len()), doubted: Vec::new() }];
    let all = ask(&indexed, &focus, QUESTIONS, None);
    assert_eq!(all[0].text, "When did the council close the library?", "{all:#?}");
    let polar = all.iter().find(|question| question.text.starts_with("Did the council")).expect("a question");
    assert_eq!(polar.answer, "yes");
    let text = "Reed is the right man to lead the club forward after a season with no trophies and a finish outside the top four.";
    let indexed = Indexed::new(Text::new(text));
    let focus = [QuestionFocus { tokens: (0, indexed.stems.len()), doubted: Vec::new() }];
    let all = ask(&indexed, &focus, QUESTIONS, None);
    let polar =
        all.iter().find(|question| question.text.starts_with("Is Reed the right man")).expect("a question");
    assert_eq!(polar.answer, "yes");
    assert_eq!(&text[polar.span.range()], "man");
}

#[test]
fn who_says_some_words_is_asked_only_where_little_else_can_be() {
    let text = "Ann: Bob sold the red car to Mr Kerr in May.\nBob: you really do have a very strange taste in cars\n\
        Ann: Mr Kerr paid 900 euros on Monday.";
    let indexed = Indexed::new(Text::new(text));
    let stretches: Vec<Stretch> = (0..indexed.text.sentences().len())
        .map(|sentence| indexed.tokens_of(sentence))
        .map(|tokens| (tokens.start, tokens.end, 1.0))
        .collect();
    let asked = ask_central(&indexed, &stretches);
    assert!(asked.len() > 2, "{asked:#?}");
    assert!(asked.iter().all(|question| !question.text.starts_with("Who says \"")), "{asked:#?}");
    let first = Indexed::new(Text::new(
        "Bob: it really does taste surprisingly well in here\nAnn: ok\nBob: yes\nAnn: fine",
    ));
    let tokens = first.tokens_of(0);
    let asked = ask_central(&first, &[(tokens.start, tokens.end, 1.0)]);
    assert!(asked.iter().any(|question| question.text.starts_with("Who says \"")), "{asked:#?}");
}

#[test]
fn amounts_periods_days_and_bodies_are_asked_for_as_such() {
    asks(
        "The opening of the new wing was pushed back six months.",
        &[("How long was the opening of the new wing pushed back?", "six months")],
    );
    asks(
        "Sales of home batteries grew 41 percent last year.",
        &[("By how much did sales of home batteries grow last year?", "41 percent")],
    );
    asks(
        "Unions representing nurses welcomed the delay.",
        &[("Who welcomed the delay?", "Unions representing nurses")],
    );
    asks("Maria flies back to Lisbon on the 18th.", &[("When does Maria fly back to Lisbon?", "18th")]);
    asks(
        "Joe Mallory scored twice in the second half.",
        &[("Who scored twice in the second half?", "Joe Mallory")],
    );
    asks_not("Revenue rose by 41 percent to 57 million pounds as sales in Germany doubled.", "Revenue");
    asks_not("Tom: Not yet, the Old Mill is full on the 14th.", "not full");
    asks_not("Teachers reported fewer pupils falling asleep in class.", "Who did teachers report");
    asks_not(
        "Alvarado persuaded customers to sign blank slips and used the money for holidays.",
        "did customers use",
    );
}

#[test]
fn what_qualifies_a_verb_stays_with_it() {
    asks(
        "The Solberg span was first used after the floods of 1988 in Bangladesh.",
        &[("What was first used after the floods of 1988 in Bangladesh?", "Solberg span")],
    );
    asks(
        "Storm Edda left 86,000 homes without power.",
        &[("What left 86,000 homes without power?", "Storm Edda")],
    );
    asks(
        "The families hold 57 per cent of the shares in Fjordbruk.",
        &[("What percentage of the shares in Fjordbruk do the families hold?", "57 per cent")],
    );
    asks_not("Nadia: I've got the dentist at nine.", "got");
}

#[test]
fn what_is_too_long_for_a_question_is_left_out_of_it() {
    asks(
        "The farmer Havlaks has agreed to buy its smaller rival Fjordbruk for 8.9 billion kroner ($840 million) in cash and \
         shares, creating the largest producer of farmed salmon in the world.",
        &[("Who has agreed to buy its smaller rival Fjordbruk for 8.9 billion kroner?", "farmer Havlaks")],
    );
    asks_not(
        "The firm has agreed to sell the bakery to its rival in the north, if the workers who are in it agree to stay.",
        "in the north?",
    );
}

#[test]
fn who_speaks_of_himself_is_the_subject() {
    for (text, question, answer) in [
        ("Victor Osei said he would rename the airline.", "What would Victor Osei rename?", "airline"),
        (
            "The company said it would sell its base in May.",
            "What would the company sell in May?",
            "its base",
        ),
        (
            "Ann: What a walk it was on Sunday.\nTom: I think I got some suntan.\nAnn: So did the dog.",
            "What did Tom get?",
            "some suntan",
        ),
    ] {
        asks(text, &[(question, answer)]);
    }
    asks_not("Victor Osei said he would rename the airline.", "According to");
}

#[test]
fn signs_hyphens_and_dashes_stay_what_they_are() {
    asks("The temperature fell to -3 at night.", &[("What fell to -3 at night?", "temperature")]);
    asks(
        "The 20 - year - old sold the house in May. He had a walk.",
        &[("What did the 20-year-old sell in May?", "house")],
    );
    asks_not("The twenty-year-old took a walk to the summit - in icy wind.", "summit-in");
}

#[test]
fn a_part_of_people_is_people_and_a_part_of_them_is_nobody() {
    asks(
        "About a third of its staff missed the meeting.",
        &[("Who missed the meeting?", "About a third of its staff")],
    );
    asks("Local fishermen have sold the boats.", &[("What have local fishermen sold?", "boats")]);
    asks_not("The whales were saved, but 28 of them floated back to the shore.", "floated");
    asks(
        "Anyone who had contact with the teacher must see a doctor.",
        &[("Who must see a doctor?", "Anyone who had contact with the teacher")],
    );
}

#[test]
fn what_the_parser_cuts_off_is_not_asked() {
    for (text, question) in [
        ("Cycling brought Team GB 12 medals in Rio.", "How many"),
        ("The striker could force his way out of the club this summer.", "What could"),
        ("They organise their affairs in ways that minimise the taxes.", "ways"),
        ("It is for the democracy that is the United Kingdom.", "United Kingdom"),
        ("How much of a personal setback it was is not clear.", "What is not clear"),
        ("The last time it happened was in 1973.", "What was in 1973"),
        ("She pulled in behind the car at a red light.", "light"),
        ("Ann: Can I?\nTom: I'd rather you didn't, my tank is full.\nAnn: I see.", "What would is"),
        (
            "The reds would have to reconsider their stance if the player and his advisers go down the route of buying out a \
             chunk of his contract.",
            "advisers go?",
        ),
    ] {
        asks_not(text, question);
    }
    asks_not("Thirty-six whales were rescued and pushed back into the sea.", "did push");
}

#[test]
fn a_yes_or_no_question_is_answered_by_yes_or_no() {
    let asked = |text: &str| -> Vec<(String, String)> {
        let indexed = Indexed::new(Text::new(text));
        let focus = [QuestionFocus { tokens: (0, indexed.stems.len()), doubted: Vec::new() }];
        let all = ask(&indexed, &focus, 3 * QUESTIONS, None);
        all.into_iter().map(|question| (question.text, question.answer)).collect()
    };
    for (text, question, answer) in [
        ("The council closed the library.", "Did the council close the library?", "yes"),
        ("The council has not closed the library.", "Has the council closed the library?", "no"),
        ("Ann Roy is not in shape.", "Is Ann Roy in shape?", "no"),
        ("The council closed the library.", "Does the text say that the council closed the library?", "yes"),
        ("The council closed the library.", "What did the council close?", "the library"),
    ] {
        let all = asked(text);
        assert!(all.contains(&(question.to_owned(), answer.to_owned())), "{question}\n{all:#?}");
    }
}

#[test]
fn what_the_text_leaves_open_or_denies_is_not_asked_as_a_fact() {
    for (text, odd) in [
        ("Lazio had yet to play on Monday.", "had to play"),
        ("The house has hardly been altered since May.", "been altered"),
        ("The suspects were no older than 30.", "older"),
        ("The study didn't prove that antibiotics were causing the disease.", "were antibiotics causing"),
        ("Officers suspect that the clerk has stolen the money.", "who has stolen"),
        ("It is unlikely that the council will repair the bridge.", "ill repair the bridge?"),
        ("The ban was no longer needed in Leeds.", "needed"),
    ] {
        asks_not(text, odd);
    }
    asks("Lazio had to play on Monday.", &[("When did Lazio have to play?", "Monday")]);
    asks("The thief allegedly stole a painting.", &[("What did the thief allegedly steal?", "painting")]);
    asks(
        "The council did not know that the clerk had stolen the money.",
        &[("Who had stolen the money?", "clerk")],
    );
    asks(
        "The officer said that the clerk has stolen the money.",
        &[("According to the officer, who has stolen the money?", "clerk")],
    );
}

#[test]
fn a_verb_keeps_its_particle_and_its_complement() {
    asks(
        "Inspectors found patients to be well looked after and said staff were committed to good care.",
        &[("Who found patients to be well looked after?", "Inspectors")],
    );
    asks("Zoey finds his pictures pretty.", &[("What does Zoey find pretty?", "his pictures")]);
    let beach = "The carcasses are being burned close to the beach.";
    asks(beach, &[("What is being burned close to the beach?", "carcasses")]);
    asks_not(beach, "Where");
    asks("The keeper played well in the stadium.", &[("Where did the keeper play well?", "stadium")]);
    // An adverb that changes nothing stays out.
    asks("The carcasses were also burned at the beach.", &[("Where were the carcasses burned?", "beach")]);
}

#[test]
fn a_participle_that_only_names_something_is_no_deed() {
    asks_not("The Russian freezer trawler called the Dalny Vostok sank off Kamchatka.", "What called");
    asks_not(
        "The russian trawler, called the dalny vostok, that sank while carrying 132 men.",
        "trawler call?",
    );
    asks("The mayor called an election in May.", &[("What did the mayor call in May?", "election")]);
}

#[test]
fn a_number_a_compound_or_a_name_is_not_cut() {
    asks_not("A rescue operation involving more than 1, 300 people is now underway.", "What is now underway");
    asks_not("Emeritus Professor Alayne Street-Perrott, is among a team from Leeds.", "What is among");
    asks_not(
        "Betsi Cadwaladr University Health Board said it was working to manage the pressures.",
        "Betsi w",
    );
    asks_not(
        "The actress told HuffPost Live that she did not want to repeat herself after portraying a gangster's wife in Goodfellas.",
        "who lives",
    );
    asks("1,300 people signed the letter.", &[("How many people signed the letter?", "1,300")]);
    asks("Ann Street-Perrott won the prize.", &[("Who won the prize?", "Ann Street-Perrott")]);
    asks("Ann Roy said the ferry was late.", &[("Who said the ferry was late?", "Ann Roy")]);
}

#[test]
fn what_only_looks_like_a_verb_or_a_time_is_none() {
    asks_not("Two wins in a row for Celtic this week.", "wins");
    asks_not("Last week 's 3-2 win at West Brom was a relief.", "What is 3-2");
    asks_not("Growth has eased to 1.3 million barrels a day from 2.2 million.", "How long");
    asks("The strike lasted two days.", &[("How long did the strike last?", "two days")]);
    asks_not("Inequality rose for the first time in a year since 1993.", "When");
    asks("The firm has grown since 1993.", &[("Since when has the firm grown?", "1993")]);
    asks_not("A first-half strike by Pjanic gave Roma victory over Napoli on Saturday.", "Where");
    asks("The jet crashed over Syria on Monday.", &[("Where did the jet crash on Monday?", "Syria")]);
    asks("Vardy scored a late winner in Leeds.", &[("What did Vardy score in Leeds?", "late winner")]);
}

#[test]
fn an_answer_ends_where_its_phrase_does() {
    asks(
        "Prosecutor Joan Kagezi was shot dead on 30 March, a day before the trial of men accused of involvement in bombings.",
        &[("When was prosecutor Joan Kagezi shot dead?", "30 March")],
    );
    asks(
        "Locals have started a Facebook page demanding that the figure, which went up in 2009, be taken away.",
        &[(
            "What have locals started?",
            "Facebook page demanding that the figure, which went up in 2009, be taken away",
        )],
    );
}

#[test]
fn a_pronoun_means_nobody_if_another_name_stands_before_it() {
    asks_not(
        "Jose Mourinho praised the club. Louis van Gaal revealed that he sold the keeper in May.",
        "Mourinho sell",
    );
    asks(
        "Ann Keane joined the board in 2010. The firm grew until she sold her shares in May.",
        &[("What did Ann Keane sell in May?", "her shares")],
    );
}
