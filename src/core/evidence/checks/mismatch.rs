//! The result of a check: how clause and article differ, where, and how much support that leaves.
//!
//! The reason that a reviewer reads is built from the type, in this file only.

use super::ClaimPairing;
use crate::evidence::mismatch::MismatchKind;
use crate::text::{Span, sentence_number};

/// How a claim and the article differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MismatchDetail {
    /// A number that the article lacks.
    NoNumber,
    /// The article has the number with another unit. The note names that unit.
    OtherUnit,
    /// The article has the number at another rate: "a month" against "a year".
    OtherRate,
    /// The passage has another number.
    OtherNumber,
    /// The passage has another number of the same things.
    OtherCount,
    /// A date that the article lacks. The note names the missing part.
    NoDate,
    /// The passage has another date.
    OtherDate,
    /// A name that the article lacks.
    NoName,
    /// The article has only the name next to it.
    NoFullerName,
    /// The passage has another name after the same preposition.
    OtherName,
    /// Negated in the claim alone.
    DeniedHere,
    /// Negated in the article alone.
    DeniedThere,
    /// Excepted in the article from what it says of all others.
    Excepted,
    /// The article asks for it and answers "no".
    AnsweredNo,
    /// A word and its opposite.
    Opposite,
    /// A word and another one of a category whose members exclude each other.
    OtherOfCategory,
    /// A superlative that the passage ranks lower.
    OtherRank,
    /// A function word and its opposite.
    OppositeOrder,
    /// Up and down.
    OtherDirection,
    /// For and against.
    OtherStance,
    /// Must and need not be done.
    OtherDuty,
    /// Another share of the same things.
    OtherShare,
    /// All or none, where the article gives no share.
    NoShare,
    /// A comparison reversed.
    OtherComparison,
    /// A comparison that contradicts the numbers.
    OtherInNumbers,
    /// More than before in the claim, less in the article, or the reverse.
    OtherTrend,
    /// The sides of a relation exchanged.
    OtherSides,
    /// Cause and effect exchanged.
    CauseAsEffect,
    /// Another cause of the same effect.
    OtherCause,
    /// Another word in the cause.
    OtherWordOfCause,
    /// The cause of something else in the article.
    CauseOfAnother,
    /// The order of two events exchanged.
    OtherOrder,
    /// Agent and object exchanged.
    OtherRoles,
    /// Another speaker.
    OtherSpeaker,
    /// A statement that the article makes about somebody or something else.
    OtherSubject,
    /// A noun replaced by another.
    OtherNoun,
    /// Certain in the claim, open in the article.
    Certain,
    /// Open in the claim, certain in the article.
    Open,
    /// Done in the claim, open in the article.
    Done,
    /// In the future in the claim, done in the article.
    ToCome,
    /// A statement in the claim, a question in the article.
    Question,
    /// Done or to come in the claim, only asked for in the article.
    OnlyAsked,
    /// More certain in the claim than in the article.
    Surer,
    /// Words that the article has in no form.
    NewWords,
    /// Words that the claim repeats.
    Repeated,
    /// Phrases from different places of the article.
    Spliced,
    /// Few of the claim's words are in the article.
    FewWords,
}

impl MismatchDetail {
    /// Returns the kind and the message template. In it `claim` and `article` stand for the words of either
    /// side (`claim 1` for the second span, `all 4` for the first four), `text` for the name of the article,
    /// `n` for the number of the article sentence, and a digit for a note of the check.
    const fn kind_and_template(self) -> (MismatchKind, &'static str) {
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
            D::Excepted => (K::Negation, "\"{claim}\" is an exception in sentence {n}, not in the claim"),
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
            D::OtherTrend | D::OtherOfCategory | D::OtherRank => {
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

/// A difference between a clause and the article, as a check returns it.
/// [`WordedMismatch`](crate::evidence::mismatch::WordedMismatch) is the same with its message.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundMismatch {
    /// How the two differ.
    pub how: MismatchDetail,
    /// The most support that the mismatch leaves, from 0 to 1.
    pub max_support: f64,
    /// The words concerned, as byte spans of the summary sentence.
    pub claim: Vec<Span>,
    /// Their counterparts, as byte spans of the article.
    pub article: Vec<Span>,
    /// Further words for the message.
    notes: Vec<String>,
}

impl FoundMismatch {
    /// Creates a mismatch of one word of the claim and one of the article.
    pub fn new(how: MismatchDetail, max_support: f64, claim: Span, article: Span) -> FoundMismatch {
        FoundMismatch::of(how, max_support, vec![claim], vec![article])
    }

    /// Creates a mismatch of one word of the claim that has no counterpart in the article.
    pub fn missing(how: MismatchDetail, max_support: f64, claim: Span) -> FoundMismatch {
        FoundMismatch::of(how, max_support, vec![claim], Vec::new())
    }

    /// Creates a mismatch of several words.
    pub fn of(how: MismatchDetail, max_support: f64, claim: Vec<Span>, article: Vec<Span>) -> FoundMismatch {
        FoundMismatch { how, max_support, claim, article, notes: Vec::new() }
    }

    /// Adds a note for the message.
    pub fn noting(mut self, note: impl Into<String>) -> FoundMismatch {
        self.notes.push(note.into());
        self
    }

    pub fn kind(&self) -> MismatchKind {
        self.how.kind_and_template().0
    }

    /// Whether the claim is merely less certain than the article. The annotation rules call such a claim
    /// partial.
    pub fn weakens(&self) -> bool {
        self.how == MismatchDetail::Open
    }

    /// Whether the article says something else instead.
    pub fn contradicts(&self) -> bool {
        use MismatchDetail::{OtherCount, OtherDate, OtherName, OtherNumber, OtherRate, OtherUnit};
        self.kind().contradicts() && !self.weakens()
            || matches!(self.how, OtherCount | OtherDate | OtherName | OtherNumber | OtherRate | OtherUnit)
    }

    /// Returns the message for a reviewer.
    pub fn why(&self, pairing: &ClaimPairing) -> String {
        let text = pairing.article.text();
        let mut out = String::new();
        let mut rest = self.how.kind_and_template().1;
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
