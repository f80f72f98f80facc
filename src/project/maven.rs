//! Maven projects, of one module or several.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::dependencies::closure;
use super::pom::Pom;
use super::repositories::Repositories;
use super::{Build, Tool, folders};
use crate::failure::Rejected;

/// Modules of modules; deeper nests only a circle of links.
const DEEPEST: usize = 16;

/// Looks at the modules; their sources are analysed as one program.
pub fn look(folder: &Path) -> Result<Build> {
    let repositories = Repositories::of(folder);
    let mut poms = Vec::new();
    read_modules(&folder.join("pom.xml"), &repositories, DEEPEST, &mut poms)?;
    let own = |pom: &Pom| (pom.coordinates().group, pom.coordinates().artifact);
    let own: BTreeSet<(String, String)> = poms.iter().map(own).collect();
    let mut managed = BTreeMap::new();

    for pom in &poms {
        managed.extend(pom.managed(&repositories));
    }

    let direct = poms
        .iter()
        .flat_map(|pom| pom.dependencies(&repositories))
        .collect();
    let libraries = closure(direct, &own, &managed, &repositories);
    let with_classes: Vec<&Pom> = poms.iter().filter(|pom| pom.has_classes()).collect();
    let sources = with_classes
        .iter()
        .flat_map(|pom| sources(pom))
        .collect::<Vec<_>>();

    let has_sources = |pom: &&&Pom| !self::sources(pom).is_empty();
    Ok(Build {
        tool: Tool::Maven,
        base: folder.to_owned(),
        sources,
        left_out: Vec::new(),
        resources: Vec::new(),
        classes: with_classes
            .iter()
            .filter(has_sources)
            .map(|pom| pom.classes())
            .collect(),
        class_path: libraries.jars,
        output: poms[0].directory().join("monitored"),
        missing: libraries.missing,
    })
}

fn read_modules(
    path: &Path,
    repositories: &Repositories,
    depth: usize,
    poms: &mut Vec<Pom>,
) -> Result<(), Rejected> {
    let pom = Pom::read(path, repositories)?;
    let modules = pom.modules();
    poms.push(pom);
    for module in modules.iter().filter(|_| depth > 0) {
        let file = if module.is_dir() {
            module.join("pom.xml")
        } else {
            module.clone()
        };
        read_modules(&file, repositories, depth - 1, poms)?;
    }
    Ok(())
}

/// The written sources, and what annotation processors and generators have made.
fn sources(pom: &Pom) -> Vec<PathBuf> {
    let generated = folders::below(&pom.directory().join("generated-sources"));
    std::iter::once(pom.sources())
        .chain(generated)
        .filter(|folder| folders::has_sources(folder))
        .collect()
}
