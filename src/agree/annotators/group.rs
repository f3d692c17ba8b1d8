//! Matches the units of several annotators.

use rustc_hash::FxHashMap;

use super::coefficients::overlap::jaccard;
use super::given::LabelledUnit;
use crate::labels::{List, Side};

/// Lowest overlap at which two units are the same: Jaccard index of characters.
const LEAST_OVERLAP: f64 = 0.5;

/// Groups of units, each with the index of the unit of each annotator.
pub type Groups = Vec<Vec<Option<usize>>>;

/// Groups the units of a list. Units with equal text are matched first, starting with those whose spans
/// are equal too. Each remaining unit joins the group whose first annotator's unit it overlaps most,
/// provided that the overlap is at least one half. A group holds at most one unit of each annotator.
pub fn group(list: List, by: &[Option<&[LabelledUnit]>]) -> Groups {
    let mut groups =
        Grouping { list, annotators: by.len(), by_text: FxHashMap::default(), groups: Vec::new() };
    for (annotator, units) in by.iter().enumerate() {
        if let Some(units) = units {
            groups.take(annotator, units);
        }
    }
    groups.groups.into_iter().map(|group| group.members).collect()
}

struct Grouping<'a> {
    list: List,
    annotators: usize,
    /// Groups that contain a unit with this text.
    by_text: FxHashMap<&'a str, Vec<usize>>,
    groups: Vec<Group<'a>>,
}

struct Group<'a> {
    /// The unit of the group's first annotator.
    first: &'a LabelledUnit,
    members: Vec<Option<usize>>,
}

impl<'a> Grouping<'a> {
    fn take(&mut self, annotator: usize, units: &'a [LabelledUnit]) {
        let mut rest: Vec<usize> = (0..units.len()).collect();
        for same_spans in [true, false] {
            rest.retain(|&index| {
                let unit = &units[index];
                let alike = self.by_text.get(unit.text.trim()).into_iter().flatten().copied();
                let free = |group: &usize| self.groups[*group].members[annotator].is_none();
                let fits = |group: &usize| !same_spans || self.groups[*group].first.marks == unit.marks;
                let Some(group) = alike.filter(free).find(fits).filter(|_| !unit.text.trim().is_empty())
                else {
                    return true;
                };
                self.groups[group].members[annotator] = Some(index);
                false
            });
        }
        // The largest overlaps first.
        let mut overlaps: Vec<(f64, usize, usize)> = Vec::new();
        for &index in &rest {
            for (at, group) in self.groups.iter().enumerate() {
                let overlap = overlap(self.list, group.first, &units[index]);
                if overlap >= LEAST_OVERLAP {
                    overlaps.push((overlap, at, index));
                }
            }
        }
        overlaps.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for (_, group, index) in overlaps {
            let members = &mut self.groups[group].members;
            if members[annotator].is_none()
                && let Some(at) = rest.iter().position(|other| *other == index)
            {
                members[annotator] = Some(index);
                rest.remove(at);
                self.name(group, &units[index]);
            }
        }
        for index in rest {
            let mut members = vec![None; self.annotators];
            members[annotator] = Some(index);
            self.groups.push(Group { first: &units[index], members });
            self.name(self.groups.len() - 1, &units[index]);
        }
    }

    fn name(&mut self, group: usize, unit: &'a LabelledUnit) {
        let named = self.by_text.entry(unit.text.trim()).or_default();
        if !named.contains(&group) {
            named.push(group);
        }
    }
}

/// Returns the Jaccard index of the characters of two units: in the text that units of the list are
/// about, or else in the other one.
fn overlap(list: List, a: &LabelledUnit, b: &LabelledUnit) -> f64 {
    let own = list.side();
    let marked =
        |side: Side| Some([a.on(side), b.on(side)]).filter(|both| both.iter().all(|marks| !marks.is_empty()));
    let Some([a, b]) = marked(own).or_else(|| marked(own.other())) else { return 0.0 };
    jaccard(&a, &b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::annotators::TextMark;
    use crate::labels::LabelValue;

    fn unit(text: &str, start: usize, end: usize) -> LabelledUnit {
        let marks = if start < end { vec![TextMark { side: Side::Summary, start, end }] } else { Vec::new() };
        LabelledUnit { text: text.to_owned(), value: LabelValue::Supported, marks }
    }

    fn grouped(by: &[&[LabelledUnit]]) -> Groups {
        group(List::Claims, &by.iter().map(|units| Some(*units)).collect::<Vec<_>>())
    }

    #[test]
    fn equal_texts_are_one_unit_and_equal_spans_tell_them_apart() {
        let ann = [unit("Yes.", 0, 4), unit("Yes.", 10, 14), unit("No.", 20, 23)];
        let bob = [unit("Yes.", 10, 14), unit("No.", 0, 0)];
        assert_eq!(
            grouped(&[&ann, &bob]),
            [vec![Some(0), None], vec![Some(1), Some(0)], vec![Some(2), Some(1)]]
        );
    }

    #[test]
    fn other_words_for_at_least_half_of_the_same_characters_are_one_unit() {
        let ann = [unit("a", 0, 10), unit("b", 10, 20)];
        assert_eq!(grouped(&[&ann, &[unit("c", 5, 10)]])[0], [Some(0), Some(0)]);
        assert_eq!(grouped(&[&ann, &[unit("c", 6, 10)]]).len(), 3, "four of ten are less than half");
        // Matching is one to one, and the larger overlap wins.
        let bob = [unit("c", 0, 6), unit("d", 0, 9)];
        assert_eq!(grouped(&[&ann, &bob])[0], [Some(0), Some(1)]);
    }

    #[test]
    fn the_first_annotator_with_a_unit_stands_for_it() {
        let (ann, bob, cat) = ([unit("a", 0, 10)], [unit("b", 4, 10)], [unit("c", 5, 11)]);
        // Cat's unit overlaps Bob's by more than half, but Ann's, which is the first of that group, by
        // less.
        assert_eq!(grouped(&[&ann, &bob, &cat]), [vec![Some(0), Some(0), None], vec![None, None, Some(0)]]);
        assert_eq!(grouped(&[&[], &bob, &cat]), [vec![None, Some(0), Some(0)]][..]);
        // Any text of the group matches.
        assert_eq!(grouped(&[&ann, &bob, &[unit("b", 50, 51)]]), [vec![Some(0), Some(0), Some(0)]]);
    }

    #[test]
    fn key_points_are_distinguished_by_the_article() {
        let point = |text: &str, article: usize| LabelledUnit {
            marks: vec![
                TextMark { side: Side::Article, start: article, end: article + 10 },
                TextMark { side: Side::Summary, start: 0, end: 10 },
            ],
            ..unit(text, 0, 0)
        };
        let (ann, bob) = ([point("a", 0), point("b", 50)], [point("c", 50)]);
        assert_eq!(
            group(List::KeyPoints, &[Some(&ann), Some(&bob)]),
            [vec![Some(0), None], vec![Some(1), Some(0)]]
        );
    }
}
