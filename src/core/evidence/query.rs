//! What the summary answers: the case's query, or what stands in for it, word by word against the summary.

use super::{AnalysisCache, Pair};
use crate::measures::{AskedBy, Measures, QueryOverlap};
use crate::text::Text;

/// The question of a case, read once.
#[derive(Debug)]
pub(super) struct Question {
    by: AskedBy,
    text: Text,
}

/// Measures the query against the summary.
pub(super) fn run(pair: &Pair, cache: &mut AnalysisCache, measures: &mut Measures) {
    let AnalysisCache { reader, question, .. } = cache;
    let question = question.get_or_insert_with(|| {
        let case = pair.case;
        let theme = Some(&pair.article.profile.theme).filter(|theme| !theme.is_empty());
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
    measures.query_overlap = Some(QueryOverlap::new(question.by, &question.text, &pair.summary.text));
}
