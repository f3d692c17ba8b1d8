//! The effect of a cap in a report, and its wording.

use std::borrow::Cow;
use std::fmt;

use super::percent_in_words;
use crate::labels::LabelId;
use crate::num::Num;
use crate::text::capitalized;

/// Whether a cap fired.
#[derive(Clone, Debug, PartialEq)]
pub enum Fired {
    /// Its condition holds.
    Yes {
        /// Removing this cap would raise the score; otherwise the cap is redundant.
        binding: bool,
        /// It is binding together with another cap of the same limit.
        shared: bool,
    },
    /// Its condition does not hold.
    No,
    /// An input is missing; with the reason.
    Unknown(String),
}

impl Fired {
    /// Describes the effect of a cap in this state in a few words.
    pub fn effect(&self) -> &'static str {
        match self {
            Fired::Yes { binding: true, shared: true } => "lowers the score, with another cap",
            Fired::Yes { binding: true, shared: false } => "lowers the score",
            Fired::Yes { binding: false, .. } => "lowers no score",
            Fired::Unknown(_) => "unknown",
            Fired::No => "did not fire",
        }
    }
}

/// One cap on one metric or part.
#[derive(Clone, Debug)]
pub struct Cap {
    /// "extraneous_claim", ...
    pub slug: &'static str,
    /// A metric, or a part such as `bias_toxicity.tox`.
    pub metric: &'static str,
    /// The highest score that the cap allows.
    pub limit: Num,
    /// Whether the limit replaces the score instead of bounding it.
    pub fixed: bool,
    /// Its name, and the wording of its cause.
    pub words: &'static CapWords,
    /// Its condition in words; empty if the evaluation was not recorded.
    pub when: String,
    pub observed: Observation,
    /// The smallest change that would make it fire, in words: "one more unsupported claim"; empty if it fired
    /// or no such change can be named.
    pub distance: String,
    /// Whether it fired; under a rubric over probabilities, whether it fires more likely than not.
    pub fired: Fired,
    /// The probability that it fires, from a rubric over probabilities.
    pub p: Option<f64>,
    /// The target's score before any cap; `None` if the target has no score.
    pub before: Option<Num>,
    /// The target's score under this cap alone.
    pub after: Option<Num>,
    /// The labels that made it fire.
    pub because: Vec<LabelId>,
}

impl Cap {
    /// Whether it lowers a score.
    pub fn is_binding(&self) -> bool {
        matches!(self.fired, Fired::Yes { binding: true, .. })
    }

    /// Whether it limits a metric or a part of it.
    pub fn is_on(&self, metric: &str) -> bool {
        self.metric.split('.').next() == Some(metric)
    }

    /// Formats its condition and limit: "any unsupported claim: coverage at most 3"; empty if the evaluation
    /// was not recorded.
    pub fn rule(&self) -> String {
        match self.when.as_str() {
            "" => String::new(),
            when => format!("{when}: {} {}", self.metric, self.bound()),
        }
    }

    /// Formats its limit: "at most 3", or "exactly 3" if it replaces the score.
    pub fn bound(&self) -> String {
        format!("{} {}", if self.fixed { "exactly" } else { "at most" }, self.limit)
    }

    /// Describes what was observed, or why nothing could be.
    pub fn finding(&self) -> Cow<'_, str> {
        match &self.fired {
            Fired::Unknown(reason) => Cow::Borrowed(reason),
            _ => Cow::Owned(self.observed.to_string()),
        }
    }

    /// Describes why it fired, with numbers: "Unsupported claims 1, 2".
    pub fn cause(&self) -> String {
        self.words.cause(&self.because, &self.observed)
    }
}

/// The observation on which the condition of a cap rests. Its `Display` form is the one in files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// The observation for the labels as shown: "1 unsupported claim".
    pub words: String,
    /// The compared value, if it has a name: a count, or the part of a metric that makes the cap fire.
    pub value: Option<String>,
    /// Total number of labels counted.
    pub of: Option<usize>,
    /// The value that it is compared with.
    pub level: Option<Num>,
    /// Share of the samples in which the cap fires, if the labels were sampled.
    pub share: Option<f64>,
}

impl fmt::Display for Observation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(share) = self.share {
            write!(out, "in {} of samples; with the labels as shown: ", percent_in_words(share))?;
        }
        out.write_str(&self.words)
    }
}

/// The name of a cap and the wording of its cause, from the file of its rubric.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CapWords {
    /// Its name: "Any unsupported claim".
    pub name: String,
    /// Wording of the cause: "Unsupported claim {labels}". `{labels}` is replaced by the numbers of the
    /// labels; `{value}`, `{of}` and `{level}` by the [observed](Observation) values.
    pub cause: Option<String>,
    /// Wording of the cause for several labels, if it differs.
    pub causes: Option<String>,
}

impl CapWords {
    /// Placeholders in the wording of a cause.
    pub const MARKS: [&str; 4] = ["{labels}", "{value}", "{of}", "{level}"];

    /// Words why the cap fired. If there is no wording, or a value for it is missing, the observation is
    /// used. A cap that fires in most samples but not with the labels as shown gets its name instead, since
    /// its observation would say the opposite.
    fn cause(&self, because: &[LabelId], observed: &Observation) -> String {
        let several = self.causes.as_deref().filter(|_| because.len() > 1);
        let words = several.or(self.cause.as_deref());
        let sampled_alone = observed.share.is_some() && observed.value.is_none();
        match words.and_then(|words| filled(words, because, observed)) {
            Some(words) => words,
            None if sampled_alone && words.is_some_and(|words| words.contains("{value}")) => {
                self.name.clone()
            }
            None => capitalized(&observed.words),
        }
    }
}

/// Fills in the placeholders of a wording; `None` if one of them has no value.
fn filled(words: &str, because: &[LabelId], observed: &Observation) -> Option<String> {
    let of_mark = |mark: &str| match mark {
        "{labels}" => {
            let numbers: Vec<String> = because.iter().map(|id| (id.index + 1).to_string()).collect();
            (!numbers.is_empty()).then(|| numbers.join(", "))
        }
        "{value}" => observed.value.clone(),
        "{of}" => observed.of.map(|of| of.to_string()),
        "{level}" => observed.level.map(|level| level.to_string()),
        _ => None,
    };
    let mut marks = CapWords::MARKS.iter().filter(|mark| words.contains(**mark));
    marks.try_fold(words.to_owned(), |words, mark| Some(words.replace(mark, &of_mark(mark)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::List;

    #[test]
    fn a_cause_is_worded_with_its_numbers() {
        let words = |cause: &str, causes: &str| CapWords {
            name: String::new(),
            cause: Some(cause.to_owned()).filter(|words| !words.is_empty()),
            causes: Some(causes.to_owned()).filter(|words| !words.is_empty()),
        };
        let claims = words("Unsupported claim {labels}", "Unsupported claims {labels}");
        let recall = CapWords { name: "Low recall".to_owned(), ..words("Recall {value}, below {level}", "") };
        let seen = |words: &str, value: Option<&str>, of| Observation {
            words: words.to_owned(),
            value: value.map(str::to_owned),
            of,
            level: Some(Num::ratio(9, 10)),
            share: Some(0.97),
        };
        let counted = || seen("2 unsupported claims", Some("2"), Some(6));
        for (words, because, observed, cause) in [
            (&claims, &[0][..], counted(), "Unsupported claim 1"),
            (&claims, &[0, 1], counted(), "Unsupported claims 1, 2"),
            (&claims, &[], counted(), "2 unsupported claims"),
            (&words("Only {value} of {of}", ""), &[2], counted(), "Only 2 of 6"),
            (&words("Fewer than required", ""), &[], counted(), "Fewer than required"),
            (&recall, &[3, 4], seen("recall 0.79 < 0.9", Some("0.79"), None), "Recall 0.79, below 0.9"),
            (&recall, &[3], seen("recall 0.95 >= 0.9", None, None), "Low recall"),
            (&words("", ""), &[0], seen("1 slur", None, None), "1 slur"),
        ] {
            let because: Vec<LabelId> =
                because.iter().map(|index| LabelId { list: List::Claims, index: *index }).collect();
            assert_eq!(words.cause(&because, &observed), cause);
        }
        let file = "in 97 % of samples; with the labels as shown: 2 unsupported claims";
        assert_eq!(counted().to_string(), file);
    }
}
