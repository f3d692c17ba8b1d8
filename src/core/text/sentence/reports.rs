//! Finds reports in a sentence: who says what.

use std::ops::Range;

use super::Sentence;
use crate::text::in_word_list;

/// Verbs that report what somebody said, thinks or asks for.
const REPORTS: &str = include_str!("reports.txt");

/// Nouns for somebody's opinion: "in her opinion".
const OPINIONS: &str = " opinion view words account judgement judgment eyes ";

/// Number of tokens before a verb that are searched for its subject.
const TOKENS_BEFORE_VERB: usize = 3;

/// A report within a sentence.
#[derive(Clone, Debug)]
pub struct Report {
    /// Index of the verb, or of the words in its place.
    pub verb: usize,
    /// Content words of the subject, in order; empty if it is a pronoun.
    pub subject: Vec<usize>,
    /// The reported statement, or as much of the sentence as belongs to it.
    pub report: Range<usize>,
}

impl Report {
    /// Returns the token that identifies the subject: the last one of a name. If there is no name, or the
    /// last token of the subject directly follows it, as in "the Rovers coach", it is that last token.
    pub fn head(&self, sentence: &Sentence) -> Option<usize> {
        let last = self.subject.last().copied();
        let named = self.subject.iter().rev().find(|at| sentence.tokens[**at].flags.capital).copied();
        named.filter(|at| last != Some(at + 1)).or(last)
    }
}

/// Returns the reports of a sentence, from left to right.
pub(super) fn reports(sentence: &Sentence) -> Vec<Report> {
    let mut found: Vec<(usize, Vec<usize>)> =
        (0..sentence.tokens.len()).filter_map(|at| Some((at, subject_at(sentence, at)?))).collect();
    // "He said that he thinks" is one report: both subjects are pronouns.
    found.dedup_by(|second, first| second.1.is_empty() && first.1.is_empty());
    let begin = |(verb, subject): &(usize, Vec<usize>)| subject.first().map_or(*verb, |at| *at.min(verb));
    let end = |(verb, subject): &(usize, Vec<usize>)| subject.last().map_or(*verb, |at| *at.max(verb)) + 1;
    let mut out = Vec::with_capacity(found.len());
    for (place, one) in found.iter().enumerate() {
        let before = place.checked_sub(1).map_or(0, |at| end(&found[at]));
        let after = found.get(place + 1).map_or(sentence.tokens.len(), begin);
        let says = |range: &Range<usize>| {
            range.len() > 1 && sentence.tokens[range.clone()].iter().any(|token| token.is_content())
        };
        // The reported words follow, or precede if nothing follows: "..., she added."
        let (front, back) = (before.min(begin(one))..begin(one), end(one).min(after)..after);
        let report = if says(&back) { back } else { front };
        out.push(Report { verb: one.0, subject: one.1.clone(), report });
    }
    out
}

/// Returns the subject of the word at an index, if that word reports; empty if the subject is a pronoun.
fn subject_at(sentence: &Sentence, at: usize) -> Option<Vec<usize>> {
    let word = sentence.lower(at);
    if &*word == "according" && &*sentence.lower(at + 1) == "to" {
        return Some(run_after(sentence, at + 2)).filter(|run| !run.is_empty());
    }
    let before = at.checked_sub(1)?;
    if in_word_list(OPINIONS, &word) {
        let owner = sentence.lower(before);
        let is_owner = sentence.tokens[before].flags.capital && owner.ends_with(['s', '\'', '’']);
        return is_owner.then(|| vec![before]);
    }
    if !in_word_list(REPORTS, &word) {
        return None;
    }
    if let Some(passive) = sentence.passive(at) {
        // "Reed was told" does not say who told him.
        return passive.by.map(|by| run_after(sentence, by + 1)).filter(|run| !run.is_empty());
    }
    if !sentence.gap_before(at).contains(',') {
        return run_before(sentence, at);
    }
    if word.ends_with("ing") {
        // "The mayor dissented, saying": both verbs have the same subject.
        return first_name(sentence, before);
    }
    let open = (1..at).rev().find(|at| sentence.gap_before(*at).contains(','));
    // "..., said the mayor": the subject follows the verb.
    if open.is_none()
        || sentence.gap_before(at).contains(['"', '”', '\'', '’'])
        || starts_name(sentence, at + 1) && sentence.gap(at) == " "
    {
        return Some(run_after(sentence, at + 1)).filter(|run| !run.is_empty());
    }
    // "The mayor, who had come late, said": the words between the commas are not part of the subject, unless
    // they are another name for the same person, as in "a spokesman for the firm".
    let open = open?;
    let mut subject = run_before(sentence, open)?;
    let tells_more = matches!(&*sentence.lower(open), "who" | "which" | "whose" | "when" | "where");
    if !tells_more && open + TOKENS_BEFORE_VERB >= at {
        subject.extend((open..at).filter(|at| sentence.tokens[*at].is_content()));
    }
    Some(subject)
}

fn starts_name(sentence: &Sentence, at: usize) -> bool {
    sentence.tokens.get(at).is_some_and(|token| token.flags.capital && token.is_content())
}

/// Whether a word says how or when something is done: "properly", "still", but not "Emily".
fn says_how(sentence: &Sentence, at: usize) -> bool {
    let word = sentence.lower(at);
    let of_time =
        in_word_list(" still even also again already now then never always later earlier first ", &word);
    !sentence.tokens[at].flags.capital && (of_time || word.ends_with("ly"))
}

/// Returns the content words that follow an index without a break, up to punctuation or the beginning of a
/// clause.
fn run_after(sentence: &Sentence, from: usize) -> Vec<usize> {
    const MAX_RUN_WORDS: usize = 8;
    (from..sentence.tokens.len().min(from + MAX_RUN_WORDS))
        .take_while(|at| *at == from || !sentence.gap_before(*at).contains([',', ';', ':', '"', '”', '(']))
        .take_while(|at| {
            !in_word_list(" who which that because when while after before ", &sentence.lower(*at))
        })
        .filter(|at| sentence.tokens[*at].is_content())
        .collect()
}

/// Returns the name or noun just before an index; empty if it is a pronoun, `None` if there is neither.
fn run_before(sentence: &Sentence, at: usize) -> Option<Vec<usize>> {
    for i in (at.saturating_sub(TOKENS_BEFORE_VERB)..at).rev() {
        if i + 1 < at && sentence.gap_before(i + 1).contains([',', ';', ':', '(']) {
            return None;
        }
        if sentence.tokens[i].is_content() && !says_how(sentence, i) {
            let first = if sentence.tokens[i].flags.capital { name_from(sentence, i) } else { i };
            return match whose(sentence, first) {
                Some(before) => run_before(sentence, before),
                None => Some((first..=i).collect()),
            };
        }
        match &*sentence.lower(i) {
            // "It was the mayor who said": the referent of "who" precedes it.
            "who" if i > 0 && sentence.tokens[i - 1].is_content() => return run_before(sentence, i),
            "he" | "she" | "it" | "they" | "we" | "i" | "who" | "which" | "that" => return Some(Vec::new()),
            "and" if i + 1 == at => return first_name(sentence, at),
            // The subject is further back, or missing.
            "and" | "or" | "but" | "is" | "are" | "was" | "were" | "be" | "been" => return None,
            _ => {}
        }
    }
    None
}

/// Returns the index of the first word of the name whose last word is at an index.
fn name_from(sentence: &Sentence, last: usize) -> usize {
    let of_name = |at: &usize| starts_name(sentence, *at) && sentence.gap_before(at + 1) == " ";
    (0..last).rev().take_while(of_name).last().unwrap_or(last)
}

/// Returns the preposition that attaches the phrase beginning at an index to the word before it: "a boy with
/// asthma", "the leader of the opposition party".
fn whose(sentence: &Sentence, first: usize) -> Option<usize> {
    const MAX_OWNER_WORDS: usize = 4;
    let joined = |at: &usize| sentence.tokens[*at].is_content() && sentence.gap(*at).trim().is_empty();
    let first = (0..first).rev().take(MAX_OWNER_WORDS).take_while(joined).last().unwrap_or(first);
    let before =
        |at: usize, line: &str| at.checked_sub(1).filter(|at| in_word_list(line, &sentence.lower(*at)));
    let at = before(first, " the a an his her its their ").unwrap_or(first);
    before(at, " of in on at with from for ")
}

/// Returns the first name in the part of a sentence before an index, with the titles before it: "Mayor Anna
/// Keller dissented and said".
fn first_name(sentence: &Sentence, at: usize) -> Option<Vec<usize>> {
    let open = (1..at).rev().find(|at| sentence.gap_before(*at).contains([',', ';'])).unwrap_or(0);
    // "She declined the King's Medal, saying": the pronoun is the subject.
    let is_joined = open + 1 < at && matches!(&*sentence.lower(open), "but" | "and");
    if in_word_list(" he she they it i we ", &sentence.lower(open + usize::from(is_joined))) {
        return Some(Vec::new());
    }
    let first = (open..at).find(|at| starts_name(sentence, *at))?;
    let together =
        |at: &usize| sentence.tokens[*at].is_content() && (*at == first || sentence.gap_before(*at) == " ");
    Some((first..at).take_while(together).filter(|at| starts_name(sentence, *at)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_reports_is_found_before_and_behind_the_verb() {
        for (text, whose) in [
            ("Mayor Anna Keller said the plan is sound.", "Mayor Anna Keller: the plan is sound"),
            ("Anna Keller, who had met Tom Reed, said the plan is sound.", "Anna Keller: the plan is sound"),
            ("Hugh Bell, a spokesman, said the plan is sound.", "Hugh Bell spokesman: the plan is sound"),
            ("The plan is sound, said Keller.", "Keller: The plan is sound"),
            ("It was Keller who said the plan is sound.", "Keller: the plan is sound"),
            ("In Keller's opinion the plan is sound.", "Keller's: the plan is sound"),
            ("A sound plan was suggested by Keller.", "Keller: A sound plan was"),
            (
                "Reed said it rains; Keller argued the plan is sound.",
                "Reed: it rains | Keller: the plan is sound",
            ),
            ("Keller of the bank said the plan is sound.", "Keller: the plan is sound"),
            ("The mayor of Skegness said the plan is sound.", "mayor: the plan is sound"),
            ("The leader of the opposition party said the plan is sound.", "leader: the plan is sound"),
            (
                "The bank cited Ali Reza, the governor of its northern province, who said the plan is sound.",
                "governor: the plan is sound",
            ),
            (
                "Mr Reed, a builder, said: 'Fair enough, the plan is sound.'",
                "Mr Reed builder: Fair enough the plan is sound",
            ),
            (
                "Team boss Anna Keller dissented and said the plan is sound.",
                "Team Anna Keller: the plan is sound",
            ),
            ("Reed agreed, saying the plan is sound.", "Reed: the plan is sound"),
            ("She declined the King's Medal, saying the plan is sound.", ": the plan is sound"),
            ("The plan is sound, says agent", "agent: The plan is sound"),
            ("She said the plan is sound.", ": the plan is sound"),
        ] {
            let sentence = Sentence::new(text);
            let words = |all: &mut dyn Iterator<Item = usize>| -> String {
                all.map(|at| sentence.word(&sentence.tokens[at])).collect::<Vec<_>>().join(" ")
            };
            let found: Vec<String> = reports(&sentence)
                .into_iter()
                .map(|r| {
                    format!("{}: {}", words(&mut r.subject.iter().copied()), words(&mut r.report.clone()))
                })
                .collect();
            assert_eq!(found.join(" | "), whose, "{text}");
        }
    }
}
