//! The shared parts of the suites: the JDK of the environment, and compiling and running Java with
//! it.

#![allow(dead_code, reason = "each suite uses a part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use jvm::jdk::Jdk;

/// The JDK of the environment. These suites need one.
pub fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| {
        Jdk::from_environment().unwrap_or_else(|e| panic!("this test needs a JDK: {e}"))
    })
}

/// Internal names of the classes in the packages of the JDK that begin with one of `roots`, every
/// `step`-th, sorted.
pub fn jdk_classes(roots: &[&str], step: usize) -> Vec<String> {
    let packages = jdk()
        .packages()
        .into_iter()
        .filter(|p| roots.iter().any(|root| p.starts_with(root)));
    let names = packages.flat_map(|p| {
        jdk()
            .classes_in(p)
            .into_iter()
            .map(move |class| format!("{p}/{class}"))
    });
    names.step_by(step).collect()
}

/// The bytes of a class of the JDK.
pub fn jdk_class(name: &str) -> Vec<u8> {
    jdk()
        .class_bytes(name)
        .unwrap()
        .unwrap_or_else(|| panic!("no class {name}"))
}

/// Writes `files` (path and text) below `folder`.
pub fn write_files(folder: &Path, files: &[(&str, &str)]) -> Vec<PathBuf> {
    let write = |&(path, text): &(&str, &str)| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    };
    files.iter().map(write).collect()
}

/// Compiles `files` with javac into `folder`.
pub fn compile(folder: &Path, files: &[(&str, &str)], options: &[&str]) {
    let sources = write_files(&folder.join("src"), files);
    // It ends before HotSpot's second compiler pays.
    let mut javac = tool("javac");
    javac.arg("-J-XX:TieredStopAtLevel=1");
    let output = javac
        .args(options)
        .arg("-d")
        .arg(folder)
        .args(sources)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Runs `java -Xverify:all -cp folder main`.
pub fn run(folder: &Path, main: &str) -> Output {
    tool("java")
        .arg("-Xverify:all")
        .arg("-cp")
        .arg(folder)
        .arg(main)
        .output()
        .unwrap()
}

/// Standard output of a run that must succeed.
pub fn output_of(folder: &Path, main: &str) -> String {
    let output = run(folder, main);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// A program of the JDK.
pub fn tool(name: &str) -> Command {
    Command::new(jdk().home().join("bin").join(name))
}

/// The class files directly or indirectly in `folder`, sorted.
pub fn class_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(class_files(&path));
        } else if path.extension().is_some_and(|e| e == "class") {
            found.push(path);
        }
    }
    found.sort();
    found
}
