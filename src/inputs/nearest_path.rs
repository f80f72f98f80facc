//! The path that was meant.

use std::path::{Path, PathBuf};

use text::nearest;

/// An existing path that differs from `path` in one name only, where that name has the nearest
/// spelling among its siblings; if the rest of the path does not exist below it, the path up to
/// that name, which is a folder.
pub fn existing_near(path: &Path) -> Option<PathBuf> {
    let (existing, wrong, rest) = split_at_first_missing(path)?;
    let folder = if existing.as_os_str().is_empty() {
        Path::new(".")
    } else {
        existing
    };
    let is_last = rest.as_os_str().is_empty();
    let entries = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter(|entry| is_last || entry.path().is_dir());

    let names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    let near = existing.join(nearest(wrong, names.iter().map(String::as_str))?);
    let whole = near.join(rest);
    Some(if is_last || !whole.exists() {
        near
    } else {
        whole
    })
}

/// The longest existing ancestor, the name in it that is missing, and what follows that name.
fn split_at_first_missing(path: &Path) -> Option<(&Path, &str, &Path)> {
    let is_there = |p: &Path| p.as_os_str().is_empty() || p.exists();
    let existing = path
        .ancestors()
        .skip(1)
        .find(|ancestor| is_there(ancestor))?;
    let below = path.strip_prefix(existing).ok()?;
    let mut names = below.components();
    let wrong = names.next()?.as_os_str().to_str()?;
    Some((existing, wrong, names.as_path()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(paths: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        paths
            .iter()
            .for_each(|path| std::fs::create_dir_all(folder.path().join(path)).unwrap());
        folder
    }

    #[test]
    fn wrong_name_in_the_middle_is_mended() {
        let folder = tree(&["src/main/java", "src/test/java"]);
        let near = existing_near(&folder.path().join("src/mian/java"));
        assert_eq!(near, Some(folder.path().join("src/main/java")));
    }

    #[test]
    fn suggestion_ends_at_the_name_below_which_nothing_fits() {
        let folder = tree(&["src/main"]);
        let near = existing_near(&folder.path().join("scr/other"));
        assert_eq!(near, Some(folder.path().join("src")));
    }

    #[test]
    fn file_is_not_meant_where_a_folder_is_needed() {
        let folder = tree(&["src"]);
        std::fs::write(folder.path().join("residua.toml"), "").unwrap();
        assert_eq!(
            existing_near(&folder.path().join("residua-out/plan.json")),
            None
        );
        assert_eq!(
            existing_near(&folder.path().join("residua.tml")),
            Some(folder.path().join("residua.toml"))
        );
    }

    #[test]
    fn nothing_near_is_nothing() {
        let folder = tree(&["src"]);
        assert_eq!(existing_near(&folder.path().join("documentation")), None);
    }
}
