//! Small trees that compute the doubt of a claim from its features.
//!
//! Unlike a linear model, a sum of small trees can depend on which evidence matters for a claim like this
//! one: the joints of copied phrases, or the new words. Each tree was grown so that more of a feature never
//! lowers the doubt. They are fitted by `cargo run --example calibrate -- DATA` and stored in
//! `claim_trees.toml`.

use std::fmt::Write;
use std::sync::LazyLock;

use serde::Deserialize;

/// The trees, as stored.
pub const TOML: &str = include_str!("../claim_trees.toml");

/// A split of a tree: the index of a feature, the largest value with which a claim takes the first branch,
/// and the two branches. A branch is the index of a later split, or leaf 0, 1, 2 ... as -1, -2, -3 ...
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Split(pub usize, pub f64, pub i32, pub i32);

/// A tree: its splits, starting with the root, and the value of each leaf. A tree without splits has one
/// leaf.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    pub splits: Vec<Split>,
    /// Values of the leaves, in log-odds.
    pub leaves: Vec<f64>,
}

/// A sum of trees.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trees {
    /// Names of the features, in the order of their indices.
    pub features: Vec<String>,
    /// Log-odds before any tree is added.
    pub level: f64,
    pub trees: Vec<Tree>,
}

/// The trees in use. They are embedded and parsed by a test, so parsing cannot fail.
static STORED: LazyLock<Trees> = LazyLock::new(|| toml::from_str(TOML).unwrap_or_default());

/// Returns the built-in trees.
pub fn shipped() -> &'static Trees {
    &STORED
}

/// Returns the log-odds, by the built-in trees, that a claim with these features is not fully supported.
pub fn odds(features: &[f64]) -> f64 {
    STORED.odds(features)
}

impl Tree {
    fn value(&self, features: &[f64]) -> f64 {
        let mut at = if self.splits.is_empty() { -1 } else { 0 };
        while let Some(Split(feature, most, low, high)) =
            usize::try_from(at).ok().and_then(|at| self.splits.get(at))
        {
            at = if features.get(*feature).is_some_and(|value| value <= most) { *low } else { *high };
        }
        self.leaves.get((-1 - at) as usize).copied().unwrap_or(0.0)
    }
}

impl Trees {
    /// Returns the log-odds that a claim with these features is not fully supported.
    pub fn odds(&self, features: &[f64]) -> f64 {
        self.level + self.trees.iter().map(|tree| tree.value(features)).sum::<f64>()
    }

    /// Returns the trees as a file, one per line.
    pub fn toml(&self) -> String {
        let mut out = "# How far a claim is in doubt, in log-odds: the level and what each tree adds. A split is [feature, the value up to\n\
             # which the first branch is taken, first branch, second branch]; a branch is a split of the tree by its index, or\n\
             # leaf 0, 1, 2 ... as -1, -2, -3 ... More of a feature never adds less. Written by\n\
             # `cargo run --example calibrate -- DATA`.\n"
            .to_owned();
        let names: Vec<String> = self.features.iter().map(|name| format!("{name:?}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "features = [{}]\nlevel = {:.4}\ntrees = [", names.join(", "), self.level);
        for tree in &self.trees {
            let split =
                |Split(feature, most, low, high): &Split| format!("[{feature}, {most:?}, {low}, {high}]");
            let splits: Vec<String> = tree.splits.iter().map(split).collect();
            let leaves: Vec<String> = tree.leaves.iter().map(|leaf| format!("{leaf:.4}")).collect();
            let _ =
                writeln!(out, "  {{ splits = [{}], leaves = [{}] }},", splits.join(", "), leaves.join(", "));
        }
        out.push_str("]\n");
        out
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Number of values that the property test draws.
    const COUNT: usize = 12;

    #[test]
    fn the_stored_trees_are_whole_and_few() {
        let trees: Trees = toml::from_str(TOML).expect("the stored trees");
        assert!(!trees.trees.is_empty() && trees.trees.len() <= 80, "{}", trees.trees.len());
        for tree in &trees.trees {
            assert_eq!(tree.leaves.len(), tree.splits.len() + 1);
            for (at, Split(feature, _, low, high)) in tree.splits.iter().enumerate() {
                assert!(*feature < trees.features.len());
                for branch in [*low, *high] {
                    let later = branch > at as i32 && (branch as usize) < tree.splits.len();
                    assert!(later || branch < 0 && ((-1 - branch) as usize) < tree.leaves.len(), "{tree:?}");
                }
            }
        }
        assert_eq!(toml::from_str::<Trees>(&trees.toml()).expect("the same"), trees);
    }

    #[test]
    fn a_tree_is_read_from_its_root() {
        let tree =
            Tree { splits: vec![Split(0, 0.5, -1, 1), Split(1, 2.0, -2, -3)], leaves: vec![-1.0, 0.5, 2.0] };
        let of = |a: f64, b: f64| {
            let mut features = [0.0; COUNT];
            (features[0], features[1]) = (a, b);
            tree.value(&features)
        };
        assert_eq!([of(0.5, 9.0), of(0.6, 2.0), of(0.6, 2.1)], [-1.0, 0.5, 2.0]);
        assert_eq!(Tree { splits: Vec::new(), leaves: vec![0.25] }.value(&[0.0; COUNT]), 0.25);
    }

    proptest! {
        #[test]
        fn more_of_a_feature_never_lowers_the_doubt(
            values in prop::array::uniform12(0.0..6.0f64), at in 0..COUNT, more in 0.0..6.0f64
        ) {
            let mut raised = values;
            raised[at] += more;
            prop_assert!(odds(&raised) >= odds(&values) - 1e-9);
        }
    }
}
