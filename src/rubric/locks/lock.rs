//! A lock: the rules of one file, its caps with their conditions read, and what they make of a case.

use std::rc::Rc;
use std::sync::{LazyLock, Mutex};

use rustc_hash::FxHashSet;

use super::counts::{self, Bands};
use super::findings::{Capped, capped, set_of};
use super::formulas::{self, Exact, Part, Sheet};
use super::plain::{METRICS, place_of};
use super::predicate::{Looks, Predicate};
use super::rules::{BOUNDS, CapRule, Rules, Target, printed};
use super::sample::Drawn;
use super::tries::Tries;
use super::{Counted, LISTS, LockOptions, SeverityBand, notes, verdict};
use crate::labels::{Label, LabelValue, Labels, List};
use crate::ledger::{Ledger, Quantity};
use crate::num::Num;
use crate::report::Metric;
use crate::rubric::bounds::{self, Wrong};
use crate::rubric::caps::{Pass, Row, Slot};
use crate::rubric::draft::{Draft, Got};
use crate::rubric::extends::RubricFile;
use crate::rubric::flips::Evaluator;
use crate::rubric::readings::Choice;
use crate::rubric::words::{Asks, CapDocs, Docs, Printed};
use crate::rubric::{Evaluation, Input, Readings, Rubric, RuleError};

/// A rubric that counts labels of a summary.
#[derive(Debug)]
pub struct Lock {
    version: String,
    /// Its numbers and words.
    pub rules: Rules,
    /// Its caps, in the order of the file.
    pub caps: Vec<Cap>,
    /// What fails a case by itself, in the order of the reasons.
    pub fails: Vec<Predicate>,
    /// Its metrics, in their printed order.
    pub metrics: Vec<Target>,
    lists: &'static [List],
}

/// A cap with its conditions and readings looked up.
#[derive(Debug)]
pub struct Cap {
    /// Its name.
    pub slug: &'static str,
    /// Its numbers and words.
    pub rule: CapRule,
    holds: Predicate,
    under: Vec<(Choice, Predicate)>,
    off: Option<Choice>,
    wide: Option<Choice>,
    fixed: Option<Choice>,
    highest: Option<Choice>,
}

/// Caps at most, so that a set of them is one number.
const MOST_CAPS: usize = 48;
/// Conditions at most that fail a case.
const MOST_FAILS: usize = 8;

impl Cap {
    fn new(name: &str, mut rule: CapRule, rules: &Rules) -> Result<Cap, Wrong> {
        let wrong = |key: &str, why: String| Wrong::new(format!("caps.{name}.{key}"), why);
        let lacks = |key: &str| Err(wrong(key, "it is missing".to_owned()));
        let numbers = [
            ("threshold", rule.threshold.map(|n| n.to_string())),
            ("spans", rule.spans.map(|n| n.to_string())),
        ];
        for (key, number) in numbers {
            let mark = format!("{{{key}}}");
            match number {
                None if rule.holds.contains(&mark) || rule.when.contains(&mark) => return lacks(key),
                Some(_) if !rule.holds.contains(&mark) => {
                    return Err(wrong(key, format!("the condition of this cap has no {mark}")));
                }
                Some(number) => {
                    for text in [&mut rule.when, &mut rule.holds].into_iter().chain(rule.under.values_mut()) {
                        *text = text.replace(&mark, &number);
                    }
                }
                None => {}
            }
        }
        match (rule.everywhere, &rule.wide) {
            (None, Some(_)) => return lacks("everywhere"),
            (Some(_), None) => return Err(wrong("everywhere", "no reading widens this cap".to_owned())),
            _ => {}
        }
        if rule.limits.is_empty() {
            return lacks("limits");
        }
        let reading = |key: &str, text: &Option<String>| {
            let read = text.as_ref().map(|text| Choice::parse(text));
            read.transpose().map_err(|error| wrong(key, error.to_string()))
        };
        let read = |key: &str, text: &str| {
            let predicate = Predicate::parse(text).map_err(|why| wrong(key, why))?;
            let asks = match predicate.list() {
                Some(list) => matches!(list, List::CoverageQags | List::ClaimQags),
                None => !matches!(predicate.looks, Looks::Scores(_)),
            };
            match asks && rules.questions.is_none() {
                true => {
                    Err(wrong(key, "it looks at questions, and there is no table [questions]".to_owned()))
                }
                false => Ok(predicate),
            }
        };
        let holds = read("if", &rule.holds)?;
        let mut under = Vec::new();
        for (key, text) in &rule.under {
            let choice = Choice::parse(key).map_err(|error| wrong("under", error.to_string()))?;
            under.push((choice, read("under", text)?));
        }
        let (off, wide) = (reading("off", &rule.off)?, reading("wide", &rule.wide)?);
        let (fixed, highest) = (reading("fixed", &rule.fixed)?, reading("highest", &rule.highest)?);
        Ok(Cap { slug: interned(name), rule, holds, under, off, wide, fixed, highest })
    }

    /// Its documentation, in a rubric of these metrics.
    fn docs(&self, metrics: &[Target]) -> CapDocs<'_> {
        let limits = self.rule.limits.iter().filter(|(target, _)| metrics.contains(&target.metric()));
        let limits = limits.map(|(target, limit)| (target.key(), *limit)).collect();
        CapDocs { slug: self.slug, when: &self.rule.when, limits, words: &self.rule.words }
    }

    /// Its condition under the readings.
    pub fn predicate(&self, readings: &Readings) -> &Predicate {
        let other = self.under.iter().find(|(choice, _)| readings.is(*choice));
        other.map_or(&self.holds, |(_, predicate)| predicate)
    }

    /// The reading that switches it off, where one does.
    pub fn off(&self, readings: &Readings) -> Option<&str> {
        self.off.filter(|choice| readings.is(*choice)).and(self.rule.off.as_deref())
    }

    /// Whether a reading applies it to every metric.
    pub fn is_wide(&self, readings: &Readings) -> bool {
        self.wide.is_some_and(|choice| readings.is(choice))
    }

    /// Whether its limit is the score.
    pub fn is_fixed(&self, readings: &Readings) -> bool {
        self.fixed.is_some_and(|choice| readings.is(choice))
    }

    /// Whether it lowers the highest metric alone.
    pub fn is_highest(&self, readings: &Readings) -> bool {
        self.highest.is_some_and(|choice| readings.is(choice))
    }

    /// Whether its condition is not the same for everything that it acts on.
    pub fn looks_at_target(&self, found: &Counted) -> bool {
        let of_set = matches!(self.holds.looks, Looks::Duplicates | Looks::Questions);
        of_set && !self.is_wide(&found.readings) || matches!(self.holds.looks, Looks::Scores(_))
    }

    /// What it acts on under the readings, with the highest value that it leaves, in the order of the targets.
    pub fn targets(&self, readings: &Readings) -> Vec<(Target, Num)> {
        let mut targets: Vec<_> = self.rule.limits.iter().map(|(target, limit)| (*target, *limit)).collect();
        if let (true, Some(limit)) = (self.is_wide(readings), self.rule.everywhere) {
            let others = Target::METRICS.into_iter().filter(|metric| !self.rule.limits.contains_key(metric));
            targets.extend(others.map(|metric| (metric, limit)));
            targets.sort_by_key(|(target, _)| *target);
        }
        targets
    }
}

/// A name that lives as long as the program: reports hold the names of caps so. Each is kept once.
fn interned(name: &str) -> &'static str {
    static NAMES: LazyLock<Mutex<FxHashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut names = NAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let kept: &'static str = Box::leak(name.to_owned().into_boxed_str());
    names.insert(kept);
    kept
}

impl Lock {
    /// Reads a TOML, shipped or the user's; one that extends the shipped one of this name takes over what it leaves out.
    /// `asks` says whether the rubric asks questions.
    ///
    /// # Errors
    /// Where a key is missing, unknown or of the wrong type, a number is not allowed, or a condition or a reading is
    /// not understood; the message names it.
    pub fn load(text: &str, slug: &str, shipped: &'static str, asks: bool) -> Result<Lock, RuleError> {
        let rules: Rules = RubricFile::parse(text, (slug, shipped))?.read()?;
        // What is taken over was held against its bounds as the shipped rubric's own.
        bounds::check(text, &[BOUNDS], rules.range[1].to_f64())?;
        // By its questions a file says which of the rubrics it is for.
        let why = match (rules.questions.is_some(), asks) {
            (true, false) => "this rubric asks none",
            (false, true) => "it is missing",
            _ => return Lock::new(rules, text, shipped).map_err(|wrong| wrong.of(text)),
        };
        Err(Wrong::new("questions", why).of(text))
    }

    /// A lock of these rules, from its own file or from one that builds on it.
    ///
    /// # Errors
    /// The first key that cannot be used.
    pub fn new(mut rules: Rules, text: &str, shipped: &str) -> Result<Lock, Wrong> {
        super::rules::check(&rules.coverage.key_points, &rules.alignment)?;
        let chosen = rules.compose.metrics.clone().unwrap_or_else(|| Target::METRICS.to_vec());
        let metrics: Vec<Target> =
            Target::METRICS.into_iter().filter(|metric| chosen.contains(metric)).collect();
        if metrics.is_empty() || metrics.len() != chosen.len() {
            return Err(Wrong::new(
                "compose.metrics",
                "it names one metric or more, each once, and no part of one",
            ));
        }
        let mut tables = std::mem::take(&mut rules.caps);
        let names = rules.compose.caps.clone().unwrap_or_else(|| tables.keys().cloned().collect());
        let mut caps = Vec::new();
        let mut known: Option<Option<Rules>> = None;
        for name in names {
            let Some(mut rule) = tables.shift_remove(&name) else {
                return Err(Wrong::new(
                    "compose.caps",
                    format!("there is no table [caps.{name}], or it is named twice"),
                ));
            };
            if rule.holds.is_empty() {
                let known = known.get_or_insert_with(|| toml::from_str(shipped).ok());
                let Some(own) = known.as_ref().and_then(|known| known.caps.get(&name)) else {
                    return Err(Wrong::new(format!("caps.{name}.if"), "it is missing"));
                };
                let CapRule { holds, under, off, wide, fixed, highest, .. } = own.clone();
                rule = CapRule { holds, under, off, wide, fixed, highest, ..rule };
            }
            let cap = Cap::new(&name, rule, &rules)?;
            if !cap.rule.limits.keys().any(|target| metrics.contains(&target.metric())) {
                return Err(Wrong::new(format!("caps.{name}.limits"), "it limits no metric of this rubric"));
            }
            caps.push(cap);
        }
        let fails =
            rules.verdict.fail_on.iter().map(|text| Predicate::of_policy(text)).collect::<Result<_, _>>();
        let fails: Vec<Predicate> = fails.map_err(|why| Wrong::new("verdict.fail_on", why))?;
        if fails.len() > MOST_FAILS {
            return Err(Wrong::new("verdict.fail_on", format!("there are more than {MOST_FAILS}")));
        }
        if caps.len() > MOST_CAPS {
            return Err(Wrong::new("caps", format!("there are more than {MOST_CAPS}")));
        }
        let guards = caps.iter().filter(|cap| matches!(cap.holds.looks, Looks::Scores(_)));
        if let Some(second) = guards.map(|cap| cap.slug).nth(1) {
            return Err(Wrong::new(format!("caps.{second}.if"), "another cap looks at all scores already"));
        }
        let version = super::rules::signed_version(&rules.version, text, shipped);
        let mut lock = Lock { version, rules, caps, fails, metrics, lists: &[] };
        lock.lists = listed(&lock);
        Ok(lock)
    }

    /// Thresholds of measured labels, under the readings.
    pub fn bands(&self, readings: &Readings) -> Bands<'_> {
        let (points, segments) = (&self.rules.coverage.key_points, &self.rules.relevance.segments);
        Bands { points, segments, on: LockOptions::new(readings) }
    }

    /// Counts the labels of a case.
    pub fn count<'a>(&'a self, input: &'a Input<'a>, readings: &Readings, record: bool) -> Counted<'a> {
        Counted::new(input, readings, self.bands(readings), self.rules.range, record)
    }

    /// The cap that looks at all scores, and fewer distinct spans than it wants.
    pub fn guard(&self) -> Option<(&Cap, &Predicate, usize)> {
        self.caps.iter().find_map(|cap| match cap.holds.looks {
            Looks::Scores(spans) => Some((cap, &cap.holds, spans)),
            _ => None,
        })
    }

    /// Every cap with its condition looked at, where these are the scores before caps.
    pub fn capped(
        &self,
        counted: &Counted,
        raw: [Option<Num>; 5],
    ) -> (Option<SeverityBand>, Vec<Capped<'_>>) {
        let severity = self.severity(counted);
        (severity, capped(self, counted, severity, raw))
    }

    /// The band of the unsupported fraction.
    fn severity(&self, counted: &Counted) -> Option<SeverityBand> {
        let claims = *counted.of(List::Claims).as_ref().ok()?;
        let u = formulas::part(&Exact, &self.rules, counted, Part::U, claims, || Ok(Num::ZERO)).ok()?;
        Some(formulas::severity(&Exact, &self.rules, counted, &u, claims))
    }

    /// Scores what was counted.
    pub fn judge(&self, counted: &Counted) -> Evaluation {
        let mut parts = [None; 2];
        let mut raw = [None; METRICS];
        let mut drafts = Vec::with_capacity(METRICS);
        for target in &self.metrics {
            let mut traced = Traced::new(self, counted, *target);
            notes::of_metric(&mut traced.draft.notes, self, counted, *target);
            let score = formulas::metric(&self.rules, counted, *target, &mut traced);
            traced.draft.raw = score.map(|score| traced.draft.ledger.step("score", &score).value());
            if *target == Target::BiasToxicity {
                parts = [Part::Bias, Part::Tox].map(|part| traced.known(part).map(Quantity::value));
            }
            raw[place_of(*target)] = traced.draft.raw.as_ref().ok().copied();
            drafts.push(traced.finish());
        }
        let (severity, capped) = self.capped(counted, raw);
        let slot = |target: Target, before, part_of| Slot { key: target.key(), before, part_of };
        let whole = Target::BiasToxicity as usize;
        // In the order of `Target`.
        let slots = [
            slot(Target::Coverage, raw[0], None),
            slot(Target::Alignment, raw[1], None),
            slot(Target::Hallucination, raw[2], None),
            slot(Target::Relevance, raw[3], None),
            slot(Target::Bias, parts[0], Some(whole)),
            slot(Target::Tox, parts[1], Some(whole)),
            slot(Target::BiasToxicity, raw[4], None),
        ];
        let rows: Vec<Row> = capped
            .iter()
            .map(|cap| Row {
                slug: cap.slug,
                slot: cap.target as usize,
                limit: cap.limit,
                fixed: cap.fixed,
                finding: &cap.finding,
                rule: &cap.rule.when,
            })
            .collect();
        let pass = Pass { slots: &slots, rows: &rows, compose: formulas::mean };
        let caps = pass.caps(counted.record);
        let finish = |(draft, target): (Draft, &Target)| draft.finish(pass.last(*target as usize));
        let metrics: Vec<Metric> = drafts.into_iter().zip(&self.metrics).map(finish).collect();
        let verdict = verdict::decide(self, counted, &metrics, &caps, &capped, severity);
        Evaluation { metrics, caps, verdict }
    }
}

/// A metric in the making, with the lines of its ledger.
struct Traced<'a, 'c> {
    lock: &'a Lock,
    counted: &'a Counted<'c>,
    draft: Draft,
    known: Vec<(Part, Quantity)>,
    target: Target,
}

impl<'a, 'c> Traced<'a, 'c> {
    fn new(lock: &'a Lock, counted: &'a Counted<'c>, target: Target) -> Traced<'a, 'c> {
        let mut draft = Draft::new(target.key(), lock.rules.range, counted.record);
        draft.labels = counted.all_ids(&formulas::lists(&lock.rules, target));
        if let (true, Target::BiasToxicity, Some(tone)) = (counted.record, target, counted.input.labels.tone)
        {
            draft.parts.push(("tone", crate::report::Part::Word(tone.as_str())));
        }
        Traced { lock, counted, draft, known: Vec::new(), target }
    }

    fn known(&self, part: Part) -> Option<&Quantity> {
        self.known.iter().find(|(known, _)| *known == part).map(|(_, value)| value)
    }

    /// The draft, with the counts that an alignment shows beside its score.
    fn finish(mut self) -> Draft {
        if let (true, Target::Alignment, Ok(tally)) =
            (self.counted.record, self.target, self.counted.of(List::Deviations))
        {
            let count = |place: usize| crate::report::Part::Number(Num::count(tally.at(place)));
            self.draft.parts = vec![("mild", count(0)), ("moderate", count(1)), ("severe", count(2))];
        }
        self.draft
    }
}

impl Sheet for Traced<'_, '_> {
    type To = Ledger;

    fn to(&self) -> &Ledger {
        &self.draft.ledger
    }

    fn part(&mut self, part: Part) -> Got<Quantity> {
        let u = self.known(Part::U).cloned();
        let tally = self.counted.counts_of(part)?;
        let u = || Ok(u.unwrap_or_else(|| self.draft.ledger.number(Num::ZERO)));
        formulas::part(&self.draft.ledger, &self.lock.rules, self.counted, part, tally, u)
    }

    fn line(&mut self, part: Part) -> Got<Quantity> {
        let value = self.part(part)?;
        let value = self.draft.part(part.name(), &value);
        self.known.push((part, value.clone()));
        if let (true, Part::U, Some(band)) = (self.counted.record, part, self.lock.severity(self.counted)) {
            self.draft.parts.push(("severity", crate::report::Part::Word(band.as_str())));
        }
        Ok(value)
    }

    fn joined(&mut self, name: &'static str, value: Quantity) -> Quantity {
        self.draft.part(name, &value)
    }
}

/// The lists that a lock reads: those of its metrics, and those that its conditions look at.
fn listed(lock: &Lock) -> &'static [List] {
    static KNOWN: LazyLock<Mutex<Vec<&'static [List]>>> = LazyLock::new(Mutex::default);
    let conditions =
        lock.caps.iter().flat_map(|cap| cap.under.iter().map(|(_, under)| under).chain([&cap.holds]));
    let mut wanted: Vec<List> = conditions.chain(&lock.fails).filter_map(Predicate::list).collect();
    wanted.extend(lock.metrics.iter().flat_map(|metric| formulas::lists(&lock.rules, *metric)));
    for cap in &lock.caps {
        if matches!(cap.holds.looks, Looks::Duplicates | Looks::Questions) {
            wanted.extend(cap.rule.limits.keys().map(|target| set_of(*target)));
            wanted.extend(cap.wide.iter().flat_map(|_| [List::CoverageQags, List::ClaimQags]));
        }
    }
    let lists: Vec<List> = LISTS.into_iter().filter(|list| wanted.contains(list)).collect();
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(same) = known.iter().find(|known| ***known == lists[..]) {
        return same;
    }
    known.push(Box::leak(lists.into_boxed_slice()));
    known[known.len() - 1]
}

impl Rubric for Lock {
    fn version(&self) -> &str {
        &self.version
    }

    fn lists(&self) -> &'static [List] {
        self.lists
    }

    fn evaluate(&self, input: &Input, readings: &Readings, record: bool) -> Evaluation {
        self.judge(&self.count(input, readings, record))
    }

    fn listed<'a>(&self, labels: &'a Labels, list: List, readings: &Readings) -> Option<&'a [Label]> {
        counts::listed(labels, list, LockOptions::new(readings)).ok()
    }

    fn trial(&self, input: &Input, readings: &Readings, search: &mut dyn FnMut(&mut dyn Evaluator)) -> bool {
        let counted = Rc::new(self.count(input, readings, false));
        let drawn = Drawn::certain(input, &counted.bands);
        search(&mut Tries::new(self, counted, &drawn, None, Exact));
        true
    }

    fn word(&self, label: &Label, readings: &Readings) -> Option<LabelValue> {
        self.bands(readings).word(label).ok().flatten()
    }

    fn asks(&self) -> Asks {
        let Rules { coverage, hallucination, questions, alignment, relevance, .. } = &self.rules;
        Asks {
            key_points: Some(coverage.key_points.count),
            point_tokens: coverage.key_points.min_tokens,
            claims: Some(hallucination.claims.most),
            questions: questions.as_ref().map(|questions| questions.count),
            statement_tokens: Some(alignment.statement_tokens),
            theme_tokens: Some(relevance.segments.theme_tokens),
            segment_tokens: relevance.segments.min_tokens,
        }
    }

    fn printed(&self) -> Vec<Printed<'_>> {
        printed(&self.rules)
    }

    fn docs(&self) -> Docs<'_> {
        let rules = &self.rules;
        let words = [
            &rules.coverage.words,
            &rules.alignment.words,
            &rules.hallucination.words,
            &rules.relevance.words,
            &rules.bias_toxicity.words,
        ];
        Docs {
            words: &rules.about,
            metrics: self.metrics.iter().map(|target| (target.key(), words[place_of(*target)])).collect(),
            caps: self.caps.iter().map(|cap| cap.docs(&self.metrics)).collect(),
            verdict: &rules.verdict.words,
        }
    }
}
