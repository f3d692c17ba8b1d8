use super::*;

fn close(value: Option<f64>, expected: f64) {
    let value = value.expect("a value");
    assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
}

/// Expected values from scipy 1.17 (`spearmanr`, `kendalltau`, `pearsonr`).
#[test]
fn correlations_are_those_of_the_textbook() {
    let pairs = [(1.0, 2.0), (2.0, 1.0), (2.0, 4.0), (3.0, 4.0), (5.0, 3.0), (8.0, 9.0)];
    close(pearson(&pairs), 0.845_619_716_624_328_1);
    close(spearman(&pairs), 0.661_764_705_882_352_9);
    close(correlations(&pairs).kendall, 0.5);
}

#[test]
fn a_zero_with_a_sign_is_a_zero() {
    let (signed, plain) = ([(-0.0, 50.0), (0.0, 6.0), (3.0, 9.0)], [(0.0, 50.0), (0.0, 6.0), (3.0, 9.0)]);
    assert_eq!(correlations(&signed), correlations(&plain));
    let turned = |pairs: &[(f64, f64)]| pairs.iter().map(|pair| (pair.1, pair.0)).collect::<Vec<_>>();
    assert_eq!(correlations(&turned(&signed)), correlations(&turned(&plain)));
    close(correlations(&plain).kendall, 0.0);
}

#[test]
fn a_constant_side_has_no_correlation() {
    let pairs = [(0.1, 1.0), (0.1, 2.0), (0.1, 3.0)];
    assert_eq!(correlations(&pairs), Correlations::default());
    assert_eq!(correlations(&[]), Correlations::default());
}

#[test]
fn yes_and_no() {
    // Of the six pairs of a yes and a no, four are in order and one is tied.
    let pairs = [(3.0, 1.0), (2.0, 1.0), (1.0, 1.0), (2.0, 0.0), (0.0, 0.0)];
    close(auc(&pairs), 4.5 / 6.0);
    let threshold = best_threshold(&pairs).unwrap();
    assert_eq!((threshold.at, threshold.balanced_accuracy), (1.0, 0.75));
    assert_eq!(auc(&[(1.0, 1.0)]), None);
    assert_eq!(best_threshold(&[(1.0, 0.0)]), None);
}

#[test]
fn pairs_are_compared_within_an_article_only() {
    let articles = [vec![(1.0, 1.0), (2.0, 2.0), (2.0, 3.0)], vec![(9.0, 0.0)], vec![]];
    close(pair_accuracy(&articles), 2.5 / 3.0);
    assert_eq!(pair_accuracy(&[vec![(1.0, 1.0), (2.0, 1.0)]]), None);
}

/// Six articles with three summaries each, by three systems; the second score is the negated first.
fn table() -> (Vec<Row>, MetricColumn) {
    let row = |article, system, human| Row { article, system: Some(system), human };
    let humans = [
        [1.0, 2.0, 3.0],
        [3.0, 1.0, 2.0],
        [2.0, 2.0, 4.0],
        [1.0, 5.0, 3.0],
        [4.0, 2.0, 1.0],
        [2.0, 3.0, 5.0],
    ];
    let rows = humans.iter().enumerate();
    let rows: Vec<Row> = rows
        .flat_map(|(article, row_of)| (0..3).map(move |system| row(article, system, row_of[system])))
        .collect();
    let scores = rows.iter().map(|row| Some(row.human * 2.0)).collect();
    (rows, MetricColumn { name: "x".into(), better: Better::Higher, scores })
}

#[test]
fn a_metric_that_ranks_as_people_do_agrees_wholly() {
    let (rows, column) = table();
    let kind = headline(&rows);
    assert_eq!(kind, HeadlineStatistic::ByArticle);
    let found = agreement(&rows, &column, kind, Resampling { samples: 50, seed: 7 });
    close(found.headline.map(|(value, _)| value), 1.0);
    assert_eq!(found.headline.unwrap().1, Some([1.0, 1.0]));
    assert_eq!(found.pairs, Some(1.0));
    assert_eq!(found.by_article.unwrap().articles, 6);
    let turned = MetricColumn { better: Better::Lower, ..column };
    let found = agreement(&rows, &turned, kind, Resampling { samples: 0, seed: 7 });
    close(found.headline.map(|(value, _)| value), -1.0);
    assert_eq!(found.headline.unwrap().1, None);
    assert_eq!(found.without_system, None, "two summaries an article are too few");
}

#[test]
fn the_same_seed_gives_the_same_interval() {
    let (rows, mut column) = table();
    column.scores.swap(0, 4);
    column.scores.swap(7, 11);
    let found = |seed| {
        agreement(&rows, &column, HeadlineStatistic::Pooled, Resampling { samples: 200, seed }).headline
    };
    assert_eq!(found(1), found(1));
    let (value, interval) = found(1).unwrap();
    let [low, high] = interval.unwrap();
    assert!(low < value && value < high);
    assert_ne!(found(1), found(2));
}

/// All resamples of one article are the same, so their interval would say nothing.
#[test]
fn one_article_has_no_interval() {
    let resampling = Resampling { samples: 50, seed: 7 };
    let rows: Vec<Row> =
        (0..6).map(|at| Row { article: at / 4, system: None, human: f64::from(at as u8) }).collect();
    let column = |scores: [Option<f64>; 6]| MetricColumn {
        name: "x".into(),
        better: Better::Higher,
        scores: scores.to_vec(),
    };
    let both = column([1.0, 3.0, 2.0, 4.0, 5.0, 7.0].map(Some));
    let first = column([Some(1.0), Some(3.0), Some(2.0), Some(4.0), None, None]);
    for (column, has_interval) in [(both, true), (first, false)] {
        let found = agreement(&rows, &column, HeadlineStatistic::Pooled, resampling);
        assert_eq!(found.headline.unwrap().1.is_some(), has_interval);
        let (value, drawn) = resampled(&rows, &column, HeadlineStatistic::Pooled, resampling);
        assert_eq!((value.is_some(), drawn.is_empty()), (true, !has_interval));
    }
}

#[test]
fn people_who_say_yes_or_no_are_summed_up_by_the_auc() {
    let row = |article, human| Row { article, system: None, human };
    let rows: Vec<Row> = (0..20).map(|at| row(at / 4, f64::from(u8::from(at % 3 == 0)))).collect();
    assert_eq!(headline(&rows), HeadlineStatistic::Auc);
    assert_eq!(headline(&[row(0, 1.5), row(1, 2.0)]), HeadlineStatistic::Pooled);
}

proptest::proptest! {
    /// Counting by merge sort gives the same as comparing every pair.
    #[test]
    fn tau_is_that_of_all_pairs(values in proptest::collection::vec((0_u8..6, 0_u8..6), 2..40)) {
        let pairs: Vec<(f64, f64)> = values.iter().map(|(a, b)| (f64::from(*a), f64::from(*b))).collect();
        let (mut agree, mut x, mut y) = (0.0, 0.0, 0.0);
        for (at, a) in pairs.iter().enumerate() {
            for b in &pairs[at + 1..] {
                let (dx, dy) = ((a.0 - b.0).signum() * f64::from(a.0 != b.0), (a.1 - b.1).signum() * f64::from(a.1 != b.1));
                agree += dx * dy;
                x += dx.abs();
                y += dy.abs();
            }
        }
        match correlations(&pairs).kendall {
            Some(tau) => proptest::prop_assert!((tau - agree / (x * y).sqrt()).abs() < 1e-9),
            None => proptest::prop_assert!(x * y == 0.0),
        }
    }
}

#[test]
fn baselines_are_shares() {
    use super::baselines::BASELINES;
    use crate::text::Text;
    let (article, summary) =
        (Text::new("The cat sat on the mat today."), Text::new("The cats sat on a mat."));
    let found: Vec<Option<f64>> =
        BASELINES.iter().map(|baseline| (baseline.of)(&article, &summary)).collect();
    // Unigrams 5 of 6; the-cat cat-sat sat-on = 3 of 5; the-cat-sat cat-sat-on = 2 of 4; five of the
    // article's seven words.
    assert_eq!(found, [Some(5.0 / 6.0), Some(3.0 / 5.0), Some(2.0 / 4.0), Some(5.0 / 7.0)]);
    assert_eq!((BASELINES[2].of)(&article, &Text::new("Two words.")), None);
}

#[test]
fn huge_and_tiny_numbers_are_correlated_like_others() {
    let ordinary = [(1.0, 2.0), (3.0, 1.0), (4.0, 5.0), (-2.0, 0.5)];
    let known = pearson(&ordinary).unwrap();
    for factor in [1e308 / 5.0, 1e200, 1e-200, 1e-305] {
        let pairs = ordinary.map(|(x, y)| (x * factor, y));
        let found = pearson(&pairs).unwrap();
        assert!((found - known).abs() < 1e-9, "{factor}: {found}, not {known}");
    }
}
