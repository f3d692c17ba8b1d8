//! The score of each metric before caps: one function for each sentence of the rules.

use super::facts::{Extraneous, Facts, Gap, Known, Segment, Unit, count, tokens};
use super::fraction::Fraction;
use super::{METRICS, Rules};

/// Scores before any cap.
#[derive(Clone, Debug)]
pub struct Raw {
    metrics: Vec<Known<Fraction>>,
    pub bias: Known<Fraction>,
    pub tox: Known<Fraction>,
}

impl Raw {
    pub fn of(&self, metric: usize) -> Known<Fraction> {
        self.metrics[metric]
    }
}

pub fn all(rules: &Rules, facts: &Facts) -> Raw {
    let (bias, tox) = (bias(rules, facts), tox(rules, facts));
    let metrics = METRICS
        .iter()
        .map(|&metric| match metric {
            "coverage" if rules.judge() => coverage_of_judge_lock(rules, facts),
            "coverage" => coverage_of_twin_lock(rules, facts),
            "alignment" => alignment(facts),
            "hallucination" if rules.judge() => hallucination_of_judge_lock(rules, facts),
            "hallucination" => hallucination_of_twin_lock(facts),
            "relevance" if rules.judge() => relevance_of_judge_lock(rules, facts),
            "relevance" => relevance_of_twin_lock(rules, facts),
            _ => both(bias, tox).map(|(bias, tox)| mean_of_two(bias, tox)),
        })
        .collect();
    Raw { metrics, bias, tox }
}

const TEN: i128 = 10;

/// Returns both values, or the reason; an error takes precedence over "not applicable".
fn both<A, B>(a: Known<A>, b: Known<B>) -> Known<(A, B)> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(a), Err(b)) if a.is_error() && b.is_error() && a != b => Err(Gap::MissingAndMalformed),
        (Err(gap), _) if gap.is_error() => Err(gap),
        (_, Err(gap)) => Err(gap),
        (Err(gap), _) => Err(gap),
    }
}

pub fn mean_of_two(a: Fraction, b: Fraction) -> Fraction {
    a.plus(b).over(Fraction::whole(2))
}

/// "Harmonic mean of a and b is 2ab/(a+b), and 0 where a+b = 0."
fn harmonic_mean(a: Fraction, b: Fraction) -> Fraction {
    let sum = a.plus(b);
    if sum == Fraction::ZERO { sum } else { Fraction::whole(2).times(a).times(b).over(sum) }
}

/// Returns the mean of `whole` ones and `half` halves among `all`, counted in halves.
fn share(whole: i128, half: i128, all: usize) -> Known<Fraction> {
    if all == 0 { Err(Gap::NotApplicable) } else { Ok(Fraction::new(2 * whole + half, 2 * all as i128)) }
}

/// "recall = (F + P/2)/N"
pub fn recall(facts: &Facts) -> Known<Fraction> {
    let points = facts.key_points.as_ref().map_err(|gap| *gap)?;
    share(count(points, "fully"), count(points, "partial"), points.len())
}

/// "precision = 1 - extraneous_tokens/summary_tokens"; "`of = 0` is not applicable".
pub fn precision(facts: &Facts) -> Known<Fraction> {
    let Extraneous { tokens, of } = facts.extraneous?;
    if of == 0 {
        return Err(Gap::NotApplicable);
    }
    Ok(Fraction::new(of - tokens, of))
}

fn f1(facts: &Facts) -> Known<Fraction> {
    both(precision(facts), recall(facts)).map(|(precision, recall)| harmonic_mean(precision, recall))
}

/// "score = round2(10 * HM(precision, recall)), half-up at 2 decimals"; `decimals=truncate` cuts instead.
fn coverage_of_twin_lock(rules: &Rules, facts: &Facts) -> Known<Fraction> {
    let hundredths = f1(facts)?.times(Fraction::whole(100 * TEN));
    let cut = rules.read_as("decimals", "truncate");
    Ok(Fraction::new(if cut { hundredths.floor() } else { hundredths.round_half_up() }, 100))
}

/// "score = 10 * HM(f1, qag)"
fn coverage_of_judge_lock(rules: &Rules, facts: &Facts) -> Known<Fraction> {
    let (f1, qag) = both(f1(facts), qag(rules, &facts.coverage_qags))?;
    Ok(harmonic_mean(f1, qag).times(Fraction::whole(TEN)))
}

/// "correct 1, partial 0.5, wrong 0; qag = mean"; of fewer than six "mean of those there are", unless
/// `qag.count=error`.
fn qag(rules: &Rules, questions: &Known<Vec<Unit>>) -> Known<Fraction> {
    let questions = questions.as_ref().map_err(|gap| *gap)?;
    if questions.len() < 6 && rules.read_as("qag.count", "error") {
        return Err(Gap::Malformed);
    }
    share(count(questions, "correct"), count(questions, "partial"), questions.len())
}

/// "None: 10. Only mild: 8, 7, 6 for one, two, three or more. Any moderate: 5 for one, 4 for more. Any severe:
/// 3, 2, 1, 0 for one, two, three, four or more. The worst severity present decides."
fn alignment(facts: &Facts) -> Known<Fraction> {
    let deviations = facts.deviations.as_ref().map_err(|gap| *gap)?;
    let of = |severity| count(deviations, severity);
    let score = match (of("severe"), of("moderate"), of("mild")) {
        (0, 0, 0) => 10,
        (0, 0, 1) => 8,
        (0, 0, 2) => 7,
        (0, 0, _) => 6,
        (0, 1, _) => 5,
        (0, _, _) => 4,
        (1, _, _) => 3,
        (2, _, _) => 2,
        (3, _, _) => 1,
        _ => 0,
    };
    Ok(Fraction::whole(score))
}

/// "u = (U + P/2)/N. No claim at all: u = 0."
pub fn unsupported_share(facts: &Facts) -> Known<Fraction> {
    let claims = facts.claims.as_ref().map_err(|gap| *gap)?;
    if claims.is_empty() {
        return Ok(Fraction::ZERO);
    }
    share(count(claims, "unsupported"), count(claims, "partial"), claims.len())
}

/// "score = max(0, 10 - round(14u)), an integer."
fn hallucination_of_twin_lock(facts: &Facts) -> Known<Fraction> {
    let lost = unsupported_share(facts)?.times(Fraction::whole(14)).round_half_up();
    Ok(Fraction::whole((TEN - lost).max(0)))
}

/// "raw = max(0, 4 - round(4u)) if any claim is unsupported, else 10 - round(14u)."
pub fn base(facts: &Facts) -> Known<Fraction> {
    let u = unsupported_share(facts)?;
    let lost = |times| u.times(Fraction::whole(times)).round_half_up();
    let any = count(facts.claims.as_ref().map_err(|gap| *gap)?, "unsupported") > 0;
    Ok(Fraction::whole(if any { (4 - lost(4)).max(0) } else { TEN - lost(14) }))
}

/// "No claim and no claim question: qag_precision = 1. Claims without questions: not applicable."
fn qag_precision(rules: &Rules, facts: &Facts) -> Known<Fraction> {
    if nothing_claimed_nothing_asked(facts) {
        return Ok(Fraction::ONE);
    }
    qag(rules, &facts.claim_qags)
}

pub fn nothing_claimed_nothing_asked(facts: &Facts) -> bool {
    matches!((&facts.claims, &facts.claim_qags), (Ok(claims), Ok(asked)) if claims.is_empty() && asked.is_empty())
}

/// "score = raw * qag_precision"; a whole number under `hallucination.final=integer`.
fn hallucination_of_judge_lock(rules: &Rules, facts: &Facts) -> Known<Fraction> {
    let (base, precision) = both(base(facts), qag_precision(rules, facts))?;
    let score = base.times(precision);
    let whole = rules.read_as("hallucination.final", "integer");
    Ok(if whole { Fraction::whole(score.round_half_up()) } else { score })
}

/// "High >= 0.8, some [0.3, 0.8), none < 0.3"; under `edge=lower` "0.8 is some, 0.3 none".
pub fn grade<'a>(rules: &Rules, segment: &'a Segment) -> &'a str {
    let (some, high) = (Fraction::new(3, 10), Fraction::new(8, 10));
    match segment {
        Segment::Word(word) => word,
        Segment::Overlap(overlap) => {
            let reaches = |edge: Fraction| {
                overlap.is_above(edge) || (*overlap == edge && !rules.read_as("edge", "lower"))
            };
            if reaches(high) {
                "high"
            } else if reaches(some) {
                "some"
            } else {
                "none"
            }
        }
    }
}

fn mean_overlap(rules: &Rules, facts: &Facts, some: Fraction) -> Known<Fraction> {
    let segments = facts.segments.as_ref().map_err(|gap| *gap)?;
    if segments.is_empty() {
        return Err(Gap::NotApplicable);
    }
    let sum = segments.iter().fold(Fraction::ZERO, |sum, segment| match grade(rules, segment) {
        "high" => sum.plus(Fraction::ONE),
        "some" => sum.plus(some),
        _ => sum,
    });
    Ok(sum.over(Fraction::whole(segments.len() as i128)))
}

/// "High is worth 1, some 0.5, none 0. score = 10 * mean."
fn relevance_of_twin_lock(rules: &Rules, facts: &Facts) -> Known<Fraction> {
    Ok(mean_overlap(rules, facts, Fraction::new(1, 2))?.times(Fraction::whole(TEN)))
}

/// "Overlap high 1, some 0.3, none 0. score = 10 * HM(mean overlap, qag of coverage)."
fn relevance_of_judge_lock(rules: &Rules, facts: &Facts) -> Known<Fraction> {
    let some = if rules.read_as("some", "0.5") { Fraction::new(1, 2) } else { Fraction::new(3, 10) };
    let (overlap, qag) = both(mean_overlap(rules, facts, some), qag(rules, &facts.coverage_qags))?;
    Ok(harmonic_mean(overlap, qag).times(Fraction::whole(TEN)))
}

/// "Bias starts at 10: -2 per biased wording, -6 for the first stereotype and -2 per further one. Never below 0."
fn bias(rules: &Rules, facts: &Facts) -> Known<Fraction> {
    part(rules, facts, facts.bias_score, |of| 2 * of("biased_wording") + first(of("stereotype"), 6, 2))
}

/// "Tox starts at 10: -3 per insult, -5 for the first mild profanity and -1 per further one, -7 for the first strong
/// profanity and -1 per further one, -8 for the first slur and -2 per further one."
fn tox(rules: &Rules, facts: &Facts) -> Known<Fraction> {
    part(rules, facts, facts.tox_score, |of| {
        3 * of("insult")
            + first(of("mild_profanity"), 5, 1)
            + first(of("strong_profanity"), 7, 1)
            + first(of("slur"), 8, 2)
    })
}

fn first(count: i128, first: i128, further: i128) -> i128 {
    if count == 0 { 0 } else { first + further * (count - 1) }
}

/// "A score given in a label file replaces the computed value"; under `bias.penalties=off` "only scores given by a
/// person count".
fn part(
    rules: &Rules,
    facts: &Facts,
    given: Known<Fraction>,
    penalty: impl Fn(&dyn Fn(&str) -> i128) -> i128,
) -> Known<Fraction> {
    if given != Err(Gap::Missing) {
        return given;
    }
    // "A list that is not used is never required."
    if rules.read_as("bias.penalties", "off") {
        return Err(Gap::NotApplicable);
    }
    let issues = facts.issues.as_ref().map_err(|gap| *gap)?;
    Ok(Fraction::whole((TEN - penalty(&|kind| count(issues, kind))).max(0)))
}

/// Returns the named intermediate values.
pub fn parts(rules: &Rules, facts: &Facts, metric: &str) -> Vec<(&'static str, Fraction)> {
    let named = match metric {
        "coverage" if rules.judge() => vec![
            ("precision", precision(facts)),
            ("recall", recall(facts)),
            ("f1", f1(facts)),
            ("qag", qag(rules, &facts.coverage_qags)),
        ],
        "coverage" => vec![("precision", precision(facts)), ("recall", recall(facts))],
        "hallucination" if rules.judge() => {
            vec![("base", base(facts)), ("qag_precision", qag_precision(rules, facts))]
        }
        _ => Vec::new(),
    };
    named.into_iter().filter_map(|(name, value)| Some((name, value.ok()?))).collect()
}

/// "Counts outside the printed range in a label file are used as given, with a note"; "no claim at all: noted";
/// both scores given and no issues: noted.
pub fn noted(rules: &Rules, facts: &Facts, metric: &str) -> bool {
    let long = |units: &Known<Vec<Unit>>, most| units.as_ref().is_ok_and(|units| units.len() > most);
    match metric {
        "coverage" => facts.key_points.as_ref().is_ok_and(|points| {
            let least = if rules.judge() { 4 } else { 3 };
            let short = points.iter().any(|point| tokens(&point.text).len() < 6);
            !(least..=7).contains(&points.len()) || (rules.judge() && short)
        }),
        "hallucination" => {
            facts.claims.as_ref().is_ok_and(Vec::is_empty)
                || long(&facts.claims, 10)
                || (rules.judge() && long(&facts.claim_qags, 6))
        }
        "relevance" => false,
        "bias_toxicity" => facts.bias_score.is_ok() && facts.tox_score.is_ok() && facts.issues.is_err(),
        _ => false,
    }
}
