//! What must, need not, may and must not be done.

use super::Held;
use crate::evidence::support::{View, ViewKind};
use crate::text::Sentence;
use crate::text::sentence_number;

/// Share of the clause that one sentence must hold before its duties are those of the clause.
const HOLDS: f64 = 0.55;

/// What is said of doing something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Duty {
    Must,
    NeedNot,
    May,
    MustNot,
}

impl Duty {
    fn name(self) -> &'static str {
        match self {
            Duty::Must => "must be done",
            Duty::NeedNot => "need not be done",
            Duty::May => "may be done",
            Duty::MustNot => "must not be done",
        }
    }

    /// Whether one leaves no room for the other. What must be done may be done.
    fn excludes(self, other: Duty) -> bool {
        use Duty::{May, Must, MustNot, NeedNot};
        matches!(
            (self, other),
            (Must, NeedNot | MustNot | May) | (NeedNot | May, Must) | (MustNot, Must | May) | (May, MustNot)
        )
    }
}

/// A duty in the place of another: "need not be soaked" where it "must be soaked".
pub fn duties(held: &Held, out: &mut Vec<View>) {
    let Some(source) = held.passage.best.filter(|best| held.share(*best) >= HOLDS) else { return };
    if !held.is_brief() {
        return;
    }
    let Some((at, own)) = sole(held.sentence) else { return };
    if !held.clause.tokens.contains(&at) {
        return;
    }
    let article = &held.article.text().sentences()[source].sentence;
    let told: Vec<(usize, Duty)> = read(article);
    // Of several, the one nearest to the word that the duty is of.
    let head = (at + 1..held.clause.tokens.end).find(|i| {
        held.sentence.tokens[*i].is_content() && article.tokens.iter().any(|t| held.stands_for(*i, t.stem))
    });
    let place = head.and_then(|head| article.tokens.iter().position(|t| held.stands_for(head, t.stem)));
    let theirs = match (&told[..], place) {
        ([only], _) => *only,
        ([], _) | (_, None) => return,
        (all, Some(place)) => {
            let Some(before) = all.iter().rev().find(|(i, _)| *i < place) else { return };
            *before
        }
    };
    if told.iter().any(|(_, duty)| *duty == own) || !own.excludes(theirs.1) {
        return;
    }
    out.push(View {
        kind: ViewKind::Modality,
        limit: 0.25,
        why: format!(
            "\"{}\" {} in the claim, {} in sentence {}",
            held.word(at).to_lowercase(),
            own.name(),
            theirs.1.name(),
            sentence_number(source)
        ),
        summary: vec![held.sentence.tokens[at].span],
        article: vec![held.place(source, article.tokens[theirs.0].span)],
        ..View::default()
    });
}

/// The one duty of a sentence.
fn sole(sentence: &Sentence) -> Option<(usize, Duty)> {
    let all = read(sentence);
    let (&first, rest) = all.split_first()?;
    rest.iter().all(|(_, duty)| *duty == first.1).then_some(first)
}

/// The duties of a sentence, in order, each with the word that tells it.
fn read(sentence: &Sentence) -> Vec<(usize, Duty)> {
    let lower = |at: usize| sentence.lower(at);
    let not = |at: usize| {
        let word = lower(at);
        matches!(&*word, "not" | "n't" | "never") || word.ends_with("n't")
    };
    let before =
        |at: usize, reach: usize| (at.saturating_sub(reach)..at).any(|i| not(i) || &*lower(i) == "no");
    let mut out = Vec::new();
    for at in 0..sentence.tokens.len() {
        let word = lower(at);
        let next = lower(at + 1);
        let duty = match &*word {
            "must" | "shall" => Some(if not(at + 1) { Duty::MustNot } else { Duty::Must }),
            "mustn't" | "cannot" => Some(Duty::MustNot),
            "has" | "have" | "had" if &*next == "to" => {
                Some(if before(at, 2) { Duty::NeedNot } else { Duty::Must })
            }
            "need" | "needs" | "needn't" if &*next == "not" || before(at, 2) || &*word == "needn't" => {
                Some(Duty::NeedNot)
            }
            "need" | "needs" if &*next == "to" => Some(Duty::Must),
            "required" | "obliged" | "obligatory" | "compulsory" | "mandatory" | "necessary" => {
                Some(if before(at, 2) { Duty::NeedNot } else { Duty::Must })
            }
            "optional" | "unnecessary" | "voluntary" => Some(Duty::NeedNot),
            "allowed" | "permitted" => Some(if before(at, 2) { Duty::MustNot } else { Duty::May }),
            "forbidden" | "banned" | "prohibited" => {
                Some(if before(at, 2) { Duty::May } else { Duty::MustNot })
            }
            "may" | "can"
                if next != "not"
                    && !next.ends_with("n't")
                    && sentence.tokens[at].flags.capital == (at == 0) =>
            {
                Some(Duty::May)
            }
            "may" | "can" if &*next == "not" => Some(Duty::MustNot),
            _ => None,
        };
        out.extend(duty.map(|duty| (at, duty)));
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::evidence::support::{ViewKind, assert_found};

    #[test]
    fn what_need_not_be_done_is_not_what_must() {
        const SOAK: &str = "Dried chickpeas must be soaked overnight. Walnuts are optional in this bread.";
        let cases = [
            ("Dried chickpeas do not have to be soaked overnight.", true),
            ("Dried chickpeas need not be soaked overnight.", true),
            ("Dried chickpeas have to be soaked overnight.", false),
            ("It is necessary to soak dried chickpeas overnight.", false),
            ("Walnuts are required in this bread.", true),
            ("Walnuts can be left out of this bread.", false),
        ];
        assert_found(SOAK, ViewKind::Modality, &cases);
    }
}
