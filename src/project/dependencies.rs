//! What dependencies bring with them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

use super::pom::{Dependency, Pom};
use super::repositories::Repositories;

/// The jars of dependencies and of what they need themselves.
#[derive(Debug, Default)]
pub struct Closure {
    /// Those that are there, the nearest first.
    pub jars: Vec<PathBuf>,
    /// The names of the others.
    pub missing: Vec<String>,
}

/// A dependency, and what those on the way to it leave out.
struct Wanted {
    dependency: Dependency,
    exclusions: BTreeSet<(String, String)>,
}

/// Follows `direct` dependencies through the repositories. Of two versions the one that fewer steps lead to counts, as in
/// Maven; what is `own`, by group and name, is no library; `managed` has the last word on versions.
pub fn closure(
    direct: Vec<Dependency>,
    own: &BTreeSet<(String, String)>,
    managed: &BTreeMap<(String, String), Dependency>,
    repositories: &Repositories,
) -> Closure {
    let mut found = Closure::default();
    let mut seen: BTreeSet<(String, String, Option<String>)> = BTreeSet::new();
    let wanted =
        |dependency: Dependency| Wanted { exclusions: dependency.exclusions.iter().cloned().collect(), dependency };
    let mut open: VecDeque<Wanted> = direct.into_iter().filter(is_compiled_against).map(wanted).collect();
    while let Some(Wanted { dependency, exclusions }) = open.pop_front() {
        let name = (dependency.group.clone(), dependency.artifact.clone());
        if own.contains(&name) || !seen.insert((name.0.clone(), name.1.clone(), dependency.classifier.clone())) {
            continue;
        }
        found.add(&dependency, repositories);
        for mut further in brought_by(&dependency, repositories) {
            let name = (further.group.clone(), further.artifact.clone());
            if is_excluded(&name, &exclusions) {
                continue;
            }
            if let Some(version) = managed.get(&name).and_then(|management| management.version.clone()) {
                further.version = Some(version);
            }
            let exclusions = exclusions.iter().chain(&further.exclusions).cloned().collect();
            open.push_back(Wanted { dependency: further, exclusions });
        }
    }
    found
}

impl Closure {
    fn add(&mut self, dependency: &Dependency, repositories: &Repositories) {
        let there = match &dependency.system_path {
            Some(path) => Some(PathBuf::from(path)).filter(|path| path.is_file()),
            None => dependency.coordinates().and_then(|coordinates| repositories.file(&coordinates, "jar")),
        };
        let is_jar = matches!(dependency.kind.as_deref(), None | Some("jar" | "test-jar" | "bundle" | "ejb"));
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
    matches!(dependency.scope.as_deref(), None | Some("compile" | "provided" | "runtime" | "system"))
}

/// What a library needs to run.
fn brought_by(dependency: &Dependency, repositories: &Repositories) -> Vec<Dependency> {
    let path = dependency.coordinates().and_then(|mut coordinates| {
        coordinates.classifier = None;
        repositories.file(&coordinates, "pom")
    });
    let Some(Ok(pom)) = path.map(|path| Pom::read(&path, repositories)) else { return Vec::new() };
    let needed = |d: &Dependency| !d.optional && matches!(d.scope.as_deref(), None | Some("compile" | "runtime"));
    pom.dependencies(repositories).into_iter().filter(needed).collect()
}

fn is_excluded((group, artifact): &(String, String), exclusions: &BTreeSet<(String, String)>) -> bool {
    let fits = |pattern: &String, name: &String| pattern == "*" || pattern == name;
    exclusions.iter().any(|(g, a)| fits(g, group) && fits(a, artifact))
}
