//! The needs of cases on the machine: JDKs, compilers, libraries of Maven Central.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The home of a JDK of this release or a later one: that of `RESIDUA_JDK_N`, or a folder of
/// `/usr/lib/jvm` named after it.
pub fn jdk(release: &str) -> Option<String> {
    if let Ok(home) = std::env::var(format!("RESIDUA_JDK_{release}")) {
        return Some(home);
    }
    let wanted: u32 = release.parse().expect("a release is a number");
    let folders = fs::read_dir("/usr/lib/jvm")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let mut found: Vec<(u32, PathBuf)> = folders
        .filter_map(|folder| Some((release_of(&folder)?, folder)))
        .filter(|(found, _)| *found >= wanted)
        .collect();
    found.sort();
    found
        .first()
        .map(|(_, folder)| folder.display().to_string())
}

/// Returns the release in the file `release` of a JDK: 25 of `JAVA_VERSION="25.0.1"`.
fn release_of(folder: &Path) -> Option<u32> {
    if !folder.join("bin/javac").exists() {
        return None;
    }
    let text = fs::read_to_string(folder.join("release")).ok()?;
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    version.split(['.', '"', '-', '+']).next()?.parse().ok()
}

/// Returns whether a program is on the `PATH`.
pub fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).exists())
}

/// Maven's own folder of libraries is no place for two that write.
static FETCHING: Mutex<()> = Mutex::new(());

/// The class path of these libraries of Maven Central and all that they need, fetched once; `None`
/// if that fails.
pub fn fetched(libraries: &[String]) -> Option<String> {
    let _alone = FETCHING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = folder_of(libraries);
    if !folder.join("done").exists() {
        fetch(libraries, &folder)?;
    }
    let entries = fs::read_dir(folder.join("lib"))
        .ok()?
        .flatten()
        .map(|entry| entry.path().display().to_string());
    let mut jars: Vec<String> = entries.filter(|name| name.ends_with(".jar")).collect();
    jars.sort();
    Some(jars.join(":"))
}

/// Returns the folder of these libraries: a folder in a folder for each, since a name has an end.
fn folder_of(libraries: &[String]) -> PathBuf {
    let names = libraries.iter().map(|library| library.replace(':', "_"));
    names.fold(
        std::env::temp_dir().join("residua-promise"),
        |folder, name| folder.join(name),
    )
}

fn fetch(libraries: &[String], folder: &Path) -> Option<()> {
    fs::create_dir_all(folder).ok()?;
    let dependencies: String = libraries
        .iter()
        .map(|library| dependency(library))
        .collect();
    let pom = format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>\
         <dependencies>{dependencies}</dependencies></project>"
    );
    fs::write(folder.join("pom.xml"), pom).ok()?;
    let mut maven = Command::new("mvn");
    maven
        .args([
            "-q",
            "-B",
            "dependency:copy-dependencies",
            "-DoutputDirectory=lib",
        ])
        .current_dir(folder);
    maven.status().ok()?.success().then_some(())?;
    fs::write(folder.join("done"), "").ok()
}

fn dependency(library: &str) -> String {
    let mut parts = library.split(':');
    let mut part = || parts.next().expect("GROUP:ARTIFACT:VERSION");
    format!(
        "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>",
        part(),
        part(),
        part()
    )
}
