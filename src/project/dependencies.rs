//! The jars that dependencies bring with them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

use super::pom::{Dependency, Pom};
use super::repositories::Repositories;

/// The jars of dependencies and of what they need themselves.
#[derive(Debug, Default)]
pub struct Closure {
    /// The jars that are there, the nearest first.
    pub jars: Vec<PathBuf>,
    /// The names of the others.
    pub missing: Vec<String>,
}

/// A dependency, and what those on the way to it leave out.
struct Wanted {
    dependency: Dependency,
    exclusions: BTreeSet<(String, String)>,
}

/// Follows `direct` dependencies through the repositories. Of two versions the one that fewer steps
/// lead to counts, as in Maven, where dependencies of tests have a say as well; what is `own`, by
/// group and name, is no library; `managed` has the last word on versions.
pub fn closure(
    direct: Vec<Dependency>,
    own: &BTreeSet<(String, String)>,
    managed: &BTreeMap<(String, String), Dependency>,
    repositories: &Repositories,
) -> Closure {
    let mut walk = Walk {
        own,
        managed,
        repositories,
        chosen: BTreeMap::new(),
    };
    let mut chosen = BTreeMap::new();
    walk.follow(direct.clone(), |dependency| {
        if let Some(version) = &dependency.version {
            chosen.insert(name_of(dependency), version.clone());
        }
    });
    walk.chosen = chosen;

    let mut found = Closure::default();
    let compiled_against = direct.into_iter().filter(is_compiled_against).collect();
    walk.follow(compiled_against, |dependency| {
        found.add(dependency, repositories)
    });
    found
}

/// Group, name and classifier.
type Name = (String, String, Option<String>);

fn name_of(dependency: &Dependency) -> Name {
    (
        dependency.group.clone(),
        dependency.artifact.clone(),
        dependency.classifier.clone(),
    )
}

/// A walk from direct dependencies to what they bring, level by level.
struct Walk<'a> {
    own: &'a BTreeSet<(String, String)>,
    managed: &'a BTreeMap<(String, String), Dependency>,
    repositories: &'a Repositories,
    /// The versions that are chosen already.
    chosen: BTreeMap<Name, String>,
}

impl Walk<'_> {
    /// Visits each dependency once, at the version that counts.
    fn follow(&self, direct: Vec<Dependency>, mut visit: impl FnMut(&Dependency)) {
        let mut seen: BTreeSet<Name> = BTreeSet::new();
        let wanted = |dependency: Dependency| Wanted {
            exclusions: dependency.exclusions.iter().cloned().collect(),
            dependency,
        };
        let mut open: VecDeque<Wanted> = direct.into_iter().map(wanted).collect();

        while let Some(Wanted {
            mut dependency,
            exclusions,
        }) = open.pop_front()
        {
            let name = (dependency.group.clone(), dependency.artifact.clone());
            if self.own.contains(&name) || !seen.insert(name_of(&dependency)) {
                continue;
            }
            if let Some(version) = self.chosen.get(&name_of(&dependency)) {
                dependency.version = Some(version.clone());
            }
            visit(&dependency);
            for mut further in brought_by(&dependency, self.repositories) {
                let name = (further.group.clone(), further.artifact.clone());
                if is_excluded(&further, &exclusions) {
                    continue;
                }
                if let Some(version) = self
                    .managed
                    .get(&name)
                    .and_then(|management| management.version.clone())
                {
                    further.version = Some(version);
                }
                let exclusions = exclusions
                    .iter()
                    .chain(&further.exclusions)
                    .cloned()
                    .collect();
                open.push_back(Wanted {
                    dependency: further,
                    exclusions,
                });
            }
        }
    }
}

impl Closure {
    fn add(&mut self, dependency: &Dependency, repositories: &Repositories) {
        let there = match &dependency.system_path {
            Some(path) => Some(PathBuf::from(path)).filter(|path| path.is_file()),
            None => dependency
                .coordinates()
                .and_then(|coordinates| repositories.file(&coordinates, "jar")),
        };
        let is_jar = matches!(
            dependency.kind.as_deref(),
            None | Some("jar" | "test-jar" | "bundle" | "ejb")
        );

        match there {
            Some(jar) => self.jars.push(jar),
            None if !is_jar => {}
            None => self.missing.push(match dependency.coordinates() {
                Some(coordinates) => coordinates.to_string(),
                None => format!("{}:{}", dependency.group, dependency.artifact),
            }),
        }
    }
}

fn is_compiled_against(dependency: &Dependency) -> bool {
    matches!(
        dependency.scope.as_deref(),
        None | Some("compile" | "provided" | "runtime" | "system")
    )
}

/// Returns what a library needs to run.
fn brought_by(dependency: &Dependency, repositories: &Repositories) -> Vec<Dependency> {
    let path = dependency.coordinates().and_then(|mut coordinates| {
        coordinates.classifier = None;
        repositories.file(&coordinates, "pom")
    });
    let Some(Ok(pom)) = path.map(|path| Pom::read(&path, repositories)) else {
        return Vec::new();
    };
    let needed = |d: &Dependency| {
        !d.optional && matches!(d.scope.as_deref(), None | Some("compile" | "runtime"))
    };
    pom.dependencies(repositories)
        .into_iter()
        .filter(needed)
        .collect()
}

fn is_excluded(dependency: &Dependency, exclusions: &BTreeSet<(String, String)>) -> bool {
    let fits = |pattern: &String, name: &String| pattern == "*" || pattern == name;
    exclusions
        .iter()
        .any(|(g, a)| fits(g, &dependency.group) && fits(a, &dependency.artifact))
}
