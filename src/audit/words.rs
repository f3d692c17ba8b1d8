//! Synonyms that judges use for keys and label values. They are compared by letters and digits only, in
//! lower case: `Bias & Toxicity`, `bias-toxicity` and `biasToxicity` are the same key.

use crate::labels::{LabelValue, List};
use crate::rubric::locks::rules::Target;

use LabelValue as W;

/// Reduces a key or word to its letters and digits, in lower case.
pub fn squash(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the index of a metric in the printed order, by any of its names.
pub fn metric(name: &str) -> Option<usize> {
    let name = squash(name);
    let name = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = name.strip_prefix("metric").unwrap_or(name);
    let other: &[&[&str]; 5] = &[
        &["coverage"],
        &["alignment"],
        &["hallucination", "hallucinations"],
        &["relevance"],
        &["biastoxicity", "biasandtoxicity", "biastox", "toxicitybias"],
    ];
    other.iter().position(|names| names.contains(&name))
}

pub fn is_metric(name: &str) -> bool {
    metric(name).is_some()
}

pub fn metric_key(metric: usize) -> &'static str {
    Target::METRICS.get(metric).map_or("", |target| target.key())
}

pub fn rubric(name: &str) -> Option<&'static str> {
    match squash(name).as_str() {
        "twinlock" | "twin" => Some("twin-lock"),
        "judgelock" | "judge" => Some("judge-lock"),
        _ => None,
    }
}

/// The meaning of a key in a metric object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A number that follows from the labels: a step of the ledger, by name.
    Step(&'static str),
    Raw,
    Score,
    /// A number of labels, or the labels themselves: the list and the label value; `None` for all values.
    Count(List, Option<LabelValue>),
    /// Tokens that the article does not entail: their number, or their wording.
    Extraneous,
    /// Number of tokens of the summary.
    Tokens,
    List(List),
    /// A score that replaces the computed one.
    Part(&'static str),
    /// The band of the unsupported fraction.
    Severity,
    /// An explanatory text: its key in label files.
    Text(&'static str),
    /// Statements about caps.
    Caps,
}

/// A row of the table: a meaning and all its names.
type Row = (Holds, &'static [&'static str]);

/// Returns the meaning "number of a list's labels with this value".
const fn count(list: List, word: LabelValue) -> Holds {
    Holds::Count(list, Some(word))
}

const SHARED: &[Row] = &[
    (Holds::Score, &["overallscore", "score", "finalscore", "overall", "final"]),
    (Holds::Raw, &["rawscore", "raw", "uncapped", "uncappedscore", "scorebeforecaps", "precapscore"]),
    (
        Holds::Caps,
        &["caps", "cap", "capapplied", "capsapplied", "appliedcaps", "hardcap", "hardcapapplied", "capped"],
    ),
];

const COVERAGE: &[Row] = &[
    (Holds::List(List::KeyPoints), &["keypoints", "points", "keypointlabels"]),
    (Holds::List(List::CoverageQags), &["coverageqags", "qags", "questions", "qas", "qapairs"]),
    (
        Holds::Extraneous,
        &["extraneous", "extraneoustokens", "extraneousspans", "extraneouscount", "extraneoustokencount"],
    ),
    (Holds::Tokens, &["totalsummarytokens", "summarytokens", "totaltokens", "tokens", "summarytokencount"]),
    (Holds::Step("precision"), &["precision"]),
    (Holds::Step("recall"), &["recall"]),
    (Holds::Step("f1"), &["f1", "f1score"]),
    (Holds::Step("qag"), &["qagaccuracy", "qag", "qagscore", "qaaccuracy", "qagmean"]),
    (
        Holds::Count(List::KeyPoints, None),
        &["totalkeypoints", "keypointcount", "numkeypoints", "totalpoints", "n", "total"],
    ),
    (count(List::KeyPoints, W::Fully), &["fully", "fullycovered", "fullycount", "full"]),
    (count(List::KeyPoints, W::Partial), &["partial", "partially", "partiallycovered", "partialcount"]),
    (count(List::KeyPoints, W::Not), &["not", "notcovered", "omitted", "notcount"]),
    (Holds::Count(List::CoverageQags, None), &["totalqags", "qagcount", "numqags", "totalquestions"]),
    (count(List::CoverageQags, W::Correct), &["correct", "correctqags", "qagcorrect", "correctcount"]),
    (count(List::CoverageQags, W::Partial), &["partialqags", "qagpartial"]),
    (count(List::CoverageQags, W::Wrong), &["wrong", "wrongqags", "qagwrong", "wrongcount"]),
];

const ALIGNMENT: &[Row] = &[
    (Holds::List(List::Deviations), &["deviations", "drifts", "distortions", "driftlist"]),
    (Holds::Count(List::Deviations, None), &["totaldeviations", "deviationcount", "numdeviations"]),
    (count(List::Deviations, W::Mild), &["mild", "milddeviations", "mildcount"]),
    (count(List::Deviations, W::Moderate), &["moderate", "moderatedeviations", "moderatecount"]),
    (count(List::Deviations, W::Severe), &["severe", "severedeviations", "severecount"]),
    (
        Holds::Text("intent"),
        &["intent", "statement", "intentstancetone", "tonestanceintent", "articleintent"],
    ),
];

const HALLUCINATION: &[Row] = &[
    (Holds::List(List::Claims), &["claims", "factualclaims", "claimlabels"]),
    (Holds::List(List::ClaimQags), &["claimqags", "qags", "questions", "qas", "qapairs"]),
    (Holds::Step("u"), &["unsupportedfraction", "u", "fractionunsupported"]),
    (Holds::Step("base"), &["base", "basescore"]),
    (Holds::Step("qag_precision"), &["qagprecision", "qag", "qagaccuracy", "qaprecision"]),
    (Holds::Severity, &["severity", "hallucinationseverity"]),
    (Holds::Count(List::Claims, None), &["totalclaims", "claimcount", "numclaims", "n", "total"]),
    (count(List::Claims, W::Supported), &["supported", "supportedclaims", "supportedcount"]),
    (
        count(List::Claims, W::Partial),
        &["partial", "partially", "partiallysupported", "partialclaims", "partialcount"],
    ),
    (count(List::Claims, W::Unsupported), &["unsupported", "unsupportedclaims", "unsupportedcount"]),
    (Holds::Count(List::ClaimQags, None), &["totalqags", "qagcount", "numqags", "totalquestions"]),
    (count(List::ClaimQags, W::Correct), &["correct", "correctqags", "qagcorrect", "correctcount"]),
    (count(List::ClaimQags, W::Partial), &["partialqags", "qagpartial"]),
    (count(List::ClaimQags, W::Wrong), &["wrong", "wrongqags", "qagwrong", "wrongcount"]),
];

const RELEVANCE: &[Row] = &[
    (Holds::List(List::Segments), &["segments", "sections", "segmentlabels", "sentences"]),
    (Holds::List(List::CoverageQags), &["coverageqags"]),
    (
        Holds::Step("overlap"),
        &["sectionoverlap", "overlap", "meanoverlap", "mean", "meanlabelvalue", "meanlabelvalues"],
    ),
    (Holds::Step("qag"), &["qagaccuracy", "qag", "qagscore", "qaaccuracy", "qagmean"]),
    (Holds::Count(List::Segments, None), &["totalsegments", "segmentcount", "numsegments", "n", "total"]),
    (count(List::Segments, W::High), &["high", "highcount", "highsegments"]),
    (count(List::Segments, W::Some), &["some", "somecount", "somesegments"]),
    (count(List::Segments, W::None), &["none", "nonecount", "nonesegments"]),
    (Holds::Text("theme"), &["theme", "themesentence", "articletheme"]),
];

const BIAS_TOXICITY: &[Row] = &[
    (Holds::List(List::Issues), &["issues", "detections", "detectedissues", "findings"]),
    (Holds::Part("bias"), &["biasscore", "bias"]),
    (Holds::Part("tox"), &["toxscore", "toxicityscore", "tox", "toxicity"]),
    (Holds::Text("tone"), &["tone", "tonelabel"]),
    (Holds::Count(List::Issues, None), &["totalissues", "issuecount", "numissues"]),
    (count(List::Issues, W::BiasedWording), &["biasedwording", "biasedwordings"]),
    (count(List::Issues, W::Stereotype), &["stereotype", "stereotypes", "harmfulstereotypes"]),
    (count(List::Issues, W::Insult), &["insult", "insults"]),
    (count(List::Issues, W::MildProfanity), &["mildprofanity", "mildprofanities", "profanity"]),
    (count(List::Issues, W::StrongProfanity), &["strongprofanity", "strongprofanities"]),
    (count(List::Issues, W::Slur), &["slur", "slurs", "strongslurs"]),
];

/// Returns the meaning of a key in a metric's object; `None` if the key is not used.
pub fn holds(metric: usize, key: &str) -> Option<Holds> {
    let squashed = squash(key);
    let own = [COVERAGE, ALIGNMENT, HALLUCINATION, RELEVANCE, BIAS_TOXICITY].get(metric)?;
    if squashed == format!("{}score", squash(metric_key(metric))) {
        return Some(Holds::Score);
    }
    let rows = own.iter().chain(SHARED);
    rows.clone().find(|(_, names)| names.contains(&squashed.as_str())).map(|(holds, _)| *holds)
}

/// Returns the label value that a judge's word stands for: `Fully Covered` is `fully`.
pub fn word(list: List, said: &str) -> Option<LabelValue> {
    let said = squash(said);
    let said = said.as_str();
    let known = list.spec().words.iter().copied().find(|word| squash(word.as_str()) == said);
    known.or(match (list, said) {
        (List::KeyPoints, "full" | "fullycovered" | "covered" | "complete") => Some(LabelValue::Fully),
        (List::KeyPoints, "partially" | "partiallycovered" | "partly") => Some(LabelValue::Partial),
        (List::KeyPoints, "notcovered" | "omitted" | "missing" | "none" | "no") => Some(LabelValue::Not),
        (List::Claims, "fullysupported") => Some(LabelValue::Supported),
        (List::Claims, "partially" | "partiallysupported" | "partly") => Some(LabelValue::Partial),
        (List::Claims, "notsupported" | "fabricated" | "hallucinated") => Some(LabelValue::Unsupported),
        (List::CoverageQags | List::ClaimQags, "right") => Some(LabelValue::Correct),
        (List::CoverageQags | List::ClaimQags, "partially" | "partiallycorrect") => Some(LabelValue::Partial),
        (List::CoverageQags | List::ClaimQags, "incorrect") => Some(LabelValue::Wrong),
        (List::Deviations, "milddrift" | "minor") => Some(LabelValue::Mild),
        (List::Deviations, "severemisalignment") => Some(LabelValue::Severe),
        (List::Issues, "biased" | "biasedwordings" | "biasedlanguage") => Some(LabelValue::BiasedWording),
        (List::Issues, "harmfulstereotype" | "stereotypes") => Some(LabelValue::Stereotype),
        (List::Issues, "insults" | "toxic" | "toxiclanguage") => Some(LabelValue::Insult),
        (List::Issues, "profanity" | "profane") => Some(LabelValue::MildProfanity),
        (List::Issues, "slurs" | "strongslur") => Some(LabelValue::Slur),
        _ => None,
    })
}

/// Returns the label value for a numeric score: 1, 0.5 or 0.
pub fn worth(list: List, value: f64) -> Option<LabelValue> {
    if !matches!(list, List::KeyPoints | List::CoverageQags | List::ClaimQags) {
        return None;
    }
    let place = [1.0, 0.5, 0.0].iter().position(|worth| *worth == value)?;
    list.spec().words.get(place).copied()
}

/// Returns the keys of an entry that may hold its label value, in the order in which they are tried.
pub fn word_keys(list: List) -> &'static [&'static str] {
    match list {
        List::Deviations => &["severity", "level", "degree", "label"],
        List::Issues => &["kind", "type", "category", "issue", "label"],
        List::Segments => &["label", "band", "level", "overlaplabel"],
        _ => &[
            "label", "status", "coverage", "support", "verdict", "rating", "judgement", "judgment", "result",
            "grade", "correct", "supported", "score", "value",
        ],
    }
}

/// Keys of an entry that hold the text of the unit.
pub const TEXT_KEYS: [&str; 11] = [
    "question", "text", "point", "keypoint", "claim", "segment", "sentence", "description", "wording",
    "phrase", "statement",
];

/// Returns whether a key holds evidence, and the text that the key names, if any.
pub fn evidence(key: &str) -> Option<Option<&'static str>> {
    Some(match squash(key).as_str() {
        "article" | "articleevidence" | "articlespan" | "articlespans" | "articlequote" | "articletext"
        | "source" | "sourcespan" | "sourcequote" | "sourceevidence" => Some("article"),
        "summary" | "summaryevidence" | "summaryspan" | "summaryspans" | "summaryquote" | "summarytext" => {
            Some("summary")
        }
        "evidence" | "quote" | "quotes" | "span" | "spans" | "evidencespan" | "evidencespans"
        | "supportspan" => None,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_by_their_letters() {
        for name in [
            "bias_toxicity",
            "Bias & Toxicity",
            "Bias-Toxicity",
            "5. Bias-Toxicity",
            "Metric: Bias & Toxicity",
        ] {
            assert_eq!(metric(name), Some(4), "{name}");
        }
        assert_eq!(metric("cover"), None);
        assert_eq!((rubric("Judge Lock"), rubric("TwinLock")), (Some("judge-lock"), Some("twin-lock")));
        assert_eq!(holds(0, "Overall Score"), Some(Holds::Score));
        assert_eq!(holds(2, "hallucination_score"), Some(Holds::Score));
        assert_eq!(holds(0, "overhaul"), None);
        assert_eq!(word(List::KeyPoints, "Fully Covered"), Some(LabelValue::Fully));
        assert_eq!(word(List::Claims, "perhaps"), None);
    }

    #[test]
    fn no_name_means_two_things() {
        for own in [COVERAGE, ALIGNMENT, HALLUCINATION, RELEVANCE, BIAS_TOXICITY] {
            let mut names: Vec<&str> =
                own.iter().chain(SHARED).flat_map(|(_, names)| names.iter().copied()).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all);
            assert!(names.iter().all(|name| squash(name) == **name), "{names:?}");
        }
    }
}
