//! Programs from Java text, and what javac makes of the same text.

#![allow(dead_code, reason = "each test program uses a part")]

pub mod files;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::OnceLock;

use ir::Program;
use java_compiled::{Agreement, ClassFiles, Kind, compare};
use java_lower::{Source, load};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

/// The JDK of the environment.
pub fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| Jdk::from_environment().expect("a JDK"))
}

/// The program of some files: each begins with a line `//- path`; text without one is `A.java`.
pub fn program(text: &str) -> Program {
    let class_path = ClassPath::open(&[], jdk()).expect("an empty class path");
    let sources = test_support::files(text)
        .into_iter()
        .map(|(path, text)| Source {
            root: String::new(),
            path,
            bytes: text.into_bytes(),
        });
    load(sources.collect(), Arc::new(class_path)).expect("sources")
}

/// The program of some files, which must be sound and without gaps.
pub fn sound(text: &str) -> Program {
    let program = program(text);
    assert_eq!(
        ir::verify(&program),
        Vec::<String>::new(),
        "{}",
        ir::print(&program)
    );
    assert!(program.gaps.is_empty(), "{:?}", program.gaps);
    program
}

/// Lowers and compiles a fixture; both must have the same instructions.
pub fn agrees(text: &str) {
    agrees_but_for(text, &[]);
}

/// As [`agrees`], but for differences of these kinds, each of which must be there.
pub fn agrees_but_for(text: &str, kinds: &[Kind]) {
    let (agreement, program) = agreement(text);
    let found: Vec<Kind> = agreement.by_kind().into_keys().collect();
    assert_eq!(
        found,
        kinds,
        "{:#?}\n{}",
        agreement.differences,
        ir::print(&program)
    );
}

/// Compares the results of javac and lowering for a fixture, which must have some instructions that
/// agree.
pub fn agreement(text: &str) -> (Agreement, Program) {
    let folder = tempfile::tempdir().expect("a folder");
    let classes = ClassFiles::read(&compile(text, folder.path(), &[])).expect("class files");
    let program = sound(text);
    let agreement = compare(&program, &classes);
    assert!(
        agreement.instructions().agreeing > 0,
        "nothing was compared"
    );
    (agreement, program)
}

/// Compiles the files with the javac of the JDK into `folder`; the class files that come out,
/// sorted.
pub fn compile(text: &str, folder: &Path, options: &[&str]) -> Vec<PathBuf> {
    let sources = folder.join("src");
    let mut paths = Vec::new();
    for (path, text) in test_support::files(text) {
        let path = sources.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        paths.push(path);
    }
    let classes = folder.join("classes");
    let mut javac = Command::new(jdk().home().join("bin/javac"));
    // It ends before HotSpot's second compiler pays.
    javac.arg("-J-XX:TieredStopAtLevel=1");
    let output = javac
        .args(["-proc:none", "-nowarn", "-d"])
        .arg(&classes)
        .args(options)
        .args(&paths)
        .output()
        .expect("javac");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    class_files(&classes)
}

/// The class files below a folder, sorted.
pub fn class_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path if path
                    .extension()
                    .is_some_and(|extension| extension == "class") =>
                {
                    found.push(path)
                }
                _ => {}
            }
        }
    }
    found.sort();
    found
}
