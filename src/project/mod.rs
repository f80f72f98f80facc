//! The facts about the build in a project's folder, for `residua init`: nothing is run, and no
//! network is asked.

mod ant;
mod configuration;
mod dependencies;
mod folders;
mod gradle;
mod languages;
mod launch;
pub mod left_out;
mod mains;
mod maven;
mod pom;
mod properties;
mod repositories;
mod sbt;
mod xml;

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::inputs::other_languages::OtherSource;
pub use configuration::configuration;
pub use folders::has_classes;
pub use languages::other_languages;
pub use launch::launched;
pub use mains::mains;
pub use properties::{JdkRules, property_files};

/// A build tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// `pom.xml`.
    Maven,
    /// `build.gradle`, `build.gradle.kts` or their settings.
    Gradle,
    /// `build.sbt`.
    Sbt,
    /// `build.xml`.
    Ant,
    /// None of these.
    Plain,
}

/// A project as its build has it. Paths are below the folder that was looked at, or absolute; lists
/// are in the order of the build's files, each path once.
#[derive(Debug)]
pub struct Build {
    /// Its build tool.
    pub tool: Tool,
    /// The folder that its own paths begin in.
    pub base: PathBuf,
    /// Folders of sources that are there; tests are left out.
    pub sources: Vec<PathBuf>,
    /// Sources that are no part of the program, as far as can be seen: they have not been compiled,
    /// though others have.
    pub left_out: Vec<PathBuf>,
    /// Folders of resources beside them that are there.
    pub resources: Vec<PathBuf>,
    /// The folders of compiled classes, now or later.
    pub classes: Vec<PathBuf>,
    /// Jars and folders that the sources compile against.
    pub class_path: Vec<PathBuf>,
    /// A place for woven classes among what the build makes.
    pub output: PathBuf,
    /// Dependencies that were not found on this machine.
    pub missing: Vec<String>,
}

impl Tool {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Maven => "Maven",
            Tool::Gradle => "Gradle",
            Tool::Sbt => "sbt",
            Tool::Ant => "Ant",
            Tool::Plain => "plain",
        }
    }

    /// Returns the tools whose build files are there, in the order of asking; `Plain` at last.
    fn of(folder: &Path) -> Vec<Tool> {
        let has = |names: &[&str]| names.iter().any(|name| folder.join(name).is_file());
        let there = [
            (Tool::Maven, has(&["pom.xml"])),
            (
                Tool::Gradle,
                has(&[
                    "build.gradle",
                    "build.gradle.kts",
                    "settings.gradle",
                    "settings.gradle.kts",
                ]),
            ),
            (Tool::Sbt, has(&["build.sbt"])),
            (Tool::Ant, has(&["build.xml"])),
            (Tool::Plain, true),
        ];

        there
            .into_iter()
            .filter(|(_, is_there)| *is_there)
            .map(|(tool, _)| tool)
            .collect()
    }

    /// The folder that the build compiles a source of another language to, if its path says so.
    fn classes_of(self, source: &OtherSource) -> Option<PathBuf> {
        let is_src = |folder: &&Path| folder.file_name().is_some_and(|name| name == "src");
        let src = source.path.ancestors().find(is_src)?;
        let module = src.parent()?;
        let set = source.path.strip_prefix(src).ok()?.components().next()?;
        let is_common = set.as_os_str() != "main";
        match self {
            Tool::Maven => Some(module.join("target/classes")),
            Tool::Gradle if is_common => Some(module.join("build/classes/kotlin/jvm/main")),
            Tool::Gradle => {
                let language = source.language.to_lowercase();
                Some(module.join(format!("build/classes/{language}/main")))
            }
            Tool::Sbt => Some(module.join(sbt::classes(module)?)),
            Tool::Ant | Tool::Plain => None,
        }
    }

    fn look(self, folder: &Path) -> Result<Build> {
        let mut build = match self {
            Tool::Maven => maven::look(folder)?,
            Tool::Gradle => gradle::look(folder)?,
            Tool::Sbt => sbt::look(folder)?,
            Tool::Ant => ant::look(folder)?,
            Tool::Plain => plain(folder),
        };
        if build.sources.is_empty() {
            build.sources = folders::source_roots(&build.base);
        }
        Ok(build)
    }
}

/// Looks at the project in `folder`. Reads build files, and of sources and classes no more than
/// their names and packages.
///
/// # Errors
/// A build file cannot be read or is not well-formed.
pub fn look(folder: &Path) -> Result<Build> {
    let mut build = of_build_files(folder)?;
    build.resources = folders::resources(&build.base, &build.sources);
    if build.classes.is_empty() {
        build.classes = folders::class_folders(&build.base, &build.sources);
    }

    // Beside the program there may be examples, templates, and what is compiled only where some
    // library is.
    let left;
    (build.sources, left) = left_out::compiled(build.sources, &build.classes);
    build.left_out.extend(left);
    add_other_languages(&mut build);

    for list in [
        &mut build.sources,
        &mut build.left_out,
        &mut build.classes,
        &mut build.class_path,
    ] {
        let mut seen = std::collections::BTreeSet::new();
        list.retain(|path| seen.insert(path.clone()));
    }

    build.missing.sort();
    build.missing.dedup();
    Ok(build)
}

/// Returns the project of the first build file that leads to Java sources: one may be there for
/// something else. If none does, the first one counts.
fn of_build_files(folder: &Path) -> Result<Build> {
    let mut first = None;
    for tool in Tool::of(folder) {
        let build = tool.look(folder)?;
        if !build.sources.is_empty() {
            return Ok(build);
        }
        first.get_or_insert(build);
    }
    Ok(first.unwrap_or_else(|| plain(folder)))
}

/// Adds the sources of other languages and the folders of their class files, and where there are no
/// sources at all, every folder of class files.
fn add_other_languages(build: &mut Build) {
    let others = languages::written_in_others(&build.base);
    if others.is_empty() {
        if build.sources.is_empty() {
            build.classes = folders::all_class_folders(&build.base);
        }
        return;
    }

    let mut classes = folders::class_folders_of_others(&build.base, &others);
    if classes.is_empty() {
        let expected = others.iter();
        classes.extend(expected.filter_map(|source| build.tool.classes_of(source)));
    }
    build.classes.extend(classes);
    build
        .sources
        .extend(languages::roots(&others, &build.sources));
}

/// Returns whether there are class files in each folder of them.
pub fn is_compiled(build: &Build) -> bool {
    let mut classes = build.classes.iter();
    !build.classes.is_empty() && classes.all(|folder| folders::has_classes(folder))
}

fn plain(folder: &Path) -> Build {
    Build {
        tool: Tool::Plain,
        base: folder.to_owned(),
        sources: Vec::new(),
        resources: Vec::new(),
        left_out: Vec::new(),
        classes: Vec::new(),
        class_path: folders::jars(folder),
        output: folder.join("monitored"),
        missing: Vec::new(),
    }
}
