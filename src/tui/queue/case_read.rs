//! A case to which nothing was done.

use std::sync::Arc;

use crate::audit;
use crate::case::Case;
use crate::labels::overrides::Kept;

use super::Read;
use super::blind::Sight;

impl Read {
    /// A case to which nothing was done, with the labels that came with it.
    pub(super) fn new(case: Case) -> Read {
        let mut warnings: Vec<String> = case.wrong("labels").map(ToString::to_string).into_iter().collect();
        let given = case.labels.as_ref().filter(|labels| !labels.is_null());
        let given = given.and_then(|value| match audit::read_labels(value, &case.article, &case.summary) {
            Ok(given) => {
                warnings.extend(given.warnings);
                let (article, summary) = (Arc::from(&*case.article), Arc::from(&*case.summary));
                Some(Kept { labels: given.labels, article, summary })
            }
            Err(reason) => {
                warnings.push(format!("its labels cannot be read: {reason}"));
                None
            }
        });
        let (proposed, judged) = (None, false);
        Read {
            case,
            given,
            proposed,
            judged,
            history: None,
            others: Vec::new(),
            warnings,
            sight: Sight::Open,
        }
    }
}
