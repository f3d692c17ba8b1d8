//! Statements attributed to the wrong speaker.

use rustc_hash::FxHashSet;

use super::ClaimPairing;
use super::mismatch::{FoundMismatch, MismatchDetail};
use super::names;
use crate::evidence::demonyms;
use crate::syntax::{Relation, Upos};
use crate::text::reports::Report;
use crate::text::sentence_number;
use crate::text::{Sentence, Stem, Token, idf, in_word_list, is_person};

/// Nouns that can refer to many named people.
const GENERIC: &str = include_str!("anybody.txt");

/// Share of the reported words that one sentence must hold to be the same report. The second applies if that
/// sentence names another speaker.
const SAME_REPORT: f64 = 0.65;
const NAMED_REPORT: f64 = 0.55;

/// Share of capitalized uses above which a word in lower-cased text is a name.
const NAMED_BY_HABIT: f64 = 0.6;

/// Finds a statement that the passage attributes to another speaker.
pub fn attribution(pairing: &ClaimPairing) -> Vec<FoundMismatch> {
    other_speaker(pairing).into_iter().collect()
}

/// A report with the head of its subject.
type Reporter<'a> = (&'a Report, usize);

fn other_speaker(pairing: &ClaimPairing) -> Option<FoundMismatch> {
    let own = own_reporter(pairing)?;
    let (report, head) = own;
    let reported = pairing.tokens().map(|(at, _)| at);
    let reported = reported.filter(|at| report.report.contains(at) && pairing.found(*at).content);
    let reported: Vec<usize> = reported.collect();
    if reported.len() < 2 {
        return None;
    }
    let (source, share) = best_sentence(pairing, &reported)?;
    let article = &pairing.article.text().sentences()[source].sentence;
    // A question states nothing.
    if article.text.trim_end().ends_with('?') {
        return asked(pairing, own, source, share);
    }
    // Without capitals the start of a name is unknown, so only known names count.
    let is_habit = |stem: Stem| idf::capital_share(stem).is_some_and(|share| share > NAMED_BY_HABIT);
    let is_lowered = pairing.article.indexed.profile.lowered || is_lowered(pairing.sentence, is_habit);
    if is_lowered && !is_habit(pairing.sentence.tokens[head].stem) {
        return None;
    }
    let theirs = reporter_of(pairing, (head, &reported), article, article.reports());
    let label = pairing.article.text().turn_label(source);
    let speaker = label.map(|label| label.end());
    let named = theirs.and_then(|report| Some((report, report.head(article)?))).filter(|(report, at)| {
        // The label of a turn is not a reporting clause, and "McGinn added the second" is about a goal.
        speaker != Some((source, *at))
            && !adds_something(article, report.verb)
            && (!is_lowered || is_habit(article.tokens[*at].stem))
    });
    // The article's speaker may be one of several whom the claim names.
    let is_of_subject = |token: &Token| report.subject.iter().any(|at| pairing.stands_for(*at, token.stem));
    if label.is_some_and(|label| label.tokens.iter().any(is_of_subject)) && named.is_none() {
        return None;
    }
    let titled = titled(pairing, head);
    let is_named = is_named(pairing, head, &titled);
    if named.is_some_and(|theirs| may_be_same(pairing, own, &titled, article, theirs)) {
        return None;
    }
    // Asking and calling have no fixed words in a conversation, so the report cannot be recognized.
    let acts = in_word_list("asked asks called calls", &pairing.sentence.lower(report.verb));
    if named.is_none() && (acts || !is_named) {
        return None;
    }
    let both_named = is_named && named.is_some();
    let enough = if both_named { NAMED_REPORT } else { SAME_REPORT };
    let is_own = |token: &Token| pairing.stands_for(head, token.stem);
    if share < enough || !both_named && article.tokens.iter().any(is_own) {
        return None;
    }
    // The speaker is named in the sentence, or is the antecedent of its pronoun, or is the label of the turn.
    let (at, token) = match (named, theirs) {
        (Some((_, at)), _) => (source, at),
        (None, Some(theirs)) => antecedent(pairing, &report.subject, (source, theirs))?,
        (None, None) => speaker?,
    };
    let place = pairing.place(at, pairing.article.text().sentences()[at].sentence.tokens[token].span);
    let subject = report.subject.iter().map(|at| pairing.sentence.tokens[*at].span);
    let found = FoundMismatch::of(MismatchDetail::OtherSpeaker, 0.15, subject.collect(), vec![place]);
    Some(found.noting(pairing.word(head)).noting(sentence_number(source).to_string()))
}

/// Returns the first report of the clause, unless its subject can refer to many.
fn own_reporter<'a>(pairing: &ClaimPairing<'a>) -> Option<Reporter<'a>> {
    let sentence: &'a Sentence = pairing.sentence;
    let mut all = sentence.reports().iter().filter(|report| pairing.clause.tokens.contains(&report.verb));
    let own = all.find_map(|report| Some((report, report.head(sentence)?)))?;
    (!is_anybody(sentence, own) && pairing.clause.tokens.contains(&own.1)).then_some(own)
}

/// Whether the clause names its reporter, by a name or by the title of somebody whom the article names.
fn is_named(pairing: &ClaimPairing, head: usize, titled: &[Stem]) -> bool {
    names::is_name(pairing, head) || !titled.is_empty()
}

/// Whether the reporter of an article sentence may be that of the clause. `titled` is the name that the article
/// has for the clause's reporter.
fn may_be_same(
    pairing: &ClaimPairing,
    (own, head): Reporter,
    titled: &[Stem],
    article: &Sentence,
    (report, theirs): Reporter,
) -> bool {
    let is_named = is_named(pairing, head, titled);
    let other = &article.tokens[theirs];
    let is_name = other.flags.capital && demonyms::same_place(other.stem).next().is_none();
    // Names are compared, not titles, which both may have. In lower-cased text the start of the name is
    // unknown.
    let before = head.saturating_sub(1).max(pairing.clause.tokens.start);
    let (name, heads) =
        if is_named { (&own.subject[..], &[head][..]) } else { (&[before, head][..], &[before, head][..]) };
    let stands = |own: &usize, at: usize| pairing.stands_for(*own, article.tokens[at].stem);
    // The Russian embassy speaks for Russia.
    let is_same_place =
        |other: Stem| demonyms::same_place(pairing.sentence.tokens[head].stem).any(|stem| stem == other);
    // "The driver" and "the Frenchman" may be whoever the claim names. "The prosecutor" is whoever has that
    // title.
    is_named != is_name
        || report.subject.iter().any(|at| titled.contains(&article.tokens[*at].stem))
        || name.iter().any(|own| stands(own, theirs))
        || heads.iter().any(|own| report.subject.iter().any(|at| stands(own, *at)))
        || report.subject.iter().any(|at| is_same_place(article.tokens[*at].stem))
        // A member speaks for the commission: "Raymond Ho, a member of the commission".
        || speaks_for(pairing, head, article, (report, theirs))
        // "The group" may mean anybody.
        || is_anybody(article, (report, theirs))
}

/// Whether the subject of a report can refer to many: by its last word, or by its noun in the tree ("a *review* of how the
/// police responded").
fn is_anybody(sentence: &Sentence, (report, head): Reporter) -> bool {
    let parsed = sentence.tree();
    let verb = sentence.node_of(report.verb);
    let proposition = parsed.propositions.iter().find(|one| Some(one.head) == verb);
    let noun = proposition.and_then(|one| one.subject()).map(|subject| sentence.token_of(subject.head));
    [Some(head), noun].into_iter().flatten().any(|at| in_word_list(GENERIC, &sentence.lower(at)))
}

/// Returns the words of the one name that the article gives a title: "Voss" for "the prosecutor", if it has
/// "Prosecutor Lena Voss". Empty if several names have the title.
fn titled(pairing: &ClaimPairing, head: usize) -> Vec<Stem> {
    const MAX_PLACES: usize = 16;
    const MAX_NAME_WORDS: usize = 3;
    if names::is_name(pairing, head) || !is_person(&pairing.sentence.lower(head)) {
        return Vec::new();
    }
    let indexed = pairing.article.indexed;
    let name_behind = |place: u32| -> Vec<Stem> {
        let (placed, title) = indexed.located(place as usize);
        let sentence = &*placed.sentence;
        let behind = title + 1..sentence.tokens.len().min(title + 1 + MAX_NAME_WORDS);
        let of_name = |at: &usize| {
            let token = &sentence.tokens[*at];
            token.flags.capital && token.is_content() && matches!(sentence.gap_before(*at), " " | " & ")
        };
        behind.take_while(of_name).map(|at| sentence.tokens[at].stem).collect()
    };
    let places = indexed.positions.get(&pairing.sentence.tokens[head].stem).map_or(&[][..], Vec::as_slice);
    let mut names =
        places.iter().take(MAX_PLACES).map(|place| name_behind(*place)).filter(|name| !name.is_empty());
    let Some(first) = names.next() else { return Vec::new() };
    if names.all(|name| name.last() == first.last()) { first } else { Vec::new() }
}

/// Returns the name that "he" or "she" refers to as the reporter of a sentence: the subject of the sentence
/// before, or of the nearest earlier one whose subject is not such a pronoun. `None` if the reporter of the
/// clause may be meant.
fn antecedent(
    pairing: &ClaimPairing,
    own: &[usize],
    (source, report): (usize, &Report),
) -> Option<(usize, usize)> {
    const MAX_SENTENCES_BACK: usize = 3;
    let sentences = pairing.article.text().sentences();
    let is_pronoun = |sentence: &Sentence, at: usize| matches!(&*sentence.lower(at), "he" | "she");
    let article = &sentences[source].sentence;
    let beside = [report.verb.checked_sub(1), Some(report.verb + 1)];
    if !report.subject.is_empty() || !beside.into_iter().flatten().any(|at| is_pronoun(article, at)) {
        return None;
    }
    for before in (source.saturating_sub(MAX_SENTENCES_BACK)..source).rev() {
        let sentence = &*sentences[before].sentence;
        let stands = |at: usize| own.iter().any(|own| pairing.stands_for(*own, sentence.tokens[at].stem));
        if (0..sentence.tokens.len()).any(stands) {
            return None;
        }
        let parsed = sentence.tree();
        let subject = parsed.main()?.subject()?;
        let token = |node: usize| sentence.token_of(node);
        if is_pronoun(sentence, token(subject.head)) {
            continue;
        }
        let is_name = |node: &usize| {
            let at = &parsed.tree.nodes[*node];
            *node == subject.head || at.head == Some(subject.head) && at.relation == Relation::Flat
        };
        let last = subject.words.iter().copied().rfind(is_name).map(token)?;
        return sentence.tokens[last].flags.capital.then_some((before, last));
    }
    None
}

/// Whether a verb of adding has an object of its own, and reports nothing.
fn adds_something(article: &Sentence, verb: usize) -> bool {
    let parsed = article.tree();
    let node = article.node_of(verb);
    let has_object = |node| {
        let mut children = parsed.tree.children(node);
        children.any(|child| parsed.tree.nodes[child].relation == Relation::Obj)
    };
    in_word_list(" add adds added adding ", &article.lower(verb)) && node.is_some_and(has_object)
}

/// Whether the phrase that names a reporter has a word of the clause: "TfL manager Leon Daniels", "Raymond Ho, a
/// member of the commission".
fn is_in_phrase(pairing: &ClaimPairing, own: usize, article: &Sentence, head: usize) -> bool {
    let parsed = article.tree();
    let nodes = &parsed.tree.nodes;
    let Some(mut top) = article.node_of(head) else { return false };
    let is_part = |it: Relation| matches!(it, Relation::Flat | Relation::Appos | Relation::Compound);
    while let Some(above) = nodes[top].head.filter(|_| is_part(nodes[top].relation)) {
        top = above;
    }
    // A relative clause may be about somebody else: "Tansley, who had telephoned Ashwin".
    let joins = |at: usize| {
        let it = nodes[at].relation;
        is_part(it) || matches!(it, Relation::Nmod | Relation::NmodDesc | Relation::NmodPoss)
    };
    let is_below = |node: usize| {
        let path = std::iter::successors(Some(node), |at| nodes[*at].head).take(nodes.len());
        path.take_while(|at| *at == top || joins(*at)).any(|at| at == top)
    };
    let is_noun = nodes[top].tag == Upos::Noun || nodes[top].tag == Upos::Propn;
    is_noun && (0..nodes.len()).any(|node| pairing.stands_for_node(own, article, node) && is_below(node))
}

/// Whether a sentence says that its reporter belongs to the one whom the clause names: "the president of the
/// chamber".
fn speaks_for(pairing: &ClaimPairing, own: usize, article: &Sentence, (reporter, head): Reporter) -> bool {
    const MAX_REPORTER_GAP: usize = 10;
    let near = head.saturating_sub(MAX_REPORTER_GAP)..article.tokens.len().min(head + MAX_REPORTER_GAP + 1);
    let is_whose =
        |at: &usize| !reporter.report.contains(at) && pairing.stands_for(own, article.tokens[*at].stem);
    let ties = |at: usize| {
        let mut between = head.min(at) + 1..head.max(at);
        between.any(|i| in_word_list("of for from at", &article.lower(i)))
    };
    near.filter(is_whose).any(ties) || is_in_phrase(pairing, own, article, head)
}

/// Whether a sentence has no capitals after its first word, though it contains usually capitalized words or
/// begins in lower case.
fn is_lowered(sentence: &Sentence, is_habit: impl Fn(Stem) -> bool) -> bool {
    let mut tokens = sentence.tokens.iter().skip(1);
    let has_small = sentence.tokens.iter().any(|token| !token.flags.capital && is_habit(token.stem));
    !tokens.any(|token| token.flags.capital)
        && (has_small || !sentence.tokens.iter().any(|t| t.flags.capital))
}

/// Returns the report of a sentence that holds most of some words of the clause. Of equals, that by the
/// clause's own reporter wins.
fn reporter_of<'a>(
    pairing: &ClaimPairing,
    (head, words): (usize, &[usize]),
    article: &Sentence,
    theirs: &'a [Report],
) -> Option<&'a Report> {
    let holds = |reporter: &Report| {
        let inside = &article.tokens[reporter.report.clone()];
        words.iter().filter(|at| inside.iter().any(|token| pairing.stands_for(**at, token.stem))).count()
    };
    let is_own = |reporter: &Report| {
        reporter.subject.iter().any(|at| pairing.stands_for(head, article.tokens[*at].stem))
    };
    let best = theirs.iter().rev().max_by_key(|reporter| (holds(reporter), is_own(reporter)));
    best.filter(|reporter| holds(reporter) > 0)
}

/// Returns the article sentence that holds most of some words, at least two of them, and the share of their
/// weight.
fn best_sentence(pairing: &ClaimPairing, words: &[usize]) -> Option<(usize, f64)> {
    /// Tolerance for sums of the same weights in a different order.
    const ROUNDING: f64 = 1e-9;
    let weight = |at: usize| pairing.found(at).weight;
    let whole: f64 = words.iter().map(|at| weight(*at)).sum();
    let rarest = pairing.rarest(words.iter().copied());
    // Weight of the words whose sentences have not been searched yet: the most that a new sentence can hold.
    let mut left: f64 = rarest.iter().map(|(at, _)| weight(*at)).sum();
    let mut best: Option<(f64, usize, usize)> = None;
    let mut seen = FxHashSet::default();
    for (at, _) in &rarest {
        if best.is_some_and(|(most, ..)| most > left + ROUNDING) {
            break;
        }
        for source in pairing.holding(*at).into_iter().filter(|source| seen.insert(*source)) {
            let held = words.iter().filter(|at| pairing.has(source, **at));
            let (sum, count) = held.fold((0.0, 0), |(sum, count), at| (sum + weight(*at), count + 1));
            // Of equals the first wins.
            if best.is_none_or(|(most, known, _)| sum > most || sum == most && source < known) {
                best = Some((sum, source, count));
            }
        }
        left -= weight(*at);
    }
    let (sum, source, count) = best?;
    (whole > 0.0 && count > 1).then_some((source, sum / whole))
}

/// Returns a mismatch if the clause presents a question of a conversation as a statement.
fn asked(pairing: &ClaimPairing, (own, head): Reporter, source: usize, share: f64) -> Option<FoundMismatch> {
    const STATES: &str = " said says say told tells stated states confirmed confirms ";
    let text = pairing.article.text();
    let label = text.turn_label(source)?;
    let is_own = label.tokens.iter().any(|token| pairing.stands_for(head, token.stem));
    let states = in_word_list(STATES, &pairing.sentence.lower(own.verb));
    let placed = &text.sentences()[source];
    (is_own && states && share >= SAME_REPORT).then(|| {
        let verb = pairing.sentence.tokens[own.verb].span;
        FoundMismatch::new(MismatchDetail::Question, 0.2, verb, placed.span())
    })
}

#[cfg(test)]
mod tests {
    use crate::evidence::mismatch::MismatchKind;
    use crate::evidence::support::{assert_found, judge_alone};

    #[test]
    fn who_asks_has_not_said_it() {
        const CALL: &str = "Ines Duarte: On hardware, do you think those orders are lost?\nDaniel Voss: No. Both contracts \
            are signed, and we expect to ship in the spring.\nInes Duarte: Thank you.";
        let cases = [
            ("Ines Duarte said the orders were lost.", true),
            ("Ines Duarte asked whether the orders were lost.", false),
            ("Daniel Voss said both contracts were signed.", false),
        ];
        assert_found(CALL, MismatchKind::Modality, &cases);
    }

    #[test]
    fn a_report_is_held_against_whoever_gives_it() {
        const RAIN: &str = "Forecaster Isla Renwick met Hugh Bell on Monday. Bell, a spokesman for the railway, said \
            passengers should allow extra time. Judge Ada Teague said the lease was void. Judge Alan Firth disagreed \
            and said the lease was clear. Hedley wrote that the water was cold; Clara Wynn stated that it was rich in \
            trout. Rovers coach Bill Amory warned that Barlow could miss the final. Chairman Gareth Dale believes in the \
            tour. \"It is a real summer of opportunity for Welsh coaches,\" he said. Head coach Owen Pugh is away.";
        for (claim, other) in [
            ("Isla Renwick said passengers should allow extra time.", Some("Bell")),
            ("Hugh Bell said passengers should allow extra time.", None),
            ("A spokesman said passengers should allow extra time.", None),
            ("Judge Teague said the lease was clear.", Some("Firth")),
            ("In Firth's opinion the lease was clear.", None),
            ("Hedley stated that the water was rich in trout.", Some("Wynn")),
            ("Barlow could miss the final, according to the Rovers coach.", None),
            ("Barlow could miss the final, according to Alan Firth.", Some("Amory")),
            ("Pugh described it as a real summer of opportunity for Welsh coaches.", Some("Dale")),
            ("Dale described it as a real summer of opportunity for Welsh coaches.", None),
            ("The forecaster said passengers should allow extra time.", Some("Bell")),
            ("The forecaster met Bell.", None),
        ] {
            let entailment = judge_alone(RAIN, claim);
            let said =
                entailment.mismatches.iter().find(|mismatch| mismatch.kind == MismatchKind::Attribution);
            let names = other.is_some_and(|name| said.is_some_and(|mismatch| mismatch.why.contains(name)));
            assert!(
                said.is_some() == other.is_some() && names == other.is_some(),
                "{claim}: {:?}",
                entailment.mismatches
            );
        }
    }
}
