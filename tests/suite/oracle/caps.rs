//! The second pass: every cap is a minimum, with one row for each slug and target.

use super::facts::{Facts, Known, Range, Unit, count, overlap};
use super::fraction::Fraction;
use super::scores::{Raw, grade, mean_of_two, nothing_claimed_nothing_asked, precision, recall};
use super::verdict::severity;
use super::{METRICS, Rules};

/// One cap on one target.
#[derive(Clone, Debug)]
pub struct Row {
    pub slug: &'static str,
    pub target: &'static str,
    pub limit: i128,
    /// `None` if an input is missing.
    pub fired: Option<bool>,
    /// "The limit is the score."
    pub fixed: bool,
    pub before: Option<Fraction>,
    pub after: Option<Fraction>,
    pub binding: bool,
    pub shared: bool,
}

pub fn rows(rules: &Rules, facts: &Facts, raw: &Raw) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut cap = |slug, targets: &[&'static str], limit, fired| {
        for &target in targets {
            rows.push(row(slug, target, limit, fired));
        }
    };
    let claimed = if crosses(rules) { any_extraneous_claim(rules, facts) } else { Some(false) };
    let none = any_none_segment(rules, facts);
    if !rules.judge() {
        cap("extraneous_claim", &["coverage", "relevance"], 4, claimed);
        cap("none_segment", &["relevance"], 4, none);
    } else {
        let scope = |key, narrow: &[&'static str]| {
            if rules.read_as(key, "all") { METRICS.to_vec() } else { narrow.to_vec() }
        };
        cap("extraneous_claim", &["coverage", "relevance"], 3, claimed);
        cap("qag_incomplete", &["coverage"], 7, incomplete(rules, facts));
        let (first, second) = (duplicate(&facts.coverage_qags), duplicate(&facts.claim_qags));
        if rules.read_as("dup.scope", "all") {
            cap("qag_duplicate", &METRICS, 7, either(first, second));
        } else {
            cap("qag_duplicate", &["coverage", "relevance"], 7, first);
            cap("qag_duplicate", &["hallucination"], 7, second);
        }
        cap("qag_short", &["coverage", "relevance"], 7, short(&facts.coverage_qags));
        cap("qag_short", &["hallucination"], 7, short_of_claim_questions(facts));
        let below = |value: Known<Fraction>, edge| value.ok().map(|value| value.is_below(edge));
        cap(
            "low_precision",
            &scope("pr.scope", &["coverage"]),
            7,
            below(precision(facts), Fraction::new(95, 100)),
        );
        cap("low_recall", &scope("pr.scope", &["coverage"]), 7, below(recall(facts), Fraction::new(90, 100)));
        let severe = severity(rules, facts).map(|severity| severity == "severe");
        cap("severe_hallucination", &["alignment"], 3, if crosses(rules) { severe } else { Some(false) });
        cap("none_segment", &["relevance"], 3, none);
        cap("slur", &["bias_toxicity.tox"], 2, any_issue(facts, &["slur"]));
        cap("slur", &scope("slur.scope", &["bias_toxicity"]), 3, any_issue(facts, &["slur"]));
        let profane = any_issue(facts, &["mild_profanity", "strong_profanity"]);
        cap("mild_profanity", &["bias_toxicity.tox"], 5, profane);
        cap("stereotype", &["bias_toxicity.bias"], 4, any_issue(facts, &["stereotype"]));
        for (at, &metric) in METRICS.iter().enumerate() {
            cap("perfect_ten_guard", &[metric], 9, guard(rules, facts, raw, at));
        }
    }
    for row in &mut rows {
        row.fixed = row.slug == "none_segment" && rules.read_as("none", "fixed");
    }
    rows
}

fn row(slug: &'static str, target: &'static str, limit: i128, fired: Option<bool>) -> Row {
    let (fixed, before, after, binding, shared) = (false, None, None, false, false);
    Row { slug, target, limit, fired, fixed, before, after, binding, shared }
}

/// `caps.cross=off`: "five independent metrics", so that claims cap no other metric. An explicitly chosen
/// scope applies.
fn crosses(rules: &Rules) -> bool {
    !rules.read_as("caps.cross", "off")
}

/// "`extraneous claim` = at least one unsupported claim (`hallucination.trigger=any_partial` also counts partial
/// ones)."
fn any_extraneous_claim(rules: &Rules, facts: &Facts) -> Option<bool> {
    let claims = facts.claims.as_ref().ok()?;
    let partial = rules.read_as("hallucination.trigger", "any_partial") && count(claims, "partial") > 0;
    Some(partial || count(claims, "unsupported") > 0)
}

/// "any *none* segment"
fn any_none_segment(rules: &Rules, facts: &Facts) -> Option<bool> {
    Some(facts.segments.as_ref().ok()?.iter().any(|segment| grade(rules, segment) == "none"))
}

/// "fewer than 6 of the 6 coverage questions fully correct (`qag.cap=le6` is the printed \"<= 6\")"
fn incomplete(rules: &Rules, facts: &Facts) -> Option<bool> {
    let correct = count(facts.coverage_qags.as_ref().ok()?, "correct");
    Some(if rules.read_as("qag.cap", "le6") { correct <= 6 } else { correct < 6 })
}

/// "two questions of one set rest on the same (overlapping) span of ... its article spans; ... one question's own
/// spans do not count against each other"
fn duplicate(questions: &Known<Vec<Unit>>) -> Option<bool> {
    let questions = questions.as_ref().ok()?;
    let meet = |a: &Unit, b: &Unit| a.article.iter().any(|&a| b.article.iter().any(|&b| overlap(a, b)));
    Some((0..questions.len()).any(|i| (0..i).any(|j| meet(&questions[i], &questions[j]))))
}

/// "fewer than 6 questions could be made"
fn short(questions: &Known<Vec<Unit>>) -> Option<bool> {
    Some(questions.as_ref().ok()?.len() < 6)
}

/// "No claim and no claim question: `qag_short` does not fire for that set."
fn short_of_claim_questions(facts: &Facts) -> Option<bool> {
    if nothing_claimed_nothing_asked(facts) {
        return Some(false);
    }
    let asked = facts.claim_qags.as_ref().ok()?;
    // Whether there are too few questions depends on whether there is a claim, so that must be known.
    if asked.is_empty() && facts.claims.is_err() { None } else { Some(asked.len() < 6) }
}

/// "mild or strong profanity (a slur alone is no profanity)", "any slur", "any stereotype".
pub fn any_issue(facts: &Facts, kinds: &[&str]) -> Option<bool> {
    let issues = facts.issues.as_ref().ok()?;
    Some(kinds.iter().any(|kind| count(issues, kind) > 0))
}

fn either(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

/// "all five >= 9.5 and fewer than 5 distinct (non-overlapping) article evidence spans over key_points,
/// coverage_qags, claims, claim_qags and deviations, judged on the raw scores"; `guard=highest_only` caps only the
/// highest metric.
fn guard(rules: &Rules, facts: &Facts, raw: &Raw, metric: usize) -> Option<bool> {
    let scores: Option<Vec<Fraction>> = (0..METRICS.len()).map(|at| raw.of(at).ok()).collect();
    let scores = scores?;
    let lists =
        [&facts.key_points, &facts.coverage_qags, &facts.claims, &facts.claim_qags, &facts.deviations];
    let spans: Vec<Range> =
        lists.iter().flat_map(|list| list.iter().flatten()).flat_map(|unit| unit.article.clone()).collect();
    let perfect = scores.iter().all(|score| !score.is_below(Fraction::new(95, 10)));
    let highest = scores.iter().all(|other| !other.is_above(scores[metric]));
    let counts = highest || !rules.read_as("guard", "highest_only");
    Some(perfect && disjoint(spans) < 5 && counts)
}

/// "the largest set of pairwise disjoint article spans": repeatedly take the span that ends first and
/// drop what it overlaps.
fn disjoint(mut spans: Vec<Range>) -> usize {
    let mut taken = 0;
    while let Some(&first) = spans.iter().min_by_key(|span| span.1) {
        taken += 1;
        spans.retain(|&span| span != first && !overlap(span, first));
    }
    taken
}

/// Returns the final scores, and the rows with the effect of each.
pub fn act(raw: &Raw, mut rows: Vec<Row>) -> (Vec<Option<Fraction>>, Vec<Row>) {
    let finals = capped(raw, &rows);
    for at in 0..rows.len() {
        let row = &rows[at];
        let before = match row.target {
            "bias_toxicity.bias" => raw.bias.ok(),
            "bias_toxicity.tox" => raw.tox.ok(),
            metric => raw.of(index(metric)).ok(),
        };
        let after = before.map(|score| lowered(score, &[row]));
        // "Removing a cap means one row. Of equal lowest caps all are binding."
        let fired = row.fired == Some(true);
        let equals =
            |other: &Row| other.fired == Some(true) && other.target == row.target && other.limit == row.limit;
        let alike = rows.iter().filter(|other| equals(other)).count();
        let others: Vec<Row> = rows.iter().filter(|other| !equals(other)).cloned().collect();
        let metric = index(row.target);
        let raised = match (finals[metric], capped(raw, &others)[metric]) {
            (Some(with), Some(without)) => without.is_above(with),
            _ => false,
        };
        let row = &mut rows[at];
        (row.before, row.after) = (before, after);
        row.binding = fired && raised;
        row.shared = row.binding && alike > 1;
    }
    (finals, rows)
}

fn index(target: &str) -> usize {
    let metric = target.split('.').next().unwrap_or_default();
    METRICS.iter().position(|known| *known == metric).unwrap_or_default()
}

/// "caps on a part act before the metric is composed"
fn capped(raw: &Raw, rows: &[Row]) -> Vec<Option<Fraction>> {
    let on = |target: &str| rows.iter().filter(|row| row.target == target).collect::<Vec<&Row>>();
    let of = |at: usize, metric: &str| {
        let score = raw.of(at).ok()?;
        if metric != "bias_toxicity" {
            return Some(score);
        }
        let bias = lowered(raw.bias.ok()?, &on("bias_toxicity.bias"));
        let tox = lowered(raw.tox.ok()?, &on("bias_toxicity.tox"));
        Some(mean_of_two(bias, tox))
    };
    METRICS.iter().enumerate().map(|(at, metric)| Some(lowered(of(at, metric)?, &on(metric)))).collect()
}

fn lowered(score: Fraction, rows: &[&Row]) -> Fraction {
    let fired = |fixed| rows.iter().filter(move |row| row.fired == Some(true) && row.fixed == fixed);
    let start = fired(true).next().map_or(score, |row| Fraction::whole(row.limit));
    fired(false).fold(start, |score, row| score.smaller(Fraction::whole(row.limit)))
}
