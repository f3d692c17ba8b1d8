//! Sources of inputs: samples and test data, random choices, and pieces that often break programs.

use std::io;
use std::path::Path;

use lockbench::rubric::RUBRICS;
use serde_json::{Map, Value, json};

/// Characters and sequences that have broken programs which read text or write to a terminal.
pub const NASTY: [&str; 50] = [
    "\u{1b}[31m",
    "\u{1b}]0;x\u{7}",
    "\u{1b}[2J",
    "\u{1b}",
    "\u{9b}2J",
    "\u{9d}0;x\u{9c}",
    "\u{202e}",
    "\u{2066}",
    "\u{2069}",
    "\u{200b}",
    "\u{200d}",
    "\u{200e}",
    "\u{feff}",
    "\0",
    "\r",
    "\r\n",
    "\n",
    "\n\n",
    "\t",
    "\u{7f}",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{ad}",
    "\u{e0041}",
    "\u{fe0f}",
    "\u{301}",
    "\u{301}\u{308}\u{20dd}",
    "👩‍👩‍👧‍👦",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "🇫",
    "東京の研究者は",
    "。",
    "مرحبا",
    "שלום",
    "नमस्ते",
    "ﷺ",
    "ß",
    "İ",
    "ǅ",
    "\u{fffd}",
    "\u{10ffff}",
    "\u{fdd0}",
    "\"",
    "'",
    "“",
    "\\",
    "```",
    "{",
    "]",
];

/// Numbers as text: large, small, precise, and invalid ones that look like numbers.
const NUMBERS: [&str; 30] = [
    "0",
    "-0",
    "1",
    "-1",
    "0.1",
    "1.10",
    "1e308",
    "1e400",
    "-1e400",
    "1e-400",
    "5e-324",
    "NaN",
    "inf",
    "-inf",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551616",
    "123456789012345678901234567890",
    "0.1234567890123456789012345678901234567890",
    "0x10",
    "1_000",
    "01",
    "+1",
    ".5",
    "5.",
    "1/0",
    "80",
    "10000",
];

/// Names of fields, of columns and of the content of label files.
const KEYS: [&str; 44] = [
    "id", "article", "summary", "title", "query", "reference", "references", "sources", "outline",
    "retrieved", "relevant", "reasoning_steps", "explanation", "iterations", "generation_seconds", "labels",
    "highlights", "document", "context", "text", "input", "actual_output", "summary:model", "schema", "by",
    "key_points", "extraneous", "coverage_qags", "claims", "claim_qags", "deviations", "intent", "theme",
    "segments", "tone", "issues", "bias_score", "grounding", "citations", "steps", "facts", "anchors",
    "metrics", "start",
];

/// The data in the repository from which inputs are built.
pub struct Corpus {
    /// Articles with their summaries.
    pub pairs: Vec<[String; 2]>,
    /// Sentences of all texts.
    pub sentences: Vec<String>,
    /// Complete cases.
    pub cases: Vec<Value>,
    /// Judgements of other judges, and reports.
    pub judged: Vec<Value>,
    /// Rubric files.
    pub rubrics: Vec<&'static str>,
    /// Theme files.
    pub themes: Vec<String>,
}

impl Corpus {
    /// Reads the corpus.
    ///
    /// # Errors
    /// If a file is missing.
    pub fn read() -> io::Result<Corpus> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let lines = |file: &str| -> io::Result<Vec<Value>> {
            let text = std::fs::read_to_string(root.join(file))?;
            Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
        };
        let mut corpus = Corpus {
            pairs: Vec::new(),
            sentences: Vec::new(),
            cases: lines("samples/queue.jsonl")?,
            judged: lines("samples/judged.jsonl")?,
            rubrics: RUBRICS.iter().map(|entry| entry.toml).collect(),
            themes: Vec::new(),
        };
        for folder in entries(&root.join("samples"))?.into_iter().filter(|path| path.is_dir()) {
            let text = |name: &str| std::fs::read_to_string(folder.join(name));
            if let (Ok(article), Ok(summary)) = (text("article.txt"), text("summary.txt")) {
                corpus.pairs.push([article, summary]);
            }
            corpus.cases.extend(text("case.json").ok().and_then(|text| serde_json::from_str(&text).ok()));
        }
        for file in entries(&root.join("themes"))? {
            corpus.themes.push(std::fs::read_to_string(file)?);
        }
        for pair in
            lines("tests/data/minimal_pairs.jsonl")?.iter().chain(&lines("tests/data/snippets.jsonl")?)
        {
            let texts = pair.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_str);
            corpus.sentences.extend(texts.filter(|text| text.len() > 20).map(str::to_owned));
        }
        let sentences = corpus.pairs.iter().flatten().flat_map(|text| text.split_inclusive(". "));
        corpus.sentences.extend(sentences.map(str::to_owned));
        Ok(corpus)
    }
}

fn entries(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut found: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    found.sort();
    Ok(found)
}

/// Random choices based on the corpus.
pub struct Source<'a> {
    random: fastrand::Rng,
    /// What there is to begin with.
    pub corpus: &'a Corpus,
}

impl<'a> Source<'a> {
    /// Creates a source whose choices are determined by a seed.
    pub fn new(seed: u64, corpus: &'a Corpus) -> Source<'a> {
        Source { random: fastrand::Rng::with_seed(seed), corpus }
    }

    /// Returns a number below `end`, which must be at least 1.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.usize(..end.max(1))
    }

    /// Returns true with a probability of 1 in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of several references.
    pub fn pick<'b, T: ?Sized>(&mut self, of: &[&'b T]) -> &'b T {
        of[self.below(of.len())]
    }

    /// Returns a reference to one of several items.
    pub fn one<'b, T>(&mut self, of: &'b [T]) -> &'b T {
        &of[self.below(of.len())]
    }

    /// Returns a byte.
    pub fn byte(&mut self) -> u8 {
        self.random.u8(..)
    }

    /// Returns a number as text.
    pub fn number(&mut self) -> String {
        match self.below(3) {
            0 => self.below(30).to_string(),
            1 => format!("{}.{}", self.below(1000), self.below(1000)),
            _ => self.pick(&NUMBERS).to_owned(),
        }
    }

    /// Returns a piece that often breaks programs, or any character.
    pub fn nasty(&mut self) -> String {
        if self.once_in(5) { self.random.char(..).to_string() } else { self.pick(&NASTY).to_owned() }
    }

    /// Returns a short name: plain, hostile, empty or long.
    pub fn name(&mut self) -> String {
        match self.below(6) {
            0 => String::new(),
            1 => format!("{}{}", self.nasty(), self.nasty()),
            2 => self.number(),
            3 => format!("a{}b\u{1b}[31m", self.nasty()),
            4 => "x".repeat(self.below(300)),
            _ => self.key(),
        }
    }

    /// Returns a name with a meaning for the program.
    pub fn key(&mut self) -> String {
        self.pick(&KEYS).to_owned()
    }

    /// Returns up to `most` sentences of the corpus.
    pub fn prose(&mut self, most: usize) -> String {
        let count = 1 + self.below(most);
        let corpus = self.corpus;
        (0..count).map(|_| self.one(&corpus.sentences).trim().to_owned() + " ").collect()
    }

    /// Returns a text: prose, often with hostile pieces or repeated parts, or empty.
    pub fn text(&mut self, most: usize) -> String {
        let mut text = match self.below(12) {
            0 => String::new(),
            1 => (0..self.below(30)).map(|_| self.nasty()).collect(),
            2 => self.prose(2).repeat(1 + self.below(4)),
            3 => self.prose(most).to_uppercase(),
            4 => self.prose(most).replace(". ", "; "),
            _ => self.prose(most),
        };
        for _ in 0..self.below(4) {
            let at = text.floor_char_boundary(self.below(text.len() + 1));
            let piece = if self.once_in(3) { format!(" {} ", self.number()) } else { self.nasty() };
            text.insert_str(at, &piece);
        }
        text
    }

    /// Returns an article and a related summary.
    pub fn pair(&mut self, most: usize) -> [String; 2] {
        if self.once_in(6) {
            let corpus = self.corpus;
            let [article, summary] = self.one(&corpus.pairs);
            let start = article.floor_char_boundary(self.below(article.len()));
            let end = article.floor_char_boundary((start + 1200).min(article.len()));
            return [article[start..end].to_owned(), summary.clone()];
        }
        let article = self.text(most);
        if article.is_empty() || self.once_in(4) {
            return [article, self.text(3)];
        }
        let sentences: Vec<&str> = article.split_inclusive(". ").collect();
        let mut summary: String = (0..1 + self.below(3)).map(|_| *self.one(&sentences)).collect();
        for _ in 0..self.below(3) {
            let words: Vec<&str> = summary.split(' ').collect();
            let (from, to) = (self.below(words.len()), self.below(words.len()));
            let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            words[to] = if self.once_in(2) { self.number() } else { words[from].clone() };
            summary = words.join(" ");
        }
        [article, summary]
    }

    /// Returns arbitrary JSON.
    pub fn json(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 9 }) {
            0 => Value::Null,
            1 => json!(self.once_in(2)),
            2 => serde_json::from_str(&self.number()).unwrap_or(json!(7)),
            3 => json!(self.name()),
            4 => json!(self.prose(1)),
            5 => json!(self.below(20)),
            6 => (0..self.below(4)).map(|_| self.json(depth - 1)).collect(),
            7 => (0..self.below(5)).map(|_| (self.key(), self.json(depth - 1))).collect(),
            _ => (0..self.below(3)).map(|_| (self.name(), self.json(depth - 1))).collect(),
        }
    }

    /// Returns a case from the corpus, or one made of texts and fields of any kind.
    pub fn case(&mut self) -> Value {
        let corpus = self.corpus;
        let mut case = if self.once_in(5) {
            self.one(&corpus.cases).clone()
        } else {
            let [article, summary] = self.pair(8);
            json!({"id": self.name(), "article": article, "summary": summary})
        };
        if let Some(fields) = case.as_object_mut() {
            for _ in 0..self.below(4) {
                let (key, value) = (self.key(), self.json(2));
                fields.insert(key, value);
            }
            if self.once_in(8) {
                fields.remove("article");
            }
        }
        case
    }
}
