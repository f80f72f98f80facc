//! Maven's `pom.xml`, as far as it tells what a module is compiled from and against.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use roxmltree::Node;
use text::Diagnostic;

use super::repositories::{Coordinates, Repositories};
use super::xml::{children, parse, text_of};
use crate::inputs::{shown, text_file};

/// Parents and imports in a row; more of them only a circle has.
const DEEPEST: usize = 32;

/// One file as written.
#[derive(Debug, Clone, Default)]
struct Written {
    group: Option<String>,
    artifact: String,
    version: Option<String>,
    packaging: Option<String>,
    parent: Option<Parent>,
    properties: BTreeMap<String, String>,
    dependencies: Vec<Dependency>,
    managed: Vec<Dependency>,
    modules: Vec<String>,
    source_directory: Option<String>,
    output_directory: Option<String>,
    directory: Option<String>,
}

#[derive(Debug, Clone)]
struct Parent {
    coordinates: Coordinates,
    relative_path: Option<String>,
}

/// A dependency; as written, with `${..}` in its parts, or as it counts.
#[derive(Debug, Clone, Default)]
pub struct Dependency {
    /// Its group.
    pub group: String,
    /// Its name.
    pub artifact: String,
    /// Its version; none where management is to say.
    pub version: Option<String>,
    /// Its scope; none is to compile against.
    pub scope: Option<String>,
    /// Its kind; none is a jar.
    pub kind: Option<String>,
    /// Which of several files.
    pub classifier: Option<String>,
    /// True if those who depend on the module need it.
    pub optional: bool,
    /// The dependencies of it that are left out: group and name, `*` for any.
    pub exclusions: Vec<(String, String)>,
    /// Its file, for `system` ones.
    pub system_path: Option<String>,
}

/// A module with what it inherits.
#[derive(Debug)]
pub struct Pom {
    folder: PathBuf,
    /// The module and those above it.
    chain: Vec<Written>,
}

impl Pom {
    /// Reads a file and its parents, as far as they are there.
    ///
    /// # Errors
    /// The file itself cannot be read or is no XML.
    pub fn read(path: &Path, repositories: &Repositories) -> Result<Pom, Diagnostic> {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut chain = vec![read(path)?];
        let mut place = folder.clone();
        while let Some(parent) = chain.last().and_then(|written| written.parent.clone()) {
            let Some((path, written)) = find(&parent, &place, repositories) else {
                break;
            };
            place = path.parent().unwrap_or(Path::new("")).to_owned();
            chain.push(written);
            if chain.len() > DEEPEST {
                break;
            }
        }
        Ok(Pom { folder, chain })
    }

    /// The module's own name.
    pub fn coordinates(&self) -> Coordinates {
        let own = &self.chain[0];
        let parent = own.parent.as_ref().map(|parent| &parent.coordinates);
        let group = own
            .group
            .clone()
            .or_else(|| parent.map(|parent| parent.group.clone()))
            .unwrap_or_default();
        let version = own
            .version
            .clone()
            .or_else(|| parent.map(|parent| parent.version.clone()))
            .unwrap_or_default();

        Coordinates {
            group,
            artifact: own.artifact.clone(),
            version,
            classifier: None,
        }
    }

    /// The folders of the modules below.
    pub fn modules(&self) -> Vec<PathBuf> {
        self.chain[0]
            .modules
            .iter()
            .map(|module| self.folder.join(self.value(module)))
            .collect()
    }

    /// Returns whether there are classes of it.
    pub fn has_classes(&self) -> bool {
        self.chain[0].packaging.as_deref() != Some("pom")
    }

    /// The folder of sources.
    pub fn sources(&self) -> PathBuf {
        self.place(|written| written.source_directory.as_ref(), "src/main/java")
    }

    /// The folder of classes.
    pub fn classes(&self) -> PathBuf {
        match self.inherited(|written| written.output_directory.as_ref()) {
            Some(output) => self.folder.join(output),
            None => self.directory().join("classes"),
        }
    }

    /// The folder of everything that the build makes.
    pub fn directory(&self) -> PathBuf {
        self.place(|written| written.directory.as_ref(), "target")
    }

    fn place(&self, of: impl Fn(&Written) -> Option<&String>, otherwise: &str) -> PathBuf {
        self.folder
            .join(self.inherited(of).unwrap_or_else(|| otherwise.to_owned()))
    }

    fn inherited(&self, of: impl Fn(&Written) -> Option<&String>) -> Option<String> {
        self.chain.iter().find_map(of).map(|text| self.value(text))
    }

    /// Versions, scopes and exclusions that management gives, by group and name.
    pub fn managed(&self, repositories: &Repositories) -> BTreeMap<(String, String), Dependency> {
        self.managed_within(repositories, DEEPEST)
    }

    fn managed_within(
        &self,
        repositories: &Repositories,
        depth: usize,
    ) -> BTreeMap<(String, String), Dependency> {
        let mut managed = BTreeMap::new();
        let written = self
            .chain
            .iter()
            .flat_map(|written| &written.managed)
            .map(|managed| self.counts(managed));
        let (imports, own): (Vec<_>, Vec<_>) =
            written.partition(|managed| managed.scope.as_deref() == Some("import"));

        for dependency in own {
            managed
                .entry((dependency.group.clone(), dependency.artifact.clone()))
                .or_insert(dependency);
        }

        for import in imports.iter().filter(|_| depth > 0) {
            let path = import
                .coordinates()
                .and_then(|coordinates| repositories.file(&coordinates, "pom"));
            let Some(Ok(imported)) = path.map(|path| Pom::read(&path, repositories)) else {
                continue;
            };
            for (name, dependency) in imported.managed_within(repositories, depth - 1) {
                managed.entry(name).or_insert(dependency);
            }
        }

        managed
    }

    /// The dependencies of the module and those that it inherits, as they count.
    pub fn dependencies(&self, repositories: &Repositories) -> Vec<Dependency> {
        let managed = self.managed(repositories);
        let written = self.chain.iter().flat_map(|written| &written.dependencies);
        written
            .map(|dependency| self.counts(dependency).managed_by(&managed))
            .collect()
    }

    fn counts(&self, written: &Dependency) -> Dependency {
        let value = |text: &String| self.value(text);
        Dependency {
            group: self.value(&written.group),
            artifact: self.value(&written.artifact),
            version: written.version.as_ref().map(value),
            scope: written.scope.as_ref().map(value),
            kind: written.kind.as_ref().map(value),
            classifier: written.classifier.as_ref().map(value),
            system_path: written.system_path.as_ref().map(value),
            ..written.clone()
        }
    }

    /// A text with what stands for `${..}`, which may stand for others; what is not known stays.
    fn value(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for _ in 0..DEEPEST {
            let Some(name) = text
                .split_once("${")
                .and_then(|(_, rest)| rest.split_once('}'))
                .map(|(name, _)| name)
            else {
                break;
            };
            let Some(value) = self.named(name) else { break };
            text = text.replace(&format!("${{{name}}}"), &value);
        }
        text
    }

    fn named(&self, name: &str) -> Option<String> {
        if let Some(value) = self
            .chain
            .iter()
            .find_map(|written| written.properties.get(name))
        {
            return Some(value.clone());
        }
        let own = self.coordinates();
        let parent = self.chain[0]
            .parent
            .as_ref()
            .map(|parent| &parent.coordinates);
        match name
            .strip_prefix("project.")
            .or_else(|| name.strip_prefix("pom."))
            .unwrap_or(name)
        {
            "basedir" => Some(shown(&std::path::absolute(&self.folder).ok()?)),
            "groupId" => Some(own.group),
            "artifactId" => Some(own.artifact),
            "version" => Some(own.version),
            "parent.groupId" => Some(parent?.group.clone()),
            "parent.version" => Some(parent?.version.clone()),
            "build.directory" => self
                .chain
                .iter()
                .find_map(|written| written.directory.clone())
                .or(Some("target".into())),
            "user.home" => Some(shown(&std::env::home_dir()?)),
            _ => None,
        }
    }
}

impl Dependency {
    /// Its coordinates, if its version is known.
    pub fn coordinates(&self) -> Option<Coordinates> {
        let of_kind = match self.kind.as_deref() {
            Some("test-jar") => Some("tests".to_owned()),
            _ => None,
        };
        Some(Coordinates {
            group: self.group.clone(),
            artifact: self.artifact.clone(),
            version: self.version.clone()?,
            classifier: self.classifier.clone().or(of_kind),
        })
    }

    fn managed_by(mut self, managed: &BTreeMap<(String, String), Dependency>) -> Dependency {
        if let Some(management) = managed.get(&(self.group.clone(), self.artifact.clone())) {
            self.version = self.version.or_else(|| management.version.clone());
            self.scope = self.scope.or_else(|| management.scope.clone());
            self.exclusions
                .extend(management.exclusions.iter().cloned());
        }
        self
    }
}

/// The file of a parent: beside the module, else in a repository.
fn find(parent: &Parent, folder: &Path, repositories: &Repositories) -> Option<(PathBuf, Written)> {
    let beside = folder.join(parent.relative_path.as_deref().unwrap_or("../pom.xml"));
    let beside = if beside.is_dir() {
        beside.join("pom.xml")
    } else {
        beside
    };
    let is_it = |written: &Written| written.artifact == parent.coordinates.artifact;
    if let Some(written) = read(&beside).ok().filter(is_it) {
        return Some((beside, written));
    }
    let path = repositories.file(&parent.coordinates, "pom")?;
    let written = read(&path).ok()?;
    Some((path, written))
}

fn read(path: &Path) -> Result<Written, Diagnostic> {
    let text = text_file(path, "build file")?;
    let document = parse(path, &text)?;
    Ok(written(document.root_element()))
}

fn written(project: Node<'_, '_>) -> Written {
    let below = |name| children(project, name).next();
    let text = |name| text_of(project, name);
    let in_build = |name| below("build").and_then(|build| text_of(build, name));
    let management = below("dependencyManagement");
    let properties = below("properties")
        .into_iter()
        .flat_map(|properties| properties.children());
    let properties = properties.filter(Node::is_element);
    let value = |node: Node<'_, '_>| {
        (
            node.tag_name().name().to_owned(),
            node.text().unwrap_or_default().trim().to_owned(),
        )
    };

    let modules = below("modules");
    let modules = modules
        .into_iter()
        .flat_map(|modules| children(modules, "module"));
    Written {
        group: text("groupId"),
        artifact: text("artifactId").unwrap_or_default(),
        version: text("version"),
        packaging: text("packaging"),
        parent: below("parent").map(parent),
        properties: properties.map(value).collect(),
        dependencies: dependencies(Some(project)),
        managed: dependencies(management),
        modules: modules
            .filter_map(|module| module.text().map(|text| text.trim().to_owned()))
            .collect(),
        source_directory: in_build("sourceDirectory"),
        output_directory: in_build("outputDirectory"),
        directory: in_build("directory"),
    }
}

fn parent(node: Node<'_, '_>) -> Parent {
    let text = |name| text_of(node, name).unwrap_or_default();
    let (group, artifact, version) = (text("groupId"), text("artifactId"), text("version"));
    let coordinates = Coordinates {
        group,
        artifact,
        version,
        classifier: None,
    };
    Parent {
        coordinates,
        relative_path: text_of(node, "relativePath"),
    }
}

fn dependencies(node: Option<Node<'_, '_>>) -> Vec<Dependency> {
    let Some(list) = node.and_then(|node| children(node, "dependencies").next()) else {
        return Vec::new();
    };
    children(list, "dependency").map(dependency).collect()
}

fn dependency(node: Node<'_, '_>) -> Dependency {
    let text = |name| text_of(node, name);
    let exclusions = children(node, "exclusions").next();
    let exclusions = exclusions
        .into_iter()
        .flat_map(|list| children(list, "exclusion"));
    let name = |node: Node<'_, '_>| {
        let part = |name| text_of(node, name).unwrap_or_default();
        (part("groupId"), part("artifactId"))
    };

    Dependency {
        group: text("groupId").unwrap_or_default(),
        artifact: text("artifactId").unwrap_or_default(),
        version: text("version"),
        scope: text("scope"),
        kind: text("type"),
        classifier: text("classifier"),
        optional: text("optional").as_deref() == Some("true"),
        exclusions: exclusions.map(name).collect(),
        system_path: text("systemPath"),
    }
}
