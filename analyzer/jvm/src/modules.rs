//! Modules of the JDK and of class path entries (JLS 7.7), as far as `import module` looks into
//! them.

use crate::archive::Archive;
use java_types::library::ModuleInfo;

use crate::classfile::ClassFile;
use crate::classpath::{ClassPath, Entry};

impl ClassPath {
    /// The module of this name: the JDK's, or that of the first entry that declares it. A jar
    /// without `module-info` is an automatic module, which exports everything. Reads the entries
    /// anew at each call.
    pub(crate) fn find_module(&self, name: &str) -> Option<ModuleInfo> {
        let of_jdk = self.jdk().module_infos(name).into_iter();
        let found = of_jdk
            .filter_map(|bytes| declared(&bytes))
            .find(|module| module.name == name);
        found.or_else(|| self.entries.iter().find_map(|entry| module_of(entry, name)))
    }
}

fn declared(bytes: &[u8]) -> Option<ModuleInfo> {
    ClassFile::parse(bytes).ok()?.module().ok()?
}

fn module_of(entry: &Entry, name: &str) -> Option<ModuleInfo> {
    let bytes = entry.class_bytes("module-info").ok()?;
    match (bytes, entry) {
        (Some(bytes), _) => declared(&bytes).filter(|module| module.name == name),
        (None, Entry::Jar(jar)) => automatic(jar).filter(|module| module.name == name),
        (None, Entry::Folder(_)) => None,
    }
}

/// The module that a jar without `module-info` makes on a module path.
fn automatic(jar: &Archive) -> Option<ModuleInfo> {
    let file = jar.path().file_stem()?.to_str()?;
    let name = jar
        .manifest_value("Automatic-Module-Name")
        .unwrap_or_else(|| name_of_file(file));
    let exports = jar
        .packages()
        .filter(|package| !package.is_empty())
        .map(str::to_owned)
        .collect();
    Some(ModuleInfo {
        name,
        exports,
        transitive: Vec::new(),
    })
}

/// The name that `java.lang.module.ModuleFinder` gives the automatic module of a jar: the file's
/// without the version, with dots for what is no letter or digit.
fn name_of_file(file: &str) -> String {
    let is_version = |rest: &str| {
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        digits.len() < rest.len() && (digits.is_empty() || digits.starts_with('.'))
    };
    let version = file
        .match_indices('-')
        .find(|&(at, _)| is_version(&file[at + 1..]));
    let name = version.map_or(file, |(at, _)| &file[..at]);
    let parts = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jdk::Jdk;

    #[test]
    fn automatic_modules_are_named_after_their_files() {
        assert_eq!(name_of_file("commons-lang3-3.14.0"), "commons.lang3");
        assert_eq!(name_of_file("foo_bar-1"), "foo.bar");
        assert_eq!(name_of_file("foo-bar"), "foo.bar");
    }

    #[test]
    fn modules_of_the_jdk_tell_their_exports() {
        let Ok(jdk) = Jdk::from_environment() else {
            return;
        };
        let path = ClassPath::open(&[], &jdk).expect("a class path without entries");
        let base = path.find_module("java.base").expect("java.base");
        assert!(base.exports.iter().any(|package| package == "java/util"));
        assert!(
            !base
                .exports
                .iter()
                .any(|package| package == "jdk/internal/misc")
        );
        let sql = path.find_module("java.sql").map(|module| module.transitive);
        assert_eq!(
            sql.map(|modules| modules.contains(&"java.logging".to_owned())),
            Some(true)
        );
        assert_eq!(path.find_module("no.such.module"), None);
    }
}
