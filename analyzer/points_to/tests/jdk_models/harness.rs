//! Compiles the harness and runs it on the installed JDK.

use std::path::Path;
use std::process::Command;

use jvm::jdk::Jdk;
use points_to::models::Models;

use crate::{targets, trace};

/// Packages of `java.base` whose objects are looked into.
const OPENED: [&str; 11] = [
    "java.lang",
    "java.lang.ref",
    "java.util",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "java.util.concurrent.locks",
    "java.util.stream",
    "java.util.function",
    "java.io",
    "sun.nio.cs",
    "sun.nio.fs",
];

/// Runs `rounds` scenarios for every `stride`th modelled method of a class and reads what happened.
pub fn run(models: &Models, rounds: usize, seed: u64, stride: usize) -> Vec<trace::Scenario> {
    let jdk = Jdk::from_environment().expect("a JDK");
    let folder = tempfile::TempDir::new().expect("a folder");
    let (lines, written) = (folder.path().join("targets"), folder.path().join("trace"));
    std::fs::write(&lines, targets::lines(models)).expect("targets are written");
    let bin = jdk.home().join("bin");
    compile(&bin, folder.path());
    let mut java = Command::new(bin.join("java"));
    for package in OPENED {
        java.arg(format!("--add-opens=java.base/{package}=ALL-UNNAMED"));
    }
    java.args([
        "--add-opens=java.logging/java.util.logging=ALL-UNNAMED",
        "-XX:+UseSerialGC",
        "-cp",
    ]);
    java.arg(folder.path())
        .arg("models.Harness")
        .arg(lines)
        .arg(&written);
    let output = java
        .args([rounds.to_string(), seed.to_string(), stride.to_string()])
        .output()
        .expect("java runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    trace::read(&std::fs::read_to_string(written).expect("a trace"))
}

fn compile(bin: &Path, out: &Path) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jdk_models/java/models");
    let files = std::fs::read_dir(sources)
        .expect("the harness")
        .map(|file| file.expect("a file").path());
    let output = Command::new(bin.join("javac"))
        .arg("-d")
        .arg(out)
        .args(files)
        .output()
        .expect("javac runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
