//! Gradle projects. Build scripts are programs; of them are read the lines that nearly all have:
//! dependencies by their coordinates, folders of sources, names of subprojects.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::dependencies::closure;
use super::pom::Dependency;
use super::repositories::Repositories;
use super::{Build, Tool, folders};
use crate::failure::Rejected;
use crate::inputs::text_file;

/// The configurations of dependencies that the main sources compile against.
const COMPILED_AGAINST: [&str; 8] = [
    "implementation",
    "api",
    "compile",
    "compileOnly",
    "compileOnlyApi",
    "runtimeOnly",
    "provided",
    "providedCompile",
];

/// The text of a script without comments, and the names that it and `gradle.properties` give to
/// texts.
struct Script {
    lines: Vec<String>,
    named: BTreeMap<String, String>,
}

/// Looks at the project and its subprojects; their sources are analysed as one program.
pub fn look(folder: &Path) -> Result<Build> {
    let projects = projects(folder)?;
    let versions = folder.join("gradle/libs.versions.toml");
    let catalog = catalog(&versions);
    let plugins = plugins(&versions);
    let mut build = Build {
        tool: Tool::Gradle,
        base: folder.to_owned(),
        sources: Vec::new(),
        left_out: Vec::new(),
        resources: Vec::new(),
        classes: Vec::new(),
        class_path: Vec::new(),
        output: folder.join("build/monitored"),
        missing: Vec::new(),
    };

    let mut direct = Vec::new();
    let root = Script::read(folder, &BTreeMap::new())?;
    for project in &projects {
        let script = Script::read(project, &root.named)?;
        let sources = script.sources(project);
        if !sources.is_empty() {
            build.classes.push(project.join("build/classes/java/main"));
        }
        build.sources.extend(sources);
        build.class_path.extend(script.files(project));
        direct.extend(script.dependencies(&catalog, &mut build.missing));
        direct.extend(script.kotlin(&plugins));
    }

    let libraries = closure(
        direct,
        &BTreeSet::new(),
        &BTreeMap::new(),
        &Repositories::of(folder),
    );
    build.class_path.extend(libraries.jars);
    build.missing.extend(libraries.missing);

    Ok(build)
}

/// The folder itself, and those of the subprojects that its settings include.
fn projects(folder: &Path) -> Result<Vec<PathBuf>, Rejected> {
    let mut projects = vec![folder.to_owned()];
    for name in ["settings.gradle", "settings.gradle.kts"] {
        let path = folder.join(name);
        if path.is_file() {
            let script = Script::of(&text_file(&path, "build file")?, BTreeMap::new());
            let included = script
                .lines
                .iter()
                .filter(|line| word(line) == "include")
                .flat_map(|line| strings(line));
            projects.extend(
                included.map(|name| folder.join(name.trim_start_matches(':').replace(':', "/"))),
            );
        }
    }

    Ok(projects)
}

impl Script {
    fn read(project: &Path, named: &BTreeMap<String, String>) -> Result<Script, Rejected> {
        let mut text = String::new();
        for name in ["build.gradle", "build.gradle.kts"] {
            let path = project.join(name);
            if path.is_file() {
                text += &text_file(&path, "build file")?;
            }
        }

        let mut named = named.clone();
        let properties =
            std::fs::read_to_string(project.join("gradle.properties")).unwrap_or_default();
        let properties = properties.lines().filter_map(|line| line.split_once('='));
        named.extend(
            properties.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())),
        );

        Ok(Script::of(&text, named))
    }

    fn of(text: &str, mut named: BTreeMap<String, String>) -> Script {
        let lines: Vec<String> = without_comments(text)
            .lines()
            .map(|line| line.trim().to_owned())
            .collect();

        for line in &lines {
            let Some((name, value)) = line.split_once('=') else {
                continue;
            };
            let name = name
                .trim()
                .trim_end_matches(" by extra(")
                .rsplit([' ', '.'])
                .next()
                .unwrap_or_default();
            if let ([value], true) = (strings(value).as_slice(), !name.is_empty()) {
                named.insert(name.to_owned(), value.clone());
            }
        }

        Script { lines, named }
    }

    /// The texts of a line with what their `$names` stand for.
    fn texts(&self, line: &str) -> Vec<String> {
        let value = |mut text: String| {
            for (name, value) in self.named.iter().rev() {
                for written in [format!("${{{name}}}"), format!("${name}")] {
                    text = text.replace(&written, value);
                }
            }
            text
        };
        strings(line).into_iter().map(value).collect()
    }

    /// The lines that say what the sources compile against, behind that word.
    fn declarations(&self) -> impl Iterator<Item = &str> {
        let declarations = self
            .lines
            .iter()
            .filter(|line| COMPILED_AGAINST.contains(&word(line)));
        declarations.map(|line| &line[word(line).len()..])
    }

    fn dependencies(
        &self,
        catalog: &BTreeMap<String, Dependency>,
        missing: &mut Vec<String>,
    ) -> Vec<Dependency> {
        let mut found = Vec::new();
        for line in self.declarations() {
            let of_catalog = line.trim_start_matches([' ', '(']).strip_prefix("libs.");
            if let Some(name) = of_catalog {
                let name = name.trim_end_matches([')', ' ']);
                match catalog.get(&name.replace(['-', '_'], ".")) {
                    Some(dependency) => found.push(dependency.clone()),
                    None => missing.push(format!("libs.{name}")),
                }
            } else if !["project", "files", "fileTree"]
                .iter()
                .any(|call| line.contains(&format!("{call}(")))
            {
                found.extend(coordinates(line, &self.texts(line)));
            }
        }

        found
    }

    /// Kotlin's library, which its plugin adds unasked.
    fn kotlin(&self, plugins: &BTreeMap<String, String>) -> Option<Dependency> {
        let is_plugin =
            |line: &&String| line.contains("org.jetbrains.kotlin.") || line.starts_with("kotlin(");
        let written = self.lines.iter().filter(is_plugin).find_map(|line| {
            let (_, version) = line.split_once("version")?;
            self.texts(version).into_iter().next()
        });
        let by_catalog = || {
            let lines = self.lines.iter();
            let names = lines.filter_map(|line| line.split_once("alias(libs.plugins."));
            let names = names.map(|(_, name)| name.split(')').next().unwrap_or_default());
            names.filter_map(|name| plugins.get(name)).next().cloned()
        };
        Some(Dependency {
            group: "org.jetbrains.kotlin".to_owned(),
            artifact: "kotlin-stdlib".to_owned(),
            version: Some(written.or_else(by_catalog)?),
            ..Dependency::default()
        })
    }

    /// Jars that are named by files and folders.
    fn files(&self, project: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for line in self.declarations() {
            let texts = self.texts(line);
            if line.contains("fileTree(") {
                found.extend(
                    texts
                        .first()
                        .map(|place| folders::jars(&project.join(place)))
                        .into_iter()
                        .flatten(),
                );
            } else if line.contains("files(") {
                found.extend(
                    texts
                        .iter()
                        .map(|file| project.join(file))
                        .filter(|file| file.exists()),
                );
            }
        }

        found
    }

    /// The folders of the main sources that there are, those that generators have filled among
    /// them.
    fn sources(&self, project: &Path) -> Vec<PathBuf> {
        let named = self
            .lines
            .iter()
            .filter(|line| line.contains("srcDir"))
            .flat_map(|line| self.texts(line));
        let named = named
            .map(PathBuf::from)
            .filter(|place| !folders::is_test(place));
        let generated = folders::below(&project.join("build/generated/sources"));
        let generated = generated
            .into_iter()
            .map(|generator| generator.join("java/main"));

        let all = std::iter::once(PathBuf::from("src/main/java"))
            .chain(named)
            .map(|place| project.join(place));
        let mut sources: Vec<PathBuf> = all
            .chain(generated)
            .filter(|place| place.is_dir() && folders::has_sources(place))
            .collect();
        sources.dedup();

        sources
    }
}

/// `"g:a:v"`, `"g:a:v:c@jar"` or `group: "g", name: "a", version: "v"`.
fn coordinates(line: &str, texts: &[String]) -> Option<Dependency> {
    let parts: Vec<&str> = match texts {
        [group, artifact, version] if line.contains("group") => vec![group, artifact, version],
        [one, ..] => one.split('@').next()?.split(':').collect(),
        [] => return None,
    };
    let [group, artifact, rest @ ..] = parts.as_slice() else {
        return None;
    };

    Some(Dependency {
        group: (*group).to_owned(),
        artifact: (*artifact).to_owned(),
        version: rest.first().map(|version| (*version).to_owned()),
        classifier: rest.get(1).map(|classifier| (*classifier).to_owned()),
        ..Dependency::default()
    })
}

/// A version catalog; an empty one if there is none that can be read.
struct Catalog(toml::Table);

impl Catalog {
    fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        Catalog(toml::from_str(&text).unwrap_or_default())
    }

    fn table(&self, name: &str) -> toml::Table {
        let table = self.0.get(name).and_then(toml::Value::as_table);
        table.cloned().unwrap_or_default()
    }

    /// The version that an entry has or refers to.
    fn version(&self, entry: &toml::Value) -> Option<String> {
        let version = entry.get("version");
        let name = version.and_then(|version| version.get("ref"));
        let versions = self.table("versions");
        let reference = name.and_then(|name| versions.get(name.as_str()?));
        let version = reference.or(version)?;
        version.as_str().map(str::to_owned)
    }
}

/// The versions of Kotlin's plugins in a version catalog under the names that scripts have for them.
fn plugins(path: &Path) -> BTreeMap<String, String> {
    let catalog = Catalog::read(path);
    let plugins = catalog.table("plugins");
    let of_kotlin = plugins.iter().filter_map(|(name, entry)| {
        let id = entry.get("id")?.as_str()?;
        let version = id
            .starts_with("org.jetbrains.kotlin.")
            .then(|| catalog.version(entry))?;
        Some((name.replace(['-', '_'], "."), version?))
    });
    of_kotlin.collect()
}

/// The libraries of a version catalog under the names that scripts have for them.
fn catalog(path: &Path) -> BTreeMap<String, Dependency> {
    let catalog = Catalog::read(path);
    let text = |value: &toml::Value| value.as_str().map(str::to_owned);
    let library = |value: &toml::Value| -> Option<Dependency> {
        if let Some(whole) = value.as_str() {
            return coordinates("", &[whole.to_owned()]);
        }
        let module = value.get("module").and_then(text);
        let (group, artifact) = match &module {
            Some(module) => module
                .split_once(':')
                .map(|(group, artifact)| (group.to_owned(), artifact.to_owned()))?,
            None => (
                value.get("group").and_then(text)?,
                value.get("name").and_then(text)?,
            ),
        };
        Some(Dependency {
            group,
            artifact,
            version: catalog.version(value),
            ..Dependency::default()
        })
    };

    let libraries = catalog.table("libraries");
    libraries
        .iter()
        .filter_map(|(name, value)| Some((name.replace(['-', '_'], "."), library(value)?)))
        .collect()
}

/// The first word of a line.
fn word(line: &str) -> &str {
    line.split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default()
}

/// The quoted texts of a line.
pub fn strings(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['"', '\'']) {
        let quote = rest.as_bytes()[at] as char;
        let Some((text, after)) = rest[at + 1..].split_once(quote) else {
            break;
        };
        found.push(text.to_owned());
        rest = after;
    }
    found
}

/// A script without its comments; quoted texts may look like some (`"https://.."`).
pub fn without_comments(text: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        left += &rest[..at];
        rest = &rest[at..];
        let end = match rest.as_bytes() {
            [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => rest.find("*/").map_or(rest.len(), |end| end + 2),
            [b'/', ..] => {
                left.push('/');
                1
            }
            _ => {
                let end = rest[1..]
                    .find([rest.as_bytes()[0] as char, '\n'])
                    .map_or(rest.len(), |end| end + 2);
                left += &rest[..end];
                end
            }
        };
        rest = &rest[end..];
    }

    left + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(script: &str) -> Vec<String> {
        let script = Script::of(script, BTreeMap::new());
        let found = script.dependencies(&BTreeMap::new(), &mut Vec::new());
        found
            .iter()
            .filter_map(Dependency::coordinates)
            .map(|coordinates| coordinates.to_string())
            .collect()
    }

    #[test]
    fn dependencies_are_read_in_every_form() {
        let script = "
            def guava = '33.0'
            dependencies {
                implementation \"com.google.guava:guava:$guava\" // not \"x:y:1\"
                api(\"a:b:1.0:linux\")
                compileOnly group: 'g', name: 'n', version: '2'
                /* compile 'old:old:0' */
                testImplementation 'junit:junit:4.13'
                implementation project(':core')
            }
            repositories { maven { url 'https://example.org/maven' } }";
        assert_eq!(
            declared(script),
            ["com.google.guava:guava:33.0", "a:b:1.0:linux", "g:n:2"]
        );
    }

    #[test]
    fn plugin_of_kotlin_brings_its_library() {
        let version = |script: &str, catalog: &str| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("libs.versions.toml");
            std::fs::write(&path, catalog).unwrap();
            let library = Script::of(script, BTreeMap::new()).kotlin(&plugins(&path));
            library.and_then(|library| library.version)
        };
        for script in [
            "plugins {\n kotlin(\"jvm\") version \"2.0.0\"\n}",
            "plugins {\n id 'org.jetbrains.kotlin.jvm' version '2.0.0'\n}",
            "def kotlin = '2.0.0'\nid 'org.jetbrains.kotlin.jvm' version \"$kotlin\"",
        ] {
            assert_eq!(version(script, "").as_deref(), Some("2.0.0"), "{script}");
        }
        let catalog = "[versions]\nkotlin = '2.1.0'\n[plugins]\n\
                       kotlin-jvm = { id = 'org.jetbrains.kotlin.jvm', version.ref = 'kotlin' }";
        assert_eq!(
            version("alias(libs.plugins.kotlin.jvm)", catalog).as_deref(),
            Some("2.1.0")
        );
        assert_eq!(version("plugins { java }", catalog), None);
    }

    #[test]
    fn comment_that_is_not_closed_is_no_endless_one() {
        assert_eq!(without_comments("a /* b"), "a ");
        assert_eq!(without_comments("'a // b"), "'a // b");
        assert_eq!(without_comments("'https://x' // y\nz"), "'https://x' \nz");
    }
}
