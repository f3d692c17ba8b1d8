//! Links names to earlier occurrences of the same name, and short forms to full names.

use rustc_hash::{FxHashMap, FxHashSet};

use super::mention::MentionFeatures;
use super::{Entities, EntityKind, words};

/// Largest number of names in one text that may share a word. A word shared by more identifies none of them.
const MAX_SHARED_NAMES: usize = 16;

/// The names in a text so far.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The last mention of each name, keyed by all its words.
    whole: FxHashMap<String, usize>,
    /// Entities by the first and the last word of their names, and by their initials.
    ends: FxHashMap<String, FxHashSet<usize>>,
    initials: FxHashMap<String, FxHashSet<usize>>,
    /// Entities by the first three letters of each word of their names.
    begins: FxHashMap<String, FxHashSet<usize>>,
    /// The longest name of each entity.
    longest: FxHashMap<usize, Vec<String>>,
}

impl Names {
    /// Returns the earlier mention of the entity that a name refers to.
    pub(super) fn antecedent(&self, found: &mut MentionFeatures, so_far: &Entities) -> Option<usize> {
        if words::is_time(&found.lower) {
            return None;
        }
        let last = |entity: usize| so_far.entities[entity].mentions.last().copied();
        if let Some(before) = self.whole.get(&found.name.join(" ")) {
            return Some(*before);
        }
        let person = |entity: &usize| {
            let kind = so_far.entities[*entity].kind;
            kind == EntityKind::Person || kind == EntityKind::Other
        };
        let only = |entities: Vec<usize>| match entities[..] {
            [one] => last(one),
            _ => None,
        };
        let own = &found.name;
        if own.len() == 1 {
            let of = |map: &FxHashMap<String, FxHashSet<usize>>, key: &str| -> Vec<usize> {
                map.get(key).map_or_else(Vec::new, |set| {
                    let mut all: Vec<usize> = set.iter().copied().collect();
                    all.sort_unstable();
                    all
                })
            };
            let letters = own[0].replace('.', "");
            let acronym = of(&self.initials, &letters);
            if (2..=6).contains(&letters.len())
                && found.entity_kind == EntityKind::Organisation
                && !acronym.is_empty()
            {
                return only(acronym);
            }
            // "Keller" or "Anna" for "Anna Keller", but never "York" for "New York".
            let parts: Vec<usize> = of(&self.ends, &own[0])
                .into_iter()
                .filter(|entity| {
                    so_far.entities[*entity].kind == EntityKind::Person
                        || person(entity) && self.is_pair(*entity)
                })
                .collect();
            return if found.entity_kind == EntityKind::Place { None } else { only(parts) };
        }
        // "Lib Dems" for "Liberal Democrats".
        if let Some(short) = self.begins.get(&beginnings(own)) {
            let all: Vec<usize> =
                short.iter().copied().filter(|entity| self.shortens(own, *entity)).collect();
            if !all.is_empty() {
                return only(all);
            }
        }
        // A longer or shorter form of a name: "Barack Obama" and "Barack Hussein Obama", "J. Smith" and "John
        // Smith".
        let end = own.last()?;
        let alike: Vec<usize> = self.ends.get(end).map_or_else(Vec::new, |set| {
            let mut all: Vec<usize> =
                set.iter().copied().filter(|entity| person(entity) && self.extends(own, *entity)).collect();
            all.sort_unstable();
            all
        });
        if found.entity_kind == EntityKind::Person
            || alike.iter().all(|entity| so_far.entities[*entity].kind == EntityKind::Person)
        {
            return only(alike);
        }
        None
    }

    fn is_pair(&self, entity: usize) -> bool {
        self.longest.get(&entity).is_some_and(|name| name.len() == 2)
    }

    /// Whether each word of a name and the corresponding word of an entity's name begin alike, up to a plural
    /// "s".
    fn shortens(&self, own: &[String], entity: usize) -> bool {
        self.longest.get(&entity).is_some_and(|name| {
            name.len() == own.len()
                && own.iter().zip(name).all(|(own, word)| {
                    let stem = own.strip_suffix('s').unwrap_or(own);
                    stem.chars().count() >= 3 && word.starts_with(stem)
                        || stem.chars().count() >= 3 && stem.starts_with(word.as_str())
                })
        })
    }

    /// Whether a name of several words can refer to the person with an entity's name: they have the same last
    /// word, and the first words are equal or one is the initial of the other.
    fn extends(&self, own: &[String], entity: usize) -> bool {
        let Some(name) = self.longest.get(&entity) else { return false };
        let (Some(first), Some(other)) = (own.first(), name.first()) else { return false };
        let initial = |short: &str, long: &str| {
            let short = short.trim_end_matches('.');
            short.chars().count() == 1 && long.starts_with(short)
        };
        name.len() == 1 || first == other || initial(first, other) || initial(other, first)
    }

    /// Records a name of an entity.
    pub(super) fn add(&mut self, found: &MentionFeatures, mention: usize, entity: usize) {
        let name = &found.name;
        let (Some(first), Some(last)) = (name.first(), name.last()) else { return };
        let keep = |map: &mut FxHashMap<String, FxHashSet<usize>>, key: &str| {
            let set = map.entry(key.to_owned()).or_default();
            if set.len() < MAX_SHARED_NAMES {
                set.insert(entity);
            }
        };
        keep(&mut self.ends, last);
        keep(&mut self.ends, first);
        if name.len() > 1 {
            let initials: String = name.iter().filter_map(|word| word.chars().next()).collect();
            keep(&mut self.initials, &initials);
            keep(&mut self.begins, &beginnings(name));
        }
        self.whole.insert(name.join(" "), mention);
        let longest = self.longest.entry(entity).or_default();
        if longest.len() < name.len() {
            longest.clone_from(name);
        }
    }
}

/// Joins the first three letters of each word.
fn beginnings(name: &[String]) -> String {
    name.iter().map(|word| word.chars().take(3).chain([' ']).collect::<String>()).collect()
}
