//! A lock: the rules of one file, with the conditions of its caps parsed.

use super::counts::Bands;
use super::formulas;
use super::predicate::{Operand, Predicate, PredicateError};
use super::rules::{BOUNDS, CapRule, Rules, Target, set_of};
use super::{Counted, LISTS, LockOptions};
use crate::labels::List;
use crate::num::Num;
use crate::report::CapWords;
use crate::rubric::bounds::{self, RubricFileError};
use crate::rubric::extends::{EXTENDS, RubricFile};
use crate::rubric::readings::Choice;
use crate::rubric::signature::signed_version;
use crate::rubric::words::CapDocs;
use crate::rubric::{Input, Readings, RuleError};
use crate::text::capitalized;

/// A rubric that counts labels of a summary.
#[derive(Debug)]
pub struct Lock {
    version: String,
    /// Its parameters and wording.
    pub rules: Rules,
    /// Its caps, in the order of the file.
    pub caps: Vec<CompiledCap>,
    /// The conditions that each fail a case on their own, in the order of the reasons.
    pub fails: Vec<Predicate>,
    /// Its metrics, in their printed order.
    pub metrics: Vec<Target>,
    lists: &'static [List],
}

/// A cap with its conditions and readings resolved.
#[derive(Debug)]
pub struct CompiledCap {
    pub slug: &'static str,
    /// Its display name, and the wording of its cause.
    pub words: &'static CapWords,
    /// Its parameters and wording.
    pub rule: CapRule,
    holds: Predicate,
    under: Vec<(Choice, Predicate)>,
    off: Option<Choice>,
    wide: Option<Choice>,
    fixed: Option<Choice>,
    highest: Option<Choice>,
}

/// Largest number of caps, so that a set of them fits into one integer.
const MOST_CAPS: usize = 48;
/// Largest number of conditions that fail a case.
const MOST_FAILS: usize = 8;

impl CompiledCap {
    fn new(name: &str, mut rule: CapRule, rules: &Rules) -> Result<CompiledCap, RubricFileError> {
        let wrong = |key: &str, why: String| RubricFileError::new(format!("caps.{name}.{key}"), why);
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
            let predicate = Predicate::parse(text).map_err(|why| wrong(key, why.to_string()))?;
            let asks = match predicate.list() {
                Some(list) => matches!(list, List::CoverageQags | List::ClaimQags),
                None => !matches!(predicate.looks, Operand::Scores(_)),
            };
            match asks && rules.questions.is_none() {
                true => {
                    Err(wrong(key, "it looks at questions, and there is no table [questions]".to_owned()))
                }
                false => Ok(predicate),
            }
        };
        for (key, text) in [("cause", &rule.cause), ("causes", &rule.causes)] {
            let text = text.as_deref().unwrap_or_default();
            let rest = CapWords::MARKS.iter().fold(text.to_owned(), |rest, mark| rest.replace(mark, ""));
            if rest.contains(['{', '}']) {
                return Err(wrong(key, format!("what it may mark is {}", CapWords::MARKS.join(", "))));
            }
        }
        let words = Box::leak(Box::new(CapWords {
            name: rule.name.clone().unwrap_or_else(|| capitalized(&name.replace('_', " "))),
            cause: rule.cause.clone(),
            causes: rule.causes.clone(),
        }));
        let holds = read("if", &rule.holds)?;
        let mut under = Vec::new();
        for (key, text) in &rule.under {
            let choice = Choice::parse(key).map_err(|error| wrong("under", error.to_string()))?;
            under.push((choice, read("under", text)?));
        }
        let (off, wide) = (reading("off", &rule.off)?, reading("wide", &rule.wide)?);
        let (fixed, highest) = (reading("fixed", &rule.fixed)?, reading("highest", &rule.highest)?);
        Ok(CompiledCap { slug: intern(name), words, rule, holds, under, off, wide, fixed, highest })
    }

    /// Returns its documentation in a rubric with these metrics.
    pub fn docs(&self, metrics: &[Target]) -> CapDocs<'_> {
        let limits = self.rule.limits.iter().filter(|(target, _)| metrics.contains(&target.metric()));
        let limits = limits.map(|(target, limit)| (target.key(), *limit)).collect();
        CapDocs {
            slug: self.slug,
            name: &self.words.name,
            when: &self.rule.when,
            limits,
            words: &self.rule.words,
        }
    }

    /// Its condition under the readings.
    pub fn predicate(&self, readings: &Readings) -> &Predicate {
        let other = self.under.iter().find(|(choice, _)| readings.is(*choice));
        other.map_or(&self.holds, |(_, predicate)| predicate)
    }

    /// The reading that switches it off, if one does.
    pub fn off(&self, readings: &Readings) -> Option<&str> {
        self.off.filter(|choice| readings.is(*choice)).and(self.rule.off.as_deref())
    }

    /// Whether a reading applies it to every metric.
    pub fn is_wide(&self, readings: &Readings) -> bool {
        self.wide.is_some_and(|choice| readings.is(choice))
    }

    /// Whether its limit replaces the score.
    pub fn is_fixed(&self, readings: &Readings) -> bool {
        self.fixed.is_some_and(|choice| readings.is(choice))
    }

    /// Whether it lowers only the highest metric.
    pub fn is_highest(&self, readings: &Readings) -> bool {
        self.highest.is_some_and(|choice| readings.is(choice))
    }

    /// Whether its condition depends on the target.
    pub fn looks_at_target(&self, found: &Counted) -> bool {
        let of_set = matches!(self.holds.looks, Operand::Duplicates | Operand::Questions);
        of_set && !self.is_wide(&found.readings) || matches!(self.holds.looks, Operand::Scores(_))
    }

    /// Returns its targets under the readings, each with the highest value that it allows, in target order.
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

/// Leaks a name so that it lives as long as the program, because reports refer to it. This happens once for
/// each file that is read, as with the wording of a cap.
fn intern(name: &str) -> &'static str {
    Box::leak(name.to_owned().into_boxed_str())
}

impl Lock {
    /// Loads a TOML file, shipped or a user's. A file that extends the shipped rubric of this name takes over
    /// what it omits. `asks` says whether the rubric has questions.
    pub fn load(text: &str, slug: &str, shipped: &'static str, asks: bool) -> Result<Lock, RuleError> {
        let rules: Rules = RubricFile::parse(text, (slug, shipped))?.read()?;
        // Values taken over from the shipped rubric were checked against its own bounds.
        bounds::check(text, &[BOUNDS], rules.range[1].to_f64())?;
        // The questions of a file show for which of the rubrics it is meant.
        let why = match (rules.questions.is_some(), asks) {
            (true, false) => "this rubric asks none",
            (false, true) => "it is missing",
            _ => return Lock::new(rules, text, shipped).map_err(|wrong| wrong.of(text)),
        };
        Err(RubricFileError::new("questions", why).of(text))
    }

    /// Builds a lock from rules, which come from its own file or from one that builds on it.
    pub fn new(mut rules: Rules, text: &str, shipped: &str) -> Result<Lock, RubricFileError> {
        super::rules::check(&rules.coverage.key_points, &rules.alignment)?;
        let chosen = rules.compose.metrics.clone().unwrap_or_else(|| Target::METRICS.to_vec());
        let metrics: Vec<Target> =
            Target::METRICS.into_iter().filter(|metric| chosen.contains(metric)).collect();
        if metrics.is_empty() || metrics.len() != chosen.len() {
            return Err(RubricFileError::new(
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
                return Err(RubricFileError::new(
                    "compose.caps",
                    format!("there is no table [caps.{name}], or it is named twice"),
                ));
            };
            let is_worded = rule.name.is_some() || rule.cause.is_some() || rule.causes.is_some();
            if rule.holds.is_empty() || !is_worded {
                let known = known.get_or_insert_with(|| toml::from_str(shipped).ok());
                let own = known.as_ref().and_then(|known| known.caps.get(&name));
                if let (false, Some(own)) = (is_worded, own) {
                    let CapRule { name, cause, causes, .. } = own.clone();
                    rule = CapRule { name, cause, causes, ..rule };
                }
                if rule.holds.is_empty() {
                    let Some(own) = own else {
                        return Err(RubricFileError::new(format!("caps.{name}.if"), "it is missing"));
                    };
                    let CapRule { holds, under, off, wide, fixed, highest, .. } = own.clone();
                    rule = CapRule { holds, under, off, wide, fixed, highest, ..rule };
                }
            }
            let cap = CompiledCap::new(&name, rule, &rules)?;
            if !cap.rule.limits.keys().any(|target| metrics.contains(&target.metric())) {
                return Err(RubricFileError::new(
                    format!("caps.{name}.limits"),
                    "it limits no metric of this rubric",
                ));
            }
            caps.push(cap);
        }
        // A file may omit inherited caps from `compose.caps`, but not caps that it adds.
        let own = text.parse::<toml::Table>().ok().filter(|own| own.contains_key(EXTENDS));
        let own = own.as_ref().and_then(|own| own.get("caps")?.as_table());
        if let Some(unused) = tables.into_keys().find(|name| own.is_some_and(|own| own.contains_key(name))) {
            let why = "`compose.caps` does not name it, so that it could never fire";
            return Err(RubricFileError::new(format!("caps.{unused}"), why));
        }
        if let Some(other) = rules.compose.weights.keys().find(|target| !metrics.contains(target)) {
            let key = format!("compose.weights.{}", other.key());
            return Err(RubricFileError::new(key, "`compose.metrics` does not name it"));
        }
        if metrics.iter().all(|metric| rules.compose.weight(metric.key()) == Num::ZERO) {
            return Err(RubricFileError::new("compose.weights", "one metric at least has to count"));
        }
        let fails =
            rules.verdict.fail_on.iter().map(|text| Predicate::of_policy(text)).collect::<Result<_, _>>();
        let fails: Vec<Predicate> =
            fails.map_err(|why: PredicateError| RubricFileError::new("verdict.fail_on", why.to_string()))?;
        if fails.len() > MOST_FAILS {
            return Err(RubricFileError::new("verdict.fail_on", format!("there are more than {MOST_FAILS}")));
        }
        if caps.len() > MOST_CAPS {
            return Err(RubricFileError::new("caps", format!("there are more than {MOST_CAPS}")));
        }
        let guards = caps.iter().filter(|cap| matches!(cap.holds.looks, Operand::Scores(_)));
        if let Some(second) = guards.map(|cap| cap.slug).nth(1) {
            return Err(RubricFileError::new(
                format!("caps.{second}.if"),
                "another cap looks at all scores already",
            ));
        }
        let version = signed_version(&rules.version, text, shipped);
        let mut lock = Lock { version, rules, caps, fails, metrics, lists: &[] };
        lock.lists = listed(&lock);
        Ok(lock)
    }

    /// Thresholds of measured labels, under the readings.
    pub fn bands(&self, readings: &Readings) -> Bands<'_> {
        let (points, segments) = (&self.rules.coverage.key_points, &self.rules.relevance.segments);
        Bands { points, segments, on: LockOptions::new(readings) }
    }

    /// Its version, with a mark if the numbers are not the shipped ones.
    pub fn signed(&self) -> &str {
        &self.version
    }

    /// The lists of labels that it reads, in the order of the file format.
    pub fn reads(&self) -> &'static [List] {
        self.lists
    }

    /// Counts the labels of a case.
    pub fn count<'a>(&'a self, input: &'a Input<'a>, readings: &Readings, record: bool) -> Counted<'a> {
        Counted::new(input, readings, self.bands(readings), self.rules.range, record)
    }
}

/// Returns the lists that a lock reads: those of its metrics, and those of its conditions.
fn listed(lock: &Lock) -> &'static [List] {
    let conditions =
        lock.caps.iter().flat_map(|cap| cap.under.iter().map(|(_, under)| under).chain([&cap.holds]));
    let mut wanted: Vec<List> = conditions.chain(&lock.fails).filter_map(Predicate::list).collect();
    wanted.extend(lock.metrics.iter().flat_map(|metric| formulas::lists(&lock.rules, *metric)));
    for cap in &lock.caps {
        if matches!(cap.holds.looks, Operand::Duplicates | Operand::Questions) {
            wanted.extend(cap.rule.limits.keys().map(|target| set_of(*target)));
            wanted.extend(cap.wide.iter().flat_map(|_| [List::CoverageQags, List::ClaimQags]));
        }
    }
    let lists: Vec<List> = LISTS.into_iter().filter(|list| wanted.contains(list)).collect();
    // Leaked, because the lists of every rubric live as long as the program. This happens once for each file
    // that is read.
    if lists[..] == LISTS { &LISTS } else { Box::leak(lists.into_boxed_slice()) }
}
