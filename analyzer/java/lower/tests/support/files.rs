//! Java files on disk.

use std::path::{Path, PathBuf};

use java_lower::Source;

/// The Java files below a folder, in order of their paths.
pub fn java_files(root: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "java")
            {
                let below = path
                    .strip_prefix(root)
                    .expect("below the root")
                    .to_string_lossy()
                    .into_owned();
                let bytes = std::fs::read(&path).expect("a file");
                found.push(Source {
                    root: root.to_string_lossy().into_owned(),
                    path: below,
                    bytes,
                });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The paths in an environment variable; none where it is not set.
pub fn paths(variable: &str) -> Vec<PathBuf> {
    std::env::var_os(variable)
        .map(|paths| std::env::split_paths(&paths).collect())
        .unwrap_or_default()
}

/// The Java files that a list names, one path a line.
pub fn listed_files(list: &Path) -> Vec<Source> {
    let list = std::fs::read_to_string(list).expect("a list");
    let source = |path: &str| {
        let bytes = std::fs::read(path).expect("a file");
        Source {
            root: String::new(),
            path: path.to_owned(),
            bytes,
        }
    };
    list.lines().map(source).collect()
}
