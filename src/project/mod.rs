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
mod xml;

use std::path::{Path, PathBuf};

use anyhow::Result;

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
            (Tool::Ant, has(&["build.xml"])),
            (Tool::Plain, true),
        ];

        there
            .into_iter()
            .filter(|(_, is_there)| *is_there)
            .map(|(tool, _)| tool)
            .collect()
    }

    fn look(self, folder: &Path) -> Result<Build> {
        let mut build = match self {
            Tool::Maven => maven::look(folder)?,
            Tool::Gradle => gradle::look(folder)?,
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
    let tools = Tool::of(folder);
    let mut build = tools[0].look(folder)?;
    // A build file may be there for something else than the sources.
    for tool in &tools[1..] {
        if !build.sources.is_empty() {
            break;
        }
        build = tool.look(folder)?;
    }

    build.resources = folders::resources(&build.base, &build.sources);
    if build.classes.is_empty() {
        build.classes = folders::class_folders(&build.base, &build.sources);
    }

    // Beside the program there may be examples, templates, and what is compiled only where some
    // library is.
    let left;
    (build.sources, left) = left_out::compiled(build.sources, &build.classes);
    build.left_out.extend(left);

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
