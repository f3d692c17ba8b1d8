//! Rewords parts of a sentence for a question: "my" becomes the speaker's name, and a phrase with an
//! unresolved "it" is rejected.

use super::talk::Voice;
use crate::syntax::{Relation, Upos};
use crate::text::{Parsed, Placed, in_word_list, is_person, squeezed, uncapitalized};

/// A sentence, and what its pronouns refer to.
pub(super) struct Speech<'a> {
    pub placed: &'a Placed,
    /// The speaker, if the sentence is a turn of a dialogue or its authors say "we".
    pub voice: Option<&'a Voice>,
    /// Whom "he" or "she" means as the subject of the sentence.
    pub antecedent: Option<&'a str>,
    /// Whether the first word of the sentence keeps its capital.
    pub keeps_capital: bool,
    /// Whether the text has spaces around the hyphens of its compounds.
    pub spaces_hyphens: bool,
}

/// What the question has mentioned so far, as an antecedent for pronouns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PriorSubject {
    /// Nothing: these words begin the question.
    Nothing,
    /// The subject, or the question word that replaces it.
    Subject(SubjectKind),
}

/// Kind of a subject, which decides the pronouns that can refer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SubjectKind {
    /// The speaker, whom others call by name.
    Speaker,
    /// One person.
    Person,
    /// One thing.
    Thing,
    /// One group or organization: "it" or "they".
    Body,
    /// Several people or things.
    Several,
    /// A name; the text does not show whether it is of a person or a thing.
    Name,
}

impl SubjectKind {
    /// Whether a lower-cased third-person pronoun can refer to a subject of this kind.
    pub fn fits(self, pronoun: &str) -> bool {
        use SubjectKind::{Body, Name, Person, Several, Speaker, Thing};
        match pronoun {
            "he" | "she" | "him" | "his" | "her" | "himself" | "herself" => matches!(self, Person | Name),
            "it" | "its" | "itself" => matches!(self, Thing | Body | Name),
            _ => matches!(self, Several | Body | Speaker | Name),
        }
    }
}

/// Dashes between parts of a sentence, which a question cannot keep.
const DASHES: [&str; 4] = [" - ", " – ", " — ", " -- "];

impl<'a> Speech<'a> {
    pub fn parsed(&self) -> &'a Parsed {
        self.placed.sentence.tree()
    }

    /// A word as written.
    pub fn word(&self, node: usize) -> &'a str {
        &self.placed.sentence.text[self.parsed().words[node].range()]
    }

    /// A word, lower-cased, with a plain apostrophe.
    pub fn lower(&self, node: usize) -> String {
        self.word(node).to_lowercase().replace('’', "'")
    }

    /// Rewords the nodes as somebody other than the speaker would say them. `None` if they cannot be
    /// understood out of context.
    pub fn say(&self, nodes: &[usize], known: PriorSubject) -> Option<String> {
        let text = &self.placed.sentence.text;
        let words = &self.parsed().words;
        let mut out = String::new();
        // Whether the word before was replaced by "they".
        let mut is_they = false;
        for (place, &node) in nodes.iter().enumerate() {
            if let Some(&before) = place.checked_sub(1).and_then(|at| nodes.get(at)) {
                let gap = &text[words[before].end..words[node].start];
                let apart = before + 1 != node || gap.contains(char::is_whitespace);
                out.push_str(if apart { " " } else { gap });
            }
            out.push_str(self.sign(nodes, place));
            let replaced = self.instead(node, known)?;
            // "you've": the verb depends on the pronoun.
            let next = nodes.get(place + 1).is_some_and(|next| self.word(*next).starts_with(['\'', '’']));
            if replaced.is_some() && next && self.parsed().tree.nodes[node + 1].tag == Upos::Aux {
                return None;
            }
            let was_they = std::mem::replace(&mut is_they, replaced.as_deref() == Some("they"));
            match replaced {
                Some(other) => out.push_str(&other),
                // "They was" of "I was"
                None if was_they => out.push_str(for_several(self.word(node))),
                None if self.is_first(node) && !self.keeps_capital
                    || self.is_article(node)
                    || place == 0 && self.begins_quote(node) && self.is_function_word(node) =>
                {
                    out.push_str(&lowered(self.word(node)));
                }
                None => out.push_str(self.word(node)),
            }
        }
        let odd = |c: char| {
            matches!(c, '"' | '“' | '”' | '\n' | '|' | '(' | ')' | '[' | ']' | '<' | '>' | '_' | '*')
        };
        let out = tidy(&out, self.spaces_hyphens);
        let has_dash = || DASHES.iter().any(|dash| out.contains(dash));
        (!out.is_empty() && !out.contains(odd) && !has_dash()).then_some(out)
    }

    /// Returns the sign before a number, "-3" or "£5", if it is not among the nodes itself.
    fn sign(&self, nodes: &[usize], place: usize) -> &'a str {
        let text = &self.placed.sentence.text;
        let word = &self.parsed().words[nodes[place]];
        let Some((at, sign)) = text[..word.start].char_indices().next_back() else { return "" };
        let is_said = place.checked_sub(1).is_some_and(|before| nodes[before] + 1 == nodes[place]);
        let is_sign = matches!(sign, '£' | '$' | '€')
            || matches!(sign, '-' | '−') && text[..at].chars().next_back().is_none_or(char::is_whitespace);
        let is_number = text[word.range()].starts_with(|first: char| first.is_ascii_digit());
        if is_sign && is_number && !is_said { &text[at..word.start] } else { "" }
    }

    /// Returns the replacement for a word, or `Some(None)` if it stays. `None` if its referent is unknown.
    fn instead(&self, node: usize, known: PriorSubject) -> Option<Option<String>> {
        let lower = self.lower(node);
        let tree = &self.parsed().tree;
        let tag = tree.nodes[node].tag;
        let relation = tree.nodes[node].relation;
        let has = |name: &str| if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") };
        let fits = matches!(known, PriorSubject::Subject(kind) if kind.fits(&lower));
        let again = known == PriorSubject::Subject(SubjectKind::Speaker);
        if lower == "i" || tag == Upos::Pron || tag == Upos::Det {
            return Some(match lower.as_str() {
                "i" | "me" | "my" | "mine" | "myself" | "we" | "us" | "our" | "ours" | "ourselves" => {
                    let voice = self.voice?;
                    Some(match (lower.as_str(), again) {
                        ("i" | "we", true) => "they".to_owned(),
                        ("me" | "us", true) => "them".to_owned(),
                        ("my" | "our", true) => "their".to_owned(),
                        ("myself" | "ourselves", _) => "themselves".to_owned(),
                        ("my" | "our", false) => has(&voice.speaker),
                        ("mine" | "ours", _) => return None,
                        _ => voice.speaker.clone(),
                    })
                }
                "you" => Some(self.voice?.addressee.clone()?),
                "your" => Some(has(self.voice?.addressee.as_deref()?)),
                // "has announced it will": "it" is the subject of the question.
                "he" | "she" | "it" | "they"
                    if known != PriorSubject::Nothing
                        && self.is_subject(node)
                        && (fits || self.is_bound(node, known)) =>
                {
                    None
                }
                "he" | "she" => Some(
                    self.antecedent
                        .filter(|_| known == PriorSubject::Nothing && !self.follows_other_name(node))?
                        .to_owned(),
                ),
                "himself" | "herself" | "itself" | "their" | "themselves"
                    if fits || self.is_bound(node, known) =>
                {
                    None
                }
                "his" | "her" | "its" if relation == Relation::NmodPoss => match known {
                    _ if fits || self.is_bound(node, known) => None,
                    PriorSubject::Nothing if lower != "its" => Some(has(self.antecedent?)),
                    _ => return None,
                },
                "who" | "which" | "that" | "whom" if self.is_relative(node) => None,
                "there" => None,
                "this" | "that" | "these" | "those" => {
                    let noun = tree.nodes[node].head.map(|head| self.lower(head)).unwrap_or_default();
                    const TIMES: &str = " week month year morning evening afternoon weekend summer winter spring autumn season time ";
                    if relation != Relation::Det || !in_word_list(TIMES, &noun) {
                        return None;
                    }
                    None
                }
                "the" | "a" | "an" | "some" | "any" | "no" | "every" | "each" | "both" | "all" | "many"
                | "few" | "several" | "most" | "more" | "half" | "whose" | "what" => None,
                "everyone" | "everybody" | "nobody" | "anyone" | "someone" | "somebody" => None,
                _ if tag == Upos::Pron => return None,
                _ => None,
            });
        }
        // "the eastern one": the noun is missing.
        if matches!(lower.as_str(), "one" | "ones" | "former" | "latter" | "such") && tag == Upos::Noun {
            return None;
        }
        if lower == "here" {
            return None;
        }
        Some(None)
    }

    /// Whether only punctuation comes before a word in its sentence.
    fn is_first(&self, node: usize) -> bool {
        self.parsed().tree.nodes[..node].iter().all(|before| before.tag == Upos::Punct)
    }

    /// Whether a word is a capitalized article, which takes its capital only from its place in the sentence.
    fn is_article(&self, node: usize) -> bool {
        matches!(self.word(node), "The" | "A" | "An")
            && self.parsed().tree.nodes[node].relation == Relation::Det
    }

    /// Whether a word within a sentence has the capital of direct speech that it begins: "On Monday" in `He said: "On Monday
    /// we open."`.
    pub fn begins_quote(&self, node: usize) -> bool {
        let word = self.word(node);
        let tag = self.parsed().tree.nodes[node].tag;
        node > 0 && tag != Upos::Propn && word != "I" && word.starts_with(char::is_uppercase)
    }

    /// Whether a word has no capital of its own.
    fn is_function_word(&self, node: usize) -> bool {
        matches!(
            self.parsed().tree.nodes[node].tag,
            Upos::Adp | Upos::Adv | Upos::Sconj | Upos::Cconj | Upos::Det | Upos::Part
        )
    }

    /// Whether a word is the subject of a clause.
    fn is_subject(&self, node: usize) -> bool {
        matches!(self.parsed().tree.nodes[node].relation, Relation::Nsubj | Relation::NsubjPass)
    }

    /// Whether a possible antecedent stands before a pronoun in the same clause or phrase, and so in the
    /// question too: "a man and his dog", "reminded the players about their duties".
    fn is_bound(&self, node: usize, known: PriorSubject) -> bool {
        let nodes = &self.parsed().tree.nodes;
        let lower = self.lower(node);
        let several = matches!(lower.as_str(), "they" | "their" | "themselves");
        let agrees = |noun: usize| match nodes[noun].tag {
            Upos::Propn => true,
            Upos::Noun => {
                let is_joined = self.parsed().is_joined(noun);
                several == (is_joined || self.lower(noun).ends_with('s') || is_people(&self.lower(noun)))
            }
            _ => false,
        };
        let mut below = node;
        while let Some(above) = nodes[below].head {
            let within = matches!(nodes[below].relation, Relation::Conj | Relation::AclRelcl | Relation::Acl);
            // At the start of a question nothing comes before.
            let beside = known != PriorSubject::Nothing
                && self.parsed().tree.children(above).any(|child| {
                    child < below
                        && matches!(nodes[child].relation, Relation::Obj | Relation::Iobj | Relation::Obl)
                        && agrees(child)
                });
            if within && above < node && agrees(above) || beside {
                return true;
            }
            below = above;
        }
        false
    }

    /// Whether another name than that of the antecedent is a subject earlier in the sentence, so that a pronoun may mean that one:
    /// "Van Gaal revealed that he would rest players".
    fn follows_other_name(&self, node: usize) -> bool {
        let tree = &self.parsed().tree;
        let antecedent = self.antecedent.unwrap_or_default().to_lowercase();
        let is_part = |node: usize| antecedent.split(' ').any(|word| word == self.lower(node));
        let is_same = |name: usize| is_part(name) || tree.children(name).any(is_part);
        let is_name = |before: usize| {
            tree.nodes[before].tag == Upos::Propn && self.word(before).starts_with(char::is_uppercase)
        };
        (0..node).any(|before| is_name(before) && self.is_subject(before) && !is_same(before))
    }

    /// Whether a word introduces a relative clause within the phrase.
    fn is_relative(&self, node: usize) -> bool {
        let nodes = &self.parsed().tree.nodes;
        nodes[node].head.is_some_and(|verb| nodes[verb].relation == Relation::AclRelcl)
    }
}

/// Returns the form that an auxiliary has after "they".
fn for_several(auxiliary: &str) -> &str {
    match auxiliary {
        "was" => "were",
        "am" => "are",
        other => other,
    }
}

/// Puts words on one line and removes the spaces that tokenized text has before punctuation.
/// `spaces_hyphens` says whether the text has spaces around the hyphens of its compounds.
pub(super) fn tidy(text: &str, spaces_hyphens: bool) -> String {
    let mut out = squeezed(text);
    for (apart, together) in [
        (" ,", ","),
        (" 's", "'s"),
        (" n't", "n't"),
        (" .", "."),
        ("s ' ", "s' "),
        (" ’s", "’s"),
        (" ’ s", "’s"),
        ("``", "'"),
        ("''", "'"),
        ("`", "'"),
        ("\"", "'"),
        ("$ ", "$"),
        ("£ ", "£"),
        ("€ ", "€"),
        (" %", "%"),
    ] {
        if out.contains(apart) {
            out = out.replace(apart, together);
        }
    }
    if spaces_hyphens {
        out = out.replace(" - ", "-");
    }
    paired(&out)
}

/// Pairs single quotation marks and joins them to what they quote: "described as ' very tall '" becomes
/// "described as 'very tall'". An opening mark without a closing one is removed.
fn paired(text: &str) -> String {
    /// Number of letters to look at after a mark: one more than the longest contraction has.
    const SHORT: usize = 3;
    let mut out = String::with_capacity(text.len());
    // Position of the opening mark that is not closed yet.
    let mut open: Option<usize> = None;
    let mut previous = ' ';
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let before = std::mem::replace(&mut previous, char);
        if !matches!(char, '\'' | '‘' | '’') {
            out.push(char);
            continue;
        }
        // "I 'm", "the '90s"
        let ending: String = chars.clone().take_while(|char| char.is_alphanumeric()).take(SHORT).collect();
        let is_short = in_word_list(" m re ve ll d s ", &ending);
        let closes = open.is_some() && !next.is_alphanumeric();
        if is_short || closes {
            out.truncate(out.trim_end().len());
            open = open.filter(|_| is_short);
        } else if open.is_none() && before.is_whitespace() && !next.is_ascii_digit() {
            open = Some(out.len());
            previous = chars.next_if(|next| next.is_whitespace()).unwrap_or(char);
        }
        out.push(char);
    }
    if let Some(at) = open {
        out.remove(at);
    }
    out
}

/// Whether a lower-cased noun is plural without an ending: "people", "fishermen".
pub(super) fn is_people(noun: &str) -> bool {
    in_word_list(" people children police ", noun) || noun.ends_with("men") && is_person(noun)
}

/// Lower-cases the first letter, except of an abbreviation such as "MPs" or "NATO".
pub(super) fn lowered(text: &str) -> String {
    if text.chars().nth(1).is_some_and(char::is_uppercase) { text.to_owned() } else { uncapitalized(text) }
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn quotation_marks_come_in_pairs_beside_what_they_quote() {
        assert_eq!(
            tidy("described as 'very tall ' by the owner 's daughter", false),
            "described as 'very tall' by the owner's daughter"
        );
        assert_eq!(tidy("the players ' union", false), "the players' union");
        assert_eq!(tidy("called it ` rude ' and ` loud", false), "called it 'rude' and loud");
        assert_eq!(tidy("ran out screaming 'robber", false), "ran out screaming robber");
        assert_eq!(tidy("` I 'm late , ' said Ann", false), "'I'm late,' said Ann");
        assert_eq!(tidy("'a hit of the '90s' and Ann's", false), "'a hit of the '90s' and Ann's");
    }
}
