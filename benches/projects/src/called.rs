//! The methods of a project's classes that its tests and its own code call.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use java_types::Access;
use jvm::classfile::ClassFile;
use walkdir::WalkDir;

/// A class of the project that properties can name.
#[derive(Debug, Clone)]
pub struct Monitored {
    /// Its name as Java writes it.
    pub name: String,
    /// Its package.
    pub package: String,
    /// Its public methods of objects that have a body, by name: how often tests name them in calls,
    /// and how often its own classes do.
    pub methods: BTreeMap<String, Uses>,
}

/// How many call instructions name a method.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uses {
    pub by_tests: usize,
    pub by_own: usize,
}

impl Monitored {
    /// How many of its methods are called.
    pub fn weight(&self) -> usize {
        self.methods
            .values()
            .filter(|uses| uses.by_tests + uses.by_own > 0)
            .count()
    }

    /// The class as if each of its methods were called once more.
    pub fn with_each_method_called(&self) -> Monitored {
        let mut class = self.clone();
        class
            .methods
            .values_mut()
            .for_each(|uses| (uses.by_own, uses.by_tests) = (uses.by_own + 1, uses.by_tests + 1));
        class
    }
}

/// The public classes of a module that is compiled, those first of which most methods are called;
/// of equals by name.
///
/// # Errors
/// A class file cannot be read.
pub fn monitored(classes: &Path, tests: &Path) -> Result<Vec<Monitored>> {
    let mut found = BTreeMap::new();
    for bytes in class_files(classes)? {
        let class = ClassFile::parse(&bytes)?;
        if let Some(one) = of_class(&class)? {
            found.insert(class.name()?.into_owned(), one);
        }
    }

    count(classes, &mut found, |uses| uses.by_own += 1)?;
    if tests.is_dir() {
        count(tests, &mut found, |uses| uses.by_tests += 1)?;
    }

    let mut all: Vec<Monitored> = found
        .into_values()
        .filter(|one| !one.methods.is_empty())
        .collect();
    all.sort_by(|a, b| {
        b.weight()
            .cmp(&a.weight())
            .then_with(|| a.name.cmp(&b.name))
    });

    Ok(all)
}

fn of_class(class: &ClassFile<'_>) -> Result<Option<Monitored>> {
    let name = class.name()?.into_owned();
    let is_plain =
        class.access.has(Access::PUBLIC) && !class.access.is_interface() && !name.contains('$');
    let Some((package, simple)) = name.rsplit_once('/').filter(|_| is_plain) else {
        return Ok(None);
    };
    let mut methods = BTreeMap::new();

    for method in &class.methods {
        let (access, name) = (method.access, method.name(&class.pool)?);
        let counts = access.has(Access::PUBLIC) && !access.is_static() && !access.is_abstract();
        if counts && name.chars().all(char::is_alphanumeric) && !access.has(Access::SYNTHETIC) {
            methods.insert(name.into_owned(), Uses::default());
        }
    }

    Ok(Some(Monitored {
        name: simple.to_owned(),
        package: package.replace('/', "."),
        methods,
    }))
}

fn count(
    folder: &Path,
    found: &mut BTreeMap<String, Monitored>,
    add: impl Fn(&mut Uses),
) -> Result<()> {
    for bytes in class_files(folder)? {
        let class = ClassFile::parse(&bytes)?;
        for method in 0..class.methods.len() {
            let Some(code) = class.code(method)? else {
                continue;
            };
            for instruction in code.instructions() {
                let Some(called) = class.pool.invoked(&instruction?)? else {
                    continue;
                };
                let methods = found.get_mut(&*called.owner).map(|one| &mut one.methods);
                if let Some(uses) = methods.and_then(|methods| methods.get_mut(&*called.name)) {
                    add(uses);
                }
            }
        }
    }
    Ok(())
}

fn class_files(folder: &Path) -> Result<Vec<Vec<u8>>> {
    let mut paths = Vec::new();
    for entry in WalkDir::new(folder) {
        let path = entry?.into_path();
        if path
            .extension()
            .is_some_and(|extension| extension == "class")
            && !path.ends_with("module-info.class")
        {
            paths.push(path);
        }
    }

    paths.sort();
    paths
        .iter()
        .map(|path| fs::read(path).with_context(|| path.display().to_string()))
        .collect()
}
