//! The words of a label, and the passages of the texts that are evidence for it.

use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use crate::labels::{Label, List, Side};
use crate::text::{Placed, Span, Text};
use crate::tui::excerpt::{self, ExcerptMark};
use crate::tui::keymap::{Action, Context};
use crate::tui::open_case::OpenCase;
use crate::tui::pane::EVIDENCE_BRACKETS;
use crate::tui::state::State;
use crate::tui::theme::{Theme, ThemeRole};
use crate::tui::words::{self, styled};

/// Most stretches of the article that are shown.
const STRETCHES: usize = 4;
/// Most sentences of the summary that are laid out.
const SUMMARY_SENTENCES: usize = 32;
/// Rows that the article needs below the summary: its heading, and its text.
const ARTICLE_ROWS: usize = 3;
/// Height of the evidence, in rows, from which a blank line precedes it.
const AIRY: usize = 8;
/// A number of rows that no evidence exceeds.
const ALL_ROWS: usize = 1 << 16;

/// Moves the summary's cursor to the words in which the label in focus differs, or else to its first word.
pub fn go_to_words(state: &mut State) {
    let label = state.open_case().zip(state.label()).and_then(|(case, id)| Some((case, case.get(id)?)));
    let place = label.and_then(|(open_case, label)| {
        let differs = differences(open_case, label, Side::Summary);
        differs.iter().chain(&label.summary).map(|span| span.start).next()
    });
    if let (Some(at), Some(open_case)) = (place, state.open_case_mut()) {
        open_case.pane_mut(Side::Summary).set_cursor(at);
    }
}

/// Returns a finding in the summary: its sentence, with the words concerned marked; `None` if it has no place
/// there.
fn found(text: &Text, label: &Label, theme: &Theme, size: (usize, usize)) -> Option<Vec<Line<'static>>> {
    let first = label.summary.first()?;
    let sentence = text.sentences().get(text.sentence_at(first.start)?)?.span();
    let within = label.summary.iter().filter(|span| span.start >= sentence.start && span.end <= sentence.end);
    let style = theme.style(ThemeRole::Unsupported).add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
    let marks =
        within.map(|span| mark(Span::new(span.start - sentence.start, span.end - sentence.start), style));
    Some(excerpt::lines(text.slice(sentence), &marks.collect::<Vec<_>>(), 0, size, 0))
}

/// Returns the words of a label in the text that it is about, with differences marked; without a place there,
/// the label's text.
pub(super) fn own_words(
    open_case: &OpenCase,
    list: List,
    label: &Label,
    theme: &Theme,
    size: (usize, usize),
) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let text = open_case.judged().map(|judged| &judged.analysis.summary);
    if let Some(lines) = text.filter(|_| list.is_finding()).and_then(|text| found(text, label, theme, size)) {
        return lines;
    }
    let (width, height) = size;
    let span = label.summary.first().copied().filter(|_| label.summary.len() == 1);
    let own = text.zip(span).filter(|(text, span)| text.slice(*span) == label.text);
    let Some((_, span)) = own else {
        let lines = words::wrap(&label.text, width).into_iter();
        return lines.map(|line| Line::from(styled(line, bold))).collect();
    };
    let differs = differences(open_case, label, Side::Summary);
    let mut marks = vec![mark(Span::new(0, span.len()), bold)];
    let within = differs.iter().filter(|one| one.start >= span.start && one.end <= span.end);
    marks.extend(within.map(|one| {
        let own = Span::new(one.start - span.start, one.end - span.start);
        mark(own, theme.style(ThemeRole::Unsupported).add_modifier(Modifier::UNDERLINED))
    }));
    excerpt::lines(&label.text, &marks, 0, (width, height), 0)
}

/// Returns the words in which a label differs from the article, on one side.
fn differences(open_case: &OpenCase, label: &Label, side: Side) -> Vec<Span> {
    let Some(report) = open_case.report() else { return Vec::new() };
    let own = report.mismatches.iter().filter(|(id, _)| label.mismatches.contains(id));
    own.flat_map(|(_, mismatch)| match side {
        Side::Article => mismatch.article.clone(),
        Side::Summary => mismatch.summary.clone(),
    })
    .collect()
}

fn mark(span: Span, style: Style) -> ExcerptMark {
    ExcerptMark { span, style, sign: String::new() }
}

/// Rows above the article of a hidden case: a blank one and the heading.
const ABOVE_ARTICLE: usize = 2;

/// Returns the article of a hidden case, from a byte on. Before such a case is handed in, no evidence for its
/// labels is shown.
pub(super) fn of_whole_article(
    state: &State,
    open_case: &OpenCase,
    from: usize,
    (width, height): (usize, usize),
) -> Vec<Line<'static>> {
    let Some(judged) = open_case.judged() else { return Vec::new() };
    let text = &judged.analysis.article;
    let dim = state.theme.style(ThemeRole::Dim);
    let key = |action| state.keys.name(Context::LabelByLabel, action);
    let number = crate::text::sentence_number(text.sentence_at(from).unwrap_or(0));
    let (down, up) = (key(Action::PageDown), key(Action::PageUp));
    let head = format!("article, from sentence {number} ({down}, {up} scroll)");
    let mut lines = vec![Line::default(), Line::from(styled(head, dim))];
    let rows = height.saturating_sub(ABOVE_ARTICLE);
    lines.extend(excerpt::lines(rest(text, from), &[], 0, (width, rows), 0));
    lines
}

/// Returns the byte at which the next page of that article begins; `None` on the last page.
pub(super) fn next_page(text: &Text, from: usize, (width, height): (usize, usize)) -> Option<usize> {
    let next = excerpt::next_page(rest(text, from), (width, height.saturating_sub(ABOVE_ARTICLE)));
    next.map(|next| from + next)
}

fn rest(text: &Text, from: usize) -> &str {
    text.raw().get(from..).unwrap_or_default()
}

/// Returns the texts needed to judge a label. For a label that asks whether the summary covers a part of the
/// article, these are the summary and then the article.
pub(super) fn of_texts(
    open_case: &OpenCase,
    (list, label): (List, &Label),
    theme: &Theme,
    size: (usize, usize),
    of_article: impl Fn((usize, usize)) -> Vec<Line<'static>>,
) -> Vec<Line<'static>> {
    let (width, height) = size;
    let asked = open_case.judged().filter(|_| list.side() == Side::Article);
    let Some(judged) = asked else { return of_article(size) };
    let mut lines: Vec<Line> = (height >= AIRY).then(Line::default).into_iter().collect();
    let text = &judged.analysis.summary;
    lines.extend(of_summary(text, label, theme, (width, height.saturating_sub(lines.len()))));
    let rest = height.saturating_sub(lines.len());
    if rest >= ARTICLE_ROWS {
        lines.extend(of_article((width, rest)));
    }
    lines
}

/// Returns the summary, with the evidence for a label in brackets.
fn of_summary(
    text: &Text,
    label: &Label,
    theme: &Theme,
    (width, height): (usize, usize),
) -> Vec<Line<'static>> {
    let sentences = text.sentences();
    let mut found = label.summary.clone();
    found.sort_unstable_by_key(|span| (span.start, span.end));
    let at = found.first().and_then(|span| text.sentence_at(span.start)).unwrap_or(0);
    let within = sentences.iter().skip(at.saturating_sub(SUMMARY_SENTENCES / 2)).take(SUMMARY_SENTENCES);
    let Some(whole) = within.map(Placed::span).reduce(Span::join) else { return Vec::new() };
    found.retain(|span| whole.start <= span.start && span.end <= whole.end);
    let local = found.iter().map(|span| Span::new(span.start - whole.start, span.end - whole.start));
    let spans: Vec<Span> = local.collect();
    let selected = theme.style(ThemeRole::Selected);
    let mut marks: Vec<ExcerptMark> = spans.iter().map(|span| mark(*span, selected)).collect();
    let first = spans.first().map_or(0, |span| span.start);
    let (words, around) = enclosed(text.slice(whole), &spans, &mut marks, first);
    let mut lines = vec![theme.line(ThemeRole::Dim, "summary")];
    lines.extend(excerpt::lines(&words, &marks, around, (width, height.saturating_sub(1)), 0));
    lines.truncate(height);
    lines
}

/// Returns the article's evidence for a label: its sentences, each stretch with the preceding and the
/// following sentence, and with more of the article if there is room.
pub(super) fn of_evidence(
    open_case: &OpenCase,
    label: &Label,
    theme: &Theme,
    (width, height): (usize, usize),
) -> Vec<Line<'static>> {
    let Some(judged) = open_case.judged() else { return Vec::new() };
    let text = &judged.analysis.article;
    let stretches = stretches(text, &label.article);
    if stretches.is_empty() {
        let words = "The article has nothing for it that was found.";
        return vec![Line::default(), theme.line(ThemeRole::Dim, words)];
    }
    let differs = differences(open_case, label, Side::Article);
    let above = (height >= AIRY).then(Line::default);
    let around = |context: usize, height: usize| -> Vec<Line<'static>> {
        let mut lines: Vec<Line> = above.iter().cloned().collect();
        for (at, stretch) in stretches.iter().take(STRETCHES).enumerate() {
            // If not everything fits, the sentences themselves are visible.
            let rows = height.saturating_sub(lines.len());
            // A heading without text is useless.
            if rows == 0 || rows == 1 && !lines.is_empty() {
                break;
            }
            let mut own = of_stretch(text, *stretch, context, label, &differs, theme, (width, rows));
            if let (Some(head), 2..) = (own.first_mut(), stretches.len()) {
                let place = format!(" ({} of {})", at + 1, stretches.len());
                head.push_span(theme.span(ThemeRole::Dim, place));
            }
            lines.extend(own);
            lines.push(Line::default());
        }
        lines
    };
    let last = text.sentences().len() - 1;
    let mut in_order = stretches.clone();
    in_order.sort_unstable();
    // If there is not enough room, the sentences take precedence over their context.
    let least = usize::from(around(1, ALL_ROWS).len() <= height + 1);
    let mut shown = around(least, height);
    for context in least + 1..height {
        let alone = in_order.windows(2).all(|pair| pair[0].1 + context < pair[1].0.saturating_sub(context));
        let whole = stretches.iter().any(|(a, b)| *a < context && b + context > last);
        let more = if least > 0 && alone && !whole { around(context, height) } else { break };
        if more.len() >= height {
            break;
        }
        shown = more;
    }
    shown
}

/// Returns a stretch of sentences with `context` sentences before it and after it.
fn of_stretch(
    text: &Text,
    (first, last): (usize, usize),
    context: usize,
    label: &Label,
    differs: &[Span],
    theme: &Theme,
    (width, height): (usize, usize),
) -> Vec<Line<'static>> {
    let dim = theme.style(ThemeRole::Dim);
    let sentences = text.sentences();
    let number = crate::text::sentence_number(first);
    let head = if first == last {
        format!("article, sentence {number}")
    } else {
        format!("article, sentences {number} to {}", crate::text::sentence_number(last))
    };
    let mut lines = vec![Line::from(styled(head, dim))];
    let (before, after) = (first.saturating_sub(context), (last + context).min(sentences.len() - 1));
    let whole = Span::new(sentences[before].start, sentences[after].span().end);
    let own = Span::new(sentences[first].start, sentences[last].span().end);
    let local = |span: Span| {
        let (start, end) = (span.start.max(whole.start), span.end.min(whole.end));
        (start < end).then(|| Span::new(start - whole.start, end - whole.start))
    };
    let mut marks = Vec::new();
    for context in [Span::new(whole.start, own.start), Span::new(own.end, whole.end)] {
        marks.extend(local(context).map(|span| mark(span, dim)));
    }
    let selected = theme.style(ThemeRole::Selected);
    marks.extend(label.article.iter().filter_map(|span| Some(mark(local(*span)?, selected))));
    let role = theme.style(ThemeRole::Unsupported).add_modifier(Modifier::UNDERLINED);
    marks.extend(differs.iter().filter_map(|span| Some(mark(local(*span)?, role))));
    let rows = height.saturating_sub(lines.len());
    let mut spans: Vec<Span> = label.article.iter().filter_map(|span| local(*span)).collect();
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    let (text, around) = enclosed(text.slice(whole), &spans, &mut marks, own.start - whole.start);
    lines.extend(excerpt::lines(&text, &marks, around, (width, rows), 0));
    lines
}

/// Puts brackets around spans of a text, as in the panels. Moves the marks, and the position around which the
/// text is shown, accordingly. The spans have to be sorted.
fn enclosed(text: &str, spans: &[Span], marks: &mut [ExcerptMark], around: usize) -> (String, usize) {
    let [open, close] = EVIDENCE_BRACKETS;
    let mut runs: Vec<Span> = Vec::new();
    for span in spans {
        match runs.last_mut() {
            Some(run) if span.start < run.end => run.end = run.end.max(span.end),
            _ => runs.push(*span),
        }
    }
    let mut out = String::with_capacity(text.len() + runs.len() * (open.len() + close.len()));
    let mut done = 0;
    for run in &runs {
        out.extend([&text[done..run.start], open, text.get(run.range()).unwrap_or_default(), close]);
        done = run.end;
    }
    out.push_str(&text[done..]);
    let before = |is_before: &dyn Fn(usize) -> bool| -> usize {
        let opened = runs.iter().filter(|run| is_before(run.start)).count() * open.len();
        opened + runs.iter().filter(|run| is_before(run.end)).count() * close.len()
    };
    for mark in marks {
        let (start, end) = (mark.span.start, mark.span.end);
        mark.span = Span::new(start + before(&|edge| edge <= start), end + before(&|edge| edge < end));
    }
    (out, around + before(&|edge| edge < around))
}

/// Runs of sentences that contain the spans, as first and last sentence; the run of the first span comes
/// first.
fn stretches(text: &Text, spans: &[Span]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for span in spans {
        let (Some(first), Some(last)) =
            (text.sentence_at(span.start), text.sentence_at(span.end.saturating_sub(1).max(span.start)))
        else {
            continue;
        };
        let last = last.max(first);
        // Sentences adjacent to a run are joined to it.
        match runs.iter_mut().find(|(a, b)| first <= *b + 1 && last + 1 >= *a) {
            Some((a, b)) => (*a, *b) = ((*a).min(first), (*b).max(last)),
            None => runs.push((first, last)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_enclosed_and_marks_stay_on_theirs() {
        let text = "one two three four five";
        let of = |words: &str| {
            let start = text.find(words).unwrap();
            Span::new(start, start + words.len())
        };
        let mut marks = ["one", "two three", "three", "five"].map(|words| mark(of(words), Style::new()));
        let spans = [of("two three"), of("three"), of("five")];
        let (shown, around) = enclosed(text, &spans, &mut marks, of("three").start);
        assert_eq!(shown, "one ⟦two three⟧ four ⟦five⟧");
        assert_eq!(
            marks.map(|mark| shown[mark.span.range()].to_owned()),
            ["one", "two three", "three", "five"]
        );
        assert!(shown[around..].starts_with("three"), "{}", &shown[around..]);
        let (shown, around) = enclosed(text, &[], &mut [], 4);
        assert_eq!((shown.as_str(), around), (text, 4));
    }
}
