//! The caps of Judge-Lock: which condition lies over which metric.

use super::{Caps, JudgeLock, nothing_claimed};
use crate::labels::List;
use crate::ledger::Ledger;
use crate::num::{Num, so_many};
use crate::rubric::bounds::Wrong;
use crate::rubric::caps::{Finding, Rests, Told};
use crate::rubric::draft::Got;
use crate::rubric::flips::Lists;
use crate::rubric::locks::counts::Tally;
use crate::rubric::locks::findings::{
    CapRows, any_of, below, duplicate, either, extraneous_claim, switched_off, unknown,
};
use crate::rubric::locks::rules::{CapRule, Needs, Target};
use crate::rubric::locks::{Capped, Counted, SeverityBand, metrics};

impl Caps {
    /// Checks that each cap has the numbers that it needs, and no others.
    pub fn settle(&mut self) -> Result<(), Wrong> {
        let plain = Needs::default();
        let threshold = Needs { threshold: true, ..plain };
        let everywhere = Needs { everywhere: true, ..plain };
        self.extraneous_claim.settle("extraneous_claim", plain)?;
        self.qag_incomplete.settle("qag_incomplete", threshold)?;
        self.qag_duplicate.settle("qag_duplicate", everywhere)?;
        self.qag_short.settle("qag_short", threshold)?;
        self.low_precision.settle("low_precision", Needs { everywhere: true, ..threshold })?;
        self.low_recall.settle("low_recall", Needs { everywhere: true, ..threshold })?;
        self.severe_hallucination.settle("severe_hallucination", plain)?;
        self.none_segment.settle("none_segment", plain)?;
        self.slur.settle("slur", everywhere)?;
        self.mild_profanity.settle("mild_profanity", plain)?;
        self.stereotype.settle("stereotype", plain)?;
        self.perfect_ten_guard.settle("perfect_ten_guard", Needs { spans: true, ..threshold })
    }

    /// Every cap in the order of the rows.
    pub fn list(&self) -> [(&'static str, &CapRule); 12] {
        [
            ("extraneous_claim", &self.extraneous_claim),
            ("qag_incomplete", &self.qag_incomplete),
            ("qag_duplicate", &self.qag_duplicate),
            ("qag_short", &self.qag_short),
            ("low_precision", &self.low_precision),
            ("low_recall", &self.low_recall),
            ("severe_hallucination", &self.severe_hallucination),
            ("none_segment", &self.none_segment),
            ("slur", &self.slur),
            ("mild_profanity", &self.mild_profanity),
            ("stereotype", &self.stereotype),
            ("perfect_ten_guard", &self.perfect_ten_guard),
        ]
    }
}

impl JudgeLock {
    /// Looks at every condition.
    pub fn capped<'a>(
        &'a self,
        found: &Counted,
        severity: Option<SeverityBand>,
        raw: [Option<Num>; 5],
    ) -> Vec<Capped<'a>> {
        let rules = &self.rules.caps;
        // So that it grows once at most: twelve caps, mostly on two or three targets.
        let mut caps = CapRows(Vec::with_capacity(32));
        caps.plain("extraneous_claim", &rules.extraneous_claim, extraneous_claim(found));
        caps.plain("qag_incomplete", &rules.qag_incomplete, self.incomplete(found));
        self.duplicates(found, &mut caps);
        self.short(found, &mut caps);
        caps.wide("low_precision", &rules.low_precision, found.on.pr_all, self.precision(found));
        caps.wide("low_recall", &rules.low_recall, found.on.pr_all, self.recall(found));
        caps.plain("severe_hallucination", &rules.severe_hallucination, self.severe(found, severity));
        caps.none_segment(&rules.none_segment, found);
        caps.wide("slur", &rules.slur, found.on.slur_all, issue(found, &[5], "slur"));
        caps.plain("mild_profanity", &rules.mild_profanity, issue(found, &[3, 4], "profanity"));
        caps.plain("stereotype", &rules.stereotype, issue(found, &[1], "stereotype"));
        self.guard(found, raw, &mut caps);
        caps.0
    }

    fn incomplete(&self, found: &Counted) -> Finding {
        let set = match &found.coverage_qags {
            Ok(set) => *set,
            Err(fault) => return unknown(fault),
        };
        let (correct, needed) = (Num::count(set.at(0)), self.rules.caps.qag_incomplete.threshold());
        let fires = if found.on.le6 { correct <= needed } else { correct < needed };
        let missing = self.rules.caps.qag_incomplete.threshold() - correct;
        let needs = (0..set.all()).take_while(|more| Num::count(*more) < missing).count().max(1);
        let rests = Rests { on: Lists::of(&[List::CoverageQags]), needs };
        let mut finding = Finding { fired: Some(fires), rests, ..Finding::default() };
        if found.record {
            let observed = format!("{} of {} questions fully correct", set.at(0), set.all());
            finding.tell(match fires {
                true => {
                    let because = found.ids(List::CoverageQags, &[1, 2]);
                    Told { observed, because, ..Told::default() }
                }
                false => {
                    let distance = "one question less than fully correct fires it".to_owned();
                    Told { observed, distance, ..Told::default() }
                }
            });
        }
        finding
    }

    /// The set of questions that a metric uses.
    fn set_of<'c>(target: Target, found: &'c Counted) -> (List, &'c Got<Tally>) {
        match target {
            Target::Hallucination => (List::ClaimQags, &found.claim_qags),
            _ => (List::CoverageQags, &found.coverage_qags),
        }
    }

    fn duplicates<'a>(&'a self, found: &Counted, caps: &mut CapRows<'a>) {
        let (slug, rule) = ("qag_duplicate", &self.rules.caps.qag_duplicate);
        let coverage = duplicate(found, List::CoverageQags, &found.coverage_qags);
        let claims = duplicate(found, List::ClaimQags, &found.claim_qags);
        if found.on.dup_all {
            let any = either(&coverage, &claims);
            caps.everywhere(slug, rule, |_| any.clone());
        } else {
            caps.over(slug, rule, |target| match Self::set_of(target, found).0 {
                List::ClaimQags => claims.clone(),
                _ => coverage.clone(),
            });
        }
    }

    fn short<'a>(&'a self, found: &Counted, caps: &mut CapRows<'a>) {
        let rule = &self.rules.caps.qag_short;
        let short = |target: Target| {
            let (list, set) = Self::set_of(target, found);
            let set = match set {
                Ok(set) => *set,
                Err(fault) => return unknown(fault),
            };
            let claims = list == List::ClaimQags;
            // Whether no question is too few depends on whether there is a claim, which must then be known.
            if let (true, 0, Err(fault)) = (claims, set.all(), &found.claims) {
                return unknown(fault);
            }
            let nothing = claims && nothing_claimed(found);
            let fires = !nothing && Num::count(set.all()) < rule.threshold();
            let rests = Rests { on: Lists::NONE, needs: 1 };
            let mut finding = Finding { fired: Some(fires), rests, ..Finding::default() };
            if found.record {
                let mut told = Told { observed: so_many(set.all(), "question"), ..Told::default() };
                if nothing {
                    told.observed.push_str(", and no claim to ask about");
                } else if !fires {
                    told.distance = format!("fewer than {} questions fire it", rule.threshold());
                }
                finding.tell(told);
            }
            finding
        };
        caps.over("qag_short", rule, short);
    }

    fn precision(&self, found: &Counted) -> Finding {
        let threshold = self.rules.caps.low_precision.threshold();
        let silent = Ledger::new(false);
        let tokens = metrics::given(&found.extraneous);
        let value = tokens.clone().and_then(|tokens| metrics::precision(&silent, tokens)).map(|q| q.value());
        below(
            found,
            ("precision", Rests { on: Lists::of(&[List::Extraneous]), needs: 1 }),
            &value,
            threshold,
            found.all_ids(&[List::Extraneous]),
            || {
                let tokens = tokens.unwrap_or(crate::rubric::locks::counts::Tokens { extraneous: 0, of: 0 });
                // 1 - (e + more)/of < threshold  <=>  more > (1 - threshold)*of - e
                let room = (Num::ONE - threshold) * Num::count(tokens.of) - Num::count(tokens.extraneous);
                let more = room.floor() + Num::ONE;
                if more == Num::ONE {
                    "1 more extraneous token".to_owned()
                } else {
                    format!("{more} more extraneous tokens")
                }
            },
        )
    }

    fn recall(&self, found: &Counted) -> Finding {
        let threshold = self.rules.caps.low_recall.threshold();
        let silent = Ledger::new(false);
        let rule = &self.rules.coverage.key_points;
        let points = metrics::given(&found.key_points);
        let value =
            points.clone().and_then(|points| metrics::recall(&silent, rule, points)).map(|q| q.value());
        let mut rests = Rests { on: Lists::of(&[List::KeyPoints]), needs: 1 };
        if let (Ok(value), Ok(points)) = (&value, &points) {
            // The most that one change adds to the sum of worths, against what the sum lacks.
            let worths = [rule.fully, rule.partial, rule.not];
            let gain =
                worths.into_iter().fold(Num::ZERO, Num::max) - worths.into_iter().fold(Num::ONE, Num::min);
            let lacks = (threshold - *value) * Num::count(points.all());
            rests.needs = (1..points.all()).find(|n| gain * Num::count(*n) >= lacks).unwrap_or(1);
        }
        below(found, ("recall", rests), &value, threshold, found.ids(List::KeyPoints, &[1, 2]), || {
            let points = points.clone().unwrap_or_default();
            let (now, one) = (value.clone().unwrap_or(Num::ONE), Num::count(points.all()));
            let falls = |loss: Num| now - loss / one < threshold;
            if points.at(0) > 0 && falls(rule.fully - rule.partial) {
                "one more key point only partially covered".to_owned()
            } else if points.at(0) > 0 && falls(rule.fully - rule.not) {
                "one more key point not covered".to_owned()
            } else {
                "several more key points less covered".to_owned()
            }
        })
    }

    fn severe(&self, found: &Counted, severity: Option<SeverityBand>) -> Finding {
        if found.on.cross_off {
            return switched_off("caps.cross=off", found.record);
        }
        let (severity, claims) = match (&found.claims, severity) {
            (Ok(claims), Some(severity)) => (severity, *claims),
            (Err(fault), _) => return unknown(fault),
            (Ok(_), None) => return Finding::default(),
        };
        let fires = severity == SeverityBand::Severe;
        let rests = Rests { on: Lists::of(&[List::Claims]), needs: 1 };
        let mut finding = Finding { fired: Some(fires), rests, ..Finding::default() };
        if found.record {
            let rule = &self.rules.hallucination;
            let u = metrics::unsupported(&Ledger::new(false), &rule.claims, claims).value();
            let observed = format!("severity {} (u = {})", severity.as_str(), u.shown());
            let mut told = Told { observed, ..Told::default() };
            if fires {
                told.because = found.ids(List::Claims, &[1, 2]);
            } else {
                let missing = (rule.severity.severe_from - u) * Num::count(claims.all());
                told.distance = match missing {
                    m if m <= rule.claims.unsupported && claims.all() > 0 => {
                        "one more unsupported claim".to_owned()
                    }
                    _ => format!("u {}, fires at {}", u.shown(), rule.severity.severe_from),
                };
            }
            finding.tell(told);
        }
        finding
    }

    fn guard<'a>(&'a self, found: &Counted, raw: [Option<Num>; 5], caps: &mut CapRows<'a>) {
        let rule = &self.rules.caps.perfect_ten_guard;
        let (at_least, needed) = (rule.threshold(), rule.spans.unwrap_or(0));
        let mut known = [Num::ZERO; 5];
        let mut all_known = true;
        for (slot, value) in known.iter_mut().zip(raw) {
            match value {
                Some(value) => *slot = value,
                None => all_known = false,
            }
        }
        let perfect = all_known && known.iter().all(|value| *value >= at_least);
        let spans = if perfect || found.record { found.distinct_spans() } else { 0 };
        let highest = known.iter().copied().reduce(Num::max).unwrap_or(Num::ZERO);
        let look = |target: Target| {
            if !all_known {
                let lacking = Target::METRICS.iter().zip(raw).filter(|(_, raw)| raw.is_none());
                let keys: Vec<_> = lacking.map(|(metric, _)| metric.key()).collect();
                let mut finding = Finding::default();
                finding.tell(Told { unknown: format!("no score: {}", keys.join(", ")), ..Told::default() });
                return finding;
            }
            let place = Target::METRICS.iter().position(|metric| *metric == target);
            let here = place.is_some_and(|place| known[place] == highest);
            let fires = perfect && spans < needed && (here || !found.on.highest_only);
            let mut finding = Finding { fired: Some(fires), ..Finding::default() };
            if found.record {
                let high = known.iter().filter(|value| **value >= at_least).count();
                let without: usize = crate::rubric::locks::counts::EVIDENCE
                    .iter()
                    .map(|list| crate::rubric::locks::counts::without_spans(found.labels(*list)))
                    .sum();
                let observed =
                    format!("{high} of 5 at {at_least} or more, {}", so_many(spans, "distinct span"));
                let mut told = Told { observed, ..Told::default() };
                if without > 0 {
                    told.observed.push_str(&format!(" ({} without any)", so_many(without, "label")));
                }
                if !fires {
                    told.distance = match (perfect, spans < needed) {
                        (true, true) => "only the highest metric is lowered".to_owned(),
                        (true, false) => format!("fires below {needed} distinct spans"),
                        (false, _) => format!("fires where all five reach {at_least} on so few spans"),
                    };
                }
                finding.tell(told);
            }
            finding
        };
        caps.over("perfect_ten_guard", rule, look);
    }
}

fn issue(found: &Counted, places: &[usize], unit: &str) -> Finding {
    any_of(found, List::Issues, &found.issues, places, (unit, ""))
}
