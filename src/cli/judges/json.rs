//! Writes the table of judges in the format `lockbench.judges/1`.

use serde_json::{Map, Value, json};

use crate::agree::annotators::Stat;
use crate::agree::judges::document::TableNotes;
use crate::agree::judges::{Best, JudgeDifference, JudgeRanking, Row};
use crate::cli::agree::json::stat;
use crate::report::json::pretty;

/// The name of the format.
const SCHEMA: &str = "lockbench.judges/1";

pub fn json(found: &JudgeRanking, about: &TableNotes) -> String {
    let of = |row: &Row| judge(row, found);
    let value = json!({
        "schema": SCHEMA,
        "people": about.people,
        "cases": about.cases,
        "agreement": about.statistic,
        "notes": about.notes,
        "judges": found.rows.iter().map(of).collect::<Vec<_>>(),
        "best": found.best.iter().map(|one| best(one, found)).collect::<Vec<_>>(),
        "pairs": found.pairs.iter().map(|one| pair(one, found)).collect::<Vec<_>>(),
    });
    pretty(&value) + "\n"
}

fn judge(row: &Row, found: &JudgeRanking) -> Value {
    let spent = row.judge.spent;
    let by: Map<String, Value> = found
        .aspects
        .iter()
        .zip(&row.by_aspect)
        .map(|(aspect, one)| (aspect.key.clone(), named(one, aspect.statistic)))
        .collect();
    let mut value = json!({
        "judge": row.judge.name,
        "kind": row.judge.kind.as_str(),
        "agreement": stat(&row.agreement),
        "by": by,
        "judged": row.judged,
        "answered": row.answered,
        "unanswered": row.unanswered(),
        "unmatched": row.unmatched,
        "same_label": row.same,
        "cost": spent.cost,
        "tokens": spent.tokens,
        "seconds": spent.seconds,
        "seconds_measured": spent.measured,
    });
    if let Some(own) = row.own {
        value["samples"] = json!({"most": own.samples, "sd_of_agreement": own.of_agreement, "alike": own.alike, "alike_is": found.alike});
    }
    value
}

fn named(one: &Stat, statistic: &str) -> Value {
    let mut value = stat(one);
    value["statistic"] = json!(statistic);
    value
}

fn best(best: &Best, found: &JudgeRanking) -> Value {
    json!({
        "of": found.aspects[best.aspect].key,
        "judge": found.rows[best.row].judge.name,
        "next": best.next.as_ref().map(|next| pair(next, found)),
    })
}

fn pair(pair: &JudgeDifference, found: &JudgeRanking) -> Value {
    json!({
        "a": found.rows[pair.a].judge.name,
        "b": found.rows[pair.b].judge.name,
        "cases": pair.cases,
        "difference": pair.value,
        "interval": pair.interval,
        "p": pair.p,
        "p_holm": pair.holm,
        "significant": pair.is_significant(),
    })
}
