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
    names.fold(top(), |folder, name| folder.join(name))
}

/// The folder of all fetched libraries.
fn top() -> PathBuf {
    std::env::temp_dir().join("residua-promise")
}

/// Fetches what several cases need in one run of Maven: it takes seconds to start. A library that it
/// cannot fetch is left to [`fetched`], which asks for it alone.
pub fn fetch_together(sets: &[Vec<String>]) {
    let _alone = FETCHING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut folders: Vec<PathBuf> = Vec::new();
    for libraries in sets.iter().filter(|libraries| !libraries.is_empty()) {
        let folder = folder_of(libraries);
        if !folder.join("done").exists() && !folders.contains(&folder) {
            _ = write_pom(libraries, &folder);
            folders.push(folder);
        }
    }
    if folders.len() > 1 && copy_all(&folders).is_some() {
        for folder in folders {
            _ = fs::write(folder.join("done"), "");
        }
    }
}

/// Runs Maven for all of these folders, as modules of one project.
fn copy_all(folders: &[PathBuf]) -> Option<()> {
    let root = top();
    let modules: String = folders
        .iter()
        .filter_map(|folder| folder.strip_prefix(&root).ok())
        .map(|folder| format!("<module>{}</module>", folder.display()))
        .collect();
    let pom = project(
        "together",
        &format!("<packaging>pom</packaging><modules>{modules}</modules>"),
    );
    fs::write(root.join("pom.xml"), pom).ok()?;
    copy_dependencies(&root)
}

fn fetch(libraries: &[String], folder: &Path) -> Option<()> {
    write_pom(libraries, folder)?;
    copy_dependencies(folder)?;
    fs::write(folder.join("done"), "").ok()
}

/// Writes a project that needs these libraries.
fn write_pom(libraries: &[String], folder: &Path) -> Option<()> {
    let dependencies: String = libraries
        .iter()
        .map(|library| dependency(library))
        .collect();
    let name = libraries.join("_").replace(':', "_");
    let pom = project(
        &name,
        &format!("<dependencies>{dependencies}</dependencies>"),
    );
    fs::create_dir_all(folder).ok()?;
    fs::write(folder.join("pom.xml"), pom).ok()
}

fn project(name: &str, elements: &str) -> String {
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>{name}</artifactId>\
         <version>1</version>{elements}</project>"
    )
}

/// Copies the dependencies of a project and its modules into their folders `lib`.
fn copy_dependencies(folder: &Path) -> Option<()> {
    let mut maven = Command::new("mvn");
    maven
        .args([
            "-q",
            "-B",
            "dependency:copy-dependencies",
            "-DoutputDirectory=lib",
        ])
        .current_dir(folder);
    maven.status().ok()?.success().then_some(())
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
