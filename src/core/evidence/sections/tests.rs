use std::sync::Arc;

use crate::case::{Case, Source, Texts};
use crate::engine::Engine;
use crate::evidence::Wanted;
use crate::measures::{Measure, Sections};
use crate::num::Num;

const ARTICLE: &str = "Heavy rain flooded the town of Venn on Monday. The river rose by two metres. \
    Forty families left their homes. The mayor asked for help from the capital. Schools stay closed until Friday.";

fn measured(case: &Case, summary: &str) -> Arc<Sections> {
    let wanted = Wanted::new(&[], &[Measure::Sections]);
    let analysis = Engine::default().analyse(case, Texts { article: ARTICLE, summary }, wanted);
    Arc::clone(analysis.measures.sections.as_ref().expect("measured"))
}

fn plain(summary: &str) -> Arc<Sections> {
    measured(&Case::default(), summary)
}

#[test]
fn headings_make_sections_and_references_are_none() {
    let found = plain(
        "# Flood\n\n## The flood in Venn\n\nHeavy rain flooded the town of Venn.\n\n## Help\n\nThe mayor asked for help.\n\n## References\n\n1. A list.",
    );
    assert!(found.headed);
    assert_eq!((found.count, found.units.len(), found.alike.len(), found.neighbours.len()), (2, 2, 1, 1));
    assert!(found.units[0].likeness > 0.5 && found.units[0].shared == Num::ONE, "{:?}", found.units[0]);
    assert_eq!(found.units[0].words, 7);
}

#[test]
fn the_same_section_twice_is_alike_and_others_are_not() {
    let one = "The river rose by two metres, and forty families left their homes in the night.";
    let other = "Schools stay closed, since teachers cannot reach them and heating oil has leaked.";
    let found = plain(&format!("{one}\n\n{other}\n\n{one}"));
    let (first, rest) = (found.alike[0], &found.alike[1..]);
    assert!(first.0 > 0.99 && (first.1, first.2) == (0, 2), "{:?}", found.alike);
    assert!(rest.iter().all(|pair| pair.0 < 0.7), "{:?}", found.alike);
    // A text with the article twice has two identical sections.
    let found = plain(&format!("{ARTICLE}\n\n{ARTICLE}"));
    assert!(found.alike[0].0 > 0.99, "{:?}", found.alike);
}

#[test]
fn one_section_is_measured_by_its_sentences() {
    let found = plain(
        "Heavy rain flooded the town. The mayor asked for help. Forty families left. Forty families left.",
    );
    assert_eq!((found.count, found.units.len(), found.alike.len(), found.neighbours.len()), (1, 4, 0, 3));
    // The nearest sentences are the first, the fourth, and the third twice.
    assert_eq!(found.jumps.as_deref(), Some(&[3, -1, 0][..]));
    assert_eq!(found.pairs, [4 + 4 + 2 + 2, 4 + 4 + 2]);
    assert!(found.ends.is_some());
    assert_eq!(plain("One sentence only.").ends, None);
}

#[test]
fn a_unit_about_the_lead_is_nearer_to_the_topic() {
    let found = plain("The town of Venn was flooded by rain.\n\nA chess player won a tournament in Lima.");
    assert!(found.units[0].likeness > found.units[1].likeness + 0.2, "{:?}", found.units);
}

#[test]
fn the_order_of_the_article_is_nothing_where_there_are_sources() {
    let source = Source { text: "Heavy rain.".into(), ..Source::default() };
    let case = Case { sources: vec![source], ..Case::default() };
    assert_eq!(measured(&case, "Heavy rain flooded the town.").jumps, None);
}

#[test]
fn an_outline_is_compared_with_each_heading() {
    let outline = vec!["The Floods".to_owned(), "Help from outside".to_owned()];
    let case = Case { outline: Some(outline), ..Case::default() };
    let found = measured(&case, "# Flood\n\nRain.\n\n# Costs\n\nMoney.");
    let outline = found.outline.as_ref().expect("an outline");
    assert_eq!(outline.titles, 2);
    assert_eq!(outline.alike, [[Num::ONE, Num::ZERO], [Num::ZERO, Num::ZERO]]);
    let empty = Case { outline: Some(Vec::new()), ..Case::default() };
    assert_eq!(measured(&empty, "Rain.").outline, None);
}

#[test]
fn any_text_is_measured() {
    for summary in
        ["# \n## \n", "🙂\n\n🙂\n\n大阪", "## References\n\n[1] x", "\u{0}\n\n\u{7}", "```\ncode\n```"]
    {
        let found = plain(summary);
        assert!(found.neighbours.iter().all(|cosine| cosine.is_finite()), "{summary:?}");
    }
    let many = plain(&"A paragraph of words.\n\n".repeat(300));
    assert_eq!((many.count, many.left_out, many.alike.len()), (300, 100, 200 * 199 / 2));
}

#[test]
fn a_sentence_that_repeats_an_earlier_one_is_recognised_by_its_content() {
    let found =
        plain("The mayor asked for help. Forty families left. The mayor, Anna Rey, asked for help again.");
    // The third sentence contains all three content words of the first; the second shares nothing.
    assert_eq!(found.repeated, [0.0, 1.0]);
    // Whole sections are compared by their embeddings instead.
    assert!(plain("The mayor asked for help.\n\nThe mayor asked for help.").repeated.is_empty());
}
