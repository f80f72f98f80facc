//! The input of weaving: folders and jars, as lists of files. Classes are read; all other files
//! stay where they are until the output is written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::archive::{Archive, too_large};
use super::{Notice, WeaveError};

/// No class file is as large: its methods have at most 64 KiB of code each, and there are at most
/// 65,535 of everything.
const LARGEST_CLASS: u64 = 256 << 20;

/// The file that declares a module.
const MODULE: &str = "module-info.class";

/// The folders of classes in the jars of Spring Boot and in web applications, whose class loaders
/// see no classes elsewhere.
const LAYOUTS: [&str; 2] = ["BOOT-INF/", "WEB-INF/"];

/// All files of all inputs.
#[derive(Debug, Default)]
pub struct Inputs {
    /// In the order of the inputs; within a folder by name, within a jar as it stands there.
    pub files: Vec<InputFile>,
    /// The notices for the user.
    pub notices: Vec<Notice>,
}

/// A file of an input.
#[derive(Debug)]
pub struct InputFile {
    /// Path below the input, with `/`. That of a folder, of which only jars have entries, ends in
    /// `/`.
    pub name: String,
    /// Its place.
    pub place: Place,
    /// Its content, where it is a class file or the declaration of a module; empty otherwise.
    pub bytes: Vec<u8>,
}

/// The place of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In a folder.
    File(PathBuf),
    /// In a jar: the jar, and the number of the entry.
    Entry(PathBuf, usize),
}

impl Place {
    /// The content.
    fn read(&self) -> std::io::Result<Vec<u8>> {
        match self {
            Place::File(path) => std::fs::read(path),
            Place::Entry(jar, number) => {
                let mut bytes = Vec::new();
                Archive::open(jar)?.copy_all(*number, &mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

impl InputFile {
    /// Returns whether it is a jar inside an application.
    fn is_library(&self) -> bool {
        LAYOUTS
            .iter()
            .any(|layout| self.name.starts_with(&format!("{layout}lib/")))
            && self.name.ends_with(".jar")
    }

    /// Returns whether it is a class file that may be woven: module and package declarations have
    /// no code.
    pub fn is_class(&self) -> bool {
        is_class(&self.name)
    }

    /// Returns whether it declares the module that an input is.
    pub fn declares_module(&self) -> bool {
        declares_module(&self.name)
    }

    /// Returns whether it signs a jar.
    fn is_signature(&self) -> bool {
        let Some(file) = self.name.strip_prefix("META-INF/") else {
            return false;
        };
        let upper = file.to_ascii_uppercase();
        let signs = [".SF", ".RSA", ".DSA", ".EC"]
            .iter()
            .any(|end| upper.ends_with(end));
        !file.contains('/') && (signs || upper.starts_with("SIG-"))
    }
}

fn is_class(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.ends_with(".class") && file != "module-info.class" && file != "package-info.class"
}

/// Returns whether a file declares the module that an input is, perhaps for some releases of Java
/// alone: a jar may have several versions of a file.
fn declares_module(name: &str) -> bool {
    let versions = name.strip_prefix("META-INF/versions/");
    let of_version = versions.and_then(|rest| rest.split_once('/'));
    of_version.map_or(name, |(_, name)| name) == MODULE
}

impl Inputs {
    /// Reads all inputs. Of two files of one name the first counts, as on a class path; signatures
    /// of jars are left out, as woven classes no longer fit them.
    ///
    /// # Errors
    /// An input that does not exist, is neither a folder nor a jar, cannot be read, or is made to
    /// do harm.
    pub fn read(inputs: &[PathBuf]) -> Result<Self, WeaveError> {
        let mut read = Inputs::default();
        let mut seen: BTreeMap<String, PathBuf> = BTreeMap::new();
        for input in inputs {
            let files = read_input(input, &mut read.notices)?;
            if files.iter().any(InputFile::is_signature) {
                let input = input.clone();
                read.notices.push(Notice::SignatureLeftOut { input });
            }
            for file in files.into_iter().filter(|file| !file.is_signature()) {
                match seen.get(&file.name) {
                    None => {
                        seen.insert(file.name.clone(), input.clone());
                        read.files.push(file);
                    }
                    Some(first) if file.declares_module() => {
                        return Err(WeaveError::TwoModules(first.clone(), input.clone()));
                    }
                    Some(first) if file.is_class() => read.notices.push(Notice::TwiceInInputs {
                        class: file.name,
                        first: first.clone(),
                        second: input.clone(),
                    }),
                    Some(_) => {}
                }
            }
        }

        Ok(read)
    }

    /// Returns whether an input is a named module.
    pub fn has_module(&self) -> bool {
        self.files.iter().any(InputFile::declares_module)
    }

    /// Returns the folder of the program's class files: `BOOT-INF/classes/`, `WEB-INF/classes/`, or
    /// nothing.
    pub fn prefix(&self) -> String {
        let prefixes = LAYOUTS.map(|layout| format!("{layout}classes/"));
        let is_layout = |prefix: &&String| {
            self.files
                .iter()
                .any(|f| f.is_class() && f.name.starts_with(prefix.as_str()))
        };
        prefixes.iter().find(is_layout).cloned().unwrap_or_default()
    }

    /// The classes of an application with such a [prefix](Inputs::prefix), and the jars inside it,
    /// as `javac` can read them: below a folder. Gives what is to be put on its class path; nothing
    /// where the inputs themselves will do.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn unpack(&self, folder: &Path) -> std::io::Result<Vec<PathBuf>> {
        let prefix = self.prefix();
        if prefix.is_empty() {
            return Ok(Vec::new());
        }

        let classes = folder.join("classes");
        let mut paths = vec![classes.clone()];
        for file in &self.files {
            if let Some(name) = file.name.strip_prefix(&prefix).filter(|_| file.is_class()) {
                super::files::write_below(&classes.join(name), &file.bytes)?;
            } else if file.is_library() {
                let path = folder.join(format!("{}.jar", paths.len()));
                std::fs::write(&path, file.place.read()?)?;
                paths.push(path);
            }
        }

        Ok(paths)
    }
}

fn read_input(input: &Path, notices: &mut Vec<Notice>) -> Result<Vec<InputFile>, WeaveError> {
    if input.is_dir() {
        let mut files = Vec::new();
        read_folder(input, input, &[], &mut files)?;
        Ok(files)
    } else if input.exists() {
        read_jar(input, notices)
    } else {
        Err(WeaveError::NoInput(input.to_owned()))
    }
}

fn unreadable(path: &Path, source: std::io::Error) -> WeaveError {
    WeaveError::Unreadable {
        path: path.to_owned(),
        source,
    }
}

/// Links are followed, as the JVM follows them, but not in circles: `around` are the folders that
/// `folder` lies in.
fn read_folder(
    root: &Path,
    folder: &Path,
    around: &[PathBuf],
    files: &mut Vec<InputFile>,
) -> Result<(), WeaveError> {
    let real = folder
        .canonicalize()
        .map_err(|error| unreadable(folder, error))?;
    if around.contains(&real) {
        let source = std::io::Error::other("the link leads back to a folder that it lies in");
        return Err(unreadable(folder, source));
    }

    let around: Vec<PathBuf> = around.iter().cloned().chain([real]).collect();
    let listing = std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
    let entries = listing
        .collect::<std::io::Result<Vec<_>>>()
        .map_err(|error| unreadable(folder, error))?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();

    for path in paths {
        if path.is_dir() {
            read_folder(root, &path, &around, files)?;
            continue;
        }
        let below = path.strip_prefix(root).unwrap_or(&path);
        let parts: Vec<_> = below
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        let name = parts.join("/");
        let bytes = if is_class(&name) || declares_module(&name) {
            read_class(&path)?
        } else {
            Vec::new()
        };
        files.push(InputFile {
            name,
            place: Place::File(path),
            bytes,
        });
    }

    Ok(())
}

fn read_class(path: &Path) -> Result<Vec<u8>, WeaveError> {
    let file = File::open(path).map_err(|error| unreadable(path, error))?;
    let mut bytes = Vec::new();
    file.take(LARGEST_CLASS + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(path, error))?;
    if bytes.len() as u64 > LARGEST_CLASS {
        return Err(unreadable(path, too_large("it", LARGEST_CLASS)));
    }
    Ok(bytes)
}

fn read_jar(path: &Path, notices: &mut Vec<Notice>) -> Result<Vec<InputFile>, WeaveError> {
    let failed = |error| unreadable(path, error);
    let mut archive = Archive::open(path).map_err(failed)?;
    if let Some(entry) = archive.duplicate().map_err(failed)? {
        let jar = path.to_owned();
        notices.push(Notice::TwiceInJar { jar, entry });
    }

    let mut files = Vec::new();
    for number in 0..archive.len() {
        let name = archive.name(number).map_err(failed)?;
        let bytes = if is_class(&name) || declares_module(&name) {
            archive.read(number, LARGEST_CLASS).map_err(failed)?
        } else {
            Vec::new()
        };
        files.push(InputFile {
            name,
            place: Place::Entry(path.to_owned(), number),
            bytes,
        });
    }

    Ok(files)
}
