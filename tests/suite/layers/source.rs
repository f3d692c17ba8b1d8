//! A source file for the checks: its tokens without comments and tests, and the paths that it names.

use std::fs;
use std::path::{Path, PathBuf};

use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};

/// A file of the crate.
pub struct Source {
    /// Path below `src`.
    pub path: String,
    /// Module path: `rubric/locks/rules.rs` is rubric, locks, rules.
    pub module: Vec<String>,
    /// Every path named in it.
    pub names: Vec<Named>,
    /// Every word in it; macros with their exclamation mark: `println!`.
    pub words: Vec<(String, usize)>,
    /// Every literal.
    pub literals: Vec<Literal>,
    /// Number of lines before the tests.
    pub lines: usize,
}

/// A path in the source.
pub struct Named {
    /// From the crate root if it begins with `crate`, `self` or `super`; otherwise as written.
    pub segments: Vec<String>,
    /// Whether it belongs to the crate.
    pub own: bool,
    /// The imported name, if it is an import.
    pub import: Option<String>,
    /// Its line.
    pub line: usize,
}

/// A literal in the source.
pub struct Literal {
    /// As written.
    pub text: String,
    /// The function that has it as its only argument: `Num::int`.
    pub argument_of: Option<String>,
    /// Whether it is the complete value of a constant.
    pub constant: bool,
    /// Its line.
    pub line: usize,
}

/// Returns the files below a folder, sorted.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() { found.extend(files_below(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// Returns the path of a file relative to a folder, with `/` as separator.
pub fn relative(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).expect("a file of the folder").to_string_lossy().replace('\\', "/")
}

/// A token: a word, a literal, or a punctuation mark.
struct Token<'t> {
    text: &'t str,
    kind: Kind,
    line: usize,
}

#[derive(PartialEq)]
enum Kind {
    Word,
    Literal,
    Mark,
}

impl Source {
    /// Reads a source; a file that contains only tests is empty.
    pub fn new(path: &str, text: &str) -> Source {
        let stem = path.trim_end_matches(".rs");
        // The engine's package exports its modules under their names, and the parser as one of them.
        let stem = stem.strip_prefix("core/").unwrap_or(stem);
        let stem = stem.strip_suffix("/lib").unwrap_or(stem);
        let module = match stem {
            "lib" | "main" => Vec::new(),
            stem => stem.split('/').map(str::to_owned).collect(),
        };
        let (names, words, literals) = (Vec::new(), Vec::new(), Vec::new());
        let mut source = Source { path: path.to_owned(), module, names, words, literals, lines: 0 };
        if stem.ends_with("tests") || path.contains("/tests/") {
            return source;
        }
        source.lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
        source.read(&without_tests(tokens(text)));
        source
    }

    /// Where something stands.
    pub fn at(&self, line: usize) -> String {
        format!("src/{}:{line}", self.path)
    }

    fn read(&mut self, tokens: &[Token]) {
        let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
        let mut import = false;
        for (at, token) in tokens.iter().enumerate() {
            let before = if at > 0 { text(at - 1) } else { "" };
            match token.kind {
                Kind::Word => {
                    let mark = if text(at + 1) == "!" && text(at + 2) != "=" { "!" } else { "" };
                    self.words.push((format!("{}{mark}", token.text), token.line));
                    // `use<'a>` in a type is not an import.
                    if token.text == "use" && text(at + 1) != "<" {
                        import = true;
                        self.path(tokens, at + 1, &[], None, true);
                    } else if !import && ![":", "."].contains(&before) && is_path(tokens, at + 1) {
                        self.path(tokens, at, &[], None, false);
                    }
                }
                // A literal after a dot is a field of a tuple.
                Kind::Literal if before != "." => {
                    let alone = before == "(" && text(at + 1) == ")";
                    let argument_of =
                        alone.then(|| function(&tokens[..at - 1])).filter(|name| !name.is_empty());
                    self.literals.push(Literal {
                        text: token.text.to_owned(),
                        argument_of,
                        constant: before == "=" && text(at + 1) == ";" && at >= 5 && text(at - 5) == "const",
                        line: token.line,
                    });
                }
                Kind::Literal => {}
                Kind::Mark => import &= token.text != ";",
            }
        }
    }

    /// Reads a path, or a group of paths, after the given prefix; returns the position after it.
    fn path(
        &mut self,
        tokens: &[Token],
        mut at: usize,
        prefix: &[String],
        mut own: Option<bool>,
        import: bool,
    ) -> usize {
        let mut segments = prefix.to_vec();
        let line = tokens.get(at).map_or(0, |token| token.line);
        while let Some(token) = tokens.get(at) {
            match (token.text, own) {
                ("{", _) => {
                    at += 1;
                    while tokens.get(at).is_some_and(|token| token.text != "}") {
                        let behind = self.path(tokens, at, &segments, own, import);
                        // Past the comma, or past anything that is not a path.
                        at = behind.max(at + 1);
                    }
                    return at + 1;
                }
                ("crate", None) => own = Some(true),
                ("self", None) => (segments, own) = (self.module.clone(), Some(true)),
                ("super", None) => {
                    segments = self.module[..self.module.len().saturating_sub(1)].to_vec();
                    own = Some(true);
                }
                ("super", Some(_)) => drop(segments.pop()),
                ("self" | "*", Some(_)) => {}
                (word, _) if token.kind == Kind::Word => {
                    segments.push(word.to_owned());
                    own = own.or(Some(false));
                }
                _ => return at,
            }
            at += 1;
            if !is_path(tokens, at) {
                break;
            }
            at += 2;
        }
        let mut name = segments.last().cloned();
        if let Some([_, renamed]) = tokens.get(at..at + 2).filter(|pair| pair[0].text == "as") {
            name = Some(renamed.text.to_owned());
            at += 2;
        }
        let own = own.unwrap_or(false);
        self.names.push(Named { segments, own, import: name.filter(|_| import), line });
        at
    }
}

/// Returns the tokens of a text, without white space and comments.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut found, mut from, mut line) = (Vec::new(), 0, 1);
    for token in tokenize(text, FrontmatterAllowed::No) {
        let part = &text[from..from + token.len as usize];
        let kind = match token.kind {
            TokenKind::Whitespace | TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => None,
            TokenKind::Lifetime { .. } => None,
            TokenKind::Ident | TokenKind::RawIdent => Some(Kind::Word),
            TokenKind::Literal { .. } => Some(Kind::Literal),
            _ => Some(Kind::Mark),
        };
        found.extend(kind.map(|kind| Token { text: part, kind, line }));
        line += part.matches('\n').count();
        from += token.len as usize;
    }
    found
}

/// Returns the tokens that are compiled into the program: without items after `#[cfg(test)]`, up to their
/// `;` or block.
fn without_tests(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut found, mut left) = (Vec::new(), tokens.into_iter().peekable());
    let mut seen: Vec<Token> = Vec::new();
    while let Some(token) = left.next() {
        seen.push(token);
        let matches = seen.iter().map(|token| token.text).eq(MARK[..seen.len().min(7)].iter().copied());
        if matches && seen.len() == MARK.len() {
            seen.clear();
            let mut depth = 0;
            for token in left.by_ref() {
                depth += usize::from(token.text == "{");
                let closes = token.text == "}";
                depth -= usize::from(closes);
                if depth == 0 && (closes || token.text == ";") {
                    break;
                }
            }
        } else if !matches {
            found.append(&mut seen);
        }
    }
    found.append(&mut seen);
    found
}

/// Returns whether two colons are at this position.
fn is_path(tokens: &[Token], at: usize) -> bool {
    tokens.get(at..at + 2).is_some_and(|pair| pair.iter().all(|token| token.text == ":"))
}

/// Returns the path at the end of some tokens: `Num::int` before its argument.
fn function(tokens: &[Token]) -> String {
    let is_part = |token: &&Token| token.kind == Kind::Word || token.text == ":";
    let count = tokens.iter().rev().take_while(is_part).count();
    tokens[tokens.len() - count..].iter().map(|token| token.text).collect()
}
