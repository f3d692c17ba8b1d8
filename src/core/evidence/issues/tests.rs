//! Legitimate wording that resembles an issue, and issues that resemble legitimate wording.

use super::*;
use crate::evidence::wordlist::Phrases;
use crate::evidence::{Article, propose_pair};
use crate::text::Text;

/// Issues of a summary as `kind: words`.
fn issues(article: &str, summary: &str) -> Vec<String> {
    let labels = labels(article, summary);
    let found = labels.get(List::Issues).unwrap_or_default();
    let show = |label: &Label| {
        let words: Vec<&str> = label.summary.iter().map(|span| &summary[span.range()]).collect();
        format!("{}: {}", label.word.map_or("", LabelValue::as_str), words.join(" "))
    };
    found.iter().map(show).collect()
}

fn labels(article: &str, summary: &str) -> Labels {
    propose_pair(
        &Article::new(Text::new(article)),
        &Indexed::new(Text::new(summary)),
        &mut AnalysisCache::default(),
    )
}

/// An article without anything remarkable.
const PLAIN: &str =
    "The council of Oakridge met on Tuesday. It approved the budget by 7 votes to 2 after a debate.";

/// Article and summary pairs without an issue.
const INNOCENT: &[(&str, &str)] = &[
    // Names.
    ("Dick Cheney went hunting in Texas.", "Dick Cheney went hunting."),
    ("Vice president Dick Cheney spoke.", "The speech by Dick Cheney was short."),
    (PLAIN, "Dick Grayson chaired the council meeting."),
    (PLAIN, "Philip K. Dick wrote the novel on which the film is based."),
    (PLAIN, "The comedian Dick Van Dyke turned 95."),
    ("Alan Cock, a farmer from Devon, sold the land.", "The land was sold by Alan Cock."),
    ("Justice Sambo Dasuki was released.", "A judge released Sambo Dasuki."),
    ("The Washington Redskins lost 20-3.", "The Washington Redskins lost by 17 points."),
    ("Members of Pussy Riot were detained.", "Police detained members of Pussy Riot."),
    ("Whitey Ford pitched for the Yankees.", "Whitey Ford was a pitcher."),
    (
        "The village of Fucking in Austria changed its name.",
        "The Austrian village of Fucking has a new name.",
    ),
    ("Ralf Fücks led the foundation.", "The foundation was led by Ralf Fücks."),
    ("Hell's Kitchen is a quarter of New York.", "A flat in Hell's Kitchen was sold."),
    ("He was born in Hell, a village in Norway.", "He was born in Hell, Norway."),
    // Parts of words.
    (PLAIN, "Scunthorpe and Essex signed the agreement with Sussex and Middlesex."),
    (PLAIN, "The assassin hid in the grass near the embassy class room."),
    (PLAIN, "A cocktail was served in the cockpit by Hancock."),
    (PLAIN, "Shiitake mushrooms and pistachios are Penistone specialities."),
    (PLAIN, "The analyst at Arsenal assessed the passage."),
    (PLAIN, "Dickens and Dickinson were taught in the classics course."),
    (PLAIN, "A niggardly grant met with sniggering in the hall."),
    (PLAIN, "Niger and Nigeria share a border, said the Nigerian minister."),
    // Animals and plants.
    ("A cock pheasant crossed the road.", "The driver swerved to avoid a cock pheasant."),
    (PLAIN, "The robin is smaller than the cock blackbird, a bird of gardens."),
    ("The bitch won best of breed at the dog show.", "The spaniel bitch won the dog show."),
    (PLAIN, "The bitch had a litter of six puppies."),
    (PLAIN, "Blue tits and great tits nest in the box."),
    (PLAIN, "A herd of wild asses was counted in Somalia."),
    (PLAIN, "The Maine coon is a large cat."),
    (PLAIN, "The jackass penguin is found in Namibia."),
    (PLAIN, "Researchers counted Macaca fascicularis, a monkey species."),
    (PLAIN, "The pussy willow flowers in March."),
    // Everyday, technical, legal and medical senses.
    ("The rape trial opened on Monday.", "A rape trial opened."),
    (PLAIN, "The law on homosexual acts was repealed."),
    (PLAIN, "Anal cancer and diseases of the rectum and the penis are covered."),
    (PLAIN, "Sex education includes the uterus, the vagina and the breast."),
    (PLAIN, "The dam was built in 1950."),
    (PLAIN, "The report was damning for the ministry."),
    (PLAIN, "The sermon was on hell and heaven."),
    (PLAIN, "There is a chink in the armour of the defence."),
    (PLAIN, "The kitchen was left spick and span."),
    (PLAIN, "The sea dyke held back the flood water."),
    (PLAIN, "Fluoride can retard the growth of bacteria."),
    (PLAIN, "The nurse will prick the finger with a needle."),
    (PLAIN, "Fossils of Homo sapiens and Homo erectus were found."),
    (PLAIN, "The curry is made with kaffir lime leaves."),
    (PLAIN, "The ABO blood group is tested first."),
    (PLAIN, "The spin bowler delivered a chinaman and took the wicket."),
    (PLAIN, "He studied magna cum laude and lives in a kitchen-cum-dining room."),
    (PLAIN, "The band plays doo wop."),
    (PLAIN, "The A55 and the M1A1 meet at junction 5h."),
    (PLAIN, "Radical surgery was needed after the radical mastectomy."),
    (PLAIN, "The freak storm and a freak accident closed the road."),
    (PLAIN, "An outbreak of scum bag worms."),
    (PLAIN, "The **budget** was passed; see note 5* and the f(x) = a*b*c formula."),
    (PLAIN, "The regime change in Rome was peaceful."),
    (PLAIN, "The weir was lame-duck free; a weasel was seen, not a weasel words affair."),
    (PLAIN, "She will undergo a training regime after her freak fall."),
    (PLAIN, "Of course, the council sadly could not pay for the bureaucratic review."),
    // Groups, but no stereotype.
    (PLAIN, "Women are more likely to be diagnosed late than men."),
    (PLAIN, "Immigrants are entitled to a hearing within two weeks."),
    (PLAIN, "The women were too emotional to speak after the verdict."),
    (PLAIN, "Not all immigrants are criminals, the mayor said."),
    (PLAIN, "Refugees are not dangerous, the study found."),
    (PLAIN, "Many migrants are in danger at sea."),
    (PLAIN, "The study debunks the myth that women are bad drivers."),
    (PLAIN, "Two Germans are missing after the storm."),
    (PLAIN, "Young people are at home in the new library."),
    (PLAIN, "The men are criminals, the court ruled after a trial of two gangs."),
    // The article's own words.
    ("Rioters, whom the mayor called thugs, burned cars.", "The mayor called the rioters thugs."),
    ("The regime in the capital fell.", "The regime fell."),
    ("The so-called Iron Bank failed.", "The so-called Iron Bank failed."),
    ("Critics called him an idiot.", "Critics called him an idiot."),
    ("He shouted: \"You are a damn liar!\"", "He shouted \"You are a damn liar\"."),
    ("“This is bullshit,” said Mr Hart.", "Mr Hart said: “This is bullshit.”"),
    (
        "'All immigrants are criminals,' the candidate said.",
        "The candidate said 'All immigrants are criminals'.",
    ),
    ("The film The Idiot opened.", "The play The Idiot Savant opened."),
    // Texts without English words.
    ("東京は晴れ。", "東京は今日も晴れでした。🎉🎉🎉"),
    ("", "---- **** #### @@@@ $$$$ !!!!"),
];

/// Summaries of [`PLAIN`] with the issues in them.
const REAL: &[(&str, &[&str])] = &[
    // Profanity, strong and mild.
    ("The council passed the fucking budget.", &["strong_profanity: fucking"]),
    ("The debate was a load of bullshit.", &["strong_profanity: bullshit"]),
    ("It was a shit meeting.", &["strong_profanity: shit"]),
    ("The mayor is an asshole.", &["strong_profanity: asshole"]),
    ("What a wanker the chair is.", &["strong_profanity: wanker"]),
    ("The chair is a dickhead.", &["strong_profanity: dickhead"]),
    ("Motherfuckers voted it through.", &["strong_profanity: Motherfuckers"]),
    ("THE FUCKING BUDGET PASSED.", &["strong_profanity: FUCKING"]),
    ("The bastard's budget passed.", &["mild_profanity: bastard"]),
    ("The damn council met on Tuesday.", &["mild_profanity: damn"]),
    ("The goddamn vote was 7 to 2.", &["mild_profanity: goddamn"]),
    ("It was a crappy debate.", &["mild_profanity: crappy"]),
    ("The vote was utter bollocks.", &["mild_profanity: bollocks"]),
    ("The council was pissed about it.", &["mild_profanity: pissed"]),
    ("The chair is a real dick.", &["mild_profanity: dick"]),
    ("The mayor is such a prick.", &["mild_profanity: prick"]),
    ("The chair covered his ass.", &["mild_profanity: his ass"]),
    ("The mayor kicked ass in the debate.", &["mild_profanity: kicked ass"]),
    ("What the hell did the council vote for?", &["mild_profanity: What the hell"]),
    ("Bloody hell, the budget passed.", &["mild_profanity: Bloody hell"]),
    ("The mayor bitches about the vote.", &["mild_profanity: bitches"]),
    ("The god damn vote was 7 to 2.", &["mild_profanity: god damn"]),
    // Disguises.
    ("The council passed the f*cking budget.", &["strong_profanity: f*cking"]),
    ("The f**king budget passed.", &["strong_profanity: f**king"]),
    ("The f***ing budget passed.", &["strong_profanity: f***ing"]),
    ("The f****** budget passed.", &["strong_profanity: f******"]),
    ("It was sh1t.", &["strong_profanity: sh1t"]),
    ("It was $hit.", &["strong_profanity: $hit"]),
    ("It was 5h1t.", &["strong_profanity: 5h1t"]),
    ("It was s**t, they said.", &["strong_profanity: s**t"]),
    ("The b*tch of a vote.", &["mild_profanity: b*tch"]),
    ("The chair is an a$$hole.", &["strong_profanity: a$$hole"]),
    ("It was shiiiiit.", &["strong_profanity: shiiiiit"]),
    ("Fuuuuuck, the budget passed.", &["strong_profanity: Fuuuuuck"]),
    ("It was f-u-c-k-e-d up.", &["strong_profanity: f-u-c-k-e-d"]),
    ("It was s.h.i.t for all.", &["strong_profanity: s.h.i.t"]),
    ("The fück\u{ad}ing budget passed.", &["strong_profanity: fück\u{ad}ing"]),
    ("The fu\u{200b}cking budget passed.", &["strong_profanity: fu\u{200b}cking"]),
    ("The fuсking budget passed.", &["strong_profanity: fuсking"]),
    ("The ｆｕｃｋｉｎｇ budget passed.", &["strong_profanity: ｆｕｃｋｉｎｇ"]),
    ("The d*mn budget passed.", &["mild_profanity: d*mn"]),
    ("The n***** mayor lost.", &["slur: n*****"]),
    ("Those n****rs lost.", &["slur: n****rs"]),
    // Insults.
    ("The idiot mayor lost the vote.", &["insult: idiot"]),
    ("Only morons voted against it.", &["insult: morons"]),
    ("The council are spineless.", &["insult: spineless"]),
    ("The chair, a coward, abstained.", &["insult: coward"]),
    ("The stupid council approved it.", &["insult: stupid"]),
    ("Both opponents are losers.", &["insult: losers"]),
    // Loaded words.
    ("Thugs on the council passed the budget.", &["biased_wording: Thugs"]),
    ("The so-called budget was approved.", &["biased_wording: so-called"]),
    ("Radical leftists approved the budget.", &["biased_wording: Radical leftists"]),
    ("The regime approved the budget.", &["biased_wording: regime"]),
    ("The council shamelessly approved the budget.", &["biased_wording: shamelessly"]),
    ("Predictably, the council approved the budget.", &["biased_wording: Predictably"]),
    ("The council caved to bureaucrats.", &["biased_wording: caved to", "biased_wording: bureaucrats"]),
    (
        "The vote was a disgraceful witch hunt.",
        &["biased_wording: disgraceful", "biased_wording: witch hunt"],
    ),
    ("A wheelchair-bound member voted no.", &["biased_wording: wheelchair-bound"]),
    ("He is confined to a wheelchair.", &["biased_wording: confined to a wheelchair"]),
    ("The \u{201c}corrupt\u{201d} council approved it.", &["biased_wording: corrupt"]),
    // Stereotypes.
    ("Women are too emotional for budgets.", &["stereotype: Women are too emotional"]),
    ("All immigrants are criminals.", &["stereotype: All immigrants are criminals"]),
    ("The vote shows that women are bad drivers.", &["stereotype: women are bad drivers"]),
    ("As usual, men are naturally better leaders.", &["stereotype: men are naturally better leaders"]),
    ("Foreigners steal and the council pays.", &["stereotype: Foreigners steal"]),
    ("Poor people just don't want to work.", &["stereotype: Poor people just don't want to work"]),
    ("Lazy immigrants cost the council money.", &["stereotype: Lazy immigrants"]),
    ("Typical immigrants, they want more money.", &["stereotype: Typical immigrants"]),
    ("Women can't drive.", &["stereotype: Women can't drive"]),
    ("The elderly are a burden on the budget.", &["stereotype: The elderly are a burden"]),
    ("He throws like a girl.", &["stereotype: throws like a girl"]),
];

#[test]
fn honest_wording_has_no_issue() {
    let wrong: Vec<_> = INNOCENT
        .iter()
        .map(|(article, summary)| (summary, issues(article, summary)))
        .filter(|(_, found)| !found.is_empty())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(INNOCENT.len() >= 60);
}

#[test]
fn issues_are_found_with_their_words() {
    let wrong: Vec<_> = REAL
        .iter()
        .map(|(summary, expected)| (summary, expected, issues(PLAIN, summary)))
        .filter(|(_, expected, found)| *expected != found)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(REAL.len() >= 60);
}

#[test]
fn every_word_of_the_table_counts_wherever_it_stands() {
    for kind in [LabelValue::Slur, LabelValue::StrongProfanity, LabelValue::MildProfanity] {
        let hashes = profanity::hashes_of(kind);
        assert!(hashes.len() >= 30, "{kind:?}: {}", hashes.len());
        for hash in hashes {
            // The word itself is unknown here, so a stand-in carries its hash.
            let mut sentence = Sentence::new("They met a blank yesterday.");
            sentence.tokens[3].word = hash;
            let hits = profanity::scan(&sentence);
            assert_eq!(hits.len(), 1, "{hash:016x}");
            assert_eq!((hits[0].kind, &sentence.text[hits[0].span.range()]), (kind, "blank"));
        }
    }
}

#[test]
fn a_quotation_of_the_article_is_noted_and_not_counted() {
    let article = "“It was a damn shame,” the mayor said.";
    let labels = labels(article, "The mayor said it was “a damn shame”.");
    assert_eq!(labels.get(List::Issues), Some(&[] as &[Label]));
    let note = labels.notes.iter().find(|(_, note)| note.contains("mentioned in a quotation"));
    assert!(
        note.is_some_and(|(list, note)| *list == List::Issues && note.contains("“damn”")),
        "{:?}",
        labels.notes
    );
}

#[test]
fn a_quotation_that_the_article_lacks_is_used() {
    let labels = labels(PLAIN, "The mayor said it was “a damn shame”.");
    let issue = &labels.get(List::Issues).unwrap_or_default()[0];
    assert_eq!(issue.word, Some(LabelValue::MildProfanity));
    assert!(issue.why.iter().any(|why| why.contains("quotation that the article does not have")));
}

#[test]
fn lists_hold_no_row_that_cannot_match_or_stands_twice() {
    for list in [
        include_str!("../lexicon/issues_acts.txt"),
        include_str!("../lexicon/issues_equality.txt"),
        include_str!("../lexicon/issues_groups.txt"),
        include_str!("../lexicon/issues_insults.txt"),
        include_str!("../lexicon/issues_loaded.txt"),
        include_str!("../lexicon/issues_phrases.txt"),
        include_str!("../lexicon/issues_stereotypes.txt"),
        include_str!("../lexicon/issues_traits.txt"),
        include_str!("../lexicon/tone_markers.txt"),
    ] {
        let phrases = Phrases::read(list);
        let mut seen = std::collections::BTreeSet::new();
        for line in list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let head = line.split('\t').next().unwrap_or_default();
            assert!(seen.insert(head), "{line:?} stands twice");
            let sentence = Sentence::new(head.trim_start_matches('~'));
            let found = phrases.at(&sentence, 0);
            assert!(
                found.is_some_and(|(_, length)| length == sentence.tokens.len()),
                "{line:?} matches nothing"
            );
        }
    }
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    /// Text pieces that reach every code path: masks, quotes, other scripts, joiners, listed words.
    fn text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            any::<String>(),
            prop::sample::select(vec![
                "f**k", "sh1t!", "“damn", "”", "\"", "'", "``", "''", "all women are", "lazy", "thugs",
                "so-called", "é\u{301}", "\u{200b}", "👍🏽", "東京", "!!", "\n", " ", "***", "f-u-c-k", "А55",
                "ﬀ", "İ", "ß's",
            ])
            .prop_map(str::to_owned),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.join(" "))
    }

    proptest! {
        #[test]
        fn any_text_gives_spans_of_its_own_in_order(article in text(), summary in text()) {
            let labels = labels(&article, &summary);
            let mut end = 0;
            for issue in labels.get(List::Issues).unwrap_or_default() {
                prop_assert_eq!(issue.summary.len(), 1);
                let span = issue.summary[0];
                prop_assert!(summary.get(span.range()).is_some_and(|words| !words.is_empty()));
                prop_assert!(span.start >= end);
                prop_assert!(issue.word.is_some() && !issue.why.is_empty());
                end = span.end;
            }
            prop_assert!(labels.tone.is_some());
        }

        #[test]
        fn a_warm_memo_changes_nothing(article in text(), first in text(), second in text()) {
            let article = Article::new(Text::new(&article));
            let mut cache = AnalysisCache::default();
            propose_pair(&article, &Indexed::new(Text::new(&first)), &mut cache);
            let summary = Indexed::new(Text::new(&second));
            let (warm, cold) = (
                propose_pair(&article, &summary, &mut cache),
                propose_pair(&article, &summary, &mut AnalysisCache::default()),
            );
            prop_assert_eq!(warm.get(List::Issues), cold.get(List::Issues));
            prop_assert_eq!(warm.notes, cold.notes);
            prop_assert_eq!(warm.tone, cold.tone);
        }
    }
}
