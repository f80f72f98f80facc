//! Links between the documents of the repository, and their anchors, lead somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::repository;
use walkdir::{DirEntry, WalkDir};

#[test]
fn links_between_documents_lead_somewhere() {
    let documents = files_named("md");
    let links: usize = documents.iter().map(|page| links(&read(page)).len()).sum();
    let dead: Vec<String> = documents
        .iter()
        .flat_map(|page| dead_links(page, &read(page)))
        .collect();

    assert!(links > 200, "only {links} links were found");
    assert!(
        dead.is_empty(),
        "{} dead links:\n{}",
        dead.len(),
        dead.join("\n")
    );
}

#[test]
fn pages_that_sources_name_are_there() {
    let missing: Vec<String> = files_named("rs")
        .iter()
        .flat_map(|source| {
            let missing = pages_named(&read(source)).into_iter();
            let missing = missing.filter(|page| !repository().join(page).exists());
            missing.map(|page| format!("{} names {page}", shown(source)))
        })
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn dead_links_are_found() {
    let page = repository().join("docs/report.md");
    let text = "[a](nowhere.md) [b](verdicts.md#nowhere) [c](#here) [d](verdicts.md#witnesses)\n\
                ## Here\n`[e](code.md)`\n```\n[f](code.md)\n```\n";
    let dead = dead_links(&page, text);
    assert_eq!(
        dead,
        [
            "docs/report.md links to nowhere.md",
            "docs/report.md links to verdicts.md#nowhere"
        ]
    );
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A path as it stands in the repository.
fn shown(path: &Path) -> String {
    let path = path.strip_prefix(repository()).unwrap_or(path);
    path.display().to_string()
}

/// The files of the repository with an extension, in order.
fn files_named(extension: &str) -> Vec<PathBuf> {
    let entries = WalkDir::new(repository())
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || is_kept(entry));
    entries
        .flatten()
        .map(DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|own| own == extension))
        .collect()
}

/// Returns whether an entry is part of the repository: builds and hidden folders are not.
fn is_kept(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    !name.starts_with('.') && name != "target" && !name.starts_with("residua-")
}

/// The links of a page that lead nowhere.
fn dead_links(page: &Path, text: &str) -> Vec<String> {
    let is_dead = |target: &&String| {
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let own = (file.is_empty()).then(|| text.to_owned());
        let path = resolved(&page.parent().expect("a folder").join(file));
        let is_there = file.is_empty() || path.exists();
        !is_there || !anchor.is_empty() && !anchors(&path, own).contains(anchor)
    };
    links(text)
        .iter()
        .filter(is_dead)
        .map(|target| format!("{} links to {target}", shown(page)))
        .collect()
}

/// The same path without `..`, which must not follow links of the file system.
fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in path.components() {
        if component == Component::ParentDir {
            resolved.pop();
        } else {
            resolved.push(component);
        }
    }
    resolved
}

/// The targets of a page's links and pictures that stand in the repository.
fn links(text: &str) -> Vec<String> {
    let prose = without_code(text);
    let inline = prose.split("](").skip(1);
    let attributes = ["src=\"", "href=\"", "srcset=\""]
        .into_iter()
        .flat_map(|attribute| prose.split(attribute).skip(1));
    let inline = inline.filter_map(|rest| rest.split_once(')'));
    let attributes = attributes.filter_map(|rest| rest.split_once('"'));
    inline
        .chain(attributes)
        .map(|(target, _)| target.to_owned())
        .filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
        .collect()
}

/// The anchors of a page: its headings as GitHub and mdBook name them.
fn anchors(path: &Path, own: Option<String>) -> BTreeSet<String> {
    let text = own.unwrap_or_else(|| read(path));
    let mut anchors = BTreeSet::new();
    for line in without_fences(&text).lines() {
        if let Some(heading) = line.strip_prefix('#') {
            anchors.insert(anchor(heading.trim_start_matches('#')));
        }
        if let Some((file, _)) = line
            .strip_prefix("{{#include ")
            .and_then(|rest| rest.split_once("}}"))
        {
            let included = resolved(&path.parent().expect("a folder").join(file));
            anchors.extend(self::anchors(&included, None));
        }
    }
    anchors
}

/// `What it *means*` is `what-it-means`.
fn anchor(heading: &str) -> String {
    let lower = heading.trim().to_lowercase();
    let kept = lower
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A page without its code.
fn without_code(text: &str) -> String {
    let prose = without_fences(text);
    prose.split('`').step_by(2).collect()
}

/// A page without its fenced blocks.
pub fn without_fences(text: &str) -> String {
    let mut prose = String::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            prose.push_str(line);
        }
        prose.push('\n');
    }
    prose
}

/// The pages of `docs` that a source names.
fn pages_named(source: &str) -> Vec<String> {
    let names = source.match_indices("docs/").filter_map(|(at, _)| {
        let rest = &source[at..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "/_-.".contains(c)))?;
        let name = rest[..end].trim_end_matches('.');
        name.ends_with(".md").then(|| name.to_owned())
    });
    names.collect()
}
