//! Texts for users have the words of the glossary, and none that these replace.
//!
//! `words.txt` names the texts that still have one, with the number of times: `PATH WORD NUMBER`.
//! The list can only shrink. `RESIDUA_WRITE=1` writes it anew, with fewer words or after a move of
//! files.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use walkdir::WalkDir;

use super::repository;
use crate::links::without_fences;
use crate::literals::{literals, script_literals};
use test_support::Project;

const GLOSSARY: &str = "docs/book/src/glossary.md";

const ALLOWED: &str = "tests/command_line/words.txt";

/// Pages about the theory, and what was measured with its words.
const THEORY: [&str; 7] = [
    "docs/book/src/theory.md",
    "docs/book/src/extending.md",
    "docs/constructs.md",
    "docs/evidence.md",
    "docs/evidence-notes.md",
    "docs/planted-faults.md",
    GLOSSARY,
];

/// Folders of sources whose literals users may read.
const SOURCES: [&str; 4] = ["src", "date", "analyzer", "instrument"];

/// The schemas that editors show to users, and that other tools read plans by.
const SCHEMAS: [&str; 4] = [
    "date/languages/schema/property.schema.json",
    "docs/schemas/findings.schema.json",
    "docs/schemas/summary.schema.json",
    "instrument/plan/schema/plan.schema.json",
];

/// How often a text has a word: by path and word.
type Counts = BTreeMap<(String, String), usize>;

#[test]
fn texts_for_users_have_the_words_of_the_glossary() {
    let words = replaced_words();
    let texts = texts();
    let found = counts(&texts, &words);
    let allowed = allowed();
    if std::env::var_os("RESIDUA_WRITE").is_some() {
        return write_allowed(&found, &allowed);
    }

    let mut faults = String::new();
    for ((path, word), number) in &found {
        let allowed = allowed.get(&(path.clone(), word.clone()));
        if *number > allowed.copied().unwrap_or(0) {
            let better = &words[word];
            let _ = writeln!(
                faults,
                "{path} says `{word}` {number} times: say `{better}`"
            );
            examples(&texts[path], word, &mut faults);
        }
    }
    let shorter = allowed
        .iter()
        .filter(|(at, number)| found.get(*at).copied().unwrap_or(0) < **number);
    for ((path, word), _) in shorter {
        let _ = writeln!(
            faults,
            "{path} says `{word}` less often than {ALLOWED} allows"
        );
    }
    assert!(
        faults.is_empty(),
        "{faults}RESIDUA_WRITE=1 writes {ALLOWED} anew"
    );
}

#[test]
fn glossary_has_its_words() {
    let words = replaced_words();
    assert!(words.len() >= 12, "{words:?}");
    assert_eq!(words["generator"], "monitored call");
    assert_eq!(words["told"], "report");
}

#[test]
fn planted_word_is_found() {
    let words = replaced_words();
    let texts = BTreeMap::from([(
        "page.md".to_owned(),
        vec!["Two generators are heard. Regenerators are not.".to_owned()],
    )]);
    let found = counts(&texts, &words);
    let found: Vec<&str> = found.keys().map(|(_, word)| word.as_str()).collect();
    assert_eq!(found, ["generator", "heard"]);
}

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// For each word that the glossary replaces the one to use: italics in the first and last columns.
fn replaced_words() -> BTreeMap<String, String> {
    let page = read(GLOSSARY);
    let rows = page.lines().filter(|line| line.starts_with("| *"));
    let mut words = BTreeMap::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let italics = |cell: &str| -> Vec<String> {
            let parts = cell.split('*').skip(1).step_by(2);
            parts.map(str::to_owned).collect()
        };
        let own = italics(cells[0]).remove(0);
        let replaced = italics(cells.last().expect("a cell"));
        words.extend(replaced.into_iter().map(|word| (word, own.clone())));
    }
    words
}

/// All texts for users, each as paragraphs or literals, by path or command.
fn texts() -> BTreeMap<String, Vec<String>> {
    let pages = pages().into_iter().map(|page| {
        let text = without_fences(&read(&page));
        (page, vec![text])
    });
    let sources = sources().into_iter().map(|source| {
        let text = read(&source);
        let texts = if source.ends_with(".js") {
            script_literals(&text)
        } else {
            literals(&text)
        };
        let texts = texts.iter().map(|text| without_placeholders(text));
        (source, texts.collect())
    });
    let schemas = SCHEMAS.into_iter().map(|schema| {
        let tree = serde_json::from_str(&read(schema)).expect("a schema is JSON");
        (schema.to_owned(), descriptions(&tree))
    });
    let helps = commands().into_iter().map(|command| {
        let help = Project::new("").residua(&format!("help {command}"));
        (format!("residua-help-{command}"), vec![help.stdout])
    });
    pages.chain(sources).chain(schemas).chain(helps).collect()
}

/// The titles and descriptions in a schema.
fn descriptions(tree: &serde_json::Value) -> Vec<String> {
    match tree {
        serde_json::Value::Object(members) => members
            .iter()
            .flat_map(|(key, value)| match value {
                serde_json::Value::String(text) if ["title", "description"].contains(&&**key) => {
                    vec![text.clone()]
                }
                value => descriptions(value),
            })
            .collect(),
        serde_json::Value::Array(values) => values.iter().flat_map(descriptions).collect(),
        _ => Vec::new(),
    }
}

/// A format string without the names between its braces.
fn without_placeholders(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.filter_map(|part| part.split_once('}'));
    rest.fold(first, |text, (_, part)| text + part)
}

/// README and the pages of `docs`, those of the theory left out.
fn pages() -> Vec<String> {
    let mut pages = files("docs", "md");
    pages.push("README.md".to_owned());
    pages.retain(|page| !THEORY.contains(&page.as_str()));
    pages
}

/// The Rust sources, tests left out, and the scripts of the report.
fn sources() -> Vec<String> {
    let mut sources: Vec<String> = SOURCES.iter().flat_map(|at| files(at, "rs")).collect();
    sources.extend(files("src", "js"));
    let is_test = |path: &String| {
        let mut parts = path.split('/');
        parts.any(|part| ["tests", "tests.rs", "benches", "examples"].contains(&part))
    };
    sources.retain(|path| !is_test(path));
    sources
}

fn files(folder: &str, extension: &str) -> Vec<String> {
    let entries = WalkDir::new(repository().join(folder)).sort_by_file_name();
    let paths = entries.into_iter().flatten().map(|entry| entry.into_path());
    paths
        .filter(|path| path.extension().is_some_and(|own| own == extension))
        .map(|path: PathBuf| {
            let path = path.strip_prefix(repository()).expect("below the root");
            path.display().to_string()
        })
        .collect()
}

/// The commands that `residua help` lists.
fn commands() -> Vec<String> {
    let help = Project::new("").residua("help").stdout;
    let list = help.split("Commands:\n").nth(1).expect("commands");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

fn counts(texts: &BTreeMap<String, Vec<String>>, words: &BTreeMap<String, String>) -> Counts {
    let mut counts = Counts::new();
    for (path, texts) in texts {
        for word in words.keys() {
            let number: usize = texts.iter().map(|text| places(text, word).len()).sum();
            if number > 0 {
                counts.insert((path.clone(), word.clone()), number);
            }
        }
    }
    counts
}

/// Returns the places where a text has a word or its plural, whatever the case.
fn places(text: &str, word: &str) -> Vec<usize> {
    let text = text.to_lowercase();
    let is_end = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let found = text.match_indices(word).filter(|(at, _)| {
        let after = &text[at + word.len()..];
        let after = after.strip_prefix('s').unwrap_or(after);
        is_end(text[..*at].chars().next_back()) && is_end(after.chars().next())
    });
    found.map(|(at, _)| at).collect()
}

/// The first places of a word, each with what stands around it.
fn examples(texts: &[String], word: &str, faults: &mut String) {
    let found = texts
        .iter()
        .flat_map(|text| places(text, word).into_iter().map(move |at| (text, at)));
    for (text, at) in found.take(3) {
        let before: String = text.to_lowercase()[..at].chars().rev().take(30).collect();
        let before: String = before.chars().rev().collect();
        let after: String = text.to_lowercase()[at..].chars().take(40).collect();
        let _ = writeln!(
            faults,
            "    ..{}..",
            format!("{before}{after}").replace('\n', " ")
        );
    }
}

fn allowed() -> Counts {
    let list = read(ALLOWED);
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let entry = |line: &str| {
        let (path, rest) = line.split_once(' ').expect("a path and a word");
        let (word, number) = rest.rsplit_once(' ').expect("a word and a number");
        let number = number.parse().expect("a number");
        ((path.to_owned(), word.to_owned()), number)
    };
    lines.map(entry).collect()
}

/// Writes the list, if no word is in more places than before.
fn write_allowed(found: &Counts, allowed: &Counts) {
    let total = |counts: &Counts, word: &str| -> usize {
        let own = counts.iter().filter(|((_, own), _)| own == word);
        own.map(|(_, number)| number).sum()
    };
    for (_, word) in found.keys() {
        let (now, before) = (total(found, word), total(allowed, word));
        assert!(
            now <= before,
            "`{word}` stands in {now} places, {before} are allowed"
        );
    }

    let mut list = "# Texts that still have a word that the glossary replaces.\n".to_owned();
    for ((path, word), number) in found {
        let _ = writeln!(list, "{path} {word} {number}");
    }
    fs::write(repository().join(ALLOWED), list).expect("the list can be written");
}
