//! The constructs that javac's parser finds.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::constructs::Constructs;

/// Returns the constructs that javac finds, by file; `None` for a file that it rejects.
pub fn javac_constructs(files: &[PathBuf]) -> BTreeMap<PathBuf, Option<Constructs>> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/javac/Constructs.java");
    let mut list = tempfile::NamedTempFile::new().expect("a temporary file");
    for file in files {
        writeln!(list, "{}", file.display()).expect("written");
    }
    let java = std::env::var_os("JAVA_HOME")
        .map_or("java".into(), |home| Path::new(&home).join("bin/java"));
    let output = Command::new(java)
        .arg("-Xss512m")
        .arg(program)
        .arg(list.path())
        .output()
        .expect("a JDK");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut found = BTreeMap::new();
    let mut current: Option<(PathBuf, Constructs)> = None;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some(path) = line.strip_prefix("F ") {
            found.extend(current.replace((path.into(), Vec::new())).map(finished));
        } else if let Some(path) = line.strip_prefix("E ") {
            found.insert(path.into(), None);
        } else if let Some((_, constructs)) = &mut current {
            constructs.push(line.to_owned());
        }
    }
    found.extend(current.map(finished));
    found
}

fn finished((path, mut constructs): (PathBuf, Constructs)) -> (PathBuf, Option<Constructs>) {
    constructs.sort();
    (path, Some(constructs))
}
