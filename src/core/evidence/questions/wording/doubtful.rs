//! Rejects clauses, phrases and questions that were parsed wrong or say too little to ask about.

use super::{ClauseContext, Worded};
use crate::evidence::parse::Word;
use crate::syntax::{Relation, Upos, verb};
use crate::text::proposition::{Argument, Proposition, PropositionKind, Role};
use crate::text::{in_word_list, is_person};

/// Verbs with the nouns that form an idiom with them: "pull the trigger", "catch fire".
const IDIOMS: [(&str, &str); 21] = [
    ("pull", " trigger plug "),
    ("tie", " knot "),
    ("make", " most headlines debut sense room fun "),
    ("gain", " entry access "),
    ("have", " contact "),
    ("catch", " fire sight "),
    ("open", " fire "),
    ("set", " fire sail foot "),
    ("give", " birth chase evidence "),
    ("take", " steps shape charge refuge aim office effect contact control hold fire "),
    ("lose", " control touch sight "),
    ("keep", " track pace "),
    ("pay", " tribute heed "),
    ("come", " courtesy "),
    ("bear", " fruit witness "),
    ("play", " role host "),
    ("break", " silence "),
    ("turn", " tables corner "),
    ("call", " shots "),
    ("hold", " breath "),
    ("steal", " show "),
];
/// Verbs that are incomplete without an object.
const WITH_OBJECT: &str = " carry have make get give bring put want need lack plan approach include involve contain affect require accuse \
    enjoy own use accept announce approve blame buy cause confirm criticise criticize deny describe face hire introduce name \
    praise publish raise receive recruit reject release replace reveal send spend support tell uncover urge welcome ";
/// Verbs that take two objects.
const GIVING: &str = " give award offer hand send show tell teach pay lend grant promise deny ask owe sell cost bring buy leave \
    make get find save win earn read write set allow fine charge cause do wish ";
/// Verbs that take no object.
const WITHOUT_OBJECT: &str = " come arrive go appear seem remain occur happen emerge ";
/// Adverbs that form a phrasal verb with the verb before them: "brought a tree down".
const PARTICLES: &str =
    " down up out off away back over apart aside in on through around along after twice again ";
/// Adverbs without which a verb says something else: "came close to the coast", "found the pictures pretty".
const COMPLEMENTS: &str =
    " close short far near well badly pretty hard better worse best wrong right open free alive dead ";
/// Words that no question and no answer may end with.
const OPEN_ENDS: &str = " and or but nor than a an the of whose who which what how whether that where when why because if while as his her \
    their its my your ";
/// Subjects that mean nobody in particular.
const NOBODY: &str = " anyone anybody anything someone somebody something everyone everybody everything nobody nothing none \
    no-one whoever whatever what ";
/// Words that only refer back to what stands before them.
const POINTERS: &str = " where which whom whose who when why how ";
/// Negated auxiliaries written as one word, which the parser mistakes for something else.
const NEGATED: &str =
    " dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt werent havent hasnt hadnt shouldnt aint ";
/// Group nouns, which take a verb in the singular or the plural.
const GROUPS: &str = " team side club squad band police staff family couple pair group crew government council board company \
    firm committee majority number crowd public media press rest half ";

impl ClauseContext<'_> {
    /// Whether the dependency tree of a clause looks wrong, or the clause states no fact to ask about.
    pub(super) fn is_doubtful(&self, proposition: &Proposition) -> bool {
        let before = proposition.head.checked_sub(1);
        let is_negated = before.is_some_and(|before| in_word_list(NEGATED, &self.speech.lower(before)));
        is_negated
            || proposition.kind == PropositionKind::Copula && self.has_doubtful_copula(proposition)
            || proposition.kind == PropositionKind::Verb && self.has_doubtful_verb(proposition)
            || proposition.subject().is_some_and(|subject| self.is_doubtful_subject(proposition, subject))
            || proposition.arguments.iter().any(|argument| self.is_doubtful_argument(proposition, argument))
            || proposition.source.as_ref().is_some_and(|source| self.is_cut_name(source))
            || self.is_part_of_name(proposition)
            || self.names(proposition)
            || self.is_possessive(proposition)
            || self.is_misjoined(proposition)
    }

    /// Whether an active verb has an object that does not fit it, or lacks one that it needs.
    fn has_doubtful_verb(&self, proposition: &Proposition) -> bool {
        let lemma = proposition.base();
        let own = |role: Role| {
            proposition.arguments.iter().any(|argument| argument.role == role && !argument.shared)
        };
        // "as Steve Jobs had on stage" has a verb without its object.
        let lacks_object = in_word_list(WITH_OBJECT, lemma)
            && !own(Role::Patient)
            && !own(Role::Content)
            && !own(Role::Attribute)
            && !own(Role::Recipient);
        let has_odd_object = in_word_list(WITHOUT_OBJECT, lemma) && own(Role::Patient);
        // "thinks as many as one in five": the object of thinking should be a clause.
        let thinks = in_word_list(" think believe ", lemma) && own(Role::Patient) && !own(Role::Content);
        // "I've got the dentist at nine" is not about getting.
        let is_have = |node: &usize| in_word_list(" have has 've 's ", &self.speech.lower(*node));
        let has_got = lemma == "get"
            && self.speech.lower(proposition.head) == "got"
            && proposition.verb.iter().any(is_have);
        !proposition.passive && (lacks_object || has_odd_object || thinks || has_got)
    }

    /// Whether a copula says nothing that can be asked for.
    fn has_doubtful_copula(&self, proposition: &Proposition) -> bool {
        let attribute = proposition.argument(Role::Attribute);
        let not_only =
            proposition.negated && attribute.is_some_and(|attribute| self.has_word(attribute, "only"));
        // "the democracy that is the United Kingdom"
        let is_relative_name = self.relation(proposition.head) == Relation::AclRelcl
            && self.tag(proposition.head) == Upos::Propn;
        // "The last time was in 1973"
        let is_time = proposition
            .subject()
            .is_some_and(|subject| in_word_list(" time times ", &self.speech.lower(subject.head)));
        not_only || is_relative_name || is_time
    }

    fn is_doubtful_subject(&self, proposition: &Proposition, subject: &Argument) -> bool {
        self.is_nobody(subject)
            || self.is_cut_title(subject)
            || self.is_misplaced(proposition, subject)
            || self.is_lone_antecedent(proposition, subject)
            || self.is_behind_question_word(subject)
            || self.disagrees(proposition, subject)
            || self.is_cut_word(subject)
            || self.is_cut_name(&subject.words)
    }

    fn is_doubtful_argument(&self, proposition: &Proposition, argument: &Argument) -> bool {
        let is_odd = || self.is_garbled(argument) || self.is_counted_name(argument);
        !argument.shared && (self.is_cut_word(argument) || argument.head != proposition.head && is_odd())
    }

    /// Whether words end with a verb that lacks its object: "to accept" of "pledged to accept 2,000 refugees".
    pub(super) fn lacks_object(&self, part: &[usize]) -> bool {
        part.last().is_some_and(|last| {
            self.tag(*last) == Upos::Verb && in_word_list(WITH_OBJECT, &verb::base(&self.speech.lower(*last)))
        })
    }

    /// Whether a tensed verb is joined to an infinitive. In "persuaded them to sign and used the money" it is
    /// not they who used it.
    fn is_misjoined(&self, proposition: &Proposition) -> bool {
        let nodes = &self.speech.parsed().tree.nodes;
        let is_behind_to = |node: usize| {
            self.children(node)
                .any(|child| self.relation(child) == Relation::Mark && self.speech.lower(child) == "to")
        };
        let [only] = proposition.verb[..] else { return false };
        nodes[proposition.head].relation == Relation::Conj
            && nodes[proposition.head].head.is_some_and(is_behind_to)
            && !is_behind_to(proposition.head)
            && !verb::is_base(&self.speech.lower(only))
    }

    /// Whether the verb form does not agree with its subject, so that the tree must be wrong: in "a train
    /// carrying the chemicals was derailed", "chemicals" cannot be the subject.
    fn disagrees(&self, proposition: &Proposition, subject: &Argument) -> bool {
        const TOTALS: &str = " total lot handful couple pair range series variety ";
        const ONE_IN_S: [&str; 10] =
            ["ss", "us", "is", "ics", "news", "series", "species", "means", "works", "headquarters"];
        let head = self.speech.lower(subject.head);
        let is_period = self.words_of(subject).last().is_some_and(Word::is_time);
        let is_joined = self
            .children(subject.head)
            .any(|child| matches!(self.relation(child), Relation::Conj | Relation::Appos));
        let open = in_word_list(GROUPS, &head) || in_word_list(TOTALS, &head);
        let Some(first) = proposition.verb.first().map(|node| self.speech.lower(*node)) else { return false };
        let alone = proposition.verb.first() == Some(&proposition.head);
        let third = alone && !verb::is_base(&first) && verb::base_of_third(&first).is_some();
        // "Two wins in a row" has no verb.
        if self.tag(subject.head) == Upos::Num && subject.words.len() == 1 {
            return third && !matches!(head.as_str(), "one" | "1");
        }
        if self.tag(subject.head) != Upos::Noun || self.is_amount(subject) || is_period || is_joined || open {
            return false;
        }
        let several = head.ends_with('s') && !ONE_IN_S.iter().any(|end| head.ends_with(end));
        let determiner = subject.words.first().map(|word| self.speech.lower(*word)).unwrap_or_default();
        let one = in_word_list(" a an this that each every ", &determiner)
            && self.children(subject.head).any(|child| Some(&child) == subject.words.first());
        several && (third || in_word_list(" is was has does ", &first))
            || one && !several && in_word_list(" are were have do ", &first)
    }

    /// Whether a subject is a title that the tree cut off the name behind it: "champion" of "defending champion Scott", "fellow" of
    /// "fellow forward Ann Roy".
    fn is_cut_title(&self, subject: &Argument) -> bool {
        let noun = self.speech.lower(subject.head);
        self.tag(subject.head) == Upos::Noun
            && is_person(&noun)
            && !self.is_plural(subject)
            && !self.children(subject.head).any(|child| {
                matches!(
                    self.relation(child),
                    Relation::Det | Relation::NmodPoss | Relation::Nummod | Relation::Appos
                )
            })
            && self.is_before_noun(subject)
    }

    /// Whether a noun that is no part of a phrase follows its head.
    fn is_before_noun(&self, phrase: &Argument) -> bool {
        let next = phrase.head + 1;
        let node = self.speech.parsed().tree.nodes.get(next);
        node.is_some_and(|node| matches!(node.tag, Upos::Noun | Upos::Propn)) && !phrase.words.contains(&next)
    }

    /// Whether a subject is what a relative clause says something of, but has no other description: "in ways that minimise
    /// tax".
    fn is_lone_antecedent(&self, proposition: &Proposition, subject: &Argument) -> bool {
        let [one] = subject.words[..] else { return false };
        self.relation(proposition.head) == Relation::AclRelcl
            && matches!(self.tag(one), Upos::Noun | Upos::Pron)
    }

    /// Whether a subject cannot be one. It has a preposition, as "the Wind" of "Gone With the Wind", begins with the end of
    /// a contraction, is only a time, "last month", or has another relative clause than the one that it is the subject of.
    fn is_misplaced(&self, proposition: &Proposition, subject: &Argument) -> bool {
        let is_relative = self.relation(proposition.head) == Relation::AclRelcl;
        let is_preposition = |child: usize| {
            self.relation(child) == Relation::Case && child < subject.head && self.tag(child) == Upos::Adp
        };
        let has_preposition =
            !is_relative && !subject.shared && self.children(subject.head).any(is_preposition);
        let is_contracted =
            subject.words.first().is_some_and(|first| self.speech.word(*first).starts_with(['\'', '’']));
        let words = self.words_of(subject);
        let is_time = words.last().is_some_and(Word::is_time)
            && subject
                .words
                .first()
                .is_some_and(|first| in_word_list(" last next ", &self.speech.lower(*first)));
        let is_second = is_relative
            && subject.words.iter().any(|node| in_word_list(" that which who ", &self.speech.lower(*node)));
        has_preposition || is_contracted || is_time || is_second
    }

    /// Whether a phrase begins in the middle of a longer one: "much of a setback" of "how much of a setback".
    fn is_behind_question_word(&self, phrase: &Argument) -> bool {
        let before = phrase.words.first().and_then(|first| first.checked_sub(1));
        before.is_some_and(|before| in_word_list(" how what which whose ", &self.speech.lower(before)))
    }

    /// Whether a name has a count before it, as none has: "£1.5m Celtic" of "the £1.5m Celtic paid".
    fn is_counted_name(&self, phrase: &Argument) -> bool {
        let is_digits = |node: usize| self.speech.word(node).bytes().all(|byte| byte.is_ascii_digit());
        let is_count =
            |node: &usize| *node < phrase.head && self.tag(*node) == Upos::Num && !is_digits(*node);
        self.tag(phrase.head) == Upos::Propn
            && !self.speech.lower(phrase.head).ends_with('s')
            && phrase.words.iter().any(is_count)
    }

    /// Whether a relative clause says who is meant: "anyone who had contact with her".
    pub(super) fn is_restricted(&self, phrase: &Argument) -> bool {
        const PEOPLE: &str = " anyone everyone anybody everybody those ";
        in_word_list(PEOPLE, &self.speech.lower(phrase.head))
            && self.children(phrase.head).any(|child| self.relation(child) == Relation::AclRelcl)
    }

    /// Whether a subject means nobody in particular, or is part of an idiom: "all eyes are on her".
    fn is_nobody(&self, subject: &Argument) -> bool {
        let head = self.speech.lower(subject.head);
        let eyes = head == "eyes" && self.has_word(subject, "all");
        let cut = subject.words.first().is_some_and(|first| {
            in_word_list(" but and or nor how either neither no ", &self.speech.lower(*first))
                && *first < subject.head
        });
        // "The more algorithms say so, the higher the chance" has no such subject.
        let compares = self.has_word(subject, "more") && self.has_word(subject, "the");
        // "Mr" without the name that the parser joined to something else
        let is_title = subject.words.len() == 1 && in_word_list(" mr mrs ms dr ", &head);
        let is_any = subject.words.first().is_some_and(|first| self.speech.lower(*first) == "any")
            && !self.children(subject.head).any(|child| self.relation(child) == Relation::AclRelcl);
        eyes || cut
            || is_title
            || is_any
            || compares
            || in_word_list(NOBODY, &head) && !self.is_restricted(subject)
            || head == "one" && self.has_word(subject, "no")
    }

    /// Whether the words of a phrase are more than a phrase. Either a verb among them belongs to no clause,
    /// or the preposition of the phrase stands after a part of it ("a player can during his career").
    fn is_garbled(&self, argument: &Argument) -> bool {
        if argument.clause {
            return false;
        }
        let nodes = &self.speech.parsed().tree.nodes;
        let is_clause = |relation: Relation| {
            matches!(
                relation,
                Relation::AclRelcl
                    | Relation::Acl
                    | Relation::Advcl
                    | Relation::Ccomp
                    | Relation::Csubj
                    | Relation::Xcomp
                    | Relation::Parataxis
                    | Relation::Appos
            )
        };
        let in_clause = |node: usize| {
            let above = |at: &usize| nodes[*at].head.filter(|_| *at != argument.head);
            std::iter::successors(Some(node), above)
                .any(|at| at != argument.head && is_clause(nodes[at].relation))
        };
        let stray = |node: &usize| self.tag(*node) == Upos::Aux && !in_clause(*node);
        let split = |marker: &usize| {
            argument.words.iter().any(|node| {
                node < marker
                    && matches!(
                        nodes[*node].relation,
                        Relation::Nsubj | Relation::NsubjPass | Relation::Aux | Relation::Cop
                    )
            })
        };
        // "Anfield Henderson chases": a name with a clause that no relative word joins to it.
        let joined = |clause: usize| {
            self.children(clause).any(|child| self.relation(child) == Relation::Nsubj)
                && !self.speech.parsed().tree.subtree(clause).iter().any(|node| {
                    in_word_list(" who whom whose which that where when what ", &self.speech.lower(*node))
                })
        };
        let fused = self.tag(argument.head) == Upos::Propn
            && self
                .children(argument.head)
                .any(|child| self.relation(child) == Relation::AclRelcl && joined(child));
        // "a match was in the final": a relative clause with neither a relative word nor a subject.
        let unjoined = |node: &usize| {
            self.relation(*node) == Relation::AclRelcl
                && nodes[*node].head.is_some_and(|head| argument.words.contains(&head))
                && !self.children(*node).any(|child| {
                    matches!(
                        self.relation(child),
                        Relation::Nsubj | Relation::NsubjPass | Relation::Csubj | Relation::Expl
                    )
                })
                && !self.speech.parsed().tree.subtree(*node).iter().any(|node| {
                    in_word_list(
                        " who whom whose which that where when what why how ",
                        &self.speech.lower(*node),
                    )
                })
        };
        argument.words.iter().any(stray)
            || argument.words.iter().any(unjoined)
            || argument.marker.iter().any(split)
            || fused
    }

    /// Whether an argument only refers back to what stands before it: "from where they flew on".
    pub(super) fn points(&self, argument: &Argument) -> bool {
        let head = self.speech.lower(argument.head);
        let alone = argument.words.len() == 1;
        in_word_list(POINTERS, &head) && (alone || !argument.marker.is_empty()) || head == "what" && alone
    }

    /// Whether an adverb forms a phrasal verb with the verb of a clause, though the parser keeps it apart.
    pub(super) fn is_particle(&self, node: usize, proposition: &Proposition) -> bool {
        self.relation(node) == Relation::Advmod
            && node > proposition.head
            && proposition.kind == PropositionKind::Verb
            && (in_word_list(PARTICLES, &self.speech.lower(node)) && self.children(node).next().is_none()
                || in_word_list(COMPLEMENTS, &self.speech.lower(node)))
            && !proposition.verb.contains(&node)
            && !proposition
                .arguments
                .iter()
                .any(|argument| argument.words.contains(&node) || argument.marker.contains(&node))
    }

    /// Whether a phrase belongs to an adverb before it: "to the beach" of "close to the beach".
    pub(super) fn follows_complement(&self, phrase: &Argument) -> bool {
        let first = phrase.marker.iter().chain(&phrase.words).min();
        let before = first.and_then(|first| first.checked_sub(1));
        before.is_some_and(|before| {
            self.relation(before) == Relation::Advmod
                && in_word_list(" close short far near ", &self.speech.lower(before))
        })
    }

    /// Whether a verb and its object form an idiom: "tie the knot".
    pub(super) fn is_idiom(&self, object: &Argument) -> bool {
        let verb = self.speech.parsed().tree.nodes[object.head].head;
        let base = verb.map(|verb| verb::base(&self.speech.lower(verb))).unwrap_or_default();
        let noun = self.speech.lower(object.head);
        // "forced his way out"
        let is_way = noun == "way"
            && self.children(object.head).any(|child| self.relation(child) == Relation::NmodPoss);
        is_way || IDIOMS.iter().any(|(verb, nouns)| *verb == base && in_word_list(nouns, &noun))
    }

    /// Whether an argument without a preposition has a second one of the same role, or one to whom nothing can be given. The two
    /// are then one phrase cut in half, or one is a form of address.
    pub(super) fn is_twice(&self, proposition: &Proposition, argument: &Argument) -> bool {
        let is_object = |argument: &Argument| matches!(argument.role, Role::Patient | Role::Recipient);
        let gives = in_word_list(GIVING, proposition.base());
        let is_second = |other: &Argument| {
            let same = other.role == argument.role || !gives && is_object(other) && is_object(argument);
            same && other.head != argument.head && other.marker.is_empty()
        };
        argument.marker.is_empty() && proposition.arguments.iter().any(is_second)
    }

    /// Whether a clause is in the present perfect: "has won", but not "will have a match".
    pub(super) fn is_present_perfect(&self, proposition: &Proposition) -> bool {
        let mut auxiliaries = proposition.verb.iter().filter(|node| **node != proposition.head);
        auxiliaries.any(|node| in_word_list(" has have 's 've ", &self.speech.lower(*node)))
    }

    /// Whether a clause is in any perfect tense.
    pub(super) fn is_perfect(&self, proposition: &Proposition) -> bool {
        proposition.verb.iter().any(|node| in_word_list(" has have had 's 've ", &self.speech.lower(*node)))
    }

    /// Whether a subject is singular and not a group, so that it takes a singular verb.
    pub(super) fn is_single(&self, subject: &Argument) -> bool {
        let head = self.speech.lower(subject.head);
        self.tag(subject.head) == Upos::Noun
            && !in_word_list(GROUPS, &head)
            && subject.words.first().is_some_and(|first| {
                let lower = self.speech.lower(*first);
                matches!(lower.as_str(), "a" | "an" | "each" | "every")
            })
            || self.tag(subject.head) == Upos::Noun && crate::text::is_person(&head) && !head.ends_with('s')
    }

    /// Whether a question is not well formed, or gives its own answer away.
    pub(super) fn is_odd(&self, worded: &Worded) -> bool {
        let bare = |text: &str| {
            let text = text.to_lowercase();
            let articles = ["the ", "a ", "an "];
            articles.iter().find_map(|article| text.strip_prefix(article)).unwrap_or(&text).to_owned()
        };
        let asked = worded.text.trim_end_matches('?');
        let answer = self.text.text.slice(worded.answer).trim();
        let last = |text: &str| text.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let first = answer.split(' ').next().unwrap_or_default().to_lowercase();
        let within = format!(" {} ", asked.to_lowercase()).contains(&format!(" {} ", bare(answer)));
        // "Is Helen a dear, Helen?" ends with a form of address.
        let called = self.speech.voice.is_some()
            && asked.rsplit_once(", ").is_some_and(|(before, name)| {
                !name.contains(' ')
                    && (before.contains(name) || in_word_list(ADDRESSES, &name.to_lowercase()))
            });
        let talks = self.speech.voice.is_some() && in_word_list(ADDRESSES, &last(asked));
        let quotes = worded.detail && worded.reply.is_none() && first.starts_with(['\'', '‘', '"', '“']);
        let cut = !worded.detail && worded.reply.is_none() && in_word_list(" with by of ", &first);
        // Lower case only, so that "the US" and "World War I" pass.
        let own = answer.split(' ').any(|word| matches!(word, "me" | "we" | "us" | "you"))
            || self.speech.voice.is_none() && matches!(first.as_str(), "my" | "our" | "your")
            || answer.to_lowercase().ends_with(" and i");
        let stammers = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_lowercase).collect();
            words.windows(2).any(|pair| pair[0] == pair[1] && !in_word_list(" had that very ", &pair[0]))
        };
        stammers(asked)
            || stammers(answer)
            || asked.ends_with(" to do") && !asked.to_lowercase().contains("what ")
            || answer
                .rsplit(' ')
                .next()
                .is_some_and(|last| last.len() == 1 && last.starts_with(char::is_lowercase))
            || answer.contains("between ") && !answer.contains(" and ")
            || in_word_list(OPEN_ENDS, &last(asked))
            || in_word_list(OPEN_ENDS, &last(answer))
            || last(answer) == "to"
            || in_word_list(" how opposite but and or ", &first)
            || asked.contains(" ' ")
            || asked.ends_with(" the same")
            || answer == "the same"
            || asked.contains(" is is ")
            || answer.starts_with('(')
            || in_word_list(VAGUE_ANSWERS, &answer.to_lowercase())
            || RELATIVES.iter().any(|relative| asked.contains(relative))
            || answer.contains(['@', '#', '_', '[', ']'])
            || called
            || talks
            || quotes
            || cut
            || worded.reply.is_none() && (within || own)
    }
}

/// Beginnings of relative clauses, with which a question becomes another one in its middle.
const RELATIVES: [&str; 8] = [
    " since when ", " in which ", " of which ", " to which ", " for which ", " from which ", " at which ",
    " with which ",
];
/// Answers that identify nothing: they stand for a noun of another sentence.
const VAGUE_ANSWERS: &str = " mr mrs ms dr one some others another several many most both ";
/// Forms of address and fillers at the end of an utterance, which say nothing.
const ADDRESSES: &str = " lol tbh thanks guys haha btw though please sorry bro mate dear honey ";
