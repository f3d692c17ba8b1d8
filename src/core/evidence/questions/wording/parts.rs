//! Questions for the arguments after a verb: what, whom, when, where, why, how much.

use super::{ANSWER, Clause, ClauseContext, ClausePart, Worded, spaced};
use crate::evidence::questions::said::PriorSubject;
use crate::evidence::questions::verbs::Verbs;
use crate::syntax::{Relation, Upos, verb};
use crate::text::proposition::{Argument, Proposition, PropositionKind, Role};
use crate::text::{Span, in_word_list};

/// Prepositions that can end a question.
const STRANDED: &str = " for with about of against over from to on into at ";
/// Those that also follow an object, but only in set phrases: "make 86 appearances for".
const AFTER_OBJECT: &str = " for to on from over ";
/// Verbs after which "to" introduces a result: "won to move four points clear".
const RESULTING: &str = " win beat score fight come rise fall finish end wake grow survive return recover go live defeat lead rally climb drop ";
/// Verbs after which "to" introduces what was decided, whatever role the parser gives it.
const DECIDING: &str = " decide refuse agree plan hope vow pledge promise threaten choose opt intend offer ";
/// Verbs after which "to" introduces no action to ask for: "began to rise".
const PHASES: &str =
    " begin start continue seem appear fail tend come have need get use go be cease remain look keep carry ";
/// Nouns that form an idiom with the verb before them: "take place", "take advantage of it".
const LIGHT: &str = " tears place part advantage care account note action effect aim time way use sense fun lot thing something \
    anything nothing everything basis ";
/// Verbs of rising or falling by an amount.
const CHANGES: &str = " grow rise fall drop increase decrease climb jump surge decline shrink slip gain tumble slump soar plunge dip ";
/// Units of duration.
pub(super) const PERIODS: &str = " second seconds minute minutes hour hours day days night nights week weeks month months year years decade decades ";
/// Verbs after which "to" introduces what somebody is made to do.
const URGING: &str = " ask tell order force expect suppose allow urge require invite permit advise warn encourage schedule \
    instruct ban pay enable cause help persuade ";
/// Prepositions that change which time is meant.
const RELATIVE_TIMES: &str = " after before during until till by within following throughout over ";

/// Whether the object of a clause stands outside of it, as that of "the car that he parked" does.
pub(super) fn has_distant_object(proposition: &Proposition) -> bool {
    proposition.arguments.iter().any(|argument| argument.shared && argument.role == Role::Patient)
}

/// Whether "to" after a verb in its base form introduces what somebody is made to do.
pub(super) fn is_urging(base: &str) -> bool {
    in_word_list(URGING, base)
}

/// Whether two different arguments of a clause are both places or both times.
fn are_rivals(one: &Argument, other: &Argument) -> bool {
    matches!(one.role, Role::Place | Role::Time)
        && one.role == other.role
        && one.head != other.head
        && !other.shared
}

/// The form of the question for an argument.
struct QuestionForm {
    /// The question word, with the noun that it counts.
    word: String,
    /// The preposition that ends the question.
    end: String,
    /// Whether it asks for something that a short summary can omit.
    detail: bool,
}

impl ClauseContext<'_> {
    /// Returns the question for an argument after the verb.
    pub(super) fn argument(&self, clause: &Clause, argument: &Argument) -> Option<Worded> {
        let proposition = clause.proposition;
        if proposition.negated
            || proposition.kind == PropositionKind::Existence
                && !matches!(argument.role, Role::Time | Role::Place)
            || argument.words.len() > ANSWER
        {
            return None;
        }
        // "The daughter of a captain, she was one of two": what stands before the subject does not answer
        // what she did.
        let is_before =
            argument.words.last().is_some_and(|last| *last < clause.subject.head.min(proposition.head));
        if is_before && !matches!(argument.role, Role::Time | Role::Place) {
            return None;
        }
        // "the ground the clubs share with each other" leaves out the object.
        if !proposition.passive && has_distant_object(proposition) {
            return None;
        }
        let base = proposition.base();
        let decided = argument.role == Role::Purpose && (in_word_list(DECIDING, base) || is_urging(base));
        if (argument.role == Role::Content || decided) && proposition.kind != PropositionKind::Copula {
            return self.deed(clause, argument);
        }
        let marker = self.marker(argument);
        let QuestionForm { word: wh, end, detail } = self.asked(clause, argument, &marker)?;
        if matches!(self.tag(argument.head), Upos::Pron | Upos::Det) {
            return None;
        }
        // Of several places or times only the first is asked for. The others are left out of the question,
        // since they would give it away.
        let rivals: Vec<&Argument> =
            proposition.arguments.iter().filter(|other| are_rivals(argument, other)).collect();
        let is_asked = |other: &&&Argument| self.asked(clause, other, &self.marker(other)).is_some();
        if rivals.iter().filter(is_asked).any(|other| other.words[0] < argument.words[0]) {
            return None;
        }
        let subject = self.named(clause)?;
        let known = PriorSubject::Subject(clause.kind);
        let is_rival = |part: &&ClausePart| rivals.iter().any(|rival| rival.head == part.head);
        let parts: Vec<&ClausePart> = clause.parts.iter().filter(|part| !is_rival(part)).collect();
        let rest = self.said(clause, &parts, argument.head, known)?;
        let Verbs { first, rest: verbs, .. } = &clause.verbs;
        let text = spaced(&[&wh, first, &subject, verbs, &rest, &end]);
        let bare = rest.is_empty() && clause.verbs.rest.is_empty();
        let mut answer = self.answer(argument)?;
        // "after leaving" is the answer, not "leaving"; "during the match" is not "the match".
        let relative =
            argument.role == Role::Time && in_word_list(RELATIVE_TIMES, &marker) && wh != "how long";
        if (argument.clause && end.is_empty() || relative)
            && let Some(marker) = self.span(&argument.marker)
        {
            answer = marker.join(answer);
        }
        // "six months", whose deciding word is "six".
        let full = || match wh.as_str() {
            "how long" => self.span(&argument.words),
            _ => self.with_next(argument, &rivals),
        };
        let worded = || Worded::of(&format!("{}{text}", clause.lead), answer);
        (!bare).then(|| Worded { full: full(), detail, ..worded() })
    }

    /// Returns the span of a place or time with another that directly follows it: "at Dunn Farm near Leeds",
    /// "at 3pm on Saturday".
    fn with_next(&self, argument: &Argument, rivals: &[&Argument]) -> Option<Span> {
        let last = argument.words.last()?;
        let is_next = |rival: &&&Argument| {
            !rival.clause
                && rival.marker.iter().chain(&rival.words).min() == Some(&(last + 1))
                && !in_word_list(RELATIVE_TIMES, &self.marker(rival))
        };
        let next = rivals.iter().find(is_next)?;
        self.span(&[argument.words[0], *next.words.last()?])
    }

    /// Returns the preposition or conjunction of an argument.
    fn marker(&self, argument: &Argument) -> String {
        let words: Vec<String> = argument.marker.iter().map(|node| self.speech.lower(*node)).collect();
        words.join(" ")
    }

    /// Returns the form of the question for an argument; `marker` is its preposition or conjunction.
    fn asked(&self, clause: &Clause, argument: &Argument, marker: &str) -> Option<QuestionForm> {
        let proposition = clause.proposition;
        let copula = proposition.kind == PropositionKind::Copula;
        let head = self.speech.lower(argument.head);
        let mut end = String::new();
        let mut detail = false;
        // A preposition can end the question only if the argument was the last part of the clause.
        let is_last = clause.parts.last().is_some_and(|part| part.head == argument.head);
        let word = match argument.role {
            Role::Patient | Role::Agent if argument.clause => return None,
            Role::Patient if argument.words[0] == argument.head && in_word_list(LIGHT, &head) => return None,
            Role::Patient if self.is_idiom(argument) => return None,
            // "reported fewer pupils falling asleep": the object is an event, not something that is reported
            // to somebody.
            Role::Patient
                if proposition.lemma == "report" && argument.words.last() > Some(&argument.head) =>
            {
                return None;
            }
            // "had their agreements terminated": the fact is what happened to the object.
            Role::Patient if proposition.lemma == "have" && self.ends_in_participle(argument) => return None,
            // "told CNN affiliate KTVT": one name parsed as two arguments.
            Role::Patient | Role::Recipient if self.is_twice(proposition, argument) => return None,
            // "grew 41 %"
            Role::Patient if in_word_list(CHANGES, &proposition.lemma) && self.is_amount(argument) => {
                "by how much".to_owned()
            }
            Role::Patient | Role::Recipient if argument.marker.is_empty() => match self.counted(argument) {
                Some(counted) => counted,
                None => self.known_word(argument, clause, false)?,
            },
            Role::Agent if proposition.passive => {
                end = "by".to_owned();
                self.question_word(argument, clause, true)
            }
            Role::Time => {
                detail = true;
                self.when(clause, argument, marker)?.to_owned()
            }
            Role::Place => {
                detail = true;
                // "hit out at Giroud": a person is not a place, nor is whom there is a "victory over".
                let is_over_whom = marker == "over"
                    && argument.marker.first().is_some_and(|over| *over > 0 && self.is_noun(over - 1));
                if self.tag(argument.head) == Upos::Adv
                    || is_over_whom
                    || self.follows_complement(argument)
                    || self.question_word(argument, clause, false) == "who"
                {
                    return None;
                }
                if matches!(marker, "from" | "into") {
                    if !is_last {
                        return None;
                    }
                    marker.clone_into(&mut end);
                }
                if marker == "into" { "what" } else { "where" }.to_owned()
            }
            // "has been viewed often since being uploaded": "since" mostly gives a time.
            Role::Cause if marker == "since" => return None,
            Role::Cause => "why".to_owned(),
            // "only to lose" gives a result.
            Role::Purpose if !copula && !proposition.passive && self.is_purpose(clause, argument) => {
                "why".to_owned()
            }
            Role::Other | Role::Recipient if !copula && in_word_list(STRANDED, marker) => {
                let object = argument.role == Role::Other
                    && !proposition.passive
                    && proposition.argument(Role::Patient).is_some_and(|object| !object.shared);
                if !is_last
                    // "found dead at", "agreed at once", "closed at 179p"
                    || marker == "at" && !self.is_aimed(proposition, argument)
                    || self.is_absolute(argument)
                    || in_word_list(LIGHT, &head)
                    || argument.clause && in_word_list(PHASES, &proposition.lemma)
                    || self.counted(argument).is_some()
                    || in_word_list(PERIODS, &head)
                    || object && in_word_list(AFTER_OBJECT, marker)
                {
                    return None;
                }
                marker.clone_into(&mut end);
                self.known_word(argument, clause, argument.role == Role::Recipient)?
            }
            Role::Other if marker == "by" && self.is_amount(argument) => "by how much".to_owned(),
            _ => return None,
        };
        Some(QuestionForm { word, end, detail })
    }

    /// Whether what follows "at" is the target of the verb: "shouted at the referee", but not "agreed at once" or "pulled in at a red
    /// light".
    fn is_aimed(&self, proposition: &Proposition, argument: &Argument) -> bool {
        const AIMING: &str = " look stare gaze glance laugh smile shout scream yell swear point aim fire shoot throw hurl hit lash jeer \
            direct target work play arrive excel compete perform speak appear ";
        !proposition.passive && self.is_noun(argument.head) && in_word_list(AIMING, proposition.base())
    }

    /// Whether "with" introduces a clause of its own: "with the Games yielding 67 medals", "with shops raided by looters".
    fn is_absolute(&self, argument: &Argument) -> bool {
        let is_participle = |child: usize| self.relation(child) == Relation::Acl && child > argument.head;
        self.marker(argument) == "with"
            && (argument.clause || self.children(argument.head).any(is_participle))
    }

    /// Returns the question word for a phrase, if it is certain.
    fn known_word(&self, argument: &Argument, clause: &Clause, acts: bool) -> Option<String> {
        let word = self.question_word(argument, clause, acts);
        (word != "what" || !self.is_unknown_name(argument)).then_some(word)
    }

    /// Whether an infinitive gives a purpose.
    fn is_purpose(&self, clause: &Clause, argument: &Argument) -> bool {
        let verb = clause.proposition.base();
        let base = self.speech.lower(argument.head);
        let is_base = verb::base(&base) == base && self.tag(argument.head) == Upos::Verb
            || self
                .children(argument.head)
                .any(|child| matches!(self.relation(child), Relation::Cop | Relation::AuxPass));
        is_base
            && !self.has_word(argument, "only")
            && !in_word_list(RESULTING, verb)
            && !in_word_list(DECIDING, verb)
            && !is_urging(verb)
    }

    /// Whether an object ends in a participle that describes what happens to it: "their agreements
    /// terminated".
    fn ends_in_participle(&self, object: &Argument) -> bool {
        object.words.last().is_some_and(|last| {
            *last > object.head
                && self.tag(*last) == Upos::Verb
                && verb::is_participle(&self.speech.lower(*last))
        })
    }

    /// Returns the question word for a time.
    fn when(&self, clause: &Clause, argument: &Argument, marker: &str) -> Option<&'static str> {
        let proposition = clause.proposition;
        let head = self.speech.lower(argument.head);
        // "from May to June" is one time parsed as two.
        if matches!(marker, "from" | "to" | "between") {
            return None;
        }
        // "before an adoring crowd", "named after the show".
        let whom = !argument.clause && self.question_word(argument, clause, false) == "who";
        let named = marker == "after" && in_word_list(" name call look ", &proposition.lemma);
        if whom || named {
            return None;
        }
        // "Planned for next year" answers "when", "for the next year" answers "how long".
        let first = argument.words.first().map(|first| self.speech.lower(*first));
        let is_named = first.is_some_and(|first| in_word_list(" next this that last ", &first));
        let lasts = in_word_list(PERIODS, &head)
            && (marker == "for" && !is_named || marker.is_empty() && !self.is_past(argument));
        // "after he let pupils change answers" and "during a derby" are times that nobody would ask for.
        let is_definite = argument.words.iter().any(|node| self.tag(*node) == Upos::Num)
            || self
                .words_of(argument)
                .iter()
                .any(|word| word.is_time() || word.is_year() || in_word_list(PERIODS, &word.lower))
            || head.starts_with(|c: char| c.is_ascii_digit());
        // "in nine hours" gives how long something took.
        let took = in_word_list(PERIODS, &head) && matches!(marker, "in" | "within" | "over");
        if self.is_vague_time(argument)
            || argument.clause
            || !is_definite
            || took
            || self.is_rate(argument)
            || self.tag(argument.head) == Upos::Adv
        {
            return None;
        }
        match marker {
            _ if lasts => Some("how long"),
            // "rose for the first time since 1993" does not say when.
            "since" => self.is_perfect(proposition).then_some("since when"),
            // "When has she won?" does not ask for a past time.
            _ => (!self.is_present_perfect(proposition)).then_some("when"),
        }
    }

    /// Whether a period is the unit of a rate: "1.3 million barrels a day".
    fn is_rate(&self, time: &Argument) -> bool {
        let Some(first) = time.words.first().copied() else { return false };
        let is_counted = (first.saturating_sub(3)..first).any(|node| self.tag(node) == Upos::Num);
        time.marker.is_empty()
            && in_word_list(" a an per each every ", &self.speech.lower(first))
            && in_word_list(PERIODS, &self.speech.lower(time.head))
            && first.checked_sub(1).is_some_and(|before| self.is_noun(before))
            && is_counted
    }

    /// Whether a time only refers to another: "earlier", "at the time".
    pub(super) fn is_vague_time(&self, time: &Argument) -> bool {
        const VAGUE: &str = " now then later earlier soon recently currently previously once ago finally eventually immediately \
            initially originally early late while moment time times meanwhile ";
        in_word_list(VAGUE, &self.speech.lower(time.head))
    }

    /// Asks for an action: "What does the company plan to do?"
    fn deed(&self, clause: &Clause, argument: &Argument) -> Option<Worded> {
        let to = argument.words.first().filter(|first| self.speech.lower(**first) == "to")?;
        let base = clause.proposition.base();
        let is_deed = (self.relation(argument.head) == Relation::Xcomp
            || in_word_list(DECIDING, base)
            || is_urging(base))
            && self.tag(argument.head) == Upos::Verb
            && verb::is_base(&self.speech.lower(argument.head));
        let results = in_word_list(RESULTING, base);
        let urged = !clause.proposition.passive || in_word_list(URGING, base);
        if !is_deed || !urged || results || in_word_list(PHASES, base) || argument.words.len() < 3 {
            return None;
        }
        let subject = self.named(clause)?;
        let known = PriorSubject::Subject(clause.kind);
        let Verbs { first, rest: verbs, .. } = &clause.verbs;
        // "decide last year to explore": the time goes after "to do".
        let is_adverbial = |part: &ClausePart| {
            let of = |other: &&Argument| other.head == part.head;
            let role = clause.proposition.arguments.iter().find(of).map(|other| other.role);
            matches!(role, Some(Role::Time | Role::Place | Role::Manner))
        };
        let (behind, before): (Vec<&ClausePart>, Vec<&ClausePart>) =
            clause.parts.iter().partition(|part| is_adverbial(part));
        let rest = self.said(clause, &before, argument.head, known)?;
        let behind = self.said(clause, &behind, argument.head, known)?;
        let text = spaced(&["what", first, &subject, verbs, &rest, "to do", &behind]);
        // "to end it" has no answer of its own; "to undermine her and descended on the school" ends before
        // "and".
        let object = self.children(argument.head).find(|child| self.relation(*child) == Relation::Obj);
        if object.is_some_and(|object| self.tag(object) == Upos::Pron) {
            return None;
        }
        let joined = self.children(argument.head).find(|child| {
            self.relation(*child) == Relation::Conj && !verb::is_base(&self.speech.lower(*child))
        });
        let end = joined.map_or(usize::MAX, |joined| {
            let first = self.speech.parsed().tree.subtree(joined).into_iter().min();
            first.unwrap_or(joined)
        });
        let words: Vec<usize> =
            argument.words.iter().copied().filter(|node| node != to && *node < end).collect();
        let answer = self.span(&words)?;
        Some(Worded::of(&format!("{}{text}", clause.lead), answer))
    }
}
