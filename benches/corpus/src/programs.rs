//! The table of programs.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// A program of the table: where it comes from and what compiles it. The head of `programs.yaml`
/// says what each means.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    pub name: String,
    pub package: String,
    pub archive: String,
    pub sha256: String,
    pub roots: Vec<String>,
    #[serde(default)]
    pub resources: Vec<String>,
    #[serde(default)]
    pub class_path: Vec<String>,
    #[serde(default)]
    pub needs: Vec<String>,
    #[serde(default)]
    pub left_out: Vec<String>,
    #[serde(default)]
    pub javac: Vec<String>,
}

/// All programs of the table, in its order.
pub fn all() -> Result<Vec<Program>> {
    serde_saphyr::from_str(include_str!("../programs.yaml")).context("programs.yaml")
}

/// The programs of these names, in the order of the table; all where no name is given.
pub fn chosen(names: &[String]) -> Result<Vec<Program>> {
    let all = all()?;
    if let Some(unknown) = names
        .iter()
        .find(|name| all.iter().all(|program| program.name != **name))
    {
        let known: Vec<&str> = all.iter().map(|program| program.name.as_str()).collect();
        bail!(
            "there is no program `{unknown}`; there are {}",
            known.join(", ")
        );
    }

    Ok(all
        .into_iter()
        .filter(|program| names.is_empty() || names.contains(&program.name))
        .collect())
}

/// The folders of programs, of their compiled classes and of the jars that they need.
#[derive(Debug, Clone)]
pub struct Places {
    /// The folder of the corpus.
    pub corpus: PathBuf,
    /// The folder of the system's jars.
    pub jars: PathBuf,
}

impl Places {
    /// The sources of a program.
    pub fn sources(&self, program: &str) -> PathBuf {
        self.corpus.join(program)
    }

    /// The class files that javac makes of a program.
    pub fn classes(&self, program: &str) -> PathBuf {
        self.corpus.join(".classes").join(program)
    }

    /// Files that belong to a program, sorted by path.
    pub fn files(&self, program: &Program) -> Result<Vec<PathBuf>> {
        let root = self.sources(&program.name);
        let mut found = Vec::new();
        for entry in walkdir::WalkDir::new(&root) {
            let path = entry
                .with_context(|| format!("`{}`: run `corpus fetch` first", root.display()))?
                .into_path();
            if is_compiled(&path) && !is_left_out(program, &path) {
                found.push(path);
            }
        }
        found.sort();
        Ok(found)
    }

    /// The class path of a program: classes of the programs that it needs, and jars. What is not
    /// installed is left out.
    pub fn class_path(&self, program: &Program) -> Result<Vec<PathBuf>> {
        let mut path: Vec<PathBuf> = program
            .needs
            .iter()
            .map(|needed| self.classes(needed))
            .collect();
        for pattern in &program.class_path {
            let pattern = self.jars.join(pattern);
            let found = glob::glob(&pattern.to_string_lossy()).context("a pattern of jars")?;
            path.extend(found.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(path)
    }
}

/// Descriptions of modules and packages bring conditions of their own for compiling.
fn is_compiled(path: &Path) -> bool {
    let is_java = path
        .extension()
        .is_some_and(|extension| extension == "java");
    is_java && !path.ends_with("module-info.java") && !path.ends_with("package-info.java")
}

fn is_left_out(program: &Program, path: &Path) -> bool {
    let path = path.to_string_lossy();
    program.left_out.iter().any(|part| path.contains(part))
}
