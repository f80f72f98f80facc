//! The properties that a project has, and those that it can be given.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use languages::EXTENSIONS;

use super::folders;

static RULES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/properties/jdk");

/// The rules for users of the JDK that come with the program.
pub struct JdkRules;

impl JdkRules {
    /// Their names and texts, by name.
    pub fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
        let files = RULES.files().filter(|file| is_property_name(file.path()));
        let named = files.filter_map(|file| Some((file.path().to_str()?, file.contents())));
        named.collect::<BTreeMap<_, _>>().into_iter()
    }
}

/// The property files among what a project's authors have written: those in the languages of other
/// tools by their names, YAML files by what is in them. A folder stands for its files where it
/// holds several and no others of these names.
pub fn property_files(folder: &Path) -> Vec<PathBuf> {
    let mut by_folder: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    for file in folders::written_files(folder)
        .into_iter()
        .filter(|file| is_property(file))
    {
        by_folder
            .entry(file.parent().unwrap_or(folder).to_owned())
            .or_default()
            .insert(file);
    }
    let mut found = Vec::new();

    for (place, files) in by_folder {
        // As `analyze` reads a folder.
        let alike = place
            .read_dir()
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| is_property_name(&entry.path()));
        if files.len() > 1 && alike.count() == files.len() {
            found.push(place)
        } else {
            found.extend(files)
        }
    }

    found
}

fn is_property_name(file: &Path) -> bool {
    file.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| EXTENSIONS.contains(&extension))
}

/// Returns whether `analyze` has written the file: what it leaves of a property.
fn is_residual(file: &Path) -> bool {
    file.file_stem()
        .and_then(|stem| stem.to_str())
        .is_some_and(|stem| stem.ends_with(".residual"))
}

fn is_property(file: &Path) -> bool {
    if !is_property_name(file) || is_residual(file) {
        return false;
    }
    let Ok(text) = std::fs::read_to_string(file) else {
        return false;
    };
    let is_yaml = file
        .extension()
        .is_some_and(|extension| extension == "yaml" || extension == "yml");
    !is_yaml
        || languages::read(&file.to_string_lossy(), &text)
            .is_ok_and(|read| !read.properties.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_the_program_are_those_of_the_repository() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("properties/jdk");
        let names = folder
            .read_dir()
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap());
        let names: BTreeSet<String> = names
            .filter(|name| is_property_name(Path::new(name)))
            .collect();
        let given: BTreeMap<&str, &[u8]> = JdkRules::files().collect();
        assert_eq!(names, given.keys().map(|&name| name.to_owned()).collect());
        assert!(
            given
                .iter()
                .all(|(name, text)| std::fs::read(folder.join(name)).unwrap() == *text)
        );
    }
}
