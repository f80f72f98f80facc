//! The crates that the command is made of.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId, Resolve};
use serde::Deserialize;

/// A crate from outside, or the command itself.
#[derive(Debug, Clone)]
pub struct Crate {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
    /// The licences, as an expression of SPDX.
    pub licence: String,
    /// The people that its manifest names.
    pub authors: Vec<String>,
    /// The folder of its sources.
    pub folder: PathBuf,
    /// The checksum of its package, as `Cargo.lock` has it.
    pub checksum: Option<String>,
    /// The crates from outside that it needs, as [references](Crate::reference).
    pub needs: BTreeSet<String>,
}

impl Crate {
    /// The address of the crate as a package URL, which names it in a list of parts.
    pub fn reference(&self) -> String {
        reference(&self.name, &self.version)
    }
}

fn reference(name: &str, version: &str) -> String {
    // A version may have a `+`, which stands for a blank in an address.
    format!("pkg:cargo/{name}@{}", version.replace('+', "%2B"))
}

/// All crates for a platform.
#[derive(Debug)]
pub struct Crates {
    /// The command.
    pub root: Crate,
    /// The crates from outside, by name and version.
    pub others: Vec<Crate>,
    /// The folder in which cargo builds.
    pub target_folder: PathBuf,
}

/// The parts of `Cargo.lock` that are read.
#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

impl Crates {
    /// Asks cargo for the crates of the command on a platform. Crates of this repository count as
    /// parts of the command, and those that only tests or build scripts use are left out.
    ///
    /// # Errors
    /// Cargo fails, or `Cargo.lock` cannot be read.
    pub fn of(repository: &Path, target: &str) -> Result<Self> {
        let metadata = metadata(repository, target)?;
        let checksums = checksums(repository)?;
        let resolve = metadata.resolve.as_ref().context("cargo resolves crates")?;
        let root = metadata.root_package();
        let root = root.context("the repository has no package")?.id.clone();

        let needed = needed(&root, resolve);
        let outside: BTreeMap<&PackageId, String> = metadata
            .packages
            .iter()
            .filter(|package| package.source.is_some())
            .map(|package| {
                (
                    &package.id,
                    reference(&package.name, &package.version.to_string()),
                )
            })
            .collect();
        let make = |id: &PackageId| made(&metadata, resolve, &outside, &checksums, id);
        let mut others: Vec<Crate> = needed
            .iter()
            .filter(|id| outside.contains_key(id))
            .map(make)
            .collect();
        others.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));

        // The crates of the repository are parts of the command, and so is all that they need.
        let own = needed.iter().filter(|id| !outside.contains_key(id));
        let needs = own.flat_map(|id| needs(resolve, &outside, id)).collect();
        Ok(Crates {
            root: Crate {
                needs,
                ..make(&root)
            },
            others,
            target_folder: metadata.target_directory.into_std_path_buf(),
        })
    }
}

fn metadata(repository: &Path, target: &str) -> Result<Metadata> {
    let options = ["--locked", "--filter-platform", target];
    MetadataCommand::new()
        .manifest_path(repository.join("Cargo.toml"))
        .other_options(options.map(str::to_owned))
        .exec()
        .with_context(|| format!("cargo cannot list the crates for {target}"))
}

/// The checksums of packages by name and version.
fn checksums(repository: &Path) -> Result<BTreeMap<(String, String), String>> {
    let path = repository.join("Cargo.lock");
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let lock: Lock = toml::from_str(&text)?;
    let each = lock.package.into_iter();
    Ok(each
        .filter_map(|package| Some(((package.name, package.version), package.checksum?)))
        .collect())
}

/// The ids of a package and of all that it needs to run.
fn needed(root: &PackageId, resolve: &Resolve) -> BTreeSet<PackageId> {
    let mut found = BTreeSet::new();
    let mut pending = vec![root.clone()];
    while let Some(id) = pending.pop() {
        if found.insert(id.clone()) {
            pending.extend(dependencies(&resolve[&id]).cloned());
        }
    }
    found
}

fn dependencies(node: &cargo_metadata::Node) -> impl Iterator<Item = &PackageId> {
    let runs = |dependency: &&cargo_metadata::NodeDep| {
        let mut kinds = dependency.dep_kinds.iter();
        kinds.any(|kind| kind.kind == DependencyKind::Normal)
    };
    node.deps
        .iter()
        .filter(runs)
        .map(|dependency| &dependency.pkg)
}

/// The crates from outside that one needs.
fn needs(
    resolve: &Resolve,
    outside: &BTreeMap<&PackageId, String>,
    id: &PackageId,
) -> BTreeSet<String> {
    let dependencies = dependencies(&resolve[id]);
    dependencies
        .filter_map(|id| outside.get(id).cloned())
        .collect()
}

fn made(
    metadata: &Metadata,
    resolve: &Resolve,
    outside: &BTreeMap<&PackageId, String>,
    checksums: &BTreeMap<(String, String), String>,
    id: &PackageId,
) -> Crate {
    let package = &metadata[id];
    let (name, version) = (package.name.to_string(), package.version.to_string());
    Crate {
        checksum: checksums.get(&(name.clone(), version.clone())).cloned(),
        // An older way to write a choice, which SPDX does not have.
        licence: package
            .license
            .clone()
            .unwrap_or_default()
            .replace('/', " OR "),
        authors: package.authors.clone(),
        folder: package
            .manifest_path
            .parent()
            .map(|folder| folder.as_std_path().to_owned())
            .unwrap_or_default(),
        needs: needs(resolve, outside, id),
        name,
        version,
    }
}
