//! Finds claims that only one of several summaries makes.

use super::Engine;
use crate::case::Case;
use crate::labels::{Label, LabelValue, List};

/// A summary with its claims.
#[derive(Clone, Copy, Debug)]
pub struct WithClaims<'a> {
    pub summary: &'a str,
    /// Its claims, whoever labelled them.
    pub claims: &'a [Label],
}

impl Engine {
    /// Returns for each summary the indices of the claims that no other summary makes: those that are not
    /// supported if the other summary is used as the article.
    pub fn distinct_claims(&mut self, all: &[WithClaims]) -> Vec<Vec<usize>> {
        let mut distinct: Vec<Vec<usize>> = all.iter().map(|one| (0..one.claims.len()).collect()).collect();
        // Each summary serves as the article for all others in turn, so it is analysed once.
        for (at, other) in all.iter().enumerate() {
            let case = Case { article: other.summary.to_owned(), ..Case::default() };
            let own = distinct.iter_mut().zip(all).enumerate().filter(|(own, _)| *own != at);
            for (_, (left, one)) in own {
                left.retain(|claim| {
                    let claim = &one.claims[*claim];
                    let found = self.proposed_alone(&case, other.summary, List::Claims, claim).word();
                    found != Some(LabelValue::Supported)
                });
            }
        }
        distinct
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(texts: &[&str]) -> Vec<Label> {
        let claim = |text: &&str| Label { text: (*text).to_owned(), ..Label::default() };
        texts.iter().map(claim).collect()
    }

    #[test]
    fn a_claim_that_another_summary_makes_is_not_distinct() {
        const FIRST: [&str; 2] = ["The council approved the budget on Tuesday.", "Two libraries close."];
        const SECOND: [&str; 2] =
            ["On Tuesday the council approved the budget.", "Schools get 12 percent more."];
        const THIRD: [&str; 1] = ["The council rejected the budget on Tuesday."];
        let texts = [FIRST.join(" "), SECOND.join(" "), THIRD.join(" ")];
        let claims = [claims(&FIRST), claims(&SECOND), claims(&THIRD)];
        let all: Vec<WithClaims> =
            texts.iter().zip(&claims).map(|(summary, claims)| WithClaims { summary, claims }).collect();
        let mut engine = Engine::default();
        assert_eq!(engine.distinct_claims(&all), [vec![1], vec![1], vec![0]]);
        assert_eq!(engine.distinct_claims(&all[..1]), [vec![0, 1]], "alone every claim is");
        let empty = WithClaims { summary: "", claims: &[] };
        assert_eq!(engine.distinct_claims(&[all[0], empty]), [vec![0, 1], vec![]]);
    }
}
