//! The cases in the Markdown files of JCG.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// The folder of the cases in a checkout.
const CASES: &str = "jcg_testcases/src/main/resources/java";

/// A small program with the calls that a call graph of it must have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Case {
    /// The first-level header above it.
    pub category: String,
    /// Its second-level header, `TR1`.
    pub name: String,
    /// The class where execution begins, if the case names one.
    pub start: Option<Beginning>,
    /// Paths and texts.
    pub files: Vec<(String, String)>,
}

/// The entry points of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Beginning {
    /// The `main` of this class.
    Main(String),
    /// The public methods.
    Library,
}

/// Reads the cases of a checkout, by the names of the files and in their order.
///
/// # Errors
/// A file cannot be read.
pub fn read(checkout: &Path) -> Result<Vec<Case>> {
    let folder = checkout.join(CASES);
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut files = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        cases.extend(cases_in(&text));
    }
    Ok(cases)
}

/// The cases of one file.
pub fn cases_in(text: &str) -> Vec<Case> {
    let (mut cases, mut category) = (Vec::<Case>::new(), String::new());
    let mut block: Option<Vec<&str>> = None;
    for line in text.lines() {
        if let Some(lines) = &mut block {
            if line.trim_end() == "```" {
                let file = named(lines);
                block = None;
                if let (Some(case), Some(file)) = (cases.last_mut(), file) {
                    case.files.push(file);
                }
            } else {
                lines.push(line);
            }
        } else if line.trim_end() == "```java" {
            block = Some(Vec::new());
        } else if let Some(header) = line.strip_prefix("## ") {
            cases.push(Case {
                category: category.clone(),
                name: header.trim().to_owned(),
                ..Case::default()
            });
        } else if let Some(header) = line.trim_start_matches('\u{feff}').strip_prefix("# ") {
            category = header.trim().to_owned();
        } else if let Some(case) = cases.last_mut() {
            case.start = beginning(line).or(case.start.take());
        }
    }
    cases
}

/// A block names its file in the first line, which is no part of the file.
fn named(lines: &[&str]) -> Option<(String, String)> {
    let (first, rest) = lines.split_first()?;
    let path = first.strip_prefix("//")?.trim();
    Some((path.to_owned(), rest.join("\n") + "\n"))
}

fn beginning(line: &str) -> Option<Beginning> {
    let comment = line
        .strip_prefix("[//]: # (")?
        .trim_end()
        .strip_suffix(')')?;
    match comment.strip_prefix("MAIN:") {
        Some(class) => Some(Beginning::Main(class.trim().to_owned())),
        None if comment == "LIBRARY" => Some(Beginning::Library),
        None => None,
    }
}
