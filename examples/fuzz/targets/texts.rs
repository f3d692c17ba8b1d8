//! An article and a summary as two text files.

use lockbench::case::Origin;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, cases, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds two damaged texts.
pub fn make(source: &mut Source) -> Input {
    let [article, summary] = source.pair(6);
    Input::default()
        .with("article.txt", mutate::bytes(source, article.into_bytes()))
        .with("summary.md", mutate::bytes(source, summary.into_bytes()))
}

/// Checks that there is one result, whose case has the texts of the files without a byte-order mark.
pub fn check(input: &Input, bench: &Bench) -> Outcome {
    let [article, summary] = ["article.txt", "summary.md"].map(|name| bench.folder.join(name));
    for (path, name) in [(&article, "article.txt"), (&summary, "summary.md")] {
        std::fs::write(path, input.bytes(name)).map_err(|error| error.to_string())?;
    }
    let origin = Origin::Pair { article, summary, id: None };
    let found = cases(&origin);
    ensure!(
        format!("{found:?}") == format!("{:?}", cases(&origin)),
        "read again, the files hold something else"
    );
    let [(_, outcome)] = found.as_slice() else { return Err(format!("{} results", found.len())) };
    let [article, summary] = ["article.txt", "summary.md"].map(|name| input.bytes(name));
    let readable =
        [article, summary].iter().all(|text| std::str::from_utf8(text).is_ok() && !text.contains(&0));
    match outcome {
        Ok(found) => {
            reached("cases");
            let [case] = found.cases.as_slice() else { return Err("not one case".to_owned()) };
            let same = |text: &str, bytes: &[u8]| {
                bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) == text.as_bytes()
            };
            ensure!(readable, "what is not UTF-8 text was read");
            ensure!(
                same(&case.article, article) && same(&case.summary, summary),
                "other texts than those of the files"
            );
        }
        Err(problem) => ensure!(!readable, "refused: {problem}"),
    }
    Ok(())
}
