//! The promise on the JVM: a program says the same under full and under optimized monitoring.
//!
//! Each file `cases/THEME/NAME.txt` is one case. Lines `//! KEY: VALUE` say how it is built and
//! what it reports; behind them stand its files, each below a line `//- PATH`:
//!
//! - `src/`: the program, given to `analyze` and woven
//! - `*.kt`, `*.groovy`: sources in Kotlin or Groovy, wherever they stand, compiled before the
//!   program and against it
//! - `other/`: Java that is compiled with the program and whose text residua never sees, as that of
//!   another language
//! - `changed/`: Java that is compiled at last, over classes of the program, as an agent of the
//!   build would change them
//! - `lib/`: a library, compiled before and given with `--classpath`
//! - `*.yaml`, `*.mop`, `*.lrv`: the properties

mod case;
mod libraries;
mod other_languages;
mod share;
mod small;

use std::fs;
use std::path::{Path, PathBuf};

use case::{Announced, Case, Input};
use rayon::prelude::*;
use share::Share;

/// Runs the cases of one folder, or the one that `RESIDUA_CASE` names, and fails with every
/// difference found.
fn check(theme: &str) {
    let (mut all, mut failures) = (Share::default(), Vec::new());
    for (name, outcome) in each(theme, Case::run) {
        match outcome {
            Ok(Some(share)) => {
                eprintln!("{name}: {share}");
                all.add(&share);
            }
            Ok(None) => eprintln!("{name}: ignored, what it needs is not here"),
            Err(difference) => failures.push(format!("=== {name}\n{difference}")),
        }
    }

    eprintln!("{theme}: {} cases, {all}", all.cases);
    none_differ(&failures);
}

/// Gives each case of one folder, or the one that `RESIDUA_CASE` names, to `run`: the outcomes by
/// name, in the order of the files. Cases run side by side, so that a long theme leaves no processor
/// idle.
fn each<R: Send>(theme: &str, run: impl Fn(&Case) -> R + Sync) -> Vec<(String, R)> {
    let chosen = chosen_case();
    let mut files = files_of(theme);
    files.retain(|file| {
        chosen
            .as_deref()
            .is_none_or(|name| file.ends_with(format!("{name}.txt")))
    });
    let parsed = files.iter().map(|file| {
        let text = fs::read_to_string(file).expect("a case can be read");
        let name = format!("{theme}/{}", file.file_stem().expect("a name").display());
        let case = Case::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, case)
    });
    let parsed: Vec<(String, Case)> = parsed.collect();
    let libraries: Vec<Vec<String>> = parsed.iter().flat_map(|(_, case)| case.fetched()).collect();
    libraries::fetch_together(&libraries);
    let outcome = |(name, case): (String, Case)| (name, run(&case));
    parsed.into_par_iter().map(outcome).collect()
}

#[track_caller]
fn none_differ(failures: &[String]) {
    assert!(
        failures.is_empty(),
        "{} cases differ\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// The case that `RESIDUA_CASE` names; it must be there, in whatever theme.
fn chosen_case() -> Option<String> {
    let chosen = std::env::var("RESIDUA_CASE").ok()?;
    let all = THEMES
        .iter()
        .chain(FETCHED)
        .flat_map(|theme| files_of(theme));
    assert!(
        all.into_iter()
            .any(|file| file.ends_with(format!("{chosen}.txt"))),
        "there is no case `{chosen}`"
    );
    Some(chosen)
}

fn files_of(theme: &str) -> Vec<PathBuf> {
    let folder = cases().join(theme);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/promise/cases")
}

/// Declares a test for each theme, and the list that [`every_folder_is_a_theme`] holds against the
/// folders.
macro_rules! themes {
    ($($name:ident: $folder:literal,)*) => {
        const THEMES: &[&str] = &[$($folder),*];
        $(#[test] fn $name() { check($folder); })*
    };
}

themes! {
    basics: "basics",
    frameworks: "frameworks",
    languages: "languages",
    initialization: "initialization",
    launching: "launching",
    reflection: "reflection",
    threads: "threads",
    java: "java",
    properties: "properties",
    keys: "keys",
    models: "models",
    values: "values",
    compilers: "compilers",
    weaver: "weaver",
    gaps: "gaps",
}

/// Declares a test for each theme whose libraries Maven fetches; `cargo test --test promise with_
/// -- --ignored` runs them.
macro_rules! fetched_themes {
    ($($name:ident: $folder:literal,)*) => {
        const FETCHED: &[&str] = &[$($folder),*];
        $(#[test] #[ignore = "fetches libraries by Maven"] fn $name() { check($folder); })*
    };
}

fetched_themes! {
    with_libraries: "libraries",
    with_other_languages: "other-languages",
    with_processors: "processors",
}

#[test]
fn every_folder_is_a_theme() {
    let entries = fs::read_dir(cases()).expect("the folder of cases");
    let mut folders: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    folders.sort();
    let mut themes: Vec<&str> = THEMES.iter().chain(FETCHED).copied().collect();
    themes.sort_unstable();
    assert_eq!(folders, themes);
}

/// If the analysis knows nothing of annotations, class files and resources, tripwires announce the
/// losses.
#[test]
#[ignore = "a campaign of its own"]
fn blind_analyses_are_announced() {
    let chosen = std::env::var("RESIDUA_THEME").ok();
    let themes = THEMES
        .iter()
        .chain(FETCHED)
        .filter(|theme| chosen.as_deref().is_none_or(|chosen| chosen == **theme));
    let (mut all, mut failures) = (Announced::default(), Vec::new());
    for theme in themes {
        for (name, outcome) in each(theme, Case::run_blind) {
            match outcome {
                Ok(announced) => all.add(&announced.unwrap_or_default()),
                Err(difference) => failures.push(format!("=== {name}\n{difference}")),
            }
        }
        eprintln!("{theme}: {all}, {} failures", failures.len());
    }

    none_differ(&failures);
}

/// Calls that compilers insert raise no event, in the analysis of class files and in full
/// monitoring.
#[test]
fn class_files_of_compilers_keep_the_promise() {
    let outcomes = each("compilers", |case| case.run_compiled(Input::Classes));
    let failed = outcomes.into_iter().filter_map(|(name, outcome)| {
        let difference = outcome.err()?;
        Some(format!("=== {name}\n{difference}"))
    });
    none_differ(&failed.collect::<Vec<_>>());
}

/// Each case with its class files alone, and with sources and class files.
#[test]
#[ignore = "a campaign of its own"]
fn class_files_keep_the_promise() {
    let chosen = std::env::var("RESIDUA_THEME").ok();
    let themes = THEMES
        .iter()
        .chain(FETCHED)
        .filter(|theme| chosen.as_deref().is_none_or(|chosen| chosen == **theme));
    let mut failures = Vec::new();
    for theme in themes {
        for input in [Input::Classes, Input::Both] {
            let mut all = Share::default();
            for (name, outcome) in each(theme, |case| case.run_compiled(input)) {
                match outcome {
                    Ok(share) => share.iter().for_each(|share| all.add(share)),
                    Err(difference) => {
                        failures.push(format!("=== {name} ({input:?})\n{difference}"));
                    }
                }
            }
            eprintln!(
                "{theme} ({input:?}): {} cases, {all}, {} failures",
                all.cases,
                failures.len()
            );
        }
    }

    none_differ(&failures);
}
