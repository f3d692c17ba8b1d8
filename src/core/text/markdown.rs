//! The layout of a Markdown text, as far as scoring a report needs it: headings, sections, paragraphs, code.
//!
//! Plain text is Markdown without headings.

use super::Span;

/// A heading: `## Results`, or a line underlined with `===` or `---`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its line or lines.
    pub span: Span,
    /// Its words, without marks; possibly empty.
    pub title: Span,
    /// 1 for the highest, 6 for the lowest.
    pub level: u8,
}

/// A section of a text, with its heading if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    pub heading: Option<Heading>,
    /// The text up to the next heading of any level, trimmed; never blank.
    pub body: Span,
}

/// The layout of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Runs of other lines without a blank line in between, trimmed, in order. Code belongs to the run that
    /// contains it.
    pub paragraphs: Vec<Span>,
    /// Code blocks and the metadata block at the top, in order. They are not prose.
    pub code: Vec<Span>,
}

impl Layout {
    /// Analyses the lines of a text.
    pub fn new(raw: &str) -> Layout {
        let mut layout = Layout::default();
        let mut fence: Option<(&str, usize)> = None;
        let mut paragraph: Option<Span> = None;
        let mut start = 0;
        let metadata = metadata(raw);
        if let Some(span) = metadata {
            layout.code.push(span);
            start = span.end;
        }
        for line in raw[start..].split_inclusive('\n') {
            let span = Span::new(start, start + line.len());
            start = span.end;
            let text = line.trim_end();
            let mark = fence_mark(text);
            if let Some((open, from)) = fence {
                paragraph = Some(paragraph.map_or(span, |p| p.join(span)));
                if mark.is_some_and(|mark| mark.starts_with(open) && text.trim() == mark) {
                    layout.code.push(Span::new(from, span.end));
                    fence = None;
                }
                continue;
            }
            if let Some(mark) = mark {
                fence = Some((mark, span.start));
            } else if let Some(heading) = atx(raw, span) {
                layout.end(raw, &mut paragraph);
                layout.headings.push(heading);
                continue;
            } else if text.trim().is_empty() {
                layout.end(raw, &mut paragraph);
                continue;
            } else if let (Some(above), Some(level)) = (paragraph, underline(text))
                && !raw[above.range()].trim().contains(['\n', '\r'])
            {
                let title = trimmed(raw, above);
                layout.headings.push(Heading {
                    span: above.join(Span::new(span.start, span.start + text.len())),
                    title,
                    level,
                });
                paragraph = None;
                continue;
            }
            paragraph = Some(paragraph.map_or(span, |p| p.join(span)));
        }
        if let Some((_, from)) = fence {
            layout.code.push(Span::new(from, raw.len()));
        }
        layout.end(raw, &mut paragraph);
        layout
    }

    fn end(&mut self, raw: &str, paragraph: &mut Option<Span>) {
        if let Some(span) = paragraph.take() {
            self.paragraphs.push(trimmed(raw, span));
        }
    }

    /// Whether headings divide the text into sections. A single heading above everything is only a title.
    pub fn is_headed(&self) -> bool {
        match self.headings.as_slice() {
            [] => false,
            [only] => self.paragraphs.first().is_some_and(|first| first.start < only.span.start),
            _ => true,
        }
    }

    /// Returns the sections, which are defined by headings, or else each paragraph.
    pub fn sections(&self) -> Vec<Section> {
        if !self.is_headed() {
            return self.paragraphs.iter().map(|&body| Section { heading: None, body }).collect();
        }
        let mut sections: Vec<Section> = Vec::new();
        let mut headings = self.headings.iter().copied().peekable();
        let mut heading = None;
        for &paragraph in &self.paragraphs {
            let mut fresh = sections.is_empty();
            while let Some(next) = headings.next_if(|next| next.span.start < paragraph.start) {
                heading = Some(next);
                fresh = true;
            }
            match sections.last_mut().filter(|_| !fresh) {
                Some(section) => section.body = section.body.join(paragraph),
                None => sections.push(Section { heading, body: paragraph }),
            }
        }
        sections
    }

    /// Returns the heading that contains a byte.
    pub fn heading_at(&self, byte: usize) -> Option<&Heading> {
        let at = self.headings.partition_point(|heading| heading.span.end <= byte);
        self.headings.get(at).filter(|heading| heading.span.start <= byte)
    }

    /// Whether a byte is within a block of code or metadata.
    pub fn in_code(&self, byte: usize) -> bool {
        let at = self.code.partition_point(|block| block.end <= byte);
        self.code.get(at).is_some_and(|block| block.start <= byte)
    }
}

fn trimmed(raw: &str, span: Span) -> Span {
    let text = &raw[span.range()];
    let start = span.start + text.len() - text.trim_start().len();
    Span::new(start, start + text.trim().len())
}

/// Largest number of leading spaces of a heading; with more, the line is code.
const MOST_INDENT: usize = 3;

/// Returns a line without its indent, if the indent is no larger than a heading's may be.
fn unindented(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(' ');
    (line.len() - rest.len() <= MOST_INDENT).then_some(rest)
}

/// Returns the run of backticks or tildes that opens or closes a code block.
fn fence_mark(line: &str) -> Option<&str> {
    let rest = unindented(line)?;
    let mark = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let run = &rest[..rest.len() - rest.trim_start_matches(mark).len()];
    let inline = mark == '`' && rest[run.len()..].contains('`');
    (run.len() >= 3 && !inline).then_some(run)
}

fn atx(raw: &str, line: Span) -> Option<Heading> {
    let text = raw[line.range()].trim_end();
    let rest = unindented(text)?;
    let words = rest.trim_start_matches('#');
    let level = rest.len() - words.len();
    if !(1..=6).contains(&level) || !(words.is_empty() || words.starts_with([' ', '\t'])) {
        return None;
    }
    let at = line.start + text.len() - words.len();
    let mut title = trimmed(raw, Span::new(at, line.start + text.len()));
    // Marks after the title close it, if a space separates them from it.
    let bare = raw[title.range()].trim_end_matches('#');
    if bare.is_empty() || bare.ends_with([' ', '\t']) {
        title = trimmed(raw, Span::new(title.start, title.start + bare.len()));
    }
    Some(Heading { span: Span::new(line.start, line.start + text.len()), title, level: level as u8 })
}

fn underline(line: &str) -> Option<u8> {
    let rest = unindented(line)?;
    let all = |mark: char| rest.len() >= 2 && rest.chars().all(|c| c == mark);
    if all('=') {
        Some(1)
    } else if all('-') {
        Some(2)
    } else {
        None
    }
}

/// Returns the block between two `---` lines at the top, which holds metadata and is not part of the text.
fn metadata(raw: &str) -> Option<Span> {
    let mut lines = raw.split_inclusive('\n');
    let mut end = lines.next().filter(|first| first.trim_end() == "---")?.len();
    for line in lines {
        end += line.len();
        match line.trim_end() {
            "---" | "..." => return Some(Span::new(0, end)),
            // A horizontal rule above prose, not metadata.
            "" => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sections(raw: &str) -> Vec<(String, String)> {
        let text = |span: Span| raw[span.range()].to_owned();
        let sections = Layout::new(raw).sections();
        sections
            .iter()
            .map(|s| (s.heading.map_or_else(String::new, |h| text(h.title)), text(s.body)))
            .collect()
    }

    fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
        all.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    }

    #[test]
    fn both_kinds_of_headings_part_a_text() {
        let raw = "Before.\n\n# One #\nFirst.\n\nStill.\n\nTwo\n---\nSecond.\r\n### Three ###\r\nThird.\n";
        assert_eq!(
            sections(raw),
            pairs(&[("", "Before."), ("One", "First.\n\nStill."), ("Two", "Second."), ("Three", "Third.")])
        );
        let levels: Vec<u8> = Layout::new(raw).headings.iter().map(|h| h.level).collect();
        assert_eq!(levels, [1, 2, 3]);
    }

    #[test]
    fn a_sole_heading_on_top_is_the_title_of_paragraphs() {
        assert_eq!(sections("# Report\n\nOne.\n\nTwo."), pairs(&[("", "One."), ("", "Two.")]));
        assert!(!Layout::new("# Report\n\nOne.").is_headed());
        assert!(Layout::new("One.\n\n# Rest\n\nTwo.").is_headed());
        assert_eq!(sections(""), pairs(&[]));
        assert_eq!(sections("#\n#\n"), pairs(&[]));
    }

    #[test]
    fn a_heading_without_text_of_its_own_heads_nothing() {
        assert_eq!(sections("# Report\n## One\nText."), pairs(&[("One", "Text.")]));
    }

    #[test]
    fn what_looks_like_a_heading_and_is_none() {
        for raw in [
            "#hashtag is not a heading",
            "    # indented code",
            "A list\nof two lines\n---\nrule",
            "####### seven",
            "- item\n\n---\n\nText.",
        ] {
            assert_eq!(Layout::new(raw).headings, [], "{raw:?}");
        }
        let code = "# A\nx\n```sh\n# comment\n```\n# B\ny";
        assert_eq!(sections(code), pairs(&[("A", "x\n```sh\n# comment\n```"), ("B", "y")]));
        assert!(Layout::new(code).in_code(code.find("comment").unwrap_or(0)));
        assert_eq!(Layout::new("---\ntitle: T\n---\nText.").paragraphs.len(), 1);
        assert_eq!(Layout::new("```\n# never closed").headings, []);
    }

    #[test]
    fn any_text_has_a_layout() {
        for raw in
            ["\u{0}#\r#\u{2028}", "===\n===\n---", "# \n## \n", "```\n~~~\n```", "é\n=\n", "---\n---\n---"]
        {
            let layout = Layout::new(raw);
            for section in layout.sections() {
                assert!(!raw[section.body.range()].trim().is_empty());
                assert!(layout.paragraphs.iter().any(|p| section.body.range().contains(&p.start)));
            }
        }
    }
}
