//! The table of projects.

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// A project of the table. The head of `projects.yaml` says what each means.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    pub name: String,
    pub repository: String,
    pub commit: String,
    #[serde(default)]
    pub module: String,
    #[serde(default)]
    pub maven: Vec<String>,
    #[serde(default)]
    pub java: Option<u32>,
    /// A class whose `main` ends by itself, and its arguments.
    #[serde(default)]
    pub main: Option<String>,
}

/// The projects of these names, in the order of the table; all where no name is given.
pub fn chosen(names: &[String]) -> Result<Vec<Project>> {
    let all = all()?;
    if let Some(unknown) = names
        .iter()
        .find(|name| all.iter().all(|project| project.name != **name))
    {
        let known: Vec<&str> = all.iter().map(|project| project.name.as_str()).collect();
        bail!(
            "there is no project `{unknown}`; there are {}",
            known.join(", ")
        );
    }

    Ok(all
        .into_iter()
        .filter(|project| names.is_empty() || names.contains(&project.name))
        .collect())
}

fn all() -> Result<Vec<Project>> {
    serde_saphyr::from_str(include_str!("../projects.yaml")).context("projects.yaml")
}
