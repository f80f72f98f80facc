//! The examples in the documents work.

use std::fs;
use std::path::PathBuf;

use super::repository;
use test_support::Project;

/// All documents of the repository's root and of `docs`, with their text.
fn documents() -> Vec<(PathBuf, String)> {
    let folders = [repository().to_owned(), repository().join("docs")];
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"))
        .flatten();
    let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| (path.clone(), fs::read_to_string(path).expect("a text")))
        .collect()
}

/// The fenced blocks of a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let opening = format!("```{language}\n");
    let after = text.split(&opening).skip(1);
    after
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect()
}

#[test]
fn properties_in_the_documents_have_no_faults() {
    let documents = documents();
    for (language, whole) in [("yaml", "properties:"), ("lrv", "PROPERTY")] {
        let examples = documents
            .iter()
            .flat_map(|(_, text)| blocks(text, language));
        let whole: Vec<&str> = examples.filter(|block| block.contains(whole)).collect();
        assert!(!whole.is_empty(), "the documents show properties");
        for example in whole {
            let project = Project::new("");
            let file = format!("example.{language}");
            project.write(&file, example.as_bytes());
            let run = project.residua(&format!("check {file}")).succeeds();
            assert_eq!(
                run.stdout, "1 file: 0 errors, 0 warnings\n",
                "{example}\n{}",
                run.stderr
            );
        }
    }
}

#[test]
fn the_test_command_of_the_readme_is_what_the_gate_runs() {
    let gate = fs::read_to_string(repository().join(".ci/run")).expect("the gate");
    let readme = fs::read_to_string(repository().join("README.md")).expect("the readme");
    let commands = |text: &str| {
        text.lines()
            .filter(|line| line.starts_with("cargo test"))
            .map(|line| line.trim_end_matches(" \\").to_owned())
            .collect::<Vec<_>>()
    };

    assert_eq!(commands(&readme), ["cargo test --workspace"]);
    assert!(commands(&gate).contains(&"cargo test --workspace".to_owned()));
}
