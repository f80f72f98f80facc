//! The list of planted faults fits the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use planted_faults::{Fault, HAZARDS, Killer, documentation, faults};

const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(Path::new(WORKSPACE).join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Checks each of the faults, and fails with all errors.
#[track_caller]
fn hold(check: impl Fn(&Fault) -> Result<(), String>) {
    let faults = faults().expect("the list can be read");
    let wrong = faults
        .iter()
        .filter_map(|fault| Some(format!("{}: {}", fault.id, check(fault).err()?)));
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn every_fault_can_be_planted() {
    hold(|fault| match fault.planted(&read(&fault.file)?) {
        Ok(_) => Ok(()),
        Err(misfit) => Err(format!("{misfit:?}")),
    });
}

#[test]
fn ids_are_unique() {
    let faults = faults().expect("the list can be read");
    let ids: BTreeSet<&String> = faults.iter().map(|fault| &fault.id).collect();
    assert_eq!(ids.len(), faults.len());
}

#[test]
fn every_hazard_of_the_analyses_has_a_fault() {
    let faults = faults().expect("the list can be read");
    let has_fault = |number: u8| faults.iter().any(|fault| fault.hazards.contains(&number));
    for hazard in HAZARDS {
        assert_eq!(
            has_fault(hazard.number),
            hazard.elsewhere.is_none(),
            "{hazard:?}"
        );
    }
    let numbers: Vec<u8> = HAZARDS.iter().map(|hazard| hazard.number).collect();
    hold(|fault| {
        match fault
            .hazards
            .iter()
            .find(|number| !numbers.contains(number))
        {
            Some(unknown) => Err(format!("there is no hazard {unknown}")),
            None => Ok(()),
        }
    });
}

/// The Java library that monitors need.
const RUNTIME: &str = "instrument/runtime/";

#[test]
fn faults_are_planted_in_the_product() {
    hold(|fault| {
        if format!("/{}", fault.file).contains("/src/") || fault.file.starts_with(RUNTIME) {
            Ok(())
        } else {
            Err(format!(
                "{} is no source file of a crate, nor of the run-time library",
                fault.file
            ))
        }
    });
}

#[test]
fn every_killer_is_a_test() {
    hold(|fault| {
        if is_test(&fault.killer) {
            Ok(())
        } else {
            Err(format!("there is no test `{}`", fault.killer))
        }
    });
}

#[test]
fn killer_that_does_not_exist_is_found() {
    let [known, unknown] =
        ["calls_and_returns_match", "calls_and_returns_differ"].map(|name| Killer {
            package: "analyzer".to_owned(),
            target: "decisions".to_owned(),
            name: format!("residuals::{name}"),
        });
    assert!(is_test(&known) && !is_test(&unknown));
}

/// Returns whether a killer's function stands, as a test, in the file that its name says.
fn is_test(killer: &Killer) -> bool {
    let folder = Path::new(WORKSPACE)
        .join(folder(&killer.package))
        .join("tests");
    let (module, function) = killer
        .name
        .rsplit_once("::")
        .unwrap_or(("main", &killer.name));
    let path = module.replace("::", "/");
    let alone = (module == "main").then(|| folder.join(format!("{}.rs", killer.target)));
    let files: Vec<PathBuf> = [folder.join(&killer.target).join(format!("{path}.rs"))]
        .into_iter()
        .chain(alone)
        .collect();
    let texts = files
        .iter()
        .filter_map(|file| fs::read_to_string(file).ok());
    // Suites of cases declare a test for each theme: `themes! { gaps: "gaps", }`.
    let (written, of_a_theme) = (
        format!("#[test]\nfn {function}()"),
        format!("\n    {function}: \""),
    );
    texts
        .into_iter()
        .any(|text| text.contains(&written) || text.contains(&of_a_theme))
}

/// The folder of a package.
fn folder(package: &str) -> &'static str {
    match package {
        "date" => "date/theory",
        "languages" => "date/languages",
        "reference" => "date/reference",
        "logics" => "date/logics",
        "analyzer" => "analyzer",
        "points-to" => "analyzer/points_to",
        "java-syntax" => "analyzer/java/syntax",
        "java-bytecode" => "analyzer/java/bytecode",
        "java-lower" => "analyzer/java/lower",
        "jvm" => "analyzer/jvm",
        "java-patterns" => "analyzer/java/patterns",
        "plan" => "instrument/plan",
        "instrument" => "instrument",
        "random-programs" => "tests/random_programs",
        "residua" => ".",
        other => {
            panic!(
                "killers are tests of the front end, the analyses, of weaving and of programs, not of `{other}`"
            )
        }
    }
}

#[test]
fn documentation_lists_the_faults() {
    let path = "docs/planted-faults.md";
    let text = read(path).expect("the documentation can be read");
    let (before, rest) = text
        .split_once("<!-- faults -->\n")
        .expect("a beginning of the table");
    let (_, after) = rest
        .split_once("<!-- end -->")
        .expect("an end of the table");
    let table = documentation(&faults().expect("the list can be read"));
    let right = format!("{before}<!-- faults -->\n{table}<!-- end -->{after}");
    if std::env::var_os("RESIDUA_WRITE").is_some() {
        fs::write(Path::new(WORKSPACE).join(path), &right)
            .expect("the documentation can be written");
    } else {
        assert!(
            text == right,
            "{path} is not up to date; RESIDUA_WRITE=1 writes it anew"
        );
    }
}
