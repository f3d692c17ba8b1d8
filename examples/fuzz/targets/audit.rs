//! Judgements of other judges.

use std::sync::LazyLock;

use lockbench::audit::{Auditor, CaseJudgement, write};
use lockbench::report::json::line;
use lockbench::rubric::Readings;
use lockbench::schema::FileFormat;
use serde_json::Value;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, clean, follows, reached, shown};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

static AUDITOR: LazyLock<Auditor> =
    LazyLock::new(|| Auditor::new(None, Readings::default(), None).expect("the shipped rubrics"));

/// Builds a changed judgement, sometimes as a model's raw answer, damaged.
pub fn make(source: &mut Source) -> Input {
    let corpus = source.corpus;
    let mut value = source.one(&corpus.judged).clone();
    mutate::json(source, &mut value);
    let text = match source.below(3) {
        0 => format!("{}```json\n{value:#}\n``` {}", source.text(1), source.nasty()),
        _ => value.to_string(),
    };
    let [article, summary] = source.one(&corpus.pairs);
    let input = Input::default().with("judged", mutate::bytes(source, text.into_bytes()));
    if source.once_in(3) {
        input
    } else {
        input.with("article", article.as_str()).with("summary", summary.as_str())
    }
}

/// Checks that an audit follows its schema, is clean as text, and is repeatable.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let text = input.text("judged");
    let value = serde_json::from_str(&text).unwrap_or_else(|_| Value::from(&*text));
    let judged = CaseJudgement::read(&value);
    ensure!(judged == CaseJudgement::read(&value), "read again, the judgement is another");
    if AUDITOR.unsuited(&judged).is_some() {
        return Ok(());
    }
    let given = |name: &str| Some(input.text(name)).filter(|text| !text.trim().is_empty());
    let (article, summary) = (given("article"), given("summary"));
    let audit = || AUDITOR.audit(&judged, "x", article.as_deref(), summary.as_deref());
    let (first, second) = (write::to_value(&audit()), write::to_value(&audit()));
    ensure!(first == second, "audited again, it is another");
    reached("audits");
    follows(FileFormat::Audit, &first)?;
    clean("JSON", &line(&first))?;
    clean("text", &shown(write::text(&audit())))
}
