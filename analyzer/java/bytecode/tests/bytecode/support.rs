//! Programs compiled by javac, and class files of the JDK.

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, OnceLock};

use ir::Program;
use java_bytecode::{ClassFileBytes, load};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

/// The installed JDK.
pub fn class_path() -> Arc<ClassPath> {
    static CLASS_PATH: OnceLock<Arc<ClassPath>> = OnceLock::new();
    let open = || {
        let jdk = Jdk::from_environment().expect("a JDK is installed");
        Arc::new(ClassPath::open(&[], &jdk).expect("the JDK can be read"))
    };
    CLASS_PATH.get_or_init(open).clone()
}

/// The class files that javac makes of files, path and text, in order of path.
pub fn compiled(files: &[(String, String)], options: &[&str]) -> Vec<ClassFileBytes> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut javac = Command::new("javac");
    // It ends before HotSpot's second compiler pays.
    javac.arg("-J-XX:TieredStopAtLevel=1");
    javac
        .args(["-nowarn", "-proc:none", "-d"])
        .arg(folder.path().join("out"));
    javac.args(options);
    for (path, text) in files {
        let path = folder.path().join("src").join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        javac.arg(path);
    }
    let output = javac.output().expect("javac runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );

    let mut found = Vec::new();
    collect(&folder.path().join("out"), "", &mut found);
    found.sort_by(|a: &ClassFileBytes, b| a.path.cmp(&b.path));
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<ClassFileBytes>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), found);
        } else if name.ends_with(".class") {
            found.push(ClassFileBytes {
                root: "out".to_owned(),
                path: name,
                bytes: std::fs::read(entry.path()).expect("a file"),
            });
        }
    }
}

/// The program of class files.
pub fn program(files: Vec<ClassFileBytes>) -> Program {
    let program = load(files, class_path());
    assert_eq!(ir::verify(&program), [""; 0]);
    program
}

/// The program of one Java file.
pub fn program_of(text: &str) -> Program {
    program(compiled(&[("A.java".to_owned(), text.to_owned())], &["-g"]))
}
