//! Agreement with javac's own parser, construct for construct: places of calls, creations, lambdas,
//! statements, declarations, and values of literals. Over the files of real programs, and over
//! random sources, where everything stands beside everything else.

mod constructs;
mod generated;
mod javac;
mod tally;

use std::path::{Path, PathBuf};

use javac::javac_constructs;
use tally::Tally;

/// Runs over the Java files below the folder that RESIDUA_CORPUS names.
#[test]
#[ignore = "needs a JDK and a folder of Java programs, named by RESIDUA_CORPUS"]
fn every_construct_is_where_javac_has_it() {
    let corpus = std::env::var("RESIDUA_CORPUS").expect("RESIDUA_CORPUS names a folder");
    let mut files = Vec::new();
    java_files(Path::new(&corpus), &mut files);
    assert!(!files.is_empty(), "no Java files below {corpus}");
    files.sort();
    println!("{}", agreement(&files).summary());
}

/// Random sources, the same at every run.
#[test]
fn random_sources_have_the_constructs_that_javac_finds() {
    let tally = agreement_on_random_sources(0, 500, false);
    assert!(
        tally.accepted() > 450,
        "javac rejects too many: {}",
        tally.summary()
    );
}

/// 40,000 random sources from RESIDUA_SEED on; with the patterns of Java 21 if JAVA_HOME is one
/// that knows them and RESIDUA_PATTERNS is set.
#[test]
#[ignore = "a campaign of minutes; RESIDUA_SEED says where it begins, RESIDUA_PATTERNS that there are patterns"]
fn random_sources_have_the_constructs_that_javac_finds_in_a_campaign() {
    let first: u64 =
        std::env::var("RESIDUA_SEED").map_or(1_000_000, |seed| seed.parse().expect("a number"));
    let patterns = std::env::var_os("RESIDUA_PATTERNS").is_some();
    let mut accepted = 0;
    for seeds in (first..first + 40_000).step_by(4000) {
        accepted += agreement_on_random_sources(seeds, 4000, patterns).accepted();
        println!(
            "up to seed {}: {accepted} sources that javac accepts, no difference",
            seeds + 4000
        );
    }
}

fn agreement_on_random_sources(first: u64, count: u64, patterns: bool) -> Tally {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files: Vec<_> = (first..first + count)
        .map(|seed| {
            let file = folder.path().join(format!("S{seed}.java"));
            std::fs::write(&file, generated::source(seed, patterns)).expect("written");
            file
        })
        .collect();
    agreement(&files)
}

/// Fails where the tree of one of `files` differs from javac's.
fn agreement(files: &[PathBuf]) -> Tally {
    let javac = javac_constructs(files);
    let mut tally = Tally::default();
    for file in files {
        tally.compare(file, javac.get(file).and_then(Option::as_ref));
    }
    tally.assert_agreement();
    tally
}

fn java_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|e| e.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        let hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden {
            java_files(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            files.push(path);
        }
    }
}
