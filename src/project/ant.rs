//! Ant projects: the folders and class paths of the `javac` tasks in `build.xml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use roxmltree::{Document, Node};

use super::{Build, Tool, folders, xml};
use crate::failure::Rejected;
use crate::inputs::text_file;

/// Properties within properties.
const DEEPEST: usize = 16;

/// A task that compiles something.
struct Task {
    sources: Vec<PathBuf>,
    /// The folders of the classes; beside their sources, if those that have been compiled have no
    /// place of their own.
    classes: Vec<PathBuf>,
    class_path: Vec<PathBuf>,
}

/// A build file and the properties that it sets.
struct Script<'a> {
    folder: PathBuf,
    document: &'a Document<'a>,
    properties: BTreeMap<String, String>,
}

/// Looks at the tasks that compile something other than tests.
pub fn look(folder: &Path) -> Result<Build> {
    let path = folder.join("build.xml");
    let text = text_file(&path, "build file").map_err(Rejected::from)?;
    let document = xml::parse(&path, &text).map_err(Rejected::from)?;
    let script = Script::of(folder, &document);
    let mut build = Build {
        tool: Tool::Ant,
        base: script.folder.clone(),
        sources: Vec::new(),
        left_out: Vec::new(),
        resources: Vec::new(),
        classes: Vec::new(),
        class_path: Vec::new(),
        output: folder.join("monitored"),
        missing: Vec::new(),
    };

    let (tasks, left) = script.tasks();
    for Task {
        sources,
        classes,
        class_path,
    } in tasks
    {
        build.sources.extend(sources);
        build.class_path.extend(class_path);
        build.classes.extend(classes);
    }
    // What lies in a folder that another task compiles is looked at file by file, as all of it.
    let is_apart = |path: &PathBuf| {
        !build
            .sources
            .iter()
            .any(|source| path.starts_with(source) || source.starts_with(path))
    };
    build.left_out.extend(
        left.into_iter()
            .flat_map(|task| task.sources)
            .filter(is_apart),
    );

    let is_own = |path: &PathBuf| build.classes.contains(path) || build.sources.contains(path);
    build
        .class_path
        .retain(|path| path.exists() && !is_own(path));

    if let Some(parent) = build
        .classes
        .iter()
        .find(|classes| !build.sources.contains(classes))
        .and_then(|classes| classes.parent())
        .filter(|parent| *parent != folder)
    {
        build.output = parent.join("monitored");
    }
    Ok(build)
}

impl<'a> Script<'a> {
    fn of(folder: &Path, document: &'a Document<'a>) -> Script<'a> {
        let base = document
            .root_element()
            .attribute("basedir")
            .map_or_else(|| folder.to_owned(), |base| folder.join(base));
        let base = if base == folder.join(".") {
            folder.to_owned()
        } else {
            base
        };
        let mut script = Script {
            folder: base,
            document,
            properties: BTreeMap::new(),
        };

        for node in document
            .descendants()
            .filter(|node| node.tag_name().name() == "property")
        {
            script.set(node);
        }
        script
    }

    /// The tasks that compile something other than tests. Where something has been compiled, those
    /// that have not run come apart: most builds can make examples as well.
    fn tasks(&self) -> (Vec<Task>, Vec<Task>) {
        let is_test =
            |path: &PathBuf| folders::is_test(path.strip_prefix(&self.folder).unwrap_or(path));
        let tasks = self
            .document
            .descendants()
            .filter(|node| node.tag_name().name() == "javac")
            .map(|task| {
                let sources = self.sources(task);
                let beside = || {
                    sources
                        .iter()
                        .filter(|sources| folders::has_classes(sources))
                        .cloned()
                        .collect()
                };
                let classes = task
                    .attribute("destdir")
                    .map_or_else(beside, |place| vec![self.path(place)]);
                Task {
                    sources,
                    classes,
                    class_path: self.class_path(task),
                }
            });

        let is_compiling =
            |task: &Task| !task.sources.is_empty() && !task.sources.iter().any(is_test);
        let has_run = |task: &Task| {
            task.classes
                .iter()
                .any(|classes| folders::has_classes(classes))
        };
        let (run, left): (Vec<Task>, Vec<Task>) = tasks.filter(is_compiling).partition(has_run);

        if run.is_empty() {
            (left, run)
        } else {
            (run, left)
        }
    }

    /// Sets a property unless it is set already, as in Ant.
    fn set(&mut self, node: Node<'_, '_>) {
        let value = node
            .attribute("value")
            .or_else(|| node.attribute("location"));
        if let (Some(name), Some(value)) = (node.attribute("name"), value) {
            let value = self.value(value);
            self.properties.entry(name.to_owned()).or_insert(value);
        }

        if let Some(file) = node.attribute("file") {
            let text = std::fs::read_to_string(self.path(file)).unwrap_or_default();
            for (name, value) in text
                .lines()
                .filter(|line| !line.starts_with('#'))
                .filter_map(|l| l.split_once('='))
            {
                self.properties
                    .entry(name.trim().to_owned())
                    .or_insert_with(|| value.trim().to_owned());
            }
        }
    }

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
            let value = match (name, self.properties.get(name)) {
                (_, Some(value)) => value.clone(),
                ("basedir", None) => ".".to_owned(),
                _ => break,
            };
            text = text.replace(&format!("${{{name}}}"), &value);
        }

        text
    }

    fn path(&self, text: &str) -> PathBuf {
        let text = self.value(text);
        let below = text.trim_start_matches("./");
        if below.is_empty() || below == "." {
            self.folder.clone()
        } else {
            self.folder.join(below)
        }
    }

    /// Several paths in one text.
    fn paths(&self, text: &str) -> Vec<PathBuf> {
        let text = self.value(text);
        text.split([':', ';'])
            .filter(|path| !path.trim().is_empty())
            .map(|path| self.path(path.trim()))
            .collect()
    }

    fn sources(&self, task: Node<'_, '_>) -> Vec<PathBuf> {
        let mut sources = task
            .attribute("srcdir")
            .map(|paths| self.paths(paths))
            .unwrap_or_default();
        for nested in xml::children(task, "src") {
            let path = nested
                .attribute("path")
                .or_else(|| nested.attribute("location"));
            sources.extend(path.map(|paths| self.paths(paths)).unwrap_or_default());
        }
        sources.retain(|folder| folder.is_dir() && folders::has_sources(folder));
        sources
    }

    fn class_path(&self, task: Node<'_, '_>) -> Vec<PathBuf> {
        let mut found = task
            .attribute("classpath")
            .map(|paths| self.paths(paths))
            .unwrap_or_default();
        found.extend(
            task.attribute("classpathref")
                .map(|name| self.referred(name, DEEPEST))
                .unwrap_or_default(),
        );
        found.extend(
            xml::children(task, "classpath").flat_map(|nested| self.elements(nested, DEEPEST)),
        );
        found
    }

    /// A path that has a name.
    fn referred(&self, name: &str, depth: usize) -> Vec<PathBuf> {
        let is_it = |node: &Node<'_, '_>| node.attribute("id") == Some(name);
        let named = self
            .document
            .descendants()
            .find(is_it)
            .filter(|_| depth > 0);
        named
            .map(|node| self.elements(node, depth - 1))
            .unwrap_or_default()
    }

    /// Returns what a path consists of.
    fn elements(&self, node: Node<'_, '_>, depth: usize) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for attribute in ["path", "location"]
            .iter()
            .filter_map(|name| node.attribute(*name))
        {
            found.extend(self.paths(attribute));
        }
        if let Some(name) = node.attribute("refid") {
            found.extend(self.referred(name, depth));
        }
        if node.tag_name().name() == "fileset" {
            let folder = node
                .attribute("dir")
                .or_else(|| node.attribute("file"))
                .map(|place| self.path(place));
            found.extend(folder.into_iter().flat_map(|folder| folders::jars(&folder)));
            return found;
        }

        for child in node
            .children()
            .filter(|child| child.is_element() && depth > 0)
        {
            found.extend(self.elements(child, depth - 1));
        }
        found
    }
}
