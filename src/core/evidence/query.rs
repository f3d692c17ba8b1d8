//! Compares the summary, word by word, with the query of the case or its substitute.

use super::{AnalysisCache, Pair};
use crate::measures::{AskedBy, Measures, QueryOverlap};
use crate::text::Text;

/// The query of a case, parsed once.
#[derive(Debug)]
pub(super) struct Question {
    by: AskedBy,
    text: Text,
}

/// Measures the overlap of query and summary.
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
        // A text without a word is not a query.
        let read = fields.into_iter().find_map(|(by, text)| {
            let text = reader.read(text?);
            (text.token_count() > 0).then_some(Question { by, text })
        });
        read.unwrap_or_else(|| Question { by: AskedBy::Nobody, text: Text::default() })
    });
    measures.query_overlap = Some(QueryOverlap::new(question.by, &question.text, &pair.summary.text));
}
