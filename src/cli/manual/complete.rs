//! Completion scripts, which include the names of rubrics, readings, metrics, lists, lessons and
//! explained topics from the program's tables.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;

use crate::annotation_rules::RULES;
use crate::cli::Cli;
use crate::labels::LISTS;
use crate::lesson::SHIPPED;
use crate::rubric::{READINGS, RUBRICS, RubricSet};

pub fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut named(Cli::command(), ""), "lockbench", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Bash => script + &readings_in_bash(),
        Shell::Fish => script + &arguments_in_fish(),
        Shell::Zsh => in_zsh(&script),
        _ => script,
    }
}

/// Adds the possible names to the arguments of all commands. `path` is the name of the parent command.
fn named(command: Command, path: &str) -> Command {
    let name = format!("{path} {}", command.get_name()).trim().to_owned();
    let place = name.clone();
    let command = command.mut_args(move |arg| match values(&place, &arg) {
        Some(values) if !values.is_empty() => {
            // A script is written once per process, and clap requires names with a static lifetime.
            let names: Vec<&'static str> = values.into_iter().map(|name| &*name.leak()).collect();
            arg.value_parser(PossibleValuesParser::new(names))
        }
        _ => arg,
    });
    let below = if path.is_empty() && name == "lockbench" { String::new() } else { name };
    command.mut_subcommands(move |sub| named(sub, &below))
}

/// Returns the names that an argument takes; `None` if it takes any value.
fn values(command: &str, arg: &Arg) -> Option<Vec<String>> {
    let (rubrics, all) = (|| RUBRICS.iter().map(|entry| entry.slug.to_owned()), ["all".to_owned()]);
    let takes_all = arg.get_value_names().is_some_and(|names| names.iter().any(|name| name.ends_with("all")));
    let values = match (command, arg.get_id().as_str()) {
        ("rubric check", "name") => rubrics().chain(all).collect(),
        ("rubric show", "name") => rubrics().collect(),
        (_, "rubric") if takes_all => rubrics().chain(all).collect(),
        (_, "rubric") => rubrics().collect(),
        (_, "reading") => readings(),
        (_, "metric") => metrics(),
        (_, "list") => LISTS.iter().map(|spec| spec.key.to_owned()).collect(),
        ("learn", "lessons") => SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect(),
        ("explain", "name") => topics(),
        _ => return None,
    };
    Some(values)
}

fn readings() -> Vec<String> {
    READINGS
        .iter()
        .flat_map(|reading| reading.values.iter().map(|value| format!("{}={value}", reading.key)))
        .collect()
}

fn metrics() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, rubric) in RubricSet::shipped().iter() {
        for (key, _) in rubric.docs().metrics {
            if !names.iter().any(|name| name == key) {
                names.push(key.to_owned());
            }
        }
    }
    names
}

/// Returns every topic of `explain`.
fn topics() -> Vec<String> {
    let mut names = metrics();
    let mut add = |name: &str| {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    };
    add("verdict");
    for (entry, rubric) in RubricSet::shipped().iter() {
        add(entry.slug);
        rubric.docs().caps.iter().for_each(|cap| add(cap.slug));
    }
    READINGS.iter().for_each(|reading| add(reading.key));
    RULES.iter().for_each(|rule| add(&rule.id));
    names
}

/// Completes positional arguments, which the generated scripts for fish omit.
fn arguments_in_fish() -> String {
    let lessons: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
    let rubrics = crate::rubric::slugs();
    [
        ("__fish_seen_subcommand_from explain", topics().join(" ")),
        ("__fish_seen_subcommand_from learn", lessons.join(" ")),
        ("__fish_seen_subcommand_from rubric; and __fish_seen_subcommand_from show", rubrics.join(" ")),
    ]
    .map(|(when, names)| format!("complete -c lockbench -n \"{when}\" -a \"{names}\"\n"))
    .concat()
}

/// Completes the value of a reading separately, since bash splits words at `=`.
/// Mends what clap_complete writes for zsh. `_arguments` gives the first word to the files of `lockbench FILE...`, so that
/// a command is never recognised and nothing of it is completed: the files become an alternative to the names of the
/// commands. After `*::` it takes options for files: `*:` is the same argument without that.
fn in_zsh(script: &str) -> String {
    const COMMANDS: &str = "\":: :_lockbench_commands\" \\";
    const DESCRIBED: &str = "    _describe -t commands 'lockbench commands' commands \"$@\"";
    const STATE: &str = "    (lockbench)";
    let (mut text, mut is_top) = (String::with_capacity(script.len()), true);
    for line in script.lines() {
        if is_top && line.starts_with("'::files") {
            continue;
        }
        is_top &= line != COMMANDS;
        let line = line.replace("$line[2]", "$line[1]");
        match line.strip_prefix("'*::") {
            Some(rest) => text.extend(["'*:", rest]),
            None => text.push_str(&line),
        }
        text.push('\n');
        match &*line {
            // A further file: no command has such characters in its name.
            STATE => text.push_str("        [[ $line[1] == *[./]* ]] && _files && return\n"),
            DESCRIBED => text.push_str("    _files\n"),
            _ => {}
        }
    }
    text
}

fn readings_in_bash() -> String {
    format!(
        r#"
_lockbench_reading() {{
    local typed="${{COMP_LINE:0:COMP_POINT}}"
    local word="${{typed##* }}" before="${{typed% *}}"
    if [[ "${{before##* }}" == --reading && "$word" == *=* ]]; then
        COMPREPLY=( $(compgen -W "{}" -- "$word") )
        COMPREPLY=( "${{COMPREPLY[@]#*=}}" )
        return 0
    fi
    _lockbench "$@"
}}
complete -F _lockbench_reading -o bashdefault -o default lockbench
"#,
        readings().join(" ")
    )
}
