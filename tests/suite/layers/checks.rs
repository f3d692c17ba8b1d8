//! The checks, on arbitrary sources: each returns the violations, with their locations.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Named, Source};

/// Returns forbidden words in sources: names, or macros with their exclamation mark.
pub fn words(sources: &[&Source], forbidden: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for source in sources {
        for (word, line) in source.words.iter().filter(|(word, _)| forbidden.contains(&word.as_str())) {
            wrong.push(format!("{}: `{word}`", source.at(*line)));
        }
    }
    wrong
}

/// Returns forbidden paths in sources, however their imports are grouped.
pub fn paths(sources: &[&Source], forbidden: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for source in sources {
        for named in source.names.iter().filter(|named| !named.own) {
            let path = named.segments.join("::");
            let under = |root: &&&str| path == ***root || path.starts_with(&format!("{root}::"));
            if forbidden.iter().any(|root| under(&root)) {
                wrong.push(format!("{}: `{path}`", source.at(named.line)));
            }
        }
    }
    wrong
}

/// Returns the modules of the crate that a source names without permission, and modules without a rule.
pub fn order(sources: &[Source], may_name: &[(&str, &[&str])], front_ends: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for source in sources {
        let Some(module) = source.module.first().filter(|module| !front_ends.contains(&module.as_str()))
        else {
            continue;
        };
        let Some((_, allowed)) = may_name.iter().find(|(known, _)| known == module) else {
            wrong.push(format!("src/{}: `{module}` has no row that says what it may name", source.path));
            continue;
        };
        for named in source.names.iter().filter(|named| named.own) {
            let Some(other) = named.segments.first() else { continue };
            if other != module && !allowed.contains(&other.as_str()) {
                wrong.push(format!("{}: `{module}` names `{other}`", source.at(named.line)));
            }
        }
    }
    wrong
}

/// Returns cycles of imports: sibling modules that reach each other through the imports of their files. A
/// module and its children count as one: each may name the other.
pub fn circles(sources: &[Source]) -> Vec<Vec<String>> {
    let modules: BTreeSet<&[String]> = sources.iter().map(|source| source.module.as_slice()).collect();
    let mut exported: BTreeMap<(&[String], &str), Vec<String>> = BTreeMap::new();
    for source in sources {
        for Named { segments, own, import, .. } in &source.names {
            let Some(name) = import else { continue };
            let path = if *own { segments.clone() } else { [&source.module[..], segments].concat() };
            if path.len() > source.module.len() + 1 || *own {
                exported.insert((&source.module, name), path);
            }
        }
    }
    let resolve = |path: &[String]| -> Vec<String> {
        let (mut path, mut found) = (path.to_vec(), Vec::new());
        // A name may be re-exported a few times, but never in a cycle.
        for _ in 0..8 {
            let depth = (0..=path.len()).rev().find(|depth| modules.contains(&path[..*depth])).unwrap_or(0);
            found = path[..depth].to_vec();
            match path.get(depth).and_then(|name| exported.get(&(&path[..depth], name.as_str()))) {
                Some(target) if *target != path => path = target.clone(),
                _ => break,
            }
        }
        found
    };
    let mut edges: BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for source in sources {
        for named in source.names.iter().filter(|named| named.own) {
            let target = resolve(&named.segments);
            let common = source.module.iter().zip(&target).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (source.module.get(common), target.get(common)) {
                let level = edges.entry(target[..common].to_vec()).or_default();
                level.entry(from.clone()).or_default().insert(to.clone());
            }
        }
    }
    let mut found = Vec::new();
    for (level, edges) in &edges {
        let reached = |from: &String| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
            while let Some(next) = open.pop() {
                for to in edges.get(next).into_iter().flatten() {
                    if seen.insert(to) {
                        open.push(to);
                    }
                }
            }
            seen
        };
        let reach: BTreeMap<&String, BTreeSet<&String>> =
            edges.keys().map(|from| (from, reached(from))).collect();
        let both =
            |a: &String, b: &String| reach[a].contains(b) && reach.get(b).is_some_and(|to| to.contains(a));
        let mut seen = BTreeSet::new();
        for module in edges.keys().filter(|module| reach[module].contains(module)) {
            if seen.insert(module) {
                let circle: Vec<&String> = edges.keys().filter(|other| both(module, other)).collect();
                seen.extend(&circle);
                let path = |name: &String| [&level[..], std::slice::from_ref(name)].concat().join("::");
                found.push(circle.into_iter().map(path).collect());
            }
        }
    }
    found
}

/// Returns numbers of a rubric in Rust code: decimal fractions except 0 and 1, and whole numbers above 1
/// that become a score on their own.
pub fn numbers(sources: &[&Source], makers: &[&str], but: &[(&str, &str, &str)]) -> Vec<String> {
    let mut wrong = Vec::new();
    for source in sources {
        for literal in &source.literals {
            let text = literal.text.replace('_', "");
            let number = text.trim_end_matches("f64").trim_end_matches("f32");
            let Ok(value) = number.parse::<f64>() else { continue };
            let plain = value == 0.0 || value == 1.0;
            let fraction = number.contains(['.', 'e']);
            let made = literal.argument_of.as_deref().is_some_and(|maker| makers.contains(&maker));
            let allowed = but.iter().any(|(path, known, _)| *path == source.path && *known == text);
            if !plain && (fraction || made || literal.constant) && !allowed {
                wrong.push(format!("{}: {}", source.at(literal.line), literal.text));
            }
        }
    }
    wrong
}

/// Returns files that no `mod` of their parent declares, so that they are never compiled. Paths are
/// relative to a folder with these roots.
pub fn orphans(files: &[(String, String)], roots: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, _) in files.iter().filter(|(path, _)| !roots.contains(&path.as_str())) {
        let (folder, stem) = path.rsplit_once('/').unwrap_or(("", path));
        let declares = |text: &str| {
            let name = format!("mod {};", stem.trim_end_matches(".rs"));
            let is_it =
                |line: &str| line == name || line.starts_with("pub") && line.ends_with(&format!(" {name}"));
            text.lines().any(|line| is_it(line.trim()))
        };
        let is_parent = |parent: &str| match folder {
            "" => roots.contains(&parent),
            folder => parent == format!("{folder}.rs"),
        };
        let declared = files.iter().any(|(parent, text)| is_parent(parent) && declares(text));
        if !declared {
            wrong.push(format!("{path}: no `mod` names it"));
        }
    }
    wrong
}

/// Returns mismatches between the rows of the table of rubrics and the files of its folder: each row has
/// a Rust file and a TOML file with its name, and there is no other TOML file.
pub fn rubrics(rows: &[String], files: &[String]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (at, name) in rows.iter().enumerate() {
        if rows[..at].contains(name) {
            wrong.push(format!("{name} has two rows"));
        }
        for file in ["rs", "toml"].map(|extension| format!("{name}.{extension}")) {
            if !files.contains(&file) && !rows[..at].contains(name) {
                wrong.push(format!("{file} is missing"));
            }
        }
    }
    for file in files {
        if file.strip_suffix(".toml").is_some_and(|name| !rows.iter().any(|row| row == name)) {
            wrong.push(format!("{file} belongs to no row"));
        }
    }
    wrong
}
