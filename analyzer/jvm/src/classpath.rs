//! Class paths: folders and jars of class files, and the JDK in front of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use java_types::Library;
use java_types::class_info::ClassInfo;
use java_types::library::ModuleInfo;
use rustc_hash::FxHashMap;

use crate::archive::Archive;
use crate::class_info::class_info;
use crate::class_path_error::ClassPathError;
use crate::classfile::{ClassFile, ClassFileError};
use crate::jdk::Jdk;

/// The classes of the JDK and of a list of folders and jars. Classes are read when they are first
/// asked for, and kept. Can be asked from several threads.
pub struct ClassPath {
    jdk: Jdk,
    pub(crate) entries: Vec<Entry>,
    /// Packages of the JDK and the jars, with all the packages around them.
    packages: BTreeSet<Box<str>>,
    known: RwLock<FxHashMap<Arc<str>, Option<Arc<ClassInfo>>>>,
    damaged: Mutex<BTreeMap<Arc<str>, String>>,
}

/// A folder or jar of class files.
#[derive(Debug)]
pub(crate) enum Entry {
    Folder(PathBuf),
    Jar(Archive),
}

impl ClassPath {
    /// Opens every entry; classes are read later. A name ending in `/*` stands for the jars of a
    /// folder, sorted, as for `java`. Of multi-release jars the JDK's release decides what counts.
    /// `Class-Path` of manifests is not followed.
    ///
    /// ```
    /// use java_types::Library;
    /// use jvm::classfile::ClassFile;
    /// use jvm::{classpath::ClassPath, jdk::Jdk};
    ///
    /// let class_path = ClassPath::open(&[], &Jdk::from_environment().unwrap()).unwrap();
    /// let list = class_path.class("java/util/List").unwrap();
    /// assert!(list.methods.iter().any(|method| &*method.name == "subList"));
    ///
    /// let bytes = class_path.class_bytes("java/util/List").unwrap().unwrap();
    /// let class = ClassFile::parse(&bytes).unwrap();
    /// assert_eq!(class.name().unwrap(), "java/util/List");
    /// ```
    ///
    /// # Errors
    /// [`ClassPathError`] names the first entry that does not exist or is neither a folder nor a
    /// readable jar.
    pub fn open(entries: &[PathBuf], jdk: &Jdk) -> Result<ClassPath, ClassPathError> {
        let expanded = entries
            .iter()
            .map(|entry| expand(entry))
            .collect::<Result<Vec<_>, _>>()?
            .concat();
        let entries = expanded
            .iter()
            .map(|path| open_entry(path, jdk.release()))
            .collect::<Result<Vec<_>, _>>()?;
        let mut packages = BTreeSet::new();
        jdk.packages()
            .into_iter()
            .for_each(|package| add_package(&mut packages, package));

        for entry in &entries {
            if let Entry::Jar(jar) = entry {
                jar.packages()
                    .for_each(|package| add_package(&mut packages, package));
            }
        }

        let (known, damaged) = (RwLock::default(), Mutex::default());
        Ok(ClassPath {
            jdk: jdk.clone(),
            entries,
            packages,
            known,
            damaged,
        })
    }

    /// The JDK.
    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// The packages of the JDK and of the jars, with all the packages around them (`java/util`),
    /// sorted. Those of folders are not listed.
    pub fn packages(&self) -> impl Iterator<Item = &str> {
        self.packages.iter().map(|package| &**package)
    }

    /// The bytes of the class file that [`Library::class`] reads. Not kept.
    ///
    /// # Errors
    /// [`ClassPathError::Unreadable`] where a file or archive is damaged.
    pub fn class_bytes(&self, name: &str) -> Result<Option<Vec<u8>>, ClassPathError> {
        Ok(self.located(name)?.map(|(_, bytes)| bytes))
    }

    /// The bytes of a class file and the JDK or entry that they come from.
    fn located(&self, name: &str) -> Result<Option<(&Path, Vec<u8>)>, ClassPathError> {
        if !is_class_name(name) {
            return Ok(None);
        }
        let from = |place, found: Result<Option<Vec<u8>>, _>| {
            found.map(|bytes| bytes.map(|bytes| (place, bytes)))
        };
        let jdk = std::iter::once_with(|| from(self.jdk.home(), self.jdk.class_bytes(name)));
        let entries = self
            .entries
            .iter()
            .map(|entry| from(entry.path(), entry.class_bytes(name)));
        jdk.chain(entries).find_map(Result::transpose).transpose()
    }

    /// Classes that were asked for and could not be read, with the reason, which names the entry;
    /// sorted.
    pub fn damaged(&self) -> Vec<(Arc<str>, String)> {
        let damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        damaged
            .iter()
            .map(|(name, reason)| (name.clone(), reason.clone()))
            .collect()
    }

    fn read(&self, name: &str) -> Option<ClassInfo> {
        let (entry, bytes) = self
            .located(name)
            .map_err(|e| self.report(name, e.to_string()))
            .ok()??;
        let info = ClassFile::parse(&bytes).and_then(|class| class_info(&class));
        let unreadable = |e: ClassFileError| ClassPathError::Unreadable {
            entry: entry.display().to_string(),
            reason: format!("{name}: {e}"),
        };
        // A file system that ignores case, or a folder that is not the root of its packages, gives
        // another class.
        info.map_err(|e| self.report(name, unreadable(e).to_string()))
            .ok()
            .filter(|info| &*info.name == name)
    }

    fn report(&self, name: &str, reason: String) {
        self.damaged
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(name.into(), reason);
    }
}

impl Library for ClassPath {
    /// The class of the JDK, or else that of the first entry that has one. [`ClassPath::damaged`]
    /// has the ones that cannot be read.
    fn class(&self, name: &str) -> Option<Arc<ClassInfo>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(name) {
            return known.clone();
        }
        drop(known);

        let found = self.read(name).map(Arc::new);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(name.into()).or_insert(found).clone()
    }

    /// Every subfolder of a folder counts.
    fn package_exists(&self, package: &str) -> bool {
        let folder =
            |entry: &Entry| matches!(entry, Entry::Folder(root) if root.join(package).is_dir());
        is_class_name(package)
            && (self.packages.contains(package) || self.entries.iter().any(folder))
    }

    fn classes_in_package(&self, package: &str) -> Vec<Arc<str>> {
        let mut simple: BTreeSet<String> = self
            .jdk
            .classes_in(package)
            .into_iter()
            .map(str::to_owned)
            .collect();
        self.entries
            .iter()
            .for_each(|entry| simple.extend(entry.classes_in(package)));
        let prefix = if package.is_empty() {
            String::new()
        } else {
            format!("{package}/")
        };

        simple
            .into_iter()
            .map(|name| format!("{prefix}{name}").into())
            .collect()
    }

    fn is_of_jdk(&self, name: &str) -> bool {
        let (package, simple) = name.rsplit_once('/').unwrap_or(("", name));
        self.jdk.classes_in(package).contains(&simple)
    }

    fn keeps_at_run_time(&self, annotation: &str) -> bool {
        let bytes = self.class_bytes(annotation).ok().flatten();
        bytes.is_some_and(|bytes| is_kept_at_run_time(&bytes))
    }

    fn module(&self, name: &str) -> Option<ModuleInfo> {
        self.find_module(name)
    }

    fn release(&self) -> u16 {
        self.jdk.release()
    }
}

/// Returns whether a class file is an annotation type that is kept at run time.
fn is_kept_at_run_time(bytes: &[u8]) -> bool {
    let class = ClassFile::parse(bytes).ok();
    let retention = class.as_ref().and_then(|class| class.retention().ok()?);
    retention.is_some_and(|retention| &*retention == "RUNTIME")
}

impl fmt::Debug for ClassPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClassPath")
            .field("jdk", &self.jdk.home())
            .field("entries", &self.entries.len())
            .finish()
    }
}

impl Entry {
    fn path(&self) -> &Path {
        match self {
            Entry::Folder(root) => root,
            Entry::Jar(jar) => jar.path(),
        }
    }

    pub(crate) fn class_bytes(&self, name: &str) -> Result<Option<Vec<u8>>, ClassPathError> {
        match self {
            Entry::Jar(jar) => jar.class(name),
            Entry::Folder(root) => match std::fs::read(root.join(format!("{name}.class"))) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(error) if is_absence(&error) => Ok(None),
                Err(error) => {
                    let entry = root.display().to_string();
                    Err(ClassPathError::Unreadable {
                        entry,
                        reason: format!("{name}: {error}"),
                    })
                }
            },
        }
    }

    fn classes_in(&self, package: &str) -> Vec<String> {
        match self {
            Entry::Jar(jar) => jar.classes_in(package).map(str::to_owned).collect(),
            Entry::Folder(root) => {
                let listing = std::fs::read_dir(root.join(package))
                    .into_iter()
                    .flatten()
                    .flatten();
                let names = listing.filter_map(|file| file.file_name().into_string().ok());
                names
                    .filter_map(|name| name.strip_suffix(".class").map(str::to_owned))
                    .collect()
            }
        }
    }
}

/// There is no such file: nor is there one where a folder of the path is a file, or the name is
/// longer than file names can be.
fn is_absence(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | InvalidFilename)
}

/// Names come from class files: none may lead out of a folder.
fn is_class_name(name: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    name.split('/').all(plain) && !name.contains(['\\', '\0', ':', ';', '['])
}

/// The folders and jars that an entry stands for: itself, or all jars of a folder for one that ends in
/// `*`, by name.
///
/// # Errors
/// The folder cannot be read.
pub fn expand(entry: &Path) -> Result<Vec<PathBuf>, ClassPathError> {
    if entry.file_name().is_none_or(|name| name != "*") {
        return Ok(vec![entry.to_owned()]);
    }

    let folder = entry
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let unreadable = |error: std::io::Error| ClassPathError::Unreadable {
        entry: entry.display().to_string(),
        reason: error.to_string(),
    };
    let files = std::fs::read_dir(folder).map_err(unreadable)?;
    let mut paths = files
        .map(|f| f.map(|f| f.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(unreadable)?;
    paths.retain(|path| {
        path.extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("jar"))
    });
    paths.sort();

    Ok(paths)
}

fn open_entry(path: &Path, release: u16) -> Result<Entry, ClassPathError> {
    if path.is_dir() {
        Ok(Entry::Folder(path.to_owned()))
    } else if path.exists() {
        Archive::open_jar(path, release).map(Entry::Jar)
    } else {
        Err(ClassPathError::NotFound {
            entry: path.display().to_string(),
        })
    }
}

/// Adds a package and those around it.
fn add_package(packages: &mut BTreeSet<Box<str>>, package: &str) {
    let mut rest = Some(package).filter(|package| !package.is_empty());
    while let Some(package) = rest {
        if !packages.insert(package.into()) {
            return;
        }
        rest = package.rsplit_once('/').map(|(outer, _)| outer);
    }
}
