//! `lockbench parse`: writes the engine's analysis of a text as CoNLL-U.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::case::{
    Fields, Line, MAX_RECORD, TEXT, is_of_cases, is_stdin, next_line, origins, read, read_stdin_text,
    read_whole_text, utf8,
};
use crate::syntax::{self, conllu};
use crate::text::coreference::{Entities, MentionKind};
use crate::text::{CharIndex, Placed, Span, Text, TextProfile};

use super::destination::{Destination, OutputArgs};
use super::output::{Content, Results, notify, print_note};
use super::{CliError, status};

/// Arguments of `parse`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A text; with --field cases, with --tokens CoNLL-U; - for stdin, the default
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Read a text of each case of the file
    #[arg(long, value_enum, value_name = "FIELD", conflicts_with = "tokens")]
    field: Option<Field>,
    /// Read CoNLL-U, keep its sentences and words, and write the engine's own tags and heads: for measuring
    #[arg(long)]
    tokens: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// A text of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Field {
    /// The text that is judged
    Summary,
    /// The text that is summarised
    Article,
}

pub fn run(args: &Args) -> Result<u8, CliError> {
    let file = args.file.as_deref().unwrap_or(Path::new("-"));
    if args.file.is_none() && io::IsTerminal::is_terminal(&io::stdin()) {
        return Err(CliError::usage("no text").hint("name a file, or - to read a text from a pipe"));
    }
    let mut destination = args.output.open()?;
    let results = Results::to(destination.file()?);
    let mut out = Writer { results, destination, closed: false };
    let whole = match args.field {
        Some(field) => of_cases(file, field, &mut out)?,
        None if args.tokens => of_words(file, &mut out)?,
        None => {
            if is_of_cases(file) {
                print_note(format!(
                    "{} is read as one text; --field summary, or article, reads the texts of its cases",
                    file.display()
                ));
            }
            write_text(&text(file)?, "", &file.display().to_string(), &mut out)?;
            true
        }
    };
    out.flush()?;
    let Writer { results, destination, .. } = out;
    drop(results);
    destination.keep()?;
    Ok(if whole { status::SUCCESS } else { status::UNSCORED })
}

/// Reads a file of text, or standard input.
fn text(file: &Path) -> Result<String, CliError> {
    let read = if is_stdin(file) { read_stdin_text(TEXT) } else { read_whole_text(file, TEXT) };
    read.map_err(CliError::usage)
}

/// Parses one text of each case; returns whether all could be read.
fn of_cases(file: &Path, field: Field, out: &mut Writer) -> Result<bool, CliError> {
    let origins = origins(&[file.to_owned()]).map_err(CliError::usage)?;
    let mut whole = true;
    for origin in &origins {
        for record in read(origin, &Arc::default()) {
            record.note.iter().for_each(print_note);
            match record.cases(&Fields::default()) {
                Ok(found) => {
                    for case in found.cases {
                        let text = match field {
                            Field::Summary => &case.summary,
                            Field::Article => &case.article,
                        };
                        out.write(format!("# newdoc id = {}\n", one_line(&case.id)))?;
                        write_text(text, &format!("{}-", case.id), &case.id, out)?;
                    }
                }
                Err(problem) => {
                    notify(&format!("error: {} ({})", problem.reason, problem.place));
                    whole = false;
                }
            }
            if out.closed {
                return Ok(whole);
            }
        }
    }
    Ok(whole)
}

/// Parses the sentences of a CoNLL-U file with its own word segmentation. Its other columns are ignored,
/// since a treebank may use other tags and relations than the parser.
fn of_words(file: &Path, out: &mut Writer) -> Result<bool, CliError> {
    let mut reader: Box<dyn BufRead> = if is_stdin(file) {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let unreadable =
            |error: io::Error| CliError::usage(format!("cannot read {}: {error}", file.display()));
        Box::new(BufReader::new(std::fs::File::open(file).map_err(unreadable)?))
    };
    let lines = std::iter::from_fn(move || next_line(&mut *reader, MAX_RECORD).transpose());
    let lines = (1..).zip(lines).map(|(number, line)| match line {
        Ok(Line::Kept(bytes)) => {
            utf8(&bytes).map(number_and_word).map_err(|error| format!("line {number}: {}", error.reason))
        }
        Ok(Line::TooLong) => Err(format!("line {number}: longer than {} MiB", MAX_RECORD >> 20)),
        Err(error) => Err(error.to_string()),
    });
    for sentence in conllu::read(lines) {
        let sentence = sentence.map_err(|error| {
            CliError::usage(format!("{}: {error}", file.display()))
                .hint("--tokens reads CoNLL-U; leave it out for a text")
        })?;
        let words: Vec<&str> = sentence.words.iter().map(String::as_str).collect();
        let tree = Some(syntax::parse(&words));
        let mut lines = String::new();
        conllu::Sentence { tree, misc: Vec::new(), ..sentence }.write(&mut lines);
        out.write(lines)?;
        if out.closed {
            break;
        }
    }
    Ok(true)
}

/// Returns a line of CoNLL-U without the columns after the second; a comment stays unchanged.
fn number_and_word(line: &str) -> String {
    let mut tabs = line.match_indices('\t').map(|(at, _)| at);
    let end = tabs.nth(1).filter(|_| !line.starts_with('#'));
    line[..end.unwrap_or(line.len())].to_owned()
}

/// Writes the sentences of a text. `ids` is the prefix of their numbers; `name` says which text it is.
fn write_text(raw: &str, ids: &str, name: &str, out: &mut Writer) -> Result<(), CliError> {
    let text = Text::new(raw);
    let language = TextProfile::of(&text).language;
    if let Some(language) = language {
        print_note(format!(
            "{name}: the text is {language}, and the parser knows English alone; words without a tree"
        ));
    }
    let chars = CharIndex::new(raw);
    for (number, placed) in (1..).zip(text.sentences()) {
        let mut lines = String::new();
        let mut sentence = sentence(placed, &format!("{ids}{number}"), language.is_none(), &chars);
        if language.is_none() {
            entities(text.entities(), number - 1, &mut sentence);
        }
        // A sentence belongs to the block in which it begins.
        if let Some(block) = text.block_at(placed.start) {
            sentence.comments.push(format!("block = {}", block.kind.name()));
            let speaker = block.speaker.map(|name| format!("speaker = {}", one_line(text.slice(name))));
            sentence.comments.extend(speaker);
        }
        sentence.write(&mut lines);
        if language.is_none() {
            propositions(placed, &mut lines);
        }
        out.write(lines)?;
        if out.closed {
            break;
        }
    }
    Ok(())
}

/// Adds entities to the last column: an entity with its kind opens at the first word of a mention and
/// closes at the last. Only mentions with a name or a link are written.
fn entities(found: &Entities, number: usize, sentence: &mut conllu::Sentence) {
    let mut marks: BTreeMap<usize, String> = BTreeMap::new();
    for one in found.of_sentence(number) {
        let entity = &found.entities[one.entity];
        if one.kind != MentionKind::Name && entity.mentions.len() < 2 {
            continue;
        }
        let (id, (first, last)) = (one.entity + 1, one.words);
        let _ = write!(marks.entry(first).or_default(), "({id}-{}", entity.kind.name());
        let end = marks.entry(last).or_default();
        if first == last {
            end.push(')');
        } else {
            let _ = write!(end, "{id})");
        }
    }
    for (word, mark) in marks {
        let _ = write!(sentence.misc[word], "|Entity={mark}");
    }
}

/// Appends the propositions of a sentence as comments before the empty line that ends it.
fn propositions(placed: &Placed, lines: &mut String) {
    let parsed = placed.sentence.tree();
    let words = |nodes: &[usize]| -> Vec<&str> {
        nodes.iter().map(|at| &placed.sentence.text[parsed.words[*at].range()]).collect()
    };
    let numbers = |nodes: &[usize]| -> Vec<usize> { nodes.iter().map(|at| at + 1).collect() };
    lines.pop();
    for (number, one) in (1..).zip(&parsed.propositions) {
        let arguments: Vec<Value> = { one.arguments.iter() }
            .map(|argument| {
                json!({
                    "role": argument.role.name(),
                    "text": words(&argument.words).join(" "),
                    "marker": words(&argument.marker).join(" "),
                    "words": numbers(&argument.words),
                    "shared": argument.shared,
                })
            })
            .collect();
        let value = json!({
            "id": number,
            "kind": one.kind.name(),
            "predicate": one.lemma,
            "words": numbers(&one.verb),
            "head": one.head + 1,
            "passive": one.passive,
            "negated": one.negated,
            "modality": one.modality.name(),
            "source": one.source.as_deref().map(|source| words(source).join(" ")),
            "in": one.parent.map(|parent| parent + 1),
            "arguments": arguments,
        });
        let _ = writeln!(lines, "# proposition = {value}");
    }
    lines.push('\n');
}

/// Returns a sentence with its tree and the positions of its words.
fn sentence(placed: &Placed, id: &str, english: bool, chars: &CharIndex) -> conllu::Sentence {
    let parsed = placed.sentence.tree();
    let place = |span: &Span| {
        let (start, end) = chars.chars(placed.place(*span));
        format!("Start={start}|End={end}")
    };
    conllu::Sentence {
        comments: vec![
            format!("sent_id = {}", one_line(id)),
            format!("text = {}", one_line(&placed.sentence.text)),
        ],
        words: parsed.words.iter().map(|span| placed.sentence.text[span.range()].to_owned()).collect(),
        ranges: Vec::new(),
        tree: english.then(|| parsed.tree.clone()),
        misc: parsed.words.iter().map(place).collect(),
    }
}

/// Puts a text on one line without tabs, for a comment.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() && c != ' ' || c.is_control()).collect::<Vec<_>>().join(" ")
}

/// Writes lines of columns. A closed pipe ends the work without an error.
struct Writer {
    results: Results<Box<dyn io::Write>>,
    destination: Destination,
    closed: bool,
}

impl Writer {
    fn write(&mut self, lines: String) -> Result<(), CliError> {
        let written = self.results.write(&Content::Columns(lines));
        self.check(written)
    }

    fn flush(&mut self) -> Result<(), CliError> {
        let flushed = self.results.flush();
        self.check(flushed)
    }

    fn check(&mut self, written: io::Result<()>) -> Result<(), CliError> {
        self.closed |= !self.destination.heard(written)?;
        Ok(())
    }
}
