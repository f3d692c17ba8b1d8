//! A reason of a verdict: its content, with one form for files and one for people.

use std::fmt;

use super::names::{metric, with_labels};
use super::{Cap, percent_in_words};
use crate::labels::{LabelId, format_ids, format_runs};
use crate::num::Num;
use crate::text::uncapitalized;

/// A reason of a verdict. Its `Display` form is the one in files, with keys and slugs.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub about: ReasonKind,
    /// Share of the samples in which it holds, if the labels were sampled.
    pub share: Option<f64>,
}

/// The subject of a reason.
#[derive(Clone, Debug, PartialEq)]
pub enum ReasonKind {
    /// A cap that fired.
    Cap {
        /// Its name in files.
        slug: &'static str,
        metric: &'static str,
        observed: String,
    },
    /// Labels that fail a case on their own.
    Labels {
        /// Description: "2 unsupported claims"; for samples, "there is a slur".
        what: String,
        /// Whether they are unsupported claims, which are worded as a sentence for people.
        are_unsupported: bool,
        ids: Vec<LabelId>,
    },
    /// The score of a metric.
    Score {
        metric: &'static str,
        /// The score; `None` for the scores of samples.
        score: Option<Num>,
        /// The bound with which it is compared.
        bound: Bound,
        /// The labels that determine it, as far as they are listed.
        ids: Vec<LabelId>,
        /// Number of labels that are not listed.
        more: usize,
    },
    /// The scores of several metrics, each with the bound that it meets.
    Within(Vec<(&'static str, Bound)>),
    /// A metric that does not apply to the case.
    NotApplicable { metric: &'static str, why: String },
    /// A metric that lacks an input or has a malformed one.
    Fault { metric: &'static str, why: String },
    /// An aggregate below its target, with the facts that are not verified.
    LowAggregate {
        /// The aggregate.
        score: Num,
        target: Num,
        /// The facts that are not verified, if they decide.
        unverified: Vec<LabelId>,
    },
    /// An aggregate from which some metrics are missing, each with the reason.
    Incomplete {
        /// Whether there is an aggregate of the remaining metrics.
        partial: bool,
        lacking: Vec<(&'static str, String)>,
    },
    /// A sentence that is not about a single label, cap or metric.
    Text(String),
}

/// The bound with which a score is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    AtMost(Num),
    AtLeast(Num),
    AtOrBelow(Num),
    Below(Num),
    Above(Num),
    BelowTarget(Num),
    /// A band, and the edge between two bands that is nearest to the score.
    Band(&'static str, Num),
}

impl Bound {
    /// The number with which the score is compared.
    fn limit(self) -> Num {
        match self {
            Bound::AtMost(limit)
            | Bound::AtLeast(limit)
            | Bound::AtOrBelow(limit)
            | Bound::Below(limit)
            | Bound::Above(limit)
            | Bound::BelowTarget(limit)
            | Bound::Band(_, limit) => limit,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::AtMost(limit) => write!(out, "at most {limit}"),
            Bound::AtLeast(limit) => write!(out, "at least {limit}"),
            Bound::AtOrBelow(limit) => write!(out, "at or below {limit}"),
            Bound::Below(limit) => write!(out, "below {limit}"),
            Bound::Above(limit) => write!(out, "above {limit}"),
            Bound::BelowTarget(target) => write!(out, "below its target {}", target.shown()),
            Bound::Band(band, _) => out.write_str(band),
        }
    }
}

impl From<ReasonKind> for Reason {
    fn from(about: ReasonKind) -> Reason {
        Reason { about, share: None }
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Reason {
        ReasonKind::Text(text).into()
    }
}

impl ReasonKind {
    /// A score compared with a bound.
    pub fn score(metric: &'static str, score: impl Into<Option<Num>>, bound: Bound) -> ReasonKind {
        ReasonKind::Score { metric, score: score.into(), bound, ids: Vec::new(), more: 0 }
    }

    pub fn in_samples(self, share: f64) -> Reason {
        Reason { about: self, share: Some(share) }
    }
}

/// The names of metrics and labels in one form of a reason.
#[derive(Clone, Copy)]
struct Names {
    /// Names a metric at the beginning of a reason.
    first: fn(&str) -> String,
    /// Names a metric elsewhere.
    within: fn(&str) -> String,
    /// Rewords an input error, which may name a label by its id in the file.
    wrong: fn(&str) -> String,
}

const FILES: Names = Names { first: str::to_owned, within: str::to_owned, wrong: str::to_owned };
const PEOPLE: Names = Names { first: metric, within: readable, wrong: with_labels };

/// Returns the key of a metric if it is its name as a word, otherwise its display name: "relevance", but "P@5,
/// retrieval".
fn readable(key: &str) -> String {
    let name = metric(key);
    if name.to_lowercase() == key { key.to_owned() } else { name }
}

impl Reason {
    /// Words the reason for people, without slugs and keys; `caps` are those of its report.
    pub fn in_words(&self, caps: &[Cap]) -> String {
        let of_samples = self.share.map(|share| format!("{} of samples", percent_in_words(share)));
        match (&self.about, of_samples) {
            (ReasonKind::Cap { .. }, share) => {
                let cause = self.cap(caps).map_or_else(String::new, |cap| uncapitalized(&cap.cause()));
                match share {
                    Some(share) => format!("{cause} ({share})"),
                    None => cause,
                }
            }
            (ReasonKind::Labels { are_unsupported: true, ids, .. }, share) if !ids.is_empty() => {
                let named = format_runs(ids);
                match (share, ids.len()) {
                    (None, 1) => format!("{named} is unsupported"),
                    (None, _) => format!("{named} are unsupported"),
                    (Some(share), 1) => format!("{named} is unsupported in {share}"),
                    (Some(share), _) => format!("one of {named} is unsupported in {share}"),
                }
            }
            (about, _) => about.formatted(PEOPLE, self.share),
        }
    }

    /// The cap that it is about, if any.
    pub fn cap<'a>(&self, caps: &'a [Cap]) -> Option<&'a Cap> {
        let ReasonKind::Cap { slug, metric, .. } = &self.about else { return None };
        caps.iter().find(|cap| cap.slug == *slug && cap.metric == *metric)
    }

    /// The labels that it names, or those that made its cap fire.
    pub fn labels<'a>(&'a self, caps: &'a [Cap]) -> &'a [LabelId] {
        match &self.about {
            ReasonKind::Cap { .. } => self.cap(caps).map(|cap| &*cap.because).unwrap_or_default(),
            ReasonKind::Labels { ids, .. } | ReasonKind::Score { ids, .. } => ids,
            ReasonKind::LowAggregate { unverified, .. } => unverified,
            _ => &[],
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.about.formatted(FILES, self.share))
    }
}

impl ReasonKind {
    fn formatted(&self, names: Names, share: Option<f64>) -> String {
        let lacking = |lacking: &[(&str, String)]| {
            let each =
                lacking.iter().map(|(key, why)| format!("{} ({})", (names.within)(key), (names.wrong)(why)));
            each.collect::<Vec<_>>().join(", ")
        };
        let text = match self {
            ReasonKind::Cap { slug, metric, observed } => match share {
                None => format!("cap {slug} on {metric} fired: {observed}"),
                Some(_) => format!("cap {slug} on {metric} fires"),
            },
            ReasonKind::Labels { what, ids, .. } if ids.is_empty() => what.clone(),
            ReasonKind::Labels { what, ids, .. } => match share {
                None => format!("{what}: {}", format_ids(ids)),
                Some(_) => format!("{what} ({})", format_ids(ids)),
            },
            ReasonKind::Score { metric, score, bound, ids, more } => {
                let mut text = (names.first)(metric) + " is ";
                if let Some(score) = score {
                    text += &score.shown_beside(bound.limit());
                    text += if let Bound::Band(..) = bound { ": " } else { ", " };
                }
                text += &bound.to_string();
                if !ids.is_empty() {
                    text += &format!(": {}", format_ids(ids));
                }
                if *more > 0 {
                    text += &format!(" and {more} more");
                }
                text
            }
            ReasonKind::Within(bounds) => {
                let each = bounds.iter().enumerate().map(|(at, (key, bound))| match at {
                    0 => format!("{} is {bound}", (names.first)(key)),
                    _ => format!("{} {bound}", (names.within)(key)),
                });
                each.collect::<Vec<_>>().join(", ")
            }
            ReasonKind::NotApplicable { metric, why } => {
                format!("{} is not applicable: {}", (names.first)(metric), (names.wrong)(why))
            }
            ReasonKind::Fault { metric, why } => {
                format!("{}: {}", (names.within)(metric), (names.wrong)(why))
            }
            ReasonKind::LowAggregate { score, target, unverified } => {
                let facts = match unverified.as_slice() {
                    [] => String::new(),
                    [one] => format!("{} is not verified, and ", one.shown()),
                    ids => format!("{} are not verified, and ", format_ids(ids)),
                };
                let score = score.shown_beside(*target);
                format!("{facts}the aggregate is {score}, below its target {}", target.shown())
            }
            ReasonKind::Incomplete { partial: true, lacking: metrics } => {
                format!("the aggregate is partial: {}", lacking(metrics))
            }
            ReasonKind::Incomplete { partial: false, lacking: metrics } => {
                format!("there is no aggregate: {}", lacking(metrics))
            }
            ReasonKind::Text(text) => text.clone(),
        };
        match share {
            Some(share) => format!("{text} in {} of samples", percent_in_words(share)),
            None => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::List;

    fn claims(places: &[usize]) -> Vec<LabelId> {
        places.iter().map(|index| LabelId { list: List::Claims, index: *index }).collect()
    }

    fn unsupported(what: &str, places: &[usize]) -> ReasonKind {
        ReasonKind::Labels { what: what.to_owned(), are_unsupported: true, ids: claims(places) }
    }

    fn both(reason: impl Into<Reason>) -> [String; 2] {
        let reason = reason.into();
        [reason.to_string(), reason.in_words(&[])]
    }

    #[test]
    fn a_reason_has_a_form_for_files_and_one_for_people() {
        let bias = ReasonKind::score("bias_toxicity", Num::int(6), Bound::Below(Num::int(7)));
        let slur =
            |ids| ReasonKind::Labels { what: "there is a slur".to_owned(), are_unsupported: false, ids };
        let lacking = vec![("p_at_5", "no documents".to_owned()), ("fcs", "facts/0: no `claim`".to_owned())];
        for (reason, file, people) in [
            (
                unsupported("2 unsupported claims", &[0, 1]).into(),
                "2 unsupported claims: claims 1, 2",
                "claims 1, 2 are unsupported",
            ),
            (
                unsupported("5 unsupported claims", &[0, 2, 3, 4, 6]).into(),
                "5 unsupported claims: claims 1, 3, 4, 5, 7",
                "claims 1, 3 to 5, 7 are unsupported",
            ),
            (
                unsupported("a claim is unsupported", &[0, 11]).in_samples(0.78),
                "a claim is unsupported (claims 1, 12) in 78 % of samples",
                "one of claims 1, 12 is unsupported in 78 % of samples",
            ),
            (
                unsupported("a claim is unsupported", &[]).in_samples(0.005),
                "a claim is unsupported in under 1 % of samples",
                "a claim is unsupported in under 1 % of samples",
            ),
            (
                slur(Vec::new()).in_samples(0.4),
                "there is a slur in 40 % of samples",
                "there is a slur in 40 % of samples",
            ),
            (bias.into(), "bias_toxicity is 6.00, below 7", "Bias/toxicity is 6.00, below 7"),
            (
                ReasonKind::Fault { metric: "f1", why: "claims/0: it has no `word`".to_owned() }.into(),
                "f1: claims/0: it has no `word`",
                "F1, answer: claim 1: it has no `word`",
            ),
            (
                ReasonKind::Incomplete { partial: true, lacking }.into(),
                "the aggregate is partial: p_at_5 (no documents), fcs (facts/0: no `claim`)",
                "the aggregate is partial: P@5, retrieval (no documents), FCS, facts (fact 1: no `claim`)",
            ),
        ] as [(Reason, &str, &str); 8]
        {
            assert_eq!(both(reason), [file, people]);
        }
    }
}
