//! What is woven: folders and jars, read as lists of files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::WeaveError;

/// All files of all inputs.
#[derive(Debug, Default)]
pub struct Inputs {
    /// In the order of the inputs; within a folder by name, within a jar as it stands there.
    pub files: Vec<InputFile>,
    /// What the user should know.
    pub notices: Vec<String>,
}

/// A file of an input.
#[derive(Debug)]
pub struct InputFile {
    /// Path below the input, with `/`.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl InputFile {
    /// Whether it is a class file that may be woven: module and package declarations have no code.
    pub fn is_class(&self) -> bool {
        let file = self.name.rsplit('/').next().unwrap_or(&self.name);
        file.ends_with(".class") && file != "module-info.class" && file != "package-info.class"
    }

    /// Whether it signs a jar.
    fn is_signature(&self) -> bool {
        let Some(file) = self.name.strip_prefix("META-INF/") else { return false };
        let upper = file.to_ascii_uppercase();
        let signs = [".SF", ".RSA", ".DSA", ".EC"].iter().any(|end| upper.ends_with(end));
        !file.contains('/') && (signs || upper.starts_with("SIG-"))
    }
}

impl Inputs {
    /// Reads all inputs. Of two files of one name the first counts, as on a class path; signatures of jars are left out,
    /// as woven classes no longer fit them.
    ///
    /// # Errors
    /// An input that does not exist, is neither a folder nor a jar, or cannot be read.
    pub fn read(inputs: &[PathBuf]) -> Result<Self, WeaveError> {
        let mut read = Inputs::default();
        let mut seen: BTreeMap<String, PathBuf> = BTreeMap::new();
        for input in inputs {
            let files = read_input(input)?;
            if files.iter().any(InputFile::is_signature) {
                let notice =
                    format!("{}: signed; the signature is left out, as woven classes do not fit it", input.display());
                read.notices.push(notice);
            }
            for file in files.into_iter().filter(|file| !file.is_signature()) {
                match seen.get(&file.name) {
                    None => {
                        seen.insert(file.name.clone(), input.clone());
                        read.files.push(file);
                    }
                    Some(first) if file.is_class() => read.notices.push(format!(
                        "{} is in {} and in {}; the first counts",
                        file.name,
                        first.display(),
                        input.display()
                    )),
                    Some(_) => {}
                }
            }
        }
        Ok(read)
    }

    /// Whether an input is a named module.
    pub fn has_module(&self) -> bool {
        self.files.iter().any(|file| file.name == "module-info.class")
    }
}

fn read_input(input: &Path) -> Result<Vec<InputFile>, WeaveError> {
    if input.is_dir() {
        let mut files = Vec::new();
        read_folder(input, input, &mut files)?;
        Ok(files)
    } else if input.exists() {
        read_jar(input)
    } else {
        Err(WeaveError::NoInput(input.to_owned()))
    }
}

fn read_folder(root: &Path, folder: &Path, files: &mut Vec<InputFile>) -> Result<(), WeaveError> {
    let unreadable = |path: &Path, source| WeaveError::Unreadable { path: path.to_owned(), source };
    let listing = std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
    let entries = listing.collect::<std::io::Result<Vec<_>>>().map_err(|error| unreadable(folder, error))?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read_folder(root, &path, files)?;
        } else {
            let bytes = std::fs::read(&path).map_err(|error| unreadable(&path, error))?;
            let below = path.strip_prefix(root).unwrap_or(&path);
            let parts: Vec<_> = below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            files.push(InputFile { name: parts.join("/"), bytes });
        }
    }
    Ok(())
}

fn read_jar(path: &Path) -> Result<Vec<InputFile>, WeaveError> {
    let broken = |error: zip::result::ZipError| WeaveError::Unreadable {
        path: path.to_owned(),
        source: std::io::Error::other(format!("no jar: {error}")),
    };
    let file = File::open(path).map_err(|source| WeaveError::Unreadable { path: path.to_owned(), source })?;
    let mut jar = ZipArchive::new(BufReader::new(file)).map_err(broken)?;
    let mut files = Vec::new();
    for number in 0..jar.len() {
        let mut entry = jar.by_index(number).map_err(broken)?;
        if entry.is_dir() {
            continue;
        }
        let name = entry.name().map_err(broken)?.to_string();
        if entry.enclosed_name().is_none() {
            let source = std::io::Error::other(format!("the entry `{name}` leads out of the jar"));
            return Err(WeaveError::Unreadable { path: path.to_owned(), source });
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(|source| WeaveError::Unreadable { path: path.to_owned(), source })?;
        files.push(InputFile { name, bytes });
    }
    Ok(files)
}
