//! Agreement of a person with a gold set.

use crate::agree::annotators::coefficients::{OF_LABEL_PAIRS, OF_LISTS, OF_SCORE_PAIRS, statistics};
use crate::agree::annotators::{
    AnnotatedCase, Annotation, Annotations, LabelAgreement, ResamplableComparison, RubricScores,
};

/// Number of correlations before the other statistics of a pair of scores.
const CORRELATIONS: usize = crate::agree::annotators::coefficients::CORRELATIONS.len();

/// Number and share of labels that match the gold set.
#[derive(Clone, Debug, PartialEq)]
pub struct GoldShare {
    pub key: String,
    /// Number of labels compared.
    pub n: usize,
    /// Share of equal labels, 0 to 1.
    pub same: f64,
    /// Cohen's kappa, if defined.
    pub kappa: Option<f64>,
}

/// Agreement of a person with a gold set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Against {
    /// Number of cases of the gold set that the person judged.
    pub cases: usize,
    /// Agreement by list, in the order of the format; `verdict` is the person's decision.
    pub lists: Vec<GoldShare>,
    /// Agreement by cap: whether it fires under the person's labels as it does under the gold labels.
    pub rules: Vec<GoldShare>,
    /// By metric: number of cases, and mean absolute difference in points.
    pub metrics: Vec<(String, usize, f64)>,
}

/// Compares an annotator with the annotator of the gold labels; `None` if they share no case.
pub fn against(all: &Annotations, person: usize, gold: usize, rubrics: &[&'static str]) -> Option<Against> {
    let mut two = Annotations {
        annotators: [gold, person].map(|at| all.annotators[at].clone()).to_vec(),
        cases: Vec::new(),
    };
    for case in &all.cases {
        if let (Some(a), Some(b)) = (&case.by[gold], &case.by[person]) {
            two.cases.push(AnnotatedCase { by: vec![Some(a.clone()), Some(b.clone())], ..case.clone() });
        }
    }
    if two.cases.is_empty() {
        return None;
    }
    let found = ResamplableComparison::new(&two, None, rubrics).finish(&[]);
    let mut lists: Vec<GoldShare> = found.lists.iter().filter_map(|(key, one)| share(key, one)).collect();
    lists.extend(share("verdict", &found.decisions));
    let at = statistics(OF_SCORE_PAIRS).position(|statistic| statistic.key == "mean_absolute_difference");
    let metrics = found.scores.iter().filter_map(|(key, one)| {
        let stat = one.pairs.first()?.stats.get(CORRELATIONS + at?)?;
        Some((key.clone(), stat.n, stat.value.ok()?))
    });
    Some(Against { cases: two.cases.len(), lists, rules: rules(&two, rubrics), metrics: metrics.collect() })
}

fn share(key: &str, one: &LabelAgreement) -> Option<GoldShare> {
    let percent = statistics(OF_LISTS).position(|statistic| statistic.key == "percent")?;
    let kappa = statistics(OF_LABEL_PAIRS).position(|statistic| statistic.key == "kappa");
    let same = one.overall.get(percent)?.value.ok()?;
    let n = one.pairs.first()?.confusion.iter().flatten().sum();
    let kappa = kappa.and_then(|at| one.pairs.first()?.pair.stats.get(at)?.value.ok());
    Some(GoldShare { key: key.to_owned(), n, same, kappa })
}

/// Returns for each cap how often it fires, or does not fire, as under the gold labels, over the cases where
/// both labels decide it.
fn rules(two: &Annotations, rubrics: &[&'static str]) -> Vec<GoldShare> {
    let mut counted: Vec<(String, usize, usize)> = Vec::new();
    for case in &two.cases {
        for rubric in rubrics {
            let of = |own: &Option<Annotation>| -> Option<RubricScores> {
                own.as_ref()?.scored.get(rubric).cloned()
            };
            let (Some(gold), Some(own)) = (of(&case.by[0]), of(&case.by[1])) else { continue };
            for (slug, fires) in &gold.caps {
                // Keys are kept in the order of the caps, also those that no case has decided yet.
                let key = format!("{rubric}.{slug}");
                let at = counted.iter().position(|(known, ..)| *known == key).unwrap_or_else(|| {
                    counted.push((key, 0, 0));
                    counted.len() - 1
                });
                let same = own.caps.iter().find(|(known, _)| known == slug).and_then(|(_, fires)| *fires);
                if let (Some(fires), Some(same)) = (fires, same) {
                    counted[at].1 += 1;
                    counted[at].2 += usize::from(same == *fires);
                }
            }
        }
    }
    let share = |(key, n, same): (String, usize, usize)| GoldShare {
        key,
        n,
        same: same as f64 / n as f64,
        kappa: None,
    };
    counted.into_iter().filter(|(_, n, _)| *n > 0).map(share).collect()
}
