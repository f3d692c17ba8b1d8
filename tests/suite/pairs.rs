//! Minimal pairs: a true claim and the same with one word changed. Rates are printed by kind of change, and held.

use std::collections::BTreeMap;

use lockbench::evidence::{Article, Indexed, Memo, propose_pair};
use lockbench::labels::{List, Word};
use lockbench::text::Text;
use serde_json::Value;

/// Right labels of true claims and of changed ones, and how many pairs.
type Rates = BTreeMap<String, (usize, usize, usize)>;

fn supported(article: &Article, claim: &str) -> bool {
    let labels = propose_pair(article, &Indexed::new(Text::new(claim)), &mut Memo::default());
    let claims = labels.get(List::Claims).unwrap_or_default();
    assert!(!claims.is_empty(), "no claim in {claim:?}");
    claims.iter().all(|claim| claim.word == Some(Word::Supported))
}

#[test]
#[expect(clippy::print_stderr, reason = "the rates are the point")]
fn one_changed_word_is_noticed() {
    let (mut articles, mut rates, mut all) = (BTreeMap::new(), Rates::new(), (0, 0, 0));
    for line in include_str!("../data/minimal_pairs.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        if let Some(article) = row["article"].as_str() {
            articles.insert(row["text"].as_str().unwrap().to_owned(), Article::new(Text::new(article)));
            continue;
        }
        let article = &articles[row["of"].as_str().unwrap()];
        let kept = usize::from(supported(article, row["true"].as_str().unwrap()));
        let noticed = usize::from(!supported(article, row["false"].as_str().unwrap()));
        let rate = rates.entry(row["change"].as_str().unwrap().to_owned()).or_default();
        for rate in [rate, &mut all] {
            *rate = (rate.0 + kept, rate.1 + noticed, rate.2 + 1);
        }
    }
    for (kind, (kept, noticed, pairs)) in &rates {
        eprintln!("{kind:12} true supported {kept:3}/{pairs}, changed noticed {noticed:3}/{pairs}");
    }
    eprintln!("all          true supported {}/{}, changed noticed {}/{}", all.0, all.2, all.1, all.2);
    assert!(all.2 >= 150, "{} pairs", all.2);
    assert!(all.0 * 100 >= all.2 * TRUE_KEPT, "true claims supported: {}/{}", all.0, all.2);
    assert!(all.1 * 100 >= all.2 * NOTICED, "changed claims noticed: {}/{}", all.1, all.2);
    for kind in ["number", "name", "date", "negation"] {
        let (_, noticed, pairs) = rates[kind];
        assert!(noticed * 100 >= pairs * 90, "{kind}: {noticed}/{pairs}");
    }
}

/// Hundredths of the pairs that must come out right, a little under what is reached.
const TRUE_KEPT: usize = 95;
const NOTICED: usize = 90;
