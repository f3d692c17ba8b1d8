//! The formulas that the two locks share, each through a ledger.

use crate::labels::List;
use crate::ledger::{Ledger, Quantity};
use crate::num::Num;
use crate::report::Part;
use crate::rubric::draft::{Draft, Fault, Got};
use crate::rubric::locks::counts::{Tally, Tokens};
use crate::rubric::locks::rules::{
    Alignment, BiasToxicity, Claims, Fall, KeyPoints, Penalty, Questions, Segments, Severity, Target,
};
use crate::rubric::locks::{Counted, SeverityBand, draft, notes};

/// A weighted sum of counts over their number, without the terms that weigh nothing: `(F + 0.5*P)/N`.
fn mean_worth(ledger: &Ledger, terms: &[(&'static str, usize, Num)], all: (&'static str, usize)) -> Quantity {
    let mut sum: Option<Quantity> = None;
    for &(name, count, weight) in terms.iter().filter(|(_, _, weight)| *weight != Num::ZERO) {
        let count = ledger.input(name, Num::count(count));
        let term = if weight == Num::ONE { count } else { ledger.number(weight) * count };
        sum = Some(match sum {
            Some(sum) => sum + term,
            None => term,
        });
    }
    sum.unwrap_or_else(|| ledger.number(Num::ZERO)) / ledger.input(all.0, Num::count(all.1))
}

/// `1 - extraneous/tokens`.
pub fn precision(ledger: &Ledger, tokens: Tokens) -> Got<Quantity> {
    if tokens.of == 0 {
        return Err(Fault::NotApplicable("the summary has no token"));
    }
    let extraneous = ledger.input("extraneous", Num::count(tokens.extraneous));
    Ok(ledger.number(Num::ONE) - extraneous / ledger.input("tokens", Num::count(tokens.of)))
}

/// `(F + P/2)/N`.
pub fn recall(ledger: &Ledger, rule: &KeyPoints, points: Tally) -> Got<Quantity> {
    if points.all() == 0 {
        return Err(Fault::NotApplicable("there is no key point"));
    }
    let terms =
        [("F", points.at(0), rule.fully), ("P", points.at(1), rule.partial), ("O", points.at(2), rule.not)];
    Ok(mean_worth(ledger, &terms, ("N", points.all())))
}

/// `(C + P/2)/Q`.
pub fn answers(ledger: &Ledger, rule: &Questions, answers: Tally) -> Got<Quantity> {
    if answers.all() == 0 {
        return Err(Fault::NotApplicable("there is no question"));
    }
    let terms = [
        ("C", answers.at(0), rule.correct),
        ("P", answers.at(1), rule.partial),
        ("W", answers.at(2), rule.wrong),
    ];
    Ok(mean_worth(ledger, &terms, ("Q", answers.all())))
}

/// `(U + P/2)/N`, and 0 without claims.
pub fn unsupported(ledger: &Ledger, rule: &Claims, claims: Tally) -> Quantity {
    if claims.all() == 0 {
        return ledger.number(Num::ZERO);
    }
    let terms = [
        ("U", claims.at(2), rule.unsupported),
        ("P", claims.at(1), rule.partial),
        ("S", claims.at(0), rule.supported),
    ];
    mean_worth(ledger, &terms, ("N", claims.all()))
}

/// `start - round(slope*u)`.
pub fn fall(ledger: &Ledger, rule: &Fall, u: &Quantity) -> Quantity {
    ledger.number(rule.start) - ledger.round(&(ledger.number(rule.slope) * u))
}

/// `max(low, x)`.
pub fn at_least(ledger: &Ledger, low: Num, quantity: &Quantity) -> Quantity {
    ledger.number(low).max(quantity)
}

/// The f1 of a coverage, with precision and recall as its first steps and parts; what can be computed is shown
/// even where the rest cannot.
pub fn f1(counted: &Counted, rule: &KeyPoints, draft: &mut Draft) -> Got<Quantity> {
    let tokens = given(&counted.extraneous);
    let precision = tokens.and_then(|tokens| precision(&draft.ledger, tokens));
    let precision = precision.map(|value| draft.part("precision", &value));
    let points = given(&counted.key_points);
    let recall = points.and_then(|points| recall(&draft.ledger, rule, points));
    let recall = recall.map(|value| draft.part("recall", &value));
    let (recall, precision) = both(recall, precision)?;
    let f1 = draft.ledger.harmonic_mean(&precision, &recall);
    Ok(draft.part("f1", &f1))
}

/// Both, or why not: an error goes before what is not applicable, the first before the second.
pub fn both<A, B>(a: Got<A>, b: Got<B>) -> Got<(A, B)> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(Fault::NotApplicable(_)), Err(fault @ (Fault::Missing(_) | Fault::Malformed(_)))) => Err(fault),
        (Err(fault), _) | (Ok(_), Err(fault)) => Err(fault),
    }
}

/// A count that must be there.
pub fn given<T: Copy>(count: &Got<T>) -> Got<T> {
    match count {
        Ok(count) => Ok(*count),
        Err(fault) => Err(fault.clone()),
    }
}

/// Mean worth of the segments, as the first step of a relevance.
pub fn overlap(counted: &Counted, rule: &Segments, some: Num, draft: &mut Draft) -> Got<Quantity> {
    let segments = given(&counted.segments)?;
    let labels = counted.input.labels;
    if counted.record {
        notes::statement(&mut draft.notes, "theme", &labels.theme, rule.theme_tokens);
        notes::of_lists(&mut draft.notes, labels, &[List::Segments]);
    }
    let raw = counted.on.split_raw && labels.raw_segments.is_some();
    if labels.all_short[usize::from(raw)] {
        if counted.on.short_error {
            return Err(Fault::Malformed(format!(
                "segments: every one is shorter than {} tokens",
                rule.min_tokens
            )));
        }
        if counted.record {
            draft.notes.push(format!(
                "every segment is shorter than {} tokens, so the whole summary is one",
                rule.min_tokens
            ));
        }
    }
    if segments.all() == 0 {
        return Err(Fault::NotApplicable("there is no segment"));
    }
    let terms =
        [("H", segments.at(0), rule.high), ("S", segments.at(1), some), ("O", segments.at(2), rule.none)];
    let mean = mean_worth(&draft.ledger, &terms, ("N", segments.all()));
    Ok(draft.part("overlap", &mean))
}

/// The band of an unsupported fraction.
pub fn severity(counted: &Counted, rule: &Severity, u: Num, claims: Tally) -> SeverityBand {
    let from = |bound: Num| if counted.on.edge_lower { u > bound } else { u >= bound };
    if u <= Num::ZERO {
        SeverityBand::None
    } else if from(rule.severe_from) && (claims.at(2) > 0 || !counted.on.severe_needs_unsupported) {
        SeverityBand::Severe
    } else if from(rule.moderate_from) {
        SeverityBand::Moderate
    } else {
        SeverityBand::Minor
    }
}

/// The unsupported fraction as the first step of a hallucination, with its band.
pub fn u(counted: &Counted, rule: &Claims, bands: &Severity, claims: Tally, draft: &mut Draft) -> Quantity {
    if counted.record {
        notes::claims(&mut draft.notes, counted, claims, rule);
    }
    let u = unsupported(&draft.ledger, rule, claims);
    let u = draft.part("u", &u);
    if counted.record {
        let severity = severity(counted, bands, u.value(), claims);
        draft.parts.push(("severity", Part::Word(severity.as_str())));
    }
    u
}

/// The unsupported fraction by itself, for caps and the verdict.
pub fn unsupported_fraction(counted: &Counted, rule: &Claims) -> Option<(Num, Tally)> {
    let claims = *counted.claims.as_ref().ok()?;
    Some((unsupported(&Ledger::new(false), rule, claims).value(), claims))
}

/// The mean of the parts of a metric.
pub fn mean(parts: &[Num]) -> Num {
    let sum = parts.iter().fold(Num::ZERO, |sum, part| sum + *part);
    sum / Num::count(parts.len())
}

/// Alignment: the worst severity present decides, and only deviations of that severity are counted.
pub fn alignment(counted: &Counted, rule: &Alignment) -> Draft {
    let mut draft = draft(Target::Alignment, counted, &[List::Deviations]);
    if counted.record {
        notes::statement(&mut draft.notes, "intent", &counted.input.labels.intent, rule.statement_tokens);
        notes::of_lists(&mut draft.notes, counted.input.labels, &[List::Deviations]);
    }
    let tally = match &counted.deviations {
        Ok(tally) => *tally,
        Err(fault) => {
            draft.raw = Err(fault.clone());
            return draft;
        }
    };
    let pick = |scores: &[Num], count: usize| scores[count.clamp(1, scores.len()) - 1];
    let (name, score) = if tally.at(2) > 0 {
        ("severe_deviations", pick(&rule.severe, tally.at(2)))
    } else if tally.at(1) > 0 {
        ("moderate_deviations", pick(&rule.moderate, tally.at(1)))
    } else if tally.at(0) > 0 {
        ("mild_deviations", pick(&rule.mild, tally.at(0)))
    } else {
        ("no_deviation", rule.none)
    };
    let found = draft.ledger.input(name, score);
    draft.raw = Ok(draft.ledger.step("score", &found).value());
    if counted.record {
        let count = |place: usize| Part::Number(Num::count(tally.at(place)));
        draft.parts = vec![("mild", count(0)), ("moderate", count(1)), ("severe", count(2))];
    }
    draft
}

/// Bias and toxicity, and their parts before caps: bias, tox.
pub fn bias_toxicity(counted: &Counted, rule: &BiasToxicity) -> (Draft, [Option<Num>; 2]) {
    let mut draft = draft(Target::BiasToxicity, counted, &[List::Issues]);
    let labels = counted.input.labels;
    if counted.record {
        notes::of_lists(&mut draft.notes, labels, &[List::Issues]);
        if let Some(tone) = labels.tone {
            draft.parts.push(("tone", Part::Word(tone.as_str())));
        }
        if let (Some(Ok(_)), Some(Ok(_)), Err(fault)) =
            (&labels.bias_score, &labels.tox_score, &counted.issues)
        {
            draft.notes.push(format!("{}: the caps on issues are not evaluated", fault.reason()));
        }
    }
    let bias = part_of(counted, rule, ("bias", "bias_score", &labels.bias_score, 0..2), &mut draft);
    let tox = part_of(counted, rule, ("tox", "tox_score", &labels.tox_score, 2..6), &mut draft);
    let parts = [bias.as_ref().ok().map(Quantity::value), tox.as_ref().ok().map(Quantity::value)];
    draft.raw = both(bias, tox).map(|(bias, tox)| {
        let score = (bias + tox) / draft.ledger.number(Num::int(2));
        draft.ledger.step("score", &score).value()
    });
    (draft, parts)
}

/// A part: its name, the key and the value of the score that may replace it, and the kinds of issues that lower it.
type PartRule<'a> = (&'static str, &'static str, &'a Option<Result<Num, String>>, std::ops::Range<usize>);

fn part_of(
    counted: &Counted,
    rule: &BiasToxicity,
    (name, key, given_score, kinds): PartRule,
    draft: &mut Draft,
) -> Got<Quantity> {
    let range = counted.range;
    match given_score {
        Some(Err(reason)) => return Err(Fault::Malformed(reason.clone())),
        Some(Ok(value)) if !(*value >= range[0] && *value <= range[1]) => {
            return Err(Fault::Malformed(format!("{key}: {value} is outside {} to {}", range[0], range[1])));
        }
        Some(Ok(value)) => {
            if counted.record {
                draft.notes.push(format!("{key} is given, and replaces the computed score"));
            }
            let value = draft.ledger.input(key, *value);
            return Ok(draft.part(name, &value));
        }
        None => {}
    }
    let issues = given(&counted.issues)?;
    if counted.on.penalties_off {
        return Err(Fault::NotApplicable("bias.penalties=off, and a score is not given"));
    }
    let ledger = &draft.ledger;
    let mut value = ledger.number(rule.start);
    for (place, (_, name, penalty)) in rule.penalties().into_iter().enumerate() {
        if kinds.contains(&place) && issues.at(place) > 0 {
            value = value - penalised(ledger, name, penalty, issues.at(place));
        }
    }
    let value = at_least(ledger, range[0], &value);
    Ok(draft.part(name, &value))
}

/// `first + further*(n - 1)`, or `first*n` where both are the same.
fn penalised(ledger: &Ledger, name: &'static str, penalty: &Penalty, count: usize) -> Quantity {
    let first = ledger.number(penalty.first);
    let count = ledger.input(name, Num::count(count));
    if penalty.first == penalty.further {
        first * count
    } else {
        first + ledger.number(penalty.further) * (count - ledger.number(Num::ONE))
    }
}
