//! Drawing of a disagreement: the queue at the top, the two texts with the marked words, and below them the
//! answers.

use ratatui::text::Span as Styled;

use crate::adjudication::{AnnotatorAnswer, UnitValue};
use crate::annotation_rules::{AnnotationRule, about};
use crate::export::adjudication::{answer_name, value_name};
use crate::labels::Side;
use crate::num::{pluralize, two_decimals};
use crate::session::{CAUSES, RulingValue};
use crate::text::Span;
use crate::tui::excerpt::{self, ExcerptMark};
use crate::tui::prompt::Page;
use crate::tui::screens::prelude::*;
use crate::tui::state::AdjudicationState;
use crate::tui::widgets::rows_below;

use super::{Adjudicate, DisputeView, SimilarDisputes, Stage, letters};

/// Signs of the annotators, drawn after the words that they marked.
const SIGNS: [&str; 9] = ["¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];
/// Sign of words that several annotators marked alike.
const SEVERAL: &str = "⁺";
/// Most rows of the queue.
const LIST: u16 = 9;

/// Areas of the parts of the screen.
struct Parts {
    list: Rect,
    article: Rect,
    summary: Rect,
    below: Rect,
}

fn parts(screen: &Adjudicate, state: &State, area: Rect) -> Parts {
    let inner = inside(area);
    let below = match screen.shown(state) {
        Some(shown) => lines_below(screen, &shown, state, usize::from(inner.width)).len() as u16,
        None => 0,
    };
    // The disagreement in focus takes precedence over the queue and, if there is little room, over the texts.
    let most = if inner.height > 24 { inner.height / 2 } else { inner.height - (inner.height / 3).min(6) };
    let below = below.min(most);
    let rows = (Adjudicate::rows(state) as u16).max(1);
    // Line mode has no other rows to go to than those that it prints.
    let shown = if state.is_in_lines { rows } else { rows.min(LIST) };
    let list = shown.min((inner.height - below) / 3).max(1).min(inner.height - below);
    let texts = Rect { y: inner.y + list, height: inner.height - below - list, ..inner };
    let half = texts.width / 2;
    Parts {
        list: Rect { height: list, ..inner },
        article: Rect { width: half, ..texts },
        summary: Rect { x: texts.x + half, width: texts.width - half, ..texts },
        below: Rect { y: texts.bottom(), height: below, ..inner },
    }
}

/// Returns the area of the queue.
pub fn list_place(screen: &Adjudicate, state: &State, area: Rect) -> Rect {
    parts(screen, state, area).list
}

/// Returns the areas of the article and the summary, side by side.
pub fn texts_places(screen: &Adjudicate, state: &State, area: Rect) -> [Rect; 2] {
    let parts = parts(screen, state, area);
    [parts.article, parts.summary]
}

pub fn draw(screen: &Adjudicate, state: &State, frame: &mut Frame, area: Rect) {
    let theme = &state.theme;
    let Some(adjudication) = &state.adjudication else { return };
    let keys = state
        .keys
        .hints(Context::Adjudication, &[(&[Action::Undo], "undo"), (&[Action::Help], "keys"), CLOSES]);
    let inner = widgets::screen(theme, frame, area, &heading(screen, adjudication), &keys);
    if let Some((done, all)) = adjudication.weighing {
        let words = format!(" finding the effect of each disagreement: {done} of {all} cases …");
        return widgets::put(frame, inner, [theme.line(ThemeRole::Dim, words)]);
    }
    let Some(shown) = screen.shown(state) else {
        let key = state.keys.name(Context::Adjudication, Action::Export);
        let words = format!(" the annotators agree on everything: {key} exports the gold set");
        return widgets::put(frame, inner, [theme.line(ThemeRole::Text, words)]);
    };
    let parts = parts(screen, state, area);
    let width = usize::from(parts.list.width);
    screen.list.draw(theme, adjudication.disputes.all.len(), frame, parts.list, |at| {
        row(adjudication, at, width, theme)
    });
    text(screen, &shown, state, Side::Article, frame, parts.article);
    text(screen, &shown, state, Side::Summary, frame, parts.summary);
    let lines = lines_below(screen, &shown, state, width);
    widgets::more(theme, frame, area, lines.len().saturating_sub(usize::from(parts.below.height)));
    widgets::put(frame, parts.below, lines);
    match &screen.stage {
        Stage::Note(page) => note(page, &shown, state, frame, area),
        Stage::Why(.., typed) => {
            let place = Rect { y: parts.below.y + 1, height: 1, ..parts.below };
            widgets::prompt(theme, frame, place, WHY, typed, "");
        }
        Stage::Alike(alike) => self::alike(alike, adjudication, state, frame, area),
        Stage::Answer | Stage::Cause(_) => {}
    }
}

/// Prompt before the note.
const WHY: &str = " note: ";

/// Returns the area of the similar disagreements, below two lines about the one with the ruling.
pub fn alike_place(area: Rect) -> Rect {
    rows_below(inside(area), 2)
}

/// Draws the disagreements that can be given the same ruling as another one.
fn alike(
    alike: &SimilarDisputes,
    adjudication: &AdjudicationState,
    state: &State,
    frame: &mut Frame,
    area: Rect,
) {
    let theme = &state.theme;
    let taken = alike.places.iter().filter(|(_, taken)| *taken).count();
    let keys = state
        .keys
        .hints(Context::Alike, &[(&[Action::Enter], "decides"), (&[Action::Change], "leaves out"), CLOSES]);
    let inner =
        widgets::screen(theme, frame, area, &format!("The same for {}", pluralize(taken, "other")), &keys);
    let cause = alike.model.cause.map_or_else(String::new, |cause| format!(", {}", cause.spec().title));
    let note = alike.model.note.as_ref().map_or_else(String::new, |note| format!(": {note}"));
    let decided = value_name(alike.model.list, UnitValue::of(&alike.model));
    let head = sanitize::fit(&format!(" {decided}{cause}{note}"), usize::from(inner.width)).into_owned();
    widgets::put(frame, inner, [theme.line(ThemeRole::Accent, head)]);
    let width = usize::from(inner.width);
    alike.list.draw(theme, alike.places.len(), frame, alike_place(area), |at| {
        let (place, taken) = &alike.places[at];
        let case = &adjudication.of.cases[place.case];
        let unit = &case.units[place.unit];
        let sign = if *taken { "[x]" } else { "[ ]" };
        let (columns, of) = ((width / 3).min(32), format!(", {}", unit.name()));
        let id = words::middle_cut(&case.case.id, columns.saturating_sub(words::width(&of)));
        let name = words::cell(&format!("{id}{of}"), columns);
        let text =
            sanitize::fit(unit.words(&case.case), width.saturating_sub(words::width(&name) + 7)).into_owned();
        let line = vec![
            theme.span(ThemeRole::Key, format!(" {sign} ")),
            theme.span(ThemeRole::Text, format!("{name} ")),
            theme.span(ThemeRole::Dim, text),
        ];
        Line::from(line)
    });
}

/// Returns the annotation guidelines relevant to a disagreement, in at most `most` lines each: those for the
/// labels given, or else the first of the list.
fn rules(shown: &DisputeView, theme: &Theme, width: usize, most: usize) -> Vec<Line<'static>> {
    let said = shown.unit.values();
    let given = |id: &str| {
        said.iter().any(|said| matches!(said.answer, RulingValue::Label(word) if word.as_str() == id))
    };
    let all: Vec<&AnnotationRule> = about(shown.unit.list).collect();
    let mut own: Vec<&AnnotationRule> = all.iter().copied().filter(|rule| given(&rule.id)).collect();
    if own.is_empty() {
        own.extend(all.first());
    }
    let lines = own.into_iter().flat_map(|rule| {
        let text = format!("{} ({}): {}", rule.title, rule.id, rule.rule);
        let parts = words::wrap_within(&text, width.saturating_sub(2), most);
        parts.into_iter().map(|part| theme.line(ThemeRole::Dim, format!(" {part}")))
    });
    lines.collect()
}

fn heading(screen: &Adjudicate, adjudication: &AdjudicationState) -> String {
    let all = adjudication.disputes.all.len();
    if all == 0 {
        return "Disagreements".to_owned();
    }
    let at = (screen.list.cursor() + 1).min(all);
    let rubric =
        if adjudication.rubric.is_empty() { String::new() } else { format!(" · {}", adjudication.rubric) };
    format!("Disagreement {at} of {all} · {} decided{rubric}", adjudication.disputes.ruled())
}

fn row(adjudication: &AdjudicationState, at: usize, width: usize, theme: &Theme) -> Line<'static> {
    let Some(shown) = DisputeView::of(adjudication, at) else { return Line::default() };
    let unit = shown.unit;
    let (sign, role) = match &shown.dispute.ruling {
        None => ("·", ThemeRole::Dim),
        Some(_) if shown.dispute.is_stale(&adjudication.of) => ("!", ThemeRole::Warn),
        Some(_) => ("✓", ThemeRole::Pass),
    };
    let (columns, of) = ((width * 2 / 5).min(38), format!("{}  ", unit.name()));
    let id = words::middle_cut(&shown.case.id, columns.saturating_sub(words::width(&of)));
    let name = words::cell(&format!("{of}{id}"), columns);
    let who = |voice: &AnnotatorAnswer| match adjudication.hidden {
        true => (voice.annotator + 1).to_string(),
        false => adjudication.name(voice.annotator),
    };
    let ruled = shown.dispute.ruling.as_ref().map(|ruling| {
        let cause = ruling.cause.map_or_else(String::new, |cause| format!(" ({})", cause.spec().title));
        format!("decided: {}{cause}", value_name(unit.list, UnitValue::of(ruling)))
    });
    let answers: Vec<String> = unit
        .voices
        .iter()
        .map(|voice| format!("{} {}", who(voice), value_name(unit.list, voice.value)))
        .collect();
    let hangs = brief(&shown);
    let effect_role = if shown.dispute.effect.turns { ThemeRole::Warn } else { ThemeRole::Dim };
    let mut line =
        vec![theme.span(role, format!(" {sign} ")), theme.span(ThemeRole::Text, format!("{name}  "))];
    let room = width.saturating_sub(words::width_of(&line) + 1);
    // The answers come first; of their effect, the beginning is the most important.
    let given = ruled.into_iter().chain(answers).collect::<Vec<_>>().join(" · ");
    let first = words::width(&given).min(room);
    line.push(theme.span(ThemeRole::Text, sanitize::fit(&given, first).into_owned()));
    let rest = room.saturating_sub(first + 3);
    if rest > 8 {
        line.push(theme.span(effect_role, format!("   {}", sanitize::fit(&hangs, rest))));
    }
    Line::from(line)
}

/// Returns the effect of a disagreement, in short: the possible verdicts, then points.
fn brief(shown: &DisputeView) -> String {
    let effect = &shown.dispute.effect;
    if shown.unit.list.is_none() {
        return String::new();
    }
    let mut decisions: Vec<&str> = effect.outcomes.iter().map(|outcome| outcome.decision.as_str()).collect();
    decisions.dedup();
    // An effect on a score takes precedence over an effect on a metric only, however many points that is.
    let points = match effect.metric {
        _ if effect.score > 0.0 => format!("{} points of the score", two_decimals(effect.score)),
        Some((key, points)) => format!("{} points of {}", two_decimals(points), words::metric(key)),
        None => "no score changes".to_owned(),
    };
    if effect.turns { format!("{}, {points}", decisions.join(" or ")) } else { points }
}

fn role(answer: RulingValue) -> ThemeRole {
    match answer {
        RulingValue::Label(value) => words::word(value),
        RulingValue::Verdict(decision) => words::decision(decision),
        RulingValue::Nothing => ThemeRole::Dim,
    }
}

fn spans(voice: &AnnotatorAnswer, side: Side) -> &[Span] {
    voice.label.as_ref().map_or(&[][..], |label| match side {
        Side::Article => &label.article,
        Side::Summary => &label.summary,
    })
}

/// Returns the words that annotators marked in a text; words that several marked alike are included once.
fn marks(shown: &DisputeView, side: Side, theme: &Theme) -> Vec<ExcerptMark> {
    let mut marks: Vec<ExcerptMark> = Vec::new();
    for (at, voice) in shown.unit.voices.iter().enumerate() {
        for span in spans(voice, side) {
            let style = theme.style(role(voice.value.answer));
            match marks.iter_mut().find(|mark| mark.span == *span) {
                Some(mark) => SEVERAL.clone_into(&mut mark.sign),
                None => {
                    let sign = SIGNS.get(at).copied().unwrap_or(SEVERAL).to_owned();
                    marks.push(ExcerptMark { span: *span, style, sign });
                }
            }
        }
    }
    marks
}

fn text(screen: &Adjudicate, shown: &DisputeView, state: &State, side: Side, frame: &mut Frame, place: Rect) {
    let theme = &state.theme;
    let (title, text) = match side {
        Side::Article => ("Article", &shown.case.article),
        Side::Summary => ("Summary", &shown.case.summary),
    };
    let marks = marks(shown, side, theme);
    let mut starts: Vec<usize> = marks.iter().map(|mark| mark.span.start).collect();
    starts.sort_unstable();
    starts.dedup();
    let around = starts.get(screen.mark % starts.len().max(1)).copied().unwrap_or(0);
    let places = match starts.len() {
        0 | 1 => String::new(),
        many => format!(" {} of {many} places", screen.mark % many + 1),
    };
    let shift = if side == Side::Article { screen.shift } else { 0 };
    if place.height < 4 {
        // There is no room for a frame, so only the words are drawn.
        let size = (usize::from(place.width).saturating_sub(1), usize::from(place.height));
        return widgets::put(frame, place, excerpt::lines(text, &marks, around, size, shift));
    }
    let block = widgets::panel(
        theme,
        false,
        widgets::title(theme, title.to_owned()),
        theme.line(ThemeRole::Dim, places),
    );
    frame.render_widget(block, place);
    let inner = inside(place);
    let size = (usize::from(inner.width), usize::from(inner.height));
    widgets::put(frame, inner, excerpt::lines(text, &marks, around, size, shift));
}

/// Arranges pieces side by side, with a new line when one is full.
fn flowed(pieces: Vec<Vec<Styled<'static>>>, width: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Vec<Styled<'static>>> = vec![vec![Styled::raw(" ")]];
    for piece in pieces {
        let wide = words::width_of(&piece);
        let full =
            lines.last().is_some_and(|line| line.len() > 1 && words::width_of(line) + wide + 3 > width);
        if full {
            lines.push(vec![Styled::raw(" ")]);
        }
        if let Some(line) = lines.last_mut() {
            if line.len() > 1 {
                line.push(Styled::raw("   "));
            }
            line.extend(piece);
        }
    }
    lines.into_iter().map(Line::from).collect()
}

fn lines_below(screen: &Adjudicate, shown: &DisputeView, state: &State, width: usize) -> Vec<Line<'static>> {
    let (theme, unit) = (&state.theme, shown.unit);
    let mut lines = subject(shown, state, width);
    lines.extend(flowed(values_given(shown, theme, width), width));
    lines.extend(outcomes(shown, state, width));
    match &screen.stage {
        // The question comes before its subject, which may not fit.
        Stage::Cause(answer) => drop(lines.splice(0..0, causes(unit.list, *answer, state, width))),
        Stage::Why(answer, cause, _) => {
            let words = format!(
                " decided: {}, {}; {} keeps it",
                value_name(unit.list, *answer),
                cause.spec().title,
                state.keys.name(Context::Typing, Action::Enter)
            );
            // The note is typed on the second line.
            let own = [theme.line(ThemeRole::Accent, words), Line::default()];
            lines.splice(0..0, own);
        }
        Stage::Answer | Stage::Note(_) | Stage::Alike(_) => {
            lines.extend(flowed(answers(shown, state), width));
            lines.extend(decided(screen, shown, theme, width));
        }
    }
    // On a small screen the texts need the rows more.
    let most = match state.size.1 {
        0..=19 => 0,
        20..=29 => 1,
        _ => 3,
    };
    lines.extend(rules(shown, theme, width, most));
    lines
}

/// Returns the case and the disputed unit, with its words.
fn subject(shown: &DisputeView, state: &State, width: usize) -> Vec<Line<'static>> {
    let unit = shown.unit;
    let answer = unit.label().and_then(|label| label.answer.as_deref());
    let answer = answer.map_or_else(String::new, |answer| format!(" — answer: {answer}"));
    let words_of = unit.words(shown.case);
    let about = match words_of.is_empty() {
        true => format!("{}, {}", shown.case.id, unit.name()),
        false => format!("{}, {}: {words_of}{answer}", shown.case.id, unit.name()),
    };
    let most = if state.size.1 < 30 { 2 } else { 4 };
    let parts = words::wrap_within(&about, width.saturating_sub(2), most).into_iter();
    parts.map(|part| state.theme.line(ThemeRole::Accent, format!(" {part}"))).collect()
}

/// Returns the label that each annotator gave the unit, and the engine's.
fn values_given(shown: &DisputeView, theme: &Theme, width: usize) -> Vec<Vec<Styled<'static>>> {
    let unit = shown.unit;
    let dim = |words: String| theme.span(ThemeRole::Dim, words);
    let voices = unit.voices.iter().enumerate().map(|(at, voice)| {
        let mut piece = vec![
            theme.span(ThemeRole::Key, format!("{} ", at + 1)),
            theme.span(ThemeRole::Text, format!("{} ", shown.adjudication.name(voice.annotator))),
            theme.span(role(voice.value.answer), value_name(unit.list, voice.value)),
        ];
        // An adjudicator who works without names should not see the engine's label either.
        if voice.left && !shown.adjudication.hidden {
            piece.push(dim(" (as the engine)".to_owned()));
        }
        let reason = voice
            .reason
            .as_deref()
            .map(|reason| sanitize::fit(reason, width.saturating_sub(24)).into_owned());
        piece.extend(reason.map(|reason| dim(format!(" “{reason}”"))));
        piece
    });
    let engine = unit.voices.iter().filter_map(|voice| voice.label.as_ref()).find_map(|label| label.proposed);
    let engine = engine.filter(|_| !shown.adjudication.hidden);
    let engine = engine
        .map(|value| vec![dim(format!("engine {}", answer_name(unit.list, RulingValue::Label(value))))]);
    voices.chain(engine).collect()
}

/// Returns the possible answers, each with its key.
fn answers(shown: &DisputeView, state: &State) -> Vec<Vec<Styled<'static>>> {
    let (theme, unit) = (&state.theme, shown.unit);
    let letters = letters(&state.keys, unit).into_iter();
    let mut pieces: Vec<Vec<Styled>> = letters
        .map(|(letter, answer)| {
            vec![
                theme.span(ThemeRole::Key, format!("{letter} ")),
                theme.span(role(answer), answer_name(unit.list, answer)),
            ]
        })
        .collect();
    if unit.list.is_some() {
        let key = state.keys.name(Context::Adjudication, Action::Dismiss);
        pieces.push(vec![
            theme.span(ThemeRole::Key, format!("{key} ")),
            theme.span(ThemeRole::Dim, answer_name(unit.list, RulingValue::Nothing)),
        ]);
    }
    pieces
}

/// Returns the verdict that each answer would lead to.
fn outcomes(shown: &DisputeView, state: &State, width: usize) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let effect = &shown.dispute.effect;
    let mut pieces: Vec<Vec<Styled>> = effect
        .outcomes
        .iter()
        .map(|outcome| {
            let score = outcome.score.map_or_else(String::new, |score| format!(" {}", two_decimals(score)));
            vec![
                theme.span(ThemeRole::Dim, format!("{} → ", value_name(shown.unit.list, outcome.value))),
                theme
                    .span(words::decision(outcome.decision), format!("{}{score}", outcome.decision.as_str())),
            ]
        })
        .collect();
    if let Some((decision, score)) = effect.settled {
        let score = score.map_or_else(String::new, |score| format!(" {}", two_decimals(score)));
        pieces.push(vec![
            theme.span(ThemeRole::Dim, "the labels as they are settled → "),
            theme.span(words::decision(decision), format!("{}{score}", decision.as_str())),
        ]);
    }
    // On a small screen the texts need the row more.
    let metric = effect.metric.filter(|_| state.size.1 > 20);
    let metric = metric.map(|(key, points)| format!("{} {} apart", words::metric(key), two_decimals(points)));
    pieces.extend(metric.map(|metric| vec![theme.span(ThemeRole::Dim, metric)]));
    if pieces.is_empty() { Vec::new() } else { flowed(pieces, width) }
}

fn causes(
    list: Option<crate::labels::List>,
    answer: UnitValue,
    state: &State,
    width: usize,
) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let mut lines = vec![Line::from(vec![
        theme.span(ThemeRole::Dim, " your decision: "),
        theme.span(role(answer.answer), value_name(list, answer)),
        theme.span(ThemeRole::Accent, " — why do they differ?"),
    ])];
    let mut pieces: Vec<Vec<Styled>> = CAUSES
        .iter()
        .map(|spec| {
            vec![
                theme.span(ThemeRole::Key, format!("{} ", spec.letter)),
                theme.span(ThemeRole::Text, spec.title),
            ]
        })
        .collect();
    let key = state.keys.name(Context::Choice, Action::Enter);
    pieces.push(vec![
        theme.span(ThemeRole::Key, format!("{key} ")),
        theme.span(ThemeRole::Dim, "without a cause"),
    ]);
    lines.extend(flowed(pieces, width));
    lines
}

fn decided(screen: &Adjudicate, shown: &DisputeView, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(ruling) = &shown.dispute.ruling {
        let answer = UnitValue::of(ruling);
        let cause = ruling.cause.map_or(String::new(), |cause| format!(", {}", cause.spec().title));
        let mut line = vec![
            theme.span(ThemeRole::Dim, " decided: "),
            theme.span(role(answer.answer), value_name(shown.unit.list, answer)),
            theme.span(ThemeRole::Text, cause),
        ];
        if shown.dispute.is_stale(&shown.adjudication.of) {
            line.push(theme.span(ThemeRole::Warn, " — an annotator has changed theirs since"));
        }
        lines.push(Line::from(line));
    }
    if let Some(note) = screen.note(shown) {
        let note = format!(" note: {}", sanitize::fit(&note, width.saturating_sub(8)));
        lines.push(theme.line(ThemeRole::Text, note));
    }
    lines
}

fn note(page: &Page, shown: &DisputeView, state: &State, frame: &mut Frame, area: Rect) {
    let keys =
        state.keys.hints(Context::Writing, &[(&[Action::Enter], "keeps"), (&[Action::Close], "cancels")]);
    let heading = format!("Note on {}", shown.unit.name());
    let inner = widgets::screen(&state.theme, frame, note_place(area), &heading, &keys);
    widgets::page(&state.theme, frame, inner, page);
}

/// Returns the area of a note being typed, frame included.
pub fn note_place(area: Rect) -> Rect {
    widgets::middle(area, 76, 10)
}
