//! Repairs trees that no sentence has. Heads are chosen word by word, so that such trees come out.
//!
//! - A coordinated verb is moved to a verb of its form: in "had to drink it and *suffered* a hangover" the parser may join it
//!   to the infinitive.
//! - A verb with an object in a list of verbs is no modifier of the noun before it: "killed three people, *injured* dozens
//!   and left".
//! - A verb with a modal gets the noun before it as its subject: in "said *demand* would grow" the parser may take the noun for
//!   what was said.
//! - What somebody is ordered to do is no purpose: in "ordered the firm *to pay*" the infinitive belongs to the verb as its
//!   complement.

use super::{Node, Relation, Tree, Upos, verb};

/// The form of a verb, as far as it decides what the verb can be joined to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// "Suffered", "points": only a finite verb, or a participle.
    Finite,
    /// "Stay"
    Base,
    /// "Winning"
    Gerund,
}

/// Repairs a tree.
pub(super) fn repair(words: &[&str], tree: &mut Tree) {
    for at in 0..tree.nodes.len() {
        if let Some(head) = other_head(words, tree, at) {
            tree.nodes[at].head = Some(head);
        }
        if let Some(head) = first_of_list(words, tree, at) {
            tree.nodes[at] = Node { head: Some(head), relation: Relation::Conj, ..tree.nodes[at] };
        }
        if let Some(subject) = subject_of_modal(words, tree, at) {
            tree.nodes[at].relation = Relation::Ccomp;
            tree.nodes[subject] = Node { head: Some(at), relation: Relation::Nsubj, ..tree.nodes[subject] };
        }
        if let Some(head) = verb_of_order(words, tree, at) {
            tree.nodes[at] = Node { head: Some(head), relation: Relation::Xcomp, ..tree.nodes[at] };
        }
    }
}

/// Returns the verb whose object is ordered, asked or allowed to do what an infinitive says.
fn verb_of_order(words: &[&str], tree: &Tree, at: usize) -> Option<usize> {
    use Relation as R;
    const ORDERS: [&str; 15] = [
        "advise", "allow", "ask", "enable", "encourage", "force", "instruct", "invite", "order", "permit",
        "persuade", "require", "tell", "urge", "warn",
    ];
    let node = tree.nodes[at];
    let head = node.head.filter(|head| *head < at)?;
    let verb = match node.relation {
        R::Advcl => head,
        // "Urged the firm to pay": the parser took the infinitive for a part of "the firm".
        R::Acl if tree.nodes[head].relation == R::Iobj => tree.nodes[head].head?,
        _ => return None,
    };
    let is_object =
        |child: usize| child < at && matches!(tree.nodes[child].relation, R::Obj | R::Iobj | R::NsubjPass);
    let is_to = |child: usize| {
        tree.nodes[child].relation == R::Mark && child < at && words[child].eq_ignore_ascii_case("to")
    };
    let is_subject = |child: usize| matches!(tree.nodes[child].relation, R::Nsubj | R::NsubjPass);
    let is_ordered = tree.children(at).any(is_to)
        && !tree.children(at).any(is_subject)
        && tree.children(verb).any(is_object)
        && ORDERS.contains(&verb::base(&words[verb].to_lowercase()).as_str());
    is_ordered.then_some(verb)
}

/// Returns the first of a list of verbs that has another, with an object, as a modifier of the first one's object.
fn first_of_list(words: &[&str], tree: &Tree, at: usize) -> Option<usize> {
    use Relation as R;
    let node = tree.nodes[at];
    let is_modifier = matches!(node.relation, R::Amod | R::Acl) && node.tag == Upos::Verb;
    let noun = node.head.filter(|noun| is_modifier && *noun < at && tree.nodes[*noun].relation == R::Obj)?;
    let first = tree.nodes[noun].head.filter(|first| *first < noun)?;
    let is_finite = |verb: usize| form(&words[verb].to_lowercase()) == Some(Form::Finite);
    let has_object = tree.children(at).any(|child| child > at && tree.nodes[child].relation == R::Obj);
    let is_joined = |child: usize| tree.nodes[child].relation == R::Cc;
    let ends_list = |last: usize| {
        last > at
            && tree.nodes[last].relation == R::Conj
            && is_finite(last)
            && tree.children(last).any(is_joined)
    };
    let is_listed = words[at - 1] == "," && has_object && is_finite(at) && is_finite(first);
    (is_listed && tree.children(first).any(ends_list)).then_some(first)
}

/// Returns the object of a verb that is the subject of another one, which has a modal and no subject and follows it.
fn subject_of_modal(words: &[&str], tree: &Tree, at: usize) -> Option<usize> {
    use Relation as R;
    const MODALS: [&str; 10] =
        ["will", "would", "can", "could", "may", "might", "shall", "should", "must", "'ll"];
    let node = tree.nodes[at];
    let head = node.head.filter(|head| matches!(node.relation, R::Xcomp | R::Ccomp) && *head < at)?;
    let has_subject =
        |child: usize| matches!(tree.nodes[child].relation, R::Nsubj | R::NsubjPass | R::Expl | R::Csubj);
    let first = tree.children(at).next().filter(|first| {
        tree.nodes[*first].relation == R::Aux
            && MODALS.iter().any(|modal| words[*first].eq_ignore_ascii_case(modal))
    })?;
    if tree.children(at).any(has_subject) {
        return None;
    }
    let object = tree.children(head).find(|child| tree.nodes[*child].relation == R::Obj)?;
    (object < first && tree.subtree(object).last() == Some(&(first - 1))).then_some(object)
}

/// Returns the verb to which a coordinated verb without a subject or an auxiliary of its own belongs, if the form of its
/// head excludes it: the next verb above that does not.
fn other_head(words: &[&str], tree: &Tree, at: usize) -> Option<usize> {
    use Relation as R;
    let node = tree.nodes[at];
    let head = node.head.filter(|head| node.relation == R::Conj && node.tag == Upos::Verb && *head < at)?;
    let own = |child: usize| {
        matches!(
            tree.nodes[child].relation,
            R::Nsubj | R::NsubjPass | R::Expl | R::Csubj | R::Aux | R::AuxPass | R::Cop | R::Mark
        )
    };
    if tree.nodes[head].tag != Upos::Verb || tree.children(at).any(own) {
        return None;
    }
    let form = form(&words[at].to_lowercase())?;
    if !excludes(words, tree, head, form) {
        return None;
    }
    let above = std::iter::successors(tree.nodes[head].head, |up| tree.nodes[*up].head);
    // A word after the conjunct that depends on a verb between them would cross the moved arc.
    let is_last = |up: usize| tree.children(up).all(|child| child <= at);
    let mut passed = vec![head];
    for up in above.take_while(|up| *up < at) {
        if !passed.iter().all(|up| is_last(*up)) {
            return None;
        }
        if tree.nodes[up].tag == Upos::Verb && !excludes(words, tree, up, form) {
            return Some(up);
        }
        passed.push(up);
    }
    None
}

/// Returns the form of a lower-cased verb; `None` if it may have several that differ here.
fn form(word: &str) -> Option<Form> {
    if word.len() > 4 && word.ends_with("ing") {
        return Some(Form::Gerund);
    }
    let is_finite = verb::base_of_third(word).is_some() || verb::base_of_past(word).is_some();
    match (verb::is_base(word), is_finite) {
        (true, false) => Some(Form::Base),
        (false, true) => Some(Form::Finite),
        _ => None,
    }
}

/// Whether the form of a verb excludes a coordinated verb of another form.
fn excludes(words: &[&str], tree: &Tree, head: usize, other: Form) -> bool {
    let word = words[head].to_lowercase();
    let mut before = tree.children(head).filter(|child| *child < head);
    let is_auxiliary = |child: usize| {
        matches!(tree.nodes[child].relation, Relation::Aux | Relation::AuxPass | Relation::Cop)
    };
    match form(&word) {
        // "Is winning and stays"
        Some(Form::Gerund) => other != Form::Gerund && !before.any(is_auxiliary),
        // "To drink and suffered", "would obey and points"
        Some(Form::Base) => {
            let is_bound = |child: usize| {
                words[child].eq_ignore_ascii_case("to") && tree.nodes[child].relation == Relation::Mark
                    || is_auxiliary(child)
            };
            other == Form::Finite && before.any(is_bound)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Relation, parse};

    fn joined_to<'a>(text: &'a str, verb: &str) -> &'a str {
        let words: Vec<&str> = text.split(' ').collect();
        let at = words.iter().position(|word| *word == verb).expect("the verb");
        parse(&words).nodes[at].head.map_or("", |head| words[head])
    }

    #[test]
    fn a_coordinated_verb_is_joined_to_one_of_its_form() {
        for (text, verb, head) in [
            ("He had to drink it alone and suffered a hangover .", "suffered", "had"),
            ("Napoli have now gone five games without winning and stay fifth .", "stay", "gone"),
            ("The firm wants to hire ten people and train them .", "train", "hire"),
            ("The house was to be sold and closed .", "closed", "sold"),
            (
                "The storm killed three people , injured dozens and left thousands without power .",
                "injured",
                "killed",
            ),
            ("The man shot two people , injured in a fall , and fled .", "injured", "people"),
        ] {
            assert_eq!(joined_to(text, verb), head, "{text}");
        }
    }

    #[test]
    fn what_somebody_is_ordered_to_do_is_no_purpose() {
        for (text, verb, relation) in [
            (
                "A judge ordered the firm to pay 3 million euros and to close the plant by May .",
                "pay",
                Relation::Xcomp,
            ),
            ("The union urged the firm to raise pay .", "raise", Relation::Xcomp),
            ("He sold the house to pay his debts .", "pay", Relation::Advcl),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let at = words.iter().position(|word| *word == verb).expect("the verb");
            assert_eq!(parse(&words).nodes[at].relation, relation, "{text}");
        }
    }

    #[test]
    fn a_verb_with_a_modal_has_a_subject() {
        assert_eq!(joined_to("The agency said demand for oil would grow more slowly .", "demand"), "grow");
        assert_eq!(joined_to("The agency told investors to wait .", "investors"), "told");
    }
}
