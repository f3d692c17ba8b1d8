//! Checks that after any edits of either text, the warm engine gives the same result as a fresh one.

use lockbench::engine::{Analysis, Engine, SharedCache};
use lockbench::text::Text;

use crate::dice::Dice;
use crate::full::part;

const ARTICLES: [&str; 4] = [
    "The council approved the new budget on Tuesday, by 7 votes to 2. Mayor Ann O'Neill said that 3.5 million \
     dollars would go to schools. \"The rest pays for roads,\" she told reporters. Critics called the vote rushed, \
     and Dr. Smith of the U.S. Roads Institute did not agree.\n\nThe council meets again on 3 March. It will not \
     vote on taxes before April, when the new members arrive.",
    "ANNA: Did you send the files?\nBEN: Not yet, I'll do it at 5 pm.\nANNA: Please do, the client waits!\n\
     BEN: ok ok… 😅\nANNA: And call Maria. She was angry yesterday; the hotel lost her booking.\nBEN: She was right.",
    "Die Wissenschaft 🧪 misst: 42 % der Proben hielten, naïve Schätzungen nicht. 東京の研究者は昨日、新しい結果を発表した。\
     それは大きな成果だ。Ein Café in Köln 👩‍👩‍👧‍👦 feierte bis 3.30 Uhr.",
    "# Methods\n\nWe measured 120 plants [1]; 14 died. Growth fell by 12.5% (p < 0.05) where no light came.\n\
     - water: 2 l a day\n- light: 8 h\n\nHowever, the smaller plants may have grown faster than the larger ones.",
];

const SUMMARIES: [&str; 4] = [
    "The council rejected the budget by 7 votes to 2. Schools get 3.5 million dollars. The mayor paid for roads.",
    "Ben will send the files at 5 pm. Maria was angry because the hotel lost her booking.",
    "東京の研究者は結果を発表した。42 % of the samples held 🧪.",
    "Growth fell by 12.5% without light; 14 of 120 plants died.\nSmall plants grew faster!",
];

/// Text that an edit inserts: characters, words, sentences, and hostile pieces.
const PIECES: [&str; 40] = [
    "a",
    "e",
    "s",
    " ",
    "  ",
    ".",
    "!",
    "?",
    ";",
    ",",
    "\"",
    "'",
    "-",
    "7",
    "0",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "not",
    " never ",
    " dollars",
    " 1,200",
    " 42 %",
    " Dr. ",
    " U.S. ",
    " the",
    " Ann",
    " she said",
    " because of him",
    " The mayor resigned on Monday.",
    " It was not true!",
    "😅",
    "👩‍👩‍👧‍👦",
    "東京",
    "\u{301}",
    "\u{200d}",
    "\u{0}",
    "\u{1b}[31m",
    "\u{202e}",
];

/// Returns whether two analyses of a text are equal: sentences, words and positions.
fn same_text(warm: &Text, cold: &Text) -> bool {
    let shape = |text: &Text| {
        let sentences: Vec<_> = text
            .sentences()
            .iter()
            .map(|placed| (placed.span(), placed.first_token, placed.sentence.tokens.clone()))
            .collect();
        (text.raw().clone(), text.token_count(), sentences)
    };
    shape(warm) == shape(cold)
}

fn same(warm: &Analysis, cold: &Analysis) -> bool {
    same_text(&warm.article, &cold.article)
        && same_text(&warm.summary, &cold.summary)
        && warm.proposals == cold.proposals
}

/// Makes a random edit of a text: an insertion, a deletion or a replacement.
fn edit(dice: &mut Dice, text: &mut String) {
    let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let from = dice.below(boundaries.len());
    let length = match dice.below(8) {
        0..=3 => 0,
        4..=5 => 1,
        6 => dice.below(8),
        _ => dice.below(60),
    };
    let to = (from + length).min(boundaries.len() - 1);
    let piece = if length > 0 && dice.percent(60) { "" } else { dice.pick(&PIECES) };
    text.replace_range(boundaries[from]..boundaries[to], piece);
}

/// Edits one of two texts repeatedly; occasionally an earlier version comes back, as by undo.
fn edits(seed: u64, steps: usize, of_article: bool) {
    let mut dice = Dice::new(seed);
    let mut engine = Engine::default();
    let first = dice.below(ARTICLES.len());
    let mut texts = [ARTICLES[first].to_owned(), SUMMARIES[first].to_owned()];
    engine.analyse_pair(&texts[0], &texts[1]);
    let mut past = vec![texts.clone()];
    for step in 0..steps {
        match dice.below(20) {
            0 => texts = past[dice.below(past.len())].clone(),
            1 if of_article => {
                // Another case, as the next one of a queue: no state of the current one may affect it.
                let other = dice.below(ARTICLES.len());
                texts = [ARTICLES[other].to_owned(), SUMMARIES[other].to_owned()];
            }
            _ => edit(&mut dice, &mut texts[usize::from(!of_article)]),
        }
        past.push(texts.clone());
        let warm = engine.analyse_pair(&texts[0], &texts[1]);
        let cold = Engine::default().analyse_pair(&texts[0], &texts[1]);
        assert!(
            same(&warm, &cold),
            "seed {seed}, step {step}\narticle: {:?}\nsummary: {:?}\nwarm: {:#?}\nfresh: {:#?}",
            texts[0],
            texts[1],
            warm.proposals,
            cold.proposals
        );
    }
}

#[test]
fn edits_of_the_summary_leave_nothing_behind() {
    for seed in 0..part(24) {
        edits(seed as u64, 100, false);
    }
}

#[test]
fn edits_of_the_article_leave_nothing_behind() {
    for seed in 100..100 + part(16) {
        edits(seed as u64, 75, true);
    }
}

/// The engines of a batch see the summaries of many articles. Cached data of one must not affect the
/// results for another, whether the cache has room for none, some or all of the earlier ones.
#[test]
fn pairs_in_any_order_are_judged_alike() {
    for room in [0, 2 * ARTICLES[0].len(), usize::MAX] {
        let mut dice = Dice::new(7);
        let room = SharedCache::new(room);
        let mut engines = [(); 2].map(|()| Engine::default().for_batch(room.clone()));
        for _ in 0..60 {
            let (article, summary) = (dice.pick(&ARTICLES), dice.pick(&SUMMARIES));
            let engine = &mut engines[dice.below(2)];
            let (warm, cold) =
                (engine.analyse_pair(article, summary), Engine::default().analyse_pair(article, summary));
            assert!(same(&warm, &cold), "{article:?} {summary:?}");
        }
    }
}
