//! False alarms found in real cases, each with a real mismatch that must still be found.

use crate::evidence::Article;
use crate::evidence::mismatch::MismatchKind;
use crate::evidence::support::{assert_found, judge, judge_alone};
use crate::text::{Sentence, Text};

/// Whether the checks raise no doubt about a claim beyond differences of wording.
#[track_caller]
fn assert_quiet(article: &str, claim: &str) {
    let mismatches = judge_alone(article, claim).mismatches;
    assert!(!mismatches.iter().any(|mismatch| mismatch.is_doubt()), "{claim}: {mismatches:?}");
}

#[test]
fn is_set_to_says_that_it_will_be_done() {
    const FILM: &str =
        "The studio will release the film about the lighthouse in cinemas in May, its director said.";
    let said = judge_alone(FILM, "The studio is set to release the film about the lighthouse in May.");
    assert!(!said.mismatches.iter().any(|mismatch| mismatch.why.contains("set")), "{:?}", said.mismatches);
    let missing = judge_alone(FILM, "The studio built a set for the film about the lighthouse in May.");
    assert!(
        missing.mismatches.iter().any(|mismatch| mismatch.why.contains("set")),
        "{:?}",
        missing.mismatches
    );
}

#[test]
fn an_age_is_no_speaker() {
    const HIKE: &str = "The 56-year-old said the path over the ridge was closed by snow. Tom Reed of the rescue team \
        warned that the ice on the lake was thin.";
    assert_found(
        HIKE,
        MismatchKind::Attribution,
        &[
            ("Anna Keller said the path over the ridge was closed by snow.", false),
            ("The 56-year-old said the path over the ridge was closed by snow.", false),
            ("Anna Keller warned that the ice on the lake was thin.", true),
        ],
    );
}

#[test]
fn speakers_are_not_read_off_text_without_capitals() {
    const LOWER: &str = "former teacher of the u.s. academy said the path over the ridge was closed by snow . mr reed \
        warned that the ice on the lake was thin .";
    assert_found(
        LOWER,
        MismatchKind::Attribution,
        &[
            ("mr said the path over the ridge was closed by snow .", false),
            ("the u.s. warned that the ice on the lake was thin .", false),
            ("rescuers warned that the ice on the lake was thin .", false),
        ],
    );
}

#[test]
fn a_denial_whose_apostrophe_stands_apart_is_one() {
    const FOOD: &str =
        "Residents of the valley didn ’ t have enough clean water in the summer, the mayor said.";
    assert_found(
        FOOD,
        MismatchKind::Negation,
        &[
            ("Residents of the valley did not have enough clean water in the summer.", false),
            ("Residents of the valley had enough clean water in the summer.", true),
        ],
    );
}

#[test]
fn a_country_and_its_people_are_one_name() {
    const CLIMB: &str = "The climbers from Spain were rescued because a storm had broken their tents, police said. Two \
        Danes were lost in June.";
    assert_quiet(CLIMB, "Spanish climbers were rescued because a storm had broken their tents.");
    assert_found(
        CLIMB,
        MismatchKind::Name,
        &[
            ("Two people from Denmark were lost in June.", false),
            ("Two people from Norway were lost in June.", true),
        ],
    );
}

#[test]
fn a_denial_reaches_no_neighbour() {
    const OATH: &str = "The witness never left the house without a bible. The judge asked him, and he said no and took \
        the oath in court.";
    assert_found(
        OATH,
        MismatchKind::Negation,
        &[
            ("The witness left the house with a bible.", false),
            ("The witness took the oath in court.", false),
            ("The witness left the house without a bible.", true),
        ],
    );
}

#[test]
fn a_name_in_full_and_its_initials_are_one() {
    const RIGHTS: &str =
        "The camps in the north were closed by the army in May, HRW said in its report on Monday.";
    assert_found(
        RIGHTS,
        MismatchKind::Name,
        &[
            ("The camps in the north were closed by the army, Human Rights Watch said.", false),
            ("The camps in the north were closed by the army, Green Wave Alliance said.", true),
        ],
    );
}

#[test]
fn initials_of_nouns_are_these_nouns() {
    const CALL: &str = "Adjusted earnings per share came to 88 cents, and sales rose by 4 percent.";
    assert_found(
        CALL,
        MismatchKind::Name,
        &[("Adjusted EPS came to 88 cents.", false), ("Adjusted EBITDA came to 88 cents.", true)],
    );
}

#[test]
fn down_for_a_fourth_day_is_down_for_four_days() {
    const COUNTY: &str = "The attack has shut down the computers of the county for a fourth day. Sales rose for the third \
        straight year. The fifth day of the hearing begins.";
    assert_found(
        COUNTY,
        MismatchKind::Unit,
        &[
            ("The computers of the county have been down for four days.", false),
            ("Sales rose for three years.", false),
            ("The hearing lasted five days.", true),
        ],
    );
}

#[test]
fn another_fact_of_the_same_with_an_adverbial_is_no_exchange() {
    const FIRE: &str = "Cooler weather had helped them contain about 60 percent of the fire. The police chased the thief. The actress \
        who played a nurse won the prize.";
    assert_found(
        FIRE,
        MismatchKind::Role,
        &[
            ("The fire is now about 60 percent contained after the weather cooled.", false),
            ("The prize-winning actress played a nurse.", false),
            ("The thief chased the police.", true),
        ],
    );
}

#[test]
fn finding_something_ugly_is_not_the_other_side_of_losing_it() {
    const SURVEY: &str =
        "In the survey 75 percent of users find remotes to be ugly. People lose remotes all the time.";
    assert_found(
        SURVEY,
        MismatchKind::Antonym,
        &[
            ("In the survey people lose remotes.", false),
            ("In the survey 75 percent of users lose remotes.", false),
        ],
    );
}

#[test]
fn a_sign_without_a_word_takes_no_place_of_a_noun() {
    for sign in ["→", "☕", "😀😀"] {
        let article = format!("Anna covered the dough with {sign}");
        assert_found(&article, MismatchKind::Replaced, &[("Anna covered the dough with a trombone.", false)]);
    }
}

#[test]
fn what_comes_at_no_charge_is_free() {
    const FERRY: &str =
        "A car ferry will sail every forty minutes, free of charge. The council will charge for parking.";
    assert_quiet(FERRY, "A car ferry sails at no charge.");
    assert_found(FERRY, MismatchKind::Negation, &[("The council will not charge for parking.", true)]);
}

#[test]
fn a_road_between_two_places_is_of_both() {
    const BRIDGE: &str = "The bridge carries the only road link between Ostervik and the island of Tarn. Prosecutors accuse \
        Dieter Anders of approving the loans without security and Silke Thoma of hiding the losses from auditors.";
    assert_found(
        BRIDGE,
        MismatchKind::Role,
        &[
            ("Tarn loses its only road link.", false),
            ("Silke Thoma is accused of approving loans without security.", true),
        ],
    );
}

#[test]
fn sales_and_expecting_them_are_no_relation_of_two_sides() {
    const YEAR: &str = "For the full year we still expect sales of between 230 and 240 million, though you should assume \
        the lower half. The museum sold both pictures to Edgar Roth.";
    assert_found(
        YEAR,
        MismatchKind::Role,
        &[
            ("Annual sales are forecast at 230 to 240 million, more likely towards the bottom.", false),
            ("Edgar Roth sold both pictures to the museum.", true),
        ],
    );
}

#[test]
fn of_two_names_for_one_nothing_is_denied() {
    const AUDIT: &str = "The scheme came to light not through the auditors but because a resident wondered. Residents sue the \
        auditing firm, Hartley Voss.";
    assert_quiet(AUDIT, "Hartley Voss, the auditors");
    assert_found(AUDIT, MismatchKind::Negation, &[("The scheme came to light through the auditors.", true)]);
}

#[test]
fn an_adverb_stands_in_the_place_of_no_noun() {
    const PLAN: &str =
        "The group now plans to test whether a strip of loose gravel beneath the nests dampens the effect.";
    assert_found(
        PLAN,
        MismatchKind::Replaced,
        &[
            ("Loose gravel beneath the nests will be tested next.", false),
            (
                "The group now plans to test whether a strip of loose asphalt beneath the nests dampens the effect.",
                true,
            ),
        ],
    );
}

#[test]
fn a_negation_is_about_the_same_deed() {
    use MismatchKind::Negation;
    const WIN: &str = "Bottas took a maiden win in Hungary on Sunday. Hamilton led the race in Spain.";
    const VOTE: &str = "The leadership contest follows the decision of Farage to stand down after the vote. Evans spoke to the \
        students on Monday.";
    const MEANING: &str = "The authors claim that their method preserves the meaning of the text. It keeps the length \
        of the sentences.";
    const FOX: &str = "Sophie: I dont know a fox. Jenkin knows a dolphin.";
    for (article, claims) in [
        (
            WIN,
            [
                ("Hamilton failed to win in Hungary on Sunday.", false),
                ("Hamilton did not lead the race in Spain.", true),
            ],
        ),
        (
            VOTE,
            [
                ("Evans will not stand in the leadership contest after the vote.", false),
                ("Evans did not speak to the students on Monday.", true),
            ],
        ),
        (
            MEANING,
            [
                ("The method does not preserve the meaning of the text.", false),
                ("It does not keep the length of the sentences.", true),
            ],
        ),
        (FOX, [("Sophie doesn't know a fox.", false), ("Jenkin doesn't know a dolphin.", true)]),
    ] {
        assert_found(article, Negation, &claims);
    }
}

#[test]
fn a_possibility_is_about_the_same_deed() {
    use MismatchKind::Modality;
    const MUSEUM: &str = "Wai: I was thinking we could meet at four at the main entrance of the museum.";
    const TEST: &str = "Kelvin: We will be having the statistics test during the class on Friday.";
    const MARKET: &str = "Charles: Allegedly there are Christmas things going on at the weekend in the city.";
    const SCHOOLS: &str = "The association will publish its future performance strategy for schools in May.";
    for (article, claim) in [
        (MUSEUM, "They will meet at four at the main entrance of the museum."),
        (TEST, "They will have the statistics test during the class on Friday."),
        (MARKET, "There is a Christmas weekend in the city."),
        (SCHOOLS, "The association is considering the future of its performance schools."),
    ] {
        assert_found(article, Modality, &[(claim, false)]);
    }
    assert_found(
        "The museum could close at four on Friday.",
        Modality,
        &[("The museum closes at four on Friday.", true)],
    );
    assert_found(
        "The students will have finished the statistics test by Friday.",
        Modality,
        &[("The students have finished the statistics test.", true)],
    );
}

#[test]
fn a_manager_speaks_for_the_company() {
    const ROAD: &str = "TfL transport manager Leon Daniels said that a cyclist had been killed in a collision with a \
        lorry at a roundabout in Bow. Ann Reed opened a bridge. McAuley put the side ahead, before substitute McGinn added the second goal of their \
        win over Ukraine.";
    assert_found(
        ROAD,
        MismatchKind::Attribution,
        &[
            ("TfL said that a cyclist had been killed in a collision with a lorry at a roundabout.", false),
            ("Reed said that a cyclist had been killed in a collision with a lorry at a roundabout.", true),
            ("McAuley says the second goal of their win over Ukraine was special.", false),
        ],
    );
}

#[test]
fn due_to_run_out_names_no_cause() {
    const BAN: &str = "His suspension is due to run out in April. The suspension also resulted in his exclusion from \
        the team for the championships.";
    assert_found(
        BAN,
        MismatchKind::Replaced,
        &[("His suspension is due to run out before the championships.", false)],
    );
    assert_found(
        "The road was closed in April due to flooding. A collision blocked the bridge in May.",
        MismatchKind::Replaced,
        &[("The road was closed in April due to a collision.", true)],
    );
}

#[test]
fn the_article_may_say_it_in_two_words() {
    const HULL: &str = "Steve Bruce is confident he can keep Hull in the top division this season. Bruce said on Monday that he \
        is adamant he can keep Hull in the top division this season.";
    assert_found(
        HULL,
        MismatchKind::Replaced,
        &[
            ("Steve Bruce is adamant he can keep Hull in the top division.", false),
            ("Steve Bruce is certain he can keep Leeds in the top division.", true),
        ],
    );
}

#[test]
fn some_before_a_number_means_about() {
    const FERRY: &str =
        "A fire broke out on a ferry on Tuesday. Several passengers and crew left the ship in boats.";
    assert_found(
        FERRY,
        MismatchKind::Quantifier,
        &[
            ("Some 150 passengers and crew left the ship in boats.", false),
            ("No passengers and crew left the ship in boats.", true),
        ],
    );
}

#[test]
fn what_follows_is_no_opposite_of_who_leads() {
    const PARTY: &str =
        "A disciplinary meeting took the decision to expel Reilly from the party, its leader said.";
    assert_found(
        PARTY,
        MismatchKind::Antonym,
        &[("Reilly was expelled from the party following a disciplinary meeting of its members.", false)],
    );
}

#[test]
fn a_month_is_nobody() {
    const CUBA: &str = "Since a revolution in 1959 Cuba has been a one-party state led by Mr Castro and - since \
        February 2008 - by his chosen successor and younger brother, Raul.";
    assert_found(
        CUBA,
        MismatchKind::Role,
        &[("His chosen successor and younger brother, Raul Castro, has been in power since 2008.", false)],
    );
}

#[test]
fn a_member_of_a_category_excludes_the_others_of_the_same_thing() {
    const PAINT: &str = "Activists dumped gallons of yellow and blue paint in front of the hall on Thursday morning. Ann Roy \
        won a silver medal in the northern town of Halden.";
    assert_found(
        PAINT,
        MismatchKind::Antonym,
        &[
            ("Activists dumped gallons of pink paint in front of the hall.", true),
            ("Activists dumped gallons of blue paint in front of the hall.", false),
            ("Activists in black coats dumped gallons of paint in front of the hall.", false),
            ("Activists dumped paint in front of the hall on Thursday evening.", true),
            ("Ann Roy won a gold medal in Halden.", true),
            ("Ann Roy won a silver medal in the eastern town of Halden.", true),
            ("Ann Roy won a medal in the north of Halden.", false),
        ],
    );
}

#[test]
fn what_happens_in_a_city_happens_in_its_country() {
    const CITY: &str =
        "Activists in London dumped gallons of blue paint in front of the hall on Thursday morning.";
    assert_quiet(
        CITY,
        "U.K. activists dumped gallons of blue paint in front of the hall on Thursday morning.",
    );
    assert_found(
        CITY,
        MismatchKind::Name,
        &[("French activists dumped gallons of blue paint in front of the hall on Thursday.", true)],
    );
}

#[test]
fn an_age_makes_nobody_old() {
    const CLUB: &str =
        "The club made an offer for the 22-year-old forward Ann Roy on Monday, its old president said.";
    assert_found(
        CLUB,
        MismatchKind::Antonym,
        &[
            ("The club made an offer for the young forward Ann Roy on Monday.", false),
            ("The club made an offer for the forward Ann Roy on Monday, its young president said.", true),
        ],
    );
}

#[test]
fn well_in_as_well_as_is_the_opposite_of_nothing() {
    const GRAPHS: &str = "The method infers the labels of nodes from other labels as well as from the graph. Rovers played \
        well in Leeds.";
    assert_found(
        GRAPHS,
        MismatchKind::Antonym,
        &[
            ("The method infers the labels of nodes badly from other labels.", false),
            ("Rovers played badly in Leeds.", true),
        ],
    );
}

#[test]
fn an_inability_denies() {
    const STAFF: &str = "Flynn said the departures were indicative of the council's inability to hold on to senior staff. \
        The mayor can hold on to her staff.";
    assert_found(
        STAFF,
        MismatchKind::Negation,
        &[
            ("Flynn said the council was unable to hold on to senior staff.", false),
            ("The mayor cannot hold on to her staff.", true),
        ],
    );
}

#[test]
fn what_ends_and_what_is_ended_are_of_one_clause() {
    const CRISIS: &str = "Although Grindeanu withdrew the decree, the crisis soured relations between the two men. The \
        storm damaged the harbour.";
    assert_found(
        CRISIS,
        MismatchKind::Role,
        &[
            (
                "Relations between the two men soured after protests over a decree that Grindeanu withdrew.",
                false,
            ),
            ("The harbour damaged the storm.", true),
        ],
    );
}

#[test]
fn what_happened_may_happen_again() {
    const FAMILY: &str = "The children have appeared on the screen three times during the campaign. The mayor has opened the \
        bridge.";
    assert_found(
        FAMILY,
        MismatchKind::Modality,
        &[
            ("The children will appear on the screen again during the campaign.", false),
            ("The mayor will open the bridge.", true),
        ],
    );
}

#[test]
fn no_one_is_nobody() {
    const BOARD: &str = "Thousands of voters have suggested landmarks across the city to fill the more expensive slots. But no \
        one has come forward with ideas for which streets should fill the brown sections of the board. The slots were \
        easily filled with the cathedral, the castle and the guildhall.";
    let claim = "Thousands of voters have suggested landmarks for the expensive slots, easily filled with the cathedral and the \
        castle, but nobody has offered an idea for the brown ones.";
    let article = Article::new(Text::new(BOARD));
    let entailments = judge(article.premise(), &Sentence::new(claim));
    let mut mismatches = entailments.iter().flat_map(|entailment| &entailment.mismatches);
    assert!(mismatches.all(|mismatch| mismatch.kind != MismatchKind::Quantifier), "{entailments:?}");
}

#[test]
fn a_date_is_right_where_the_article_has_it_after_the_same_word() {
    const COACH: &str =
        "Domingo has been in the role since May 2013. The 42-year-old guided his team to a win in November.";
    assert_found(
        COACH,
        MismatchKind::Date,
        &[
            ("The 42-year-old has been in the role since May 2013.", false),
            ("The 42-year-old guided his team to a win in May.", true),
        ],
    );
}

#[test]
fn a_noun_with_a_preposition_stands_in_the_place_of_none_without() {
    const SURE: &str =
        "I've no doubt in my mind you're watching pure theatre here. She covered the pan with a towel.";
    assert_found(
        SURE,
        MismatchKind::Replaced,
        &[
            ("He has no doubt that spectators are watching pure sporting theatre.", false),
            ("She covered the pan with a saucepan.", true),
        ],
    );
}

#[test]
fn a_unit_of_time_excludes_the_others_unless_it_is_counted() {
    const DEPUTY: &str = "Ellis has been acting as deputy for several months. The works took 24 months.";
    assert_found(
        DEPUTY,
        MismatchKind::Antonym,
        &[
            ("Ellis has been acting as deputy for several years.", true),
            ("Ellis has been acting as deputy for several months.", false),
            ("The works took two years.", false),
        ],
    );
}

#[test]
fn a_way_leads_from_one_end_to_the_other() {
    const NODES: &str = "We learn the structure from training nodes to validation nodes, such that it adapts to test nodes. The \
        train runs from Leeds to York.";
    assert_found(
        NODES,
        MismatchKind::Order,
        &[
            ("The structure is learnt from validation nodes to training nodes.", true),
            ("The structure is learnt from training nodes to validation nodes.", false),
            ("The train runs from York to Leeds.", true),
            ("The train runs from Leeds to York every day.", false),
        ],
    );
}

#[test]
fn a_review_and_a_force_may_be_anybody_and_already_is_nobody() {
    const REVIEW: &str = "The review into 22 cases in Ulster criticised the authorities for not doing enough. Last year, a separate \
        review into the issue concluded that exploitation was a growing threat. Tom Reed of the \
        board warned that the ice on the lake was thin.";
    assert_found(
        REVIEW,
        MismatchKind::Attribution,
        &[
            (
                "A review of how the police met exploitation criticised the authorities for not doing enough.",
                false,
            ),
            ("A review had already called exploitation a growing threat.", false),
            ("Anna Keller warned that the ice on the lake was thin.", true),
        ],
    );
}

#[test]
fn a_denied_telling_is_not_about_what_somebody_told() {
    const MINE: &str = "The officer said that it was not possible to conclude how much explosive material the mine still contained.";
    let claim = "The Navy could not tell how much explosive material was left in the mine.";
    assert_found(MINE, MismatchKind::Negation, &[(claim, false)]);
    const BOATS: &str = "The council can tell the owners of boats.";
    assert_found(BOATS, MismatchKind::Negation, &[("The council cannot tell the owners of boats.", true)]);
}

#[test]
fn who_misses_out_does_not_miss_what_others_have() {
    const LIST: &str = "Allan Johnston, who won the award for the title, has it no longer, and Naysmith, whose side have won the league, \
        is not on the list.";
    assert_found(
        LIST,
        MismatchKind::Antonym,
        &[("Allan Johnston misses out on the award for the title, and Naysmith is not on the list.", false)],
    );
}

#[test]
fn an_abbreviation_and_a_modifier_replace_no_noun() {
    const WATER: &str = "Gov. Jerry Brown has said that the system will be examined. They proved legal claims. She wore a coat with black hair on its collar.";
    for claim in
        ["Governor Jerry Brown has said that the system will be examined.", "They proved entitlement."]
    {
        assert_found(WATER, MismatchKind::Replaced, &[(claim, false)]);
    }
    assert_found(WATER, MismatchKind::Antonym, &[("She wore a coat with blonde hair on its collar.", true)]);
}

#[test]
fn a_member_of_a_category_excludes_the_others_before_a_name() {
    const NAMED: &str = "Society chairman Robin Farrar said that Welsh can thrive. My friend Ralph wants her number. The festival includes the \
        Austrian Open in June.";
    assert_found(
        NAMED,
        MismatchKind::Antonym,
        &[
            ("Society secretary Robin Farrar said that Welsh can thrive.", true),
            ("His brother Ralph wants her number.", true),
            ("Society chairman Robin Farrar said that Welsh can thrive.", false),
        ],
    );
    assert_found(NAMED, MismatchKind::Name, &[("The festival includes the Australian Open in June.", true)]);
}

#[test]
fn a_member_of_a_category_excludes_the_others_between_the_same_words() {
    const RACE: &str = "Gary Dunlop will make his debut with his father's famous number three plate. The report came from a former senior \
        manager who feared a fire.";
    assert_found(
        RACE,
        MismatchKind::Antonym,
        &[
            ("Gary Dunlop makes his debut with his brother's famous number three plate.", true),
            ("Gary Dunlop makes his debut with his dad's famous number three plate.", false),
            ("The report came from a current senior manager.", true),
        ],
    );
}

#[test]
fn who_defeats_somebody_wins() {
    const VOTE: &str = "In the third ward Bell defeated another candidate on Tuesday. Rovers won the cup.";
    assert_found(
        VOTE,
        MismatchKind::Antonym,
        &[("Bell won the vote in the third ward on Tuesday.", false), ("Rovers lost the cup.", true)],
    );
}

#[test]
fn an_embassy_speaks_for_its_country_and_acronyms_may_be_several() {
    const MEDAL: &str = "The Russian Embassy in London informed the survivors in May 2012 that Russia wished to award the medals. Two \
        soldiers received the Victoria Cross.";
    assert_found(
        MEDAL,
        MismatchKind::Attribution,
        &[("Russia informed the survivors in May 2012 that it wished to award the medals.", false)],
    );
    assert_found(MEDAL, MismatchKind::Name, &[("Two soldiers received VCs.", false)]);
}
