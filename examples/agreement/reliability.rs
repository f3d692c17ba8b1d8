//! Measures the reliability of the claims' probabilities on held-out judgements, by set.

use std::error::Error;
use std::fmt::Write as _;

use lockbench::evidence::calibration::FIGURES;
use toml::Value;

use super::page::shown;

const ORDER: &str = "
## Claims that people doubted

Of two judgements of a set of which one doubts more, how often the claims say so; equal ones count half. *Seen* are claims
whose set was among those fitted on, but for the articles, *not seen* those of which the whole family of sets was left out:
XSum (FRANK, EntFA and QAGS XSum with it), CNN/DM (SummEval and QAGS CNN/DM), or the set alone. Beside it what single
features say: copied fragments per word, the share of new triples of words, and the number of words that the article lacks.

| set | judgements | seen | not seen | fragments | triples | missing words |
|---|---|---|---|---|---|---|
";

const CURVES: &str = "
## How far the probabilities of claims hold

The share of people, or of words, that doubted a claim, for claims that were predicted to be doubted by so much: *predicted*
> *found* (judgements), of the articles, and of the families of sets, that were left out. Sets differ in how strict their
judges were, and in how bad their summaries: that the level of a set which was left out is off by so much is what is to be
expected of a level that nothing in the texts tells. `lockbench calibrate` fits it to your annotators.

| set | left out | people | predicted | calibration error | curve |
|---|---|---|---|---|---|
";

const TRIED: &str = "
What was tried, by the mean of fifteen statistics over the nine sets, with families left out and seen: thirty features
instead of a dozen (.61 and .63, against .62 and .64); trees without a level for each set (.59 and .59); without what is
skipped between copied runs (.015 less), or the hand-weighted doubt among the features (.016 less). Trees of two to six leaves,
a smaller rate, larger leaves and random features for each tree changed nothing, nor did the nearness of new words or of the
whole claim to the passage by static vectors, whether a claim begins or ends where a sentence of the article does, whether it
begins with a pronoun, and which neighbours its names and figures have.

Propositions of a claim were paired with those of the article that have most of their words on the same side of the same
predicate. Four features of what is left over (share, worst, predicates, exchanged sides) change the order with families left
out by +.012 (QAGS XSum), +.010 (QAGS CNN/DM), +.006 (FRANK), +.004 (SummEval, Rank19), +.001 (XSum), -.003 (EntFA,
DialSummEval) and -.008 (SummEdits); the share alone by +.010 to -.005, .001 on average. Reading the sentences that they need
takes as long as the rest of a case, so neither is kept. A check of who takes part in an event, by the trees (the same verb in
the passage, with another agent or patient there, and the claim's own one elsewhere in the sentence), finds 121 differences in
5,900 summaries; of those in SummEval, Rank19 and QAGS about half are in what people found right, most by a parse that is
wrong on one side, so it is not kept either.

True paraphrases with most words changed are never kept, and static vectors cannot keep them: of the 30 such pairs held back
the area under the curve that tells the true claim from its changed twin is .54 by the cosine with the nearest sentence, .53
with the nearest two, and .47 by how near each word is to its nearest in the article. By the share of words that WordNet
ties to one of the article, it is .53 (synonyms), .53 (and what is one step more general or special) and .54 (two steps).
Whatever keeps the one keeps the other.

Of the questions on an article, those on its central sentences follow people's judgement of relevance, whatever words are
asked for; those on details that are easily asked for do not. Choosing them so, with those that are asked for where their
words stand in the most central sentence alone, lifted SummEval's relevance from .24 to .28 by hard labels and from .26 to
.27 by probabilities. Tried by choosing again among all questions: such questions on the four most central sentences give
the latter .01 more, at twice as many that read badly; that the head of an answer counts for most of it lowers the figures
of REALSumm; key points by other weights of their two signals move relevance by .01 at most. That an answer counts only
where it is an argument of the question's verb, or of a synonym, lowers REALSumm's coverage from .25 to .24 and SummEval's
relevance from .27 to .26. Key points ranked by a model fitted to what references and systems kept (position, PageRank over
sentences, length and others, by ridge regression or boosted trees) gain .01 to .04 of those points on articles left out, and
nothing on the points that the reader of the 50 cases marked.
";

/// Writes both tables, and the alternatives tried.
pub fn tables(out: &mut String) -> Result<(), Box<dyn Error>> {
    let figures: toml::Table = FIGURES.parse()?;
    let all = figures["figures"].as_array().ok_or("figures")?;
    let of = |held_out: &str| -> Vec<&Value> {
        let is = |row: &&Value| row.get("order").is_some() && row["held_out"].as_str() == Some(held_out);
        all.iter().filter(is).collect()
    };
    let (seen, unseen) = (of("articles"), of("families of sets"));
    out.push_str(ORDER);
    let number = |row: &Value, key: &str| shown(row[key].as_float());
    for (seen, unseen) in seen.iter().zip(&unseen) {
        let own = [number(seen, "order"), number(unseen, "order")];
        let alone = ["fragments", "triples", "missing"].map(|key| number(seen, key));
        let cells = [own.as_slice(), &alone].concat().join(" | ");
        let _ = writeln!(out, "| {} | {} | {cells} |", name(seen), seen["judgements"]);
    }
    out.push_str(CURVES);
    for (at, row) in
        seen.iter().zip(&unseen).flat_map(|(seen, unseen)| [("articles", seen), ("family", unseen)])
    {
        let steps = row["curve"].as_array().ok_or("a curve")?.iter().filter_map(Value::as_array);
        let step = |step: &Vec<Value>| {
            format!("{}>{} ({})", shown(step[1].as_float()), shown(step[2].as_float()), step[0])
        };
        let curve: Vec<String> = steps.map(step).collect();
        let figures = ["people", "predicted", "calibration_error"].map(|key| number(row, key));
        let _ = writeln!(out, "| {} | {at} | {} | {} |", name(row), figures.join(" | "), curve.join(", "));
    }
    out.push_str(TRIED);
    Ok(())
}

fn name(row: &Value) -> &str {
    row["set"].as_str().unwrap_or_default()
}
