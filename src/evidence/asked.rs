//! What the summary answers: the case's query, or what stands in for it, word by word against the summary.

use rustc_hash::FxHashMap;

use super::{Memo, Pair};
use crate::measures::{Asked, AskedBy, Measures, Term};
use crate::text::{Text, fold_token};

/// The question of a case, read once.
#[derive(Debug)]
pub(super) struct Question {
    by: AskedBy,
    text: Text,
}

/// Measures the query against the summary.
pub(super) fn run(pair: &Pair, memo: &mut Memo, measures: &mut Measures) {
    let Memo { reader, question, .. } = memo;
    let question = question.get_or_insert_with(|| {
        let case = pair.case;
        let theme = Some(&pair.article.gist.theme).filter(|theme| !theme.is_empty());
        let fields = [
            (AskedBy::Query, case.query.as_ref()),
            (AskedBy::Title, case.title.as_ref()),
            (AskedBy::Theme, theme),
        ];
        // A text without a word asks nothing.
        let read = fields.into_iter().find_map(|(by, text)| {
            let text = reader.read(text?);
            (text.token_count() > 0).then_some(Question { by, text })
        });
        read.unwrap_or_else(|| Question { by: AskedBy::Nobody, text: Text::default() })
    });
    measures.asked = Some(asked(question, &pair.summary.text));
}

fn asked(question: &Question, summary: &Text) -> Asked {
    let mut terms: Vec<Term> = Vec::new();
    let mut places: FxHashMap<u64, usize> = FxHashMap::default();
    for (span, token) in question.text.tokens() {
        let place = *places.entry(token.word).or_insert_with(|| {
            let word = fold_token(question.text.slice(span)).into_owned();
            terms.push(Term { word, asked: 0, said: 0 });
            terms.len() - 1
        });
        terms[place].asked += 1;
    }
    let mut others: FxHashMap<u64, usize> = FxHashMap::default();
    for (_, token) in summary.tokens() {
        match places.get(&token.word) {
            Some(place) => terms[*place].said += 1,
            None => *others.entry(token.word).or_default() += 1,
        }
    }
    // A sum of whole numbers: its order does not show.
    let others_squared = others.values().map(|count| count * count).sum();
    Asked {
        by: question.by,
        text: question.text.raw().to_string(),
        terms,
        others: others.len(),
        others_squared,
    }
}
