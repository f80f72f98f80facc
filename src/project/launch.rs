//! The programs that a project runs, by its build, its manifests and its scripts.
//!
//! A `main` alone does not make a program: many libraries have one, for a demonstration or by
//! chance. Where nothing says that one is launched, any method may be called, by other programs or
//! by tests.

use std::collections::BTreeSet;
use std::path::Path;

use walkdir::WalkDir;

/// Files of builds and scripts, by the end of their names, in which classes are named that are
/// launched.
const NAMING: [&str; 13] = [
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "build.xml",
    "MANIFEST.MF",
    "manifest.mf",
    "Dockerfile",
    "Containerfile",
    "Procfile",
    ".sh",
    ".bat",
    ".cmd",
    "Makefile",
];

/// Signs in a build of a project that is a program, whatever its `main` is called.
const PROGRAMS: [&str; 6] = [
    "spring-boot-maven-plugin",
    "org.springframework.boot",
    "quarkus-maven-plugin",
    "io.quarkus",
    "micronaut-maven-plugin",
    "io.micronaut.application",
];

/// Folders that builds make, and those of tools.
const MADE: [&str; 8] = [
    "target",
    "build",
    "out",
    "bin",
    "node_modules",
    "residua-out",
    ".git",
    ".gradle",
];

/// How deep folders are looked into: modules of modules, and their manifests.
const DEEPEST: usize = 6;

/// Which of `mains`, the classes with a `main` by their qualified names, are launched as far as the
/// project's folder says; all of them where its build makes programs without naming a class. O(size
/// of the build files and scripts).
pub fn launched(folder: &Path, mains: &BTreeSet<String>) -> BTreeSet<String> {
    let files = WalkDir::new(folder)
        .max_depth(DEEPEST)
        .into_iter()
        .filter_entry(|entry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0 || !(entry.file_type().is_dir() && MADE.contains(&&*name))
        });
    let mut found = BTreeSet::new();

    for file in files
        .flatten()
        .filter(|file| file.file_type().is_file() && names_classes(file.path()))
    {
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        if PROGRAMS.iter().any(|program| text.contains(program)) {
            return mains.clone();
        }
        found.extend(mains.iter().filter(|main| has_word(&text, main)).cloned());
    }

    found
}

fn names_classes(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    NAMING.iter().any(|ending| name.ends_with(ending))
}

/// Returns whether a qualified name stands in a text, not as a part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + word.len()..].chars().next();
        !before.is_some_and(|c| is_part(c) || c == '.') && !behind.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(file: &str, text: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        let mains = BTreeSet::from(["app.Main".to_owned(), "app.MainWindow".to_owned()]);
        launched(folder.path(), &mains).into_iter().collect()
    }

    #[test]
    fn build_names_what_is_launched() {
        assert_eq!(
            of("pom.xml", "<mainClass>app.Main</mainClass>"),
            ["app.Main"]
        );
        assert_eq!(
            of("core/build.gradle", "mainClassName = 'app.MainWindow'"),
            ["app.MainWindow"]
        );
        assert_eq!(
            of("src/META-INF/MANIFEST.MF", "Main-Class: app.Main\n"),
            ["app.Main"]
        );
        assert_eq!(
            of("run.sh", "exec java -cp classes app.Main \"$@\""),
            ["app.Main"]
        );
    }

    #[test]
    fn main_that_nothing_names_is_not_launched() {
        assert_eq!(of("pom.xml", "<artifactId>app</artifactId>"), [""; 0]);
        assert_eq!(of("target/run.sh", "java app.Main"), [""; 0]);
        assert_eq!(of("run.sh", "java org.app.Main"), [""; 0]);
    }

    #[test]
    fn builds_of_programs_launch_every_main() {
        assert_eq!(
            of(
                "pom.xml",
                "<artifactId>spring-boot-maven-plugin</artifactId>"
            ),
            ["app.Main", "app.MainWindow"]
        );
    }
}
