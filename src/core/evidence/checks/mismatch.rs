//! What a check finds, by its type: how the two sides differ, where, and what that leaves of the support.
//!
//! What a reviewer reads is made of the type alone, and here alone.

use super::ClaimPairing;
use crate::evidence::mismatch::MismatchKind;
use crate::text::{Span, sentence_number};

/// How a claim and the article differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MismatchDetail {
    /// A number that the article lacks.
    NoNumber,
    /// It has it with another unit: which.
    OtherUnit,
    /// By another measure: "a month", "a year".
    OtherRate,
    /// The passage has another number.
    OtherNumber,
    /// The passage counts another number of the same.
    OtherCount,
    /// A date that the article lacks, and which part of it.
    NoDate,
    /// The passage has another date.
    OtherDate,
    /// A name that the article lacks.
    NoName,
    /// It has only the name beside it.
    NoFullerName,
    /// A name after the preposition that another follows there.
    OtherName,
    /// Denied by the claim alone.
    DeniedHere,
    /// Denied by the article alone.
    DeniedThere,
    /// The article answers the question with "no".
    AnsweredNo,
    /// A word and its opposite.
    Opposite,
    /// A function word and its opposite.
    OppositeOrder,
    /// Up and down.
    OtherDirection,
    /// For and against.
    OtherStance,
    /// What must and need not be done.
    OtherDuty,
    /// Another share of the same.
    OtherShare,
    /// All or none of what has no share there.
    NoShare,
    /// A comparison turned about.
    OtherComparison,
    /// A comparison that the numbers belie.
    OtherInNumbers,
    /// More than before here, less there.
    OtherTrend,
    /// The sides of a relation exchanged.
    OtherSides,
    /// Cause and effect exchanged.
    CauseAsEffect,
    /// Another cause of the same effect.
    OtherCause,
    /// Another word within the cause.
    OtherWordOfCause,
    /// A cause that is told of something else.
    CauseOfAnother,
    /// The order of two events exchanged.
    OtherOrder,
    /// Who does it and to whom, exchanged.
    OtherRoles,
    /// Another speaker.
    OtherSpeaker,
    /// Said of the other of two.
    OtherSubject,
    /// A noun for another.
    OtherNoun,
    /// Certain here, open there.
    Certain,
    /// Open here, certain there.
    Open,
    /// Done here, open there.
    Done,
    /// To come here, done there.
    ToCome,
    /// Said here, and a question there.
    Question,
    /// Told here as done or to come, and only asked for there.
    OnlyAsked,
    /// Surer here than there.
    Surer,
    /// Words that the article has in no form.
    NewWords,
    /// Words said again.
    Repeated,
    /// Phrases that stand apart in the article.
    Spliced,
    /// Few of its words.
    FewWords,
}

impl MismatchDetail {
    /// Its kind, and how it is told. `claim` and `article` stand for the words of either side (`claim 1` for the second
    /// stretch of them, `all 4` for the first four), `text` for the name of the article, `n` for the number of the
    /// sentence in which the article's words stand, and digits for the notes of the check.
    const fn told(self) -> (MismatchKind, &'static str) {
        use MismatchDetail as D;
        use MismatchKind as K;
        match self {
            D::NoNumber => (K::Number, "{text} never says {claim}"),
            D::OtherUnit => (K::Unit, "{claim}: {0} in sentence {n}"),
            D::OtherRate => (K::Unit, "{claim} by {0} in the claim, by {1} in sentence {n}"),
            D::OtherNumber => (K::Number, "{claim} in the claim, {article} in sentence {n}"),
            D::OtherCount => (K::Number, "{claim} {0} in the claim, {article} in sentence {n}"),
            D::NoDate => (K::Date, "date {claim} is not in {text} ({0})"),
            D::OtherDate => (K::Date, "date {claim} in the claim, {article} in sentence {n}"),
            D::NoName => (K::Name, "not in {text}: {claim}"),
            D::NoFullerName => (K::Name, "{text} has {0}, but never with {claim}"),
            D::OtherName => (K::Name, "\"{0} {claim}\" in the claim, \"{1} {article}\" in sentence {n}"),
            D::DeniedHere => (K::Negation, "\"{claim 1}\" is negated in the claim, not in sentence {n}"),
            D::DeniedThere => (K::Negation, "\"{claim}\" is negated in sentence {n}, not in the claim"),
            D::AnsweredNo => (K::Negation, "sentence {n} asks for this and is answered with \"no\""),
            D::Opposite => {
                (K::Antonym, "\"{lower claim}\": opposite of \"{lower article}\" in sentence {n}?")
            }
            D::OppositeOrder => {
                (K::Order, "\"{lower claim}\" in the claim, \"{lower article}\" in sentence {n}")
            }
            D::OtherDirection => {
                (K::Antonym, "{2}: \"{lower claim}\" in the claim, \"{lower article}\" in sentence {n}")
            }
            D::OtherStance => (K::Antonym, "{0} it in the claim, {1} it in sentence {n}"),
            D::OtherDuty => (K::Modality, "\"{lower claim}\" {0} in the claim, {1} in sentence {n}"),
            D::OtherShare => {
                (K::Quantifier, "\"{lower claim}\" in the claim, \"{lower article}\" in sentence {n}")
            }
            D::NoShare => (K::Quantifier, "\"{lower claim}\" is not said in sentence {n}"),
            D::OtherComparison => (
                K::Antonym,
                "comparison reversed: \"{lower claim}\" in the claim, \"{lower article}\" in sentence {n}",
            ),
            D::OtherInNumbers => {
                (K::Antonym, "\"{lower claim}\" in the claim; the numbers of sentence {n} say the opposite")
            }
            D::OtherTrend => {
                (K::Antonym, "\"{lower claim}\" in the claim, \"{lower article}\" in sentence {n}")
            }
            D::OtherSides => {
                (K::Role, "sides exchanged: \"{0}\" in the claim, \"{lower article}\" in sentence {n}")
            }
            D::CauseAsEffect => (
                K::Order,
                "cause and effect are reversed from sentence {n}: claim \"{lower claim}\", text \"{lower article}\"",
            ),
            D::OtherCause => {
                (K::Replaced, "\"{0}\" as the cause in the claim, \"{article}\" in sentence {n}")
            }
            D::OtherWordOfCause => {
                (K::Replaced, "\"{claim}\" in the claim's cause, \"{article}\" in sentence {n}")
            }
            D::CauseOfAnother => (K::Replaced, "\"{claim}\" is no cause of it in sentence {n}"),
            D::OtherOrder => (
                K::Order,
                "the order of events is reversed from sentence {n}: claim \"{lower claim}\", text \"{lower article}\"",
            ),
            D::OtherRoles => (
                K::Role,
                "roles swapped: \"{claim} ... {claim 1} ... {claim 2}\", the other way round in sentence {n}",
            ),
            D::OtherSpeaker => (K::Attribution, "said of {0} in the claim, of {article} in sentence {1}"),
            D::OtherSubject => (K::Role, "said of {claim} in the claim, of {article} in sentence {n}"),
            D::OtherNoun => (K::Replaced, "\"{claim}\" in the claim, \"{article}\" in sentence {n}"),
            D::Certain => {
                (K::Modality, "\"{claim}\" is certain in the claim, \"{lower article}\" in sentence {n}")
            }
            D::Open => (K::Modality, "\"{lower claim}\" in the claim, \"{0}\" is certain in sentence {n}"),
            D::Done => (K::Modality, "stated as done; sentence {n} says \"{lower article}\""),
            D::ToCome => (K::Modality, "stated as to come; sentence {n} says \"{lower article}\""),
            D::Question => (K::Modality, "\"{lower claim}\" in the claim; sentence {n} is a question"),
            D::OnlyAsked => (K::Modality, "\"{lower claim}\" is only asked for in sentence {n}"),
            D::Surer => (K::Modality, "\"{lower claim}\" in the claim, \"{lower article}\" in sentence {n}"),
            D::NewWords => (K::Novel, "not in {text}: {all 4}"),
            D::Repeated => (K::Wording, "repeats {all 6}"),
            D::Spliced => (K::Wording, "pieced together from several places of {text}, near {0}"),
            D::FewWords => (K::Wording, "{0} % of its words are in {text}"),
        }
    }
}

/// A difference between a clause and the article, as a check returns it; [`WordedMismatch`](crate::evidence::mismatch::WordedMismatch)
/// is the same in words.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundMismatch {
    /// How they differ.
    pub how: MismatchDetail,
    /// The most support that it leaves, 0 to 1.
    pub max_support: f64,
    /// The words concerned, in bytes of the summary sentence.
    pub claim: Vec<Span>,
    /// What they are held against, in bytes of the article.
    pub article: Vec<Span>,
    /// What else the reason names.
    notes: Vec<String>,
}

impl FoundMismatch {
    /// One word of the claim against one of the article.
    pub fn new(how: MismatchDetail, max_support: f64, claim: Span, article: Span) -> FoundMismatch {
        FoundMismatch::of(how, max_support, vec![claim], vec![article])
    }

    /// One word of the claim, for which the article has nothing.
    pub fn missing(how: MismatchDetail, max_support: f64, claim: Span) -> FoundMismatch {
        FoundMismatch::of(how, max_support, vec![claim], Vec::new())
    }

    /// Several words.
    pub fn of(how: MismatchDetail, max_support: f64, claim: Vec<Span>, article: Vec<Span>) -> FoundMismatch {
        FoundMismatch { how, max_support, claim, article, notes: Vec::new() }
    }

    /// The same with a further word for its reason.
    pub fn noting(mut self, note: impl Into<String>) -> FoundMismatch {
        self.notes.push(note.into());
        self
    }

    pub fn kind(&self) -> MismatchKind {
        self.how.told().0
    }

    /// Whether the claim is only less certain than the article: the annotation rules call such a claim partial.
    pub fn weakens(&self) -> bool {
        self.how == MismatchDetail::Open
    }

    /// Whether the article says something else in its place.
    pub fn contradicts(&self) -> bool {
        use MismatchDetail::{OtherCount, OtherDate, OtherName, OtherNumber, OtherRate, OtherUnit};
        self.kind().contradicts() && !self.weakens()
            || matches!(self.how, OtherCount | OtherDate | OtherName | OtherNumber | OtherRate | OtherUnit)
    }

    /// It in words for a reviewer.
    pub fn why(&self, pairing: &ClaimPairing) -> String {
        let text = pairing.article.text();
        let mut out = String::new();
        let mut rest = self.how.told().1;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((field, after)) = after.split_once('}') else { break };
            out.push_str(before);
            rest = after;
            let (lower, field) = match field.strip_prefix("lower ") {
                Some(field) => (true, field),
                None => (false, field),
            };
            let (name, place) = field.split_once(' ').unwrap_or((field, "0"));
            let place = place.parse::<usize>().unwrap_or_default();
            let own = |span: &Span| &pairing.sentence.text[span.range()];
            let said = match name {
                "claim" => self.claim.get(place).map_or("", own).to_owned(),
                "all" => self.claim.iter().take(place).map(own).collect::<Vec<_>>().join(", "),
                "article" => self.article.first().map_or("", |span| text.slice(*span)).to_owned(),
                "text" => pairing.article.name.to_owned(),
                "n" => {
                    let sentence = self.article.first().and_then(|span| text.sentence_at(span.start));
                    sentence.map_or_else(String::new, |at| sentence_number(at).to_string())
                }
                note => {
                    note.parse().ok().and_then(|at: usize| self.notes.get(at).cloned()).unwrap_or_default()
                }
            };
            out.push_str(&if lower { said.to_lowercase() } else { said });
        }
        out.push_str(rest);
        out
    }
}
