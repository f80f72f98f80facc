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
#[allow(dead_code, reason = "other suites use the rest")]
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use case::{Announced, Case};
use share::Share;

/// Runs the cases of one folder, or the one that `RESIDUA_CASE` names, and fails with every
/// difference found.
fn check(theme: &str) {
    let mut all = Share::default();
    each(theme, |name, case| {
        match case.run()? {
            Some(share) => {
                eprintln!("{name}: {share}");
                all.add(&share);
            }
            None => eprintln!("{name}: ignored, what it needs is not here"),
        }
        Ok(())
    });
    eprintln!("{theme}: {} cases, {all}", all.cases);
}

/// Gives each case of one folder, or the one that `RESIDUA_CASE` names, to `run`, and fails with
/// all that it says.
fn each(theme: &str, mut run: impl FnMut(&str, &Case) -> Result<(), String>) {
    let chosen = chosen_case();
    let files = files_of(theme);
    let files = files.iter().filter(|file| {
        chosen
            .as_deref()
            .is_none_or(|name| file.ends_with(format!("{name}.txt")))
    });
    let mut failures = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).expect("a case can be read");
        let name = format!("{theme}/{}", file.file_stem().expect("a name").display());
        let case = Case::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Err(difference) = run(&name, &case) {
            failures.push(format!("=== {name}\n{difference}"));
        }
    }
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
        let run = |name: &str, case: &Case| {
            match case.run_blind() {
                Ok(announced) => all.add(&announced.unwrap_or_default()),
                Err(difference) => failures.push(format!("=== {name}\n{difference}")),
            }
            Ok(())
        };
        each(theme, run);
        eprintln!("{theme}: {all}, {} failures", failures.len());
    }
    assert!(
        failures.is_empty(),
        "{} cases\n{}",
        failures.len(),
        failures.join("\n")
    );
}
