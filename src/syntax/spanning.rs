//! Maximum spanning tree over scored edges (Chu and Liu 1965, Edmonds 1967), with a single root.

/// Scores of the possible heads: a row for each word, with the first column for the root and then one for
/// each word.
pub struct Scores {
    /// The scores, row by row.
    pub values: Vec<f32>,
    /// The number of words.
    pub words: usize,
}

impl Scores {
    fn of(&self, word: usize, head: usize) -> f32 {
        self.values[word * (self.words + 1) + head]
    }

    /// Returns the heads of the tree with the highest total score: for each word 0 for the root, or the index
    /// of its head plus one.
    pub fn tree(&self) -> Vec<usize> {
        let row = |word: usize| &self.values[word * (self.words + 1)..(word + 1) * (self.words + 1)];
        let greedy: Vec<usize> = (0..self.words).map(|word| super::arithmetic::best(row(word))).collect();
        let roots = greedy.iter().filter(|head| **head == 0).count();
        // For nearly every sentence the best heads form a tree.
        let nodes: Vec<usize> = std::iter::once(0).chain(greedy.iter().copied()).collect();
        if roots == 1 && cycle(&nodes).is_none() {
            return greedy;
        }
        // The cost of a second root exceeds anything that it could gain.
        let size = self.words + 1;
        let mut weights = vec![vec![f64::NEG_INFINITY; size]; size];
        for (word, weights) in weights.iter_mut().skip(1).enumerate() {
            for (head, weight) in weights.iter_mut().enumerate() {
                if head != word + 1 {
                    *weight = f64::from(self.of(word, head)) - if head == 0 { ROOT_COST } else { 0.0 };
                }
            }
        }
        arborescence(&weights).split_off(1)
    }
}

/// More than the sum of the scores of a sentence.
const ROOT_COST: f64 = 1e7;

/// Returns the heads of the best tree rooted at node 0, given `weights[node][head]`.
fn arborescence(weights: &[Vec<f64>]) -> Vec<usize> {
    let best = |node: usize| {
        let row = &weights[node];
        (0..row.len()).fold(0, |best, head| if row[head] > row[best] { head } else { best })
    };
    let mut heads: Vec<usize> =
        (0..weights.len()).map(|node| if node == 0 { 0 } else { best(node) }).collect();
    let Some(ring) = cycle(&heads) else { return heads };
    // The cycle is contracted to one node, the last of a smaller graph.
    let mut inside = vec![false; weights.len()];
    ring.iter().for_each(|node| inside[*node] = true);
    let outside: Vec<usize> = (0..weights.len()).filter(|node| !inside[*node]).collect();
    let whole = outside.len();
    let mut smaller = vec![vec![f64::NEG_INFINITY; whole + 1]; whole + 1];
    // The node at which an edge enters the cycle, and the node that an edge leaves.
    let (mut enters, mut leaves) = (vec![ring[0]; whole], vec![ring[0]; whole]);
    for (i, &node) in outside.iter().enumerate() {
        for (j, &head) in outside.iter().enumerate() {
            if i > 0 {
                smaller[i][j] = weights[node][head];
            }
        }
        for &member in &ring {
            if i > 0 && weights[node][member] > smaller[i][whole] {
                smaller[i][whole] = weights[node][member];
                leaves[i] = member;
            }
            // An edge that enters at a member replaces the cycle's edge to it.
            let gain = weights[member][node] - weights[member][heads[member]];
            if gain > smaller[whole][i] {
                smaller[whole][i] = gain;
                enters[i] = member;
            }
        }
    }
    let found = arborescence(&smaller);
    for (i, &node) in outside.iter().enumerate().skip(1) {
        heads[node] = if found[i] == whole { leaves[i] } else { outside[found[i]] };
    }
    let from = found[whole];
    heads[enters[from]] = outside[from];
    heads
}

/// Returns the nodes of a cycle among heads, if there is one; node 0 has no head.
fn cycle(heads: &[usize]) -> Option<Vec<usize>> {
    // The walk by which each node was first reached.
    let mut reached = vec![0; heads.len()];
    for start in 1..heads.len() {
        let mut at = start;
        while at != 0 && reached[at] == 0 {
            reached[at] = start;
            at = heads[at];
        }
        if at != 0 && reached[at] == start {
            let mut ring = vec![at];
            let mut next = heads[at];
            while next != at {
                ring.push(next);
                next = heads[next];
            }
            return Some(ring);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score of the best tree, by brute force.
    fn tried(scores: &Scores) -> f64 {
        let (words, mut heads, mut best) = (scores.words, vec![0; scores.words], f64::MIN);
        loop {
            let nodes: Vec<usize> = std::iter::once(0).chain(heads.iter().copied()).collect();
            let own = heads.iter().enumerate().any(|(word, head)| word + 1 == *head);
            if !own && heads.iter().filter(|head| **head == 0).count() == 1 && cycle(&nodes).is_none() {
                best = best.max(sum(scores, &heads));
            }
            let Some(at) = heads.iter().position(|head| *head < words) else { return best };
            heads[at] += 1;
            heads[..at].fill(0);
        }
    }

    fn sum(scores: &Scores, heads: &[usize]) -> f64 {
        heads.iter().enumerate().map(|(word, head)| f64::from(scores.of(word, *head))).sum()
    }

    #[test]
    fn the_tree_is_the_best_of_all() {
        let mut random = fastrand::Rng::with_seed(7);
        for words in 1..=5 {
            for _ in 0..60 {
                let values = (0..words * (words + 1)).map(|_| random.f32() * 8.0).collect();
                let scores = Scores { values, words };
                let heads = scores.tree();
                assert!(
                    (sum(&scores, &heads) - tried(&scores)).abs() < 1e-6,
                    "{:?} {heads:?}",
                    scores.values
                );
            }
        }
    }

    #[test]
    fn a_long_sentence_of_cycles_is_a_tree() {
        // Each word prefers a neighbour, so that all words form pairs.
        let words = 200;
        let mut values = vec![0.0; words * (words + 1)];
        for word in 0..words {
            values[word * (words + 1) + (word ^ 1) + 1] = 5.0;
        }
        let heads = Scores { values, words }.tree();
        assert_eq!(heads.iter().filter(|head| **head == 0).count(), 1);
        let nodes: Vec<usize> = std::iter::once(0).chain(heads).collect();
        assert_eq!(cycle(&nodes), None);
    }
}
