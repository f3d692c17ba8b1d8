//! Agreement of scores with people.

use lockbench::agree::{MetricColumn, Row, agreement, headline};
use lockbench::report::Better;
use lockbench::stats::Resampling;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached};
use crate::run::Bench;
use crate::source::Source;

/// Builds rows with an article, a system, a judgement and a score.
pub fn make(source: &mut Source) -> Input {
    let count = source.below(40);
    let articles = 1 + source.below(12);
    let plain = source.once_in(2);
    let mut text = String::new();
    for _ in 0..count {
        let number = |source: &mut Source| if plain { source.below(4).to_string() } else { source.number() };
        let (human, score) = (number(source), number(source));
        text.push_str(&format!("{} {} {human} {score}\n", source.below(articles), source.below(4)));
    }
    Input::default().with("rows", text)
}

/// Checks that correlations are from -1 to 1 and shares from 0 to 1, that intervals are ordered, and that
/// resamples are seeded.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let (mut rows, mut scores) = (Vec::new(), Vec::new());
    for line in input.text("rows").lines() {
        let cells: Vec<&str> = line.split(' ').collect();
        let [article, system, human, score] = cells.as_slice() else { continue };
        let number = |cell: &str| cell.parse::<f64>().ok().filter(|number| number.is_finite());
        let (Ok(article), Some(human)) = (article.parse(), number(human)) else { continue };
        rows.push(Row { article, system: system.parse().ok(), human });
        scores.push(number(score));
    }
    let column = MetricColumn { name: "x".to_owned(), better: Better::Higher, scores };
    let resampling = Resampling { samples: 20, seed: 3 };
    let found = agreement(&rows, &column, headline(&rows), resampling);
    let again = agreement(&rows, &column, headline(&rows), resampling);
    ensure!(format!("{found:?}") == format!("{again:?}"), "drawn again, it is another");
    let near = 1.0 + 1e-9;
    let correlation = |value: Option<f64>| value.is_none_or(|value| (-near..=near).contains(&value));
    let share = |value: Option<f64>| value.is_none_or(|value| (0.0..=near).contains(&value));
    let all = |of: &lockbench::stats::Correlations| [of.spearman, of.kendall, of.pearson];
    ensure!(all(&found.pooled).into_iter().all(correlation), "out of range: {:?}", found.pooled);
    if let Some(by) = found.by_article {
        ensure!(all(&by.mean).into_iter().all(correlation), "out of range: {by:?}");
    }
    ensure!(share(found.pairs) && share(found.auc), "out of range: {found:?}");
    if let Some((value, interval)) = found.headline {
        reached("headlines");
        ensure!(correlation(Some(value)), "out of range: {value}");
        ensure!(interval.is_none_or(|[low, high]| low <= high), "an interval: {interval:?}");
    }
    Ok(())
}
