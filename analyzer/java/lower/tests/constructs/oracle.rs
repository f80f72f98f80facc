//! javac as oracle: which JDKs there are, and what their javac makes of the fixtures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use java_compiled::{ClassFiles, Difference};
use jvm::jdk::Jdk;
use rayon::prelude::*;

use crate::fixture::{Fixture, Javac};
use crate::support::{class_files, jdk};

/// The result of the comparison.
#[derive(Debug, Default)]
pub struct Compared<'a> {
    /// How many fixtures were given to a javac.
    pub compiled: usize,
    /// The fixtures that no javac here can compile.
    pub ignored: Vec<&'a Fixture>,
    /// The fixtures that javac refuses, and those with other instructions.
    pub failures: Vec<String>,
}

/// Compiles the fixtures, each with the JDK that it needs, and compares the calls.
pub fn compare(fixtures: &[Fixture]) -> Compared<'_> {
    let mut compared = Compared::default();
    let mut by_home: BTreeMap<PathBuf, (&Jdk, Vec<&Fixture>)> = BTreeMap::new();
    for fixture in fixtures
        .iter()
        .filter(|fixture| fixture.javac != Javac::Not)
    {
        match compiler(&fixture.javac) {
            Some(jdk) => by_home
                .entry(jdk.home().to_owned())
                .or_insert_with(|| (jdk, Vec::new()))
                .1
                .push(fixture),
            None => compared.ignored.push(fixture),
        }
    }
    for (jdk, fixtures) in by_home.into_values() {
        compared.compiled += fixtures.len();
        let folder = tempfile::tempdir().expect("a folder");
        let refused = compile(jdk, &fixtures, folder.path());
        let failures = fixtures
            .par_iter()
            .map(|fixture| match refused.get(&fixture.name) {
                Some(reason) => vec![format!(
                    "{}: javac says {}",
                    fixture.name,
                    reason.replace("\\n", "\n")
                )],
                None => differing(fixture, jdk, &folder.path().join(&fixture.name)),
            });
        compared
            .failures
            .extend(failures.collect::<Vec<_>>().into_iter().flatten());
    }
    compared
}

/// The differences that the fixture does not announce, and those that it announces but that are
/// none.
fn differing(fixture: &Fixture, jdk: &Jdk, classes: &Path) -> Vec<String> {
    let mut unmet = fixture.differing.clone();
    let files = ClassFiles::read(&class_files(classes)).expect("class files");
    let agreement = java_compiled::compare(&fixture.program(jdk), &files);
    let mut differences: Vec<String> = agreement
        .differences
        .iter()
        .map(Difference::to_string)
        .collect();
    differences.retain(|difference| {
        unmet.retain(|text| !difference.contains(text));
        !fixture
            .differing
            .iter()
            .any(|text| difference.contains(text))
    });
    let missing = unmet
        .into_iter()
        .map(|text| format!("no such difference: {text}"));
    differences
        .into_iter()
        .chain(missing)
        .map(|message| format!("{}: {message}", fixture.name))
        .collect()
}

/// The JDK whose classes such a fixture uses.
pub fn library(javac: &Javac) -> Option<&'static Jdk> {
    match javac {
        Javac::Not => Some(jdk()),
        compiled => compiler(compiled),
    }
}

/// The JDK that compiles such a fixture: that of the environment if it can, else the oldest that
/// can.
fn compiler(javac: &Javac) -> Option<&'static Jdk> {
    static OTHERS: OnceLock<Vec<Jdk>> = OnceLock::new();
    match *javac {
        Javac::Any => Some(jdk()),
        Javac::Not => None,
        Javac::Release { release, preview } => {
            let can = |jdk: &&Jdk| {
                if preview {
                    jdk.release() == release
                } else {
                    jdk.release() >= release
                }
            };
            std::iter::once(jdk())
                .chain(OTHERS.get_or_init(installed))
                .find(can)
        }
    }
}

/// The JDKs that variables of the environment name and those in the usual folders, oldest first.
fn installed() -> Vec<Jdk> {
    const FOLDERS: [&str; 5] = [
        "/usr/lib/jvm",
        "/usr/java",
        "/opt/java",
        "/Library/Java/JavaVirtualMachines",
        "C:\\Program Files\\Java",
    ];
    let named = std::env::vars_os().filter(|(name, _)| {
        let name = name.to_string_lossy();
        name.starts_with("JAVA_HOME") || name.starts_with("JDK")
    });
    let own =
        std::env::home_dir().map(|home| [home.join(".sdkman/candidates/java"), home.join(".jdks")]);
    let folders = FOLDERS
        .iter()
        .map(PathBuf::from)
        .chain(own.into_iter().flatten());
    let inside = folders
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten()
        .flatten();
    let homes = inside.flat_map(|entry| [entry.path(), entry.path().join("Contents/Home")]);
    let mut homes: Vec<PathBuf> = named
        .map(|(_, value)| PathBuf::from(value))
        .chain(homes)
        .collect();
    homes.retain(|home| home.join(java(home)).is_file() && home.join("lib/modules").is_file());
    homes.sort();
    let mut jdks: Vec<Jdk> = homes
        .iter()
        .filter_map(|home| Jdk::open(home).ok())
        .collect();
    jdks.sort_by_key(Jdk::release);
    jdks
}

fn java(home: &Path) -> PathBuf {
    home.join("bin")
        .join(format!("java{}", std::env::consts::EXE_SUFFIX))
}

/// Compiles fixtures, each into the folder of its name; what javac says of those it refuses.
fn compile(jdk: &Jdk, fixtures: &[&Fixture], folder: &Path) -> BTreeMap<String, String> {
    let programs: Vec<String> = fixtures
        .iter()
        .map(|fixture| program(jdk, fixture, folder))
        .collect();
    let list = folder.join("programs");
    std::fs::write(&list, programs.join("\n")).expect("a file");
    let compiler = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/constructs/Compile.java");
    let output = Command::new(java(jdk.home()))
        .arg(compiler)
        .arg(&list)
        .output()
        .expect("a JDK that runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let said = String::from_utf8_lossy(&output.stdout);
    let said = said.lines().filter_map(|line| line.split_once('\t'));
    said.map(|(name, reason)| (name.to_owned(), reason.to_owned()))
        .collect()
}

/// Writes the sources of a fixture; the line that says how to compile it.
fn program(jdk: &Jdk, fixture: &Fixture, folder: &Path) -> String {
    let mut words = vec![folder.join(&fixture.name).display().to_string()];
    if let Javac::Release {
        preview: true,
        release,
    } = fixture.javac
    {
        words.extend([
            "--enable-preview".to_owned(),
            format!("--release={release}"),
        ]);
    }
    assert!(jdk.release() > 8, "JDK 9 or later");
    for file in &fixture.files {
        let path = folder.join("sources").join(&fixture.name).join(&file.path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, &file.bytes).expect("a file");
        words.push(path.display().to_string());
    }
    words.join("\t")
}
