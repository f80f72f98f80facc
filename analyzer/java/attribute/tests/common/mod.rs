//! javac as the oracle: sources as one text, compiled, and read back.

#![allow(dead_code, reason = "each test uses its own part")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use java_syntax::ast::Unit;
use jvm::classfile::ClassFile;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

/// Java files and what javac made of them.
pub struct Compiled {
    /// Path below the root and text, in order.
    pub files: Vec<(String, String)>,
    /// Class files by internal name.
    pub classes: BTreeMap<String, Vec<u8>>,
}

/// Compiles the files with the JDK's javac.
pub fn compile(text: &str) -> Compiled {
    let folder = tempfile::tempdir().expect("a folder for the sources");
    let files = test_support::files(text);
    let paths: Vec<PathBuf> = files
        .iter()
        .map(|(path, _)| folder.path().join(path))
        .collect();
    for (path, (_, text)) in paths.iter().zip(&files) {
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, text).expect("a source file");
    }
    let out = folder.path().join("out");
    let output = Command::new("javac")
        // It ends before HotSpot's second compiler pays.
        .arg("-J-XX:TieredStopAtLevel=1")
        .args(["-proc:none", "-nowarn", "-encoding", "UTF-8", "-d"])
        .arg(&out)
        .args(&paths)
        .output()
        .expect("javac runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Compiled {
        files,
        classes: class_files(&out),
    }
}

/// All class files below a folder.
pub fn class_files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == "class") {
                let bytes = std::fs::read(&path).expect("a class file");
                let class = ClassFile::parse(&bytes).expect("a sound class file");
                let name = class.name().expect("a name").into_owned();
                found.insert(name, bytes);
            }
        }
    }
    found
}

/// The trees of the files.
pub fn units(files: &[(String, String)]) -> Vec<Unit> {
    files.iter().map(|(path, text)| unit(path, text)).collect()
}

fn unit(path: &str, text: &str) -> Unit {
    let unit = java_syntax::parse(text);
    assert!(unit.damage.is_empty(), "{path}: {:?}", unit.damage);
    unit
}

/// The JDK on the PATH and nothing else.
pub fn class_path() -> Arc<ClassPath> {
    let jdk = Jdk::from_environment().expect("a JDK");
    Arc::new(ClassPath::open(&[], &jdk).expect("a class path"))
}
