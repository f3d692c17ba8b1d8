//! Whether better labels never score lower, by the numbers of a file.

use crate::num::Num;
use crate::rubric::judge_lock::Rules;
use crate::rubric::locks::rules::FailOn;

/// Claims of a summary for which the fall of the score is looked at.
const CLAIMS: usize = 24;

/// Up to how many claims scores rise with each label.
#[derive(Clone, Copy, Debug)]
pub struct Rises(Option<usize>);

impl Rises {
    /// Looks at the numbers.
    pub fn new(rules: &Rules) -> Rises {
        let falls = |values: &[Num]| values.windows(2).all(|pair| pair[0] >= pair[1]);
        let (points, answers) = (&rules.coverage.key_points, &rules.questions);
        let (segments, alignment) = (&rules.relevance.segments, &rules.alignment);
        let claims = &rules.hallucination.claims;
        let deviations =
            [&[alignment.none][..], &alignment.mild, &alignment.moderate, &alignment.severe].concat();
        let penalties = rules.bias_toxicity.penalties();
        let some = rules.relevance.some_as_twin_lock;
        let plain = falls(&[points.fully, points.partial, points.not])
            && falls(&[answers.correct, answers.partial, answers.wrong])
            && falls(&[segments.high, segments.some, segments.none])
            && falls(&[segments.high, some, segments.none])
            && falls(&[claims.unsupported, claims.partial, claims.supported])
            && falls(&deviations)
            && penalties.iter().all(|(_, _, each)| each.first >= Num::ZERO && each.further >= Num::ZERO)
            // Else a slur need not be the worst issue.
            && rules.verdict.fail_on.contains(&FailOn::Slur);
        let most = (1..=CLAIMS).take_while(|claims| claims_rise(rules, *claims)).count();
        Rises(plain.then_some(most))
    }

    /// Whether they rise with each label of a case with so many claims.
    pub fn up_to(self, claims: usize) -> bool {
        self.0.is_some_and(|most| claims <= most)
    }
}

/// Whether no claim that is better supported lowers the base of the hallucination score.
fn claims_rise(rules: &Rules, all: usize) -> bool {
    let rule = &rules.hallucination;
    let base = |partial: usize, unsupported: usize| {
        let fall = if unsupported > 0 { &rule.fall_unsupported } else { &rule.fall };
        let supported = Num::count(all - partial - unsupported);
        let worths = rule.claims.unsupported * Num::count(unsupported)
            + rule.claims.partial * Num::count(partial)
            + rule.claims.supported * supported;
        let base = fall.start - (fall.slope * (worths / Num::count(all))).round();
        base.max(rules.range[0])
    };
    // Each is compared with several others.
    let bases: Vec<Vec<Num>> = (0..=all)
        .map(|unsupported| (0..=all - unsupported).map(|partial| base(partial, unsupported)).collect())
        .collect();
    let base = |partial: usize, unsupported: usize| bases[unsupported][partial];
    (0..=all).all(|unsupported| {
        (0..=all - unsupported).all(|partial| {
            let now = base(partial, unsupported);
            let raised = partial == 0 || base(partial - 1, unsupported) >= now;
            let saved = unsupported == 0
                || base(partial + 1, unsupported - 1) >= now && base(partial, unsupported - 1) >= now;
            raised && saved
        })
    })
}
