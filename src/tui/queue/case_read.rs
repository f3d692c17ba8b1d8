//! A case without any changes.

use std::sync::Arc;

use crate::audit;
use crate::case::Case;
use crate::labels::overrides::SuppliedLabels;

use super::CaseContent;
use super::blind::Visibility;

impl CaseContent {
    /// Returns a case without any changes, with the labels supplied with it.
    pub(super) fn new(case: Case) -> CaseContent {
        let mut warnings: Vec<String> = case.wrong("labels").map(ToString::to_string).into_iter().collect();
        let given = case.labels.as_ref().filter(|labels| !labels.is_null());
        let given = given.and_then(|value| match audit::read_labels(value, &case.article, &case.summary) {
            Ok(given) => {
                warnings.extend(given.warnings);
                let (article, summary) = (Arc::from(&*case.article), Arc::from(&*case.summary));
                Some(SuppliedLabels { labels: given.labels, article, summary })
            }
            Err(reason) => {
                warnings.push(format!("its labels cannot be read: {reason}"));
                None
            }
        });
        let (proposed, judge) = (None, None);
        CaseContent { case, given, proposed, judge, history: None, warnings, visibility: Visibility::Open }
    }
}
