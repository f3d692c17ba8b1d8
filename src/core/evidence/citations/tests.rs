use super::address;
use crate::case::{Case, Source, Texts};
use crate::engine::Engine;
use crate::evidence::Wanted;
use crate::labels::{Label, LabelValue, List, ThresholdMeasure};

fn source(id: Option<&str>, title: Option<&str>, url: Option<&str>, text: &str) -> Source {
    let own = |text: Option<&str>| text.map(str::to_owned);
    Source { id: own(id), title: own(title), url: own(url), text: text.to_owned() }
}

fn sources() -> Vec<Source> {
    vec![
        source(
            Some("S1"),
            Some("Seagrass and Carbon"),
            Some("https://www.sea.org/carbon/"),
            "By Ana Duarte, 2019. Text.",
        ),
        source(
            Some("S2"),
            None,
            Some("http://b.org/p?id=2#top"),
            "A report of the World Health Organization (2021).",
        ),
        source(None, Some("The Long Title of a Paper on Meadows"), None, "M. Müller. No year is named."),
        source(Some("smith_2020"), None, Some("https://doi.org/10.1000/XYZ"), ""),
    ]
}

fn labels(summary: &str, sources: Vec<Source>) -> Vec<Label> {
    let case = Case { sources, ..Case::default() };
    let wanted = Wanted::new(&[List::Citations], &[]);
    let analysis = Engine::default().analyse(&case, Texts { article: "One.\n\nTwo.", summary }, wanted);
    analysis.proposals.get(List::Citations).expect("a list").to_vec()
}

/// Text, validity and source of each citation.
fn cited(summary: &str) -> Vec<(String, bool, Option<String>)> {
    let each = |label: Label| (label.text, label.word == Some(LabelValue::Yes), label.source);
    labels(summary, sources()).into_iter().map(each).collect()
}

#[test]
fn each_kind_of_citation_finds_its_source() {
    for (summary, source) in [
        ("See http://sea.org/carbon#results.", "S1"),
        ("See www.sea.org/carbon/.", "S1"),
        ("See https://b.org/p?id=2", "S2"),
        ("[seagrass and carbon](https://elsewhere.org)", "S1"),
        ("[a paper](https://dx.doi.org/10.1000/xyz)", "smith_2020"),
        ("doi:10.1000/xyz says", "smith_2020"),
        ("[Long Title of a Paper](x.pdf)", "3"),
        ("It grows [2].", "S2"),
        ("It grows [S1].", "S1"),
        ("It grows (Duarte, 2019).", "S1"),
        ("Duarte et al. (2019) say so.", "S1"),
        ("(World Health Organization, 2021)", "S2"),
        ("Müller (1999) names no year", "3"),
        ("(Smith, 2020b)", "smith_2020"),
        ("(Smith 2020)", "smith_2020"),
        ("It grows (Duarte 2019).", "S1"),
        ("(World Health Organization 2021)", "S2"),
    ] {
        let found = cited(summary);
        assert_eq!(found.len(), 1, "{summary}: {found:?}");
        assert!(found[0].1 && found[0].2.as_deref() == Some(source), "{summary}: {found:?}");
    }
}

#[test]
fn a_citation_without_a_source_is_invalid_and_says_why() {
    for (summary, why) in [
        ("See https://sea.org/carbon/more.", "no source has the address sea.org/carbon/more"),
        ("See https://b.org/p?id=3", "no source has the address b.org/p?id=3"),
        ("[Seagrass](https://elsewhere.org)", "none has its words as a title"),
        ("It grows [5].", "there are 4 sources, and none of number 5"),
        ("It grows [0].", "none of number 0"),
        ("It grows (Okafor 2021).", "no source names Okafor"),
        ("It grows [100000000000000000000].", "none of number 100000000000000000000"),
        ("It grows [1-9999999].", "none of numbers 1 to 9999999"),
        ("It grows [S9].", "no source is called S9"),
        ("(Duarte, 2020)", "names Duarte, but the year 2019, not 2020"),
        ("Hope (2019) says so.", "no source names Hope"),
    ] {
        let found = labels(summary, sources());
        assert_eq!(found.len(), 1, "{summary}: {found:?}");
        assert_eq!(found[0].word, Some(LabelValue::No), "{summary}");
        assert!(found[0].why[0].contains(why), "{:?}", found[0].why);
        assert_eq!(found[0].source, None);
    }
}

#[test]
fn brackets_that_cite_nothing_are_no_citations() {
    for summary in [
        "He said [sic] so.",
        "[A note by the editor]",
        "A share in [0, 1].",
        "[x] done",
        "(see above)",
        "The film Blue Depths (2015) won.",
        "Nothing.",
        "",
        "So it was (May 2020).",
        "It won (London 2012).",
        "(World Cup 2018)",
        "(UEFA 2020)",
        "(Founded 1999)",
    ] {
        assert_eq!(cited(summary), [], "{summary}");
    }
}

#[test]
fn a_sentence_is_bare_without_its_citations() {
    for (text, left) in [
        ("It grows [1, 2] fast (Smith, 2020).", "It grows [, ] fast ()."),
        ("See [the note](https://a.org/x) of May.", "See the note of May."),
        ("He said [sic] so.", "He said [sic] so."),
    ] {
        assert_eq!(super::bare(text), left);
    }
}

#[test]
fn a_list_of_numbers_is_a_citation_of_each() {
    let found = cited("So it is [1, 2] and [3-5].");
    let shown: Vec<_> = found.iter().map(|(text, valid, _)| (text.as_str(), *valid)).collect();
    assert_eq!(shown, [("[1]", true), ("[2]", true), ("[3]", true), ("[4]", true), ("[5]", false)]);
}

#[test]
fn without_sources_the_paragraphs_of_the_article_are_numbered() {
    let found = labels("One [1], two [2], three [3].", Vec::new());
    let shown: Vec<_> = found.iter().map(|label| (label.word, label.measure)).collect();
    let number = |in_range| Some(ThresholdMeasure::Number { in_range, any: true });
    assert_eq!(
        shown,
        [
            (Some(LabelValue::Yes), number(true)),
            (Some(LabelValue::Yes), number(true)),
            (Some(LabelValue::No), number(false))
        ]
    );
    assert_eq!(found[1].source.as_deref(), Some("paragraph 2"));
}

#[test]
fn addresses_differ_in_what_names_another_page() {
    for same in ["https://www.A.org/x/", "http://a.org/x", "a.org/x#y", "//a.org/x"] {
        assert_eq!(address(same), "a.org/x", "{same}");
    }
    assert_ne!(address("a.org/X"), address("a.org/x"), "a path may tell case apart");
    assert_eq!(address("doi: 10.1/AB"), address("https://dx.doi.org/10.1/ab"));
    assert_eq!(address("arXiv:1234.5"), "arxiv.org/abs/1234.5");
}
