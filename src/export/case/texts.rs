//! Splits a text wherever a span begins or ends. Each piece covered by a span links to its most important
//! label and has a number, by which labels refer to their evidence.

use std::collections::BTreeSet;

use crate::markup::Html;
use crate::text::Span;

use super::words::Grade;

/// Evidence in a text: the label, its grade, and the span.
#[derive(Clone, Copy, Debug)]
pub struct EvidenceMark<'a> {
    pub anchor: &'a str,
    /// Grade of the label.
    pub grade: Grade,
    pub spans: &'a [Span],
}

/// A text split into pieces.
#[derive(Debug)]
pub struct MarkedText<'a> {
    text: &'a str,
    /// Boundaries between pieces, in order.
    borders: Vec<usize>,
    /// For each piece between two borders, its number and the index of the evidence shown; `None` if
    /// uncovered.
    pieces: Vec<Option<(usize, usize)>>,
}

impl<'a> MarkedText<'a> {
    /// Splits a text. If a piece has several labels, the worst is shown; among equals, the one with the
    /// shortest span.
    pub fn new(text: &'a str, evidence: &[EvidenceMark]) -> MarkedText<'a> {
        let all: Vec<(Span, usize)> = evidence
            .iter()
            .enumerate()
            .flat_map(|(at, evidence)| evidence.spans.iter().map(move |span| (*span, at)))
            .filter(|(span, _)| is_within(text, *span))
            .collect();
        let mut borders: Vec<usize> = all.iter().flat_map(|(span, _)| [span.start, span.end]).collect();
        borders.sort_unstable();
        borders.dedup();
        let mut begin: Vec<usize> = (0..all.len()).collect();
        begin.sort_by_key(|&at| all[at].0.start);
        let mut end = begin.clone();
        end.sort_by_key(|&at| all[at].0.end);
        let (mut begin, mut end) = (begin.into_iter().peekable(), end.into_iter().peekable());
        let rank = |at: usize| {
            let (span, label) = all[at];
            (std::cmp::Reverse(evidence[label].grade), span.end - span.start, label, at)
        };
        let mut open = BTreeSet::new();
        let mut pieces = Vec::with_capacity(borders.len());
        let mut number = 0;
        for &border in &borders {
            while let Some(at) = end.next_if(|&at| all[at].0.end <= border) {
                open.remove(&rank(at));
            }
            while let Some(at) = begin.next_if(|&at| all[at].0.start <= border) {
                open.insert(rank(at));
            }
            let shown = open.first().map(|(_, _, label, _)| (number, *label));
            number += usize::from(shown.is_some());
            pieces.push(shown);
        }
        MarkedText { text, borders, pieces }
    }

    /// Returns the numbers of the first and last piece of a span.
    pub fn numbers(&self, span: Span) -> Option<(usize, usize)> {
        if !is_within(self.text, span) {
            return None;
        }
        let first = self.borders.binary_search(&span.start).ok()?;
        let behind = self.borders.binary_search(&span.end).ok()?;
        Some((self.pieces[first]?.0, self.pieces[behind.checked_sub(1)?]?.0))
    }

    /// Returns the numbers of the pieces of several spans: `3-7 12-12`.
    pub fn ranges(&self, spans: &[Span]) -> String {
        let ranges = spans.iter().filter_map(|span| self.numbers(*span));
        ranges.map(|(first, last)| format!("{first}-{last}")).collect::<Vec<_>>().join(" ")
    }

    /// Writes the text. The anchor of a piece is `prefix` followed by its number.
    pub fn write(&self, html: &mut Html, prefix: &str, evidence: &[EvidenceMark]) {
        let mut from = 0;
        for (at, piece) in self.pieces.iter().enumerate() {
            let start = self.borders[at];
            html.text(&self.text[from..start]);
            from = self.borders.get(at + 1).copied().unwrap_or(start);
            let text = &self.text[start..from];
            match piece {
                Some((number, label)) => {
                    let label = &evidence[*label];
                    let anchor = format!("{prefix}{number}");
                    let href = format!("#{}", label.anchor);
                    let class = ["m", label.grade.class()].join(" ");
                    html.words("a", &[("class", &class), ("id", &anchor), ("href", &href)], text);
                }
                None => html.text(text),
            }
        }
        html.text(&self.text[from..]);
    }
}

fn is_within(text: &str, span: Span) -> bool {
    text.get(span.range()).is_some_and(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn span(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    fn written(text: &str, evidence: &[EvidenceMark]) -> String {
        let mut html = Html::new();
        MarkedText::new(text, evidence).write(&mut html, "s", evidence);
        html.into()
    }

    #[test]
    fn the_worst_label_of_a_piece_is_shown() {
        let (claim, words, point) = ([span(0, 9)], [span(4, 5)], [span(0, 3), span(20, 30)]);
        let evidence = [
            EvidenceMark { anchor: "claim", grade: Grade::Partial, spans: &claim },
            EvidenceMark { anchor: "words", grade: Grade::Bad, spans: &words },
            EvidenceMark { anchor: "point", grade: Grade::Partial, spans: &point },
        ];
        let text = "One 2 six. <b>";
        let marked = MarkedText::new(text, &evidence);
        assert_eq!(marked.ranges(&claim), "0-3");
        assert_eq!((marked.numbers(words[0]), marked.ranges(&point)), (Some((2, 2)), "0-0".to_owned()));
        assert_eq!(
            written(text, &evidence),
            "<a class=\"m partial\" id=\"s0\" href=\"#point\">One</a>\
             <a class=\"m partial\" id=\"s1\" href=\"#claim\"> </a>\
             <a class=\"m bad\" id=\"s2\" href=\"#words\">2</a>\
             <a class=\"m partial\" id=\"s3\" href=\"#claim\"> six</a>. &lt;b&gt;"
        );
        assert_eq!(written("plain", &[]), "plain");
    }

    #[test]
    fn many_spans_over_each_other_make_no_more_pieces_than_borders() {
        let text = "x".repeat(40_000);
        let spans: Vec<[Span; 1]> = (0..20_000).map(|at| [span(at, text.len() - at)]).collect();
        let evidence: Vec<EvidenceMark> =
            spans.iter().map(|spans| EvidenceMark { anchor: "l", grade: Grade::Good, spans }).collect();
        let marked = MarkedText::new(&text, &evidence);
        assert_eq!(marked.numbers(spans[0][0]), Some((0, 39_998)));
        assert!(written(&text, &evidence).len() < 60 * text.len());
    }

    proptest! {
        #[test]
        fn a_text_is_written_whole(text in "\\PC{0,40}", spans in prop::collection::vec((0usize..50, 0usize..50), 0..8)) {
            let spans: Vec<Span> = spans.into_iter().map(|(start, end)| span(start, end.max(start))).collect();
            let evidence = [EvidenceMark { anchor: "l", grade: Grade::Bad, spans: &spans }];
            let html = written(&text, &evidence);
            let mut plain = String::new();
            let mut rest = html.as_str();
            while let Some((before, tag)) = rest.split_once('<') {
                plain.push_str(before);
                rest = tag.split_once('>').unwrap().1;
            }
            plain.push_str(rest);
            let mut wanted = Html::new();
            wanted.text(&text);
            prop_assert_eq!(plain, wanted.as_str());
            let marked = MarkedText::new(&text, &evidence);
            for one in &spans {
                prop_assert_eq!(marked.numbers(*one).is_some(), is_within(&text, *one));
            }
        }
    }
}
