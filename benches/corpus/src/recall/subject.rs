//! A program with its driver: what is compiled, run and analysed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use java_lower::Source;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use points_to::models::Models;

use crate::fetch;
use crate::lower::models;
use crate::programs::{Places, Program};

/// The class whose `main` drives a program.
pub const DRIVER: &str = "driver.Driver";

/// A program and a driver that uses it.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The name of the program.
    pub name: String,
    /// Source files, each with the folder that its path begins in.
    pub files: Vec<(PathBuf, PathBuf)>,
    /// The class path of the sources when they are compiled.
    pub class_path: Vec<PathBuf>,
    /// The additional class path of the program when it runs.
    pub resources: Vec<PathBuf>,
    /// Options of javac.
    pub javac: Vec<String>,
    /// The folder for all that is made.
    pub work: PathBuf,
}

impl Subject {
    /// A program of the table with the driver of its name in the folder `drivers`. Resources are
    /// unpacked where they are not yet there.
    ///
    /// # Errors
    /// The program is not fetched, or has no driver.
    pub fn of(places: &Places, drivers: &Path, program: &Program) -> Result<Subject> {
        let root = places.sources(&program.name);
        let driver = drivers.join(&program.name);
        ensure!(
            driver.is_dir(),
            "`{}` has no driver: {} is not there",
            program.name,
            driver.display()
        );
        let own = places
            .files(program)?
            .into_iter()
            .map(|file| (root.clone(), file));

        let files = own
            .chain(
                java_files(&driver)?
                    .into_iter()
                    .map(|file| (driver.clone(), file)),
            )
            .collect();
        let mut resources = vec![fetch::resources(places, program)?];

        for needed in crate::programs::chosen(&program.needs)?
            .iter()
            .filter(|_| !program.needs.is_empty())
        {
            resources.push(fetch::resources(places, needed)?);
        }
        Ok(Subject {
            name: program.name.clone(),
            files,
            class_path: places.class_path(program)?,
            resources,
            javac: program.javac.clone(),
            work: places.corpus.join(".recall").join(&program.name),
        })
    }

    /// A program that is its driver, in one file of a folder.
    #[cfg(test)]
    pub fn small(folder: &Path, text: &str) -> Subject {
        let file = folder.join("Driver.java");
        fs::write(&file, text).expect("a file");
        Subject {
            name: "small".to_owned(),
            files: vec![(folder.to_owned(), file)],
            class_path: Vec::new(),
            resources: Vec::new(),
            javac: Vec::new(),
            work: folder.join("work"),
        }
    }

    /// The sources as the front end takes them.
    pub fn sources(&self) -> Result<Vec<Source>> {
        let source = |(root, file): &(PathBuf, PathBuf)| -> Result<Source> {
            let path = file.strip_prefix(root)?.to_string_lossy().into_owned();
            let bytes = fs::read(file).with_context(|| file.display().to_string())?;
            let root = root
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            Ok(Source { root, path, bytes })
        };
        self.files.iter().map(source).collect()
    }

    /// Reads, resolves and lowers program and driver as one.
    pub fn lower(&self, jdk: &Jdk) -> Result<ir::Program> {
        let class_path = ClassPath::open(&self.class_path, jdk)?;
        Ok(java_lower::load(self.sources()?, Arc::new(class_path))?)
    }

    /// The models of the libraries that the lowered program calls.
    pub fn models(&self, program: &ir::Program, jdk: &Jdk) -> Result<Models> {
        models(program, &self.class_path, jdk)
    }
}

/// The Java files below a folder, sorted by path.
pub fn java_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let path = entry?.into_path();
        if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            found.push(path);
        }
    }
    Ok(found)
}
