//! The wording of a summary without its citations.

use super::citations;
use crate::text::markdown::Layout;

/// Returns the text with its citations blanked out byte for byte, so that `[2]` is not taken for a number in
/// it. `None` if it has no citations. The words of a Markdown link stay.
pub fn plain(raw: &str) -> Option<String> {
    if !raw.contains(['[', '(', ':']) && !raw.contains("www.") {
        return None;
    }
    let mut text = String::new();
    let mut done = 0;
    for span in citations::places(raw, &Layout::new(raw)) {
        let words = raw[span.range()].strip_prefix('[').and_then(|rest| rest.find("]("));
        let (open, close) = match words {
            Some(length) => (span.start..span.start + 1, span.start + 1 + length..span.end),
            None => (span.range(), span.end..span.end),
        };
        for blank in [open, close] {
            if blank.start < done || blank.is_empty() {
                continue;
            }
            text.push_str(&raw[done..blank.start]);
            text.extend(std::iter::repeat_n(' ', blank.len()));
            done = blank.end;
        }
    }
    if done == 0 {
        return None;
    }
    text.push_str(&raw[done..]);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::plain;
    use crate::labels::{LabelValue, List};

    #[test]
    fn citations_are_blanked_in_place() {
        let raw = "Rain fell [2]. See [the report](https://a.org/x) for more [3-5].";
        let text = plain(raw).unwrap();
        assert_eq!(text, "Rain fell [ ]. See  the report                   for more [   ].");
        assert_eq!(text.len(), raw.len());
        assert_eq!(plain("Nothing (is) cited [here]."), None);
        assert_eq!(plain("Nothing at all."), None);
    }

    #[test]
    fn a_claim_is_what_is_said_and_not_what_is_cited() {
        let (article, summary) =
            ("The bridge at Tane opened in 1931.", "The bridge at Tane opened in 1931 [2].");
        let analysis = crate::engine::Engine::default().analyse_pair(article, summary);
        let claim = &analysis.proposals.get(List::Claims).unwrap()[0];
        assert_eq!(
            (claim.text.as_str(), claim.word),
            (article.trim_end_matches('.'), Some(LabelValue::Supported))
        );
        assert_eq!(analysis.proposals.get(List::Extraneous), Some(&[][..]));
    }

    proptest::proptest! {
        #[test]
        fn nothing_moves(raw in "(\\[[0-9]{1,2}\\]|[a-z é語.]{1,4}|https://a\\.b/[a-z]{1,3}|\\[x\\]\\(http://b\\.c\\)){0,12}") {
            if let Some(text) = plain(&raw) {
                proptest::prop_assert_eq!(text.len(), raw.len());
                for (at, c) in text.char_indices().filter(|(_, c)| *c != ' ') {
                    proptest::prop_assert!(raw[at..].starts_with(c));
                }
            }
        }
    }
}
