//! Sentences and their trees: analysed text, and CoNLL-U.

use std::convert::Infallible;

use lockbench::syntax::conllu::{Sentence, read};
use lockbench::syntax::{parse, split};
use lockbench::text::Text;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

const TREES: &str = "# sent_id = 1\n# text = He can't.\n1\tHe\the\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2-3\tcan't\t_\t_\n\
                     2\tca\tcan\tAUX\tMD\t_\t0\troot\t_\t_\n3\tn't\tnot\tPART\tRB\t_\t2\tadvmod\t_\tSpaceAfter=No\n\
                     4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n1\tBye\n";

/// Builds a text, or trees, damaged.
pub fn make(source: &mut Source) -> Input {
    let (name, text) = if source.once_in(2) {
        let [article, _] = source.pair(4);
        ("article.txt", article)
    } else {
        ("trees.conllu", TREES.to_owned())
    };
    Input::default().with(name, mutate::bytes(source, text.into_bytes()))
}

/// Checks that words cover every character, that trees are valid, and that written CoNLL-U can be read
/// back.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let Some((name, bytes)) = input.parts.first() else { return Ok(()) };
    let text = String::from_utf8_lossy(bytes);
    if name == "article.txt" {
        for placed in Text::new(&text).sentences() {
            let sentence = &placed.sentence.text;
            let words: Vec<&str> = split(sentence).into_iter().map(|range| &sentence[range]).collect();
            let blank = |c: &char| !c.is_whitespace();
            ensure!(
                words.concat().chars().filter(blank).eq(sentence.chars().filter(blank)),
                "characters are lost: {sentence:?}"
            );
            let tree = parse(&words);
            ensure!(tree.nodes.len() == words.len() && tree.is_tree(), "not a tree: {words:?}");
            reached("sentences");
        }
        return Ok(());
    }
    for sentence in read(text.split('\n').map(Ok::<_, Infallible>)) {
        let Ok(sentence) = sentence else {
            reached("refused");
            break;
        };
        let mut written = String::new();
        sentence.write(&mut written);
        let again: Result<Vec<Sentence>, _> = read(written.split('\n').map(Ok::<_, Infallible>)).collect();
        let words =
            again.map_err(|error| error.to_string())?.into_iter().map(|one| one.words).collect::<Vec<_>>();
        ensure!(words.len() == 1 && words[0].len() == sentence.words.len(), "{written:?} reads otherwise");
        reached("trees");
    }
    Ok(())
}
