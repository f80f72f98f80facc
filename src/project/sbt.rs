//! Projects of sbt. Build definitions are programs in Scala; of them are read the lines that nearly
//! all have: dependencies by their coordinates, and the version of Scala.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;
use walkdir::WalkDir;

use super::dependencies::closure;
use super::gradle::{strings, without_comments};
use super::pom::Dependency;
use super::repositories::Repositories;
use super::{Build, Tool};
use crate::failure::Rejected;
use crate::inputs::text_file;

/// Scopes of dependencies that the main sources do not compile against.
const OF_TESTS: [&str; 2] = ["Test", "IntegrationTest"];

/// Looks at the project; the sources of its subprojects are analysed as one program.
///
/// # Errors
/// The build definition cannot be read.
pub fn look(folder: &Path) -> Result<Build> {
    let read = |path: &Path| text_file(path, "build file").map_err(Rejected::from);
    let mut text = read(&folder.join("build.sbt"))?;
    for path in definitions(&folder.join("project")) {
        text.push('\n');
        text += &read(&path)?;
    }
    let definition = Definition::of(&text);
    let libraries = closure(
        definition.dependencies(),
        &BTreeSet::new(),
        &BTreeMap::new(),
        &Repositories::of(folder),
    );

    Ok(Build {
        tool: Tool::Sbt,
        base: folder.to_owned(),
        sources: Vec::new(),
        left_out: Vec::new(),
        resources: Vec::new(),
        classes: Vec::new(),
        class_path: libraries.jars,
        output: folder.join("target/monitored"),
        missing: libraries.missing,
    })
}

/// The Scala sources in the folder of the build definition, by their names.
fn definitions(folder: &Path) -> Vec<PathBuf> {
    let files = WalkDir::new(folder)
        .max_depth(1)
        .sort_by_file_name()
        .into_iter();
    files
        .flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|ending| ending == "scala"))
        .collect()
}

/// The folder below a project's own that sbt compiles its classes to, by the text of its build
/// definition: `target/scala-2.13/classes`. `None` if it names no version of Scala.
pub fn classes(folder: &Path) -> Option<PathBuf> {
    let text = text_file(&folder.join("build.sbt"), "build file").ok()?;
    let version = Definition::of(&text).scala()?;
    let place = match binary(&version).as_str() {
        "3" => format!("target/scala-{version}/classes"),
        binary => format!("target/scala-{binary}/classes"),
    };
    Some(PathBuf::from(place))
}

/// The text of a build definition without comments, and the names that it gives to texts.
struct Definition {
    lines: Vec<String>,
    named: BTreeMap<String, String>,
}

impl Definition {
    fn of(text: &str) -> Self {
        let text = without_comments(text);
        let lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
        let named = lines.iter().filter_map(|line| {
            let (name, value) = line.split_once('=')?;
            let name = name.strip_prefix("lazy ").unwrap_or(name);
            let name = name.strip_prefix("val ")?.split(':').next()?.trim();
            Some((name.to_owned(), strings(value).into_iter().next()?))
        });
        let named = named.collect();
        Definition { lines, named }
    }

    /// The version of Scala; the first one, where subprojects have others.
    fn scala(&self) -> Option<String> {
        self.lines.iter().find_map(|line| {
            let (_, value) = line.split_once("scalaVersion")?;
            self.text(value.trim().strip_prefix(":=")?)
        })
    }

    /// The text in quotes, or the one that a name stands for.
    fn text(&self, written: &str) -> Option<String> {
        let name = written
            .trim()
            .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.')
            .next()
            .and_then(|name| name.rsplit('.').next());
        let named = || self.named.get(name?).cloned();
        strings(written).into_iter().next().or_else(named)
    }

    /// The libraries of Scala itself and those of `"org" %% "name" % "1.0"`, without those of tests.
    fn dependencies(&self) -> Vec<Dependency> {
        let mut found = Vec::new();
        let scala = self.scala();
        let name = |version: &String| match binary(version).as_str() {
            "3" => "scala3-library_3",
            _ => "scala-library",
        };
        if let Some(version) = &scala {
            found.push(dependency("org.scala-lang", name(version), version));
        }
        let suffix = scala.as_deref().map(binary);
        let entries = self.lines.iter().flat_map(|line| line.split(','));
        found.extend(entries.filter_map(|entry| self.dependency(entry, suffix.as_deref())));
        found
    }

    fn dependency(&self, entry: &str, suffix: Option<&str>) -> Option<Dependency> {
        let entry = entry.replace("%%%", "%%");
        let is_of_scala = entry.contains("%%");
        let entry = entry.replace("%%", "%");
        let mut parts = entry.split('%');
        let group = strings(parts.next()?).pop()?;
        let artifact = self.text(parts.next()?)?;
        let version = self.text(parts.next()?)?;
        let scope = parts.next().unwrap_or_default();
        let is_of_tests = |scope: &str| {
            let word = strings(scope).pop().unwrap_or_else(|| scope.to_owned());
            let word = word.trim().trim_end_matches(')');
            OF_TESTS.iter().any(|test| word.eq_ignore_ascii_case(test))
        };
        if is_of_tests(scope) {
            return None;
        }
        let artifact = match suffix.filter(|_| is_of_scala) {
            Some(suffix) => format!("{artifact}_{suffix}"),
            None => artifact,
        };
        Some(dependency(&group, &artifact, &version))
    }
}

/// The part of a version of Scala that names of libraries carry: `2.13` of `2.13.14`, `3` of
/// `3.3.1`.
fn binary(version: &str) -> String {
    let parts = if version.starts_with("2.") { 2 } else { 1 };
    let parts: Vec<&str> = version.split('.').take(parts).collect();
    parts.join(".")
}

fn dependency(group: &str, artifact: &str, version: &str) -> Dependency {
    Dependency {
        group: group.to_owned(),
        artifact: artifact.to_owned(),
        version: Some(version.to_owned()),
        ..Dependency::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(text: &str) -> Vec<String> {
        let found = Definition::of(text).dependencies();
        let names = found.iter().filter_map(Dependency::coordinates);
        names.map(|coordinates| coordinates.to_string()).collect()
    }

    #[test]
    fn dependencies_are_read_in_every_form() {
        let text = "
            ThisBuild / scalaVersion := \"2.13.14\"
            val cats = \"2.10.0\"
            libraryDependencies += \"org.typelevel\" %% \"cats-core\" % cats // \"no\" % \"no\" % \"1\"
            libraryDependencies ++= Seq(\"a\" % \"b\" % \"1\", \"c\" % \"d\" % \"2\" % Provided)
            libraryDependencies += \"e\" %% \"f\" % \"3\" % Test
            libraryDependencies += \"g\" % \"h\" % \"4\" % \"test\"";
        assert_eq!(
            declared(text),
            [
                "org.scala-lang:scala-library:2.13.14",
                "org.typelevel:cats-core_2.13:2.10.0",
                "a:b:1",
                "c:d:2"
            ]
        );
    }

    #[test]
    fn names_of_libraries_end_with_the_version_of_scala() {
        let text = "scalaVersion := \"3.3.1\"\nlibraryDependencies += \"a\" %% \"b\" % \"1\"";
        assert_eq!(
            declared(text),
            ["org.scala-lang:scala3-library_3:3.3.1", "a:b_3:1"]
        );
        assert_eq!(declared("name := \"x\""), [""; 0]);
    }
}
