//! The default name of a judge: the file name of its program.

use std::path::Path;

/// Programs that run another program, whose name is more informative.
const RUNNERS: [&str; 10] =
    ["python", "python3", "sh", "bash", "node", "ruby", "perl", "Rscript", "deno", "env"];

/// Returns the name of the program in a shell command; `judge` if there is none.
pub fn of(command: &str) -> String {
    let words = shell_words::split(command)
        .unwrap_or_else(|_| command.split_whitespace().map(str::to_owned).collect());
    let file = |word: &String| Path::new(word).file_name().map(|name| name.to_string_lossy().into_owned());
    let is_set = |word: &&String| word.split_once('=').is_some_and(|(name, _)| !name.contains('/'));
    let mut words = words.iter().skip_while(is_set);
    let first = words.next().and_then(file);
    let runs = |name: &String| RUNNERS.iter().any(|runner| runs_as(name, runner));
    // The argument of `-c` is code, not a file.
    let mut rest = words.take_while(|word| *word != "-c");
    let script =
        first.as_ref().filter(|name| runs(name)).and_then(|_| rest.find(|word| !word.starts_with('-')));
    let script = script.and_then(file);
    script.or(first).filter(|name| !name.is_empty()).unwrap_or_else(|| "judge".to_owned())
}

/// Returns whether a program is a runner, with or without a version: `python3.12`.
fn runs_as(name: &str, runner: &str) -> bool {
    let version = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || c == '.');
    name.strip_prefix(runner).is_some_and(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_is_called_by_its_program() {
        for (command, name) in [
            ("./judge.py", "judge.py"),
            ("/opt/judges/nli --model x", "nli"),
            ("python3 'my judges/nli.py' --model x", "nli.py"),
            ("KEY=a/b python3.12 -u judges/openai.py", "openai.py"),
            ("sh -c 'cat x | y'", "sh"),
            ("my-judge | tee log", "my-judge"),
            ("", "judge"),
            ("'open", "'open"),
        ] {
            assert_eq!(of(command), name, "{command}");
        }
    }
}
