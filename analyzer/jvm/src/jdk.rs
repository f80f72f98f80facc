//! The installed JDK: where it is, and the classes it brings.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::archive::Archive;
use crate::class_path_error::ClassPathError;
use crate::classfile::ClassFile;
use crate::image::JdkImage;

/// Release N compiles to this major version plus N.
const MAJOR_BEFORE_JAVA_1: u16 = 44;

/// An installed JDK (or run-time image), opened. Clones share what was opened.
#[derive(Debug, Clone)]
pub struct Jdk {
    home: PathBuf,
    release: u16,
    classes: Arc<Classes>,
}

#[derive(Debug)]
enum Classes {
    Image(Box<JdkImage>),
    Jmods(Vec<Archive>),
}

impl Jdk {
    /// The JDK that `JAVA_HOME` names, or else the one that `java` on the `PATH` belongs to.
    ///
    /// # Errors
    /// [`ClassPathError::NoJdk`], or as [`Jdk::open`].
    pub fn from_environment() -> Result<Jdk, ClassPathError> {
        let (java_home, path) = (std::env::var_os("JAVA_HOME"), std::env::var_os("PATH"));
        Jdk::open(&find_home(java_home.as_deref(), path.as_deref())?)
    }

    /// The JDK in the folder `home`: its image (`lib/modules`), or its `jmods` where the image
    /// cannot be read.
    ///
    /// # Errors
    /// [`ClassPathError::Unreadable`] where neither can be read.
    pub fn open(home: &Path) -> Result<Jdk, ClassPathError> {
        let unreadable = |reason| ClassPathError::Unreadable {
            entry: home.display().to_string(),
            reason,
        };
        let classes = match JdkImage::open(&home.join("lib").join("modules")) {
            Ok(image) => Classes::Image(Box::new(image)),
            Err(reason) => Classes::Jmods(open_jmods(&home.join("jmods")).map_err(|e| {
                unreadable(format!(
                    "no usable JDK 11 or later: lib/modules: {reason}; jmods: {e}"
                ))
            })?),
        };

        let mut jdk = Jdk {
            home: home.to_owned(),
            release: 0,
            classes: Arc::new(classes),
        };
        let object = jdk.class_bytes("java/lang/Object")?;
        let major = object
            .as_deref()
            .and_then(|bytes| ClassFile::parse(bytes).ok())
            .map(|class| class.major);

        let release = major.and_then(|major| major.checked_sub(MAJOR_BEFORE_JAVA_1));
        jdk.release = release
            .ok_or_else(|| unreadable("java.lang.Object is missing or damaged".to_owned()))?;
        Ok(jdk)
    }

    /// The folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The Java release: 17, 25.
    pub fn release(&self) -> u16 {
        self.release
    }

    /// The bytes of the class with this internal name, from any module, exported or not.
    ///
    /// # Errors
    /// [`ClassPathError::Unreadable`] where a module file is damaged.
    pub fn class_bytes(&self, name: &str) -> Result<Option<Vec<u8>>, ClassPathError> {
        match &*self.classes {
            Classes::Image(image) => Ok(image.class(name)),
            Classes::Jmods(jmods) => jmods
                .iter()
                .find_map(|jmod| jmod.class(name).transpose())
                .transpose(),
        }
    }

    /// The bytes of `module-info` files of which one may be that of the module.
    pub(crate) fn module_infos(&self, module: &str) -> Vec<Vec<u8>> {
        match &*self.classes {
            Classes::Image(image) => image.module_info(module).into_iter().collect(),
            Classes::Jmods(jmods) => jmods
                .iter()
                .filter_map(|jmod| jmod.class("module-info").ok()?)
                .collect(),
        }
    }

    /// The packages with classes, each once, sorted within a module.
    pub fn packages(&self) -> Vec<&str> {
        match &*self.classes {
            Classes::Image(image) => image.packages().collect(),
            Classes::Jmods(jmods) => jmods
                .iter()
                .flat_map(Archive::packages)
                .filter(|p| !p.is_empty())
                .collect(),
        }
    }

    /// The simple binary names (`Map$Entry`) of the classes of a package (`java/util`), sorted.
    pub fn classes_in(&self, package: &str) -> Vec<&str> {
        match &*self.classes {
            Classes::Image(image) => image.classes_in(package),
            Classes::Jmods(jmods) => jmods
                .iter()
                .flat_map(|jmod| jmod.classes_in(package))
                .collect(),
        }
    }
}

/// The JDK's folder, from the values of the two variables.
fn find_home(java_home: Option<&OsStr>, path: Option<&OsStr>) -> Result<PathBuf, ClassPathError> {
    if let Some(home) = java_home.filter(|home| !home.is_empty()) {
        return Ok(PathBuf::from(home));
    }

    let folders = path.map(std::env::split_paths).into_iter().flatten();
    let java = |folder: PathBuf| {
        folder
            .join(format!("java{}", std::env::consts::EXE_SUFFIX))
            .canonicalize()
            .ok()
    };
    // HOME/bin/java, once symbolic links are resolved.
    let homes = folders
        .filter_map(java)
        .filter_map(|java| Some(java.parent()?.parent()?.to_owned()));

    homes
        .into_iter()
        .find(|home| home.join("lib").join("modules").exists())
        .ok_or(ClassPathError::NoJdk)
}

fn open_jmods(folder: &Path) -> Result<Vec<Archive>, String> {
    let listing = std::fs::read_dir(folder).map_err(|e| e.to_string())?;
    let paths: Result<Vec<PathBuf>, _> = listing.map(|file| file.map(|f| f.path())).collect();
    let mut paths = paths.map_err(|e| e.to_string())?;
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "jmod")
    });
    paths.sort();
    paths
        .iter()
        .map(|path| Archive::open_jmod(path).map_err(|e| e.to_string()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn java_home_goes_before_the_path() {
        let home = find_home(Some(OsStr::new("/opt/jdk")), Some(OsStr::new("/usr/bin")));
        assert_eq!(home.ok(), Some(PathBuf::from("/opt/jdk")));
    }

    #[test]
    fn no_java_anywhere_is_an_error() {
        assert!(matches!(find_home(None, None), Err(ClassPathError::NoJdk)));
        assert!(matches!(
            find_home(Some(OsStr::new("")), Some(OsStr::new("/nowhere"))),
            Err(ClassPathError::NoJdk)
        ));
    }

    #[test]
    fn folder_without_a_jdk_is_named_in_the_error() {
        let error = Jdk::open(Path::new("/nowhere/jdk"))
            .map(drop)
            .unwrap_err()
            .to_string();
        assert!(error.contains("/nowhere/jdk"), "{error}");
    }
}
