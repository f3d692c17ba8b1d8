//! The worker: one thread that owns the engine and judges the newest request.
//!
//! The mailbox has one slot. A new request takes the place of one that was not begun, so that typing never queues up
//! work; results carry the generation of their request, so that an old one never replaces a newer one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use crate::case::Case;
use crate::case::Texts;
use crate::embedding::Embedding;
use crate::engine::{Analysis, Engine, Standard};
use crate::evidence::Wanted;
use crate::labels::overrides::{Fate, Kept, Override, apply};
use crate::labels::{Labels, List};
use crate::report::{Decision, Report};
use crate::rubric::{READINGS, Readings};

/// What is to be judged.
#[derive(Clone, Debug)]
pub struct Request {
    /// Larger than that of every earlier request.
    pub generation: u64,
    /// Which case of the queue.
    pub index: usize,
    /// The case, for the fields that are not edited.
    pub case: Arc<Case>,
    /// The versions of article and summary.
    pub versions: (u64, u64),
    /// The article as it stands.
    pub article: Arc<str>,
    /// The summary as it stands.
    pub summary: Arc<str>,
    /// Labels that came with the case.
    pub given: Option<Arc<Kept>>,
    /// What was decided here.
    pub overrides: Vec<Override>,
    /// The readings in force.
    pub readings: Readings,
    /// The rubrics wanted, by slug; the first is the one on the screen, whose report is sent before the others.
    pub rubrics: Vec<&'static str>,
    /// The rubric of which the effect of every reading is wanted too, by its slug.
    pub what_if: Option<&'static str>,
}

/// What a reading's other value would give.
#[derive(Clone, Debug)]
pub struct WhatIf {
    /// The reading.
    pub key: &'static str,
    /// The value.
    pub value: &'static str,
    /// The decision under it.
    pub decision: Decision,
    /// The headline number under it.
    pub score: Option<crate::num::Num>,
}

/// What came out by one rubric.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The report.
    pub report: Arc<Report>,
    /// The lists of labels that the rubric reads.
    pub lists: &'static [List],
}

/// A part of what came out.
#[derive(Clone, Debug)]
pub struct Scored {
    /// Of the request.
    pub generation: u64,
    /// Which case of the queue.
    pub index: usize,
    /// The versions of article and summary.
    pub versions: (u64, u64),
    /// The texts, read; the spans of the reports count in them.
    pub analysis: Option<Arc<Analysis>>,
    /// The labels that were judged.
    pub labels: Arc<Labels>,
    /// What became of each decision, in the order of the request.
    pub fates: Arc<[Fate]>,
    /// One for each rubric of this part, or why there is none: `empty_article` and the like.
    pub reports: Result<Vec<Finding>, String>,
    /// Effects of the readings, where this part has them.
    pub what_if: Option<Vec<WhatIf>>,
    /// Whether nothing more comes of the request.
    pub whole: bool,
}

#[derive(Debug, Default)]
struct Slot {
    request: Option<Box<Request>>,
    closed: bool,
}

/// The worker's mailbox.
#[derive(Debug)]
pub struct Worker {
    mailbox: Arc<(Mutex<Slot>, Condvar)>,
}

/// The rubrics that the worker judges by, and what a person put in their place.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// Slug and TOML of rubrics whose numbers were replaced.
    pub replaced: Vec<(String, String)>,
    /// What sentences are compared by.
    pub embedding: Embedding,
}

impl Worker {
    /// Starts the thread; `tell` is given every part of a result.
    pub fn spawn(numbers: Numbers, tell: impl Fn(Scored) + Send + 'static) -> Worker {
        let mailbox = Arc::new((Mutex::new(Slot::default()), Condvar::new()));
        let inside = Arc::clone(&mailbox);
        thread::Builder::new()
            .name("worker".to_owned())
            .spawn(move || {
                let mut judge = Judge::new(numbers);
                while let Some(request) = next(&inside) {
                    judge.guarded(&request, &|| is_asked(&inside), &mut |scored| tell(scored));
                }
            })
            .ok();
        Worker { mailbox }
    }

    /// Asks for a judgement; a request that was not begun yet is forgotten.
    pub fn ask(&self, request: Box<Request>) {
        let (slot, bell) = &*self.mailbox;
        slot.lock().unwrap_or_else(PoisonError::into_inner).request = Some(request);
        bell.notify_one();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let (slot, bell) = &*self.mailbox;
        slot.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        bell.notify_one();
    }
}

fn next((slot, bell): &(Mutex<Slot>, Condvar)) -> Option<Box<Request>> {
    let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if slot.closed {
            return None;
        }
        if let Some(request) = slot.request.take() {
            return Some(request);
        }
        slot = bell.wait(slot).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Whether a request waits, or the end.
fn is_asked((slot, _): &(Mutex<Slot>, Condvar)) -> bool {
    let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
    slot.closed || slot.request.is_some()
}

/// Judges requests, one after the other; what the thread does, without the thread.
pub struct Judge {
    engine: Engine,
    numbers: Numbers,
    standards: Vec<(&'static str, Standard)>,
}

impl Judge {
    /// A judge by these numbers.
    pub fn new(numbers: Numbers) -> Judge {
        Judge { engine: Engine::with(numbers.embedding.clone()), numbers, standards: Vec::new() }
    }

    /// Judges; a fault in an analysis becomes the result's error, and the next request starts from scratch.
    fn guarded(&mut self, request: &Request, stale: &dyn Fn() -> bool, tell: &mut dyn FnMut(Scored)) {
        if catch_unwind(AssertUnwindSafe(|| self.judge(request, stale, tell))).is_err() {
            self.engine = Engine::with(self.numbers.embedding.clone());
            tell(failed(request, "a fault in the analysis of this text; please report it"));
        }
    }

    /// Judges, and tells what came out in parts: the rubric on the screen, what the open window asks for, the other
    /// rubrics. Where it has become `stale`, for a newer request waits, it ends after the rubric that it is at; the
    /// rubric on the screen is told all the same.
    pub fn judge(&mut self, request: &Request, stale: &dyn Fn() -> bool, tell: &mut dyn FnMut(Scored)) {
        for (text, error) in [(&request.article, "empty_article"), (&request.summary, "empty_summary")] {
            if text.trim().is_empty() {
                tell(failed(request, error));
                return;
            }
        }
        let texts = Texts { article: &request.article, summary: &request.summary };
        let wanted = self.wanted(request);
        let analysis = self.engine.analyse(&request.case, texts, wanted);
        let mut labels = (*analysis.proposals).clone();
        if let Some(given) = &request.given {
            labels = labels.overlaid(given.over(texts));
        }
        let fates = apply(&mut labels, &request.overrides, texts);
        let mut part = failed(request, "");
        (part.labels, part.fates, part.analysis) = (Arc::new(labels), fates.into(), Some(Arc::new(analysis)));
        let (first, rest) = request.rubrics.split_at(request.rubrics.len().min(1));
        let mut parts = vec![Part::Rubrics(first)];
        parts.extend(request.what_if.map(Part::Readings));
        parts.push(Part::Rubrics(rest));
        let last = parts.len() - 1;
        for (at, wanted) in parts.into_iter().enumerate() {
            // What nobody waits for any more is left.
            let goes_on = || at == 0 || !stale();
            let mut part = Scored { whole: at == last, ..part.clone() };
            match wanted {
                Part::Rubrics(slugs) => {
                    let each = slugs.iter();
                    let reports = each.map_while(|slug| goes_on().then(|| self.report(request, slug, &part)));
                    part.reports = reports.collect();
                }
                Part::Readings(_) if !goes_on() => return,
                Part::Readings(slug) => {
                    part.reports = Ok(Vec::new());
                    part.what_if = Some(self.what_if(request, slug, &part).unwrap_or_default());
                }
            }
            if !goes_on() {
                return;
            }
            tell(part);
        }
    }

    /// What has to be found before the rubrics of a request can be judged by.
    fn wanted(&mut self, request: &Request) -> Wanted {
        let slugs = request.rubrics.iter().chain(&request.what_if);
        slugs.fold(Wanted::default(), |wanted, slug| match self.standard(slug, &request.readings) {
            Ok(standard) => wanted.and(standard.wanted()),
            // The same fault is the result's error a moment later.
            Err(_) => wanted,
        })
    }

    fn report(&mut self, request: &Request, slug: &'static str, part: &Scored) -> Result<Finding, String> {
        let analysis = part.analysis.as_ref().ok_or("the texts were not read")?;
        let standard = self.standard(slug, &request.readings)?;
        let lists = standard.lists(slug);
        let found = standard.judge(&request.case, analysis, &part.labels).pop();
        let report = Arc::new(found.ok_or_else(|| format!("no rubric {slug}"))?);
        Ok(Finding { report, lists })
    }

    fn what_if(
        &mut self,
        request: &Request,
        slug: &'static str,
        part: &Scored,
    ) -> Result<Vec<WhatIf>, String> {
        let Some(analysis) = &part.analysis else { return Ok(Vec::new()) };
        let mut effects = Vec::new();
        for reading in READINGS.iter().filter(|reading| reading.bears_on(slug)) {
            for &value in reading.values {
                let mut readings = request.readings;
                readings.set(reading.key, value).map_err(|error| error.to_string())?;
                let standard = self.standard(slug, &request.readings)?;
                let found = standard.evaluate(slug, &request.case, analysis, &part.labels, &readings);
                let Some(verdict) = found.map(|evaluation| evaluation.verdict) else { continue };
                let (decision, score) = (verdict.decision, verdict.score);
                effects.push(WhatIf { key: reading.key, value, decision, score });
            }
        }
        Ok(effects)
    }

    fn standard(&mut self, slug: &'static str, readings: &Readings) -> Result<&Standard, String> {
        let at = match self.standards.iter().position(|(known, _)| *known == slug) {
            Some(at) => at,
            None => {
                let mut standard = Standard::new(&[slug], *readings).map_err(|error| error.to_string())?;
                for (_, toml) in self.numbers.replaced.iter().filter(|(replaced, _)| replaced == slug) {
                    standard.replace(slug, toml).map_err(|error| error.to_string())?;
                }
                self.standards.push((slug, standard));
                self.standards.len() - 1
            }
        };
        let standard = &mut self.standards[at].1;
        if standard.readings != *readings {
            standard.readings = *readings;
        }
        Ok(standard)
    }
}

/// What a request is answered in.
enum Part<'a> {
    /// Reports by these rubrics.
    Rubrics(&'a [&'static str]),
    /// What each reading would give, of this rubric.
    Readings(&'static str),
}

fn failed(request: &Request, reason: &str) -> Scored {
    Scored {
        generation: request.generation,
        index: request.index,
        versions: request.versions,
        analysis: None,
        labels: Arc::default(),
        fates: Arc::default(),
        reports: Err(reason.to_owned()),
        what_if: None,
        whole: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rubric::RUBRICS;

    #[test]
    fn a_newer_request_ends_the_work_on_the_other_rubrics() {
        let request = Request {
            generation: 1,
            index: 0,
            case: Arc::default(),
            versions: (0, 0),
            article: Arc::from("The council approved the budget on Tuesday."),
            summary: Arc::from("The council approved the budget."),
            given: None,
            overrides: Vec::new(),
            readings: Readings::default(),
            rubrics: RUBRICS.iter().map(|entry| entry.slug).collect(),
            what_if: Some(RUBRICS[0].slug),
        };
        let mut judge = Judge::new(Numbers::default());
        let mut told = |stale: &dyn Fn() -> bool| {
            let mut parts = Vec::new();
            judge.judge(&request, stale, &mut |part| {
                parts.push((part.reports.map_or(0, |all| all.len()), part.whole));
            });
            parts
        };
        assert_eq!(told(&|| false), [(1, false), (0, false), (RUBRICS.len() - 1, true)]);
        assert_eq!(told(&|| true), [(1, false)], "the rubric on the screen is told all the same");
        let looks = std::cell::Cell::new(0);
        let later = || looks.replace(looks.get() + 1) > 2;
        assert_eq!(told(&later), [(1, false), (0, false)], "half of the others are not told");
    }
}
